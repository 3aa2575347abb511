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
    is 'standard error' "$stderr" "hitmask: warning: --$1 has no effect $2 [no-effect]" || return
    is 'the exit status' "$status" 0
}

# busy ARGUMENT...: the command is done without a warning.
busy() {
    hitmask "$@"
    is 'standard error' "$stderr" '' || return
    is 'the exit status' "$status" 0
}

# An APNG of two frames, of 1x1 pixels.
draw_moving() {
    local -r place=000000010000000100000000000000000001000a0000
    local adler
    header 1 1 8 4
    chunk acTL 0000000200000000
    chunk fcTL "00000000$place"
    image_data 0000ff
    chunk fcTL "00000001$place"
    read -r _ adler < <(sums 0000ff)
    chunk fdAT "000000027801010300fcff0000ff$adler"
    finish "$1"
}

@test "bake: what no input makes use of" {
    idle margin 'without --grid' bake a.png --margin 1 -o x.hmk
    same x.hmk <(bake a.png --margin 1 -o -)
    idle spacing 'without --grid' bake a.png --spacing 1 -o x.hmk
    idle skip-empty 'without --grid, --auto-cut or an atlas' bake a.png --skip-empty -o x.hmk
    busy bake a.png --grid 1x1 --margin 0 --spacing 0 --skip-empty -o x.hmk
    idle space 'without an atlas' bake a.png --space trimmed -o x.hmk
    idle source-scale 'without an atlas' bake a.png --source-scale -o x.hmk
    idle key-tolerance 'without --color-key' bake a.png --key-tolerance 3 -o x.hmk
    idle union 'without animations, which come from --animate, a config or an atlas' bake a.png --union -o x.hmk
    busy bake a.png --union --animate 100 -o x.hmk
    # What it is decides, not its name.
    draw_moving moving.png
    busy bake a.png moving.png --union -o x.hmk
    idle mask-suffix 'on these inputs: no picture has a mask with this suffix' \
        bake a.png --mask-suffix _mask -o x.hmk
    cp a.png a_mask.png
    busy bake a.png --mask-suffix _mask -o x.hmk
    busy bake a.png --mask-suffix _mask --exclude a_mask.png -o x.hmk
    idle error-on 'on straddle without --warn-straddle' bake a.png --error-on straddle -o x.hmk
    busy bake a.png --error-on straddle --warn-straddle 50 -o x.hmk
    idle error-on 'on specks without --warn-specks' bake a.png --error-on specks -o x.hmk
    bake a.png -o a.json
    idle strip-extension 'on JSON documents, whose sprites have names' bake a.json --strip-extension -o x.hmk
    busy bake a.json --strip-extension --shard 1/2 -o x.hmk
    busy bake a.png --strip-extension -o x.hmk
    local option
    for option in 'map 2x2' 'cell 2' 'prune 2' 'prune-border keep'; do
        # shellcheck disable=SC2086
        idle "${option% *}" 'together with --no-points' bake a.png --no-points --$option -o x.hmk
    done
    # A line of options for many may have a key for those that are not solid throughout.
    busy bake a.png --solid --color-key magenta --key-tolerance 3 --error-on key-near -o x.hmk
    # What a preset says is not what the user says.
    busy bake a.png --preset nearpixel --no-points -o x.hmk
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

@test "bake: rules, atlases and presets make use of options, too, and shards of those of others" {
    draw_png b.png '.#'
    use() {
        echo "{ \"rules\": [ { \"match\": \"a.png\", $1 } ] }" >rules.json
        busy bake a.png --config rules.json "${@:2}" -o x.hmk
    }
    use '"grid": "1x1"' --margin 0 --spacing 0 --skip-empty
    use '"animate": 100' --union
    use '"warn-straddle": 50' --error-on straddle
    bake a.png b.png --shard 1/2 -o part.hmk
    local -r part=$((1 + $(names part.hmk | grep -c a.png)))
    busy bake a.png b.png --shard $part/2 --config rules.json --error-on straddle --error-on specks \
        --warn-specks 2 -o x.hmk
    echo '{ "animations": [ { "name": "run", "frames": ["a.png"], "duration": 100 } ] }' >rules.json
    busy bake a.png --config rules.json --union -o x.hmk
    printf '{"frames": {"f.png": {"frame": {"x": 0, "y": 0, "w": 2, "h": 1}}},
        "meta": {"image": "a.png"}}' >atlas.json
    busy bake atlas.json --space trimmed --skip-empty -o x.hmk
    hitmask bake a.png --preset xna --key-tolerance 3 -o x.hmk
    expect 0 '' 'a.png: warning: no pixel has the colour of the key [key-unmatched]'
}

@test "bake and merge: how to write what is not written" {
    local command
    bake a.png -o a.json
    for command in bake merge; do
        idle json-mask 'on an output that is not JSON' \
            "$command" a.json --json-mask base64 -o x.hmk
        busy "$command" a.json --json-mask base64 -o x.json
        idle write-if-changed 'on standard output' \
            "$command" a.json --write-if-changed --format json -o -
        busy "$command" a.json --write-if-changed -o x.hmk
    done
}

@test "inspect: art that nothing shows, masks without a document, an order that is not" {
    local -r art='without --png, --svg, or --html --embed-art'
    idle art "$art" inspect a.hmk --art .
    idle art "$art" inspect a.hmk --art . --html x.html
    idle art "$art" inspect a.hmk --art . --ascii
    busy inspect a.hmk --art . --html x.html --embed-art
    busy inspect a.hmk --art . --png x.png
    busy inspect a.hmk --art . --svg x.svg
    idle json-mask 'without --json' inspect a.hmk --json-mask none
    busy inspect a.hmk --json --json-mask none
    idle sort 'on JSON and pages, which are in the order of names' inspect a.hmk --json --sort size
    idle sort 'on JSON and pages, which are in the order of names' inspect a.hmk --html x.html --sort size
    busy inspect a.hmk --sort size
    busy inspect a.hmk --ascii --html x.html --sort size
    busy inspect a.hmk --png x.png --json --sort size
}

@test "it is a warning as others are" {
    busy bake -q a.png --margin 1 -o x.hmk
    rm x.hmk
    hitmask bake a.png --margin 1 --error-on no-effect -o x.hmk
    expect 1 '' 'hitmask: error: --margin has no effect without --grid [no-effect]'
    [ ! -e x.hmk ]
    hitmask bake a.png --margin 1 --message-format json --no-summary -o x.hmk
    expect 0 '' '{"level":"warning","id":"no-effect","text":"--margin has no effect without --grid"}'
    # The cache has nothing to do with it.
    bake a.png --margin 1 --cache cache -o x.hmk
    idle margin 'without --grid' bake a.png --margin 1 --cache cache -o x.hmk
    # Documents alone: what is about pictures is wrong usage, and that is all that is said.
    bake a.png -o a.json
    hitmask bake a.json --margin 1 -o x.hmk
    expect 2 '' 'hitmask: error: --margin applies to pictures, but all inputs are JSON documents'
}
