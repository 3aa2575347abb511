#!/usr/bin/env node
// test_digest.mjs - the runtime as WebAssembly gives the answers of all other platforms, to the bit
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build, root } from './support.mjs';
import { test } from './tap.mjs';

test('the digest of platforms is that of every platform', () => {
    const wanted = readFileSync(join(root, 'tests/platforms/run.sh'), 'utf8').match(/^wanted='([^']*)'$/m)[1];
    const pack = readFileSync(join(build, 'web/platforms.hmk'));
    const digest = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(join(build, 'web/digest.wasm')))).exports;
    const room = digest.digest_room();
    new Uint8Array(digest.memory.buffer, room).set(pack);
    assert.equal(digest.digest_run(pack.length), 0);
    const numbers = new BigUint64Array(digest.memory.buffer, room, 3);
    assert.equal(Array.from(numbers, (number) => number.toString(16).padStart(16, '0')).join(' '), wanted);
});
