"""Folders of Markdown of no known theme, and Notion's exports."""

import pytest

from labsite.contrib.moving import markdown_folder, notion
from labsite.contrib.moving.families import family_of
from labsite.contrib.moving.models import OldAddress
from labsite.contrib.moving.source import FolderSource
from labsite.models import Lab, NewsItem, Page, Project
from people.models import Person
from publications.models import Publication

from .test_families import bring
from .test_odd_sites import Files
from .test_wordpress import notes_on


@pytest.mark.django_db
def test_pages_news_and_projects_of_quarto_come_as_such():
    bring("markdown-folder")
    lab = Lab.objects.get()
    assert (lab.name, lab.tagline, lab.about, bool(lab.logo)) == (
        "Tide Lab",
        "Tides and leisure",
        "We measure tides of leisure.",
        True,
    )
    pages = {page.slug: (page.title, page.place) for page in Page.objects.all()}
    assert pages == {
        "values": ("Values", 53),
        "methods": ("Methods", 55),
        "reading-group": ("Reading Group", None),
    }
    moved, prize = NewsItem.objects.order_by("-date")
    assert (moved.title, str(moved.date), moved.text) == ("We have moved", "2023-06-01", "To the harbour.")
    assert (prize.title, str(prize.date)) == ("PhD student Noor Hale wins a prize", "2023-05-04")
    assert prize.text.startswith("![](/media/") and prize.text.endswith("Well done, Noor.")
    assert [(each.title, each.summary, each.text) for each in Project.objects.all()] == [
        ("Tide tables", "Tables of all tides.", "They are long.")
    ]


@pytest.mark.django_db
def test_the_markup_of_quarto_leaves_its_words():
    bring("markdown-folder")
    text = Page.objects.get(slug="values").text
    people = "[people](https://tides.example/lab/people/index.html)"
    plan = "[the plan](https://tides.example/plan.qmd)"
    assert text.startswith(f"## Rest\n\nWe rest at high tide, and {people} here read {plan}.\n\n![Gauge](/media/")
    assert text.count("\n") == 4


@pytest.mark.django_db
def test_people_of_folders_and_lists_come_once_with_what_each_says():
    bring("markdown-folder")
    people = {person.name: person for person in Person.objects.filter(memberships__isnull=False)}
    assert people.keys() == {"Ada Quill", "Noor Hale", "Ivo Brandt"}
    ada, noor, ivo = (people[name] for name in ("Ada Quill", "Noor Hale", "Ivo Brandt"))
    assert (ada.headline, ada.biography[:24]) == ("Associate Investigator", "Ada founded the lab at t")
    assert [each.role for each in ada.memberships.all()] == [""]  # a doctorate is no role
    assert (noor.headline, noor.biography, bool(noor.photo)) == (
        "PhD student",
        "Noor studies tides and their tables.",
        True,
    )
    assert noor.orcid == "0000-0002-1825-0097"
    assert [link.url for link in noor.links.all()] == ["https://github.com/noorhale"]
    assert [(each.role, each.start, each.end) for each in ivo.memberships.all()] == [("postdoc", "2019", "2022")]


@pytest.mark.django_db
def test_papers_are_those_of_the_publications_and_not_those_that_pages_cite():
    _, site, _ = bring("markdown-folder")
    papers = {paper.title: (paper.doi, paper.year) for paper in Publication.objects.all()}
    assert papers == {"Quokka at Rest": ("", 2024), "Wombats at Low Tide": ("10.5555/wombats.2023", 2023)}
    cited = "what pages cite, maybe not the lab’s own papers: import_publications imports them"
    assert notes_on(site, "methods/refs.bib") == [cited]
    assert notes_on(site, "news/draft.qmd") == ["a draft"]


@pytest.mark.django_db
def test_addresses_of_quarto_lead_on():
    bring("markdown-folder")
    assert dict(OldAddress.objects.values_list("path", "target")) == {
        "/news/2023-05-04-noor-phd": "/news/phd-student-noor-hale-wins-a-prize/",
        "/news/2023-06-01-moved": "/news/we-have-moved/",
        "/people/reading-group": "/reading-group/",
        "/projects/tables": "/projects/tide-tables/",
        "/publications/wombats": "/publications/wombats-at-low-tide/",
        "/what-we-value": "/values/",
    }


HUGO = {
    "hugo.toml": 'title = "Tide Lab"\nbaseURL = "https://t.example/"\nmenu.main = [{url = "/harbour/", weight = 2}]',
    "content/_index.md": "---\ntitle: Home\n---\nWe measure tides.",
    "content/harbour.md": "+++\ntitle = 'The harbour'\naliases = '/port'\n+++\nIt is green and there are many boats.",
    "content/blog/moved.md": "---\ntitle: Moved\ndate: 2023-06-01\n---\nTo the harbour.",
    "content/team/noor.md": "---\ntitle: Noor Hale\nrole: PhD student\n---\n",
    "content/CNAME": "tides.example",
    "content/team/_index.md": "---\ntitle: Team\n---\n",
    "themes/tide/content/post/demo.md": "---\ntitle: Demo\ndate: 2020-01-01\n---\nDemo",
}
JEKYLL = {
    "_config.yml": "title: Tide Lab\ninclude: [_pages]\n",
    "index.html": "---\n---\n<p>We measure <b>tides</b>.</p>{% for p in site.posts %}{{ p.title }}{% endfor %}"
    "{{ site.data.news[0].text }}",
    "_pages/harbour.md": "---\ntitle: The harbour\npermalink: /port/\n---\nIt is green and there are many boats.",
    "_posts/2023-06-01-moved.md": "---\ntitle: Moved\n---\nTo the harbour.",
    "_data/students.yml": "- name: Noor Hale\n  role: PhD student\n",
    "_data/news.yml": "- date: 2022-01-01\n  text: A year begins.\n",
    "papers.md": "---\n---\n- Quill, A., & Hale, N. (2023). Quokkas at rest. *Annals of Leisure*, 12(3), 4–9.\n",
    "_layouts/home.html": "---\n---\nA layout",
    "README.md": "# About\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("files", "address"), [(HUGO, ["/harbour", "/port"]), (JEKYLL, ["/port/"])], ids=["hugo", "jekyll"]
)
def test_folders_of_hugo_and_jekyll_are_read_by_the_same_names(files, address):
    source = Files(files)
    assert family_of(source) == "markdown-folder"
    site = markdown_folder.read(source)
    assert (site.lab.name, [page.title for page in site.pages]) == ("Tide Lab", ["The harbour"])
    assert "tides" in site.lab.about and "{%" not in site.lab.about
    moved = next(item for item in site.news if item.title == "Moved")
    assert (moved.date, moved.text) == ("2023-06-01", "To the harbour.")
    assert len(site.news) == 1 + ("_data/news.yml" in files)
    assert [(person.name, person.roles[0].role) for person in site.people] == [("Noor Hale", "phd")]
    titles = [paper.entry.record.title for paper in site.papers]
    assert (titles, site.lists) == (
        (["Quokkas at rest"], {"papers.md": "publications:list"})
        if files is JEKYLL
        else ([], {"content/team/_index.md": "people:list"})
    )
    assert site.addresses(site.pages[0].path) == address
    assert site.pages[0].place == (2 if files is HUGO else None)


@pytest.mark.parametrize(
    "files",
    [
        {"README.md": "# A program", "main.py": "", "docs/use.md": "How to use it"},
        {"a.md": "---\ntitle: A\n---\nAlone"},
        {"_config.yml": "title: Nothing"},
    ],
)
def test_a_folder_with_a_text_or_two_is_no_site(files):
    assert markdown_folder.recognise(Files(files)) == 0


@pytest.mark.django_db
def test_tables_of_notion_become_people_news_and_pages():
    bring("notion")
    lab = Lab.objects.get()
    assert (lab.name, lab.about) == ("Tide Lab", "We measure tides of leisure.\n\nTeam\nJoining")
    people = {person.name: person for person in Person.objects.all()}
    assert people.keys() == {"Ada Quill", "Noor Hale"}
    assert (people["Ada Quill"].biography, bool(people["Ada Quill"].photo)) == ("Ada founded the lab.", True)
    assert [each.role for each in people["Noor Hale"].memberships.all()] == ["phd"]
    assert [(item.title, str(item.date), item.text) for item in NewsItem.objects.order_by("date")] == [
        ("We have moved", "2023-05-04", "To the harbour."),
        ("A prize", "2023-06-01", "A prize"),
    ]
    pages = {page.slug: (page.title, page.text) for page in Page.objects.all()}
    table = "| Name | Room |\n| --- | --- |\n| Tide gauge | 2.01 |\n| A\\|B meter | 2.02 |"
    joining = "Write to Ada, who reads [all letters](https://tides.example/letters.md)."
    assert pages == {"instruments": ("Instruments", table), "join": ("Joining", joining)}


def test_sites_of_a_family_are_of_that_though_they_contain_an_export_or_files_named_by_numbers(tmp_path):
    number = "0123456789abcdef0123456789abcdef"
    for path in ("_data/types.yaml", "_config.yml", "_members/a.md", f"assets/{number}.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("---\nname: Ada Quill\n---\n")
    (tmp_path / "old.xml").write_text('<rss xmlns:wp="http://wordpress.org/export/1.2/"></rss>')
    assert family_of(FolderSource(tmp_path)) == "lab-website-template"


def test_texts_without_a_site_around_them_are_loose_files(tmp_path):
    (tmp_path / "notes.md").write_text("Notes")
    assert notion.recognise(FolderSource(tmp_path)) == 0
    assert family_of(FolderSource(tmp_path)) == "files"


def test_lists_in_data_files_are_papers_and_projects_as_their_fields_say(tmp_path):
    source = Files(
        {
            "hugo.toml": 'title = "Tide Lab"',
            "content/_index.md": "---\ntitle: Home\n---\nWe measure tides.",
            "data/works.yaml": "- title: Tides of ports\n  author: [Noor Hale, Ada Quill]\n  journal: Tides\n"
            "  year: 2021\n"
            "- title: Neap tides\n  authors: Hale NB, Quill A & Okafor B\n  reference: Tides 4(2):e17\n"
            "- title: Slack water\n  authors: [Ada Quill]\n  venue: Tides\n  year: 2020\n",
            "data/projects.yaml": "- title: Gauges\n  description: Old ones.\n",
        }
    )
    site = markdown_folder.read(source)
    records = [paper.entry.record for paper in site.papers]
    assert [(r.title, r.venue, r.year, [str(name) for name in r.authors]) for r in records] == [
        ("Tides of ports", "Tides", 2021, ["Noor Hale", "Ada Quill"]),
        ("Neap tides", "Tides 4(2):e17", None, ["NB Hale", "A Quill", "B Okafor"]),
        ("Slack water", "Tides", 2020, ["Ada Quill"]),
    ]
    assert [(project.title, project.text) for project in site.projects] == [("Gauges", "Old ones.")]


def test_lists_of_the_allan_lab_template_say_roles_addresses_and_dates_in_their_own_way():
    source = Files(
        {
            "_config.yml": "title: Tide Lab\n",
            "index.md": "---\n---\nWe measure tides. {{ site.data.news }}",
            "_data/team_members.yml": "- name: Noor Hale\n  photo: noor.jpg\n  info: PhD student, 2021–\n",
            "_data/alumni_members.yml": "- name: Ivo Brandt\n  photo: bio-photo.jpg\n  duration: Postdoc, 2018-2020\n",
            "_data/news.yml": "- date: 26. May 2024\n  headline: A year begins.\n",
            "images/teampic/noor.jpg": "",
            "images/teampic/bio-photo.jpg": "",
            "_data/publist.yml": "- title: Neap tides\n  authors: Noor Hale, Ada Quill\n"
            "  link:\n    url: https://arxiv.org/pdf/2405.16528.pdf\n    display: arXiv:2405.16528\n"
            "- title: Slack water\n  authors: Ada Quill, Ivo Brandt\n"
            "  link:\n    url: https://doi.org/10.1000/slack\n    journal: Tides\n    year: 2023\n"
            "- title: Spring tides\n  authors: Ada Quill, Ivo Brandt\n"
            "  link:\n    url: https://tides.example/9\n    display: Tides 4, 17 (2021)\n",
        }
    )
    site = markdown_folder.read(source)
    roles = {person.name: person.roles[0] for person in site.people}
    assert {name: (role.role, role.start, role.end, role.has_ended) for name, role in roles.items()} == {
        "Noor Hale": ("phd", "2021", "", False),
        "Ivo Brandt": ("postdoc", "2018", "2020", True),
    }
    assert [person.photo for person in site.people if person.photo] == ["images/teampic/noor.jpg"]
    records = [paper.entry.record for paper in site.papers]
    assert [(r.venue, r.year, r.doi, r.arxiv_id, r.url) for r in records] == [
        ("", None, "", "2405.16528", "https://arxiv.org/pdf/2405.16528.pdf"),
        ("Tides", 2023, "10.1000/slack", "", ""),
        ("Tides 4, 17 (2021)", None, "", "", "https://tides.example/9"),
    ]
    assert [(item.date, item.title) for item in site.news] == [("2024-05-26", "A year begins.")]


def test_pages_of_listed_people_and_of_lists_in_data_lead_on():
    source = Files(
        {
            "_config.yml": "title: Tide Lab\ncollections:\n  team:\n    output: true\n",
            "index.md": "---\n---\nWe measure tides.",
            "publication.md": "---\ntitle: Publication\n---\n{% for each in site.data.works %}{{ each }}{% endfor %}",
            "_data/members.yml": "- name: Noor Hale\n  role: PhD student\n",
            "_team/noor.md": "---\nname: Noor Hale\nphoto: noor.jpg\nrole: PhD student\n---\nNoor measures all tides.",
        }
    )
    site = markdown_folder.read(source)
    assert [(person.name, person.path, person.biography) for person in site.people] == [
        ("Noor Hale", "_team/noor.md", "Noor measures all tides.")
    ]
    assert site.lists == {"publication.md": "publications:list"}
