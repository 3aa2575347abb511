#!/usr/bin/python3
"""test_sample.py - the game of samples/web, as its own scripts have baked and built it, plays in Chromium

test_sample.py --picture DIST PNG - what it looks like, for the README
"""

import functools
import http.server
import os
import sys
import threading
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/page"))

import browser
import tap

WEB = os.path.join(os.environ.get("HITMASK_BUILD", os.path.join(ROOT, "build")), "web")

# Everything that is random is the same each time, and the game is stepped by hand.
STEADY = """
    let state = 5;
    Math.random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
"""
STARTED = "new Promise(done => { const wait = () => window.game?.scene.scenes[0]?.hero ? done() : setTimeout(wait, 20); wait(); })"
STEP = "const scene = game.scene.scenes[0]; game.loop.stop(); let now = scene.time.now; const step = (frames) => { for (let i = 0; i < frames; i++) game.step(now += 16, 16); };"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".hmk": "application/octet-stream"}

    def log_message(self, *_):
        pass


class Played:
    """The game in a browser."""

    def __init__(self, dist):
        handler = functools.partial(Quiet, directory=dist)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.browser = browser.Browser(width=640, height=400)
        self.browser.call("Page.addScriptToEvaluateOnNewDocument", {"source": STEADY})
        self.browser._navigate(f"http://127.0.0.1:{self.server.server_port}/index.html")
        self.browser.run(STARTED)
        self.browser.run("(() => {" + STEP + "window.step = step; window.scene = scene; })()")

    def close(self):
        self.browser.close()
        self.server.shutdown()


DIST = os.path.join(WEB, "modules/sample/dist")


@unittest.skipUnless(os.path.exists(DIST), "needs Node 20")
class Sample(unittest.TestCase):
    """The promises of the game."""

    @classmethod
    def setUpClass(cls):
        cls.played = Played(DIST)
        cls.run_in_page = cls.played.browser.run

    @classmethod
    def tearDownClass(cls):
        cls.played.close()

    def setUp(self):
        self.run_in_page("scene.falling.clear(true, true), scene.balls.clear(true, true), 0")

    def test_a_ball_flies_through_the_hole_of_a_ring_and_hits_its_rim(self):
        aim = """(() => {
            const ring = scene.falling.create(%d, 200, 'ring').setScale(1.8);
            scene.balls.create(320, 330, 'ball').setScale(0.4).setVelocity(0, -420);
            const score = scene.score;
            step(60);
            const hit = !ring.active;
            ring.destroy();
            return [hit, scene.score - score];
        })()"""
        self.assertEqual(self.run_in_page(aim.replace('%d', '320')), [True, 1])
        # The ball goes through the hole at once when it begins there.
        through = """(() => {
            const ring = scene.falling.create(320, 200, 'ring').setScale(1.8);
            const ball = scene.balls.create(320, 200, 'ball').setScale(0.4);
            step(20);
            const together = [ring.active, ball.active, scene.physics.overlap(ring, ball)];
            ring.destroy();
            return together;
        })()"""
        self.assertEqual(self.run_in_page(through), [True, True, True])

    def test_a_click_counts_on_the_visible_pixels_of_a_cloud(self):
        self.run_in_page("""(() => {
            scene.drop();
            for (const thing of [...scene.falling.getChildren()]) thing.destroy();
            do scene.drop(); while (!scene.falling.getChildren().some(thing => thing.texture.key === 'cloud'));
            for (const thing of [...scene.falling.getChildren()]) if (thing.texture.key !== 'cloud') thing.destroy();
            window.cloud = scene.falling.getChildren()[0].setPosition(200, 100).setVelocity(0, 0);
            game.loop.start(game.step.bind(game));
        })()""")
        at = self.run_in_page("(({ x, y }) => [x, y])(game.canvas.getBoundingClientRect())")
        # The corner of its box, and its middle.
        for x, y, gone in ((200 - 44, 100 - 22, False), (200, 104, True)):
            self.played.browser.mouse("mouseMoved", at[0] + x, at[1] + y)
            self.played.browser.mouse("mousePressed", at[0] + x, at[1] + y)
            self.played.browser.mouse("mouseReleased", at[0] + x, at[1] + y)
            self.played.browser.settle()
            self.assertEqual(self.run_in_page("!cloud.active"), gone)
        self.run_in_page("game.loop.stop(), 0")

    def test_who_stands_in_the_hole_of_a_ring_is_safe(self):
        stand = """(() => {
            scene.safeUntil = 0;
            scene.lives = 5;
            const thing = scene.falling.create(scene.hero.x, scene.hero.y, '%s').setScale(%d);
            step(3);
            thing.destroy();
            return scene.lives;
        })()"""
        self.assertEqual(self.run_in_page(stand % ("ring", 4)), 5)
        self.assertEqual(self.run_in_page(stand % ("ring", 1)), 4)

    def test_nothing_is_complained_of(self):
        self.run_in_page("step(600)")
        problems = [said for said in self.played.browser.problems if "WebGL" not in said]
        self.assertEqual(problems, [])


def picture(dist, path):
    played = Played(dist)
    # A ball in the hole of a ring, one that has just met an enemy, and somebody in the hole of a large ring.
    played.browser.run("""(() => {
        scene.falling.clear(true, true);
        const thing = (kind, x, y, scale, angle) => scene.falling.create(x, y, kind).setScale(scale).setAngle(angle);
        thing('ring', 215, 165, 1.8, 0);
        thing('ring', 70, 110, 1, 30);
        thing('ring', scene.hero.x, scene.hero.y - 6, 3.2, 0);
        thing('enemy', 520, 100, 1.8, 150).setFlipX(true);
        thing('enemy', 110, 270, 1.2, 20);
        thing('cloud', 400, 60, 1.5, 0);
        thing('ring', 590, 260, 0.8, 0);
        scene.balls.create(215, 162, 'ball').setScale(0.4).setVelocity(0, -60);
        thing('enemy', 440, 190, 1.8, 60);
        const ball = scene.balls.create(422, 232, 'ball').setScale(0.4).setVelocity(60, -420);
        for (let i = 0; i < 20 && ball.active; i++) step(1);
        step(5);
        thing('enemy', 440, 190, 1.8, 60);
        game.step(scene.time.now, 0);
    })()""")
    played.browser.screenshot(path)
    played.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--picture"]:
        picture(*sys.argv[2:])
    else:
        sys.exit(tap.main("__main__"))
