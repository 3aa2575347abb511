import type { Pack, Point, Sprite } from './hitmask.js';

/** The parts of a game object that are used: Sprite, Image and objects with physics have them. */
export interface Textured {
    readonly x: number;
    readonly y: number;
    readonly texture: { readonly key: string };
    readonly frame: { readonly name: string };
}

export interface PixelsOptions {
    /**
     * The name in the pack of a frame of a texture; undefined for the usual search: an image by its key ("hero" finds
     * hero.png), a cell of a sheet by key and number (hero.png#3), a frame of an atlas by its name.
     */
    name?: (textureKey: string, frameName: string) => string | undefined;
}

/** Game objects of Phaser 3 and 4, pixel by pixel. */
export declare class Pixels {
    constructor(pack: Pack, options?: PixelsOptions);
    /**
     * For physics: `this.physics.add.overlap(bullets, enemies, hit, pixels.process)` calls `hit` only for objects that
     * touch in a pixel.
     */
    readonly process: (a: any, b: any) => boolean;
    /** The mask of the frame that an object shows, not mirrored. */
    sprite(object: Textured): Sprite;
    /** True if two objects touch in a pixel, however they are turned, scaled or mirrored. */
    overlaps(a: Textured, b: Textured): boolean;
    /** The pixel of the world that holds the middle of the first pixel of `a` that touches `b`; null when none does. */
    contact(a: Textured, b: Textured, out?: Point): Point | null;
    /** The first active object of `others`, such as group.getChildren(), that `object` touches; null if there is none. */
    first<T extends object>(object: Textured, others: Iterable<T>): T | null;
    /** True if a place of the world lies on a solid pixel of an object. */
    at(object: Textured, x: number, y: number): boolean;
    /** True if pixel (x, y) of the frame, as it is shown, is solid. */
    solid(object: Textured, x: number, y: number): boolean;
    /** Makes an object interactive where it has solid pixels. `config` is that of setInteractive. */
    interactive<T extends Textured>(object: T, config?: object): T;
    /**
     * Makes the Arcade body of an object so large that it holds the picture at every angle, at the scale that it has now.
     * Boxes of Arcade do not turn, so objects that turn need it: otherwise `process` is not asked about their corners.
     */
    arcadeBody<T extends Textured>(object: T): T;
    /** Gives an object a Matter body of the convex pieces that the bake made (--polygons 1 --pieces 8). `options` are Matter's. */
    matterBody<T extends Textured>(object: T, options?: object): T;
}
