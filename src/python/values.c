/*
 * values.c - arguments become numbers, and numbers become results
 *
 * A pair of numbers is any sequence of two: a tuple, a list, a Vector2. Fractions are cut off, as
 * pygame does. A number that does not fit 32 bits is an OverflowError.
 */
#include "core.h"

/* ---- Arguments by name ---------------------------------------------------------------------- */

static int all_of(const struct arguments *wanted)
{
    int all = 0;
    while (wanted->names[all] != NULL)
        all++;
    return all;
}

static int place_of(const struct arguments *wanted, PyObject *name)
{
    for (int i = 0; wanted->names[i] != NULL; i++)
        if (PyUnicode_CompareWithASCIIString(name, wanted->names[i]) == 0)
            return i;
    return -1;
}

static bool too_many(const struct arguments *wanted, Py_ssize_t count)
{
    PyErr_Format(PyExc_TypeError, "%s() takes at most %d arguments (%zd given)", wanted->function,
                 all_of(wanted), count);
    return false;
}

static bool put_named(const struct arguments *wanted, PyObject *name, PyObject *value,
                      PyObject **out)
{
    const int place = place_of(wanted, name);
    if (place >= 0 && out[place] == NULL) {
        out[place] = value;
        return true;
    }
    if (place < 0)
        PyErr_Format(PyExc_TypeError, "'%U' is an invalid keyword argument for %s()", name,
                     wanted->function);
    else
        PyErr_Format(PyExc_TypeError, "%s() got two values for argument '%U'", wanted->function,
                     name);
    return false;
}

static bool has_required(const struct arguments *wanted, PyObject *const *out)
{
    for (int i = 0; i < wanted->required; i++) {
        if (out[i] == NULL) {
            PyErr_Format(PyExc_TypeError, "%s() missing required argument '%s' (pos %d)",
                         wanted->function, wanted->names[i], i + 1);
            return false;
        }
    }
    return true;
}

bool take_named(const struct arguments *wanted, PyObject *const *args, Py_ssize_t count,
                PyObject *names, PyObject **out)
{
    if (count > all_of(wanted))
        return too_many(wanted, count);
    for (Py_ssize_t i = 0; i < count; i++)
        out[i] = args[i];
    const Py_ssize_t named = names != NULL ? PyTuple_Size(names) : 0;
    for (Py_ssize_t i = 0; i < named; i++)
        if (!put_named(wanted, PyTuple_GetItem(names, i), args[count + i], out))
            return false;
    return has_required(wanted, out);
}

bool take_tuple(const struct arguments *wanted, PyObject *args, PyObject *named, PyObject **out)
{
    const Py_ssize_t count = PyTuple_Size(args);
    if (count > all_of(wanted))
        return too_many(wanted, count);
    for (Py_ssize_t i = 0; i < count; i++)
        out[i] = PyTuple_GetItem(args, i);
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (named != NULL && PyDict_Next(named, &at, &name, &value))
        if (!put_named(wanted, name, value, out))
            return false;
    return has_required(wanted, out);
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static bool beyond(const char *name)
{
    PyErr_Format(PyExc_OverflowError, "%s is beyond 32 bits", name);
    return false;
}

static bool whole(PyObject *value, const char *name, int32_t *out)
{
    int over;
    const long long number = PyLong_AsLongLongAndOverflow(value, &over);
    if (over != 0 || number != (int32_t)number)
        return beyond(name);
    *out = (int32_t)number;
    return true;
}

static bool cut(double number, const char *name, int32_t *out)
{
    if (number != number) {
        PyErr_Format(PyExc_ValueError, "%s is not a number", name);
        return false;
    }
    if (!(number > -2147483649.0 && number < 2147483648.0))
        return beyond(name);
    *out = (int32_t)number;
    return true;
}

/* -1 when it is no number, 0 with another exception. */
static int number_of(PyObject *value, const char *name, int32_t *out)
{
    if (PyLong_Check(value))
        return whole(value, name, out);
    if (PyFloat_Check(value))
        return cut(PyFloat_AsDouble(value), name, out);
    if (PyIndex_Check(value)) {
        PyObject *const integer = PyNumber_Index(value);
        const bool ok = integer != NULL && whole(integer, name, out);
        Py_XDECREF(integer);
        return ok;
    }
    if (!PyNumber_Check(value))
        return -1;
    const double number = PyFloat_AsDouble(value);
    if (!PyErr_Occurred())
        return cut(number, name, out);
    if (!PyErr_ExceptionMatches(PyExc_TypeError))
        return 0;
    PyErr_Clear();
    return -1;
}

bool take_number(PyObject *value, const char *name, int32_t *out)
{
    const int found = number_of(value, name, out);
    if (found < 0)
        PyErr_Format(PyExc_TypeError, "%s must be a number", name);
    return found > 0;
}

bool take_integer(PyObject *value, const char *name, int32_t *out)
{
    PyObject *const integer = PyNumber_Index(value);
    const bool ok = integer != NULL && whole(integer, name, out);
    Py_XDECREF(integer);
    return ok;
}

bool take_size(PyObject *value, const char *name, uint32_t *out)
{
    PyObject *const integer = PyNumber_Index(value);
    if (integer == NULL)
        return false;
    int over;
    const long long number = PyLong_AsLongLongAndOverflow(integer, &over);
    Py_DECREF(integer);
    if (over < 0 || (over == 0 && number < 0)) {
        PyErr_Format(PyExc_ValueError, "%s must not be negative", name);
        return false;
    }
    if (over != 0 || number > UINT32_MAX)
        return beyond(name);
    *out = (uint32_t)number;
    return true;
}

bool take_fixed(PyObject *value, const char *name, int64_t *out)
{
    const double number = PyFloat_AsDouble(value);
    if (PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s must be a number", name);
        return false;
    }
    if (number != number) {
        PyErr_Format(PyExc_ValueError, "%s is not a number", name);
        return false;
    }
    const double scaled = number * 65536;
    if (!(scaled > -9.2e18 && scaled < 9.2e18)) {
        PyErr_Format(PyExc_OverflowError, "%s is too large", name);
        return false;
    }
    const double shifted = scaled + 0.5; /* rounded down, it is the nearest */
    *out = (int64_t)shifted - ((double)(int64_t)shifted > shifted);
    return true;
}

/* ---- Pairs, rectangles, choices ------------------------------------------------------------- */

static bool not_numbers(const char *name, const char *many)
{
    PyErr_Format(PyExc_TypeError, "%s must be %s numbers", name, many);
    return false;
}

/* False with a TypeError when it is not a sequence of so many. */
static bool sequence_of(PyObject *value, const char *name, Py_ssize_t wanted, const char *many)
{
    const Py_ssize_t length =
        PySequence_Check(value) && !PyUnicode_Check(value) && !PyBytes_Check(value)
            ? PySequence_Size(value)
            : -1;
    if (length == wanted)
        return true;
    PyErr_Clear();
    return not_numbers(name, many);
}

static bool numbers_of(PyObject *value, const char *name, int many, const char *word, int32_t *out)
{
    if (!sequence_of(value, name, many, word))
        return false;
    for (int i = 0; i < many; i++) {
        PyObject *const item = PySequence_GetItem(value, i);
        const int found = item != NULL ? number_of(item, name, &out[i]) : 0;
        Py_XDECREF(item);
        if (found < 0)
            return not_numbers(name, word);
        if (found == 0)
            return false;
    }
    return true;
}

bool point_slowly(PyObject *value, const char *name, hm_point *out)
{
    int32_t numbers[2];
    /* A pair within a sequence of one is a pair for pygame. */
    if (PyTuple_Check(value) && PyTuple_Size(value) == 1 &&
        PySequence_Check(PyTuple_GetItem(value, 0)))
        value = PyTuple_GetItem(value, 0);
    if (!numbers_of(value, name, 2, "two", numbers))
        return false;
    *out = (hm_point){numbers[0], numbers[1]};
    return true;
}

bool take_rect(PyObject *value, const char *name, hm_box *out)
{
    int32_t n[4];
    if (!numbers_of(value, name, 4, "four", n))
        return false;
    const int64_t right = (int64_t)n[0] + n[2], bottom = (int64_t)n[1] + n[3];
    if (right != (int32_t)right || bottom != (int32_t)bottom)
        return beyond(name);
    *out = (hm_box){n[0], n[1], (int32_t)right, (int32_t)bottom};
    return true;
}

bool take_fixed_pair(PyObject *value, const char *name, int64_t *x, int64_t *y)
{
    if (!sequence_of(value, name, 2, "two"))
        return false;
    PyObject *const px = PySequence_GetItem(value, 0), *const py = PySequence_GetItem(value, 1);
    const bool ok = px != NULL && py != NULL && take_fixed(px, name, x) && take_fixed(py, name, y);
    Py_XDECREF(px);
    Py_XDECREF(py);
    return ok;
}

bool take_choice(PyObject *value, const char *name, uint32_t end, uint32_t *out)
{
    if (!take_size(value, name, out))
        return false;
    if (*out >= end)
        PyErr_Format(PyExc_ValueError, "%s must be less than %u", name, (unsigned)end);
    return *out < end;
}

bool take_truth(PyObject *value, bool absent, bool *out)
{
    const int truth = value != NULL ? PyObject_IsTrue(value) : absent;
    *out = truth > 0;
    return truth >= 0;
}

/* ---- Results -------------------------------------------------------------------------------- */

PyObject *none(void)
{
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *tuple_of(int count, PyObject **values)
{
    PyObject *const tuple = PyTuple_New(count);
    bool ok = tuple != NULL;
    for (int i = 0; i < count; i++) {
        ok &= values[i] != NULL;
        if (tuple != NULL)
            PyTuple_SetItem(tuple, i, values[i]);
        else
            Py_XDECREF(values[i]);
    }
    if (ok)
        return tuple;
    Py_XDECREF(tuple);
    return NULL;
}

PyObject *pair_of(long long x, long long y)
{
    PyObject *const first = PyLong_FromLongLong(x), *const second = PyLong_FromLongLong(y);
    PyObject *const pair = first != NULL && second != NULL ? PyTuple_New(2) : NULL;
    if (pair == NULL) {
        Py_XDECREF(first);
        Py_XDECREF(second);
        return NULL;
    }
    PyTuple_SetItem(pair, 0, first);
    PyTuple_SetItem(pair, 1, second);
    return pair;
}

PyObject *point_of(hm_point point)
{
    return pair_of(point.x, point.y);
}

PyObject *box_of(const hm_box *box)
{
    return tuple_of(4, (PyObject *[]){PyLong_FromLong(box->x0), PyLong_FromLong(box->y0),
                                      PyLong_FromLongLong((int64_t)box->x1 - box->x0),
                                      PyLong_FromLongLong((int64_t)box->y1 - box->y0)});
}

PyObject *fixed_of(int64_t value)
{
    return PyFloat_FromDouble((double)value / 65536);
}

PyObject *fixed_pair_of(int64_t x, int64_t y)
{
    return tuple_of(2, (PyObject *[]){fixed_of(x), fixed_of(y)});
}

PyObject *record_of(PyTypeObject *type, int count, PyObject **values)
{
    PyObject *const record = PyStructSequence_New(type);
    bool ok = record != NULL;
    for (int i = 0; i < count; i++) {
        ok &= values[i] != NULL;
        if (record != NULL)
            PyStructSequence_SetItem(record, i, values[i] != NULL ? values[i] : none());
        else
            Py_XDECREF(values[i]);
    }
    if (ok)
        return record;
    Py_XDECREF(record);
    return NULL;
}

/* ---- Long calls ----------------------------------------------------------------------------- */

void let_go(struct long_call *call, uint32_t *a, uint32_t *b)
{
    call->holds[0] = a;
    call->holds[1] = b;
    for (int i = 0; i < 2; i++)
        if (call->holds[i] != NULL)
            ++*call->holds[i];
    call->state = PyEval_SaveThread();
}

void come_back(struct long_call *call)
{
    PyEval_RestoreThread(call->state);
    for (int i = 0; i < 2; i++)
        if (call->holds[i] != NULL)
            --*call->holds[i];
}

/* ---- Types ---------------------------------------------------------------------------------- */

/* The methods of all types, which stay for as long as the process runs. */
static PyMethodDef methods[192];
static size_t method_count;

/* Appends tables to it, and a row of zeros. */
static PyMethodDef *keep_methods(PyMethodDef *const *tables)
{
    PyMethodDef *const kept = methods + method_count;
    for (; *tables != NULL; tables++)
        for (const PyMethodDef *m = *tables; m->ml_name != NULL; m++)
            if (method_count < sizeof methods / sizeof *methods)
                methods[method_count++] = *m;
    if (method_count < sizeof methods / sizeof *methods) {
        method_count++;
        return kept;
    }
    PyErr_SetString(PyExc_SystemError, "hitmask has no room for all of its methods");
    return NULL;
}

PyTypeObject *make_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base,
                        PyMethodDef *const *tables)
{
    PyMethodDef *const kept = keep_methods(tables);
    if (kept == NULL)
        return NULL;
    for (PyType_Slot *slot = spec->slots; slot->slot != 0; slot++)
        if (slot->slot == Py_tp_methods)
            slot->pfunc = kept;
    PyObject *const bases = base != NULL ? PyTuple_Pack(1, base) : NULL;
    PyTypeObject *const type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
    return type;
}

void free_object(void *self)
{
    PyTypeObject *const type = Py_TYPE((PyObject *)self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}
