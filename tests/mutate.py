#!/usr/bin/env python3
"""Changes the runtime in one place at a time and looks whether a test notices.

A change is a mutant: a relational operator becomes its neighbour (< and <=, == and !=), && and ||
change places, a small number becomes one larger or one smaller. For each mutant its file is
compiled, linked with the test programs of that file, and these run until one fails or takes too
long. A mutant that no test notices is a survivor: a test is missing, or the mutant is no different.
Those that are no different stand in mutants_equivalent.txt with a reason, and are not tried.

    mutate.py [--jobs N] [--limit SECONDS] [--lines FIRST-LAST] [--list] FILE...

make test-mutants ONLY=src/affine_meet.c sets the variables that say how to compile and link:
CC, MUTANT_CFLAGS, MUTANT_OBJECTS (the folder of the test programs' objects) and MUTANT_LINK.
The status is 1 when a mutant survives, and 2 when a line of mutants_equivalent.txt fits none.
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

EQUIVALENT = pathlib.Path(__file__).with_name("mutants_equivalent.txt")

# The tests that know a file, the quickest first. Any other file is tested by all of these.
TESTS = {
    "affine.c": ["affine"],
    "affine_meet.c": ["affine"],
    "affine_points.c": ["affine"],
    "affine_way.c": ["affine"],
    "animation.c": ["animation"],
    "box.c": ["box"],
    "contact.c": ["contact"],
    "many.c": ["many"],
    "points.c": ["point_list"],
    "shape.c": ["shape"],
    "sweep.c": ["sweep"],
    "trig.c": ["affine"],
    "verify.c": ["verify", "damage"],
}
ALL_TESTS = ["box", "animation", "pack", "verify", "damage", "shape", "overlap", "contact", "many",
             "sweep", "point_list", "affine"]

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


class Bench:
    """Compiles and runs mutants."""

    def __init__(self, limit):
        self.limit = limit
        self.cc = shlex.split(os.environ["CC"])
        self.cflags = shlex.split(os.environ["MUTANT_CFLAGS"])
        self.link = shlex.split(os.environ["MUTANT_LINK"])
        self.objects = pathlib.Path(os.environ["MUTANT_OBJECTS"])

    def run_test(self, program):
        """Does the test notice? It is stopped at the first failure."""
        with subprocess.Popen([program], text=True, errors="replace", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as test:
            clock = threading.Timer(self.limit, test.kill)
            clock.start()
            for line in test.stdout:
                if "  ERROR  " in line or "  FAILED  " in line:
                    test.kill()
            clock.cancel()
        return test.returncode != 0

    def is_noticed(self, mutant, source):
        with tempfile.TemporaryDirectory() as folder:
            changed = pathlib.Path(folder, pathlib.Path(mutant.path).name)
            changed.write_text(mutant.source(source))
            built = pathlib.Path(folder, "mutant.o")
            if subprocess.run([*self.cc, *self.cflags, "-Isrc", "-w", "-c", "-o", built, changed],
                              stderr=subprocess.DEVNULL, check=False).returncode != 0:
                return True
            for name in TESTS.get(changed.name, ALL_TESTS):
                program = pathlib.Path(folder, f"test_{name}")
                subprocess.run([*self.cc, "-o", program, self.objects / f"test_{name}.o", built,
                                *self.link], check=True)
                if self.run_test(program):
                    return True
        return False


def try_file(path, bench, jobs, equivalent, lines):
    source = pathlib.Path(path).read_text()
    mutants = []
    for mutant in find_mutants(path, source):
        if mutant.line in equivalent:
            equivalent[mutant.line] = True
        elif mutant.number in lines:
            mutants.append(mutant)
    survivors = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda m: bench.is_noticed(m, source), mutants)
        for mutant, noticed in zip(mutants, results):
            if not noticed:
                print(f"survives: {mutant}", flush=True)
                survivors += 1
    print(f"{path}: {len(mutants)} mutants, {survivors} survive; "
          f"{sum(equivalent.values())} lines are known to make no difference", flush=True)
    return survivors


def line_range(text):
    first, last = text.split("-")
    return range(int(first), int(last) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=120, help="seconds for a test program")
    parser.add_argument("--lines", type=line_range, default=range(sys.maxsize),
                        help="only the mutants in these lines")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    if arguments.list:
        for path in arguments.files:
            for mutant in find_mutants(path, pathlib.Path(path).read_text()):
                print(mutant)
        return 0
    equivalent, bench, survivors, stale = read_equivalent(), Bench(arguments.limit), 0, 0
    for path in arguments.files:
        known = equivalent.get(path, {})
        survivors += try_file(path, bench, arguments.jobs, known, arguments.lines)
        for line in (line for line, used in known.items() if not used):
            print(f"{EQUIVALENT.name}: {path}: no mutant is this line: {line}")
            stale += 1
    return 1 if survivors else 2 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
