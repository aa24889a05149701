"""Greene Lab's lab-website-template: a Jekyll site of a lab, whose citations a program fetches by their identifiers.

https://greene-lab.gitbook.io/lab-website-template-docs
"""

from labsite.contrib.moving.addresses.jekyll import JekyllAddresses
from labsite.contrib.moving.al_folio.people_on_pages import with_people_of_pages
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource

from .lists import read_lists
from .pages import CONFIG, lists_of, read_lab, read_news, read_pages, read_people
from .papers import CITATIONS, read_papers
from .template import LabTemplateReading

OWN_FILES = ("_cite/cite.py", "_includes/citation.html", "_includes/portrait.html", "_data/types.yaml")


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: a Jekyll site with what only this template has, or its two lists."""
    own = sum(map(source.exists, OWN_FILES)) / len(OWN_FILES) * 0.95 if any(map(source.exists, CONFIG)) else 0.0
    return max(own, 0.6 * (source.exists(CITATIONS) and bool(source.files("_members", ".md"))))


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    site = LabTemplateReading(source)
    people, lists = list(read_people(site)), read_lists(site)
    read_site = SiteContent(
        site,
        addresses=JekyllAddresses(source),
        lists=lists_of(site, lists.cards),
        lab=read_lab(site, lists.cards),
        people=people,
        papers=read_papers(site, people),
        news=[*read_news(site), *lists.news],
        projects=lists.projects,
        pages=[*read_pages(site), *lists.pages],
    )
    return with_people_of_pages(read_site, source)
