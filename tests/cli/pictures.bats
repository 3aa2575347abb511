#!/usr/bin/env bats
# pictures.bats - inspect's pictures, where their art comes from, and which sprites are shown

load helpers

# dimensions FILE: width and height of a PNG.
dimensions() {
    od -An -tu1 -j16 -N8 "$1" | {
        read -r a b c d e f g h
        echo $((a << 24 | b << 16 | c << 8 | d)) $((e << 24 | f << 16 | g << 8 | h))
    }
}

@test "--png: a picture of one, a sheet of many, the same each time; and no table beside it" {
    bake "$SPRITES" -o x.hmk
    hitmask inspect x.hmk person.png --png one.png
    expect 0 '' ''
    # 40 x 64 pixels of 15, a margin of 32 on every side, and room for words.
    is 'the size of one' "$(dimensions one.png)" '664 1120'
    hitmask inspect x.hmk --png a.png
    expect 0 '' ''
    "$HITMASK" inspect x.hmk --png - | same - a.png
    hitmask inspect x.hmk person.png --ascii --png b.png
    is 'the first line' "${lines[0]}" 'person.png  40x64'
    same one.png b.png
    # The tool's own reader takes it.
    hitmask bake a.png -o y.hmk
    expect 0 '' ''
}

@test "the legend has no points where no sprite has any, and tells of a pack without sprites" {
    draw_png a.png '#'
    bake a.png --no-points -o x.hmk
    hitmask inspect x.hmk --png shown.png
    is 'what has the colour of points' "$(count_color shown.png '#ffb347')" 0
    bake a.png -o x.hmk
    hitmask inspect x.hmk --png shown.png
    (($(count_color shown.png '#ffb347') > 100))
    echo '{"format": "hitmask", "version": 1, "sprites": []}' >none.json
    hitmask inspect none.json --png none.png
    is 'what has the colour of the outline' "$(count_color none.png '#67f2e4')" 0
    (($(count_color none.png '#98a2b3') > 100))
}

@test "--png of nothing, and of thousands" {
    echo '{"format": "hitmask", "version": 1, "sprites": []}' >none.json
    hitmask inspect none.json --png none.png --svg none.svg
    expect 0 '' ''
    for i in {1..3000}; do
        echo "{\"name\":\"$i\",\"source\":\"a.png\",\"region\":[0,0,9,9],\"size\":[9,9],\"pivot\":[0,0],\"bounds\":[1,1,2,1],\"area\":2,\"mask\":{\"rows\":[\"##\"]}}"
    done | paste -sd, | sed '1s/^/{"format":"hitmask","version":1,"sprites":[/; $s/$/]}/' >many.json
    hitmask inspect many.json --png many.png
    expect 0 '' ''
    local width height
    read -r width height < <(dimensions many.png)
    ((width * height < 30000000))
}

@test "a huge sprite is scaled down in every drawing" {
    /usr/bin/python3 - >huge.json <<'END' || skip 'needs python3'
import base64
rows = base64.b64encode(b"\xff" * 125000 * 3).decode()
print('{"format":"hitmask","version":1,"sprites":[{"name":"a","source":"a.png","region":[0,0,1000000,3],'
      '"size":[1000000,3],"pivot":[0,0],"bounds":[0,0,1000000,3],"area":3000000,"mask":{"base64":"%s"}}]}' % rows)
END
    hitmask inspect huge.json --png huge.png --svg huge.svg
    expect 0 '' ''
    local width height
    read -r width height < <(dimensions huge.png)
    ((width < 2000 && height < 2000))
    holds huge.svg 'scale(245)'
}

@test "--svg: outlines with holes, bounds, points and pivot, a unit a pixel" {
    draw_png ring.png '.....' '.###.' '.#.#.' '.###.' '.....'
    bake ring.png --pivot 0,1.5 -o x.hmk
    "$HITMASK" inspect x.hmk --svg - >a.svg
    holds a.svg '^<svg xmlns="http://www.w3.org/2000/svg" width="1020" height="1020" viewBox="0 0 5 5">$'
    holds a.svg '<title>ring.png</title>'
    holds a.svg 'fill-rule="evenodd" d="M1 1H4V4H1ZM2 3H3V2H2Z"/>'
    holds a.svg '<rect class="bounds" x="1" y="1" width="3" height="3"'
    holds a.svg 'class="points".* d="M1.25 1.25h.5v.5h-.5ZM2.25 1.25h.5v.5h-.5Z'
    holds a.svg 'class="pivot".* d="M0 1.5m-2 0h4m-2-2v4"/>'
    is 'the last line' "$(tail -n 1 a.svg)" '</svg>'
}

@test "names in SVG are escaped" {
    draw_png a.png '#'
    local name
    for name in '<script>alert(1)</script>' 'a & "b" '"'c'" ']]>' $'\xe2\x80\xaertl\xd7\xa9'; do
        bake a.png --name "$name" -o x.hmk
        "$HITMASK" inspect x.hmk --svg x.svg
        lacks x.svg '<script'
        /usr/bin/python3 -c '
import sys, xml.dom.minidom
title = xml.dom.minidom.parse("x.svg").getElementsByTagName("title")[0].firstChild.data
assert title == sys.argv[1].replace("\u202e", "\\xE2\\x80\\xAE"), title' "$name" ||
            skip 'needs python3'
        hitmask inspect x.hmk --png x.png
        expect 0 '' ''
    done
}

@test "--art: the art is below the mask" {
    bake "$SPRITES" -o x.hmk
    hitmask inspect x.hmk person.png --png plain.png
    hitmask inspect x.hmk person.png --png art.png --art "$SPRITES"
    expect 0 '' ''
    run cmp -s plain.png art.png
    is 'whether they are the same' "$status" 1
    is 'the size' "$(dimensions art.png)" "$(dimensions plain.png)"
}

@test "--svg --art: the art of each sprite is embedded below its mask, to the pixel" {
    mkdir art
    draw_png art/sheet.png '#.5' '.#.'
    draw_png art/gone.png '#'
    bake art/gone.png -o gone.hmk
    bake art --grid 1x1 --exclude gone.png -o x.hmk
    hitmask inspect x.hmk --svg x.svg --art art
    expect 0 '' ''
    is 'how many sprites have art' "$(grep -c '<image class="art" width="1" height="1"' x.svg)" 6
    # Art, then mask: what comes later lies above.
    is order "$(grep -o 'class="[a-z]*"' x.svg | head -n 2 | tr '\n' ' ')" 'class="art" class="mask" '
    /usr/bin/python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("x.svg")' ||
        skip 'no python3 to read it'
    # The third cell is a pixel of another alpha.
    sed -n 's/.*base64,\([^"]*\)".*/\1/p' x.svg | sed -n 3p | base64 -d >third.png
    bake third.png --alpha-threshold 139 -o third.json
    is solid "$(fact area third.json)" 1
    bake third.png --alpha-threshold 140 -o third.json
    is solid "$(fact area third.json)" 0
    # Without art nothing changes; what is missing is told once, though two pictures want it.
    hitmask inspect x.hmk --svg plain.svg
    lacks plain.svg 'xlink\|image'
    rm art/gone.png
    hitmask inspect gone.hmk --art art --png y.png --svg y.svg
    expect 0 '' "gone.hmk: warning: the art 'gone.png' is left out: cannot open 'art/gone.png': No such file or directory [art]"
    lacks y.svg '<image'
    hitmask inspect gone.hmk --art art --svg y.svg
    expect 0 '' "gone.hmk: warning: the art 'gone.png' is left out: cannot open 'art/gone.png': No such file or directory [art]"
}

# left_out SOURCE REASON: x.json, whose source is set to that, is drawn without art.
left_out() {
    sed "s|\"source\": .*|\"source\": \"$1\",|" x.json >y.json
    hitmask inspect y.json --png y.png --art art
    is 'the exit status' "$status" 0
    is 'the warning' "$stderr" "y.json: warning: the art '$1' is left out: $2 [art]"
    same y.png plain.png
}

@test "--art opens nothing outside its folder, and art that is not what it was is left out" {
    mkdir -p art/sub secret
    draw_png secret/a.png '#.'
    draw_png art/wide.png '#..'
    draw_png art/narrow.png '#'
    echo text >art/text.png
    mkdir art/folder.png
    mkfifo art/pipe.png
    ln -s ../secret/a.png art/out.png
    ln -s ../secret art/outside
    ln -s "$PWD/secret/a.png" art/absolute.png
    ln -s nowhere art/dangling.png
    bake secret -o x.json
    hitmask inspect x.json --png plain.png
    left_out a.png "cannot open 'art/a.png': No such file or directory"
    left_out ../secret/a.png 'leads outside the --art folder'
    left_out sub/../../secret/a.png 'leads outside the --art folder'
    left_out "$PWD/secret/a.png" 'leads outside the --art folder'
    left_out out.png 'leads outside the --art folder'
    left_out outside/a.png 'leads outside the --art folder'
    left_out absolute.png 'leads outside the --art folder'
    left_out dangling.png "cannot open 'art/dangling.png': No such file or directory"
    left_out folder.png 'is a folder'
    left_out pipe.png 'is not a regular file'
    left_out text.png 'is not a picture that can be read'
    # That is no fault of the file, but of the sprite.
    sed 's|"name": .*|"name": "hero",|; s|"source": .*|"source": "narrow.png",|' x.json >y.json
    hitmask inspect y.json --png y.png --art art
    is 'the warning' "$stderr" "y.json: warning: the art 'hero' is left out: \
the image is 1x1, but the sprite was baked from 2x1 at 0,0 [art]"
    # A link that stays inside is followed; a larger image still has the region.
    cp secret/a.png art/sub/real.png
    ln -s sub/real.png art/inside.png
    sed 's|"source": .*|"source": "inside.png",|' x.json >y.json
    hitmask inspect y.json --png y.png --art art
    expect 0 '' ''
    sed 's|"source": .*|"source": "wide.png",|' x.json >y.json
    hitmask inspect y.json --png y.png --art art
    expect 0 '' ''
}

@test "--art that is no folder is an error, once, and nothing is written" {
    draw_png a.png '#'
    draw_png b.png '#'
    bake a.png b.png -o x.hmk
    hitmask inspect x.hmk --art nowhere --png y.png --svg y.svg
    expect 1 '' 'nowhere: error: is not a folder; --art needs one'
    hitmask inspect x.hmk --art a.png --embed-art --html y.html
    expect 1 '' 'a.png: error: is not a folder; --art needs one'
    hitmask inspect nowhere.hmk --art nowhere --png y.png
    expect 1 '' 'nowhere: error: is not a folder; --art needs one
nowhere.hmk: error: cannot open: No such file or directory'
    is 'what was written' "$(find . -name 'y.*')" ''
}

@test "art that is missing throughout: five are told of, and how many more" {
    mkdir empty
    bake "$SPRITES" -o x.hmk
    hitmask inspect x.hmk --png y.png --art empty
    is 'the exit status' "$status" 0
    is 'how many lines' "${#stderr_lines[@]}" 6
    is 'the first line' "${stderr_lines[0]}" \
        "x.hmk: warning: the art 'ball.png' is left out: cannot open 'empty/ball.png': No such file or directory [art]"
    is 'the last line' "${stderr_lines[5]}" 'x.hmk: warning: the art is left out for 15 more names [art]'
}

@test "--sort and --warnings" {
    bake "$SPRITES" -o x.hmk
    order() {
        "$HITMASK" inspect x.hmk "$@" | sed '1d; s/ .*//' | head -n 3 | tr '\n' ' '
    }
    is name "$(order --sort name)" 'ball.png block.png cloud.png '
    is size "$(order --sort size)" 'block.png diagonals.png ring.png '
    is area "$(order --sort area)" 'block.png magenta.png ring.png '
    is solid "$(order --sort solid)" 'full.png magenta.png block.png '
    is points "$(order --sort points)" 'ring.png person-walk-1.png person-walk-3.png '
    is warnings "$(order --warnings)" 'empty.png full.png magenta.png '
    is 'of some' "$(order --warnings 'm*' 'b*')" 'magenta.png '
    is 'in order' "$(order --warnings --sort points)" 'magenta.png full.png empty.png '
    "$HITMASK" inspect x.hmk --json >a.json
    "$HITMASK" inspect x.hmk --json --sort area | same - a.json
    hitmask inspect x.hmk --sort colour
    expect 2 '' "hitmask: error: --sort: 'colour' is not one of name, size, area, solid, points"
}

# spares WHAT NAME COMMAND...: that would write over the pack, and does not.
spares() {
    hitmask "${@:3}"
    expect 2 '' "$2: error: is the pack that is read; give the $1 another name"
    same game.hmk kept
}

@test "no picture is written over the pack that it is of, however it is spelled" {
    draw_png a.png '#'
    bake a.png -o game.hmk
    cp game.hmk kept
    ln -s game.hmk link
    ln game.hmk hard
    spares picture game.hmk inspect game.hmk --png game.hmk
    spares picture ./game.hmk inspect game.hmk --svg ./game.hmk
    spares page link inspect game.hmk --html link
    spares picture hard inspect game.hmk --ascii --png hard
    spares picture game.hmk inspect link --png game.hmk
    spares picture game.hmk query game.hmk a.png a.png --at 0,0 --png game.hmk
    spares picture game.hmk diff game.hmk kept --png game.hmk
    spares picture link diff kept game.hmk --png link
    # A file that only looks the same is another file.
    cp game.hmk copy
    hitmask inspect game.hmk --png copy --force
    expect 0 '' ''
}

@test "no picture is written over the pack that standard input is" {
    not_on_windows 'Wine does not know the volume of a file that is standard input'
    draw_png a.png '#'
    bake a.png -o game.hmk
    cp game.hmk kept
    run --separate-stderr "$HITMASK" inspect - --png game.hmk <game.hmk
    expect 2 '' 'game.hmk: error: is the pack that is read; give the picture another name'
    same game.hmk kept
}

@test "pictures that cannot be written" {
    draw_png a.png '#'
    bake a.png -o x.hmk
    hitmask inspect x.hmk --png nowhere/a.png --svg nowhere/a.svg
    expect 1 '' "nowhere/a.png: error: the folder 'nowhere' does not exist
nowhere/a.svg: error: the folder 'nowhere' does not exist"
    echo old >kept.png
    hitmask inspect x.hmk b.png --png kept.png
    is 'the exit status' "$status" 1
    is 'what was there' "$(cat kept.png)" old
    run --separate-stderr bash -c '"$0" inspect x.hmk --png - >/dev/full' "$HITMASK"
    is 'the exit status' "$status" 1
}
