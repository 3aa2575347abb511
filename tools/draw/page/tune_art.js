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

  peek(key) { return this.kept.get(key)?.value; }

  clear() {
    this.kept.clear();
    this.bytes = 0;
  }
}

Recent.ENTRY = 200; /* bytes of what is kept round a value */

const images = new Recent(128 << 20, ({ pixels }) => pixels.length);
const cutPixels = new Recent(192 << 20, pixels => pixels.length);
const levels = new Recent(128 << 20, ({ bytes }) => bytes);
const masks = new Recent(32 << 20, ({ words }) => 4 * words.length);
const composites = new Recent(96 << 20, ({ plain }) => 12 * plain.length);

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

/* The levels of an item that has pixels. They hold until somebody asks for those of another tolerance. */
function levelsBy(item, settings) {
  const pixels = pixelsOf(item), found = levels.get(`${item.sprite.index} ${settings.key}`, () => new Levels(pixels, settings));
  found.move(pixels, settings.tolerance);
  return found;
}

const changesMasks = ({ despeckle: least, fill, grow: more, shrink: less }) => least > 1 || fill || more > 0 || less > 0;

/* Nobody changes the words of a mask once it is made. */
function maskBy(item, settings) {
  const { index, width, height } = item.sprite;
  if (!pixelsOf(item))
    return newMask(width, height);
  const { threshold, despeckle: least, fill, grow: more, shrink: less } = settings;
  const solidKey = `${index} ${keyText(settings)} ${threshold}`, cleanKey = `${solidKey} ${least} ${fill}`;
  const solid = masks.get(solidKey, () => levelsBy(item, settings).mask(width, height, threshold));
  const clean = least > 1 || fill ? masks.get(cleanKey, () => cleaned(solid, settings)) : solid;
  return more > 0 || less > 0 ? masks.get(`${cleanKey} ${more} ${less}`, () => resizedFrom(clean, cleanKey, more, less)) : clean;
}

/* Reaches add up, so a slider that goes up goes on with a mask that it has just left. */
const STEPS_BACK = 4;

function resizedFrom(clean, cleanKey, more, less) {
  for (let step = 1; step <= STEPS_BACK; step++) {
    const left = masks.peek(less > 0 ? `${cleanKey} ${more} ${less - step}` : `${cleanKey} ${more - step} 0`);
    if (left)
      return resized(left, less > 0 ? { grow: 0, shrink: step } : { grow: step, shrink: 0 });
  }
  return resized(clean, { grow: more, shrink: less });
}

const pointsOfMasks = new WeakMap();

/* The points of an item that has any. */
function pointsBy(item, settings) {
  const mask = maskBy(item, settings);
  if (!pointsOfMasks.has(mask))
    pointsOfMasks.set(mask, makePoints(mask, item.points));
  return pointsOfMasks.get(mask);
}

/* The mask of a sprite by the settings of now, or by those that were kept as A; null for one that has
 * none. */
function tunedMask(sprite, which) {
  const item = tune.items.find(one => one.sprite.index === sprite.index);
  const settings = item?.unit[which === 'kept' && tune.hasKept ? 'kept' : 'now'];
  return item && pixelsOf(item) ? maskBy(item, settings) : null;
}

/* ---- What is known of an item ---- */

const hasShapes = () => views.pack.count(SECTION.SHAPES) > 0;

/* True if the pack has this mask for the sprite, and so the shapes that follow from it. */
function isAsBaked({ sprite, unit }, mask) {
  const made = packMask(sprite, mask), view = viewOf(sprite);
  if (made.area !== sprite.area || made.left !== view.left || made.top !== view.top ||
      made.left + made.width !== view.right || made.top + made.height !== view.bottom)
    return false;
  return made.area === 0 || made.read().words.every((word, i) => word === view.words[i]);
}

/* The page that bakes has the art itself, and its pack may be of later settings. */
function readItem(item) {
  const pixels = pixelsOf(item);
  item.isRead = true;
  tune.read++;
  if (!pixels)
    item.problem = 'Its art cannot be read.';
  else if (tune.data.page !== 'live' && !isAsBaked(item, maskBy(item, item.unit.start)))
    item.problem = 'The pack has another mask than its options make of this art: has the art changed?';
  noteAreas(item, true);
  if (pixels)
    noteColors(pixels);
}

/* The areas depend on the key. The levels of items out of sight are not kept, because they would drive out those of
 * items in sight. */
function noteAreas(item, isInSight) {
  const { now } = item.unit, pixels = pixelsOf(item);
  item.areasFor = keyText(now);
  item.areas = !pixels ? new Uint32Array(256) : areasOf((isInSight ? levelsBy(item, now) : new Levels(pixels, now)).counts);
  item.plateau = plateauOf(item.areas);
  item.soft = item.areas[0] > 0 ? (item.areas[0] - item.areas[254]) / item.areas[0] : 0;
}

function areasNow(item, isInSight = true) {
  if (item.areasFor !== keyText(item.unit.now))
    noteAreas(item, isInSight);
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

/* The ground below art at a place: a checkered pattern of squares of 8 pixels. */
const GROUNDS = { light: [[248, 249, 251]], dark: [[11, 14, 19]], checker: [[150, 150, 150], [105, 105, 105]] };

function groundAt() {
  const sides = GROUNDS[$('ground').value] ?? [cssColor('ground')];
  return (x, y) => sides[((x >> 3) + (y >> 3)) % sides.length];
}

const wholeOf = ({ sprite: { width, height } }) => [0, 0, width, height];

/* The part of a sprite that pictures show, as [left, top, width, height]: its visible pixels with a margin. */
function visibleOf(item) {
  if (!item.visible) {
    const { width, height } = item.sprite, box = packMask(item.sprite, maskBy(item, DEFAULTS));
    const margin = 2 + (Math.max(box.width, box.height) >> 3);
    const left = Math.max(box.left - margin, 0), top = Math.max(box.top - margin, 0);
    item.visible = box.area === 0 ? wholeOf(item)
      : [left, top, Math.min(box.left + box.width + margin, width) - left, Math.min(box.top + box.height + margin, height) - top];
  }
  return item.visible;
}

/* Art over the ground, as it is where the mask is not and where it is, every `step`-th pixel of a part. */
function compositeOf(item, step, part = wholeOf(item)) {
  const key = `${item.sprite.index} ${step} ${part} ${layers.art} ${layers.mask} ${$('ground').value} ${$('outline').checked}`;
  return composites.get(key, () => {
    const pixels = pixelsOf(item), { width } = item.sprite, [left, top, partWidth, partHeight] = part;
    const columns = Math.ceil(partWidth / step), rows = Math.ceil(partHeight / step);
    const groundOf = groundAt(), tint = cssColor('mask'), isOutline = $('outline').checked;
    const out = { image: new ImageData(columns, rows), columns, rows, plain: new Uint32Array(columns * rows), tinted: new Uint32Array(columns * rows) };
    for (let y = 0, i = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, i++) {
        const at = ((top + y * step) * width + left + x * step) * 4;
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

/* Paints every `step`-th pixel of a part of an item by settings, on a canvas that gets their size. */
function paintItem(canvas, item, settings, step, part = wholeOf(item)) {
  const { width } = item.sprite, [left, top] = part;
  if (!pixelsOf(item)) {
    canvas.width = canvas.height = 1;
    return;
  }
  const composite = compositeOf(item, step, part), { columns, rows, plain: off, tinted } = composite;
  if (canvas.width !== columns || canvas.height !== rows)
    [canvas.width, canvas.height] = [columns, rows];
  const out = new Uint32Array(composite.image.data.buffer);
  if (changesMasks(settings)) {
    const { words, stride } = maskBy(item, settings);
    for (let y = 0, i = 0; y < rows; y++)
      for (let x = left, row = (top + y * step) * stride; i < (y + 1) * columns; x += step, i++)
        out[i] = (words[row + (x >>> 5)] >>> (x & 31) & 1) !== 0 ? tinted[i] : off[i];
  } else {
    const { levels: level } = levelsBy(item, settings), { threshold } = settings;
    for (let y = 0, i = 0; y < rows; y++)
      for (let at = (top + y * step) * width + left; i < (y + 1) * columns; at += step, i++)
        out[i] = level[at] > threshold ? tinted[i] : off[i];
  }
  if ($('outline').checked)
    keepOutline(out, composite);
  canvas.getContext('2d').putImageData(composite.image, 0, 0);
}

/* Takes the tint off pixels with four tinted neighbours. */
function keepOutline(out, { columns, rows, plain: off, tinted }) {
  const solid = Uint8Array.from(out, (pixel, i) => pixel === tinted[i] && pixel !== off[i]);
  for (let y = 1, i = columns + 1; y + 1 < rows; y++, i += 2)
    for (let x = 1; x + 1 < columns; x++, i++)
      if (solid[i] && solid[i - 1] && solid[i + 1] && solid[i - columns] && solid[i + columns])
        out[i] = off[i];
}

/* Calls visit(x, y, count) for points in reading order: for each, or for each run of neighbours in a row. */
function eachRun(points, isSingle, visit) {
  for (let i = 0, count = 1; i < points.length; i += count, count = 1) {
    const [x, y] = points[i];
    while (!isSingle && points[i + count]?.[1] === y && points[i + count][0] === x + count)
      count++;
    visit(x, y, count);
  }
}

const scratch = element('canvas', {});

/* Paints what is visible of an item as large as there is room, with what the toggles switch on, by the settings of
 * now or by those that were kept. */
function paintLarge(canvas, item, which) {
  const ctx = clearCanvas(canvas), { sprite } = item, settings = item.unit[which], [left, top, width, height] = visibleOf(item);
  const place = fitPlace(canvas, width, height, 8 * devicePixelRatio, 48), view = { sprite, flipX: false, flipY: false };
  place.x -= Math.round(left * place.zoom);
  place.y -= Math.round(top * place.zoom);
  const step = Math.max(1, Math.floor(1 / place.zoom));
  paintItem(scratch, item, settings, step);
  ctx.imageSmoothingEnabled = place.zoom < 1;
  ctx.drawImage(scratch, place.x, place.y, scratch.width * step * place.zoom, scratch.height * step * place.zoom);
  strokeBox(ctx, place.x, place.y, sprite.width * place.zoom, sprite.height * place.zoom, 'frame', true);
  if (layers.points && item.points) {
    const gap = place.zoom >= 6 ? Math.max(1, Math.round(place.zoom / 6)) : 0, side = Math.max(1, place.zoom - 2 * gap);
    ctx.fillStyle = cssFill('point');
    eachRun(pointsBy(item, settings), gap > 0, (x, y, count) =>
      ctx.fillRect(place.x + x * place.zoom + gap, place.y + y * place.zoom + gap, (count - 1) * place.zoom + side, side));
  }
  if (layers.shapes && hasShapes() && isAsBaked(item, maskBy(item, settings)))
    paintShapes(ctx, view, place);
  if (layers.bounds)
    paintBounds(ctx, viewOf(sprite, false, false, which), place);
  if (layers.pivot)
    paintPivot(ctx, view, place);
  return place;
}
