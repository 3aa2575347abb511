#!/usr/bin/env bats
# single_tests.bats - the runtime as one header passes the tests of its sources

load helpers

setup() {
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'nothing that another config would change'
    cd "$BATS_TEST_TMPDIR" || return
    cp "${HITMASK%/*}/hitmask_single.h" .
}

@test "it passes the tests of its sources" {
    printf '#define HITMASK_IMPLEMENTATION\n#include "hitmask_single.h"\n' >one.c
    gcc -std=c11 -O1 -c one.c
    local name
    for name in overlap sweep shape; do
        # shellcheck disable=SC2046
        gcc -std=c11 -O1 -I"$ROOT/include" -I"$ROOT/src" -I"$ROOT/tests" -o "test_$name" \
            "$ROOT/tests/runtime/test_$name.c" "$ROOT"/tests/runtime/{answers,full_box,oracle,path_oracle,small_masks,views}.c one.o \
            $(pkg-config --cflags --libs cmocka)
        HITMASK_FEWER_PAIRS=1 "./test_$name"
    done
}
