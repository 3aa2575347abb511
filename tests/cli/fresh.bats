#!/usr/bin/env bats
# fresh.bats - machines on which something is missing, and what the tests say at their end

load helpers

# only PROGRAM...: a folder bin/ with these programs, to be all of PATH.
only() {
    local program
    mkdir -p bin
    for program; do
        ln -sf "$(command -v "$program")" bin/
    done
}

# script NAME LINE...: a program in bin/ that the shell runs.
script() {
    mkdir -p bin
    printf '%s\n' "#!$(command -v bash)" "${@:2}" >"bin/$1"
    chmod +x "bin/$1"
}

# ---- Missing packages -----------------------------------------------------------------------

# make_alone ARGUMENT...: without what a make that runs the tests leaves in the environment.
make_alone() {
    run env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL PATH="$PWD/bin" \
        make -C "$ROOT" B="$PWD/build" "$@"
}

@test "make names what is missing, and how to install it" {
    only make sh printf mkdir find rm ln sed tr uname cat
    make_alone
    [ "$status" -ne 0 ]
    [[ $output = *"error: the C compiler 'cc' is missing; 'make deps' installs what is missing"* ]]
    [[ $output != *'not found'* ]]
    only cc
    make_alone "$PWD/build/hitmask"
    [[ $output = *"error: pkg-config is missing; 'make deps' installs what is missing"* ]]
    script pkg-config '[ "${*: -1}" != libcjson ]'
    make_alone "$PWD/build/hitmask"
    [[ $output = *"error: the library libcjson is missing; 'make deps' installs what is missing"* ]]
    make_alone test-cli ONLY=none
    [[ $output = *'error: '*" is missing; 'make deps' installs what is missing"* ]]
}

# ---- make deps ------------------------------------------------------------------------------

deps() {
    run env PATH="$PWD/bin" sh "$ROOT/tools/dist/deps.sh" "$@"
}

@test "deps installs what is missing, and nothing else" {
    only sh awk sed tr sort env grep cat
    script dpkg-query 'case $* in *libspng-dev|*gcc) ;; *) printf installed ;; esac'
    script apt-get 'echo "$@" >>log; echo noise'
    script id 'echo 0'
    deps build
    is output "$output" 'deps: apt-get installs gcc libspng-dev'
    is 'what was run' "$(<log)" 'update -q
install -qy --no-install-recommends gcc libspng-dev'
    script apt-get 'echo "it is broken"; exit 3'
    deps build
    [ "$status" -ne 0 ]
    [[ $output = *'it is broken'* ]]
}

@test "deps without root and sudo says what to run as root" {
    only sh awk sed tr sort env grep cat
    script dpkg-query 'case $* in *libspng-dev) ;; *) printf installed ;; esac'
    script apt-get 'echo "$@" >>log'
    script id 'echo 1000'
    deps build
    is status "$status" 1
    is output "$output" 'deps: error: only root can install packages, and there is no sudo; run as root:
    apt-get install -qy --no-install-recommends libspng-dev'
    [ ! -e log ]
    script sudo 'echo "as root: $*" >>log; "$@"'
    deps build
    is status "$status" 0
    holds log '^as root: .*apt-get install -qy --no-install-recommends libspng-dev$'
}

@test "deps on a system that it does not know names all that is needed" {
    only sh awk sed tr sort env grep cat
    deps build test
    is status "$status" 1
    is output "$output" "deps: error: this script knows apt-get, dnf, pacman, apk and brew, and finds none; please install C-compiler C-headers pkg-config libspng cJSON expat xxHash zlib libdeflate libyaml giflib libwebp C++-compiler cmocka bats jsonschema util-linux "
    deps nonsense
    is status "$status" 2
    [[ $output = "deps: error: there is no group 'nonsense'; the groups are "* ]]
}

@test "the Dockerfile of the manual installs make, and then what make needs" {
    blocks tools/manual/builds.md Docker dockerfile
    script apt-get 'echo "$@" >>log'
    script make 'echo "make $*" >>log'
    sed -n 's/^RUN //p' 1.dockerfile | PATH=$PWD/bin:$PATH sh -eu
    is 'what was run' "$(<log)" 'update
install -y make
make -C /hitmask deps all install'
    make -n -C "$ROOT" B="$PWD/build" deps all install >/dev/null
}

# ---- The end of a run of tests --------------------------------------------------------------

run_tests() {
    run env RUN= "$ROOT/tests/run.sh" "$PWD/logs" "$@"
}

@test "a run ends with what failed, what was skipped and why, and the totals" {
    script good 'printf "1..2\nok 1 - one\nok 2 - two\n"'
    script skips 'printf "1..2\nok 1 - three\nok 2 - four # SKIP needs a unicorn\n"'
    script bad 'printf "1..2\nok 1 - five\nnot ok 2 - six\n"; exit 1'
    run_tests bin/good bin/skips
    is status "$status" 0
    is 'the end' "$(tail -n 3 <<<"$output")" "skipped   1: needs a unicorn
'make deps EXTRA=all' installs most of what skipped tests need.
3 passed, 0 failed, 1 skipped"
    run_tests bin/good bin/bad
    is status "$status" 1
    is 'the end' "$(tail -n 2 <<<"$output")" 'FAILED bin/bad: six
3 passed, 1 failed, 0 skipped'
}

@test "tests that end before their plan, or with a bad status, have failed" {
    script ends 'printf "1..3\nok 1 - one\n"'
    script crashes 'printf "1..1\nok 1 - one\n"; kill -SEGV $$'
    script silent 'exit 0'
    run_tests bin/ends bin/crashes bin/silent
    is status "$status" 1
    is 'the end' "$(grep -e '^FAILED .*: ' -e passed, <<<"$output" | grep -v 'passed, [0-9]* s' | LC_ALL=C sort)" \
        '2 passed, 3 failed, 0 skipped
FAILED bin/crashes: ended with status 139
FAILED bin/ends: ended after 1 of 3 tests
FAILED bin/silent: ended after 0 of 0 tests'
}
