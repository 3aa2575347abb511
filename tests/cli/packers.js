// packers.js - has the packers of npm pack the pictures of a folder, in every mode that they have
//
//     node packers.js MODULES PACKER SPRITES OUT
//
// MODULES is a folder with node_modules, PACKER one of free-tex-packer, spritesmith and assetpack.
// Each mode makes a folder in OUT, with the atlases and pages in it.
'use strict';

const fs = require('fs');
const path = require('path');
const {createRequire} = require('module');
const {pathToFileURL} = require('url');

const [modules, packer, sprites, out] = process.argv.slice(2);
const need = createRequire(path.join(path.resolve(modules), 'package.json'));
const names = fs.readdirSync(sprites).filter((name) => name.endsWith('.png')).sort();

function write(mode, name, bytes) {
    const folder = path.join(out, mode);
    fs.mkdirSync(folder, {recursive: true});
    fs.writeFileSync(path.join(folder, name), bytes);
}

// Each exporter that hitmask reads turns and trims what it can; several pages, extruded and identical sprites as well.
async function freeTexPacker() {
    const {packAsync} = need('free-tex-packer-core');
    const exporters = ['JsonHash', 'JsonArray', 'XML', 'Pixi', 'PhaserHash', 'PhaserArray',
        'Phaser3', 'Cocos2d', 'Unreal', 'Starling', 'Spine', 'UIKit', 'Egret2D'];
    const modes = {
        plain: {allowRotation: false, allowTrim: false},
        trimmed: {allowRotation: false, allowTrim: true, padding: 2},
        cropped: {allowRotation: false, allowTrim: true, trimMode: 'crop'},
        turned: {allowRotation: true, allowTrim: false, padding: 1},
        both: {allowRotation: true, allowTrim: true, extrude: 2, padding: 3},
        pages: {allowRotation: true, allowTrim: true, width: 256, height: 256},
    };
    for (const exporter of exporters)
        for (const [mode, options] of Object.entries(modes)) {
            const images = names.map((name) => ({
                path: name,
                contents: fs.readFileSync(path.join(sprites, name)),
            }));
            const files = await packAsync(images, {
                textureName: 'pack', packer: 'MaxRectsPacker', exporter, ...options,
            });
            for (const file of files)
                write(`${exporter}-${mode}`, file.name, file.buffer);
        }
}

async function spritesmith() {
    const Spritesmith = need('spritesmith');
    const templates = need('spritesheet-templates');
    const algorithms = ['top-down', 'left-right', 'diagonal', 'alt-diagonal', 'binary-tree'];
    for (const algorithm of algorithms) {
        const src = names.map((name) => path.join(sprites, name));
        const result = await new Promise((resolve, reject) =>
            Spritesmith.run({src, algorithm, padding: 3},
                (error, made) => error ? reject(error) : resolve(made)));
        const rectangles = Object.entries(result.coordinates)
            .map(([name, at]) => ({name: path.basename(name), ...at}));
        const coordinates = Object.fromEntries(rectangles.map(({name, ...at}) => [name, at]));
        write(`coordinates-${algorithm}`, 'pack.png', result.image);
        write(`coordinates-${algorithm}`, 'pack.json', JSON.stringify(coordinates));
        for (const format of ['json', 'json_array', 'json_texture']) {
            const text = templates({
                sprites: rectangles.map((sprite) => ({...sprite})),
                spritesheet: {...result.properties, image: 'pack.png'},
            }, {format});
            write(`${format}-${algorithm}`, 'pack.png', result.image);
            write(`${format}-${algorithm}`, 'pack.json', text);
        }
    }
}

async function assetpack() {
    const load = (name) => import(pathToFileURL(need.resolve(name)).href);
    const {AssetPack} = await load('@assetpack/core');
    const {texturePacker} = await load('@assetpack/core/texture-packer');
    const modes = {
        plain: {allowTrim: false, allowRotation: false},
        trimmed: {allowTrim: true, allowRotation: false, alphaThreshold: 0},
        turned: {allowTrim: false, allowRotation: true},
        both: {allowTrim: true, allowRotation: true, alphaThreshold: 0},
    };
    for (const [mode, options] of Object.entries(modes))
        for (const size of [4096, 256]) {
            const entry = path.join(out, 'entry'), folder = `${mode}-${size}`;
            fs.rmSync(entry, {recursive: true, force: true});
            fs.cpSync(sprites, path.join(entry, 'pack{tps}'), {recursive: true});
            await new AssetPack({
                entry, output: path.join(out, folder), cache: false, logLevel: 'error',
                pipes: [texturePacker({
                    texturePacker: {padding: 2, ...options},
                    resolutionOptions: {resolutions: {default: 1}, maximumTextureSize: size},
                })],
            }).run();
            fs.rmSync(entry, {recursive: true, force: true});
        }
}

const packers = {'free-tex-packer': freeTexPacker, spritesmith, assetpack};
packers[packer]().catch((error) => {
    console.error(error);
    process.exit(1);
});
