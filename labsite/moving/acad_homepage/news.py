"""News: bullets that begin with a date, such as *2022.02*."""

import re
from collections.abc import Iterator

from labsite.moving.dates import partial_date
from labsite.moving.fates import Fates
from labsite.moving.site import SiteNews
from labsite.texts.folding import fold

from .page import Section
from .prose import items, markdown

DATED = re.compile(
    r"[\s*_`\[(【]*(?P<date>\d{4}(?:[./-]\d{1,2}){0,2}|[A-Z][a-z]{2,8}\.?,? (?:\d{1,2},? )?\d{4}|\d{1,2}/\d{4})"
    r"[\s*_`\])】]*[:：,.]?[*_`\s]*(?:[-–—]\s+)?"
)
CHEERS = re.compile(r"^(?:&nbsp;|[\s\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F])+")


def read_news(fates: Fates, sections: list[Section]) -> Iterator[SiteNews]:
    """Yield each piece of news; one without a date is told of."""
    for section in sections:
        if section.kind == "news":
            for text in map(markdown, items(section.body)):
                date, rest = dated(text)
                if is_unwritten(rest):
                    fates.left_out(section.path, "demo content of the template")
                elif not date:
                    fates.not_understood(section.path, f"news without a date: {rest[:80]}")
                else:
                    yield SiteNews(date, text=rest, path=section.path)


def dated(text: str) -> tuple[str, str]:
    """Part a bullet into its date and what it says."""
    found = DATED.match(text)
    date = partial_date(
        found["date"].replace(".", "-") if found and found["date"][0].isdigit() else found and found["date"]
    )
    rest = text[found.end() :] if found and date else text
    return date, CHEERS.sub("", " ".join(rest.split()))


def is_unwritten(text: str) -> bool:
    """Say whether a text is the template's own."""
    return "lorem ipsum" in fold(text)
