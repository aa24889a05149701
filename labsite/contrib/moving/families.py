"""The families of sites that can be brought over: each is a module with ``recognise(source)`` and ``read(source)``.

``recognise`` returns how likely it is that a source is of the family, from 0 to 1; ``read`` returns all that a source
says as SiteContent and raises nothing but UnreadableSource.
"""

from types import ModuleType

from . import (
    acad_homepage,
    academicpages,
    al_folio,
    hugoblox,
    lab_website_template,
    markdown_folder,
    notion,
    wordpress,
)
from .source import SiteSource, UnreadableSource

MAX_NAMED = 5
FAMILIES: dict[str, ModuleType] = {
    "acad-homepage": acad_homepage,
    "academicpages": academicpages,
    "al-folio": al_folio,
    "hugoblox": hugoblox,
    "lab-website-template": lab_website_template,
    "markdown-folder": markdown_folder,
    "notion": notion,
    "wordpress": wordpress,
}
NAMES = {
    "acad-homepage": "acad-homepage (Jekyll)",
    "academicpages": "academicpages (Jekyll)",
    "al-folio": "al-folio (Jekyll)",
    "hugoblox": "HugoBlox, Wowchemy or Academic (Hugo)",
    "lab-website-template": "Greene Lab’s lab-website-template (Jekyll)",
    "markdown-folder": "Quarto, Hugo or Jekyll (pages in Markdown)",
    "notion": "Notion (its export as Markdown and CSV)",
    "wordpress": "WordPress or Squarespace (their export)",
}


def family_of(source: SiteSource) -> str:
    """Return the family that a source is of. Raises UnreadableSource where it is of none."""
    sure = {family: module.recognise(source) for family, module in FAMILIES.items()}
    family = max(sure, key=lambda each: sure[each])
    if not sure[family]:
        known = ", ".join(sorted(FAMILIES))
        papers = ", ".join(source.files("", ".bib")[:MAX_NAMED])
        instead = f" import_publications can import its papers: {papers}." if papers else ""
        raise UnreadableSource(
            f"This isn’t a site of a known system ({known}). If it is one, name it with --family.{instead}"
        )
    return family
