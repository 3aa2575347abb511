#!/usr/bin/env bats
# kill.bats - a bake may be killed at any moment: the old output stays whole, the next run succeeds

load helpers

KILLS=200

# Files that a bake with these options may have left as game.hmk.
is_one_of() {
    local file
    for file; do
        cmp -s game.hmk "$file" && return
    done
    return 1
}

# Sends a bake signal `$1` `$2` thousandths of a second after its start, or lets it end before that.
bake_and_send() {
    local signal=$1 thousandths=$2
    shift 2
    "$HITMASK" bake --quiet "$@" 3>&- &
    sleep "0.$(printf '%03d' "$thousandths")"
    kill "-$signal" $! 2>/dev/null || true
    wait $! 2>/dev/null || true
}

@test "killed at $KILLS moments, a bake loses nothing" {
    local i
    mkdir art
    for ((i = 0; i < 8; i++)); do
        cp -r "$SPRITES" "art/$i"
    done
    bake art -o one.hmk
    bake art -o two.hmk --prune 0
    cp one.hmk game.hmk
    for ((i = 0; i < KILLS; i++)); do
        bake_and_send KILL $((RANDOM % 25)) art -o game.hmk -MD --stamp stamp --cache cache --prune $((i % 2))
        is_one_of one.hmk two.hmk || is "output after kill $i" wrong whole
    done
    bake art -o game.hmk -MD --stamp stamp --cache cache
    same game.hmk one.hmk
    is leftovers "$(find . -name '.*hitmask-tmp')" ''
}

@test "of eight bakes at once that are killed, the output stays whole, and the others end with 0" {
    local i k pids
    bake "$SPRITES" -o one.hmk
    bake "$SPRITES" -o two.hmk --prune 0
    cp one.hmk game.hmk
    for ((i = 0; i < KILLS / 8; i++)); do
        pids=()
        for ((k = 0; k < 8; k++)); do
            "$HITMASK" bake -q "$SPRITES" -o game.hmk -MD --stamp stamp --prune $((k % 2)) 3>&- &
            pids+=($!)
        done
        sleep "0.0$((RANDOM % 10))"
        kill -KILL "${pids[@]:0:4}" 2>/dev/null || true
        wait "${pids[@]:0:4}" 2>/dev/null || true
        for ((k = 4; k < 8; k++)); do
            wait "${pids[k]}"
        done
        is_one_of one.hmk two.hmk || is "output after round $i" wrong whole
    done
    bake "$SPRITES" -o game.hmk -MD --stamp stamp
    is leftovers "$(find . -name '.*hitmask-tmp')" ''
}

@test "interrupted at $KILLS moments, a bake leaves nothing beside its outputs" {
    local i
    for ((i = 0; i < KILLS; i++)); do
        rm -f game.* stamp cache
        bake_and_send TERM $((RANDOM % 12)) "$SPRITES" -o game.c -MD --stamp stamp --cache cache
        is "leftovers after $i" "$(find . -name '.*hitmask-tmp')" ''
    done
}
