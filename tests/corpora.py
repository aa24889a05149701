"""Test data kept outside this repository for its size and licences; tests over it skip where it is absent."""

import json

import pytest
from django.conf import settings

CORPORA = settings.BASE_DIR.parent / "shared" / "corpora"


def files(folder):
    """Return the files of a folder of the corpora, or skip the test."""
    found = sorted(path for path in (CORPORA / folder).glob("**/*") if path.is_file())
    if not found:
        pytest.skip(f"The corpus {folder} is not on this machine.")
    return found


def payloads():
    """Return (name, text) for each cross-site scripting payload, or skip the test."""
    lines = "".join(path.read_text(encoding="utf-8") for path in files("xss")).strip().split("\n")
    return [(row["id"], row["payload"]) for row in map(json.loads, lines)]
