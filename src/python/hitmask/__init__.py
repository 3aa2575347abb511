"""Pixel-perfect collision: masks that answer what pygame.mask answers, and much that it does not.

    import hitmask as mask                    # in place of pygame.mask
    ship = mask.from_surface(image)
    if ship.touches(rock, (dx, dy)): ...

    import hitmask
    pack = hitmask.open("game.hmk")           # art that the tool has baked
    hero = pack["hero.png"]
    hit = hero.overlap(rock, (dx, dy))

Everything that collides is a Mask: hitmask.Mask for masks that change, hitmask.Sprite for those of a
pack. A World asks about terrain, tiles and many sprites at once; a Placement turns and scales one.
The answers are those of the C library, on every machine.
"""

import os as _os

from ._core import *
from ._core import __version__
from . import _pygame
from ._pygame import from_surface, from_threshold

# A Mask is the canvas of the C library; pygame has a second name for its type, too.
Canvas = MaskType = Mask

Mask.get_rect = _pygame.get_rect
Mask.get_bounding_rects = _pygame.get_bounding_rects
Mask.to_surface = _pygame.to_surface


def open(path):
    """Returns the Pack in a file.

    Raises OSError when the file cannot be read, and PackError when it is not a pack.
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
