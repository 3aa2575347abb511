// world.js - terrain, tiles, upright and placed sprites as one world

const KINDS = ['nothing', 'terrain', 'tiles', 'crowd', 'placed'];
const CROWD = 3, PLACED = 4;
const NO_ITEM = -1;

// The items of one part of a world: arrays for C, which grow. An item keeps its index as long as it is there; one
// that is taken out leaves an empty box, which the next item gets.
class Items {
    objects = [];
    room = 0;
    sides = 0; // of a crowd: all x0, then all y0, x1, y1
    boxes = 0; // of placed items: a box each
    places = 0;
    sprites = 0;
    #memory;
    #kind;
    #free = [];

    constructor(memory, kind) {
        this.#memory = memory;
        this.#kind = kind;
    }

    get count() {
        return this.objects.length;
    }

    // The index of a new item.
    take(item) {
        const index = this.#free.pop() ?? this.objects.length;
        if (index === this.room) this.#grow();
        this.objects[index] = item;
        return index;
    }

    remove(index) {
        this.objects[index] = null;
        this.#free.push(index);
        unsigned[(this.sprites >> 2) + index] = 0;
    }

    #grow() {
        const room = this.room === 0 ? 16 : this.room * 2;
        const move = (from, size, parts) => {
            const to = this.#memory.take(room * size * parts);
            bytes.fill(0, to, to + room * size * parts);
            for (let part = 0; part < parts && from !== 0; part++) {
                const begin = from + part * this.room * size;
                bytes.copyWithin(to + part * room * size, begin, begin + this.room * size);
            }
            if (from !== 0) this.#memory.giveBack(from);
            return to;
        };
        this.sprites = move(this.sprites, 4, 1);
        if (this.#kind === CROWD) {
            this.sides = move(this.sides, 4, 4);
        } else {
            this.boxes = move(this.boxes, 16, 1);
            this.places = move(this.places, PLACEMENT, 1);
        }
        this.room = room;
    }

    setSprite(index, address) {
        unsigned[(this.sprites >> 2) + index] = address;
    }

    setBox(index, x0, y0, x1, y1) {
        const at = (this.sides >> 2) + index;
        words[at] = x0;
        words[at + this.room] = y0;
        words[at + 2 * this.room] = x1;
        words[at + 3 * this.room] = y1;
    }

    placeAt(index) {
        return this.places + index * PLACEMENT;
    }

    boxAt(index) {
        return this.boxes + index * 16;
    }
}

const saturated = (number) => Math.max(-0x80000000, Math.min(0x7fffffff, number));

let itemMoves, worldWatches, worldForgets;

/** Something in a world. */
export class Item {
    /** For the game to keep what it likes. */
    data = undefined;
    #world;
    #items;
    #sprite;
    #address; // of the sprite, whose memory stays as long as the world holds it
    #x = 0;
    #y = 0;
    #kind;
    #index;

    constructor(key, world, items, kind, sprite) {
        if (key !== KEY) fail('ARGUMENT', 'items come from world.add and world.addPlaced');
        this.#world = world;
        this.#items = items;
        this.#sprite = sprite;
        this.#address = addressOf(sprite);
        this.#kind = kind;
        this.#index = items.take(this);
    }

    static {
        itemMoves = (item) => item.#boxAgain();
    }

    get kind() {
        return this.#kind;
    }

    get index() {
        return this.#index;
    }

    get sprite() {
        return this.#sprite;
    }

    get x() {
        return this.#x;
    }

    get y() {
        return this.#y;
    }

    #check() {
        if (this.#index === NO_ITEM) fail('DISPOSED', 'the item is used after it was removed from its world');
    }

    #boxAgain() {
        C.hm_sprite_bounds(this.#address, OUT);
        const x0 = words[OUT_WORD], y0 = words[OUT_WORD + 1], x1 = words[OUT_WORD + 2], y1 = words[OUT_WORD + 3];
        const index = this.#index;
        const x = this.#x, y = this.#y;
        if (x0 >= x1) this.#items.setBox(index, 0, 0, 0, 0);
        else this.#items.setBox(index, saturated(x0 + x), saturated(y0 + y), saturated(x1 + x), saturated(y1 + y));
    }

    /** Moves an upright item. */
    moveTo(x, y) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        this.#check();
        if (this.#kind !== 'crowd') fail('ARGUMENT', 'a placed item takes a placement: item.place({ x, y })');
        this.#x = x;
        this.#y = y;
        this.#boxAgain();
        return this;
    }

    /** Moves, turns or scales a placed item. */
    place(at) {
        this.#check();
        if (this.#kind !== 'placed') fail('ARGUMENT', 'an upright item takes two whole numbers: item.moveTo(x, y)');
        return this.#layAt(at, placeSprite(this.#sprite, at, FIRST_PLACE));
    }

    /* At the placement that FIRST_PLACE holds. */
    #layAt(at, address) {
        const place = this.#items.placeAt(this.#index);
        bytes.copyWithin(place, FIRST_PLACE, FIRST_PLACE + PLACEMENT);
        this.#items.setSprite(this.#index, address);
        C.hm_placed_bounds(address, place, this.#items.boxAt(this.#index));
        this.#x = at.x;
        this.#y = at.y;
        return this;
    }

    /** Shows another sprite from now on: the next frame of an animation. */
    setSprite(sprite, at) {
        this.#check();
        const placed = this.#kind === 'placed';
        if (placed && at === undefined) fail('ARGUMENT', 'a placed item takes its placement with the sprite');
        const address = placed ? placeSprite(sprite, at, FIRST_PLACE) : addressOf(sprite);
        if (sprite !== this.#sprite) {
            memoryOf(sprite).use();
            memoryOf(this.#sprite).unuse();
            this.#sprite = sprite;
            this.#address = addressOf(sprite);
        }
        if (placed) return this.#layAt(at, address);
        this.#items.setSprite(this.#index, address);
        this.#boxAgain();
        worldWatches(this.#world, this, address);
        return this;
    }

    remove() {
        if (this.#index === NO_ITEM) return;
        this.#items.remove(this.#index);
        worldForgets(this.#world, this);
        memoryOf(this.#sprite).unuse();
        this.#index = NO_ITEM;
    }
}

export class World {
    #at;
    #memory = new Memory();
    #crowd;
    #placed;
    #terrain = null;
    #tiles = null;
    #live = new Set(); // upright items whose sprite is the view of a mask
    #self = null;
    #cursor;
    #hits;
    #spare = [];

    constructor() {
        this.#at = C.hm_web_world_new();
        if (this.#at === 0) fail('MEMORY', 'hitmask: there is no memory for a world');
        if (bytes.buffer !== C.memory.buffer) see();
        this.#memory.blocks.push(this.#at);
        this.#crowd = new Items(this.#memory, CROWD);
        this.#placed = new Items(this.#memory, PLACED);
        this.#cursor = this.#memory.take(8);
        this.#hits = this.#memory.take(16 * PAGE_OF_HITS);
    }

    static {
        // The boxes of masks are made anew for each question.
        worldWatches = (world, item, address) => {
            if (C.hm_web_sprite_is_live(address)) world.#live.add(item);
            else world.#live.delete(item);
        };
        worldForgets = (world, item) => {
            world.#live.delete(item);
            if (world.#self === item) world.self = null;
        };
    }

    // The world as C sees it, with the boxes of masks that have changed.
    #address() {
        if (this.#memory.over) fail('DISPOSED', 'the world was disposed of');
        if (this.#live.size > 0) for (const item of this.#live) itemMoves(item);
        return this.#at;
    }

    #parts() {
        const crowd = this.#crowd, placed = this.#placed;
        C.hm_web_world_crowd(this.#at, crowd.sides, crowd.sprites, crowd.room, crowd.count);
        C.hm_web_world_placed(this.#at, placed.places, placed.sprites, placed.boxes, placed.count);
    }

    // ---- Its parts ----

    /** Adds an upright sprite whose top-left pixel lies at (x, y). */
    add(sprite, x, y, data) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        this.#address();
        const address = addressOf(sprite);
        const item = new Item(KEY, this, this.#crowd, 'crowd', sprite);
        item.data = data;
        memoryOf(sprite).use();
        this.#crowd.setSprite(item.index, address);
        worldWatches(this, item, address);
        this.#parts();
        return item.moveTo(x, y);
    }

    /** Adds a sprite that is turned, scaled or mirrored. */
    addPlaced(sprite, at, data) {
        this.#address();
        placeSprite(sprite, at, FIRST_PLACE);
        const item = new Item(KEY, this, this.#placed, 'placed', sprite);
        item.data = data;
        memoryOf(sprite).use();
        this.#parts();
        return item.place(at);
    }

    /** Sets what stands still: a sprite with its top-left pixel at (x, y), or null. */
    setTerrain(sprite, x = 0, y = 0) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        const world = this.#address();
        const address = sprite === null ? 0 : addressOf(sprite);
        if (sprite !== null) memoryOf(sprite).use();
        if (this.#terrain !== null) memoryOf(this.#terrain).unuse();
        this.#terrain = sprite;
        C.hm_web_world_terrain(world, address, x, y);
        return this;
    }

    /** Sets a map of tiles, or null. */
    setTiles(map) {
        const world = this.#address();
        if (map !== null && (typeof map !== 'object' || !Array.isArray(map.sprites)))
            fail('ARGUMENT', 'a map of tiles is { columns, rows, tileWidth, tileHeight, cells, sprites }');
        const old = this.#tiles;
        const next = map === null ? null : new Tiles(this.#memory, map);
        if (next === null) C.hm_web_world_tiles(world, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        else next.show(world);
        this.#tiles = next;
        old?.dispose();
        return this;
    }

    /** Changes a cell of the map. */
    setTile(column, row, cell) {
        this.#address();
        if (this.#tiles === null) fail('ARGUMENT', 'the world has no map of tiles');
        this.#tiles.set(column, row, cell);
        return this;
    }

    /** The item that asks, which is left out of the answers; or null. */
    get self() {
        return this.#self;
    }

    set self(item) {
        const world = this.#address();
        if (item !== null && (!(item instanceof Item) || !this.#holds(item)))
            fail('ARGUMENT', 'self is not an item of this world');
        this.#self = item;
        C.hm_web_world_self(world, item === null ? 0 : KINDS.indexOf(item.kind), item === null ? 0 : item.index);
    }

    #holds(item) {
        const items = item.kind === 'crowd' ? this.#crowd : this.#placed;
        return items.objects[item.index] === item;
    }

    // ---- What is met ----

    #metAt(at, out) {
        const met = out ?? { kind: 'nothing', index: 0, item: null, x: 0, y: 0 };
        const kind = words[at];
        const index = unsigned[at + 1];
        met.kind = KINDS[kind];
        met.index = index;
        met.item = kind === CROWD ? this.#crowd.objects[index] : kind === PLACED ? this.#placed.objects[index] : null;
        met.x = words[at + 2];
        met.y = words[at + 3];
        return met;
    }

    overlap(sprite, x, y, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        return C.hm_world_overlap(this.#address(), addressOf(sprite), x, y, OUT) ? this.#metAt(OUT_WORD, out) : null;
    }

    overlapAt(sprite, at, out) {
        const world = this.#address();
        const address = placeSprite(sprite, at, FIRST_PLACE);
        return C.hm_world_placed_overlap(world, address, FIRST_PLACE, OUT) ? this.#metAt(OUT_WORD, out) : null;
    }

    area(sprite, x, y) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        return C.hm_web_world_area(this.#address(), addressOf(sprite), x, y);
    }

    normal(sprite, x, y, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        return C.hm_web_world_normal(this.#address(), addressOf(sprite), x, y) ? numbersOut(out) : null;
    }

    exit(sprite, x, y, direction, limit) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isCount(limit)) countFault({ limit });
        const way = choice(DIRECTIONS, direction, 'direction');
        const found = C.hm_world_exit(this.#address(), addressOf(sprite), x, y, way, limit, OUT);
        return found ? unsigned[OUT_WORD] : null;
    }

    escape(sprite, x, y, limit, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isCount(limit)) countFault({ limit });
        return C.hm_world_escape(this.#address(), addressOf(sprite), x, y, limit, OUT) ? pointOut(out) : null;
    }

    point(x, y, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        return C.hm_world_point(this.#address(), x, y, OUT) ? this.#metAt(OUT_WORD, out) : null;
    }

    box(x, y, width, height, out) {
        const world = this.#address();
        return C.hm_world_box(world, boxIn(x, y, width, height), OUT + 16) ? this.#metAt(OUT_WORD + 4, out) : null;
    }

    circle(x, y, radius, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isCount(radius)) countFault({ radius });
        return C.hm_world_circle(this.#address(), x, y, radius, OUT) ? this.#metAt(OUT_WORD, out) : null;
    }

    segment(x0, y0, x1, y1, out) {
        if (!isWhole(x0) || !isWhole(y0) || !isWhole(x1) || !isWhole(y1)) wholeFault({ x0, y0, x1, y1 });
        return C.hm_world_segment(this.#address(), x0, y0, x1, y1, OUT) ? this.#metAt(OUT_WORD, out) : null;
    }

    ray(x, y, dx, dy, out) {
        if (!isWhole(x) || !isWhole(y) || !isWhole(dx) || !isWhole(dy)) wholeFault({ x, y, dx, dy });
        if (!C.hm_web_world_ray(this.#address(), x, y, dx, dy, OUT)) return null;
        const met = this.#metAt(OUT_WORD, out ?? { kind: 'nothing', index: 0, item: null, x: 0, y: 0, steps: 0 });
        met.steps = doubles[NUMBERS];
        return met;
    }

    // ---- Moves ----

    sweep(sprite, x, y, moveX, moveY, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isWhole(moveX) || !isWhole(moveY)) wholeFault({ moveX, moveY });
        return this.#swept(C.hm_web_world_sweep(this.#address(), addressOf(sprite), x, y, moveX, moveY, OUT), out);
    }

    sweepAt(sprite, at, moveX, moveY, out) {
        if (!Number.isFinite(moveX) || !Number.isFinite(moveY)) finiteFault({ moveX, moveY });
        const world = this.#address();
        const address = placeSprite(sprite, at, FIRST_PLACE);
        return this.#swept(C.hm_web_world_placed_sweep(world, address, FIRST_PLACE, moveX, moveY, OUT), out);
    }

    #swept(touches, out) {
        const sweep = sweepOut(touches, out);
        sweep.met = touches ? this.#metAt(OUT_WORD, sweep.met) : null;
        return sweep;
    }

    slide(sprite, x, y, moveX, moveY, { stepUp = 0, stepDown = 0 } = NO_STEPS, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isWhole(moveX) || !isWhole(moveY)) wholeFault({ moveX, moveY });
        if (!isCount(stepUp) || !isCount(stepDown)) countFault({ stepUp, stepDown });
        C.hm_web_slide(this.#address(), addressOf(sprite), x, y, moveX, moveY, stepUp, stepDown);
        const n = NUMBERS;
        const slide = out ?? {};
        slide.movedX = doubles[n];
        slide.movedY = doubles[n + 1];
        slide.hitX = doubles[n + 2] !== 0;
        slide.hitY = doubles[n + 3] !== 0;
        slide.onGround = doubles[n + 4] !== 0;
        slide.stuck = doubles[n + 5] !== 0;
        slide.kind = KINDS[doubles[n + 6]];
        slide.index = doubles[n + 7];
        slide.item = this.#itemOf(doubles[n + 6], slide.index);
        slide.x = doubles[n + 8];
        slide.y = doubles[n + 9];
        slide.normalX = doubles[n + 10];
        slide.normalY = doubles[n + 11];
        slide.contactX = doubles[n + 12];
        slide.contactY = doubles[n + 13];
        slide.groundKind = KINDS[doubles[n + 14]];
        slide.groundIndex = doubles[n + 15];
        slide.groundItem = this.#itemOf(doubles[n + 14], slide.groundIndex);
        slide.rise = doubles[n + 16];
        return slide;
    }

    #itemOf(kind, index) {
        return kind === CROWD ? this.#crowd.objects[index] : kind === PLACED ? this.#placed.objects[index] : null;
    }

    // ---- All that is met ----

    list(sprite, x, y, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        const address = addressOf(sprite);
        return this.#all(LIST, address, x, y, 0, 0, out);
    }

    listAt(sprite, at, out) {
        return this.#all(LIST_PLACED, placeSprite(sprite, at, FIRST_PLACE), 0, 0, 0, 0, out);
    }

    listPoint(x, y, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        return this.#all(LIST_POINT, 0, x, y, 0, 0, out);
    }

    listBox(x, y, width, height, out) {
        boxIn(x, y, width, height);
        return this.#all(LIST_BOX, 0, x, y, width, height, out);
    }

    listCircle(x, y, radius, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isCount(radius)) countFault({ radius });
        return this.#all(LIST_CIRCLE, 0, x, y, radius, 0, out);
    }

    // Goes through the pages of a list. Objects that `out` has are filled anew; those that it has too many wait for
    // the next list.
    #all(question, sprite, x, y, width, height, out) {
        const world = this.#address();
        const mets = out ?? [];
        const next = this.#cursor, hits = this.#hits;
        let count = 0, found;
        words[next >> 2] = 0;
        words[(next >> 2) + 1] = 0;
        if (question === LIST_BOX) boxIn(x, y, width, height);
        do {
            found = page(question, world, sprite, x, y, width, next, hits);
            for (let i = 0; i < found; i++, count++) {
                if (count === mets.length) mets.push(this.#spare.pop() ?? this.#metAt((hits >> 2) + 4 * i));
                this.#metAt((hits >> 2) + 4 * i, mets[count]);
            }
        } while (found === PAGE_OF_HITS);
        while (mets.length > count) this.#spare.push(mets.pop());
        return mets;
    }

    /** All pairs of upright items that touch, in pairs of items. */
    pairs() {
        const world = this.#address();
        const count = this.#crowd.count;
        const size = C.hm_pairs_scratch_size(count);
        const found = [];
        if (count === 0) return found;
        borrow(size, (scratch) => {
            C.hm_web_pairs_begin(TEMPORARY, world, scratch, size);
            let some;
            do {
                some = C.hm_pairs_next(TEMPORARY, this.#hits, PAGE_OF_HITS);
                for (let i = 0; i < some; i++) {
                    const at = (this.#hits >> 2) + 2 * i;
                    found.push([this.#crowd.objects[unsigned[at]], this.#crowd.objects[unsigned[at + 1]]]);
                }
            } while (some === PAGE_OF_HITS);
        });
        return found;
    }

    dispose() {
        if (this.#memory.over) return;
        for (const items of [this.#crowd, this.#placed]) for (const item of items.objects) item?.remove();
        this.setTerrain(null);
        this.setTiles(null);
        this.#memory.dispose();
    }
}

const PAGE_OF_HITS = 64;
const NO_STEPS = Object.freeze({});
const LIST = 0, LIST_PLACED = 1, LIST_POINT = 2, LIST_BOX = 3, LIST_CIRCLE = 4;

function page(question, world, sprite, x, y, radius, next, hits) {
    switch (question) {
        case LIST:
            return C.hm_world_list(world, sprite, x, y, next, hits, PAGE_OF_HITS);
        case LIST_PLACED:
            return C.hm_world_list_placed(world, sprite, FIRST_PLACE, next, hits, PAGE_OF_HITS);
        case LIST_POINT:
            return C.hm_world_list_point(world, x, y, next, hits, PAGE_OF_HITS);
        case LIST_BOX:
            return C.hm_world_list_box(world, OUT, next, hits, PAGE_OF_HITS);
        default:
            return C.hm_world_list_circle(world, x, y, radius, next, hits, PAGE_OF_HITS);
    }
}

// A flag joined by `|` makes a negative number of a cell.
function cellOf(cell) {
    if (!isCount(cell) && !isWhole(cell)) countFault({ cell });
    return cell >>> 0;
}

// A map of tiles as C has it: the cells, the sprites of the tiles, and these with x and y exchanged.
class Tiles {
    #memory;
    #blocks = [];
    #numbers;
    #cells;
    #sprites;
    #columns;
    #rows;
    #used;
    #turned;

    constructor(memory, { columns, rows, tileWidth, tileHeight, cells, sprites, x = 0, y = 0 }) {
        if (!isWhole(columns) || !isWhole(rows) || !isWhole(tileWidth) || !isWhole(tileHeight) || !isWhole(x) || !isWhole(y))
            wholeFault({ columns, rows, tileWidth, tileHeight, x, y });
        if (columns < 0 || rows < 0) fail('NUMBER', `a map has no ${columns} x ${rows} cells`);
        if (cells?.length !== columns * rows)
            fail('ARGUMENT', `cells has ${cells?.length} numbers, not ${columns} x ${rows}`);
        this.#used = Array.from(sprites, (sprite) => (sprite === null ? null : (addressOf(sprite), sprite)));
        this.#memory = memory;
        this.#columns = columns;
        this.#rows = rows;
        this.#cells = this.#take(cells.length * 4);
        for (let i = 0; i < cells.length; i++) unsigned[(this.#cells >> 2) + i] = cellOf(cells[i]);
        this.#sprites = this.#take(this.#used.length * 8);
        this.#turned = this.#used.map((sprite) => sprite?.transpose() ?? null);
        for (const [i, sprite] of [...this.#used, ...this.#turned].entries())
            unsigned[(this.#sprites >> 2) + i] = sprite === null ? 0 : addressOf(sprite);
        for (const sprite of this.#used) if (sprite !== null) memoryOf(sprite).use();
        this.#numbers = { tileWidth, tileHeight, x, y };
    }

    #take(size) {
        const at = this.#memory.take(size);
        this.#blocks.push(at);
        return at;
    }

    show(world) {
        const { tileWidth, tileHeight, x, y } = this.#numbers;
        const count = this.#used.length;
        C.hm_web_world_tiles(world, this.#columns, this.#rows, tileWidth, tileHeight, this.#cells, this.#sprites,
            this.#sprites + 4 * count, count, x, y);
    }

    set(column, row, cell) {
        if (!isCount(column) || !isCount(row)) countFault({ column, row });
        if (column >= this.#columns || row >= this.#rows)
            fail('NUMBER', `the map of ${this.#columns} x ${this.#rows} has no cell (${column}, ${row})`);
        unsigned[(this.#cells >> 2) + row * this.#columns + column] = cellOf(cell);
    }

    dispose() {
        for (const sprite of this.#used) if (sprite !== null) memoryOf(sprite).unuse();
        for (const sprite of this.#turned) sprite?.dispose();
        for (const at of this.#blocks) this.#memory.giveBack(at);
    }
}

/** Flags of a cell, beside the index of its sprite, as in Tiled. */
export const tile = Object.freeze({ flipX: 0x80000000, flipY: 0x40000000, transpose: 0x20000000 });
