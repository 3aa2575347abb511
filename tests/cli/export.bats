#!/usr/bin/env bats
# export.bats - shapes as engines take them: each export is loaded by its engine, and compared with the document
#
# An engine that is not here is skipped. `make deps EXTRA=engines` installs those that are packaged; Phaser and
# Matter.js come from npm, into build/engines or the folder HITMASK_ENGINES, and stay there.

load helpers

CHECKS=$BATS_TEST_DIRNAME/export
ENGINES=(box2d phaser matter godot defold love tiled unity)

# Sprites of many forms, a trimmed frame of an atlas, pivots that are not the centre: art.hmk and art.json.
bake_art() {
    mkdir art
    draw_png art/page.png '...........' '..######...' '..######...' '..##..##...' '..######...' '...........'
    echo '{"frames": {"trimmed": {"frame": {"x": 1, "y": 0, "w": 8, "h": 5}, "rotated": false, "trimmed": true,
        "spriteSourceSize": {"x": 5, "y": 3, "w": 8, "h": 5}, "sourceSize": {"w": 20, "h": 12}}},
        "meta": {"image": "page.png"}}' >art/page.json
    cp "$SPRITES"/*.png art
    bake art --pivot 25%,90% --polygons 1 --pieces 8 --min-area 0 -o art.hmk
    "$HITMASK" inspect --json --json-mask none art.hmk >art.json
}

# loaded ENGINE: the shapes in loaded.json are those of the document, and there are many.
loaded() {
    /usr/bin/python3 "$CHECKS/compare.py" "$1" art.json loaded.json >corners
    ((200 < $(cat corners)))
}

# install NAME PACKAGE...: `modules` then has them, or the test is skipped.
install() {
    local -r name=$1
    shift
    needs node npm flock
    modules=${HITMASK_ENGINES:-$ROOT/build/engines}
    mkdir -p "$modules"
    # shellcheck disable=SC2016
    timeout 300 flock "$modules" sh -c '[ -e "$0" ] || { npm install --no-audit --no-fund --ignore-scripts --loglevel error "$@" && : >"$0"; }' \
        "$modules/installed-$name" --prefix "$modules" "$@" >npm.log 2>&1 || skip "needs $name from npm"
}

@test "box2d: Box2D 2.4 makes the same polygons" {
    needs c++
    echo '#include <box2d/box2d.h>' >a.cpp
    c++ -fsyntax-only a.cpp 2>/dev/null || skip 'needs libbox2d-dev'
    bake_art
    hitmask export --for box2d art.hmk -o shapes.h
    expect 0 '' ''
    c++ -std=c++17 -Wall -Wextra -Wconversion -Werror -DSHAPES="\"$PWD/shapes.h\"" "$CHECKS/box2d.cpp" -o box2d -lbox2d
    ./box2d >loaded.json
    loaded box2d
}

@test "box2d: Box2D 3 takes each corner, and one is warned of scales at which it does not" {
    needs cc
    bake_art
    mkdir -p stubs/box2d
    : >stubs/box2d/box2d.h
    count_refused() {
        cc -std=c11 -Wall -Wextra -Wconversion -Werror -Istubs -DSHAPES="\"$PWD/shapes.h\"" "$CHECKS/box2d_v3.c" -o box2d -lm
        ./box2d
    }
    "$HITMASK" export --for box2d art.hmk -o shapes.h
    is 'hulls' "$(count_refused)" '0 refused'
    hitmask export --for box2d --pixels-per-metre 100 art.hmk -o shapes.h
    [[ $status = 0 && $stderr =~ ^'art.hmk: warning: at 100 pixels a metre the engine welds or drops '[0-9]+' of '[0-9]+' corners, which lie too near to others; bake with --pieces 8 --pixels-per-metre 100 [welded]'$ ]]
    [[ $(count_refused) != '0 refused' ]]
    # The scale of the bake is that of the export.
    bake art --polygons 1 --pieces 8 --pixels-per-metre 100 -o art.hmk
    hitmask export --for box2d art.hmk -o shapes.h
    expect 0 '' ''
    holds shapes.h '^#define SHAPES_PIXELS_PER_METRE 100$'
    is 'hulls' "$(count_refused)" '0 refused'
}

@test "phaser: the pieces lie where they are in the picture, whatever origin Phaser chooses" {
    bake_art
    hitmask export --for phaser art.hmk -o shapes.json
    expect 0 '' ''
    holds shapes.json '"render": { "sprite": { "xOffset": '
    is 'empty sprites' "$(grep -c '"empty.png"' shapes.json)" 0
    install phaser phaser@4.2.1
    node "$CHECKS/phaser.js" "$modules/node_modules/phaser" shapes.json art.json >loaded.json
    loaded phaser
}

@test "matter: parts, centre and the offset of the picture are right in Matter.js" {
    bake_art
    hitmask export --for matter art.hmk -o shapes.json
    expect 0 '' ''
    install matter-js matter-js@0.20.0
    node "$CHECKS/matter.js" "$modules/node_modules/matter-js" shapes.json >loaded.json
    loaded matter
}

# Debian has Godot 3, whose format is older, and knows arrays of points by another name.
@test "godot: scenes and shapes load, and are the same" {
    bake_art
    mkdir game
    hitmask export --for godot art.hmk -o game/shapes
    expect 0 '' ''
    holds game/shapes/empty.png.tscn '^\[node name="Shapes" type="StaticBody2D"\]$'
    needs godot3 xvfb-run
    sed -i 's/format=3/format=2/; s/PackedVector2Array/PoolVector2Array/' game/shapes/*
    echo 'config_version=4' >game/project.godot
    timeout 120 xvfb-run -a godot3 --no-window --path game -s "$CHECKS/godot.gd" >said 2>&1
    lacks said 'differ'
    sed -n 's/^LOADED //p' said >loaded.json
    loaded godot
}

@test "defold: convex shapes have their points" {
    bake_art
    hitmask export --for defold art.hmk -o shapes
    expect 0 '' ''
    /usr/bin/python3 "$CHECKS/defold.py" shapes >loaded.json
    loaded defold
}

@test "love: love.physics makes the same polygons" {
    bake_art
    mkdir game
    hitmask export --for love art.hmk -o game/shapes.lua
    expect 0 '' ''
    needs love
    cp "$CHECKS"/{main,conf}.lua game
    SDL_VIDEODRIVER=dummy timeout 60 love game >loaded.json
    loaded love
}

@test "tiled: a collection of images has the pieces of each" {
    local names
    bake_art
    hitmask export --for tiled art.hmk -o art/shapes.tsx
    expect 0 '' ''
    needs tiled
    QT_QPA_PLATFORM=offscreen timeout 60 tiled --export-tileset json art/shapes.tsx shapes.tsj 2>/dev/null
    mapfile -t names < <(names art.hmk)
    /usr/bin/python3 "$CHECKS/tiled.py" shapes.tsj "${names[@]}" >loaded.json
    loaded tiled
}

@test "tiled: cells of a sheet keep their numbers" {
    local rows=() i
    for i in {1..7}; do rows+=('..........................'); done
    rows+=('.###..####.####..###.####.' '.###..####..##...###..##..' '.###..####..##...###..##..')
    draw_png sheet.png "${rows[@]}" '..........................' '..........................'
    bake --grid 4x5 --margin 1 --spacing 1 sheet.png --polygons 0 --pieces 8 --min-area 0 -o art.hmk
    "$HITMASK" inspect --json art.hmk >art.json
    hitmask export --for tiled art.hmk -o shapes.tsx
    expect 0 '' ''
    holds shapes.tsx ' tilewidth="4" tileheight="5" spacing="1" margin="1" columns="5">$'
    lacks shapes.tsx '<tile id="[0-4]"'
    holds shapes.tsx ' <tile id="5">'
    needs tiled
    QT_QPA_PLATFORM=offscreen timeout 60 tiled --export-tileset json shapes.tsx shapes.tsj 2>/dev/null
    /usr/bin/python3 "$CHECKS/tiled.py" shapes.tsj 'sheet.png#'{0..9} >loaded.json
    /usr/bin/python3 "$CHECKS/compare.py" tiled art.json loaded.json
    # A cell that is elsewhere makes a collection of them.
    sed -i 's/"name": "sheet.png#7"/"name": "sheet.png#77"/' art.json
    "$HITMASK" export --for tiled art.json -o shapes.tsx
    holds shapes.tsx ' columns="0">$'
}

@test "unity: the editor script gives sprites their polygons" {
    bake_art
    mkdir -p Assets/Art
    hitmask export --for unity art.hmk -o Assets/Art/art.hitmask.json
    expect 0 '' ''
    needs mcs mono
    mcs -warnaserror -r:System.Core "$ROOT/samples/unity/HitmaskShapes.cs" "$CHECKS/unity.cs" -out:unity.exe
    /usr/bin/python3 - >list <<'END'
import json
for one in json.load(open("art.json"))["sprites"]:
    x, y, width, height = one["region"]
    print(one["name"], one["source"], y + height + 7, x, 7, width, height)
END
    mono unity.exe list >loaded.json
    loaded unity
}

@test "jq makes a list for an engine that hitmask does not know, as the manual shows" {
    needs jq
    bake_art
    blocks tools/manual/shapes.md Engines ''
    PATH=$(dirname "$HITMASK"):$PATH sh -eu 1. >lines
    /usr/bin/python3 - >loaded.json <<'END'
import json, re
loaded = {}
for line in open("lines"):
    name, piece, corners = re.fullmatch(r"(.*) (\d+): (.*)\n", line).groups()
    loaded.setdefault(name, []).append([[float(n) for n in at.split(",")] for at in corners.split()][::-1])
print(json.dumps(loaded))
END
    loaded defold
}

# ---- Bad input ------------------------------------------------------------------------------

@test "usage" {
    local engine
    draw_png a.png '####' '####' '####' '####'
    bake a.png --polygons 1 --pieces 8 --alpha-threshold 0 -o a.hmk
    hitmask export a.hmk
    expect 2 '' "hitmask: error: no engine; add --for ENGINE ('hitmask export --help' lists them)
hitmask: error: no output; add -o OUTPUT"
    hitmask export --for love -o x
    expect 2 '' 'hitmask: error: no pack; name one, or - for standard input'
    hitmask export --for love a.hmk a.hmk -o x
    expect 2 '' "hitmask: error: export takes one pack; 'hitmask merge' joins several"
    hitmask export --for unreal a.hmk -o x
    expect 2 '' "hitmask: error: --for: 'unreal' is not one of box2d, phaser, matter, godot, defold, love, tiled, unity"
    hitmask export --for love a.hmk -o x --pixels-per-metre 32
    expect 2 '' 'hitmask: error: --pixels-per-metre is for box2d; love takes pixels'
    hitmask export --for godot a.hmk -o -
    expect 2 '' 'hitmask: error: godot takes several files; name a folder for them with -o'
    "$HITMASK" export --help >page
    for engine in "${ENGINES[@]}"; do
        holds page "^  $engine: "
    done
    "$HITMASK" export --for love - -o - <a.hmk >x
    "$HITMASK" export --for love a.hmk -o y
    same x y
}

@test "a pack without shapes says which options to bake with" {
    draw_png a.png '####' '####' '####' '####'
    bake a.png -o a.hmk
    hitmask export --for love a.hmk -o x
    expect 1 '' 'a.hmk: error: no sprite has shapes that love takes; bake with --polygons 1 --pieces 8, or with --hull 8'
    hitmask export --for unity a.hmk -o x
    expect 1 '' 'a.hmk: error: no sprite has shapes that unity takes; bake with --polygons 1'
    [ ! -e x ]
}

@test "a hull takes the place of pieces, if it has no more corners than the engine takes" {
    draw_png a.png '....##....' '..######..' '.########.' '.########.' '##########' '##########' '.########.' \
        '.########.' '..######..' '....##....'
    bake a.png --hull 12 -o a.hmk
    hitmask export --for love a.hmk -o x
    [[ $status = 1 && $stderr =~ ^"a.hmk: error: the hull of 'a.png' has "[0-9]+" corners, and love takes at most 8; bake with --hull 8"$ ]]
    [ ! -e x ]
    hitmask export --for matter a.hmk -o x
    expect 0 '' ''
    bake a.png --hull 8 -o a.hmk
    hitmask export --for love a.hmk -o x
    expect 0 '' ''
    is 'pieces' "$(grep -c '^    {' x)" 1
}

@test "names that are not file names on every system" {
    local name
    draw_png a.png '####' '####' '####' '####'
    bake a.png --polygons 1 --pieces 8 -o a.json
    sed 's/"name": "a.png"/"name": "b:c#1"/' a.json >b.json
    hitmask export --for defold b.json -o x
    expect 0 '' ''
    is 'files' "$(ls x)" b-c-1.0.convexshape
    for name in '..' '../a' '/a' 'a//b' '.git/a' 'a*b' 'a?' 'a<b' 'a|b' 'con' 'a/NUL.png' 'a/com1' 'a./b' 'a /b' \
        "$(printf 'a%.0s' {1..201})"; do
        sed "s,\"name\": \"a.png\",\"name\": \"$name\"," a.json >b.json
        hitmask export --for godot b.json -o y
        [[ $status = 1 && $stderr = "b.json: error: '"*"' cannot name a file on every system: "* ]] || is 'what is said' "$stderr" "$name is wrong"
        [ ! -e y ]
    done
    hitmask export --for love b.json -o z
    expect 0 '' ''
    draw_png A.png '####' '####' '####' '####'
    bake --quiet a.png A.png --polygons 1 --pieces 8 -o b.hmk
    hitmask export --for godot b.hmk -o y
    expect 1 '' "b.hmk: error: 'A.png' and 'a.png' would have the same files on some systems"
}

@test "pivots outside, and frames that lie turned" {
    draw_png a.png '####' '####' '####' '####'
    bake a.png --pivot -3,2 --polygons 1 --pieces 8 -o a.hmk
    hitmask export --for love a.hmk -o x
    expect 0 '' "a.hmk: warning: the pivot lies outside of 1 sprite, of 'a.png' first; bodies turn about it [pivot-outside]"
    hitmask export --for love --error-on welded a.hmk -o x
    is status "$status" 0
    rm x
    hitmask export --for love --error-on welded --error-on all --error-on all --error-on pivot-outside a.hmk -o x
    expect 1 '' "a.hmk: error: the pivot lies outside of 1 sprite, of 'a.png' first; bodies turn about it [pivot-outside]"
    [ ! -e x ]
    hitmask export --for phaser a.hmk -o x
    expect 0 '' ''
    bake a.png --polygons 1 --pieces 8 -o a.json
    sed 's/"pivot": \[2, 2\]/"pivot": [2000000, 2]/' a.json >b.json
    hitmask export --for box2d b.json -o y
    expect 1 '' "b.json: error: the pivot of 'a.png' is more than 1048576 pixels away, where the engine's numbers are not exact enough"
    echo '{"frames": {"f": {"frame": {"x": 0, "y": 0, "w": 4, "h": 4}, "rotated": true, "trimmed": false,
        "spriteSourceSize": {"x": 0, "y": 0, "w": 4, "h": 4}, "sourceSize": {"w": 4, "h": 4}}},
        "meta": {"image": "a.png"}}' >p.json
    bake p.json --polygons 1 --pieces 8 -o p.hmk
    hitmask export --for unity p.hmk -o y
    expect 1 '' "p.hmk: error: 'f' lies turned in its atlas, and unity does not turn it back; pack the atlas without rotation"
    hitmask export --for love p.hmk -o y
    expect 0 '' ''
}

@test "names that mean something in a format stay what they are" {
    draw_png a.png '####' '####' '####' '####'
    bake a.png --polygons 1 --pieces 8 -o a.json
    /usr/bin/python3 -c 'import json; name = json.dumps("a\"b\\ü*/&<??/", ensure_ascii=False)
print(open("a.json").read().replace("\"name\": \"a.png\"", "\"name\": " + name))' >b.json
    mkdir game
    "$HITMASK" export --for tiled b.json -o x.tsx
    "$HITMASK" export --for matter b.json -o x.json
    is 'the name' "$(/usr/bin/python3 -c 'import json; print(*json.load(open("x.json"))["sprites"])')" 'a"b\ü*/&<??/'
    "$HITMASK" export --for box2d b.json -o x.h
    holds x.h '^    {"a\\"b\\\\\\303\\274\*/&<\\?\\?/", 0, 1},$'
    "$HITMASK" export --for love b.json -o game/shapes.lua
    needs love
    cp "$CHECKS/conf.lua" game
    echo 'print((next(require("shapes")))) love.event.quit()' >game/main.lua
    is 'the name' "$(SDL_VIDEODRIVER=dummy timeout 60 love game)" 'a"b\ü*/&<??/'
}

@test "only files that hitmask wrote are replaced, and nothing is touched when one may not be" {
    draw_png a.png '####' '####' '####' '####'
    draw_png b.png '##..##' '##..##' '######' '######'
    bake a.png b.png --polygons 0 --pieces 8 -o a.hmk
    echo mine >x
    hitmask export --for love a.hmk -o x
    expect 2 '' 'x: error: exists, and hitmask did not write it; write to another name, or replace it with --force'
    is 'the file' "$(cat x)" mine
    hitmask export --for godot a.hmk -o x
    expect 1 '' 'x: error: is a file; godot takes a folder'
    hitmask export --for love a.hmk -o a.hmk
    expect 2 '' 'a.hmk: error: is the pack that is read; give the output another name'
    mkdir y
    echo mine >y/b.png.tscn
    hitmask export --for godot a.hmk -o y
    expect 2 '' 'y/b.png.tscn: error: exists, and hitmask did not write it; write to another name, or replace it with --force'
    is 'the folder' "$(ls y)" b.png.tscn
    hitmask export --for godot --force a.hmk -o y/
    expect 0 '' ''
    for engine in "${ENGINES[@]}"; do
        "$HITMASK" export --for "$engine" a.hmk -o "z.$engine"
        hitmask export --for "$engine" a.hmk -o "z.$engine"
        expect 0 '' ''
    done
}

@test "a folder: files that are right are left alone, and pieces of an earlier export go" {
    draw_png b.png '##..##' '##..##' '######' '######'
    bake b.png --polygons 0 --pieces 4 --notch 0 -o a.hmk
    "$HITMASK" export --for defold a.hmk -o x
    is 'files' "$(ls x)" $'b.png.0.convexshape\nb.png.1.convexshape\nb.png.2.convexshape'
    touch -d 2001-01-01 x/*
    : >x/.b.1-2-3.hitmask-tmp
    "$HITMASK" export --for defold a.hmk -o x
    is 'new files' "$(find x -type f -newermt 2002-01-01)" ''
    is 'leftovers' "$(find x -name '*-tmp')" ''
    bake b.png --hull 8 -o a.hmk
    "$HITMASK" export --for defold a.hmk -o x
    is 'files' "$(ls x)" b.png.0.convexshape
}
