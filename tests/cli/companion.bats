#!/usr/bin/env bats
# companion.bats - a picture beside the sprite decides its solid pixels; or none does: --solid

load helpers

# art/ with a hero whose mask is another picture, and a rock that has none.
make_art() {
    mkdir -p art/deep
    draw_png art/deep/hero.png '####' '####'
    draw_png art/deep/hero_mask.png '.#5.' '....'
    draw_png art/rock.png '##.'
}

# ---- Companions -----------------------------------------------------------------------------

@test "a companion decides the solid pixels and is no sprite" {
    make_art
    hitmask bake art --mask-suffix _mask -o x.json
    expect 0 '' ''
    is names "$(names x.json)" $'deep/hero.png\nrock.png'
    is bounds "$(fact bounds x.json)" $'[1, 0, 2, 1]\n[0, 0, 2, 1]'
    is sources "$(fact source x.json)" $'"deep/hero.png"\n"rock.png"'
    is sizes "$(fact size x.json)" $'[4, 2]\n[3, 1]'
    # Without the option they are two sprites.
    bake art -o x.json
    is names "$(names x.json)" $'deep/hero.png\ndeep/hero_mask.png\nrock.png'
}

@test "threshold and key apply to the companion alone" {
    draw_png_rgb a.png 3 000000 000000 ffffff
    draw_png_rgb a-hit.png 3 000000 ffffff 000000
    bake a.png --mask-suffix -hit --color-key '#000000' -o x.json
    is bounds "$(fact bounds x.json)" '[1, 0, 1, 1]'
    make_art
    bake art --mask-suffix _mask --alpha-threshold 200 -o x.json
    is areas "$(fact area x.json)" $'1\n2'
}

@test "a rule for the sprite is what holds, and none for its companion" {
    make_art
    echo '{ "rules": [ { "match": "hero.png", "alpha-threshold": 200 },
                       { "match": "hero_mask.png", "alpha-threshold": 0 } ] }' >rules.json
    hitmask bake art --mask-suffix _mask --config rules.json -o x.json
    expect 0 '' "rules.json:2:24: warning: no input matches 'hero_mask.png'; see 'hitmask help names' [rule-unmatched]"
    is areas "$(fact area x.json)" $'1\n2'
}

@test "a mask that is excluded does not count" {
    local input
    draw_png a.png '##.'
    draw_png a_mask.png '.#.'
    for input in . a.png; do
        bake $input --mask-suffix _mask -o x.json
        is 'the area by the mask' "$(fact area x.json)" 1
        bake $input --mask-suffix _mask --exclude a_mask.png -o x.json
        is 'the area without it' "$(fact area x.json)" 2
    done
}

@test "a companion is found beside a file, and may itself be named" {
    make_art
    cd art/deep
    bake hero.png --mask-suffix _mask -o ../../x.hmk
    hitmask bake ./hero_mask.png hero.png --mask-suffix _mask -o ../../y.hmk
    expect 0 '' ''
    cd ../..
    same x.hmk y.hmk
    is area "$(fact area x.hmk)" 2
    mkdir links
    ln -s ../art/deep/hero.png ../art/deep/hero_mask.png links
    hitmask bake links --mask-suffix _mask -o y.hmk
    expect 0 '' ''
    same x.hmk y.hmk
}

@test "spelling: any extension of a PNG; a suffix alone is a name" {
    mkdir art
    draw_png art/a.PNG '##'
    draw_png art/a_mask.PNG '.#'
    draw_png art/_mask.png '###'
    hitmask bake art --mask-suffix _mask -o x.json
    expect 0 '' ''
    is names "$(names x.json)" $'_mask.png\na.PNG'
    is areas "$(fact area x.json)" $'3\n1'
}

@test "spelling: the extension of a mask is that of its picture to the letter" {
    not_on_windows 'b_mask.png and b_mask.PNG are one file'
    mkdir art
    draw_png art/b.png '##'
    draw_png art/b_mask.PNG '.#'
    hitmask bake art --mask-suffix _mask -o x.json
    expect 0 '' 'art/b_mask.PNG: warning: is skipped: its name makes it the mask of a picture that is not an input [mask-unused]'
    is names "$(names x.json)" b.png
    is areas "$(fact area x.json)" 2
}

@test "a companion without its sprite is in the depfile, for it may be a link" {
    mkdir art
    draw_png art/b.png '##'
    draw_png art/ghost_mask.png '#'
    hitmask bake art --mask-suffix _mask -o x.hmk -MD
    is depfile "$(cat x.d)" 'x.hmk: \
  art/ \
  art/b.png \
  art/ghost_mask.png'
}

@test "the page of an atlas has no companion, which is said" {
    mkdir art
    draw_png art/page.png '##'
    draw_png art/page_mask.png '.#'
    printf '{"frames": {"f.png": {"frame": {"x": 0, "y": 0, "w": 2, "h": 1}}},
        "meta": {"image": "page.png"}}' >art/game.json
    hitmask bake art/game.json art --mask-suffix _mask -o x.hmk
    expect 0 '' 'art/page_mask.png: warning: is skipped: its name makes it the mask of a picture that is not an input [mask-unused]'
    is areas "$(fact area x.hmk)" 2
}

@test "a companion without its sprite is skipped with a warning" {
    make_art
    draw_png art/ghost_mask.png '#'
    draw_png art/deep/hero_mask_mask.png '#'
    local -r why='is skipped: its name makes it the mask of a picture that is not an input [mask-unused]'
    hitmask bake art --mask-suffix _mask -o x.json
    expect 0 '' "art/deep/hero_mask_mask.png: warning: $why
art/ghost_mask.png: warning: $why"
    is names "$(names x.json)" $'deep/hero.png\nrock.png'
    hitmask bake art --mask-suffix _mask --dry-run
    is listed "$output" 'bake  art/deep/hero.png
bake  art/rock.png
skip  art/deep/hero_mask.png       a mask
skip  art/deep/hero_mask_mask.png  a mask without its picture
skip  art/ghost_mask.png           a mask without its picture'
    hitmask bake art/rock.png art/deep/hero_mask.png --mask-suffix _mask -o x.json
    expect 0 '' "art/deep/hero_mask.png: warning: $why"

    keep_old_output
    refuses 1 "art/ghost_mask.png: warning: $why
hitmask: error: --mask-suffix leaves no input" art/ghost_mask.png --mask-suffix _mask
}

@test "a companion that is excluded is not there" {
    make_art
    hitmask bake art --mask-suffix _mask --exclude '*_mask.png' -o x.json
    expect 0 '' ''
    is areas "$(fact area x.json)" $'8\n2'
}

@test "another size is an error with both files and sizes" {
    make_art
    keep_old_output
    draw_png art/rock_mask.png '##' '##'
    refuses 1 'art/rock_mask.png: error: is 2x2, but it is the mask of art/rock.png, which is 3x1' \
        art --mask-suffix _mask
}

@test "damage in either file is an error" {
    make_art
    keep_old_output
    truncate -s -30 art/deep/hero_mask.png
    patch art/rock.png -20 ffff
    refuses 1 'art/deep/hero_mask.png: error: truncated: the file ends inside the image data
art/rock.png: error: damaged: the image data cannot be decompressed (chunk IDAT)' art --mask-suffix _mask
    make_art
    truncate -s -30 art/deep/hero.png
    refuses 1 'art/deep/hero.png: error: truncated: the file ends inside the image data' \
        art --mask-suffix _mask
}

@test "a companion that may not be read is an error" {
    not_on_windows 'Wine cannot look at a file that may not be read'
    make_art
    chmod 0 art/deep/hero_mask.png
    hitmask_without_privileges bake art --mask-suffix _mask -o x.hmk
    expect 1 '' 'art/deep/hero_mask.png: error: cannot open: Permission denied'
}

@test "a companion that is a link to nowhere is an error, not left out" {
    not_on_windows 'Wine hides the links of this system'
    make_art
    ln -s nowhere art/rock_mask.png
    hitmask bake art/rock.png --mask-suffix _mask -o x.hmk
    expect 1 '' 'art/rock_mask.png: error: cannot open: No such file or directory'
    [ ! -e x.hmk ]
}

@test "warnings name the companion, as it is what decides" {
    make_art
    draw_png art/rock_mask.png '...'
    hitmask bake art --mask-suffix _mask -o x.json
    expect 0 '' 'art/rock_mask.png: warning: no pixel is solid [empty]'
    holds x.json '"warnings": \["empty"\]'
}

@test "a suffix is something" {
    hitmask bake a.png --mask-suffix '' -o x.hmk
    expect 2 '' 'hitmask: error: --mask-suffix: a suffix must be UTF-8 without control characters or /, and not empty'
    hitmask bake a.png --mask-suffix a/b -o x.hmk
    expect 2 '' 'hitmask: error: --mask-suffix: a suffix must be UTF-8 without control characters or /, and not empty'
}

# ---- Full boxes -----------------------------------------------------------------------------

@test "--solid makes a sprite its full box, without a warning" {
    draw_png a.png '....' '.#..'
    draw_png_rgb b.png 2 000000 000000
    hitmask bake a.png b.png --solid --color-key magenta -o x.json
    expect 0 '' ''
    is bounds "$(fact bounds x.json)" $'[0, 0, 4, 2]\n[0, 0, 2, 1]'
    lacks x.json warnings
}

@test "--solid by a rule, over a companion" {
    make_art
    echo '{ "rules": [ { "match": "*.png", "solid": true },
                       { "match": "rock.png", "solid": false } ] }' >rules.json
    hitmask bake art --mask-suffix _mask --config rules.json -o x.json
    expect 0 '' ''
    is areas "$(fact area x.json)" $'8\n2'
}

@test "--solid does not make a damaged picture good" {
    draw_png a.png '....' '.#..'
    keep_old_output
    truncate -s -30 a.png
    refuses 1 'a.png: error: truncated: the file ends inside the image data' a.png --solid
}
