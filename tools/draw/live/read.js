/*
 * read.js - the bytes of files
 *
 * Many are read as one: a browser takes twice as long to read them one by one.
 */

/* Files of a batch, and batches at a time: more are not faster, and each takes memory on its way. */
const BATCH = 64, LANES = 4;

async function readAlone([path, file]) {
  try {
    return { path, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch (error) {
    return { path, bytes: null, why: `cannot be read: ${error.message}` };
  }
}

/* A file that cannot be read fails its batch, and one that has another size than it had shifts the others. */
async function readBatch(batch) {
  const whole = await new Blob(batch.map(([, file]) => file)).arrayBuffer().catch(() => null);
  if (whole?.byteLength !== batch.reduce((sum, [, { size }]) => sum + size, 0))
    return Promise.all(batch.map(readAlone));
  let at = 0;
  return batch.map(([path, { size }]) => ({ path, bytes: new Uint8Array(whole, (at += size) - size, size) }));
}

/* Files, as [path, file], become { path, bytes }, in their order; those that cannot be read have no bytes but `why`. */
async function readFiles(files) {
  const read = [];
  let next = 0;
  const lane = async () => {
    while (next < files.length) {
      const at = next;
      next += BATCH;
      read[at / BATCH] = await readBatch(files.slice(at, next));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return read.flat();
}
