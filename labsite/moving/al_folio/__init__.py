"""al-folio: a theme of Jekyll for researchers and labs, with their papers in BibTeX.

https://github.com/alshedivat/al-folio – read are its versions from 2016 on, and what labs made of it.
"""

import re

from labsite.moving.mistaken import without_shared_contacts, without_shared_ids
from labsite.moving.outcomes import FileOutcomes
from labsite.moving.plain_values import line_of, mapping_in
from labsite.moving.site import SiteContent, SiteVenue
from labsite.moving.source import SiteSource

from . import demo
from .bibliography import Bibliography, add_talks
from .curriculum import add_curriculum
from .pages import add_teaching, news_in_data, note_what_has_no_place, read_lab, read_news, read_pages, read_projects
from .people import AlFolioPeople, add_coauthors
from .settings import CONFIG, AlFolioSettings

OWN_FILES = ("_layouts/bib.html", "_layouts/bib.liquid", "_data/coauthors.yml", "_includes/selected_papers.html")


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: its bibliography and what else only this theme has."""
    if not source.files("_bibliography", ".bib") or not any(map(source.exists, CONFIG)):
        return 0.0
    is_named = any(re.search(r"al-folio", source.glimpse(path)) for path in (*CONFIG, "README.md"))
    is_shaped = any(map(source.exists, OWN_FILES))
    return 0.95 if is_named or is_shaped else 0.6


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    outcomes = FileOutcomes(source.files())
    settings = AlFolioSettings(source, outcomes)
    bibliography = Bibliography(source, outcomes, settings)
    people = AlFolioPeople(source, outcomes, settings)
    owner = people.owner
    add_coauthors(people, bibliography.authors)
    add_curriculum(source, outcomes, owner)
    add_talks(bibliography, owner)
    add_teaching(source, outcomes, owner)
    note_what_has_no_place(source, outcomes)
    return SiteContent(
        outcomes,
        lab=read_lab(source, outcomes, settings, people),
        people=without_shared_contacts(list(people.found.values()), outcomes),
        papers=without_shared_ids(bibliography.papers, outcomes),
        venues=_venues(source, outcomes, bibliography.acronyms),
        news=[*read_news(source, outcomes), *news_in_data(source, outcomes)],
        projects=list(read_projects(source, outcomes, people)),
        pages=list(read_pages(source, outcomes)),
    )


def _venues(source: SiteSource, outcomes: FileOutcomes, acronyms: set[str]) -> list[SiteVenue]:
    """Return the venues that papers name and the list of badges gives an address."""
    venues = []
    for path in source.files("_data", "venues.yml", "venues.yaml"):
        with outcomes.reading(path):
            held = mapping_in(source.yaml(path))
            named = {name: mapping_in(fields) for name, fields in held.items() if name in acronyms}
            venues += [SiteVenue(name, url=line_of(fields.get("url")), path=path) for name, fields in named.items()]
            if unused := [name for name in held if name not in acronyms and name.casefold() not in demo.VENUES]:
                outcomes.left_out(path, f"badges of no venue of a paper: {', '.join(unused)}")
            if not named:
                outcomes.not_needed(path, "colours of badges")
    return venues
