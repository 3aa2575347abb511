#!/usr/bin/env bash
# layers.sh - the floors of tools/ hold: a folder includes its own headers and those of lower floors
#
# Beside it: each foreign library has one door, only base/platform/ knows what system it is built for, only
# commands/ and system/ print, the library and the samples know nothing of tools/, and nothing strays
# into the top level.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

# From the top down. Folders on one line do not know each other; `platform` is tools/base/platform/.
floors='
main
commands
bake draw
plan
formats
atlas model
picture
system
base
platform
'
# HEADER FILE: the header of a foreign library, and the only file that may include it.
doors='
spng.h    tools/picture/png_file.c
zlib.h    tools/picture/inflate.c
libdeflate.h tools/picture/inflate.c
gif_lib.h tools/picture/gif.c
demux.h   tools/picture/webp.c
cJSON.h   tools/base/json.h
expat.h   tools/atlas/xml.c
yaml.h    tools/atlas/packers/unity.c
xxhash.h  tools/system/fingerprint.c
'
# Headers of C, and of a processor, which any file may include. Those of a system are for platform/.
standard=' assert ctype errno float inttypes limits math stdarg stdatomic stdbool stddef stdint stdio stdlib
string emmintrin hitmask hitmask_transform hitmask_canvas hitmask_world '

found=$({
    grep -rnE '^ *# *include' tools --include='*.[ch]' | awk -v floors="$floors" -v doors="$doors" \
        -v standard="${standard//$'\n'/ }" '
        BEGIN {
            count = split(floors, lines, "\n")
            for (i = 1; i <= count; i++) {
                folders = split(lines[i], names, " ")
                for (j = 1; j <= folders; j++) floor[names[j]] = i
            }
            count = split(doors, words, /[ \n]+/)
            for (i = 1; i + 1 <= count; i++) if (words[i] ~ /\.h$/) door[words[i]] = words[i + 1]
        }
        {
            split($0, place, ":")
            inside = place[1]
            gsub(/base\/platform\//, "platform/")
            sub(/base\/platform\//, "platform/", inside)
            split(inside, path, "/")
            folder = path[2]
            sub(/\.c$/, "", folder)
            where = place[1] ":" place[2] ": "
            match($0, /[<"][^>"]*/)
            header = substr($0, RSTART + 1, RLENGTH - 1)
            bare = header
            sub(/.*\//, "", bare)
            if (!(folder in floor)) {
                print where "the folder " folder "/ has no floor"
            } else if (bare in door) {
                if (door[bare] != place[1]) print where "only " door[bare] " may include " bare
            } else if ($0 ~ /include *</ && folder != "platform" &&
                       index(standard, " " substr(header, 1, length(header) - 2) " ") == 0) {
                print where "not every system has <" header ">: only platform/ may include it"
            } else if ($0 ~ /include *"/) {
                to = header
                if (!sub(/\/.*/, "", to)) {
                    if (system("test -e src/" header) != 0)
                        print where "\"" header "\" does not name its folder"
                } else if (!(to in floor)) {
                    print where "there is no floor " to "/"
                } else if (to != folder && floor[to] <= floor[folder]) {
                    print where folder "/ may not include \"" header "\": " to "/ is not below it"
                }
            }
        }'
    grep -rnE --include='*.[ch]' \
        '^ *# *(if|ifdef|ifndef|elif)\b.*\b(_WIN32|_WIN64|__CYGWIN__|__linux__|__unix__|__APPLE__|__MACH__)\b' tools |
        grep -v '^tools/base/platform/' |
        sed 's/$/   (only base\/platform\/ may ask for the system)/' || :
    grep -rnE '# *include *"(commands|bake|draw|plan|formats|atlas|model|system|base)/|# *include *".*tools/' \
        src include samples --include='*.[ch]' |
        sed 's/$/   (the library and the samples may not include headers of the tool)/' || :
    grep -rnE --include='*.[ch]' -e '\b(say_(error|warning|note|not_shown)|diagnostics_say|printf|vprintf|puts|putchar|perror)\(' \
        -e '\bf(printf|puts|putc|write)\(.*\bstd(out|err)\b' \
        tools/{bake,draw,plan,formats,atlas,model,base} |
        sed 's/$/   (only commands print: collect it in struct diagnostics)/' || :
    [ ! -e .git ] || git ls-files | sed 's,/.*,,' | sort -u |
        grep -vxE 'tools|src|include|tests|samples|Makefile|README\.md|LICENSE|CHANGELOG\.md|\..*' |
        sed 's/$/   (nothing else may be at the top level)/' || :
})
[ -z "$found" ] || { printf '%s\n' "$found" >&2; exit 1; }
