#!/bin/sh
# replay.sh FUZZER [RUNNER...]: gives a fuzzer that was built to replay its seeds and whatever was
# ever found, and says as TAP whether it takes them all. A runner starts what was built for another
# machine.
set -eu

fuzzer=$1
shift
runner=$*

name=${fuzzer##*/}
set --
for file in tests/fuzz/seeds/"$name"/* tests/fuzz/found/"$name"/*; do
    [ ! -f "$file" ] || set -- "$@" "$file"
done
echo 1..1
# shellcheck disable=SC2086
if said=$($runner "$fuzzer" "$@" 2>&1); then
    echo "ok 1 $# inputs replayed"
else
    echo 'not ok 1 fails on the last file that is named'
    printf '%s\n' "$said" | sed 's/^/# /'
    exit 1
fi
