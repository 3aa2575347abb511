"""test_tune.py - the tab "Tune" in a real browser: its masks are those of the baker, for every setting

Random settings are put on the page; the rules that it gives are baked, and each mask is compared.
"""

import json
import os
import random
import shutil
import struct
import subprocess
import sys
import unittest
import zlib

import browser
import tap
from stage import HITMASK, SAMPLES, begin, png

# Art of games, where it is installed: soft effects, and palettes.
PACKAGES = ["/usr/share/games/supertux2/images/creatures/ghosttree",
            "/usr/share/games/pingus/data/images/core/editor"]

chromium = None


def setUpModule():
    global chromium
    chromium = begin(browser.Browser)


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

    chunks = []
    if chance.random() < 0.5:
        chunks.append((b"gAMA", struct.pack(">I", 100000)))
    if color == 3:
        chunks.append((b"PLTE", bytes(chance.randrange(256) for _ in range(3 * entries))))
        if has_trns:
            chunks.append((b"tRNS", bytes(chance.randrange(256) for _ in range(chance.randint(1, entries)))))
    elif has_trns:
        chunks.append((b"tRNS", struct.pack(">%dH" % min(channels, 3), *few[0][:min(channels, 3)])))
    compressed = zlib.compressobj(chance.choice([0, 1, 6, 9]), zlib.DEFLATED, 15, 8,
                                  chance.choice([zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY]))
    stream = compressed.compress(data) + compressed.flush()
    cut = chance.randint(1, len(stream))
    return png(width, height, depth, color, interlaced, *chunks, (b"IDAT", stream[:cut]), (b"IDAT", stream[cut:]))


def write_rgba(path, rows):
    """Writes rows of [r, g, b, a] as a PNG."""
    data = b"".join(b"\0" + bytes(side for pixel in row for side in pixel) for row in rows)
    with open(path, "wb") as file:
        file.write(png(len(rows[0]), len(rows), 8, 6, 0, (b"IDAT", zlib.compress(data))))


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
        rows.push(Array.from({ length: sprite.width }, (_, x) => isSet(mask, x, y) ? '#' : '.').join(''));
    const points = item.points ? makePoints(mask, item.points).length : null;
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
        # The next test begins anew.
        self.run_js("clearTimeout(rulesTimer), sessionStorage.clear()")
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
        text = self.run_js("configText(tunedConfig())")
        with open("rules.json", "w", encoding="utf-8") as file:
            file.write(text)
        config = json.loads(text)
        for rule in [config.get("options", {}), *config.get("rules", [])]:
            for content in [rule, *rule.get("layers", {}).values()]:
                self.assertFalse("key-tolerance" in content and "color-key" not in content, text)


class Numbers(TuneTest):
    def test_areas_and_plateaus_are_those_of_the_table(self):
        write_kinds("kinds", random.Random(9))
        for art in ["kinds", SAMPLES]:
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
            ranges = [(from_ - to, from_, to) for from_ in range(255)
                      for to in range(from_, 255)
                      if areas[to] > 0 and areas[to] * 20 >= areas[0] and (to == from_ or (areas[from_] - areas[to]) * 50 < areas[from_])]
            wanted = list(min(ranges)[1:]) if ranges else None
            self.assertEqual(self.run_js(f"plateauOf({areas})"), wanted)


    def test_the_suggestion_leaves_sprites(self):
        self.make(SAMPLES)
        self.assertEqual(self.run_js("commonPlateau([[0, 99], [50, 149], [90, 200]], 254)"),
                         {"from": 90, "to": 99, "middle": 94, "count": 3})
        self.assertEqual(self.run_js("commonPlateau([[0, 99], [50, 149], [90, 200]], 80)"),
                         {"from": 50, "to": 80, "middle": 65, "count": 2})
        # One of ten sprites may get nearly empty, but not two.
        faint = [100] * 40 + [0] * 216
        firm = [100] * 255 + [0]
        self.assertEqual(self.run_js(f"mostLeaving({[faint] + [firm] * 9})"), 254)
        self.assertEqual(self.run_js(f"mostLeaving({[faint] * 2 + [firm] * 8})"), 39)


class Exact(TuneTest):
    def test_a_tolerance_that_moves_gives_the_levels_that_it_would_begin_with(self):
        self.make(SAMPLES)
        self.read_all()
        wrong = self.run_js("""tune.items.flatMap((item, n) => {
            const pixels = pixelsOf(item), key = ['#ff00ff', '#808080', '#1a2b3c'][n % 3];
            const moved = new Levels(pixels, { key, tolerance: 40 });
            return [255, 3, 3, 0, 90, 91, 89, 254, 255, 0].filter(tolerance => {
                moved.move(pixels, tolerance);
                const fresh = new Levels(pixels, { key, tolerance });
                const isLike = (a, b) => a.every((value, i) => value === b[i]);
                return !isLike(moved.levels, fresh.levels) || !isLike(moved.counts, fresh.counts);
            });
        }).length""")
        self.assertEqual(wrong, 0)
        # Some pixels must have changed, for the test to mean anything.
        self.assertGreater(self.run_js("""new Set([0, 40, 90, 255].map(tolerance =>
            new Levels(pixelsOf(tune.items[0]), { key: '#808080', tolerance }).counts[0])).size"""), 2)

    def test_a_threshold_that_moves_gives_the_mask_that_it_would_begin_with(self):
        self.make(SAMPLES)
        self.read_all()
        wrong = self.run_js("""tune.items.flatMap((item, n) => {
            const pixels = pixelsOf(item), { width, height } = item.sprite;
            const moved = new Levels(pixels, { key: ['none', '#808080'][n % 2], tolerance: 40 });
            return [0, 127, 128, 128, 3, 255, 254, 0, 90, 255, 1].filter((threshold, step) => {
                if (step === 7)
                    moved.move(pixels, 90);
                const mask = moved.mask(width, height, threshold), fresh = solidMask(moved.levels, width, height, threshold);
                return !mask.words.every((word, i) => word === fresh.words[i]);
            });
        }).length""")
        self.assertEqual(wrong, 0)

    def test_a_reach_that_moves_gives_the_mask_that_it_would_begin_with(self):
        self.make(SAMPLES)
        self.read_all()
        wrong, gone_on = self.run_js("""(() => {
            let wrong = 0, goneOn = 0;
            for (const item of tune.items) {
                const { start } = item.unit, clean = maskBy(item, start);
                for (const [grow, shrink] of [[0, 1], [0, 2], [0, 5], [0, 200], [2, 0], [3, 0], [7, 0], [70, 0], [73, 0], [3, 1], [3, 2], [3, 40], [3, 43]]) {
                    goneOn += masks.peek(`${item.sprite.index} ${keyText(start)} ${start.threshold} ${start.despeckle} ${start.fill} ${grow} ${shrink - 1}`) ? 1 : 0;
                    const mask = maskBy(item, { ...start, grow, shrink }), fresh = resized(clean, { grow, shrink });
                    wrong += mask.words.every((word, i) => word === fresh.words[i]) ? 0 : 1;
                }
            }
            return [wrong, goneOn];
        })()""")
        self.assertEqual(wrong, 0)
        self.assertGreater(gone_on, 0)

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
                    tune.item = unit.items[0];
                    tune.scope = {json.dumps(scope)} === 'unit' || parts.length < 2 ? 'unit' : parts.slice(0, -1).join('/') + '/';
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
        self.try_settings(random.Random(2), [SAMPLES], 15)

    def test_art_of_games(self):
        found = [path for path in PACKAGES if os.path.isdir(path)]
        if not found:
            self.skipTest("needs the packages supertux-data and pingus-data")
        for i, path in enumerate(found):
            with self.subTest(path=path):
                self.try_settings(random.Random(3 + i), [path], 6)

    def test_atlases_with_turned_and_trimmed_frames_and_layers_of_rules(self):
        os.makedirs("atlas", exist_ok=True)
        chance = random.Random(41)
        while True:
            page = random_png(chance, 6, 8, 0, False)
            width, height = struct.unpack(">II", page[16:24])
            if width > 30 and height > 30:
                break
        with open("atlas/page.png", "wb") as file:
            file.write(page)
        frames = {}
        for i in range(8):
            w, h, rotated = chance.randint(3, 14), chance.randint(3, 14), i % 2 == 1
            on_page = (h, w) if rotated else (w, h)
            left, top = chance.randint(0, 5), chance.randint(0, 5)
            frames[f"fx/run_{i}" if i < 5 else f"still{i}"] = {
                "frame": {"x": chance.randint(0, width - on_page[0]), "y": chance.randint(0, height - on_page[1]), "w": w, "h": h},
                "rotated": rotated, "trimmed": True, "spriteSourceSize": {"x": left, "y": top, "w": w, "h": h},
                "sourceSize": {"w": w + left + chance.randint(0, 5), "h": h + top + chance.randint(0, 5)}}
        with open("atlas/sheet.json", "w", encoding="utf-8") as file:
            json.dump({"frames": frames, "meta": {"app": "https://www.codeandweb.com/texturepacker", "image": "page.png",
                                                  "size": {"w": width, "h": height}, "scale": "1"}}, file)
        self.try_settings(chance, ["atlas/sheet.json"], 10)
        self.try_settings(chance, ["atlas/sheet.json", "--space", "trimmed"], 4)
        # Layers of a rule are units of their own.
        first = [{"match": "fx/**", "layers": {"click": {"alpha-threshold": 9}}}]
        with open("first.json", "w", encoding="utf-8") as file:
            json.dump({"rules": first}, file)
        self.make("atlas/sheet.json", "--config", "first.json")
        self.read_all()
        self.run_js("tune.units.forEach((unit, i) => { unit.now = { ...unit.now, threshold: unit.layer ? 200 : 20 + i }; })")
        added = json.loads(self.run_js("configText(tunedConfig())"))
        with open("rules.json", "w", encoding="utf-8") as file:
            json.dump({"rules": first + added["rules"]}, file)
        self.assert_baked_as_shown("atlas/sheet.json", "--config", "rules.json")
        self.assertIn("fx/run_0:click", [name for name, _, _ in self.run_js(PAGE_MASKS)])

    def test_grids_points_and_extensions(self):
        write_kinds("grids", random.Random(5))
        for i, options in enumerate((["--grid", "8x8"], ["--strip-extension", "--cell", "3", "--prune", "2"],
                                     ["--map", "9x9", "--prune-border", "drop", "--no-points"],
                                     ["--map", "6x6", "--prune", "2", "--prune-border", "drop"])):
            with self.subTest(options=options):
                arguments = ["grids", *options]
                if "8x8" in options:
                    arguments = [os.path.join(SAMPLES, "enemy.png"), os.path.join(SAMPLES, "cloud.png"), *options]
                self.try_settings(random.Random(6 + i), arguments, 6)

    def test_reaches_beyond_the_words_of_a_mask(self):
        os.makedirs("far", exist_ok=True)
        for width, height, few in ((300, 210, {(290, 5), (33, 200)}), (330, 3, {(64, 1)}), (3, 210, {(0, 130)})):
            for name, is_solid in (("few", True), ("holes", False)):
                write_rgba(f"far/{name}{width}.png", [[[9, 9, 9, 255 * (((x, y) in few) == is_solid)] for x in range(width)] for y in range(height)])
        self.make("far")
        self.read_all()
        for reach in (31, 32, 33, 47, 64, 95, 96, 100, 127, 250):
            for setting in ("grow", "shrink"):
                self.run_js(f"tune.units.forEach(unit => {{ unit.now = unit.start; }}), change({{ {setting}: {reach} }})")
                self.save_rules()
                self.assert_baked_as_shown("far", "--config", "rules.json")
        self.run_js("tune.units.forEach(unit => { unit.now = unit.start; }), change({ grow: 40, shrink: 37 })")
        self.save_rules()
        self.assert_baked_as_shown("far", "--config", "rules.json")


class Packs(TuneTest):
    """The tab in the page of a pack: it begins with the options that the pack keeps."""

    def open_pack(self, art, *options):
        tool("bake", "--quiet", art, *options, "-o", "game.hmk")
        tool("inspect", "--quiet", "--html", "page.html", "--embed-art", "--art", art, "--force", "game.hmk")
        chromium.open("page.html")

    def test_it_begins_with_the_options_and_rules_of_the_pack(self):
        write_kinds("kinds", random.Random(11))
        config = {"options": {"alpha-threshold": 60}, "rules": [
            {"match": "deep/**", "alpha-threshold": 100, "grow": 1},
            {"match": "6-8-n-0*", "color-key": "#102030", "key-tolerance": 60,
             "layers": {"click": {"alpha-threshold": 0, "fill-holes": True}}}]}
        with open("first.json", "w", encoding="utf-8") as file:
            json.dump(config, file)
        for options in (["--config", "first.json"], ["--config", "first.json", "--preset", "nearpixel"],
                        ["--config", "first.json", "--strip-extension", "--despeckle", "2"],
                        ["--alpha-threshold", "30", "--shrink", "1"], ["--preset", "pygame"]):
            with self.subTest(options=options):
                self.open_pack("kinds", *options)
                self.assertFalse(self.run_js("$('tab-tune').hidden"))
                self.read_all()
                self.assertGreaterEqual(self.run_js("tune.items.length"), len(KINDS) * 2)

    def test_rules_go_behind_those_of_the_config(self):
        write_kinds("kinds", random.Random(12))
        first = [{"match": "deep/**", "alpha-threshold": 100, "layers": {"c": {"grow": 1}}}, {"match": "*-n-1.png", "grow": 2}]
        with open("first.json", "w", encoding="utf-8") as file:
            json.dump({"rules": first}, file)
        self.open_pack("kinds", "--config", "first.json", "--key-tolerance", "3")
        self.read_all()
        self.run_js("change({ threshold: 40 })")
        self.run_js("tune.scope = 'deep/'; tune.item = tune.items.find(i => i.unit.match.startsWith('deep/')); change({ grow: 0, fill: true })")
        added = json.loads(self.run_js("configText(tunedConfig())"))
        self.assertNotIn("options", added)
        with open("rules.json", "w", encoding="utf-8") as file:
            json.dump({"rules": first + added["rules"]}, file)
        self.assert_baked_as_shown("kinds", "--config", "rules.json")
        self.assertIn("--key-tolerance", self.run_js("(showRules(), $('rules-hint').textContent)"))

    def test_a_layer_changes_only_when_the_scope_names_it(self):
        write_kinds("kinds", random.Random(15))
        first = [{"match": "**", "layers": {"click": {"fill-holes": True}, "hit": {"alpha-threshold": 50}}}]
        with open("first.json", "w", encoding="utf-8") as file:
            json.dump({"rules": first}, file)
        self.open_pack("kinds", "--config", "first.json")
        self.read_all()
        layers = "[...new Set(tune.units.filter(u => u.now.threshold === 40).map(u => u.layer))]"
        pick = "activateItem(tune.shown.findIndex(i => i.unit.layer === {} && i.unit.match.startsWith('deep/')))"
        said = "[...$('scope').options].map(o => o.textContent)"
        for layer, scope, words in (("null", "all", "sprites, without layers"), ("null", "deep/", "deep/** ("),
                                    ("'click'", "all", "layers “click”"), ("'hit'", "deep/", "layers “hit”")):
            with self.subTest(layer=layer, scope=scope):
                self.run_js(f"tune.units.forEach(unit => {{ unit.now = unit.start; }}), {pick.format(layer)}")
                self.run_js(f"$('scope').value = '{scope}', $('scope').dispatchEvent(new Event('input')), change({{ threshold: 40 }})")
                self.assertEqual(self.run_js(layers), [json.loads(layer.replace("'", '"'))])
                self.assertIn(words, self.run_js("$('scope').selectedOptions[0].textContent"), self.run_js(said))
                # A layer keeps its mask where that of its picture changes.
                self.rules_behind(first)
                self.assert_baked_as_shown("kinds", "--config", "rules.json")

    def rules_behind(self, first):
        added = json.loads(self.run_js("configText(tunedConfig())"))
        with open("rules.json", "w", encoding="utf-8") as file:
            json.dump({"rules": first + added["rules"]}, file)

    def test_art_that_has_changed_is_said(self):
        os.makedirs("changed", exist_ok=True)
        chance = random.Random(13)
        with open("changed/a.png", "wb") as file:
            file.write(random_png(chance, 6, 8, 0, False))
        tool("bake", "--quiet", "changed", "-o", "game.hmk")
        with open("changed/a.png", "wb") as file:
            file.write(random_png(chance, 6, 8, 0, False))
        tool("inspect", "--quiet", "--html", "page.html", "--embed-art", "--art", "changed", "--force", "game.hmk")
        chromium.open("page.html")
        self.run_js("readItem(tune.items[0])")
        self.assertRegex(self.run_js("tune.items[0].problem"), "has the art changed|cannot be read")

    def test_boxes_and_sprites_of_documents_are_left_out(self):
        self.open_pack(os.path.join(SAMPLES), "--solid")
        self.assertTrue(self.run_js("$('tab-tune').hidden"))


class Hands(TuneTest):
    """As somebody uses the page."""

    def setUp(self):
        self.make(SAMPLES)
        self.read_all()
        chromium.settle()

    def pick(self, name):
        self.run_js(f"activateItem(tune.shown.findIndex(item => item.sprite.name === {json.dumps(name)}))")
        chromium.settle()

    def test_the_slider_changes_what_was_chosen(self):
        self.pick("deep.png")
        self.run_js("$('scope').value = 'unit', $('scope').dispatchEvent(new Event('input'))")
        self.run_js("$('set-threshold').value = '90', $('set-threshold').dispatchEvent(new Event('input'))")
        chromium.settle()
        self.assertEqual(self.run_js("tune.units.filter(u => u.now.threshold === 90).map(u => u.match)"), ["deep.png"])
        self.assertEqual(self.run_js("$('set-threshold-number').value"), "90")
        chromium.resize(1280, 800)
        self.run_js("showRules()")
        self.assertEqual(json.loads(self.run_js("$('rules').textContent")),
                         {"rules": [{"match": "deep.png", "alpha-threshold": 90}]})
        self.assertEqual(self.run_js("commandText(tune.data.words, tunedConfig(), false)"),
                         f"hitmask bake {SAMPLES} --config rules.json -o game.hmk")

    def test_the_suggestion_is_taken_and_the_command_bakes_it(self):
        self.assertRegex(self.run_js("$('suggested').textContent"), r"Suggestion: \d+\. Here .* of the visible pixels are not solid")
        chromium.click("#use")
        chromium.settle()
        threshold = self.run_js("tune.units[0].now.threshold")
        command = self.run_js("commandText(tune.data.words, tunedConfig(), false)")
        self.assertEqual(command, f"hitmask bake {SAMPLES} --alpha-threshold={threshold} -o game.hmk")
        self.save_rules()
        self.assert_baked_as_shown(SAMPLES, f"--alpha-threshold={threshold}")

    def test_the_drawn_mask_is_the_mask(self):
        for name, settings in (("deep.png", "{ threshold: 120 }"), ("cloud.png", "{ threshold: 120, grow: 1 }"),
                               ("magenta.png", "{ key: '#ff00ff', grow: 0 }"), ("magenta.png", "{ tolerance: 90 }"),
                               ("magenta.png", "{ key: 'none' }"), ("magenta.png", "{ key: '#ff00ff', fill: true }")):
            self.pick(name)
            self.run_js(f"change({settings})")
            wrong = self.run_js("""(() => {
                const { item } = tune, canvas = element('canvas', {}), { width, height } = item.sprite;
                paintItem(canvas, item, item.unit.now, 1);
                const drawn = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, width, height).data.buffer);
                const { plain, tinted } = compositeOf(item, 1), mask = maskBy(item, item.unit.now);
                return drawn.filter((pixel, i) => pixel !== (isSet(mask, i % width, Math.floor(i / width)) ? tinted : plain)[i]).length;
            })()""")
            self.assertEqual(wrong, 0)

    def test_the_key_is_picked_from_the_picture(self):
        self.pick("magenta.png")
        chromium.click("#pick")
        x, y, zoom = self.run_js("(() => { const r = $('tune-now').getBoundingClientRect(); return [r.x + (tune.place.x + tune.place.zoom / 2) / devicePixelRatio, r.y + (tune.place.y + tune.place.zoom / 2) / devicePixelRatio, tune.place.zoom]; })()")
        chromium.mouse("mousePressed", x, y)
        chromium.mouse("mouseReleased", x, y)
        chromium.settle()
        self.assertEqual(self.run_js("tune.item.unit.now.key"), "#ff00ff")
        self.assertEqual(self.run_js("$('set-key').value"), "#ff00ff")

    def test_two_settings_side_by_side_and_on_the_bench(self):
        self.pick("deep.png")
        chromium.click("#keep")
        self.run_js("change({ threshold: 200 })")
        chromium.settle()
        self.assertFalse(self.run_js("$('figure-kept').hidden"))
        self.assertNotEqual(self.text("#facts-kept"), self.text("#facts-now"))
        areas = self.run_js("""['now', 'kept'].map(masks => viewOf(views.pack.sprites.find(s => s.name === 'deep.png'), false, false, masks).area)""")
        self.assertEqual(areas, self.run_js("(item => [item.areas[200], item.areas[0]])(tune.items.find(i => i.sprite.name === 'deep.png'))"))
        self.run_js("setPiece('a', views.pack.sprites.find(s => s.name === 'deep.png')), showTab('bench'), moveB(0, 0)")
        touched = []
        for masks in ("now", "kept"):
            self.run_js(f"$('bench-masks').value = '{masks}', $('bench-masks').dispatchEvent(new Event('input'))")
            chromium.settle()
            touched.append(self.text("#area"))
        self.assertNotEqual(*touched)
        self.run_js("showTab('tune')")
        chromium.click("#swap-kept")
        self.assertEqual(self.run_js("tune.units[0].now.threshold"), 0)

    def test_shapes_are_shown_over_the_mask_that_they_follow_from(self):
        self.make(SAMPLES, "--polygons", "1", "--hull", "8")
        self.run_js("window.drawn = [], (paint => { paintShapes = (ctx, view, place) => { drawn.push(view.sprite.name); paint(ctx, view, place); }; })(paintShapes)")
        shown = "(drawn.length = 0, paintTune(), [drawn.join(), $('shapes-hint').hidden])"
        self.pick("deep.png")
        self.assertEqual(self.run_js(shown), ["deep.png", True])
        self.run_js("change({ threshold: 90 })")
        self.assertEqual(self.run_js(shown), ["", False])
        self.assertIn("hitmask.html", self.text("#shapes-hint"))
        self.run_js("toggleLayer('shapes')")
        self.assertEqual(self.run_js(shown), ["", True])
        self.run_js("toggleLayer('shapes'), $('keep').click(), change({ threshold: 0 })")
        self.assertEqual(self.run_js(shown), ["deep.png", True])
        # Other settings with the same mask have the same shapes.
        self.run_js("change({ despeckle: 2 })")
        self.assertEqual(self.run_js(shown), ["deep.png", True])
        self.make(SAMPLES)
        self.run_js("change({ threshold: 90 })")
        self.assertTrue(self.run_js("(paintTune(), $('shapes-hint').hidden)"))

    def test_pictures_show_what_is_visible(self):
        size, at = (90, 60), (70, 30)
        rows = [[[250, 120, 0, 200] if at[0] <= x < at[0] + 5 and at[1] <= y < at[1] + 3 else [0] * 4 for x in range(size[0])] for y in range(size[1])]
        os.makedirs("little", exist_ok=True)
        write_rgba("little/spark.png", rows)
        self.make("little")
        self.read_all()
        chromium.settle()
        self.assertEqual(self.run_js("visibleOf(tune.item)"), [68, 28, 9, 7])
        card = "tune.cards.get(0).firstChild"
        self.assertEqual(self.run_js(f"[{card}.width, {card}.height]"), [9, 7])
        # The card has the pixels of that part, for a mask of the threshold alone and for others.
        for change in ("{}", "{ grow: 1 }"):
            wrong = self.run_js(f"""(() => {{
                change({change}), paintTune();
                const {{ item }} = tune, whole = compositeOf(item, 1), mask = maskBy(item, item.unit.now);
                const canvas = element('canvas', {{ width: 9, height: 7 }}), ctx = canvas.getContext('2d');
                ctx.drawImage({card}, 0, 0);
                const drawn = new Uint32Array(ctx.getImageData(0, 0, 9, 7).data.buffer);
                return drawn.filter((pixel, i) => {{
                    const x = 68 + i % 9, y = 28 + Math.floor(i / 9);
                    return pixel !== (isSet(mask, x, y) ? whole.tinted : whole.plain)[y * 90 + x];
                }}).length;
            }})()""")
            self.assertEqual(wrong, 0)
        # The large picture has it in the middle, and a click on it picks its colour.
        x, y, zoom = self.run_js("[tune.place.x, tune.place.y, tune.place.zoom]")
        self.assertGreater(zoom, 10)
        chromium.click("#pick")
        left, top = self.run_js("(r => [r.x, r.y])($('tune-now').getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            chromium.mouse(kind, left + x + 72.5 * zoom, top + y + 31.5 * zoom)
        chromium.settle()
        self.assertEqual(self.run_js("tune.item.unit.now.key"), "#fa7800")

    def test_cards_do_not_wait_for_the_art_of_others(self):
        cards = "[...tune.cards.values()]"
        count = self.run_js(f"""(() => {{
            tune.items.forEach(item => {{ item.isRead = false; }});
            {cards}.forEach(card => {{ card.painted = undefined; }});
            const read = readItem;
            readItem = item => {{
                read(item);
                for (const end = performance.now() + 2 * READ_MS; performance.now() < end;)
                    ;
            }};
            paintTuneCards();
            return {cards}.filter(card => card.painted).length;
        }})()""")
        self.assertEqual(count, 1)
        self.run_js(f"new Promise(done => {{ const wait = () => {cards}.every(card => card.painted) ? done() : requestAnimationFrame(wait); wait(); }})")

    def test_bounds_and_pivot_are_shown(self):
        self.pick("deep.png")
        drawn = "(paintTune(), $('tune-now').toDataURL())"
        seen = {self.run_js(drawn)}
        for layer in ("bounds", "pivot"):
            self.run_js(f"toggleLayer('{layer}')")
            seen.add(self.run_js(drawn))
            self.run_js(f"toggleLayer('{layer}')")
        self.assertEqual(len(seen), 3)

    def test_search_sort_and_keys(self):
        chromium.click("#tune-search")
        chromium.type("walk")
        chromium.settle()
        self.assertEqual(self.run_js("tune.shown.map(item => item.sprite.name)"),
                         [f"person-walk-{i}.png" for i in (1, 2, 3, 4)])
        self.run_js("$('tune-grid').focus()")
        chromium.key("ArrowRight")
        self.assertEqual(self.text("#tune-name"), "person-walk-1.png")
        chromium.key("ArrowRight")
        self.assertEqual(self.text("#tune-name"), "person-walk-2.png")

    def search(self, query):
        self.run_js(f"$('tune-search').value = {json.dumps(query)}, $('tune-search').dispatchEvent(new Event('input'))")
        chromium.settle()

    def choose_scope(self, scope):
        self.run_js(f"$('scope').value = {json.dumps(scope)}, $('scope').dispatchEvent(new Event('input'))")
        chromium.settle()
        self.assertNotEqual(self.run_js("$('scope').value"), "")

    def enter(self, control, value):
        self.run_js(f"$('{control}').value = {json.dumps(value)}, $('{control}').dispatchEvent(new Event('input')), $('{control}').dispatchEvent(new Event('change'))")
        chromium.settle()

    def changed(self, setting, value):
        return self.run_js(f"tune.units.filter(u => u.now.{setting} === {json.dumps(value)}).map(u => u.match).sort()")

    def test_a_search_does_not_change_what_is_edited(self):
        self.pick("deep.png")
        self.choose_scope("unit")
        for query in ("walk", "no such name", "", "cloud"):
            self.search(query)
            self.assertEqual((self.text("#tune-name"), self.run_js("$('scope').value")), ("deep.png", "unit"))
        self.enter("set-threshold", "77")
        self.assertEqual(self.changed("threshold", 77), ["deep.png"])

    def test_the_first_card_is_chosen_until_somebody_chooses(self):
        wait = "new Promise(done => { const wait = () => tune.isOrdered ? done() : setTimeout(wait, 5); wait(); })"
        self.run_js(wait)
        self.assertEqual(self.run_js("[tune.shown.indexOf(tune.item), tune.items.indexOf(tune.item) === 0]"), [0, False])
        for choice in ("activateItem(5)", "change({ threshold: 9 })", "$('scope').value = 'unit', $('scope').dispatchEvent(new Event('input'))"):
            self.make(SAMPLES)
            self.run_js(f"{wait}.then(() => {{ tune.isOrdered = false, tune.item = tune.items[0]; {choice}; window.chosen = tune.item; finishReading(); }})")
            self.assertTrue(self.run_js("tune.item === chosen && tune.shown[0] !== chosen"), choice)
            self.run_js("clearTimeout(rulesTimer), sessionStorage.clear()")

    def test_the_sprites_found_become_the_scope(self):
        walk = [f"person-walk-{i}.png" for i in (1, 2, 3, 4)]
        offers = "[...$('scope').options].map(o => o.textContent)"
        self.assertFalse([offer for offer in self.run_js(offers) if "found" in offer])
        self.search("person-walk-*")
        self.assertIn("the 4 sprites found", self.run_js(offers))
        self.choose_scope("find")
        self.enter("set-threshold", "77")
        self.assertEqual(self.changed("threshold", 77), walk)
        # It stays what it is, whatever is searched for later.
        self.search("cloud")
        self.assertIn("found by “person-walk-*” (4)", self.run_js(offers))
        self.enter("set-threshold", "78")
        self.assertEqual(self.changed("threshold", 78), walk)
        self.assertEqual(self.run_js("tunedConfig()"), {"rules": [{"match": walk, "alpha-threshold": 78}]})
        self.save_rules()
        self.assert_baked_as_shown(SAMPLES, "--config", "rules.json")
        self.search("")
        marked = "tune.shown.filter((_, i) => tune.cards.get(i)?.classList.contains('scoped')).map(i => i.sprite.name).sort()"
        self.assertEqual(self.run_js(marked), walk)
        self.pick("deep.png")
        self.assertEqual(self.run_js("tune.scope"), "unit")

    def test_the_last_change_can_be_undone(self):
        chosen = "tune.units.map(u => [u.now.threshold, u.now.grow])"
        self.assertTrue(self.run_js("$('undo').hidden"))
        self.pick("deep.png")
        self.choose_scope("unit")
        self.run_js("change({ threshold: 20 })")
        before = self.run_js(chosen)
        # All steps of a slider are one change, also where it takes away what differed.
        self.choose_scope("all")
        self.run_js("change({ threshold: 30 }), change({ threshold: 40 })")
        self.run_js("$('undo').click()")
        self.assertEqual(self.run_js(chosen), before)
        self.run_js("$('undo').click()")
        self.assertEqual(self.run_js(chosen), [[0, 0]] * len(before))
        self.assertTrue(self.run_js("$('undo').hidden"))
        self.run_js("tune.scope = 'unit', change({ threshold: 20 }), tune.scope = 'all'")
        # Another setting, and other sprites, are another change.
        self.run_js("change({ threshold: 30 })")
        before = self.run_js(chosen)
        for change in ("change({ grow: 2 })", "tune.scope = 'unit', change({ threshold: 50 })"):
            self.run_js(change)
            self.assertNotEqual(self.run_js(chosen), before)
            self.run_js("$('undo').click()")
            self.assertEqual(self.run_js(chosen), before)
            self.run_js("tune.scope = 'all'")

    def test_each_release_of_the_mouse_is_one_step_of_undo(self):
        self.pick("deep.png")
        for slider in ("#set-threshold", "#curve"):
            with self.subTest(slider=slider):
                before = [self.run_js("tune.item.unit.now.threshold")]
                self.run_js(f"document.querySelector('{slider}').scrollIntoView()")
                x, y = chromium.middle(slider)
                for to in (-40, 10, 50):
                    chromium.drag(x - 60, y, x + to, y)
                    before.append(self.run_js("tune.item.unit.now.threshold"))
                self.assertEqual(len(set(before)), 4, before)
                for threshold in before[2::-1]:
                    self.run_js("undoChange()")
                    self.assertEqual(self.run_js("tune.item.unit.now.threshold"), threshold)
                self.assertTrue(self.run_js("tune.undo === null"))

    def test_nothing_moves_below_the_pointer(self):
        places = "['keep', 'scope', 'set-threshold', 'set-key', 'set-grow'].map(id => $(id).getBoundingClientRect().top + $('tune-panel').scrollTop)"
        self.pick("person.png")
        begin = self.run_js(f"(paintTune(), {places})")
        for step in ("change({ threshold: 0 })", "change({ threshold: 254 })", "change({ threshold: 255 })", "$('keep').click()", "change({ threshold: 100 })",
                     "$('reset').click()", "$('undo').click()", "change({ key: '#123456' })"):
            self.run_js(f"{step}, paintTune()")
            self.assertEqual(self.run_js(places), begin, step)

    def test_another_sprite_keeps_the_kind_of_the_scope(self):
        for path in ("fx/deep/heart.png", "fx/ring.png", "smoke/deep/ball.png", "smoke/cloud.png", "block.png"):
            os.makedirs(os.path.join("kinds", os.path.dirname(path)), exist_ok=True)
            shutil.copy(os.path.join(SAMPLES, os.path.basename(path)), os.path.join("kinds", path))
        self.make("kinds")
        shutil.rmtree("kinds")
        for scope, name, expected in (("all", "smoke/cloud.png", "all"), ("fx/", "smoke/cloud.png", "smoke/"), ("fx/", "fx/deep/heart.png", "fx/"),
                                      ("fx/", "smoke/deep/ball.png", "smoke/"), ("fx/deep/", "smoke/deep/ball.png", "smoke/deep/"),
                                      ("fx/deep/", "smoke/cloud.png", "smoke/"), ("fx/", "block.png", "unit"), ("unit", "smoke/cloud.png", "unit")):
            with self.subTest(scope=scope, name=name):
                self.pick("fx/deep/heart.png")
                self.choose_scope(scope)
                self.pick(name)
                self.assertEqual(self.run_js("[tune.scope, $('scope').value]"), [expected, expected])

    def test_reset_can_be_undone(self):
        chosen = "tune.units.map(u => [u.now.threshold, u.now.grow])"
        self.pick("deep.png")
        self.run_js("change({ threshold: 20 })")
        self.choose_scope("unit")
        self.run_js("change({ grow: 3 })")
        self.choose_scope("all")
        before = self.run_js(chosen)
        for undo in ("$('undo').click()",
                     "$('tune-grid').dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))"):
            self.run_js("$('reset').click()")
            self.assertEqual(self.run_js(chosen), [[0, 0]] * len(before))
            # A second Reset has nothing to lose.
            self.run_js("$('reset').click()")
            self.assertFalse(self.run_js("$('undo').hidden"))
            self.run_js(undo)
            self.assertEqual(self.run_js(chosen), before)
        # What was before the Reset can be undone as well.
        self.run_js("$('undo').click(), $('undo').click()")
        self.assertEqual(self.run_js(chosen), [[0, 0]] * len(before))
        self.assertTrue(self.run_js("$('undo').hidden"))

    def test_where_sprites_differ_fields_are_empty(self):
        fields = "['set-threshold-number', 'set-key', 'set-grow'].map(id => [$(id).value, $(id).placeholder])"
        self.pick("deep.png")
        self.choose_scope("unit")
        self.run_js("change({ threshold: 20, key: '#ff00ff', fill: true })")
        self.choose_scope("all")
        self.assertEqual(self.run_js(fields), [["", "mixed"], ["", "mixed"], ["0", ""]])
        self.assertTrue(self.run_js("$('set-fill').indeterminate"))
        # An empty field is no number.
        self.enter("set-threshold-number", "")
        self.assertEqual(self.changed("threshold", 20), ["deep.png"])
        self.enter("set-threshold-number", "30")
        self.assertEqual(self.run_js(fields), [["30", ""], ["", "mixed"], ["0", ""]])
        self.assertEqual(len(self.changed("threshold", 30)), self.run_js("tune.units.length"))

    def test_an_empty_mask_has_a_badge(self):
        badge = "tune.cards.get(tune.shown.indexOf(tune.item)).querySelector('.badge')?.textContent ?? ''"
        self.pick("magenta.png")
        self.choose_scope("unit")
        self.assertEqual(self.run_js(badge), "")
        self.run_js("change({ key: '#ff00ff', tolerance: 255 })")
        chromium.settle()
        self.assertEqual(self.run_js(badge), "empty")

    def test_a_weak_suggestion_is_no_suggestion(self):
        self.pick("deep.png")
        for plateaus, firm in (("[[0, 7]]", True), ("[[0, 6]]", False),
                               ("[[0, 100], [0, 100], [150, 250], [120, 140]]", True),
                               ("[[0, 100], [110, 200], [210, 250]]", False)):
            self.run_js(f"""(() => {{
                const items = {plateaus}.map(() => ({{ areas: new Uint32Array(256).fill(100) }}));
                sumOfScope().found = {{ ...commonPlateau({plateaus}, 254), items }};
                showSuggestion();
            }})()""")
            self.assertEqual(self.run_js("!$('use').hidden"), firm, plateaus)
            self.assertRegex(self.text("#suggested"), "^Suggestion: " if firm else
                             "^No threshold suits (this sprite|most of them): .* only .*% of the visible pixels are not solid")

    def test_a_button_says_copied_for_a_while(self):
        self.run_js("$('use').click(), showRules()")
        self.assertFalse(self.run_js("$('copy-rules').disabled"))
        self.run_js("""(() => {
            const button = $('copy-rules'), clipboard = { writeText: async () => {} };
            Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
            button.click();
            return new Promise(done => setTimeout(() => { button.click(); setTimeout(done, 50); }, 300));
        })()""")
        self.assertEqual(self.text("#copy-rules"), "Copied")
        self.run_js("new Promise(done => setTimeout(done, 1700))")
        self.assertEqual(self.text("#copy-rules"), "Copy rules")

    def test_text_is_copied_without_a_clipboard_of_the_browser(self):
        self.run_js("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
        self.run_js("document.addEventListener('copy', () => { window.taken = document.activeElement.value; }), change({ threshold: 9 }), showRules()")
        self.run_js("$('copy-rules').scrollIntoView()")
        chromium.click("#copy-rules")
        chromium.settle()
        self.assertEqual(self.text("#copy-rules"), "Copied")
        self.assertEqual(self.run_js("taken"), self.text("#rules"))
        self.assertEqual(self.run_js("[document.activeElement.id, document.querySelectorAll('textarea').length]"), ["copy-rules", 0])
        # A browser that refuses this as well is not said to have copied.
        self.run_js("document.execCommand = () => false")
        chromium.click("#copy-command")
        chromium.settle()
        self.assertEqual(self.text("#copy-command"), "Not copied")

    def test_the_help_knows_the_tab(self):
        self.assertIn("Tune", self.run_js("[...document.querySelectorAll('#help th')].map(th => th.textContent)"))

    def test_the_outline_alone_and_the_ground(self):
        self.pick("deep.png")
        drawn = """(() => {
            const { item } = tune, canvas = element('canvas', {}), { width, height } = item.sprite, mask = maskBy(item, item.unit.now);
            paintItem(canvas, item, item.unit.now, 1);
            const drawn = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, width, height).data.buffer);
            const { plain, tinted } = compositeOf(item, 1);
            const has = (x, y) => x >= 0 && y >= 0 && x < width && y < height && isSet(mask, x, y);
            return drawn.filter((pixel, i) => {
                const x = i % width, y = Math.floor(i / width);
                const isInside = has(x - 1, y) && has(x + 1, y) && has(x, y - 1) && has(x, y + 1);
                return pixel !== (has(x, y) && !isInside ? tinted : plain)[i];
            }).length;
        })()"""
        self.run_js("$('outline').click()")
        for ground in ("auto", "light", "dark", "checker"):
            self.run_js(f"$('ground').value = '{ground}'")
            self.assertEqual(self.run_js(drawn), 0)
        self.assertEqual(self.run_js("[groundAt()(7, 0), groundAt()(8, 0), groundAt()(8, 8)]"),
                         [[150] * 3, [105] * 3, [150] * 3])

    def test_a_reload_keeps_the_settings(self):
        self.pick("deep.png")
        self.choose_scope("unit")
        self.enter("set-threshold", "90")
        chromium.click("#keep")
        self.enter("set-key", "#102030")
        self.enter("set-threshold", "91")
        self.run_js("rememberSettings()")
        # Another page that is open may have written nonsense beside it.
        self.run_js("""(() => {
            const kept = JSON.parse(sessionStorage.getItem(tune.memory));
            kept.now.push([0, { threshold: '<b>' }], [99999, { threshold: 1 }]);
            sessionStorage.setItem(tune.memory, JSON.stringify(kept));
        })()""")
        chromium.open("tune.html")
        self.assertEqual(self.changed("threshold", 91), ["deep.png"])
        self.assertEqual(self.changed("key", "#102030"), ["deep.png"])
        self.assertEqual(self.run_js("tune.units.filter(u => u.kept.threshold === 90).map(u => u.match)"), ["deep.png"])
        self.assertFalse(self.run_js("$('figure-kept').hidden"))
        self.assertEqual(self.run_js("tunedConfig()"),
                         {"rules": [{"match": "deep.png", "alpha-threshold": 91, "color-key": "#102030"}]})
        # A page of other options begins with them.
        self.make(SAMPLES, "--grow", "1")
        self.assertEqual(self.changed("threshold", 91), [])

    def test_several_sprites_are_chosen_with_shift_and_ctrl(self):
        names = "tune.shown.slice(0, 8).map(item => item.sprite.name)"
        shown = self.run_js(names)
        press = "(at, keys) => $(`tune-card-${at}`).dispatchEvent(new MouseEvent('click', { bubbles: true, ...keys }))"
        self.run_js(f"({press})(1, {{}}), ({press})(3, {{ shiftKey: true }})")
        self.run_js("change({ threshold: 33 })")
        self.assertEqual(self.changed("threshold", 33), sorted(shown[1:4]))
        self.assertEqual(self.run_js("$('scope').selectedOptions[0].textContent"), "the 3 chosen sprites")
        self.assertEqual(self.run_js("[...document.querySelectorAll('#tune-rows [aria-selected=true]')].length"), 3)
        # A range begins where a plain click or the last with Ctrl was.
        self.run_js(f"({press})(0, {{ shiftKey: true }}), ({press})(5, {{ ctrlKey: true }}), ({press})(1, {{ ctrlKey: true }})")
        self.run_js("change({ threshold: 34 })")
        self.assertEqual(self.changed("threshold", 34), sorted([shown[0], shown[5]]))
        self.run_js(f"({press})(2, {{}})")
        self.assertEqual(self.run_js("tune.scope"), "unit")
        self.run_js("$('tune-grid').focus()")
        chromium.key("ArrowRight", shift=True)
        self.run_js("change({ threshold: 35 })")
        self.assertEqual(self.changed("threshold", 35), sorted(shown[2:4]))

    def test_ids_are_unique(self):
        self.assertEqual(self.run_js("(ids => ids.filter((id, i) => ids.indexOf(id) !== i))([...document.querySelectorAll('[id]')].map(e => e.id))"), [])

    def test_a_wrong_key_is_said_and_the_earlier_one_stays(self):
        self.pick("magenta.png")
        self.choose_scope("unit")
        self.enter("set-key", "Magenta")
        self.assertEqual(self.changed("key", "#ff00ff"), ["magenta.png"])
        for wrong in ("purple", "#ff00f", "ff00ff", "#ff00ff0"):
            self.enter("set-key", wrong)
            self.assertEqual(self.changed("key", "#ff00ff"), ["magenta.png"])
            self.assertEqual(self.run_js("[$('set-key').value, $('set-key').getAttribute('aria-invalid'), $('key-problem').hidden]"),
                             [wrong, "true", False])
            self.assertEqual(self.text("#key-problem"),
                             f"“{wrong}” is not magenta, none, or a colour such as #FF00FF. The key is still #ff00ff.")
        self.enter("set-key", "none")
        self.assertEqual(self.run_js("[$('set-key').value, $('set-key').getAttribute('aria-invalid'), $('key-problem').hidden]"),
                         ["", "false", True])
        self.assertEqual(self.changed("key", "#ff00ff"), [])

    def test_a_tolerance_is_never_ruled_without_its_key(self):
        self.pick("magenta.png")
        self.choose_scope("unit")
        self.assertTrue(self.run_js("$('set-tolerance').disabled"))
        self.run_js("change({ tolerance: 9 })")
        self.assertEqual(self.run_js("tunedConfig()"), {})
        self.enter("set-key", "#FF00FF")
        self.assertFalse(self.run_js("$('set-tolerance').disabled"))
        self.assertEqual(self.run_js("tunedConfig()"),
                         {"rules": [{"match": "magenta.png", "color-key": "#ff00ff", "key-tolerance": 9}]})
        self.enter("set-tolerance", "0")
        self.assertEqual(self.run_js("tunedConfig()"), {"rules": [{"match": "magenta.png", "color-key": "#ff00ff"}]})

    def test_the_suggestion_follows_the_key(self):
        self.pick("magenta.png")
        self.choose_scope("unit")
        said = [self.text("#suggested")]
        self.assertNotEqual(said[0], "")
        self.enter("set-key", "#ff00ff")
        self.enter("set-tolerance", "255")
        self.assertEqual(self.text("#suggested"), "")
        self.run_js("$('reset').click()")
        chromium.settle()
        self.assertEqual(self.text("#suggested"), said[0])

    def text(self, selector):
        return self.run_js(f"document.querySelector({json.dumps(selector)}).textContent")

    def test_every_control_has_a_name(self):
        nameless = ("[...document.querySelectorAll('button, input, select, canvas[role],"
                    " [role=listbox], [role=tabpanel], dialog')].filter(e =>"
                    " !(e.textContent.trim() || e.ariaLabel || e.labels?.length ||"
                    " e.getAttribute('aria-labelledby'))).map(e => e.outerHTML)")
        self.assertEqual(self.run_js(nameless), [])

    def test_it_fits_a_narrow_screen(self):
        chromium.resize(420, 900)
        chromium.settle()
        try:
            self.assertEqual(self.run_js("document.documentElement.scrollWidth"), 420)
        finally:
            chromium.resize(1280, 800)


class Rules(TuneTest):
    """The shortest rules, and what stands in their way."""

    def rules_of(self, units, explicit=(), has_config=False):
        """`units` is {name: threshold}; all began with 0."""
        made = [{"match": name, "names": [name], "layer": None,
                 "start": {"threshold": 0, "key": "none", "tolerance": 0, "despeckle": 0, "fill": False, "grow": 0, "shrink": 0},
                 "now": {"threshold": value, "key": "none", "tolerance": 0, "despeckle": 0, "fill": False, "grow": 0, "shrink": 0}}
                for name, value in units.items()]
        return self.run_js(f"makeConfig({json.dumps(made)}, {json.dumps(list(explicit))}, {json.dumps(has_config)})")

    def test_one_option_for_all_then_folders_then_sprites(self):
        self.make(SAMPLES)
        self.assertEqual(self.rules_of({"a": 5, "b": 5, "fx/c": 5}), {"options": {"alpha-threshold": 5}})
        self.assertEqual(self.rules_of({"a": 0, "b": 0, "fx/c": 0}), {})
        self.assertEqual(self.rules_of({"a": 5, "b": 5, "fx/c": 9, "fx/d": 9, "fx/e": 7}),
                         {"options": {"alpha-threshold": 5},
                          "rules": [{"match": "fx/**", "alpha-threshold": 9}, {"match": "fx/e", "alpha-threshold": 7}]})
        self.assertEqual(self.rules_of({"a": 0, "b": 3, "fx/c": 3, "fx/d": 0, "e": 0}),
                         {"rules": [{"match": "b", "alpha-threshold": 3}, {"match": "fx/c", "alpha-threshold": 3}]})
        self.assertEqual(self.rules_of({"x/a": 1, "x/b": 1, "x/c": 0, "x/d": 0, "x/e": 0, "x/f": 0}),
                         {"rules": [{"match": ["x/a", "x/b"], "alpha-threshold": 1}]})
        self.assertEqual(self.rules_of({"a": 0, "b": 0}, explicit=["alpha-threshold"]), {"options": {"alpha-threshold": 0}})
        self.assertEqual(self.rules_of({"a": 4, "b": 4}, has_config=True), {"rules": [{"match": "**", "alpha-threshold": 4}]})

    def test_names_that_end_others_and_characters_of_patterns(self):
        os.makedirs("odd/fx/*", exist_ok=True)
        chance = random.Random(21)
        for name in ("a.png", "fx/a.png", "fx/[a].png", "fx/?.png", "fx/*/a.png", "fx/*/\\.png", "[!b].png", "{c}.png"):
            with open(os.path.join("odd", name), "wb") as file:
                file.write(random_png(chance, 6, 8, 0, False))
        self.make("odd")
        self.read_all()
        for _ in range(20):
            self.run_js("tune.units.forEach(unit => { unit.now = unit.start; })")
            for unit in range(self.run_js("tune.units.length")):
                if chance.random() < 0.6:
                    self.run_js(f"tune.units[{unit}].now = {{ ...tune.units[{unit}].now, threshold: {chance.choice([50, 100, 200])} }}")
            self.save_rules()
            self.assert_baked_as_shown("odd", "--config", "rules.json")

    def test_words_of_the_command_are_quoted(self):
        self.make(SAMPLES)
        self.assertEqual(self.run_js("""commandText(["it's a", '--root=$x', 'ok/a-b.png'], { options: { 'fill-holes': true } }, false)"""),
                         "hitmask bake 'it'\\''s a' '--root=$x' ok/a-b.png --fill-holes -o game.hmk")


class Strangers(TuneTest):
    """Names, rules and art from strangers."""

    def test_hostile_names_are_text(self):
        os.makedirs("hostile/<img src=x onerror='window.hacked = 1'>", exist_ok=True)
        chance = random.Random(31)
        for name in ("<script>window.hacked = 1<", "<img src=x onerror='window.hacked = 1'>/a", "&amp;${1}", "__proto__", "constructor"):
            with open(os.path.join("hostile", name + ".png"), "wb") as file:
                file.write(random_png(chance, 6, 8, 0, False))
        with open("hostile/<b>bad.png", "w", encoding="utf-8") as file:
            file.write("no picture")
        self.make("hostile", "--exclude", "</script><script>window.hacked = 1</script>", status=1)
        self.read_all()
        self.assertIsNone(self.run_js("window.hacked ?? null"))
        self.assertEqual(self.run_js("[...document.scripts].filter(s => !s.type.startsWith('text/')).length"), 1)
        self.assertIn("hostile/<b>bad.png", self.run_js("$('problems').textContent"))
        # Of many messages, only the first stand above the sprites.
        self.run_js("tune.data.problems.push('one', 'two', 'three', 'four'), listProblems()")
        self.assertEqual(self.run_js("$('problems').querySelectorAll(':scope > li:not(.more)').length"), 2)
        self.assertEqual(self.run_js("$('problems').querySelector('summary').textContent"), "and 3 more")
        for i in range(self.run_js("tune.shown.length")):
            self.run_js(f"activateItem({i}), tune.scope = 'unit', change({{ threshold: {i + 1} }})")
        self.save_rules()
        tool("bake", "--quiet", "hostile", "--config", "rules.json", "-o", "x.hmk", status=1)
        os.remove("hostile/<b>bad.png")
        self.assert_baked_as_shown("hostile", "--config", "rules.json")
        self.assertIsNone(self.run_js("window.hacked ?? null"))


if __name__ == "__main__":
    sys.exit(tap.main(__name__))
