/*
 * tool.js - the tool as WebAssembly, in a worker: the latest run wins
 *
 * A run that is still busy when the next is wanted is ended with its worker; what was compiled is kept.
 */

const tool = {
  module: null,     /* a promise of it */
  files: [],        /* [path, file] of the art */
  worker: null,
  knows: null,      /* the files that the worker has */
  running: null,    /* what the present run promised to answer */
};

function compileTool() {
  tool.module = WebAssembly.compile(parts.get('hitmask.wasm'));
  parts.delete('hitmask.wasm');
}

let runs = 0;

function endWorker() {
  tool.worker.terminate();
  tool.worker = null;
}

/* Ends the present run, if there is one: its promise becomes null. */
function cancelRun() {
  runs++;
  if (!tool.running)
    return;
  endWorker();
  tool.running(null);
  tool.running = null;
}

/* A worker with more art than this is ended after its run: reading again takes less than a bake, and the page has the
 * memory for pictures. */
const IDLE_BYTES_MAX = 32 << 20;

function startWorker(module) {
  tool.worker = new Worker(scriptAddress('worker.js'));
  tool.knows = null;
  tool.worker.onmessage = ({ data }) => {
    const done = tool.running;
    tool.running = null;
    if (tool.files.reduce((sum, [, { size }]) => sum + size, 0) > IDLE_BYTES_MAX)
      endWorker();
    done?.(data);
  };
  tool.worker.postMessage({ module });
}

/* Runs a command of the tool on operands, with these words behind them; null if another run was wanted meanwhile. `extra` are files beside the art,
 * `outputs` the names of files and folders to return, and `art` is null, or the output is a page of `hitmask tune`, and these
 * are the sprites whose art is wanted of it. */
async function runTool({ command, operands, words, leaveOut, extra = [], outputs, art = null }) {
  cancelRun();
  const run = runs;
  const module = await tool.module;
  if (run !== runs)
    return null;
  if (!tool.worker)
    startWorker(module);
  if (tool.knows !== tool.files)
    tool.worker.postMessage({ files: tool.files });
  tool.knows = tool.files;
  return new Promise(done => {
    tool.running = done;
    tool.worker.postMessage({ command, operands, words, leaveOut: [...leaveOut], extra, outputs, art });
  });
}
