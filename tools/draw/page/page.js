/*
 * page.js - the tabs, the toggles, the keys, and the start of the page
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
    if (!$('tune').hidden)
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
  showTab(next);
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

/* ---- Start ---- */

function start() {
  const pack = views.pack = new Pack(fromBase64($('pack').textContent));
  const sprites = inNaturalOrder(pack.sprites);
  $('pack').remove();
  putName($('title'), $('title').textContent);
  findArt(pack.sprites);
  document.querySelector('[data-layer="art"]').hidden = art.holders.size === 0;
  document.querySelector('[data-layer="shapes"]').hidden = views.pack.count(SECTION.SHAPES) === 0;
  const tunes = startTune();
  /* A page to tune has no other masks than those that are chosen on it. */
  const alone = tunes && tune.data.page === 'tune';
  $('tab-tune').hidden = $('bench-masks-label').hidden = $('tint-label').hidden = !tunes;
  $('tab-bench').hidden = sprites.length === 0;
  $('tab-sprites').hidden = alone;
  if (alone) {
    $('bench-masks').value = 'now';
    $('bench-masks').firstChild.remove();
  } else {
    startDetail();
    startGrid(sprites);
    startAnimations(inNaturalOrder(pack.animations));
  }
  if (sprites.length > 0) {
    startBench(sprites);
    if (recall(sprites))
      showTab('bench');
    else if (alone)
      showTab('tune');
  }
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

start();
