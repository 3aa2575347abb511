/*
 * mask.c - Mask and Sprite: their life, their views, and the buffer of a Mask
 *
 * A Mask is a canvas of the runtime. Its view, the sprite that queries ask, is made again by the
 * first query after a change. A Sprite is a Mask, too, but nothing changes it.
 *
 * As the masks of pygame do, a Mask shows its words as a buffer: stripes of 64 columns, the rows of
 * a stripe one after the other. While somebody has such a buffer, each query begins anew.
 */
#include "core.h"

/* ---- Life ----------------------------------------------------------------------------------- */

/* Gives a mask without a canvas an empty one. */
static bool begin_canvas(mask *self, int32_t width, int32_t height)
{
    const size_t size = hm_canvas_buffer_size(width, height);
    void *const buffer = size > 0 ? malloc(size) : NULL;
    if (buffer == NULL) {
        PyErr_NoMemory();
        return false;
    }
    hm_canvas_init(&self->canvas, buffer, size, width, height);
    self->buffer = buffer;
    self->stale = true;
    return true;
}

mask *new_mask(PyTypeObject *type, int32_t width, int32_t height)
{
    mask *const self = (mask *)PyType_GenericAlloc(type, 0);
    if (self == NULL || begin_canvas(self, width, height))
        return self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

mask *mask_of(const hm_sprite *from)
{
    mask *const made = new_mask(types.mask, from->width, from->height);
    if (made != NULL)
        hm_canvas_stamp(&made->canvas, from, 0, 0, HM_ADD);
    return made;
}

mask *not_a_mask(const char *name, PyObject *value)
{
    PyErr_Format(PyExc_TypeError, "%s must be a hitmask.Mask, not %R", name, Py_TYPE(value));
    return NULL;
}

/* A mask whose __init__ has not run yet has no pixels. */
static PyObject *mask_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    (void)args;
    (void)named;
    return (PyObject *)new_mask(type, 0, 0);
}

static int mask_init(PyObject *object, PyObject *args, PyObject *named)
{
    static const struct arguments wanted = {"Mask", 1, {"size", "fill"}};
    mask *const self = (mask *)object;
    PyObject *a[ARGUMENTS_MAX] = {NULL};
    hm_point size;
    bool fill;
    if (!take_tuple(&wanted, args, named, a) || !take_point(a[0], "size", &size) ||
        !take_truth(a[1], false, &fill) || !begin_change(self))
        return -1;
    if (size.x < 0 || size.y < 0) {
        PyErr_SetString(PyExc_ValueError, "cannot create mask with negative size");
        return -1;
    }
    if (self->lent > 0) {
        PyErr_SetString(PyExc_BufferError, "a buffer of the mask is in use");
        return -1;
    }
    void *const before = self->buffer;
    if (!begin_canvas(self, size.x, size.y))
        return -1;
    free(before);
    if (fill)
        hm_canvas_fill(&self->canvas, NULL, HM_ADD);
    return 0;
}

static void mask_dealloc(PyObject *object)
{
    mask *const self = (mask *)object;
    free(self->buffer);
    free(self->quick_buffer);
    Py_XDECREF(self->owner);
    Py_XDECREF(self->outline);
    free_object(self);
}

static PyObject *mask_repr(PyObject *object)
{
    const mask *const self = (mask *)object;
    return PyUnicode_FromFormat("<Mask(%dx%d)>", self->canvas.width, self->canvas.height);
}

static PyObject *sprite_repr(PyObject *object)
{
    const hm_sprite *const view = &((mask *)object)->view;
    PyObject *const name = PyUnicode_DecodeUTF8(
        hm_sprite_name(view), (Py_ssize_t)strlen(hm_sprite_name(view)), "surrogateescape");
    PyObject *const text =
        name != NULL ? PyUnicode_FromFormat("<Sprite(%R, %dx%d)>", name, view->width, view->height)
                     : NULL;
    Py_XDECREF(name);
    return text;
}

/* ---- Views and changes ---------------------------------------------------------------------- */

/* Others may have written any word: pixels past the width become empty again. */
static void take_in_writes(mask *self)
{
    hm_canvas *const canvas = &self->canvas;
    if (canvas->width > 0 && canvas->height > 0) {
        const uint32_t tail = (uint32_t)canvas->width % 64;
        uint8_t *const last =
            canvas->words + (size_t)((uint32_t)canvas->width / 64) * (uint32_t)canvas->height * 8;
        for (size_t row = 0; tail != 0 && row < (uint32_t)canvas->height; row++) {
            for (uint32_t byte = 0; byte < 8; byte++) {
                const uint32_t left = tail > byte * 8 ? tail - byte * 8 : 0;
                last[row * 8 + byte] &= left >= 8 ? 0xff : (uint8_t)((1u << left) - 1);
            }
        }
        /* Twice inverted, the canvas is as it was, and knows that all of it has changed. */
        hm_canvas_fill(canvas, NULL, HM_TOGGLE);
        hm_canvas_fill(canvas, NULL, HM_TOGGLE);
    }
    self->unclean = self->lent > 0;
    self->changes++;
}

void make_view(mask *self)
{
    if (self->unclean)
        take_in_writes(self);
    hm_canvas_sprite(&self->canvas, &self->view);
    self->stale = self->unclean;
}

/* Without memory, or for a mask that is too large to be worth it, the view serves on. */
const hm_sprite *quicken(mask *self)
{
    const hm_sprite *const view = &self->view;
    const size_t stride = ((size_t)view->width + 7) / 8;
    if (self->buffer == NULL || self->unclean || pixels_of(self) > LONG_CALL)
        return view;
    const size_t size = hm_sprite_buffer_size(view->width, view->height);
    const size_t bits_size = stride * (size_t)view->height;
    uint8_t *const bits = malloc(bits_size + 1);
    self->quick_buffer = malloc(size);
    if (bits == NULL || self->quick_buffer == NULL ||
        !hm_sprite_bits(view, bits, stride, bits_size) ||
        !hm_sprite_from_bits(bits, stride, view->width, view->height, self->quick_buffer, size,
                             &self->quick)) {
        free(self->quick_buffer);
        self->quick_buffer = NULL;
    }
    free(bits);
    return self->quick_buffer != NULL ? &self->quick : view;
}

static void slow_down(mask *self)
{
    free(self->quick_buffer);
    self->quick_buffer = NULL;
    self->asked = 0;
}

bool begin_change(mask *self)
{
    if (self->is_sprite) {
        PyErr_SetString(PyExc_TypeError, "a Sprite is read-only; its copy() is a Mask");
        return false;
    }
    if (self->holds > 0) {
        PyErr_SetString(PyExc_RuntimeError, "another thread asks about the mask");
        return false;
    }
    if (self->unclean)
        take_in_writes(self);
    if (self->asked > 0)
        slow_down(self);
    Py_CLEAR(self->outline);
    self->stale = true;
    self->changes++;
    return true;
}

/* ---- The buffer ----------------------------------------------------------------------------- */

struct shape {
    Py_ssize_t sides[2], steps[2];
};

static int mask_getbuffer(PyObject *object, Py_buffer *buffer, int flags)
{
    mask *const self = (mask *)object;
    buffer->obj = NULL;
    if (self->is_sprite) {
        PyErr_SetString(PyExc_BufferError, "a Sprite has no buffer; its copy() has one");
        return -1;
    }
    if ((flags & PyBUF_STRIDES) != PyBUF_STRIDES) {
        PyErr_SetString(PyExc_BufferError, "the buffer of a Mask has two dimensions");
        return -1;
    }
    if (self->holds > 0) {
        PyErr_SetString(PyExc_BufferError, "another thread asks about the mask");
        return -1;
    }
    struct shape *const shape = malloc(sizeof *shape);
    if (shape == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    const Py_ssize_t stripes = ((Py_ssize_t)self->canvas.width + 63) / 64;
    const Py_ssize_t height = self->canvas.height;
    *shape = (struct shape){{stripes, height}, {height * 8, 8}};
    *buffer = (Py_buffer){
        .buf = self->buffer,
        .obj = object,
        .len = stripes * height * 8,
        .itemsize = 8,
        .ndim = 2,
        .format = (flags & PyBUF_FORMAT) != 0 ? (sizeof(long) == 8 ? "L" : "Q") : NULL,
        .shape = shape->sides,
        .strides = shape->steps,
        .internal = shape,
    };
    Py_INCREF(object);
    self->lent++;
    self->unclean = self->stale = true;
    slow_down(self);
    Py_CLEAR(self->outline);
    return 0;
}

static void mask_releasebuffer(PyObject *object, Py_buffer *buffer)
{
    ((mask *)object)->lent--;
    free(buffer->internal);
}

/* ---- Types ---------------------------------------------------------------------------------- */

static const char mask_doc[] =
    "Mask(size, fill=False)\n--\n\n"
    "Pixels that collide: a picture with one bit a pixel, as pygame.mask.Mask. (hm_canvas_init, "
    "hm_canvas_buffer_size, hm_canvas_sprite, hm_sprite_buffer_size)\n\n"
    "A Mask can be asked and changed. An offset (dx, dy) is the position of another mask minus "
    "the position of this mask, in pixels. The first contact is the first pixel in reading "
    "order, on every machine.";

static const char sprite_doc[] =
    "A mask of a pack. It answers every question of a Mask, and is read-only.\n\n"
    "A Sprite keeps the bytes of its pack alive. copy() returns a Mask that you can change.";

/* A mask that only this Sprite knows. */
static PyObject *sprite_from_mask(PyObject *type, PyObject *value)
{
    mask *const from = take_mask(value, "mask");
    (void)type;
    if (from == NULL)
        return NULL;
    mask *const own = mask_of(view_of(from));
    if (own == NULL)
        return NULL;
    PyObject *const made = sprite_of(view_of(own), (PyObject *)own);
    Py_DECREF((PyObject *)own);
    return made;
}

static PyObject *box_mask(PyObject *type, PyObject *value)
{
    hm_point size;
    hm_sprite box;
    (void)type;
    if (!take_point(value, "size", &size))
        return NULL;
    hm_sprite_box(size.x, size.y, &box);
    return sprite_of(&box, NULL);
}

static PyMethodDef sprite_methods[] = {
    {"from_mask", sprite_from_mask, METH_O | METH_CLASS,
     "from_mask($type, mask, /)\n--\n\nReturns a Sprite with the present pixels of a mask."},
    {"box", box_mask, METH_O | METH_CLASS,
     "box($type, size, /)\n--\n\nReturns a Sprite of size (width, height) that is solid "
     "throughout. (hm_sprite_box)"},
    {NULL, NULL, 0, NULL},
};

PyObject *sprite_of(const hm_sprite *view, PyObject *owner)
{
    mask *const self = (mask *)PyType_GenericAlloc(types.sprite, 0);
    if (self == NULL)
        return NULL;
    self->view = *view;
    self->is_sprite = true;
    self->owner = owner;
    Py_XINCREF(owner);
    return (PyObject *)self;
}

bool make_mask_types(PyObject *module)
{
    PyType_Slot mask_slots[] = {
        {Py_tp_new, mask_new},
        {Py_tp_init, mask_init},
        {Py_tp_dealloc, mask_dealloc},
        {Py_tp_repr, mask_repr},
        {Py_tp_doc, (void *)mask_doc},
        {Py_tp_methods, NULL},
        {Py_tp_getset, mask_attributes},
        {Py_bf_getbuffer, mask_getbuffer},
        {Py_bf_releasebuffer, mask_releasebuffer},
        {0, NULL},
    };
    PyType_Spec mask_spec = {"hitmask.Mask", sizeof(mask), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, mask_slots};
    PyMethodDef *const mask_tables[] = {change_methods,  query_methods, piece_methods,
                                        outline_methods, pixel_methods, NULL};
    PyType_Slot sprite_slots[] = {
        {Py_tp_repr, sprite_repr},
        {Py_tp_doc, (void *)sprite_doc},
        {Py_tp_methods, NULL},
        {Py_tp_getset, sprite_attributes},
        {0, NULL},
    };
    PyType_Spec sprite_spec = {"hitmask.Sprite", sizeof(mask), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                               sprite_slots};
    PyMethodDef *const sprite_tables[] = {sprite_methods, pack_sprite_methods, NULL};
    types.mask = make_type(module, &mask_spec, NULL, mask_tables);
    types.sprite =
        types.mask != NULL ? make_type(module, &sprite_spec, types.mask, sprite_tables) : NULL;
    return types.sprite != NULL;
}
