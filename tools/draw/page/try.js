/*
 * try.js - the "Bench" tab of the page: two sprites, one over the other. Do they touch, where, and how much?
 */

const ZOOMS = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48];

const INT32_MIN = -2147483648, INT32_MAX = 2147483647;

/* The state of the bench: a piece for each sprite, and the offset of B from A. */
const bench = {
  a: { sprite: null, flipX: false, flipY: false },
  b: { sprite: null, flipX: false, flipY: false },
  dx: 0, dy: 0,
  x: 0, y: 0, zoom: 4, /* where A's corner is on the canvas, and the size of a pixel, in CSS pixels */
  fitted: false,
};

const benchView = ({ sprite, flipX, flipY }) => viewOf(sprite, flipX, flipY, $('bench-masks').value);

/* The same answers as the runtime gives for the two pieces. */
function benchAnswer() {
  const a = benchView(bench.a), b = benchView(bench.b);
  return { ...overlap(a, b, bench.dx, bench.dy), boxes: boxesMeet(a, b, bench.dx, bench.dy) };
}

/* ---- The answer in words ---- */

function showAnswer() {
  const { touch, first, area, boxes } = benchAnswer();
  const verdict = $('verdict');
  verdict.textContent = touch ? 'They touch' : boxes ? 'Their boxes meet, their pixels do not' : 'They are apart';
  verdict.className = touch ? 'touch' : boxes ? 'near' : 'apart';
  $('first').textContent = first ? `(${first[0]}, ${first[1]}) in A` : '–';
  $('area').textContent = plain(area);
  $('share').textContent = touch
    ? `${percent(area, benchView(bench.a).area)} of A · ${percent(area, benchView(bench.b).area)} of B` : '–';
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
  }
  const at = `&a, &b, ${bench.dx}, ${bench.dy}`;
  if (touch)
    lines.push(`assert(hm_overlap_first(${at}, &hit));`,
               `assert(hit.x == ${first[0]} && hit.y == ${first[1]});`,
               `assert(hm_overlap_area(${at}) == ${area});`);
  else
    lines.push(`assert(!hm_overlap(${at}));`);
  return lines.join('\n');
}

async function copyCode() {
  await navigator.clipboard?.writeText($('code').textContent);
  $('copy').textContent = 'Copied';
  setTimeout(() => { $('copy').textContent = 'Copy'; }, 1500);
}

/* ---- The picture ---- */

const ratioOf = () => devicePixelRatio;

function placeOf(which) {
  const ratio = ratioOf(), zoom = bench.zoom * ratio;
  const x = Math.round(bench.x * ratio), y = Math.round(bench.y * ratio);
  return which === 'a' ? { x, y, zoom } : { x: x + bench.dx * zoom, y: y + bench.dy * zoom, zoom };
}

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
  meet(benchView(bench.a), benchView(bench.b), bench.dx, bench.dy, (word, x, y) => {
    while (word !== 0) {
      const from = lowestBit(word);
      const rest = word >>> from, length = rest === NONE ? 32 : lowestBit(~rest);
      ctx.fillRect(place.x + (x + from) * place.zoom, place.y + y * place.zoom, length * place.zoom, place.zoom);
      word = length + from >= 32 ? 0 : word & NONE << (from + length);
    }
  });
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

function paintTag(ctx, which, place) {
  const ratio = ratioOf();
  const size = 16 * ratio, y = place.y - size - 3 * ratio;
  ctx.fillStyle = cssFill(which);
  ctx.beginPath();
  ctx.roundRect(place.x, y, size, size, 3 * ratio);
  ctx.fill();
  ctx.fillStyle = cssFill('on-color');
  ctx.font = `600 ${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(which.toUpperCase(), place.x + size / 2, y + size / 2 + ratio / 2);
}

function paintBench() {
  if ($('bench').hidden || !bench.a.sprite)
    return;
  if (!bench.fitted)
    fitBench();
  const ctx = clearCanvas($('stage'));
  const { first } = benchAnswer();
  paintPixelGrid(ctx, placeOf('a'));
  for (const which of ['a', 'b'])
    paintSprite(ctx, benchView(bench[which]), placeOf(which), { color: which });
  paintShared(ctx, placeOf('a'));
  for (const which of ['a', 'b'])
    paintTag(ctx, which, placeOf(which));
  if (first)
    paintContact(ctx, placeOf('a'), first);
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

/* Exchanges A and B; they keep their places. */
function swapPieces() {
  [bench.a, bench.b] = [bench.b, bench.a];
  bench.x += bench.dx * bench.zoom;
  bench.y += bench.dy * bench.zoom;
  moveB(-bench.dx, -bench.dy);
}

/* B stands at the right edge of A, so that a touch is a small move away. */
function setPiece(which, sprite) {
  bench[which] = { sprite, flipX: false, flipY: false };
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
  const { dx, dy } = bench, a = bench.a.sprite, b = bench.b.sprite;
  const left = Math.min(0, dx), right = Math.max(a.width, dx + b.width);
  const top = Math.min(0, dy), bottom = Math.max(a.height, dy + b.height);
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
  const inX = (x - bench.x) / bench.zoom - bench.dx, inY = (y - bench.y) / bench.zoom - bench.dy;
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
  for (const which of ['a', 'b'])
    if (flipsOf(bench[which]))
      state.set(`flip-${which}`, flipsOf(bench[which]));
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
  moveB(state.get('x'), state.get('y'));
  return true;
}

/* ---- Set up ---- */

function startBench(sprites) {
  const stage = $('stage');
  setPiece('a', sprites[0]);
  setPiece('b', sprites[Math.min(1, sprites.length - 1)]);
  for (const which of ['a', 'b']) {
    offerSprites($(`name-${which}`), $(`list-${which}`), sprites, sprite => {
      if (sprite)
        setPiece(which, sprite);
      else
        $(`name-${which}`).value = bench[which].sprite.name;
    });
    $(`flip-${which}-x`).addEventListener('click', () => flip(which, 'flipX'));
    $(`flip-${which}-y`).addEventListener('click', () => flip(which, 'flipY'));
  }
  $('dx').addEventListener('input', () => moveB($('dx').value, bench.dy));
  $('dy').addEventListener('input', () => moveB(bench.dx, $('dy').value));
  $('swap').addEventListener('click', swapPieces);
  $('zoom-in').addEventListener('click', () => zoomStep(1));
  $('zoom-out').addEventListener('click', () => zoomStep(-1));
  $('zoom-fit').addEventListener('click', fitBench);
  $('copy').addEventListener('click', copyCode);
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
