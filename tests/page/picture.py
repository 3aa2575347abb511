"""picture.py [--light] PAGE PNG [FRAGMENT]... - what a page looks like, for the README

Several fragments make an animated PNG, a second for each; programs that do not animate show the
first one. samples/page.png is of the samples with their art, at four positions of B:

    build/hitmask inspect --html page.html --embed-art --art samples/sprites build/samples.hmk
    picture.py page.html samples/page.png $(printf '#bench?a=enemy.png&b=person.png&x=%d&y=-14&flip-b=h ' \
        24 30 36 42)
"""

import struct
import sys
import tempfile
import zlib

import browser


def chunks(path):
    with open(path, "rb") as file:
        data = file.read()
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += 12 + size


def packed(path):
    """The header and the pixels of a PNG, these as small as zlib makes them."""
    parts = list(chunks(path))
    pixels = zlib.decompress(b"".join(data for kind, data in parts if kind == b"IDAT"))
    return parts[0][1], zlib.compress(pixels, 9)


def write(path, frames):
    header, _ = frames[0]
    assert all(other == header for other, _ in frames), "all frames have one size and format"
    with open(path, "wb") as file:
        def put(kind, data):
            file.write(struct.pack(">I", len(data)) + kind + data)
            file.write(struct.pack(">I", zlib.crc32(kind + data)))

        number = 0
        file.write(b"\x89PNG\r\n\x1a\n")
        put(b"IHDR", header)
        if len(frames) > 1:
            put(b"acTL", struct.pack(">II", len(frames), 0))
        for i, (_, pixels) in enumerate(frames):
            if len(frames) > 1:
                put(b"fcTL", struct.pack(">I8sIIHHBB", number, header[:8], 0, 0, 1, 1, 0, 0))
                number += 1
            if i == 0:
                put(b"IDAT", pixels)
            else:
                put(b"fdAT", struct.pack(">I", number) + pixels)
                number += 1
        put(b"IEND", b"")


arguments = sys.argv[1:]
light = "--light" in arguments
page, png, *fragments = [argument for argument in arguments if argument != "--light"]
frames = []
chromium = browser.Browser()
try:
    chromium.resize(1060, 640)
    chromium.theme("light" if light else "dark")
    with tempfile.NamedTemporaryFile(suffix=".png") as shot:
        for fragment in fragments or [""]:
            chromium.open(page, fragment)
            chromium.screenshot(shot.name)
            frames.append(packed(shot.name))
finally:
    chromium.close()
write(png, frames)
