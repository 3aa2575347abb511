#!/usr/bin/env bats
# attack.bats - a second of each attack of attack.py; `make test-attack` goes on for as long as one likes
#
# The attacks with names are in builds.bats.

load helpers

# for_a_second KIND: its first rounds, the same ones each time
for_a_second() {
    needs python3
    /usr/bin/python3 -B "$ROOT/tests/attack.py" --seed 1 "$HITMASK" 1 "$1"
}

@test "killed at any moment, a bake leaves whole files, and the next one notices every change" {
    for_a_second kill
}

@test "art that changes during bakes leads to no stale cache" {
    for_a_second churn
}

@test "bakes of one output and one cache at once leave whole files" {
    not_on_windows 'Wine cannot replace a file that others have open'
    for_a_second race
}

@test "whatever the options are, a bake with a cache gives what one without gives" {
    for_a_second options
}
