"""test_tune.py - the tab "Tune" in a real browser: its masks are those of the baker, for every setting

Random settings are put on the page; the rules that it gives are baked, and each mask is compared.
"""

import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import browser
import tap

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.path.join(ROOT, os.environ.get("HITMASK_BUILD", "build"))
HITMASK = os.path.join(BUILD, "hitmask")
SPRITES = os.path.join(ROOT, "samples", "sprites")
# Art of games, where it is installed: soft effects, and palettes.
PACKAGES = ["/usr/share/games/supertux2/images/creatures/ghosttree",
            "/usr/share/games/pingus/data/images/core/editor"]

chromium = folder = None


def setUpModule():
    global chromium, folder
    folder = tempfile.TemporaryDirectory()
    os.chdir(folder.name)
    chromium = browser.Browser()


def tearDownModule():
    if chromium:
        chromium.close()
    if folder:
        os.chdir(ROOT)
        folder.cleanup()


def tool(*arguments, status=0):
    done = subprocess.run([HITMASK, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done.stdout.decode(), done.stderr.decode()


# ---- PNGs of all kinds ----

PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def filtered(row, above, step, kind):
    """A row with its filter, as an encoder writes it."""
    out = bytearray([kind])
    for i, value in enumerate(row):
        left = row[i - step] if i >= step else 0
        up = above[i] if above else 0
        corner = above[i - step] if above and i >= step else 0
        p = left + up - corner
        paeth = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
        out.append(value - [0, left, up, (left + up) // 2, paeth][kind] & 255)
    return bytes(out)


def packed(samples, depth):
    """Samples in big-endian order, the first in the high bits."""
    bits = "".join(format(sample, f"0{depth}b") for sample in samples)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def random_png(chance, color, depth, interlaced, has_trns):
    """The bytes of a PNG of few colours and many alphas."""
    width, height = chance.randint(1, 40), chance.randint(1, 40)
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    most = (1 << depth) - 1
    few = [[chance.randint(0, most) for _ in range(3)] for _ in range(4)]
    alphas = [0, most, most, most // 2, most // 2 + 1] + [chance.randint(0, most) for _ in range(9)]
    entries = min(16, 1 << depth)
    reach = entries + chance.choice([0, 0, 3]) # a pixel may be outside the palette

    def pixel():
        if color == 3:
            return [chance.randrange(min(reach, 1 << depth))]
        chosen = list(chance.choice(few))[:1 if channels < 3 else 3]
        return chosen + [chance.choice(alphas)] if color in (4, 6) else chosen

    rows = [[pixel() for _ in range(width)] for _ in range(height)]
    data = b""
    for x0, y0, dx, dy in PASSES if interlaced else [(0, 0, 1, 1)]:
        above = None
        for y in range(y0, height, dy):
            samples = [sample for x in range(x0, width, dx) for sample in rows[y][x]]
            if not samples:
                continue
            row = packed(samples, depth)
            data += filtered(row, above, max(1, depth * channels // 8), chance.randrange(5))
            above = row

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    out = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced))
    if chance.random() < 0.5:
        out += chunk(b"gAMA", struct.pack(">I", 100000))
    if color == 3:
        out += chunk(b"PLTE", bytes(chance.randrange(256) for _ in range(3 * entries)))
        if has_trns:
            out += chunk(b"tRNS", bytes(chance.randrange(256) for _ in range(chance.randint(1, entries))))
    elif has_trns:
        out += chunk(b"tRNS", struct.pack(">%dH" % min(channels, 3), *few[0][:min(channels, 3)]))
    compressed = zlib.compressobj(chance.choice([0, 1, 6, 9]), zlib.DEFLATED, 15, 8,
                                  chance.choice([zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY]))
    stream = compressed.compress(data) + compressed.flush()
    cut = chance.randint(1, len(stream))
    return out + chunk(b"IDAT", stream[:cut]) + chunk(b"IDAT", stream[cut:]) + chunk(b"IEND", b"")


KINDS = [(color, depth, trns) for color, depths in
         {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}.items()
         for depth in depths for trns in ((False, True) if color < 4 else (False,))]


def write_kinds(directory, chance):
    os.makedirs(os.path.join(directory, "deep", "er"), exist_ok=True)
    for i, (color, depth, trns) in enumerate(KINDS):
        for interlaced in (0, 1):
            where = directory if i % 3 == 0 else os.path.join(directory, "deep", "er" if i % 3 == 1 else "")
            with open(os.path.join(where, f"{color}-{depth}-{'t' if trns else 'n'}-{interlaced}.png"), "wb") as file:
                file.write(random_png(chance, color, depth, interlaced, trns))


# ---- Asking the page and the baker ----

def random_settings(chance, colors):
    some = chance.random() < 0.5
    return {"threshold": chance.choice([0, 1, 127, 128, 254, 255, chance.randrange(256)]),
            "key": chance.choice(colors) if chance.random() < 0.5 else "none",
            "tolerance": chance.choice([0, 0, 1, 20, 255]),
            "despeckle": chance.choice([0, 1, 2, 5, 40]) if some else 0,
            "fill": some and chance.random() < 0.5,
            "grow": chance.choice([0, 1, 2, 7, 100]) if some and chance.random() < 0.5 else 0,
            "shrink": chance.choice([0, 1, 2, 9]) if some and chance.random() < 0.5 else 0}


PAGE_MASKS = """(() => tune.items.map(item => {
    const { sprite } = item, mask = maskBy(item, item.unit.now), rows = [];
    for (let y = 0; y < sprite.height; y++)
        rows.push([...mask.subarray(y * sprite.width, (y + 1) * sprite.width)].map(bit => bit ? '#' : '.').join(''));
    const points = item.points ? makePoints(mask, sprite.width, sprite.height, item.points).length : null;
    return [sprite.name, rows, points];
}))()"""


def baked_masks(*arguments):
    """{name: (rows of the whole sprite, number of points)} of a bake."""
    tool("bake", "--quiet", *arguments, "--format", "json", "-o", "out.json")
    with open("out.json", encoding="utf-8") as file:
        document = json.load(file)
    found = {}
    for sprite in document["sprites"]:
        width, height = sprite["size"]
        left, top, box, _ = sprite["bounds"]
        rows = ["." * width for _ in range(height)]
        for i, row in enumerate(sprite["mask"]["rows"]):
            rows[top + i] = "." * left + row + "." * (width - left - box)
        found[sprite["name"]] = (rows, len(sprite["points"]["list"]) if "points" in sprite else None)
    return found


class TuneTest(unittest.TestCase):
    def make(self, *arguments, status=0):
        found = tool("tune", *arguments, "-o", "tune.html", "--force", status=status)
        chromium.open("tune.html")
        return found

    def tearDown(self):
        self.assertEqual(chromium.problems, [])
        self.assertEqual([url for url in chromium.requests
                          if not url.startswith(("data:", "file://" + os.getcwd()))], [])

    def run_js(self, expression):
        return chromium.run(expression)

    def read_all(self):
        self.run_js("tune.items.forEach(item => { if (!item.isRead) readItem(item); })")
        self.assertEqual(self.run_js("tune.items.filter(item => item.problem).map(item => item.sprite.name)"), [])

    def assert_baked_as_shown(self, *arguments, command=None):
        baked = baked_masks(*arguments)
        for name, rows, points in self.run_js(PAGE_MASKS):
            self.assertIn(name, baked)
            if (rows, points) != baked[name]:
                self.fail(f"{name}: another mask; {open('rules.json').read()}")

    def save_rules(self):
        with open("rules.json", "w", encoding="utf-8") as file:
            file.write(self.run_js("configText(tunedConfig())"))


class Numbers(TuneTest):
    def test_areas_and_plateaus_are_those_of_the_table(self):
        write_kinds("kinds", random.Random(9))
        for art in ["kinds", SPRITES]:
            document = json.loads(tool("inspect", "--thresholds", "--json", art)[0])
            self.make(art)
            self.read_all()
            page = self.run_js("tune.items.map(item => [item.sprite.name, [...item.areas], item.plateau])")
            self.assertEqual(len(page), len(document["sprites"]))
            known = {sprite["name"]: sprite for sprite in document["sprites"]}
            for name, areas, plateau in page:
                self.assertEqual([areas[t] for t in document["thresholds"]], known[name]["solid"], name)
                self.assertEqual((areas[0], plateau), (known[name]["visible"], known[name]["plateau"]), name)
            # Most soft pixels first, as on the page.
            self.run_js("selectItems()")
            self.assertEqual(self.run_js("tune.shown.map(item => item.sprite.name)"),
                             [sprite["name"] for sprite in document["sprites"]])

    def test_a_plateau_is_the_widest_range_that_changes_little(self):
        chance = random.Random(4)
        for _ in range(200):
            areas = sorted((chance.choice([0, 10, 990, 1000, chance.randint(0, 1000)]) for _ in range(255)),
                           reverse=True) + [0]
            ranges = [(from_ - to, from_, to) for from_ in range(255) if areas[from_] > 0
                      for to in range(from_, 255) if to == from_ or (areas[from_] - areas[to]) * 50 < areas[from_]]
            wanted = list(min(ranges)[1:]) if ranges else None
            self.assertEqual(self.run_js(f"plateauOf({areas})"), wanted)


class Exact(TuneTest):
    def try_settings(self, chance, arguments, rounds):
        """Random settings for all, folders and units, one round after the other."""
        self.make(*arguments)
        self.read_all()
        colors = self.run_js("""tune.items.map(item => pixelsOf(item)).filter(pixels => pixels.length > 0)
            .map(pixels => '#' + [0, 1, 2].map(c => pixels[c].toString(16).padStart(2, '0')).join(''))""")
        count = self.run_js("tune.units.length")
        self.assertGreater(count, 0)
        for _ in range(rounds):
            self.run_js("tune.units.forEach(unit => { unit.now = unit.start; })")
            self.run_js(f"change({json.dumps(random_settings(chance, colors))})")
            for _ in range(chance.randint(0, 4)):
                scope = chance.choice(["unit", "folder"])
                self.run_js(f"""(() => {{
                    const unit = tune.units[{chance.randrange(count)}], parts = unit.match.split('/');
                    tune.active = tune.shown.indexOf(unit.items[0]);
                    tune.scope = {json.dumps(scope)} === 'unit' || parts.length < 2 ? 'unit' : parts.slice(0, -1).join('/');
                    change({json.dumps(random_settings(chance, colors))});
                    tune.scope = 'all';
                }})()""")
            self.save_rules()
            self.assert_baked_as_shown(*arguments, "--config", "rules.json")

    def test_all_kinds_of_png(self):
        chance = random.Random(1)
        write_kinds("kinds", chance)
        self.try_settings(chance, ["kinds"], 25)

    def test_samples(self):
        self.try_settings(random.Random(2), [SPRITES], 15)

    def test_art_of_games(self):
        found = [path for path in PACKAGES if os.path.isdir(path)]
        if not found:
            self.skipTest("needs the packages supertux-data and pingus-data")
        for i, path in enumerate(found):
            with self.subTest(path=path):
                self.try_settings(random.Random(3 + i), [path], 6)

    def test_grids_points_and_extensions(self):
        write_kinds("grids", random.Random(5))
        for i, options in enumerate((["--grid", "8x8"], ["--strip-extension", "--cell", "3", "--prune", "2"],
                                     ["--map", "9x9", "--prune-border", "drop", "--no-points"],
                                     ["--map", "6x6", "--prune", "2", "--prune-border", "drop"])):
            with self.subTest(options=options):
                arguments = ["grids", *options]
                if "8x8" in options:
                    arguments = [os.path.join(SPRITES, "enemy.png"), os.path.join(SPRITES, "cloud.png"), *options]
                self.try_settings(random.Random(6 + i), arguments, 6)


if __name__ == "__main__":
    sys.exit(tap.main(__name__))
