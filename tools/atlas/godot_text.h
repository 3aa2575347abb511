/*
 * godot_text.h - the words and values of Godot's text files (.tres, .tscn)
 *
 *     [tag key=value key=value]
 *     key = value
 *
 * A reader goes over the text from front to back, and passes over values that it does not want.
 */
#ifndef GODOT_TEXT_H
#define GODOT_TEXT_H

#include "atlas/atlas.h"
#include "base/memory.h"

enum godot_kind {
    GODOT_OTHER, /* something that was passed over */
    GODOT_STRING,
    GODOT_NUMBER,
    GODOT_EXTERNAL, /* ExtResource(id) */
    GODOT_SUB,      /* SubResource(id) */
    GODOT_RECT,     /* Rect2(x, y, width, height) */
    GODOT_LIST,     /* [ ... ], of which only the first byte was taken */
    GODOT_MAP,      /* { ... }, likewise */
};

struct godot_value {
    enum godot_kind kind;
    const char *text; /* a string, or an id; "" for others */
    double numbers[4];
};

/* A text that is read byte by byte. Words and strings are in the arena. */
struct godot_text {
    const char *at, *end;
    const char *marked; /* whose place is `place` */
    struct atlas_place place;
    struct arena arena;
};

/* The place of the next byte. */
struct atlas_place godot_place(struct godot_text *in);

/* Moves over white space, line ends and comments. False at the end. */
bool godot_space(struct godot_text *in);

/* Moves over `c` and white space before it, if that is the next byte. */
bool godot_take(struct godot_text *in, char c);

/* Reads letters, digits and _ / . False when there are none. */
bool godot_word(struct godot_text *in, const char **out);

/* Reads the name of a property, which may be between quotes. False when there is none. */
bool godot_key(struct godot_text *in, const char **out);

/* Reads a value; false when there is none. */
bool godot_value(struct godot_text *in, struct godot_value *out);

/* Moves over the rest of a list or map whose bracket was taken. */
bool godot_pass_rest(struct godot_text *in);

#endif
