"""The files of citations of a lab, brought into an empty site: the same papers, none asked about and none merged."""

from collections import Counter

import pytest
from django.core.management import call_command

from publications.formats import WRITTEN, read
from publications.importing import apply, plan_of
from publications.importing.plan import Fate
from publications.models import Publication
from tests import cast

from .world import empty_the_site

pytestmark = pytest.mark.django_db

FIELDS = ("title", "year", "month", "volume", "number", "article", "pages", "doi", "arxiv_id")
ALIKE_IS_NEW = {"alike": {"fate": "create"}}


def papers():
    """Return what the site knows of its papers, by their citation keys."""
    found = {}
    for paper in Publication.objects.with_authors().prefetch_related("identifiers"):
        authors = [
            (row.display_name, row.person.given_name, row.person.family_name) for row in paper.authorships.all()
        ]
        identifiers = sorted((row.scheme, row.value) for row in paper.identifiers.all())
        found[paper.citation_key] = [getattr(paper, name) for name in FIELDS], authors, identifiers
    return found


def round_trip(client, settings, extension, **options):
    """Take the papers away and bring them back from their file; return how many entries became what."""
    content = client.get(f"/publications.{extension}").content
    empty_the_site(settings)
    plan = plan_of(read(content, "", f"publications.{extension}"), **options)
    apply(plan, None, "Back again", decisions=options.get("decisions", {}))
    return Counter(item.fate for item in plan.items)


@pytest.mark.parametrize("extension", WRITTEN)
def test_the_seeded_lab(client, settings, extension):
    call_command("seed", verbosity=0)
    before = papers()
    assert round_trip(client, settings, extension) == {Fate.CREATE: 44}
    assert papers() == before


@pytest.mark.parametrize("extension", WRITTEN)
def test_papers_that_are_only_alike(client, settings, extension):
    authors, venue = [cast.pi(), cast.student()], cast.make_venue(name="Symposium on Systems")
    journal = cast.make_venue("JN", name="Journal of Naps", kind="journal")
    cast.make_publication("Naps at Scale", authors, venue, doi="10.5555/1")
    cast.make_publication("Naps at Scale", authors, journal, kind="journal", doi="10.5555/2")
    cast.make_publication("Naps at Large Scale", authors, journal, kind="journal")
    cast.make_publication("Naps at Scale", authors, kind="preprint", status="preprint", arxiv_id="2301.00001")
    before = papers()
    assert round_trip(client, settings, extension, decisions=ALIKE_IS_NEW) == {Fate.CREATE: 4}
    assert papers() == before
