/*
 * placement.c - Placement: a mask that is turned, scaled or mirrored, and its questions
 *
 * Numbers of the world are pixels with fractions, angles are degrees. Both are kept in whole
 * 65536ths, of a pixel and of a turn, and every such number survives the way to Python and back.
 */
#include "core.h"

/* ---- Values --------------------------------------------------------------------------------- */

static bool take_angle(PyObject *value, uint32_t *out)
{
    int64_t angle;
    const double degrees = PyFloat_AsDouble(value);
    if (degrees == -1 && PyErr_Occurred())
        return false;
    PyObject *const turns = PyFloat_FromDouble(degrees / 360);
    const bool ok = turns != NULL && take_fixed(turns, "angle", &angle);
    Py_XDECREF(turns);
    *out = ok ? (uint32_t)(uint64_t)angle % 65536 : 0;
    return ok;
}

static bool take_scale(PyObject *value, int32_t *x, int32_t *y)
{
    int64_t wide, high;
    if (PySequence_Check(value)) {
        if (!take_fixed_pair(value, "scale", &wide, &high))
            return false;
    } else {
        if (!take_fixed(value, "scale", &wide))
            return false;
        high = wide;
    }
    if (wide != (int32_t)wide || high != (int32_t)high) {
        PyErr_SetString(PyExc_OverflowError, "scale is too large");
        return false;
    }
    *x = (int32_t)wide;
    *y = (int32_t)high;
    return true;
}

placed *take_placement(PyObject *value, const char *name)
{
    if (PyObject_TypeCheck(value, types.placement))
        return (placed *)value;
    PyErr_Format(PyExc_TypeError, "%s must be a hitmask.Placement, not %R", name, Py_TYPE(value));
    return NULL;
}

static hm_point pixel_of(int64_t x, int64_t y)
{
    return (hm_point){(int32_t)(x >> 16), (int32_t)(y >> 16)};
}

/* ---- Life ----------------------------------------------------------------------------------- */

static PyObject *placement_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static const struct arguments wanted = {"Placement", 1, {"mask", "pos", "angle", "scale"}};
    PyObject *a[ARGUMENTS_MAX] = {NULL};
    hm_point at = {0, 0};
    uint32_t angle = 0;
    int32_t scale_x = 65536, scale_y = 65536;
    if (!take_tuple(&wanted, args, named, a))
        return NULL;
    mask *const of = take_mask(a[0], "mask");
    if (of == NULL || (a[1] != NULL && !take_point(a[1], "pos", &at)) ||
        (a[2] != NULL && !take_angle(a[2], &angle)) ||
        (a[3] != NULL && !take_scale(a[3], &scale_x, &scale_y)))
        return NULL;
    placed *const self = (placed *)PyType_GenericAlloc(type, 0);
    if (self == NULL)
        return NULL;
    self->mask = of;
    Py_INCREF((PyObject *)of);
    hm_place(view_of(of), at.x, at.y, angle, &self->at);
    self->at.scale_x = scale_x;
    self->at.scale_y = scale_y;
    return (PyObject *)self;
}

static int placement_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT((PyObject *)OWN(placed)->mask);
    return 0;
}

static void placement_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF((PyObject *)OWN(placed)->mask);
    free_object(self);
}

static PyObject *copy_(PyObject *self, PyObject *unused)
{
    placed *const made = (placed *)PyType_GenericAlloc(types.placement, 0);
    (void)unused;
    if (made == NULL)
        return NULL;
    made->mask = OWN(placed)->mask;
    made->at = OWN(placed)->at;
    Py_INCREF((PyObject *)made->mask);
    return (PyObject *)made;
}

/* ---- Attributes ----------------------------------------------------------------------------- */

static int no_delete(void)
{
    PyErr_SetString(PyExc_AttributeError, "a number of a placement cannot be deleted");
    return -1;
}

static int64_t *number_in(PyObject *self, void *which)
{
    hm_placement *const at = &OWN(placed)->at;
    return ((int64_t *[]){&at->x, &at->y})[(size_t)which];
}

static PyObject *get_number(PyObject *self, void *which)
{
    return fixed_of(*number_in(self, which));
}

static int set_number(PyObject *self, PyObject *value, void *which)
{
    if (value == NULL)
        return no_delete();
    return take_fixed(value, which != NULL ? "y" : "x", number_in(self, which)) ? 0 : -1;
}

static PyObject *get_mask(PyObject *self, void *unused)
{
    (void)unused;
    Py_INCREF((PyObject *)OWN(placed)->mask);
    return (PyObject *)OWN(placed)->mask;
}

static PyObject *get_pivot(PyObject *self, void *unused)
{
    (void)unused;
    return fixed_pair_of(OWN(placed)->at.pivot_x, OWN(placed)->at.pivot_y);
}

static int set_pivot(PyObject *self, PyObject *value, void *unused)
{
    int64_t x, y;
    (void)unused;
    if (value == NULL)
        return no_delete();
    if (!take_fixed_pair(value, "pivot", &x, &y))
        return -1;
    OWN(placed)->at.pivot_x = x;
    OWN(placed)->at.pivot_y = y;
    return 0;
}

static PyObject *get_scale(PyObject *self, void *unused)
{
    (void)unused;
    return fixed_pair_of(OWN(placed)->at.scale_x, OWN(placed)->at.scale_y);
}

static int set_scale(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    if (value == NULL)
        return no_delete();
    return take_scale(value, &OWN(placed)->at.scale_x, &OWN(placed)->at.scale_y) ? 0 : -1;
}

static PyObject *get_angle(PyObject *self, void *unused)
{
    (void)unused;
    return PyFloat_FromDouble(OWN(placed)->at.angle % 65536 * (360.0 / 65536));
}

static int set_angle(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    if (value == NULL)
        return no_delete();
    return take_angle(value, &OWN(placed)->at.angle) ? 0 : -1;
}

static PyGetSetDef placement_attributes[] = {
    {"mask", get_mask, NULL, "The mask that is placed.", NULL},
    {"x", get_number, set_number, "The x of the pivot in the world, in pixels.", (void *)0},
    {"y", get_number, set_number, "The y of the pivot in the world, in pixels.", (void *)1},
    {"pivot", get_pivot, set_pivot,
     "The pivot (x, y) in the mask, in pixels from its top-left corner. (hm_sprite_pivot)", NULL},
    {"scale", get_scale, set_scale,
     "The scale along x and y: 1 is the size of the mask. A negative scale mirrors. One number "
     "sets both.",
     NULL},
    {"angle", get_angle, set_angle, "The angle in degrees, clockwise on the screen.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* ---- Two placements ------------------------------------------------------------------------- */

/* The two placements of a question. */
struct places {
    placed *a, *b;
};

static bool take_places(PyObject *self, PyObject *const *a, struct places *out)
{
    out->a = (placed *)self;
    out->b = take_placement(a[0], "other");
    return out->b != NULL;
}

/* Asks when all arguments are numbers, for they may run code. The placements are copied: another
 * thread may change them meanwhile. */
#define ASK(places, expression)                                                                    \
    do {                                                                                           \
        const hm_sprite *const a_ = view_of((places).a->mask), *const b_ =                         \
                                                                   view_of((places).b->mask);      \
        const hm_placement at_a_ = (places).a->at, at_b_ = (places).b->at;                         \
        struct long_call call_;                                                                    \
        begin_long_pair(&call_, (places).a->mask, (places).b->mask);                               \
        expression;                                                                                \
        end_long(&call_);                                                                          \
    } while (0)
#define BOTH a_, &at_a_, b_, &at_b_

static PyObject *touches_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "touches", "other");
    struct places places;
    bool touched;
    if (!take_places(self, a, &places))
        return NULL;
    ASK(places, touched = hm_placed_overlap(BOTH));
    return PyBool_FromLong(touched);
}

static PyObject *overlap_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "overlap", "other");
    struct places places;
    hm_point hit;
    bool touched;
    if (!take_places(self, a, &places))
        return NULL;
    ASK(places, touched = hm_placed_first(BOTH, &hit));
    return touched ? point_of(hit) : none();
}

static PyObject *overlap_area_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "overlap_area", "other");
    struct places places;
    uint64_t area;
    if (!take_places(self, a, &places))
        return NULL;
    ASK(places, area = hm_placed_area(BOTH));
    return PyLong_FromUnsignedLongLong(area);
}

static PyObject *normal_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "normal", "other");
    struct places places;
    int64_t x, y;
    bool touched;
    if (!take_places(self, a, &places))
        return NULL;
    ASK(places, touched = hm_placed_normal(BOTH, &x, &y));
    return touched ? fixed_pair_of(x, y) : none();
}

static PyObject *exit_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 3, "exit", "other", "direction", "limit");
    struct places places;
    uint32_t direction, limit, distance;
    bool is_free;
    if (!take_places(self, a, &places) ||
        !take_choice(a[1], "direction", HM_DOWN + 1, &direction) ||
        !take_size(a[2], "limit", &limit))
        return NULL;
    ASK(places, is_free = hm_placed_exit(BOTH, (hm_direction)direction, limit, &distance));
    return is_free ? PyLong_FromUnsignedLong(distance) : none();
}

static PyObject *escape_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "escape", "other", "limit");
    struct places places;
    uint32_t limit;
    hm_point move;
    bool is_free;
    if (!take_places(self, a, &places) || !take_size(a[1], "limit", &limit))
        return NULL;
    ASK(places, is_free = hm_placed_escape(BOTH, limit, &move));
    return is_free ? point_of(move) : none();
}

PyObject *placed_sweep_of(bool touched, const hm_affine_sweep_result *r)
{
    return record_of(types.placed_sweep, 6,
                     (PyObject *[]){PyBool_FromLong(touched), fixed_pair_of(r->moved_x, r->moved_y),
                                    PyLong_FromUnsignedLongLong(r->step), point_of(r->hit),
                                    fixed_pair_of(r->normal_x, r->normal_y),
                                    fixed_pair_of(r->contact_x, r->contact_y)});
}

static PyObject *sweep_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "sweep", "other", "move");
    struct places places;
    int64_t x, y;
    hm_affine_sweep_result result;
    bool touched;
    if (!take_places(self, a, &places) || !take_fixed_pair(a[1], "move", &x, &y))
        return NULL;
    ASK(places, touched = hm_placed_sweep(BOTH, x, y, &result));
    return placed_sweep_of(touched, &result);
}

/* ---- A placement and the world -------------------------------------------------------------- */

static PyObject *bounds_(PyObject *self, PyObject *unused)
{
    hm_box box;
    (void)unused;
    hm_placed_bounds(view_of(OWN(placed)->mask), &OWN(placed)->at, &box);
    return box_of(&box);
}

static PyObject *pixel_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "pixel", "pos");
    hm_point pixel, out;
    if (!take_point(a[0], "pos", &pixel))
        return NULL;
    return hm_placed_pixel(&OWN(placed)->at, pixel.x, pixel.y, &out) ? point_of(out) : none();
}

static PyObject *overlap_rect_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "overlap_rect", "rect");
    hm_box box;
    hm_point hit;
    if (!take_rect(a[0], "rect", &box))
        return NULL;
    return hm_placed_box(view_of(OWN(placed)->mask), &OWN(placed)->at, &box, &hit) ? point_of(hit)
                                                                                   : none();
}

static PyObject *overlap_circle_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap_circle", "center", "radius");
    hm_point center, hit;
    uint32_t radius;
    if (!take_point(a[0], "center", &center) || !take_size(a[1], "radius", &radius))
        return NULL;
    return hm_placed_circle(view_of(OWN(placed)->mask), &OWN(placed)->at, center.x, center.y,
                            radius, &hit)
               ? point_of(hit)
               : none();
}

static PyObject *overlap_segment_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap_segment", "start", "end");
    hm_point start, end, hit;
    if (!take_point(a[0], "start", &start) || !take_point(a[1], "end", &end))
        return NULL;
    return hm_placed_segment(view_of(OWN(placed)->mask), &OWN(placed)->at, start.x, start.y, end.x,
                             end.y, &hit)
               ? point_of(hit)
               : none();
}

static PyObject *overlap_ray_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap_ray", "start", "direction");
    hm_point start, direction, hit;
    uint64_t steps;
    if (!take_point(a[0], "start", &start) || !take_point(a[1], "direction", &direction))
        return NULL;
    if (!hm_placed_ray(view_of(OWN(placed)->mask), &OWN(placed)->at, start.x, start.y, direction.x,
                       direction.y, &hit, &steps))
        return none();
    return Py_BuildValue("(NK)", point_of(hit), (unsigned long long)steps);
}

static PyMethodDef placement_methods[] = {
    METHOD_ALONE(copy, "Returns another Placement of the same mask with the same numbers."),
    METHOD(touches, "other", "Returns True if the two placed masks touch. (hm_placed_overlap)"),
    METHOD(overlap, "other",
           "Returns the first contact pixel of this mask in reading order, or None if the masks do "
           "not touch. (hm_placed_first)\n\nThe pixel is in pixels of this mask; pixel() finds its "
           "place in the world."),
    METHOD(overlap_area, "other",
           "Returns the number of contact pixels of this mask. (hm_placed_area)"),
    METHOD(normal, "other",
           "Returns the direction (x, y) in which this mask leaves the other, or None if they do "
           "not touch. (hm_placed_normal)"),
    METHOD(exit, "other, direction, limit",
           "Returns how many pixels of the world this mask must move to be free of the other, or "
           "None. (hm_placed_exit)\n\nReturns None if more than limit pixels are needed. direction "
           "is LEFT, RIGHT, UP or DOWN."),
    METHOD(escape, "other, limit",
           "Returns the shortest move (x, y) that frees this mask from the other, or None. "
           "(hm_placed_escape)\n\nThe move is in whole pixels of the world. Returns None if every "
           "move of at most limit pixels leaves a contact."),
    METHOD(sweep, "other, move",
           "Returns how far this mask can move before it touches the other: a PlacedSweep. "
           "(hm_placed_sweep)\n\nmove is the whole move (x, y) in pixels of the world, and may "
           "have fractions."),
    METHOD_ALONE(bounds,
                 "Returns a rectangle (x, y, width, height) of the world that holds the placed "
                 "mask. (hm_placed_bounds)"),
    METHOD(pixel, "pos",
           "Returns the pixel of the world that holds the centre of the pixel pos of the mask, or "
           "None. (hm_placed_pixel)\n\nReturns None if the placement is out of range."),
    METHOD(overlap_rect, "rect",
           "Returns the first contact pixel with a rectangle of the world, or None. "
           "(hm_placed_box)\n\nThe contact pixel is a pixel of this mask. Returns None if there is "
           "no contact."),
    METHOD(overlap_circle, "center, radius",
           "Returns the first contact pixel with a disc of the world, or None. "
           "(hm_placed_circle)\n\nThe contact pixel is a pixel of this mask. Returns None if there "
           "is no contact."),
    METHOD(overlap_segment, "start, end",
           "Returns the first contact pixel with the way from start to end in the world, or None. "
           "(hm_placed_segment)\n\nThe contact pixel is a pixel of this mask. Returns None if "
           "there is no contact."),
    METHOD(overlap_ray, "start, direction",
           "Returns (contact pixel, number of pixels of the ray before it), or None. "
           "(hm_placed_ray)\n\nThe ray goes from start in direction through the world, without "
           "end. The contact pixel is a pixel of this mask. Returns None if there is no contact."),
    {NULL, NULL, 0, NULL},
};

static PyObject *placement_repr(PyObject *self)
{
    const hm_placement *const at = &OWN(placed)->at;
    const hm_point pixel = pixel_of(at->x, at->y);
    return PyUnicode_FromFormat("<Placement(%R, pivot near (%d, %d))>",
                                (PyObject *)OWN(placed)->mask, pixel.x, pixel.y);
}

static const char placement_doc[] =
    "Placement(mask, pos=(0, 0), angle=0, scale=1)\n--\n\n"
    "A mask that is turned, scaled or mirrored about its pivot. (hm_place)\n\n"
    "pos is the place of the top-left pixel of the mask before the mask is turned. The "
    "attributes x and y are the place of the pivot. All are in pixels of the world.";

bool make_placement_type(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_new, placement_new},           {Py_tp_dealloc, placement_dealloc},
        {Py_tp_traverse, placement_traverse}, {Py_tp_repr, placement_repr},
        {Py_tp_doc, (void *)placement_doc},   {Py_tp_methods, NULL},
        {Py_tp_getset, placement_attributes}, {0, NULL},
    };
    PyType_Spec spec = {"hitmask.Placement", sizeof(placed), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};
    types.placement = make_type(module, &spec, NULL, (PyMethodDef *[]){placement_methods, NULL});
    return types.placement != NULL;
}
