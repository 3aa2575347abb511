/*
 * zip.js - files in one archive, as they are: [[path, bytes]] -> a Blob
 *
 *     a header and the bytes of each file; the same headers once more, as a list; the place of that list
 */

const ZIP_FILES_MAX = 0xffff;

const crcSteps = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++)
    byte = byte & 1 ? 0xedb88320 ^ byte >>> 1 : byte >>> 1;
  return byte;
});

const crcOf = bytes => ~bytes.reduce((crc, byte) => crcSteps[(crc ^ byte) & 255] ^ crc >>> 8, -1) >>> 0;

/* Numbers as [value, bytes], the low byte first. */
function fieldsOf(...fields) {
  return Uint8Array.from(fields.flatMap(([value, size]) => Array.from({ length: size }, (_, i) => value >>> 8 * i & 255)));
}

function zipOf(files) {
  const parts = [], list = [];
  let at = 0;
  for (const [path, bytes] of files) {
    const name = new TextEncoder().encode(path);
    /* Version 2.0, names in UTF-8, stored, on the first day that a zip can tell. */
    const common = [[20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2], [crcOf(bytes), 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]];
    list.push(fieldsOf([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name);
    parts.push(fieldsOf([0x04034b50, 4], ...common), name, bytes);
    at += 30 + name.length + bytes.length;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  const end = fieldsOf([0x06054b50, 4], [0, 4], [files.length, 2], [files.length, 2], [size, 4], [at, 4], [0, 2]);
  return new Blob([...parts, ...list, end]);
}
