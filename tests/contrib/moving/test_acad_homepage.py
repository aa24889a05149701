from pathlib import Path

import pytest

from labsite.contrib.moving import acad_homepage
from labsite.contrib.moving.acad_homepage.page import PaperBlock
from labsite.contrib.moving.acad_homepage.papers import authors_in, place_of
from labsite.contrib.moving.families import family_of
from labsite.contrib.moving.outcomes import FileOutcome
from labsite.contrib.moving.site import SiteFile
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.reading.career import StatedAward, StatedDegree, StatedOccasion, StatedPosition
from publications.citations.record import Name, RecordLink

SITE = Path(__file__).parents[2] / "data" / "sites" / "acad_homepage"


@pytest.fixture
def site():
    return acad_homepage.read(FolderSource(SITE))


@pytest.fixture
def records(site):
    return [paper.entry.record for paper in site.papers]


def notes(site, path):
    return next(words for each, _, words in site.outcomes if each == path)


def page(folder, body):
    """Return what is read of a page with this body."""
    (folder / "_pages").mkdir()
    (folder / "_pages/about.md").write_text(f"---\ntitle: ''\n---\n{body}", encoding="utf-8")
    (folder / "_config.yml").write_text("author:\n  name: Noor Sato\n", encoding="utf-8")
    return acad_homepage.read(FolderSource(folder))


def test_a_site_of_the_template_is_recognised():
    assert family_of(FolderSource(SITE)) == "acad-homepage"


def test_boxes_and_items_are_papers_and_words_between_them_are_none(site):
    assert [paper.entry.record.title for paper in site.papers] == [
        "Quokka: Scheduling at Leisure",
        "Slow Clocks in Large Rooms of Machines",
        "Napping as a Service for Everyone",
        "Yawning Considered Helpful at Work",
        "Resting in Turns",
    ]
    assert (FileOutcome.LEFT_OUT, "demo content of the template") in notes(site, "_pages/includes/pub.md")


def test_signs_stay_behind_the_names_that_have_them(records):
    assert [str(name) for name in records[0].authors] == ["Noor Sato*", "Zoë Lindqvist*", "Ada Quill†*"]


def test_a_badge_says_venue_and_year(records):
    assert [(each.kind, each.acronym, each.venue, each.year, each.note) for each in records[:4]] == [
        ("conference", "SYSCON", "", 2024, ""),
        ("journal", "JIS", "Journal of Idle Systems", 2023, ""),
        ("conference", "NAPS", "", 2022, "Oral"),
        ("preprint", "", "", 2022, ""),
    ]


def test_links_are_told_apart_and_identifiers_taken_out_of_them(records):
    assert records[0].links == (
        RecordLink("code", "https://github.com/lab/quokka"),
        RecordLink("slides", "https://slides.example/quokka"),
    )
    assert (records[0].arxiv_id, records[1].doi, records[1].links) == ("2406.18485", "10.1000/slow.1", ())


def test_files_and_pictures_of_the_site_come_with_their_paper(site):
    assert site.papers[0].teaser == "images/quokka.png"
    assert site.papers[1].files == [SiteFile("pdf", "docs/hale.pdf")]


def test_a_list_that_ends_in_others_does_not_name_all(site):
    assert [paper.entry.names_all_authors for paper in site.papers] == [True, True, False, True, True]


def test_a_title_without_a_link_ends_where_names_begin(records):
    assert [str(name) for name in records[3].authors] == ["Noor Sato", "Jean van der Berg"]


def test_bibtex_on_the_page_says_what_is_cited(records):
    assert (records[4].key, records[4].pages, records[4].authors[0]) == ("sato2022", "1–9", Name("Noor", "Sato"))


def test_news_has_its_date_and_what_has_none_is_told_of(site):
    assert [(str(each.date), each.text) for each in site.news] == [
        ("2024-06", "Quokka is accepted at [SYSCON](https://syscon.example)."),
        ("2023-10", "A prize!"),
    ]
    undated = "news without a date: Some day: a thing without a date."
    assert (FileOutcome.NOT_UNDERSTOOD, undated) in notes(site, "_pages/includes/news.md")


def test_the_page_is_about_one_person(site):
    [noor] = site.people
    assert (noor.name, noor.headline, noor.orcid) == (
        "Noor Sato",
        "PhD student at the Example University",
        "0000-0002-1825-0097",
    )
    assert noor.biography == "I am a PhD student with [Ada Quill](https://lab.example/ada)."
    assert (noor.emails, noor.photo) == (["noor@lab.example"], "images/noor.png")
    assert [link.url for link in noor.links] == [
        "https://scholar.google.com/citations?user=NOOR",
        "https://github.com/noor-sato",
        "https://dblp.org/pid/00/0000.html",
    ]


def test_the_life_of_the_person_is_read_from_its_sections(site):
    [noor] = site.people
    assert noor.awards == [StatedAward("Prize for Patience, Leisure Society", year=2023)]
    assert noor.education == [
        StatedDegree("Example University, Somewhere", "PhD", "Systems", start="2022-09", end="2026-06", ongoing=True),
        StatedDegree("Other University", "Undergraduate", start="2018-09", end="2022-06"),
    ]
    assert noor.positions == [StatedPosition("Intern", "Idle Systems", start="2023-05", end="2023-08")]
    assert [(talk.title, talk.occasions) for talk in noor.talks] == [
        ("On Leisure", [StatedOccasion("Quiet Workshop. | [video]", date="2024-06")])
    ]


def test_what_is_prose_is_told_of(site):
    assert (FileOutcome.LEFT_OUT, "the section “Services” is prose: enter it by hand") in notes(
        site, "_pages/about.md"
    )


def test_files_that_the_page_does_not_include_are_not_read(site):
    assert not any("Somebody" in paper.entry.record.title for paper in site.papers)


def test_the_rows_of_a_table_are_papers(tmp_path):
    site = page(
        tmp_path,
        "Publications\n======\n<table><tr><td><img src='/images/a.png'></td><td><a href='https://a.example'>"
        "Probing the Boundary of Naps</a><br><strong>Noor Sato</strong>, Ada Quill<br><span>Under Review</span></td>"
        "</tr></table>",
    )
    [record] = [paper.entry.record for paper in site.papers]
    assert (record.title, len(record.authors)) == ("Probing the Boundary of Naps", 2)


def test_the_template_itself_has_no_person(tmp_path):
    (tmp_path / "_pages").mkdir()
    (tmp_path / "_pages/about.md").write_text("Lorem ipsum dolor sit amet", encoding="utf-8")
    (tmp_path / "_config.yml").write_text("author:\n  name: Lorem ipsum\n", encoding="utf-8")
    assert acad_homepage.read(FolderSource(tmp_path)).people == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada Quill, Ivo Brandt, and Zoë Lindqvist. SYSCON 2024", ["Ada Quill", "Ivo Brandt", "Zoë Lindqvist"]),
        ("A. Quill and J. van der Berg", ["A. Quill", "J. van der Berg"]),
        ("佐藤, 林佐伊", ["佐藤", "林佐伊"]),
        ("*Ada Quill, Ivo Brandt*", ["Ada Quill", "Ivo Brandt"]),
        ("In Proceedings of the Conference on Naps", []),
        ("", []),
    ],
)
def test_authors_are_told_from_other_words(text, names):
    assert [str(name) for name in authors_in(text).names] == names


@pytest.mark.parametrize(
    ("behind", "rest"),
    [
        (r" \| [![](https://x.org/stars)](https://x.org/code)", " | [](https://x.org/stars)"),
        (" [Paper](https://x.org/p) [Code](https://x.org/c)", " Paper Code"),
        (" **[Code](https://x.org/c)**", " Code"),
        (" · [Code](https://x.org/c)", " · Code"),
        (" / SYSCON 2024", " / SYSCON 2024"),
        (" (Oral)", " (Oral)"),
        (" <i>SYSCON</i>", " <i>SYSCON</i>"),
        (" *SYSCON 2024*", " *SYSCON 2024*"),
        (" (CMU), Noor Haidar (MIT)", " (CMU), Noor Haidar (MIT)"),
    ],
)
def test_the_last_author_is_not_lost_in_what_stands_behind(behind, rest):
    found = authors_in(f"[Ada Quill](https://x.org), **Ivo Brandt**{behind}")
    assert ([str(name) for name in found.names], found.rest) == (["Ada Quill", "Ivo Brandt"], rest)


def test_a_heading_in_a_box_is_the_title_of_a_paper(tmp_path):
    (tmp_path / "_pages").mkdir()
    box = """<div class='paper-box wide'><div class="badge">SYSCON</div><div class='paper-box-text'>
      <h3><a href="https://x.org/naps">Scheduling at Leisure</a></h3>
      <div class="authors"><span>Ada Quill</span>, Ivo Brandt*</div>
      <div class="venue">Conference on Naps (SYSCON) 2024</div>
    </div></div>"""
    other = box.replace("Leisure", "Ease").removesuffix("</div></div>")
    page = f"# About me\nClocks.\n\n# Publications\n{box}\n\n{other}\n\n<h2>Awards</h2>\n- *2020* A prize"
    (tmp_path / "_pages/about.md").write_text(page, encoding="utf-8")
    (tmp_path / "_config.yml").write_text("author:\n  name: Ada Quill\n", encoding="utf-8")
    site = acad_homepage.read(FolderSource(tmp_path))
    records = [paper.entry.record for paper in site.papers]
    assert [(each.title, len(each.authors), each.year) for each in records] == [
        ("Scheduling at Leisure", 2, 2024),
        ("Scheduling at Ease", 2, 2024),
    ]
    assert [award.title for award in site.people[0].awards] == ["A prize"]


def test_other_authors_are_left_out_and_what_follows_is_kept():
    found = authors_in("Ada Quill, Ivo Brandt, et al., SYSCON, 2024")
    assert ([str(name) for name in found.names], found.rest, found.are_all) == (
        ["Ada Quill", "Ivo Brandt"],
        ", SYSCON, 2024",
        False,
    )


@pytest.mark.parametrize(
    ("badge", "rest", "kind", "name", "acronym", "year"),
    [
        ("CVPR 2016", "", "conference", "", "CVPR", 2016),
        ("", "*IEEE Transactions on Naps (TON), 2023*", "journal", "IEEE Transactions on Naps", "TON", 2023),
        ("Arxiv 2024", "", "preprint", "", "", 2024),
        ("", "Workshop on Naps, 2021", "workshop", "Workshop on Naps", "", 2021),
        (
            "SYSCON Main",
            "Conference on Naps (SYSCON 2026) Main Conference",
            "conference",
            "Conference on Naps",
            "SYSCON",
            2026,
        ),
        ("SYSCON 2022", ". *(Datasets and Benchmarks Track)*", "conference", "", "SYSCON", 2022),
        ("PhD Dissertation 2026", "", "thesis", "", "", 2026),
        ("", "", "other", "", "", None),
    ],
)
def test_a_place_is_read_from_its_words(badge, rest, kind, name, acronym, year):
    placed = place_of(PaperBlock("", badge), rest, "")
    assert [placed[each] for each in ("kind", "venue", "acronym", "year")] == [kind, name, acronym, year]


@pytest.mark.parametrize(
    ("bio", "role"), [("PhD student at X", "phd"), ("Professor at X", "faculty"), ("I keep clocks", ""), ("", "")]
)
def test_whose_page_it_is_has_the_role_that_the_page_says_and_else_none(bio, role, tmp_path):
    (tmp_path / "_pages").mkdir()
    (tmp_path / "_pages/about.md").write_text("I keep clocks.", encoding="utf-8")
    (tmp_path / "_config.yml").write_text(f"author:\n  name: Ada Quill\n  bio: {bio}\n", encoding="utf-8")
    [ada] = acad_homepage.read(FolderSource(tmp_path)).people
    assert [(each.role, each.is_guess) for each in ada.roles] == [(role, True)]


@pytest.mark.parametrize(
    ("bullet", "title", "organisation"),
    [
        ("Alibaba, Hangzhou.", "Position", "Alibaba, Hangzhou"),
        ("Research intern, Tide Inc., Hangzhou.", "Research intern", "Tide Inc, Hangzhou"),
        ("Tide Inc., Engineer", "Engineer", "Tide Inc"),
        ("Intern at Tide Inc.", "Position", "Intern at Tide Inc"),
    ],
)
def test_an_employer_is_no_title(bullet, title, organisation, tmp_path):
    (tmp_path / "_config.yml").write_text("author: {name: Ada Quill}")
    (tmp_path / "_pages").mkdir()
    (tmp_path / "_pages/about.md").write_text(
        f"---\n---\nI rest.\n\n# 💻 Internships\n- *2020.01 - 2021.02*, {bullet}\n"
    )
    [position] = acad_homepage.read(FolderSource(tmp_path)).people[0].positions
    assert (position.title, position.organisation) == (title, organisation)
