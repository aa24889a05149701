"""Bibliographies of other projects, one after another into one database: what is imported twice changes nothing."""

import pytest

from publications import formats
from publications.importing import apply, plan_of
from publications.importing.plan import file_source
from publications.importing.report import report_of
from publications.models import Publication
from tests.corpora import files

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MAX_SIZE = 20_000  # bytes
EVERY = 8  # of these files; all of them take minutes


def bring(path):
    """Import a file; return what became of its entries."""
    entries = formats.read(path.read_bytes(), "bib", path.name)
    plan = plan_of(entries, source=file_source(path.name))
    report = report_of(plan, applied := apply(plan, None, path.name))
    assert (sum(report["counts"].values()), applied.failed) == (len(entries), {})
    return report


def test_importing_a_file_again_creates_and_changes_nothing():
    sample = [path for path in files("bibtex") if path.stat().st_size < MAX_SIZE][::EVERY]
    for path in sample:
        bring(path)
    papers = Publication.objects.count()
    again = [bring(path) for path in sample]
    assert [report["step"] for report in again if report["step"]] == []
    assert sum(report["counts"]["create"] + report["counts"]["update"] for report in again) == 0
    assert Publication.objects.count() == papers > 50
