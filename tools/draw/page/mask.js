/*
 * mask.js - unpacks and mirrors masks when they are needed, and finds the overlap of two
 *
 * The answers are those of hm_overlap, hm_overlap_first and hm_overlap_area, to the bit.
 */

/* A view of a sprite is { sprite, words, stride, left, top, right, bottom }: its mask as
 * Pack.readMask gives it, and its bounds, both mirrored if so wished. An empty sprite has
 * empty bounds and no words. */

/* The last views used, up to a number of bytes of words. */
const views = { pack: null, kept: new Map(), bytes: 0, limit: 64 << 20 };

/* `masks` is where masks come from: the pack, or the settings of the tab "Tune" (tune.js). */
function viewOf(sprite, flipX = false, flipY = false, masks = 'pack') {
  const key = `${sprite.index} ${flipX} ${flipY} ${masks} ${masks === 'pack' ? 0 : tune.version}`;
  let view = views.kept.get(key);
  if (view)
    views.kept.delete(key);
  else
    views.bytes += (view = makeView(boxOf(sprite, masks), flipX, flipY)).words.byteLength;
  views.kept.set(key, view);
  for (const [oldest, { words }] of views.kept) {
    if (views.bytes <= views.limit || oldest === key)
      break;
    views.kept.delete(oldest);
    views.bytes -= words.byteLength;
  }
  return view;
}

/* The bounds of a sprite's mask, and what reads its words: { sprite, left, top, width, height, area,
 * read }. */
function boxOf(sprite, masks) {
  const made = masks === 'pack' ? null : tunedMask(sprite, masks);
  if (made)
    return packMask(sprite, made);
  return { sprite, left: sprite.left, top: sprite.top, width: sprite.boxWidth, height: sprite.boxHeight,
           area: sprite.area, read: () => views.pack.readMask(sprite) };
}

/* A mask of a whole sprite, as in remake.js, is cut to its bounds. */
function packMask(sprite, mask) {
  const { words: from, stride: whole, height } = mask, columns = new Uint32Array(whole);
  let top = height, bottom = 0;
  for (let y = 0, at = 0; y < height; y++)
    for (let i = 0; i < whole; i++, at++)
      if (from[at] !== 0) {
        columns[i] |= from[at];
        top = Math.min(top, y);
        bottom = y + 1;
      }
  if (bottom === 0)
    return { sprite, left: 0, top: 0, width: 0, height: 0, area: 0 };
  const first = columns.findIndex(word => word !== 0), last = columns.findLastIndex(word => word !== 0);
  const left = first * 32 + lowestBit(columns[first]), right = last * 32 + 32 - Math.clz32(columns[last]);
  const width = right - left, stride = Math.ceil(width / 32), words = new Uint32Array(stride * (bottom - top) + 1);
  const inLast = NONE >>> stride * 32 - width;
  for (let y = top, at = 0; y < bottom; y++)
    for (let i = 0; i < stride; i++, at++)
      words[at] = bitsAt(from, y * whole, left + i * 32) & (i + 1 < stride ? NONE : inLast);
  return { sprite, left, top, width, height: bottom - top, area: countSolid(mask), read: () => ({ words, stride }) };
}

function makeView({ sprite, left: x, top: y, width, height, area, read }, flipX, flipY) {
  const left = flipX ? sprite.width - x - width : x;
  const top = flipY ? sprite.height - y - height : y;
  let mask = { words: new Uint32Array(0), stride: 0 };
  if (area > 0)
    mask = read();
  if (flipX)
    mask.words = mirrorRows(mask, width, height);
  if (flipY)
    mask.words = reverseRows(mask, height);
  return { sprite, flipX, flipY, area, ...mask, left, top, right: left + width, bottom: top + height };
}

function reverseBits(word) {
  word = (word >>> 1 & 0x55555555) | (word & 0x55555555) << 1;
  word = (word >>> 2 & 0x33333333) | (word & 0x33333333) << 2;
  word = (word >>> 4 & 0x0f0f0f0f) | (word & 0x0f0f0f0f) << 4;
  word = (word >>> 8 & 0x00ff00ff) | (word & 0x00ff00ff) << 8;
  return word >>> 16 | word << 16;
}

/* The words of a row in reverse, and their bits: that leaves the unused bits of what was the last
 * word in front, where a shift takes them away. */
function mirrorRows({ words, stride }, width, height) {
  const out = new Uint32Array(words.length);
  const unused = stride * 32 - width;
  for (let y = 0; y < height; y++) {
    for (let i = 0, from = (y + 1) * stride - 1; i < stride; i++, from--) {
      const low = reverseBits(words[from]) >>> unused;
      const high = unused > 0 && i + 1 < stride ? reverseBits(words[from - 1]) << (32 - unused) : 0;
      out[y * stride + i] = low | high;
    }
  }
  return out;
}

function reverseRows({ words, stride }, height) {
  const out = new Uint32Array(words.length);
  for (let y = 0; y < height; y++)
    out.set(words.subarray(y * stride, (y + 1) * stride), (height - 1 - y) * stride);
  return out;
}

/* 32 pixels of a row, from x on. */
function bitsAt(words, row, x) {
  const at = row + (x >>> 5), shift = x & 31;
  return shift === 0 ? words[at] : words[at] >>> shift | words[at + 1] << (32 - shift);
}

function isSolid(view, x, y) {
  return x >= view.left && x < view.right && y >= view.top && y < view.bottom &&
    (bitsAt(view.words, (y - view.top) * view.stride, x - view.left) & 1) !== 0;
}

function countBits(word) {
  word -= word >>> 1 & 0x55555555;
  word = (word & 0x33333333) + (word >>> 2 & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function lowestBit(word) {
  return 31 - Math.clz32(word & -word);
}

/* Calls visit(x, y) for each solid pixel of a view's box. */
function eachSolid({ words, stride, top, bottom }, visit) {
  for (let y = 0; y < bottom - top; y++)
    for (let i = 0; i < stride; i++)
      for (let word = words[y * stride + i]; word !== 0; word &= word - 1)
        visit(i * 32 + lowestBit(word), y);
}

/* Calls visit(word, x, y) for each run of up to 32 pixels with one that is solid in both, with
 * `b` at (dx, dy) from `a`, in the pixels of `a` and in reading order. */
function meet(a, b, dx, dy, visit) {
  const x0 = Math.max(a.left, b.left + dx), x1 = Math.min(a.right, b.right + dx);
  const y0 = Math.max(a.top, b.top + dy), y1 = Math.min(a.bottom, b.bottom + dy);
  for (let y = y0; y < y1; y++) {
    const rowA = (y - a.top) * a.stride, rowB = (y - dy - b.top) * b.stride;
    for (let x = x0; x < x1; x += 32) {
      const inside = x1 - x < 32 ? NONE >>> (32 - (x1 - x)) : NONE;
      const word = bitsAt(a.words, rowA, x - a.left) & bitsAt(b.words, rowB, x - dx - b.left) & inside;
      if (word !== 0)
        visit(word, x, y);
    }
  }
}

/* The result of a meeting: { touch, first: [x, y] or null, area }. `meeting` calls visit(word, x, y) as meet does. */
function tally(meeting) {
  let area = 0, first = null;
  meeting((word, x, y) => {
    first ??= [x + lowestBit(word), y];
    area += countBits(word);
  });
  return { touch: area > 0, first, area };
}

/* True if the boxes round the solid pixels overlap. */
function boxesMeet(a, b, dx, dy) {
  return Math.max(a.left, b.left + dx) < Math.min(a.right, b.right + dx) &&
    Math.max(a.top, b.top + dy) < Math.min(a.bottom, b.bottom + dy);
}
