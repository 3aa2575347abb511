/*
 * change.c - masks are changed and copied: as in pygame, and by the shapes of a canvas
 */
#include "core.h"

/* ---- Changes, as in pygame ------------------------------------------------------------------ */

static PyObject *fill_all(PyObject *object, hm_op op)
{
    mask *const self = (mask *)object;
    if (!begin_change(self))
        return NULL;
    hm_canvas_fill(&self->canvas, NULL, op);
    return none();
}

static PyObject *fill_(PyObject *self, PyObject *unused)
{
    (void)unused;
    return fill_all(self, HM_ADD);
}

static PyObject *clear_(PyObject *self, PyObject *unused)
{
    (void)unused;
    return fill_all(self, HM_ERASE);
}

static PyObject *invert_(PyObject *self, PyObject *unused)
{
    (void)unused;
    return fill_all(self, HM_TOGGLE);
}

static bool within(const mask *self, hm_point pixel)
{
    const int32_t width = self->is_sprite ? self->view.width : self->canvas.width;
    const int32_t height = self->is_sprite ? self->view.height : self->canvas.height;
    if (pixel.x >= 0 && pixel.y >= 0 && pixel.x < width && pixel.y < height)
        return true;
    PyErr_Format(PyExc_IndexError, "%d, %d is out of bounds", pixel.x, pixel.y);
    return false;
}

static PyObject *get_at_(PyObject *object, METHOD_ARGS)
{
    TAKE(1, 1, "get_at", "pos");
    mask *const self = (mask *)object;
    hm_point pixel;
    if (!take_point(a[0], "pos", &pixel) || !within(self, pixel))
        return NULL;
    const bool solid = self->is_sprite ? hm_solid(&self->view, pixel.x, pixel.y)
                                       : hm_canvas_solid(&self->canvas, pixel.x, pixel.y);
    return PyLong_FromLong(solid);
}

static PyObject *set_at_(PyObject *object, METHOD_ARGS)
{
    TAKE(2, 1, "set_at", "pos", "value");
    mask *const self = (mask *)object;
    hm_point pixel;
    int32_t value = 1;
    if (!take_point(a[0], "pos", &pixel) ||
        (a[1] != NULL && !take_integer(a[1], "value", &value)) || !within(self, pixel) ||
        !begin_change(self))
        return NULL;
    hm_canvas_set(&self->canvas, pixel.x, pixel.y, value != 0);
    return none();
}

static PyObject *stamp_on(mask *self, mask *other, hm_point at, hm_op op)
{
    /* The view of the other one comes first: it may be that of this canvas. */
    const hm_sprite view = *view_of(other);
    if (!begin_change(self))
        return NULL;
    hm_canvas_stamp(&self->canvas, &view, at.x, at.y, op);
    return none();
}

static PyObject *draw_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "draw", "other", "offset");
    mask *const other = take_mask(a[0], "other");
    hm_point at;
    if (other == NULL || !take_point(a[1], "offset", &at))
        return NULL;
    return stamp_on(OWN(mask), other, at, HM_ADD);
}

static PyObject *erase_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "erase", "other", "offset");
    mask *const other = take_mask(a[0], "other");
    hm_point at;
    if (other == NULL || !take_point(a[1], "offset", &at))
        return NULL;
    return stamp_on(OWN(mask), other, at, HM_ERASE);
}

/* ---- Copies --------------------------------------------------------------------------------- */

static PyObject *get_size_(PyObject *object, PyObject *unused)
{
    const mask *const self = (mask *)object;
    (void)unused;
    return self->is_sprite ? pair_of(self->view.width, self->view.height)
                           : pair_of(self->canvas.width, self->canvas.height);
}

static PyObject *copy_now(PyObject *object, PyObject *unused)
{
    mask *const self = (mask *)object;
    (void)unused;
    if (self->is_sprite)
        return (PyObject *)mask_of(&self->view);
    (void)view_of(self);
    mask *const made = new_mask(Py_TYPE(object), self->canvas.width, self->canvas.height);
    if (made != NULL)
        hm_canvas_copy(&self->canvas, made->buffer,
                       hm_canvas_buffer_size(self->canvas.width, self->canvas.height),
                       &made->canvas);
    return (PyObject *)made;
}

/* A class that is derived from Mask may have a __copy__ of its own, which copy() calls. */
static PyObject *copy_(PyObject *object, PyObject *unused)
{
    if (Py_IS_TYPE(object, types.mask) || ((mask *)object)->is_sprite)
        return copy_now(object, unused);
    PyObject *const function = PyObject_GetAttrString(object, "__copy__");
    PyObject *const made = function != NULL ? PyObject_CallNoArgs(function) : NULL;
    Py_XDECREF(function);
    return made;
}

static PyObject *scale_(PyObject *object, METHOD_ARGS)
{
    TAKE(1, 1, "scale", "scale");
    hm_point size;
    if (!take_point(a[0], "scale", &size))
        return NULL;
    if (size.x < 0 || size.y < 0) {
        PyErr_SetString(PyExc_ValueError, "cannot scale mask to negative size");
        return NULL;
    }
    const hm_sprite view = *view_of((mask *)object);
    mask *const made = new_mask(types.mask, size.x, size.y);
    if (made != NULL)
        hm_canvas_resize(&made->canvas, &view);
    return (PyObject *)made;
}

static PyObject *flip_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 0, "flip", "horizontal", "vertical");
    bool horizontal, vertical;
    hm_sprite flipped;
    if (!take_truth(a[0], false, &horizontal) || !take_truth(a[1], false, &vertical))
        return NULL;
    hm_sprite_flip(view_of(OWN(mask)), horizontal, vertical, &flipped);
    return OWN(mask)->is_sprite ? sprite_of(&flipped, OWN(mask)->owner)
                                : (PyObject *)mask_of(&flipped);
}

/* Makes a mask of a sprite that is made in a buffer, which is given back. */
static PyObject *mask_from_buffer(bool made, const hm_sprite *sprite, void *buffer)
{
    mask *const result = made ? mask_of(sprite) : NULL;
    free(buffer);
    if (!made)
        PyErr_NoMemory();
    return (PyObject *)result;
}

static PyObject *transpose_(PyObject *self, PyObject *unused)
{
    const hm_sprite *const view = view_of(OWN(mask));
    const size_t size = hm_sprite_buffer_size(view->height, view->width);
    void *const buffer = size > 0 ? malloc(size) : NULL;
    hm_sprite turned;
    (void)unused;
    return mask_from_buffer(buffer != NULL && hm_sprite_transpose(view, buffer, size, &turned),
                            &turned, buffer);
}

static PyObject *bits_(PyObject *self, PyObject *unused)
{
    const hm_sprite *const view = view_of(OWN(mask));
    const size_t stride = ((size_t)view->width + 7) / 8, height = (size_t)view->height;
    (void)unused;
    if (stride != 0 && height > (size_t)PY_SSIZE_T_MAX / stride)
        return PyErr_NoMemory();
    PyObject *const bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(stride * height));
    if (bytes != NULL)
        hm_sprite_bits(view, PyBytes_AsString(bytes), stride, stride * height);
    return bytes;
}

static PyObject *mask_from_sprite(PyObject *type, PyObject *value)
{
    mask *const from = take_mask(value, "sprite");
    (void)type;
    return from != NULL ? (PyObject *)mask_of(view_of(from)) : NULL;
}

/* ---- Changes by shapes ---------------------------------------------------------------------- */

static bool take_op(PyObject *value, hm_op *op)
{
    uint32_t number = HM_ADD;
    if (value != NULL && !take_choice(value, "op", HM_TOGGLE + 1, &number))
        return false;
    *op = (hm_op)number;
    return true;
}

static PyObject *stamp_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 2, "stamp", "other", "offset", "op");
    mask *const other = take_mask(a[0], "other");
    hm_point at;
    hm_op op;
    if (other == NULL || !take_point(a[1], "offset", &at) || !take_op(a[2], &op))
        return NULL;
    return stamp_on(OWN(mask), other, at, op);
}

static PyObject *stamp_placed_(PyObject *object, METHOD_ARGS)
{
    TAKE(2, 1, "stamp_placed", "placement", "op");
    mask *const self = (mask *)object;
    placed *const stamp = take_placement(a[0], "placement");
    hm_op op;
    if (stamp == NULL || !take_op(a[1], &op))
        return NULL;
    mask *const other = stamp->mask;
    mask *const copy = other == self ? mask_of(view_of(other)) : other;
    if (copy == NULL)
        return NULL;
    const hm_placement here = {.scale_x = 65536, .scale_y = 65536};
    hm_affine map;
    const bool placeable = hm_affine_place(&map, &stamp->at, &here);
    const hm_sprite view = *view_of(copy);
    const bool ok = begin_change(self);
    const bool done = ok && placeable && hm_canvas_stamp_affine(&self->canvas, &view, &map, op);
    if (copy != other)
        Py_DECREF((PyObject *)copy);
    if (ok && !done)
        PyErr_SetString(PyExc_ValueError,
                        "the placement is out of range, or a mask is wider or higher than 65535 "
                        "pixels");
    return done ? none() : NULL;
}

static PyObject *fill_rect_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 1, "fill_rect", "rect", "op");
    hm_box box;
    hm_op op;
    if (!take_rect(a[0], "rect", &box) || !take_op(a[1], &op) || !begin_change(OWN(mask)))
        return NULL;
    hm_canvas_fill(&OWN(mask)->canvas, &box, op);
    return none();
}

static PyObject *circle_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 2, "circle", "center", "radius", "op");
    hm_point center;
    uint32_t radius;
    hm_op op;
    if (!take_point(a[0], "center", &center) || !take_size(a[1], "radius", &radius) ||
        !take_op(a[2], &op) || !begin_change(OWN(mask)))
        return NULL;
    hm_canvas_circle(&OWN(mask)->canvas, center.x, center.y, radius, op);
    return none();
}

static PyObject *segment_(PyObject *self, METHOD_ARGS)
{
    TAKE(4, 2, "segment", "start", "end", "width", "op");
    hm_point start, end;
    uint32_t width = 1;
    hm_op op;
    if (!take_point(a[0], "start", &start) || !take_point(a[1], "end", &end) ||
        (a[2] != NULL && !take_size(a[2], "width", &width)) || !take_op(a[3], &op) ||
        !begin_change(OWN(mask)))
        return NULL;
    hm_canvas_segment(&OWN(mask)->canvas, start.x, start.y, end.x, end.y, width, op);
    return none();
}

static bool take_corners(PyObject *value, hm_corner **corners, uint32_t *count)
{
    const Py_ssize_t length = PySequence_Size(value);
    if (length < 0)
        return false;
    if (length > INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "too many corners");
        return false;
    }
    hm_corner *const all = malloc((size_t)length * sizeof *all + 1);
    if (all == NULL) {
        PyErr_NoMemory();
        return false;
    }
    bool ok = true;
    for (Py_ssize_t i = 0; ok && i < length; i++) {
        PyObject *const corner = PySequence_GetItem(value, i);
        ok = corner != NULL && take_fixed_pair(corner, "a corner", &all[i].x, &all[i].y);
        Py_XDECREF(corner);
    }
    if (!ok) {
        free(all);
        return false;
    }
    *corners = all;
    *count = (uint32_t)length;
    return true;
}

static PyObject *polygon_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 1, "polygon", "corners", "op");
    hm_corner *corners;
    uint32_t number;
    hm_op op;
    if (!take_op(a[1], &op) || !take_corners(a[0], &corners, &number))
        return NULL;
    const bool ok = begin_change(OWN(mask));
    const bool near = ok && hm_canvas_polygon(&OWN(mask)->canvas, corners, number, op);
    free(corners);
    if (ok && !near)
        PyErr_SetString(PyExc_OverflowError, "a corner is more than 2^22 pixels away");
    return near ? none() : NULL;
}

static PyObject *scroll_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "scroll", "offset");
    hm_point by;
    if (!take_point(a[0], "offset", &by) || !begin_change(OWN(mask)))
        return NULL;
    hm_canvas_scroll(&OWN(mask)->canvas, by.x, by.y);
    return none();
}

static PyObject *grow_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "grow", "distance");
    uint32_t distance;
    if (!take_size(a[0], "distance", &distance) || !begin_change(OWN(mask)))
        return NULL;
    hm_canvas_grow(&OWN(mask)->canvas, distance);
    return none();
}

static PyObject *shrink_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "shrink", "distance");
    uint32_t distance;
    if (!take_size(a[0], "distance", &distance) || !begin_change(OWN(mask)))
        return NULL;
    hm_canvas_shrink(&OWN(mask)->canvas, distance);
    return none();
}

static PyObject *keep_outline_(PyObject *object, METHOD_ARGS)
{
    TAKE(1, 0, "keep_outline", "thickness");
    mask *const self = (mask *)object;
    uint32_t thickness = 1;
    if ((a[0] != NULL && !take_size(a[0], "thickness", &thickness)) || !begin_change(self))
        return NULL;
    const size_t size = hm_canvas_buffer_size(self->canvas.width, self->canvas.height);
    void *const scratch = malloc(size);
    if (scratch == NULL)
        return PyErr_NoMemory();
    hm_canvas_outline(&self->canvas, thickness, scratch, size);
    free(scratch);
    return none();
}

static PyObject *set_bits_(PyObject *object, METHOD_ARGS)
{
    TAKE(2, 1, "set_bits", "bits", "stride");
    mask *const self = (mask *)object;
    uint32_t stride = ((uint32_t)self->canvas.width + 7) / 8;
    Py_buffer bits;
    if (a[1] != NULL && !take_size(a[1], "stride", &stride))
        return NULL;
    if (PyObject_GetBuffer(a[0], &bits, PyBUF_SIMPLE) < 0)
        return NULL;
    const bool ok = begin_change(self);
    const bool taken = ok && hm_canvas_from_bits(&self->canvas, bits.buf, stride, (size_t)bits.len);
    PyBuffer_Release(&bits);
    if (ok && !taken)
        PyErr_SetString(PyExc_ValueError, "too few bytes for the rows of the mask");
    return taken ? none() : NULL;
}

#define OPERATIONS                                                                                 \
    "op says what happens to the pixels drawn: ADD (0, the default) makes them solid, ERASE "      \
    "makes them empty, and TOGGLE inverts them. KEEP makes all other pixels empty."

PyMethodDef change_methods[] = {
    METHOD_ALONE(fill, "Makes every pixel solid. (hm_canvas_fill)"),
    METHOD_ALONE(clear, "Makes every pixel empty. (hm_canvas_fill)"),
    METHOD_ALONE(invert, "Makes solid pixels empty, and empty pixels solid. (hm_canvas_fill)"),
    METHOD(get_at, "pos",
           "Returns 1 if the pixel is solid, otherwise 0. (hm_solid, hm_canvas_solid)\n\n"
           "Raises IndexError for a pixel outside the mask."),
    METHOD(set_at, "pos, value=1",
           "Makes a pixel solid, or empty if value is 0. (hm_canvas_set)\n\n"
           "Raises IndexError for a pixel outside the mask."),
    METHOD(draw, "other, offset",
           "Makes pixels solid where another mask is solid. (hm_canvas_stamp)\n\noffset is the "
           "position of other minus the position of this mask, in pixels."),
    METHOD(erase, "other, offset",
           "Makes pixels empty where another mask is solid. (hm_canvas_stamp)\n\noffset is the "
           "position of other minus the position of this mask, in pixels."),
    METHOD_ALONE(get_size,
                 "Returns the size in pixels: (width, height). (hm_canvas_width, hm_canvas_height, "
                 "hm_sprite_width, hm_sprite_height)"),
    METHOD_ALONE(copy,
                 "Returns a Mask with the same pixels. (hm_canvas_copy)\n\nThe copy of a Sprite is "
                 "a Mask, too. In a subclass of Mask, copy() calls __copy__()."),
    {"__copy__", copy_now, METH_NOARGS,
     "__copy__($self, /)\n--\n\nReturns a Mask with the same pixels. In a subclass of "
     "Mask, it returns an object of that class."},
    METHOD(scale, "scale",
           "Returns this mask, scaled to another size, as a Mask. "
           "(hm_canvas_resize)\n\nscale is the new size (W, H); this mask has the size (w, h). "
           "Pixel (x, y) of the result is pixel (x * w // W, y * h // H) of this mask. Raises "
           "ValueError for a negative size."),
    METHOD(flip, "horizontal=False, vertical=False",
           "Returns a mirrored Mask; for a Sprite, a mirrored Sprite. (hm_sprite_flip)\n\n"
           "horizontal swaps left and right, vertical swaps top and bottom."),
    METHOD_ALONE(
        transpose,
        "Returns a Mask with the pixels of this mask, x and y exchanged. (hm_sprite_transpose)"),
    METHOD_ALONE(
        bits,
        "Returns the pixels as bytes, row by row. (hm_sprite_bits, hm_canvas_bits)\n\nPixel x of a "
        "row is bit x % 8 of byte x // 8 of the row. A mask of this size takes the bytes with "
        "set_bits()."),
    METHOD(
        set_bits, "bits, stride=None",
        "Takes all pixels from bytes that are laid out as bits() returns them. "
        "(hm_canvas_from_bits, hm_sprite_from_bits)\n\nEach row begins stride bytes after the row "
        "before. Without a stride, the rows follow each other, as in bits(). Raises ValueError if "
        "there are too few bytes."),
    {"from_sprite", mask_from_sprite, METH_O | METH_CLASS,
     "from_sprite($type, sprite, /)\n--\n\nReturns a Mask with the pixels of a Sprite or Mask."},
    METHOD(stamp, "other, offset, op=0",
           "Draws the solid pixels of another mask. (hm_canvas_stamp)\n\n" OPERATIONS
           " offset is the position of other minus the position of this mask, in pixels."),
    METHOD(stamp_placed, "placement, op=0",
           "Draws the pixels whose centre lies in a solid pixel of a Placement. "
           "(hm_canvas_stamp_affine)\n\n" OPERATIONS
           " The top-left pixel of this mask lies at (0, 0) of the world. Raises ValueError if the "
           "placement is out of range, or if a mask is wider or higher than 65535 pixels."),
    METHOD(fill_rect, "rect, op=0",
           "Draws a filled rectangle (x, y, width, height). (hm_canvas_fill)\n\n" OPERATIONS),
    METHOD(circle, "center, radius, op=0",
           "Draws a filled circle: the pixels at most radius pixels away from center. "
           "(hm_canvas_circle)\n\n" OPERATIONS " radius is a whole number."),
    METHOD(segment, "start, end, width=1, op=0",
           "Draws a segment, width pixels wide. (hm_canvas_segment)\n\nWith a width of "
           "2 or more, the segment has round ends. " OPERATIONS),
    METHOD(polygon, "corners, op=0",
           "Draws a filled polygon: the pixels whose centre lies inside it. "
           "(hm_canvas_polygon)\n\nCorners are in pixels, and may have fractions. " OPERATIONS
           " Raises OverflowError for a corner more than 2^22 pixels from (0, 0)."),
    METHOD(scroll, "offset",
           "Moves all pixels by offset. Pixels that leave the mask are lost. (hm_canvas_scroll)"),
    METHOD(grow, "distance",
           "Makes a square round each solid pixel solid. (hm_canvas_grow)\n\nThe "
           "square reaches distance pixels to each side."),
    METHOD(shrink, "distance",
           "Makes a square round each empty pixel empty. (hm_canvas_shrink)\n\nThe "
           "square reaches distance pixels to each side. Pixels outside the mask count as empty."),
    METHOD(keep_outline, "thickness=1",
           "Keeps only the outline: the solid pixels that shrink(thickness) would make empty. "
           "(hm_canvas_outline)"),
    {NULL, NULL, 0, NULL},
};
