"""compare.py ENGINE DOCUMENT LOADED [METRE] - are these the shapes of the document, as the engine counts?

LOADED is JSON: {name: [[[x, y], ...], ...]}, what an engine has made of the file that it was given. The
document has the corners in pixels of the untrimmed sprite, y down. Loops may begin at any corner.
"""
import json
import sys

engine, document, loaded = sys.argv[1], json.load(open(sys.argv[2])), json.load(open(sys.argv[3]))
metre = float(sys.argv[4]) if len(sys.argv) > 4 else 32

# How each engine counts a corner (x, y) of a sprite with the pivot (px, py), the region's place (left, top) in
# the sprite, and its height h.
COUNTS = {
    "box2d": lambda x, y, s: ((x - s["px"]) / metre, (s["py"] - y) / metre),
    "defold": lambda x, y, s: (x - s["px"], s["py"] - y),
    "godot": lambda x, y, s: (x - s["px"], y - s["py"]),
    "love": lambda x, y, s: (x - s["px"], y - s["py"]),
    "matter": lambda x, y, s: (x, y),
    "phaser": lambda x, y, s: (x, y),
    "tiled": lambda x, y, s: (x - s["left"], y - s["top"]),
    "unity": lambda x, y, s: (x - s["left"], s["top"] + s["h"] - y),
}
UP = ("box2d", "defold", "unity")


def twice_area(loop):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, loop[1:] + loop[:1]))


def near(a, b):
    return abs(a[0] - b[0]) < EXACT and abs(a[1] - b[1]) < EXACT


def same_loop(a, b):
    return len(a) == len(b) and any(
        all(near(p, q) for p, q in zip(a, b[k:] + b[:k])) for k in range(len(b)))


def expected(sprite):
    left, top, _, height = sprite.get("place", [0, 0] + sprite["size"])
    place = {"px": sprite["pivot"][0], "py": sprite["pivot"][1], "left": left, "top": top, "h": height}
    loops = sprite["polygons"]["loops"] if engine == "unity" else sprite["pieces"]
    loops = [[COUNTS[engine](x, y, place) for x, y in loop] for loop in loops]
    return [loop[::-1] for loop in loops] if engine in UP else loops


EXACT = 0.00001 if engine == "box2d" else 0.001
left_out = ("phaser", "tiled", "defold")  # leave out sprites without a solid pixel
wanted = {one["name"]: expected(one) for one in document["sprites"] if "pieces" in one}
wanted = {name: loops for name, loops in wanted.items() if loops or engine not in left_out}
if sorted(loaded) != sorted(wanted):
    sys.exit("sprites are %s, not %s" % (sorted(loaded), sorted(wanted)))
corners = 0
for name, loops in wanted.items():
    if len(loaded[name]) != len(loops):
        sys.exit("%s has %d loops, not %d" % (name, len(loaded[name]), len(loops)))
    for i, (is_, should) in enumerate(zip(loaded[name], loops)):
        if not same_loop(is_, should):
            sys.exit("%s: loop %d is %s, not %s" % (name, i, is_, should))
        # Outer loops run clockwise as seen: where y points up, their area is below 0 unless turned round.
        if engine != "unity" and twice_area(is_) <= 0:
            sys.exit("%s: loop %d runs the wrong way" % (name, i))
        corners += len(is_)
print(corners)
