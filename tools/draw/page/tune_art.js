/*
 * tune_art.js - pixels, masks and pictures of the tab "Tune"
 *
 *     embedded PNG -> exact pixels -> levels by key and tolerance -> mask by all settings -> picture
 *
 * Each step is kept for a while, so that a slider that moves makes again only what follows from it.
 */

/* ---- Exact pixels ---- */

/* The last things that were made, up to so many bytes. */
class Recent {
  constructor(limit, bytesOf) {
    this.limit = limit;
    this.bytesOf = bytesOf;
    this.bytes = 0;
    this.kept = new Map();
  }

  get(key, make) {
    let found = this.kept.get(key);
    if (found)
      this.kept.delete(key);
    else {
      found = { value: make() };
      found.bytes = Recent.ENTRY + (found.value ? this.bytesOf(found.value) : 0);
      this.bytes += found.bytes;
    }
    this.kept.set(key, found);
    for (const [oldest, { bytes }] of this.kept) {
      if (this.bytes <= this.limit || oldest === key)
        break;
      this.kept.delete(oldest);
      this.bytes -= bytes;
    }
    return found.value;
  }

  clear() {
    this.kept.clear();
    this.bytes = 0;
  }
}

Recent.ENTRY = 200; /* bytes of what is kept round a value */

const images = new Recent(128 << 20, ({ pixels }) => pixels.length);
const cutPixels = new Recent(192 << 20, pixels => pixels.length);
const levels = new Recent(64 << 20, values => values.length);
const masks = new Recent(32 << 20, ({ words }) => 4 * words.length);
const composites = new Recent(96 << 20, ({ plain }) => 8 * plain.length);

function decodedImage(source) {
  return images.get(source, () => {
    const file = art.sources.get(source);
    try {
      return file ? decodePng(file.bytes()) : null;
    } catch {
      return null;
    }
  });
}

/* The pixels of an item, or null where the art does not have them. */
function pixelsOf(item) {
  return cutPixels.get(item.sprite.index, () => {
    const image = decodedImage(item.sprite.source);
    return image ? cutSprite(item.sprite, image) : null;
  });
}

/* ---- Masks ---- */

const keyText = ({ key, tolerance }) => key === 'none' ? key : `${key} ${tolerance}`;

/* The levels of an item that has pixels. */
function levelsBy(item, settings) {
  return levels.get(`${item.sprite.index} ${keyText(settings)}`, () => levelsOf(pixelsOf(item), settings));
}

const changesMasks = ({ despeckle: least, fill, grow: more, shrink: less }) => least > 1 || fill || more > 0 || less > 0;

/* Nobody changes the words of a mask once it is made. */
function maskBy(item, settings) {
  const { index, width, height } = item.sprite;
  if (!pixelsOf(item))
    return newMask(width, height);
  const { threshold, despeckle: least, fill, grow: more, shrink: less } = settings;
  const cleanKey = `${index} ${keyText(settings)} ${threshold} ${least} ${fill}`;
  const clean = masks.get(cleanKey, () => makeClean(levelsBy(item, settings), width, height, settings));
  return more > 0 || less > 0 ? masks.get(`${cleanKey} ${more} ${less}`, () => resized(clean, settings)) : clean;
}

/* The mask of a sprite by the settings of now, or by those that were kept as A; null for one that has
 * none. */
function tunedMask(sprite, which) {
  const item = tune.items.find(one => one.sprite.index === sprite.index);
  const settings = item?.unit[which === 'kept' && tune.hasKept ? 'kept' : 'now'];
  return item && pixelsOf(item) ? maskBy(item, settings) : null;
}

/* ---- What is known of an item ---- */

/* True if the pack has the mask that the settings of the bake make of this art. */
function isAsBaked({ sprite, unit }, mask) {
  const made = packMask(sprite, mask), view = viewOf(sprite);
  if (made.area !== sprite.area || made.left !== view.left || made.top !== view.top ||
      made.left + made.width !== view.right || made.top + made.height !== view.bottom)
    return false;
  return made.area === 0 || made.read().words.every((word, i) => word === view.words[i]);
}

function readItem(item) {
  const pixels = pixelsOf(item);
  item.isRead = true;
  tune.read++;
  if (!pixels)
    item.problem = 'Its art cannot be read.';
  else if (!isAsBaked(item, maskBy(item, item.unit.start)))
    item.problem = 'The pack has another mask than its options make of this art: has the art changed?';
  noteAreas(item);
  if (pixels)
    noteColors(pixels);
}

/* The areas depend on the key. */
function noteAreas(item) {
  const { now } = item.unit;
  item.areasFor = keyText(now);
  item.areas = pixelsOf(item) ? areasOf(levelsBy(item, now)) : new Uint32Array(256);
  item.plateau = plateauOf(item.areas);
  item.soft = item.areas[0] > 0 ? (item.areas[0] - item.areas[254]) / item.areas[0] : 0;
}

function areasNow(item) {
  if (item.areasFor !== keyText(item.unit.now))
    noteAreas(item);
  return item.areas;
}

/* The number of solid pixels, without making the mask where the threshold alone decides. */
function areaBy(item, settings) {
  return changesMasks(settings) ? countSolid(maskBy(item, settings))
    : settings === item.unit.now ? areasNow(item)[settings.threshold] : countSolid(maskBy(item, settings));
}

/* ---- The tint ---- */

/* Tints of masks as [hue, light, dark]; the first is the usual one. */
const TINTS = [[228, '#4c6ef5', '#6d8bff'], [25, '#e8590c', '#ff8a3d'], [140, '#2b8a3e', '#51cf66'],
               [320, '#c2188f', '#ff6ac6'], [185, '#0b7285', '#3bc9db'], [50, '#a07800', '#ffd43b']];

const hues = new Float64Array(36);

/* Counts what colours the art has, by hue and by how strong they are. */
function noteColors(pixels) {
  for (let at = 0, step = 4 * (1 + (pixels.length >> 14)); at + 3 < pixels.length; at += step) {
    const r = pixels[at], g = pixels[at + 1], b = pixels[at + 2];
    const high = Math.max(r, g, b), range = high - Math.min(r, g, b);
    if (pixels[at + 3] < 32 || range < 16)
      continue;
    const sixth = high === r ? (g - b) / range : high === g ? 2 + (b - r) / range : 4 + (r - g) / range;
    hues[Math.floor((sixth * 60 + 360) % 360 / 10)] += range;
  }
}

/* The tint that is least like the art. */
function tintAgainst() {
  const likeness = hue => hues.reduce((sum, weight, i) => {
    const apart = Math.abs((i * 10 + 5 - hue + 540) % 360 - 180);
    return sum + weight * Math.max(0, 1 - apart / 60);
  }, 0);
  return TINTS.reduce((best, tint) => likeness(tint[0]) < 0.7 * likeness(best[0]) ? tint : best);
}

function chooseTint() {
  const chosen = $('tint').value, style = document.documentElement.style;
  const [, light, dark] = chosen === 'auto' ? tintAgainst() : TINTS[Number(chosen)];
  style.setProperty('--mask', `light-dark(${light}, ${dark})`);
  colorsChanged();
}

/* ---- Pictures ---- */

const pack32 = ([r, g, b]) => (0xff000000 | b << 16 | g << 8 | r) >>> 0;

/* The ground below art at a place: a checkered pattern of squares of 8 pixels. */
const GROUNDS = { light: [[248, 249, 251]], dark: [[11, 14, 19]], checker: [[150, 150, 150], [105, 105, 105]] };

function groundAt() {
  const sides = GROUNDS[$('ground').value] ?? [cssColor('ground')];
  return (x, y) => sides[((x >> 3) + (y >> 3)) % sides.length];
}

/* Art over the ground, as it is where the mask is not and where it is, every `step`-th pixel. */
function compositeOf(item, step) {
  const key = `${item.sprite.index} ${step} ${layers.art} ${layers.mask} ${$('ground').value} ${$('outline').checked}`;
  return composites.get(key, () => {
    const pixels = pixelsOf(item), { width, height } = item.sprite;
    const columns = Math.ceil(width / step), rows = Math.ceil(height / step);
    const groundOf = groundAt(), tint = cssColor('mask'), isOutline = $('outline').checked;
    const out = { columns, rows, plain: new Uint32Array(columns * rows), tinted: new Uint32Array(columns * rows) };
    for (let y = 0, i = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, i++) {
        const at = (y * step * width + x * step) * 4;
        const alpha = layers.art ? pixels[at + 3] / 255 : 0;
        const ground = groundOf(x * step, y * step), over = ground.slice(0, 3).map((side, c) => side + (pixels[at + c] - side) * alpha);
        const dim = layers.mask && !isOutline ? over.map((side, c) => ground[c] + (side - ground[c]) * 0.4) : over;
        const share = !layers.mask ? 0 : layers.art && !isOutline ? 0.45 : 1;
        out.plain[i] = pack32(dim);
        out.tinted[i] = pack32(over.map((side, c) => side + (tint[c] - side) * share));
      }
    return out;
  });
}

/* Paints an item by settings on a canvas that gets its size, or that of every `step`-th pixel. */
function paintItem(canvas, item, settings, step) {
  const { width } = item.sprite;
  if (!pixelsOf(item)) {
    canvas.width = canvas.height = 1;
    return;
  }
  const composite = compositeOf(item, step), { columns, rows, plain: off, tinted } = composite;
  if (canvas.width !== columns || canvas.height !== rows)
    [canvas.width, canvas.height] = [columns, rows];
  const image = new ImageData(columns, rows), out = new Uint32Array(image.data.buffer);
  if (changesMasks(settings)) {
    const { words, stride } = maskBy(item, settings);
    for (let y = 0, i = 0; y < rows; y++)
      for (let x = 0, row = y * step * stride; i < (y + 1) * columns; x += step, i++)
        out[i] = (words[row + (x >>> 5)] >>> (x & 31) & 1) !== 0 ? tinted[i] : off[i];
  } else {
    const level = levelsBy(item, settings), { threshold } = settings;
    for (let y = 0, i = 0; y < rows; y++)
      for (let at = y * step * width; i < (y + 1) * columns; at += step, i++)
        out[i] = level[at] > threshold ? tinted[i] : off[i];
  }
  if ($('outline').checked)
    keepOutline(out, composite);
  canvas.getContext('2d').putImageData(image, 0, 0);
}

/* Takes the tint off pixels with four tinted neighbours. */
function keepOutline(out, { columns, rows, plain: off, tinted }) {
  const solid = Uint8Array.from(out, (pixel, i) => pixel === tinted[i] && pixel !== off[i]);
  for (let y = 1, i = columns + 1; y + 1 < rows; y++, i += 2)
    for (let x = 1; x + 1 < columns; x++, i++)
      if (solid[i] && solid[i - 1] && solid[i + 1] && solid[i - columns] && solid[i + columns])
        out[i] = off[i];
}

const scratch = element('canvas', {});

/* Paints an item as large as there is room, with what the toggles switch on. */
function paintLarge(canvas, item, settings) {
  const ctx = clearCanvas(canvas), { sprite } = item;
  const place = fitPlace(canvas, sprite.width, sprite.height, 8 * devicePixelRatio, 48);
  paintItem(scratch, item, settings, 1);
  ctx.imageSmoothingEnabled = place.zoom < 1;
  ctx.drawImage(scratch, place.x, place.y, sprite.width * place.zoom, sprite.height * place.zoom);
  strokeBox(ctx, place.x, place.y, sprite.width * place.zoom, sprite.height * place.zoom, 'frame', true);
  if (layers.points && item.points) {
    const gap = place.zoom >= 6 ? Math.max(1, Math.round(place.zoom / 6)) : 0, side = Math.max(1, place.zoom - 2 * gap);
    ctx.fillStyle = cssFill('point');
    for (const [x, y] of makePoints(maskBy(item, settings), item.points))
      ctx.fillRect(place.x + x * place.zoom + gap, place.y + y * place.zoom + gap, side, side);
  }
  return place;
}
