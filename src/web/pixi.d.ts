import type { Pack, Point, Sprite } from './hitmask.js';

/** The parts of a sprite of Pixi that are used. */
export interface Textured {
    readonly texture: { readonly orig: { readonly width: number; readonly height: number } };
    readonly anchor: { readonly x: number; readonly y: number };
}

export interface PixelsOptions {
    /**
     * The name in the pack of a texture; undefined for the usual search: by the label of the texture, which is the
     * frame of a spritesheet or the path of an image, also without folders and extension.
     */
    name?: (label: string, texture: object) => string | undefined;
}

/** Sprites of Pixi 8, pixel by pixel. */
export declare class Pixels {
    constructor(pack: Pack, options?: PixelsOptions);
    /** The mask of the texture that a sprite shows. */
    sprite(sprite: Textured): Sprite;
    /** True if two sprites touch in a pixel, however they are turned, scaled or mirrored. */
    overlaps(a: Textured, b: Textured): boolean;
    /** The pixel of the stage that holds the middle of the first pixel of `a` that touches `b`; null when none does. */
    contact(a: Textured, b: Textured, out?: Point): Point | null;
    /** For `sprite.hitArea`: events reach it only on solid pixels. */
    hitArea(sprite: Textured): { contains(x: number, y: number): boolean };
    /** Makes a sprite interactive where it has solid pixels. */
    interactive<T extends Textured>(sprite: T): T;
}
