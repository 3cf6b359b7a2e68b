# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A headless Chromium, told what to do by its own protocol over two pipes."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


class Browser:
    """One page, of which complaints are collected: messages of its console, and what it throws."""

    def __init__(self, program, seconds=60):
        self.seconds = seconds
        self.folder = tempfile.mkdtemp(prefix="weft-pages-")
        read_here, write_there = os.pipe()
        read_there, write_here = os.pipe()

        def place():  # where the protocol has them
            os.dup2(read_there, 1003)
            os.dup2(write_there, 1004)
            os.dup2(1003, 3)
            os.dup2(1004, 4)

        arguments = [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
                     "--user-data-dir=" + self.folder, "about:blank"]
        self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, preexec_fn=place, close_fds=False,
                                        env={**os.environ, "HOME": self.folder})
        os.close(read_there)
        os.close(write_there)
        self.incoming, self.outgoing = read_here, write_here
        self.buffer = b""
        self.number = 0
        self.complaints = []
        self.loaded = False
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _receive(self, end):
        while b"\0" not in self.buffer:
            if not select.select([self.incoming], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            more = os.read(self.incoming, 1 << 16)
            if not more:
                raise EOFError("the browser has ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        name, about = message.get("method"), message.get("params", {})
        if name == "Runtime.exceptionThrown":
            self.complaints.append(about["exceptionDetails"].get("exception", {}).get("description", str(about)))
        elif name == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(one.get("value", one)) for one in about["args"]))
        elif name == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
            self.complaints.append(about["entry"]["text"])
        elif name == "Page.loadEventFired":
            self.loaded = True
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.outgoing, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + self.seconds
        while True:
            answer = self._receive(end)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def colours(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, path):
        self.loaded = False
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        end = time.monotonic() + self.seconds
        while not self.loaded:
            self._receive(end)

    def run(self, script):
        """The value of an expression of JavaScript."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(script + ": " + str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def key(self, name):
        code = {"ArrowDown": 40, "ArrowUp": 38, "Home": 36, "End": 35, "Escape": 27, "Tab": 9}[name]
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code)

    def click(self, selector):
        """A real click in the middle of what is seen of an element."""
        where = self.run(f"""(() => {{ const it = document.querySelector({json.dumps(selector)});
            it.scrollIntoView({{block: "center"}}); const box = it.getBoundingClientRect();
            return [Math.min(innerWidth, Math.max(0, box.left)) + Math.min(30, box.width / 2), box.top + box.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=where[0], y=where[1], button="left", clickCount=1)

    def picture(self, path, whole=True):
        if whole:
            height = self.run("document.documentElement.scrollHeight")
            picture = self.call("Page.captureScreenshot", captureBeyondViewport=True,
                                clip={"x": 0, "y": 0, "width": self.run("innerWidth"), "height": min(height, 6000), "scale": 1})
        else:
            picture = self.call("Page.captureScreenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))
