/*
 * tune.js - the panel of the tab "Tune": what is chosen there, a suggestion for it, and the rules that
 * make the masks of the page in a bake
 *
 * Settings are never changed in place. The tab remembers them while it is open in the browser.
 */

const tune = {
  data: null,         /* what the tool wrote beside the pack */
  memory: '',         /* the name under which a reload finds the settings */
  items: [],          /* in natural order */
  units: [],          /* { match, names, layer, items, start, now, kept } */
  shown: [],          /* items that the search leaves, in their order */
  item: null,         /* the chosen one, which a search may leave out */
  scope: 'all',       /* 'all', 'unit', 'chosen', 'found', or a folder with its slash */
  isScopeChosen: false,
  anchor: null,       /* the item that a range of chosen ones begins with */
  chosen: new Set(),  /* the units that a hand chose */
  found: null,        /* { query, units } of the search that became the scope */
  undo: null,         /* { of, before, earlier }: the last change, a Map of units and their settings before it, and the change before */
  left: null,         /* what was chosen in the pack before, by names */
  textOf: configText, /* of the rules, as the page gives them */
  wrongKey: null,     /* text in the field of the key that is not a colour */
  hasKept: false,
  picking: false,     /* the next click on the picture chooses the key */
  version: 0,         /* of all settings together */
  cards: new Map(),
  read: 0,            /* items whose pixels were read once */
  next: 0,            /* items before it were read by their keys of now */
  reading: 0,         /* the timer of readOn */
  fresh: 0,           /* how often all were read */
  isOrdered: false,   /* the cards have their order */
  sum: { key: null }, /* what sumOfScope found last */
  curve: [],          /* what the curve was painted of */
};

/* ---- What is out of sight ---- */

/* Visible items are read when they are painted; the others a few milliseconds at a time, and again once
 * their key has changed. */
function readOn() {
  const end = performance.now() + 8;
  for (; tune.next < tune.items.length && performance.now() < end; tune.next++)
    if (tune.items[tune.next].isRead)
      areasNow(tune.items[tune.next], false);
    else
      readItem(tune.items[tune.next]);
  showProgress();
  if (tune.next < tune.items.length)
    tune.reading = setTimeout(readOn, 0);
  else
    finishReading();
}

function finishReading() {
  tune.fresh++;
  if (tune.isOrdered)
    repaintSoon();
  else {
    tune.isOrdered = true;
    chooseTint();
    selectItems();
    /* Nobody has chosen one yet: the first card is the chosen one. */
    if (tune.anchor === null && tune.scope === 'all' && !tune.undo)
      tune.item = tune.shown[0] ?? tune.item;
    showTune();
  }
}

function readAgainSoon() {
  clearTimeout(tune.reading);
  tune.next = 0;
  tune.reading = setTimeout(readOn, 100);
}

/* ---- The curve ---- */

/* The areas of all items of the scope that have been read, and what to suggest for them, or null. They
 * do not depend on the threshold, and change with a key once all of them have been read again. */
function sumOfScope() {
  const own = tune.item.unit, of = { found: tune.found, chosen: tune.chosen, unit: own }[tune.scope] ?? own.layer;
  const key = [tune.scope, of, tune.read, tune.fresh, tune.scope === 'unit' ? keyText(own.now) : ''];
  if (tune.sum.key?.every((part, i) => part === key[i]))
    return tune.sum;
  const areas = new Float64Array(256), items = [];
  for (const { items: ownItems } of unitsInScope())
    for (const item of ownItems.filter(({ isRead }) => isRead)) {
      const known = tune.scope === 'unit' ? areasNow(item) : item.areas;
      for (let t = 0; t < 256; t++)
        areas[t] += known[t];
      if (item.plateau)
        items.push(item);
    }
  const found = items.length > 0 ? { ...commonPlateau(items.map(({ plateau }) => plateau), mostLeaving(items.map(item => item.areas))), items } : null;
  tune.sum = { key, areas, found };
  return tune.sum;
}

/* Paints the curve, and says what is suggested for it. Most sliders leave both as they are. */
function paintCurve() {
  const canvas = $('curve'), box = canvas.getBoundingClientRect(), { threshold } = tune.item.unit.now;
  const curve = [sumOfScope(), threshold, box.width, box.height, devicePixelRatio, ...['plateau', 'mask', 'accent'].map(color => cssFill(color))];
  if (curve.every((part, i) => part === tune.curve[i]))
    return;
  tune.curve = curve;
  const ctx = clearCanvas(canvas), { width, height } = canvas, { areas, found } = tune.sum;
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
  showSuggestion();
}

/* A common plateau of fewer thresholds, or of under half of the sprites, suits nobody. */
const PLATEAU_MIN = 8;

function showSuggestion() {
  const { found } = tune.sum;
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
    : `No threshold suits ${items.length === 1 ? 'this sprite' : 'most of them'}: ${where}. Soft edges: choose by eye. At ${middle}, ${cost}${warning}.`;
  $('use').hidden = !isFirm;
  $('use').textContent = `Use ${middle}`;
  $('use').dataset.threshold = String(middle);
}

/* ---- Changes ---- */

function change(settings) {
  if (!tune.item)
    return;
  if ('key' in settings)
    tune.wrongKey = null;
  const units = unitsInScope(), undo = undoFor(settings, units);
  for (const unit of units)
    unit.now = { ...unit.now, ...settings };
  settingsChanged(undo);
}

/* Changes of the same settings of the same units are one change, as the steps of a slider are, until the slider is let go. */
function undoFor(settings, units) {
  const of = [Object.keys(settings), tune.scope, tune.found?.query, tune.item.sprite.index, units.length].join('\n');
  return tune.undo?.of === of ? tune.undo : undoStep(of, units);
}

const undoStep = (of, units) => ({ of, before: new Map(units.map(unit => [unit, unit.now])), earlier: tune.undo });

function endUndoStep() {
  if (tune.undo)
    tune.undo.of = null;
}

let rulesTimer = 0;

/* `undo` is what brings the settings back, if anything does. */
function settingsChanged(undo = null) {
  tune.undo = undo;
  tune.version++;
  showControls();
  repaintSoon();
  readAgainSoon();
  clearTimeout(rulesTimer);
  rulesTimer = setTimeout(() => {
    showRules();
    rememberSettings();
    document.dispatchEvent(new Event('tuned'));
  }, 150);
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
  if (!tune.item)
    return;
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
  $('swap-kept').hidden = $('figure-kept').hidden = !tune.hasKept;
  $('undo').hidden = !tune.undo;
}

function factsOf(item, settings) {
  const area = areaBy(item, settings), visible = areasNow(item)[0];
  const facts = [`${plain(area)} px`, `${shareText(area, visible)} of what is visible`];
  if (item.points)
    facts.push(`${plain(pointsBy(item, settings).length)} points`);
  return facts.join(' · ');
}

/* Only the tool makes shapes. */
const SHAPES_HINTS = {
  live: 'The shapes follow once the sliders rest.',
  others: 'Only hitmask.html, the page that needs no install, draws the shapes of a changed mask.',
};

function paintTune() {
  const { item } = tune;
  paintTuneCards();
  tune.place = paintLarge($('tune-now'), item, 'now');
  $('facts-now').textContent = factsOf(item, item.unit.now);
  $('shapes-hint').hidden = !layers.shapes || !hasShapes() || isAsBaked(item, maskBy(item, item.unit.now));
  $('shapes-hint').textContent = SHAPES_HINTS[tune.data.page === 'live' ? 'live' : 'others'];
  if (tune.hasKept) {
    paintLarge($('tune-kept'), item, 'kept');
    $('facts-kept').textContent = `threshold ${item.unit.kept.threshold} · ${factsOf(item, item.unit.kept)}`;
  }
  paintCurve();
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
  $('rules').textContent = changed ? tune.textOf(config) : 'Nothing is chosen yet: the masks are those of the options.';
  $('copy-rules').disabled = $('save-rules').disabled = !changed;
  $('save-rules').hidden = tune.data.page !== 'live';
  $('copy-command').hidden = tune.data.page !== 'tune';
  const given = tune.data.explicit.map(name => `--${name}`).join(', ');
  $('rules-hint').textContent = !changed ? ''
    : tune.data.page === 'live' ? (given !== '' ? `These rules do not count as long as “Options” has ${given}.`
      : 'Save this beside your art, and run the command there. Drop it here another day to go on.')
    : tune.data.config || isPack
    ? `${isPack ? 'Save this as rules.json, or put' : 'Put'} these rules behind those of your config${given !== '' ? `, and leave out ${given}.` : '.'}`
    : config.rules ? 'Save this as rules.json.' : '';
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
  const undo = changed.length > 0 ? undoStep('reset', changed) : tune.undo;
  for (const unit of changed)
    unit.now = unit.start;
  tune.wrongKey = null;
  settingsChanged(undo);
}

function undoChange() {
  for (const [unit, settings] of tune.undo.before)
    unit.now = settings;
  tune.wrongKey = null;
  settingsChanged(tune.undo.earlier);
}

/* ---- What a reload keeps ---- */

/* A page with other sprites or settings to begin with has another name. */
function memoryName(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `hitmask tune ${location.pathname} ${hash >>> 0} ${text.length}`;
}

/* Storage may be switched off or full: then a reload begins anew. */
function rememberSettings() {
  if (tune.memory === '')
    return;
  const unlike = (which, from) => tune.units.flatMap((unit, i) => unit[which] === unit[from] ? [] : [[i, unit[which]]]);
  try {
    sessionStorage.setItem(tune.memory, JSON.stringify({ now: unlike('now', 'start'), kept: tune.hasKept ? unlike('kept', 'start') : null }));
  } catch {
    tune.memory = '';
  }
}

/* Other files that are open in the browser may write there too. */
const isSettings = settings => Object.entries(NUMBERS).every(([name, most]) => Number.isInteger(settings[name]) && settings[name] >= 0 && settings[name] <= most) &&
  typeof settings.fill === 'boolean' && /^(none|#[0-9a-f]{6})$/.test(settings.key);

function recallSettings() {
  if (tune.memory === '')
    return;
  try {
    const { now, kept } = JSON.parse(sessionStorage.getItem(tune.memory)) ?? { now: [], kept: null };
    for (const [which, list] of [['now', now], ['kept', kept ?? []]])
      for (const [i, settings] of list)
        if (tune.units[i] && isSettings(settings))
          tune.units[i][which] = Object.fromEntries(SETTINGS.map(name => [name, settings[name]]));
    tune.hasKept = kept !== null;
  } catch {
    tune.memory = '';
  }
}

/* ---- What another pack keeps ---- */

/* True for a picture, whose name is that of its file with or without the ending, and not for a frame of an atlas. */
const isPicture = ({ names: [name, file] }) => file.startsWith(name) && /^(\.[^./]*)?$/.test(file.slice(name.length));

/* The name of a unit whether or not options take endings away. */
const lastingName = unit => JSON.stringify([isPicture(unit) ? '' : unit.match, unit.layer, unit.names[1]]);

/* Notes what is chosen before the pack is another one. */
function noteChosen() {
  if (!tune.item)
    return;
  const { item, scope, chosen, found } = tune;
  tune.left = { unit: item.unit, at: item.unit.items.indexOf(item), scope, chosen, found, kept: tune.hasKept ? tune.units : [] };
}

/* Chooses the same where the pack has it. */
function recallChosen() {
  const { left } = tune;
  tune.left = null;
  if (!left)
    return;
  const units = new Map(tune.units.map(unit => [lastingName(unit), unit]));
  const same = list => new Set([...list].map(unit => units.get(lastingName(unit))).filter(unit => unit));
  const unit = units.get(lastingName(left.unit));
  if (!unit)
    return;
  tune.item = unit.items[left.at] ?? unit.items[0];
  tune.anchor = tune.item;
  tune.scope = left.scope;
  tune.chosen = same(left.chosen);
  tune.found = left.found && { query: left.found.query, units: same(left.found.units) };
  for (const before of left.kept) {
    const now = units.get(lastingName(before));
    if (now)
      now.kept = before.kept;
  }
  tune.hasKept = left.kept.length > 0;
}

/* ---- Set up ---- */

function makeUnits() {
  tune.items = [];
  const found = new Map(), pictures = new Map();
  tune.data.sprites.forEach((made, index) => {
    const sprite = views.pack.sprites[index];
    if (made === null || made[2] !== null || !art.sources.has(sprite.source) || sprite.width * sprite.height === 0)
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
  for (const unit of tune.units.filter(({ layer }) => layer === null))
    pictures.set(JSON.stringify(unit.names), unit);
  for (const unit of tune.units)
    unit.picture = unit.layer === null ? null : pictures.get(JSON.stringify(unit.names)) ?? null;
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
  $('undo').addEventListener('click', () => { undoChange(); $('reset').focus(); });
  document.addEventListener('keydown', event => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!isUndo || $('tune').hidden || !tune.undo || event.target.matches('input:not([type=range], [type=checkbox])'))
      return;
    undoChange();
    event.preventDefault();
  });
  $('scope').addEventListener('input', chooseScope);
  $('copy-rules').addEventListener('click', () => copyText($('copy-rules'), tune.textOf(tunedConfig())));
  $('copy-command').addEventListener('click', () =>
    copyText($('copy-command'), commandText(tune.data.words, tunedConfig(), tune.data.config)));
  const follow = event => {
    if (event.buttons !== 0 || event.type === 'pointerdown')
      change({ threshold: Math.min(Math.max(Math.floor(event.offsetX / $('curve').clientWidth * 256), 0), 255) });
  };
  $('curve').addEventListener('pointerdown', event => { $('curve').setPointerCapture(event.pointerId); follow(event); });
  $('curve').addEventListener('pointermove', follow);
  for (const end of ['change', 'pointerup'])
    $('tune-panel').addEventListener(end, endUndoStep);
}

/* Begins with the settings that the tool wrote as JSON, or with none. True if there is something to
 * tune. */
function setTune(text) {
  for (const kept of [images, cutPixels, levels, masks, composites])
    kept.clear();
  clearTimeout(tune.reading);
  clearTimeout(rulesTimer);
  noteChosen();
  const data = text === null ? null : JSON.parse(text);
  /* The page that bakes keeps nothing. */
  Object.assign(tune, { data, memory: data && data.page !== 'live' ? memoryName(text) : '', item: null, items: [], units: [], shown: [],
                        scope: 'all', anchor: null, chosen: new Set(), found: null, undo: null, wrongKey: null, hasKept: false,
                        picking: false, read: 0, next: 0, isOrdered: false, sum: { key: null } });
  if (tune.data === null)
    return false;
  makeUnits();
  recallSettings();
  listProblems();
  if (tune.items.length === 0)
    return false;
  recallChosen();
  selectItems();
  showTune();
  showRules();
  tune.reading = setTimeout(readOn, 0);
  return true;
}

/* Goes on with sprites of a pack that has other masks. */
function keepTune() {
  for (const item of tune.items)
    item.sprite = views.pack.sprites[item.sprite.index];
  return tune.items.length > 0;
}

function connectTune() {
  connectControls();
  for (const id of ['tune-search', 'tune-sort'])
    $(id).addEventListener('input', () => {
      $('tune-grid').scrollTop = 0;
      selectItems();
      if (tune.item)
        showTune();
    });
  $('tune-grid').addEventListener('scroll', layOutTune, { passive: true });
  $('tune-grid').addEventListener('keydown', tuneGridKey);
  $('tune-grid').addEventListener('click', event => {
    const card = event.target.closest('.card');
    if (card)
      activateItem(Number(card.id.slice('tune-card-'.length)), event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone');
  });
  new ResizeObserver(layOutTune).observe($('tune-grid'));
  new ResizeObserver(repaintSoon).observe($('tune-now'));
}
