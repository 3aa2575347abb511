/*
 * godot_text.c - Godot's text resources, byte by byte
 */
#include "atlas/packers/godot_text.h"

#include "base/json_scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64 };

void godot_text_begin(struct godot_text *text, const char *bytes, size_t size)
{
    const char *const at = bytes + text_bom(bytes, size);
    *text = (struct godot_text){.at = at, .end = bytes + size, .marked = at, .place = {1, 1}};
}

struct atlas_place godot_text_place(struct godot_text *text)
{
    scan_advance_place(text->marked, text->at, &text->place.line, &text->place.column);
    text->marked = text->at;
    return text->place;
}

bool godot_text_space(struct godot_text *text)
{
    while (text->at < text->end) {
        if (*text->at == ';')
            while (text->at < text->end && *text->at != '\n')
                text->at++;
        else if (strchr(" \t\r\n", *text->at) != NULL && *text->at != '\0')
            text->at++;
        else
            break;
    }
    return text->at < text->end;
}

bool godot_text_take(struct godot_text *text, char c)
{
    if (!godot_text_space(text) || *text->at != c)
        return false;
    text->at++;
    return true;
}

static void add(struct godot_text *text, struct text *out, const char *bytes, size_t length)
{
    text_add(out, bytes, length);
    text->failed = text->failed || out->failed;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) != 0 || c == '_' || c == '/' || c == '.';
}

bool godot_text_word(struct godot_text *text, struct text *out)
{
    const bool any = godot_text_space(text) && is_word(*text->at);
    const char *const begin = text->at;
    while (any && text->at < text->end && is_word(*text->at))
        text->at++;
    out->length = 0;
    add(text, out, begin, (size_t)(text->at - begin));
    return any && !text->failed;
}

/* The bytes between quotes; an escape stands for its character, but for the few that no name has.
 */
static bool read_string(struct godot_text *text, struct text *out)
{
    out->length = 0;
    add(text, out, "", 0);
    for (text->at++; text->at < text->end && *text->at != '"'; text->at++) {
        if (*text->at == '\\' && text->at + 1 < text->end)
            text->at++;
        add(text, out, text->at, 1);
    }
    if (text->at == text->end)
        return false;
    text->at++;
    return !text->failed;
}

/* strtod would go on after a line's end only over what it takes as a number. */
static bool read_number(struct godot_text *text, double *out)
{
    char *end;
    if (!godot_text_space(text))
        return false;
    *out = strtod(text->at, &end);
    const bool ok = end > text->at && end <= text->end;
    if (ok)
        text->at = end;
    return ok;
}

/* The arguments of "Name(": an id or numbers. */
static bool read_arguments(struct godot_text *text, const char *name, struct godot_value *out)
{
    const bool external = strcmp(name, "ExtResource") == 0;
    if (external || strcmp(name, "SubResource") == 0) {
        out->kind = external ? GODOT_EXTERNAL : GODOT_SUB;
        if (!godot_text_space(text))
            return false;
        return (*text->at == '"' ? read_string(text, &out->text)
                                 : godot_text_word(text, &out->text)) &&
               godot_text_take(text, ')');
    }
    if (strcmp(name, "Rect2") == 0 || strcmp(name, "Rect2i") == 0) {
        out->kind = GODOT_RECT;
        for (int i = 0; i < 4; i++)
            if (!read_number(text, &out->numbers[i]) || !godot_text_take(text, i < 3 ? ',' : ')'))
                return false;
        return true;
    }
    return godot_text_pass(text);
}

/* true, null, Vector2(1, 2), Array[Texture2D]([...]). `out->text` has the name at first. */
static bool read_named(struct godot_text *text, struct godot_value *out)
{
    char name[16];
    if (!godot_text_word(text, &out->text))
        return false;
    const size_t length = out->text.length < sizeof name ? out->text.length : sizeof name - 1;
    memcpy(name, out->text.bytes, length);
    name[length] = '\0';
    if (text->at < text->end && *text->at == '[') {
        text->at++;
        if (!godot_text_pass(text))
            return false;
    }
    if (text->at == text->end || *text->at != '(')
        return true;
    text->at++;
    return read_arguments(text, name, out);
}

bool godot_text_value(struct godot_text *text, struct godot_value *out)
{
    out->kind = GODOT_OTHER;
    if (!godot_text_space(text))
        return false;
    const char c = *text->at;
    if (strchr("&^@", c) != NULL && c != '\0' && text->at + 1 < text->end && text->at[1] == '"')
        text->at++;
    if (*text->at == '"') {
        out->kind = GODOT_STRING;
        return read_string(text, &out->text);
    }
    if (c == '[' || c == '{') {
        text->at++;
        out->kind = c == '[' ? GODOT_LIST : GODOT_MAP;
        return true;
    }
    if (isdigit((unsigned char)c) || c == '-' || c == '+') {
        out->kind = GODOT_NUMBER;
        return read_number(text, &out->numbers[0]);
    }
    return read_named(text, out);
}

bool godot_text_pass(struct godot_text *text)
{
    struct text string = {0};
    size_t depth = 1;
    bool ok = true;
    while (ok && depth > 0 && (ok = godot_text_space(text))) {
        const char c = *text->at;
        if (c == '"') {
            ok = read_string(text, &string);
            continue;
        }
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if (c == ')' || c == ']' || c == '}')
            depth--;
        text->at++;
    }
    text_free(&string);
    return ok;
}
