#!/usr/bin/env python3
"""build_names.py - do Make and Ninja depend on files and folders of any name?

    build_names.py HITMASK make|ninja PNG [NAME...]

For each NAME of a picture below a folder of art, a real build tool bakes the folder by a rule with
-MD -MP; its next run must find nothing to do, and must bake again when the picture is touched, when
another one is put beside it, and when the picture and its folder are removed. Prints a line for each
name that a bake refuses, and for each that breaks this or runs a command. Without NAMEs, every
printable character is tried at the beginning, in the middle and at the end of names of files and
folders.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

OLD = time.time() - 3600
# The tests themselves may run under make.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')}

RULES = {
    'make': ('Makefile', 'x.hmk:\n\t%s\n-include x.d\n'),
    'ninja': ('build.ninja', 'rule bake\n  command = %s\n  depfile = x.d\nbuild x.hmk: bake\n'),
}
# Make has no rule of its own for a deleted file of such a name: it stops, and names the file.
NOT_PHONY = '=%'


class Broken(Exception):
    pass


def put(path, content):
    with open(path, 'wb') as file:
        file.write(content)


def build(when, baking):
    """Builds once. Whether it bakes must be as said."""
    before = os.stat('x.hmk').st_ino if os.path.exists('x.hmk') else 0
    run = subprocess.run([TOOL], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         env=ENVIRONMENT)
    if 'a dependency file cannot hold' in run.stdout or '[ninja-name]' in run.stdout:
        raise Broken('refused')
    baked = os.path.exists('x.hmk') and os.stat('x.hmk').st_ino != before
    if run.returncode != 0 or 'warning: ' in run.stdout or baked != baking:
        raise Broken('%s: %s' % (when, ' '.join(run.stdout.split())))
    # The past of the next build.
    for name in ('x.hmk', 'x.d'):
        os.utime(name, (OLD + 60, OLD + 60))
    for folder, _, files in os.walk('art'):
        for name in files + ['']:
            os.utime(os.path.join(folder, name), (OLD, OLD))


def check(name):
    picture = os.path.join('art', name)
    folder = os.path.dirname(picture)
    os.makedirs(folder)
    put(picture, PICTURE)
    put('art/other.png', PICTURE)
    file, text = RULES[TOOL]
    bake = HITMASK + ' bake --quiet art -o x.hmk -MD -MP' + (' --error-on ninja-name' if TOOL == 'ninja' else '')
    put(file, (text % bake).encode())
    build('first', True)
    build('second', False)
    os.utime(picture)
    build('touched', True)
    put(os.path.join(folder, 'new.png'), PICTURE)
    build('a new file', True)
    if TOOL == 'make' and set(name) & set(NOT_PHONY):
        return
    os.remove(os.path.join(folder, 'new.png'))
    build('the new file removed', True)
    os.remove(picture)
    if folder != 'art':
        os.rmdir(folder)
    build('removed', True)
    build('after that', False)


def every_name():
    for code in range(32, 127):
        c = chr(code)
        if c not in '/.':
            for part in (c + 'x', 'x' + c + 'y', 'x' + c):
                yield part + '.png'
                yield part + '/ball.png'
            yield c + '/ball.png'
            yield 'x.png' + c + '.png'


def main():
    global HITMASK, TOOL, PICTURE
    HITMASK, TOOL = os.path.abspath(sys.argv[1]), sys.argv[2]
    with open(sys.argv[3], 'rb') as file:
        PICTURE = file.read()
    for name in sys.argv[4:] or every_name():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                check(name)
            except Broken as broken:
                print('%s: %s' % (broken, name))
            if any(file.startswith('PWNED') for _, _, files in os.walk('.') for file in files):
                print('ran a command: %s' % name)
            os.chdir('/')


if __name__ == '__main__':
    main()
