#!/usr/bin/env python3
"""Attacks the tool for a while: kills it, races it, changes its art meanwhile, gives it nonsense.

    attack.py [--seed N] [--round N] HITMASK SECONDS [KIND...]

    kill     bakes are killed at any moment: each file stays an old or a new whole one, and the next
             bake, by itself or by Make, notices every change and ends with the right bytes
    churn    pictures come, go and change while bakes run with one cache; at rest a bake with the
             cache gives the bytes, the messages and the status of one without
    race     several bakes write one output and one cache at once: each file is always a whole one
    options  random options, good and bad: a bake with a cache gives the bytes, the messages and the
             status of one without; and no command crashes
    names    Make and Ninja with files and folders of every name in build_names.py

The time is divided among the kinds. Each goes round after round, in a new folder; chance decides by
the seed, the kind and the number of the round alone. (Yet the moment of a kill is never the same.)
A round that fails says how to repeat it, and leaves its folder. The status is then 1.
"""

import argparse
import collections
import glob
import itertools
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

TESTS = pathlib.Path(__file__).resolve().parent
BUILD_NAMES = TESTS / "cli/build_names.py"
SETTLED = 2.1  # seconds after which a cache takes a file's time as proof

# The tests themselves may run under make.
os.environ.update(LC_ALL="C", NO_COLOR="1")
for variable in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
    os.environ.pop(variable, None)


class Found(Exception):
    """Something that must not be."""


def expect(good, *what):
    if not good:
        raise Found(" ".join(str(word) for word in what))


# ---- Files ------------------------------------------------------------------------------------

def read(path):
    try:
        return pathlib.Path(path).read_bytes()
    except FileNotFoundError:
        return None


def write(path, content):
    pathlib.Path(path).write_bytes(content)


def png(dice, width=None, height=None):
    """A picture with an alpha channel; pictures of one size are files of one size."""
    width, height = width or dice.randint(1, 24), height or dice.randint(1, 24)
    rows = b"".join(b"\0" + bytes(dice.choices((0, 40, 255), k=2 * width)) for _ in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 4, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))


def draw_art(dice, count, folder="art"):
    os.makedirs(f"{folder}/deep", exist_ok=True)
    for i in range(count):
        write(f"{folder}/{'deep/' if i % 3 == 0 else ''}p{i}.png", png(dice))


def pictures(folder):
    return sorted(glob.glob(f"{folder}/**/*.png", recursive=True))


def edit(dice, folder="art", sly=False):
    """Changes one thing. Nothing but the cache looks for sly changes, which leave the time."""
    def changed(path):
        size = struct.unpack(">II", (read(path) or b"").ljust(24, b"\0")[16:24])
        return png(dice, *size) if 0 < size[0] < 99 and 0 < size[1] < 99 else png(dice)

    kinds = ["write"] * 4 + ["resize", "replace", "add", "add", "remove", "rename", "swap", "touch", "folder"]
    kind = dice.choice(kinds + ["sly"] * 4 + ["spoil"] if sly else kinds)
    paths = pictures(folder)
    if kind == "add" or len(paths) < 3:
        write(f"{folder}/n{dice.randrange(9)}.png", png(dice))
        return
    path, other = dice.sample(paths, 2)
    if kind == "write":
        write(path, changed(path))
    elif kind == "resize":
        write(path, png(dice))
    elif kind == "replace":
        write(f"{folder}.spare", changed(path))
        os.replace(f"{folder}.spare", path)
    elif kind == "remove":
        os.remove(path)
    elif kind == "rename":
        os.rename(path, f"{folder}/r{dice.randrange(9)}.png")
    elif kind == "swap":
        os.rename(path, f"{folder}.spare")
        os.rename(other, path)
        os.rename(f"{folder}.spare", other)
    elif kind == "touch":
        os.utime(path)
    elif kind == "folder":
        new = f"{folder}/f{dice.randrange(3)}"
        if os.path.isdir(new):
            shutil.rmtree(new)
        else:
            shutil.copytree(f"{folder}/deep", new)
    elif kind == "sly":
        before = os.stat(path)
        write(path, changed(path))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    elif kind == "spoil":
        content = changed(path)
        write(path, content[:dice.randrange(len(content))])


def remove_spoiled(folder):
    for path in pictures(folder):
        if not read(path).endswith(b"IEND\xaeB`\x82"):
            os.remove(path)


# ---- Running ----------------------------------------------------------------------------------

def judge(status, said, words):
    """However a run ends, it is no crash."""
    expect(status in (0, 1, 2, 3) and b"Sanitizer" not in said and b"runtime error: " not in said,
           "status", status, "of:", *words, "\n" + said.decode(errors="replace"))


def run(*words, folder="."):
    words = [str(word) for word in words]
    try:
        done = subprocess.run([HITMASK, *words], cwd=folder, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=100, check=False)
    except subprocess.TimeoutExpired:
        raise Found("does not end:", *words) from None
    judge(done.returncode, done.stderr, words)
    return done


def expect_no_leftovers(*where):
    left = [name for folder, _, names in os.walk(".") for name in names if name.endswith("hitmask-tmp")]
    expect(not left, "left behind:", *left, *where)


def outputs_of(name):
    return [name, "game.d", "stamp"] + (["game.h"] if name.endswith(".c") else [])


def bake_fresh(name, *options):
    """The right bytes of each output; None for all if the bake must fail. Beside it, the run."""
    shutil.rmtree("fresh", ignore_errors=True)
    os.mkdir("fresh")
    done = run("bake", "art", "-o", f"fresh/{name}", "-MD", "-MF", "fresh/game.d", "-MT", name,
               "--stamp", "fresh/stamp", *options)
    return {file: read(f"fresh/{file}") for file in outputs_of(name)}, done


def unfinished(file, name):
    """The depfile that stands between the old and the new one: it asks for another bake."""
    never = "an-unfinished-bake"
    return f"{name}: \\\n  {never}\n\n{never}:\n\n\n".encode() if file == "game.d" else None


# ---- Kills ------------------------------------------------------------------------------------

def times(files):
    return [os.stat(file).st_mtime_ns if os.path.exists(file) else None for file in files]


def kill_one(words, files, seconds):
    """Starts a run and kills it after that time, or, without one, when the first of the files changes."""
    before = times(files)
    with subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as running:
        if seconds is not None:
            time.sleep(seconds)
        while seconds is None and running.poll() is None and times(files) == before:
            pass
        try:
            os.killpg(running.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    COUNTS["killed"] += running.returncode != 0


def kill(dice):
    draw_art(dice, dice.randint(3, 30))
    name = dice.choice(["game.hmk", "game.json", "game.c"])
    by_make = dice.random() < 0.5 and shutil.which("make")
    how = dice.choice([[], [], ["--prune", "0"], ["-j", "3"], ["--strip-extension"]])
    more = dice.choice([[], [], ["--no-sync"], ["--write-if-changed"]])
    words = [HITMASK, "bake", "-v", "art", "-o", name, "-MD", "--stamp", "stamp", *how, *more]
    if dice.random() < 0.8:
        words += ["--cache", "cache"]
    if by_make:
        write("Makefile", f"{name}:\n\t@{' '.join(words)} -MP\n-include game.d\n".encode())
        how, words = [*how, "-MP"], ["make", name]
    longest = 0.02
    for _ in range(12):
        edit(dice)
        before = {file: read(file) for file in outputs_of(name)}
        wanted, _ = bake_fresh(name, *how)
        kill_one(words, outputs_of(name), dice.choice((dice.random() * longest, None)))
        for file, old in before.items():
            expect(read(file) in (old, wanted[file], unfinished(file, name)), "neither old nor new:", file)
        # A build looks at times alone, which are as fine as the kernel's tick.
        time.sleep(0.02)
        for _ in range(dice.choice((0, 1, 1, 3))):
            edit(dice, sly=not by_make and dice.random() < 0.1)
        if dice.random() < 0.5:
            write(max(pictures("art"), key=os.path.getmtime), png(dice))
        if dice.random() < 0.2:
            continue
        wanted, fresh = bake_fresh(name, *how)
        start = time.monotonic()
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100, check=False)
        longest = 0.7 * longest + 0.3 * 1.2 * (time.monotonic() - start)
        judge(done.returncode, done.stdout, words)
        expect((done.returncode == 0) == (fresh.returncode == 0), "status", done.returncode,
               done.stdout.decode(errors="replace"))
        expect(b"damaged" not in done.stdout, "a damaged cache")
        for file in wanted if done.returncode == 0 else ():
            expect(read(file) == wanted[file], "stale:", file)
        if done.returncode == 0 and b" inputs" in done.stdout:
            expect_no_leftovers("after a bake")
        time.sleep(0.02)


# ---- Changes meanwhile --------------------------------------------------------------------------

def plain(said):
    """Messages without what a cache adds, and without seconds."""
    said = re.sub(rb"(?m)^.*\.*/*cache\b.* taken from it.*\n", b"", said)
    said = re.sub(rb'"cached":\d+,|,?"seconds":[0-9.e-]+', b"", said)
    said = re.sub(rb"\bin [0-9.]+ m?s\b", b"in N s", said)
    return re.sub(rb"(?m)^(cached|bake|skip) +(\S+) *", rb"listed \2 ", said.replace(b"cached", b"bake"))


def churn(dice):
    draw_art(dice, dice.randint(3, 20))
    name = dice.choice(["game.hmk", "game.json", "game.c"])
    how = dice.choice([[], ["--animate", "100"], ["--alpha-threshold", "99"], ["--mask-suffix", "1"]])
    words = ["bake", "art", "-o", name, "-MD", "--stamp", "stamp", *how]
    more = ["--cache", "cache", *dice.choice([[], ["--write-if-changed"]])]
    for _ in range(5):
        stop = threading.Event()
        other_dice = random.Random(dice.random())

        def change():
            while not stop.wait(other_dice.random() * 0.004):
                edit(other_dice, sly=other_dice.random() < 0.5)
        changing = threading.Thread(target=change)
        changing.start()
        try:
            for _ in range(dice.randint(1, 6)):
                run(*words, *more)
        finally:
            stop.set()
            changing.join()
        remove_spoiled("art")
        if dice.random() < 0.1:
            time.sleep(SETTLED)
        for _ in range(dice.randint(1, 4)):
            with_cache = run(*words, *more)
            wanted, fresh = bake_fresh(name, *how)
            expect(with_cache.returncode == fresh.returncode, "status", with_cache.returncode, "and",
                   fresh.returncode, with_cache.stderr, fresh.stderr)
            expect(plain(with_cache.stderr) == plain(fresh.stderr).replace(b"fresh/", b""), "messages",
                   with_cache.stderr, fresh.stderr)
            for file in wanted if fresh.returncode == 0 else ():
                expect(read(file) == wanted[file], "stale:", file)
            edit(dice, sly=True)
    run(*words, *more)
    expect_no_leftovers("at the end")


# ---- Several at once --------------------------------------------------------------------------

def race(dice):
    draw_art(dice, dice.randint(3, 30))
    name = dice.choice(["game.hmk", "game.json", "game.c"])
    words = ["bake", "art", "-o", name, "-MD", "--stamp", "stamp", "--cache", "cache"]
    more = [[], ["-MP"], ["--write-if-changed"], ["--no-sync"]]
    ways = [["--prune", str(i)] + dice.choice(more) for i in range(3)]
    for _ in range(6):
        wholes = collections.defaultdict(set)
        for way in ways:
            for file, whole in bake_fresh(name, *way)[0].items():
                wholes[file].add(whole)
        for file in outputs_of(name):
            wholes[file] |= {read(file), unfinished(file, name)}
        chosen = dice.choices(ways, k=dice.randint(2, 5))
        bakes = [subprocess.Popen([HITMASK, *words, "-q", *way], stderr=subprocess.PIPE) for way in chosen]
        doomed = dice.choice(bakes) if dice.random() < 0.3 else None
        if doomed:
            time.sleep(dice.random() * 0.01)
            doomed.send_signal(dice.choice((signal.SIGKILL, signal.SIGTERM)))
        running = True
        while running:
            running = any(bake.poll() is None for bake in bakes)
            for file in outputs_of(name):
                expect(read(file) in wholes[file], "not a whole one:", file)
        for bake, way in zip(bakes, chosen):
            said = bake.communicate()[1]
            if bake is not doomed:
                judge(bake.returncode, said, way)
                expect(bake.returncode == 0, "status", bake.returncode, said.decode())
        way = dice.choice(ways)
        done = run(*words, "-v", *way)
        expect(done.returncode == 0 and b"damaged" not in done.stderr, done.stderr.decode())
        for file, whole in bake_fresh(name, *way)[0].items():
            expect(read(file) == whole, "stale:", file)
        expect_no_leftovers("at rest")
        for file in (name, "cache", "game.d", "game.h"):
            if dice.random() < 0.2 and os.path.exists(file):
                os.remove(file)
        edit(dice)


# ---- Options ----------------------------------------------------------------------------------

NUMBERS = ["0", "1", "2", "3", "127", "255"]
# The words that stand for values in help texts, and good values for them.
VALUES = {
    "N": NUMBERS, "P": NUMBERS, "MS": ["0", "100"], "WxH": ["2x2", "4x3", "24x24"],
    "X,Y": ["1,2", "50%,50%", "-3,200%"], "I/N": ["1/1", "1/2", "2/2"], "S": ["_mask", "1"],
    "COLOR": ["magenta", "#ff00ff", "none"], "GLOB": ["*.png", "deep", "p1*", "**/x"], "NAME": ["hero", "a/b"],
    "DIR": ["art", ".", "art/deep"], "TARGET": ["goal", "two goals"], "WARNING": ["all", "empty", "no-effect"],
}
# Options whose value is special: what they write and read, and what moves meanwhile.
OWN_VALUES = {
    "--output": ["game.hmk", "game.json", "game.c", "-", "other.hmk"], "--stamp": ["stamp"],
    "-MF": ["deps"], "--files0-from": ["list0"], "--config": ["rules.json"], "--progress": ["never", "auto"],
    "--cache": [], "--max-pixels": ["1000", "100"], "--html": ["page.html"], "--png": ["page.png", "-"],
    "--svg": ["page.svg"], "--jobs": ["1", "2", "5"],
}
BAD = ["", "-1", "65536", "1.5", "99999999999999999999", "0x1", "x", "-", "--", "art", "nowhere/x", "a\nb",
       "\xff", "1x0", "200%", "3/2", "art/p0.png", "rules.json", "-MD"]
INPUTS = ["art"] * 20 + ["art/deep", "art/p1.png", "doc.json", "rules.json", "nowhere.png", "@words",
                        "game.json", "*"]
PACKS = ["game.hmk", "game.json", "doc.json", "p1.png", "x"]
# An option, the word for its value, and the values that the table of options has.
Option = collections.namedtuple("Option", "name value good")


def read_options(command):
    choices, owner = {}, None
    for row in run("generate").stdout.decode().splitlines():
        kind, *cells = row.split("\t")
        owner = cells[0] if kind == "command" else owner
        if kind == "option" and owner == command and cells[4]:
            choices[cells[0]] = cells[4]
    options = []
    for line in run(command, "--help").stdout.decode().splitlines():
        match = re.match(r" {2,6}(?:-\w, )?(-[\w-]+)(?: (\S+))?(?:  |$)", line)
        if match:
            name, value = match.groups()
            good = OWN_VALUES.get(name, choices[name].split() if name in choices else VALUES.get(value, BAD))
            if good:
                options.append(Option(name, value, good))
    expect(len(options) > 3, "no options of", command)
    return options


def random_words(dice, command, options, operands):
    words = [command]
    for option in dice.choices(options, k=dice.choice((0, 1, 1, 2, 3, 5))):
        good = dice.random() < 0.96
        value = [dice.choice(option.good if good else BAD)] if option.value else []
        joined = value and dice.random() < 0.3 and option.name.startswith("--")
        words += [f"{option.name}={value[0]}"] if joined else [option.name, *value]
    count = 0 if dice.random() < 0.03 else dice.choice((1, 1, 1, 2, 3))
    return words + list(dict.fromkeys(dice.choices(operands, k=count)))


def everything_in(folder):
    files = (path for path in pathlib.Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def options(dice):
    table = {command: read_options(command) for command in
             ("bake", "inspect", "query", "diff", "verify", "merge")}
    os.mkdir("without")
    draw_art(dice, 6, "without/art")
    run("bake", "art", "-o", "doc.json", folder="without")
    write("without/rules.json", b'{"rules": [{"match": "p1*", "cell": 2}, {"match": "n*", "prune": 0}]}')
    write("without/list0", b"art/p1.png\0")
    write("without/words", b"--cell\n2\nart/p2.png\n")
    shutil.copytree("without", "with")
    for _ in range(40):
        if dice.random() < 0.3:
            seed = dice.random()
            for folder in ("with/art", "without/art"):
                edit(random.Random(seed), folder, sly=True)
                if seed < 0.7:
                    remove_spoiled(folder)
        command = dice.choice(["bake"] * 20 + list(table))
        words = random_words(dice, command, table[command], INPUTS if command == "bake" else PACKS)
        if command == "bake" and dice.random() < 0.97:
            words += dice.choice(([], ["-MD"])) + ["-o", dice.choice(OWN_VALUES["--output"])]
        cache = ["--cache", "../cache"] if command == "bake" else []
        without = run(*words, folder="without")
        with_cache = run(words[0], *cache, *words[1:], folder="with")
        COUNTS[f"status {without.returncode}"] += 1
        expect(with_cache.returncode == without.returncode, "status", with_cache.returncode, "and",
               without.returncode, "of:", words, with_cache.stderr, without.stderr)
        expect(plain(with_cache.stderr) == plain(without.stderr), "messages of:", words, with_cache.stderr,
               without.stderr)
        expect(plain(with_cache.stdout) == plain(without.stdout), "standard output of:", words)
        files, wanted = everything_in("with"), everything_in("without")
        different = [name for name in files.keys() | wanted.keys() if files.get(name) != wanted.get(name)]
        expect(not different, "files of:", words, different)


# ---- Names --------------------------------------------------------------------------------------

def every_batch():
    """All names, some at a time, with each build tool."""
    sys.path.insert(0, str(BUILD_NAMES.parent))
    import build_names
    names = list(build_names.every_name())
    random.Random(SEED).shuffle(names)
    tools = [tool for tool in build_names.RULES if shutil.which(tool)]
    return [(tool, names[at:at + 4]) for at in range(0, len(names), 4) for tool in tools]


def names(_, tool, batch):
    write("ball.png", png(random.Random(1)))
    said = subprocess.run([sys.executable, "-B", BUILD_NAMES, HITMASK, tool, "ball.png", *batch],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout.decode()
    bad = [line for line in said.splitlines() if not line.startswith("refused: ")]
    expect(not bad, tool, *bad)


# ---- All of them --------------------------------------------------------------------------------

KINDS = {"kill": kill, "churn": churn, "race": race, "options": options, "names": names}
COUNTS = collections.Counter()


def attack(kind, number, *more):
    """One round. Did it go well?"""
    folder = tempfile.mkdtemp(prefix=f"hitmask-{kind}.")
    os.chdir(folder)
    try:
        KINDS[kind](random.Random(f"{SEED} {kind} {number}"), *more)
    except Found as found:
        print(f"FAILED {kind}: {found}\n  in {folder}; again: make test-attack SEED={SEED} ONLY={kind}",
              f"ROUND={number}", flush=True)
        return False
    finally:
        os.chdir("/")
    shutil.rmtree(folder)
    return True


def main():
    global HITMASK, SEED
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=random.randrange(1000000))
    parser.add_argument("--round", type=int, help="only this round of each kind")
    parser.add_argument("hitmask", metavar="HITMASK")
    parser.add_argument("seconds", metavar="SECONDS", type=float)
    parser.add_argument("kinds", metavar="KIND", nargs="*", help=" ".join(KINDS))
    arguments = parser.parse_args()
    kinds = arguments.kinds or list(KINDS)
    for kind in kinds:
        if kind not in KINDS:
            parser.error(f"{kind} is none of: {' '.join(KINDS)}")
    HITMASK, SEED = os.path.abspath(arguments.hitmask), arguments.seed
    print(f"seed {SEED}", flush=True)
    passed = failed = skipped = 0
    end = time.monotonic() + arguments.seconds
    for i, kind in enumerate(kinds):
        start, batches = time.monotonic(), every_batch() if kind == "names" else None
        until = start + max(0, end - start) / (len(kinds) - i)
        rounds = itertools.count() if batches is None else range(len(batches))
        rounds = rounds if arguments.round is None else [arguments.round]
        good = bad = 0
        for number in rounds:
            if good + bad > 0 and time.monotonic() >= until:
                break
            if attack(kind, number, *(batches[number] if batches else ())):
                good += 1
            else:
                bad += 1
        left = len(rounds) - good - bad if batches else 0
        counts = "".join(f", {count} {what}" for what, count in sorted(COUNTS.items()))
        print(f"{kind}: {good + bad} rounds, {time.monotonic() - start:.0f} s{counts}"
              f"{f'; {left} rounds of names were left out, for want of time' if left else ''}", flush=True)
        COUNTS.clear()
        passed, failed, skipped = passed + good, failed + bad, skipped + left
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
