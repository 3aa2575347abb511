/*
 * query.c - questions about two masks, and about a mask and a shape
 *
 * In all of them the other mask lies at an offset from this one, and pixels in answers are those of
 * this one. A call that reads many pixels lets other threads run.
 */
#include "core.h"

/* The arguments of every question about two masks. */
struct two {
    mask *a, *b;
    hm_point at;
};

static inline bool take_two(PyObject *self, PyObject *const *a, struct two *out)
{
    out->a = (mask *)self;
    out->b = take_mask(a[0], "other");
    return out->b != NULL && take_point(a[1], "offset", &out->at);
}

/* Runs an expression about `two`, without the GIL when the masks are large. The views are made
 * here, when all arguments are numbers: to become one, an argument may run code that changes the
 * masks. */
#define ASK(two, expression)                                                                       \
    do {                                                                                           \
        const hm_sprite *const a_ = quick_view_of((two).a), *const b_ = quick_view_of((two).b);    \
        const int32_t dx_ = (two).at.x, dy_ = (two).at.y;                                          \
        struct long_call call_;                                                                    \
        begin_long_pair(&call_, (two).a, (two).b);                                                 \
        expression;                                                                                \
        end_long(&call_);                                                                          \
    } while (0)
#define BOTH a_, b_, dx_, dy_

/* ---- Two masks ------------------------------------------------------------------------------ */

static PyObject *touches_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "touches", "other", "offset");
    struct two two;
    bool touched;
    if (!take_two(self, a, &two))
        return NULL;
    ASK(two, touched = hm_overlap(BOTH));
    return PyBool_FromLong(touched);
}

static PyObject *overlap_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap", "other", "offset");
    struct two two;
    hm_point hit;
    bool touched;
    if (!take_two(self, a, &two))
        return NULL;
    ASK(two, touched = hm_overlap_first(BOTH, &hit));
    return touched ? point_of(hit) : none();
}

static PyObject *overlap_area_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap_area", "other", "offset");
    struct two two;
    uint64_t area;
    if (!take_two(self, a, &two))
        return NULL;
    ASK(two, area = hm_overlap_area(BOTH));
    return PyLong_FromUnsignedLongLong(area);
}

/* The pixels of `a` become a mask, of which those stay that are solid in `b`, too. */
static PyObject *overlap_mask_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap_mask", "other", "offset");
    struct two two;
    if (!take_two(self, a, &two))
        return NULL;
    mask *const made = mask_of(view_of(two.a));
    if (made != NULL)
        hm_canvas_stamp(&made->canvas, view_of(two.b), two.at.x, two.at.y, HM_KEEP);
    return (PyObject *)made;
}

static bool take_direction(PyObject *value, hm_direction *out)
{
    uint32_t number;
    if (!take_choice(value, "direction", HM_DOWN + 1, &number))
        return false;
    *out = (hm_direction)number;
    return true;
}

static PyObject *furthest_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 3, "furthest", "other", "offset", "direction");
    struct two two;
    hm_direction direction;
    hm_point hit;
    bool touched;
    if (!take_two(self, a, &two) || !take_direction(a[2], &direction))
        return NULL;
    ASK(two, touched = hm_overlap_furthest(BOTH, direction, &hit));
    return touched ? point_of(hit) : none();
}

static PyObject *normal_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "normal", "other", "offset");
    struct two two;
    int64_t x, y;
    bool touched;
    if (!take_two(self, a, &two))
        return NULL;
    ASK(two, touched = hm_overlap_normal(BOTH, &x, &y));
    return touched ? pair_of(x, y) : none();
}

static PyObject *exit_(PyObject *self, METHOD_ARGS)
{
    TAKE(4, 3, "exit", "other", "offset", "direction", "limit");
    struct two two;
    hm_direction direction;
    uint32_t limit = UINT32_MAX, distance;
    bool is_free;
    if (!take_two(self, a, &two) || !take_direction(a[2], &direction) ||
        (a[3] != NULL && !take_size(a[3], "limit", &limit)))
        return NULL;
    ASK(two, is_free = hm_overlap_exit(BOTH, direction, limit, &distance));
    return is_free ? PyLong_FromUnsignedLong(distance) : none();
}

static PyObject *escape_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 3, "escape", "other", "offset", "limit");
    struct two two;
    uint32_t limit;
    hm_point move;
    bool is_free;
    if (!take_two(self, a, &two) || !take_size(a[2], "limit", &limit))
        return NULL;
    ASK(two, is_free = hm_overlap_escape(BOTH, limit, &move));
    return is_free ? point_of(move) : none();
}

PyObject *sweep_of(bool touched, const hm_sweep_result *result)
{
    return record_of(
        types.sweep, 6,
        (PyObject *[]){PyBool_FromLong(touched), point_of(result->moved),
                       PyLong_FromUnsignedLongLong(result->step), point_of(result->hit),
                       pair_of(result->normal_x, result->normal_y), point_of(result->contact)});
}

static PyObject *sweep_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 3, "sweep", "other", "offset", "move");
    struct two two;
    hm_point move;
    hm_sweep_result result;
    bool touched;
    if (!take_two(self, a, &two) || !take_point(a[2], "move", &move))
        return NULL;
    ASK(two, touched = hm_sweep(BOTH, move.x, move.y, &result));
    return sweep_of(touched, &result);
}

static PyObject *gap_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 2, "gap", "other", "offset", "limit");
    struct two two;
    uint32_t limit = UINT32_MAX;
    uint64_t squared;
    hm_point in_a, in_b;
    bool near;
    if (!take_two(self, a, &two) || (a[2] != NULL && !take_size(a[2], "limit", &limit)))
        return NULL;
    ASK(two, near = hm_gap(BOTH, limit, &squared, &in_a, &in_b));
    return near
               ? Py_BuildValue("(KNN)", (unsigned long long)squared, point_of(in_a), point_of(in_b))
               : none();
}

/* ---- Points --------------------------------------------------------------------------------- */

typedef bool points_query(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                          uint32_t limit, hm_point *hit);

static PyObject *ask_points(PyObject *self, PyObject *const *a, points_query *query)
{
    struct two two;
    uint32_t limit = UINT32_MAX;
    hm_point hit;
    if (!take_two(self, a, &two) || (a[2] != NULL && !take_size(a[2], "limit", &limit)))
        return NULL;
    bool touched;
    ASK(two, touched = query(BOTH, limit, &hit));
    return touched ? point_of(hit) : none();
}

static PyObject *points_overlap_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 2, "points_overlap", "other", "offset", "limit");
    return ask_points(self, a, hm_points_overlap);
}

static PyObject *points_overlap_map_(PyObject *self, METHOD_ARGS)
{
    TAKE(3, 2, "points_overlap_map", "other", "offset", "limit");
    return ask_points(self, a, hm_points_overlap_map);
}

static PyObject *points_near_(PyObject *self, METHOD_ARGS)
{
    TAKE(4, 3, "points_near", "other", "offset", "distance", "limit");
    struct two two;
    uint32_t distance, limit = UINT32_MAX;
    hm_point hit;
    if (!take_two(self, a, &two) || !take_size(a[2], "distance", &distance) ||
        (a[3] != NULL && !take_size(a[3], "limit", &limit)))
        return NULL;
    bool near;
    ASK(two, near = hm_points_near(BOTH, distance, limit, &hit));
    return near ? point_of(hit) : none();
}

/* ---- A mask and a shape --------------------------------------------------------------------- */

static PyObject *overlap_rect_(PyObject *self, METHOD_ARGS)
{
    TAKE(1, 1, "overlap_rect", "rect");
    hm_box box;
    hm_point hit;
    if (!take_rect(a[0], "rect", &box))
        return NULL;
    return hm_overlap_box(view_of(OWN(mask)), &box, &hit) ? point_of(hit) : none();
}

static PyObject *overlap_circle_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap_circle", "center", "radius");
    hm_point center, hit;
    uint32_t radius;
    if (!take_point(a[0], "center", &center) || !take_size(a[1], "radius", &radius))
        return NULL;
    return hm_overlap_circle(view_of(OWN(mask)), center.x, center.y, radius, &hit) ? point_of(hit)
                                                                                   : none();
}

static PyObject *overlap_segment_(PyObject *self, METHOD_ARGS)
{
    TAKE(2, 2, "overlap_segment", "start", "end");
    hm_point start, end, hit;
    if (!take_point(a[0], "start", &start) || !take_point(a[1], "end", &end))
        return NULL;
    return hm_overlap_segment(view_of(OWN(mask)), start.x, start.y, end.x, end.y, &hit)
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
    if (!hm_overlap_ray(view_of(OWN(mask)), start.x, start.y, direction.x, direction.y, &hit,
                        &steps))
        return none();
    return Py_BuildValue("(NK)", point_of(hit), (unsigned long long)steps);
}

static PyObject *nearest_(PyObject *object, METHOD_ARGS)
{
    TAKE(2, 1, "nearest", "pos", "limit");
    mask *const self = (mask *)object;
    hm_point pixel, hit;
    uint32_t limit = UINT32_MAX;
    bool near;
    struct long_call call;
    if (!take_point(a[0], "pos", &pixel) || (a[1] != NULL && !take_size(a[1], "limit", &limit)))
        return NULL;
    (void)view_of(self);
    begin_long(&call, self, NULL, pixels_of(self));
    near = hm_nearest(&self->view, pixel.x, pixel.y, limit, &hit);
    end_long(&call);
    return near ? point_of(hit) : none();
}

static PyObject *count_(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(hm_sprite_area(view_of(OWN(mask))));
}

static PyObject *get_bounds(PyObject *self, void *unused)
{
    hm_box box;
    (void)unused;
    hm_sprite_bounds(view_of(OWN(mask)), &box);
    return box_of(&box);
}

static PyObject *get_pivot(PyObject *self, void *unused)
{
    int64_t x, y;
    (void)unused;
    hm_sprite_pivot(view_of(OWN(mask)), &x, &y);
    return fixed_pair_of(x, y);
}

PyGetSetDef mask_attributes[] = {
    {"bounds", get_bounds, NULL,
     "The smallest rectangle (x, y, width, height) that holds all solid pixels; zeros if there are "
     "none. (hm_sprite_bounds)",
     NULL},
    {"pivot", get_pivot, NULL,
     "The point about which a Placement turns the mask, in pixels from its top-left corner. "
     "(hm_sprite_pivot)",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyMethodDef query_methods[] = {
    METHOD(touches, "other, offset",
           "Returns True if a solid pixel of this mask lies on a solid pixel of the other. "
           "(hm_overlap)\n\noffset is the position of other minus the position of this mask, in "
           "pixels."),
    METHOD(overlap, "other, offset",
           "Returns the first overlapping pixel of this mask in reading order, or None if there is "
           "no overlap. (hm_overlap_first)\n\noffset is the position of other minus the position "
           "of this mask, in pixels. pygame finds a pixel that depends on the machine. If you do "
           "not need the pixel, touches() is faster."),
    METHOD(overlap_area, "other, offset",
           "Returns the number of pixels that are solid in both masks. (hm_overlap_area)\n\noffset "
           "is the position of other minus the position of this mask, in pixels."),
    METHOD(overlap_mask, "other, offset",
           "Returns a Mask of the pixels that are solid in both masks. (hm_overlap_mask)\n\noffset "
           "is the position of other minus the position of this mask, in pixels. The Mask has the "
           "size of this mask."),
    METHOD(furthest, "other, offset, direction",
           "Returns the overlapping pixel that lies furthest in a direction, or None if there is "
           "no overlap. (hm_overlap_furthest)\n\ndirection is LEFT, RIGHT, UP or DOWN. offset is "
           "the position of other minus the position of this mask, in pixels."),
    METHOD(normal, "other, offset",
           "Returns the direction in which this mask leaves the other, or None if there is no "
           "overlap. (hm_overlap_normal)\n\nThe direction (x, y) is the gradient of the overlap "
           "area. offset is the position of other minus the position of this mask, in pixels."),
    METHOD(exit, "other, offset, direction, limit=4294967295",
           "Returns how many pixels this mask must move in a direction to be free of the other, or "
           "None. (hm_overlap_exit)\n\nReturns None if more than limit pixels are needed. "
           "direction is LEFT, RIGHT, UP or DOWN. offset is the position of other minus the "
           "position of this mask, in pixels."),
    METHOD(escape, "other, offset, limit",
           "Returns the shortest move (x, y) that frees this mask from the other, or None. "
           "(hm_overlap_escape)\n\nReturns None if every move of at most limit pixels leaves an "
           "overlap. offset is the position of other minus the position of this mask, in pixels."),
    METHOD(sweep, "other, offset, move",
           "Returns how far this mask can move before it touches the other: a Sweep. "
           "(hm_sweep)\n\noffset is the position of other minus the position of this mask, in "
           "pixels. move is the whole move (x, y), in pixels."),
    METHOD(gap, "other, offset, limit=4294967295",
           "Returns (squared distance, pixel of this mask, pixel of the other), or None. "
           "(hm_gap)\n\nThe two pixels are the nearest solid pixels, each in its own mask. Returns "
           "None if they are more than limit pixels apart, or if a mask is empty. offset is the "
           "position of other minus the position of this mask, in pixels."),
    METHOD(points_overlap, "other, offset, limit=4294967295",
           "Returns the first near-pixel point on a solid pixel of the other mask, or None. "
           "(hm_points_overlap)\n\nOnly the first limit points of this mask count. Returns None if "
           "there is no such point. offset is the position of other minus the position of this "
           "mask, in pixels."),
    METHOD(points_overlap_map, "other, offset, limit=4294967295",
           "Returns the first near-pixel point in a solid cell of the map of the other mask, or "
           "None. (hm_points_overlap_map)\n\nOnly the first limit points of this mask count. "
           "Returns None if there is no such point. offset is the position of other minus the "
           "position of this mask, in pixels."),
    METHOD(points_near, "other, offset, distance, limit=4294967295",
           "Returns the first near-pixel point that has a point of the other mask near it, or "
           "None. (hm_points_near)\n\nA point is near if it is at most distance pixels away. Only "
           "the first limit points of each mask count. Returns None if there is no such point. "
           "offset is the position of other minus the position of this mask, in pixels."),
    METHOD(overlap_rect, "rect",
           "Returns the first solid pixel in a rectangle (x, y, width, height), or None. "
           "(hm_overlap_box)\n\nCoordinates are pixels of this mask. Returns None if there is no "
           "such pixel."),
    METHOD(overlap_circle, "center, radius",
           "Returns the first solid pixel in a disc, or None. (hm_overlap_circle)\n\nCoordinates "
           "are pixels of this mask. Returns None if there is no such pixel."),
    METHOD(overlap_segment, "start, end",
           "Returns the first solid pixel on the way from start to end, or None. "
           "(hm_overlap_segment)\n\nCoordinates are pixels of this mask. Returns None if there is "
           "no such pixel."),
    METHOD(overlap_ray, "start, direction",
           "Returns (first solid pixel, number of pixels before it) on a ray from start, or None. "
           "(hm_overlap_ray)\n\nThe ray has no end. Coordinates are pixels of this mask. Returns "
           "None if there is no such pixel."),
    METHOD(nearest, "pos, limit=4294967295",
           "Returns the solid pixel of this mask nearest to the pixel pos, or None. "
           "(hm_nearest)\n\nReturns None if every solid pixel is more than limit pixels away."),
    METHOD_ALONE(count, "Returns the number of solid pixels. (hm_sprite_area, hm_canvas_area)"),
    {NULL, NULL, 0, NULL},
};
