"""runtime.py - the library's answers, asked of the library itself"""

import ctypes
import os


class Placement(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int64), ("y", ctypes.c_int64),
                ("pivot_x", ctypes.c_int64), ("pivot_y", ctypes.c_int64),
                ("scale_x", ctypes.c_int32), ("scale_y", ctypes.c_int32),
                ("angle", ctypes.c_uint32)]


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int32), ("y", ctypes.c_int32)]


def has_animations(library):
    return hasattr(ctypes.CDLL(os.path.abspath(library)), "hm_pack_find_animation")


class Pack:
    """An open pack; sprites are found by their names."""

    def __init__(self, library, path):
        self.hm = ctypes.CDLL(os.path.abspath(library))
        self.hm.hm_overlap_area.restype = ctypes.c_uint64
        self.hm.hm_sprite_area.restype = self.hm.hm_placed_area.restype = ctypes.c_uint64
        for name in ("pack_find", "overlap", "overlap_first", "placed_overlap", "placed_first", "solid", "sprite_point"):
            getattr(self.hm, "hm_" + name).restype = ctypes.c_bool
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.pack = ctypes.create_string_buffer(256)
        assert self.hm.hm_pack_open(self.pack, self.bytes, ctypes.c_size_t(len(self.bytes))) == 0

    def find(self, name, flip_x=False, flip_y=False):
        sprite = ctypes.create_string_buffer(128)
        assert self.hm.hm_pack_find(self.pack, name.encode(), sprite)
        self.hm.hm_sprite_flip(sprite, ctypes.c_bool(flip_x), ctypes.c_bool(flip_y), sprite)
        return sprite

    def size(self, sprite):
        return self.hm.hm_sprite_width(sprite), self.hm.hm_sprite_height(sprite)

    def solid(self, sprite, x, y):
        return self.hm.hm_solid(sprite, ctypes.c_int32(x), ctypes.c_int32(y))

    def points(self, sprite):
        found, point = [], Point()
        while self.hm.hm_sprite_point(sprite, len(found), ctypes.byref(point)):
            found.append([point.x, point.y])
        return found

    def overlap(self, a, b, dx, dy):
        """[touch, first contact or None, area], the three asked one by one."""
        hit = Point()
        dx, dy = ctypes.c_int32(dx), ctypes.c_int32(dy)
        touch = self.hm.hm_overlap(a, b, dx, dy)
        first = self.hm.hm_overlap_first(a, b, dx, dy, ctypes.byref(hit))
        return [touch, [hit.x, hit.y] if first else None, self.hm.hm_overlap_area(a, b, dx, dy)]

    def place(self, sprite, x, y, angle, scale):
        """A placement by the top-left corner, before it is turned and scaled about the pivot."""
        at = Placement()
        self.hm.hm_place(sprite, ctypes.c_int32(x), ctypes.c_int32(y), ctypes.c_uint32(angle),
                         ctypes.byref(at))
        at.scale_x = at.scale_y = scale
        return at

    def placed_overlap(self, a, at_a, b, at_b):
        """As overlap(), of two placements."""
        hit = Point()
        about = a, ctypes.byref(at_a), b, ctypes.byref(at_b)
        touch = self.hm.hm_placed_overlap(*about)
        first = self.hm.hm_placed_first(*about, ctypes.byref(hit))
        return [touch, [hit.x, hit.y] if first else None, self.hm.hm_placed_area(*about)]

    def animation_at(self, name, times, play):
        animation = ctypes.create_string_buffer(64)
        assert self.hm.hm_pack_find_animation(self.pack, name.encode(), animation)
        return [self.hm.hm_animation_at(animation, ctypes.c_uint64(time), play) for time in times]
