#!/usr/bin/env bash
# fresh.sh - the two commands of the README on a machine that has only make and git
#
#     fresh.sh FOLDER [ARCHITECTURE]
#
# Makes a minimal Debian below FOLDER (debootstrap's minbase with make and git), clones the last
# commit into it, and runs there: `make deps demo` and `make deps test` as root, then `make test` as a
# plain user, who may not write anywhere but in the clone and in /tmp. For an architecture that is
# not this machine's, under qemu, `make deps demo` alone. Needs root and debootstrap; SUITE=bookworm
# names the release. The minimal system is kept, so that the next run is faster.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1 here=$(dpkg --print-architecture) suite=${SUITE:-bookworm}
architecture=${2:-$here}
base=$folder/$suite-$architecture root=$folder/run-$architecture

fail() {
    echo "fresh: error: $*" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || fail 'only root can make and enter a system; run it as root'
command -v debootstrap >/dev/null || fail "debootstrap is missing; 'make deps EXTRA=fresh' installs it"
[ -z "$(git status --porcelain)" ] || echo 'fresh: note: what is not committed is not tried'

# Everything that is mounted below is seen by this process and its children alone.
if [ -z "${FRESH_OWN_MOUNTS-}" ]; then
    FRESH_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0" "$@"
fi

# Programs of another architecture run under qemu once the kernel is told so.
if [ "$architecture" != "$here" ]; then
    mountpoint -q /proc/sys/fs/binfmt_misc ||
        mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    update-binfmts --enable || fail "qemu is missing; 'make deps EXTRA=fresh' installs it"
fi

if [ ! -e "$base/complete" ]; then
    rm -rf "$base"
    mkdir -p "$base"
    debootstrap --arch="$architecture" --variant=minbase --include=make,git "$suite" "$base" >"$base.log" ||
        fail "debootstrap failed: see $base.log"
    touch "$base/complete"
fi

rm -rf --one-file-system "$root"
cp -a "$base" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
[ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$root/etc/resolv.conf"
git clone -q . "$root/hitmask"

# inside USER COMMAND...: in the minimal system, in the clone, with nothing of this environment.
inside() {
    local -r user=$1
    shift
    echo "== $architecture, $user: $*"
    chroot --userspec="$user" "$root" /usr/bin/env -i LANG=C.UTF-8 HOME=/tmp TERM=dumb \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        sh -c 'cd /hitmask && "$@"' - "$@" </dev/null || fail "failed on $architecture as $user: $*"
}

inside root make deps demo
[ "$architecture" = "$here" ] || exit 0
inside root make deps test
left=$(cd "$root" && find . -xdev -maxdepth 1 -newer hitmask/LICENSE -type f)
[ -z "$left" ] || fail "the tests left in the root of the file system: $left"
# With the games, which a plain user can play without a display.
inside root make deps games
chown -R 1000:1000 "$root/hitmask"
inside 1000:1000 make test
# What the Dockerfile of the manual runs. The clone lies where it copies the sources to.
# shellcheck disable=SC2016
inside root sh -eu -c "$(sed -n '/^```dockerfile/,/^```$/s/^RUN //p' tools/manual/builds.md)"
inside root hitmask --version
