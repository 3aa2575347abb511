#!/bin/sh
# pack.sh FOLDER VERSION ARCHIVE - packs the tool for WASI as npm does: FOLDER/package, and ARCHIVE of it
#
# FOLDER has hitmask.wasm and libraries/licenses.txt. SOURCE_DATE_EPOCH is the time of the files, so that
# the same files become the same bytes.
set -eu
folder=$1 version=$2 archive=$3
templates=${0%/*}

rm -rf "$folder/package"
mkdir "$folder/package"
cp "$templates/hitmask.mjs" "$templates/README.md" LICENSE "$folder/hitmask.wasm" "$folder/package"
sed "s/@VERSION@/$version/" "$templates/package.json.in" >"$folder/package/package.json"
# The C library is linked in, too. What comes of LLVM needs no licence beside programs that it compiled.
{
    cat "$folder/libraries/licenses.txt"
    printf '==== wasi-libc ====\n\n%s\n' "$(cat /usr/share/doc/wasi-libc/copyright)"
} >"$folder/package/licenses.txt"
chmod 644 "$folder"/package/*
chmod 755 "$folder/package" "$folder/package/hitmask.mjs"
tar -C "$folder" --sort=name --format=ustar --mtime="@${SOURCE_DATE_EPOCH:-0}" --owner=0 --group=0 \
    --numeric-owner -cf - package | gzip -9n >"$archive"
