#!/usr/bin/env bats
# tiled.bats - the examples that come with Tiled have the pixels that Tiled itself draws
#
# Debian's package `tiled` has both. Its examples are art and maps of real games.

load helpers

EXAMPLES=/usr/share/doc/tiled/examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    needs tiled tmxrasterizer
    [ -d $EXAMPLES ] || skip 'needs the examples of the package tiled'
    export QT_QPA_PLATFORM=offscreen
    cp -r $EXAMPLES examples
    find examples -name '*.gz' -exec gunzip {} +
    cd examples || return
}

# tileset_map COLUMNS COUNT WIDTH HEIGHT TILESET: a map with each tile of a tileset once, in cells of
# that size.
tileset_map() {
    local -ri rows=$((($2 + $1 - 1) / $1))
    echo "<map version=\"1.4\" orientation=\"orthogonal\" width=\"$1\" height=\"$rows\" tilewidth=\"$3\" tileheight=\"$4\">"
    echo "$5<layer id=\"1\" name=\"all\" width=\"$1\" height=\"$rows\"><data encoding=\"csv\">"
    seq -s, $((rows * $1)) | tr ',' '\n' | awk -v most="$2" '{ print $1 <= most ? $1 : 0 }' | paste -sd,
    echo '</data></layer></map>'
}

# compare FILE COUNT WIDTH HEIGHT TILESET [OPTION...]: the sprites of the file are the tiles as Tiled
# draws them. It puts tiles of other sizes than a cell at its lower left corner.
compare() {
    tileset_map 8 "$2" "$3" "$4" "$5" >all.tmx
    tmxrasterizer --no-smoothing all.tmx all.png 2>errors || is errors "$(cat errors)" ''
    "$HITMASK" bake --quiet "$1" "${@:6}" -o tiles.json
    "$HITMASK" bake --quiet --max-pixels 4294967295 all.png --grid "$3x$4" "${@:6}" -o drawn.json
    /usr/bin/python3 - "$2" <<'END_PYTHON'
import json, re, sys

def read(path):
    sprites = json.load(open(path))["sprites"]
    return {int(one["name"].partition("#")[2]): one for one in sprites if "#" in one["name"]
            and ":" not in one["name"]}

tiles, drawn = read("tiles.json"), read("drawn.json")
assert max(tiles) + 1 == int(sys.argv[1]), sorted(tiles)
solid = 0
for number, tile in tiles.items():
    cell = drawn[number]
    assert tile["area"] == cell["area"], number
    if tile["area"] == 0:
        continue
    down = cell["size"][1] - tile["size"][1]
    left, top, width, height = tile["bounds"]
    assert cell["bounds"] == [left, top + down, width, height], number
    assert tile["mask"] == cell["mask"], number
    solid += 1
assert solid > 10, solid
END_PYTHON
}

@test "every example bakes" {
    local file
    local -i count=0
    while read -r file; do
        hitmask bake "$file" --root . -o x.hmk
        is "the exit status of $file" "$status" 0
        "$HITMASK" verify -q x.hmk
        count+=1
    done < <(find . -name '*.tsx' -o -name '*.tmx' | grep -v test_hexagonal)
    ((count >= 20)) || is 'how many there are' $count 20
}

@test "cells with margin and spacing, and many of them" {
    # Its tiles are opaque, so a colour of the sand makes them differ.
    compare desert.tsx 48 32 32 '<tileset firstgid="1" source="desert.tsx"/>' --color-key '#ffd094'
    compare rpg/beach_tileset.tsx 936 16 16 '<tileset firstgid="1" source="rpg/beach_tileset.tsx"/>'
}

@test "an image whose size the tileset does not say" {
    sed -i '/tileoffset/d' perspective_walls.tsx
    compare perspective_walls.tsx 16 64 64 '<tileset firstgid="1" source="perspective_walls.tsx"/>'
}

@test "a transparent colour" {
    local -r tileset='<tileset firstgid="1" name="s" tilewidth="24" tileheight="24"><image source="sewer_tileset.png" trans="ff00ff" width="192" height="217"/></tileset>'
    echo "${tileset/firstgid=\"1\" /}" >sewer.tsx
    compare sewer.tsx 72 24 24 "$tileset"
}

@test "a collection of images" {
    # One of their numbers is left out.
    compare sticker-knight/map/objs.tsx 63 384 332 '<tileset firstgid="1" source="sticker-knight/map/objs.tsx"/>'
}

@test "what Tiled writes as JSON is what it writes as XML" {
    local file
    for file in desert.tsx sticker-knight/map/objs.tsx; do
        tiled --export-tileset json "$file" "${file%.tsx}.tsj" 2>errors || is errors "$(cat errors)" ''
        bake "$file" -o x.json
        bake "${file%.tsx}.tsj" -o y.json
        sed -i 's/\.tsx#/.tsj#/' x.json
        is "the sprites of $file" "$(grep -v '^  "options"' y.json)" "$(grep -v '^  "options"' x.json)"
    done
    for file in orthogonal-outside hexagonal-mini isometric_grass_and_water; do
        tiled --export-map json "$file.tmx" "$file.tmj" 2>errors || is errors "$(cat errors)" ''
        bake "$file.tmx" -o x.json
        bake "$file.tmj" -o y.json
        sed -i 's/\.tmx#/.tmj#/' x.json
        is "the sprites of $file" "$(cat y.json)" "$(cat x.json)"
    done
}
