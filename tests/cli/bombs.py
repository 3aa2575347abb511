"""bombs.py - files that claim, or grow into, far more than they are; written to this folder

Small and quick to make: what compresses to nothing is made of one compressed block, again and
again.
"""
import json
import os
import random
import struct
import zlib

random.seed(1)
# With sanitizers everything takes ten times as long.
MANY = 10**5 if os.environ.get('HITMASK_CONFIG') == 'sanitize' else 10**6
BLOCK = 1 << 20


# ---- PNG ----------------------------------------------------------------------------------------

def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def header(width, height, depth=8, color=0, laced=0):
    size = struct.pack('>IIBBBBB', width, height, depth, color, 0, 0, laced)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', size)


def zeros(megabytes):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = deflate.compress(bytes(BLOCK)) + deflate.flush(zlib.Z_FULL_FLUSH)
    count = megabytes * BLOCK
    adler = struct.pack('>HH', count % 65521, 1)
    return b'\x78\xda' + block * megabytes + b'\3\0' + adler


PIXEL = chunk(b'IDAT', zlib.compress(b'\0\xff'))
END = chunk(b'IEND', b'')
GIGABYTE = zeros(1024)


def put(name, data):
    with open(name, 'wb') as file:
        file.write(data)


put('pixel.png', header(1, 1) + PIXEL + END)
put('size.png', header(2**31 - 1, 2**31 - 1) + PIXEL + END)
put('square.png', header(16384, 16384, 16, 6) + PIXEL + END)
put('endless.png', header(1, 1) + chunk(b'IDAT', GIGABYTE) + END)
put('data.png', header(1, 1) + chunk(b'IDAT', b'') * MANY + PIXEL + END)
put('unknown.png', header(1, 1) + chunk(b'abCd', b'') * MANY + PIXEL + END)
for name, even, odd in (('check', 0xaa, 0x55), ('rows', 0xff, 0xaa), ('full', 0xff, 0xff)):
    put(name + '.png', header(4096, 4096, 1) + chunk(b'tRNS', b'\0\0') +
        chunk(b'IDAT', zlib.compress((b'\0' + bytes([even]) * 512 + b'\0' + bytes([odd]) * 512) * 2048)) +
        END)
put('long.png', header(65600, 256, 1) + chunk(b'tRNS', b'\0\0') +
    chunk(b'IDAT', zlib.compress((b'\0' + b'\xff' * 8200) * 256)) + END)
put('column.png', header(1, 4000000, 8, 6) +
    chunk(b'IDAT', zlib.compress(b'\0\1\2\3\xff\0\0\0\0\0' * 2000000)) + END)
noise = b''.join(b'\0' + random.randbytes(512) for y in range(4096))
put('noise.png', header(4096, 4096, 1) + chunk(b'tRNS', b'\0\0') + chunk(b'IDAT', zlib.compress(noise, 1)) + END)
put('texts.png', header(1, 1) + chunk(b'tEXt', b'a\0b') * MANY + PIXEL + END)
put('text.png', header(1, 1) + chunk(b'tEXt', b'a\0' + bytes(1 << 27)) + PIXEL + END)
put('claim.png', header(1, 1) + struct.pack('>I', 2**31 - 1) + b'tEXt' + b'a\0')
put('ztxt.png', header(1, 1) + chunk(b'zTXt', b'a\0\0' + GIGABYTE) + PIXEL + END)
put('ztxts.png', header(1, 1) + chunk(b'zTXt', b'a\0\0' + zeros(32)) * 500 + PIXEL + END)
put('itxt.png', header(1, 1) + chunk(b'iTXt', b'a\0\1\0\0\0' + GIGABYTE) + PIXEL + END)
put('iccp.png', header(1, 1) + chunk(b'iCCP', b'a\0\0' + GIGABYTE) + PIXEL + END)
put('after.png', header(1, 1) + PIXEL + chunk(b'zTXt', b'a\0\0' + GIGABYTE) + END)


# ---- JSON ---------------------------------------------------------------------------------------

def listed(item, count=MANY):
    return ','.join(item % i for i in range(count))


def document(more, sprites=''):
    text = '{"format":"hitmask","version":1,"sprites":[%s]%s}' % (sprites, more)
    return text.encode()


SPRITE = ('{"name":"%s","source":"a","region":[0,0,1,1],"size":[1,1],"pivot":[0,0],'
          '"bounds":[0,0,1,1],"area":1,"mask":{"rows":["#"]}}')
FRAME = '"%s":{"frame":{"x":0,"y":0,"w":1,"h":1}}'
BIG_SOURCE = '"a":{"frame":{"x":0,"y":0,"w":1,"h":1},"sourceSize":{"w":2147483647,"h":2147483647}}'
RULE = '{"match":"a%d","prune":%d}'
RULES = 12000  # rules x frames x 4 bytes are more than there is
META = '"meta":{"image":"pixel.png","size":{"w":1,"h":1}}'
ASEPRITE = ('{"frames":{"a":{"frame":{"x":0,"y":0,"w":1,"h":1},"sourceSize":{"w":1,"h":1},'
            '"spriteSourceSize":{"x":0,"y":0,"w":1,"h":1},"duration":9}},"meta":{"app":"http://www.aseprite.org/",'
            '"image":"pixel.png","size":{"w":1,"h":1},"frameTags":[%s]}}')
TAG = '{"name":"t%d","from":0,"to":0,"direction":"pingpong","repeat":"%d"}'

put('deep.json', b'[' * MANY)
put('members.json', b'{"a":' * MANY + b'1' + b'}' * MANY)
put('rules.json', b'{"rules":' + b'[' * MANY + b']' * MANY + b'}')
put('keys.json', document(',' + listed('"k%d":1')))
put('twice.json', document(',"sprites":[]' * MANY))
put('sprites.json', document('', ','.join([SPRITE % 'a'] * 10**5)))
put('large.json', document('', (SPRITE % 'a').replace('[1,1]', '[2147483647,2147483647]')))
put('string.json', b'{"format":"' + b'a' * (1 << 25) + b'"}')
put('frames.json', ('{"frames":{%s},%s}' % (','.join([FRAME % 'a'] * 10**5), META)).encode())
put('many.json', ('{"frames":{%s},%s}' % (listed(FRAME % 'a%d', RULES), META)).encode())
put('hundred.json', ('{"frames":{%s},%s}' % (listed(FRAME % 'b%d', 20000), META)).encode())
put('many-rules.json', ('{"rules":[%s]}' % ','.join(RULE % (i, i) for i in range(RULES))).encode())
put('wrong-rules.json', ('{"rules":[%s]}' % listed('{"mach":"a%d"}', 10**5)).encode())
put('idle-rules.json', ('{"rules":[%s]}' % listed('{"match":"a%d"}', 10**5)).encode())
put('source.json', ('{"frames":{%s},%s}' % (BIG_SOURCE, META)).encode())
put('repeat.json', (ASEPRITE % (TAG % (0, 2**32 - 1))).encode())
put('repeats.json', (ASEPRITE % ','.join(TAG % (i, 65535) for i in range(1000))).encode())


def overlapping(image, frames):
    each = ['"f%03d":{"frame":{"x":%d,"y":%d,"w":%d,"h":%d}}' % (i, *box) for i, box in enumerate(frames)]
    return ('{"frames":{%s},"meta":{"image":"%s"}}' % (','.join(each), image)).encode()


def ase_name(text):
    return struct.pack('<H', len(text)) + text


def ase_part(kind, data):
    return struct.pack('<IH', len(data) + 6, kind) + data


def ase_frame(parts):
    return struct.pack('<IHHHHI', sum(map(len, parts)) + 16, 0xf1fa, len(parts), 100, 0, len(parts)) + b''.join(parts)


ASE_LAYER = ase_part(0x2004, struct.pack('<HHHHHHB3x', 1, 0, 0, 0, 0, 0, 255) + ase_name(b'l'))


def ase_file(frames):
    """A picture of one pixel."""
    body = b''.join(frames)
    head = struct.pack('<IHHHHHI', 128 + len(body), 0xa5e0, len(frames), 1, 1, 32, 1)
    return head.ljust(128, b'\0') + body


def aseprite(frames, slice_name):
    """The slice is in all frames."""
    box = ase_part(0x2022, struct.pack('<III', 1, 0, 0) + ase_name(slice_name) + struct.pack('<IiiII', 0, 0, 0, 1, 1))
    return ase_file([ase_frame([ASE_LAYER, box])] + [ase_frame([])] * (frames - 1))


def ase_chain(frames, layers):
    """Each cel is linked to the one before it."""
    def cel(layer, kind, data):
        return ase_part(0x2005, struct.pack('<HhhBHh5x', layer, 0, 0, 255, kind, 0) + data)
    first = [cel(i, 0, struct.pack('<HHI', 1, 1, 0xffffffff)) for i in range(layers)]
    return ase_file([ase_frame([ASE_LAYER] * layers + first)] + [
        ase_frame([cel(i, 1, struct.pack('<H', n)) for i in range(layers)]) for n in range(frames - 1)])


def ase_slices(frames, slices):
    """Slices without a pixel, in all frames."""
    def box(number):
        return ase_part(0x2022, struct.pack('<III', 1, 0, 0) + ase_name(b'%d' % number) +
                        struct.pack('<IiiII', 0, 9, 9, 0, 0))
    return ase_file([ase_frame([ASE_LAYER] + [box(i) for i in range(slices)])] + [ase_frame([])] * (frames - 1))


put('chain.ase', ase_chain(65535 // (10**6 // MANY), 8))
put('slices.ase', ase_slices(60000 // (10**6 // MANY), 60000 // (10**6 // MANY)))
SLICES = ','.join('{"name":"s%d","keys":[{"frame":0,"bounds":{"x":9,"y":9,"w":0,"h":0}}]}' % i for i in range(3000))
put('slices.json', ('{"frames":[%s],"meta":{"app":"http://www.aseprite.org/","image":"check.png","slices":[%s]}}' % (','.join(
    '{"filename":"a %d.aseprite","frame":{"x":0,"y":0,"w":1,"h":1},"duration":1}' % i for i in range(3000)), SLICES)).encode())
put('equal.json', overlapping('check.png', [(i % 100, i // 100, 3900, 3900) for i in range(200)]))
put('offset.json', overlapping('noise.png', [(i, i, 1000, 1000) for i in range(17)]))
put('wider.json', overlapping('full.png', [(0, 0, 1000 + i, 1000) for i in range(15)]))
put('moved.json', overlapping('noise.png', [(i, 0, 2000, 2000) for i in range(300)]))
# Frames of some pixels in sprites of 16 million, no two equal.
put('sparse.json', json.dumps({'frames': {'s%d' % i: {
    'frame': {'x': i, 'y': 0, 'w': 4, 'h': 4}, 'rotated': False, 'trimmed': True,
    'spriteSourceSize': {'x': 2 * i, 'y': i, 'w': 4, 'h': 4}, 'sourceSize': {'w': 4096, 'h': 4096}}
    for i in range(2000)}, 'meta': {'image': 'full.png', 'size': {'w': 4096, 'h': 4096}}}).encode())
# Equal frames, each with some work.
put('work.json', overlapping('check.png', [(0, 0, 4096, 4096)] * 17))
# Names of 60,000 bytes, each for many frames.
LONG = 'n' * 60000
put('tags.json', json.dumps({'frames': [
    {'filename': LONG, 'frame': {'x': 0, 'y': 0, 'w': 1, 'h': 1}, 'duration': 1, 'rotated': False,
     'trimmed': False, 'spriteSourceSize': {'x': 0, 'y': 0, 'w': 1, 'h': 1}, 'sourceSize': {'w': 1, 'h': 1}}],
    'meta': {'image': 'check.png', 'size': {'w': 4096, 'h': 4096},
             'frameTags': [{'name': 't%d' % i, 'from': 0, 'to': 0} for i in range(5000)]}}).encode())
put('slice.ase', aseprite(3000, LONG.encode()))
put('steps.json', json.dumps({'animations': [{'name': 'a', 'duration': 1, 'frames': ['**'] * 5000}]}).encode())
put('long-name.json', json.dumps({'frames': {LONG: {'frame': {'x': 0, 'y': 0, 'w': 1, 'h': 1}}},
                                  'meta': {'image': 'check.png'}}).encode())
# A page for each frame, none of them there.
put('many-pages.json', json.dumps({'textures': [
    {'name': '%x' % i, 'images': [{'n': '%x' % i, 'x': 0, 'y': 0, 'w': 1, 'h': 1}]} for i in range(MANY // 7)]}).encode())
# All of them are one file.
put('pages.atlas', b''.join(b'%snoise.png\nsize: 4096, 4096\nformat: RGBA8888\nfilter: Nearest, Nearest\n'
                            b'repeat: none\nf%d\n  rotate: false\n  xy: %d, 0\n  size: 2000, 2000\n'
                            b'  orig: 2000, 2000\n  offset: 0, 0\n  index: -1\n\n' % (b'./' * i, i, i) for i in range(6)))


# ---- XML and text -------------------------------------------------------------------------------

def entities():
    text = '<!ENTITY a "aaaaaaaaaa">'
    for old, new in zip('abcdefghijkl', 'bcdefghijklm'):
        text += '<!ENTITY %s "%s">' % (new, ('&%s;' % old) * 10)
    return text


put('laughs.xml', ('<!DOCTYPE TextureAtlas [%s]><TextureAtlas imagePath="&m;"/>' % entities()).encode())
put('external.xml', b'<!DOCTYPE TextureAtlas SYSTEM "file:///dev/zero"><TextureAtlas imagePath="x.png"/>')
put('deep.xml', b'<TextureAtlas imagePath="pixel.png">' + b'<SubTexture>' * MANY)
put('attributes.xml',
    ('<TextureAtlas imagePath="pixel.png" %s/>' % listed('a%d="1"').replace(',', ' ')).encode())
put('tiles.tsx', b'<tileset name="a" tilewidth="1" tileheight="1" tilecount="2147483647" '
    b'columns="65535"><image source="no.png"/></tileset>')
put('tiles.tsj', b'{"type":"tileset","name":"a","tilewidth":1,"tileheight":1,"margin":0,'
    b'"spacing":0,"tilecount":2147483647,"columns":65535,"image":"no.png"}')


# ---- Packs --------------------------------------------------------------------------------------

def checksum(data):
    top = 2**64 - 1

    def mix(state, word):
        mixed = state ^ word
        return ((mixed << 29 | mixed >> 35) & top) * 0x9e3779b97f4a7c15 & top

    def words(part):
        return struct.unpack('<%dQ' % (len(part) // 8), part)

    lanes = list(words(data[:24])) + [0] * 5
    body = data[32:] + bytes(64 - len(data) % 64 + 32)
    for i, word in enumerate(words(body[:(len(data) - 32) // 64 * 64 + 64])):
        lanes[i % 8] = mix(lanes[i % 8], word)
    result = 0
    for lane in lanes:
        result = mix(result, lane)
    return result ^ result >> 32


def pack(sections):
    at = 32 + 24 * len(sections)
    table = body = b''
    for kind, stride, data in sections:
        gap = -at % 8
        table += struct.pack('<IIQQ', kind, stride, at + gap, len(data))
        body += bytes(gap) + data
        at += gap + len(data)
    head = b'\x89HMK\r\n\x1a\n' + struct.pack('<HHIQQ', 1, 0, len(sections), at, 0)
    sign = checksum(head + table + body)
    return head[:24] + struct.pack('<Q', sign) + table + body


def sprite(width, height):
    """One that is solid throughout, for which no mask is stored."""
    none = 2**32 - 1
    record = struct.pack('<QIIIIII', 0, width, height, 0, 0, 0, none)
    detail = struct.pack('<QQqqIIIIII', 0, 2**64 - 1, 0, 0, 0, 0, 1, 1, 0, 0)
    mask = struct.pack('<QIIQ', 0, width, height, width * height)
    return [(1, 1, b'a\0'), (2, 32, record), (3, 56, detail), (4, 24, mask), (5, 8, bytes(56)),
            (6, 24, b''), (7, 1, b'')]


def shared(count, length):
    """Sprites without pixels that share the name of their source."""
    none = 2**32 - 1
    strings = b''.join(b'%06d\0' % i for i in range(count)) + b's' * length + b'\0'
    records = b''.join(struct.pack('<QIIIIII', 7 * i, 1, 1, 0, 0, none, none) for i in range(count))
    detail = struct.pack('<QQqqIIIIII', 7 * count, 2**64 - 1, 0, 0, 0, 0, 1, 1, 0, 0)
    return pack([(1, 1, strings), (2, 32, records), (3, 56, detail * count), (4, 24, b''), (5, 8, bytes(56)),
                 (6, 24, b''), (7, 1, b'')])


put('shared.hmk', shared(5000, 60000))
put('large.hmk', pack(sprite(2**31 - 1, 2**31 - 1)))
put('wide.hmk', pack(sprite(2**31 - 1, 1)))
put('tall.hmk', pack(sprite(1, 2**31 - 1)))
put('broad.hmk', pack(sprite(2**16 - 1, 2**16 - 1)))
put('dot.hmk', pack(sprite(1, 1)))
deep = b'{"a":' + b'[' * MANY + b']' * MANY + b'}'
put('options.hmk', pack(sprite(1, 1) + [(10, 1, deep)]))
claim = bytearray(pack(sprite(1, 1))[:100])
claim[16:24] = struct.pack('<Q', 100)
put('short.hmk', bytes(claim))
claim = bytearray(pack(sprite(1, 1)))
claim[72:80] = struct.pack('<Q', 2**32 * 32)
put('count.hmk', bytes(claim))


def lzw(pixels):
    """The pixels, 0 to 3, as the data of a GIF's frame."""
    clear, end = 4, 5
    out, held, bits = bytearray(), 0, 0
    table, width, current = {}, 3, b''
    codes = [(clear, 3)]
    for pixel in pixels + [None]:
        longer = current + bytes([pixel]) if pixel is not None else None
        if longer is not None and (len(longer) == 1 or longer in table):
            current = longer
            continue
        codes.append((table.get(current, current[0]), width))
        if longer is not None:
            table[longer] = end + 1 + len(table)
            if table[longer] == 1 << width:
                width += 1
            if table[longer] == 4095:
                codes.append((clear, 12))
                table, width = {}, 3
            current = bytes([pixel])
    codes.append((end, width))
    for code, size in codes:
        held |= code << bits
        bits += size
        while bits >= 8:
            out.append(held & 255)
            held >>= 8
            bits -= 8
    out.append(held)
    return b'\2' + b''.join(bytes([len(out[i:i + 255])]) + out[i:i + 255] for i in range(0, len(out), 255)) + b'\0'


def frame(left, top, width, height, pixels):
    return b'\x21\xf9\4\5\5\0\0\0' + b'\x2c' + struct.pack('<HHHHB', left, top, width, height, 0) + lzw(pixels)


SIDE, FRAMES = 660, 483
disc = [int((i % SIDE - 330)**2 + (i // SIDE - 330)**2 < 90000) for i in range(SIDE * SIDE)]
put('long.gif', b'GIF89a' + struct.pack('<HHBBB', SIDE, SIDE, 0xf1, 0, 0) + bytes(range(12)) +
    frame(0, 0, SIDE, SIDE, disc) + b''.join(frame(i, i, 8, 8, [2] * 64) for i in range(1, FRAMES)) + b';')
