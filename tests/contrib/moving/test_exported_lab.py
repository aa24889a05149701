"""What a lab is exported as reads back as a site of al-folio."""

import pytest
from django.core.management import call_command

from labsite.contrib.moving import al_folio
from labsite.contrib.moving.families import family_of
from labsite.contrib.moving.source import FolderSource
from labsite.models import NewsItem
from people.models import ContactDetail, Person
from tests import cast
from tests.labsite.leaving.world import empty_the_site, make_lab

pytestmark = pytest.mark.django_db


@pytest.fixture
def exported(tmp_path, settings):
    make_lab()
    cast.make_member("Tove Berg", start="", has_left=True)
    cast.make_member("Una Berg", "", start="2020"), cast.make_member("Vera Berg", "researcher", start="2021")
    call_command("export_lab", str(tmp_path / "out"), "--private", verbosity=0)
    empty_the_site(settings)
    return tmp_path / "out"


class StaticSiteTests:
    @pytest.fixture
    def read(self, exported):
        source = FolderSource(exported)
        assert family_of(source) == "al-folio"
        return al_folio.read(source)

    def test_the_lab_reads_back(self, read):
        lab = read.lab
        assert (lab.name, lab.tagline, lab.email) == ("Leisure Lab", "Leisure, at scale", "lab@lab.example")
        assert lab.about.strip() == "We study *leisure*.\n\nAt scale."

    def test_the_members_read_back(self, read):
        people = {person.name: person for person in read.people}
        assert set(people) == {"Ada Quill", "Zoë Lindqvist", "Maren Hale", "Tove Berg", "Una Berg", "Vera Berg"}
        ada, maren, tove = people["Ada Quill"], people["Maren Hale"], people["Tove Berg"]
        assert (ada.honorific, ada.headline, ada.emails) == ("Prof.", "Professor of leisure", ["ada@lab.example"])
        assert people["Zoë Lindqvist"].native_name == "林 佐伊"
        assert ada.biography == "Ada has studied leisure for long."
        assert ada.photo.startswith("media/people/")
        assert [link.url for link in ada.links] == ["https://ada.example/"]
        assert [(role.role, role.start, role.end, role.has_ended) for role in maren.roles] == [
            ("phd", "2012-09", "2018-06", True)
        ]
        assert [(role.role, role.start, role.end, role.has_ended) for role in tove.roles] == [("phd", "", "", True)]

    def test_a_role_that_is_not_stated_reads_back_so(self, read):
        people = {person.name: [(role.role, role.start) for role in person.roles] for person in read.people}
        assert (people["Una Berg"], people["Vera Berg"]) == ([("", "2020")], [("researcher", "2021")])

    def test_the_texts_read_back(self, read):
        assert [(news.title, news.date, news.text) for news in read.news] == [
            ("A paper was accepted", "2024-05", "It was *Quokka*.")
        ]
        assert [(project.title, project.summary) for project in read.projects] == [("Leisure at Scale", "In short.")]
        assert read.projects[0].picture.startswith("media/projects/")
        pages = {page.title: page for page in read.pages}
        assert set(pages) == {"Join us", "A PhD student"}
        assert (pages["Join us"].slug, pages["Join us"].place) == ("join-us", 51)
        assert pages["Join us"].text.startswith("Come and see us, whenever you like to.\n\n![A lab](/media/text/")

    def test_the_papers_read_back(self, read):
        paper = read.papers[0]
        assert len(read.papers) == 1
        assert (paper.entry.record.title, paper.entry.record.year) == ("Quokka: Scheduling at Leisure", 2024)
        assert paper.is_selected
        assert paper.teaser.startswith("media/publications/")
        assert [(file.kind, file.path.rpartition("-")[0]) for file in paper.files] == [
            ("pdf", "media/documents/paper")
        ]

    def test_our_own_mover_brings_it_into_a_site(self, exported):
        call_command("import_site", str(exported), "--yes")
        assert Person.objects.members().count() == 6
        assert NewsItem.objects.get().title == "A paper was accepted"
        assert ContactDetail.objects.get().value == "ada@lab.example"
