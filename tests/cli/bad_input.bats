#!/usr/bin/env bats
# bad_input.bats - what is wrong is said, with its file and cause, and the old output stays
#
# Each of these finds x.hmk from an earlier bake and must leave it, and nothing beside it.

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    keep_old_output
}

# ---- PNGs -----------------------------------------------------------------------------------

@test "not a PNG" {
    echo 'not a picture' >text.png
    refuses 1 'text.png: error: is not a picture, a hitmask JSON document or an atlas that hitmask knows' text.png
    : >empty.png
    refuses 1 'empty.png: error: is empty' empty.png
    printf '\xff\xd8\xff\xe0\0\x10JFIF' >photo.jpg
    refuses 1 'photo.jpg: error: is a JPEG: convert it to PNG' photo.jpg
    # The signature that a transfer in text mode leaves.
    draw_png crlf.png '#.'
    patch crlf.png 4 0a0d
    refuses 1 'crlf.png: error: is a PNG that was damaged when it was copied as text: copy it again, as a binary file' crlf.png
}

@test "a PNG cut anywhere" {
    draw_png whole.png '#.#' '..#'
    local -ir size=$(stat -c %s whole.png)
    local -i n
    mkdir cut
    for ((n = 0; n < size; n++)); do
        head -c $n whole.png >"cut/$(printf %03d $n).png"
    done
    hitmask bake cut -o x.hmk
    is 'the exit status' "$status" 1
    is 'the number of errors' "${#stderr_lines[@]}" $size
    is 'the beginning' "${stderr_lines[0]}" 'cut/000.png: error: is empty'
    is 'in the signature' "${stderr_lines[7]}" \
        'cut/007.png: error: is not a picture, a hitmask JSON document or an atlas that hitmask knows'
    is 'between chunks' "${stderr_lines[33]}" \
        'cut/033.png: error: truncated: the file ends before its last chunk'
    is 'in the header' "${stderr_lines[20]}" \
        'cut/020.png: error: truncated: the file ends inside a chunk (chunk IHDR)'
    is 'in the pixels' "${stderr_lines[50]}" \
        'cut/050.png: error: truncated: the file ends inside the image data'
    is 'at the end' "${stderr_lines[size - 1]}" \
        "cut/0$((size - 1)).png: error: truncated: the file ends inside a chunk (chunk IEND)"
    expect_old_output
    cp "$SPRITES/ring.png" big.png
    truncate -s -100 big.png
    refuses 1 'big.png: error: truncated: the file ends inside the image data' big.png
}

@test "a bad CRC in any chunk that plays a part" {
    local type at png
    header 2 1 8 3
    chunk PLTE 000000ffffff
    chunk tRNS 00
    chunk tEXt 610062
    image_data 000001
    finish good.png
    bake good.png -o y.hmk
    for type in IHDR PLTE tRNS IEND; do
        cp good.png bad.png
        at=$(grep -abo $type good.png | cut -d: -f1)
        case $type in
        IHDR) ((at += 17)) ;;
        PLTE) ((at += 10)) ;;
        tRNS) ((at += 5)) ;;
        IEND) ((at += 4)) ;;
        esac
        patch bad.png "$at" 00000000
        refuses 1 "bad.png: error: damaged: a checksum does not match (chunk $type); please save it again" bad.png
    done
    cp good.png bad.png
    patch bad.png -16 00000000
    refuses 1 'bad.png: error: damaged: a checksum does not match (chunk IDAT); please save it again' bad.png
}

@test "a bad CRC in a chunk that plays no part is a warning" {
    local png
    header 2 1 8 3
    chunk PLTE 000000ffffff
    chunk tRNS 00
    chunk iCCP 610062
    image_data 000001
    finish good.png
    bake good.png --name a -o good.hmk
    cp good.png bad.png
    patch bad.png $(($(grep -abo iCCP good.png | cut -d: -f1) + 7)) 00000000
    local -r why='a checksum does not match (chunk iCCP), but this chunk plays no part in the mask'
    hitmask bake bad.png --name a -o bad.hmk
    expect 0 '' "bad.png: warning: $why [damaged-extra]"
    is area "$(fact area bad.hmk)" "$(fact area good.hmk)"
    # Also from a pipe, as a page, as a mask, and out of a cache.
    run --separate-stderr "$HITMASK" bake - --name a -o x.hmk < <(cat bad.png)
    expect 0 '' "-: warning: $why [damaged-extra]"
    echo '{ "frames": { "hero": { "frame": { "x": 0, "y": 0, "w": 2, "h": 1 } } },
            "meta": { "image": "bad.png" } }' >sheet.json
    hitmask bake sheet.json --cache cache -o x.hmk
    hitmask bake sheet.json --cache cache -o x.hmk
    expect 0 '' "bad.png: warning: $why [damaged-extra]"
    mv bad.png good_mask.png
    hitmask bake good.png good_mask.png --mask-suffix _mask -o x.hmk
    expect 0 '' "good_mask.png: warning: $why [damaged-extra]"
    hitmask bake good_mask.png --error-on damaged-extra -o y.hmk
    expect 1 '' "good_mask.png: error: $why [damaged-extra]"
    [ ! -e y.hmk ]
}

@test "a size of zero, beyond PNG, or beyond --max-pixels" {
    local png size
    for size in '0 1 width' '1 0 height' '2147483648 1 width' '4294967295 4294967295 width'; do
        # shellcheck disable=SC2086
        set -- $size
        header "$1" "$2" 8 4
        image_data 0000ff
        finish bad.png
        refuses 1 "bad.png: error: the $3 is zero or beyond what PNG allows (chunk IHDR)" bad.png
    done
    header 2147483647 2147483647 16 6
    image_data 00
    finish bad.png
    refuses 1 'bad.png: error: 2147483647x2147483647 is 4611686014132420609 pixels, more than the 268435456 that --max-pixels allows' \
        bad.png
    draw_png six.png '###' '##.'
    refuses 1 'six.png: error: 3x2 is 6 pixels, more than the 5 that --max-pixels allows' \
        --max-pixels 5 six.png
    bake --max-pixels 6 six.png -o y.hmk
}

@test "a header that no PNG has" {
    local png
    header 1 1 3 0
    finish bad.png
    refuses 1 'bad.png: error: the bit depth is not one that the colour type can have (chunk IHDR)' \
        bad.png
    header 1 1 8 5
    finish bad.png
    refuses 1 'bad.png: error: the colour type does not exist (chunk IHDR)' bad.png
}

@test "a palette index out of range is opaque black, with a warning; a palette that is missing" {
    local png
    header 3 2 8 3
    chunk PLTE 000000ffffff
    image_data 0000010100000002
    finish bad.png
    local -r why='the pixel at 2,1 has colour 2, but the palette ends at 1; such pixels count as opaque black'
    hitmask bake bad.png --color-key '#000000' -o y.hmk
    expect 0 '' "bad.png: warning: $why [outside-palette]"
    is area "$(fact area y.hmk)" 2
    hitmask bake bad.png -o y.hmk
    is area "$(fact area y.hmk)" 6
    # Four to a byte; what pads the row is no pixel.
    header 3 1 2 3
    chunk PLTE 000000ffffff
    image_data 0013
    finish good.png
    bake good.png -o y.hmk
    header 3 1 2 3
    image_data 0013
    finish bad.png
    refuses 1 'bad.png: error: the palette is missing before the image data (chunk IDAT)' bad.png
}

@test "image data that is short, of an unknown filter, not compressed, or not there" {
    local png
    header 2 2 8 0
    image_data 000001
    finish bad.png
    refuses 1 'bad.png: error: damaged: the image data ends too early (chunk IDAT)' bad.png
    header 2 1 8 0
    image_data 090001
    finish bad.png
    refuses 1 'bad.png: error: damaged: the image data has an unknown filter (chunk IDAT)' bad.png
    header 2 1 8 0
    chunk IDAT 00112233445566
    finish bad.png
    refuses 1 'bad.png: error: damaged: the image data cannot be decompressed (chunk IDAT)' bad.png
    header 2 1 8 0
    finish bad.png
    hitmask bake bad.png -o x.hmk
    expect 1 '' 'bad.png: error: damaged: a chunk is out of place (chunk IEND)'
    expect_old_output
}

@test "chunks that change the pixels are not passed over in silence" {
    local png
    header 2 1 8 0
    chunk tRNS 00
    image_data 000001
    finish bad.png
    refuses 1 'bad.png: error: damaged: the transparency (chunk tRNS) does not fit the image' bad.png
    header 2 1 8 0
    chunk QQQQ 00
    image_data 000001
    finish bad.png
    refuses 1 'bad.png: error: a chunk that cannot be left out is unknown (chunk QQQQ)' bad.png
}

@test "a chunk that is empty, and the PNGs that Xcode makes for iOS" {
    local png
    header 2 1 8 0
    chunk eXIf ''
    image_data 000001
    finish bad.png
    refuses 1 'bad.png: error: damaged: a chunk has the wrong size (chunk eXIf)' bad.png
    png=89504e470d0a1a0a
    chunk CgBI 50002002
    chunk IHDR 00000002000000010800000000
    image_data 000001
    finish bad.png
    refuses 1 'bad.png: error: was made for iOS by Xcode (chunk CgBI), and is not a standard PNG; use the original' bad.png
}

# ---- Files and folders ----------------------------------------------------------------------

@test "a missing file" {
    local no_folder='Not a directory'
    # Windows does not tell these apart.
    on_windows && no_folder='No such file or directory'
    refuses 1 'nowhere/a.png: error: cannot open: No such file or directory' nowhere/a.png
    refuses 1 "old.png/a.png: error: cannot open: $no_folder" old.png/a.png
    refuses 1 "'': error: cannot open: No such file or directory" ''
}

@test "a link into a folder that cannot be searched is no link to nothing" {
    not_on_windows 'Wine hides the links of this system'
    mkdir -p art locked/more
    draw_png art/a.png '#.'
    draw_png locked/more/b.png '#.'
    ln -s ../locked/more art/more
    chmod 000 locked
    without_privileges ls locked/more 2>/dev/null && skip 'the right to read anything cannot be dropped'
    hitmask_without_privileges bake art -o x.hmk
    chmod 755 locked
    expect 1 '' 'art/more: error: cannot open: Permission denied'
    expect_old_output
}

@test "an unreadable file and an unreadable folder" {
    mkdir art locked
    draw_png art/a.png '#.'
    draw_png b.png '#.'
    chmod 000 art/a.png b.png locked
    without_privileges cat b.png 2>&1 && skip 'the right to read anything cannot be dropped'
    hitmask_without_privileges bake b.png -o x.hmk
    expect 1 '' 'b.png: error: cannot open: Permission denied'
    # Wine cannot even look at b.png, and would say so first.
    on_windows || set -- b.png
    hitmask_without_privileges bake art "$@" locked -o x.hmk
    chmod 755 locked
    expect 1 '' "locked: error: cannot open: Permission denied
art/a.png: error: cannot open: Permission denied${1:+
b.png: error: cannot open: Permission denied}"
    expect_old_output
}

@test "a folder without sprites" {
    mkdir -p empty other/.hidden other/deep
    cp old.png other/.hidden/a.png
    cp old.png other/.a.png
    echo notes >other/deep/readme.txt
    refuses 1 'empty: error: no picture in this folder; name an atlas or a document itself' empty
    refuses 1 'other: error: no picture in this folder; name an atlas or a document itself' other
    # Also beside one that has some.
    refuses 1 'empty: error: no picture in this folder; name an atlas or a document itself' empty old.png
}

@test "in a folder, a broken link, a link to itself and a pipe" {
    not_on_windows 'links and pipes are other ones there'
    mkdir art
    cp old.png art
    ln -s nowhere art/broken.png
    ln -s loop.png art/loop.png
    mkfifo art/pipe.png
    refuses 1 'art/broken.png: error: cannot open: No such file or directory
art/loop.png: error: cannot open: Too many levels of symbolic links
art/pipe.png: error: is not a regular file; name it by itself to read it' art
}

@test "two sprites with one name, both named by where they come from" {
    mkdir a b
    cp old.png a/x.png
    cp old.png b/x.png
    refuses 1 "hitmask: error: two sprites are named 'x.png': one from a/x.png, one from b/x.png; --root DIR names sprites by their paths below DIR" b a
    cp a/x.png a/x.apng
    # Names that folders have in common are one error, also those of cells.
    mkdir -p p/sub q/sub
    draw_png p/one.png '##'
    cp p/one.png p/sub/two.png
    cp p/one.png p/three.png
    cp -r p/. q
    refuses 1 "hitmask: error: two sprites are named 'one.png': one from p/one.png, one from q/one.png; 2 more names stand twice; --root DIR names sprites by their paths below DIR" p q
    refuses 1 "hitmask: error: two sprites are named 'one.png#0': one from p/one.png, one from q/one.png; 5 more names stand twice; --root DIR names sprites by their paths below DIR" p q --grid 1x1
    refuses 1 "hitmask: error: two sprites are named 'one': one from p/one.png, one from q/one.png; 2 more names stand twice; --root DIR names sprites by their paths below DIR" p q --strip-extension
    mkdir r s
    cp old.png r/three.png
    cp old.png s/three.png
    cp old.png r/five.png
    cp old.png s/five.png
    refuses 1 "hitmask: error: two sprites are named 'five.png': one from r/five.png, one from s/five.png; 3 more names stand twice; --root DIR names sprites by their paths below DIR" p q r s
    refuses 1 "hitmask: error: two sprites are named 'five.png': one from r/five.png, one from s/five.png; 1 more name stands twice; --root DIR names sprites by their paths below DIR" r s
    # Folders of one name in two others are two folders.
    mkdir -p g h
    cp -r p g/same
    cp -r p h/same
    refuses 1 "hitmask: error: two sprites are named 'one.png': one from g/same/one.png, one from h/same/one.png; 2 more names stand twice; --root DIR names sprites by their paths below DIR" g/same h/same
    refuses 1 "hitmask: error: two sprites are named 'x': one from a/x.apng, one from a/x.png" \
        --strip-extension a
    # All of them, and those of documents too.
    bake a/x.png old.png -o doc.json
    refuses 1 "hitmask: error: two sprites are named 'old.png': one from doc.json (sprites[0]), one from old.png
hitmask: error: two sprites are named 'x.png': one from b/x.png, one from doc.json (sprites[1])" \
        old.png doc.json b
}

@test "an input that is given twice, by itself or with its folder, is said once" {
    mkdir a
    cp old.png a/x.png
    bake old.png -o doc.json
    cp old.png a/y.png
    refuses 1 'a/x.png: error: is given twice' a/x.png a a/x.png
    refuses 1 'a/x.png: error: is given twice
a/y.png: error: is given twice' a a
    refuses 1 'doc.json: error: is given twice' doc.json doc.json
    refuses 1 'old.png: error: is given twice' --grid 2x1 old.png old.png
    printf 'old.png\0' >list
    refuses 1 'old.png: error: is given twice' old.png --files0-from list
    # A page is no input, however often.
    printf 'old.png\nsize: 2,2\nhero\n  bounds: 0,0,2,2\n' >a.atlas
    hitmask bake old.png old.png a.atlas -o y.hmk
    expect 0 '' ''
}

@test "two animations with one name, and frames that are no sprite: all are said" {
    keep_old_output
    animate '"hero", "Hero", "heron", "her"' '1, 1, 1, 1' '{}' >a.json
    sed '1s/"name": "hero/"name": "b/; s/"her"/"b"/; s/"hero", "Hero"/"b", "Hero"/' a.json >b.json
    refuses 1 "hitmask: error: two sprites are named 'heron': \
one from a.json (sprites[1]), one from b.json (sprites[1])
hitmask: error: two animations are named 'run': \
one from a.json (animations[0]), one from b.json (animations[0])
hitmask: error: the animation 'run' from a.json (animations[0]): frame 1 is 'Hero', which is not a sprite
hitmask: error: the animation 'run' from a.json (animations[0]): frame 3 is 'her', which is not a sprite
hitmask: error: the animation 'run' from b.json (animations[0]): frame 1 is 'Hero', which is not a sprite" \
        a.json b.json
}

@test "names with control bytes or broken UTF-8, escaped in what is said" {
    not_on_windows 'it does not allow such names'
    local name
    mkdir art
    for name in $'a\nb' $'a\x1b[31m' $'a\x7f' $'a\xc2\x9b' $'a\xff' $'a\xed\xa0\x80' $'\xc0\xafa'; do
        cp old.png "art/$name.png"
    done
    local -r why='the name is not valid UTF-8, or has control characters; rename the file'
    refuses 1 "art/a\\x0Ab.png: error: $why
art/a\\x1B[31m.png: error: $why
art/a\\x7F.png: error: $why
art/a\\xC2\\x9B.png: error: $why
art/a\\xED\\xA0\\x80.png: error: $why
art/a\\xFF.png: error: $why
art/\\xC0\\xAFa.png: error: $why" art
    not_on_wasi 'Node hands over no names that are not UTF-8'
    refuses 1 "art/a\\xFF.png: error: $why" $'art/a\xff.png' --name hero
    refuses 1 "no\\x07pe: error: cannot open: No such file or directory" $'no\ape'
}

@test "a name that is given with control bytes, or empty" {
    hitmask bake old.png --name $'a\tb' -o x.hmk
    expect 2 '' 'hitmask: error: --name: a name must be UTF-8 without control characters, and not empty'
    hitmask bake old.png --name '' -o x.hmk
    expect 2 '' 'hitmask: error: --name: a name must be UTF-8 without control characters, and not empty'
}

@test "one bad input does not hide the others, and the worst status wins" {
    mkdir empty
    echo text >text.png
    echo '{"format": "hitmask"' >cut.json
    draw_png wide.png '##.'
    refuses 1 "empty: error: no picture in this folder; name an atlas or a document itself
missing.png: error: cannot open: No such file or directory
text.png: error: is not a picture, a hitmask JSON document or an atlas that hitmask knows
cut.json:2:1: error: ',' or '}' expected, but the text ends" \
        text.png empty old.png missing.png cut.json
    # 2 before 1: that the map of one is not square is wrong usage.
    refuses 2 'missing.png: error: cannot open: No such file or directory
wide.png: error: --prune-border drop needs a square map, but this map is 3x1' \
        --prune-border drop wide.png missing.png
}

# ---- Outputs --------------------------------------------------------------------------------

@test "an output folder that does not exist, or is none" {
    hitmask bake old.png -o nowhere/x.hmk
    expect 1 '' "nowhere/x.hmk: error: the folder 'nowhere' does not exist"
    [ ! -e nowhere ]
    hitmask bake old.png -o old.png/x.hmk
    expect 1 '' "old.png/x.hmk: error: 'old.png' is not a folder"
    hitmask bake old.png -o ''
    expect 1 '' "'': error: an empty name cannot be opened"
}

@test "an output that is a folder" {
    mkdir out
    hitmask bake old.png -o out
    expect 1 '' 'out: error: is a folder'
    hitmask bake old.png -o out/
    expect 1 '' 'out/: error: is a folder'
    hitmask bake old.png -o new/
    expect 1 '' 'new/: error: is a folder'
    rmdir out # still empty
}

@test "an output that must not be written" {
    mkdir locked
    cp x.hmk locked
    chmod 444 x.hmk
    chmod 555 locked
    without_privileges touch locked/y 2>&1 && skip 'the right to write anything cannot be dropped'
    hitmask_without_privileges bake old.png -o x.hmk
    expect 1 '' 'x.hmk: error: cannot write: Permission denied'
    hitmask_without_privileges bake old.png -o locked/y.hmk
    chmod 755 locked # for bats to remove
    expect 1 '' 'locked/y.hmk: error: cannot create a file beside it: Permission denied'
    expect_old_output
}

@test "a full disk: the device" {
    hitmask bake old.png -o /dev/full
    expect 1 '' '/dev/full: error: cannot write: No space left on device'
    [ -c /dev/full ]
    ln -s /dev/full link.hmk
    hitmask bake old.png -o link.hmk
    expect 1 '' 'link.hmk: error: cannot write: No space left on device'
    [ -L link.hmk ]
    [ -c /dev/full ]
}

@test "a full disk: a file system" {
    not_on_windows 'Wine does not see what is mounted for one program'
    mkdir disk
    # shellcheck disable=SC2016
    local -r script='mount -t tmpfs -o size=16k none disk && cd disk || exit 99
        cp ../x.hmk . && "$0" bake --quiet "$1" -o x.hmk --format json
        echo "$? $(ls -A)"; cmp x.hmk ../kept'
    run --separate-stderr unshare -rm sh -c "$script" "$HITMASK" "$SPRITES"
    [ "$status" -ne 99 ] && [[ $stderr != unshare* ]] || skip 'no file system can be mounted'
    expect 0 '1 x.hmk' 'x.hmk: error: cannot write: No space left on device'
}

@test "a file that may not grow so large" {
    not_on_windows 'files have no such limit'
    run --separate-stderr bash -c 'ulimit -f 8; "$0" "$@"' \
        "$HITMASK" bake --quiet "$SPRITES" -o x.hmk --format json
    expect 1 '' 'x.hmk: error: cannot write: File too large'
    expect_old_output
}

# ---- Packs ----------------------------------------------------------------------------------

@test "a pack as an input of bake" {
    cp x.hmk in.hmk
    refuses 1 "in.hmk: error: is a pack already; 'hitmask inspect --json' makes a document of it, which can be baked" \
        in.hmk
}

@test "a pack from a newer version" {
    cp x.hmk new.hmk
    patch new.hmk 8 02
    hitmask verify new.hmk
    expect 3 '' 'new.hmk: error: the pack has a newer format version than this library reads'
    hitmask inspect new.hmk
    expect 1 '' 'new.hmk: error: the pack has a newer format version than this library reads'
    hitmask inspect --json new.hmk
    expect 1 '' 'new.hmk: error: the pack has a newer format version than this library reads'
}

@test "a pack cut anywhere" {
    local -ir size=$(stat -c %s x.hmk)
    local -i n
    mkdir cut
    for ((n = 0; n < size; n += 5)); do
        head -c $n x.hmk >"cut/$(printf %04d $n)"
    done
    head -c $((size - 1)) x.hmk >cut/last
    hitmask verify cut/*
    is 'the exit status' "$status" 3
    is output "$output" ''
    is 'the number of errors' "${#stderr_lines[@]}" "$(ls cut | wc -l)"
    is 'the others' "$(grep -v 'error: the pack is cut short: part of its data is missing$' <<<"$stderr")" ''
    hitmask inspect cut/last
    expect 1 '' 'cut/last: error: the pack is cut short: part of its data is missing'
}

@test "a pack with a wrong byte anywhere" {
    local -ir size=$(stat -c %s x.hmk)
    local -i n
    mkdir bad
    for ((n = 0; n < size; n += 11)); do
        { head -c $n x.hmk; printf '\x5a'; tail -c +$((n + 2)) x.hmk; } >"bad/$n"
    done
    hitmask verify bad/*
    is 'the exit status' "$status" 3
    is 'what passed' "$output" ''
    is 'the number of errors' "${#stderr_lines[@]}" "$(ls bad | wc -l)"
}

# ---- JSON -----------------------------------------------------------------------------------

# The document that the tests below spoil, and the numbers of its lines.
write_document() {
    draw_png a.png '....' '.##.' '..##'
    bake a.png -o a.json
    is document "$(sed 's/"list".*/"list"/' a.json | cat -n | sed 's/^ *//')" '1	{
2	  "format": "hitmask", "version": 1,
3	  "sprites": [
4	    {
5	      "name": "a.png",
6	      "source": "a.png",
7	      "region": [0, 0, 4, 3],
8	      "size": [4, 3],
9	      "pivot": [2, 1.5],
10	      "bounds": [1, 1, 3, 2],
11	      "area": 4,
12	      "mask": { "rows": [
13	        "##.",
14	        ".##"
15	      ] },
16	      "points": { "map": [4, 3], "prune": 1, "list"
17	    }
18	  ]
19	}'
}

# spoiled SED-SCRIPT LINE:COLUMN TEXT: so changed, the document is refused there.
spoiled() {
    sed "$1" a.json >bad.json
    refuses 1 "bad.json:$2: error: $3" bad.json
}

@test "JSON that is none" {
    write_document
    spoiled '$d' 19:1 "',' or '}' expected, but the text ends"
    spoiled '$s/$/ x/' 19:3 "the end of the text expected, but here is 'x'"
    spoiled '5s/"name"/name/' 5:7 "a key in quotes expected, but here is 'n'"
    spoiled '5s/,$//' 6:7 "',' or '}' expected, but here is '\"'"
    spoiled '9s/1.5/01.5/' 9:21 'a number must not begin with 0'
    spoiled '8s/4/+4/' 8:16 "a value expected, but here is '+'"
    spoiled '8s/4, 3/4, 3,/' 8:21 "a value expected, but here is ']'"
    spoiled "5s/\"a.png\"/'a.png'/" 5:15 "a value expected, but here is '''"
    spoiled '11s/4/NaN/' 11:15 "a value expected, but here is 'N'"
    spoiled '5s/a.png/a\x01.png/' 5:17 'a control character in a string (a quote missing?)'
    printf '[%.0s' {1..100} >bad.json
    refuses 1 'bad.json:1:65: error: nested too deeply' bad.json
    printf '{"format": "hitmask", "version": 1, "sprites": []}\0' >bad.json
    hitmask bake bad.json -o x.hmk
    is 'the exit status' "$status" 1
    [[ $stderr == bad.json:1:51:\ error:* ]]
    expect_old_output
}

@test "JSON strings: an escaped NUL, half a surrogate, invalid UTF-8, control characters" {
    write_document
    spoiled '5s/a.png/a\\u0000.png/' 5:17 '\u0000 is not allowed'
    spoiled '5s/a.png/\\ud800.png/' 5:16 '\u gives only one half of a surrogate pair'
    spoiled '5s/a.png/\xff.png/' 5:16 'not valid UTF-8'
    spoiled '5s/a.png/\xc3\xa9\xc0\x80/' 5:17 'not valid UTF-8'
    spoiled '5s/a.png/a\\u0007/' 5:15 'sprites[0].name: must not hold control characters'
    spoiled '6s/a.png/a\\u009b/' 6:17 'sprites[0].source: must not hold control characters'
    spoiled '5s/a.png//' 5:15 'sprites[0].name: must not be empty'
}

@test "JSON that is another document, or a newer one" {
    write_document
    spoiled '2s/"format": "hitmask", //' 1:1 'not a hitmask document: no "format"'
    spoiled '2s/hitmask/other/' 2:13 'format: not a hitmask document: this must be "hitmask"'
    spoiled '2s/"version": 1/"version": 2/' 2:35 \
        'version: 2 is newer than 1, the newest version that this hitmask reads'
    spoiled '2s/, "version": 1//' 1:1 '"version" is missing'
    echo '[]' >bad.json
    refuses 1 'bad.json:1:1: error: not a hitmask document: no "format"' bad.json
}

@test "JSON with a wrong type or a value out of range" {
    write_document
    local -r u31='must be a whole number from 0 to 2147483647'
    spoiled '5s/"a.png"/5/' 5:15 'sprites[0].name: must be a string'
    spoiled '7s/\[.*\]/null/' 7:17 'sprites[0].region: must be an array of 4 numbers'
    spoiled '7s/0, 0/0/' 7:17 'sprites[0].region: must be an array of 4 numbers'
    spoiled '8s/4/4.5/' 8:16 'sprites[0].size[0]: must be a whole number from 1 to 2147483647'
    spoiled '8s/4/0/' 8:16 'sprites[0].size[0]: must be a whole number from 1 to 2147483647'
    spoiled '9s/1.5/"1"/' 9:20 \
        'sprites[0].pivot[1]: must be a number from -4294967296 to 4294967296'
    spoiled '9s/1.5/1e400/' 9:20 \
        'sprites[0].pivot[1]: must be a number from -4294967296 to 4294967296'
    spoiled '10s/1/-1/' 10:18 "sprites[0].bounds[0]: $u31"
    spoiled '11s/4/true/' 11:15 \
        'sprites[0].area: must be a whole number from 0 to 9007199254740992'
    spoiled '12s/\[/{/; 13,14d; 15s/\]/}/' 12:25 'sprites[0].mask.rows: must be an array'
    spoiled '16s/"prune": 1/"prune": 70000/' 16:43 \
        'sprites[0].points.prune: must be a whole number from 0 to 65535'
    spoiled '3s/\[/{/; 18s/\]/}/' 4:5 "a key in quotes expected, but here is '{'"
}

@test "JSON with a duplicate, an unknown or a missing key" {
    write_document
    spoiled '11s/4,/4, "area": 4,/' 11:18 'sprites[0].area: the key is given twice'
    spoiled '2s/$/ "format": "hitmask",/' 2:38 'format: the key is given twice'
    spoiled '6s/source/sauce/' 6:7 'sprites[0].sauce: unknown key'
    spoiled '6s/source/Source/' 6:7 'sprites[0].Source: unknown key'
    spoiled '6d' 4:5 'sprites[0]: "source" is missing'
    spoiled '12,15d' 4:5 \
        'sprites[0]: "mask" is missing: a document of --json-mask none cannot be read back'
}

@test "JSON whose mask, bounds, area and points do not agree" {
    write_document
    spoiled '13s/##\./##/' 13:9 "sprites[0].mask.rows[0]: must be 3 characters '#' and '.', as the box is wide"
    spoiled '13s/##\./##..#/' 13:9 "sprites[0].mask.rows[0]: must be 3 characters '#' and '.', as the box is wide"
    spoiled '14s/##/xx/' 14:9 "sprites[0].mask.rows[1]: must be 3 characters '#' and '.', as the box is wide"
    spoiled '14s/$/, "###"/' 12:25 'sprites[0].mask.rows: 3 rows, but the box is 2 high'
    spoiled '10s/3, 2/3, 1/' 12:25 'sprites[0].mask.rows: 2 rows, but the box is 1 high'
    spoiled '10s/1, 1, 3, 2/2, 1, 3, 2/' 10:17 'sprites[0].bounds: outside the sprite of 4x3'
    spoiled '10s/1, 1, 3, 2/4294967295, 1, 3, 2/' 10:18 \
        'sprites[0].bounds[0]: must be a whole number from 0 to 2147483647'
    spoiled '10s/1, 1, 3, 2/0, 0, 0, 2/' 10:17 \
        'sprites[0].bounds: an empty box must be [0, 0, 0, 0]'
    spoiled '13s/##\./.#./' 10:17 "sprites[0].bounds: the box is larger than the mask"
    spoiled '14s/\.##/.../' 10:17 "sprites[0].bounds: the box is larger than the mask"
    spoiled '11s/4/5/' 11:15 'sprites[0].area: 5, but the mask has 4 solid pixels'
    spoiled '16s/\[1, 1\]/[0, 0]/' "$(point_at '\[1, 1\]')" \
        'sprites[0].points.list'"$(point_index '\[1, 1\]'): the mask gives other points"
    spoiled '16s/\[1, 1\]/[1, 7]/' "$(point_at '\[1, 1\]')" \
        'sprites[0].points.list'"$(point_index '\[1, 1\]'): the mask gives other points"
}

# The place of a point in the document, whatever its place in the order.
point_at() {
    echo "16:$(($(sed -n 16p a.json | grep -bo "$1" | cut -d: -f1) + 1))"
}

point_index() {
    echo "[$(sed -n '16s/.*"list": \[//p' a.json | grep -o '\[[0-9], [0-9]\]' | grep -n "$1" |
        awk -F: '{ print $1 - 1 }')]"
}

@test "JSON masks in base64 that do not fit" {
    write_document
    "$HITMASK" inspect --json --json-mask base64 a.json >b.json
    holds b.json '"mask": { "base64": "AwY=" }'
    mv b.json a.json
    local -r where='sprites[0].mask.base64'
    spoiled 's/AwY=/AwY/' 12:27 "$where: must be the base64 of the 2 bytes of the box"
    spoiled 's/AwY=/Aw==/' 12:27 "$where: must be the base64 of the 2 bytes of the box"
    spoiled 's/AwY=/Aw?=/' 12:27 "$where: must be the base64 of the 2 bytes of the box"
    spoiled 's/AwY=/AwZ=/' 12:27 "$where: must be the base64 of the 2 bytes of the box"
    spoiled 's/AwY=/Awc=/' 11:15 'sprites[0].area: 4, but the mask has 5 solid pixels'
    spoiled 's/AwY=/Aw4=/' 12:27 "$where: row 1 has bits set outside the box"
}
