/*
 * godot_text.h - Godot's text resources (.tres), one section and one property after the other
 *
 *     [sub_resource type="AtlasTexture" id="1"]
 *     region = Rect2(0, 16, 32, 32)
 *
 * This file knows no resource.
 */
#ifndef GODOT_TEXT_H
#define GODOT_TEXT_H

#include "atlas/atlas.h"
#include "base/text.h"

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
    struct text text; /* a string, or an id */
    double numbers[4];
};

struct godot_text {
    const char *at, *end;
    const char *marked; /* whose place is `place` */
    struct atlas_place place;
    unsigned depth; /* of what is passed over */
    bool failed;    /* out of memory */
};

/* `text` has a NUL after `size` bytes. */
void godot_text_begin(struct godot_text *text, const char *bytes, size_t size);

/* The place of the next byte. */
struct atlas_place godot_text_place(struct godot_text *text);

/* Moves over white space, line ends and comments. False at the end. */
bool godot_text_space(struct godot_text *text);

/* Is `c` the next byte after white space? It is taken. */
bool godot_text_take(struct godot_text *text, char c);

/* Reads letters, digits and _ / . into `out`. False when there are none. */
bool godot_text_word(struct godot_text *text, struct text *out);

/* Reads a value; false when there is none. Of a list and a map only the bracket is taken. */
bool godot_text_value(struct godot_text *text, struct godot_value *out);

/* Moves over the rest of a list or map whose bracket was taken. */
bool godot_text_pass(struct godot_text *text);

#endif
