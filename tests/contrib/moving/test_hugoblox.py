from pathlib import Path

import pytest

from labsite.contrib.moving import hugoblox
from labsite.contrib.moving.families import family_of
from labsite.contrib.moving.hugoblox.publications import kind_in, placed_in
from labsite.contrib.moving.outcomes import FileOutcome
from labsite.contrib.moving.site import SiteFile, SiteRole
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.reading.career import StatedAward, StatedDegree, StatedOccasion
from labsite.contrib.reading.front_matter import PageFields
from publications.citations.names import without_marks
from publications.citations.record import Name, RecordLink

SITES = Path(__file__).parents[2] / "data" / "sites"


@pytest.fixture
def site():
    return hugoblox.read(FolderSource(SITES / "hugoblox"))


@pytest.fixture
def papers(site):
    return {paper.entry.record.key: paper for paper in site.papers}


@pytest.fixture
def people(site):
    return {person.name: person for person in site.people}


def make_site(folder, **files):
    """Return what is read of a site of files, given by their paths."""
    for path, text in {"hugo.yaml": "title: A Lab", **files}.items():
        (folder / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "site" / path).write_text(text, encoding="utf-8")
    return hugoblox.read(FolderSource(folder / "site"))


def paper_of(folder, front_matter, **files):
    site = make_site(folder, **{"content/publication/one/index.md": f"---\n{front_matter}\n---\n", **files})
    return site.papers[0].entry


def notes(site, path):
    return next(words for each, _, words in site.outcomes if each == path)


def test_a_site_that_names_the_theme_is_recognised():
    assert family_of(FolderSource(SITES / "hugoblox")) == "hugoblox"


def test_papers_come_without_drafts_translations_and_the_templates_own(site, papers):
    assert list(papers) == ["hale-2018", "quill-ledger-2024", "tides"]
    folder = "content/publication"
    assert notes(site, f"{folder}/conference-paper/cite.bib") == [
        (FileOutcome.LEFT_OUT, "demo content of the template")
    ]
    assert notes(site, f"{folder}/unfinished/index.md") == [(FileOutcome.LEFT_OUT, "a draft")]
    assert notes(site, f"{folder}/ledger-2024/index.zh.md") == [(FileOutcome.LEFT_OUT, "a translation of a page")]


def test_front_matter_and_bibtex_are_united(papers):
    record = papers["quill-ledger-2024"].entry.record
    assert record.title == "A Ledger That Balances Itself"
    assert (record.year, record.month, record.pages, record.publisher) == (2024, 6, "1–14", "Example Press")
    assert (record.acronym, record.kind, record.doi) == ("SUS", "conference", "10.5555/sus.2024.1")
    assert record.proceedings == "Proceedings of the 12th Symposium on Unlikely Systems"
    assert record.abstract == "Ledgers drift. This one does not."
    assert record.extra == (("keywords", "Ledgers, Clocks"),)


def test_what_they_do_not_agree_on_is_told(site):
    assert notes(site, "content/publication/ledger-2024/index.md") == [
        (FileOutcome.NOT_UNDERSTOOD, "a link to “gone.pdf”, which is not in the source"),
        (FileOutcome.LEFT_OUT, "year: “2024” on the page, “2023” in its BibTeX; that of the page is used"),
    ]


def test_usernames_become_names_and_notes_become_marks(papers):
    authors = papers["quill-ledger-2024"].entry.record.authors
    assert authors == (Name("Ada", "Quill*"), Name("Z.", "Lindqvist*"), Name("Ivo", "Brandt"))
    assert papers["tides"].entry.record.authors == (Name("Ivo", "Brandt"), Name("Ada", "Quill"))
    assert not papers["tides"].entry.names_all_authors


def test_links_lead_to_files_of_the_source_and_elsewhere(papers):
    paper = papers["quill-ledger-2024"]
    assert paper.files == [
        SiteFile("pdf", "content/publication/ledger-2024/ledger.pdf"),
        SiteFile("poster", "static/uploads/poster.pdf"),
    ]
    assert paper.entry.record.links == (
        RecordLink("code", "https://code.example/ledger"),
        RecordLink("other", "https://video.example/ledger", "Talk recording"),
    )
    assert paper.teaser == "content/publication/ledger-2024/featured.png"
    assert (paper.teaser_alt, paper.is_selected) == ("A pair of scales", True)


def test_the_fields_of_newer_versions_are_read(papers):
    record = papers["tides"].entry.record
    assert (record.kind, record.venue, record.volume, record.number, record.pages) == (
        *("journal", "Journal of Improbable Systems"),
        *("3", "2", "7–9"),
    )
    assert (record.doi, record.arxiv_id, record.year, record.month) == ("10.5555/jis.3.2", "2301.01234", 2023, None)
    assert record.links == (RecordLink("other", "https://journal.example/appendix", "Appendix"),)
    assert papers["tides"].awards == [
        StatedAward("Test of Time Award", "Journal of Improbable Systems", 2025, note="Ten years after.")
    ]


def test_the_fields_of_older_versions_are_read(papers):
    paper = papers["hale-2018"]
    record = paper.entry.record
    assert (record.kind, record.publisher, record.year, record.month) == ("thesis", "Example University", 2018, 5)
    assert record.links == (
        RecordLink("pdf", "https://theses.example/hale.pdf"),
        RecordLink("other", "https://video.example/defence", "Defence"),
    )
    assert paper.is_selected


def test_people_have_roles_by_group_and_by_their_own_words(people):
    assert {name: person.roles for name, person in people.items()} == {
        "Ada Quill": [SiteRole("lead")],
        "Zoë Lindqvist": [SiteRole("phd")],
        "Maren Hale": [SiteRole("phd", has_ended=True, went_to="Example Institute, Assistant Professor")],
        "Noor Sato": [SiteRole("visitor")],
    }


def test_a_profile_is_read_whole(people):
    ada, zoe = people["Ada Quill"], people["Zoë Lindqvist"]
    assert ada.photo == "content/authors/ada-quill/avatar.png"
    assert (ada.orcid, ada.emails) == ("0000-0002-1825-0097", ["ada@quill.example"])
    assert [link.url for link in ada.links] == ["https://github.com/adaquill"]
    assert ada.education == [StatedDegree("Example University", "PhD", "Distributed Systems", end="2009")]
    assert (ada.biography, ada.interests) == ("Ada Quill leads the lab.", ["Ledgers", "Slow clocks"])
    assert (zoe.native_name, zoe.native_language, zoe.other_spellings) == (
        "林佐伊",
        "zh",
        ["Z. Lindqvist", "Zoe Lindqvist"],
    )


def test_a_profile_of_newer_versions_is_a_data_file(people):
    noor = people["Noor Sato"]
    assert noor.photo == "assets/media/authors/noor.png"
    assert (noor.native_name, noor.native_language) == ("佐藤ヌール", "ja")
    assert [(each.title, each.organisation, each.ongoing) for each in noor.positions] == [
        ("Engineer", "Clockworks", True)
    ]
    assert [(each.title, each.year) for each in noor.awards] == [("Balance Prize", 2022)]


def test_talks_go_to_their_speakers(people):
    (talk,) = people["Ada Quill"].talks
    assert talk.title == "Why Ledgers Drift"
    assert talk.occasions == [StatedOccasion("Seminar on Slow Clocks", "Oslo, Norway", "2024-03-05")]


def test_projects_have_their_people_and_papers_and_tools_are_projects(site):
    assert [(each.title, each.people, each.papers) for each in site.projects] == [
        ("Ledger", ["Zoë Lindqvist"], ["quill-ledger-2024"]),
        ("Balance", [], []),
    ]


def test_a_student_whose_role_names_a_project_is_no_project(tmp_path):
    page = "---\ntitle: Maren Hale\nrole: 'FYP Alumnus, 2019. Project: Slow Clocks'\nuser_groups: [Alumni]\n---\n"
    site = make_site(tmp_path, **{"content/authors/maren/_index.md": page})
    assert ([person.name for person in site.people], list(site.projects)) == (["Maren Hale"], [])


def test_news_pages_and_the_lab_come_without_the_templates_own(site):
    (news,) = site.news
    assert (news.date, news.title, news.papers) == ("2024-09-09", "The ledger won a prize", ["quill-ledger-2024"])
    assert news.text == "![](featured.png)\n\nIt was a **balanced** decision."
    assert [(page.title, page.slug, page.place) for page in site.pages] == [("Joining the lab", "joining", 20)]
    assert site.lab.name == "Quill Lab"
    assert site.lab.about == "## Welcome\n\nWe study why ledgers drift, and how they find back."
    assert site.lab.address == "1 Ledger Street\nOslo\n0150\nNorway"
    assert site.lab.email == "lab@quill.example"


def test_a_paper_without_a_title_is_a_problem(tmp_path):
    entry = paper_of(tmp_path, "authors: [Ada Quill]")
    assert entry.problem == (
        "content/publication/one/index.md: this page of a paper has no title. Add one, and import it again."
    )


def test_a_list_of_authors_in_one_text_is_several(tmp_path):
    entry = paper_of(tmp_path, "title: A\nauthors: ['Ada Quill, Zoë Lindqvist, Ivo Brandt et al.']")
    assert [author.family for author in entry.record.authors] == ["Quill", "Lindqvist", "Brandt"]
    assert not entry.names_all_authors


def test_bibtex_that_names_only_some_authors_is_no_difference(tmp_path):
    bib = "@article{a, title={A}, author={Quill, Ada and others}, year={2024}}"
    site = make_site(
        tmp_path,
        **{
            "content/publication/one/index.md": "---\ntitle: A\nauthors: [Ada Quill, Ivo Brandt]\n---",
            "content/publication/one/cite.bib": bib,
        },
    )
    assert [author.family for author in site.papers[0].entry.record.authors] == ["Quill", "Brandt"]
    assert notes(site, "content/publication/one/index.md") == []


def test_a_bibliography_that_no_pages_are_made_of_yet_is_read(tmp_path):
    bib = "@article{a, title={A}, author={Quill, Ada}, year={2024}}"
    page = {"content/publication/one/index.md": "---\ntitle: One\n---"}
    (tmp_path / "other").mkdir()
    without_pages = make_site(tmp_path, **{"publications.bib": bib})
    with_pages = make_site(tmp_path / "other", **{"publications.bib": bib}, **page)
    assert [paper.entry.record.title for paper in without_pages.papers] == ["A"]
    assert [paper.entry.record.title for paper in with_pages.papers] == ["One"]


def test_a_page_in_another_language_is_read_where_the_main_one_has_its_folder(tmp_path):
    page = "---\ntitle: {}\n---"
    site = make_site(
        tmp_path,
        **{
            "config/_default/languages.yaml": "en:\n  contentDir: content/en\nzh:\n  contentDir: content/zh\n",
            "content/en/publication/one/index.md": page.format("Clocks"),
            "content/zh/publication/one/index.md": page.format("钟"),
        },
    )
    assert [paper.entry.record.title for paper in site.papers] == ["Clocks"]
    assert notes(site, "content/zh/publication/one/index.md")[0][0] is FileOutcome.LEFT_OUT


def test_a_link_of_a_list_from_the_top_of_the_old_site_leads_there_still(tmp_path):
    page = "---\ntitle: A\nurl_slides:\n- /slides/a.pdf\n---"
    config = "title: A Lab\nbaseURL: https://quill-lab.net/\n"
    site = make_site(tmp_path, **{"hugo.yaml": config, "content/publication/one/index.md": page})
    assert site.papers[0].entry.record.links == (RecordLink("slides", "https://quill-lab.net/slides/a.pdf"),)


def test_somebody_who_is_called_as_the_templates_cast_is_no_sample(tmp_path):
    profile = "---\ntitle: Alex Johnson\nuser_groups: [{}]\n---\n{}"
    people = {
        "content/authors/a/_index.md": profile.format("Postdocs", "Alex keeps our clocks slow."),
        "content/authors/b/_index.md": profile.format("Researchers", "Alex Johnson leads research at Meta AI."),
    }
    site = make_site(tmp_path, **people)
    assert [person.roles for person in site.people] == [[SiteRole("postdoc")]]


@pytest.mark.parametrize(
    ("said", "role"),
    [
        ("", SiteRole()),
        ("role: Clock keeper", SiteRole()),
        ("role: Professor", SiteRole("faculty")),
        ("user_groups: [Researchers]", SiteRole("researcher")),
        ("user_groups: [Principal Investigators]", SiteRole("lead")),
        ("user_groups: [Team]\nrole: Student", SiteRole()),
        ("user_groups: [Students and Postdocs]", SiteRole()),
        ("user_groups: [Students and Postdocs]\nrole: PhD student", SiteRole("phd")),
    ],
)
def test_the_owner_has_the_role_that_the_profile_says_and_else_none(tmp_path, said, role):
    profile = f"---\ntitle: Ada Quill\nsuperuser: true\n{said}\n---"
    [ada] = make_site(tmp_path, **{"content/authors/admin/_index.md": profile}).people
    assert (ada.roles, ada.is_owner) == ([role], True)


def test_of_several_who_say_that_the_site_is_theirs_none_leads(tmp_path):
    profile = "---\ntitle: {}\nsuperuser: true\n---"
    names = ("Ada Quill", "Ivo Brandt")
    people = {f"content/authors/{at}/_index.md": profile.format(name) for at, name in enumerate(names)}
    site = make_site(tmp_path, **people)
    assert [person.roles for person in site.people] == [[SiteRole()]] * 2
    assert not any(person.is_owner for person in site.people)


def test_broken_front_matter_stops_no_other_page(tmp_path):
    site = make_site(
        tmp_path,
        **{
            "content/publication/one/index.md": "---\ntitle: [\n---",
            "content/publication/two/index.md": "---\ntitle: Two\n---",
        },
    )
    assert [paper.entry.record.title for paper in site.papers] == ["Two"]
    assert notes(site, "content/publication/one/index.md")[0][0] is FileOutcome.NOT_UNDERSTOOD


def test_the_latin_spelling_of_a_native_name_and_notes_in_chinese_are_read(tmp_path):
    site = make_site(
        tmp_path,
        **{
            "content/authors/zhang/_index.md": "---\ntitle: 张三\nenglishname: San Zhang\n"
            "user_groups: [Students]\n---",
            "content/authors/Wu Zhao/_index.md": "---\ntitle: 赵五\nuser_groups: [Students]\n---",
            "content/publication/one/index.md": "---\ntitle: One\nauthors: [San Zhang, Wu Zhao, Ada Quill]\n"
            "author_notes: [共同一作, 共同一作, 通讯作者]\n---",
            "content/publication/two/index.md": "---\ntitle: Two\nauthors: ['张三， 李四', Ada Quill]\n"
            "author_notes: ['', 通讯作者]\n---",
        },
    )
    assert {(each.name, each.native_name) for each in site.people} == {("San Zhang", "张三"), ("Wu Zhao", "赵五")}
    one, two = (paper.entry.record.authors for paper in site.papers)
    names, marks = without_marks(one)
    assert [*map(str, names)] == ["San Zhang", "Wu Zhao", "Ada Quill"]
    assert [(each.is_equal, each.is_corresponding) for each in marks] == [(True, False), (True, False), (False, True)]
    # Where one author is a list, nobody knows of whom each note is.
    assert [*map(str, two)] == ["张三", "李四", "Ada Quill"]
    assert (FileOutcome.LEFT_OUT, "通讯作者") in notes(site, "content/publication/two/index.md")


def test_numbers_behind_the_name_of_a_journal_are_parted_from_it(tmp_path):
    record = paper_of(
        tmp_path, "title: One\npublication_types: ['2']\npublication: '*Nature Physics, 12*(3), pp. 4-5'"
    ).record
    assert (record.venue, record.volume, record.number, record.pages) == ("Nature Physics", "12", "3", "4–5")


@pytest.mark.parametrize(
    ("fields", "kind", "place"),
    [
        ({"publication": "In *ICW*"}, "conference", {"acronym": "ICW"}),
        (
            {"publication": "*Nature Physics, 12*(3), pp. 4-5"},
            "journal",
            {"venue": "Nature Physics, 12(3), pp. 4-5"},
        ),
        ({"publication": "*PLOS ONE.*"}, "journal", {"venue": "PLOS ONE"}),
        ({"publication": "*J. Slow Clk.*"}, "journal", {"venue": "J. Slow Clk."}),
        ({"publication": "arXiv preprint"}, "preprint", {"venue": "arXiv", "acronym": "arXiv"}),
        ({"publication_short": "ACL 2020"}, "conference", {"acronym": "ACL"}),
        ({"publication_short": "Proc. of the symposium"}, "conference", {}),
    ],
)
def test_where_a_paper_appeared_is_read_out_of_words(fields, kind, place):
    assert placed_in(PageFields(fields), kind, 2020) == place


@pytest.mark.parametrize(
    ("group", "said", "role"),
    [
        ("Principal Investigator / Research Fellows / Staff", "Research Fellow", SiteRole("researcher")),
        ("Principal Investigator / Research Fellows / Staff", "Associate Professor", SiteRole("lead")),
        ("Graduate Alumni", "Master’s Alumnus (2021). Thesis: Clocks", SiteRole("master", has_ended=True)),
        ("Graduate Alumni", "Doctoral Alumnus", SiteRole("phd", has_ended=True)),
        ("Staff Alumni", "Postdoctoral Alumnus", SiteRole("postdoc", has_ended=True)),
        ("Staff Alumni", "Research Assistant (2012)", SiteRole("researcher", has_ended=True)),
        ("PhD Students", "Researcher", SiteRole("phd")),
        ("Visitors", "Professor", SiteRole("visitor")),
        ("Postdocs", "Assistant Professor", SiteRole("faculty")),
        ("Undergraduates", "Master student", SiteRole("master")),
        ("Master Students", "Graduate student", SiteRole("master")),
        ("Master Students", "PhD student", SiteRole("phd")),
        ("Undergraduates", "Postgraduate intern (2014)", SiteRole()),
        ("Undergraduates", "Slow clocks", SiteRole("undergraduate", is_guess=True)),
        ("Undergraduates", "", SiteRole("undergraduate")),
        ("Alumni", "Engineer at <a href='https://x.example'>X</a>", None),
        ("Faculty Collaborators", "Professor", None),
    ],
)
def test_a_group_of_several_roles_leaves_the_choice_to_ones_own_words(group, said, role, tmp_path):
    profile = f'---\ntitle: Ada Quill\nrole: "{said}"\nuser_groups: ["{group}"]\n---'
    [ada] = make_site(tmp_path, **{"content/authors/ada/_index.md": profile}).people
    left = SiteRole(has_ended=True, went_to="Engineer at X")
    assert ada.roles == ([role] if role else [left] if group == "Alumni" else [])
    assert "<" not in ada.headline


@pytest.mark.parametrize(
    ("types", "place", "kind"),
    [
        ("article-journal", "arXiv preprint arXiv:2401.00001", "preprint"),
        ("article-journal", "CoRR", "preprint"),
        ("article-journal", "bioRxiv", "preprint"),
        ("article", "Journal of Burrows", "other"),
        ("article", "", "preprint"),
        ("article-journal", "Journal of Burrows", "journal"),
        ("paper-conference", "Second Workshop on Naps", "workshop"),
        ("paper-conference", "Conference on Naps", "conference"),
    ],
)
def test_what_stands_in_an_archive_is_a_preprint_whatever_the_page_calls_it(types, place, kind):
    assert kind_in(PageFields({"publication_types": [types], "publication": place and f"*{place}*"})) == kind


@pytest.mark.parametrize(
    ("said", "role", "went_to"),
    [
        ("PhD student @ Tide University", "", ""),
        ("PhD student, 2015-2019", "phd", ""),
        ("PhD (2019), now at Tide Inc.", "phd", "Tide Inc."),
        ("Master student → Tide Inc.", "master", "Tide Inc."),
        ("Engineer at Tide Inc.", "", "Engineer at Tide Inc."),
    ],
)
def test_the_role_of_before_is_never_where_an_alumna_went(said, role, went_to, tmp_path):
    profile = f'---\ntitle: Ada Quill\nrole: "{said}"\nuser_groups: [Alumni]\n---'
    [ada] = make_site(tmp_path, **{"content/authors/ada/_index.md": profile}).people
    assert (ada.roles, ada.headline) == ([SiteRole(role, has_ended=True, went_to=went_to)], said)
