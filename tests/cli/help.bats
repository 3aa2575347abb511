#!/usr/bin/env bats
# help.bats - topics, the manual, and what shells complete

load helpers

@test "help: commands and topics" {
    local topic
    "$HITMASK" help bake >page
    "$HITMASK" bake --help | same - page
    "$HITMASK" help >list
    for topic in $(sed -n '/^Topics:/,/^$/s/^  \([a-z]*\) .*/\1/p' list); do
        "$HITMASK" help "$topic" >page
        [ -s page ]
        is 'lines that are too long' "$(grep -E '.{81}|^ .{73}' page)" ''
    done
    holds page 'completions'
    hitmask help nothing
    expect 2 '' "hitmask: error: no command or topic is called 'nothing'; 'hitmask help' lists them"
    hitmask help bakk
    expect 2 '' "hitmask: error: no command or topic is called 'bakk'; did you mean 'bake'?"
    hitmask help pixel
    expect 2 '' "hitmask: error: no command or topic is called 'pixel'; did you mean 'pixels'?"
    hitmask help generat
    expect 2 '' "hitmask: error: no command or topic is called 'generat'; 'hitmask help' lists them"
    hitmask help $'\e[2J'
    expect 2 '' "hitmask: error: no command or topic is called '\\x1B[2J'; 'hitmask help' lists them"
    hitmask help bake query
    expect 2 '' 'hitmask: error: help takes one command or one topic'
}

@test "help warnings and the manual tell of every warning that --error-on knows" {
    local id
    "$HITMASK" help warnings >page
    sed 's/\\-/-/g' "$ROOT/tools/dist/hitmask.1" >plain
    hitmask bake --error-on none
    for id in $(sed 's/.*all, //; s/,//g' <<<"$stderr"); do
        holds page "^  $id\$"
        holds plain "^  $id\$"
    done
    for id in pivot-outside welded; do
        holds page "^  $id\$"
        "$HITMASK" export --help | grep -o "$id" | same - <(echo "$id")
    done
    is 'lines that are too long' "$(grep -E '^ {6}.{67}' page)" ''
    is 'how many there are' "$(grep -c '^  [a-z]' page)" 32
}

@test "the page about warnings lists each warning with the meaning that help gives, and its cure" {
    # The table has the id, then perhaps the command, the meaning, and what to do.
    sed -n '/^## All warnings/,$s/^| `\([a-z-]*\)` | \(`[^|]* | \)\{0,1\}\([^|]*\) | [^| ][^|]* |.*/\1: \3/p' \
        "$ROOT/tools/manual/warnings.md" | tr -d '`' >listed
    "$HITMASK" help warnings | sed -n '/^  [a-z-]*$/{N;s/^  \(.*\)\n *\(.*\)/\1: \2/p;}' >known
    same listed known
}

@test "help names every format of the page about atlases" {
    local name
    "$HITMASK" help sheets | tr '\n' ' ' >page
    sed -n '/^## Formats/,/^### /s/^| \(.*\) | .*/\1/p' "$ROOT/tools/manual/atlases.md" | grep '\[' |
        sed 's/`[^`]*`//g; s/([^)]*)//g; s/[][]//g; s/ and /, /g; s/ \(JSON\|XML\|multiatlas\)//g' |
        tr ',' '\n' | sed 's/^ *//; s/ *$//' | grep . >names
    is 'how many there are' "$(wc -l <names)" 21
    while read -r name; do
        holds page "\b$name\b"
    done <names
}

@test "the page about warnings has every key of --message-format json, and no other" {
    mkdir art
    draw_png art/hero.png '##'
    echo '{ "rules": [ { "match": "nothing", "prune": 2 } ] }' >rules.json
    hitmask bake art --message-format json --config rules.json -o x.hmk
    grep -o '"[a-z_]*":' <<<"$stderr" | tr -d '":' | sort -u >printed
    printf '%s\n' soft partial_layers left_out >unless_0
    sed -n '/^| key of a message/,/^## /s/^| \([^|]*\) | .*/\1/p' "$ROOT/tools/manual/warnings.md" |
        grep -o '`[a-z_]*`' | tr -d '`' | sort -u | grep -vxFf unless_0 >listed
    same listed printed
}

@test "the page about warnings says which warnings a rule cannot allow" {
    local id
    # layers.bats bakes with each of the first six; the others need several folders and Ninja.
    for id in link-broken folder-again mask-unused rule-unmatched no-effect output-in-art source-twice ninja-name; do
        grep -q "^| \`$id\` .* | options |\$" "$ROOT/tools/manual/warnings.md"
    done
    is 'how many there are' "$(grep -c '| options |$' "$ROOT/tools/manual/warnings.md")" 8
}

@test "the manual and the completions are those of the options: make pages writes them" {
    local pages=$ROOT/tools/dist/pages
    "$HITMASK" generate >options
    awk -f "$pages/man.awk" options | same - "$ROOT/tools/dist/hitmask.1"
    awk -v shell=bash -f "$pages/completions.awk" options | same - "$ROOT/tools/dist/completions/hitmask.bash"
    awk -v shell=zsh -f "$pages/completions.awk" options | same - "$ROOT/tools/dist/completions/_hitmask"
    awk -v shell=fish -f "$pages/completions.awk" options | same - "$ROOT/tools/dist/completions/hitmask.fish"
}

@test "the manual has every command and option" {
    local command option
    sed 's/\\-/-/g; s/\\f[A-Z]//g' "$ROOT/tools/dist/hitmask.1" >plain
    for command in $("$HITMASK" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        holds plain "^\\.SS $command\$"
        for option in $("$HITMASK" "$command" --help=all | grep -o '^ .\{5\}--[a-z0-9-]*' |
            grep -o '[-][-].*'); do
            holds plain "^\\(-., \\)\\{0,1\\}$option\\( \\|\$\\)"
        done
    done
    holds plain '^.B hitmask help$'
    holds plain '^.B hitmask --version$'
    lacks plain 'this page'
    command -v groff >groff || skip 'needs groff'
    groff -man -rLL=78n -P-cbou -Tascii -ww "$ROOT/tools/dist/hitmask.1" >read 2>errors
    is 'what groff says' "$(cat errors)" ''
    is 'lines that are too long' "$(grep -E '.{81}' read)" ''
}

# completes WORD...: what bash offers for the last one.
completes() (
    unwatched
    source "$ROOT/tools/dist/completions/hitmask.bash"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _hitmask
    printf '%s,' "${COMPREPLY[@]}"
)

@test "bash completes commands, options, choices and files" {
    is commands "$(completes hitmask '')" 'bake,inspect,query,verify,diff,merge,tune,export,help,'
    is 'a command' "$(completes hitmask ins)" 'inspect,'
    is 'in place of one' "$(completes hitmask --)" '--help,--version,'
    is options "$(completes hitmask query --s)" '--scale,--sweep-to,'
    is choices "$(completes hitmask inspect --sort a)" 'area,'
    is 'what has hyphens' "$(completes hitmask bake --error-on key-)" 'key-unmatched,key-near,'
    is 'after =' "$(completes hitmask inspect --sort = '')" 'name,size,area,solid,points,'
    is topics "$(completes hitmask help pi)" 'pixels,'
    : >a.hmk
    is files "$(completes hitmask inspect a)" 'a.hmk,'
    is 'an output' "$(completes hitmask bake -o a)" 'a.hmk,'
    : >'b c.hmk'
    is 'a name with a blank' "$(completes hitmask bake -o b)" 'b c.hmk,'
    mkdir art
    is folders "$(completes hitmask inspect --art a)" 'art,'
    is 'what is not known' "$(completes hitmask query --at '')" ','
}

@test "zsh and fish can read theirs" {
    if command -v zsh; then zsh -n "$ROOT/tools/dist/completions/_hitmask"; fi
    command -v fish || skip 'needs fish'
    fish -c 'source $argv[1]; complete -C "hitmask query --sw"' \
        "$ROOT/tools/dist/completions/hitmask.fish" >offered
    holds offered '^--sweep-to'
}
