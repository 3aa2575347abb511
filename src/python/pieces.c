/*
 * pieces.c - connected pieces, the form of a mask, and convolution
 *
 * Pieces are joined over corners, too, as in pygame.
 */
#include "core.h"

/* ---- Pieces --------------------------------------------------------------------------------- */

struct pieces {
    hm_component *all;
    void *scratch;
    size_t scratch_size;
    uint32_t count;
};

static void free_pieces(struct pieces *pieces)
{
    free(pieces->all);
    free(pieces->scratch);
}

/* Finds all pieces of a mask: most masks have few, so the first try has room for some. */
static bool find_pieces(mask *self, bool diagonal, struct pieces *out)
{
    const hm_sprite *const view = view_of(self);
    uint32_t room = 64;
    struct long_call call;
    memset(out, 0, sizeof *out);
    begin_long(&call, self, NULL, pixels_of(self));
    out->scratch_size = hm_components_scratch_size(view);
    out->scratch = malloc(out->scratch_size + 1);
    for (int attempt = 0; attempt < 2 && out->scratch != NULL; attempt++) {
        out->all = malloc((size_t)room * sizeof *out->all);
        if (out->all == NULL)
            break;
        out->count = hm_components(view, diagonal, out->scratch, out->scratch_size, out->all, room);
        if (out->count <= room)
            break;
        room = out->count;
        free(out->all);
        out->all = NULL;
    }
    end_long(&call);
    if (out->all != NULL && (out->scratch_size > 0 || view->area == 0))
        return true;
    free_pieces(out);
    PyErr_NoMemory();
    return false;
}

static bool is_box(const hm_component *piece)
{
    const hm_box *const box = &piece->bounds;
    return piece->area > 0 && piece->area == (uint64_t)((int64_t)box->x1 - box->x0) *
                                                 (uint64_t)((int64_t)box->y1 - box->y0);
}

/* The piece as a mask of the size of the whole. Many are the whole, or a few pixels of dust. */
static mask *piece_mask(mask *self, const hm_component *piece, const struct pieces *pieces)
{
    struct long_call call;
    if (pieces->count == 1)
        return mask_of(&self->view);
    mask *const made = new_mask(types.mask, self->view.width, self->view.height);
    if (made == NULL)
        return NULL;
    if (is_box(piece)) {
        hm_canvas_fill(&made->canvas, &piece->bounds, HM_ADD);
        return made;
    }
    begin_long(&call, self, NULL, pixels_of(self));
    hm_canvas_stamp_component(&made->canvas, &self->view, piece->first.x, piece->first.y, true, 0,
                              0, HM_ADD, pieces->scratch, pieces->scratch_size);
    end_long(&call);
    return made;
}

static PyObject *connected_component_(PyObject *object, METHOD_ARGS)
{
    TAKE(1, 0, "connected_component", "pos");
    mask *const self = (mask *)object;
    hm_point pixel = {0, 0};
    struct pieces pieces;
    if (a[0] != NULL && !take_point(a[0], "pos", &pixel))
        return NULL;
    const hm_sprite *const view = view_of(self);
    if (a[0] != NULL &&
        (pixel.x < 0 || pixel.y < 0 || pixel.x >= view->width || pixel.y >= view->height)) {
        PyErr_Format(PyExc_IndexError, "%d, %d is out of bounds", pixel.x, pixel.y);
        return NULL;
    }
    if (!find_pieces(self, true, &pieces))
        return NULL;
    hm_component chosen = {.first = pixel};
    /* Without a pixel the largest counts, of several the first. */
    for (uint32_t i = 0; a[0] == NULL && i < pieces.count; i++)
        if (pieces.all[i].area > chosen.area)
            chosen = pieces.all[i];
    mask *made;
    if (a[0] == NULL ? chosen.area > 0 : hm_solid(view, pixel.x, pixel.y))
        made = piece_mask(self, &chosen, &pieces);
    else
        made = new_mask(types.mask, view->width, view->height);
    free_pieces(&pieces);
    return (PyObject *)made;
}

/* A list of something for each piece that is large enough. */
static PyObject *list_pieces(mask *self, bool diagonal, int32_t minimum,
                             PyObject *make(mask *, const hm_component *, const struct pieces *))
{
    struct pieces pieces;
    if (!find_pieces(self, diagonal, &pieces))
        return NULL;
    /* To make a list may run code, which must not change the mask before all pieces are made. */
    self->holds++;
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < pieces.count; i++) {
        if (minimum > 0 && pieces.all[i].area < (uint32_t)minimum)
            continue;
        PyObject *const item = make(self, &pieces.all[i], &pieces);
        if (item == NULL || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    self->holds--;
    free_pieces(&pieces);
    return list;
}

static PyObject *piece_as_mask(mask *self, const hm_component *piece, const struct pieces *pieces)
{
    return (PyObject *)piece_mask(self, piece, pieces);
}

static PyObject *piece_as_box(mask *self, const hm_component *piece, const struct pieces *pieces)
{
    (void)self;
    (void)pieces;
    return box_of(&piece->bounds);
}

static PyObject *piece_as_record(mask *self, const hm_component *piece, const struct pieces *pieces)
{
    (void)self;
    (void)pieces;
    return record_of(types.component, 3,
                     (PyObject *[]){box_of(&piece->bounds),
                                    PyLong_FromUnsignedLongLong(piece->area),
                                    point_of(piece->first)});
}

static PyObject *connected_components_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 0, "connected_components", "minimum");
    int32_t minimum = 0;
    if (a[0] != NULL && !take_integer(a[0], "minimum", &minimum))
        return NULL;
    return list_pieces(OWN(mask), true, minimum, piece_as_mask);
}

static PyObject *piece_boxes_(PyObject *self, PyObject *unused)
{
    (void)unused;
    return list_pieces(OWN(mask), true, 0, piece_as_box);
}

static PyObject *components_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 0, "components", "diagonal");
    bool diagonal;
    if (!take_truth(a[0], true, &diagonal))
        return NULL;
    return list_pieces(OWN(mask), diagonal, 0, piece_as_record);
}

static PyObject *stamp_component_(PyObject *object, METHOD_ARGS)
{
    TAKE(5, 2, "stamp_component", "other", "pos", "at", "op", "diagonal");
    mask *const self = (mask *)object, *const other = take_mask(a[0], "other");
    hm_point pixel, at = {0, 0};
    uint32_t op = HM_ADD;
    bool diagonal;
    if (other == NULL || !take_point(a[1], "pos", &pixel) ||
        (a[2] != NULL && !take_point(a[2], "at", &at)) ||
        (a[3] != NULL && !take_choice(a[3], "op", HM_TOGGLE + 1, &op)) ||
        !take_truth(a[4], true, &diagonal))
        return NULL;
    const hm_sprite view = *view_of(other);
    const size_t size = hm_components_scratch_size(&view);
    void *const scratch = malloc(size + 1);
    if (scratch == NULL)
        return PyErr_NoMemory();
    const bool ok = begin_change(self);
    const bool found =
        ok && hm_canvas_stamp_component(&self->canvas, &view, pixel.x, pixel.y, diagonal, at.x,
                                        at.y, (hm_op)op, scratch, size);
    free(scratch);
    return ok ? PyBool_FromLong(found) : NULL;
}

/* ---- Form ----------------------------------------------------------------------------------- */

static double degrees_of(uint32_t angle)
{
    return angle * (360.0 / 65536);
}

static bool too_wide(void)
{
    PyErr_Format(PyExc_OverflowError, "the mask is wider or higher than %d pixels",
                 HM_AFFINE_SIDE_MAX);
    return false;
}

/* False with an exception; `found` is false when there is no solid pixel. */
static bool moments_of(mask *self, hm_moments *out, bool *found)
{
    const hm_sprite *const view = view_of(self);
    *found = hm_sprite_moments(view, out);
    return *found || hm_sprite_area(view) == 0 || too_wide();
}

static PyObject *centroid_(PyObject *self, PyObject *unused)
{
    hm_moments moments;
    bool found;
    (void)unused;
    if (!moments_of(OWN(mask), &moments, &found))
        return NULL;
    /* pygame counts from the corner of a pixel, and cuts fractions off. */
    return found ? pair_of((moments.x - 32768) >> 16, (moments.y - 32768) >> 16) : pair_of(0, 0);
}

static PyObject *angle_(PyObject *self, PyObject *unused)
{
    hm_moments moments;
    bool found;
    (void)unused;
    if (!moments_of(OWN(mask), &moments, &found))
        return NULL;
    /* Clockwise from 0 to 180 degrees becomes counter-clockwise from -90 to 90. */
    const double clockwise = found ? degrees_of(moments.angle) : 0;
    return PyFloat_FromDouble(clockwise <= 90 ? 0 - clockwise : 180 - clockwise);
}

static PyObject *moments_(PyObject *self, PyObject *unused)
{
    hm_moments m;
    bool found;
    (void)unused;
    if (!moments_of(OWN(mask), &m, &found))
        return NULL;
    if (!found)
        return none();
    return record_of(types.moments, 6,
                     (PyObject *[]){fixed_of(m.x), fixed_of(m.y), fixed_of(m.xx), fixed_of(m.xy),
                                    fixed_of(m.yy), PyFloat_FromDouble(degrees_of(m.angle))});
}

/* ---- Convolution ---------------------------------------------------------------------------- */

/* Draws `shape` once for each solid pixel of `points`: at its place, for `sign` 1, or mirrored
 * about `from`, for -1. */
static void draw_all(hm_canvas *out, const hm_sprite *shape, const hm_sprite *points, hm_point from,
                     int sign)
{
    hm_box bounds, row;
    hm_point pixel;
    hm_sprite_bounds(points, &bounds);
    for (row = bounds; row.y0 < bounds.y1; row.y0++) {
        row.y1 = row.y0 + 1;
        for (row.x0 = bounds.x0; hm_overlap_box(points, &row, &pixel); row.x0 = pixel.x + 1)
            hm_canvas_stamp(out, shape, from.x + sign * pixel.x, from.y + sign * pixel.y, HM_ADD);
    }
}

/* A pixel of the convolution is solid when a pixel of `a` and one of `b`, counted from the right
 * and bottom edges of `b`, add up to it. So either is drawn at all pixels of the other: the one
 * with fewer pixels gives the places. */
static void convolve(hm_canvas *out, const hm_sprite *a, const hm_sprite *b, hm_point offset)
{
    hm_point from = {offset.x, offset.y};
    if (hm_sprite_area(b) <= hm_sprite_area(a)) {
        from.x += b->width - 1;
        from.y += b->height - 1;
        draw_all(out, a, b, from, -1);
    } else {
        hm_sprite turned;
        hm_sprite_flip(b, true, true, &turned);
        draw_all(out, &turned, a, from, 1);
    }
}

static PyObject *convolve_(PyObject *object, METHOD_ARGS)
{
    TAKE(3, 1, "convolve", "other", "output", "offset");
    mask *const self = (mask *)object, *const other = take_mask(a[0], "other");
    const bool has_output = a[1] != NULL && a[1] != Py_None;
    hm_point offset = {0, 0};
    if (other == NULL || (a[2] != NULL && !take_point(a[2], "offset", &offset)))
        return NULL;
    mask *out = has_output ? take_mask(a[1], "output") : NULL;
    if (has_output && out == NULL)
        return NULL;
    const hm_sprite *const view = view_of(self), *const with = view_of(other);
    const int64_t width = (int64_t)view->width + with->width - 1;
    const int64_t height = (int64_t)view->height + with->height - 1;
    const int64_t far = 1 << 30;
    if (width > far || height > far || offset.x > far || offset.x < -far || offset.y > far ||
        offset.y < -far) {
        PyErr_SetString(PyExc_OverflowError, "the masks or the offset are too large to convolve");
        return NULL;
    }
    /* The result comes first into a mask of its own: `output` may be one of the two. */
    if (out != NULL && !begin_change(out))
        return NULL;
    mask *const made =
        out == NULL || out == self || out == other
            ? new_mask(types.mask,
                       out != NULL ? out->canvas.width : (int32_t)(width > 0 ? width : 0),
                       out != NULL ? out->canvas.height : (int32_t)(height > 0 ? height : 0))
            : out;
    if (made == NULL)
        return NULL;
    if (made == out)
        Py_INCREF((PyObject *)out);
    struct long_call call;
    begin_long(&call, self, other, made != out ? pixels_of(self) : 0);
    convolve(&made->canvas, &self->view, &other->view, offset);
    end_long(&call);
    if (out != NULL && made != out) {
        hm_canvas_stamp(&out->canvas, view_of(made), 0, 0, HM_ADD);
        Py_DECREF((PyObject *)made);
        Py_INCREF((PyObject *)out);
        return (PyObject *)out;
    }
    return (PyObject *)made;
}

PyMethodDef piece_methods[] = {
    METHOD(connected_component, "pos=None",
           "Returns a Mask of the piece that holds the pixel pos; with None, of the largest piece. "
           "(hm_canvas_stamp_component)\n\nIf several pieces are the largest, the first in reading "
           "order counts. Raises IndexError if pos lies outside the mask."),
    METHOD(
        connected_components, "minimum=0",
        "Returns a list of Masks, one for each piece of at least minimum pixels. (hm_components)"),
    METHOD(
        components, "diagonal=True",
        "Returns a list of Components: bounds, area and first pixel of each piece. (hm_components, "
        "hm_components_scratch_size)\n\nWith diagonal, pixels that share a corner are connected."),
    METHOD(stamp_component, "other, pos, at=(0, 0), op=0, diagonal=True",
           "Changes this mask by the piece of another mask that holds a pixel. "
           "(hm_canvas_stamp_component)\n\npos is a pixel of other. Returns False if this pixel is "
           "empty. The top-left pixel of other lies at the pixel at of this mask. op is ADD, "
           "ERASE, KEEP or TOGGLE. With diagonal, pixels that share a corner are connected."),
    {"_piece_boxes", piece_boxes_, METH_NOARGS, NULL},
    METHOD_ALONE(centroid,
                 "Returns the centre of the solid pixels as two ints; (0, 0) if no pixel is solid. "
                 "(hm_sprite_moments)"),
    METHOD_ALONE(angle,
                 "Returns the direction in which the pixels are spread most, in degrees from -90 "
                 "to 90. (hm_sprite_moments)\n\nThe angle grows counter-clockwise. It comes from "
                 "the exact moments, while pygame cuts the moments to ints first."),
    METHOD_ALONE(moments,
                 "Returns the Moments of the solid pixels, or None if no pixel is solid. "
                 "(hm_sprite_moments)"),
    METHOD(convolve, "other, output=None, offset=(0, 0)",
           "Returns a Mask of the places where another mask overlaps this mask.\n\nPixel (x, y) of "
           "the result is solid if other overlaps this mask while its bottom right pixel lies at "
           "(x, y) - offset. If output is a Mask, the result is drawn on output, and output is "
           "returned. With None, a new Mask is returned."),
    {NULL, NULL, 0, NULL},
};
