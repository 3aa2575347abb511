#!/usr/bin/env bats
# sheets.bats - grids, atlases and layers, from the command line
#
# That a frame is cut out of its page right, whatever its packer did, is tested in
# tests/tools/test_sheets.c.

load helpers

# Four cells of 2x2 pixels: one pixel, two, none, all.
draw_sheet() {
    draw_png "$1" '#.##' '....' '..##' '..##'
}

# gdx IMAGE [NAME X Y W H]...: libGDX's text of one page.
gdx() {
    printf '%s\nformat: RGBA8888\n' "$1"
    shift
    while (($# > 0)); do
        printf '%s\n  bounds: %s,%s,%s,%s\n' "$1" "$2" "$3" "$4" "$5"
        shift 5
    done
}

# frame NAME X Y W H: of TexturePacker's JSON.
frame() {
    printf '"%s": {"frame": {"x":%s,"y":%s,"w":%s,"h":%s}}' "$@"
}

# hash IMAGE MORE_META FRAME...: TexturePacker's JSON, each frame on a line of its own.
hash() {
    local -r image=$1 meta=$2
    local separator=''
    shift 2
    printf '{"frames": {\n'
    for one; do
        printf '%s%s' "$separator" "$one"
        separator=$',\n'
    done
    printf '},\n"meta": {"image": "%s"%s}}\n' "$image" "$meta"
}

# ---- Grids ----------------------------------------------------------------------------------

@test "a grid cuts a picture into cells, row by row" {
    draw_sheet tiles.png
    hitmask bake tiles.png --grid 2x2 -o x.hmk
    expect 0 '' 'tiles.png: warning: 1 of 4 cells has no solid pixel [empty]'
    is names "$(names x.hmk)" $'tiles.png#0\ntiles.png#1\ntiles.png#2\ntiles.png#3'
    is sources "$(fact source x.hmk | uniq)" '"tiles.png"'
    is regions "$(fact region x.hmk)" $'[0, 0, 2, 2]\n[2, 0, 2, 2]\n[0, 2, 2, 2]\n[2, 2, 2, 2]'
    is areas "$(fact area x.hmk)" $'1\n2\n0\n4'
}

@test "--margin counts before the first cell, --spacing between cells" {
    draw_png tiles.png '.....' '.#.#.' '.....' '.#.9.' '.....'
    hitmask bake tiles.png --grid 1x1 --margin 1 --spacing 1 -o x.hmk
    expect 0 '' ''
    is regions "$(fact region x.hmk)" $'[1, 1, 1, 1]\n[3, 1, 1, 1]\n[1, 3, 1, 1]\n[3, 3, 1, 1]'
    is areas "$(fact area x.hmk | paste -sd' ')" '1 1 1 1'
}

@test "what is left over beside the cells is warned of" {
    draw_png tiles.png '#####' '#####' '#####'
    hitmask bake tiles.png --grid 2x2 -o x.hmk
    expect 0 '' 'tiles.png: warning: 5x3 pixels are not a whole number of cells of 2x2; the pixels left over are in no sprite [ragged]'
    is names "$(names x.hmk)" $'tiles.png#0\ntiles.png#1'
    hitmask bake tiles.png --grid 2x2 --error-on ragged -o y.hmk
    is status "$status" 1
    [ ! -e y.hmk ]
}

@test "a picture that holds no cell is an error" {
    keep_old_output
    draw_png tiles.png '##'
    refuses 1 'tiles.png: error: no cell of 3x3 fits into the image of 2x1' tiles.png --grid 3x3
    refuses 1 'tiles.png: error: no cell of 1x1 fits into the image of 2x1' tiles.png --grid 1x1 --margin 1
}

@test "a picture of more cells than can be is an error" {
    keep_old_output
    python3 -c '
import struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
width, height = 1024, 1025
sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n" +
    chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)) +
    chunk(b"IDAT", zlib.compress(bytes((width // 8 + 1) * height))) + chunk(b"IEND", b""))' >tiles.png
    refuses 1 'tiles.png: error: the grid cuts the image into more than 1048576 cells, the most that is allowed' tiles.png --grid 1x1
}

@test "--skip-empty leaves empty cells out; the others keep their numbers" {
    draw_sheet tiles.png
    hitmask bake tiles.png --grid 2x2 --skip-empty -o x.hmk
    expect 0 '' ''
    is names "$(names x.hmk)" $'tiles.png#0\ntiles.png#1\ntiles.png#3'
}

@test "a cell is empty when its mask is: also when only a change of the mask empties it" {
    draw_png dots.png '#.#.' '....' '#.#.' '....'
    hitmask bake dots.png --grid 2x2 --shrink 1 -o x.hmk
    expect 0 '' 'dots.png: warning: 4 of 4 cells have no solid pixel [empty]'
    hitmask bake dots.png --grid 2x2 --shrink 1 --skip-empty -o x.hmk
    expect 0 '' ''
    is names "$(names x.hmk)" ''
    hitmask bake dots.png --auto-cut 1 --shrink 1 --error-on empty -o x.hmk
    expect 1 '' 'dots.png: error: 4 of 4 cells have no solid pixel [empty]'
    # --solid fills cells, but those that are left out.
    draw_png one.png '#...' '....'
    hitmask bake one.png --grid 2x2 --solid --error-on all -o x.hmk
    expect 0 '' ''
    is areas "$(fact area x.hmk | paste -sd' ')" '4 4'
    hitmask bake one.png --grid 2x2 --solid --skip-empty -o x.hmk
    is areas "$(fact area x.hmk | paste -sd' ')" '4'
}

@test "a small frame in a large sprite is the same as a picture of all of it" {
    local empty options place
    local -a rows
    empty=$(printf '.%.0s' {1..150})
    draw_png page.png '####' '#.##' '###.'
    for place in '0 0' '70 20' '146 37'; do
        read -r left top <<<"$place"
        rows=()
        while [ ${#rows[@]} -lt 40 ]; do rows+=("$empty"); done
        for row in '####' '#.##' '###.'; do
            rows[top]=${empty:0:left}$row${empty:left + 4}
            top=$((top + 1))
        done
        draw_png whole.png "${rows[@]}"
        cat >atlas.json <<END
{ "frames": { "whole.png": { "frame": { "x": 0, "y": 0, "w": 4, "h": 3 }, "trimmed": true,
    "spriteSourceSize": { "x": $left, "y": $((top - 3)), "w": 4, "h": 3 }, "sourceSize": { "w": 150, "h": 40 } } },
  "meta": { "image": "page.png" } }
END
        for options in '' '--grow 3' '--grow 70' '--grow 3 --shrink 2' '--fill-holes' '--despeckle 12' '--solid' \
            '--grow 5 --prune 2' '--map 60x30 --prune 0' '--map 40x40 --prune 1 --prune-border drop' '--cell 7'; do
            # shellcheck disable=SC2086
            for input in atlas.json whole.png; do
                bake -q $input $options -o x.json
                grep -v '"source"\|"region"\|"place"\|"options"' x.json >"$input.baked"
            done
            same atlas.json.baked whole.png.baked
        done
    done
}

@test "cells are called after the file, or by --name" {
    mkdir -p art/ui
    draw_png art/ui/tiles.png '##'
    bake art --grid 1x1 -o x.hmk
    is names "$(names x.hmk)" $'ui/tiles.png#0\nui/tiles.png#1'
    bake art --grid 1x1 --strip-extension -o x.hmk
    is names "$(names x.hmk)" $'ui/tiles#0\nui/tiles#1'
    bake art/ui/tiles.png --grid 1x1 --name floor -o x.hmk
    is names "$(names x.hmk)" $'floor#0\nfloor#1'
    bake - --grid 1x1 --name floor -o x.hmk <art/ui/tiles.png
    is names "$(names x.hmk)" $'floor#0\nfloor#1'
}

@test "rules decide which files are sheets" {
    mkdir art
    draw_png art/hero.png '##'
    draw_png art/tiles.png '##'
    echo '{ "rules": [ { "match": "tiles.png", "grid": "1x1" } ] }' >rules.json
    bake art --config rules.json -o x.hmk
    is names "$(names x.hmk)" $'hero.png\ntiles.png#0\ntiles.png#1'
    echo '{ "rules": [ { "match": "hero.png", "grid": "none" } ] }' >rules.json
    bake art --config rules.json -o x.hmk
    bake art --config rules.json --grid 1x1 -o x.hmk
    is names "$(names x.hmk)" $'hero.png#0\nhero.png#1\ntiles.png#0\ntiles.png#1'
}

@test "a companion of a sheet is cut as the sheet is" {
    mkdir art
    draw_png art/tiles.png '####'
    draw_png art/tiles_m.png '#..#'
    bake art --grid 2x1 --mask-suffix _m -o x.hmk
    is names "$(names x.hmk)" $'tiles.png#0\ntiles.png#1'
    is bounds "$(fact bounds x.hmk)" $'[0, 0, 1, 1]\n[1, 0, 1, 1]'
}

@test "the key is looked for in each cell" {
    draw_png_rgb tiles.png 4 ff00ff 000000 000000 fa05fa
    hitmask bake tiles.png --grid 2x1 --color-key magenta -o x.hmk
    expect 0 '' "tiles.png: warning: frame 'tiles.png#1': no pixel has the colour of the key [key-unmatched]
tiles.png: warning: frame 'tiles.png#1': 1 solid pixel is close to the colour of the key, but not equal to it [key-near]"
}

@test "a piece that --auto-cut finds by the key need not have the key" {
    draw_png_rgb tiles.png 4 ff00ff 000000 000000 ff00ff
    hitmask bake tiles.png --auto-cut 0 --color-key magenta -o x.hmk
    expect 0 '' ''
    hitmask bake tiles.png --auto-cut 0 --color-key '#00ff00' -o x.hmk
    expect 0 '' "tiles.png: warning: frame 'tiles.png#0': no pixel has the colour of the key [key-unmatched]"
}

@test "tiles that are empty are warned of together, and skipped as cells are, but for animated ones" {
    draw_sheet tiles.png
    cat >tiles.tsx <<'END'
<tileset version="1.10" tilewidth="1" tileheight="1" columns="4" tilecount="16">
 <image source="tiles.png" width="4" height="4"/>
 <tile id="0"><animation><frame tileid="0" duration="9"/><frame tileid="1" duration="9"/></animation></tile>
</tileset>
END
    hitmask bake tiles.tsx -o x.hmk
    expect 0 '' 'tiles.png: warning: 9 of 16 cells have no solid pixel [empty]'
    is count "$(names x.hmk | wc -l)" 16
    hitmask bake tiles.tsx --skip-empty -o x.hmk
    expect 0 '' 'tiles.png: warning: 1 of 8 cells has no solid pixel [empty]'
    is names "$(names x.hmk | paste -sd' ')" 'tiles.tsx#0 tiles.tsx#1 tiles.tsx#10 tiles.tsx#11 tiles.tsx#14 tiles.tsx#15 tiles.tsx#2 tiles.tsx#3'
}

@test "and in each frame, with the rule of that frame" {
    draw_png_rgb page.png 4 ff00ff 000000 000000 fa05fa
    gdx page.png a 0 0 2 1 b 2 0 2 1 c 0 0 2 1 >game.atlas
    echo '{ "rules": [ { "match": "c", "color-key": "none" } ] }' >rules.json
    hitmask bake game.atlas --config rules.json --preset xna -o x.hmk
    expect 0 '' "page.png: warning: frame 'b': no pixel has the colour of the key [key-unmatched]
page.png: warning: frame 'b': 1 solid pixel is close to the colour of the key, but not equal to it [key-near]
page.png: warning: frame 'c': every pixel is solid: the image has no alpha, and no colour key is given [full]"
    is areas "$(fact area x.hmk)" $'1\n2\n2'
}

# ---- Layers ---------------------------------------------------------------------------------

@test "a rule makes a picture the layer of another" {
    mkdir art
    draw_png art/hero.png '##'
    draw_png art/hero.hit.png '.#'
    draw_png art/hero_hurt.png '#.'
    cat >rules.json <<'END'
{ "rules": [ { "match": "*.hit.png", "layer": "hit" }, { "match": "*_hurt.png", "layer": "hurt" } ] }
END
    bake art --config rules.json -o x.hmk
    is names "$(names x.hmk)" $'hero.png\nhero.png:hit\nhero.png:hurt'
    is layers "$(fact layer x.hmk)" $'"hit"\n"hurt"'
    is sources "$(fact source x.hmk)" $'"hero.png"\n"hero.hit.png"\n"hero_hurt.png"'
    bake art --config rules.json --strip-extension -o x.hmk
    is names "$(names x.hmk)" $'hero\nhero:hit\nhero:hurt'
}

@test "so are cells, and frames of an atlas" {
    draw_png hero.hit.png '##'
    bake hero.hit.png --grid 1x1 --layer hit -o x.hmk
    is names "$(names x.hmk)" $'hero.png#0:hit\nhero.png#1:hit'
    draw_png page.png '####'
    gdx page.png hero 0 0 1 1 hero.hit 1 0 1 1 foe.png 2 0 1 1 foe_hit.png 3 0 1 1 >game.atlas
    echo '{ "rules": [ { "match": ["*.hit", "*_hit.png"], "layer": "hit" } ] }' >rules.json
    bake game.atlas --config rules.json -o x.hmk
    is names "$(names x.hmk)" $'foe.png\nfoe.png:hit\nhero\nhero:hit'
}

@test "slices of Aseprite are layers, in the space of the sprite" {
    draw_png hero.png '.##.' '####'
    cat >hero.json <<'END'
{ "frames": [ { "filename": "hero", "frame": {"x":1,"y":0,"w":2,"h":2}, "rotated": false,
    "trimmed": true, "spriteSourceSize": {"x":3,"y":1,"w":2,"h":2},
    "sourceSize": {"w":8,"h":4}, "duration": 100 } ],
  "meta": { "app": "https://www.aseprite.org/", "image": "hero.png",
    "size": {"w":4,"h":2},
    "slices": [ { "name": "hit", "keys": [ { "frame": 0, "bounds": {"x":2,"y":1,"w":4,"h":2},
        "pivot": {"x":1,"y":1} } ] } ] } }
END
    hitmask bake hero.json -o x.hmk
    expect 0 '' ''
    is names "$(names x.hmk)" $'hero\nhero:hit'
    is sizes "$(fact size x.hmk)" $'[8, 4]\n[8, 4]'
    is bounds "$(fact bounds x.hmk)" $'[3, 1, 2, 2]\n[2, 1, 4, 2]'
    is pivots "$(fact pivot x.hmk)" $'[4, 2]\n[3, 2]'
    bake hero.json --space trimmed -o x.hmk
    is sizes "$(fact size x.hmk)" $'[2, 2]\n[2, 2]'
    is bounds "$(fact bounds x.hmk)" $'[0, 0, 2, 2]\n[0, 0, 2, 2]'
    is pivots "$(fact pivot x.hmk)" $'[1, 1]\n[0, 1]'
}

@test "a slice is a box, whatever decides about the pixels of its frame" {
    draw_png_rgb hero.png 3 ff0000 ff0000 ff0000
    cat >hero.json <<'END'
{ "frames": [ { "filename": "hero", "frame": {"x":0,"y":0,"w":3,"h":1}, "rotated": false,
    "trimmed": false, "spriteSourceSize": {"x":0,"y":0,"w":3,"h":1},
    "sourceSize": {"w":3,"h":1}, "duration": 100 } ],
  "meta": { "app": "https://www.aseprite.org/", "image": "hero.png", "size": {"w":3,"h":1},
    "slices": [ { "name": "hit",
        "keys": [ { "frame": 0, "bounds": {"x":1,"y":0,"w":1,"h":1} } ] } ] } }
END
    local -a options
    for options in --solid --grow=1 --despeckle=3 --warn-specks=3 --color-key=#ff0000; do
        bake hero.json "$options" -o x.hmk 2>/dev/null
        is "the box with $options" "$(fact bounds x.hmk | tail -n 1)" '[1, 0, 1, 1]'
    done
    # The frame has no such pixel; the slice has nothing to find one in.
    hitmask bake hero.json --color-key '#00ff00' -o x.hmk
    expect 0 '' "hero.png: warning: frame 'hero': no pixel has the colour of the key [key-unmatched]"
    is warnings "$(fact warnings x.hmk)" '["key-unmatched"]'
}

@test "an atlas without a frame is an error in every format" {
    local atlas
    draw_png page.png '#'
    for atlas in '{"frames":{},"meta":{"image":"page.png"}}' \
        '{"frames":[],"meta":{"app":"https://www.aseprite.org/","image":"page.png"}}' \
        '{"textures":[{"image":"page.png","frames":[]}]}' '{"textures":[{"name":"page","images":[]}]}'
    do
        echo "$atlas" >empty.json
        hitmask bake empty.json -o x.hmk
        expect 1 '' 'empty.json: error: there is no frame in it to bake'
        [ ! -e x.hmk ]
    done
}

@test "a page that is named by its whole path is called as it would be otherwise" {
    local -r page=$PWD/art/ui/page.png
    mkdir -p art/ui
    draw_png "$page" '##'
    sources() {
        bake "$@" -o x.hmk
        fact source x.hmk
    }
    gdx "$page" a 0 0 1 1 >art/ui/whole.atlas
    is 'beside it' "$(sources art/ui/whole.atlas)" '"page.png"'
    is 'below a root' "$(sources art/ui/whole.atlas --root art)" '"ui/page.png"'
    gdx "$page" a 0 0 1 1 >elsewhere.atlas
    is 'below its folder' "$(sources elsewhere.atlas)" '"art/ui/page.png"'
    ln -s art linked
    gdx "$PWD/linked/ui/page.png" a 0 0 1 1 >art/ui/whole.atlas
    is 'through a link' "$(sources art/ui/whole.atlas --root art)" '"ui/page.png"'
    is 'both through a link' "$(sources linked/ui/whole.atlas --root linked)" '"ui/page.png"'
    mkdir other
    mv elsewhere.atlas other
    is elsewhere "$(sources other/elsewhere.atlas --allow-outside)" '"page.png"'
}

@test "--strip-extension leaves numbers" {
    draw_png page.png '##'
    gdx page.png foe.walk.01 0 0 1 1 foe.walk.02.png 1 0 1 1 tree. 1 0 1 1 >game.atlas
    bake game.atlas --strip-extension -o x.hmk
    is names "$(names x.hmk)" $'foe.walk.01\nfoe.walk.02\ntree'
}

# ---- What atlases make of inputs ------------------------------------------------------------

@test "atlases, a tileset and a folder give one pack" {
    mkdir ui
    draw_png ui/button.png '##'
    draw_png game-page.png '#.' '##'
    draw_png hero-page.png '####'
    draw_png tiles.png '#.##'
    gdx game-page.png tree 0 0 2 2 >game.atlas
    hash hero-page.png '' "$(frame run1 0 0 2 1)" "$(frame run2 2 0 2 1)" >hero.json
    echo '<tileset tilewidth="2" tileheight="1" columns="2" tilecount="2">
<image source="tiles.png" width="4" height="1"/></tileset>' >tiles.tsx
    hitmask bake game.atlas hero.json tiles.tsx ui/ -o game.hmk
    expect 0 '' ''
    is names "$(names game.hmk)" $'button.png\nrun1\nrun2\ntiles.tsx#0\ntiles.tsx#1\ntree'
    is sources "$(fact source game.hmk | sort -u)" $'"button.png"\n"game-page.png"\n"hero-page.png"\n"tiles.png"'
}

@test "an atlas is known by its content" {
    draw_png page.png '##'
    gdx page.png a 0 0 1 1 >one
    hash page.png '' "$(frame b 1 0 1 1)" >two.txt
    bake one two.txt -o x.hmk
    is names "$(names x.hmk)" $'a\nb'
}

@test "a page that is an input too is no sprite, however it is spelled" {
    mkdir art art/sub
    draw_png art/page.png '##'
    draw_png art/own.png '#'
    gdx page.png a 0 0 1 1 >art/game.atlas
    ln -s ../page.png art/sub/link.png
    ln -s art other
    hitmask bake --dry-run --root . art/game.atlas art/../art/page.png art/sub/link.png other/page.png art
    expect 0 'bake  art/game.atlas
bake  art/own.png
skip  art/../art/page.png  a page of an atlas
skip  art/sub/link.png     a page of an atlas
skip  other/page.png       a page of an atlas
skip  art/page.png         a page of an atlas
skip  art/sub/link.png     a page of an atlas' ''
    bake --root . art/game.atlas art other/page.png -o x.hmk
    is names "$(names x.hmk)" $'a\nart/own.png'
}

@test "sources are named from the root, wherever the atlas stands" {
    mkdir -p art/atlas art/pages
    draw_png art/pages/page.png '##'
    gdx ../pages/./page.png a 0 0 1 1 >art/atlas/game.atlas
    bake --root art art/atlas/game.atlas -o x.hmk
    is source "$(fact source x.hmk)" '"pages/page.png"'
}

@test "pages and related files lie below --root, as all inputs do" {
    mkdir -p art/sub
    draw_png art/page.png '##'
    draw_png art/sub/page.png '#.'
    gdx ../page.png a 0 0 2 1 >art/sub/game.atlas
    hitmask bake --root art/sub art/sub/game.atlas art/sub/page.png -o x.hmk
    expect 1 '' "art/sub/game.atlas:1:1: error: page '../page.png': leads outside --root art/sub; to allow that, give --root art or --allow-outside"
    [ ! -e x.hmk ]
    bake --root art art/sub/game.atlas -o x.hmk
    is source "$(fact source x.hmk)" '"page.png"'
    hash page.png ', "related_multi_packs": ["../b.json"]' "$(frame one 0 0 1 1)" >art/sub/a.json
    hash page.png '' "$(frame two 0 0 1 1)" >art/b.json
    hitmask bake --root art/sub art/sub/a.json -o x.hmk
    expect 1 '' "art/sub/a.json: error: related file '../b.json': leads outside --root art/sub; to allow that, give --root art or --allow-outside"
}

@test "options decide about frames as about pictures" {
    draw_png page.png '9#59'
    gdx page.png a.png 0 0 2 1 b.png 2 0 2 1 >game.atlas
    bake game.atlas --alpha-threshold 200 --no-points --pivot 0,100% --strip-extension -o x.hmk
    is names "$(names x.hmk)" $'a\nb'
    is areas "$(fact area x.hmk)" $'2\n1'
    is pivots "$(fact pivot x.hmk)" $'[0, 1]\n[0, 1]'
    echo '{ "rules": [ { "match": "game.atlas", "alpha-threshold": 140 }, { "match": "a.png", "alpha-threshold": 253 } ] }' >rules.json
    bake game.atlas --config rules.json -o x.hmk
    is areas "$(fact area x.hmk)" $'1\n1'
}

@test "the colour key of a tileset holds where no other is given" {
    draw_png_rgb tiles.png 2 ff00ff 112233
    echo '<tileset tilewidth="2" tileheight="1" columns="1" tilecount="1">
<image source="tiles.png" trans="#ff00ff" width="2" height="1"/></tileset>' >tiles.tsx
    hitmask bake tiles.tsx -o x.hmk
    expect 0 '' ''
    is bounds "$(fact bounds x.hmk)" '[1, 0, 1, 1]'
    bake tiles.tsx --color-key '#112233' -o x.hmk
    is bounds "$(fact bounds x.hmk)" '[0, 0, 1, 1]'
}

@test "files of a multipack belong together, and may name each other" {
    draw_png p0.png '##'
    draw_png p1.png '#'
    hash p0.png ', "related_multi_packs": ["b.json"]' "$(frame one 0 0 1 1)" >a.json
    hash p1.png ', "related_multi_packs": ["./a.json", "b.json"]' "$(frame two 0 0 1 1)" >b.json
    for inputs in a.json b.json 'a.json b.json' 'b.json ./a.json'; do
        # shellcheck disable=SC2086
        bake $inputs -o x.hmk
        is names "$(names x.hmk)" $'one\ntwo'
    done
}

@test "a file that two atlases name is called the same in whatever order they come" {
    mkdir -p maps/sub
    draw_png maps/sub/t.png '##'
    echo '<tileset tilewidth="1" tileheight="1"><image source="t.png"/></tileset>' >maps/sub/t.tsx
    echo '<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="sub/t.tsx"/></map>' >maps/a.tmx
    echo '<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="t.tsx"/></map>' >maps/sub/b.tmx
    bake maps/a.tmx maps/sub/b.tmx -o x.hmk
    bake maps/sub/b.tmx maps/a.tmx -o y.hmk
    same x.hmk y.hmk
    is names "$(names x.hmk)" $'sub/t.tsx#0\nsub/t.tsx#1'
    bake --shard 1/2 maps/a.tmx maps/sub/b.tmx -o 1.hmk
    bake --shard 2/2 maps/sub/b.tmx maps/a.tmx -o 2.hmk
    hitmask merge 1.hmk 2.hmk -o z.hmk
    expect 0 '' ''
    same x.hmk z.hmk
}

@test "a tileset and a link to it are in one shard, in whatever order they come" {
    not_on_windows 'Wine hides the links of this system'
    draw_png t.png '##'
    echo '<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="t.tsx"/></map>' >m.tmx
    echo '<tileset tilewidth="1" tileheight="1"><image source="t.png"/></tileset>' >t.tsx
    ln -s t.tsx s.tsx
    bake s.tsx t.tsx m.tmx -o x.hmk
    for inputs in 's.tsx m.tmx t.tsx' 't.tsx m.tmx s.tsx'; do
        # shellcheck disable=SC2086
        bake $inputs --shard 1/2 -o 1.hmk
        bake t.tsx s.tsx m.tmx --shard 2/2 -o 2.hmk
        hitmask merge 1.hmk 2.hmk -o y.hmk
        expect 0 '' ''
        same x.hmk y.hmk
    done
}

@test "a map that is given by two names is an error" {
    not_on_windows 'Wine hides the links of this system'
    mkdir at
    draw_png at/t.png '##'
    echo '<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="t.tsx"/></map>' >at/m.tmx
    echo '<tileset tilewidth="1" tileheight="1"><image source="t.png"/></tileset>' >at/t.tsx
    ln -s at link
    hitmask bake at/m.tmx link/m.tmx -o x.hmk
    expect 1 '' "link/m.tmx: error: is the same file as 'at/m.tmx', which is an input, too; please give one of them"
    [ ! -e x.hmk ]
}

@test "a picture with the bytes of a page is a sprite, also as a second name of the same file" {
    mkdir art sheet
    draw_png sheet/p.png '##'
    hash p.png '' "$(frame one 0 0 1 1)" >sheet/a.json
    cp sheet/p.png art/ball.png
    bake --root . art sheet/a.json -o x.hmk
    is names "$(names x.hmk)" $'art/ball.png\none'
    ln -f sheet/p.png art/ball.png 2>/dev/null || skip 'no second names here'
    bake --root . art sheet/a.json -o y.hmk
    same x.hmk y.hmk
}

@test "a tileset in two folders, each with a page of its own, is two, also as one file" {
    mkdir cave forest
    draw_png cave/t.png '##'
    draw_png forest/t.png '#.'
    for folder in cave forest; do
        echo '<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="t.tsx"/></map>' >$folder/m.tmx
        echo '<tileset tilewidth="1" tileheight="1"><image source="t.png"/></tileset>' >$folder/t.tsx
    done
    bake --root . cave/m.tmx forest/m.tmx -o x.hmk
    is areas "$(fact area x.hmk)" $'1\n1\n1\n0'
    for how in '' -s; do
        # shellcheck disable=SC2086
        ln -f $how "$PWD/cave/t.tsx" forest/t.tsx 2>/dev/null || skip 'no second names here'
        bake --root . cave/m.tmx forest/m.tmx -o y.hmk
        same x.hmk y.hmk
    done
}

@test "an animation of a multipack has frames of all its files" {
    local rest='}, "animations": { "run": ["run1", "run2", "run3"] ' run
    draw_png p0.png '##'
    draw_png p1.png '#'
    hash p0.png ', "related_multi_packs": ["b.json"]'"$rest" "$(frame run1 0 0 1 1)" "$(frame run3 1 0 1 1)" >a.json
    hash p1.png ', "related_multi_packs": ["a.json"]' "$(frame run2 0 0 1 1)" >b.json
    run='"name": "run", "frames": \["run1", "run2", "run3"\], "durations": '
    for inputs in a.json b.json 'b.json a.json'; do
        # shellcheck disable=SC2086
        bake $inputs -o x.hmk
        holds <("$HITMASK" inspect --json x.hmk) "$run\[0, 0, 0\]"
        # shellcheck disable=SC2086
        bake $inputs --animate 50 -o x.hmk
        holds <("$HITMASK" inspect --json x.hmk) "$run\[50, 50, 50\]"
        is animations "$("$HITMASK" inspect --json x.hmk | grep -c durations)" 1
    done
}

@test "animations of one name in files of a multipack are one" {
    local file
    draw_png p.png '####'
    hash p.png ', "related_multi_packs": ["b.json"] }, "animations": { "run": ["run1", "run10"], "hit": ["x"] ' \
        "$(frame run1 0 0 1 1)" "$(frame run10 1 0 1 1)" "$(frame x 0 0 1 1)" >a.json
    hash p.png ' }, "animations": { "run": ["run2"], "hit": ["y"] ' \
        "$(frame run2 2 0 1 1)" "$(frame y 3 0 1 1)" >b.json
    for file in a.json 'b.json a.json'; do
        # shellcheck disable=SC2086
        bake $file --cache cache -o x.hmk
        holds <("$HITMASK" inspect --json x.hmk) '"run", "frames": \["run1", "run2", "run10"\]'
        holds <("$HITMASK" inspect --json x.hmk) '"hit", "frames": \["x", "y"\]'
    done
    # It has them alone, where no file belongs to it.
    bake b.json --cache cache -o x.hmk
    holds <("$HITMASK" inspect --json x.hmk) '"run", "frames": \["run2"\]'
    # Frames in another order than that of their numbers, unless all files have the same.
    sed -i 's/"run1", "run10"/"run10", "run1"/' a.json
    hitmask bake a.json -o x.hmk
    expect 1 '' "hitmask: error: two animations are named 'run': one from a.json, one from b.json"
    sed -i 's/\["run2"\]/["run10", "run1"]/' b.json
    sed -i 's/"image": "p.png"/"image": "p.png", "related_multi_packs": ["a.json"]/' b.json
    bake b.json -o x.hmk
    holds <("$HITMASK" inspect --json x.hmk) '"run", "frames": \["run10", "run1"\]'
}

@test "files of a multipack are one for --animate and for shards, whatever their names" {
    local -i n k
    local -a parts
    draw_png p.png '####'
    hash p.png ', "related_multi_packs": ["tex-1.json"] }, "animations": { "all": ["run1", "run2", "run3"] ' \
        "$(frame run1 0 0 1 1)" "$(frame run2 1 0 1 1)" >tex.json
    hash p.png '' "$(frame run3 2 0 1 1)" "$(frame run4 3 0 1 1)" >tex-1.json
    bake tex.json --animate 9 -o x.hmk
    holds <("$HITMASK" inspect --json x.hmk) '"run", "frames": \["run1", "run2", "run3", "run4"\]'
    for n in 2 3 4 5; do
        parts=()
        for ((k = 1; k <= n; k++)); do
            bake tex.json --animate 9 --shard $k/$n -o part$k.hmk
            parts+=("part$k.hmk")
        done
        "$HITMASK" merge -q "${parts[@]}" -o whole.hmk
        same x.hmk whole.hmk
    done
}

@test "the layer of a frame in another file of a multipack is that of its own rules" {
    draw_png p.png '##'
    hash p.png ', "related_multi_packs": ["b.json"] }, "animations": { "run": ["run1", "run2"] ' "$(frame run1 0 0 1 1)" >a.json
    hash p.png '' "$(frame run2 1 0 1 1)" >b.json
    for layer in hit hurt; do
        echo '{ "rules": [ { "match": "b.json", "layer": "'$layer'" } ] }' >rules.json
        bake a.json --config rules.json --cache cache -o x.hmk
        holds <("$HITMASK" inspect --json x.hmk) '"frames": \["run1", "run2:'$layer'"\]'
    done
}

@test "a frame that no file of a multipack has is an error" {
    draw_png p.png '##'
    hash p.png ', "related_multi_packs": ["b.json"] }, "animations": { "run": ["run1", "run9"] ' "$(frame run1 0 0 1 1)" >a.json
    hash p.png '' "$(frame run2 1 0 1 1)" >b.json
    hitmask bake a.json -o x.hmk
    expect 1 '' "a.json:3:88: error: animation 'run': neither this file nor another one of the bake has the frame 'run9'"
    [ ! -e x.hmk ]
}

@test "--exclude leaves out files of a multipack, too" {
    draw_png p0.png '##'
    hash p0.png ', "related_multi_packs": ["gone/b.json", "a.json"]' "$(frame one 0 0 1 1)" >a.json
    mkdir gone
    hash p0.png '' "$(frame two 1 0 1 1)" >gone/b.json
    hitmask bake a.json --exclude 'gone/*' --dry-run
    expect 0 'bake  a.json
skip  gone/b.json  --exclude' ''
}

@test "animations come with their frames" {
    draw_png page.png '##'
    gdx page.png run 0 0 1 1 run 1 0 1 1 | sed '4a\  index: 1' | sed '$a\  index: 0' >game.atlas
    bake game.atlas -o x.hmk
    is names "$(names x.hmk)" $'run#0\nrun#1'
    holds <("$HITMASK" inspect --json x.hmk) '"frames": \["run#0", "run#1"\]'
}

@test "a pack from an atlas goes through JSON and back" {
    draw_png page.png '####'
    gdx page.png run 0 0 1 1 run 1 0 1 1 tree 2 0 2 1 | sed -e '4a\  index: 1' -e '6a\  index: 0' >game.atlas
    bake game.atlas -o x.hmk
    bake game.atlas -o x.json
    bake x.json -o y.hmk
    same x.hmk y.hmk
    "$HITMASK" verify x.hmk
}

# ---- Builds ---------------------------------------------------------------------------------

draw_game() {
    mkdir -p art
    draw_png art/p0.png '##..'
    draw_png art/p1.png '#.'
    draw_png art/own.png '#'
    hash p0.png ', "related_multi_packs": ["b.json"]' "$(frame one 0 0 1 1)" "$(frame two 1 0 2 1)" >art/a.json
    hash p1.png '' "$(frame three 0 0 2 1)" >art/b.json
    gdx p0.png four 2 0 2 1 >art/c.atlas
}

game=(art/a.json art/c.atlas art)

@test "-MD lists atlases and pages, whether they were read or taken from the cache" {
    draw_game
    for turn in 1 2 3; do
        bake "${game[@]}" --cache cache -MD -MF x.d -o x.hmk
        is 'what was read' "$(cat x.d)" 'x.hmk: \
  art/ \
  art/a.json \
  art/b.json \
  art/c.atlas \
  art/own.png \
  art/p0.png \
  art/p1.png'
        # If the output is not as it was, it is made anew, out of the cache.
        [ $turn = 1 ] || rm x.hmk
    done
}

@test "a cache gives what a bake without it gives, whatever has changed" {
    draw_game
    echo '{ "rules": [ { "match": "one", "prune": 0 } ] }' >rules.json
    again() {
        bake "${game[@]}" --config rules.json -o cold.hmk
        hitmask bake --verbose "${game[@]}" --config rules.json --cache cache -o x.hmk
        is status "$status" 0
        same cold.hmk x.hmk || return
        is taken "$(grep -o '[0-9] of 4' <<<"$stderr")" "$1"
    }
    again '0 of 4'
    again '4 of 4'
    draw_png art/p0.png '#.##'
    again '2 of 4'
    hash p1.png '' "$(frame three 1 0 1 1)" >art/b.json
    again '3 of 4'
    echo '{ "rules": [ { "match": "one", "alpha-threshold": 255 } ] }' >rules.json
    again '3 of 4'
    gdx p1.png five 0 0 1 1 >art/c.atlas
    again '3 of 4'
    again '4 of 4'
}

@test "the same bytes on any number of threads, and out of shards" {
    draw_game
    bake "${game[@]}" -j1 -o x.hmk
    bake "${game[@]}" -j7 -o y.hmk
    same x.hmk y.hmk
    for count in 2 3; do
        for ((i = 1; i <= count; i++)); do
            bake "${game[@]}" --shard $i/$count -o s-$i.hmk
        done
        "$HITMASK" merge s-*.hmk -o z.hmk
        same x.hmk z.hmk
        rm s-*.hmk
    done
}

# ---- Bad input ------------------------------------------------------------------------------

@test "all that is wrong is said, with the place and the frame, and nothing is written" {
    keep_old_output
    draw_png page.png '##'
    hash page.png ', "size": {"w": 2, "h": 1}' "$(frame far 2 0 1 1)" "$(frame thin 0 0 -1 1)" \
        "$(frame good 0 0 1 1)" "$(frame good 0 0 2 1)" >a.json
    printf 'page.png\nformat: RGBA8888\nhero\n  rotate: 45\n  xy: 0, 0\n  size: 1, 1\n' >b.atlas
    echo '<TextureAtlas imagePath="gone.png"><SubTexture name="x" x="0" y="0" width="1" height="1"/></TextureAtlas>' >c.xml
    gdx page.png tall 0 0 1 7 wide 2 0 2 1 >d.atlas
    printf '%s\n' "$(hash page.png '' "$(frame f 0 0 1 1)" | tr -d '}')" >e.json
    refuses 1 "a.json:3:36: error: frame 'thin': frame.w must be a whole number from 0 to 2147483647, not -1
a.json:2:8: error: frame 'far': it lies outside its page: it is 1 x 1 there, at 2,0, and 'page.png' is 2 x 1
a.json:5:9: error: frame 'good': its name is used twice, first on line 4
b.atlas:4:11: error: frame 'hero': rotate must be true, false, 0, 90, 180 or 270, not '45'
e.json:4:1: error: ',' or '}' expected, but the text ends
c.xml:1:1: error: page 'gone.png': cannot open: No such file or directory
d.atlas:3:1: error: frame 'tall': it lies outside its page: it is 1x7 there, at 0,0, and 'page.png' is 2x1
d.atlas:5:1: error: frame 'wide': it lies outside its page: it is 2x1 there, at 2,0, and 'page.png' is 2x1" \
        a.json b.atlas c.xml d.atlas e.json
}

@test "pages that cannot be read are errors of the atlas" {
    keep_old_output
    echo text >text.png
    draw_png small.png '#'
    draw_png cut.png '##'
    truncate -s 50 cut.png
    for page in text small cut; do
        hash $page.png ', "size": {"w": 2, "h": 1}' "$(frame $page 0 0 1 1)" >$page.json
    done
    hash folder '' "$(frame none 0 0 1 1)" >folder.json
    mkdir folder
    refuses 1 "text.json:3:19: error: page 'text.png': not a PNG
small.json:3:19: error: page 'small.png': the image is 1x1, but the atlas says 2x1
cut.json:3:19: error: page 'cut.png': truncated: the file ends inside the image data
folder.json:3:19: error: page 'folder': is a folder" \
        text.json small.json cut.json folder.json
}

@test "two sprites of one name are an error that names both atlases" {
    keep_old_output
    draw_png page.png '##'
    gdx page.png hero 0 0 1 1 >a.atlas
    hash page.png '' "$(frame hero 1 0 1 1)" >b.json
    refuses 1 "hitmask: error: two sprites are named 'hero': one from a.atlas, one from b.json" a.atlas b.json
    gdx page.png hero 0 0 1 1 hero 1 0 1 1 >a.atlas
    refuses 1 "a.atlas:5:1: error: frame 'hero': its name is used twice, first on line 3" a.atlas
}

@test "an atlas on standard input is refused, for its pages stand beside it" {
    keep_old_output
    draw_png page.png '##'
    gdx page.png hero 0 0 1 1 >a.atlas
    refuses 1 '-: error: is an atlas (libGDX .atlas), which cannot be read from standard input, because its pages are found beside its file; name the file' --name x - <a.atlas
}

@test "an atlas without a word of its image is told of once" {
    keep_old_output
    echo '{"frames": {}, "meta": {}}' >a.json
    refuses 1 'a.json:1:24: error: "image" is missing' a.json
}

@test "a file of a multipack that is missing is an error" {
    keep_old_output
    draw_png page.png '##'
    hash page.png ', "related_multi_packs": ["gone.json"]' "$(frame hero 0 0 1 1)" >a.json
    refuses 1 "a.json: error: related file 'gone.json': cannot open: No such file or directory" a.json
}

@test "entities are refused" {
    keep_old_output
    draw_png page.png '##'
    echo '<!DOCTYPE TextureAtlas [<!ENTITY x "yyyy"><!ENTITY z "&x;&x;">]><TextureAtlas imagePath="&z;"/>' >bomb.xml
    echo '<TextureAtlas><Frame n="x"/></TextureAtlas>' >old.xml
    refuses 1 "bomb.xml:1:24: error: it declares a document type, which no atlas needs; please remove <!DOCTYPE ...>
old.xml:1:1: error: \"imagePath\" is missing
old.xml:1:15: error: <Frame> belongs to another XML format, which hitmask does not read; please export as Starling or Sparrow version 2, or as JSON" \
        bomb.xml old.xml
}

# ---- Unity ----------------------------------------------------------------------------------

# masks FILE: the place and the rows of each mask.
masks() {
    "$HITMASK" inspect --json "$1" | grep -e '"name"' -e '"size"' -e '"bounds"' -e '"[.#]*"'
}

@test "flipX and flipY of Sparrow mirror a frame within its untrimmed size, once it is upright" {
    mkdir one
    draw_png page.png '##.....##' '#.#.....#' '....#..#.' '.........' '......#..'
    draw_png wide.png '##............................................................#.......'
    sub() {
        printf '<SubTexture name="%s.png" x="0" y="0" width="5" height="3" %s/>' "$1" "${*:2}"
    }
    {
        printf '<TextureAtlas imagePath="page.png">'
        sub x 'flipX="true"'
        sub y 'flipY="true"'
        sub xy 'flipX="true" flipY="true"'
        sub trimmed 'flipX="true" frameX="-1" frameY="-2" frameWidth="9" frameHeight="6"'
        sub turned 'flipX="true" rotated="true" frameX="-1" frameY="-2" frameWidth="9" frameHeight="6"' |
            sed 's/x="0" y="0" width="5" height="3"/x="6" y="0" width="3" height="5"/'
        sub cut 'flipX="true" frameX="1" frameY="0" frameWidth="6" frameHeight="3"'
        echo '</TextureAtlas>'
    } >page.xml
    echo '<TextureAtlas imagePath="wide.png"><SubTexture name="wide.png" x="0" y="0" width="70"' \
        'height="1" flipX="true"/></TextureAtlas>' >wide.xml
    draw_png one/x.png '...##' '..#.#' '#....'
    draw_png one/y.png '....#' '#.#..' '##...'
    draw_png one/xy.png '#....' '..#.#' '...##'
    draw_png one/trimmed.png '.........' '.........' '......##.' '.....#.#.' '...#.....' '.........'
    cp one/trimmed.png one/turned.png
    draw_png one/cut.png '.....#' '....#.' '..#...'
    draw_png one/wide.png '.......#............................................................##'
    hitmask bake page.xml wide.xml --warn-straddle 5 -o x.hmk
    expect 0 '' "page.xml:1:$(($(sed 's/<SubTexture name="cut.*//' page.xml | wc -c))): warning: frame 'cut.png': its region reaches beyond its frame; what lies outside is left out [clipped]"
    bake one -o y.hmk
    is masks "$(masks x.hmk)" "$(masks y.hmk)"
    # A pack cannot say that a picture is mirrored: it names no part to draw.
    is regions "$(fact region x.hmk | uniq)" '[0, 0, 0, 0]'
    is turns "$(fact turn x.hmk)$(fact place x.hmk)" ''
    hitmask inspect x.hmk --art . --embed-art --html x.html
    expect 0 '' ''
    bake page.xml wide.xml --space trimmed -o x.hmk
    is sizes "$(fact size x.hmk | sort | uniq -c | tr -s ' ' | paste -sd,)" ' 1 [4, 3], 5 [5, 3], 1 [70, 1]'
}

@test "the y of Unity's sprites goes up, in a picture whose height the file does not say" {
    "$HITMASK" --version | grep 'Unity .meta' >/dev/null && skip 'needs libyaml'
    draw_png hero.png '##' '#.' '..' '##'
    printf '%s\n' 'fileFormatVersion: 2' 'TextureImporter:' '  spriteMode: 2' '  spriteSheet:' '    sprites:' \
        '    - name: top' '      rect: {x: 0, y: 2, width: 2, height: 2}' \
        '    - name: bottom' '      rect: {x: 0, y: 0, width: 2, height: 1}' >hero.png.meta
    bake hero.png.meta -o x.hmk
    is names "$(names x.hmk)" $'bottom\ntop'
    is regions "$(fact region x.hmk)" $'[0, 3, 2, 1]\n[0, 0, 2, 2]'
    is areas "$(fact area x.hmk)" $'2\n3'
    sed -i 's/y: 2/y: 3/' hero.png.meta # from below: it is the upper edge that it leaves
    keep_old_output
    refuses 1 "hero.png.meta:6:7: error: frame 'top': it lies outside its page: it is 2x2 there, at 0,3, and 'hero.png' is 2x4" hero.png.meta
}

@test "a .plist of cocos2d, and Godot's res:// below the project" {
    mkdir -p game/scenes game/art
    draw_png game/art/sheet.png '##..' '#...'
    touch game/project.godot
    printf '%s\n' '[gd_resource type="AtlasTexture" format=3]' '[ext_resource type="Texture2D" path="res://art/sheet.png" id="1"]' \
        '[resource]' 'atlas = ExtResource("1")' 'region = Rect2(0, 0, 2, 2)' 'margin = Rect2(1, 1, 2, 2)' >game/scenes/hero.tres
    bake game/scenes/hero.tres --root game -o x.hmk
    is names "$(names x.hmk)" hero
    is sizes "$(fact size x.hmk)" '[4, 4]'
    is sources "$(fact source x.hmk)" '"art/sheet.png"'
    # Wherever the current folder is; but not in other folders.
    cd game/scenes
    bake hero.tres -o ../../y.hmk
    is names "$(names ../../y.hmk)" hero
    mkdir ../../other
    cd ../../other
    bake ../game/scenes/hero.tres -o ../y.hmk
    is names "$(names ../y.hmk)" hero
    draw_png p.png '##..' '#...'
    sed -i 's|res://art/sheet|res://../other/p|' ../game/scenes/hero.tres
    hitmask bake ../game/scenes/hero.tres -o ../y.hmk
    expect 1 '' "../game/scenes/hero.tres:4:1: error: page '../../other/p.png': leads outside the folder of hero.tres; to allow that, give --root .. or --allow-outside"
    cd ..
    printf '%s' '<plist><dict><key>frames</key><dict><key>a</key><dict><key>frame</key><string>{{0,0},{2,2}}</string>' \
        '</dict></dict></dict></plist>' >game/art/sheet.plist
    bake game/art/sheet.plist -o x.hmk
    is areas "$(fact area x.hmk)" 3
    draw_png x.png '##' '##'
    sed -i 's|<dict><key>frames|<dict><key>metadata</key><dict><key>textureFileName</key><string>../../x.png</string></dict><key>frames|' game/art/sheet.plist
    bake game/art/sheet.plist -o y.hmk
    cd game
    hitmask bake art/sheet.plist -o y.hmk
    is status "$status" 1
    [[ $stderr = *"page '../../x.png'"*'leads outside the current folder'* ]]
}

@test "a scene of Godot: frames of its AtlasTextures, and whole pictures of any kind" {
    draw_png sheet.png '##..' '#...'
    draw_png jump.png '.#.'
    scene() {
        printf '%s\n' '[gd_scene load_steps=4 format=3]' \
            '[ext_resource type="Texture2D" path="res://sheet.png" id="1"]' \
            "[ext_resource type=\"Texture2D\" path=\"res://$1\" id=\"2\"]" \
            '[sub_resource type="AtlasTexture" id="a"]' 'atlas = ExtResource("1")' 'region = Rect2(0, 0, 2, 2)' \
            '[sub_resource type="SpriteFrames" id="f"]' \
            'animations = [{ "frames": [{ "duration": 1.0, "texture": SubResource("a") },' \
            '{ "duration": 2.0, "texture": ExtResource("2") }], "loop": true, "name": &"run", "speed": 10.0 }]' \
            '[node name="Hero" type="AnimatedSprite2D"]' 'sprite_frames = SubResource("f")'
    }
    scene jump.png >hero.tscn
    bake hero.tscn jump.png -o x.hmk
    is names "$(names x.hmk)" $'hero#0\nhero#1'
    is sizes "$(fact size x.hmk)" $'[2, 2]\n[3, 1]'
    is areas "$(fact area x.hmk)" $'3\n1'
    "$HITMASK" inspect --json x.hmk >x.json
    holds x.json '"name": "hero/run"'
    scene gone.png >hero.tscn
    hitmask bake hero.tscn -o y.hmk
    expect 1 '' "hero.tscn:9:47: error: page 'gone.png': cannot open: No such file or directory"
    [ ! -e y.hmk ]
    # A picture that cannot be read is told once.
    echo text >gone.png
    hitmask bake hero.tscn -o y.hmk
    expect 1 '' "hero.tscn:9:47: error: page 'gone.png': not a PNG"
}

@test "a map of Tiled has its own tilesets and those beside it" {
    draw_png tiles.png '#.##'
    printf '%s' '<map version="1.10"><tileset firstgid="1" source="beside.tsx"/>' \
        '<tileset firstgid="11" tilewidth="2" tileheight="1" columns="2" tilecount="2">' \
        '<image source="tiles.png" width="4" height="1"/></tileset></map>' >map.tmx
    printf '%s' '<tileset tilewidth="1" tileheight="1" columns="4" tilecount="4">' \
        '<image source="tiles.png" width="4" height="1"/></tileset>' >beside.tsx
    bake map.tmx -o x.hmk
    is names "$(names x.hmk | paste -sd' ')" 'beside.tsx#0 beside.tsx#1 beside.tsx#2 beside.tsx#3 map.tmx#11 map.tmx#12'
    is areas "$(fact area x.hmk | paste -sd' ')" '1 0 1 1 1 2'
    printf '%s' '<map version="1.10"><tileset firstgid="1" source="beside.tsx"/></map>' >map.tmx
    bake map.tmx -o x.hmk
    is names "$(names x.hmk | wc -l)" 4
}

@test "shapes drawn on a tile of Tiled are its layer collision" {
    draw_png tiles.png '####' '####' '####'
    printf '%s' '<tileset tilewidth="4" tileheight="3" columns="1" tilecount="1">' \
        '<image source="tiles.png" width="4" height="3"/><tile id="0"><objectgroup>' \
        '<object x="0" y="3"><polygon points="0,0 4,0 4,-3"/></object></objectgroup></tile></tileset>' >t.tsx
    bake t.tsx -o x.hmk
    is names "$(names x.hmk | paste -sd' ')" 't.tsx#0 t.tsx#0:collision'
    is areas "$(fact area x.hmk | paste -sd' ')" '12 6'
    is bounds "$(fact bounds x.hmk | tail -n 1)" '[1, 0, 3, 3]'
}

@test "--cells cuts by number, --grid-order columns counts down the columns" {
    draw_png sheet.png '#..#.' '....#' '.#..#' '##...'
    hitmask bake sheet.png --cells 5x2 -o x.hmk
    expect 0 '' 'sheet.png: warning: 4 of 10 cells have no solid pixel [empty]'
    is sizes "$(fact size x.hmk | sort -u)" '[1, 2]'
    is areas "$(for i in {0..9}; do "$HITMASK" inspect --json x.hmk "sheet.png#$i" | sed -n 's/.*"area": \([0-9]*\).*/\1/p'; done)" '1
0
0
1
1
1
2
0
0
1'
    hitmask bake sheet.png --grid 1x2 --grid-order columns -o x.hmk --quiet
    is areas "$(for i in {0..9}; do "$HITMASK" inspect --json x.hmk "sheet.png#$i" | sed -n 's/.*"area": \([0-9]*\).*/\1/p'; done)" '1
1
0
2
0
0
1
0
1
1'
    # The last of both counts, as with --map and --cell.
    hitmask bake sheet.png --grid 1x1 --cells 1x2 -o x.hmk
    is sizes "$(fact size x.hmk)" '[5, 2]
[5, 2]'
    # The margin is on all sides.
    hitmask bake sheet.png --cells 3x1 --margin 1 -o x.hmk
    is regions "$(fact region x.hmk)" '[1, 1, 1, 2]
[2, 1, 1, 2]
[3, 1, 1, 2]'
    hitmask bake sheet.png --cells 2x2 -o x.hmk
    expect 1 '' 'sheet.png: error: 5x4 pixels cannot be cut into 2x2 cells of the same size, with a margin of 0 on all sides and 0 between them; --grid takes the size of a cell'
    hitmask bake sheet.png --cells 0x2 -o x.hmk
    is status "$status" 2
    hitmask bake sheet.png --grid-order columns -o x.hmk
    expect 0 '' 'hitmask: warning: --grid-order has no effect without --grid, --cells or --config [no-effect]'
}

@test "a grid that cuts through most of what is drawn is warned of, when another fits" {
    draw_png sheet.png .##..##. .##..##. ........ ........
    hitmask bake sheet.png --grid 2x2 -o x.hmk
    expect 0 '' 'sheet.png: warning: the grid may be wrong: cells of 2x2 cut through what is drawn in 4 of 4 cells, and cells of 4x2 through nothing [grid-fit]
sheet.png: warning: 4 of 8 cells have no solid pixel [empty]'
    hitmask bake sheet.png --cells 4x2 --skip-empty --error-on grid-fit -o y.hmk
    is status "$status" 1
    [ ! -e y.hmk ]
    hitmask bake sheet.png --grid 4x4 -o x.hmk
    expect 0 '' ''
    # Tiles that are made to touch.
    draw_png tiles.png '####' '####' '####' '###.'
    hitmask bake tiles.png --grid 2x2 -o x.hmk
    expect 0 '' ''
}

# ---- Pieces ---------------------------------------------------------------------------------

# Two sprites, of which the second has a spark beside it, and a third in the next row.
draw_pieces() {
    draw_png "$1" '.##...#.#' '####.##..' '.........' '.#.......' '##.......'
}

@test "--auto-cut makes sprites of the pieces of a sheet, in reading order" {
    draw_pieces sheet.png
    hitmask bake sheet.png --auto-cut 0 -o x.hmk
    expect 0 '' ''
    is names "$(names x.hmk)" $'sheet.png#0\nsheet.png#1\nsheet.png#2\nsheet.png#3'
    is regions "$(fact region x.hmk)" $'[0, 0, 4, 2]\n[5, 0, 2, 2]\n[8, 0, 1, 1]\n[0, 3, 2, 2]'
    is areas "$(fact area x.hmk | paste -sd' ')" '6 3 1 3'
    hitmask bake sheet.png --auto-cut 2 -o x.hmk
    is regions "$(fact region x.hmk)" $'[0, 0, 9, 5]'
    # The threshold and the key decide what is a piece, and specks that are removed are none.
    draw_png soft.png '#3#' '...' '##.'
    bake soft.png --auto-cut 0 --alpha-threshold 127 -o x.hmk
    is regions "$(fact region x.hmk)" $'[0, 0, 1, 1]\n[2, 0, 1, 1]\n[0, 2, 2, 1]'
    bake soft.png --auto-cut 0 --alpha-threshold 127 --despeckle 2 -o x.hmk
    is regions "$(fact region x.hmk)" '[0, 2, 2, 1]'
    draw_png_rgb keyed.png 3 112233 ff00ff 112233
    bake keyed.png --auto-cut 0 --color-key magenta -o x.hmk
    is regions "$(fact region x.hmk)" $'[0, 0, 1, 1]\n[2, 0, 1, 1]'
}

@test "--auto-cut in rules, under --animate, from standard input and with a companion" {
    mkdir art
    draw_pieces art/sheet.png
    draw_png art/hero.png '#.#'
    echo '{ "rules": [ { "match": "sheet.png", "auto-cut": 1 } ] }' >rules.json
    bake art --config rules.json --animate 50 -o x.hmk
    is names "$(names x.hmk)" $'hero.png\nsheet.png#0\nsheet.png#1\nsheet.png#2\nsheet.png#3'
    holds <("$HITMASK" inspect --json x.hmk) '"frames": \["sheet.png#0", "sheet.png#1", "sheet.png#2", "sheet.png#3"\]'
    bake - --name rocks --auto-cut 1 -o x.hmk <art/sheet.png
    is names "$(names x.hmk)" $'rocks#0\nrocks#1\nrocks#2\nrocks#3'
    draw_png art/hero_m.png '###'
    bake art/hero.png --auto-cut 0 --mask-suffix _m -o x.hmk
    is regions "$(fact region x.hmk)" '[0, 0, 3, 1]'
    # The last of the options wins, on the command line as in rules.
    echo '{ "options": { "auto-cut": 0 }, "rules": [ { "match": "hero.png", "grid": "none" } ] }' >rules.json
    bake art/hero.png --config rules.json -o x.hmk
    is names "$(names x.hmk)" 'hero.png'
    bake art/hero.png --grid 1x1 --auto-cut 9 -o x.hmk
    is names "$(names x.hmk)" 'hero.png#0'
    bake art/hero.png --auto-cut 9 --cells 3x1 -o x.hmk
    is regions "$(fact region x.hmk | wc -l)" 3
}

@test "--auto-cut of a picture without pieces, with too many, of an animation, and by no number" {
    draw_png empty.png '...' '...'
    hitmask bake empty.png --auto-cut 0 -o x.hmk
    expect 0 '' 'empty.png: warning: no pixel is solid, so --auto-cut finds no sprite [empty]'
    is names "$(names x.hmk)" ''
    keep_old_output
    refuses 2 "hitmask: error: --auto-cut: 'two' is not a number from 0 to 2147483647" empty.png --auto-cut two
    # Every second pixel of every second row.
    python3 -c '
import struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
side = 2050
rows = b"".join(bytes([0]) + (b"\xaa" * 257 if y % 2 == 0 else bytes(257)) for y in range(side))
sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n" +
    chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)) + chunk(b"tRNS", bytes(2)) +
    chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))' >dots.png
    refuses 1 'dots.png: error: has 1050625 separate pieces, more than the 1048576 that --auto-cut takes; --alpha-threshold or --despeckle may leave fewer' dots.png --auto-cut 0
}

# A template is a file of its own, with the shape in it; without it the mask would be wrong.
@test "a shape of Tiled that is an instance of a template is an error" {
    keep_old_output
    draw_png tiles.png '####'
    printf '%s\n' '<tileset tilewidth="2" tileheight="1"><image source="tiles.png"/>' '<tile id="1"><objectgroup>' \
        '<object template="a.tx" x="0" y="0"/></objectgroup></tile></tileset>' >t.tsx
    refuses 1 "t.tsx:3:1: error: tile 1: a shape is an instance of the template 'a.tx', which is not read; please detach it in Tiled" t.tsx
    printf '%s\n' '{"type": "tileset", "image": "tiles.png", "imagewidth": 4, "imageheight": 1, "tilewidth": 2, "tileheight": 1,' \
        '"columns": 2, "tilecount": 2, "tiles": [{"id": 1, "objectgroup": {"objects": [' \
        '{"template": "a.tj", "x": 0, "y": 0, "width": 1, "height": 1}]}}]}' >t.tsj
    refuses 1 "t.tsj:3:1: error: tile 1: a shape is an instance of the template 'a.tj', which is not read; please detach it in Tiled" t.tsj
}
