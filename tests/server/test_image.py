"""The image of the Dockerfile, built without an engine's daemon, and what a container of it does.

No registry is asked: the base is made of the packages that the distribution's own image is made of.
"""

import json
import re
import shutil
import subprocess
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings
from pypdf import PdfReader

from tests.labsite.concurrency.server import free_port, stop, wait_for

from .conftest import download_packages, run

pytestmark = pytest.mark.once

ROOT = Path(settings.BASE_DIR)
BASE, IMAGE = "localhost/debian:bookworm-slim", "localhost/labsite"
TOLERANCE = 0.03  # of the size, by which the distribution's packages may differ from day to day
SETTINGS = {"SECRET_KEY": "quokka-" * 10 + "0123456789", "ALLOWED_HOSTS": "127.0.0.1", "BEHIND_PROXY": "on"}
NAMES = "张三 山田さくら 김철수"
SET_NAMES = f"""
import sys
from labsite.contrib.documents.parts import Document
from labsite.contrib.documents.writing import pdf
sys.stdout.buffer.write(pdf.write(Document("{NAMES}", language="zh-hans", date="2026-01-02")))
"""


class Builder:
    """buildah, with images and containers in a folder of its own."""

    def __init__(self, folder):
        self.command = ["buildah", "--root", str(folder / "root"), "--runroot", str(folder / "run")]
        self.container = ""

    def do(self, *arguments):
        done = run(*self.command, *map(str, arguments))
        assert done.returncode == 0, done.stdout[-3000:]
        return done.stdout.strip()

    def in_container(self, *command, **variables):
        """Return what starts a command in the container, as its user and with the image's variables and some more."""
        environment = [f"--env={name}={value}" for name, value in (SETTINGS | variables).items()]
        return [*self.command, "run", "--isolation=chroot", *environment, self.container, "--", *command]


@pytest.fixture(scope="module")
def image(debian, tmp_path_factory):
    """The builder once it has built the image of the files that are tested."""
    if not shutil.which("buildah") or run("unshare", "--mount", "true").returncode:
        pytest.skip("an image needs buildah, and leave to mount")
    folder = tmp_path_factory.mktemp("image")
    builder = Builder(folder)
    (folder / "Dockerfile").write_text(f"FROM scratch\nADD {debian.name} /\n")
    builder.do("bud", "--isolation=chroot", f"--tag={BASE}", f"--file={folder / 'Dockerfile'}", debian.parent)
    if not download_packages(ROOT / "deploy/requirements.txt", folder / "packages"):
        pytest.skip("the packages of the site can't be downloaded here")
    (folder / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /mnt\n")
    volumes = [f"--volume={folder / 'packages'}:/mnt:ro", f"--volume={folder / 'pip.conf'}:/etc/pip.conf:ro"]
    options = ["--isolation=chroot", "--format=docker", "--pull-never", f"--tag={IMAGE}"]
    builder.do("bud", *options, *volumes, ROOT)
    yield builder
    builder.do("rm", "--all")
    builder.do("rmi", "--all", "--force")
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def container(image):
    """A container of it with a database and what is planted."""
    image.container = image.do("from", "--pull-never", IMAGE)
    for command in ("migrate --verbosity 0", "seed"):
        done = run(*image.in_container("python", "manage.py", *command.split()))
        assert done.returncode == 0, done.stdout
    return image


def output_of(container, *command):
    return subprocess.run(container.in_container(*command), capture_output=True, check=True).stdout


def test_an_image_is_as_large_as_the_documentation_says(image):
    [size, unit] = image.do("images", "--format={{.Size}}", IMAGE).split()
    [stated] = re.findall(r"about (\d+) MB", (ROOT / "docs/containers.md").read_text(encoding="utf-8"))
    assert unit == "MB"
    assert float(size) == pytest.approx(int(stated), rel=TOLERANCE)


def test_the_user_of_a_container_can_write_data_and_nothing_else(container):
    find = "find / -xdev -writable -not -type l -not -path '/proc*' -not -path '/dev*' 2>/dev/null || true"
    writable = output_of(container, "sh", "-c", f"id --user; {find}").decode().split()
    assert writable[0] == "10001"
    kept = {path for path in writable[1:] if not path.startswith(("/sys", "/tmp/", "/var/lib/labsite"))}
    assert kept == {"/run/lock", "/srv/static", "/tmp", "/var/backups/labsite", "/var/tmp"}


def test_a_container_has_nothing_to_complain_about_but_that_it_sends_no_mail(container):
    done = run(*container.in_container("python", "manage.py", "check", "--deploy"))
    assert done.returncode == 0
    assert set(re.findall(r"\(([a-z]+\.[EW]\d+)\)", done.stdout)) == {"labsite.W001"}


@contextmanager
def started(container):
    """Start what the image starts, at another port, and give its address."""
    command = json.loads(container.do("inspect", container.container))["Docker"]["config"]["Cmd"]
    port = str(free_port())
    command[command.index("--port") + 1] = port
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    server = subprocess.Popen(container.in_container(*command, HTTPS="off"), **quiet)
    try:
        wait_for(f"http://127.0.0.1:{port}", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        stop(server)


def test_a_container_serves_the_site(container):
    with started(container) as address:
        with urlopen(f"{address}/healthz") as answer:
            assert (answer.status, answer.read()) == (200, b"ok\n")
        with urlopen(f"{address}/publications/") as answer:
            page = answer.read().decode()
    assert "<h1" in page
    assert re.search(r'href="/static/[^"]+\.[0-9a-f]{12}\.css"', page)


def test_a_container_sets_chinese_japanese_and_korean_names_as_pdf(container):
    made = output_of(container, "python", "manage.py", "shell", "--verbosity=0", f"--command={SET_NAMES}")
    assert PdfReader(BytesIO(made)).pages[0].extract_text().split() == NAMES.split()
