"""The registry: what apps say of their models, and that a kind of content says all of itself in its own app."""

import subprocess
import sys
from pathlib import Path

import pytest

from labsite import registry
from labsite.roles import ModelRights
from people.models import Person

ROOT = Path(__file__).parents[1]


@pytest.mark.once
def test_a_kind_of_content_is_known_everywhere_by_the_files_of_its_app():
    options = (
        "--ds=tests.instruments.settings",
        "--no-migrations",
        "-n0",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
    )
    command = [sys.executable, "-m", "pytest", *options, "tests/instruments/promises.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "10 passed" in run.stdout


def test_the_site_names_no_model_of_another_app_as_a_string_in_its_foundations():
    named = ('"people.', '"publications.', '"services.')
    foundations = ("registry.py", "roles.py", *(f"{name}/" for name in ("editing", "history", "search", "web")))
    sources = list((ROOT / "labsite").rglob("*.py"))
    below = [path for path in sources if str(path.relative_to(ROOT / "labsite")).startswith(foundations)]
    assert [path.name for path in below if any(name in path.read_text(encoding="utf-8") for name in named)] == []


def test_a_model_is_registered_once():
    with pytest.raises(ValueError, match=r"people\.Person is registered already"):
        registry.register(Person, ModelRights())


def test_what_was_not_registered_is_none():
    assert registry.facet(registry.ContentFacet, ModelRights) is None


def test_facets_come_in_their_order():
    orders = [facet.order for facet in registry.facets(ModelRights).values()]
    assert orders == sorted(orders)
