"""live.py PAGE - how fast the page that bakes is, in a headless Chromium, beside what it is to reach

Art is that of the package supertux-data; without it only the start is timed. Times are those of the page's own
clock until what was made is painted; memory is the renderer's peak.
"""

import glob
import os
import shutil
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))

import browser

ART = "/usr/share/games/supertux2/images"
CREATURES = ART + "/creatures"
ROUNDS, STEPS = 5, 31

# When files were dropped, and when the pack after it was painted.
WATCH = """
addEventListener('drop', () => { window.droppedAt = performance.now(); window.shownAt = undefined; }, true);
document.addEventListener('packed', () => requestAnimationFrame(() => setTimeout(() => { window.shownAt = performance.now(); })));
"""


def row(name, unit, reach, values):
    """Prints the least and the median, which is the only one where there is one."""
    print(f"{name:<44}{min(values):9.1f}{statistics.median(values):9.1f}  {unit:<4}{reach:>6}")


def wait(page, condition):
    deadline = time.time() + 120
    while not page.run(condition):
        assert time.time() < deadline, condition
        time.sleep(0.01)


# A browser that has just started is busy with itself for a second or two.
REST = 2


def fresh(path):
    page = browser.Browser()
    time.sleep(REST)
    page.call("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    page.open(path)
    wait(page, "window.shownAt")
    return page


def dropped(page, paths):
    """The milliseconds from a drop until its pack is painted."""
    page.drop(paths)
    wait(page, "window.shownAt")
    return page.run("shownAt - droppedAt")


def peak_memory(page):
    """In MB, of the process of the page."""
    renderers = [process["id"] for process in page.call("SystemInfo.getProcessInfo", session=False)["processInfo"] if process["type"] == "renderer"]
    peaks = []
    for renderer in renderers:
        with open(f"/proc/{renderer}/status", encoding="ascii") as file:
            peaks += [int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM")]
    return max(peaks)


def steps(page):
    """The time of a step of the threshold, and of painting the visible sprites again. Sprites of games have some 100 pixels."""
    page.resize(1400, 1200)
    dropped(page, [CREATURES])
    page.run("showTab('tune'), $('tab-tune').click()")
    wait(page, "tune.item !== null && tune.isOrdered && !$('tune').inert")
    whole, painting = page.run(f"""(async () => {{
        const whole = [], painting = [];
        for (let step = 0; step < {STEPS}; step++) {{
            const begun = performance.now();
            change({{ threshold: 2 + step }});
            paintTune();
            const painted = performance.now();
            for (const card of tune.cards.values())
                card.painted = '';
            paintTuneCards();
            painting.push(performance.now() - painted);
            whole.push(painted - begun);
            await new Promise(requestAnimationFrame);
        }}
        return [whole, painting];
    }})()""")
    cards = page.run("tune.cards.size")
    row(f"a step of the threshold, {cards} sprites in sight", "ms", 33, whole)
    row("painting them", "ms", 3, painting)


def main(path):
    print(f"{'':<44}{'least':>9}{'median':>9}  {'':<4}{'reach':>6}")
    ready, first, again = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        some = os.path.join(folder, "some")
        os.mkdir(some)
        for i, source in enumerate(sorted(glob.glob(ART + "/**/*.png", recursive=True))[::13][:200]):
            shutil.copy(source, os.path.join(some, f"{i:03}.png"))
        has_art = len(os.listdir(some)) == 200
        for last in range(ROUNDS, 0, -1):
            page = fresh(path)
            ready.append(page.run("shownAt"))
            if has_art:
                first.append(dropped(page, [some]))
                again.append(dropped(page, [some]))
                if last == 1:
                    row("ready", "ms", 500, ready)
                    row("200 pictures, first", "ms", 400, first)
                    row("200 pictures, again", "ms", 200, again)
                    steps(page)
            page.close()
    if not has_art:
        row("ready", "ms", 500, ready)
        print("the package supertux-data has the rest")
        return
    whole, memory = [], []
    for _ in range(ROUNDS):
        page = fresh(path)
        whole.append(dropped(page, [ART]) / 1000)
        memory.append(peak_memory(page))
        page.close()
    row(f"all {len(glob.glob(ART + '/**/*.png', recursive=True))} pictures, with reading", "s", 3, whole)
    row("the most memory", "MB", 450, memory)


if browser.find() is None:
    sys.exit("needs Chromium")
main(sys.argv[1])
