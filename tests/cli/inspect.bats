#!/usr/bin/env bats
# inspect.bats - what is shown of a pack: a table, a document, drawings

load helpers

@test "the table of the samples" {
    bake "$SPRITES" -o x.hmk
    hitmask inspect x.hmk
    expect 0 'NAME                SIZE  BOUNDS     AREA   SOLID  POINTS    MAP  WARNINGS
ball.png           32x32  32x32+0+0   786   76.8%     124  32x32
block.png          64x64  64x64+0+0  4028   98.3%     252  64x64
cloud.png          60x32  59x31+1+1  1347   70.2%     196  60x32
deep.png           48x48  34x45+7+2   995   43.2%     154  48x48
diagonals.png      64x64  64x64+0+0   128    3.1%     128  64x64
empty.png          40x64  0x0+0+0       0    0.0%       0  40x64  empty
enemy.png          48x40  48x39+0+1  1220   63.5%     252  48x40
full.png           64x32  64x32+0+0  2048  100.0%     188  64x32  full
grey.png           48x48  46x46+1+1  1704   74.0%     180  48x48
heart.png          32x30  30x27+1+2   542   56.5%     114  32x30
interlaced.png     45x43  45x41+0+1  1171   60.5%     168  45x43
magenta.png        48x56  48x56+0+0  2688  100.0%     204  48x56  full
onebit.png         48x24  45x20+1+2   401   34.8%     231  48x24
palette.png        32x40  28x39+2+1   736   57.5%     144  32x40
person-walk-1.png  40x64  36x63+0+1  1355   52.9%     296  40x64
person-walk-2.png  40x64  32x64+0+0  1199   46.8%     216  40x64
person-walk-3.png  40x64  36x63+0+1  1278   49.9%     270  40x64
person-walk-4.png  40x64  32x64+0+0  1171   45.7%     224  40x64
person.png         40x64  31x63+0+1  1247   48.7%     233  40x64
ring.png           64x64  62x62+1+1  2276   55.6%     376  64x64' ''
    hitmask inspect - <x.hmk
    is 'the last line' "${lines[-1]}" \
        'ring.png           64x64  62x62+1+1  2276   55.6%     376  64x64'
}

@test "the table without points, with several warnings, and with names that are not ASCII" {
    draw_png_rgb $'\xc3\xa9.png' 1 000000
    draw_png $'\xe2\x80\xae.png' '..'
    bake --no-points --color-key magenta . -o x.hmk
    hitmask inspect x.hmk
    expect 0 $'NAME              SIZE  BOUNDS   AREA   SOLID  POINTS  MAP  WARNINGS
\xc3\xa9.png              1x1  1x1+0+0     1  100.0%       -    -  key-unmatched
\\xE2\\x80\\xAE.png   2x1  0x0+0+0     0    0.0%       -    -  empty key-unmatched' ''
}

@test "an empty pack has a table with no rows" {
    echo '{"format": "hitmask", "version": 1, "sprites": []}' >none.json
    bake none.json -o x.hmk
    hitmask inspect x.hmk
    expect 0 'NAME  SIZE  BOUNDS  AREA  SOLID  POINTS  MAP  WARNINGS' ''
    hitmask inspect --ascii x.hmk
    expect 0 '' ''
    hitmask inspect --json x.hmk
    expect 0 '{
  "format": "hitmask", "version": 1,
  "sprites": []
}' ''
}

@test "animations have a table below the sprites, and stand in --json" {
    animate '"hero", "heron", "hero"' '100, 0, 4294967295' '{ "cell": 1 }' >x.json
    bake x.json -o x.hmk
    hitmask inspect x.hmk
    expect 0 'NAME   SIZE  BOUNDS   AREA   SOLID  POINTS  MAP  WARNINGS
hero    2x1  2x1+0+0     2  100.0%       -    -
heron   2x1  2x1+0+0     2  100.0%       -    -

ANIMATION  FRAMES           TIME
run             3  4294967395 ms' ''
    hitmask inspect --json x.hmk
    is 'what follows the sprites' "$(sed '1,/^  ]/d' <<<"$output")" '  "animations": [
    { "name": "run", "frames": ["hero", "heron", "hero"], "durations": [100, 0, 4294967295] }
  ],
  "options": {"cell":1}
}'
    # There and back again.
    bake x.json -o y.json
    is 'the document' "$(cat y.json)" "$output"
    bake y.json -o y.hmk
    same x.hmk y.hmk
}

@test "an animation is chosen with its sprites: all of them or none" {
    animate '"hero"' 7 '{}' >one.json
    animate '"hero", "heron"' '7, 8' '{}' >two.json
    animate '' '' '{}' >none.json
    chosen() {
        "$HITMASK" inspect --json "$@" | grep -c '"frames"' || true
    }
    is one "$(chosen one.json hero)" 1
    is another "$(chosen one.json heron)" 0
    is 'one of two' "$(chosen two.json hero)" 0
    is both "$(chosen two.json 'hero*')" 1
    is 'none of none' "$(chosen none.json hero)" 0
    is all "$(chosen none.json)" 1
}

@test "a document that no pack can hold is not shown" {
    animate '"hero", "Hero"' '1, 1' '{}' >x.json
    hitmask inspect x.json
    expect 1 '' "x.json: error: the animation 'run' from x.json (animations[0]): frame 1 is 'Hero', \
which is not a sprite"
    hitmask inspect --json x.json
    expect 1 '' "$stderr"
}

@test "--json is the document that bake writes, byte for byte" {
    local how
    for how in rows base64 none; do
        bake "$SPRITES" --map 9x9 --pivot 1.1,25% --json-mask $how -o x.json
        bake "$SPRITES" --map 9x9 --pivot 1.1,25% -o x.hmk
        "$HITMASK" inspect --json --json-mask=$how x.hmk >y.json
        same x.json y.json
    done
    # Also of a document, which is put in order on the way.
    bake "$SPRITES" -o x.json
    "$HITMASK" inspect --json x.json | same - x.json
}

@test "--ascii draws the whole sprite: solid, points, and where the box is" {
    draw_png a.png \
        '........' \
        '..#####.' \
        '..#####.' \
        '..#####.' \
        '..#..##.' \
        '........'
    bake a.png -o x.hmk
    hitmask inspect --ascii x.hmk
    expect 0 'a.png  8x6

  ooooo
  o###o
  ooooo
  o..oo' ''
    # A cell's point is drawn at its centre pixel, which need not be solid itself.
    bake a.png --map 4x3 --prune 0 -o y.hmk
    hitmask inspect --ascii y.hmk
    expect 0 'a.png  8x6

  #o#o#o
  #####
  #o#o#o
  #..##
   o o o' ''
    bake a.png --no-points -o z.hmk
    hitmask inspect --ascii z.hmk
    expect 0 'a.png  8x6

  #####
  #####
  #####
  #..##' ''
    # Several are a blank line apart.
    draw_png b.png '#'
    bake a.png b.png -o two.hmk
    hitmask inspect --ascii two.hmk b.png a.png
    expect 0 'a.png  8x6

  ooooo
  o###o
  ooooo
  o..oo


b.png  1x1
o' ''
}

@test "names and patterns choose; sprites stay in their order" {
    mkdir -p art/hero art/rock
    draw_png art/hero/a.png '#.'
    cp art/hero/a.png art/hero/b.png
    cp art/hero/a.png art/rock/a.png
    cp art/hero/a.png 'art/[x].png'
    bake art -o x.hmk
    chosen() {
        "$HITMASK" inspect x.hmk "$@" | sed '1d; s/ .*//' | tr '\n' ' '
    }
    is all "$(chosen)" '[x].png hero/a.png hero/b.png rock/a.png '
    is one "$(chosen hero/b.png)" 'hero/b.png '
    is two "$(chosen rock/a.png hero/b.png)" 'hero/b.png rock/a.png '
    is 'twice the same' "$(chosen rock/a.png rock/a.png 'rock/*')" 'rock/a.png '
    is 'a folder' "$(chosen 'hero/*')" 'hero/a.png hero/b.png '
    is 'base names' "$(chosen 'a*')" 'hero/a.png rock/a.png '
    is 'a name with brackets' "$(chosen '[x].png')" '[x].png '
    is 'a set' "$(chosen '[!x].png')" 'hero/a.png hero/b.png rock/a.png '
    is across "$(chosen '**/b.png')" 'hero/b.png '
}

@test "people see names in natural order; the document has the order of the pack" {
    local name
    mkdir art
    for name in run_10 run_2 run_1 run_02 'tile#9' rock; do
        draw_png "art/$name.png" '##'
    done
    draw_png art/strip.png '############'
    draw_png art/walk10_1.png '#'
    cp art/walk10_1.png art/walk10_2.png
    cp art/walk10_1.png art/walk9_1.png
    cp art/walk10_1.png art/walk9_2.png
    bake art/strip.png --grid 1x1 -o strip.hmk
    rm art/strip.png
    bake art --animate 100 -o x.hmk
    shown() {
        "$HITMASK" inspect "$@" | sed '1d; s/ .*//' | paste -sd' '
    }
    local -r cells='strip.png#0 strip.png#1 strip.png#2 strip.png#3 strip.png#4 strip.png#5 strip.png#6 strip.png#7 strip.png#8 strip.png#9 strip.png#10 strip.png#11'
    is cells "$(shown strip.hmk)" "$cells"
    is chosen "$(shown strip.hmk '*0' '*#2')" 'strip.png#0 strip.png#2 strip.png#10'
    # Zeros before a number do not count, but where nothing else differs.
    local -r sprites='rock.png run_1.png run_02.png run_2.png run_10.png tile#9.png'
    local -r walks='walk9_1.png walk9_2.png walk10_1.png walk10_2.png'
    is 'the tables' "$(shown x.hmk)" "$sprites $walks  ANIMATION run walk9 walk10"
    is '--sort name' "$(shown x.hmk --sort name)" "$(shown x.hmk)"
    is '--sort size' "$(shown x.hmk --sort size)" "$(shown x.hmk)"
    is '--ascii' "$("$HITMASK" inspect --ascii x.hmk | sed -n 's/  [0-9]*x[0-9]*$//p' | paste -sd' ')" "$sprites $walks"
    is '--svg' "$("$HITMASK" inspect --svg - x.hmk | sed -n 's/.*<title>\(.*\)<.*/\1/p' | paste -sd' ')" "$sprites $walks"
    # A picture asks for the art in the order of the picture, also beside a document.
    mkdir none
    for name in '' --json; do
        hitmask inspect x.hmk 'run*' --png x.png --art none $name
        is "a picture $name" "$(sed "s/.*art '\(.*\)' is .*/\1/" <<<"$stderr" | paste -sd' ')" \
            'run_1.png run_02.png run_2.png run_10.png'
    done
    is 'the document' "$(names x.hmk | paste -sd' ')" \
        'rock.png run_02.png run_1.png run_10.png run_2.png tile#9.png walk10_1.png walk10_2.png walk9_1.png walk9_2.png'
    is 'the document, sorted' "$("$HITMASK" inspect --json --sort size x.hmk)" "$("$HITMASK" inspect --json x.hmk)"
}

@test "a name that is not there: all such are said, and nothing is shown" {
    draw_png a.png '#.'
    bake a.png -o x.hmk
    hitmask inspect x.hmk A.png a.png 'b*' $'c\e[2J'
    expect 1 '' "x.hmk: error: no sprite is named 'A.png'; did you mean 'a.png'?
x.hmk: error: no sprite's name matches 'b*'
x.hmk: error: no sprite's name matches 'c\\x1B[2J'"
}

@test "the name of an animation is not a sprite's" {
    animate '"heron", "hero"' '100, 100' '{}' >x.json
    hitmask inspect x.json run
    expect 1 '' "x.json: error: 'run' is an animation, not a sprite"
    hitmask query x.json run ru --at 0,0
    expect 1 '' "x.json: error: 'run' is an animation, not a sprite
x.json: error: no sprite is named 'ru'"
    animate '' '' '{}' >x.json
    hitmask inspect x.json run
    expect 1 '' "x.json: error: 'run' is an animation, not a sprite"
    # A sprite that has the pattern as its name wins.
    animate '"heron"' 100 '{}' | sed 's/"name": "run"/"name": "hero"/' >x.json
    hitmask inspect x.json hero --ascii
    is 'the first line' "${lines[0]}" 'hero  2x1'
}

@test "what cannot be inspected" {
    draw_png a.png '#.'
    mkdir folder
    : >empty
    hitmask inspect nowhere.hmk
    expect 1 '' 'nowhere.hmk: error: cannot open: No such file or directory'
    hitmask inspect folder
    expect 1 '' 'folder: error: is a folder'
    hitmask inspect a.png
    expect 1 '' "a.png: error: not a hitmask pack: it is a PNG; 'hitmask bake' makes a pack of it"
    hitmask inspect empty
    expect 1 '' 'empty: error: the pack is cut short: part of its data is missing'
    echo '<TextureAtlas imagePath="a.png"/>' >atlas.xml
    echo '{ "frames": { "a": { "frame": {} } }, "meta": {} }' >atlas.json
    hitmask inspect atlas.xml
    expect 1 '' "atlas.xml: error: not a hitmask pack: it is an atlas (Starling XML); 'hitmask bake' makes a pack of it"
    hitmask inspect atlas.json
    expect 1 '' "atlas.json: error: not a hitmask pack: it is an atlas (TexturePacker JSON); 'hitmask bake' makes a pack of it"
    echo '{ "frames": {} }' >other.json
    hitmask inspect other.json
    expect 1 '' 'other.json:1:1: error: not a hitmask document: it resembles TexturePacker JSON, but "frame" is missing in what comes first in "frames"'
    bake a.png -o x.hmk
    patch x.hmk 24 00
    hitmask inspect --json x.hmk
    expect 1 '' 'x.hmk: error: the checksum does not match'
    hitmask inspect
    expect 2 '' 'hitmask: error: no pack; name one, or - for standard input'
    local option
    for option in html png svg; do
        hitmask inspect --$option x.hmk
        expect 2 '' "hitmask: error: no pack; 'x.hmk' is the file that --$option writes; name the pack, too"
    done
}

@test "an SVG is XML, whatever the names are" {
    draw_png a.png '#.'
    bake a.png --name $'a\xef\xbf\xbe<&">\xef\xbf\xbf\xe2\x80\xae\'' -o x.hmk
    hitmask inspect x.hmk --svg x.svg --html x.html
    expect 0 '' ''
    holds x.svg '<title>a\\xEF\\xBF\\xBE&lt;&amp;'
    /usr/bin/python3 -c 'import sys, xml.etree.ElementTree as e; e.parse(sys.argv[1])' x.svg
    run ! grep -q $'\xef\xbf[\xbe\xbf]' x.html
}

@test "one output has one format, and one file one output" {
    draw_png a.png '#.'
    bake a.png -o x.hmk
    local -a words
    refused() {
        read -ra words <<<"$2"
        hitmask inspect x.hmk "${words[@]}"
        expect 2 '' "hitmask: error: $1"
    }
    refused '--json and --ascii cannot be used together' '--json --ascii'
    refused '--blocks and --json cannot be used together' '--blocks --json --blocks'
    local view
    for view in '--json --svg -' '--ascii --png -' '--blocks --html -' '--png - --svg -'; do
        refused "two outputs cannot both be '-'" "$view"
    done
    refused "two outputs cannot both be 'p'" '--png p --svg p'
    refused "two outputs cannot both be './p'" '--png p --svg ./p'
    refused "two outputs cannot both be 'p'" '--html p --svg q --png p'
    [ ! -e p ]
    [ ! -e q ]
    hitmask inspect x.hmk --json --json --png p --svg q
    is 'the exit status' "$status" 0
}

@test "a full disk and a closed pipe under standard output" {
    bake "$SPRITES" -o x.hmk
    run --separate-stderr bash -c '"$0" inspect --json x.hmk >/dev/full' "$HITMASK"
    expect 1 '' '<stdout>: error: cannot write: No space left on device'
    not_on_wasi 'Node opens what is closed'
    run --separate-stderr bash -c '"$0" inspect x.hmk >&-' "$HITMASK"
    expect 1 '' '<stdout>: error: cannot write: Bad file descriptor'
}

@test "--embed-art with options of strangers: what is wrong in them is as if it were not there" {
    draw_png a.png '.159#'
    bake a.png -o x.json
    local options
    while read -r options; do
        python3 - "$options" <<'END'
import json, sys
document = json.load(open("x.json"))
document["options"] = json.loads(sys.argv[1])
json.dump(document, open("y.json", "w"))
END
        hitmask inspect --html y.html --embed-art --art . --force y.json
        expect 0 '' ''
        [ -s y.html ]
    done <<'END'
{}
{ "config": { "rules": [ { "match": "[", "x": 1 } ] }, "alpha-threshold": "abc", "preset": 5 }
{ "config": [] }
{ "config": { "options": { "layers": { "a": { "grow": 1 } } }, "rules": [ { "match": "*", "layer": "x", "layers": { "b": {} } } ] } }
{ "config": { "rules": 5, "options": { "exclude": ["a"], "output": "x" } }, "preset": { "alpha-threshold": 300, "color-key": "#zz" } }
{ "strip-extension": 5, "grow": 1e9, "map": "3x4", "prune-border": "drop" }
{ "grid": "4x4", "auto-cut": 0, "union": true }
END
}
