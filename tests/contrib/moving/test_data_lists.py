"""What a lab lists in data files comes as what it is; what the old site hid stays hidden."""

import json

import pytest

from labsite.contrib.moving import lab_website_template
from labsite.contrib.moving.lab_website_template.papers import shown_by_pages
from labsite.contrib.moving.lab_website_template.template import LabTemplateReading
from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.site import SiteContent, SiteIntroduction, SiteNews, SitePage, SitePaper, SiteProject
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.moving.writing import bring
from labsite.contrib.moving.writing.context import MoveNote
from labsite.contrib.reading.front_matter import PageFields
from labsite.models import Project, Section
from publications.citations.entry import Entry
from publications.citations.names import in_order
from publications.citations.record import Record
from publications.models import Publication

TOOLS = [
    {"title": "Quokka", "image": "images/q.png", "link": "https://quokka.example", "repo": "lab/quokka"},
    {"title": "Wombat", "subtitle": "It digs.", "link": "https://wombat.example", "description": "Rests."},
]
FILES = {
    "_cite/cite.py": "",
    "_config.yaml": "title: A Lab",
    "_data/tools.yaml": json.dumps(TOOLS),
    "_data/news.yaml": json.dumps(
        [{"date": "2024-05-01", "content": "We rest in May.", "link": "https://a.example/x"}]
    ),
    "_data/awards.yaml": json.dumps([{"title": "Best Nap", "year": 2023, "by": "Sofa Inc."}]),
    "_data/hidden.yaml": json.dumps(TOOLS),
    "images/logo.svg": "<svg/>",
    "tools/index.md": "---\ntitle: Tools\n---\n# Tools\n\nAll are open.\n\n"
    '{% include search-info.html %}\n{% include list.html data="tools" component="card" %}',
    "index.md": "---\n---\n{% include list.html data='news' %}{% for each in site.data.awards %}{% endfor %}",
}


@pytest.fixture
def source(tmp_path):
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return FolderSource(tmp_path)


def test_cards_are_projects_dated_lines_news_and_other_lines_a_page(source):
    site = lab_website_template.read(source)
    assert site.projects == [
        SiteProject(
            "Quokka", links=["https://quokka.example", "https://github.com/lab/quokka"], path="_data/tools.yaml"
        ),
        SiteProject("Wombat", "It digs.", "Rests.", links=["https://wombat.example"], path="_data/tools.yaml"),
    ]
    text = "We rest in May.\n\n[a.example](https://a.example/x)"
    assert site.news == [SiteNews("2024-05-01", text, path="_data/news.yaml")]
    assert site.pages == [SitePage("Awards", "- **Best Nap**, 2023, Sofa Inc.", "awards", path="_data/awards.yaml")]
    assert site.lab.introductions == [SiteIntroduction("projects", "All are open.", "tools/index.md", "Tools")]


@pytest.mark.django_db
def test_a_list_that_no_page_shows_and_a_logo_that_cannot_be_read_are_named(source):
    site = lab_website_template.read(source)
    bring(site, source, "lab-website-template", is_rehearsal=True)
    outcomes = {path: [why for _, why in notes] for path, _, notes in site.outcomes}
    why = "the lab’s logo: an SVG that can’t be read: save it as a PNG, and upload that"
    assert outcomes["images/logo.svg"] == [why]
    assert outcomes["_data/hidden.yaml"] == ["a list that no page of that site shows"]


@pytest.mark.django_db
def test_the_list_of_cards_is_called_as_the_lab_called_it_and_moved_again_nothing_changes(source):
    for _ in range(2):
        bring(lab_website_template.read(source), source, "lab-website-template")
        section = Section.objects.get(page="projects")
        assert (section.name, section.introduction) == ("Tools", "All are open.")
        assert list(Project.objects.order_by("title").values_list("title", flat=True)) == ["Quokka", "Wombat"]


@pytest.mark.parametrize(
    ("lists", "shown"),
    [
        ([], {"Zenodo", "Nature", ""}),
        (["publisher != 'Zenodo' and publisher != ''"], {"Nature"}),
        (["publisher == 'Zenodo' or publisher == \"Nature\""], {"Zenodo", "Nature"}),
        (["publisher == 'Zenodo'", "publisher == 'Nature'"], {"Zenodo", "Nature"}),
        (["publisher.size > 3"], {"Zenodo", "Nature", ""}),
    ],
)
def test_papers_are_shown_that_pass_the_filter_of_a_page(tmp_path, lists, shown):
    (tmp_path / "research").mkdir()
    parts = (f"{{% include list.html data='citations' filter={json.dumps(each)} %}}" for each in lists)
    (tmp_path / "research" / "index.md").write_text("---\n---\n" + "\n".join(parts).replace('\\"', "'"))
    is_shown = shown_by_pages(LabTemplateReading(FolderSource(tmp_path)), "citations")
    assert {name for name in ("Zenodo", "Nature", "") if is_shown(PageFields(publisher=name))} == shown


def paper(title, **fields):
    return SitePaper(
        Entry(title, Record(key=title, title=title, year=2020, authors=(in_order("Ada Quill"),))), **fields
    )


@pytest.mark.django_db
def test_what_the_old_site_hid_and_parts_of_papers_are_drafts_until_somebody_publishes_them(tmp_path):
    papers = [paper("Naps"), paper("Beds", is_hidden=True), paper("Beds"), paper("Code of Naps", is_hidden=True)]
    papers += [paper("Supplementary Figure 3 from Naps")]
    states = {"Naps": "published", "Beds": "published", "Code of Naps": "draft", papers[-1].entry.place: "draft"}
    asked = ["Code of Naps: not listed on the old site"]
    asked += ["Supplementary Figure 3 from Naps: is it a paper? Its title looks like that of a part of one"]
    for notes in (asked, []):
        moved = bring(SiteContent(FileOutcomes([]), papers=papers), FolderSource(tmp_path), "al-folio")
        assert moved.notes.get(MoveNote.SET_ASIDE, []) == notes
        assert dict(Publication.objects.values_list("title", "state")) == states
    Publication.objects.update(state="published")
    bring(SiteContent(FileOutcomes([]), papers=papers), FolderSource(tmp_path), "al-folio")
    assert not Publication.objects.filter(state="draft").exists()
