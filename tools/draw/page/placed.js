/*
 * placed.js - two sprites that are turned and scaled: where their pixels touch
 *
 * The answers are those of hm_placed_overlap, hm_placed_first and hm_placed_area, to the bit. Maps are
 * made in BigInt. Pixels are moved in doubles: within the limits of maps, all sums stay below 2^53.
 */

const ONE = 65536, FACTOR_MAX = 64n << 16n, SHIFT_MAX = 1n << 38n, SIDE_MAX = 65535;

/* ---- Numbers as people write them ---- */

/* A placement has its degrees and its scale in millionths, which become 16.16 as those of `hitmask query`. */
const MILLION = 1000000;

const share = (value, whole) => divide(BigInt(Math.round(value * MILLION)) * 65536n, whole * BigInt(MILLION));
const angleUnits = degrees => BigInt.asUintN(16, share(degrees, 360n));
const scaleUnits = scale => share(scale, 1n);

/* ---- Maps ---- */

/* The nearest whole number to n / d, halves away from zero. */
function divide(n, d) {
  const size = value => value < 0n ? -value : value;
  const quotient = (2n * size(n) + size(d)) / (2n * size(d));
  return n < 0n === d < 0n ? quotient : -quotient;
}

/* hm_turn: cosine and sine of an angle of 65536 to the turn, in 16.16. */
function turn(angle) {
  const QUARTER = 1n << 14n, UNIT = 1n << 30n;
  const times = (a, b) => a * b >> 30n;
  const series = (square, ...divisors) =>
    divisors.reduceRight((rest, divisor) => UNIT - times(square / divisor, rest), UNIT);
  const round = value => value + (1n << 13n) >> 14n;
  const octant = at => {
    const radians = at * 6746518852n >> 16n, square = times(radians, radians);
    return [round(series(square, 2n, 12n, 30n, 56n)), round(times(radians, series(square, 6n, 20n, 42n, 72n)))];
  };
  const rest = angle % QUARTER;
  const [c, s] = rest <= QUARTER / 2n ? octant(rest) : octant(QUARTER - rest).reverse();
  return [[c, s], [-s, c], [-c, -s], [s, -c]][Number(angle / QUARTER)];
}

/* hm_placement of a view with its top-left corner at (x, y) before it is scaled and turned. */
function placementOf({ sprite, flipX, flipY }, x, y, degrees, scale) {
  const pivotX = BigInt((flipX ? sprite.width - sprite.pivotX : sprite.pivotX) * ONE);
  const pivotY = BigInt((flipY ? sprite.height - sprite.pivotY : sprite.pivotY) * ONE);
  return { x: pivotX + BigInt(x) * 65536n, y: pivotY + BigInt(y) * 65536n, pivotX, pivotY,
           scale: scaleUnits(scale), angle: angleUnits(degrees) };
}

const within = (limit, ...values) => values.every(value => value <= limit && value >= -limit);

/* One way of hm_affine_place: { xx, xy, yx, yy, x, y }, or null when a number is out of range. */
function wayBetween(from, to) {
  const [c, s] = turn(BigInt.asUintN(16, from.angle - to.angle)), [e, f] = turn(to.angle);
  const xx = divide(c * from.scale, to.scale), xy = divide(-s * from.scale, to.scale);
  const yx = divide(s * from.scale, to.scale), yy = divide(c * from.scale, to.scale);
  const dx = from.x - to.x, dy = from.y - to.y;
  const x = to.pivotX - divide(xx * from.pivotX + xy * from.pivotY, 65536n) + divide(e * dx + f * dy, to.scale);
  const y = to.pivotY - divide(yx * from.pivotX + yy * from.pivotY, 65536n) + divide(e * dy - f * dx, to.scale);
  return within(FACTOR_MAX, xx, xy, yx, yy) && within(SHIFT_MAX, dx, dy, x, y) ? { xx, xy, yx, yy, x, y } : null;
}

/* Through a map, larger masks touch nothing. */
const isInSize = ({ left, top, right, bottom }) => right - left <= SIDE_MAX && bottom - top <= SIDE_MAX;

/* hm_affine_place: { toB, toA }, or null when nothing can touch because a number is out of range. */
function mapBetween(a, b) {
  if (a.scale === 0n || b.scale === 0n || !within(SHIFT_MAX, a.pivotX, a.pivotY, b.pivotX, b.pivotY))
    return null;
  const toB = wayBetween(a, b), toA = wayBetween(b, a);
  return toB && toA && { toB, toA };
}

/* ---- Contacts ---- */

/* The whole u of [low, high) with 0 <= start + step * u < end, and perhaps one more at either end. */
function clipSteps(start, step, end, [low, high]) {
  if (step === 0)
    return start >= 0 && start < end ? [low, high] : [0, 0];
  const first = -start / step, last = (end - start) / step;
  return [Math.max(low, Math.ceil(Math.min(first, last)) - 1), Math.min(high, Math.floor(Math.max(first, last)) + 2)];
}

/* The index of the word with the pixel (x, y) of the bounds of a view. */
const wordAt = (view, x, y) => y * view.stride + (x >>> 5);

const isSet = (view, x, y) => (view.words[wordAt(view, x, y)] >>> (x & 31) & 1) !== 0;

/* Moves the centre of each solid pixel of `from` into `to`. Where it lies in a solid pixel, one of the two
 * pixels is marked in `marks`, which are like the words of its view: that of `from`, or that of `to`. */
function markLandings(from, to, way, marks, ofFrom) {
  const u = BigInt(2 * from.left + 1), v = BigInt(2 * from.top + 1);
  /* The first centre, in 16.16: half a unit less makes no difference, as steps are whole. */
  const startX = Number((way.xx * u + way.xy * v + 2n * way.x >> 1n) - BigInt(to.left) * 65536n);
  const startY = Number((way.yx * u + way.yy * v + 2n * way.y >> 1n) - BigInt(to.top) * 65536n);
  const [xx, xy, yx, yy] = [way.xx, way.xy, way.yx, way.yy].map(Number);
  const endX = (to.right - to.left) * ONE, endY = (to.bottom - to.top) * ONE;
  for (let row = 0; row < from.bottom - from.top; row++) {
    const rowX = startX + xy * row, rowY = startY + yy * row;
    const [low, high] = clipSteps(rowY, yx, endY, clipSteps(rowX, xx, endX, [0, from.right - from.left]));
    for (let column = low; column < high; column++) {
      const x = rowX + xx * column, y = rowY + yx * column;
      if (!isSet(from, column, row) || x < 0 || x >= endX || y < 0 || y >= endY)
        continue;
      const toX = Math.floor(x / ONE), toY = Math.floor(y / ONE);
      if (isSet(to, toX, toY))
        marks[ofFrom ? wordAt(from, column, row) : wordAt(to, toX, toY)] |= 1 << ((ofFrom ? column : toX) & 31);
    }
  }
}

/* Calls visit(word, x, y) as `meet` does, for the contact pixels of `a`: those whose centre lies in a
 * solid pixel of `b`, and those that hold the centre of a solid pixel of `b`. */
function meetThrough(map, a, b, visit) {
  if (!map)
    return;
  const marks = new Uint32Array(a.words.length);
  markLandings(a, b, map.toB, marks, true);
  markLandings(b, a, map.toA, marks, false);
  for (let y = 0; y < a.bottom - a.top; y++)
    for (let i = 0; i < a.stride; i++)
      if (marks[y * a.stride + i] !== 0)
        visit(marks[y * a.stride + i], a.left + i * 32, a.top + y);
}

/* ---- On the screen ---- */

/* The matrix of a placement: [xx, yx, xy, yy, x, y] from the view's pixels to the world, as for a canvas. */
function matrixOf(placement) {
  const [c, s] = turn(placement.angle).map(value => Number(value * placement.scale) / ONE / ONE);
  const [x, y, pivotX, pivotY] =
    [placement.x, placement.y, placement.pivotX, placement.pivotY].map(value => Number(value) / ONE);
  return [c, s, -s, c, x - c * pivotX + s * pivotY, y - s * pivotX - c * pivotY];
}

/* The corners of a box of the view, in the world. */
function cornersThrough([xx, yx, xy, yy, x, y], { left, top, right, bottom }) {
  return [[left, top], [right, top], [left, bottom], [right, bottom]]
    .map(([u, v]) => [xx * u + xy * v + x, yx * u + yy * v + y]);
}

/* The box of the world round a box of the view. */
function boxThrough(matrix, box) {
  const corners = cornersThrough(matrix, box), xs = corners.map(([x]) => x), ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/* The point of the view that lies at a point of the world. */
function pointBack([xx, yx, xy, yy, x, y], worldX, worldY) {
  const d = xx * yy - xy * yx, dx = worldX - x, dy = worldY - y;
  return [(yy * dx - xy * dy) / d, (xx * dy - yx * dx) / d];
}
