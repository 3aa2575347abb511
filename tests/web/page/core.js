// core.js - the module in a page: its answers, canvases, a worker, the digest of platforms
import * as hitmask from 'hitmask';

import digestBytes from 'built/digest.wasm';
import platformBytes from 'built/platforms.hmk';

const { HitmaskError, Mask, open } = hitmask;

/** The numbers of the digest, as tests/platforms/run.sh has them. */
window.digest = async () => {
    const { instance } = await WebAssembly.instantiate(digestBytes);
    const { memory, digest_room, digest_run } = instance.exports;
    const room = digest_room();
    new Uint8Array(memory.buffer, room).set(platformBytes);
    if (digest_run(platformBytes.length) !== 0) return 'failed';
    return Array.from(new BigUint64Array(memory.buffer, room, 3), (n) => n.toString(16).padStart(16, '0')).join(' ');
};

window.answers = () => {
    const pack = open(platformBytes);
    const a = pack.sprite('person.png'), b = pack.sprite('enemy.png');
    return [a.overlaps(b, 20, 10), a.contact(b, 20, 10), a.area(b, 20, 10)];
};

function draw(context) {
    context.fillStyle = '#0f0';
    context.fillRect(3, 2, 5, 4);
    context.clearRect(4, 3, 1, 1);
    context.globalAlpha = 0.5;
    context.fillRect(10, 0, 1, 1);
}

/** One picture as a canvas, an OffscreenCanvas and ImageData. */
window.masks = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 8 });
    const offscreen = new OffscreenCanvas(16, 8);
    draw(canvas.getContext('2d'));
    draw(offscreen.getContext('2d'));
    const data = canvas.getContext('2d').getImageData(0, 0, 16, 8);
    return [canvas, offscreen, data].flatMap((source) => [
        Mask.from(source).sprite.solidPixels,
        Mask.from(source, { threshold: 127 }).sprite.solidPixels,
        Mask.from(source, { threshold: 128 }).sprite.solidPixels,
        Mask.from(source, { key: 0x00ff00 }).solid(5, 5),
    ]);
};

/** A canvas of WebGL has no pixels to read, and says so. */
window.refused = () => {
    const canvas = document.createElement('canvas');
    canvas.getContext('webgl');
    try {
        Mask.from(canvas);
    } catch (error) {
        return [error instanceof HitmaskError, error.code];
    }
    return [];
};

/** The answers of a worker that got the bytes, and whether it takes a sprite of this page. */
window.inWorker = (source) =>
    new Promise((done, fail) => {
        const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = (event) => fail(new Error(event.message));
        const sprite = open(platformBytes).sprite('person.png');
        worker.postMessage({ bytes: platformBytes, sprite });
    });
