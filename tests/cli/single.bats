#!/usr/bin/env bats
# single.bats - the runtime as one header: C and C++, alone, and at peace with a game's own names

load helpers

SINGLE=${HITMASK%/*}/hitmask_single.h

setup() {
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'nothing that another config would change'
    cd "$BATS_TEST_TMPDIR" || return
    # In the place of the header that the sample includes; there is no other.
    sed -e '0,/^#include <hitmask[a-z_]*\.h>/s//#define HITMASK_IMPLEMENTATION\n#include "hitmask_single.h"/' \
        -e '/^#include <hitmask/d' \
        "$ROOT/samples/tour.c" >tour.c
    cp "$SINGLE" .
    bake "$SPRITES" -o x.hmk
}

COMPILERS=('gcc -std=c11' 'clang -std=c11' 'g++ -std=c++11 -x c++' 'g++ -std=c++17 -x c++'
    'clang++ -std=c++17 -x c++')

compile_and_ask() {
    rm -f tour
    "${compiler[@]}" "$@" tour.c -o tour
    ./tour x.hmk | same - said
}

@test "the sample is compiled with it alone, as C and as C++" {
    "${HITMASK%/*}/tour" x.hmk >said
    holds said 'The enemy touches the person at (26, 11), with 159 pixels.'
    with_each compile_and_ask -O1
}

@test "the same without SIMD" {
    COMPILERS=('gcc -std=c11' 'clang++ -std=c++17 -x c++')
    "${HITMASK%/*}/tour" x.hmk >said
    with_each compile_and_ask -DHM_NO_SIMD
}

# Names that a C++ compiler adds by itself (its personality routine, at -O0) have two underscores.
exported_names() {
    nm -g --defined-only "$1" | awk '$3 !~ /^DW\.ref\.__/ { print $3 }'
}

link_two_files() {
    rm -f two
    "${compiler[@]}" -c one.c -o one.o
    "${compiler[@]}" -c two.c -o two.o
    "${compiler[0]}" one.o two.o -o two
    ./two
    exported_names one.o >exported
    holds exported 'hm_pack_open'
    is 'names outside the prefix' "$(grep -v '^_*\(Z[0-9L]*\)*hm_' exported || :)" ''
}

@test "one file has the code, the others what it declares" {
    printf '#define HITMASK_IMPLEMENTATION\n#include "hitmask_single.h"\n' >one.c
    printf '#include "hitmask_single.h"\nint main(void) { return hm_version() != HM_VERSION; }\n' >two.c
    with_each link_two_files
}

# With -O1 and without it is compiled by the tests above; clang's warnings are the same at any level.
@test "no C++ compiler warns at any level of optimisation" {
    COMPILERS=('g++ -std=c++17 -x c++')
    printf '#define HITMASK_IMPLEMENTATION\n#include "hitmask_single.h"\n' >one.c
    with_each compile_object -O3 one.c
}

# The names that sources and their headers declare, macros too.
private_words() {
    sed -n -e 's/^#define \([A-Za-z_][A-Za-z_]*\).*/\1/p' -e 's/^struct \([a-z_]*\) {$/\1/p' \
        -e 's/^static .*[ *]\([a-z0-9_][a-z0-9_]*\)(.*/\1/p' "$ROOT"/src/*.[ch] |
        grep -v -e '^hm_' -e '^HM_' -e __attribute__ | sort -u
}

compile_object() {
    "${compiler[@]}" -c "$@" -o object.o
}

@test "a game may have any of the private names itself" {
    [ "$(private_words | wc -l)" -gt 300 ]
    {
        echo '#include "hitmask_single.h"'
        echo '#define HITMASK_IMPLEMENTATION'
        # Macros that nothing can survive, and in their second half names of the game.
        private_words | grep '^[A-Z]' | sed 's/.*/#define & @/'
        private_words | grep -v '^[A-Z]' | sed 's/.*/extern int &;/'
        echo '#include "hitmask_single.h"'
        echo '#include "hitmask_single.h"'
    } >game.c
    holds game.c '^extern int window;'
    with_each compile_object -fsyntax-only game.c
}

# microsoft LANGUAGE FILE FLAG...: as for Microsoft's compilers and their C library, of which the
# runtime needs string.h alone.
microsoft() {
    clang --target=x86_64-pc-windows-msvc -fsyntax-only -ffreestanding -nostdlibinc -isystem sdk \
        -Wall -Wextra -pedantic-errors -I. -I"$ROOT/include" -x "$@"
}

@test "on Windows: the header in C and C++, the implementation in C" {
    needs clang
    mkdir sdk
    printf '%s\n' '#include <stddef.h>' 'void *memcpy(void *, const void *, size_t);' \
        'void *memmove(void *, const void *, size_t);' 'void *memset(void *, int, size_t);' \
        'int memcmp(const void *, const void *, size_t);' 'size_t strlen(const char *);' >sdk/string.h
    printf '#include <hitmask.h>\n' >header.c
    printf '#define HITMASK_IMPLEMENTATION\n#include "hitmask_single.h"\n' >one.c
    printf '#include "hitmask_single.h"\n' >other.c
    local standard
    for standard in c11 c17; do
        microsoft c header.c one.c -std=$standard
    done
    for standard in c++14 c++17 c++20; do
        microsoft c++ header.c other.c -std=$standard
    done
    microsoft c++ one.c -U__clang__ -std=c++17 2>said && return 1
    holds said "define HITMASK_IMPLEMENTATION in a .c file"
}
