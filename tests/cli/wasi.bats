#!/usr/bin/env bats
# wasi.bats - the tool of `make wasi`, in Node: the same bytes, the paths of this system, and the package

load helpers

setup() {
    [ -n "${HITMASK_WASI-}" ] || skip 'make test-wasi tries the tool for WASI'
    cd "$BATS_TEST_TMPDIR" || return
    here=$HITMASK_BUILD/hitmask
    folder=$(dirname "$HITMASK_WASI")
    mkdir -p art/deep
    cp "$SPRITES/ball.png" art/ball.png
    cp "$SPRITES/ring.png" art/deep/ring.png
}

# takes NAMES INPUT...: what a bake of these has.
takes() {
    bake "${@:2}" -o x.hmk
    is "the names of ${*:2}" "$(names x.hmk)" "$1"
}

@test "packs, documents, C and pictures have the same bytes" {
    local tool output
    local -A tools=([one]=$here [other]=$HITMASK)
    for tool in one other; do
        mkdir $tool
        for output in game.hmk game.json game.c; do
            "${tools[$tool]}" bake --quiet --root "$ROOT/samples" "$SPRITES" "$ROOT"/samples/*/art -o $tool/$output
        done
        "${tools[$tool]}" inspect --png $tool/game.png one/game.hmk
        "${tools[$tool]}" inspect --html $tool/game.html one/game.hmk
        "${tools[$tool]}" query one/game.hmk sprites/ball.png sprites/ring.png --at 3,4 >$tool/answer
    done
    diff -r one other
}

@test "it reads every kind of picture that the other reads, and Unity's .meta" {
    cp "$SPRITES/ball.png" sheet.png
    printf '%s\n' 'fileFormatVersion: 2' 'TextureImporter:' '  spriteMode: 2' '  spriteSheet:' '    sprites:' \
        '    - name: left' '      rect:' '        x: 0' '        y: 0' '        width: 16' '        height: 32' \
        >sheet.png.meta
    takes left sheet.png.meta
    # A GIF of one pixel, and a WebP of one.
    put_hex 47494638396101000100800000000000ffffff2c00000000010001000002024401003b >one.gif
    put_hex 524946461a000000574542505650384c0d0000002f00000010071011118888fe0700 >one.webp
    bake one.gif -o x.hmk
    bake one.webp -o x.hmk
}

@test "a path begins here, at the root, or above, also behind a link" {
    ln -s ../art art/deep/up
    ln -s deep/ring.png art/same.png
    ln -s "$PWD/art/deep" far
    mkdir inside
    cd inside
    takes ball.png ../art/ball.png
    takes ball.png "$BATS_TEST_TMPDIR/art/ball.png"
    takes ring.png ../art/same.png --name ring.png
    takes ring.png ../far/ring.png
    # The folder above what the link leads to, and not the one that has the link.
    takes ball.png ../far/../ball.png
    hitmask bake -q ../far/../art/ball.png -o x.hmk
    expect 1 '' '../far/../art/ball.png: error: cannot open: No such file or directory'
    hitmask bake -q ../nowhere/../art/ball.png -o x.hmk
    expect 1 '' '../nowhere/../art/ball.png: error: cannot open: No such file or directory'
    bake ../art/ball.png -o ../far/../y.hmk
    [ -s ../art/y.hmk ]
}

@test "a large input is read whole, and nothing stops Node" {
    local i
    head -c 40000000 /dev/zero >large.json
    for i in 1 2 3; do
        hitmask bake large.json -o x.hmk
        is 'the exit status' "$status" 1
    done
}

@test "words come from a file, and bytes from standard input" {
    printf '%s\n' art --quiet -o x.hmk >words
    hitmask bake @words
    expect 0 '' ''
    "$here" bake -q art -o y.hmk
    same x.hmk y.hmk
    "$HITMASK" bake -q --name a.png - -o - <art/ball.png | cat >x.hmk
    "$here" bake -q --name a.png - -o y.hmk <art/ball.png
    same x.hmk y.hmk
}

@test "a terminal gets colours and its width" {
    needs_terminal
    script -qec "stty cols 40; '$HITMASK' bake nowhere.png -o x.hmk" /dev/null >said || true
    holds said $'\e\['
    lacks said 'experimental'
}

@test "what a killed run leaves is another's until it is a day old" {
    touch -d '3 days ago' .x.hmk.12-0.hitmask-tmp
    bake art -o x.hmk
    # The time of the last change cannot be set back.
    is 'what is left' "$(find . -name '.*hitmask-tmp')" ./.x.hmk.12-0.hitmask-tmp
}

@test "npm packs the same files, and installs and runs them" {
    needs npm
    export npm_config_loglevel=silent
    tar -xzf "$folder"/hitmask-*-wasi.tgz
    is files "$(ls package)" $'LICENSE\nREADME.md\nhitmask.mjs\nhitmask.wasm\nlicenses.txt\npackage.json'
    npm pack ./package >/dev/null
    tar -tzf hitmask-*.tgz | sort >packed
    tar -tzf "$folder"/hitmask-*-wasi.tgz | grep -v '/$' | sort >ours
    same packed ours
    mkdir game
    cd game
    npm install --offline --no-audit --no-fund "$folder"/hitmask-*-wasi.tgz >/dev/null
    run --separate-stderr npx --offline hitmask bake -q ../art -o x.hmk
    expect 0 '' ''
    run --separate-stderr npx --offline hitmask bake -q ../nowhere -o x.hmk
    expect 1 '' '../nowhere: error: cannot open: No such file or directory'
    is names "$(names x.hmk)" $'ball.png\ndeep/ring.png'
}

@test "the package names the licence of each library" {
    local library
    for library in zlib libspng cjson expat xxhash libdeflate giflib libwebp libyaml wasi-libc; do
        holds "$folder/package/licenses.txt" "^==== $library ====\$"
    done
}

@test "two packages of the same files are the same bytes" {
    tar -xzf "$folder"/hitmask-*-wasi.tgz
    mkdir libraries
    cp "$folder/hitmask.wasm" .
    cp "$folder/libraries/licenses.txt" libraries/
    (cd "$ROOT" && SOURCE_DATE_EPOCH=1 sh tools/dist/npm/pack.sh "$OLDPWD" 9.8.7 "$OLDPWD/one.tgz")
    sleep 1
    (cd "$ROOT" && SOURCE_DATE_EPOCH=1 sh tools/dist/npm/pack.sh "$OLDPWD" 9.8.7 "$OLDPWD/two.tgz")
    same one.tgz two.tgz
    holds package/package.json '"version": "9.8.7"'
}
