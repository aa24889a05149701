"""The files of citations of a lab, brought into an empty site: the same papers, none asked about and none merged."""

from collections import Counter
from itertools import product

import pytest
from django.core.management import call_command

from publications.formats import WRITTEN, read
from publications.importing import apply, plan_of
from publications.importing.plan import Fate
from publications.models import ExtraField, Link, Publication
from tests import cast
from tests.worlds import undone

from .world import empty_the_site

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FIELDS = [field.name for field in Publication._meta.concrete_fields if not field.is_relation]
NOT_IN_FILES = {
    *("id", "slug", "former_slugs", "state", "citation_key", "is_selected", "shows_notes", "editors_word"),
    *("teaser", "teaser_width", "teaser_height", "teaser_alt", "added_at", "changed_at"),
}
ALIKE_IS_NEW = {"alike": {"fate": "create"}}


def papers():
    """Return what the site knows of its papers, by their citation keys, without what files of citations don't hold.

    Those are what only the site uses (NOT_IN_FILES), awards, earlier versions, other spellings and the web pages of
    venues, and links that lead nowhere or where the arXiv id leads.
    """
    found = {}
    for paper in Publication.objects.with_authors().prefetch_related("identifiers", "extra_fields"):
        values = {name: getattr(paper, name) for name in FIELDS if name not in NOT_IN_FILES}
        venue = paper.venue
        found[paper.citation_key] = values | {
            "venue": venue and (venue.name, venue.acronym, venue.kind, venue.publisher),
            "authors": [
                (row.display_name, row.person.given_name, row.person.family_name) for row in paper.authorships.all()
            ],
            "identifiers": sorted((row.scheme, row.value) for row in paper.identifiers.all()),
            "extra": sorted((row.name, row.value) for row in paper.extra_fields.all()),
            "links": sorted(
                (row.kind, row.label, row.url)
                for row in paper.links.all()
                if row.url and not (paper.arxiv_id and paper.arxiv_id in row.url)
            ),
        }
    return found


def round_trip(client, settings, extension, **options):
    """Take the papers away and bring them back from their file; return how many entries became what."""
    content = client.get(f"/publications.{extension}").content
    empty_the_site(settings)
    plan = plan_of(read(content, "", f"publications.{extension}"), **options)
    apply(plan, None, "Back again", decisions=options.get("decisions", {}))
    return Counter(item.fate for item in plan.items)


def test_the_seeded_lab(client, settings):
    call_command("seed", verbosity=0)
    before = papers()
    for extension in WRITTEN:
        here = plan_of(read(client.get(f"/publications.{extension}").content, "", f"publications.{extension}"))
        assert Counter(item.fate for item in here.items) == {Fate.MATCH: 44}
        with undone():
            assert round_trip(client, settings, extension) == {Fate.CREATE: 44}
            assert papers() == before


@pytest.mark.parametrize("extension", WRITTEN)
def test_papers_that_are_only_alike_are_told_apart_as_the_lab_does(client, settings, extension):
    authors, venue = [cast.pi(), cast.student()], cast.make_venue(name="Symposium on Systems")
    journal = cast.make_venue("JN", name="Journal of Naps", kind="journal")
    cast.make_publication("Naps at Scale", authors, venue, doi="10.5555/1")
    cast.make_publication("Naps at Scale", authors, journal, kind="journal", doi="10.5555/2")
    cast.make_publication("Naps at Large Scale", authors, journal, kind="journal")
    cast.make_publication("Naps at Scale", authors, kind="preprint", status="preprint", arxiv_id="2301.00001")
    before = papers()
    assert round_trip(client, settings, extension) == {Fate.CREATE: 4}
    assert papers() == before


KINDS = [*Publication.Kind.values, ""]


@pytest.mark.parametrize("extension", WRITTEN)
def test_papers_of_every_kind_and_status_at_venues_of_every_kind(client, settings, extension):
    authors = [cast.pi(), cast.student()]
    venues = [
        cast.make_venue("NeurIPS", name="Neural Naps", kind="conference", publisher="Rest & Co"),
        cast.make_venue("", name="Proceedings of Napping: Workshop 2030", kind="journal"),
        cast.make_venue("WON", name="", kind="workshop", publisher="IEEE"),
        cast.make_venue("NapRxiv", name="Archive of Naps", kind="preprints"),
        cast.make_venue("", name="Thesis :: Rest", kind=""),
        None,
    ]
    for number, (kind, status) in enumerate(product(KINDS, Publication.Status.values)):
        cast.make_publication(
            f"Nap number {number}",
            authors,
            venues[number % len(venues)],
            kind="" if kind == "other" else kind,  # the files don't tell it from a kind that nobody stated
            status=status,
            doi=f"10.1101/{number}" if number % 3 else "",
            arxiv_id=f"2301.{number:05}" if number % 5 == 1 else "",
            proceedings="Proceedings of the 3rd Symposium on Sleep (SLEEP ’24)" if number % 7 == 2 else "",
            publisher="Press of its Own" if number % 4 == 3 else "",
            year=None if number % 6 == 5 else 2024,
        )
    before = papers()
    assert round_trip(client, settings, extension, decisions=ALIKE_IS_NEW) == {Fate.CREATE: len(before)}
    assert papers() == before


@pytest.mark.parametrize("extension", WRITTEN)
def test_notes_labels_and_fields_that_no_citation_has(client, settings, extension):
    paper = cast.make_publication(
        authors=[cast.pi()], venue=cast.make_venue(), notes="Accepted after much rest\nInvited: yes"
    )
    Link.objects.create(publication=paper, kind="page", label="Publisher", url="https://rest.example/~ada_q/1%20?a&b")
    Link.objects.create(publication=paper, kind="slides", label="Long talk", url="https://rest.example/long.pdf")
    Link.objects.create(publication=paper, kind="code", url="https://rest.example/code")
    ExtraField.objects.create(publication=paper, name="address", value="Lisbon")
    before = papers()
    round_trip(client, settings, extension)
    assert papers() == before


@pytest.mark.parametrize(("extension", "left"), [("bib", []), ("ris", ["KW"]), ("json", ["KW"])])
def test_fields_of_ris_are_in_every_file_but_bibtex(client, settings, extension, left):
    paper = cast.make_publication(authors=[cast.pi()])
    ExtraField.objects.create(publication=paper, name="KW", value="rest")
    round_trip(client, settings, extension)
    assert [field.name for field in ExtraField.objects.all()] == left


@pytest.mark.parametrize("extension", WRITTEN)
def test_the_kind_other_comes_back_unstated(client, settings, extension):
    cast.make_publication(authors=[cast.pi()], kind="other")
    round_trip(client, settings, extension)
    assert Publication.objects.get().kind == ""
