import pytest

from labsite.contrib.moving import al_folio
from labsite.contrib.moving.al_folio.people import with_people_of_pages
from labsite.contrib.moving.outcomes import SiteReading
from labsite.contrib.moving.site import SiteContent, SitePage, SitePerson, SiteRole
from labsite.contrib.moving.source import FolderSource

LINES = """## PhD students

- **Ada Quill** -- PhD student
- **[Zoë Lindqvist](https://zoe.example)** — works on clocks, [mail](mailto:zoe@lab.example)

## Alumni

**Ivo Brandt**: engineer
"""


def people_on(folder, title, text, known=()):
    source = FolderSource(folder)
    page = SitePage(title, text, "", path="_pages/page.md")
    return with_people_of_pages(SiteContent(SiteReading(source), people=[*known], pages=[page]), source)


def test_lines_of_names_on_a_page_about_people_are_people(tmp_path):
    site = people_on(tmp_path, "Our team", LINES)
    assert [(each.name, each.roles[0].role, each.roles[0].has_ended, each.headline) for each in site.people] == [
        ("Ada Quill", "phd", False, "PhD student"),
        ("Zoë Lindqvist", "phd", False, "works on clocks, mail"),
        ("Ivo Brandt", "engineer", True, ""),
    ]
    assert ([each.url for each in site.people[1].links], site.people[1].emails) == (
        ["https://zoe.example"],
        ["zoe@lab.example"],
    )
    assert (site.pages, site.lists) == ([], {"_pages/page.md": "people:list"})


def test_what_else_a_page_says_stays(tmp_path):
    site = people_on(tmp_path, "People", f"We keep clocks.\n\n{LINES}")
    assert (len(site.people), site.pages[0].text.startswith("We keep clocks."), site.lists) == (3, True, {})


def test_a_line_adds_to_somebody_who_has_a_file_only_what_that_leaves_empty(tmp_path):
    zoe = SitePerson("Zoë Lindqvist", roles=[SiteRole("postdoc")])
    site = people_on(tmp_path, "People", LINES, [zoe])
    assert [each.name for each in site.people] == ["Zoë Lindqvist", "Ada Quill", "Ivo Brandt"]
    assert (zoe.roles, zoe.emails) == ([SiteRole("postdoc")], ["zoe@lab.example"])


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Topics", LINES.replace("PhD students", "Clocks").replace("Alumni", "Tides")),
        ("People", "- **Ada Quill** — PhD student\n- **Ivo Brandt** — engineer"),
        ("People", "**How to find us** — by train\n**When to come** — early\n**What to bring** — a clock"),
    ],
)
def test_lines_elsewhere_fewer_than_three_and_other_words_are_no_people(title, text, tmp_path):
    site = people_on(tmp_path, title, text)
    assert (site.people, site.pages[0].text) == ([], text)


def test_a_collection_of_collaborators_is_people_without_a_role(tmp_path):
    files = {
        "_config.yml": "title: A Lab\n# al-folio",
        "_bibliography/papers.bib": "",
        "_collabs/noor.md": "---\nname: Noor Sato\nposition: Professor\n---\nKeeps tides, and has done so for years.",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    [noor] = al_folio.read(FolderSource(tmp_path)).people
    assert (noor.name, noor.roles, noor.headline) == ("Noor Sato", [], "Professor")
