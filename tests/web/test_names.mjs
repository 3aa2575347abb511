#!/usr/bin/env node
// test_names.mjs - one truth: functions, sizes, results and types are those of the C headers
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build, hitmask, root } from './support.mjs';
import { test } from './tap.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const headers = ['hitmask', 'hitmask_transform', 'hitmask_canvas', 'hitmask_world']
    .map((name) => read(`include/${name}.h`)).join('\n');
const functions = [...headers.matchAll(/^HM_API [^;(]*?\b(hm_\w+)\(/gm)].map((match) => match[1]);
const wasm = readFileSync(join(build, 'web/runtime.wasm'));
const module = readFileSync(join(build, 'web/hitmask.js'));
const types = read('src/web/hitmask.d.ts');

// "| `hm_overlap` | `Sprite.overlaps` |" or "| `hm_turn` | none: the reason |".
const names = [...read('src/web/NAMES.md').matchAll(/^\| `(hm_\w+)` \| (?:`([\w.]+)`|none: (.+)) \|$/gm)];

// The members of the classes that the types declare.
const declared = new Map();
for (const [, name, body] of types.matchAll(/^export declare class (\w+)[^{]*\{\n(.*?)^\}/gms))
    declared.set(name, [...body.matchAll(/^    (?:static |readonly )*(\[?[\w.]+\]?)[?]?[(:<]/gm)].map((match) => match[1])
        .filter((member) => member !== 'constructor'));

test('each function of the headers stands once in NAMES.md', () => {
    assert.ok(functions.length > 100);
    assert.deepEqual(names.map((match) => match[1]), functions);
});

test('each name in NAMES.md is there in JavaScript', () => {
    for (const [line, , name, reason] of names) {
        if (reason !== undefined) continue;
        const [owner, member] = name.split('.');
        assert.ok(owner in hitmask, line);
        const type = hitmask[owner];
        if (member === undefined || member in type.prototype || member in type) continue;
        assert.fail(line);
    }
});

test('the WebAssembly exports each function of the headers, and imports nothing', () => {
    const compiled = new WebAssembly.Module(wasm);
    const exported = WebAssembly.Module.exports(compiled).map((entry) => entry.name);
    assert.deepEqual(functions.filter((name) => !exported.includes(name)), []);
    assert.deepEqual(exported.filter((name) => name !== 'memory' && !functions.includes(name) && !name.startsWith('hm_web_')), []);
    assert.deepEqual(WebAssembly.Module.imports(compiled), []);
});

test('it is as small as promised', () => {
    const small = (what, bytes, limit) => assert.ok(bytes <= limit, `${what} has ${bytes} bytes, more than ${limit}`);
    small('the WebAssembly', wasm.length, 130000);
    small('the WebAssembly, packed,', gzipSync(wasm, { level: 9 }).length, 60000);
    small('the module, packed,', gzipSync(module, { level: 9 }).length, 80000);
});

test('errors have the names and texts of the results', () => {
    const results = [...headers.matchAll(/^    X\((HM_\w+), "([^"]*)"\)/gm)];
    assert.equal(results.length, 16);
    assert.equal(hitmask.version, `${headers.match(/MAJOR (\d+)/)[1]}.${headers.match(/MINOR (\d+)/)[1]}.${headers.match(/PATCH (\d+)/)[1]}`);
    const [, code, text] = results.find((match) => match[1] === 'HM_ERROR_MAGIC');
    assert.throws(() => hitmask.open(new Uint8Array(999)), { name: 'HitmaskError', code, message: text });
    const line = module.toString().match(/^const RESULTS = \[(.*)\];$/m)[1];
    assert.deepEqual([...line.matchAll(/'(\w+)'/g)].map((match) => match[1]), results.map((match) => match[1]));
});

test('the types declare what the module exports', () => {
    const exported = [...types.matchAll(/^export declare (?:class|function|const) (\w+)/gm)].map((match) => match[1]);
    assert.deepEqual(exported.sort(), Object.keys(hitmask).sort());
});

test('the types declare each member of each class, and nothing else', () => {
    assert.deepEqual([...declared.keys()].sort(), ['Animation', 'HitmaskError', 'Item', 'Mask', 'Pack', 'Sprite', 'World']);
    for (const [name, members] of declared) {
        if (name === 'HitmaskError') continue;
        const type = hitmask[name];
        const there = [
            ...Reflect.ownKeys(type.prototype).map((key) => (key === Symbol.iterator ? '[Symbol.iterator]' : key)),
            ...Object.getOwnPropertyNames(type).filter((key) => !['length', 'name', 'prototype'].includes(key)),
        ].filter((member) => member !== 'constructor');
        // This field of items is the game's own.
        const fields = name === 'Item' ? ['data'] : [];
        assert.deepEqual([...new Set(members)].sort(), [...there, ...fields].sort(), name);
    }
});
