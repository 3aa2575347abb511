#!/usr/bin/env bats
# terminal.bats - what people see: tables and drawings in a real terminal of 80 and 40 columns

load helpers

teardown() {
    local socket
    for socket in socket-*; do
        [ ! -e "$socket" ] || tmux -S "$socket" kill-server 2>/dev/null || true
    done
}

# on_screen COLUMNS ARGUMENT...: the screen after a run, without the spaces at its lines' ends.
on_screen() (
    unwatched
    columns=$1
    shift
    command -v tmux >/dev/null || return 99
    printf -v words '%q ' "$HITMASK" "$@"
    # A server of its own each time: one that is ending takes new clients down with it.
    socket=$(mktemp -u socket-XXXXXX)
    # COLUMNS would say how wide the terminal is that the tests run in.
    tmux -u -S "$socket" -f /dev/null new-session -d -x "$columns" -y 70 \
        "env -u COLUMNS LC_ALL=C.UTF-8 TERM=screen-256color $words; echo done; sleep 60"
    for ((i = 0; i < 200; i++)); do
        tmux -u -S "$socket" capture-pane -p ${escapes:+-e} >screen
        if grep -q '^.*done$' screen; then break; fi
        sleep 0.02
    done
    tmux -S "$socket" kill-server
    sed '/^.*done$/,$d' screen
)

needs_tmux() {
    command -v tmux >/dev/null || skip 'needs tmux'
}

@test "the table fits 80 and 40 columns; in a pipe nothing is cut" {
    needs_tmux
    draw_png a.png '#.#'
    mkdir -p art/characters/heroes
    cp a.png art/characters/heroes/the-hero-of-the-story-who-has-a-very-long-name-1.png
    cp a.png $'art/\xe6\xbc\xa2\xe5\xad\x97.png'
    draw_png art/nothing.png '...'
    bake art -o x.hmk
    is 'at 80' "$(on_screen 80 inspect x.hmk)" \
        'NAME                           SIZE  BOUNDS   AREA  SOLID  POINTS  MAP  WARNINGS
characters/her..ng-name-1.png   3x1  3x1+0+0     2  66.7%       2  3x1
nothing.png                     3x1  0x0+0+0     0   0.0%       0  3x1  empty
'$'\xe6\xbc\xa2\xe5\xad\x97''.png                        3x1  3x1+0+0     2  66.7%       2  3x1'
    is 'at 40' "$(on_screen 40 inspect x.hmk)" \
        'NAME               SIZE  SOLID  WARNINGS
characte..e-1.png   3x1  66.7%
nothing.png         3x1   0.0%  empty
'$'\xe6\xbc\xa2\xe5\xad\x97''.png            3x1  66.7%'
    "$HITMASK" inspect x.hmk | holds - 'who-has-a-very-long-name-1.png  *3x1'
    COLUMNS=20 "$HITMASK" inspect x.hmk | holds - 'who-has-a-very-long-name-1.png  *3x1'
}

# A ring of 60 x 20 with three rows of stripes in it.
draw_wide() {
    local solid empty
    printf -v solid '%60s' ''
    printf -v empty '#%58s#' ''
    solid=${solid// /#}
    empty=${empty// /.}
    draw_png wide.png "$solid" "$solid" "$empty" "$empty" "$solid" "$solid"
    bake wide.png --prune 0 -o x.hmk
}

@test "--ascii is as it is in 80 columns, and scaled down to 40" {
    needs_tmux
    draw_wide
    on_screen 80 inspect x.hmk --ascii >shown
    "$HITMASK" inspect x.hmk --ascii | same - shown
    is 'at 40' "$(on_screen 40 inspect x.hmk --ascii)" \
        'wide.png  60x6  1:2
oooooooooooooooooooooooooooooo
o............................o
oooooooooooooooooooooooooooooo'
}

@test "--blocks: two pixels a character, scaled down to the width" {
    needs_tmux
    draw_png a.png \
        '.......' \
        '.####..' \
        '.#.##..' \
        '.#..#..' \
        '.#..#..' \
        '.####..'
    bake a.png --no-points -o x.hmk
    local -r drawing=$'a.png  7x6\n \xe2\x96\x84\xe2\x96\x84\xe2\x96\x84\xe2\x96\x84\n \xe2\x96\x88\xc2\xb7\xe2\x96\x80\xe2\x96\x88\n \xe2\x96\x88\xe2\x96\x84\xe2\x96\x84\xe2\x96\x88'
    hitmask inspect x.hmk --blocks
    expect 0 "$drawing" ''
    is 'at 40' "$(on_screen 40 inspect x.hmk --blocks --color never)" "$drawing"
    draw_wide
    is 'wide, at 40' "$(on_screen 40 inspect x.hmk --blocks --color never | sed -n 1p)" \
        'wide.png  60x6  1:2'
    is 'and its rows' "$(on_screen 40 inspect x.hmk --blocks --color never | wc -l)" 3
}

@test "--blocks in colour: points, solid, bounds" {
    needs_tmux
    draw_png a.png '....' '.###' '.###' '.##.' '.###' '....'
    bake a.png -o x.hmk
    hitmask inspect x.hmk --blocks --color always
    local -r point=$'\e[0m\e[38;5;215m' solid=$'\e[38;5;37m' half=$'\xe2\x96\x84' upper=$'\xe2\x96\x80'
    is 'a row' "${lines[1]}" " $point$half$half$half"$'\e[0m'
    escapes=1 on_screen 40 inspect x.hmk --blocks >shown
    holds shown '38;5;215'
    holds shown "$half"
    NO_COLOR=1 "$HITMASK" inspect x.hmk --blocks | lacks - $'\e'
    "$HITMASK" inspect x.hmk --blocks | lacks - $'\e'
}

@test "query and diff draw to fit" {
    needs_tmux
    draw_wide
    on_screen 40 query x.hmk wide.png wide.png --at 40,2 --ascii >shown
    is 'the drawing' "$(tail -n 3 shown)" 'aaaaaaaaaaaaa######Xbbbbbbbbbbbbbb
aaaaaaaaaaaaa#######bbbbbbbbbbbbbb
             bbbbbbbbbbbbbbbbbbbbb'
    draw_png wide.png '##' '##'
    bake wide.png -o y.hmk
    on_screen 40 diff x.hmk y.hmk --ascii >shown
    holds shown '^#-\{29\}$'
}

@test "binary to a terminal is refused" {
    not_on_windows 'a terminal of this system is no console'
    needs_terminal
    draw_png a.png '#'
    bake a.png -o x.hmk
    script -qec "'$HITMASK' inspect x.hmk --png -" /dev/null </dev/null >said || true
    holds said 'terminal'
}
