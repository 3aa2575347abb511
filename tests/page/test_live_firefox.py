"""test_live_firefox.py - the tests of the live page once more, in Firefox"""

import sys

import firefox
import tap
import test_live
from test_live import *  # noqa: F403

test_live.Browser = firefox.Browser

if __name__ == "__main__":
    sys.exit(tap.main(__name__, test_live.missing(), firefox))
