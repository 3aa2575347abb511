/*
 * png.js - the exact pixels of a PNG, in 8-bit RGBA
 *
 * A canvas does not give them: it multiplies colours by their alpha, and images have profiles and
 * gamma. Samples of 16 bits count by their high byte, and tRNS is matched at the depth of the file,
 * as the baker does. The tool has decoded each file before it wrote the page, so checksums are not
 * looked at again.
 */

/* ---- Inflate ---- */

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const FAR_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const FAR_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/* A table that finds a code by its bits in the order of the stream: symbol * 16 + length. */
function codeTable(lengths) {
  const counts = new Uint16Array(16), next = new Uint16Array(16);
  for (const length of lengths)
    counts[length]++;
  counts[0] = 0;
  let most = 1;
  for (let length = 1, code = 0; length < 16; length++) {
    code = code + counts[length - 1] << 1;
    next[length] = code;
    if (counts[length] > 0)
      most = length;
  }
  const entries = new Uint16Array(1 << most);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol];
    if (length === 0)
      continue;
    const reversed = reverseBits(next[length]++) >>> (32 - length);
    for (let at = reversed; at < entries.length; at += 1 << length)
      entries[at] = symbol << 4 | length;
  }
  return { entries, most };
}

let fixedTables = null;

function fixedCodes() {
  if (!fixedTables) {
    const lengths = Uint8Array.from({ length: 288 }, (_, i) => i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    fixedTables = [codeTable(lengths), codeTable(new Uint8Array(30).fill(5))];
  }
  return fixedTables;
}

/* Fills `out` from a zlib stream; bytes beyond it are left alone. */
function inflate(input, out) {
  let at = 2, hold = 0, held = 0, to = 0;

  function bits(count) {
    while (held < count) {
      if (at > input.length + 8)
        throw new RangeError('the data ends early');
      hold |= input[at++] << held;
      held += 8;
    }
    const value = hold & (1 << count) - 1;
    hold >>>= count;
    held -= count;
    return value;
  }

  function symbol({ entries, most }) {
    while (held < most) {
      if (at > input.length + 8)
        throw new RangeError('the data ends early');
      hold |= input[at++] << held;
      held += 8;
    }
    const entry = entries[hold & (1 << most) - 1];
    if (entry === 0)
      throw new RangeError('the data has an unknown code');
    hold >>>= entry & 15;
    held -= entry & 15;
    return entry >>> 4;
  }

  function dynamicCodes() {
    const literals = bits(5) + 257, far = bits(5) + 1, count = bits(4) + 4;
    const ofLengths = new Uint8Array(19), lengths = new Uint8Array(literals + far);
    for (let i = 0; i < count; i++)
      ofLengths[CODE_ORDER[i]] = bits(3);
    const table = codeTable(ofLengths);
    for (let i = 0; i < lengths.length;) {
      const code = symbol(table);
      if (code < 16) {
        lengths[i++] = code;
        continue;
      }
      const value = code === 16 ? lengths[i - 1] : 0;
      const repeat = code === 16 ? 3 + bits(2) : code === 17 ? 3 + bits(3) : 11 + bits(7);
      lengths.fill(value, i, i += repeat);
    }
    return [codeTable(lengths.subarray(0, literals)), codeTable(lengths.subarray(literals))];
  }

  function stored() {
    at -= held >>> 3;
    hold = held = 0;
    const length = Math.min(input[at] | input[at + 1] << 8, out.length - to);
    out.set(input.subarray(at + 4, at + 4 + length), to);
    at += 4 + length;
    to += length;
  }

  function coded(literals, fars) {
    while (to < out.length) {
      const code = symbol(literals);
      if (code < 256) {
        out[to++] = code;
        continue;
      }
      if (code === 256)
        return;
      const length = LENGTH_BASE[code - 257] + bits(LENGTH_BITS[code - 257]);
      const farCode = symbol(fars);
      const from = to - FAR_BASE[farCode] - bits(FAR_BITS[farCode]);
      const end = Math.min(to + length, out.length);
      for (let i = from; to < end; i++)
        out[to++] = out[i];
    }
  }

  for (let last = 0; last === 0 && to < out.length;) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0)
      stored();
    else
      coded(...(kind === 1 ? fixedCodes() : dynamicCodes()));
  }
}

/* ---- Rows ---- */

const PNG_CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/* Adam7: where each pass begins and how far its pixels are apart, [x, y, dx, dy]. */
const PASSES = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];

/* Undoes the filters of `rows` rows in place; each has a byte for its filter before it. */
function unfilter(data, first, rows, size, step) {
  for (let y = 0, at = first; y < rows; y++, at += size + 1) {
    const kind = data[at], row = at + 1, above = y > 0 ? row - size - 1 : -1;
    for (let i = 0; kind !== 0 && i < size; i++) {
      const left = i >= step ? data[row + i - step] : 0;
      const up = above >= 0 ? data[above + i] : 0;
      const corner = above >= 0 && i >= step ? data[above + i - step] : 0;
      if (kind === 1)
        data[row + i] += left;
      else if (kind === 2)
        data[row + i] += up;
      else if (kind === 3)
        data[row + i] += left + up >> 1;
      else {
        const p = left + up - corner;
        const a = Math.abs(p - left), b = Math.abs(p - up), c = Math.abs(p - corner);
        data[row + i] += a <= b && a <= c ? left : b <= c ? up : corner;
      }
    }
  }
}

/* Calls put(x, samples) for the pixels of a row: an index of the first sample's byte for depths of
 * 8 and 16, a sample for less. */
function readRow(png, data, row, count, put) {
  const { depth, channels } = png;
  const bytes = channels * (depth >> 3);
  for (let i = 0; i < count; i++)
    put(i, depth >= 8 ? row + i * bytes
                      : data[row + (i * depth >> 3)] >> 8 - depth - i * depth % 8 & (1 << depth) - 1);
}

function pixelWriter(png, data) {
  const { type, depth, pixels, palette, alphas, trns } = png;
  const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1, bytes = depth === 16 ? 2 : 1;
  const sample = (at, channel) => data[at + channel * bytes];
  const isTransparent = (at, count) => {
    for (let i = 0; i < count; i++)
      if ((depth === 16 ? data[at + 2 * i] << 8 | data[at + 2 * i + 1] : data[at + i]) !== trns[i])
        return false;
    return true;
  };
  const set = (to, r, g, b, a) => {
    pixels[to] = r;
    pixels[to + 1] = g;
    pixels[to + 2] = b;
    pixels[to + 3] = a;
  };
  return {
    0: (to, at) => {
      const grey = depth < 8 ? at * scale : sample(at, 0);
      const clear = trns && (depth < 8 ? at === (trns[0] & (1 << depth) - 1) : isTransparent(at, 1));
      set(to, grey, grey, grey, clear ? 0 : 255);
    },
    2: (to, at) => set(to, sample(at, 0), sample(at, 1), sample(at, 2), trns && isTransparent(at, 3) ? 0 : 255),
    3: (to, at) => {
      const index = depth < 8 ? at : sample(at, 0);
      const inside = 3 * index < palette.length; /* what is outside is opaque black */
      set(to, palette[3 * index], palette[3 * index + 1], palette[3 * index + 2], inside ? alphas[index] ?? 255 : 255);
    },
    4: (to, at) => set(to, sample(at, 0), sample(at, 0), sample(at, 0), sample(at, 1)),
    6: (to, at) => set(to, sample(at, 0), sample(at, 1), sample(at, 2), sample(at, 3)),
  }[type];
}

/* ---- The file ---- */

function readChunks(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png = { alphas: [], trns: null, data: [] };
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = view.getUint32(at), kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + size);
    if (kind === 'IHDR')
      Object.assign(png, { width: view.getUint32(at + 8), height: view.getUint32(at + 12),
                           depth: content[8], type: content[9], interlaced: content[12] === 1,
                           channels: PNG_CHANNELS[content[9]] });
    else if (kind === 'PLTE')
      png.palette = content;
    else if (kind === 'tRNS' && png.type === 3)
      png.alphas = content;
    else if (kind === 'tRNS' && png.type < 3)
      png.trns = Array.from({ length: size >> 1 }, (_, i) => content[2 * i] << 8 | content[2 * i + 1]);
    else if (kind === 'IDAT')
      png.data.push(content);
    else if (kind === 'IEND')
      break;
    at += 12 + size;
  }
  return png;
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/* The picture as { width, height, pixels }, four bytes a pixel. Throws for what is no PNG. */
function decodePng(bytes) {
  const png = readChunks(bytes);
  const { width, height, depth, channels } = png;
  const bits = depth * channels;
  const passes = (png.interlaced ? PASSES : [[0, 0, 1, 1]])
    .map(([x, y, dx, dy]) => ({ x, y, dx, dy, columns: Math.ceil((width - x) / dx), rows: Math.ceil((height - y) / dy) }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
  const rowSize = columns => Math.ceil(columns * bits / 8);
  const data = new Uint8Array(passes.reduce((size, { columns, rows }) => size + rows * (1 + rowSize(columns)), 0));
  inflate(joined(png.data), data);
  png.pixels = new Uint8Array(width * height * 4);
  const write = pixelWriter(png, data);
  let first = 0;
  for (const { x, y, dx, dy, columns, rows } of passes) {
    const size = rowSize(columns);
    unfilter(data, first, rows, size, Math.max(1, bits >> 3));
    for (let row = 0; row < rows; row++) {
      const to = ((y + row * dy) * width + x) * 4;
      readRow(png, data, first + row * (size + 1) + 1, columns, (i, at) => write(to + i * dx * 4, at));
    }
    first += rows * (size + 1);
  }
  return { width, height, pixels: png.pixels };
}
