"""What Lighthouse finds on a phone, on each kind of page of a full lab, as visitors get it from the server.

Its score of speed is never asked for, nor any time: they change with what else the machine does. Of what that score
consists of, the same is the same each time: what moves, how much is loaded, and pictures that are blurred or have no
size. Skipped where there is no Lighthouse (`npm install --global lighthouse`), as it consists of 150 packages.
"""

import contextlib
import io
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import override_settings
from PIL import Image

from tests import cast
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.labsite.concurrency import server

pytestmark = pytest.mark.once

NODE, LIGHTHOUSE = shutil.which("node"), shutil.which("lighthouse")
MAX_KB = {"/projects/": 250}  # on a phone
MAX_KB_ELSEWHERE = 400
PAGES = [
    "/",
    "/zh-hans/",
    "/people/",
    "/people/ada-quill/",
    "/publications/",
    "/publications/paper-0/",
    "/venues/",
    "/venues/syscon/",
    "/projects/",
    "/projects/project-0/",
    "/news/",
    "/news/we-rested-0/",
    "/talks/",
    "/services/",
    "/explore/",
    "/join/",
    "/visiting/",
]


def picture(number, size):
    """A picture unlike the others, which has as many bytes as a photo."""
    file = io.BytesIO()
    noise = Image.effect_noise((size[0] // 20, size[1] // 20), 40 + number)
    noise.resize(size).convert("RGB").save(file, "JPEG", quality=88)
    return ContentFile(file.getvalue(), name=f"{number}.jpg")


@pytest.fixture
def full_lab(transactional_db, settings, tmp_path, monkeypatch):
    """The address of a server with everything that a lab may have, and pictures of it all."""
    settings.MEDIA_ROOT = tmp_path / "media"
    people = [cast.pi(), *(cast.make_member(f"Member {number}", headline="Rests.") for number in range(14))]
    for number, person in enumerate(people):
        person.photo = picture(number, (900, 1200))
        person.save()
    venue = cast.make_venue()
    cast.make_lab(
        "The Laboratory for Leisure",
        tagline="We study rest.",
        email="hello@lab.example",
        address="Hall of Rest\nPerth",
        links="https://code.example/leisure",
        picture=picture(20, (1600, 900)),
        picture_alt="All of us",
    )
    papers = []
    for number in range(24):
        figure = {"teaser": picture(number, (1200, 760)), "teaser_alt": "A curve"} if number % 2 else {}
        authors = [people[1 + number % 14], "Ines Brandt", people[0]]
        papers.append(cast.make_publication(f"Paper {number}", authors, venue, 2026 - number // 3, **figure))
    for number in range(9):
        fields = {"picture": picture(number, (1200, 760)), "picture_alt": "A tool", "start": "2020"}
        cast.make_project(f"Project {number}", people[:3], papers[:3], **fields)
        cast.make_news(f"We rested {number}", text="Well, and for long. " * 40, date=f"2026-0{number + 1}")
    cast.make_talk(people[0])
    cast.make_service(people[0], venue)
    cast.make_opening(text="Come.")
    cast.make_page("Visiting", text="Take the **tram**.")
    static = tmp_path / "static"
    joined = settings.STORAGES | {"staticfiles": {"BACKEND": "labsite.web.static_files.JoinedStaticFiles"}}
    with override_settings(STATIC_ROOT=static, STORAGES=joined):
        call_command("collectstatic", interactive=False, verbosity=0)
    monkeypatch.setenv("STATIC_ROOT", str(static))
    monkeypatch.setitem(server.SETTINGS, "DEBUG", "off")
    with server.serving(tmp_path, server.one_worker(2)) as (address, _):
        yield address


@pytest.fixture
def port(tmp_path):
    """The port at which a Chromium takes orders."""
    number = server.free_port()
    own = [f"--remote-debugging-port={number}", f"--user-data-dir={tmp_path / 'profile'}"]
    command = [CHROMIUM, "--headless", *ARGUMENTS, *own]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as browser:
        while not _answers(number):
            time.sleep(0.1)
        yield number
        os.killpg(browser.pid, signal.SIGTERM)  # as Chromium may be a script, whose processes outlive it


def _answers(port):
    with contextlib.closing(socket.socket()) as each:
        return each.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.skipif(not (NODE and LIGHTHOUSE), reason="needs lighthouse on the PATH: npm install --global lighthouse")
def test_lighthouse_finds_nothing_on_any_kind_of_page_of_a_full_lab(full_lab, port):
    command = [NODE, Path(__file__).with_name("lighthouse.mjs"), Path(LIGHTHOUSE).resolve().parents[1], str(port)]
    done = subprocess.run([*command, *(full_lab + page for page in PAGES)], stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout)
    assert {address: page["failed"] for address, page in found.items() if page["failed"]} == {}
    assert {address: page["shift"] for address, page in found.items() if page["shift"]} == {}
    heavy = {page: found[full_lab + page]["kB"] for page in PAGES}
    assert {page: kb for page, kb in heavy.items() if kb > MAX_KB.get(page, MAX_KB_ELSEWHERE)} == {}
