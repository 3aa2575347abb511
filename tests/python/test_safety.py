"""Wrong arguments, numbers beyond all bounds, threads, interpreters, leaks."""

import gc
import os
import random
import subprocess
import sys
import threading
import time
import unittest

import hitmask
from support import mask_of

CALLS = int(os.environ.get("CALLS", "1000000"))


def resident():
    """The pages of memory that this process has."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])


class Numbers(unittest.TestCase):
    def test_beyond_32_bits(self):
        mask = hitmask.Mask((5, 5), True)
        far = 2 ** 31
        for ask in (lambda: hitmask.Mask((far, 1)), lambda: mask.touches(mask, (far, 0)),
                    lambda: mask.overlap(mask, (0, -far - 1)), lambda: mask.get_at((2 ** 80, 0)),
                    lambda: mask.overlap(mask, (1e300, 0)), lambda: mask.scale((far, 1)),
                    lambda: mask.circle((0, 0), 2 ** 32), lambda: mask.overlap_rect((far - 1, 0, 9, 9)),
                    lambda: mask.polygon([(1e15, 0), (0, 0), (0, 3)]),
                    lambda: mask.convolve(mask, None, (far - 1, 0)), lambda: mask.scroll((far, 0)),
                    lambda: mask.overlap(mask, (float("inf"), 0))):
            with self.assertRaises(OverflowError):
                ask()
        with self.assertRaises(ValueError):
            mask.overlap(mask, (float("nan"), 0))
        self.assertEqual(mask.count(), 25)

    def test_ends_of_32_bits(self):
        mask = hitmask.Mask((5, 5), True)
        for x in (-2 ** 31, 2 ** 31 - 1):
            for y in (-2 ** 31, 0, 2 ** 31 - 1):
                self.assertFalse(mask.touches(mask, (x, y)))
                self.assertIsNone(mask.overlap(mask, (x, y)))
                self.assertEqual(mask.overlap_area(mask, (x, y)), 0)
                self.assertEqual(mask.overlap_mask(mask, (x, y)).count(), 0)
                mask.draw(mask, (x, y))
                mask.circle((x, y), 9)
                mask.segment((x, y), (x, y))
                mask.overlap_ray((x, y), (0, 1))
        self.assertEqual(mask.count(), 25)

    def test_more_than_memory(self):
        with self.assertRaises(MemoryError):
            hitmask.Mask((2 ** 31 - 1, 2 ** 31 - 1))
        with self.assertRaises(MemoryError):
            hitmask.Mask((3, 3)).scale((2 ** 31 - 1, 2 ** 31 - 1))
        with self.assertRaises(MemoryError):
            hitmask.Sprite.box((2 ** 31 - 1, 2 ** 31 - 1)).copy()

    def test_too_wide_for_moments(self):
        wide = hitmask.Mask((70000, 1), True)
        for ask in (wide.centroid, wide.angle, wide.moments):
            with self.assertRaises(OverflowError):
                ask()
        self.assertEqual(hitmask.Mask((70000, 1)).centroid(), (0, 0))
        self.assertEqual(len(wide.outline()), 2 * 69999 + 1)


class Arguments(unittest.TestCase):
    """Any method takes anything, and either answers or raises an exception of Python."""

    def things(self):
        mask = hitmask.Mask((9, 9), True)
        sprite = hitmask.Sprite.box((4, 4))
        crowd = hitmask.Crowd([(mask, (0, 0))])
        at = hitmask.Placement(mask)
        return [mask, sprite, at, crowd, hitmask.PlacedCrowd([at]),
                hitmask.Tiles((2, 2), (4, 4), [sprite], [0, 0, 1, 0]),
                hitmask.World(mask, crowd=crowd)]

    def test_anything(self):
        chance = random.Random(11)
        values = [None, 0, 1, -1, 3, 2 ** 31 - 1, -2 ** 31, 2 ** 40, 1.5, "ab", b"bytes", (0, 0),
                  (3, 4), [1, 2], (1, 2, 3, 4), (1,), (), {}, object(), (2 ** 31 - 1, -2 ** 31),
                  ((1, 2), (3, 4)), [(0, 0), (9, 0), (0, 9)], True, float("nan"), ((1, 2),)]
        # Few of them: some calls make a mask as large as the number.
        skipped = {"__init__", "scale", "__reduce__", "__reduce_ex__", "grow", "shrink",
                   "__class__", "__init_subclass__", "__subclasshook__", "__new__", "__delattr__"}
        # Without pygame, some methods tell that they need it.
        expected = (TypeError, ValueError, OverflowError, IndexError, AttributeError, BufferError,
                    MemoryError, ImportError)
        for round_number in range(60):
            for thing in self.things():
                for name in dir(thing):
                    if name in skipped or not callable(getattr(thing, name)):
                        continue
                    count = chance.randrange(5)
                    arguments = [chance.choice(values + self.things()) for _ in range(count)]
                    try:
                        getattr(thing, name)(*arguments)
                    except expected:
                        pass

    def test_numbers_that_change_masks(self):
        """A number may run code when it is asked for; what it does to the masks counts."""
        mask, other = hitmask.Mask((900, 900), True), hitmask.Mask((900, 900), True)
        at, world = hitmask.Placement(mask), hitmask.World(crowd=hitmask.Crowd([(other, (0, 0))]))

        class Evil:
            def __index__(self):
                mask.__init__((1, 1), True)
                other.__init__((2, 2), True)
                return 1

            def __float__(self):
                return float(self.__index__())

        asks = [lambda: mask.overlap(other, (0, Evil())), lambda: mask.touches(other, (Evil(), 0)),
                lambda: mask.exit(other, (0, 0), Evil(), 9),
                lambda: mask.escape(other, (0, 0), Evil()), lambda: mask.gap(other, (0, 0), Evil()),
                lambda: mask.sweep(other, (0, 0), (Evil(), 1)),
                lambda: mask.points_near(other, (0, 0), Evil()),
                lambda: mask.furthest(other, (0, 0), Evil()), lambda: mask.nearest((0, Evil())),
                lambda: mask.overlap_circle((0, 0), Evil()), lambda: mask.outline(Evil()),
                lambda: mask.connected_components(Evil()), lambda: mask.scale((Evil(), 3)),
                lambda: mask.convolve(other, None, (Evil(), 1)), lambda: mask.draw(other, (Evil(), 0)),
                lambda: mask.stamp_component(other, (Evil(), 0)), lambda: mask.set_at((0, 0), Evil()),
                lambda: at.exit(at, Evil(), 3), lambda: at.sweep(at, (Evil(), 0)),
                lambda: world.overlap(mask, (Evil(), 0)), lambda: world.escape(mask, (0, 0), Evil()),
                lambda: world.slide(mask, (0, 0), (9, 9), Evil(), Evil()),
                lambda: world.list_circle((0, 0), Evil()), lambda: world.placed_sweep(at, (Evil(), 1))]
        for ask in asks:
            mask.__init__((900, 900), True)
            other.__init__((900, 900), True)
            ask()
        mask.__init__((900, 900), True)
        self.assertEqual(mask.overlap_area(other, (0, Evil())), 0)
        self.assertEqual(mask.get_size(), (1, 1))

    def test_names(self):
        mask = mask_of("##")
        self.assertEqual(mask.overlap(offset=(1, 0), other=mask), (1, 0))
        self.assertEqual(mask.outline(every=2), [(0, 0), (0, 0)])
        for wrong in (lambda: mask.overlap(mask, (0, 0), 3), lambda: mask.overlap(mask),
                      lambda: mask.overlap(mask, (0, 0), offset=(0, 0)),
                      lambda: mask.overlap(mask, ofset=(0, 0)), lambda: hitmask.Mask((1, 1), size=(1, 1)),
                      lambda: hitmask.Mask((1, 1), fil=True), lambda: hitmask.Mask()):
            with self.assertRaises(TypeError):
                wrong()


class Threads(unittest.TestCase):
    def test_others_run_meanwhile(self):
        """A long question leaves the other threads running, and its mask cannot be changed."""
        side = 12000
        mask = hitmask.Mask((side, side), True)
        for x in range(0, side, 2):
            mask.fill_rect((x, 0, 1, side), hitmask.ERASE)
        done, refused = [], 0
        asker = threading.Thread(target=lambda: done.append(len(mask.components())))
        asker.start()
        until = time.monotonic() + 60
        ticks = 0
        while not done and time.monotonic() < until:
            ticks += 1
            try:
                mask.set_at((side - 1, side - 1), 1)
            except RuntimeError as error:
                self.assertEqual(str(error), "another thread asks about the mask")
                refused += 1
        asker.join()
        self.assertEqual(done, [side // 2])
        self.assertGreater(refused, 0)
        mask.set_at((0, 0), 1)

    def test_many_askers(self):
        a = hitmask.Mask((3000, 3000), True)
        b = hitmask.Sprite.box((3000, 3000))
        answers = []

        def ask(number):
            for i in range(30):
                answers.append(a.overlap_area(b, (number, i)) == (3000 - number) * (3000 - i))

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [True] * 120)

    def test_crowds(self):
        sprite = hitmask.Sprite.box((3, 3))
        crowd = hitmask.Crowd((sprite, (i * 4 % 4000, i // 1000 * 4)) for i in range(60000))
        world = hitmask.World(crowd=crowd)
        answers = []

        def ask():
            answers.append(len(world.list_rect((0, 0, 4000, 4000))))
            answers.append(len(crowd.pairs()))

        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            try:
                crowd.move(0, (0, 0))
            except RuntimeError:
                pass
        self.assertEqual(sorted(answers), [0] * 3 + [60000] * 3)


class Interpreters(unittest.TestCase):
    def test_others_are_refused(self):
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        code = ("try:\n    import hitmask\nexcept ImportError as error:\n"
                "    import os; os.write(1, str(error).encode())\n")
        program = (f"import {interpreters.__name__} as interpreters\n"
                   f"interpreters.run_string(interpreters.create(), {code!r})\n")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        # From 3.12 on, Python itself refuses.
        self.assertRegex(done.stdout, "hitmask works in the main interpreter alone|"
                         "does not support loading in subinterpreters", done.stderr)

    def test_imported_again(self):
        """A module that is imported again has the types of the first one."""
        program = ("import sys, hitmask\nmask = hitmask.Mask((2, 2), True)\n"
                   "for name in [n for n in sys.modules if n.startswith('hitmask')]:\n"
                   "    del sys.modules[name]\n"
                   "import hitmask as again\nassert again is not hitmask\n"
                   "assert again.Mask((2, 2), True).touches(mask, (0, 0))\n")
        subprocess.run([sys.executable, "-c", program], check=True)


class Leaks(unittest.TestCase):
    def settle(self, step, calls):
        """The memory that many calls leave behind, in pages, after a few that fill caches."""
        for _ in range(calls // 10):
            step()
        gc.collect()
        before = resident()
        for _ in range(calls):
            step()
        gc.collect()
        return resident() - before

    def check(self, step, calls):
        # A leak of a single pointer in each call would take 8 bytes a call.
        self.assertLess(self.settle(step, calls) * os.sysconf("SC_PAGESIZE"), max(calls * 6, 600000))

    def test_queries(self):
        a, b = hitmask.Mask((300, 9), True), hitmask.Sprite.box((500, 5))
        offset = (270, 1)

        def ask():
            a.overlap(b, offset)
            a.touches(other=b, offset=offset)
            a.overlap_area(b, (270, 2))

        self.check(ask, CALLS)

    def test_life(self):
        a = mask_of("#.#", "###")

        def live():
            mask = hitmask.Mask((9, 9), True)
            mask.erase(a, (2, 2))
            mask.copy().outline(2)
            mask.connected_components()
            hitmask.Sprite.from_mask(mask).flip()
            memoryview(mask)
            mask.convolve(a, mask)
            mask.moments()
            mask.loops()
            mask.sweep(a, (20, 0), (9, 9))

        self.check(live, CALLS // 20)

    def test_errors(self):
        mask = hitmask.Mask((5, 5))

        def fail():
            for ask in (lambda: mask.get_at((9, 9)), lambda: mask.overlap(3, (0, 0)),
                        lambda: mask.overlap(mask, "ab"), lambda: hitmask.Mask((-1, 2)),
                        lambda: hitmask.Pack(b"no pack"), lambda: hitmask.Crowd([3]),
                        lambda: mask.polygon([(0, 0), 3]), lambda: hitmask.from_array(b"flat"),
                        lambda: hitmask.Tiles((1, 1), (1, 1), [3])):
                try:
                    ask()
                except (IndexError, TypeError, ValueError):
                    pass

        self.check(fail, CALLS // 40)

    def test_worlds(self):
        sprite = hitmask.Sprite.box((3, 3))

        def live():
            crowd = hitmask.Crowd([(sprite, (i, i)) for i in range(20)])
            crowd[0] = None
            world = hitmask.World(crowd=crowd, terrain=hitmask.Mask((9, 9), True),
                                  placed=hitmask.PlacedCrowd([hitmask.Placement(sprite)]),
                                  tiles=hitmask.Tiles((2, 2), (3, 3), [sprite], [0] * 4))
            world.list(sprite, (4, 4))
            world.slide(sprite, (-9, 0), (20, 0))
            world.crowd = None
            crowd.pairs()

        self.check(live, CALLS // 40)


if __name__ == "__main__":
    unittest.main()
