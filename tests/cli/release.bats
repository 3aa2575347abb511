#!/usr/bin/env bats
# release.bats - what `make release` makes: the same bytes each time, and each archive works in an empty system

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# Skips a test unless there is a release; sets `version`.
released() {
    [ -n "${HITMASK_RELEASE-}" ] || skip 'make test-release tries a release'
    version=$(sed -n 's/^VERSION := //p' "$ROOT/Makefile")
}

# unpack SYSTEM: the archive for it, in a folder `root`
unpack() {
    local -r archive=$(echo "$HITMASK_RELEASE/hitmask-$version-$1".*)
    case $archive in
    *.zip) unzip -q "$archive" ;;
    *) tar -xf "$archive" ;;
    esac
    mv "hitmask-$version-$1" root
}

# smoke FOLDER COMMAND...: bakes, inspects, queries and verifies with COMMAND, which sees FOLDER as its own
smoke() {
    local -r folder=$1
    shift
    "$@" bake --quiet samples/sprites -o x.hmk
    bake "$SPRITES" -o expected.hmk
    same expected.hmk "$folder/x.hmk"
    "$@" inspect x.hmk | tr -d '\r' >table
    holds table 'person.png'
    "$@" query x.hmk person.png enemy.png --at 20,10 | tr -d '\r' >answer
    holds answer '159'
    is verdict "$("$@" verify x.hmk | tr -d '\r')" "$("$HITMASK" verify expected.hmk |
        sed 's/^expected/x/')"
    is 'the version' "$("$@" --version | tr -d '\r')" "$("$HITMASK" --version)"
}

needs_root() {
    [ "$(id -u)" = 0 ] || skip 'only root can change the root folder'
}

# ---- What is refused ------------------------------------------------------------------------

@test "a release is made of a commit: changes are named, and nothing is built" {
    needs git
    mkdir -p repository/{samples,tests,build/release}
    cd repository
    cp -r "$ROOT"/{Makefile,include,src,tools} .
    cp "$ROOT/samples/samples.mk" samples
    cp "$ROOT/tests/tests.mk" tests
    echo build >.gitignore
    touch build/release/old
    run env -u MAKEFLAGS -u MAKELEVEL GIT_CEILING_DIRECTORIES="$BATS_TEST_TMPDIR" make release
    [[ $output == *'release: error: this is no clone of the repository: a release is made of a commit'* ]]
    git init -q
    git add .
    git -c user.name=a -c user.email=a@b commit -qm one
    echo "# more" >>Makefile
    run env -u MAKEFLAGS -u MAKELEVEL make release
    [[ $output == *' M Makefile'*'release: error: these files are not as the last commit has them; commit or stash the changes'* ]]
    is 'what is there' "$(ls build/release)" old
}

# ---- The archives ---------------------------------------------------------------------------

@test "two builds, in two folders, give the same files" {
    released
    diff -r "$HITMASK_RELEASE" "$HITMASK_RELEASE_AGAIN"
}

@test "every archive is there, with its digest" {
    released
    cd "$HITMASK_RELEASE"
    sha256sum --quiet -c SHA256SUMS
    is files "$(awk '{ print $2 }' SHA256SUMS)" "$(printf '%s\n' "Hitmask.$version.nupkg" "com.hitmask-$version.tgz" \
        "$(echo hitmask-"$version"-cp311-abi3-manylinux*_x86_64.whl)" "hitmask-$version-linux-arm64.tar.gz" \
        "hitmask-$version-linux-x64.tar.gz" "hitmask-$version-npm.tgz" \
        "hitmask-$version-windows-x64.zip" "hitmask-$version.html" "hitmask-$version.tar.gz" "hitmask_${version}_amd64.deb")"
    is 'what is there' "$(LC_ALL=C ls)" "$({ awk '{ print $2 }' SHA256SUMS && printf '%s\n' SHA256SUMS packages; } | LC_ALL=C sort)"
}

@test "each has tool, header, sources, libraries, manual, samples and all licences" {
    released
    local system file library
    for system in linux-x64 linux-arm64 windows-x64; do
        unpack $system
        for file in README.md LICENSE LICENSES.txt CHANGELOG.md doc/manual.md src/pack.c src/sprite.h \
            src/FORMAT.md include/hitmask.h include/hitmask_single.h lib/libhitmask.a samples/minimal.c \
            share/man/man1/hitmask.1 share/hitmask/config.schema.json lib/pkgconfig/hitmask.pc; do
            [ -s "root/$file" ] || is "$system" "no $file" "$file"
        done
        for library in zlib libspng cjson expat xxhash libdeflate giflib libwebp libyaml; do
            holds root/LICENSES.txt "^==== $library "
        done
        rm -r root
    done
    unpack linux-arm64
    holds root/LICENSES.txt '^==== musl '
    holds root/LICENSES.txt '^==== mimalloc '
    rm -r root
    unpack windows-x64
    holds root/LICENSES.txt 'mingw-w64'
    lacks root/LICENSES.txt '^==== musl '
}

@test "links in the documents of an archive lead somewhere" {
    released
    local page link
    unpack linux-x64
    find root -name '*.md' -printf '%P\n' >pages
    holds pages '^doc/manual/shapes\.md$'
    while read -r page; do
        sed -n 's/](\([^)#]*\)[^)]*)/\n\1\n/gp' "root/$page" | awk '/^[.\/A-Za-z_-]+\.(md|png|h|c)$/' >links
        while read -r link; do
            (cd "root/$(dirname "$page")" && [ -e "$link" ]) || is "$page" "links to $link" ''
        done <links
    done <pages
}

@test "owners, times and modes are fixed, and names are sorted" {
    released
    local -r archive=$HITMASK_RELEASE/hitmask-$version-linux-x64.tar.gz
    tar -tvf "$archive" --numeric-owner --full-time >list
    is owners "$(awk '{ print $2 }' list | sort -u)" 0/0
    is times "$(awk '{ print $4, $5 }' list | sort -u | wc -l)" 1
    is modes "$(awk '{ print substr($1, 2) }' list | sort -u)" $'rw-r--r--\nrwxr-xr-x\nrwxrwxrwx'
    tar -tf "$archive" | sed 's,/$,,' >names
    LC_ALL=C sort names | diff names -
    tar -xOf "$archive" "hitmask-$version-linux-x64/bin/hitmask" >tool
    lacks tool "$(dirname "$HITMASK_RELEASE")"
}

# ---- In an empty system ---------------------------------------------------------------------

@test "Linux on x64: nothing else is there" {
    released
    needs_root
    unpack linux-x64
    smoke root chroot root /bin/hitmask
}

@test "Linux on arm64: nothing but an emulator is there" {
    released
    needs_root
    needs qemu-aarch64-static
    unpack linux-arm64
    cp "$(command -v qemu-aarch64-static)" root/qemu
    smoke root chroot root /qemu /bin/hitmask
}

@test "the Debian package, with the libraries that it names" {
    released
    needs_root
    needs dpkg-deb ldd
    local -r package=$HITMASK_RELEASE/hitmask_${version}_amd64.deb
    local library
    dpkg-deb -x "$package" root
    cp -r "$ROOT/samples" root
    ldd root/usr/bin/hitmask | grep -o '/[^ ]*' | while read -r library; do
        mkdir -p "root${library%/*}"
        cp -L "$library" "root$library"
        dpkg-query -S "$(realpath "$library")" "$library" "${library#/usr}" "/usr$library" 2>/dev/null >found || :
        sed -n '1s/:.*//p' found
    done | sort -u >owners
    dpkg-deb -f "$package" Depends | tr ',' '\n' | sed 's/^ *//; s/ .*//' | sort -u >named
    is 'what it needs and does not name' "$(comm -23 owners named)" ''
    smoke root chroot root /usr/bin/hitmask
}

@test "Windows: a new Wine" {
    released
    needs wine unzip
    unpack windows-x64
    export WINEPREFIX=$PWD/wine WINEDEBUG=-all LC_ALL=C.UTF-8
    cd root
    # shellcheck disable=SC2046
    smoke . $(steady) wine bin/hitmask.exe
}

@test "Node: the package of npm" {
    released
    needs node
    [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || skip 'needs Node 20'
    tar -xf "$HITMASK_RELEASE/hitmask-$version-npm.tgz"
    holds package/tool/licenses.txt '^==== zlib '
    cp -r "$ROOT/samples" .
    smoke . node package/tool/hitmask.mjs
    cat >ask.mjs <<'END'
import { readFileSync } from 'node:fs';
import { open } from './package/hitmask.js';

const pack = open(readFileSync('x.hmk'));
console.log(pack.sprite('person.png').area(pack.sprite('enemy.png'), 20, 10));
END
    is answer "$(node ask.mjs)" 159
}

@test "Python: the wheel" {
    released
    needs unzip
    /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || skip 'needs Python 3.11'
    unzip -q "$HITMASK_RELEASE/hitmask-$version"-*.whl -d wheel
    bake "$SPRITES" -o game.hmk
    is answer "$(PYTHONPATH=wheel /usr/bin/python3 -B -c 'import hitmask
with hitmask.open("game.hmk") as pack:
    print(pack["person.png"].overlap_area(pack["enemy.png"], (20, 10)))')" 159
}

@test "C#: the packages of NuGet and Unity have the file and the licence" {
    released
    needs unzip
    unzip -q "$HITMASK_RELEASE/Hitmask.$version.nupkg" -d nuget
    tar -xf "$HITMASK_RELEASE/com.hitmask-$version.tgz"
    same "$ROOT/include/csharp/Hitmask.cs" nuget/build/Hitmask.cs
    same "$ROOT/include/csharp/Hitmask.cs" package/Runtime/Hitmask.cs
    same "$ROOT/LICENSE" nuget/LICENSE
    same "$ROOT/LICENSE" package/LICENSE.md
}

# ---- For programmers ------------------------------------------------------------------------

# answers PROGRAM...: asks about a pack, as samples/minimal.c does
answers() {
    bake "$SPRITES" -o game.hmk
    is answer "$("$@" game.hmk | tr -d '\r')" 'The enemy touches the person at (26, 11), with 159 pixels.'
}

@test "a program links the libraries for Linux, by pkg-config and CMake too, and compiles the sources" {
    released
    needs cc pkg-config
    unpack linux-x64
    local flags
    cc -Iroot/include root/samples/minimal.c root/lib/libhitmask.a -o static
    answers ./static
    cc -Iroot/include root/samples/minimal.c root/src/*.c -o sources
    answers ./sources
    flags=$(PKG_CONFIG_PATH=$PWD/root/lib/pkgconfig pkg-config --cflags --libs hitmask)
    # shellcheck disable=SC2086
    cc root/samples/minimal.c $flags -Wl,-rpath,"$PWD/root/lib" -o shared
    answers ./shared
    needs cmake
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(game C)
find_package(hitmask 1.0 REQUIRED)
add_executable(game root/samples/minimal.c)
target_link_libraries(game PRIVATE hitmask::runtime)
hitmask_bake(TARGET game SPRITES root/samples/sprites OUTPUT game.hmk)
END
    cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$PWD/root" >log
    cmake --build cmake >>log
    answers cmake/game
    same game.hmk cmake/game.hmk
}

@test "a program links the library for arm64" {
    released
    needs aarch64-linux-gnu-gcc qemu-aarch64-static
    unpack linux-arm64
    aarch64-linux-gnu-gcc -static -Iroot/include root/samples/minimal.c root/lib/libhitmask.a -o static
    answers qemu-aarch64-static ./static
}

@test "a program links the libraries for Windows" {
    released
    needs x86_64-w64-mingw32-gcc wine unzip
    unpack windows-x64
    export WINEPREFIX=$PWD/wine WINEDEBUG=-all
    x86_64-w64-mingw32-gcc -Iroot/include root/samples/minimal.c -Lroot/lib -lhitmask -o shared.exe
    cp root/bin/hitmask.dll .
    # shellcheck disable=SC2046
    answers $(steady) wine ./shared.exe
    x86_64-w64-mingw32-gcc -Iroot/include root/samples/minimal.c root/lib/libhitmask.a -o static.exe
    rm hitmask.dll
    # shellcheck disable=SC2046
    answers $(steady) wine ./static.exe
}

@test "the sources build the tool" {
    released
    tar -xf "$HITMASK_RELEASE/hitmask-$version.tar.gz"
    env -u MAKEFLAGS -u MAKELEVEL make -s -j2 -C "hitmask-$version" CFLAGS=-O0 all
    is 'the version' "$("hitmask-$version/build/hitmask" --version)" "$("$HITMASK" --version)"
}

@test "CMake installs the library as the ports for vcpkg and Conan have it" {
    needs cmake
    cmake -S "$ROOT/src" -B cmake -DHITMASK_TOOL=OFF >log
    cmake --build cmake -j2 >>log
    cmake --install cmake --prefix root >>log
    is 'what is there' "$(cd root && find . -type f | sort)" $'./include/hitmask.h\n./include/hitmask_canvas.h\n./include/hitmask_transform.h\n./include/hitmask_world.h\n./lib/libhitmask.a'
}

# ---- For package managers -------------------------------------------------------------------

# packages: their files, in `packages`; of a release, or filled in for archives without contents
packages() {
    local archive
    if [ -n "${HITMASK_RELEASE-}" ]; then
        released
        cp -r "$HITMASK_RELEASE/packages" .
        cp "$HITMASK_RELEASE/SHA256SUMS" .
        return
    fi
    version=9.8.7
    for archive in .tar.gz -linux-x64.tar.gz -linux-arm64.tar.gz -windows-x64.zip; do
        echo "$archive" >"hitmask-$version$archive"
    done
    sha256sum hitmask-* >SHA256SUMS
    (cd "$ROOT" && sh tools/dist/release/fill.sh "$BATS_TEST_TMPDIR" $version https://example.com/hitmask)
}

@test "files for package managers have the version and the digests" {
    packages
    local file
    for file in scoop/hitmask.json winget/hitmask.hitmask.installer.yaml; do
        holds "packages/$file" "hitmask-$version-windows-x64.zip"
        holds "packages/$file" "$(awk '/windows/ { print $1 }' SHA256SUMS)"
    done
    for file in homebrew/hitmask.rb conan/conandata.yml; do
        holds "packages/$file" "hitmask-$version.tar.gz"
        holds "packages/$file" "$(awk -v name="hitmask-$version.tar.gz" '$2 == name { print $1 }' SHA256SUMS)"
    done
    is 'what is left of a template' "$(find packages -name '*.in'; grep -r '@[A-Z]' packages)" ''
}

@test "their JSON, Python and Ruby can be read" {
    packages
    needs python3
    python3 -m json.tool packages/scoop/hitmask.json >/dev/null
    python3 -m json.tool packages/vcpkg/vcpkg.json >/dev/null
    python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' packages/conan/conanfile.py
    needs ruby
    ruby -c packages/homebrew/hitmask.rb >log
}

@test "their YAML, and that of the workflow and the action, passes yamllint" {
    packages
    needs yamllint
    yamllint -s -d '{extends: default, rules: {line-length: {max: 120}, document-start: disable,
        truthy: {check-keys: false}, comments: {min-spaces-from-content: 1}}}' \
        packages/winget packages/conan "$ROOT/.github/workflows" "$ROOT/tools/action"
}

# ---- The action for workflows ---------------------------------------------------------------

# step N: the script of a step of the action
step() {
    /usr/bin/python3 -c 'import sys, yaml
print(yaml.safe_load(open(sys.argv[1]))["runs"]["steps"][int(sys.argv[2])]["run"])' \
        "$ROOT/tools/action/action.yml" "$1"
}

@test "the action installs this version" {
    holds "$ROOT/tools/action/action.yml" "default: $(sed -n 's/^VERSION := //p' "$ROOT/Makefile")"
}

@test "the scripts of the action install a release, bake, and fail on a warning" {
    released
    needs curl
    /usr/bin/python3 -c 'import yaml' 2>/dev/null || skip "needs python3-yaml"
    mkdir temporary
    export VERSION=$version SYSTEM=Linux-X64 RELEASE=file://$HITMASK_RELEASE
    export RUNNER_TEMP=$PWD/temporary GITHUB_PATH=$PWD/path
    step 0 >install.sh
    step 1 >bake.sh
    bash -e install.sh
    PATH=$(<path):$PATH
    is 'what runs' "$(type -P hitmask)" "$PWD/temporary/hitmask/hitmask-$version-linux-x64/bin/hitmask"
    cp "$SPRITES"/{ball,empty}.png .
    INPUTS='ball.png' OUTPUT=game.hmk OPTIONS='--cell 4' ERROR_ON=all bash -e bake.sh
    bake --cell 4 ball.png -o expected.hmk
    same expected.hmk game.hmk
    INPUTS='ball.png empty.png' OUTPUT=other.hmk OPTIONS='' ERROR_ON=all run bash -e bake.sh
    is 'the exit status' "$status" 1
    INPUTS='ball.png empty.png' OUTPUT=other.hmk OPTIONS='' ERROR_ON='' bash -e bake.sh
    # A damaged download is not unpacked.
    mkdir damaged
    cp "$HITMASK_RELEASE/SHA256SUMS" damaged
    echo x >"damaged/hitmask-$version-linux-x64.tar.gz"
    RELEASE=file://$PWD/damaged run bash -e install.sh
    [[ $output == *FAILED* ]]
    SYSTEM=macOS-ARM64 run bash -e install.sh
    [[ $output == '::error::hitmask has no release for macOS-ARM64'* ]]
}
