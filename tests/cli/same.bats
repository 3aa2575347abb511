#!/usr/bin/env bats
# same.bats - the same inputs and options give the same bytes, however they come to be baked
#
# And however many there are, and however long their names.

load helpers

OPTIONS=(--preset xna --alpha-threshold 20 --cell 2)

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p art/hero art/rocks/big
    cp "$SPRITES"/*.png art
    cp "$SPRITES/heart.png" art/hero/run1.png
    cp "$SPRITES/ring.png" art/hero/run2.png
    cp "$SPRITES/onebit.png" art/rocks/big/one.png
    bake art "${OPTIONS[@]}" -o one.hmk
    bake art "${OPTIONS[@]}" -o one.json
}

# same_bytes ARGUMENT...: baking these gives them, as a pack and as a document.
same_bytes() {
    rm -f x.hmk x.json
    bake "$@" "${OPTIONS[@]}" -o "$BATS_TEST_TMPDIR/x.hmk"
    bake "$@" "${OPTIONS[@]}" -o "$BATS_TEST_TMPDIR/x.json"
    same "$BATS_TEST_TMPDIR/one.hmk" "$BATS_TEST_TMPDIR/x.hmk"
    same "$BATS_TEST_TMPDIR/one.json" "$BATS_TEST_TMPDIR/x.json"
}

# A source of numbers for a shuffle that is the same each time.
shuffled() {
    shuf --random-source=<(yes "$1") "${@:2}"
}

@test "on any number of threads" {
    local jobs
    for jobs in 1 2 7; do
        same_bytes art -j $jobs
    done
}

@test "whatever the order of inputs" {
    local seed
    local -a inputs
    for seed in 1 2 3; do
        mapfile -t inputs < <(find art -name '*.png' | shuffled $seed)
        same_bytes --root art "${inputs[@]}"
        printf '%s\0' "${inputs[@]}" >list
        same_bytes --root art --files0-from list
        printf '%s\0' "${inputs[@]:5}" >list
        same_bytes --root art "${inputs[@]:0:5}" --files0-from list
    done
}

@test "in any folder, and wherever the art is" {
    (cd art/hero && same_bytes ..)
    (cd / && same_bytes "$BATS_TEST_TMPDIR/art")
    cp -r art elsewhere
    touch -d '2001-01-01' elsewhere/*.png
    same_bytes elsewhere
}

@test "in any locale and time zone" {
    local locale
    for locale in C C.UTF-8 de_DE.UTF-8 tr_TR.UTF-8; do
        LC_ALL=$locale TZ=Asia/Tokyo HOME=/nowhere same_bytes art
    done
}

@test "in shards, merged in any order" {
    local part seed
    local -a shards
    for part in 1 2 3 4 5; do
        bake art "${OPTIONS[@]}" --shard $part/5 -j $part -o shard-$part.hmk
    done
    for seed in 1 2 3 4 5 6; do
        mapfile -t shards < <(shuffled $seed -e shard-*.hmk)
        "$HITMASK" merge "${shards[@]}" -o x.hmk
        "$HITMASK" merge "${shards[@]}" -o x.json
        same one.hmk x.hmk
        same one.json x.json
    done
}

@test "from JSON again" {
    bake one.json -o x.hmk
    same one.hmk x.hmk
    "$HITMASK" inspect --json one.hmk | same - one.json
    "$HITMASK" inspect --json --json-mask base64 one.hmk >base64.json
    bake base64.json -o x.hmk
    same one.hmk x.hmk
    bake base64.json -o x.json
    same one.json x.json
}

@test "from a cache, cold and warm, and shared by shards" {
    local part
    same_bytes art --cache cache
    same_bytes art --cache cache
    for part in 1 2; do
        bake art "${OPTIONS[@]}" --cache cache --shard $part/2 -o shard-$part.hmk
        bake art "${OPTIONS[@]}" --cache cache --shard $part/2 -o shard-$part.hmk
    done
    "$HITMASK" merge shard-1.hmk shard-2.hmk -o x.hmk
    same one.hmk x.hmk
    same_bytes art --cache cache
}

# $HITMASK_OTHER is the tool as another compiler has made it.
@test "by the tool of another compiler" {
    [ -n "${HITMASK_OTHER-}" ] || skip 'no HITMASK_OTHER is given'
    HITMASK=$HITMASK_OTHER same_bytes art
}

# ---- Very many, and very long ---------------------------------------------------------------

@test "a hundred thousand files in one folder" {
    mkdir many
    # A file may have so many links and no more.
    python3 -c '
import os, shutil
for i in range(100000):
    if i % 10000 == 0:
        shutil.copy("art/onebit.png", source := "many/%05d.png" % i)
    else:
        os.link(source, "many/%05d.png" % i)'
    hitmask bake many -o x.hmk
    expect 0 '' ''
    hitmask verify x.hmk
    expect 0 'x.hmk: ok, 100000 sprites' ''
    rm -r many
}

@test "a name of 65535 bytes, and one more" {
    local -r name=$(printf 'n%.0s' {1..65535})
    # A command line of Windows has no room for it.
    echo "--name=$name" >name
    echo "--name=${name}n" >longer
    echo "--layer=${name:9}" >layer-longer
    echo "--layer=${name:10}" >layer
    bake art/heart.png @name -o x.hmk
    is name "$(names x.hmk)" "$name"
    cp x.hmk kept
    hitmask bake art/heart.png @longer -o x.hmk
    expect 1 '' 'art/heart.png: error: the name is too long'
    same x.hmk kept
    # The part of a name that a grid adds makes it too long as well.
    hitmask bake art/heart.png @name --grid 4x4 -o x.hmk
    is status "$status" 1
    [[ $stderr == *': the name is too long'* ]]
    same x.hmk kept
    # And so does a layer.
    hitmask bake art/heart.png @layer-longer -o x.hmk
    expect 1 '' 'art/heart.png: error: the name is too long'
    same x.hmk kept
    bake art/heart.png @layer -o x.hmk
    is name "$(names x.hmk)" "heart.png:${name:10}"
}

@test "names and paths as long as can be, and longer" {
    not_on_windows 'the length of a path counts from the drive on'
    local -r part=$(printf 'n%.0s' {1..255})
    local path=long
    local -i i
    for ((i = 0; i < 15; i++)); do
        path+=/$part
    done
    mkdir -p "$path"
    # 4095 bytes, and the NUL.
    local -r longest=$path/$(printf 'f%.0s' $(seq $((4095 - ${#path} - 5)))).png
    cp art/heart.png "$longest"
    bake long -o x.hmk
    is name "$(names x.hmk)" "${longest#long/}"
    bake "$longest" -o x.hmk
    is name "$(names x.hmk)" "${longest##*/}"
    bake art/heart.png -o "${part:0:251}.hmk"
    names "${part:0:251}.hmk"
    cp x.hmk kept
    hitmask bake "${longest}x" -o x.hmk
    is status "$status" 1
    [[ $stderr == *': error: cannot open: File name too long' ]]
    # Values that lie too deep to be named are not passed over.
    (cd "$path" && mkdir "$part" && cp "$OLDPWD/art/heart.png" "$part")
    hitmask bake long -o x.hmk
    is status "$status" 1
    [[ $stderr == *': error: cannot open: File name too long' ]]
    same x.hmk kept
    hitmask bake art/heart.png -o "${part}x"
    is status "$status" 1
    [[ $stderr == *': error: cannot '*': File name too long' ]]
}
