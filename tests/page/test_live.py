"""test_live.py - the page that bakes in the browser: its packs are those of the command line, byte for byte

It is built by `make page`; without it these tests are skipped.
"""

import glob
import hashlib
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import time
import unittest
import zipfile
import zlib

import tap
from browser import Browser
from stage import BUILD, HITMASK, SAMPLES, begin, png

PAGE = os.path.join(BUILD, "hitmask.html")
SUPERTUX = "/usr/share/games/supertux2/images/creatures"

page = None


def setUpModule():
    global page
    page = begin(Browser)


def missing():
    """The needs of these tests that are missing."""
    return None if os.path.exists(PAGE) else "make page; make deps page installs what that needs"


def native(*arguments):
    """The bytes of a bake by the command line, in the folder of now."""
    subprocess.run([HITMASK, "bake", "--quiet", "--force", *arguments, "-o", "native.hmk"], check=True, stderr=subprocess.PIPE)
    with open("native.hmk", "rb") as file:
        return file.read()


def digest(data):
    return hashlib.sha256(data).hexdigest()


def files_below(folder):
    found = {}
    for below, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(below, name), "rb") as file:
                found[os.path.join(below, name)] = file.read()
    return found


def unzipped(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


class LiveTest(unittest.TestCase):
    def setUp(self):
        shutil.rmtree("art", ignore_errors=True)
        if os.path.islink("sprites"):
            os.remove("sprites")
        os.makedirs("art")
        page.open(PAGE)
        self.wait_for_pack()

    def tearDown(self):
        self.assertEqual(page.problems, [])
        self.assertEqual([url for url in page.requests if not url.startswith(("data:", "blob:", "file://" + PAGE))], [])

    def js(self, expression):
        return page.run(expression)

    def wait(self, condition):
        deadline = time.time() + 30
        while not self.js(condition):
            self.assertLess(time.time(), deadline, (condition, self.status()))
            time.sleep(0.02)

    def wait_for_pack(self, name=None):
        """Waits until all runs have ended, and a pack with that sprite is shown."""
        shown = "true" if name is None else f"views.pack?.sprites.some(({{ name }}) => name === {json.dumps(name)})"
        self.wait(f"typeof live === 'object' && live.pack !== null && !tool.running && !$('status').classList.contains('busy') && {shown}")

    def status(self):
        return self.js("document.getElementById('status').textContent")

    def page_digest(self):
        """The hash that the page shows, which is that of what it gives."""
        self.js("showTake()")
        self.wait("$('hash').textContent.length === 64")
        shown = self.js("$('hash').textContent")
        self.js("$('take').close()")
        taken = bytes(self.js("[...live.pack]"))
        self.assertEqual(shown, digest(taken))
        return shown

    def command(self):
        return self.js("commandLine()")

    def assert_same_as_command_line(self):
        """Bakes with the command line that the page shows, in a folder with the same files."""
        words = subprocess.run(["sh", "-c", 'hitmask() { printf "%s\\0" "$@"; }; ' + self.command()], stdout=subprocess.PIPE,
                               check=True).stdout.decode().split("\0")[1:-3]
        self.assertEqual(self.page_digest(), digest(native(*words)), words)

    def set_option(self, control, value):
        kind = "checked" if isinstance(value, bool) else "value"
        self.js("void (window.before = live.pack)")
        self.js(f"$('{control}').{kind} = {json.dumps(value)}, $('{control}').dispatchEvent(new Event('input')), $('{control}').dispatchEvent(new Event('change'))")


class Bakes(LiveTest):
    def test_it_begins_with_the_samples(self):
        os.symlink(SAMPLES, "sprites")
        self.assertEqual(self.command(), "hitmask bake sprites --animate 100 -o game.hmk")
        self.assert_same_as_command_line()
        self.assertFalse(self.js("$('tab-animations').hidden"))
        # Its pictures are shown, without asking the tool for them.
        self.assertEqual(self.js("art.sources.size"), 20)
        self.assertIsNone(self.js("tune.data"))
        # The page says what it is for until something is dropped.
        self.assertFalse(self.js("$('intro').hidden"))
        page.drop([SAMPLES + "/heart.png"])
        self.wait_for_pack("heart.png")
        self.wait("$('intro').hidden")

    def test_samples_that_are_dropped(self):
        for path in glob.glob(SAMPLES + "/*.png"):
            shutil.copy(path, "art")
        page.drop(sorted(glob.glob("art/*.png")))
        self.wait_for_pack()
        self.assertEqual(self.command(), "hitmask bake art --animate 100 -o game.hmk")
        self.assert_same_as_command_line()

    def test_a_folder_that_is_dropped(self):
        os.makedirs("hero/deep/er")
        for at, path in enumerate(sorted(glob.glob(SAMPLES + "/*.png"))):
            shutil.copy(path, ["hero", "hero/deep", "hero/deep/er"][at % 3])
        page.drop(["hero"])
        self.wait_for_pack("deep/er/cloud.png")
        self.assertEqual(self.command(), "hitmask bake hero --animate 100 -o game.hmk")
        self.assert_same_as_command_line()
        shutil.rmtree("hero")

    def test_a_picture_that_changed_is_baked_again_though_its_size_is_the_same(self):
        def draw(name, row):
            with open("art/" + name, "wb") as file:
                file.write(png(4, 1, 8, 4, 0, (b"IDAT", zlib.compress(bytes([0]) + bytes(row), 0))))
        draw("a.png", [0, 255, 0, 255, 0, 0, 0, 0])
        draw("b.png", [0, 255, 0, 0, 0, 0, 0, 0])
        page.drop(["art"])
        self.wait_for_pack("b.png")
        self.assertEqual(self.js("views.pack.sprites.map(({ area }) => area)"), [2, 1])
        page.settle()
        draw("a.png", [0, 255, 0, 255, 0, 255, 0, 0])
        self.js("void (window.before = live.pack)")
        page.drop(["art"])
        self.wait("live.pack !== window.before")
        self.wait_for_pack("b.png")
        self.assertEqual(self.js("views.pack.sprites.map(({ area }) => area)"), [3, 1])
        self.assert_same_as_command_line()

    def test_a_package_of_a_game(self):
        if not os.path.isdir(SUPERTUX):
            self.skipTest("needs the package supertux-data")
        paths = sorted(glob.glob(SUPERTUX + "/**/*.png", recursive=True))[:200]
        for path in paths:
            to = os.path.join("art", os.path.relpath(path, SUPERTUX))
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy(path, to)
        page.drop(["art"])
        self.wait("views.pack.sprites.length === 200")
        self.assert_same_as_command_line()
        self.set_option("polygons", "1")
        self.set_option("pieces", "8")
        self.set_option("with-outline", True)
        self.wait("commandLine().includes('--pieces') && !tool.running && !$('status').classList.contains('busy')")
        self.wait("views.pack.count(SECTION.SHAPES) > 0")
        self.wait_for_pack()
        self.assert_same_as_command_line()

    def test_options_are_a_command_line(self):
        self.js("$('others').value = \"--cell 3 --alpha-threshold '20'\", $('bare-names').checked = true")
        self.set_option("hull", "8")
        self.wait("live.pack !== window.before")
        self.wait_for_pack("enemy")
        self.assertEqual(self.command(), "hitmask bake sprites --animate 100 --hull 8 --strip-extension --cell 3 --alpha-threshold 20 -o game.hmk")
        os.symlink(SAMPLES, "sprites")
        self.assert_same_as_command_line()

    def test_an_atlas_is_baked_and_its_page_is_not(self):
        shutil.copy(SAMPLES + "/enemy.png", "art/page.png")
        shutil.copy(SAMPLES + "/heart.png", "art/heart.png")
        frames = {f"hero/{i}": {"frame": {"x": 8 * i, "y": 4, "w": 8, "h": 9}, "rotated": False, "trimmed": False,
                               "spriteSourceSize": {"x": 0, "y": 0, "w": 8, "h": 9}, "sourceSize": {"w": 8, "h": 9}} for i in range(4)}
        with open("art/hero.json", "w", encoding="utf-8") as file:
            json.dump({"frames": frames, "meta": {"image": "page.png", "size": {"w": 48, "h": 40}, "scale": "1"}}, file)
        with open("art/notes.json", "w", encoding="utf-8") as file:
            file.write("{}")
        page.drop(sorted(glob.glob("art/*")))
        self.wait_for_pack("hero/2")
        self.assertEqual(self.command(), "hitmask bake art/hero.json art/heart.png --animate 100 -o game.hmk")
        self.assert_same_as_command_line()

    def test_pictures_that_browsers_do_not_know(self):
        pixels = bytes(value for y in range(6) for x in range(8) for value in (200, 100, 20 * x, 255 if x > y else 0))
        with open("art/odd.tga", "wb") as file:
            file.write(struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 8, 6, 32, 0x28) + pixels)
        page.drop(["art/odd.tga", SAMPLES + "/heart.png"])
        self.wait_for_pack("odd.tga")
        shutil.copy(SAMPLES + "/heart.png", "art")
        self.assert_same_as_command_line()
        # The tool gives the page a PNG with the same pixels.
        self.wait("art.sources.has('odd.tga')")
        self.assertEqual(self.js("[...decodePng(art.sources.get('odd.tga').bytes()).pixels].slice(0, 32)"),
                         [value for x in range(8) for value in (20 * x, 100, 200, 255 if x > 0 else 0)])
        self.wait("artImage(views.pack.sprites.find(({ name }) => name === 'odd.tga')) !== null")

    def test_fields_of_files(self):
        page.choose_files("#files", [SAMPLES + "/heart.png", SAMPLES + "/ring.png"])
        self.wait("views.pack.sprites.length === 2")
        self.assertEqual(self.js("views.pack.sprites.map(({ name }) => name)"), ["heart.png", "ring.png"])


class Tunes(LiveTest):
    def test_what_is_tuned_is_baked(self):
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.js("activateItem(tune.shown.findIndex(({ sprite }) => sprite.name === 'deep.png'))")
        self.js("$('scope').value = 'unit', $('scope').dispatchEvent(new Event('input'))")
        self.js("change({ threshold: 120, grow: 1 })")
        self.wait("live.rules !== '' && !tool.running && !$('status').classList.contains('busy')")
        self.assertEqual(self.command(), "hitmask bake sprites --animate 100 --config rules.json -o game.hmk")
        with open("rules.json", "w", encoding="utf-8") as file:
            file.write(self.js("live.rules"))
        os.symlink(SAMPLES, "sprites")
        self.assert_same_as_command_line()
        # The baked masks are those that were seen, and the settings stay as they are.
        self.assertEqual(self.js("tune.items.filter(item => countSolid(maskBy(item, item.unit.now)) !== item.sprite.area).length"), 0)
        self.assertEqual(self.js("tune.item.unit.now.threshold"), 120)
        self.assertFalse(self.js("$('tab-tune').hidden"))
        # Nothing is kept.
        self.assertEqual(self.js("[localStorage.length, sessionStorage.length]"), [0, 0])
        # Art that is read only now is that of the pack.
        self.assertEqual(self.js("tune.items.map(item => (readItem(item), item.problem)).filter(problem => problem)"), [])

    def test_shapes_follow_once_the_sliders_rest(self):
        self.set_option("polygons", "1")
        self.wait("live.pack !== before && views.pack.count(SECTION.SHAPES) > 0")
        self.wait_for_pack()
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.js("activateItem(tune.shown.findIndex(({ sprite }) => sprite.name === 'deep.png'))")
        self.js("change({ threshold: 120 }), paintTune()")
        self.assertEqual(self.js("[$('shapes-hint').hidden, $('shapes-hint').textContent]"), [False, "The shapes follow once the sliders rest."])
        self.wait("live.rules !== '' && !tool.running && !$('status').classList.contains('busy')")
        self.assertEqual(self.js("(paintTune(), $('shapes-hint').hidden)"), True)
        self.assertTrue(self.js("isAsBaked(tune.item, maskBy(tune.item, tune.item.unit.now)) && tune.item.sprite.shapes >= 0"))

    def tune(self, name, settings, scope="unit"):
        """Tunes a sprite, and waits until that is baked."""
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.js(f"activateItem(tune.shown.findIndex(({{ sprite }}) => sprite.name === '{name}'))")
        self.js(f"$('scope').value = '{scope}', $('scope').dispatchEvent(new Event('input'))")
        self.js("void (window.rulesBefore = live.rules)")
        self.js(f"change({json.dumps(settings)})")
        self.wait("live.rules !== rulesBefore")
        self.wait_for_pack()

    def write_art(self, *names):
        for name in names:
            shutil.copy(f"{SAMPLES}/{name}", "art")

    def drop_art(self, count):
        page.drop(["art"])
        self.wait(f"views.pack.sprites.length === {count} && live.before === null")
        self.wait_for_pack()

    def save_rules(self, path="rules.json"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.js("live.rules"))

    def rules(self):
        return json.loads(self.js("live.rules"))

    def test_rules_and_what_is_chosen_live_through_other_options(self):
        self.write_art("deep.png", "heart.png", "ring.png")
        self.drop_art(3)
        self.tune("deep.png", {"threshold": 120})
        self.js("$('keep').click()")
        rules = {"rules": [{"match": "deep.png", "alpha-threshold": 120}]}
        self.assertEqual(self.rules(), rules)
        for option, value, name in (("with-outline", True, "deep.png"), ("bare-names", True, "deep"), ("bare-names", False, "deep.png")):
            with self.subTest(option=option, value=value):
                self.set_option(option, value)
                self.wait_for_pack(name)
                self.wait(f"live.rules.includes('\"{name}\"')")
                self.wait_for_pack(name)
                self.assertEqual(self.js("[tune.item.sprite.name, tune.item.unit.now.threshold, tune.scope, tune.hasKept, tune.item.unit.kept.threshold]"),
                                 [name, 120, "unit", True, 120])
                self.save_rules()
                self.assert_same_as_command_line()
        self.assertEqual(self.rules(), rules)

    def test_a_change_just_before_another_option_is_not_lost(self):
        self.tune("deep.png", {"threshold": 120})
        self.js("change({ threshold: 130 })")
        self.set_option("with-outline", True)
        self.wait("live.rules.includes('130')")
        self.wait_for_pack()
        self.assertEqual(self.js("tune.item.unit.now.threshold"), 130)

    def test_rules_are_there_while_the_tab_is_closed(self):
        self.write_art("deep.png", "heart.png")
        self.drop_art(2)
        self.tune("deep.png", {"threshold": 120})
        page.click("#tab-sprites")
        self.set_option("bare-names", True)
        self.wait("live.rules.includes('\"deep\"')")
        self.wait_for_pack("deep")
        self.save_rules()
        self.assert_same_as_command_line()

    def test_the_same_folder_again_keeps_rules(self):
        self.write_art("deep.png", "heart.png", "ring.png")
        self.drop_art(3)
        self.tune("deep.png", {"threshold": 120})
        self.js("$('set-threshold-number').focus(), $('set-threshold-number').value = '121', $('set-threshold-number').dispatchEvent(new Event('input'))")
        self.write_art("ball.png")
        self.drop_art(4)
        self.assertEqual(self.rules(), {"rules": [{"match": "deep.png", "alpha-threshold": 121}]})
        self.assertEqual(self.js("tune.item.unit.now.threshold"), 121)
        self.assertTrue(self.js("$('replaced').hidden"))
        # A rule for a file that is away for a while is there again with it.
        os.remove("art/deep.png")
        self.drop_art(3)
        self.wait("live.rules === ''")
        self.write_art("deep.png")
        self.drop_art(4)
        self.wait("live.rules.includes('121')")
        self.wait_for_pack()
        self.save_rules()
        self.assert_same_as_command_line()

    def test_a_slider_that_is_held_while_art_is_dropped(self):
        self.write_art("deep.png", "heart.png")
        self.drop_art(2)
        self.tune("deep.png", {"threshold": 120})
        self.js("$('set-threshold').focus()")
        page.drop(["art"])
        # Nothing is chosen for some milliseconds, so the page itself waits for them.
        self.js("""(() => {
            takeFiles({ files: [...live.files], operands: live.operands });
            change({ threshold: 7 });
            let left = 200;
            const timer = setInterval(() => {
                if (tune.item !== null && --left > 0)
                    return;
                clearInterval(timer);
                $('set-threshold').dispatchEvent(new Event('input'));
                $('set-threshold').dispatchEvent(new Event('blur'));
                window.wasHeld = true;
            });
        })()""")
        self.wait("window.wasHeld")
        self.wait_for_pack("heart.png")
        self.wait("tune.item !== null && !$('tune').inert")

    def test_what_a_drop_replaced_comes_back(self):
        self.write_art("deep.png", "heart.png", "ring.png")
        self.drop_art(3)
        self.tune("deep.png", {"threshold": 120})
        page.drop([SAMPLES + "/ball.png"])
        self.wait("views.pack.sprites.length === 1 && live.before === null")
        self.wait_for_pack()
        self.assertEqual(self.js("[live.rules, $('replaced').hidden, $('replaced-text').textContent]"), ["", False, "1 file replaced 3 files and their rules."])
        self.tune("ball.png", {"grow": 2})
        page.click("#bring-back")
        self.wait("views.pack.sprites.length === 3 && live.before === null && live.rules.includes('120')")
        self.wait_for_pack("deep.png")
        self.assertEqual(self.js("tune.items.find(({ sprite }) => sprite.name === 'deep.png').unit.now.threshold"), 120)
        # And round again: nothing is lost.
        page.click("#bring-back")
        self.wait("views.pack.sprites.length === 1 && live.before === null && live.rules.includes('grow')")
        self.wait_for_pack("ball.png")

    def test_what_is_dropped_is_added_to_what_was_here(self):
        self.write_art("deep.png", "heart.png", "ring.png")
        self.drop_art(3)
        self.tune("deep.png", {"threshold": 120})
        page.drop([SAMPLES + "/ball.png"])
        self.wait("views.pack.sprites.length === 1 && live.before === null")
        self.wait_for_pack()
        self.tune("ball.png", {"grow": 2}, "all")
        page.click("#add")
        self.wait("views.pack.sprites.length === 4 && live.before === null && live.rules.includes('grow')")
        self.wait_for_pack("ball.png")
        self.assertEqual(self.rules(), {"rules": [{"match": "deep.png", "alpha-threshold": 120}, {"match": "ball.png", "grow": 2}]})
        self.assertTrue(self.js("$('replaced').hidden"))
        self.write_art("ball.png")
        self.save_rules()
        self.assert_same_as_command_line()

    def test_the_sprite_that_is_chosen_is_the_same_in_sprites_and_tune(self):
        name = "[detail.sprite.name, tune.item.sprite.name, tune.scope]"
        self.js("$('grid').focus(), activate(grid.items.findIndex(({ name }) => name === 'heart.png'))")
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        # Who has chosen one sprite changes that one.
        self.assertEqual(self.js(name), ["heart.png", "heart.png", "unit"])
        self.js("activateItem(tune.shown.findIndex(({ sprite }) => sprite.name === 'deep.png'))")
        page.click("#tab-sprites")
        self.assertEqual(self.js(name), ["deep.png", "deep.png", "unit"])
        self.js("$('scope').value = 'all', $('scope').dispatchEvent(new Event('input'))")
        self.js("activate(grid.items.findIndex(({ name }) => name === 'ring.png'))")
        page.click("#tab-tune")
        self.assertEqual(self.js(name), ["ring.png", "ring.png", "all"])

    def test_rules_come_as_a_file(self):
        self.write_art("deep.png", "heart.png", "ring.png")
        self.drop_art(3)
        self.tune("deep.png", {"threshold": 120})
        self.save_rules("art/rules.json")
        # With art.
        page.open(PAGE)
        self.wait_for_pack()
        self.drop_art(3)
        self.assertEqual(self.rules(), {"rules": [{"match": "deep.png", "alpha-threshold": 120}]})
        self.assert_is_tuned("deep.png", 120)
        self.assertEqual(self.js("[...live.files.keys()]"), ["art/deep.png", "art/heart.png", "art/ring.png"])
        # Alone, for the art that is here, also by the field; the rules that were here come back.
        with open("other.json", "w", encoding="utf-8") as file:
            file.write('{"options": {"alpha-threshold": 9}}')
        page.choose_files("#files", ["other.json"])
        self.wait("live.rules.includes('9') && live.before === null")
        self.wait_for_pack()
        self.assert_is_tuned("deep.png", 9)
        self.assertEqual(self.js("views.pack.sprites.length"), 3)
        page.click("#bring-back")
        self.wait("live.rules.includes('120') && live.before === null")
        self.wait_for_pack()
        self.assert_is_tuned("deep.png", 120)

    def assert_is_tuned(self, name, threshold):
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.assertEqual(self.js(f"tune.items.find(({{ sprite }}) => sprite.name === '{name}').unit.now.threshold"), threshold)

    def test_rules_by_hand_stay_in_front_of_those_of_the_page(self):
        self.write_art("deep.png", "heart.png", "ring.png")
        self.drop_art(3)
        by_hand = {"options": {"cell": 3}, "rules": [{"match": "h*.png", "alpha-threshold": 9}, {"match": "ring.png", "pivot": "1,2"}]}
        with open("rules.json", "w", encoding="utf-8") as file:
            json.dump(by_hand, file)
        page.drop(["rules.json"])
        self.wait("live.config !== null && live.before === null")
        self.wait_for_pack()
        self.assert_is_tuned("heart.png", 9)
        self.tune("heart.png", {"threshold": 30})
        self.assertEqual(self.rules(), {**by_hand, "rules": [*by_hand["rules"], {"match": "heart.png", "alpha-threshold": 30}]})
        self.save_rules()
        self.assert_same_as_command_line()
        self.set_option("with-outline", True)
        self.wait("live.pack !== before")
        self.wait_for_pack()
        self.assert_is_tuned("heart.png", 30)
        self.save_rules()
        self.assert_same_as_command_line()

    def test_rules_that_are_wrong_change_nothing(self):
        self.tune("deep.png", {"threshold": 120})
        for text, said in (('{"rules": [{"match": "deep.png", "nothing": 1}]}', "nothing"), ("{", "is not JSON"), ("[1]", "must be an object"),
                           ('{"rules": 5}', "rules")):
            with self.subTest(text=text):
                with open("rules.json", "w", encoding="utf-8") as file:
                    file.write(text)
                page.drop(["rules.json"])
                self.wait(f"$('status').textContent.includes({json.dumps(said)})")
                self.wait("!tool.running")
                self.assertIn("120", self.js("live.rules"))
                self.assertEqual(self.js("[tune.item.unit.now.threshold, views.pack.sprites.length]"), [120, 20])
                self.js("say('')")


class Plays(LiveTest):
    STANDS = "(({ ground, hero }) => [isFree(hero, hero.x, hero.y), isFree(hero, hero.x, hero.y + 1)])(game)"

    def enter(self):
        page.click("#tab-game")
        self.wait("game.isRunning === true && game.hero?.isDown && game.targets.every(({ isDown }) => isDown)")
        # From here on the test makes the steps.
        self.js("(gameFrame = () => {}, stepGame())")

    def test_a_walker_stands_walks_and_never_is_in_the_ground(self):
        self.enter()
        self.assertEqual(self.js(self.STANDS), [True, False])
        self.assertTrue(self.js("game.targets.every(target => isFree(target, target.x, target.y))"))
        begin = self.js("game.hero.x")
        page.run("$('game-stage').focus()")
        page.hold("ArrowRight")
        free = self.js("Array.from({ length: 20 }, () => (stepGame(), isFree(game.hero, game.hero.x, game.hero.y)))")
        self.assertEqual(free, [True] * 20)
        self.assertGreater(self.js("game.hero.x"), begin + 10)
        # The page keeps its own keys: nothing else has happened.
        self.assertFalse(self.js("$('game').hidden"))

    def test_a_shot_blows_a_crater_into_mask_and_picture_alike(self):
        self.enter()
        self.js("game.before = game.ground.sprite.solidPixels")
        self.js("game.aim = { x: game.hero.x + 60, y: game.world.height - 4 }, shoot()")
        self.js("(() => { for (let i = 0; i < 300 && game.shots.length > 0; i++) stepGame(); })()")
        self.assertEqual(self.js("game.craters"), 1)
        self.assertLess(self.js("game.ground.sprite.solidPixels"), self.js("game.before"))
        wrong = """(() => {
            const { width, height } = game.world, shown = game.picture.getContext('2d').getImageData(0, 0, width, height).data;
            let wrong = 0;
            for (let y = 0, at = 3; y < height; y++)
                for (let x = 0; x < width; x++, at += 4)
                    wrong += (shown[at] > 0) !== game.ground.solid(x, y) ? 1 : 0;
            return wrong;
        })()"""
        self.assertEqual(self.js(wrong), 0)

    def test_a_target_is_hit_to_the_pixel(self):
        self.enter()
        self.js("""(() => {
            const target = game.targets[0], { sprite, mask } = target.frames[0];
            const solid = Array.from({ length: sprite.width }, (_, x) => x).find(x => mask.solid(x, 0));
            game.shots = [{ x: target.x + solid, y: target.y - 3, dx: 0, dy: 7 }];
            stepGame();
        })()""")
        self.assertEqual(self.js("[game.hits, game.targets[0].isOver]"), [1, True])

    def test_others_may_play(self):
        self.enter()
        self.set_option("game-hero", "ring.png")
        self.set_option("game-ground", "heart.png")
        self.wait("game.hero?.frames[0].sprite.name === 'ring.png'")
        self.wait("!game.isStale")
        self.js("(() => { for (let i = 0; i < 400; i++) stepGame(); })()")
        self.assertEqual(self.js(self.STANDS), [True, False])

    def test_keys_go_to_the_game_after_a_click_and_stay_with_the_tabs_otherwise(self):
        self.enter()
        self.assertEqual(self.js("document.activeElement.id"), "game-stage")
        page.open(PAGE)
        self.wait_for_pack()
        self.js("$('tab-animations').click(), $('tab-animations').focus()")
        page.hold("ArrowRight")
        self.wait("game.isRunning === true")
        self.assertEqual(self.js("document.activeElement.id"), "tab-game")

    def test_all_that_is_hit_is_told(self):
        self.enter()
        self.js("(game.targets.forEach(target => { target.isOver = true; }), game.hits = game.targets.length, sayGame())")
        self.assertEqual(self.js("$('game-score').textContent"), "All 7 hit · 0 craters")

    def test_art_without_a_solid_pixel(self):
        page.click("#tab-game")
        page.drop([SAMPLES + "/empty.png"])
        self.wait("views.pack.sprites.length === 1 && !game.isStale")
        self.assertFalse(self.js("$('game-nothing').hidden"))


class Keeps(LiveTest):
    def test_art_is_kept_when_asked_for_and_no_longer(self):
        for path in ("heart.png", "ring.png"):
            shutil.copy(os.path.join(SAMPLES, path), "art")
        page.drop(["art"])
        self.wait("views.pack.sprites.length === 2")
        self.wait_for_pack("heart.png")
        page.open(PAGE)
        self.wait_for_pack()
        self.assertEqual(self.js("views.pack.sprites.length"), 20)
        page.drop(["art"])
        self.wait("views.pack.sprites.length === 2")
        self.set_option("bare-names", True)
        self.wait_for_pack("heart")
        self.js("$('keep-art').click()")
        self.wait("keptArt().then(kept => kept?.files.length === 2)")
        page.open(PAGE)
        self.wait_for_pack("heart")
        self.assertEqual(self.command(), "hitmask bake art --animate 100 --strip-extension -o game.hmk")
        # With what was tuned.
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.js("change({ threshold: 120 })")
        self.wait("keptArt().then(kept => kept?.rules?.includes('120'))")
        page.open(PAGE)
        self.wait_for_pack("heart")
        self.wait("live.rules.includes('120')")
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.assertEqual(self.js("tune.item.unit.now.threshold"), 120)
        self.js("$('keep-art').click()")
        self.wait("keptArt().then(kept => kept === null)")
        page.open(PAGE)
        self.wait_for_pack()
        self.assertEqual(self.js("views.pack.sprites.length"), 20)

    def test_a_page_has_its_licences(self):
        self.js("$('licenses').open = true")
        self.wait("$('license-text').textContent.includes('expat') && $('license-text').textContent.includes('MIT License')")


class Takes(LiveTest):
    def taken(self, name):
        """The bytes that a button gives."""
        self.js("""window.saved = null, save = async (name, bytes) => {
            window.saved = [name, [...new Uint8Array(await new Blob([bytes]).arrayBuffer())]]; }""")
        self.js(f"take({json.dumps(name)})")
        self.wait("window.saved !== null")
        self.assertEqual(self.js("window.saved[0]"), name)
        return bytes(self.js("window.saved[1]"))

    def test_outputs_are_those_of_the_command_line(self):
        os.symlink(SAMPLES, "sprites")
        for name in ("game.json", "game.c", "game.h"):
            subprocess.run([HITMASK, "bake", "--quiet", "--force", "sprites", "--animate", "100", "-o", "game.c" if name == "game.h" else name], check=True, stderr=subprocess.PIPE)
            with open(name, "rb") as file:
                self.assertEqual(self.taken(name), file.read(), name)
        self.assertEqual(digest(self.taken("game.hmk")), self.page_digest())

    def test_shapes_are_made_for_an_engine_that_needs_them(self):
        os.symlink(SAMPLES, "sprites")
        self.taken("game.hmk")
        self.js("void showTake()")
        self.js("window.saved = null, $('engine').value = 'godot', $('export').click()")
        self.wait("!$('make-shapes').hidden")
        self.assertIn("godot needs shapes", self.js("$('take-problem').textContent"))
        self.js("$('make-shapes').firstElementChild.click()")
        self.wait("window.saved !== null && !tool.running")
        self.assertEqual(self.js("[window.saved[0], $('make-shapes').hidden, $('take-problem').hidden]"), ["game_godot.zip", True, True])
        self.js("$('take').close()")
        self.assertEqual(self.command(), "hitmask bake sprites --animate 100 --polygons 1 --pieces 8 -o game.hmk")
        self.assert_same_as_command_line()

    def test_saving_says_that_it_saved(self):
        self.js("showTake()")
        page.click("[data-take='game.hmk']")
        self.wait("$('saved').textContent === 'Saved game.hmk: look in your downloads.'")

    def test_shapes_for_engines_are_those_of_the_command_line(self):
        os.symlink(SAMPLES, "sprites")
        self.taken("game.hmk")
        page.run("$('engine').value = 'matter', exportShapes()")
        self.assertFalse(self.js("$('take-problem').hidden"))
        self.set_option("polygons", "1")
        self.set_option("pieces", "8")
        self.wait_for_pack()
        native("sprites", "--animate", "100", "--polygons", "1", "--pieces", "8")
        os.rename("native.hmk", "game.hmk")
        for engine, name in self.js("Object.entries(EXPORTS)"):
            with self.subTest(engine=engine):
                self.js(f"window.saved = null, $('engine').value = '{engine}', exportShapes()")
                self.wait("window.saved !== null")
                subprocess.run([HITMASK, "export", "--quiet", "--force", "--for", engine, "game.hmk", "-o", name], check=True, stderr=subprocess.PIPE)
                saved = self.js("window.saved[0]"), bytes(self.js("window.saved[1]"))
                if os.path.isdir(name):
                    self.assertEqual(saved[0], name + ".zip")
                    self.assertEqual(unzipped(saved[1]), files_below(name))
                else:
                    with open(name, "rb") as file:
                        self.assertEqual(saved, (name, file.read()))


class Strangers(LiveTest):
    def left_out(self):
        return self.js("[...$('broken').querySelectorAll('li:not(.more)')].map(li => li.textContent)")

    def test_broken_files_are_named_and_left_out(self):
        shutil.copy(SAMPLES + "/heart.png", "art")
        with open(SAMPLES + "/enemy.png", "rb") as file:
            half = file.read()[:700]
        odd = "<img src=x onerror='window.hacked = 1'> é ‮.png"
        for name, content in (("cut.png", half), ("text.png", b"no picture"), (odd, b"neither"), ("nothing.png", b"")):
            with open(os.path.join("art", name), "wb") as file:
                file.write(content)
        with open("art/bomb.png", "wb") as file:
            file.write(png(65535, 65535, 8, 6, 0, (b"IDAT", zlib.compress(b""))))
        # Chromium leaves such a name out where a folder is dropped.
        page.drop(glob.glob("art/*"))
        self.wait("views.pack.sprites.length === 1")
        self.wait_for_pack("heart.png")
        said = "\n".join(self.left_out())
        for name in ("art/cut.png", "art/text.png", f"art/{odd}", "art/nothing.png", "art/bomb.png"):
            self.assertIn(name, said)
        self.assertIsNone(self.js("window.hacked ?? null"))
        self.assertRegex(said, r"art/bomb.png .*max-pixels")
        self.assert_left_out_of_command_line("art/heart.png")

    def assert_left_out_of_command_line(self, *good):
        self.assertEqual(self.page_digest(), digest(native("--root", "art", "--animate", "100", *good)))

    def test_files_that_are_no_pictures(self):
        with open("art/readme.txt", "w", encoding="utf-8") as file:
            file.write("words")
        page.drop(["art/readme.txt"])
        self.wait("$('status').textContent.startsWith('Not baked')")
        self.assertEqual(self.js("views.pack.sprites.length"), 20)
        page.drop([SAMPLES + "/heart.png"])
        self.wait("views.pack.sprites.length === 1")

    def test_what_is_shown_stays_where_other_art_cannot_be_baked(self):
        with open("art/cut.png", "wb") as file:
            file.write(b"\x89PNG")
        page.drop(["art"])
        self.wait("$('status').textContent.startsWith('Not baked')")
        self.assertEqual(self.command(), "hitmask bake sprites --animate 100 -o game.hmk")
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.assertEqual(self.js("tune.items.filter(({ problem }) => problem).length"), 0)

    def test_a_folder_without_a_picture_is_left_out(self):
        os.makedirs("good", exist_ok=True)
        shutil.copy(SAMPLES + "/heart.png", "good")
        for name in ("bad.png", "notes.txt"):
            with open(f"art/{name}", "w", encoding="utf-8") as file:
                file.write("words")
        page.drop(["art", "good"])
        self.wait("views.pack.sprites.length === 1")
        self.wait_for_pack("heart.png")
        self.assertEqual(self.command(), "hitmask bake good --animate 100 -o game.hmk")
        self.assert_same_as_command_line()
        shutil.rmtree("good")

    def test_files_that_are_gone_are_left_out(self):
        for name in ("heart.png", "ring.png", "ball.png"):
            shutil.copy(SAMPLES + "/" + name, "art")
        os.symlink("nowhere.png", "art/link.png")
        page.drop(["art"])
        self.wait("views.pack.sprites.length === 3")
        self.wait_for_pack("ball.png")
        page.settle()
        os.remove("art/ring.png")
        with open("art/ball.png", "wb") as file:
            file.write(b"no longer a picture")
        # The files that the worker has read go with the worker.
        self.js("tool.worker.terminate(), tool.worker = null")
        self.set_option("bare-names", True)
        self.wait_for_pack("heart")
        self.assertEqual(self.js("views.pack.sprites.map(({ name }) => name)"), ["heart"])
        self.assertRegex("\n".join(self.left_out()), "art/ball.png .*\n.*art/ring.png cannot be read|art/ring.png cannot be read.*\n.*art/ball.png")

    def test_folders_that_cannot_be_read_are_named(self):
        """As browsers pass folders on: as handles, or as entries."""
        self.js("""takeFrom(filesOfDrop({ items: (() => {
            const locked = { kind: 'directory', name: 'locked', values() { throw new Error('no permission'); } };
            const shut = { name: 'shut', createReader: () => ({ readEntries: (done, failed) => failed(new Error('closed')) }) };
            const heart = { isFile: true, name: 'heart.png', file: done => done(new File([live.files.get('sprites/heart.png')], 'heart.png')) };
            const lists = [[heart], [shut], []];
            const tree = { isDirectory: true, name: 'tree', createReader: () => ({ readEntries: done => done(lists.shift()) }) };
            return [{ kind: 'file', getAsFileSystemHandle: async () => locked, getAsFile: () => null },
                    { kind: 'file', webkitGetAsEntry: () => tree, getAsFile: () => null }];
        })() }))""")
        self.wait("views.pack.sprites.length === 1")
        self.wait_for_pack("heart.png")
        self.assertEqual(self.left_out(), ["left out locked cannot be read: no permission", "left out tree/shut cannot be read: closed"])
        self.assertEqual(self.command(), "hitmask bake tree --animate 100 -o game.hmk")

    def test_too_many_files_are_refused_with_words(self):
        for i in range(10001):
            with open(f"art/{i}.png", "wb"):
                pass
        page.drop(["art"])
        self.wait("$('status').textContent.includes('more than the 10\u202f000 files')")
        self.assertEqual(self.js("views.pack.sprites.length"), 20)

    def test_the_latest_drop_wins(self):
        os.makedirs("many")
        for i in range(400):
            shutil.copy(SAMPLES + "/interlaced.png", f"many/{i}.png")
        page.drop(["many"])
        page.drop([SAMPLES + "/ring.png"])
        self.wait_for_pack("ring.png")
        self.wait_for_pack()
        self.assertEqual(self.js("views.pack.sprites.map(({ name }) => name)"), ["ring.png"])
        # While a bake runs, too.
        page.drop(["many"])
        self.wait("tool.running !== null || views.pack.sprites.length === 400")
        page.drop([SAMPLES + "/heart.png"])
        self.wait("views.pack.sprites.length === 1")
        self.wait_for_pack("heart.png")
        shutil.rmtree("many")

    def test_options_that_are_wrong_are_said(self):
        self.set_option("others", "--polygon 3")
        self.wait("$('status').textContent.startsWith('Not baked')")
        self.assertIn("unknown option '--polygon'; did you mean '--polygons'?", self.status())
        self.set_option("others", "--format json")
        self.wait("$('status').textContent.includes('another output than a pack')")
        self.set_option("others", "")
        self.wait("live.pack !== window.before")
        self.wait_for_pack()
        self.assertTrue(self.js("$('options-problem').hidden"))

    def test_options_that_win_over_tune_are_said(self):
        self.set_option("others", "--alpha-threshold 40")
        self.wait_for_pack()
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.js("change({ threshold: 120 })")
        self.wait("$('rules-hint').textContent === 'These rules do not count as long as “Options” has --alpha-threshold.'")
        self.set_option("others", "")
        self.wait("$('rules-hint').textContent.startsWith('Save this beside your art')")

    def test_the_policy_holds(self):
        self.js("setTimeout(() => { try { eval('1'); } catch (error) { window.refused = error.name; } })")
        self.wait("window.refused === 'EvalError'")
        self.assertEqual(self.js("(() => { try { document.body.innerHTML = '<b>x</b>'; } catch (error) { return error.name; } })()"), "TypeError")
        self.assertEqual(self.js("fetch('data:text/plain,x').then(() => 'fetched', error => error.name)"), "TypeError")
        page.problems.clear()


class Looks(LiveTest):
    def test_every_control_has_a_name(self):
        nameless = ("[...document.querySelectorAll('button, input:not([type=file]), select, canvas[role],"
                    " [role=listbox], [role=tabpanel], dialog')].filter(e =>"
                    " !(e.textContent.trim() || e.ariaLabel || e.labels?.length ||"
                    " e.getAttribute('aria-labelledby'))).map(e => e.outerHTML)")
        self.assertEqual(self.js(nameless), [])
        self.assertEqual(self.js("(ids => ids.filter((id, i) => ids.indexOf(id) !== i))([...document.querySelectorAll('[id]')].map(e => e.id))"), [])

    def test_it_fits_narrow_and_wide_screens(self):
        for width in (420, 3840):
            page.resize(width, 900)
            page.settle()
            self.assertEqual(self.js("innerWidth"), width)
            self.assertEqual(*self.js("[document.documentElement.scrollWidth, document.documentElement.clientWidth]"))
        page.resize(1280, 800)

    def test_the_art_has_most_of_a_narrow_screen(self):
        page.resize(420, 800)
        page.click("#tab-sprites")
        page.settle()
        self.js("$('intro').hidden = true")
        self.assertLess(self.js("$('sprites').getBoundingClientRect().top"), 200)
        # The list of keys begins at its begin.
        self.js("$('help').showModal()")
        self.assertEqual(self.js("$('help').scrollTop"), 0)
        self.js("$('help').close()")
        page.resize(1280, 800)

    def test_rules_are_saved_from_the_tab(self):
        page.click("#tab-tune")
        self.wait("tune.item !== null && tune.isOrdered && !$('tune').inert")
        self.js("change({ threshold: 120 }), showRules(), save = (name, bytes) => { window.saved = [name, bytes]; }, $('save-rules').click()")
        self.assertEqual(self.js("[saved[0], JSON.parse(saved[1]), $('save-rules').textContent]"),
                         ["rules.json", {"options": {"alpha-threshold": 120}}, "Saved"])

    def test_its_size(self):
        self.assertLess(os.path.getsize(PAGE), 750_000)


if __name__ == "__main__":
    sys.exit(tap.main(__name__, missing()))
