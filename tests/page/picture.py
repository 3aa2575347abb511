"""picture.py PAGE PNG [FRAGMENT] [light|dark] - what a page looks like, for the README

samples/page.png is of the samples with their art at #bench?a=enemy.png&b=person.png&x=24&y=-14&flip-b=h
"""

import sys

import browser

page, png, fragment, theme = (sys.argv[1:] + ["", "dark"][len(sys.argv) - 3:])[:4]
chromium = browser.Browser()
try:
    chromium.resize(1180, 720)
    chromium.theme(theme)
    chromium.open(page, fragment)
    chromium.screenshot(png)
finally:
    chromium.close()
