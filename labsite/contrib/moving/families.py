"""The families of sites that can be brought over: each is a module with ``recognise(source)`` and ``read(source)``.

``recognise`` returns how likely it is that a source is of the family, from 0 to 1; ``read`` returns all that a source
says as SiteContent and raises nothing but UnreadableSource.
"""

from importlib import import_module
from typing import Any

from labsite.texts.stored import gettext_noop

from .source import SiteSource, UnreadableSource

UNKNOWN = gettext_noop("Nothing in it can be read: it has neither pages nor lists of papers or people.")
NAMES = {
    "acad-homepage": "acad-homepage (Jekyll)",
    "academicpages": "academicpages (Jekyll)",
    "al-folio": "al-folio (Jekyll)",
    "files": gettext_noop("lists of papers and people, photos and texts"),
    "hugoblox": "HugoBlox, Wowchemy or Academic (Hugo)",
    "lab-website-template": "Greene Lab’s lab-website-template (Jekyll)",
    "markdown-folder": "Quarto, Hugo or Jekyll (pages in Markdown)",
    "notion": "Notion (its export as Markdown and CSV)",
    "web-site": gettext_noop("HTML pages, written by hand or by any program"),
    "wordpress": "WordPress or Squarespace (their export)",
}


# As what a loose file is read.
KINDS = {
    "papers": gettext_noop("Papers"),
    "people": gettext_noop("People"),
    "page": gettext_noop("A page"),
    "nothing": gettext_noop("Nothing: skip it"),
}


def module_of(family: str) -> Any:
    """Return the module of a family. They take 15 MB, which a worker that brings no site over need not have."""
    return import_module(f".{'loose_files' if family == 'files' else family.replace('-', '_')}", __package__)


def family_of(source: SiteSource) -> str:
    """Return the family that a source is of. Raises UnreadableSource where it is of none."""
    sure = {family: module_of(family).recognise(source) for family in NAMES}
    family = max(sure, key=lambda each: sure[each])
    if not sure[family]:
        raise UnreadableSource(UNKNOWN)
    return family
