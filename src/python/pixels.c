/*
 * pixels.c - pictures become masks, and masks are painted on pictures
 *
 * A picture is memory that somebody else has: a Surface of pygame, an array, a mask of pygame. It
 * comes by the buffer protocol, so nothing here knows pygame; hitmask/_pygame.py asks a Surface how
 * its pixels lie.
 */
#include "core.h"

/* ---- Pictures ------------------------------------------------------------------------------- */

enum { RED, GREEN, BLUE, ALPHA };

/* The pixels of a Surface. A pixel is a number of `bytes` bytes in the order of this machine, or an
 * index of a palette. */
struct picture {
    Py_buffer buffer;
    hm_point size;
    Py_ssize_t stride;
    int32_t bytes;
    uint32_t masks[4];
    const char *palette; /* red, green, blue of each index, or NULL */
    Py_ssize_t palette_size;
};

/* True if the layout that a Surface states fits its buffer. */
static bool fits(const struct picture *picture)
{
    const Py_ssize_t row = (Py_ssize_t)picture->size.x * picture->bytes;
    if (picture->bytes < 1 || picture->bytes > 4 || picture->size.x < 0 || picture->size.y < 0)
        return false;
    return row == 0 || picture->size.y == 0 ||
           (picture->stride >= row && picture->buffer.len >= row &&
            (picture->buffer.len - row) / picture->stride >= picture->size.y - 1);
}

static bool take_masks(PyObject *value, uint32_t *masks)
{
    if (!PyTuple_Check(value) || PyTuple_Size(value) != 4) {
        PyErr_SetString(PyExc_TypeError, "a picture has four masks");
        return false;
    }
    for (Py_ssize_t i = 0; i < 4; i++)
        masks[i] = (uint32_t)PyLong_AsUnsignedLongMask(PyTuple_GetItem(value, i));
    return !PyErr_Occurred();
}

/* From buffer, size, stride, bytes, masks and palette. Give back its buffer afterwards. */
static bool take_parts(PyObject *const *part, bool written, struct picture *out)
{
    memset(out, 0, sizeof *out);
    if (!take_point(part[1], "size", &out->size) || !take_integer(part[3], "bytes", &out->bytes) ||
        !take_masks(part[4], out->masks))
        return false;
    out->stride = PyLong_AsSsize_t(part[2]);
    if (PyBytes_Check(part[5])) {
        out->palette = PyBytes_AsString(part[5]);
        out->palette_size = PyBytes_Size(part[5]);
    }
    if (PyErr_Occurred() ||
        PyObject_GetBuffer(part[0], &out->buffer, written ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0)
        return false;
    if (fits(out))
        return true;
    PyBuffer_Release(&out->buffer);
    PyErr_SetString(PyExc_ValueError, "a picture must have pixels of 1 to 4 bytes in its buffer");
    return false;
}

/* From a tuple of these six. */
static bool take_picture(PyObject *value, bool written, struct picture *out)
{
    PyObject *part[6];
    if (!PyTuple_Check(value) || PyTuple_Size(value) != 6) {
        PyErr_SetString(PyExc_TypeError, "a picture must be a tuple of six");
        return false;
    }
    for (Py_ssize_t i = 0; i < 6; i++)
        part[i] = PyTuple_GetItem(value, i);
    return take_parts(part, written, out);
}

static inline uint8_t *pixel_at(const struct picture *picture, int x, int y)
{
    return (uint8_t *)picture->buffer.buf + y * picture->stride + (Py_ssize_t)x * picture->bytes;
}

static inline uint32_t number_at(const struct picture *picture, int x, int y)
{
    const uint8_t *const at = pixel_at(picture, x, y);
    uint32_t value = 0;
    for (int i = 0; i < picture->bytes; i++)
        value |= (uint32_t)at[i] << 8 * (PY_LITTLE_ENDIAN ? i : picture->bytes - 1 - i);
    return value;
}

static unsigned first_bit(uint32_t bits)
{
    unsigned bit = 0;
    while (bit < 31 && (bits >> bit & 1) == 0)
        bit++;
    return bit;
}

/* The channel of a pixel, from 0 to 255. A picture without alpha is opaque. */
static uint32_t channel_of(const struct picture *picture, uint32_t pixel, int channel)
{
    if (picture->palette != NULL) {
        const Py_ssize_t at = (Py_ssize_t)pixel * 3 + channel;
        return at < picture->palette_size ? (uint8_t)picture->palette[at] : 0;
    }
    const uint32_t bits = picture->masks[channel];
    if (bits == 0)
        return channel == ALPHA ? 255 : 0;
    const unsigned shift = first_bit(bits);
    return (uint32_t)((uint64_t)((pixel & bits) >> shift) * 255 / (bits >> shift));
}

/* ---- From a Surface ------------------------------------------------------------------------- */

static PyObject *free_picture(struct picture *picture, mask *made)
{
    PyBuffer_Release(&picture->buffer);
    return (PyObject *)made;
}

/* Alpha in whole bytes, and keys, are what the runtime reads by itself. */
static bool read_by_runtime(hm_canvas *canvas, const struct picture *picture, bool has_key,
                            uint32_t key, int threshold)
{
    const uint32_t alpha = picture->masks[ALPHA];
    hm_picture from = {.pixels = picture->buffer.buf,
                       .stride = (size_t)picture->stride,
                       .width = picture->size.x,
                       .height = picture->size.y,
                       .bytes = (uint32_t)picture->bytes,
                       .threshold = (uint8_t)threshold};
    if (!PY_LITTLE_ENDIAN)
        return false;
    if (has_key) {
        const uint32_t all = picture->masks[RED] | picture->masks[GREEN] | picture->masks[BLUE];
        from.key = key;
        from.mask = all != 0 ? all | alpha : 0xff;
    } else {
        from.alpha = first_bit(alpha) / 8;
        if (alpha != UINT32_C(0xff) << from.alpha * 8)
            return false;
    }
    return hm_canvas_pixels(canvas, &from, 0, 0);
}

static void read_pixels(hm_canvas *canvas, const struct picture *picture, bool has_key,
                        uint32_t key, int threshold)
{
    if (read_by_runtime(canvas, picture, has_key, key, threshold))
        return;
    for (int y = 0; y < picture->size.y; y++) {
        for (int x = 0; x < picture->size.x; x++) {
            const uint32_t pixel = number_at(picture, x, y);
            const bool solid =
                has_key ? pixel != key : (int)channel_of(picture, pixel, ALPHA) > threshold;
            if (solid)
                hm_canvas_set(canvas, x, y, true);
        }
    }
}

/* _from_pixels(...): the mask of pygame.mask.from_surface. A palette is not asked for alpha. */
static PyObject *from_pixels(PyObject *module, METHOD_ARGS)
{
    TAKE(8, 8, "_from_pixels", "buffer", "size", "stride", "bytes", "masks", "palette", "key",
         "threshold");
    PyObject *const key_value = a[6];
    int32_t threshold;
    struct picture picture;
    (void)module;
    if (!take_integer(a[7], "threshold", &threshold))
        return NULL;
    const bool has_key = key_value != Py_None;
    const uint32_t key = has_key ? (uint32_t)PyLong_AsUnsignedLongMask(key_value) : 0;
    if (PyErr_Occurred() || !take_parts(a, false, &picture))
        return NULL;
    mask *const made = new_mask(types.mask, picture.size.x, picture.size.y);
    if (made == NULL || picture.size.x == 0 || picture.size.y == 0)
        return free_picture(&picture, made);
    struct long_call call = {.state = NULL};
    if ((uint64_t)picture.size.x * (uint64_t)picture.size.y > LONG_CALL)
        let_go(&call, NULL, NULL);
    if (!has_key && (threshold < 0 || (threshold < 255 && picture.masks[ALPHA] == 0)))
        hm_canvas_fill(&made->canvas, NULL, HM_ADD);
    else if (has_key || threshold < 255)
        read_pixels(&made->canvas, &picture, has_key, key, threshold);
    end_long(&call);
    return free_picture(&picture, made);
}

struct color {
    int channels[3];
};

/* As pygame compares colors, a channel of fewer than 8 bits keeps its place: 5 bits end at 248. */
static int high_bits(const struct picture *picture, uint32_t pixel, int channel)
{
    const uint32_t bits = picture->masks[channel];
    if (picture->palette != NULL || bits == 0)
        return (int)channel_of(picture, pixel, channel);
    const unsigned shift = first_bit(bits);
    uint32_t value = (pixel & bits) >> shift;
    for (uint32_t most = bits >> shift; most < 128; most = most * 2 + 1)
        value *= 2;
    return (int)value;
}

static struct color color_at(const struct picture *picture, int x, int y)
{
    const uint32_t pixel = number_at(picture, x, y);
    struct color color;
    for (int i = RED; i <= BLUE; i++)
        color.channels[i] = high_bits(picture, pixel, i);
    return color;
}

static bool is_near(const struct color *a, const struct color *b, const struct color *threshold)
{
    for (int i = RED; i <= BLUE; i++) {
        const int apart = a->channels[i] - b->channels[i];
        if (apart >= threshold->channels[i] || -apart >= threshold->channels[i])
            return false;
    }
    return true;
}

/* _from_threshold(picture, color, threshold, other picture or None) */
static PyObject *from_threshold(PyObject *module, PyObject *args)
{
    PyObject *value, *other_value;
    struct color color, threshold;
    struct picture picture, other;
    (void)module;
    if (!PyArg_ParseTuple(args, "O(iii)(iii)O", &value, &color.channels[RED],
                          &color.channels[GREEN], &color.channels[BLUE], &threshold.channels[RED],
                          &threshold.channels[GREEN], &threshold.channels[BLUE], &other_value))
        return NULL;
    const bool has_other = other_value != Py_None;
    if (!take_picture(value, false, &picture))
        return NULL;
    if (has_other && !take_picture(other_value, false, &other))
        return free_picture(&picture, NULL);
    mask *const made = new_mask(types.mask, picture.size.x, picture.size.y);
    for (int y = 0; made != NULL && y < picture.size.y; y++) {
        for (int x = 0; x < picture.size.x; x++) {
            const struct color at = color_at(&picture, x, y);
            if (has_other) {
                if (x >= other.size.x || y >= other.size.y)
                    break;
                color = color_at(&other, x, y);
            }
            if (is_near(&at, &color, &threshold))
                hm_canvas_set(&made->canvas, x, y, true);
        }
    }
    if (has_other)
        PyBuffer_Release(&other.buffer);
    return free_picture(&picture, made);
}

/* ---- To a Surface --------------------------------------------------------------------------- */

/* Solid pixels, or empty ones, are painted with this: a pixel of a picture, or else a number. */
struct paint {
    bool has_picture, has_number;
    struct picture picture;
    uint32_t number;
};

static bool take_paint(PyObject *picture, PyObject *number, struct paint *out)
{
    out->has_picture = picture != Py_None;
    out->has_number = number != Py_None;
    out->number = out->has_number ? (uint32_t)PyLong_AsUnsignedLongMask(number) : 0;
    return !PyErr_Occurred() && (!out->has_picture || take_picture(picture, false, &out->picture));
}

static void free_paint(struct paint *paint)
{
    if (paint->has_picture)
        PyBuffer_Release(&paint->picture.buffer);
}

static void paint_pixel(const struct paint *paint, int x, int y, uint8_t *to, int bytes)
{
    if (paint->has_picture && x < paint->picture.size.x && y < paint->picture.size.y) {
        memmove(to, pixel_at(&paint->picture, x, y), (size_t)bytes);
        return;
    }
    for (int i = 0; paint->has_number && i < bytes; i++)
        to[i] = (uint8_t)(paint->number >> 8 * (PY_LITTLE_ENDIAN ? i : bytes - 1 - i));
}

static void paint_mask(const hm_sprite *view, const struct picture *to, const struct paint *solid,
                       const struct paint *empty, hm_point at)
{
    const hm_box all = {0, 0, view->width, view->height};
    const hm_box surface = {0, 0, to->size.x, to->size.y};
    hm_box target, wanted;
    hm_box_move(&all, at.x, at.y, &target);
    if (!hm_box_intersection(&target, &surface, &wanted))
        return;
    for (int y = wanted.y0; y < wanted.y1; y++) {
        for (int x = wanted.x0; x < wanted.x1; x++) {
            const int mx = x - at.x, my = y - at.y;
            paint_pixel(hm_solid(view, mx, my) ? solid : empty, mx, my, pixel_at(to, x, y),
                        to->bytes);
        }
    }
}

/* _paint(picture, set, unset, setnumber, unsetnumber, offset) */
static PyObject *paint_(PyObject *self, PyObject *args)
{
    PyObject *to_value, *solid_picture, *empty_picture, *solid_number, *empty_number;
    PyObject *offset_value;
    struct picture to;
    struct paint solid, empty = {.has_picture = false};
    hm_point offset;
    if (!PyArg_ParseTuple(args, "OOOOOO", &to_value, &solid_picture, &empty_picture, &solid_number,
                          &empty_number, &offset_value) ||
        !take_point(offset_value, "dest", &offset) || !take_picture(to_value, true, &to))
        return NULL;
    if (!take_paint(solid_picture, solid_number, &solid))
        return free_picture(&to, NULL);
    const bool ok = take_paint(empty_picture, empty_number, &empty) &&
                    (!solid.has_picture || solid.picture.bytes == to.bytes) &&
                    (!empty.has_picture || empty.picture.bytes == to.bytes);
    if (ok)
        paint_mask(view_of(OWN(mask)), &to, &solid, &empty, offset);
    else if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "the surfaces have different formats");
    free_paint(&solid);
    free_paint(&empty);
    PyBuffer_Release(&to.buffer);
    return ok ? none() : NULL;
}

PyMethodDef pixel_methods[] = {
    {"_paint", paint_, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* ---- From arrays, and from the masks of pygame ---------------------------------------------- */

static PyObject *not_an_array(Py_buffer *buffer, const char *why)
{
    PyErr_SetString(PyExc_TypeError, why);
    PyBuffer_Release(buffer);
    return NULL;
}

static bool is_byte_format(const char *format)
{
    return format == NULL || strcmp(format, "B") == 0 || strcmp(format, "?") == 0 ||
           strcmp(format, "b") == 0 || strcmp(format, "c") == 0;
}

/* from_array(array, threshold=127) */
static PyObject *from_array(PyObject *module, METHOD_ARGS)
{
    TAKE(2, 1, "from_array", "array", "threshold");
    int32_t threshold = 127;
    Py_buffer from;
    (void)module;
    if ((a[1] != NULL && !take_integer(a[1], "threshold", &threshold)) ||
        PyObject_GetBuffer(a[0], &from, PyBUF_STRIDES | PyBUF_FORMAT) < 0)
        return NULL;
    if (from.itemsize != 1 || !is_byte_format(from.format))
        return not_an_array(&from, "the items of the array must be bytes or bools");
    if (from.ndim != 2 && from.ndim != 3)
        return not_an_array(&from,
                            "the array must be (height, width) or (height, width, channels)");
    if (from.shape[0] > INT32_MAX || from.shape[1] > INT32_MAX ||
        (from.ndim == 3 && from.shape[2] < 1))
        return not_an_array(&from,
                            "the array must have at most 2^31 - 1 rows and columns, and a channel");
    if (from.format != NULL && from.format[0] == '?')
        threshold = 0;
    mask *const made = new_mask(types.mask, (int32_t)from.shape[1], (int32_t)from.shape[0]);
    if (made != NULL) {
        /* The last channel is alpha. */
        const uint8_t *first = from.buf;
        if (from.ndim == 3)
            first += (from.shape[2] - 1) * from.strides[2];
        for (int32_t y = 0; y < (int32_t)from.shape[0]; y++)
            for (int32_t x = 0; x < (int32_t)from.shape[1]; x++)
                if (first[y * from.strides[0] + x * from.strides[1]] > threshold)
                    hm_canvas_set(&made->canvas, x, y, true);
    }
    PyBuffer_Release(&from);
    return (PyObject *)made;
}

/* Stripes of words that lie as in a canvas: as pygame has them where words have 64 bits. */
static bool is_canvas_like(const Py_buffer *from, hm_point size)
{
    const Py_ssize_t stripes = ((Py_ssize_t)size.x + 63) / 64;
    return from->ndim == 2 && from->itemsize == 8 && from->shape[0] == stripes &&
           from->shape[1] == size.y && from->strides[1] == 8 &&
           from->strides[0] == (Py_ssize_t)size.y * 8 && PY_LITTLE_ENDIAN;
}

/* from_mask(mask): asks get_size() and for the buffer. */
static PyObject *from_mask(PyObject *module, PyObject *value)
{
    (void)module;
    if (is_mask(value))
        return (PyObject *)mask_of(view_of((mask *)value));
    PyObject *const size_value = PyObject_CallMethod(value, "get_size", NULL);
    hm_point size;
    Py_buffer from;
    const bool ok = size_value != NULL && take_point(size_value, "size", &size);
    Py_XDECREF(size_value);
    if (!ok || PyObject_GetBuffer(value, &from, PyBUF_STRIDES) < 0)
        return NULL;
    if (size.x > 0 && size.y > 0 && !is_canvas_like(&from, size))
        return not_an_array(&from, "the buffer of the mask must be stripes of 64 columns");
    mask *const made = new_mask(types.mask, size.x, size.y);
    if (made != NULL && size.x > 0 && size.y > 0) {
        memcpy(made->buffer, from.buf, (size_t)from.len);
        made->unclean = true;
    }
    PyBuffer_Release(&from);
    return (PyObject *)made;
}

PyMethodDef module_pixel_methods[] = {
    {"_from_pixels", (PyCFunction)(void (*)(void))from_pixels, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_from_threshold", from_threshold, METH_VARARGS, NULL},
    {"from_array", (PyCFunction)(void (*)(void))from_array, METH_FASTCALL | METH_KEYWORDS,
     "from_array($module, /, array, threshold=127)\n--\n\nReturns a Mask of an array of bytes: "
     "(height, width) or (height, width, channels). (hm_canvas_pixels)\n\nIf there are channels, "
     "the last channel is alpha. Pixels above the threshold are solid. In an array of bools, the "
     "pixels that are True are solid."},
    {"from_mask", from_mask, METH_O,
     "from_mask($module, mask, /)\n--\n\nReturns a Mask with the pixels of a pygame mask, or of a "
     "mask of this module."},
    {NULL, NULL, 0, NULL},
};
