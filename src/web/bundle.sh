#!/bin/sh
# bundle.sh VERSION WASM PART... - prints the module: the parts of src/web/ behind the WebAssembly, packed, as base64
#
# The names of results are those of hitmask.h. The module imports nothing and runs wherever JavaScript does.
set -eu
version=$1 wasm=$2
shift 2

printf '/*! hitmask %s: pixel-perfect collision; MIT licence, see LICENSE */\n' "$version"
printf "const VERSION = '%s';\n" "$version"
printf 'const RESULTS = [%s];\n' "$(sed -n "s/^    X(\(HM_[A-Z_]*\),.*/'\1', /p" include/hitmask.h | tr -d '\n')"
printf 'const WASM_SIZE = %d;\n' "$(wc -c <"$wasm")"
# gzip writes 10 bytes, the packed data and 8 bytes.
printf "const WASM =\n    '%s';\n\n" "$(gzip -9nc "$wasm" | tail -c +11 | head -c -8 | base64 -w 0)"
# Comments of whole lines stay in the sources.
cat "$@" | sed '/^ *\/\/ /d'
