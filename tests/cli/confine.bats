#!/usr/bin/env bats
# confine.bats - what an input names is a regular file below the input's folder, the current folder or --root
#
# An atlas names pages and other atlases, and --mask-suffix finds a picture beside another. Nobody
# has to trust those names: they never make the baker wait or read without end.

load helpers

# gdx IMAGE: libGDX's text of a page with one frame of one pixel.
gdx() {
    printf '%s\nformat: RGBA8888\nhero\n  bounds: 0,0,1,1\n' "$1"
}

# pack IMAGE RELATED: TexturePacker's JSON that names another file.
pack() {
    printf '{"frames": {"%s": {"frame": {"x":0,"y":0,"w":1,"h":1}}},\n' "$3"
    printf '"meta": {"image": "%s", "related_multi_packs": ["%s"]}}\n' "$1" "$2"
}

# For whatever might wait for ever, or fill the memory.
refuses_soon() {
    local -r err_wanted=$1
    shift
    run --separate-stderr timeout 20 bash -c "ulimit -v ${SPACE-4000000}; exec \"\$@\"" - \
        "$HITMASK" bake "$@" -o x.hmk
    expect 1 '' "$err_wanted"
    expect_old_output
}

# In a build with sanitizers, which takes terabytes of addresses, memory is not limited.
[ "${HITMASK_CONFIG-}" != sanitize ] || SPACE=unlimited
# So does Node.
[ -z "${HITMASK_WASI-}" ] || SPACE=unlimited

@test "a page that is a pipe, a device or a folder is refused at once" {
    keep_old_output
    mkfifo pipe.png
    mkdir folder.png
    ln -s /dev/zero zero.png
    gdx pipe.png >pipe.atlas
    gdx folder.png >folder.atlas
    gdx zero.png >zero.atlas
    refuses_soon "pipe.atlas:1:1: error: page 'pipe.png': is not a regular file" pipe.atlas
    refuses_soon "folder.atlas:1:1: error: page 'folder.png': is a folder" folder.atlas
    refuses_soon "zero.atlas:1:1: error: page 'zero.png': is not a regular file" \
        --allow-outside zero.atlas
    refuses_soon "pipe.atlas:1:1: error: page 'pipe.png': is not a regular file" \
        --cache c.cache pipe.atlas
}

@test "a related file that is a pipe, a device or very large is refused at once" {
    keep_old_output
    draw_png page.png '#'
    mkfifo pipe pipe.png
    ln -s /dev/zero zero
    printf '{' >large
    truncate -s 1T large
    pack page.png pipe a >a.json
    refuses_soon 'pipe: error: is not a regular file' a.json
    pack page.png pipe.png a >a.json
    refuses_soon 'pipe.png: error: is not a regular file' a.json
    pack page.png zero a >a.json
    refuses_soon 'zero: error: is not a regular file' --allow-outside a.json
    pack page.png large a >a.json
    refuses_soon 'large: error: is larger than 67108864 bytes, the most that is read' a.json
    mv large large.png
    pack page.png large.png a >a.json
    refuses_soon 'large.png: error: is larger than 67108864 bytes, the most that is read' a.json
}

@test "a companion that is a pipe is refused at once" {
    keep_old_output
    draw_png hero.png '#'
    mkfifo hero_mask.png
    refuses_soon 'hero_mask.png: error: is not a regular file' --mask-suffix _mask hero.png
}

@test "a page that never ends is baked, and only not kept in the cache" {
    draw_png page.png '#'
    gdx page.png >a.atlas
    bake a.atlas -o x.hmk
    truncate -s 1T page.png
    run timeout 20 "$HITMASK" bake a.atlas --cache c.cache -o y.hmk
    is status "$status" 0
    same x.hmk y.hmk
}

@test "what the user names himself may be a pipe" {
    not_on_windows 'there are no pipes with names'
    draw_png hero.png '#'
    bake hero.png -o x.hmk
    mkfifo pipe.png
    cat hero.png >pipe.png &
    bake --root . --strip-extension pipe.png -o y.hmk
    is names "$(names y.hmk)" pipe
    not_on_wasi 'it opens no pipes without names'
    bake --name hero.png <(cat hero.png) -o y.json
    is names "$(names y.json)" hero.png
}

@test "a picture that becomes a pipe after the folder is read is refused at once" {
    keep_old_output
    mkdir art
    draw_png art/hero.png '#'
    # The rules are read before the folders, and are a pipe here, so that the bake can be stopped
    # between the two: it waits for the second pipe, which lies after the folder.
    mkfifo wait
    timeout 20 "$HITMASK" bake art --files0-from wait -o x.hmk 2>said &
    local -r bake=$!
    exec 5>./wait
    rm art/hero.png
    mkfifo art/hero.png
    exec 5>&-
    local got=0
    wait $bake || got=$?
    is status $got 1
    is 'what is said' "$(cat said)" 'art/hero.png: error: is not a regular file'
    expect_old_output
}

# ---- Folders ----------------------------------------------------------------------------------

@test "a page outside the folders of the atlas and of the bake is an error, however it gets there" {
    keep_old_output
    mkdir art out
    draw_png out/page.png '#'
    ln -s ../out art/folder
    ln -s ../out/page.png art/link.png
    local page
    local -r here=$PWD
    for page in ../out/page.png folder/page.png link.png ../art/../out/page.png "$PWD/out/page.png"; do
        gdx "$page" >art/a.atlas
        cd art
        hitmask bake a.atlas -o ../x.hmk
        expect 1 '' "a.atlas:1:1: error: page '$page': leads outside the current folder; to allow that, give --root .. or --allow-outside"
        bake a.atlas --root .. -o ../y.hmk
        bake a.atlas --allow-outside -o ../y.hmk
        is names "$(names ../y.hmk)" hero
        # The current folder is another one.
        cd ../out
        hitmask bake ../art/a.atlas -o ../x.hmk
        expect 1 '' "../art/a.atlas:1:1: error: page '$page': leads outside the folder of a.atlas; to allow that, give --root .. or --allow-outside"
        cd "$here"
        expect_old_output
        # It has both.
        bake art/a.atlas -o y.hmk
        is names "$(names y.hmk)" hero
    done
    # The page is not even opened.
    rm out/page.png
    mkfifo out/page.png
    cd art
    hitmask bake a.atlas -o ../x.hmk
    [[ $stderr == *'leads outside the current folder'* && $stderr != *$'\n'* ]]
}

@test "the folder to give is the nearest that has both, as one can type it here" {
    mkdir -p game/art/deep/maps game/images other/sub
    draw_png game/images/page.png '#'
    gdx ../../../images/page.png >game/art/deep/maps/a.atlas
    # told FOLDER ATLAS ROOT: from that folder the atlas names that root.
    told() {
        cd "$1"
        hitmask bake "$2" -o x.hmk
        is status "$status" 1
        [[ $stderr == *"; to allow that, give --root $3 or --allow-outside" ]] || is 'what is said' "$stderr" "$3"
        bake "$2" --root "$3" -o x.hmk
        is names "$(names x.hmk)" hero
        cd "$here"
    }
    local -r here=$PWD
    told game/art deep/maps/a.atlas ..
    told game/art/deep/maps a.atlas ../../..
    told other/sub ../../game/art/deep/maps/a.atlas ../../game
    told other/sub "$here/game/art/deep/maps/a.atlas" ../../game
    # The root of the file system is no folder that anybody means.
    cd /
    hitmask bake "$here/game/art/deep/maps/a.atlas" -o "$here/x.hmk"
    is status "$status" 1
    [[ $stderr == *'leads outside the folder of a.atlas; to allow that, give --root '* ]]
}

@test "an atlas that is here by a link alone may not name what lies here" {
    mkdir here there
    draw_png here/page.png '#'
    mkdir here/sub
    gdx ../page.png >there/a.atlas
    ln -s ../../there/a.atlas here/sub
    cd here
    hitmask bake sub/a.atlas -o x.hmk
    expect 1 '' "sub/a.atlas:1:1: error: page '../page.png': leads outside the folder of a.atlas; to allow that, give --root .. or --allow-outside"
}

@test "a page outside --root is an error, unless --allow-outside is given" {
    keep_old_output
    mkdir -p art/sub
    draw_png page.png '#'
    gdx ../../page.png >art/sub/a.atlas
    hitmask bake art/sub/a.atlas --root art -o x.hmk
    expect 1 '' "art/sub/a.atlas:1:1: error: page '../../page.png': leads outside --root art; to allow that, give --root . or --allow-outside"
    expect_old_output
    bake art/sub/a.atlas --root art --allow-outside -o y.hmk
    is source "$(fact source y.hmk)" '"page.png"'
}

@test "a related file outside is an error, and is not read" {
    keep_old_output
    mkdir art
    draw_png art/page.png '#'
    draw_png page.png '#'
    pack page.png a.json b >b.json
    pack page.png ../b.json a >art/a.json
    cd art
    hitmask bake a.json -o ../x.hmk
    expect 1 '' "a.json: error: related file '../b.json': leads outside the current folder; to allow that, give --root .. or --allow-outside"
    cd ..
    expect_old_output
    sed -i 's/a.json/b.json/' b.json
    bake art/a.json --allow-outside -o y.hmk
    is names "$(names y.hmk)" $'a\nb'
}

@test "a companion outside is an error" {
    not_on_windows 'Wine hides the links of this system'
    keep_old_output
    mkdir art out
    draw_png art/hero.png '##'
    draw_png out/hero.png '#.'
    ln -s ../out/hero.png art/hero_mask.png
    local input
    cd art
    for input in ./ hero.png; do
        hitmask bake "$input" --mask-suffix _mask -o ../x.hmk
        expect 1 '' "${input%hero.png}hero_mask.png: error: leads outside the current folder; to allow that, give --root .. or --allow-outside"
    done
    cd ..
    expect_old_output
    bake art --mask-suffix _mask -o y.hmk
    is area "$(fact area y.hmk)" 1
    bake art --mask-suffix _mask --root . -o y.hmk
    is area "$(fact area y.hmk)" 1
    bake art --mask-suffix _mask --allow-outside -o y.hmk
    is area "$(fact area y.hmk)" 1
}

@test "a tree of links, as builds in a sandbox make it, is read as the files are" {
    mkdir real real/sub tree tree/sub
    draw_png real/page.png '#.'
    draw_png real/hero.png '##'
    draw_png real/hero_mask.png '#.'
    gdx page.png >real/a.atlas
    ln -s ../real/a.atlas ../real/page.png ../real/hero.png ../real/hero_mask.png tree
    bake real/a.atlas real/hero.png --mask-suffix _mask -o x.hmk
    bake tree/a.atlas tree/hero.png --mask-suffix _mask -o y.hmk
    same x.hmk y.hmk
    # A page in another folder needs what hitmask.bzl gives.
    gdx ../page.png >real/sub/b.atlas
    ln -s ../../real/sub/b.atlas tree/sub
    bake --root real real/sub/b.atlas -o x2.hmk
    bake --root tree --allow-outside tree/sub/b.atlas -o y2.hmk
    same x2.hmk y2.hmk
    holds "$ROOT/tools/dist/bazel/hitmask.bzl" '"--allow-outside"'
    cd tree
    bake a.atlas hero.png --mask-suffix _mask -o ../z.hmk
    same ../x.hmk ../z.hmk
}
