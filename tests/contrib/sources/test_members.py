"""Where else somebody's papers are listed, and which author of a paper that makes them."""

from dataclasses import replace

import pytest

from labsite.contrib.sources.members import decisions_of, known_authors, person_known_by, place_among, sources_of
from people.models import NameVariant, ProfileLink
from publications.citations.entry import Entry
from publications.citations.record import Name, Record
from publications.elsewhere import SourceEntries
from publications.importing import plan_of
from tests import cast

pytestmark = pytest.mark.django_db
ORCID = "0000-0002-1825-0097"
OTHER_ORCID = "0000-0002-1694-233X"


class SourcesTests:
    def test_those_that_somebody_has_set_the_best_first(self):
        zoe = cast.student(orcid=ORCID)
        ProfileLink.objects.create(person=zoe, kind="dblp", url="https://dblp.org/pid/65/9612.html")
        ProfileLink.objects.create(person=zoe, kind="other", url="https://openalex.org/A5023888391")
        ProfileLink.objects.create(person=zoe, kind="homepage", url="https://zoe.example/")
        assert sources_of(zoe) == [("dblp", "65/9612"), ("orcid", ORCID), ("openalex", "A5023888391")]

    def test_none(self):
        assert sources_of(cast.student()) == []

    def test_one_only_once(self):
        zoe = cast.student(orcid=ORCID)
        ProfileLink.objects.create(person=zoe, kind="other", url=f"https://orcid.org/{ORCID}")
        assert sources_of(zoe) == [("orcid", ORCID)]

    @pytest.mark.parametrize("url", ["https://doi.org/10.5555/12", "https://dblp.org/rec/conf/syscon/Quill24", ""])
    def test_a_link_to_one_paper_is_none(self, url):
        zoe = cast.student()
        ProfileLink.objects.create(person=zoe, kind="dblp", url=url)
        assert sources_of(zoe) == []


class PlaceTests:
    def author(self, **fields):
        zoe = cast.student(**fields)
        NameVariant.objects.create(person=zoe, name="Zoë Marie Lindqvist")
        return known_authors([zoe])[zoe.pk]

    def test_the_orcid_id_says_who_it_is(self):
        names = [Name("Ada", "Quill"), Name("Z.", "Lind", orcid=ORCID), Name("Zoë", "Lindqvist")]
        assert place_among(names, self.author(orcid=ORCID)) == 1

    def test_another_orcid_id_says_who_it_is_not(self):
        names = [Name("Zoë", "Lindqvist", orcid=OTHER_ORCID), Name("Z.", "Lindqvist")]
        assert place_among(names, self.author(orcid=ORCID)) == 1

    def test_then_the_names_that_the_source_prints(self):
        names = [Name("Zoë", "Lindqvist"), Name("Zofia", "Maren-Lindqvist")]
        assert place_among(names, self.author(), ["Zofia Maren-Lindqvist"]) == 1

    def test_then_the_spellings_that_the_site_knows(self):
        assert place_among([Name("Ada", "Quill"), Name("Zoë Marie", "Lindqvist")], self.author()) == 1

    def test_then_initials(self):
        assert place_among([Name("Ada", "Quill"), Name("Z. M.", "Lindqvist")], self.author()) == 1

    @pytest.mark.parametrize(
        "names",
        [
            (),
            (Name("Ada", "Quill"),),
            (Name("Zoë", "Lindqvist"), Name("Zoë", "Lindqvist")),
            (Name("Z.", "Lindqvist"), Name("Z.", "Lindqvist")),
        ],
    )
    def test_what_is_not_clear_is_left_open(self, names):
        assert place_among(names, self.author()) is None


class DecisionsTests:
    QUOKKA = Entry(
        "1", Record(key="", title="Quokka", year=2024, authors=(Name("Zoe", "Lindqvist"), Name("Zoë", "L")))
    )
    NOBODYS = Entry("2", Record(key="", title="Numbat", year=2024, authors=(Name("Ada", "Quill"),)))
    FOUND = SourceEntries(
        [QUOKKA, NOBODYS, Entry("3", problem="Broken.")], "dblp:65/9612", "dblp 65/9612", names=("Zoe Lindqvist",)
    )

    def test_who_has_the_identifier_is_the_author(self):
        zoe, _ = cast.student(), cast.make_person("Zoe Lindqvist", slug="other-zoe")
        ProfileLink.objects.create(person=zoe, kind="dblp", url="https://dblp.org/pid/65/9612.html")
        ProfileLink.objects.create(person=cast.pi(), kind="dblp", url="https://dblp.org/pid/165/9612")
        [quokka, *_] = plan_of(self.FOUND.entries).items
        assert decisions_of(self.FOUND) == {"items": {quokka.identity: {"authors": {"0": zoe.pk}}}}

    def test_nobody_is_if_several_have_it_or_none(self):
        assert decisions_of(self.FOUND) == {}
        for person in (cast.student(), cast.pi()):
            ProfileLink.objects.create(person=person, kind="dblp", url="https://dblp.org/pid/65/9612.html")
        assert decisions_of(self.FOUND) == {}

    @pytest.mark.parametrize("source", ["orcid", "openalex"])
    def test_by_orcid_id(self, source):
        zoe = cast.student(orcid=ORCID)
        assert person_known_by(source, ORCID) == zoe

    def test_one_paper_is_nobodys(self):
        cast.student()
        assert decisions_of(replace(self.FOUND, source="doi:10.5555/12")) == {}
