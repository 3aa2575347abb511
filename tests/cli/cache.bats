#!/usr/bin/env bats
# cache.bats - what has not changed is taken from the cache, and the output is the same

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir art
    draw_png art/a.png '##' '#.'
    draw_png art/b.png '#.#'
    draw_png art/empty.png '..'
}

warm() {
    "$HITMASK" bake --cache cache art -o x.hmk "$@"
}

# takes N OF ARGUMENT...: a bake takes N of its inputs from the cache, warns of the empty one,
# and writes what a bake without a cache does.
takes() {
    local -r taken=$1 all=$2
    shift 2
    rm -f cold.hmk
    "$HITMASK" bake --verbose art -o cold.hmk "$@" 2>cold.err
    hitmask bake --verbose --cache cache art -o x.hmk "$@"
    is 'the exit status' "$status" 0
    is 'what is said' "$stderr" "$(sed 's/^cold.hmk:/x.hmk:/' cold.err)
cache: note: $taken of $all inputs taken from it"
    same x.hmk cold.hmk
    expect_no_temporary
}

@test "a second bake takes all from the cache, and says and writes the same" {
    takes 0 3
    takes 3 3
    holds cold.err '^art/empty.png: warning: .* \[empty\]$'
    rm x.hmk
    takes 3 3
    takes 3 3 -j 5
}

@test "JSON documents are kept too, and everything of a sprite comes back" {
    warm --quiet --cell 2 --pivot 1,50%
    "$HITMASK" inspect --json x.hmk >doc.json
    hitmask bake --verbose --cache other doc.json -o y.json
    expect 0 '' 'y.json: note: 3 sprites, 2 masks
other: note: 0 of 1 input taken from it'
    rm y.json
    hitmask bake --verbose --cache other doc.json -o y.json
    expect 0 '' 'y.json: note: 3 sprites, 2 masks
other: note: 1 of 1 input taken from it'
    same y.json doc.json
    animate '"hero", "heron", "hero"' '1, 0, 300' '{"prune":2}' >doc.json
    bake --cache other doc.json -o x.json
    rm x.json
    hitmask bake --verbose --cache other doc.json -o x.json
    expect 0 '' 'x.json: note: 2 sprites, 1 mask
other: note: 1 of 1 input taken from it'
    bake doc.json -o cold.json
    same x.json cold.json
    holds x.json '"durations": \[1, 0, 300\]'
}

@test "a name of a document may be of any length" {
    bake art/a.png -o doc.json
    sed -i "s,\"name\": \".*\",\"name\": \"$(printf 'n%.0s' {1..70000})\"," doc.json
    bake --cache cache doc.json -o x.hmk
    hitmask bake --verbose --cache cache doc.json -o y.hmk
    expect 0 '' 'y.hmk: note: 1 sprite, 1 mask
cache: note: 1 of 1 input taken from it'
    same x.hmk y.hmk
}

@test "an output that tells of other options is written anew, though its sprites are the same" {
    takes 0 3
    echo '{}' >rules.json
    takes 3 3 --config rules.json
    takes 3 3 --config rules.json --prune 1
    takes 3 3
    # One that had all inputs, were it told that it is a shard.
    rm art/b.png art/empty.png
    warm --quiet
    local part
    for part in 1/2 2/2; do
        hitmask bake --quiet --cache cache art -o x.hmk --shard $part
        expect 0 '' ''
        bake art -o cold.hmk --shard $part
        same x.hmk cold.hmk
    done
}

@test "a file that was touched is hashed, and one that changed is made again" {
    takes 0 3
    touch art/a.png
    takes 3 3
    # The new file has the same size and time.
    cp -p art/a.png old
    draw_png art/a.png '##' '##'
    is 'the size' "$(stat -c %s art/a.png)" "$(stat -c %s old)"
    touch -r old art/a.png
    takes 2 3
    is masks "$(fact area x.hmk)" $'4\n2\n0'
    # Moved in from elsewhere.
    mv old art/a.png
    takes 2 3
    draw_png art/b.png '######'
    takes 2 3
}

@test "what has settled is not opened" {
    not_on_windows 'Wine cannot look at a file that may not be read'
    [ "$(id -u)" = 0 ] || skip 'needs one who may read what others may not'
    chmod 000 art/*.png
    sleep 2.1
    warm --quiet
    hitmask_without_privileges bake --quiet art -o y.hmk
    is 'the exit status without a cache' "$status" 1
    rm x.hmk
    hitmask_without_privileges bake --verbose --cache cache art -o x.hmk
    is 'the exit status' "$status" 0
    is 'the last message' "${stderr_lines[2]}" 'cache: note: 3 of 3 inputs taken from it'
}

@test "what has not settled is opened" {
    not_on_windows 'Wine cannot look at a file that may not be read'
    [ "$(id -u)" = 0 ] || skip 'needs one who may read what others may not'
    chmod 000 art/a.png
    warm --quiet
    chmod 000 art/a.png
    hitmask_without_privileges bake --verbose --cache cache art -o x.hmk
    expect 1 '' 'art/a.png: error: cannot open: Permission denied
art/empty.png: warning: no pixel is solid [empty]'
}

@test "a clock that is ahead of the file system settles nothing" {
    not_on_windows 'Wine cannot look at a file that may not be read'
    [ "$(id -u)" = 0 ] || skip 'needs one who may read what others may not'
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'a sanitizer must be loaded first'
    cat >ahead.c <<'END'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time)
{
    long status = syscall(SYS_clock_gettime, clock, time);
    time->tv_sec += 10;
    return (int)status;
}
END
    ${CC:-cc} -shared -fPIC ahead.c -o ahead.so || skip 'no shared libraries here'
    chmod 000 art/a.png
    LD_PRELOAD=$PWD/ahead.so warm --quiet
    hitmask_without_privileges bake --verbose --cache cache art -o x.hmk
    expect 1 '' 'art/a.png: error: cannot open: Permission denied
art/empty.png: warning: no pixel is solid [empty]'
}

@test "another option, name or root makes again what it decides about" {
    takes 0 3
    takes 0 3 --alpha-threshold 255
    takes 3 3 --alpha-threshold 255
    takes 0 3 --strip-extension
    takes 0 3 --root .
    takes 0 3 --max-pixels 100
    takes 0 3 --no-points
    # Options that only decide about the output do not.
    takes 3 3 --no-points --format json
    takes 3 3 --no-points --format json --json-mask none
    takes 3 3 --no-points
    hitmask bake -v --cache one art/a.png --name b.png -o x.hmk
    hitmask bake -v --cache one art/b.png -o x.hmk
    expect 0 '' 'x.hmk: note: 1 sprite, 1 mask
one: note: 0 of 1 input taken from it'
    is names "$(names x.hmk)" b.png
}

@test "renamed and deleted inputs are pruned" {
    local -i size
    takes 0 3
    size=$(stat -c %s cache)
    mv art/a.png art/c.png
    takes 2 3
    is 'the size' "$(stat -c %s cache)" $size
    rm art/c.png
    takes 2 2
    (($(stat -c %s cache) < size))
    is names "$(names x.hmk)" $'b.png\nempty.png'
    draw_png art/a.png '##' '#.'
    takes 2 3
    is 'the size' "$(stat -c %s cache)" $size
}

@test "an output that stands as it was made is left but for its time" {
    not_on_wasi 'times that it sets are whole seconds'
    not_on_windows 'Wine forgets the volume of a file that was renamed'
    warm --quiet
    local -r inode=$(stat -c %i x.hmk)
    cp x.hmk before
    sleep 0.05
    warm --quiet
    is 'the inode' "$(stat -c %i x.hmk)" "$inode"
    [ x.hmk -nt before ]
    # And again: its new time is known.
    touch before
    sleep 0.05
    warm --quiet
    is 'the inode' "$(stat -c %i x.hmk)" "$inode"
    [ x.hmk -nt before ]
    # A time that it was not left with may mean anything.
    touch -d @1 x.hmk
    warm --quiet
    [ "$(stat -c %i x.hmk)" != "$inode" ]
    same x.hmk before
}

@test "an output that somebody changed is written again" {
    warm --quiet
    cp -p x.hmk good
    patch x.hmk 100 ff
    touch -r good x.hmk
    warm --quiet
    same x.hmk good
    bake art/a.png -o x.hmk
    warm --quiet
    same x.hmk good
}

@test "a cache of another version is made anew without a word, a damaged one with a note" {
    takes 0 3
    patch cache 12 ffff
    takes 0 3
    takes 3 3
    : >cache
    takes 0 3
    patch cache -1 ff
    hitmask bake -v --cache cache art -o x.hmk
    expect 0 '' 'art/empty.png: warning: no pixel is solid [empty]
x.hmk: note: 3 sprites, 2 masks
cache: note: was damaged; the lost parts were made again
cache: note: 0 of 3 inputs taken from it'
    takes 3 3
    # Within one sprite: the others are good.
    patch cache 160 ff
    rm x.hmk
    hitmask bake -v --cache cache art -o x.hmk
    expect 0 '' 'art/empty.png: warning: no pixel is solid [empty]
x.hmk: note: 3 sprites, 2 masks
cache: note: was damaged; the lost parts were made again
cache: note: 2 of 3 inputs taken from it'
    takes 3 3
    echo 'my notes' >cache
    hitmask bake -q --cache cache art -o x.hmk
    expect 2 '' 'cache: error: exists, and hitmask did not write it; write to another name, or replace it with --force'
    is 'the file' "$(cat cache)" 'my notes'
    hitmask bake -q --cache cache art -o x.hmk --force
    expect 0 '' ''
    takes 3 3
}

@test "a file whose beginning is not that of a cache is spared" {
    local bytes
    takes 0 3
    for bytes in 'my notes' '\0\0\0\0\0\0\0\0my data' 'hitCach\x1a'; do
        # shellcheck disable=SC2059
        printf "$bytes" >cache
        cp cache kept
        hitmask bake -q --cache cache art -o x.hmk
        expect 2 '' 'cache: error: exists, and hitmask did not write it; write to another name, or replace it with --force'
        same cache kept
    done
    : >cache
    takes 0 3
}

@test "inputs with errors are not kept, and what failed leaves the cache as it was" {
    takes 0 3
    cp -p cache kept
    echo 'no picture' >art/c.png
    hitmask bake -q --cache cache art -o x.hmk
    expect 1 '' 'art/c.png: error: is not a picture, a hitmask JSON document or an atlas that hitmask knows'
    same cache kept
    expect_no_temporary
    hitmask bake -q --cache cache art -o x.hmk
    is 'the exit status' "$status" 1
    draw_png art/c.png '#'
    takes 3 4
}

@test "standard input is read every time" {
    local -i i
    for i in 1 2; do
        hitmask bake -v --cache cache - --name a.png -o x.hmk <art/a.png
        expect 0 '' 'x.hmk: note: 1 sprite, 1 mask
cache: note: 0 of 1 input taken from it'
    done
}

@test "pipes are read every time" {
    not_on_windows 'there are no pipes with names'
    local -i i
    mkfifo pipe
    for i in 1 2; do
        cat art/a.png >pipe &
        hitmask bake -v --cache cache pipe -o x.hmk
        expect 0 '' 'x.hmk: note: 1 sprite, 1 mask
cache: note: 0 of 1 input taken from it'
    done
}

@test "an output that had more in it than the cache keeps is not what the rest gives" {
    not_on_wasi 'it opens no pipes without names'
    bake art/b.png -o b.json
    bake art/a.png -o cold.hmk
    # The cache is written anew here, and only told of its output there.
    for already in no yes; do
        [ "$already" = no ] || bake --cache cache art/a.png -o x.hmk
        # shellcheck disable=SC2002
        cat b.json | bake --cache cache art/a.png - -o x.hmk
        is names "$(names x.hmk)" a.png$'\n'b.png
        bake --cache cache art/a.png -o x.hmk
        same x.hmk cold.hmk
    done
}

@test "a companion decides too: changed, gone or come, its sprite is made again" {
    draw_png art/a_mask.png '..' '.#'
    takes 0 3 --mask-suffix _mask
    takes 3 3 --mask-suffix _mask
    draw_png art/a_mask.png '.#' '.#'
    takes 2 3 --mask-suffix _mask
    is areas "$(fact area x.hmk)" $'2\n2\n0'
    mv art/a_mask.png aside
    takes 2 3 --mask-suffix _mask
    mv aside art/a_mask.png
    takes 2 3 --mask-suffix _mask
    # The picture itself is still one of its files.
    draw_png art/a.png '#.' '##'
    takes 2 3 --mask-suffix _mask
}

@test "rules of a config file are part of what decides" {
    echo '{"rules": [{"match": "a.png", "cell": 2}]}' >rules.json
    takes 0 3 --config rules.json
    echo '{"rules": [{"match": "a.png", "cell": 2}, {"match": "z.png", "cell": 3}]}' >rules.json
    takes 3 3 --config rules.json
    echo '{"rules": [{"match": "a.png", "cell": 1}]}' >rules.json
    takes 2 3 --config rules.json
    takes 3 3
}

@test "warnings that are errors are errors from the cache too" {
    warm --quiet
    cp x.hmk kept
    cp cache kept.cache
    hitmask bake --cache cache art -o x.hmk --error-on empty
    expect 1 '' 'art/empty.png: error: no pixel is solid [empty]'
    same x.hmk kept
    same cache kept.cache
}

@test "a depfile and a stamp are written, and --write-if-changed keeps the time" {
    local -r flags='-MD --stamp stamp --quiet'
    # shellcheck disable=SC2086
    warm $flags
    cp x.d cold.d
    rm x.d stamp
    cp x.hmk before
    sleep 0.05
    # shellcheck disable=SC2086
    warm $flags --write-if-changed
    same x.d cold.d
    [ -e stamp ]
    [ before -nt x.hmk ]
    # Also when it has to be made again to see that it is the same.
    rm cache
    warm --quiet --write-if-changed
    warm --quiet --write-if-changed
    [ before -nt x.hmk ]
    same x.hmk before
    hitmask bake -q --cache x.d art -MD -o x.hmk
    expect 2 '' 'x.d: error: is an output; --cache needs a file of its own'
}

@test "a dry run tells what is cached, and the report how much" {
    warm --quiet
    draw_png art/b.png '##'
    hitmask bake --dry-run --cache cache art -o x.hmk
    expect 0 'cached  art/a.png
bake    art/b.png
cached  art/empty.png' ''
    warm --message-format json 2>report
    holds report '"inputs":3,"cached":2,"sprites":3,"masks":2,"shared_masks":0,'
    cp report first
    warm --message-format json 2>report
    is 'the report' "$(sed 's/,"seconds.*//' report)" \
        "$(sed 's/"cached":2/"cached":3/; s/,"seconds.*//' first)"
}

@test "a path that cannot be meant is refused" {
    keep_old_output
    mkdir dir
    refuses 2 "-: error: --cache needs the name of a file, which cannot be '-' or empty" -q --cache - art
    refuses 2 'dir: error: is a folder; --cache needs a file' -q --cache dir art
    refuses 2 '/dev/null: error: is not a regular file; --cache needs a file' \
        -q --cache /dev/null art
    refuses 2 './x.hmk: error: is an output; --cache needs a file of its own' -q --cache ./x.hmk art
    ln -s x.hmk link
    refuses 2 'link: error: is an output; --cache needs a file of its own' -q --cache link art
    hitmask bake -q --cache new.hmk art -o dir/../new.hmk
    expect 2 '' 'new.hmk: error: is an output; --cache needs a file of its own'
    cp art/a.png kept.png
    refuses 2 'art/a.png: error: is read for this bake, and --cache would write over it; give the cache another name' \
        -q --cache art/a.png art
    cp art/a.png other.png
    refuses 2 'other.png: error: exists, and hitmask did not write it; write to another name, or replace it with --force' \
        -q --cache other.png art
    same art/a.png kept.png
    same other.png kept.png
}

@test "a cache is not written over what it is about" {
    local -r why='is read for this bake, and --cache would write over it; give the cache another name'
    spares() {
        cp "$1" before
        hitmask bake "${@:3}" --cache "$1" -o new.hmk
        expect 2 '' "$2: error: $why" || return
        same "$1" before
        [ ! -e new.hmk ]
    }
    echo art/a.png >list
    spares ./list list @list
    printf 'art/a.png\0' >names
    spares names names --files0-from names
    echo '<TextureAtlas imagePath="art/a.png">
        <SubTexture name="one" x="0" y="0" width="2" height="2"/></TextureAtlas>' >atlas.xml
    ln atlas.xml other
    spares other atlas.xml atlas.xml
}

@test "a cache without a folder is an error, as an output is" {
    keep_old_output
    refuses 1 "nowhere/cache: error: the folder 'nowhere' does not exist" -q --cache nowhere/cache art
    refuses 1 "old.png/cache: error: 'old.png' is not a folder" -q --cache old.png/cache art
}

@test "a cache that is a link to a folder which is not there is an error" {
    not_on_windows 'Wine hides the links of this system'
    keep_old_output
    ln -s nowhere/cache link
    refuses 1 "link: error: the folder 'nowhere' does not exist" -q --cache link art
}

@test "a cache that cannot be written is an error, with the output in place" {
    mkdir closed
    chmod 555 closed
    hitmask_without_privileges bake -q --cache closed/cache art -o x.hmk
    expect 1 '' 'closed/cache: error: cannot create a file beside it: Permission denied; the output is new and stays'
    bake art -o cold.hmk
    same x.hmk cold.hmk
    mkdir full
    ln -s /dev/full full/cache
    hitmask bake -q --cache full/cache art -o x.hmk
    is 'the exit status' "$status" 2
}

@test "a cache that need not be written need not be writable" {
    warm --quiet
    sleep 2.1
    warm --quiet
    chmod 444 cache
    rm x.hmk
    hitmask_without_privileges bake -v --cache cache art -o y.hmk
    expect 0 '' 'art/empty.png: warning: no pixel is solid [empty]
y.hmk: note: 3 sprites, 2 masks
cache: note: 3 of 3 inputs taken from it'
}

@test "two bakes may share a cache at once" {
    mkdir more
    draw_png more/c.png '###'
    bake art -o cold.hmk
    bake more -o cold2.hmk
    local -i i
    for ((i = 0; i < 20; i++)); do
        "$HITMASK" bake -q --cache cache art -o x.hmk 3>&- &
        "$HITMASK" bake -q --cache cache more -o y.hmk
        wait $!
        same x.hmk cold.hmk
        same y.hmk cold2.hmk
    done
    warm --quiet
    takes 3 3
}

@test "a bake that is killed leaves a cache that is good" {
    local -i i
    cp "$SPRITES"/*.png art/
    for i in 1 2 3 4; do
        ("$HITMASK" bake -q --cache cache art -o x.hmk --alpha-threshold "$i" 3>&- &
            sleep "0.00$i"
            kill -9 $! || true
            wait $! || true) 2>/dev/null
        bake art -o cold.hmk --alpha-threshold "$i"
        warm --quiet --alpha-threshold "$i"
        same x.hmk cold.hmk
        expect_no_temporary
        rm -f x.hmk
    done
}

# When all is known, only the mark of the cache is written, into the file that was opened.
@test "what is written over the cache during a bake stays as it is" {
    needs mkfifo
    not_on_windows 'there are no pipes with names'
    draw_png p.png '#'
    bake -q art -o x.hmk --cache cache
    mkfifo pipe.png
    "$HITMASK" bake -q art pipe.png -o x.hmk --cache cache &
    exec 8>pipe.png
    echo notes >cache
    cat p.png >&8
    exec 8>&-
    wait $!
    is cache "$(cat cache)" notes
}
