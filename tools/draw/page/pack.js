'use strict';
/*
 * pack.js - reads a pack, as FORMAT.md describes it
 *
 * The tool has verified the pack before it wrote the page, so nothing is checked again. Masks
 * stay packed until somebody looks at them.
 */

const NONE = 0xffffffff;

const SECTION = {
  STRINGS: 1, SPRITES: 2, DETAILS: 3, MASKS: 4, WORDS: 5, LISTS: 6, POINTS: 7, ANIMATIONS: 8, FRAMES: 9,
  PLACES: 11, DATA: 12, TEXTS: 13, SHAPES: 14, LOOPS: 15, CORNERS: 16,
};

function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = binary.charCodeAt(i);
  return bytes;
}

class Pack {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.sections = this.readSections();
    this.maskUsers = new Uint32Array(this.count(SECTION.MASKS));
    this.sprites = this.readAll(SECTION.SPRITES, i => this.readSprite(i));
    this.readAll(SECTION.PLACES, i => this.readPlace(i));
    this.readAll(SECTION.DATA, i => this.readData(i));
    this.readAll(SECTION.SHAPES, i => this.sprites[this.u32(this.record(SECTION.SHAPES, i))].shapes = i);
    this.animations = this.readAll(SECTION.ANIMATIONS, i => this.readAnimation(i));
    this.findPictures();
  }

  /* A layer is shown over the art of the sprite that it belongs to, if their sizes are the same: `picture`
   * is the index of the sprite with the art. */
  findPictures() {
    const byName = new Map(this.sprites.map(sprite => [sprite.name, sprite]));
    for (const sprite of this.sprites) {
      const of = sprite.layer === null ? undefined : byName.get(sprite.name.slice(0, -1 - sprite.layer.length));
      sprite.picture = (of && of.width === sprite.width && of.height === sprite.height ? of : sprite).index;
    }
  }

  u32(at) { return this.view.getUint32(at, true); }
  u64(at) { return this.u32(at) + this.u32(at + 4) * 0x100000000; }
  i64(at) { return this.u32(at) + this.view.getInt32(at + 4, true) * 0x100000000; }

  readSections() {
    const sections = [];
    for (let i = 0, at = 32; i < this.u32(12); i++, at += 24)
      sections[this.u32(at)] =
        { stride: this.u32(at + 4), offset: this.u64(at + 8), length: this.u64(at + 16) };
    return sections;
  }

  count(id) {
    const section = this.sections[id];
    return section ? section.length / section.stride : 0;
  }

  record(id, index) {
    const section = this.sections[id];
    return section.offset + index * section.stride;
  }

  readAll(id, read) {
    return Array.from({ length: this.count(id) }, (_, i) => read(i));
  }

  string(offset, section = SECTION.STRINGS) {
    const at = this.sections[section].offset + offset;
    return Pack.decoder.decode(this.bytes.subarray(at, this.bytes.indexOf(0, at)));
  }

  readSprite(index) {
    const at = this.record(SECTION.SPRITES, index);
    const detail = this.record(SECTION.DETAILS, index);
    const noLayer = this.u32(detail + 8) === NONE && this.u32(detail + 12) === NONE;
    const sprite = {
      index,
      name: this.string(this.u64(at)),
      source: this.string(this.u64(detail)),
      layer: noLayer ? null : this.string(this.u64(detail + 8)),
      region: [32, 36, 40, 44].map(field => this.u32(detail + field)),
      placed: false, turn: 0, place: [0, 0, this.u32(at + 8), this.u32(at + 12)],
      width: this.u32(at + 8), height: this.u32(at + 12),
      pivotX: this.i64(detail + 16) / 65536, pivotY: this.i64(detail + 24) / 65536,
      left: this.u32(at + 16), top: this.u32(at + 20), boxWidth: 0, boxHeight: 0, area: 0,
      mask: this.u32(at + 24),
      list: this.u32(at + 28) === NONE ? null : this.readList(this.u32(at + 28)),
      warnings: this.u32(detail + 48), data: '',
    };
    if (sprite.mask !== NONE) {
      const mask = this.record(SECTION.MASKS, sprite.mask);
      sprite.boxWidth = this.u32(mask + 8);
      sprite.boxHeight = this.u32(mask + 12);
      sprite.area = this.u64(mask + 16);
      this.maskUsers[sprite.mask]++;
    }
    return sprite;
  }

  readPlace(index) {
    const at = this.record(SECTION.PLACES, index);
    const sprite = this.sprites[this.u32(at)];
    sprite.placed = true;
    sprite.turn = this.u32(at + 4);
    sprite.place = [8, 12, 16, 20].map(field => this.u32(at + field));
  }

  readData(index) {
    const at = this.record(SECTION.DATA, index);
    this.sprites[this.u32(at)].data = this.string(this.u64(at + 8), SECTION.TEXTS);
  }

  /* Calls visit(kind, corners) with each loop of the sprite's shapes: 0 outline, 1 polygons, 2 pieces, 3 hull. */
  eachLoop(sprite, visit) {
    const at = this.record(SECTION.SHAPES, sprite.shapes);
    const wide = (this.view.getUint16(at + 4, true) & 16) !== 0;
    const read = wide ? place => this.view.getInt32(place, true) : place => this.view.getInt16(place, true);
    let loop = this.u32(at + 12), corner = 0;
    let from = this.sections[SECTION.CORNERS]?.offset + this.u64(at + 16);
    for (let kind = 0; kind < 4; kind++)
      for (let left = this.u32(at + 24 + 4 * kind); left > 0; left--, loop++) {
        const corners = [];
        for (const end = this.u32(this.record(SECTION.LOOPS, loop)); corner < end; corner++, from += wide ? 8 : 4)
          corners.push([sprite.left + read(from) / 16, sprite.top + read(from + (wide ? 4 : 2)) / 16]);
        visit(kind, corners);
      }
  }

  readList(index) {
    const at = this.record(SECTION.LISTS, index);
    return {
      offset: this.u64(at), count: this.u32(at + 8),
      mapWidth: this.u32(at + 12), mapHeight: this.u32(at + 16),
      prune: this.view.getUint16(at + 20, true),
      borderDropped: (this.view.getUint16(at + 22, true) & 1) !== 0,
    };
  }

  readAnimation(index) {
    const at = this.record(SECTION.ANIMATIONS, index);
    const first = this.u32(at + 8);
    const frames = [];
    for (let i = first; i < first + this.u32(at + 12); i++) {
      const frame = this.record(SECTION.FRAMES, i);
      frames.push({ sprite: this.sprites[this.u32(frame)], duration: this.u32(frame + 4) });
    }
    return { index, name: this.string(this.u64(at)), frames };
  }

  /* The mask of a sprite that is not empty: row y is words[y * stride] and on, 32 pixels a word,
   * the leftmost in bit 0. One word more than there are may be read. */
  readMask(sprite) {
    const { boxWidth: width, boxHeight: height } = sprite;
    const stride = Math.ceil(width / 32);
    const words = new Uint32Array(stride * height + 1);
    if (sprite.area === width * height)
      fillMask(words, width, height, stride);
    else
      this.copyStripes(words, this.u64(this.record(SECTION.MASKS, sprite.mask)), height, stride);
    return { words, stride };
  }

  copyStripes(words, offset, height, stride) {
    const from = this.sections[SECTION.WORDS].offset + offset;
    for (let x = 0; x < stride; x++) {
      const column = from + (x >> 1) * height * 8 + (x & 1) * 4;
      for (let y = 0; y < height; y++)
        words[y * stride + x] = this.u32(column + y * 8);
    }
  }

  /* Calls visit(x, y) with the pixels of the sprite's first points. */
  eachPoint(sprite, limit, visit) {
    const list = sprite.list;
    const larger = Math.max(list.mapWidth, list.mapHeight);
    const bytes = larger <= 256 ? 1 : larger <= 65536 ? 2 : 4;
    const read = { 1: at => this.bytes[at], 2: at => this.view.getUint16(at, true), 4: at => this.u32(at) }[bytes];
    let at = this.sections[SECTION.POINTS].offset + list.offset;
    for (let i = Math.min(list.count, limit); i > 0; i--, at += 2 * bytes)
      visit(cellCentre(read(at), list.mapWidth, sprite.width),
            cellCentre(read(at + bytes), list.mapHeight, sprite.height));
  }
}

Pack.decoder = new TextDecoder();

function fillMask(words, width, height, stride) {
  words.fill(NONE, 0, stride * height);
  if (width % 32 !== 0)
    for (let y = 1; y <= height; y++)
      words[y * stride - 1] = NONE >>> (32 - width % 32);
}

function cellCentre(cell, cells, pixels) {
  const first = Math.ceil(cell * pixels / cells);
  const end = Math.ceil((cell + 1) * pixels / cells);
  return Math.min(first + Math.floor((end - first) / 2), pixels - 1);
}
