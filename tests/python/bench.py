"""bench.py - how fast masks are, beside those of pygame in one run

Prints nanoseconds a call above an empty loop: of each row the smallest of several rounds, in which
both take turns. Real units of 72 x 72 pixels come from the package wesnoth-1.16-data; without it, all
rows are about drawn blobs. QUICK=1 takes a third of the time.
"""

import glob
import itertools
import os
import random
import subprocess
import sys
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame  # noqa: E402
import pygame.mask as theirs  # noqa: E402

import hitmask  # noqa: E402

UNITS = "/usr/share/games/wesnoth/1.16/data/core/images/units/**/*.png"
ROUNDS = 3 if os.environ.get("QUICK") else 9

# A row may take this share of pygame's time.
REACH = {"touches": 0.4, "overlap": 0.6, "from_surface": 0.1, "connected_components": 0.3,
         "outline": 0.5}


def loop_time(function, cases):
    begin = time.perf_counter()
    for a, b, at in cases:
        function(a, b, at)
    return time.perf_counter() - begin


def nothing(a, b, at):
    return None


def best_times(functions, chunk_size):
    """The time of all cases for each (function, cases), which take turns.

    A chunk of cases counts with its smallest time of several rounds: another program that has the
    processor now and then spoils a chunk, not a row.
    """
    totals = [0.0] * len(functions)
    for at in range(0, len(functions[0][1]), chunk_size):
        best = [float("inf")] * len(functions)
        for _ in range(ROUNDS):
            for i, (function, cases) in enumerate(functions):
                best[i] = min(best[i], loop_time(function, cases[at:at + chunk_size]))
        totals = [total + least for total, least in zip(totals, best)]
    return totals


def compare(name, ours, other, our_cases, their_cases):
    """Prints a row; the cases are triples (a, b, offset), and a call takes those it needs."""
    count = len(our_cases)
    empty, mine, peer = best_times(((nothing, our_cases), (ours, our_cases), (other, their_cases)),
                                   2000 if count > 1000 else 20)
    mine, peer = (mine - empty) * 1e9 / count, (peer - empty) * 1e9 / count
    verb, _, rest = name.partition(", ")
    reach = REACH.get(verb) if rest in ("72 px, near", "72 px") else None
    goal = "" if reach is None else f"{'within' if mine <= peer * reach else 'MISSES'} {reach}"
    print(f"{name:38}{mine:12.0f}{peer:12.0f}{mine / peer:9.2f}  {goal}".rstrip())


def surfaces_of_units():
    all_files = sorted(glob.glob(UNITS, recursive=True))
    chosen = random.Random(1).sample(all_files, min(len(all_files), 400))
    pictures = [pygame.image.load(path) for path in chosen]
    return [picture for picture in pictures if picture.get_size() == (72, 72)
            and picture.get_masks()[3]]


def drawn_blob(chance, side):
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    for _ in range(6):
        radius = chance.randrange(side // 8 + 1, side // 4 + 2)
        at = chance.randrange(radius, side - radius + 1), chance.randrange(radius,
                                                                           side - radius + 1)
        pygame.draw.circle(surface, (200, 100, 50, 255), at, radius)
    return surface


def cases_of(masks, side, spread, chance):
    """Pairs of indices and offsets whose boxes meet when the spread is small."""
    reach = int(side * spread)
    return [(chance.randrange(len(masks)), chance.randrange(len(masks)),
             (chance.randrange(-reach, reach + 1), chance.randrange(-reach, reach + 1)))
            for _ in range(4000)]


def with_masks(cases, masks):
    return [(masks[a], masks[b], at) for a, b, at in cases]


def rows_of_side(name, surfaces):
    chance = random.Random(7)
    side = surfaces[0].get_width()
    ours = [hitmask.from_surface(surface) for surface in surfaces]
    other = [theirs.from_surface(surface) for surface in surfaces]
    for where, spread in (("near", 0.8), ("apart", 4)):
        cases = cases_of(ours, side, spread, chance)
        mine, peer = with_masks(cases, ours), with_masks(cases, other)
        row = f"{side} px, {where}{name}"
        compare(f"touches, {row}", hitmask.Mask.touches, theirs.Mask.overlap, mine, peer)
        compare(f"overlap, {row}", hitmask.Mask.overlap, theirs.Mask.overlap, mine, peer)
        compare(f"overlap_area, {row}", hitmask.Mask.overlap_area, theirs.Mask.overlap_area, mine,
                peer)
    some = list(itertools.islice(itertools.cycle(range(len(surfaces))), 300))
    pictures = [(surfaces[i], None, None) for i in some]
    compare(f"from_surface, {side} px{name}", lambda a, b, at: hitmask.from_surface(a),
            lambda a, b, at: theirs.from_surface(a), pictures, pictures)
    mine = [(ours[i], None, None) for i in some]
    peer = [(other[i], None, None) for i in some]
    # A mask keeps its outline until it changes: the first row is of masks that have just changed.
    compare(f"outline of a changed mask, {side} px{name}",
            lambda a, b, at: a.set_at((0, 0), 0) or a.outline(),
            lambda a, b, at: a.set_at((0, 0), 0) or a.outline(), mine, peer)
    for verb in ("connected_components", "outline", "copy", "count", "centroid",
                 "get_bounding_rects"):
        compare(f"{verb}, {side} px{name}", lambda a, b, at, verb=verb: getattr(a, verb)(),
                lambda a, b, at, verb=verb: getattr(a, verb)(), mine, peer)


def frame_of_the_sample():
    """A frame of samples/python/, which times both ways by itself: at most a quarter."""
    sample = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "python",
                          "bullets.py")
    print(subprocess.run([sys.executable, "-B", sample, "--frames", "600"], check=True, text=True,
                         capture_output=True).stdout, end="")


def main():
    chance = random.Random(3)
    print(f"{'ns a call above an empty loop':38}{'hitmask':>12}{'pygame':>12}{'share':>9}")
    units = surfaces_of_units()
    if units:
        rows_of_side("", units)
    else:
        print("real units are missing: install wesnoth-1.16-data", file=sys.stderr)
    for side in (16, 72, 256):
        rows_of_side(", drawn", [drawn_blob(chance, side) for _ in range(40)])
    frame_of_the_sample()


if __name__ == "__main__":
    main()
