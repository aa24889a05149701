"""A real browser against a running site: Debian's Chromium, driven by Playwright; skipped where there is none."""

import os
import shutil
import sqlite3
import threading
import time
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection
from django.test import Client
from PIL import Image
from playwright.sync_api import expect

from tests import cast

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

RUN_AXE = Path(__file__).with_name("axe.js").read_text(encoding="utf-8")
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PATIENCE = 300  # seconds for an answer that nobody waits for any more

# Where much else is to do, what somebody waits for comes late: only what never comes is a fault.
MILLISECONDS = 90_000
expect.set_options(timeout=MILLISECONDS)

# Playwright's event loop runs in the thread of the test, which makes Django take the test's queries for async ones.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_itemcollected(item):
    """Mark every test of this folder: the running site sees only what is committed."""
    item.add_marker(pytest.mark.browser)
    item.add_marker(pytest.mark.django_db(transaction=True))
    if not CHROMIUM:
        item.add_marker(pytest.mark.skip(reason="needs Chromium: no chromium on the PATH"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def base_url(live_server):
    return live_server.url


@pytest.fixture(scope="session", autouse=True)
def one_at_a_time():
    """Let the site answer one request after the other: its threads share one connection, and so its transactions."""
    turn, answer = threading.Lock(), WSGIHandler.__call__

    def answer_in_turn(handler, environ, start_response):
        with turn:
            return answer(handler, environ, start_response)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WSGIHandler, "__call__", answer_in_turn)
        yield


@pytest.fixture(autouse=True)
def finished(transactional_db):
    """Wait, before the database is emptied, for what the site still does for a browser that is closed already.

    The site's threads share the test's connection: one that takes back a change of its own would take back the
    emptying too, and the next test would find rows of this one.
    """
    yield
    for thread in threading.enumerate():
        if thread.name.endswith("(process_request_thread)"):
            _join(thread)


def _join(thread):
    """Wait for a thread, also one that is known already and begins a moment later."""
    while True:
        try:
            return thread.join(PATIENCE)
        except RuntimeError:
            time.sleep(0.01)


class Complaints(list):
    """What browsers complained about. Once a test has emptied it, no refused request counts: some are told late."""

    is_lenient = False

    def clear(self):
        super().clear()
        self.is_lenient = True

    @property
    def serious(self):
        return [each for each in self if not (self.is_lenient and "Failed to load resource" in each)]


@pytest.fixture
def complaints():
    """What browsers complained about: errors on the console or in a script, blocked resources. None, at the end.

    A test that means to see an error page empties the list.
    """
    noted = Complaints()
    yield noted
    if noted.serious:
        pytest.fail("\n".join(noted.serious), pytrace=False)


@pytest.fixture
def new_context(new_context):
    """Return a function that makes a window of its own, which waits as long."""

    def patient(**options):
        context = new_context(**options)
        context.set_default_timeout(MILLISECONDS)
        return context

    return patient


@pytest.fixture
def visitor(new_context, complaints):
    """Return a page of someone who is not signed in."""
    return _page(new_context(), complaints)


@pytest.fixture
def signed_in(new_context, complaints, live_server):
    """Return a function that opens a page for whoever has a login, in a window with these options."""

    def open_page(login, **options):
        client = Client()
        client.force_login(login)
        context = new_context(**options)
        context.add_cookies(
            [{"name": name, "value": cookie.value, "url": live_server.url} for name, cookie in client.cookies.items()]
        )
        return _page(context, complaints)

    return open_page


@pytest.fixture
def editor(signed_in):
    """Return a page of a signed-in administrator."""
    return signed_in(cast.make_administrator())


@pytest.fixture
def take_picture():
    """A function that keeps what a window shows as a picture of the docs, if they are to be taken."""

    def take(page, name):
        if folder := os.environ.get("PICTURES"):
            page.emulate_media(color_scheme="light")
            page.wait_for_timeout(2000)  # until nothing fades or is being kept any more
            shown = Image.open(BytesIO(page.screenshot()))
            shown.save(Path(folder, f"{name}.webp"), quality=80, method=6)

    return take


@pytest.fixture(scope="session")
def full():
    """A copy of the database that the fixtures fill, once a test has needed it."""
    with closing(sqlite3.connect(":memory:")) as copy:
        yield copy


@pytest.fixture
def seeded(full):
    """Fill the database with the lab's own fixtures: after the first time by copying all of it, where SQLite can."""
    if full.execute("SELECT 1 FROM sqlite_master").fetchone():
        full.backup(connection.connection)
        return
    fixtures = sorted(Path(settings.BASE_DIR, "fixtures").glob("*.json"))
    call_command("loaddata", *map(str, fixtures), verbosity=0)
    if connection.vendor == "sqlite":
        connection.connection.backup(full)


@pytest.fixture(scope="session")
def axe():
    """Return a function that fails unless axe finds nothing to object to in a page, in light and in dark."""
    return _assert_accessible


@pytest.fixture(scope="session")
def fits():
    """Return a function that fails unless a page is no wider than screens of some widths."""

    def assert_fits(page, *widths):
        wide = {}
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            wide[width] = page.evaluate(OVERHANG)
        assert (page.url, wide) == (page.url, dict.fromkeys(widths, 0))

    return assert_fits


def _page(context, complaints):
    page = context.new_page()
    page.on("console", lambda message: message.type == "error" and complaints.append(_where_and_what(message)))
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    return page


def _where_and_what(message):
    return f"{message.page.url}: {message.location['url']}: {message.text}"


def _assert_accessible(page):
    page.wait_for_load_state()
    # evaluate() isn't subject to the page's Content-Security-Policy, so the page is tested under it.
    page.evaluate(Axe().axe_script)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        # A colour in the middle of its transition has a contrast of its own.
        page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
        violations = page.evaluate(RUN_AXE, scheme == "dark")
        if violations:
            pytest.fail("\n".join([f"{page.url} in {scheme}:", *map(_words, violations)]), pytrace=False)


def _words(violation):
    places = " | ".join(f"{node['target']} {node['html'][:120]}" for node in violation["nodes"])
    return f"{violation['id']}: {violation['help']}: {places}"
