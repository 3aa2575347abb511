#!/bin/sh
# musl.sh SOURCE FOLDER COMPILER - builds the C library musl for the processor that COMPILER makes code for
#
# FOLDER/bin/musl-gcc is COMPILER with musl in place of its own C library, for static linking.
set -eu
source=$(cd "$1" && pwd)
rm -rf "$2"
mkdir -p "$2/build"
folder=$(cd "$2" && pwd)
compiler=$3

# It is a make of its own: nothing that this one was told is meant for it.
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS CC AR
cd "$folder/build"
{
    "$source/configure" --prefix="$folder" --target="$("$compiler" -dumpmachine)" \
        --disable-shared --enable-wrapper=gcc CC="$compiler" CROSS_COMPILE="${compiler%gcc}" &&
        make -j"$(getconf _NPROCESSORS_ONLN)" install
} >log 2>&1 || { cat log >&2 && exit 1; }
cp "$source/COPYRIGHT" "$folder"
