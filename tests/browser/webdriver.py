"""Firefox and WebKit, driven by WebDriver, https://www.w3.org/TR/webdriver2/: of both, Playwright knows only its own.

Firefox understands the commands by itself, as Marionette,
https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html; WebKitGTK brings along a server for them.
"""

import contextlib
import glob
import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import urllib3

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT = shutil.which("WebKitWebDriver")
XVFB = shutil.which("Xvfb")  # WebKitGTK shows its window on some screen
PATIENCE = 300  # seconds
ENTER = "\ue007"
QUIET = "user_pref('app.update.enabled', false);\nuser_pref('marionette.port', 0);\n"


class Browser:
    """One window of a browser, which waits for what a page will show."""

    def __init__(self, send):
        self.send = send
        self.send("POST", "timeouts", implicit=PATIENCE * 1000)

    def open(self, url, *, width=1280):
        """Show a page in a window that wide, or as narrow as the browser makes one: 500 and 447 pixels."""
        self.send("POST", "window/rect", width=width, height=900)
        self.send("POST", "url", url=url)

    def find(self, selector):
        return _Element(self.send, "css selector", selector)

    def link(self, text):
        return _Element(self.send, "link text", text)

    def run(self, script, *args):
        """Return what a script, the body of a function, returns."""
        return self.send("POST", "execute/sync", script=script, args=list(args))

    def wait(self, condition):
        """Wait until a page is loaded of which an expression of JavaScript is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(f'return document.readyState === "complete" && Boolean({condition})'):
            assert time.monotonic() < end, f"{condition} did not come true at {self.run('return location.href')}"
            time.sleep(0.05)

    def sign_in_as(self, cookie, url):
        """Carry a cookie of the site at ``url``."""
        self.open(url)
        self.send("POST", "cookie", cookie={"name": cookie.key, "value": cookie.value, "path": "/"})


class _Element:
    def __init__(self, send, using, value):
        self._send = send
        found = send("POST", "element", using=using, value=value)
        (self._id,) = found.values()

    def click(self):
        self._send("POST", f"element/{self._id}/click", id=self._id)

    def type(self, text):
        self._send("POST", f"element/{self._id}/value", id=self._id, text=text)

    def clear(self):
        self._send("POST", f"element/{self._id}/clear", id=self._id)

    @property
    def text(self):
        return self._send("GET", f"element/{self._id}/text", id=self._id)


@contextlib.contextmanager
def firefox():
    """Start Firefox without a screen, with a profile of its own."""
    with TemporaryDirectory() as profile, contextlib.ExitStack() as ended:
        Path(profile, "user.js").write_text(QUIET, encoding="utf-8")
        _start(ended, [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", profile])
        port = _when_there(lambda: int(Path(profile, "MarionetteActivePort").read_text(encoding="ascii")))
        connection = ended.enter_context(_when_there(lambda: socket.create_connection(("127.0.0.1", port))))
        stream = ended.enter_context(connection.makefile("rwb"))
        _received(stream)  # who it is
        send = _of_marionette(stream)
        send("POST", "session")
        yield Browser(send)


@contextlib.contextmanager
def webkit():
    """Start WebKitGTK's small browser on a screen that nobody sees."""
    with contextlib.ExitStack() as ended:
        screen = _start(ended, [XVFB, "-displayfd", "1", "-screen", "0", "1400x1000x24"], stdout=subprocess.PIPE)
        display = {"DISPLAY": f":{screen.stdout.readline().decode().strip()}"}
        ended.callback(screen.stdout.close)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        _start(ended, [WEBKIT, f"--port={port}"], env=display | {"HOME": ended.enter_context(TemporaryDirectory())})
        small = sorted(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))[-1]
        options = {"webkitgtk:browserOptions": {"binary": small, "args": ["--automation"]}}
        send = _of_http(f"http://127.0.0.1:{port}/session")
        session = _when_there(lambda: send("POST", "", capabilities={"alwaysMatch": options}))
        send = _of_http(f"http://127.0.0.1:{port}/session/{session['sessionId']}")
        ended.callback(send, "DELETE", "")
        yield Browser(send)


def _start(ended, command, **options):
    process = subprocess.Popen(command, **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | options)
    ended.callback(process.wait, PATIENCE)
    ended.callback(process.terminate)
    return process


def _when_there(ask):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (OSError, ValueError, urllib3.exceptions.HTTPError):
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def _of_http(base):
    pool = urllib3.PoolManager(retries=False, timeout=PATIENCE)

    def send(method, path, **arguments):
        body = None if method != "POST" else json.dumps(arguments)
        answer = pool.request(method, f"{base}/{path}".rstrip("/"), body=body)
        value = answer.json()["value"]
        if answer.status != 200 and value["error"] == "no such frame":  # one page went, the next is not there yet
            time.sleep(0.05)
            return send(method, path, **arguments)
        assert answer.status == 200, f"{method} {path} {arguments}: {value}"
        return value

    return send


MARIONETTE = {
    ("POST", "session"): "NewSession",
    ("POST", "timeouts"): "SetTimeouts",
    ("POST", "window/rect"): "SetWindowRect",
    ("POST", "url"): "Navigate",
    ("POST", "element"): "FindElement",
    ("POST", "click"): "ElementClick",
    ("POST", "value"): "ElementSendKeys",
    ("POST", "clear"): "ElementClear",
    ("GET", "text"): "GetElementText",
    ("POST", "execute/sync"): "ExecuteScript",
    ("POST", "cookie"): "AddCookie",
}


def _of_marionette(stream):
    def send(method, path, **arguments):
        of = path.rsplit("/", 1)[-1] if path.startswith("element/") else path
        packet = json.dumps([0, 1, f"WebDriver:{MARIONETTE[method, of]}", arguments])
        stream.write(f"{len(packet.encode())}:{packet}".encode())
        stream.flush()
        _, _, error, result = _received(stream)
        assert error is None, f"{method} {path} {arguments}: {error}"
        return result.get("value", result) if isinstance(result, dict) else result

    return send


def _received(stream):
    length = b""
    while not length.endswith(b":"):
        length += stream.read(1)
    return json.loads(stream.read(int(length[:-1])))
