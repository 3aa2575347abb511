'use strict';
/*
 * wasi.js - the files and the calls that the tool as WebAssembly asks for, in memory
 *
 *     Folder: Map of names to Folders and Files        File: { bytes, size }
 *
 * There is one folder that is open before anything runs, the root. Nothing here knows the tool.
 */

const ERRNO = { BADF: 8, EXIST: 20, INVAL: 28, ISDIR: 31, NOENT: 44, NOSYS: 52, NOTDIR: 54, NOTEMPTY: 55 };
const KIND = { folder: 3, file: 4, stream: 6 };
const OPEN = { CREATE: 1, FOLDER: 2, NEW: 4, EMPTY: 8 };
const ROOT = 3;

class File {
  constructor(bytes) {
    this.bytes = bytes;
    this.size = bytes.length;
    this.inode = File.inodes++;
  }

  content() { return this.bytes.subarray(0, this.size); }

  /* Makes room for `size` bytes; what is behind the old end is 0. */
  resize(size) {
    if (size > this.bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.bytes.length));
      larger.set(this.content());
      this.bytes = larger;
    } else if (size < this.size)
      this.bytes = this.bytes.slice();
    this.bytes.fill(0, Math.min(this.size, size), size > this.size ? size : this.size);
    this.size = size;
  }
}

File.inodes = 1n;

class Folder {
  constructor() {
    this.items = new Map();
    this.inode = File.inodes++;
  }
}

/* The folder and the name in it that a path from the root leads to; null where a folder on the way is
 * missing. The item may be missing. */
function findPath(root, path) {
  const way = [root];
  let name = '.';
  for (const part of path.split('/').filter(part => part !== '' && part !== '.')) {
    if (name !== '.') {
      const next = way.at(-1).items.get(name);
      if (!(next instanceof Folder))
        return null;
      way.push(next);
    }
    name = part;
    if (part === '..') {
      way.splice(1 + Math.max(0, way.length - 2));
      name = '.';
    }
  }
  const folder = way.at(-1);
  return { folder, name, item: name === '.' ? folder : folder.items.get(name) };
}

/* Puts bytes at a path, with the folders that it needs. */
function putFile(root, path, bytes) {
  const parts = path.split('/'), name = parts.pop();
  let folder = root;
  for (const part of parts) {
    if (!(folder.items.get(part) instanceof Folder))
      folder.items.set(part, new Folder());
    folder = folder.items.get(part);
  }
  folder.items.set(name, new File(bytes));
}

/* One run with these words, environment and files: finish(module) returns { status, said }, where said[0] and said[1]
 * are what was written to standard output and error. */
function wasiRun(words, variables, root) {
  const open = [{ said: null }, { said: 0 }, { said: 1 }, { item: root, path: '' }];
  const said = [[], []];
  const coder = new TextEncoder(), decoder = new TextDecoder();
  let memory = null;

  const view = () => new DataView(memory.buffer);
  const bytesAt = (at, size) => new Uint8Array(memory.buffer, at, size);
  const textAt = (at, size) => decoder.decode(bytesAt(at, size));
  const set32 = (at, value) => view().setUint32(at, value, true);
  const set64 = (at, value) => view().setBigUint64(at, BigInt(value), true);

  /* Calls take(part) with the parts of memory that a list of vectors names, as long as it returns true. */
  function eachVector(list, count, take) {
    for (let i = 0, at = list; i < count; i++, at += 8)
      if (!take(bytesAt(view().getUint32(at, true), view().getUint32(at + 4, true))))
        return;
  }

  function putTexts(texts, pointers, bytes) {
    for (const text of texts) {
      const coded = coder.encode(`${text}\0`);
      set32(pointers, bytes);
      bytesAt(bytes, coded.length).set(coded);
      pointers += 4;
      bytes += coded.length;
    }
    return 0;
  }

  function putSizes(texts, count, size) {
    set32(count, texts.length);
    set32(size, texts.reduce((sum, text) => sum + coder.encode(text).length + 1, 0));
    return 0;
  }

  function putStatus(at, item) {
    bytesAt(at, 64).fill(0);
    set64(at + 8, item.inode ?? 0n);
    bytesAt(at + 16, 1)[0] = item instanceof Folder ? KIND.folder : item instanceof File ? KIND.file : KIND.stream;
    set64(at + 24, 1n);
    set64(at + 32, item.size ?? 0);
    return 0;
  }

  const pathFrom = (fd, at, size) => `${open[fd].path}/${textAt(at, size)}`;
  const findAt = (fd, at, size) => findPath(root, pathFrom(fd, at, size));

  function readAt(file, list, count, from, done) {
    let at = from;
    eachVector(list, count, part => {
      const piece = file.bytes.subarray(at, Math.min(at + part.length, file.size));
      part.set(piece);
      at += piece.length;
      return piece.length === part.length;
    });
    set32(done, at - from);
    return at;
  }

  function writeAt(file, list, count, from, done) {
    let at = from;
    eachVector(list, count, part => {
      if (at + part.length > file.size)
        file.resize(at + part.length);
      file.bytes.set(part, at);
      at += part.length;
      return true;
    });
    set32(done, at - from);
    return at;
  }

  function say(stream, list, count, done) {
    let size = 0;
    eachVector(list, count, part => {
      said[stream].push(part.slice());
      size += part.length;
      return true;
    });
    set32(done, size);
    return 0;
  }

  const isFile = fd => open[fd]?.item instanceof File;

  const calls = {
    args_get: (pointers, bytes) => putTexts(words, pointers, bytes),
    args_sizes_get: (count, size) => putSizes(words, count, size),
    environ_get: (pointers, bytes) => putTexts(variables, pointers, bytes),
    environ_sizes_get: (count, size) => putSizes(variables, count, size),
    clock_time_get(clock, precision, at) {
      set64(at, clock === 0 ? BigInt(Date.now()) * 1000000n : BigInt(Math.round(performance.now() * 1e6)));
      return 0;
    },
    random_get(at, size) {
      for (let done = 0; done < size; done += 65536)
        crypto.getRandomValues(bytesAt(at + done, Math.min(65536, size - done)));
      return 0;
    },
    proc_exit(status) { throw new Exit(status); },

    fd_prestat_get(fd, at) {
      if (fd !== ROOT)
        return ERRNO.BADF;
      set32(at, 0);
      set32(at + 4, 1);
      return 0;
    },
    fd_prestat_dir_name(fd, at) {
      bytesAt(at, 1)[0] = 47;
      return 0;
    },
    fd_close(fd) {
      if (!open[fd])
        return ERRNO.BADF;
      open[fd] = undefined;
      return 0;
    },
    fd_fdstat_get(fd, at) {
      if (!open[fd])
        return ERRNO.BADF;
      bytesAt(at, 24).fill(0);
      bytesAt(at, 1)[0] = open[fd].item instanceof Folder ? KIND.folder : isFile(fd) ? KIND.file : KIND.stream;
      view().setUint16(at + 2, open[fd].flags ?? 0, true);
      set64(at + 8, 0x1fffffffn);
      set64(at + 16, 0x1fffffffn);
      return 0;
    },
    fd_filestat_get: (fd, at) => open[fd] ? putStatus(at, open[fd].item ?? {}) : ERRNO.BADF,
    fd_filestat_set_times: () => 0,
    fd_sync: () => 0,
    fd_tell(fd, at) {
      if (!isFile(fd))
        return ERRNO.BADF;
      set64(at, open[fd].at);
      return 0;
    },
    fd_seek(fd, offset, whence, at) {
      if (!isFile(fd))
        return ERRNO.BADF;
      const to = Number(offset) + [0, open[fd].at, open[fd].item.size][whence];
      if (to < 0)
        return ERRNO.INVAL;
      open[fd].at = to;
      set64(at, to);
      return 0;
    },
    fd_read(fd, list, count, done) {
      if (open[fd]?.said === null) {
        set32(done, 0);
        return 0;
      }
      if (!isFile(fd))
        return open[fd] ? ERRNO.ISDIR : ERRNO.BADF;
      open[fd].at = readAt(open[fd].item, list, count, open[fd].at, done);
      return 0;
    },
    fd_pread(fd, list, count, from, done) {
      if (!isFile(fd))
        return ERRNO.BADF;
      readAt(open[fd].item, list, count, Number(from), done);
      return 0;
    },
    fd_write(fd, list, count, done) {
      if (typeof open[fd]?.said === 'number')
        return say(open[fd].said, list, count, done);
      if (!isFile(fd))
        return ERRNO.BADF;
      open[fd].at = writeAt(open[fd].item, list, count, open[fd].flags & 1 ? open[fd].item.size : open[fd].at, done);
      return 0;
    },
    fd_pwrite(fd, list, count, from, done) {
      if (!isFile(fd))
        return ERRNO.BADF;
      writeAt(open[fd].item, list, count, Number(from), done);
      return 0;
    },
    fd_readdir(fd, at, size, cookie, done) {
      const { item } = open[fd] ?? {};
      if (!(item instanceof Folder))
        return ERRNO.NOTDIR;
      open[fd].names ??= [...item.items.keys()].map(name => [name, coder.encode(name)]);
      const { names } = open[fd], to = bytesAt(at, size);
      let used = 0;
      for (let i = Number(cookie); i < names.length && used < size; i++) {
        const [name, coded] = names[i], found = item.items.get(name), entry = new Uint8Array(24 + coded.length);
        const fields = new DataView(entry.buffer);
        fields.setBigUint64(0, BigInt(i + 1), true);
        fields.setBigUint64(8, found?.inode ?? 0n, true);
        fields.setUint32(16, coded.length, true);
        entry[20] = found instanceof Folder ? KIND.folder : KIND.file;
        entry.set(coded, 24);
        to.set(entry.subarray(0, size - used), used);
        used = Math.min(size, used + entry.length);
      }
      set32(done, used);
      return 0;
    },

    path_filestat_get(fd, flags, at, size, out) {
      const found = findAt(fd, at, size);
      return found?.item ? putStatus(out, found.item) : ERRNO.NOENT;
    },
    path_readlink: (fd, at, size) => findAt(fd, at, size)?.item ? ERRNO.INVAL : ERRNO.NOENT,
    path_open(fd, follow, at, size, how, rights, inherited, flags, out) {
      const found = findAt(fd, at, size), wantsFolder = (how & OPEN.FOLDER) !== 0;
      if (!found || (!found.item && !(how & OPEN.CREATE)))
        return ERRNO.NOENT;
      if (found.item && how & OPEN.NEW)
        return ERRNO.EXIST;
      if (!found.item)
        found.folder.items.set(found.name, found.item = new File(new Uint8Array(0)));
      if (wantsFolder && !(found.item instanceof Folder))
        return ERRNO.NOTDIR;
      if (how & OPEN.EMPTY && found.item instanceof File)
        found.item.resize(0);
      open.push({ item: found.item, path: pathFrom(fd, at, size), at: 0, flags });
      set32(out, open.length - 1);
      return 0;
    },
    path_create_directory(fd, at, size) {
      const found = findAt(fd, at, size);
      if (!found)
        return ERRNO.NOENT;
      if (found.item)
        return ERRNO.EXIST;
      found.folder.items.set(found.name, new Folder());
      return 0;
    },
    path_rename(fd, at, size, toFd, toAt, toSize) {
      const from = findAt(fd, at, size), to = findAt(toFd, toAt, toSize);
      if (!from?.item || !to)
        return ERRNO.NOENT;
      from.folder.items.delete(from.name);
      to.folder.items.set(to.name, from.item);
      return 0;
    },
    path_remove_directory(fd, at, size) {
      const found = findAt(fd, at, size);
      if (!(found?.item instanceof Folder))
        return found?.item ? ERRNO.NOTDIR : ERRNO.NOENT;
      if (found.item.items.size > 0)
        return ERRNO.NOTEMPTY;
      found.folder.items.delete(found.name);
      return 0;
    },
    path_unlink_file(fd, at, size) {
      const found = findAt(fd, at, size);
      if (!found?.item)
        return ERRNO.NOENT;
      if (found.item instanceof Folder)
        return ERRNO.ISDIR;
      found.folder.items.delete(found.name);
      return 0;
    },
  };

  class Exit {
    constructor(status) { this.status = status; }
  }

  return {
    /* Runs a module to its end. A call that is not known here is answered as one that the system has not. */
    finish(module) {
      const unknown = WebAssembly.Module.imports(module).map(({ name }) => [name, () => ERRNO.NOSYS]);
      const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { ...Object.fromEntries(unknown), ...calls } });
      let status = 0;
      memory = instance.exports.memory;
      try {
        instance.exports._start();
      } catch (end) {
        if (!(end instanceof Exit))
          throw end;
        ({ status } = end);
      }
      return { status, said: said.map(parts => parts.map(part => decoder.decode(part, { stream: true })).join('') + decoder.decode()) };
    },
  };
}
