/*
 * pack_support.h - packs written, taken apart, changed and put together again
 *
 * A test that needs a pack with one fault takes a right one apart, makes the fault, and gets
 * a pack in which all else is right, the checksum too. All bytes are malloc'ed to the exact
 * size, so that an address sanitizer sees a read past either end.
 */
#ifndef PACK_SUPPORT_H
#define PACK_SUPPORT_H

#include "base/text.h"
#include "format.h"
#include "model/model.h"

#include <hitmask.h>

struct bytes {
    uint8_t *at;
    size_t size;
};

/* The four sprites of FORMAT.md's example: "box" is full, "el" and "el2" share a mask, "nil"
 * is empty; the first and the last have points. */
void model_draw_example(struct model *model);

/* A pack with all optional parts, too. The animations: "blink" of el, nil, el, box for
 * 100, 0, 100, 50 ms; "box" of el2 for no time; "still" without frames. Options {"cell":1}. */
void model_draw_animated(struct model *model);

/* Sorts and writes the model. */
struct bytes pack_bytes(struct model *model);
struct bytes example_bytes(void);
struct bytes animated_bytes(void);
struct bytes bytes_copy(const struct bytes *bytes);
void assert_same_bytes(const struct bytes *a, const struct bytes *b);

/* Asserts that all sprites and animations of two packs have the same answers to everything. */
void assert_same_sprites(const hm_pack *a, const hm_pack *b);

/* The checksum of a pack, written down from FORMAT.md once more. */
uint64_t pack_checksum(const struct bytes *bytes);
void pack_sign(struct bytes *bytes);

struct part {
    uint32_t id, stride;
    size_t gap; /* bytes before it, beyond those up to a multiple of 8 */
    struct text bytes;
};

struct parts {
    struct part sections[SECTION_LAST + 1];
    size_t count;
};

void pack_take_apart(const struct bytes *bytes, struct parts *parts);
/* Signs the pack and frees the parts. */
struct bytes pack_put_together(struct parts *parts);

/* The origins of edits, beside the ids of sections; past their end an edit appends. */
enum { WHOLE_PACK = 0, APPEND = -1 };

/* Puts the lowest `size` bytes of a value somewhere. */
struct edit {
    uint32_t section;
    int64_t at;
    unsigned size;
    uint64_t value;
};

enum { EDITS_MAX = 4 };

/* One thing wrong with a pack, and what is said of it. */
struct fault {
    const char *what;
    hm_result result;
    struct edit edits[EDITS_MAX];
};

#define IN_HEADER(field)       WHOLE_PACK, HEADER_##field
#define IN_TABLE(id, field)    WHOLE_PACK, HEADER_SIZE + ((id)-1) * SECTION_RECORD + SECTION_##field
#define IN_SPRITE(i, field)    SECTION_SPRITES, (i)*SPRITE_RECORD + SPRITE_##field
#define IN_DETAIL(i, field)    SECTION_DETAILS, (i)*DETAIL_RECORD + DETAIL_##field
#define IN_MASK(i, field)      SECTION_MASKS, (i)*MASK_RECORD + MASK_##field
#define IN_LIST(i, field)      SECTION_LISTS, (i)*LIST_RECORD + LIST_##field
#define IN_ANIMATION(i, field) SECTION_ANIMATIONS, (i)*ANIMATION_RECORD + ANIMATION_##field
#define IN_FRAME(i, field)     SECTION_FRAMES, (i)*FRAME_RECORD + FRAME_##field

/* The example with the fault, and a right checksum. */
struct bytes example_with(const struct fault *fault);
struct bytes animated_with(const struct fault *fault);

#endif
