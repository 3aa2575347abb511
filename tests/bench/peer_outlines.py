"""peer_outlines.py PEER FILE TOLERANCE - polygons of masks as other programs make them

The peers are `opencv` (findContours, approxPolyDP), `chipmunk` (cpMarchSoft, cpPolylineSimplifyCurves)
and `potrace`, whose polygons have no tolerance. The file holds masks: width and height (32 bits each,
in the machine's order), then a byte a pixel, 0 or 255. Prints microseconds and corners for one mask,
and the share of masks with a polygon that has fewer than three corners, crosses or touches itself or
another one. Loops of fewer than 4 pixels are left out.
"""
import ctypes
import struct
import sys
import time

import numpy

LEAST = 4  # pixels of a loop


def read_masks(path):
    masks = []
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        width, height = struct.unpack_from("=II", data, at)
        at += 8
        masks.append(numpy.frombuffer(data, numpy.uint8, width * height, at).reshape(height, width))
        at += width * height
    return masks


# ---- OpenCV ---------------------------------------------------------------------------------------


def load_opencv():
    import cv2

    def make(mask, tolerance):
        contours, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        return [cv2.approxPolyDP(contour, tolerance, True)[:, 0].tolist()
                for contour in contours if cv2.contourArea(contour) >= LEAST]
    return make


# ---- Chipmunk -------------------------------------------------------------------------------------


class Vector(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double)]


class Box(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("left", "bottom", "right", "top")]


class Polyline(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int), ("capacity", ctypes.c_int), ("corners", Vector * 0)]


class PolylineSet(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int), ("capacity", ctypes.c_int),
                ("lines", ctypes.POINTER(ctypes.POINTER(Polyline)))]


def load_chipmunk():
    library = ctypes.CDLL("libchipmunk.so.7")
    ask = ctypes.CFUNCTYPE(ctypes.c_double, Vector, ctypes.c_void_p)
    library.cpPolylineSetNew.restype = ctypes.POINTER(PolylineSet)
    library.cpPolylineSimplifyCurves.restype = ctypes.POINTER(Polyline)
    library.cpPolylineSimplifyCurves.argtypes = [ctypes.POINTER(Polyline), ctypes.c_double]
    library.cpMarchSoft.argtypes = [Box, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_double, ctypes.c_void_p,
                                    ctypes.POINTER(PolylineSet), ask, ctypes.c_void_p]
    library.cpPolylineSetFree.argtypes = [ctypes.POINTER(PolylineSet), ctypes.c_ubyte]
    library.cpPolylineFree.argtypes = [ctypes.POINTER(Polyline)]
    collect = ctypes.cast(library.cpPolylineSetCollectSegment, ctypes.c_void_p)

    def corners_of(line):
        first = ctypes.addressof(line.contents) + Polyline.corners.offset
        corners = (Vector * line.contents.count).from_address(first)
        return [(corner.x, corner.y) for corner in corners[:-1]]

    def area(corners):
        return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1]))) / 2

    def make(mask, tolerance):
        height, width = mask.shape
        rows = numpy.pad(mask > 0, 1).astype(float).tolist()
        lines = library.cpPolylineSetNew()
        library.cpMarchSoft(Box(-1, -1, width, height), width + 2, height + 2, 0.5, collect, lines,
                            ask(lambda at, _: rows[round(at.y) + 1][round(at.x) + 1]), None)
        polygons = []
        for i in range(lines.contents.count):
            line = lines.contents.lines[i]
            if area(corners_of(line)) < LEAST:
                continue
            simple = library.cpPolylineSimplifyCurves(line, tolerance)
            polygons.append(corners_of(simple))
            library.cpPolylineFree(simple)
        library.cpPolylineSetFree(lines, 1)
        return polygons
    return make


# ---- Potrace --------------------------------------------------------------------------------------


class Bitmap(ctypes.Structure):
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("row_words", ctypes.c_int),
                ("words", ctypes.c_void_p)]


class Parameters(ctypes.Structure):
    _fields_ = [("least_area", ctypes.c_int), ("turns", ctypes.c_int), ("roundness", ctypes.c_double),
                ("joins_curves", ctypes.c_int)]


class Path(ctypes.Structure):
    pass


Path._fields_ = [("area", ctypes.c_int), ("sign", ctypes.c_int), ("count", ctypes.c_int),
                 ("tags", ctypes.c_void_p), ("corners", ctypes.POINTER(Vector * 3)),
                 ("next", ctypes.POINTER(Path))]


class State(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("paths", ctypes.POINTER(Path))]


def load_potrace():
    library = ctypes.CDLL("libpotrace.so.0")
    library.potrace_param_default.restype = ctypes.POINTER(Parameters)
    library.potrace_trace.restype = ctypes.POINTER(State)
    library.potrace_state_free.argtypes = [ctypes.POINTER(State)]
    parameters = library.potrace_param_default()
    parameters.contents.least_area = LEAST - 1
    parameters.contents.turns = 0  # solid pixels join
    parameters.contents.roundness = 0
    parameters.contents.joins_curves = 0

    def make(mask, _):
        height, width = mask.shape
        words = (width + 63) // 64
        bits = numpy.zeros((height, words * 64), bool)
        bits[:, :width] = mask > 0
        packed = numpy.packbits(bits).view(">u8").astype("=u8")
        bitmap = Bitmap(width, height, words, packed.ctypes.data)
        state = library.potrace_trace(parameters, ctypes.byref(bitmap))
        polygons, path = [], state.contents.paths
        while path:
            polygons.append([(path.contents.corners[i][1].x, path.contents.corners[i][1].y)
                             for i in range(path.contents.count)])
            path = path.contents.next
        library.potrace_state_free(state)
        return polygons
    return make


# ---- What is wrong --------------------------------------------------------------------------------


def side(a, b, c):
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def in_box(a, b, p):
    return (p[0] - a[0]) * (p[0] - b[0]) <= 0 and (p[1] - a[1]) * (p[1] - b[1]) <= 0


def meet(a, b, c, d):
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    s, t, u, v = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    return (s * t < 0 and u * v < 0) or (s == 0 and in_box(a, b, c)) or (t == 0 and in_box(a, b, d)) or \
        (u == 0 and in_box(c, d, a)) or (v == 0 and in_box(c, d, b))


def is_invalid(polygons):
    edges = []
    for number, corners in enumerate(polygons):
        if len(corners) < 3:
            return True
        for i, corner in enumerate(corners):
            edges.append((number, i, len(corners), corner, corners[(i + 1) % len(corners)]))
    for i, (loop, k, count, a, b) in enumerate(edges):
        for other, m, _, c, d in edges[i + 1:]:
            if loop == other and m in ((k + 1) % count, (k - 1) % count):
                continue
            if meet(a, b, c, d):
                return True
    return False


if __name__ == "__main__":
    peer = {"opencv": load_opencv, "chipmunk": load_chipmunk, "potrace": load_potrace}[sys.argv[1]]()
    subjects, reach = read_masks(sys.argv[2]), float(sys.argv[3])
    begin = time.perf_counter()
    made = [peer(mask, reach) for mask in subjects]
    taken = time.perf_counter() - begin
    small = [polygons for polygons in made if sum(map(len, polygons)) <= 400]
    print(taken / len(subjects) * 1e6, sum(sum(map(len, polygons)) for polygons in made) / len(subjects),
          100 * sum(map(is_invalid, small)) / len(small))
