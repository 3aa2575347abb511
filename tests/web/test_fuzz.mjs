#!/usr/bin/env node
// test_fuzz.mjs - bytes that are cut or changed: an exception that says so, or answers
//
// Each pack is opened and asked everything. HitmaskError is the only exception that may come; reading outside the
// memory would be a RuntimeError. FUZZ=9000 changes each pack so many times; SEED=2 in another way.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { bake, hitmask, root } from './support.mjs';
import { randomFrom, test } from './tap.mjs';

const { HitmaskError, Mask, World, open } = hitmask;
const CHANGES = Number(process.env.FUZZ ?? 1000);
const SEED = Number(process.env.SEED ?? 1);

const opened = { refused: 0, asked: 0 };

function tolerate(ask) {
    try {
        ask();
        return true;
    } catch (error) {
        if (!(error instanceof HitmaskError)) throw error;
        return false;
    }
}

function askAll(pack, random) {
    const sprites = [];
    tolerate(() => pack.verify());
    for (const name of pack.names.slice(0, 12)) tolerate(() => sprites.push(pack.sprite(name)));
    for (const name of pack.animationNames.slice(0, 4))
        tolerate(() => {
            const animation = pack.animation(name);
            for (const play of ['loop', 'once', 'ping-pong']) animation.at(random(0, 100000), play);
            animation.frame(animation.frameCount - 1);
            animation.frameDuration(0);
        });
    const world = new World();
    for (const [i, a] of sprites.entries()) {
        const b = sprites[random(0, sprites.length - 1)].flip(random(0, 1) === 1, random(0, 1) === 1);
        const dx = random(-70, 70), dy = random(-70, 70);
        const at = { x: 0, y: 0, angle: random(0, 359), scaleX: random(1, 9) / 4 };
        const there = { x: dx, y: dy, flipX: true };
        for (const ask of [
            () => [a.name, a.width, a.bounds, a.solidPixels, a.data, a.source, a.pointCount],
            () => [a.overlaps(b, dx, dy), a.contact(b, dx, dy), a.area(b, dx, dy), a.normal(b, dx, dy)],
            () => [a.furthest(b, dx, dy, 'up'), a.exit(b, dx, dy, 'left', 20), a.escape(b, dx, dy, 4)],
            () => [a.sweep(b, dx, dy, 50, -20), a.gap(b, dx, dy, 20), a.nearest(dx, dy, 20)],
            () => [a.contactBox(dx, dy, 20, 20), a.contactCircle(dx, dy, 9), a.contactRay(dx, dy, 1, 2)],
            () => [a.pointsContact(b, dx, dy), a.pointsContactMap(b, dx, dy), a.pointsNear(b, dx, dy, 2, 20)],
            () => [a.overlapsAt(at, b, there), a.contactAt(at, b, there), a.areaAt(at, b, there), a.boundsAt(at)],
            () => a.sweepAt(at, b, there, 20, 5),
            () => a.width <= 4096 && a.height <= 4096 && [a.getMoments(), a.components(), a.outline(), a.getBits(), a.transpose()],
            () => [a.polygons, a.pieces, a.hull, a.loops('outline', at)],
            () => world.add(a, dx, dy),
            () => world.addPlaced(b, at),
            () => i === 0 && world.setTerrain(a),
            () => i === 1 && world.setTiles({ columns: 2, rows: 2, tileWidth: 64, tileHeight: 64, cells: [0, 1, 0, 2 ** 31], sprites: [a, b] }),
            () => [world.overlap(b, dx, dy), world.ray(dx, dy, 1, 0), world.list(b, dx, dy), world.area(b, dx, dy), world.pairs()],
            () => [world.slide(b, dx, dy, 10, 10, { stepUp: 2, stepDown: 2 }), world.overlapAt(b, at), world.sweepAt(b, at, 5, 5)],
            () => new Mask(64, 64).stamp(a, dx, dy).stampAt(b, at).resize(a).dispose(),
        ])
            tolerate(ask);
    }
    world.dispose();
}

function ask(bytes, random) {
    let pack;
    if (!tolerate(() => (pack = open(bytes)))) {
        opened.refused++;
        return;
    }
    opened.asked++;
    askAll(pack, random);
    pack.dispose();
}

const packs = () => [
    bake('samples/sprites/ball.png', 'samples/sprites/heart.png', 'samples/sprites/person.png', '--pieces', '8', '--polygons', '1'),
    bake('samples/sprites/deep.png', 'samples/sprites/enemy.png', '--grid', '16x16', '--animate', '80'),
    bake('samples/sprites', '--no-points'),
];

test('each truncation of a pack is refused', () => {
    for (const bytes of packs().slice(0, 2)) {
        for (let size = 0; size < bytes.length; size++)
            assert.throws(() => open(bytes.subarray(0, size)), HitmaskError);
        assert.doesNotThrow(() => open(Buffer.concat([bytes, Buffer.alloc(9, 255)])));
    }
});

test('packs with changed bytes are refused, or answer', () => {
    for (const bytes of packs()) {
        const random = randomFrom(SEED);
        for (let i = 0; i < CHANGES; i++) {
            const changed = Uint8Array.from(bytes);
            for (let k = random(1, 4); k > 0; k--) {
                // Most of what can lead astray stands in front; numbers of several bytes become very large or small.
                const at = random(0, random(0, 3) === 0 ? bytes.length - 9 : Math.min(bytes.length - 9, 2000));
                const value = [0, 255, 128, 1, random(0, 255)][random(0, 4)];
                for (let n = [1, 1, 4, 8][random(0, 3)]; n > 0; n--) changed[at + n - 1] = value;
            }
            ask(changed, random);
        }
    }
    assert.ok(opened.refused > CHANGES / 4 && opened.asked > CHANGES / 4, JSON.stringify(opened));
});

test('what fuzzers have found is refused, or answers', () => {
    const found = join(root, 'tests/fuzz/found/pack');
    const files = readdirSync(found);
    assert.ok(files.length > 0);
    for (const file of files) ask(readFileSync(join(found, file)), randomFrom(SEED));
});
