#!/usr/bin/env bats
# layers.bats - several masks of one picture, warnings that are meant, and animations of layers

load helpers

# areas FILE: "name area" of each sprite.
areas() {
    paste -d ' ' <(fact name "$1") <(fact area "$1") | tr -d '"'
}

# ---- Layers of rules ------------------------------------------------------------------------

@test "a rule gives a picture other masks, each with options of its own" {
    mkdir art
    draw_png art/a.png '.159#'
    draw_png art/b.png '.159#'
    echo '{ "options": { "alpha-threshold": 140 },
            "rules": [ { "match": "a.png", "layers": { "click": { "alpha-threshold": 0 },
                                                       "hit": { "solid": true } } } ] }' >rules.json
    hitmask bake art --config rules.json -o x.json
    expect 0 '' ''
    is areas "$(areas x.json)" $'a.png 2\na.png:click 4\na.png:hit 5\nb.png 2'
    is layers "$(fact layer x.json)" $'"click"\n"hit"'
    # The options of the layer win over the command line, and the command line over the rules.
    hitmask bake art --config rules.json --alpha-threshold 252 -o x.json
    is areas "$(areas x.json)" $'a.png 1\na.png:click 4\na.png:hit 5\nb.png 1'
}

@test "a layer has the options of its picture, and a later rule changes some of the layer's" {
    draw_png a.png '#.#..' '.....' '....#'
    echo '{ "options": { "grow": 1, "layers": { "x": { "despeckle": 2 } } },
            "rules": [ { "match": "*", "layers": { "x": { "grow": 0 }, "y": { "grow": 2 } } } ] }' >rules.json
    hitmask bake a.png --config rules.json -o x.json
    expect 0 '' $'a.png: warning: layer \'a.png:x\': no pixel is solid [empty]'
    is areas "$(areas x.json)" $'a.png 11\na.png:x 0\na.png:y 15'
}

@test "cells, frames of atlases and masks of --mask-suffix have layers" {
    draw_png a.png '.1#.9.' '.1#.9#'
    echo '{ "options": { "alpha-threshold": 100, "layers": { "c": { "alpha-threshold": 0 } } } }' >rules.json
    hitmask bake a.png --grid 3x2 --config rules.json -o x.json
    expect 0 '' ''
    is areas "$(areas x.json)" $'a.png#0 2\na.png#0:c 4\na.png#1 3\na.png#1:c 3'
    echo '{ "frames": { "f": { "frame": { "x": 0, "y": 0, "w": 3, "h": 2 } },
                        "g": { "frame": { "x": 3, "y": 0, "w": 3, "h": 2 } } },
            "meta": { "image": "a.png", "size": { "w": 6, "h": 2 } } }' >sheet.json
    hitmask bake sheet.json --config rules.json -o x.json
    expect 0 '' ''
    is areas "$(areas x.json)" $'f 2\nf:c 4\ng 3\ng:c 3'
    draw_png b.png '######' '######'
    cp a.png b_m.png
    hitmask bake b.png b_m.png --mask-suffix _m --config rules.json -o x.json
    expect 0 '' ''
    is areas "$(areas x.json)" $'b.png 5\nb.png:c 7'
}

@test "cells that are skipped when they are empty are so in each layer" {
    draw_png a.png '1.#.'
    echo '{ "options": { "alpha-threshold": 100, "layers": { "c": { "alpha-threshold": 0 } } } }' >rules.json
    hitmask bake a.png --grid 1x1 --skip-empty --config rules.json -o x.json
    expect 0 '' ''
    is areas "$(areas x.json)" $'a.png#0:c 1\na.png#2 1\na.png#2:c 1'
}

@test "a picture that is a layer of another has no layers" {
    draw_png hero.hit.png '#'
    echo '{ "rules": [ { "match": "*", "layer": "hit", "layers": { "c": {} } } ] }' >rules.json
    hitmask bake hero.hit.png --config rules.json -o x.json
    expect 1 '' "hero.hit.png: error: a picture that is a layer of another cannot have \"layers\"; the rules for it are in rules.json at 1:14"
}

@test "layers that two sprites come to are one error" {
    draw_png a.png '#'
    draw_png a.c.png '#'
    echo '{ "rules": [ { "match": "a.png", "layers": { "c": {} } }, { "match": "a.c.png", "layer": "c" } ] }' >rules.json
    hitmask bake a.png a.c.png --config rules.json -o x.json
    is status "$status" 1
    [[ $stderr == *"a.png:c"* ]]
}

@test "documents and caches keep layers; a changed layer bakes again" {
    draw_png a.png '.159#'
    echo '{ "options": { "layers": { "c": { "alpha-threshold": 28 } } } }' >rules.json
    bake a.png --config rules.json --cache c.cache -o x.hmk
    bake a.png --config rules.json --cache c.cache -o y.hmk
    same x.hmk y.hmk
    "$HITMASK" inspect --json x.hmk >x.json
    bake x.json -o y.hmk
    same x.hmk y.hmk
    echo '{ "options": { "layers": { "c": { "alpha-threshold": 140 } } } }' >rules.json
    bake a.png --config rules.json --cache c.cache -o x.hmk
    is areas "$(areas x.hmk)" $'a.png 4\na.png:c 2'
}

# ---- Warnings that are meant ----------------------------------------------------------------

@test "allow: a rule says which warnings are meant; the pack keeps what it keeps" {
    draw_png a.png '..'
    draw_png b.png '..'
    echo '{ "rules": [ { "match": "a.png", "allow": ["empty", "full"], "layers": { "c": {} } } ] }' >rules.json
    hitmask bake a.png b.png --config rules.json -o x.json
    expect 0 '' 'b.png: warning: no pixel is solid [empty]'
    is warnings "$(fact warnings x.json)" $'["empty"]\n["empty"]\n["empty"]'
    hitmask bake a.png --config rules.json --error-on empty -o x.json
    expect 0 '' ''
    # A layer may say otherwise, and so may a later rule.
    echo '{ "options": { "allow": ["empty"], "layers": { "c": { "allow": [] } } },
            "rules": [ { "match": "b.png", "allow": ["full"] } ] }' >rules.json
    hitmask bake a.png b.png --config rules.json -o x.json
    expect 0 '' "a.png: warning: layer 'a.png:c': no pixel is solid [empty]
b.png: warning: no pixel is solid [empty]
b.png: warning: layer 'b.png:c': no pixel is solid [empty]"
}

@test "allow: warnings about a sheet" {
    draw_png a.png '#....'
    hitmask bake a.png --grid 2x1 -o x.json
    is ids "$(sed 's/.*\[\(.*\)\]$/\1/' <<<"$stderr" | sort | tr '\n' ' ')" 'empty ragged '
    echo '{ "options": { "allow": ["empty", "ragged", "grid-fit"] } }' >rules.json
    hitmask bake a.png --grid 2x1 --config rules.json -o x.json
    expect 0 '' ''
    hitmask bake a.png --config rules.json --cache x.cache -o x.json
    echo '{ "options": { } }' >rules.json
    draw_png a.png '..'
    hitmask bake a.png --config rules.json --cache x.cache -o x.json
    expect 0 '' 'a.png: warning: no pixel is solid [empty]'
    echo '{ "options": { "allow": ["empty"] } }' >rules.json
    hitmask bake a.png --config rules.json --cache x.cache -o x.json
    expect 0 '' ''
}

@test "allow: warnings about an atlas, by the rule for its file" {
    draw_png hero.png '##'
    for name in a b; do
        echo '<TextureAtlas imagePath="hero.png"><SubTexture name="'$name'" x="0" y="0" width="1.5" height="1"/></TextureAtlas>' >$name.xml
    done
    hitmask bake a.xml b.xml -o x.json
    is ids "$(grep -o '^[^:]*\|\[.*\]$' <<<"$stderr" | tr '\n' ' ')" 'a.xml [rounded] b.xml [rounded] '
    echo '{ "rules": [ { "match": "a.xml", "allow": ["rounded"] } ] }' >rules.json
    hitmask bake a.xml b.xml --config rules.json --error-on bare-ampersand -o x.json
    is ids "$(grep -o '^[^:]*\|\[.*\]$' <<<"$stderr" | tr '\n' ' ')" 'b.xml [rounded] '
    draw_png hero.png '##' '##'
    echo '<TextureAtlas imagePath="hero.png" width="2" height="1"><SubTexture name="a" x="0" y="0" width="1" height="1"/></TextureAtlas>' >a.xml
    hitmask bake a.xml -o x.json
    is id "$(grep -o '\[.*\]$' <<<"$stderr")" '[page-larger]'
    echo '{ "rules": [ { "match": "a.xml", "allow": ["page-larger"] } ] }' >rules.json
    hitmask bake a.xml --config rules.json -o x.json
    expect 0 '' ''
}

@test "allow: warnings about the run, by the options of the config" {
    local id
    mkdir art
    draw_png art/a.png '#'
    draw_png art/b_m.png '#'
    ln -s nothing art/gone
    ln -s ../art/c art/again
    mkdir art/c
    local -ar all=(art --mask-suffix _m --exclude zzz -MD -o art/x.json)
    local -r ids='link-broken folder-again mask-unused rule-unmatched no-effect output-in-art'
    echo '{ "rules": [ { "match": "zzz", "grow": 1 } ] }' >rules.json
    hitmask bake "${all[@]}" --config rules.json
    is ids "$(grep -o '[a-z-]*\]$' <<<"$stderr" | tr -d ']' | sort -u | xargs)" "$(xargs -n 1 <<<"$ids" | sort | xargs)"
    for id in $ids; do
        echo '{ "options": { "allow": ["'$id'"] }, "rules": [ { "match": "zzz", "grow": 1 } ] }' >rules.json
        hitmask bake "${all[@]}" --config rules.json
        is 'the warnings' "$(grep -o '\[.*\]$' <<<"$stderr" | sort -u | wc -l)" 5
        is "$id" "$(grep -F "[$id]" <<<"$stderr")" ''
    done
}

@test "allow: what is wrong is said where it stands" {
    draw_png a.png '#'
    echo '{ "options": { "allow": ["emtpy"] } }' >rules.json
    hitmask bake a.png --config rules.json -o x.json
    is status "$status" 1
    [[ $stderr == "rules.json:1:25: error: options.allow: 'emtpy' is not one of empty, full, "* ]]
    echo '{ "options": { "allow": "empty" } }' >rules.json
    hitmask bake a.png --config rules.json -o x.json
    expect 1 '' 'rules.json:1:25: error: options.allow: must be a list of ids of warnings'
    echo '{ "options": { "layers": { "c": { "grid": "1x1" } } } }' >rules.json
    hitmask bake a.png --config rules.json -o x.json
    expect 1 '' "rules.json:1:35: error: options.layers.c.grid: must not be in a layer, which has the picture's cells and frames"
    hitmask bake a.png --allow empty -o x.json
    is status "$status" 2
}

# ---- Animations of layers -------------------------------------------------------------------

@test "layers follow animations whose frames all have them" {
    mkdir hero
    local -i i
    for i in 0 1 2; do
        draw_png hero/walk-$i.png '.#'
        draw_png hero/walk-$i.hit.png '#.'
    done
    draw_png hero/walk-1.hurt.png '##'
    echo '{ "options": { "animate": 50 }, "rules": [ { "match": "*.hit.png", "layer": "hit" },
            { "match": "*.hurt.png", "layer": "hurt" } ] }' >rules.json
    hitmask bake hero --config rules.json -o x.json --verbose
    is status "$status" 0
    [[ $stderr == *"note: 1 of 3 frames of the animation 'walk' have the layer 'hurt', so there is no animation 'walk:hurt'"* ]]
    "$HITMASK" inspect --json x.json | sed -n '/"animations"/,$p' >animations
    holds animations '{ "name": "walk", "frames": \["walk-0.png", "walk-1.png", "walk-2.png"\]'
    holds animations '{ "name": "walk:hit", "frames": \["walk-0.png:hit", "walk-1.png:hit", "walk-2.png:hit"\], "durations": \[50, 50, 50\]'
    lacks animations 'walk:hurt'
    # The document has the sister, and no other is made.
    bake hero --config rules.json -o x.hmk
    bake x.json -o y.hmk
    same x.hmk y.hmk
}

@test "layers follow animations of a config, of shards and with --union" {
    mkdir hero
    local -i i
    for i in 0 1 2; do
        draw_png hero/walk-$i.png '.###'
    done
    draw_png hero/walk-1.png '1###'
    echo '{ "options": { "alpha-threshold": 100, "union": true, "layers": { "c": { "alpha-threshold": 0 } } },
            "animations": [ { "name": "w", "frames": ["walk-*"], "duration": 9, "direction": "pingpong" } ] }' >rules.json
    bake hero --config rules.json -o x.hmk
    is areas "$(areas x.hmk | grep c)" $'walk-0.png:c 4\nwalk-1.png:c 4\nwalk-2.png:c 4'
    is animations "$("$HITMASK" inspect --json x.hmk | grep -c '"name": "w:c", "frames": \["walk-0.png:c", "walk-1.png:c", "walk-2.png:c", "walk-1.png:c"\]')" 1
    for i in 1 2 3; do
        bake hero --config rules.json --shard $i/3 -o $i.hmk
    done
    "$HITMASK" merge 1.hmk 2.hmk 3.hmk -o y.hmk
    same x.hmk y.hmk
}
