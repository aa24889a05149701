import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from labsite.contrib.moving import academicpages
from labsite.contrib.moving.academicpages.papers import read_papers
from labsite.contrib.moving.families import family_of
from labsite.contrib.moving.outcomes import FileOutcome, SiteReading
from labsite.contrib.moving.source import FolderSource, UnreadableSource
from labsite.contrib.reading.career import StatedAward, StatedDegree, StatedOccasion, StatedPosition, StatedTeaching
from people.models import Person
from publications.citations.record import Name, RecordLink
from publications.models import Publication

FOLDER = Path(__file__).parents[2] / "data" / "sites" / "academicpages"


@pytest.fixture(scope="module")
def site():
    source = FolderSource(FOLDER)
    assert family_of(source) == "academicpages"
    return academicpages.read(source)


def paper(site, title):
    return next(each for each in site.papers if each.entry.record.title.startswith(title))


def told(site, fate):
    return {path: [why for each, why in notes if each is fate] for path, _, notes in site.outcomes if notes}


def test_demo_content_is_left_out_with_a_word(site):
    assert [each.entry.record.title.partition(":")[0] for each in site.papers] == [
        "Numbat at Night",
        "Wombat",
        "Quokka",
    ]
    demo = [path for path, whys in told(site, FileOutcome.LEFT_OUT).items() if "demo content of the template" in whys]
    assert demo == [
        "_portfolio/portfolio-1.md",
        "_posts/2199-01-01-future-post.md",
        "_publications/2009-10-01-paper-title-number-1.md",
        "_talks/2012-03-01-talk-1.md",
        "_teaching/2014-spring-teaching-1.md",
        "markdown_generator/publications.tsv",
    ]


def test_authors_come_out_of_the_reference_in_order(site):
    record = paper(site, "Quokka").entry.record
    assert record.authors == (Name("A.", "Quill"), Name("Zoë", "Lindqvist"), Name("I.", "Brandt"))
    assert (record.year, record.month, record.kind, record.acronym) == (2024, 6, "conference", "SYSCON")
    assert (record.doi, record.pages) == ("10.5555/quokka", "12–34")
    assert record.abstract == "Machines that rest *last* longer."
    assert dict(record.extra)["excerpt"] == 'This paper is about "rest".'


def test_files_of_a_paper_are_told_from_pages_elsewhere(site):
    quokka = paper(site, "Quokka")
    assert [(file.kind, file.path) for file in quokka.files] == [
        ("pdf", "files/quokka.pdf"),
        ("slides", "files/quokka-slides.pdf"),
    ]
    assert quokka.entry.record.links == (RecordLink("code", "https://github.com/adaquill/quokka"),)


def test_a_paper_in_sections_is_read_and_completed_from_bibtex(site):
    wombat = paper(site, "Wombat")
    record = wombat.entry.record
    assert record.authors == (Name("Noor", "Sato"), Name("Ada", "Quill"))
    assert (record.title, record.venue, record.volume) == ("Wombat: Digging for Data", "Journal of Burrows", "7")
    assert (record.abstract, record.doi, record.key) == ("We dig.", "10.5555/wombat", "sato2019wombat")
    assert (record.year, record.month) == (2019, None)  # a first of January is nobody's month
    assert record.links == (RecordLink("pdf", "https://quill.example.org/files/gone.pdf"),)


def test_authors_that_are_not_named_are_told(site):
    numbat = paper(site, "Numbat")
    assert (numbat.entry.names_all_authors, numbat.entry.record.kind) == (False, "preprint")
    assert (numbat.entry.record.arxiv_id, numbat.entry.record.acronym) == ("1705.00001", "arXiv")


def test_the_owner_is_a_person_with_a_career(site):
    [ada] = site.people
    assert (ada.name, ada.photo, ada.orcid) == ("Ada Quill", "images/ada.png", "0000-0002-1825-0097")
    assert ada.headline == "Associate Professor of leisure, Example University"
    assert [(role.role, role.is_guess) for role in ada.roles] == [("faculty", True)]
    assert [link.url for link in ada.links] == ["https://github.com/adaquill"]
    assert (ada.emails, ada.other_spellings) == (["ada@quill.example.org"], ["A. Quill"])
    assert ada.education == [StatedDegree("Example University", "Ph.D.", "Rest", start="2005", end="2009")]
    position = StatedPosition(
        "Associate Professor", "Example University", start="2010-08", ongoing=True, text="- Rested"
    )
    assert ada.positions == [position]
    assert ada.awards == [StatedAward("Prize for Rest", "Academy", 2012)]


def test_talks_and_courses_are_read(site):
    [ada] = site.people
    [talk] = ada.talks
    assert talk.occasions == [
        StatedOccasion("Example University", "Bergen, Norway", "2023-05-01"),
        StatedOccasion("SYSCON", "Oslo, Norway", "2024-06-02"),
    ]
    assert ada.teaching == [
        StatedTeaching(
            "Systems at Rest (Spring 2024)",
            place="Example University, Oslo",
            term="Spring 2024",
            path="_teaching/2024-systems.md",
        )
    ]


def test_portfolio_posts_and_pages_become_projects_news_and_pages(site):
    [project], [news], [page] = site.projects, site.news, site.pages
    assert (project.title, project.summary, project.picture) == (
        *("A Field Station", "Where machines rest."),
        "images/field.png",
    )
    assert (news.title, news.date, page.slug) == ("Quokka wins a prize", "2024-06-03", "joining")
    assert (site.lab.name, site.lab.tagline) == ("Quill Lab", "Rest, measured")


def test_a_broken_file_is_told_with_its_line_and_stops_no_other(site):
    [why] = told(site, FileOutcome.NOT_UNDERSTOOD)["_publications/broken.md"]
    assert why.startswith("line 3: its YAML can’t be read")


def test_the_table_counts_where_there_are_no_files(tmp_path):
    (tmp_path / "_config.yml").write_text("title: Ada Quill")
    (tmp_path / "markdown_generator").mkdir()
    (tmp_path / "markdown_generator" / "publications.tsv").write_text(
        "pub_date\ttitle\tvenue\texcerpt\tcitation\turl_slug\tpaper_url\n"
        '2020-03-02\tQuokka\tSYSCON\t\tQuill, A. and Brandt, I. (2020). "Quokka."\tquokka\thttps://example.org/q.pdf\n'
    )
    [paper] = academicpages.read(FolderSource(tmp_path)).papers
    assert paper.entry.record.authors == (Name("A.", "Quill"), Name("I.", "Brandt"))
    assert (paper.entry.record.year, paper.entry.record.links[0].kind) == (2020, "pdf")


def test_a_folder_of_anything_else_is_none(tmp_path):
    (tmp_path / "README.md").write_text("Hello")
    with pytest.raises(UnreadableSource, match="Nothing in it can be read"):
        family_of(FolderSource(tmp_path))


def test_an_empty_folder_holds_no_papers(tmp_path):
    source = FolderSource(tmp_path)
    assert read_papers(SiteReading(source), None) == []


@pytest.mark.django_db
def test_the_command_rehearses_then_writes_and_says_how_to_undo_it(capsys, tmp_path):
    report = tmp_path / "report.json"
    call_command("import_site", str(FOLDER), dry_run=True, report=report)
    assert "Nothing was written." in capsys.readouterr().out
    assert (Person.objects.count(), Publication.objects.count()) == (0, 0)
    assert len(json.loads(report.read_text())["papers"]) == 3

    call_command("import_site", str(FOLDER), yes=True, report=tmp_path / "report.txt")
    said = capsys.readouterr().out
    assert "3 paper entries: 3 new." in said
    assert "It can be undone as one step, at /admin/changes/" in said
    assert "files/unused.pdf: nothing imported refers to it" in (tmp_path / "report.txt").read_text()

    call_command("import_site", str(FOLDER), yes=True)
    assert "It contained nothing new." in capsys.readouterr().out


@pytest.mark.django_db
def test_the_command_begins_nothing_where_nobody_can_be_asked(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    with pytest.raises(CommandError, match="Add --yes to write it"):
        call_command("import_site", str(FOLDER))
    assert (Publication.objects.count(), capsys.readouterr().out) == (0, "")


def test_the_command_says_what_is_wrong_with_a_path(tmp_path):
    with pytest.raises(CommandError, match="There is no folder or archive at"):
        call_command("import_site", str(tmp_path / "nowhere"), yes=True)


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("quokka.md", "year: 2021\npages: 1–9", (2021, "1–9")),
        ("2021-quokka.md", "", (2021, "")),
        ("2021-quokka.md", "year: 2020", (2020, "")),
        ("2021-quokka.md", "date: 2019-06-01", (2019, "")),
        ("quokka-2021.md", "", (None, "")),
    ],
)
def test_the_year_of_a_paper_may_be_a_field_or_begin_the_name_of_its_file(name, fields, said, tmp_path):
    (tmp_path / "_publications").mkdir()
    (tmp_path / "_config.yml").write_text("title: Quill")
    (tmp_path / "_publications" / name).write_text(f"---\ntitle: Quokka at Rest\n{fields}\n---\n", encoding="utf-8")
    [found] = read_papers(SiteReading(FolderSource(tmp_path)), None)
    assert (found.entry.record.year, found.entry.record.pages) == said
