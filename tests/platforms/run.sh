#!/usr/bin/env bash
# run.sh - the runtime on many machines: its tests pass, and all answers are the same bits
#
#     run.sh HITMASK FOLDER
#
# Builds the runtime with its digest of answers (digest.c) and its tests, natively in many ways and
# for other processors, and runs them, those of others under qemu-user or Wine. What is not
# installed is skipped and named. ONLY='aarch64|clang*' takes the platforms whose names match.
set -euo pipefail
shopt -s extglob
cd "$(dirname "$0")/../.."
root=$PWD

hitmask=$1 folder=$2
pack=$folder/platforms.hmk
failed=0 skipped=''
# The answers to the pack of pack.sh, of all but worlds, of worlds, and of newer canvases: no change of the runtime may
# change them. What the samples look like, and which of their pixels are solid, does.
wanted='b7df9314399edae8 fee1936f6ce015c5 398baceea3044ecf'

# The tests of the runtime that need no more than this, and are done soon when emulated.
TESTS='contact crowd path shape spread sweep'
SUPPORT=$(printf 'tests/runtime/%s.c ' answers full_box oracle path_oracle small_masks views)

# NAME|COMPILER AND FLAGS|WHAT RUNS IT. The last field is empty for this machine itself, and "-"
# where nothing can.
platforms() {
    local cc level
    for cc in gcc clang; do
        for level in '-O0' '-O2' '-O3' '-O3 -ffast-math' '-O2 -DHM_NO_SIMD' '-O3 -march=native'; do
            echo "$cc $level|$cc $level|"
        done
    done
    # Wide reads take in bytes that were not written. They are masked away, so these change nothing.
    cat <<'END'
clang with filled memory|clang -O2 -ftrivial-auto-var-init=pattern|
aarch64|aarch64-linux-gnu-gcc -O2 -static|qemu-aarch64
aarch64 portable|aarch64-linux-gnu-gcc -O3 -ffast-math -DHM_NO_SIMD -static|qemu-aarch64
armhf|arm-linux-gnueabihf-gcc -O2 -static|qemu-arm
i386|i686-linux-gnu-gcc -O2 -static|qemu-i386
i386 with x87|i686-linux-gnu-gcc -O3 -mfpmath=387 -static|qemu-i386
riscv64|riscv64-linux-gnu-gcc -O2 -static|qemu-riscv64
s390x (big-endian)|s390x-linux-gnu-gcc -O2 -static|qemu-s390x
Windows, 64 bits|x86_64-w64-mingw32-gcc -O2 -static|wine
Windows, 32 bits|i686-w64-mingw32-gcc -O2 -static|wine
END
}

# The library, with the compiler of the platform: once, for all programs that are built with it.
build_library() {
    rm -rf "$folder/library"
    mkdir "$folder/library"
    # shellcheck disable=SC2086
    (cd "$folder/library" && printf '%s\n' "$root"/src/*.c |
        xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 4 $compiler -std=c11 -I"$root/include" -c)
}

# build PROGRAM SOURCE...: with the compiler of the platform. Fails aloud.
build() {
    local -r program=$1
    shift
    # shellcheck disable=SC2086
    $compiler -std=c11 -D_XOPEN_SOURCE=700 -Itests/platforms -Iinclude -Isrc -Itests "$@" \
        "$folder"/library/*.o -o "$program"
}

check_digest() {
    local answer
    build "$folder/digest.exe" tests/platforms/digest.c || return
    [ "$runner" != - ] || return 0
    answer=$($runner "$folder/digest.exe" "$pack" | tr -d '\r') || return
    printf '%-26s %s\n' "$name" "$answer"
    [ "$answer" = "$wanted" ] || { echo "$name: answers otherwise" >&2 && return 1; }
}

run_test() {
    local -r program=$folder/test_$1.exe
    # shellcheck disable=SC2086
    build "$program" "tests/runtime/test_$1.c" $SUPPORT &&
        HITMASK_FEWER_PAIRS=1 $runner "$program" >/dev/null
}

# The tests, side by side. Those that a native gcc compiles are part of `make test`.
check_tests() {
    local test job jobs=() failed=0
    [ -n "$runner" ] && [ "$runner" != - ] || return 0
    for test in $TESTS; do
        run_test "$test" &
        jobs+=($!)
    done
    for job in "${jobs[@]}"; do
        wait "$job" || failed=1
    done
    return $failed
}

mkdir -p "$folder"
# Wine keeps its files there and its remarks to itself. One server stays, so that no program begins while
# a server ends.
export WINEDEBUG=-all WINEPREFIX=$PWD/$folder/wine
if command -v wineserver >/dev/null; then
    mkdir -p "$WINEPREFIX"
    wineserver -p600 >/dev/null 2>&1 || :
    trap 'wineserver -k || :' EXIT
fi
# At random addresses Wine loses a program now and then: see tools/dist/windows.mk.
steady=
! setarch -R true 2>/dev/null || steady='setarch -R'
sh tests/platforms/pack.sh "$hitmask" "$pack"
while IFS='|' read -r name compiler runner; do
    # shellcheck disable=SC2053
    [[ $name == @(${ONLY:-*}) ]] || continue
    if ! command -v "${compiler%% *}" >/dev/null; then
        skipped+="$name: no ${compiler%% *}"$'\n'
        continue
    fi
    if [ -n "$runner" ] && ! command -v "$runner" >/dev/null; then
        skipped+="$name: built, but there is no $runner to run it"$'\n'
        runner=-
    elif [ "$runner" = wine ]; then
        runner="$steady wine"
    fi
    { build_library && check_digest && check_tests; } || { echo "$name: FAILED" >&2 && failed=1; }
done < <(platforms)
[ -z "$skipped" ] || printf 'skipped:\n%s' "$skipped"
exit $failed
