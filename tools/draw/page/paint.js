/*
 * paint.js - paints sprites on a canvas: the layers that the toggles switch on
 *
 * All lengths are device pixels. A place is { x, y, zoom }: the top-left corner of the sprite, and
 * the size of its pixels.
 */

const layers = { art: true, mask: true, points: true, shapes: true, bounds: false, pivot: false };

/* The longest side, in pixels, of an image that is made for drawing. */
const IMAGE_SIDE_MAX = 4096;

/* ---- Elements ---- */

const $ = id => document.getElementById(id);

/* Sets text as text, so that nothing from a pack is ever parsed as markup. */
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/* The direction of a name does not change the text round it. */
const nameElement = name => element('bdi', {}, name);

/* The characters at the end of a file's name that are always shown, because the names of frames
 * differ there. */
const NAME_END = 10;

/* Puts a name into an element of class "cut": the folders, of which the first are left out first, and
 * the file's name, which is cut in its middle. */
function putName(holder, name) {
  const base = name.lastIndexOf('/') + 1, file = name.slice(base);
  const characters = [...new Intl.Segmenter().segment(file)];
  const cut = characters.length > NAME_END + 3 ? characters.at(-NAME_END).index : file.length;
  const parts = [['folder', name.slice(0, base)], ['head', file.slice(0, cut)], ['tail', file.slice(cut)]];
  holder.title = name;
  holder.replaceChildren(...parts.filter(([, text]) => text !== '')
    .map(([className, text]) => element('span', { className }, nameElement(text))));
  return holder;
}

const cssColors = new Map();

/* The colour of a custom property as [r, g, b, a], a of 0 to 255. */
function cssColor(name) {
  if (!cssColors.has(name)) {
    const probe = document.body.appendChild(element('i', { hidden: true }));
    probe.style.color = `var(--${name})`;
    const [r, g, b, a = 1] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
    probe.remove();
    cssColors.set(name, [r, g, b, Math.round(a * 255)]);
  }
  return cssColors.get(name);
}

function cssFill(name, alpha = 1) {
  const [r, g, b, a] = cssColor(name);
  return `rgb(${r} ${g} ${b} / ${alpha * a / 255})`;
}

/* Makes the canvas as large as its box is on the screen, and clears it. */
function clearCanvas(canvas) {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = devicePixelRatio;
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  return canvas.getContext('2d');
}

/* The place of a width x height picture in the middle of a canvas: whole zooms where it is
 * smaller, so that its pixels stay equal squares. */
function fitPlace(canvas, width, height, margin, zoomMax) {
  const room = Math.min((canvas.width - 2 * margin) / width, (canvas.height - 2 * margin) / height);
  const zoom = room >= 1 ? Math.min(Math.floor(room), zoomMax) : Math.max(room, 1e-6);
  return { x: Math.round((canvas.width - width * zoom) / 2), y: Math.round((canvas.height - height * zoom) / 2), zoom };
}

/* A pixel as ImageData has it. */
const pack32 = ([r, g, b]) => (0xff000000 | b << 16 | g << 8 | r) >>> 0;

/* ---- Masks ---- */

const maskImages = new WeakMap();

/* How many pixels are solid in each square of `reduce` x `reduce` pixels. */
function countSquares({ words, stride, left, top, right, bottom }, reduce, columns, rows) {
  const counts = new Uint32Array(columns * rows), width = right - left;
  for (let y = 0; y < bottom - top; y++)
    for (let i = 0, at = Math.floor(y / reduce) * columns; i < columns; i++, at++)
      for (let x = i * reduce, end = Math.min(x + reduce, width); x < end; x += 32)
        counts[at] += countBits(bitsAt(words, y * stride, x) & (end - x < 32 ? (1 << end - x) - 1 : NONE));
  return counts;
}

/* The view's mask, `reduce` x `reduce` pixels to one, the fuller the more opaque. */
function makeMaskImage(view, color, reduce) {
  const width = Math.ceil((view.right - view.left) / reduce), height = Math.ceil((view.bottom - view.top) / reduce);
  const image = new ImageData(width, height), pixels = new Uint32Array(image.data.buffer), rgb = pack32(color) & 0xffffff;
  if (reduce === 1)
    eachSolid(view, (x, y) => { pixels[y * width + x] = rgb | NONE << 24; });
  else
    countSquares(view, reduce, width, height).forEach((count, i) => {
      if (count > 0)
        pixels[i] = rgb | 80 + 175 * count / (reduce * reduce) << 24;
    });
  const canvas = element('canvas', { width, height });
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

function maskImage(view, colorName, zoom) {
  const longest = Math.max(view.right - view.left, view.bottom - view.top);
  const reduce = Math.max(1, Math.floor(1 / zoom), Math.ceil(longest / IMAGE_SIDE_MAX));
  const color = cssColor(colorName);
  const key = `${color} ${reduce}`;
  if (!maskImages.has(view))
    maskImages.set(view, new Map());
  const images = maskImages.get(view);
  if (!images.has(key))
    images.set(key, makeMaskImage(view, color, reduce));
  return { image: images.get(key), reduce };
}

/* ---- Art ---- */

/* The files of pictures by the names of their sources, as { url(), bytes() }, the images made of them, and the sources
 * of those that are made next. */
const art = { sources: new Map(), images: new Map(), wanted: new Set() };

/* In the frame after the one that wants them: an address can take a millisecond, and no mask waits for it. */
function loadWanted() {
  for (const source of art.wanted) {
    const image = new Image();
    image.onload = image.onerror = repaintSoon;
    image.src = art.sources.get(source).url();
    art.images.set(source, image);
  }
  art.wanted.clear();
}

/* The sprite with the art of this one: a layer has that of another. */
const pictureOf = ({ picture }) => views.pack.sprites[picture];

/* The image of a sprite's art, or null as long as there is none. */
function artImage(of) {
  const sprite = pictureOf(of);
  if (!art.sources.has(sprite.source))
    return null;
  const image = art.images.get(sprite.source);
  if (!image) {
    if (art.wanted.size === 0)
      requestAnimationFrame(loadWanted);
    art.wanted.add(sprite.source);
    return null;
  }
  return image.complete && image.naturalWidth > 0 ? image : null;
}

/* The reason why a sprite's art cannot be shown, or null. */
function artProblem(sprite) {
  if (art.sources.size === 0)
    return null;
  const image = artImage(sprite);
  sprite = pictureOf(sprite);
  const [x, y, width, height] = sprite.region;
  if (!art.sources.has(sprite.source))
    return 'The art was not found when this page was made.';
  if (!image)
    return art.images.get(sprite.source)?.complete ? 'The art cannot be decoded.' : null;
  if (x + width > image.naturalWidth || y + height > image.naturalHeight)
    return 'The art has changed since the bake. It is too small for the region.';
  if (!sprite.placed && width !== 0 && height !== 0 && (width !== sprite.width || height !== sprite.height))
    return 'The art is trimmed or rotated in the atlas. Bake the pack again to see it.';
  return null;
}

/* ---- Layers ---- */

function paintFlipped(ctx, view, place, paint) {
  const { sprite, flipX, flipY } = view;
  ctx.save();
  ctx.translate(place.x + (flipX ? sprite.width * place.zoom : 0), place.y + (flipY ? sprite.height * place.zoom : 0));
  ctx.scale(flipX ? -1 : 1, flipY ? -1 : 1);
  paint();
  ctx.restore();
}

function paintArt(ctx, view, place) {
  const image = artImage(view.sprite), sprite = pictureOf(view.sprite);
  if (!image || artProblem(view.sprite))
    return false;
  const [left, top, width, height] = sprite.place.map(side => side * place.zoom);
  if (sprite.region[2] === 0 || sprite.region[3] === 0)
    return true;
  ctx.imageSmoothingEnabled = place.zoom < 1;
  paintFlipped(ctx, view, place, () => {
    /* A turned region is turned back: columns of the image become rows. */
    if (sprite.turn === 0) {
      ctx.drawImage(image, ...sprite.region, left, top, width, height);
      return;
    }
    ctx.translate(left + (sprite.turn === 2 ? width : 0), top + (sprite.turn === 1 ? height : 0));
    ctx.rotate(sprite.turn === 1 ? -Math.PI / 2 : Math.PI / 2);
    ctx.drawImage(image, ...sprite.region, 0, 0, height, width);
  });
  return true;
}

function paintMask(ctx, view, place, color, alpha) {
  if (view.stride === 0)
    return;
  const { image, reduce } = maskImage(view, color, place.zoom);
  const zoom = place.zoom * reduce;
  ctx.imageSmoothingEnabled = zoom < 1;
  ctx.globalAlpha = alpha;
  ctx.drawImage(image, place.x + view.left * place.zoom, place.y + view.top * place.zoom, image.width * zoom, image.height * zoom);
  ctx.globalAlpha = 1;
}

/* Draws only the first points when there are too many. */
function paintPoints(ctx, view, place, limit) {
  const { sprite, flipX, flipY } = view;
  const gap = place.zoom >= 6 ? Math.max(1, Math.round(place.zoom / 6)) : 0;
  const side = Math.max(1, place.zoom - 2 * gap);
  if (!sprite.list)
    return;
  ctx.fillStyle = cssFill('point');
  views.pack.eachPoint(sprite, limit, (x, y) =>
    ctx.fillRect(place.x + (flipX ? sprite.width - 1 - x : x) * place.zoom + gap,
                 place.y + (flipY ? sprite.height - 1 - y : y) * place.zoom + gap, side, side));
}

/* Draws polygons, pieces and hulls; the outline is that of the mask. */
function paintShapes(ctx, view, place) {
  const { sprite, flipX, flipY } = view;
  if (!(sprite.shapes >= 0))
    return;
  ctx.lineWidth = Math.max(1, Math.round(devicePixelRatio));
  views.pack.eachLoop(sprite, (kind, corners) => {
    if (kind === 0)
      return;
    ctx.strokeStyle = cssFill(['', 'polygon', 'piece', 'hull'][kind]);
    ctx.beginPath();
    for (const [x, y] of corners)
      ctx.lineTo(place.x + (flipX ? sprite.width - x : x) * place.zoom, place.y + (flipY ? sprite.height - y : y) * place.zoom);
    ctx.closePath();
    ctx.stroke();
  });
}

function strokeBox(ctx, x, y, width, height, color, dashed) {
  const line = Math.max(1, Math.round(devicePixelRatio));
  ctx.lineWidth = line;
  ctx.strokeStyle = cssFill(color);
  ctx.setLineDash(dashed ? [4 * line, 3 * line] : []);
  ctx.strokeRect(Math.round(x) - line / 2, Math.round(y) - line / 2, Math.round(width) + line, Math.round(height) + line);
  ctx.setLineDash([]);
}

function paintBounds(ctx, view, place) {
  if (view.stride > 0)
    strokeBox(ctx, place.x + view.left * place.zoom, place.y + view.top * place.zoom,
              (view.right - view.left) * place.zoom, (view.bottom - view.top) * place.zoom, 'bounds', false);
}

function paintPivot(ctx, view, place) {
  const { sprite, flipX, flipY } = view;
  const x = place.x + (flipX ? sprite.width - sprite.pivotX : sprite.pivotX) * place.zoom;
  const y = place.y + (flipY ? sprite.height - sprite.pivotY : sprite.pivotY) * place.zoom;
  const arm = 7 * devicePixelRatio;
  for (const [color, width] of [['ground', 4], ['pivot', 2]]) {
    ctx.strokeStyle = cssFill(color);
    ctx.lineWidth = width * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x - arm, y);
    ctx.lineTo(x + arm, y);
    ctx.moveTo(x, y - arm);
    ctx.lineTo(x, y + arm);
    ctx.stroke();
  }
}

/* Paints all layers that the toggles switch on. */
function paintSprite(ctx, view, place, { color = 'mask', points = 20000, frame = true } = {}) {
  const { sprite } = view;
  const shown = layers.art && paintArt(ctx, view, place);
  if (layers.mask)
    paintMask(ctx, view, place, color, shown ? 0.35 : 1);
  if (layers.points)
    paintPoints(ctx, view, place, points);
  if (layers.shapes)
    paintShapes(ctx, view, place);
  if (frame)
    strokeBox(ctx, place.x, place.y, sprite.width * place.zoom, sprite.height * place.zoom, 'frame', true);
  if (layers.bounds)
    paintBounds(ctx, view, place);
  if (layers.pivot)
    paintPivot(ctx, view, place);
}
