"""Two nodes, with a web server in front and PostgreSQL, Redis and a bucket behind: together one site, whatever fails.

``pytest -s`` prints what visitors and editors saw of each fault.
"""

import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from io import BytesIO
from threading import Event
from urllib.request import urlopen

import pytest
from django.contrib.auth.hashers import make_password
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from labsite import roles
from labsite.models import User
from labsite.roles import Role
from tests import cast
from tests.labsite.concurrency.browsing import Browser
from tests.labsite.concurrency.machines import Machines, lacking

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(bool(lacking()), reason=f"needs what isn't installed here: {lacking()}"),
]

VISITORS, EDITORS = 3, 2
PASSWORD = "two wombats resting"
PATIENCE = 300  # seconds
VISITS = 9  # before a fault, while it lasts, and without an error after it
HEADLINES = "from labsite.history.models import Version; print(*Version.objects.values_list('serialized_data'))"
CHANGE = r"/admin/people/person/\d+/change/"
ASK = f"import django; django.setup(); {HEADLINES}"


def make_the_lab():
    """Make what the nodes show; called in a process with their database."""
    cast.make_lab()
    for number in range(20):
        cast.make_publication(title=f"Quokka {number}", authors=["Ada Quill"])
    encoded = make_password(PASSWORD)
    for number in range(EDITORS):
        login = User.objects.create(email=f"editor{number}@lab.example", password=encoded)
        roles.give(login, Role.EDITOR)
        cast.make_member(f"Editor {number}", login=login)


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    with Machines(tmp_path_factory.mktemp("machines"), make_the_lab) as running:
        yield running


def form_of(browser, number):
    """Open the form of an editor's person."""
    browser.open(f"/admin/people/person/?q=Editor+{number}")
    browser.open(re.search(CHANGE, browser.page)[0])
    return browser.form("seen")


def signed_in(site, number=0):
    browser = Browser(site)
    browser.sign_in(f"editor{number}@lab.example", PASSWORD)
    return browser


def photo():
    out = BytesIO()
    Image.new("RGB", (200, 250), "red").save(out, "PNG")
    return SimpleUploadedFile("ada.png", out.getvalue(), content_type="image/png")


def at(machines, node, browser):
    """Let a browser go on at one of the nodes: the cookies of this machine hold for all its ports."""
    browser.address = machines.address(node)
    return browser


def test_what_is_edited_on_one_node_is_read_on_the_other_at_once(machines):
    reader = signed_in(machines.address("node-b"), 1)
    assert "Rested" not in reader.open("/people/")
    editor = signed_in(machines.address("node-a"))
    for headline in ("Rested", "Rested twice"):
        editor.open("", form_of(editor, 0) | {"headline": headline})
        assert "was changed successfully" in editor.page
        assert headline in reader.open("/people/editor-0/")


def test_a_picture_of_a_form_that_one_node_refused_is_used_by_the_other_and_shown_by_both(machines):
    editor = signed_in(machines.address("node-a"), 1)
    editor.open("", form_of(editor, 1) | {"name": "", "photo": photo(), "photo_alt": "Laughing"})
    assert "Kept: <strong>ada.png</strong>" in editor.page
    again = editor.form("seen") | {"name": "Editor 1"}
    path = editor.address.removeprefix(machines.address("node-a"))
    at(machines, "node-b", editor).open(path, again)
    assert "was changed successfully" in editor.page
    page = Browser(machines.address("node-a")).open("/people/editor-1/")
    [picture, *_] = re.findall(r"/media/people/\w+-200\.jpg", page)
    shown = [urlopen(machines.address(node) + picture).read() for node in ("node-a", "node-b", "nginx")]
    assert shown[0].startswith(b"\xff\xd8\xff")
    assert len(set(shown)) == 1
    assert not list(machines.folder.glob("node-*/media/people/*"))


def test_of_an_unpublished_lab_nothing_that_a_member_opens_reaches_others(machines):
    def publish(value):
        machines.manage("-c", PUBLISH.format(value))

    editor, visitor = signed_in(machines.site), Browser(machines.site)
    visitor.open("/people/")
    publish(False)
    try:
        end = time.monotonic() + PATIENCE
        while "Editor 0" in visitor.open("/people/") and time.monotonic() < end:  # for a second it may be the old one
            time.sleep(0.1)
        visitor.statuses.clear()
        for path in ("/people/", "/publications/", "/people/"):
            assert "Not published yet." in editor.open(path)
            assert "Quokka" not in visitor.open(path)
        assert visitor.statuses == [503] * 3
    finally:
        publish(True)


def test_tries_of_signing_in_count_together(machines):
    stranger = {
        "X-Forwarded-For": "203.0.113.7",
        "Host": machines.site.removeprefix("http://"),
        "Referer": machines.site,
    }
    wrong = {"login": "editor0@lab.example", "password": "wrong"}
    browser = Browser(machines.site, **stranger)
    browser.open("/account/sign-in/")
    form = browser.form("login") | wrong
    for node in ("node-a", "node-b", "node-a", "node-b", "node-a", "node-b"):
        at(machines, node, browser).open("/account/sign-in/", form)
    assert browser.statuses == [200] * 6 + [429]
    assert "login_failed" not in machines.manage("-c", SHARED_VALUES)


PUBLISH = (
    "import django; django.setup(); from labsite.models import Lab;"
    "lab = Lab.objects.get(); lab.is_published = {}; lab.save()"
)
SHARED_VALUES = (
    "import django; django.setup(); from labsite.models import SharedValue;"
    "print(*SharedValue.objects.values_list('cache_key', flat=True))"
)


class Crowd:
    """Visitors and editors who keep on until they are told to stop, and what they saw."""

    def __init__(self, site):
        self.site, self.end, self.pool = site, Event(), ThreadPoolExecutor(VISITORS + EDITORS)
        self.visits, self.edits, self.saved = [], [], [[] for _ in range(EDITORS)]

    def __enter__(self):
        work = [self.pool.submit(self._visit, number) for number in range(VISITORS)]
        self.work = work + [self.pool.submit(self._edit, number) for number in range(EDITORS)]
        return self

    def __exit__(self, *error):
        self.end.set()
        self.pool.shutdown()
        for done in self.work:
            done.result()  # or what went wrong there

    def wait(self):
        """Wait until each kind saw enough more answers, whatever they were."""
        visits, edits = len(self.visits) + VISITS, len(self.edits) + EDITORS
        self._wait(lambda: len(self.visits) >= visits and len(self.edits) >= edits)

    def wait_until_well(self):
        """Wait until nobody sees an error any more; return after how many seconds that began."""
        began, visits, edits = time.monotonic(), len(self.visits), len(self.edits)
        self._wait(
            lambda: self._are_well(self.visits[visits:], VISITS) and self._are_well(self.edits[edits:], EDITORS)
        )
        bad = [at for at, status in [*self.visits, *self.edits] if status != 200]
        return max(0.0, max(bad, default=began) - began)

    def _are_well(self, answers, number):
        return len(answers) >= number and all(status == 200 for _, status in answers[-number:])

    def _wait(self, is_over):
        end = time.monotonic() + PATIENCE
        while not (is_over() or any(done.done() for done in self.work)):
            assert time.monotonic() < end, (self.visits[-5:], self.edits[-5:], self.work)
            time.sleep(0.05)

    def _visit(self, number):
        browser = Browser(self.site)
        pages = ["/", "/people/", "/publications/", "/people/editor-0/", f"/publications/?q=quokka+{number}"]
        while not self.end.wait(0.1):  # a look at the page; the processors are for the editors, too
            self.visits.append(self._ask(browser, pages[len(browser.statuses) % len(pages)]))

    def _edit(self, number):
        """Save one headline after the other; who sees an error looks what is there, and begins anew."""
        browser = signed_in(self.site, number)
        form_of(browser, number)
        path = browser.address
        while not self.end.is_set():
            headline = f"Headline {time.monotonic_ns()}"
            asked = self._ask(browser, path)
            if asked[1] == 200:
                asked = self._ask(browser, "", browser.form("seen") | {"headline": headline})
                if "was changed successfully" in browser.page:
                    self.saved[number].append(headline)
                else:  # the page that follows a save is that of visitors, if the database was killed in between
                    assert asked[1] != 200 or "Member sign-in" in browser.page, browser.page
            self.edits.append(asked)

    def _ask(self, browser, path, data=None):
        """Return when an answer came and its status; an answer that breaks off is no status."""
        try:
            browser.open(path, data)
            status = browser.statuses[-1]
        except (HTTPException, OSError) as error:
            status = type(error).__name__
        if status != 200:
            browser.address = self.site
            time.sleep(0.05)  # nobody reloads faster
        return time.monotonic(), status


# What is killed and started again, and what visitors may see of it besides pages.
FAULTS = {"node-a": {503}, "redis": set(), "postgres": {503}}


def test_whatever_is_killed_nothing_that_was_saved_is_lost(machines):
    saw = {}
    with Crowd(machines.site) as crowd:
        crowd.wait()
        for name in FAULTS:
            visits, edits = len(crowd.visits), len(crowd.edits)
            machines.kill(name)
            crowd.wait()
            machines.start(name)
            seconds = crowd.wait_until_well()
            statuses = [Counter(status for _, status in each) for each in (crowd.visits[visits:], crowd.edits[edits:])]
            saw[name] = statuses
            print(f"| {name} killed | {dict(statuses[0])} | {dict(statuses[1])} | well after {seconds:.1f} s |")
    kept = machines.manage("-c", ASK)
    saved = [headline for each in crowd.saved for headline in each]
    assert [headline for headline in saved if headline not in kept] == []
    print(f"{len(saved)} saves, none lost")
    for name, (visits, edits) in saw.items():
        assert visits.keys() - {200} <= FAULTS[name], name
        assert edits.keys() - {200} <= {503}, name
