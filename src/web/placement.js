// placement.js - sprites that are turned, scaled or mirrored

const isNumber = (value) => value === undefined || typeof value === 'number';

// Writes a placement of the caller for C, and gives the address of the sprite, mirrored as it says. An object of
// Phaser is a placement as it is.
function placeSprite(sprite, at, place) {
    if (typeof at !== 'object' || at === null) fail('ARGUMENT', `${shown(at)} is not a placement {x, y}`);
    const { rotation, scaleX = 1, scaleY = 1, originX, originY } = at;
    const angle = rotation === undefined ? at.angle : undefined;
    const upright = addressOf(sprite);
    const view = at.flipX || at.flipY ? sprite.flip(at.flipX, at.flipY) : sprite;
    const address = view === sprite ? upright : addressOf(view);
    if (!isNumber(rotation) || !isNumber(angle) || !isNumber(originX) || !isNumber(originY)) placeFault(at);
    const turn = rotation !== undefined ? rotation / (2 * Math.PI) : angle !== undefined ? angle / 360 : 0;
    const pivotX = originX !== undefined ? originX * view.width : view.pivotX;
    const pivotY = originY !== undefined ? originY * view.height : view.pivotY;
    const { x, y } = at;
    if (typeof x !== 'number' || typeof y !== 'number' || typeof scaleX !== 'number' ||
        typeof scaleY !== 'number' || !C.hm_web_place(place, x, y, pivotX, pivotY, scaleX, scaleY, turn))
        placeFault(at);
    return address;
}

const PLACE_NUMBERS = ['x', 'y', 'rotation', 'angle', 'scaleX', 'scaleY', 'originX', 'originY'];

function placeFault(at) {
    for (const name of PLACE_NUMBERS)
        if (at[name] !== undefined || name === 'x' || name === 'y') finiteFault({ [`${name} of the placement`]: at[name] });
    fail('NUMBER', 'a number of the placement is too large');
}

/** The methods of sprites that take placements. */
const placed = {
    overlapsAt(at, b, atB) {
        const p = placeSprite(this, at, FIRST_PLACE);
        const q = placeSprite(b, atB, SECOND_PLACE);
        return C.hm_placed_overlap(p, FIRST_PLACE, q, SECOND_PLACE) !== 0;
    },

    contactAt(at, b, atB, out) {
        const p = placeSprite(this, at, FIRST_PLACE);
        const q = placeSprite(b, atB, SECOND_PLACE);
        return C.hm_placed_first(p, FIRST_PLACE, q, SECOND_PLACE, OUT) ? pointOut(out) : null;
    },

    areaAt(at, b, atB) {
        const p = placeSprite(this, at, FIRST_PLACE);
        const q = placeSprite(b, atB, SECOND_PLACE);
        return C.hm_web_placed_area(p, FIRST_PLACE, q, SECOND_PLACE);
    },

    normalAt(at, b, atB, out) {
        const p = placeSprite(this, at, FIRST_PLACE);
        const q = placeSprite(b, atB, SECOND_PLACE);
        return C.hm_web_placed_normal(p, FIRST_PLACE, q, SECOND_PLACE) ? numbersOut(out) : null;
    },

    exitAt(at, b, atB, direction, limit) {
        if (!isCount(limit)) countFault({ limit });
        const way = choice(DIRECTIONS, direction, 'direction');
        const p = placeSprite(this, at, FIRST_PLACE);
        const q = placeSprite(b, atB, SECOND_PLACE);
        return C.hm_placed_exit(p, FIRST_PLACE, q, SECOND_PLACE, way, limit, OUT) ? unsigned[OUT_WORD] : null;
    },

    escapeAt(at, b, atB, limit, out) {
        if (!isCount(limit)) countFault({ limit });
        const p = placeSprite(this, at, FIRST_PLACE);
        const q = placeSprite(b, atB, SECOND_PLACE);
        return C.hm_placed_escape(p, FIRST_PLACE, q, SECOND_PLACE, limit, OUT) ? pointOut(out) : null;
    },

    sweepAt(at, b, atB, moveX, moveY, out) {
        if (!Number.isFinite(moveX) || !Number.isFinite(moveY)) finiteFault({ moveX, moveY });
        const p = placeSprite(this, at, FIRST_PLACE);
        const q = placeSprite(b, atB, SECOND_PLACE);
        return sweepOut(C.hm_web_placed_sweep(p, FIRST_PLACE, q, SECOND_PLACE, moveX, moveY), out);
    },

    boundsAt(at, out) {
        C.hm_placed_bounds(placeSprite(this, at, FIRST_PLACE), FIRST_PLACE, OUT);
        return boxOut(out);
    },

    pixelAt(at, x, y, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        placeSprite(this, at, FIRST_PLACE);
        return C.hm_placed_pixel(FIRST_PLACE, x, y, OUT) ? pointOut(out) : null;
    },

    contactBoxAt(at, x, y, width, height, out) {
        const p = placeSprite(this, at, FIRST_PLACE);
        return C.hm_placed_box(p, FIRST_PLACE, boxIn(x, y, width, height), OUT) ? pointOut(out) : null;
    },

    contactCircleAt(at, x, y, radius, out) {
        if (!isWhole(x) || !isWhole(y)) wholeFault({ x, y });
        if (!isCount(radius)) countFault({ radius });
        const p = placeSprite(this, at, FIRST_PLACE);
        return C.hm_placed_circle(p, FIRST_PLACE, x, y, radius, OUT) ? pointOut(out) : null;
    },

    contactSegmentAt(at, x0, y0, x1, y1, out) {
        if (!isWhole(x0) || !isWhole(y0) || !isWhole(x1) || !isWhole(y1)) wholeFault({ x0, y0, x1, y1 });
        const p = placeSprite(this, at, FIRST_PLACE);
        return C.hm_placed_segment(p, FIRST_PLACE, x0, y0, x1, y1, OUT) ? pointOut(out) : null;
    },

    contactRayAt(at, x, y, dx, dy, out) {
        if (!isWhole(x) || !isWhole(y) || !isWhole(dx) || !isWhole(dy)) wholeFault({ x, y, dx, dy });
        const p = placeSprite(this, at, FIRST_PLACE);
        return C.hm_web_placed_ray(p, FIRST_PLACE, x, y, dx, dy) ? rayOut(out) : null;
    },
};

for (const [name, method] of Object.entries(placed))
    Object.defineProperty(Sprite.prototype, name, { value: method, writable: true, configurable: true });

/** The placement that a matrix of two dimensions makes: of Pixi (a, b, c, d, tx, ty) or of CSS (a, b, c, d, e, f). */
export function fromMatrix(matrix, out = {}) {
    const { a, b, c, d } = matrix;
    const x = matrix.tx ?? matrix.e;
    const y = matrix.ty ?? matrix.f;
    if (!Number.isFinite(a + b + c + d + x + y)) finiteFault({ a, b, c, d, x, y });
    const scaleX = Math.hypot(a, b);
    const scaleY = scaleX > 0 ? (a * d - b * c) / scaleX : 0;
    if (Math.abs(a * c + b * d) > 1e-3 * scaleX * Math.abs(scaleY))
        fail('ARGUMENT', 'the matrix is a shear, which no placement is: the object is skewed, or turned in a parent that is scaled unevenly');
    out.x = x;
    out.y = y;
    out.rotation = Math.atan2(b, a);
    out.scaleX = scaleX;
    out.scaleY = scaleY;
    return out;
}
