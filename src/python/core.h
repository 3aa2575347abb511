/*
 * core.h - hitmask for Python: the types of the extension, and how arguments become numbers
 *
 *     module.c      the module: its types, functions and constants
 *     values.c      arguments and results
 *     mask.c        Mask and Sprite: their life, their views, the buffer
 *     change.c      masks are changed and copied
 *     query.c       questions about two masks, and about a mask and a shape
 *     pieces.c      pieces, form, convolution
 *     outline.c     the pixels round a piece, and loops
 *     pixels.c      pictures become masks, and masks are painted
 *     pack.c        Pack, Sprite, Animation
 *     placement.c   Placement: a mask that is turned, scaled or mirrored
 *     crowd.c       Crowd, PlacedCrowd
 *     tiles.c       Tiles
 *     world.c       World
 *
 * The stable ABI of Python 3.11 is all that these files use, so one build serves every later
 * Python. Everything happens under the GIL, except for a call that takes long: it holds its masks,
 * which other threads may then ask but not change, and lets go of the GIL.
 */
#ifndef HITMASK_PYTHON_CORE_H
#define HITMASK_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <hitmask.h>
#include <hitmask_canvas.h>
#include <hitmask_transform.h>
#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

/* ---- Types ---------------------------------------------------------------------------------- */

/* A Mask, or a Sprite, which is a Mask that nobody changes. */
typedef struct mask {
    PyObject_HEAD
    hm_sprite view;   /* current unless `stale`: ask view_of() */
    hm_canvas canvas; /* of a Sprite from a pack: zeros */
    void *buffer;     /* the canvas's */
    PyObject *owner;  /* keeps the pixels of a Sprite: bytes, or a mask */
    hm_sprite quick;  /* of a mask that is asked again and again: see quick_view_of() */
    void *quick_buffer;
    uint32_t asked;
    PyObject *outline; /* since it was asked for: see outline_of() */
    uint64_t changes;
    Py_ssize_t lent; /* buffers through which others may write */
    uint32_t holds;  /* calls that read it without the GIL */
    bool stale, unclean, is_sprite;
} mask;

/* A Placement: a mask and where it is. */
typedef struct placed {
    PyObject_HEAD
    mask *mask;
    hm_placement at;
} placed;

/* An item of a Crowd or a PlacedCrowd. */
struct item {
    mask *mask;       /* NULL: left out */
    uint64_t changes; /* of the mask, when its box was made */
};

/* A Crowd. The arrays have room for `room` items. */
typedef struct crowd {
    PyObject_HEAD
    hm_crowd view;
    struct item *items;
    hm_point *at;
    int32_t *edges[4];
    const hm_sprite **sprites;
    size_t room, masks; /* how many items are a Mask that may change */
    uint32_t holds;
} crowd;

/* A PlacedCrowd, in the manner of a Crowd. */
typedef struct placed_crowd {
    PyObject_HEAD
    hm_placed_crowd view;
    struct item *items;
    hm_placement *at;
    hm_box *boxes;
    const hm_sprite **sprites;
    size_t room, masks;
    uint32_t holds;
} placed_crowd;

/* A map of tiles. */
typedef struct tiles {
    PyObject_HEAD
    hm_tiles view;
    uint32_t *cells;
    hm_sprite *turned; /* the transposed sprites, whose pixels are `pixels` */
    const hm_sprite **sprites, **transposed;
    void **pixels;
    mask **masks;
    uint32_t holds;
} tiles;

/* The types and exceptions of the module, made once. */
extern struct types {
    PyTypeObject *mask, *sprite, *pack, *animation, *placement, *crowd, *placed_crowd, *tiles,
        *world;
    PyTypeObject *sweep, *placed_sweep, *slide, *met, *source, *moments, *component;
    PyObject *pack_error;
} types;

bool make_mask_types(PyObject *module);
bool make_pack_types(PyObject *module);
bool make_placement_type(PyObject *module);
bool make_crowd_types(PyObject *module);
bool make_tiles_type(PyObject *module);
bool make_world_type(PyObject *module);

/* ---- Values: arguments and results ---------------------------------------------------------- */

enum { ARGUMENTS_MAX = 8 };

/* The names of a function's arguments, of which so many must be there. */
struct arguments {
    const char *function;
    int required;
    const char *names[ARGUMENTS_MAX + 1];
};

/* Sorts arguments by their names. Those that are left out are NULL. */
bool take_named(const struct arguments *wanted, PyObject *const *args, Py_ssize_t count,
                PyObject *names, PyObject **out);

/* Arguments of a constructor, which come as a tuple and a dict. */
bool take_tuple(const struct arguments *wanted, PyObject *args, PyObject *named, PyObject **out);

/* take_named() for the common call, which has every argument and no names. */
static inline bool take(const struct arguments *wanted, int all, PyObject *const *args,
                        Py_ssize_t count, PyObject *names, PyObject **out)
{
    if (names != NULL || count != all)
        return take_named(wanted, args, count, names, out);
    for (int i = 0; i < all; i++)
        out[i] = args[i];
    return true;
}

/* The head of a method with arguments: `a` has them in the order of their names. */
#define TAKE(all, required, name, ...)                                                             \
    static const struct arguments wanted = {name, required, {__VA_ARGS__}};                        \
    PyObject *a[ARGUMENTS_MAX] = {NULL};                                                           \
    if (!take(&wanted, all, args, count, names, a))                                                \
    return NULL

#define METHOD_ARGS PyObject *const *args, Py_ssize_t count, PyObject *names

#define METHOD(name, signature, doc)                                                               \
    {                                                                                              \
#name, (PyCFunction)(void (*)(void))name##_, METH_FASTCALL | METH_KEYWORDS,                \
            #name "($self, /, " signature ")\n--\n\n" doc                                          \
    }
#define METHOD_ALONE(name, doc)                                                                    \
    {                                                                                              \
#name, name##_, METH_NOARGS, #name "($self, /)\n--\n\n" doc                                \
    }

bool point_slowly(PyObject *value, const char *name, hm_point *out);
bool number_slowly(PyObject *value, const char *name, int32_t *out);
bool take_number(PyObject *value, const char *name, int32_t *out); /* floats are cut */
bool take_integer(PyObject *value, const char *name, int32_t *out);
bool take_size(PyObject *value, const char *name, uint32_t *out);
bool take_fixed(PyObject *value, const char *name, int64_t *out); /* pixels become 16.16 */
bool take_fixed_pair(PyObject *value, const char *name, int64_t *x, int64_t *y);
bool take_rect(PyObject *value, const char *name, hm_box *out); /* (x, y, width, height) */
bool take_choice(PyObject *value, const char *name, uint32_t end, uint32_t *out);
bool take_truth(PyObject *value, bool absent, bool *out);

/* Two numbers of 32 bits: a tuple of two ints goes the short way. */
static inline bool take_point(PyObject *value, const char *name, hm_point *out)
{
    if (PyTuple_CheckExact(value) && PyTuple_Size(value) == 2) {
        PyObject *const x = PyTuple_GetItem(value, 0), *const y = PyTuple_GetItem(value, 1);
        if (PyLong_CheckExact(x) && PyLong_CheckExact(y)) {
            int over_x, over_y;
            const long long px = PyLong_AsLongLongAndOverflow(x, &over_x);
            const long long py = PyLong_AsLongLongAndOverflow(y, &over_y);
            if ((over_x | over_y) == 0 && px == (int32_t)px && py == (int32_t)py) {
                *out = (hm_point){(int32_t)px, (int32_t)py};
                return true;
            }
        }
    }
    return point_slowly(value, name, out);
}

PyObject *pair_of(long long x, long long y);
PyObject *point_of(hm_point point);
PyObject *box_of(const hm_box *box); /* (x, y, width, height) */
PyObject *fixed_of(int64_t value);   /* a float, exactly */
PyObject *fixed_pair_of(int64_t x, int64_t y);
PyObject *none(void);

/* A named tuple of `count` values, which it takes over; NULL when one of them is NULL. */
PyObject *record_of(PyTypeObject *type, int count, PyObject **values);

/* ---- Masks ---------------------------------------------------------------------------------- */

static inline bool is_mask(PyObject *value)
{
    return Py_IS_TYPE(value, types.mask) || Py_IS_TYPE(value, types.sprite) ||
           PyObject_TypeCheck(value, types.mask);
}

mask *not_a_mask(const char *name, PyObject *value);

/* NULL with an exception when it is not a mask. */
static inline mask *take_mask(PyObject *value, const char *name)
{
    return is_mask(value) ? (mask *)value : not_a_mask(name, value);
}

void make_view(mask *self);

/* The mask as it is now. */
static inline const hm_sprite *view_of(mask *self)
{
    if (self->stale)
        make_view(self);
    return &self->view;
}

/* So many questions between two changes are worth a copy that has the solid pixels alone. */
enum { ASKED = 16 };

const hm_sprite *quicken(mask *self);

/* The mask as it is now, for a question about two masks. A canvas asks as many words as it has; a
 * mask that is asked again and again is copied without its empty borders, and answers in half the
 * time. */
static inline const hm_sprite *quick_view_of(mask *self)
{
    const hm_sprite *const view = view_of(self);
    if (self->asked >= ASKED)
        return self->quick_buffer != NULL ? &self->quick : view;
    return ++self->asked < ASKED ? view : quicken(self);
}

/* An empty mask; NULL with an exception. */
mask *new_mask(PyTypeObject *type, int32_t width, int32_t height);
/* A Mask with the pixels of a sprite, or a Sprite that views them in the bytes of `owner`. */
mask *mask_of(const hm_sprite *from);
PyObject *sprite_of(const hm_sprite *view, PyObject *owner);

/* True when it may be changed now, and from then on is; otherwise an exception. */
bool begin_change(mask *self);

/* The parts of the types that other files have. */
extern PyMethodDef change_methods[], outline_methods[], query_methods[], piece_methods[],
    pixel_methods[], pack_sprite_methods[], module_pixel_methods[];
extern PyGetSetDef mask_attributes[], sprite_attributes[];

/* ---- Long calls ----------------------------------------------------------------------------- */

/* So many pixels take longer than it takes to let another thread run. */
#define LONG_CALL (UINT64_C(1) << 18)

struct long_call {
    uint32_t *holds[2];
    PyThreadState *state; /* NULL: the GIL is kept */
};

static inline uint64_t pixels_of(const mask *self)
{
    return (uint64_t)self->view.width * (uint64_t)self->view.height;
}

void let_go(struct long_call *call, uint32_t *a, uint32_t *b);
void come_back(struct long_call *call);

/* Before and after code that reads two masks, of which `b` may be NULL, and calls nothing of
 * Python. */
static inline void begin_long(struct long_call *call, mask *a, mask *b, uint64_t work)
{
    call->state = NULL;
    /* A mask that others write into is read under the GIL. */
    if (work > LONG_CALL && !a->unclean && (b == NULL || !b->unclean))
        let_go(call, &a->holds, b != NULL ? &b->holds : NULL);
}

static inline void end_long(struct long_call *call)
{
    if (call->state != NULL)
        come_back(call);
}

/* Two masks have no more in common than the smaller one. */
static inline void begin_long_pair(struct long_call *call, mask *a, mask *b)
{
    const uint64_t pa = pixels_of(a), pb = pixels_of(b);
    begin_long(call, a, b, pa < pb ? pa : pb);
}

/* ---- Other types ---------------------------------------------------------------------------- */

/* Makes a type, with the methods of up to four tables. */
PyTypeObject *make_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base,
                        PyMethodDef *const *tables);

#define OWN(type) ((type *)self)

void free_object(void *self);

/* False with an exception while another thread asks. */
bool may_change(uint32_t holds);

/* Brings the boxes of items up to date whose masks have changed. */
void refresh_crowd(crowd *self);
void refresh_placed(placed_crowd *self);
void refresh_tiles(tiles *self);

placed *take_placement(PyObject *value, const char *name);
PyObject *placed_sweep_of(bool touched, const hm_affine_sweep_result *result);
PyObject *sweep_of(bool touched, const hm_sweep_result *result);

#endif
