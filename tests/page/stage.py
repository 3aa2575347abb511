"""stage.py - what the tests of pages share: where things are, a folder of their own with a browser, PNGs by hand"""

import os
import struct
import tempfile
import unittest
import zlib

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.path.join(ROOT, os.environ.get("HITMASK_BUILD", "build"))
HITMASK = os.path.join(BUILD, "hitmask")
SAMPLES = os.path.join(ROOT, "samples", "sprites")


def begin(make):
    """Goes into a new folder, and returns the browser that `make` makes. Both are gone after the module."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    unittest.addModuleCleanup(os.chdir, ROOT)
    os.chdir(folder.name)
    browser = make()
    unittest.addModuleCleanup(browser.close)
    return browser


def png(width, height, depth, color, interlaced, *chunks):
    """The bytes of a PNG of these chunks, as (kind, content), between its header and its end."""
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in ((b"IHDR", header), *chunks, (b"IEND", b"")))
