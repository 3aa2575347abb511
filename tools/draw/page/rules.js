/*
 * rules.js - the shortest rules of a config that give each sprite its settings
 *
 * A unit is what one rule can name: a picture, with all of its cells and frames, or a frame of an
 * atlas; a layer of a rule is a unit of its own. A key and its tolerance are one option here, since a
 * tolerance means nothing without its key. For each option the folders are a tree, and
 *
 *     cost of a folder = 1 if it sets the option, and the costs of what is in it
 *
 * is as small as it can be. Rules go from all to folders to pictures: the later ones win.
 */

const OPTION_NAMES = {
  threshold: 'alpha-threshold', key: 'color-key', tolerance: 'key-tolerance', despeckle: 'despeckle',
  fill: 'fill-holes', grow: 'grow', shrink: 'shrink',
};

const DEFAULTS = { threshold: 0, key: 'none', tolerance: 0, despeckle: 0, fill: false, grow: 0, shrink: 0 };

/* ---- Options ---- */

const RULED = ['threshold', 'keyed', 'despeckle', 'fill', 'grow', 'shrink'];

/* A key with its tolerance is a text: "none", or "#rrggbb 12". */
const valueOf = (settings, option) => option !== 'keyed' ? settings[option]
  : settings.key === 'none' ? 'none' : `${settings.key} ${settings.tolerance}`;

const nowOf = ({ now }, option) => valueOf(now, option);
const startOf = ({ start }, option) => valueOf(start, option);

/* The value if no rule sets the option of a unit. It is unknown for a layer once the option of its
 * picture has changed, because a layer takes the options of its picture that it does not set itself. */
const heldOf = (unit, option) => !unit.picture || nowOf(unit.picture, option) === startOf(unit.picture, option)
  ? startOf(unit, option) : undefined;

/* True if the command line set the option. A tolerance without any key does nothing. */
function wasGiven(option, units, explicit) {
  if (option !== 'keyed')
    return explicit.includes(OPTION_NAMES[option]);
  return explicit.includes(OPTION_NAMES.key) ||
    (explicit.includes(OPTION_NAMES.tolerance) && units.some(({ start }) => start.key !== 'none'));
}

/* ---- Patterns ---- */

const escapeGlob = name => name.replace(/[\\*?[]/g, '\\$&');

const folderPattern = folder => folder === '' ? '**' : `${escapeGlob(folder)}/**`;

/* A pattern without a slash is for the last part of a name, wherever it is. */
const matchesLast = name => !name.includes('/');

/* ---- The tree of one option ---- */

/* Stands for "as it was": no rule sets the option. */
const AS_BEFORE = Symbol('as before');

function folderTree(units) {
  const root = { folder: '', folders: new Map(), units: [] };
  for (const unit of units) {
    let node = root;
    const parts = unit.match.split('/');
    for (let i = 0; i + 1 < parts.length; i++) {
      const folder = parts.slice(0, i + 1).join('/');
      if (!node.folders.has(folder))
        node.folders.set(folder, { folder, folders: new Map(), units: [] });
      node = node.folders.get(folder);
    }
    node.units.push(unit);
  }
  return root;
}

/* The cost of what is in the node for each value that holds there. */
function costs(node, option, values) {
  node.costs = new Map();
  for (const child of node.folders.values())
    costs(child, option, values);
  for (const value of values) {
    let cost = 0;
    for (const unit of node.units)
      cost += nowOf(unit, option) === (value === AS_BEFORE ? heldOf(unit, option) : value) ? 0 : 1;
    for (const child of node.folders.values())
      cost += Math.min(child.costs.get(value), 1 + child.cheapest);
    node.costs.set(value, cost);
  }
  node.cheapest = Math.min(...[...node.costs].filter(([value]) => value !== AS_BEFORE).map(([, cost]) => cost));
}

/* Calls set(node or unit, value) where the option is set. `held` is what holds from above. */
function assign(node, option, held, set) {
  let value = held;
  if (node.costs.get(held) === undefined || node.costs.get(held) > 1 + node.cheapest) {
    value = [...node.costs].find(([of, cost]) => of !== AS_BEFORE && cost === node.cheapest)[0];
    set(node, value);
  }
  for (const unit of node.units)
    if (nowOf(unit, option) !== (value === AS_BEFORE ? heldOf(unit, option) : value))
      set(unit, nowOf(unit, option));
  for (const child of node.folders.values())
    assign(child, option, value, set);
}

/* ---- Rules ---- */

/* The settings of folders and of units of one layer, in the order of their rules: [{ pattern, folder
 * or name, depth, settings }]. `explicit` are options that the command line had: nobody knows what
 * holds without them. */
function assignments(units, explicit) {
  const root = folderTree(units), found = new Map();
  for (const option of RULED) {
    const values = new Set(units.map(unit => nowOf(unit, option)));
    const isGiven = wasGiven(option, units, explicit);
    if (!isGiven && units.every(unit => nowOf(unit, option) === heldOf(unit, option)))
      continue;
    if (!isGiven)
      values.add(AS_BEFORE);
    costs(root, option, values);
    assign(root, option, isGiven ? undefined : AS_BEFORE, (node, value) => {
      if (!found.has(node))
        found.set(node, node.match === undefined ? folderRule(node.folder) : nameRule(node.match));
      found.get(node).settings[option] = value;
    });
  }
  return [...found.values()];
}

const folderRule = folder =>
  ({ pattern: folderPattern(folder), folder, depth: folder === '' ? 0 : folder.split('/').length, settings: {} });

/* Names without a slash go first, because they are also the ends of other names. */
const nameRule = name =>
  ({ pattern: escapeGlob(name), name, depth: matchesLast(name) ? 1000 : 1001, settings: {} });

/* As the baker matches a pattern of these rules. */
function holds({ folder, name }, of) {
  if (name === undefined)
    return folder === '' || of.startsWith(`${folder}/`);
  return of === name || (matchesLast(name) && of.slice(of.lastIndexOf('/') + 1) === name);
}

/* A unit has other names beside its own, such as that of its atlas, and a name without a slash is the
 * end of others. Where rules give a unit something else by these, it gets a rule of its own. */
function repair(list, units, explicit) {
  for (let wrong = true, pass = 0; wrong && pass < 4; pass++) {
    wrong = false;
    list.sort((a, b) => a.depth - b.depth);
    for (const unit of units) {
      const rules = list.filter(rule => unit.names.some(name => holds(rule, name)));
      for (const option of RULED) {
        const last = rules.findLast(({ settings }) => option in settings);
        const before = wasGiven(option, units, explicit) ? undefined : heldOf(unit, option);
        if ((last ? last.settings[option] : before) === nowOf(unit, option) || (!last && before === undefined))
          continue;
        let own = list.find(({ name }) => name === unit.match);
        if (!own)
          list.push(own = nameRule(unit.match));
        own.settings[option] = nowOf(unit, option);
        wrong = true;
      }
    }
  }
  return list.sort((a, b) => a.depth - b.depth);
}

/* The options of a rule. A key says its tolerance if anything has one. */
function spelled(settings, hasTolerance) {
  const found = {};
  for (const [option, value] of Object.entries(settings)) {
    if (option !== 'keyed') {
      found[OPTION_NAMES[option]] = value;
      continue;
    }
    const [key, tolerance] = value.split(' ');
    found[OPTION_NAMES.key] = key;
    if (tolerance !== undefined && hasTolerance)
      found[OPTION_NAMES.tolerance] = Number(tolerance);
  }
  return found;
}

/* Neighbours with the same settings become one rule with a list of patterns. */
function mergeRules(list) {
  const rules = [];
  for (const { pattern, depth, settings } of list) {
    const same = rules.find(rule => rule.depth === depth && JSON.stringify(rule.settings) === JSON.stringify(settings));
    if (same)
      same.patterns.push(pattern);
    else
      rules.push({ depth, patterns: [pattern], settings });
  }
  return rules;
}

/* The config as an object. Units are { match, names, layer, picture, start, now }, where a layer has the unit of its picture; where there is a config already,
 * the rules are to stand behind its own. */
function makeConfig(units, explicit, hasConfig) {
  const config = {}, rules = [];
  const layers = new Map();
  const hasTolerance = explicit.includes(OPTION_NAMES.tolerance) ||
    units.some(({ start, now }) => start.tolerance > 0 || (now.key !== 'none' && now.tolerance > 0));
  for (const unit of units)
    layers.set(unit.layer, [...layers.get(unit.layer) ?? [], unit]);
  for (const [layer, list] of layers) {
    const merged = mergeRules(repair(assignments(list, explicit), list, explicit));
    for (const { depth, patterns, settings } of merged) {
      const content = layer === null ? spelled(settings, hasTolerance) : { layers: { [layer]: spelled(settings, hasTolerance) } };
      if (depth === 0 && !hasConfig && layer === null)
        config.options = content;
      else
        rules.push({ match: patterns.length === 1 ? patterns[0] : patterns, ...content });
    }
  }
  if (rules.length > 0)
    config.rules = rules;
  return config;
}

/* ---- As text ---- */

/* One rule a line. */
function configText(config) {
  const line = object => JSON.stringify(object, null, 1).replace(/\n\s*/g, ' ');
  const parts = [];
  if (config.options)
    parts.push(`  "options": ${line(config.options)}`);
  if (config.rules)
    parts.push(`  "rules": [\n${config.rules.map(rule => `    ${line(rule)}`).join(',\n')}\n  ]`);
  return parts.length > 0 ? `{\n${parts.join(',\n')}\n}\n` : '{}\n';
}

/* A word as a POSIX shell takes it. */
const shellWord = word => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;

/* With a config of its own the command line stays as it is: the rules go into that. */
function commandText(words, config, hasConfig) {
  if (hasConfig)
    return ['hitmask', 'bake', ...words, '-o', 'game.hmk'].map(shellWord).join(' ');
  const options = Object.entries(config.options ?? {}).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : value === false ? [] : [`--${name}=${value}`]);
  const own = config.rules || Object.values(config.options ?? {}).includes(false) ? ['--config', 'rules.json'] : options;
  return ['hitmask', 'bake', ...words, ...own, '-o', 'game.hmk'].map(shellWord).join(' ');
}
