/*
 * pack.c - packs, and what they hold: sprites and animations
 *
 * A pack reads bytes in place, and copies any other buffer first, which somebody might write.
 * Sprites and animations keep the bytes, not the pack: they stay when the pack is closed.
 */
#include "core.h"

typedef struct pack {
    PyObject_HEAD
    hm_pack view;
    PyObject *owner; /* bytes; NULL: closed */
} pack;

typedef struct animation {
    PyObject_HEAD
    hm_animation view;
    hm_pack pack;
    PyObject *owner;
} animation;

static PyObject *text_of(const char *text)
{
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
}

static bool fails(hm_result result)
{
    if (result == HM_OK)
        return false;
    PyObject *const error = PyObject_CallFunction(types.pack_error, "s", hm_result_text(result));
    PyObject *const code = error != NULL ? PyLong_FromLong(result) : NULL;
    if (code != NULL && PyObject_SetAttrString(error, "code", code) == 0)
        PyErr_SetObject(types.pack_error, error);
    Py_XDECREF(code);
    Py_XDECREF(error);
    return true;
}

/* ---- Packs ---------------------------------------------------------------------------------- */

/* Bytes that nobody can write: those that were checked must stay as they were. */
static PyObject *owner_of(PyObject *data)
{
    if (PyBytes_CheckExact(data)) {
        Py_INCREF(data);
        return data;
    }
    Py_buffer buffer;
    if (PyObject_GetBuffer(data, &buffer, PyBUF_SIMPLE) < 0)
        return NULL;
    PyObject *const bytes = PyBytes_FromStringAndSize(buffer.buf, buffer.len);
    PyBuffer_Release(&buffer);
    return bytes;
}

static PyObject *pack_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const struct arguments wanted = {"Pack", 1, {"data"}};
    PyObject *a[ARGUMENTS_MAX] = {NULL};
    if (!take_tuple(&wanted, args, named, a))
        return NULL;
    PyObject *const owner = owner_of(a[0]);
    if (owner == NULL)
        return NULL;
    pack *const self = (pack *)PyType_GenericAlloc(type, 0);
    if (self == NULL) {
        Py_DECREF(owner);
        return NULL;
    }
    self->owner = owner;
    const void *const bytes = PyBytes_AsString(owner);
    const size_t size = (size_t)PyBytes_Size(owner);
    hm_result result;
    struct long_call call = {.state = NULL};
    if (size > LONG_CALL)
        let_go(&call, NULL, NULL);
    result = hm_pack_open(&self->view, bytes, size);
    end_long(&call);
    if (!fails(result))
        return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void pack_dealloc(PyObject *self)
{
    Py_XDECREF(OWN(pack)->owner);
    free_object(self);
}

static bool is_open(const pack *self)
{
    if (self->owner == NULL)
        PyErr_SetString(PyExc_ValueError, "the pack is closed");
    return self->owner != NULL;
}

static PyObject *close_(PyObject *self, PyObject *unused)
{
    (void)unused;
    Py_CLEAR(OWN(pack)->owner);
    memset(&OWN(pack)->view, 0, sizeof OWN(pack)->view);
    return none();
}

static PyObject *enter_(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (!is_open(OWN(pack)))
        return NULL;
    Py_INCREF(self);
    return self;
}

static PyObject *leave_(PyObject *self, PyObject *unused)
{
    return close_(self, unused);
}

static PyObject *verify_(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (!is_open(OWN(pack)))
        return NULL;
    /* The bytes stay, even if the pack is closed meanwhile. */
    const hm_pack view = OWN(pack)->view;
    PyObject *const owner = OWN(pack)->owner;
    struct long_call call = {.state = NULL};
    hm_result result;
    Py_INCREF(owner);
    if (view.size > LONG_CALL)
        let_go(&call, NULL, NULL);
    result = hm_pack_verify(&view);
    end_long(&call);
    Py_DECREF(owner);
    return fails(result) ? NULL : none();
}

/* 1 when there is a sprite of this name or index, 0 when there is none, -1 with an exception. */
static int find_sprite(pack *self, PyObject *key, hm_sprite *out)
{
    if (!is_open(self))
        return -1;
    if (PyUnicode_Check(key)) {
        PyObject *const bytes = PyUnicode_AsEncodedString(key, "utf-8", "surrogateescape");
        if (bytes == NULL) {
            PyErr_Clear();
            return 0;
        }
        const bool found =
            hm_pack_find_n(&self->view, PyBytes_AsString(bytes), (size_t)PyBytes_Size(bytes), out);
        Py_DECREF(bytes);
        return found;
    }
    if (!PyIndex_Check(key)) {
        PyErr_SetString(PyExc_TypeError, "a sprite has a name or an index");
        return -1;
    }
    const Py_ssize_t index = PyNumber_AsSsize_t(key, NULL);
    if (index == -1 && PyErr_Occurred())
        return -1;
    const Py_ssize_t number = (Py_ssize_t)hm_pack_count(&self->view);
    const Py_ssize_t at = index < 0 ? index + number : index;
    return at >= 0 && at < number && hm_pack_sprite(&self->view, (uint32_t)at, out);
}

static PyObject *pack_item(PyObject *self, PyObject *key)
{
    hm_sprite sprite;
    const int found = find_sprite(OWN(pack), key, &sprite);
    if (found > 0)
        return sprite_of(&sprite, OWN(pack)->owner);
    if (found == 0 && PyUnicode_Check(key))
        PyErr_SetObject(PyExc_KeyError, key);
    else if (found == 0)
        PyErr_SetString(PyExc_IndexError, "the pack has fewer sprites");
    return NULL;
}

static int pack_contains(PyObject *self, PyObject *key)
{
    hm_sprite sprite;
    return find_sprite(OWN(pack), key, &sprite);
}

static PyObject *get_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 1, "get", "name", "default");
    hm_sprite sprite;
    const int found = find_sprite(OWN(pack), a[0], &sprite);
    if (found > 0)
        return sprite_of(&sprite, OWN(pack)->owner);
    if (found < 0)
        return NULL;
    PyObject *const other = a[1] != NULL ? a[1] : Py_None;
    Py_INCREF(other);
    return other;
}

static Py_ssize_t pack_length(PyObject *self)
{
    return is_open(OWN(pack)) ? (Py_ssize_t)hm_pack_count(&OWN(pack)->view) : -1;
}

static PyObject *keys_(PyObject *self, PyObject *unused)
{
    const Py_ssize_t number = pack_length(self);
    PyObject *list = number >= 0 ? PyList_New(number) : NULL;
    (void)unused;
    for (Py_ssize_t i = 0; list != NULL && i < number; i++) {
        hm_sprite sprite;
        hm_pack_sprite(&OWN(pack)->view, (uint32_t)i, &sprite);
        PyObject *const name = text_of(hm_sprite_name(&sprite));
        if (name == NULL || PyList_SetItem(list, i, name) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *pack_iterate(PyObject *self)
{
    PyObject *const names = keys_(self, NULL);
    PyObject *const iterator = names != NULL ? PyObject_GetIter(names) : NULL;
    Py_XDECREF(names);
    return iterator;
}

static PyObject *animation_of(pack *self, const hm_animation *view)
{
    animation *const made = (animation *)PyType_GenericAlloc(types.animation, 0);
    if (made == NULL)
        return NULL;
    made->view = *view;
    made->pack = self->view;
    made->owner = self->owner;
    Py_INCREF(made->owner);
    return (PyObject *)made;
}

static PyObject *animation_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "animation", "name");
    hm_animation found;
    if (!is_open(OWN(pack)))
        return NULL;
    PyObject *const bytes =
        PyUnicode_Check(a[0]) ? PyUnicode_AsEncodedString(a[0], "utf-8", "surrogateescape") : NULL;
    if (bytes == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "an animation has a name");
        return NULL;
    }
    const bool is_there = hm_pack_find_animation_n(&OWN(pack)->view, PyBytes_AsString(bytes),
                                                   (size_t)PyBytes_Size(bytes), &found);
    Py_DECREF(bytes);
    if (is_there)
        return animation_of(OWN(pack), &found);
    PyErr_SetObject(PyExc_KeyError, a[0]);
    return NULL;
}

static PyObject *animations_(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (!is_open(OWN(pack)))
        return NULL;
    const uint32_t number = hm_pack_animation_count(&OWN(pack)->view);
    PyObject *list = PyList_New(number);
    for (uint32_t i = 0; list != NULL && i < number; i++) {
        hm_animation found;
        hm_pack_animation(&OWN(pack)->view, i, &found);
        PyObject *const made = animation_of(OWN(pack), &found);
        if (made == NULL || PyList_SetItem(list, (Py_ssize_t)i, made) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyMethodDef pack_methods[] = {
    METHOD_ALONE(close,
                 "Gives up the bytes of the pack. Its Sprites and Animations can still be used."),
    METHOD_ALONE(verify,
                 "Reads all bytes. Raises PackError if the pack is damaged. (hm_pack_verify)"),
    METHOD(get, "name, default=None",
           "Returns the Sprite with this name, or default if no sprite has the name. "
           "(hm_pack_find, hm_pack_find_n)"),
    METHOD_ALONE(keys,
                 "Returns the names of the sprites, sorted by their bytes. "
                 "(hm_sprite_name)"),
    METHOD(animation, "name",
           "Returns the Animation with this name. (hm_pack_find_animation, "
           "hm_pack_find_animation_n)\n\nRaises KeyError if no animation has the name."),
    METHOD_ALONE(animations,
                 "Returns all animations, sorted by their names. "
                 "(hm_pack_animation, hm_pack_animation_count)"),
    {"__enter__", enter_, METH_NOARGS, NULL},
    {"__exit__", leave_, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *get_closed(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(OWN(pack)->owner == NULL);
}

static PyGetSetDef pack_attributes[] = {
    {"closed", get_closed, NULL, "True after close() was called on the pack.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* ---- Sprites -------------------------------------------------------------------------------- */

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    return text_of(hm_sprite_name(&OWN(mask)->view));
}

static PyObject *get_data(PyObject *self, void *unused)
{
    (void)unused;
    return text_of(hm_sprite_data(&OWN(mask)->view));
}

static PyObject *get_source(PyObject *self, void *unused)
{
    hm_source source;
    (void)unused;
    if (!hm_sprite_source(&OWN(mask)->view, &source))
        return none();
    return record_of(types.source, 5,
                     (PyObject *[]){text_of(source.name), text_of(source.layer),
                                    box_of(&source.part), box_of(&source.place),
                                    PyLong_FromUnsignedLong(source.turned)});
}

static PyObject *points_(PyObject *self, PyObject *unused)
{
    const hm_sprite *const view = &OWN(mask)->view;
    const uint32_t number = hm_sprite_point_count(view);
    PyObject *list = PyList_New(number);
    (void)unused;
    for (uint32_t i = 0; list != NULL && i < number; i++) {
        hm_point point = {0, 0};
        hm_sprite_point(view, i, &point);
        PyObject *const pair = point_of(point);
        if (pair == NULL || PyList_SetItem(list, (Py_ssize_t)i, pair) < 0)
            Py_CLEAR(list);
    }
    return list;
}

PyGetSetDef sprite_attributes[] = {
    {"name", get_name, NULL,
     "The name of the sprite in the pack; \"\" if it does not come from a pack. (hm_sprite_name)",
     NULL},
    {"data", get_data, NULL,
     "The text that the artist gave the sprite; \"\" if there is none. (hm_sprite_data)", NULL},
    {"source", get_source, NULL,
     "The Source that the sprite was baked from; None if it does not come from a pack. "
     "(hm_sprite_source)",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyObject *corner_list(const hm_spot *corners, uint32_t number)
{
    PyObject *list = PyList_New(number);
    for (uint32_t i = 0; list != NULL && i < number; i++) {
        PyObject *const pair = fixed_pair_of(corners[i].x, corners[i].y);
        if (pair == NULL || PyList_SetItem(list, (Py_ssize_t)i, pair) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *shapes_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 1, "shapes", "kind", "placement");
    uint32_t kind;
    hm_shapes shapes;
    placed *const at = a[1] != NULL && a[1] != Py_None ? take_placement(a[1], "placement") : NULL;
    if (PyErr_Occurred() || !take_choice(a[0], "kind", HM_SHAPE_HULL + 1, &kind))
        return NULL;
    if (!hm_sprite_shapes(&OWN(mask)->view, &shapes))
        return PyList_New(0);
    const hm_shape_kind of = (hm_shape_kind)kind;
    const uint32_t loops = hm_shapes_count(&shapes, of);
    PyObject *all = PyList_New(0);
    for (uint32_t i = 0; all != NULL && i < loops; i++) {
        uint32_t number = hm_shapes_loop(&shapes, of, i, NULL, 0);
        hm_spot *const corners = malloc((size_t)number * sizeof *corners + 1);
        if (corners != NULL)
            number = at != NULL ? hm_shapes_placed(&shapes, of, i, &at->at, corners, number)
                                : hm_shapes_loop(&shapes, of, i, corners, number);
        PyObject *const loop = corners != NULL ? corner_list(corners, number) : PyErr_NoMemory();
        free(corners);
        if (loop == NULL || PyList_Append(all, loop) < 0)
            Py_CLEAR(all);
        Py_XDECREF(loop);
    }
    return all;
}

PyMethodDef pack_sprite_methods[] = {
    METHOD_ALONE(points,
                 "Returns the near-pixel points, in pixels of the sprite. (hm_sprite_point, "
                 "hm_sprite_point_count)\n\nThe first n points are spread over the whole outline. "
                 "Without points in the bake, the result is empty."),
    METHOD(shapes, "kind, placement=None",
           "Returns the loops of a kind that the bake made, as lists of corners. "
           "(hm_sprite_shapes, hm_shapes_count, hm_shapes_loop, hm_shapes_placed)\n\nkind is "
           "OUTLINE, POLYGONS, PIECES or HULL. With a placement, corners are in the world. With "
           "None, they are in pixels of the sprite."),
    {NULL, NULL, 0, NULL},
};

/* ---- Animations ----------------------------------------------------------------------------- */

static void animation_dealloc(PyObject *self)
{
    Py_XDECREF(OWN(animation)->owner);
    free_object(self);
}

static Py_ssize_t animation_length(PyObject *self)
{
    return (Py_ssize_t)hm_animation_frame_count(&OWN(animation)->view);
}

static PyObject *animation_item(PyObject *self, Py_ssize_t index)
{
    hm_sprite frame;
    if (index < 0 || index >= animation_length(self) ||
        !hm_pack_frame(&OWN(animation)->pack, &OWN(animation)->view, (uint32_t)index, &frame)) {
        PyErr_SetString(PyExc_IndexError, "the animation has fewer frames");
        return NULL;
    }
    return sprite_of(&frame, OWN(animation)->owner);
}

static PyObject *at_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 1, "at", "time", "play");
    uint32_t play = HM_PLAY_LOOP;
    if (a[1] != NULL && !take_choice(a[1], "play", HM_PLAY_PING_PONG + 1, &play))
        return NULL;
    PyObject *const integer = PyNumber_Long(a[0]);
    const unsigned long long time = integer != NULL ? PyLong_AsUnsignedLongLong(integer) : 0;
    Py_XDECREF(integer);
    if (PyErr_Occurred())
        return NULL;
    return PyLong_FromUnsignedLong(hm_animation_at(&OWN(animation)->view, time, (hm_play)play));
}

static PyObject *frame_duration_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "frame_duration", "index");
    uint32_t index;
    if (!take_choice(a[0], "index", hm_animation_frame_count(&OWN(animation)->view), &index))
        return NULL;
    return PyLong_FromUnsignedLong(hm_animation_frame_duration(&OWN(animation)->view, index));
}

static PyObject *get_animation_name(PyObject *self, void *unused)
{
    (void)unused;
    return text_of(hm_animation_name(&OWN(animation)->view));
}

static PyObject *get_duration(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(hm_animation_duration(&OWN(animation)->view));
}

static PyMethodDef animation_methods[] = {
    METHOD(at, "time, play=0",
           "Returns the index of the frame that is shown time milliseconds after the beginning. "
           "(hm_animation_at)\n\nplay is LOOP, ONCE or PING_PONG."),
    METHOD(frame_duration, "index",
           "Returns the duration of a frame in milliseconds. (hm_animation_frame_duration)"),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef animation_attributes[] = {
    {"name", get_animation_name, NULL, "The name of the animation in the pack. (hm_animation_name)",
     NULL},
    {"duration", get_duration, NULL,
     "The sum of the durations of all frames, in milliseconds. (hm_animation_duration)", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static const char pack_doc[] =
    "Pack(data)\n--\n\n"
    "A pack: bytes that hitmask baked, read in place. (hm_pack_open)\n\n"
    "pack[\"name\"] is a Sprite (hm_pack_find, hm_pack_sprite). len(pack) is the number of "
    "sprites (hm_pack_count). hitmask.open(path) reads a file. A buffer that is not bytes is "
    "copied. Raises PackError if the bytes are not a pack.";

static const char animation_doc[] =
    "An animation of a pack: a sequence of Sprites. (hm_pack_frame, hm_animation_frame_count)";

bool make_pack_types(PyObject *module)
{
    PyType_Slot pack_slots[] = {
        {Py_tp_new, pack_new},           {Py_tp_dealloc, pack_dealloc},
        {Py_tp_doc, (void *)pack_doc},   {Py_tp_methods, NULL},
        {Py_tp_getset, pack_attributes}, {Py_tp_iter, pack_iterate},
        {Py_mp_length, pack_length},     {Py_mp_subscript, pack_item},
        {Py_sq_contains, pack_contains}, {0, NULL},
    };
    PyType_Spec pack_spec = {"hitmask.Pack", sizeof(pack), 0, Py_TPFLAGS_DEFAULT, pack_slots};
    PyType_Slot animation_slots[] = {
        {Py_tp_dealloc, animation_dealloc},
        {Py_tp_doc, (void *)animation_doc},
        {Py_tp_methods, NULL},
        {Py_tp_getset, animation_attributes},
        {Py_sq_length, animation_length},
        {Py_sq_item, animation_item},
        {0, NULL},
    };
    PyType_Spec animation_spec = {"hitmask.Animation", sizeof(animation), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                  animation_slots};
    types.pack = make_type(module, &pack_spec, NULL, (PyMethodDef *[]){pack_methods, NULL});
    types.animation =
        make_type(module, &animation_spec, NULL, (PyMethodDef *[]){animation_methods, NULL});
    return types.pack != NULL && types.animation != NULL;
}
