// pixi.js - a stage of Pixi whose own pictures are the oracle of hitmask/pixi
import { Application, Assets, Container, Rectangle, Sprite, Texture } from 'pixi.js';

import { HitmaskError, open } from 'hitmask';
import { Pixels } from 'hitmask/pixi';

import enemyPicture from '../../../samples/sprites/enemy.png';
import personPicture from '../../../samples/sprites/person.png';
import packBytes from 'built/shapes.hmk';

const SIZE = 320;
let app, pixels, person, enemy;

async function texture(data, label) {
    const picture = new Image();
    picture.src = data;
    await picture.decode();
    const made = Texture.from(picture);
    made.source.scaleMode = 'nearest';
    made.label = label;
    return made;
}

window.ready = (async () => {
    app = new Application();
    await app.init({ width: SIZE, height: SIZE, backgroundAlpha: 0, antialias: false, preference: 'webgl', autoStart: false });
    document.body.append(app.canvas);
    person = await texture(personPicture, 'art/person.png');
    enemy = await texture(enemyPicture, 'enemy');
    pixels = new Pixels(open(packBytes));
})();

/** The pixels that are opaque when this sprite alone is visible. */
function shown(sprite, all) {
    for (const other of all) other.visible = other === sprite;
    app.render();
    const { pixels: data } = app.renderer.extract.pixels({ target: app.stage, frame: new Rectangle(0, 0, SIZE, SIZE), resolution: 1 });
    const solid = new Set();
    for (let i = 3; i < data.length; i += 4) if (data[i] > 0) solid.add(i >> 2);
    return solid;
}

const randomFrom = (seed) => (low, high) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return low + ((seed >>> 8) % (high - low + 1));
};

function place(sprite, random) {
    sprite.anchor.set(random(0, 2) / 2, random(0, 2) / 2);
    sprite.angle = 90 * random(-2, 2);
    sprite.scale.set(random(1, 2) * (random(0, 2) ? 1 : -1), random(1, 2) * (random(0, 2) ? 1 : -1));
    const { width, height } = sprite.texture.orig;
    const odd = (size, anchor, scale) => (size * anchor * scale) % 1;
    sprite.position.set(
        random(100, 200) + odd(width, sprite.anchor.x, sprite.scale.x),
        random(100, 200) + odd(height, sprite.anchor.y, sprite.scale.y),
    );
    return sprite;
}

// The middle of a pixel of twice the size lies in one of its four; the contact may be in another.
const near = (common, hit) =>
    common.some((pixel) => Math.abs((pixel % SIZE) - hit.x) <= 1 && Math.abs(Math.floor(pixel / SIZE) - hit.y) <= 1);

window.compare = (count, contained) => {
    const random = randomFrom(count);
    const wrong = [];
    let met = 0;
    for (let i = 0; i < count; i++) {
        const a = place(new Sprite(person), random), b = place(new Sprite(enemy), random);
        const parent = new Container();
        if (contained) {
            parent.angle = 90 * random(0, 3);
            parent.position.set(160, 160);
            a.position.set(a.x - 160, a.y - 160);
        }
        parent.addChild(a);
        app.stage.addChild(parent, b);
        // Asked before the stage is drawn, as a game does after it has moved its sprites.
        const touches = pixels.overlaps(a, b);
        const hit = pixels.contact(a, b);
        const first = shown(a, [a, b]), second = shown(b, [a, b]);
        const common = [...first].filter((pixel) => second.has(pixel));
        if (touches !== common.length > 0 || (hit !== null) !== touches) wrong.push({ i, touches, common: common.length });
        else if (hit !== null && !near(common, hit)) wrong.push({ i, hit });
        if (touches) met++;
        app.stage.removeChildren();
    }
    return { wrong, met };
};

window.clickable = () => {
    const sprite = pixels.interactive(new Sprite(person));
    sprite.anchor.set(0.5);
    sprite.scale.set(-2, 2);
    sprite.position.set(100, 100);
    app.stage.addChild(sprite);
    window.clicks = 0;
    sprite.on('pointerdown', () => window.clicks++);
    const solid = shown(sprite, [sprite]);
    const at = app.canvas.getBoundingClientRect();
    const inside = [], outside = [];
    for (let y = 100 - 62; y < 100 + 62; y += 13)
        for (let x = 100 - 38; x < 100 + 38; x += 11)
            (solid.has(y * SIZE + x) ? inside : outside).push([x + 0.5 + at.x, y + 0.5 + at.y]);
    return { inside, outside };
};

/** A texture of twice the resolution has half the size, and so has its mask. */
window.dense = async () => {
    const picture = new Image();
    picture.src = personPicture;
    await picture.decode();
    const half = Texture.from(picture, true);
    half.source.resolution = 2;
    half.source.update();
    half.update();
    half.label = 'person.png';
    const sprite = new Sprite(half);
    app.stage.addChild(sprite);
    const area = pixels.hitArea(sprite);
    const mask = pixels.sprite(sprite);
    let wrong = 0;
    for (let y = 0; y < 64; y++) for (let x = 0; x < 40; x++) if (area.contains(x / 2 + 0.1, y / 2 + 0.1) !== mask.solid(x, y)) wrong++;
    return { width: half.orig.width, wrong };
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
    const skewed = new Sprite(person);
    skewed.skew.set(0.5, 0);
    const unknown = new Sprite(Texture.WHITE);
    const ball = new Sprite(person);
    const nothing = {
        overlaps: () => pixels.overlaps(ball, undefined),
        contact: () => pixels.contact(null, ball),
        sprite: () => pixels.sprite(),
        hitArea: () => pixels.hitArea(),
        interactive: () => pixels.interactive(),
        pack: () => new Pixels(packBytes),
    };
    return {
        nothing: Object.fromEntries(Object.entries(nothing).map(([name, run]) => [name, said(run)])),
        skewed: said(() => pixels.overlaps(skewed, new Sprite(enemy))),
        unknown: said(() => pixels.sprite(unknown)),
        container: said(() => pixels.sprite(new Container())),
    };
};
