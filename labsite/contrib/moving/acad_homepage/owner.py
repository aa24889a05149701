"""The owner of the page, read from the settings and the sections on education, positions, awards and talks; news."""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from labsite.contrib.moving.academicpages.owner import owner_of, settings_of
from labsite.contrib.moving.no_people import mentions
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.contrib.moving.site import SiteNews, SitePerson
from labsite.contrib.reading.career import (
    StatedAward,
    StatedDegree,
    StatedOccasion,
    StatedPosition,
    StatedTalk,
)
from labsite.contrib.reading.plain_values import degree_and_field
from labsite.modelling.periods import partial_date

from .page import PageSection, items, markdown, words

is_unwritten = partial(mentions, ("lorem ipsum",))
SPAN = re.compile(
    r"[\s*_`(\[]*(?P<start>\d{4}(?:[./-]\d{1,2})?)\s*(?:[-–—~至]+|to)\s*(?P<end>\d{4}(?:[./-]\d{1,2})?|now|present|current|至今)?"
    r"[^\S\n]*(?P<now>\(\s*(?:now|present|expected)[^)]*\))?[\s*_`)\],:：]*",
    re.IGNORECASE,
)
DEGREE = re.compile(
    r"\b(?:ph\.?d|m\.?s|b\.?s|m\.?sc|b\.?sc|b\.?eng|m\.?eng|b\.?a|m\.?a|dr\.|master|bachelor|undergrad|doctor)",
    re.IGNORECASE,
)
POST = re.compile(
    r"\b(?:intern|visiting|student|(?:senior |staff )?(?:researcher|engineer|scientist|developer)|assistant|associate"
    r"|fellow|post-?doc|professor|lecturer|teacher|consultant|analyst|manager|director|founder|co-?founder|head|lead"
    r"|adviser|advisor|member)(?:s\b|ship\b|\b)|实习|研究员|工程师|教授",
    re.IGNORECASE,
)


def read_owner(site: SiteReading, sections: list[PageSection]) -> SitePerson | None:
    """Return the person; None for the template itself."""
    person = owner_of(site, settings_of(site))
    if not person:
        return None
    about = [markdown(section.body) for section in sections if section.kind == "about"]
    texts = [re.sub(r"\n\s*\n+", "\n\n", text).strip() for text in about]
    if any(map(is_unwritten, texts)):
        site.left_out(sections[0].path, DEMO_CONTENT)
    person.biography = "\n\n".join(text for text in texts if text and not is_unwritten(text))
    for section in sections:
        _add_section(site, person, section)
    return person


def _add_section(site: SiteReading, person: SitePerson, section: PageSection) -> None:
    """Add the facts in a section's bullets to the person; report those that are left out or not understood."""
    bullets = [text for text in map(markdown, items(section.body)) if not is_unwritten(text)]
    if section.kind in ("education", "positions"):
        for start, end, ongoing, rest in _spans(site, section.path, bullets):
            # Either what somebody was or where that was comes first.
            pieces = [piece.strip(" .") for piece in rest.split(",") if piece.strip(" .")]
            what = next(filter(DEGREE.search if section.kind == "education" else POST.search, pieces), "")
            organisation = ", ".join(piece for piece in pieces if piece != what)
            if section.kind == "education":
                what, field = degree_and_field(what)
                person.education.append(StatedDegree(organisation, what, field, start=start, end=end, ongoing=ongoing))
            else:
                what, organisation = (what or "Position", organisation) if organisation else ("Position", what)
                person.positions.append(StatedPosition(what, organisation, start=start, end=end, ongoing=ongoing))
    elif section.kind in ("awards", "talks"):
        for date, rest in ((date, words(rest)) for date, rest in map(dated, bullets)):
            title, _, host = rest.partition(". ")
            if section.kind == "awards" and rest:
                person.awards.append(StatedAward(rest[:300].rstrip(" ."), year=int(date[:4]) if date else None))
            elif title:
                occasions = [StatedOccasion(host.strip(" ."), date=date)] if host.strip(" .") else []
                person.talks.append(StatedTalk(title.rstrip(" .|"), occasions, path=section.path))
    elif section.kind in ("services", "teaching", "") and words(markdown(section.body)):
        site.left_out(section.path, f"the section “{section.heading}” is prose: enter it by hand")


def _spans(site: SiteReading, path: str, bullets: Iterable[str]) -> Iterator[tuple[str, str, bool, str]]:
    """Yield start, end, whether it is ongoing, and the text of bullets such as "2019.06 - now, …"."""
    for text in bullets:
        match = SPAN.match(text)
        if not match:
            site.not_understood(path, f"unclear dates: {words(text)[:80]}")
            continue
        end = partial_date((match["end"] or "").replace(".", "-"))
        rest = words(text[match.end() :]).strip(" ,:")
        yield partial_date(match["start"].replace(".", "-")), end, not end or bool(match["now"]), rest


DATED = re.compile(
    r"[\s*_`\[(【]*(?P<date>\d{4}(?:[./-]\d{1,2}){0,2}|[A-Z][a-z]{2,8}\.?,? (?:\d{1,2},? )?\d{4}|\d{1,2}/\d{4})"
    r"[\s*_`\])】]*[:：,.]?[*_`\s]*(?:[-–—]\s+)?"
)
CHEERS = re.compile(r"^(?:&nbsp;|[\s\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F])+")


def read_news(site: SiteReading, sections: list[PageSection]) -> Iterator[SiteNews]:
    """Yield the news items; those without a date are reported."""
    for section in (section for section in sections if section.kind == "news"):
        for date, rest in map(dated, map(markdown, items(section.body))):
            if is_unwritten(rest):
                site.left_out(section.path, DEMO_CONTENT)
            elif not date:
                site.not_understood(section.path, f"news without a date: {rest[:80]}")
            else:
                yield SiteNews(date, text=rest, path=section.path)


def dated(text: str) -> tuple[str, str]:
    """Part a bullet into its date and what it says."""
    match = DATED.match(text)
    date_text = match["date"] if match else ""
    date = partial_date(date_text.replace(".", "-") if date_text[:1].isdigit() else date_text)
    rest = text[match.end() :] if match and date else text
    return date, CHEERS.sub("", " ".join(rest.split()))
