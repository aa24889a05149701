"""al-folio: a theme of Jekyll for researchers and labs, with their papers in BibTeX.

https://github.com/alshedivat/al-folio – read are its versions from 2016 on, and what labs made of it.
"""

from labsite.contrib.moving.addresses.jekyll import JekyllAddresses
from labsite.contrib.moving.mistaken import without_shared_ids
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource

from .bibliography import Bibliography, add_talks, read_venues
from .pages import add_teaching, news_in_data, note_what_has_no_place, read_lab, read_news, read_pages, read_projects
from .people import AlFolioPeople, add_coauthors, add_curriculum
from .people_on_pages import with_people_of_pages
from .settings import CONFIG, AlFolioReading

OWN_FILES = ("_layouts/bib.html", "_layouts/bib.liquid", "_data/coauthors.yml", "_includes/selected_papers.html")


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: its bibliography and what else only this theme has."""
    if not source.files("_bibliography", ".bib") or not any(map(source.exists, CONFIG)):
        return 0.0
    is_named = any("al-folio" in source.glimpse(path) for path in (*CONFIG, "README.md"))
    return 0.95 if is_named or any(map(source.exists, OWN_FILES)) else 0.6


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    site = AlFolioReading(source)
    bibliography = Bibliography(site)
    people = AlFolioPeople(site)
    owner = people.owner
    add_coauthors(people, bibliography.authors)
    add_curriculum(site, owner)
    add_talks(bibliography, owner)
    add_teaching(site, owner)
    note_what_has_no_place(site)
    read_site = SiteContent(
        site,
        addresses=JekyllAddresses(source),
        lab=read_lab(site, people),
        people=list(people.found.values()),
        papers=without_shared_ids(bibliography.papers, site),
        venues=read_venues(bibliography),
        news=[*read_news(site), *news_in_data(site)],
        projects=list(read_projects(site, people)),
        pages=list(read_pages(site)),
    )
    return with_people_of_pages(read_site, source)
