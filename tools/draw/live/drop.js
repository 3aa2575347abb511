/*
 * drop.js - files that are dropped or chosen become [path, file]
 *
 * A folder is read with all that is in it; files without one go into the folder "art". Folders that are dropped
 * are asked for before anything is waited for: afterwards the browser has forgotten them.
 */

const FILES_MAX = 10000, BYTES_MAX = 400 * 1024 * 1024;

/* Why files are not taken; the text is for people. */
class Refused extends Error {}

const LOOSE = 'art';

/* Names that mean something to the tool, or that no path can have, get others. */
const safePart = part => part.replace(/[\0\\]/g, '_').replace(/^\.{1,2}$/, '_');

const safePath = path => path.split('/').filter(part => part !== '').map(safePart).join('/');

/* A collection of files that knows when there are too many. */
class Collection {
  constructor() {
    this.found = [];      /* { path, file } */
    this.unread = [];     /* [path, reason] */
    this.bytes = 0;
  }

  add(path, file) {
    this.bytes += file.size;
    if (this.found.push({ path, file }) > FILES_MAX)
      throw new Refused(`These are more than the ${plain(FILES_MAX)} files that this page takes. Choose a folder of them, or use the command line.`);
    if (this.bytes > BYTES_MAX)
      throw new Refused(`These files have more than the ${plain(BYTES_MAX >> 20)} MB that this page takes. Choose a folder of them, or use the command line.`);
  }

  async addHandle(handle, path) {
    try {
      if (handle.kind === 'file') {
        this.add(path, await handle.getFile());
        return;
      }
      const children = [];
      for await (const child of handle.values())
        if (!child.name.startsWith('.'))
          children.push(this.addHandle(child, `${path}/${child.name}`));
      await Promise.all(children);
    } catch (error) {
      this.noteUnread(path, error);
    }
  }

  async addEntry(entry, path) {
    try {
      if (entry.isFile) {
        this.add(path, await new Promise((done, failed) => entry.file(done, failed)));
        return;
      }
      const reader = entry.createReader();
      for (let children = [null]; children.length > 0;) {
        children = await new Promise((done, failed) => reader.readEntries(done, failed));
        for (const child of children)
          if (!child.name.startsWith('.'))
            await this.addEntry(child, `${path}/${child.name}`);
      }
    } catch (error) {
      this.noteUnread(path, error);
    }
  }

  noteUnread(path, error) {
    if (error instanceof Refused)
      throw error;
    this.unread.push([path, `cannot be read: ${error.message}`]);
  }

  /* The files for takeFiles(). */
  async taken() {
    this.found.sort((a, b) => compareNames(a.path, b.path));
    const all = this.found.map(({ path, file }) => [safePath(path), file]), found = await findRules(all);
    const files = all.filter(([path]) => path !== found?.path);
    const wrong = found && problemOfJson(found.text);
    if (wrong)
      this.unread.push([found.path, wrong]);
    return { files, unread: this.unread, operands: await operandsOf(files), rules: found && !wrong ? found.text : null };
  }
}

/* The files of a drop. */
async function filesOfDrop({ items }) {
  const asked = [...items].filter(({ kind }) => kind === 'file').map(item => ({
    handle: item.getAsFileSystemHandle?.().catch(() => null), entry: item.webkitGetAsEntry?.(), file: item.getAsFile(),
  }));
  const collection = new Collection();
  for (const { handle: promised, entry, file } of asked) {
    const handle = await promised;
    if (handle?.kind === 'directory')
      await collection.addHandle(handle, handle.name);
    else if (entry?.isDirectory)
      await collection.addEntry(entry, entry.name);
    else if (file)
      collection.add(`${LOOSE}/${file.name}`, file);
  }
  return collection.taken();
}

/* The files of a field. */
async function filesOfField(list) {
  const collection = new Collection();
  for (const file of list)
    if (!file.webkitRelativePath.split('/').some(part => part.startsWith('.')))
      collection.add(file.webkitRelativePath || `${LOOSE}/${file.name}`, file);
  return collection.taken();
}

/* ---- What to bake ---- */

const hasEnding = (path, endings) => endings.some(ending => path.toLowerCase().endsWith(ending));
const PICTURES = ['.png', '.apng', '.gif', '.webp', '.tga', '.qoi', '.ase', '.aseprite'];
const ATLASES = ['.json', '.plist', '.xml', '.atlas', '.tsx', '.tsj', '.tpsheet', '.txt', '.sheet', '.tres'];
const ATLAS_BYTES_MAX = 16 << 20;

const baseName = path => path.slice(path.lastIndexOf('/') + 1);

/* The pictures that a text names. */
const picturesIn = text => [...text.matchAll(/[^"'<>/\\=\r\n]+\.(?:png|gif|webp|tga|qoi|aseprite|ase)\b/gi)].map(([name]) => name.trim());

/* The operands of a bake: folders; but where there are atlases, these and the pictures that none of them
 * names, for a page of an atlas is no sprite itself. An atlas names a picture that is there. */
async function operandsOf(files) {
  const pictures = files.map(([path]) => path).filter(path => hasEnding(path, PICTURES));
  const names = new Set(pictures.map(baseName)), pages = new Set(), atlases = [];
  const texts = files.filter(([path, { size }]) => hasEnding(path, ATLASES) && size <= ATLAS_BYTES_MAX)
    .map(async ([path, file]) => [path, await file.text().catch(() => '')]);
  for (const [path, text] of await Promise.all(texts)) {
    const own = picturesIn(text).filter(name => names.has(name));
    if (own.length > 0)
      atlases.push(path);
    for (const name of own)
      pages.add(name);
  }
  if (atlases.length === 0)
    return [...new Set(files.map(([path]) => path.split('/')[0]))];
  return [...atlases, ...pictures.filter(path => !pages.has(baseName(path)))];
}
