/**
 * hitmask - pixel-perfect collision between sprites
 *
 *     const pack = open(bytes); // of the file game.hmk, which `hitmask bake` makes from pictures
 *     const hero = pack.sprite('hero.png'), rock = pack.sprite('rock.png');
 *     if (hero.overlaps(rock, dx, dy)) hurt(); // (dx, dy): the top-left corner of the rock minus that of the hero
 *
 * Each pixel of a sprite is solid or empty. Two upright sprites touch, or overlap, if a solid pixel of one lies on a solid
 * pixel of the other. A placed sprite may be turned, scaled or mirrored: see Placement. The pivot of a sprite is the point
 * that a game puts at a position, and about which it turns the sprite.
 *
 * Coordinates are pixels: x grows to the right, y grows down, and pixel (0, 0) of a sprite is its top-left pixel. Reading
 * order is the top row first, and each row from left to right. Whole numbers in answers are exact up to 2^53. A vector that
 * gives a direction may have any length, also 0.
 *
 * hitmask throws a HitmaskError, for example if a position of type Int is NaN or 0.5. Round such positions as your renderer
 * does, with Math.round or Math.floor. A value of a wrong type may cause a TypeError instead.
 *
 * Many functions take an object `out`. If you pass one, the function fills and returns this object instead of a new object,
 * so a game can avoid garbage. If the answer is null, `out` stays as it is.
 */

/** A whole number from -2147483648 to 2147483647. Any other number throws a HitmaskError. */
export type Int = number;
/** A whole number from 0 to 4294967295. Any other number throws a HitmaskError. */
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
/**
 * How an animation continues after the last frame.
 *
 * - 'loop': it starts again.
 * - 'once': it stays on the last frame.
 * - 'ping-pong': it goes back and forth.
 */
export type Play = 'loop' | 'once' | 'ping-pong';
/** The kind of a thing in a world. 'crowd' is an upright item, and 'placed' is a placed item. */
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

/** The contact of a ray with a sprite. (x, y) is a pixel of the sprite. */
export interface Ray extends Point {
    /** The number of pixels of the ray before its first pixel that touches. */
    steps: number;
}

export interface Sweep {
    /**
     * True if the moving sprite touches something. Otherwise, `movedX` and `movedY` are the whole move, `step` is the
     * number of all steps, and the numbers after `step` are 0.
     */
    touches: boolean;
    /** The last position without contact, relative to the start; (0, 0) if the sprite touches at the start. */
    movedX: number;
    movedY: number;
    /**
     * The number of the step that makes contact, from 1; 0 if the sprite touches at the start. A step goes one pixel along
     * one axis; for a placed sprite, at most one pixel along each axis.
     */
    step: number;
    /** The first pixel of the moving sprite, in reading order, that touches after the step that makes contact. */
    x: number;
    y: number;
    /** The direction in which the moving sprite leaves the contact. */
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
    /** The direction in which the pixels are spread most, in radians, clockwise, from 0 to pi. */
    rotation: number;
}

export interface Source {
    /** The name that the bake gave the picture. */
    name: string;
    /** The layer of the picture; "" if there is none. */
    layer: string;
    /**
     * The part of the picture that shows the sprite. It is empty if the packer left nothing of the frame, or if the atlas
     * has the frame mirrored.
     */
    part: Box;
    /** The pixels of the upright sprite that the part covers. */
    place: Box;
    /**
     * How the part is turned in the picture: 0 not at all, 1 a quarter turn clockwise, 2 a quarter turn counter-clockwise.
     */
    turned: number;
}

export interface Bits {
    /** Pixel x of row y is bit x % 8 of byte y * stride + floor(x / 8). */
    bits: Uint8Array;
    /** The number of bytes from a row to the next row. */
    stride: number;
}

/**
 * The place of a sprite in the world, and how it is turned, scaled and mirrored.
 *
 * A game object of Phaser is a placement. For an object in a container, use `Pixels` of hitmask/phaser.
 *
 * All numbers must be finite. Numbers are rounded to 1/65536, and angles to 1/65536 of a turn.
 *
 * A placement is out of range in three cases. Then nothing touches.
 *
 * - A scale is 0, or more than 64 times the scale of the other sprite.
 * - The origins of the two sprites are more than 2^22 pixels apart.
 * - The bounds of the sprite are wider or higher than 65535 pixels.
 */
export interface Placement {
    /** The place of the origin in the world, in pixels. */
    readonly x: number;
    readonly y: number;
    /** The angle in radians, clockwise; 0 by default. */
    readonly rotation?: number;
    /** The angle in degrees, clockwise. If `rotation` is given, `angle` is ignored. */
    readonly angle?: number;
    /** The scale: 1, the default, is the size of the image. A negative scale mirrors about the origin. */
    readonly scaleX?: number;
    readonly scaleY?: number;
    /**
     * The origin as a fraction of the width. The sprite turns about its origin. By default, it is the pivot of the sprite.
     */
    readonly originX?: number;
    /** The origin as a fraction of the height. By default, it is the pivot of the sprite. */
    readonly originY?: number;
    /** Mirrors the image from left to right inside its own box. */
    readonly flipX?: boolean;
    /** Mirrors the image from top to bottom inside its own box. */
    readonly flipY?: boolean;
}

/**
 * Returns the placement that a matrix of Pixi or of CSS makes. Throws if the matrix skews.
 *
 * The matrix puts its origin at (x, y) of the world. If this is not the pivot of the sprite, set originX and originY, too.
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
     * The code of the error: NUMBER, NAME, ARGUMENT, DISPOSED, MEMORY or WEBASSEMBLY. If the bytes are not a good pack, the
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
 * Throws if the bytes are not a whole pack. A damaged pack may open; to find damage, call `verify`.
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
     * Returns the sprite with this name, the same object each time. Throws if no sprite has the name; the message then
     * gives a similar name, if there is one.
     */
    sprite(name: string): Sprite;
    /** Returns the sprite with this name; null if no sprite has the name. */
    find(name: string): Sprite | null;
    /** Returns true if a sprite has this name. */
    has(name: string): boolean;
    /** Returns the animation with this name, the same object each time. Throws if no animation has the name. */
    animation(name: string): Animation;
    /** Returns the animation with this name; null if no animation has the name. */
    findAnimation(name: string): Animation | null;
    /** Reads all bytes of the pack. Throws if the pack is damaged. */
    verify(): void;
    /**
     * Frees the memory at once, unless a world has sprites of the pack. Without this call, the memory is freed some time
     * after nothing refers to the pack or its sprites any more.
     */
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
    /**
     * Returns the index of the frame that is shown `time` milliseconds after the beginning; 0 if the animation has no
     * frames. `time` may be from 0 to 2^53 - 1, and fractions are dropped.
     */
    frameAt(time: number, play?: Play): number;
    /** Returns the sprite that is shown `time` milliseconds after the beginning; null if the animation has no frames. */
    at(time: number, play?: Play): Sprite | null;
}

/** The solid pixels of one picture. */
export declare class Sprite {
    private constructor();
    /** Returns a sprite that is solid throughout. */
    static box(width: Int, height: Int): Sprite;
    /** Returns a sprite with the pixels of rows of bits, in the layout of Bits. */
    static fromBits(bits: ArrayBufferLike | ArrayBufferView, stride: Count, width: Int, height: Int): Sprite;

    /** The name in the pack; "" if the sprite does not come from a pack. */
    readonly name: string;
    readonly width: number;
    readonly height: number;
    /** The pivot, in pixels from the left edge. The pivot of a box, of bits or of a mask is the centre. */
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
    /** Returns a new sprite with the pixels of this sprite, x and y exchanged. */
    transpose(): Sprite;
    /** Returns the pixels as rows of bits, to save or to send them. */
    getBits(): Bits;
    /** Frees the memory of the sprite. For a sprite of a pack or mask, this call disposes of the whole pack or mask. */
    dispose(): void;

    /**
     * Returns true if a solid pixel of this sprite lies on a solid pixel of `b`.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    overlaps(b: Sprite, dx: Int, dy: Int): boolean;
    /**
     * Returns the first overlapping pixel in reading order, in pixels of this sprite; null if the sprites do not overlap.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    contact(b: Sprite, dx: Int, dy: Int, out?: Point): Point | null;
    /**
     * Returns the number of overlapping pixels.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    area(b: Sprite, dx: Int, dy: Int): number;
    /**
     * Returns the overlapping pixel that lies furthest in `direction`; null if the sprites do not overlap.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    furthest(b: Sprite, dx: Int, dy: Int, direction: Direction, out?: Point): Point | null;
    /**
     * Returns all overlapping pixels, as rows of bits of this sprite's size, and their number as `area`.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    overlapBits(b: Sprite, dx: Int, dy: Int): Bits & { area: number };
    /**
     * Returns the direction in which this sprite leaves `b`; null if the sprites do not overlap.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    normal(b: Sprite, dx: Int, dy: Int, out?: Point): Point | null;
    /**
     * Returns how many pixels this sprite must move in `direction` to be free of `b`; null if more than `limit` pixels are
     * needed.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    exit(b: Sprite, dx: Int, dy: Int, direction: Direction, limit: Count): number | null;
    /**
     * Returns the shortest move that frees this sprite from `b`; null if every move of up to `limit` pixels leaves an
     * overlap.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    escape(b: Sprite, dx: Int, dy: Int, limit: Count, out?: Point): Point | null;
    /**
     * Returns how far this sprite can go in a move by (moveX, moveY): it stops one step before it touches `b`.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    sweep(b: Sprite, dx: Int, dy: Int, moveX: Int, moveY: Int, out?: Partial<Sweep>): Sweep;
    /**
     * Returns the smallest distance between solid pixels of this sprite and of `b`; null if the distance is more than
     * `limit`, or a sprite is empty.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    gap(b: Sprite, dx: Int, dy: Int, limit: Count, out?: Gap): Gap | null;

    /** Returns the first solid pixel in a box of this sprite, in reading order; null if there is none. */
    contactBox(x: Int, y: Int, width: Count, height: Count, out?: Point): Point | null;
    /** Returns the first solid pixel in a circle of this sprite, in reading order; null if there is none. */
    contactCircle(x: Int, y: Int, radius: Count, out?: Point): Point | null;
    /** Returns the first solid pixel along the path from (x0, y0) to (x1, y1) of this sprite; null if there is none. */
    contactSegment(x0: Int, y0: Int, x1: Int, y1: Int, out?: Point): Point | null;
    /**
     * Returns the first solid pixel along the ray from (x, y) of this sprite in the direction (dx, dy), without end; null
     * if there is none.
     */
    contactRay(x: Int, y: Int, dx: Int, dy: Int, out?: Ray): Ray | null;
    /** Returns the solid pixel nearest to (x, y) of this sprite; null if it is more than `limit` pixels away. */
    nearest(x: Int, y: Int, limit: Count, out?: Point): Point | null;

    /**
     * The number of near-pixel points, a quick way to guess whether sprites touch; 0 if the sprite has none. The bake
     * divides a sprite into a map of cells, and a point is the centre of a cell of the outline. A cell is solid if one of
     * its pixels is solid. By default, a cell is one pixel.
     */
    readonly pointCount: number;
    /** Returns the pixel of a near-pixel point; null if there is no point with this index. */
    point(index: Count, out?: Point): Point | null;
    /**
     * Returns the first point of this sprite that lies on a solid pixel of `b`; null if there is none. Only the first
     * `limit` points of this sprite count, by default all.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    pointsContact(b: Sprite, dx: Int, dy: Int, limit?: Count, out?: Point): Point | null;
    /**
     * Returns the first point of this sprite that lies in a solid cell of the map of `b`; null if there is none. Only the
     * first `limit` points of this sprite count, by default all.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    pointsContactMap(b: Sprite, dx: Int, dy: Int, limit?: Count, out?: Point): Point | null;
    /**
     * Returns the first point of this sprite that has a point of `b` at most `distance` pixels away; null if there is none.
     * Only the first `limit` points of each sprite count, by default all.
     *
     * (dx, dy) is the position of `b` relative to this sprite.
     */
    pointsNear(b: Sprite, dx: Int, dy: Int, distance: Count, limit?: Count, out?: Point): Point | null;

    /**
     * Returns the centroid, and the moments about the centroid; null if the sprite is empty, or if its bounds are wider or
     * higher than 65535 pixels.
     */
    getMoments(): Moments | null;
    /** Returns the connected pieces. With `diagonal`, pixels that share only a corner are connected, too. */
    components(diagonal?: boolean): Component[];
    /**
     * Returns the loops along the edges of the pixels: outer loops clockwise on the screen, loops of holes the other way.
     * With `diagonal`, one loop goes round pixels that share only a corner.
     */
    outline(diagonal?: boolean): Point[][];
    /** Loops of few corners near the outline; empty unless a bake made them, as with --polygons 1. */
    readonly polygons: Point[][];
    /** Convex pieces of the polygons; empty unless a bake made them, as with --polygons 1 --pieces 8. */
    readonly pieces: Point[][];
    /** One convex loop round all solid pixels; empty unless a bake made it, as with --hull 8. */
    readonly hull: Point[];
    /** Returns the loops of one kind that the bake made. ('outline' needs --outline.) With `at`, they are in the world. */
    loops(kind: 'outline' | 'polygons' | 'pieces' | 'hull', at?: Placement): Point[][];

    /** Returns true if two placed sprites touch: the centre of a solid pixel of one lies in a solid pixel of the other. */
    overlapsAt(at: Placement, b: Sprite, atB: Placement): boolean;
    /**
     * Returns the first contact pixel of this sprite in reading order; null if the sprites do not touch.
     *
     * A contact pixel is a solid pixel of this sprite in two cases: its centre lies in a solid pixel of `b`, or it holds
     * the centre of a solid pixel of `b`. If `at` has a flip, (x, y) is a pixel of the mirrored sprite. `pixelAt` returns
     * its place in the world.
     */
    contactAt(at: Placement, b: Sprite, atB: Placement, out?: Point): Point | null;
    /** Returns the number of contact pixels of this sprite. */
    areaAt(at: Placement, b: Sprite, atB: Placement): number;
    /** Returns the direction in which this sprite leaves `b`; null if the sprites do not touch. */
    normalAt(at: Placement, b: Sprite, atB: Placement, out?: Point): Point | null;
    /**
     * Returns how many pixels of the world this sprite must move in `direction` to be free of `b`; null if more than
     * `limit` pixels are needed.
     */
    exitAt(at: Placement, b: Sprite, atB: Placement, direction: Direction, limit: Count): number | null;
    /**
     * Returns the shortest move that frees this sprite from `b`, in whole pixels of the world; null if every move of at
     * most `limit` pixels leaves a contact.
     */
    escapeAt(at: Placement, b: Sprite, atB: Placement, limit: Count, out?: Point): Point | null;
    /**
     * Returns how far this sprite can go in a move by (moveX, moveY): it stops one step before it touches `b`. The move is
     * in pixels of the world and may have fractions.
     */
    sweepAt(
        at: Placement,
        b: Sprite,
        atB: Placement,
        moveX: number,
        moveY: number,
        out?: Partial<Sweep>,
    ): Sweep;
    /**
     * Returns a box of the world that holds all solid pixels of this sprite. Its numbers are 0 if the sprite is empty or
     * the placement is out of range.
     */
    boundsAt(at: Placement, out?: Box): Box;
    /** Returns the pixel of the world that holds the centre of pixel (x, y); null if the placement is out of range. */
    pixelAt(at: Placement, x: Int, y: Int, out?: Point): Point | null;
    /**
     * Returns the first contact pixel of this sprite with a box of the world, in reading order; null if there is none.
     */
    contactBoxAt(at: Placement, x: Int, y: Int, width: Count, height: Count, out?: Point): Point | null;
    /** Returns the first contact pixel of this sprite with a circle of the world, in reading order; or null. */
    contactCircleAt(at: Placement, x: Int, y: Int, radius: Count, out?: Point): Point | null;
    /**
     * Follows the segment from (x0, y0) to (x1, y1) of the world to its first pixel that touches this sprite. Returns the
     * first contact pixel there; null if no pixel of the segment touches.
     */
    contactSegmentAt(at: Placement, x0: Int, y0: Int, x1: Int, y1: Int, out?: Point): Point | null;
    /**
     * Follows the ray from (x, y) of the world in the direction (dx, dy), without end, to its first pixel that touches this
     * sprite. Returns the first contact pixel there; null if no pixel of the ray touches.
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
    /** A pixel is solid if its alpha is more than this threshold, from 0 to 255; 0 by default. */
    threshold?: number;
    /**
     * A colour, 0xrrggbb. If it is given, pixels of this colour are empty, all others are solid, and alpha plays no part.
     * The first three bytes of a pixel must be red, green and blue.
     */
    key?: number;
    /** The number of bytes of a pixel, from 1 to 4; 4 by default. */
    bytesPerPixel?: number;
    /** The index of the alpha byte in a pixel, from 0; the last byte by default. */
    alpha?: number;
    /** The number of bytes from a row to the next row; width * bytesPerPixel by default. */
    stride?: number;
}

/** A mask that the game makes or changes: terrain with craters, a picture that was just drawn. */
export declare class Mask {
    /** Makes an empty mask. */
    constructor(width: Int, height: Int);
    /** Returns the mask of a picture, such as ImageData, a canvas or an OffscreenCanvas. */
    static from(source: Picture | CanvasSource, options?: PictureOptions): Mask;

    readonly width: number;
    readonly height: number;
    /**
     * The mask as a sprite, for all questions. The object is the same each time, and shows each change at once. If a placed
     * item of a world shows the mask, call `place` of the item after a change.
     */
    readonly sprite: Sprite;
    /** Returns true if pixel (x, y) is solid. Every pixel outside the mask is empty. */
    solid(x: Int, y: Int): boolean;
    /** Returns another mask with the same pixels. */
    copy(): Mask;

    /** Makes one pixel solid or empty. */
    set(x: Int, y: Int, solid: boolean): this;
    /** Changes the whole mask: 'add', the default, fills the mask, 'toggle' inverts it, and 'erase' empties it. */
    fill(operation?: Operation): this;
    /** Draws a filled box; 'add' by default. */
    box(x: Int, y: Int, width: Count, height: Count, operation?: Operation): this;
    /** Draws a filled circle; 'add' by default. */
    circle(x: Int, y: Int, radius: Count, operation?: Operation): this;
    /** Draws a segment. With a `width` of 2 or more, the segment has round ends. */
    segment(x0: Int, y0: Int, x1: Int, y1: Int, width?: Count, operation?: Operation): this;
    /** Draws a filled polygon: the pixels whose centre lies inside. Corners may have fractions. */
    polygon(corners: Iterable<Readonly<Point>>, operation?: Operation): this;
    /**
     * Draws the solid pixels of a sprite with its top-left pixel at (x, y). Throws if the sprite is the `sprite` of this
     * mask, mirrored.
     */
    stamp(sprite: Sprite, x: Int, y: Int, operation?: Operation): this;
    /**
     * Draws the pixels whose centre lies in a solid pixel of a placed sprite. The top-left pixel of the mask lies at (0, 0)
     * of the world.
     *
     * Throws if the placement is out of range, if the mask is wider or higher than 65535 pixels, or if the sprite is the
     * `sprite` of this mask, mirrored or not.
     */
    stampAt(sprite: Sprite, at: Placement, operation?: Operation): this;
    /**
     * Draws the connected piece of `sprite` that holds pixel (x, y) of `sprite`. Returns false, and changes nothing, if
     * that pixel is empty. The top-left pixel of `sprite` lies at (atX, atY), by default (0, 0). With
     * `diagonal`, pixels that share only a corner are connected, too.
     */
    stampComponent(
        sprite: Sprite,
        x: Int,
        y: Int,
        options?: { diagonal?: boolean; atX?: Int; atY?: Int; operation?: Operation },
    ): boolean;
    /**
     * Makes the mask a copy of a sprite, scaled to the size of the mask. Throws if the sprite is the `sprite` of this mask,
     * mirrored or not.
     */
    resize(sprite: Sprite): this;
    /** Replaces pixels of the mask with the mask of a picture. The top-left pixel of the picture lies at (x, y). */
    put(source: Picture | CanvasSource, x: Int, y: Int, options?: PictureOptions): this;
    /** Moves all pixels by (dx, dy). Pixels that leave the mask are lost. */
    scroll(dx: Int, dy: Int): this;
    /** Makes all pixels solid that lie at most `distance` columns and `distance` rows from a solid pixel. */
    grow(distance: Count): this;
    /**
     * Makes all pixels empty that lie at most `distance` columns and `distance` rows from an empty pixel. Pixels outside
     * the mask count as empty.
     */
    shrink(distance: Count): this;
    /** Keeps only the outline: the solid pixels that `shrink(thickness)` would make empty. `thickness` is 1 by default. */
    outline(thickness?: Count): this;
    /** Returns the pixels as rows of bits, to save or to send them. */
    getBits(): Bits;
    /** Takes all pixels from rows of bits in the layout of getBits. */
    setBits(bits: ArrayBufferLike | ArrayBufferView, stride: Count): this;
    /** Frees the memory at once, unless a world has the sprite of the mask. */
    dispose(): void;
}

/** What a question found. (x, y) is the first pixel, in the world, of the sprite or shape of the question that touches it. */
export interface Met extends Point {
    kind: Kind;
    /** The index of the item, or of the cell of the map; 0 for terrain. */
    index: number;
    /** The item that world.add or world.addPlaced returned; null for terrain and tiles. */
    item: Item | null;
}

export interface WorldSweep extends Sweep {
    /**
     * The thing that the sprite touches; null if the sprite touches nothing. All tiles count as one thing here, so (x, y)
     * may lie in another cell than the cell of `index`.
     */
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
    /** The kind of the thing that blocked the first blocked step, or that the sprite overlaps at the start; or 'nothing'. */
    kind: Kind;
    /** The index of the item that `kind` is about; 0 for terrain and tiles. */
    index: number;
    /** The item that `kind` is about; null if it is not about an item. */
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
    /** The item one pixel below the end; null if there is no item. */
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
    /** The index among items of this kind; -1 after `remove`. */
    readonly index: number;
    readonly sprite: Sprite;
    /** The place of the top-left pixel; of a placed item, the place of the origin. */
    readonly x: number;
    readonly y: number;
    /** Moves an upright item: its top-left pixel then lies at (x, y). */
    moveTo(x: Int, y: Int): this;
    /** Moves, turns or scales a placed item. */
    place(at: Placement): this;
    /** Gives the item another sprite. For a placed item, pass its placement as `at`, too: without `at`, the call throws. */
    setSprite(sprite: Sprite, at?: Placement): this;
    /** Removes the item from its world. */
    remove(): void;
}

export interface TileMap {
    columns: Int;
    rows: Int;
    tileWidth: Int;
    tileHeight: Int;
    /**
     * A number for each cell, row after row: the index of a sprite, and flags of `tile`, joined with `|`. The numbers are
     * copied.
     */
    cells: ArrayLike<number>;
    /** The sprite for each index; null is an empty tile. A sprite that is larger than a tile counts as an empty tile. */
    sprites: readonly (Sprite | null)[];
    /** The place of the map's top-left pixel in the world; 0 by default. */
    x?: Int;
    y?: Int;
}

/** Flags of a cell, beside the index of its sprite, as in Tiled. `transpose` exchanges x and y, before the flips. */
export declare const tile: { readonly flipX: number; readonly flipY: number; readonly transpose: number };

/**
 * Terrain, a map of tiles, upright sprites and placed sprites. A question asks all of them, except `pairs`.
 *
 * If several things are met at once, the answer is the first in this order:
 *
 * - terrain;
 * - the cell with the smallest index;
 * - the upright item with the smallest index;
 * - the placed item with the smallest index.
 *
 * A world keeps the memory of its sprites until they are removed or the world is disposed of.
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
    /** The item that asks. Answers leave this item out; `pairs` does not. With null, no item is left out. */
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
     * Returns how many pixels a sprite with its top-left pixel at (x, y) must move in `direction` to be free; null if more
     * than `limit` pixels are needed.
     */
    exit(sprite: Sprite, x: Int, y: Int, direction: Direction, limit: Count): number | null;
    /**
     * Returns the shortest move that frees a sprite with its top-left pixel at (x, y); null if every move of up to `limit`
     * pixels leaves an overlap.
     */
    escape(sprite: Sprite, x: Int, y: Int, limit: Count, out?: Point): Point | null;
    /**
     * Returns how far a sprite with its top-left pixel at (x, y) can go in a move by (moveX, moveY): it stops one step
     * before it touches something.
     */
    sweep(sprite: Sprite, x: Int, y: Int, moveX: Int, moveY: Int, out?: Partial<WorldSweep>): WorldSweep;
    /**
     * Returns how far a placed sprite can go in a move by (moveX, moveY): it stops one step before it touches something.
     * The move is in pixels and may have fractions.
     */
    sweepAt(sprite: Sprite, at: Placement, moveX: number, moveY: number, out?: Partial<WorldSweep>): WorldSweep;
    /**
     * Returns how a sprite with its top-left pixel at (x, y) moves by (moveX, moveY), along walls and floors.
     *
     * For slopes and stairs, pass `stepUp` and `stepDown` (default 0): how many pixels the sprite may go up or down for each
     * pixel that it moves along x. On the ground, pass a moveY of 0.
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
    /** Returns the first thing along the path from (x0, y0) to (x1, y1); null if there is none. */
    segment(x0: Int, y0: Int, x1: Int, y1: Int, out?: Met): Met | null;
    /**
     * Returns the first thing along the ray from (x, y) in the direction (dx, dy), without end; null if there is none.
     * `steps` is the number of pixels of the ray before the contact.
     */
    ray(x: Int, y: Int, dx: Int, dy: Int, out?: Met & { steps: number }): (Met & { steps: number }) | null;

    /**
     * Returns all that a sprite with its top-left pixel at (x, y) overlaps, in the order of the world. If you pass an array
     * as `out`, its length becomes the number of things met. Later lists reuse the objects in `out`, so do not keep them.
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
    /** Returns all pairs of upright items that touch, each pair once. */
    pairs(): [Item, Item][];
    /** Frees the memory at once. */
    dispose(): void;
}
