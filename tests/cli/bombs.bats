#!/usr/bin/env bats
# bombs.bats - small files that claim to be huge, or grow without end, are refused all the same
#
# Each run may take a minute and half a gigabyte: far more than any of them needs, and far less
# than what is claimed would. bombs.py says what is in the files.

load helpers

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    /usr/bin/python3 -B "$BATS_TEST_DIRNAME/bombs.py"
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
}

# A sanitizer has no use for memory that is limited: it takes terabytes of addresses, and Wine
# gigabytes. It is several times slower, too.
limited() {
    if [ "${HITMASK_CONFIG-}" = sanitize ]; then
        timeout 300 "$@"
        return
    fi
    on_windows || ulimit -v 524288
    timeout 60 "$@"
}

# refuses_bomb STATUS MESSAGE ARGUMENT...: the first line that is said, and no output.
refuses_bomb() {
    local -r status_wanted=$1 message=$2
    shift 2
    run --separate-stderr limited "$HITMASK" "$@"
    is 'the exit status' "$status" "$status_wanted"
    is 'the first message' "${stderr_lines[0]-}" "$message"
    is 'standard output' "$output" ''
    [ ! -e x.hmk ]
}

# refuses_to_bake FILE MESSAGE: what follows the file's name.
refuses_to_bake() {
    refuses_bomb 1 "$1$2" bake -j1 "$1" -o x.hmk
}

bakes() {
    run --separate-stderr limited "$HITMASK" bake -j1 "$@" -o y.hmk
    is 'the exit status' "$status" 0
}

@test "PNGs that claim to be large" {
    refuses_to_bake size.png ': error: 2147483647x2147483647 is 4611686014132420609 pixels, more than the 268435456 that --max-pixels allows'
    refuses_to_bake square.png ': error: damaged: the image data ends too early (chunk IDAT)'
    refuses_to_bake claim.png ': error: truncated: the file ends inside a chunk (chunk tEXt)'
}

@test "a picture takes at most 13 bytes for each pixel, as the help and the manual say" {
    not_on_windows 'Wine takes gigabytes of addresses'
    holds "$ROOT/tools/manual/security.md" 'up to 13 bytes for each pixel'
    "$HITMASK" bake --help=all | tr -s ' \n' ' ' >help
    holds help 'up to 13 bytes of memory for each pixel (14 with --auto-cut, 4 more where a side is over 65536, up to 41 where the width is less than 32) and 600 for each sprite'
    # 4096 x 4096 pixels of 13 bytes, and 48 MiB for the program.
    local -r room=$((4096 * 4096 * 13 / 1024 + 49152))
    local options
    [ "${HITMASK_CONFIG-}" != sanitize ] || skip 'it takes terabytes of addresses'
    for options in 'check.png' 'check.png --despeckle 4 --grow 1' 'check.png --warn-specks 4' \
        'rows.png --warn-straddle 5' 'full.png --prune 0'; do
        # shellcheck disable=SC2086
        run bash -c 'ulimit -v $1; shift; exec "$@"' - $room "$HITMASK" bake -q -j1 $options -o y.hmk
        is "the exit status with $options" "$status" 0
    done
    # Coordinates over 65535 take 4 bytes.
    run bash -c 'ulimit -v $1; shift; exec "$@"' - $((65600 * 256 * 17 / 1024 + 49152)) \
        "$HITMASK" bake -q -j1 long.png --prune 0 -o y.hmk
    is 'the exit status with long.png' "$status" 0
    # Rows are kept in whole words.
    run bash -c 'ulimit -v $1; shift; exec "$@"' - $((4000000 * 41 / 1024 + 49152)) \
        "$HITMASK" bake -q -j1 column.png -o y.hmk
    is 'the exit status with column.png' "$status" 0
    # One frame of a long animation is in memory, beside all masks.
    if ! "$HITMASK" --version | grep -q GIF; then
        run bash -c 'ulimit -v $1; shift; exec "$@"' - 65536 "$HITMASK" bake -q -j1 long.gif -o y.hmk
        is 'the exit status with long.gif' "$status" 0
    fi
    # And 600 for each of 262144 sprites.
    for options in 'check.png --grid 8x8' 'full.png --grid 8x8 --prune 0'; do
        # shellcheck disable=SC2086
        run bash -c 'ulimit -v $1; shift; exec "$@"' - $((room + 262144 * 600 / 1024)) \
            "$HITMASK" bake -q -j1 $options -o y.hmk
        is "the exit status with $options" "$status" 0
    done
}

# bakes_in KIBIBYTES ARGUMENT...
bakes_in() {
    run bash -c 'ulimit -v $1; shift; exec timeout 60 "$@"' - "$1" "$HITMASK" bake -q -j1 "${@:2}" -o y.hmk
    is "the exit status with ${*:2}" "$status" 0
}

@test "frames that overlap take no more: equal ones are kept once, and all together are limited" {
    [ "${HITMASK_CONFIG-}" != sanitize ] || skip 'it takes terabytes of addresses'
    not_on_windows 'Wine takes gigabytes of addresses'
    # As much as one frame, and 48 MiB for the program; all 200 have 6 GB of points.
    bakes_in $((3900 * 3900 * 13 / 1024 + 49152)) equal.json
    bakes_in $((3900 * 3900 * 13 / 1024 + 49152)) equal.json --cache frames.cache
    bakes_in $((3900 * 3900 * 13 / 1024 + 49152)) equal.json --cache frames.cache
    # Different sprites count against --max-pixels, and so does the memory.
    local -r most=16777216
    local -r why="the sprites of this image have too many pixels together: up to this one, the different sprites have more than the $most that this --max-pixels allows"
    bakes_in $((most * 13 / 1024 + 49152)) wider.json --prune 0 --max-pixels $most
    refuses_to_share() {
        run --separate-stderr bash -c 'ulimit -v $1; shift; exec timeout 60 "$@"' - $((most * 13 / 1024 + 49152)) \
            "$HITMASK" bake -j1 "${@:2}" --max-pixels $most -o x.hmk
        is 'the exit status' "$status" 1
        is 'messages' "$stderr" "$1$why"
        [ ! -e x.hmk ]
    }
    refuses_to_share "offset.json:1:815: error: frame 'f016': " offset.json
    refuses_to_share "moved.json:1:215: error: frame 'f004': " moved.json
    refuses_to_share "moved.json:1:215: error: frame 'f004': " moved.json --no-points
    refuses_to_share "pages.atlas:58:1: error: frame 'f4': " pages.atlas
    "$HITMASK" bake -q moved.json --max-pixels 1200000000 --no-points -o y.hmk
}

@test "equal frames have no more pixels together than take some seconds" {
    refuses_bomb 1 "work.json:1:803: error: frame 'f016': the sprites of this image have too many pixels together: up to this one, all sprites, equal or not, have more than the 268435456 that this --max-pixels allows; each row counts as a multiple of 64" \
        bake -j1 work.json --max-pixels 16777216 -o x.hmk
}

@test "a page is not kept for every threshold that rules give to its frames" {
    printf '{ "frames": { %s }, "meta": { "image": "check.png" } }' \
        "$(printf '"f%d": { "frame": { "x": 0, "y": 0, "w": 1, "h": 1 } },' {1..17} | sed 's/,$//')" >page.json
    printf '{ "rules": [ %s ] }' \
        "$(for i in {1..17}; do printf '{ "match": "f%d", "alpha-threshold": %d },' "$i" "$i"; done | sed 's/,$//')" >thresholds.json
    refuses_bomb 1 "page.json:1:963: error: page 'check.png': rules give its frames 17 different thresholds and keys. Each counts all 16777216 pixels, together more than 16 times the 16777216 that --max-pixels allows" \
        bake page.json --config thresholds.json --max-pixels 16777216 -o x.hmk
    bakes page.json --config thresholds.json --max-pixels 17825792 -q
}

@test "a file that is no art is not read without an end" {
    [ "${HITMASK_CONFIG-}" = sanitize ] && skip 'a gigabyte takes long'
    printf '{' >hollow.png
    truncate -s 5G hollow.png 2>/dev/null || skip 'no holes in files here'
    ln hollow.png hollow.json
    hitmask bake hollow.png -o x.hmk
    expect 1 '' 'hollow.png: error: is larger than 1073741824 bytes, the most that is read'
    hitmask bake full.png --config hollow.json -o x.hmk
    expect 1 '' 'hollow.json: error: is larger than 268435456 bytes, the most that is read'
    rm hollow.png hollow.json
}

@test "an image that is a page by many names is not decoded without an end" {
    local dots=
    local -i i
    draw_png p.png '##########' '#........#' '##########'
    {
        printf '{"textures":['
        for ((i = 0; i < 24; i++)); do
            printf '%s{"image":"%sp.png","scale":1,"size":{"w":10,"h":3},"frames":[{"filename":"f%d",' "${dots:+,}" "$dots" $i
            printf '"rotated":false,"trimmed":false,"sourceSize":{"w":1,"h":1},"spriteSourceSize":%s,"frame":%s}]}' \
                '{"x":0,"y":0,"w":1,"h":1}' '{"x":0,"y":0,"w":1,"h":1}'
            dots+=./
        done
        printf ']}'
    } >pages.json
    bakes pages.json
    hitmask bake pages.json --max-pixels 30 -o x.hmk
    is status "$status" 1
    [[ $stderr == *"page './././././././././././././././././p.png': too many pages are this image: together they have more pixels than 16 times the 30 that --max-pixels allows"* ]]
    [[ $stderr != *"page './././././././././././././././p.png'"* ]]
}

@test "a small frame of a huge sprite takes no longer than a small sprite" {
    [ "${HITMASK_CONFIG-}" = sanitize ] || ulimit -t 5
    bakes sparse.json -q --max-pixels 16777216
    bakes sparse.json -q --grow 2 --fill-holes --despeckle 4
}

@test "PNGs with chunks that are large, or many, or grow" {
    local -r why=': error: there are more than 1000 texts, colour profiles and similar chunks, or more than 64 MiB of them'
    refuses_to_bake texts.png "$why (chunk tEXt)"
    refuses_to_bake text.png "$why (chunk tEXt)"
    refuses_to_bake ztxt.png "$why (chunk zTXt)"
    refuses_to_bake ztxts.png "$why (chunk zTXt)"
    refuses_to_bake after.png "$why (chunk zTXt)"
    refuses_to_bake itxt.png "$why (chunk iTXt)"
    refuses_to_bake iccp.png "$why (chunk iCCP)"
}

@test "what is not looked at does no harm" {
    # Image data past the last row, image data in a million pieces, a million unknown chunks.
    bakes endless.png
    bakes data.png
    bakes unknown.png
}

@test "JSON that is nested deeply" {
    refuses_to_bake deep.json ':1:65: error: nested too deeply'
    refuses_to_bake members.json ':1:321: error: nested too deeply'
    refuses_bomb 1 'rules.json:1:73: error: nested too deeply' \
        bake pixel.png --config rules.json -o x.hmk
}

@test "JSON with a million keys, or one a million times, or a long string" {
    refuses_to_bake keys.json ':1:46: error: k0: unknown key'
    refuses_to_bake twice.json ':1:46: error: sprites: the key is given twice'
    bakes frames.json # all are equal
    refuses_to_bake string.json \
        ':1:11: error: format: not a hitmask document: this must be "hitmask"'
    refuses_bomb 1 "hitmask: error: two sprites are named 'a': one from sprites.json (sprites[0]), one from sprites.json (sprites[10000])" \
        bake sprites.json -o x.hmk
}

@test "a rule for each of many frames" {
    bakes many.json --config many-rules.json
}

@test "a hundred thousand rules for twenty thousand frames" {
    [ "${HITMASK_CONFIG-}" = sanitize ] || ulimit -t 15
    bakes hundred.json --config idle-rules.json -q --no-points
}

@test "rules that are all wrong, or match nothing" {
    refuses_bomb 1 \
        'wrong-rules.json:1:12: error: rules[0].mach: unknown key; did you mean "match"?' \
        bake pixel.png --config wrong-rules.json -o x.hmk
    bakes pixel.png --config idle-rules.json
    is 'the last message' "${stderr##*$'\n'}" \
        'hitmask: warning: and 99990 more of this kind; --verbose shows them [rule-unmatched]'
}

@test "names that are long have no more copies than take 256 MiB" {
    local -r why='error: the names of the sprites, and of the frames of animations, take more than 268435456 bytes together, the most that is allowed'
    refuses_to_bake slice.ase ": error: box 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...': all boxes up to this one have more than 134217728 bytes of names, the most that is allowed"
    refuses_to_bake tags.json ": $why"
    local -r folder=$(printf '%0200d/' {1..17})
    mkdir -p "$folder"
    ln check.png "$folder"
    printf '<tileset name="a" tilewidth="8" tileheight="8"><image source="%scheck.png" width="4096" height="4096"/></tileset>' \
        "$folder" >source.tsx
    refuses_to_bake source.tsx ":1:48: error: cell '77765': ${why#error: }"
    refuses_bomb 1 'steps.json: error: the names of the frames of all animations take more than 268435456 bytes, the most that is allowed' bake long-name.json --config steps.json -o x.hmk
    local words
    for words in 'inspect --json' 'merge -o x.hmk'; do
        # shellcheck disable=SC2086
        refuses_bomb 1 "shared.hmk: $why" $words shared.hmk
    done
}

@test "maps with more cells than pixels have four billion together at most" {
    local rows=() y
    for y in {1..24}; do
        rows+=("$(printf '%*s' "$y" '' | tr ' ' '#')$(printf '%*s' $((24 - y)) '' | tr ' ' '.')")
    done
    draw_png steps.png "${rows[@]}"
    refuses_bomb 1 "steps.png: error: cell '16': maps with more cells than their sprites have pixels have more than 4294967296 cells together, the most that is allowed" \
        bake steps.png --grid 24x1 --map 16384x16384 --prune-border drop --prune 9 -o x.hmk
    is 'how many messages' "${#stderr_lines[@]}" 1
    bakes steps.png --grid 24x12 --map 16384x16384 --prune-border drop --prune 9
    # A document's maps are made again, to be compared.
    "$HITMASK" bake -q steps.png --grid 24x1 -o maps.json
    sed -i 's/"points": .*/"points": { "map": [16384, 16384], "prune": 9, "border": "drop", "list": [] }/' maps.json
    run --separate-stderr limited "$HITMASK" bake maps.json -o x.hmk
    is 'the exit status' "$status" 1
    [[ $stderr == *'have more than 4294967296 cells together'* ]]
}

@test "JSON that claims large sprites, or many" {
    refuses_to_bake large.json \
        ':1:95: error: sprites[0].size: more pixels than --max-pixels 268435456 allows'
    # The option is one of bake.
    local -r why='large.json:1:95: error: sprites[0].size: 2147483647x2147483647 is more than 4294967295 pixels, the most that can be drawn, compared or written'
    refuses_bomb 1 "$why" inspect --json large.json
    refuses_bomb 1 "$why" diff large.json large.json
    refuses_bomb 1 "$why" query large.json a a --at 0,0
    refuses_bomb 1 "$why" merge large.json -o x.hmk
    refuses_to_bake source.json ":1:16: error: frame 'a': 2147483647x2147483647 is more pixels than the 268435456 that --max-pixels allows"
    refuses_to_bake repeat.json ":1:294: error: tag 't0': repeat must be a whole number from 0 to 2147483647, not \"4294967295\""
    refuses_to_bake repeats.json ":1:4767: error: tag 't64': all tags up to this one have more than 4194304 steps, the most that is allowed"
    refuses_to_bake tiles.tsj ':1:129: error: all tilesets up to this one have more than 1048576 tiles, the most that is allowed'
}

@test "XML with entities, deep elements, a million attributes, many tiles" {
    refuses_to_bake laughs.xml ':1:24: error: it declares a document type, which no atlas needs; please remove <!DOCTYPE ...>'
    refuses_to_bake external.xml ': error: there is no <SubTexture> in it: no frame to bake'
    refuses_to_bake deep.xml ':1:793: error: elements are nested too deeply'
    refuses_to_bake attributes.xml ': error: there is no <SubTexture> in it: no frame to bake'
    refuses_to_bake tiles.tsx ':1:87: error: all tilesets up to this one have more than 1048576 tiles, the most that is allowed'
}

@test "packs that claim many sprites, or a large one, or have deep options" {
    refuses_bomb 3 'short.hmk: error: a section is missing, out of order or out of place' \
        verify short.hmk
    refuses_bomb 3 'count.hmk: error: a section is missing, out of order or out of place' \
        verify count.hmk
    refuses_bomb 3 'options.hmk: error: the options are not a JSON object, or not minified' \
        verify options.hmk
    # The runtime has answers about such a sprite; whatever draws or writes all of it has no end.
    run --separate-stderr limited "$HITMASK" verify large.hmk
    expect 0 'large.hmk: ok, 1 sprite' ''
    local -r large="sprite 'a': 2147483647x2147483647 is more than 4294967295 pixels, the most that can be drawn, compared or written"
    refuses_bomb 1 "large.hmk: error: $large" inspect --json large.hmk
    refuses_bomb 1 "large.hmk: error: $large" inspect --png x.png large.hmk
    refuses_bomb 1 "large.hmk: error: $large" query large.hmk a a --at 0,0 --ascii
    refuses_bomb 1 "large.hmk: error: $large" merge large.hmk -o x.hmk
}

@test "drawings of a sprite that is as long as a pack can claim are scaled down" {
    local name
    for name in wide tall; do
        run --separate-stderr limited timeout 5 "$HITMASK" inspect --ascii "$name.hmk"
        is 'the exit status' "$status" 0
        is 'messages' "$stderr" ''
        is 'the heading' "${lines[0]##* }" '1:524288'
        run --separate-stderr limited timeout 5 "$HITMASK" inspect --blocks "$name.hmk"
        is 'the exit status' "$status" 0
        run --separate-stderr limited timeout 5 "$HITMASK" inspect "$name.hmk" --png x.png --svg x.svg --html x.html
        expect 0 '' ''
        run --separate-stderr limited timeout 5 "$HITMASK" query "$name.hmk" a a --at 0,0 --ascii
        is 'the exit status' "$status" 0
        rm x.png x.svg x.html
    done
}

@test "what changed in a sprite as large as a pack can claim is told in little memory" {
    # The pixels are counted where the masks are kept; drawn out they would take up to 80 GB.
    little() {
        [ "${HITMASK_CONFIG-}" = sanitize ] || on_windows || ulimit -v 65536
        timeout 10 "$@"
    }
    local name area
    for name in wide tall broad; do
        area=$((2147483647 - 1))
        [ $name != broad ] || area=$((65535 * 65535 - 1))
        for view in --quiet --json --ascii '--png x.png'; do
            # shellcheck disable=SC2086
            run --separate-stderr little "$HITMASK" diff dot.hmk "$name.hmk" $view --force
            is "the exit status of $name $view" "$status" 3
            is 'messages' "$stderr" ''
        done
        run --separate-stderr little "$HITMASK" diff "$name.hmk" dot.hmk
        is 'the mask' "${lines[0]##*mask }" "+0 -$area (100.0 %)"
    done
    rm x.png
}

# says_no TEXT ARG...: a bake ends with this error, and without an output.
says_no() {
    local -r text=$1
    shift
    hitmask bake "$@" -o no.hmk
    is 'the exit status' "$status" 1
    [[ $stderr == *"error: $text"* ]] || { echo "$stderr" && return 1; }
    [ ! -e no.hmk ]
}

@test "an atlas may have as many pages as frames" {
    refuses_to_bake many-pages.json ":1:15: error: page '0.png': cannot open: No such file or directory"
}

@test "cels of Aseprite that are linked in chains, and slices without a pixel" {
    bakes chain.ase --no-points
    bakes slices.ase
    run --separate-stderr limited "$HITMASK" bake -j1 slices.json -o x.hmk
    is 'the exit status' "$status" 1
    [[ $stderr == slices.json:1:*': error: slice '*': all slices up to this one have more than 4194304 boxes, the most that is allowed'* ]]
}

@test "unions of small frames that are far apart have no more pixels together than a picture may" {
    draw_png p.png '####' '####'
    # pairs N: animations of two frames in opposite corners of sprites of 16384 x 16384.
    pairs() {
        printf 'p.png\nsize:4,2\n'
        local i
        for ((i = 0; i < $1; i++)); do
            printf 'r%d\nindex:0\nbounds:0,0,4,2\noffsets:0,%d,16384,16384\n' $i $((100 * i))
            printf 'r%d\nindex:1\nbounds:0,0,4,2\noffsets:16380,%d,16384,16384\n' $i $((16382 - 100 * i))
        done
    }
    pairs 1 >one.atlas
    bake one.atlas --union --no-points -o x.hmk
    pairs 3 >three.atlas
    says_no 'the masks that --union makes have more than 268435456 pixels beyond those of their frames, the most that is allowed' \
        three.atlas --union --no-points
}

@test "the tilesets of a map have no more tiles together than a sheet may be cut into" {
    local i
    {
        printf '<map width="1" height="1" tilewidth="1" tileheight="1">'
        for i in 0 1; do
            printf '<tileset firstgid="%d" name="t%d" tilewidth="1" tileheight="1"><image source="k.png" width="1024" height="%d"/></tileset>' \
                $((1 + i * 1048576)) $i $((1000 - 900 * i))
        done
        printf '</map>'
    } >map.tmx
    draw_png k.png '#'
    says_no 'all tilesets up to this one have more than 1048576 tiles, the most that is allowed' map.tmx
}

@test "the animations of a config have no more frames together than four million" {
    local -r line=$(printf '#%.0s' {1..64}) half=$(printf '"**",%.0s' {1..600})
    local rows=() y
    for y in {1..64}; do
        rows+=("$line")
    done
    draw_png a.png "${rows[@]}"
    printf '{ "animations": [ { "name": "a", "duration": 1, "frames": [%s] },
        { "name": "b", "duration": 1, "frames": [%s] } ] }' "${half%,}" "${half%,}" >rules.json
    says_no 'the animations have more than 4194304 frames together, the most that is allowed' \
        a.png --grid 1x1 --config rules.json
}
