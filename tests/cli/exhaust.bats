#!/usr/bin/env bats
# exhaust.bats - full disks, closed streams, few descriptors and a small stack: no crash, no harm

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir art
    cp "$SPRITES"/*.png art
}

# limited LIMIT ARGUMENT...: runs the tool under a limit of the shell's, as -n8.
limited() {
    local -r limit=$1
    shift
    # The shell's descriptors, and those of bats, are not the tool's.
    # shellcheck disable=SC2016
    run --separate-stderr bash -c 'ulimit "$1" && shift && exec "$@" 3>&- 4>&- 5>&- 6>&- 7>&-' - \
        "$limit" "$HITMASK" "$@"
}

# Mounts an empty folder `small` of a few KiB, in a mount namespace of its own, and runs a script
# there.
on_small_disk() {
    mkdir small
    unshare -rm true 2>/dev/null || skip 'no file system can be mounted here'
    # shellcheck disable=SC2016
    run --separate-stderr unshare -rm bash -c \
        'mount -t tmpfs -o size=16k none small && . "$1"' - "$1"
}

@test "a full disk: the old output stays, and nothing is left beside it" {
    bake art/ball.png -o old.hmk
    cat >script <<ENDSCRIPT
cp old.hmk small/x.hmk
"$HITMASK" bake art -q --format json -o small/x.hmk
echo \$?
cmp old.hmk small/x.hmk && ls -A small
ENDSCRIPT
    on_small_disk ./script
    is 'what is said' "$stderr" 'small/x.hmk: error: cannot write: No space left on device'
    is 'what is left' "$output" $'1\nx.hmk'
}

@test "standard output on a full disk is an error of every command" {
    [ -c /dev/full ] || skip 'there is no /dev/full'
    bake art -o x.hmk
    local -r full='error: cannot write: No space left on device'
    local command
    for command in 'bake art -q -o -' 'bake art -q -o - --format json'; do
        # shellcheck disable=SC2086
        run --separate-stderr bash -c '"$0" "$@" >/dev/full' "$HITMASK" $command
        expect 1 '' "-: $full"
    done
    for command in 'inspect x.hmk' 'inspect --json x.hmk' 'inspect --ascii x.hmk' --help --version \
        'query x.hmk ball.png block.png --at 1,1' 'diff x.hmk x.hmk -v' 'bake --help'; do
        # shellcheck disable=SC2086
        run --separate-stderr bash -c '"$0" "$@" >/dev/full' "$HITMASK" $command
        expect 1 '' "<stdout>: $full"
    done
}

@test "closed streams: what must be written is an error, and files are never taken for streams" {
    keep_old_output
    run --separate-stderr bash -c '"$0" inspect x.hmk >&-' "$HITMASK"
    expect 1 '' '<stdout>: error: cannot write: Bad file descriptor'
    run --separate-stderr bash -c '"$0" bake - --name a <&- -o x.hmk' "$HITMASK"
    expect 1 '' '-: error: cannot read: Bad file descriptor'
    expect_old_output
    # With no place for messages, the files opened meanwhile must not get them.
    run bash -c '"$0" bake old.png nowhere.png -o x.hmk <&- >&- 2>&-' "$HITMASK"
    is 'the exit status' "$status" 1
    expect_old_output
    run bash -c '"$0" bake art -v -o y.hmk <&- >&- 2>&-' "$HITMASK"
    is 'the exit status' "$status" 0
    bake art -o z.hmk
    same y.hmk z.hmk
}

@test "a file that may not grow is an error, and the old one stays" {
    [ "${HITMASK_CONFIG:-release}" != coverage ] || skip 'counts go to files, too'
    keep_old_output
    limited -f1 bake art -q -o x.hmk
    expect 1 '' 'x.hmk: error: cannot write: File too large'
    expect_old_output
}

@test "eight descriptors are enough for two threads and three outputs; four are an error" {
    bake art -o wanted.hmk
    limited -n8 bake art -o x.hmk -j2 -MD --stamp stamp
    expect 0 '' "$stderr"
    same x.hmk wanted.hmk
    cp x.hmk kept
    limited -n4 bake art -j8 -q -o x.hmk
    is 'the exit status' "$status" 1
    [[ $stderr == *'Too many open files'* ]]
    expect_old_output
}

@test "however little memory there is, a bake is done, or says so and leaves all as it was" {
    [ "${HITMASK_CONFIG:-release}" = release ] || skip 'sanitizers take memory of their own'
    local -i i power
    for ((i = 0; i < 300; i++)); do
        cp -r art/ball.png "art/$i.png"
    done
    bake art -o wanted.hmk
    bake art -o wanted.json
    for name in wanted.hmk wanted.json; do
        for input in art wanted.json; do
            for jobs in 1 2; do
                for ((power = 8; power <= 64; power *= 2)); do
                    bake art/ball.png -o x.hmk
                    cp x.hmk before
                    limited -v$((power * 1024)) bake "$input" -q -j$jobs --format "${name#*.}" -o x.hmk -MD --stamp stamp --cache cache
                    if [ "$status" -eq 127 ]; then # the loader has no memory for libraries
                        same x.hmk before
                    elif [ "$status" -ne 0 ]; then
                        is 'the exit status' "$status" 1
                        is 'one message' "$(grep -c 'out of memory' <<<"$stderr") $(grep -vc 'out of memory' <<<"$stderr")" '1 0'
                        same x.hmk before
                    else
                        same x.hmk "$name"
                    fi
                    expect_no_temporary
                done
            done
        done
    done
}

@test "a stack of 1 MiB is enough, for deep documents too" {
    local -r nest=$(printf '[%.0s' {1..63}) unnest=$(printf ']%.0s' {1..63})
    bake art -o wanted.hmk
    bake art -o doc.json
    for jobs in 1 4; do
        limited -s1024 bake art -o x.hmk -j$jobs
        is 'the exit status' "$status" 0
        same x.hmk wanted.hmk
    done
    limited -s1024 bake doc.json -q -o y.hmk
    expect 0 '' ''
    same y.hmk wanted.hmk
    echo "{\"format\": \"hitmask\", \"version\": 1, \"sprites\": $nest$unnest}" >deep.json
    limited -s1024 bake deep.json -o z.hmk
    is 'the exit status' "$status" 1
    for command in 'inspect --html page.html x.hmk' 'inspect --png all.png x.hmk' 'diff x.hmk y.hmk' \
        'verify x.hmk' 'query x.hmk ball.png ring.png --at 0,0 --rotate 30'; do
        # shellcheck disable=SC2086
        limited -s1024 $command
        is 'the exit status' "$status" 0
    done
}

@test "a stack of 512 KiB is enough for 2,040 folders, one in the other" {
    /usr/bin/python3 -c 'import os
for _ in range(2040):
    os.mkdir("d")
    os.chdir("d")'
    cp art/ball.png d
    mkdir d/e
    for jobs in 1 4; do
        limited -s512 bake d -q -o deep.hmk -j$jobs
        expect 0 '' ''
    done
    rm -r d
}

@test "bakes of different containers, which have the same PID, do not take each other's temporaries" {
    not_on_wasi 'it has no locks'
    unshare -pf true 2>/dev/null || skip 'needs rights for containers (unshare)'
    local i input
    for ((i = 0; i < 25; i++)); do
        for input in art art/ball.png art art; do
            unshare -pf "$HITMASK" bake -q "$input" -o x.c -MD --stamp stamp 2>>said 3>&- &
        done
        wait
    done
    is 'what they say' "$(cat said)" ''
    expect_no_temporary
}

@test "two bakes to one output and one cache at once: both end well" {
    local i
    bake art -o wanted.hmk
    bake art --prune 0 -o other.hmk
    for ((i = 0; i < 20; i++)); do
        "$HITMASK" bake art -q --cache cache -o x.hmk 3>&- &
        local first=$!
        "$HITMASK" bake art -q --cache cache --prune $((i % 2)) -o x.hmk 3>&- || return
        wait $first || return
        cmp -s x.hmk wanted.hmk || same x.hmk other.hmk
        rm x.hmk
        ((i % 5)) || rm -f cache
    done
    expect_no_temporary
    bake art --cache cache -o x.hmk
    same x.hmk wanted.hmk
}
