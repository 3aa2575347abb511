#!/bin/sh
# release.sh FOLDER - makes a second release, below FOLDER, from a clone and with other settings of the shell
#
# It ends in FOLDER/clone/build/release. What the first release has downloaded serves again. MAKE is the
# program make.
set -eu
folder=$1
rm -rf "$folder"
mkdir -p "$folder"
umask 077
git clone --quiet --no-hardlinks . "$folder/clone"
mkdir "$folder/clone/build"
cp -R build/sources "$folder/clone/build/sources"
cd "$folder/clone"
LC_ALL=C.UTF-8 TZ=Asia/Tokyo exec "$MAKE" --no-print-directory release
