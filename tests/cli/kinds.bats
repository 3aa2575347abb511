#!/usr/bin/env bats
# kinds.bats - art that is no PNG: counted in folders, told apart where it is named

load helpers

@test "a folder's files of other kinds are counted in the summary and in --dry-run" {
    mkdir -p art/deep/er art/folder.jpg
    draw_png art/a.png '#'
    touch art/{1,2,3}.jpg art/deep/4.JPG art/{1,2}.psd art/deep/er/photo.JPeG art/z.kra art/a.kra
    touch art/readme.txt art/.hidden.jpg art/jpg art/.jpg art/a.png.import
    local -r line='9 files of other kinds were left out: 4 .jpg, 2 .kra, 2 .psd, 1 .jpeg'
    hitmask bake art -o x.hmk --progress always
    is 'the exit status' "$status" 0
    is lines "${#stderr_lines[@]}" 2
    is line "${stderr_lines[1]}" "$line"
    hitmask bake art --dry-run
    expect 0 'bake  art/a.png' "$line"
    hitmask bake art --dry-run --quiet
    expect 0 'bake  art/a.png' ''
    hitmask bake art --dry-run --message-format json
    expect 0 'bake  art/a.png' "{\"level\":\"note\",\"text\":\"$line\"}"
    hitmask bake art -o x.hmk
    expect 0 '' ''
    # Without a summary it is a note.
    hitmask bake art -o x.hmk -v
    expect 0 '' "x.hmk: note: 1 sprite, 1 mask
hitmask: note: $line"
    hitmask bake art -o x.hmk --message-format json
    [[ $stderr == *',"left_out":9,'* ]]
    # Excluded files do not count as left out; and one is in the singular.
    hitmask bake art --dry-run --exclude deep --exclude '?.jpg' --exclude '*.kra' --exclude 1.psd
    expect 0 'bake  art/a.png
skip  art/deep   --exclude' '1 file of another kind was left out: 1 .psd'
    # Also on several threads, and behind a link.
    mkdir more
    touch more/b.tif
    ln -s ../more art/more
    ln -s ../more/b.tif art/c.tif
    hitmask bake art --dry-run -j4
    is more "$stderr" '11 files of other kinds were left out: 4 .jpg, 2 .kra, 2 .psd, 2 .tif, 1 .jpeg'
}

@test "a folder without a PNG says what it has" {
    mkdir art
    touch art/{1,2}.tif art/a.jpg
    hitmask bake art -o x.hmk
    expect 1 '' 'art: error: no picture in this folder, but 2 .tif, 1 .jpg; export them as PNG'
}

# is_told BYTES WHAT: a file that begins with them is told to be that, under its own name and as PNG.
is_told() {
    # shellcheck disable=SC2059
    printf "$1" >file.own
    cp file.own file.png
    hitmask bake file.own -o x.hmk
    expect 1 '' "file.own: error: is ${2/%:/: convert it to PNG}" || return
    hitmask bake file.png -o x.hmk
    local -r told=${2/%:/: convert it to PNG}
    expect 1 '' "file.png: error: is ${told/: /, whatever its name says: }"
}

@test "what is named and is no PNG is told apart by its bytes" {
    is_told '\xff\xd8\xff\xe0\0\x10JFIF' 'a JPEG:'
    is_told 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0' 'a BMP:'
    is_told 'II*\0\x08\0\0\0' 'a TIFF:'
    is_told 'MM\0*\0\0\0\x08' 'a TIFF:'
    is_told '\0\0\0\x1cftypavif\0\0' 'an AVIF:'
    is_told '\0\0\0\x0cJXL \r\n\x87\n' 'a JPEG XL:'
    is_told '\x8aMNG\r\n\x1a\n' 'an MNG:'
    is_told 'v/1\1\2\0\0\0' 'an OpenEXR image:'
    is_told '\0\0\1\0\1\0' 'an icon (ICO):'
    is_told 'DDS \x7c\0\0\0' 'a DDS texture:'
    is_told '\xabKTX 11\xbb\r\n\x1a\n' 'a KTX texture:'
    is_told 'PVR\3\0\0' 'a PVR texture:'
    is_told '\3RVP\0\0' 'a PVR texture:'
    is_told '\x34\0\0\0.......................................\0PVR!\1\0\0\0' 'a PVR texture:'
    is_told 'CCZ!\0\0' 'a compressed texture (CCZ):'
    is_told '\0\0\2\0 then pixels, and the footer: TRUEVISION-XFILE.\0' 'a TGA:'
    is_told 'ASEF\0\1\0\0' 'a palette (ASE) of Adobe, not a picture: --exclude leaves it out'
    is_told '8BPS\0\1' 'a Photoshop file: export it as PNG'
    is_told 'gimp xcf v011\0' 'a GIMP file (XCF): export it as PNG'
    is_told '%%PDF-1.7' 'a PDF: export it as PNG'
    is_told 'PK\3\4\n\0\0\0' 'a ZIP archive: unpack it, and name the files in it'
    is_told 'PK\3\4..........................mimetypeapplication/x-kritaPK' \
        'a Krita file: export it as PNG'
    is_told 'PK\3\4..........................mimetypeimage/openrasterPK' \
        'an OpenRaster file: export it as PNG'
    is_told '\x1f\x8b\x08\0' 'compressed by gzip: unpack it, and name the files in it'
    is_told 'bplist00\xd1' "a binary property list: convert it to XML, for example by 'plutil -convert xml1'"
    is_told '<svg xmlns="http://www.w3.org/2000/svg"/>' 'an SVG: export it as PNG'
    is_told '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- an <old> one -->\n<!DOCTYPE svg>\n<svg/>' \
        'an SVG: export it as PNG'
    is_told 'version https://git-lfs.github.com/spec/v1\noid sha256:00\n' \
        "a Git LFS pointer and not the file itself: 'git lfs pull' fetches the file"
}

@test "a PNG that was copied as text is called one, whatever it lost" {
    local bytes
    for bytes in '\x89PNG\n\x1a\n\0' '\x89PNG\r\r\n\x1a\r\n' '\x89PNG\r\x1a\r' '\tPNG\r\n\x1a\n' \
        '\xef\xbf\xbdPNG\r\n\x1a\n' '\xc2\x89PNG\r\n' '?PNG\n'; do
        # shellcheck disable=SC2059
        printf "$bytes" >a.png
        hitmask bake a.png -o x.hmk
        expect 1 '' 'a.png: error: is a PNG that was damaged when it was copied as text: copy it again, as a binary file'
        printf '<TextureAtlas imagePath="a.png"><SubTexture name="a" x="0" y="0" width="1" height="1"/></TextureAtlas>' >a.xml
        hitmask bake a.xml -o x.hmk
        expect 1 '' "a.xml:1:1: error: page 'a.png': is a PNG that was damaged when it was copied as text: copy it again, as a binary file"
    done
}

@test "pages that are textures or drawings are called by their names" {
    local page
    printf '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- drawn by hand -->\n<svg/>' >page.svg
    printf '\x34\0\0\0.......................................\0PVR!' >page.pvr
    printf '\xabKTX 11\xbb\r\n\x1a\n' >page.ktx
    printf '8BPS\0\1' >page.psd
    for page in 'svg=an SVG, not a PNG: export it as PNG' 'pvr=a PVR texture, not a PNG: convert it to PNG' \
        'ktx=a KTX texture, not a PNG: convert it to PNG' 'psd=a Photoshop file, not a PNG: export it as PNG'; do
        printf '%s\nsize: 4, 4\nhero\n bounds: 0, 0, 1, 1\n' "page.${page%%=*}" >a.atlas
        hitmask bake a.atlas -o x.hmk
        expect 1 '' "a.atlas:1:1: error: page 'page.${page%%=*}': is ${page#*=}"
    done
}

@test "what belongs to an atlas and is none says what to bake" {
    # names NAME TEXT WHAT
    names_it() {
        printf '%s' "$2" >"$1"
        hitmask bake "$1" -o x.hmk
        expect 1 '' "$1: error: $3"
    }
    local -r spine='is a Spine skeleton: bake its .atlas'
    # Its first object has the keys of a frame.
    names_it a.json '{"skeleton":{"spine":"4.1","x":0,"y":0,"width":9,"height":9},"bones":[],"slots":[]}' "$spine"
    names_it a.json '{"bones":[{"name":"root"}],"slots":[],"skins":{},"animations":{"run":{}}}' "$spine"
    printf '\0\1\2' >a.skel
    hitmask bake a.skel -o x.hmk
    expect 1 '' "a.skel:1:1: error: $spine"
    names_it hero_ske.json '{"armature":[{"bone":[]}],"name":"hero"}' \
        'is a skeleton of DragonBones: bake hero_tex.json'
    names_it hero.json '{"frameRate":24,"armature":[]}' 'is a skeleton of DragonBones: bake its _tex.json'
    names_it o.yy '{"eventList":[{"resourceType":"GMEvent",},],"resourceType":"GMObject","name":"o",}' \
        'is a GMObject of GameMaker and not a sprite: bake the .yy of a sprite'
    names_it g.yyp '{"resources":[],"resourceType":"GMProject",}' \
        'is a GMProject of GameMaker and not a sprite: bake the .yy of a sprite'
    names_it r.yy '{"id":"1","modelName":"GMRoom"}' \
        'is a GMRoom of GameMaker and not a sprite: bake the .yy of a sprite'
}

@test "what only looks like another kind is not taken for it" {
    local bytes
    for bytes in 'BM is not all' 'GIF' '<p>svg</p><svg/>' '<!-- <svg/>' 'RIFF....WAVE' 'II*'; do
        printf '%s' "$bytes" >file.own
        hitmask bake file.own -o x.hmk
        expect 1 '' 'file.own: error: is not a picture, a hitmask JSON document or an atlas that hitmask knows'
    done
}

@test "from standard input, in folders, as a mask and as a page too" {
    mkdir art
    printf '\xff\xd8\xff\xe0\0\x10JFIF' >art/photo.png
    hitmask bake art -o x.hmk
    expect 1 '' 'art/photo.png: error: is a JPEG, whatever its name says: convert it to PNG'
    run --separate-stderr "$HITMASK" bake - --name a -o x.hmk <art/photo.png
    expect 1 '' '-: error: is a JPEG: convert it to PNG'
    echo '{ "frames": { "hero": { "frame": { "x": 0, "y": 0, "w": 1, "h": 1 } } },
            "meta": { "image": "photo.png" } }' >art/sheet.json
    hitmask bake art/sheet.json -o x.hmk
    expect 1 '' "art/sheet.json:2:32: error: page 'photo.png': is a JPEG, not a PNG: convert it to PNG"
    mv art/photo.png a.hit.png
    draw_png a.png '#'
    hitmask bake a.png --mask-suffix .hit -o x.hmk
    expect 1 '' 'a.hit.png: error: is a JPEG, not a PNG: convert it to PNG'
}

# An APNG of one frame, or a PNG with acTL where it means nothing.
draw_animated() {
    header 1 1 8 4
    [ "$2" = late ] || chunk acTL 0000000100000000
    image_data 0000ff
    [ "$2" = early ] || chunk acTL 0000000100000000
    finish "$1"
}

@test "an APNG through a pipe, or as a page, is one picture, with a warning" {
    draw_animated a.png early
    draw_animated b.png late
    local -r why='is animated; its first picture is taken [animated]'
    hitmask bake a.png b.png -o x.hmk
    expect 0 '' ''
    run --separate-stderr "$HITMASK" bake - --name a -o x.hmk <a.png
    expect 0 '' "-: warning: $why"
    # It is about the file, and not kept with sprites.
    is warnings "$(fact warnings x.hmk)" ''
    echo '{ "frames": { "hero": { "frame": { "x": 0, "y": 0, "w": 1, "h": 1 } } },
            "meta": { "image": "a.png" } }' >sheet.json
    hitmask bake sheet.json -o x.hmk --error-on animated
    expect 1 '' "a.png: error: $why"
    hitmask bake sheet.json -o x.hmk --cache cache
    hitmask bake sheet.json -o x.hmk --cache cache
    expect 0 '' "a.png: warning: $why"
}

# reads_as NAME BYTES WHAT: a text of that name, which is no atlas, is told to be that.
reads_as() {
    # shellcheck disable=SC2059
    printf "$2" >"$1"
    hitmask bake "$1" -o x.hmk
    expect 1 '' "$1:$3"
}

@test "a text that is no atlas is told apart, with the place" {
    local -r nothing='error: is not a picture, a hitmask JSON document or an atlas that hitmask knows'
    reads_as a.json '' '1:1: error: is empty'
    reads_as a.json ' \n\t' '1:1: error: is empty: there is only white space in it'
    reads_as a.json '\xff\xfe{\0' '1:1: error: is UTF-16; please save it as UTF-8'
    reads_as a.xml '\xfe\xff\0<' '1:1: error: is UTF-16; please save it as UTF-8'
    reads_as a.xml '<a><b/></a>' '1:1: error: an unknown kind of atlas: its root is <a>'
    reads_as a.tsx '<a>\n<b></a>' '2:6: error: it is not valid XML: mismatched tag'
    reads_as a.json '\n  // frames\n{}' '2:3: error: begins with a comment; JSON has none, so remove it'
    reads_as a.tsj '/* frames */ {}' '1:1: error: begins with a comment; JSON has none, so remove it'
    reads_as a.json '/frames' "1:1: $nothing"
    reads_as a.atlas 'hello' "1:1: $nothing"
    # The bytes that say "UTF-8" are no text.
    reads_as a.json '\xef\xbb\xbf\n hello' "2:2: $nothing"
    reads_as a.json '{"a":1,"b":[2],"c":{}}' \
        '1:1: error: not a hitmask document: an unknown kind of atlas: its keys are "a", "b", "c"'
    reads_as a.json '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}' \
        '1:1: error: not a hitmask document: an unknown kind of atlas: its keys are "a", "b", "c", "d", "e", "f", "g", "h" and 1 more'
}

@test "a format that hitmask does not read is named, with what to export instead" {
    reads_as a.tpsheet '# for Unity\n:format=40300\n:texture=a.png\na;0;0;4;4\n' \
        "1:1: error: is TexturePacker's .tpsheet for Unity, which hitmask does not read; export as \"JSON (Hash)\" instead"
    reads_as a.tpset '{"textures":[{"image":"a.png","sprites":[{"filename":"a"}]}]}' \
        "1:1: error: not a hitmask document: it is TexturePacker's .tpsheet for Godot, which hitmask does not read; export as \"JSON (Hash)\" instead"
    reads_as a.json '{"images":["a.png"],"frames":[[0,0,4,4]],"animations":{"run":[0,0]}}' \
        '1:1: error: not a hitmask document: it looks like a sprite sheet of EaselJS (CreateJS), which hitmask does not read; export as "JSON (Hash)" instead, or bake its images with --grid'
    reads_as a.bin '\1\0page0\0\1\0a\0\5\0\6\0\4\0\3\0' \
        '1:1: error: is a .bin file, and hitmask does not read the .bin of crunch; let crunch write JSON (--json) instead'
}
