#!/bin/sh
# deb.sh ROOT VERSION PACKAGE.deb - a Debian package of what is installed below ROOT
#
# One root always gives the same bytes: times are those of SOURCE_DATE_EPOCH, owners root.
set -eu
root=$1 version=$2 package=$3
maintainer='hitmask developers <hitmask@localhost>'

for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || {
        echo "deb: $tool is missing; install the package dpkg-dev" >&2
        exit 1
    }
done

# It wants the folder of a source package to stand in.
needs=$(
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    mkdir "$scratch/debian"
    printf 'Source: hitmask\n\nPackage: hitmask\nArchitecture: any\n' >"$scratch/debian/control"
    program=$(cd "$root" && pwd)/usr/bin/hitmask
    cd "$scratch"
    dpkg-shlibdeps -O "$program" 2>/dev/null | sed -n 's/^shlibs:Depends=//p'
)

document=$root/usr/share/doc/hitmask
mkdir -p "$document" "$root/DEBIAN"
cp LICENSE "$document/copyright"
gzip -9n <CHANGELOG.md >"$document/NEWS.gz"
# Debian's changelog is about the package.
gzip -9n >"$document/changelog.gz" <<END
hitmask ($version) unstable; urgency=medium

  * NEWS.gz tells what is new.

 -- $maintainer  $(date -u -R -d "@${SOURCE_DATE_EPOCH:-0}")
END
gzip -9nf "$root/usr/share/man/man1/hitmask.1"
chmod 644 "$document"/* "$root"/usr/lib/libhitmask.so.*
strip --strip-unneeded --remove-section=.comment "$root/usr/bin/hitmask" "$root"/usr/lib/libhitmask.so.*
strip --strip-debug --remove-section=.comment "$root/usr/lib/libhitmask.a"

cat >"$root/DEBIAN/control" <<END
Package: hitmask
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Section: devel
Priority: optional
Depends: $needs
Installed-Size: $(du -sk --exclude DEBIAN "$root" | cut -f1)
Description: pixel-perfect collision masks for games
 The tool hitmask bakes sprite art into packs of collision masks and near-pixel
 points. The library, static and shared, answers collision questions about them.
END
echo 'activate-noawait ldconfig' >"$root/DEBIAN/triggers"
echo "libhitmask 1 hitmask (>= $version)" >"$root/DEBIAN/shlibs"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
chmod 644 "$root"/DEBIAN/*
find "$root" -type d -exec chmod 755 {} +
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
