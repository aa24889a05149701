"""What the pages of a site list of its papers: what their filters leave out, its visitors never saw."""

import re
from collections.abc import Callable

from labsite.contrib.moving.texts.liquid import fields_of
from labsite.contrib.reading.plain_values import PageFields

from .template import LabTemplateReading

LIST = re.compile(r"\{%-?\s*include\s+list\.html(?P<fields>.*?)-?%\}", re.DOTALL)
CONDITION = re.compile(r"\s*(?P<name>\w+)\s*(?P<sign>[!=]=)\s*(?P<quote>['\"])(?P<value>.*?)(?P=quote)\s*")

Shown = Callable[[PageFields], bool]


def shown_by_pages(site: LabTemplateReading, data: str) -> Shown:
    """Return whether some page lists an item of a data file; a filter that can't be read leaves nothing out."""
    lists = [
        fields_of(match["fields"])
        for page in site.pages(site.source.files("", ".md", ".html"))
        if not page.path.startswith("_")
        for match in LIST.finditer(page.body)
    ]
    filters = [fields.get("filter", "") for fields in lists if fields.get("data") == data]
    return lambda item: not filters or any(_passes(item, each) for each in filters)


def _passes(item: PageFields, condition: str) -> bool:
    """Return whether an item passes a filter such as ``publisher != 'Zenodo' and group == 'featured'``."""
    return any(all(_holds(item, each) for each in either.split(" and ")) for either in condition.split(" or "))


def _holds(item: PageFields, condition: str) -> bool:
    match = CONDITION.fullmatch(condition)
    value = item.get(match["name"]) if match else None
    return not match or (value is not None and str(value) == match["value"]) == (match["sign"] == "==")
