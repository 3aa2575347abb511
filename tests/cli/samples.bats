#!/usr/bin/env bats
# samples.bats - the two small programs: what they answer, and what they say of a wrong pack

load helpers

BUILD=${HITMASK_BUILD:-${HITMASK%/*}}
MINIMAL=$BUILD/minimal
TOUR=$BUILD/tour

@test "minimal is short, and answers what the README says" {
    bake "$SPRITES" -o x.hmk
    run --separate-stderr "$MINIMAL" x.hmk
    expect 0 'The enemy touches the person at (26, 11), with 159 pixels.' ''
    is 'lines of code' "$(($(sed '1,/\*\//d' "$ROOT/samples/minimal.c" | wc -l) <= 26))" 1
}

@test "tour has an answer for each of its questions" {
    bake "$SPRITES" --animate 100 -o x.hmk
    "$TOUR" x.hmk >said
    is questions "$(wc -l <said)" "$(grep -c '^static void ask_' "$ROOT/samples/tour.c")"
    is 'the first answer' "$(head -n 1 said)" "$("$MINIMAL" x.hmk)"
}

# touched: how many of the tour's hearts the tool says that the person touches, asked one by one.
touched() {
    local i
    for i in {0..99}; do
        "$HITMASK" query x.hmk person.png heart.png --at $((i % 10 * 20 - 90)),$((i / 10 * 20 - 70))
    done | grep -c '^person.png touches '
}

@test "the crowd of the tour is asked about where it stands, whatever the margins of its art" {
    bake "$SPRITES" -o x.hmk
    "$TOUR" x.hmk | grep -x "Of 100 hearts, the person touches $(touched)."
    cp -R "$SPRITES" art
    draw_png art/heart.png '.......' '.......' '.......' '.......' '.......' '....##.' '....##.' '.......'
    bake art -o x.hmk
    "$TOUR" x.hmk | grep -x "Of 100 hearts, the person touches $(touched)."
}

@test "both say what is wrong with their packs" {
    run --separate-stderr "$MINIMAL"
    expect 1 '' 'usage: minimal PACK, baked from samples/sprites (there is no such file)'
    run --separate-stderr "$MINIMAL" nope
    expect 1 '' 'usage: minimal PACK, baked from samples/sprites (there is no such file)'
    run --separate-stderr "$MINIMAL" "$ROOT/samples/tour.c"
    [[ $status = 1 && $stderr = 'usage: minimal PACK, baked from samples/sprites ('* && $stderr != *'no such file'* ]]
    run --separate-stderr "$TOUR"
    expect 1 '' 'usage: tour PACK'
    run --separate-stderr "$TOUR" nope
    expect 1 '' 'nope: error: cannot be opened'
    run --separate-stderr "$TOUR" "$ROOT/samples/tour.c"
    [[ $status = 1 && $stderr = "$ROOT/samples/tour.c: error: "* ]]
    bake "$SPRITES/ball.png" -o ball.hmk
    run --separate-stderr "$TOUR" ball.hmk
    expect 1 '' 'ball.hmk: error: not baked from samples/sprites'
}
