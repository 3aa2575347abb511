"""Placements, crowds, tiles and worlds. Small cases are drawn; large ones are held against masks asked
one by one."""

import array
import gc
import random
import unittest

import hitmask
from hitmask import Crowd, Met, PlacedCrowd, Placement, Sprite, Tiles, World
from support import mask_of, needs_numpy, numpy, rows_of

SQUARE = Sprite.box((4, 4))
L = Sprite.from_mask(mask_of("#..", "#..", "##."))


class Placements(unittest.TestCase):
    def test_numbers(self):
        """Pixels with fractions, and degrees; 65536ths survive."""
        at = Placement(SQUARE, (10, 20), 90, (2, -0.5))
        self.assertEqual((at.x, at.y, at.pivot, at.angle, at.scale),
                         (12.0, 22.0, (2.0, 2.0), 90.0, (2.0, -0.5)))
        self.assertIs(at.mask, SQUARE)
        for number in range(0, 65536, 37):
            at.angle = number * (360 / 65536)
            self.assertEqual(at.angle, number * (360 / 65536))
            at.x = number / 65536
            self.assertEqual(at.x, number / 65536)
        at.angle = -90
        self.assertEqual(at.angle, 270.0)
        at.scale = 3
        self.assertEqual(at.scale, (3.0, 3.0))
        at.pivot = (0, 1.5)
        self.assertEqual(at.pivot, (0.0, 1.5))

    def test_wrong_numbers(self):
        at = Placement(SQUARE)
        for name, value, error in (("x", "a", TypeError), ("y", None, TypeError),
                                   ("x", float("nan"), ValueError), ("x", 1e30, OverflowError),
                                   ("angle", "a", TypeError), ("angle", float("inf"), OverflowError),
                                   ("scale", (1,), TypeError), ("scale", 1e6, OverflowError),
                                   ("pivot", 3, TypeError), ("mask", SQUARE, AttributeError)):
            with self.assertRaises(error, msg=f"{name} = {value}"):
                setattr(at, name, value)
        with self.assertRaises(AttributeError):
            del at.x
        for arguments in ((), (3,), (SQUARE, 3), (SQUARE, (0, 0), "a"), (SQUARE, (0, 0), 0, "a")):
            with self.assertRaises(TypeError):
                Placement(*arguments)

    def test_upright_is_as_masks(self):
        chance = random.Random(2)
        for _ in range(300):
            dx, dy = chance.randrange(-5, 6), chance.randrange(-5, 6)
            a, b = Placement(L, (7, 9)), Placement(SQUARE, (7 + dx, 9 + dy))
            self.assertEqual(a.touches(b), L.touches(SQUARE, (dx, dy)))
            self.assertEqual(a.overlap(b), L.overlap(SQUARE, (dx, dy)))
            self.assertEqual(a.overlap_area(b), L.overlap_area(SQUARE, (dx, dy)))
            self.assertEqual(a.escape(b, 9), L.escape(SQUARE, (dx, dy), 9))
            self.assertEqual(a.exit(b, hitmask.UP, 9), L.exit(SQUARE, (dx, dy), hitmask.UP, 9))
            self.assertEqual(a.normal(b), L.normal(SQUARE, (dx, dy)))

    def test_turned(self):
        bar = Sprite.box((9, 1))
        at, wall = Placement(bar, (0, 0)), Placement(SQUARE, (3, 3))
        self.assertFalse(at.touches(wall))
        at.angle = 90
        self.assertTrue(at.touches(wall))
        self.assertEqual(at.pixel((0, 0)), (4, -4))
        x, y, width, height = at.bounds()
        self.assertLessEqual((x, y), (4, -4))
        self.assertGreaterEqual(height, 9)
        self.assertEqual(at.overlap_rect((4, 4, 1, 1)), (8, 0))
        self.assertEqual(at.overlap_circle((4, 0), 1), (3, 0))
        self.assertEqual(at.overlap_segment((-9, 0), (9, 0)), (4, 0))
        self.assertEqual(at.overlap_ray((-9, 0), (1, 0)), ((4, 0), 13))
        self.assertIsNone(at.overlap_ray((-9, 0), (-1, 0)))
        at.scale = 0
        self.assertFalse(at.touches(wall))
        self.assertIsNone(at.pixel((0, 0)))

    def test_sweep(self):
        a, b = Placement(SQUARE, (0, 0), 0), Placement(SQUARE, (10, 0))
        sweep = a.sweep(b, (20, 0))
        self.assertEqual((sweep.touched, sweep.moved, sweep.contact), (True, (6.0, 0.0), (7.0, 0.0)))
        self.assertEqual(sweep.normal, (-8.0, 0.0))
        self.assertFalse(a.sweep(b, (-20, 0)).touched)

    def test_copy(self):
        at = Placement(SQUARE, (1, 2))
        other = at.copy()
        other.x = 50
        self.assertEqual((at.x, other.x, other.mask), (3.0, 50.0, SQUARE))


class Parts(unittest.TestCase):
    def test_crowd(self):
        crowd = Crowd([(SQUARE, (0, 0)), (SQUARE, (3, 3))])
        self.assertEqual(crowd.append(SQUARE, (9, 9)), 2)
        self.assertEqual((len(crowd), crowd[2], crowd[-1]), (3, (SQUARE, (9, 9)), (SQUARE, (9, 9))))
        self.assertEqual(crowd.pairs(), [(0, 1)])
        crowd.move(0, (6, 6))
        self.assertEqual(sorted(crowd.pairs()), [(0, 1), (0, 2)])
        crowd[0] = None
        self.assertEqual((crowd.pairs(), crowd[0], len(crowd)), ([], None, 3))
        crowd[0] = (L, (9, 9))
        self.assertEqual(crowd.pairs(), [(0, 2)])
        crowd.place(array.array("i", [0, 0, 1, 1, 50, 50]))
        self.assertEqual(crowd.pairs(), [(0, 1)])
        self.assertEqual(crowd[2], (SQUARE, (50, 50)))

    @needs_numpy
    def test_positions_of_numpy(self):
        crowd = Crowd([(SQUARE, (0, 0))] * 3)
        crowd.place(numpy.array([[0, 0], [2, 2], [9, 9]]))
        self.assertEqual(crowd.pairs(), [(0, 1)])
        with self.assertRaises(OverflowError):
            crowd.place(numpy.array([[0, 0], [2 ** 40, 2], [9, 9]]))
        with self.assertRaises(TypeError):
            crowd.place(numpy.zeros((3, 2)))
        with self.assertRaises(ValueError):
            crowd.place(numpy.zeros((2, 2), int))

    def test_wrong_items(self):
        crowd, placed = Crowd(), PlacedCrowd()
        for items in ([3], [(SQUARE,)], [(SQUARE, 3)], [(3, (0, 0))], 3):
            with self.assertRaises(TypeError):
                Crowd(items)
            with self.assertRaises(TypeError):
                PlacedCrowd(items)
        for wrong in (crowd, placed):
            with self.assertRaises(IndexError):
                wrong[0]
            with self.assertRaises(IndexError):
                wrong[0] = None
            with self.assertRaises(TypeError):
                wrong["a"]
        crowd.append(SQUARE, (0, 0))
        for value in (3, (SQUARE,), (3, (0, 0)), (SQUARE, "ab")):
            with self.assertRaises(TypeError):
                crowd[0] = value
        with self.assertRaises(TypeError):
            del crowd[0]
        self.assertEqual(crowd[0], (SQUARE, (0, 0)))
        with self.assertRaises(TypeError):
            placed.append(SQUARE)

    def test_many_pairs(self):
        crowd = Crowd((SQUARE, (0, 0)) for _ in range(100))
        self.assertEqual(len(set(crowd.pairs())), 100 * 99 // 2)

    def test_masks_that_change(self):
        """A Mask in a crowd is asked as it is now."""
        mask = hitmask.Mask((9, 9))
        crowd = Crowd([(mask, (0, 0)), (SQUARE, (8, 8))])
        placed = PlacedCrowd([Placement(mask, (0, 0))])
        world = World(crowd=crowd)
        turned = World(placed=placed)
        self.assertEqual((crowd.pairs(), turned.point((8, 8))), ([], None))
        mask.set_at((8, 8))
        self.assertEqual(crowd.pairs(), [(0, 1)])
        self.assertEqual(turned.point((8, 8)), (hitmask.PLACED, 0, (8, 8)))
        mask.clear()
        self.assertEqual(crowd.pairs(), [])
        self.assertIsNone(turned.point((8, 8)))
        words = memoryview(mask)
        words[0, 0] = 1
        self.assertEqual(world.point((0, 0)), (hitmask.CROWD, 0, (0, 0)))
        words.release()
        mask.__init__((40, 40), True)
        self.assertEqual(world.point((39, 39)), (hitmask.CROWD, 0, (39, 39)))

    def test_tiles(self):
        stairs = Sprite.from_mask(mask_of("#...", "##..", "###.", "####"))
        tiles = Tiles((3, 2), (4, 4), [None, SQUARE, stairs],
                      [0, 1, 2 | hitmask.TILE_FLIP_X, 2 | hitmask.TILE_TRANSPOSE, 9, 0])
        world = World(tiles=tiles, tiles_at=(100, 0))

        def drawn():
            return ["".join("#" if world.point((100 + x, y)) else "." for x in range(12))
                    for y in range(8)]

        self.assertEqual(drawn(), ["....####...#", "....####..##", "....####.###", "....########",
                                   "####........", ".###........", "..##........", "...#........"])
        tiles[1, 1] = 1
        self.assertEqual((len(tiles), tiles[1, 1], tiles[2, 0]),
                         (6, 1, 2 | hitmask.TILE_FLIP_X))
        self.assertEqual(world.point((104, 4)), (hitmask.TILES, 4, (104, 4)))
        for key in ((3, 0), (0, 2), (-1, 0)):
            with self.assertRaises(IndexError):
                tiles[key]
        with self.assertRaises(OverflowError):
            tiles[0, 0] = 2 ** 32
        with self.assertRaises(ValueError):
            tiles[0, 0] = -1
        self.assertIsNone(World(tiles=Tiles((3, 2), (4, 4), [SQUARE])).point((1, 1)))

    def test_wrong_tiles(self):
        for arguments, error in ((((3,), (4, 4), []), TypeError), (((-1, 2), (4, 4), []), ValueError),
                                 (((3, 2), (0, 4), []), ValueError),
                                 (((3, 2), (4, 4), [3]), TypeError),
                                 (((3, 2), (4, 4), [hitmask.Mask((4, 4))]), TypeError),
                                 (((3, 2), (4, 4), None), TypeError),
                                 (((3, 2), (4, 4), [], [0] * 5), ValueError),
                                 (((3, 2), (4, 4), [], ["a"] * 6), TypeError),
                                 (((2 ** 20, 2 ** 20), (4, 4), []), OverflowError)):
            with self.assertRaises(error, msg=repr(arguments)):
                Tiles(*arguments)


class Worlds(unittest.TestCase):
    def setUp(self):
        self.ground = hitmask.Mask((40, 10))
        self.ground.fill_rect((0, 5, 40, 5))
        self.crowd = Crowd([(SQUARE, (10, 0)), (L, (20, 0))])
        self.placed = PlacedCrowd([Placement(SQUARE, (30, 0), 45)])
        self.world = World(terrain=self.ground, terrain_at=(0, 20), crowd=self.crowd,
                           placed=self.placed)

    def test_attributes(self):
        world = self.world
        self.assertIs(world.terrain, self.ground)
        self.assertIs(world.crowd, self.crowd)
        self.assertIs(world.placed, self.placed)
        self.assertIsNone(world.tiles)
        self.assertEqual((world.terrain_at, world.tiles_at), ((0, 20), (0, 0)))
        world.crowd = None
        self.assertIsNone(world.crowd)
        for name, value in (("terrain", 3), ("tiles", self.crowd), ("crowd", self.ground),
                            ("placed", self.crowd), ("terrain_at", 3)):
            with self.assertRaises(TypeError, msg=name):
                setattr(world, name, value)
        with self.assertRaises(ValueError):
            world.self_kind = 9
        with self.assertRaises(AttributeError):
            del world.terrain_at

    def test_overlap(self):
        ask = self.world.overlap
        self.assertEqual(ask(SQUARE, (0, 22)), Met((hitmask.TERRAIN, 0, (0, 25))))
        self.assertEqual(ask(SQUARE, (12, 2)), Met((hitmask.CROWD, 0, (12, 2))))
        self.assertEqual(ask(SQUARE, (20, 2))[:2], (hitmask.CROWD, 1))
        self.assertIsNone(ask(SQUARE, (21, -2)))
        self.assertEqual(ask(SQUARE, (30, 0))[:2], (hitmask.PLACED, 0))
        self.assertEqual(self.world.overlap_area(SQUARE, (0, 22)), 4)
        self.assertEqual(self.world.normal(SQUARE, (9, 22)), (0, -8))
        self.assertIsNone(self.world.normal(SQUARE, (0, 0)))
        self.assertEqual(self.world.exit(SQUARE, (0, 23), hitmask.UP, 9), 2)
        self.assertIsNone(self.world.exit(SQUARE, (0, 23), hitmask.UP, 1))
        self.assertEqual(self.world.escape(SQUARE, (0, 23), 9), (0, -2))
        self.assertIsNone(self.world.escape(SQUARE, (3, 23), 1))

    def test_self(self):
        self.world.self_kind, self.world.self_index = hitmask.CROWD, 0
        self.assertIsNone(self.world.overlap(SQUARE, (10, 0)))
        self.assertIsNotNone(self.world.overlap(SQUARE, (20, 0)))

    def test_moves(self):
        sweep, met = self.world.sweep(SQUARE, (0, 0), (0, 50))
        self.assertEqual((sweep.moved, met), ((0, 21), (hitmask.TERRAIN, 0, (0, 25))))
        sweep, met = self.world.sweep(SQUARE, (0, 0), (0, 5))
        self.assertEqual((sweep.touched, sweep.moved, met), (False, (0, 5), None))
        slide = self.world.slide(SQUARE, (0, 21), (30, 0), 1, 1)
        self.assertEqual((slide.moved, slide.on_ground, slide.ground_kind, slide.blocked),
                         ((30, 0), True, hitmask.TERRAIN, False))
        slide = self.world.slide(SQUARE, (0, 0), (20, 0))
        self.assertEqual((slide.moved, slide.hit_x, slide.kind, slide.index),
                         ((6, 0), True, hitmask.CROWD, 0))
        at = Placement(SQUARE, (0, 0), 45)
        sweep, met = self.world.placed_sweep(at, (0, 50))
        self.assertEqual((sweep.touched, met.kind), (True, hitmask.TERRAIN))
        self.assertIsNone(self.world.placed_overlap(at))
        at.x += 10
        self.assertEqual(self.world.placed_overlap(at)[:2], (hitmask.CROWD, 0))

    def test_shapes(self):
        self.assertEqual(self.world.point((11, 1)), (hitmask.CROWD, 0, (11, 1)))
        self.assertEqual(self.world.rect((0, 0, 11, 3)), (hitmask.CROWD, 0, (10, 0)))
        self.assertEqual(self.world.circle((6, 0), 4)[:2], (hitmask.CROWD, 0))
        self.assertIsNone(self.world.circle((6, 0), 3))
        self.assertEqual(self.world.segment((0, 1), (25, 1)), (hitmask.CROWD, 0, (10, 1)))
        self.assertEqual(self.world.ray((0, 1), (1, 0)), ((hitmask.CROWD, 0, (10, 1)), 10))
        self.assertIsNone(self.world.ray((0, 1), (0, -1)))

    def test_lists(self):
        all_kinds = [hitmask.TERRAIN, hitmask.CROWD, hitmask.CROWD, hitmask.PLACED]
        self.assertEqual([met.kind for met in self.world.list(Sprite.box((99, 99)), (0, 0))],
                         all_kinds)
        self.assertEqual([met.kind for met in self.world.list_rect((0, 0, 99, 99))], all_kinds)
        self.assertEqual([met.kind for met in self.world.list_circle((0, 0), 99)], all_kinds)
        self.assertEqual(self.world.list_point((11, 1)), [(hitmask.CROWD, 0, (11, 1))])
        at = Placement(Sprite.box((99, 99)))
        self.assertEqual([met.kind for met in self.world.list_placed(at)], all_kinds)

    def test_many(self):
        """Each item that is met, as when all are asked one by one; also when lists have many pages."""
        chance = random.Random(9)
        at = [(chance.randrange(100), chance.randrange(100)) for _ in range(2000)]
        crowd = Crowd((L, place) for place in at)
        world = World(crowd=crowd)
        for _ in range(20):
            x, y = chance.randrange(100), chance.randrange(100)
            met = [i for i, (px, py) in enumerate(at) if SQUARE.touches(L, (px - x, py - y))]
            self.assertEqual([m.index for m in world.list(SQUARE, (x, y))], met)
        everything = world.list(Sprite.box((200, 200)), (0, 0))
        self.assertEqual([m.index for m in everything], list(range(2000)))

    def test_parts_stay(self):
        """A world keeps its parts, and they keep their masks; circles of them are found."""
        class Actor(hitmask.Mask):
            pass

        actor = Actor((3, 3), True)
        actor.world = World(crowd=Crowd([(actor, (0, 0))]),
                            placed=PlacedCrowd([Placement(actor)]), terrain=actor)
        world = actor.world
        del actor
        gc.collect()
        self.assertEqual(world.point((1, 1)).kind, hitmask.TERRAIN)
        before = len([o for o in gc.get_objects() if isinstance(o, World)])
        del world
        gc.collect()
        self.assertEqual(len([o for o in gc.get_objects() if isinstance(o, World)]), before - 1)

    def test_wrong_arguments(self):
        world = self.world
        for verb, arguments in (("overlap", (3, (0, 0))), ("overlap", (SQUARE, 3)), ("overlap", ()),
                                ("point", (3,)), ("rect", ((1, 2, 3),)), ("circle", ((0, 0), "a")),
                                ("ray", ((0, 0),)), ("list", (SQUARE,)), ("sweep", (SQUARE, (0, 0))),
                                ("placed_overlap", (SQUARE,)), ("list_placed", (3,)),
                                ("slide", (SQUARE, (0, 0), (1, 1), "a"))):
            with self.assertRaises(TypeError, msg=verb):
                getattr(world, verb)(*arguments)
        with self.assertRaises(ValueError):
            world.circle((0, 0), -1)
        with self.assertRaises(ValueError):
            world.exit(SQUARE, (0, 0), 7, 3)
        with self.assertRaises(OverflowError):
            world.point((2 ** 31, 0))


class Functions(unittest.TestCase):
    def test_angles(self):
        self.assertEqual(hitmask.turn(90), (0.0, 1.0))
        self.assertEqual(hitmask.turn(-180), (-1.0, 0.0))
        self.assertEqual(hitmask.angle(0, 1), 90.0)
        self.assertEqual(hitmask.angle(*hitmask.turn(60.0)), round(60 * 65536 / 360) * 360 / 65536)
        for wrong in (lambda: hitmask.angle(1), lambda: hitmask.turn("a"),
                      lambda: hitmask.angle("a", 2)):
            with self.assertRaises(TypeError):
                wrong()


if __name__ == "__main__":
    unittest.main()
