"""The sample plays, and both of its ways agree on every frame."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

from support import SOURCES, needs_pygame, pygame


@needs_pygame
class Sample(unittest.TestCase):
    def test_bullets(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "last.png")
            done = subprocess.run([sys.executable, "-B",
                                   os.path.join(SOURCES, "samples", "python", "bullets.py"),
                                   "--frames", "97", "--screenshot", picture],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            frames, touches, agreed = map(int, re.findall(r"\d+", done.stdout)[:3])
            self.assertEqual((frames, agreed), (97, 97))
            self.assertGreater(touches, 1000)
            kept = os.path.join(SOURCES, "samples", "python.png")
            self.assertEqual(*(pygame.image.tostring(pygame.image.load(path), "RGB")
                               for path in (picture, kept)))


if __name__ == "__main__":
    unittest.main()
