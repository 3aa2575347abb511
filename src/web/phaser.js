// phaser.js - game objects of Phaser 3 and 4, pixel by pixel
import { HitmaskError, fromMatrix } from './hitmask.js';
import { Names } from './names.js';

const BASE = '__BASE';

export class Pixels {
    #names;
    #name;
    #sprites = new WeakMap();
    #places = [{}, {}];
    #contact = { x: 0, y: 0 };
    #matrices = null;

    constructor(pack, { name } = {}) {
        this.#names = new Names(pack);
        this.#name = name;
    }

    /** For this.physics.add.overlap and collider: true when the two objects touch in a pixel. */
    process = (a, b) => this.overlaps(a, b);

    /** The mask of the frame that a game object shows, not mirrored. */
    sprite(object) {
        const frame = object?.frame;
        if (frame === undefined || frame === null)
            throw new HitmaskError(
                'ARGUMENT',
                `${object?.type ?? String(object)} is not a game object with a texture (Sprite, Image)`,
            );
        const known = this.#sprites.get(frame);
        if (known !== undefined) return known;
        const sprite = this.#find(object.texture.key, frame.name);
        if (sprite.width !== frame.realWidth || sprite.height !== frame.realHeight)
            throw new HitmaskError(
                'ARGUMENT',
                `frame "${frame.name}" of texture "${object.texture.key}" has ${frame.realWidth} x ${frame.realHeight}` +
                    ` pixels, and sprite "${sprite.name}" has ${sprite.width} x ${sprite.height}`,
            );
        this.#sprites.set(frame, sprite);
        return sprite;
    }

    #find(key, frame) {
        const what = `texture "${key}"` + (frame === BASE ? '' : `, frame "${frame}"`);
        const chosen = this.#name?.(key, frame);
        if (chosen !== undefined) return this.#names.find([chosen], what);
        if (frame === BASE) return this.#names.find([key], what);
        // A cell of a sheet is a number; a frame of an atlas has a name of its own.
        const words = /^\d+$/.test(String(frame)) ? [`${key}#${frame}`, `${frame}`] : [`${frame}`, `${key}/${frame}`];
        return this.#names.find(words, what);
    }

    // An object that stands in no container is a placement as it is. A frame with a pivot of its own is mirrored about
    // this pivot, and others inside their own box.
    #placement(object, which) {
        const aboutPivot = object.frame.customPivot && (object.flipX || object.flipY);
        if (!object.parentContainer && !aboutPivot) return object;
        const place = this.#places[which];
        this.#matrices ??= [object.getWorldTransformMatrix(), object.getWorldTransformMatrix()];
        const [matrix, parents] = this.#matrices;
        fromMatrix(object.getWorldTransformMatrix(matrix, parents), place);
        if (aboutPivot && object.flipX) place.scaleX *= -1;
        if (aboutPivot && object.flipY) place.scaleY *= -1;
        place.flipX = object.flipX && !aboutPivot;
        place.flipY = object.flipY && !aboutPivot;
        place.originX = object.originX;
        place.originY = object.originY;
        return place;
    }

    /** True when two game objects touch in a pixel, however they are turned, scaled or mirrored. */
    overlaps(a, b) {
        const maskA = this.sprite(a), maskB = this.sprite(b);
        return maskA.overlapsAt(this.#placement(a, 0), maskB, this.#placement(b, 1));
    }

    /** The pixel of the world where `a` touches `b` first; null when it does not. */
    contact(a, b, out) {
        const mask = this.sprite(a), maskB = this.sprite(b);
        const at = this.#placement(a, 0);
        const hit = mask.contactAt(at, maskB, this.#placement(b, 1), this.#contact);
        return hit === null ? null : mask.pixelAt(at, hit.x, hit.y, out);
    }

    /** The first of `others` that `object` touches; null when there is none. */
    first(object, others) {
        this.sprite(object);
        if (typeof others?.[Symbol.iterator] !== 'function')
            throw new HitmaskError('ARGUMENT', 'the others are not a list; that of a group is group.getChildren()');
        for (const other of others)
            if (other !== object && other?.active !== false && this.overlaps(object, other)) return other;
        return null;
    }

    /** True when a place of the world lies on a solid pixel of an object: what the mouse would hit. */
    at(object, x, y) {
        this.sprite(object);
        const at = object.getWorldTransformMatrix().applyInverse(x, y);
        return this.solid(object, at.x + object.displayOriginX, at.y + object.displayOriginY);
    }

    /** True when pixel (x, y) of the frame, as it is shown, is solid. */
    solid(object, x, y) {
        const mask = this.sprite(object);
        // Phaser counts from the origin, whichever way the frame is mirrored.
        if (object.frame.customPivot) {
            if (object.flipX) x = 2 * object.displayOriginX - x;
            if (object.flipY) y = 2 * object.displayOriginY - y;
            return mask.solid(Math.floor(x), Math.floor(y));
        }
        return mask.flip(object.flipX, object.flipY).solid(Math.floor(x), Math.floor(y));
    }

    /** Makes an object interactive where it has solid pixels. */
    interactive(object, config = {}) {
        this.sprite(object);
        return object.setInteractive({
            ...config,
            hitArea: this,
            hitAreaCallback: (pixels, x, y, asked) => pixels.solid(asked, x, y),
        });
    }

    /**
     * Makes the Arcade body of an object so large that it holds the picture at every angle, at the scale that it has
     * now: boxes of Arcade do not turn.
     */
    arcadeBody(object) {
        const body = object?.body;
        if (!body?.setOffset) throw new HitmaskError('ARGUMENT', 'the object has no dynamic body of Arcade physics');
        const { displayOriginX: x, displayOriginY: y, width, height, scaleX, scaleY } = object;
        const side = 2 * Math.ceil(Math.hypot(Math.max(x, width - x), Math.max(y, height - y)));
        const scale = Math.max(Math.abs(scaleX), Math.abs(scaleY));
        const bodyWidth = (side * scale) / Math.abs(scaleX), bodyHeight = (side * scale) / Math.abs(scaleY);
        body.setSize(bodyWidth, bodyHeight, false);
        body.setOffset(x - bodyWidth / 2, y - bodyHeight / 2);
        return object;
    }

    /** Gives an object a Matter body of the convex pieces that the bake made (--polygons 1 --pieces 8). */
    matterBody(object, options = {}) {
        const mask = this.sprite(object).flip(object.flipX, object.flipY);
        const { matter } = object.scene;
        if (!matter) throw new HitmaskError('ARGUMENT', 'the scene has no Matter physics');
        const { pieces } = mask;
        if (pieces.length === 0)
            throw new HitmaskError('ARGUMENT', `sprite "${mask.name}" has no pieces; bake it with --polygons 1 --pieces 8`);
        const { x, y, rotation, scaleX, scaleY, displayOriginX, displayOriginY } = object;
        const upright = (corner) => ({
            x: x + (corner.x - displayOriginX) * scaleX,
            y: y + (corner.y - displayOriginY) * scaleY,
        });
        const parts = pieces.map((piece) => {
            const vertices = matter.vertices.clockwiseSort(piece.map(upright));
            const own = pieces.length === 1 ? options : {};
            return matter.body.create({ ...own, vertices, position: matter.vertices.centre(vertices) });
        });
        const body = parts.length === 1 ? parts[0] : matter.body.create({ ...options, parts });
        // Matter turns a body about its centre of mass, so this becomes the origin of the picture.
        const originX = (displayOriginX + (body.position.x - x) / scaleX) / object.width;
        const originY = (displayOriginY + (body.position.y - y) / scaleY) / object.height;
        matter.body.rotate(body, rotation, { x, y });
        matter.add.gameObject(object, body);
        return object.setOrigin(originX, originY);
    }
}
