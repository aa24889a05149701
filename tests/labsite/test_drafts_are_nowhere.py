"""Whatever isn't published is nowhere public: no byte of any address differs from when it wasn't there at all."""

import re
from datetime import timedelta
from itertools import chain

import pytest
from django.test import Client
from django.utils import timezone

from labsite.models import NewsItem, Page, Project
from people.models import Award, NameVariant, Person
from publications.models import EarlierVersion, Link, Publication, Talk, Venue, VenueAlias
from tests import cast
from tests.labsite.test_every_page import NOT_WALKED, Visit, walk
from tests.labsite.test_query_counts import FILES, PAGES, do_more, lab  # noqa: F401  (a fixture)

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HIDDEN = {
    "draft": {"state": "draft"},
    "waiting": {"state": "waiting"},
    "future": {"publish_from": timezone.now() + timedelta(days=2)},
}
# Of the Chinese pages, which ask the database the same, one of each kind is enough.
NOT_IN_ENGLISH = re.compile(f"{NOT_WALKED.pattern}|/zh-hans/")
QUERIES = [
    "q=wombat",
    "q=wombat+lindqvist",
    "q=ottoline",
    "q=denton",
    "q=burrow",
    "venue=burrow",
    "member=ottoline-denton",
    "member=zoe-lindqvist&member=ottoline-denton",
    "year=1999",
    "kind=thesis",
    "status=submitted",
]
ASKED = [
    *(f"/search/?{query}" for query in QUERIES if query.startswith("q=")),
    *(f"/search/?q=wombat&kind={kind}" for kind in ("publications", "news", "pages", "awards", "projects", "talks")),
    *(f"/publications{page}?{query}" for query in QUERIES for page in ("/", ".bib", ".json", ".ris")),
    *("/venues/?kind=workshop", "/venues/?sort=year", "/people/zoe-lindqvist/publications/?q=wombat"),
]
OF_APPS = [*chain(*cast.of_apps("HIDDEN"))]
OWN = [
    *(
        f"/publications/{name}{rest}"
        for name in ("wombat", "former-wombat", "wombat-2", "wombat-3", "wombat-4")
        for rest in ("/", ".bib", ".ris", ".json", "/data.json", ".png")
    ),
    *(f"/{section}{name}-news/" for name in HIDDEN for section in ("news/", "zh-hans/news/")),
    *(f"/{section}{name}-page/" for name in HIDDEN for section in ("", "zh-hans/")),
    *("/former-page/", "/news/former-news/", "/zh-hans/publications/wombat/"),
    *OF_APPS,
    *("/publications/years/1999/", "/publications/years/1999.bib"),
    *(f"/venues/burrow{rest}" for rest in ("/", ".json", "/publications/", "/publications.bib", "/feed.xml")),
    *(f"/people/ottoline-denton{rest}" for rest in ("/", ".json", "/publications/", "/feed.xml", ".png")),
]


def hide_everywhere(pi, member, venue):
    """Add one of everything that may be unpublished in each way, tied to all that is public, and to new rows."""
    coauthor = cast.make_person("Ottoline Denton", native_name="丹顿")
    NameVariant.objects.create(person=coauthor, name="O. Wombat Denton")
    burrow = cast.make_venue("BURROW", name="Workshop on Wombats", kind="workshop")
    VenueAlias.objects.create(venue=burrow, name="Wombat Workshop")
    for hide in cast.of_apps("hide"):
        hide(member)
    for name, hidden in HIDDEN.items():
        for place in (venue, burrow):
            hide_paper(pi, member, coauthor, place, hidden)
        hide_texts(name, hidden, member)


def hide_paper(pi, member, coauthor, venue, hidden):
    fields = {"kind": "thesis", "status": "submitted", "is_selected": True, "abstract": "On wombats.", **hidden}
    year = 1999 if venue.acronym == "BURROW" else 2024
    paper = cast.make_publication("Wombat: Digging", [member, pi, coauthor], venue, year, **fields)
    paper.awards.add(*Award.objects.all(), cast.make_award(None, f"Wombat Prize {paper.pk}"))
    cast.add_author(paper, f"Digger Wombat {paper.pk}", mentor=member, order=8)
    cast.add_author(paper, Person.objects.get(slug="maren-hale"), order=9)
    EarlierVersion.objects.create(publication=paper, title="Wombats at First")
    Link.objects.create(publication=paper, kind="pdf", url="https://wombat.example/paper.pdf")
    Talk.objects.filter(publication=None).update(publication=paper)
    for row in (
        *Project.objects.all(),
        *NewsItem.objects.all(),
        cast.make_news(f"Wombat news {paper.pk}", state="draft"),
    ):
        row.publications.add(paper)


def hide_texts(name, hidden, member):
    news = cast.make_news(f"{name} news", date="2150", text="About a wombat.", **hidden)
    news.people.add(member)
    news.publications.add(*Publication.objects.all())
    cast.make_page(f"{name} page", text="Wombats live here.", place=1, **hidden)


def give_former_addresses():
    """Move one of each kind: its former address must tell nothing either."""
    for row, slug in (
        (Publication.objects.get(slug="wombat"), "former-wombat"),
        (NewsItem.objects.get(slug="draft-news"), "former-news"),
        (Page.objects.get(slug="draft-page"), "former-page"),
    ):
        own, row.slug = row.slug, slug
        row.save()
        row.slug = own
        row.save()


@pytest.fixture
def site(lab):  # noqa: F811
    """The addresses of a full site with what each answers, and the rows that hidden ones are tied to."""
    do_more(*lab, "second")
    cast.make_talk(lab[1], "A talk about nothing yet")
    visits = walk(Client(), "/", "/robots.txt", past=NOT_IN_ENGLISH).values()
    walked = {visit.address: answer(visit) for visit in visits}
    others = {*PAGES, *FILES, *ASKED, *OWN, *(f"/zh-hans{page}" for page in PAGES)} - walked.keys()
    return walked | answers(others), lab


def answers(addresses):
    client = Client()
    return {address: answer(Visit(address, client.get(address))) for address in addresses}


def answer(visit):
    told = {name: value for name, value in visit.headers.items() if name != "X-Request-ID"}
    return visit.status, told, visit.content


def publish_all():
    for model in (Publication, NewsItem, Page):
        model.objects.update(state="published", publish_from=None)
    for publish in cast.of_apps("publish_all"):
        publish()


def test_no_address_tells_of_what_is_not_published_and_all_do_once_it_is(site):
    before, rows = site
    hide_everywhere(*rows)
    give_former_addresses()
    hidden = answers(before)
    assert [address for address in before if before[address] != hidden[address]] == []
    assert {before[address][0] for address in OWN} == {404}
    # The same rows show that it wasn't for want of a tie that no address told of them.
    publish_all()
    shown = answers(["/", *OWN])
    assert [address for address in OF_APPS if shown[address][0] != 200] == []
    same = [address for address in shown if before[address] == shown[address]]
    assert [address for address in same if "/people/" not in address] == []
    assert Venue.objects.public().count() == Venue.objects.count()
