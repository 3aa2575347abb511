#!/usr/bin/env bats
# all_errors.bats - one run shows every mistake, and none that only follows from another

load helpers

damaged='art/bad.png: error: truncated: the file ends inside a chunk (chunk IHDR)'

# A folder with a good picture and a damaged one.
art_with_damage() {
    mkdir -p art
    draw_png art/good.png '##' '#.'
    head -c 20 art/good.png >art/bad.png
}

@test "every wrong word of a command line is told, of every command" {
    hitmask bake --nope --alpha-threshold 300 art --jobs no --prune=x -o
    expect 2 '' "hitmask: error: unknown option '--nope'
hitmask: error: option '--output' needs an argument (FILE)
hitmask: error: --jobs: 'no' is not a number from 1 to 512
hitmask: error: --alpha-threshold: '300' is not a number from 0 to 255
hitmask: error: --prune: 'x' is not a number from 0 to 65535"
    hitmask inspect --nope --neither
    expect 2 '' "hitmask: error: unknown option '--nope'
hitmask: error: unknown option '--neither'"
}

@test "a file of arguments that is missing does not hide wrong words" {
    hitmask bake @none --nope @neither
    expect 2 '' "none: error: cannot open: No such file or directory
neither: error: cannot open: No such file or directory
hitmask: error: unknown option '--nope'"
}

@test "everything that is missing or does not fit together is told" {
    hitmask bake -MP
    expect 2 '' "hitmask: error: no output; add -o FILE
hitmask: error: -MF, -MT and -MP have no dependency file to apply to; add -MD
hitmask: error: no input; name PNGs, folders, atlases or JSON documents"
    hitmask merge
    expect 2 '' "hitmask: error: no output; add -o FILE
hitmask: error: no pack; name one or more"
}

@test "a wrong config hides no error of an input, and inputs get no warning by rules that failed" {
    keep_old_output
    art_with_damage
    echo '{"rules": [{"match": "*", "prun": 3}]}' >wrong.json
    draw_png art/empty.png '..'
    refuses 1 "wrong.json:1:27: error: rules[0].prun: unknown key; did you mean \"prune\"?
$damaged" --config wrong.json art
}

@test "rules that contradict each other hide no error of an input" {
    keep_old_output
    art_with_damage
    echo '{"rules": [{"match": "good.png", "map": "3x4", "prune-border": "drop"}]}' >rules.json
    refuses 1 "art/good.png: error: --prune-border drop needs a square map, but --map 3x4 is not square; the rules for it are in rules.json at 1:12
$damaged" --config rules.json art
}

@test "an output that cannot be written hides no error of an input" {
    art_with_damage
    hitmask bake art none.png -o nowhere/x.hmk
    expect 1 '' "nowhere/x.hmk: error: the folder 'nowhere' does not exist
none.png: error: cannot open: No such file or directory
$damaged"
    hitmask bake art -o x.png
    expect 2 '' "x.png: error: the ending .png does not choose a format; end the name with .hmk, .json or .c, or add --format
$damaged"
}

@test "every output that cannot be opened is told, but a folder that is missing once" {
    draw_png art.png '#.'
    hitmask bake art.png -o one/x.hmk -MD -MF two/x.d --stamp one/stamp --cache three/cache
    expect 1 '' "one/x.hmk: error: the folder 'one' does not exist
two/x.d: error: the folder 'two' does not exist
three/cache: error: the folder 'three' does not exist"
}

@test "an output that cannot be written hides no error of a pack" {
    hitmask merge none.hmk -o nowhere/x.hmk
    expect 1 '' "nowhere/x.hmk: error: the folder 'nowhere' does not exist
none.hmk: error: cannot open: No such file or directory"
}

@test "a damaged picture hides no two sprites of one name" {
    keep_old_output
    art_with_damage
    mkdir more
    cp art/good.png more
    refuses 1 "$damaged
hitmask: error: two sprites are named 'good.png': one from art/good.png, one from more/good.png; --root DIR names sprites by their paths below DIR" \
        art more
}

@test "a frame that a damaged picture would have is not told as missing" {
    keep_old_output
    art_with_damage
    animate '"bad.png"' 1 '{}' >run.json
    refuses 1 "$damaged" art run.json
}

@test "every wrong sprite of a document is told, whoever reads it" {
    keep_old_output
    animate '"hero", 3' 1 '{}' | sed 's/"area": 2/"area": 3/g' >wrong.json
    local -r wrong='wrong.json:2:60: error: sprites[0].area: 3, but the mask has 2 solid pixels
wrong.json:3:60: error: sprites[1].area: 3, but the mask has 2 solid pixels
wrong.json:4:52: error: animations[0].frames[1]: must be a string'
    refuses 1 "$wrong" wrong.json
    hitmask inspect wrong.json
    expect 1 '' "$wrong"
    hitmask merge wrong.json -o x.hmk
    expect 1 '' "$wrong"
    expect_old_output
}

@test "the errors of one document end after twenty" {
    local sprites=
    for i in {1..30}; do
        sprites+="${sprites:+, }{ \"name\": $i }"
    done
    echo "{\"format\": \"hitmask\", \"version\": 1, \"sprites\": [$sprites]}" >many.json
    hitmask bake many.json -o x.hmk
    is 'the number of lines' "$(wc -l <<<"$stderr")" 21
    is 'the last line' "${stderr##*$'\n'}" \
        'many.json: error: has 20 errors; the rest was not read'
}

@test "one mistake is one error, and says what is wrong" {
    local name
    draw_png a.png '##'
    bake a.png -o x.hmk
    cp x.hmk kept
    hitmask diff x.hmk x.hmk --png x.hmk
    expect 2 '' 'x.hmk: error: is the pack that is read; give the picture another name'
    same x.hmk kept
    hitmask bake a.png -o new.hmk --stamp '' -MD -MF ''
    expect 1 '' "'': error: an empty name cannot be opened"
    hitmask inspect x.hmk --png '' --svg new.svg --html ''
    expect 1 '' "'': error: an empty name cannot be opened
'': error: an empty name cannot be opened"
    # page NAME ERROR: what is said of an atlas with that page.
    page() {
        printf '<TextureAtlas imagePath="%s"><SubTexture name="one" x="0" y="0" width="2" height="1"/></TextureAtlas>' \
            "$1" >atlas.xml
        hitmask bake atlas.xml -o new.hmk
        expect 1 '' "atlas.xml:1:1: error: page $2"
    }
    page '' "'': it has no name"
    page $'\xc2\x85' "'\\xC2\\x85': its name is not UTF-8, or has control characters; please rename it"
    for name in . ./ ./. "../${PWD##*/}"; do
        page "$name" "'$name': is a folder"
    done
    page .. "'..': leads outside the current folder; to allow that, give --root .. or --allow-outside"
    expect_no_temporary
}
