#!/bin/sh
# sources.sh FOLDER PACKAGE... - unpacks the sources of Debian's packages below FOLDER, each into
# FOLDER/PACKAGE
#
# For builds that link the libraries of the tool statically. They come from the package archive that
# this system is set up for, are checked by apt, and nothing is installed. What is there already is
# kept.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
apt=$folder/apt

# Two builds side by side may want the same sources.
exec 9>"$folder/lock"
flock 9

for program in apt-get dpkg-source; do
    command -v "$program" >/dev/null ||
        { echo "sources.sh: error: $program is missing; sources come from Debian's packages" >&2 && exit 1; }
done

# apt ARGUMENT...: knows the sources of the archives of this system, and keeps what it knows here.
apt() {
    apt-get -q -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts="$apt/parts" \
        -o Dir::State="$apt" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt" \
        -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "$@" >>"$apt/log" 2>&1
}

find_archives() {
    mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/parts"
    : >"$apt/status"
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -n 's/^deb /deb-src /p' >"$apt/sources.list"
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/parts/${list##*/}"
    done
    # One archive of several may have no sources, and what is wanted be in another.
    apt update || :
}

# The release that this system is, without its updates: an archive of these may have lost a source.
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)

for package; do
    [ ! -e "$folder/$package" ] || continue
    [ -e "$apt/parts" ] || find_archives
    rm -rf "$folder/fetched"
    mkdir "$folder/fetched"
    (cd "$folder/fetched" && { apt source --download-only "$package" ||
        apt source --download-only --target-release "$release" "$package"; } &&
        dpkg-source --no-check -x ./*.dsc "$folder/unpacked" >>"$apt/log" 2>&1) ||
        { echo "sources.sh: error: no sources of $package (see $apt/log)" >&2 && exit 1; }
    mv "$folder/unpacked" "$folder/$package"
    rm -r "$folder/fetched"
done
