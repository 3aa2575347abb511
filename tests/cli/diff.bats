#!/usr/bin/env bats
# diff.bats - what changed between two packs

load helpers

bake_versions() {
    mkdir old new
    draw_png old/hero.png '##.' '##.' '##.'
    draw_png new/hero.png '##.' '###' '#..'
    draw_png old/rock.png '#.#'
    draw_png new/stone.png '#.#'
    draw_png old/gone.png '#'
    draw_png new/came.png '##'
    draw_png old/same.png '.#'
    cp old/same.png new
    bake old -o old.hmk
    bake new -o new.hmk
}

readonly DIFFERENCES='added    came.png: 2x1, 2 solid
removed  gone.png: 1x1, 1 solid
changed  hero.png: mask +1 -1 (33.3 %), points
renamed  rock.png -> stone.png
1 added, 1 removed, 1 renamed, 1 changed, 1 the same'

@test "sprites added, removed, renamed and changed: status 3" {
    bake_versions
    hitmask diff old.hmk new.hmk
    expect 3 "$DIFFERENCES" ''
    hitmask diff old.hmk new.hmk --quiet
    expect 3 '' ''
    hitmask diff old.hmk new.hmk --json
    expect 3 '{
  "added": [
    { "name": "came.png", "size": [2, 1], "area": 2 }
  ],
  "removed": [
    { "name": "gone.png", "size": [1, 1], "area": 1 }
  ],
  "renamed": [
    { "name": "stone.png", "from": "rock.png", "changes": [] }
  ],
  "changed": [
    { "name": "hero.png", "gained": 1, "lost": 1, "percent": 33.3, "changes": ["mask", "points"] }
  ],
  "animations": [],
  "same": 1
}' ''
    hitmask diff old.hmk new.hmk --ascii
    expect 3 "$DIFFERENCES

hero.png  3x3
##
##+
#-" ''
}

@test "names and patterns choose what is compared" {
    bake_versions
    hitmask diff old.hmk new.hmk hero.png 'c*'
    expect 3 'added    came.png: 2x1, 2 solid
changed  hero.png: mask +1 -1 (33.3 %), points
1 added, 0 removed, 0 renamed, 1 changed, 0 the same' ''
    hitmask diff old.hmk new.hmk same.png
    expect 0 '0 added, 0 removed, 0 renamed, 0 changed, 1 the same' ''
    hitmask diff old.hmk new.hmk same.png 'x*'
    expect 1 '' "hitmask: error: no sprite's name matches 'x*'"
}

@test "options that differ between the bakes" {
    draw_png a.png '19#'
    bake a.png -o old.hmk
    bake a.png --alpha-threshold 100 --grow 1 -o new.hmk
    hitmask diff old.hmk new.hmk
    is status "$status" 0
    is options "${lines[-2]}" 'options  alpha-threshold is 100, not 0; grow is 1, not 0'
    hitmask diff old.hmk new.hmk --json
    is options "${lines[-2]}" '  "options": { "before": {}, "after": {"alpha-threshold":100,"grow":1} }'
    echo "$output" | python3 -c 'import json, sys; json.load(sys.stdin)'
    # Options alone are no difference.
    bake a.png --warn-specks 2 -o new.hmk
    hitmask diff old.hmk new.hmk
    expect 0 'options  warn-specks is 2, not 0
0 added, 0 removed, 0 renamed, 0 changed, 1 the same' ''
}

@test "a drawing that is scaled down says so in its heading" {
    draw_png a.png "$(printf '#%.0s' {1..4097})"
    bake a.png -o old.hmk
    draw_png a.png "$(printf '#%.0s' {1..4096})."
    bake a.png -o new.hmk
    hitmask diff old.hmk new.hmk --ascii
    is 'the heading' "${lines[2]}" 'a.png  4097x1  1:2'
}

@test "animations are compared, too" {
    draw_png a.png '#'
    bake a.png -o a.json
    sed -i '$d' a.json
    sed '$s/$/,/' a.json >head
    document() {
        cat head
        printf '  "animations": [\n    { "name": "%s", "frames": ["a.png"], "durations": [%s] }\n  ]\n}\n' "$@"
    }
    document hero 100 >old.json
    document hero 50 >slow.json
    document '<b>' 100 >other.json
    hitmask diff old.json slow.json
    expect 3 'changed  animation hero: durations
0 added, 0 removed, 0 renamed, 0 changed, 1 the same' ''
    hitmask diff old.json other.json --json
    expect 3 '{
  "added": [],
  "removed": [],
  "renamed": [],
  "changed": [],
  "animations": [
    { "name": "<b>", "change": "added" },
    { "name": "hero", "change": "removed" }
  ],
  "same": 1
}' ''
    hitmask diff old.json slow.json --json
    is 'the animation' "${lines[6]}" \
        '    { "name": "hero", "change": "changed", "changes": ["durations"] }'
}

@test "people see differences in natural order; the document goes by bytes" {
    local -i i
    mkdir old new
    for i in 1 2 10; do
        draw_png old/run_$i.png '##'
        draw_png new/run_$i.png '#.'
        draw_png new/new${i}_1.png '#'
        cp new/new${i}_1.png new/new${i}_2.png
    done
    bake old -o old.hmk
    bake new --animate 9 -o new.hmk
    hitmask diff old.hmk new.hmk
    is 'the lines' "$(sed '/^options /d; $d; s/:.*//' <<<"$output")" 'added    new1_1.png
added    new1_2.png
added    new2_1.png
added    new2_2.png
added    new10_1.png
added    new10_2.png
changed  run_1.png
changed  run_2.png
changed  run_10.png
added    animation new1
added    animation new2
added    animation new10
added    animation run'
    hitmask diff old.hmk new.hmk --ascii
    is 'the drawings' "$(sed -n 's/  2x1$//p' <<<"$output" | paste -sd' ')" 'run_1.png run_2.png run_10.png'
    hitmask diff old.hmk new.hmk --json --png x.png
    is 'the document' "$(sed -n 's/.*"name": "\([^"]*\)".*/\1/p' <<<"$output" | paste -sd' ')" \
        'new10_1.png new10_2.png new1_1.png new1_2.png new2_1.png new2_2.png run_1.png run_10.png run_2.png new1 new10 new2 run'
    # The picture is the same, whatever is told beside it.
    hitmask diff old.hmk new.hmk --png y.png
    same x.png y.png
    hitmask diff old.hmk new.hmk --quiet --png z.png
    same x.png z.png
}

@test "no differences: status 0, also between a pack and a document" {
    bake_versions
    bake old -o old.json
    hitmask diff old.hmk old.json
    expect 0 '0 added, 0 removed, 0 renamed, 0 changed, 4 the same' ''
    hitmask diff old.json old.hmk --json
    expect 0 '{
  "added": [],
  "removed": [],
  "renamed": [],
  "changed": [],
  "animations": [],
  "same": 4
}' ''
}

@test "--png of what has no pixels to show says so" {
    draw_png a.png '#'
    bake a.png -o a.hmk
    bake a.png --pivot 7,7 -o b.hmk
    hitmask diff a.hmk a.hmk --png same.png
    expect 0 '0 added, 0 removed, 0 renamed, 0 changed, 1 the same' ''
    hitmask diff a.hmk b.hmk --png pivot.png
    expect 3 'changed  a.png: pivot
options  pivot is "7,7", not "50%,50%"
0 added, 0 removed, 0 renamed, 1 changed, 0 the same' ''
    local picture
    for picture in same.png pivot.png; do
        is 'what has the colour of gains' "$(count_color $picture '#43d675')" 0
        (($(count_color $picture '#98a2b3') > 100))
    done
    run cmp -s same.png pivot.png
    is 'whether they are the same' "$status" 1
}

@test "--png is a picture, the same each time" {
    bake_versions
    hitmask diff old.hmk new.hmk --png a.png
    expect 3 "$DIFFERENCES" ''
    "$HITMASK" diff old.hmk new.hmk --png - >b.png || true
    same a.png b.png
    hitmask bake a.png -o y.hmk
    expect 0 '' ''
}

@test "what cannot be compared" {
    bake_versions
    hitmask diff old.hmk
    expect 2 '' 'hitmask: error: name two packs or documents, the old one and the new one'
    hitmask diff old.hmk new.hmk old.hmk
    expect 1 '' "hitmask: error: no sprite's name matches 'old.hmk'"
    hitmask diff old.hmk new.hmk --json --ascii
    expect 2 '' 'hitmask: error: --json and --ascii cannot be used together'
    hitmask diff old.hmk new.hmk --ascii --png -
    expect 2 '' "hitmask: error: two outputs cannot both be '-'"
    # All that is wrong is said, and an error is worse than a difference.
    patch new.hmk 30 ff
    hitmask diff nowhere.hmk new.hmk
    is 'the exit status' "$status" 1
    is 'the first line' "${stderr_lines[0]}" \
        'nowhere.hmk: error: cannot open: No such file or directory'
    is 'how many errors' "${#stderr_lines[@]}" 2
    hitmask diff old.hmk old.hmk --png nowhere/p.png
    is 'the exit status' "$status" 1
}

@test "names that could mislead are escaped" {
    draw_png a.png '#'
    bake a.png --name $'<b>\xe2\x80\xae"' -o old.hmk
    bake a.png --name 'plain' -o new.hmk
    hitmask diff old.hmk new.hmk
    is 'the first line' "${lines[0]}" 'renamed  <b>\xE2\x80\xAE" -> plain'
    hitmask diff old.hmk new.hmk --json
    holds <(printf '%s\n' "$output") '"from": "<b>.*\\""'
}
