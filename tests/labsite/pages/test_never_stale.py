"""Whatever is written, each page that shows it is another at once, and all others are answered from memory."""

import pytest
from django.db import connection
from django.db.models import Model, Value
from django.db.models.functions import Concat
from django.test import Client

from labsite import history
from labsite.history.tracked import watched_models
from labsite.models import ApplicantKind, Lab, NewsItem, Opening, Page, Project, Section, Sponsor, TextPicture
from labsite.pages import moments
from people import models as people
from people.models import Person
from publications import models as papers
from publications.formats import read
from publications.importing import apply, plan_of
from publications.importing.plan import file_source
from publications.models import Publication, Venue
from services.models import Service
from tests import cast
from tests.visiting import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAGES = [
    *("/", "/people/", "/people/zoe-lindqvist/", "/publications/", "/publications/quokka/", "/venues/syscon/"),
    *("/venues/", "/services/", "/talks/", "/awards/", "/news/", "/projects/", "/join/", "/reading/", "/explore/"),
    *("/search/?q=quokka", "/feed.xml", "/publications.bib", "/people.json", "/sitemap.xml"),
]
# Of each model a column in which words are added that pages show.
TEXTS = {
    Lab: "tagline",
    Section: "name",
    Sponsor: "name",
    NewsItem: "title",
    Project: "title",
    Opening: "title",
    ApplicantKind: "title",
    Page: "title",
    Person: "name",
    people.Award: "title",
    people.ContactDetail: "value",
    people.Education: "organisation",
    people.NameVariant: "name",
    people.Position: "organisation",
    people.ProfileLink: "label",
    people.Reference: "title",
    people.Teaching: "course",
    Publication: "title",
    papers.Authorship: "printed_name",
    papers.EarlierVersion: "title",
    papers.Link: "label",
    papers.Talk: "title",
    papers.TalkOccasion: "host",
    Venue: "acronym",
    papers.VenueAlias: "name",
    Service: "title",
}
PROTECTED = {Lab, Person, Venue}  # which aren't deleted as long as others name them


@pytest.fixture
def world():
    """A lab with a row of each kind, most of them on several pages."""
    cast.make_lab(tagline="We study rest.", email="lab@lab.example")
    zoe, ada, venue = cast.student(), cast.pi(), cast.make_venue()
    paper = cast.make_publication(authors=[zoe, ada], venue=venue, slug="quokka")
    cast.make_publication("Numbat", [ada], venue, 2023)
    news = cast.make_news()
    news.publications.add(paper), news.people.add(zoe)
    cast.make_project(people=[zoe], publications=[paper])
    cast.make_service(zoe, venue, title="Reviewer"), cast.make_talk(zoe, publication=paper), cast.make_award(zoe)
    cast.make_page("Reading", place=70), cast.make_opening(), cast.make_applicant_kind()
    cast.make_section("people", 10, name="Us"), cast.make_sponsor()
    people.ContactDetail.objects.create(person=zoe, kind="email", value="zoe@lab.example", visibility="public")
    people.Education.objects.create(person=zoe, degree="BSc", organisation="Dale College", start="2016")
    people.NameVariant.objects.create(person=zoe, name="Z. Lindqvist")
    people.Position.objects.create(person=zoe, title="Intern", organisation="Dale Works", start="2019")
    people.ProfileLink.objects.create(person=zoe, kind="homepage", label="Own", url="https://zoe.example/")
    people.Reference.objects.create(person=zoe, referee=ada, title="Professor")
    people.Teaching.objects.create(person=zoe, course="Rest 101")
    papers.EarlierVersion.objects.create(publication=paper, title="Quokkas")
    papers.Link.objects.create(publication=paper, kind="code", label="Code", url="https://code.example/")
    papers.VenueAlias.objects.create(venue=venue, name="Systems Conference")


class Watched(Visitor):
    """A visitor at a front door that notes what Django is asked to make."""

    def __init__(self):
        super().__init__()
        self.made, make = [], self.front.django

        def noted(environ, start_response):
            self.made.append(environ["PATH_INFO"])
            return make(environ, start_response)

        self.front.django = noted

    def look(self, expected=None):
        """Go through all pages; return those that had to be made, having seen that of the others none is of before.

        ``expected`` is what pages say now, where that was seen before: else they are made once more to compare with.
        """
        self.made.clear()
        self.seen = {address: self.get(address).text for address in PAGES}
        kept = [address for address in PAGES if address.partition("?")[0] not in self.made]
        now = expected or {address: Client().get(address).text for address in kept}
        assert [address for address in kept if now[address] != self.seen[address]] == []
        return {*self.made}


@pytest.fixture
def visitor(world, monkeypatch):
    monkeypatch.setattr(moments, "HOLDS_SECONDS", 0)
    visitor = Watched()
    assert len(visitor.look()) == len(PAGES)
    return visitor


def add_words(model):
    model.objects.update(**{TEXTS[model]: Concat(TEXTS[model], Value(" (wombat)"))})


def test_every_kind_of_row_that_pages_show_as_text_is_tried_here(world):
    of_no_text = {
        people.Affiliation,
        people.Membership,
        papers.Identifier,
        papers.ExtraField,
        papers.ImportedEntry,
        TextPicture,
    }
    others = {each for each in watched_models() if each._meta.app_label in ("documents", "moving")}
    assert {*watched_models()} == TEXTS.keys() | of_no_text | others


# To make a world takes longer than to look at a model, and each is left as it was but for its words.
@pytest.mark.parametrize("models", [[*TEXTS][:8], [*TEXTS][8:17], [*TEXTS][17:]], ids=["lab", "people", "papers"])
def test_no_page_is_of_before_a_row_was_changed_deleted_or_brought_back(visitor, models: list[type[Model]]):
    boss = cast.make_administrator()
    for model in models:
        add_words(model)
        assert visitor.look(), model
        if model not in PROTECTED:
            with_the_row = visitor.seen
            with history.step(boss) as step:
                model.objects.order_by("pk").first().delete()
            visitor.look()
            history.undo(step.row, None)
            visitor.look(expected=with_the_row)


def save(paper):
    paper.title = "Wombat"
    paper.save()


def in_sql(paper):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE publications_publication SET title = %s", ["Wombat"])


def by_import(paper):
    entries = read(b"@article{w, title={Wombat}, author={Quill, Ada}, year={2024}}", "bib", "w.bib")
    apply(plan_of(entries, source=file_source("w.bib")), None, "w.bib")


@pytest.mark.parametrize(
    "write",
    [
        save,
        in_sql,
        by_import,
        lambda paper: Publication.objects.bulk_create(
            [Publication(title="Wombat", slug="wombat", citation_key="wombat", kind="journal")]
        ),
        lambda paper: Publication.objects.bulk_update([Publication(pk=paper.pk, title="Wombat")], ["title"]),
    ],
)
def test_no_page_is_of_before_a_paper_was_written_in_any_way(visitor, write):
    write(Publication.objects.get(slug="quokka"))
    made = visitor.look()
    assert {"/", "/publications/", "/people/zoe-lindqvist/", "/venues/syscon/", "/publications.bib"} <= made
    assert "Wombat" in visitor.get("/publications/").text
    assert not {"/people/", "/join/", "/reading/", "/people.json"} & made


PAPER, PROFILE, VENUE = "/publications/quokka/", "/people/zoe-lindqvist/", "/venues/syscon/"


@pytest.mark.parametrize(
    ("model", "pages_made"),
    [
        (NewsItem, {"/", "/news/", PROFILE, PAPER, "/search/", "/feed.xml", "/sitemap.xml"}),
        (Opening, {"/", "/join/", "/search/", "/sitemap.xml"}),
        (Service, {"/services/", PROFILE, VENUE, "/venues/", "/explore/", "/search/", "/sitemap.xml"}),
    ],
)
def test_pages_of_which_no_query_names_the_table_are_answered_from_memory(visitor, model, pages_made):
    add_words(model)
    assert visitor.look() == pages_made


def test_pages_are_answered_from_memory_while_nothing_is_written(visitor):
    assert visitor.look() == set()


def test_what_every_page_shows_makes_all_of_them_anew(visitor):
    add_words(Sponsor)
    assert len(visitor.look()) == len(PAGES)
