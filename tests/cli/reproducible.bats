#!/usr/bin/env bats
# reproducible.bats - what is built depends on the sources alone, and is hardened

load helpers

# build_in FOLDER: the tool and the library from a copy of the sources there. Without optimization,
# for speed; what names a folder is in the debugging information, which is there all the same.
build_in() {
    mkdir -p "$1"
    mkdir -p "$1/samples" "$1/tests"
    cp -r "$ROOT/Makefile" "$ROOT/include" "$ROOT/src" "$ROOT/tools" "$1"
    cp "$ROOT/samples/samples.mk" "$1/samples"
    cp "$ROOT/tests/tests.mk" "$1/tests"
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -j2 -C "$1" CFLAGS='-O0 -g' lib build/hitmask
}

@test "two folders give the same bytes" {
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'once is enough'
    build_in one
    build_in 'another/and longer'
    local file
    for file in hitmask libhitmask.a libhitmask.so.1; do
        same "one/build/$file" "another/and longer/build/$file"
    done
    lacks one/build/hitmask "$PWD"
}

@test "the tool is hardened" {
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'another configuration'
    command -v readelf >/dev/null || skip 'needs readelf'
    readelf -hldW "$HITMASK" >facts
    holds facts 'DYN'
    holds facts 'GNU_RELRO'
    holds facts 'NOW'
    lacks facts 'GNU_STACK.*RWE'
    nm -D "$HITMASK" >calls
    holds calls '__stack_chk_fail'
    holds calls '_chk@'
}
