"""The lab's own publications, cited in each format and read back by us and by the programs that people cite with."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction

from publications.citations.record import RecordLink
from publications.citing import record_of
from publications.formats import bibtex, csl_json, ris
from publications.models import Publication
from tests.publications.records import records_in
from tests.publications.test_bibtex import run_biber, run_bibtex

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def records(django_db_setup, django_db_blocker):
    """The records of all publications of the fixtures."""
    files = sorted(map(str, Path(settings.BASE_DIR, "fixtures").glob("*.json")))
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("loaddata", *files, verbosity=0)
        found = [record_of(publication) for publication in Publication.objects.with_authors()]
        transaction.set_rollback(True)
    assert len(found) > 40
    return found


def test_their_ris_is_read_as_it_was_written(records):
    assert records_in(ris, ris.render(records)) == list(map(as_read, records))


def test_their_json_is_read_as_it_was_written_but_for_other_names_of_journals(records):
    one_name = {"journal": lambda r: {"proceedings": ""}, "other": lambda r: {"proceedings": "", "venue": r.container}}
    named_once = [replace(r, **one_name.get(r.kind, lambda r: {})(r)) for r in records]
    assert records_in(csl_json, csl_json.render(records)) == list(map(as_read, named_once))


def as_read(record):
    """Return a record whose address is a PDF's with that as a link, which it is for those who read it."""
    pdf = (RecordLink("pdf", record.url),) if record.url.endswith(".pdf") else ()
    return replace(record, url="" if pdf else record.url, links=pdf + record.links)


def test_their_bibtex_is_read_with_the_same_titles_authors_and_dates(records):
    read = records_in(bibtex, bibtex.render(records))
    assert [(r.key, r.title, r.authors, r.year, r.month, r.doi, r.pages) for r in read] == [
        (r.key, r.title, r.authors, r.year, r.month, r.doi, r.pages) for r in records
    ]


@pytest.mark.skipif(not shutil.which("bibtex"), reason="needs the program bibtex")
def test_bibtex_complains_of_nothing_but_years_that_nobody_knows_yet(records, tmp_path):
    warnings = run_bibtex(bibtex.render(records), tmp_path)
    assert [line for line in warnings if not line.startswith("Warning--empty year in ")] == []


@pytest.mark.skipif(not shutil.which("biber"), reason="needs the program biber")
def test_biber_complains_of_nothing_but_years_that_nobody_knows_yet(records, tmp_path):
    warnings = run_biber(bibtex.render(records), tmp_path)
    expected = ("one of 'date, year' must be defined", "Field 'articleno' invalid in data model - ignoring")
    assert [line for line in warnings if not line.endswith(expected)] == []
