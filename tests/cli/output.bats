#!/usr/bin/env bats
# output.bats - outputs are whole or not there, and what is no file is never replaced

load helpers

# Starts a bake of pipe.png that waits for its input, what is written to 8, with its temporary made.
# Sets `baker`.
begin_bake() {
    mkfifo pipe
    "$HITMASK" bake - --name pipe.png -o "$1" <pipe 3>&- &
    baker=$!
    exec 8>pipe
    for ((i = 0; i < 500; i++)); do
        [ -n "$(temporaries)" ] && return
        sleep 0.01
    done
    return 1
}

temporaries() {
    find . -name '.*hitmask-tmp'
}

@test "until a bake is done, the old output stays" {
    not_on_wasi 'runs do not know their numbers'
    keep_old_output
    begin_bake x.hmk
    same x.hmk kept
    # Processes of Wine have numbers of their own.
    on_windows || [[ $(temporaries) == ./.x.hmk.$baker-*.hitmask-tmp ]]
    draw_png new.png '.#'
    cat new.png >&8
    exec 8>&-
    wait $baker
    is names "$(names x.hmk)" pipe.png
    expect_no_temporary
}

@test "a killed bake leaves the old output, and the next one clears its temporary" {
    keep_old_output
    begin_bake x.hmk
    kill -9 $baker
    wait $baker || true
    same x.hmk kept
    local -r left=$(temporaries)
    [ -n "$left" ]
    not_on_wasi 'without locks a temporary stays for a day'
    # Not a bake of something else, nor one that fails before it comes to that.
    bake old.png -o y.hmk
    is 'what is left' "$(temporaries)" "$left"
    hitmask bake nowhere.png -o x.hmk
    is 'the exit status' "$status" 1
    expect_old_output
}

@test "an interrupted bake takes its temporary along" {
    not_on_wasi 'there are no signals'
    not_on_windows 'there are no such signals'
    local signal
    local -a signals=(TERM HUP)
    # The bake ignores the signals that nohup has made this run ignore.
    [[ $(trap -p HUP) != "trap -- '' "* ]] || signals=(TERM)
    keep_old_output
    for signal in "${signals[@]}"; do
        begin_bake x.hmk
        kill -$signal $baker
        wait $baker && return 1
        expect_old_output
        exec 8>&-
        rm pipe
    done
}

@test "two bakes of one output do not disturb each other" {
    draw_png a.png '#.'
    begin_bake x.hmk
    local -r first=$(temporaries)
    bake a.png -o x.hmk
    is 'what is left' "$(temporaries)" "$first"
    is names "$(names x.hmk)" a.png
    cat a.png >&8
    exec 8>&-
    wait $baker
    is names "$(names x.hmk)" pipe.png
    expect_no_temporary
}

@test "an output may be its own input" {
    draw_png a.png '#.' '##'
    bake a.png -o x.json
    bake a.png -o x.hmk
    cp x.json old.json
    bake x.json -o x.json
    same x.json old.json
    bake x.json --format hmk -o x.json
    same x.json x.hmk
}

# refuses FILE WHY ARGUMENT...: a bake that says why it does not write over that file.
refuses() {
    local -r file=$1 why=$2
    shift 2
    cp "$file" before
    hitmask bake "$@"
    expect 2 '' "$file: error: $why" || return
    same "$file" before
    expect_no_temporary
}

@test "no output writes over art" {
    local -r why='is a picture that an output would write over; give the output another name'
    draw_png a.png '#.'
    draw_png b.png '##'
    refuses b.png "$why" a.png -o b.png
    refuses ./b.png "$why" a.png b.png -o ./b.png
    refuses b.png "$why" a.png -o x.hmk --stamp b.png
    refuses b.png "$why" a.png -o x.hmk -MD -MF b.png
    ln -s b.png c.PNG
    refuses c.PNG "$why" a.png -o c.PNG
    [ ! -e x.hmk ]
    # A file that only is called like art is an output that something went wrong with.
    bake a.png -o x.hmk
    bake a.png --format json -o x.png
    bake a.png --format hmk -o x.png
    same x.png x.hmk
}

# replaces_only_its_own FILE ARGUMENT...: this does not write over the file; with --force it does.
replaces_only_its_own() {
    local -r file=$1
    shift
    cp "$file" before
    hitmask "$@"
    expect 2 '' "$file: error: exists, and hitmask did not write it; write to another name, or replace it with --force"
    same "$file" before
    expect_no_temporary
    hitmask "$@" --force
    is 'the status' "$status" 0
    if cmp -s "$file" before; then return 1; fi
    cp before "$file"
}

@test "an output replaces only files that hitmask wrote, under whatever name or link" {
    draw_png art.png '#.'
    draw_png drawn.png '##'
    bake art.png -o x.hmk
    mkdir art
    cp drawn.png art/ball.png
    ln -s art/ball.png link.hmk
    echo 'my notes' >notes.txt
    echo '{ "frames": [] }' >atlas.json
    local file
    for file in notes.txt atlas.json; do
        replaces_only_its_own $file bake art.png -o $file --format hmk
        replaces_only_its_own $file bake art.png -o y.hmk --stamp $file
        replaces_only_its_own $file bake art.png -o y.hmk -MD -MF $file
        replaces_only_its_own $file merge x.hmk -o $file --format json
        replaces_only_its_own $file inspect x.hmk --png $file
        replaces_only_its_own $file inspect x.hmk --svg $file
        replaces_only_its_own $file inspect x.hmk --html $file
        replaces_only_its_own $file query x.hmk art.png art.png --at 0,0 --png $file
        replaces_only_its_own $file diff x.hmk x.hmk --png $file
    done
    replaces_only_its_own notes.txt bake art.png -o y.hmk --cache notes.txt
    replaces_only_its_own link.hmk bake art.png -o link.hmk
    replaces_only_its_own link.hmk merge x.hmk -o link.hmk
    replaces_only_its_own art/ball.png inspect x.hmk --png art/ball.png --art art
    replaces_only_its_own art/ball.png query x.hmk art.png art.png --at 0,0 --png art/ball.png
    printf 'To buy:\nmilk\n' >list.txt
    replaces_only_its_own list.txt bake art.png -o y.hmk -MD -MF list.txt
    cp notes.txt game.h
    replaces_only_its_own game.h bake art.png -o game.c
}

@test "a file that only tells of hitmask is not its own" {
    draw_png art.png '#.'
    bake art.png -o x.hmk
    echo 'game.c - a pack of collision masks; written by hitmask, not by hand' >notes.md
    echo '{ "name": "game", "devDependencies": { "hitmask": "1", "format": "2" } }' >package.json
    printf '/*\n * main.c\n *\n * game.c - a pack of collision masks; written by hitmask\n */\n' >main.c
    echo '# written by hitmask: game.hmk' >.gitignore
    echo '<p>Pages have <meta name="generator" content="hitmask"> in them.</p>' >page.html
    echo '<p><!-- written by hitmask --></p>' >picture.svg
    printf 'HitMask and HitCache: notes\n' >list.txt
    { head -c 33 art.png && printf '\0\0\0\x12tEXtTitle\0Software hitmask0000' &&
        tail -c +34 art.png; } >titled.png
    local file
    for file in notes.md package.json main.c .gitignore page.html picture.svg list.txt; do
        replaces_only_its_own $file bake art.png -o $file --format hmk
        replaces_only_its_own $file inspect x.hmk --svg $file
    done
    replaces_only_its_own titled.png inspect x.hmk --svg titled.png
}

@test "an output replaces each kind of file that hitmask writes, and empty ones" {
    draw_png art.png '#.'
    bake art.png -o x.hmk -MD --cache cache
    local kind
    : >kind.empty
    cp x.hmk kind.hmk
    cp x.d kind.d
    cp cache kind.cache
    bake art.png -o kind.json
    bake art.png -o kind.c
    "$HITMASK" inspect x.hmk --png kind.png --svg kind.svg --html kind.html
    for kind in empty hmk cache json c h png svg html; do
        cp kind.$kind old
        bake art.png -o old --format hmk
        same old x.hmk
    done
    for kind in empty cache png svg html; do
        cp kind.$kind old
        "$HITMASK" inspect x.hmk --png old
        same old kind.png
    done
}

# A file that looks like a depfile may be a Makefile, or belong to a compiler.
@test "a depfile is only replaced by a depfile, and a Makefile never" {
    draw_png art.png '#.'
    bake art.png -o x.hmk -MD -MP
    local file
    replaces_only_its_own x.d bake art.png -o x.d --format hmk
    replaces_only_its_own x.d bake art.png -o y.hmk --stamp x.d
    replaces_only_its_own x.d inspect x.hmk --svg x.d
    replaces_only_its_own x.d bake art.png -o y.hmk --cache x.d
    printf 'all: \\\n  game\n\ngame: main.c\n\tcc main.c -o game\n' >Makefile
    printf 'all: \\\n  game\n\ngame:\n\tcc main.c -o game\n' >rules.mk
    printf 'all: \\\n  game\n\n# comment:\n' >comment.mk
    printf 'all: \\\n  game\nCC = gcc\n' >variable.mk
    printf 'items: \\\n  - a\nb: 1\n' >list.yaml
    printf 'Shopping: \\\n  milk' >cut.txt
    printf 'game.o: \\\n  game.c \\\n  game.h\n\ngame.c:\n\ngame.h:\n' >clang.d
    printf 'key:\n\n' >key.yaml
    for file in Makefile rules.mk comment.mk variable.mk list.yaml cut.txt clang.d key.yaml; do
        replaces_only_its_own $file bake art.png -o y.hmk -MD -MF $file
    done
    # Its own, however long a line is.
    bake art.png -o y.hmk -MD -MT "$(printf 'x%.0s' {1..5000})" -MF y.d
    bake art.png -o y.hmk -MD -MP -MF y.d
    bake art.png -o y.hmk -MD -MF y.d
    bake art.png -o y.hmk -MD -MT ' #x' -MF y.d
    bake art.png -o y.hmk -MD -MF y.d
}

@test "only a bake replaces what a bake made: no picture, page, depfile or stamp does" {
    draw_png art.png '#.'
    bake art.png -o x.hmk
    local made kind
    for made in 'hmk;a pack' 'json;a document' 'c;a pack in C' 'h;a pack in C'; do
        bake art.png -o kept.hmk
        [ ${made%;*} = json ] && bake art.png -o kept.json
        case $made in c*|h*) bake art.png -o kept.c ;; esac
        spares_baked() {
            cp kept.${made%;*} before
            hitmask "$@"
            expect 2 '' "kept.${made%;*}: error: is ${made#*;}; write to another name, or replace it with --force"
            same kept.${made%;*} before
            expect_no_temporary
        }
        for kind in png svg html; do
            spares_baked inspect x.hmk --$kind kept.${made%;*}
        done
        spares_baked query x.hmk art.png art.png --at 0,0 --png kept.${made%;*}
        spares_baked diff x.hmk x.hmk --png kept.${made%;*}
        spares_baked bake art.png -o y.hmk -MD -MF kept.${made%;*}
        spares_baked bake art.png -o y.hmk --stamp kept.${made%;*}
        case $made in c\;*|h\;*) spares_baked bake art.png -o y.hmk --cache kept.${made%;*} ;; esac
        spares_baked merge x.hmk -o y.hmk --stamp kept.${made%;*}
        [ ! -e y.hmk ]
        hitmask inspect x.hmk --html kept.${made%;*} --force
        expect 0 '' ''
    done
}

@test "a name that ends like something else needs --format" {
    draw_png a.png '#.'
    bake a.png -o x.hmk
    bake a.png -o x.json
    local name command
    for name in x.png x.PNG x.h x.json5 x.txt x.xml x.zip x.jpg x.gif x.webp x.atlas x.JSON x.C \
        ./x.hmk.gz; do
        for command in bake merge; do
            hitmask "$command" x.json -o "$name"
            expect 2 '' "$name: error: the ending .${name##*.} does not choose a format; \
end the name with .hmk, .json or .c, or add --format"
            [ ! -e "$name" ]
        done
    done
    # Another ending, or none, is a pack as ever; and so is any with --format.
    for name in x x.dat x.bytes .png x.h.pack dir.png/x; do
        mkdir -p dir.png
        bake a.png -o "$name"
        same "$name" x.hmk
    done
    bake a.png --format hmk -o x.txt
    same x.txt x.hmk
    expect_no_temporary
}

@test "no two outputs are one file, however they are spelled" {
    keep_old_output
    shares() {
        hitmask bake old.png "${@:2}"
        expect 2 '' "hitmask: error: two outputs cannot both be '$1'" || return
        expect_old_output
        is files "$(names_of_files)" 'kept link old.png x.hmk'
    }
    names_of_files() {
        find . ! -type d ! -name 'separate-stderr*' -printf '%f\n' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//'
    }
    ln -s x.hmk link
    shares ./x.hmk -o x.hmk --stamp ./x.hmk
    shares link -o x.hmk --stamp link
    shares ./x.hmk -o x.hmk -MD -MF ./x.hmk
    shares game.d -o game.d -MD
    shares new.d -o new.hmk -MD --stamp new.d
    shares ./game.h -o game.c --stamp ./game.h
}

@test "names that differ in case alone are one file on some disks, and so they are on all" {
    not_on_windows 'they are one file, which windows.bats tries'
    keep_old_output
    mkdir dir Dir 2>/dev/null || skip 'this file system does so'
    shares() {
        hitmask bake old.png "${@:3}"
        expect 2 '' "hitmask: error: the outputs '$1' and '$2' differ only in the case of letters, and some file \
systems take them for one file; give one of them another name" || return
        expect_old_output
        is files "$(find . -type f ! -name 'separate-stderr*' | wc -l)" 3
    }
    shares X.hmk x.HMK -o X.hmk --stamp x.HMK
    shares new.d ./New.D -o new.hmk -MD --stamp ./New.D
    shares Game.h dir/../game.H -o Game.c --stamp dir/../game.H
    hitmask bake old.png -o New.hmk --cache new.hmk
    expect 2 '' 'new.hmk: error: is an output; --cache needs a file of its own'
    [ ! -e New.hmk ] && [ ! -e new.hmk ]
    # A folder is one by any name, and two folders are two.
    ln -s dir link
    shares dir/y.hmk link/Y.hmk -o dir/y.hmk --stamp link/Y.hmk
    bake old.png -o dir/x.hmk --stamp Dir/X.hmk
}

@test "no output writes over what it is made by" {
    local -r why='is read for this bake, and an output would write over it; give the output another name'
    draw_png a.png '#.'
    echo '{}' >rules.json
    echo a.png >list
    printf 'a.png\0' >names
    printf '{"frames": {"f.png": {"frame": {"x": 0, "y": 0, "w": 2, "h": 1}}},
        "meta": {"image": "a.png"}}' >atlas.json
    refuses ./rules.json "$why" a.png --config ./rules.json -o rules.json
    refuses rules.json "$why" a.png --config rules.json -o x.hmk --stamp rules.json
    refuses list "$why" @list -o list
    refuses names "$why" --files0-from names -o ./names
    refuses atlas.json "$why" atlas.json -o ../"${PWD##*/}"/atlas.json
    ln atlas.json other.json
    refuses atlas.json "$why" atlas.json -o other.json
    cp a.png a.img
    refuses a.img "$why" a.img -o a.img
    refuses a.img "$why" a.img -o x.hmk --stamp a.img
    cp a.img page.img
    printf '{"frames": {"g.png": {"frame": {"x": 0, "y": 0, "w": 2, "h": 1}}},
        "meta": {"image": "page.img", "related_multi_packs": ["atlas.json"]}}' >first.json
    refuses page.img "$why" first.json -o page.img
    refuses atlas.json "$why" first.json -o atlas.json
    refuses atlas.json "$why" first.json -o x.hmk --stamp atlas.json
    # A document may become what is made of it, and nothing else.
    bake a.png -o doc.json
    refuses doc.json "$why" doc.json -o x.hmk --stamp ./doc.json
    refuses doc.json "$why" doc.json -o x.hmk -MD -MF doc.json
    bake doc.json -o doc.json
    # Without masks, or in C, it could not be read back.
    refuses doc.json "$why" doc.json -o doc.json --json-mask none
    refuses doc.json "$why" doc.json -o doc.json --format c
    hitmask bake atlas.json --config rules.json -o x.json
    expect 0 '' ''
}

# spares_art FILE ARGUMENT...: a bake is refused, also with --force, because that file of art, as
# its path is shown, would be written over.
spares_art() {
    local -r file=$1
    local force
    shift
    for force in '' --force; do
        # shellcheck disable=SC2086
        hitmask bake -q "$@" $force
        expect 2 '' "$file: error: is read for this bake, and an output would write over it; \
give the output another name"
        same art/a.png before.png
        is 'what is there' "$(find . -name 'new*')" ''
        expect_no_temporary
    done
}

@test "no output writes over art that a folder has, not even with --force" {
    mkdir art sub
    draw_png art/a.png '#.'
    draw_png art/b.png '##'
    cp art/a.png before.png
    ln -s art art_link
    ln -s art/a.png link.hmk
    ln -s link.hmk second.hmk
    ln -s "$PWD/art/a.png" sub/whole.hmk
    ln art/a.png hard.hmk
    local target
    for target in link.hmk second.hmk sub/whole.hmk hard.hmk; do
        spares_art art/a.png art -o $target
        spares_art art/a.png art -o new.hmk --stamp $target
        spares_art art/a.png art -o new.hmk -MD -MF $target
        spares_art art_link/a.png art_link -o $target
    done
    hitmask bake art -o art_link/a.png --format hmk --force
    expect 2 '' 'art/a.png: error: is read for this bake, and an output would write over it; give the output another name'
    same art/a.png before.png
    # A document, too, is only replaced by what is made of it.
    mkdir documents
    bake art/b.png -o documents/doc.png --format json
    ln documents/doc.png document
    cp document document.before
    hitmask bake documents -o new.hmk --stamp document --force
    expect 2 '' 'documents/doc.png: error: is read for this bake, and an output would write over it; give the output another name'
    same document document.before
    bake documents --format json -o document
    same document document.before
    # Art that is left out is not read.
    bake art --exclude a.png -o hard.hmk --force
    is names "$(names hard.hmk)" b.png
}

@test "no descriptor writes over what is read" {
    not_on_wasi 'it has no descriptors of others'
    not_on_windows 'there is no /dev/fd'
    mkdir art
    draw_png art/a.png '#.'
    draw_png art/b.png '##'
    cp art/a.png before.png
    exec 6<>art/a.png 7<art/a.png
    local fd
    for fd in 6 7; do
        spares_art art/a.png art --format hmk -o /dev/fd/$fd
        spares_art art/a.png art --format json -o /proc/self/fd/$fd
        spares_art art/a.png art -o new.hmk -MD -MF /dev/fd/$fd
        spares_art art/a.png art -o new.hmk --stamp /dev/fd/$fd
        spares_art art/a.png art/a.png --format hmk -o /dev/fd/$fd
    done
    exec 6>&- 7>&-
    # To standard output, which `run` takes for itself.
    local output
    for output in - /dev/stdout; do
        "$HITMASK" bake art --format hmk -o $output --force 1<>art/a.png 2>err && return 1
        is 'what is said' "$(cat err)" "art/a.png: error: is read for this bake, and an output would write over it; \
give the output another name"
        same art/a.png before.png
        "$HITMASK" bake art --format hmk -o $output --force >>art/a.png 2>err && return 1
        same art/a.png before.png
    done
    # From standard input.
    ln -s art/a.png link.hmk
    hitmask bake - --name x -o link.hmk --force <art/a.png
    expect 2 '' '-: error: is read for this bake, and an output would write over it; give the output another name'
    same art/a.png before.png
    # A document may be replaced, but not while it is read.
    bake art -o doc.json
    cp doc.json kept.json
    exec 6<>doc.json
    hitmask bake doc.json --format json -o /dev/fd/6
    expect 2 '' 'doc.json: error: is read for this bake, and an output would write over it; give the output another name'
    hitmask merge doc.json --format json -o /dev/fd/6
    expect 2 '' 'doc.json: error: is read for this merge, and an output would write over it; give the output another name'
    exec 6>&-
    same doc.json kept.json
    # A file that is only written gets all.
    "$HITMASK" bake art --format json -o - >new.json
    same new.json kept.json
    { echo before && "$HITMASK" bake art --format json -o - && echo after; } >new.json
    { echo before && cat kept.json && echo after; } | same - new.json
}

@test "no picture or page writes over the art that it shows, not even with --force" {
    mkdir art
    draw_png art/a.png '#.'
    draw_png art/b.png '##'
    bake art -o x.hmk
    cp art/b.png before.png
    ln -s art/b.png link
    ln art/b.png hard
    shows() {
        hitmask inspect x.hmk --art art "${@:2}" --force
        expect 2 '' "$1: error: is a picture of this art, and the output would write over it; give the output another name" || return
        same art/b.png before.png
        expect_no_temporary
    }
    local target
    for target in link hard art/b.png; do
        shows $target --png $target
        shows $target --svg $target
        shows $target --html $target --embed-art
        shows $target --png new.png --svg $target
        [ ! -e new.png ]
    done
    # Other art, and art that is not shown.
    hitmask inspect x.hmk a.png --art art --png hard --force
    expect 0 '' ''
    hitmask inspect x.hmk --html art/b.png --force
    expect 0 '' ''
}

@test "a link's target is replaced, not the link; also one that is not there yet" {
    not_on_windows 'Wine hides the links of this system'
    mkdir real
    draw_png a.png '#.'
    draw_png b.png '.#'
    bake a.png -o real/x.hmk
    ln -s real/x.hmk link
    ln -s link second
    ln -s real/new.hmk dangling
    bake b.png -o second
    is names "$(names real/x.hmk)" b.png
    [ -L second ]
    [ -L link ]
    bake b.png -o dangling
    [ -L dangling ]
    same real/new.hmk real/x.hmk
    ln -s self self
    hitmask bake a.png -o self
    expect 1 '' 'self: error: cannot open: Too many levels of symbolic links'
    expect_no_temporary
}

@test "in a folder where only owners may remove their files, nothing is left either" {
    not_on_wasi 'there are no owners and rights'
    not_on_windows 'no folder has such a rule'
    [ "$(id -u)" = 0 ] || skip 'only root can make files of other users'
    mkdir shared
    draw_png a.png '#.'
    draw_png b.png '##'
    bake a.png -o shared/x.hmk -MD --stamp shared/stamp
    chmod 666 shared/*
    chmod 1777 shared
    cp -a shared before
    chown 65534 shared shared/x.d shared/stamp
    local -i foreign
    # The files of another user, and then the output too.
    for foreign in 1 2; do
        hitmask_without_privileges bake -q b.png -o shared/x.hmk -MD --stamp shared/stamp
        is 'the exit status' "$status" 1
        [[ $stderr == shared/*': error: cannot replace the file: Operation not permitted' ]]
        local file
        for file in x.hmk x.d stamp; do
            same shared/$file before/$file
        done
        expect_no_temporary
        chown 65534 shared/x.hmk
    done
    # A user with the right to replace them does so.
    bake b.png -o shared/x.hmk -MD --stamp shared/stamp
    is names "$(names shared/x.hmk)" b.png
    expect_no_temporary
}

@test "the mode stays, or is what the umask leaves" {
    not_on_wasi 'there are no owners and rights'
    not_on_windows 'files have no mode'
    draw_png a.png '#.'
    umask 027
    bake a.png -o x.hmk
    is mode "$(stat -c %a x.hmk)" 640
    chmod 604 x.hmk
    bake a.png -o x.hmk
    is mode "$(stat -c %a x.hmk)" 604
}

@test "standard output gets the data alone, and by its path too" {
    draw_png empty.png '..'
    bake empty.png -o x.hmk
    bake empty.png -o x.json
    local path
    for path in - /dev/stdout /dev/fd/1 /proc/self/fd/1; do
        "$HITMASK" bake -v empty.png -o $path >out 2>err
        same out x.hmk
        is messages "$(cat err)" "empty.png: warning: no pixel is solid [empty]
$path: note: 1 sprite, 0 masks"
        "$HITMASK" bake --quiet empty.png --format json -o $path | same - x.json
    done
    [ -e /dev/stdout ]
    [ -e /dev/fd/1 ]
    # Bytes that were written before stay.
    { echo before && "$HITMASK" bake -q empty.png --format json -o /dev/stdout; } >out
    { echo before && cat x.json; } | same - out
}

@test "a disk is no place for an output" {
    # There is no such disk, so nothing can happen to it.
    mknod disk b 7 250 2>/dev/null || skip 'no device can be made'
    ln -s disk link.hmk
    draw_png a.png '#'
    local name
    for name in disk link.hmk; do
        hitmask bake a.png -q -o $name
        expect 1 '' "$name: error: is a disk; write to a file"
    done
    hitmask bake a.png -q -o x.hmk -MD -MF disk
    expect 1 '' 'disk: error: is a disk; write to a file'
    [ ! -e x.hmk ]
}

@test "devices and pipes are written, never replaced" {
    draw_png a.png '#.'
    bake a.png -o x.hmk
    bake a.png -o /dev/null
    [ -c /dev/null ]
    mkfifo pipe
    cat pipe >out &
    bake a.png -o pipe
    wait $!
    same out x.hmk
    [ -p pipe ]
    expect_no_temporary
    hitmask bake a.png -o /dev/null -MD
    expect 2 '' '/dev/null: error: -MD needs a name for the dependency file, because the output is not a file; add -MF FILE'
    [ ! -e /dev/null.d ]
    bake a.png -o /dev/null -MD -MF x.d
    # A device in a folder of one's own, so that nothing but the tool itself protects it.
    { mknod full c 1 7 && [ -w full ] && : >full; } 2>/dev/null || skip 'no device can be made'
    hitmask bake a.png -o full
    expect 1 '' 'full: error: cannot write: No space left on device'
    [ -c full ]
}

@test "a closed standard output is an error, not a crash" {
    not_on_wasi 'Node opens what is closed'
    draw_png a.png '#.'
    run --separate-stderr bash -c '"$0" bake a.png -o - >&-' "$HITMASK"
    expect 1 '' '-: error: cannot write: Bad file descriptor'
}

# unread ARGUMENT...: runs the tool with a pipe as its standard output that nobody reads any more.
unread() {
    [ -p unread ] || mkfifo unread
    exec 8<>unread 9>unread 8<&-
    # shellcheck disable=SC2016
    run --separate-stderr bash -c 'exec "$@" >&9 9>&- 3>&-' - "$HITMASK" "$@"
    exec 9>&-
}

@test "a pipe that nobody reads any more ends every command as SIGPIPE does, without a word" {
    bake "$SPRITES" --animate 100 -o x.hmk
    bake "$SPRITES/ball.png" -o y.hmk
    local arguments
    for arguments in --version --help help 'help names' 'bake --help' generate \
        'inspect x.hmk' 'inspect --json x.hmk' 'inspect --ascii x.hmk' 'inspect --blocks x.hmk' \
        'inspect --png - x.hmk' 'inspect --svg - x.hmk' 'inspect --html - x.hmk' \
        'query x.hmk ball.png ring.png --at 0,0' 'query x.hmk ball.png ring.png --at 0,0 --json' \
        'query x.hmk ball.png ring.png --at 0,0 --ascii' \
        'query x.hmk ball.png ring.png --at 0,0 --png -' \
        'verify x.hmk' 'diff x.hmk y.hmk' 'diff x.hmk y.hmk --json' 'diff x.hmk x.hmk' \
        'diff x.hmk y.hmk --png -' 'merge x.hmk -o -' 'merge x.hmk --format json -o -' \
        "bake -q $SPRITES -o -" "bake -q $SPRITES --format json -o -" "bake -q $SPRITES --dry-run" \
        "bake -q $SPRITES -o /dev/stdout"; do
        # shellcheck disable=SC2086
        unread $arguments
        expect 141 '' '' || { echo "hitmask $arguments" >&2; return 1; }
    done
    # The signal ignored, or blocked, makes no difference.
    run bash -c 'trap "" PIPE; "$0" inspect --json x.hmk 2>&1 | :; exit ${PIPESTATUS[0]}' "$HITMASK"
    [[ $status == 0 || $status == 141 ]]
    is 'what is said' "$output" ''
    trap '' PIPE
    unread inspect x.hmk
    trap - PIPE
    expect 141 '' ''
}

@test "when nobody reads its standard output, a run keeps its other outputs and leaves nothing" {
    keep_old_output
    rm x.hmk
    # A depfile or a stamp would be wrong: the data went nowhere.
    unread bake old.png -o - -MD -MF x.d --stamp stamp --cache cache --progress always
    expect 141 '' ''
    expect_no_temporary
    [ ! -e x.d ] && [ ! -e stamp ] && [ ! -e cache ]
    unread inspect --json kept --png p.png --svg p.svg --html p.html
    expect 141 '' ''
    unread query kept old.png old.png --at 1,0 --json --png q.png
    expect 141 '' ''
    unread diff kept kept --json --png d.png
    expect 141 '' ''
    local file
    for file in p.png p.svg p.html q.png d.png; do
        [ -s $file ] || is $file missing there
    done
    expect_no_temporary
    # Other errors are reported, and decide.
    unread verify kept nowhere
    expect 1 '' 'nowhere: error: cannot open: No such file or directory'
    # Messages that nobody reads are no reason to stop.
    draw_png empty.png '..'
    mkfifo messages
    exec 8<>messages 9>messages 8<&-
    "$HITMASK" bake empty.png -o x.hmk 2>&9
    exec 9>&-
    is names "$(names x.hmk)" empty.png
}

@test "binary to a terminal is refused, text is not" {
    not_on_windows 'a terminal of this system is no console'
    needs_terminal
    draw_png a.png '#.'
    bake a.png -o x.json
    on_terminal() {
        env TERM=dumb script -qec "'$HITMASK' bake a.png $*; echo \$?" /dev/null </dev/null |
            tr -d '\r'
    }
    local path
    for path in - /dev/stdout /dev/tty; do
        is 'what is said' "$(on_terminal -o $path)" \
            "$path: error: binary data is not written to a terminal; name a file to write
2"
    done
    is document "$(on_terminal -o - --format json)" "$(cat x.json)"$'\n0'
}

@test "a name as long as the file system takes has room for a temporary" {
    draw_png a.png '#.'
    local -r name=$(printf 'x%.0s' {1..251}).hmk
    bake a.png -o "$name"
    [ -f "$name" ]
    hitmask bake a.png -o "x$name"
    expect 1 '' "x$name: error: cannot open: File name too long"
    expect_no_temporary
}
