/*
 * remake.js - masks as the baker makes them, of exact pixels and settings
 *
 *     pixels -> solid -> despeckle -> fill holes -> grow -> shrink -> mask
 *
 * A mask has a byte for each pixel, 0 or 1. The answers are those of the baker for every setting,
 * which a test holds with a real browser.
 *
 * Settings are { threshold, key, tolerance, despeckle, fill, grow, shrink }; the key is "none" or
 * "#rrggbb".
 */

const SETTINGS = ['threshold', 'key', 'tolerance', 'despeckle', 'fill', 'grow', 'shrink'];

const sameSettings = (a, b) => SETTINGS.every(name => a[name] === b[name]);

/* ---- Pixels of a sprite ---- */

/* The pixels of the untrimmed sprite, upright, out of its decoded image; NULL where the image is
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

/* ---- Solid pixels ---- */

const keyChannels = key => [1, 3, 5].map(at => parseInt(key.slice(at, at + 2), 16));

/* A mask of the pixels that the key matches, or null without a key. */
function keyedPixels(pixels, { key, tolerance }) {
  if (key === 'none')
    return null;
  const [r, g, b] = keyChannels(key);
  const out = new Uint8Array(pixels.length / 4);
  for (let i = 0, at = 0; i < out.length; i++, at += 4)
    out[i] = Math.abs(pixels[at] - r) <= tolerance && Math.abs(pixels[at + 1] - g) <= tolerance &&
      Math.abs(pixels[at + 2] - b) <= tolerance ? 1 : 0;
  return out;
}

function solidPixels(pixels, settings) {
  const { threshold } = settings, keyed = keyedPixels(pixels, settings);
  const out = new Uint8Array(pixels.length / 4);
  for (let i = 0, at = 3; i < out.length; i++, at += 4)
    out[i] = pixels[at] > threshold ? 1 : 0;
  for (let i = 0; keyed && i < out.length; i++)
    out[i] &= ~keyed[i];
  return out;
}

/* ---- Changes to masks ---- */

/* Finds the pixels of that value that hang together: runs of neighbours in a row, each with the first
 * run of its component as root, which has the area of all and whether one is at the border. Runs of
 * two rows touch when they share a column or, with `corners` as 1, a corner. */
function componentsOf(mask, width, height, value, corners) {
  const most = Math.ceil(width / 2) * height;
  const begin = new Int32Array(most), end = new Int32Array(most), row = new Int32Array(most), root = new Int32Array(most);
  const area = new Int32Array(most), atBorder = new Uint8Array(most);
  let count = 0;
  const find = run => {
    while (root[run] !== run)
      run = root[run] = root[root[run]];
    return run;
  };
  for (let y = 0, above = 0, aboveEnd = 0; y < height; y++) {
    const first = count;
    for (let x = 0, at = y * width; x < width; x++) {
      if (mask[at + x] !== value)
        continue;
      const from = x;
      while (x < width && mask[at + x] === value)
        x++;
      const run = count++;
      [begin[run], end[run], row[run], root[run], area[run]] = [from, x, y, run, x - from];
      atBorder[run] = y === 0 || y + 1 === height || from === 0 || x === width ? 1 : 0;
      while (above < aboveEnd && end[above] + corners <= from)
        above++;
      for (let other = above; other < aboveEnd && begin[other] < x + corners; other++) {
        const a = find(other), b = find(run);
        if (a === b)
          continue;
        const [low, high] = a < b ? [a, b] : [b, a];
        root[high] = low;
        area[low] += area[high];
        atBorder[low] |= atBorder[high];
      }
    }
    [above, aboveEnd] = [first, count];
  }
  return { count, begin, end, row, find, area, atBorder };
}

/* Sets the runs to `value` whose component passes the test. */
function setComponents(mask, width, { count, begin, end, row, find, area, atBorder }, value, test) {
  for (let run = 0; run < count; run++) {
    const of = find(run);
    if (test(area[of], atBorder[of] !== 0))
      mask.fill(value, row[run] * width + begin[run], row[run] * width + end[run]);
  }
}

function despeckle(mask, width, height, least) {
  setComponents(mask, width, componentsOf(mask, width, height, 1, 1), 0, area => area < least);
}

function fillHoles(mask, width, height) {
  setComponents(mask, width, componentsOf(mask, width, height, 0, 0), 1, (_, atBorder) => !atBorder);
}

/* Sets each pixel of a line to the largest value at most `reach` away; beyond the ends is `outside`. */
function spreadLine(mask, first, step, count, reach, outside, line) {
  for (let i = 0; i < count; i++)
    line[i] = mask[first + i * step];
  for (let i = 0, before = outside ? -1 : -Infinity; i < count; i++) {
    if (line[i] !== 0)
      before = i;
    if (i - before <= reach)
      mask[first + i * step] = 1;
  }
  for (let i = count - 1, behind = outside ? count : Infinity; i >= 0; i--) {
    if (line[i] !== 0)
      behind = i;
    if (behind - i <= reach)
      mask[first + i * step] = 1;
  }
}

function spread(mask, width, height, reach, outside) {
  const line = new Uint8Array(Math.max(width, height));
  for (let y = 0; y < height; y++)
    spreadLine(mask, y * width, 1, width, reach, outside, line);
  for (let x = 0; x < width; x++)
    spreadLine(mask, x, width, height, reach, outside, line);
}

const grow = (mask, width, height, reach) => spread(mask, width, height, reach, false);

/* What is empty spreads, also from outside. */
function shrink(mask, width, height, reach) {
  for (let i = 0; i < mask.length; i++)
    mask[i] ^= 1;
  spread(mask, width, height, reach, true);
  for (let i = 0; i < mask.length; i++)
    mask[i] ^= 1;
}

/* The mask of a sprite with these pixels. */
function makeMask(pixels, width, height, settings) {
  const mask = solidPixels(pixels, settings);
  if (settings.despeckle > 1)
    despeckle(mask, width, height, settings.despeckle);
  if (settings.fill)
    fillHoles(mask, width, height);
  if (settings.grow > 0)
    grow(mask, width, height, settings.grow);
  if (settings.shrink > 0)
    shrink(mask, width, height, settings.shrink);
  return mask;
}

function countSolid(mask) {
  let count = 0;
  for (let i = 0; i < mask.length; i++)
    count += mask[i];
  return count;
}

/* ---- Points ---- */

/* The centres of the points of a mask; the rule is { map: [w, h], cell, prune, drop }. */
function makePoints(mask, width, height, { map, cell, prune, drop }) {
  let [columns, rows] = map[0] === 0 ? [Math.ceil(width / cell), Math.ceil(height / cell)] : map;
  if (!drop)
    [columns, rows] = [Math.min(columns, width), Math.min(rows, height)];
  const cells = new Uint8Array(columns * rows);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y * rows / height) * columns;
    for (let x = 0; x < width; x++, i++)
      cells[row + Math.floor(x * columns / width)] |= mask[i];
  }
  const deep = Uint8Array.from(cells);
  if (prune > 0)
    shrink(deep, columns, rows, prune);
  const points = [];
  const edge = drop ? prune : 0;
  for (let y = edge; y < rows - edge; y++)
    for (let x = edge; x < columns - edge; x++)
      if (cells[y * columns + x] && !(prune > 0 && deep[y * columns + x]))
        points.push([cellCentre(x, columns, width), cellCentre(y, rows, height)]);
  return points;
}

/* ---- All thresholds ---- */

/* How many pixels have an alpha above t, for t from 0 to 255, without those of the key. */
function areasOf(pixels, settings) {
  const keyed = keyedPixels(pixels, settings), counts = new Uint32Array(256), areas = new Uint32Array(256);
  for (let i = 0, at = 3; at < pixels.length; i++, at += 4)
    if (!keyed || keyed[i] === 0)
      counts[pixels[at]]++;
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
