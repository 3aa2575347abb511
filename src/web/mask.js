// mask.js - masks that the game makes or changes: the canvas of the library

const isPicture = (source) =>
    typeof source === 'object' && source !== null && source.data !== undefined && Number.isInteger(source.width);

// The pixels of ImageData, or of a canvas, which has a context of two dimensions.
function pictureOf(source) {
    if (isPicture(source)) return source;
    if (typeof source?.getContext !== 'function')
        fail('ARGUMENT', `${shown(source)} is not ImageData, a canvas or an OffscreenCanvas`);
    const context = source.getContext('2d', { willReadFrequently: true });
    if (context === null) fail('ARGUMENT', 'the canvas has a context that is not "2d"; draw it into one that has');
    if (source.width === 0 || source.height === 0) return { data: new Uint8Array(0), width: 0, height: 0 };
    try {
        return context.getImageData(0, 0, source.width, source.height);
    } catch (error) {
        return fail('ARGUMENT', `the pixels of the canvas cannot be read: ${error.message}`, { cause: error });
    }
}

export class Mask {
    #at;
    #memory;
    #view;
    #buffer;
    #scratch = 0;
    #scratchSize = 0;

    constructor(width, height) {
        if (!isWhole(width) || !isWhole(height)) wholeFault({ width, height });
        if (width < 0 || height < 0) fail('NUMBER', `a mask has no size of ${width} x ${height}`);
        const size = C.hm_canvas_buffer_size(width, height);
        const memory = new Memory();
        this.#memory = memory;
        this.#at = memory.take(CANVAS);
        const view = memory.takeSprite();
        this.#buffer = memory.take(size);
        if (!C.hm_canvas_init(this.#at, this.#buffer, size, width, height))
            fail('MEMORY', `hitmask: there is no memory for ${width} x ${height} pixels`);
        C.hm_canvas_sprite(this.#at, view);
        this.#view = spriteIn(memory, view);
    }

    /** The mask of ImageData, a canvas or an OffscreenCanvas. */
    static from(source, options) {
        const picture = pictureOf(source);
        const mask = new Mask(picture.width, picture.height);
        mask.put(picture, 0, 0, options);
        return mask;
    }

    #address() {
        if (this.#memory.over) fail('DISPOSED', 'the mask was disposed of');
        return this.#at;
    }

    // The view shows each change at once, so that it is never stale.
    #changed() {
        C.hm_canvas_sprite(this.#at, addressOf(this.#view));
        mirrorAgain(this.#view);
        return this;
    }

    #room(size) {
        if (size > this.#scratchSize) {
            const room = this.#memory.take(size);
            if (this.#scratch !== 0) this.#memory.giveBack(this.#scratch);
            this.#scratch = room;
            this.#scratchSize = size;
        }
        return this.#scratch;
    }

    get width() {
        return C.hm_canvas_width(this.#address());
    }

    get height() {
        return C.hm_canvas_height(this.#address());
    }

    /** The mask as a sprite, always as it is now. */
    get sprite() {
        this.#address();
        return this.#view;
    }

    solid(x, y) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        return C.hm_canvas_solid(this.#address(), x, y) !== 0;
    }

    copy() {
        const other = new Mask(this.width, this.height);
        const at = other.#address();
        // The copy keeps its own buffer; the canvas is written anew over it.
        const size = C.hm_canvas_buffer_size(this.width, this.height);
        C.hm_canvas_copy(this.#address(), other.#buffer, size, at);
        return other.#changed();
    }

    // ---- Changes ----

    set(x, y, solid) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        C.hm_canvas_set(this.#address(), x, y, Boolean(solid));
        return this.#changed();
    }

    fill(operation = 'add') {
        C.hm_canvas_fill(this.#address(), 0, choice(OPERATIONS, operation, 'operation'));
        return this.#changed();
    }

    box(x, y, width, height, operation = 'add') {
        const op = choice(OPERATIONS, operation, 'operation');
        C.hm_canvas_fill(this.#address(), boxIn(x, y, width, height), op);
        return this.#changed();
    }

    circle(x, y, radius, operation = 'add') {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isCount(radius)) countFault({ radius });
        C.hm_canvas_circle(this.#address(), x, y, radius, choice(OPERATIONS, operation, 'operation'));
        return this.#changed();
    }

    segment(x0, y0, x1, y1, width = 1, operation = 'add') {
        if (!isWhole(x0) || !isWhole(y0) || !isWhole(x1) || !isWhole(y1)) wholeFault({ x0, y0, x1, y1 });
        if (!isCount(width)) countFault({ width });
        C.hm_canvas_segment(this.#address(), x0, y0, x1, y1, width, choice(OPERATIONS, operation, 'operation'));
        return this.#changed();
    }

    polygon(corners, operation = 'add') {
        const op = choice(OPERATIONS, operation, 'operation');
        const at = this.#address();
        const points = Array.from(corners);
        borrow(points.length * 16, (room) => {
            points.forEach((corner, i) => {
                doubles[(room >> 3) + 2 * i] = typeof corner?.x === 'number' ? corner.x : NaN;
                doubles[(room >> 3) + 2 * i + 1] = typeof corner?.y === 'number' ? corner.y : NaN;
            });
            if (!C.hm_web_corners_from_pixels(room, points.length) ||
                !C.hm_canvas_polygon(at, room, points.length, op))
                fail('NUMBER', 'a corner of the polygon is not a finite number, or too large');
        });
        return this.#changed();
    }

    stamp(sprite, x, y, operation = 'add') {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        const op = choice(OPERATIONS, operation, 'operation');
        if (!C.hm_canvas_stamp(this.#address(), addressOf(sprite), x, y, op))
            fail('ARGUMENT', 'a mask cannot take its own mirrored view; stamp a copy of it');
        return this.#changed();
    }

    stampAt(sprite, at, operation = 'add') {
        const op = choice(OPERATIONS, operation, 'operation');
        const canvas = this.#address();
        const address = placeSprite(sprite, at, FIRST_PLACE);
        if (!C.hm_web_canvas_stamp_placed(canvas, address, FIRST_PLACE, op))
            fail('ARGUMENT', 'the placement is out of range, or the sprite is of this mask');
        return this.#changed();
    }

    /** Makes this a copy of a sprite, scaled to the size of the mask. */
    resize(sprite) {
        if (!C.hm_canvas_resize(this.#address(), addressOf(sprite)))
            fail('ARGUMENT', 'a mask cannot take its own view; resize from a copy of it');
        return this.#changed();
    }

    scroll(dx, dy) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        C.hm_canvas_scroll(this.#address(), dx, dy);
        return this.#changed();
    }

    grow(distance) {
        if (!isCount(distance)) countFault({ distance });
        C.hm_canvas_grow(this.#address(), distance);
        return this.#changed();
    }

    shrink(distance) {
        if (!isCount(distance)) countFault({ distance });
        C.hm_canvas_shrink(this.#address(), distance);
        return this.#changed();
    }

    /** Keeps the outline alone. */
    outline(thickness = 1) {
        if (!isCount(thickness)) countFault({ thickness });
        const at = this.#address();
        const size = C.hm_canvas_buffer_size(this.width, this.height);
        C.hm_canvas_outline(at, thickness, this.#room(size), size);
        return this.#changed();
    }

    /** Changes the mask by the piece of a sprite that holds its pixel (x, y). Returns false when that is empty. */
    stampComponent(sprite, x, y, { diagonal = false, atX = 0, atY = 0, operation = 'add' } = {}) {
        if (!isWhole(x) || !isWhole(y) || !isWhole(atX) || !isWhole(atY)) wholeFault({ x, y, atX, atY });
        const op = choice(OPERATIONS, operation, 'operation');
        const canvas = this.#address();
        const from = addressOf(sprite);
        const size = C.hm_components_scratch_size(from);
        const room = this.#room(size);
        const done = C.hm_canvas_stamp_component(canvas, from, x, y, Boolean(diagonal), atX, atY, op, room, size);
        this.#changed();
        return done !== 0;
    }

    /** Takes over the mask of a picture, whose top-left pixel lies at (x, y). */
    put(source, x, y, { threshold = 0, key, bytesPerPixel = 4, alpha = bytesPerPixel - 1, stride } = {}) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        const at = this.#address();
        const picture = pictureOf(source);
        const { width, height } = picture;
        const pixels = bytesOf(picture.data, 'the pixels');
        const row = stride ?? width * bytesPerPixel;
        if (!isWhole(width) || !isWhole(height)) wholeFault({ width, height });
        if (!isCount(threshold) || !isCount(bytesPerPixel) || !isCount(alpha) || !isCount(row))
            countFault({ threshold, bytesPerPixel, alpha, stride: row });
        if (threshold > 255) fail('NUMBER', `threshold is ${threshold}, which is not from 0 to 255`);
        if (key !== undefined && !(isCount(key) && key <= 0xffffff))
            fail('NUMBER', `key is ${shown(key)}, which is not a colour from 0x000000 to 0xffffff`);
        if (width < 1 || height < 1) return this;
        if (pixels.length < (height - 1) * row + width * bytesPerPixel)
            fail('ARGUMENT', `${pixels.length} bytes are too few for ${width} x ${height} pixels`);
        // Red is the first byte of a pixel, so the lowest of the number that C compares.
        const [wanted, kept] = key === undefined ? [0, 0] : [(key & 0xff) << 16 | key & 0xff00 | key >> 16, 0xffffff];
        borrow(pixels.length, (copy) => {
            bytes.set(pixels, copy);
            const is = C.hm_web_canvas_pixels(
                at, copy, row, width, height, bytesPerPixel, alpha, wanted, kept, threshold, x, y);
            if (!is) fail('ARGUMENT', `a picture has no ${bytesPerPixel} bytes a pixel with alpha at byte ${alpha}`);
        });
        return this.#changed();
    }

    getBits() {
        return this.sprite.getBits();
    }

    setBits(bits, stride) {
        if (!isCount(stride)) countFault({ stride });
        const at = this.#address();
        const source = bytesOf(bits, 'bits');
        borrow(source.length, (copy) => {
            bytes.set(source, copy);
            if (!C.hm_canvas_from_bits(at, copy, stride, source.length))
                fail('ARGUMENT', `${source.length} bytes in rows of ${stride} are too few for the mask`);
        });
        return this.#changed();
    }

    dispose() {
        this.#memory.dispose();
    }
}
