"""Greene Lab's lab-website-template: a Jekyll site of a lab, whose citations a program fetches by their identifiers.

https://greene-lab.gitbook.io/lab-website-template-docs
"""

from labsite.moving.fates import Fates
from labsite.moving.site import Site
from labsite.moving.source import Source

from .citations import read_papers
from .members import read_people
from .pages import read_lab, read_pages
from .posts import read_news
from .projects import read_projects
from .types import Types

OWN_FILES = ("_cite/cite.py", "_includes/citation.html", "_includes/portrait.html", "_data/types.yaml")


def recognise(source: Source) -> float:
    """Say how surely a source is of this family: by what only this template has."""
    return sum(map(source.exists, OWN_FILES)) / len(OWN_FILES) * 0.95


def read(source: Source) -> Site:
    """Return all that a source says; each of its files has a fate."""
    fates = Fates(source.files())
    types = Types(source, fates)
    people = list(read_people(source, fates, types))
    return Site(
        fates,
        lab=read_lab(source, fates, types),
        people=people,
        papers=read_papers(source, fates, people),
        news=list(read_news(source, fates)),
        projects=list(read_projects(source, fates)),
        pages=list(read_pages(source, fates)),
    )
