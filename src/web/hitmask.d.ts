/**
 * hitmask - pixel-perfect collision between sprites
 *
 * Coordinates are pixels: x grows to the right, y grows down, and the origin of a sprite is its top-left pixel. In
 * every question about two sprites, (dx, dy) is the position of `b` minus the position of the sprite whose method you call.
 *
 * Every error is a HitmaskError. A parameter of the type Int must be a whole number from -2147483648 to 2147483647. A
 * parameter of the type Count must be a whole number from 0 to 4294967295. Any other value throws, such as NaN or 0.5.
 * Round positions as your renderer does, with Math.round or Math.floor. Numbers in answers are exact up to 2^53.
 *
 * If you pass an object as `out`, the function fills and returns this object instead of a new object. So a game makes no
 * garbage.
 */

/** A whole number from -2147483648 to 2147483647. Any other value throws a HitmaskError. */
export type Int = number;
/** A whole number from 0 to 4294967295. Any other value throws a HitmaskError. */
export type Count = number;

export type Direction = 'left' | 'right' | 'up' | 'down';
/**
 * How a shape changes a mask.
 *
 * - 'add': the pixels of the shape become solid.
 * - 'erase': the pixels of the shape become empty.
 * - 'keep': the pixels outside the shape become empty.
 * - 'toggle': solid pixels of the shape become empty, and empty pixels become solid.
 */
export type Operation = 'add' | 'erase' | 'keep' | 'toggle';
/** How an animation continues after the last frame: it starts again, stays on this frame, or goes back and forth. */
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
    /** The number of pixels of the path before (x, y). */
    steps: number;
}

export interface Sweep {
    /**
     * True if the moving sprite touches something. Otherwise, `movedX` and `movedY` are the whole move, `step` is the
     * number of all steps, and the numbers after `step` are 0.
     */
    touches: boolean;
    /** The last position without contact, relative to the start. */
    movedX: number;
    movedY: number;
    /** The number of the step that makes contact, from 1; 0 if the sprites are in contact at the start. */
    step: number;
    /** The first pixel of the moving sprite that touches after the step that makes contact. */
    x: number;
    y: number;
    /** The direction in which the moving sprite leaves the contact. The length of this vector is not 1. */
    normalX: number;
    normalY: number;
    /** The position of the moving sprite after the step that makes contact, relative to the start. */
    contactX: number;
    contactY: number;
}

/** The gap between two sprites. (x, y) is the nearest solid pixel of the sprite whose method you call. */
export interface Gap extends Point {
    /** The distance between the centres of the two pixels; 0 if the sprites overlap. */
    distance: number;
    /** The nearest solid pixel of the other sprite, in pixels of the other sprite. */
    otherX: number;
    otherY: number;
}

/** A connected piece of a sprite. (x, y) is the first pixel of the piece in reading order. */
export interface Component extends Point {
    /** The smallest box that holds the piece. */
    bounds: Box;
    /** The number of pixels of the piece. */
    area: number;
}

/** How the solid pixels of a sprite are spread. (x, y) is the mean of the centres of the pixels. */
export interface Moments extends Point {
    /** The mean of the squares of the distances from x. */
    xx: number;
    /** The mean of the products of the distances from x and from y. */
    xy: number;
    /** The mean of the squares of the distances from y. */
    yy: number;
    /** The direction in which the pixels are spread most, in radians, clockwise. */
    rotation: number;
}

export interface Source {
    /** The name that the bake gave the picture. */
    name: string;
    /** The layer of the picture; "" if there is none. */
    layer: string;
    /** The part of the picture that shows the sprite. */
    part: Box;
    /** The pixels of the upright sprite that the part covers. */
    place: Box;
    /** How the part is turned in the picture: 0 not at all, 1 a quarter turn clockwise, 2 a quarter turn counter-clockwise. */
    turned: number;
}

export interface Bits {
    /** Pixel x of row y is bit x % 8 of byte y * stride + floor(x / 8). */
    bits: Uint8Array;
    /** The number of bytes from a row to the next row. */
    stride: number;
}

/**
 * The place of a sprite in the world, and how it is turned, scaled and mirrored. A game object of Phaser is a placement.
 *
 * All numbers must be finite. Numbers are rounded to 1/65536, and angles to 1/65536 of a turn.
 *
 * A placement is out of range if a scale is 0 or more than 64 times that of the other sprite, if the origins of the two are
 * more than 2^22 pixels apart, or if the bounds of the sprite are wider or higher than 65535 pixels. Then nothing touches.
 */
export interface Placement {
    /** The place of the origin in the world, in pixels. */
    readonly x: number;
    readonly y: number;
    /** The angle in radians, clockwise. If `rotation` is given, `angle` is ignored. */
    readonly rotation?: number;
    /** The angle in degrees, clockwise. If `rotation` is given, `angle` is ignored. */
    readonly angle?: number;
    /** The scale: 1 is the size of the image. A negative scale mirrors about the origin. With a scale of 0 nothing touches. */
    readonly scaleX?: number;
    readonly scaleY?: number;
    /** The origin as a fraction of the width. The sprite turns about its origin. The default is the pivot of the bake. */
    readonly originX?: number;
    /** The origin as a fraction of the height. The sprite turns about its origin. The default is the pivot of the bake. */
    readonly originY?: number;
    /** Mirrors the image from left to right inside its own box. */
    readonly flipX?: boolean;
    /** Mirrors the image from top to bottom inside its own box. */
    readonly flipY?: boolean;
}

/**
 * Returns the placement that a matrix of Pixi or of CSS makes. Throws if the matrix is a shear.
 *
 * The origin of the matrix lies at (x, y). Add originX and originY to say which point of the sprite this origin is.
 */
export declare function fromMatrix(
    matrix:
        | { a: number; b: number; c: number; d: number; tx: number; ty: number }
        | { a: number; b: number; c: number; d: number; e: number; f: number },
    out?: object,
): { x: number; y: number; rotation: number; scaleX: number; scaleY: number };

/** The error that hitmask throws. */
export declare class HitmaskError extends Error {
    constructor(code: string, message: string, options?: ErrorOptions);
    /**
     * The code of the error: NUMBER, NAME, ARGUMENT, DISPOSED, MEMORY or WEBASSEMBLY. If the C library refused a pack, the
     * code is the result of the C library, such as HM_ERROR_MAGIC.
     */
    readonly code: string;
}

/** The version of the library. */
export declare const version: string;
/** Returns how many bytes the WebAssembly has taken from the system. Use it to look for a leak. The number never falls. */
export declare function memory(): number;

/**
 * Opens a pack: the bytes that `hitmask bake` wrote. The bytes are copied.
 *
 * Throws if the bytes are not a whole pack. The message is that of the C library.
 */
export declare function open(data: ArrayBufferLike | ArrayBufferView): Pack;

/** Many sprites and animations, looked up by name. */
export declare class Pack implements Iterable<Sprite> {
    private constructor();
    /** The number of sprites. */
    readonly count: number;
    /** The number of animations. */
    readonly animationCount: number;
    /** The names of all sprites, sorted by their bytes. */
    readonly names: readonly string[];
    /** The names of all animations, sorted by their bytes. */
    readonly animationNames: readonly string[];
    /**
     * Returns the sprite with this name, the same object each time. Throws if no sprite has the name; the message says
     * which name is nearest.
     */
    sprite(name: string): Sprite;
    /** Returns the sprite with this name; null if no sprite has the name. */
    find(name: string): Sprite | null;
    /** Returns true if a sprite has this name. */
    has(name: string): boolean;
    /** Returns the animation with this name. Throws if no animation has the name; the message says which name is nearest. */
    animation(name: string): Animation;
    /** Returns the animation with this name; null if no animation has the name. */
    findAnimation(name: string): Animation | null;
    /** Reads all bytes of the pack. Throws if the pack is damaged. */
    verify(): void;
    /** Frees the memory at once. Without this call, memory is freed when nothing refers to the pack or its sprites any more. */
    dispose(): void;
    [Symbol.iterator](): Iterator<Sprite>;
}

/** An animation of a pack: frames and their durations. */
export declare class Animation {
    private constructor();
    readonly name: string;
    /** The number of frames, which may be 0. */
    readonly frameCount: number;
    /** The sum of the durations of all frames, in milliseconds. */
    readonly duration: number;
    /** Returns the duration of a frame in milliseconds; 0 if there is no frame with this index. */
    frameDuration(index: Count): number;
    /** Returns the sprite of a frame; null if there is no frame with this index. */
    frame(index: Count): Sprite | null;
    /** Returns the index of the frame that is shown `time` milliseconds after the beginning. Fractions are dropped. */
    frameAt(time: number, play?: Play): number;
    /** Returns the sprite that is shown `time` milliseconds after the beginning; null if the animation has no frames. */
    at(time: number, play?: Play): Sprite | null;
}

/** The solid pixels of one picture. */
export declare class Sprite {
    private constructor();
    /** Returns a sprite that is solid throughout. */
    static box(width: Int, height: Int): Sprite;
    /** Returns a sprite of rows of bits. Pixel x of row y is bit x % 8 of byte y * stride + floor(x / 8). */
    static fromBits(bits: ArrayBufferLike | ArrayBufferView, stride: Count, width: Int, height: Int): Sprite;

    readonly name: string;
    readonly width: number;
    readonly height: number;
    /** The pivot, in pixels from the left edge. */
    readonly pivotX: number;
    /** The pivot, in pixels from the top edge. */
    readonly pivotY: number;
    /** The number of solid pixels. */
    readonly solidPixels: number;
    /** The smallest box that holds all solid pixels. */
    readonly bounds: Box;
    /** Returns the smallest box that holds all solid pixels. */
    getBounds(out?: Box): Box;
    /** The text that the artist gave the sprite; "" if there is none. */
    readonly data: string;
    /** The picture that the sprite was baked from; null if the sprite does not come from a pack. */
    readonly source: Source | null;
    /** Returns true if pixel (x, y) is solid. Every pixel outside the sprite is empty. */
    solid(x: Int, y: Int): boolean;
    /** Returns the mirrored sprite, the same object each time. */
    flip(horizontal: boolean, vertical: boolean): Sprite;
    /** Returns a copy of the sprite with x and y exchanged. */
    transpose(): Sprite;
    /** Returns the pixels as rows of bits, to save or to send them. */
    getBits(): Bits;
    /** Frees the memory at once, with the memory of the pack or mask that the sprite comes from. */
    dispose(): void;

    /**
     * Returns true if a solid pixel of this sprite lies on a solid pixel of `b`.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    overlaps(b: Sprite, dx: Int, dy: Int): boolean;
    /**
     * Returns the first overlapping pixel in reading order, in pixels of this sprite; null if the sprites do not overlap.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    contact(b: Sprite, dx: Int, dy: Int, out?: Point): Point | null;
    /**
     * Returns the number of overlapping pixels.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    area(b: Sprite, dx: Int, dy: Int): number;
    /**
     * Returns the overlapping pixel that lies furthest in `direction`; null if the sprites do not overlap.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    furthest(b: Sprite, dx: Int, dy: Int, direction: Direction, out?: Point): Point | null;
    /**
     * Returns all overlapping pixels, as a mask of this sprite's size.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    overlapBits(b: Sprite, dx: Int, dy: Int): Bits & { area: number };
    /**
     * Returns the direction in which this sprite leaves `b`; null if the sprites do not overlap. The length is not 1.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    normal(b: Sprite, dx: Int, dy: Int, out?: Point): Point | null;
    /**
     * Returns how many pixels this sprite must move in `direction` to be free of `b`; null if more than `limit` pixels are
     * needed.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    exit(b: Sprite, dx: Int, dy: Int, direction: Direction, limit: Count): number | null;
    /**
     * Returns the shortest move that frees this sprite from `b`; null if every move of up to `limit` pixels leaves an overlap.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    escape(b: Sprite, dx: Int, dy: Int, limit: Count, out?: Point): Point | null;
    /**
     * Moves this sprite by (moveX, moveY), but stops one step before it touches `b`.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    sweep(b: Sprite, dx: Int, dy: Int, moveX: Int, moveY: Int, out?: Partial<Sweep>): Sweep;
    /**
     * Returns the smallest distance between solid pixels of both sprites; null if the distance is more than `limit`.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    gap(b: Sprite, dx: Int, dy: Int, limit: Count, out?: Gap): Gap | null;

    /** Returns the first solid pixel in a box, in reading order; null if there is none. */
    contactBox(x: Int, y: Int, width: Count, height: Count, out?: Point): Point | null;
    /** Returns the first solid pixel in a circle, in reading order; null if there is none. */
    contactCircle(x: Int, y: Int, radius: Count, out?: Point): Point | null;
    /** Returns the first solid pixel on the path from (x0, y0) to (x1, y1); null if there is none. */
    contactSegment(x0: Int, y0: Int, x1: Int, y1: Int, out?: Point): Point | null;
    /** Returns the first solid pixel on the path from (x, y) in the direction (dx, dy), without end; null if there is none. */
    contactRay(x: Int, y: Int, dx: Int, dy: Int, out?: Ray): Ray | null;
    /** Returns the solid pixel nearest to (x, y); null if every solid pixel is more than `limit` pixels away. */
    nearest(x: Int, y: Int, limit: Count, out?: Point): Point | null;

    /** The number of near-pixel points: centres of the outline's cells in a map of the sprite. 0 if the bake made none. */
    readonly pointCount: number;
    /** Returns the pixel of a near-pixel point; null if there is no point with this index. */
    point(index: Count, out?: Point): Point | null;
    /**
     * Returns the first point of this sprite that lies on a solid pixel of `b`; null if there is none. Only the first `limit`
     * points of this sprite count.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    pointsContact(b: Sprite, dx: Int, dy: Int, limit?: Count, out?: Point): Point | null;
    /**
     * Returns the first point of this sprite that lies in a solid cell of the map of `b`; null if there is none. Only the
     * first `limit` points of this sprite count.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    pointsContactMap(b: Sprite, dx: Int, dy: Int, limit?: Count, out?: Point): Point | null;
    /**
     * Returns the first point of this sprite that has a point of `b` at most `distance` pixels away; null if there is none.
     * Only the first `limit` points of each sprite count.
     *
     * (dx, dy) is the position of `b` minus the position of this sprite, in whole pixels.
     */
    pointsNear(b: Sprite, dx: Int, dy: Int, distance: Count, limit?: Count, out?: Point): Point | null;

    /** Returns the centroid, and the moments about the centroid; null if the sprite is empty. */
    getMoments(): Moments | null;
    /** Returns the connected pieces. With `diagonal`, pixels that share a corner are connected. */
    components(diagonal?: boolean): Component[];
    /** Returns the loops along the edges of the pixels: outer loops clockwise on the screen, loops of holes the other way. */
    outline(diagonal?: boolean): Point[][];
    /** Loops of few corners near the outline, which a bake makes with --polygons 1; empty without them. */
    readonly polygons: Point[][];
    /** Convex pieces of the polygons, for physics engines, which a bake makes with --polygons 1 --pieces 8; empty without them. */
    readonly pieces: Point[][];
    /** One convex loop round all solid pixels, which a bake makes with --polygons 1 --hull 8; empty without it. */
    readonly hull: Point[];
    /** Returns the loops of one kind that the bake made. With `at`, the corners are in the world. */
    loops(kind: 'outline' | 'polygons' | 'pieces' | 'hull', at?: Placement): Point[][];

    /** Returns true if two placed sprites touch: the centre of a solid pixel of one lies in a solid pixel of the other. */
    overlapsAt(at: Placement, b: Sprite, atB: Placement): boolean;
    /**
     * Returns the first contact pixel of the placed sprite in reading order; null if the sprites do not touch. A contact
     * pixel is a solid pixel whose centre lies in a solid pixel of `b`, or that holds the centre of one. It is a pixel of
     * this sprite, with the flips of `at`: pixelAt finds its place in the world.
     */
    contactAt(at: Placement, b: Sprite, atB: Placement, out?: Point): Point | null;
    /** Returns the number of contact pixels of the placed sprite. */
    areaAt(at: Placement, b: Sprite, atB: Placement): number;
    /** Returns the direction in which the placed sprite leaves `b`; null if the sprites do not touch. */
    normalAt(at: Placement, b: Sprite, atB: Placement, out?: Point): Point | null;
    /**
     * Returns how many pixels of the world the placed sprite must move in `direction` to be free of `b`; null if more than
     * `limit` pixels are needed.
     */
    exitAt(at: Placement, b: Sprite, atB: Placement, direction: Direction, limit: Count): number | null;
    /**
     * Returns the shortest move that frees the placed sprite from `b`, in whole pixels of the world; null if every move of at
     * most `limit` pixels leaves a contact.
     */
    escapeAt(at: Placement, b: Sprite, atB: Placement, limit: Count, out?: Point): Point | null;
    /**
     * Moves the placed sprite in the world, but stops one step before it touches `b`. Moves are in pixels and may have
     * fractions.
     */
    sweepAt(
        at: Placement,
        b: Sprite,
        atB: Placement,
        moveX: number,
        moveY: number,
        out?: Partial<Sweep>,
    ): Sweep;
    /** Returns a box of the world that holds the placed sprite. */
    boundsAt(at: Placement, out?: Box): Box;
    /** Returns the pixel of the world that holds the centre of pixel (x, y); null if the placement is out of range. */
    pixelAt(at: Placement, x: Int, y: Int, out?: Point): Point | null;
    /** Returns the first contact pixel of the placed sprite with a box of the world; null if there is none. */
    contactBoxAt(at: Placement, x: Int, y: Int, width: Count, height: Count, out?: Point): Point | null;
    /** Returns the first contact pixel of the placed sprite with a circle of the world; null if there is none. */
    contactCircleAt(at: Placement, x: Int, y: Int, radius: Count, out?: Point): Point | null;
    /**
     * Returns the first contact pixel of the placed sprite on the path of the world from (x0, y0) to (x1, y1); null if there
     * is none.
     */
    contactSegmentAt(at: Placement, x0: Int, y0: Int, x1: Int, y1: Int, out?: Point): Point | null;
    /**
     * Returns the first contact pixel of the placed sprite on the path of the world from (x, y) in the direction (dx, dy),
     * without end; null if there is none.
     */
    contactRayAt(at: Placement, x: Int, y: Int, dx: Int, dy: Int, out?: Ray): Ray | null;
}

/** A picture in memory. ImageData is a Picture. */
export interface Picture {
    readonly data: ArrayBufferLike | ArrayBufferView;
    readonly width: Int;
    readonly height: Int;
}

/** A canvas of a page, an OffscreenCanvas, or any other object that gives a '2d' context. */
export interface CanvasSource {
    readonly width: number;
    readonly height: number;
    getContext(kind: '2d', options?: { willReadFrequently: boolean }): unknown;
}

export interface PictureOptions {
    /** A pixel is solid if its alpha is more than this threshold; 0 by default. */
    threshold?: number;
    /** A colour, 0xrrggbb. If it is given, pixels of this colour are empty, all others are solid, and alpha plays no part. */
    key?: number;
    /** The number of bytes of a pixel; 4 by default. */
    bytesPerPixel?: number;
    /** The index of the alpha byte in a pixel, from 0; the last byte by default. */
    alpha?: number;
    /** The number of bytes from a row to the next row; width * bytesPerPixel by default. */
    stride?: number;
}

/** A mask that the game makes or changes: terrain with craters, a picture that was just drawn. */
export declare class Mask {
    /** An empty mask. */
    constructor(width: Int, height: Int);
    /** Returns the mask of ImageData, a canvas or an OffscreenCanvas. */
    static from(source: Picture | CanvasSource, options?: PictureOptions): Mask;

    readonly width: number;
    readonly height: number;
    /** The mask as a sprite, for all questions. The object is the same each time, and shows each change at once. */
    readonly sprite: Sprite;
    /** Returns true if pixel (x, y) is solid. Every pixel outside the mask is empty. */
    solid(x: Int, y: Int): boolean;
    /** Returns another mask with the same pixels. */
    copy(): Mask;

    /** Makes one pixel solid or empty. */
    set(x: Int, y: Int, solid: boolean): this;
    /** Changes the whole mask: 'add', the default, fills it, 'toggle' inverts it, 'erase' empties it. */
    fill(operation?: Operation): this;
    /** Changes the mask by a box; 'add' by default. */
    box(x: Int, y: Int, width: Count, height: Count, operation?: Operation): this;
    /** Changes the mask by a circle; 'add' by default. */
    circle(x: Int, y: Int, radius: Count, operation?: Operation): this;
    /** Changes the mask by a segment; with a `width` of 2 or more, by a line with round ends. */
    segment(x0: Int, y0: Int, x1: Int, y1: Int, width?: Count, operation?: Operation): this;
    /** Changes the mask by the pixels whose centre lies inside a polygon. Corners may have fractions. */
    polygon(corners: Iterable<Readonly<Point>>, operation?: Operation): this;
    /** Changes the mask by the solid pixels of a sprite with its top-left pixel at (x, y). */
    stamp(sprite: Sprite, x: Int, y: Int, operation?: Operation): this;
    /** Changes the mask by the pixels whose centre lands in a placed sprite. */
    stampAt(sprite: Sprite, at: Placement, operation?: Operation): this;
    /**
     * Changes the mask by the connected piece of `sprite` that holds pixel (x, y) of `sprite`. Returns false if that pixel is
     * empty. The top-left pixel of `sprite` lies at (atX, atY), by default (0, 0). With `diagonal`, pixels that share a corner
     * are connected.
     */
    stampComponent(
        sprite: Sprite,
        x: Int,
        y: Int,
        options?: { diagonal?: boolean; atX?: Int; atY?: Int; operation?: Operation },
    ): boolean;
    /** Makes the mask a copy of a sprite, scaled to the size of the mask. */
    resize(sprite: Sprite): this;
    /** Takes over the mask of a picture, whose top-left pixel lies at (x, y). */
    put(source: Picture | CanvasSource, x: Int, y: Int, options?: PictureOptions): this;
    /** Moves all pixels by (dx, dy). Pixels that leave the mask are lost. */
    scroll(dx: Int, dy: Int): this;
    /** Makes all pixels solid that lie at most `distance` columns and rows from a solid pixel. */
    grow(distance: Count): this;
    /** Makes all pixels empty that lie at most `distance` columns and rows from an empty pixel. Outside, all are empty. */
    shrink(distance: Count): this;
    /** Keeps only the outline: the pixels that `shrink` by `thickness` would make empty. */
    outline(thickness?: Count): this;
    /** Returns the pixels as rows of bits, to save or to send them. */
    getBits(): Bits;
    /** Takes all pixels from rows of bits that getBits returned. */
    setBits(bits: ArrayBufferLike | ArrayBufferView, stride: Count): this;
    /** Frees the memory at once. */
    dispose(): void;
}

/** The thing that was met. (x, y) is the first pixel of the asking sprite or shape that meets it, in the world. */
export interface Met extends Point {
    kind: Kind;
    /** The index of the item, or of the cell of the map; 0 for terrain. */
    index: number;
    /** The item that world.add or world.addPlaced returned; null for terrain and tiles. */
    item: Item | null;
}

export interface WorldSweep extends Sweep {
    /** The thing that the sprite touches; null if the sprite touches nothing. */
    met: Met | null;
}

export interface Slide {
    /** The move from the start to the end. */
    movedX: number;
    movedY: number;
    /** True if a step along x was blocked, even after climbing. */
    hitX: boolean;
    /** True if a step along y was blocked. */
    hitY: boolean;
    /** True if the sprite would overlap something one pixel below the end. */
    onGround: boolean;
    /** True if the sprite overlaps something at the start: then it does not move. */
    stuck: boolean;
    /** The kind of the thing that blocked the first blocked step, or that is overlapped at the start. */
    kind: Kind;
    /** The index of the item that `kind` is about; 0 for terrain and tiles. */
    index: number;
    /** The item that `kind` is about; null for terrain and tiles. */
    item: Item | null;
    /** The first pixel of the sprite that would overlap the blocking thing after the blocked step. */
    x: number;
    y: number;
    /** The contact normal after the blocked step. */
    normalX: number;
    normalY: number;
    /** The position after the blocked step, relative to the start. */
    contactX: number;
    contactY: number;
    /** The kind of the thing one pixel below the end; 'nothing' if the sprite is not on the ground. */
    groundKind: Kind;
    /** The index of the item one pixel below the end; 0 for terrain and tiles. */
    groundIndex: number;
    /** The item one pixel below the end; null for terrain and tiles. */
    groundItem: Item | null;
    /** The least stepUp, from 1 to 32, that would have let the blocked step along x pass; 0 if there is none. */
    rise: number;
}

/** A sprite in a world, upright or placed. */
export declare class Item {
    private constructor();
    /** A value of the game, of any type. hitmask does not use it. */
    data: unknown;
    readonly kind: 'crowd' | 'placed';
    readonly index: number;
    readonly sprite: Sprite;
    readonly x: number;
    readonly y: number;
    /** Moves an upright item: its top-left pixel then lies at (x, y). */
    moveTo(x: Int, y: Int): this;
    /** Moves, turns or scales a placed item. */
    place(at: Placement): this;
    /** Gives the item another sprite. For a placed item, pass its placement as `at`, too: without a placement it throws. */
    setSprite(sprite: Sprite, at?: Placement): this;
    /** Removes the item from its world. */
    remove(): void;
}

export interface TileMap {
    columns: Int;
    rows: Int;
    tileWidth: Int;
    tileHeight: Int;
    /** A number for each cell, row after row: the index of a sprite, `|` flags of `tile`. The numbers are copied. */
    cells: ArrayLike<number>;
    /** The sprite for each index; null is an empty tile. */
    sprites: readonly (Sprite | null)[];
    /** The place of the map's top-left pixel in the world; 0 by default. */
    x?: Int;
    y?: Int;
}

/** Flags that a cell of a map may have, beside the index of its sprite. */
export declare const tile: { readonly flipX: number; readonly flipY: number; readonly transpose: number };

/**
 * Terrain, a map of tiles, upright sprites and placed sprites. A question to the world asks all of them.
 *
 * If several things are met at once, the answer is the first in this order: terrain; the cell with the smallest index; the
 * upright item with the smallest index; the placed item with the smallest index. A world keeps the memory of its sprites
 * until they are removed or the world is disposed of.
 */
export declare class World {
    constructor();
    /** Adds an upright sprite whose top-left pixel lies at (x, y). */
    add(sprite: Sprite, x: Int, y: Int, data?: unknown): Item;
    /** Adds a placed sprite: it may be turned, scaled or mirrored. */
    addPlaced(sprite: Sprite, at: Placement, data?: unknown): Item;
    /** Sets the terrain, with its top-left pixel at (x, y). With null, the world has no terrain. */
    setTerrain(sprite: Sprite | null, x?: Int, y?: Int): this;
    /** Sets the map of tiles. With null, the world has no map. */
    setTiles(map: TileMap | null): this;
    /** Changes a cell of the map of tiles. */
    setTile(column: Count, row: Count, cell: number): this;
    /** The item that asks. Answers leave it out. With null, no item is left out. */
    self: Item | null;

    /** Returns the first thing that a sprite with its top-left pixel at (x, y) overlaps; null if it overlaps nothing. */
    overlap(sprite: Sprite, x: Int, y: Int, out?: Met): Met | null;
    /** Returns the first thing that a placed sprite touches; null if it touches nothing. */
    overlapAt(sprite: Sprite, at: Placement, out?: Met): Met | null;
    /** Returns how many pixels of a sprite with its top-left pixel at (x, y) lie on anything solid. */
    area(sprite: Sprite, x: Int, y: Int): number;
    /**
     * Returns the direction in which a sprite with its top-left pixel at (x, y) leaves all that it overlaps; null if it
     * overlaps nothing.
     */
    normal(sprite: Sprite, x: Int, y: Int, out?: Point): Point | null;
    /**
     * Returns how many pixels a sprite with its top-left pixel at (x, y) must move in `direction` to be free; null if
     * more than `limit` pixels are needed.
     */
    exit(sprite: Sprite, x: Int, y: Int, direction: Direction, limit: Count): number | null;
    /**
     * Returns the shortest move that frees a sprite with its top-left pixel at (x, y); null if every move of up to
     * `limit` pixels leaves an overlap.
     */
    escape(sprite: Sprite, x: Int, y: Int, limit: Count, out?: Point): Point | null;
    /**
     * Moves a sprite with its top-left pixel at (x, y) by (moveX, moveY), but stops one step before it touches something.
     */
    sweep(sprite: Sprite, x: Int, y: Int, moveX: Int, moveY: Int, out?: Partial<WorldSweep>): WorldSweep;
    /** Moves a placed sprite, but stops one step before it touches something. Moves are in pixels and may have fractions. */
    sweepAt(sprite: Sprite, at: Placement, moveX: number, moveY: number, out?: Partial<WorldSweep>): WorldSweep;
    /**
     * Moves a sprite with its top-left pixel at (x, y) by (moveX, moveY), along walls and floors, up and down slopes and
     * stairs.
     */
    slide(
        sprite: Sprite,
        x: Int,
        y: Int,
        moveX: Int,
        moveY: Int,
        steps?: { stepUp?: Count; stepDown?: Count },
        out?: Partial<Slide>,
    ): Slide;

    /** Returns the first thing that is solid at pixel (x, y); null if there is none. */
    point(x: Int, y: Int, out?: Met): Met | null;
    /** Returns the first thing that has a solid pixel in a box; null if there is none. */
    box(x: Int, y: Int, width: Count, height: Count, out?: Met): Met | null;
    /** Returns the first thing that has a solid pixel in a circle; null if there is none. */
    circle(x: Int, y: Int, radius: Count, out?: Met): Met | null;
    /** Returns the first thing on the path from (x0, y0) to (x1, y1); null if there is none. */
    segment(x0: Int, y0: Int, x1: Int, y1: Int, out?: Met): Met | null;
    /**
     * Returns the first thing on the path from (x, y) in the direction (dx, dy), without end; null if there is none. `steps`
     * is the number of pixels of the path before the contact.
     */
    ray(x: Int, y: Int, dx: Int, dy: Int, out?: Met & { steps: number }): (Met & { steps: number }) | null;

    /**
     * Returns all that a sprite with its top-left pixel at (x, y) overlaps, in the order of the world. If you pass an array as
     * `out`, its length becomes the number of things met, and the objects in it are reused.
     */
    list(sprite: Sprite, x: Int, y: Int, out?: Met[]): Met[];
    /** Returns all that a placed sprite touches, in the order of the world. */
    listAt(sprite: Sprite, at: Placement, out?: Met[]): Met[];
    /** Returns all that is solid at pixel (x, y), in the order of the world. */
    listPoint(x: Int, y: Int, out?: Met[]): Met[];
    /** Returns all that has a solid pixel in a box, in the order of the world. */
    listBox(x: Int, y: Int, width: Count, height: Count, out?: Met[]): Met[];
    /** Returns all that has a solid pixel in a circle, in the order of the world. */
    listCircle(x: Int, y: Int, radius: Count, out?: Met[]): Met[];
    /** Returns all pairs of upright items that touch. */
    pairs(): [Item, Item][];
    /** Frees the memory at once. */
    dispose(): void;
}
