"""Masks beyond those of pygame: questions, changes, shapes, buffers. Expected pixels are drawn."""

import copy
import gc
import unittest

import hitmask
from support import mask_of, needs_numpy, needs_pygame, numpy, pygame, rows_of

L = mask_of("#..",
            "#..",
            "##.")
DOT = mask_of("#")


class Questions(unittest.TestCase):
    def test_touch_contact_and_area(self):
        square = hitmask.Mask((2, 2), fill=True)
        self.assertTrue(L.touches(square, (1, 2)))
        self.assertEqual(L.overlap(square, (1, 2)), (1, 2))
        self.assertEqual(L.overlap_area(square, (-1, 0)), 2)
        self.assertFalse(L.touches(square, (1, 0)))
        self.assertIsNone(L.overlap(square, (1, 0)))
        self.assertEqual(L.overlap_area(square, (1, 0)), 0)

    def test_contact_is_the_first_in_reading_order(self):
        """pygame looks through stripes of columns and would find (0, 1)."""
        wide = hitmask.Mask((200, 2))
        wide.set_at((150, 0))
        wide.set_at((0, 1))
        self.assertEqual(wide.overlap(hitmask.Mask((200, 2), True), (0, 0)), (150, 0))

    def test_asked_again_and_again(self):
        """A mask that is asked often keeps a copy to answer from, which no change outlives."""
        mask, dot = hitmask.Mask((90, 9)), mask_of("#")
        changes = [(lambda: mask.set_at((70, 5)), (70, 5)), (lambda: mask.clear(), None),
                   (lambda: mask.fill_rect((3, 2, 2, 2)), (3, 2)),
                   (lambda: mask.scroll((60, 0)), (63, 2)),
                   (lambda: memoryview(mask).__setitem__((0, 0), 2), (1, 0)),
                   (lambda: mask.__init__((5, 5)), None), (lambda: mask.fill(), (0, 0)),
                   (lambda: mask.erase(dot, (0, 0)), (1, 0))]
        full = hitmask.Mask((90, 9), True)
        for change, first in changes:
            change()
            for _ in range(40):
                self.assertEqual(mask.overlap(full, (0, 0)), first)
                self.assertEqual(full.overlap(mask, (0, 0)), first)
                self.assertEqual(full.touches(mask, (0, 0)), first is not None)
                self.assertEqual(mask.overlap_area(full, (0, 0)), mask.count())
            sprite = hitmask.Sprite.from_mask(mask).flip(True, True)
            for _ in range(40):
                self.assertEqual(sprite.overlap_area(full, (0, 0)), mask.count())

    def test_furthest(self):
        square = hitmask.Mask((3, 3), True)
        self.assertEqual(L.furthest(square, (0, 0), hitmask.RIGHT), (1, 2))
        self.assertEqual(L.furthest(square, (0, 0), hitmask.UP), (0, 0))
        self.assertIsNone(L.furthest(square, (9, 0), hitmask.UP))

    def test_ways_out(self):
        wall = hitmask.Mask((4, 9), True)
        ball = hitmask.Mask((2, 2), True)
        self.assertEqual(ball.exit(wall, (1, -3), hitmask.LEFT), 1)
        self.assertIsNone(ball.exit(wall, (1, -3), hitmask.DOWN, 3))
        self.assertEqual(ball.escape(wall, (1, -3), 9), (-1, 0))
        self.assertIsNone(ball.escape(wall, (-1, -3), 1))
        self.assertEqual(ball.normal(wall, (1, -3)), (-4, 0))
        self.assertIsNone(ball.normal(wall, (5, 0)))

    def test_sweep(self):
        wall = hitmask.Mask((4, 9), True)
        ball = hitmask.Mask((2, 2), True)
        sweep = ball.sweep(wall, (10, -3), (20, 0))
        self.assertEqual((sweep.touched, sweep.moved, sweep.step), (True, (8, 0), 9))
        self.assertEqual((sweep.hit, sweep.contact), ((1, 0), (9, 0)))
        sweep = ball.sweep(wall, (10, -3), (-20, 5))
        self.assertEqual((sweep.touched, sweep.moved, sweep.step), (False, (-20, 5), 25))

    def test_nearest_and_gap(self):
        self.assertEqual(L.nearest((9, 2)), (1, 2))
        self.assertIsNone(L.nearest((9, 2), 3))
        self.assertEqual(L.gap(DOT, (5, 2)), (16, (1, 2), (0, 0)))
        self.assertIsNone(L.gap(DOT, (5, 2), 3))

    def test_shapes(self):
        self.assertEqual(L.overlap_rect((1, 0, 2, 3)), (1, 2))
        self.assertIsNone(L.overlap_rect((1, 0, 2, 2)))
        self.assertEqual(L.overlap_circle((3, 2), 2), (1, 2))
        self.assertIsNone(L.overlap_circle((3, 1), 1))
        self.assertEqual(L.overlap_segment((2, 0), (2, 2)), None)
        self.assertEqual(L.overlap_segment((2, 0), (0, 0)), (0, 0))
        self.assertEqual(L.overlap_ray((9, 2), (-1, 0)), ((1, 2), 8))
        self.assertIsNone(L.overlap_ray((9, 0), (1, 0)))

    def test_form(self):
        bar = mask_of("#####")
        self.assertEqual(bar.centroid(), (2, 0))
        moments = bar.moments()
        self.assertEqual((moments.x, moments.y, moments.xx, moments.xy, moments.yy, moments.angle),
                         (2.5, 0.5, 2.0, 0.0, 0.0, 0.0))
        self.assertIsNone(hitmask.Mask((3, 3)).moments())

    def test_pieces(self):
        two = mask_of("#..",
                      ".#.",
                      "..#")
        self.assertEqual([c.bounds for c in two.components()], [(0, 0, 3, 3)])
        self.assertEqual([(c.bounds, c.area, c.first) for c in two.components(diagonal=False)],
                         [((i, i, 1, 1), 1, (i, i)) for i in range(3)])
        other = hitmask.Mask((2, 2))
        self.assertTrue(other.stamp_component(two, (1, 1), (-1, 0), diagonal=False))
        self.assertEqual(rows_of(other), ["..", "#."])
        self.assertFalse(other.stamp_component(two, (0, 1)))

    def test_loops(self):
        ring = mask_of("###",
                       "#.#",
                       "###")
        outer, hole = ring.loops()
        self.assertEqual(sorted(outer), [(0, 0), (0, 3), (3, 0), (3, 3)])
        self.assertEqual(sorted(hole), [(1, 1), (1, 2), (2, 1), (2, 2)])
        self.assertEqual(ring.loops((1, 1, 1, 1)), [])

    def test_many_loops(self):
        """More than the first try has room for."""
        dust = hitmask.Mask((60, 60))
        for i in range(0, 60, 2):
            for k in range(0, 60, 2):
                dust.set_at((i, k))
        self.assertEqual(len(dust.loops()), 900)
        self.assertEqual(len(dust.components()), 900)

    def test_outline_follows_changes(self):
        mask = mask_of("##")
        self.assertEqual(mask.outline(), [(0, 0), (1, 0), (0, 0)])
        mask.outline().clear()
        self.assertEqual(mask.outline(), [(0, 0), (1, 0), (0, 0)])
        mask.set_at((1, 0), 0)
        self.assertEqual(mask.outline(), [(0, 0)])
        memoryview(mask)[0, 0] = 3
        self.assertEqual(mask.outline(), [(0, 0), (1, 0), (0, 0)])
        self.assertEqual(hitmask.Sprite.from_mask(mask).outline(), [(0, 0), (1, 0), (0, 0)])


class Changes(unittest.TestCase):
    def drawn(self, *arguments, op=hitmask.ADD, verb):
        mask = hitmask.Mask((5, 5), fill=op != hitmask.ADD)
        getattr(mask, verb)(*arguments, op=op)
        return rows_of(mask)

    def test_shapes(self):
        self.assertEqual(self.drawn((1, 1, 2, 3), verb="fill_rect"),
                         [".....", ".##..", ".##..", ".##..", "....."])
        self.assertEqual(self.drawn((2, 2), 1, verb="circle"),
                         [".....", "..#..", ".###.", "..#..", "....."])
        self.assertEqual(self.drawn((0, 2), (9, 2), verb="segment"),
                         [".....", ".....", "#####", ".....", "....."])
        self.assertEqual(self.drawn([(1, 1), (4, 1), (4, 4), (1, 4)], verb="polygon"),
                         [".....", ".###.", ".###.", ".###.", "....."])
        self.assertEqual(self.drawn((2, 2), 1, verb="circle", op=hitmask.KEEP),
                         [".....", "..#..", ".###.", "..#..", "....."])
        self.assertEqual(self.drawn((2, 2), 1, verb="circle", op=hitmask.ERASE),
                         ["#####", "##.##", "#...#", "##.##", "#####"])
        self.assertEqual(self.drawn(L, (3, 3), verb="stamp", op=hitmask.TOGGLE),
                         ["#####", "#####", "#####", "###.#", "###.#"])

    def test_grown_and_moved(self):
        mask = mask_of(".....", ".....", "..#..", ".....", ".....")
        mask.grow(1)
        self.assertEqual(rows_of(mask), [".....", ".###.", ".###.", ".###.", "....."])
        mask.keep_outline()
        self.assertEqual(rows_of(mask), [".....", ".###.", ".#.#.", ".###.", "....."])
        mask.scroll((1, -2))
        self.assertEqual(rows_of(mask), ["..#.#", "..###", ".....", ".....", "....."])
        mask.fill()
        mask.shrink(2)
        self.assertEqual(rows_of(mask), [".....", ".....", "..#..", ".....", "....."])

    def test_stamped_onto_itself(self):
        mask = mask_of("#...", "....")
        mask.draw(mask, (1, 1))
        self.assertEqual(rows_of(mask), ["#...", ".#.."])
        mask.stamp_placed(hitmask.Placement(mask, (2, 0)))
        self.assertEqual(rows_of(mask), ["#.#.", ".#.#"])

    def test_stamped_turned(self):
        mask = hitmask.Mask((3, 3))
        mask.stamp_placed(hitmask.Placement(L, angle=90))
        self.assertEqual(rows_of(mask), ["###", "#..", "..."])
        wide = hitmask.Mask((65536, 1), fill=True)
        with self.assertRaisesRegex(ValueError, "65535 pixels"):
            wide.stamp_placed(hitmask.Placement(L))
        with self.assertRaisesRegex(ValueError, "65535 pixels"):
            mask.stamp_placed(hitmask.Placement(wide))
        hitmask.Mask((0, 0)).stamp_placed(hitmask.Placement(L))
        mask.stamp_placed(hitmask.Placement(hitmask.Mask((0, 0))))
        self.assertEqual(rows_of(mask), ["###", "#..", "..."])

    def test_copies(self):
        self.assertEqual(rows_of(L.flip(horizontal=True)), ["..#", "..#", ".##"])
        self.assertEqual(rows_of(L.flip(vertical=True)), ["##.", "#..", "#.."])
        self.assertEqual(rows_of(L.transpose()), ["###", "..#", "..."])
        self.assertEqual(rows_of(copy.copy(L)), rows_of(L))
        self.assertEqual(rows_of(hitmask.Mask.from_sprite(L)), rows_of(L))

    def test_bits(self):
        wide = hitmask.Mask((9, 2))
        wide.set_at((8, 0))
        wide.set_at((0, 1))
        self.assertEqual(wide.bits(), b"\x00\x01\x01\x00")
        other = hitmask.Mask((9, 2))
        other.set_bits(wide.bits())
        self.assertEqual(rows_of(other), rows_of(wide))
        other.set_bits(bytearray(b"\xff\xff\xff\xff\xff\xff"), stride=3)
        self.assertEqual(other.count(), 18)
        with self.assertRaises(ValueError):
            other.set_bits(b"\x00\x01\x01")


class Sprites(unittest.TestCase):
    def test_from_a_mask(self):
        mask = mask_of("#.", ".#")
        sprite = hitmask.Sprite.from_mask(mask)
        mask.fill()
        self.assertEqual(rows_of(sprite), ["#.", ".#"])
        self.assertIsInstance(sprite, hitmask.Mask)
        self.assertEqual((sprite.name, sprite.data, sprite.source, sprite.points()),
                         ("", "", None, []))
        self.assertEqual(rows_of(sprite.flip(True)), [".#", "#."])
        self.assertIsInstance(sprite.flip(True), hitmask.Sprite)
        self.assertIsInstance(sprite.copy(), hitmask.Mask)
        self.assertNotIsInstance(sprite.copy(), hitmask.Sprite)

    def test_answers_as_a_mask(self):
        sprite = hitmask.Sprite.from_mask(L)
        self.assertEqual(sprite.overlap(DOT, (0, 2)), (0, 2))
        self.assertEqual(DOT.overlap(sprite, (0, -2)), (0, 0))
        self.assertEqual(sprite.get_size(), (3, 3))
        self.assertEqual(sprite.get_at((1, 2)), 1)
        self.assertEqual(sprite.outline(), L.outline())
        self.assertEqual(rows_of(sprite.scale((1, 1))), ["#"])

    def test_box(self):
        box = hitmask.Sprite.box((3, 2))
        self.assertEqual((box.get_size(), box.count()), ((3, 2), 6))

    def test_read_only(self):
        sprite = hitmask.Sprite.from_mask(L)
        changes = [("fill", ()), ("clear", ()), ("invert", ()), ("set_at", ((0, 0),)),
                   ("draw", (L, (0, 0))), ("erase", (L, (0, 0))), ("grow", (1,)),
                   ("shrink", (1,)), ("scroll", ((1, 1),)), ("circle", ((0, 0), 1)),
                   ("keep_outline", ()), ("set_bits", (b"\x00" * 3,)),
                   ("segment", ((0, 0), (1, 1))), ("fill_rect", ((0, 0, 1, 1),)),
                   ("polygon", ([(0, 0), (3, 0), (0, 3)],)), ("stamp", (L, (0, 0))),
                   ("stamp_placed", (hitmask.Placement(L),)), ("__init__", ((3, 3),)),
                   ("stamp_component", (L, (0, 0)))]
        for verb, arguments in changes:
            with self.assertRaises(TypeError, msg=verb):
                getattr(sprite, verb)(*arguments)
        with self.assertRaises(TypeError):
            L.convolve(DOT, sprite)
        with self.assertRaises(BufferError):
            memoryview(sprite)
        with self.assertRaises(TypeError):
            hitmask.Sprite((3, 3))
        self.assertEqual(rows_of(sprite), rows_of(L))


class Buffers(unittest.TestCase):
    def test_written_words_count(self):
        """Pixels past the width stay empty, whatever is written there."""
        mask = hitmask.Mask((70, 2))
        words = memoryview(mask)
        self.assertEqual((words.shape, words.readonly), ((2, 2), False))
        words[1, 0] = 2 ** 64 - 1
        self.assertEqual(mask.count(), 6)
        self.assertEqual(mask.overlap(hitmask.Mask((70, 2), True), (0, 0)), (64, 0))
        words[0, 1] = 1
        self.assertEqual(mask.count(), 7)
        with self.assertRaises(BufferError):
            mask.__init__((3, 3))
        words.release()
        self.assertEqual(mask.count(), 7)
        mask.__init__((3, 3), True)
        self.assertEqual(mask.count(), 9)

    def test_a_buffer_keeps_its_mask(self):
        words = memoryview(hitmask.Mask((3, 1), True))
        gc.collect()
        self.assertEqual(words[0, 0], 7)

    def test_arrays_of_bytes(self):
        alpha = memoryview(bytes([0, 127, 128, 255, 200, 3])).cast("B", (2, 3))
        self.assertEqual(rows_of(hitmask.from_array(alpha)), ["..#", "##."])
        self.assertEqual(rows_of(hitmask.from_array(alpha, threshold=0)), [".##", "###"])
        for wrong in (b"flat", memoryview(bytes(16)).cast("I", (2, 2)), 3, "text", None):
            with self.assertRaises(TypeError, msg=repr(wrong)):
                hitmask.from_array(wrong)

    @needs_numpy
    def test_arrays_of_numpy(self):
        picture = numpy.zeros((3, 4, 4), numpy.uint8)
        picture[1, 2, 3] = 200
        picture[0, 0, :3] = 255
        self.assertEqual(rows_of(hitmask.from_array(picture)), ["....", "..#.", "...."])
        turned = picture[:, :, 3].T
        self.assertEqual(rows_of(hitmask.from_array(turned)), ["...", "...", ".#.", "..."])
        self.assertEqual(rows_of(hitmask.from_array(picture[::-1, ::-1, 3] > 0)),
                         ["....", ".#..", "...."])
        mask = hitmask.Mask((70, 2))
        numpy.asarray(mask)[1, 0] = 1
        self.assertEqual(mask.overlap(hitmask.Mask((70, 2), True), (0, 0)), (64, 0))
        self.assertEqual(DOT.overlap(DOT, numpy.array([0, 0])), (0, 0))
        with self.assertRaises(TypeError):
            hitmask.from_array(numpy.zeros((2, 2), numpy.float32))

    @needs_pygame
    def test_masks_of_pygame(self):
        theirs = pygame.mask.Mask((70, 3), True)
        theirs.set_at((69, 2), 0)
        ours = hitmask.from_mask(theirs)
        self.assertEqual(rows_of(ours), ["#" * 70, "#" * 70, "#" * 69 + "."])
        theirs.clear()
        self.assertEqual(ours.count(), 209)
        self.assertEqual(hitmask.from_mask(pygame.mask.Mask((0, 5))).get_size(), (0, 5))
        self.assertEqual(rows_of(hitmask.from_mask(L)), rows_of(L))
        with self.assertRaises(AttributeError):
            hitmask.from_mask(3)

    @needs_pygame
    def test_wrong_surfaces(self):
        for wrong in (3, None, "text", hitmask.Mask((3, 3))):
            with self.assertRaises(TypeError):
                hitmask.from_surface(wrong)
            with self.assertRaises(TypeError):
                hitmask.from_threshold(wrong, (1, 2, 3))
        surface = pygame.Surface((3, 3), pygame.SRCALPHA, 32)
        for wrong in ("red", None, (1, 2), 1.5):
            with self.assertRaises(TypeError):
                hitmask.from_threshold(surface, wrong)
        with self.assertRaises(TypeError):
            hitmask.from_surface(surface, "x")
        small = pygame.Surface((2, 9), pygame.SRCALPHA, 32)
        self.assertEqual(rows_of(hitmask.from_threshold(surface, (0, 0, 0), (9, 9, 9), small)),
                         ["##.", "##.", "##."])

    def test_pictures_that_lie(self):
        """A Surface may say anything of its pixels: it is held against the buffer."""
        masks = (0xff0000, 0xff00, 0xff, 0xff000000)
        good = (bytes(48), (3, 4), 12, 4, masks, None)
        self.assertEqual(hitmask._core._from_pixels(*good, None, 127).get_size(), (3, 4))
        wrong = [(bytes(47), (3, 4), 12, 4, masks, None), (bytes(48), (3, 5), 12, 4, masks, None),
                 (bytes(48), (3, 4), 11, 4, masks, None), (bytes(48), (-3, 4), 12, 4, masks, None),
                 (bytes(48), (3, 4), 12, 5, masks, None), (bytes(48), (3, 4), 12, 0, masks, None),
                 (bytes(48), (3, 4), -12, 4, masks, None),
                 (bytes(48), (2 ** 31 - 1, 2 ** 31 - 1), 2 ** 33, 4, masks, None)]
        for picture in wrong:
            with self.assertRaises(ValueError, msg=repr(picture[1:])):
                hitmask._core._from_pixels(*picture, None, 127)
            with self.assertRaises(ValueError, msg=repr(picture[1:])):
                hitmask._core._from_threshold(picture, (0, 0, 0), (1, 1, 1), None)
        for picture in (None, (), (1, 2), good[:5], [good]):
            with self.assertRaises(TypeError):
                hitmask._core._from_threshold(picture, (0, 0, 0), (1, 1, 1), None)


if __name__ == "__main__":
    unittest.main()
