"""Sites made from the academicpages template: one researcher's papers, talks and teaching.

https://github.com/academicpages/academicpages.github.io
"""

import re

from labsite.moving.fates import Fates
from labsite.moving.site import Site
from labsite.moving.source import Source

from . import demo
from .activities import read_news, read_pages, read_projects, read_talks, read_teaching
from .owner import read_lab, read_owner, settings_of
from .papers import read_papers
from .tables import read_tables

PARTS = (
    (re.compile(r"talkmap.*"), "a map of the talks, which the template makes"),
    (re.compile(r"_includes/.*|_layouts/.*"), "template"),
    (re.compile(r"_data/(?:navigation|ui-text)\.yml"), "the menu and the words of the template"),
    (re.compile(r"markdown_generator/.*|scripts/.*"), "program"),
    (re.compile(r"_config\.\w+\.yml"), "settings of programs"),
)
AUTHORS = "_data/authors.yml"


def recognise(source: Source) -> float:
    """Say how surely it is one, from 0 to 1."""
    tables = any(source.exists(f"markdown_generator/{name}.tsv") for name in ("publications", "talks"))
    if not (tables or source.files("_publications", ".md")):
        return 0
    has_talks = bool(source.files("_talks") or source.files("_teaching"))
    return 0.5 + 0.3 * tables + 0.1 * has_talks


def read(source: Source) -> Site:
    """Return all that the site says."""
    fates = Fates(source.files())
    settings = settings_of(source, fates)
    site = Site(fates, read_lab(source, settings))
    owner = read_owner(source, fates, settings)
    site.papers = read_papers(source, fates, owner)
    site.papers += read_tables(source, fates, site.papers)
    if owner:
        owner.talks = read_talks(source, fates)
        owner.teaching = read_teaching(source, fates)
        site.people = [owner]
    site.projects = read_projects(source, fates)
    site.news = read_news(source, fates)
    site.pages = read_pages(source, fates)
    _settle_the_template(source, fates)
    return site


def _settle_the_template(source: Source, fates: Fates) -> None:
    if source.exists(AUTHORS):
        with fates.reading(AUTHORS):
            is_demo = "name@name.com" in source.text(AUTHORS)
            fates.left_out(AUTHORS, demo.WORDS if is_demo else "the authors of posts: news have none here")
    for path in source.files():
        why = next((why for shape, why in PARTS if shape.fullmatch(path)), "")
        if why and not fates.is_settled(path):
            fates.not_needed(path, why)
        elif demo.is_demo_file(path) and not fates.is_settled(path):
            fates.left_out(path, demo.WORDS)
