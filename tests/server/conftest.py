"""A bare Debian 12, which a new server begins with and an image, too."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.worlds import made_once

SOURCES = [Path("/etc/apt/sources.list"), Path("/etc/apt/sources.list.d/debian.sources")]
HOOKS = Path("/usr/share/mmdebstrap/hooks/merged-usr")  # else another package brings all of Perl
# What the makers of container images leave out, too.
OPTIONS = [
    "--variant=minbase",
    "--include=usr-is-merged",
    f"--hook-dir={HOOKS}",
    '--aptopt=APT::Install-Recommends "false"',
    "--dpkgopt=force-unsafe-io",
    *(f"--dpkgopt=path-exclude=/usr/share/{each}/*" for each in ("doc", "info", "locale", "man")),
    "--dpkgopt=path-include=/usr/share/doc/*/copyright",
]


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def download_packages(requirements, folder):
    """Fetch the packages of a file from where this machine is told to look; return whether all were there."""
    fetch = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version", "3.11"]
    files = ["--require-hashes", "-r", str(requirements), "--dest", str(folder)]
    return any(run(python, "-m", "pip", *fetch, *files).returncode == 0 for python in (sys.executable, "python3"))


@pytest.fixture(scope="session")
def debian(tmp_path_factory):
    """An archive of the smallest Debian 12, from where this machine gets its own packages; one for all workers."""
    if os.geteuid() or not shutil.which("mmdebstrap") or not HOOKS.is_dir():
        pytest.skip("a bare Debian needs root and mmdebstrap")

    def make(archive):
        sources = [path for path in SOURCES if path.is_file() and "bookworm" in path.read_text(encoding="utf-8")]
        made = run("mmdebstrap", "--quiet", *OPTIONS, "bookworm", str(archive), *map(str, sources[:1]))
        if made.returncode:
            pytest.skip(f"no Debian could be made here: {made.stdout[-500:]}")

    return made_once(tmp_path_factory, "debian.tar", make)
