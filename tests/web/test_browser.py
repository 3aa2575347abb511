#!/usr/bin/python3
"""test_browser.py - the package for browsers in Chromium, alone and with the real Phaser and Pixi

Each page of page/ is bundled to a script by esbuild, with the package as `make npm` packs it.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/page"))

import browser
import tap

WEB = os.path.join(os.environ.get("HITMASK_BUILD", os.path.join(ROOT, "build")), "web")
MODULES = os.path.join(WEB, "modules/node_modules")


class Page(unittest.TestCase):
    """A page with a script, which is bundled once for all tests of the class."""

    script = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        if cls.script is None:
            return
        cls.browser = browser.Browser(width=800, height=600)
        page = os.path.join(cls.folder.name, "page.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write("<!doctype html><meta charset=utf-8><link rel=icon href=data:,><body>"
                       f"<script>{cls.bundle(cls.script)}</script>")
        cls.browser.open(page)
        cls.browser.run("window.ready && ready.then(() => 0)")

    @classmethod
    def tearDownClass(cls):
        if cls.script is not None:
            cls.browser.close()
        cls.folder.cleanup()

    @classmethod
    def bundle(cls, script):
        """A module and all that it imports, as one classic script."""
        out = os.path.join(cls.folder.name, script)
        subprocess.run(
            ["node", os.path.join(MODULES, "esbuild/bin/esbuild"), os.path.join(ROOT, "tests/web/page", script),
             "--bundle", "--format=iife", "--outfile=" + out, "--log-level=error", "--minify",
             "--alias:hitmask=" + os.path.join(WEB, "package"), "--alias:built=" + WEB,
             "--loader:.png=dataurl", "--loader:.hmk=binary", "--loader:.wasm=binary"],
            check=True, env={**os.environ, "NODE_PATH": MODULES})
        with open(out, encoding="utf-8") as file:
            return file.read().replace("</script", "<\\/script")

    def run_in_page(self, expression):
        result = self.browser.run(expression)
        # The browser remarks on a missing graphics card, and on canvases that the tests read.
        problems = [said for said in self.browser.problems if "WebGL" not in said and "readback" not in said]
        self.assertEqual(problems, [])
        return result

    def press(self, x, y):
        self.browser.mouse("mouseMoved", x, y)
        self.browser.mouse("mousePressed", x, y)
        self.browser.mouse("mouseReleased", x, y)
        self.browser.settle()

    def press_everywhere(self):
        """Clicks count on solid pixels and nowhere else."""
        places = self.run_in_page("clickable()")
        self.assertGreater(len(places["inside"]), 10)
        self.assertGreater(len(places["outside"]), 5)
        for name, wanted in (("inside", 1), ("outside", 0)):
            for x, y in places[name][::3]:
                self.run_in_page("clicks = 0")
                self.press(x, y)
                self.assertEqual(self.run_in_page("clicks"), wanted, f"({x}, {y}) is {name}")


class Core(Page):
    """The module alone."""

    script = "core.js"

    def test_answers_are_those_of_node(self):
        self.assertEqual(self.run_in_page("answers()"), [True, {"x": 26, "y": 11}, 159])

    def test_the_digest_of_platforms_is_that_of_every_platform(self):
        with open(os.path.join(ROOT, "tests/platforms/run.sh"), encoding="utf-8") as file:
            wanted = re.search(r"^wanted='([^']*)'$", file.read(), re.M)[1]
        self.assertEqual(self.run_in_page("digest()"), wanted)

    def test_masks_of_canvases_and_image_data(self):
        # 20 pixels less one, and one of half the alpha, which is 127 or 128.
        one = self.run_in_page("masks()")[:4]
        self.assertEqual(one[0], 20)
        self.assertIn(one[1], (19, 20))
        self.assertEqual(one[2:], [19, False])
        self.assertEqual(self.run_in_page("masks()"), one * 3)

    def test_a_canvas_without_pixels_is_refused(self):
        self.assertEqual(self.run_in_page("refused()"), [True, "ARGUMENT"])

    def test_a_worker_answers_and_refuses_sprites_of_the_page(self):
        self.browser.run("window.worker = " + json.dumps(self.bundle("worker.js")))
        self.assertEqual(self.run_in_page("inWorker(worker)"), [True, {"x": 26, "y": 11}, 159, "ARGUMENT"])

    def test_a_policy_that_allows_webassembly_is_enough(self):
        self.assert_policy("script-src 'unsafe-inline' 'wasm-unsafe-eval'", None)

    def test_a_policy_that_forbids_webassembly_is_named(self):
        self.assert_policy("script-src 'unsafe-inline'", "wasm-unsafe-eval")

    def assert_policy(self, policy, error):
        path = os.path.join(self.folder.name, "policy.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"<!doctype html><meta charset=utf-8><link rel=icon href=data:,>"
                       f"<meta http-equiv=Content-Security-Policy content=\"{policy}\"><script>"
                       f"window.onerror = text => window.failed = text;</script><script>{self.bundle('core.js')}</script>")
        other = browser.Browser()
        try:
            other.open(path)
            failed = other.run("window.failed ?? null")
            if error is None:
                self.assertIsNone(failed)
                self.assertEqual(other.run("answers()")[0], True)
            else:
                self.assertIn(error, failed)
        finally:
            other.close()


class Phaser(Page):
    """Game objects of the real Phaser; its own pictures are the oracle."""

    script = "phaser.js"

    def test_objects_touch_where_their_pictures_do(self):
        result = self.run_in_page("compare(120, false)")
        self.assertEqual(result["wrong"], [])
        self.assertTrue(20 < result["met"] < 110, result["met"])

    def test_objects_in_turned_containers_too(self):
        result = self.run_in_page("compare(60, true)")
        self.assertEqual(result["wrong"], [])
        self.assertTrue(5 < result["met"] < 58, result["met"])

    def test_clicks_count_on_solid_pixels(self):
        self.press_everywhere()

    def test_overlaps_of_arcade_physics_are_those_of_pixels(self):
        result = self.run_in_page("arcade()")
        self.assertEqual(result["boxes"], 3)
        self.assertTrue(0 < result["touched"] < 3)
        self.assertTrue(result["same"] and result["first"])

    def test_arcade_physics_misses_no_turned_object_with_a_body_for_it(self):
        result = self.run_in_page("turnedArcade()")
        self.assertGreater(result["met"], 50)
        # Phaser's own boxes do not turn, which is why there is arcadeBody.
        self.assertGreater(result["missed"][0], 0)
        self.assertEqual(result["missed"][1], 0)

    def test_a_matter_body_of_pieces_lies_under_the_picture_and_falls(self):
        matter = self.run_in_page("matter()")
        self.assertGreater(matter["pieces"], 1)
        for result in matter["results"]:
            self.assertGreater(result["pixels"], 500)
            self.assertLess(result["moved"], 1e-6)
            self.assertLess(result["away"], 5)
            self.assertTrue(result["falls"])
            self.assertEqual(result["restitution"], 0.25)

    def test_a_fast_bullet_stops_before_what_it_would_pass_through(self):
        result = self.run_in_page("fast()")
        self.assertEqual(result["wrong"], [])
        self.assertTrue(20 < result["stopped"] < 60, result["stopped"])

    def test_a_frame_with_a_pivot_is_mirrored_about_it(self):
        result = self.run_in_page("pivoted()")
        self.assertEqual(result["wrong"], 0)
        self.assertGreater(result["met"], 100)

    def test_mistakes_are_named(self):
        said = self.run_in_page("mistakes()")
        self.assertIn('texture "hero": there is no sprite "hero"', said["name"])
        self.assertIn('the option "name"', said["name"])
        self.assertIn("8 x 8", said["size"])
        self.assertIn("Graphics is not a game object with a texture (Sprite, Image)", said["text"])
        self.assertIn("--pieces", said["pieces"])
        wanted = {"others": "group.getChildren()", "arcadeBody": "no dynamic body", "pack": "open(bytes)"}
        for method, text in said["nothing"].items():
            self.assertIn(wanted.get(method, "is not a game object with a texture (Sprite, Image)"), text, method)
        self.assertEqual(said["renamed"], "person.png")


class Pixi(Page):
    """Sprites of the real Pixi; its own pictures are the oracle."""

    script = "pixi.js"

    def test_sprites_touch_where_their_pictures_do(self):
        result = self.run_in_page("compare(60, false)")
        self.assertEqual(result["wrong"], [])
        self.assertTrue(10 < result["met"] < 58, result["met"])

    def test_sprites_in_turned_containers_too(self):
        result = self.run_in_page("compare(40, true)")
        self.assertEqual(result["wrong"], [])
        self.assertTrue(3 < result["met"] < 38, result["met"])

    def test_clicks_count_on_solid_pixels(self):
        self.press_everywhere()

    def test_textures_of_twice_the_resolution(self):
        self.assertEqual(self.run_in_page("dense()"), {"width": 20, "wrong": 0})

    def test_mistakes_are_named(self):
        said = self.run_in_page("mistakes()")
        self.assertIn("shear", said["skewed"])
        self.assertIn("there is no sprite", said["unknown"])
        self.assertIn("the object is not a sprite of Pixi", said["container"])
        for method, text in said["nothing"].items():
            self.assertIn("open(bytes)" if method == "pack" else "is not a sprite of Pixi", text, method)


if __name__ == "__main__":
    sys.exit(tap.main("__main__"))
