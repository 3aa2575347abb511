#!/usr/bin/env bats
# site.bats - the documents as linked pages: make site, without the page that bakes
load helpers

setup_file() {
    command -v pandoc >/dev/null || return 0
    make -s -C "$ROOT" B="$BATS_FILE_TMPDIR" "$BATS_FILE_TMPDIR/site/index.html"
}

site() {
    needs pandoc
    cd "$BATS_FILE_TMPDIR/site" || return
}

@test "every link leads to a page and a heading, and nothing is loaded from elsewhere" {
    site
    run python3 "$ROOT/tests/links.py" .
    [[ $status == 0 && $output == *' links' ]] || is 'broken links' "$output" ''
}

@test "every document and header has a page, with its title and without a script" {
    site
    local page
    for page in index.html tools/{,manual/}*.html src/*.html include/*.html samples/index.html; do
        holds "$page" '<h1 '
        holds "$page" '<title>..* - hitmask</title>'
    done
    is headers "$(cd include && printf '%s\n' *.h.html)" "$(cd "$ROOT/include" && printf '%s.html\n' *.h)"
    holds include/hitmask.h.html '<h2 id="sprites">'
    # All that is read stands in the page: the script only finds.
    is scripts "$(cat ./*.html ./*/*.html | grep '<script' | grep -vc 'search\.js')" 0
}

@test "the search knows every heading" {
    site
    holds search.js '"tools/index.html#threshold", "The baker", "Threshold"'
    holds search.js '"include/hitmask.h.html#sprites"'
    needs node
    node --check search.js
}

@test "the links check itself finds what is broken" {
    needs python3
    echo '<a href="b.html#there">b</a>' >a.html
    echo '<p id="there">' >b.html
    run "$ROOT/tests/links.py" .
    is output "$output" '1 links'
    echo '<p id="elsewhere">' >b.html
    run ! "$ROOT/tests/links.py" .
    echo '<img src="https://host/x.png"><a href="b.html">b</a>' >a.html
    run ! "$ROOT/tests/links.py" .
}
