/*
 * detail.js - shows the chosen sprite, large, with its figures and warnings
 */

const warningNames = document.documentElement.dataset.warnings.split(' ');

const warningTexts = {
  'empty': 'No pixel is solid. The sprite touches nothing.',
  'full': 'Every pixel is solid, and the image has neither alpha nor a colour key.',
  'key-unmatched': 'No pixel has the colour of the key.',
  'key-near': 'Some solid pixels have almost the colour of the key.',
};

const figureTexts = {
  Bounds: 'The box round the solid pixels',
  Points: 'Pixels of the outline, each for a cell of the map: a short list for quick tests, spread so that the first few stand for all',
  Map: 'The grid of cells from which points are taken, and how many cells thick the outline is',
  Pivot: 'The point that a game turns and places the sprite by',
};

const detail = { sprite: null, place: null };

/* Bits without a name here are from a newer baker. */
function warningIds(sprite) {
  const ids = [];
  for (let bit = 0; bit < 32; bit++)
    if (sprite.warnings >>> bit & 1)
      ids.push(warningNames[bit] ?? `warning ${bit}`);
  return ids;
}

const percent = (part, whole) => `${(100 * part / whole).toFixed(1)} %`;
const box = (x, y, width, height) => `${width} × ${height} at (${x}, ${y})`;

function figuresOf(sprite) {
  const list = sprite.list;
  const figures = [
    ['Size', `${sprite.width} × ${sprite.height}`],
    ['Bounds', sprite.mask === NONE ? 'none' : box(sprite.left, sprite.top, sprite.boxWidth, sprite.boxHeight)],
    ['Solid', `${plain(sprite.area)} px · ${percent(sprite.area, sprite.width * sprite.height)}`],
    ['Points', list ? plain(list.count) : 'none'],
  ];
  if (list)
    figures.push(['Map', `${list.mapWidth} × ${list.mapHeight} · prune ${list.prune}${list.borderDropped ? ' · border dropped' : ''}`]);
  figures.push(['Pivot', `(${sprite.pivotX}, ${sprite.pivotY})`]);
  if (sprite.mask !== NONE && views.pack.maskUsers[sprite.mask] > 1)
    figures.push(['Mask', `shared by ${plain(views.pack.maskUsers[sprite.mask])} sprites`]);
  figures.push(['Source', nameElement(sprite.source)]);
  if (sprite.layer !== null)
    figures.push(['Layer', nameElement(sprite.layer)]);
  figures.push(['Region', box(...sprite.region)]);
  if (sprite.data !== '')
    figures.push(['Data', element('pre', {}, sprite.data)]);
  return figures;
}

function showDetail(sprite) {
  detail.sprite = sprite;
  $('detail').hidden = sprite === null;
  if (sprite === null)
    return;
  $('detail-name').textContent = sprite.name;
  $('detail-figures').replaceChildren(...figuresOf(sprite).flatMap(([term, value]) =>
    [element('dt', { title: figureTexts[term] ?? '' }, term), element('dd', {}, value)]));
  if (!repaintWanted)
    paintDetail();
}

function showNotes(sprite) {
  const notes = warningIds(sprite).map(id => element('li', {}, element('b', {}, id), ` ${warningTexts[id] ?? ''}`));
  const problem = artProblem(sprite);
  if (problem)
    notes.push(element('li', {}, element('b', {}, 'art'), ` ${problem}`));
  $('detail-notes').replaceChildren(...notes);
}

function paintDetail() {
  const { sprite } = detail;
  if (!sprite || $('sprites').hidden)
    return;
  const canvas = $('detail-canvas');
  const ctx = clearCanvas(canvas);
  detail.place = fitPlace(canvas, sprite.width, sprite.height, 12 * devicePixelRatio, 64);
  paintSprite(ctx, viewOf(sprite), detail.place);
  canvas.setAttribute('aria-label', `Picture of ${sprite.name}, ${sprite.width} by ${sprite.height} pixels`);
  showNotes(sprite);
}

function connectDetail() {
  const canvas = $('detail-canvas');
  canvas.addEventListener('pointermove', event => {
    const { sprite, place } = detail;
    const x = Math.floor((event.offsetX * devicePixelRatio - place.x) / place.zoom);
    const y = Math.floor((event.offsetY * devicePixelRatio - place.y) / place.zoom);
    const inside = x >= 0 && y >= 0 && x < sprite.width && y < sprite.height;
    $('detail-pixel').textContent = inside ? `(${x}, ${y}) ${isSolid(viewOf(sprite), x, y) ? 'solid' : 'empty'}` : '';
  });
  canvas.addEventListener('pointerleave', () => { $('detail-pixel').textContent = ''; });
  for (const which of ['a', 'b'])
    $(`to-${which}`).addEventListener('click', () => putOnBench(which, detail.sprite));
  new ResizeObserver(paintDetail).observe(canvas.parentElement);
}
