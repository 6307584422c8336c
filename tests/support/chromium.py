"""A real browser for the tests: Chromium, spoken to in its DevTools protocol over a pipe.

::

    with Browser() as browser:
        page = browser.open(path, width=375, dark=True)
        page.run("document.title")
        page.errors, page.requests

One browser serves a whole module of tests; every page is a new tab.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)

# Chromium reads commands from descriptor 3 and answers on descriptor 4.
LAUNCH = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for place, end in zip((3, 4), ends):
    os.dup2(end, place)
os.execv(sys.argv[3], sys.argv[3:])
"""

FLAGS = ["--headless=new", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"]


class Browser:
    """A running Chromium."""

    def __enter__(self) -> Browser:
        assert PROGRAM is not None
        self._home = tempfile.TemporaryDirectory(prefix="stategraph-chromium-")
        theirs, commands = os.pipe()
        answers, their_answers = os.pipe()
        flags = [*FLAGS, f"--user-data-dir={self._home.name}"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        self._process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, str(theirs), str(their_answers), PROGRAM, *flags],
            pass_fds=(theirs, their_answers),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(their_answers)
        self._commands, self._answers = open(commands, "wb"), open(answers, "rb")
        self._number, self._rest = 0, b""
        self._pages: dict[str, Page] = {}
        return self

    def __exit__(self, *_: object) -> None:
        self._commands.close()  # Chromium ends when nobody can speak to it any more
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._answers.close()
        self._home.cleanup()

    def open(self, path: Path, width: int = 1280, dark: bool = False, media: str = "") -> Page:
        """Open a file in a window of that many pixels, and wait until it is there."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session, target)
        for part in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{part}.enable")
        page.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=900, deviceScaleFactor=1, mobile=width < 500,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", media=media, features=[scheme])
        page.call("Page.navigate", url=path.as_uri())
        while not page.loaded:
            self._read()
        page.run("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        return page

    def call(self, method: str, session: str | None = None, **given: object) -> dict:
        """Give a command and return its answer; what else is told is kept by its page."""
        self._number += 1
        number = self._number
        command = {"id": number, "method": method, "params": given}
        if session:
            command["sessionId"] = session
        self._commands.write(json.dumps(command).encode() + b"\0")
        self._commands.flush()
        while (answer := self._read()).get("id") != number:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def _read(self) -> dict:
        while b"\0" not in self._rest:
            more = os.read(self._answers.fileno(), 1 << 16)
            assert more, "Chromium has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        told = json.loads(message)
        if told.get("sessionId") in self._pages and "method" in told:
            self._pages[told["sessionId"]].hear(told["method"], told["params"])
        return told


class Page:
    """A tab; `errors` is what its console complains of, `requests` what it has asked for."""

    def __init__(self, browser: Browser, session: str, target: str):
        self._browser, self._session, self._target = browser, session, target
        self.loaded = False
        self.errors: list[str] = []
        self.requests: list[str] = []

    def hear(self, method: str, told: dict) -> None:
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Network.loadingFailed":
            self.errors.append(told["errorText"])
        elif method == "Log.entryAdded":
            self.errors.append(told["entry"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.errors.append(str(told["args"]))
        elif method == "Runtime.exceptionThrown":
            self.errors.append(str(told["exceptionDetails"]))

    def call(self, method: str, **given: object) -> dict:
        return self._browser.call(method, self._session, **given)

    def run(self, script: str) -> object:
        """Return the value of a JavaScript expression; a promise is waited for."""
        found = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press a key and let it go."""
        named = dict(key=key, code=key, windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **named)
        self.call("Input.dispatchKeyEvent", type="keyUp", **named)

    def close(self) -> None:
        self._browser.call("Target.closeTarget", targetId=self._target)
