/**
 * hitmask - pixel-perfect collision between sprites
 *
 * Coordinates are pixels: x grows to the right, y grows down, and the origin of a sprite is its top-left pixel. In
 * every question about two sprites, (dx, dy) is the position of `b` minus the position of `a`.
 *
 * Everything that goes wrong is a HitmaskError. Parameters of the type Int must be whole numbers from -2147483648 to
 * 2147483647, and those of the type Count whole numbers from 0 to 4294967295: NaN, 0.5 and numbers beyond throw. Round
 * positions in the way your renderer does, with Math.round or Math.floor. Numbers in answers are exact up to 2^53.
 *
 * A parameter `out` is an object that is filled and returned instead of a new one, so that a game makes no garbage.
 */

/** A whole number from -2147483648 to 2147483647. Anything else throws a HitmaskError. */
export type Int = number;
/** A whole number from 0 to 4294967295. Anything else throws a HitmaskError. */
export type Count = number;

export type Direction = 'left' | 'right' | 'up' | 'down';
/** add: pixels become solid; erase: empty; keep: those outside become empty; toggle: solid ones empty and others solid. */
export type Operation = 'add' | 'erase' | 'keep' | 'toggle';
export type Play = 'loop' | 'once' | 'ping-pong';
export type Kind = 'nothing' | 'terrain' | 'tiles' | 'crowd' | 'placed';

export interface Point {
    x: number;
    y: number;
}

/** The pixels from x to x + width - 1 and from y to y + height - 1. */
export interface Box extends Point {
    width: number;
    height: number;
}

export interface Ray extends Point {
    /** The pixels of the path before (x, y). */
    steps: number;
}

export interface Sweep {
    /** False when nothing was touched: then `moved` is the whole move, and the numbers after `step` are 0. */
    touches: boolean;
    /** The last position without contact, relative to the start. */
    movedX: number;
    movedY: number;
    /** The step that makes contact, from 1; 0 at the start. */
    step: number;
    /** The first pixel of the moving sprite that touches. */
    x: number;
    y: number;
    /** The direction in which the moving sprite leaves. Its length is not 1. */
    normalX: number;
    normalY: number;
    /** The position of the contact, relative to the start. */
    contactX: number;
    contactY: number;
}

export interface Gap extends Point {
    /** Between the centres of the two pixels; 0 when the sprites overlap. */
    distance: number;
    /** The pixel of the other sprite, in its own coordinates. */
    otherX: number;
    otherY: number;
}

export interface Component extends Point {
    bounds: Box;
    area: number;
}

export interface Moments extends Point {
    /** The mean of the squares, and of the product, of the distances from (x, y). */
    xx: number;
    xy: number;
    yy: number;
    /** The direction in which the pixels are spread most, in radians, clockwise. */
    rotation: number;
}

export interface Source {
    /** The picture, as the bake named it. */
    name: string;
    layer: string;
    /** The part of the picture, and the pixels of the sprite that it covers, upright. */
    part: Box;
    place: Box;
    /** How the part is turned in the picture: 0 not at all, 1 by a quarter clockwise, 2 counter-clockwise. */
    turned: number;
}

export interface Bits {
    /** Pixel x of row y is bit x % 8 of byte y * stride + floor(x / 8). */
    bits: Uint8Array;
    stride: number;
}

/**
 * The place of a sprite in the world, and how it is turned. A game object of Phaser is a placement, too.
 *
 * All numbers must be finite. They are rounded to 1/65536; angles to 1/65536 of a turn.
 */
export interface Placement {
    /** The place of the origin in the world, in pixels. */
    readonly x: number;
    readonly y: number;
    /** In radians, clockwise. It counts before `angle`. */
    readonly rotation?: number;
    /** In degrees, clockwise. */
    readonly angle?: number;
    /** 1 is the size of the image; negative numbers mirror about the origin; with 0 nothing touches. */
    readonly scaleX?: number;
    readonly scaleY?: number;
    /** The point that stays where it is, as a part of the width and height. Without it, the pivot of the bake. */
    readonly originX?: number;
    readonly originY?: number;
    /** Mirrors the image inside its own box. */
    readonly flipX?: boolean;
    readonly flipY?: boolean;
}

/**
 * The placement that a matrix makes, of Pixi or of CSS. Throws when it is a shear. Its origin is the origin of the
 * matrix: add originX and originY.
 */
export declare function fromMatrix(
    matrix:
        | { a: number; b: number; c: number; d: number; tx: number; ty: number }
        | { a: number; b: number; c: number; d: number; e: number; f: number },
    out?: object,
): { x: number; y: number; rotation: number; scaleX: number; scaleY: number };

/** All that goes wrong. */
export declare class HitmaskError extends Error {
    constructor(code: string, message: string, options?: ErrorOptions);
    /**
     * NUMBER, NAME, ARGUMENT, DISPOSED, MEMORY, WEBASSEMBLY, or the result of the C library that refused a pack, such
     * as HM_ERROR_MAGIC.
     */
    readonly code: string;
}

/** The version of the library. */
export declare const version: string;
/** The bytes that the WebAssembly has taken from the system, to look for a leak. They never become fewer. */
export declare function memory(): number;

/**
 * Opens a pack: the bytes that `hitmask bake` wrote. They are copied.
 *
 * Throws when they are not a whole pack; the message is that of the C library.
 */
export declare function open(data: ArrayBufferLike | ArrayBufferView): Pack;

/** Many sprites and animations, looked up by name. */
export declare class Pack implements Iterable<Sprite> {
    private constructor();
    readonly count: number;
    readonly animationCount: number;
    /** The names of all sprites, in the order of their bytes. */
    readonly names: readonly string[];
    readonly animationNames: readonly string[];
    /** The sprite of that name; each time the same object. Throws when there is none, and names the nearest. */
    sprite(name: string): Sprite;
    /** The sprite of that name, or null. */
    find(name: string): Sprite | null;
    has(name: string): boolean;
    /** The animation of that name. Throws when there is none, and names the nearest. */
    animation(name: string): Animation;
    findAnimation(name: string): Animation | null;
    /** Reads all bytes, and throws when the pack is damaged. */
    verify(): void;
    /** Frees the memory at once. Without it, memory is freed when nothing refers to the pack or its sprites. */
    dispose(): void;
    [Symbol.iterator](): Iterator<Sprite>;
}

export declare class Animation {
    private constructor();
    readonly name: string;
    readonly frameCount: number;
    /** In milliseconds. */
    readonly duration: number;
    frameDuration(index: Count): number;
    frame(index: Count): Sprite | null;
    /** The index of the frame that is shown `time` milliseconds after the beginning. Fractions are dropped. */
    frameAt(time: number, play?: Play): number;
    /** The sprite that is shown then; null when there are no frames. */
    at(time: number, play?: Play): Sprite | null;
}

/** The solid pixels of one picture. */
export declare class Sprite {
    private constructor();
    /** A sprite that is solid throughout. */
    static box(width: Int, height: Int): Sprite;
    static fromBits(bits: ArrayBufferLike | ArrayBufferView, stride: Count, width: Int, height: Int): Sprite;

    readonly name: string;
    readonly width: number;
    readonly height: number;
    readonly pivotX: number;
    readonly pivotY: number;
    /** How many pixels are solid. */
    readonly solidPixels: number;
    /** The smallest box that holds all solid pixels. */
    readonly bounds: Box;
    getBounds(out?: Box): Box;
    /** The text that the artist gave the sprite. */
    readonly data: string;
    /** The picture that it was baked from; null for a sprite that does not come from a pack. */
    readonly source: Source | null;
    /** True when that pixel is solid. Every pixel outside the sprite is empty. */
    solid(x: Int, y: Int): boolean;
    /** The mirrored sprite; each time the same object. */
    flip(horizontal: boolean, vertical: boolean): Sprite;
    /** A copy with x and y exchanged. */
    transpose(): Sprite;
    getBits(): Bits;
    /** Frees the memory at once, with that of the pack or mask that it is from. */
    dispose(): void;

    /** True when a solid pixel lies on a solid pixel of `b`. */
    overlaps(b: Sprite, dx: Int, dy: Int): boolean;
    /** The first overlapping pixel in reading order, in pixels of this sprite; null when there is none. */
    contact(b: Sprite, dx: Int, dy: Int, out?: Point): Point | null;
    /** The number of overlapping pixels. */
    area(b: Sprite, dx: Int, dy: Int): number;
    /** The overlapping pixel that lies furthest in a direction. */
    furthest(b: Sprite, dx: Int, dy: Int, direction: Direction, out?: Point): Point | null;
    /** All overlapping pixels, as a mask of this sprite's size. */
    overlapBits(b: Sprite, dx: Int, dy: Int): Bits & { area: number };
    /** The direction in which this sprite leaves `b`; its length is not 1. Null when they do not overlap. */
    normal(b: Sprite, dx: Int, dy: Int, out?: Point): Point | null;
    /** How many pixels it must move in that direction to be free; null when they are more than `limit`. */
    exit(b: Sprite, dx: Int, dy: Int, direction: Direction, limit: Count): number | null;
    /** The shortest move after which it is free; null when every move of `limit` pixels leaves an overlap. */
    escape(b: Sprite, dx: Int, dy: Int, limit: Count, out?: Point): Point | null;
    /** Moves it, but stops one step before it touches `b`. */
    sweep(b: Sprite, dx: Int, dy: Int, moveX: Int, moveY: Int, out?: Partial<Sweep>): Sweep;
    /** The smallest distance between solid pixels; null when it is more than `limit`. */
    gap(b: Sprite, dx: Int, dy: Int, limit: Count, out?: Gap): Gap | null;

    /** The first solid pixel of a shape: of a segment or a ray the first on its path, of others in reading order. */
    contactBox(x: Int, y: Int, width: Count, height: Count, out?: Point): Point | null;
    contactCircle(x: Int, y: Int, radius: Count, out?: Point): Point | null;
    contactSegment(x0: Int, y0: Int, x1: Int, y1: Int, out?: Point): Point | null;
    contactRay(x: Int, y: Int, dx: Int, dy: Int, out?: Ray): Ray | null;
    /** The solid pixel nearest to (x, y); null when it is more than `limit` pixels away. */
    nearest(x: Int, y: Int, limit: Count, out?: Point): Point | null;

    /** Near-pixel points, if the bake made them. */
    readonly pointCount: number;
    point(index: Count, out?: Point): Point | null;
    /** The first point of this sprite that lies on a solid pixel of `b`. */
    pointsContact(b: Sprite, dx: Int, dy: Int, limit?: Count, out?: Point): Point | null;
    /** The first point of this sprite that lies in a solid cell of the map of `b`. */
    pointsContactMap(b: Sprite, dx: Int, dy: Int, limit?: Count, out?: Point): Point | null;
    /** The first point of this sprite that has a point of `b` at most `distance` pixels away. */
    pointsNear(b: Sprite, dx: Int, dy: Int, distance: Count, limit?: Count, out?: Point): Point | null;

    /** The centroid and the moments about it; null when the sprite is empty. */
    getMoments(): Moments | null;
    /** The connected pieces. With `diagonal`, pixels that share a corner are connected. */
    components(diagonal?: boolean): Component[];
    /** Loops along the edges of the pixels: outer ones clockwise on the screen, those of holes the other way. */
    outline(diagonal?: boolean): Point[][];
    /** Loops of few corners, if the bake made them (--polygons 1). */
    readonly polygons: Point[][];
    /** Convex pieces of the polygons, for physics engines (--polygons 1 --pieces 8). */
    readonly pieces: Point[][];
    /** One convex loop round all solid pixels (--polygons 1 --hull 8). */
    readonly hull: Point[];
    /** The loops of one kind, as a placement puts them into the world if there is one. */
    loops(kind: 'outline' | 'polygons' | 'pieces' | 'hull', at?: Placement): Point[][];

    /** True when two placed sprites touch: the centre of a solid pixel of one lies in a solid pixel of the other. */
    overlapsAt(at: Placement, b: Sprite, atB: Placement): boolean;
    /** The first contact pixel, in pixels of this sprite, mirrored as it is: pixelAt puts it into the world. */
    contactAt(at: Placement, b: Sprite, atB: Placement, out?: Point): Point | null;
    areaAt(at: Placement, b: Sprite, atB: Placement): number;
    normalAt(at: Placement, b: Sprite, atB: Placement, out?: Point): Point | null;
    exitAt(at: Placement, b: Sprite, atB: Placement, direction: Direction, limit: Count): number | null;
    escapeAt(at: Placement, b: Sprite, atB: Placement, limit: Count, out?: Point): Point | null;
    /** Moves it in the world, but stops one step before it touches `b`. Moves are in pixels and may have fractions. */
    sweepAt(
        at: Placement,
        b: Sprite,
        atB: Placement,
        moveX: number,
        moveY: number,
        out?: Partial<Sweep>,
    ): Sweep;
    /** A box of the world that holds the placed sprite. */
    boundsAt(at: Placement, out?: Box): Box;
    /** The pixel of the world that holds the centre of pixel (x, y). */
    pixelAt(at: Placement, x: Int, y: Int, out?: Point): Point | null;
    /** Shapes lie in the world; the answer is a pixel of this sprite. */
    contactBoxAt(at: Placement, x: Int, y: Int, width: Count, height: Count, out?: Point): Point | null;
    contactCircleAt(at: Placement, x: Int, y: Int, radius: Count, out?: Point): Point | null;
    contactSegmentAt(at: Placement, x0: Int, y0: Int, x1: Int, y1: Int, out?: Point): Point | null;
    contactRayAt(at: Placement, x: Int, y: Int, dx: Int, dy: Int, out?: Ray): Ray | null;
}

/** A picture in memory. ImageData is one. */
export interface Picture {
    readonly data: ArrayBufferLike | ArrayBufferView;
    readonly width: Int;
    readonly height: Int;
}

/** A canvas of a page, or an OffscreenCanvas: anything that gives a context of two dimensions. */
export interface CanvasSource {
    readonly width: number;
    readonly height: number;
    getContext(kind: '2d', options?: { willReadFrequently: boolean }): unknown;
}

export interface PictureOptions {
    /** Pixels are solid whose alpha is more than this; 0 by default. */
    threshold?: number;
    /** 0xrrggbb: pixels of this colour are empty, and alpha plays no part. */
    key?: number;
    /** For a picture that is not ImageData: the bytes of a pixel (4), the byte that is alpha (the last), the bytes of a row. */
    bytesPerPixel?: number;
    alpha?: number;
    stride?: number;
}

/** A mask that the game makes or changes: terrain with craters, a picture that was just drawn. */
export declare class Mask {
    /** An empty mask. */
    constructor(width: Int, height: Int);
    /** The mask of ImageData, a canvas or an OffscreenCanvas. */
    static from(source: Picture | CanvasSource, options?: PictureOptions): Mask;

    readonly width: number;
    readonly height: number;
    /** The mask as a sprite for all questions. It is the same object each time, and shows each change at once. */
    readonly sprite: Sprite;
    solid(x: Int, y: Int): boolean;
    copy(): Mask;

    set(x: Int, y: Int, solid: boolean): this;
    /** Changes the whole mask: 'toggle' inverts it, 'erase' empties it. */
    fill(operation?: Operation): this;
    box(x: Int, y: Int, width: Count, height: Count, operation?: Operation): this;
    circle(x: Int, y: Int, radius: Count, operation?: Operation): this;
    segment(x0: Int, y0: Int, x1: Int, y1: Int, width?: Count, operation?: Operation): this;
    /** Changes the pixels whose centre lies inside. Corners may have fractions. */
    polygon(corners: Iterable<Readonly<Point>>, operation?: Operation): this;
    stamp(sprite: Sprite, x: Int, y: Int, operation?: Operation): this;
    stampAt(sprite: Sprite, at: Placement, operation?: Operation): this;
    /** Changes the mask by the piece of `sprite` that holds its pixel (x, y). Returns false when that pixel is empty. */
    stampComponent(
        sprite: Sprite,
        x: Int,
        y: Int,
        options?: { diagonal?: boolean; atX?: Int; atY?: Int; operation?: Operation },
    ): boolean;
    /** Makes the mask a copy of a sprite, scaled to its own size. */
    resize(sprite: Sprite): this;
    /** Takes over the mask of a picture, whose top-left pixel lies at (x, y). */
    put(source: Picture | CanvasSource, x: Int, y: Int, options?: PictureOptions): this;
    /** Moves all pixels. Those that leave are lost. */
    scroll(dx: Int, dy: Int): this;
    grow(distance: Count): this;
    shrink(distance: Count): this;
    /** Keeps the outline alone. */
    outline(thickness?: Count): this;
    /** To save and to load. */
    getBits(): Bits;
    setBits(bits: ArrayBufferLike | ArrayBufferView, stride: Count): this;
    dispose(): void;
}

/** The thing that was met, and the place. */
export interface Met extends Point {
    kind: Kind;
    /** The item, or the cell of the map; 0 for terrain. */
    index: number;
    /** The item that world.add or world.addPlaced returned; null for terrain and tiles. */
    item: Item | null;
}

export interface WorldSweep extends Sweep {
    met: Met | null;
}

export interface Slide {
    /** From the start to the end. */
    movedX: number;
    movedY: number;
    /** A step along x was blocked, also after climbing. */
    hitX: boolean;
    /** A step along y was blocked. */
    hitY: boolean;
    onGround: boolean;
    /** It overlaps at the start: nothing moved. */
    stuck: boolean;
    /** The thing that blocked the first step that was blocked. */
    kind: Kind;
    index: number;
    item: Item | null;
    /** The pixel of the sprite that touched, the normal, and the position, relative to the start. */
    x: number;
    y: number;
    normalX: number;
    normalY: number;
    contactX: number;
    contactY: number;
    /** The thing one pixel below. */
    groundKind: Kind;
    groundIndex: number;
    groundItem: Item | null;
    /** The least stepUp, from 1 to 32, that would have let the step along x pass; 0 if there is none. */
    rise: number;
}

/** Something in a world. */
export declare class Item {
    private constructor();
    /** For the game to keep what it likes. */
    data: unknown;
    readonly kind: 'crowd' | 'placed';
    readonly index: number;
    readonly sprite: Sprite;
    readonly x: number;
    readonly y: number;
    /** Moves an upright item. */
    moveTo(x: Int, y: Int): this;
    /** Moves, turns or scales a placed item. */
    place(at: Placement): this;
    /** Shows another sprite from now on. A placed item takes its placement with it. */
    setSprite(sprite: Sprite, at?: Placement): this;
    remove(): void;
}

export interface TileMap {
    columns: Int;
    rows: Int;
    tileWidth: Int;
    tileHeight: Int;
    /** The index of a sprite, `|` flags of `tile`, row after row. They are copied. */
    cells: ArrayLike<number>;
    /** The sprite of each index; null is an empty tile. */
    sprites: readonly (Sprite | null)[];
    /** The place of the first cell in the world. */
    x?: Int;
    y?: Int;
}

/** Flags of a cell, beside the index of its sprite. */
export declare const tile: { readonly flipX: number; readonly flipY: number; readonly transpose: number };

/**
 * Terrain, a map of tiles, upright and placed sprites, which are asked as one.
 *
 * When several things are met at once, terrain counts first, then the smallest cell, then the item with the smallest
 * index. A world keeps the memory of its sprites until they are removed or the world is disposed of.
 */
export declare class World {
    constructor();
    /** Adds an upright sprite whose top-left pixel lies at (x, y). */
    add(sprite: Sprite, x: Int, y: Int, data?: unknown): Item;
    /** Adds a sprite that is turned, scaled or mirrored. */
    addPlaced(sprite: Sprite, at: Placement, data?: unknown): Item;
    /** Sets what stands still, with its top-left pixel at (x, y); null takes it away. */
    setTerrain(sprite: Sprite | null, x?: Int, y?: Int): this;
    setTiles(map: TileMap | null): this;
    setTile(column: Count, row: Count, cell: number): this;
    /** The item that asks, which is left out of the answers. */
    self: Item | null;

    /** The first thing that a sprite with its top-left pixel at (x, y) overlaps. */
    overlap(sprite: Sprite, x: Int, y: Int, out?: Met): Met | null;
    overlapAt(sprite: Sprite, at: Placement, out?: Met): Met | null;
    /** How many pixels of the sprite lie on anything solid. */
    area(sprite: Sprite, x: Int, y: Int): number;
    normal(sprite: Sprite, x: Int, y: Int, out?: Point): Point | null;
    exit(sprite: Sprite, x: Int, y: Int, direction: Direction, limit: Count): number | null;
    escape(sprite: Sprite, x: Int, y: Int, limit: Count, out?: Point): Point | null;
    /** Moves a sprite, but stops one step before it touches something. `met.x`, `met.y`: a pixel of the world. */
    sweep(sprite: Sprite, x: Int, y: Int, moveX: Int, moveY: Int, out?: Partial<WorldSweep>): WorldSweep;
    sweepAt(sprite: Sprite, at: Placement, moveX: number, moveY: number, out?: Partial<WorldSweep>): WorldSweep;
    /** Moves a sprite along walls and floors, up and down slopes and stairs. */
    slide(
        sprite: Sprite,
        x: Int,
        y: Int,
        moveX: Int,
        moveY: Int,
        steps?: { stepUp?: Count; stepDown?: Count },
        out?: Partial<Slide>,
    ): Slide;

    /** The first thing at a pixel, in a box or circle, or on a path. */
    point(x: Int, y: Int, out?: Met): Met | null;
    box(x: Int, y: Int, width: Count, height: Count, out?: Met): Met | null;
    circle(x: Int, y: Int, radius: Count, out?: Met): Met | null;
    segment(x0: Int, y0: Int, x1: Int, y1: Int, out?: Met): Met | null;
    ray(x: Int, y: Int, dx: Int, dy: Int, out?: Met & { steps: number }): (Met & { steps: number }) | null;

    /** All that is met, in the order of the world. `out` gets as many elements as there are; its objects are reused. */
    list(sprite: Sprite, x: Int, y: Int, out?: Met[]): Met[];
    listAt(sprite: Sprite, at: Placement, out?: Met[]): Met[];
    listPoint(x: Int, y: Int, out?: Met[]): Met[];
    listBox(x: Int, y: Int, width: Count, height: Count, out?: Met[]): Met[];
    listCircle(x: Int, y: Int, radius: Count, out?: Met[]): Met[];
    /** All pairs of upright items that touch. */
    pairs(): [Item, Item][];
    dispose(): void;
}
