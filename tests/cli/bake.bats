#!/usr/bin/env bats
# bake.bats - what a bake makes of good input: names, pixels, points, formats

load helpers

# art/ with a sprite at the top and one in each of two folders.
make_art() {
    mkdir -p art/hero art/rocks/big
    draw_png art/title.png '##' '##'
    draw_png art/hero/run.png '#.' '.#'
    draw_png art/rocks/big/one.png '##' '.#'
}

# ---- A sprite, to the letter ----------------------------------------------------------------

@test "a sprite becomes exactly this document" {
    draw_png hero.png \
        '......' \
        '.####.' \
        '.####.' \
        '.####.' \
        '.##...'
    hitmask bake hero.png -o hero.json
    expect 0 '' ''
    cat >wanted.json <<'END'
{
  "format": "hitmask", "version": 1,
  "sprites": [
    {
      "name": "hero.png",
      "source": "hero.png",
      "region": [0, 0, 6, 5],
      "size": [6, 5],
      "pivot": [3, 2.5],
      "bounds": [1, 1, 4, 4],
      "area": 14,
      "mask": { "rows": [
        "####",
        "####",
        "####",
        "##.."
      ] },
      "points": { "map": [6, 5], "prune": 1, "list": [LIST] }
    }
  ]
}
END
    # The order of points is tested where it is made; here they are all that have an empty
    # cell beside them.
    local -r list=$(sed -n 's/.*"list": \[\(.*\)\] }$/\1/p' hero.json)
    is points "$(grep -o '\[[0-9], [0-9]\]' <<<"$list" | sort)" '[1, 1]
[1, 2]
[1, 3]
[1, 4]
[2, 1]
[2, 3]
[2, 4]
[3, 1]
[3, 3]
[4, 1]
[4, 2]
[4, 3]'
    same <(sed 's/LIST/'"$list"'/' wanted.json) hero.json
}

@test "masks in JSON: rows, base64 or none" {
    draw_png a.png '#.#######' '.........' '.#.......'
    hitmask bake a.png --no-points -o - --format json --json-mask base64
    is mask "$(grep '"mask"' <<<"$output")" '      "mask": { "base64": "/QEAAAIA" }'
    hitmask bake a.png --no-points -o - --format json --json-mask none
    lacks <(echo "$output") '"mask"'
    hitmask bake a.png --no-points -o rows.json
    hitmask bake a.png --no-points --json-mask rows -o explicit.json
    same rows.json explicit.json
}

# ---- Names ----------------------------------------------------------------------------------

@test "a folder is the root of its names, and names are sorted by their bytes" {
    make_art
    mkdir art/hero.png # a folder, whatever it is called
    draw_png art/hero-2.png '#'
    draw_png art/Zoo.png '#'
    hitmask bake art -o x.hmk
    expect 0 '' ''
    is names "$(names x.hmk)" 'Zoo.png
hero-2.png
hero/run.png
rocks/big/one.png
title.png'
    hitmask bake ./art// -o y.hmk
    same x.hmk y.hmk
}

@test "a file by itself is called by its base name" {
    make_art
    bake art/hero/run.png ./art/rocks/../title.png "$PWD/art/rocks/big/one.png" -o x.hmk
    is names "$(names x.hmk)" $'one.png\nrun.png\ntitle.png'
}

@test "--root: names are paths below it, however paths are spelled" {
    make_art
    ln -s art link
    local -r wanted=$'hero/run.png\nrocks/big/one.png'
    bake --root art art/hero/run.png art/rocks -o x.hmk
    is names "$(names x.hmk)" "$wanted"
    bake --root ./art/hero/.. "$PWD/art//hero/run.png" link/rocks -o y.hmk
    same x.hmk y.hmk
    cd art/hero
    bake --root .. run.png ../rocks -o ../../y.hmk
    cd ../..
    same x.hmk y.hmk
    bake --root . art -o y.hmk
    is names "$(names y.hmk)" $'art/hero/run.png\nart/rocks/big/one.png\nart/title.png'
}

@test "--root: what lies outside it is an error" {
    make_art
    keep_old_output
    refuses 1 'art/title.png: error: lies outside --root art/hero' \
        --root art/hero art/title.png
    refuses 1 'art: error: lies outside --root art/hero' --root art/hero art
    # A name that only begins alike is outside, too.
    mkdir art/her
    refuses 1 'art/hero/run.png: error: lies outside --root art/her' --root art/her \
        art/hero/run.png
    refuses 1 'art/title.png: error: --root nowhere is not a folder' --root nowhere art/title.png
}

# A sprite names its image, and so two images of one name would be one.
@test "pages of two folders that have one name are a warning: sprites cannot tell them apart" {
    local each
    for each in a b; do
        mkdir -p $each/$each
        draw_png $each/page.png '.#'
        printf '<TextureAtlas imagePath="page.png">' >$each/$each.xml
        printf '<SubTexture name="%s" x="1" y="0" width="1" height="1"/>' $each >>$each/$each.xml
        printf '</TextureAtlas>' >>$each/$each.xml
    done
    local warning="b/page.png: warning: 'a/page.png' is called 'page.png' in the output, too; --root DIR names images by their paths below DIR [source-twice]"
    hitmask bake b/b.xml a/a.xml -o x.hmk
    expect 0 '' "$warning"
    hitmask bake b/page.png a/a.xml -o x.hmk
    expect 0 '' "$warning"
    hitmask bake a/a.xml b/b.xml -o x.hmk --root .
    expect 0 '' ''
    is sources "$(fact source x.hmk)" $'"a/page.png"\n"b/page.png"'
    # One file by two ways is one file.
    ln b/page.png b/b/page.png
    mv b/b.xml b/b
    hitmask bake b/b/b.xml b/page.png -o x.hmk
    expect 0 '' ''
    hitmask bake a/a.xml b/page.png -o y.hmk --error-on source-twice
    expect 1 '' "${warning/warning/error}"
    [ ! -e y.hmk ]
}

@test "--name names the only picture, and standard input needs it" {
    draw_png a.png '#.'
    bake a.png --name dir/hero -o x.json
    is name "$(fact name x.json)" '"dir/hero"'
    is source "$(fact source x.json)" '"a.png"'
    hitmask bake - --name hero.png -o y.json <a.png
    expect 0 '' ''
    is name "$(fact name y.json)" '"hero.png"'
    is source "$(fact source y.json)" '"hero.png"'
    # Also where a file is called so.
    cp a.png ./-
    bake - --name hero.png -o z.json <a.png
    same y.json z.json

    keep_old_output
    hitmask bake - -o x.hmk <a.png
    expect 2 '' '-: error: a picture from standard input needs --name NAME'
    expect_old_output
    refuses 2 'hitmask: error: --name is for one picture, and there are 2 inputs' \
        --name hero a.png old.png
    refuses 2 'hitmask: error: --name is for one picture, and there is 1 input, a document' \
        --name hero x.json
    # Frames have names of their own, even one alone; tiles have none.
    echo '{ "frames": { "f": { "frame": { "x": 0, "y": 0, "w": 1, "h": 1 } } }, "meta": { "image": "a.png" } }' >atlas.json
    refuses 2 'hitmask: error: --name is for one picture, and there is 1 input, an atlas whose frames have names of their own' \
        --name hero atlas.json
    # But animations of Aseprite are called after the file.
    echo '{ "frames": { "f": { "frame": { "x": 0, "y": 0, "w": 1, "h": 1 },
        "spriteSourceSize": { "x": 0, "y": 0, "w": 1, "h": 1 }, "sourceSize": { "w": 1, "h": 1 }, "duration": 100 } },
        "meta": { "app": "https://www.aseprite.org/", "image": "a.png", "frameTags": [{ "name": "run", "from": 0, "to": 0 }] } }' >ase.json
    bake ase.json --name hero -o y.json
    holds y.json '"hero/run"'
    echo '<tileset tilewidth="1" tileheight="1"><image source="a.png"/></tileset>' >tiles.tsx
    bake tiles.tsx --name hero -o y.json
    is 'the first tile' "$(fact name y.json | head -n1)" '"hero#0"'
}

@test "--strip-extension leaves it out of names, not of sources" {
    make_art
    cp art/title.png art/v1.2.png
    cp art/title.png picture # no extension
    bake --strip-extension art picture -o x.json
    is names "$(names x.json)" $'hero/run\npicture\nrocks/big/one\ntitle\nv1.2'
    is sources "$(fact source x.json)" '"hero/run.png"
"picture"
"rocks/big/one.png"
"title.png"
"v1.2.png"'
    bake --strip-extension --name a.b art/title.png -o y.json
    is name "$(fact name y.json)" '"a.b"'
}

@test "names may hold anything but control characters" {
    # Windows does not allow some of them.
    local special=$'"1":#\\, *[x]' in_json=$'\\"1\\":#\\\\, *[x]'
    on_windows && special="'1';#^, &[x]%" in_json=$special
    local -r name=$'h\xc3\xa9ro '$special$'\xf0\x9f\x98\x80.png'
    mkdir art
    draw_png "art/$name" '#.'
    bake art -o x.hmk
    bake art -o x.json
    hitmask inspect --ascii x.hmk "$name"
    is picture "${lines[0]}" "$name  2x1"
    is name "$(fact name x.json)" $'"h\xc3\xa9ro '"$in_json"$'\xf0\x9f\x98\x80.png"'
    bake x.json -o y.hmk
    same x.hmk y.hmk
}

@test "folders are walked in full; dot entries, links in a loop and other files are passed by" {
    make_art
    mkdir art/.git art/hero/.cache
    cp art/title.png art/.hidden.png
    cp art/title.png art/.git/a.png
    cp art/title.png art/hero/.cache/a.png
    cp art/title.png art/SHOUT.PNG
    cp art/title.png art/Mixed.PnG
    cp art/title.png art/png
    cp art/title.png art/title.jpg
    echo notes >art/readme.txt
    ln -s .. art/hero/up
    ln -s . art/rocks/self
    # Wine may not show what leads to nothing as a link.
    local lost='art/dangling.txt: warning: is a link to something that is not there; skipped [link-broken]
'
    if on_windows; then
        lost=
    else
        ln -s nowhere art/dangling.txt
    fi
    for jobs in 1 4; do
        hitmask bake -v -j "$jobs" art -o x.hmk
        expect 0 '' "$lost"'art/hero/up: note: is a link back to a folder above it; skipped
art/rocks/self: note: is a link back to a folder above it; skipped
x.hmk: note: 5 sprites, 3 masks
hitmask: note: 1 file of another kind was left out: 1 .jpg'
    done
    is names "$(names x.hmk)" $'Mixed.PnG\nSHOUT.PNG\nhero/run.png\nrocks/big/one.png\ntitle.png'
    # By its own name even what begins with a dot is taken.
    bake art/.hidden.png -o x.hmk
    is names "$(names x.hmk)" .hidden.png
}

@test "a folder is walked once, by its own name before links, whatever leads to it" {
    not_on_windows 'Wine hides the links of this system'
    mkdir -p art/zoo/cage out/deep
    draw_png art/zoo/cage/lion.png '#'
    draw_png out/deep/far.png '##'
    ln -s zoo art/alias
    ln -s zoo/cage art/cage
    ln -s ../out art/out
    ln -s ../../out/deep art/zoo/near
    for jobs in 1 4; do
        hitmask bake -v -j "$jobs" art -o x.hmk
        expect 0 '' 'art/alias: warning: is the folder art/zoo again, which is baked already; skipped [folder-again]
art/cage: warning: is the folder art/zoo/cage again, which is baked already; skipped [folder-again]
art/zoo/near: warning: is the folder art/out/deep again, which is baked already; skipped [folder-again]
x.hmk: note: 2 sprites, 2 masks'
        is names "$(names x.hmk)" $'out/deep/far.png\nzoo/cage/lion.png'
    done
    # By its own name a link is an input like any other; one that is left out leads nowhere.
    bake art/alias -o x.hmk
    is names "$(names x.hmk)" $'cage/lion.png\nnear/far.png'
    hitmask bake art --exclude alias --exclude cage --exclude near -o x.hmk
    is names "$(names x.hmk)" out/deep/far.png
}

@test "names that differ in case alone are one file on some disks, which is a warning on all" {
    not_on_windows 'a folder there cannot have both'
    mkdir -p art/Tiles art/tiles art/other
    draw_png art/Hero.png '#.'
    draw_png art/hero.png '.#'
    draw_png art/HERO.png '##'
    draw_png art/other/Hero.png '#'
    draw_png art/Tiles/a.png '#..'
    draw_png art/tiles/a.png '..#'
    draw_png art/tiles/a@.png '.#'
    draw_png 'art/tiles/a`.png' '..#'
    warnings="art/Hero.png: warning: 'HERO.png' and 'Hero.png' cannot both be checked out on Windows or macOS; rename one [name-case]
art/hero.png: warning: 'HERO.png' and 'hero.png' cannot both be checked out on Windows or macOS; rename one [name-case]
art/tiles/a.png: warning: 'art/Tiles/a.png' and 'art/tiles/a.png' cannot both be checked out on Windows or macOS; rename one [name-case]"
    hitmask bake art -o x.hmk
    expect 0 '' "$warnings"
    hitmask bake art/HERO.png art/Tiles art/tiles/a.png art/other art/Hero.png -o x.hmk --root art
    expect 0 '' "$(sed '2d;1{h;d};$G' <<<"$warnings")"
    hitmask bake art -o y.hmk --error-on name-case
    expect 1 '' "${warnings//warning/error}"
    [ ! -e y.hmk ]
}

@test "folders with two links each to the next are no more work than the folders" {
    local i
    mkdir links art
    for i in {10..40}; do
        mkdir "links/$i"
        ln -s ../$((i + 1)) "links/$i/a"
        ln -s ../$((i + 1)) "links/$i/b"
    done
    mkdir links/41
    draw_png links/41/hero.png '#'
    ln -s ../links/10 art/first
    for jobs in 1 4; do
        run --separate-stderr timeout 20 "$HITMASK" bake -q -j $jobs art -o x.hmk
        expect 0 '' ''
        is count "$(names x.hmk | wc -l)" 1
    done
}

@test "--exclude leaves out parts of paths, patterns and folders" {
    make_art
    without() {
        bake art "$@" -o x.hmk
        names x.hmk | tr '\n' ' '
    }
    is rest "$(without --exclude hero)" 'rocks/big/one.png title.png '
    is rest "$(without --exclude 'rocks/**')" 'hero/run.png title.png '
    is rest "$(without --exclude='t*.png' --exclude 'o?e.png')" 'hero/run.png '
    is rest "$(without --exclude '*/big')" 'hero/run.png title.png '
    is rest "$(without --exclude 'big/one.png')" 'hero/run.png rocks/big/one.png title.png '
    keep_old_output
    refuses 1 'art: error: --exclude leaves no picture in this folder' art --exclude '*'
    refuses 1 'hitmask: error: --exclude leaves no input' art/title.png --exclude 'title*'
}

@test "patterns match names that contain characters of patterns" {
    not_on_windows 'it does not allow such names'
    mkdir art
    for name in '*bc' xbc '[' a; do draw_png "art/$name.png" '#'; done
    bake art --exclude '*c.png' --exclude '[!a].png' -o x.hmk
    is names "$(names x.hmk)" a.png
    printf '%s' '{"rules": [{"match": "*c.png", "layer": "hit"}]}' > rules.json
    bake art --config rules.json -o x.hmk
    is names "$(names x.hmk | tr '\n' ' ')" '*bc.png:hit [.png a.png xbc.png:hit '
}

@test "--exclude counts characters, and a byte that is no part of one" {
    mkdir art
    draw_png art/é.png '#'
    draw_png art/日本.png '#'
    bake art --exclude '?.png' -o x.hmk
    is rest "$(names x.hmk)" 日本.png
    bake art --exclude '[日-本]?.png' -o x.hmk
    is rest "$(names x.hmk)" é.png
    cp art/é.png $'art/\xe9.png'
    not_on_wasi 'Node hands over no names that are not UTF-8'
    bake art --exclude $'\xe9.png' -o x.hmk
    is rest "$(names x.hmk)" $'é.png\n日本.png'
    bake art --exclude '?.png' -o x.hmk
    is rest "$(names x.hmk)" 日本.png
}

# ---- Inputs and outputs ---------------------------------------------------------------------

@test "the format comes from --format, else from the extension, else is a pack" {
    draw_png a.png '#.'
    bake a.png -o x.json
    bake a.png -o x.hmk
    bake a.png -o x.bin
    same x.hmk x.bin
    bake a.png -o .json # all name and no extension
    same x.hmk .json
    bake a.png -o y.hmk --format json
    same x.json y.hmk
    bake a.png -o y.json --format=hmk
    same x.hmk y.json
    "$HITMASK" bake a.png -o - >z
    same x.hmk z
    "$HITMASK" bake a.png -o - --format json >z
    same x.json z
}

@test "samples: the only warnings are those that their README promises" {
    cd "$SPRITES"
    hitmask bake . -o "$BATS_TEST_TMPDIR/x.hmk"
    expect 0 '' './empty.png: warning: no pixel is solid [empty]
./full.png: warning: every pixel is solid: the image has no alpha, and no colour key is given [full]
./magenta.png: warning: every pixel is solid: the image has no alpha, and no colour key is given [full]'
}

@test "samples: the art is what 'make samples' draws" {
    "${HITMASK_BUILD:-${HITMASK%/*}}/draw-samples" drawn
    (cd drawn && find */ letters.png -name '*.png' | sort) >files
    (cd "$ROOT/samples" && find */ letters.png -name '*.png' | sort) | same - files
    local folder
    for folder in sprites {falling-blocks,cannon,sprite-collider,near-pixel,crater,platformer}/art letters.png; do
        bake "drawn/$folder" -o drawn.hmk
        bake "$ROOT/samples/$folder" -o kept.hmk
        same drawn.hmk kept.hmk
    done
}

@test "JSON goes back in and gives the bytes that the art gave" {
    local points
    for points in '' '--map 7x5 --prune 2' '--cell 3 --prune 0' --no-points; do
        # shellcheck disable=SC2086
        bake "$SPRITES" $points --pivot 33.3%,-1.25 -o art.hmk
        # shellcheck disable=SC2086
        bake "$SPRITES" $points --pivot 33.3%,-1.25 -o rows.json
        "$HITMASK" inspect --json --json-mask base64 art.hmk >base64.json
        bake rows.json -o rows.hmk
        bake base64.json -o base64.hmk
        bake - -o stdin.hmk <base64.json
        same art.hmk rows.hmk
        same art.hmk base64.hmk
        same art.hmk stdin.hmk
        bake base64.json -o again.json
        same rows.json again.json
    done
}

@test "JSON and PNGs mix" {
    draw_png a.png '#.' '##'
    draw_png b.png '.#'
    draw_png c.png '##'
    bake a.png b.png c.png -o art.hmk
    bake a.png -o a.json
    bake c.png -o c.json
    bake c.json b.png a.json -o mixed.hmk
    same art.hmk mixed.hmk
    # Then options about pixels are for the pictures.
    bake a.json b.png --pivot 0,0 -o x.json
    is pivots "$(fact pivot x.json)" $'[1, 1]\n[0, 0]'
}

@test "options of several documents are kept when all have the same" {
    animate '"hero"' 1 '{ "cell": 1 }' >a.json
    sed 's/heron/c/g; s/hero/b/g; s/"run"/"hop"/' a.json >b.json
    options() {
        bake "$@" -o x.hmk
        "$HITMASK" inspect --json x.hmk | sed -n 's/^  "options": //p'
    }
    is 'of one' "$(options a.json)" '{"cell":1}'
    is 'of two' "$(options b.json a.json)" '{"cell":1}'
    is animations "$("$HITMASK" inspect --json x.hmk | grep frames)" \
        '    { "name": "hop", "frames": ["b"], "durations": [1] },
    { "name": "run", "frames": ["hero"], "durations": [1] }'
    sed -i 's/"cell": 1/"cell": 2/' b.json
    is 'that differ' "$(options a.json b.json)" ''
    sed -i 's/, "options".*/ }/' b.json
    is 'of one of two' "$(options a.json b.json)" ''
}

@test "an animation may use sprites of any input" {
    draw_png art.png '#.'
    animate '"art.png", "hero"' '1, 2' '{}' >x.json
    bake x.json art.png -o x.hmk
    bake art.png x.json -o y.hmk
    same x.hmk y.hmk
    holds <("$HITMASK" inspect --json x.hmk) '"frames": \["art.png", "hero"\]'
}

@test "JSON with a BOM, CRLF and keys in another order is the same document" {
    draw_png a.png '#.' '##'
    bake a.png -o a.hmk
    bake a.png -o a.json
    { printf '\xef\xbb\xbf'; sed 's/$/\r/' a.json; } >b.json
    bake b.json -o b.hmk
    same a.hmk b.hmk
    sed '/"area"/d; s/"name"/"area": 3, "name"/' a.json >c.json
    bake c.json -o c.hmk
    same a.hmk c.hmk
}

@test "options that decide pixels are wrong usage when all input is JSON" {
    draw_png a.png '#.'
    bake a.png -o a.json
    keep_old_output
    local option
    for option in preset=unity alpha-threshold=0 color-key=magenta key-tolerance=0 map=2x2 cell=1 \
        prune=1 prune-border=keep no-points pivot=1,1 mask-suffix=_mask; do
        refuses 2 "hitmask: error: --${option%=*} applies to pictures, but all inputs are \
JSON documents" "--$option" a.json
    done
    bake a.json --json-mask base64 --strip-extension --max-pixels 5 -o y.hmk
}

# ---- Which pixels are solid -----------------------------------------------------------------

@test "--alpha-threshold: solid is what has more" {
    draw_png a.png '12.' '59#' # alpha 28, 56, 0, 140, 252, 255
    areas() {
        bake a.png --alpha-threshold "$1" -o x.hmk
        fact area x.hmk
    }
    is area "$(areas 0)" 5
    is area "$(areas 27)" 5
    is area "$(areas 28)" 4
    is area "$(areas 252)" 1
    is area "$(areas 254)" 1
    is area "$(areas 255)" 0
}

@test "--color-key and --key-tolerance, and what they warn about" {
    local -r near=e700ff far=e600ff
    draw_png_rgb a.png 4 ff00ff fe01fe $near $far ff00ff 000000 ffffff 00ff00
    draw_png_rgb b.png 2 000000 000000
    hitmask bake a.png --color-key magenta -o x.hmk
    expect 0 '' 'a.png: warning: 2 solid pixels are close to the colour of the key, but not equal to it [key-near]'
    is area "$(fact area x.hmk)" 6
    is warnings "$(fact warnings x.hmk)" '["key-near"]'
    hitmask bake a.png --color-key '#Ff00fF' --key-tolerance 1 -o x.hmk
    expect 0 '' 'a.png: warning: 1 solid pixel is close to the colour of the key, but not equal to it [key-near]'
    is area "$(fact area x.hmk)" 5
    hitmask bake a.png --color-key magenta --key-tolerance 24 -o x.hmk
    expect 0 '' ''
    is area "$(fact area x.hmk)" 4
    hitmask bake b.png --color-key magenta -o x.hmk
    expect 0 '' 'b.png: warning: no pixel has the colour of the key [key-unmatched]'
    hitmask bake b.png --color-key none -o x.hmk
    expect 0 '' 'b.png: warning: every pixel is solid: the image has no alpha, and no colour key is given [full]'
}

@test "presets, with their documented rules" {
    draw_png a.png '4567' # alpha 112, 140, 168, 196
    draw_png b.png '789#' # alpha 196, 224, 252, 255
    draw_png_rgb m.png 2 ff00ff 000000
    area_of() {
        bake "$1" --preset "$2" -o x.hmk
        fact area x.hmk
    }
    is xna "$(area_of m.png xna)" 1
    is xna "$(area_of a.png xna)" 4
    is unity "$(area_of m.png unity)" 2
    is unity "$(area_of a.png unity)" 4
    is pygame "$(area_of a.png pygame)" 3
    is nearpixel "$(area_of b.png nearpixel)" 3
    bake --preset nearpixel "$SPRITES/block.png" -o x.json
    bake --alpha-threshold 200 --map 24x24 --prune 4 "$SPRITES/block.png" -o y.json
    same x.json y.json
    grep -q '"points": { "map": \[24, 24\], "prune": 4, "list"' x.json
    lacks x.json '"border"'
}

@test "a preset gives way to an explicit option, in whatever order they stand" {
    local -r a="--preset nearpixel" b="--alpha-threshold 10" c="--prune 1" d="--preset pygame"
    local order
    bake "$SPRITES/cloud.png" --alpha-threshold 10 --map 24x24 --prune 1 -o wanted.hmk
    # shellcheck disable=SC2086
    for order in "$a $b $c" "$c $a $b" "$b $c $a" "$b $d $a $c"; do
        bake $order "$SPRITES/cloud.png" -o x.hmk
        same x.hmk wanted.hmk
    done
    # --cell after --map, and a preset's map, is the one that counts.
    bake --cell 2 --preset nearpixel "$SPRITES/cloud.png" -o x.json
    grep -q '"map": \[30, 16\], "prune": 4' x.json
    # A later preset leaves the options that it does not set.
    bake "$SPRITES/cloud.png" --preset xna --preset pygame -o x.hmk
    bake "$SPRITES/cloud.png" --alpha-threshold 127 --color-key magenta -o wanted.hmk
    same x.hmk wanted.hmk
    # If an option is given twice, the last wins.
    bake --prune 3 --prune 1 --prune 2 "$SPRITES/cloud.png" -o x.json
    grep -q '"prune": 2' x.json
}

# ---- Points and pivots ----------------------------------------------------------------------

@test "--map, --cell, --prune and --no-points" {
    draw_png a.png \
        '#######' \
        '#######' \
        '#######' \
        '#######' \
        '#######'
    points() {
        bake a.png "$@" -o x.json
        sed -n 's/.*"points": { \(.*\), "list": .*/\1/p' x.json
        grep '"list"' x.json | grep -o '\[[0-9]*, [0-9]*\]' | sed 1d | wc -l
    }
    is default "$(points)" $'"map": [7, 5], "prune": 1\n20'
    is unpruned "$(points --prune 0)" $'"map": [7, 5], "prune": 0\n35'
    is deep "$(points --prune 2)" $'"map": [7, 5], "prune": 2\n32'
    is map "$(points --map 4x3 --prune 0)" $'"map": [4, 3], "prune": 0\n12'
    is clamped "$(points --map 99x3 --prune 0)" $'"map": [7, 3], "prune": 0\n21'
    is cells "$(points --cell 2 --prune 0)" $'"map": [4, 3], "prune": 0\n12'
    is none "$(points --no-points)" 0
}

@test "--prune-border drop drops every cell that is within P of the border" {
    draw_png a.png \
        '#####' \
        '#####' \
        '##.##' \
        '#####' \
        '#####'
    bake a.png --prune-border drop -o x.json
    grep -q '"map": \[5, 5\], "prune": 1, "border": "drop", "list"' x.json
    is points "$(grep '"list"' x.json | grep -o '\[[0-9], [0-9]\]' | sed 1d | sort)" '[1, 1]
[1, 2]
[1, 3]
[2, 1]
[2, 3]
[3, 1]
[3, 2]
[3, 3]'
    bake x.json -o x.hmk
    bake a.png --prune-border drop -o y.hmk
    same x.hmk y.hmk
}

@test "--prune-border drop wants a square map, also when only a sprite shows that it is not" {
    draw_png wide.png '##.'
    draw_png square.png '##' '##'
    keep_old_output
    refuses 2 'hitmask: error: --prune-border drop needs a square map, but --map 3x4 is not square' \
        --prune-border drop --map 3x4 square.png
    refuses 2 'wide.png: error: --prune-border drop needs a square map, but this map is 3x1' \
        --prune-border drop square.png wide.png
    refuses 2 'wide.png: error: --prune-border drop needs a square map, but this map is 2x1' \
        --prune-border drop --cell 2 wide.png
    # Without points there is nothing to drop.
    bake --prune-border drop --no-points wide.png -o y.hmk
}

@test "--pivot in pixels or percent of the size" {
    draw_png a.png '#....' '.....'
    pivot() {
        bake a.png "$@" -o x.json
        fact pivot x.json
    }
    is pivot "$(pivot)" '[2.5, 1]'
    is pivot "$(pivot --pivot 0,0)" '[0, 0]'
    is pivot "$(pivot --pivot 50%,100%)" '[2.5, 2]'
    is pivot "$(pivot --pivot 4,50%)" '[4, 1]'
    is pivot "$(pivot --pivot -1.5,200.25)" '[-1.5, 200.25]'
    is pivot "$(pivot --pivot=-10%,0.125)" '[-0.5, 0.125]'
}
