// game.js - a game of Phaser with pixel-exact bullets, hits and clicks
//
// Arrows walk, space or a click throws a ball. Rings, enemies and clouds come down, turning and growing: a ball flies
// through the hole of a ring, and whoever stands there is safe. A click on the visible pixels of a cloud makes it rain,
// which puts out what falls below it.
import Phaser from 'phaser';

import { open } from 'hitmask';
import { Pixels } from 'hitmask/phaser';

import masks from './game.hmk?url';

const WIDTH = 640, HEIGHT = 400, FLOOR = HEIGHT - 32;
const WALK = [1, 2, 3, 4].map((number) => `person-walk-${number}`);
const KINDS = ['ring', 'ring', 'enemy', 'cloud'];

class Rings extends Phaser.Scene {
    preload() {
        for (const name of ['person', ...WALK, 'ring', 'enemy', 'cloud', 'ball']) this.load.image(name, `${name}.png`);
        this.load.binary('masks', masks);
    }

    create() {
        this.pixels = new Pixels(open(this.cache.binary.get('masks')));
        this.score = 0;
        this.lives = 5;
        this.safeUntil = 0;

        this.add.rectangle(WIDTH / 2, HEIGHT - 16, WIDTH, 32, 0x3d5a3c);
        this.anims.create({ key: 'walk', frames: WALK.map((key) => ({ key })), frameRate: 10, repeat: -1 });
        this.hero = this.physics.add.sprite(WIDTH / 2, FLOOR - 32, 'person').setCollideWorldBounds(true);
        this.falling = this.physics.add.group();
        this.balls = this.physics.add.group();
        this.text = this.add.text(8, 6, '', { fontSize: '16px', color: '#ffffff' }).setDepth(1);

        // Phaser compares boxes, and the fourth word asks about pixels before the third is called.
        const { process } = this.pixels;
        this.physics.add.overlap(this.balls, this.falling, (ball, thing) => this.hit(ball, thing), process);
        this.physics.add.overlap(this.hero, this.falling, (hero, thing) => this.hurt(thing), process);

        this.keys = this.input.keyboard.createCursorKeys();
        this.input.on('pointerdown', (pointer, objects) => {
            if (objects.length === 0) this.throwAt(pointer.worldX, pointer.worldY);
        });
        this.time.addEvent({ delay: 800, loop: true, callback: () => this.drop() });
        for (let i = 0; i < 4; i++) this.drop(60 + 50 * i);
    }

    /** Something comes down. Boxes of Arcade do not turn, so each is as large as its picture needs at any angle. */
    drop(y = -40) {
        const kind = Phaser.Utils.Array.GetRandom(KINDS);
        const thing = this.falling.create(Phaser.Math.Between(30, WIDTH - 30), y, kind);
        const upright = kind === 'cloud';
        thing.setScale(upright ? 1.5 : Phaser.Math.FloatBetween(0.7, 1.8)).setFlipX(Math.random() < 0.5);
        if (!upright) thing.setAngle(Phaser.Math.Between(0, 359)).setAngularVelocity(Phaser.Math.Between(-90, 90));
        this.pixels.arcadeBody(thing);
        thing.setVelocity(Phaser.Math.Between(-40, 40), upright ? 15 : Phaser.Math.Between(30, 80));
        if (upright) this.pixels.interactive(thing, { useHandCursor: true }).on('pointerdown', () => this.rain(thing));
    }

    throwAt(x, y) {
        const ball = this.balls.create(this.hero.x, this.hero.y - 30, 'ball').setScale(0.4);
        this.physics.moveTo(ball, x, y, 420);
    }

    /** A spark where the pixels touch. */
    hit(ball, thing) {
        const at = this.pixels.contact(ball, thing);
        if (at !== null) this.spark(at.x, at.y, 0xffe27a);
        this.score += thing.texture.key === 'enemy' ? 3 : 1;
        ball.destroy();
        thing.destroy();
    }

    hurt(thing) {
        if (this.time.now < this.safeUntil) return;
        const at = this.pixels.contact(this.hero, thing);
        this.spark(at.x, at.y, 0xff5a4a);
        this.safeUntil = this.time.now + 1500;
        this.lives--;
        if (this.lives === 0) this.scene.restart();
    }

    rain(cloud) {
        const box = cloud.getBounds();
        for (let x = box.left; x < box.right; x += 6) {
            const drop = this.add.rectangle(x, box.bottom, 2, 14, 0x8fd0ff);
            this.tweens.add({ targets: drop, y: FLOOR, duration: 500, onComplete: () => drop.destroy() });
        }
        for (const thing of [...this.falling.getChildren()])
            if (thing !== cloud && thing.y > box.top && Math.abs(thing.x - cloud.x) < box.width / 2) {
                this.score++;
                thing.destroy();
            }
        cloud.destroy();
    }

    spark(x, y, color) {
        const star = this.add.star(x, y, 5, 3, 10, color);
        this.tweens.add({ targets: star, scale: 2.5, alpha: 0, duration: 300, onComplete: () => star.destroy() });
    }

    update() {
        const { hero, keys } = this;
        const way = (keys.right.isDown ? 1 : 0) - (keys.left.isDown ? 1 : 0);
        hero.setVelocityX(way * 180).setAlpha(this.time.now < this.safeUntil ? 0.5 : 1);
        if (way !== 0) hero.setFlipX(way < 0).play('walk', true);
        else hero.stop().setTexture('person');
        if (Phaser.Input.Keyboard.JustDown(keys.space)) this.throwAt(hero.x, 0);
        for (const thing of [...this.falling.getChildren()]) if (thing.y > HEIGHT + 60) thing.destroy();
        for (const ball of [...this.balls.getChildren()]) if (!this.physics.world.bounds.contains(ball.x, ball.y)) ball.destroy();
        this.text.setText(`score ${this.score}   lives ${this.lives}`);
    }
}

window.game = new Phaser.Game({
    width: WIDTH, height: HEIGHT, backgroundColor: '#24364a', pixelArt: true, banner: false, audio: { noAudio: true },
    scene: Rings, physics: { default: 'arcade' },
});
