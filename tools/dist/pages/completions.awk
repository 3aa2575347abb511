# completions.awk - makes the completions of a shell of what `hitmask generate` prints
#
# Called with -v shell=bash, zsh or fish.
BEGIN {
    FS = "\t"
}

function spell(text,    i, c, out) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        out = out (c in spelled ? spelled[c] : c)
    }
    return out
}

$1 == "command" {
    commands[++command_count] = $2
    abouts[command_count] = $3
    names = names $2 " "
}

$1 == "option" {
    count++
    owner[count] = command_count
    spelling[count] = $2
    letter[count] = $3
    kind[count] = $5
    choices[count] = $6
    help[count] = $7
}

$1 == "topic" {
    topics = topics $2 " "
}

END {
    if (shell == "bash")
        put_bash()
    else if (shell == "zsh")
        put_zsh()
    else
        put_fish()
}

function put_note() {
    print "# Made by `make pages` from the tables of options; do not edit."
}

# ---- bash -----------------------------------------------------------------------------------

function put_bash_value(i,    name) {
    if (kind[i] == "none")
        return
    name = commands[owner[i]]
    print "    '" name " " spelling[i] "'" (letter[i] != "" ? " | '" name " -" letter[i] "'" : "") ")"
    if (kind[i] == "file" || kind[i] == "folder")
        print "        _hitmask_paths -" (kind[i] == "file" ? "f" : "d")
    if (kind[i] == "choice")
        print "        COMPREPLY=($(compgen -W '" choices[i] "' -- \"$cur\"))"
    print "        return ;;"
}

function put_bash(    i, k, words) {
    put_note()
    print "# -f: files, -d: folders; their names may have blanks."
    print "_hitmask_paths() {"
    print "    local IFS=$'\\n'"
    print "    COMPREPLY=($(compgen \"$1\" -- \"$cur\"))"
    print "}"
    print ""
    print "_hitmask() {"
    print "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}"
    print "    local command=${COMP_WORDS[1]} words="
    print "    COMPREPLY=()"
    print "    if [[ $cur == = ]]; then"
    print "        cur="
    print "    elif [[ $prev == = ]]; then"
    print "        prev=${COMP_WORDS[COMP_CWORD-2]}"
    print "    fi"
    print "    if ((COMP_CWORD == 1)); then"
    print "        words='" names "help'"
    print "        [[ $cur != -* ]] || words='--help --version'"
    print "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))"
    print "        return"
    print "    fi"
    print "    case \"$command $prev\" in"
    for (i = 1; i <= count; i++)
        put_bash_value(i)
    print "    esac"
    print "    case $command in"
    for (k = 1; k <= command_count; k++) {
        words = ""
        for (i = 1; i <= count; i++)
            if (owner[i] == k)
                words = words " " spelling[i] (letter[i] != "" ? " -" letter[i] : "")
        print "    " commands[k] ") words='" words "' ;;"
    }
    print "    help)"
    print "        COMPREPLY=($(compgen -W '" names topics "' -- \"$cur\"))"
    print "        return ;;"
    print "    esac"
    print "    if [[ $cur == -* ]]; then"
    print "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))"
    print "    else"
    print "        _hitmask_paths -f"
    print "    fi"
    print "}"
    print "complete -o filenames -F _hitmask hitmask"
}

# ---- zsh ------------------------------------------------------------------------------------

function put_zsh_spec(i, word,    action) {
    action = kind[i] == "file" ? ":file:_files" \
        : kind[i] == "folder" ? ":folder:_files -/" \
        : kind[i] == "choice" ? ":value:(" choices[i] ")" \
        : kind[i] == "other" ? ":value: " : ""
    printf " \\\n            '%s%s%s]%s'", word, kind[i] != "none" && word ~ /^--/ ? "=[" : "[",
        spell(help[i]), action
}

function put_zsh(    i, k) {
    # Inside brackets, in single quotes.
    spelled["'"] = "'\\''"
    spelled["["] = "\\["
    spelled["]"] = "\\]"
    spelled[":"] = "\\:"
    spelled["\\"] = "\\\\"
    print "#compdef hitmask"
    put_note()
    print "_hitmask() {"
    print "    if ((CURRENT == 2)); then"
    print "        [[ $PREFIX != -* ]] || compadd -- --help --version"
    print "        compadd " names "help"
    print "        return"
    print "    fi"
    print "    local command=$words[2]"
    print "    shift words"
    print "    ((CURRENT--))"
    print "    case $command in"
    for (k = 1; k <= command_count; k++) {
        printf "    %s)\n        _arguments", commands[k]
        for (i = 1; i <= count; i++) {
            if (owner[i] != k)
                continue
            put_zsh_spec(i, spelling[i])
            if (letter[i] != "")
                put_zsh_spec(i, "-" letter[i])
        }
        print " \\\n            '*:file:_files'\n        ;;"
    }
    print "    help)"
    print "        compadd " names topics
    print "        ;;"
    print "    esac"
    print "}"
    print "_hitmask \"$@\""
}

# ---- fish -----------------------------------------------------------------------------------

function put_fish(    i, k, word, value) {
    spelled["'"] = "\\'"
    spelled["\\"] = "\\\\"
    put_note()
    for (k = 1; k <= command_count; k++)
        print "complete -c hitmask -n __fish_use_subcommand -f -a " commands[k] " -d '" spell(abouts[k]) "'"
    print "complete -c hitmask -n __fish_use_subcommand -f -a help -d 'a page on a command or a topic'"
    print "complete -c hitmask -n __fish_use_subcommand -s h -l help -d 'commands and topics'"
    print "complete -c hitmask -n __fish_use_subcommand -s V -l version -d 'the version'"
    print "complete -c hitmask -n '__fish_seen_subcommand_from help' -f -a '" names topics "'"
    for (i = 1; i <= count; i++) {
        value = kind[i] == "file" ? " -rF" \
            : kind[i] == "folder" ? " -xa '(__fish_complete_directories)'" \
            : kind[i] == "choice" ? " -xa '" choices[i] "'" \
            : kind[i] == "other" ? " -x" : ""
        word = spelling[i]
        print "complete -c hitmask -n '__fish_seen_subcommand_from " commands[owner[i]] "'" \
            (letter[i] != "" ? " -s " letter[i] : "") \
            (word ~ /^--/ ? " -l " substr(word, 3) : " -o " substr(word, 2)) \
            value " -d '" spell(help[i]) "'"
    }
}
