#!/usr/bin/env bats
# schema.bats - the JSON Schemas that ship with the tool say what the tool does

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    /usr/bin/python3 -c 'import jsonschema' || skip 'needs python3-jsonschema'
}

@test "every document that is written is valid" {
    bake "$SPRITES" -o rows.json
    bake "$SPRITES" --json-mask base64 -o base64.json
    bake "$SPRITES" --json-mask none -o none.json
    bake "$SPRITES" --no-points --pivot -10.5,250.25% -o no-points.json
    bake "$SPRITES" --preset nearpixel --prune-border drop -o border.json
    bake "$SPRITES" --preset xna --key-tolerance 3 -o warnings.json
    local quotes=$'"\\'
    on_windows && quotes=\' # it does not allow the others
    draw_png $'h\xc3\xa9 '"$quotes"$' \xf0\x9f\x98\x80.png' '#.'
    bake ./*.png -o name.json
    echo '{ "format": "hitmask", "version": 1, "sprites": [] }' >empty.json
    draw_png a.png '....' '.##.' '..##'
    bake a.png -o a.json
    animate '"hero", "heron"' '100, 0' '{ "cell": [4] }' >animated.json
    animate '' '' '{}' >still.json
    bake animated.json -o animated.json
    sed '16s/$/, "data": "a\\tb\\nc"/' a.json >data.json
    bake data.json -o data.json
    holds data.json '"data": "a.u0009b.u000ac"'
    holds border.json '"border": "drop"'
    holds animated.json '"options": {"cell":\[4\]}'
    holds warnings.json '"key-unmatched"'
    local -r files=(rows base64 none no-points border warnings name empty animated still data)
    run validate document.schema.json "${files[@]/%/.json}"
    is documents "$output" "$(printf 'good %s.json\n' "${files[@]}")"
}

@test "documents that the tool refuses for their shape are not valid" {
    draw_png a.png '....' '.##.' '..##'
    bake a.png -o a.json
    local -a bad=(
        '2s/"format": "hitmask", //'
        '2s/hitmask/other/'
        '2s/1/2/'
        '2s/1/"1"/'
        '2s/$/ "more": 1,/'
        '3s/\[/null, "x": [/'
        '5s/name/Name/'
        '5s/"a.png"/7/'
        '5s/a.png//'
        '5s/a.png/a\\u0007/'
        '6d'
        '7s/0, 0, //'
        '7s/0, 0/0, -1/'
        '8s/4/0/'
        '8s/4/4.5/'
        '8s/4/4294967296/'
        '9s/2, 1.5/2/'
        '9s/1.5/"1.5"/'
        '10s/2\]/2, 2]/'
        '10s/1/null/'
        '11s/4/-4/'
        '11s/4,/4, "warnings": ["none"],/'
        '11s/4,/4, "warnings": ["full", "full"],/'
        '12s/rows/lines/'
        '12s/"rows"/"base64": "AwY=", "rows"/'
        '13s/#/x/'
        '13s/"##."/3/'
        '16s/"prune": 1/"prune": 65536/'
        '16s/"map": \[4/"map": [0/'
        '16s/"prune": 1, //'
        '16s/"list"/"border": "lost", "list"/'
        '16s/"list": \[\[/"list": [[1, /'
        '16s/"list": \[\[./"list": [["1"/'
        '16s/$/, "data": ""/'
        '16s/$/, "data": 10/'
        '16s/$/, "data": "a\\r"/'
        '16s/$/, "data": "\\u007f"/'
        '16s/$/, "Data": "a"/'
    )
    local change file
    local -i n=10
    for change in "${bad[@]}"; do
        sed "$change" a.json >bad-$n.json
        n+=1
    done
    # A document with an animation, and with options that are right and wrong.
    local -ar bad_animated=(
        's/"animations": \[/&1, /'
        's/"name": "run"/"Name": "run"/'
        's/"name": "run"/"name": ""/'
        's/"name": "run"/"name": "run", "loop": true/'
        's/"frames": \["hero"/"frames": [0/'
        's/"frames": \["hero"/"frames": [""/'
        's/"frames": \["hero", "heron"\]/"frames": {}/'
        's/"durations": \[100/"durations": [-1/'
        's/"durations": \[100/"durations": [0.5/'
        's/"durations": \[100/"durations": [4294967296/'
        's/, "durations": \[100, 0\]//'
        's/"options": {}/"options": []/'
    )
    animate '"hero", "heron"' '100, 0' '{}' >b.json
    for change in "${bad_animated[@]}"; do
        sed "$change" b.json >bad-$n.json
        n+=1
    done
    bad+=("${bad_animated[@]}")
    run validate document.schema.json a.json b.json bad-*.json
    is 'what is valid' "$(grep -v ^bad <<<"$output")" "good a.json
good b.json"
    is 'how many are not' "$(grep -c ^bad <<<"$output")" "${#bad[@]}"
    for file in bad-*.json; do
        hitmask bake "$file" -o x.hmk
        is "what ${bad[10#${file//[!0-9]/} - 10]} gives" "$status: $stderr" "1: $file:${stderr#*:}"
    done
}

# JSON Schema has the regular expressions of ECMAScript, where validators may have their own.
@test "patterns mean the same in every dialect, with the flag u or without" {
    /usr/bin/python3 - "$ROOT"/tools/dist/*.schema.json <<'END' >odd
import json, re, sys, warnings

# Takes out, step by step, what all dialects share; nothing special must be left.
SHARED = [
    (r"\\[^A-Za-z0-9]|\\u[0-9a-f]{4}", "x"),
    (r"\[\\s\\S\]", "x"),
    (r"\[\^?[^][\\]+\]", "x"),
    (r"\(\?[:=!]", "("),
    (r"(?<=[^(|^$*+?}])([*+?]|\{[0-9]+(,[0-9]*)?\})", ""),
]

def patterns(value):
    if isinstance(value, dict):
        yield from (v for k, v in value.items() if k == "pattern" and isinstance(v, str))
        value = list(value.values())
    for child in value if isinstance(value, list) else []:
        yield from patterns(child)

warnings.simplefilter("error")
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        for pattern in patterns(json.load(file)):
            re.compile(pattern)
            plain = pattern
            for shared, instead in SHARED:
                plain = re.sub(shared, instead, plain)
            if re.search(r"[][{}\\.*+?]", plain):
                print(pattern)
END
    is 'patterns of one dialect' "$(cat odd)" ''
}
