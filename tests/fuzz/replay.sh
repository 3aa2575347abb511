#!/bin/sh
# replay.sh FOLDER: every fuzzer there, built to replay, gets the seeds and what was ever found.
set -eu

for fuzzer in "$1"/*; do
    name=${fuzzer##*/}
    set --
    for file in tests/fuzz/seeds/"$name"/* tests/fuzz/found/"$name"/*; do
        [ ! -f "$file" ] || set -- "$@" "$file"
    done
    if ! said=$("$fuzzer" "$@" 2>&1); then
        printf '%s\n' "$said" >&2
        echo "fuzzer $name: fails on the last file named above" >&2
        exit 1
    fi
    echo "fuzzer $name: $# inputs replayed"
done
