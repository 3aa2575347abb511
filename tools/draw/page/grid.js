/*
 * grid.js - shows all sprites as cards; only visible cards exist
 */

const CARD = { width: 136, height: 164, gap: 10, points: 600 };

const grid = {
  sprites: [],     /* all, by name */
  items: [],       /* the sprites that are shown, in their order */
  active: 0,
  columns: 1,
  cards: new Map() /* by index */
};

const sortKeys = {
  name: null,
  size: sprite => sprite.width * sprite.height,
  area: sprite => sprite.area,
  share: sprite => sprite.area / (sprite.width * sprite.height),
  points: sprite => sprite.list ? sprite.list.count : -1,
};

/* ---- Which ---- */

function selectSprites() {
  const matches = nameMatcher($('search').value);
  const wanted = $('filter').value === 'any' ? ~0 : Number($('filter').value);
  const key = sortKeys[$('sort').value];
  const chosen = grid.items[grid.active]?.name;
  grid.items = grid.sprites.filter(sprite =>
    (wanted === 0 || (sprite.warnings & wanted) !== 0) && matches(sprite.name));
  if (key)
    grid.items.sort((a, b) => key(b) - key(a));
  grid.active = Math.max(0, grid.items.findIndex(({ name }) => name === chosen));
  $('found').textContent = grid.items.length === grid.sprites.length
    ? `${plain(grid.items.length)} sprites` : `${plain(grid.items.length)} of ${plain(grid.sprites.length)}`;
  $('nothing').hidden = grid.items.length > 0;
  refillCards();
  layOutGrid();
  showActive();
}

const plain = number => number.toLocaleString('en').replace(/,/g, '\u202f');

/* ---- Cards in sight ---- */

/* Cards are filled again rather than made again: new canvases cost the most of a new pack. */
function refillCards() {
  for (const card of grid.cards.values())
    card.sprite = null;
}

function layOutGrid() {
  const columns = Math.max(1, Math.floor(($('rows').clientWidth + CARD.gap) / (CARD.width + CARD.gap)));
  if (columns !== grid.columns)
    refillCards();
  grid.columns = columns;
  $('rows').style.height = `${Math.ceil(grid.items.length / columns) * (CARD.height + CARD.gap)}px`;
  showCards();
}

function showCards() {
  const step = CARD.height + CARD.gap, spare = [], filled = [];
  const { scrollTop, clientHeight } = $('grid');
  const first = Math.max(0, Math.floor(scrollTop / step) - 1) * grid.columns;
  const end = Math.min(grid.items.length, (Math.ceil((scrollTop + clientHeight) / step) + 1) * grid.columns);
  for (const [index, card] of grid.cards)
    if (index < first || index >= end) {
      grid.cards.delete(index);
      spare.push(card);
    }
  for (let index = first; index < end; index++) {
    const card = grid.cards.get(index) ?? spare.pop() ?? makeCard();
    grid.cards.set(index, card);
    if (card.sprite !== grid.items[index])
      filled.push(fillCard(card, index));
  }
  for (const card of spare)
    card.remove();
  /* After all are placed: reading a size in between would make the browser lay out again. */
  if (!repaintWanted)
    for (const card of filled)
      paintCard(card, card.sprite);
}

function makeCard() {
  const card = element('div', { className: 'card' }, element('canvas', {}), element('bdi', { className: 'name cut' }), element('small', {}));
  card.setAttribute('role', 'option');
  $('rows').append(card);
  return card;
}

function fillCard(card, index) {
  const sprite = card.sprite = grid.items[index], [, name, facts] = card.children;
  card.id = `card-${index}`;
  card.title = sprite.name;
  putName(name, sprite.name);
  facts.replaceChildren(`${sprite.width} × ${sprite.height}`);
  if (sprite.warnings !== 0)
    facts.append(element('span', { className: 'badge' }, warningIds(sprite)[0]));
  card.setAttribute('aria-selected', String(index === grid.active));
  card.setAttribute('aria-setsize', String(grid.items.length));
  card.setAttribute('aria-posinset', String(index + 1));
  const share = 100 / grid.columns;
  card.style.insetInlineStart = `calc((100% + ${CARD.gap}px) / ${grid.columns} * ${index % grid.columns})`;
  card.style.width = `calc(${share}% - ${CARD.gap * (grid.columns - 1) / grid.columns}px)`;
  card.style.top = `${Math.floor(index / grid.columns) * (CARD.height + CARD.gap)}px`;
  return card;
}

function paintCard(card, sprite) {
  const canvas = card.firstChild;
  const ctx = clearCanvas(canvas);
  const place = fitPlace(canvas, sprite.width, sprite.height, 6 * devicePixelRatio, Math.round(4 * devicePixelRatio));
  paintSprite(ctx, viewOf(sprite), place, { points: CARD.points, frame: false });
}

function paintGrid() {
  for (const card of grid.cards.values())
    paintCard(card, card.sprite);
}

/* ---- The active one ---- */

function showActive() {
  const sprite = grid.items[grid.active];
  for (const [index, card] of grid.cards)
    card.setAttribute('aria-selected', String(index === grid.active));
  if (sprite)
    $('grid').setAttribute('aria-activedescendant', `card-${grid.active}`);
  else
    $('grid').removeAttribute('aria-activedescendant');
  showDetail(sprite ?? null);
}

function activate(index) {
  if (grid.items.length === 0)
    return;
  grid.active = Math.min(Math.max(index, 0), grid.items.length - 1);
  chosenSprite = grid.items[grid.active].index;
  const step = CARD.height + CARD.gap, top = Math.floor(grid.active / grid.columns) * step;
  const { scrollTop, clientHeight } = $('grid');
  if (top < scrollTop)
    $('grid').scrollTop = top;
  else if (top + step > scrollTop + clientHeight)
    $('grid').scrollTop = top + step - clientHeight;
  showCards();
  showActive();
}

function gridKey(event) {
  const page = Math.max(1, Math.floor($('grid').clientHeight / (CARD.height + CARD.gap))) * grid.columns;
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -grid.columns, ArrowDown: grid.columns, PageUp: -page, PageDown: page };
  if (event.key in steps && !event.ctrlKey && !event.altKey && !event.metaKey)
    activate(grid.active + steps[event.key]);
  else if (event.key === 'Home')
    activate(0);
  else if (event.key === 'End')
    activate(grid.items.length - 1);
  else
    return;
  event.preventDefault();
}

/* ---- Set up ---- */

function offerFilters() {
  $('filter').replaceChildren($('filter').firstElementChild);
  const counts = warningNames.map((id, bit) => grid.sprites.filter(sprite => sprite.warnings >>> bit & 1).length);
  const any = grid.sprites.filter(sprite => sprite.warnings !== 0).length;
  $('filter-label').hidden = any === 0;
  $('filter').append(element('option', { value: 'any' }, `With warnings (${plain(any)})`));
  for (const [bit, id] of warningNames.entries())
    if (counts[bit] > 0)
      $('filter').append(element('option', { value: String(1 << bit) }, `${id} (${plain(counts[bit])})`));
}

function setGrid(sprites) {
  grid.sprites = sprites;
  offerFilters();
  selectSprites();
}

function connectGrid() {
  for (const id of ['search', 'sort', 'filter'])
    $(id).addEventListener('input', () => { $('grid').scrollTop = 0; selectSprites(); });
  $('search').addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      $('grid').focus();
      event.preventDefault();
    }
  });
  $('grid').addEventListener('scroll', showCards, { passive: true });
  $('grid').addEventListener('keydown', gridKey);
  $('grid').addEventListener('click', event => {
    const card = event.target.closest('.card');
    if (card)
      activate(Number(card.id.slice(5)));
  });
  new ResizeObserver(layOutGrid).observe($('grid'));
}
