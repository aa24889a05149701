"""Writes what a site says of joining its lab: the kinds of applicant that have a heading, and the rest as a page."""

import re
from collections.abc import Iterator

from labsite.contrib.moving.site import SitePage
from labsite.models import ApplicantKind, Page
from labsite.models.pages import JOIN

from .context import MoveContext

MAX_TITLE_LENGTH = 100  # characters, of a kind of applicant
HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
# What sites call such a page at its address.
JOINING = re.compile(
    r"join(?:ing)?(?:[-_]us|[-_]the[-_]lab)?|openings?|opportunit(?:y|ies)|(?:open[-_])?positions?|vacanc(?:y|ies)|jobs?"
    r"|careers?|recruit\w*|work[-_]with[-_]us|prospective[-_]\w+|apply",
    re.IGNORECASE,
)
# Of a heading that it is about those who apply.
APPLICANTS = re.compile(
    r"\b(?:ph\.?d\.?|doctoral|post-?docs?|postdoctoral|master|graduate|undergrad\w*|students?|interns?|visitors?|visiting"
    r"|engineers?|technicians?|researchers?|scientists?|staff)\b|博士|硕士|本科|实习|访问",
    re.IGNORECASE,
)


def is_joining(page: SitePage) -> bool:
    return bool(JOINING.fullmatch(page.slug))


def bring_joining(context: MoveContext, source: SitePage) -> None:
    """Write a page about joining; its address of before leads to the one of today."""
    rest, number = [], 0
    for heading, title, text in _sections(context.text(source.text, source.path)):
        if APPLICANTS.search(title) and text and len(title) <= MAX_TITLE_LENGTH:
            number += 1
            row = ApplicantKind.objects.filter(title=title).first() or ApplicantKind(place=number)
            context.put(row, {"title": title, "text": text}, title, "kinds of applicant")
        else:
            rest.append(f"{heading}\n\n{text}".strip())
    former = f" {source.slug} " if source.slug != JOIN else ""
    page = Page.objects.filter(slug=JOIN).first() or Page(slug=JOIN, former_slugs=former)
    context.put(page, {"title": source.title, "text": "\n\n".join(filter(None, rest))}, source.title, "pages")
    context.outcomes.brought(source.path, "how to join the lab")


def _sections(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the parts of Markdown under its highest headings: the heading as written, its words, and what follows."""
    highest = min((len(match[1]) for match in HEADING.finditer(text)), default=0)
    headings = [match for match in HEADING.finditer(text) if len(match[1]) == highest]
    ends = [match.start() for match in headings[1:]] + [len(text)]
    yield "", "", text[: headings[0].start() if headings else len(text)].strip()
    for match, end in zip(headings, ends, strict=False):
        yield match[0], re.sub(r"[*_`]", "", match[2]), text[match.end() : end].strip()
