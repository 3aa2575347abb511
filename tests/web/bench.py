#!/usr/bin/python3
"""bench.py - the package for browsers beside native portable C, in one run

    bench.py BUILD

Node, Chromium and the native program ask by turns, three times each; each row has the best. The last column says what
is wanted, and whether it is so.
"""

import json
import os
import subprocess
import sys

os.environ["HITMASK_BUILD"] = os.path.abspath(sys.argv[1])

import test_browser

WEB = os.path.join(sys.argv[1], "web")
TURNS = 3
# The goal of each row, given the time of native C: the most nanoseconds.
WANTED = {
    "overlap 16": ("2.5 x native + 20", lambda native: 2.5 * native + 20),
    "overlap 72": ("2.5 x native + 20", lambda native: 2.5 * native + 20),
    "overlap 256": ("2.5 x native + 20", lambda native: 2.5 * native + 20),
    "area 256": ("1.2 x native", lambda native: 1.2 * native),
    "crowd": ("1.6 x native", lambda native: 1.6 * native),
}


class Bench(test_browser.Page):
    """The questions in a page."""

    script = "bench.js"


def native():
    said = subprocess.run([os.path.join(WEB, "bench_native")], check=True, capture_output=True, text=True).stdout
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in said.splitlines()}


def node():
    program = ("const { ask } = await import('./bench.mjs'); const { readFileSync } = await import('node:fs');"
               "console.log(JSON.stringify(ask(readFileSync('thousand.hmk'))))")
    return json.loads(subprocess.run(["node", "--input-type=module", "-e", program], cwd=WEB, check=True,
                                     capture_output=True, text=True).stdout)


def best(rows):
    return {name: min(row[name] for row in rows) for name in rows[0]}


def main():
    Bench.setUpClass()
    measured = {"native": [], "node": [], "chromium": []}
    pixels = []
    for _ in range(TURNS):
        measured["native"].append(native())
        measured["node"].append(node())
        measured["chromium"].append(Bench.browser.run("ask()"))
        pixels.append(Bench.browser.run("askByPixels()"))
    Bench.tearDownClass()
    of = {name: best(rows) for name, rows in measured.items()}
    print(f"{'':14}{'native C':>10}{'Node':>10}{'Chromium':>10}   wanted")
    for name in of["native"]:
        row = [of[who][name] for who in ("native", "node", "chromium")]
        text, limit = WANTED.get(name, ("", None))
        verdict = "" if limit is None else f"{text}: {' '.join(verdict_of(number, limit(row[0])) for number in row[1:])}"
        print(f"{name:14}" + "".join(f"{number:8.1f}ns" for number in row) + f"   {verdict}")
    for name, text in (("open", "open 1000 sprites"), ("names", "and look up all")):
        row = [of[who][name] for who in ("node", "chromium")]
        print(f"{text:24}" + "".join(f"{number:8.2f}ms" for number in row) +
              f"   2 ms: {' '.join(verdict_of(number, 2) for number in row)}")
    theirs = best(pixels)
    times = theirs["theirs"] / theirs["ours"]
    print(f"getImageData of two sprites of 72 px and a loop: {theirs['theirs']:.0f} ns, {times:.0f} times as long; "
          f"wanted 30 times: {'yes' if times >= 30 else 'NO'}")


def verdict_of(number, limit):
    return "yes" if number <= limit else f"NO ({number / limit:.2f})"


if __name__ == "__main__":
    main()
