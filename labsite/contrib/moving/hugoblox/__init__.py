"""HugoBlox, which was called Wowchemy and Academic before: a theme of Hugo for people and research groups.

https://docs.hugoblox.com/ – read are its versions from Academic 2 on, whatever format their settings are in.
"""

import re

from labsite.contrib.moving.al_folio.people_on_pages import with_people_of_pages
from labsite.contrib.moving.mistaken import without_shared_ids
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource

from .addresses import HugoAddresses
from .content import HugoContent, setting_paths
from .pages import add_talks, read_lab, read_news, read_pages, read_projects, read_things
from .people import HugoProfiles
from .publications import SECTIONS, read_papers

NAME = re.compile(r"wowchemy|hugo-?blox|hugo-academic|theme\s*[=:]\s*\W?academic", re.IGNORECASE)
NAMING = ("go.mod", ".gitmodules", *setting_paths("module", "hugo", "config", "params"))
ARRANGING = {
    **dict.fromkeys(("config", "data/themes", "data/fonts", "static/admin"), "settings of the theme"),
    **dict.fromkeys(("public", "resources"), "made by the generator"),
}


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: it names the theme, or has the theme's folders."""
    pages = [path for path in source.files("content", ".md") if not path.endswith("/_index.md")]
    has_papers = any(f"/{section}/" in path for section in SECTIONS[:2] for path in pages)
    has_people = any(path.endswith("/_index.md") for path in source.files("content/authors"))
    has_people = has_people or bool(source.files("data/authors", ".yaml"))
    if source.exists("hugoblox.yaml") or any(NAME.search(source.glimpse(path)) for path in NAMING):
        return 0.95 if has_papers or has_people else 0.6
    return 0.7 if has_papers and has_people else 0.0


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    content = HugoContent(source)
    profiles = HugoProfiles(content)
    papers, of_projects = read_papers(content, profiles.names)
    projects = list(read_projects(content, profiles, of_projects))
    add_talks(content, profiles)
    lab = read_lab(content, profiles)
    for folder, what in ARRANGING.items():
        content.settle(source.files(folder), what)
    read_site = SiteContent(
        content,
        addresses=HugoAddresses(content),
        lab=lab,
        people=profiles.people,
        papers=without_shared_ids(papers, content),
        news=list(read_news(content, papers)),
        projects=[*projects, *read_things(content, profiles, lab)],
        pages=list(read_pages(content)),
    )
    return with_people_of_pages(read_site, source)
