"""One truth: the headers of the C library, the docstrings and the stubs agree.

Each docstring ends its first sentence with the functions of the library that it stands for, so what
Python lacks is seen here, and so is what the library does not have.
"""

import ast
import glob
import inspect
import os
import re
import unittest

import hitmask
from support import SOURCES

# The functions of the library that have no name in Python, with the reason.
LEFT_OUT = {
    "hm_version": "hitmask.__version__",
}
LEFT_OUT.update({name: "a rectangle is a tuple, or a pygame.Rect, which has these questions" for name in (
    "hm_box_overlap", "hm_box_intersection", "hm_box_union", "hm_box_contains",
    "hm_box_contains_box", "hm_box_to_local", "hm_box_move")})
LEFT_OUT.update({name: "a Placement makes the map of two placements by itself" for name in (
    "hm_affine_identity", "hm_affine_translation", "hm_affine_make", "hm_affine_place",
    "hm_affine_inverse", "hm_affine_overlap", "hm_affine_first", "hm_affine_area",
    "hm_affine_points", "hm_affine_points_exact")})

STUB = os.path.join(os.path.dirname(hitmask.__file__), "__init__.pyi")


def functions_of_headers():
    names = set()
    for path in glob.glob(os.path.join(SOURCES, "include", "*.h")):
        with open(path, encoding="utf-8") as file:
            names.update(re.findall(r"^HM_API [\w ]*?\**(hm_\w+)\(", file.read(), re.MULTILINE))
    return names


def public(names):
    return {name for name in names if not name.startswith("_")}


def described():
    """All public things with the name that a person writes: (name, thing)."""
    for name in sorted(public(vars(hitmask)) - {"annotations"}):
        thing = getattr(hitmask, name)
        if inspect.ismodule(thing) or isinstance(thing, int):
            continue
        yield name, thing
        if inspect.isclass(thing):
            for member in sorted(public(vars(thing))):
                if not member.startswith("n_"):  # what a record of C knows of itself
                    yield f"{name}.{member}", inspect.getattr_static(thing, member)


class Names(unittest.TestCase):
    def test_every_function_of_the_library(self):
        told = {}
        for name, thing in described():
            for function in re.findall(r"\bhm_\w+", thing.__doc__ or ""):
                told.setdefault(function, name)
        known = functions_of_headers()
        self.assertGreater(len(known), 130)
        results = {"hm_result"}
        self.assertEqual(set(told) - results - known, set(), "docstrings name what is not there")
        self.assertEqual(known - set(told) - set(LEFT_OUT), set(), "Python lacks these")
        self.assertEqual(set(LEFT_OUT) - known | set(LEFT_OUT) & set(told), set())

    def test_everything_is_described(self):
        for name, thing in described():
            with self.subTest(name):
                self.assertTrue(thing.__doc__, "has no docstring")
                first = thing.__doc__.splitlines()[0]
                self.assertLessEqual(len(first.partition(" (hm_")[0]), 110)

    def test_stubs_have_the_same_names(self):
        with open(STUB, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        stubs = {}
        for node in tree.body:
            self.collect(node, "", stubs)
        ours = {name for name, _ in described()} | public(
            name for name, value in vars(hitmask).items() if isinstance(value, int))
        stubbed = {name for name in stubs if not re.search(r"(^|\.)_|\.code$", name)}
        inherited = {name for name in stubbed if name.startswith(("MaskType", "Canvas"))}
        aliases = {name for name in ours if name.startswith(("MaskType.", "Canvas."))}
        self.assertEqual((ours - aliases) - stubbed, set(), "the stubs lack these")
        self.assertEqual(stubbed - inherited - ours - {"Sprite.flip"}, set(), "only in the stubs")
        for name, node in stubs.items():
            if isinstance(node, ast.FunctionDef) and not re.search(r"(^|\.)_", name):
                self.check_arguments(name, node)

    def test_stubs_have_the_docstrings(self):
        with open(STUB, encoding="utf-8") as file:
            stubs = {}
            for node in ast.parse(file.read()).body:
                self.collect(node, "", stubs)
        for name, thing in described():
            node = stubs.get(name)
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                with self.subTest(name):
                    self.assertEqual(ast.get_docstring(node), inspect.cleandoc(thing.__doc__))

    def collect(self, node, prefix, stubs):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            stubs[prefix + node.name] = node
        elif isinstance(node, ast.AnnAssign):
            stubs[prefix + node.target.id] = node
        elif isinstance(node, ast.Assign):
            stubs[prefix + node.targets[0].id] = node
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            self.collect(inner, f"{prefix}{node.name}.", stubs)

    def check_arguments(self, name, node):
        owner = hitmask
        for part in name.split("."):
            owner = getattr(owner, part)
        if not callable(owner):
            return
        wanted = [argument.arg for argument in node.args.posonlyargs + node.args.args]
        real = list(inspect.signature(owner).parameters.values())
        names = [p.name for p in real if p.kind != p.VAR_KEYWORD]
        if "." in name and wanted[0] in ("self", "cls"):
            wanted = wanted[1:]
            names = [n for n in names if n not in ("self", "type")]
        self.assertEqual(names, wanted, name)
        optional = [p.name for p in real if p.default is not p.empty]
        defaults = node.args.defaults
        self.assertEqual(optional, wanted[len(wanted) - len(defaults):], name)
        for argument, default in zip(optional, defaults):
            if not (isinstance(default, ast.Constant) and default.value is ...):
                value = {p.name: p.default for p in real}[argument]
                self.assertEqual(ast.literal_eval(default), value, name)


if __name__ == "__main__":
    unittest.main()
