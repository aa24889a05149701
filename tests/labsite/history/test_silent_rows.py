"""What a source said of a paper goes back with the paper, and nobody has to read of it."""

import pytest

from labsite import history, roles
from labsite.history.comparison import SnapshotComparer
from labsite.history.tracked import Key
from labsite.history.versions import read
from labsite.models import Step
from publications.models import ImportedEntry, Publication
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def imported():
    paper = cast.make_publication()
    ImportedEntry.objects.create(publication=paper, identity="quokka", source="file", said={"year": 2024})
    return paper


def test_what_a_source_said_goes_back_with_the_paper_whoever_takes_it_there(imported):
    editor = cast.make_login(role=roles.Role.EDITOR)
    with history.step(editor, "An import"):
        row = imported.imported_entries.get()
        imported.title, row.said = "Quokka", {"year": 2025}
        imported.save()
        row.save()
    history.undo(Step.objects.get(comment="An import"), editor)
    assert list(ImportedEntry.objects.values_list("publication", "said")) == [(imported.pk, {"year": 2024})]


def test_it_is_gone_with_a_paper_that_was_added():
    editor = cast.make_login(role=roles.Role.EDITOR)
    with history.step(editor, "An import"):
        paper = cast.make_publication()
        ImportedEntry.objects.create(publication=paper, identity="quokka", source="file")
    history.undo(Step.objects.get(comment="An import"), editor)
    assert (Publication.objects.count(), ImportedEntry.objects.count()) == (0, 0)


def test_the_history_says_nothing_of_it(imported):
    key = Key(Publication, imported.pk)
    snapshot = read([key])[key]
    assert ImportedEntry in {row.model for row in snapshot.rows}
    assert SnapshotComparer([snapshot]).contents(snapshot).rows == []
