"""The owner of the page, read from the settings and the sections on education, positions, awards and talks; news."""

import re
from collections.abc import Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import degree_and_field, line_of, mapping_in, partial_date
from labsite.moving.site import (
    SiteAward,
    SiteDegree,
    SiteLink,
    SiteNews,
    SiteOccasion,
    SitePerson,
    SitePosition,
    SiteRole,
    SiteTalk,
)
from labsite.moving.source import SiteSource
from labsite.texts.folding import fold
from publications.citations.identifiers import orcid_in

from .page import PageSection, items, markdown, own_words, words

CONFIG = "_config.yml"
# Where names elsewhere lead; any other value must be an address itself.
PATTERNS = {
    "github": "https://github.com/{}",
    "twitter": "https://x.com/{}",
    "linkedin": "https://www.linkedin.com/in/{}",
    "stackoverflow": "https://stackoverflow.com/users/{}",
    "bitbucket": "https://bitbucket.org/{}",
}
KINDS = {"googlescholar": "scholar", "uri": "homepage"}
PLACEHOLDER = re.compile(r"YOUR_|yourprofile|^Lorem", re.IGNORECASE)
SPAN = re.compile(
    r"[\s*_`(\[]*(?P<start>\d{4}(?:[./-]\d{1,2})?)\s*(?:[-–—~至]+|to)\s*(?P<end>\d{4}(?:[./-]\d{1,2})?|now|present|current|至今)?"
    r"[^\S\n]*(?P<now>\(\s*(?:now|present|expected)[^)]*\))?[\s*_`)\],:：]*",
    re.IGNORECASE,
)


def read_owner(source: SiteSource, outcomes: FileOutcomes, sections: list[PageSection]) -> SitePerson | None:
    """Return the person; None for the template itself."""
    author: dict[str, Any] = {}
    with outcomes.reading(CONFIG):
        author = mapping_in(mapping_in(source.values(CONFIG)).get("author")) if source.exists(CONFIG) else {}
    name = re.sub(r"\s*[(（].*?[)）]", "", words(markdown(line_of(author.get("name")))))
    if not name or is_unwritten(name):
        outcomes.left_out(CONFIG, DEMO_CONTENT if name else "it doesn’t say whose page this is")
        return None
    person = SitePerson(
        name=name,
        roles=[SiteRole("lead", is_guess=True)],
        photo=source.resolve(line_of(author.get("avatar")), base=CONFIG),
        headline=words(markdown(line_of(author.get("bio")))),
        biography=_biography(outcomes, sections),
        path=CONFIG,
    )
    _add_contact(person, author)
    for section in sections:
        _add_section(person, outcomes, section)
    return person


def _biography(outcomes: FileOutcomes, sections: list[PageSection]) -> str:
    texts = [own_words(section.body) for section in sections if section.kind == "about"]
    if any(map(is_unwritten, texts)):
        outcomes.left_out(sections[0].path, DEMO_CONTENT)
    return "\n\n".join(text for text in texts if text and not is_unwritten(text))


def _add_contact(person: SitePerson, author: dict[str, Any]) -> None:
    for kind, value in author.items():
        value = line_of(value)
        if not value or PLACEHOLDER.search(value) or kind in ("name", "avatar", "bio", "location", "employer"):
            continue
        if kind == "orcid" and orcid_in(value):
            person.orcid = orcid_in(value)
        elif kind == "email":
            person.emails.append(value.removeprefix("mailto:"))
        elif address := value if "://" in value else PATTERNS.get(kind, "").format(value.strip("@/")):
            person.links.append(SiteLink(address, KINDS.get(kind, "")))


def _add_section(person: SitePerson, outcomes: FileOutcomes, section: PageSection) -> None:
    """Add the facts in a section's bullets to the person; report those that are left out or not understood."""
    readers = {"education": _degrees, "positions": _positions, "awards": _awards, "talks": _talks}
    kept = [text for text in map(markdown, items(section.body)) if not is_unwritten(text)]
    if section.kind in readers:
        readers[section.kind](person, outcomes, section.path, kept)
    elif section.kind in ("services", "teaching", "") and words(markdown(section.body)):
        outcomes.left_out(section.path, f"the section “{section.heading}”, which is prose: enter it by hand")


def _degrees(person: SitePerson, outcomes: FileOutcomes, path: str, bullets: list[str]) -> None:
    for start, end, ongoing, rest in _spans(outcomes, path, bullets):
        degree, rest = _degree_first(rest)
        what, field = degree_and_field(degree)
        person.education.append(SiteDegree(rest, what, field, start=start, end=end, ongoing=ongoing))


def _degree_first(text: str) -> tuple[str, str]:
    """Split a bullet into the degree and the institution, whichever comes first."""
    pieces = [piece.strip(" .") for piece in text.split(",") if piece.strip(" .")]
    is_degree = [
        bool(
            re.search(
                r"\b(?:ph\.?d|m\.?s|b\.?s|m\.?sc|b\.?sc|b\.?eng|m\.?eng|b\.?a|m\.?a|dr\.|master|bachelor|undergrad|doctor)",
                piece,
                re.I,
            )
        )
        for piece in pieces
    ]
    degree = next((piece for piece, is_one in zip(pieces, is_degree, strict=True) if is_one), "")
    return degree, ", ".join(piece for piece in pieces if piece != degree)


def _positions(person: SitePerson, outcomes: FileOutcomes, path: str, bullets: list[str]) -> None:
    for start, end, ongoing, rest in _spans(outcomes, path, bullets):
        title, _, organisation = rest.partition(",")
        if not organisation.strip():
            title, organisation = "", title
        person.positions.append(
            SitePosition(title.strip() or "Position", organisation.strip(" ."), start=start, end=end, ongoing=ongoing)
        )


def _spans(outcomes: FileOutcomes, path: str, bullets: list[str]) -> Iterator[tuple[str, str, bool, str]]:
    """Yield start, end, whether it is ongoing, and the text of bullets such as "2019.06 - now, …"."""
    for text in bullets:
        found = SPAN.match(text)
        if not found:
            outcomes.not_understood(path, f"from when to when: {words(text)[:80]}")
            continue
        end = partial_date((found["end"] or "").replace(".", "-"))
        rest = words(text[found.end() :]).strip(" ,:")
        yield partial_date(found["start"].replace(".", "-")), end, not end or bool(found["now"]), rest


def _awards(person: SitePerson, outcomes: FileOutcomes, path: str, bullets: list[str]) -> None:
    for text in bullets:
        date, rest = dated(text)
        if said := words(rest):
            person.awards.append(SiteAward(said[:300].rstrip(" ."), year=int(date[:4]) if date else None))


def _talks(person: SitePerson, outcomes: FileOutcomes, path: str, bullets: list[str]) -> None:
    for text in bullets:
        date, rest = dated(text)
        title, _, host = words(rest).partition(". ")
        if title:
            occasions = [SiteOccasion(host.strip(" ."), date=date)] if host.strip(" .") else []
            person.talks.append(SiteTalk(title.rstrip(" .|"), occasions, path=path))


DATED = re.compile(
    r"[\s*_`\[(【]*(?P<date>\d{4}(?:[./-]\d{1,2}){0,2}|[A-Z][a-z]{2,8}\.?,? (?:\d{1,2},? )?\d{4}|\d{1,2}/\d{4})"
    r"[\s*_`\])】]*[:：,.]?[*_`\s]*(?:[-–—]\s+)?"
)
CHEERS = re.compile(r"^(?:&nbsp;|[\s\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F])+")


def read_news(outcomes: FileOutcomes, sections: list[PageSection]) -> Iterator[SiteNews]:
    """Yield the news items; those without a date are reported."""
    for section in sections:
        if section.kind == "news":
            for text in map(markdown, items(section.body)):
                date, rest = dated(text)
                if is_unwritten(rest):
                    outcomes.left_out(section.path, DEMO_CONTENT)
                elif not date:
                    outcomes.not_understood(section.path, f"news without a date: {rest[:80]}")
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
    """Return whether a text is one of the template's placeholders."""
    return "lorem ipsum" in fold(text)
