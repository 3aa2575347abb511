#!/usr/bin/env node
// test_package.mjs - the package of npm: what is in it, its types, four bundlers, and the tool
//
// It is installed in an empty folder, as everybody does; what it is tried with lies in build/web/modules.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build, folder, root } from './support.mjs';
import { test as run } from './tap.mjs';

const archive = process.env.HITMASK_NPM;
const modules = join(build, 'web/modules');
const tools = createRequire(join(modules, 'package.json'));
const load = (name) => import(pathToFileURL(tools.resolve(name)));

// Vite and the tool need Node 20.
const skip = parseInt(process.versions.node) < 20 ? 'needs Node 20' : undefined;
const test = (name, ask) => run(name, ask, { skip });

// An empty folder with the package installed, below what it is tried with.
const app = join(modules, 'app');
rmSync(app, { recursive: true, force: true });
mkdirSync(app);
writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n');
execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', archive], { cwd: app });
const installed = join(app, 'node_modules/hitmask');

/** Runs a program of the modules; returns what it said, and fails when it does. */
function runs(program, words, cwd = app) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(modules, 'node_modules', program), ...words], {
        cwd, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', CI: '1' },
    });
    assert.equal(status, 0, `${program} ${words.join(' ')}:\n${stdout}${stderr}`);
    return stdout;
}

/** The pack of the samples as the tool of the package bakes it. */
function baked(...options) {
    const pack = join(folder(), 'game.hmk');
    execFileSync('npx', ['--offline', 'hitmask', 'bake', '-q', join(root, 'samples/sprites'), '-o', pack, ...options], { cwd: app });
    return pack;
}

test('it has these files, and the version of the library', () => {
    const files = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n')
        .filter((name) => !name.endsWith('/')).map((name) => name.replace(/^package\//, '')).sort();
    assert.deepEqual(files, [
        'LICENSE', 'README.md', 'hitmask.d.ts', 'hitmask.js', 'names.js', 'package.json', 'phaser.d.ts', 'phaser.js', 'pixi.d.ts',
        'pixi.js', 'runtime.wasm', 'tool/README.md', 'tool/hitmask.mjs', 'tool/hitmask.wasm', 'tool/licenses.txt',
    ]);
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json')));
    assert.match(readFileSync(join(installed, 'hitmask.js'), 'utf8'), new RegExp(`^/\\*! hitmask ${version}:`));
});

test('npm packs the same files', () => {
    const [{ files }] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: installed, encoding: 'utf8' }));
    const ours = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n')
        .filter((name) => !name.endsWith('/')).map((name) => name.replace(/^package\//, ''));
    assert.deepEqual(files.map((file) => file.path).sort(), ours.sort());
});

test('npx hitmask bakes the same bytes as the native tool', () => {
    const native = join(folder(), 'native.hmk');
    execFileSync(process.env.HITMASK, ['bake', '-q', 'samples/sprites', '-o', native], { cwd: root });
    assert.ok(readFileSync(baked()).equals(readFileSync(native)));
});

test('publint finds nothing', () => {
    assert.match(runs('publint/src/cli.js', ['--strict', installed]), /All good!/);
});

test('attw finds nothing wrong with the types', () => {
    runs('@arethetypeswrong/cli/dist/index.js', [archive, '--profile', 'esm-only', '--exclude-entrypoints', './runtime.wasm']);
});

// ---- Types ----

const TYPED = `
import { HitmaskError, Mask, Sprite, World, fromMatrix, memory, open, tile, version } from 'hitmask';
import type { Met, Pack, Placement, Point, Slide, Sweep } from 'hitmask';
import { Pixels } from 'hitmask/phaser';
import { Pixels as PixiPixels } from 'hitmask/pixi';

export async function play(bytes: ArrayBuffer, view: Uint8Array, shared: SharedArrayBuffer): Promise<string> {
    const pack: Pack = open(bytes);
    open(view);
    open(shared);
    const a: Sprite = pack.sprite('a.png'), b: Sprite | null = pack.find('b.png');
    if (b === null) return version;
    const touches: boolean = a.overlaps(b, 1, 2);
    const hit: Point | null = a.contact(b, 1, 2);
    const out: Point = { x: 0, y: 0 };
    const area: number = a.area(b, 0, 0) + (a.contact(b, 0, 0, out)?.x ?? 0) + memory();
    const at: Placement = { x: 1.5, y: 2, angle: 30, scaleX: -1 };
    const sweep: Sweep = a.sweepAt(at, b, { x: 0, y: 0, rotation: 1 }, 5.5, 0);
    const world = new World();
    const item = world.add(a, 0, 0, { health: 3 });
    const met: Met | null = world.overlap(a, 0, 0);
    const slide: Slide = world.slide(a, 0, 0, 5, 0, { stepUp: 1 });
    world.setTiles({ columns: 1, rows: 1, tileWidth: 8, tileHeight: 8, cells: Uint32Array.of(tile.flipX), sprites: [a, null] });
    world.self = item;
    const mask = Mask.from(new ImageData(8, 8), { threshold: 127 }).circle(1, 1, 3, 'erase');
    Mask.from(document.createElement('canvas'));
    Mask.from(new OffscreenCanvas(8, 8), { key: 0xff00ff });
    for (const loop of a.pieces) for (const { x, y } of loop) mask.set(Math.round(x), Math.round(y), true);
    for (const sprite of pack) sprite.flip(true, false).dispose();
    fromMatrix(new DOMMatrix());
    new Pixels(pack, { name: (key, frame) => (frame === 'x' ? key : undefined) });
    new PixiPixels(pack);
    // @ts-expect-error a name is a string
    pack.sprite(5);
    // @ts-expect-error sprites come from packs
    new Sprite();
    // @ts-expect-error there is no such direction
    a.exit(b, 0, 0, 'north', 5);
    // @ts-expect-error a contact may be null
    a.contact(b, 0, 0).x;
    // @ts-expect-error a mask is not a sprite
    a.overlaps(mask, 0, 0);
    // @ts-expect-error names of packs cannot be changed
    pack.names[0] = '';
    try {
        pack.verify();
    } catch (error) {
        if (error instanceof HitmaskError) return error.code;
    }
    return [touches, hit?.x, area, sweep.touches, met?.item?.data, slide.rise].join();
}
`;

const ENGINES = `
import Phaser from 'phaser';
import { Pixels } from 'hitmask/phaser';
import { Pixels as PixiPixels } from 'hitmask/pixi';
import { Sprite as PixiSprite } from 'pixi.js';
import { open } from 'hitmask';

export class Game extends Phaser.Scene {
    create() {
        const pixels = new Pixels(open(this.cache.binary.get('masks')));
        const hero = this.physics.add.image(1, 2, 'hero');
        const rocks = this.physics.add.group();
        this.physics.add.overlap(hero, rocks, () => rocks.clear(), pixels.process, this);
        const sprite: Phaser.GameObjects.Sprite = pixels.interactive(this.add.sprite(0, 0, 'hero'), { useHandCursor: true });
        const met: Phaser.GameObjects.GameObject | null = pixels.first(hero, rocks.getChildren());
        pixels.matterBody(this.add.image(0, 0, 'hero'), { restitution: 0.5 });
        return [met, sprite, pixels.overlaps(hero, sprite), pixels.contact(hero, sprite)?.x];
    }
}

export function pixi(pack: ReturnType<typeof open>) {
    const pixels = new PixiPixels(pack);
    const hero = new PixiSprite(), rock = pixels.interactive(new PixiSprite());
    hero.hitArea = pixels.hitArea(hero);
    return pixels.overlaps(hero, rock);
}
`;

function checks(name, source, options) {
    const at = join(app, `types-${name}`);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'game.ts'), source);
    writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({
        compilerOptions: { strict: true, noEmit: true, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [],
            exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, ...options },
        files: ['game.ts'],
    }));
    runs('typescript/bin/tsc', ['-p', at]);
}

test('strict types, as Node resolves them', () => checks('node', TYPED, { module: 'nodenext', moduleResolution: 'nodenext' }));

test('strict types, as bundlers resolve them', () => checks('bundler', TYPED, { module: 'esnext', moduleResolution: 'bundler' }));

test('the types of Phaser and Pixi fit', () =>
    checks('engines', ENGINES, { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true, exactOptionalPropertyTypes: false }));

// ---- Bundlers ----

// Each bundle answers this, in Node, of a pack that is given to it.
writeFileSync(join(app, 'main.js'), `
import { HitmaskError, Mask, World, open } from 'hitmask';
globalThis.answer = (bytes) => {
    const pack = open(bytes);
    const a = pack.sprite('person.png'), b = pack.sprite('enemy.png');
    const world = new World();
    world.add(b, 20, 10);
    const caught = [];
    try {
        pack.sprite('persn.png');
    } catch (error) {
        caught.push(error instanceof HitmaskError, error.name, error.code);
    }
    return [a.overlaps(b, 20, 10), a.contact(b, 20, 10), a.area(b, 20, 10), world.overlap(a, 0, 0).kind,
        new Mask(9, 9).circle(4, 4, 2).sprite.solidPixels, ...caught];
};
`);
const ANSWER = [true, { x: 26, y: 11 }, 159, 'crowd', 13, true, 'HitmaskError', 'NAME'];

async function answers(file) {
    const pack = baked();
    const program = `await import(${JSON.stringify(pathToFileURL(file).href)});` +
        `console.log(JSON.stringify(globalThis.answer((await import('node:fs')).readFileSync(${JSON.stringify(pack)}))))`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: app, encoding: 'utf8' });
    assert.deepEqual(JSON.parse(said), ANSWER);
}

test('Node runs it as it is', () => answers(join(app, 'main.js')));

test('esbuild bundles it', async () => {
    const { build: bundle } = tools('esbuild');
    const outfile = join(app, 'esbuild.mjs');
    await bundle({ entryPoints: [join(app, 'main.js')], bundle: true, minify: true, format: 'esm', outfile, logLevel: 'error' });
    await answers(outfile);
});

test('vite bundles it', async () => {
    const { build: bundle } = await load('vite');
    writeFileSync(join(app, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
    const outDir = join(app, 'vite');
    await bundle({ root: app, configFile: false, logLevel: 'error', build: { outDir, modulePreload: false } });
    const [script] = readdirSync(join(outDir, 'assets')).filter((name) => name.endsWith('.js'));
    await answers(join(outDir, 'assets', script));
});

test('webpack bundles it', async () => {
    const webpack = tools('webpack');
    const config = {
        mode: 'production', context: app, entry: './main.js', performance: { hints: 'error', maxAssetSize: 250000, maxEntrypointSize: 250000 },
        output: { path: app, filename: 'webpack.cjs' },
    };
    const stats = await new Promise((done, fail) =>
        webpack(config, (error, result) => (error ? fail(error) : done(result))));
    assert.equal(stats.hasErrors() || stats.hasWarnings(), false, stats.toString());
    await answers(join(app, 'webpack.cjs'));
});

test('rollup bundles it', async () => {
    const { rollup } = await load('rollup');
    const { nodeResolve } = await load('@rollup/plugin-node-resolve');
    const bundle = await rollup({
        input: join(app, 'main.js'), plugins: [nodeResolve()], onwarn: (warning) => assert.fail(warning.message),
    });
    const file = join(app, 'rollup.mjs');
    await bundle.write({ file, format: 'es' });
    await answers(file);
});

test('a game that asks two sprites alone does not carry the companions', () => {
    const bundle = readFileSync(join(app, 'rollup.mjs'), 'utf8');
    assert.ok(!bundle.includes('setInteractive') && !bundle.includes('__BASE'));
});

// ---- The manual ----

test('the examples of README.md that need no engine run', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map((match) => match[1]);
    const [ask, animation, ...others] = examples.filter((example) => !/phaser|pixi/i.test(example));
    assert.equal(others.length, 2);
    const pack = JSON.stringify(baked('--animate', '100'));
    const programs = [
        `globalThis.fetch = async () => new Response((await import('node:fs')).readFileSync(${pack}));` +
            ask.replace('hero.png', 'person.png').replace('rock.png', 'enemy.png') + animation +
            "if (hit.x !== 26 || hit.y !== 11 || pixels !== 159 || !frame.name.startsWith('person-walk-')) throw new Error('other answers');",
        others[0],
        others[1] + "if (met.item !== slime || under.item !== slime || laser.steps < 150 || !walk.onGround || all.length !== 2 || touched.length !== 1 || touched[0].item !== slime) throw new Error('other answers');",
    ];
    for (const [i, program] of programs.entries()) {
        writeFileSync(join(app, `example-${i}.mjs`), program);
        execFileSync(process.execPath, [`example-${i}.mjs`], { cwd: app });
    }
});

test('the examples of the pages of the repository run', () => {
    const pack = JSON.stringify(baked());
    let ran = 0;
    for (const page of ['README.md', 'src/README.md']) {
        const examples = [...readFileSync(join(root, page), 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map((match) => match[1])
            .filter((example) => example.includes("from 'hitmask'"));
        ran += examples.length;
        for (const example of examples) {
            const program = `globalThis.fetch = async () => new Response((await import('node:fs')).readFileSync(${pack}));` +
                'const dx = 20, dy = 10;' + example.replace('hero.png', 'person.png').replace('rock.png', 'enemy.png');
            writeFileSync(join(app, 'page.mjs'), program);
            assert.match(execFileSync(process.execPath, ['page.mjs'], { cwd: app, encoding: 'utf8' }), /x: 26, y: 11/);
        }
    }
    assert.ok(ran > 0);
});
