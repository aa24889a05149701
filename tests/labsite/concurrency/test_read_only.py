"""A database that can be read and not written: people read on, signed in, and a save is refused in words."""

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, build_opener

import psycopg
import pytest
from django.contrib.auth.hashers import make_password
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image

from labsite.models import User
from labsite.roles import Role
from people.models import Person
from tests import cast
from tests.labsite.concurrency.browsing import Browser
from tests.labsite.concurrency.machines import MAKE_THE_LAB, Machines, binaries
from tests.labsite.concurrency.server import FAULTY, options_of_the_service, serving

PASSWORD = "two wombats resting"
PUBLIC = (
    "/",
    "/people/",
    "/people/member-quill/",
    "/people/member-quill/cv.pdf",
    "/publications/",
    "/search/?q=quokka",
    "/feed.xml",
    "/publications.bib",
    "/robots.txt",
)
OF_EDITORS = ("/admin/", "/admin/people/person/", "/account/sign-out/", "/account/security/")


@pytest.fixture
def disk(tmp_path):
    """A file system of its own, which can be made read-only while its files are open."""
    if connection.vendor != "sqlite" or os.geteuid() or not shutil.which("mkfs.ext4"):
        pytest.skip("needs SQLite, root and mkfs.ext4")
    image, mounted = tmp_path / "image", tmp_path / "disk"
    mounted.mkdir()
    with open(image, "wb") as file:
        file.truncate(64 * 2**20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    done = subprocess.run(["mount", "-o", "loop", image, mounted], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"needs a loop device: {done.stderr}")
    yield mounted
    subprocess.run(["umount", mounted], check=True)


def make_people():
    """Give each role a login and a person of its own."""
    cast.make_lab()
    cast.make_publication(title="Quokka: Leisure", authors=["Ada Quill"])
    for role in Role:
        login = cast.make_login(role=role, email=f"{role.name.lower()}@lab.example")
        cast.make_member(f"{role.name.title()} Quill", login=login)
    User.objects.update(password=make_password(PASSWORD))


class StayHere(HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


class Editor(Browser):
    """Somebody who has signed in, and has their own form open."""

    def __init__(self, site, role):
        super().__init__(site)
        self.email = f"{role.name.lower()}@lab.example"
        self.sign_in(self.email, PASSWORD)
        self.open(f"/admin/people/person/?q={role.name}")
        self.form_address = re.search(r"/admin/people/person/\d+/change/", self.page)[0]

    def save(self, headline):
        self.open(self.form_address)
        self.open("", self.form("seen") | {"headline": headline})
        return self.statuses[-1]

    def save_without_reading_on(self):
        """Save, so that the session holds a message which nobody has seen."""
        here, self.opener = self.opener, build_opener(HTTPCookieProcessor(self.cookies), StayHere())
        with suppress(HTTPError):
            self.save("Rests.")
        self.opener = here


def photo():
    out = BytesIO()
    Image.new("RGB", (600, 400), "teal").save(out, "PNG")
    return SimpleUploadedFile("ada.png", out.getvalue(), content_type="image/png")


def not_answered(browser, addresses):
    """Return the statuses of those addresses that aren't answered with 200."""
    found = {address: (browser.open(address), browser.statuses[-1])[1] for address in addresses}
    return {address: status for address, status in found.items() if status != 200}


def assert_reads_and_nothing_else(site, editors):
    """Try what visitors and those signed in do."""
    assert not_answered(Browser(site), (*PUBLIC, "/account/sign-in/")) == {}
    for editor in editors:
        assert not_answered(editor, (*PUBLIC, *OF_EDITORS, editor.form_address)) == {}
        assert editor.email in editor.open("/account/sign-out/")
        assert_is_told(editor, "Nothing can be saved just now", editor.form("csrfmiddlewaretoken"))
        editor.open(editor.form_address)
        assert_is_told(editor, "headline: Sleeps.", editor.form("seen") | {"headline": "Sleeps."})
        editor.open(editor.form_address)
        upload = editor.form("seen") | {"headline": "Snores.", "photo": photo(), "photo_alt": "Laughing"}
        assert_is_told(editor, "headline: Snores.", upload)
    stranger = Browser(site)
    stranger.open("/account/sign-in/")
    sent = stranger.form("login") | {"login": editors[0].email, "password": PASSWORD}
    assert_is_told(stranger, "nobody was signed in", sent)


def assert_is_told(browser, words, sent):
    browser.open("", sent)
    assert words in browser.page
    assert browser.statuses[-1] == 503


def assert_everything_is_written(site, editors):
    for _ in range(8):  # so that several threads are asked
        assert {editor.save("Wakes.") for editor in editors} == {200}
    assert {Editor(site, role).statuses[-1] for role in Role} == {200}


def test_on_a_disk_that_has_become_read_only_everybody_reads_on(transactional_db, tmp_path, disk):
    make_people()
    with serving(tmp_path, options_of_the_service(), disk=disk, has_faults=True) as (site, _):
        editors = [Editor(site, role) for role in Role]
        for editor in editors:
            editor.save_without_reading_on()
        subprocess.run(["mount", "-o", "remount,abort", disk], check=True)
        assert_reads_and_nothing_else(site, editors)
    assert set(Person.objects.filter(login__isnull=False).values_list("headline", flat=True)) == {"Rests."}


def test_once_its_files_can_be_written_again_everything_works_at_once(transactional_db, tmp_path, disk):
    make_people()
    with serving(tmp_path, options_of_the_service(), disk=disk, has_faults=True) as (site, _):
        editors = [Editor(site, role) for role in Role]
        files = [disk / "lab.sqlite3", disk / "lab.sqlite3-wal"]
        subprocess.run(["chattr", "+i", *files], check=True)
        with ThreadPoolExecutor(16) as pool:  # in all threads, also in those that open the file only now
            assert set(pool.map(lambda n: Browser(site).open(f"/people/?q={n}") and 200, range(64))) == {200}
        assert_reads_and_nothing_else(site, editors)
        subprocess.run(["chattr", "-i", *files], check=True)
        assert_everything_is_written(site, editors)


class ReadOnlyDatabase(Machines):
    """One node and a PostgreSQL, which can be told to write nothing."""

    def __enter__(self):
        for name in ("CACHE_URL", *(name for name in self.variables if name.startswith("S3_"))):
            del self.variables[name]
        self.variables |= FAULTY
        self._make_database()
        self.manage("-c", MAKE_THE_LAB.format(maker=self.maker))
        self.start("node-a")
        return self

    def write(self, is_possible):
        """Let sessions begin read-only transactions from now on, those that are open too."""
        address = self.variables["DATABASE_URL"]
        with psycopg.connect(address, autocommit=True) as asked:
            asked.execute("SET transaction_read_only = off")
            asked.execute(f"ALTER SYSTEM SET default_transaction_read_only = {'off' if is_possible else 'on'}")
            asked.execute("SELECT pg_reload_conf()")


@pytest.mark.once
@pytest.mark.skipif(not binaries(), reason="needs PostgreSQL's programs")
def test_while_postgresql_writes_nothing_everybody_reads_on_and_then_everything_works_at_once(tmp_path):
    with ReadOnlyDatabase(tmp_path, make_people) as machines:
        site = machines.address("node-a")
        editors = [Editor(site, role) for role in Role]
        for editor in editors:
            editor.save_without_reading_on()
        machines.write(is_possible=False)
        assert_reads_and_nothing_else(site, editors)
        machines.write(is_possible=True)
        assert_everything_is_written(site, editors)
