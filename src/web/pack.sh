#!/bin/sh
# pack.sh WEB TOOL VERSION ARCHIVE - packs the runtime and the tool as npm does
#
# WEB has hitmask.js and runtime.wasm, TOOL the package of the tool that `make wasi` has made. SOURCE_DATE_EPOCH is the
# time of the files, so that the same files become the same bytes.
set -eu
web=$1 tool=$2 version=$3 archive=$4
sources=${0%/*}

package=$web/package
rm -rf "$package"
mkdir -p "$package/tool" "$(dirname "$archive")"
sed "s/@VERSION@/$version/" "$sources/package.json.in" >"$package/package.json"
cp LICENSE "$sources/README.md" "$web/hitmask.js" "$web/runtime.wasm" "$package"
cp "$sources/hitmask.d.ts" "$sources"/names.js "$sources"/phaser.js "$sources"/phaser.d.ts "$sources"/pixi.js \
    "$sources"/pixi.d.ts "$package"
cp "$tool/hitmask.mjs" "$tool/hitmask.wasm" "$tool/licenses.txt" "$tool/README.md" "$package/tool"
find "$package" -type f -exec chmod 644 {} +
find "$package" -type d -exec chmod 755 {} +
chmod 755 "$package/tool/hitmask.mjs"
tar -C "$web" --sort=name --format=ustar --mtime="@${SOURCE_DATE_EPOCH:-0}" --owner=0 --group=0 --numeric-owner \
    -cf - package | gzip -9n >"$archive"
