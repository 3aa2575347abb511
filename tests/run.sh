#!/usr/bin/env bash
# run.sh - runs tests side by side, and ends with what failed, what was skipped, and the totals
#
#     run.sh LOGS TEST...
#
# A TEST is a .bats file, a test program, a fuzzer (in a folder called fuzzers) or the page's tests
# (.py). Each writes TAP to a file of its own in the folder LOGS. RUN='qemu-s390x -L FOLDER' starts
# programs that were built for another machine; JOBS=N runs N tests at once.
#
# Exits with 1 unless every test passed or was skipped. A test that stops before the end of its plan
# has failed.
set -euo pipefail

# A test that hangs is ended and has failed: the slowest takes some minutes.
limit=
! command -v timeout >/dev/null || limit='timeout -k 10 1200'

# perform TEST: prints its TAP
# shellcheck disable=SC2086
perform() {
    case $1 in
    *.bats) $limit bats --formatter tap "$1" ;;
    *.py) $limit /usr/bin/python3 -B "$1" ;;
    */fuzzers/*) $limit sh tests/fuzz/replay.sh "$1" ${RUN-} ;;
    *) CMOCKA_MESSAGE_OUTPUT=TAP $limit ${RUN-} "$1" ;;
    esac
}

# read_tap TEST STATUS: "passed|failed|skipped<tab>TEST<tab>NAME<tab>REASON" for each line of TAP, and
# a failure for tests that are planned and missing, or a bad exit status.
read_tap() {
    awk -v test="$1" -v status="$2" '
        function result(word, name, reason) { printf "%s\t%s\t%s\t%s\n", word, test, name, reason }
        /^1\.\.[0-9]+/ { planned += substr($1, 4) }
        /^(not )?ok( |$)/ {
            seen++
            name = $0
            sub(/^(not )?ok *[0-9]* *(- *)?/, "", name)
            if (match(name, /# *(SKIP|skip) */)) {
                # bats has the name before the word and the reason behind it, cmocka "not ok" before
                # it and the name behind it.
                reason = substr(name, RSTART + RLENGTH)
                result("skipped", substr(name, 1, RSTART - 1), reason)
            } else if (/^not /) {
                failures++
                result("failed", name)
            } else {
                result("passed", name)
            }
        }
        END {
            if (seen < planned || seen == 0)
                result("failed", sprintf("ended after %d of %d tests", seen, planned))
            else if (status != 0 && failures == 0)
                result("failed", "ended with status " status)
        }'
}

# One test of many: runs it, prints a line, or all that it said when it fails.
run_one() {
    local -r logs=$1 test=$2
    local -r log=$logs/$(tr / - <<<"${test#/}").tap
    local status=0
    SECONDS=0
    perform "$test" >"$log" 2>&1 </dev/null || status=$?
    read_tap "$test" $status <"$log" >"$log.results"
    if grep -q '^failed' "$log.results"; then
        printf '%s\nFAILED %s\n' "$(grep -v '^ok ' "$log")" "$test" >&2
    else
        printf '%-40s %4d passed, %d s%s\n' "$test" "$(grep -c ^passed "$log.results")" $SECONDS \
            "$(awk '/^skipped/ { n++ } END { if (n) print ", " n " skipped" }' "$log.results")"
    fi
}

if [ "$1" = --one ]; then
    run_one "$2" "$3"
    exit
fi

logs=$1
shift
rm -rf "$logs"
mkdir -p "$logs"
printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" "$0" --one "$logs"

cat "$logs"/*.results >"$logs/all"
count() {
    grep -c "^$1" "$logs/all" || :
}

echo
awk -F '\t' '$1 == "failed" { print "FAILED " $2 ": " $3 }' "$logs/all"
awk -F '\t' '$1 == "skipped" { count[$4 == "" ? $3 : $4]++ }
    END { for (reason in count) printf "skipped %3d: %s\n", count[reason], reason }' "$logs/all" | sort -k 3
if grep -q '^skipped.*needs ' "$logs/all"; then
    echo "'make deps EXTRA=all' installs most of what skipped tests need."
fi
echo "$(count passed) passed, $(count failed) failed, $(count skipped) skipped"
[ "$(count failed)" = 0 ]
