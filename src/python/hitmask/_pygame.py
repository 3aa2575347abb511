"""Surfaces and Rects of pygame. pygame is imported when a Surface or a Rect is needed."""

from . import _core


def _not_a_surface(value):
    return TypeError(f"argument 1 must be pygame.Surface, not {type(value).__name__}")


def _picture(surface):
    """Returns the pixels of a Surface, as _core takes them."""
    try:
        bytesize = surface.get_bytesize()
        palette = None
        if bytesize == 1:
            palette = bytes(channel for color in surface.get_palette() for channel in color[:3])
        return (surface.get_buffer(), surface.get_size(), surface.get_pitch(), bytesize,
                surface.get_masks(), palette)
    except AttributeError:
        raise _not_a_surface(surface) from None


def from_surface(surface, threshold=127):
    """Returns a Mask of the opaque pixels of a Surface. (hm_canvas_pixels)

    If the Surface has a colour key, a pixel is solid if it does not have the colour of the key.
    Otherwise, a pixel is solid if its alpha is above the threshold.
    """
    try:
        key = surface.get_colorkey()
        return _core._from_pixels(
            surface.get_buffer(), surface.get_size(), surface.get_pitch(), surface.get_bytesize(),
            surface.get_masks(), None, None if key is None else surface.map_rgb(key), threshold)
    except AttributeError:
        raise _not_a_surface(surface) from None


def _color(surface, value):
    """Returns red, green and blue of value, a color or the number of a pixel, as in the surface."""
    try:
        if not isinstance(value, int):
            value = tuple(map(int, value[:]))
            if surface.get_bytesize() == 1:
                return value[:3]
            value = surface.map_rgb(value)
        return tuple(surface.unmap_rgb(value))[:3]
    except (TypeError, ValueError):
        raise TypeError("invalid color argument") from None


def from_threshold(surface, color, threshold=(0, 0, 0, 255), othersurface=None, palette_colors=1):
    """Returns a Mask of the pixels of a Surface that are near a color, or near another Surface.

    A pixel is near if red, green and blue each differ by less than the threshold. Pixels beyond the
    other Surface are not near. palette_colors has no effect; pygame has this argument, too.
    """
    picture = _picture(surface)
    other = None if othersurface is None else _picture(othersurface)
    return _core._from_threshold(picture, _color(surface, color), _color(surface, threshold), other)


def get_rect(self, /, **kwargs):
    """Returns a pygame.Rect of the mask's size. Keywords set its attributes: center=(x, y)."""
    from pygame import Rect

    rect = Rect((0, 0), self.get_size())
    for name, value in kwargs.items():
        if not hasattr(rect, name) or callable(getattr(rect, name)):
            raise AttributeError(f"a Rect has no attribute '{name}' to set")
        setattr(rect, name, value)
    return rect


def get_bounding_rects(self, /):
    """Returns a list of pygame.Rects: the bounds of each piece of the mask. (hm_components)"""
    from pygame import Rect

    return [Rect(box) for box in self._piece_boxes()]


def to_surface(self, /, surface=None, setsurface=None, unsetsurface=None,
               setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 255), dest=(0, 0)):
    """Returns a Surface with the mask painted on it at dest. With surface=None, the Surface is new.

    Solid pixels get the pixels of setsurface, or setcolor where setsurface has no pixel. Empty
    pixels get the pixels of unsetsurface, or unsetcolor where unsetsurface has no pixel. Where
    there is no pixel, and the color is None, the Surface stays as it is.
    """
    import pygame

    if surface is None:
        surface = pygame.Surface(self.get_size(), pygame.SRCALPHA, 32)
    for value in (surface, setsurface, unsetsurface):
        if value is not None and not isinstance(value, pygame.Surface):
            raise TypeError(f"expected a pygame.Surface, not {type(value).__name__}")
    for other in (setsurface, unsetsurface):
        if other is not None and _format(other) != _format(surface):
            raise ValueError("setsurface and unsetsurface must have the format of the surface")

    offset = _place(dest)
    numbers = [_number(surface, color) for color in (setcolor, unsetcolor)]
    if surface.get_width() and surface.get_height():
        self._paint(_picture(surface), setsurface and _picture(setsurface),
                    unsetsurface and _picture(unsetsurface), *numbers, offset)
    return surface


def _format(surface):
    return surface.get_bytesize(), surface.get_bitsize(), surface.get_masks()[3] != 0


def _number(surface, color):
    """Returns the number of the pixel of a color. The color may be this number already."""
    import pygame

    if color is None or isinstance(color, int):
        return color
    return surface.map_rgb(pygame.Color(color))


def _place(dest):
    """Returns the first two numbers of a pair or a rectangle."""
    try:
        if len(dest) in (2, 4) and len(dest[:]) == len(dest):
            return int(dest[0]), int(dest[1])
    except (TypeError, ValueError, KeyError):
        pass
    raise TypeError("dest must be two numbers or a rectangle")
