"""test_page.py - the page of `hitmask inspect --html` in a real browser

What the page answers is compared with what the library answers, what it draws with the pixels
that it should draw.
"""

import cmath
import fractions
import json
import math
import os
import random
import subprocess
import sys
import unittest
import zlib

import browser
import runtime
import tap
from stage import BUILD, HITMASK, ROOT, SAMPLES, begin, png

LIBRARY = os.path.join(BUILD, "libhitmask.so")

HOSTILE = [
    "<script>window.hacked = 1</script>", "</script><script>window.hacked = 1</script>",
    "<!--", "<img src=x onerror='window.hacked = 1'>", "\"'`&amp;&lt;${1}@data@\\n",
    "\u202egnp.exe", "\u05e9\u05dc\u05d5\u05dd/\u0645\u0631\u062d\u0628\u0627.png",
    "\U0001f47e\u200d\u0301 \u3042", "__proto__", "constructor", " spaces  two ", "javascript:x",
]

chromium = None


def setUpModule():
    global chromium
    chromium = begin(browser.Browser)


def tool(*arguments):
    subprocess.run([HITMASK, *arguments], check=True)


def sprite(name, rows, **more):
    """A sprite of a document, drawn as rows of # and . that have no empty margin."""
    width, height = len(rows[0]), len(rows)
    area = "".join(rows).count("#")
    bounds = [0, 0, width, height] if area else [0, 0, 0, 0]
    return {"name": name, "source": name, "region": [0, 0, width, height], "size": [width, height],
            "pivot": [width / 2, height / 2], "bounds": bounds, "area": area,
            "mask": {"rows": rows if area else []}, **more}


def bake_document(path, sprites, **more):
    with open("document.json", "w", encoding="utf-8") as file:
        json.dump({"format": "hitmask", "version": 1, "sprites": sprites, **more}, file)
    tool("bake", "--quiet", "document.json", "-o", path)


class PageTest(unittest.TestCase):
    pack = None     # the one of the last page

    def make(self, pack, *options):
        tool("inspect", "--html", "page.html", *options, pack)
        self.pack = pack

    def open(self, fragment=""):
        chromium.open("page.html", fragment)

    def open_samples(self, *options, fragment=""):
        tool("bake", "--quiet", SAMPLES, "-o", "samples.hmk")
        self.make("samples.hmk", *options)
        self.open(fragment)

    def tearDown(self):
        """Whatever a test did, the page had nothing to complain of and asked nobody."""
        self.assertEqual(chromium.problems, [])
        self.assertEqual([url for url in chromium.requests
                          if not url.startswith(("data:", "file://" + os.getcwd()))], [])

    # ---- Looking at the page ----

    def run_js(self, expression):
        return chromium.run(expression)

    def text(self, selector):
        return self.run_js(f"document.querySelector({json.dumps(selector)}).textContent")

    def cards(self):
        """The names that the cards in sight say, in order."""
        return self.run_js("[...grid.cards].sort((a, b) => a[0] - b[0])"
                           ".map(([, card]) => card.querySelector('.name').textContent)")

    def search(self, query):
        self.run_js("$('search').value = ''")
        chromium.click("#search")
        chromium.type(query) if query else self.run_js("selectSprites()")
        chromium.settle()
        return self.cards()

    def pixels(self, points):
        """The colours in the middle of sprite pixels of the large picture, as [r, g, b, a]."""
        chromium.settle()
        return self.run_js("""(points => {
            const { place } = detail, { width, height } = $('detail-canvas');
            const copy = element('canvas', { width, height })
                .getContext('2d', { willReadFrequently: true });
            copy.drawImage($('detail-canvas'), 0, 0);
            const { data } = copy.getImageData(0, 0, width, height);
            const at = i => Math.floor(place.zoom * (i + 0.5));
            return points.map(([x, y]) => {
                const first = 4 * ((place.y + at(y)) * width + place.x + at(x));
                return [...data.slice(first, first + 4)];
            });
        })(""" + json.dumps(points) + ")")

    def only(self, *wanted):
        """Presses the toggles until these layers alone are drawn."""
        for name, shown in self.run_js("layers").items():
            if shown != (name in wanted):
                chromium.click(f'[data-layer="{name}"]')


class Names(PageTest):
    def test_hostile_names_are_text(self):
        bake_document("</title><script>window.hacked = 1<!--.hmk".replace("/", "\u2044"),
                      [sprite(name, ["#"], layer=name) for name in HOSTILE])
        self.make("</title><script>window.hacked = 1<!--.hmk".replace("/", "\u2044"))
        self.open()
        self.assertIsNone(self.run_js("window.hacked ?? null"))
        self.assertEqual(self.run_js("document.scripts.length"), 1)
        self.assertEqual(sorted(self.cards()), sorted(HOSTILE))
        self.assertIn("<script>window.hacked", self.text("#title"))
        for name in HOSTILE:
            with self.subTest(name=name):
                self.run_js(f"activate(grid.items.findIndex(s => s.name === {json.dumps(name)}))")
                self.assertEqual(self.text("#detail-name"), name)
                chromium.click("#to-a")
                self.assertEqual(self.run_js("$('name-a').value"), name)
                chromium.key("s")
        self.assertIsNone(self.run_js("window.hacked ?? null"))

    def test_data_is_shown_as_text(self):
        texts = [*HOSTILE, "damage=10\n\tkind=fire", None]
        bake_document("x.hmk", [sprite(str(i), ["#"], **({"data": text} if text else {}))
                                for i, text in enumerate(texts)])
        self.make("x.hmk")
        self.open()
        for i, text in enumerate(texts):
            with self.subTest(text=text):
                self.run_js(f"activate(grid.items.findIndex(s => s.name === '{i}'))")
                self.assertEqual(self.run_js(
                    "[...document.querySelectorAll('#detail-figures pre')].map(pre => pre.textContent)"),
                    [text] if text else [])
        self.assertIsNone(self.run_js("window.hacked ?? null"))

    def test_names_keep_their_direction_to_themselves(self):
        bake_document("x.hmk", [sprite(name, ["#"]) for name in HOSTILE])
        self.make("x.hmk")
        self.open()
        self.assertEqual(self.run_js(
            "[...document.querySelectorAll('.name')].map(name => name.localName)"),
            ["bdi"] * len(HOSTILE))

    def test_they_are_in_the_order_of_the_tables(self):
        names = ["run_10", "run_2", "run_02", "run_1", "run_1a", "run_", "run", "run_/", "run_:", "10",
                 "9", "007", "7", "0", "00", "100000000000000000000000", "99999999999999999999999",
                 "a1b10", "a1b9", "a01b9", "a01b10", "a1", "\uff5e1", "\U0001f47e1", "\u00e91", "Z", "z",
                 "x#2", "x#10"]
        bake_document("x.hmk", [sprite(name, ["#"]) for name in names], animations=[
            {"name": name, "frames": ["run"], "durations": [9]} for name in names])
        tables = subprocess.run([HITMASK, "inspect", "x.hmk"], check=True, stdout=subprocess.PIPE)
        lines = tables.stdout.decode().split("\n")
        listed = [line.split(" ")[0] for line in lines[1:1 + len(names)]]
        self.assertLess(listed.index("x#2"), listed.index("x#10"))
        self.make("x.hmk")
        self.open()
        self.assertEqual(self.run_js("grid.items.map(s => s.name)"), listed)
        self.assertEqual(self.run_js("player.shown.map(a => a.name)"), listed)
        self.run_js("$('sort').value = 'area', selectSprites()")
        self.assertEqual(self.run_js("grid.items.map(s => s.name)"), listed)
        chromium.key("t")
        self.assertEqual(self.run_js("[bench.a.sprite.name, bench.b.sprite.name]"), listed[:2])
        chromium.click("#name-a")
        self.assertEqual(self.run_js("[...$('list-a').children].map(o => o.textContent)"), listed)

    def test_the_address_finds_them_again(self):
        bake_document("x.hmk", [sprite(name, ["#"]) for name in HOSTILE])
        self.make("x.hmk")
        self.open()
        self.run_js("setPiece('a', grid.sprites.find(s => s.name === '__proto__'))")
        self.run_js("showTab('bench'), flip('b', 'flipY'), moveB(-3, 4), remember()")
        fragment = self.run_js("location.hash")
        before = self.run_js("JSON.stringify(bench)")
        self.open(fragment)
        self.assertEqual(self.run_js("[bench.a.sprite.name, bench.b.flipY, bench.dx, bench.dy]"),
                         ["__proto__", True, -3, 4])
        self.assertEqual(json.loads(before)["b"]["sprite"]["name"],
                         self.run_js("bench.b.sprite.name"))


class Narrow(PageTest):
    LONG = ["characters/heroes/afterburner_running_to_the_left_%04d.png" % i for i in (1, 2)]

    def setUp(self):
        name = "pack_for_the_first_level_with_all_of_its_enemies_%s.hmk" % ("part" * 20)
        bake_document(name, [sprite(name, ["#" * 40] * 40) for name in self.LONG + ["x", "i" * 13]])
        self.make(name)

    def tearDown(self):
        chromium.resize(1280, 800)
        super().tearDown()

    def test_the_hint_lies_over_nothing(self):
        for width in (420, 821, 1200):
            chromium.resize(width, 800)
            self.open()
            chromium.key("t")
            chromium.settle()
            hint, zoom, stage = self.run_js(
                "['.hint', '.zoom', '#stage'].map(s => document.querySelector(s)"
                ".getBoundingClientRect().toJSON())")
            self.assertTrue(hint["top"] >= zoom["bottom"] or hint["bottom"] <= zoom["top"] or
                            hint["left"] >= zoom["right"], width)
            for box in (hint, zoom):
                self.assertGreaterEqual(box["left"], stage["left"], width)
                self.assertLessEqual(box["right"], stage["right"], width)
                self.assertLessEqual(box["bottom"], stage["bottom"], width)
            # Nor over the sprites, which are put into the room that is left.
            self.assertLess(self.run_js("bench.y + 40 * bench.zoom") + stage["top"],
                            min(hint["top"], zoom["top"]), width)

    def parts(self, selector):
        """The parts of a cut name: of each, its text, whether it is cut, and whether its end is in the box."""
        return self.run_js(
            "(holder => [...holder.children].map(part => [part.textContent,"
            " part.scrollWidth > part.clientWidth,"
            " part.getBoundingClientRect().right <= holder.getBoundingClientRect().right + 0.5]))"
            "(document.querySelector(" + json.dumps(selector) + "))")

    def check_cut(self, selector, name):
        *begin, (tail, tail_cut, tail_in) = self.parts(selector)
        self.assertEqual(self.text(selector), name)
        self.assertTrue(any(cut for _, cut, _ in begin), selector)
        self.assertTrue(len(tail) >= 8 and name.endswith(tail), selector)
        self.assertFalse(tail_cut, selector)
        self.assertTrue(tail_in, selector)

    def test_long_names_are_cut_in_the_middle(self):
        for width in (420, 1200):
            chromium.resize(width, 800)
            self.open()
            chromium.settle()
            for i, name in enumerate(self.LONG):
                self.check_cut(f"#card-{i} .name", name)
                self.assertEqual(self.run_js(f"$('card-{i}').title"), name)
            # Names for which there is room are whole.
            for i in (2, 3):
                self.assertFalse(any(cut for _, cut, _ in self.parts(f"#card-{i} .name")), width)
            self.check_cut("#title", self.pack)
            self.assertEqual(self.run_js("$('title').title"), self.pack)

    def test_folders_are_above_the_name_of_the_file(self):
        names = ["core/menu/arrow_left.png", "core/menu/arrow_left_of_all_of_the_buttons.png", "a/b.png", "core/menu/of/all/of/the/buttons/x.png"]
        bake_document("x.hmk", [sprite(name, ["#"]) for name in names])
        self.make("x.hmk")
        chromium.resize(1200, 800)
        self.open()
        shown = {self.run_js(f"$('card-{i}').title"): self.parts(f"#card-{i} .name")
                 for i in range(4)}
        folder, head, tail = shown[names[0]]
        self.assertEqual([part[0] for part in (folder, head, tail)],
                         ["core/menu/", "arro", "w_left.png"])
        self.assertEqual([part[1] for part in (folder, head, tail)], [False, False, False])
        folder, head, tail = shown[names[1]]
        self.assertEqual([part[1] for part in (head, tail)], [True, False])
        self.assertEqual([part[1] for part in shown[names[3]]], [True, False])
        above = """(name => { const [folder, head] = [...name.children].map(part => part.getBoundingClientRect());
                      return folder.bottom <= head.top + 0.5 && folder.width > 0; })(document.querySelector('#card-%d .name'))"""
        self.assertEqual([self.run_js(above % i) for i in range(4)], [True] * 4)
        self.assertEqual([part[:2] for part in shown["a/b.png"]], [["a/", False], ["b.png", False]])

    def test_so_are_those_on_the_bench_unless_somebody_types(self):
        for width in (420, 1200):
            chromium.resize(width, 800)
            self.open()
            chromium.key("t")
            chromium.settle()
            for which, name in zip("ab", self.LONG):
                self.check_cut(f"#shown-{which}", name)
                self.assertEqual(self.run_js(f"[$('name-{which}').value, $('name-{which}').title]"),
                                 [name, name])
            self.run_js("$('name-a').focus()")
            self.assertEqual(self.run_js("['a', 'b'].map(w => $(`shown-${w}`).checkVisibility())"),
                             [False, True])


class Search(PageTest):
    def test_search_finds(self):
        self.open_samples()
        self.assertEqual(len(self.search("")), 20)
        self.assertEqual(self.search("PERSON walk 3"), ["person-walk-3.png"])
        self.assertEqual(self.text("#found"), "1 of 20")
        self.assertEqual(self.search("person-walk-?.png"),
                         [f"person-walk-{i}.png" for i in (1, 2, 3, 4)])
        self.assertEqual(self.search("*e.png"), ["palette.png"])
        self.assertEqual(self.search("(.+)["), [])
        self.assertTrue(self.run_js("$('nothing').checkVisibility() && $('detail').hidden"))
        self.assertEqual(len(self.search("")), 20)

    def test_a_pattern_without_a_slash_is_for_the_last_part(self):
        bake_document("x.hmk", [sprite(name, ["#"]) for name in ("a/bc", "b/a", "bc")])
        self.make("x.hmk")
        self.open()
        self.assertEqual(self.search("b*"), ["a/bc", "bc"])
        self.assertEqual(self.search("b/*"), ["b/a"])
        self.assertEqual(self.search("**/bc"), ["a/bc", "bc"])
        self.assertEqual(self.search("*/a"), ["b/a"])

    def test_sorted_and_filtered(self):
        self.open_samples()
        self.run_js("$('sort').value = 'area', selectSprites()")
        areas = self.run_js("grid.items.map(s => s.area)")
        self.assertEqual(areas, sorted(areas, reverse=True))
        self.run_js("$('sort').value = 'name', $('filter').value = 'any', selectSprites()")
        self.assertEqual(self.cards(), ["empty.png", "full.png", "magenta.png"])
        self.assertEqual(self.run_js("[...$('filter').options].map(o => o.textContent)"),
                         ["All", "With warnings (3)", "empty (1)", "full (2)"])

    def test_ten_thousand_sprites(self):
        rows = [["#" * 40] * 20 + ["#" + "." * 39] * i + ["#" * (40 - i) + "." * i] for i in range(40)]
        bake_document("x.hmk", [sprite(f"folder/{i:05}.png", rows[i % 40]) for i in range(10000)])
        self.make("x.hmk")
        self.assertLess(os.path.getsize("page.html"), 3 * os.path.getsize("x.hmk"))
        self.open()
        self.assertLess(len(self.cards()), 100)
        chromium.key("s")
        chromium.key("End")
        chromium.settle()
        self.assertEqual(self.text("#detail-name"), "folder/09999.png")
        self.assertEqual(self.cards()[-1], "folder/09999.png")
        self.assertLess(len(self.cards()), 100)
        self.assertEqual(self.search("077 5"), ["folder/00775.png", "folder/05077.png"] + [
            f"folder/0{n}.png" for n in (7705, 7715, 7725, 7735, 7745, 7750, 7751, 7752, 7753,
                                         7754, 7755, 7756, 7757, 7758, 7759, 7765, 7775, 7785,
                                         7795)])


class Pictures(PageTest):
    RED, CLEAR = [255, 0, 0, 255], [0, 0, 0, 0]

    def check_red(self, points, wanted):
        """Checks that the wanted pixels are red, and that nothing is drawn on the others."""
        wrong = [point for point, color in zip(points, self.pixels(points))
                 if color != (self.RED if point in wanted else self.CLEAR)]
        self.assertEqual(wrong[:10], [])

    def test_the_mask_is_drawn_to_the_pixel(self):
        self.open_samples()
        self.only("mask")
        pack = runtime.Pack(LIBRARY, self.pack)
        self.run_js("cssColors.set('mask', [255, 0, 0, 255])")
        for name in ("enemy.png", "ring.png", "onebit.png", "empty.png", "full.png"):
            self.run_js(f"activate(grid.items.findIndex(s => s.name === '{name}'))")
            found = pack.find(name)
            width, height = pack.size(found)
            points = [[x, y] for y in range(height) for x in range(width)]
            self.check_red(points, [point for point in points if pack.solid(found, *point)])

    def test_the_points_are_drawn_where_they_are(self):
        tool("bake", "--quiet", SAMPLES, "--cell", "3", "-o", "samples.hmk")
        self.make("samples.hmk")
        self.open()
        self.only("points")
        pack = runtime.Pack(LIBRARY, self.pack)
        self.run_js("cssColors.set('point', [255, 0, 0, 255])")
        for name in ("enemy.png", "cloud.png"):
            self.run_js(f"activate(grid.items.findIndex(s => s.name === '{name}'))")
            found = pack.find(name)
            width, height = pack.size(found)
            listed = pack.points(found)
            points = [[x, y] for y in range(height) for x in range(width)]
            self.assertGreater(len(listed), 20)
            self.check_red(points, listed)

    def test_toggles_toggle(self):
        self.open_samples("--art", SAMPLES, "--embed-art")
        chromium.key("s")
        picture = "$('detail-canvas').toDataURL()"
        self.run_js("activate(grid.items.findIndex(s => s.name === 'enemy.png'))")
        for key, layer in (("a", "art"), ("m", "mask"), ("p", "points"), ("b", "bounds"),
                           ("o", "pivot")):
            chromium.settle()
            before = self.run_js(picture)
            pressed = f"document.querySelector('[data-layer={layer}]').ariaPressed"
            was = self.run_js(pressed)
            chromium.key(key)
            chromium.settle()
            self.assertNotEqual(self.run_js(pressed), was, layer)
            self.assertNotEqual(self.run_js(picture), before, layer)
            chromium.click(f'[data-layer="{layer}"]')
            chromium.settle()
            self.assertEqual(self.run_js(pressed), was, layer)
            self.assertEqual(self.run_js(picture), before, layer)

    def test_art_is_the_art(self):
        self.open_samples("--art", SAMPLES, "--embed-art")
        with open(os.path.join(SAMPLES, "heart.png"), "rb") as file:
            art = list(file.read())
        self.assertEqual(self.run_js("[...art.sources.get('heart.png').bytes()]"),
                         art)
        self.only("art")
        self.run_js("activate(grid.items.findIndex(s => s.name === 'full.png'))")
        self.assertEqual({pixel[3] for pixel in self.pixels([[0, 0], [63, 31], [20, 9]])}, {255})

    def test_art_of_trimmed_and_turned_frames_is_upright(self):
        """Red, green, blue and white stand from top to bottom in the second column of 3x6 pixels,
        upright on the page or turned."""
        colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]
        rows = [[(0, 0, 0)] * 12 for _ in range(4)]
        for i, color in enumerate(colors):
            rows[i][0] = color
            rows[0][5 - i] = color
            rows[1][6 + i] = color
        lines = b"".join(b"\0" + b"".join(map(bytes, row)) for row in rows)
        with open("page.png", "wb") as file:
            file.write(png(12, 4, 8, 2, 0, (b"IDAT", zlib.compress(lines))))
        frame = {"trimmed": True, "spriteSourceSize": {"x": 1, "y": 1, "w": 1, "h": 4},
                 "sourceSize": {"w": 3, "h": 6}}
        with open("a.json", "w", encoding="utf-8") as file:
            json.dump({"frames": {
                "a": {"frame": {"x": 0, "y": 0, "w": 1, "h": 4}, "rotated": False, **frame},
                "b": {"frame": {"x": 2, "y": 0, "w": 1, "h": 4}, "rotated": True, **frame},
            }, "meta": {"image": "page.png"}}, file)
        with open("b.atlas", "w", encoding="utf-8") as file:
            file.write("page.png\nsize: 12, 4\nc\n rotate: true\n bounds: 6, 1, 1, 4\n"
                       " offsets: 1, 1, 3, 6\n")
        tool("bake", "--quiet", "a.json", "b.atlas", "-o", "x.hmk")
        self.make("x.hmk", "--art", ".", "--embed-art")
        self.open()
        self.only("art")
        places = [[1, 1 + i] for i in range(4)] + [[0, 1], [2, 4], [1, 0], [1, 5]]
        wanted = [[*color, 255] for color in colors] + [self.CLEAR] * 4
        for i in range(3):
            self.run_js(f"activate({i})")
            self.assertEqual(self.pixels(places), wanted, i)

    def test_a_layer_is_drawn_over_the_art_of_its_sprite(self):
        def picture(path, color, side):
            with open(path, "wb") as file:
                file.write(png(side, side, 8, 2, 0, (b"IDAT", zlib.compress((b"\0" + bytes(color) * side) * side))))
        os.makedirs("layered", exist_ok=True)
        picture("layered/hero.png", (255, 0, 0), 3)
        picture("layered/hero.hit.png", (0, 0, 255), 3)
        picture("layered/hero.big.png", (0, 0, 255), 4)
        with open("layers.json", "w", encoding="utf-8") as file:
            json.dump({"rules": [{"match": f"*.{name}.png", "layer": name} for name in ("hit", "big")]}, file)
        tool("bake", "--quiet", "layered", "--config", "layers.json", "-o", "x.hmk")
        self.make("x.hmk", "--art", "layered", "--embed-art")
        self.open()
        self.only("art")
        for name, color in (("hero.png", [255, 0, 0, 255]), ("hero.png:hit", [255, 0, 0, 255]),
                            ("hero.png:big", [0, 0, 255, 255])):
            self.run_js(f"activate(grid.items.findIndex(s => s.name === {json.dumps(name)}))")
            chromium.settle()
            self.run_js(f"new Promise(done => {{ const wait = () => artImage(detail.sprite) ? (paintDetail(), done()) : setTimeout(wait, 10); wait(); }})")
            self.assertEqual(self.pixels([[1, 1]]), [color], name)

    def test_art_that_is_not_what_it_was_is_not_drawn(self):
        bake_document("x.hmk", [sprite("enemy.png", ["#" * 60] * 60),
                                sprite("gone.png", ["#"])])
        subprocess.run([HITMASK, "inspect", "--quiet", "--html", "page.html", "--embed-art",
                        "--art", SAMPLES, "x.hmk"], check=True)
        self.open()
        chromium.settle()
        self.assertIn("has changed since the bake", self.text("#detail-notes"))
        self.only("art")
        self.assertEqual(self.pixels([[20, 20]]), [self.CLEAR])
        self.run_js("activate(1)")
        self.assertIn("was not found", self.text("#detail-notes"))

    def test_a_huge_sprite_is_scaled(self):
        bake_document("x.hmk", [sprite("wide", ["#" * 40000, "#" + "." * 39999]),
                                sprite("full", ["#" * 9000] * 5)])
        self.make("x.hmk")
        self.open()
        for tab in ("bench", "sprites"):
            self.run_js(f"showTab('{tab}')")
            chromium.settle()
        self.assertEqual(self.run_js("tally(visit => meet(viewOf(grid.sprites[1], true),"
                                     " viewOf(grid.sprites[0]), 35000, 1, visit))"),
                         {"touch": True, "first": [39999, 1], "area": 1})

    def test_warnings_are_explained(self):
        self.open_samples()
        self.run_js("activate(grid.items.findIndex(s => s.name === 'full.png'))")
        chromium.settle()
        self.assertIn("Every pixel is solid", self.text("#detail-notes"))

    def test_figures(self):
        self.open_samples()
        self.run_js("activate(grid.items.findIndex(s => s.name === 'enemy.png'))")
        figures = self.run_js("[...document.querySelectorAll('#detail-figures dd')]"
                              ".map(dd => dd.textContent)")
        self.assertEqual(figures, ["48 × 40", "48 × 39 at (0, 1)", "1\u202f220 px · 63.5 %", "252",
                                   "48 × 40 · prune 1", "(24, 20)", "enemy.png",
                                   "48 × 40 at (0, 0)"])


class Keys(PageTest):
    def shown(self):
        return self.run_js("['sprites', 'bench', 'animations'].filter(id => !$(id).hidden)")

    def test_the_grid(self):
        self.open_samples()
        chromium.key("s")
        names = self.cards()
        columns = self.run_js("grid.columns")
        for key, at in (("ArrowRight", 1), ("ArrowDown", 1 + columns), ("ArrowLeft", columns),
                        ("ArrowUp", 0), ("ArrowUp", 0), ("End", 19), ("ArrowRight", 19),
                        ("Home", 0), ("PageDown", None), ("PageUp", 0)):
            chromium.key(key)
            if at is None:
                self.assertGreater(self.run_js("grid.active"), 0)
            else:
                self.assertEqual(self.text("#detail-name"), names[at], key)
        self.assertEqual(self.run_js("document.getElementById($('grid')"
                                     ".getAttribute('aria-activedescendant')).ariaSelected"),
                         "true")

    def test_typing_is_not_for_the_toggles(self):
        self.open_samples()
        chromium.key("/")
        self.assertEqual(self.run_js("document.activeElement.id"), "search")
        before = self.run_js("layers")
        for letter in "map":
            chromium.key(letter)
        self.assertEqual(self.run_js("$('search').value"), "map")
        self.assertEqual(self.run_js("layers"), before)
        chromium.key("Escape")
        self.assertEqual(self.run_js("document.activeElement.id"), "grid")

    def test_to_the_bench_and_back(self):
        self.open_samples()
        chromium.key("s")
        chromium.key("End")
        chromium.key("1")
        self.assertEqual(self.shown(), ["bench"])
        chromium.key("s")
        chromium.key("Home")
        chromium.key("2")
        self.assertEqual(self.run_js("[bench.a.sprite.name, bench.b.sprite.name]"),
                         ["ring.png", "ball.png"])
        self.run_js("moveB(0, 0)")
        for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
            chromium.key(key)
        chromium.key("ArrowLeft", shift=True)
        self.assertEqual(self.run_js("[bench.dx, bench.dy]"), [-8, 1])
        self.assertEqual(self.run_js("[$('dx').value, $('dy').value]"), ["-8", "1"])
        for key in "hvHV":
            chromium.key(key)
        self.assertEqual(self.run_js("[bench.a, bench.b].flatMap(p => [p.flipX, p.flipY])"),
                         [True] * 4)
        chromium.key("x")
        self.assertEqual(self.run_js("[bench.a.sprite.name, bench.dx, bench.dy]"),
                         ["ball.png", 8, -1])

    def test_tabs_and_help(self):
        self.open_samples()
        self.run_js("$('tab-sprites').focus()")
        chromium.key("ArrowRight")
        self.assertEqual(self.shown(), ["bench"])
        chromium.key("ArrowRight")
        self.assertEqual(self.shown(), ["sprites"])
        chromium.key("?")
        self.assertTrue(self.run_js("$('help').open"))
        chromium.key("Escape")
        self.assertFalse(self.run_js("$('help').open"))

    def test_a_sprite_is_chosen_by_typing(self):
        self.open_samples()
        chromium.key("t")
        chromium.click("#name-b")
        chromium.type("walk 2")
        chromium.key("Enter")
        self.assertEqual(self.run_js("bench.b.sprite.name"), "person-walk-2.png")
        chromium.type("nothing like it")
        chromium.key("Tab")
        self.assertEqual(self.run_js("[bench.b.sprite.name, $('name-b').value]"),
                         ["person-walk-2.png"] * 2)

    def test_every_control_has_a_name(self):
        self.open_samples("--art", SAMPLES, "--embed-art")
        nameless = ("[...document.querySelectorAll('button, input, select, canvas[role],"
                    " [role=listbox], [role=tabpanel], dialog')].filter(e =>"
                    " !(e.textContent.trim() || e.ariaLabel || e.labels?.length ||"
                    " e.getAttribute('aria-labelledby'))).map(e => e.outerHTML)")
        self.assertEqual(self.run_js(nameless), [])


def random_turn():
    """Degrees and a scale, often of those that people use."""
    angle = random.choice([0, 90, 180, -90, 45, random.randint(-720, 720),
                           round(random.uniform(-1e6, 1e6), 6), round(random.uniform(-180, 180), 2)])
    size = random.choice([1, 1, 2, 0.5, -1, round(random.uniform(0.2, 3), 6),
                          round(random.uniform(-3, -0.2), 3)])
    return angle, size


def centre(at, size, angle, scale):
    """The centre of a piece on the bench when its upright corner is at (0, 0)."""
    pivot = at.pivot_x / 65536, at.pivot_y / 65536
    arm = complex(size[0] / 2 - pivot[0], size[1] / 2 - pivot[1])
    arm *= cmath.rect(scale, math.radians(angle))
    return pivot[0] + arm.real, pivot[1] + arm.imag


def near(places, sizes, turns):
    """An offset at which two such pieces may well touch."""
    middles = [centre(at, size, *turned) for at, size, turned in zip(places, sizes, turns)]
    far = random.choice([0.1, 0.5, 0.8]) * sum(min(size) * abs(scale)
                                               for size, (_, scale) in zip(sizes, turns))
    return [round(a - b + random.uniform(-far, far)) for a, b in zip(*middles)]


def in_16_16(value, whole):
    """A decimal number of at most six decimals as a share of `whole`: to the nearest, halves away from zero."""
    exact = fractions.Fraction(round(value * 10**6), 10**6) * 65536 / whole
    return int(exact + fractions.Fraction(1 if exact >= 0 else -1, 2))


class Bench(PageTest):
    def placements(self, sizes, count):
        names = sorted(sizes)
        for i in range(count):
            a, b = random.choice(names), random.choice(names)
            (aw, ah), (bw, bh) = sizes[a], sizes[b]
            dx = random.randint(-bw - 1, aw + 1)
            dy = random.randint(-bh - 1, ah + 1)
            if i % 50 == 0:
                dx = random.choice([-2**31, 2**31 - 1, 0])
                dy = random.choice([-2**31, 2**31 - 1, 0])
            yield a, b, [random.random() < 0.5 for _ in range(4)], dx, dy

    def agree(self, names, count):
        """The bench's answers and the library's, about the same placements."""
        random.seed(count)
        pack = runtime.Pack(LIBRARY, self.pack)
        sizes = {name: pack.size(pack.find(name)) for name in names}
        cases = list(self.placements(sizes, count))
        wanted = [pack.overlap(pack.find(a, *flips[:2]), pack.find(b, *flips[2:]), dx, dy)
                  for a, b, flips, dx, dy in cases]
        got = self.run_js("(cases => cases.map(([a, b, flips, dx, dy]) => {"
                          " setPiece('a', grid.sprites.find(s => s.name === a));"
                          " setPiece('b', grid.sprites.find(s => s.name === b));"
                          " Object.assign(bench.a, { flipX: flips[0], flipY: flips[1] });"
                          " Object.assign(bench.b, { flipX: flips[2], flipY: flips[3] });"
                          " moveB(dx, dy);"
                          " const { touch, first, area } = benchAnswer();"
                          " return [touch, first, area]; }))(" + json.dumps(cases) + ")")
        self.assertEqual(len(got), count)
        for case, right, answer in zip(cases, wanted, got):
            self.assertEqual(answer, right, case)
        self.assertGreater(sum(touch for touch, _, _ in wanted), count / 5)
        self.assertGreater(sum(not touch for touch, _, _ in wanted), count / 20)

    def test_it_answers_as_the_library_does(self):
        self.open_samples()
        self.agree([n for n in os.listdir(SAMPLES) if n.endswith(".png")], 2500)

    def test_of_masks_of_every_width(self):
        random.seed(1)
        sprites = []
        for width in list(range(1, 70)) + [95, 96, 97, 127, 128, 129, 200]:
            height = random.randint(1, 12)
            rows = ["".join(random.choice("#...") for _ in range(width)) for _ in range(height)]
            # The four corners keep the box tight.
            rows[0] = "#" + rows[0][1:-1] + "#" * (width > 1)
            rows[-1] = "#" + rows[-1][1:-1] + "#" * (width > 1)
            sprites.append(sprite(str(width), rows))
        bake_document("x.hmk", sprites)
        self.make("x.hmk")
        self.open()
        self.agree([s["name"] for s in sprites], 2000)

    def agree_placed(self, names, count):
        """As agree(), of sprites that are turned and scaled."""
        random.seed(count)
        pack = runtime.Pack(LIBRARY, self.pack)
        sizes = {name: pack.size(pack.find(name)) for name in names}
        cases, wanted = [], []
        for _ in range(count):
            a, b = random.choice(names), random.choice(names)
            flips = [random.random() < 0.5 for _ in range(4)]
            turns = [random_turn() for _ in range(2)]
            sprites = pack.find(a, *flips[:2]), pack.find(b, *flips[2:])
            numbers = [(in_16_16(angle, 360) % 2**32, in_16_16(scale, 1)) for angle, scale in turns]
            upright = [pack.place(shown, 0, 0, 0, 65536) for shown in sprites]
            dx, dy = near(upright, (sizes[a], sizes[b]), turns)
            wanted.append(pack.placed_overlap(
                sprites[0], pack.place(sprites[0], 0, 0, *numbers[0]),
                sprites[1], pack.place(sprites[1], dx, dy, *numbers[1])))
            cases.append([a, b, flips, turns, dx, dy])
        got = self.run_js("(cases => cases.map(([a, b, flips, turns, dx, dy]) => {"
                          " setPiece('a', grid.sprites.find(s => s.name === a));"
                          " setPiece('b', grid.sprites.find(s => s.name === b));"
                          " Object.assign(bench.a, { flipX: flips[0], flipY: flips[1] });"
                          " Object.assign(bench.b, { flipX: flips[2], flipY: flips[3] });"
                          " ['a', 'b'].forEach((which, i) => {"
                          "  setNumber(which, 'angle', turns[i][0]);"
                          "  setNumber(which, 'scale', turns[i][1]); });"
                          " moveB(dx, dy);"
                          " const { touch, first, area } = benchAnswer();"
                          " return [touch, first, area]; }))(" + json.dumps(cases) + ")")
        self.assertEqual(len(got), count)
        for case, right, answer in zip(cases, wanted, got):
            self.assertEqual(answer, right, case)
        self.assertGreater(sum(touch for touch, _, _ in wanted), count / 5)
        self.assertGreater(sum(not touch for touch, _, _ in wanted), count / 20)

    def test_turned_and_scaled_it_answers_as_the_library_does(self):
        self.open_samples()
        self.agree_placed([n for n in os.listdir(SAMPLES) if n.endswith(".png")], 2500)

    def test_so_it_does_about_every_width_and_any_pivot(self):
        random.seed(2)
        sprites = []
        for width in list(range(1, 70)) + [95, 96, 97, 127, 128, 129, 200]:
            height = random.randint(1, 12)
            rows = ["".join(random.choice("##..") for _ in range(width)) for _ in range(height)]
            rows[0] = "#" + rows[0][1:-1] + "#" * (width > 1)
            rows[-1] = "#" + rows[-1][1:-1] + "#" * (width > 1)
            pivot = [random.randint(-9 * 65536, 99 * 65536) / 65536 for _ in range(2)]
            sprites.append(sprite(str(width), rows, pivot=pivot))
        bake_document("x.hmk", sprites)
        self.make("x.hmk")
        self.open()
        self.agree_placed([s["name"] for s in sprites], 2500)

    def test_it_answers_as_query_does(self):
        self.open_samples()
        random.seed(4)
        touched = 0
        for _ in range(60):
            angle, scale = random_turn()
            x, y = random.randint(-30, 45), random.randint(-40, 30)
            said = subprocess.run(
                [HITMASK, "query", "--json", "samples.hmk", "enemy.png", "person.png",
                 f"--at={x},{y}", f"--rotate={angle}", f"--scale={scale}", "--flip=ah"],
                check=True, capture_output=True)
            right = json.loads(said.stdout)
            address = (f"#bench?a=enemy.png&b=person.png&x={x}&y={y}&flip-a=h"
                       f"&angle-b={angle}&scale-b={scale}")
            got = self.run_js(f"(history.replaceState(null, '', {json.dumps(address)}),"
                              " recall(grid.sprites), benchAnswer())")
            self.assertEqual([got["touch"], got["first"], got["area"]],
                             [right["touch"], right.get("first"), right["area"]], address)
            touched += got["touch"]
        self.assertTrue(20 < touched < 60, touched)

    def test_out_of_range_nothing_touches_and_it_says_so(self):
        self.open_samples(fragment="#bench?a=ball.png&b=ball.png&x=0&y=0&angle-b=30")
        self.assertEqual(self.text("#verdict"), "They touch")
        for change in ("moveB(5000000, 0)", "moveB(0, 0), setNumber('a', 'scale', 64),"
                       " setNumber('b', 'scale', 0.5)"):
            self.run_js(change)
            self.assertEqual(self.text("#verdict"), "Out of range: nothing touches")
            self.assertIn("assert(!hm_placed_overlap(", self.text("#code"))

    def test_angles_and_scales_are_typed_dragged_and_sent(self):
        self.open_samples(fragment="#bench?a=enemy.png&b=person.png&x=20&y=-14")
        chromium.click("#angle-b")
        self.run_js("$('angle-b').select()")
        chromium.type("22.5")
        self.run_js("$('scale-a').focus(), $('scale-a').select()")
        chromium.type("-1.5")
        self.assertEqual(self.run_js("[bench.b.angle, bench.a.scale, $('turn-b').value]"),
                         [22.5, -1.5, "23"])
        # A text that is not a number in range leaves the last number, which comes back.
        for wrong in ("0", "65", "-", "0.000001", ""):
            self.run_js(f"$('scale-a').value = {json.dumps(wrong)},"
                        " $('scale-a').dispatchEvent(new Event('input'))")
            self.assertEqual(self.run_js("bench.a.scale"), -1.5, wrong)
        self.run_js("$('stage').focus()")
        self.assertEqual(self.run_js("$('scale-a').value"), "-1.5")
        for key, angles in (("r", [0, 37.5]), ("R", [15, 37.5])):
            chromium.key(key)
            self.assertEqual(self.run_js("[bench.a.angle, bench.b.angle]"), angles)
        self.run_js("$('turn-a').value = -180, $('turn-a').dispatchEvent(new Event('input'))")
        self.run_js("remember()")
        sent = self.run_js("location.hash")
        before = self.run_js("JSON.stringify([bench.a, bench.b])")
        self.assertIn('"angle":-180,"scale":-1.5', before)
        self.open(sent)
        self.assertEqual(self.run_js("JSON.stringify([bench.a, bench.b])"), before)

    def test_its_code_in_c_is_true(self):
        self.open_samples()
        random.seed(5)
        questions = []
        for _ in range(40):
            turns = [random_turn() for _ in range(2)]
            self.run_js(
                "setPiece('a', grid.sprites.find(s => s.name === 'enemy.png')),"
                "setPiece('b', grid.sprites.find(s => s.name === 'person.png')),"
                f"flip('b', 'flipX'), moveB({random.randint(-20, 40)}, {random.randint(-20, 20)})")
            if len(questions) % 4:
                for which, (angle, scale) in zip("ab", turns):
                    self.run_js(f"setNumber('{which}', 'angle', {angle}),"
                                f" setNumber('{which}', 'scale', {scale})")
            questions.append("{\n" + self.text("#code") + "\n}\n")
        with open("code.c", "w", encoding="utf-8") as file:
            file.write('#undef NDEBUG\n#include <assert.h>\n#include <hitmask_transform.h>\n'
                       '#include <stdio.h>\nstatic unsigned char bytes[1 << 20];\n'
                       'int main(void) {\nFILE *file = fopen("samples.hmk", "rb");\n'
                       'size_t size = fread(bytes, 1, sizeof bytes, file);\nhm_pack pack;\n'
                       'hm_sprite a, b;\nhm_placement at_a, at_b;\nhm_point hit;\n'
                       'assert(hm_pack_open(&pack, bytes, size) == HM_OK);\n'
                       '(void)at_a, (void)at_b, (void)hit;\n' + "".join(questions) +
                       "return fclose(file);\n}\n")
        self.assertTrue(any("hm_placed_area" in question for question in questions))
        subprocess.run([os.environ.get("CC", "cc"), "-I" + os.path.join(ROOT, "include"), "code.c",
                        os.path.join(BUILD, "libhitmask.a"), "-o", "code"], check=True)
        subprocess.run(["./code"], check=True)

    def test_a_turned_piece_is_drawn_and_held_where_it_lies(self):
        rows = ["#" * 12] * 4
        bake_document("x.hmk", [sprite("bar", rows), sprite("dot", ["#"], pivot=[0, 0])])
        self.make("x.hmk")
        self.open("#bench?a=bar&b=dot&x=40&y=0&angle-a=90&scale-a=2&angle-b=45")
        chromium.settle()
        # The bar of 12 x 4 stands upright about (6, 2), twice as large: x 2 to 10, y -10 to 14.
        self.assertEqual(self.run_js("frameOf('a')"),
                         {"left": 2, "top": -10, "right": 10, "bottom": 14})
        solid = self.run_js("""(() => {
            layers.points = layers.art = false; paintBench();
            const ctx = $('stage').getContext('2d'), { x, y, zoom } = originOf();
            const blue = cssColor('a').slice(0, 3).join(), { width, height } = ctx.canvas;
            const drawn = ctx.getImageData(0, 0, width, height).data;
            const at = (u, v) => (Math.floor(y + (v + 0.5) * zoom) * width + Math.floor(x + (u + 0.5) * zoom)) * 4;
            return [[2, -10], [9, 13], [9, -10], [1, 2], [10, 2], [5, -11], [5, 14]].map(([u, v]) =>
                drawn.slice(at(u, v), at(u, v) + 3).join() === blue);
        })()""")
        self.assertEqual(solid, [True, True, True, False, False, False, False])
        # The dot lies below its corner: turned by 45 degrees it is a diamond.
        held = self.run_js("[[40, 0.7], [40, 1.3], [40.5, 0.7], [40.6, 0.2]].map(([x, y]) =>"
                           " isOnB(bench.x + x * bench.zoom, bench.y + y * bench.zoom))")
        self.assertEqual(held, [True, True, True, False])

    def test_what_it_says_is_what_it_answers(self):
        self.open_samples(fragment="#bench?a=enemy.png&b=person.png&x=20&y=-14")
        pack = runtime.Pack(LIBRARY, self.pack)
        a, b = pack.find("enemy.png"), pack.find("person.png")
        random.seed(3)
        for _ in range(25):
            before = self.run_js("[bench.dx, bench.dy]")
            x, y, zoom, left, top = self.run_js(
                "[bench.x + (bench.dx + 20) * bench.zoom, bench.y + (bench.dy + 32) * bench.zoom,"
                " bench.zoom, $('stage').getBoundingClientRect().left,"
                " $('stage').getBoundingClientRect().top]")
            by_x = random.randint(-30, 30) if before[0] < 0 else random.randint(-40, 10)
            by_y = random.randint(-20, 20) - (before[1] // 3)
            chromium.drag(left + x, top + y, left + x + by_x * zoom, top + y + by_y * zoom)
            dx, dy = self.run_js("[bench.dx, bench.dy]")
            self.assertEqual([dx, dy], [before[0] + by_x, before[1] + by_y])
            touch, first, area = pack.overlap(a, b, dx, dy)
            said = self.text("#verdict")
            self.assertEqual(said == "They touch", touch)
            self.assertEqual(self.text("#first"),
                             f"({first[0]}, {first[1]}) in A" if first else "–")
            self.assertEqual(self.text("#area"), f"{area:,}".replace(",", "\u202f"))
            self.assertIn(f"{dx}, {dy}", self.text("#code"))
            chromium.key("0")
            chromium.settle()

    def test_an_empty_sprite_touches_nothing(self):
        self.open_samples(fragment="#bench?a=empty.png&b=empty.png&x=0&y=0")
        self.assertEqual(self.text("#verdict"), "They are apart")


class Small(PageTest):
    def test_a_pack_without_sprites(self):
        bake_document("x.hmk", [])
        self.make("x.hmk")
        self.open()
        self.assertEqual(self.cards(), [])
        self.assertTrue(self.run_js("$('tab-bench').hidden && $('detail').hidden"))

    def test_one_sprite(self):
        bake_document("x.hmk", [sprite("a", ["#"])])
        self.make("x.hmk")
        self.open()
        chromium.key("t")
        self.assertEqual(self.run_js("[bench.a.sprite.name, bench.b.sprite.name]"), ["a", "a"])

    def test_chosen_sprites_alone_are_in_the_page(self):
        tool("bake", "--quiet", SAMPLES, "-o", "samples.hmk")
        tool("inspect", "--html", "page.html", "samples.hmk", "ring.png", "ball.png")
        self.open()
        self.assertEqual(self.cards(), ["ball.png", "ring.png"])
        self.assertEqual(self.run_js("[views.pack.count(4), views.pack.count(6)]"), [2, 2])


class Animations(PageTest):
    def setUp(self):
        if not runtime.has_animations(LIBRARY):
            self.skipTest("this library has no animations yet")
        sprites = [sprite(str(i), ["#" * (i + 1)] * 4) for i in range(4)]
        self.durations = {"walk": [100, 50, 0, 200], "first": [0, 10], "none": [0, 0, 0], "one": [5]}
        bake_document("x.hmk", sprites, animations=[
            {"name": name, "frames": [str(i) for i in range(len(durations))],
             "durations": durations} for name, durations in self.durations.items()])
        self.make("x.hmk")
        self.open()

    def test_frames_come_when_the_library_has_them(self):
        pack = runtime.Pack(LIBRARY, self.pack)
        times = list(range(0, 1200, 5)) + [99, 100, 101, 149, 150, 349, 350, 351, 10**12]
        for name in self.durations:
            for play, how in enumerate(("loop", "once", "ping-pong")):
                got = self.run_js(
                    f"{json.dumps(times)}.map(time => frameAt(player.all.find(a =>"
                    f" a.name === '{name}').frames, time, '{how}'))")
                self.assertEqual(got, pack.animation_at(name, times, play), (name, how))

    def test_the_player(self):
        chromium.key("n")
        self.run_js("play(false)")
        self.assertEqual(self.run_js("player.shown.map(a => a.name)"), sorted(self.durations))
        self.run_js("chooseAnimation(player.all.find(a => a.name === 'walk'))")
        self.run_js("stepFrame(-player.frame)")
        for key, frame in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1),
                           ("ArrowLeft", 0), ("ArrowLeft", 3)):
            chromium.key(key)
            self.assertTrue(self.text("#clock").startswith(f"frame {frame + 1} of 4"), key)
        chromium.key(" ")
        self.assertTrue(self.run_js("new Promise(done => { const look = () =>"
                                    " player.frame === 1 ? done(true) : setTimeout(look, 5);"
                                    " look(); })"))
        chromium.key(" ")
        self.assertEqual(self.text("#play"), "Play")


if __name__ == "__main__":
    sys.exit(tap.main(__name__))
