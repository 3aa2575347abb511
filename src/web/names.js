// names.js - which sprite of a pack a texture of an engine is
//
// Engines know pictures by keys that the game chose, and packs by paths of files. A key is looked for as it is, then
// without its folders, then without its extension, among the names of the pack that are cut likewise. Where two
// sprites would have one short name, it is nobody's.
import { HitmaskError } from './hitmask.js';

const withoutFolders = (name) => name.replace(/^.*\//, '');
const withoutExtension = (name) => name.replace(/\.[A-Za-z0-9]+(?=$|#|:)/, '');
const forms = (name) => [
    name,
    withoutExtension(name),
    withoutFolders(name),
    withoutExtension(withoutFolders(name)),
];

export class Names {
    #pack;
    #index = null;

    constructor(pack) {
        if (typeof pack?.sprite !== 'function')
            throw new HitmaskError('ARGUMENT', 'Pixels takes a pack: new Pixels(open(bytes))');
        this.#pack = pack;
    }

    #names() {
        if (this.#index !== null) return this.#index;
        const index = new Map();
        for (const name of this.#pack.names)
            for (const form of new Set(forms(name))) index.set(form, index.has(form) ? null : name);
        for (const name of this.#pack.names) index.set(name, name);
        return (this.#index = index);
    }

    /** The sprite that one of these words stands for, the first of them that does. */
    find(words, what) {
        const index = this.#names();
        for (const word of words)
            for (const form of forms(word)) {
                const name = index.get(form);
                if (typeof name === 'string') return this.#pack.sprite(name);
            }
        try {
            return this.#pack.sprite(words[0]);
        } catch (error) {
            throw new HitmaskError(
                error.code,
                `${what}: ${error.message}; the option "name" says which sprite a texture is`,
                { cause: error },
            );
        }
    }
}
