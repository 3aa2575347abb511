/*
 * page.js - the tabs, the toggles, copies of text, the keys, and the start of the page
 */

const TABS = ['sprites', 'bench', 'tune', 'animations'];

/* ---- Painting once a frame, however much has changed ---- */

let repaintWanted = false;

function repaintSoon() {
  if (repaintWanted)
    return;
  repaintWanted = true;
  requestAnimationFrame(() => {
    repaintWanted = false;
    if (!$('sprites').hidden)
      paintGrid();
    paintDetail();
    paintBench();
    if (!$('tune').hidden && tune.item)
      paintTune();
    paintAnimation();
    if (!$('animations').hidden)
      paintStrip();
  });
}

function colorsChanged() {
  cssColors.clear();
  composites.clear();
  repaintSoon();
}

/* ---- Views ---- */

/* The index of the sprite that was chosen last by hand, in "Sprites" or in "Tune": the other tab opens it. */
let chosenSprite = null;

function takeChosen() {
  if (chosenSprite === null)
    return;
  const item = tune.item && tune.items.find(({ sprite }) => sprite.index === chosenSprite);
  if (!$('tune').hidden && item)
    openItem(item);
  const at = grid.items.findIndex(({ index }) => index === chosenSprite);
  if (!$('sprites').hidden && at >= 0 && at !== grid.active)
    activate(at);
}

function showTab(wanted) {
  for (const name of TABS) {
    const tab = $(`tab-${name}`);
    tab.setAttribute('aria-selected', String(name === wanted));
    tab.tabIndex = name === wanted ? 0 : -1;
    $(name).hidden = name !== wanted;
  }
  if (wanted === 'animations')
    enterAnimations();
  if (wanted === 'sprites')
    layOutGrid();
  if (wanted === 'tune')
    layOutTune();
  takeChosen();
  if (wanted === 'bench')
    rememberSoon();
  else
    history.replaceState(null, '', `#${wanted}`);
  repaintSoon();
}

function tabKey(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined)
    return;
  const offered = TABS.filter(name => !$(`tab-${name}`).hidden);
  const at = offered.findIndex(name => !$(name).hidden);
  const next = offered[(at + step + offered.length) % offered.length];
  $(`tab-${next}`).click();
  $(`tab-${next}`).focus();
  event.preventDefault();
}

/* ---- Toggles ---- */

function toggleLayer(name) {
  const button = document.querySelector(`[data-layer="${name}"]`);
  if (button.hidden)
    return;
  layers[name] = !layers[name];
  button.setAttribute('aria-pressed', String(layers[name]));
  repaintSoon();
}

function setTheme(theme) {
  if (theme === 'auto')
    delete document.documentElement.dataset.theme;
  else
    document.documentElement.dataset.theme = theme;
  colorsChanged();
}

/* ---- Copies ---- */

/* The labels of buttons after "Copied" or "Saved", and the time for them. */
const copied = new Map();

/* Browsers have no clipboard for pages from some places, and may refuse it: then the text of a field is copied. */
async function putOnClipboard(text, near) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element('textarea', { value: text, readOnly: true });
    near.after(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    near.focus();
    return isCopied;
  }
}

async function copyText(button, text) {
  labelForAWhile(button, await putOnClipboard(text, button) ? 'Copied' : 'Not copied');
}

function labelForAWhile(button, text) {
  const { label, timer } = copied.get(button) ?? { label: button.textContent, timer: 0 };
  clearTimeout(timer);
  copied.set(button, { label, timer: setTimeout(() => { button.textContent = label; }, 1500) });
  button.textContent = text;
}

/* ---- Keys ---- */

const pageKeys = {
  '/': () => {
    const tab = $('tab-sprites').hidden || !$('tune').hidden ? 'tune' : 'sprites';
    const field = $(tab === 'tune' ? 'tune-search' : 'search');
    showTab(tab);
    field.focus();
    field.select();
  },
  '?': () => $('help').showModal(),
  a: () => toggleLayer('art'),
  m: () => toggleLayer('mask'),
  p: () => toggleLayer('points'),
  h: () => toggleLayer('shapes'),
  b: () => toggleLayer('bounds'),
  o: () => toggleLayer('pivot'),
  s: () => { if (!$('tab-sprites').hidden) { showTab('sprites'); $('grid').focus(); } },
  t: () => { showTab('bench'); $('stage').focus(); },
  u: () => { if (!$('tab-tune').hidden) { showTab('tune'); $('tune-grid').focus(); } },
  n: () => { if (!$('tab-animations').hidden) { showTab('animations'); $('animation-list').focus(); } },
};

const spriteKeys = {
  1: () => { if (detail.sprite) putOnBench('a', detail.sprite); },
  2: () => { if (detail.sprite) putOnBench('b', detail.sprite); },
};

/* Keys of one letter do nothing while somebody types, or in a control with keys of its own. */
function takesKeys(target, key) {
  return target.matches('input, select, textarea') || (key === ' ' && target.matches('button')) ||
    (key.startsWith('Arrow') && target.matches('[role=tab]'));
}

function pageKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || $('help').open || event.defaultPrevented)
    return;
  if (event.key === 'Escape' && event.target === $('search')) {
    $('grid').focus();
    return;
  }
  const keys = [pageKeys, !$('sprites').hidden ? spriteKeys : !$('animations').hidden ? animationKeys : {}];
  const found = keys.find(table => event.key in table);
  if (!found || takesKeys(event.target, event.key))
    return;
  found[event.key]();
  event.preventDefault();
}

/* ---- Packs ---- */

/* Shows a pack with the files of its art, and with what the tool knows of its masks, as JSON; null if there is
 * nothing to tune, and undefined if the sprites are those of the pack before, with other masks. What was chosen stays
 * chosen where the pack has it. */
function setPack(pack, sources, settings) {
  const sprites = inNaturalOrder(pack.sprites);
  repaintSoon();
  if (settings !== undefined && views.pack !== pack)
    chosenSprite = null;
  views.pack = pack;
  views.kept.clear();
  views.bytes = 0;
  art.sources = sources;
  art.images.clear();
  art.wanted.clear();
  document.querySelector('[data-layer="art"]').hidden = sources.size === 0;
  document.querySelector('[data-layer="shapes"]').hidden = pack.count(SECTION.SHAPES) === 0;
  const tunes = settings === undefined ? keepTune() : setTune(settings);
  $('tab-tune').hidden = $('bench-masks-label').hidden = $('tint-label').hidden = !tunes;
  $('tab-bench').hidden = sprites.length === 0;
  /* A page to tune has no other masks than those that are chosen on it. */
  $('tab-sprites').hidden = tunes && tune.data.page === 'tune';
  if (!$('tab-sprites').hidden) {
    setGrid(sprites);
    setAnimations(inNaturalOrder(pack.animations));
  }
  setBench(sprites);
  const open = TABS.find(name => !$(name).hidden);
  if ($(`tab-${open}`).hidden)
    showTab($('tab-sprites').hidden ? 'tune' : 'sprites');
  takeChosen();
}

/* ---- Start ---- */

/* The files that the page has embedded, each with the first sprite of its source. */
function embeddedArt(sprites) {
  return new Map([...document.querySelectorAll('script[id^="art-"]')].map(holder => [sprites[Number(holder.id.slice(4))].source, {
    url: () => `data:image/png;base64,${holder.textContent}`,
    bytes: () => fromBase64(holder.textContent),
  }]));
}

/* The content of an element that the tool wrote in base64, or null. */
function takeBytes(id) {
  const holder = $(id);
  holder?.remove();
  return holder ? fromBase64(holder.textContent) : null;
}

function connect() {
  connectDetail();
  connectGrid();
  connectBench();
  connectAnimations();
  connectTune();
  for (const name of TABS)
    $(`tab-${name}`).addEventListener('click', () => showTab(name));
  document.querySelector('[role=tablist]').addEventListener('keydown', tabKey);
  $('layers').addEventListener('click', event => {
    if (event.target.dataset.layer)
      toggleLayer(event.target.dataset.layer);
  });
  $('tint').addEventListener('input', chooseTint);
  $('theme').addEventListener('input', () => setTheme($('theme').value));
  $('help-button').addEventListener('click', () => $('help').showModal());
  addEventListener('keydown', pageKey);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', colorsChanged);
}

function start() {
  const pack = new Pack(takeBytes('pack')), settings = takeBytes('settings');
  putName($('title'), $('title').textContent);
  connect();
  setPack(pack, embeddedArt(pack.sprites), settings && new TextDecoder().decode(settings));
  if (tune.data?.page === 'tune') {
    $('bench-masks').value = 'now';
    $('bench-masks').firstElementChild.remove();
  }
  if (recall(bench.sprites))
    showTab('bench');
}

/* Another page may bring its packs itself. */
if ($('pack'))
  start();
