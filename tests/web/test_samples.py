#!/usr/bin/python3
"""test_samples.py - the games of samples/web, as their own scripts have baked and built them, play in Chromium

test_samples.py --picture phaser|pixi DIST PNG - what a game looks like, for the README
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


def when(started):
    return "new Promise(done => { const wait = () => %s ? done() : setTimeout(wait, 20); wait(); })" % started

# Belt and pit of the game of Pixi without things, and a way to put one somewhere as a player does.
CLEAR = "for (const thing of [...belt.children, ...pit.children]) if (thing.anchor.x > 0) thing.destroy(); app.render();"
PUT = """
    window.put = (kind, x, y, scale = 1, angle = 0) => {
        const thing = arrive(kind);
        thing.scale.set(scale, Math.abs(scale));
        thing.angle = angle;
        take(thing);
        Object.assign(mouse, { x, y });
        step(1);
        letGo();
        return thing;
    };
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".hmk": "application/octet-stream"}

    def log_message(self, *_):
        pass


class Played:
    """A game in a browser. `started` is true once the game runs, and `step` makes step(frames) there."""

    started = step = None

    def __init__(self, dist):
        handler = functools.partial(Quiet, directory=dist)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.browser = browser.Browser(width=640, height=400)
        self.browser.call("Page.addScriptToEvaluateOnNewDocument", {"source": STEADY})
        self.browser._navigate(f"http://127.0.0.1:{self.server.server_port}/index.html")
        self.browser.run(when(self.started))
        self.browser.run("(() => {" + self.step + "})()")

    def close(self):
        self.browser.close()
        self.server.shutdown()


class PlayedPhaser(Played):
    started = "window.game?.scene.scenes[0]?.hero"
    step = """
        window.scene = game.scene.scenes[0];
        game.loop.stop();
        let now = scene.time.now;
        window.step = (frames) => { for (let i = 0; i < frames; i++) game.step(now += 16, 16); };
    """


class PlayedPixi(Played):
    started = "window.game"
    step = """
        Object.assign(window, game);
        app.ticker.stop();
        window.step = (frames) => { for (let i = 0; i < frames; i++) update(); app.render(); };
    """ + PUT


class Sample(unittest.TestCase):
    """A game that was built, for all tests of the class."""

    name = played_by = played = None

    @classmethod
    def setUpClass(cls):
        dist = os.path.join(WEB, "modules/web", cls.name, "dist")
        if os.path.exists(dist):
            cls.played = cls.played_by(dist)
            cls.run_in_page = cls.played.browser.run

    @classmethod
    def tearDownClass(cls):
        if cls.played is not None:
            cls.played.close()

    def setUp(self):
        if self.played is None:
            self.skipTest("needs Node 20")

    def assert_silence(self):
        self.assertEqual([said for said in self.played.browser.problems if "WebGL" not in said], [])


class Phaser(Sample):
    """The promises of the game of Phaser."""

    name, played_by = "phaser", PlayedPhaser

    def setUp(self):
        super().setUp()
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
        self.assert_silence()


class Pixi(Sample):
    """The promises of the game of Pixi."""

    name, played_by = "pixi", PlayedPixi

    def setUp(self):
        super().setUp()
        self.run_in_page(CLEAR)

    def mouse(self, x, y, kinds):
        left, top = self.run_in_page("(({ x, y }) => [x, y])(app.canvas.getBoundingClientRect())")
        for kind in kinds:
            self.played.browser.mouse("mouse" + kind, left + x, top + y)
            self.played.browser.settle()

    def click(self, x, y):
        self.mouse(x, y, ["Moved", "Pressed", "Released"])

    def test_a_click_takes_what_is_seen_under_the_mouse(self):
        # A small heart behind a ring, seen through its hole.
        behind = """(() => {
            window.heart = arrive('heart').position.set(300, 56);
            window.ring = arrive('ring');
            [heart, ring] = belt.children;
            ring.position.set(300, 56), ring.scale.set(-1.2, 1.2), ring.angle = 45;
            heart.position.set(300, 56), heart.scale.set(0.7), heart.angle = 0;
            app.render();
        })()"""
        # The hole, the rim, a corner of the ring's box, which is no pixel of anything.
        for x, y, wanted in ((300, 56, "heart"), (300 + 28, 56, "ring"), (300 - 36, 56 - 36, None)):
            self.run_in_page(CLEAR)
            self.run_in_page(behind)
            self.click(x, y)
            self.mouse(300, 250, ["Moved"])
            self.run_in_page("step(1)")
            moved = self.run_in_page("[heart, ring].map(thing => thing.y === 250)")
            self.assertEqual(moved, [wanted == "heart", wanted == "ring"], (x, y))
            if wanted is not None:
                self.click(300, 250)
                self.assertEqual(self.run_in_page(f"{wanted}.parent === pit"), True)

    def test_the_mouse_points_at_what_moves_under_it(self):
        self.run_in_page("(window.ring = arrive('ring')).scale.set(1), 0")
        self.mouse(300, 140, ["Moved"])
        # The rim of the ring lies under the mouse, then its hole, the rim, and a corner of its box.
        for x, y, wanted in ((26, 0, "pointer"), (0, 0, "inherit"), (0, 26, "pointer"), (30, 30, "inherit")):
            self.run_in_page(f"ring.position.set({300 - x}, {140 - y}), app.render()")
            self.assertEqual(self.run_in_page("""new Promise(done => {
                const until = Date.now() + 5000;
                const look = () => {
                    const { cursor } = app.canvas.style;
                    cursor === '%s' || Date.now() > until ? done(cursor) : setTimeout(look, 20);
                };
                look();
            })""" % wanted), wanted, (x, y))

    def test_a_heart_rests_in_the_hole_of_a_ring(self):
        rests = self.run_in_page("""(() => {
            const ring = put('ring', 300, 250, 1.8);
            step(100);
            const heart = put('heart', 300, ring.y, 1, 10);
            const put_ = heart.parent === pit;
            step(100);
            const before = heart.y;
            step(20);
            return [put_, ring.y, before - ring.y, heart.y - before];
        })()""")
        self.assertEqual(rests[0], True)
        # The ring lies on the floor, 368, with its radius of 31.5 x 1.8, and the heart on its inner side.
        self.assertTrue(309 <= rests[1] <= 314, rests)
        self.assertTrue(5 < rests[2] < 30, rests)
        self.assertEqual(rests[3], 0)

    def test_wheel_and_arrows_turn_what_is_held(self):
        angles = self.run_in_page("""(() => {
            const ring = arrive('ring');
            ring.angle = 0;
            const wheel = () => dispatchEvent(new WheelEvent('wheel', { deltaY: 100 }));
            const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key }));
            const angles = [];
            wheel(), angles.push(ring.angle);
            take(ring);
            wheel(), wheel(), angles.push(ring.angle);
            press('ArrowLeft'), angles.push(ring.angle);
            press('ArrowRight'), press('a'), angles.push(ring.angle);
            Object.assign(mouse, { x: 300, y: 140 });
            step(1);
            letGo();
            return angles;
        })()""")
        self.assertEqual([round(angle, 6) for angle in angles], [0, 15, 7.5, 15])

    def test_what_touches_is_not_let_go(self):
        let_go = self.run_in_page("""(() => {
            const ring = put('ring', 300, 250, 1.8);
            step(100);
            const heart = put('heart', 300 + 45, ring.y, 1);
            const refused = heart.parent === belt;
            Object.assign(mouse, { x: 300, y: ring.y });
            step(1);
            letGo();
            return [refused, heart.parent === pit];
        })()""")
        self.assertEqual(let_go, [True, True])

    def test_what_lay_on_a_thing_falls_when_it_is_taken(self):
        fell = self.run_in_page("""(() => {
            const lower = put('grey', 300, 300);
            step(100);
            const upper = put('grey', 300, 200);
            step(100);
            const lay = upper.y;
            take(lower);
            Object.assign(mouse, { x: 300, y: 140 });
            step(100);
            letGo();
            return upper.y - lay;
        })()""")
        self.assertGreater(fell, 15)

    def test_what_was_let_go_comes_to_rest(self):
        rest = self.run_in_page("""(() => {
            for (let i = 0; i < 25; i++) {
                put(undefined, 180 + (i * 97) % 280, 150, 0.8 + (i % 4) / 4, i * 50);
                step(60);
            }
            step(400);
            const things = pit.children.filter(thing => thing.anchor.x > 0);
            const places = () => things.map(({ x, y }) => `${x} ${y}`).join();
            const before = places();
            step(10);
            return [things.length, before === places()];
        })()""")
        self.assertGreater(rest[0], 12)
        self.assertTrue(rest[1])

    def test_nothing_is_complained_of(self):
        self.run_in_page("step(600)")
        self.assert_silence()


def picture_phaser(dist, path):
    played = PlayedPhaser(dist)
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


def picture_pixi(dist, path):
    played = PlayedPixi(dist)
    # Things in the pit, some in the holes of others, and somebody who is held where there is room.
    played.browser.run("""(() => {
        const drop = (kind, x, scale, angle, y = 180) => {
            const thing = put(kind, x, y, scale, angle);
            step(100);
            return thing;
        };
        const into = (ring, kind, scale, angle) => drop(kind, ring.x, scale, angle, ring.y);
        let ring = drop('ring', 190, 1.8, 0);
        into(ring, 'heart', 1.3, 10);
        drop('enemy', 290, 1.7, 160);
        ring = drop('ring', 395, 1.5, 0);
        into(ring, 'ball', 0.9, 0);
        drop('palette', 480, 1.3, -20);
        drop('person', 280, -1.3, 80);
        drop('interlaced', 355, 1.2, 20, 150);
        drop('grey', 460, 1.1, 0);
        drop('heart', 150, 1, -30);
        drop('ball', 225, 0.9, 0, 150);
        drop('palette', 410, 1, 100, 150);
        for (const thing of [...belt.children]) thing.destroy();
        const riding = (kind, x, y, scale, angle) => {
            const thing = arrive(kind);
            thing.scale.set(scale, Math.abs(scale));
            thing.angle = angle;
            thing.position.set(x, 56 + y);
        };
        riding('person', 30, -4, -1.2, 160);
        riding('heart', 76, 8, 1.2, -30);
        riding('ring', 130, -2, 1.2, 0);
        riding('ball', 172, 10, 1.1, 0);
        riding('enemy', 214, -6, 1.2, 20);
        riding('interlaced', 262, 6, 1.3, 160);
        riding('grey', 304, -4, 1.1, 40);
        riding('ring', 356, 0, 1.35, 0);
        riding('palette', 398, 6, 1.2, 60);
        riding('person', 446, -2, 1.2, 100);
        riding('enemy', 500, 4, -1.3, -40);
        riding('heart', 540, -14, 1.1, 40);
        riding('ring', 574, 6, 1, 0);
        riding('grey', 616, -8, 1.3, 80);
        const last = arrive('person');
        last.scale.set(1.4);
        last.angle = 20;
        Object.assign(mouse, { x: 320, y: 180 });
        take(last);
        step(1);
    })()""")
    played.browser.screenshot(path)
    played.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--picture"]:
        {"phaser": picture_phaser, "pixi": picture_pixi}[sys.argv[2]](*sys.argv[3:])
    else:
        sys.exit(tap.main("__main__"))
