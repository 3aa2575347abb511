/*
 * game.js - the tab "Play": a small game on the art of the page, by the runtime as WebAssembly
 *
 * One sprite walks on ground that is made of another one, climbs what is not too steep, jumps, and shoots. Shots blow
 * craters and hit what stands around. Every question about pixels is one to the runtime.
 */

const STEP_MS = 1000 / 60, CLIMB = 6, SPEED = 2, GRAVITY = 0.35, JUMP = 6.4, SHOT_SPEED = 7, TARGETS = 7;

const game = {
  runtime: null,        /* the module, once it runs */
  pack: null,           /* of the runtime */
  isStale: true,        /* there is another pack on the page */
  ground: null, picture: null,
  hero: null, targets: [], shots: [], pieces: [],
  keys: new Set(), aim: null,
  hits: 0, craters: 0, asked: 0, spent: 0,
  time: 0, frame: 0,
};

/* ---- Pictures ---- */

/* The art of a sprite on a canvas of its own, or its mask where there is none; waits until the art is there. It stays
 * empty when another pack has come meanwhile: the game begins again then. */
async function pictureOfSprite(sprite) {
  const { pack } = views, canvas = element('canvas', { width: sprite.width, height: sprite.height });
  for (let left = 100; left > 0 && views.pack === pack && art.sources.has(pictureOf(sprite).source) && !artImage(sprite); left--)
    await new Promise(done => setTimeout(done, 20));
  if (views.pack !== pack)
    return canvas;
  const ctx = canvas.getContext('2d'), view = viewOf(sprite), place = { x: 0, y: 0, zoom: 1 };
  if (!paintArt(ctx, view, place))
    paintMask(ctx, view, place, 'mask', 1);
  return canvas;
}

/* ---- The cast ---- */

const playable = () => inNaturalOrder(views.pack.sprites).filter(({ area, width, height }) => area > 0 && Math.max(width, height) <= 1024);

const nameLike = (sprites, pattern) => sprites.find(({ name }) => pattern.test(name));

/* The first sprite of the animation that walks; if several walk, the largest. */
function walkerOf(animations) {
  const walking = animations.filter(({ name }) => /walk|run/i.test(name));
  return (walking.length > 0 ? walking : animations).map(({ frames }) => frames[0].sprite)
    .reduce((best, sprite) => sprite.area > (best?.area ?? 0) ? sprite : best, null);
}

/* Chooses the parts until the user does: names say much, and ground is full. */
function chooseCast(sprites) {
  const fullest = [...sprites].sort((a, b) => b.area / (b.width * b.height) - a.area / (a.width * a.height));
  const ground = nameLike(sprites, /ground|grass|floor|brick|block|tile|earth|dirt/i) ?? fullest[0];
  const others = sprites.filter(sprite => sprite !== ground);
  const hero = walkerOf(player.all) ?? nameLike(others, /hero|player|person|walk|idle|tux|man/i) ?? others[0] ?? ground;
  return { hero: sprites.includes(hero) ? hero : others[0] ?? ground, ground };
}

function offerCast() {
  const sprites = playable(), cast = sprites.length > 0 ? chooseCast(sprites) : null;
  for (const role of ['hero', 'ground']) {
    const field = $(`game-${role}`), before = field.value;
    field.replaceChildren(...sprites.slice(0, 2000).map(({ name }) => element('option', { value: name }, name)));
    field.value = sprites.some(({ name }) => name === before) ? before : cast?.[role].name ?? '';
  }
  return sprites;
}

const spriteNamed = name => views.pack.sprites.find(sprite => sprite.name === name);

/* The frames of the animation that a sprite is part of, or the sprite alone. */
const framesOf = sprite => player.all.find(({ frames }) => frames.some(frame => frame.sprite === sprite))?.frames.map(frame => frame.sprite) ?? [sprite];

async function actorOf(sprites) {
  const frames = await Promise.all(sprites.map(async sprite => ({ sprite, mask: game.pack.sprite(sprite.name), picture: await pictureOfSprite(sprite) })));
  return { frames, at: 0, x: 0, y: 0, fall: 0, faces: 1, isDown: false };
}

const maskOf = ({ frames, at, faces }) => faces < 0 ? frames[at].mask.flip(true, false) : frames[at].mask;

/* ---- The world ---- */

/* Always the same heights, so that a game can be told of. */
function* chances() {
  for (let seed = 7; ; yield seed / 0x7fffffff)
    seed = seed * 48271 % 0x7fffffff;
}

/* Ground is stamped as a floor with hills, each column as high as chance says, and as islands. */
async function buildGround(sprite) {
  const { width, height } = game.world, chance = chances(), picture = await pictureOfSprite(sprite);
  const mask = game.pack.sprite(sprite.name), step = sprite.boxWidth;
  game.ground = new game.runtime.Mask(width, height);
  game.picture = element('canvas', { width, height });
  const ctx = game.picture.getContext('2d');
  const stamp = (x, y) => {
    game.ground.stamp(mask, x - sprite.left, y - sprite.top);
    ctx.drawImage(picture, x - sprite.left, y - sprite.top);
  };
  let top = Math.round(height * 0.78);
  for (let x = 0; x < width; x += step) {
    top += Math.round((chance.next().value - 0.5) * Math.min(10, sprite.boxHeight));
    top = Math.min(Math.max(top, Math.round(height * 0.66)), Math.round(height * 0.88));
    for (let y = top; y < height; y += sprite.boxHeight)
      stamp(x, y);
  }
  for (let i = 0; i < 3; i++)
    for (let n = 0, x = Math.round(width * (0.2 + 0.25 * i + 0.05 * chance.next().value)), y = Math.round(height * (0.35 + 0.15 * chance.next().value)); n < Math.max(1, Math.round(90 / step)); n++)
      stamp(x + n * step, y);
}

function isFree(actor, x, y) {
  game.asked++;
  return !game.ground.sprite.overlaps(maskOf(actor), x, y);
}

/* Puts an actor on the first free place above the ground in its column. */
function standOn(actor, x) {
  actor.x = Math.min(Math.max(Math.round(x), 0), game.world.width - actor.frames[0].sprite.width);
  actor.y = -actor.frames[0].sprite.height;
  actor.fall = 0;
}

async function buildGame() {
  const sprites = offerCast();
  game.isStale = false;
  $('game-nothing').hidden = sprites.length > 0;
  game.hero = null;
  if (sprites.length === 0)
    return;
  game.runtime ??= await loadRuntime();
  game.pack?.dispose();
  game.ground?.dispose();
  game.pack = game.runtime.open(live.pack);
  const hero = spriteNamed($('game-hero').value), ground = spriteNamed($('game-ground').value);
  const height = Math.min(Math.max(270, hero.height * 4, Math.round(ground.boxHeight * 1.6)), 1400);
  game.world = { width: Math.round(height * 16 / 9), height };
  await buildGround(ground);
  const walker = await actorOf(framesOf(hero));
  standOn(walker, game.world.width * 0.08);
  const rest = sprites.filter(sprite => sprite !== hero && sprite !== ground && !framesOf(hero).includes(sprite) && sprite.height < height / 2);
  const chosen = Array.from({ length: Math.min(TARGETS, rest.length) }, (_, i) => rest[Math.floor(i * rest.length / Math.min(TARGETS, rest.length))]);
  game.targets = await Promise.all(chosen.map(sprite => actorOf([sprite])));
  game.targets.forEach((target, i) => standOn(target, game.world.width * (0.22 + 0.76 * i / game.targets.length)));
  Object.assign(game, { hero: walker, shots: [], pieces: [], hits: 0, craters: 0, aim: null });
}

async function loadRuntime() {
  await runScript('runtime.js');
  return hitmaskRuntime;
}

/* ---- A step of time ---- */

function fall(actor) {
  actor.fall = Math.min(actor.fall + GRAVITY, 9);
  const way = Math.sign(actor.fall);
  for (let left = Math.round(Math.abs(actor.fall)); left > 0; left--) {
    if (!isFree(actor, actor.x, actor.y + way)) {
      actor.fall = 0;
      break;
    }
    actor.y += way;
  }
  actor.isDown = actor.fall >= 0 && !isFree(actor, actor.x, actor.y + 1);
  if (actor.isDown)
    actor.fall = 0;
}

/* A pixel at a time; a rise of a few pixels is climbed. */
function walk(actor, way) {
  if (actor.faces !== way) {
    actor.faces = way;
    if (!isFree(actor, actor.x, actor.y))
      actor.faces = -way;
  }
  for (let left = SPEED; left > 0; left--) {
    const x = actor.x + way;
    const rise = Array.from({ length: CLIMB + 1 }, (_, up) => up).find(up => isFree(actor, x, actor.y - up));
    if (rise === undefined || x < 0 || x + actor.frames[0].sprite.width > game.world.width)
      return;
    actor.x = x;
    actor.y -= rise;
  }
}

/* The next frame, if it fits where the one before stood. */
function animate(actor) {
  const before = actor.at;
  actor.at = (actor.at + 1) % actor.frames.length;
  if (!isFree(actor, actor.x, actor.y))
    actor.at = before;
}

function shoot() {
  const { hero } = game, { sprite } = hero.frames[hero.at];
  const x = hero.x + sprite.width / 2, y = hero.y + sprite.height / 2;
  const aim = game.aim ?? { x: x + hero.faces * 100, y: y - 25 };
  const length = Math.hypot(aim.x - x, aim.y - y) || 1;
  game.shots.push({ x, y, dx: (aim.x - x) / length * SHOT_SPEED, dy: (aim.y - y) / length * SHOT_SPEED });
  game.aim = null;
}

/* The hole is where the mask has one, to the pixel. */
function blow(x, y) {
  const radius = Math.max(10, Math.round(game.world.height / 22)), ctx = game.picture.getContext('2d');
  game.ground.circle(x, y, radius, 'erase');
  for (let row = y - radius; row <= y + radius; row++)
    for (let column = x - radius; column <= x + radius; column++)
      if (!game.ground.solid(column, row))
        ctx.clearRect(column, row, 1, 1);
  for (let i = 0; i < 14; i++)
    game.pieces.push({ x, y, dx: Math.cos(i * 0.45) * (1 + i % 3), dy: Math.sin(i * 0.45) * 2 - 2, left: 30 });
  game.craters++;
}

function flyShot(shot) {
  for (let left = SHOT_SPEED; left > 0; left--) {
    shot.x += shot.dx / SHOT_SPEED;
    shot.y += shot.dy / SHOT_SPEED;
    const x = Math.round(shot.x), y = Math.round(shot.y);
    if (x < 0 || x >= game.world.width || y < -200 || y >= game.world.height)
      return false;
    const hit = game.targets.find(target => !target.isOver && (game.asked++, maskOf(target).solid(x - target.x, y - target.y)));
    if (hit) {
      hit.isOver = true;
      hit.fall = -5;
      game.hits++;
      return false;
    }
    game.asked++;
    if (game.ground.solid(x, y)) {
      blow(x, y);
      return false;
    }
  }
  shot.dy += 0.06;
  return true;
}

function stepGame() {
  const { hero, keys } = game, begun = performance.now();
  game.asked = 0;
  const way = (keys.has('ArrowRight') ? 1 : 0) - (keys.has('ArrowLeft') ? 1 : 0);
  if (way !== 0)
    walk(hero, way);
  if (keys.has('ArrowUp') && hero.isDown)
    hero.fall = -JUMP * Math.sqrt(game.world.height / 270);
  if (keys.delete(' '))
    shoot();
  fall(hero);
  if (hero.y > game.world.height)
    standOn(hero, hero.x);
  if (hero.frames.length > 1 && way !== 0 && game.frame++ % 7 === 0)
    animate(hero);
  for (const target of game.targets)
    if (target.isOver)
      target.y += target.fall += GRAVITY;
    else
      fall(target);
  game.targets = game.targets.filter(({ y }) => y < game.world.height + 200);
  game.shots = game.shots.filter(flyShot);
  for (const piece of game.pieces)
    Object.assign(piece, { x: piece.x + piece.dx, y: piece.y + piece.dy, dy: piece.dy + 0.2, left: piece.left - 1 });
  game.pieces = game.pieces.filter(({ left }) => left > 0);
  game.spent = performance.now() - begun;
}

/* ---- Painting ---- */

function paintActor(ctx, { frames, at, x, y, faces, isOver }) {
  const { picture } = frames[at];
  ctx.save();
  ctx.translate(x + (faces < 0 ? picture.width : 0), y);
  ctx.scale(faces, isOver ? -1 : 1);
  ctx.drawImage(picture, 0, isOver ? -picture.height : 0);
  ctx.restore();
}

function paintGame() {
  const canvas = $('game-stage'), ctx = clearCanvas(canvas), { width, height } = game.world;
  const zoom = Math.min(canvas.width / width, canvas.height / height);
  game.place = { x: (canvas.width - width * zoom) / 2, y: (canvas.height - height * zoom) / 2, zoom };
  ctx.setTransform(zoom, 0, 0, zoom, game.place.x, game.place.y);
  ctx.beginPath();
  ctx.rect(0, 0, width, height);
  ctx.clip();
  ctx.fillStyle = cssFill('sky');
  ctx.fillRect(0, 0, width, height);
  ctx.imageSmoothingEnabled = zoom < 1;
  ctx.drawImage(game.picture, 0, 0);
  for (const actor of [...game.targets, game.hero])
    paintActor(ctx, actor);
  ctx.fillStyle = cssFill('hit');
  const size = Math.max(3, Math.round(height / 90));
  for (const { x, y } of game.shots)
    ctx.fillRect(Math.round(x - size / 2), Math.round(y - size / 2), size, size);
  for (const { x, y, left } of game.pieces) {
    ctx.globalAlpha = left / 30;
    ctx.fillRect(Math.round(x), Math.round(y), size / 2, size / 2);
  }
  ctx.globalAlpha = 1;
}

/* ---- The loop ---- */

function sayGame() {
  const left = game.targets.filter(({ isOver }) => !isOver).length;
  const hits = left === 0 && game.hits > 0 ? `All ${plain(game.hits)} hit` : `${plain(game.hits)} hit, ${plain(left)} left`;
  $('game-score').textContent = `${hits} · ${plain(game.craters)} ${game.craters === 1 ? 'crater' : 'craters'}`;
}

function gameFrame(now) {
  if ($('game').hidden || !game.hero) {
    game.isRunning = false;
    return;
  }
  const score = `${game.hits} ${game.craters}`;
  for (let steps = Math.min(4, Math.floor((now - game.time) / STEP_MS)); steps > 0; steps--) {
    game.time = Math.max(game.time + STEP_MS, now - 4 * STEP_MS);
    stepGame();
  }
  paintGame();
  if (score !== `${game.hits} ${game.craters}`)
    sayGame();
  if (game.frame++ % 30 === 0)
    $('game-cost').textContent = `${plain(game.asked)} questions in a step: ${game.spent.toFixed(2)} ms`;
  requestAnimationFrame(gameFrame);
}

async function enterGame() {
  if (game.isStale)
    await buildGame();
  if (game.isRunning || !game.hero)
    return;
  game.isRunning = true;
  game.time = performance.now();
  sayGame();
  requestAnimationFrame(gameFrame);
}

async function buildAgain() {
  game.isStale = true;
  game.hero = null;
  if (!$('game').hidden)
    await enterGame();
}

/* ---- Set up ---- */

const GAME_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', ' '];

function connectGame() {
  const stage = $('game-stage');
  stage.addEventListener('keydown', event => {
    if (!GAME_KEYS.includes(event.key) || event.ctrlKey || event.altKey || event.metaKey)
      return;
    if (!(event.key === ' ' && event.repeat))
      game.keys.add(event.key);
    event.preventDefault();
  });
  addEventListener('keyup', event => { game.keys.delete(event.key); });
  stage.addEventListener('blur', () => game.keys.clear());
  stage.addEventListener('pointerdown', event => {
    const { x, y, zoom } = game.place;
    game.aim = { x: (event.offsetX * devicePixelRatio - x) / zoom, y: (event.offsetY * devicePixelRatio - y) / zoom };
    game.keys.add(' ');
  });
  for (const button of $('game-keys').querySelectorAll('button')) {
    button.addEventListener('pointerdown', event => {
      game.keys.add(button.dataset.key);
      event.preventDefault();
    });
    for (const end of ['pointerup', 'pointerleave'])
      button.addEventListener(end, () => { if (button.dataset.key !== ' ') game.keys.delete(button.dataset.key); });
  }
  for (const role of ['hero', 'ground'])
    $(`game-${role}`).addEventListener('input', buildAgain);
  $('game-again').addEventListener('click', () => { buildAgain(); stage.focus(); });
  /* After a real click the arrow keys walk; from other keys the tab keeps them. */
  $('tab-game').addEventListener('click', ({ detail }) => {
    enterGame();
    if (detail > 0)
      stage.focus();
  });
  document.addEventListener('packed', buildAgain);
  pageKeys.g = () => { showTab('game'); enterGame(); stage.focus(); };
  $('help').querySelector('tbody').append(element('tr', {}, element('th', { colSpan: 2 }, 'Play')), ...[['g', 'play'], ['← → ↑', 'walk, jump'], ['Space', 'shoot']].map(([key, text]) =>
    element('tr', {}, element('td', {}, element('kbd', {}, key)), element('td', {}, text))));
}
