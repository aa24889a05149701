from pathlib import Path

import pytest

from labsite.contrib.moving import al_folio
from labsite.contrib.moving.families import family_of
from labsite.contrib.moving.outcomes import FileOutcome
from labsite.contrib.moving.site import SiteFile, SiteRole
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.reading.career import StatedAward, StatedDegree, StatedOccasion
from publications.citations.record import Name, RecordLink

SITES = Path(__file__).parents[2] / "data" / "sites"


@pytest.fixture
def site():
    return al_folio.read(FolderSource(SITES / "al_folio"))


@pytest.fixture
def papers(site):
    return {paper.entry.record.key: paper for paper in site.papers if paper.entry.record}


@pytest.fixture
def people(site):
    return {person.name: person for person in site.people}


def make_site(folder, **files):
    """Return what is read of a site with a bibliography and further files, given by their paths."""
    texts = {"_config.yml": "title: A Lab\n# al-folio", "_bibliography/papers.bib": "", **files}
    for path, text in texts.items():
        (folder / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "site" / path).write_text(text, encoding="utf-8")
    return al_folio.read(FolderSource(folder / "site"))


def notes(site, path):
    return next(words for each, _, words in site.outcomes if each == path)


def test_a_site_with_a_bibliography_and_files_of_the_theme_is_recognised():
    assert family_of(FolderSource(SITES / "al_folio")) == "al-folio"


def test_the_papers_come_in_order_without_those_of_the_template(papers):
    assert list(papers) == ["quill2024ledger", "brandt2023tides", "hale2018thesis"]


def test_a_papers_own_fields_become_what_this_site_knows(papers):
    paper = papers["quill2024ledger"]
    record = paper.entry.record
    assert (record.acronym, record.arxiv_id, record.month) == ("SUS", "2406.18485", 6)
    assert record.links == (
        RecordLink("code", "https://code.example/ledger"),
        RecordLink("project", "https://ledger.example/"),
    )
    assert paper.files == [SiteFile("pdf", "assets/pdf/ledger.pdf")]
    assert paper.teaser == "assets/img/publication_preview/ledger.png"
    assert paper.is_selected
    assert paper.awards == [StatedAward("Balance Award", "SUS", 2024, note="Best of all the papers of the year")]
    assert dict(record.extra) == {"annotation": "* equal contribution", "poster": "gone.pdf"}


def test_authors_keep_their_order_and_their_signs(papers):
    authors = papers["quill2024ledger"].entry.record.authors
    assert authors == (Name("Ada", "Quill*"), Name("Zoë", "Lindqvist*"), Name("I.", "Brandt"), Name("Maren", "Hale"))
    assert not papers["brandt2023tides"].entry.names_all_authors


def test_a_badge_that_names_no_venue_is_no_acronym(papers):
    record = papers["brandt2023tides"].entry.record
    assert record.acronym == ""
    assert dict(record.extra) == {"abbr": "Preprint", "google_scholar_id": "qjMakFHDy7sC"}


def test_a_file_that_is_gone_and_the_papers_of_the_template_are_told(site):
    assert notes(site, "_bibliography/papers.bib") == [
        (FileOutcome.LEFT_OUT, "entries by Einstein (1): demo content of the template"),
        (FileOutcome.NOT_UNDERSTOOD, "quill2024ledger: the file “gone.pdf” isn’t in the source"),
    ]


def test_a_bibliography_that_no_page_shows_is_left_out(site, papers):
    assert "quill2024draft" not in papers
    assert notes(site, "_bibliography/papers_old.bib")[0][0] == FileOutcome.LEFT_OUT


def test_a_bibliography_of_talks_gives_the_owner_talks(site, people):
    (talk,) = people["Ada M. Quill"].talks
    assert talk.title == "Why Ledgers Drift"
    assert talk.occasions == [StatedOccasion("Seminar on Slow Clocks", "Oslo, Norway", "2024-03")]
    assert [paper.entry.no_paper for paper in site.papers if not paper.entry.record] == ["It is a talk."]


def test_the_owner_has_what_settings_and_curriculum_say(people):
    ada = people["Ada M. Quill"]
    assert ada.roles == [SiteRole()]
    assert ada.other_spellings == ["Ada Quill", "A. Quill"]
    assert ada.emails == ["ada@quill.example"]
    assert ada.orcid == "0000-0002-1825-0097"
    assert [link.url for link in ada.links] == [
        "https://github.com/adaquill",
        "https://scholar.google.com/citations?user=aDaQ1",
        "https://dblp.example/pid/1/2.html",
    ]
    assert ada.education[0] == StatedDegree(
        "Example University", "PhD", "Distributed Systems", start="2004", end="2009"
    )
    assert [(each.title, each.start, each.ongoing) for each in ada.positions] == [("Professor", "2010", True)]
    assert [(each.title, each.year, each.until) for each in ada.awards] == [
        ("Fellow of Slow Clocks", 2015, 2019),
        ("Balance Prize", 2021, None),
        ("Teaching Award", 2021, None),
    ]
    assert ada.interests == ["Ledgers"]
    assert [(each.course, each.term) for each in ada.teaching] == [("Unlikely Systems", "Autumn 2024")]


def test_members_come_out_of_collections_data_and_projects(people):
    assert {name: person.roles for name, person in people.items() if person.roles} == {
        "Ada M. Quill": [SiteRole()],
        "Zoë Lindqvist": [SiteRole("phd", start="2022-09-01")],
        "Noor Sato": [SiteRole("visitor")],
        "Maren Hale": [SiteRole("phd", end="2018", has_ended=True, went_to="Assistant Professor, Example Institute")],
    }
    assert people["Zoë Lindqvist"].photo == "assets/img/zoe.png"
    assert people["Zoë Lindqvist"].emails == ["zoe@quill.example"]
    assert people["Noor Sato"].honorific == "Dr."


def test_co_authors_bring_spellings_and_addresses_without_a_role(people):
    assert people["Ivo Brandt"].roles == []
    assert people["Ivo Brandt"].other_spellings == ["I. Brandt"]
    assert [link.url for link in people["Ivo Brandt"].links] == ["https://brandt.example/"]
    assert [link.url for link in people["Maren Hale"].links] == ["https://hale.example"]
    assert "Edwin Adams" not in people


def test_news_projects_and_pages_come_without_those_of_the_template(site):
    assert [(news.date, news.title) for news in site.news] == [
        ("2024-09-09", ""),
        ("2023-05-01", "What slow clocks teach"),
        ("2024-02-01", ""),
    ]
    assert site.news[0].text == "Our [ledger](https://ledger.example/) won a prize 🏆"
    assert [project.title for project in site.projects] == ["Ledger"]
    assert [(page.title, page.slug, page.place) for page in site.pages] == [
        ("Joining the lab", "joining", 7),
        ("Reading group", "reading-group", None),
    ]
    assert [(venue.acronym, venue.url) for venue in site.venues] == [("SUS", "https://sus.example/")]


def test_the_words_of_a_labs_first_page_are_about_the_lab(site):
    assert site.lab.name == "Quill Lab"
    assert site.lab.about == "We study why ledgers drift, and how they find back."
    assert site.lab.address == "Room 12\n1 Ledger Street"


def test_the_words_of_a_persons_first_page_are_about_the_person(tmp_path):
    site = make_site(
        tmp_path,
        **{
            "_config.yml": "title: blank\nfirst_name: Ada\nlast_name: Quill\nemail: you@example.com",
            "_pages/about.md": "---\nlayout: about\n---\nI keep ledgers.",
            "_data/socials.yml": "orcid_id: 0000-0002-1825-0097\nmastodon_username: slow.example/@ada",
        },
    )
    (ada,) = site.people
    assert (ada.name, ada.biography, ada.orcid, ada.emails) == (
        "Ada Quill",
        "I keep ledgers.",
        "0000-0002-1825-0097",
        [],
    )
    assert [link.url for link in ada.links] == ["https://slow.example/@ada"]
    assert (site.lab.name, site.lab.about) == ("Ada Quill", "")


def test_a_lab_without_a_surname_has_no_owner(tmp_path):
    config = "title: blank\nfirst_name: Ledger\nlast_name: Lab\nemail: lab@quill.example\ngithub_username: ledgers"
    site = make_site(tmp_path, **{"_config.yml": config})
    assert site.people == []
    assert (site.lab.name, site.lab.email) == ("Ledger Lab", "lab@quill.example")
    assert site.lab.links == ["https://github.com/ledgers"]


def test_the_curriculum_is_read_in_the_form_of_rendercv_and_of_json_resume(tmp_path):
    owner = "title: blank\nfirst_name: Ada\nlast_name: Quill"
    rendered = """
cv:
  name: Ada Quill
  sections:
    education:
      - {institution: Example University, degree: PhD, area: Systems, start_date: 2004-09, end_date: 2009-06}
    experience:
      - {company: Example University, position: Professor, start_date: 2010, end_date: present, highlights: [Clocks]}
"""
    resume = '{"work": [{"name": "Clockworks", "position": "Engineer", "startDate": "2009", "endDate": "2010"}]}'
    (tmp_path / "other").mkdir()
    first = make_site(tmp_path, **{"_config.yml": owner, "_data/cv.yml": rendered}).people[0]
    second = make_site(tmp_path / "other", **{"_config.yml": owner, "assets/json/resume.json": resume}).people[0]
    assert first.education == [StatedDegree("Example University", "PhD", "Systems", start="2004-09", end="2009-06")]
    assert [(each.title, each.ongoing, each.text) for each in first.positions] == [("Professor", True, "- Clocks")]
    assert [(each.organisation, each.start, each.end) for each in second.positions] == [("Clockworks", "2009", "2010")]


def test_a_curriculum_brings_links_and_skills_and_says_what_has_no_place(tmp_path):
    owner = "title: blank\nfirst_name: Ada\nlast_name: Quill"
    resume = """{"basics": {"label": "Studies time", "profiles": [{"network": "GitHub", "username": "ada"}]},
      "skills": [{"name": "Systems", "keywords": ["Clocks", "Tides"]}], "volunteer": [{"organization": "Red Cross"}],
      "education": [{"institution": "Example University", "courses": ["Rest 101"]}]}"""
    site = make_site(tmp_path, **{"_config.yml": owner, "assets/json/resume.json": resume})
    [ada] = site.people
    assert ([link.url for link in ada.links], ada.skills) == (["https://github.com/ada"], ["Systems: Clocks, Tides"])
    told = [words for outcome, words in notes(site, "assets/json/resume.json") if outcome is FileOutcome.LEFT_OUT]
    assert told == [
        "“volunteer”: no place for it here",
        "“Rest 101” of “Example University”: no place for it here",
    ]


def test_data_about_other_things_holds_no_people(tmp_path):
    courses = "- {name: Unlikely Systems, term: Autumn}\n"
    people = "- name: This Could Be You\n- name: Maren Hale\n  position: Postdoc\n"
    site = make_site(tmp_path, **{"_data/student_courses.yml": courses, "_data/team.yml": people})
    assert [(person.name, person.roles) for person in site.people] == [("Maren Hale", [SiteRole("postdoc")])]


def test_a_broken_file_stops_no_other(tmp_path):
    site = make_site(
        tmp_path,
        **{"_data/team.yml": "a: [", "_news/one.md": "---\ndate: 2024-01-01\n---\nNews", "_news/two.md": "Text"},
    )
    assert [news.date for news in site.news] == ["2024-01-01"]
    assert [path for path, fate, _ in site.outcomes if fate is FileOutcome.NOT_UNDERSTOOD] == [
        "_data/team.yml",
        "_news/two.md",
    ]


def test_a_list_of_alumni_may_only_describe_them(tmp_path):
    alumni = "- name: Maren Hale\n  description: postdoc, then at Clockworks\n- name: This Could Be You\n"
    courses = "- {name: Unlikely Systems, description: for PhD students}\n"
    site = make_site(tmp_path, **{"_data/alumni.yml": alumni, "_data/student_courses.yml": courses})
    assert [(person.name, person.roles[0].has_ended) for person in site.people] == [("Maren Hale", True)]


@pytest.mark.parametrize(
    ("path", "said", "role"),
    [
        ("_people/maren.md", "", SiteRole()),
        ("_team/maren.md", "position: Keeps our clocks", SiteRole()),
        ("_members/maren.md", "position: Student", SiteRole()),
        ("_members/maren.md", "position: Research scientist", SiteRole("researcher")),
        ("_members/maren.md", "role: Researcher\nposition: I like research", SiteRole("researcher")),
        ("_people/maren.md", "start: 2019", SiteRole(start="2019")),
        ("_students/maren.md", "", SiteRole()),
        ("_phd_students/maren.md", "", SiteRole("phd")),
        ("_postdocs_and_students/maren.md", "", SiteRole()),
        ("_alumni/maren.md", "year: 2018", SiteRole("", "", "2018", True)),
        ("_alumni/maren.md", "position: Research Scientist", SiteRole("researcher", has_ended=True)),
        ("_alumni/maren.md", "position: Student", SiteRole(has_ended=True)),
    ],
)
def test_somebody_has_the_role_that_the_site_says_and_else_none(path, said, role, tmp_path):
    [maren] = make_site(tmp_path, **{path: f"---\nname: Maren Hale\n{said}\n---\n"}).people
    assert maren.roles == [role]


def test_alumni_of_whom_only_prose_tells_have_no_role_and_went_where_it_says(tmp_path):
    words = "received his PhD from Example University, then postdoc at Clockworks"
    site = make_site(tmp_path, **{"_data/alumni.yml": f"- name: Maren Hale\n  description: {words}\n"})
    assert [person.roles for person in site.people] == [[SiteRole(has_ended=True, went_to=words)]]


@pytest.mark.parametrize(
    ("words", "role", "went_to"),
    [
        ("postdoc, then Clockworks", "postdoc", "Clockworks"),
        ("PhD student then Clockworks, Perth", "phd", "Clockworks, Perth"),
        ("postdoc", "postdoc", ""),
        ("Postdoc at Clockworks", "", "Postdoc at Clockworks"),
    ],
)
def test_the_time_in_the_lab_is_told_from_what_came_then(words, role, went_to, tmp_path):
    site = make_site(tmp_path, **{"_data/alumni.yml": f"- name: Maren Hale\n  description: {words}\n"})
    assert [person.roles for person in site.people] == [[SiteRole(role, has_ended=True, went_to=went_to)]]


def test_a_role_that_another_page_says_of_somebody_is_theirs(tmp_path):
    listed = "- name: Maren Hale\n  position: Keeps clocks\n"
    more = "- name: Maren Hale\n  position: Postdoc\n  start: 2019\n"
    site = make_site(tmp_path, **{"_data/members.yml": listed, "_data/people.yml": more})
    assert [person.roles for person in site.people] == [[SiteRole("postdoc", "2019")]]


def test_who_is_among_the_alumni_of_one_page_has_left_whatever_role_another_tells(tmp_path):
    alumni, more = (
        "- name: Maren Hale\n  year: 2018\n  bio: Kept clocks\n",
        "- name: Maren Hale\n  position: Postdoc\n",
    )
    site = make_site(tmp_path, **{"_data/alumni.yml": alumni, "_data/people.yml": more})
    assert [person.roles for person in site.people] == [[SiteRole("postdoc", "", "2018", True)]]


def test_of_a_site_in_two_languages_what_both_say_comes_in_its_own(tmp_path):
    page = "---\ntitle: {0}\n---\n{0}, at length and for everybody who reads it."
    site = make_site(
        tmp_path,
        **{
            "_config.yml": 'title: A Lab\n# al-folio\nlanguages: ["en-us", "ja"]\ndefault_lang: en-us',
            "_pages/en-us/about.md": "---\nlayout: about\n---\nWe study why ledgers drift.",
            "_projects/en-us/1.md": page.format("Ledgers"),
            "_projects/ja/1.md": page.format("台帳"),
            "_projects/ja/2.md": page.format("帳簿"),
        },
    )
    assert [project.title for project in site.projects] == ["Ledgers", "帳簿"]
    assert site.lab.about == "We study why ledgers drift."
    assert "a translation of what the site has in en-us" in str(notes(site, "_projects/ja/1.md"))


def test_a_profile_names_its_role_by_a_key_and_whether_it_is_over_by_its_folder(tmp_path):
    profile = "---\nname: {}\nposition_key: {}\nname_native: 林 佐伊（はやし さい）\n---\n"
    site = make_site(
        tmp_path,
        **{
            "_profiles/current_members/zoe.md": profile.format("Zoë Lindqvist", "associate_professor"),
            "_profiles/alumni/maren.md": profile.format("Maren Hale", "technician"),
        },
    )
    said = {
        person.name: (person.native_name, person.roles[0].role, person.roles[0].has_ended) for person in site.people
    }
    assert said == {
        "Maren Hale": ("林 佐伊", "engineer", True),
        "Zoë Lindqvist": ("林 佐伊", "faculty", False),
    }
