"""Packs, sprites and animations, from files that the tool bakes; broken packs."""

import gc
import os
import random
import subprocess
import sys
import tempfile
import unittest

import hitmask
from support import SOURCES, TOOL, baked, needs_pygame, needs_tool, pygame, rows_of


@needs_tool
class Packs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = baked("--animate", "100", "--hull", "8")
        cls.pack = hitmask.Pack(cls.data)

    def test_sprites_by_name_and_index(self):
        names = self.pack.keys()
        self.assertEqual(names, sorted(names))
        self.assertEqual(len(self.pack), len(names))
        self.assertEqual(list(self.pack), names)
        self.assertEqual([self.pack[i].name for i in range(len(names))], names)
        self.assertEqual(self.pack[-1].name, names[-1])
        self.assertEqual(self.pack["ball.png"].name, "ball.png")
        self.assertIn("ball.png", self.pack)
        self.assertNotIn("no.png", self.pack)
        self.assertNotIn("\ud800", self.pack)
        self.assertIsNone(self.pack.get("no.png"))
        self.assertEqual(self.pack.get("no.png", 3), 3)
        self.assertEqual(self.pack.get("ball.png").name, "ball.png")
        for key, error in (("no.png", KeyError), (len(names), IndexError),
                           (-len(names) - 1, IndexError), (1.5, TypeError), (None, TypeError)):
            with self.assertRaises(error):
                self.pack[key]

    @needs_pygame
    def test_masks_are_those_of_the_pictures(self):
        for name in ("ball.png", "enemy.png", "heart.png", "person.png"):
            picture = pygame.image.load(os.path.join(SOURCES, "samples", "sprites", name))
            self.assertEqual(rows_of(self.pack[name]), rows_of(hitmask.from_surface(picture)), name)

    def test_attributes(self):
        ball = self.pack["ball.png"]
        self.assertEqual(ball.get_size(), (32, 32))
        self.assertEqual(ball.source.name, "ball.png")
        self.assertEqual((ball.source.part, ball.source.turned), ((0, 0, 32, 32), 0))
        self.assertEqual(ball.data, "")
        points = ball.points()
        self.assertTrue(points and all(ball.get_at(point) for point in points))
        self.assertEqual(ball.points_overlap(ball, (0, 0)), points[0])
        self.assertEqual(ball.points_overlap_map(ball, (0, 0)), points[0])
        self.assertIsNone(ball.points_near(ball, (100, 0), 60))
        self.assertIsNotNone(ball.points_near(ball, (100, 0), 70))
        hull = ball.shapes(hitmask.HULL)
        self.assertEqual(len(hull), 1)
        self.assertTrue(all(0 <= x <= 32 and 0 <= y <= 32 for x, y in hull[0]))
        moved = ball.shapes(hitmask.HULL, hitmask.Placement(ball, (100, 0)))
        self.assertEqual([(x + 100, y) for x, y in hull[0]], moved[0])
        self.assertEqual(ball.copy().flip().count(), ball.count())

    def test_animations(self):
        walk = self.pack.animation("person-walk")
        self.assertEqual([a.name for a in self.pack.animations()], [walk.name])
        self.assertEqual((len(walk), walk.duration, walk.frame_duration(2)), (4, 400, 100))
        self.assertEqual([walk.at(t) for t in (0, 99, 100, 399, 400)], [0, 0, 1, 3, 0])
        self.assertEqual(walk.at(1000, hitmask.ONCE), 3)
        self.assertEqual([walk.at(t, hitmask.PING_PONG) for t in (400, 500)], [2, 1])
        self.assertEqual([frame.name for frame in walk],
                         [f"person-walk-{i}.png" for i in (1, 2, 3, 4)])
        with self.assertRaises(IndexError):
            walk[4]
        with self.assertRaises(ValueError):
            walk.frame_duration(4)
        with self.assertRaises(OverflowError):
            walk.at(-1)
        with self.assertRaises(KeyError):
            self.pack.animation("none")
        with self.assertRaises(TypeError):
            self.pack.animation(3)

    def test_closed(self):
        """Sprites and animations stay when their pack is closed, or forgotten."""
        with hitmask.Pack(bytearray(self.data)) as pack:
            ball, walk = pack["ball.png"], pack.animation("person-walk")
            count = ball.count()
        self.assertTrue(pack.closed)
        for ask in (lambda: pack["ball.png"], lambda: len(pack), lambda: "ball.png" in pack,
                    pack.keys, pack.verify, pack.animations, lambda: pack.get("ball.png"),
                    lambda: list(pack), lambda: pack.animation("x"), pack.__enter__):
            with self.assertRaisesRegex(ValueError, "the pack is closed"):
                ask()
        pack.close()
        del pack
        gc.collect()
        [bytearray(len(self.data)) for _ in range(20)]
        self.assertEqual((ball.name, ball.count(), walk[0].name),
                         ("ball.png", count, "person-walk-1.png"))
        self.assertTrue(ball.touches(ball, (0, 0)))

    def test_bytes_that_change(self):
        """A buffer that somebody may write is copied."""
        data = bytearray(self.data)
        pack = hitmask.Pack(data)
        data[:] = bytes(len(data))
        self.assertEqual(pack.keys(), self.pack.keys())
        data.clear()
        pack.verify()

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "gamé.hmk")
            with open(path, "wb") as file:
                file.write(self.data)
            hitmask.open(path).verify()
            with open(path, "wb") as file:
                file.write(b"no pack at all, by far")
            with self.assertRaisesRegex(hitmask.PackError, "gamé.hmk: not a hitmask pack") as caught:
                hitmask.open(path)
            self.assertEqual(caught.exception.code, 2)
            with self.assertRaises(FileNotFoundError):
                hitmask.open(path + ".no")
            with self.assertRaises(IsADirectoryError):
                hitmask.open(folder)

    def test_no_bytes(self):
        for wrong in (None, 3, "text", [1, 2]):
            with self.assertRaises(TypeError):
                hitmask.Pack(wrong)
        with self.assertRaises(TypeError):
            hitmask.Pack()
        with self.assertRaises(hitmask.PackError):
            hitmask.Pack(b"")

    def ask_everything(self, pack):
        """Whatever the bytes are, questions have answers."""
        for name in pack:
            pack.get(name)
        sprites = [pack[i] for i in range(len(pack))]
        for sprite in sprites:
            if max(sprite.get_size()) > 4096:
                continue
            sprite.points(), sprite.source, sprite.data, sprite.shapes(hitmask.PIECES)
            sprite.overlap(sprites[0], (1, 1)), sprite.overlap_area(sprite, (0, 1))
            sprite.count(), sprite.points_overlap(sprites[0], (0, 0))
            sprite.get_at((0, 0)) if all(sprite.get_size()) else None
        for animation in pack.animations():
            if len(animation) < 1000:
                [frame.name for frame in animation], animation.at(12345)

    def test_every_truncation(self):
        data = baked("--hull", "8", "--animate", "100", art=("ball.png", "person-walk-1.png"))
        for length in range(len(data)):
            with self.assertRaises(hitmask.PackError):
                hitmask.Pack(data[:length])

    def test_changed_bytes(self):
        """A pack with a changed byte cannot be opened, or answers safely until it is verified."""
        chance = random.Random(5)
        good = baked("--hull", "8", "--animate", "100", art=("ball.png", "person-walk-1.png"))
        for place in range(len(good)):
            data = bytearray(good)
            data[place] ^= 1 << chance.randrange(8)
            with self.assertRaises(hitmask.PackError) as caught:
                pack = hitmask.Pack(bytes(data))
                self.ask_everything(pack)
                pack.verify()
            self.assertGreater(caught.exception.code, 0)


class Program(unittest.TestCase):
    def run_module(self, *arguments, **environment):
        return subprocess.run([sys.executable, "-m", "hitmask", *arguments], text=True,
                              env={**os.environ, **environment}, capture_output=True)

    @needs_tool
    def test_the_tool(self):
        done = self.run_module("--version", HITMASK=TOOL)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(hitmask.__version__, done.stdout)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.hmk")
            done = self.run_module("bake", "--quiet", os.path.join(SOURCES, "samples", "sprites"),
                                   "-o", path, HITMASK=TOOL)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("ball.png", hitmask.open(path))
        self.assertEqual(self.run_module("bake", "/nowhere.png", HITMASK=TOOL).returncode,
                         subprocess.run([TOOL, "bake", "/nowhere.png"],
                                        capture_output=True).returncode)

    def test_no_tool(self):
        done = self.run_module("--version", HITMASK="", PATH="/nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertIn("hitmask: error: the tool is not installed", done.stderr)
        done = self.run_module("--version", HITMASK="/nowhere/hitmask")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/hitmask: No such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
