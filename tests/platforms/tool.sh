#!/usr/bin/env bash
# tool.sh - the tool on many machines: its tests pass, and it bakes the same bytes
#
#     tool.sh HITMASK FOLDER
#
# HITMASK is the tool of this machine. What the others link comes from Debian's packages for them,
# laid out below FOLDER; nothing is installed. What cannot be had is skipped and named.
# ONLY='tool on a*|tool on i386' takes the platforms whose names match.
set -euo pipefail
shopt -s extglob
cd "$(dirname "$0")/../.."

hitmask=$1 folder=$2
failed=0 skipped=''
PACKAGES='libspng-dev libcjson-dev libexpat1-dev libxxhash-dev libcmocka-dev'

# The longest tests. Emulated they would take minutes; run.sh compares all answers of the runtime, and the bytes
# that are compared here have shapes.
LONG='affine affine_points contact damage overlap point_list shapes'

# NAME|DEBIAN'S NAME|COMPILER|WHAT RUNS IT, where this machine cannot itself
platforms() {
    cat <<'END'
tool on i386|i386|i686-linux-gnu-gcc|qemu-i386
tool on armhf|armhf|arm-linux-gnueabihf-gcc|qemu-arm
tool on arm64|arm64|aarch64-linux-gnu-gcc|qemu-aarch64
tool on s390x (big-endian)|s390x|s390x-linux-gnu-gcc|qemu-s390x
END
}

# apt ARGUMENT...: knows the packages for $architecture, and of no package that is installed
apt() {
    apt-get -q -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" \
        -o Dir::State="$apt" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt" \
        -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "$@"
}

# Packages and what they need, unpacked to $root. Once is enough.
make_root() {
    local -r apt=$root/apt
    local package
    [ ! -e "$root/complete" ] || return 0
    rm -rf "$root"
    mkdir -p "$apt/lists/partial" "$apt/archives/partial"
    : >"$apt/status"
    # One list of several may be missing, and what is wanted be in another.
    apt update || :
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends --download-only $PACKAGES || return
    for package in "$apt"/archives/*.deb; do
        dpkg-deb -x "$package" "$root" || return
    done
    rm -r "$apt"
    touch "$root/complete"
}

# Prints the programs and libraries that are missing for the platform.
lacking() {
    local program
    for program in "$compiler" apt-get dpkg-deb; do
        command -v "$program" >/dev/null || { echo "no $program" && return; }
    done
    make_root >"$folder/$architecture.log" 2>&1 ||
        echo "no packages (see $folder/$architecture.log)"
}

build() {
    PKG_CONFIG_SYSROOT_DIR=$root \
    PKG_CONFIG_LIBDIR=$root/usr/lib/$triplet/pkgconfig:$root/usr/share/pkgconfig \
        make -s "-j$(getconf _NPROCESSORS_ONLN)" B="$build" CC="$compiler --sysroot=$root" "$@"
}

# The platform's own loader, if this machine runs it, or else the emulator and what tests it has
# time for.
find_runner() {
    local loader test
    tests=()
    loader=$root$(readelf -p .interp "$build/hitmask" | sed -n 's/^ *\[ *0\] *//p')
    if "$loader" --version >/dev/null 2>&1; then
        runner="$loader --library-path $root/lib/$triplet:$root/usr/lib/$triplet"
    elif command -v "$emulator" >/dev/null; then
        runner="$emulator -L $root"
        for test in tests/*/test_*.c; do
            test=${test%.c}
            [[ " $LONG " == *" ${test##*/test_} "* ]] || tests+=("$build/$test")
        done
    else
        return 1
    fi
}

# bake OUTPUT TOOL...: of all sorts of art
bake() {
    local -r output=$1
    shift
    "$@" bake --quiet --jobs 3 --config "$folder/tool.json" --root samples samples/sprites \
        samples/*/art -o "$output"
}

same_bytes() {
    local output
    mkdir -p "$build/here" "$build/there"
    for output in all.hmk all.json all.c; do
        bake "$build/here/$output" "$hitmask" || return
        # shellcheck disable=SC2086
        bake "$build/there/$output" $runner "$build/hitmask" || return
    done
    diff -rq "$build/here" "$build/there"
}

check() {
    local -r log=$folder/$architecture.log
    build "$build/hitmask" || return
    if ! find_runner; then
        skipped+="$name: built, but there is no $emulator to run it"$'\n'
        return
    fi
    same_bytes || return
    if ! HITMASK_FEWER_PAIRS=1 build test-c RUN="$runner" ${tests:+TESTS="${tests[*]}"} >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        return 1
    fi
    printf '%-26s the same bytes, tests pass\n' "$name"
}

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cat >"$folder/tool.json" <<'END'
{ "options": { "polygons": 1, "pieces": 8, "hull": 8, "outline": true },
  "rules": [ { "match": "**/deep.png", "grid": "16x16", "animate": 90 },
             { "match": "**/ball.png", "cell": 2, "grow": 1 },
             { "match": "**/ring.png", "prune": 3 },
             { "match": "**/enemy.png", "map": "24x24", "prune-border": "drop" } ] }
END
while IFS='|' read -r name architecture compiler emulator; do
    # shellcheck disable=SC2053
    [[ $name == @(${ONLY:-*}) ]] || continue
    root=$folder/roots/$architecture build=$folder/$architecture
    lacks=$(lacking)
    if [ -n "$lacks" ]; then
        skipped+="$name: $lacks"$'\n'
        continue
    fi
    triplet=$("$compiler" -print-multiarch)
    check || { echo "$name: FAILED" >&2 && failed=1; }
done < <(platforms)
[ -z "$skipped" ] || printf 'skipped:\n%s' "$skipped"
exit $failed
