/*
 * module.c - the module hitmask._core: types, functions, constants
 *
 * The types are made once and are those of the whole process, so the module works in the main
 * interpreter alone, and says so in any other.
 */
#include "core.h"

struct types types;

/* ---- Records: what some questions return ---------------------------------------------------- */

#define FIELD(name, doc)                                                                           \
    {                                                                                              \
        name, doc                                                                                  \
    }
#define END_FIELDS                                                                                 \
    {                                                                                              \
        NULL, NULL                                                                                 \
    }

static PyStructSequence_Field sweep_fields[] = {
    FIELD("touched", "True if the moving mask touches something"),
    FIELD("moved", "the last position without contact, relative to the start"),
    FIELD("step",
          "the number of the step that makes contact; without contact, the number of all steps"),
    FIELD("hit",
          "the first pixel of the moving mask that touches after the step that makes contact"),
    FIELD("normal", "the contact normal after the step that makes contact"),
    FIELD("contact", "the position after the step that makes contact, relative to the start"),
    END_FIELDS};

static PyStructSequence_Field slide_fields[] = {
    FIELD("blocked", "True if a step was blocked, or the mask is stuck"),
    FIELD("moved", "the move (x, y) from the start to the end"),
    FIELD("hit_x", "True if a step along x was blocked"),
    FIELD("hit_y", "True if a step along y was blocked"),
    FIELD("on_ground", "True if the mask would overlap something one pixel below the end"),
    FIELD("stuck", "True if the mask overlaps something at the start"),
    FIELD("kind", "the kind of the thing that blocked the first blocked step"),
    FIELD("index", "the index of the thing that blocked the first blocked step"),
    FIELD("hit", "the first pixel of the mask that would overlap after the blocked step"),
    FIELD("normal", "the contact normal after the blocked step"),
    FIELD("contact", "the position after the blocked step, relative to the start"),
    FIELD("ground_kind", "the kind of the thing one pixel below the end, or NOTHING"),
    FIELD("ground_index", "the index of the thing one pixel below the end"),
    FIELD("rise", "the least step_up that would have let the blocked step along x pass, or 0"),
    END_FIELDS};

static PyStructSequence_Field met_fields[] = {
    FIELD("kind", "TERRAIN, TILES, CROWD or PLACED"),
    FIELD("index", "the index of the item, or of the cell of the map; 0 for terrain"),
    FIELD("hit", "the first pixel of the asking mask or shape that touches, in the world"),
    END_FIELDS};

static PyStructSequence_Field source_fields[] = {
    FIELD("name", "the name that the bake gave the picture"),
    FIELD("layer", "the layer of the picture, or \"\" if there is none"),
    FIELD("part", "the part of the picture that shows the sprite: (x, y, width, height)"),
    FIELD("place", "the pixels of the upright sprite that the part covers: (x, y, width, height)"),
    FIELD("turned",
          "how the part is turned: 0 not at all, 1 a quarter clockwise, 2 counter-clockwise"),
    END_FIELDS};

static PyStructSequence_Field moments_fields[] = {
    FIELD("x", "the mean x of the centres of the solid pixels, in pixels"),
    FIELD("y", "the mean y of the centres of the solid pixels, in pixels"),
    FIELD("xx", "the mean of the squares of the distances from the mean x"),
    FIELD("xy", "the mean of the products of the distances from the mean x and the mean y"),
    FIELD("yy", "the mean of the squares of the distances from the mean y"),
    FIELD("angle", "the direction of the widest spread, in degrees, clockwise from 0 to 180"),
    END_FIELDS};

static PyStructSequence_Field component_fields[] = {
    FIELD("bounds", "the smallest rectangle that holds the piece: (x, y, width, height)"),
    FIELD("area", "the number of pixels of the piece"),
    FIELD("first", "the first pixel of the piece in reading order"), END_FIELDS};

static struct record {
    PyTypeObject **type;
    PyStructSequence_Desc desc;
} records[] = {
    {&types.sweep, {"hitmask.Sweep", "How far a mask moves before it touches.", sweep_fields, 6}},
    {&types.placed_sweep,
     {"hitmask.PlacedSweep",
      "How far a placed mask moves before it touches, in pixels with fractions.", sweep_fields, 6}},
    {&types.slide,
     {"hitmask.Slide", "How a mask moves along what is in its way.", slide_fields, 14}},
    {&types.met,
     {"hitmask.Met", "The thing that a question to a World meets, and the place.", met_fields, 3}},
    {&types.source,
     {"hitmask.Source", "The picture that a sprite was baked from.", source_fields, 5}},
    {&types.moments,
     {"hitmask.Moments", "How the pixels of a mask are spread.", moments_fields, 6}},
    {&types.component, {"hitmask.Component", "A connected piece of a mask.", component_fields, 3}},
};

static bool make_records(void)
{
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        *records[i].type = PyStructSequence_NewType(&records[i].desc);
        if (*records[i].type == NULL)
            return false;
    }
    return true;
}

/* ---- Functions ------------------------------------------------------------------------------ */

static PyObject *turn(PyObject *module, PyObject *value)
{
    int64_t angle;
    int32_t cosine, sine;
    (void)module;
    const double degrees = PyFloat_AsDouble(value);
    if (degrees == -1 && PyErr_Occurred())
        return NULL;
    PyObject *const turns = PyFloat_FromDouble(degrees / 360);
    const bool ok = turns != NULL && take_fixed(turns, "angle", &angle);
    Py_XDECREF(turns);
    if (!ok)
        return NULL;
    hm_turn((uint32_t)(uint64_t)angle, &cosine, &sine);
    return fixed_pair_of(cosine, sine);
}

static PyObject *angle_of(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    int64_t x, y;
    (void)module;
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "angle() takes x and y");
        return NULL;
    }
    if (!take_fixed(args[0], "x", &x) || !take_fixed(args[1], "y", &y))
        return NULL;
    return PyFloat_FromDouble(hm_angle(x, y) * (360.0 / 65536));
}

static PyMethodDef functions[] = {
    {"turn", turn, METH_O,
     "turn($module, degrees, /)\n--\n\nReturns (cosine, sine) of an angle in degrees, the same on "
     "every machine. (hm_turn)"},
    {"angle", (PyCFunction)(void (*)(void))angle_of, METH_FASTCALL,
     "angle($module, x, y, /)\n--\n\nReturns the angle of the direction (x, y) in degrees, "
     "clockwise "
     "on the screen. (hm_angle)"},
    {NULL, NULL, 0, NULL},
};

/* ---- Constants ------------------------------------------------------------------------------ */

static const struct constant {
    const char *name;
    long long value;
} constants[] = {
    {"ADD", HM_ADD},
    {"ERASE", HM_ERASE},
    {"KEEP", HM_KEEP},
    {"TOGGLE", HM_TOGGLE},
    {"LEFT", HM_LEFT},
    {"RIGHT", HM_RIGHT},
    {"UP", HM_UP},
    {"DOWN", HM_DOWN},
    {"LOOP", HM_PLAY_LOOP},
    {"ONCE", HM_PLAY_ONCE},
    {"PING_PONG", HM_PLAY_PING_PONG},
    {"NOTHING", HM_NOTHING},
    {"TERRAIN", HM_TERRAIN},
    {"TILES", HM_TILES},
    {"CROWD", HM_CROWD},
    {"PLACED", HM_PLACED},
    {"OUTLINE", HM_SHAPE_OUTLINE},
    {"POLYGONS", HM_SHAPE_POLYGONS},
    {"PIECES", HM_SHAPE_PIECES},
    {"HULL", HM_SHAPE_HULL},
    {"TILE_FLIP_X", HM_TILE_FLIP_X},
    {"TILE_FLIP_Y", HM_TILE_FLIP_Y},
    {"TILE_TRANSPOSE", HM_TILE_TRANSPOSE},
};

static bool add_constants(PyObject *module)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        PyObject *const value = PyLong_FromLongLong(constants[i].value);
        const bool ok =
            value != NULL && PyModule_AddObjectRef(module, constants[i].name, value) == 0;
        Py_XDECREF(value);
        if (!ok)
            return false;
    }
    const uint32_t v = hm_version();
    PyObject *const text = PyUnicode_FromFormat("%u.%u.%u", (unsigned)(v / 10000),
                                                (unsigned)(v / 100 % 100), (unsigned)(v % 100));
    const bool ok = text != NULL && PyModule_AddObjectRef(module, "__version__", text) == 0;
    Py_XDECREF(text);
    return ok;
}

/* ---- The module ----------------------------------------------------------------------------- */

static bool make_types(PyObject *module)
{
    if (types.pack_error != NULL)
        return true;
    if (!make_records() || !make_mask_types(module) || !make_pack_types(module) ||
        !make_placement_type(module) || !make_crowd_types(module) || !make_tiles_type(module) ||
        !make_world_type(module))
        return false;
    types.pack_error = PyErr_NewExceptionWithDoc(
        "hitmask.PackError",
        "The bytes are not a pack, or the pack is damaged. (hm_result_text)\n\n"
        "code is the number of the fault: the hm_result.",
        PyExc_ValueError, NULL);
    return types.pack_error != NULL;
}

static int execute(PyObject *module)
{
    /* The main interpreter is the first one. */
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_ImportError, "hitmask works in the main interpreter alone");
        return -1;
    }
    if (!make_types(module) || !add_constants(module) ||
        PyModule_AddFunctions(module, module_pixel_methods) < 0)
        return -1;
    const struct {
        const char *name;
        PyTypeObject *type;
    } all[] = {{"Mask", types.mask},
               {"Sprite", types.sprite},
               {"Pack", types.pack},
               {"Animation", types.animation},
               {"Placement", types.placement},
               {"Crowd", types.crowd},
               {"PlacedCrowd", types.placed_crowd},
               {"Tiles", types.tiles},
               {"World", types.world},
               {"Sweep", types.sweep},
               {"PlacedSweep", types.placed_sweep},
               {"Slide", types.slide},
               {"Met", types.met},
               {"Source", types.source},
               {"Moments", types.moments},
               {"Component", types.component}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (PyModule_AddObjectRef(module, all[i].name, (PyObject *)all[i].type) < 0)
            return -1;
    return PyModule_AddObjectRef(module, "PackError", types.pack_error);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)execute},
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,  .m_name = "hitmask._core", .m_doc = "The types of hitmask.",
    .m_methods = functions, .m_slots = slots,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
