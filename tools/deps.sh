#!/bin/sh
# Installs the packages that building and testing need and that are not there yet.
# Each line below is a package manager, a question that tells whether a package is installed,
# the command that installs, and the names under which it knows what we need.
# `deps.sh games` installs what the games of samples/ need as well.
set -eu
games=${1-}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

missing() { # missing QUESTION... -- PACKAGE...
    question=
    while [ "$1" != -- ]; do question="$question $1"; shift; done
    shift
    for package; do
        $question "$package" >/dev/null 2>&1 || printf '%s ' "$package"
    done
}

is_installed_deb() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086
    need=$(missing is_installed_deb -- gcc g++ libc6-dev pkg-config libspng-dev libcjson-dev \
        libexpat1-dev libxxhash-dev libcmocka-dev bats python3-jsonschema ${games:+libsdl2-dev} \
        ${EXTRA_DEPS:-})
    [ -z "$need" ] || {
        as_root apt-get update -q
        # shellcheck disable=SC2086
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $need
    }
elif command -v dnf >/dev/null; then
    as_root dnf install -y gcc gcc-c++ pkgconf-pkg-config libspng-devel cjson-devel \
        expat-devel xxhash-devel libcmocka-devel bats python3-jsonschema util-linux \
        ${games:+SDL2-devel}
elif command -v pacman >/dev/null; then
    as_root pacman -S --needed --noconfirm gcc pkgconf libspng cjson expat xxhash cmocka bats \
        python-jsonschema ${games:+sdl2}
elif command -v apk >/dev/null; then
    as_root apk add gcc g++ musl-dev pkgconf libspng-dev cjson-dev expat-dev xxhash-dev cmocka-dev \
        bats py3-jsonschema util-linux ${games:+sdl2-dev}
elif command -v brew >/dev/null; then
    brew install pkg-config libspng cjson expat xxhash cmocka bats-core ${games:+sdl2}
else
    echo "deps: no package manager that this script knows; please install a C and a C++" \
        "compiler, pkg-config, libspng, cJSON, expat, xxHash, cmocka and bats" >&2
    exit 1
fi
