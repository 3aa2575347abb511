#!/usr/bin/env bats
# html.bats - inspect --html: what goes into the page, and what stays out of it
#
# tests/page/ tests what the page does in a browser.

load helpers

# The bytes of what the page holds under that id.
embedded() {
    sed -n "s/^<script type=\"text\/plain\" id=\"$1\">\(.*\)<\/script>\$/\1/p" "$2" | base64 -d
}

@test "the page holds the pack, byte for byte, and nothing to fetch" {
    bake "$SPRITES" -o x.hmk
    hitmask inspect --html x.html x.hmk
    expect 0 '' ''
    embedded pack x.html | same - x.hmk
    holds x.html '<title>x.hmk – hitmask</title>'
    lacks x.html '\(src\|href\)="[^d]'
    lacks x.html '@[a-z]*@'
    is 'its data' "$(grep -c 'text/plain' x.html)" 1
}

@test "the same pack gives the same page, wherever it lies and however it comes" {
    mkdir elsewhere
    bake "$SPRITES" -o x.hmk
    bake "$SPRITES" -o x.json
    cp x.hmk elsewhere
    "$HITMASK" inspect --html one.html x.hmk
    "$HITMASK" inspect --html two.html "$PWD/elsewhere/x.hmk"
    same one.html two.html
    "$HITMASK" inspect --html - x.hmk | same - one.html
    "$HITMASK" inspect --html three.html x.json
    embedded pack three.html | same - x.hmk
    "$HITMASK" inspect --html four.html - <x.hmk
    holds four.html '<title>standard input – hitmask</title>'
}

@test "chosen sprites make the page that a pack of them alone does" {
    bake "$SPRITES" -o x.hmk
    bake "$SPRITES/ball.png" "$SPRITES/ring.png" -o two.hmk
    "$HITMASK" inspect --html x.html x.hmk ring.png ball.png
    embedded pack x.html | same - two.hmk
}

@test "the name of the file is text in the page" {
    not_on_windows 'it does not allow such names'
    draw_png a.png '#'
    bake a.png -o '<b>"&.hmk'
    "$HITMASK" inspect --html x.html '<b>"&.hmk'
    holds x.html '<title>&lt;b&gt;&quot;&amp;.hmk – hitmask</title>'
    lacks x.html '<b>"'
    cp '<b>"&.hmk' $'\xff\e\xe2\x80\xae.hmk'
    "$HITMASK" inspect --html x.html $'\xff\e\xe2\x80\xae.hmk'
    holds x.html '<title>\\xFF\\x1B\\xE2\\x80\\xAE.hmk – hitmask</title>'
}

@test "art is embedded as it is, once a source" {
    mkdir -p art/hero
    draw_png art/hero/a.png '#.'
    draw_png art/b.png '##'
    bake art -o x.hmk
    "$HITMASK" inspect --json x.hmk | sed '0,/"source": "b.png"/s//"source": "hero\/a.png"/' >x.json
    hitmask inspect --html x.html --art art --embed-art x.json
    expect 0 '' ''
    embedded art-0 x.html | same - art/hero/a.png
    is 'its data' "$(grep -c 'text/plain' x.html)" 2
    hitmask inspect --html x.html --art art --embed-art x.hmk
    expect 0 '' ''
    embedded art-0 x.html | same - art/b.png
    embedded art-1 x.html | same - art/hero/a.png
    # Without --embed-art it stays out.
    hitmask inspect --html x.html --art art x.hmk
    expect 0 '' 'hitmask: warning: --art has no effect without --png, --svg or --embed-art [no-effect]'
    is 'its data' "$(grep -c 'text/plain' x.html)" 1
}

# sources NAME...: x.json with a sprite of each source.
sources() {
    local source before='' i=0
    printf '{"format": "hitmask", "version": 1, "sprites": [' >x.json
    for source; do
        printf '%s{"name": "%d", "source": "%s", "region": [0, 0, 1, 1], "size": [1, 1],
            "pivot": [0, 0], "bounds": [0, 0, 0, 0], "area": 0, "mask": {"rows": []}}' \
            "$before" $((i++)) "$source" >>x.json
        before=,
    done
    printf ']}\n' >>x.json
}

@test "a source is opened below the folder of the art and nowhere else" {
    mkdir -p art/sub outside
    draw_png outside/secret.png '#'
    draw_png art/in.png '#'
    ln -s ../outside/secret.png art/link.png
    ln -s ../outside art/folder
    ln -s ../in.png art/sub/inside.png
    echo text >art/text.png
    mkfifo art/pipe.png
    sources "$PWD/outside/secret.png" ../outside/secret.png sub/../../outside/secret.png ..
    hitmask inspect --html x.html --art art --embed-art x.json
    expect 0 '' "x.json: warning: the art '..' is left out: leads outside the --art folder [art]
x.json: warning: the art '../outside/secret.png' is left out: leads outside the --art folder [art]
x.json: warning: the art '$PWD/outside/secret.png' is left out: leads outside the --art folder [art]
x.json: warning: the art 'sub/../../outside/secret.png' is left out: leads outside the --art folder [art]"
    is 'its data' "$(grep -c 'text/plain' x.html)" 1
    sources link.png folder/secret.png sub text.png pipe.png
    hitmask inspect --html x.html --art art --embed-art x.json
    expect 0 '' "x.json: warning: the art 'folder/secret.png' is left out: leads outside the --art folder [art]
x.json: warning: the art 'link.png' is left out: leads outside the --art folder [art]
x.json: warning: the art 'pipe.png' is left out: is not a regular file [art]
x.json: warning: the art 'sub' is left out: is a folder [art]
x.json: warning: the art 'text.png' is left out: is not a picture that can be read [art]"
    is 'its data' "$(grep -c 'text/plain' x.html)" 1
    # A link that stays inside is a name like any other, and so are dots that lead nowhere.
    ln -s art link
    sources sub/inside.png ./in.png in.png..
    hitmask inspect --html x.html --art link --embed-art x.json
    local why="cannot open 'link/in.png..': No such file or directory"
    # Windows cuts points off: such a name would be another file's.
    on_windows && why='leads outside the --art folder'
    expect 0 '' "x.json: warning: the art 'in.png..' is left out: $why [art]"
    embedded art-0 x.html | same - art/in.png
    embedded art-1 x.html | same - art/in.png
}

@test "art that is missing throughout is not told of ten thousand times" {
    sources a b c d e f g
    hitmask inspect --html x.html --art . --embed-art x.json
    is 'the status' "$status" 0
    is 'the lines' "$(wc -l <<<"$stderr")" 6
    is 'the last line' "${stderr##*$'\n'}" "x.json: warning: the art is left out for 2 more names [art]"
}

@test "a page that cannot be made leaves the old one" {
    echo old >x.html
    hitmask inspect --html x.html nowhere.hmk
    expect 1 '' 'nowhere.hmk: error: cannot open: No such file or directory'
    bake "$SPRITES" -o x.hmk
    hitmask inspect --html x.html x.hmk nobody
    expect 1 '' "x.hmk: error: no sprite is named 'nobody'"
    is 'the page' "$(<x.html)" old
    hitmask inspect --html nowhere/x.html x.hmk
    is 'the status' "$status" 1
    hitmask inspect --html /dev/full x.hmk
    expect 1 '' '/dev/full: error: cannot write: No space left on device'
    hitmask inspect --embed-art --art "$SPRITES" x.hmk
    expect 2 '' 'hitmask: error: --embed-art needs --html FILE and --art DIR'
    hitmask inspect --embed-art --html x.html x.hmk
    expect 2 '' 'hitmask: error: --embed-art needs --html FILE and --art DIR'
    expect_no_temporary
}

@test "the page of a tool that CMake builds has the scripts of the one that Make builds" {
    sed -n '/^PAGE_SCRIPTS/,/)$/p' "$ROOT/Makefile" | grep -o '[a-z_]*\.js' >made
    sed -n '/^_hitmask_embed(page_script/,/)$/p' "$ROOT/tools/dist/cmake/hitmask-tool.cmake" |
        grep -o '[a-z_]*\.js' | same - made
    is 'scripts' "$(sort made)" "$(cd "$ROOT/tools/draw/page" && printf '%s\n' *.js | sort)"
}
