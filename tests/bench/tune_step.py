"""tune_step.py PAGE - times a step of each slider of a page of `hitmask tune`, in a headless Chromium

Prints a line for each slider: the least time in nanoseconds of changing it, painting what is in sight and
laying out the page, and its name. The first line has the number of cards in sight instead.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))

import browser

# Steps of a slider, and what holds besides.
SLIDERS = {
    "threshold": ("threshold", ""), "despeckle": ("despeckle", ""), "grow": ("grow", ""), "shrink": ("shrink", ""),
    "tolerance": ("tolerance", "key: '#804020'"), "threshold, holes filled": ("threshold", "fill: true"),
}
STEPS = 31

if browser.find() is None:
    sys.exit(1)
chromium = browser.Browser(1400, 1000)
try:
    chromium.open(sys.argv[1])
    chromium.run("new Promise(done => { const wait = () => tune.isOrdered ? done() : setTimeout(wait, 20); wait(); })")
    chromium.settle()
    print(chromium.run("tune.cards.size"), "cards")
    for name, (setting, others) in SLIDERS.items():
        chromium.run(f"tune.units.forEach(unit => {{ unit.now = unit.start; }}), change({{ {others} }})")
        chromium.settle()
        nanoseconds = chromium.run(f"""(async () => {{
            const times = [];
            for (let step = 0; step < {STEPS}; step++) {{
                const begin = performance.now();
                change({{ {setting}: 2 + step }});
                paintTune();
                $('tune').getBoundingClientRect();
                times.push(performance.now() - begin);
                await new Promise(requestAnimationFrame);
            }}
            return Math.min(...times) * 1e6;
        }})()""")
        print(round(nanoseconds), name)
finally:
    chromium.close()
