"""run.py [NAME...] - runs the tests of this folder, or those of the modules named

Ends with a line `N passed, N failed, N skipped`; each reason to skip is told once, with what to
install.
"""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


class Result(unittest.TextTestResult):
    """Counts each test once, also when several of its parts fail."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main():
    names = sys.argv[1:] or sorted(name[:-3] for name in os.listdir(HERE)
                                   if name.startswith("test_") and name.endswith(".py"))
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = unittest.TextTestRunner(stream=sys.stdout, resultclass=Result, verbosity=1).run(suite)
    for reason in sorted({reason for _, reason in result.skipped}):
        print(f"skipped: {reason}")
    failed = len({str(test) for test, _ in result.failures + result.errors}) + \
        len(result.unexpectedSuccesses)
    print(f"{result.passed} passed, {failed} failed, {len(result.skipped)} skipped")
    sys.exit(1 if failed or not result.passed else 0)


if __name__ == "__main__":
    main()
