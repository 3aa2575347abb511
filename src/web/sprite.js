// sprite.js - sprites, and two of them

let addressOf, memoryOf, forgetAddress, spriteIn, mirrorAgain;

// Only this file makes sprites.
const KEY = Symbol();

export class Sprite {
    #at;
    #memory;
    #name;
    #width;
    #height;
    #pivotX;
    #pivotY;
    #mirrored = null; // by 1: horizontally, 2: vertically
    #turned = 0; // how this one is mirrored

    constructor(key, at, memory) {
        if (key !== KEY) fail('ARGUMENT', 'sprites come from pack.sprite, Sprite.box, Sprite.fromBits or a Mask');
        this.#at = at;
        this.#memory = memory;
        memory.views.push(this);
        this.#width = C.hm_sprite_width(at);
        this.#height = C.hm_sprite_height(at);
        C.hm_web_sprite_pivot(at);
        this.#pivotX = doubles[NUMBERS];
        this.#pivotY = doubles[NUMBERS + 1];
    }

    static {
        const isSprite = (value) => typeof value === 'object' && value !== null && #at in value;
        const refuse = (value) => {
            if (isSprite(value)) fail('DISPOSED', 'the sprite is used after its pack or mask was disposed of');
            if (value instanceof Mask) fail('ARGUMENT', 'a mask is not a sprite; pass mask.sprite');
            fail('ARGUMENT', `${shown(value)} is not a sprite`);
        };
        addressOf = (value) => {
            const at = isSprite(value) ? value.#at : 0;
            if (at === 0) refuse(value);
            return at;
        };
        memoryOf = (sprite) => sprite.#memory;
        forgetAddress = (sprite) => (sprite.#at = 0);
        spriteIn = (memory, at) => new Sprite(KEY, at, memory);
        // After the view of a mask has changed, so have those that mirror it.
        mirrorAgain = (sprite) => {
            for (let how = 1; how < 4; how++) {
                const mirrored = sprite.#mirrored?.[how];
                if (mirrored) C.hm_sprite_flip(sprite.#at, how & 1, how >> 1, mirrored.#at);
            }
        };
    }

    /** A sprite that is solid throughout. */
    static box(width, height) {
        if (!isWhole(width) || !isWhole(height)) wholeFault({ width, height });
        const memory = new Memory();
        const at = memory.takeSprite();
        C.hm_sprite_box(width, height, at);
        return spriteIn(memory, at);
    }

    static fromBits(bits, stride, width, height) {
        if (!isWhole(width) || !isWhole(height)) wholeFault({ width, height });
        if (!isCount(stride)) countFault({ stride });
        const source = bytesOf(bits, 'bits');
        if (width < 0 || height < 0 || stride * 8 < width || source.length < stride * height)
            fail('ARGUMENT', `${source.length} bytes in rows of ${stride} are not ${width} x ${height} pixels`);
        const memory = new Memory();
        const size = C.hm_sprite_buffer_size(width, height);
        const at = memory.takeSprite();
        const buffer = memory.take(size);
        borrow(source.length, (copy) => {
            bytes.set(source, copy);
            if (!C.hm_sprite_from_bits(copy, stride, width, height, buffer, size, at))
                fail('MEMORY', `hitmask: there is no memory for ${width} x ${height} pixels`);
        });
        return spriteIn(memory, at);
    }

    // ---- The sprite itself ----

    get name() {
        return (this.#name ??= textAt(C.hm_sprite_name(addressOf(this))));
    }

    get width() {
        return this.#width;
    }

    get height() {
        return this.#height;
    }

    get pivotX() {
        return this.#pivotX;
    }

    get pivotY() {
        return this.#pivotY;
    }

    get solidPixels() {
        return C.hm_web_sprite_area(addressOf(this));
    }

    get bounds() {
        return this.getBounds();
    }

    getBounds(out) {
        C.hm_sprite_bounds(addressOf(this), OUT);
        return boxOut(out);
    }

    get data() {
        return textAt(C.hm_sprite_data(addressOf(this)));
    }

    get source() {
        if (!C.hm_web_sprite_source(addressOf(this))) return null;
        const n = [...doubles.subarray(NUMBERS, NUMBERS + 11)];
        return {
            name: textAt(n[0]),
            layer: textAt(n[1]),
            part: { x: n[2], y: n[3], width: n[4], height: n[5] },
            place: { x: n[6], y: n[7], width: n[8], height: n[9] },
            turned: n[10],
        };
    }

    solid(x, y) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        return hm_solid(addressOf(this), x, y) !== 0;
    }

    /** The mirrored sprite, made once. */
    flip(horizontal, vertical) {
        const at = addressOf(this);
        const how = this.#turned ^ ((horizontal ? 1 : 0) | (vertical ? 2 : 0));
        const all = (this.#mirrored ??= [this, null, null, null]);
        if (all[how] === null) {
            const mirrored = this.#memory.takeSprite();
            C.hm_sprite_flip(at, Boolean(horizontal), Boolean(vertical), mirrored);
            const sprite = spriteIn(this.#memory, mirrored);
            sprite.#mirrored = all;
            sprite.#turned = how;
            all[how] = sprite;
        }
        return all[how];
    }

    /** A copy with x and y exchanged. */
    transpose() {
        const at = addressOf(this);
        const memory = new Memory();
        const size = C.hm_sprite_buffer_size(this.#height, this.#width);
        const sprite = memory.takeSprite();
        const buffer = memory.take(size);
        if (!C.hm_sprite_transpose(at, buffer, size, sprite))
            fail('MEMORY', `hitmask: there is no memory for ${this.#height} x ${this.#width} pixels`);
        return spriteIn(memory, sprite);
    }

    getBits() {
        const at = addressOf(this);
        const stride = Math.ceil(this.#width / 8);
        const size = stride * this.#height;
        return borrow(size, (bits) => {
            C.hm_sprite_bits(at, bits, stride, size);
            return { bits: copyOf(bits, size), stride };
        });
    }

    dispose() {
        this.#memory.dispose();
    }

    // ---- Two sprites ----

    overlaps(b, dx, dy) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        return hm_overlap(addressOf(this), addressOf(b), dx, dy) !== 0;
    }

    contact(b, dx, dy, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        return hm_overlap_first(addressOf(this), addressOf(b), dx, dy, OUT) !== 0 ? pointOut(out) : null;
    }

    area(b, dx, dy) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        return hm_web_overlap_area(addressOf(this), addressOf(b), dx, dy);
    }

    furthest(b, dx, dy, direction, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        const way = choice(DIRECTIONS, direction, 'direction');
        return C.hm_overlap_furthest(addressOf(this), addressOf(b), dx, dy, way, OUT) ? pointOut(out) : null;
    }

    overlapBits(b, dx, dy) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        const p = addressOf(this);
        const q = addressOf(b);
        const stride = Math.ceil(this.#width / 8);
        const size = stride * this.#height;
        return borrow(size, (bits) => {
            bytes.fill(0, bits, bits + size);
            const area = C.hm_web_overlap_mask(p, q, dx, dy, bits, stride, size);
            return { area, bits: copyOf(bits, size), stride };
        });
    }

    normal(b, dx, dy, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        return C.hm_web_overlap_normal(addressOf(this), addressOf(b), dx, dy) ? numbersOut(out) : null;
    }

    exit(b, dx, dy, direction, limit) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        if (!isCount(limit)) countFault({ limit });
        const way = choice(DIRECTIONS, direction, 'direction');
        const found = C.hm_overlap_exit(addressOf(this), addressOf(b), dx, dy, way, limit, OUT);
        return found ? unsigned[OUT_WORD] : null;
    }

    escape(b, dx, dy, limit, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        if (!isCount(limit)) countFault({ limit });
        return C.hm_overlap_escape(addressOf(this), addressOf(b), dx, dy, limit, OUT) ? pointOut(out) : null;
    }

    sweep(b, dx, dy, moveX, moveY, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        if (!isWhole(moveX) || !isWhole(moveY)) wholeFault({ moveX, moveY });
        return sweepOut(C.hm_web_sweep(addressOf(this), addressOf(b), dx, dy, moveX, moveY), out);
    }

    gap(b, dx, dy, limit, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        if (!isCount(limit)) countFault({ limit });
        if (!C.hm_web_gap(addressOf(this), addressOf(b), dx, dy, limit)) return null;
        const gap = out ?? { distance: 0, x: 0, y: 0, otherX: 0, otherY: 0 };
        gap.distance = doubles[NUMBERS];
        gap.x = doubles[NUMBERS + 1];
        gap.y = doubles[NUMBERS + 2];
        gap.otherX = doubles[NUMBERS + 3];
        gap.otherY = doubles[NUMBERS + 4];
        return gap;
    }

    // ---- Shapes ----

    contactBox(x, y, width, height, out) {
        return C.hm_overlap_box(addressOf(this), boxIn(x, y, width, height), OUT) ? pointOut(out) : null;
    }

    contactCircle(x, y, radius, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isCount(radius)) countFault({ radius });
        return C.hm_overlap_circle(addressOf(this), x, y, radius, OUT) ? pointOut(out) : null;
    }

    contactSegment(x0, y0, x1, y1, out) {
        if (!isWhole(x0) || !isWhole(y0) || !isWhole(x1) || !isWhole(y1)) wholeFault({ x0, y0, x1, y1 });
        return C.hm_overlap_segment(addressOf(this), x0, y0, x1, y1, OUT) ? pointOut(out) : null;
    }

    contactRay(x, y, dx, dy, out) {
        if (!isWhole(x) || !isWhole(y) || !isWhole(dx) || !isWhole(dy)) wholeFault({ x, y, dx, dy });
        return C.hm_web_overlap_ray(addressOf(this), x, y, dx, dy) ? rayOut(out) : null;
    }

    nearest(x, y, limit, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isCount(limit)) countFault({ limit });
        return C.hm_nearest(addressOf(this), x, y, limit, OUT) ? pointOut(out) : null;
    }

    // ---- Points ----

    get pointCount() {
        return C.hm_sprite_point_count(addressOf(this));
    }

    point(index, out) {
        if (!isCount(index)) countFault({ index });
        return C.hm_sprite_point(addressOf(this), index, OUT) ? pointOut(out) : null;
    }

    pointsContact(b, dx, dy, limit = 0xffffffff, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        if (!isCount(limit)) countFault({ limit });
        return C.hm_points_overlap(addressOf(this), addressOf(b), dx, dy, limit, OUT) ? pointOut(out) : null;
    }

    pointsContactMap(b, dx, dy, limit = 0xffffffff, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        if (!isCount(limit)) countFault({ limit });
        return C.hm_points_overlap_map(addressOf(this), addressOf(b), dx, dy, limit, OUT) ? pointOut(out) : null;
    }

    pointsNear(b, dx, dy, distance, limit = 0xffffffff, out) {
        if (!isWhole(dx) || !isWhole(dy)) wholeFault({ dx, dy });
        if (!isCount(limit) || !isCount(distance)) countFault({ distance, limit });
        return C.hm_points_near(addressOf(this), addressOf(b), dx, dy, distance, limit, OUT) ? pointOut(out) : null;
    }

    // ---- Form ----

    getMoments() {
        if (!C.hm_web_sprite_moments(addressOf(this))) return null;
        const n = doubles.subarray(NUMBERS, NUMBERS + 6);
        return { x: n[0], y: n[1], xx: n[2], xy: n[3], yy: n[4], rotation: n[5] * 2 * Math.PI };
    }

    components(diagonal = false) {
        const at = addressOf(this);
        const size = C.hm_components_scratch_size(at);
        if (size === 0) return [];
        return borrow(size, (scratch) => {
            const count = C.hm_components(at, Boolean(diagonal), scratch, size, 0, 0);
            return borrow(count * 32, (list) => {
                C.hm_components(at, Boolean(diagonal), scratch, size, list, count);
                return Array.from({ length: count }, (_, i) => {
                    const at32 = (list >> 2) + i * 8;
                    const [x0, y0, x1, y1] = words.subarray(at32, at32 + 4);
                    return {
                        bounds: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 },
                        area: unsigned[at32 + 4] + unsigned[at32 + 5] * 0x100000000,
                        x: words[at32 + 6],
                        y: words[at32 + 7],
                    };
                });
            });
        });
    }

    outline(diagonal = false) {
        const at = addressOf(this);
        const count = C.hm_outline(at, 0, Boolean(diagonal), OUT, 0, OUT, OUT);
        if (count === 0) return [];
        return borrow(count * 16 + count + 8, (corners) => {
            const ends = corners + count * 16;
            C.hm_outline(at, 0, Boolean(diagonal), corners, count, ends, OUT);
            const loops = unsigned[OUT_WORD];
            const all = cornersAt(corners, count);
            return Array.from({ length: loops }, (_, i) =>
                all.slice(i === 0 ? 0 : unsigned[(ends >> 2) + i - 1], unsigned[(ends >> 2) + i]),
            );
        });
    }

    // ---- Baked shapes ----

    get polygons() {
        return this.loops('polygons');
    }

    get pieces() {
        return this.loops('pieces');
    }

    get hull() {
        return this.loops('hull')[0] ?? [];
    }

    loops(kind, at) {
        const shape = choice(SHAPE_KINDS, kind, 'kind');
        const placed = at !== undefined;
        const address = placed ? placeSprite(this, at, FIRST_PLACE) : addressOf(this);
        if (!C.hm_sprite_shapes(address, TEMPORARY)) return [];
        const copy = (loop, room, capacity) =>
            placed
                ? C.hm_shapes_placed(TEMPORARY, shape, loop, FIRST_PLACE, room, capacity)
                : C.hm_shapes_loop(TEMPORARY, shape, loop, room, capacity);
        return Array.from({ length: C.hm_shapes_count(TEMPORARY, shape) }, (_, loop) => {
            const count = copy(loop, 0, 0);
            return borrow(count * 16, (room) => {
                return cornersAt(room, copy(loop, room, count));
            });
        });
    }
}
