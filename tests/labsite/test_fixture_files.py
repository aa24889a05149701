"""The fixture files as files: what they may hold, in which orders they load, and that a dump gives them back."""

import json
import re

import pytest
from django.conf import settings
from django.core.management import call_command

from publications.models import Publication

FOLDER = settings.BASE_DIR / "fixtures"
# Each file refers to rows of those before it; the lab's own row needs no other and none needs it: first or last.
ORDERS = (("labsite", "people", "publications", "services"), ("people", "publications", "services", "labsite"))
LABELS = {"labsite": "labsite.lab", "people": "people", "publications": "publications", "services": "services"}
MARKDOWN = {"biography", "research_statement", "life", "abstract", "about", "contact", "text"}
SOURCE_MARKUP = re.compile(r"\[‡\]|\^\{|\(#\)|\{%|\{\{|</?\w+[ >]|📌|🏆|📝|🎖|\]\(|\\\[|&amp;|et al|\(co-first")
MISREAD = re.compile(r"[ÃÈ√∑\uf8ff\ufffd]|‚Ä|â€|Èô")


def text_of(name):
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def rows_of(name):
    return json.loads(text_of(name))


def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def dump(name, tmp_path):
    path = tmp_path / f"{name}.json"
    natural = {"use_natural_primary_keys": True, "use_natural_foreign_keys": True}
    call_command(
        "dumpdata",
        LABELS[name],
        **natural,
        indent=2,
        output=str(path),
        verbosity=0,
    )
    return path.read_bytes()


@pytest.mark.django_db
@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
@pytest.mark.once
def test_files_load_one_by_one_in_each_order_that_names_a_row_before_it_is_needed(order, tmp_path):
    for name in order:
        call_command("loaddata", str(FOLDER / f"{name}.json"), verbosity=0)
    for name in LABELS:
        assert dump(name, tmp_path) == (FOLDER / f"{name}.json").read_bytes()
    assert Publication.objects.count() == 44


def test_there_is_one_file_per_app():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(LABELS)


@pytest.mark.parametrize("name", LABELS)
def test_no_row_has_a_numeric_id(name):
    assert [row for row in rows_of(name) if "pk" in row or "id" in row["fields"]] == []


@pytest.mark.parametrize("name", LABELS)
def test_no_markup_of_the_documents_is_left(name):
    assert SOURCE_MARKUP.findall(text_of(name)) == []


@pytest.mark.parametrize("name", LABELS)
def test_only_markdown_has_asterisks(name):
    values = ((field, value) for row in rows_of(name) for field, value in row["fields"].items())
    assert [field for field, value in values if field not in MARKDOWN and any("*" in t for t in texts(value))] == []


@pytest.mark.parametrize("name", LABELS)
def test_no_text_is_misread(name):
    assert MISREAD.findall(text_of(name)) == []


@pytest.mark.parametrize("name", LABELS)
def test_no_text_begins_or_ends_with_a_space(name):
    values = (value for row in rows_of(name) for value in row["fields"].values())
    assert [text for value in values for text in texts(value) if text != text.strip()] == []
