"""Every command that the README and the docs print works as printed, in a checkout after ``make run``."""

import os
import re
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings
from django.core.management import get_commands

from tests.labsite.concurrency.server import free_port
from tests.labsite.leaving.installations import copied

pytestmark = pytest.mark.once

ROOT = Path(settings.BASE_DIR)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
CRON = re.compile(r"[\d* ]{9,} *cd /srv/labsite && ")
COMMAND = re.compile(r"(\.venv/bin/|make |git |python3 |install |echo |systemctl )")
PATIENCE = 600  # seconds

IN_A_FOLDER = "tests/test_package.py runs it, where the package is installed"
# What can't be run here, and why.
NOT_RUN = {
    "make run": "it runs before the others",
    "make test": "it is part of what runs this",
    "make test ALL=1": "it is what runs this",
    "make bench": "it takes a quarter of an hour",
    "make sbom": "tests/test_licences.py runs what it runs",
    "make check": "it is part of what runs this",
    "make check TESTS=tests/people": "it is part of what runs this",
    ".venv/bin/python manage.py start_lab": "it asks in a terminal",
    ".venv/bin/python manage.py empty_lab ../backups": "it asks in a terminal",
    ".venv/bin/labsite run": IN_A_FOLDER,
    ".venv/bin/labsite migrate": IN_A_FOLDER,
    ".venv/bin/labsite backup backups": IN_A_FOLDER,
    ".venv/bin/pip install labsite-0.1.0-py3-none-any.whl": IN_A_FOLDER,
    ".venv/bin/pip install labsite-0.2.0-py3-none-any.whl": IN_A_FOLDER,
    "git pull": "it asks the place that the checkout came from",
    "install --directory --owner labsite --group www-data --mode 2750 /var/lib/labsite-media": "it needs both",
    ".venv/bin/pip install --require-hashes -r requirements.txt": "it is what made the environment of the tests",
    ".venv/bin/pip install --require-hashes -r deploy/requirements.txt": "that environment has them too",
    "git clone https://git.example/our-lab/labsite.git /srv/labsite": "the address is made up",
    "systemctl restart labsite": "it needs a machine of its own",
    "systemctl enable --now labsite labsite-mail.timer labsite-nightly.timer labsite-weekly.timer": "as does this",
    "python3 -m venv .venv": "it is what made the environment of the tests",
}
# What asks other machines has nobody to ask for in an empty database.
ASKS_ELSEWHERE = ("check_links", "check_sources")
# What is done once on a new server, in its own folder.
ON_A_NEW_SERVER = ("install ", "python3 -c ", "echo ")


def printed_commands():
    """Return the commands in the indented blocks of all pages, without comments and without the times of cron."""
    lines = [line for page in PAGES for line in page.read_text(encoding="utf-8").splitlines()]
    indented = [CRON.sub("", line.strip()).split("  # ")[0].strip() for line in lines if line.startswith("    ")]
    return list(dict.fromkeys(line for line in indented if COMMAND.match(line)))


COMMANDS = printed_commands()


def run(command, folder, **variables):
    return subprocess.run(
        command, shell=True, cwd=folder, env=environment(**variables), capture_output=True, text=True, timeout=PATIENCE
    )


def environment(**variables):
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8", **variables}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A fresh checkout in which ``make run`` has shown the site, with a bibliography and an old site to bring in."""
    folder = tmp_path_factory.mktemp("lab") / "checkout"
    copy_checkout(folder)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    show_the_site(folder)
    (folder / "papers.bib").write_text("@article{quokka, title={Quokka}, author={Quill, Ada}, year={2024}}\n")
    shutil.copytree(ROOT / "tests/data/sites/al_folio", folder.parent / "our-old-site")
    shutil.make_archive(str(folder.parent / "export"), "zip", ROOT / "tests/data/sites/al_folio")
    return folder


def copy_checkout(folder):
    for name in tracked_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)


def tracked_files(*folders):
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    return list(filter(None, listed.stdout.split("\0")))


def show_the_site(folder):
    port = free_port()
    with shown(["make", "run", f"PORT={port}"], folder) as server:
        assert "<h1" in page_of(f"http://localhost:{port}/", server)


@contextmanager
def shown(command, folder):
    """Run what shows the site, and end it by Ctrl+C."""
    server = subprocess.Popen(
        command, cwd=folder, env=environment(), start_new_session=True, stdout=subprocess.DEVNULL
    )
    try:
        yield server
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(PATIENCE)


def page_of(address, server):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(address) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.2)
    raise AssertionError("no site is shown")


@pytest.fixture(scope="module")
def empty_database(checkout, empty):
    """The address of a database without rows."""
    return copied(empty, checkout.parent, "empty")


def test_commands_are_found():
    assert {"make run", ".venv/bin/python manage.py import_publications papers.bib --dry-run"} <= set(COMMANDS)


def test_what_is_not_run_is_printed():
    assert NOT_RUN.keys() - set(COMMANDS) == set()


@pytest.fixture
def archive(checkout, empty_database):
    """An exported lab, and the address of a database for it."""
    (checkout.parent / "our-lab.zip").unlink(missing_ok=True)
    assert run(".venv/bin/python manage.py export_lab ../our-lab.zip", checkout).returncode == 0
    return copied(empty_database, checkout.parent, "for-the-lab")


@pytest.fixture
def backup(checkout, empty):
    """A backup of the name that the docs print, and the settings of an empty place for it."""
    folder = checkout.parent / "backups"
    assert run(f".venv/bin/python manage.py backup {folder}", checkout).returncode == 0
    [name] = {Path(command.split()[-1]).name for command in COMMANDS if " restore " in command}
    next(folder.glob("labsite-*.zip")).rename(folder / name)
    place = checkout.parent / "restored"
    place.mkdir()
    return {"DATABASE_URL": copied(empty, place), "MEDIA_ROOT": str(place / "media")}


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each not in NOT_RUN and not each.startswith(ON_A_NEW_SERVER)]
)
def test_a_printed_command_works(command, request, checkout):
    asks = any(name in command for name in ASKS_ELSEWHERE)
    variables = {"DATABASE_URL": request.getfixturevalue("empty_database")} if asks else {}
    if "import_lab" in command:
        variables = {"DATABASE_URL": request.getfixturevalue("archive")}
    if " restore " in command:
        variables = request.getfixturevalue("backup")
    if "--encrypt-to age1" in command and not shutil.which("age"):
        pytest.skip("age isn't installed")
    if "export_lab" in command:
        (checkout.parent / "our-lab.zip").unlink(missing_ok=True)
    done = run(command, checkout, **variables)
    assert done.returncode == 0, done.stderr + done.stdout


def test_the_settings_of_a_new_server_are_enough(tmp_path):
    for command in (each for each in COMMANDS if each.startswith(ON_A_NEW_SERVER) and each not in NOT_RUN):
        assert run(command, tmp_path).returncode == 0
    check = f"{ROOT}/.venv/bin/python manage.py check"
    assert run(check, ROOT, ENV_FILE=str(tmp_path / ".env")).returncode == 0
    assert (tmp_path / ".env").stat().st_mode & 0o027 == 0  # the site's group reads it, nobody else does


def test_every_command_that_a_page_names_exists():
    text = " ".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert set(re.findall(r"manage\.py (\w+)", text)) - get_commands().keys() == set()


def test_every_link_of_a_page_leads_to_a_file():
    links = [
        (page.name, page.parent / link.partition("#")[0])
        for page in PAGES
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    ]
    assert [(name, str(path)) for name, path in links if not path.exists()] == []
