#!/usr/bin/env bats
# idle.bats - options without effect are said to be without effect

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    draw_png a.png '##' '#.'
    bake a.png -o a.hmk
}

# idle OPTION WHY ARGUMENT...: the command is done, but warns of that option.
idle() {
    hitmask "${@:3}"
    is 'standard error' "$stderr" "hitmask: warning: --$1 has no effect without $2 [no-effect]" || return
    is 'the exit status' "$status" 0
}

# busy ARGUMENT...: the command is done without a warning.
busy() {
    hitmask "$@"
    is 'standard error' "$stderr" '' || return
    is 'the exit status' "$status" 0
}

@test "an option that needs another one, which is not there" {
    local -r grid='--grid, --cells or --config'
    idle margin "$grid" bake a.png --margin 1 -o x.hmk
    same x.hmk <(bake a.png --margin 1 -o -)
    idle spacing "$grid" bake a.png --spacing 1 -o x.hmk
    idle grid-order "$grid" bake a.png --grid-order columns --dry-run
    busy bake a.png --grid 1x1 --margin 0 --spacing 0 --skip-empty -o x.hmk
    busy bake a.png --cells 1x1 --margin 0 -o x.hmk
    # Its rules may cut.
    echo '{ "rules": [ { "match": "a.png", "grid": "1x1" } ] }' >rules.json
    busy bake a.png --config rules.json --margin 0 --skip-empty -o x.hmk

    local -r picture='--png, --svg or --embed-art'
    idle art "$picture" inspect a.hmk --art .
    idle art "$picture" inspect a.hmk --art . --html x.html
    busy inspect a.hmk --art . --html x.html --embed-art
    busy inspect a.hmk --art . --png x.png
    busy inspect a.hmk --art . --svg x.svg
    idle json-mask --json inspect a.hmk --json-mask none
    busy inspect a.hmk --json --json-mask none
    idle art --png query a.hmk a.png a.png --at 4,0 --art .
}

@test "bake: an --exclude that matches nothing" {
    mkdir -p art/fonts art/ui
    cp a.png art
    cp a.png art/fonts
    cp a.png art/ui/b.png
    local -r why="no name of a file or folder matches it; see 'hitmask help names'"
    useless() {
        hitmask bake art "${@:2}"
        is 'standard error' "$stderr" "hitmask: warning: --exclude '$1' has no effect: $why [no-effect]"
    }
    useless fnts --exclude fnts -o x.hmk
    # Names begin below the folder of the art.
    useless art/fonts --exclude a.png --exclude art/fonts --dry-run
    useless fnts --exclude fnts --shard 2/2 -o x.hmk
    busy bake art --exclude fonts/ -o x.hmk
    is names "$(names x.hmk)" $'a.png\nui/b.png'
    # Each pattern counts, also those that match the same, and all shards know of all inputs.
    local shard
    for shard in 1/3 2/3 3/3; do
        busy bake art --exclude b.png --exclude 'u?/*' --shard $shard -o s.hmk
    done
    # A file that is named counts too.
    busy bake art/a.png art/ui/b.png --exclude 'a*' --dry-run
}

@test "it is a warning as others are" {
    busy bake -q a.png --margin 1 -o x.hmk
    rm x.hmk
    local -r why='--margin has no effect without --grid, --cells or --config'
    hitmask bake a.png --margin 1 --error-on no-effect -o x.hmk
    expect 1 '' "hitmask: error: $why [no-effect]"
    [ ! -e x.hmk ]
    hitmask bake a.png --margin 1 --message-format json --no-summary -o x.hmk
    expect 0 '' "{\"level\":\"warning\",\"id\":\"no-effect\",\"text\":\"$why\"}"
    # The cache has nothing to do with it.
    bake a.png --margin 1 --cache cache -o x.hmk
    idle margin '--grid, --cells or --config' bake a.png --margin 1 --cache cache -o x.hmk
}
