"""Sites made from the academicpages template: one researcher's papers, talks and teaching.

https://github.com/academicpages/academicpages.github.io
"""

from .fates import Fates
from .site import Site
from .source import Source


def recognise(source: Source) -> float:
    """Say how surely it is one, from 0 to 1."""
    return 0.9 if source.files("_publications", ".md") or source.exists("markdown_generator/publications.tsv") else 0


def read(source: Source) -> Site:
    """Return all that the site says."""
    return Site(Fates(source.files()))
