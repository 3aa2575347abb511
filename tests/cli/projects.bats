#!/usr/bin/env bats
# projects.bats - at home in other people's projects: what is installed, and builds on top of it
#
# Everything is installed once; each project of tests/projects/ is built in a new folder of its
# own by the real tool.

load helpers

: "${CC:=cc}"
BUILD=${HITMASK%/*}
PREFIX=$BATS_FILE_TMPDIR/prefix
MAKE=(make -s -C "$ROOT" config=release B="$BUILD")
# Its own flags are not for the Makes of projects.
unset MAKEFLAGS MAKELEVEL MFLAGS

is_release() {
    [ "${HITMASK_CONFIG:-release}" = release ]
}

setup_file() {
    is_release || return 0
    "${MAKE[@]}" install PREFIX="$PREFIX"
}

setup() {
    is_release || skip 'nothing that another config would change'
    cd "$BATS_TEST_TMPDIR" || return
    export PATH=$PREFIX/bin:$PATH PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig
}

# project NAME: makes the current folder that project, with a little art.
project() {
    cp -R "$ROOT/tests/projects/$1/." "$ROOT/tests/projects/main.c" .
    mkdir art
    draw_png art/hook.png '####' '#...' '#...'
    draw_png art/dot.png '#'
}

# says COMMAND...: what it says are the names of these sprites, on standard input.
says() {
    is "what '$*' says" "$("$@")" "$(cat)"
}

# Two builds within one tick of a file system's clock would be one to a build tool.
tick() {
    sleep 0.02
}

# grow: the art has a sprite more, and another drawing in an old one.
grow() {
    tick
    draw_png art/new.png '#.#'
    draw_png art/dot.png '##'
    tick
}

# warned COMMAND...: a build with an empty sprite has its warning in its log.
warned() {
    draw_png art/empty.png '..'
    tick
    "$@" >warnings 2>&1
    holds warnings 'empty.png: warning: no pixel is solid \[empty\]'
}

# ---- What is installed ----------------------------------------------------------------------

@test "make uninstall removes what make install put there, and nothing else" {
    mkdir -p root/usr/bin root/usr/share/hitmask
    echo mine >root/usr/bin/other
    echo mine >root/usr/share/hitmask/other
    find root | sort >before
    "${MAKE[@]}" install DESTDIR="$PWD/root" PREFIX=/usr
    local file
    for file in bin/hitmask include/hitmask.h include/hitmask_single.h lib/libhitmask.a \
        lib/libhitmask.so lib/pkgconfig/hitmask.pc lib/cmake/hitmask/hitmask-config.cmake \
        share/hitmask/config.schema.json share/man/man1/hitmask.1; do
        [ -s "root/usr/$file" ]
    done
    "${MAKE[@]}" uninstall DESTDIR="$PWD/root" PREFIX=/usr
    find root ! -type d -o -name '*hitmask*' | sort |
        same - <(grep -e other -e hitmask before)
}

@test "make install writes nothing beside the build, so that two installs at once do not meet" {
    touch before
    "${MAKE[@]}" install DESTDIR="$PWD/root" PREFIX=/usr
    [ -e root/usr/lib/pkgconfig/hitmask.pc ]
    is 'written' "$(find "${HITMASK%/*}" -maxdepth 1 -type f -newer before)" ''
}

@test "pkg-config knows flags, version and program" {
    needs pkg-config
    is version "$(pkg-config --modversion hitmask)" "$(hitmask --version >/dev/null; "$HITMASK" --version | sed -n '1s/.* //p')"
    is program "$(pkg-config --variable=hitmask hitmask)" "$PREFIX/bin/hitmask"
    # shellcheck disable=SC2046
    $CC "$ROOT/tests/projects/main.c" $(pkg-config --cflags --libs hitmask) -o game
}

@test "a Debian package installs, runs, and is removed without a trace" {
    needs dpkg dpkg-deb dpkg-shlibdeps
    "${MAKE[@]}" deb >/dev/null
    local -r package=$(echo "$BUILD"/hitmask_*.deb)
    cp "$package" first.deb
    dpkg-deb --field first.deb Depends | grep libspng0 >/dev/null
    mkdir -p root/var/lib/dpkg/updates root/var/lib/dpkg/info
    touch root/var/lib/dpkg/status root/var/lib/dpkg/available
    find root | sort >before
    # Its dependencies are not below that root, nor is a shell for triggers.
    dpkg --root="$PWD/root" --log=/dev/null --force-depends --no-triggers --force-not-root \
        --force-script-chrootless --install first.deb >log 2>&1
    is version "$(root/usr/bin/hitmask --version)" "$("$HITMASK" --version)"
    [ -s root/usr/lib/libhitmask.so ]
    gzip -dc root/usr/share/man/man1/hitmask.1.gz | grep '^.TH HITMASK' >/dev/null
    dpkg --root="$PWD/root" --log=/dev/null --force-script-chrootless --no-triggers \
        --purge hitmask >>log 2>&1
    is 'what is left' "$(find root -name '*hitmask*')" ''
    [ ! -e root/usr ]
    # A second build gives the same bytes.
    "${MAKE[@]}" deb >/dev/null
    same "$package" first.deb
}

@test "a tarball has all that the sources have, and always the same bytes" {
    needs git
    git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || skip 'no repository here'
    "${MAKE[@]}" dist B="$PWD"
    local -r name=hitmask-$("$HITMASK" --version | sed -n '1s/.* //p')
    cp "$name.tar.gz" first
    tick
    "${MAKE[@]}" dist B="$PWD"
    same "$name.tar.gz" first
    tar -xzf first
    [ -s "$name/Makefile" ]
    [ -s "$name/tools/README.md" ]
    [ -s "$name/src/README.md" ]
    [ ! -e "$name/build" ]
    make -s -n -C "$name" B="$PWD/built" all >/dev/null
}

# ---- CMake ----------------------------------------------------------------------------------

# check_cmake GENERATOR: a build, nothing again, more art, other options.
check_cmake() {
    project cmake
    cmake -S . -B build -G "$1" -DCMAKE_PREFIX_PATH="$PREFIX" >log
    holds log "hitmask_bake: makes the target 'extra'; add_executable must stand before hitmask_bake"
    lacks log "makes the target 'game'"
    cmake --build build >>log
    says build/game build/game.hmk <<<$'dot.png\nhook.png'
    says build/embedded <<<$'dot.png\nhook.png'
    says build/coded <<<$'dot.png\nhook.png'
    is 'an extra pack' "$(names build/extra.hmk)" $'dot.png\nhook.png'
    cmake --build build >again
    lacks again 'Baking'
    # The rules are a dependency.
    sed -i 's/true/"yes"/' rules.json
    tick
    cmake --build build >again 2>&1 && return 1
    holds again "$PWD/rules.json:3:.*must be true or false"
    sed -i 's/"no-points": "yes"/"solid": true/' rules.json
    cmake --build build >again
    holds again 'Baking code/game.c'
    lacks again 'Baking game.hmk'
    grow
    cmake --build build >again
    holds again 'Baking game.hmk'
    says build/game build/game.hmk <<<$'dot.png\nhook.png\nnew.png'
    says build/embedded <<<$'dot.png\nhook.png\nnew.png'
    says build/coded <<<$'dot.png\nhook.png\nnew.png'
    mkdir art/sub
    draw_png art/sub/more.png '##'
    tick
    cmake --build build >again
    rm -r art/new.png art/sub
    cmake --build build >again
    says build/game build/game.hmk <<<$'dot.png\nhook.png'
    says build/embedded <<<$'dot.png\nhook.png'
    says build/coded <<<$'dot.png\nhook.png'
    # A file that is gone is forgotten.
    cmake --build build >again
    lacks again 'Baking\|Embedding\|Linking'
    tick
    cmake -B build -DGAME_OPTIONS='--prune;0' >>log
    cmake --build build >again
    holds again 'Baking game.hmk'
    is prune "$("$HITMASK" inspect --json build/game.hmk | grep -c '"prune": 0')" 2
    warned cmake --build build
}

@test "CMake and Ninja" {
    needs cmake ninja
    check_cmake Ninja
}

@test "CMake and Make" {
    needs cmake make
    check_cmake 'Unix Makefiles'
}

@test "CMake, cross-compiling: the program is this machine's" {
    needs cmake ninja
    project cmake
    # The package of another machine, whose program does not run here.
    cp -R "$PREFIX" target
    printf '#!/bin/sh\nexit 9\n' >target/bin/hitmask
    printf 'set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_FIND_ROOT_PATH "%s")\n' "$PWD/target" >chain.cmake
    cmake -S . -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/chain.cmake" \
        -DCMAKE_PREFIX_PATH="$PWD/target" >log
    cmake --build build >>log
    says build/embedded <<<$'dot.png\nhook.png'
    holds build/CMakeCache.txt "^HITMASK_PROGRAM.*=$PREFIX/bin/hitmask$"
}

@test "CMake finds the package where /lib and /bin are links into /usr" {
    needs cmake
    mkdir root
    ln -s "$PREFIX" root/usr
    ln -s usr/lib root/lib
    ln -s usr/bin root/bin
    printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(game NONE)' \
        "find_package(hitmask REQUIRED PATHS $PWD/root NO_DEFAULT_PATH)" \
        'get_target_property(include hitmask::runtime INTERFACE_INCLUDE_DIRECTORIES)' \
        'file(READ ${include}/hitmask.h text LIMIT 9)' 'message("found ${hitmask_DIR}")' >CMakeLists.txt
    PATH=/usr/bin:/bin cmake -S . -B build >log 2>&1
    holds log "found $PWD/root/lib/cmake/hitmask"
}

# cmake_refuses TEXT LINE...: a project with these lines is told so.
cmake_refuses() {
    local -r text=$1
    shift
    printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(game NONE)' \
        'find_package(hitmask REQUIRED)' "$@" >CMakeLists.txt
    run cmake -S . -B refused -DCMAKE_PREFIX_PATH="$PREFIX"
    [ "$status" -ne 0 ]
    [[ $(tr -s '[:space:]' ' ' <<<"$output") == *"$text"* ]] || is output "$output" "$text"
}

# from_source OPTION...: a game with the runtime as a part of its project, and without an installed one.
from_source() {
    project cmake-source
    env -u PKG_CONFIG_PATH PATH="${PATH#*:}" cmake -S . -B build -G Ninja \
        -DHITMASK_SOURCE="$ROOT" "$@" >log 2>&1
    cmake --build build >>log 2>&1
}

@test "CMake, the whole from source: the program is built and bakes" {
    needs cmake ninja
    from_source
    says build/game build/game.hmk <<<$'dot.png\nhook.png'
    "$HITMASK" bake --quiet art -o same.hmk
    cmp same.hmk build/game.hmk
}

@test "CMake, the runtime alone from source, also in portable C" {
    needs cmake ninja
    from_source -DHITMASK_TOOL=OFF -DHITMASK_SIMD=OFF
    lacks log 'hitmask_tool\|Baking'
    "$HITMASK" bake --quiet art -o game.hmk
    says build/game game.hmk <<<$'dot.png\nhook.png'
    nm -g build/_deps/hitmask-build/libhitmask.a | grep -c ' hm_.*avx2' >simd || :
    is 'symbols of SIMD' "$(cat simd)" 0
}

@test "hitmask_bake for one target, in two folders with outputs of one name, and of names that are alike" {
    needs cmake
    echo 'int main(void) { return 0; }' >main.c
    mkdir -p one/art two/art
    draw_png one/art/a.png '#'
    draw_png two/art/b.png '#'
    local folder
    for folder in one two; do
        echo 'hitmask_bake(TARGET game SPRITES art OUTPUT level.hmk)' >$folder/CMakeLists.txt
    done
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(game C)
find_package(hitmask REQUIRED)
add_executable(game main.c)
add_subdirectory(one)
add_subdirectory(two)
hitmask_bake(TARGET game SPRITES one/art OUTPUT a.b.hmk)
hitmask_bake(TARGET game SPRITES two/art OUTPUT a_b.hmk)
END
    cmake -S . -B build -DCMAKE_PREFIX_PATH="$PREFIX" >log
    cmake --build build >>log
    is names "$("$HITMASK" inspect --json build/one/level.hmk | grep -o 'a\.png' | sort -u)" a.png
    is names "$("$HITMASK" inspect --json build/two/level.hmk | grep -o 'b\.png' | sort -u)" b.png
    same build/one/level.hmk build/a.b.hmk
    same build/two/level.hmk build/a_b.hmk
}

@test "hitmask_bake says what is wrong with a call" {
    needs cmake
    mkdir art
    cmake_refuses 'hitmask_bake: SPRITES is missing' 'hitmask_bake(TARGET game OUTPUT game.hmk)'
    cmake_refuses "unknown argument 'FORMAT'; hitmask_bake takes TARGET, SPRITES, OUTPUT, CONFIG, OPTIONS and EMBED" \
        'hitmask_bake(FORMAT c TARGET game SPRITES art OUTPUT game.hmk)'
    cmake_refuses "there is no target 'game' to embed a pack in" \
        'hitmask_bake(TARGET game SPRITES art OUTPUT game.hmk EMBED)'
    mkdir below
    echo 'hitmask_bake(TARGET game SPRITES art OUTPUT game.hmk EMBED)' >below/CMakeLists.txt
    cmake_refuses "the target 'game' is of another folder; write hitmask_bake with EMBED in $PWD" \
        'add_custom_target(game)' 'add_subdirectory(below)'
    local option
    for option in '--config CMakeLists.txt' --config=CMakeLists.txt; do
        cmake_refuses 'folder; write CONFIG CMakeLists.txt' \
            "hitmask_bake(TARGET game SPRITES art OUTPUT game.hmk OPTIONS --prune 2 $option)"
    done
    cmake_refuses "OPTIONS has '--cell 2' as one item; write option and value as two items" \
        'hitmask_bake(TARGET game SPRITES art OUTPUT game.hmk OPTIONS --no-points "--cell 2")'
    cmake_refuses 'OUTPUT game.png does not end with .hmk, .json or .c; end it so, or add --format' \
        'hitmask_bake(TARGET game SPRITES art OUTPUT game.png OPTIONS --prune 2)'
    cmake_refuses "hitmask_bake: there is no '$PWD/atr'" \
        'hitmask_bake(TARGET game SPRITES art atr OUTPUT game.hmk)'
    cmake_refuses "hitmask_bake: there is no '$PWD/rules'" \
        'hitmask_bake(TARGET game SPRITES art OUTPUT game.hmk CONFIG rules)'
    cmake_refuses "hitmask_bake: '$PWD/refused/game.hmk' is an output of two calls" \
        'hitmask_bake(TARGET one SPRITES art OUTPUT game.hmk)' \
        'hitmask_bake(TARGET two SPRITES art OUTPUT ./game.hmk OPTIONS --prune 2)'
    for option in '-o other.hmk' --output=other.hmk '-MF other.d'; do
        cmake_refuses "hitmask_bake: OPTIONS cannot have '${option% *}': OUTPUT names the output" \
            "hitmask_bake(TARGET game SPRITES art OUTPUT game.hmk OPTIONS --prune 2 $option)"
    done
    sed -i 's/REQUIRED/2.0 REQUIRED/' CMakeLists.txt
    run cmake -S . -B refused -DCMAKE_PREFIX_PATH="$PREFIX"
    [ "$status" -ne 0 ]
}

@test "hitmask_bake takes other names with --format, spaces in values, and art that is made first" {
    needs cmake ninja
    draw_png dot.png '#'
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(game NONE)
find_package(hitmask REQUIRED)
add_custom_command(OUTPUT made.png COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/dot.png made.png)
hitmask_bake(TARGET one SPRITES dot.png OUTPUT game.pack OPTIONS --format hmk --name "a b")
hitmask_bake(TARGET two SPRITES ${CMAKE_BINARY_DIR}/made.png OUTPUT two.hmk OPTIONS "--name=- c")
END
    cmake -S . -B build -G Ninja -DCMAKE_PREFIX_PATH="$PREFIX" >log
    cmake --build build >>log
    is name "$(names build/game.pack)" 'a b'
    is name "$(names build/two.hmk)" '- c'
}

# ---- The samples ----------------------------------------------------------------------------

# perform GAME FILE ARGUMENT...: plays the script of that game, from samples/ here; all that it says
# but for the times, its last line, becomes FILE.
perform() {
    local -r game=$1 file=$2
    local packs=("build/$1.hmk")
    shift 2
    [ "$game" != near-pixel ] || packs=(build/near-pixel{-all,,-article}.hmk)
    SDL_VIDEODRIVER=dummy XDG_RUNTIME_DIR=$PWD "build/$game" "${packs[@]}" "samples/$game/art" \
        --script "samples/$game/script.txt" "$@" >"$file"
    sed -i '$d' "$file"
}

@test "samples/ in another folder: CMake builds all, and in each game both ways agree" {
    needs cmake ninja pkg-config
    pkg-config --exists sdl2 || skip 'needs SDL2'
    cp -R "$ROOT/samples" .
    cmake -S samples -B build -G Ninja -DCMAKE_PREFIX_PATH="$PREFIX" \
        -DCMAKE_C_FLAGS='-Wall -Wextra -Werror' >log
    cmake --build build >>log
    local game
    for game in falling-blocks cannon sprite-collider near-pixel crater platformer; do
        perform "$game" ours --screenshot "$game.png"
        perform "$game" reference --reference
        same ours reference
        [[ $(tail -n 1 ours) =~ ^'both ways agree in '([1-9][0-9]*)' of '([0-9]+)' frames'$ ]]
        is "frames of $game that agree" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
        same "build/$game.hmk" "$BUILD/$game.hmk"
        bake "$game.png" -o picture.json
        is 'the size' "$(fact size picture.json)" '[480, 320]'
    done
    build/tour build/samples.hmk >tour
    "$BUILD/tour" build/samples.hmk | same - tour
    build/minimal build/samples.hmk | same - <(head -n 1 tour)
}

@test "samples/minimal.c alone, with pkg-config" {
    needs pkg-config
    cp "$ROOT/samples/minimal.c" .
    # shellcheck disable=SC2046
    $CC minimal.c $(pkg-config --cflags --libs hitmask) -o minimal
    bake "$SPRITES" -o samples.hmk
    LD_LIBRARY_PATH=$PREFIX/lib ./minimal samples.hmk >said
    "$BUILD/minimal" samples.hmk | same - said
}

# ---- Meson, Make, Ninja ---------------------------------------------------------------------

@test "Meson" {
    needs meson ninja pkg-config
    project meson
    meson setup build >log
    meson compile -C build >>log
    says build/game <<<$'dot.png\nhook.png'
    meson compile -C build >again
    holds again 'no work to do'
    grow
    meson compile -C build >>log
    says build/game <<<$'dot.png\nhook.png\nnew.png'
    warned meson compile -C build
}

@test "Make" {
    needs pkg-config
    project make
    make -s
    run env PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR="$PWD" make
    is 'the exit status' "$status" 2
    [[ $output == *'pkg-config does not find hitmask: set PKG_CONFIG_PATH.'* ]]
    export LD_LIBRARY_PATH=$PREFIX/lib
    says ./game game.hmk <<<$'dot.png\nhook.png'
    is again "$(make -s -q && echo 'nothing to do')" 'nothing to do'
    grow
    make -s
    says ./game game.hmk <<<$'dot.png\nhook.png\nnew.png'
    rm art/new.png
    make -s
    says ./game game.hmk <<<$'dot.png\nhook.png'
    # The stamp tells of each bake, the pack of a change.
    make -s kept.stamp
    cp kept.hmk before
    tick
    touch art/dot.png
    is again "$(make -s -q kept.stamp || echo 'something to do')" 'something to do'
    make -s kept.stamp
    [ kept.stamp -nt before ]
    [ before -nt kept.hmk ]
    is again "$(make -s -q kept.stamp && echo 'nothing to do')" 'nothing to do'
    grow
    make -s kept.stamp
    is names "$(names kept.hmk)" $'dot.png\nhook.png\nnew.png'
    warned make -s
}

@test "Make with shards" {
    needs pkg-config
    project shards
    make -s
    hitmask bake art -o whole.hmk
    same game.hmk whole.hmk
    is again "$(make -s -q && echo 'nothing to do')" 'nothing to do'
    # The other shard is not baked again.
    tick
    draw_png art/dot.png '##'
    make >log
    is 'shards that bake' "$(grep -c -e --shard log)" 1
    hitmask bake art -o whole.hmk
    same game.hmk whole.hmk
    grow
    make -s
    hitmask bake art -o whole.hmk
    same game.hmk whole.hmk
    is 'what is above a shard' "$(make -s -q && echo 'nothing to do')" 'nothing to do'
    warned make -s
}

@test "Ninja" {
    needs ninja
    project ninja
    cp "$PREFIX/bin/hitmask" tool
    sed -i "s,^hitmask = .*,hitmask = $PWD/tool," build.ninja
    ninja --quiet
    is names "$(names game.hmk)" $'dot.png\nhook.png'
    is again "$(ninja)" 'ninja: no work to do.'
    grow
    ninja --quiet
    is names "$(names game.hmk)" $'dot.png\nhook.png\nnew.png'
    is again "$(ninja)" 'ninja: no work to do.'
    # The tool is a dependency.
    tick
    touch tool
    ninja >again
    holds again "$PWD/tool bake"
    is again "$(ninja)" 'ninja: no work to do.'
    warned ninja
}

# ---- Bazel ----------------------------------------------------------------------------------

@test "Bazel: shards are merged into the pack of one bake" {
    needs bazel
    project bazel
    sed -i "s,PREFIX,$PREFIX," WORKSPACE
    draw_png art/empty.png '..'
    local -r bazel=(bazel --batch --output_user_root="$PWD/../bazel-$BATS_TEST_NUMBER")
    timeout 300 "${bazel[@]}" build //:game //:whole >log 2>&1 || { tail -n 20 log; return 1; }
    holds log 'empty.png: warning: no pixel is solid \[empty\]'
    hitmask bake art -o x.hmk
    same bazel-bin/game.hmk x.hmk
    same bazel-bin/whole.hmk x.hmk
    chmod -R u+w "$PWD/../bazel-$BATS_TEST_NUMBER"
    rm -rf "$PWD/../bazel-$BATS_TEST_NUMBER"
}

# ---- What is written about it ---------------------------------------------------------------

# shown LANGUAGE FILE PAGE HEADING: the blocks of that language there are from that file, line by
# line.
shown() {
    blocks "$3" "$4" "$1"
    is "what is not in $2" "$(grep -hvxF -f "$ROOT/tests/projects/$2" ./*."$1" | grep .)" ''
}

@test "what the pages show of projects is from those that are built" {
    shown cmake cmake/CMakeLists.txt tools/manual/builds.md CMake
    shown meson meson/meson.build tools/manual/builds.md Meson
    shown makefile make/Makefile tools/manual/builds.md Make
    shown makefile shards/Makefile tools/manual/builds.md Shards
    shown ninja ninja/build.ninja tools/manual/builds.md Ninja
    shown starlark bazel/BUILD tools/manual/builds.md Bazel
    shown cmake cmake-source/CMakeLists.txt src/README.md Build
}
