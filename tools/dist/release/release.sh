#!/bin/sh
# release.sh FOLDER VERSION REPOSITORY - the archives of the last commit, into FOLDER, with SHA256SUMS
#
# They are built in a clone, so that nothing else gets in. REPOSITORY is where they will be published;
# the files for package managers, in FOLDER/packages, name it. MAKE is the program make.
set -eu
folder=$1 version=$2 repository=$3

fail() {
    echo "release: error: $*" >&2
    exit 1
}

command -v git >/dev/null || fail 'git is missing'
changed=$(git status --porcelain) || fail 'this is no clone of the repository: a release is made of a commit'
[ -z "$changed" ] || {
    printf '%s\n' "$changed" >&2
    fail 'these files are not as the last commit has them; commit or stash the changes'
}

for program in tar gzip zip dpkg-deb dpkg-source sha256sum musl-gcc aarch64-linux-gnu-gcc \
    x86_64-w64-mingw32-gcc clang wasm-ld wasm-opt; do
    command -v "$program" >/dev/null ||
        fail "$program is missing; 'make deps EXTRA=release' installs what a release needs (Debian, Ubuntu)"
done
[ "$(dpkg --print-architecture)" = amd64 ] || fail 'the archives are built on Debian or Ubuntu with an x64 processor'

# Settings of this shell are none of a release.
unset CFLAGS CPPFLAGS LDFLAGS CC AR PREFIX DESTDIR B config SOURCE_DATE_EPOCH MAKEFLAGS MFLAGS

rm -rf "$folder"
mkdir -p "$folder" build/sources
git clone --quiet --no-hardlinks . "$folder/clone"
mkdir "$folder/clone/build"
# Files that were downloaded once are not downloaded again.
ln -s "$(cd build/sources && pwd)" "$folder/clone/build/sources"
"$MAKE" --no-print-directory -C "$folder/clone" CFLAGS=-O2 archives >"$folder/log" 2>&1 || {
    tail -n 30 "$folder/log" >&2
    fail "the build failed; all of it is in $folder/log"
}

find "$folder/clone/build/archives" -maxdepth 1 -type f -exec mv {} "$folder" \;
rm -rf "$folder/clone" "$folder/log"
(cd "$folder" && LC_ALL=C && sha256sum -- *[Hh]itmask* >SHA256SUMS)
sh tools/dist/release/fill.sh "$folder" "$version" "$repository"
echo "$folder:"
cat "$folder/SHA256SUMS"
