"""Shared by tests: masks in text, packs, and the things that a test needs to run."""

import os
import shutil
import subprocess
import tempfile
import unittest

import hitmask

try:
    import pygame
except ImportError:
    pygame = None
try:
    import numpy
except ImportError:
    numpy = None

needs_pygame = unittest.skipUnless(pygame, "pygame is missing: make deps EXTRA=python")
needs_numpy = unittest.skipUnless(numpy, "numpy is missing: make deps EXTRA=python")

TOOL = os.environ.get("HITMASK") or shutil.which("hitmask")
needs_tool = unittest.skipUnless(TOOL, "the tool is not built: make")

SOURCES = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def mask_of(*rows):
    """A Mask that is drawn: '#' is solid."""
    mask = hitmask.Mask((len(rows[0]) if rows else 0, len(rows)))
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            mask.set_at((x, y), character == "#")
    return mask


def rows_of(mask):
    """The pixels of any mask, drawn."""
    width, height = mask.get_size()
    if isinstance(mask, hitmask.Mask):
        bits, stride = mask.bits(), (width + 7) // 8
        return [f"{int.from_bytes(bits[y * stride:(y + 1) * stride], 'little'):0{width}b}"[::-1]
                .replace("1", "#").replace("0", ".")[:width] for y in range(height)]
    view = memoryview(mask)
    return ["".join("#" if view[x // 64, y] >> x % 64 & 1 else "." for x in range(width))
            for y in range(height)]


def baked(*arguments, art=(".",)):
    """The bytes of a pack that the tool bakes of the samples, or of some of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.hmk")
        subprocess.run([TOOL, "bake", "--quiet", *arguments, *art, "-o", path], check=True,
                       cwd=os.path.join(SOURCES, "samples", "sprites"))
        with open(path, "rb") as file:
            return file.read()
