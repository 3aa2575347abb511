#!/usr/bin/env bats
# animations.bats - frames become animations, by their names or by a config, and may have one mask

load helpers

# Three frames of run, two of walk, and a rock.
setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p art/hero
    draw_png art/hero/run_1.png '#..' '...'
    draw_png art/hero/run_2.png '.#.' '...'
    draw_png art/hero/run_3.png '..#' '...'
    draw_png art/hero/walk_1.png '...' '#..'
    draw_png art/hero/walk_2.png '...' '.#.'
    draw_png art/rock.png '##' '##'
}

# The animations of a pack or document, one a line: "name: frame*duration ...".
animations() {
    "$HITMASK" inspect --json "$1" | /usr/bin/python3 -c '
import json, sys
for a in json.load(sys.stdin).get("animations", []):
    print(a["name"] + ":", *(f"{f}*{d}" for f, d in zip(a["frames"], a["durations"])))'
}

# bakes_animations WANTED ARGUMENT...: to x.hmk.
bakes_animations() {
    local -r wanted=$1
    shift
    hitmask bake "$@" -o x.hmk
    expect 0 '' ''
    is animations "$(animations x.hmk)" "$wanted"
}

# rows NAME FILE: the sprite's mask, its rows apart by '/', each as wide as the bounds.
rows() {
    "$HITMASK" inspect --json "$2" "$1" |
        /usr/bin/python3 -c 'import json, sys; print("/".join(json.load(sys.stdin)["sprites"][0]["mask"]["rows"]))'
}

# ---- By their names -------------------------------------------------------------------------

@test "sequences have as long as they are told for each frame" {
    bakes_animations '' art
    bakes_animations 'hero/run: hero/run_1.png*80 hero/run_2.png*80 hero/run_3.png*80
hero/walk: hero/walk_1.png*80 hero/walk_2.png*80' art --animate 80
    bakes_animations 'hero/run: hero/run_1*80 hero/run_2*80 hero/run_3*80
hero/walk: hero/walk_1*80 hero/walk_2*80' art --animate 80 --strip-extension
    bakes_animations 'run: run_1.png*80 run_2.png*80' art/hero/run_2.png art/hero/run_1.png --animate 80
}

@test "only frames that follow each other, of one size or called name-N in a folder" {
    mkdir -p odd/fx
    local -i i
    for i in 1 2 3 5 6 10; do
        draw_png odd/gap_$i.png '#'
    done
    draw_png odd/size_1.png '#'
    draw_png odd/size_2.png '##'
    draw_png odd/size_3.png '##'
    draw_png odd/top-1.png '#'
    draw_png odd/top-2.png '##'
    draw_png odd/fx/glow-1.png '#'
    draw_png odd/fx/glow-2.png '##'
    bakes_animations 'fx/glow: fx/glow-1.png*80 fx/glow-2.png*80
gap: gap_1.png*80 gap_2.png*80 gap_3.png*80
size: size_2.png*80 size_3.png*80' odd --animate 80
    hitmask bake odd --animate 80 --verbose --progress always -o x.hmk
    [[ $stderr == *'--animate: 7 frames are 3 animations: gap (3), size (2), fx/glow (2)'* ]]
}

@test "rules say which, and how long" {
    cat >rules.json <<'ENDJSON'
{ "options": { "animate": 80 },
  "rules": [ { "match": "walk_*", "animate": 0 }, { "match": "run_3.png", "animate": 200 } ] }
ENDJSON
    bakes_animations 'hero/run: hero/run_1.png*80 hero/run_2.png*80 hero/run_3.png*200' \
        art --config rules.json
    bakes_animations 'hero/run: hero/run_1.png*5 hero/run_2.png*5 hero/run_3.png*5
hero/walk: hero/walk_1.png*5 hero/walk_2.png*5' art --config rules.json --animate 5
}

@test "the cells of a sheet are an animation" {
    draw_png sheet.png '#.....#.' '##....#.'
    bakes_animations 'sheet: sheet.png#0*40 sheet.png#3*40' \
        sheet.png --grid 2x2 --skip-empty --animate 40
    draw_png one.png '#.' '##'
    bakes_animations 'one: one.png#0*40' one.png --grid 2x2 --animate 40
}

@test "a name that an animation has already is an error that names both" {
    keep_old_output
    draw_png art/hero/run.png '#.' '##'
    echo '{ "rules": [ { "match": "run.png", "grid": "1x2" } ] }' >rules.json
    refuses 1 "hitmask: error: two animations are named 'hero/run': one from art/hero/run.png, one from art/hero/run_1.png" \
        art --animate 80 --config rules.json
}

# ---- By a config ----------------------------------------------------------------------------

@test "a config names frames, or globs in natural order" {
    cat >a.json <<'ENDJSON'
{ "animations": [
    { "name": "hero/run", "frames": ["run_*.png", "rock.png"], "duration": 100 },
    { "name": "to and fro", "frames": ["hero/run_*.png"], "durations": [1, 2, 3], "direction": "pingpong" },
    { "name": "back", "frames": ["hero/run_[12].png", "hero/run_1.png"], "durations": [1, 2, 3], "direction": "reverse" },
    { "name": "short", "frames": ["hero/walk_*"], "duration": 0, "direction": "pingpong" },
    { "name": "still", "frames": ["rock.png"], "duration": 4294967295, "direction": "forward", "union": false } ] }
ENDJSON
    bakes_animations 'back: hero/run_1.png*3 hero/run_2.png*2 hero/run_1.png*1
hero/run: hero/run_1.png*100 hero/run_2.png*100 hero/run_3.png*100 rock.png*100
short: hero/walk_1.png*0 hero/walk_2.png*0
still: rock.png*4294967295
to and fro: hero/run_1.png*1 hero/run_2.png*2 hero/run_3.png*3 hero/run_2.png*2' art --config a.json
}

@test "a sprite's own name comes before globs, and layers are matched when they are asked for" {
    draw_png 'art/hero/run_[1].png' '#..' '#..'
    draw_png art/hero/walk_1.hit.png '#..' '#..'
    cat >a.json <<'ENDJSON'
{ "rules": [ { "match": "*.hit.png", "layer": "hit" } ],
  "animations": [
    { "name": "a", "frames": ["hero/run_[1].png"], "duration": 1 },
    { "name": "b", "frames": ["hero/run_[12].png"], "duration": 1 },
    { "name": "c", "frames": ["hero/walk_1*"], "duration": 1 },
    { "name": "d", "frames": ["hero/walk_1*:*"], "duration": 1 } ] }
ENDJSON
    bakes_animations 'a: hero/run_[1].png*1
b: hero/run_1.png*1 hero/run_2.png*1
c: hero/walk_1.png*1
c:hit: hero/walk_1.png:hit*1
d: hero/walk_1.png:hit*1' art --config a.json
}

@test "every mistake in it is told with its place" {
    keep_old_output
    cat >a.json <<'ENDJSON'
{ "animations": [
    { "name": "a", "frames": ["x"] },
    { "name": "b", "frames": ["x"], "duration": 1, "durations": [1] },
    { "name": "c", "frames": [], "duration": 1 },
    { "name": "d", "frames": "x", "duration": 1 },
    { "name": "e", "frames": [1], "duration": 1 },
    { "name": "", "frames": ["x"], "duration": 1 },
    { "frames": ["x"], "duration": 1 },
    { "name": "h", "duration": 1 },
    { "name": "i", "frames": ["x"], "duration": -1 },
    { "name": "j", "frames": ["x"], "durations": [1.5] },
    { "name": "k", "frames": ["x"], "durations": 1 },
    { "name": "l", "frames": ["x"], "duration": 1, "direction": "sideways" },
    { "name": "m", "frames": ["x"], "duration": 1, "direction": 1 },
    { "name": "n", "frames": ["x"], "duration": 1, "union": 1 },
    { "name": "o", "frames": ["x"], "duration": 1, "loop": true },
    7 ] }
ENDJSON
    refuses 1 'a.json:2:5: error: animations[0]: "duration" or "durations" is missing
a.json:3:5: error: animations[1]: must have "duration" or "durations", not both
a.json:4:30: error: animations[2].frames: must have at least one frame
a.json:5:30: error: animations[3].frames: must be an array
a.json:6:31: error: animations[4].frames[0]: must be a string
a.json:7:15: error: animations[5].name: must not be empty
a.json:8:5: error: animations[6]: "name" is missing
a.json:9:5: error: animations[7]: "frames" is missing
a.json:10:49: error: animations[8].duration: must be a whole number from 0 to 4294967295
a.json:11:51: error: animations[9].durations[0]: must be a whole number from 0 to 4294967295
a.json:12:50: error: animations[10].durations: must be an array
a.json:13:65: error: animations[11].direction: '"'"'sideways'"'"' is not one of forward, reverse, pingpong
a.json:14:65: error: animations[12].direction: must be a string
a.json:15:61: error: animations[13].union: must be true or false
a.json:16:52: error: animations[14].loop: unknown key
a.json:17:5: error: animations[15]: must be an object' art --config a.json
    cat >a.json <<'ENDJSON'
{ "animations": [
    { "loop": 1, "name": "", "frames": [1, "x", ""], "durations": ["1", 1, -1], "n": 1, "union": 1 },
    { "direction": "up", "frames": {}, "duration": -1, "durations": 1 } ] }
ENDJSON
    refuses 1 'a.json:2:7: error: animations[0].loop: unknown key
a.json:2:26: error: animations[0].name: must not be empty
a.json:2:41: error: animations[0].frames[0]: must be a string
a.json:2:49: error: animations[0].frames[2]: must not be empty
a.json:2:68: error: animations[0].durations[0]: must be a whole number from 0 to 4294967295
a.json:2:76: error: animations[0].durations[2]: must be a whole number from 0 to 4294967295
a.json:2:81: error: animations[0].n: unknown key
a.json:2:98: error: animations[0].union: must be true or false
a.json:3:20: error: animations[1].direction: '"'"'up'"'"' is not one of forward, reverse, pingpong
a.json:3:36: error: animations[1].frames: must be an array
a.json:3:52: error: animations[1].duration: must be a whole number from 0 to 4294967295
a.json:3:69: error: animations[1].durations: must be an array
a.json:3:5: error: animations[1]: "name" is missing
a.json:3:5: error: animations[1]: must have "duration" or "durations", not both' art --config a.json
    echo '{ "animations": {} }' >a.json
    refuses 1 'a.json:1:17: error: animations: must be an array' art --config a.json
}

@test "frames that are not there, counts that differ and names given twice" {
    keep_old_output
    cat >a.json <<'ENDJSON'
{ "animations": [
    { "name": "a", "frames": ["rock.png", "hero/rum_*.png", "heron"], "duration": 1 },
    { "name": "b", "frames": ["hero/run_*.png"], "durations": [1, 2] },
    { "name": "c", "frames": ["rock.png"], "durations": [1, 2] },
    { "name": "d", "frames": ["rock.png"], "duration": 1 },
    { "name": "d", "frames": ["rock.png"], "duration": 1 } ] }
ENDJSON
    refuses 1 'a.json:2:43: error: animations[0].frames[1]: matches no sprite; the nearest name is '\''hero/run_1.png'\''
a.json:3:63: error: animations[1].durations: must have one number for each frame: 3, not 2
a.json:4:57: error: animations[2].durations: must have one number for each frame: 1, not 2
hitmask: error: two animations are named '"'d'"': one from a.json (animations[3]), one from a.json (animations[4])' art --config a.json
}

# ---- One mask -------------------------------------------------------------------------------

@test "--union gives all frames the pixels of all" {
    bake art --animate 80 --union -o x.hmk
    is run_1 "$(rows hero/run_1.png x.hmk)" '###'
    is run_3 "$(rows hero/run_3.png x.hmk)" '###'
    is walk_2 "$(rows hero/walk_2.png x.hmk)" '##'
    is rock "$(rows rock.png x.hmk)" '##/##'
    "$HITMASK" verify -q x.hmk
    is bounds "$(fact bounds x.hmk | sort -u)" '[0, 0, 2, 2]
[0, 0, 3, 1]
[0, 1, 2, 1]'
    # The pack has the result, and a document says the same.
    bake art --animate 80 --union -o x.json
    "$HITMASK" inspect --json x.hmk | same - x.json
    bake x.json -o y.hmk
    same x.hmk y.hmk
}

@test "an empty frame that gets the pixels of others is not called empty in the pack" {
    draw_png blink_1.png '..'
    draw_png blink_2.png '#.'
    hitmask bake blink_1.png blink_2.png --animate 80 --union -o x.hmk
    expect 0 '' 'blink_1.png: warning: no pixel is solid [empty]'
    is areas "$(fact area x.hmk | paste -sd' ')" '1 1'
    hitmask inspect --warnings x.hmk
    is sprites "$(tail -n +2 <<<"$output")" ''
}

@test "rules and the config say which are joined, and a shared frame joins two" {
    cat >a.json <<'ENDJSON'
{ "rules": [ { "match": "run_*", "animate": 80, "union": true }, { "match": "walk_*", "animate": 80 } ],
  "animations": [ { "name": "all", "frames": ["run_2.png", "walk_2.png"], "duration": 1, "union": true },
                  { "name": "some", "frames": ["run_2.png", "walk_1.png"], "duration": 1 } ] }
ENDJSON
    bake art --config a.json -o x.hmk
    is run_1 "$(rows hero/run_1.png x.hmk)" '###/.#.'
    is walk_2 "$(rows hero/walk_2.png x.hmk)" '###/.#.'
    is walk_1 "$(rows hero/walk_1.png x.hmk)" '#'
    # The command line's holds where the config does not say otherwise.
    bake art --config a.json --union -o x.hmk
    is walk_1 "$(rows hero/walk_1.png x.hmk)" '###/##.'
}

@test "frames of two sizes cannot be joined" {
    keep_old_output
    draw_png art/hero/go-1.png '#..' '...'
    draw_png art/hero/go-2.png '#..'
    refuses 1 "art/hero/go-1.png: error: the animation 'hero/go': 'hero/go-1.png' is of 3x2 pixels and 'hero/go-2.png' of 3x1, but --union needs frames of one size" \
        art --animate 80 --union
    echo '{ "animations": [ { "name": "x", "frames": ["rock.png", "hero/run_1.png"], "duration": 1, "union": true } ] }' >a.json
    refuses 1 "a.json (animations[0]): error: the animation 'x': 'rock.png' is of 2x2 pixels and 'hero/run_1.png' of 3x2, but --union needs frames of one size" \
        art --config a.json
}

# ---- In parts, and again --------------------------------------------------------------------

@test "shards become what one bake is" {
    cat >a.json <<'ENDJSON'
{ "rules": [ { "match": "run_*", "animate": 80, "union": true }, { "match": "walk_*", "animate": 70 } ],
  "animations": [ { "name": "all", "frames": ["hero/*_1.png", "hero/*_2.png"], "duration": 1, "union": true },
                  { "name": "some", "frames": ["rock.png", "walk_*"], "durations": [5, 6, 7] } ] }
ENDJSON
    local -i i count
    local config
    for config in '' '--config a.json'; do
        # shellcheck disable=SC2086
        bake art --animate 60 $config -o whole.hmk
        for count in 2 5; do
            for ((i = 1; i <= count; i++)); do
                # shellcheck disable=SC2086
                bake art --animate 60 $config --shard $i/$count -o s-$i.hmk
            done
            hitmask merge s-*.hmk -o x.hmk
            expect 0 '' ''
            same whole.hmk x.hmk
            # A document of a shard stands for it.
            "$HITMASK" inspect --json s-2.hmk >s-2.json
            rm s-2.hmk
            hitmask merge s-*.hmk s-2.json -o x.hmk
            expect 0 '' ''
            same whole.hmk x.hmk
            rm s-*
        done
    done
    is joined "$(rows hero/run_3.png whole.hmk)" '###/##.'
}

@test "shards and documents" {
    bake art/rock.png -o rock.json
    echo '{ "animations": [ { "name": "all", "frames": ["rock.png", "walk_*"], "duration": 1 } ] }' >a.json
    bake art/hero rock.json --config a.json -o whole.hmk
    bake art/hero rock.json --config a.json --shard 1/2 -o s-1.hmk
    bake art/hero rock.json --config a.json --shard 2/2 -o s-2.hmk
    hitmask merge s-1.hmk s-2.hmk -o x.hmk
    expect 0 '' ''
    same whole.hmk x.hmk
}

@test "what merge finds wrong with them" {
    keep_old_output
    echo '{ "animations": [ { "name": "a", "frames": ["rock.png", "heron"], "duration": 1 },
        { "name": "b", "frames": ["*"], "duration": 1, "union": true } ] }' >a.json
    bake art --config a.json --shard 1/2 -o s-1.hmk
    bake art --config a.json --shard 2/2 -o s-2.hmk
    hitmask merge s-1.hmk s-2.hmk -o x.hmk
    expect 1 '' "s-1.hmk: error: config.animations[0].frames[1]: matches no sprite
s-1.hmk (animations[1]): error: the animation 'b': 'hero/run_1.png' is of 3x2 pixels and 'rock.png' of 2x2, but --union needs frames of one size"
    expect_old_output
    # A frame that a missing shard may have is not missed.
    hitmask merge s-2.hmk -o x.hmk
    expect 1 '' 'hitmask: error: shard 1/2 is missing'
    expect_old_output
}

@test "packs that were whole are not resolved again" {
    echo '{ "animations": [ { "name": "a", "frames": ["*"], "duration": 1 } ] }' >a.json
    bake art/rock.png --config a.json -o a.hmk
    hitmask merge a.hmk -o x.hmk
    expect 0 '' ''
    same a.hmk x.hmk
}

@test "with a cache, cold, warm and when options or frames change" {
    echo '{ "animations": [ { "name": "all", "frames": ["run_*", "walk_*"], "duration": 1, "union": true } ] }' >a.json
    local -r arguments=(art --animate 80 --union)
    bake "${arguments[@]}" -o plain.hmk
    bake "${arguments[@]}" --config a.json -o config.hmk
    local run
    for run in cold warm; do
        bake "${arguments[@]}" --cache c -o x.hmk
        same plain.hmk x.hmk
        bake "${arguments[@]}" --config a.json --cache c -o y.hmk
        same config.hmk y.hmk
    done
    for run in 1 2; do # one output, options that change and change back
        bake "${arguments[@]}" --config a.json --cache c -o x.hmk
        same config.hmk x.hmk
        bake "${arguments[@]}" --cache c -o x.hmk
        same plain.hmk x.hmk
    done
    draw_png art/hero/run_4.png '...' '..#'
    bake "${arguments[@]}" --cache c -o x.hmk
    is run_1 "$(rows hero/run_1.png x.hmk)" '###/..#'
    bake "${arguments[@]}" -o y.hmk
    same y.hmk x.hmk
}

# ---- Of atlases -----------------------------------------------------------------------------

@test "Aseprite: tags with the frames' durations, and one mask for all" {
    draw_png hero.png '#..#' '.##.'
    cat >hero.json <<'ENDJSON'
{ "frames": [
    { "filename": "hero 0", "frame": {"x":0,"y":0,"w":2,"h":2}, "rotated": false, "trimmed": false,
      "spriteSourceSize": {"x":0,"y":0,"w":2,"h":2}, "sourceSize": {"w":2,"h":2}, "duration": 100 },
    { "filename": "hero 1", "frame": {"x":2,"y":0,"w":2,"h":2}, "rotated": false, "trimmed": false,
      "spriteSourceSize": {"x":0,"y":0,"w":2,"h":2}, "sourceSize": {"w":2,"h":2}, "duration": 50 } ],
  "meta": { "app": "https://www.aseprite.org/", "image": "hero.png", "size": {"w":4,"h":2}, "scale": "1",
    "frameTags": [ { "name": "run", "from": 0, "to": 1, "direction": "reverse" } ] } }
ENDJSON
    bakes_animations 'hero/run: hero 1*50 hero 0*100' hero.json
    is 'a frame' "$(rows 'hero 0' x.hmk)" '#./.#'
    bakes_animations 'hero/run: hero 1*50 hero 0*100' hero.json --union --animate 7
    is 'a frame' "$(rows 'hero 0' x.hmk)" '##/##'
    # One tag alone counts the frames of the whole document.
    sed -i 's/"from": 0, "to": 1/"from": 4, "to": 5/' hero.json
    hitmask bake hero.json -o x.hmk
    expect 0 '' "hero.json:7:20: warning: tag 'run': it ends at frame 5, and the sheet at frame 1: all tags are left out, and all frames become one animation [tags-of-more]"
    is animations "$(animations x.hmk)" 'hero: hero 0*100 hero 1*50'
    hitmask bake hero.json -o y.hmk --error-on tags-of-more
    is 'the exit status' "$status" 1
}

@test "libGDX: indices, which have durations when they are asked for" {
    draw_png page.png '#..#' '.##.'
    cat >game.atlas <<'END'
page.png
size: 4,2
run
index: 1
bounds: 2, 0, 2, 2
run
index: 0
bounds: 0, 0, 2, 2
END
    bakes_animations 'run: run#0*0 run#1*0' game.atlas
    bakes_animations 'run: run#0*90 run#1*90' game.atlas --animate 90
    bake game.atlas --animate 90 --cache c -o x.hmk
    bake game.atlas --animate 90 --cache c -o y.hmk # to another output: from what is kept
    is animations "$(animations y.hmk)" 'run: run#0*90 run#1*90'
}

@test "Pixi: animations of the file, and sequences of what is in none" {
    draw_png page.png '#..#' '.##.'
    cat >game.json <<'ENDJSON'
{ "frames": {
    "run_1.png": { "frame": {"x":0,"y":0,"w":1,"h":2}, "sourceSize": {"w":1,"h":2} },
    "run_2.png": { "frame": {"x":1,"y":0,"w":1,"h":2}, "sourceSize": {"w":1,"h":2} },
    "fly_1.png": { "frame": {"x":2,"y":0,"w":1,"h":2}, "sourceSize": {"w":1,"h":2} },
    "fly_2.png": { "frame": {"x":3,"y":0,"w":1,"h":2}, "sourceSize": {"w":1,"h":2} } },
  "animations": { "run": ["run_2.png", "run_1.png"] },
  "meta": { "app": "pixi", "image": "page.png", "size": {"w":4,"h":2}, "scale": 1 } }
ENDJSON
    bakes_animations 'run: run_2.png*0 run_1.png*0' game.json
    bakes_animations 'fly: fly_1.png*30 fly_2.png*30
run: run_2.png*30 run_1.png*30' game.json --animate 30
}

# ---- As the manual has it -------------------------------------------------------------------

@test "the examples in the manual" {
    draw_png art/hero/idle.png '#..' '...'
    draw_png art/hero/sway_1.png '#..' '...'
    draw_png art/hero/sway_2.png '.#.' '...'
    draw_png art/hero/sway_3.png '..#' '...'
    mkdir bin && ln -s "$HITMASK" bin/hitmask
    blocks tools/README.md Animations sh
    PATH=$PWD/bin:$PATH bash -e 1.sh
    is animations "$(animations game.hmk)" 'hero/run: hero/run_1.png*100 hero/run_2.png*100 hero/run_3.png*100
hero/sway: hero/sway_1.png*100 hero/sway_2.png*100 hero/sway_3.png*100
hero/walk: hero/walk_1.png*100 hero/walk_2.png*100'
    is joined "$(rows hero/walk_2.png game.hmk)" '##'
    blocks tools/README.md Animations json
    bakes_animations 'hero/run: hero/run_1.png*100 hero/run_2.png*100 hero/run_3.png*100 hero/idle.png*100
hero/sway: hero/sway_1.png*80 hero/sway_2.png*80 hero/sway_3.png*120 hero/sway_2.png*80' art --config 1.json
}
