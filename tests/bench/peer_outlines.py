"""peer_outlines.py FILE TOLERANCE - polygons of masks as OpenCV makes them: findContours, approxPolyDP

The file holds masks: width and height (32 bits each, in the machine's order), then a byte a pixel,
0 or 255. Prints microseconds and corners for one mask, and the share of masks with a polygon that
has fewer than three corners, crosses or touches itself or another one. Loops of fewer than 4
pixels are left out.
"""
import struct
import sys
import time

import cv2
import numpy


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


def polygons_of(mask, tolerance):
    contours, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    return [cv2.approxPolyDP(contour, tolerance, True)[:, 0]
            for contour in contours if cv2.contourArea(contour) >= 4]


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
    for number, polygon in enumerate(polygons):
        corners = [(int(x), int(y)) for x, y in polygon]
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
    subjects, reach = read_masks(sys.argv[1]), float(sys.argv[2])
    begin = time.perf_counter()
    made = [polygons_of(mask, reach) for mask in subjects]
    taken = time.perf_counter() - begin
    small = [polygons for polygons in made if sum(map(len, polygons)) <= 400]
    print(taken / len(subjects) * 1e6, sum(sum(map(len, polygons)) for polygons in made) / len(subjects),
          100 * sum(map(is_invalid, small)) / len(small))
