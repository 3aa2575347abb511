/*
 * tuned.js - what was tuned lives through other bakes, and rules that come as a file
 *
 *     rules of this page -> [{ layer, keys, settings }] -> settings in "Tune"
 *
 * A key is a name, or a folder with a slash behind it; "/" is all. Rules that somebody wrote by hand may have any pattern
 * and any option: they stay as they are, and those of "Tune" go behind them.
 */

const SETTING_OF = Object.fromEntries(Object.entries(OPTION_NAMES).map(([setting, option]) => [option, setting]));

/* The key of a pattern as this page writes it, or null. */
function keyOfPattern(pattern) {
  const isFolder = pattern === '**' || pattern.endsWith('/**'), body = isFolder ? pattern.slice(0, -3) : pattern;
  return /^(?:[^\\*?[]|\\.)*$/s.test(body) ? body.replace(/\\(.)/gs, '$1') + (isFolder ? '/' : '') : null;
}

/* The settings of options that "Tune" knows, or null. */
function settingsOf(options) {
  const settings = Object.fromEntries(Object.entries(options).map(([option, value]) => [SETTING_OF[option], value]));
  return !('undefined' in settings) && isSettings({ ...DEFAULTS, ...settings }) ? settings : null;
}

/* The rules of a config that this page can have written, or null. */
function readRules({ options = {}, rules = [], ...others }) {
  const list = [{ match: '**', ...options }, ...rules].flatMap(({ match, layers = {}, ...own }) => {
    const keys = new Set([match].flat().map(keyOfPattern));
    return [[null, own], ...Object.entries(layers)].map(([layer, content]) => ({ layer, keys, settings: settingsOf(content) }));
  });
  const areKnown = Object.keys(others).length === 0 && list.every(({ keys, settings }) => settings !== null && !keys.has(null));
  return areKnown ? list.filter(({ settings }) => Object.keys(settings).length > 0) : null;
}

/* The part of the state that rules are, from their text. Wrong ones stay: the tool says what is wrong with them. */
function rulesFrom(text) {
  const config = JSON.parse(text);
  let tuned = null;
  try {
    tuned = readRules(config);
  } catch {
    /* It is not made of rules as this page knows them. */
  }
  return { rules: text, config: tuned ? null : config, tuned: tuned ?? [], asleep: [] };
}

const NO_RULES = { rules: '', config: null, tuned: [], asleep: [] };

/* ---- Units ---- */

const lastPart = name => name.slice(name.lastIndexOf('/') + 1);
const bareName = name => name.replace(/\.[^./]*$/, '');

/* All keys that name a unit. Options decide whether names of pictures have endings: rules hold for both. */
function keysOf(unit) {
  const keys = ['/'];
  for (const name of isPicture(unit) ? [...unit.names, bareName(unit.names[1])] : unit.names) {
    keys.push(name, lastPart(name));
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1))
      keys.push(name.slice(0, at + 1));
  }
  return keys;
}

/* Gives the units of "Tune" what rules say, and returns the rules without a unit: a later bake may have it again. */
function applyRules(list) {
  const asleep = [], units = tune.units.map(unit => [unit, keysOf(unit)]), used = new Map();
  for (const [{ layer }, keys] of units)
    used.set(layer, keys.reduce((set, key) => set.add(key), used.get(layer) ?? new Set()));
  for (const { layer, keys, settings } of list) {
    for (const [unit, own] of units)
      if (unit.layer === layer && own.some(key => keys.has(key)))
        unit.now = { ...unit.now, ...settings };
    const unused = [...keys].filter(key => !used.get(layer)?.has(key));
    if (unused.length > 0)
      asleep.push({ layer, keys: new Set(unused), settings });
  }
  return asleep;
}

/* What is tuned, by the name of each unit: such rules hold for no other art. */
const tunedByName = () => live.tunedFor !== live.files ? live.tuned
  : tune.units.map(({ match, layer, now, start }) => ({ layer, keys: new Set([match]),
    settings: Object.fromEntries(SETTINGS.filter(name => now[name] !== start[name]).map(name => [name, now[name]])) }))
    .filter(({ settings }) => Object.keys(settings).length > 0);

/* ---- The state of the page ---- */

/* All rules as text: those that came as a file, and those of "Tune" behind them. */
function wholeText(config) {
  const { config: first } = live;
  if (first)
    return `${JSON.stringify({ ...first, rules: [...first.rules ?? [], ...config.rules ?? []] }, null, 2)}\n`;
  return Object.keys(config).length > 0 ? configText(config) : '';
}

/* Takes the settings of "Tune" into the state, unless they are of other art. */
function noteTuned() {
  if (!tune.item || live.tunedFor !== live.files)
    return;
  const config = tunedConfig();
  live.rules = wholeText(config);
  live.tuned = [...live.asleep, ...readRules(config)];
}

/* Gives new units what the state has, once the tool has said how they begin. */
function recallTuned() {
  live.tunedFor = live.files;
  live.asleep = applyRules(live.tuned);
  settingsChanged();
}

/* The first of some files that has rules, as { path, text }, or null. Atlases are JSON too, but have no rules. */
async function findRules(files) {
  const near = files.filter(([path, { size }]) => path.toLowerCase().endsWith('.json') && size <= ATLAS_BYTES_MAX)
    .sort(([a], [b]) => a.split('/').length - b.split('/').length);
  for (const [path, file] of near) {
    const text = (await file.text().catch(() => '')).replace(/^\uFEFF/, '');
    if (lastPart(path) === 'rules.json' || isRules(text))
      return { path, text };
  }
  return null;
}

/* Why a text is not JSON, or nothing. */
function problemOfJson(text) {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `is not JSON: ${error.message}`;
  }
}

function isRules(text) {
  try {
    const { options, rules, ...others } = JSON.parse(text);
    return Object.keys(others).length === 0 && (Array.isArray(rules) || typeof options === 'object');
  } catch {
    return false;
  }
}
