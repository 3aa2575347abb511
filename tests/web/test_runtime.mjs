#!/usr/bin/env node
// test_runtime.mjs - what sprites, packs, masks, worlds and animations answer, against loops over single pixels
import assert from 'node:assert/strict';

import { bake, drawn, hitmask, keyOf, pixelsOf, samples, setOf } from './support.mjs';
import { randomFrom, refuses, test } from './tap.mjs';

const { HitmaskError, Mask, Sprite, World, open, tile } = hitmask;
const bytes = samples();
const pack = open(bytes);
const names = ['ball.png', 'deep.png', 'diagonals.png', 'enemy.png', 'person.png', 'ring.png'];
const sprites = names.map((name) => pack.sprite(name));

const wrong = (code, message, run) => refuses(HitmaskError, code, message, run);

/** Pairs of sprites, mirrored or not, at an offset where they may meet. */
function* placements(count, seed) {
    const random = randomFrom(seed);
    for (let i = 0; i < count; i++) {
        const of = () => sprites[random(0, sprites.length - 1)].flip(random(0, 1) === 1, random(0, 1) === 1);
        const a = of(), b = of();
        yield [a, b, random(-b.width, a.width), random(-b.height, a.height)];
    }
}

/** The pixels of `a` that lie on solid pixels of `b`, in reading order. */
function common(a, b, dx, dy) {
    const others = setOf(pixelsOf(b));
    return pixelsOf(a).filter(({ x, y }) => others.has(keyOf(x - dx, y - dy)));
}

test('two sprites: touch, contact and area are those of loops over pixels', () => {
    for (const [a, b, dx, dy] of placements(300, 1)) {
        const pixels = common(a, b, dx, dy);
        assert.equal(a.overlaps(b, dx, dy), pixels.length > 0);
        assert.deepEqual(a.contact(b, dx, dy), pixels[0] ?? null);
        assert.equal(a.area(b, dx, dy), pixels.length);
        const right = pixels.reduce((best, p) => (best === null || p.x > best.x ? p : best), null);
        assert.deepEqual(a.furthest(b, dx, dy, 'right'), right);
        const { area, bits, stride } = a.overlapBits(b, dx, dy);
        assert.equal(area, pixels.length);
        for (const { x, y } of pixels) assert.ok(bits[y * stride + (x >> 3)] >> (x & 7) & 1);
    }
});

test('ways out, normals and moves agree with touch', () => {
    for (const [a, b, dx, dy] of placements(200, 2)) {
        const away = a.exit(b, dx, dy, 'left', 500);
        assert.equal(a.overlaps(b, dx + away, dy), false);
        for (let k = 0; k < away; k++) assert.equal(a.overlaps(b, dx + k, dy), true);
        const move = a.escape(b, dx, dy, 500);
        assert.equal(a.overlaps(b, dx - move.x, dy - move.y), false);
        const normal = a.normal(b, dx, dy);
        assert.equal(normal !== null, a.overlaps(b, dx, dy));
        if (normal !== null) {
            assert.equal(normal.x, a.area(b, dx + 1, dy) - a.area(b, dx - 1, dy));
            assert.equal(normal.y, a.area(b, dx, dy + 1) - a.area(b, dx, dy - 1));
        }
        const sweep = a.sweep(b, 200, dy, 300, 0);
        for (let k = 0; k <= sweep.movedX; k++) assert.equal(a.overlaps(b, 200 - k, dy), false);
        if (sweep.touches) {
            assert.equal(sweep.contactX, sweep.movedX + 1);
            assert.deepEqual({ x: sweep.x, y: sweep.y }, a.contact(b, 200 - sweep.contactX, dy));
        } else {
            assert.equal(sweep.movedX, 300);
        }
    }
});

test('the gap is the smallest distance of two pixels', () => {
    const a = drawn('#..', '...'), b = drawn('..#', '##.');
    assert.deepEqual(a.gap(b, 3, 4, 99), { distance: Math.sqrt(34), x: 0, y: 0, otherX: 0, otherY: 1 });
    assert.equal(a.gap(b, 3, 4, 5), null);
});

test('shapes: the first solid pixel of a box, circle, segment and ray', () => {
    for (const sprite of sprites) {
        const pixels = pixelsOf(sprite);
        const inBox = (p) => p.x >= 5 && p.x < 15 && p.y >= 3 && p.y < 30;
        const inCircle = (p) => (p.x - 10) ** 2 + (p.y - 12) ** 2 <= 36;
        assert.deepEqual(sprite.contactBox(5, 3, 10, 27), pixels.find(inBox) ?? null);
        assert.deepEqual(sprite.contactCircle(10, 12, 6), pixels.find(inCircle) ?? null);
        const row = pixels.filter(({ y }) => y === 10);
        assert.deepEqual(sprite.contactSegment(-5, 10, 100, 10), row[0] ?? null);
        assert.deepEqual(
            sprite.contactRay(-5, 10, 1, 0),
            row.length > 0 ? { ...row[0], steps: row[0].x + 5 } : null,
        );
        assert.deepEqual(sprite.nearest(pixels[0].x, pixels[0].y, 9), pixels[0]);
        assert.equal(sprite.nearest(-500, 0, 9), null);
    }
});

test('a sprite tells its size, bounds, area, pivot, name and source', () => {
    for (const sprite of sprites) {
        const pixels = pixelsOf(sprite);
        const xs = pixels.map((p) => p.x), ys = pixels.map((p) => p.y);
        const x = Math.min(...xs), y = Math.min(...ys);
        assert.deepEqual(sprite.bounds, { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 });
        assert.equal(sprite.solidPixels, pixels.length);
        assert.deepEqual([sprite.pivotX, sprite.pivotY], [sprite.width / 2, sprite.height / 2]);
        assert.equal(sprite.source.name, sprite.name);
        assert.equal(sprite.data, '');
        for (const p of pixels.slice(0, 50)) assert.equal(sprite.solid(p.x, p.y), true);
        assert.equal(sprite.solid(-1, 0), false);
    }
    assert.equal(Sprite.box(3, 2).source, null);
});

test('mirrored sprites are mirrored, one object for each way', () => {
    const person = pack.sprite('person.png');
    const mirrored = person.flip(true, false);
    const other = setOf(pixelsOf(mirrored));
    for (const { x, y } of pixelsOf(person)) assert.ok(other.has(keyOf(person.width - 1 - x, y)));
    assert.equal(person.flip(true, false), mirrored);
    assert.equal(mirrored.flip(true, false), person);
    assert.equal(mirrored.flip(false, true), person.flip(true, true));
    assert.equal(person.flip(false, false), person);
    const turned = setOf(pixelsOf(person.transpose()));
    for (const { x, y } of pixelsOf(person)) assert.ok(turned.has(keyOf(y, x)));
});

test('outlines go round every pixel once, and components are the pieces of a mask', () => {
    const ring = drawn('####', '#..#', '####', '....', '##..');
    const loops = ring.outline();
    // Twice the area inside a loop, with the sign of its direction.
    const area = (loop) =>
        loop.reduce((sum, p, i) => sum + p.x * loop[(i + 1) % loop.length].y - loop[(i + 1) % loop.length].x * p.y, 0);
    assert.equal(loops.reduce((sum, loop) => sum + area(loop), 0) / 2, ring.solidPixels);
    assert.equal(loops.length, 3);
    assert.deepEqual(ring.components(), [
        { bounds: { x: 0, y: 0, width: 4, height: 3 }, area: 10, x: 0, y: 0 },
        { bounds: { x: 0, y: 4, width: 2, height: 1 }, area: 2, x: 0, y: 4 },
    ]);
    const { x, y, xx } = drawn('##').getMoments();
    assert.deepEqual([x, y, xx], [1, 0.5, 0.25]);
    assert.equal(drawn('..').getMoments(), null);
});

test('shapes that the bake made are loops of corners, also as placements turn them', () => {
    const person = pack.sprite('person.png');
    assert.ok(person.polygons.length > 0 && person.pieces.length > 1 && person.hull.length > 2);
    const [at] = [{ x: 100, y: 50, angle: 90, originX: 0, originY: 0 }];
    const placed = person.loops('hull', at)[0];
    person.hull.forEach(({ x, y }, i) => assert.deepEqual(placed[i], { x: 100 - y, y: 50 + x }));
    // Nothing is copied where a corner lies more than 2^23 pixels from the pivot.
    assert.deepEqual(person.loops('hull', { x: 0, y: 0, originX: 1e7, originY: 0 }), [[]]);
    assert.deepEqual(open(bake('samples/sprites/ball.png')).sprite('ball.png').pieces, []);
});

test('points of the bake are pixels of the sprite', () => {
    const person = pack.sprite('person.png'), enemy = pack.sprite('enemy.png');
    const pixels = setOf(pixelsOf(person));
    for (let i = 0; i < person.pointCount; i++) {
        const { x, y } = person.point(i);
        assert.ok(pixels.has(keyOf(x, y)));
    }
    assert.equal(person.point(person.pointCount), null);
    for (const [dx, dy] of [[20, 10], [500, 0]])
        assert.equal(
            person.pointsContact(enemy, dx, dy) !== null || enemy.pointsContact(person, -dx, -dy) !== null,
            person.overlaps(enemy, dx, dy),
        );
    assert.equal(person.pointsContactMap(enemy, 500, 0), null);
    assert.notEqual(person.pointsNear(enemy, 20, 10, 0), null);
});

// ---- Placements ----

test('a placement of no angle is an offset', () => {
    for (const [a, b, dx, dy] of placements(200, 3)) {
        const at = { x: 0, y: 0, originX: 0, originY: 0 };
        const there = { x: dx, y: dy, originX: 0, originY: 0 };
        assert.equal(a.overlapsAt(at, b, there), a.overlaps(b, dx, dy));
        assert.deepEqual(a.contactAt(at, b, there), a.contact(b, dx, dy));
        assert.equal(a.areaAt(at, b, there), a.area(b, dx, dy));
        assert.deepEqual(a.pixelAt(there, 3, 4), { x: dx + 3, y: dy + 4 });
    }
});

test('degrees and radians, origins, scales and mirrors mean what Phaser means by them', () => {
    const a = drawn('#...', '....');
    // The solid pixel has its centre at (0.5, 0.5); the origin is (2, 1).
    const where = (at) => a.pixelAt({ x: 100, y: 100, ...at }, 0, 0);
    assert.deepEqual(where({}), { x: 98, y: 99 });
    assert.deepEqual(where({ angle: 90 }), { x: 100, y: 98 });
    assert.deepEqual(where({ rotation: Math.PI / 2 }), { x: 100, y: 98 });
    assert.deepEqual(where({ rotation: Math.PI / 2, angle: 12 }), { x: 100, y: 98 });
    assert.deepEqual(where({ angle: -270 }), { x: 100, y: 98 });
    assert.deepEqual(where({ scaleX: 3 }), { x: 95, y: 99 });
    assert.deepEqual(where({ originX: 0, originY: 0 }), { x: 100, y: 100 });
    const probe = drawn('#');
    const hits = (at, x, y) => a.overlapsAt({ x: 100, y: 100, ...at }, probe, { x, y, originX: 0, originY: 0 });
    assert.equal(hits({}, 98, 99), true);
    assert.equal(hits({ flipX: true }, 98, 99), false);
    assert.equal(hits({ flipX: true }, 101, 99), true);
    assert.equal(hits({ flipY: true }, 98, 100), true);
    assert.equal(hits({ scaleX: -1 }, 101, 99), true);
    assert.equal(hits({ scaleX: 0 }, 98, 99), false);
    assert.equal(hits({ flipX: true, originX: 0 }, 103, 99), true);
});

test('placed sprites: bounds, ways out, moves and shapes', () => {
    const box = Sprite.box(10, 10), other = Sprite.box(10, 10);
    const at = { x: 0, y: 0 }, there = { x: 8, y: 0 };
    assert.deepEqual(box.contactAt(at, other, there), { x: 8, y: 0 });
    assert.equal(box.areaAt(at, other, there), 20);
    assert.ok(box.normalAt(at, other, there).x < 0);
    assert.equal(box.exitAt(at, other, there, 'left', 50), 2);
    assert.equal(box.exitAt(at, other, there, 'left', 1), null);
    assert.deepEqual(box.escapeAt(at, other, there, 50), { x: -2, y: 0 });
    const sweep = box.sweepAt(at, other, { x: 50.5, y: 0 }, 100, 0);
    assert.equal(sweep.touches, true);
    assert.ok(sweep.movedX > 39 && sweep.movedX <= 40.5, `moved by ${sweep.movedX}`);
    const bounds = box.boundsAt(at);
    assert.ok(bounds.x < -5 && bounds.x + bounds.width > 5 && bounds.width <= 14, `a box ${bounds.width} wide`);
    assert.deepEqual(box.contactBoxAt(at, 4, -5, 9, 9), { x: 9, y: 0 });
    assert.deepEqual(box.contactCircleAt(at, 0, 0, 0), { x: 5, y: 5 });
    assert.deepEqual(box.contactSegmentAt(at, -20, 0, 20, 0), { x: 0, y: 5 });
    assert.deepEqual(box.contactRayAt(at, -20, 0, 1, 0), { x: 0, y: 5, steps: 15 });
});

test('a matrix of Pixi or CSS is a placement, unless it is a shear', () => {
    const turn = Math.PI / 6;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const at = hitmask.fromMatrix({ a: 2 * cos, b: 2 * sin, c: 3 * sin, d: -3 * cos, tx: 5, ty: 6 });
    assert.deepEqual([at.x, at.y], [5, 6]);
    for (const [got, wanted] of [[at.rotation, turn], [at.scaleX, 2], [at.scaleY, -3]])
        assert.ok(Math.abs(got - wanted) < 1e-12);
    assert.equal(hitmask.fromMatrix({ a: 1, b: 0, c: 0, d: 1, e: 7, f: 8 }).x, 7);
    wrong('ARGUMENT', /shear/, () => hitmask.fromMatrix({ a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0 }));
    wrong('NUMBER', /tx|x is undefined/, () => hitmask.fromMatrix({ a: 1, b: 0, c: 0, d: 1 }));
});

// ---- Packs and animations ----

test('a pack has its sprites by name, and names the nearest', () => {
    assert.equal(pack.count, 20);
    assert.equal(pack.names.length, 20);
    assert.equal(pack.sprite('ball.png'), pack.sprite('ball.png'));
    assert.equal(pack.find('nothing.png'), null);
    assert.equal(pack.has('ball.png'), true);
    assert.deepEqual([...pack].map((sprite) => sprite.name), [...pack.names]);
    wrong('NAME', /"bal\.png".*nearest.*"ball\.png"/, () => pack.sprite('bal.png'));
    wrong('NAME', /"person".*nearest.*"person\.png"/, () => pack.sprite('person'));
    wrong('NAME', /"qqqqqqqqqqqqqqqq".*20.*"ball\.png"/, () => pack.sprite('qqqqqqqqqqqqqqqq'));
    wrong('ARGUMENT', /string/, () => pack.sprite(3));
    pack.verify();
});

test('bytes that are no pack are refused in the words of the library', () => {
    wrong('HM_ERROR_MAGIC', /^not a hitmask pack$/, () => open(new Uint8Array(100)));
    wrong('HM_ERROR_TRUNCATED', /^the pack is cut short: part of its data is missing$/, () => open(bytes.slice(0, -1)));
    wrong('HM_ERROR_TRUNCATED', /cut short/, () => open(new ArrayBuffer(0)));
    const damaged = Uint8Array.from(bytes);
    damaged[damaged.length - 1] ^= 1;
    wrong('HM_ERROR_CHECKSUM', /^the checksum does not match$/, () => open(damaged).verify());
});

test('bytes may come in any buffer, and are copied', () => {
    const shared = new SharedArrayBuffer(bytes.length + 5);
    new Uint8Array(shared).set(bytes);
    const plain = new Uint8Array(bytes).buffer;
    for (const data of [bytes, plain, shared, new DataView(plain), new Uint8Array(shared, 0, bytes.length)])
        assert.equal(open(data).count, 20);
    const copy = Uint8Array.from(bytes);
    const other = open(copy);
    copy.fill(0);
    assert.equal(other.sprite('person.png').solidPixels, pack.sprite('person.png').solidPixels);
    for (const data of [undefined, null, 5, 'game.hmk', [1, 2], {}]) wrong('ARGUMENT', /ArrayBuffer/, () => open(data));
});

test('a detached buffer is refused', () => {
    const buffer = new Uint8Array(bytes).buffer;
    const view = new Uint8Array(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    assert.throws(() => open(buffer), HitmaskError);
    assert.throws(() => open(view), HitmaskError);
});

test('animations have the frame of a time', () => {
    const walk = open(bake('samples/sprites', '--animate', '100')).animation('person-walk');
    assert.deepEqual([walk.name, walk.frameCount, walk.duration, walk.frameDuration(0)], ['person-walk', 4, 400, 100]);
    assert.deepEqual([0, 99.9, 100, 399, 400, 1e9].map((time) => walk.frameAt(time)), [0, 0, 1, 3, 0, 0]);
    assert.equal(walk.frameAt(4000, 'once'), 3);
    assert.equal(walk.frameAt(450, 'ping-pong'), 2);
    assert.equal(walk.at(100).name, 'person-walk-2.png');
    assert.equal(walk.frame(4), null);
    wrong('NUMBER', /time is NaN/, () => walk.frameAt(NaN));
    wrong('NUMBER', /time is -1/, () => walk.frameAt(-1));
    wrong('ARGUMENT', /play is "forever".*loop, once, ping-pong/, () => walk.frameAt(1, 'forever'));
    wrong('NAME', /no animation/, () => pack.animation('run'));
});

// ---- Numbers, and what is no sprite ----

test('numbers that are no int32 are refused, wherever they stand', () => {
    const [a, b] = sprites;
    const world = new World(), mask = new Mask(10, 10);
    const item = world.add(a, 0, 0);
    const asks = (v) => [
        () => a.overlaps(b, v, 0), () => a.overlaps(b, 0, v), () => a.contact(b, v, 0), () => a.area(b, 0, v),
        () => a.sweep(b, 0, 0, v, 0), () => a.normal(b, v, 0), () => a.solid(v, 0), () => a.contactBox(v, 0, 1, 1),
        () => a.contactCircle(0, v, 1), () => a.contactSegment(0, 0, v, 0), () => a.contactRay(0, 0, 0, v),
        () => a.exit(b, v, 0, 'left', 1), () => a.escape(b, 0, v, 1), () => a.gap(b, v, 0, 1), () => a.nearest(v, 0, 1),
        () => a.pixelAt({ x: 0, y: 0 }, v, 0), () => Sprite.box(v, 1), () => new Mask(v, 1), () => mask.set(v, 0, true),
        () => mask.circle(0, v, 1), () => mask.scroll(v, 0), () => mask.stamp(a, v, 0), () => world.add(a, v, 0),
        () => world.overlap(a, v, 0), () => world.point(0, v), () => world.ray(v, 0, 1, 0), () => world.list(a, v, 0),
        () => world.slide(a, 0, 0, v, 0), () => world.sweep(a, 0, 0, 0, v), () => item.moveTo(v, 0),
        () => a.furthest(b, v, 0, 'left'), () => a.overlapBits(b, v, 0),
    ];
    for (const v of [NaN, 0.5, 2147483648, -2147483649, Infinity, undefined, null, '1', 1n, {}])
        for (const ask of asks(v)) wrong('NUMBER', /whole number from -2147483648/, ask);
    for (const v of [-2147483648, 2147483647, -0]) assert.equal(typeof a.area(b, v, v), 'number');
});

test('counts and directions are refused likewise', () => {
    const [a, b] = sprites;
    const mask = new Mask(4, 4);
    for (const v of [-1, 0.5, 4294967296, NaN, '1', 1n, null]) {
        wrong('NUMBER', /limit is/, () => a.exit(b, 0, 0, 'left', v));
        wrong('NUMBER', /radius is/, () => a.contactCircle(0, 0, v));
        wrong('NUMBER', /width is/, () => a.contactBox(0, 0, v, 1));
        wrong('NUMBER', /distance is/, () => mask.grow(v));
    }
    for (const v of ['north', 0, undefined, 'toString']) wrong('ARGUMENT', /left, right, up, down/, () => a.exit(b, 0, 0, v, 1));
    wrong('ARGUMENT', /add, erase, keep, toggle/, () => mask.fill('remove'));
    assert.equal(a.contactCircle(0, 0, 4294967295) !== null, true);
});

test('placements with numbers that are not finite are refused by name', () => {
    const [a, b] = sprites;
    const at = { x: 0, y: 0 };
    for (const name of ['x', 'y', 'rotation', 'angle', 'scaleX', 'scaleY', 'originX', 'originY'])
        for (const v of [NaN, Infinity, '1', 1n, null])
            wrong('NUMBER', new RegExp(`${name} of the placement`), () => a.overlapsAt({ ...at, [name]: v }, b, at));
    wrong('NUMBER', /x of the placement is undefined/, () => a.overlapsAt({}, b, at));
    wrong('NUMBER', /too large/, () => a.overlapsAt({ x: 1e300, y: 0 }, b, at));
    wrong('ARGUMENT', /not a placement/, () => a.overlapsAt(at, b, undefined));
    wrong('NUMBER', /moveX/, () => a.sweepAt(at, b, at, NaN, 0));
});

test('what is not a sprite is refused', () => {
    const [a] = sprites;
    for (const b of [undefined, null, 3, {}, 'person.png', pack, structuredClone({ ...a })])
        for (const ask of [
            () => a.overlaps(b, 0, 0),
            () => a.overlapsAt({ x: 0, y: 0 }, b, { x: 0, y: 0 }),
            () => a.overlapsAt({ x: 0, y: 0 }, b, { x: 0, y: 0, flipX: true }),
        ])
            wrong('ARGUMENT', /not a sprite/, ask);
    wrong('ARGUMENT', /mask\.sprite/, () => a.overlaps(new Mask(1, 1), 0, 0));
    wrong('ARGUMENT', /pack\.sprite/, () => new Sprite());
});

test('sprites of two packs meet', () => {
    const other = open(bytes);
    for (const [dx, dy] of [[20, 10], [21, 4], [70, 3]])
        assert.equal(
            pack.sprite('person.png').area(other.sprite('enemy.png'), dx, dy),
            pack.sprite('person.png').area(pack.sprite('enemy.png'), dx, dy),
        );
    other.dispose();
});

test('an object that is filled is the answer, and no other is made', () => {
    const person = pack.sprite('person.png'), enemy = pack.sprite('enemy.png');
    const point = { x: 0, y: 0 }, sweep = {}, met = {};
    assert.equal(person.contact(enemy, 20, 10, point), point);
    assert.deepEqual(point, { x: 26, y: 11 });
    assert.equal(person.sweep(enemy, 90, 0, 200, 0, sweep), sweep);
    const world = new World();
    world.add(enemy, 20, 10);
    assert.equal(world.overlap(person, 0, 0, met), met);
    assert.deepEqual([met.kind, met.x, met.y], ['crowd', 26, 11]);
    const list = [];
    assert.equal(world.list(person, 0, 0, list), list);
    const [first] = list;
    assert.equal(world.list(person, 0, 0, list)[0], first);
    assert.deepEqual(world.list(person, 900, 0, list), []);
});

// ---- Memory ----

test('what was disposed of is refused', () => {
    const other = open(bytes);
    const a = other.sprite('person.png'), mirrored = a.flip(true, false), b = pack.sprite('person.png');
    other.dispose();
    other.dispose();
    for (const ask of [() => a.overlaps(b, 0, 0), () => b.overlaps(a, 0, 0), () => mirrored.solid(0, 0), () => a.flip(true, true),
        () => a.pieces, () => a.bounds, () => b.overlapsAt({ x: 0, y: 0 }, a, { x: 0, y: 0 }), () => new World().add(a, 0, 0)])
        wrong('DISPOSED', /after its pack or mask was disposed of/, ask);
    for (const ask of [() => other.sprite('person.png'), () => other.count, () => other.names, () => other.verify()])
        wrong('DISPOSED', /disposed of/, ask);
    const mask = new Mask(5, 5), view = mask.sprite;
    mask.dispose();
    wrong('DISPOSED', /mask/, () => mask.set(1, 1, true));
    wrong('DISPOSED', /mask/, () => view.solid(1, 1));
    const world = new World();
    const item = world.add(b, 0, 0);
    item.remove();
    wrong('DISPOSED', /removed/, () => item.moveTo(1, 1));
    world.dispose();
    wrong('DISPOSED', /world/, () => world.point(0, 0));
});

test('an item that is refused a sprite keeps its own', () => {
    const person = pack.sprite('person.png'), enemy = pack.sprite('enemy.png');
    const item = new World().addPlaced(person, { x: 0, y: 0 });
    wrong('ARGUMENT', /with the sprite/, () => item.setSprite(enemy));
    wrong('NUMBER', /not a finite number/, () => item.setSprite(enemy, { x: 'left', y: 0 }));
    assert.equal(item.sprite, person);
});

test('a world keeps what it holds, also when its pack is disposed of', () => {
    const other = open(bytes);
    const world = new World();
    const item = world.add(other.sprite('person.png'), 0, 0);
    world.setTerrain(other.sprite('ball.png'), 100, 0);
    world.addPlaced(other.sprite('ring.png'), { x: 300, y: 0, angle: 30 });
    const before = [world.point(20, 20), world.point(110, 10), world.listBox(250, -50, 100, 100)];
    other.dispose();
    for (let i = 0; i < 20; i++) open(bytes).dispose();
    assert.deepEqual([world.point(20, 20), world.point(110, 10), world.listBox(250, -50, 100, 100)], before);
    item.moveTo(5, 0);
    wrong('DISPOSED', /disposed/, () => item.setSprite(other.sprite('ball.png')));
    item.remove();
    world.setTerrain(null);
    assert.equal(world.point(110, 10), null);
});

test('memory is used again: thousands of packs, masks and worlds take no more than a few', () => {
    const { memory } = hitmask;
    const round = () => {
        const other = open(bytes);
        const world = new World();
        const mask = new Mask(300, 300).circle(100, 100, 50);
        for (let i = 0; i < 20; i++) world.add(other.sprite('person.png').flip(i % 2 === 0, false), i, i);
        world.setTerrain(mask.sprite);
        world.setTiles({ columns: 1, rows: 1, tileWidth: 64, tileHeight: 64, cells: [0], sprites: [other.sprite('ball.png')] });
        for (const disposable of [world, mask, other]) disposable.dispose();
    };
    for (let i = 0; i < 50; i++) round();
    const size = memory();
    for (let i = 0; i < 2000; i++) round();
    assert.equal(memory(), size);
});

test('more memory than there is is an error, and nothing else is lost', () => {
    wrong('MEMORY', /no memory/, () => new Mask(2147483647, 2147483647));
    wrong('MEMORY', /no memory/, () => new Mask(200000, 200000));
    wrong('MEMORY', /no memory/, () => Sprite.box(2147483647, 2147483647).getBits());
    wrong('MEMORY', /no memory/, () => Sprite.box(2147483647, 2147483647).transpose());
    wrong('NAME', /no sprite "qqq/, () => pack.sprite('q'.repeat(20000000)));
    assert.equal(pack.sprite('person.png').overlaps(pack.sprite('enemy.png'), 20, 10), true);
});

// ---- Masks ----

test('a mask takes the pixels of a picture by alpha and by colour', () => {
    const width = 5, height = 4;
    const data = new Uint8ClampedArray(width * height * 4);
    const random = randomFrom(7);
    for (let i = 0; i < data.length; i++) data[i] = random(0, 3) * 85;
    const solid = (mask) => Array.from({ length: 20 }, (_, i) => mask.solid(i % 5, Math.floor(i / 5)));
    const alpha = (threshold) => Array.from({ length: 20 }, (_, i) => data[4 * i + 3] > threshold);
    assert.deepEqual(solid(Mask.from({ data, width, height })), alpha(0));
    assert.deepEqual(solid(Mask.from({ data, width, height }, { threshold: 100 })), alpha(100));
    const keyed = Array.from({ length: 20 }, (_, i) => !(data[4 * i] === 255 && data[4 * i + 1] === 0 && data[4 * i + 2] === 170));
    data.set([255, 0, 170, 9], 24);
    keyed[6] = false;
    assert.deepEqual(solid(Mask.from({ data, width, height }, { key: 0xff00aa })), keyed);
    const grey = Uint8Array.of(0, 9, 0, 9, 9, 0);
    const mask = Mask.from({ data: grey, width: 3, height: 2 }, { bytesPerPixel: 1 });
    assert.deepEqual(pixelsOf(mask.sprite), [{ x: 1, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 1 }]);
});

test('pictures that are none are refused', () => {
    const data = new Uint8Array(16);
    for (const source of [null, 5, {}, 'hero.png']) wrong('ARGUMENT', /ImageData, a canvas/, () => Mask.from(source));
    wrong('ARGUMENT', /too few/, () => Mask.from({ data, width: 3, height: 2 }));
    wrong('ARGUMENT', /bytes a pixel/, () => Mask.from({ data, width: 2, height: 1 }, { bytesPerPixel: 5 }));
    wrong('ARGUMENT', /bytes a pixel/, () => Mask.from({ data, width: 2, height: 2 }, { alpha: 4 }));
    wrong('NUMBER', /threshold is 256/, () => Mask.from({ data, width: 2, height: 2 }, { threshold: 256 }));
    wrong('NUMBER', /key is/, () => Mask.from({ data, width: 2, height: 2 }, { key: '#ff00ff' }));
    wrong('ARGUMENT', /not "2d"/, () => Mask.from({ width: 2, height: 2, getContext: () => null }));
    const tainted = { getImageData: () => { throw new Error('tainted by data of another origin'); } };
    wrong('ARGUMENT', /tainted/, () => Mask.from({ width: 2, height: 2, getContext: () => tainted }));
});

test('a mask changes, and its view shows it at once, also mirrored and in a world', () => {
    const mask = new Mask(40, 30);
    const view = mask.sprite, mirrored = view.flip(true, false);
    const world = new World();
    const item = world.add(view, 100, 100);
    assert.equal(view.solidPixels, 0);
    mask.box(10, 5, 4, 3);
    assert.deepEqual(view.bounds, { x: 10, y: 5, width: 4, height: 3 });
    assert.deepEqual(mirrored.bounds, { x: 26, y: 5, width: 4, height: 3 });
    assert.equal(world.point(110, 105).item, item);
    mask.set(39, 29, true).circle(11, 6, 0, 'erase');
    assert.equal(view.solid(39, 29), true);
    assert.equal(world.point(139, 129).item, item);
    assert.equal(world.point(111, 106), null);
    assert.equal(view.solidPixels, 12);
    mask.fill('toggle');
    assert.equal(view.solidPixels, 1200 - 12);
    const saved = mask.getBits();
    mask.fill('erase');
    assert.equal(view.solidPixels, 0);
    mask.setBits(saved.bits, saved.stride);
    assert.equal(view.solidPixels, 1200 - 12);
});

test('masks: shapes, sprites, copies and pieces', () => {
    const count = (mask) => mask.sprite.solidPixels;
    const mask = new Mask(40, 30);
    assert.equal(count(mask.polygon([{ x: 5, y: 5 }, { x: 15, y: 5 }, { x: 15, y: 9.5 }, { x: 5, y: 9.5 }])), 40);
    assert.equal(count(mask.segment(5, 20, 34, 20)), 70);
    const copy = mask.copy();
    mask.fill('erase');
    assert.deepEqual([count(mask), count(copy)], [0, 70]);
    assert.equal(count(copy.grow(1).shrink(1)), 70);
    assert.equal(mask.stampComponent(copy.sprite, 5, 5, { atX: 2 }), true);
    assert.deepEqual(mask.sprite.bounds, { x: 7, y: 5, width: 10, height: 4 });
    assert.equal(mask.stampComponent(copy.sprite, 0, 10), false);
    assert.equal(count(mask.outline()), 24);
    assert.equal(count(mask.scroll(-100, 0)), 0);
    assert.equal(count(mask.stamp(drawn('##', '##'), 39, 29)), 1);
    assert.equal(count(mask.fill('erase').stampAt(Sprite.box(4, 4), { x: 20, y: 15, angle: 90, scaleX: 2 })), 32);
    assert.equal(count(mask.resize(drawn('#.', '.#'))), 600);
    wrong('ARGUMENT', /own view/, () => mask.resize(mask.sprite));
    wrong('NUMBER', /corner/, () => mask.polygon([{ x: NaN, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }]));
    wrong('ARGUMENT', /too few/, () => mask.setBits(new Uint8Array(3), 5));
});

// ---- Worlds ----

test('a world finds the first in the order terrain, tiles, crowd, placed', () => {
    const dot = drawn('#');
    const world = new World();
    assert.equal(world.overlap(dot, 5, 5), null);
    const placed = world.addPlaced(dot, { x: 5.5, y: 5.5 }, 'placed');
    assert.deepEqual(world.overlap(dot, 5, 5), { kind: 'placed', index: 0, item: placed, x: 5, y: 5 });
    const upright = world.add(dot, 5, 5, 'upright');
    assert.equal(world.overlap(dot, 5, 5).item.data, 'upright');
    world.setTiles({ columns: 3, rows: 3, tileWidth: 2, tileHeight: 2, cells: [9, 9, 9, 9, 9, 9, 9, 9, 0], sprites: [drawn('.#', '#.')], x: 0, y: 0 });
    assert.deepEqual(world.overlap(dot, 5, 4), { kind: 'tiles', index: 8, item: null, x: 5, y: 4 });
    // With `|`, JavaScript makes a negative number of the highest flag.
    world.setTile(2, 2, 0 | tile.flipX);
    assert.equal(world.overlap(dot, 4, 4).kind, 'tiles');
});

test('worlds: cells are mirrored and turned, and may change', () => {
    const corner = drawn('##', '#.');
    const world = new World().setTiles({ columns: 2, rows: 1, tileWidth: 2, tileHeight: 2, cells: [0, 1], sprites: [corner, null] });
    const solid = (x, y) => world.point(x, y) !== null;
    assert.deepEqual([solid(0, 0), solid(1, 1), solid(2, 0)], [true, false, false]);
    world.setTile(1, 0, tile.flipX + tile.flipY);
    assert.deepEqual([solid(2, 0), solid(3, 0), solid(2, 1), solid(3, 1)], [false, true, true, true]);
    const line = drawn('##', '..');
    world.setTiles({ columns: 1, rows: 1, tileWidth: 2, tileHeight: 2, cells: Uint32Array.of(tile.transpose), sprites: [line] });
    assert.deepEqual([solid(0, 0), solid(0, 1), solid(1, 0)], [true, true, false]);
    world.setTiles(null);
    assert.equal(solid(0, 0), false);
    wrong('ARGUMENT', /no map/, () => world.setTile(0, 0, 0));
    wrong('ARGUMENT', /cells has 3/, () => world.setTiles({ columns: 2, rows: 1, tileWidth: 1, tileHeight: 1, cells: [1, 2, 3], sprites: [] }));
    wrong('ARGUMENT', /a map of tiles is/, () => world.setTiles(undefined));
});

test('a crowd of hundreds answers as loops over its items', () => {
    const random = randomFrom(11);
    const world = new World();
    const items = Array.from({ length: 300 }, () => {
        const sprite = sprites[random(0, sprites.length - 1)];
        return world.add(sprite, random(-300, 300), random(-300, 300));
    });
    for (let round = 0; round < 30; round++) {
        for (const item of items) if (random(0, 3) === 0) item.moveTo(random(-300, 300), random(-300, 300));
        if (round % 3 === 0) items[round].setSprite(sprites[round % sprites.length]);
        const asker = sprites[random(0, sprites.length - 1)];
        const x = random(-300, 300), y = random(-300, 300);
        const wanted = items.filter((item) => asker.overlaps(item.sprite, item.x - x, item.y - y));
        assert.deepEqual(world.list(asker, x, y).map((met) => met.item), wanted);
        assert.equal(world.overlap(asker, x, y)?.item, wanted[0]);
        world.self = wanted[0] ?? null;
        assert.equal(world.overlap(asker, x, y)?.item, wanted[1]);
        world.self = null;
        for (const [met] of [world.list(asker, x, y)])
            if (met) {
                const hit = asker.contact(met.item.sprite, met.item.x - x, met.item.y - y);
                assert.deepEqual([met.x, met.y], [hit.x + x, hit.y + y]);
            }
        const under = items.filter((item) => item.sprite.solid(x - item.x, y - item.y));
        assert.deepEqual(world.listPoint(x, y).map((met) => met.item), under);
    }
    const pairs = new Set(world.pairs().map(([a, b]) => `${a.index} ${b.index}`));
    for (const a of items)
        for (const b of items)
            if (a.index < b.index)
                assert.equal(pairs.has(`${a.index} ${b.index}`), a.sprite.overlaps(b.sprite, b.x - a.x, b.y - a.y));
});

test('items that were removed are gone, and their places are used again', () => {
    const dot = drawn('#');
    const world = new World();
    const [a, b] = [world.add(dot, 1, 1), world.add(dot, 1, 1)];
    a.remove();
    a.remove();
    assert.equal(world.point(1, 1).item, b);
    assert.equal(world.add(dot, 1, 1).index, 0);
    const placed = world.addPlaced(dot, { x: 50.5, y: 0.5 });
    placed.place({ x: 60.5, y: 0.5, angle: 45 });
    assert.equal(world.point(60, 0).item, placed);
    assert.equal(world.overlapAt(dot, { x: 60.5, y: 0.5, angle: 12 }).item, placed);
    assert.deepEqual(world.listAt(dot, { x: 60.5, y: 0.5 }).map((met) => met.item), [placed]);
    wrong('ARGUMENT', /placement/, () => placed.moveTo(1, 1));
    wrong('ARGUMENT', /moveTo/, () => b.place({ x: 0, y: 0 }));
    wrong('ARGUMENT', /not an item of this world/, () => (new World().self = b));
    placed.remove();
    assert.equal(world.point(60, 0), null);
});

test('worlds: rays, segments, circles, boxes, ways out, areas and moves', () => {
    const wall = Sprite.box(10, 100), hero = Sprite.box(10, 20);
    const world = new World();
    const item = world.add(wall, 50, 0);
    world.setTerrain(Sprite.box(200, 10), 0, 100);
    assert.deepEqual(world.ray(0, 50, 1, 0), { kind: 'crowd', index: 0, item, x: 50, y: 50, steps: 50 });
    assert.equal(world.ray(0, 50, -1, 0), null);
    assert.equal(world.segment(0, 50, 49, 50), null);
    assert.equal(world.segment(0, 50, 50, 50).item, item);
    assert.equal(world.circle(45, 50, 4), null);
    assert.equal(world.circle(45, 50, 5).x, 50);
    assert.equal(world.box(0, 0, 50, 100), null);
    assert.equal(world.box(0, 99, 50, 2).kind, 'terrain');
    assert.deepEqual(world.listCircle(50, 100, 5).map((met) => met.kind), ['terrain', 'crowd']);
    assert.equal(world.area(hero, 45, 85), 5 * 20 + 10 * 5 - 5 * 5);
    assert.equal(world.exit(hero, 45, 50, 'left', 99), 5);
    assert.deepEqual(world.escape(hero, 45, 50, 99), { x: -5, y: 0 });
    assert.ok(world.normal(hero, 45, 50).x < 0);
    const sweep = world.sweep(hero, 0, 50, 100, 0);
    assert.deepEqual([sweep.movedX, sweep.met.item, sweep.met.x], [40, item, 50]);
    assert.equal(world.sweep(hero, 0, 0, 0, 5).met, null);
    const at = { x: 5, y: 60 };
    assert.equal(world.sweepAt(hero, at, 100, 0).movedX, 40);
    const slide = world.slide(hero, 0, 70, 100, 30);
    assert.deepEqual([slide.movedX, slide.movedY, slide.hitX, slide.hitY, slide.onGround], [40, 10, true, true, true]);
    assert.equal(slide.groundKind, 'terrain');
    assert.equal(world.slide(hero, 45, 70, 1, 0).stuck, true);
    assert.equal(world.slide(hero, 45, 70, 1, 0).item, item);
});
