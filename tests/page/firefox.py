"""firefox.py - a headless Firefox, with the methods of browser.Browser that the tests of the live page use

It speaks WebDriver BiDi: JSON objects over a web socket, which needs nothing but Python.
"""

import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time

from browser import SETTLED

TIMEOUT = 60
NEEDS = "Firefox; make deps EXTRA=firefox installs it"
STARTED = "WebDriverBiDiServer.json"
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014"}


def find():
    for name in ("firefox-esr", "firefox"):
        if shutil.which(name):
            return shutil.which(name)
    return None


def file_list(paths):
    """The files in these folders, and the path that a browser gives each; files stand for themselves."""
    found = []
    for path in map(os.path.abspath, paths):
        found += [] if os.path.isdir(path) else [(path, "")]
        for folder, _, names in os.walk(path):
            found += [(os.path.join(folder, name), os.path.relpath(os.path.join(folder, name), os.path.dirname(path))) for name in names]
    return [(path, relative) for path, relative in found if os.path.exists(path)]


class Socket:
    """The client's side of a web socket whose messages are texts."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), TIMEOUT)
        self.file = self.socket.makefile("rb")
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode())
        status = self.file.readline()
        assert b" 101 " in status, status
        while self.file.readline().strip():
            pass

    def send(self, text):
        data = text.encode()
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size) if size < 65536 else b"\xff" + struct.pack(">Q", size)
        self.socket.sendall(b"\x81" + length + b"\1\1\1\1" + bytes(byte ^ 1 for byte in data))

    def receive(self):
        text, is_last = b"", False
        while not is_last:
            kind, size = self.file.read(2)
            if size >= 126:
                size, = struct.unpack(">H" if size == 126 else ">Q", self.file.read(2 if size == 126 else 8))
            part = self.file.read(size)
            if kind & 15 < 8:       # control frames come between
                text += part
                is_last = kind & 0x80
        return text.decode()


class Browser:
    """One browser with one page, as browser.Browser."""

    def __init__(self, width=1280, height=800):
        self.size = width, height
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with open(os.path.join(self.profile.name, "log"), "wb") as log:
            self.process = subprocess.Popen([find(), "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", self.profile.name],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.number, self.problems, self.requests, self.is_gone = 0, [], [], False
        try:
            at = self._started()
            self.socket = Socket(at["ws_host"], at["ws_port"], "/session")
            self.call("session.new", {"capabilities": {}})
            self.call("session.subscribe", {"events": ["log.entryAdded", "network.beforeRequestSent"]})
            self.context = self.call("browsingContext.getTree", {})["contexts"][0]["context"]
            self.resize(width, height)
        except BaseException:
            self.close()
            raise

    def _started(self):
        path, deadline = os.path.join(self.profile.name, STARTED), time.time() + TIMEOUT
        while time.time() < deadline:
            try:
                with open(path, encoding="utf-8") as file:
                    return json.load(file)
            except (FileNotFoundError, ValueError):
                time.sleep(0.05)
        raise TimeoutError("Firefox does not start")

    def close(self):
        self.process.terminate()
        self.process.wait(TIMEOUT)
        self.profile.cleanup()

    # ---- Messages ----

    def _note(self, message):
        method, params = message.get("method"), message.get("params")
        if method == "log.entryAdded" and params["level"] in ("error", "warn"):
            self.problems.append(params["text"])
        elif method == "network.beforeRequestSent":
            self.requests.append(params["request"]["url"])

    def _receive(self):
        try:
            return json.loads(self.socket.receive())
        except (OSError, ValueError):
            self.is_gone = True
            raise

    def call(self, method, params):
        # Nobody waits for it again.
        if self.is_gone:
            raise TimeoutError("the browser did not answer before")
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer = self._receive()
            if answer.get("id") == self.number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]
            self._note(answer)

    # ---- The page ----

    def open(self, path, fragment=""):
        """As browser.Browser.open."""
        try:
            return self._open(path, fragment)
        except (OSError, ValueError, RuntimeError):
            self.process.kill()
            self.close()
            self.__init__(*self.size)
            return self._open(path, fragment)

    def _open(self, path, fragment):
        self.call("browsingContext.navigate", {"context": self.context, "url": "about:blank", "wait": "complete"})
        self.problems, self.requests = [], []
        begun = time.time()
        url = "file://" + os.path.abspath(path) + fragment
        self.call("browsingContext.navigate", {"context": self.context, "url": url, "wait": "complete"})
        self.settle()
        return time.time() - begun

    def run(self, expression):
        """The value of a JavaScript expression, or of what it promises."""
        result = self.call("script.evaluate", {"expression": f"(async () => JSON.stringify(await ({expression})))()", "awaitPromise": True,
                                               "target": {"context": self.context}})
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"]) if "value" in result["result"] else None

    def settle(self):
        self.run(SETTLED)

    def _act(self, kind, actions):
        self.call("input.performActions", {"context": self.context, "actions": [{"type": kind, "id": kind, "actions": actions}]})

    def hold(self, key):
        self._act("key", [{"type": "keyDown", "value": KEYS[key]}])

    def click(self, selector):
        x, y = self.run("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(" + json.dumps(selector) + ").getBoundingClientRect())")
        self._act("pointer", [{"type": "pointerMove", "x": int(x), "y": int(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def resize(self, width, height, scale=1):
        self.call("browsingContext.setViewport", {"context": self.context, "viewport": {"width": width, "height": height}, "devicePixelRatio": scale})

    def screenshot(self, path):
        self.settle()
        data = self.call("browsingContext.captureScreenshot", {"context": self.context})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def choose_files(self, selector, paths):
        element = self.call("script.evaluate", {"expression": f"document.querySelector({json.dumps(selector)})", "awaitPromise": False,
                                                "target": {"context": self.context}})["result"]
        self.call("input.setFiles", {"context": self.context, "element": {"sharedId": element["sharedId"]},
                                     "files": [os.path.abspath(path) for path in paths]})

    def drop(self, paths):
        """Drops files. A headless Firefox has nothing to drag folders with: they come through the field of folders,
        as files with the paths that it gives them."""
        files = file_list(paths)
        self.run("void document.body.append(Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'dragged' }))")
        self.choose_files("#dragged", [path for path, _ in files])
        self.run("""(relative => {
            const dragged = document.getElementById('dragged'), dataTransfer = new DataTransfer();
            [...dragged.files].forEach((file, i) => {
                if (relative[i])
                    Object.defineProperty(file, 'webkitRelativePath', { value: relative[i] });
                dataTransfer.items.add(file);
            });
            dragged.remove();
            if (relative.every(path => path === '')) {
                document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
                return;
            }
            const field = document.getElementById('folder');
            Object.defineProperty(field, 'files', { configurable: true, value: [...dragged.files] });
            field.dispatchEvent(new Event('change'));
        })(""" + json.dumps([relative for _, relative in files]) + ")")
