/*
 * live.js - the page that bakes: its art, its options, its bakes, and what it says of them
 *
 *     art that is dropped, options, rules of "Tune" -> a run of the tool -> a pack -> the page of inspect
 *
 * Art that cannot be baked is named and left out. The page keeps nothing unless it is asked to.
 */

const live = {
  operands: [],          /* what is baked, as words */
  files: new Map(),      /* by path */
  plain: new Set(),      /* paths of PNGs that the page can show as they are */
  bytes: new Map(),      /* of these, by path, once they are tuned */
  urls: new Map(),       /* addresses of pictures by path */
  unread: [],            /* [path, reason] */
  broken: new Map(),     /* reasons by path, for the present files and options */
  rules: '',             /* the text of all rules, or nothing */
  config: null,          /* rules that were written by hand: those of "Tune" stand behind them */
  tuned: [],             /* the rules of "Tune", as readRules() returns them */
  asleep: [],            /* those of them that name nothing in the present bake */
  tunedFor: null,        /* the files that the settings of "Tune" are for */
  isSample: false,
  pack: null,            /* the bytes of the last bake */
  cache: null,           /* and of its cache: only pictures that have changed are decoded again */
  before: null,          /* the art and rules that are shown, while others are baked for the first time */
  shelf: [],             /* art and rules that were replaced, the last of them last */
  how: '',               /* how the present ones came: 'replaced', 'added' or 'back' */
  drops: 0,
};

const ART = ['operands', 'files', 'plain', 'bytes', 'urls', 'unread', 'broken', 'rules', 'config', 'tuned', 'asleep', 'isSample'];

const artOf = from => Object.fromEntries(ART.map(name => [name, from[name]]));

/* ---- Words ---- */

/* Options as a shell takes them apart: quotes hold words together. */
function wordsOf(text) {
  return [...text.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

/* A bomb is an error, not the end of the tab. */
const SAFE_WORDS = ['--max-pixels', '67108864'];

const NUMBER_OPTIONS = ['polygons', 'pieces', 'hull'];

function optionWords() {
  const words = [];
  if ($('with-animate').checked)
    words.push('--animate', $('animate-ms').value || '100');
  if ($('grid-size').value.trim() !== '')
    words.push('--grid', $('grid-size').value.trim());
  if ($('with-outline').checked)
    words.push('--outline');
  for (const name of NUMBER_OPTIONS)
    if ($(name).value !== '')
      words.push(`--${name}`, $(name).value);
  if ($('bare-names').checked)
    words.push('--strip-extension');
  return [...words, ...wordsOf($('others').value)];
}

const baseWords = () => [...live.operands.filter(operand => !live.broken.has(operand)), ...optionWords()];
const ruleWords = () => live.rules === '' ? [] : ['--config', 'rules.json'];
const ruleFiles = () => live.rules === '' ? [] : [['rules.json', new TextEncoder().encode(live.rules)]];

const commandLine = () => ['hitmask', 'bake', ...baseWords(), ...ruleWords(), '-o', 'game.hmk'].map(shellWord).join(' ');

/* ---- Art for the page ---- */

function addressOf({ urls, files }, path) {
  if (!urls.has(path))
    urls.set(path, URL.createObjectURL(files.get(path)));
  return urls.get(path);
}

/* The folders that sources can be named from. */
function foldersOf({ operands, files }) {
  return [...new Set(['', ...operands.map(operand => files.has(operand) ? operand.slice(0, operand.lastIndexOf('/') + 1) : `${operand}/`)])];
}

/* The page takes plain PNGs as they are. The tool makes PNGs of others, which `made` has by the index of the first
 * sprite of each. */
function sourcesOf(pack, made) {
  const sources = new Map(), of = artOf(live), folders = foldersOf(of);
  for (const { index, source } of pack.sprites) {
    if (sources.has(source))
      continue;
    /* There is exactly one file that can be meant. */
    const [path, another] = folders.map(folder => folder + source).filter(one => of.files.has(one));
    if (another === undefined && of.plain.has(path))
      sources.set(source, { url: () => addressOf(of, path), bytes: () => of.bytes.get(path) });
    else if (made.has(index))
      sources.set(source, { url: () => `data:image/png;base64,${made.get(index)}`, bytes: () => fromBase64(made.get(index)) });
  }
  return sources;
}

/* The first sprites of sources that the page cannot show by itself. */
function sourcesWanted(pack, known = sourcesOf(pack, new Map())) {
  const wanted = new Map();
  for (const { index, source } of pack.sprites)
    if (!known.has(source) && !wanted.has(source))
      wanted.set(source, index);
  return [...wanted.values()];
}

/* ---- Bakes ---- */

function say(text, isBusy = false) {
  $('status').textContent = text;
  $('status').classList.toggle('busy', isBusy);
}

function showBroken() {
  const all = [...live.unread, ...live.broken].map(([path, why]) =>
    element('li', {}, element('b', {}, 'left out'), ' ', nameElement(path), ` ${why}`));
  const first = all.length > NOTES_SHOWN + 1 ? NOTES_SHOWN : all.length, others = all.slice(first);
  $('broken').replaceChildren(...all.slice(0, first));
  if (others.length > 0)
    $('broken').append(element('li', { className: 'more' }, element('details', {},
      element('summary', {}, `and ${plain(others.length)} more`), element('ul', {}, ...others))));
}

function showCommand() {
  $('command').textContent = $('command').title = $('take-command').textContent = commandLine();
}

/* The messages of the tool about the whole bake, not about one file. */
function problemOf({ messages }) {
  const { text, path } = messages.find(({ level }) => level === 'error') ?? { text: 'The tool failed.' };
  return path ? `${path}: ${text}` : text;
}

const isPack = bytes => [0x89, 0x48, 0x4d, 0x4b].every((byte, i) => bytes[i] === byte);

/* Bakes all art. `keepsTune` is for changes that come from there: its settings stay. */
async function bakeAll(keepsTune = false) {
  showCommand();
  if (live.operands.length === 0)
    return;
  say('Baking …', true);
  const result = await runTool({ command: 'bake', operands: live.operands,
                                 words: [...optionWords(), ...ruleWords(), ...SAFE_WORDS, '--message-format', 'json', '--no-sync', '--cache', 'bake.cache', '-o', 'game.hmk'],
                                 leaveOut: live.broken, extra: [...ruleFiles(), ...live.cache ? [['bake.cache', live.cache]] : []], outputs: ['game.hmk', 'bake.cache'] });
  if (result === null)
    return;
  live.cache = result.outputs.at(-1)?.[1] ?? live.cache;
  live.broken = new Map(result.broken);
  live.plain = new Set(result.plain);
  showBroken();
  const made = result.status === 0 ? result.outputs[0][1] : null, bytes = made && isPack(made) ? made : null;
  $('options-problem').hidden = bytes !== null;
  if (bytes)
    await showPack(bytes, result, keepsTune);
  else {
    say(`Not baked: ${$('options-problem').textContent = made ? 'These options make another output than a pack. “Take away” has others.' : problemOf(result)}`);
    goBack();
  }
  showCommand();
}

/* The page keeps what it shows when other art, or other rules, cannot be baked. */
function goBack() {
  if (!live.before)
    return;
  Object.assign(live, live.before, { before: null });
  live.tunedFor = live.files;
  tool.files = [...live.files];
  showTitle();
}

function showTitle() {
  $('intro').hidden = !live.isSample;
  putName($('title'), live.operands.length === 1 ? live.operands[0] : `${plain(live.files.size)} files`);
}

const SHELF_MAX = 20;

const filesText = ({ files, isSample }) => isSample ? 'the samples' : files.size === 1 ? '1 file' : `${plain(files.size)} files`;

/* Other art, or other rules, are shown from now on. What they replace can be had again: nothing that somebody did is lost by a drop. */
function leaveBefore() {
  const { before, how } = live;
  if (!before)
    return;
  if (before.urls !== live.urls)
    for (const url of before.urls.values())
      URL.revokeObjectURL(url);
  const left = { ...before, urls: new Map(), bytes: new Map() };
  const isOther = before.files !== live.files, isGone = !before.isSample && [...before.files.keys()].some(path => !live.files.has(path));
  const areRulesGone = before.rules !== '' && before.rules !== live.rules;
  live.before = null;
  if (how !== 'replaced')
    live.shelf.pop();
  if (how === 'back')
    live.shelf.unshift(left);
  else if (how === 'replaced' && (isGone || areRulesGone))
    live.shelf.push(left);
  if (live.shelf.length > SHELF_MAX)
    live.shelf.shift();
  $('replaced').hidden = how !== 'back' && live.shelf.at(-1) !== left;
  $('add').hidden = how === 'back' || !isGone;
  const rules = areRulesGone ? ' and their rules' : '';
  $('replaced-text').textContent = how === 'back' ? `Here again: ${filesText(live)}.`
    : isOther ? `${filesText(live)} replaced ${filesText(before)}${rules}.` : 'Other rules replaced those of before.';
}

/* Shows the next of what was replaced; pressed on, all of it comes round. */
function bringBack() {
  showOther(live.shelf.at(-1), 'back');
}

/* Puts the present art and its rules to the art that it has replaced. */
function addToEarlier() {
  const earlier = live.shelf.at(-1);
  noteTuned();
  const tuned = [...earlier.tuned, ...tunedByName()], config = earlier.config ?? live.config;
  showOther({ operands: [...new Set([...earlier.operands, ...live.operands])], files: new Map([...earlier.files, ...live.files]), plain: new Set(),
              bytes: new Map(), urls: new Map(), unread: [...earlier.unread, ...live.unread], broken: new Map(), isSample: false,
              rules: earlier.rules, config, tuned, asleep: [] }, 'added');
}

async function showPack(bytes, { messages, milliseconds }, keepsTune) {
  const pack = new Pack(bytes), report = messages.find(({ level }) => level === 'report') ?? {};
  const isTuning = !$('tune').hidden, sources = sourcesOf(pack, new Map());
  live.pack = bytes;
  leaveBefore();
  if (!keepsTune)
    noteTuned();
  setPack(pack, keepsTune ? art.sources : sources, keepsTune ? undefined : null);
  $('tab-tune').hidden = pack.sprites.length === 0;
  if (isTuning && pack.sprites.length > 0)
    showTab('tune');
  const kept = [`${plain(pack.sprites.length)} ${pack.sprites.length === 1 ? 'sprite' : 'sprites'}`, `${plain(bytes.length)} bytes`, `${plain(Math.round(milliseconds))} ms`];
  if (report.warnings > 0)
    kept.push(`${plain(report.warnings)} ${report.warnings === 1 ? 'warning' : 'warnings'}`);
  say(kept.join(' · '));
  document.dispatchEvent(new Event('packed'));
  if (!keepsTune && (sourcesWanted(pack, sources).length > 0 || !$('tune').hidden || live.tuned.length > 0))
    await readSettings();
}

/* Asks the tool how each mask was made, for "Tune", and for art that the page cannot show. */
async function readSettings() {
  const pack = views.pack, firstWords = live.config ? ['--config', 'first.json'] : [];
  $('tune').inert = true;
  say(`${$('status').textContent} · reading the art …`, true);
  const result = await runTool({ command: 'tune', operands: live.operands, words: [...optionWords(), ...firstWords, ...SAFE_WORDS, '-o', 'tune.html'],
                                 leaveOut: live.broken, extra: live.config ? [['first.json', new TextEncoder().encode(JSON.stringify(live.config))]] : [], outputs: ['tune.html'],
                                 art: sourcesWanted(pack) });
  if (result === null)
    return;
  for (const { path, bytes } of await readFiles([...live.files].filter(([path]) => live.plain.has(path) && !live.bytes.has(path))))
    live.bytes.set(path, bytes);
  $('tune').inert = false;
  say($('status').textContent.replace(' · reading the art …', ''));
  if (!result.page?.settings) {
    say(`No tuning: ${problemOf(result)}`);
    return;
  }
  const settings = new TextDecoder().decode(fromBase64(result.page.settings));
  setPack(pack, sourcesOf(pack, new Map(result.page.art)), settings.replace('"page":"tune"', '"page":"live"'));
  $('tab-tune').hidden = false;
  if (tune.item)
    recallTuned();
}

/* ---- Changes ---- */

/* Bakes other art, or other rules, or both. */
function showOther(state, how) {
  cancelRun();
  clearTimeout(optionsTimer);
  noteTuned();
  if (live.pack)
    live.before ??= artOf(live);
  Object.assign(live, state, { how, tunedFor: null });
  tool.files = [...live.files];
  showTitle();
  bakeAll();
}

/* Rules stay where some of the art is the same; rules alone are for the art that is here. */
function takeFiles({ files, unread = [], operands, isSample = false, rules = null }) {
  if (files.length === 0 && rules === null) {
    say(unread.length > 0 ? `${unread[0].join(' ')}` : 'There are no files in it.');
    return;
  }
  noteTuned();
  const { rules: text, config, tuned, asleep } = live, own = { rules: text, config, tuned, asleep };
  const areSame = files.length === 0 || files.some(([path]) => live.files.has(path));
  const art = files.length === 0 ? {} : { operands, files: new Map(files), plain: new Set(), bytes: new Map(), urls: new Map(), unread, isSample };
  showOther({ ...art, broken: new Map(), ...rules !== null ? rulesFrom(rules) : areSame ? own : NO_RULES }, 'replaced');
}

/* The latest drop wins, also while an earlier one is still read. */
async function takeFrom(reading) {
  const drop = ++live.drops;
  say('Reading …', true);
  try {
    const read = await reading;
    if (drop === live.drops)
      takeFiles(read);
  } catch (error) {
    if (drop === live.drops)
      say(error instanceof Refused ? error.message : `These files cannot be read: ${error.message}`);
  }
}

let optionsTimer = 0, tuneTimer = 0;

function optionsChanged() {
  noteTuned();
  live.broken = new Map();
  showCommand();
  cancelRun();
  say('Baking …', true);
  clearTimeout(optionsTimer);
  optionsTimer = setTimeout(bakeAll, 250);
}

/* The masks of "Tune" are baked once its sliders rest. */
function tuneChanged() {
  clearTimeout(tuneTimer);
  tuneTimer = setTimeout(() => {
    const before = live.rules;
    noteTuned();
    if (live.rules !== before)
      bakeAll(true);
  }, 300);
}

/* ---- Start ---- */

function connectDrop() {
  const isFiles = event => [...event.dataTransfer?.types ?? []].includes('Files');
  addEventListener('dragover', event => {
    if (!isFiles(event))
      return;
    event.preventDefault();
    $('drop').hidden = false;
  });
  addEventListener('dragleave', event => { $('drop').hidden = event.relatedTarget === null; });
  addEventListener('drop', event => {
    $('drop').hidden = true;
    if (!isFiles(event))
      return;
    event.preventDefault();
    takeFrom(filesOfDrop(event.dataTransfer));
  });
  for (const [button, field] of [['choose', 'files'], ['choose-folder', 'folder']]) {
    $(button).addEventListener('click', () => $(field).click());
    $(field).addEventListener('change', () => {
      takeFrom(filesOfField($(field).files));
      $(field).value = '';
    });
  }
}

function connectLive() {
  connectDrop();
  tune.textOf = wholeText;
  for (const control of $('options').querySelectorAll('.choices input'))
    control.addEventListener(control.type === 'checkbox' ? 'input' : 'change', optionsChanged);
  $('options-button').addEventListener('click', () => $('options').showModal());
  $('copy-line').addEventListener('click', () => copyText($('copy-line'), commandLine()));
  $('licenses').addEventListener('toggle', () => { $('license-text').textContent = new TextDecoder().decode(parts.get('licenses.txt')); });
  $('tab-tune').addEventListener('click', () => {
    if (!tune.data && views.pack?.sprites.length > 0)
      readSettings();
  });
  $('bring-back').addEventListener('click', bringBack);
  $('add').addEventListener('click', addToEarlier);
  $('close-replaced').addEventListener('click', () => { $('replaced').hidden = true; });
  document.addEventListener('tuned', tuneChanged);
}

/* The samples are files of the page. */
function sampleFiles() {
  return [...parts].filter(([name]) => name.startsWith('sprites/')).map(([name, bytes]) => [name, new Blob([bytes], { type: 'image/png' })]);
}

async function startLive() {
  compileTool();
  TABS.push('game');
  document.querySelector('[role=tablist]').append(element('button', { id: 'tab-game', role: 'tab', ariaSelected: 'false', tabIndex: -1 }, 'Play'));
  $('tab-game').setAttribute('aria-controls', 'game');
  connect();
  connectLive();
  connectTake();
  connectGame();
  connectKeep();
  const kept = await keptArt();
  if (!kept) {
    takeFiles({ files: sampleFiles(), operands: ['sprites'], isSample: true });
    return;
  }
  $('keep-art').checked = true;
  keptFiles = kept.files;
  setOptions(kept.options);
  takeFiles(kept);
}

startLive();
