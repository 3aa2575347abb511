#!/bin/sh
# deps.sh [GROUP...] - installs the packages that are missing, through the system's package manager
# deps.sh --list [GROUP...] - names the packages, by the names of that package manager
#
# The groups are the first column of the table below; without one it is `build test`. V=1 shows what
# the package manager says.
set -eu

# GROUPS      WHAT IT IS     APT                   DNF                  PACMAN            APK               BREW
packages() {
    cat <<'END'
build         C-compiler     gcc                   gcc                  gcc               gcc               -
build         C-headers      libc6-dev             glibc-devel          -                 musl-dev          -
build         pkg-config     pkg-config            pkgconf-pkg-config   pkgconf           pkgconf           pkg-config
build         libspng        libspng-dev           libspng-devel        libspng           libspng-dev       libspng
build         cJSON          libcjson-dev          cjson-devel          cjson             cjson-dev         cjson
build         expat          libexpat1-dev         expat-devel          expat             expat-dev         expat
build         xxHash         libxxhash-dev         xxhash-devel         xxhash            xxhash-dev        xxhash
build         zlib           zlib1g-dev            zlib-devel           zlib              zlib-dev          zlib
build         libdeflate     libdeflate-dev        libdeflate-devel     libdeflate        libdeflate-dev    libdeflate
build         libyaml        libyaml-dev           libyaml-devel        libyaml           yaml-dev          libyaml
build         giflib         libgif-dev            giflib-devel         giflib            giflib-dev        giflib
build         libwebp        libwebp-dev           libwebp-devel        libwebp           libwebp-dev       webp
test          C++-compiler   g++                   gcc-c++              gcc               g++               -
test          cmocka         libcmocka-dev         libcmocka-devel      cmocka            cmocka-dev        cmocka
test          bats           bats                  bats                 bats              bats              bats-core
test          jsonschema     python3-jsonschema    python3-jsonschema   python-jsonschema py3-jsonschema    -
test          util-linux     util-linux            util-linux           util-linux        util-linux        -
games         img2webp       webp                  libwebp-tools         libwebp           libwebp-tools     webp
games,all     SDL2           libsdl2-dev           SDL2-devel           sdl2              sdl2-dev          sdl2
games,engines,all Box2D    libbox2d-dev          box2d-devel          box2d             box2d-dev         box2d
engines       LOVE           love                  love                  love              love2d            -
engines       Tiled          tiled                 tiled                 tiled             tiled             -
engines       Godot-3        godot3                -                     -                 -                 -
engines       npm            npm                   npm                   npm               npm               -
engines,all   jq             jq                    jq                    jq                jq                jq
all           Xvfb           xvfb                  xorg-x11-server-Xvfb xorg-server-xvfb  xvfb              -
all,page      Chromium       chromium              chromium             chromium          chromium          -
all,firefox   Firefox        firefox-esr           firefox              firefox           firefox-esr       -
all,lint,fuzz clang          clang                 clang                clang             clang             -
all           CMake          cmake                 cmake                cmake             cmake             cmake
all           Meson          meson                 meson                meson             meson             meson
all           Ninja          ninja-build           ninja-build          ninja             samurai           ninja
all,csharp    C#-compiler    mono-mcs              mono-devel           mono              mono              mono
all,csharp    Mono           mono-runtime          mono-core            mono              mono              mono
all           tmux           tmux                  tmux                 tmux              tmux              tmux
all           GNU-parallel   parallel              parallel             parallel          parallel          parallel
all           groff          groff                 groff                groff             groff             groff
all           fish           fish                  fish                 fish              fish              fish
all           git            git                   git                  git               git               git
all           dpkg-dev       dpkg-dev              -                    -                 -                 -
all           Box2D          libbox2d-dev          box2d-devel          box2d             box2d-dev         box2d
lint          clang-format   clang-format          clang-tools-extra    clang             clang-extra-tools clang-format
lint          clang-tidy     clang-tidy            clang-tools-extra    clang             clang-extra-tools -
lint          cppcheck       cppcheck              cppcheck             cppcheck          cppcheck          cppcheck
lint          shellcheck     shellcheck            ShellCheck           shellcheck        shellcheck        shellcheck
fuzz          libFuzzer      libclang-rt-dev       compiler-rt          compiler-rt       compiler-rt       -
coverage      gcovr          gcovr                 gcovr                gcovr             gcovr             gcovr
platforms     qemu           qemu-user             qemu-user            qemu-user         qemu-aarch64      -
platforms     arm64-compiler gcc-aarch64-linux-gnu -                    -                 -                 -
platforms     arm64-headers  libc6-dev-arm64-cross -                    -                 -                 -
platforms     s390x-compiler gcc-s390x-linux-gnu   -                    -                 -                 -
platforms     s390x-headers  libc6-dev-s390x-cross -                    -                 -                 -
fresh         debootstrap    debootstrap           debootstrap          debootstrap       debootstrap       -
fresh         qemu-static    qemu-user-static      -                    -                 -                 -
static,release musl          musl-tools            -                    -                 -                 -
static,release arm64-compiler gcc-aarch64-linux-gnu -                   -                 -                 -
static,release dpkg-dev      dpkg-dev              -                    -                 -                 -
windows,release mingw-w64    gcc-mingw-w64-x86-64  -                    -                 -                 -
windows,release Wine         wine                  -                    -                 -                 -
windows       dpkg-dev       dpkg-dev              -                    -                 -                 -
wasi,npm,web,release,page clang          clang                 -                    -                 -                 -
wasi,npm,web,release,page lld            lld                   -                    -                 -                 -
wasi,npm,web,release,page llvm           llvm                  -                    -                 -                 -
wasi,npm,web,release,page wasi-libc      wasi-libc             -                    -                 -                 -
wasi,npm,web,release,page wasm-builtins  libclang-rt-dev-wasm32 -                   -                 -                 -
page,release  wasm-opt       binaryen              binaryen             binaryen          binaryen          binaryen
wasi,npm,web,release Node           nodejs                nodejs               nodejs            nodejs            node
wasi,npm,web,release,page dpkg-dev       dpkg-dev              -                    -                 -                 -
web           npm            npm                   npm                  npm               npm               -
web           Python         python3               python3              python            python3           python
web           Chromium       chromium              chromium             chromium          chromium          -
all,site      pandoc         pandoc                pandoc               pandoc-cli        pandoc            pandoc
wheel,python,release Python-headers python3-dev           python3-devel        python            python3-dev       python
wheel,python  Python-venv    python3-venv          python3              python            python3           python
python        pygame         python3-pygame        python3-pygame       python-pygame     py3-pygame        -
python        numpy          python3-numpy         python3-numpy        python-numpy      py3-numpy         numpy
python        dpkg-dev       dpkg-dev              -                    -                 -                 -
release       arm64-headers  libc6-dev-arm64-cross -                    -                 -                 -
release       git            git                   -                    -                 -                 -
release,csharp,nuget zip zip                   -                    -                 -                 -
release       unzip          unzip                 -                    -                 -                 -
release       qemu-static    qemu-user-static      -                    -                 -                 -
END
}

# is_installed PACKAGE, by the package manager's own records
is_installed() {
    # Node that comes from elsewhere has an npm of its own, which the system's would replace.
    [ "$1" != npm ] || ! command -v npm >/dev/null || return 0
    case $manager in
    apt-get) [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
    dnf) rpm -q --whatprovides "$1" ;;
    pacman) pacman -Qq "$1" ;;
    apk) apk info -e "$1" ;;
    brew) brew list "$1" ;;
    esac >/dev/null 2>&1
}

# COLUMN: what the groups that are wanted need, by the names of that column, each once.
wanted() {
    packages | awk -v column="$1" -v groups=" $groups " '{
        count = split($1, of, ",")
        for (i = 1; i <= count; i++)
            if (index(groups, " " of[i] " ") && $column != "-" && !seen[$column]++)
                print $column
    }'
}

# quietly COMMAND...: what it says is shown when it fails, or with V=1.
quietly() {
    [ "${V-}" != 1 ] || { "$@"; return; }
    said=$("$@" 2>&1) || { printf '%s\n' "$said" >&2; return 1; }
}

list=
[ "${1-}" != --list ] || { list=yes; shift; }
groups=${*:-build test}
known=$(packages | sed 's/ .*//' | tr ',' '\n' | sort -u | tr '\n' ' ')
for group in $groups; do
    case " $known" in
    *" $group "*) ;;
    *) echo "deps: error: there is no group '$group'; the groups are ${known% }" >&2 && exit 2 ;;
    esac
done

manager=
for candidate in apt-get dnf pacman apk brew; do
    [ -n "$manager" ] || ! command -v $candidate >/dev/null || manager=$candidate
done
case $manager in
apt-get) column=3 install='apt-get install -qy --no-install-recommends' ;;
dnf) column=4 install='dnf install -y' ;;
pacman) column=5 install='pacman -S --needed --noconfirm' ;;
apk) column=6 install='apk add' ;;
brew) column=7 install='brew install' ;;
*)
    echo "deps: error: this script knows apt-get, dnf, pacman, apk and brew, and finds none;" \
        "please install $(wanted 2 | tr '\n' ' ')" >&2
    exit 1
    ;;
esac

[ -z "$list" ] || { wanted $column; exit; }

missing=
for package in $(wanted $column); do
    is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

root=
if [ $manager != brew ] && [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "deps: error: only root can install packages, and there is no sudo; run as root:" >&2
        echo "    $install$missing" >&2
        exit 1
    }
    root=sudo
fi

echo "deps: $manager installs$missing"
export DEBIAN_FRONTEND=noninteractive
# One list of several may be out of reach, and what is missing be in another.
[ $manager != apt-get ] || quietly $root apt-get update -q || :
# shellcheck disable=SC2086
quietly $root ${root:+env DEBIAN_FRONTEND=noninteractive} $install $missing
