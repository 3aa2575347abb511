/*
 * take.js - what one takes away: the pack and other outputs of the same bake, rules, the command line, a hash
 */

function save(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes]));
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  $('saved').textContent = `Saved ${name}: look in your downloads.`;
}

/* The files that one bake writes, by the name of each. */
const MADE_WITH = { 'game.json': ['game.json'], 'game.c': ['game.c', 'game.h'], 'game.h': ['game.c', 'game.h'] };

async function take(name) {
  if (name === 'game.hmk')
    save(name, live.pack);
  else if (name === 'rules.json')
    save(name, live.rules);
  else {
    const outputs = MADE_WITH[name];
    const result = await runTool({ command: 'bake', operands: live.operands, words: [...optionWords(), ...ruleWords(), ...SAFE_WORDS, '-o', outputs[0]],
                                   leaveOut: live.broken, extra: ruleFiles(), outputs });
    const found = result?.outputs.find(([made]) => made === name)?.[1];
    if (found)
      save(name, found);
  }
}

/* The output of `hitmask export` for an engine; a name without an ending is a folder. */
const EXPORTS = { box2d: 'game_box2d.h', phaser: 'game_phaser.json', matter: 'game_matter.json', godot: 'game_godot', defold: 'game_defold',
                  love: 'game_love.lua', tiled: 'game.tsx', unity: 'game_unity.json' };

async function exportShapes() {
  const engine = $('engine').value, name = EXPORTS[engine];
  const result = await runTool({ command: 'export', operands: [], words: ['--for', engine, 'game.hmk', '-o', name, '--message-format', 'json'],
                                 leaveOut: live.broken, extra: [['game.hmk', live.pack]], outputs: [name] });
  if (result === null)
    return;
  const { status, outputs } = result, isFolder = !name.includes('.'), lacksShapes = status !== 0 && $('pieces').value === '' && problemOf(result).includes('--pieces');
  let problem = '';
  if (lacksShapes)
    problem = `${engine} needs shapes, and this bake has none of its kind. The button makes them: polygons within 1 pixel of the outline, in pieces of at most 8 corners.`;
  else if (status !== 0)
    problem = problemOf(result);
  else if (outputs.length > ZIP_FILES_MAX)
    problem = `These are ${plain(outputs.length)} files, more than fit into a zip. Use the command line: hitmask export --for ${engine} game.hmk -o ${name}`;
  else
    save(isFolder ? `${name}.zip` : name, isFolder ? zipOf(outputs) : outputs[0][1]);
  $('take-problem').hidden = problem === '';
  $('take-problem').textContent = problem;
  $('make-shapes').hidden = !lacksShapes;
}

/* Shapes as most engines want them; Options have them from then on. */
async function makeShapes() {
  $('make-shapes').hidden = true;
  $('polygons').value ||= '1';
  $('pieces').value = '8';
  noteTuned();
  await bakeAll();
  showFigures();
  await exportShapes();
}

/* Browsers have hashes where a page comes from disk or from an https address. */
async function hashOf(bytes) {
  if (!crypto.subtle)
    return 'this browser does not say it';
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

async function showTake() {
  $('take').showModal();
  $('saved').textContent = '';
  $('take-problem').hidden = $('make-shapes').hidden = true;
  await showFigures();
}

async function showFigures() {
  const { pack } = live;
  for (const button of $('take').querySelectorAll('[data-take]'))
    button.disabled = pack === null || (button.dataset.take === 'rules.json' && live.rules === '');
  $('export').disabled = pack === null;
  $('take-size').textContent = pack ? `${plain(pack.length)} bytes` : 'not baked yet';
  $('hash').textContent = pack ? await hashOf(pack) : '';
}

function connectTake() {
  $('engine').replaceChildren(...Object.keys(EXPORTS).map(engine => element('option', {}, engine)));
  $('export').addEventListener('click', exportShapes);
  $('make-shapes').addEventListener('click', makeShapes);
  $('take-button').addEventListener('click', showTake);
  $('save-rules').addEventListener('click', () => {
    save('rules.json', wholeText(tunedConfig()));
    labelForAWhile($('save-rules'), 'Saved');
  });
  $('take').addEventListener('click', event => {
    if (event.target.dataset.take)
      take(event.target.dataset.take);
  });
  $('copy-command-line').addEventListener('click', () => copyText($('copy-command-line'), commandLine()));
}
