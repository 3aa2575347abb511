/*
 * remake.js - masks as the baker makes them, of exact pixels and settings
 *
 *     pixels -> levels -> solid -> despeckle -> fill holes -> grow -> shrink -> mask
 *
 * Levels are the alphas, 0 where the key matches: what is solid at a threshold has a level above it.
 * A mask is { width, height, stride, words }: row y is words[y * stride] and on, 32 pixels a word, the
 * leftmost in bit 0; bits beyond the width are 0, and so is the one word behind the last row. The
 * answers are those of the baker for every setting, which a test holds with a real browser.
 *
 * Settings are { threshold, key, tolerance, despeckle, fill, grow, shrink }; the key is "none" or
 * "#rrggbb".
 */

const SETTINGS = ['threshold', 'key', 'tolerance', 'despeckle', 'fill', 'grow', 'shrink'];

/* ---- Pixels of a sprite ---- */

/* The pixels of the untrimmed sprite, upright, out of its decoded image; null where the image is
 * too small for it. */
function cutSprite(sprite, image) {
  const [x0, y0, regionWidth, regionHeight] = sprite.region, [left, top, placeWidth, placeHeight] = sprite.place;
  const { width, height, turn } = sprite;
  if (x0 + regionWidth > image.width || y0 + regionHeight > image.height)
    return null;
  const out = new Uint8Array(width * height * 4);
  const from = new Uint32Array(image.pixels.buffer), to = new Uint32Array(out.buffer);
  const columns = turn === 0 ? regionWidth : regionHeight, rows = turn === 0 ? regionHeight : regionWidth;
  for (let y = 0; y < placeHeight && columns > 0; y++) {
    const j = Math.floor(y * rows / placeHeight);
    for (let x = 0, at = (top + y) * width + left; x < placeWidth; x++, at++) {
      const i = Math.floor(x * columns / placeWidth);
      const sourceX = turn === 0 ? i : turn === 1 ? rows - 1 - j : j;
      const sourceY = turn === 0 ? j : turn === 1 ? i : columns - 1 - i;
      to[at] = from[(y0 + sourceY) * image.width + x0 + sourceX];
    }
  }
  return out;
}

/* ---- Levels ---- */

const keyChannels = key => [1, 3, 5].map(at => parseInt(key.slice(at, at + 2), 16));

/* How far the colour of each pixel is from a key: the key matches where the tolerance is not below it. */
function distancesOf(pixels, key) {
  const distances = new Uint8Array(pixels.length / 4), [r, g, b] = keyChannels(key);
  for (let i = 0, at = 0; i < distances.length; i++, at += 4)
    distances[i] = Math.max(Math.abs(pixels[at] - r), Math.abs(pixels[at + 1] - g), Math.abs(pixels[at + 2] - b));
  return distances;
}

/* Pixels in the order of their bytes: those with at most `value` are before ends[value]. */
function leastFirst(bytes) {
  const order = new Uint32Array(bytes.length), ends = new Uint32Array(256), next = new Uint32Array(256);
  for (let i = 0; i < bytes.length; i++)
    ends[bytes[i]]++;
  for (let value = 1; value < 256; value++)
    ends[value] += ends[value - 1];
  next.set(ends.subarray(0, 255), 1);
  for (let i = 0; i < bytes.length; i++)
    order[next[bytes[i]]++] = i;
  return { order, ends };
}

/* The levels of a picture by a key, and how many pixels have each level. A move to another tolerance costs only the pixels
 * whose distances are between the two, and one to another threshold those whose levels are; the first move of each kind
 * sorts all of them. */
class Levels {
  constructor(pixels, { key, tolerance }) {
    const count = pixels.length / 4;
    this.levels = new Uint8Array(count);
    this.counts = new Uint32Array(256);
    this.tolerance = tolerance;
    this.distances = key === 'none' ? null : distancesOf(pixels, key);
    this.nearest = null;
    this.lowest = null;
    this.solid = null;      /* the mask that was asked for last */
    for (let i = 0; i < count; i++) {
      const level = this.distances && this.distances[i] <= tolerance ? 0 : pixels[4 * i + 3];
      this.levels[i] = level;
      this.counts[level]++;
    }
  }

  /* `pixels` are those that the levels were made of. */
  move(pixels, tolerance) {
    const { levels, counts, distances, tolerance: before } = this;
    if (!distances || tolerance === before)
      return;
    this.nearest ??= leastFirst(distances);
    this.tolerance = tolerance;
    this.lowest = this.solid = null;
    const { order, ends } = this.nearest, isMore = tolerance > before;
    for (let at = ends[Math.min(tolerance, before)], end = ends[Math.max(tolerance, before)]; at < end; at++) {
      const i = order[at], alpha = pixels[4 * i + 3], level = isMore ? 0 : alpha;
      counts[levels[i]]--;
      counts[level]++;
      levels[i] = level;
    }
  }

  /* The pixels above a threshold, as a mask of the picture's size. */
  mask(width, height, threshold) {
    const { solid, threshold: before } = this;
    if (!solid)
      this.solid = solidMask(this.levels, width, height, threshold);
    else if (threshold !== before) {
      this.lowest ??= leastFirst(this.levels);
      const { order, ends } = this.lowest, { words, stride } = this.solid = copyMask(solid);
      for (let at = ends[Math.min(threshold, before)], end = ends[Math.max(threshold, before)]; at < end; at++) {
        const i = order[at], x = i % width;
        words[(i - x) / width * stride + (x >>> 5)] ^= 1 << (x & 31);
      }
    }
    this.threshold = threshold;
    return this.solid;
  }

  /* Also of what the first moves add. */
  get bytes() { return this.levels.length * (this.distances ? 10 : 5); }
}

/* ---- Masks ---- */

function newMask(width, height) {
  const stride = Math.ceil(width / 32);
  return { width, height, stride, words: new Uint32Array(stride * height + 1) };
}

function solidMask(levels, width, height, threshold) {
  const mask = newMask(width, height), { words, stride } = mask;
  for (let y = 0, i = 0; y < height; y++)
    for (let at = y * stride, x = 0; x < width; at++, x += 32) {
      let word = 0;
      for (let bit = 1, end = i + Math.min(width - x, 32); i < end; bit <<= 1, i++)
        if (levels[i] > threshold)
          word |= bit;
      words[at] = word;
    }
  return mask;
}

function countSolid({ words }) {
  let count = 0;
  for (let i = 0; i < words.length; i++)
    count += countBits(words[i]);
  return count;
}

/* ---- Components ---- */

/* The first column from x on whose bit is 1 once `flip` is applied; the width if there is none. */
function nextBit(words, row, x, width, flip) {
  while (x < width) {
    const word = (words[row + (x >>> 5)] ^ flip) >>> (x & 31);
    if (word !== 0)
      return Math.min(x + lowestBit(word), width);
    x = (x | 31) + 1;
  }
  return width;
}

/* The number of runs of bits that are 1 once `flip` is applied, or a few more. */
function countRuns({ words, stride, height }, flip) {
  let count = 0;
  for (let y = 0, at = 0; y < height; y++)
    for (let i = 0, before = 0; i < stride; i++, at++) {
      const word = words[at] ^ flip;
      count += countBits(word & ~(word << 1 | before));
      before = word >>> 31;
    }
  return count;
}

/* Finds what hangs together of the pixels that are solid, or empty with a `flip` of NONE: runs of
 * neighbours in a row, each with the first run of its component as root, which has the area of all and
 * whether one is at the border. Runs of two rows touch when they share a column or, with `corners` as
 * 1, a corner. */
function componentsOf(mask, flip, corners) {
  const { words, stride, width, height } = mask, most = countRuns(mask, flip);
  const begin = new Int32Array(most), end = new Int32Array(most), row = new Int32Array(most), root = new Int32Array(most);
  const area = new Int32Array(most), atBorder = new Uint8Array(most);
  let count = 0;
  for (let y = 0, above = 0, aboveEnd = 0; y < height; y++) {
    const first = count, at = y * stride;
    for (let from = nextBit(words, at, 0, width, flip), x; from < width; from = nextBit(words, at, x, width, flip)) {
      x = nextBit(words, at, from, width, ~flip);
      const run = count++;
      begin[run] = from;
      end[run] = x;
      row[run] = y;
      root[run] = run;
      area[run] = x - from;
      atBorder[run] = y === 0 || y + 1 === height || from === 0 || x === width ? 1 : 0;
      while (above < aboveEnd && end[above] + corners <= from)
        above++;
      for (let other = above; other < aboveEnd && begin[other] < x + corners; other++)
        joinRuns(root, area, atBorder, findRoot(root, other), findRoot(root, run));
    }
    above = first;
    aboveEnd = count;
  }
  return { count, begin, end, row, root, area, atBorder };
}

function findRoot(root, run) {
  while (root[run] !== run)
    run = root[run] = root[root[run]];
  return run;
}

function joinRuns(root, area, atBorder, a, b) {
  if (a === b)
    return;
  const low = Math.min(a, b), high = Math.max(a, b);
  root[high] = low;
  area[low] += area[high];
  atBorder[low] |= atBorder[high];
}

/* Turns the pixels over from column `from` to before `end`. */
function flipRun(words, row, from, end) {
  for (let x = from; x < end;) {
    const stop = Math.min((x | 31) + 1, end);
    words[row + (x >>> 5)] ^= NONE >>> 32 - (stop - x) << (x & 31);
    x = stop;
  }
}

/* Turns the components over that pass the test. */
function flipComponents({ words, stride }, { count, begin, end, row, root, area, atBorder }, test) {
  for (let run = 0; run < count; run++) {
    const of = findRoot(root, run);
    if (test(area[of], atBorder[of] !== 0))
      flipRun(words, row[run] * stride, begin[run], end[run]);
  }
}

function despeckle(mask, least) {
  flipComponents(mask, componentsOf(mask, 0, 1), area => area < least);
}

function fillHoles(mask) {
  flipComponents(mask, componentsOf(mask, NONE, 0), (_, atBorder) => !atBorder);
}

/* ---- Grow and shrink ---- */

/* Joins each pixel with those `far` columns to the left and to the right; what is outside is empty. */
function spreadColumns(mask, far, isGrow) {
  if (far < 32)
    spreadBits(mask, far, isGrow);
  else
    spreadWords(mask, far / 32, isGrow);
}

function spreadBits({ words, stride, height }, far, isGrow) {
  for (let y = 0, at = 0; y < height; y++)
    for (let i = 0, before = 0, word = words[at]; i < stride; i++, at++) {
      const after = i + 1 < stride ? words[at + 1] : 0;
      const a = word << far | before >>> 32 - far, b = word >>> far | after << 32 - far;
      words[at] = isGrow ? word | a | b : word & a & b;
      before = word;
      word = after;
    }
}

function spreadWords({ words, stride, height }, far, isGrow) {
  const old = words.slice();
  for (let y = 0, at = 0; y < height; y++)
    for (let i = 0; i < stride; i++, at++) {
      const a = i >= far ? old[at - far] : 0, b = i + far < stride ? old[at + far] : 0;
      words[at] = isGrow ? old[at] | a | b : old[at] & a & b;
    }
}

function spreadRows({ words, stride, height }, far, isGrow) {
  const old = words.slice(), end = height * stride, step = far * stride;
  if (isGrow)
    for (let at = step; at < end; at++) {
      words[at] |= old[at - step];
      words[at - step] |= old[at];
    }
  else {
    for (let at = step; at < end; at++) {
      words[at] &= old[at - step];
      words[at - step] &= old[at];
    }
    words.fill(0, 0, step);
    words.fill(0, end - step, end);
  }
}

/* A mask that has spread by `done` spreads by up to done + 1 more in one step without a gap, although what
 * has grown beyond the border is lost. Steps from 32 on are of whole words. */
function spread(mask, step, reach, isGrow) {
  for (let done = 0, far; done < reach; done += far) {
    far = Math.min(done + 1, reach - done);
    if (far > 32)
      far -= far % 32;
    step(mask, far, isGrow);
  }
}

/* Clears the bits beyond the width. */
function trimRows({ words, stride, width, height }) {
  for (let y = 1; width % 32 !== 0 && y <= height; y++)
    words[y * stride - 1] &= NONE >>> 32 - width % 32;
}

/* A pixel that is grown is solid if one at most `reach` rows and columns away was, and of those that
 * are shrunk if all were, where outside is empty. */
function resize(mask, reach, isGrow) {
  spread(mask, spreadColumns, Math.min(reach, mask.width), isGrow);
  spread(mask, spreadRows, Math.min(reach, mask.height), isGrow);
  trimRows(mask);
}

const grow = (mask, reach) => resize(mask, reach, true);
const shrink = (mask, reach) => resize(mask, reach, false);

/* ---- From levels to masks ---- */

const copyMask = mask => ({ ...mask, words: mask.words.slice() });

function cleaned(solid, settings) {
  const mask = copyMask(solid);
  if (settings.despeckle > 1)
    despeckle(mask, settings.despeckle);
  if (settings.fill)
    fillHoles(mask);
  return mask;
}

function resized(clean, settings) {
  const mask = copyMask(clean);
  if (settings.grow > 0)
    grow(mask, settings.grow);
  if (settings.shrink > 0)
    shrink(mask, settings.shrink);
  return mask;
}

/* ---- Points ---- */

/* The cells of a mask that have a solid pixel, as a mask. */
function cellsOf(mask, columns, rows) {
  if (columns === mask.width && rows === mask.height)
    return copyMask(mask);
  const { width, height, stride } = mask, strips = newMask(width, rows), cells = newMask(columns, rows);
  for (let y = 0, at = 0; y < height; y++)
    for (let i = 0, strip = Math.floor(y * rows / height) * stride; i < stride; i++, at++)
      strips.words[strip + i] |= mask.words[at];
  if (columns === width)
    return strips;
  eachSolid({ ...strips, top: 0, bottom: rows }, (x, y) => {
    const cell = Math.floor(x * columns / width);
    cells.words[y * cells.stride + (cell >>> 5)] |= 1 << (cell & 31);
  });
  return cells;
}

/* The centres of the points of a mask; the rule is { map: [w, h], cell, prune, drop }. */
function makePoints(mask, { map, cell, prune, drop }) {
  const { width, height } = mask;
  let [columns, rows] = map[0] === 0 ? [Math.ceil(width / cell), Math.ceil(height / cell)] : map;
  if (!drop)
    [columns, rows] = [Math.min(columns, width), Math.min(rows, height)];
  const cells = cellsOf(mask, columns, rows), points = [], edge = drop ? prune : 0;
  if (prune > 0) {
    const deep = copyMask(cells);
    shrink(deep, prune);
    cells.words.forEach((word, i) => { cells.words[i] = word & ~deep.words[i]; });
  }
  eachSolid({ ...cells, top: 0, bottom: rows }, (x, y) => {
    if (x >= edge && y >= edge && x < columns - edge && y < rows - edge)
      points.push([cellCentre(x, columns, width), cellCentre(y, rows, height)]);
  });
  return points;
}

/* ---- All thresholds ---- */

/* How many pixels have a level above t, for t from 0 to 255. */
function areasOf(counts) {
  const areas = new Uint32Array(256);
  for (let t = 254; t >= 0; t--)
    areas[t] = areas[t + 1] + counts[t + 1];
  return areas;
}

/* The widest range of thresholds, below 255, over which the area changes by less than 2 %: the first
 * of several. Ranges that leave under 5 % of what is visible do not count. Null where nothing is
 * visible. */
function plateauOf(areas) {
  let best = null;
  const leaves = t => areas[t] > 0 && areas[t] * 20 >= areas[0];
  for (let from = 0, to = 0; from < 255 && leaves(from); from++) {
    to = Math.max(to, from);
    while (to + 1 < 255 && leaves(to + 1) && (areas[from] - areas[to + 1]) * 50 < areas[from])
      to++;
    if (!best || to - from > best[1] - best[0])
      best = [from, to];
  }
  return best;
}

/* The largest threshold that leaves at most one of ten sprites nearly empty. */
function mostLeaving(allAreas) {
  const sparse = t => allAreas.filter(areas => areas[t] * 20 < areas[0]).length;
  let t = 254;
  while (t > 0 && sparse(t) * 10 > allAreas.length)
    t--;
  return t;
}

/* The range up to `limit` that most plateaus share, the widest of several, with its middle and the number of
 * these plateaus. */
function commonPlateau(plateaus, limit) {
  const counts = new Uint32Array(256);
  for (const [from, to] of plateaus)
    for (let t = from; t <= Math.min(to, limit); t++)
      counts[t]++;
  const most = Math.max(...counts);
  let best = [0, -1];
  for (let from = 0; from <= limit; from++) {
    let to = from;
    while (to < limit && counts[to] === most && counts[to + 1] === most)
      to++;
    if (counts[from] === most && to - from > best[1] - best[0])
      best = [from, to];
    from = to;
  }
  return { from: best[0], to: best[1], middle: best[0] + best[1] >> 1, count: most };
}
