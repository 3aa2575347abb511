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

static void add_code(struct godot_text *text, struct text *out, uint32_t code)
{
    char bytes[4];
    size_t length = 0;
    if (code < 0x80) {
        bytes[length++] = (char)code;
    } else {
        const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        static const unsigned lead[] = {0, 0xc0, 0xe0, 0xf0};
        bytes[length++] = (char)(lead[more] | code >> (6 * more));
        for (unsigned i = more; i-- > 0;)
            bytes[length++] = (char)(0x80 | (code >> (6 * i) & 0x3f));
    }
    add(text, out, bytes, length);
}

/* So many hexadecimal digits behind the letter at which the text is; ends on the last of them. */
static bool read_hex(struct godot_text *text, size_t digits, uint32_t *out)
{
    static const char all[] = "0123456789abcdef0123456789ABCDEF";
    if ((size_t)(text->end - text->at) <= digits)
        return false;
    *out = 0;
    for (; digits > 0; digits--) {
        const char *const digit = *++text->at != '\0' ? strchr(all, *text->at) : NULL;
        if (digit == NULL)
            return false;
        *out = *out << 4 | (uint32_t)((digit - all) % 16);
    }
    return true;
}

/* \u and four digits, perhaps twice for one character, or \U and six. */
static bool read_code(struct godot_text *text, uint32_t *out)
{
    uint32_t low;
    if (!read_hex(text, *text->at == 'u' ? 4 : 6, out))
        return false;
    if (*out >= 0xd800 && *out < 0xdc00) {
        if (text->end - text->at < 3 || text->at[1] != '\\' || text->at[2] != 'u')
            return false;
        text->at += 2;
        if (!read_hex(text, 4, &low) || low < 0xdc00 || low > 0xdfff)
            return false;
        *out = 0x10000 + ((*out - 0xd800) << 10 | (low - 0xdc00));
    }
    return *out != 0 && *out < 0x110000 && (*out < 0xd800 || *out > 0xdfff);
}

/* An escape, from the character behind the \ on. Most stand for themselves. */
static bool read_escape(struct godot_text *text, struct text *out)
{
    static const char letters[] = "btnfr", meanings[] = "\b\t\n\f\r";
    const char *const letter = *text->at != '\0' ? strchr(letters, *text->at) : NULL;
    uint32_t code;
    if (*text->at == 'u' || *text->at == 'U') {
        if (!read_code(text, &code))
            return false;
        add_code(text, out, code);
    } else {
        add(text, out, letter != NULL ? &meanings[letter - letters] : text->at, 1);
    }
    return true;
}

/* The bytes between quotes. */
static bool read_string(struct godot_text *text, struct text *out)
{
    out->length = 0;
    add(text, out, "", 0);
    for (text->at++; text->at < text->end && *text->at != '"'; text->at++) {
        if (*text->at == '\\' && text->at + 1 < text->end) {
            text->at++;
            if (!read_escape(text, out))
                return false;
        } else {
            add(text, out, text->at, 1);
        }
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

static bool is_constant(const char *name)
{
    static const char *const names[] = {"true", "false", "null", "nan", "inf", "inf_neg"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
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
    const bool is_typed = text->at < text->end && *text->at == '[';
    if (is_typed) {
        text->at++;
        if (!godot_text_pass(text))
            return false;
    }
    if (text->at == text->end || *text->at != '(')
        return !is_typed && is_constant(name);
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
