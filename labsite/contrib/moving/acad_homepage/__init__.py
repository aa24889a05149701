"""acad-homepage: a Jekyll site of one researcher, all of whose content is one page of prose in Markdown and HTML.

https://github.com/RayeRen/acad-homepage.github.io
"""

from labsite.contrib.moving.addresses.jekyll import JekyllAddresses
from labsite.contrib.moving.outcomes import SiteReading
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource

from .page import ABOUT, read_news, read_owner, sections_of
from .papers import read_papers

SIGNS = ("paper-box", "google_scholar_stats_use_cdn", "acad-homepage")


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: by the one page, and by what only this template has in it."""
    if not source.exists(ABOUT) or source.files("_publications", ".md") or source.files("_bibliography"):
        return 0.0
    if source.files("google_scholar_crawler"):
        return 0.95
    texts = (source.glimpse(path) for path in (ABOUT, "_config.yml"))
    return 0.9 if any(sign in text for text in texts for sign in SIGNS) else 0.0


def read(source: SiteSource) -> SiteContent:
    """Return the content of the page, with the outcome of each file."""
    site = SiteReading(source)
    sections = sections_of(site)
    owner = read_owner(site, sections)
    return SiteContent(
        site,
        addresses=JekyllAddresses(source),
        people=[owner] if owner else [],
        papers=list(read_papers(site, sections, owner)),
        news=list(read_news(site, sections)),
    )
