#!/bin/sh
# archive.sh FOLDER ARCHIVE - packs a folder into a .zip or .tar.gz
#
# The same files give the same bytes: sorted by name, times of SOURCE_DATE_EPOCH, owner 0, and modes that do
# not depend on the umask.
set -eu
folder=$1
archive=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
time=@${SOURCE_DATE_EPOCH:?}
export LC_ALL=C TZ=UTC

find "$folder" -type d -exec chmod 755 {} +
find "$folder" -type f -perm /111 -exec chmod 755 {} +
find "$folder" -type f ! -perm /111 -exec chmod 644 {} +
find "$folder" -exec touch -h -d "$time" {} +
rm -f "$archive"
cd "$(dirname "$folder")"
find "$(basename "$folder")" | sort >"$archive.names"
case $archive in
*.zip) zip -q -9 -X -@ "$archive" <"$archive.names" ;;
*) tar --format=ustar --no-recursion --owner=0 --group=0 --numeric-owner -T "$archive.names" -cf - |
    gzip -9n >"$archive" ;;
esac
rm "$archive.names"
