#!/usr/bin/env bats
# windows.bats - the tool of `make windows`, under Wine: the same bytes, and the ways of Windows

load helpers

setup() {
    [ -n "${HITMASK_WINDOWS-}" ] || skip 'make test-windows tries the tool for Windows'
    cd "$BATS_TEST_TMPDIR" || return
    here=$(dirname "$HITMASK_WINDOWS")/../hitmask
    mkdir -p art/deep
    cp "$SPRITES"/ball.png art/ball.png
    cp "$SPRITES"/ball.png art/deep/hero.png
}

# same_bytes ART: outputs of every kind, here and there
same_bytes() {
    local output
    mkdir one other
    for output in game.hmk game.json game.c; do
        "$here" bake --quiet "$1" -o one/$output
        bake -j3 "$1" -o other/$output
    done
    "$here" inspect --png one/game.png --svg one/game.svg --html one/game.html one/game.hmk
    "$HITMASK" inspect --png other/game.png --svg other/game.svg --html other/game.html other/game.hmk
    diff -r one other
}

@test "packs, documents, C and pictures have the same bytes: samples" {
    same_bytes "$SPRITES"
}

@test "and of the game Pingus" {
    [ -d /usr/share/games/pingus/data/images ] || skip 'needs the pictures of pingus-data'
    same_bytes /usr/share/games/pingus/data/images
}

@test "and of the game SuperTux" {
    [ -d /usr/share/games/supertux2/images ] || skip 'needs the pictures of supertux-data'
    same_bytes /usr/share/games/supertux2/images
}

@test "the library gives the same answers to all questions" {
    needs x86_64-w64-mingw32-gcc
    local -r build=${HITMASK_WINDOWS%/*} flags=(-std=c11 -D_XOPEN_SOURCE=700 -I"$ROOT/include" -I"$ROOT/src")
    "$here" bake --quiet --animate 90 --cell 2 "$SPRITES" -o x.hmk
    ${CC:-cc} "${flags[@]}" "$ROOT/tests/platforms/digest.c" "$build/../libhitmask.a" -o digest
    x86_64-w64-mingw32-gcc "${flags[@]}" "$ROOT/tests/platforms/digest.c" "$build/libhitmask.a" -o digest.exe
    # The runner of the tool runs this, too.
    sed "s,/[^ ]*/hitmask\.exe,$PWD/digest.exe," "$HITMASK_WINDOWS" >run
    is answers "$(sh run x.hmk | tr -d '\r')" "$(./digest x.hmk)"
}

@test "it needs no other file than those that every Windows has" {
    needs x86_64-w64-mingw32-objdump
    x86_64-w64-mingw32-objdump -p "$HITMASK_WINDOWS.exe" | sed -n 's/.*DLL Name: //p' | sort >needed
    is needed "$(cat needed)" $'ADVAPI32.dll\nKERNEL32.dll\nSHELL32.dll\nmsvcrt.dll'
}

@test "a path may be typed with backslashes and a drive; names of sprites have neither" {
    hitmask bake --quiet 'art\deep' -o 'x.hmk' --root '.\art'
    expect 0 '' ''
    is names "$(names x.hmk)" deep/hero.png
    mkdir out
    hitmask bake --quiet "Z:${PWD//\//\\}\\art\\deep\\..\\ball.png" -o "Z:${PWD//\//\\}\\out\\y.hmk"
    expect 0 '' ''
    is names "$(names 'out\y.hmk')" ball.png
    hitmask verify 'out\y.hmk' out/y.hmk
    expect 0 $'out/y.hmk: ok, 1 sprite\nout/y.hmk: ok, 1 sprite' ''
}

@test "a backslash in a pattern is none of a path" {
    bake art -o x.hmk
    hitmask inspect --json x.hmk 'ball\.png'
    is 'the exit status' "$status" 0
}

@test "names beyond ASCII, and paths that are longer than 260 characters" {
    local long
    long=$(printf 'a%.0s' {1..90})
    mkdir -p "日本/$long/$long/$long"
    cp "$SPRITES/ball.png" "日本/$long/$long/$long/é.png"
    hitmask bake --quiet 日本 -o "日本/$long/$long/$long/x.hmk"
    expect 0 '' ''
    is names "$(names "日本/$long/$long/$long/x.hmk")" "$long/$long/$long/é.png"
    is files "$(ls -A "日本/$long/$long/$long")" $'x.hmk\né.png'
}

@test "an output that Windows could not hold is refused, and nothing is written" {
    local name
    # shellcheck disable=SC1003
    for name in 'ab:c.hmk' 'a?.hmk' 'a*.hmk' 'art/x|y.hmk'; do
        hitmask bake --quiet art -o "$name"
        expect 1 '' "$name: error: the name has one of the characters \"*:<>?|\\, which Windows does not allow; choose another"
    done
    hitmask bake --quiet art --format hmk -o 'x.hmk.'
    expect 1 '' 'x.hmk.: error: the name ends in a point or a blank, which Windows cuts off; choose another'
    for name in nul.hmk AUX.hmk art/com1.hmk; do
        hitmask bake --quiet art -o "$name"
        expect 1 '' "$name: error: the name means a device on Windows; choose another"
    done
    is 'what is there' "$(find . -name '*hmk*')" ''
}

@test "a path with a colon leads to nothing: no stream of a file is read or written" {
    local path
    for path in 'art/ball.png:x' 'art/ball.png::$DATA' 'a:b.png' '1:/a.png'; do
        hitmask bake --quiet "$path" -o x.hmk
        expect 1 '' "$path: error: cannot open: No such file or directory"
    done
    hitmask bake --quiet art -o 'art/ball.png:x.hmk'
    is 'the exit status' "$status" 1
    is 'what is there' "$(find . -name '*hmk*')" ''
    same art/ball.png "$SPRITES/ball.png"
}

@test "devices are no pictures, wherever they are named" {
    local path
    for path in aux.json AUX.png 'art\\com1.png'; do
        hitmask bake --quiet "$path" -o x.hmk
        expect 1 '' "${path//\\//}: error: cannot open: the name means a device on Windows"
    done
    hitmask bake --quiet NUL -o x.hmk
    expect 1 '' 'NUL: error: is empty'
    # Wine has no console here.
    hitmask bake --quiet CON -o x.hmk
    is 'the exit status' "$status" 1
    [ ! -e x.hmk ]
}

@test "two outputs whose names differ in case alone are one file" {
    hitmask bake --quiet art -o X.hmk --stamp x.HMK
    is 'the exit status' "$status" 2
    [[ $stderr == "hitmask: error: the outputs 'X.hmk' and 'x.HMK' differ only in the case of letters"* ]]
    hitmask bake --quiet art -o New.hmk --cache new.hmk
    is 'the exit status' "$status" 2
    is 'what is there' "$(find . -iname '*hmk*')" ''
}

@test "what is read is not written over, with any case of letters and either slash" {
    local output
    for output in ART/BALL.PNG 'art\Ball.png' 'art\deep\..\ball.png' "Z:$PWD/art/ball.png"; do
        hitmask bake --quiet art --format hmk -o "$output"
        is "the exit status with $output" "$status" 2
        [[ $stderr == *'is a picture that an output would write over'* ]]
        same art/ball.png "$SPRITES/ball.png"
    done
}

@test "NUL takes what is written, as /dev/null does" {
    hitmask bake --quiet art --format hmk -o NUL
    expect 0 '' ''
    is 'what is there' "$(find . -iname '*nul*')" ''
}

@test "an output is replaced, a cache too that the run has open, and nothing else is left" {
    mkdir out
    bake art -o out/x.hmk --cache out/x.cache
    rm art/ball.png
    hitmask bake --quiet art -o out/x.hmk --cache out/x.cache
    expect 0 '' ''
    is names "$(names out/x.hmk)" deep/hero.png
    is 'what is there' "$(ls -A out)" $'x.cache\nx.hmk'
}

@test "a file that may not be written stays" {
    bake art -o x.hmk
    chmod a-w x.hmk
    rm art/ball.png
    hitmask bake --quiet art -o x.hmk
    expect 1 '' 'x.hmk: error: cannot write: Permission denied'
    is names "$(names x.hmk | wc -l)" 2
    expect_no_temporary
}

@test "a folder that may not be written is told as such" {
    mkdir locked
    chmod 555 locked
    hitmask bake --quiet art -o locked/x.hmk
    expect 1 '' 'locked/x.hmk: error: cannot create a file beside it: Permission denied'
    is 'what is there' "$(ls -A locked)" ''
}

@test "lines of rules and of argument files may end as those of Windows" {
    printf '{\r\n"rules": [{ "match": "ball.png",\r\n"solid": true }]\r\n}\r\n' >rules.json
    printf 'art\r\n--config\r\nrules.json\r\n-o\r\nx.hmk\r\n' >words
    hitmask bake --quiet @words
    expect 0 '' ''
    is names "$(names x.hmk)" $'ball.png\ndeep/hero.png'
    printf '{ "match": "*.png",\r\n  "soild": true }\r\n' >rules.json
    hitmask bake --quiet @words
    is 'the exit status' "$status" 1
    [[ $stderr == rules.json:[12]:* ]]
}

@test "a picture comes from standard input, and a pack goes to standard output, byte by byte" {
    "$here" bake --quiet --name a.png - -o x.hmk <art/ball.png
    "$HITMASK" bake --quiet --name a.png - -o - <art/ball.png | cat >y.hmk
    same x.hmk y.hmk
}

@test "art is not looked for on other drives, or through streams of a file" {
    local source json
    bake art/ball.png -o x.json
    json=$(<x.json)
    for source in 'C:/windows/x.png' 'ball.png:x' 'deep\\hero.png'; do
        printf '%s\n' "${json/'"source": "ball.png"'/"\"source\": \"$source\""}" >y.json
        hitmask inspect --art art --png x.png y.json
        [[ $stderr == *'leads outside the --art folder'* ]] || is 'standard error' "$stderr" 'a warning'
    done
}
