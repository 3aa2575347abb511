#!/usr/bin/env bats
# data.bats - the text that artists give sprites goes everywhere that sprites go

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    draw_png tiles.png '##..' '##..'
    draw_png hero.png '#.##'
    draw_png rock.png '##'
    tileset 'damage" type="int" value="10'
    echo '{ "frames": [
        { "filename": "0", "frame": {"x":0,"y":0,"w":2,"h":1}, "rotated": false, "trimmed": false,
          "spriteSourceSize": {"x":0,"y":0,"w":2,"h":1}, "sourceSize": {"w":2,"h":1}, "duration": 100 },
        { "filename": "1", "frame": {"x":2,"y":0,"w":2,"h":1}, "rotated": false, "trimmed": false,
          "spriteSourceSize": {"x":0,"y":0,"w":2,"h":1}, "sourceSize": {"w":2,"h":1}, "duration": 100 } ],
      "meta": { "app": "https://www.aseprite.org/", "image": "hero.png", "size": {"w":4,"h":1}, "scale": "1",
        "frameTags": [{ "name": "walk", "from": 0, "to": 1, "direction": "forward", "data": "fast",
            "color": "#ff8000ff" }],
        "slices": [{ "name": "hit", "color": "#0000ffff", "data": "damage=20",
            "keys": [{ "frame": 0, "bounds": {"x":0,"y":0,"w":1,"h":1} }] }] } }' >hero.json
}

# tileset PROPERTY: tiles.tsx with that property of the tile 1.
tileset() {
    echo '<tileset tilewidth="2" tileheight="2" tilecount="2" columns="2">
        <image source="tiles.png" width="4" height="2"/>
        <tile id="1" type="spike"><properties><property name="'"$1"'"/></properties></tile></tileset>' >tiles.tsx
}

# The data of the sprites of a pack or document, one a line.
data() {
    "$HITMASK" inspect --json "$1" | /usr/bin/python3 -c '
import json, sys
for sprite in json.load(sys.stdin)["sprites"]:
    if "data" in sprite:
        print(sprite["name"], sprite["data"].split("\n"), list(sprite).index("data") == len(sprite) - 1)'
}

ALL="0 ['fast', 'color=#ff8000ff'] True
0:hit ['damage=20'] True
1 ['fast', 'color=#ff8000ff'] True
1:hit ['damage=20'] True
tiles.tsx#1 ['class=spike', 'damage=10'] True"

@test "packs, documents, merged shards and cached bakes have the same data" {
    local -r inputs=(hero.json tiles.tsx rock.png)
    bake "${inputs[@]}" -o game.hmk
    "$HITMASK" verify -q game.hmk
    is data "$(data game.hmk)" "$ALL"
    bake "${inputs[@]}" -o game.json
    is 'that of the document' "$(data game.json)" "$ALL"
    bake game.json -o again.hmk
    same again.hmk game.hmk
    bake "${inputs[@]}" --shard 1/2 -o 1.hmk
    bake "${inputs[@]}" --shard 2/2 -o 2.hmk
    "$HITMASK" merge 1.hmk 2.hmk -o merged.hmk
    same merged.hmk game.hmk
    bake "${inputs[@]}" --cache cache -o 3.hmk
    bake "${inputs[@]}" --cache cache --no-points -o 4.hmk
    rm 3.hmk
    bake "${inputs[@]}" --cache cache -o 3.hmk
    same 3.hmk game.hmk
}

@test "the table has a column for it, and the comparison a word" {
    bake tiles.tsx -o old.hmk
    hitmask inspect old.hmk
    expect 0 'NAME         SIZE  BOUNDS   AREA   SOLID  POINTS  MAP  WARNINGS  DATA
tiles.tsx#0   2x2  2x2+0+0     4  100.0%       4  2x2
tiles.tsx#1   2x2  0x0+0+0     0    0.0%       0  2x2  empty     class=spike\x0Adamage=10' ''
    tileset 'damage" value="11'
    bake tiles.tsx -o new.hmk
    hitmask diff old.hmk new.hmk
    expect 3 'changed  tiles.tsx#1: data
0 added, 0 removed, 0 renamed, 1 changed, 1 the same' ''
    hitmask diff --json old.hmk new.hmk
    holds <(echo "$output") '"changes": \["data"\]'
}

@test "a compiled pack gives it" {
    needs "${CC:-cc}"
    bake tiles.tsx -o game.c
    cat >main.c <<'END'
#include "game.h"
#include <hitmask.h>
#include <stdio.h>
int main(void)
{
    hm_pack pack;
    hm_sprite sprite;
    if (hm_pack_open(&pack, game_pack, GAME_PACK_SIZE) != HM_OK)
        return 1;
    for (unsigned i = 0; hm_pack_sprite(&pack, i, &sprite); i++)
        printf("%s: %s.\n", hm_sprite_name(&sprite), hm_sprite_data(&sprite));
    return 0;
}
END
    ${CC:-cc} -I"$ROOT/include" -I. main.c game.c "$ROOT"/src/*.c -o main
    is answers "$(./main)" 'tiles.tsx#0: .
tiles.tsx#1: class=spike
damage=10.'
}

@test "data with control characters is an error" {
    sed -i 's/"fast"/"fa\\u0007st"/' hero.json
    bake rock.png -o x.hmk
    cp x.hmk old.hmk
    hitmask bake hero.json -o x.hmk
    is status "$status" 1
    holds <(echo "$stderr") "^hero.json:2:9: error: frame '0': its data is not UTF-8, or has control characters other than tabs and newlines"
    same x.hmk old.hmk
}

@test "sprites without data are as they were" {
    bake rock.png -o x.hmk
    is 'the minor version' "$(od -An -tu2 -j10 -N2 x.hmk | tr -d ' ')" 0
    bake tiles.tsx -o x.hmk
    is 'the minor version' "$(od -An -tu2 -j10 -N2 x.hmk | tr -d ' ')" 2
}
