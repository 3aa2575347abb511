#!/bin/sh
# single.sh LICENSE HEADER... -- SOURCE... - prints the runtime as one header, stb style
#
# A game sees the HEADERs themselves. Behind HITMASK_IMPLEMENTATION stand the sources, each with
# the headers of its folder at the first place that includes them; templates stand wherever they
# are included. In one file no two private names may be the same, nor be one of the game's: all that
# a header of the folder declares is called hm_private_NAME here, what a source declares
# hm_private_SOURCE_NAME. The sources are laid out by clang-format, so that what begins a line
# tells what is declared.
set -eu
license=$1 headers=
shift
while [ "$1" != -- ]; do
    headers="$headers $1"
    shift
done
shift

cat <<'END'
/*
 * hitmask_single.h - the runtime of hitmask in one file, made by `make single`
 *
 *   In one file of the game, C or C++, before it is included:
 *
 *       #define HITMASK_IMPLEMENTATION
 *       #include "hitmask_single.h"
 *
 *   and everywhere else without the first line. HM_NO_SIMD leaves portable C alone.
 *
END
sed -e 's/^/ * /' -e 's/ *$//' "$license"
printf ' */\n\n'
# shellcheck disable=SC2086
sed '/^#include "hitmask[a-z_]*\.h"$/d' $headers
cat <<'END'

#if defined(HITMASK_IMPLEMENTATION) && !defined(HITMASK_IMPLEMENTED)
#define HITMASK_IMPLEMENTED

#if defined(__cplusplus) && defined(_MSC_VER) && !defined(__clang__)
#error "define HITMASK_IMPLEMENTATION in a .c file: Microsoft's C++ compiler does not take all of C11"
#endif

#if defined(__cplusplus)
#define HM_PRIVATE_ASSERT static_assert
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wc++20-extensions"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc99-designator"
#else
/* GCC warns about vectors that its own AVX-512 header leaves undefined on purpose. */
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif
#else
#define HM_PRIVATE_ASSERT _Static_assert
#endif

END
awk -v headers="$headers" '
function base(path) { sub(/.*\//, "", path); return path }
function stem(path) { path = base(path); sub(/\.[^.]*$/, "", path); return path }
function folder(path) { return path ~ /\// ? substr(path, 1, length(path) - length(base(path))) : "" }
function is_template(path) { return path ~ /_template\.h$/ }

# The file that a line includes: "" for none, "<" for one of the system.
function included(line) {
    if (line !~ /^#include /) return ""
    if (line ~ /^#include </) return "<"
    sub(/^#include "/, "", line); sub(/".*/, "", line)
    return line
}

# Takes the next token off rest: a word, a number, a string, a comment, or anything else.
function take() {
    if (in_comment) {
        if (match(rest, /\*\//)) { cut = RSTART + 1; in_comment = 0 } else cut = length(rest)
        kind = "comment"
    } else if (match(rest, /^[A-Za-z_][A-Za-z0-9_]*/)) { cut = RLENGTH; kind = "word" }
    else if (match(rest, /^[0-9][A-Za-z0-9_.]*/)) { cut = RLENGTH; kind = "number" }
    else if (match(rest, /^"([^"\\]|\\.)*"/)) { cut = RLENGTH; kind = "string" }
    else if (match(rest, /^\047([^\047\\]|\\.)*\047/)) { cut = RLENGTH; kind = "string" }
    else if (rest ~ /^\/\*/) {
        kind = "comment"
        if (match(substr(rest, 3), /\*\//)) cut = RSTART + 3; else { cut = length(rest); in_comment = 1 }
    } else { cut = 1; kind = "other" }
    token = substr(rest, 1, cut); rest = substr(rest, cut + 1)
}

# A line without its comments and strings.
function bare(line,    out) {
    rest = line; out = ""
    while (rest != "") { take(); if (kind != "comment" && kind != "string") out = out token }
    return out
}

function declare(name, scope) {
    if (name == "" || name ~ /^(hm_|HM_|_)/) return
    own[scope, name] = 1
}

function last_word(line) {
    sub(/[^A-Za-z0-9_]*$/, "", line)
    return match(line, /[A-Za-z_][A-Za-z0-9_]*$/) ? substr(line, RSTART) : ""
}

function declare_enumerators(list, scope,    n, i, parts) {
    n = split(list, parts, ",")
    for (i = 1; i <= n; i++)
        if (match(parts[i], /[A-Za-z_][A-Za-z0-9_]*/)) declare(substr(parts[i], RSTART, RLENGTH), scope)
}

# Notes what a file declares, in the name of `scope`.
function collect(path, scope,    line, enumerators, inside, name) {
    in_comment = 0; inside = 0
    while ((getline line < path) > 0) {
        if (included(line) != "") {
            name = included(line)
            if (is_template(name)) { templates[++template_count] = folder(path) name
                                     template_of[template_count] = scope }
            continue
        }
        line = bare(line)
        if (inside || line ~ /^enum[ A-Za-z0-9_]*\{/) {
            if (!inside) { enumerators = ""; name = line; sub(/\{.*/, "", name)
                           if (name !~ /^enum *$/) declare(last_word(name), scope)
                           sub(/^[^{]*\{/, "", line) }
            inside = line !~ /\}/
            sub(/\}.*/, "", line); enumerators = enumerators " " line
            if (!inside) declare_enumerators(enumerators, scope)
        } else if (match(line, /^#define [A-Za-z_][A-Za-z0-9_]*/)) {
            name = substr(line, 9, RLENGTH - 8)
            declare(name, scope)
            if (line ~ /##/) pastes[name] = 1
        }
        else if (line ~ /^struct [a-z0-9_]+( \{.*)?;?$/) {
            sub(/ *[{;].*/, "", line); declare(last_word(line), scope)
        } else if (line ~ /^\} [a-z0-9_]+(;|\[| =)/) {
            sub(/(;|\[| =).*/, "", line); declare(last_word(line), scope)
        }
        else if (line ~ /^(static|extern|typedef|INLINE|SMALL|[a-z])/ && line !~ /^(struct|else|goto)/) {
            gsub(/__attribute__\(\([^)]*\)+/, "", line)
            sub(/^static inline/, "static", line)
            sub(/[(=;[].*/, "", line)
            if (line !~ /struct \{/) declare(last_word(line), scope)
        }
    }
    close(path)
}

# The declarations of a source come before those of a header that it need not have included. In a
# template a word may also be one that only others of its sources declare: it asks for that.
function full(name, scope) {
    if (scope != "" && (scope, name) in own) return "hm_private_" stem(scope) "_" name
    if (("", name) in own) return "hm_private_" name
    return (template, name) in optional ? "hm_private_" stem(scope) "_" name : name
}

function note_options(    i, key, part) {
    for (i = 1; i <= template_count; i++)
        for (key in own) {
            split(key, part, SUBSEP)
            if (part[1] == template_of[i]) optional[templates[i], part[2]] = 1
        }
}

# Prints a line with private names in full.
function put(line, scope,    out, word, before) {
    if (in_pragma || line ~ /^#pragma/) { in_pragma = line ~ /\\$/; print line; return }
    rest = line; out = ""
    while (rest != "") {
        take()
        if (kind == "word") { before = word; word = token }
        if (kind == "word" && before in pastes && out ~ /[A-Z]\($/ && rest ~ /^\)/) kind = "piece"
        if (kind == "word" && token in public && out ~ /(\.|->)$/) kind = "member"
        if (kind == "word" && token == "_Static_assert") token = "HM_PRIVATE_ASSERT"
        else if (kind == "word") token = full(token, scope)
        out = out token
    }
    print out
}

function emit(path, scope,    line, name, was) {
    if (!is_template(path)) { if (base(path) in done) return; done[base(path)] = 1 }
    while ((getline line < path) > 0) {
        name = included(line)
        template = is_template(path) ? path : ""
        if (line ~ /^#include <hitmask[a-z_]*\.h>$/) continue
        if (name == "" || name == "<") put(line, scope)
        else { was = in_comment; in_comment = 0
               emit(folder(path) name, name ~ /_template\.h$/ ? scope : ""); in_comment = was }
    }
    close(path)
}

BEGIN {
    in_comment = 0
    header_count = split(headers, header)
    for (i = 1; i <= header_count; i++)
        while ((getline line < header[i]) > 0) {
            rest = line
            while (rest != "") { take(); if (kind == "word") public[token] = 1 }
        }
    for (i = 1; i < ARGC; i++)
        if (ARGV[i] ~ /\.h$/) { if (!is_template(ARGV[i])) collect(ARGV[i], "") }
        else collect(ARGV[i], ARGV[i])
    for (i = 1; i <= template_count; i++) collect(templates[i], template_of[i])
    note_options()
    for (i = 1; i < ARGC; i++)
        if (ARGV[i] ~ /\.c$/) { print "/* ==== " base(ARGV[i]) " ==== */\n"; emit(ARGV[i], ARGV[i]); print "" }
}' "$@"
cat <<'END'
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif
END
