#!/bin/sh
# coverage.sh - prints what `make coverage` found: each file with the lines that nothing reached,
# then the sums
#
#     coverage.sh FOLDER
#
# Fails when less is reached than is promised: of src/ 95 % of the lines and 85 % of the branches,
# of tools/ 90 % of the lines.
set -eu

folder=$1
status=0

report() { # report SOURCES LEAST-LINES LEAST-BRANCHES
    gcovr --root . --object-directory "$folder" --filter "$1/" --print-summary \
        --fail-under-line "$2" --fail-under-branch "$3" || status=1
}

report src 95 85
report tools 90 0
exit $status
