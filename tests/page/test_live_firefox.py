"""test_live_firefox.py - the tests of the live page, in Firefox"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import firefox
import tap
import test_live
from test_live import Bakes, Keeps, Looks, Plays, Strangers, Takes, Tunes  # noqa: F401

test_live.Browser = firefox.Browser

if __name__ == "__main__":
    sys.exit(tap.main(__name__, test_live.missing() or (None if firefox.find() else "Firefox; make deps EXTRA=firefox installs it")))
