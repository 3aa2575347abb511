/*
 * model.h - everything that a pack holds, in memory: where readers meet writers
 *
 * Art, JSON documents and packs all become a model; packs and JSON documents are written
 * from one. Masks and point lists that are equal are held once. Nothing here knows of
 * files or formats.
 */
#ifndef MODEL_H
#define MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "model/mask.h"
#include "model/mend.h"
#include "model/points.h"
#include "model/shapes.h"
#include "picture/solid.h"

/* The warnings of the baker, as bits; model_warning_id gives their names. */
enum warning {
    WARNING_EMPTY = 1 << 0,
    WARNING_FULL = 1 << 1,
    WARNING_KEY_UNMATCHED = 1 << 2,
    WARNING_KEY_NEAR = 1 << 3,
    WARNING_STRADDLE = 1 << 4,
    WARNING_SPECKS = 1 << 5,
};
enum { WARNING_COUNT = 6 };

/* The name of warning bit `index`, as messages and JSON spell it ("key-near"). */
const char *model_warning_id(unsigned index);

enum { MODEL_NONE = -1 };

/* How a picture is turned in its source, as packs have it. */
enum place_turn { PLACE_UPRIGHT, PLACE_CLOCKWISE, PLACE_COUNTER_CLOCKWISE, PLACE_TURNS };

/* How a sprite was made: for pages that make it again with other options. */
struct model_made {
    const char *path;  /* the file with the pixels */
    const char *match; /* the name by which rules know the picture or frame */
    const char *file;  /* the name of the input, by which rules know it, too */
    const char *again; /* the layer of its rule; NULL: none */
    const char *fixed; /* why other options would not make just another mask; NULL: they would */
    struct solid_rule solid;
    struct mend_rule mend;
    struct points_rule points;
};

struct model_sprite {
    const char *name;
    const char *source; /* the image that the pixels came from */
    const char *layer;  /* NULL: none */
    const char *data;   /* the text that the artist gave it; NULL: none */
    const char *origin; /* where it was read, for messages; never written */
    uint32_t region[4];
    uint32_t turn;     /* of the picture in the region: enum place_turn */
    uint32_t place[4]; /* what the upright picture covers; no width: the whole sprite */
    uint32_t width, height;
    int64_t pivot_x, pivot_y; /* 16.16 */
    uint32_t left, top;
    uint32_t warnings;
    uint32_t animate; /* milliseconds as a frame of a sequence, 0: none; never written */
    bool joined;      /* has its mask together with the other frames; never written */
    int64_t mask;     /* index or MODEL_NONE when empty */
    int64_t list;     /* index or MODEL_NONE when without points */
    uint32_t shapes;  /* the number of its shapes, from 1; 0 when without */
    const struct model_made *made; /* NULL unless it was asked for; never written */
};

/* True if the picture fills the sprite and stands upright: nothing is stored about its place. */
static inline bool model_is_plain(const struct model_sprite *sprite)
{
    return sprite->turn == PLACE_UPRIGHT && sprite->place[2] == 0;
}

/* "clockwise", as JSON spells it; NULL when there is no such turn. */
const char *model_turn_name(uint32_t turn);

/* True if the turn is known, and the place lies in the sprite. */
bool model_place_is_valid(const struct model_sprite *sprite);

/* The pixel of the source that pixel (x, y) of the sprite shows; false when it shows none. The
 * region must be as large as it says. */
bool model_find_source(const struct model_sprite *sprite, uint32_t x, uint32_t y,
                       uint32_t source[2]);

struct model_animation {
    const char *name;
    const char *origin;  /* where it was read, for messages; never written */
    const char **frames; /* names of sprites; each may stand several times */
    uint32_t *durations; /* in milliseconds, one a frame; 0 is allowed */
    uint32_t count;      /* of frames; 0 is allowed */
    bool joined;         /* its frames have one mask, of all of them together; never written */
    uint32_t *sprites;   /* the frames' indices in a model in order, NO_INDEX where there is none */
};

/* A zeroed one is empty. */
struct model {
    struct arena arena; /* strings, and all of animations */
    struct model_sprite *sprites;
    size_t sprite_count, sprite_capacity;
    struct mask *masks; /* each once; left and top are the sprites' */
    size_t mask_count, mask_capacity;
    struct points *lists; /* each once */
    size_t list_count, list_capacity;
    struct shapes *shapes; /* each once */
    size_t shapes_count, shapes_capacity;
    struct index mask_index, list_index, shapes_index;
    struct model_animation *animations;
    size_t animation_count, animation_capacity;
    size_t frame_count;  /* of all animations */
    const char *options; /* what it was baked with: a minified JSON object; NULL when not known */
    bool options_told;
};

void model_free(struct model *model);

/* The bytes of the words, 0 when solid throughout, and of the cells. */
size_t model_mask_size(const struct mask *mask);
size_t model_list_size(const struct points *list);

/* True if they are equal, wherever they lie in their sprites. */
bool model_same_mask(const struct mask *a, const struct mask *b);
bool model_same_list(const struct points *a, const struct points *b);

/* The sprite's mask at its place in the sprite, and its points. Words and cells remain the
 * model's. */
struct mask model_sprite_mask(const struct model *model, const struct model_sprite *sprite);
struct points model_sprite_points(const struct model *model, const struct model_sprite *sprite);

/* The sprite's shapes, seen from its mask's box; they remain the model's. NULL when it has none. */
const struct shapes *model_sprite_shapes(const struct model *model,
                                         const struct model_sprite *sprite);

/* ---- Filled ------------------------------------------------------------------------------- */

/* The model copies all strings, and all of an animation. The words of a mask and the cells of
 * points become the model's: `mask` and `points` are then without them. */

/* Adds a sprite; sets its left, top, mask and list. */
void model_add(struct model *model, const struct model_sprite *sprite, struct mask *mask,
               struct points *points);

/* Adds a sprite whose left, top, mask and list are set. */
void model_push(struct model *model, const struct model_sprite *sprite);

void model_add_animation(struct model *model, const struct model_animation *animation);

/* Finds an equal mask or list, or keeps this one. Returns its index: MODEL_NONE for a mask without
 * a solid pixel, and for no points. Not after model_sort. */
int64_t model_keep_mask(struct model *model, struct mask *mask);
int64_t model_keep_points(struct model *model, struct points *points);

/* Finds equal shapes, or keeps these. Returns their number: 0 when they have no kind. */
uint32_t model_keep_shapes(struct model *model, struct shapes *shapes);

/* Adds the bake options of an input, NULL when they are not known. The model keeps options only
 * while those of all inputs are the same. */
void model_add_options(struct model *model, const char *options);

/* Moves all sprites, masks, lists and animations of another model, which is empty then. */
void model_pour(struct model *model, struct model *from);

/* ---- In order ----------------------------------------------------------------------------- */

/* Sorts sprites and animations by their names' bytes, and finds the frames' sprites. */
void model_order(struct model *model);

/* The index of the sprite of that name in a model in order, NO_INDEX when there is none. */
uint32_t model_find(const struct model *model, const char *name);

/* True if a sprite is a layer. */
bool model_has_layers(const struct model *model);

/* Puts the model in order, and numbers masks, lists and shapes in order of first use, which is the
 * order in which writers write them. Those that no sprite uses are dropped. */
void model_sort(struct model *model);

/* The state of a search by model_next_fault; zeroed at first. */
struct model_cursor {
    size_t sprite, animation, frames_of, frame;
    bool folders_said; /* that folders have equal names */
};

/* Finds the next thing in a sorted model that no pack can hold, and says so in `err`: two sprites
 * of one name, two animations of one name, a frame that is not a sprite. False when there is none,
 * or no more. */
bool model_next_fault(const struct model *model, struct model_cursor *cursor, struct error *err);

/* The exact centre, in 16.16. */
static inline int64_t model_centre(uint32_t size)
{
    return (int64_t)size * 32768;
}

#endif
