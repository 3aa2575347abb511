#!/usr/bin/env bats
# c.bats - packs as C: they compile everywhere, are the pack to the byte, and go in pairs

load helpers

: "${CC:=cc}" "${CXX:=g++}"
STRICT=(-Wall -Wextra -Wpedantic -Werror)
BUILD=${HITMASK_BUILD:-${HITMASK%/*}}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir art
    draw_png art/hook.png '####' '#...' '#...'
    draw_png art/dot.png '#'
}

COMPILERS=('gcc -std=c99' 'clang -std=c99' 'gcc -std=c11' 'clang -std=c11' 'g++ -std=c++17 -x c++'
    'clang++ -std=c++17 -x c++')

compile() {
    "${compiler[@]}" -I. -c "$1" -o object.o
}

# in_all_languages FILE: it compiles without a warning wherever it should.
in_all_languages() {
    with_each compile "$1"
}

# enumerators HEADER: their names and values, a line each.
enumerators() {
    sed -n 's/^    \([A-Z0-9_]* = [0-9]*\).*/\1/p' "$1"
}

# ---- What is written ------------------------------------------------------------------------

@test "a .c and a .h with the bytes of the pack, for C and C++" {
    bake art -o game.hmk
    bake art -o game.c
    in_all_languages game.c
    cat >copy.c <<'END'
#include "game.h"
#include <stdio.h>

int main(void)
{
    return fwrite(game_pack, 1, GAME_PACK_SIZE, stdout) != GAME_PACK_SIZE;
}
END
    in_all_languages copy.c
    $CC -I. copy.c game.c -o copy
    ./copy | same - game.hmk
    $CXX -x c++ copy.c game.c -o copy
    ./copy | same - game.hmk
}

@test "--names: names as constants, beside any output, for C and C++" {
    mkdir art/a 'art/sp ace'
    draw_png 'art/a/x"?\\y.png' '#'
    draw_png 'art/sp ace/é.png' '#'
    hitmask bake art -o game.hmk --names names.h --animate 10
    expect 0 '' ''
    printf '#include "names.h"\n#include <stdio.h>\n' >list.c
    printf 'int main(void)\n{\n' >>list.c
    sed -n 's/^#define \(NAMES_[A-Z]*_[A-Z0-9_]*\) ".*/    puts(\1);/p' names.h >>list.c
    printf '    return NAMES_SPRITES != 4 || NAMES_ANIMATIONS != 0;\n}\n' >>list.c
    in_all_languages list.c
    $CC -I. list.c -o list
    is names "$(./list)" "$("$HITMASK" inspect --json game.hmk | sed -n 's/^      "name": \(.*\),$/\1/p' | python3 -c 'import json, sys
for line in sys.stdin: print(json.loads(line))')"
    holds names.h '^#define NAMES_SPRITE_HOOK_PNG "hook.png"$'
    # Other outputs, and merge.
    cp names.h kept.h
    bake art -o game.json --names names.h
    same names.h kept.h
    bake art -o game.c --names names.h
    same names.h kept.h
    "$HITMASK" merge game.hmk -o again.hmk --names names.h
    same names.h kept.h
}

@test "--names: animations too; it stays as it is when only masks change" {
    animate '"hero", "heron"' '100, 200' '{}' >x.json
    bake x.json -o game.hmk --names game.h
    holds game.h '^#define GAME_ANIMATION_RUN "run"$'
    holds game.h '^#define GAME_ANIMATIONS 1$'
    touch -d '1 hour ago' game.h old
    bake x.json -o game.hmk --names game.h --write-if-changed
    [ ! game.h -nt old ]
    bake art -o game.hmk --names game.h --write-if-changed
    [ game.h -nt old ]
    # A cache does not know names: they come back.
    bake art -o game.hmk --names game.h --cache c.cache
    rm game.h
    bake art -o game.hmk --names game.h --cache c.cache
    [ -s game.h ]
}

@test "--names: files that are not replaced" {
    echo 'mine' >mine.h
    hitmask bake art -o game.hmk --names mine.h
    expect 2 '' 'mine.h: error: exists, and hitmask did not write it; write to another name, or replace it with --force'
    [ ! -e game.hmk ]
    is mine "$(cat mine.h)" mine
    hitmask bake art -o game.c --names game.h
    expect 2 '' "hitmask: error: two outputs cannot both be 'game.h'"
    hitmask bake art -o game.hmk --names 'a"b.h'
    is status "$status" 2
    hitmask bake art -o game.hmk --names none/names.h
    is status "$status" 1
    [ ! -e game.hmk ]
}

@test "a program finds its sprites without a file" {
    animate '"hero", "heron"' '100, 200' '{}' >x.json
    bake x.json -o game.c
    cat >program.c <<'END'
#include "game.h"
#include <hitmask.h>

int main(void)
{
    hm_pack pack;
    hm_sprite hero, heron;
    hm_animation run;
    if (hm_pack_open(&pack, game_pack, GAME_PACK_SIZE) != HM_OK || hm_pack_verify(&pack) != HM_OK)
        return 1;
    if (hm_pack_count(&pack) != GAME_SPRITES || hm_pack_animation_count(&pack) != GAME_ANIMATIONS)
        return 2;
    if (!hm_pack_sprite(&pack, GAME_SPRITE_HERO, &hero) ||
        !hm_pack_sprite(&pack, GAME_SPRITE_HERON, &heron) ||
        !hm_pack_animation(&pack, GAME_ANIMATION_RUN, &run))
        return 3;
    if (hm_sprite_name(&heron)[4] != 'n' || hm_animation_name(&run)[0] != 'r')
        return 4;
    return !hm_overlap(&hero, &heron, 1, 0);
}
END
    local -r flags=("${STRICT[@]}" -I. -I"$ROOT/include")
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'links with a library that has no sanitizer'
    $CC "${flags[@]}" program.c game.c "$BUILD/libhitmask.a" -o program
    ./program
    $CXX "${flags[@]}" -x c++ program.c game.c -x none "$BUILD/libhitmask.a" -o program
    ./program
}

@test "a program has the shapes that a document has" {
    bake "$SPRITES" --outline --polygons 1 --pieces 8 --hull 6 -o game.c
    bake "$SPRITES" --outline --polygons 1 --pieces 8 --hull 6 -o game.json
    cat >program.c <<'END'
#include "game.h"
#include <hitmask_transform.h>
#include <stdio.h>

int main(void)
{
    hm_pack pack;
    if (hm_pack_open(&pack, game_pack, GAME_PACK_SIZE) != HM_OK)
        return 1;
    for (uint32_t i = 0; i < GAME_SPRITES; i++) {
        hm_sprite sprite;
        hm_shapes shapes;
        if (!hm_pack_sprite(&pack, i, &sprite) || !hm_sprite_shapes(&sprite, &shapes))
            return 2;
        for (int kind = HM_SHAPE_OUTLINE; kind <= HM_SHAPE_HULL; kind++)
            for (uint32_t loop = 0; loop < hm_shapes_count(&shapes, (hm_shape_kind)kind); loop++) {
                hm_spot corners[1000];
                const uint32_t count = hm_shapes_loop(&shapes, (hm_shape_kind)kind, loop, corners, 1000);
                for (uint32_t k = 0; k < count; k++)
                    printf("[%.10g, %.10g]\n", (double)corners[k].x / 65536, (double)corners[k].y / 65536);
            }
    }
    return 0;
}
END
    local -r flags=("${STRICT[@]}" -I. -I"$ROOT/include")
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'links with a library that has no sanitizer'
    $CC "${flags[@]}" program.c game.c "$BUILD/libhitmask.a" -o program
    ./program >has.txt
    grep -E '^ *"(outline|polygons|pieces|hull)":' game.json | grep -oE '\[[-0-9.]+, [-0-9.]+\]' >wanted.txt
    [ "$(wc -l <wanted.txt)" -gt 200 ]
    same wanted.txt has.txt
}

@test "the data needs nothing to link with" {
    bake art -o game.c
    $CC -ffreestanding -nostdlib -c game.c
    is 'what is undefined' "$(nm -u game.o)" ''
    is 'what is defined' "$(nm --defined-only game.o | sed 's/.* R _*game_pack_[0-9a-f]*$/data/')" data
}

@test "what is made of a document, a pack and shards is the same" {
    bake art -o game.c
    mv game.c one.c
    mv game.h one.h
    bake art -o x.hmk
    bake art -o x.json
    bake x.json -o game.c
    same game.c one.c
    "$HITMASK" merge x.hmk -o game.c
    same game.c one.c
    same game.h one.h
}

# ---- Names ----------------------------------------------------------------------------------

@test "every name is an identifier, its value the index, and no two are alike" {
    not_on_windows 'it does not allow such names'
    local name
    rm art/*
    for name in 'int' '3d' 'a-b' 'a b' 'a_b' 'A_B' 'a_b_2' 'é' '火 ball' '--' '*' '??' 'x*' '%s%n' '"q"' '\'; do
        draw_png "art/$name.png" '#'
    done
    bake art --strip-extension -o game.c
    in_all_languages game.c
    is enumerators "$(enumerators game.h)" 'GAME_SPRITE_Q = 0
GAME_SPRITE_S_N = 1
GAME_SPRITE_UNNAMED = 2
GAME_SPRITE_UNNAMED_2 = 3
GAME_SPRITE_3D = 4
GAME_SPRITE_UNNAMED_3 = 5
GAME_SPRITE_A_B = 6
GAME_SPRITE_UNNAMED_4 = 7
GAME_SPRITE_A_B_3 = 8
GAME_SPRITE_A_B_4 = 9
GAME_SPRITE_A_B_5 = 10
GAME_SPRITE_A_B_2 = 11
GAME_SPRITE_INT = 12
GAME_SPRITE_X = 13
GAME_SPRITE_U00E9 = 14
GAME_SPRITE_U706B_BALL = 15'
    bake art --strip-extension -o x.hmk
    names x.hmk >names
    is 'a name beside its value' "$(sed -n 's,.*_U706B_BALL = 15 /\* \(.*\) \*/,\1,p' game.h)" '火 ball'
    is 'the sixth name' "$(sed -n 7p names)" 'A_B'
}

@test "files of any name: what they declare begins with it" {
    local file
    for file in my-pack:my_pack 3d:pack_3d int:int _x:x Game2:Game2 hm:pack_hm .c:c -- é:U00E9; do
        [ "$file" != -- ] || continue
        rm -f ./*.[ch]
        bake art -o "./${file%:*}.c"
        in_all_languages "./${file%:*}.c"
        holds "./${file%:*}.h" "^#define ${file#*:}_pack ${file#*:}_pack_[0-9a-f]\{32\}$"
    done
}

@test "no sprites at all are C too" {
    echo '{ "format": "hitmask", "version": 1, "sprites": [] }' >x.json
    bake x.json -o game.c
    in_all_languages game.c
}

# ---- Pairs ----------------------------------------------------------------------------------

@test "a pair of different bakes does not compile, and old objects do not link" {
    bake art -o game.c
    printf '#include "game.h"\nint main(void) { return (int)game_pack[0] == 0; }\n' >main.c
    $CC main.c game.c -o program
    $CC -c game.c -o old.o
    cp game.h old.h
    draw_png art/dot.png '##'
    bake art -o game.c
    $CC main.c game.c -o program
    run $CC main.c old.o -o program
    [ "$status" -ne 0 ]
    cp old.h game.h
    run $CC -c game.c
    [ "$status" -ne 0 ]
    [[ $output == *'of different bakes; bake again'* ]]
}

@test "the two are written both or not at all" {
    bake art -o game.c
    cp game.c kept.c
    cp game.h kept.h
    draw_png art/dot.png '##'
    printf 'no picture' >art/bad.png
    hitmask bake art -o game.c
    is status "$status" 1
    rm art/bad.png
    rm game.h
    mkdir game.h
    hitmask bake art -o game.c
    expect 1 '' 'game.h: error: is a folder'
    same game.c kept.c
    rmdir game.h
    expect_no_temporary
    hitmask bake art -o nowhere/game.c
    is status "$status" 1
}

@test "an unchanged pair is left alone when asked to, and made whole when half is gone" {
    bake art -o game.c --cache x.cache
    touch -d '1 hour ago' game.c game.h old
    bake art -o game.c --cache x.cache --write-if-changed
    [ ! game.c -nt old ]
    [ ! game.h -nt old ]
    rm game.h
    bake art -o game.c --cache x.cache --write-if-changed
    [ -s game.h ]
    rm game.h
    bake art -o game.c --cache x.cache
    [ -s game.h ]
    # Nor is a pack of that name taken for it.
    rm game.h
    bake art -o game.c --cache x.cache --format hmk
    bake art -o game.c --cache x.cache
    [ -s game.h ]
    holds game.c '^const uint64_t game_pack'
}

# ---- What cannot be -------------------------------------------------------------------------

@test "C that cannot be written" {
    local file
    for file in - /dev/null; do
        hitmask bake art --format c -o $file
        expect 2 '' "$file: error: C output is two files, a .c and a .h; name the .c file with -o FILE.c"
    done
    [ ! -e /dev/null.h ]
    for file in 'a"b.c' 'a??).c'; do
        hitmask bake art -o "$file"
        expect 2 '' 'hitmask: error: the name of a C file must not have a quote, a backslash, a control character or ?? (a trigraph), because no #include can name such a file'
    done
    hitmask bake art --format c -o game.h
    expect 2 '' "hitmask: error: two outputs cannot both be 'game.h'"
    hitmask bake art -o game.c --stamp game.h
    expect 2 '' "hitmask: error: two outputs cannot both be 'game.h'"
    bake art -o game.hmk --format c
    [ -s game.h ]
}
