/*
 * keep.js - art, options and rules that the browser keeps, if it is asked to
 *
 * One database, which is deleted when the switch is off. Firefox takes no file that came out of it, so the files are
 * a record of their own, which is written when there are others.
 */

const KEPT = 'hitmask-art';

const answerOf = request => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

async function withKept(mode, use) {
  const opening = indexedDB.open(KEPT, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('art');
  const database = await answerOf(opening);
  try {
    return await answerOf(use(database.transaction('art', mode).objectStore('art')));
  } finally {
    database.close();
  }
}

const optionFields = () => [...$('options').querySelectorAll('.choices input')];

let keptFiles = [];

const areKept = files => files.length === keptFiles.length &&
  files.every(([path, file], i) => path === keptFiles[i][0] && file === keptFiles[i][1]);

/* Keeps what is baked now. */
async function keepArt() {
  if (!$('keep-art').checked)
    return;
  const options = optionFields().map(({ id, type, value, checked }) => [id, type === 'checkbox' ? checked : value]);
  const { files } = tool, choices = { operands: live.operands, rules: live.rules || null, options };
  try {
    if (!areKept(files))
      await withKept('readwrite', store => store.put(files, 'files'));
    keptFiles = files;
    await withKept('readwrite', store => store.put(choices, 'choices'));
  } catch (error) {
    $('keep-art').checked = false;
    say(`This browser does not keep it: ${error.message}`);
  }
}

/* The kept value, or null; a browser that cannot keep has nothing. */
async function keptArt() {
  try {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === KEPT))
      return null;
    const files = await withKept('readonly', store => store.get('files'));
    const choices = await withKept('readonly', store => store.get('choices'));
    return files && choices ? { files, ...choices } : null;
  } catch {
    return null;
  }
}

function setOptions(options) {
  for (const [id, value] of options)
    if (optionFields().includes($(id)))
      $(id)[$(id).type === 'checkbox' ? 'checked' : 'value'] = value;
}

function connectKeep() {
  $('keep-art').addEventListener('input', () => {
    if ($('keep-art').checked)
      keepArt();
    else {
      indexedDB.deleteDatabase(KEPT);
      keptFiles = [];
    }
  });
  document.addEventListener('packed', keepArt);
}
