"""pygame's own tests of masks pass with its module replaced by ours.

They are not part of this repository: PYGAME_TESTS names the file mask_test.py, which `make
test-python` takes from the sources of Debian's package.
"""

import os
import re
import subprocess
import sys
import unittest

from support import needs_pygame

FILE = os.environ.get("PYGAME_TESTS", "")

# The tests that fail, each with the reason why ours is right.
DIFFERENT = {}

PROGRAM = """
import importlib.util, sys, types, unittest
import hitmask, pygame
pygame.mask = sys.modules["pygame.mask"] = hitmask
pygame.Mask = hitmask.Mask
# The tests import this of pygame's test tools, which Debian's package leaves out.
tools = types.ModuleType("pygame.tests.test_utils")
tools.AssertRaisesRegexMixin = type("AssertRaisesRegexMixin", (), {})
sys.modules["pygame.tests"] = types.ModuleType("pygame.tests")
sys.modules["pygame.tests.test_utils"] = tools
spec = importlib.util.spec_from_file_location("mask_test", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
suite = unittest.defaultTestLoader.loadTestsFromModule(module)
result = unittest.TextTestRunner(stream=sys.stderr).run(suite)
for test, _ in result.failures + result.errors:
    print("failed:", test.id())
for test in result.unexpectedSuccesses:
    print("failed:", test.id())
print("ran:", result.testsRun)
"""


@needs_pygame
@unittest.skipUnless(os.path.exists(FILE), "pygame's tests are missing: make deps EXTRA=python, and "
                                           "a package archive with sources")
class Pygame(unittest.TestCase):
    def test_its_own_tests(self):
        done = subprocess.run([sys.executable, "-B", "-c", PROGRAM, FILE], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        failed = {name.rpartition(".")[2] for name in re.findall(r"failed: (\S+)", done.stdout)}
        self.assertEqual(failed, set(DIFFERENT), done.stderr)
        self.assertGreater(int(re.search(r"ran: (\d+)", done.stdout)[1]), 250)


if __name__ == "__main__":
    unittest.main()
