"""Where an app asks for somebody's ORCID record."""

from dataclasses import dataclass

from labsite.registry import SiteFacet


@dataclass(frozen=True)
class CareerSource(SiteFacet):
    """An app that asks ORCID, by the dotted name of a function: it returns a record, or raises Unavailable."""

    fetch: str
