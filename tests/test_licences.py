"""What the site is made of is listed with its licences, and each of them fits one under the MIT licence."""

import json
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
LOCK = re.compile(r"^([\w.-]+)==[^ ;]+(.*)", re.MULTILINE)
# Permissive ones; and such as ask nothing of who uses a package as it is: files of the MPL, libraries of the LGPL.
FITTING = re.compile(
    r"MIT|BSD|Apache|ISC|PSF-2\.0|Python Software Foundation|MIT-CMU|CC-BY-4\.0|MPL-2\.0|Mozilla Public License 2\.0"
    r"|LGPL-3\.0-only|Dual License|CC0-1\.0|Unlicense"
)
# "Other" is the licence of one file of qrcode, a permissive one.
BESIDE = {"Other/Proprietary License"}


def packages():
    """Return the packages that a server installs, here: those of another system or version of Python aren't."""
    locks = (ROOT / name for name in ("requirements.txt", "deploy/requirements.txt"))
    return sorted({name for lock in locks for name, rest in LOCK.findall(lock.read_text()) if "; " not in rest})


def licences_of(name):
    """Return what a package says of its licence, in the expression of SPDX, else in its own words."""
    told = metadata(name)
    if expression := told.get("License-Expression"):
        return [expression]
    classes = [each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or () if each.startswith("License")]
    return [each for each in classes if each not in BESIDE] or [(told.get("License") or "").splitlines()[0]]


def test_the_licence_of_each_package_fits():
    assert [
        (name, answer)
        for name in packages()
        if (answer := [each for each in licences_of(name) if not FITTING.search(each)])
    ] == []


def test_a_licence_that_binds_the_whole_site_does_not():
    for words in ("GPL-3.0-only", "AGPL-3.0-or-later", "GNU General Public License v3 (GPLv3)", "Proprietary", ""):
        assert not FITTING.search(words)


def test_no_package_is_overlooked():
    for name in packages():
        try:
            metadata(name)
        except PackageNotFoundError:
            pytest.fail(f"{name} isn't installed here, so that nothing is known of its licence")


@pytest.mark.once
def test_the_list_of_all_parts_names_each_with_version_and_licence(tmp_path):
    (line,) = re.findall(r"BIN\)/(cyclonedx-py .*) --output-file", (ROOT / "Makefile").read_text(encoding="utf-8"))
    command = line.replace("$(BIN)/python", sys.executable).split()
    told = tmp_path / "sbom.json"
    program = Path(sys.executable).parent / command[0]
    subprocess.run([program, *command[1:], "--output-file", told], cwd=ROOT, check=True, timeout=120)
    listed = json.loads(told.read_text(encoding="utf-8"))
    assert (listed["bomFormat"], listed["metadata"]["component"]["name"]) == ("CycloneDX", "labsite")
    parts = {part["name"].lower().replace("_", "-").replace(".", "-"): part for part in listed["components"]}
    assert set(packages()) - parts.keys() == set()
    assert [name for name in packages() if not (parts[name].get("licenses") and parts[name]["version"])] == []
