#!/usr/bin/env bats
# options.bats - how command lines are read, and how messages look

load helpers

# ---- Help and version -----------------------------------------------------------------------

@test "--version and the list of commands" {
    hitmask --version
    # A build may do without some libraries; then another line says so.
    is 'the first line' "${lines[0]}" 'hitmask 1.0.0'
    is 'other lines' "$(sed -e 1d -e '2{/^built without [A-Z]/d}' <<<"$output")" ''
    expect 0 "$output" ''
    local -r version=$output
    hitmask -V
    expect 0 "$version" ''
    hitmask --help
    is 'the exit status' "$status" 0
    is 'the first line' "${lines[0]}" 'Usage: hitmask COMMAND [options] ...'
    local -r page=$output
    hitmask help
    expect 0 "$page" ''
    hitmask -h
    expect 0 "$page" ''
}

@test "every command has a help page, 80 columns wide, and the list names them all" {
    local command
    "$HITMASK" --help >list
    is 'lines of the list that are too long' "$(grep -E '.{81}' list)" ''
    local -r commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' list)
    is 'the beginning' "$(head -n 5 <<<"$commands")" $'bake\ninspect\nquery\nverify\ndiff'
    for command in $commands; do
        "$HITMASK" "$command" --help >page 2>errors
        is errors "$(cat errors)" ''
        holds page "^Usage: hitmask $command"
        is 'lines that are too long' "$(grep -E '.{81}' page)" ''
        is 'spaces at the end' "$(grep ' $' page)" ''
        "$HITMASK" "$command" -h | same - page
        # Wherever it stands, and although all else is missing.
        "$HITMASK" "$command" --quiet nowhere --help | same - page
    done
}

@test "bake --help begins with two examples and eight options; --help=all has all of them" {
    "$HITMASK" bake --help >page
    is 'the examples' "$(grep -c '^  hitmask bake art/ ' page)" 2
    is 'the options' "$(grep -c '^  .\{4\}--' page)" 8
    holds page '^--help=all lists all options'
    "$HITMASK" help bake | same - page
    "$HITMASK" bake --help=all >all
    lacks all 'Most used'
    is 'the eight that are not among all' "$(comm -23 <(grep -o '^  .\{4\}--[a-z-]*' page | sort) \
        <(grep -o '^  .\{4\}--[a-z-]*' all | sort))" ''
    usage "--help: 'some' is not one of all" bake --help=some
    # A command with few options shows them all.
    "$HITMASK" verify --help >page
    "$HITMASK" verify --help=all | same - page
}

@test "help lists every option, and each that is listed is taken" {
    "$HITMASK" bake --help=all >page
    local option
    for option in output format root name exclude alpha-threshold color-key key-tolerance map cell \
        prune prune-border no-points preset pivot strip-extension json-mask quiet verbose color \
        message-format max-pixels jobs files0-from write-if-changed stamp dry-run progress; do
        holds page "--$option "
    done
    for option in $(grep -o '^ .\{5\}--[a-z0-9-]*' page | grep -o '[-][-].*'); do
        hitmask bake "$option"
        [[ $stderr != *'unknown option'* ]] || is "$option" unknown known
    done
}

@test "help to a full disk" {
    local arguments
    for arguments in --help --version 'bake --help' 'verify --help'; do
        run --separate-stderr bash -c "\"\$0\" $arguments >/dev/full" "$HITMASK"
        expect 1 '' '<stdout>: error: cannot write: No space left on device'
    done
}

# ---- Spelling -------------------------------------------------------------------------------

@test "an option's argument: --opt VALUE, --opt=VALUE, -o VALUE, -oVALUE" {
    draw_png a.png '#.'
    bake a.png -o x.hmk
    bake a.png --output one.hmk
    bake a.png --output=two.hmk
    bake -othree.hmk a.png
    hitmask bake -qofour.hmk a.png
    expect 0 '' ''
    local file
    for file in one two three four; do
        same x.hmk $file.hmk
    done
    hitmask bake --output= a.png
    expect 1 '' "'': error: an empty name cannot be opened"
    # A word that looks like an option is still the argument of the option before it.
    hitmask bake a.png -o --quiet
    expect 0 '' ''
    same x.hmk ./--quiet
}

@test "after -- everything is an operand" {
    draw_png ./-a.png '#.'
    draw_png ./--help '#.'
    hitmask bake -o x.hmk -- -a.png --help
    expect 0 '' ''
    is names "$(names x.hmk)" $'--help\n-a.png'
    hitmask verify -- x.hmk
    expect 0 'x.hmk: ok, 2 sprites' ''
    hitmask inspect x.hmk -- -a.png
    is 'the last line' "${lines[-1]}" '-a.png   2x1  1x1+0+0     1  50.0%       1  2x1'
}

# ---- What is wrong --------------------------------------------------------------------------

# usage TEXT WORD...: that is wrong usage, and said so.
usage() {
    local -r wanted=$1
    shift
    hitmask "$@"
    expect 2 '' "hitmask: error: $wanted"
}

@test "unknown commands" {
    usage "no command; 'hitmask --help' lists them"
    usage "unknown command 'bkae'; did you mean 'bake'?" bkae a.png
    usage "unknown command 'inspct'; did you mean 'inspect'?" inspct
    usage "unknown command 'frobnicate'; 'hitmask --help' lists them" frobnicate
    usage "unknown command '--quiet'; 'hitmask --help' lists them" --quiet
    usage "unknown command 'a\\x1B[2J'; 'hitmask --help' lists them" $'a\e[2J'
    usage "unknown command ''; 'hitmask --help' lists them" ''
}

@test "unknown options, with the nearest right one" {
    usage "unknown option '--outptu'; did you mean '--output'?" bake --outptu=x
    usage "unknown option '--treshold'; did you mean '--alpha-threshold'?" bake --treshold 3
    usage "unknown option '--aplha'; did you mean '--alpha-threshold'?" bake --aplha 3
    usage "unknown option '--messge'; did you mean '--message-format'?" verify --messge json
    local -r two='write the option and its value as two, or as two lines of an @FILE'
    usage "'--cell 2' is one argument; $two" bake '--cell 2'
    usage "'--output x.hmk' is one argument; $two" merge '--output x.hmk'
    usage "unknown option '--no-points 2'; did you mean '--no-points'?" bake '--no-points 2'
    usage "unknown option '--colour-key'; did you mean '--color-key'?" bake --colour-key magenta
    usage "unknown option '--frobnicate'" bake --frobnicate
    usage "unknown option '--out'; did you mean '--output'?" bake --out x.hmk
    usage "unknown option '-x'" bake -x
    usage "unknown option '-qx'" bake -qx
    usage "unknown option '--jsn'; did you mean '--json'?" inspect --jsn x.hmk
    usage "unknown option '--map'" verify --map 3x3 x.hmk
    usage "unknown option '--a\\x1B[2J'" bake $'--a\e[2J'
}

@test "arguments that are missing or too many" {
    usage "option '--output' needs an argument (FILE)" bake a.png -o
    usage "option '--prune' needs an argument (P)" bake a.png --prune
    usage "option '--quiet' takes no argument" bake --quiet=yes
    usage 'no output; add -o FILE' bake a.png
    usage 'no input; name PNGs, folders, atlases or JSON documents' bake -o x.hmk
}

@test "arguments that make no sense" {
    local value
    for value in '' x 256 -1 1.5 0x10 ' 1' 99999999999999999999; do
        usage "--alpha-threshold: '$value' is not a number from 0 to 255" \
            bake --alpha-threshold="$value"
    done
    usage "--key-tolerance: '256' is not a number from 0 to 255" bake --key-tolerance 256
    usage "--cell: '0' is not a number from 1 to 2147483647" bake --cell 0
    usage "--prune: '65536' is not a number from 0 to 65535" bake --prune 65536
    usage "--max-pixels: '0' is not a number from 1 to 4294967295" bake --max-pixels 0
    for value in '' 3 3x 0x3 3x0 x3 3x-3 3x3x3 '3 x3' 3X3 99999999999x1; do
        usage "--map: '$value' is not a size such as 24x24" bake --map "$value"
    done
    for value in '' red '#12345' '#1234567' '#12345g' 12345g '#f0g' '#f0f0' MAGENTA \
        ff00fe '#F1e' 012; do
        usage "--color-key: '$value' is not magenta, none, or a colour such as #FF00FF" \
            bake --color-key "$value"
    done
    for value in '' 1 '1,' ,1 1,2,3 1,x '1, 2' 5%%,1 +1,2 nan,1 99999999999,1; do
        usage "--pivot: '$value' is not a position such as 8,16 or 50%,100%" bake --pivot "$value"
    done
    usage "--preset: 'xan' is not one of xna, unity, nearpixel, pygame" bake --preset xan
    usage "--prune-border: 'yes' is not one of keep, drop" bake --prune-border yes
    usage "--json-mask: 'no' is not one of rows, base64, none" inspect --json-mask no
    usage "--color: 'yes' is not one of auto, always, never" verify --color yes
    usage "--message-format: 'xml' is not one of text, gcc, msvc, json" bake --message-format xml
    usage '--exclude: the glob has a [ without a ]; write \[ for the character [' bake --exclude '['
    usage '--exclude: an empty glob matches nothing' bake --exclude ''
    usage '--exclude: names of files do not begin with / or ./, so no file matches this glob' \
        bake --exclude ./art
    usage "--color-key: 'a\\x1B[2J' is not magenta, none, or a colour such as #FF00FF" \
        bake --color-key $'a\e[2J'
}

# ---- Messages -------------------------------------------------------------------------------

# A warning and an error.
messages() {
    hitmask bake art nowhere.png -o x.hmk "$@"
}

report() {
    tail -n 1 <<<"$stderr"
}

without_report() {
    stderr=$(sed '/^{"level":"report"/d' <<<"$stderr")
}

@test "JSON messages also when there is no such command, and none of their characters is a control" {
    local -r frob="{\"level\":\"error\",\"text\":\"unknown command 'frob'; 'hitmask --help' lists them\"}"
    hitmask frob --message-format json
    expect 2 '' "$frob"
    hitmask frob --nope a.png --message-format=json -o x.hmk
    expect 2 '' "$frob"
    hitmask frob --message-format xml
    expect 2 '' "hitmask: error: unknown command 'frob'; 'hitmask --help' lists them"
    hitmask --message-format json
    expect 2 '' '{"level":"error","text":"unknown command '"'--message-format'; 'hitmask --help' lists them"'"}'
    hitmask help nope --message-format json
    expect 2 '' '{"level":"error","text":"no command or topic is called '"'nope'; 'hitmask help' lists them"'"}'
    hitmask help --message-format json nope more
    expect 2 '' '{"level":"error","text":"help takes one command or one topic"}'
    hitmask help --nope
    expect 2 '' "hitmask: error: unknown option '--nope'"
    "$HITMASK" help bake --message-format json >page
    "$HITMASK" help bake | same - page
    "$HITMASK" help --help >page
    is 'the first line' "$(head -n 1 page)" 'Usage: hitmask help [COMMAND|TOPIC]'
    hitmask verify $'a\xc2\x9b\x7f\e\xc2\xa0.hmk' --message-format json
    expect 1 '' '{"level":"error","path":"a\u009b\u007f\u001b'$'\xc2\xa0''.hmk","text":"cannot open: No such file or directory"}'
}

@test "--message-format text, gcc, msvc and json" {
    local -r warning='art/empty.png: warning: no pixel is solid [empty]'
    local -r error='nowhere.png: error: cannot open: No such file or directory'
    mkdir art
    draw_png art/empty.png '..'
    messages
    expect 1 '' "$error"$'\n'"$warning"
    messages --message-format text
    expect 1 '' "$error"$'\n'"$warning"
    messages --message-format gcc
    expect 1 '' "$error"$'\n'"$warning"
    messages --message-format msvc
    expect 1 '' 'nowhere.png : error : cannot open: No such file or directory
art/empty.png : warning empty: no pixel is solid'
    messages --message-format json
    without_report
    expect 1 '' '{"level":"error","path":"nowhere.png","text":"cannot open: No such file or directory"}
{"level":"warning","path":"art/empty.png","id":"empty","text":"no pixel is solid"}'
    # With a place.
    echo '{' >bad.json
    hitmask bake bad.json -o x.hmk --message-format gcc
    expect 1 '' 'bad.json:2:1: error: a key in quotes expected, but the text ends'
    hitmask bake bad.json -o x.hmk --message-format msvc
    expect 1 '' 'bad.json(2,1): error: a key in quotes expected, but the text ends'
    hitmask bake bad.json -o x.hmk --message-format json
    without_report
    expect 1 '' '{"level":"error","path":"bad.json","line":2,"column":1,"text":"a key in quotes expected, but the text ends"}'
    # Wrong usage, too, once it is known how it is to be said.
    local command
    for command in bake inspect verify; do
        hitmask "$command" --message-format=json --nope
        expect 2 '' '{"level":"error","text":"unknown option '"'--nope'"'"}'
        hitmask "$command" --nope --message-format=json
        expect 2 '' '{"level":"error","text":"unknown option '"'--nope'"'"}'
    done
    hitmask bake --color blue --message-format json
    expect 2 '' '{"level":"error","text":"--color: '"'blue'"' is not one of auto, always, never"}'
    for command in bake merge; do
        hitmask "$command" --message-format json @nowhere
        expect 1 '' '{"level":"error","path":"nowhere","text":"cannot open: No such file or directory"}'
        hitmask "$command" @nowhere --message-format json @neither
        expect 1 '' '{"level":"error","path":"nowhere","text":"cannot open: No such file or directory"}
{"level":"error","path":"neither","text":"cannot open: No such file or directory"}'
    done
    hitmask bake --prune x --message-format json
    expect 2 '' '{"level":"error","text":"--prune: '"'x'"' is not a number from 0 to 65535"}'
}

@test "--message-format json ends with a report" {
    draw_png a.png '#.'
    cp a.png b.png
    draw_png empty.png '..'
    hitmask bake a.png b.png empty.png -o x.hmk --message-format json
    is 'the exit status' "$status" 0
    is report "$(report | sed 's/,"seconds":[0-9.]*}$//')" "$(printf '%s' \
        '{"level":"report","output":"x.hmk","status":0,"errors":0,"warnings":1,"inputs":3,' \
        '"cached":0,"sprites":3,"masks":1,"shared_masks":1,"bytes_saved":2,' \
        "\"bytes\":$(wc -c <x.hmk),\"solid_share\":0.3333")"
    # Also of a bake that fails, but not where errors alone are wanted, nor of wrong usage.
    hitmask bake a.png nowhere.png -o x.hmk --message-format json
    [[ $(report) == '{"level":"report","output":"x.hmk","status":1,"errors":1,'* ]]
    hitmask bake nowhere.png -o x.hmk --message-format json
    [[ $(report) == *',"seconds":0.000}' ]]
    hitmask bake a.png -o nowhere/x.hmk --message-format json
    [[ $(report) == '{"level":"report","output":"nowhere/x.hmk","status":1,"errors":1,'* ]]
    hitmask bake -q a.png -o x.hmk --message-format json
    expect 0 '' ''
}

@test "--message-format json: each line is valid JSON, whatever the bytes" {
    /usr/bin/python3 -c '' || skip 'needs python3'
    mkdir art
    cp "$SPRITES/empty.png" $'art/q"\\\n\x01\x7f\xff\xc3\xa9.png'
    draw_png art/empty.png '..'
    echo '{ "x' >art/a.json
    hitmask bake -v art art/a.json $'n\xff"' -o x.hmk --message-format json
    is 'the exit status' "$status" 1
    /usr/bin/python3 - "$stderr" <<'END'
import json, sys
lines = [json.loads(line) for line in sys.argv[1].split("\n")]
assert len(lines) == 5 and lines.pop()["level"] == "report", lines
for line in lines:
    assert line["level"] in ("error", "warning", "note") and line["path"] and line["text"], line
assert [line["level"] for line in lines].count("error") == 3, lines
assert any(line["path"] == 'n\ufffd"' for line in lines), lines
END
}

@test "--quiet says errors alone, --verbose notes too" {
    draw_png empty.png '..'
    hitmask bake empty.png -o x.hmk
    expect 0 '' 'empty.png: warning: no pixel is solid [empty]'
    hitmask bake -q empty.png -o x.hmk
    expect 0 '' ''
    hitmask bake -v empty.png -o x.hmk
    expect 0 '' 'empty.png: warning: no pixel is solid [empty]
x.hmk: note: 1 sprite, 0 masks'
    hitmask bake --quiet nowhere.png -o x.hmk
    expect 1 '' 'nowhere.png: error: cannot open: No such file or directory'
}

@test "many warnings of one kind: ten of them, then their number" {
    local i format
    mkdir art
    draw_png art/e.png '.'
    for i in {01..13}; do cp "$SPRITES/full.png" "art/f$i.png"; done
    ten='art/e.png: warning: no pixel is solid [empty]'
    for i in {01..10}; do
        ten+=$'\n'"art/f$i.png: warning: every pixel is solid: the image has no alpha, and no colour key is given [full]"
    done
    more="hitmask: warning: and 3 more of this kind; --verbose shows them, and so does 'hitmask inspect --warnings' [full]"
    hitmask bake art -o x.hmk
    expect 0 '' "$ten"$'\n'"$more"
    hitmask bake art -o x.hmk -j4 --cache cache
    expect 0 '' "$ten"$'\n'"$more"
    hitmask bake art -o x.hmk -j4 --cache cache
    expect 0 '' "$ten"$'\n'"$more"
    # The summary counts all, and stands last.
    hitmask bake art -o x.hmk --progress always
    is 'the line before the last' "${stderr_lines[-2]##*$'\r'}" "$more"
    [[ ${stderr_lines[-1]} == *'; 14 warnings' ]]
    # All of them, for those who want to see or read them.
    for format in --verbose '--message-format gcc' '--message-format json' '--error-on full'; do
        # shellcheck disable=SC2086 # options
        hitmask bake art -o x.hmk $format
        is "those with $format" "$(grep -c "every pixel is solid" <<<"$stderr")" 13
        [[ $stderr != *'more of this kind'* ]]
    done
    hitmask bake art -o x.hmk --quiet
    expect 0 '' ''
    # Others have no place in the pack.
    printf '{ "rules": [' >rules.json
    for i in {1..11}; do printf '{ "match": "none", "prune": 2 },'; done >>rules.json
    printf '{ "match": "*", "prune": 1 } ] }' >>rules.json
    hitmask bake art/e.png -o x.hmk --config rules.json --dry-run
    is 'the last line' "${stderr_lines[-1]}" \
        'hitmask: warning: and 1 more of this kind; --verbose shows them [rule-unmatched]'
    is lines "${#stderr_lines[@]}" 11
}

@test "--no-summary says errors and warnings alone, for the log of a build" {
    local -r warning='empty.png: warning: no pixel is solid [empty]'
    draw_png empty.png '..'
    hitmask bake empty.png -o x.hmk --progress always
    is 'the last line' "${stderr##*$'\n'}" "$(grep -o 'x.hmk: 1 sprite.*' <<<"$stderr")"
    hitmask bake empty.png -o x.hmk --progress always --no-summary
    expect 0 '' "$warning"
    hitmask bake empty.png -o x.hmk --message-format json --no-summary
    expect 0 '' '{"level":"warning","path":"empty.png","id":"empty","text":"no pixel is solid"}'
    hitmask bake nowhere.png -o x.hmk --no-summary
    expect 1 '' 'nowhere.png: error: cannot open: No such file or directory'
    # Every command takes it, so that a build may give it to all.
    hitmask merge --no-summary x.hmk -o y.hmk
    expect 0 '' ''
    hitmask verify --no-summary y.hmk
    expect 0 'y.hmk: ok, 1 sprite' ''
}

@test "of --quiet, --no-summary and --verbose the last one wins" {
    local -r warning='empty.png: warning: no pixel is solid [empty]'
    local -r note='x.hmk: note: 1 sprite, 0 masks'
    draw_png empty.png '..'
    # level WANTED WORD...
    level() {
        hitmask bake empty.png -o x.hmk "${@:2}"
        expect 0 '' "$1"
    }
    level '' --verbose --quiet
    level '' -vq
    level '' --no-summary --quiet
    level "$warning" --quiet --no-summary
    level "$warning" -v --no-summary
    level "$warning"$'\n'"$note" -qv
    level "$warning"$'\n'"$note" --quiet --verbose
    level "$warning"$'\n'"$note" --no-summary -v
}

plain='nowhere: error: cannot open: No such file or directory'
colored=$'\e[1mnowhere:\e[0m \e[31merror:\e[0m cannot open: No such file or directory'

@test "--color and NO_COLOR" {
    hitmask verify nowhere
    expect 1 '' "$plain"
    hitmask verify nowhere --color always
    expect 1 '' "$colored"
    NO_COLOR=1 hitmask verify nowhere --color=always
    expect 1 '' "$colored"
    hitmask verify nowhere --color always --message-format json
    [[ $stderr == '{"level":"error"'* ]]
}

@test "--color and NO_COLOR on a terminal" {
    not_on_windows 'a terminal of this system is no console'
    needs_terminal
    local command="'$HITMASK' verify nowhere"
    on_terminal() {
        env TERM=xterm "$@" script -qec "$command" /dev/null </dev/null | tr -d '\r'
    }
    is 'on a terminal' "$(on_terminal)" "$colored"
    is 'with NO_COLOR' "$(on_terminal NO_COLOR=1)" "$plain"
    is 'with NO_COLOR empty' "$(on_terminal NO_COLOR=)" "$colored"
    is 'on a dumb one' "$(on_terminal TERM=dumb)" "$plain"
    command+=' --color never'
    is 'with --color never' "$(on_terminal)" "$plain"
}
