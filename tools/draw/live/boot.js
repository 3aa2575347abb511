/*
 * boot.js - unpacks the parts of the page, and starts its scripts
 *
 * The parts stand in the page as text: each character has 7 bits of them, the first in the high bits. Unpacked, a line
 * names them with their sizes, and they follow one another.
 */
const parts = new Map();

function unpackText(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 7 / 8));
  for (let i = 0, at = 0, bits = 0, held = 0; at < bytes.length; i++) {
    bits = (bits << 7 | text.charCodeAt(i) & 127) & 0x3fff;
    held += 7;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = bits >>> held;
    }
  }
  return bytes;
}

async function readParts() {
  const holder = document.getElementById('parts'), text = holder.textContent;
  holder.remove();
  const stream = new Blob([unpackText(text)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const line = whole.indexOf(10), names = new TextDecoder().decode(whole.subarray(0, line)).split(' ');
  for (let i = 0, at = line + 1; i + 1 < names.length; i += 2) {
    parts.set(names[i], whole.subarray(at, at + Number(names[i + 1])));
    at += Number(names[i + 1]);
  }
}

/* The address of a part as a script. Nobody else can make one: there is one policy, and this closure has it. */
const scriptAddress = (() => {
  const policy = globalThis.trustedTypes?.createPolicy('hitmask', { createScriptURL: url => url });
  return name => {
    const url = URL.createObjectURL(new Blob([parts.get(name)], { type: 'text/javascript' }));
    return policy ? policy.createScriptURL(url) : url;
  };
})();

function runScript(name) {
  return new Promise((done, failed) => {
    const script = document.createElement('script');
    script.nonce = 'page';
    script.onload = done;
    script.onerror = () => failed(new Error(`cannot run ${name}`));
    script.src = scriptAddress(name);
    document.body.append(script);
  });
}

readParts().then(() => runScript('page.js')).catch(error => {
  document.getElementById('status').textContent = `This browser cannot show the page: ${error.message}`;
});
