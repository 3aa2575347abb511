// pack.js - packs and animations

const encoder = new TextEncoder();

export function open(data) {
    const source = bytesOf(data, 'data');
    const memory = new Memory();
    try {
        const copy = memory.take(source.length);
        bytes.set(source, copy);
        const at = memory.take(PACK);
        checkResult(C.hm_pack_open(at, copy, source.length));
        return new Pack(KEY, at, memory);
    } catch (error) {
        memory.dispose();
        throw error;
    }
}

/** The version of the library. */
export const version = VERSION;

// Calls `find` with the address and length of a name as UTF-8.
function withName(name, what, find) {
    if (typeof name !== 'string') fail('ARGUMENT', `the name of a ${what} is a string, not ${shown(name)}`);
    // No pack has such a name, and the text might be too long to encode.
    if (name.length > 0xffffff) return 0;
    const text = encoder.encode(name);
    return borrow(text.length, (at) => {
        bytes.set(text, at);
        return find(at, text.length);
    });
}

export class Pack {
    #at;
    #memory;
    #sprites = new Map();
    #animations = new Map();
    #names = null;
    #animationNames = null;

    constructor(key, at, memory) {
        if (key !== KEY) fail('ARGUMENT', 'packs come from open(bytes)');
        this.#at = at;
        this.#memory = memory;
    }

    #address() {
        if (this.#memory.over) fail('DISPOSED', 'the pack was disposed of');
        return this.#at;
    }

    get count() {
        return C.hm_pack_count(this.#address());
    }

    get animationCount() {
        return C.hm_pack_animation_count(this.#address());
    }

    /** The names of all sprites, in order. */
    get names() {
        const pack = this.#address();
        return (this.#names ??= Object.freeze(
            Array.from({ length: this.count }, (_, i) => {
                C.hm_pack_sprite(pack, i, SPRITE_ROOM);
                return textAt(C.hm_sprite_name(SPRITE_ROOM));
            }),
        ));
    }

    get animationNames() {
        const pack = this.#address();
        return (this.#animationNames ??= Object.freeze(
            Array.from({ length: this.animationCount }, (_, i) => {
                C.hm_pack_animation(pack, i, TEMPORARY);
                return textAt(C.hm_animation_name(TEMPORARY));
            }),
        ));
    }

    /** The sprite of that name, or null. */
    find(name) {
        const pack = this.#address();
        const known = this.#sprites.get(name);
        if (known !== undefined) return known;
        const is = withName(name, 'sprite', (text, length) => C.hm_pack_find_n(pack, text, length, SPRITE_ROOM));
        if (!is) return null;
        const sprite = this.#keep(SPRITE_ROOM);
        this.#sprites.set(name, sprite);
        return sprite;
    }

    // The sprites of a pack have one object each, which lives as long as the pack.
    #keep(room) {
        const at = this.#memory.takeSprite();
        bytes.copyWithin(at, room, room + SPRITE);
        return spriteIn(this.#memory, at);
    }

    /** The sprite of that name. */
    sprite(name) {
        return this.find(name) ?? fail('NAME', missing('sprite', name, this.names));
    }

    has(name) {
        return this.find(name) !== null;
    }

    /** All sprites, in the order of their names. */
    *[Symbol.iterator]() {
        for (const name of this.names) yield this.sprite(name);
    }

    findAnimation(name) {
        const pack = this.#address();
        const known = this.#animations.get(name);
        if (known !== undefined) return known;
        const is = withName(name, 'animation', (text, length) =>
            C.hm_pack_find_animation_n(pack, text, length, TEMPORARY),
        );
        if (!is) return null;
        const at = this.#memory.take(ANIMATION);
        bytes.copyWithin(at, TEMPORARY, TEMPORARY + ANIMATION);
        const animation = new Animation(KEY, at, this.#memory, name, (index) => this.#frame(at, index));
        this.#animations.set(name, animation);
        return animation;
    }

    // A frame is the sprite of its name. In a damaged pack it may not be found by it.
    #frame(animation, index) {
        if (!C.hm_pack_frame(this.#address(), animation, index, SPRITE_ROOM)) return null;
        const sprite = this.find(textAt(C.hm_sprite_name(SPRITE_ROOM)));
        if (sprite !== null) return sprite;
        C.hm_pack_frame(this.#at, animation, index, SPRITE_ROOM);
        return this.#keep(SPRITE_ROOM);
    }

    animation(name) {
        return this.findAnimation(name) ?? fail('NAME', missing('animation', name, this.animationNames));
    }

    /** Reads all bytes, and throws when they do not agree. */
    verify() {
        checkResult(C.hm_pack_verify(this.#address()));
    }

    dispose() {
        this.#memory.dispose();
        this.#sprites.clear();
        this.#animations.clear();
    }
}

const SPRITE_ROOM = allocate(SPRITE);

export class Animation {
    #at;
    #memory;
    #name;
    #frame;
    #frames;

    constructor(key, at, memory, name, frame) {
        if (key !== KEY) fail('ARGUMENT', 'animations come from pack.animation');
        this.#at = at;
        this.#memory = memory;
        this.#name = name;
        this.#frame = frame;
        this.#frames = new Array(C.hm_animation_frame_count(at)).fill(undefined);
    }

    #address() {
        if (this.#memory.over) fail('DISPOSED', 'the animation is used after its pack was disposed of');
        return this.#at;
    }

    get name() {
        return this.#name;
    }

    get frameCount() {
        return this.#frames.length;
    }

    get duration() {
        return C.hm_web_animation_duration(this.#address());
    }

    frameDuration(index) {
        if (!isCount(index)) countFault({ index });
        return C.hm_animation_frame_duration(this.#address(), index);
    }

    frame(index) {
        if (!isCount(index)) countFault({ index });
        this.#address();
        if (index >= this.#frames.length) return null;
        return (this.#frames[index] ??= this.#frame(index));
    }

    /** The index of the frame that is shown after `time` milliseconds. */
    frameAt(time, play = 'loop') {
        if (typeof time !== 'number' || !(time >= 0 && time <= Number.MAX_SAFE_INTEGER))
            fail('NUMBER', `time is ${shown(time)}, which is not from 0 to 9007199254740991`);
        return C.hm_web_animation_at(this.#address(), time, choice(PLAYS, play, 'play'));
    }

    /** The sprite that is shown then; null without frames. */
    at(time, play) {
        return this.frame(this.frameAt(time, play));
    }
}

// ---- Names that a pack does not have ----

// How many letters must be put in, taken out or changed to make one word of another.
function distance(a, b) {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
        const next = [i];
        for (let k = 1; k <= b.length; k++)
            next.push(Math.min(row[k] + 1, next[k - 1] + 1, row[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1)));
        row = next;
    }
    return row[b.length];
}

// The name without folders and extension, as people often write it.
const plain = (name) => name.toLowerCase().replace(/^.*\//, '').replace(/\.[a-z0-9]+$/, '');

function nearest(name, names) {
    const word = plain(name);
    let best = null;
    let least = Infinity;
    for (const other of names.slice(0, 20000)) {
        const far = distance(word.slice(0, 100), plain(other).slice(0, 100)) + (other === name ? 0 : 0.5);
        if (far < least) {
            least = far;
            best = other;
        }
    }
    return best !== null && least <= Math.max(2.5, word.length / 2) ? best : null;
}

function missing(what, name, names) {
    name = name.slice(0, 200);
    const near = nearest(name, names);
    if (names.length === 0) return `there is no ${what} ${shown(name)}: the pack has none`;
    if (near !== null) return `there is no ${what} ${shown(name)}; the nearest name is ${shown(near)}`;
    return `there is no ${what} ${shown(name)}; the pack has ${names.length}, the first is ${shown(names[0])}`;
}
