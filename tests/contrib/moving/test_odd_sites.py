"""Whatever a site's files hold, reading it raises nothing and says of each file what became of it."""

import json

import pytest
from hypothesis import given, settings, strategies as st

from labsite.contrib.moving import al_folio, hugoblox, markdown_folder
from labsite.contrib.moving.source import SiteSource

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3000)
    | st.sampled_from(["", "a", "2024-99-99", "http://[bad", "../x", "{{ x"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "url", "a"]), inner, max_size=3)
    ),
    max_leaves=6,
)
NAMES = (
    *(
        "title",
        "name",
        "authors",
        "author_notes",
        "date",
        "publication",
        "publication_types",
        "links",
        "image",
        "projects",
    ),
    *(
        "user_groups",
        "role",
        "organizations",
        "education",
        "social",
        "address",
        "sections",
        "hugoblox",
        "tags",
        "awards",
    ),
    *("profile", "position", "email", "category", "description", "img", "redirect", "inline", "layout", "permalink"),
)
FIELDS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8)
PAGES = {
    hugoblox: (
        *("content/publication/a/index.md", "content/authors/b/_index.md", "content/post/c.md", "content/event/d.md"),
        *("content/project/e/index.md", "content/home/f.md", "content/_index.md", "content/g/index.md"),
    ),
    markdown_folder: (
        "index.qmd",
        "people/a.qmd",
        "news/2024-01-01-b.md",
        "projects/c.md",
        "publications/d.qmd",
        "e.md",
    ),
    al_folio: ("_pages/about.md", "_pages/a.md", "_people/b.md", "_news/c.md", "_projects/d.md", "_teachings/e.md"),
}
DATA = {
    hugoblox: ("config/_default/params.yaml", "config/_default/menus.yaml", "data/authors/h.yaml", "hugo.yaml"),
    markdown_folder: ("_quarto.yml", "people.yml", "_data/news.yml", "alumni.json", "members.csv"),
    al_folio: (
        *("_config.yml", "_data/team.yml", "_data/coauthors.yml", "_data/cv.yml", "_data/venues.yml"),
        *("_data/socials.yml", "assets/json/resume.json"),
    ),
}


class Files(SiteSource):
    """A site of texts, without a folder."""

    def __init__(self, texts):
        super().__init__("site")
        self.texts = texts

    def _list(self):
        return self.texts

    def _read(self, path, most):
        return self.texts[path].encode()


@pytest.mark.parametrize("family", PAGES)
@settings(max_examples=25, deadline=None, database=None)
@given(data=st.data())
def test_every_file_of_an_odd_site_has_a_fate(family, data):
    pages = {path: f"---\n{json.dumps(data.draw(FIELDS))}\n---\nText" for path in PAGES[family]}
    files = {path: json.dumps(data.draw(VALUES | FIELDS)) for path in DATA[family]}
    source = Files({"_bibliography/papers.bib": "@article{a, title={A}}"} | pages | files)
    family.recognise(source)
    site = family.read(source)
    site.outcomes.settle_rest()
    assert [path for path, _, _ in site.outcomes] == source.files()
