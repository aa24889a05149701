from pathlib import Path

import pytest

from labsite.contrib.moving import lab_website_template
from labsite.contrib.moving.families import family_of
from labsite.contrib.moving.lab_website_template import words_in_page
from labsite.contrib.moving.lab_website_template.papers import record_of
from labsite.contrib.moving.outcomes import FileOutcome
from labsite.contrib.moving.site import SiteIntroduction, SiteNews, SitePage, SiteRole, SiteSponsor
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.reading.career import StatedLink, StatedPosition
from labsite.contrib.reading.front_matter import PageFields
from publications import formats
from publications.citations.entry import Entry
from publications.citations.record import RecordLink
from publications.importing import plan_of
from publications.importing.applying import apply
from publications.models import Publication

SITE = Path(__file__).parents[2] / "data" / "sites" / "lab_website_template"


@pytest.fixture
def site():
    return lab_website_template.read(FolderSource(SITE))


def notes(site, path):
    return next(words for each, _, words in site.outcomes if each == path)


def test_a_site_of_the_template_is_recognised():
    assert family_of(FolderSource(SITE)) == "lab-website-template"


def test_papers_are_those_with_a_citation_and_those_that_only_a_list_names(site):
    assert [paper.entry.record.title if paper.entry.record else paper.entry.problem for paper in site.papers] == [
        "Quokka: Scheduling at Leisure",
        "Slow clocks in large rooms",
        "Resting in turns",
        "A talk on naps",
        "item 3: nothing but “doi:10.1000/unknown” is known of this paper. Import it by that.",
    ]


def test_the_papers_that_the_template_shows_are_left_out(site):
    why = (FileOutcome.LEFT_OUT, "item 4: demo content of the template")
    assert why in notes(site, "_data/citations.yaml")


def test_the_papers_that_the_template_shows_stay_on_the_site_of_their_author():
    fields = {"id": "doi:10.7554/eLife.32822", "title": "Sci-Hub", "authors": ["Daniel Himmelstein"]}
    assert record_of(PageFields(fields)).doi == "10.7554/eLife.32822"


def test_what_the_lab_says_of_a_paper_comes_with_it(site):
    paper = site.papers[0]
    record = paper.entry.record
    assert (record.doi, record.year, record.month, record.venue) == (
        "10.1000/quokka",
        2024,
        6,
        "Journal of Idle Systems",
    )
    assert record.links == (
        RecordLink("code", "https://github.com/lab/quokka"),
        RecordLink("page", "https://lab.example/quokka", "Manuscript"),
    )
    assert (record.note, record.extra) == ("Shows that *waiting* pays.", (("keywords", "rest, clocks"),))
    assert paper.teaser == "images/clock.png"


@pytest.mark.parametrize(
    ("fields", "kind", "place"),
    [
        ({"id": "doi:10.1101/2023.1", "publisher": "Cold Spring Harbor Laboratory"}, "preprint", "bioRxiv"),
        ({"id": "doi:10.48550/arXiv.2406.18485", "publisher": "arXiv"}, "preprint", "arXiv"),
        ({"publisher": "bioRxiv : the preprint server for biology"}, "preprint", "bioRxiv"),
        ({"publisher": "Proceedings of the National Academy of Sciences"}, "journal", ""),
        ({"publisher": "Nature"}, "journal", "Nature"),
        ({"publisher": "Journal of Naps", "id": "doi:10.5555/1"}, "journal", "Journal of Naps"),
        ({"publisher": "Journal of Naps", "id": "pubmed:123"}, "journal", "Journal of Naps"),
        ({"publisher": "Slow Clocks"}, "other", "Slow Clocks"),
        ({"publisher": "Slow Clocks 2021", "id": "doi:10.5555/2"}, "other", "Slow Clocks 2021"),
        ({"publisher": "Slow Clocks", "id": "doi:10.5555/9780306406157_0012"}, "other", "Slow Clocks"),
        ({"publisher": "Slow Clocks", "id": "doi:10.5555/978-0-306-40615-7.ch001"}, "other", "Slow Clocks"),
        ({"publisher": "Elsevier BV"}, "other", ""),
        ({"publisher": "Zenodo", "type": "dataset"}, "dataset", ""),
        ({}, "other", ""),
    ],
)
def test_the_kind_of_a_paper_follows_from_who_published_it(fields, kind, place):
    record = record_of(PageFields(title="Naps", **fields))
    assert record.kind == kind
    assert not place or record.venue == place


def test_what_a_google_scholar_plug_in_prints_is_parted_into_journal_and_numbers(db):
    printed = (
        *("Annals of Tidal Surfaces 640, 158424, 2023", "Annals of Tidal Surfaces 598, 153715"),
        *("Proceedings of the Tide Conference, 12-16", "arXiv preprint arXiv:2606.17041"),
    )
    entries = [
        Entry("", record_of(PageFields({"title": f"Ebb {number}", "authors": ["Ada Quill"], "publisher": words})))
        for number, words in enumerate(printed)
    ]
    entries += formats.read("@article{ebb, title={Flow}, journal={Annals of Tidal Surfaces 12 (3), 4-5}}")
    apply(plan_of(entries, source="test"), None, "Test")
    columns = (
        "kind",
        "venue__acronym",
        "venue__name",
        "proceedings",
        "volume",
        "article",
        "pages",
        "arxiv_id",
        "year",
    )
    assert list(Publication.objects.order_by("pk").values_list(*columns)) == [
        ("journal", "", "Annals of Tidal Surfaces", "", "640", "158424", "", "", 2023),
        ("journal", "", "Annals of Tidal Surfaces", "", "598", "153715", "", "", None),
        ("conference", "", "Tide Conference", "Proceedings of the Tide Conference", "", "", "12–16", "", None),
        ("preprint", "arXiv", "", "", "", "", "", "2606.17041", None),
        ("journal", "", "Annals of Tidal Surfaces", "", "12", "", "4–5", "", None),
    ]


def test_an_arxiv_paper_has_its_id_and_no_doi():
    record = record_of(PageFields(id="arxiv:2406.18485", title="Naps"))
    assert (record.arxiv_id, record.doi) == ("2406.18485", "")


def test_titles_of_pubmed_lose_the_point_behind_them(site):
    record = site.papers[2].entry.record
    assert (record.title, record.ids) == ("Resting in turns", (("pmid", "12345678"),))


def test_members_come_with_roles_links_and_other_spellings(site):
    ada, zoe = site.people
    assert (ada.roles, ada.orcid, ada.emails) == ([SiteRole("lead")], "0000-0002-1694-233X", ["ada@lab.example"])
    assert ada.links == [
        StatedLink("https://ada.example", "homepage"),
        StatedLink("https://github.com/ada", label="GitHub"),
    ]
    assert ada.positions == [StatedPosition("Principal Investigator", "Example University", ongoing=True)]
    assert (zoe.roles, zoe.other_spellings) == ([SiteRole("phd", has_ended=True)], ["Z. Lindqvist"])
    assert (zoe.photo, zoe.biography) == ("images/zoe.png", "Zoë studied clocks.")


def test_aliases_of_initials_with_a_common_family_name_are_nobodys(tmp_path):
    path = "_members/wei.md"
    (tmp_path / "_members").mkdir()
    (tmp_path / "_config.yaml").touch()
    (tmp_path / path).write_text(
        "---\nname: Wei Zhang\nrole: phd\naliases: [W. Zhang, W.L. Zhang, Wei L. Zhang]\n---\n"
    )
    read = lab_website_template.read(FolderSource(tmp_path))
    assert [person.other_spellings for person in read.people] == [["Wei L. Zhang"]]
    why = "aliases with initials and a common family name, which may be someone else’s"
    assert notes(read, path) == [(FileOutcome.LEFT_OUT, why)]


def test_members_whose_pages_are_unpublished_are_left_out_and_family_names_before_a_comma_come_last(tmp_path):
    (tmp_path / "_members").mkdir()
    (tmp_path / "_config.yaml").touch()
    (tmp_path / "_members/sample.md").write_text("---\npublished: false\nname: Name 中文名\nrole: phd\n---\n")
    (tmp_path / "_members/lei.md").write_text("---\nname: Li,Lei 李雷\nrole: phd\n---\n")
    read = lab_website_template.read(FolderSource(tmp_path))
    assert [(person.name, person.native_name) for person in read.people] == [("Lei Li", "李雷")]
    assert notes(read, "_members/sample.md") == [(FileOutcome.LEFT_OUT, "a draft")]


def test_a_mascot_and_the_templates_people_are_left_out_with_a_word(site):
    assert notes(site, "_members/rex.md") == [(FileOutcome.LEFT_OUT, "Rex is a mascot: there is no such role here")]
    assert notes(site, "_members/jane-smith.md") == [
        (FileOutcome.LEFT_OUT, "Jane Smith: a sample person of the template")
    ]


def test_posts_are_news_by_the_dates_of_their_files(site):
    assert site.news == [
        SiteNews(
            "2024-06-26", "Well done!", "A prize for Zoë", people=["Ada Quill"], path="_posts/2024-06-26-prize.md"
        )
    ]


def test_projects_come_with_picture_and_links(site):
    [project] = site.projects
    assert (project.title, project.summary, project.picture) == ("Quokka", "A scheduler", "images/clock.png")
    assert project.text == "Runs what can wait."
    assert project.links == ["https://quokka.example/", "https://github.com/lab/quokka"]


def test_the_lab_is_told_of_in_the_words_of_its_front_page(site):
    assert (site.lab.name, site.lab.tagline, site.lab.email) == ("Leisure Lab", "Systems that wait", "lab@lab.example")
    assert site.lab.about == (
        "We study what can wait.\n\n## Our Research\n\nSchedulers and clocks.\n\n## Our Team\n\nKind people."
    )
    assert site.lab.contact == "Room 12, Example Street."


def test_logo_group_picture_supporters_and_the_words_above_a_list_come_with_the_lab(site):
    assert site.lab.logo == "images/logo.png"
    assert (site.lab.picture, site.lab.picture_caption) == ("images/group-photo.png", "All of us")
    assert site.lab.sponsors == [SiteSponsor("Rest Fund", "https://fund.example", "images/clock.png")]
    assert site.lab.introductions == [SiteIntroduction("people:list", "We are *five*.", "team/index.md")]


def test_pages_with_words_come_and_lists_that_are_made_do_not(site):
    assert site.pages == [
        SitePage(
            "Research", "We build slow clocks.\n\n![A clock](images/clock.png)", "research", 1, "research/index.md"
        )
    ]


def test_a_button_of_a_page_is_a_link():
    body = '{% include button.html type="docs" text="Read" link="https://docs.example" %}'
    assert words_in_page(body) == "[Read](https://docs.example)"


def test_a_series_of_books_says_of_no_kind_and_entities_are_understood_twice():
    said = record_of(
        PageFields({"title": "Naps &amp;#x2014; a survey", "publisher": "Lecture Notes in Computer Science"})
    )
    assert (said.title, said.kind, said.venue) == ("Naps — a survey", "other", "Lecture Notes in Computer Science")


def test_a_congress_is_a_meeting():
    assert record_of(PageFields({"title": "Naps", "publisher": "2009 Congress on Rest"})).kind == "conference"


def test_projects_of_students_are_projects(tmp_path):
    (tmp_path / "_data").mkdir()
    (tmp_path / "_data/projects-students.yaml").write_text("- title: Naps\n", encoding="utf-8")
    (tmp_path / "_config.yaml").touch()
    assert [each.title for each in lab_website_template.read(FolderSource(tmp_path)).projects] == ["Naps"]
