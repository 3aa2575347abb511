/*
 * try.js - the "Bench" tab of the page: two sprites, one over the other. Do they touch, where, and how much?
 */

const ZOOMS = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48];

const INT32_MIN = -2147483648, INT32_MAX = 2147483647;

/* A piece lies upright until it is turned, clockwise about its pivot, by an angle in degrees, and scaled. */
const pieceOf = sprite => ({ sprite, flipX: false, flipY: false, angle: 0, scale: 1 });

/* Limits of `hitmask query`. */
const LIMITS = { angle: 1000000, scale: 64 };

/* The state of the bench: a piece for each sprite, and the offset of B from A, both upright. */
const bench = {
  sprites: [], /* all, by name */
  a: pieceOf(null),
  b: pieceOf(null),
  dx: 0, dy: 0,
  x: 0, y: 0, zoom: 4, /* where A's corner is on the canvas, and the size of a pixel, in CSS pixels */
  fitted: false,
};

const benchView = ({ sprite, flipX, flipY }) => viewOf(sprite, flipX, flipY, $('bench-masks').value);

const unitsOf = ({ angle, scale }) => ({ angle: angleUnits(angle), scale: scaleUnits(scale) });

const isUpright = piece => unitsOf(piece).angle === 0n && unitsOf(piece).scale === 65536n;

const areUpright = () => isUpright(bench.a) && isUpright(bench.b);

function placementOn(which) {
  const [x, y] = which === 'a' ? [0, 0] : [bench.dx, bench.dy];
  return placementOf(bench[which], x, y, bench[which].angle, bench[which].scale);
}

/* The map from A to B, or null when the runtime refuses it. */
const mapOnBench = () => [bench.a, bench.b].map(benchView).every(isInSize)
  ? mapBetween(placementOn('a'), placementOn('b')) : null;

/* The last meeting on the bench: the answer, the code and the picture ask for it in turn. */
const met = { a: null, b: null, key: '', runs: [] };

/* Calls visit(word, x, y) for the pixels of A that touch B. */
function meetOnBench(visit) {
  const a = benchView(bench.a), b = benchView(bench.b);
  const key = [bench.a, bench.b].map(({ angle, scale }) => `${angle} ${scale}`).join() + ` ${bench.dx} ${bench.dy}`;
  if (met.a !== a || met.b !== b || met.key !== key) {
    const runs = [], keep = (...run) => runs.push(run);
    if (areUpright())
      meet(a, b, bench.dx, bench.dy, keep);
    else
      meetThrough(mapOnBench(), a, b, keep);
    Object.assign(met, { a, b, key, runs });
  }
  for (const [word, x, y] of met.runs)
    visit(word, x, y);
}

function boxesMeetOnBench() {
  const a = benchView(bench.a), b = benchView(bench.b);
  if (areUpright())
    return boxesMeet(a, b, bench.dx, bench.dy);
  return boxesMeet(boxThrough(matrixOf(placementOn('a')), a), boxThrough(matrixOf(placementOn('b')), b), 0, 0);
}

/* The answers of the runtime for the two pieces. `lost`: it refuses the placements. */
function benchAnswer() {
  const answer = tally(meetOnBench);
  return { ...answer, boxes: answer.touch || boxesMeetOnBench(), lost: !areUpright() && !mapOnBench() };
}

/* ---- The answer in words ---- */

function showAnswer() {
  const { touch, first, area, boxes, lost } = benchAnswer(), upright = areUpright();
  const verdict = $('verdict');
  verdict.textContent = touch ? 'They touch'
    : lost ? 'Out of range: nothing touches'
    : boxes ? 'Their boxes meet, their pixels do not' : 'They are apart';
  verdict.className = touch ? 'touch' : boxes ? 'near' : 'apart';
  $('first').textContent = first ? `(${first[0]}, ${first[1]}) in A` : '–';
  $('area').textContent = plain(area);
  $('area-label').textContent = upright ? 'Shared pixels' : 'Pixels of A that touch';
  $('share').textContent = !touch ? '–' : `${percent(area, benchView(bench.a).area)} of A` +
    (upright ? ` · ${percent(area, benchView(bench.b).area)} of B` : '');
  $('boxes').textContent = boxes ? 'meet' : 'apart';
  $('code').textContent = codeOf(touch, first, area);
}

/* A string of C. Bytes that are not ASCII, or could end the string, are octal. */
function cString(name) {
  let text = '';
  for (const byte of new TextEncoder().encode(name))
    text += byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x3f
      ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  return `"${text}"`;
}

function codeOf(touch, first, area) {
  const lines = [];
  for (const which of ['a', 'b']) {
    const { sprite, flipX, flipY } = bench[which];
    lines.push(`hm_pack_find(&pack, ${cString(sprite.name)}, &${which});`);
    if (flipX || flipY)
      lines.push(`hm_sprite_flip(&${which}, ${flipX}, ${flipY}, &${which});`);
    if (!areUpright())
      lines.push(...placeCode(which));
  }
  const [about, at] = areUpright() ? ['hm_overlap', `&a, &b, ${bench.dx}, ${bench.dy}`]
    : ['hm_placed', '&a, &at_a, &b, &at_b'];
  if (touch)
    lines.push(`assert(${about}_first(${at}, &hit));`,
               `assert(hit.x == ${first[0]} && hit.y == ${first[1]});`,
               `assert(${about}_area(${at}) == ${area});`);
  else
    lines.push(`assert(!${areUpright() ? 'hm_overlap' : 'hm_placed_overlap'}(${at}));`);
  return lines.join('\n');
}

function placeCode(which) {
  const { angle, scale } = unitsOf(bench[which]), [x, y] = which === 'a' ? [0, 0] : [bench.dx, bench.dy];
  const lines = [`hm_place(&${which}, ${x}, ${y}, ${angle}, &at_${which});`];
  if (scale !== 65536n)
    lines.push(`at_${which}.scale_x = at_${which}.scale_y = ${scale};`);
  return lines;
}

/* ---- The picture ---- */

const ratioOf = () => devicePixelRatio;

/* The place of the corner of A when it is upright, in device pixels. */
function originOf() {
  const ratio = ratioOf();
  return { x: Math.round(bench.x * ratio), y: Math.round(bench.y * ratio), zoom: bench.zoom * ratio };
}

/* Paints in the frame of a piece: it is upright there, and its pixels are as large as on the screen, so that
 * lines keep their width. */
function paintIn(ctx, which, paint) {
  const origin = originOf(), size = Math.abs(bench[which].scale);
  const [xx, yx, xy, yy, x, y] = matrixOf(placementOn(which));
  ctx.save();
  ctx.transform(xx / size, yx / size, xy / size, yy / size, origin.x + x * origin.zoom, origin.y + y * origin.zoom);
  paint({ x: 0, y: 0, zoom: origin.zoom * size });
  ctx.restore();
}

/* The box of a whole picture. */
const pictureBox = ({ width, height }) => ({ left: 0, top: 0, right: width, bottom: height });

/* The box of the world round the whole picture of a piece. */
const frameOf = which => boxThrough(matrixOf(placementOn(which)), pictureBox(bench[which].sprite));

function paintPixelGrid(ctx, place) {
  if (place.zoom < 8 * ratioOf())
    return;
  const { width, height } = ctx.canvas;
  ctx.fillStyle = cssFill('pixel-grid');
  for (let x = place.x % place.zoom; x < width; x += place.zoom)
    ctx.fillRect(Math.round(x), 0, 1, height);
  for (let y = place.y % place.zoom; y < height; y += place.zoom)
    ctx.fillRect(0, Math.round(y), width, 1);
}

function paintShared(ctx, place) {
  ctx.fillStyle = cssFill('hit', 0.85);
  ctx.beginPath();
  meetOnBench((word, x, y) => {
    while (word !== 0) {
      const from = lowestBit(word);
      const rest = word >>> from, length = rest === NONE ? 32 : lowestBit(~rest);
      ctx.rect(place.x + (x + from) * place.zoom, place.y + y * place.zoom, length * place.zoom, place.zoom);
      word = length + from >= 32 ? 0 : word & NONE << (from + length);
    }
  });
  ctx.fill();
}

function paintContact(ctx, place, [x, y]) {
  const ratio = ratioOf();
  const middleX = place.x + (x + 0.5) * place.zoom, middleY = place.y + (y + 0.5) * place.zoom;
  const radius = Math.max(place.zoom * 0.9, 7 * ratio);
  for (const [color, width] of [['ground', 5], ['contact', 2.5]]) {
    ctx.strokeStyle = cssFill(color);
    ctx.lineWidth = width * ratio;
    ctx.beginPath();
    ctx.arc(middleX, middleY, radius, 0, 2 * Math.PI);
    ctx.stroke();
  }
}

/* The tag stands on the highest corner of the picture. */
function paintTag(ctx, which) {
  const ratio = ratioOf(), origin = originOf();
  const [[left, top]] = cornersThrough(matrixOf(placementOn(which)), pictureBox(bench[which].sprite))
    .sort((p, q) => p[1] - q[1] || p[0] - q[0]);
  const size = 16 * ratio, x = origin.x + left * origin.zoom, y = origin.y + top * origin.zoom - size - 3 * ratio;
  ctx.fillStyle = cssFill(which);
  ctx.beginPath();
  ctx.roundRect(x, y, size, size, 3 * ratio);
  ctx.fill();
  ctx.fillStyle = cssFill('on-color');
  ctx.font = `600 ${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(which.toUpperCase(), x + size / 2, y + size / 2 + ratio / 2);
}

function paintBench() {
  if ($('bench').hidden || !bench.a.sprite)
    return;
  if (!bench.fitted)
    fitBench();
  const ctx = clearCanvas($('stage'));
  const { first } = benchAnswer();
  paintPixelGrid(ctx, originOf());
  for (const which of ['a', 'b'])
    paintIn(ctx, which, place => paintSprite(ctx, benchView(bench[which]), place, { color: which }));
  paintIn(ctx, 'a', place => paintShared(ctx, place));
  for (const which of ['a', 'b'])
    paintTag(ctx, which);
  if (first)
    paintIn(ctx, 'a', place => paintContact(ctx, place, first));
  $('zoom').textContent = bench.zoom >= 1 ? `${bench.zoom}×` : `1/${1 / bench.zoom}×`;
}

/* ---- Changes ---- */

const clampOffset = value => Math.min(Math.max(Math.round(Number(value) || 0), INT32_MIN), INT32_MAX);

function showBench() {
  for (const which of ['a', 'b']) {
    $(`name-${which}`).value = $(`name-${which}`).title = bench[which].sprite.name;
    putName($(`shown-${which}`), bench[which].sprite.name);
    $(`flip-${which}-x`).setAttribute('aria-pressed', String(bench[which].flipX));
    $(`flip-${which}-y`).setAttribute('aria-pressed', String(bench[which].flipY));
  }
  for (const axis of ['dx', 'dy'])
    if (document.activeElement !== $(axis) || Number($(axis).value) !== bench[axis])
      $(axis).value = String(bench[axis]);
  for (const which of ['a', 'b']) {
    for (const key of ['angle', 'scale'])
      if (document.activeElement !== $(`${key}-${which}`))
        $(`${key}-${which}`).value = String(bench[which][key]);
    $(`turn-${which}`).value = String(halfTurns(bench[which].angle));
  }
  showAnswer();
  rememberSoon();
  repaintSoon();
}

function moveB(dx, dy) {
  bench.dx = clampOffset(dx);
  bench.dy = clampOffset(dy);
  showBench();
}

function flip(which, axis) {
  bench[which][axis] = !bench[which][axis];
  showBench();
}

/* An angle from -180 on to below 180. */
const halfTurns = degrees => ((degrees + 180) % 360 + 360) % 360 - 180;

/* Sets the angle or the scale of a piece to a number as somebody types it. Until it is one in range, the last
 * one stays. */
function setNumber(which, key, text) {
  const value = Math.round(Number(text) * MILLION) / MILLION;
  if (String(text).trim() === '' || !(Math.abs(value) <= LIMITS[key]) || (key === 'scale' && scaleUnits(value) === 0n))
    return;
  bench[which][key] = value;
  showBench();
}

const turnBy = (which, degrees) => setNumber(which, 'angle', halfTurns(bench[which].angle + degrees));

/* Exchanges A and B; they keep their places. */
function swapPieces() {
  [bench.a, bench.b] = [bench.b, bench.a];
  bench.x += bench.dx * bench.zoom;
  bench.y += bench.dy * bench.zoom;
  moveB(-bench.dx, -bench.dy);
}

/* B stands at the right edge of A, so that a touch is a small move away. */
function setPiece(which, sprite) {
  bench[which] = pieceOf(sprite);
  bench.fitted = false;
  if (!bench.a.sprite || !bench.b.sprite)
    return;
  const a = bench.a.sprite, b = bench.b.sprite;
  moveB(Math.round(a.width * 0.6), Math.round((a.height - b.height) / 2));
}

function putOnBench(which, sprite) {
  setPiece(which, sprite);
  showTab('bench');
  $('stage').focus();
}

/* ---- Looking ---- */

function zoomTo(zoom, x, y) {
  const inSprite = { x: (x - bench.x) / bench.zoom, y: (y - bench.y) / bench.zoom };
  bench.zoom = zoom;
  bench.x = x - inSprite.x * zoom;
  bench.y = y - inSprite.y * zoom;
  repaintSoon();
}

function zoomStep(step, x = $('stage').clientWidth / 2, y = $('stage').clientHeight / 2) {
  const at = ZOOMS.indexOf(bench.zoom) + step;
  if (ZOOMS[at])
    zoomTo(ZOOMS[at], x, y);
}

function fitBench() {
  const { clientWidth, clientHeight } = $('stage');
  const a = frameOf('a'), b = frameOf('b');
  const left = Math.min(a.left, b.left), right = Math.max(a.right, b.right);
  const top = Math.min(a.top, b.top), bottom = Math.max(a.bottom, b.bottom);
  const edge = 18 + $('under-stage').offsetHeight;
  const room = Math.min((clientWidth - 80) / (right - left), (clientHeight - 2 * edge) / (bottom - top), 16);
  bench.zoom = ZOOMS.findLast(zoom => zoom <= room) ?? ZOOMS[0];
  bench.x = (clientWidth - (right + left) * bench.zoom) / 2;
  bench.y = (clientHeight - (bottom + top) * bench.zoom) / 2;
  bench.fitted = true;
  repaintSoon();
}

/* ---- Hands ---- */

function isOnB(x, y) {
  const [inX, inY] = pointBack(matrixOf(placementOn('b')), (x - bench.x) / bench.zoom, (y - bench.y) / bench.zoom);
  return inX >= 0 && inY >= 0 && inX < bench.b.sprite.width && inY < bench.b.sprite.height;
}

function startDrag(event) {
  const stage = $('stage');
  const from = { x: event.clientX, y: event.clientY, dx: bench.dx, dy: bench.dy, left: bench.x, top: bench.y };
  const moves = isOnB(event.offsetX, event.offsetY);
  const drag = now => {
    const x = now.clientX - from.x, y = now.clientY - from.y;
    if (moves)
      moveB(from.dx + x / bench.zoom, from.dy + y / bench.zoom);
    else
      [bench.x, bench.y] = [from.left + x, from.top + y];
    repaintSoon();
  };
  stage.setPointerCapture(event.pointerId);
  stage.classList.add('dragging');
  stage.addEventListener('pointermove', drag);
  stage.addEventListener('lostpointercapture', () => {
    stage.removeEventListener('pointermove', drag);
    stage.classList.remove('dragging');
  }, { once: true });
}

const benchKeys = {
  ArrowLeft: step => moveB(bench.dx - step, bench.dy),
  ArrowRight: step => moveB(bench.dx + step, bench.dy),
  ArrowUp: step => moveB(bench.dx, bench.dy - step),
  ArrowDown: step => moveB(bench.dx, bench.dy + step),
  h: () => flip('b', 'flipX'),
  v: () => flip('b', 'flipY'),
  H: () => flip('a', 'flipX'),
  V: () => flip('a', 'flipY'),
  r: () => turnBy('b', 15),
  R: () => turnBy('a', 15),
  x: swapPieces,
  '+': () => zoomStep(1),
  '=': () => zoomStep(1),
  '-': () => zoomStep(-1),
  0: fitBench,
};

function benchKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in benchKeys))
    return;
  benchKeys[event.key](event.shiftKey ? 10 : 1);
  event.preventDefault();
  event.stopPropagation();
}

/* ---- In the address, so that a situation can be sent to somebody ---- */

let rememberTimer = 0;

function rememberSoon() {
  clearTimeout(rememberTimer);
  rememberTimer = setTimeout(remember, 300);
}

const flipsOf = ({ flipX, flipY }) => (flipX ? 'h' : '') + (flipY ? 'v' : '');

function remember() {
  if ($('bench').hidden)
    return;
  const state = new URLSearchParams({ a: bench.a.sprite.name, b: bench.b.sprite.name, x: bench.dx, y: bench.dy });
  for (const which of ['a', 'b']) {
    const { angle, scale } = bench[which], kept = { flip: flipsOf(bench[which]), angle: angle || '', scale: scale === 1 ? '' : scale };
    for (const key in kept)
      if (kept[key] !== '')
        state.set(`${key}-${which}`, kept[key]);
  }
  history.replaceState(null, '', `#bench?${state}`);
}

/* Puts the sprites of the address on the bench. False when it has none. */
function recall(sprites) {
  if (!location.hash.startsWith('#bench?'))
    return false;
  const state = new URLSearchParams(location.hash.slice(7));
  for (const which of ['a', 'b']) {
    const sprite = sprites.find(({ name }) => name === state.get(which));
    const flips = state.get(`flip-${which}`) ?? '';
    if (!sprite)
      return false;
    setPiece(which, sprite);
    Object.assign(bench[which], { flipX: flips.includes('h'), flipY: flips.includes('v') });
  }
  for (const which of ['a', 'b'])
    for (const key of ['angle', 'scale'])
      setNumber(which, key, state.get(`${key}-${which}`) ?? '');
  moveB(state.get('x'), state.get('y'));
  return true;
}

/* ---- Set up ---- */

/* Pieces stay on the bench, as they lie, where the pack has sprites with their names. */
function setBench(sprites) {
  const find = piece => sprites.find(({ name }) => name === piece.sprite?.name);
  const a = find(bench.a), b = find(bench.b);
  bench.sprites = sprites;
  if (a && b)
    for (const [piece, sprite] of [[bench.a, a], [bench.b, b]])
      piece.sprite = sprite;
  else {
    bench.a = bench.b = pieceOf(null);
    if (sprites.length > 0) {
      setPiece('a', sprites[0]);
      setPiece('b', sprites[Math.min(1, sprites.length - 1)]);
    }
  }
  if (bench.a.sprite)
    showBench();
}

function connectBench() {
  const stage = $('stage');
  for (const which of ['a', 'b']) {
    offerSprites($(`name-${which}`), $(`list-${which}`), () => bench.sprites, sprite => {
      if (sprite)
        setPiece(which, sprite);
      else
        $(`name-${which}`).value = bench[which].sprite.name;
    });
    $(`flip-${which}-x`).addEventListener('click', () => flip(which, 'flipX'));
    $(`flip-${which}-y`).addEventListener('click', () => flip(which, 'flipY'));
    for (const key of ['angle', 'scale']) {
      $(`${key}-${which}`).addEventListener('input', event => setNumber(which, key, event.target.value));
      $(`${key}-${which}`).addEventListener('blur', showBench);
    }
    $(`turn-${which}`).addEventListener('input', event => setNumber(which, 'angle', event.target.value));
  }
  $('dx').addEventListener('input', () => moveB($('dx').value, bench.dy));
  $('dy').addEventListener('input', () => moveB(bench.dx, $('dy').value));
  $('swap').addEventListener('click', swapPieces);
  $('zoom-in').addEventListener('click', () => zoomStep(1));
  $('zoom-out').addEventListener('click', () => zoomStep(-1));
  $('zoom-fit').addEventListener('click', fitBench);
  $('copy').addEventListener('click', () => copyText($('copy'), $('code').textContent));
  $('bench-masks').addEventListener('input', showBench);
  stage.addEventListener('pointerdown', startDrag);
  stage.addEventListener('pointermove', event =>
    stage.classList.toggle('over', isOnB(event.offsetX, event.offsetY)));
  stage.addEventListener('keydown', benchKey);
  stage.addEventListener('wheel', event => {
    zoomStep(event.deltaY < 0 ? 1 : -1, event.offsetX, event.offsetY);
    event.preventDefault();
  }, { passive: false });
  new ResizeObserver(repaintSoon).observe(stage);
}
