"""tour.py TUNE BENCH WEBP FRAME... - the moving picture of the README

A threshold moves on the page TUNE, one sprite over another on the page BENCH, and the FRAMEs, pictures of
a game, follow. img2webp makes the animation.
"""

import base64
import os
import subprocess
import sys
import tempfile

import browser

WIDTH, HEIGHT = 960, 600
BENCH = "#bench?a=enemy.png&b=person.png&x={}&y=-14&flip-b=h"
SHOWN = "<body style='margin:0;background:#0e1116;display:grid;place-items:center;height:100vh'>" \
    "<img style='image-rendering:pixelated;width:960px' src='data:image/png;base64,{}'>"

tune, bench, webp, *pictures = sys.argv[1:]
frames = []


def shoot(milliseconds):
    path = os.path.join(folder, f"{len(frames)}.png")
    chromium.settle()
    chromium.screenshot(path)
    frames.append((path, milliseconds))


chromium = browser.Browser()
try:
    with tempfile.TemporaryDirectory() as folder:
        chromium.resize(WIDTH, HEIGHT)
        chromium.theme("dark")
        chromium.open(tune, "#tune")
        for threshold in (0, 40, 80, 120, 160, 200, 240, 200, 160, 127):
            chromium.run("var slider = document.getElementById('set-threshold');"
                         f"slider.value = {threshold}; slider.dispatchEvent(new Event('input'))")
            shoot(250)
        frames[0] = (frames[0][0], 1000)
        frames[-1] = (frames[-1][0], 1200)
        for x in (18, 22, 26, 30, 34, 38, 42):
            chromium.open(bench, BENCH.format(x))
            shoot(300)
        frames[-1] = (frames[-1][0], 1000)
        for picture in pictures:
            page = os.path.join(folder, "picture.html")
            with open(picture, "rb") as source, open(page, "w", encoding="ascii") as shown:
                shown.write(SHOWN.format(base64.b64encode(source.read()).decode()))
            chromium.open(page)
            shoot(200)
        if pictures:
            frames[-1] = (frames[-1][0], 2000)
        command = ["img2webp", "-loop", "0", "-lossy", "-q", "60", "-m", "6"]
        for path, milliseconds in frames:
            command += ["-d", str(milliseconds), path]
        subprocess.run(command + ["-o", webp], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
finally:
    chromium.close()
