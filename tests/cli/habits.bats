#!/usr/bin/env bats
# habits.bats - atlases as people and packers really leave them: taken, with the warning that fits
#
# tests/tools/test_atlas_habits.c and test_atlas_aseprite.c have those of one file alone.

load helpers

# sparrow IMAGE ATTRIBUTES...: an XML with a frame of one pixel, called hero.
sparrow() {
    printf '<TextureAtlas imagePath="%s"%s>\n' "$1" "${2-}"
    printf '<SubTexture name="hero" x="1" y="0" width="1" height="1"/></TextureAtlas>\n'
}

# ---- Pages under another name ---------------------------------------------------------------

@test "a page that is not there is the picture of the atlas' own name, with a warning" {
    mkdir art
    draw_png art/hero_default.png '.#'
    sparrow sheet.png >art/hero_default.xml
    hitmask bake art/hero_default.xml -o x.hmk
    expect 0 '' "art/hero_default.xml:1:1: warning: page 'sheet.png': there is no such file; 'hero_default.png' is taken, which has the name of the atlas [page-renamed]"
    is sources "$(fact source x.hmk)" '"hero_default.png"'
    is areas "$(fact area x.hmk)" 1
    # Among other inputs it is a page as well, and no sprite.
    bake art art/hero_default.xml -o x.hmk
    is names "$(names x.hmk)" hero
    # The page under its own name comes first.
    draw_png art/sheet.png '..'
    hitmask bake art/hero_default.xml -o x.hmk
    is status "$status" 0
    is sources "$(fact source x.hmk)" '"sheet.png"'
}

@test "of two pictures that may be the page, that which fits is taken" {
    local -r size=' width="2" height="1"'
    draw_png hero.png '.#'
    draw_png sheet.png '#'
    sparrow sheet.png "$size" >hero.xml
    hitmask bake hero.xml -MD -MF x.d -o x.hmk
    expect 0 '' "hero.xml:1:1: warning: page 'sheet.png': that file does not have the size and the frames of the atlas; 'hero.png' is taken, which has the name of the atlas [page-renamed]"
    is sources "$(fact source x.hmk)" '"hero.png"'
    holds x.d sheet.png
    holds x.d 'hero.png'
    # Also where the atlas does not say the size: the frame is not on the other one.
    sparrow sheet.png >hero.xml
    hitmask bake hero.xml -o x.hmk
    is sources "$(fact source x.hmk)" '"hero.png"'
    # Both fit: the page is that which the atlas names.
    sparrow sheet.png "$size" >hero.xml
    draw_png sheet.png '..'
    hitmask bake hero.xml -o x.hmk
    is sources "$(fact source x.hmk)" '"sheet.png"'
    # Neither fits.
    draw_png sheet.png '#'
    draw_png hero.png '#'
    hitmask bake hero.xml -o x.hmk
    is status "$status" 1
    holds <(echo "$stderr") "page 'sheet.png': the image is 1x1, but the atlas says 2x1"
}

@test "a page of cocos2d may be smaller than said, if it holds all frames" {
    draw_png hero.png '.#'
    sed 's/></>\n</g' >hero.plist <<<'<plist><dict><key>frames</key><dict><key>a</key><dict><key>frame</key><string>{{1,0},{1,1}}</string></dict></dict><key>metadata</key><dict><key>format</key><integer>2</integer><key>size</key><string>{64,64}</string><key>textureFileName</key><string>hero.png</string></dict></dict></plist>'
    hitmask bake hero.plist -o x.hmk
    expect 0 '' ''
    is areas "$(fact area x.hmk)" 1
    sed -i 's/{1,0}/{3,0}/' hero.plist
    hitmask bake hero.plist -o x.hmk
    is status "$status" 1
    holds <(echo "$stderr") "frame 'a': it lies outside its page"
}

@test "--error-on page-renamed refuses it" {
    keep_old_output
    draw_png hero.png '.#'
    sparrow sheet.png >hero.xml
    refuses 1 "hero.xml:1:1: error: page 'sheet.png': there is no such file; 'hero.png' is taken, which has the name of the atlas [page-renamed]" \
        hero.xml --error-on page-renamed
}

@test "a cache does not keep the page of before" {
    draw_png hero.png '.#'
    sparrow sheet.png >hero.xml
    bake hero.xml --cache cache -o x.hmk
    bake hero.xml --cache cache -o x.hmk
    draw_png sheet.png '..'
    bake hero.xml --cache cache -o x.hmk 2>/dev/null
    is areas "$(fact area x.hmk)" 0
    rm sheet.png
    bake hero.xml --cache cache -o x.hmk
    is areas "$(fact area x.hmk)" 1
}

@test "of several pages none is guessed, and no other file is taken for one" {
    keep_old_output
    echo text >hero.png
    sparrow sheet.png >hero.xml
    refuses 1 "hero.xml:1:1: error: page 'sheet.png': cannot open: No such file or directory" hero.xml
    draw_png hero.png '.#'
    printf 'a.png\nsize: 2, 1\nx\n bounds: 0, 0, 1, 1\n\nb.png\nsize: 2, 1\ny\n bounds: 0, 0, 1, 1\n' >hero.atlas
    refuses 1 "hero.atlas:1:1: error: page 'a.png': cannot open: No such file or directory
hero.atlas:6:1: error: page 'b.png': cannot open: No such file or directory" hero.atlas
}

@test "the PNG of the atlas' own name may not lie elsewhere" {
    keep_old_output
    mkdir art other
    draw_png other/hero.png '.#'
    ln -s ../other/hero.png art/hero.png
    sparrow sheet.png >art/hero.xml
    hitmask bake --root art art/hero.xml -o x.hmk
    is status "$status" 1
    [[ $stderr == *"page 'hero.png': leads outside --root art; to allow that, give --root . or"* ]]
    expect_old_output
}

# ---- Pages of another size ------------------------------------------------------------------

@test "a page that is larger than the atlas says is taken, with a warning" {
    draw_png page.png '.#.' '###'
    sparrow page.png ' width="2" height="1"' >hero.xml
    hitmask bake hero.xml -o x.hmk
    expect 0 '' 'page.png: warning: the image is 3x2, and the atlas says 2x1; the frames are taken where the atlas has them [page-larger]'
    is areas "$(fact area x.hmk)" 1
    hitmask bake hero.xml --error-on page-larger -o y.hmk
    is status "$status" 1
    [ ! -e y.hmk ]
    draw_png page.png '.#'
    sparrow page.png ' width="2" height="2"' >hero.xml
    hitmask bake hero.xml -o y.hmk
    expect 1 '' "hero.xml:1:1: error: page 'page.png': the image is 2x1, but the atlas says 2x2"
}

@test "the tiles of a tileset are counted by its image, so that must be as large as it says" {
    draw_png tiles.png '#...'
    echo '<tileset tilewidth="1" tileheight="1"><image source="tiles.png" width="2" height="1"/></tileset>' >tiles.tsx
    hitmask bake tiles.tsx -o x.hmk
    expect 1 '' "tiles.tsx:1:39: error: page 'tiles.png': the image is 4x1, but the atlas says 2x1"
}

@test "a tileset that was renamed with its image may leave out the size, too" {
    draw_png tiles.png '#...' '.#..'
    echo '<tileset tilewidth="2" tileheight="2"><image source="old.png"/></tileset>' >tiles.tsx
    hitmask bake --no-summary tiles.tsx -o x.hmk
    expect 0 '' "tiles.tsx:1:39: warning: page 'old.png': there is no such file; 'tiles.png' is taken, which has the name of the atlas [page-renamed]
tiles.png: warning: 1 of 2 cells has no solid pixel [empty]"
    is areas "$(fact area x.hmk)" $'2\n0'
}

@test "a tileset that does not say the size of its image has that of the file" {
    draw_png tiles.png '#...' '.#..'
    echo '<tileset tilewidth="2" tileheight="2"><image source="tiles.png"/></tileset>' >tiles.tsx
    echo '{"type":"tileset","tilewidth":2,"tileheight":2,"image":"tiles.png"}' >tiles.tsj
    local file
    for file in tiles.tsx tiles.tsj; do
        bake $file -o x.hmk
        is names "$(names x.hmk)" "$file#0"$'\n'"$file#1"
        is areas "$(fact area x.hmk)" $'2\n0'
    done
    # In a collection each tile is a whole image.
    echo '<tileset tilewidth="4" tileheight="2" columns="0"><tile id="5"><image source="tiles.png"/></tile></tileset>' >parts.tsx
    bake parts.tsx -o x.hmk
    is sizes "$(fact size x.hmk)" '[4, 2]'
    # As Windows writes it.
    mkdir sub
    cp tiles.png sub
    echo '<tileset tilewidth="2" tileheight="2"><image source="sub\tiles.png"/></tileset>' >back.tsx
    bake back.tsx -o x.hmk
    is areas "$(fact area x.hmk)" $'2\n0'
    cp tiles.tsx sub
    echo '<map tilewidth="2" tileheight="2"><tileset firstgid="1" source="sub\tiles.tsx"/></map>' >map.tmx
    bake map.tmx -o y.hmk
    is areas "$(fact area y.hmk)" $'2\n0'
    rm tiles.png
    hitmask bake parts.tsx -o x.hmk
    expect 1 '' 'parts.tsx:1:51: error: tile 5: the width and height of its image are missing; please save the tileset again with Tiled'
}

@test "regions beyond their frame and fractions are refused by --error-on" {
    draw_png page.png '.###'
    echo '<TextureAtlas imagePath="page.png">
<SubTexture name="a" x="1.5" y="0" width="3" height="1" frameX="1" frameY="0" frameWidth="1" frameHeight="1"/>
</TextureAtlas>' >a.xml
    hitmask bake a.xml -o x.hmk
    expect 0 '' "a.xml:2:1: warning: frame 'a': its region reaches beyond its frame; what lies outside is left out [clipped]
a.xml:2:1: warning: a number of pixels has a fraction, which is left out [rounded]"
    is regions "$(fact region x.hmk)" '[2, 0, 1, 1]'
    local id
    for id in clipped rounded; do
        hitmask bake a.xml --error-on $id -o y.hmk
        is status "$status" 1
        [ ! -e y.hmk ]
    done
}

# ---- Art of trimmed and turned frames -------------------------------------------------------

# turned: a page on which a red, a green and a blue pixel stand from top to bottom of a frame, once
# upright, once turned each way; the frame is 3x5 and its picture at 1,1.
turned() {
    draw_png_rgb page.png 8 \
        ff0000 ffffff 0000ff 00ff00 ff0000 ff0000 00ff00 0000ff \
        00ff00 ffffff ffffff ffffff ffffff ffffff ffffff ffffff \
        0000ff ffffff ffffff ffffff ffffff ffffff ffffff ffffff
    local more='"trimmed":true,"spriteSourceSize":{"x":1,"y":1,"w":1,"h":3},"sourceSize":{"w":3,"h":5}'
    echo "{\"frames\":{
\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":1,\"h\":3},\"rotated\":false,$more},
\"b\":{\"frame\":{\"x\":2,\"y\":0,\"w\":1,\"h\":3},\"rotated\":true,$more}},
\"meta\":{\"image\":\"page.png\"}}" >up.json
    printf 'page.png\nsize: 8, 3\nc\n rotate: true\n bounds: 5, 0, 1, 3\n offsets: 1, 1, 3, 5\n' >left.atlas
    bake up.json left.atlas --no-points -o x.hmk
}

@test "a pack and a document say where the picture of a frame is" {
    turned
    is places "$(fact place x.hmk)" $'[1, 1, 1, 3]\n[1, 1, 1, 3]\n[1, 1, 1, 3]'
    is turns "$(fact turn x.hmk)" $'"clockwise"\n"counter-clockwise"'
    "$HITMASK" inspect --json x.hmk >x.json
    bake x.json -o y.hmk
    same x.hmk y.hmk
    is valid "$(validate document.schema.json x.json)" 'good x.json'
    "$HITMASK" verify x.hmk
    bake up.json left.atlas --no-points --space trimmed -o z.hmk
    is places "$(fact place z.hmk)" ''
    is turns "$(fact turn z.hmk)" $'"clockwise"\n"counter-clockwise"'
    # A sprite that fills its region upright needs none: such packs are those of before.
    draw_png plain.png '#.'
    bake plain.png -o plain.hmk
    is minor "$(od -An -tu2 -j10 -N2 plain.hmk | tr -d ' ')" 0
    is minor "$(od -An -tu2 -j10 -N2 x.hmk | tr -d ' ')" 1
}

@test "a place that cannot be is refused in packs and documents" {
    turned
    local -i size
    local wrong
    size=$(stat -c %s x.hmk)
    # The last record: sprite 2, turned 2, at 1,1, 1x3.
    for wrong in '24 03' '20 03' '20 00000000010000000500' '8 00' '8 03' '4 04'; do
        cp x.hmk wrong.hmk
        read -r at bytes <<<"$wrong"
        patch wrong.hmk $((size - at)) "$bytes"
        hitmask verify wrong.hmk
        is "status of $wrong" "$status" 3
    done
    "$HITMASK" inspect --json x.hmk >x.json
    sed 's/"clockwise"/"left"/' x.json >wrong.json
    hitmask bake wrong.json -o y.hmk
    is status "$status" 1
    [[ $stderr == *'sprites[1].turn: this must be "none", "clockwise" or "counter-clockwise"' ]]
    sed 's/"place": \[1, 1, 1, 3\]/"place": [1, 1, 1, 5]/' x.json >wrong.json
    hitmask bake wrong.json -o y.hmk
    is status "$status" 1
    [[ $stderr == *'sprites[0].place: the box does not lie inside the sprite'* ]]
}

@test "inspect draws the art of trimmed and turned frames, upright" {
    turned
    local view
    for view in --png --svg; do
        hitmask inspect $view out --art . x.hmk
        expect 0 '' ''
        rm out
    done
    # All three are the same picture.
    local name
    for name in a b c; do
        "$HITMASK" inspect --quiet --png "$name.png" --art . x.hmk "$name"
        "$HITMASK" inspect --quiet --svg "$name.svg" --art . x.hmk "$name"
        sed -i "s/<title>$name/<title>/" "$name.svg"
    done
    same a.svg b.svg
    same a.svg c.svg
    is red "$(count_color a.png '#ff0000')" "$(count_color b.png '#ff0000')"
    hitmask inspect --html x.html --embed-art --art . x.hmk
    expect 0 '' ''
}

# ---- Scaled exports -------------------------------------------------------------------------

@test "--source-scale gives sprites the size that they had before a packer scaled them" {
    draw_png page.png '#..' '##.'
    echo '{"frames":{"hero":{"frame":{"x":0,"y":0,"w":2,"h":2},"trimmed":true,
"spriteSourceSize":{"x":1,"y":0,"w":2,"h":2},"sourceSize":{"w":4,"h":3},"pivot":{"x":0.5,"y":1}}},
"meta":{"image":"page.png","scale":"0.5"}}' >a.json
    printf 'page.png\nscale: 0.5\nsize: 3, 2\nfoe\n rotate: true\n bounds: 0, 0, 2, 2\n' >b.atlas
    bake a.json b.atlas -o x.hmk
    is sizes "$(fact size x.hmk)" $'[2, 2]\n[4, 3]'
    hitmask bake a.json b.atlas --source-scale -o x.hmk
    expect 0 '' ''
    is sizes "$(fact size x.hmk)" $'[4, 4]\n[8, 6]'
    is pivots "$(fact pivot x.hmk)" $'[2, 2]\n[4, 6]'
    is places "$(fact place x.hmk)" '[2, 0, 4, 4]'
    is bounds "$(fact bounds x.hmk)" $'[0, 0, 4, 4]\n[2, 0, 4, 4]'
    is foe "$("$HITMASK" inspect --json x.hmk | tr -d ' \n' | grep -c '"rows":\["####","####","##..","##.."\]')" 1
    is hero "$("$HITMASK" inspect --json x.hmk | tr -d ' \n' | grep -c '"rows":\["##..","##..","####","####"\]')" 1
    # Its art is drawn as large.
    hitmask inspect --png x.png --art . x.hmk
    expect 0 '' ''
    bake a.json --source-scale --space trimmed -o y.hmk
    is sizes "$(fact size y.hmk)" '[4, 4]'
    is pivots "$(fact pivot y.hmk)" '[2, 6]'
    # A rule can say it, too.
    echo '{ "rules": [ { "match": "hero", "source-scale": true } ] }' >rules.json
    bake a.json b.atlas --config rules.json -o y.hmk
    is sizes "$(fact size y.hmk)" $'[2, 2]\n[8, 6]'
}

@test "a scale above 1 makes sprites smaller, one of another number is rounded" {
    draw_png page.png '##..' '##..' '...#' '....'
    atlas() {
        echo "{\"frames\":{\"hero\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}}},\"meta\":{\"image\":\"page.png\",\"scale\":$1}}" >a.json
    }
    atlas 2
    bake a.json --source-scale -o x.hmk
    is sizes "$(fact size x.hmk)" '[2, 2]'
    is areas "$(fact area x.hmk)" 1
    atlas '"1.5"'
    bake a.json --source-scale -o x.hmk
    is sizes "$(fact size x.hmk)" '[3, 3]'
    atlas 1
    bake a.json --source-scale -o x.hmk
    is sizes "$(fact size x.hmk)" '[4, 4]'
    atlas 1e-6
    hitmask bake a.json --source-scale -o y.hmk
    is status "$status" 1
    [[ $stderr == *"4000000x4000000 is more pixels than the 268435456 that --max-pixels allows" ]]
    atlas 0
    hitmask bake a.json -o y.hmk
    is status "$status" 1
    [[ $stderr == *"scale must be more than 0" ]]
}

@test "query draws the art of both sprites, upright" {
    turned
    local name
    # Each of the three has the same picture.
    for name in a b c; do
        hitmask query x.hmk "$name" "$name" --at 4,0 --png "$name.png" --art .
        expect 0 "$name does not touch $name at 4,0" ''
        hitmask query x.hmk "$name" "$name" --at 4,0 --png bare.png --force
        if cmp -s "$name.png" bare.png; then return 1; fi
        # Only what is drawn over the floor is another colour, and as much of it in all three.
        is "floor of $name" "$(count_color "$name.png" '#20242c')" "$(count_color a.png '#20242c')"
    done
    hitmask query x.hmk a b --at 4,0 --art .
    expect 0 'a does not touch b at 4,0' 'hitmask: warning: --art has no effect without --png [no-effect]'
    rm page.png
    hitmask query x.hmk a b --at 4,0 --png x.png --art .
    is status "$status" 0
    [[ $stderr == *"the art 'page.png' is left out: cannot open './page.png': No such file or directory"* ]]
    mkdir art
    draw_png art/page.png '##'
    hitmask query x.hmk a b --at 4,0 --png art/page.png --art art --force
    expect 2 '' 'art/page.png: error: is a picture of this art, and the output would write over it; give the output another name'
    hitmask query x.hmk a b --at 4,0 --png x.png --art nowhere
    expect 1 '' 'nowhere: error: is not a folder; --art needs one'
}
