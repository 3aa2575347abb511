// support.mjs - what the tests of the module share: it, a pack of the samples, and masks as plain arrays
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const build = process.env.HITMASK_BUILD;
export const root = new URL('../..', import.meta.url).pathname;
export const hitmask = await import(pathToFileURL(join(build, 'web/hitmask.js')));

/** A folder that is gone when the tests have ended. */
export function folder() {
    const path = mkdtempSync(join(tmpdir(), 'hitmask-web-'));
    process.on('exit', () => rmSync(path, { recursive: true, force: true }));
    return path;
}

/** Bakes with the native tool; returns the bytes of the pack. */
export function bake(...words) {
    const path = join(folder(), 'x.hmk');
    execFileSync(process.env.HITMASK, ['bake', '--quiet', ...words, '-o', path], { cwd: root });
    return readFileSync(path);
}

export const samples = () => bake('samples/sprites', '--polygons', '1', '--pieces', '8', '--hull', '8');

/** A sprite from rows of text: "#" is solid. */
export function drawn(...rows) {
    const stride = Math.ceil(rows[0].length / 8);
    const bits = new Uint8Array(stride * rows.length);
    rows.forEach((row, y) =>
        [...row].forEach((letter, x) => {
            if (letter === '#') bits[y * stride + (x >> 3)] |= 1 << (x & 7);
        }),
    );
    return hitmask.Sprite.fromBits(bits, stride, rows[0].length, rows.length);
}

/** The solid pixels of a sprite as "x,y", by its bits alone: the oracle of the other questions. */
export function pixelsOf(sprite) {
    const { bits, stride } = sprite.getBits();
    const pixels = [];
    for (let y = 0; y < sprite.height; y++)
        for (let x = 0; x < sprite.width; x++)
            if (bits[y * stride + (x >> 3)] >> (x & 7) & 1) pixels.push({ x, y });
    return pixels;
}

export const keyOf = (x, y) => `${x},${y}`;
export const setOf = (pixels) => new Set(pixels.map(({ x, y }) => keyOf(x, y)));
