#!/usr/bin/env bats
# shapes.bats - outlines, polygons, pieces and hulls: options, packs, documents, messages

load helpers

# A ring with a hole of 5 x 5 pixels, and a speck.
draw_ring() {
    draw_png ring.png '.#######....' '#########...' '##.....##...' '##.....##...' '##.....##..#' \
        '##.....##...' '##.....##...' '#########...' '.#######....'
}

all=(--outline --polygons 1 --pieces 8 --hull 6)

@test "shapes go into documents and packs, and back to the same bytes" {
    bake "$SPRITES" "${all[@]}" -o a.hmk
    bake "$SPRITES" "${all[@]}" -o a.json
    bake a.json -o b.hmk
    same a.hmk b.hmk
    "$HITMASK" inspect --json a.hmk | same - a.json
    hitmask verify a.hmk
    [ "$status" = 0 ]
}

@test "the outline is exact, polygons have few corners, and small loops are dropped" {
    draw_ring
    bake ring.png --outline --polygons 1 -o x.json
    holds x.json '"outline": \[\[\[1, 0\], \[8, 0\], \[8, 1\], \[9, 1\], \[9, 8\], \[8, 8\], \[8, 9\], \[1, 9\], \[1, 8\], \[0, 8\], \[0, 1\], \[1, 1\]\], \[\[2, 2\], \[2, 7\], \[7, 7\], \[7, 2\]\], \[\[11, 4\], \[12, 4\], \[12, 5\], \[11, 5\]\]\]'
    is 'the loops of polygons' "$(sed -n 's/.*"loops": //p' x.json | grep -o '\]\]' | wc -l)" 2
    bake ring.png --polygons 1 --min-area 0 -o x.json
    is 'all loops' "$(sed -n 's/.*"loops": //p' x.json | grep -o '\]\]' | wc -l)" 3
    bake ring.png --polygons 0 --min-area 26 -o x.json
    holds x.json '"polygons": { "fit": "near", "tolerance": 0, "loops": \[\[\[1, 0\], [^[]*'
    lacks x.json '\[2, 2\]'
}

@test "pixels that touch at a corner are one part, or two" {
    draw_png a.png '#.' '.#'
    bake a.png --outline -o x.json
    holds x.json '"outline": \[\[\[0, 0\], \[1, 0\], \[1, 1\], \[2, 1\], \[2, 2\], \[1, 2\], \[1, 1\], \[0, 1\]\]\]'
    bake a.png --outline --connect 4 -o x.json
    holds x.json '"outline": \[\[\[0, 0\], \[1, 0\], \[1, 1\], \[0, 1\]\], \[\[1, 1\], \[2, 1\], \[2, 2\], \[1, 2\]\]\]'
}

@test "an empty sprite has no loops, and no hull" {
    draw_png a.png '..' '..'
    bake a.png "${all[@]}" -o x.json
    holds x.json '"outline": \[\],'
    holds x.json '"polygons": { "fit": "near", "tolerance": 1, "loops": \[\] },'
    holds x.json '"pieces": \[\]'
    lacks x.json '"hull": \['
    bake a.png "${all[@]}" -o x.hmk
    bake x.json -o y.hmk
    same x.hmk y.hmk
}

@test "a rule has shapes for some sprites only, and takes options of a bake back" {
    draw_ring
    draw_png other.png '##' '##'
    echo '{"options": {"polygons": 0.5, "pieces": 6}, "rules": [{"match": "other.png", "polygons": "none", "pieces": "none", "hull": 4}]}' >c.json
    bake --config c.json ring.png other.png -o x.json
    is 'sprites with pieces' "$(grep -c '"pieces": \[' x.json)" 1
    holds x.json '"hull": \[\[0, 0\], \[2, 0\], \[2, 2\], \[0, 2\]\]'
    lacks x.json '"outline"'
}

@test "shards, a cache and a merge give the same pack" {
    bake "$SPRITES" "${all[@]}" -o a.hmk
    bake "$SPRITES" "${all[@]}" --shard 1/2 -o 1.hmk
    bake "$SPRITES" "${all[@]}" --shard 2/2 -o 2.hmk
    "$HITMASK" merge 1.hmk 2.hmk -o m.hmk
    same a.hmk m.hmk
    bake "$SPRITES" "${all[@]}" --cache c -o b.hmk
    bake "$SPRITES" "${all[@]}" --cache c -o c.hmk
    same a.hmk b.hmk
    same a.hmk c.hmk
}

@test "a union has the shapes of all frames together" {
    draw_png a_1.png '#..' '...'
    draw_png a_2.png '..#' '..#'
    bake a_1.png a_2.png --animate 100 --union --outline --hull 4 -o x.json
    is 'outlines of both' "$(grep -c '"outline": \[\[\[0, 0\], \[1, 0\], \[1, 1\], \[0, 1\]\], \[\[2, 0\], \[3, 0\], \[3, 2\], \[2, 2\]\]\]' x.json)" 2
    bake x.json -o y.hmk
    hitmask verify y.hmk
    expect 0 'y.hmk: ok, 2 sprites' ''
}

@test "diff names shapes; inspect counts and draws them" {
    draw_ring
    bake ring.png -o a.hmk
    bake ring.png "${all[@]}" -o b.hmk
    hitmask diff a.hmk b.hmk
    is 'the first line' "${lines[0]}" 'changed  ring.png: shapes'
    hitmask inspect b.hmk
    is 'the head' "$(head -1 <<<"$output" | tr -s ' ')" 'NAME SIZE BOUNDS AREA SOLID POINTS MAP OUTLINE POLYGONS PIECES HULL WARNINGS'
    hitmask inspect a.hmk
    lacks <(echo "$output") 'POLYGONS'
    "$HITMASK" inspect b.hmk --svg x.svg --png x.png --html x.html
    for kind in outline polygons pieces hull; do
        holds x.svg "class=\"$kind\""
    done
    holds x.html 'paintShapes'
}

@test "Box2D takes pieces as they are, and hulls of 8 corners" {
    local -r box2d="$BATS_TEST_TMPDIR/box2d"
    command -v g++ >/dev/null && echo '#include <box2d/box2d.h>' | g++ -E -x c++ - >/dev/null 2>&1 ||
        skip 'no Box2D here: install libbox2d-dev'
    cat >program.cpp <<'END'
#include <box2d/box2d.h>
#include <cstdio>

// Each line is one shape: x and y of its corners in pixels, y down.
int main()
{
    int shapes = 0, changed = 0, count = 0, used, n;
    char line[4096];
    while (fgets(line, sizeof line, stdin) != nullptr) {
        b2Vec2 points[b2_maxPolygonVertices];
        float x, y;
        for (count = n = 0; sscanf(line + n, "%f %f%n", &x, &y, &used) == 2; n += used)
            points[count++].Set(x / 32, -y / 32);
        b2PolygonShape shape;
        shape.Set(points, count);
        shapes++;
        changed += shape.m_count != count || !shape.Validate();
    }
    printf("%d shapes, %d changed\n", shapes, changed);
}
END
    g++ program.cpp -lbox2d -o "$box2d"
    bake "$SPRITES" --polygons 0.5 --pieces 8 --hull 8 -o x.json
    grep -E '^ *"(pieces|hull)":' x.json | sed 's/.*: //; s/\]\], \[\[/\n/g' | sed 's/[^-0-9.\n]/ /g' | grep '[0-9]' >pieces.txt
    "$box2d" <pieces.txt >said.txt
    is 'what Box2D made of them' "$(cat said.txt)" "$(wc -l <pieces.txt) shapes, 0 changed"
    [ "$(wc -l <pieces.txt)" -gt 50 ]
}

@test "--polygon-vertices raises the tolerance no further than necessary" {
    bake "$SPRITES/person.png" --polygons 0.5 --polygon-vertices 12 -o x.json
    [ "$(sed -n 's/.*"loops": \(.*\)/\1/p' x.json | grep -o ', \[' | wc -l)" -le 12 ]
    lacks x.json '"tolerance": 0.5,'
    draw_png noise.png '#.#.#' '.....' '#.#.#'
    hitmask bake noise.png --polygons 1 --min-area 0 --polygon-vertices 12 -o y.json
    expect 1 '' 'noise.png: error: its 6 loops need 18 corners even at a tolerance of 64 pixels, more than the 12 of --polygon-vertices; --min-area drops small loops'
    [ ! -e y.json ]
}

@test "wrong values and options that do not go together" {
    draw_ring
    hitmask bake ring.png --polygons 0.35 -o x.hmk
    expect 2 '' "hitmask: error: --polygons: '0.35' is not none, 0, or a tolerance from 0.36 to 64 pixels"
    hitmask bake ring.png --polygons 1 --pieces 2 -o x.hmk
    expect 2 '' "hitmask: error: --pieces: '2' is not a number from 3 to 8, or none"
    hitmask bake ring.png --pieces 4 -o x.hmk
    expect 2 '' 'hitmask: error: --pieces are cut from polygons: give --polygons, too'
    hitmask bake ring.png --hull 2 -o x.hmk
    expect 2 '' "hitmask: error: --hull: '2' is not a number from 3 to 64, or none"
    hitmask bake ring.png --polygons 0 --polygon-vertices 9 -o x.hmk
    expect 2 '' 'hitmask: error: --polygon-vertices needs --polygons with a tolerance above 0'
    hitmask bake ring.png --polygons 1 --polygon-fit contain --connect 4 -o x.hmk
    expect 2 '' 'hitmask: error: polygons that contain all pixels join them at corners: --polygon-fit contain does not go with --connect 4'
    hitmask bake ring.png --polygons 1 --polygon-fit inside --connect 8 -o x.hmk
    expect 2 '' 'hitmask: error: polygons inside the pixels cannot join them at corners: --polygon-fit inside does not go with --connect 8'
    [ ! -e x.hmk ]
}

@test "too many corners: a message names the option that raises the limit" {
    draw_png a.png '#.#.#.#.' '.#.#.#.#' '#.#.#.#.' '.#.#.#.#'
    hitmask bake a.png --outline --max-pixels 16000 -o x.hmk
    expect 1 '' 'a.png: error: its outline has 64 corners, and this --max-pixels allows 62'
    bake a.png --outline --max-pixels 16384 -o x.hmk
}

@test "a document with shapes that are not those of the mask is an error" {
    draw_ring
    bake ring.png "${all[@]}" -o x.json
    sed 's/\[\[2, 2\], \[2, 7\]/[[3, 2], [2, 7]/' x.json >outline.json
    hitmask bake outline.json -o y.hmk
    is 'the message' "${stderr%% [(]*}" 'outline.json:27:15: error: sprites[0].hull: loop 1 of the outline differs from that of the mask'
    sed 's/"tolerance": 1,/"tolerance": 0.36,/' x.json >bound.json
    hitmask bake bound.json -o y.hmk
    [[ $stderr == *'the polygons are not within their tolerance of the mask'* ]]
    sed 's/\("pieces": \[\[\[\)[0-9.]*/\1-40/' x.json >pieces.json
    hitmask bake pieces.json -o y.hmk
    [[ $stderr == *'piece'* ]]
    sed 's/"polygons": { "fit": "near"/"polygons": { "fit": "far"/' x.json >fit.json
    hitmask bake fit.json -o y.hmk
    [[ $stderr == *'must be "near", "contain" or "inside"'* ]]
    sed 's/\("hull": \[\[\)[0-9.]*/\10.03/' x.json >hull.json
    hitmask bake hull.json -o y.hmk
    [[ $stderr == *'must be multiples of 1/16 pixel'* ]]
    [ ! -e y.hmk ]
}

@test "damaged sections of shapes: verify finds them, and a game's queries do not care" {
    draw_ring
    bake ring.png "${all[@]}" -o x.hmk
    cp x.hmk y.hmk
    printf '\377\177' | dd of=y.hmk bs=1 seek=$(($(stat -c %s y.hmk) - 2)) conv=notrunc status=none
    hitmask verify y.hmk
    [ "$status" = 3 ]
}

@test "default bakes have no shapes" {
    bake "$SPRITES" -o x.json
    for kind in outline polygons pieces hull; do
        lacks x.json "\"$kind\""
    done
}
