"""Linked data: it says what the rows say, in words that schema.org knows."""

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.test import RequestFactory
from PIL import Image

from labsite.models import Lab
from labsite.web.head import Head, node
from people.models import ContactDetail, Education, NameVariant, Position, ProfileLink
from publications.models import Link, TalkOccasion, VenueAlias
from tests import cast
from tests.reading import head
from tests.worlds import lasting

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HOST = "http://testserver"
# The part of https://schema.org that the site uses, out of the npm package schema-dts 2.1.0: each type with the
# types above it; each property with the types that it is of and those that its values are.
VOCABULARY = json.loads((Path(__file__).parents[2] / "data" / "schema_org.json").read_text())
TEXTS = {"Text", "URL", "Date", "DateTime", "Integer"}
SHAPES = {
    frozenset({"URL"}): re.compile(r"https?://\S+"),
    frozenset({"Date", "DateTime"}): re.compile(r"\d{4}(-\d\d(-\d\d)?)?"),
}
ANYTHING = re.compile(".+", re.DOTALL)


def graph(client, address):
    """Return the linked data of a page."""
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', head(client, address))
    whole = json.loads(found[1])
    assert whole["@context"] == "https://schema.org"
    return whole["@graph"]


def one(client, address, kind):
    """Return the first thing of a type in a page's linked data."""
    return next(each for each in graph(client, address) if each["@type"] == kind)


def kinds(name):
    """Return a type with all above it."""
    return {name}.union(*(kinds(parent) for parent in VOCABULARY["types"][name]))


def faults(each):
    """Say what schema.org doesn't know in a node and in those within it."""
    above = kinds(each["@type"])
    for name, value in each.items():
        if name.startswith("@") or name.endswith("-input"):
            continue
        known = VOCABULARY["properties"].get(name, {"of": [], "is": []})
        if not above & set(known["of"]):
            yield f"{name} of {each['@type']}"
        for one in value if isinstance(value, list) else [value]:
            yield from value_faults(name, one, set(known["is"]))


def value_faults(name, value, wanted):
    if isinstance(value, dict):
        if "@type" in value and not kinds(value["@type"]) & wanted:
            yield f"{name}: {value['@type']}"
        yield from faults(value) if "@type" in value else ()
    elif not wanted & TEXTS:
        yield f"{name}: plain {value!r}"
    elif not SHAPES.get(frozenset(wanted), ANYTHING).fullmatch(str(value)):
        yield f"{name}: {value!r}"


def picture():
    out = BytesIO()
    Image.new("RGB", (600, 400), "blue").save(out, "JPEG")
    return ContentFile(out.getvalue(), name="picture.jpg")


def make_zoe():
    zoe = cast.student(
        interests="Rest\nSleep",
        orcid="0000-0002-1825-0097",
        headline="PhD student",
        photo=picture(),
        honorific="Dr.",
    )
    NameVariant.objects.create(person=zoe, name="Z. Lindqvist")
    ProfileLink.objects.create(person=zoe, kind="homepage", url="https://zoe.example")
    ProfileLink.objects.create(person=zoe, kind="code", url="https://code.example/rest")
    Position.objects.create(person=zoe, title="Researcher", organisation="Rest Institute", ongoing=True)
    Education.objects.create(person=zoe, degree="BSc", organisation="Rest University", end="2020")
    ContactDetail.objects.create(person=zoe, value="zoe@lab.example")
    cast.make_award(zoe)
    return zoe


def make_quokka(zoe, venue):
    paper = cast.make_publication(
        authors=[zoe, cast.alumna(), "Ivo Brandt"],
        venue=venue,
        month=6,
        volume="3",
        pages="12–34",
        proceedings="Proceedings of the 3rd SYSCON",
        doi="10.1145/1.2",
        arxiv_id="2401.00001",
        abstract="We *rest*.",
        status="accepted",
        teaser=picture(),
    )
    paper.awards.add(cast.make_award(None, "Best Paper"))
    Link.objects.create(publication=paper, kind="pdf", url="https://lab.example/quokka.pdf")
    talk = cast.make_talk(zoe, publication=paper, occasions=[("Old Hall", "2022-01")])
    TalkOccasion.objects.create(talk=talk, host="SYSCON 2024", place="Oslo, Norway", date="2024-06-02", venue=venue)


def make_other_kinds(zoe, venue):
    """Make one of each kind of work that isn't in a conference's proceedings; return the journal article."""
    for kind in KINDS:
        made = cast.make_publication(f"The {kind}", [zoe], venue, kind=kind, publisher="Rest University", pages="1–2")
        Link.objects.create(publication=made, kind="code", url="https://code.example/x")
    journal = cast.make_venue("JOR", name="Journal of Rest", kind="journal")
    return cast.make_publication("Wombat", [zoe], journal, kind="journal", volume="4", number="2", pages="7")


@pytest.fixture(scope="class")
def media_of_the_lab(django_db_setup, django_db_blocker, tmp_path_factory):
    with lasting(django_db_blocker, tmp_path_factory) as media:
        make_full_lab()
        yield media


@pytest.fixture
def full_lab(media_of_the_lab, plain_settings, settings):
    """A lab in which everything that linked data can say is there once."""
    settings.MEDIA_ROOT = media_of_the_lab


def make_full_lab():
    cast.make_lab(
        tagline="We study rest.", about="All *kinds*.", address="1 Quiet Road\nRestville", links="https://code.example"
    )
    zoe = make_zoe()
    venue = cast.make_venue(name="Conference on Systems", publisher="ACM", url="https://syscon.example")
    VenueAlias.objects.create(venue=venue, name="ACM SYSCON")
    make_quokka(zoe, venue)
    article = make_other_kinds(zoe, venue)
    cast.make_news()
    cast.make_project(
        people=[zoe], publications=[article], summary="All of it.", picture=picture(), funding="Grant 1\nGrant 2"
    )
    cast.make_opening(text="Come *and* rest.", closes="2190-01-31")
    cast.make_page(text="Write to us.")


KINDS = ["preprint", "thesis", "book", "chapter", "report", "software", "dataset", "other"]
ADDRESSES = [
    *("/", "/people/", "/people/zoe-lindqvist/", "/people/maren-hale/", "/awards/", "/publications/"),
    *("/publications/years/2024/", "/publications/quokka/", "/publications/wombat/"),
    *(f"/publications/the-{kind}/" for kind in KINDS),
    *("/venues/", "/venues/syscon/", "/venues/jor/", "/services/", "/talks/", "/news/", "/projects/"),
    *("/projects/leisure-at-scale/", "/join/", "/openings/a-phd-student/", "/join-us/", "/search/"),
]


@pytest.mark.usefixtures("full_lab")
class VocabularyTests:
    def test_every_type_and_property_is_of_the_vocabulary(self, client):
        graphs = {address: graph(client, address) for address in ADDRESSES}
        assert [
            (address, fault) for address, nodes in graphs.items() for each in nodes for fault in faults(each)
        ] == []

    def test_a_chinese_page_says_the_same_of_the_same_things(self, client):
        english, chinese = (
            {
                address: {each["@id"] for each in graph(client, language + address) if "@id" in each}
                for address in ADDRESSES
            }
            for language in ("", "/zh-hans")
        )
        assert english == chinese


@pytest.mark.usefixtures("full_lab")
class PublicationDataTests:
    def test_a_paper_is_a_scholarly_article_in_its_proceedings(self, client):
        assert one(client, "/publications/quokka/", "ScholarlyArticle") == {
            "@type": "ScholarlyArticle",
            "@id": f"{HOST}/publications/quokka/#publication",
            "name": "Quokka: Scheduling at Leisure",
            "headline": "Quokka: Scheduling at Leisure",
            "url": f"{HOST}/publications/quokka/",
            "author": [
                {
                    "@type": "Person",
                    "@id": f"{HOST}/people/zoe-lindqvist/#person",
                    "name": "Zoë Lindqvist",
                    "url": f"{HOST}/people/zoe-lindqvist/",
                },
                {
                    "@type": "Person",
                    "@id": f"{HOST}/people/maren-hale/#person",
                    "name": "Maren Hale",
                    "url": f"{HOST}/people/maren-hale/",
                },
                {"@type": "Person", "name": "Ivo Brandt"},
            ],
            "datePublished": "2024-06",
            "creativeWorkStatus": "To appear",
            "inLanguage": "en",
            "description": "We rest.",
            "image": one(client, "/publications/quokka/", "ScholarlyArticle")["image"],
            "publisher": {"@type": "Organization", "name": "ACM"},
            "isPartOf": {
                "@type": "PublicationVolume",
                "name": "Proceedings of the 3rd SYSCON",
                "volumeNumber": "3",
                "isPartOf": {
                    "@type": "CreativeWorkSeries",
                    "@id": f"{HOST}/venues/syscon/#venue",
                    "name": "Conference on Systems",
                    "alternateName": "SYSCON",
                    "url": f"{HOST}/venues/syscon/",
                },
            },
            "award": ["Best Paper, 2023"],
            "identifier": [
                {"@type": "PropertyValue", "propertyID": "DOI", "value": "10.1145/1.2"},
                {"@type": "PropertyValue", "propertyID": "arXiv", "value": "2401.00001"},
            ],
            "sameAs": ["https://doi.org/10.1145/1.2", "https://arxiv.org/abs/2401.00001"],
            "subjectOf": one(client, "/publications/quokka/", "ScholarlyArticle")["subjectOf"],
            "pagination": "12–34",
            "pageStart": "12",
            "pageEnd": "34",
            "encoding": {
                "@type": "MediaObject",
                "contentUrl": "https://lab.example/quokka.pdf",
                "encodingFormat": "application/pdf",
            },
        }

    def test_the_talks_about_a_paper_are_events(self, client):
        assert one(client, "/publications/quokka/", "ScholarlyArticle")["subjectOf"][0] == {
            "@type": "Event",
            "name": "On Leisure",
            "startDate": "2024-06-02",
            "location": {"@type": "Place", "name": "Oslo, Norway", "address": "Oslo, Norway"},
            "performer": {
                "@type": "Person",
                "@id": f"{HOST}/people/zoe-lindqvist/#person",
                "name": "Zoë Lindqvist",
                "url": f"{HOST}/people/zoe-lindqvist/",
            },
            "workFeatured": {"@id": f"{HOST}/publications/quokka/#publication"},
            "superEvent": {"@type": "Event", "name": "SYSCON 2024"},
        }

    def test_a_journal_article_is_in_an_issue_of_a_volume_of_a_periodical(self, client):
        issue = one(client, "/publications/wombat/", "ScholarlyArticle")["isPartOf"]
        assert (issue["@type"], issue["issueNumber"]) == ("PublicationIssue", "2")
        assert (issue["isPartOf"]["@type"], issue["isPartOf"]["volumeNumber"]) == ("PublicationVolume", "4")
        assert issue["isPartOf"]["isPartOf"]["@type"] == "Periodical"

    @pytest.mark.parametrize(
        ("kind", "named"),
        [
            *(("thesis", "Thesis"), ("book", "Book"), ("chapter", "Chapter"), ("report", "Report")),
            *(("software", "SoftwareSourceCode"), ("dataset", "Dataset"), ("other", "ScholarlyArticle")),
        ],
    )
    def test_each_kind_of_work_has_its_type(self, client, kind, named):
        assert one(client, f"/publications/the-{kind}/", named)["name"] == f"The {kind}"

    def test_software_names_its_repository(self, client):
        software = one(client, "/publications/the-software/", "SoftwareSourceCode")
        assert software["codeRepository"] == "https://code.example/x"

    def test_a_thesis_comes_from_its_university(self, client):
        thesis = one(client, "/publications/the-thesis/", "Thesis")
        assert thesis["sourceOrganization"] == {"@type": "Organization", "name": "Rest University"}
        assert "publisher" not in thesis


@pytest.mark.usefixtures("full_lab")
class PersonDataTests:
    def test_a_members_profile_is_about_that_person(self, client):
        page = one(client, "/people/zoe-lindqvist/", "ProfilePage")
        lab = {"@type": "ResearchOrganization", "@id": f"{HOST}/#lab", "name": "Leisure Lab"}
        assert page["mainEntity"] == {
            "@type": "Person",
            "@id": f"{HOST}/people/zoe-lindqvist/#person",
            "name": "Zoë Lindqvist",
            "url": f"{HOST}/people/zoe-lindqvist/",
            "givenName": "Zoë",
            "familyName": "Lindqvist",
            "honorificPrefix": "Dr.",
            "image": page["mainEntity"]["image"],
            "alternateName": ["林 佐伊", "Z. Lindqvist"],
            "description": "PhD student",
            "jobTitle": ["Researcher"],
            "affiliation": [lab, {"@type": "Organization", "name": "Rest Institute"}],
            "alumniOf": [{"@type": "EducationalOrganization", "name": "Rest University"}],
            "knowsAbout": ["Rest", "Sleep"],
            "award": ["Golden Quokka, 2023"],
            "identifier": {"@type": "PropertyValue", "propertyID": "ORCID", "value": "0000-0002-1825-0097"},
            "sameAs": ["https://orcid.org/0000-0002-1825-0097", "https://zoe.example"],
        }

    def test_an_alumna_is_of_the_lab_no_more(self, client):
        found = one(client, "/people/maren-hale/", "ProfilePage")["mainEntity"]
        assert found["alumniOf"] == [{"@type": "ResearchOrganization", "@id": f"{HOST}/#lab", "name": "Leisure Lab"}]
        assert "affiliation" not in found
        assert "jobTitle" not in found

    def test_a_member_whose_role_is_not_stated_has_no_title(self, client):
        cast.make_member("Una Berg", "")
        found = one(client, "/people/una-berg/", "ProfilePage")["mainEntity"]
        assert "jobTitle" not in found
        assert [place["name"] for place in found["affiliation"]] == ["Leisure Lab"]

    def test_no_address_of_a_mailbox_is_given_away(self, client):
        assert "zoe@lab.example" not in json.dumps(graph(client, "/people/zoe-lindqvist/"))


@pytest.mark.usefixtures("full_lab")
class LabDataTests:
    def test_the_home_page_says_who_the_lab_is(self, client):
        assert one(client, "/", "ResearchOrganization") == {
            "@type": "ResearchOrganization",
            "@id": f"{HOST}/#lab",
            "name": "Leisure Lab",
            "url": f"{HOST}/",
            "slogan": "We study rest.",
            "description": "All kinds.",
            "logo": f"{HOST}/static/labsite/img/icon.svg",
            "address": "1 Quiet Road, Restville",
            "sameAs": ["https://code.example"],
            "knowsAbout": ["Rest", "Sleep"],
            "member": [
                {
                    "@type": "Person",
                    "@id": f"{HOST}/people/zoe-lindqvist/#person",
                    "name": "Zoë Lindqvist",
                    "url": f"{HOST}/people/zoe-lindqvist/",
                }
            ],
        }

    def test_the_site_says_how_to_search_it(self, client):
        assert one(client, "/", "WebSite")["potentialAction"] == {
            "@type": "SearchAction",
            "target": {"@type": "EntryPoint", "urlTemplate": f"{HOST}/search/?q={{query}}"},
            "query-input": "required name=query",
        }

    def test_an_open_place_is_a_job(self, client):
        job = one(client, "/openings/a-phd-student/", "JobPosting")
        assert (job["title"], job["validThrough"]) == ("A PhD student", "2190-01-31")
        assert job["description"] == "Come and rest."
        assert job["jobLocation"] == {"@type": "Place", "address": "1 Quiet Road, Restville"}

    def test_a_place_that_has_closed_is_no_job(self, client):
        cast.make_opening("A postdoc", closes="2020-01-31")
        assert [each["@type"] for each in graph(client, "/openings/a-postdoc/")] == ["BreadcrumbList"]

    def test_a_project_has_members_and_grants(self, client):
        project = one(client, "/projects/leisure-at-scale/", "ResearchProject")
        assert [person["name"] for person in project["member"]] == ["Zoë Lindqvist"]
        assert project["funding"] == [{"@type": "Grant", "name": "Grant 1"}, {"@type": "Grant", "name": "Grant 2"}]

    def test_breadcrumbs_lead_to_a_page_from_the_home_page_down(self, client):
        assert one(client, "/publications/quokka/", "BreadcrumbList")["itemListElement"] == [
            {"@type": "ListItem", "position": 1, "name": "Home", "item": {"@id": f"{HOST}/"}},
            {"@type": "ListItem", "position": 2, "name": "Publications", "item": {"@id": f"{HOST}/publications/"}},
            {
                "@type": "ListItem",
                "position": 3,
                "name": "Quokka: Scheduling at Leisure",
                "item": {"@id": f"{HOST}/publications/quokka/"},
            },
        ]

    def test_a_list_names_its_first_things_and_counts_all(self, client):
        for number in range(30):
            cast.make_project(f"Project {number}")
        listed = one(client, "/projects/", "CollectionPage")["mainEntity"]
        assert (listed["numberOfItems"], len(listed["itemListElement"])) == (31, 10)


class ScriptTests:
    @pytest.mark.parametrize("text", ["</script><b>", "<!--<script>", "a & b", "\u2028\u2029", "]]>", '"', "\\"])
    def test_no_text_can_end_the_script(self, text):
        request = RequestFactory().get("/")
        request.lab = Lab()
        written = Head(request, nodes=(node("Person", name=text),)).linked_data
        assert not re.search("[<>&\u2028\u2029]", written)
        assert json.loads(written)["@graph"] == [{"@type": "Person", "name": text}]

    def test_a_page_holds_a_title_that_looks_like_markup(self, client):
        cast.make_publication("</script><script>alert(1)</script>", slug="odd")
        assert one(client, "/publications/odd/", "ScholarlyArticle")["name"] == "</script><script>alert(1)</script>"
        assert "<script>alert" not in client.get("/publications/odd/").content.decode()
