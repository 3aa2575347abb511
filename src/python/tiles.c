/*
 * tiles.c - Tiles: a map of tiles, as a part of a world
 *
 * A tile is a Sprite, which nothing changes; each is also kept with x and y exchanged.
 */
#include "core.h"

void refresh_tiles(tiles *self)
{
    /* Tiles are Sprites: nothing changes them. */
    self->view.cells = self->cells;
    self->view.sprites = self->sprites;
    self->view.transposed = self->transposed;
}

/* The sprites of the map, and each with x and y exchanged. */
static bool take_tile_sprites(tiles *self, PyObject *list)
{
    const Py_ssize_t number = PySequence_Size(list);
    if (number < 0)
        return false;
    if (number > (1 << 29)) {
        PyErr_SetString(PyExc_OverflowError, "a map has at most 2^29 sprites");
        return false;
    }
    const size_t room = (size_t)number + 1;
    self->masks = calloc(room, sizeof(void *));
    self->sprites = calloc(room, sizeof(void *));
    self->transposed = calloc(room, sizeof(void *));
    self->turned = calloc(room, sizeof *self->turned);
    self->pixels = calloc(room, sizeof(void *));
    if (self->masks == NULL || self->sprites == NULL || self->transposed == NULL ||
        self->turned == NULL || self->pixels == NULL) {
        PyErr_NoMemory();
        return false;
    }
    self->view.sprite_count = (uint32_t)number;
    for (Py_ssize_t i = 0; i < number; i++) {
        PyObject *const item = PySequence_GetItem(list, i);
        if (item == NULL || item == Py_None) {
            Py_XDECREF(item);
            if (item == NULL)
                return false;
            continue;
        }
        if (!Py_IS_TYPE(item, types.sprite)) {
            PyErr_Format(PyExc_TypeError, "a tile must be a hitmask.Sprite or None, not %R",
                         Py_TYPE(item));
            Py_DECREF(item);
            return false;
        }
        self->masks[i] = (mask *)item;
        const hm_sprite *const view = &self->masks[i]->view;
        const size_t size = hm_sprite_buffer_size(view->height, view->width);
        self->pixels[i] = size > 0 ? malloc(size) : NULL;
        if (self->pixels[i] == NULL) {
            PyErr_NoMemory();
            return false;
        }
        hm_sprite_transpose(view, self->pixels[i], size, &self->turned[i]);
        self->sprites[i] = view;
        self->transposed[i] = &self->turned[i];
    }
    return true;
}

static bool take_cell(PyObject *value, uint32_t *out)
{
    return take_size(value, "a cell", out);
}

static bool take_cells(tiles *self, PyObject *cells)
{
    const uint64_t number = (uint64_t)self->view.columns * (uint64_t)self->view.rows;
    if (number > UINT32_MAX || number > (uint64_t)PY_SSIZE_T_MAX / sizeof *self->cells) {
        PyErr_SetString(PyExc_OverflowError, "a map has less than 2^32 cells");
        return false;
    }
    self->cells = calloc((size_t)number + 1, sizeof *self->cells);
    if (self->cells == NULL) {
        PyErr_NoMemory();
        return false;
    }
    if (cells == NULL || cells == Py_None) {
        /* Without cells all are empty: no sprite has this index. */
        for (uint64_t i = 0; i < number; i++)
            self->cells[i] = (HM_TILE_TRANSPOSE)-1;
        return true;
    }
    const Py_ssize_t length = PySequence_Size(cells);
    if (length >= 0 && (uint64_t)length != number)
        PyErr_Format(PyExc_ValueError, "there are %zd cells, not columns times rows", length);
    for (Py_ssize_t i = 0; !PyErr_Occurred() && i < length; i++) {
        PyObject *const cell = PySequence_GetItem(cells, i);
        if (cell != NULL)
            take_cell(cell, &self->cells[i]);
        Py_XDECREF(cell);
    }
    return !PyErr_Occurred();
}

static PyObject *tiles_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const struct arguments wanted = {"Tiles", 3, {"size", "tile_size", "sprites", "cells"}};
    PyObject *a[ARGUMENTS_MAX] = {NULL};
    hm_point size, tile;
    if (!take_tuple(&wanted, args, named, a) || !take_point(a[0], "size", &size) ||
        !take_point(a[1], "tile_size", &tile))
        return NULL;
    if (size.x < 0 || size.y < 0 || tile.x < 1 || tile.y < 1) {
        PyErr_SetString(PyExc_ValueError, "a map has a size, and tiles of at least one pixel");
        return NULL;
    }
    tiles *const self = (tiles *)PyType_GenericAlloc(type, 0);
    if (self == NULL)
        return NULL;
    self->view.columns = size.x;
    self->view.rows = size.y;
    self->view.tile_width = tile.x;
    self->view.tile_height = tile.y;
    if (take_tile_sprites(self, a[2]) && take_cells(self, a[3]))
        return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static int tiles_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    for (uint32_t i = 0; OWN(tiles)->masks != NULL && i < OWN(tiles)->view.sprite_count; i++)
        Py_VISIT((PyObject *)OWN(tiles)->masks[i]);
    return 0;
}

static void tiles_dealloc(PyObject *object)
{
    tiles *const self = (tiles *)object;
    PyObject_GC_UnTrack(object);
    for (uint32_t i = 0; i < self->view.sprite_count; i++) {
        Py_XDECREF((PyObject *)self->masks[i]);
        free(self->pixels[i]);
    }
    free(self->masks);
    free((void *)self->sprites);
    free((void *)self->transposed);
    free(self->turned);
    free(self->pixels);
    free(self->cells);
    free_object(self);
}

/* The cell of a (column, row); NULL with an exception. */
static uint32_t *cell_at(tiles *self, PyObject *key)
{
    hm_point at;
    if (!take_point(key, "a cell", &at))
        return NULL;
    if (at.x >= 0 && at.y >= 0 && at.x < self->view.columns && at.y < self->view.rows)
        return &self->cells[(size_t)at.y * (uint32_t)self->view.columns + (uint32_t)at.x];
    PyErr_Format(PyExc_IndexError, "cell %d, %d is out of bounds", at.x, at.y);
    return NULL;
}

static PyObject *tiles_item(PyObject *self, PyObject *key)
{
    const uint32_t *const cell = cell_at(OWN(tiles), key);
    return cell != NULL ? PyLong_FromUnsignedLong(*cell) : NULL;
}

static int tiles_set(PyObject *self, PyObject *key, PyObject *value)
{
    uint32_t number;
    if (value == NULL) {
        PyErr_SetString(PyExc_TypeError, "a cell cannot be deleted");
        return -1;
    }
    uint32_t *const cell = cell_at(OWN(tiles), key);
    if (cell == NULL || !take_cell(value, &number) || !may_change(OWN(tiles)->holds))
        return -1;
    *cell = number;
    return 0;
}

static Py_ssize_t tiles_length(PyObject *self)
{
    return (Py_ssize_t)OWN(tiles)->view.columns * OWN(tiles)->view.rows;
}

static const char tiles_doc[] =
    "Tiles(size, tile_size, sprites, cells=None)\n--\n\n"
    "A map of tiles, as a part of a World.\n\n"
    "size is (columns, rows). tile_size is (width, height), in pixels. A cell is an index of "
    "sprites, joined with the flags TILE_FLIP_X, TILE_FLIP_Y and TILE_TRANSPOSE. cells lists "
    "the cells row by row. tiles[column, row] reads or changes a cell. A None in sprites is an "
    "empty tile.";

bool make_tiles_type(PyObject *module)
{
    PyType_Slot tiles_slots[] = {
        {Py_tp_new, tiles_new},           {Py_tp_dealloc, tiles_dealloc},
        {Py_tp_traverse, tiles_traverse}, {Py_tp_doc, (void *)tiles_doc},
        {Py_mp_length, tiles_length},     {Py_mp_subscript, tiles_item},
        {Py_mp_ass_subscript, tiles_set}, {0, NULL},
    };
    PyType_Spec tiles_spec = {"hitmask.Tiles", sizeof(tiles), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, tiles_slots};
    types.tiles = make_type(module, &tiles_spec, NULL, (PyMethodDef *[]){NULL});
    return types.tiles != NULL;
}
