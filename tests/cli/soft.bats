#!/usr/bin/env bats
# soft.bats - what a bake says of soft edges, which a threshold of 127 would take away

load helpers

LINE="soft edges: 2 of 4 sprites would be more than 20 % smaller at --alpha-threshold 127; see 'hitmask help threshold'"

# An alpha of 112 is digit 4, one of 140 digit 5. Of a and b more than a fifth goes, of d just that.
draw_art() {
    mkdir -p art
    draw_png art/a.png '#4.' '444'
    draw_png art/b.png '##4' '#..'
    draw_png art/c.png '#55' '...'
    draw_png art/d.png '####4'
}

# The summary, without its first line, which has a time in it.
summary() {
    hitmask bake --progress always "$@"
    is 'the exit status' "$status" 0
    sed 1d <<<"$stderr"
}

# The counts in the report of --message-format json; a count of 0 is left out.
reported() {
    hitmask bake --message-format json "$@"
    sed -n "s/.*\"soft\":\([0-9]*\).*/\1/p" <<<"$stderr"
}

@test "the summary counts them in one line" {
    draw_art
    is summary "$(summary art -o x.hmk)" "$LINE"
    is 'on one thread' "$(summary art -j1 -o x.hmk)" "$LINE"
    is reported "$(reported art -o x.hmk)" 2
    # No summary, nothing said; nor without any.
    hitmask bake art -o x.hmk
    expect 0 '' ''
    hitmask bake art -o x.hmk --quiet --progress always
    expect 0 '' ''
    is 'hard art' "$(summary art/c.png -o x.hmk)" ''
    is 'hard art' "$(reported art/c.png -o x.hmk)" ''
    is 'one' "$(summary art/a.png -o x.hmk)" "${LINE/2 of 4 sprites/1 of 1 sprite}"
}

@test "--verbose names them" {
    draw_art
    hitmask bake art -o x.hmk --verbose
    expect 0 '' "art/a.png: note: soft edges: 4 of 5 solid pixels have an alpha of at most 127
art/b.png: note: soft edges: 1 of 4 solid pixels have an alpha of at most 127
x.hmk: note: 4 sprites, 4 masks
hitmask: note: $LINE"
    hitmask bake art -o x.hmk --verbose --alpha-threshold 0
    expect 0 '' 'x.hmk: note: 4 sprites, 4 masks'
    # --error-on does not count them: they are not warnings.
    hitmask bake art -o x.hmk --error-on all
    expect 0 '' ''
}

@test "whoever chose a threshold knows" {
    draw_art
    local option
    for option in --alpha-threshold=0 --alpha-threshold=200 --preset=unity --preset=pygame --solid; do
        is "$option" "$(summary art -o x.hmk "$option")" ''
    done
    is 'other options' "$(summary art -o x.hmk --prune 2)" "$LINE"
    # A config may choose for some.
    echo '{ "options": { "alpha-threshold": 0 } }' >all.json
    is 'for all' "$(summary art --config all.json -o x.hmk)" ''
    echo '{ "rules": [ { "match": "b.png", "alpha-threshold": 0 } ] }' >b.json
    is 'for b' "$(summary art --config b.json -o x.hmk)" "${LINE/2 of/1 of}"
}

@test "a cache says the same, and a choice is no other sprite" {
    draw_art
    is 'made' "$(summary art --cache cache -o x.hmk)" "$LINE"
    cp x.hmk first.hmk
    is 'unchanged' "$(summary art --cache cache -o x.hmk)" "$LINE"
    rm x.hmk
    is 'made of it' "$(summary art --cache cache -o x.hmk)" "$LINE"
    same x.hmk first.hmk
    draw_png art/c.png '4'
    is 'one made' "$(summary art --cache cache -o x.hmk)" "${LINE/2 of/3 of}"
    hitmask bake art --cache cache --verbose -o x.hmk
    is 'named' "$(grep -c 'note: soft edges' <<<"$stderr")" 4
    is 'chosen' "$(summary art --cache cache --alpha-threshold 0 -o x.hmk)" ''
    is 'not chosen' "$(summary art --cache cache -o x.hmk)" "${LINE/2 of/3 of}"
}

@test "cells and frames are counted one by one" {
    draw_png sheet.png '##44##' '##44##'
    is grid "$(summary sheet.png --grid 2x2 -o x.hmk)" "${LINE/2 of 4/1 of 3}"
    hitmask bake sheet.png --grid 2x2 -o x.hmk --verbose
    is named "${stderr_lines[0]}" \
        "sheet.png: note: frame 'sheet.png#1': soft edges: 4 of 4 solid pixels have an alpha of at most 127"
    echo '{ "frames": { "hero": { "frame": { "x": 1, "y": 0, "w": 2, "h": 2 } } },
            "meta": { "image": "sheet.png" } }' >sheet.json
    is atlas "$(summary sheet.json -o x.hmk)" "${LINE/2 of 4 sprites/1 of 1 sprite}"
    # A document has no soft edges to count.
    bake sheet.png -o doc.json
    is document "$(summary doc.json -o x.hmk)" ''
}

@test "a palette, 16 bits and a key" {
    header 3 1 8 3
    chunk PLTE 000000ffffff
    chunk tRNS 7fff
    image_data 00000101
    finish palette.png
    is palette "$(summary palette.png -o x.hmk)" "${LINE/2 of 4 sprites/1 of 1 sprite}"
    header 2 1 16 4
    image_data 0000007fff0000ffff
    finish deep.png
    is '127 of 16 bits' "$(reported deep.png -o x.hmk)" 1
    header 2 1 16 4
    image_data 00000080000000ffff
    finish deep.png
    is 'a little more' "$(reported deep.png -o x.hmk)" ''
    # Pixels of the key are not solid, however soft.
    header 2 1 8 6
    image_data 00ff00ff4000ff00ff
    finish keyed.png
    is 'without a key' "$(reported keyed.png -o x.hmk)" 1
    is 'with it' "$(reported keyed.png --color-key magenta -o x.hmk)" ''
}

@test "shards count their own, and their packs are as ever" {
    draw_art
    local -i i soft=0
    for i in 1 2; do
        hitmask bake art --shard $i/2 --message-format json -o $i.hmk
        soft+=$(sed -n 's/.*"soft":\([0-9]*\).*/\1/p' <<<"$stderr")+0
    done
    is 'of both' $soft 2
    hitmask merge 1.hmk 2.hmk -o merged.hmk
    expect 0 '' ''
    bake art -o x.hmk
    same merged.hmk x.hmk
}

@test "help threshold tells what to do" {
    hitmask help threshold
    is 'the exit status' "$status" 0
    holds - '--alpha-threshold 127' <<<"$output"
    holds - '--verbose' <<<"$output"
}
