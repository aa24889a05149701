"""Exports of WordPress, in one file or several, with or without the uploads."""

import shutil

import pytest

from labsite.contrib.moving import fetched, wordpress, writing
from labsite.contrib.moving.families import family_of
from labsite.contrib.moving.models import OldAddress
from labsite.contrib.moving.source import FolderSource
from labsite.models import Lab, NewsItem, Page, Project
from people.models import Person
from publications.models import Publication

from .test_families import SITES, bring

FIRST, SECOND = "tides.WordPress.000.xml", "tides.WordPress.001.xml"


def notes_on(site, path):
    return [words for each, _, notes in site.outcomes for _, words in notes if each == path]


@pytest.fixture
def offline(monkeypatch):
    """Return the addresses that would have been asked for, none of which answers."""
    asked = []

    class Client:
        def get(self, address):
            asked.append(address)
            raise fetched.Trouble("There is no server with this name.")

    monkeypatch.setattr(fetched, "site_client", Client)
    return asked


@pytest.mark.django_db
def test_pages_posts_and_projects_come_as_such_with_their_pictures():
    bring("wordpress")
    lab = Lab.objects.get()
    assert (lab.name, lab.tagline, lab.about) == ("Tide Lab", "Tides & leisure", "We measure **tides** of leisure.")
    pages = {page.slug: (page.title, page.place) for page in Page.objects.all()}
    assert pages == {"about": ("About", 52), "visiting": ("Visiting", None), "harbour": ("Harbour Team", None)}
    post = NewsItem.objects.get()
    assert (post.title, str(post.date)) == ("Quokka paper accepted", "2023-05-04")
    assert post.text.startswith("![Quokka paper accepted](/media/") and post.text.endswith("Hooray.")
    assert [(each.title, each.text, bool(each.picture)) for each in Project.objects.all()] == [
        ("Tide tables", "Tables of all tides.", True)
    ]


@pytest.mark.django_db
def test_shortcodes_become_what_they_show_and_brackets_that_are_none_stay():
    _, site, _ = bring("wordpress")
    text = Page.objects.get(slug="visiting").text
    assert text.startswith("Ask the porter.  \nThe door is green.")
    assert text.count("![") == 3 and ".jpg)\n\nThe lab's quokka\n\nNumbers" in text
    assert "Numbers \\[sic\\] and \\[links\\](https://tides.example/) stay." in text
    assert "contact-form" not in text and "caption" not in text
    missing = "what [contact-form-7] would have made is missing from its text"
    assert notes_on(site, f"{FIRST}/about/visiting.html") == [missing, "a page"]


@pytest.mark.django_db
def test_members_of_a_team_are_people_where_a_name_and_a_role_or_picture_say_so():
    bring("wordpress")
    people = {each.name: each for each in Person.objects.filter(memberships__isnull=False)}
    assert people.keys() == {"Noor Hale", "Ivo Brandt", "Ada Quill"}
    noor, ivo = people["Noor Hale"], people["Ivo Brandt"]
    assert (noor.headline, noor.biography, bool(noor.photo)) == ("PhD Student", "Noor studies tides.", True)
    assert [contact.value for contact in noor.contact_details.all()] == ["noor@tides.example"]
    assert [(each.role, each.has_left) for each in ivo.memberships.all()] == [("postdoc", True)]


@pytest.mark.django_db
def test_pages_of_people_and_papers_are_read_as_those_of_any_web_site():
    _, site, _ = bring("wordpress")
    listed = [person for person in site.people if person.path == f"{SECOND}/team-list.html"]
    assert [(person.name, person.roles[0].role) for person in listed] == [
        ("Ada Quill", "faculty"),
        ("Ivo Brandt", "postdoc"),
    ]
    assert [paper.title for paper in Publication.objects.all()] == ["Quokkas at rest"]
    assert "| Gauge | Room |" in Page.objects.get(slug="about").text


@pytest.mark.django_db
def test_every_address_of_before_leads_to_what_stood_there():
    bring("wordpress")
    assert dict(OldAddress.objects.values_list("path", "target")) == {
        **dict.fromkeys(("/?p=2", "/?page_id=2"), "/"),
        **dict.fromkeys(("/?p=3", "/?page_id=3", "/about/visiting"), "/visiting/"),
        **dict.fromkeys(("/?p=4", "/?page_id=4"), "/about/"),
        **dict.fromkeys(("/?p=7", "/2023/05/04/quokka"), "/news/quokka-paper-accepted/"),
        **dict.fromkeys(("/?p=10", "/team/noor-hale"), "/people/noor-hale/"),
        **dict.fromkeys(("/?p=11", "/team/ivo-brandt"), "/people/ivo-brandt/"),
        **dict.fromkeys(("/?p=12", "/team/harbour"), "/harbour/"),
        **dict.fromkeys(("/?p=40", "/?page_id=40", "/team-list"), "/people/"),
        **dict.fromkeys(("/?p=41", "/?page_id=41"), "/publications/"),
        **dict.fromkeys(("/?p=14", "/project/tables"), "/projects/tide-tables/"),
    }


@pytest.mark.django_db
def test_what_was_not_public_or_has_no_place_here_is_named():
    _, site, _ = bring("wordpress")
    assert notes_on(site, f"{FIRST}/?page_id=5.html") == ["a draft: “Old plans”, not published there (draft)"]
    assert notes_on(site, f"{FIRST}/inner.html") == ["a draft: “Inner pages”, with a password"]
    assert notes_on(site, f"{FIRST}/2023/05/05/secret.html") == ["a draft: “A secret”, not published there (private)"]
    of_kind = "“Wombats at rest”, of the kind publication: no place for it here"
    assert notes_on(site, f"{SECOND}/publication/wombats.html") == [of_kind]


@pytest.mark.django_db
def test_pictures_that_are_not_beside_the_export_are_fetched(tmp_path, monkeypatch):
    quokka = (SITES / "wordpress/uploads/2023/05/quokka.png").read_bytes()

    class Client:
        def get(self, address):
            return fetched.Download(address, "image/png", quokka)

    monkeypatch.setattr(fetched, "site_client", Client)
    source = exported(tmp_path)
    writing.bring(wordpress.read(source), source, "wordpress")
    assert Page.objects.get(slug="visiting").text.count("![") == 3
    assert Person.objects.get(name="Noor Hale").photo
    again = writing.bring(wordpress.read(source), source, "wordpress")
    assert (again.added, again.filled) == ({}, {})


@pytest.mark.django_db
def test_pictures_that_nobody_has_are_named_and_a_silent_server_is_asked_once(tmp_path, offline):
    source = exported(tmp_path)
    site = wordpress.read(source)
    writing.bring(site, source, "wordpress")
    assert offline == ["https://tides.example/wp-content/uploads/2023/05/quokka-300x200.png"]
    address = "https://tides.example/wp-content/uploads/2023/05/quokka.png"
    assert f"the picture {address} isn’t beside the export, and wasn’t fetched: its server doesn’t answer" in notes_on(
        site, f"{SECOND}/project/tables.html"
    )


def test_no_more_is_fetched_after_a_time(tmp_path, offline, monkeypatch):
    monkeypatch.setattr(fetched, "MAX_SECONDS", -1)
    site = wordpress.read(exported(tmp_path))
    assert offline == []
    assert any("it took too long" in words for words in notes_on(site, f"{SECOND}/project/tables.html"))


def exported(folder):
    """Return the export alone, without the uploads."""
    for name in (FIRST, SECOND):
        shutil.copy(SITES / "wordpress" / name, folder)
    return FolderSource(folder)


def test_an_export_that_breaks_off_gives_what_stands_before(tmp_path, offline):
    text = (SITES / "wordpress" / FIRST).read_text()
    (tmp_path / "a.xml").write_text(text[: text.index("<title><![CDATA[Old plans")].replace("porter", "por\x0bter"))
    (tmp_path / "feed.xml").write_text("<rss/>")
    source = FolderSource(tmp_path)
    assert family_of(source) == "wordpress"
    site = wordpress.read(source)
    assert [page.title for page in site.pages] == ["Visiting", "About"]
    assert "Ask the porter." in site.pages[0].text
    assert any("the XML breaks off or is broken here" in words for words in notes_on(site, "a.xml"))


def test_declarations_in_an_export_are_refused(tmp_path):
    text = (SITES / "wordpress" / FIRST).read_text().replace("<rss", "<!DOCTYPE rss [<!ENTITY a 'b'>]><rss", 1)
    (tmp_path / "a.xml").write_text(text)
    site = wordpress.read(FolderSource(tmp_path))
    assert site.pages == []
    assert any("contains declarations" in words for words in notes_on(site, "a.xml"))
