/*
 * tune_list.js - the sprites to tune: units, which of them the settings change, and their cards
 *
 * An item is a sprite that settings change. Items that one rule names are a unit and share their
 * settings. A scope names units: the masks of pictures, or one layer of them, but never both, unless
 * a search or a hand chose them.
 */

const TUNE_CARD = { width: 128, height: 132, gap: 8, side: 160 };

/* ---- Units and scopes ---- */

function inScope(unit) {
  switch (tune.scope) {
    case 'unit': return unit === tune.item.unit;
    case 'chosen': return tune.chosen.has(unit);
    case 'found': return tune.found.units.has(unit);
    default: return isInFolder(unit, tune.scope);
  }
}

/* A folder is 'all', or ends with a slash. */
const isInFolder = (unit, folder) =>
  unit.layer === tune.item.unit.layer && (folder === 'all' || unit.match.startsWith(folder));

const unitsInScope = () => tune.units.filter(inScope);

const itemsOf = units => units.reduce((n, { items }) => n + items.length, 0);

/* The units of the sprites that a search leaves, unless it leaves all or none. */
function foundUnits() {
  const some = tune.shown.length > 0 && tune.shown.length < tune.items.length;
  return new Set(some ? tune.shown.map(({ unit }) => unit) : []);
}

/* Calls what a folder holds by what the chosen item is: sprites, or one of their layers. */
function folderText(folder) {
  const { layer } = tune.item.unit, count = plain(itemsOf(tune.units.filter(unit => isInFolder(unit, folder))));
  const kind = layer !== null ? `layers “${layer}”` : tune.units.some(unit => unit.layer !== null) ? 'sprites, without layers' : 'sprites';
  return folder === 'all' ? `all ${count} ${kind}` : layer !== null ? `${folder}** (${count} ${kind})` : `${folder}** (${count})`;
}

function unitText({ match, layer, items }) {
  const name = layer === null ? match : `${match}:${layer}`;
  return items.length > 1 ? `${name} (${plain(items.length)} sprites)` : name;
}

/* Another sprite keeps the kind of the scope: a folder becomes that of the sprite, as deep as it was. */
function sameKind(folders) {
  if (!tune.scope.endsWith('/'))
    return 'unit';
  const depth = tune.scope.split('/').length;
  return folders.find(folder => folder.split('/').length <= depth) ?? 'unit';
}

function offerScopes() {
  const { unit } = tune.item, units = foundUnits(), query = $('tune-search').value.trim();
  const parts = unit.match.split('/').slice(0, -1);
  const folders = parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`).reverse();
  if (!inScope(unit))
    tune.scope = sameKind(folders);
  const offers = [...['all', ...folders].map(folder => [folder, folderText(folder)]), ['unit', unitText(unit)]];
  if (tune.scope === 'chosen')
    offers.push(['chosen', `the ${plain(itemsOf([...tune.chosen]))} chosen sprites`]);
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
  tune.isScopeChosen = true;
  tune.chosen = new Set();
  if (tune.scope === 'find') {
    tune.found = { query: $('tune-search').value.trim(), units: foundUnits() };
    tune.scope = 'found';
    if (!inScope(tune.item.unit))
      activateItem(0);
  }
  tune.wrongKey = null;
  showTune();
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
                       element('canvas', {}), putName(element('bdi', { className: 'name cut' }), sprite.name),
                       element('small', {}, element('span', { title: 'How much of what is visible is solid' }, ' '),
                               element('span', { title: 'The plateau: thresholds that make nearly the same mask. A short one means a soft edge' }, ' ')));
  card.setAttribute('role', 'option');
  $('tune-rows').append(card);
  return card;
}

const shareText = (part, whole) => whole > 0 ? `${(100 * part / whole).toFixed(part === whole || part === 0 ? 0 : 1)} %` : '–';

/* On a card: 100 % is all, and "<1 %" is not nothing. Most steps of a slider leave it as it is. */
const cardShare = (part, whole) => whole === 0 ? '–' : part > 0 && part * 100 < whole ? '<1 %' : `${Math.floor(100 * part / whole)} %`;

/* How long a frame may read new art: cards whose art is not read yet have their pictures in one of the next. */
const READ_MS = 12;

function paintTuneCards() {
  const end = performance.now() + READ_MS;
  const look = `${cssColor('mask')} ${cssColor('ground')} ${layers.art} ${layers.mask} ${$('ground').value} ${$('outline').checked}`;
  for (const [index, card] of tune.cards) {
    const item = tune.shown[index], { unit } = item;
    if (!item.isRead && performance.now() > end) {
      repaintSoon();
      continue;
    }
    if (!item.isRead)
      readItem(item);
    const part = visibleOf(item), step = Math.max(1, Math.ceil(Math.max(part[2], part[3]) / TUNE_CARD.side));
    const signature = `${SETTINGS.map(name => unit.now[name])} ${look}`;
    if (card.painted === signature)
      continue;
    card.painted = signature;
    paintItem(card.firstChild, item, unit.now, step, part);
    const area = areaBy(item, unit.now), visible = areasNow(item)[0];
    const badge = item.problem ? 'art' : area === 0 ? 'empty' : area * 20 < visible ? 'nearly empty' : '';
    const [share, other] = card.lastChild.children;
    setText(share, cardShare(area, visible));
    setText(other, badge || (item.plateau ? rangeText(...item.plateau) : ''));
    other.classList.toggle('badge', badge !== '');
  }
}

const rangeText = (from, to) => from === to ? String(from) : `${from}–${to}`;

/* Text that stays what it is costs no layout. */
function setText(holder, text) {
  if (holder.textContent !== text)
    holder.textContent = text;
}

/* Makes an item the chosen one. `how` is 'alone', or 'range' with all from the one that was chosen first,
 * or 'toggle', to add it to the chosen ones or take it from them. */
function activateItem(index, how = 'alone') {
  const at = Math.min(Math.max(index, 0), tune.shown.length - 1);
  if (at < 0)
    return;
  chooseMore(at, how);
  /* The large picture is of a chosen one, also when another was taken from them. */
  const stays = how === 'toggle' && !tune.chosen.has(tune.shown[at].unit);
  tune.item = !stays ? tune.shown[at] : tune.chosen.has(tune.item.unit) ? tune.item : tune.items.find(({ unit }) => tune.chosen.has(unit));
  chosenSprite = tune.item.sprite.index;
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

/* Goes to a sprite that was chosen elsewhere. Who chose it alone changes it alone, until they choose another scope. */
function openItem(item) {
  if (tune.item === item)
    return;
  if (!tune.shown.includes(item)) {
    $('tune-search').value = '';
    selectItems();
  }
  activateItem(tune.shown.indexOf(item));
  if (tune.scope === 'all' && !tune.isScopeChosen) {
    tune.scope = 'unit';
    showTune();
  }
}

/* Several chosen ones are a scope of their own. */
function chooseMore(at, how) {
  const first = Math.max(0, tune.shown.indexOf(tune.anchor ?? tune.item));
  if (how === 'range')
    tune.chosen = new Set(tune.shown.slice(Math.min(first, at), Math.max(first, at) + 1).map(({ unit }) => unit));
  else {
    tune.anchor = tune.shown[at];
    const { unit } = tune.anchor, before = tune.scope === 'chosen' ? tune.chosen : new Set([tune.item.unit]);
    const isTaken = how === 'toggle' && before.has(unit) && before.size > 1;
    tune.chosen = how === 'toggle' ? new Set([...before, unit]) : new Set([unit]);
    if (isTaken)
      tune.chosen.delete(unit);
  }
  if (how !== 'alone')
    tune.scope = 'chosen';
  else if (tune.scope === 'chosen')
    tune.scope = 'unit';
}

/* Shows on the cards which one is chosen and which ones belong to the scope. */
function markCards() {
  const active = tune.shown.indexOf(tune.item);
  for (const [at, card] of tune.cards) {
    const isScoped = tune.scope !== 'all' && inScope(tune.shown[at].unit);
    card.classList.toggle('active', at === active);
    card.setAttribute('aria-selected', String(at === active || (tune.scope === 'chosen' && isScoped)));
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
  activateItem(active < 0 ? 0 : active + steps[event.key], event.shiftKey ? 'range' : 'alone');
  event.preventDefault();
}
