/*
 * keep.js - art, options and rules that the browser keeps, if it is asked to
 *
 * One record in one database, which is deleted when the switch is off.
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

/* Keeps what is baked now. */
async function keepArt() {
  if (!$('keep-art').checked)
    return;
  const options = optionFields().map(({ id, type, value, checked }) => [id, type === 'checkbox' ? checked : value]);
  try {
    await withKept('readwrite', store => store.put({ files: tool.files, operands: live.operands, rules: live.rules || null, options }, 'last'));
  } catch (error) {
    $('keep-art').checked = false;
    say(`This browser does not keep it: ${error.message}`);
  }
}

/* The kept value, or null; a browser that cannot keep has nothing. */
async function keptArt() {
  try {
    const known = await indexedDB.databases();
    return known.some(({ name }) => name === KEPT) ? await withKept('readonly', store => store.get('last')) ?? null : null;
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
    else
      indexedDB.deleteDatabase(KEPT);
  });
  document.addEventListener('packed', keepArt);
}
