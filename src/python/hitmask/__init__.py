"""Pixel-perfect collision: masks that answer all that pygame.mask answers, and much more.

    import hitmask as mask                    # in place of pygame.mask
    ship = mask.from_surface(image)
    if ship.touches(rock, (dx, dy)): ...

    import hitmask
    pack = hitmask.open("game.hmk")           # art that the tool has baked
    hero = pack["hero.png"]
    hit = hero.overlap(rock, (dx, dy))

Everything that collides is a Mask. A hitmask.Mask can change. A hitmask.Sprite is a mask of a pack.
A World holds terrain, tiles and many sprites, and one question asks all of them. A Placement turns
and scales a mask. The answers are the same as those of the C library, on every machine.
"""

import os as _os

from ._core import *
from ._core import __version__
from . import _pygame
from ._pygame import from_surface, from_threshold

# A Mask is the canvas of the C library. pygame has a second name for its mask type: MaskType.
Canvas = MaskType = Mask

Mask.get_rect = _pygame.get_rect
Mask.get_bounding_rects = _pygame.get_bounding_rects
Mask.to_surface = _pygame.to_surface


def open(path):
    """Returns the Pack in the file at path.

    Raises OSError if the file cannot be read, and PackError if the file is not a pack.
    """
    with _io_open(path, "rb") as file:
        data = file.read()
    try:
        return Pack(data)
    except PackError as error:
        named = PackError(f"{_os.fspath(path)!s}: {error}")
        named.code = error.code
        raise named from None


from builtins import open as _io_open  # noqa: E402
