#!/bin/sh
# replay.sh FOLDER [RUNNER...]: every fuzzer there, built to replay, gets the seeds and what was ever
# found. A runner starts what was built for another machine.
set -eu

folder=$1
shift
runner=$*

for fuzzer in "$folder"/*; do
    name=${fuzzer##*/}
    set --
    for file in tests/fuzz/seeds/"$name"/* tests/fuzz/found/"$name"/*; do
        [ ! -f "$file" ] || set -- "$@" "$file"
    done
    # shellcheck disable=SC2086
    if ! said=$($runner "$fuzzer" "$@" 2>&1); then
        printf '%s\n' "$said" >&2
        echo "fuzzer $name: fails on the last file named above" >&2
        exit 1
    fi
    echo "fuzzer $name: $# inputs replayed"
done
