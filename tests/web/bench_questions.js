// bench_questions.js - the questions of bench_native.c through the module, and the ways that people ask in browsers
import { Sprite, World, open } from 'hitmask';

const MASKS = 8, PLACES = 256, ITEMS = 1000, CROWD_SIDE = 640, ROUNDS = 5;

let state = 0, sink = 0;

function between(low, high) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + ((state >>> 8) % (high - low + 1));
}

function draw(size) {
    const stride = Math.ceil(size / 8), bits = new Uint8Array(stride * size);
    const outer = Math.floor((size * between(60, 95)) / 100), inner = Math.floor((outer * between(0, 60)) / 100);
    for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
            const far = (2 * x - size) ** 2 + (2 * y - size) ** 2;
            if (far < outer * outer && far >= inner * inner) bits[y * stride + (x >> 3)] |= 1 << (x & 7);
        }
    return Sprite.fromBits(bits, stride, size, size);
}

// The best of some rounds, in nanoseconds for one question; `ask` asks about each place `repeats` times.
function measure(ask, repeats) {
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
        const begun = performance.now();
        sink += ask(repeats);
        best = Math.min(best, ((performance.now() - begun) * 1e6) / repeats / PLACES);
    }
    return best;
}

function placesOf(size, masks) {
    return Array.from({ length: PLACES }, () => {
        const a = masks[between(0, MASKS - 1)], b = masks[between(0, MASKS - 1)];
        return { a, b, dx: between(-size, size), dy: between(-size, size) };
    });
}

function overlaps(places) {
    return (repeats) => {
        let sum = 0;
        for (let i = 0; i < repeats; i++) for (const { a, b, dx, dy } of places) sum += a.overlaps(b, dx, dy) ? 1 : 0;
        return sum;
    };
}

function areas(places) {
    return (repeats) => {
        let sum = 0;
        for (let i = 0; i < repeats; i++) for (const { a, b, dx, dy } of places) sum += a.area(b, dx, dy);
        return sum;
    };
}

function crowds() {
    const world = new World(), asker = draw(32), list = [];
    for (let i = 0; i < ITEMS; i++) {
        const sprite = draw(32);
        world.add(sprite, between(0, CROWD_SIDE), between(0, CROWD_SIDE));
    }
    const places = Array.from({ length: PLACES }, () => ({ x: between(0, CROWD_SIDE), y: between(0, CROWD_SIDE) }));
    return (repeats) => {
        let sum = 0;
        for (let i = 0; i < repeats; i++) for (const { x, y } of places) sum += world.list(asker, x, y, list).length;
        return sum;
    };
}

/** Nanoseconds of each row; of opening, milliseconds. */
export function ask(pack) {
    const rows = {};
    for (const size of [16, 72, 256]) {
        state = size;
        const masks = Array.from({ length: MASKS }, () => draw(size));
        const places = placesOf(size, masks);
        rows[`overlap ${size}`] = measure(overlaps(places), 400);
        rows[`area ${size}`] = measure(areas(places), 100);
    }
    state = 1;
    rows.crowd = measure(crowds(), 10);
    const milliseconds = (use) => {
        let best = Infinity;
        for (let i = 0; i < 20; i++) {
            const begun = performance.now();
            const opened = open(pack);
            use(opened);
            best = Math.min(best, performance.now() - begun);
            opened.dispose();
        }
        return best;
    };
    rows.open = milliseconds(() => 0);
    rows.names = milliseconds((opened) => {
        for (const name of opened.names) sink += opened.sprite(name).width;
    });
    return rows;
}

/** Asks about 72 px as tutorials do it: draws both pictures, reads the pixels of both, and loops over them. */
export function askByPixels() {
    const size = 72;
    state = size;
    const masks = Array.from({ length: MASKS }, () => draw(size));
    const places = placesOf(size, masks);
    const canvases = new Map(masks.map((mask) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
        const context = canvas.getContext('2d', { willReadFrequently: true });
        for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (mask.solid(x, y)) context.fillRect(x, y, 1, 1);
        return [mask, context];
    }));
    const touch = ({ a, b, dx, dy }) => {
        const x0 = Math.max(0, dx), y0 = Math.max(0, dy), x1 = Math.min(size, size + dx), y1 = Math.min(size, size + dy);
        if (x0 >= x1 || y0 >= y1) return false;
        const first = canvases.get(a).getImageData(x0, y0, x1 - x0, y1 - y0).data;
        const second = canvases.get(b).getImageData(x0 - dx, y0 - dy, x1 - x0, y1 - y0).data;
        for (let i = 3; i < first.length; i += 4) if (first[i] > 0 && second[i] > 0) return true;
        return false;
    };
    for (const place of places)
        if (touch(place) !== place.a.overlaps(place.b, place.dx, place.dy)) throw new Error('other answers');
    const ours = measure(overlaps(places), 400);
    const theirs = measure((repeats) => {
        let sum = 0;
        for (let i = 0; i < repeats; i++) for (const place of places) sum += touch(place) ? 1 : 0;
        return sum;
    }, 2);
    return { ours, theirs };
}
