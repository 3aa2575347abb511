// wasm.js - the WebAssembly, its memory, and what every other part checks with
//
// The parts of src/web/ become one module: see bundle.sh, which puts WASM, VERSION and RESULTS before them.

/** All that goes wrong is one of these; `code` says what in one word. */
export class HitmaskError extends Error {
    constructor(code, message, options) {
        super(message, options);
        this.code = code;
    }
}
HitmaskError.prototype.name = 'HitmaskError';

function fail(code, message, options) {
    throw new HitmaskError(code, message, options);
}

function start() {
    try {
        const text = atob(WASM);
        const packed = new Uint8Array(text.length);
        for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
        const binary = inflate(packed, WASM_SIZE);
        return new WebAssembly.Instance(new WebAssembly.Module(binary)).exports;
    } catch (error) {
        return fail(
            'WEBASSEMBLY',
            'hitmask: this page does not run WebAssembly; if it has a Content-Security-Policy,' +
                ` script-src must allow 'wasm-unsafe-eval' (${error.message})`,
            { cause: error },
        );
    }
}

const C = start();
const { hm_overlap, hm_overlap_first, hm_web_overlap_area, hm_solid } = C;

// ---- Memory ----

// Views of the memory. They go stale when it grows, which happens in `allocate` alone.
let bytes, words, unsigned, doubles;

function see() {
    const { buffer } = C.memory;
    bytes = new Uint8Array(buffer);
    words = new Int32Array(buffer);
    unsigned = new Uint32Array(buffer);
    doubles = new Float64Array(buffer);
}

function allocate(size) {
    const at = size <= 0x7f000000 ? C.hm_web_alloc(size) : 0;
    if (at === 0) fail('MEMORY', `hitmask: there is no memory for ${size} bytes more`);
    if (bytes.buffer !== C.memory.buffer) see();
    return at;
}

see();

const SPRITE = 128, CANVAS = 128, PACK = 256, ANIMATION = 64, PLACEMENT = 48, SHAPES = 80, PAIRS = 64;

// The places of results of several numbers, as doubles; of the points, boxes and mets that C writes; of two placements.
const NUMBERS = C.hm_web_numbers() >> 3;
const OUT = allocate(64);
const OUT_WORD = OUT >> 2;
const FIRST_PLACE = allocate(PLACEMENT);
const SECOND_PLACE = allocate(PLACEMENT);
const TEMPORARY = allocate(SHAPES);

/** Calls `use` with room for `size` bytes, which is free again afterwards. */
function borrow(size, use) {
    const at = allocate(size);
    try {
        return use(at);
    } finally {
        C.hm_web_free(at);
    }
}

const forgotten = new FinalizationRegistry((blocks) => {
    for (const at of blocks) C.hm_web_free(at);
});

// The memory that one pack, mask, world or sprite has, and the sprites that lie in it. It is freed when it is
// disposed of and no world uses it any more, or when nothing refers to it.
class Memory {
    blocks = [];
    views = [];
    users = 0;
    over = false;
    #free = 0;
    #left = 0;
    #next = 1;

    constructor() {
        forgotten.register(this, this.blocks, this);
    }

    take(size) {
        const at = allocate(size);
        this.blocks.push(at);
        return at;
    }

    giveBack(at) {
        this.blocks.splice(this.blocks.indexOf(at), 1);
        C.hm_web_free(at);
    }

    takeSprite() {
        if (this.#left === 0) {
            this.#free = this.take(this.#next * SPRITE);
            this.#left = this.#next;
            this.#next = Math.min(64, this.#next * 4);
        }
        const at = this.#free;
        this.#free += SPRITE;
        this.#left--;
        return at;
    }

    dispose() {
        if (this.over) return;
        this.over = true;
        for (const view of this.views) forgetAddress(view);
        this.views = [];
        this.#freeUnused();
    }

    use() {
        this.users++;
    }

    unuse() {
        this.users--;
        this.#freeUnused();
    }

    #freeUnused() {
        if (!this.over || this.users > 0) return;
        forgotten.unregister(this);
        for (const at of this.blocks) C.hm_web_free(at);
        this.blocks.length = 0;
    }
}

// ---- Arguments ----

function shown(value) {
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

const isWhole = (value) => typeof value === 'number' && (value | 0) === value;
const isCount = (value) => typeof value === 'number' && value >>> 0 === value;

// Whole numbers of 32 bits, as C takes them. To pass anything else is a mistake that would go unseen: 0.5 pixels
// would be 0, and NaN too.
function wholeFault(numbers) {
    for (const [name, value] of Object.entries(numbers))
        if (!isWhole(value))
            fail(
                'NUMBER',
                `${name} is ${shown(value)}, which is not a whole number from -2147483648 to 2147483647; ` +
                    'round positions as your renderer does, with Math.round or Math.floor',
            );
}

function countFault(numbers) {
    for (const [name, value] of Object.entries(numbers))
        if (!isCount(value))
            fail('NUMBER', `${name} is ${shown(value)}, which is not a whole number from 0 to 4294967295`);
}

function finiteFault(numbers) {
    for (const [name, value] of Object.entries(numbers))
        if (typeof value !== 'number' || !Number.isFinite(value))
            fail('NUMBER', `${name} is ${shown(value)}, which is not a finite number`);
}

const DIRECTIONS = { left: 0, right: 1, up: 2, down: 3 };
const OPERATIONS = { add: 0, erase: 1, keep: 2, toggle: 3 };
const PLAYS = { loop: 0, once: 1, 'ping-pong': 2 };
const SHAPE_KINDS = { outline: 0, polygons: 1, pieces: 2, hull: 3 };

function choice(table, word, name) {
    if (typeof word !== 'string' || !Object.hasOwn(table, word))
        fail('ARGUMENT', `${name} is ${shown(word)}, which is none of ${Object.keys(table).join(', ')}`);
    return table[word];
}

/** The bytes of any buffer or view, not copied. */
function bytesOf(source, name) {
    try {
        if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
        if (source instanceof ArrayBuffer || Object.prototype.toString.call(source) === '[object SharedArrayBuffer]')
            return new Uint8Array(source);
    } catch (error) {
        fail('ARGUMENT', `${name}: the buffer is detached: it was transferred elsewhere`, { cause: error });
    }
    return fail('ARGUMENT', `${name} is ${shown(source)}, which is not an ArrayBuffer or a view of one`);
}

// ---- Results ----

// Bytes for the caller to keep. Of very many the browser has no copy.
function copyOf(at, size) {
    try {
        return bytes.slice(at, at + size);
    } catch (error) {
        return fail('MEMORY', `hitmask: there is no memory for ${size} bytes more`, { cause: error });
    }
}

// The text at an address, up to its NUL.
const decoder = new TextDecoder();

function textAt(at) {
    let end = at;
    while (bytes[end] !== 0) end++;
    return decoder.decode(bytes.slice(at, end));
}

function checkResult(result) {
    if (result !== 0) fail(RESULTS[result], textAt(C.hm_result_text(result)));
}

// The point that C wrote at OUT, in the caller's object or a new one.
function pointOut(out) {
    const point = out ?? { x: 0, y: 0 };
    point.x = words[OUT_WORD];
    point.y = words[OUT_WORD + 1];
    return point;
}

function boxOut(out) {
    const box = out ?? { x: 0, y: 0, width: 0, height: 0 };
    box.x = words[OUT_WORD];
    box.y = words[OUT_WORD + 1];
    box.width = words[OUT_WORD + 2] - box.x;
    box.height = words[OUT_WORD + 3] - box.y;
    return box;
}

function numbersOut(out) {
    const point = out ?? { x: 0, y: 0 };
    point.x = doubles[NUMBERS];
    point.y = doubles[NUMBERS + 1];
    return point;
}

function rayOut(out) {
    const ray = out ?? { x: 0, y: 0, steps: 0 };
    ray.x = doubles[NUMBERS];
    ray.y = doubles[NUMBERS + 1];
    ray.steps = doubles[NUMBERS + 2];
    return ray;
}

function sweepOut(touches, out) {
    const sweep = out ?? {};
    sweep.touches = touches !== 0;
    sweep.movedX = doubles[NUMBERS];
    sweep.movedY = doubles[NUMBERS + 1];
    sweep.step = doubles[NUMBERS + 2];
    sweep.x = doubles[NUMBERS + 3];
    sweep.y = doubles[NUMBERS + 4];
    sweep.normalX = doubles[NUMBERS + 5];
    sweep.normalY = doubles[NUMBERS + 6];
    sweep.contactX = doubles[NUMBERS + 7];
    sweep.contactY = doubles[NUMBERS + 8];
    return sweep;
}

// A box of the caller for C, at OUT. Its far sides end where int32 does.
function boxIn(x, y, width, height) {
    if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
    if (!isCount(width) || !isCount(height)) countFault({ width, height });
    words[OUT_WORD] = x;
    words[OUT_WORD + 1] = y;
    words[OUT_WORD + 2] = Math.min(x + width, 0x7fffffff);
    words[OUT_WORD + 3] = Math.min(y + height, 0x7fffffff);
    return OUT;
}

// Corners that C wrote in 16.16, as points in pixels. They become doubles where they lie.
function cornersAt(at, count) {
    C.hm_web_corners_to_pixels(at, count);
    const corners = [];
    for (let i = at >> 3; corners.length < count; i += 2) corners.push({ x: doubles[i], y: doubles[i + 1] });
    return corners;
}

/** The bytes that the WebAssembly has taken, for those who look for a leak. They never become fewer. */
export const memory = () => C.memory.buffer.byteLength;
