#!/usr/bin/env bats
# library.bats - the library as a game gets it: what it needs and how big it is, how it compiles
# and installs, and whether what is written about it is true

load helpers

: "${CC:=cc}" "${CXX:=g++}"
BUILD=${HITMASK%/*}
STRICT=(-std=c11 -Wall -Wextra -Werror -I"$ROOT/include")
CLEAN=(-pedantic -Wall -Wextra -Wconversion -Wshadow -Werror)

SIMD=$BATS_FILE_TMPDIR/simd
PORTABLE=$BATS_FILE_TMPDIR/portable

is_release() {
    [ "${HITMASK_CONFIG:-release}" = release ]
}

# Objects of the whole runtime in two folders, as a game would make them that counts bytes.
# Tables for unwinding are no code, and a program may leave them out. Where there is a C library,
# clang likes its bcmp better than memcmp.
setup_file() {
    is_release || return 0
    local -r flags=(-O2 -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections
        -fno-builtin-bcmp)
    # shellcheck disable=SC2086
    compile_runtime "$SIMD" $CC "${flags[@]}"
    # shellcheck disable=SC2086
    compile_runtime "$PORTABLE" $CC "${flags[@]}" -DHM_NO_SIMD
}

setup() {
    is_release || skip 'nothing that another config would change'
    cd "$BATS_TEST_TMPDIR" || return
}

# compile_runtime FOLDER COMPILER FLAG...: all of src/, into objects of that folder.
compile_runtime() (
    unwatched
    mkdir -p "$1" && cd "$1" || return
    shift
    printf '%s\n' "$ROOT"/src/*.c | xargs -P 2 -n 4 "$@" -std=c11 -I"$ROOT/include" -c
)

# The functions that the headers declare.
declared() {
    sed -n 's/^HM_API .*\b\(hm_[a-z0-9_]*\)(.*/\1/p' "$ROOT"/include/*.h | sort
}

needs_elf() {
    [ "$(uname -s)" = Linux ] || skip 'for systems with ELF'
}

# ---- What it needs --------------------------------------------------------------------------

@test "the runtime links and runs without a C library, given mem* alone" {
    case $(uname -sm) in
    'Linux x86_64' | 'Linux aarch64') ;;
    *) skip 'no start for programs of this machine' ;;
    esac
    draw_png hook.png '####' '#...' '#...'
    draw_png dot.png '#'
    bake hook.png dot.png -o game.c
    nm --defined-only "$($CC -print-libgcc-file-name)" 2>/dev/null | awk 'NF == 3 { print $3 }' |
        sort -u >support
    printf '%s\n' memcpy memmove memset memcmp _GLOBAL_OFFSET_TABLE_ | sort - support >allowed
    local objects
    for objects in "$SIMD" "$PORTABLE"; do
        $CC -r -nostdlib -o runtime.o "$objects"/*.o
        nm -u runtime.o | awk '{ print $2 }' | sort >undefined
        is "what is undefined in $objects" "$(comm -23 undefined allowed)" ''
        $CC "${STRICT[@]}" -O2 -I. -nostdlib -static -o program \
            "$ROOT/tests/cli/freestanding.c" game.c "$objects"/*.o -lgcc
        run timeout 10 ./program
        is "the first wrong answer of $objects" "$status" 0
    done
}

# ---- How big it is --------------------------------------------------------------------------

# Compilers differ by a third; the limits are meant for one of them.
needs_gcc() {
    [[ $($CC -dM -E -x c /dev/null) != *__clang__* ]] || skip 'the sizes are held with gcc'
}

# at_most BYTES WHAT IS FILE...: prints the size; when it is too large, what the most is made of.
at_most() {
    local -r most=$1 what=$2 size=$3
    shift 3
    echo "# $what: $size of $most bytes" >&3
    [ "$size" -gt 0 ] || return
    [ "$size" -gt "$most" ] || return 0
    nm -S -t d "$@" | awk 'NF == 4 { print $2 + 0, $4 }' | sort -rn | head -n 40 >&2
    return 1
}

@test "opening, finding and the overlap trio in portable C are at most 8 KiB" {
    needs_elf
    needs_gcc
    local -r calls=(hm_pack_find hm_overlap hm_overlap_first hm_overlap_area)
    $CC -nostdlib -static -Wl,--gc-sections -Wl,-e,hm_pack_open "${calls[@]/#/-Wl,-u,}" \
        -Wl,--unresolved-symbols=ignore-all -o linked "$PORTABLE"/*.o
    at_most 8192 'code for opening, finding and overlap, in portable C' \
        "$(size -A linked | awk '/^\.(text|rodata)/ { sum += $2 } END { print sum }')" linked
}

@test "all of it, with SIMD, is at most 112 KiB when compiled for size, and 128 KiB for speed" {
    needs_gcc
    # shellcheck disable=SC2086
    compile_runtime "$PWD/smallest" $CC -Os -fno-asynchronous-unwind-tables -fno-builtin-bcmp "${CLEAN[@]}"
    at_most 114688 'code of the whole runtime with -Os' \
        "$(size smallest/*.o | awk 'NR > 1 { sum += $1 } END { print sum }')" smallest/*.o
    at_most 131072 'code of the whole runtime with -O2' \
        "$(size "$SIMD"/*.o | awk 'NR > 1 { sum += $1 } END { print sum }')" "$SIMD"/*.o
}

# ---- How it compiles ------------------------------------------------------------------------

# gcc finds more the more it optimises, clang does not; for size, see above.
@test "all of src/ is clean at every optimisation, with gcc and with clang" {
    local level
    for level in -O0 -O3; do
        ! command -v gcc || compile_runtime objects gcc $level "${CLEAN[@]}"
    done
    ! command -v clang || compile_runtime objects clang -fsyntax-only "${CLEAN[@]}"
}

@test "without SIMD the overlap queries pass their tests" {
    # shellcheck disable=SC2046
    $CC -std=c11 -O2 -DHM_NO_SIMD -I"$ROOT/include" -I"$ROOT/src" -I"$ROOT/tests" -o test_overlap \
        "$ROOT"/tests/runtime/{test_overlap,oracle,small_masks,views}.c "$PORTABLE"/*.o \
        $(pkg-config --cflags --libs cmocka)
    ./test_overlap
}

@test "the headers can be included first, twice, in any order, and from C99" {
    printf '#include <hitmask%s.h>\n' _world '' _canvas _transform _world '' >a.c
    echo 'int main(void) { return hm_version() != HM_VERSION; }' >>a.c
    local standard
    for standard in c99 c11 gnu17; do
        $CC -std=$standard -pedantic -Wall -Wextra -Werror -I"$ROOT/include" a.c \
            "$BUILD/libhitmask.a" -o a
        ./a
    done
}

@test "the headers can be included from C++, and the library linked" {
    command -v "$CXX" || skip 'needs a C++ compiler'
    cat >a.cpp <<'END'
#include <hitmask_canvas.h>
#include <hitmask_world.h>

int main()
{
    hm_pack pack;
    hm_sprite sprite;
    hm_world world = {};
    if (hm_pack_open(&pack, "", 0) != HM_ERROR_TRUNCATED || hm_pack_find(&pack, "", &sprite))
        return 1;
    world.terrain = &sprite;
    return hm_overlap(&sprite, &sprite, 0, 0) || hm_world_point(&world, 0, 0, nullptr);
}
END
    local standard
    for standard in c++11 c++17; do
        $CXX -std=$standard -Wall -Wextra -pedantic -Werror -I"$ROOT/include" a.cpp \
            "$BUILD/libhitmask.a" -o a
        ./a
    done
}

# ---- What is built and installed ------------------------------------------------------------

@test "the shared library has its name, needs a C library at most, and exports the header" {
    needs_elf
    objdump -p "$BUILD/libhitmask.so" >headers
    is name "$(awk '$1 == "SONAME" { print $2 }' headers)" libhitmask.so.1
    is 'what is needed' "$(awk '$1 == "NEEDED" && $2 !~ /^libc\./ { print $2 }' headers)" ''
    is 'what is exported' "$(nm -D --defined-only "$BUILD/libhitmask.so" | awk '{ print $3 }' |
        sort)" "$(declared)"
    declared | grep -x hm_overlap >/dev/null
}

@test "the static library defines all of the header, and nothing outside its prefix" {
    nm -g --defined-only "$BUILD/libhitmask.a" | awk 'NF == 3 { print $3 }' | sed 's/^_hm_/hm_/' |
        sort >defined
    is 'what is missing' "$(comm -13 defined <(declared))" ''
    is 'what is outside' "$(grep -v '^hm_' defined)" ''
}

@test "make install, a program on top of it, and make uninstall" {
    local -r make=(make -s -C "$ROOT" config=release B="$BUILD" DESTDIR="$PWD/root" PREFIX=/usr)
    local -r installed=$PWD/root/usr
    "${make[@]}" install
    is 'the version' "$("$installed/bin/hitmask" --version)" "$("$HITMASK" --version)"
    "$installed/bin/hitmask" bake -q "$SPRITES" --animate 100 -o x.hmk
    holds "$installed/share/hitmask/document.schema.json" '"hitmask"'
    $CC -std=c11 -Wall -Wextra -Werror -I"$installed/include" -c "$installed/share/hitmask/samples/movers.c" -o movers.o
    holds "$installed/share/man/man1/hitmask.1" '^.TH HITMASK'
    holds "$installed/share/bash-completion/completions/hitmask" '^complete '
    holds "$installed/share/zsh/site-functions/_hitmask" '^#compdef hitmask'
    holds "$installed/share/fish/vendor_completions.d/hitmask.fish" '^complete -c hitmask'

    local -r program=(-std=c11 -Wall -Wextra -Werror -I"$installed/include" "$ROOT/samples/tour.c")
    $CC "${program[@]}" "$installed/lib/libhitmask.a" -o static
    ./static x.hmk >said
    holds said 'The enemy touches the person at (26, 11), with 159 pixels.'
    holds said 'The person walks into an enemy with frame 3 of 4.'
    $CC "${program[@]}" -L"$installed/lib" -lhitmask -o shared
    LD_LIBRARY_PATH=$installed/lib ./shared x.hmk | same - said

    "${make[@]}" install
    "${make[@]}" uninstall
    is 'what is left' "$(find root ! -type d -o -name '*hitmask*')" ''
    "${make[@]}" uninstall
}

@test "make without a target builds the tool and the library" {
    make -n -C "$ROOT" B="$PWD/new" >recipe
    holds recipe '-o .*/new/hitmask '
    holds recipe '/new/libhitmask\.a'
}

@test "make help lists what can be made, in 79 columns" {
    make -s -C "$ROOT" help >page
    holds page '^  test-platforms '
    is 'lines that are too long' "$(grep -E '.{80}' page)" ''
    is 'where texts begin' "$(sed -n '2,$s/^\(  [a-z0-9-]* *\).*/\1/p' page | awk '{ print length }' | sort -u)" 17
}

# ---- What is written about it ---------------------------------------------------------------

@test "the synopsis of the header compiles" {
    awk '/^ \* [A-Z]/ { inside = 0 } inside { print substr($0, 6) } /^ \* Synopsis$/ { inside = 1 }' \
        "$ROOT/include/hitmask.h" >synopsis.c
    holds synopsis.c hm_overlap
    $CC "${STRICT[@]}" -c synopsis.c
}

@test "every piece of C in the pages compiles" {
    local page block
    for page in README.md {src,samples}/README.md; do
        blocks "$page" '' c
        for block in *.c; do
            $CC "${STRICT[@]}" -c "$block"
        done
    done
}

@test "what the page of the runtime shows of questions gives the right answers" {
    local i
    blocks src/README.md Ask c
    cat ./*.c >ask
    blocks src/README.md 'A crowd' c
    cat ask ./*.c - >shown <<'END'
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    static char bytes[1 << 20];
    static struct enemies enemies;
    FILE *const file = fopen(argv[argc - 1], "rb");
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    hm_pack pack;
    hm_sprite hero, rock, frame, left;
    if (!hero_meets_rock(bytes, size, 20, 8) || hero_meets_rock(bytes, size, 90, 8))
        return 1;
    if (hm_pack_open(&pack, bytes, size) != HM_OK || !find_frame(&pack, "walk", 250, &frame) ||
        strcmp(hm_sprite_name(&frame), "walk-3.png") != 0)
        return 2;
    hm_pack_find(&pack, "hero.png", &hero);
    hm_pack_find(&pack, "rock.png", &rock);
    hm_sprite_flip(&hero, true, false, &left);
    if (!sword_meets_rock(&left, &rock, 20, 8) || sword_meets_rock(&left, &rock, 200, 8))
        return 3;
    hm_point at = {0, 0}, away = {0, 0};
    if (!fly(&hero, &at, (hm_point){900, 0}, &rock, (hm_point){400, 8}) ||
        hm_overlap(&hero, &rock, 400 - at.x, 8) || !hm_overlap(&hero, &rock, 399 - at.x, 8) ||
        fly(&hero, &away, (hm_point){-900, 0}, &rock, (hm_point){400, 8}) || away.x != -900)
        return 5;
    for (uint32_t i = 0; i < 40; i++)
        put_enemy(&enemies, i, &rock, i < 20 ? 20 : 2000, 8);
    if (hit_enemies(&enemies, &hero, 0, 0) != 20 || hit_enemies(&enemies, &hero, 0, 0) != 0)
        return 4;
    return 0;
}
END
    mkdir art
    cp "$SPRITES/person.png" art/hero.png
    cp "$SPRITES/enemy.png" art/rock.png
    for i in 1 2 3 4; do cp "$SPRITES/person-walk-$i.png" "art/walk-$i.png"; done
    bake art --animate 100 -o x.hmk
    mv shown shown.c
    $CC "${STRICT[@]}" shown.c "$ROOT"/src/*.c -o shown
    ./shown x.hmk
}

@test "every way to compile a game that the page of the runtime shows" {
    local line
    [ -e "$BUILD/libhitmask.a" ] || skip 'the library is not built'
    mkdir build
    cp -R "$ROOT/src" "$ROOT/include" .
    cp "$ROOT/samples/minimal.c" game.c
    cp "$BUILD/libhitmask.a" build
    make -s -C "$ROOT" config=release B="$BUILD" install PREFIX="$PWD/home/.local" >/dev/null
    sed -n 's/^      \(cc \|export \)/\1/p' src/README.md >lines
    is 'how many lines' "$(grep -c '^cc ' lines)" 4
    bake "$SPRITES" -o x.hmk
    while read -r line; do
        HOME=$PWD/home
        eval "$line"
        [[ $line != cc* ]] || { ./a.out x.hmk && rm a.out; }
    done <lines
}

# Makes the files that the commands in the pages find, in a folder of its own for each page.
make_what_pages_name() {
    mkdir -p "$1/art/hero" "$1/samples" "$1/ui" "$1/packs"
    cd "$1" || return
    cp -R "$SPRITES" "$ROOT/samples/platformer" samples
    cp "$SPRITES"/*.png art
    cp art/person.png art/hero.png
    cp art/person-walk-1.png art/hero/run.png
    cp art/block.png art/rock.png
    bake art -o old.hmk
    cp old.hmk new.hmk
    cp old.hmk packs/game.hmk
    cp art/heart.png ui
    cp art/ball.png game.png
    printf '%s\n' game.png 'size: 32, 32' ball 'bounds: 0, 0, 32, 32' >game.atlas
    cp art/person.png hero.png
    echo '{ "rules": [{ "match": "magenta.png", "preset": "xna" }] }' >rules.json
    echo '{"frames":[{"filename":"hero","frame":{"x":0,"y":0,"w":8,"h":8}}],
        "meta":{"app":"https://www.codeandweb.com/texturepacker","image":"hero.png"}}' >hero.json
    printf '%s' '<tileset name="tiles" tilewidth="8" tileheight="8" tilecount="4" columns="4">' \
        '<image source="tiles.png" width="32" height="8"/></tileset>' >tiles.tsx
    local -r full=$(printf '#%.0s' {1..32})
    draw_png tiles.png "$full" "$full" "$full" "$full" "$full" "$full" "$full" "$full"
}

@test "every hitmask command in the pages works, one after the other" {
    local page block
    for page in README.md tools/{README,manual/atlases,manual/builds,manual/looking,manual/shapes}.md samples/README.md; do
        make_what_pages_name "$BATS_TEST_TMPDIR/${page//\//-}"
        blocks "$page" '' sh
        for block in $(grep -l '^hitmask ' ./*.sh | sort -V); do
            PATH=$(dirname "$HITMASK"):$PATH sh -eu "$block"
        done
        # What the page bakes; make_what_pages_name makes neither.
        [ -s game.hmk ] || [ -s art.hmk ]
    done
}

@test "every example of the manual page works, one after the other" {
    make_what_pages_name "$BATS_TEST_TMPDIR/man"
    sed -n '/^\.SH EXAMPLES/,/^\.SH SEE/{s/\\-/-/g; /^  /p; }' "$ROOT/tools/dist/hitmask.1" >commands
    holds commands '^  hitmask query '
    sed -i 's/^\(  hitmask diff .*\)$/\1 || [ $? = 3 ]/' commands
    PATH=$(dirname "$HITMASK"):$PATH sh -eu commands
}

@test "what the manual shows of query is what it prints" {
    bake "$SPRITES" -o game.hmk
    blocks tools/README.md Answers ''
    "$HITMASK" query game.hmk person.png enemy.png --at 20,8 | same - '1.'
}

@test "every language of the pages' blocks is one that is tried" {
    awk 'FNR == 1 { fenced = 0 } /^```/ { fenced = !fenced; if (fenced) print substr($0, 4) }' \
        "${PAGES[@]/#/$ROOT/}" | sort -u >languages
    is languages "$(xargs <languages)" 'c cmake csharp dockerfile js json makefile meson ninja python sh starlark xml'
}

@test "every link in the pages leads somewhere" {
    local page link
    for page in "${PAGES[@]}" src/FORMAT.md; do
        cd "$ROOT/$(dirname "$page")"
        for link in $(grep -o ']([^)]*)' "$(basename "$page")" | sed 's/^](//; s/)$//' | grep -v '^https:'); do
            [[ $link != \#* ]] || link=$(basename "$page")$link
            [ -e "${link%%#*}" ] || is "the link $link in $page" broken whole
            [[ $link != *#* ]] || sed -n 's/^##* //p' "${link%%#*}" | tr '[:upper:]' '[:lower:]' |
                sed 's/[^a-z0-9 -]//g; s/ /-/g' | grep -x "${link#*#}" >/dev/null ||
                is "the link $link in $page" broken whole
        done
    done
}

@test "every topic of help has a section in the manual, and the README is short" {
    local topic
    cat "$ROOT/tools/README.md" "$ROOT"/tools/manual/*.md >manual
    for topic in $("$HITMASK" help | sed -n '/^Topics:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        holds manual "^##* ${topic^}"
    done
    is 'a README of at most 150 lines' "$(($(wc -l <"$ROOT/README.md") <= 150))" 1
    is 'and at most 10 kB' "$(($(wc -c <"$ROOT/README.md") <= 10000))" 1
}

@test "the headers are short enough to read, and the files few enough to copy" {
    local -a headers=("$ROOT"/include/*.h)
    is 'the core has at most 550 lines' "$(($(wc -l <"$ROOT/include/hitmask.h") <= 550))" 1
    is 'all headers have at most 1350' "$(($(cat "${headers[@]}" | wc -l) <= 1350))" 1
    is 'with at most 145 functions' "$(($(declared | wc -l) <= 145))" 1
    is 'and src/ at most 25 sources' "$(($(find "$ROOT/src" -maxdepth 1 -name '*.c' | wc -l) <= 25))" 1
}

@test "with HM_DEBUG an assertion finds a view that a change has made stale" {
    cat >stale.c <<'END'
#include <hitmask_world.h>
#include <hitmask_canvas.h>

#include <stdlib.h>

static void ask(int question, const hm_sprite *view, hm_canvas *other)
{
    const hm_world world = {.terrain = view};
    const hm_placement at = {.scale_x = 65536, .scale_y = 65536};
    const hm_box box = {0, 0, 9, 9};
    hm_sweep_result sweep;
    hm_moments moments;
    uint32_t loops;
    switch (question) {
    case 0: hm_solid(view, 1, 1); break;
    case 1: hm_overlap(view, view, 1, 1); break;
    case 2: hm_overlap_first(view, view, 1, 1, NULL); break;
    case 3: hm_overlap_area(view, view, 1, 1); break;
    case 4: hm_sprite_area(view); break;
    case 5: hm_overlap_box(view, &box, NULL); break;
    case 6: hm_overlap_circle(view, 3, 3, 2, NULL); break;
    case 7: hm_overlap_ray(view, 0, 3, 1, 0, NULL, NULL); break;
    case 8: hm_sweep(view, view, 50, 0, 9, 0, &sweep); break;
    case 9: hm_world_point(&world, 1, 1, NULL); break;
    case 10: hm_placed_overlap(view, &at, view, &at); break;
    case 11: hm_sprite_moments(view, &moments); break;
    case 12: hm_outline(view, NULL, true, NULL, 0, NULL, &loops); break;
    case 13: hm_canvas_stamp(other, view, 0, 0, HM_ADD); break;
    default: exit(3);
    }
}

/* stale QUESTION [CHANGE]: asks a view, after a change if one is asked for. */
int main(int argc, char **argv)
{
    static unsigned char buffer[4000], of_other[4000];
    hm_canvas canvas, other;
    hm_sprite view;
    hm_canvas_init(&canvas, buffer, sizeof buffer, 100, 100);
    hm_canvas_init(&other, of_other, sizeof of_other, 100, 100);
    if (argc < 4)
        hm_canvas_circle(&canvas, 50, 50, 20, HM_ADD);
    hm_canvas_sprite(&canvas, &view);
    if (argc > 2)
        hm_canvas_set(&canvas, 99, 99, true);
    ask(atoi(argv[1]), &view, &other);
    return 0;
}
END
    local question
    $CC -std=c11 -DHM_DEBUG -I"$ROOT/include" stale.c "$ROOT"/src/*.c -o stale
    $CC -std=c11 -I"$ROOT/include" stale.c "$ROOT"/src/*.c -o quiet
    for question in {0..13}; do
        ./stale $question
        ./quiet $question change
        run --separate-stderr ./stale $question change
        is "the exit status of question $question" "$status" 134
        [[ $stderr == *'the canvas has changed: get its view again'* ]]
    done
    run --separate-stderr ./stale 0 change 'the view of an empty canvas'
    is 'the exit status' "$status" 134
    run ./stale 14
    is 'the exit status' "$status" 3
}

@test "the map of src/ has every file" {
    local file
    for file in "$ROOT"/src/*.[ch]; do
        holds "$ROOT/src/README.md" "\`$(basename "$file")\`"
    done
}

# The files of the core: the groups of the other headers need them, and they need nothing.
CORE=(contact overlap pack points rows rows_avx2 rows_avx512 rows_two shape sprite sweep verify)

@test "a program that includes the core alone links with the files of the core alone" {
    local -a files=("${CORE[@]/#/$ROOT/src/}")
    {
        echo '#include <hitmask.h>'
        echo 'typedef void any(void);'
        echo 'any *const volatile all[] = {'
        sed -n 's/^HM_API .*\b\(hm_[a-z0-9_]*\)(.*/    (any *)\1,/p' "$ROOT/include/hitmask.h"
        echo '};'
        echo 'int main(void) { return all[0] == 0; }'
    } >all.c
    holds all.c hm_overlap_escape
    $CC -std=c11 -I"$ROOT/include" all.c "${files[@]/%/.c}" -o all
    ./all
    $CC "${STRICT[@]}" "$ROOT/samples/minimal.c" "${files[@]/%/.c}" -o minimal
    bake "$SPRITES" -o x.hmk
    ./minimal x.hmk
}

@test "a game may leave out files of the core that it does not need" {
    local file
    local -a needed=()
    for file in "${CORE[@]}"; do
        case $file in
        contact | points | shape | sweep | verify) ;;
        *) needed+=("$ROOT/src/$file.c") ;;
        esac
    done
    $CC "${STRICT[@]}" "$ROOT/samples/minimal.c" "${needed[@]}" -o minimal
    bake "$SPRITES" -o x.hmk
    ./minimal x.hmk
}

@test "what the pages say to make can be made" {
    local arguments
    grep -oh '\(^ *\|`\)make [a-z][a-z0-9= -]*' "${PAGES[@]/#/$ROOT/}" | tr -d '`' | sort -u >commands
    holds commands '^make deps demo'
    holds commands '^    make samples'
    holds commands '^make pages'
    while read -r _ arguments; do
        # shellcheck disable=SC2086
        make -n -C "$ROOT" $arguments >/dev/null
    done <commands
}

@test "the options that are written about are there" {
    local command
    {
        "$HITMASK" --help
        for command in $("$HITMASK" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
            "$HITMASK" "$command" --help=all
        done
        cat "$ROOT/samples/stage.c"
    } | grep -o '[-][-][a-z][a-z0-9-]*' | sort -u >options
    grep -hv -e '^`parallel ' -e pkg-config -e 'cmake --build' -e 'dotnet nuget' "${PAGES[@]/#/$ROOT/}" "$ROOT/src/FORMAT.md" |
        grep -o '[-][-][a-z][a-z0-9-]*' | sort -u >written
    [ -s written ]
    is 'what no command has' "$(comm -23 written options)" ''
}
