#!/usr/bin/env bats
# verify.bats - is a pack right, and what the exit status says about several
#
# Packs that are cut or have a wrong byte are in bad_input.bats.

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    draw_png a.png '#.'
    draw_png b.png '##'
    bake a.png -o one.hmk
    bake a.png b.png -o two.hmk
    cp one.hmk bad.hmk
    patch bad.hmk -1 55
}

@test "good packs" {
    hitmask verify one.hmk
    expect 0 'one.hmk: ok, 1 sprite' ''
    hitmask verify one.hmk two.hmk
    expect 0 'one.hmk: ok, 1 sprite
two.hmk: ok, 2 sprites' ''
    hitmask verify - <two.hmk
    expect 0 '-: ok, 2 sprites' ''
    hitmask verify --quiet one.hmk two.hmk
    expect 0 '' ''
    bake "$SPRITES" --map 24x24 --prune-border drop -o samples.hmk
    hitmask verify samples.hmk
    expect 0 'samples.hmk: ok, 20 sprites' ''
    echo '{"format": "hitmask", "version": 1, "sprites": []}' >none.json
    bake none.json -o none.hmk
    hitmask verify none.hmk
    expect 0 'none.hmk: ok, 0 sprites' ''
}

@test "a name with a control byte is escaped" {
    not_on_windows 'it does not allow such names'
    cp one.hmk $'n\aame.hmk'
    hitmask verify $'n\aame.hmk'
    expect 0 'n\x07ame.hmk: ok, 1 sprite' ''
}

@test "what is not a pack" {
    : >empty
    bake a.png -o a.json
    echo text >text
    hitmask verify empty a.png a.json text
    expect 3 '' "empty: error: the pack is cut short: part of its data is missing
a.png: error: not a hitmask pack: it is a PNG; 'hitmask bake' makes a pack of it
a.json: error: not a hitmask pack: it is JSON; 'hitmask bake' makes a pack of it
text: error: not a hitmask pack"
}

@test "JSON that is no document: a config, a skeleton" {
    keep_old_output
    config='it looks like a config; give it to bake with --config'
    while IFS='=' read -r json about; do
        printf '%s' "$json" >x.json
        hitmask verify x.json
        expect 3 '' "x.json: error: not a hitmask pack: $about"
        if [[ $about == *.atlas ]]; then
            refuses 1 "x.json: error: is${about#it is}" x.json
        else
            refuses 1 "x.json:1:1: error: not a hitmask document: $about" x.json
        fi
        hitmask inspect x.json
        expect 1 '' "x.json:1:1: error: not a hitmask document: $about"
    done <<END
{ "rules": [{ "match": "a*", "prune": 2 }] }=$config
{ "options": {} }=$config
{ "\u0061nimations": [] }=$config
{ "animations": {}, "bones": [], "skeleton": {} }=it is a Spine skeleton: bake its .atlas
END
    # Right keys in a document make no config of it.
    echo '{ "options": {}, "format": "hitmask" }' >x.json
    hitmask verify x.json
    expect 3 '' "x.json: error: not a hitmask pack: it is JSON; 'hitmask bake' makes a pack of it"
    echo '{ "options": {}, "sprites": [] }' >x.json
    refuses 1 'x.json:1:1: error: not a hitmask document: no "format"' x.json
}

@test "a map of Tiled is an atlas" {
    echo '{ "layers": [], "tilesets": [] }' >x.json
    said="x.json: error: not a hitmask pack: it is an atlas (Tiled map (.tmj)); 'hitmask bake' makes a pack of it"
    hitmask verify x.json
    expect 3 '' "$said"
    hitmask inspect x.json
    expect 1 '' "$said"
}

@test "bytes after the end" {
    { cat one.hmk; printf abc; } >long.hmk
    hitmask verify long.hmk
    expect 3 '' 'long.hmk: error: there are more bytes behind the end of the pack'
    # FORMAT.md: games ignore such bytes, and no command does.
    for command in 'inspect long.hmk' 'diff long.hmk one.hmk' 'merge long.hmk -o x.hmk' \
        'query long.hmk one one --at 0,0'; do
        # shellcheck disable=SC2086
        hitmask $command
        expect 1 '' 'long.hmk: error: there are more bytes behind the end of the pack'
    done
}

@test "one bad pack does not hide the others, and the worst status wins" {
    hitmask verify one.hmk bad.hmk two.hmk a.png
    expect 3 'one.hmk: ok, 1 sprite
two.hmk: ok, 2 sprites' "bad.hmk: error: the checksum does not match
a.png: error: not a hitmask pack: it is a PNG; 'hitmask bake' makes a pack of it"
    # 1, a failed input, before 3, a pack that is wrong; 2, wrong usage, before both.
    hitmask verify bad.hmk nowhere.hmk one.hmk
    expect 1 'one.hmk: ok, 1 sprite' 'bad.hmk: error: the checksum does not match
nowhere.hmk: error: cannot open: No such file or directory'
    hitmask verify nowhere.hmk bad.hmk
    is 'the exit status' "$status" 1
    hitmask verify bad.hmk nowhere.hmk --no-such-option
    expect 2 '' "hitmask: error: unknown option '--no-such-option'"
    hitmask verify --quiet bad.hmk one.hmk
    expect 3 '' 'bad.hmk: error: the checksum does not match'
}

@test "files that cannot be read, and none at all" {
    mkdir folder
    hitmask verify folder nowhere.hmk
    expect 1 '' 'folder: error: is a folder
nowhere.hmk: error: cannot open: No such file or directory'
    hitmask verify
    expect 2 '' 'hitmask: error: no pack; name one or more'
    run --separate-stderr bash -c '"$0" verify one.hmk >/dev/full' "$HITMASK"
    expect 1 '' '<stdout>: error: cannot write: No space left on device'
    # The status is 1 when a pack cannot be read, which is worse than a pack that is not valid.
    run --separate-stderr bash -c '"$0" verify one.hmk bad.hmk >/dev/full' "$HITMASK"
    expect 1 '' 'bad.hmk: error: the checksum does not match
<stdout>: error: cannot write: No space left on device'
}
