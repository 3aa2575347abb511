#!/usr/bin/env bats
# mend.bats - masks put right, warnings that must be asked for, and warnings that are errors

load helpers

# rows FILE: the mask, row by row.
rows() {
    sed -n 's/^        "\([#.]*\)",\{0,1\}$/\1/p' "$1"
}

# ---- Mending --------------------------------------------------------------------------------

@test "despeckle, fill holes, grow and shrink, in this order" {
    draw_png a.png '............' '.###.##...#.' '.#.#.##.....' '.###.##.....' '............'
    bake a.png --despeckle 2 -o x.json
    is mask "$(rows x.json)" $'###.##\n#.#.##\n###.##'
    bake a.png --fill-holes -o x.json
    is mask "$(rows x.json)" $'###.##...#\n###.##....\n###.##....'
    bake a.png --despeckle 9 -o x.json
    is area "$(fact area x.json)" 0
    bake a.png --grow 1 -o x.json
    is bounds "$(fact bounds x.json)" '[0, 0, 12, 5]'
    bake a.png --shrink 1 --despeckle 1 -o x.json
    is area "$(fact area x.json)" 0
    bake a.png --shrink 1 --grow 1 --fill-holes --despeckle 2 -o x.json
    is mask "$(rows x.json)" $'######\n######\n######'
    is bounds "$(fact bounds x.json)" '[1, 1, 6, 3]'
}

@test "mending by rules; a full box is inset by shrinking" {
    mkdir art
    draw_png art/a.png '#....' '.....' '.....'
    draw_png art/b.png '#....' '.....' '.....'
    echo '{ "options": { "grow": 1 }, "rules": [
            { "match": "b.png", "grow": 0, "solid": true, "shrink": 1 } ] }' >rules.json
    hitmask bake art --config rules.json -o x.json
    expect 0 '' ''
    is bounds "$(fact bounds x.json)" $'[0, 0, 2, 2]\n[1, 1, 3, 1]'
}

@test "what mending leaves empty is warned about" {
    draw_png a.png '#.#' '...' '..#'
    hitmask bake a.png --despeckle 3 -o x.hmk
    expect 0 '' 'a.png: warning: no pixel is solid [empty]'
}

@test "sides have a limit" {
    hitmask bake a.png --grow 65536 -o x.hmk
    expect 2 '' "hitmask: error: --grow: '65536' is not a number from 0 to 65535"
    hitmask bake a.png --shrink -1 -o x.hmk
    expect 2 '' "hitmask: error: --shrink: '-1' is not a number from 0 to 65535"
}

# ---- Warnings that must be asked for --------------------------------------------------------

@test "specks: small groups beside a larger one, after mending" {
    draw_png a.png '###...#' '###....' '###.##.'
    hitmask bake a.png -o x.json
    expect 0 '' ''
    hitmask bake a.png --warn-specks 3 -o x.json
    expect 0 '' 'a.png: warning: 2 specks lie beside a larger group of pixels; --despeckle removes specks [specks]'
    holds x.json '"warnings": \["specks"\]'
    hitmask bake a.png --warn-specks 2 -o x.json
    expect 0 '' 'a.png: warning: 1 speck lies beside a larger group of pixels; --despeckle removes specks [specks]'
    hitmask bake a.png --warn-specks 10 -o x.json
    expect 0 '' ''
    hitmask bake a.png --warn-specks 3 --despeckle 3 -o x.json
    expect 0 '' ''
}

@test "straddle: many pixels that a threshold close by would decide otherwise" {
    # Alphas of 28, 112 and 140 beside opaque ones.
    draw_png a.png '####1111' '####4554'
    local -r why='of the threshold: a slightly different threshold gives another mask [straddle]'
    hitmask bake a.png --alpha-threshold 127 -o x.json
    expect 0 '' ''
    # 10 are solid, 4 straddle.
    hitmask bake a.png --alpha-threshold 127 --warn-straddle 40 -o x.json
    expect 0 '' "a.png: warning: 4 pixels have alphas within 16 $why"
    holds x.json '"warnings": \["straddle"\]'
    hitmask bake a.png --alpha-threshold 127 --warn-straddle 41 -o x.json
    expect 0 '' ''
    hitmask bake a.png --warn-straddle 1 -o x.json
    expect 0 '' ''
    hitmask bake a.png --alpha-threshold 254 --warn-straddle 1 -o x.json
    expect 0 '' ''
    draw_png a.png '###3'
    hitmask bake a.png --alpha-threshold 99 --warn-straddle 33 -o x.json
    expect 0 '' "a.png: warning: 1 pixel has an alpha within 16 $why"
}

@test "nearly-empty: under 5 % of the visible pixels are solid, whoever chose the threshold" {
    # 1 of 21 visible pixels, then 1 of 20, which is 5 %.
    draw_png a.png '1111111111' '1111111111' '#.........'
    draw_png b.png '1111111111' '111111111.' '#.........'
    hitmask bake a.png b.png --alpha-threshold 100 -o x.json
    expect 0 '' 'a.png: warning: only 1 of 21 visible pixels is solid [nearly-empty]'
    lacks x.json '"warnings"'
    hitmask bake a.png b.png --alpha-threshold 28 -o x.json
    expect 0 '' 'a.png: warning: only 1 of 21 visible pixels is solid [nearly-empty]'
    hitmask bake a.png b.png --alpha-threshold 27 -o x.json
    expect 0 '' ''
    # A mask without a pixel is empty, and no more than that.
    draw_png b.png '11'
    hitmask bake b.png --alpha-threshold 100 -o x.json
    expect 0 '' 'b.png: warning: no pixel is solid [empty]'
}

@test "nearly-empty: what mending takes away counts" {
    draw_png a.png '#####' '#####' '#####' '#####' '#####'
    hitmask bake a.png --shrink 2 -o x.hmk
    expect 0 '' 'a.png: warning: only 1 of 25 visible pixels is solid [nearly-empty]'
    hitmask bake a.png --shrink 1 -o x.hmk
    expect 0 '' ''
}

@test "nearly-empty: cells and frames are named" {
    draw_png a.png '1111111111' '1111111111' '#.........' '##########' '##########' '##########'
    hitmask bake a.png --grid 10x3 --alpha-threshold 100 -o x.hmk
    expect 0 '' "a.png: warning: frame 'a.png#0': only 1 of 21 visible pixels is solid [nearly-empty]"
}

@test "warnings that were asked for stand in the pack, and come out again" {
    draw_png a.png '###.1' '###..'
    bake a.png --warn-specks 3 --alpha-threshold 27 --warn-straddle 1 -o x.hmk
    is warnings "$(fact warnings x.hmk)" '["straddle", "specks"]'
    hitmask inspect --json x.hmk
    echo "$output" >x.json
    bake x.json -o y.hmk
    same x.hmk y.hmk
    hitmask verify x.hmk
    expect 0 'x.hmk: ok, 1 sprite' ''
}

# ---- Warnings that are errors ---------------------------------------------------------------

@test "--error-on makes a warning an error, and the output stays" {
    keep_old_output
    draw_png a.png '..'
    draw_png_rgb b.png 1 000000
    local -r full='every pixel is solid: the image has no alpha, and no colour key is given [full]'
    refuses 1 "a.png: error: no pixel is solid [empty]
b.png: warning: $full" a.png b.png --error-on empty
    refuses 1 "a.png: error: no pixel is solid [empty]
b.png: error: $full" a.png b.png --error-on full --error-on empty
    refuses 1 "a.png: error: no pixel is solid [empty]
b.png: error: $full" a.png b.png --error-on all
    refuses 1 'a.png: error: no pixel is solid [empty]' a.png b.png --error-on empty --quiet
    hitmask bake a.png b.png --error-on key-near -o y.hmk
    is status "$status" 0
}

@test "--error-on about the run: rules and masks" {
    keep_old_output
    echo '{ "rules": [ { "match": "b.png" } ] }' >rules.json
    refuses 1 "rules.json:1:14: error: no input matches 'b.png'; see 'hitmask help names' [rule-unmatched]" \
        old.png --config rules.json --error-on rule-unmatched
    draw_png b_m.png '#'
    refuses 1 'b_m.png: error: is skipped: its name makes it the mask of a picture that is not an input [mask-unused]' \
        old.png b_m.png --mask-suffix _m --error-on mask-unused
}

@test "--error-on knows its warnings, and messages in JSON keep the id" {
    hitmask bake a.png --error-on emtpy -o x.hmk
    expect 2 '' "hitmask: error: --error-on: 'emtpy' is not one of all, empty, full, key-unmatched, key-near, straddle, specks, nearly-empty, damaged-extra, outside-palette, animated, mask-unused, polygons, page-renamed, page-larger, source-twice, tags-of-more, data-left-out, bare-ampersand, clipped, rounded, ragged, grid-fit, folder-again, link-broken, name-case, rule-unmatched, output-in-art, ninja-name, no-effect"
    draw_png a.png '..'
    hitmask bake a.png --error-on empty --message-format json -o x.hmk
    is status "$status" 1
    is message "${stderr%%$'\n'*}" \
        '{"level":"error","path":"a.png","id":"empty","text":"no pixel is solid"}'
}
