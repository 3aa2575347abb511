#!/usr/bin/env node
// hitmask.mjs - runs the tool, hitmask.wasm beside this file, in Node
//
// The tool may read and write what Node may, as any program. It knows where it is by PWD, and how wide the
// terminal is by COLUMNS.
import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';

// With every run Node warns that its WASI is experimental.
const warn = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
    if (!String(warning).includes('WASI')) warn.call(process, warning, ...rest);
};
const { WASI } = await import('node:wasi');

function fail(text) {
    console.error(`hitmask: error: ${text}`);
    process.exit(1);
}

if (process.platform === 'win32')
    fail('this package does not know the paths of Windows; hitmask.exe does');

const env = { ...process.env, PWD: process.cwd() };
if (isatty(1)) env.COLUMNS ??= String(process.stdout.columns);
else if (isatty(2)) env.COLUMNS ??= String(process.stderr.columns);

const wasi = new WASI({
    version: 'preview1',
    args: ['hitmask', ...process.argv.slice(2)],
    env,
    preopens: { '/': '/' },
    returnOnExit: true,
});
// Called straight from WebAssembly these may end Node 20: its collector of garbage may run in the midst of one.
const calls = Object.entries(wasi.getImportObject().wasi_snapshot_preview1).map(
    ([name, call]) => [name, (...args) => call(...args)],
);
try {
    const module = new WebAssembly.Module(readFileSync(new URL('hitmask.wasm', import.meta.url)));
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: Object.fromEntries(calls) });
    process.exitCode = wasi.start(instance);
} catch (error) {
    fail(error.message);
}
