"""The examples of the manuals run: each block of Python in a folder with a pack of the samples."""

import contextlib
import io
import os
import re
import tempfile
import unittest

from support import SOURCES, baked, needs_tool


def examples(*path):
    with open(os.path.join(SOURCES, *path), encoding="utf-8") as file:
        return re.findall(r"^```python\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


@needs_tool
class Docs(unittest.TestCase):
    def run_all(self, codes):
        said = io.StringIO()
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said):
            with open(os.path.join(folder, "game.hmk"), "wb") as file:
                file.write(baked("--animate", "100"))
            os.chdir(folder)
            try:
                for code in codes:
                    exec(compile(code, "example", "exec"), {})
            finally:
                os.chdir(before)
        return said.getvalue()

    def test_the_manual(self):
        codes = examples("src", "README.md")
        self.assertEqual(len(codes), 2)
        self.assertEqual(self.run_all(codes), "at (22, 0) and out by (-11, 0)\n"
                         "True\n(8, 36) True [0]\n")


if __name__ == "__main__":
    unittest.main()
