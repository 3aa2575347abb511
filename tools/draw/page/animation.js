/*
 * animation.js - plays the animations of a pack
 *
 * All frames have their pivots at the same place.
 */

const player = { all: [], shown: [], current: null, frame: 0, time: 0, playing: false, last: 0 };

/* ---- Time ---- */

const durationOf = (frames, end = frames.length) =>
  frames.slice(0, end).reduce((sum, { duration }) => sum + duration, 0);

/* The index of the frame at `time` milliseconds, as in hm_animation_at; `play` is "loop",
 * "once" or "ping-pong". */
function frameAt(frames, time, play) {
  const order = frames.map((frame, i) => i);
  if (play === 'ping-pong')
    order.push(...order.slice(1, -1).reverse());
  const total = durationOf(order.map(i => frames[i]));
  if (play === 'once' && time >= total)
    return Math.max(0, frames.length - 1);
  let rest = total > 0 ? time % total : 0;
  for (const i of order) {
    if (rest < frames[i].duration)
      return i;
    rest -= frames[i].duration;
  }
  return 0;
}

function isOver() {
  return $('repeat').value === 'once' && player.time >= durationOf(player.current.frames);
}

function tick(now) {
  if (!player.playing || $('animations').hidden)
    return;
  /* A tab that was hidden continues where it stopped. */
  player.time += Math.min(now - player.last, 1000) * Number($('speed').value);
  player.last = now;
  const frame = frameAt(player.current.frames, player.time, $('repeat').value);
  if (frame !== player.frame)
    showFrame(frame);
  if (isOver())
    play(false);
  requestAnimationFrame(tick);
}

function play(wanted) {
  player.playing = wanted && durationOf(player.current.frames) > 0;
  $('play').textContent = player.playing ? 'Stop' : 'Play';
  if (!player.playing)
    return;
  if (isOver())
    player.time = 0;
  player.last = performance.now();
  requestAnimationFrame(tick);
}

function stepFrame(step) {
  const { frames } = player.current;
  const next = frames.length > 0 ? (player.frame + step + frames.length) % frames.length : 0;
  play(false);
  player.time = durationOf(frames, next);
  showFrame(next);
}

/* ---- The picture ---- */

/* The box round all frames as seen from their pivots. */
function animationBox(animation) {
  const edges = { left: 0, top: 0, right: 1, bottom: 1 };
  for (const { sprite } of animation.frames) {
    edges.left = Math.min(edges.left, -sprite.pivotX);
    edges.top = Math.min(edges.top, -sprite.pivotY);
    edges.right = Math.max(edges.right, sprite.width - sprite.pivotX);
    edges.bottom = Math.max(edges.bottom, sprite.height - sprite.pivotY);
  }
  return edges;
}

function paintAnimation() {
  if ($('animations').hidden || !player.current)
    return;
  const ctx = clearCanvas($('screen'));
  const frame = player.current.frames[player.frame];
  if (!frame)
    return;
  const { left, top, right, bottom } = animationBox(player.current);
  const fit = fitPlace($('screen'), right - left, bottom - top, 24 * devicePixelRatio, 16 * devicePixelRatio);
  const place = { zoom: fit.zoom, x: Math.round(fit.x - (left + frame.sprite.pivotX) * fit.zoom),
                  y: Math.round(fit.y - (top + frame.sprite.pivotY) * fit.zoom) };
  paintSprite(ctx, viewOf(frame.sprite), place);
  $('screen').setAttribute('aria-label', `Frame ${player.frame + 1}: ${frame.sprite.name}`);
}

function showFrame(index) {
  const { frames } = player.current;
  player.frame = index;
  for (const [i, item] of [...$('strip').children].entries())
    item.setAttribute('aria-selected', String(i === index));
  $('strip').children[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  $('clock').textContent = frames.length > 0
    ? `frame ${index + 1} of ${frames.length} · ${plain(frames[index].duration)} ms of ${plain(durationOf(frames))} ms` : 'no frames';
  paintAnimation();
}

/* ---- Which ---- */

function showStrip() {
  const { frames } = player.current;
  $('strip').replaceChildren(...frames.map(({ sprite, duration }, i) => {
    const item = element('div', { id: `frame-${i}`, title: sprite.name }, element('canvas', {}),
                         element('small', {}, `${duration} ms`));
    item.setAttribute('role', 'option');
    item.setAttribute('aria-label', `Frame ${i + 1}: ${sprite.name}, ${duration} milliseconds`);
    return item;
  }));
  paintStrip();
}

/* Paints the visible frames only, because there may be very many. */
function paintStrip() {
  const { left, right } = $('strip').getBoundingClientRect();
  for (const [i, item] of [...$('strip').children].entries()) {
    const place = item.getBoundingClientRect();
    if (place.right > left && place.left < right)
      paintCard(item, player.current.frames[i].sprite);
  }
}

function chooseAnimation(animation) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  Object.assign(player, { current: animation, time: 0 });
  for (const [i, item] of [...$('animation-list').children].entries())
    item.setAttribute('aria-selected', String(player.shown[i] === animation));
  showStrip();
  showFrame(frameAt(animation.frames, 0, $('repeat').value));
  play(!calm);
}

function listAnimations() {
  const matches = nameMatcher($('animation-search').value);
  player.shown = player.all.filter(({ name }) => matches(name));
  $('animation-list').replaceChildren(...player.shown.map((animation, i) => {
    const item = element('li', { id: `animation-${i}` }, nameElement(animation.name),
                         element('small', {}, `${plain(animation.frames.length)} frame${animation.frames.length === 1 ? '' : 's'} · ${plain(durationOf(animation.frames))} ms`));
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', String(animation === player.current));
    return item;
  }));
}

function animationListKey(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const at = player.shown.indexOf(player.current) + step;
  if (step === undefined)
    return;
  event.preventDefault();
  if (!player.shown[at])
    return;
  chooseAnimation(player.shown[at]);
  $('animation-list').setAttribute('aria-activedescendant', `animation-${at}`);
  $('animation-list').children[at].scrollIntoView({ block: 'nearest' });
}

/* Called when the view becomes visible. */
function enterAnimations() {
  if (!player.current)
    chooseAnimation(player.all[0]);
  else
    play(player.playing);
  repaintSoon();
}

function setAnimations(animations) {
  play(false);
  player.all = animations;
  player.current = null;
  $('tab-animations').hidden = animations.length === 0;
  listAnimations();
}

function connectAnimations() {
  $('animation-search').addEventListener('input', listAnimations);
  $('animation-list').addEventListener('click', event => {
    const item = event.target.closest('li');
    if (item)
      chooseAnimation(player.shown[[...$('animation-list').children].indexOf(item)]);
  });
  $('animation-list').addEventListener('keydown', animationListKey);
  $('strip').addEventListener('click', event => {
    const item = event.target.closest('[role=option]');
    if (item)
      stepFrame([...$('strip').children].indexOf(item) - player.frame);
  });
  $('play').addEventListener('click', () => play(!player.playing));
  $('back').addEventListener('click', () => stepFrame(-1));
  $('forward').addEventListener('click', () => stepFrame(1));
  $('strip').addEventListener('scroll', paintStrip, { passive: true });
  new ResizeObserver(paintAnimation).observe($('screen'));
}

const animationKeys = { ' ': () => play(!player.playing), ArrowLeft: () => stepFrame(-1), ArrowRight: () => stepFrame(1) };
