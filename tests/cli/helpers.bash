# helpers.bash - what every command-line test stands on
#
# A test runs in a new, empty folder. `hitmask` runs the tool and `expect` compares its exit
# status, standard output and standard error, all to the letter. PNGs are drawn as text, so
# that a test shows the pixels that it is about; they are made here and not by the tool's own
# library, so that a wrong one can be made as well.

bats_require_minimum_version 1.5.0

ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
HITMASK=${HITMASK:-${HITMASK_BUILD:-build}/hitmask}
[[ $HITMASK == /* ]] || HITMASK=$ROOT/$HITMASK
SPRITES=$ROOT/samples/sprites

# The documents for people. Tests try what they show: see block_of.
PAGES=(README.md tools/README.md tools/manual/{atlases,builds,looking,pictures,security,shapes,warnings}.md
    src/{README,BENCHMARKS}.md samples/README.md .github/CONTRIBUTING.md)

# Settings of a user must not show in what is expected.
export LC_ALL=C
unset NO_COLOR

# A test ends at the first command that fails: also at one within a pipe or a $(...). Bash still
# overlooks what fails inside a function that stands before && or ||, or after `if` or `!`: there
# only functions go that are one question.
set -o pipefail
shopt -s inherit_errexit

# bats makes files for `run --separate-stderr` here; without a test, in setup_file, it would be `/`.
: "${BATS_TEST_TMPDIR:=${BATS_FILE_TMPDIR-}}"

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# ---- Running and expecting ------------------------------------------------------------------

hitmask() {
    run --separate-stderr "$HITMASK" "$@"
}

# Runs a command without root's right to read and write what nobody may.
without_privileges() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --bounding-set=-all --inh-caps=-all "$@"
    else
        "$@"
    fi
}

# The words before `wine`: at random addresses it loses a program now and then, see tools/dist/windows.mk.
steady() {
    ! setarch -R true 2>/dev/null || echo setarch -R
}

hitmask_without_privileges() {
    run --separate-stderr without_privileges "$HITMASK" "$@"
}

# needs PROGRAM...: skips the rest of a test where one is missing
needs() {
    local tool
    for tool; do
        command -v "$tool" >/dev/null || skip "needs $tool"
    done
}

# True if the tool is that of `make test-windows`.
on_windows() {
    [ -n "${HITMASK_WINDOWS-}" ]
}

# not_on_windows REASON: skips the rest of a test that `make test-windows` runs
not_on_windows() {
    ! on_windows || skip "Windows: $1"
}

# not_on_wasi REASON: the same, for `make test-wasi`
not_on_wasi() {
    [ -z "${HITMASK_WASI-}" ] || skip "WASI: $1"
}

# Skips the rest of a test where script(1) is missing or has no terminal to give.
needs_terminal() {
    script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip 'script(1) makes no terminal here'
}

# For what only has to work on the way to what is tested.
bake() {
    "$HITMASK" bake --quiet "$@"
}

is() {
    [ "$2" = "$3" ] && return
    printf '%s is\n%s\nbut should be\n%s\n' "$1" "$2" "$3" >&2
    return 1
}

# expect STATUS OUT ERR: what the last `hitmask` did.
expect() {
    is 'standard output' "$output" "$2" || return
    is 'standard error' "${stderr-}" "$3" || return
    is 'the exit status' "$status" "$1"
}

same() {
    cmp "$1" "$2"
}

holds() {
    grep -q -e "$2" "$1" || is "what matches '$2'" '' 'there'
}

lacks() {
    is "what matches '$2'" "$(grep -e "$2" "$1")" ''
}

# The names in a pack or document, one a line.
names() {
    "$HITMASK" inspect --json "$1" | sed -n 's/^      "name": "\(.*\)",$/\1/p'
}

# The document of a pack without what it was baked with.
sprites() {
    "$HITMASK" inspect --json "$1" | sed -e '/^  "options": /d' -e 's/^  \],$/  ]/'
}

# fact KEY FILE: the value of that key of each sprite, as the document has it.
fact() {
    "$HITMASK" inspect --json "$2" | sed -n "s/^      \"$1\": \(.*[^,]\),\{0,1\}\$/\1/p"
}

# animate FRAMES DURATIONS OPTIONS: a document of the sprites hero and heron, and an animation run.
animate() {
    local -r sprite='{ "name": "hero", "source": "art.png", "region": [0, 0, 2, 1], "size": [2, 1],
        "pivot": [1, 0.5], "bounds": [0, 0, 2, 1], "area": 2, "mask": { "rows": ["##"] } }'
    echo "{ \"format\": \"hitmask\", \"version\": 1, \"sprites\": [$sprite, ${sprite/hero/heron}],
\"animations\": [{ \"name\": \"run\", \"frames\": [$1], \"durations\": [$2] }], \"options\": $3 }"
}

# ---- Outputs that must stay as they were ----------------------------------------------------

# Bakes something as x.hmk, to be found there when a later bake has failed.
keep_old_output() {
    draw_png old.png '##' '#.'
    bake old.png -o x.hmk
    cp x.hmk kept
}

expect_old_output() {
    same x.hmk kept
    expect_no_temporary
}

expect_no_temporary() {
    is 'what is left' "$(find . -name '.*hitmask-tmp')" ''
}

# refuses STATUS ERR ARGUMENT...: baking these to x.hmk fails, and x.hmk stays.
refuses() {
    local -r status_wanted=$1 err_wanted=$2
    shift 2
    hitmask bake "$@" -o x.hmk
    expect "$status_wanted" '' "$err_wanted"
    expect_old_output
}

# ---- Compilers ------------------------------------------------------------------------------

# with_each COMMAND...: runs it with each compiler of COMPILERS that is here, as strict as can be, in
# `compiler`. C++ ones take C files as C++.
with_each() {
    local -i tried=0
    local -a compiler
    local words
    for words in "${COMPILERS[@]}"; do
        read -ra compiler <<<"$words"
        command -v "${compiler[0]}" >/dev/null || continue
        compiler+=(-Wall -Wextra -Wpedantic -Werror)
        echo "with ${compiler[*]}"
        "$@"
        tried+=1
    done
    [ $tried -gt 0 ]
}

# ---- Bytes, as hex --------------------------------------------------------------------------

# bats looks at every command that a test runs, which makes loops slow: those below run in
# shells of their own, out of its sight.
unwatched() {
    trap - DEBUG
}

# sums HEX: its CRC-32 and its Adler-32, in hex.
sums() (
    unwatched
    declare -i crc=0xffffffff a=1 b=0 byte i bit
    for ((i = 0; i < ${#1}; i += 2)); do
        byte=0x${1:i:2}
        crc=crc^byte
        for ((bit = 0; bit < 8; bit++)); do
            crc='crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1'
        done
        a='(a + byte) % 65521'
        b='(b + a) % 65521'
    done
    printf '%08x %04x%04x\n' $((crc ^ 0xffffffff)) $b $a
)

put_hex() {
    # shellcheck disable=SC2001,SC2059
    printf "$(sed 's/../\\x&/g' <<<"$1")"
}

# patch FILE OFFSET HEX: writes over the bytes there; an offset below 0 counts from the end.
patch() {
    local -i at=$2
    ((at >= 0)) || at+=$(stat -c %s "$1")
    put_hex "$3" | dd of="$1" bs=1 seek=$at conv=notrunc status=none
}

# ---- PNGs -----------------------------------------------------------------------------------

# chunk TYPE HEX adds a chunk to `png`.
chunk() {
    local type crc
    printf -v type '%02x%02x%02x%02x' "'${1:0:1}" "'${1:1:1}" "'${1:2:1}" "'${1:3:1}"
    read -r crc _ < <(sums "$type$2")
    printf -v png '%s%08x%s' "$png" $((${#2} / 2)) "$type$2$crc"
}

# header WIDTH HEIGHT DEPTH COLOR_TYPE begins `png`.
header() {
    local ihdr
    printf -v ihdr '%08x%08x%02x%02x000000' "$1" "$2" "$3" "$4"
    png=89504e470d0a1a0a
    chunk IHDR "$ihdr"
}

# image_data HEX adds the scanlines, each with its filter byte, in one stored block.
image_data() {
    local -ir size=$((${#1} / 2))
    local block adler
    printf -v block '780101%02x%02x%02x%02x' \
        $((size & 255)) $((size >> 8)) $((~size & 255)) $((~size >> 8 & 255))
    read -r _ adler < <(sums "$1")
    chunk IDAT "$block$1$adler"
}

# finish FILE writes `png`.
finish() {
    chunk IEND ''
    put_hex "$png" >"$1"
}

# draw_png FILE ROW...: grey and alpha; '#' is opaque, '.' transparent, a digit N an alpha of
# N * 28.
draw_png() (
    unwatched
    file=$1 lines=
    shift
    header ${#1} $# 8 4
    for row; do
        lines+=00
        for ((x = 0; x < ${#row}; x++)); do
            case ${row:x:1} in
            '#') lines+=00ff ;;
            .) lines+=0000 ;;
            *) printf -v lines '%s00%02x' "$lines" $((${row:x:1} * 28)) ;;
            esac
        done
    done
    image_data "$lines"
    finish "$file"
)

# draw_png_rgb FILE WIDTH COLOR...: RGB without alpha, each colour as RRGGBB, in rows of WIDTH.
draw_png_rgb() (
    unwatched
    file=$1 width=$2 lines=
    shift 2
    header "$width" $(($# / width)) 8 2
    for ((i = 1; i <= $#; i++)); do
        (((i - 1) % width)) || lines+=00
        lines+=${!i}
    done
    image_data "$lines"
    finish "$file"
)

# count_color PICTURE COLOR: how many of its pixels have the colour.
count_color() {
    "$HITMASK" bake "$1" --no-points -o all.json
    "$HITMASK" bake "$1" --no-points --color-key "$2" -o rest.json
    local -r all=$(sed -n 's/.*"area": \([0-9]*\).*/\1/p' all.json)
    echo $((all - $(sed -n 's/.*"area": \([0-9]*\).*/\1/p' rest.json)))
}

# ---- Schemas --------------------------------------------------------------------------------

# validate SCHEMA FILE...: which of the files are valid, each in a line: "good a.json".
validate() {
    /usr/bin/python3 - "$ROOT/tools/dist/$1" "${@:2}" <<'END'
import json, sys
from jsonschema import Draft202012Validator as Validator
with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
Validator.check_schema(schema)
validator = Validator(schema)
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        print("good" if validator.is_valid(json.load(file)) else "bad", path)
END
}

# ---- What is written ------------------------------------------------------------------------

# blocks PAGE HEADING LANGUAGE: each block of that language, in the sections of a page whose heading
# holds that text ('' is all of them), becomes a file: 1.LANGUAGE and so on.
blocks() {
    rm -f ./*."$3"
    awk -v section="$2" -v language="$3" '
        BEGIN { here = section == "" }
        /^```/ { fenced = !fenced; wanted = fenced && here && $0 == "```" language; n += wanted; next }
        /^#/ && !fenced { here = section == "" || index($0, section) }
        wanted { print >(n "." language) }' "$ROOT/$1"
    [ -s "1.$3" ] || is "blocks of $3 in $1" none some
}
