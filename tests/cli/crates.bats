#!/usr/bin/env bats
# crates.bats - sprites in Box2D: by their pieces they pile up lower than by their boxes, and come to rest

load helpers

BUILD=${HITMASK%/*}

setup() {
    "${PKG_CONFIG:-pkg-config}" --exists sdl2 box2d || skip 'needs SDL2 and Box2D (libbox2d-dev)'
    export SDL_VIDEODRIVER=dummy XDG_RUNTIME_DIR=$BATS_TEST_TMPDIR
    cd "$BATS_TEST_TMPDIR" || return
}

# told HOW WORD: the number behind a word in the line of one pile.
told() {
    sed -n "s/^$1: .*$2 \\([0-9]*\\).*/\\1/p" told
}

@test "two piles of 10,000 steps stand still from the 2,000th on, and that of pieces is lower" {
    run --separate-stderr "$BUILD/crates" "$BUILD/crates.hmk" "$SPRITES" --script "$ROOT/samples/crates/script.txt" --screenshot x.png
    is 'standard error' "$stderr" ''
    is 'the exit status' "$status" 0
    echo "$output" >told
    local how
    for how in 'by pieces' 'by boxes'; do
        holds told "^$how: 21 sprites, "
        (($(told "$how" 'since frame') > 0 && $(told "$how" 'since frame') < 2000))
    done
    # y points down.
    (($(told 'by pieces' 'highest at') > $(told 'by boxes' 'highest at') + 30))
    # A picture of the piles at rest is that of a later step.
    "$BUILD/crates" "$BUILD/crates.hmk" "$SPRITES" --script "$ROOT/samples/crates/script.txt" --frames 4000 --screenshot y.png
    same x.png y.png
}
