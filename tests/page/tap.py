"""tap.py - runs the tests of a module, and says how each ended as TAP does"""

import sys
import unittest

import browser


class Tap(unittest.TestResult):
    """Prints the results as TAP, as the other tests of this project do."""

    def __init__(self, *_, **__):
        super().__init__()
        self.printed = 0

    def line(self, ok, test, why=""):
        self.printed += 1
        print(f"{'ok' if ok else 'not ok'} {self.printed} {test}{why}", flush=True)

    def failure(self, test, err):
        self.line(False, test)
        for line in self._exc_info_to_string(err, test).splitlines():
            print("#", line, flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.line(True, test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line(True, test, f" # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.failure(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.failure(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            print("#", subtest)
            self.failure(test, err)


def main(module, missing=None, driver=browser):
    """Runs the tests of a module. `missing` is what they need beside the browser and is not there."""
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[module])
    print(f"1..{tests.countTestCases()}", flush=True)
    missing = missing or (None if driver.find() else driver.NEEDS)
    if missing:
        for i in range(tests.countTestCases()):
            print(f"ok {i + 1} # SKIP needs {missing}")
        return 0
    return 0 if tests.run(Tap()).wasSuccessful() else 1
