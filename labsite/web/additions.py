"""What an app adds to the public site: addresses of its own, and parts of pages that are another's."""

from dataclasses import dataclass

from labsite.registry import SiteFacet


@dataclass(frozen=True)
class PublicPages(SiteFacet):
    """The ``urls`` of an app's pages, as a dotted name; those of files have no language in their addresses."""

    urls: str
    are_files: bool = False


@dataclass(frozen=True)
class Addition(SiteFacet):
    """A template that a page of another app shows too, with its own context, in the ``place`` where it lets others."""

    place: str
    template: str
