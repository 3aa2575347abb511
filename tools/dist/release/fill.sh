#!/bin/sh
# fill.sh RELEASE VERSION REPOSITORY - writes the files for package managers into RELEASE/packages
#
# They are the templates of tools/dist/packages, with the version, the place of the archives and their
# digests filled in.
set -eu
release=$1 version=$2 repository=$3

# digest ALGORITHM ARCHIVE
digest() {
    "$1sum" "$release/$2" | cut -d ' ' -f 1
}

name=hitmask-$version
values="
s,@VERSION@,$version,g
s,@REPOSITORY@,$repository,g
s,@URL@,$repository/releases/download/v$version,g
s,@SHA256_SOURCE@,$(digest sha256 "$name.tar.gz"),g
s,@SHA512_SOURCE@,$(digest sha512 "$name.tar.gz"),g
s,@SHA256_LINUX_X64@,$(digest sha256 "$name-linux-x64.tar.gz"),g
s,@SHA256_LINUX_ARM64@,$(digest sha256 "$name-linux-arm64.tar.gz"),g
s,@SHA256_WINDOWS_X64@,$(digest sha256 "$name-windows-x64.zip"),g
"
rm -rf "$release/packages"
cp -R tools/dist/packages "$release/packages"
find "$release/packages" -name '*.in' | while read -r template; do
    sed "$values" "$template" >"${template%.in}"
    rm "$template"
done
if grep -rn '@[A-Z0-9_]*@' "$release/packages" >&2; then
    echo "release: error: fill.sh does not know these words" >&2
    exit 1
fi
