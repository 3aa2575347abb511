/*
 * worker.js - runs the tool on the files that the page has given it
 *
 * A message is { module }, { files } or a job, { command, operands, words, leaveOut, extra, outputs, art }; each job is
 * answered by what runJob returns. A run has a fresh instance and a fresh root.
 */

const here = { module: null, files: null };     /* the files are a promise of what readFiles() returns */

/* True for a PNG that has no frames: the page shows it as it is. Frames are told before the pixels. */
function isPlainPng(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length && view.getUint32(0) === 0x89504e47;) {
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (kind === 'acTL' || kind === 'IDAT')
      return kind === 'IDAT';
    at += 12 + view.getUint32(at);
  }
  return false;
}

/* A picture that is wrong fails a bake: it is left out then, and the bake begins again. So is a folder that has no other
 * picture. */
const ATTEMPTS = 4;

function rootOf(files, leaveOut, extra) {
  const root = new Folder();
  for (const { path, bytes } of files)
    if (!leaveOut.has(path))
      putFile(root, path, bytes);
  for (const [path, bytes] of extra)
    putFile(root, path, bytes);
  return root;
}

const parsed = line => {
  try {
    return JSON.parse(line);
  } catch {
    return { level: 'error', text: line };
  }
};

const messagesOf = text => text.split('\n').filter(line => line !== '').map(parsed);

/* The content between a tag that the tool wrote and the next one, or null. */
function between(text, tag) {
  const at = text.indexOf(tag);
  return at < 0 ? null : text.slice(at + tag.length, text.indexOf('<', at + tag.length));
}

/* A page of `hitmask tune` is taken apart: its settings, and of its art what is asked for. */
function takeApart(bytes, art) {
  const text = new TextDecoder('latin1').decode(bytes);
  return {
    settings: between(text, '<script type="text/x-settings" id="settings">'),
    art: art.map(index => [index, between(text, `<script type="text/plain" id="art-${index}">`)]).filter(([, found]) => found !== null),
  };
}

/* An output as [name, bytes], and a folder as all files in it; bytes are null where there is none. */
function outputsOf(name, item) {
  if (item instanceof Folder)
    return [...item.items].flatMap(([child, inside]) => outputsOf(`${name}/${child}`, inside));
  return [[name, item?.content().slice() ?? null]];
}

function runTool(words, root) {
  return wasiRun(['hitmask', ...words], ['PWD=/'], root).finish(here.module);
}

function runJob({ command, operands, words, leaveOut, extra, outputs, art }, files) {
  const begun = performance.now(), known = new Set([...files.map(({ path }) => path), ...operands]);
  const broken = new Map([...leaveOut, ...files.filter(({ bytes }) => bytes === null).map(({ path, why }) => [path, why])]);
  let result, root, messages;
  for (let left = ATTEMPTS; left > 0; left--) {
    root = rootOf(files, broken, extra);
    result = runTool([command, ...operands.filter(operand => !broken.has(operand)), ...words], root);
    messages = messagesOf(result.said[1]);
    const wrong = messages.filter(({ level, path }) => level === 'error' && known.has(path) && !broken.has(path));
    if (result.status === 0 || wrong.length === 0)
      break;
    for (const { path, text } of wrong)
      broken.set(path, text);
    if (operands.every(operand => broken.has(operand)))
      break;
  }
  const made = outputs.flatMap(name => outputsOf(name, root.items.get(name)));
  return { status: result.status, messages, broken: [...broken], milliseconds: performance.now() - begun,
           plain: files.filter(({ bytes }) => bytes !== null && isPlainPng(bytes)).map(({ path }) => path),
           outputs: art === null ? made : [], page: art === null || !made[0][1] ? null : takeApart(made[0][1], art) };
}

onmessage = async ({ data }) => {
  if (data.module)
    here.module = data.module;
  else if (data.files)
    here.files = readFiles(data.files);
  else
    try {
      const answer = runJob(data, await here.files);
      postMessage(answer, answer.outputs.flatMap(([, bytes]) => bytes ? [bytes.buffer] : []));
    } catch (error) {
      postMessage({ status: 4, messages: [{ level: 'error', text: `The tool stopped: ${error.message}` }], broken: [], milliseconds: 0, plain: [], outputs: [], page: null });
    }
};
