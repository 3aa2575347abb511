#!/bin/sh
# build.sh TEMPLATE STYLE WARNINGS FOLDER - prints the page that bakes: one file
# build.sh --slim SCRIPT... - prints scripts as its parts have them
# build.sh --classic MODULE - prints the module of the runtime as such a script
#
# TEMPLATE and STYLE are those of the pages of the tool; FOLDER has parts that the page unpacks, and STYLE is put
# before live.css. The comments of scripts stay behind.
set -eu
export LC_ALL=C
here=$(dirname "$0")

# slim FILE...: scripts without comments that begin a line, and without indentation
slim() {
    awk '/^ *\/\*/ { inside = 1 } !inside { sub(/^ +/, ""); if ($0 != "") print } /\*\/ *$/ { inside = 0 }' "$@"
}

# classic MODULE: what it exports as `hitmaskRuntime` of a plain script, for modules cannot come from a file's own text
classic() {
    echo 'const hitmaskRuntime = (() => {'
    sed 's/^export //; s|^ *//.*||; /^ *\/\*\*.*\*\/$/d; s/^ *//; /^$/d' "$1"
    printf 'return { %s };\n})();\n' "$(sed -n 's/^export [a-z]* \([A-Za-z]*\).*/\1/p' "$1" | tr '\n' ',')"
}

[ "$1" != --classic ] || { classic "$2" && exit; }
[ "$1" != --slim ] || { shift && slim "$@" && exit; }
template=$1 style=$2 warnings=$3 folder=$4

# packed: the parts as text, in 7 bits a character. NUL, CR and < would not stay what they are: they and no others
# become characters of two bytes, whose low bits are the same.
packed() {
    names=$(cd "$folder" && find . -type f | sed 's|^\./||' | sort)
    {
        for name in $names; do
            printf '%s %d ' "$name" "$(wc -c <"$folder/$name")"
        done | sed 's/ $//'
        echo
        for name in $names; do
            cat "$folder/$name"
        done
    } | gzip -9n | od -An -v -tu1 | awk '
        function put(value) {
            if (value == 0 || value == 13 || value == 60) printf "\302%c", 128 + value
            else printf "%c", value
        }
        {
            for (i = 1; i <= NF; i++) {
                held = held * 256 + $i
                bits += 8
                while (bits >= 7) {
                    bits -= 7
                    value = int(held / 2 ^ bits)
                    put(value)
                    held -= value * 2 ^ bits
                }
            }
        }
        END { if (bits > 0) put(held * 2 ^ (7 - bits)) }'
}

# part NAME: what stands in live.html behind the comment with that name
part() {
    awk -v wanted="<!-- $1 -->" '/^<!-- / { inside = $0 == wanted; next } inside' "$here/live.html"
}

# The policy lets the tool be compiled and run in a worker, and shows the art that is dropped.
policy="default-src 'none'; script-src 'nonce-page' 'wasm-unsafe-eval'; worker-src blob:; style-src 'nonce-page'; img-src data: blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types hitmask"

words=$(sed -n '/define SPRITE_WARNINGS/,/^$/s/.*WARNING("\([a-z-]*\)".*/\1/p' "$warnings" | tr '\n' ' ')

while IFS= read -r line; do
    case $line in
    *Content-Security-Policy*) printf '<meta http-equiv="Content-Security-Policy" content="%s">\n' "$policy" ;;
    @style@*) cat "$style" "$here/live.css" && printf '</style>\n' ;;
    '<!-- Nothing is fetched'* | *'any. The nonce is no secret'*) ;;
    *'<title>'*) printf '<title>hitmask – bake art in the browser</title>\n' ;;
    '</header>') printf '</header>\n' && part header ;;
    '<dialog id="help"'*) part body && printf '%s\n' "$line" ;;
    @data@*)
        printf '<script type="text/plain" id="parts">' && packed && printf '</script>\n<script nonce="page">\n'
        ;;
    @script@*) slim "$here/boot.js" && printf '</script>\n' ;;
    *) printf '%s\n' "$line" | sed "s/@title@/samples/; s/@warnings@/${words% }/" ;;
    esac
done <"$template"
