// game.js - a game of Pixi in which things are packed by their visible pixels
//
// Things ride past on a belt, turned, scaled and one before the other. A click takes the one whose visible pixels lie
// under the mouse, the wheel or arrows turn it, and the next click lets it go where it touches nothing: then it falls,
// and rolls off slopes, until its pixels rest on others. Small things fit into the holes of rings. How full is your pit?
import { Application, Assets, Container, Graphics, Sprite, Text, TextureSource } from 'pixi.js';

import { open } from 'hitmask';
import { Pixels } from 'hitmask/pixi';

import masks from './game.hmk?url';

const WIDTH = 640, HEIGHT = 400, BELT = 56, LEFT = 128, RIGHT = 512, BRIM = 176, FLOOR = 368;
const KINDS = ['ring', 'heart', 'person', 'ball', 'ring', 'enemy', 'palette', 'grey', 'heart', 'interlaced'];
const GREEN = 0x7ae582, RED = 0xff5a4a, YELLOW = 0xffe27a;

const app = new Application();
TextureSource.defaultOptions.scaleMode = 'nearest';
await app.init({ width: WIDTH, height: HEIGHT, background: 0x24364a });
document.body.append(app.canvas);
await Assets.load([...KINDS, 'full'].map((kind) => `${kind}.png`));
const pixels = new Pixels(open(await (await fetch(masks)).arrayBuffer()));

const background = new Graphics()
    .rect(0, BELT - 44, WIDTH, 88).fill(0x1b2937).rect(0, BELT - 46, WIDTH, 2).rect(0, BELT + 44, WIDTH, 2).fill(0x4a6078)
    .rect(LEFT, BRIM, RIGHT - LEFT, FLOOR - BRIM).fill(0x16202c);
const label = (x, text) => new Text({ x, y: 116, text, style: { fontFamily: 'monospace', fontSize: 16, fill: 0xffffff } });
const score = label(LEFT, ''), help = label(LEFT + 130, 'click takes, wheel turns');
const pit = new Container(), belt = new Container(), marks = new Graphics();
app.stage.addChild(background, score, help, pit, belt, marks);

const brick = (x, y) => pit.addChild(new Sprite({ texture: Assets.get('full.png'), x, y, tint: 0xb0b0c0 }));
for (let x = LEFT - 64; x < RIGHT + 64; x += 64) brick(x, FLOOR);
for (let y = FLOOR - 32; y >= BRIM; y -= 32) brick(LEFT - 64, y), brick(RIGHT, y);
const bricks = new Set(pit.children);

const mouse = { x: 0, y: 0 };
let held = null, hovered = null, falling = false, ticks = 0;

/** A thing comes in on the left. */
function arrive(kind = KINDS[Math.floor(Math.random() * KINDS.length)]) {
    const thing = belt.addChild(new Sprite({ texture: Assets.get(`${kind}.png`), anchor: 0.5 }));
    const scale = 0.7 + 0.7 * Math.random();
    thing.scale.set(Math.random() < 0.5 ? scale : -scale, scale);
    thing.angle = 360 * Math.random();
    thing.position.set(-60, BELT + 30 * Math.random() - 15);
    // Events reach visible pixels alone. A dynamic thing also has them when it moves, and the mouse does not.
    thing.hitArea = pixels.hitArea(thing);
    thing.eventMode = 'dynamic';
    thing.cursor = 'pointer';
    thing.on('pointerover', () => hovered = thing).on('pointerout', () => hovered = null);
    return thing;
}

/** True when a thing touches another one in the pit, or its bricks. */
const touches = (thing) => pit.children.some((other) => other !== thing && pixels.overlaps(thing, other));

function take(thing) {
    held = belt.addChild(thing);
    falling = true; // what lay on it
}

function letGo() {
    if (touches(held)) return;
    pit.addChild(held);
    held = null;
    falling = true;
}

/** Moves a thing down, or down and aside. True when there is room. */
function fall(thing) {
    const { x, y } = thing;
    for (const side of [0, -1, 1, -2, 2]) {
        thing.position.set(x + side, y + 1);
        if (!touches(thing)) return true;
    }
    thing.position.set(x, y);
    return false;
}

/** Draws round the visible pixels of a thing, as its mask has them. */
function outline(thing, color) {
    const { width, height } = thing.texture;
    for (const loop of pixels.sprite(thing).outline()) marks.poly(loop);
    marks.stroke({ width: 2 / thing.scale.y, color }).pivot.set(width / 2, height / 2);
    marks.scale.copyFrom(thing.scale);
    marks.position.copyFrom(thing.position);
    marks.rotation = thing.rotation;
}

app.stage.eventMode = 'static';
app.stage.hitArea = app.screen;
app.stage.on('globalpointermove', ({ global }) => Object.assign(mouse, { x: Math.round(global.x), y: Math.round(global.y) }));
app.stage.on('pointerdown', ({ target }) => held !== null ? letGo() : target !== app.stage && take(target));
const turn = (way) => held !== null && (held.angle += 7.5 * way);
addEventListener('wheel', ({ deltaY }) => turn(Math.sign(deltaY)));
addEventListener('keydown', ({ key }) => turn((key === 'ArrowRight') - (key === 'ArrowLeft')));

function update() {
    if (ticks++ % 40 === 0) arrive();
    for (const thing of [...belt.children]) if (thing !== held && ++thing.x > WIDTH + 60) thing.destroy();
    const things = pit.children.filter((thing) => !bricks.has(thing)).sort((a, b) => b.y - a.y);
    for (let i = 0; i < 4 && falling; i++) falling = things.map(fall).includes(true);

    marks.clear();
    if (held !== null) held.position.copyFrom(mouse), outline(held, touches(held) ? RED : GREEN);
    else if (hovered !== null && !hovered.destroyed) outline(hovered, YELLOW);

    let solid = 0;
    for (const thing of things)
        if (thing.y > HEIGHT + 60) thing.destroy();
        else if (thing.x > LEFT && thing.x < RIGHT) solid += pixels.sprite(thing).solidPixels * thing.scale.y ** 2;
    score.text = `full ${Math.round((100 * solid) / ((RIGHT - LEFT) * (FLOOR - BRIM)))} %`;
}

app.ticker.maxFPS = 60;
app.ticker.add(update);
for (let x = 20; x < WIDTH; x += 40) arrive().x = x;
window.game = { app, pit, belt, mouse, arrive, take, letGo, update };
