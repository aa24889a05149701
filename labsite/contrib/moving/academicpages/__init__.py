"""Sites made from the academicpages template: one researcher's papers, talks and teaching.

https://github.com/academicpages/academicpages.github.io
"""

import re

from labsite.contrib.moving.addresses.jekyll import JekyllAddresses
from labsite.contrib.moving.al_folio.people_on_pages import with_people_of_pages
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource

from .owner import read_lab, read_owner, settings_of
from .pages import DEMO_FILE, read_news, read_pages, read_projects, read_talks, read_teaching
from .papers import read_papers, read_tables

PARTS = (
    (re.compile(r"talkmap.*"), "a map of the talks, which the template makes"),
    (re.compile(r"_includes/.*|_layouts/.*"), "template"),
    (re.compile(r"_data/(?:navigation|ui-text)\.yml"), "the menu and the words of the template"),
    (re.compile(r"markdown_generator/.*|scripts/.*"), "program"),
    (re.compile(r"_config\.\w+\.yml"), "settings of other programs"),
)
AUTHORS = "_data/authors.yml"


def recognise(source: SiteSource) -> float:
    """Say how surely it is one, from 0 to 1."""
    tables = any(source.exists(f"markdown_generator/{name}.tsv") for name in ("publications", "talks"))
    if not (tables or source.files("_publications", ".md")):
        return 0
    has_talks = bool(source.files("_talks") or source.files("_teaching"))
    return 0.5 + 0.3 * tables + 0.1 * has_talks


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    site = SiteReading(source)
    settings = settings_of(site)
    content = SiteContent(site, read_lab(settings), addresses=JekyllAddresses(source))
    owner = read_owner(site, settings)
    content.papers = read_papers(site, owner)
    content.papers += read_tables(site, content.papers)
    if owner:
        owner.talks = read_talks(site)
        owner.teaching = read_teaching(site)
        content.people = [owner]
    content.projects = read_projects(site)
    content.news = read_news(site)
    content.pages = read_pages(site)
    if source.exists(AUTHORS):
        with site.reading(AUTHORS):
            is_demo = "name@name.com" in source.text(AUTHORS)
            site.left_out(AUTHORS, DEMO_CONTENT if is_demo else "authors of posts: news has none here")
    for shape, why in PARTS:
        site.settle(filter(shape.fullmatch, source.files()), why)
    for path in filter(DEMO_FILE.fullmatch, source.files()):
        if not site.is_settled(path):
            site.left_out(path, DEMO_CONTENT)
    return with_people_of_pages(content, source)
