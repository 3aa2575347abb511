#!/bin/sh
# libraries.sh SOURCES FOLDER COMPILER... - builds the libraries of the tool for static linking
#
# SOURCES is what sources.sh has unpacked, and LIBRARIES says which of these are wanted. FOLDER gets
# libraries.a, the headers in include/, and licenses.txt; OPTIMIZE is -O2 unless it is given. COMPILER is one for any system, with its
# flags; AR is its archiver.
set -eu
export LC_ALL=C # the order of the objects
sources=$(cd "$1" && pwd)
rm -rf "$2"
mkdir -p "$2/include/cjson" "$2/objects"
folder=$(cd "$2" && pwd)
shift 2
compiler=$*

processors=$(getconf _NPROCESSORS_ONLN)

# wait_for_first: takes the first of `jobs` away when it has ended
wait_for_first() {
    first=${jobs# }
    first=${first%% *}
    wait "$first"
    jobs=${jobs#" $first"}
    running=$((running - 1))
}

# compile LIBRARY FLAGS FILE...: adds objects of these files, as many at once as there are processors
compile() {
    library=$1 flags=$2 jobs='' running=0
    shift 2
    for file; do
        # shellcheck disable=SC2086
        $compiler ${OPTIMIZE:--O2} -w "-ffile-prefix-map=$sources=." -I"$folder/include" $flags -c "$sources/$library/$file" \
            -o "$folder/objects/$library-$(echo "${file%.c}" | tr / -).o" &
        jobs="$jobs $!" running=$((running + 1))
        [ "$running" -lt "$processors" ] || wait_for_first
    done
    while [ "$running" -gt 0 ]; do
        wait_for_first
    done
}

# wanted LIBRARY
wanted() {
    case " $LIBRARIES " in
    *" $1 "*) ;;
    *) return 1 ;;
    esac
}

has_getrandom() {
    echo 'int main(void) { return getrandom(0, 0, 0) != 0; }' |
        $compiler -include sys/random.h -x c -o "$folder/objects/probe" - 2>/dev/null
}

cd "$sources"
cp zlib/zlib.h zlib/zconf.h libspng/spng/spng.h expat/expat/lib/expat.h \
    expat/expat/lib/expat_external.h xxhash/xxhash.h libdeflate/libdeflate.h "$folder/include"
cp cjson/cJSON.h "$folder/include/cjson"

# The configuration that Expat's own script would find.
printf '#define %s\n' 'XML_NS 1' 'XML_DTD 1' 'XML_CONTEXT_BYTES 1024' 'BYTEORDER 1234' \
    "$(has_getrandom && echo HAVE_GETRANDOM || echo XML_POOR_ENTROPY) 1" \
    >"$folder/include/expat_config.h"
rm -f "$folder/objects/probe"

compile zlib '' adler32.c compress.c crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c \
    trees.c uncompr.c zutil.c
compile libspng -DSPNG_STATIC spng/spng.c
compile cjson '' cJSON.c
compile expat '' expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
compile xxhash '' xxhash.c
# shellcheck disable=SC2046
compile libdeflate "-I$sources/libdeflate" $(cd libdeflate && echo lib/*.c lib/*/cpu_features.c)
if wanted giflib; then
    cp giflib/gif_lib.h "$folder/include"
    compile giflib "-I$sources/giflib" dgif_lib.c gif_err.c gif_hash.c gifalloc.c \
        openbsd-reallocarray.c
fi
if wanted libwebp; then
    mkdir -p "$folder/include/webp"
    cp libwebp/src/webp/*.h "$folder/include/webp"
    # shellcheck disable=SC2046
    compile libwebp "-I$sources/libwebp" $(cd libwebp && echo src/dec/*.c src/demux/*.c src/dsp/*.c \
        src/utils/*.c)
fi
if wanted libyaml; then
    cp libyaml/include/yaml.h "$folder/include"
    compile libyaml "-I$sources/libyaml/include -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 \
        -DYAML_VERSION_PATCH=5 -DYAML_VERSION_STRING=\"0.2.5\" -DYAML_DECLARE_STATIC" \
        src/api.c src/loader.c src/parser.c src/reader.c src/scanner.c
fi
if wanted mimalloc; then
    compile mimalloc "-I$sources/mimalloc/include -DNDEBUG -DMI_MALLOC_OVERRIDE -DMI_LIBC_MUSL=1" \
        src/static.c
fi
${AR:-ar} rcs "$folder/libraries.a" "$folder"/objects/*.o

for library in $LIBRARIES; do
    printf '==== %s ====\n\n%s\n\n' "$library" \
        "$(cat "$library/debian/copyright")"
done >"$folder/licenses.txt"
