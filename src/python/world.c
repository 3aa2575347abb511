/*
 * world.c - World: terrain, tiles and crowds, asked as one
 *
 * The world of the runtime is a few pointers into the parts; it is made anew for each question, for
 * a part may have changed. A long question lets other threads run when all items are Sprites; its
 * parts cannot change meanwhile.
 */
#include "core.h"

typedef struct world {
    PyObject_HEAD
    mask *terrain;
    tiles *tiles;
    crowd *crowd;
    placed_crowd *placed;
    hm_point terrain_at, tiles_at;
    uint32_t self_kind, self_index;
} world;

/* ---- Parts ---------------------------------------------------------------------------------- */

enum part { TERRAIN, TILES, CROWD, PLACED };

/* An attribute tells the function that gets or sets it which part it is. */
static const enum part parts[] = {TERRAIN, TILES, CROWD, PLACED};

static PyObject **part_at(PyObject *self, enum part part)
{
    switch (part) {
    case TERRAIN:
        return (PyObject **)&OWN(world)->terrain;
    case TILES:
        return (PyObject **)&OWN(world)->tiles;
    case CROWD:
        return (PyObject **)&OWN(world)->crowd;
    default:
        return (PyObject **)&OWN(world)->placed;
    }
}

static PyObject *get_part(PyObject *self, void *which)
{
    PyObject *const part = *part_at(self, *(const enum part *)which);
    if (part == NULL)
        return none();
    Py_INCREF(part);
    return part;
}

static int put_part(PyObject *self, PyObject *value, enum part part)
{
    static const char *const names[] = {"terrain", "tiles", "crowd", "placed"};
    PyTypeObject *const wanted[] = {types.mask, types.tiles, types.crowd, types.placed_crowd};
    if (value == Py_None)
        value = NULL;
    if (value != NULL && !PyObject_TypeCheck(value, wanted[part])) {
        PyErr_Format(PyExc_TypeError, "%s must be a %R or None, not %R", names[part], wanted[part],
                     Py_TYPE(value));
        return -1;
    }
    PyObject **const at = part_at(self, part);
    PyObject *const before = *at;
    Py_XINCREF(value);
    *at = value;
    Py_XDECREF(before);
    return 0;
}

static int set_part(PyObject *self, PyObject *value, void *which)
{
    return put_part(self, value, *(const enum part *)which);
}

static PyObject *get_place(PyObject *self, void *which)
{
    return point_of(which == NULL ? OWN(world)->terrain_at : OWN(world)->tiles_at);
}

static int set_place(PyObject *self, PyObject *value, void *which)
{
    hm_point at;
    if (value == NULL || !take_point(value, "the place of a part", &at)) {
        if (value == NULL)
            PyErr_SetString(PyExc_AttributeError, "the place of a part cannot be deleted");
        return -1;
    }
    *(which == NULL ? &OWN(world)->terrain_at : &OWN(world)->tiles_at) = at;
    return 0;
}

static PyObject *get_self(PyObject *self, void *which)
{
    return PyLong_FromUnsignedLong(which == NULL ? OWN(world)->self_kind : OWN(world)->self_index);
}

static int set_self(PyObject *self, PyObject *value, void *which)
{
    uint32_t number = 0;
    if (value != NULL && !(which == NULL ? take_choice(value, "self_kind", HM_PLACED + 1, &number)
                                         : take_size(value, "self_index", &number)))
        return -1;
    *(which == NULL ? &OWN(world)->self_kind : &OWN(world)->self_index) = number;
    return 0;
}

static PyGetSetDef world_attributes[] = {
    {"terrain", get_part, set_part, "The terrain: a mask, or None if the world has no terrain.",
     (void *)&parts[TERRAIN]},
    {"tiles", get_part, set_part, "The map of tiles: a Tiles, or None if the world has no map.",
     (void *)&parts[TILES]},
    {"crowd", get_part, set_part, "The upright masks: a Crowd, or None if the world has none.",
     (void *)&parts[CROWD]},
    {"placed", get_part, set_part,
     "The placed masks: a PlacedCrowd, or None if the world has none.", (void *)&parts[PLACED]},
    {"terrain_at", get_place, set_place,
     "The place of the top-left pixel of the terrain: (x, y) in the world, in pixels.", NULL},
    {"tiles_at", get_place, set_place,
     "The place of the top-left pixel of the map of tiles: (x, y) in the world, in pixels.",
     (void *)1},
    {"self_kind", get_self, set_self,
     "The crowd of the item that answers leave out: CROWD or PLACED, or NOTHING for no item.",
     NULL},
    {"self_index", get_self, set_self,
     "The index of the item that answers leave out, in the crowd that self_kind names.", (void *)1},
    {NULL, NULL, NULL, NULL, NULL},
};

/* ---- Life ----------------------------------------------------------------------------------- */

static PyObject *world_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const struct arguments wanted = {
        "World", 0, {"terrain", "tiles", "crowd", "placed", "terrain_at", "tiles_at"}};
    PyObject *a[ARGUMENTS_MAX] = {NULL};
    if (!take_tuple(&wanted, args, named, a))
        return NULL;
    PyObject *const self = PyType_GenericAlloc(type, 0);
    if (self == NULL)
        return NULL;
    bool ok = true;
    for (int i = TERRAIN; ok && i <= PLACED; i++)
        ok = a[i] == NULL || put_part(self, a[i], (enum part)i) == 0;
    ok = ok && (a[4] == NULL || set_place(self, a[4], NULL) == 0) &&
         (a[5] == NULL || set_place(self, a[5], (void *)1) == 0);
    if (ok)
        return self;
    Py_DECREF(self);
    return NULL;
}

static int world_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    for (int i = TERRAIN; i <= PLACED; i++)
        Py_VISIT(*part_at(self, (enum part)i));
    return 0;
}

static void world_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    for (int i = TERRAIN; i <= PLACED; i++)
        Py_XDECREF(*part_at(self, (enum part)i));
    free_object(self);
}

/* ---- Questions ------------------------------------------------------------------------------ */

/* A question: the world of the runtime, and its parts, which stay while others run. */
struct question {
    hm_world view;
    PyObject *parts[4];
    uint32_t *holds[5];
    PyThreadState *state;
};

/* Makes the world as it is now. `asker`, which may be NULL, is the mask that asks. */
static void begin_question(struct question *q, PyObject *object, mask *asker)
{
    world *const self = (world *)object;
    if (asker != NULL)
        (void)view_of(asker);
    uint64_t work = asker != NULL ? pixels_of(asker) : 0;
    bool fixed = true;
    memset(q, 0, sizeof *q);
    for (int i = TERRAIN; i <= PLACED; i++) {
        q->parts[i] = *part_at(object, (enum part)i);
        Py_XINCREF(q->parts[i]);
    }
    q->view.terrain_at = self->terrain_at;
    q->view.tiles_at = self->tiles_at;
    q->view.self_kind = (hm_kind)self->self_kind;
    q->view.self_index = self->self_index;
    if (self->terrain != NULL) {
        q->view.terrain = view_of(self->terrain);
        q->holds[TERRAIN] = &self->terrain->holds;
    }
    if (self->tiles != NULL) {
        refresh_tiles(self->tiles);
        q->view.tiles = &self->tiles->view;
        q->holds[TILES] = &self->tiles->holds;
    }
    if (self->crowd != NULL) {
        refresh_crowd(self->crowd);
        q->view.crowd = &self->crowd->view;
        q->holds[CROWD] = &self->crowd->holds;
        fixed &= self->crowd->masks == 0;
        work += (uint64_t)self->crowd->view.count * 16;
    }
    if (self->placed != NULL) {
        refresh_placed(self->placed);
        q->view.placed = &self->placed->view;
        q->holds[PLACED] = &self->placed->holds;
        fixed &= self->placed->masks == 0;
        work += (uint64_t)self->placed->view.count * 16;
    }
    if (asker != NULL)
        q->holds[4] = &asker->holds;
    if (!fixed || work <= LONG_CALL)
        return;
    for (int i = 0; i < 5; i++)
        if (q->holds[i] != NULL)
            ++*q->holds[i];
    q->state = PyEval_SaveThread();
}

static void end_question(struct question *q)
{
    if (q->state != NULL) {
        PyEval_RestoreThread(q->state);
        for (int i = 0; i < 5; i++)
            if (q->holds[i] != NULL)
                --*q->holds[i];
    }
    for (int i = TERRAIN; i <= PLACED; i++)
        Py_XDECREF(q->parts[i]);
}

#define ASK(asker, expression)                                                                     \
    do {                                                                                           \
        struct question q_;                                                                        \
        const hm_world *const in = &q_.view;                                                       \
        begin_question(&q_, self, asker);                                                          \
        expression;                                                                                \
        end_question(&q_);                                                                         \
    } while (0)

static PyObject *met_of(const hm_met *met)
{
    return record_of(types.met, 3,
                     (PyObject *[]){PyLong_FromLong(met->kind), PyLong_FromUnsignedLong(met->index),
                                    point_of(met->hit)});
}

static PyObject *met_or_none(bool touched, const hm_met *met)
{
    return touched ? met_of(met) : none();
}

static mask *take_asker(PyObject *const *a, hm_point *at)
{
    mask *const asker = take_mask(a[0], "mask");
    return asker != NULL && take_point(a[1], "pos", at) ? asker : NULL;
}

static PyObject *overlap_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap", "mask", "pos");
    hm_point at;
    hm_met met;
    bool touched;
    mask *const asker = take_asker(a, &at);
    if (asker == NULL)
        return NULL;
    ASK(asker, touched = hm_world_overlap(in, &asker->view, at.x, at.y, &met));
    return met_or_none(touched, &met);
}

static PyObject *overlap_area_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap_area", "mask", "pos");
    hm_point at;
    uint64_t area;
    mask *const asker = take_asker(a, &at);
    if (asker == NULL)
        return NULL;
    ASK(asker, area = hm_world_area(in, &asker->view, at.x, at.y));
    return PyLong_FromUnsignedLongLong(area);
}

static PyObject *normal_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "normal", "mask", "pos");
    hm_point at;
    int64_t x, y;
    bool touched;
    mask *const asker = take_asker(a, &at);
    if (asker == NULL)
        return NULL;
    ASK(asker, touched = hm_world_normal(in, &asker->view, at.x, at.y, &x, &y));
    return touched ? pair_of(x, y) : none();
}

static PyObject *exit_(PyObject *self, METHOD_ARGS)
{
    TAKE(4, 4, "exit", "mask", "pos", "direction", "limit");
    hm_point at;
    uint32_t direction, limit, distance;
    bool is_free;
    mask *const asker = take_asker(a, &at);
    if (asker == NULL || !take_choice(a[2], "direction", HM_DOWN + 1, &direction) ||
        !take_size(a[3], "limit", &limit))
        return NULL;
    ASK(asker, is_free = hm_world_exit(in, &asker->view, at.x, at.y, (hm_direction)direction, limit,
                                       &distance));
    return is_free ? PyLong_FromUnsignedLong(distance) : none();
}

static PyObject *escape_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 3, "escape", "mask", "pos", "limit");
    hm_point at, move;
    uint32_t limit;
    bool is_free;
    mask *const asker = take_asker(a, &at);
    if (asker == NULL || !take_size(a[2], "limit", &limit))
        return NULL;
    ASK(asker, is_free = hm_world_escape(in, &asker->view, at.x, at.y, limit, &move));
    return is_free ? point_of(move) : none();
}

/* The result of a sweep comes with the thing that it met. */
static PyObject *with_met(PyObject *result, bool touched, const hm_met *met)
{
    PyObject *const what = met_or_none(touched, met);
    if (result != NULL && what != NULL)
        return Py_BuildValue("(NN)", result, what);
    Py_XDECREF(result);
    Py_XDECREF(what);
    return NULL;
}

static PyObject *sweep_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 3, "sweep", "mask", "pos", "move");
    hm_point at, move;
    hm_sweep_result result;
    hm_met met;
    bool touched;
    mask *const asker = take_asker(a, &at);
    if (asker == NULL || !take_point(a[2], "move", &move))
        return NULL;
    ASK(asker,
        touched = hm_world_sweep(in, &asker->view, at.x, at.y, move.x, move.y, &result, &met));
    return with_met(sweep_of(touched, &result), touched, &met);
}

static PyObject *slide_(PyObject *self, METHOD_ARGS)
{
    TAKE(5, 3, "slide", "mask", "pos", "move", "step_up", "step_down");
    hm_point at, move;
    uint32_t up = 0, down = 0;
    hm_slide_result r;
    bool blocked;
    mask *const asker = take_asker(a, &at);
    if (asker == NULL || !take_point(a[2], "move", &move) ||
        (a[3] != NULL && !take_size(a[3], "step_up", &up)) ||
        (a[4] != NULL && !take_size(a[4], "step_down", &down)))
        return NULL;
    ASK(asker, blocked = hm_slide(in, &asker->view, at.x, at.y, move.x, move.y, up, down, &r));
    return record_of(
        types.slide, 14,
        (PyObject *[]){
            PyBool_FromLong(blocked), point_of(r.moved), PyBool_FromLong(r.hit_x),
            PyBool_FromLong(r.hit_y), PyBool_FromLong(r.on_ground), PyBool_FromLong(r.stuck),
            PyLong_FromLong(r.kind), PyLong_FromUnsignedLong(r.index), point_of(r.hit),
            pair_of(r.normal_x, r.normal_y), point_of(r.contact), PyLong_FromLong(r.ground_kind),
            PyLong_FromUnsignedLong(r.ground_index), PyLong_FromUnsignedLong(r.rise)});
}

/* ---- Placed masks --------------------------------------------------------------------------- */

static PyObject *placed_overlap_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "placed_overlap", "placement");
    hm_met met;
    bool touched;
    placed *const asker = take_placement(a[0], "placement");
    if (asker == NULL)
        return NULL;
    const hm_placement at = asker->at;
    ASK(asker->mask, touched = hm_world_placed_overlap(in, &asker->mask->view, &at, &met));
    return met_or_none(touched, &met);
}

static PyObject *placed_sweep_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "placed_sweep", "placement", "move");
    int64_t x, y;
    hm_affine_sweep_result result;
    hm_met met;
    bool touched;
    placed *const asker = take_placement(a[0], "placement");
    if (asker == NULL || !take_fixed_pair(a[1], "move", &x, &y))
        return NULL;
    const hm_placement at = asker->at;
    ASK(asker->mask,
        touched = hm_world_placed_sweep(in, &asker->mask->view, &at, x, y, &result, &met));
    return with_met(placed_sweep_of(touched, &result), touched, &met);
}

/* ---- Shapes --------------------------------------------------------------------------------- */

static PyObject *point_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "point", "pos");
    hm_point at;
    hm_met met;
    bool touched;
    if (!take_point(a[0], "pos", &at))
        return NULL;
    ASK(NULL, touched = hm_world_point(in, at.x, at.y, &met));
    return met_or_none(touched, &met);
}

static PyObject *rect_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "rect", "rect");
    hm_box box;
    hm_met met;
    bool touched;
    if (!take_rect(a[0], "rect", &box))
        return NULL;
    ASK(NULL, touched = hm_world_box(in, &box, &met));
    return met_or_none(touched, &met);
}

static PyObject *circle_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "circle", "center", "radius");
    hm_point at;
    uint32_t radius;
    hm_met met;
    bool touched;
    if (!take_point(a[0], "center", &at) || !take_size(a[1], "radius", &radius))
        return NULL;
    ASK(NULL, touched = hm_world_circle(in, at.x, at.y, radius, &met));
    return met_or_none(touched, &met);
}

static PyObject *segment_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "segment", "start", "end");
    hm_point start, end;
    hm_met met;
    bool touched;
    if (!take_point(a[0], "start", &start) || !take_point(a[1], "end", &end))
        return NULL;
    ASK(NULL, touched = hm_world_segment(in, start.x, start.y, end.x, end.y, &met));
    return met_or_none(touched, &met);
}

static PyObject *ray_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "ray", "start", "direction");
    hm_point start, direction;
    uint64_t steps;
    hm_met met;
    bool touched;
    if (!take_point(a[0], "start", &start) || !take_point(a[1], "direction", &direction))
        return NULL;
    ASK(NULL, touched = hm_world_ray(in, start.x, start.y, direction.x, direction.y, &met, &steps));
    return touched ? Py_BuildValue("(NK)", met_of(&met), (unsigned long long)steps) : none();
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* One page of a list: `with` is what it is about. */
struct about {
    mask *asker;
    hm_placement placement;
    hm_point at;
    hm_box box;
    uint32_t radius;
};

typedef uint32_t list_page(const hm_world *in, const struct about *about, hm_cursor *next,
                           hm_met *hits, uint32_t capacity);

static uint32_t page_of_mask(const hm_world *in, const struct about *about, hm_cursor *next,
                             hm_met *hits, uint32_t capacity)
{
    return hm_world_list(in, &about->asker->view, about->at.x, about->at.y, next, hits, capacity);
}

static uint32_t page_of_placed(const hm_world *in, const struct about *about, hm_cursor *next,
                               hm_met *hits, uint32_t capacity)
{
    return hm_world_list_placed(in, &about->asker->view, &about->placement, next, hits, capacity);
}

static uint32_t page_of_point(const hm_world *in, const struct about *about, hm_cursor *next,
                              hm_met *hits, uint32_t capacity)
{
    return hm_world_list_point(in, about->at.x, about->at.y, next, hits, capacity);
}

static uint32_t page_of_rect(const hm_world *in, const struct about *about, hm_cursor *next,
                             hm_met *hits, uint32_t capacity)
{
    return hm_world_list_box(in, &about->box, next, hits, capacity);
}

static uint32_t page_of_circle(const hm_world *in, const struct about *about, hm_cursor *next,
                               hm_met *hits, uint32_t capacity)
{
    return hm_world_list_circle(in, about->at.x, about->at.y, about->radius, next, hits, capacity);
}

static PyObject *list_all(PyObject *self, const struct about *about, list_page *page)
{
    enum { CAPACITY = 64 };
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[CAPACITY];
    uint32_t found = CAPACITY;
    PyObject *list = PyList_New(0);
    while (list != NULL && found == CAPACITY) {
        ASK(about->asker, found = page(in, about, &next, hits, CAPACITY));
        for (uint32_t i = 0; list != NULL && i < found; i++) {
            PyObject *const met = met_of(&hits[i]);
            if (met == NULL || PyList_Append(list, met) < 0)
                Py_CLEAR(list);
            Py_XDECREF(met);
        }
    }
    return list;
}

static PyObject *list_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "list", "mask", "pos");
    struct about about = {.asker = NULL};
    about.asker = take_asker(a, &about.at);
    return about.asker != NULL ? list_all(self, &about, page_of_mask) : NULL;
}

static PyObject *list_placed_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "list_placed", "placement");
    placed *const asker = take_placement(a[0], "placement");
    if (asker == NULL)
        return NULL;
    const struct about about = {.asker = asker->mask, .placement = asker->at};
    return list_all(self, &about, page_of_placed);
}

static PyObject *list_point_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "list_point", "pos");
    struct about about = {.asker = NULL};
    return take_point(a[0], "pos", &about.at) ? list_all(self, &about, page_of_point) : NULL;
}

static PyObject *list_rect_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "list_rect", "rect");
    struct about about = {.asker = NULL};
    return take_rect(a[0], "rect", &about.box) ? list_all(self, &about, page_of_rect) : NULL;
}

static PyObject *list_circle_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "list_circle", "center", "radius");
    struct about about = {.asker = NULL};
    return take_point(a[0], "center", &about.at) && take_size(a[1], "radius", &about.radius)
               ? list_all(self, &about, page_of_circle)
               : NULL;
}

static PyMethodDef world_methods[] = {
    METHOD(overlap, "mask, pos",
           "Returns a Met for what a mask overlaps first, or None if it overlaps nothing. "
           "(hm_world_overlap)\n\npos is the place of the mask's top-left pixel in the world."),
    METHOD(overlap_area, "mask, pos",
           "Returns the number of pixels of a mask that lie on anything solid. "
           "(hm_world_area)\n\npos is the place of the mask's top-left pixel in the world."),
    METHOD(normal, "mask, pos",
           "Returns the direction (x, y) in which a mask leaves all that it overlaps, or None. "
           "(hm_world_normal)\n\npos is the place of the mask's top-left pixel in the world. "
           "Returns None if the mask overlaps nothing."),
    METHOD(
        exit, "mask, pos, direction, limit",
        "Returns how many pixels a mask must move in a direction to be free, or None. "
        "(hm_world_exit)\n\npos is the place of the mask's top-left pixel in the world. direction "
        "is LEFT, RIGHT, UP or DOWN. Returns None if more than limit pixels are needed."),
    METHOD(escape, "mask, pos, limit",
           "Returns the shortest move (x, y) after which a mask is free, or None. "
           "(hm_world_escape)\n\npos is the place of the mask's top-left pixel in the world. "
           "Returns None if every move of at most limit pixels leaves an overlap."),
    METHOD(sweep, "mask, pos, move",
           "Returns how far a mask can move before it touches something: (Sweep, Met or None). "
           "(hm_world_sweep)\n\npos is the place of the mask's top-left pixel in the world. move "
           "is the whole move (x, y), in pixels. The Met is None if the mask touches nothing."),
    METHOD(slide, "mask, pos, move, step_up=0, step_down=0",
           "Moves a mask along walls, floors and slopes, and returns a Slide. (hm_slide)\n\npos is "
           "the place of the mask's top-left pixel in the world. step_up and step_down are the "
           "pixels that the mask may climb or descend in one step along x."),
    METHOD(placed_overlap, "placement",
           "Returns a Met for what a placed mask touches first, or None if it touches nothing. "
           "(hm_world_placed_overlap)"),
    METHOD(placed_sweep, "placement, move",
           "Returns how far a placed mask can move before it touches something: (PlacedSweep, Met "
           "or None). (hm_world_placed_sweep)\n\nmove is the whole move (x, y) in pixels, and may "
           "have fractions. The Met is None if the mask touches nothing."),
    METHOD(point, "pos",
           "Returns a Met for the first thing that is solid at a pixel, or None if nothing is. "
           "(hm_world_point)"),
    METHOD(rect, "rect",
           "Returns a Met for the first thing in a rectangle (x, y, width, height), or None. "
           "(hm_world_box)\n\nReturns None if nothing has a solid pixel there."),
    METHOD(circle, "center, radius",
           "Returns a Met for the first thing with a solid pixel in a disc, or None. "
           "(hm_world_circle)"),
    METHOD(segment, "start, end",
           "Returns a Met for the first thing on the way from start to end, or None. "
           "(hm_world_segment)"),
    METHOD(ray, "start, direction",
           "Returns (Met, number of pixels before it) for a ray, or None if the ray meets "
           "nothing. (hm_world_ray)\n\nThe ray goes from start in direction, without end."),
    METHOD(list, "mask, pos",
           "Returns a list of a Met for each thing that a mask overlaps. (hm_world_list)\n\npos is "
           "the place of the mask's top-left pixel in the world."),
    METHOD(list_placed, "placement",
           "Returns a list of a Met for each thing that a placed mask touches. "
           "(hm_world_list_placed)"),
    METHOD(list_point, "pos",
           "Returns a list of a Met for each thing that is solid at a pixel of the world. "
           "(hm_world_list_point)"),
    METHOD(list_rect, "rect",
           "Returns a list of a Met for each thing with a solid pixel in a rectangle (x, y, width, "
           "height). (hm_world_list_box)"),
    METHOD(list_circle, "center, radius",
           "Returns a list of a Met for each thing with a solid pixel in a disc. "
           "(hm_world_list_circle)"),
    {NULL, NULL, 0, NULL},
};

static const char world_doc[] =
    "World(terrain=None, tiles=None, crowd=None, placed=None, terrain_at=(0, 0), tiles_at=(0, 0))"
    "\n--\n\n"
    "Terrain, tiles and crowds. A question to the World asks all of them.\n\n"
    "If several things are met at once, the first counts, in the order terrain, tiles, crowd, "
    "placed. In the same part, the smallest index counts.";

bool make_world_type(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_new, world_new},
        {Py_tp_dealloc, world_dealloc},
        {Py_tp_traverse, world_traverse},
        {Py_tp_doc, (void *)world_doc},
        {Py_tp_methods, NULL},
        {Py_tp_getset, world_attributes},
        {0, NULL},
    };
    PyType_Spec spec = {"hitmask.World", sizeof(world), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                        slots};
    types.world = make_type(module, &spec, NULL, (PyMethodDef *[]){world_methods, NULL});
    return types.world != NULL;
}
