#!/bin/sh
# build.sh FOLDER FILE... - makes linked HTML pages of documents and headers, with a search, in FOLDER
#
# pandoc reads Markdown and gives each heading an id as forges do, so the links that the tests check in the
# documents hold here. pages.lua turns links to files into links to their pages, and notes sources and
# pictures that are linked: these come along. Nothing is loaded from elsewhere, and only the search needs a script.
# LIVE_PAGE is the page that bakes, or empty: it comes along, too.
set -eu
folder=$1
shift
here=${0%/*}

rm -rf "$folder"
mkdir -p "$folder"
notes=$folder/notes
mkdir "$notes"
touch "$notes/index" "$notes/linked"

# The page of a file: READMEs are the index of their folder, other documents change their ending, and sources
# get one more. pages.lua has the same rule.
page_of() {
    case $1 in
    README.md) echo index.html ;;
    .github/CONTRIBUTING.md) echo contributing.html ;;
    */README.md) echo "${1%README.md}index.html" ;;
    *.md) echo "${1%.md}.html" ;;
    *) echo "$1.html" ;;
    esac
}

# A source as a document: its banners become headings, what lies between them code.
as_document() {
    printf '# %s\n\n```c\n' "$1"
    awk '
        /^\/\* ---- .* -+ \*\/$/ {
            sub(/^\/\* ---- /, ""); sub(/ -+ \*\/$/, "")
            printf "```\n\n## %s\n\n```c\n", $0
            next
        }
        { print }
        END { print "```" }' "$1"
}

# make_page FILE
make_page() {
    page=$(page_of "$1")
    mkdir -p "$folder/$(dirname "$page")"
    # "../" for each folder that the page lies in
    root=$(dirname "$page" | sed 's,^\.$,,; s,[^/][^/]*,..,g; s,$,/,; s,^/$,,')
    case $1 in
    *.md) cat "$1" ;;
    *) as_document "$1" ;;
    esac | FILE=$1 PAGE=$page NOTES=$notes pandoc --from gfm --to html5 --wrap=preserve \
        --lua-filter="$here/pages.lua" --template="$here/page.html" --toc --toc-depth=3 \
        --variable="root=$root" ${LIVE_PAGE:+--variable=live=yes} --output="$folder/$page" -
}

for file; do
    make_page "$file"
done
sort -u "$notes/linked" | while read -r file; do
    case $file in
    *.png | *.webp | *.gif)
        mkdir -p "$folder/$(dirname "$file")"
        cp "$file" "$folder/$file"
        ;;
    *) [ -e "$folder/$(page_of "$file")" ] || make_page "$file" ;;
    esac
done

# The colours are those of the page that `inspect --html` writes.
{ sed -n '/^:root {/,/^}/p' tools/draw/page/page.css && cat "$here/site.css"; } >"$folder/site.css"
{ echo 'const pages = [' && cat "$notes/index" && echo '];' && cat "$here/search.js"; } >"$folder/search.js"
rm -r "$notes"
[ -z "${LIVE_PAGE-}" ] || cp "$LIVE_PAGE" "$folder/hitmask.html"
