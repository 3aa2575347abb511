#!/usr/bin/env bats
# thresholds.bats - inspect --thresholds: how much of art is solid at which threshold

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir art
    draw_png art/hard.png '##' '..'
    draw_png art/soft.png '1111' '9999' '####' '....'
    draw_png art/none.png '.'
}

@test "a table, first what depends most on the threshold" {
    hitmask inspect --thresholds art
    # Alphas of 28, 252 and 255: four each.
    expect 0 'NAME           0      16      32      64      96     127     160     200     240  PLATEAU
soft.png  100.0%  100.0%   66.7%   66.7%   66.7%   66.7%   66.7%   66.7%   66.7%   28-251
hard.png  100.0%  100.0%  100.0%  100.0%  100.0%  100.0%  100.0%  100.0%  100.0%    0-254
none.png       -       -       -       -       -       -       -       -       -        -' ''
}

@test "as JSON: numbers of pixels" {
    hitmask inspect --thresholds --json art/soft.png art/none.png
    expect 0 '{
  "thresholds": [0, 16, 32, 64, 96, 127, 160, 200, 240],
  "sprites": [
    { "name": "soft.png", "visible": 12, "solid": [12, 12, 8, 8, 8, 8, 8, 8, 8], "plateau": [28, 251] },
    { "name": "none.png", "visible": 0, "solid": [0, 0, 0, 0, 0, 0, 0, 0, 0], "plateau": null }
  ]
}' ''
    echo "$output" | python3 -c 'import json, sys; json.load(sys.stdin)'
}

@test "cells, frames of an atlas, and what cannot be read" {
    echo '{ "frames": { "a": { "frame": { "x": 0, "y": 0, "w": 4, "h": 1 } },
                        "b": { "frame": { "x": 0, "y": 1, "w": 4, "h": 2 } } },
            "meta": { "image": "art/soft.png" } }' >sheet.json
    hitmask inspect --thresholds --json sheet.json
    [[ $output == *'"name": "a", "visible": 4, "solid": [4, 4, 0, 0, 0, 0, 0, 0, 0], "plateau": [0, 27]'* ]]
    [[ $output == *'"name": "b", "visible": 8, '* ]]
    echo bad >art/bad.png
    hitmask inspect --thresholds --json art
    is status "$status" 1
    [[ $stderr == 'art/bad.png: error: '* ]]
    [[ $output == *'"name": "hard.png"'* ]]
    hitmask inspect --thresholds
    is status "$status" 2
    hitmask inspect --thresholds art --html x.html
    expect 2 '' 'hitmask: error: --thresholds is a table of its own; of the other options it takes only --json and --config'
    hitmask inspect --thresholds missing
    is status "$status" 1
    # Nothing could be read: there is no table without rows.
    for option in '' --json; do
        hitmask inspect --thresholds $option art/bad.png
        is status "$status" 1
        is output "$output" ''
    done
}

@test "with a config: its keys, its names, its cells" {
    echo '{ "options": { "strip-extension": true },
            "rules": [{ "match": "soft", "grid": "4x2" }, { "match": "hard", "color-key": "#000000", "key-tolerance": 255 }] }' >rules.json
    hitmask inspect --thresholds --json --config rules.json art
    is status "$status" 0
    [[ $output == *'"name": "soft#0", "visible": 8, '* ]]
    [[ $output == *'"name": "hard", "visible": 0, '* ]]
    hitmask inspect --thresholds --config missing.json art
    is status "$status" 1
    [[ $stderr == 'missing.json: error: '* ]]
    hitmask bake art -o x.hmk --quiet
    hitmask inspect --config rules.json x.hmk
    [[ $stderr == *"--config"*"--thresholds"* ]]
}
