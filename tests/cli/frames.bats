#!/usr/bin/env bats
# frames.bats - GIF, WebP, QOI, TGA, Aseprite: in folders, in caches, as art, and where they are wrong

load helpers

setup_file() {
    "$HITMASK" --version | sed -n 's/^built without //p' >"$BATS_FILE_TMPDIR/without"
}

# needs_kind NAME: skips a test where the tool was built without it
needs_kind() {
    ! grep -q "$1" "$BATS_FILE_TMPDIR/without" || skip "built without $1"
}

# little SIZE NUMBER: a number as hex, its low byte first
little() {
    local -i i
    for ((i = 0; i < $1; i++)); do
        printf '%02x' $(($2 >> 8 * i & 255))
    done
}

# A dot of one pixel that goes from left to right in three frames of 3x1: 100 ms, 200 ms, 300 ms.
draw_gif() {
    local hex=47494638396103000100800000000000ff0000 x
    for x in 0 1 2; do
        # each frame is its one pixel, and is cleared afterwards
        hex+=21f90408$(little 2 $((10 * (x + 1))))0000
        hex+=2c$(little 2 $x)0000010001000002024c0100
    done
    put_hex "${hex}3b" >"$1"
}

# draw_ase FILE [FRAMES [TAG [HIT]]]: the same in RGBA, with raw pixels, and a layer "hit" that covers
# all of frame 1; or its first frames, a tag of the first one, and the layer in frame HIT
draw_ase() {
    local -ir frames=${2-3} hit=${4-1}
    local hex='' frame chunk x
    # layer FLAGS NAME
    layer() {
        local name
        name=$(printf '%s' "$2" | od -An -tx1 | tr -d ' \n')
        chunk="0420$(little 2 "$1")00000000000000000000ff000000$(little 2 ${#2})$name"
        frame+=$(little 4 $((${#chunk} / 2 + 4)))$chunk
    }
    # cel LAYER X WIDTH
    cel() {
        chunk="0520$(little 2 "$1")$(little 2 "$2")0000ff000000000000000000$(little 2 "$3")0100"
        chunk+=$(printf 'ff0000ff%.0s' $(seq "$3"))
        frame+=$(little 4 $((${#chunk} / 2 + 4)))$chunk
    }
    # tag NAME
    tag() {
        chunk="1820$(little 2 1)0000000000000000$(little 2 0)$(little 2 0)00$(little 2 0)000000000000000000"
        chunk+="00$(little 2 ${#1})$(printf '%s' "$1" | od -An -tx1 | tr -d ' \n')"
        frame+=$(little 4 $((${#chunk} / 2 + 4)))$chunk
    }
    for ((x = 0; x < frames; x++)); do
        frame=
        local -i count=1
        if ((x == 0)); then
            layer 1 body
            layer 0 hit
            count+=2
            if [ -n "${3-}" ]; then
                tag "$3"
                count+=1
            fi
        fi
        cel 0 $x 1
        if ((x == hit)); then
            cel 1 0 3
            count+=1
        fi
        hex+=$(little 4 $((${#frame} / 2 + 16)))faf1$(little 2 $count)
        hex+=$(little 2 $((100 * (x + 1))))000000000000$frame
    done
    put_hex "$(little 4 $((${#hex} / 2 + 128)))e0a5$(little 2 $frames)030001002000$(little 4 1)$(printf '00%.0s' $(seq 110))$hex" >"$1"
}

draw_qoi() {
    put_hex 716f696600000002000000010400ff000000ffc00000000000000001 >"$1"
}

# draw_tga FILE: one opaque pixel and one that is not there, of 32 bits
draw_tga() {
    put_hex 000002000000000000000000020001002028000000ff00000000 >"$1"
}

# animation PACK NAME: its frames and durations
animation() {
    "$HITMASK" inspect --json "$1" |
        sed -n "s|.*\"name\": \"$2\", \"frames\": \(.*\), \"durations\": \(.*\) },*\$|\1,\2|p"
}

@test "a tag of the only frame has the duration of the frame" {
    draw_ase idle.ase 1 stand
    bake idle.ase -o x.hmk
    is stand "$(animation x.hmk idle/stand)" '["idle.ase"],[100]'
    bake idle.ase --animate 33 -o x.hmk
    is stand "$(animation x.hmk idle/stand)" '["idle.ase"],[100]'
}

@test "files of all kinds in a folder are sprites, and their frames are animations" {
    needs_kind GIF
    mkdir -p art/hero
    draw_gif art/hero/walk.gif
    draw_ase art/hero/run.aseprite
    draw_qoi art/coin.qoi
    draw_tga art/gem.TGA
    draw_png art/box.png '#'
    hitmask bake art -o x.hmk --dry-run
    expect 0 'bake  art/box.png
bake  art/coin.qoi
bake  art/gem.TGA
bake  art/hero/run.aseprite
bake  art/hero/walk.gif' ''
    hitmask bake art -o x.hmk
    expect 0 '' ''
    is names "$(names x.hmk)" 'box.png
coin.qoi
gem.TGA
hero/run.aseprite#0
hero/run.aseprite#1
hero/run.aseprite#2
hero/walk.gif#0
hero/walk.gif#1
hero/walk.gif#2'
    is walk "$(animation x.hmk hero/walk)" \
        '["hero/walk.gif#0", "hero/walk.gif#1", "hero/walk.gif#2"],[100, 200, 300]'
    is run "$(animation x.hmk hero/run)" \
        '["hero/run.aseprite#0", "hero/run.aseprite#1", "hero/run.aseprite#2"],[100, 200, 300]'
    is bounds "$(fact bounds x.hmk)" '[0, 0, 1, 1]
[0, 0, 2, 1]
[0, 0, 1, 1]
[0, 0, 1, 1]
[1, 0, 1, 1]
[2, 0, 1, 1]
[0, 0, 1, 1]
[1, 0, 1, 1]
[2, 0, 1, 1]'
    is regions "$(fact region x.hmk | tail -n 3)" '[0, 0, 3, 1]
[0, 1, 3, 1]
[0, 2, 3, 1]'
}

@test "a layer of an Aseprite file is another mask, where it is drawn" {
    draw_ase run.ase
    echo '{ "rules": [ { "match": "*.ase", "layer": "hit" } ] }' >rules.json
    hitmask bake run.ase --config rules.json -o x.hmk
    expect 0 '' ''
    is names "$(names x.hmk)" 'run.ase#0
run.ase#1
run.ase#1:hit
run.ase#2'
    is area "$(fact area x.hmk)" '1
1
3
1'
}

@test "a layer of an Aseprite file with one frame is cut as the picture is, and not as a part of it" {
    draw_ase one.ase 1 '' 0
    hitmask bake one.ase --layer hit --grid 1x1 -o x.hmk
    expect 0 '' 'one.ase: warning: 2 of 3 cells have no solid pixel [empty]'
    is sprites "$(paste -d' ' <(names x.hmk) <(fact area x.hmk))" 'one.ase#0 1
one.ase#0:hit 1
one.ase#1 0
one.ase#1:hit 1
one.ase#2 0
one.ase#2:hit 1'
    hitmask bake one.ase --layer hit --cells 3x1 --skip-empty -o y.hmk
    expect 0 '' ''
    is names "$(names y.hmk)" 'one.ase#0
one.ase#0:hit
one.ase#1:hit
one.ase#2:hit'
    # A piece holds what is drawn on either.
    hitmask bake one.ase --layer hit --auto-cut 0 -o x.hmk
    expect 0 '' ''
    is sprites "$(paste -d' ' <(names x.hmk) <(fact area x.hmk))" 'one.ase#0 1
one.ase#0:hit 3'
    is sizes "$(fact size x.hmk)" '[3, 1]
[3, 1]'
    # Without that layer the pieces are the picture's own.
    hitmask bake one.ase --layer other --auto-cut 0 -o x.hmk
    is names "$(names x.hmk)" 'one.ase#0'
}

@test "a mask of another number of frames says how many they are" {
    draw_ase run.ase
    draw_ase run_m.ase 2
    cp run_m.ase old_m.ase
    keep_old_output
    refuses 1 'run_m.ase: error: is 3x2 (2 frames), but it is the mask of run.ase, which is 3x3 (3 frames)' \
        run.ase run_m.ase --mask-suffix _m
    # Frames count as one picture, one below the other.
    rm run_m.ase
    draw_png run_m.png '#..' '##.' '###'
    mv run_m.png run_m.ase
    bake run.ase run_m.ase --mask-suffix _m -o x.hmk
    is areas "$(fact area x.hmk | paste -sd' ')" '1 2 3'
    draw_png run_m.ase '#..' '##.'
    keep_old_output
    refuses 1 'run_m.ase: error: is 3x2, but it is the mask of run.ase, which is 3x3 (3 frames)' \
        run.ase run_m.ase --mask-suffix _m
}

@test "the cache and the depfile know files of all kinds" {
    needs_kind GIF
    mkdir art
    draw_gif art/walk.gif
    draw_ase art/run.ase
    hitmask bake art -o x.hmk --cache cache -MD
    expect 0 '' ''
    holds x.d 'art/walk.gif'
    cp x.hmk old.hmk
    hitmask bake art -o x.hmk --cache cache --dry-run
    expect 0 'cached  art/run.ase
cached  art/walk.gif' ''
    hitmask bake art -o x.hmk --cache cache
    expect 0 '' ''
    same x.hmk old.hmk
    draw_qoi art/walk.gif
    hitmask bake art -o x.hmk --cache cache
    expect 0 '' ''
    is names "$(names x.hmk)" 'run.ase#0
run.ase#1
run.ase#2
walk.gif'
}

@test "art of all kinds is shown" {
    needs_kind GIF
    mkdir art
    draw_gif art/walk.gif
    draw_ase art/run.ase
    draw_tga art/gem.tga
    bake art -o x.hmk --layer hit
    hitmask inspect x.hmk --art art --png art.png
    expect 0 '' ''
    hitmask inspect x.hmk --png plain.png
    ! cmp art.png plain.png || false
    # The page gets sheets that a browser can show.
    hitmask inspect x.hmk --html x.html --embed-art --art art
    expect 0 '' ''
    is pictures "$(grep -c 'id="art-[0-9]*">iVBORw0KGgo' x.html)" 3
}

@test "threshold, key, names, --grid and --mask-suffix" {
    needs_kind GIF
    draw_gif walk.gif
    draw_ase run.ase
    hitmask bake walk.gif run.ase --color-key '#ff0000' --strip-extension -o x.hmk
    [ "$status" = 0 ]
    is names "$(names x.hmk)" 'run#0
run#1
run#2
walk#0
walk#1
walk#2'
    is area "$(fact area x.hmk | sort -u)" 0
    hitmask bake walk.gif --name hero -o x.hmk
    is names "$(names x.hmk | head -n 1)" 'hero#0'
    is animation "$(animation x.hmk hero)" '["hero#0", "hero#1", "hero#2"],[100, 200, 300]'
    refuses_grid='has 3 frames, which are sprites already: --grid cannot cut them'
    hitmask bake walk.gif --grid 1x1 -o x.hmk
    expect 1 '' "walk.gif: error: $refuses_grid"
    hitmask bake walk.gif --auto-cut 1 -o x.hmk
    expect 1 '' "walk.gif: error: ${refuses_grid/grid/auto-cut}"
    hitmask bake walk.gif --max-pixels 2 -o x.hmk
    expect 1 '' 'walk.gif: error: 3x1 is more pixels than the 2 that --max-pixels allows'
    hitmask bake walk.gif --max-pixels 3 -o x.hmk
    expect 0 '' ''
    draw_ase long.ase 16
    bake long.ase --max-pixels 3 -o x.hmk
    is frames "$(names x.hmk | wc -l)" 16
    draw_ase long.ase 17
    hitmask bake long.ase --max-pixels 3 -o x.hmk
    expect 1 '' 'long.ase: error: 3x1 in 17 frames is more pixels than 16 times the 3 that --max-pixels allows'
    cp walk.gif walk_mask.gif
    draw_ase walk.gif
    hitmask bake walk.gif walk_mask.gif --mask-suffix _mask -o x.hmk
    expect 0 '' ''
    is names "$(names x.hmk)" 'walk.gif#0
walk.gif#1
walk.gif#2'
    run --separate-stderr "$HITMASK" bake - --name s.gif -o x.hmk < <(cat walk_mask.gif)
    expect 0 '' ''
    is names "$(names x.hmk | tail -n 1)" 's.gif#2'
}

@test "a GIF whose frames leave the picture is baked, with a warning" {
    needs_kind GIF
    # 2x1, a frame that fills it, and one of 2x2 at 1,0
    put_hex 47494638396102000100f00000000000ff000021f90400050000002c0000000002000100000202440a0021f90400050000002c01000000020002000002030c8814003b >out.gif
    hitmask bake out.gif --color-key '#000000' -o x.hmk
    expect 0 '' 'out.gif: warning: frame 1 is 2x2 at 1,0, and the picture is 2x1; what lies outside is left out [clipped]'
    is names "$(names x.hmk)" 'out.gif#0
out.gif#1'
    is size "$(fact size x.hmk | sort -u)" '[2, 1]'
}

@test "frames that have an animation are in no sequence, and --union joins them" {
    draw_ase run.ase
    hitmask bake run.ase --animate 50 --union -o x.hmk
    expect 0 '' ''
    is animation "$(animation x.hmk run)" '["run.ase#0", "run.ase#1", "run.ase#2"],[100, 200, 300]'
    is animations "$("$HITMASK" inspect --json x.hmk | grep -c '"frames"')" 1
    is area "$(fact area x.hmk | sort -u)" 3
}

@test "a page that is not there is a picture of any kind with the atlas' own name" {
    draw_ase hero.aseprite
    draw_qoi hero.qoi
    echo '<TextureAtlas imagePath="sheet.png"><SubTexture name="hero" x="0" y="0" width="1" height="1"/></TextureAtlas>' >hero.xml
    hitmask bake hero.xml -o x.hmk
    expect 0 '' "hero.xml:1:1: warning: page 'sheet.png': there is no such file; 'hero.qoi' is taken, which has the name of the atlas [page-renamed]"
    is source "$(fact source x.hmk)" '"hero.qoi"'
    rm hero.qoi
    hitmask bake hero.xml -o x.hmk
    expect 0 '' "hero.xml:1:1: warning: page 'sheet.png': there is no such file; 'hero.aseprite' is taken, which has the name of the atlas [page-renamed]
hero.aseprite: warning: is animated; its first picture is taken [animated]"
}

@test "a tileset without the size of its image takes it from a picture of any kind" {
    local image
    draw_ase tiles.ase
    draw_qoi tiles.qoi
    draw_tga tiles.tga
    for image in tiles.ase=3 tiles.qoi=2 tiles.tga=2; do
        echo "<tileset tilewidth=\"1\" tileheight=\"1\"><image source=\"${image%=*}\"/></tileset>" >tiles.tsx
        bake tiles.tsx -o x.hmk
        is "tiles of $image" "$(names x.hmk | wc -l)" "${image#*=}"
    done
    # The first picture is read for its size, by the same rules as later.
    hitmask bake tiles.tsx --max-pixels 1 -o y.hmk
    is status "$status" 1
    [[ $stderr = *'is more pixels than the 1 that --max-pixels allows'* ]]
    head -c 20 tiles.qoi >cut.qoi
    echo '<tileset tilewidth="1" tileheight="1"><image source="cut.qoi"/></tileset>' >cut.tsx
    hitmask bake cut.tsx -o y.hmk
    is status "$status" 1
    [ ! -e y.hmk ]
}

@test "files that are wrong say where" {
    draw_ase run.ase
    head -c 200 run.ase >cut.ase
    hitmask bake cut.ase -o x.hmk
    expect 1 '' 'cut.ase: error: truncated: the file ends in frame 0'
    draw_qoi coin.qoi
    head -c 16 coin.qoi >cut.qoi
    hitmask bake cut.qoi -o x.hmk
    expect 1 '' 'cut.qoi: error: truncated: the file ends at pixel 0,0'
    printf 'no picture' >art.webp
    hitmask bake art.webp -o x.hmk
    expect 1 '' 'art.webp: error: is not a picture, a hitmask JSON document or an atlas that hitmask knows'
}

@test "a picture of any kind is not written over" {
    draw_qoi coin.qoi
    draw_png a.png '#'
    hitmask bake a.png -o coin.qoi
    [ "$status" = 2 ]
    [[ $stderr = *'is a picture that an output would write over'* ]]
    hitmask bake a.png -o x.hmk --cache coin.qoi
    [ "$status" = 2 ]
}

@test "a build without a library says so, and what to install" {
    [ "${HITMASK_CONFIG-release}" = release ] || skip 'needs a release build'
    needs cc make pkg-config
    # Only what reads them is compiled again.
    mkdir build
    cp -a "${HITMASK_BUILD:-${HITMASK%/*}}/obj" build/
    rm build/obj/tools/{main,picture/gif,picture/webp,atlas/packers/unity}.o
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$ROOT" B="$PWD/build" GIFLIB= LIBWEBP= LIBYAML= "$PWD/build/hitmask" >/dev/null
    run "$PWD/build/hitmask" --version
    is version "$output" $'hitmask 1.0.0\nbuilt without GIF, WebP, Unity .meta'
    printf 'GIF89a\1\0\1\0' >a.gif
    run --separate-stderr "$PWD/build/hitmask" bake a.gif -o x.hmk
    is error "$stderr" 'a.gif: error: is a GIF, and this hitmask was built without GIF: install giflib and build it again, or convert the file to PNG'
}
