"""Masks answer what those of pygame answer, in random cases: CASES=200000 for many of them.

The two contacts may differ, because pygame's depends on the words of the machine: ours is held
against the mask of the overlap, whose pixels pygame finds. Angles differ by design, and are held
against the moments of the pixels.
"""

import math
import os
import random
import unittest

import hitmask
from support import needs_pygame, rows_of

try:
    import pygame
    import pygame.mask as theirs
except ImportError:
    pygame = None

CASES = int(os.environ.get("CASES", "10000"))
SIZES = (0, 1, 2, 3, 5, 8, 13, 31, 32, 33, 63, 64, 65, 80, 128, 129, 150)


class Pair:
    """One mask of each kind, with equal pixels."""

    def __init__(self, size, pixels=()):
        self.ours = hitmask.Mask(size)
        self.theirs = theirs.Mask(size)
        for pixel in pixels:
            self.ours.set_at(pixel)
            self.theirs.set_at(pixel)


def random_size(chance):
    return chance.choice(SIZES), chance.choice(SIZES)


def random_pair(chance, size=None):
    """Noise, thick lines, boxes, or nearly nothing, of any density."""
    width, height = size or random_size(chance)
    pair = Pair((width, height))
    if width == 0 or height == 0:
        return pair
    kind = chance.randrange(5)
    if kind == 0:
        for _ in range(chance.randrange(1 + width * height)):
            _set(pair, chance.randrange(width), chance.randrange(height), 1)
    elif kind == 1:
        pair.ours.fill()
        pair.theirs.fill()
        for _ in range(chance.randrange(1 + width * height // 2)):
            _set(pair, chance.randrange(width), chance.randrange(height), 0)
    else:
        for _ in range(chance.randrange(8)):
            box = (1 + chance.randrange(width), 1 + chance.randrange(height))
            at = (chance.randrange(-box[0], width), chance.randrange(-box[1], height))
            verb = chance.choice(("draw", "draw", "erase"))
            getattr(pair.ours, verb)(hitmask.Mask(box, True), at)
            getattr(pair.theirs, verb)(theirs.Mask(box, True), at)
    return pair


def _set(pair, x, y, value):
    pair.ours.set_at((x, y), value)
    pair.theirs.set_at((x, y), value)


def random_offset(chance, a, b):
    (aw, ah), (bw, bh) = a.ours.get_size(), b.ours.get_size()
    return chance.randrange(-bw - 2, aw + 3), chance.randrange(-bh - 2, ah + 3)


def first_pixel(mask):
    """The first solid pixel of a mask of pygame in reading order, or None."""
    width, height = mask.get_size()
    for y in range(height):
        for x in range(width):
            if mask.get_at((x, y)):
                return x, y
    return None


@needs_pygame
class Compare(unittest.TestCase):
    """Each check takes its share of the cases."""

    @classmethod
    def setUpClass(cls):
        # Palettes need a display, which may be no display at all.
        pygame.display.init()
        pygame.display.set_mode((8, 8))

    def cases(self, share):
        for number in range(max(1, CASES * share // 100)):
            yield number, random.Random(f"{self.id()} {number}")

    def same(self, ours, other, number):
        self.assertEqual(rows_of(ours), rows_of(other), f"case {number}")

    def test_two_masks(self):
        for number, chance in self.cases(30):
            a, b = random_pair(chance), random_pair(chance)
            at = random_offset(chance, a, b)
            area = a.theirs.overlap_area(b.theirs, at)
            both = a.theirs.overlap_mask(b.theirs, at)
            self.assertEqual(a.ours.overlap_area(b.ours, at), area, f"case {number}")
            self.assertEqual(a.ours.touches(b.ours, at), area > 0, f"case {number}")
            self.assertEqual(a.theirs.overlap(b.theirs, at) is None, area == 0)
            self.assertEqual(a.ours.overlap(b.ours, at), first_pixel(both), f"case {number}")
            self.same(a.ours.overlap_mask(b.ours, at), both, number)

    def test_changes(self):
        for number, chance in self.cases(20):
            a, b = random_pair(chance), random_pair(chance)
            at = random_offset(chance, a, b)
            for verb in chance.sample(("draw", "erase", "invert", "fill", "clear"), 2):
                arguments = (b, at) if verb in ("draw", "erase") else ()
                getattr(a.ours, verb)(*[v.ours if v is b else v for v in arguments])
                getattr(a.theirs, verb)(*[v.theirs if v is b else v for v in arguments])
                self.assertEqual(a.ours.count(), a.theirs.count(), f"case {number}")
                self.same(a.ours, a.theirs, number)
            self.same(a.ours.copy(), a.theirs.copy(), number)

    def test_form(self):
        for number, chance in self.cases(10):
            a = random_pair(chance)
            self.assertEqual(a.ours.centroid(), a.theirs.centroid(), f"case {number}")
            self.assertEqual(a.ours.count(), a.theirs.count())
            self.assertEqual(a.ours.get_size(), a.theirs.get_size())
            self.assertEqual(a.ours.get_rect(center=(3, 4)), a.theirs.get_rect(center=(3, 4)))
            self.check_angle(a.ours, number)

    def check_angle(self, mask, number):
        """The angle is that of the moments, computed with fractions of any length."""
        pixels = [(x, y) for y, row in enumerate(rows_of(mask)) for x, c in enumerate(row)
                  if c == "#"]
        count = len(pixels)
        if count == 0:
            self.assertEqual(mask.angle(), 0.0)
            return
        sx, sy = sum(x for x, _ in pixels), sum(y for _, y in pixels)
        xx = sum(x * x for x, _ in pixels) * count - sx * sx
        yy = sum(y * y for _, y in pixels) * count - sy * sy
        xy = sum(x * y for x, y in pixels) * count - sx * sy
        if math.hypot(2 * xy, xx - yy) < count * count / 64:
            return  # so round that it has no direction
        wanted = -math.degrees(math.atan2(2 * xy, xx - yy)) / 2
        apart = abs(mask.angle() - wanted) % 180
        self.assertLess(min(apart, 180 - apart), 0.05, f"case {number}")

    def test_pieces(self):
        for number, chance in self.cases(10):
            # pygame reads beyond its own arrays when a mask is one pixel wide.
            a = random_pair(chance, (chance.choice(SIZES[2:]), chance.choice(SIZES)))
            minimum = chance.choice((-1, 0, 1, 2, 5))
            ours = a.ours.connected_components(minimum)
            other = a.theirs.connected_components(minimum)
            self.assertEqual([rows_of(piece) for piece in ours],
                             [rows_of(piece) for piece in other], f"case {number}")
            self.assertEqual(a.ours.get_bounding_rects(), a.theirs.get_bounding_rects())
            self.check_largest(a, number)
            width, height = a.ours.get_size()
            if width and height:
                at = chance.randrange(width), chance.randrange(height)
                self.assertEqual(a.ours.get_at(at), a.theirs.get_at(at))
                self.same(a.ours.connected_component(at), a.theirs.connected_component(at),
                          number)

    def check_largest(self, a, number):
        """Ours is the first of the largest pieces. pygame's may be another, and a smaller one."""
        pieces, ours, other = (a.ours.components(), a.ours.connected_component(),
                               a.theirs.connected_component())
        largest = max((piece.area for piece in pieces), default=0)
        self.assertEqual(ours.count(), largest)
        if largest > 0:
            first = [piece.first for piece in pieces if piece.area == largest][0]
            self.assertEqual(ours.get_at(first), 1)
            if other.count() == largest and other.get_at(first):
                self.same(ours, other, number)

    def test_outline(self):
        for number, chance in self.cases(10):
            a = random_pair(chance)
            every = chance.choice((-1, 0, 1, 1, 2, 3, 10))
            self.assertEqual(a.ours.outline(every), a.theirs.outline(every), f"case {number}")

    def test_scale(self):
        for number, chance in self.cases(5):
            a, size = random_pair(chance), random_size(chance)
            self.same(a.ours.scale(size), a.theirs.scale(size), number)

    def test_convolve(self):
        for number, chance in self.cases(5):
            a, b = random_pair(chance), random_pair(chance, (chance.randrange(9),
                                                            chance.randrange(9)))
            if chance.randrange(2):
                a, b = b, a
            out = random_pair(chance)
            self.same(a.ours.convolve(b.ours), a.theirs.convolve(b.theirs), number)
            at = random_offset(chance, out, a)
            result = a.ours.convolve(b.ours, out.ours, at)
            a.theirs.convolve(b.theirs, out.theirs, at)
            self.assertIs(result, out.ours)
            self.same(out.ours, out.theirs, number)

    def random_surface(self, chance, depth, alpha):
        size = chance.choice((0, 1, 7, 33, 64)), chance.choice((0, 1, 5, 20))
        surface = pygame.Surface(size, pygame.SRCALPHA if alpha else 0, depth)
        if depth == 8:
            surface.set_palette([[chance.randrange(256) for _ in range(3)] for _ in range(256)])
        colors = [[chance.randrange(256) for _ in range(4)] for _ in range(3)]
        for y in range(size[1]):
            for x in range(size[0]):
                surface.set_at((x, y), chance.choice(colors))
        if size[0] > 8 and chance.randrange(3) == 0:
            surface = surface.subsurface((3, 0, size[0] - 5, size[1]))
        return surface, colors

    def test_surfaces(self):
        kinds = ((32, True), (32, False), (24, False), (16, True), (16, False), (8, False))
        for number, chance in self.cases(5):
            depth, alpha = chance.choice(kinds)
            surface, colors = self.random_surface(chance, depth, alpha)
            if chance.randrange(2):
                surface.set_colorkey(chance.choice(colors)[:3])
            threshold = chance.choice((-1, 0, 100, 127, 128, 254, 255, 256))
            self.same(hitmask.from_surface(surface, threshold),
                      theirs.from_surface(surface, threshold), number)

    def test_thresholds(self):
        kinds = ((32, True), (32, False), (24, False), (16, False))
        for number, chance in self.cases(3):
            depth, alpha = chance.choice(kinds)
            surface, colors = self.random_surface(chance, depth, alpha)
            near = [chance.choice((0, 1, 20, 100, 255)) for _ in range(4)]
            color = chance.choice(colors)
            self.same(hitmask.from_threshold(surface, color, near),
                      theirs.from_threshold(surface, color, near), number)
            other = pygame.Surface(surface.get_size(), pygame.SRCALPHA if alpha else 0, depth)
            other.fill(color)
            self.same(hitmask.from_threshold(surface, (0, 0, 0), near, other),
                      theirs.from_threshold(surface, (0, 0, 0), near, other), number)

    def test_painting(self):
        for number, chance in self.cases(2):
            a = random_pair(chance)
            depth = chance.choice((32, 24, 16))
            painted = []
            size = random_size(chance)
            flags = pygame.SRCALPHA if depth == 32 and chance.randrange(2) else 0
            other = pygame.Surface(random_size(chance), flags, depth)
            other.fill((9, 80, 200, 40))
            named = {}
            if chance.randrange(2):
                named["setsurface"] = other
            if chance.randrange(3) == 0:
                named["unsetsurface"] = other
            for name in ("setcolor", "unsetcolor"):
                if chance.randrange(2):
                    named[name] = chance.choice((None, (1, 2, 3), "red", pygame.Color(7, 8, 9, 10)))
            dest = chance.randrange(-9, 9), chance.randrange(-9, 9)
            for mask in (a.ours, a.theirs):
                surface = pygame.Surface(size, flags, depth)
                surface.fill((50, 60, 70, 80))
                mask.to_surface(surface, dest=dest, **named)
                painted.append(pygame.image.tostring(surface, "RGBA"))
            self.assertEqual(painted[0], painted[1], f"case {number}")

    def test_masks_of_pygame(self):
        for number, chance in self.cases(5):
            a = random_pair(chance)
            self.same(hitmask.from_mask(a.theirs), a.theirs, number)
            if 0 in a.ours.get_size():
                continue
            ours, other = memoryview(a.ours), memoryview(a.theirs)
            self.assertEqual((ours.format, ours.shape, ours.strides),
                             (other.format, other.shape, other.strides))
            self.assertEqual(ours.tolist(), other.tolist(), f"case {number}")

    def test_errors(self):
        """Wrong arguments raise the exceptions that pygame raises."""
        a = Pair((5, 3))
        wrong = [("get_at", ((5, 0),)), ("get_at", ((0, -1),)), ("get_at", ("ab",)),
                 ("get_at", ((1,),)), ("get_at", ()), ("get_at", (1, 2)), ("set_at", ((5, 0),)),
                 ("set_at", ((0, 0), "x")), ("set_at", ((0, 0), 2.5)), ("scale", ((-1, 2),)),
                 ("scale", ((3,),)), ("overlap", (3, (0, 0))), ("overlap", ("self",)),
                 ("overlap", ("self", "aa")), ("overlap", ("self", (1, 2, 3))),
                 ("draw", ("self", 5)), ("erase", (None, (0, 0))), ("outline", ("x",)),
                 ("outline", (1.5,)), ("connected_components", ("a",)), ("fill", (1,)),
                 ("connected_component", ((1, 100),)), ("convolve", ("self", None, (1,))),
                 ("count", (1,)), ("copy", (1,))]
        for verb, arguments in wrong:
            raised = []
            for mask in (a.ours, a.theirs):
                with self.assertRaises(Exception) as caught:
                    getattr(mask, verb)(*[mask if v == "self" else v for v in arguments])
                raised.append(type(caught.exception))
            self.assertEqual(raised[0], raised[1], f"{verb}{arguments}")
        for arguments in ((5,), ((5,),), ("ab",), ((-1, 2),), ()):
            raised = []
            for kind in (hitmask.Mask, theirs.Mask):
                with self.assertRaises(Exception) as caught:
                    kind(*arguments)
                raised.append(type(caught.exception))
            self.assertEqual(raised[0], raised[1], f"Mask{arguments}")


if __name__ == "__main__":
    unittest.main()
