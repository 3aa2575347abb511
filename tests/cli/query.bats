#!/usr/bin/env bats
# query.bats - what the runtime answers, as text, JSON, drawings and pictures

load helpers

# An L and a bar of three.
bake_two() {
    draw_png ell.png '#..' '#..' '###'
    draw_png bar.png '###'
    bake ell.png bar.png -o x.hmk
}

@test "two that touch: all there is to know" {
    bake_two
    hitmask query x.hmk ell.png bar.png --at 1,2
    expect 0 'ell.png touches bar.png at 1,2
  first contact  1,2
  area           2
  normal         -2,0
  shortest way   0,-1
  ways out       left 2, right 4, up 1, down 1' ''
    hitmask query x.hmk ell.png bar.png --at 1,2 --json
    expect 0 '{
  "a": { "name": "ell.png", "flip": "" },
  "b": { "name": "bar.png", "flip": "" },
  "at": [1, 2],
  "touch": true,
  "first": [1, 2],
  "area": 2,
  "normal": [-2, 0],
  "escape": [0, -1],
  "exit": { "left": 2, "right": 4, "up": 1, "down": 1 }
}' ''
}

@test "two that do not touch are no failure" {
    bake_two
    hitmask query x.hmk ell.png bar.png --at 1,1
    expect 0 'ell.png does not touch bar.png at 1,1' ''
    hitmask query x.hmk ell.png bar.png --at -2147483648,2147483647 --json
    expect 0 '{
  "a": { "name": "ell.png", "flip": "" },
  "b": { "name": "bar.png", "flip": "" },
  "at": [-2147483648, 2147483647],
  "touch": false,
  "area": 0
}' ''
    hitmask query x.hmk ell.png bar.png --at -2147483648,2147483647 --ascii
    is 'the exit status' "$status" 0
    [ "${#output}" -lt 300000 ]
}

@test "flips: of A, of B, of both, in one word or several" {
    bake_two
    flipped() {
        "$HITMASK" query x.hmk ell.png ell.png --at 2,0 "$@" --json | sed -n 's/ *"area": //p'
    }
    is none "$(flipped)" 1,
    is 'B alone' "$(flipped --flip h)" 1,
    is 'A alone' "$(flipped --flip ah)" 3,
    is 'A and B' "$(flipped --flip ah --flip bh)" 1,
    is 'in one word' "$(flipped --flip ahbh)" 1,
    hitmask query x.hmk ell.png ell.png --at 2,0 --flip ahvbv --json
    is 'the flips' "$(grep -o '"flip": "[hv]*"' <<<"$output" | tr '\n' ' ')" \
        '"flip": "hv" "flip": "v" '
    hitmask query x.hmk ell.png ell.png --at 2,0 --flip ahv
    is 'the first line' "${lines[0]}" \
        'ell.png (flipped horizontally and vertically) touches ell.png at 2,0'
}

@test "turned and scaled" {
    bake_two
    # The bar stands upright round its middle.
    hitmask query x.hmk ell.png bar.png --at 0,1 --rotate 90 --json
    expect 0 '{
  "a": { "name": "ell.png", "flip": "" },
  "b": { "name": "bar.png", "flip": "" },
  "at": [0, 1],
  "rotate": 90,
  "touch": true,
  "first": [1, 2],
  "area": 1
}' ''
    hitmask query x.hmk ell.png bar.png --at 0,1 --scale 3
    expect 0 'ell.png touches bar.png at 0,1, scaled by 3
  first contact  0,0
  area           5' ''
    hitmask query x.hmk ell.png bar.png --at 0,1 --rotate -450.0 --scale -1 --json
    is 'the exit status' "$status" 0
    hitmask query x.hmk ell.png bar.png --at 0,1 --rotate -007.50 --scale 000.50 --json
    is 'the exit status' "$status" 0
    holds <(echo "$output") '^  "rotate": -7.50,$'
    holds <(echo "$output") '^  "scale": 0.50,$'
}

@test "a sprite that is too large to be turned is an error, and no answer" {
    # In QOI, 65536 pixels are 1057 runs of 62 and one of 2.
    {
        printf 'qoif\0\0\0\1\0\1\0\0\4\0'
        head -c 1057 /dev/zero | tr '\0' '\375'
        printf '\301\0\0\0\0\0\0\0\1'
    } >long.qoi
    draw_png dot.png '#'
    bake long.qoi dot.png -o x.hmk
    hitmask query x.hmk long.qoi dot.png --at 0,-5
    is 'the exit status' "$status" 0
    hitmask query x.hmk long.qoi dot.png --at 0,-5 --rotate 0
    expect 1 '' "x.hmk: error: the solid pixels of 'long.qoi' are 1x65536; with --rotate and --scale a side may have 65535 at most"
    hitmask query x.hmk dot.png long.qoi --at 0,5 --scale 2
    is 'the exit status' "$status" 1
}

@test "a move" {
    bake_two
    hitmask query x.hmk bar.png bar.png --at 5,0 --sweep-to 10,0
    expect 0 'bar.png does not touch bar.png at 5,0
  move 10,0: stops at 2,0; step 3 makes contact at 2,0, normal -2,0' ''
    hitmask query x.hmk bar.png bar.png --at 5,0 --sweep-to -4,2
    expect 0 'bar.png does not touch bar.png at 5,0
  move -4,2: no contact in 6 steps' ''
    hitmask query x.hmk bar.png bar.png --at 5,0 --sweep-to 0,1
    is 'the last line' "${lines[-1]}" '  move 0,1: no contact in 1 step'
    hitmask query x.hmk bar.png bar.png --at 1,0 --sweep-to 1,1
    is 'the last line' "${lines[-1]}" '  move 1,1: in contact from the start'
    hitmask query x.hmk bar.png bar.png --at 5,0 --sweep-to 10,0 --json
    is 'the sweep' "${lines[-2]}" \
        '  "sweep": { "to": [10, 0], "contact": true, "moved": [2, 0], "step": 3, "first": [2, 0], "normal": [-2, 0] }'
}

@test "--ascii draws both" {
    bake_two
    hitmask query x.hmk ell.png bar.png --at 1,2 --ascii
    is 'the drawing' "$(tail -n 3 <<<"$output")" 'a
a
aX#b'
    hitmask query x.hmk bar.png ell.png --at 6,-1 --sweep-to 9,0 --ascii
    is 'the drawing' "$(tail -n 3 <<<"$output")" '      b
aaammmb
      bbb'
}

@test "--png is a picture, the same each time, and goes to standard output alone" {
    bake "$SPRITES" -o x.hmk
    hitmask query x.hmk person.png enemy.png --at 20,8 --png a.png
    is 'the first line' "${lines[0]}" 'person.png touches enemy.png at 20,8'
    "$HITMASK" query x.hmk person.png enemy.png --at 20,8 --png - | same - a.png
    # Our own reader takes it.
    hitmask bake a.png -o y.hmk
    expect 0 '' ''
    hitmask query x.hmk person.png enemy.png --at 20,8 --png nowhere/a.png
    is 'the exit status' "$status" 1
    is 'the error' "$stderr" "nowhere/a.png: error: the folder 'nowhere' does not exist"
}

@test "--png - is refused on a terminal" {
    not_on_windows 'a terminal of this system is no console'
    needs_terminal
    bake "$SPRITES" -o x.hmk
    script -qec "'$HITMASK' query x.hmk person.png enemy.png --at 20,8 --png -" /dev/null \
        </dev/null >said || true
    holds said 'binary'
}

@test "--png tells the flips and the move below the picture" {
    bake_two
    picture() {
        "$HITMASK" query x.hmk bar.png bar.png --at 5,0 "${@:2}" --png "$1" >/dev/null
    }
    differ() {
        run cmp -s "$1" "$2"
        is "whether $1 and $2 are the same" "$status" 1
    }
    # A bar looks the same from all sides, and stops where it does however far it was to go.
    picture plain.png
    picture a.png --flip ah
    picture b.png --flip bh
    picture v.png --flip bv
    differ plain.png a.png
    differ a.png b.png
    differ b.png v.png
    picture ten.png --sweep-to 10,0
    picture nine.png --sweep-to 9,0
    differ ten.png nine.png
}

@test "--png marks what a move meets, beside the mark of the legend" {
    local free stopped
    bake_two
    hitmask query x.hmk bar.png bar.png --at 5,0 --sweep-to -4,2 --png free.png
    hitmask query x.hmk bar.png bar.png --at 5,0 --sweep-to 10,0 --png stopped.png
    free=$(count_color free.png '#ff3b4e')
    stopped=$(count_color stopped.png '#ff3b4e')
    ((free == 0 && stopped > 0))
}

@test "--png: the legend has what is drawn, and nothing else" {
    local -r normal='#5be37d' escape='#e06bff' moved='#9ec4ff'
    # shows QUERY... -- COLOUR...: the picture has these of the three colours.
    shows() {
        local -a query=()
        local color
        while [ "$1" != -- ]; do query+=("$1") && shift; done
        "$HITMASK" query x.hmk "${query[@]}" --png x.png >/dev/null
        for color in "$normal" "$escape" "$moved"; do
            case " $* " in
            *" $color "*) is "$color in ${query[*]}" "$(($(count_color x.png "$color") > 0))" 1 ;;
            *) is "$color in ${query[*]}" "$(count_color x.png "$color")" 0 ;;
            esac || return
        done
    }
    awk 'BEGIN {
        printf "{\"format\":\"hitmask\",\"version\":1,\"sprites\":[{\"name\":\"big\",\"source\":\"big\","
        printf "\"region\":[0,0,1030,1030],\"size\":[1030,1030],\"pivot\":[515,515],\"bounds\":[0,0,1030,1030],\"area\":%d,", 1030 * 1030
        printf "\"mask\":{\"rows\":["
        row = sprintf("%1030s", ""); gsub(" ", "#", row)
        for (i = 0; i < 1030; i++) printf "%s\"%s\"", i ? "," : "", row
        print "]}}]}" }' >big.json
    bake_two
    bake big.json ell.png bar.png -o x.hmk
    shows ell.png bar.png --at 1,2 -- "$normal" "$escape"
    shows ell.png ell.png --at 0,0 -- "$escape"
    shows big big --at 1,0 -- "$normal"
    shows big big --at 0,0 --
    shows ell.png bar.png --at 1,2 --rotate 1 --
    shows ell.png bar.png --at 1,2 --sweep-to 5,5 -- "$normal" "$escape" "$moved"
    shows bar.png bar.png --at 5,0 --
    shows bar.png bar.png --at 5,0 --sweep-to 10,0 -- "$moved"
}

@test "--png draws what lies as far to the right as a pack can have it" {
    echo '{"format":"hitmask","version":1,"sprites":[{"name":"a","source":"a.png","region":[0,0,8,8],"size":[2147483647,1],"pivot":[0,0],"bounds":[2147483645,0,2,1],"area":2,"mask":{"rows":["##"]}}]}' >far.json
    hitmask query far.json a a --at 0,0 --png q.png
    expect 0 'a touches a at 0,0
  first contact  2147483645,0
  area           2
  normal         0,0
  shortest way   0,-1
  ways out       left 2, right 2, up 1, down 1' ''
}

@test "a document is asked as a pack is" {
    bake "$SPRITES" -o x.hmk
    bake "$SPRITES" -o x.json
    "$HITMASK" query x.hmk person.png enemy.png --at 20,8 --json >a
    "$HITMASK" query x.json person.png enemy.png --at 20,8 --json | same - a
    "$HITMASK" query - person.png enemy.png --at 20,8 --json <x.hmk | same - a
}

@test "the name of a sheet: the message suggests its first cell; names in folders come before similar names" {
    mkdir -p art/b/c art/d
    draw_png art/b/c/walker.png '#.#.#.#.#.#.#.#.#.#.#.'
    draw_png art/walk.png '##'
    draw_png art/d/waiter.png '##'
    draw_png art/d/hero.png '##'
    draw_png art/hera.png '##'
    bake art -o cells.hmk --grid 2x1
    for name in walker.png c/walker.png b/c/walker.png; do
        hitmask query cells.hmk "$name" 'walk.png#0' --at 0,0
        expect 1 '' "cells.hmk: error: no sprite is named '$name'; did you mean 'b/c/walker.png#0'?"
        hitmask inspect cells.hmk "$name"
        expect 1 '' "cells.hmk: error: no sprite is named '$name'; did you mean 'b/c/walker.png#0'?"
    done
    # Two sheets of one name: one sprite of each.
    cp art/b/c/walker.png art/d/walker.png
    bake art -o two.hmk --grid 2x1 --layer hurt
    hitmask query two.hmk walker.png hero.png --at 0,0
    is 'two sheets' "${stderr_lines[0]}" "two.hmk: error: no sprite is named 'walker.png'; did you mean 'b/c/walker.png#0:hurt' or 'd/walker.png#0:hurt'?"
    bake art -o layers.hmk --layer hurt --exclude '**/walker.png'
    hitmask query layers.hmk hero.png waiter.png --at 0,0
    expect 1 '' "layers.hmk: error: no sprite is named 'hero.png'; did you mean 'd/hero.png:hurt'?
layers.hmk: error: no sprite is named 'waiter.png'; did you mean 'd/waiter.png:hurt'?"
}

@test "names that are not there, with the nearest ones; those that could mislead" {
    bake "$SPRITES" -o x.hmk
    hitmask query x.hmk persn.png enemi.png --at 0,0
    expect 1 '' "x.hmk: error: no sprite is named 'persn.png'; did you mean 'person.png'?
x.hmk: error: no sprite is named 'enemi.png'; did you mean 'enemy.png'?"
    hitmask query x.hmk walk $'\e[2J' --at 0,0
    expect 1 '' "x.hmk: error: no sprite is named 'walk'; did you mean 'person-walk-1.png', 'person-walk-2.png' or 'person-walk-3.png'?
x.hmk: error: no sprite is named '\\x1B[2J'"
    # Names that are equally near are listed as people count.
    draw_png run_2.png '#'
    cp run_2.png run_10.png
    bake run_2.png run_10.png -o z.hmk
    hitmask query z.hmk run run --at 0,0
    is 'what is said' "${stderr_lines[0]}" "z.hmk: error: no sprite is named 'run'; did you mean 'run_2.png' or 'run_10.png'?"
    local -r name=$'<script>"\xe2\x80\xae\xd7\xa9'
    draw_png a.png '#'
    bake a.png --name "$name" -o y.hmk
    hitmask query y.hmk "$name" "$name" --at 0,0
    is 'the first line' "${lines[0]}" \
        $'<script>"\\xE2\\x80\\xAE\xd7\xa9 touches <script>"\\xE2\\x80\\xAE\xd7\xa9 at 0,0'
    hitmask query y.hmk "$name" "$name" --at 0,0 --json --png p.png
    is 'the name' "${lines[1]}" $'  "a": { "name": "<script>\\"\xe2\x80\xae\xd7\xa9", "flip": "" },'
}

@test "wrong usage" {
    bake_two
    refused() {
        hitmask query "${@:2}"
        expect 2 '' "hitmask: error: $1"
    }
    refused 'name a pack and two of its sprites' x.hmk ell.png --at 0,0
    refused 'the position of B is missing; add --at X,Y' x.hmk ell.png bar.png
    refused 'name a pack and two of its sprites' x.hmk ell.png bar.png 5,-5
    refused 'name a pack and two of its sprites' x.hmk ell.png bar.png 5,-5 --at 1,1
    refused 'name a pack and two of its sprites' x.hmk ell.png bar.png 5
    refused '--sweep-to cannot be used with --rotate or --scale' \
        x.hmk ell.png bar.png --at 0,0 --rotate 3 --sweep-to 1,1
    refused '--json and --ascii cannot be used together' x.hmk ell.png bar.png --at 0,0 --json --ascii
    refused "two outputs cannot both be '-'" x.hmk ell.png bar.png --at 0,0 --json --png -
    refused "two outputs cannot both be '-'" x.hmk ell.png bar.png --at 0,0 --ascii --png -
    local value
    for value in '' 1 1,2,3 1.5,2 ,1 1, -,1 2147483648,0 0,-2147483649 a,b; do
        refused "--at: '$value' is not a pair of whole numbers such as 12,-3" \
            x.hmk ell.png bar.png --at="$value"
    done
    for value in '' a b ab hx 'h v' ha; do
        refused "--flip: '$value' is not a flip such as h, bv or ahv" \
            x.hmk ell.png bar.png --at 0,0 --flip="$value"
    done
    for value in '' . 1. .5 1e3 nan 1.1234567 1000001 12345678901; do
        refused "--rotate: '$value' is not an angle in degrees such as 22.5, from -1000000 to 1000000 and with at most 6 decimals" \
            x.hmk ell.png bar.png --at 0,0 --rotate="$value"
    done
    for value in '' 0 0.000001 64.1 x; do
        refused "--scale: '$value' is not a factor such as 1.5, from -64 to 64, other than 0 and with at most 6 decimals" \
            x.hmk ell.png bar.png --at 0,0 --scale="$value"
    done
    hitmask query x.hmk ell.png bar.png --at 0,0 --scale 0.001
    expect 2 '' 'x.hmk: error: the sprites are too far apart, or --scale is closer to 0 than 1/64'
}
