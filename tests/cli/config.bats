#!/usr/bin/env bats
# config.bats - a file of rules decides sprite by sprite

load helpers

# One row of each alpha that tells thresholds and rules apart.
make_art() {
    mkdir -p art/tiles/deep art/ui
    local file
    for file in hero.png tiles/a.png tiles/deep/b.png ui/c.png; do
        draw_png art/$file '.159#'
    done
}

# areas FILE: "name area" of each sprite.
areas() {
    paste -d ' ' <(fact name "$1") <(fact area "$1") | tr -d '"'
}

# bakes_areas WANTED ARGUMENT...: what baking the art with rules.json gives.
bakes_areas() {
    local -r wanted=$1
    shift
    hitmask bake art --config rules.json -o x.json "$@"
    expect 0 '' ''
    is areas "$(areas x.json | tr '\n' ' ')" "$wanted "
}

# ---- What wins ------------------------------------------------------------------------------

@test "options hold for all, and every rule that matches, the last one winning" {
    make_art
    cat >rules.json <<'ENDJSON'
{
  "options": { "alpha-threshold": 28 },
  "rules": [
    { "match": "tiles/**", "alpha-threshold": 140 },
    { "match": ["b.png", "ui/*.png"], "alpha-threshold": "0" }
  ]
}
ENDJSON
    bakes_areas 'hero.png 3 tiles/a.png 2 tiles/deep/b.png 4 ui/c.png 4'
}

@test "options win one by one: a rule leaves what it does not name" {
    make_art
    cat >rules.json <<'ENDJSON'
{ "rules": [ { "match": "**", "alpha-threshold": 28, "pivot": "1,2" },
             { "match": "ui/*", "pivot": "0,0" } ] }
ENDJSON
    bakes_areas 'hero.png 3 tiles/a.png 3 tiles/deep/b.png 3 ui/c.png 3'
    is pivots "$(fact pivot x.json | tr '\n' ' ')" '[1, 2] [1, 2] [1, 2] [0, 0] '
}

@test "a preset of the command line gives way to rules, and they to its options" {
    make_art
    echo '{ "rules": [ { "match": "ui/*", "alpha-threshold": 28 } ] }' >rules.json
    bakes_areas 'hero.png 2 tiles/a.png 2 tiles/deep/b.png 2 ui/c.png 3' --preset nearpixel \
        --map 5x1
    bakes_areas 'hero.png 4 tiles/a.png 4 tiles/deep/b.png 4 ui/c.png 4' --alpha-threshold 0 \
        --preset nearpixel
}

@test "a preset in a rule gives way to that rule, and wins over those before it" {
    make_art
    cat >rules.json <<'ENDJSON'
{ "rules": [ { "match": "*", "alpha-threshold": 252 },
             { "match": "ui/*", "preset": "pygame" },
             { "match": "tiles/*", "alpha-threshold": 28, "preset": "pygame" } ] }
ENDJSON
    hitmask bake art --config rules.json -o x.json
    is areas "$(areas x.json | tr '\n' ' ')" \
        'hero.png 1 tiles/a.png 3 tiles/deep/b.png 1 ui/c.png 3 '
}

@test "a flag is set by true and taken back by false" {
    make_art
    cat >rules.json <<'ENDJSON'
{ "options": { "no-points": true }, "rules": [ { "match": "hero.png", "no-points": false } ] }
ENDJSON
    bake art --config rules.json -o x.json
    is 'sprites with points' "$(grep -c '"points"' x.json)" 1
    bake art --config rules.json --no-points -o x.json
    lacks x.json '"points"'
}

@test "rules know a sprite by its name under --root, or the one it is given" {
    make_art
    echo '{ "rules": [ { "match": "art/ui/*", "alpha-threshold": 252 } ] }' >rules.json
    hitmask bake --root . art/ui/c.png --config rules.json -o x.json
    expect 0 '' ''
    is area "$(fact area x.json)" 1
    hitmask bake - --name art/ui/new --config rules.json -o x.json <art/hero.png
    expect 0 '' ''
    is area "$(fact area x.json)" 1
}

@test "rules know a sprite by its name in the pack: without an extension, and before a rule makes it a layer" {
    mkdir -p art/hero
    draw_png art/hero/walk-0.png '.159#'
    draw_png art/hero/walk-0.hit.png '.159#'
    echo '{ "rules": [ { "match": "hero/walk-0.hit", "layer": "hit", "alpha-threshold": 140 },
                       { "match": "hero/walk-0", "alpha-threshold": 28 },
                       { "match": "*.png", "pivot": "1,1" } ] }' >rules.json
    hitmask bake art --strip-extension --config rules.json -o x.json
    expect 0 '' ''
    is names "$(names x.json | tr '\n' ' ')" 'hero/walk-0 hero/walk-0:hit '
    is areas "$(areas x.json | tr '\n' ' ')" 'hero/walk-0 3 hero/walk-0:hit 2 '
    is pivots "$(fact pivot x.json | tr '\n' ' ')" '[1, 1] [1, 1] '
    # Frames of an atlas, and --name.
    echo '{ "frames": { "a.png": { "frame": { "x": 0, "y": 0, "w": 5, "h": 1 } } },
            "meta": { "image": "walk-0.png" } }' >art/hero/sheet.json
    echo '{ "rules": [ { "match": "a", "alpha-threshold": 140 }, { "match": "b/c", "pivot": "2,2" } ] }' >rules.json
    hitmask bake art/hero/sheet.json --strip-extension --config rules.json -o x.json
    expect 0 '' "rules.json:1:56: warning: no input matches 'b/c'; see 'hitmask help names' [rule-unmatched]"
    is areas "$(areas x.json | tr '\n' ' ')" 'a 2 '
    hitmask bake art/hero/walk-0.png --name b/c --config rules.json -o x.json
    is pivots "$(fact pivot x.json)" '[2, 2]'
}

@test "a config that says what the command line could gives the same sprites" {
    make_art
    echo '{ "options": { "alpha-threshold": 100, "cell": 2, "color-key": "#112233" } }' >rules.json
    bake art --config rules.json -o x.hmk
    bake art --alpha-threshold 100 --cell 2 --color-key '#112233' -o y.hmk
    same <(sprites x.hmk) <(sprites y.hmk)
}

@test "the example in the manual bakes" {
    make_art
    mkdir art/hud
    cp art/ui/c.png art/hud
    blocks tools/README.md Rules json
    hitmask bake art --config 1.json --color-key none -o x.hmk
    expect 0 '' ''
    is pivots "$(fact pivot x.hmk | sort -u)" $'[0, 0]\n[2.5, 0.5]'
}

@test "options of the whole bake stand in the config, and give way to the command line" {
    make_art
    draw_png art/ui/draft.png '#'
    cat >rules.json <<'ENDJSON'
{ // Comments go to the end of the line, and "quotes are nothing in them.
  "options": {
    "strip-extension": true, // "http://x" is a string:
    "exclude": ["draft.png", "x//"],
    "names": "names.h", "root": "art"
  } }
ENDJSON
    hitmask bake art --config rules.json -o x.json
    expect 0 '' "hitmask: warning: --exclude 'x/' has no effect: no name of a file or folder matches it; see 'hitmask help names' [no-effect]"
    sed -i 's|, "x//"||' rules.json
    hitmask bake art --config rules.json -o x.json
    expect 0 '' ''
    is names "$(names x.json | tr '\n' ' ')" 'hero tiles/a tiles/deep/b ui/c '
    holds names.h 'NAMES_SPRITE_UI_C "ui/c"'
    hitmask bake art --config rules.json -o x.json --root . --names other.h --exclude 'tiles'
    expect 0 '' ''
    is names "$(names x.json | tr '\n' ' ')" 'art/hero art/ui/c '
    [ -e other.h ]
}

@test "options of messages in the config: errors for warnings, and what is said" {
    draw_png a.png '..'
    echo '{ "options": { "error-on": ["empty"], "message-format": "json" } }' >rules.json
    hitmask bake a.png --config rules.json -o x.hmk
    is status "$status" 1
    is message "${stderr%%$'\n'*}" \
        '{"level":"error","path":"a.png","id":"empty","text":"no pixel is solid"}'
    echo '{ "options": { "quiet": true } }' >rules.json
    hitmask bake a.png --config rules.json -o x.hmk
    expect 0 '' ''
    hitmask bake a.png --config rules.json -o x.hmk --no-summary
    expect 0 '' 'a.png: warning: no pixel is solid [empty]'
}

@test "comments: an error behind one has its place, and a string keeps its slashes" {
    draw_png a.png '#'
    printf '{ // one\n  // two\r\n  "options": { "color-key": "//", /\n' >rules.json
    hitmask bake a.png --config rules.json -o x.hmk
    is status "$status" 1
    [[ $stderr == 'rules.json:3:'* ]]
    printf '{ "options": { "color-key": "\\\\" } } // "' >rules.json
    hitmask bake a.png --config rules.json -o x.hmk
    expect 1 '' "rules.json:1:29: error: options[\"color-key\"]: '\\' is not magenta, none, or a colour such as #FF00FF"
}

@test "a hitmask.json beside the art is not read unasked" {
    make_art
    echo 'not even JSON' | tee hitmask.json >art/hitmask.json
    hitmask bake art -o x.hmk
    expect 0 '' ''
}

@test "the rules for XNA in the samples' guide: the key is for some pictures" {
    mkdir -p art/blocks
    cp "$SPRITES/magenta.png" art/person.png
    cp "$SPRITES/magenta.png" art/blocks/a.png
    cp "$SPRITES/ball.png" art
    hitmask bake art --preset xna -o x.hmk
    expect 0 '' 'art/ball.png: warning: no pixel has the colour of the key [key-unmatched]'
    blocks samples/README.md XNA json
    hitmask bake art --config 1.json -o y.hmk
    expect 0 '' ''
    is 'the masks' "$(fact area y.hmk)" "$(fact area x.hmk)"
    hitmask bake art --alpha-threshold 0 -o z.hmk
    is 'without the key' "$(grep -c '\[full\]' <<<"$stderr")" 2
}

# ---- What is wrong --------------------------------------------------------------------------

@test "a rule that matches nothing is a warning" {
    make_art
    cat >rules.json <<'ENDJSON'
{ "rules": [
    { "match": "ui/*", "prune": 2 },
    { "match": ["gui/*", "*.jpg"], "prune": 2 } ] }
ENDJSON
    hitmask bake art --config rules.json -o x.hmk
    expect 0 '' "rules.json:3:5: warning: no input matches 'gui/*' and the other patterns of this rule; the nearest name is 'ui/c.png'; see 'hitmask help names' [rule-unmatched]"
    # How many cells a picture has is not known when rules are looked up.
    draw_png page.png '##'
    echo '{ "rules": [{ "match": "page.png#[1-9]", "prune": 2 }, { "match": "page.png", "prune": 2 }] }' >rules.json
    hitmask bake page.png --grid 1x1 --config rules.json -o x.hmk
    expect 0 '' "rules.json:1:13: warning: no input matches 'page.png#[1-9]'; the nearest name is 'page.png'; see 'hitmask help names' [rule-unmatched]"
}

@test "a rule for inputs of another shard is no mistake" {
    make_art
    echo '{ "rules": [ { "match": "hero.png", "prune": 2 } ] }' >rules.json
    local shard
    for shard in 1/3 2/3 3/3; do
        hitmask bake art --config rules.json --shard $shard -o x.hmk
        expect 0 '' ''
    done
}

@test "frames, and standard input, may have names with / or ./ before them" {
    draw_png page.png '####'
    cat >atlas.json <<'ENDJSON'
{ "frames": { "/s": { "frame": { "x": 0, "y": 0, "w": 1, "h": 1 } },
              "./t": { "frame": { "x": 1, "y": 0, "w": 1, "h": 1 } },
              "u": { "frame": { "x": 2, "y": 0, "w": 1, "h": 1 } } },
  "meta": { "image": "page.png" } }
ENDJSON
    cat >rules.json <<'ENDJSON'
{ "rules": [ { "match": "/s", "pivot": "1,1" },
             { "match": "./t", "pivot": "2,2" },
             { "match": "./u", "pivot": "3,3" },
             { "match": ["x", "/**/atlas.json"], "pivot": "3,3" } ] }
ENDJSON
    hitmask bake atlas.json --config rules.json -o x.json
    expect 0 '' "rules.json:3:14: warning: no input matches './u'; see 'hitmask help names' [rule-unmatched]
rules.json:4:14: warning: no input matches 'x' and the other patterns of this rule; see 'hitmask help names' [rule-unmatched]"
    is pivots "$(fact pivot x.json)" "[2, 2]
[1, 1]
[0.5, 0.5]"
    echo '{ "rules": [ { "match": "./page*", "pivot": "4,4" } ] }' >rules.json
    hitmask bake - --name ./page.png --config rules.json -o x.json <page.png
    expect 0 '' ''
    is pivot "$(fact pivot x.json)" '[4, 4]'
}

@test "every mistake is told with its place" {
    keep_old_output
    cat >rules.json <<'ENDJSON'
{ "options": { "alpha-threshold": 256, "treshold": 1, "no-points": 1, "match": "*" },
  "rulez": [],
  "prune": 2,
  "rules": [
    { "match": "**", "preset": "xnaa", "prune": -1 },
    { "match": ["a[", "", 3, "b\\"], "prune": [2] },
    { "mach": "x", "prune": 1.5, "jobs": 3 },
    { "match": [], "map": 24 },
    7
  ]
}
ENDJSON
    refuses 1 'rules.json:2:3: error: rulez: unknown key; did you mean "rules"?
rules.json:3:3: error: prune: must be inside "options" or a rule
rules.json:1:35: error: options["alpha-threshold"]: '"'256'"' is not a number from 0 to 255
rules.json:1:40: error: options.treshold: unknown key; did you mean "alpha-threshold"?
rules.json:1:68: error: options["no-points"]: must be true or false
rules.json:1:71: error: options.match: unknown key; it is not an option for single sprites
rules.json:5:32: error: rules[0].preset: '"'xnaa'"' is not one of xna, unity, nearpixel, pygame
rules.json:5:49: error: rules[0].prune: '"'-1'"' is not a number from 0 to 65535
rules.json:6:17: error: rules[1].match[0]: the glob has a [ without a ]; write \[ for the character [
rules.json:6:23: error: rules[1].match[1]: an empty glob matches nothing
rules.json:6:27: error: rules[1].match[2]: must be a glob, which is a string
rules.json:6:30: error: rules[1].match[3]: the glob ends with a single \; write \\ for the character \
rules.json:6:47: error: rules[1].prune: must be a number or a string (P)
rules.json:7:7: error: rules[2].mach: unknown key; did you mean "match"?
rules.json:7:29: error: rules[2].prune: '"'1.5'"' is not a number from 0 to 65535
rules.json:7:34: error: rules[2].jobs: must be on the command line
rules.json:7:5: error: rules[2]: "match" is missing
rules.json:8:16: error: rules[3].match: must have at least one glob
rules.json:8:27: error: rules[3].map: must be a string (WxH)
rules.json:9:5: error: rules[4]: must be an object' old.png --config rules.json
}

@test "a number is no text, and is not rounded" {
    keep_old_output
    cat >rules.json <<'ENDJSON'
{ "options": { "layer": 1, "preset": 1, "prune": 2.0000000000000004, "cell": 1e-5, "grow": 1e400 },
  "rules": [ { "match": "*", "layer": 1e400, "pivot": -0, "cell": -0, "margin": 0.1 } ] }
ENDJSON
    refuses 1 'rules.json:1:25: error: options.layer: must be a string (NAME)
rules.json:1:38: error: options.preset: must be a string (NAME)
rules.json:1:50: error: options.prune: '"'2.0000000000000004'"' is not a number from 0 to 65535
rules.json:1:78: error: options.cell: '"'1e-05'"' is not a number from 1 to 2147483647
rules.json:1:92: error: options.grow: '"'inf'"' is not a number from 0 to 65535
rules.json:2:39: error: rules[0].layer: must be a string (NAME)
rules.json:2:55: error: rules[0].pivot: must be a string (X,Y)
rules.json:2:67: error: rules[0].cell: '"'0'"' is not a number from 1 to 2147483647
rules.json:2:81: error: rules[0].margin: '"'0.1'"' is not a number from 0 to 2147483647' \
        old.png --config rules.json
    echo '{ "options": { "prune": -0, "grow": -0.0, "cell": 2.0, "animate": 1e2, "layer": "1" } }' \
        >rules.json
    hitmask bake old.png --config rules.json -o x.json
    expect 0 '' ''
    is name "$(fact name x.json)" '"old.png:1"'
}

@test "every key that is given twice is told, and what else is wrong" {
    keep_old_output
    cat >rules.json <<'ENDJSON'
{ "options": { "prune": 1, "prune": 2, "cell": 1, "cell": 0, "prune": 3 },
  "rules": [ { "match": 1, "match": [] }, { "match": "*", "layer": { "b": 1, "a": 1, "a": 2, "b": 2 } } ],
  "options": {},
  "animations": [ { "name": "x", "frames": [1], "name": "y", "duration": 1 } ] }
ENDJSON
    refuses 1 'rules.json:1:28: error: options.prune: the key is given twice
rules.json:1:51: error: options.cell: the key is given twice
rules.json:1:62: error: options.prune: the key is given twice
rules.json:2:28: error: rules[0].match: the key is given twice
rules.json:2:86: error: rules[1].layer.a: the key is given twice
rules.json:2:94: error: rules[1].layer.b: the key is given twice
rules.json:3:3: error: options: the key is given twice
rules.json:4:49: error: animations[0].name: the key is given twice
rules.json:1:59: error: options.cell: '"'0'"' is not a number from 1 to 2147483647
rules.json:2:25: error: rules[0].match: must be a glob, which is a string
rules.json:2:37: error: rules[0].match: must have at least one glob
rules.json:2:68: error: rules[1].layer: must be a string (NAME)
rules.json:4:45: error: animations[0].frames[0]: must be a string' old.png --config rules.json
}

@test "files that are no config at all" {
    keep_old_output
    echo '{ "rules": [ { "match": "*", } ] }' >bad.json
    refuses 1 "bad.json:1:30: error: a key in quotes expected, but here is '}'" old.png --config bad.json
    echo '[]' >bad.json
    refuses 1 'bad.json:1:1: error: must be an object' old.png --config bad.json
    echo '{ "options": [], "rules": {} }' >bad.json
    refuses 1 'bad.json:1:14: error: options: must be an object
bad.json:1:27: error: rules: must be an array' old.png --config bad.json
    echo '{ "options": { "prune": 1, "prune": 2 } }' >bad.json
    refuses 1 'bad.json:1:28: error: options.prune: the key is given twice' old.png --config bad.json
    refuses 1 'none.json: error: cannot open: No such file or directory' old.png --config none.json
    # It does not hide what is wrong with the inputs.
    refuses 1 'none.json: error: cannot open: No such file or directory
nowhere.png: error: cannot open: No such file or directory' old.png nowhere.png --config none.json
    refuses 1 '.: error: is a folder' old.png --config .
}

@test "rules that do not fit together name the input and where they stand, once" {
    keep_old_output
    make_art
    cat >rules.json <<'ENDJSON'
{ "options": { "prune-border": "drop" },
  "rules": [
    { "match": "*.png", "prune": 2 },
    { "match": "tiles/**", "map": "4x2" } ] }
ENDJSON
    refuses 2 'art/tiles/a.png: error: --prune-border drop needs a square map, but --map 4x2 is not square; the rules for it are in rules.json at 1:14, 3:5, 4:5
art/hero.png: error: --prune-border drop needs a square map, but this map is 5x1
art/ui/c.png: error: --prune-border drop needs a square map, but this map is 5x1' \
        art --config rules.json
    hitmask bake art --config rules.json --map 4x4 -o x.hmk
    expect 0 '' ''
}

# ---- The schema -----------------------------------------------------------------------------

# judges VERDICT: reads configs, one a line; the tool and the schema find each good, or bad.
judges() {
    local -i n=100
    local -a wanted
    local line
    /usr/bin/python3 -c 'import jsonschema' || skip 'needs python3-jsonschema'
    draw_png a.png '.#' '##'
    while read -r line; do
        echo "$line" >config-$n.json
        hitmask bake a.png --config config-$n.json -o x.hmk
        is "what is wrong with $line" "$(grep -c ': error:' <<<"$stderr")" \
            "$([ "$1" = good ] && echo 0 || echo 1)"
        wanted+=("$1 config-$n.json")
        n+=1
    done
    run validate config.schema.json config-*.json
    is verdicts "$output" "$(printf '%s\n' "${wanted[@]}")"
}

@test "what the tool takes is valid" {
    judges good <<'END'
{}
{ "$schema": "../config.schema.json", "options": {} }
{ "options": {}, "rules": [] }
{ "rules": [ { "match": "**" }, { "match": ["*", "a.png", "[!]a]*", "\\*", "a/[b-c]/**"] } ] }
{ "rules": [ { "match": ["[]]", "[^]]", "[!!]", "[^^]", "[!^]", "[^!]", "[[]", "[]-]", "[a-]", "[\\\\]", "[^a-z]b[c]" ] } ] }
{ "rules": [ { "match": ["]", "a]b", "\\[", "\\]", "\\\\", ".a", ".", "a/./b", "a//", "{a,b}", "(a|b)", "$^", "+" ] } ] }
{ "rules": [ { "match": ["é", "[é-日]?", "\\é", "😀", "\\😀", "[😀]", "[!😀-😂]", "a\nb", "\\\n", "[\n]", "[^\n]" ] } ] }
{ "rules": [ { "match": ["/a", "./a", "/", "./", "/**"] } ] }
{ "options": { "preset": "nearpixel", "alpha-threshold": 255, "color-key": "magenta" } }
{ "options": { "alpha-threshold": "255", "color-key": "#00fFAa", "key-tolerance": 0 } }
{ "options": { "map": "24x24", "prune": 65535, "prune-border": "drop", "no-points": false } }
{ "options": { "cell": 2147483647, "prune-border": "keep", "no-points": true } }
{ "options": { "solid": true } }
{ "options": { "alpha-threshold": "0255", "key-tolerance": "00", "warn-straddle": "100", "cell": "010" } }
{ "options": { "alpha-threshold": "199", "prune": "65535", "grow": "9999", "shrink": "064999" } }
{ "options": { "alpha-threshold": -0, "prune": 2.0, "animate": 1e2, "margin": "2147483647" } }
{ "options": { "map": "1x1", "grid": "1x002", "cell": "2147483647" } }
{ "options": { "grid": "none", "layer": "1", "warn-straddle": 100 } }
{ "options": { "layer": "é \u00a0", "pivot": "-0,0.5" } }
{ "options": { "pivot": "10000.9%,-0010000%" } }
{ "options": { "pivot": "999999999,0001.%" } }
{ "options": { "pivot": "-1.5,50%", "color-key": "none" } }
{ "options": { "allow": [], "layers": {} } }
{ "options": { "allow": ["empty", "nearly-empty", "no-effect"] } }
{ "rules": [ { "match": "*", "allow": ["full"], "layers": { "click": {}, "a b": { "alpha-threshold": 9, "preset": "xna", "grow": 1, "cell": 2, "pivot": "0,0", "allow": ["empty"] } } } ] }
{ "options": { "strip-extension": true, "exclude": ["*_x.png", "b/"], "max-pixels": 1000, "quiet": true } }
{ "options": { "exclude": "b", "error-on": "empty", "json-mask": "rows", "write-if-changed": true, "no-sync": false } }
{ "options": { "decoder": "reference", "message-format": "gcc", "verbose": false, "allow-outside": true, "mask-suffix": "_m" } }
{ "animations": [] }
{ "animations": [ { "name": "x y", "frames": ["a.png", "a*"], "duration": 0 } ] }
{ "animations": [ { "name": "x", "frames": ["a.png"], "durations": [4294967295], "direction": "pingpong", "union": true } ] }
END
}

@test "what the tool refuses is not" {
    judges bad <<'END'
[]
{ "$schema": 1 }
{ "rules": [ { "match": "*", "$schema": "x" } ] }
{ "option": {} }
{ "options": [] }
{ "options": { "match": "*" } }
{ "options": { "output": "x" } }
{ "options": { "config": "x" } }
{ "options": { "force": true } }
{ "options": { "jobs": 1 } }
{ "options": { "cache": "x" } }
{ "options": { "shard": "1/1" } }
{ "options": { "progress": "never" } }
{ "options": { "color": "never" } }
{ "options": { "help": true } }
{ "options": { "strip-extension": "yes" } }
{ "options": { "exclude": 1 } }
{ "options": { "exclude": ["a", "/b"] } }
{ "options": { "exclude": "a[" } }
{ "options": { "error-on": ["all", "emtpy"] } }
{ "options": { "max-pixels": 0 } }
{ "options": { "decoder": "slow" } }
{ "options": { "mask-suffix": "a/b" } }
{ "options": { "message-format": "xml" } }
{ "rules": [ { "match": "*", "exclude": "a" } ] }
{ "options": { "layers": { "a": { "root": "b" } } } }
{ "strip-extension": true }
{ "options": { "preset": "none" } }
{ "options": { "preset": true } }
{ "options": { "alpha-threshold": 256 } }
{ "options": { "alpha-threshold": "x" } }
{ "options": { "alpha-threshold": null } }
{ "options": { "color-key": "pink" } }
{ "options": { "key-tolerance": -1 } }
{ "options": { "map": 24 } }
{ "options": { "cell": 0 } }
{ "options": { "prune": 1.5 } }
{ "options": { "prune-border": "lose" } }
{ "options": { "no-points": 1 } }
{ "options": { "pivot": "centre" } }
{ "options": { "pivot": "1" } }
{ "options": { "pivot": "10001%,0" } }
{ "options": { "pivot": "0,-10001.5%" } }
{ "options": { "pivot": "1000000000,0" } }
{ "options": { "pivot": 1 } }
{ "options": { "alpha-threshold": "256" } }
{ "options": { "alpha-threshold": "-0" } }
{ "options": { "alpha-threshold": "" } }
{ "options": { "key-tolerance": "300" } }
{ "options": { "warn-straddle": "101" } }
{ "options": { "warn-straddle": 101 } }
{ "options": { "cell": "0" } }
{ "options": { "cell": -0 } }
{ "options": { "grow": "65536" } }
{ "options": { "prune": "70000" } }
{ "options": { "prune": 2.0000000000000004 } }
{ "options": { "prune": 1e400 } }
{ "options": { "margin": "99999999999" } }
{ "options": { "map": "0x1" } }
{ "options": { "map": "none" } }
{ "options": { "grid": "24x0" } }
{ "options": { "grid": 24 } }
{ "options": { "layer": 1 } }
{ "options": { "layer": 1e400 } }
{ "options": { "layer": "" } }
{ "options": { "layer": "a:b" } }
{ "options": { "layer": "a\u0009b" } }
{ "options": { "layer": "\u0085" } }
{ "options": { "allow": "empty" } }
{ "options": { "allow": ["emtpy"] } }
{ "options": { "allow": ["empty,full"] } }
{ "options": { "allow": [1] } }
{ "options": { "layers": [] } }
{ "options": { "layers": { "a": 1 } } }
{ "options": { "layers": { "a:b": {} } } }
{ "options": { "layers": { "": {} } } }
{ "options": { "layers": { "a": { "grid": "1x1" } } } }
{ "options": { "layers": { "a": { "animate": 1 } } } }
{ "options": { "layers": { "a": { "layer": "b" } } } }
{ "options": { "layers": { "a": { "layers": {} } } } }
{ "options": { "layers": { "a": { "match": "*" } } } }
{ "options": { "layers": { "a": { "more": 1 } } } }
{ "rules": {} }
{ "rules": [ 1 ] }
{ "rules": [ { "prune": 1 } ] }
{ "rules": [ { "match": [] } ] }
{ "rules": [ { "match": 1 } ] }
{ "rules": [ { "match": ["*", ""] } ] }
{ "rules": [ { "match": "a[b" } ] }
{ "rules": [ { "match": "a\\" } ] }
{ "rules": [ { "match": "[" } ] }
{ "rules": [ { "match": "[]" } ] }
{ "rules": [ { "match": "[!]" } ] }
{ "rules": [ { "match": "[^]" } ] }
{ "rules": [ { "match": "[!" } ] }
{ "rules": [ { "match": "[!]a" } ] }
{ "rules": [ { "match": "[a][" } ] }
{ "rules": [ { "match": "[^]\n" } ] }
{ "rules": [ { "match": "[a]\\" } ] }
{ "rules": [ { "match": "\\\\[" } ] }
{ "rules": [ { "match": "\\\\\\" } ] }
{ "rules": [ { "match": "[日" } ] }
{ "rules": [ { "match": "*", "more": 1 } ] }
{ "animations": {} }
{ "animations": [ [] ] }
{ "animations": [ { "name": "x", "frames": ["a.png"] } ] }
{ "animations": [ { "name": "x", "frames": ["a.png"], "duration": 1, "durations": [1] } ] }
{ "animations": [ { "name": "x", "frames": [], "duration": 1 } ] }
{ "animations": [ { "name": "x", "frames": ["a.png"], "durations": [] } ] }
{ "animations": [ { "name": "x", "frames": [""], "duration": 1 } ] }
{ "animations": [ { "name": "x", "frames": [1], "duration": 1 } ] }
{ "animations": [ { "name": "", "frames": ["a.png"], "duration": 1 } ] }
{ "animations": [ { "name": "\u0007", "frames": ["a.png"], "duration": 1 } ] }
{ "animations": [ { "name": "a\u0085", "frames": ["a.png"], "duration": 1 } ] }
{ "animations": [ { "name": "x", "frames": ["\u009f"], "duration": 1 } ] }
{ "animations": [ { "frames": ["a.png"], "duration": 1 } ] }
{ "animations": [ { "name": "x", "duration": 1 } ] }
{ "animations": [ { "name": "x", "frames": ["a.png"], "duration": 4294967296 } ] }
{ "animations": [ { "name": "x", "frames": ["a.png"], "durations": [1.5] } ] }
{ "animations": [ { "name": "x", "frames": ["a.png"], "duration": 1, "direction": "back" } ] }
{ "animations": [ { "name": "x", "frames": ["a.png"], "duration": 1, "union": "yes" } ] }
{ "animations": [ { "name": "x", "frames": ["a.png"], "duration": 1, "loop": true } ] }
END
}

@test "the schema knows all options that sprites have" {
    local -r known=$(sed -n '/s on the command line/,$s/^        "\([A-Za-z0-9-]*\)": {.*/\1/p' \
        "$ROOT/tools/dist/config.schema.json" | grep -v '^M[DFTP]$')
    local option
    for option in $("$HITMASK" bake --help=all | sed -n 's/^ \{2,6\}\(-., \)\{0,1\}--\([a-z0-9-]*\).*/\2/p'); do
        echo "{ \"options\": { \"$option\": [1] } }" >c.json
        hitmask bake none.png --config c.json -o x.hmk
        [[ $stderr == *'must be on the command line'* || $stderr != *'must be'* ]] || echo "$option"
    done >options
    is options "$(sort options)" "$(sort <<<"$known")"
}

@test "the schema knows all warnings" {
    is warnings "$(sed -n '/"warning": {/,/\]/p' "$ROOT/tools/dist/config.schema.json" | grep -o '"[a-z-]*"' | tail -n +3 | tr -d '"' | sort)" \
        "$("$HITMASK" bake --error-on none 2>&1 | sed 's/.*all, //; s/, /\n/g' | sort)"
}
