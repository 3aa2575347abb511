/*
 * godot_text.c - reads the text of Godot's files
 */
#include "atlas/godot_text.h"

#include "base/json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct atlas_place godot_place(struct godot_text *in)
{
    scan_advance_place(in->marked, in->at, &in->place.line, &in->place.column);
    in->marked = in->at;
    return in->place;
}

bool godot_space(struct godot_text *in)
{
    while (in->at < in->end) {
        if (*in->at == ';')
            while (in->at < in->end && *in->at != '\n')
                in->at++;
        else if (strchr(" \t\r\n", *in->at) != NULL && *in->at != '\0')
            in->at++;
        else
            break;
    }
    return in->at < in->end;
}

bool godot_take(struct godot_text *in, char c)
{
    if (!godot_space(in) || *in->at != c)
        return false;
    in->at++;
    return true;
}

bool godot_word(struct godot_text *in, const char **out)
{
    godot_space(in);
    const char *const begin = in->at;
    while (in->at < in->end && (isalnum((unsigned char)*in->at) != 0 || *in->at == '_' ||
                                *in->at == '/' || *in->at == '.'))
        in->at++;
    *out = arena_text_n(&in->arena, begin, (size_t)(in->at - begin));
    return in->at > begin;
}

/* Reads what is between quotes. Most characters behind a \\ stand for themselves; Godot writes no
 * \\u. */
static bool read_string(struct godot_text *in, const char **out)
{
    static const char letters[] = "btnfr", meanings[] = "\b\t\n\f\r";
    const char *close = in->at + 1;
    while (close < in->end && *close != '"')
        close += *close == '\\' ? 2 : 1;
    if (close >= in->end) {
        in->at = in->end;
        return false;
    }
    char *to = arena_new(&in->arena, (size_t)(close - in->at), 1);
    *out = to;
    for (in->at++; in->at < close; in->at++) {
        const bool escaped = *in->at == '\\';
        in->at += escaped;
        const char c = *in->at, *const letter = strchr(letters, c);
        if (escaped && (c == 'u' || c == 'U'))
            return false;
        *to++ = escaped && letter != NULL ? meanings[letter - letters] : c;
    }
    in->at++;
    return true;
}

bool godot_key(struct godot_text *in, const char **out)
{
    if (!godot_space(in))
        return false;
    if (*in->at == '"')
        return read_string(in, out);
    const char *const begin = in->at;
    while (in->at<in->end && * in->at> ' ' && *in->at < 127 && strchr("=\";[]", *in->at) == NULL)
        in->at++;
    *out = arena_text_n(&in->arena, begin, (size_t)(in->at - begin));
    return in->at > begin;
}

bool godot_pass_rest(struct godot_text *in)
{
    const char *ignored;
    for (size_t depth = 1; depth > 0;) {
        if (!godot_space(in))
            return false;
        const char c = *in->at;
        if (c == '"') {
            if (!read_string(in, &ignored))
                return false;
            continue;
        }
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if (c == ')' || c == ']' || c == '}')
            depth--;
        in->at++;
    }
    return true;
}

/* strtod goes on behind the end only over characters of a number. */
static bool read_number(struct godot_text *in, double *out)
{
    char *end;
    if (!godot_space(in))
        return false;
    *out = strtod(in->at, &end);
    const bool ok = end > in->at && end <= in->end;
    if (ok)
        in->at = end;
    return ok;
}

/* Reads the arguments of "name(": an id or numbers. */
static bool read_arguments(struct godot_text *in, const char *name, struct godot_value *out)
{
    const bool external = strcmp(name, "ExtResource") == 0;
    if (external || strcmp(name, "SubResource") == 0) {
        out->kind = external ? GODOT_EXTERNAL : GODOT_SUB;
        return godot_space(in) &&
               (*in->at == '"' ? read_string(in, &out->text) : godot_word(in, &out->text)) &&
               godot_take(in, ')');
    }
    if (strcmp(name, "Rect2") == 0 || strcmp(name, "Rect2i") == 0) {
        out->kind = GODOT_RECT;
        for (int i = 0; i < 4; i++)
            if (!read_number(in, &out->numbers[i]) || !godot_take(in, i < 3 ? ',' : ')'))
                return false;
        return true;
    }
    return godot_pass_rest(in);
}

bool godot_value(struct godot_text *in, struct godot_value *out)
{
    *out = (struct godot_value){.kind = GODOT_OTHER, .text = ""};
    if (!godot_space(in))
        return false;
    const char c = *in->at;
    if (strchr("&^@", c) != NULL && c != '\0' && in->at + 1 < in->end && in->at[1] == '"')
        in->at++;
    if (*in->at == '"') {
        out->kind = GODOT_STRING;
        return read_string(in, &out->text);
    }
    if (c == '[' || c == '{') {
        in->at++;
        out->kind = c == '[' ? GODOT_LIST : GODOT_MAP;
        return true;
    }
    if (isdigit((unsigned char)c) || c == '-' || c == '+') {
        out->kind = GODOT_NUMBER;
        return read_number(in, &out->numbers[0]);
    }
    /* true, null, Vector2(1, 2), Array[Texture2D]([...]) */
    if (!godot_word(in, &out->text))
        return false;
    if (*in->at == '[') {
        in->at++;
        if (!godot_pass_rest(in))
            return false;
    }
    if (*in->at != '(')
        return true;
    in->at++;
    return read_arguments(in, out->text, out);
}
