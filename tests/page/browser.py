"""browser.py - a headless Chromium, driven through a pipe: nothing but Python is needed for it

It speaks the DevTools protocol: JSON objects, each with a NUL after it, over descriptors 3 and 4
of the browser. Keys and the mouse go in where the real ones do.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

TIMEOUT = 60
NEEDS = "Chromium"

# Resolves once what is to be drawn is on the screen, with the art of the page.
SETTLED = """(async () => {
    const end = performance.now() + 20000;
    const frames = () => new Promise((done, failed) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
        setTimeout(() => failed(new Error('the page paints no frames')), 20000);
    });
    const waiting = () => typeof art !== 'object' || !(art.images instanceof Map) ? []
        : [...[...art.wanted].map(name => [name, { src: '' }]), ...[...art.images].filter(([, image]) => !image.complete)];
    await frames();
    for (let left = waiting(); left.length > 0; left = waiting()) {
        if (performance.now() > end)
            throw new Error(`art that does not come: ${left.map(([name, { src }]) => `${name} ${src.slice(0, 40)}`).join(', ')}`);
        await frames();
    }
    await frames();
})()"""

KEYS = {
    "Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), " ": (32, " "),
    "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, ""),
    "Home": (36, ""), "End": (35, ""), "PageUp": (33, ""), "PageDown": (34, ""),
}
SHIFT = 8


def find():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return None


class Browser:
    """One browser with one page. `problems` is what the page complained of, `requests` what it
    asked for beyond itself."""

    def __init__(self, width=1280, height=800):
        self.size = width, height
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process, self.send_fd, self.receive_fd = self._launch(width, height)
        self.buffer, self.number = b"", 0
        self.problems, self.requests, self.loaded = [], [], False
        self.is_gone = False
        target = self.call("Target.createTarget", {"url": "about:blank"}, session=None)
        self.session = None
        self.session = self.call("Target.attachToTarget",
                                 {"targetId": target["targetId"], "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.resize(width, height)

    def _launch(self, width, height):
        to_browser, send_fd = os.pipe()
        receive_fd, from_browser = os.pipe()
        options = [
            "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
            "--disable-dev-shm-usage", "--force-color-profile=srgb", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            # The page is always in sight, whatever the browser thinks.
            "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
            f"--window-size={width},{height}", "--user-data-dir=" + self.profile.name,
        ]
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        # The shell puts the pipe where the browser looks for it.
        command = ["sh", "-c", f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}', find()]
        with open(os.path.join(self.profile.name, "log"), "wb") as log:
            process = subprocess.Popen(command + options, pass_fds=(to_browser, from_browser),
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        os.close(to_browser)
        os.close(from_browser)
        return process, send_fd, receive_fd

    def close(self):
        os.close(self.send_fd)
        os.close(self.receive_fd)
        self.process.terminate()
        self.process.wait(TIMEOUT)
        self.profile.cleanup()

    # ---- Messages ----

    def _receive(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.receive_fd], [], [], max(0, deadline - time.time()))
            got = os.read(self.receive_fd, 1 << 20) if ready else b""
            if not got:
                self.is_gone = True
                raise TimeoutError("the browser does not answer")
            self.buffer += got
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def _note(self, message):
        method, params = message.get("method"), message.get("params")
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(params["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.problems.append(json.dumps(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def call(self, method, params=None, session=True):
        # Nobody waits for it again.
        if self.is_gone:
            raise TimeoutError("the browser did not answer before")
        self.number += 1
        message = {"id": self.number, "method": method, "params": params or {}}
        if session and getattr(self, "session", None):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.send_fd, data):]
        deadline = time.time() + TIMEOUT
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self._note(answer)

    # ---- The page ----

    def _navigate(self, url):
        self.loaded = False
        self.call("Page.navigate", {"url": url})
        deadline = time.time() + TIMEOUT
        while not self.loaded:
            self._note(self._receive(deadline))

    def open(self, path, fragment=""):
        """Opens a file; returns the seconds until it had loaded and was drawn. A browser that hangs meanwhile is
        started again, once."""
        try:
            return self._open(path, fragment)
        except (TimeoutError, RuntimeError):
            self.process.kill()
            self.close()
            self.__init__(*self.size)
            return self._open(path, fragment)

    def _open(self, path, fragment):
        self._navigate("about:blank")
        self.problems, self.requests = [], []
        begun = time.time()
        self._navigate("file://" + os.path.abspath(path) + fragment)
        self.settle()
        return time.time() - begun

    def run(self, expression):
        """The value of a JavaScript expression, or of what it promises."""
        result = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True,
                                                "awaitPromise": True})
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def settle(self):
        """Waits until what is to be drawn is on the screen."""
        self.run(SETTLED)

    def key(self, key, shift=False):
        code, text = KEYS.get(key, (ord(key.upper()) if len(key) == 1 else 0, key))
        if len(key) == 1 and key.isupper():
            shift = True
        event = {"key": key, "windowsVirtualKeyCode": code, "modifiers": SHIFT if shift else 0}
        down = "keyDown" if text else "rawKeyDown"
        self.call("Input.dispatchKeyEvent", {**event, "type": down, "text": text})
        self.call("Input.dispatchKeyEvent", {**event, "type": "keyUp"})

    def hold(self, key):
        """Presses a key that is not let go."""
        self.call("Input.dispatchKeyEvent", {"type": "rawKeyDown", "key": key, "windowsVirtualKeyCode": KEYS[key][0]})

    def type(self, text):
        self.call("Input.insertText", {"text": text})

    def middle(self, selector):
        return self.run("(() => { const r = document.querySelector(" + json.dumps(selector) +
                        ").getBoundingClientRect();"
                        " return [r.x + r.width / 2, r.y + r.height / 2]; })()")

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1,
            "buttons": 0 if kind == "mouseReleased" else 1})

    def click(self, selector):
        x, y = self.middle(selector)
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def drag(self, from_x, from_y, to_x, to_y):
        self.mouse("mousePressed", from_x, from_y)
        self.mouse("mouseMoved", (from_x + to_x) / 2, (from_y + to_y) / 2)
        self.mouse("mouseMoved", to_x, to_y)
        self.mouse("mouseReleased", to_x, to_y)

    def resize(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def theme(self, name):
        self.call("Emulation.setEmulatedMedia",
                  {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def screenshot(self, path):
        self.settle()
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def drop(self, paths, x=400, y=400):
        """Drops files and folders, as from a window of the system. A busy Chromium may lose a drop: then it gets another."""
        data = {"items": [], "files": [os.path.abspath(path) for path in paths], "dragOperationsMask": 1}
        self.run("window.dropped = new Promise(done => addEventListener('drop', () => done(true), { capture: true, once: true })), 0")
        for _ in range(5):
            for kind in ("dragEnter", "dragOver", "drop"):
                self.call("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})
            if self.run("Promise.race([window.dropped, new Promise(done => setTimeout(done, 2000))])"):
                return
            self.call("Input.dispatchDragEvent", {"type": "dragCancel", "x": x, "y": y, "data": data})
        raise RuntimeError("Chromium takes no drop")

    def choose_files(self, selector, paths):
        """Gives files, or a folder, to a field of files."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        self.call("DOM.setFileInputFiles", {"nodeId": node, "files": [os.path.abspath(path) for path in paths]})
