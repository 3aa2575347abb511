#!/usr/bin/env bats
# tune.bats - a page on which masks are chosen: what it is made of, and what it refuses; what the page
# does is in tests/page/test_tune.py

load helpers

# settings PAGE: what the tool wrote beside the pack.
settings() {
    sed -n 's/.*id="settings">\([^<]*\)<.*/\1/p' "$1" | base64 -d
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p art/fx
    draw_png art/hero.png '.159#'
    draw_png art/fx/glow.png '.159#'
}

@test "a page with the art and how each sprite is made, which asks nobody" {
    hitmask tune art -o page.html
    expect 0 '' ''
    holds page.html "default-src 'none'"
    is sprites "$(settings page.html | tail -n +2)" '["fx/glow.png",null,null,0,"none",0,0,false,0,0,{"map":[0,0],"cell":1,"prune":1,"drop":false},"fx/glow.png"],
["hero.png",null,null,0,"none",0,0,false,0,0,{"map":[0,0],"cell":1,"prune":1,"drop":false},"hero.png"]]}'
    is head "$(settings page.html | head -1)" \
        '{"page":"tune","config":false,"words":["art"],"explicit":[],"problems":[],"sprites":['
    # Equal inputs and options give equal bytes.
    hitmask tune art -o again.html
    same page.html again.html
    # The title is the name of the folder.
    hitmask tune art/ -o slash.html
    holds slash.html '<title>art – hitmask</title>'
}

@test "the page begins with the options, the rules and the layers of the bake" {
    echo '{ "options": { "grow": 1 },
            "rules": [ { "match": "fx/**", "alpha-threshold": 100, "layers": { "c": { "color-key": "magenta" } } } ] }' >rules.json
    hitmask tune art --config rules.json --key-tolerance 3 --no-points --strip-extension -o page.html
    expect 0 '' ''
    is sprites "$(settings page.html | tail -n +2)" '["fx/glow",null,null,100,"none",3,0,false,1,0,null,"fx/glow.png"],
["fx/glow","c",null,100,"#ff00ff",3,0,false,1,0,null,"fx/glow.png"],
["hero",null,null,0,"none",3,0,false,1,0,null,"hero.png"]]}'
    is head "$(settings page.html | head -1)" \
        '{"page":"tune","config":true,"words":["art","--config=rules.json","--no-points","--strip-extension"],"explicit":["key-tolerance"],"problems":[],"sprites":['
}

@test "what settings do not change is on the page with the reason" {
    hitmask tune art/hero.png --solid -o page.html
    expect 0 '' ''
    settings page.html | grep -q '"Its rule makes every pixel solid."'
    hitmask tune art/hero.png --auto-cut 0 -o page.html
    settings page.html | grep -q '"--auto-cut cuts the picture by the mask itself."'
}

@test "art that cannot be read is said, on the page too, and the others are there" {
    echo 'no picture' >art/fx/bad.png
    hitmask tune art -o page.html
    expect 1 '' "$stderr"
    [[ $stderr == 'art/fx/bad.png: error: '* ]]
    settings page.html | grep -q '"problems":\["art/fx/bad.png: '
    settings page.html | grep -q '^\["hero.png"'
}

@test "nothing to tune, and too much of it" {
    mkdir none
    hitmask tune none -o page.html
    is status "$status" 1
    animate '"hero"' 10 '{}' >x.json
    hitmask tune x.json -o page.html
    expect 1 '' 'hitmask: error: nothing to tune: no sprite was made from a picture'
    python3 - <<'END'
import json
json.dump({"frames": {"f%d" % i: {"frame": {"x": i % 5, "y": 0, "w": 1, "h": 1}} for i in range(20001)},
           "meta": {"image": "art/hero.png"}}, open("many.json", "w"))
END
    hitmask tune many.json -o page.html
    expect 1 '' 'hitmask: error: 20,001 sprites are more than the 20,000 that a page can show; name a folder or an atlas of them'
    [ ! -e page.html ]
}

@test "wrong use: no page, no input, options of files that a bake writes" {
    hitmask tune art
    expect 2 '' 'hitmask: error: no page; add -o PAGE.html'
    hitmask tune -o page.html
    expect 2 '' 'hitmask: error: no input; name PNGs, folders, atlases or JSON documents'
    hitmask tune art -o page.html --cache x.cache
    is status "$status" 2
    hitmask tune art -o page.html --alpha-threshold 256
    is status "$status" 2
}

@test "a page replaces no art and no file of others" {
    cp art/hero.png kept.png
    hitmask tune art -o art/hero.png --force
    is status "$status" 2
    same art/hero.png kept.png
    echo mine >mine.html
    hitmask tune art -o mine.html
    expect 2 '' 'mine.html: error: exists, and hitmask did not write it; write to another name, or replace it with --force'
    hitmask tune art -o page.html
    hitmask tune art -o page.html
    expect 0 '' ''
    hitmask tune art -o -
    [[ $output == '<!DOCTYPE html>'* ]]
}

@test "hostile names and options are no markup" {
    draw_png 'art/<script>x.png' '#'
    hitmask tune art --exclude '</script>' -o page.html
    is status "$status" 0
    is scripts "$(grep -c '<script>x' page.html)" 0
}
