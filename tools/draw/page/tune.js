/*
 * tune.js - the "Tune" tab of the page: masks over their art as settings make them, and the rules that
 * make these masks in a bake
 *
 *     embedded PNG -> exact pixels -> mask by the settings of its unit -> card, large picture, bench
 *
 * An item is a sprite that settings change. Items that one rule names are a unit and share their
 * settings; settings are never changed in place.
 */

const TUNE_CARD = { width: 128, height: 132, gap: 8, side: 160 };

const tune = {
  data: null,         /* what the tool wrote beside the pack */
  items: [],          /* in natural order */
  units: [],          /* { match, names, layer, items, start, now, kept } */
  shown: [],          /* items that the search leaves, in their order */
  item: null,         /* the chosen one, which a search may leave out */
  scope: 'all',       /* 'all', 'unit', 'found', or a folder with its slash */
  found: null,        /* { query, units } of the search that became the scope */
  undo: null,         /* Map of units and their settings before Reset, until another change */
  wrongKey: null,     /* text in the field of the key that is not a colour */
  hasKept: false,
  picking: false,     /* the next click on the picture chooses the key */
  version: 0,         /* of all settings together */
  cards: new Map(),
  read: 0,            /* items whose pixels were read once */
  next: 0,            /* items before it were */
  sum: { key: null }, /* what sumOfScope found last */
};

/* ---- Exact pixels ---- */

/* The last things that were made, up to so many bytes. */
class Recent {
  constructor(limit) {
    this.limit = limit;
    this.bytes = 0;
    this.kept = new Map();
  }

  get(key, make) {
    let found = this.kept.get(key);
    if (found)
      this.kept.delete(key);
    else {
      found = { value: make() };
      found.size = found.value?.pixels?.length ?? found.value?.length ?? 0;
      this.bytes += found.size;
    }
    this.kept.set(key, found);
    for (const [oldest, { size }] of this.kept) {
      if (this.bytes <= this.limit || oldest === key)
        break;
      this.kept.delete(oldest);
      this.bytes -= size;
    }
    return found.value;
  }

  clear() {
    this.kept.clear();
    this.bytes = 0;
  }
}

const images = new Recent(128 << 20), cutPixels = new Recent(192 << 20), composites = new Recent(96 << 20);

function decodedImage(source) {
  return images.get(source, () => {
    const holder = art.holders.get(source);
    try {
      return holder ? decodePng(fromBase64(holder.textContent)) : null;
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

const blank = item => new Uint8Array(item.sprite.width * item.sprite.height);

function maskBy(item, settings) {
  const pixels = pixelsOf(item), { width, height } = item.sprite;
  return pixels ? makeMask(pixels, width, height, settings) : blank(item);
}

/* The mask of a sprite by the settings of now, or by those that were kept as A; null for one that has
 * none. */
function tunedMask(sprite, which) {
  const item = tune.items.find(one => one.sprite === sprite);
  const settings = item?.unit[which === 'kept' && tune.hasKept ? 'kept' : 'now'];
  return item && pixelsOf(item) ? maskBy(item, settings) : null;
}

/* ---- What is known of an item ---- */

/* Does the pack have the mask that the settings of the bake make of this art? */
function isAsBaked(item) {
  const { sprite } = item, view = viewOf(sprite), mask = maskBy(item, item.unit.start);
  if (countSolid(mask) !== sprite.area)
    return false;
  let same = true;
  if (sprite.area > 0)
    eachSolid(view, (x, y) => { same &&= mask[(view.top + y) * sprite.width + view.left + x] === 1; });
  return same;
}

function readItem(item) {
  const pixels = pixelsOf(item);
  item.isRead = true;
  tune.read++;
  if (!pixels)
    item.problem = 'Its art cannot be read.';
  else if (!isAsBaked(item))
    item.problem = 'The pack has another mask than its options make of this art: has the art changed?';
  noteAreas(item);
  if (pixels)
    noteColors(pixels);
}

/* The areas depend on the key. */
function noteAreas(item) {
  const pixels = pixelsOf(item), { key, tolerance } = item.unit.now;
  item.areasFor = `${key} ${tolerance}`;
  item.areas = pixels ? areasOf(pixels, item.unit.now) : new Uint32Array(256);
  item.plateau = plateauOf(item.areas);
  item.soft = item.areas[0] > 0 ? (item.areas[0] - item.areas[254]) / item.areas[0] : 0;
}

function areasNow(item) {
  const { key, tolerance } = item.unit.now;
  if (item.areasFor !== `${key} ${tolerance}`)
    noteAreas(item);
  return item.areas;
}

/* Reads the others while nothing else happens. */
function readOn() {
  const end = performance.now() + 8;
  for (; tune.next < tune.items.length && performance.now() < end; tune.next++)
    if (!tune.items[tune.next].isRead)
      readItem(tune.items[tune.next]);
  showProgress();
  if (tune.next < tune.items.length)
    setTimeout(readOn, 0);
  else {
    chooseTint();
    selectItems();
    showTune();
  }
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

/* ---- Units and scopes ---- */

function inScope(unit) {
  switch (tune.scope) {
    case 'all': return true;
    case 'unit': return unit === tune.item.unit;
    case 'found': return tune.found.units.has(unit);
    default: return unit.match.startsWith(tune.scope);
  }
}

const unitsInScope = () => tune.units.filter(inScope);

function change(settings) {
  if ('key' in settings)
    tune.wrongKey = null;
  for (const unit of unitsInScope())
    unit.now = { ...unit.now, ...settings };
  settingsChanged();
}

let rulesTimer = 0;

/* `undo` is what brings the settings back, if anything does. */
function settingsChanged(undo = null) {
  tune.undo = undo;
  tune.version++;
  showControls();
  repaintSoon();
  clearTimeout(rulesTimer);
  rulesTimer = setTimeout(showRules, 150);
}

const itemsOf = units => units.reduce((n, { items }) => n + items.length, 0);

/* The units of the sprites that a search leaves, unless it leaves all or none. */
function foundUnits() {
  const some = tune.shown.length > 0 && tune.shown.length < tune.items.length;
  return new Set(some ? tune.shown.map(({ unit }) => unit) : []);
}

function offerScopes() {
  const { unit } = tune.item, units = foundUnits(), query = $('tune-search').value.trim();
  const parts = unit.match.split('/').slice(0, -1);
  const folders = parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`).reverse();
  if (!inScope(unit))
    tune.scope = 'unit';
  const offers = [['all', `all ${plain(tune.items.length)} sprites`],
                  ...folders.map(folder => [folder, `${folder}** (${plain(itemsOf(tune.units.filter(({ match }) => match.startsWith(folder))))})`]),
                  ['unit', unit.items.length > 1 ? `${unit.match} (${plain(unit.items.length)} sprites)` : unit.match]];
  if (tune.scope === 'found')
    offers.push(['found', `found by “${tune.found.query}” (${plain(itemsOf([...tune.found.units]))})`]);
  if (units.size > 0 && !(tune.scope === 'found' && tune.found.query === query)) {
    const count = itemsOf([...units]);
    offers.push(['find', count === tune.shown.length ? `the ${plain(count)} sprites found` : `the ${plain(count)} sprites of the pictures found`]);
  }
  $('scope').replaceChildren(...offers.map(([value, text]) => element('option', { value }, text)));
  $('scope').value = tune.scope;
}

/* A search that becomes the scope stays it, whatever is searched for later. */
function chooseScope() {
  tune.scope = $('scope').value;
  if (tune.scope === 'find') {
    tune.found = { query: $('tune-search').value.trim(), units: foundUnits() };
    tune.scope = 'found';
    if (!inScope(tune.item.unit))
      activateItem(0);
  }
  tune.wrongKey = null;
  showTune();
}

/* ---- Pictures ---- */

const pack32 = ([r, g, b]) => (0xff000000 | b << 16 | g << 8 | r) >>> 0;

/* What art is laid on, at a place: squares of 8 pixels on a checkered ground. */
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
    const out = { columns, rows, plain: new Uint32Array(columns * rows), tinted: new Uint32Array(columns * rows),
                  alpha: new Uint8Array(columns * rows), length: columns * rows * 9 };
    for (let y = 0, i = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, i++) {
        const at = (y * step * width + x * step) * 4;
        const alpha = layers.art ? pixels[at + 3] / 255 : 0;
        const ground = groundOf(x * step, y * step), over = ground.slice(0, 3).map((side, c) => side + (pixels[at + c] - side) * alpha);
        const dim = layers.mask && !isOutline ? over.map((side, c) => ground[c] + (side - ground[c]) * 0.4) : over;
        const share = !layers.mask ? 0 : layers.art && !isOutline ? 0.45 : 1;
        out.plain[i] = pack32(dim);
        out.tinted[i] = pack32(over.map((side, c) => side + (tint[c] - side) * share));
        out.alpha[i] = pixels[at + 3];
      }
    return out;
  });
}

const changesMasks = ({ despeckle: least, fill, grow: more, shrink: less }) => least > 1 || fill || more > 0 || less > 0;

/* The pixels of a composite that the key matches, or null; they stay while the threshold moves. */
function keyedOf(composite, item, step, { key, tolerance }) {
  const wanted = `${key} ${tolerance}`;
  if (composite.keyedBy !== wanted) {
    const all = keyedPixels(pixelsOf(item), { key, tolerance }), { columns, rows } = composite;
    composite.keyedBy = wanted;
    composite.keyed = all && new Uint8Array(columns * rows);
    for (let y = 0, i = 0; all && y < rows; y++)
      for (let x = 0, at = y * step * item.sprite.width; x < columns; x++, i++, at += step)
        composite.keyed[i] = all[at];
  }
  return composite.keyed;
}

/* Paints an item by settings on a canvas that gets its size, or that of every `step`-th pixel. */
function paintItem(canvas, item, settings, step) {
  const { sprite } = item;
  if (!pixelsOf(item)) {
    canvas.width = canvas.height = 1;
    return;
  }
  const composite = compositeOf(item, step), { columns, rows, plain: off, tinted, alpha } = composite;
  if (canvas.width !== columns || canvas.height !== rows)
    [canvas.width, canvas.height] = [columns, rows];
  const image = new ImageData(columns, rows), out = new Uint32Array(image.data.buffer);
  if (changesMasks(settings)) {
    const mask = maskBy(item, settings);
    for (let y = 0, i = 0; y < rows; y++)
      for (let x = 0, at = y * step * sprite.width; x < columns; x++, i++, at += step)
        out[i] = mask[at] !== 0 ? tinted[i] : off[i];
  } else {
    const { threshold } = settings, keyed = keyedOf(composite, item, step, settings);
    for (let i = 0; i < out.length; i++)
      out[i] = alpha[i] > threshold && !(keyed && keyed[i]) ? tinted[i] : off[i];
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
    for (const [x, y] of makePoints(maskBy(item, settings), sprite.width, sprite.height, item.points))
      ctx.fillRect(place.x + x * place.zoom + gap, place.y + y * place.zoom + gap, side, side);
  }
  return place;
}

/* ---- Cards ---- */

function tuneKeyOf(item) {
  const { threshold } = item.unit.now;
  return { soft: -(item.soft ?? 0), lost: -(item.areas && item.areas[0] > 0 ? 1 - item.areas[threshold] / item.areas[0] : 0), name: 0 }[$('tune-sort').value];
}

function selectItems() {
  const matches = nameMatcher($('tune-search').value);
  tune.shown = tune.items.filter(({ sprite }) => matches(sprite.name));
  if ($('tune-sort').value !== 'name')
    tune.shown.sort((a, b) => tuneKeyOf(a) - tuneKeyOf(b));
  tune.item ??= tune.shown[0];
  for (const card of tune.cards.values())
    card.remove();
  tune.cards.clear();
  layOutTune();
  showProgress();
}

function tuneColumns() {
  return Math.max(1, Math.floor(($('tune-rows').clientWidth + TUNE_CARD.gap) / (TUNE_CARD.width + TUNE_CARD.gap)));
}

function layOutTune() {
  const columns = tuneColumns(), step = TUNE_CARD.height + TUNE_CARD.gap;
  const { scrollTop, clientHeight } = $('tune-grid');
  const first = Math.max(0, Math.floor(scrollTop / step) - 1) * columns;
  const end = Math.min(tune.shown.length, (Math.ceil((scrollTop + clientHeight) / step) + 1) * columns);
  $('tune-rows').style.height = `${Math.ceil(tune.shown.length / columns) * step}px`;
  for (const [index, card] of tune.cards)
    if (index < first || index >= end) {
      card.remove();
      tune.cards.delete(index);
    }
  for (let index = first; index < end; index++) {
    if (!tune.cards.has(index))
      tune.cards.set(index, addTuneCard(index));
    const { style } = tune.cards.get(index);
    style.insetInlineStart = `calc((100% + ${TUNE_CARD.gap}px) / ${columns} * ${index % columns})`;
    style.width = `calc(${100 / columns}% - ${TUNE_CARD.gap * (columns - 1) / columns}px)`;
    style.top = `${Math.floor(index / columns) * step}px`;
  }
  markCards();
  repaintSoon();
}

function addTuneCard(index) {
  const { sprite } = tune.shown[index];
  const card = element('div', { id: `tune-card-${index}`, className: 'card tune', title: sprite.name },
                       element('canvas', {}), putName(element('bdi', { className: 'name cut' }), sprite.name), element('small', {}));
  card.setAttribute('role', 'option');
  $('tune-rows').append(card);
  return card;
}

const shareText = (part, whole) => whole > 0 ? `${(100 * part / whole).toFixed(part === whole || part === 0 ? 0 : 1)} %` : '–';

/* The number of solid pixels, without making the mask where the threshold alone decides. */
function areaBy(item, settings) {
  const { despeckle: least, fill, grow: more, shrink: less } = settings;
  return least > 1 || fill || more > 0 || less > 0 ? countSolid(maskBy(item, settings)) : areasNow(item)[settings.threshold];
}

function paintTuneCards() {
  for (const [index, card] of tune.cards) {
    const item = tune.shown[index], { sprite, unit } = item;
    const step = Math.max(1, Math.ceil(Math.max(sprite.width, sprite.height) / TUNE_CARD.side));
    if (!item.isRead)
      readItem(item);
    const signature = `${unit.now.version ?? ''}${SETTINGS.map(name => unit.now[name])} ${cssColor('mask')} ${cssColor('ground')} ${layers.art} ${layers.mask} ${$('ground').value} ${$('outline').checked}`;
    if (card.painted === signature)
      continue;
    card.painted = signature;
    paintItem(card.firstChild, item, unit.now, step);
    const area = areaBy(item, unit.now), visible = areasNow(item)[0];
    const facts = [element('span', {}, shareText(area, visible))];
    if (item.problem || area === 0 || area * 20 < visible)
      facts.push(element('span', { className: 'badge' }, item.problem ? 'art' : area === 0 ? 'empty' : 'nearly empty'));
    else if (item.plateau)
      facts.push(element('span', {}, `${item.plateau[0]}–${item.plateau[1]}`));
    card.lastChild.replaceChildren(...facts);
  }
}

function activateItem(index) {
  const at = Math.min(Math.max(index, 0), tune.shown.length - 1);
  if (at < 0)
    return;
  tune.item = tune.shown[at];
  tune.wrongKey = null;
  const step = TUNE_CARD.height + TUNE_CARD.gap, top = Math.floor(at / tuneColumns()) * step;
  const { scrollTop, clientHeight } = $('tune-grid');
  if (top < scrollTop)
    $('tune-grid').scrollTop = top;
  else if (top + step > scrollTop + clientHeight)
    $('tune-grid').scrollTop = top + step - clientHeight;
  layOutTune();
  showTune();
}

/* Shows on the cards which one is chosen and which ones belong to the scope. */
function markCards() {
  const active = tune.shown.indexOf(tune.item);
  for (const [at, card] of tune.cards) {
    const isScoped = tune.scope !== 'all' && inScope(tune.shown[at].unit);
    card.setAttribute('aria-selected', String(at === active));
    card.classList.toggle('scoped', isScoped);
    card.setAttribute('aria-description', isScoped ? 'is changed' : '');
  }
  if (active >= 0)
    $('tune-grid').setAttribute('aria-activedescendant', `tune-card-${active}`);
  else
    $('tune-grid').removeAttribute('aria-activedescendant');
}

function tuneGridKey(event) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -tuneColumns(), ArrowDown: tuneColumns() };
  if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey)
    return;
  const active = tune.shown.indexOf(tune.item);
  activateItem(active < 0 ? 0 : active + steps[event.key]);
  event.preventDefault();
}

/* ---- The curve ---- */

/* The areas of all items of the scope that have been read, and what to suggest for them, or null. They
 * do not depend on the threshold. */
function sumOfScope() {
  const units = unitsInScope();
  const key = JSON.stringify([tune.scope, tune.read, tune.scope === 'unit' && tune.units.indexOf(tune.item.unit),
                              tune.scope === 'found' && tune.found.query,
                              units.map(({ now }) => now.key === 'none' ? '' : now.key + now.tolerance)]);
  if (tune.sum.key === key)
    return tune.sum;
  const areas = new Float64Array(256), items = [];
  for (const { items: own } of units)
    for (const item of own) {
      const known = item.isRead ? areasNow(item) : null;
      for (let t = 0; known && t < 256; t++)
        areas[t] += known[t];
      if (known && item.plateau)
        items.push(item);
    }
  const found = items.length > 0 ? { ...commonPlateau(items.map(({ plateau }) => plateau), mostLeaving(items.map(item => item.areas))), items } : null;
  tune.sum = { key, areas, found };
  return tune.sum;
}

function paintCurve() {
  const canvas = $('curve'), ctx = clearCanvas(canvas), { width, height } = canvas;
  const { areas, found } = sumOfScope(), { threshold } = tune.item.unit.now;
  const x = t => t * width / 256, y = t => height - 2 - (areas[0] > 0 ? areas[t] / areas[0] : 0) * (height - 6);
  if (found) {
    ctx.fillStyle = cssFill('plateau');
    ctx.fillRect(x(found.from), 0, x(found.to + 1) - x(found.from), height);
  }
  ctx.beginPath();
  for (let t = 0; t < 256; t++) {
    ctx.lineTo(x(t), y(t));
    ctx.lineTo(x(t + 1), y(t));
  }
  ctx.strokeStyle = cssFill('mask');
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.stroke();
  ctx.fillStyle = cssFill('accent');
  ctx.fillRect(Math.round(x(threshold + 0.5)) - devicePixelRatio, 0, 2 * devicePixelRatio, height);
}

/* A common plateau of fewer thresholds, or of under half of the sprites, suits nobody. */
const PLATEAU_MIN = 8;

function showSuggestion() {
  const { found } = sumOfScope();
  if (!found) {
    $('use').hidden = true;
    $('suggested').textContent = '';
    return;
  }
  const { from, to, middle, count, items } = found;
  const isFirm = to - from + 1 >= PLATEAU_MIN && count * 2 >= items.length;
  const all = items.reduce((sum, { areas }) => sum + areas[0], 0);
  const left = items.reduce((sum, { areas }) => sum + areas[middle], 0);
  const sparse = items.filter(({ areas }) => areas[middle] * 20 < areas[0]).length;
  const only = isFirm ? '' : 'only ';
  const range = from === to ? String(from) : `${from} to ${to}`;
  const where = items.length === 1 ? `the plateau is ${only}${range}`
    : `${range} is in the plateau of ${only}${plain(count)} of ${plain(items.length)} sprites`;
  const cost = `${shareText(all - left, all)} of the visible pixels are not solid`;
  const warning = sparse > 0 ? `, and ${plain(sparse)} ${sparse === 1 ? 'sprite is' : 'sprites are'} nearly empty` : '';
  $('suggested').textContent = isFirm ? `Suggestion: ${middle}. Here ${where}; ${cost}${warning}.`
    : `No threshold suits ${items.length === 1 ? 'this sprite' : 'most of them'}: ${where}. At ${middle}, ${cost}${warning}.`;
  $('use').hidden = !isFirm;
  $('use').textContent = `Use ${middle}`;
  $('use').dataset.threshold = String(middle);
}

/* ---- Controls ---- */

const NUMBERS = { threshold: 255, tolerance: 255, despeckle: 2147483647, grow: 65535, shrink: 65535 };

/* A text that is not a colour stays in the field, and the key stays what it was. */
function showKey(key, isMixed) {
  const wrong = tune.wrongKey;
  $('set-key').value = wrong ?? (key === 'none' || isMixed ? '' : key);
  $('set-key').placeholder = isMixed ? 'mixed' : 'none';
  $('set-key').setAttribute('aria-invalid', String(wrong !== null));
  $('key-problem').hidden = wrong === null;
  $('key-problem').textContent = wrong === null ? '' : `“${wrong.slice(0, 40)}” is not magenta, none, or a colour such as #FF00FF. ` +
    (isMixed ? 'The keys are still what they were.' : key === 'none' ? 'There is no key yet.' : `The key is still ${key}.`);
  $('key-color').value = key === 'none' ? '#ff00ff' : key;
}

/* A slider cannot be empty: it stands where the chosen sprite has it, and is pale. */
function showNumber(field, value, isMixed) {
  const isSlider = field.type === 'range', wanted = isMixed && !isSlider ? '' : String(value);
  field.classList.toggle('mixed', isMixed);
  if (!isSlider)
    field.placeholder = isMixed ? 'mixed' : '';
  if (document.activeElement !== field || (field.value !== '' && Number(field.value) !== value))
    field.value = wanted;
}

function showControls() {
  const { now } = tune.item.unit, units = unitsInScope();
  const mixed = new Set(SETTINGS.filter(name => units.some(unit => unit.now[name] !== now[name])));
  for (const name of Object.keys(NUMBERS))
    for (const field of [$(`set-${name}`), $(`set-${name}-number`)])
      if (field)
        showNumber(field, now[name], mixed.has(name));
  $('set-fill').checked = now.fill;
  $('set-fill').indeterminate = mixed.has('fill');
  showKey(now.key, mixed.has('key'));
  for (const id of ['set-tolerance', 'set-tolerance-number'])
    $(id).disabled = units.every(unit => unit.now.key === 'none');
  $('pick').setAttribute('aria-pressed', String(tune.picking));
  $('tune-now').classList.toggle('picking', tune.picking);
  $('mixed').textContent = mixed.size > 0 ? `Not the same in all of them: ${[...mixed].map(name => OPTION_NAMES[name]).join(', ')}.` : '';
  $('keep').textContent = tune.hasKept ? 'Keep as A again' : 'Keep as A';
  $('swap-kept').hidden = $('figure-kept').hidden = !tune.hasKept;
  $('undo').hidden = !tune.undo;
}

function factsOf(item, settings) {
  const area = areaBy(item, settings), visible = areasNow(item)[0];
  const facts = [`${plain(area)} px`, `${shareText(area, visible)} of what is visible`];
  if (item.points)
    facts.push(`${plain(makePoints(maskBy(item, settings), item.sprite.width, item.sprite.height, item.points).length)} points`);
  return facts.join(' · ');
}

function paintTune() {
  const { item } = tune;
  paintTuneCards();
  tune.place = paintLarge($('tune-now'), item, item.unit.now);
  $('facts-now').textContent = factsOf(item, item.unit.now);
  if (tune.hasKept) {
    paintLarge($('tune-kept'), item, item.unit.kept);
    $('facts-kept').textContent = `threshold ${item.unit.kept.threshold} · ${factsOf(item, item.unit.kept)}`;
  }
  paintCurve();
  showSuggestion();
}

function showTune() {
  const { item } = tune;
  $('tune-nothing').hidden = tune.shown.length > 0;
  $('tune-name').textContent = item.sprite.name;
  $('tune-problem').hidden = !item.problem;
  $('tune-problem').textContent = item.problem ?? '';
  offerScopes();
  markCards();
  showControls();
  repaintSoon();
}

function showProgress() {
  const all = tune.items.length, shown = tune.shown.length;
  $('tune-found').textContent = tune.read < all ? `read ${plain(tune.read)} of ${plain(all)}`
    : shown === all ? `${plain(all)} sprites` : `${plain(shown)} of ${plain(all)}`;
}

/* ---- Rules ---- */

function tunedConfig() {
  return makeConfig(tune.units, tune.data.explicit, tune.data.config);
}

function showRules() {
  const config = tunedConfig(), isPack = tune.data.page === 'pack';
  const changed = config.options !== undefined || config.rules !== undefined;
  $('rules').textContent = changed ? configText(config) : 'Nothing is chosen yet: the masks are those of the options.';
  $('copy-rules').disabled = !changed;
  $('copy-command').hidden = isPack;
  $('rules-hint').textContent = !changed ? '' : tune.data.config || isPack
    ? 'Put these rules behind those of your config' + (tune.data.explicit.length > 0 ? `, and leave out ${tune.data.explicit.map(name => `--${name}`).join(', ')}.` : '.')
    : config.rules ? 'Save this as rules.json.' : '';
}

/* What buttons say again after "Copied", and when. */
const copied = new Map();

async function copyText(button, text) {
  await navigator.clipboard?.writeText(text);
  const { label, timer } = copied.get(button) ?? { label: button.textContent, timer: 0 };
  clearTimeout(timer);
  copied.set(button, { label, timer: setTimeout(() => { button.textContent = label; }, 1500) });
  button.textContent = 'Copied';
}

/* ---- Picking ---- */

function pickKey(event) {
  const { item, place } = tune;
  const x = Math.floor((event.offsetX * devicePixelRatio - place.x) / place.zoom);
  const y = Math.floor((event.offsetY * devicePixelRatio - place.y) / place.zoom);
  const { width, height } = item.sprite, pixels = pixelsOf(item);
  if (!tune.picking || !pixels || x < 0 || y < 0 || x >= width || y >= height)
    return;
  const at = (y * width + x) * 4;
  tune.picking = false;
  change({ key: `#${[0, 1, 2].map(c => pixels[at + c].toString(16).padStart(2, '0')).join('')}` });
}

/* ---- Reset ---- */

function resetScope() {
  const changed = unitsInScope().filter(({ now, start }) => SETTINGS.some(name => now[name] !== start[name]));
  const before = new Map(changed.map(unit => [unit, unit.now]));
  for (const unit of changed)
    unit.now = unit.start;
  tune.wrongKey = null;
  settingsChanged(before.size > 0 ? before : tune.undo);
}

function undoReset() {
  for (const [unit, settings] of tune.undo)
    unit.now = settings;
  tune.wrongKey = null;
  settingsChanged();
}

/* ---- Set up ---- */

function makeUnits() {
  const found = new Map();
  tune.data.sprites.forEach((made, index) => {
    const sprite = views.pack.sprites[index];
    if (made === null || made[2] !== null || !art.holders.has(sprite.source) || sprite.width * sprite.height === 0)
      return;
    const [match, layer, , threshold, key, tolerance, least, fill, more, less, map, file] = made;
    const id = JSON.stringify([match, layer, file]);
    const start = { threshold, key, tolerance, despeckle: least, fill, grow: more, shrink: less };
    if (!found.has(id))
      found.set(id, { match, names: [match, file], layer, items: [], start, now: start, kept: start });
    const item = { sprite, unit: found.get(id), points: map, isRead: false, areas: null, areasFor: '', problem: null };
    item.unit.items.push(item);
    tune.items.push(item);
  });
  tune.units = [...found.values()];
  tune.items = [...tune.items].sort((a, b) => compareNames(a.sprite.name, b.sprite.name));
}

const NOTES_SHOWN = 2;

function listProblems() {
  const fixed = tune.data.sprites.map((made, index) => [made, views.pack.sprites[index]]).filter(([made]) => made !== null && made[2] !== null);
  const notes = tune.data.problems.map(text => element('li', {}, element('b', {}, 'not read'), ' ', nameElement(text)));
  const reasons = new Map();
  for (const [[, , why], { name }] of fixed)
    reasons.set(why, [...reasons.get(why) ?? [], name]);
  for (const [why, names] of reasons)
    notes.push(element('li', {}, element('b', {}, 'not here'), ' ', nameElement(names.slice(0, 3).join(', ')),
                       names.length > 3 ? ` and ${plain(names.length - 3)} more. ` : '. ', why));
  const first = notes.length > NOTES_SHOWN + 1 ? NOTES_SHOWN : notes.length, others = notes.slice(first);
  $('problems').replaceChildren(...notes.slice(0, first));
  if (others.length > 0)
    $('problems').append(element('li', { className: 'more' }, element('details', {},
      element('summary', {}, `and ${plain(others.length)} more`), element('ul', {}, ...others))));
}

function connectNumber(id, name) {
  $(id)?.addEventListener('input', () => {
    if ($(id).value === '')
      return;
    const value = Math.min(Math.max(Math.round(Number($(id).value) || 0), 0), NUMBERS[name]);
    change({ [name]: value });
  });
  $(id)?.addEventListener('blur', showControls);
}

function connectControls() {
  for (const name of Object.keys(NUMBERS)) {
    connectNumber(`set-${name}`, name);
    connectNumber(`set-${name}-number`, name);
  }
  $('set-fill').addEventListener('input', () => change({ fill: $('set-fill').checked }));
  $('set-key').addEventListener('change', () => {
    const text = $('set-key').value.trim(), key = text === '' ? 'none' : text.toLowerCase();
    if (/^(#[0-9a-f]{6}|magenta|none)$/.test(key))
      change({ key: key === 'magenta' ? '#ff00ff' : key });
    else {
      tune.wrongKey = text;
      showControls();
    }
  });
  $('key-color').addEventListener('input', () => change({ key: $('key-color').value }));
  $('pick').addEventListener('click', () => { tune.picking = !tune.picking; showControls(); });
  $('no-key').addEventListener('click', () => change({ key: 'none' }));
  $('tune-now').addEventListener('click', pickKey);
  $('use').addEventListener('click', () => change({ threshold: Number($('use').dataset.threshold) }));
  $('keep').addEventListener('click', () => {
    for (const unit of tune.units)
      unit.kept = unit.now;
    tune.hasKept = true;
    settingsChanged(tune.undo);
  });
  $('swap-kept').addEventListener('click', () => {
    for (const unit of unitsInScope())
      [unit.now, unit.kept] = [unit.kept, unit.now];
    tune.wrongKey = null;
    settingsChanged();
  });
  $('reset').addEventListener('click', resetScope);
  for (const id of ['ground', 'outline'])
    $(id).addEventListener('input', repaintSoon);
  $('undo').addEventListener('click', () => { undoReset(); $('reset').focus(); });
  document.addEventListener('keydown', event => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!isUndo || $('tune').hidden || !tune.undo || event.target.matches('input:not([type=range], [type=checkbox])'))
      return;
    undoReset();
    event.preventDefault();
  });
  $('scope').addEventListener('input', chooseScope);
  $('copy-rules').addEventListener('click', () => copyText($('copy-rules'), configText(tunedConfig())));
  $('copy-command').addEventListener('click', () =>
    copyText($('copy-command'), commandText(tune.data.words, tunedConfig(), tune.data.config)));
  const follow = event => {
    if (event.buttons !== 0 || event.type === 'pointerdown')
      change({ threshold: Math.min(Math.max(Math.floor(event.offsetX / $('curve').clientWidth * 256), 0), 255) });
  };
  $('curve').addEventListener('pointerdown', event => { $('curve').setPointerCapture(event.pointerId); follow(event); });
  $('curve').addEventListener('pointermove', follow);
}

/* True if there is something to tune. */
function startTune() {
  const holder = $('settings');
  if (!holder)
    return false;
  tune.data = JSON.parse(new TextDecoder().decode(fromBase64(holder.textContent)));
  holder.remove();
  makeUnits();
  listProblems();
  if (tune.items.length === 0)
    return false;
  connectControls();
  for (const id of ['tune-search', 'tune-sort'])
    $(id).addEventListener('input', () => { $('tune-grid').scrollTop = 0; selectItems(); showTune(); });
  $('tune-grid').addEventListener('scroll', layOutTune, { passive: true });
  $('tune-grid').addEventListener('keydown', tuneGridKey);
  $('tune-grid').addEventListener('click', event => {
    const card = event.target.closest('.card');
    if (card)
      activateItem(Number(card.id.slice('tune-card-'.length)));
  });
  new ResizeObserver(layOutTune).observe($('tune-grid'));
  new ResizeObserver(repaintSoon).observe($('tune-now'));
  selectItems();
  showTune();
  showRules();
  setTimeout(readOn, 0);
  return true;
}
