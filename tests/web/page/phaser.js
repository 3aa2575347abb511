// phaser.js - a game of Phaser whose own pictures are the oracle of hitmask/phaser
import Phaser from 'phaser';

import { HitmaskError, open } from 'hitmask';
import { Pixels } from 'hitmask/phaser';

import enemyPicture from '../../../samples/sprites/enemy.png';
import personPicture from '../../../samples/sprites/person.png';
import sheetPicture from '../../../samples/sprites/deep.png';
import plainBytes from 'built/platforms.hmk';
import packBytes from 'built/shapes.hmk';

const SIZE = 512;
let scene, pixels;

async function image(data) {
    const picture = new Image();
    picture.src = data;
    await picture.decode();
    return picture;
}

window.ready = (async () => {
    const [enemy, person, sheet] = await Promise.all([enemyPicture, personPicture, sheetPicture].map(image));
    await new Promise((done) => {
        window.game = new Phaser.Game({
            type: Phaser.CANVAS, width: SIZE, height: SIZE, parent: document.body, transparent: true, pixelArt: true, banner: false,
            audio: { noAudio: true }, fps: { forceSetTimeOut: true },
            scene: {
                physics: { arcade: {}, matter: { gravity: { y: 1 }, enableSleeping: false } },
                create() {
                    scene = this;
                    this.textures.addImage('enemy', enemy);
                    this.textures.addImage('person', person);
                    this.textures.addSpriteSheet('deep', sheet, { frameWidth: 16, frameHeight: 16 });
                    done();
                },
            },
        });
    });
    pixels = new Pixels(open(packBytes));
})();

/** The pixels that are opaque when these objects alone are visible. */
function shown(object, all) {
    for (const other of [...scene.children.list, ...all]) other.setVisible?.(other === object || other === object.parentContainer);
    window.game.step(performance.now(), 0);
    const { data } = window.game.canvas.getContext('2d').getImageData(0, 0, SIZE, SIZE);
    const solid = new Set();
    for (let i = 3; i < data.length; i += 4) if (data[i] > 15) solid.add(i >> 2);
    return solid;
}

const sources = {};

/** The solid pixels of a frame, from the picture itself. */
function pictureOf(frame) {
    const { width, height } = frame.source.image;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context.drawImage(frame.source.image, 0, 0);
    const { data } = context.getImageData(frame.cutX, frame.cutY, frame.width, frame.height);
    return Array.from({ length: frame.width * frame.height }, (_, i) => data[4 * i + 3] > 0);
}

/** The pixels of the screen under the solid pixels of an object, by the matrix that Phaser draws it with. */
function covered(object) {
    const { frame } = object;
    const solid = (sources[`${frame.texture.key} ${frame.name}`] ??= pictureOf(frame));
    const { a, b, c, d, tx, ty } = object.getWorldTransformMatrix();
    const at = (x, y) => [
        Math.round(a) * x + Math.round(c) * y + Math.round(tx),
        Math.round(b) * x + Math.round(d) * y + Math.round(ty),
    ];
    const pixels = new Set();
    for (let i = 0; i < solid.length; i++) {
        if (!solid[i]) continue;
        const column = object.flipX ? frame.width - 1 - (i % frame.width) : i % frame.width;
        const row = object.flipY ? frame.height - 1 - Math.floor(i / frame.width) : Math.floor(i / frame.width);
        const [x0, y0] = at(column - object.displayOriginX, row - object.displayOriginY);
        const [x1, y1] = at(column + 1 - object.displayOriginX, row + 1 - object.displayOriginY);
        for (let y = Math.min(y0, y1); y < Math.max(y0, y1); y++)
            for (let x = Math.min(x0, x1); x < Math.max(x0, x1); x++) pixels.add(y * SIZE + x);
    }
    return pixels;
}

const randomFrom = (seed) => (low, high) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return low + ((seed >>> 8) % (high - low + 1));
};

function place(object, random) {
    // At quarter turns, whole scales and origins between pixels, a pixel of the picture is whole pixels of the screen.
    object.setOrigin(random(0, 2) / 2, random(0, 2) / 2).setFlip(random(0, 1) === 1, random(0, 1) === 1);
    object.setAngle(90 * random(-2, 2)).setScale(random(1, 2) * (random(0, 3) ? 1 : -1), random(1, 2));
    return object.setPosition(random(200, 300), random(200, 300));
}

// The middle of a pixel of twice the size lies in one of its four; the contact may be in another.
const near = (common, hit) =>
    common.some((pixel) => Math.abs((pixel % SIZE) - hit.x) <= 1 && Math.abs(Math.floor(pixel / SIZE) - hit.y) <= 1);

/** Cases in which the pictures and matrices of Phaser and hitmask do not say the same; and how many met. */
window.compare = (count, contained) => {
    const random = randomFrom(count);
    window.game.loop.stop();
    let met = 0;
    const wrong = [];
    for (let i = 0; i < count; i++) {
        const a = place(scene.add.sprite(0, 0, 'person'), random);
        const b = place(random(0, 2) ? scene.add.image(0, 0, 'enemy') : scene.add.image(0, 0, 'deep', random(0, 8)), random);
        const all = [a, b];
        if (contained) {
            const container = scene.add.container(20, 10, [a]);
            container.setAngle(90 * random(0, 3)).setPosition(256, 256);
            a.setPosition(a.x - 256, a.y - 256);
            all.push(container);
        }
        const first = covered(a), second = covered(b);
        // Phaser draws it so, but for a line of pixels that lie on the edge of a pixel of the screen.
        const drawn = shown(a, all);
        const off = [...first].filter((pixel) => !drawn.has(pixel)).length;
        if (off > 140 || drawn.size < first.size - 140) wrong.push({ i, off, drawn: drawn.size, covered: first.size });
        const common = [...first].filter((pixel) => second.has(pixel));
        const touches = pixels.overlaps(a, b);
        const hit = pixels.contact(a, b);
        if (touches !== common.length > 0 || (hit !== null) !== touches) wrong.push({ i, touches, common: common.length });
        else if (hit !== null && !near(common, hit)) wrong.push({ i, hit });
        if (touches) met++;
        for (const object of all) object.destroy();
    }
    return { wrong, met };
};

window.clickable = () => {
    const person = pixels.interactive(scene.add.sprite(100, 100, 'person').setFlipX(true).setScale(2), { useHandCursor: true });
    window.clicks = 0;
    person.on('pointerdown', () => window.clicks++);
    const solid = shown(person, [person]);
    window.game.loop.start(window.game.step.bind(window.game));
    const at = window.game.canvas.getBoundingClientRect();
    const box = person.getBounds();
    const inside = [], outside = [];
    for (let y = Math.ceil(box.top) + 1; y < box.bottom - 1; y += 13)
        for (let x = Math.ceil(box.left) + 1; x < box.right - 1; x += 11)
            (solid.has(y * SIZE + x) ? inside : outside).push([x + at.x, y + at.y]);
    return { inside, outside };
};

/** How many of the rocks a hero overlaps by its box, and how many by its pixels: as this.physics does. */
window.arcade = () => {
    window.game.loop.stop();
    const hero = scene.physics.add.image(100, 100, 'person');
    const rocks = scene.physics.add.group();
    for (const [x, y] of [[126, 110], [135, 100], [138, 74], [300, 300]]) rocks.create(x, y, 'enemy');
    const boxes = [], touched = [];
    scene.physics.add.overlap(hero, rocks, (_, rock) => boxes.push(rock));
    scene.physics.add.overlap(hero, rocks, (_, rock) => touched.push(rock), pixels.process);
    scene.physics.world.update(1000, 20);
    const wanted = boxes.filter((rock) => pixels.overlaps(hero, rock));
    const first = pixels.first(hero, rocks.getChildren());
    return { boxes: boxes.length, touched: touched.length, same: touched.length === wanted.length && touched.every((rock) => wanted.includes(rock)), first: first === wanted[0] };
};

/** Counts placements of turned objects whose pixels touch that Arcade does not ask about: without, and with such bodies. */
window.turnedArcade = () => {
    window.game.loop.stop();
    const random = randomFrom(3);
    const missed = [0, 0];
    let met = 0;
    for (let i = 0; i < 200; i++) {
        const a = scene.physics.add.image(200, 200, 'person').setOrigin(random(0, 2) / 2, random(0, 2) / 2);
        const b = scene.physics.add.image(200 + random(-60, 60), 200 + random(-60, 60), 'enemy');
        for (const object of [a, b]) object.setAngle(random(0, 359)).setScale(random(2, 8) / 4, random(2, 8) / 4).setFlipX(random(0, 1) === 1);
        const touches = pixels.overlaps(a, b);
        if (touches) met++;
        for (const which of [0, 1]) {
            if (which === 1) for (const object of [a, b]) pixels.arcadeBody(object);
            for (const object of [a, b]) object.body.updateFromGameObject();
            if (touches !== scene.physics.overlap(a, b, null, pixels.process)) missed[which]++;
        }
        a.destroy();
        b.destroy();
    }
    return { met, missed };
};

/** A bullet that is before something in one frame and behind it in the next: it goes on to the last free place. */
window.fast = () => {
    window.game.loop.stop();
    const random = randomFrom(11);
    const wrong = [];
    let stopped = 0;
    for (let i = 0; i < 60; i++) {
        const bullet = scene.add.image(60, 240 + random(-40, 40), 'enemy').setScale(0.5).setAngle(random(0, 359)).setFlipX(random(0, 1) === 1);
        const enemy = scene.add.image(250, 250, 'person').setScale(random(2, 6) / 4).setAngle(random(0, 359)).setFlipY(random(0, 1) === 1);
        const moveX = 400, moveY = random(-60, 60);
        const way = pixels.sprite(bullet).sweepAt(bullet, pixels.sprite(enemy), enemy, moveX, moveY);
        const at = (part) => {
            bullet.setPosition(60 + part * moveX, bullet.y);
            return pixels.overlaps(bullet, enemy);
        };
        const { y } = bullet;
        let met = false;
        for (let step = 0; step <= 400; step++) {
            bullet.y = y + (step / 400) * moveY;
            met ||= at(step / 400);
        }
        bullet.setPosition(60 + way.movedX, y + way.movedY);
        if (way.touches && pixels.overlaps(bullet, enemy)) wrong.push({ i, inside: way });
        if (met && !way.touches) wrong.push({ i, missed: true });
        if (way.touches) stopped++;
        bullet.destroy(), enemy.destroy();
    }
    return { wrong, stopped };
};

/** A frame with a pivot of its own is mirrored about it. */
window.pivoted = () => {
    window.game.loop.stop();
    const texture = scene.textures.createCanvas('pivoted', 40, 64);
    texture.draw(0, 0, scene.textures.get('person').getSourceImage());
    texture.add('walker', 0, 0, 0, 40, 64);
    Object.assign(texture.get('walker'), { pivotX: 0.25, pivotY: 0.5, customPivot: true });
    const own = new Pixels(open(packBytes), { name: () => 'person.png' });
    let wrong = 0, met = 0;
    for (const flip of [[false, false], [true, false], [false, true]]) {
        const a = scene.add.image(160, 160, 'pivoted', 'walker').setOrigin(0.25, 0.5).setFlip(...flip);
        const picture = shown(a, [a]);
        for (let y = 120; y < 200; y += 7)
            for (let x = 100; x < 220; x += 3) {
                const hit = own.at(a, x + 0.5, y + 0.5);
                if (hit !== picture.has(y * SIZE + x)) wrong++;
                if (hit !== own.solid(a, x + 0.5 - 160 + a.displayOriginX, y + 0.5 - 160 + a.displayOriginY)) wrong++;
                if (hit) met++;
            }
        a.setScale(0.25);
        for (let y = 140; y < 180; y += 0.37)
            for (let x = 140; x < 180; x += 0.37)
                if (own.at(a, x, y) !== own.solid(a, (x - 160) * 4 + a.displayOriginX, (y - 160) * 4 + a.displayOriginY)) wrong++;
        a.destroy();
    }
    return { wrong, met };
};

/** A body of pieces: the picture stays where it is, and the body falls. */
window.matter = () => {
    window.game.loop.stop();
    const results = [];
    for (const [scale, angle, flip] of [[1, 0, false], [2, 90, false], [1, 180, true]]) {
        const person = scene.add.image(160, 120, 'person').setScale(scale).setAngle(angle).setFlipX(flip);
        const corners = () => [person.getTopLeft(), person.getTopRight(), person.getBottomLeft()];
        const before = corners();
        const restitution = 0.25;
        pixels.matterBody(person, { restitution });
        const moved = Math.max(...corners().map((corner, i) => corner.distance(before[i])));
        // A draw is a step of physics as well.
        scene.matter.world.pause();
        const after = shown(person, [person]);
        scene.matter.world.resume();
        const y = person.y;
        const { parts } = person.body;
        const area = parts.slice(1).reduce((sum, part) => sum + part.area, 0);
        const inside = scene.matter.vertices.contains;
        // Each solid pixel of the picture lies in a part, or next to one.
        const away = [...after].filter((pixel) => {
            const at = { x: (pixel % SIZE) + 0.5, y: Math.floor(pixel / SIZE) + 0.5 };
            return !parts.slice(1).some((part) => [[0, 0], [2, 0], [-2, 0], [0, 2], [0, -2]].some(([dx, dy]) =>
                inside(part.vertices, { x: at.x + dx * scale, y: at.y + dy * scale })));
        }).length;
        for (let i = 0; i < 10; i++) scene.matter.world.step(16);
        results.push({ pixels: after.size, moved, away, falls: person.y > y, area: area / (scale * scale), restitution: person.body.restitution });
        person.destroy();
    }
    return { results, pieces: pixels.sprite(scene.make.image({ key: 'person', add: false })).pieces.length };
};

window.mistakes = () => {
    const said = (run) => {
        try {
            run();
        } catch (error) {
            return error instanceof HitmaskError ? error.message : `not ours: ${error.stack}`;
        }
        return 'nothing';
    };
    scene.textures.createCanvas('hero', 8, 8);
    scene.textures.createCanvas('ball', 8, 8);
    scene.textures.createCanvas('somebody', 40, 64);
    const of = (key) => scene.make.image({ key, add: false });
    const ball = scene.make.image({ key: 'person', add: false });
    const nothing = {
        overlaps: () => pixels.overlaps(ball, undefined),
        contact: () => pixels.contact(null, ball),
        process: () => pixels.process(ball),
        first: () => pixels.first(undefined, [ball]),
        others: () => pixels.first(ball, scene.add.group()),
        other: () => pixels.first(ball, [undefined]),
        sprite: () => pixels.sprite(),
        at: () => pixels.at(undefined, 0, 0),
        solid: () => pixels.solid(undefined, 0, 0),
        interactive: () => pixels.interactive(),
        arcadeBody: () => pixels.arcadeBody(),
        matterBody: () => pixels.matterBody(),
        pack: () => new Pixels(packBytes),
    };
    return {
        nothing: Object.fromEntries(Object.entries(nothing).map(([name, run]) => [name, said(run)])),
        name: said(() => pixels.overlaps(of('hero'), of('person'))),
        size: said(() => pixels.sprite(of('ball'))),
        text: said(() => pixels.sprite(scene.make.graphics({ add: false }))),
        pieces: said(() => new Pixels(open(plainBytes)).matterBody(scene.add.image(0, 0, 'deep', 4))),
        renamed: new Pixels(open(packBytes), { name: (key) => (key === 'somebody' ? 'person.png' : undefined) }).sprite(of('somebody')).name,
    };
};
