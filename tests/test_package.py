"""The wheel: where it is installed with what it asks for, and no checkout, a lab lives in a folder of its own."""

import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import labsite
from tests.labsite.concurrency.server import free_port
from tests.test_documentation import copy_checkout, environment, page_of, shown, tracked_files

ROOT = Path(settings.BASE_DIR)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
APPS = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
IN_LABSITE = ("deploy", "fixtures", "templates")
PASSWORD = "quokkas-nap-at-noon"
ANSWERS = ["--name=Rest Lab", "--address=", "--email=ada@lab.example", f"--password={PASSWORD}"]

VERSION = "from django.conf import settings; print(settings.VERSION)"
PUBLISH = "from labsite.models import Lab; Lab.objects.update(is_published=True)"
OWN_BASE = """{% extends "base.html" %}
{% block metadata %}{{ block.super }}<meta name="generator" content="Quokka">{% endblock %}"""


def test_the_packages_that_are_installed_for_the_site_are_those_that_the_wheel_asks_for():
    extras = PROJECT["optional-dependencies"]
    asked = [Requirement(each) for each in [*PROJECT["dependencies"], *extras["postgres"], *extras["sso"]]]
    locked = dict(re.findall(r"^([\w.-]+)==([^ ;]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    assert [str(each) for each in asked if locked.get(canonicalize_name(each.name), "0") not in each.specifier] == []


def build(checkout, folder):
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def later_wheel(tmp_path):
    """The wheel of a later version."""
    copy_checkout(tmp_path / "later")
    path = tmp_path / "later/labsite/__init__.py"
    path.write_text(path.read_text().replace(labsite.__version__, "99.0.0"))
    return build(tmp_path / "later", tmp_path)


@pytest.fixture
def bare(tmp_path):
    """An environment with what the wheel asks for and what that asks for in turn, of the same versions as here."""
    venv.create(tmp_path / "bare", symlinks=True)
    [packages] = tmp_path.glob("bare/lib/python*/site-packages")
    for found in distributions(PROJECT["dependencies"]):
        for name in {file.parts[0] for file in found.files} - {"..", "__pycache__"}:
            if name.endswith(".dist-info"):  # uv sees no links to these
                shutil.copytree(found.locate_file(name), packages / name, dirs_exist_ok=True)
            elif not (packages / name).exists():
                (packages / name).symlink_to(found.locate_file(name))
    return tmp_path / "bare/bin"


def distributions(requirements):
    """Return what requirements ask for, and what that asks for in turn."""
    found, asked = {}, [Requirement(each) for each in requirements]
    while asked:
        one = asked.pop()
        key = (one.name, *sorted(one.extras))
        if key not in found:
            found[key] = distribution(one.name)
            wanted = [Requirement(each) for each in found[key].requires or ()]
            asked += [each for each in wanted if is_for(each.marker, one.extras)]
    return found.values()


def is_for(marker, extras):
    return not marker or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def install(wheel, bare):
    """Install a wheel by pip, or by uv where the environment of the tests was made by it."""
    pip = [sys.executable, "-m", "pip", "--python", bare / "python"]
    uv = ["uv", "--quiet", "pip"]
    has_pip = find_spec("pip") is not None
    for command in (["install", "--no-deps", "--no-index", wheel], ["check"]):
        typed = [*pip, *command] if has_pip else [*uv, command[0], "--python", bare / "python", *command[1:]]
        done = subprocess.run(typed, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.once
def test_the_wheel_holds_what_the_checkout_does(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == {*tracked_files(*APPS), *(f"labsite/{name}" for name in tracked_files(*IN_LABSITE))}


@pytest.mark.once
def test_a_lab_is_begun_shown_backed_up_and_upgraded_in_a_folder(wheel, later_wheel, bare, tmp_path):
    lab = tmp_path / "lab"
    own_style = "body { outline: 3px solid; }"
    write(lab / "static/labsite/css/own.css", own_style)
    write(lab / "templates/base.html", OWN_BASE)
    install(wheel, bare)
    assert "Rest Lab" in page_while_it_runs(bare, lab, "/admin/login/", *ANSWERS)
    assert manage(bare, lab, "backup", "backups").endswith(".zip: the database and 0 files.\n")
    assert manage(bare, lab, "shell", "-v0", "-c", PUBLISH) == ""

    install(later_wheel, bare)
    assert manage(bare, lab, "shell", "-v0", "-c", VERSION) == "99.0.0\n"
    assert manage(bare, lab, "migrate").endswith("No migrations to apply.\n")
    page = page_while_it_runs(bare, lab, "/")
    assert "<title>Rest Lab</title>" in page
    assert '<meta name="generator" content="Quokka">' in page
    assert page.endswith(own_style)
    kept = {".env", "backups", "lab.sqlite3", "static", "staticfiles", "templates"}
    assert {path.name for path in lab.iterdir() if not path.name.startswith("lab.sqlite3-")} == kept


def write(path, text):
    path.parent.mkdir(parents=True)
    path.write_text(text)


def manage(bare, lab, *command):
    done = subprocess.run([bare / "labsite", *command], cwd=lab, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def page_while_it_runs(bare, lab, path, *options):
    """Return a page that ``labsite run`` shows, with the style that it names."""
    port = free_port()
    with shown([bare / "labsite", "run", f"--port={port}", *options], lab) as server:
        page = page_of(f"http://localhost:{port}{path}", server)
        [style] = re.findall(r'<link rel="stylesheet" href="(/static/\S+)"', page)
        return page + urlopen(f"http://localhost:{port}{style}").read().decode()
