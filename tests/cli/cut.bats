#!/usr/bin/env bats
# cut.bats - a bake that ends between two of its outputs leads to another bake, never to a stale build

load helpers

setup_file() {
    ${CC:-cc} -shared -fPIC "$BATS_TEST_DIRNAME/cut.c" -o "$BATS_FILE_TMPDIR/cut.so" -ldl
}

# In memory, where there is such a folder: thousands of files are made.
setup() {
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'a sanitizer must be loaded first'
    FOLDER=$BATS_TEST_TMPDIR
    [ ! -w /dev/shm ] || FOLDER=$(mktemp -d /dev/shm/hitmask-cut.XXXXXX)
    cd "$FOLDER" || return
    needs make ninja
    mkdir probe
    ! cut CUT 1 "$HITMASK" bake -q "$SPRITES" -o probe/x.hmk 2>/dev/null ||
        skip 'no library can be loaded before this tool'
    rm -r probe
}

teardown() {
    [[ $FOLDER != /dev/shm/hitmask-cut.* ]] || rm -rf "$FOLDER"
}

# cut VARIABLE N COMMAND...: see cut.c
cut() {
    local -r variable=$1 step=$2
    shift 2
    env "$variable=$step" LD_PRELOAD="$BATS_FILE_TMPDIR/cut.so" "$@" 3>&-
}

# The only prerequisites of an output are those of its depfile. The shell hides from Make that its
# child was killed: Make would delete the target, but nobody does when the machine stops.
makefile() {
    cat >Makefile <<ENDMAKE
game.hmk game.c:
	$HITMASK bake -q --strip-extension \$(INPUT) -o \$@ -MD -MP \$(MORE) || exit 1
stamp:
	$HITMASK bake -q --strip-extension \$(INPUT) -o game.hmk --write-if-changed --stamp \$@ -MD -MT \$@ -MP \$(MORE) || exit 1
-include game.d
ENDMAKE
}

build_ninja() {
    cat >build.ninja <<ENDNINJA
rule bake
  command = $HITMASK bake -q --strip-extension art -o \$out -MD -MF \$out.d --write-if-changed
  depfile = \$out.d
  restat = 1
  ${1-}
build game.hmk: bake
ENDNINJA
}

# prepare BUILD...: all is built, long ago
prepare() {
    rm -rf work
    mkdir work work/art
    cd work || return
    draw_png art/a.png '#.'
    draw_png art/b.png '##'
    makefile
    build_ninja "${NINJA_DEPS-}"
    touch -d '3 hours ago' art/* art ./*
    "$@" >log
    find . '(' -name 'game.*' -o -name stamp -o -name cache ')' -exec touch -d '1 hour ago' '{}' +
}

fresh_and_compare() {
    local -r name=$1
    mkdir fresh
    bake --strip-extension art -o "fresh/$name"
    same "$name" "fresh/$name" || return
    [ "$name" != game.c ] || same game.h fresh/game.h
}

edit() {
    draw_png art/a.png '.#'
}

add() {
    draw_png art/c.png '#'
}

edit_added() {
    sleep 0.02
    draw_png art/c.png '#' '#'
}

drop() {
    rm art/b.png
}

# every_cut OUTPUT CHANGE LATER BUILD...: builds, makes a change, builds again with a cut, makes a
# later change, builds: the output must be that of a fresh bake.
every_cut() {
    local -r name=$1 change=$2 later=$3
    local step ended=
    shift 3
    for ((step = 1; step < 60 && !ended; step++)); do
        prepare "$@"
        "$change"
        if cut CUT "$step" "$@" >log 2>&1; then
            ended=1
        fi
        "$later"
        "$@" >log
        fresh_and_compare "$name" || is "$name after $change, cut at step $step, $later: $*" stale fresh
        cd ..
    done
    is "steps of $*" "$((step > 2)) $ended" '1 1'
}

@test "whatever is killed between two outputs, Make bakes again" {
    local target name
    for target in game.hmk game.c stamp; do
        name=${target/stamp/game.hmk}
        every_cut "$name" add edit_added make "$target" INPUT=art MORE=
    done
    every_cut game.hmk edit : make game.hmk INPUT=art MORE=--no-sync
    every_cut game.hmk add edit_added make game.hmk INPUT=art MORE='--cache cache'
    # shellcheck disable=SC2016
    every_cut game.hmk drop : make game.hmk 'INPUT=$(wildcard art/*.png)' MORE=
}

@test "whatever is killed between two outputs, Ninja bakes again" {
    for NINJA_DEPS in '' 'deps = gcc'; do
        every_cut game.hmk edit : ninja
        every_cut game.hmk add edit_added ninja
    done
}

# Nothing is there before the first bake.
@test "a first bake that is killed is made again" {
    local step ended
    for target in game.hmk game.c stamp; do
        ended=
        for ((step = 1; step < 60 && !ended; step++)); do
            prepare true
            ! cut CUT "$step" make "$target" INPUT=art >log 2>&1 || ended=1
            sleep 0.02
            edit
            make "$target" INPUT=art >log
            fresh_and_compare "${target/stamp/game.hmk}" ||
                is "$target cut at step $step" stale fresh
            cd ..
        done
        is ended "$ended" 1
    done
}

# The output of another bake, of art that is no longer so, comes between two steps of one that leaves
# the output as it is.
@test "a cache does not vouch for what another bake has put in the place of the output" {
    local more step ended
    export CUT_COMMAND
    for more in '' '--write-if-changed'; do
        ended=
        for ((step = 1; step < 60 && !ended; step++)); do
            prepare make game.hmk INPUT=art MORE="--cache cache $more"
            "$HITMASK" bake -q --strip-extension art -o game.hmk -MD -MP --cache cache
            draw_png c.png '#'
            CUT_COMMAND="cp c.png art && $HITMASK bake -q --strip-extension art -o game.hmk -MD -MP && rm art/c.png"
            # shellcheck disable=SC2086
            cut CUT_BETWEEN "$step" "$HITMASK" bake -q --strip-extension art -o game.hmk -MD -MP --cache cache $more
            [ -e between ] || ended=1
            sleep 0.02
            touch art art/*
            make game.hmk INPUT=art MORE="--cache cache $more" >log
            fresh_and_compare game.hmk || is "$more, another bake at step $step" stale fresh
            cd ..
        done
        is "steps of $more" "$((step > 2)) $ended" '1 1'
    done
}

# The bytes are the same, and so the output is left alone; a picture changes between two steps.
@test "Ninja sees a picture that changes while a bake leaves its output alone" {
    local step ended
    export CUT_COMMAND='cp c.png art/a.png'
    for NINJA_DEPS in '' 'deps = gcc'; do
        ended=
        for ((step = 1; step < 60 && !ended; step++)); do
            prepare ninja
            draw_png c.png '#'
            touch art/b.png
            cut CUT_BETWEEN "$step" ninja >log
            [ -e between ] || ended=1
            ninja >log
            [ -n "$ended" ] || fresh_and_compare game.hmk || is "another picture at step $step" stale fresh
            cd ..
        done
        is "steps with '$NINJA_DEPS'" "$((step > 2)) $ended" '1 1'
    done
}

# It is read before the output has its time, so what changes between the two would be older than it.
@test "a file of arguments that changes while it is read is an error" {
    draw_png a.png '#'
    echo a.png >more
    printf '%s\n' --no-points @more >args
    local file
    for file in args more; do
        cp $file saved
        CUT_COMMAND="echo --cell=2 >>$file" run --separate-stderr cut CUT_BETWEEN 1 "$HITMASK" bake -q @args -o x.hmk
        expect 1 '' "$file: error: has changed while it was read; run it again"
        [ ! -e x.hmk ]
        mv saved $file
    done
    bake -q @args -o x.hmk
    bake -q @- -o y.hmk <args
    bake -q @<(cat args) -o y.hmk
    same x.hmk y.hmk
}

@test "a rename that fails leaves what it did not reach, and names the files that are new" {
    local step name file
    local -a files new
    for name in game.hmk game.c; do
        # In this order; the first depfile only asks for another bake.
        files=(game.d "$name" game.d stamp)
        [ "$name" != game.c ] || files=(game.d game.h game.c game.d stamp)
        rm -rf old
        mkdir -p old art
        draw_png art/a.png '#.'
        bake art -o "$name" -MD --stamp stamp
        cp -p "${files[@]}" old
        draw_png art/z.png '##'
        for ((step = 1; step <= ${#files[@]}; step++)); do
            cp -p old/* .
            run --separate-stderr cut CUT_RENAME "$step" "$HITMASK" bake -q art -o "$name" -MD --stamp stamp
            is 'exit status' "$status" 1
            new=("${files[@]:0:step-1}")
            if ((step == 1)); then
                is error "$stderr" 'game.d: error: cannot replace the file: Input/output error'
            else
                is error "$stderr" "${files[step-1]}: error: cannot replace the file: Input/output error; these files are new and stay: $(printf "'%s', " "${new[@]}" | sed 's/, $//')"
            fi
            for file in "${files[@]:step-1}"; do
                [[ " ${new[*]} " == *" $file "* ]] || same "$file" "old/$file"
            done
            is leftovers "$(find . -name '.*hitmask-tmp')" ''
        done
        rm art/z.png
    done
}

@test "where times cannot be set, a bake is done all the same" {
    local step
    mkdir art
    draw_png art/a.png '#.'
    for step in 1 2 3 4 5 6; do
        CUT_ERROR=$(number_of EPERM) cut CUT_TIME "$step" "$HITMASK" bake -q art -o x.hmk -MD --stamp stamp
    done
}

# ---- The disk -----------------------------------------------------------------------------------

# syncs ARGUMENT...: what is renamed and synced, in a line
syncs() {
    rm -f log
    touch log
    CUT_LOG=$PWD/log cut CUT 0 "$HITMASK" "$@"
    paste -sd ' ' log
}

@test "what replaces a file is synced before, unless --no-sync is given" {
    mkdir out other
    local -r three='sync file sync file sync file rename rename rename'
    is 'first bake' "$(syncs bake -q "$SPRITES" -o out/x.hmk -MD)" 'rename rename rename'
    is 'second bake' "$(syncs bake -q "$SPRITES" -o out/x.hmk -MD)" "$three"
    is 'two folders' "$(syncs bake -q "$SPRITES" -o out/x.hmk -MD -MF other/d)" "$three"
    is 'empty stamp' "$(syncs bake -q "$SPRITES" -o out/x.hmk --stamp out/s)" 'sync file rename rename'
    is 'without sync' "$(syncs bake -q "$SPRITES" -o out/x.hmk -MD --no-sync)" 'rename rename rename'
    is 'unchanged' "$(syncs bake -q "$SPRITES" -o out/x.hmk --write-if-changed)" ''
    is 'standard output' "$(syncs bake -q "$SPRITES" -o - 2>&1 >/dev/null)" ''
    is merge "$(syncs merge -q out/x.hmk -o out/x.hmk)" 'sync file rename'
    is 'merge without sync' "$(syncs merge -q out/x.hmk -o out/x.hmk --no-sync)" rename
}

@test "a disk that cannot be synced is an error, and all stays as it was" {
    local step
    mkdir old
    bake "$SPRITES" -o x.hmk -MD
    cp x.hmk x.d old
    for step in 1 2; do
        run --separate-stderr cut CUT_SYNC "$step" "$HITMASK" bake -q "$SPRITES" -o x.hmk -MD --prune 0
        is 'exit status' "$status" 1
        [[ $stderr == *': error: cannot write: Input/output error' ]]
        same x.hmk old/x.hmk
        same x.d old/x.d
    done
}

@test "a full disk or quota that shows only when files are synced is an error, and a disk that cannot sync is none" {
    local error
    mkdir old
    bake "$SPRITES" -o x.hmk -MD
    cp x.hmk x.d old
    for error in 'ENOSPC: No space left on device' 'EDQUOT: Disk quota exceeded'; do
        CUT_ERROR=$(number_of "${error%%:*}") run --separate-stderr cut CUT_SYNC 1 "$HITMASK" bake -q "$SPRITES" \
            -o x.hmk -MD --prune 0
        expect 1 '' "x.d: error: cannot write:${error#*:}"
        same x.hmk old/x.hmk
        same x.d old/x.d
        CUT_ERROR=$(number_of "${error%%:*}") run --separate-stderr cut CUT_RENAME 1 "$HITMASK" bake -q \
            "$SPRITES" -o x.hmk -MD --prune 0
        expect 1 '' "x.d: error: cannot replace the file:${error#*:}"
        same x.hmk old/x.hmk
        is leftovers "$(find . -name '.*hitmask-tmp')" ''
    done
    CUT_ERROR=$(number_of EINVAL) cut CUT_SYNC 1 "$HITMASK" bake -q "$SPRITES" -o x.hmk -MD
}

number_of() {
    python3 -c "import errno; print(errno.$1)"
}

@test "a name that the file system does not allow is told as such" {
    # shellcheck disable=SC1003
    local -r why='the file system does not allow this name; choose one without any of "*:<>?|\'
    not_allowed() {
        CUT_NAMES=1 run --separate-stderr cut CUT 0 "$HITMASK" bake -q "$SPRITES" "${@:2}"
        expect 1 '' "$1"
    }
    not_allowed "a:b.hmk: error: $why" -o a:b.hmk
    not_allowed "a:b: error: $why" -o x.hmk --stamp a:b
    is files "$(find . -type f ! -name 'separate-stderr*')" ''
    not_allowed "a:b: error: $why; the output is new and stays" -o x.hmk --cache a:b
    [ -s x.hmk ]
}
