// inflate.js - unpacks the WebAssembly that is inside the module
//
// Browsers unpack with DecompressionStream alone, which answers later, and the module is to be ready at once. Packed,
// the module has half the size. The data is ours, so nothing here expects that it is damaged.

// A table of the codes of some lengths. Its index is the next bits of the data, as many as the longest code has; an
// entry is a symbol and, in the lowest four bits, the length of its code.
function tableOf(lengths) {
    const longest = Math.max(1, ...lengths);
    const entries = new Uint16Array(1 << longest);
    let code = 0;
    for (let length = 1; length <= longest; length++, code <<= 1)
        for (let symbol = 0; symbol < lengths.length; symbol++) {
            if (lengths[symbol] !== length) continue;
            // The first bit of a code is the lowest of the data.
            let at = 0;
            for (let bit = 0; bit < length; bit++) at |= (code >> bit & 1) << (length - 1 - bit);
            for (; at < entries.length; at += 1 << length) entries[at] = symbol << 4 | length;
            code++;
        }
    return { entries, longest };
}

// Lengths of matches and distances are a base and some bits more.
function basesOf(first, bits) {
    let next = first;
    return bits.map((count) => {
        const base = next;
        next += 1 << count;
        return base;
    });
}

const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BITS = [0, 0, 0, 0, ...Array.from({ length: 26 }, (_, i) => (i >> 1) + 1)];
const LENGTH_BASES = basesOf(3, LENGTH_BITS);
const DISTANCE_BASES = basesOf(1, DISTANCE_BITS);
LENGTH_BASES[28] = 258;
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Unpacks `size` bytes of the format deflate. */
function inflate(packed, size) {
    const out = new Uint8Array(size);
    let written = 0, at = 0, held = 0, count = 0;

    function hold(wanted) {
        for (; count < wanted; count += 8) held |= packed[at++] << count;
    }

    function drop(some) {
        held >>>= some;
        count -= some;
    }

    function bits(wanted) {
        hold(wanted);
        const number = held & ((1 << wanted) - 1);
        drop(wanted);
        return number;
    }

    function symbol({ entries, longest }) {
        hold(longest);
        const entry = entries[held & ((1 << longest) - 1)];
        drop(entry & 15);
        return entry >> 4;
    }

    function readCodes() {
        const literals = bits(5) + 257, distances = bits(5) + 1, orders = bits(4) + 4;
        const orderLengths = new Array(19).fill(0);
        for (let i = 0; i < orders; i++) orderLengths[LENGTHS_ORDER[i]] = bits(3);
        const order = tableOf(orderLengths);
        const lengths = [];
        while (lengths.length < literals + distances) {
            const word = symbol(order);
            if (word < 16) {
                lengths.push(word);
                continue;
            }
            const again = word === 16 ? lengths.at(-1) : 0;
            let times = word === 16 ? 3 + bits(2) : word === 17 ? 3 + bits(3) : 11 + bits(7);
            while (times-- > 0) lengths.push(again);
        }
        return [tableOf(lengths.slice(0, literals)), tableOf(lengths.slice(literals))];
    }

    function fixedCodes() {
        const lengths = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
        return [tableOf(lengths), tableOf(new Array(30).fill(5))];
    }

    function copyStored() {
        at -= count >> 3;
        held = count = 0;
        const length = packed[at] | packed[at + 1] << 8;
        out.set(packed.subarray(at + 4, at + 4 + length), written);
        at += 4 + length;
        written += length;
    }

    function expand([literals, distances]) {
        for (let word = symbol(literals); word !== 256; word = symbol(literals)) {
            if (word < 256) {
                out[written++] = word;
                continue;
            }
            const end = written + LENGTH_BASES[word - 257] + bits(LENGTH_BITS[word - 257]);
            const far = symbol(distances);
            const distance = DISTANCE_BASES[far] + bits(DISTANCE_BITS[far]);
            for (; written < end; written++) out[written] = out[written - distance];
        }
    }

    for (let last = false; !last; ) {
        last = bits(1) === 1;
        const kind = bits(2);
        if (kind === 0) copyStored();
        else expand(kind === 1 ? fixedCodes() : readCodes());
    }
    return out;
}
