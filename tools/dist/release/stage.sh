#!/bin/sh
# stage.sh FOLDER VERSION LICENSES... - adds to what is installed below FOLDER the rest of an archive: sources of
# the library, manual, samples, and the licences of all that is linked in
#
# LICENSES are files, one behind the other in LICENSES.txt.
set -eu
folder=$1 version=$2
shift 2

mkdir -p "$folder/src" "$folder/doc"
sed "s/@VERSION@/$version/g" tools/dist/release/README.md.in >"$folder/README.md"
cp LICENSE CHANGELOG.md "$folder"
cp src/*.[ch] src/*.md "$folder/src"
# The pages for other languages, which src/README.md links.
mkdir -p "$folder/src/web" "$folder/include/csharp/unity"
cp src/web/*.md src/web/hitmask.d.ts "$folder/src/web"
cp include/csharp/Hitmask.cs include/csharp/functions.md "$folder/include/csharp"
cp include/csharp/unity/README.md "$folder/include/csharp/unity"
cp -R samples "$folder"
rm "$folder/samples/samples.mk"
cp tools/README.md "$folder/doc/manual.md"
cp -R tools/manual "$folder/doc"
# The manual is called otherwise here: what links to it, from beside it and from below.
sed -i 's,\.\./tools/README\.md,../doc/manual.md,g; s,\.\./tools/manual/,../doc/manual/,g' \
    "$folder"/src/*.md "$folder/samples/README.md"
sed -i 's,(\.\./README\.md,(../manual.md,g' "$folder"/doc/manual/*.md

{
    echo 'The programs and libraries of hitmask are under the licence in the file LICENSE. The following'
    echo 'is linked into them, each under a licence of its own. What the GNU compiler adds (libgcc) is under'
    echo 'the GPL with the GCC Runtime Library Exception, which asks for nothing here.'
    echo
    cat "$@"
} >"$folder/LICENSES.txt"
