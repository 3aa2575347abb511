#!/usr/bin/env bats
# merge.bats - hitmask merge: shards become what one bake would have written

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir art art/ui
    draw_png art/hero1.png '#.' '##'
    draw_png art/hero2.png '##' '##'
    draw_png art/rock.png '.##.' '#95#'
    draw_png art/tree.png '#.' '##'
    draw_png art/ui/key.png '.#'
    draw_png art/ui/bar.png '...'
}

# shards N NAME ARGUMENT...: bakes NAME-1.hmk to NAME-N.hmk.
shards() {
    local -i i
    for ((i = 1; i <= $1; i++)); do
        bake "${@:3}" --shard "$i/$1" -o "$2-$i.hmk"
    done
}

merge() {
    run --separate-stderr "$HITMASK" merge "$@"
}

# merge_refuses ERR ARGUMENT...: this merge to x.hmk fails, and x.hmk stays.
merge_refuses() {
    local -r err_wanted=$1
    shift
    merge "$@" -o x.hmk
    expect 1 '' "$err_wanted"
    expect_old_output
}

# ---- What becomes of shards -----------------------------------------------------------------

@test "each input is in one shard, and the frames of a sequence are in the same" {
    local -i i
    for ((i = 1; i <= 3; i++)); do
        "$HITMASK" bake art --shard $i/3 --dry-run >list-$i
    done
    is all "$(sed -n 's/^bake  //p' list-* | sort)" "$(find art -name '*.png' | sort)"
    is shards "$(grep -c '^skip .* another shard$' list-1)" $((6 - $(grep -c ^bake list-1)))
    is frames "$(grep -l '^bake .*hero1' list-*)" "$(grep -l '^bake .*hero2' list-*)"
}

@test "shards become the pack of one bake" {
    local -i count
    bake art -o whole.hmk
    for count in 1 2 5; do
        shards $count s art
        merge s-*.hmk -o x.hmk
        expect 0 '' ''
        same whole.hmk x.hmk
        rm s-*.hmk
    done
}

@test "whatever options they were baked with" {
    local -a options
    local line
    echo '{ "rules": [ { "match": "ui/*", "prune": 0 }, { "match": "hero*", "cell": 2 } ] }' >rules.json
    draw_png art/rock_m.png '....' '.##.'
    while read -r line; do
        read -ra options <<<"$line"
        bake art "${options[@]}" -o whole.hmk
        shards 3 s art "${options[@]}"
        merge s-*.hmk -o x.hmk
        expect 0 '' ''
        same whole.hmk x.hmk
        holds <("$HITMASK" inspect --json x.hmk) '^  "options": {'
    done <<'END'
--alpha-threshold 127 --strip-extension
--preset nearpixel --mask-suffix _m
--config rules.json --preset xna --prune 3
END
}

@test "a document for a pack, and a document as what becomes of them" {
    bake art --prune 2 -o whole.hmk
    bake art --prune 2 -o whole.json
    shards 2 s art --prune 2
    "$HITMASK" inspect --json s-1.hmk >s-1.json
    merge s-1.json s-2.hmk -o x.json
    expect 0 '' ''
    same whole.json x.json
    "$HITMASK" merge s-2.hmk - -o - <s-1.hmk >x.hmk
    same whole.hmk x.hmk
    # A document of a shard is still one, also when it was a pack again.
    bake s-1.json -o again.hmk
    same s-1.hmk again.hmk
}

@test "documents among the inputs keep what they were baked with, as in one bake" {
    local first second name
    mkdir more
    for first in '' '--prune 2'; do
        for second in '' '--prune 2'; do
            # shellcheck disable=SC2086
            bake art/hero1.png art/rock.png $first -o more/a.json
            # shellcheck disable=SC2086
            bake art/tree.png $second -o more/b.json
            for name in '' art/ui/key.png; do
                # shellcheck disable=SC2086
                set -- more/a.json more/b.json $name
                bake "$@" -o whole.hmk
                shards 3 s "$@"
                merge s-*.hmk -o x.hmk
                expect 0 '' ''
                same whole.hmk x.hmk
            done
        done
    done
}

@test "animations come along" {
    animate '"hero", "heron"' '100, 50' '{"prune":2}' >run.json
    bake run.json art/rock.png --prune 2 -o whole.hmk
    shards 4 s run.json art/rock.png --prune 2
    merge s-*.hmk -o x.hmk
    expect 0 '' ''
    same whole.hmk x.hmk
    holds <("$HITMASK" inspect x.hmk) '^run .* 150 ms$'
}

@test "more shards than inputs" {
    bake art/rock.png -o whole.hmk
    shards 9 s art/rock.png
    merge s-*.hmk -o x.hmk
    expect 0 '' ''
    same whole.hmk x.hmk
}

@test "packs that are no shards become one when they were baked alike" {
    bake art --prune 2 -o whole.hmk
    bake art --exclude 'ui/*' --prune 2 -o a.hmk
    bake art --exclude '*o*' --exclude 'tree*' --prune 2 -o b.hmk
    merge a.hmk b.hmk -o x.hmk
    expect 0 '' ''
    same whole.hmk x.hmk
    merge whole.hmk -o x.hmk
    same whole.hmk x.hmk
}

# ---- What does not belong together ----------------------------------------------------------

@test "other options, and which" {
    keep_old_output
    bake art --exclude 'ui/*' -o a.hmk
    bake art/ui --alpha-threshold 127 -o b.hmk
    merge_refuses 'b.hmk: error: was baked with other options than a.hmk: alpha-threshold is 127, not 0' \
        a.hmk b.hmk
    merge_refuses 'a.hmk: error: was baked with other options than b.hmk: alpha-threshold is 0, not 127' \
        b.hmk a.hmk
    shards 2 s art
    bake art --shard 2/2 -o s-2.hmk --strip-extension --cell 4
    merge_refuses 's-2.hmk: error: was baked with other options than s-1.hmk: cell is 4, not 1; strip-extension is true, not false' \
        s-1.hmk s-2.hmk
    # A preset gives way to a rule, and what is explicit does not.
    echo '{ "options": { "alpha-threshold": 3 } }' >rules.json
    bake art --config rules.json --preset pygame --shard 1/2 -o s-1.hmk
    bake art --config rules.json --alpha-threshold 127 --shard 2/2 -o s-2.hmk
    merge_refuses 's-2.hmk: error: was baked with other options than s-1.hmk: alpha-threshold is 127, not absent; preset is absent, not {"alpha-threshold":127}' \
        s-1.hmk s-2.hmk
}

@test "other inputs: not all, by other names, with other masks" {
    local -r wants='shards need the same files, masks, --root and --exclude'
    keep_old_output
    draw_png art/rock_m.png '....' '.##.'
    bake art --mask-suffix _m --shard 1/2 -o s-1.hmk
    bake art --mask-suffix _m --shard 2/2 -o s-2.hmk --root .
    merge_refuses "s-2.hmk: error: was baked from other inputs than s-1.hmk; $wants" \
        s-1.hmk s-2.hmk
    bake art --mask-suffix _m --shard 2/2 -o s-2.hmk --exclude '*_m.png'
    merge_refuses "s-2.hmk: error: was baked from other inputs than s-1.hmk; $wants" \
        s-1.hmk s-2.hmk
    bake art --mask-suffix _m --shard 2/2 -o s-2.hmk --exclude 'ui/*'
    merge_refuses "s-2.hmk: error: was baked from other inputs than s-1.hmk; $wants" \
        s-1.hmk s-2.hmk
    merge_refuses "s-1.hmk: error: was baked from other inputs than s-2.hmk; $wants" \
        s-2.hmk s-1.hmk
}

@test "the same inputs in other folders, and however they are named" {
    mkdir -p elsewhere
    cp -r art elsewhere
    bake art --exclude 'ui/*' -o whole.hmk
    bake art --exclude 'ui/*' --shard 1/3 -o s-1.hmk
    bake --root elsewhere/art --shard 2/3 -o s-2.hmk elsewhere/art/{tree,rock,hero2,hero1}.png
    bake "$PWD/elsewhere/art" --exclude 'key*' --exclude 'ba?.png' --shard 3/3 -o s-3.hmk
    merge s-1.hmk s-2.hmk s-3.hmk -o x.hmk
    expect 0 '' ''
    same whole.hmk x.hmk
}

@test "an input of another shard counts also with a cache" {
    bake art --shard 1/2 --cache cache -o s-1.hmk
    # Digits do not count, so that the copy is where its original is.
    local -r other=$("$HITMASK" bake art --shard 1/2 --dry-run | sed -n 's/^skip  \(.*\)\.png .*/\1/p;T;q')
    cp "$other.png" "${other}7.png"
    bake art --shard 1/2 --cache cache -o s-1.hmk
    bake art --shard 2/2 -o s-2.hmk
    bake art -o whole.hmk
    merge s-1.hmk s-2.hmk -o x.hmk
    expect 0 '' ''
    same whole.hmk x.hmk
}

@test "what does not decide about sprites may differ" {
    bake art -o whole.hmk
    bake art --shard 1/2 -j 1 --max-pixels 1000 -o s-1.json --json-mask base64
    bake "$PWD/art/." --shard 2/2 --preset unity --alpha-threshold 0 -MD -o s-2.hmk
    merge s-1.json s-2.hmk -o x.hmk
    expect 0 '' ''
    same whole.hmk x.hmk
}

@test "a shard that is given twice, or is missing" {
    keep_old_output
    shards 5 s art
    merge_refuses 'hitmask: error: shard 3/5 is missing' s-1.hmk s-2.hmk s-4.hmk s-5.hmk
    merge_refuses 'hitmask: error: 3 shards are missing: 1/5, 3/5, 4/5' s-5.hmk s-2.hmk
    cp s-2.hmk t.hmk
    merge_refuses 't.hmk: error: is shard 2/5, but s-2.hmk is the same shard' s-{1,2,3,4,5}.hmk t.hmk
    merge_refuses 't.hmk: error: is shard 2/5, but s-2.hmk is the same shard
hitmask: error: shard 4/5 is missing' s-{1,2,3,5}.hmk t.hmk
    bake art --shard 7/4294967295 -o s-1.hmk
    merge s-1.hmk -o x.hmk
    is status "$status" 1
    [[ $stderr == 'hitmask: error: 4294967294 shards are missing: 1/4294967295, 2/4294967295, '*... ]]
    expect_old_output
}

@test "shards of different counts, and shards beside wholes" {
    keep_old_output
    shards 2 s art
    bake art --shard 2/3 -o t.hmk
    bake art -o whole.hmk
    merge_refuses 't.hmk: error: is shard 2/3, but s-1.hmk is shard 1/2' s-1.hmk s-2.hmk t.hmk
    merge_refuses 'whole.hmk: error: is not a shard, but s-1.hmk is shard 1/2' s-1.hmk whole.hmk s-2.hmk
    merge_refuses 's-2.hmk: error: is shard 2/2, but whole.hmk is not a shard' whole.hmk s-2.hmk
}

@test "sprites of one name in two packs" {
    keep_old_output
    bake art/hero1.png art/rock.png art/tree.png -o a.hmk
    bake art/rock.png art/tree.png -o b.hmk
    merge_refuses "hitmask: error: two sprites are named 'rock.png': one from a.hmk, one from b.hmk
hitmask: error: two sprites are named 'tree.png': one from a.hmk, one from b.hmk" b.hmk a.hmk
}

@test "packs that are damaged, or none: all that is wrong is said" {
    keep_old_output
    shards 3 s art
    patch s-2.hmk -1 ff
    echo '{ "format": "hitmask" }' >s-3.hmk
    merge_refuses "s-2.hmk: error: the checksum does not match
s-3.hmk:1:1: error: \"version\" is missing
nowhere.hmk: error: cannot open: No such file or directory
art/tree.png: error: not a hitmask pack: it is a PNG; 'hitmask bake' makes a pack of it" s-1.hmk s-2.hmk s-3.hmk nowhere.hmk art/tree.png
    "$HITMASK" bake art/rock.png -o none.json --json-mask none
    merge none.json -o x.hmk
    is status "$status" 1
    expect_old_output
}

# ---- At home in a build ---------------------------------------------------------------------

@test "depfile, stamp, @FILE and an output that has not changed" {
    shards 2 s art
    printf 's-1.hmk\ns-2.hmk\n' >list
    merge @list -o game.hmk -MD --stamp stamp
    expect 0 '' ''
    is depfile "$(cat game.d)" 'game.hmk: \
  list \
  s-1.hmk \
  s-2.hmk'
    [ -e stamp ]
    touch -d '1 hour ago' game.hmk old
    merge @list -o game.hmk --write-if-changed
    [ ! game.hmk -nt old ]
    merge @nowhere -o game.hmk
    expect 1 '' 'nowhere: error: cannot open: No such file or directory'
    "$HITMASK" merge s-1.hmk - -o game.hmk -MD <s-2.hmk
    is depfile "$(cat game.d)" 'game.hmk: \
  s-1.hmk'
    merge s-1.hmk s-2.hmk -v -o game.hmk
    expect 0 '' 'game.hmk: note: 6 sprites, 4 masks'
    # One of the packs may be the output.
    merge s-1.hmk s-2.hmk -o s-1.hmk
    expect 0 '' ''
    same game.hmk s-1.hmk
}

@test "usage" {
    merge -o x.hmk
    expect 2 '' 'hitmask: error: no pack; name one or more'
    merge a.hmk
    expect 2 '' 'hitmask: error: no output; add -o FILE'
    merge a.hmk -o x.hmk --prune 2
    expect 2 '' "hitmask: error: unknown option '--prune'"
    hitmask bake art/rock.png --name rock --shard 1/2 -o x.hmk
    expect 2 '' 'hitmask: error: --name is for one picture, but --shard is for many; use only one of them'
}

@test "options that decide pixels are wrong usage when the inputs of all shards are JSON" {
    bake art/rock.png -o d.json
    bake art/tree.png -o e.json
    keep_old_output
    local part
    for part in 1/9 2/9 3/9 4/9 5/9 6/9 7/9 8/9 9/9; do
        hitmask bake d.json e.json --prune 2 --shard $part -o x.hmk
        expect 2 '' 'hitmask: error: --prune applies to pictures, but all inputs are JSON documents'
        expect_old_output
        # Another shard has the picture.
        bake d.json art/hero1.png --prune 2 --shard $part -o y.hmk
        bake d.json e.json --shard $part -o y.hmk
    done
}

@test "no output writes over what is merged, but a pack becomes what it is merged into" {
    local -r why='is read for this merge, and an output would write over it; give the output another name'
    spares() {
        cp "$1" before
        merge "${@:2}"
        expect 2 '' "$1: error: $why" || return
        same "$1" before
        [ ! -e x.hmk ]
    }
    bake art/rock.png -o a.hmk
    bake art/tree.png -o b.hmk
    printf 'a.hmk\nb.hmk\n' >packs
    spares a.hmk a.hmk b.hmk -o x.hmk --stamp ./a.hmk
    spares b.hmk a.hmk b.hmk -o x.hmk -MD -MF b.hmk
    spares packs @packs -o packs
    merge @packs -o a.hmk
    expect 0 '' ''
    is names "$(names a.hmk)" $'rock.png\ntree.png'
}

# ---- Many machines --------------------------------------------------------------------------

@test "GNU parallel bakes the shards that merge puts together" {
    parallel --version 2>/dev/null | grep '^GNU parallel' >/dev/null || skip 'needs GNU parallel'
    bake art -o whole.hmk
    cd "$BATS_TEST_TMPDIR"
    mkdir -p home bin
    ln -s "$HITMASK" bin/hitmask
    # As the manual has it.
    local -r written=$(sed -n '/^parallel /,/^```$/{/^```/!p}' "$ROOT/tools/manual/builds.md")
    is lines "$(wc -l <<<"$written")" 2
    HOME=$PWD/home PATH=$PWD/bin:$PATH bash -ec "$written"
    same whole.hmk game.hmk
    # And with its options for other hosts, of which ":" is this one.
    rm part-*.hmk game.hmk
    HOME=$PWD/home PATH=$PWD/bin:$PATH \
        bash -ec "${written/parallel/parallel -j1 --sshlogin : --workdir .}"
    same whole.hmk game.hmk
}
