// pixi.js - sprites of Pixi 8, pixel by pixel
import { HitmaskError, fromMatrix } from './hitmask.js';
import { Names } from './names.js';

// Pixi asks this whether a place is inside; the place is relative to the anchor.
class HitArea {
    #pixels;
    #sprite;

    constructor(pixels, sprite) {
        this.#pixels = pixels;
        this.#sprite = sprite;
    }

    contains(x, y) {
        const sprite = this.#sprite;
        const mask = this.#pixels.sprite(sprite);
        const { width, height } = sprite.texture.orig;
        return mask.solid(
            Math.floor(((x + sprite.anchor.x * width) * mask.width) / width),
            Math.floor(((y + sprite.anchor.y * height) * mask.height) / height),
        );
    }
}

export class Pixels {
    #names;
    #name;
    #sprites = new WeakMap();
    #places = [{}, {}];
    #contact = { x: 0, y: 0 };
    #matrix = null;

    constructor(pack, { name } = {}) {
        this.#names = new Names(pack);
        this.#name = name;
    }

    /** The mask of the texture that a sprite shows. */
    sprite(sprite) {
        const texture = sprite?.texture;
        if (texture?.orig === undefined)
            throw new HitmaskError('ARGUMENT', `${sprite ? 'the object' : String(sprite)} is not a sprite of Pixi`);
        const known = this.#sprites.get(texture);
        if (known !== undefined) return known;
        const label = texture.label ?? '';
        const chosen = this.#name?.(label, texture);
        const plain = label.replace(/[?#].*$/, '');
        const found = this.#names.find(chosen !== undefined ? [chosen] : [label, plain], `texture "${label}"`);
        const { width, height } = texture.orig;
        if (Math.abs(found.width * height - found.height * width) > Math.max(width, height))
            throw new HitmaskError(
                'ARGUMENT',
                `texture "${label}" has ${width} x ${height} pixels, and sprite "${found.name}" has ` +
                    `${found.width} x ${found.height}`,
            );
        this.#sprites.set(texture, found);
        return found;
    }

    // The transform of a sprite as it is now: those that Pixi keeps are of the last frame.
    #placement(sprite, mask, which) {
        const place = this.#places[which];
        const { width, height } = sprite.texture.orig;
        this.#matrix ??= sprite.worldTransform.clone();
        fromMatrix(sprite.getGlobalTransform(this.#matrix, false), place);
        place.scaleX *= width / mask.width;
        place.scaleY *= height / mask.height;
        place.originX = sprite.anchor.x;
        place.originY = sprite.anchor.y;
        return place;
    }

    /** True when two sprites touch in a pixel, however they are turned, scaled or mirrored. */
    overlaps(a, b) {
        const maskA = this.sprite(a), maskB = this.sprite(b);
        return maskA.overlapsAt(this.#placement(a, maskA, 0), maskB, this.#placement(b, maskB, 1));
    }

    /** The pixel of the stage where `a` touches `b` first; null when it does not. */
    contact(a, b, out) {
        const mask = this.sprite(a), maskB = this.sprite(b);
        const at = this.#placement(a, mask, 0);
        const hit = mask.contactAt(at, maskB, this.#placement(b, maskB, 1), this.#contact);
        return hit === null ? null : mask.pixelAt(at, hit.x, hit.y, out);
    }

    /** For `sprite.hitArea`: events reach it only on solid pixels. */
    hitArea(sprite) {
        this.sprite(sprite);
        return new HitArea(this, sprite);
    }

    /** Makes a sprite interactive where it has solid pixels. */
    interactive(sprite) {
        sprite.hitArea = this.hitArea(sprite);
        sprite.eventMode = 'static';
        return sprite;
    }
}
