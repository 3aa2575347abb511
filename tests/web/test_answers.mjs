#!/usr/bin/env node
// test_answers.mjs - a million questions to the classes of the module have the answers of the native library
//
// answers.c asks the library the same. ROUNDS=1000000 asks more.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build, folder, hitmask, samples } from './support.mjs';
import { randomFrom, test } from './tap.mjs';

const { World, open } = hitmask;
const ROUNDS = Number(process.env.ROUNDS ?? 70000);
const KINDS = ['nothing', 'terrain', 'tiles', 'crowd', 'placed'];

let hash = 1, asked = 0;

function add(number) {
    hash = Math.imul(hash ^ number, 0x9e3779b1);
    hash ^= hash >>> 15;
}

// An answer that may be a pixel.
function addPoint(point) {
    asked++;
    add(point === null ? 0 : 1);
    if (point !== null) {
        add(point.x);
        add(point.y);
    }
}

function addAnswer(number) {
    asked++;
    add(number);
}

function addMet(met) {
    asked++;
    add(met === null ? 0 : 1);
    if (met === null) return;
    add(KINDS.indexOf(met.kind));
    add(met.index);
    add(1);
    add(met.x);
    add(met.y);
}

const xy = (x, y) => {
    add(1);
    add(x);
    add(y);
};

function answers(bytes, rounds) {
    const pack = open(bytes);
    const sprites = [...pack].slice(0, 64);
    const between = randomFrom(1);
    hash = 1;

    const drawnSprite = () => {
        const which = between(0, sprites.length - 1), turn = between(0, 3);
        return sprites[which].flip((turn & 1) !== 0, (turn & 2) !== 0);
    };
    const drawnPlacement = () => ({
        x: between(-4000000, 4000000) / 65536,
        y: between(-4000000, 4000000) / 65536,
        scaleX: between(20000, 150000) / 65536,
        scaleY: -between(20000, 150000) / 65536,
        angle: (between(0, 65535) * 360) / 65536,
    });

    function askUpright() {
        const a = drawnSprite(), b = drawnSprite();
        const dx = between(-90, 90), dy = between(-90, 90), mx = between(-200, 200), my = between(-200, 200);
        addAnswer(a.overlaps(b, dx, dy) ? 1 : 0);
        addPoint(a.contact(b, dx, dy));
        addAnswer(a.area(b, dx, dy));
        addPoint(a.furthest(b, dx, dy, 'down'));
        const normal = a.normal(b, dx, dy);
        if (normal !== null) {
            addAnswer(normal.x);
            add(normal.y);
        }
        addAnswer(a.exit(b, dx, dy, 'right', 60) ?? 12345);
        const sweep = a.sweep(b, dx, dy, mx, my);
        addAnswer(sweep.touches ? 1 : 0);
        xy(sweep.movedX, sweep.movedY);
        add(sweep.step);
        xy(sweep.x, sweep.y);
        add(sweep.normalX);
        add(sweep.normalY);
        xy(sweep.contactX, sweep.contactY);
        addPoint(a.contactCircle(dx, dy, 20));
        addPoint(a.contactSegment(dx, dy, mx, my));
        const ray = a.contactRay(dx, dy, mx, my);
        if (ray !== null) {
            addPoint(ray);
            add(ray.steps);
        }
        const gap = a.gap(b, dx, dy, 50);
        if (gap !== null) {
            addAnswer(Math.round(gap.distance ** 2));
            xy(gap.x, gap.y);
            xy(gap.otherX, gap.otherY);
        }
        addPoint(a.pointsContact(b, dx, dy));
    }

    function askPlaced() {
        const a = drawnSprite(), b = drawnSprite();
        const p = drawnPlacement(), q = drawnPlacement();
        const mx = between(-3000000, 3000000) / 65536, my = between(-3000000, 3000000) / 65536;
        addAnswer(a.overlapsAt(p, b, q) ? 1 : 0);
        addPoint(a.contactAt(p, b, q));
        addAnswer(a.areaAt(p, b, q));
        const sweep = a.sweepAt(p, b, q, mx, my);
        addAnswer(sweep.touches ? 1 : 0);
        add(sweep.movedX * 65536);
        add(sweep.movedY * 65536);
        add(sweep.step);
        xy(sweep.x, sweep.y);
        add(sweep.normalX * 65536);
        add(sweep.normalY * 65536);
        add(sweep.contactX * 65536);
        addPoint(a.contactCircleAt(p, 5, 9, 30));
        addPoint(a.pixelAt(p, 3, 4));
        const box = a.boundsAt(p);
        addAnswer(box.x);
        add(box.height);
    }

    const world = new World();
    for (let i = 0; i < 40; i++) world.add(drawnSprite(), between(-300, 300), between(-300, 300));
    for (let i = 0; i < 10; i++) world.addPlaced(drawnSprite(), drawnPlacement());
    world.setTerrain(sprites[0], 40, 60);

    function askWorld() {
        const a = drawnSprite();
        const x = between(-300, 300), y = between(-300, 300), mx = between(-90, 90), my = between(-90, 90);
        addMet(world.overlap(a, x, y));
        addAnswer(world.area(a, x, y));
        addMet(world.point(x, y));
        addMet(world.circle(x, y, 25));
        const ray = world.ray(x, y, mx, my);
        if (ray !== null) {
            addMet(ray);
            add(ray.steps);
        }
        const sweep = world.sweep(a, x, y, mx, my);
        addMet(sweep.met);
        xy(sweep.movedX, sweep.movedY);
        add(sweep.step);
        const slide = world.slide(a, x, y, mx, my, { stepUp: 2, stepDown: 3 });
        asked++;
        xy(slide.movedX, slide.movedY);
        add((slide.hitX ? 1 : 0) | (slide.hitY ? 2 : 0) | (slide.onGround ? 4 : 0) | (slide.stuck ? 8 : 0));
        add(KINDS.indexOf(slide.kind));
        add(slide.index);
        xy(slide.x, slide.y);
        add(slide.normalX);
        add(slide.normalY);
        xy(slide.contactX, slide.contactY);
        add(KINDS.indexOf(slide.groundKind));
        add(slide.groundIndex);
        add(slide.rise);
        for (const met of world.list(a, x, y)) addMet(met);
    }

    for (let i = 0; i < rounds; i++) {
        askUpright();
        if (i % 4 === 0) askPlaced();
        if (i % 2 === 0) askWorld();
    }
    return hash >>> 0;
}

test(`the answers of ${ROUNDS} rounds are those of the native library`, () => {
    const bytes = samples();
    const path = join(folder(), 'answers.hmk');
    writeFileSync(path, bytes);
    const native = Number(execFileSync(join(build, 'web/answers'), [path, String(ROUNDS)], { encoding: 'utf8' }));
    assert.equal(answers(bytes, ROUNDS), native);
    assert.ok(asked > 15 * ROUNDS, `${asked} questions were asked`);
});
