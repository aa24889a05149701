"""The families of sites that can be brought over: each is a module with ``recognise(source)`` and ``read(source)``.

``recognise`` returns how likely it is that a source is of the family, from 0 to 1; ``read`` returns all that a source
says as SiteContent and raises nothing but UnreadableSource.
"""

from types import ModuleType

from labsite.texts.stored import gettext_noop

from . import (
    acad_homepage,
    academicpages,
    al_folio,
    hugoblox,
    lab_website_template,
    loose_files,
    markdown_folder,
    notion,
    web_site,
    wordpress,
)
from .source import SiteSource, UnreadableSource

UNKNOWN = gettext_noop("Nothing in it can be read: it has neither pages nor lists of papers or people.")
FAMILIES: dict[str, ModuleType] = {
    "acad-homepage": acad_homepage,
    "academicpages": academicpages,
    "al-folio": al_folio,
    "files": loose_files,
    "hugoblox": hugoblox,
    "lab-website-template": lab_website_template,
    "markdown-folder": markdown_folder,
    "notion": notion,
    "web-site": web_site,
    "wordpress": wordpress,
}
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


def family_of(source: SiteSource) -> str:
    """Return the family that a source is of. Raises UnreadableSource where it is of none."""
    sure = {family: module.recognise(source) for family, module in FAMILIES.items()}
    family = max(sure, key=lambda each: sure[each])
    if not sure[family]:
        raise UnreadableSource(UNKNOWN)
    return family
