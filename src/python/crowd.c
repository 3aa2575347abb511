/*
 * crowd.c - the parts of a world that have many items: Crowd, PlacedCrowd
 *
 * The runtime asks arrays that the caller keeps; these types keep them, and the masks. When a Mask
 * among the items has changed, its box is made again before the next question.
 */
#include "core.h"

/* ---- Arrays of items ------------------------------------------------------------------------ */

/* An array that grows: `size` bytes an item. */
struct column {
    void **at;
    size_t size;
};

/* Makes room for one more item in all columns, or raises MemoryError. */
static bool make_room(struct column *columns, size_t count, size_t used, size_t *room)
{
    if (used < *room)
        return true;
    if (used >= UINT32_MAX - 1) {
        PyErr_SetString(PyExc_OverflowError, "too many items");
        return false;
    }
    const size_t wanted = *room < 8 ? 16 : *room * 2;
    for (size_t i = 0; i < count; i++) {
        void *const larger = realloc(*columns[i].at, wanted * columns[i].size);
        if (larger == NULL) {
            PyErr_NoMemory();
            return false;
        }
        *columns[i].at = larger;
    }
    *room = wanted;
    return true;
}

bool may_change(uint32_t holds)
{
    if (holds > 0)
        PyErr_SetString(PyExc_RuntimeError, "another thread asks about the items");
    return holds == 0;
}

static bool take_index(PyObject *value, uint32_t count, uint32_t *out)
{
    const Py_ssize_t index = PyNumber_AsSsize_t(value, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred())
        return false;
    const Py_ssize_t at = index < 0 ? index + (Py_ssize_t)count : index;
    if (at < 0 || at >= (Py_ssize_t)count) {
        PyErr_SetString(PyExc_IndexError, "there are fewer items");
        return false;
    }
    *out = (uint32_t)at;
    return true;
}

/* Puts a mask into an item, or leaves it out with NULL. Counts the items that may change. */
static mask *put_item(struct item *item, mask *of, size_t *masks)
{
    mask *const before = item->mask;
    if (before != NULL && !before->is_sprite)
        --*masks;
    if (of != NULL && !of->is_sprite)
        ++*masks;
    Py_XINCREF((PyObject *)of);
    item->mask = of;
    return before; /* to be given back when all else is in order */
}

static int visit_items(const struct item *items, size_t count, visitproc visit, void *arg)
{
    for (size_t i = 0; i < count; i++)
        Py_VISIT((PyObject *)items[i].mask);
    return 0;
}

static void free_items(struct item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        Py_XDECREF((PyObject *)items[i].mask);
    free(items);
}

/* ---- Crowd ---------------------------------------------------------------------------------- */

static void make_box(crowd *self, uint32_t index)
{
    struct item *const item = &self->items[index];
    hm_box box = {0, 0, 0, 0};
    if (item->mask != NULL) {
        hm_box bounds;
        hm_sprite_bounds(view_of(item->mask), &bounds);
        hm_box_move(&bounds, self->at[index].x, self->at[index].y, &box);
        item->changes = item->mask->changes;
    }
    self->sprites[index] = item->mask != NULL ? &item->mask->view : NULL;
    self->edges[0][index] = box.x0;
    self->edges[1][index] = box.y0;
    self->edges[2][index] = box.x1;
    self->edges[3][index] = box.y1;
}

void refresh_crowd(crowd *self)
{
    for (uint32_t i = 0; self->masks > 0 && i < self->view.count; i++) {
        struct item *const item = &self->items[i];
        if (item->mask != NULL && (item->mask->stale || item->changes != item->mask->changes))
            make_box(self, i);
    }
    self->view.x0 = self->edges[0];
    self->view.y0 = self->edges[1];
    self->view.x1 = self->edges[2];
    self->view.y1 = self->edges[3];
    self->view.sprites = self->sprites;
}

static bool append_item(crowd *self, mask *of, hm_point at)
{
    struct column columns[] = {
        {(void **)&self->items, sizeof *self->items}, {(void **)&self->at, sizeof *self->at},
        {(void **)&self->edges[0], sizeof(int32_t)},  {(void **)&self->edges[1], sizeof(int32_t)},
        {(void **)&self->edges[2], sizeof(int32_t)},  {(void **)&self->edges[3], sizeof(int32_t)},
        {(void **)&self->sprites, sizeof(void *)}};
    const uint32_t index = self->view.count;
    if (!may_change(self->holds) ||
        !make_room(columns, sizeof columns / sizeof *columns, index, &self->room))
        return false;
    self->items[index] = (struct item){NULL, 0};
    put_item(&self->items[index], of, &self->masks);
    self->at[index] = at;
    self->view.count++;
    make_box(self, index);
    return true;
}

static PyObject *append_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "append", "mask", "pos");
    mask *const of = take_mask(a[0], "mask");
    hm_point at;
    if (of == NULL || !take_point(a[1], "pos", &at) || !append_item(OWN(crowd), of, at))
        return NULL;
    return PyLong_FromUnsignedLong(OWN(crowd)->view.count - 1);
}

static PyObject *move_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "move", "index", "pos");
    uint32_t index;
    hm_point at;
    if (!take_index(a[0], OWN(crowd)->view.count, &index) || !take_point(a[1], "pos", &at) ||
        !may_change(OWN(crowd)->holds))
        return NULL;
    OWN(crowd)->at[index] = at;
    make_box(OWN(crowd), index);
    return none();
}

static int crowd_set(PyObject *object, PyObject *key, PyObject *value)
{
    crowd *const self = (crowd *)object;
    uint32_t index;
    hm_point at = {0, 0};
    mask *of = NULL;
    if (value == NULL) {
        PyErr_SetString(PyExc_TypeError, "an item is left out by None, and keeps its index");
        return -1;
    }
    if (!take_index(key, self->view.count, &index) || !may_change(self->holds))
        return -1;
    if (value != Py_None) {
        if (!PyTuple_Check(value) || PyTuple_Size(value) != 2) {
            PyErr_SetString(PyExc_TypeError, "an item is (mask, pos), or None");
            return -1;
        }
        of = take_mask(PyTuple_GetItem(value, 0), "mask");
        if (of == NULL || !take_point(PyTuple_GetItem(value, 1), "pos", &at) ||
            !may_change(self->holds))
            return -1;
    }
    mask *const before = put_item(&self->items[index], of, &self->masks);
    self->at[index] = at;
    make_box(self, index);
    Py_XDECREF((PyObject *)before);
    return 0;
}

static PyObject *crowd_item(PyObject *object, PyObject *key)
{
    crowd *const self = (crowd *)object;
    uint32_t index;
    if (!take_index(key, self->view.count, &index))
        return NULL;
    if (self->items[index].mask == NULL)
        return none();
    return Py_BuildValue("(ON)", (PyObject *)self->items[index].mask, point_of(self->at[index]));
}

static Py_ssize_t crowd_length(PyObject *self)
{
    return (Py_ssize_t)OWN(crowd)->view.count;
}

/* The number at `index` of an array of ints; false when it does not fit 32 bits. */
static bool number_at(const Py_buffer *from, size_t index, int32_t *out)
{
    if (from->itemsize == 4) {
        memcpy(out, (const char *)from->buf + index * 4, 4);
        return true;
    }
    int64_t wide;
    memcpy(&wide, (const char *)from->buf + index * 8, 8);
    *out = (int32_t)wide;
    return wide == *out;
}

static PyObject *place_(PyObject *object, METHOD_ARGS)
{
    TAKE(1, 1, "place", "positions");
    crowd *const self = (crowd *)object;
    const uint32_t number = self->view.count;
    Py_buffer from;
    if (PyObject_GetBuffer(a[0], &from, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return NULL;
    bool ok = from.format != NULL && strchr("ilq", from.format[0]) != NULL &&
              from.format[1] == '\0' && (from.itemsize == 4 || from.itemsize == 8);
    if (!ok)
        PyErr_SetString(PyExc_TypeError, "positions must be ints of 32 or 64 bits");
    else if (!(ok = (uint64_t)from.len == (uint64_t)number * 2 * (uint64_t)from.itemsize))
        PyErr_SetString(PyExc_ValueError, "positions must have x and y of each item");
    else
        ok = may_change(self->holds);
    for (uint32_t i = 0; ok && i < number; i++) {
        hm_point at;
        ok = number_at(&from, (size_t)i * 2, &at.x) && number_at(&from, (size_t)i * 2 + 1, &at.y);
        if (!ok) {
            PyErr_SetString(PyExc_OverflowError, "a position is beyond 32 bits");
            break;
        }
        self->at[i] = at;
        make_box(self, i);
    }
    PyBuffer_Release(&from);
    return ok ? none() : NULL;
}

/* All pairs in an array that grows; NULL without memory. */
static hm_pair *find_pairs(const hm_crowd *view, void *scratch, size_t size, size_t *count)
{
    hm_pairs pairs;
    size_t room = 256;
    hm_pair *all = malloc(room * sizeof *all);
    uint32_t found = all != NULL ? hm_pairs_begin(&pairs, view, scratch, size) : 0;
    for (*count = 0; all != NULL && found > 0;) {
        const size_t free_room = room - *count;
        found = hm_pairs_next(&pairs, all + *count, (uint32_t)free_room);
        *count += found;
        if (found < free_room)
            break;
        hm_pair *const larger =
            room < UINT32_MAX / 2 ? realloc(all, (room *= 2) * sizeof *all) : NULL;
        if (larger == NULL)
            free(all);
        all = larger;
    }
    return all;
}

static PyObject *pairs_(PyObject *object, PyObject *unused)
{
    crowd *const self = (crowd *)object;
    struct long_call call = {.state = NULL};
    size_t count = 0;
    (void)unused;
    refresh_crowd(self);
    const size_t size = hm_pairs_scratch_size(self->view.count);
    void *const scratch = malloc(size + 1);
    if (self->view.count > 4096 && self->masks == 0)
        let_go(&call, &self->holds, NULL);
    hm_pair *const all = scratch != NULL ? find_pairs(&self->view, scratch, size, &count) : NULL;
    end_long(&call);
    PyObject *list = NULL;
    if (all != NULL)
        list = PyList_New((Py_ssize_t)count);
    else
        PyErr_NoMemory();
    for (size_t i = 0; all != NULL && list != NULL && i < count; i++) {
        PyObject *const pair = pair_of(all[i].first, all[i].second);
        if (pair == NULL || PyList_SetItem(list, (Py_ssize_t)i, pair) < 0)
            Py_CLEAR(list);
    }
    free(all);
    free(scratch);
    return list;
}

/* Items of a constructor: any that may be walked, each given to `append`. */
static int append_all(PyObject *self, PyObject *items, int append(PyObject *self, PyObject *item))
{
    PyObject *const iterator = items != NULL ? PyObject_GetIter(items) : NULL;
    PyObject *item;
    int status = items == NULL || iterator != NULL ? 0 : -1;
    while (status == 0 && iterator != NULL && (item = PyIter_Next(iterator)) != NULL) {
        status = append(self, item);
        Py_DECREF(item);
    }
    Py_XDECREF(iterator);
    return PyErr_Occurred() ? -1 : status;
}

static PyObject *new_with_items(PyTypeObject *type, const struct arguments *wanted, PyObject *args,
                                PyObject *named, int append(PyObject *self, PyObject *item))
{
    PyObject *a[ARGUMENTS_MAX] = {NULL};
    if (!take_tuple(wanted, args, named, a))
        return NULL;
    PyObject *const self = PyType_GenericAlloc(type, 0);
    if (self == NULL || append_all(self, a[0], append) == 0)
        return self;
    Py_DECREF(self);
    return NULL;
}

static int append_pair(PyObject *self, PyObject *item)
{
    mask *of = NULL;
    hm_point at;
    if (!PyTuple_Check(item) || PyTuple_Size(item) != 2)
        PyErr_SetString(PyExc_TypeError, "an item is (mask, pos)");
    else
        of = take_mask(PyTuple_GetItem(item, 0), "mask");
    return of != NULL && take_point(PyTuple_GetItem(item, 1), "pos", &at) &&
                   append_item(OWN(crowd), of, at)
               ? 0
               : -1;
}

static PyObject *crowd_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const struct arguments wanted = {"Crowd", 0, {"items"}};
    return new_with_items(type, &wanted, args, named, append_pair);
}

static int crowd_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return visit_items(OWN(crowd)->items, OWN(crowd)->view.count, visit, arg);
}

static void crowd_dealloc(PyObject *object)
{
    crowd *const self = (crowd *)object;
    PyObject_GC_UnTrack(object);
    free_items(self->items, self->view.count);
    free(self->at);
    for (int i = 0; i < 4; i++)
        free(self->edges[i]);
    free((void *)self->sprites);
    free_object(self);
}

static PyMethodDef crowd_methods[] = {
    METHOD(append, "mask, pos",
           "Adds an upright mask with its top-left pixel at pos, and returns its index."),
    METHOD(move, "index, pos", "Moves an item: its top-left pixel then lies at pos."),
    METHOD(place, "positions",
           "Moves all items. positions is an array of ints: x and y of each item."),
    METHOD_ALONE(pairs,
                 "Returns all pairs of indices of items that touch, the smaller index first. "
                 "(hm_pairs_begin, hm_pairs_next, hm_pairs_scratch_size)"),
    {NULL, NULL, 0, NULL},
};

/* ---- PlacedCrowd ---------------------------------------------------------------------------- */

static void make_placed_box(placed_crowd *self, uint32_t index)
{
    struct item *const item = &self->items[index];
    self->boxes[index] = (hm_box){0, 0, 0, 0};
    if (item->mask != NULL) {
        hm_placed_bounds(view_of(item->mask), &self->at[index], &self->boxes[index]);
        item->changes = item->mask->changes;
    }
    self->sprites[index] = item->mask != NULL ? &item->mask->view : NULL;
}

void refresh_placed(placed_crowd *self)
{
    for (uint32_t i = 0; self->masks > 0 && i < self->view.count; i++) {
        struct item *const item = &self->items[i];
        if (item->mask != NULL && (item->mask->stale || item->changes != item->mask->changes))
            make_placed_box(self, i);
    }
    self->view.at = self->at;
    self->view.boxes = self->boxes;
    self->view.sprites = self->sprites;
}

static int append_placement(PyObject *object, PyObject *value)
{
    placed_crowd *const self = (placed_crowd *)object;
    placed *const item = take_placement(value, "item");
    struct column columns[] = {{(void **)&self->items, sizeof *self->items},
                               {(void **)&self->at, sizeof *self->at},
                               {(void **)&self->boxes, sizeof *self->boxes},
                               {(void **)&self->sprites, sizeof(void *)}};
    const uint32_t index = self->view.count;
    if (item == NULL || !may_change(self->holds) ||
        !make_room(columns, sizeof columns / sizeof *columns, index, &self->room))
        return -1;
    self->items[index] = (struct item){NULL, 0};
    put_item(&self->items[index], item->mask, &self->masks);
    self->at[index] = item->at;
    self->view.count++;
    make_placed_box(self, index);
    return 0;
}

static PyObject *append_placed(PyObject *self, PyObject *value)
{
    return append_placement(self, value) == 0
               ? PyLong_FromUnsignedLong(OWN(placed_crowd)->view.count - 1)
               : NULL;
}

static int placed_set(PyObject *object, PyObject *key, PyObject *value)
{
    placed_crowd *const self = (placed_crowd *)object;
    uint32_t index;
    placed *item = NULL;
    if (value == NULL) {
        PyErr_SetString(PyExc_TypeError, "an item is left out by None, and keeps its index");
        return -1;
    }
    if (!take_index(key, self->view.count, &index) || !may_change(self->holds) ||
        (value != Py_None && (item = take_placement(value, "item")) == NULL))
        return -1;
    mask *const before =
        put_item(&self->items[index], item != NULL ? item->mask : NULL, &self->masks);
    if (item != NULL)
        self->at[index] = item->at;
    make_placed_box(self, index);
    Py_XDECREF((PyObject *)before);
    return 0;
}

static PyObject *placed_item(PyObject *object, PyObject *key)
{
    placed_crowd *const self = (placed_crowd *)object;
    uint32_t index;
    if (!take_index(key, self->view.count, &index))
        return NULL;
    if (self->items[index].mask == NULL)
        return none();
    placed *const made = (placed *)PyType_GenericAlloc(types.placement, 0);
    if (made != NULL) {
        made->mask = self->items[index].mask;
        made->at = self->at[index];
        Py_INCREF((PyObject *)made->mask);
    }
    return (PyObject *)made;
}

static Py_ssize_t placed_length(PyObject *self)
{
    return (Py_ssize_t)OWN(placed_crowd)->view.count;
}

static PyObject *placed_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const struct arguments wanted = {"PlacedCrowd", 0, {"items"}};
    return new_with_items(type, &wanted, args, named, append_placement);
}

static int placed_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return visit_items(OWN(placed_crowd)->items, OWN(placed_crowd)->view.count, visit, arg);
}

static void placed_dealloc(PyObject *object)
{
    placed_crowd *const self = (placed_crowd *)object;
    PyObject_GC_UnTrack(object);
    free_items(self->items, self->view.count);
    free(self->at);
    free(self->boxes);
    free((void *)self->sprites);
    free_object(self);
}

static PyMethodDef placed_methods[] = {
    {"append", append_placed, METH_O,
     "append($self, placement, /)\n--\n\nAdds a copy of the placement, and returns its index. "
     "Later changes of the placement do not count."},
    {NULL, NULL, 0, NULL},
};

/* ---- Types ---------------------------------------------------------------------------------- */

static const char crowd_doc[] =
    "Crowd(items=())\n--\n\n"
    "Many upright masks, as a part of a World. Each item is (mask, pos).\n\n"
    "crowd[i] = (mask, pos) changes an item. crowd[i] = None leaves the item out until it is "
    "set again; it keeps its index.";

static const char placed_doc[] =
    "PlacedCrowd(items=())\n--\n\n"
    "Many placed masks, as a part of a World. Each item is a Placement.\n\n"
    "The crowd copies each Placement. After you change a Placement, set the item again: "
    "crowd[i] = placement.";

bool make_crowd_types(PyObject *module)
{
    PyType_Slot crowd_slots[] = {
        {Py_tp_new, crowd_new},
        {Py_tp_dealloc, crowd_dealloc},
        {Py_tp_traverse, crowd_traverse},
        {Py_tp_doc, (void *)crowd_doc},
        {Py_tp_methods, NULL},
        {Py_mp_length, crowd_length},
        {Py_mp_subscript, crowd_item},
        {Py_mp_ass_subscript, crowd_set},
        {0, NULL},
    };
    PyType_Slot placed_slots[] = {
        {Py_tp_new, placed_new},
        {Py_tp_dealloc, placed_dealloc},
        {Py_tp_traverse, placed_traverse},
        {Py_tp_doc, (void *)placed_doc},
        {Py_tp_methods, NULL},
        {Py_mp_length, placed_length},
        {Py_mp_subscript, placed_item},
        {Py_mp_ass_subscript, placed_set},
        {0, NULL},
    };
    const unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC;
    PyType_Spec crowd_spec = {"hitmask.Crowd", sizeof(crowd), 0, flags, crowd_slots};
    PyType_Spec placed_spec = {"hitmask.PlacedCrowd", sizeof(placed_crowd), 0, flags, placed_slots};
    types.crowd = make_type(module, &crowd_spec, NULL, (PyMethodDef *[]){crowd_methods, NULL});
    types.placed_crowd =
        make_type(module, &placed_spec, NULL, (PyMethodDef *[]){placed_methods, NULL});
    return types.crowd != NULL && types.placed_crowd != NULL;
}
