"""What sources know of what papers lack: certain or to be decided, and applied as any import is."""

import json

import pytest

from labsite.contrib.sources import missing
from labsite.contrib.sources.client import Unavailable
from labsite.jobs import JobRun, Progress, background
from labsite.roles import Role
from publications.importing import running
from publications.importing.pages.plan_page import current_plan
from publications.models import Import, Publication
from tests import cast
from tests.contrib.sources.replies import kept
from tests.reading import text

pytestmark = pytest.mark.django_db
State = Import.State
TITLE = "Quokka: Scheduling at Leisure & Beyond"
AUTHORS = ("Zoë Lindqvist", "Ada Quill")
PDF = "https://repository.example/quokka.pdf"


def crossref():
    authors = [dict(zip(("given", "family"), name.split(), strict=True)) for name in AUTHORS]
    message = json.loads(kept("crossref.json"))["message"] | {"author": authors}
    return {"message": {"items": [message]}}


def openalex(**changes):
    work = {
        "id": "https://openalex.org/W1",
        "title": TITLE,
        "type": "article",
        "publication_year": 2024,
        "authorships": [{"raw_author_name": name} for name in AUTHORS],
        "locations": [{"is_oa": True, "pdf_url": PDF}],
    }
    return {"results": [work | changes]}


def asked(**replies):
    """Return what asks sources that answer so; one without a reply can't be reached."""

    def get(place, address, accept):
        if place not in replies:
            raise Unavailable(f"{place} can’t be reached.")
        return replies[place] if isinstance(replies[place], bytes) else json.dumps(replies[place]).encode()

    return get


NO_PREPRINT = b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>'
KNOWN = {"Crossref": crossref(), "arXiv": NO_PREPRINT, "OpenAlex": openalex()}


@pytest.fixture
def editor():
    return cast.make_administrator()


@pytest.fixture
def look_up(editor, monkeypatch):
    """Look up what is missing while one waits, at sources that answer so."""
    monkeypatch.setattr(missing, "start", lambda run, work, failed: background.carry_out(work, Progress(run), failed))

    def look_up(**replies):
        row = missing.look_up(editor)
        monkeypatch.setattr(missing.SourceClient, "get", staticmethod(asked(**replies)))
        missing.ask_again(row, editor, "/")
        row.refresh_from_db()
        return row

    return look_up


def test_what_has_the_same_title_authors_and_year_is_ticked_and_applied(editor, look_up):
    paper = cast.make_publication(TITLE, authors=AUTHORS, year=2024)
    row = look_up(**KNOWN)
    assert (row.state, row.trouble, row.label) == (State.WAITING, "", "Missing details of 1 paper")
    running.run(row, editor, current_plan(row, editor))
    paper.refresh_from_db()
    assert (paper.doi, paper.abstract) == ("10.5555/3620678.3624647", "Schedulers are in a hurry. Ours is not.")
    assert [(link.kind, link.url) for link in paper.links.all()] == [("pdf", PDF)]
    assert Publication.objects.count() == 1


@pytest.mark.parametrize(("title", "year"), [(TITLE, 2023), ("Quokka: Scheduling at Leisure & Behind", 2024)])
def test_what_is_only_alike_changes_nothing_by_itself(editor, look_up, title, year):
    paper = cast.make_publication(title, authors=AUTHORS, year=year)
    row = look_up(**KNOWN)
    assert len(row.entries) == 1
    running.run(row, editor, current_plan(row, editor))
    paper.refresh_from_db()
    assert (paper.doi, paper.abstract, Publication.objects.count()) == ("", "", 1)


def test_numbers_that_a_typed_paper_lacks_are_shown_and_filled_in_and_others_stay(editor, look_up):
    paper = cast.make_publication(TITLE, authors=AUTHORS, year=2024, volume="9")
    row = look_up(**KNOWN)
    shown = {change.name: (change.here, change.there) for change in current_plan(row, editor).items[0].taken}
    assert shown["pages"] == ("", "1–17")
    running.run(row, editor, current_plan(row, editor))
    paper.refresh_from_db()
    assert (paper.volume, paper.pages) == ("9", "1–17")


def test_two_dois_under_one_title_are_none(look_up):
    cast.make_publication(TITLE, authors=AUTHORS, abstract="Ours.", arxiv_id="2401.01234")
    assert look_up(**KNOWN | {"OpenAlex": openalex(doi="https://doi.org/10.5555/other")}).entries == []


def test_another_paper_is_not_brought_in(look_up):
    cast.make_publication("Wombats at Work", authors=["Ivo Brandt"])
    row = look_up(**KNOWN)
    assert (row.entries, row.trouble) == ([], "The sources have nothing that is missing here.")


def test_without_a_network_nothing_is_changed_and_it_can_be_asked_again(editor, look_up):
    cast.make_publication(TITLE, authors=AUTHORS)
    row = look_up()
    assert row.state == State.FAILED
    assert row.trouble.startswith("No source could be reached, and nothing was changed. Crossref can’t be reached.")
    assert "is_answered" not in row.decisions["asked"]
    assert missing.lacking(editor).count() == 1


def test_what_was_looked_up_lately_is_not_looked_up_again(editor, look_up):
    cast.make_publication(TITLE, authors=AUTHORS)
    look_up(**KNOWN)
    assert missing.lacking(editor).count() == 0


def test_members_look_up_their_own_papers_alone():
    member = cast.student()
    own = cast.make_publication(authors=[member])
    cast.make_publication("Wombats", authors=["Ivo Brandt"])
    assert list(missing.lacking(cast.make_login(member, Role.MEMBER))) == [own]


def test_the_worklist_leads_to_what_is_being_asked(client, editor, monkeypatch):
    begun = []
    monkeypatch.setattr(missing, "ask_again", lambda row, user, address: begun.append(row) or True)
    client.force_login(editor)
    assert "Look up what is missing" not in client.get("/admin/inbox/?kind=worklist").content.decode()
    cast.make_publication(TITLE, authors=AUTHORS)
    assert (
        "1 paper lacks a DOI, an abstract, or an arXiv id or PDF."
        in client.get("/admin/inbox/?kind=worklist").content.decode()
    )
    page = client.post("/admin/import/missing/").url
    running.claim(begun[0], editor, State.FAILED, State.ASKING, page, missing.ASKING)
    assert "Asking Crossref, arXiv and OpenAlex" in text(client, page)
    JobRun.objects.update(done=1, total=4)
    assert "1 of 4, 25 %" in text(client, page)
    Import.objects.update(state=State.FAILED, trouble="No source could be reached.")
    assert "No source could be reached." in text(client, page)
    client.post(page)
    assert len(begun) == 2
