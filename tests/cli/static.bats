#!/usr/bin/env bats
# static.bats - the tool of `make static`: alone on any Linux, and the same bytes

load helpers

setup() {
    [ -n "${HITMASK_STATIC-}" ] || skip 'make test-static tries the static tool'
    cd "$BATS_TEST_TMPDIR" || return
}

@test "it needs no other file: in an empty folder that is all there is" {
    [ "$(id -u)" = 0 ] || skip 'only root can change the root folder'
    mkdir -p root/art
    cp "$HITMASK_STATIC" root/hitmask
    cp "$SPRITES"/*.png root/art/
    is version "$(chroot root /hitmask --version)" "$("$HITMASK" --version)"
    chroot root /hitmask bake --quiet /art -o /game.hmk
    chroot root /hitmask verify --quiet /game.hmk
    chroot root /hitmask inspect /game.hmk >table
    holds table 'ball.png'
}

@test "packs, documents, C and pictures have the same bytes" {
    local output
    mkdir here there
    for output in game.hmk game.json game.c; do
        "$HITMASK" bake --quiet "$SPRITES" -o here/$output
        "$HITMASK_STATIC" bake --quiet -j3 "$SPRITES" -o there/$output
    done
    "$HITMASK" inspect --png here/game.png here/game.hmk
    "$HITMASK_STATIC" inspect --png there/game.png here/game.hmk
    diff -r here there
}

@test "the loader of the system has no part in it" {
    needs readelf
    readelf -l "$HITMASK_STATIC" >segments
    lacks segments 'INTERP\|interpreter'
    readelf -d "$HITMASK_STATIC" >needed
    lacks needed NEEDED
}
