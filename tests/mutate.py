#!/usr/bin/env python3
"""Changes the runtime in one place at a time and looks whether a test notices.

A change is a mutant: a relational operator becomes its neighbour (< and <=, == and !=), && and ||
change places, a small number becomes one larger or one smaller. For each mutant the files that it
changes are compiled (of a header, all that include it), linked with the test programs that know the
file, and these run until one fails or takes too long. A mutant of which the compiler makes the same
code as before, or as of an earlier mutant, is not run. One that passes all tests is built again with
sanitizers, which see reads outside of an array. A mutant that no test notices is a survivor: a test
is missing, or the mutant is no different. Those that are no different stand in
mutants_equivalent.txt with a reason, and are not tried.

    mutate.py [--jobs N] [--limit SECONDS] [--lines FIRST-LAST] [--known] [--list] FILE...

make test-mutants ONLY=src/affine_meet.c sets the variables that say how to compile and link:
CC, MUTANT_CFLAGS, MUTANT_TEST_CFLAGS, MUTANT_OBJECTS (the folder of the test programs' objects) and
MUTANT_LINK. The status is 1 when a mutant survives, and 2 when a line of mutants_equivalent.txt fits
none.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

EQUIVALENT = pathlib.Path(__file__).with_name("mutants_equivalent.txt")

# The tests that know a file, the quickest first. Any other file is tested by all of them. The one
# that noticed the last mutant runs first.
TESTS = {
    "affine.c": ["affine_make", "placed", "affine", "point_words", "affine_points",
                 "affine_outline", "affine_far", "fence", "turned"],
    "affine.h": ["point_words", "affine_outline", "affine_far", "fence", "turned", "affine_points",
                 "affine", "placed"],
    "affine_meet.c": ["affine_outline", "affine_far", "fence", "turned", "affine_points", "affine",
                      "placed"],
    "affine_meet.h": ["affine_outline", "affine_far", "fence", "turned", "affine_points", "affine",
                      "placed"],
    "canvas.c": ["canvas", "canvas_pictures", "canvas_stamp", "canvas_shapes", "canvas_algebra",
                 "moments"],
    "canvas.h": ["canvas", "canvas_pictures", "canvas_stamp", "canvas_shapes", "canvas_algebra",
                 "moments"],
    "canvas_rows_template.h": ["canvas", "canvas_pictures", "canvas_stamp", "canvas_shapes",
                               "canvas_algebra"],
    "canvas_shapes.c": ["canvas_shapes", "canvas_pictures", "canvas"],
    "canvas_stamp.c": ["canvas_pictures", "canvas_algebra", "fence", "canvas_stamp", "canvas"],
    "columns.h": ["pack_view", "canvas_pictures", "nearest", "shape", "point_list", "point_words"],
    "contact.c": ["contact", "turned", "tiles", "placed"],
    "crowd.c": ["crowd", "world_shapes"],
    "crowd.h": ["crowd", "world_shapes"],
    "crowd_template.h": ["crowd"],
    "escape.h": ["tiles", "contact", "placed", "world"],
    "form.c": ["components", "canvas_algebra", "moments", "nearest"],
    "form.h": ["components", "canvas_algebra", "moments"],
    "meet.h": ["fence", "contact", "overlap", "sweep"],
    "outline.c": ["loops", "outline", "canvas_algebra"],
    "overlap.c": ["fence", "overlap", "contact", "sweep"],
    "pack.c": ["animation", "pack_open", "pack", "damage", "pack_view", "verify", "source"],
    "path.h": ["path", "shape", "sweep"],
    "placed.c": ["placed", "placed_shapes", "world_shapes"],
    "placed.h": ["placed", "placed_shapes", "world_placed"],
    "points.c": ["point_words", "point_list"],
    "round.h": ["placed_shapes", "canvas_shapes", "nearest", "shape"],
    "rows.c": ["cpu", "spread", "verify", "fence", "canvas", "contact", "sweep", "overlap"],
    "rows.h": ["spread", "verify", "fence", "canvas", "contact", "sweep", "overlap"],
    "rows_avx2.c": ["spread", "verify", "fence", "canvas", "contact", "sweep", "overlap"],
    "rows_avx512.c": ["spread", "verify", "fence", "canvas", "contact", "sweep", "overlap"],
    "rows_two.c": ["spread", "verify", "fence", "canvas", "contact", "sweep", "overlap"],
    "rows_template.h": ["spread", "verify", "fence", "canvas", "contact", "sweep", "overlap"],
    "shape.c": ["shape"],
    "shape.h": ["shape", "tiles", "crowd"],
    "slide.c": ["world", "world_placed", "recipe"],
    "sprite.c": ["box", "pack_view", "shape", "overlap", "canvas_pictures", "canvas_stamp",
                 "tiles"],
    "stripes.h": ["fence", "sweep", "overlap"],
    "sweep.c": ["fence", "world", "tiles", "sweep"],
    "sweep.h": ["fence", "turned", "tiles", "world", "sweep"],
    "tiles.c": ["tiles", "world", "world_shapes"],
    "tiles.h": ["tiles", "world", "world_shapes"],
    "utf8.h": ["utf8", "verify"],
    "verify.c": ["verify", "damage"],
    "wide.h": ["canvas_shapes", "canvas_pictures"],
    "world.c": ["world", "world_shapes", "world_placed", "crowd", "tiles"],
    "world_placed.c": ["world_placed", "world", "world_shapes"],
    "world.h": ["world", "world_shapes", "world_placed", "crowd", "tiles"],
}
ALL_TESTS = ["source", "spread", "pack_open", "pack_view", "animation", "utf8", "cpu", "pack",
             "path", "affine_make", "verify", "placed", "point_words", "affine_outline", "moments",
             "placed_shapes", "affine_far", "fence", "components", "canvas_pictures", "canvas",
             "turned", "tiles", "canvas_shapes", "crowd", "world_shapes", "world_placed", "recipe",
             "canvas_stamp", "world", "nearest", "box", "shape", "canvas_algebra", "affine",
             "contact", "affine_points", "point_list", "overlap", "sweep", "damage"]
LONG = 8  # Test programs that take more seconds do not run with sanitizers.
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# With this variable, the tests visit an eighth of the pairs of small masks.
FEWER = "HITMASK_FEWER_PAIRS"
SANITIZED_ENV = {"ASAN_OPTIONS": "detect_leaks=0", FEWER: "1"}
# How a mutant is tried: the compiler's flags, the environment, how many times longer than before it
# may take. The next way is for those that passed.
WAYS_TO_TRY = (([], {FEWER: "1"}, 3), ([], {}, 3), (SANITIZE, SANITIZED_ENV, 20))

TOKENS = re.compile(
    r"""(?P<skip>/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|^[ \t]*\#(?:\\\n|[^\n])*|
                 ->|<<=?|>>=?|\b0[xX][0-9a-fA-F]+\w*|[A-Za-z_]\w*)
        |(?P<operator><=|>=|==|!=|<|>|&&|\|\|)
        |(?P<number>\d+)(?P<suffix>[uUlL]*)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE)
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||",
         "||": "&&"}


class Mutant:
    """One change: what stands between `begin` and `end` becomes `text`."""

    def __init__(self, path, source, begin, end, text):
        self.path, self.begin, self.end, self.text = path, begin, end, text
        self.number = source.count("\n", 0, begin) + 1
        first = source.rfind("\n", 0, begin) + 1
        last = source.find("\n", end)
        self.was = source[first:last].strip()
        self.line = (source[first:begin] + text + source[end:last]).strip()

    def source(self, source):
        return source[:self.begin] + self.text + source[self.end:]

    def __str__(self):
        return f"{self.path}:{self.number}: {self.was}\n    {self.line}"


def find_mutants(path, source):
    for token in TOKENS.finditer(source):
        if token["operator"]:
            yield Mutant(path, source, *token.span("operator"), OTHER[token["operator"]])
        elif token["number"]:
            value = int(token["number"])
            for other in (value + 1, value - 1):
                if other >= 0:
                    yield Mutant(path, source, *token.span("number"), str(other))


def read_equivalent():
    """The lines after a change that makes no difference, by file."""
    lines, path = {}, None
    for line in EQUIVALENT.read_text().splitlines():
        if line.startswith("src/"):
            path = line.strip()
            lines[path] = {}
        elif line.startswith("    "):
            lines[path][line.strip()] = False
    return lines


def includes(path, name):
    """True if the file includes that header, or a header of src/ that does."""
    for included in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
        header = pathlib.Path("src", included)
        if included == name or (header.exists() and includes(header, name)):
            return True
    return False


def code_of(objects):
    """The part of a result of the compiler that tells it from others."""
    return tuple(hash(path.read_bytes()) for path in objects.values())


class Bench:
    """Compiles and runs mutants of one file."""

    def __init__(self, path, limit):
        self.name = pathlib.Path(path).name
        self.cc = shlex.split(os.environ["CC"])
        self.cflags = [*shlex.split(os.environ["MUTANT_CFLAGS"]), "-g0", "-w", "-c"]
        self.test_cflags = shlex.split(os.environ["MUTANT_TEST_CFLAGS"])
        self.link = ["-Wl,-S", *shlex.split(os.environ["MUTANT_LINK"])]
        self.objects = pathlib.Path(os.environ["MUTANT_OBJECTS"])
        self.tests = list(TESTS.get(self.name, ALL_TESTS))
        self.units = [self.name]
        if self.name.endswith(".h"):
            sources = pathlib.Path("src").glob("*.c")
            self.units = sorted(p.name for p in sources if includes(p, self.name))
        tests = {name: pathlib.Path(f"tests/runtime/test_{name}.c") for name in self.tests}
        self.test_units = {n: p for n, p in tests.items() if includes(p, self.name)}
        with tempfile.TemporaryDirectory() as name:
            self.results = {code_of(self.compile(pathlib.Path(name), None, [])): "the same code"}
        self.limit, self.times = limit, {}

    def time_of(self, name, env):
        """How long the test program takes when nothing is changed."""
        key = name, FEWER in env
        if key not in self.times:
            begin = time.monotonic()
            subprocess.run([self.objects.parents[2] / "tests/runtime" / f"test_{name}"], check=True,
                           env={**os.environ, **env}, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            self.times[key] = time.monotonic() - begin
        return self.times[key]

    def compile(self, folder, text, flags):
        """The objects of all that the changed text is in, by names; None when it is no C."""
        source = folder / "src"
        source.mkdir()
        for file in pathlib.Path("src").resolve().glob("*.[ch]"):
            (source / file.name).symlink_to(file)
        if text is not None:
            (source / self.name).unlink()
            (source / self.name).write_text(text)
        objects = {}
        for unit in (*self.units, *self.test_units):
            objects[unit] = folder / f"{unit}.o"
            is_test = unit in self.test_units
            what = [*self.test_cflags, self.test_units[unit]] if is_test else [source / unit]
            if subprocess.run([*self.cc, f"-I{source}", *self.cflags, *flags, *what, "-o",
                               objects[unit]], stderr=subprocess.DEVNULL, check=False).returncode:
                return None
        return objects

    def run_test(self, program, limit, env):
        """True if the test notices. It is stopped at the first failure."""
        with subprocess.Popen([program], text=True, errors="replace", stdout=subprocess.PIPE,
                              env={**os.environ, **env},
                              stderr=subprocess.STDOUT) as test:
            clock = threading.Timer(limit, test.kill)
            clock.start()
            for line in test.stdout:
                if "  ERROR  " in line or "  FAILED  " in line:
                    test.kill()
            clock.cancel()
        return test.returncode != 0

    def run_tests(self, folder, objects, flags, env, slowness):
        """The test that notices; None when none does."""
        changed = [objects[unit] for unit in self.units]
        for name in list(self.tests):
            if flags and self.time_of(name, env) > LONG:
                continue
            program = folder / f"test_{name}"
            test = objects.get(name, self.objects / f"test_{name}.o")
            subprocess.run([*self.cc, *flags, "-o", program, test, *changed, *self.link], check=True)
            if not env and FEWER.encode() not in program.read_bytes():
                continue  # It has done the same before.
            limit = min(self.limit, 2 + slowness * self.time_of(name, env))
            if self.run_test(program, limit, env):
                self.tests.sort(key=lambda other: other != name)
                return f"noticed by {name}"
        return None

    def try_all(self, mutant, source):
        """Why the mutant is no survivor; None when it is one."""
        seen = None
        for flags, env, slowness in WAYS_TO_TRY:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                objects = self.compile(folder, mutant.source(source), flags)
                if objects is None:
                    return "no C"
                code = code_of(objects)
                if seen is None and code in self.results:
                    return self.results[code]
                seen = seen or code
                result = self.run_tests(folder, objects, flags, env, slowness)
                if result is not None:
                    break
        self.results[seen] = result
        return result


def try_file(path, limit, jobs, equivalent, lines, listed):
    source = pathlib.Path(path).read_text()
    mutants = []
    for mutant in find_mutants(path, source):
        known = mutant.line in equivalent
        if known:
            equivalent[mutant.line] = True
        if known == listed and mutant.number in lines:
            mutants.append(mutant)
    survivors = same = 0
    bench = Bench(path, limit)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda m: bench.try_all(m, source), mutants)
        for mutant, reason in zip(mutants, results):
            same += reason == "the same code"
            survivors += reason is None
            if (reason is None) != listed and reason not in ("the same code", "no C"):
                print(f"{reason or 'survives'}: {mutant}", flush=True)
    print(f"{path}: {len(mutants)} mutants, {same} are the same code, {survivors} survive; "
          f"{sum(equivalent.values())} lines are known to make no difference", flush=True)
    return 0 if listed else survivors


def line_range(text):
    first, last = text.split("-")
    return range(int(first), int(last) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=120, help="seconds for a test program")
    parser.add_argument("--lines", type=line_range, default=range(sys.maxsize),
                        help="only the mutants in these lines")
    parser.add_argument("--known", action="store_true",
                        help="try those that are known to make no difference, and tell which do")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    if arguments.list:
        for path in arguments.files:
            for mutant in find_mutants(path, pathlib.Path(path).read_text()):
                print(mutant)
        return 0
    equivalent, survivors, stale = read_equivalent(), 0, 0
    for path in arguments.files:
        known = equivalent.get(path, {})
        survivors += try_file(path, arguments.limit, arguments.jobs, known, arguments.lines,
                              arguments.known)
        for line in (line for line, used in known.items() if not used):
            print(f"{EQUIVALENT.name}: {path}: no mutant is this line: {line}")
            stale += 1
    return 1 if survivors else 2 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
