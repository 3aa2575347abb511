/*
 * outline.c - the pixels round the first piece, as in pygame, and the loops round all of them
 */
#include "core.h"

/* ---- The walk of pygame --------------------------------------------------------------------- */

/* The eight neighbours, clockwise from the right. */
static const int8_t round_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int8_t round_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/* A walk round a piece, that keeps the outside on its left. The words lie as in a canvas: stripes
 * of 64 columns, in which a row has 8 bytes. */
struct walk {
    const uint8_t *words;
    hm_point size, at;
    unsigned heading; /* of the last step: an index of a neighbour */
};

static uint64_t word_at(const struct walk *walk, int32_t stripe, int32_t y)
{
    const uint8_t *const at =
        walk->words + ((size_t)stripe * (uint32_t)walk->size.y + (uint32_t)y) * 8;
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if !PY_LITTLE_ENDIAN
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The pixels x - 1, x and x + 1 of a row, as three bits. */
static unsigned three_at(const struct walk *walk, int32_t x, int32_t y)
{
    if ((uint32_t)y >= (uint32_t)walk->size.y)
        return 0;
    const int32_t stripe = x / 64;
    const unsigned bit = (unsigned)x % 64;
    const uint64_t word = word_at(walk, stripe, y);
    if (bit > 0 && bit < 63)
        return (unsigned)(word >> (bit - 1)) & 7;
    const uint64_t before = stripe > 0 ? word_at(walk, stripe - 1, y) >> 63 : 0;
    const uint64_t after = stripe < (walk->size.x - 1) / 64 ? word_at(walk, stripe + 1, y) & 1 : 0;
    return (unsigned)(bit == 0 ? before | (word & 3) << 1 : word >> 62 | after << 2);
}

/* The solid neighbours, a bit each, in their order. */
static unsigned neighbours_of(const struct walk *walk)
{
    const unsigned above = three_at(walk, walk->at.x, walk->at.y - 1);
    const unsigned beside = three_at(walk, walk->at.x, walk->at.y);
    const unsigned below = three_at(walk, walk->at.x, walk->at.y + 1);
    return beside >> 2 | (below >> 2) << 1 | (below >> 1 & 1) << 2 | (below & 1) << 3 |
           (beside & 1) << 4 | above << 5;
}

/* Goes on to the first solid neighbour, from the one that is furthest back on the left. */
static bool step_on(struct walk *walk)
{
    const unsigned around = neighbours_of(walk);
    const unsigned from = (walk->heading + 6 - (walk->heading & 1)) & 7;
    unsigned to = from, turned = (around | around << 8) >> from & 0xff;
    if (around == 0)
        return false;
    for (; (turned & 1) == 0; turned >>= 1)
        to++;
    walk->heading = to & 7;
    walk->at.x += round_x[walk->heading];
    walk->at.y += round_y[walk->heading];
    return true;
}

static bool is_same(hm_point a, hm_point b)
{
    return a.x == b.x && a.y == b.y;
}

/* A path that grows. */
struct path {
    hm_point *points;
    size_t count, room;
};

static bool path_add(struct path *path, hm_point point)
{
    if (path->count == path->room) {
        const size_t room = path->room < 256 ? 512 : path->room * 2;
        hm_point *const larger = realloc(path->points, room * sizeof *larger);
        if (larger == NULL)
            return false;
        path->points = larger;
        path->room = room;
    }
    path->points[path->count++] = point;
    return true;
}

/* The walk ends where it begins, when it would go the first step again. */
static bool trace(struct walk *walk, struct path *path)
{
    const hm_point start = walk->at;
    if (!path_add(path, start))
        return false;
    if (!step_on(walk))
        return true;
    const hm_point second = walk->at;
    for (;;) {
        const hm_point before = walk->at;
        if (!path_add(path, before))
            return false;
        step_on(walk);
        if (is_same(before, start) && is_same(walk->at, second))
            return true;
    }
}

static PyObject *tuple_of_path(const struct path *path)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)path->count);
    for (size_t i = 0; tuple != NULL && i < path->count; i++) {
        PyObject *const point = point_of(path->points[i]);
        if (point == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, point) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* The outline of the first piece as a tuple, which a mask keeps until it changes: to make these
 * many points takes longer than to find them, and games ask again in each frame. */
static PyObject *outline_of(mask *self)
{
    const hm_sprite *const view = view_of(self);
    const hm_box all = {0, 0, view->width, view->height};
    struct walk walk = {.size = {view->width, view->height}};
    struct path path = {NULL, 0, 0};
    if (self->outline != NULL) {
        Py_INCREF(self->outline);
        return self->outline;
    }
    if (!hm_overlap_box(view, &all, &walk.at))
        return PyTuple_New(0);
    mask *const copy = self->is_sprite ? mask_of(view) : NULL;
    if (self->is_sprite && copy == NULL)
        return NULL;
    walk.words = (const uint8_t *)(copy != NULL ? copy : self)->buffer;
    struct long_call call;
    const uint64_t changes = self->changes;
    begin_long(&call, self, NULL, pixels_of(self));
    const bool ok = trace(&walk, &path);
    end_long(&call);
    PyObject *const tuple = ok ? tuple_of_path(&path) : PyErr_NoMemory();
    Py_XDECREF((PyObject *)copy);
    free(path.points);
    if (tuple != NULL && !self->unclean && self->outline == NULL && self->changes == changes) {
        Py_INCREF(tuple);
        self->outline = tuple;
    }
    return tuple;
}

static PyObject *outline_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 0, "outline", "every");
    int32_t every = 1;
    if (a[0] != NULL && !take_integer(a[0], "every", &every))
        return NULL;
    PyObject *const all = outline_of(OWN(mask));
    if (all == NULL)
        return NULL;
    const Py_ssize_t number = PyTuple_Size(all), step = every > 0 ? every : number;
    PyObject *list;
    if (step == 1) {
        list = PySequence_List(all);
    } else {
        list = PyList_New(0);
        for (Py_ssize_t i = 0; list != NULL && i < number; i += step)
            if (PyList_Append(list, PyTuple_GetItem(all, i)) < 0)
                Py_CLEAR(list);
    }
    Py_DECREF(all);
    return list;
}

/* ---- Loops ---------------------------------------------------------------------------------- */

static bool append_point(PyObject *list, hm_point point)
{
    PyObject *const pair = point_of(point);
    const bool ok = pair != NULL && PyList_Append(list, pair) == 0;
    Py_XDECREF(pair);
    return ok;
}

static PyObject *loop_list(const hm_corner *corners, const uint32_t *ends, uint32_t loops)
{
    PyObject *all = PyList_New(0);
    for (uint32_t i = 0, at = 0; all != NULL && i < loops; i++) {
        PyObject *loop = PyList_New(0);
        for (; loop != NULL && at < ends[i]; at++)
            if (!append_point(loop, (hm_point){(int32_t)(corners[at].x / 65536),
                                               (int32_t)(corners[at].y / 65536)}))
                Py_CLEAR(loop);
        if (loop == NULL || PyList_Append(all, loop) < 0)
            Py_CLEAR(all);
        Py_XDECREF(loop);
    }
    return all;
}

static PyObject *loops_(PyObject *object, METHOD_ARGS)
{
    TAKE(2, 0, "loops", "rect", "diagonal");
    mask *const self = (mask *)object;
    hm_box box;
    bool diagonal;
    uint32_t loops = 0, room = 256, found;
    hm_corner *corners = NULL;
    uint32_t *ends = NULL;
    const bool has_box = a[0] != NULL && a[0] != Py_None;
    if ((has_box && !take_rect(a[0], "rect", &box)) || !take_truth(a[1], false, &diagonal))
        return NULL;
    const hm_sprite *const view = view_of(self);
    for (;;) {
        corners = malloc((size_t)room * sizeof *corners);
        ends = malloc((size_t)room / 4 * sizeof *ends);
        if (corners == NULL || ends == NULL)
            break;
        struct long_call call;
        begin_long(&call, self, NULL, pixels_of(self));
        found = hm_outline(view, has_box ? &box : NULL, diagonal, corners, room, ends, &loops);
        end_long(&call);
        if (found <= room)
            break;
        free(corners);
        free(ends);
        corners = NULL;
        room = found;
    }
    PyObject *const all =
        corners != NULL && ends != NULL ? loop_list(corners, ends, loops) : PyErr_NoMemory();
    free(corners);
    free(ends);
    return all;
}

PyMethodDef outline_methods[] = {
    METHOD(outline, "every=1",
           "Returns the pixels round the first piece, clockwise. The first pixel stands again at "
           "the end.\n\nWith every=n, the list has every nth pixel. loops() returns the outlines "
           "of all pieces and holes."),
    METHOD(loops, "rect=None, diagonal=False",
           "Returns the outlines along the edges of pixels, as lists of corners. "
           "(hm_outline)\n\nCorners are in pixels. Pixels outside rect count as empty; with None, "
           "the whole mask counts. With diagonal, pixels that share a corner have one loop."),
    {NULL, NULL, 0, NULL},
};
