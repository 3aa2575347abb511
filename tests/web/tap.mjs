// tap.mjs - runs tests one after the other, and says how each ended as TAP does
import assert from 'node:assert/strict';

const tests = [];

/** A test; with a reason in `skip` it is not run. */
export function test(name, run, { skip } = {}) {
    tests.push({ name, run, skip });
}

/** `run` throws a HitmaskError of this code, whose message matches. */
export function refuses(HitmaskError, code, message, run) {
    let error = null;
    try {
        run();
    } catch (thrown) {
        error = thrown;
    }
    assert.ok(error instanceof HitmaskError, `${run}: ${error?.stack ?? 'threw nothing'}`);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
}

/** A generator with a seed: it gives the same numbers in any order of calls. */
export function randomFrom(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state >>> 8;
    };
    return (low, high) => low + (next() % (high - low + 1));
}

// When all of the file has been read.
process.once('beforeExit', async () => {
    console.log(`1..${tests.length}`);
    let failed = 0;
    for (const [i, { name, run, skip }] of tests.entries()) {
        if (skip) {
            console.log(`ok ${i + 1} ${name} # SKIP ${skip}`);
            continue;
        }
        try {
            await run();
            console.log(`ok ${i + 1} ${name}`);
        } catch (error) {
            failed++;
            console.log(`not ok ${i + 1} ${name}`);
            for (const line of String(error.stack ?? error).split('\n')) console.log('#', line);
        }
    }
    process.exitCode = failed === 0 ? 0 : 1;
});
