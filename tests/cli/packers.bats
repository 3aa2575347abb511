#!/usr/bin/env bats
# packers.bats - what real packers write gives the masks of the single pictures
#
# The packers come from npm, into build/packers or the folder HITMASK_PACKERS, and stay there. The
# pictures are those of a game that Debian packages.

load helpers

GAMES=(/usr/share/games/supertux2/images /usr/share/games/pingus/data/images)

# Up to 30 pictures, small enough for pages of 256, as 01.png and so on: chosen once for all tests.
setup_file() {
    local -i count=0
    local -a sides
    local file folder=''
    for file in "${GAMES[@]}"; do
        [ -n "$folder" ] || [ ! -d "$file" ] || folder=$file
    done
    [ -n "$folder" ] || return 0
    mkdir "$BATS_FILE_TMPDIR/sprites"
    # Width and height are bytes 16 to 23 of a PNG.
    while IFS= read -r file; do
        read -ra sides <<<"$(od -An -tu1 -j16 -N8 "$file")"
        ((sides[2] == 0 && sides[3] <= 100 && sides[6] == 0 && sides[7] <= 100)) || continue
        count+=1
        cp "$file" "$BATS_FILE_TMPDIR/sprites/$(printf %02d.png "$count")"
        ((count < 30)) || break
    done < <(find "$folder" -name '*.png' -size -20k | LC_ALL=C sort | awk 'NR % 7 == 1')
}

take_sprites() {
    [ -d "$BATS_FILE_TMPDIR/sprites" ] || skip 'needs the pictures of supertux-data or pingus-data'
    cp -r "$BATS_FILE_TMPDIR/sprites" sprites
}

# install PACKAGE...: `modules` then has them, or the test is skipped. Of two runs side by side, one
# installs them and the other waits.
install() {
    needs node npm flock
    modules=${HITMASK_PACKERS:-$ROOT/build/packers}
    mkdir -p "$modules"
    local -r installed=$modules/installed-${1##*/}
    # shellcheck disable=SC2016
    timeout 300 flock "$modules" sh -c '[ -e "$0" ] || { npm install --no-audit --no-fund --loglevel error "$@" && : >"$0"; }' \
        "$installed" --prefix "$modules" "$@" >npm.log 2>&1 || skip "needs $1 from npm"
}

# compare HOW FILE...: bakes the atlases. `whole`: sprites and masks are those of the single pictures;
# `masks`: sizes and places may be gone; `inner`: what lies outside a mask's box may be gone.
compare() {
    local -r how=$1
    shift
    "$HITMASK" bake --quiet "$@" -o atlas.json
    /usr/bin/python3 - "$how" <<'END'
import json, os, sys

def read(path):
    sprites = json.load(open(path))["sprites"]
    return {os.path.splitext(os.path.basename(one["name"]))[0]: one for one in sprites}

def pixels(one, box):
    left, top, width, height = one["bounds"]
    rows = one["mask"]["rows"]
    return [[left <= x < left + width and top <= y < top + height and rows[y - top][x - left] == "#"
             for x in range(box[0], box[0] + box[2])] for y in range(box[1], box[1] + box[3])]

how = sys.argv[1]
alone, atlas = read("alone.json"), read("atlas.json")
assert len(alone) > 10 and alone.keys() == atlas.keys(), (sorted(alone), sorted(atlas))
for name, one in alone.items():
    other = atlas[name]
    assert how == "masks" or one["size"] == other["size"], name
    assert how == "inner" or one["mask"] == other["mask"], name
    assert how != "whole" or one["bounds"] == other["bounds"], name
    box = other["bounds"]
    assert how != "inner" or pixels(one, box) == pixels(other, box), name
END
}

# The atlases in a folder.
files() {
    find "$1" -type f ! -name '*.png' | LC_ALL=C sort
}

@test "every exporter and mode of free-tex-packer" {
    take_sprites
    install free-tex-packer-core
    "$HITMASK" bake --quiet sprites -o alone.json
    node "$BATS_TEST_DIRNAME/packers.js" "$modules" free-tex-packer sprites out
    local folder how
    local -i compared=0
    for folder in out/*; do
        how=whole
        case $folder in
        *-cropped) how=masks ;;
        # Its offsets are 0, whatever it trimmed, and what it turned is turned the other way.
        */Spine-turned | */Spine-both | */Spine-pages | */Spine-trimmed) continue ;;
        esac
        echo "$folder"
        # shellcheck disable=SC2046
        compare "$how" $(files "$folder")
        compared+=1
    done
    is 'how many were compared' "$compared" 74
}

@test "every template and algorithm of spritesmith" {
    take_sprites
    install spritesmith spritesheet-templates
    "$HITMASK" bake --quiet sprites -o alone.json
    node "$BATS_TEST_DIRNAME/packers.js" "$modules" spritesmith sprites out
    local folder
    local -i compared=0
    for folder in out/*; do
        echo "$folder"
        # shellcheck disable=SC2046
        compare whole $(files "$folder")
        compared+=1
    done
    is 'how many were compared' "$compared" 20
}

@test "every mode of AssetPack" {
    take_sprites
    install @assetpack/core
    "$HITMASK" bake --quiet sprites -o alone.json
    node "$BATS_TEST_DIRNAME/packers.js" "$modules" assetpack sprites out
    local folder how
    local -i compared=0
    for folder in out/*; do
        echo "$folder"
        # Its trim takes black pixels for empty ones.
        case $folder in
        */trimmed-* | */both-*) how=inner ;;
        *) how=whole ;;
        esac
        # shellcheck disable=SC2046
        compare "$how" $(files "$folder")
        compared+=1
    done
    is 'how many were compared' "$compared" 8
}
