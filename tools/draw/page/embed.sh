#!/bin/sh
# embed.sh NAME FILE... - writes the files, one after the other, as the C of a struct page_part
set -eu
name=$1
shift
printf '#include "draw/markup.h"\n\nstatic const unsigned char bytes[] = {\n'
cat "$@" | od -An -v -tu1 | sed 's/ *\([0-9][0-9]*\)/\1,/g'
printf '};\n\nconst struct page_part %s = {bytes, sizeof bytes};\n' "$name"
