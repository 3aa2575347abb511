#!/bin/sh
# run.sh SECONDS BUILD: runs each fuzzer of BUILD/fuzz for that long, as many at once as there are
# cores. Each begins with what it knows from earlier runs, what tests try, and what was ever found.
# Fails when one finds something, and says which file it left.
#
# run.sh SECONDS BUILD TARGET: one of them. What it says goes to a log, its sum to standard output.
set -eu

seconds=$1 build=$2 target=${3-}
findings=$build/findings

if [ -z "$target" ]; then
    cores=$(getconf _NPROCESSORS_ONLN)
    (cd "$build/fuzz/fuzzers" && printf '%s\n' *) |
        xargs -P "$cores" -I '{}' sh "$0" "$seconds" "$build" '{}' && exit
    echo "Once it is mended, keep what was found in tests/fuzz/found/TARGET, where 'make test'" \
        'replays it.' >&2
    exit 1
fi

mkdir -p "$build/corpus/$target" "$findings/$target"
set -- "$build/corpus/$target"
for folder in "$build/seeds" tests/fuzz/seeds tests/fuzz/found; do
    [ ! -d "$folder/$target" ] || set -- "$@" "$folder/$target"
done
status=0
"$build/fuzz/fuzzers/$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -artifact_prefix="$findings/$target/" "$@" \
    >"$findings/$target.log" 2>&1 || status=$?
sed -n "s/^#\([0-9]*\).*DONE *cov: \([0-9]*\) ft: \([0-9]*\).*/$target: \1 runs, \2 edges, \3 features/p" \
    "$findings/$target.log"
[ "$status" = 0 ] || echo "$target: found" \
    "$(sed -n 's/.*Test unit written to //p' "$findings/$target.log") (see $findings/$target.log)"
exit "$status"
