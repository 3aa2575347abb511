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
  rules: '',             /* the config of "Tune", or nothing */
  isSample: false,
  pack: null,            /* the bytes of the last bake */
  before: null,          /* the art that is shown, while other art is baked for the first time */
  drops: 0,
};

const ART = ['operands', 'files', 'plain', 'bytes', 'urls', 'unread', 'broken', 'rules', 'isSample'];

const artOf = from => Object.fromEntries(ART.map(name => [name, from[name]]));

/* ---- Words ---- */

/* Options as a shell takes them apart: quotes hold words together. */
function wordsOf(text) {
  return [...text.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

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
function sourcesWanted(pack) {
  const known = sourcesOf(pack, new Map()), wanted = new Map();
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
                                 words: [...optionWords(), ...ruleWords(), '--max-pixels', '67108864', '--message-format', 'json', '--no-sync', '-o', 'game.hmk'],
                                 leaveOut: live.broken, extra: ruleFiles(), outputs: ['game.hmk'] });
  if (result === null)
    return;
  live.broken = new Map(result.broken);
  live.plain = new Set(result.plain);
  showBroken();
  const made = result.status === 0 ? result.outputs[0][1] : null, bytes = made && isPack(made) ? made : null;
  $('options-problem').hidden = bytes !== null;
  if (bytes)
    showPack(bytes, result, keepsTune);
  else {
    say(`Not baked: ${$('options-problem').textContent = made ? 'These options make another output than a pack. “Take away” has others.' : problemOf(result)}`);
    goBack();
  }
  showCommand();
}

/* The page keeps what it shows when other art cannot be baked. */
function goBack() {
  if (!live.before)
    return;
  Object.assign(live, live.before, { before: null });
  tool.files = [...live.files];
  showTitle();
}

function showTitle() {
  $('intro').hidden = !live.isSample;
  putName($('title'), live.operands.length === 1 ? live.operands[0] : `${plain(live.files.size)} files`);
}

/* Other art is shown from now on. */
function forgetBefore() {
  for (const url of live.before?.urls.values() ?? [])
    URL.revokeObjectURL(url);
  live.before = null;
}

function showPack(bytes, { messages, milliseconds }, keepsTune) {
  const pack = new Pack(bytes), report = messages.find(({ level }) => level === 'report') ?? {};
  const isTuning = !$('tune').hidden;
  live.pack = bytes;
  forgetBefore();
  setPack(pack, keepsTune ? art.sources : sourcesOf(pack, new Map()), keepsTune ? undefined : null);
  $('tab-tune').hidden = pack.sprites.length === 0;
  if (isTuning && pack.sprites.length > 0)
    showTab('tune');
  const kept = [`${plain(pack.sprites.length)} ${pack.sprites.length === 1 ? 'sprite' : 'sprites'}`, `${plain(bytes.length)} bytes`, `${plain(Math.round(milliseconds))} ms`];
  if (report.warnings > 0)
    kept.push(`${plain(report.warnings)} ${report.warnings === 1 ? 'warning' : 'warnings'}`);
  say(kept.join(' · '));
  document.dispatchEvent(new Event('packed'));
  if (!keepsTune && (sourcesWanted(pack).length > 0 || !$('tune').hidden))
    readSettings();
}

/* Asks the tool how each mask was made, for "Tune", and for art that the page cannot show. */
async function readSettings() {
  const pack = views.pack;
  $('tune').inert = true;
  say(`${$('status').textContent} · reading the art …`, true);
  const result = await runTool({ command: 'tune', operands: live.operands, words: [...optionWords(), '--max-pixels', '67108864', '-o', 'tune.html'],
                                 leaveOut: live.broken, outputs: ['tune.html'],
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
}

/* ---- Changes ---- */

function takeFiles({ files, unread = [], operands, isSample = false }) {
  cancelRun();
  if (files.length === 0) {
    say('There are no files in it.');
    return;
  }
  if (live.pack)
    live.before ??= artOf(live);
  Object.assign(live, { operands, files: new Map(files), plain: new Set(), bytes: new Map(), urls: new Map(), unread, broken: new Map(), rules: '', isSample });
  tool.files = files;
  showTitle();
  bakeAll();
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

/* Other options make other sprites: rules of "Tune" were for the earlier ones. */
function optionsChanged() {
  live.rules = '';
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
    const config = tunedConfig(), rules = Object.keys(config).length > 0 ? configText(config) : '';
    if (rules === live.rules)
      return;
    live.rules = rules;
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
  for (const control of $('options').querySelectorAll('.choices input'))
    control.addEventListener(control.type === 'checkbox' ? 'input' : 'change', optionsChanged);
  $('options-button').addEventListener('click', () => $('options').showModal());
  $('copy-line').addEventListener('click', () => copyText($('copy-line'), commandLine()));
  $('licenses').addEventListener('toggle', () => { $('license-text').textContent = new TextDecoder().decode(parts.get('licenses.txt')); });
  $('tab-tune').addEventListener('click', () => {
    if (!tune.data && views.pack?.sprites.length > 0)
      readSettings();
  });
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
  setOptions(kept.options);
  takeFiles(kept);
}

startLive();
