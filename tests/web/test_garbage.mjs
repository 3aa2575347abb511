#!/usr/bin/env node
// test_garbage.mjs - the questions of a frame leave nothing behind, and what is forgotten is freed
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { hitmask, samples } from './support.mjs';
import { test } from './tap.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const { Mask, World, memory, open } = hitmask;
const bytes = samples();

const pack = open(bytes);
const a = pack.sprite('person.png'), b = pack.sprite('enemy.png');
const world = new World().setTerrain(new Mask(400, 100).box(0, 90, 400, 10).sprite, -200, 0);
const item = world.add(b, 20, 10);
const point = { x: 0, y: 0 }, met = { kind: 'nothing', index: 0, item: null, x: 0, y: 0, steps: 0 };
const list = [], sweep = {}, slide = {};
const at = { x: 0, y: 0, angle: 0 }, there = { x: 30, y: 12, angle: 40 };

// The questions of a game about one object in a frame.
function frame(i) {
    const dx = i & 31, dy = (i >> 5) & 15;
    item.moveTo(dx, dy);
    at.angle = i & 255;
    let sum = a.area(b, dx, dy) + (a.contact(b, dx, dy, point)?.x ?? 0);
    if (a.overlaps(b, dx, dy)) sum++;
    if (a.overlapsAt(at, b, there)) sum++;
    sum += world.overlap(a, 0, 0, met)?.x ?? 0;
    sum += world.ray(-100, 20, 1, 0, met)?.steps ?? 0;
    sum += world.point(20, 20, met)?.y ?? 0;
    sum += world.list(a, dx, 0, list).length + a.sweep(b, 90, dy, 100, 0, sweep).step;
    sum += world.slide(a, -60, 0, 100, 0, undefined, slide).movedX;
    return sum;
}

test('a hundred thousand frames leave less than a byte each', () => {
    let sum = 0;
    for (let i = 0; i < 50000; i++) sum += frame(i);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 100000; i++) sum += frame(i);
    const left = process.memoryUsage().heapUsed - before;
    assert.ok(sum > 0);
    assert.ok(left < 100000, `${left} bytes`);
});

test('the measure sees one small object a frame', () => {
    const kept = [];
    const frames = (count) => {
        for (let i = 0; i < count; i++) kept.push(a.contact(b, 20, 10));
    };
    frames(50000);
    collect();
    const before = process.memoryUsage().heapUsed;
    frames(100000);
    assert.ok(process.memoryUsage().heapUsed - before > 1000000);
});

test('packs, masks and worlds that nothing refers to are freed', async () => {
    const round = async (times) => {
        for (let i = 0; i < times; i++) {
            const other = open(bytes);
            new World().add(other.sprite('person.png').flip(true, false), 0, 0);
            new World().setTerrain(new Mask(1000, 1000).sprite);
            if (i % 20 === 19) {
                collect();
                await new Promise((done) => setTimeout(done, 10));
            }
        }
    };
    await round(60);
    const size = memory();
    await round(400);
    assert.ok(memory() <= size * 1.5, `${size} bytes became ${memory()}`);
});
