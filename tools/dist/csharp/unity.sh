#!/bin/sh
# unity.sh VERSION OUTPUT - the package for Unity's package manager, as a tarball
#
# Each file and folder has a .meta with an id. Ids are hashes of paths, so that a new version keeps the references of
# a project; the bytes are the same on every machine.
set -eu

version=$1 output=$2
mkdir -p "${output%/*}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

package=$folder/package
cp -R include/csharp/unity "$package"
cp include/csharp/Hitmask.cs "$package/Runtime/"
cp LICENSE "$package/LICENSE.md"
sed "s/@VERSION@/$version/" "$package/package.json.in" >"$package/package.json"
rm "$package/package.json.in"

(cd "$package" && find . -mindepth 1 | LC_ALL=C sort) >"$folder/paths"
while read -r path; do
    id=$(printf 'com.hitmask/%s' "${path#./}" | md5sum | cut -c 1-32)
    {
        echo 'fileFormatVersion: 2'
        echo "guid: $id"
        [ ! -d "$package/$path" ] || echo 'folderAsset: yes'
    } >"$package/$path.meta"
done <"$folder/paths"
find "$package" -type d -exec chmod 755 {} +
find "$package" -type f -exec chmod 644 {} +
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=2000-01-01T00:00:00Z --format=ustar \
    -C "$folder" -cf "$folder/package.tar" package
gzip -9nc "$folder/package.tar" >"$output"
