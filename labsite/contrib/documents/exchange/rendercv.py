"""A member as the input of RenderCV 2 (https://docs.rendercv.com/user_guide/yaml_input_structure/).

Its texts are Markdown, and what looks like a command of Typst in them is run, so every text is escaped here. The
theme is RenderCV's own until somebody adds a ``design``.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import yaml
from django.conf import settings
from django.utils.translation import override

from labsite.contrib.documents.facts import (
    CVFacts,
    address_of,
    appeared,
    employer,
    place_of,
    stated_period,
    texts_and_points,
)
from labsite.contrib.documents.parts import Text, stated
from labsite.contrib.reading.curriculum import JOINER
from labsite.texts.plain_text import lines_of
from people.models import ContactDetail, Membership, Person, ProfileLink

SCHEMA = "https://raw.githubusercontent.com/rendercv/rendercv/refs/tags/v2.8/schema.json"
MARKUP = re.compile(r"([\\*_\[\]])")
COMMANDS = re.compile(r"#(?=[a-z])|<(?=[a-z/!?])|&(?=#?\w+;)|\$(?=\$)|^(?=[=+-] |\d+\. |!!!)", re.IGNORECASE)
# The networks whose addresses RenderCV makes of usernames.
NETWORKS = {
    ProfileLink.Kind.GITHUB: ("GitHub", r"(?:www\.)?github\.com/([\w.-]+)/?"),
    ProfileLink.Kind.LINKEDIN: ("LinkedIn", r"(?:\w+\.)?linkedin\.com/in/([\w%-]+)/?"),
    ProfileLink.Kind.SCHOLAR: (
        "Google Scholar",
        r"scholar\.google\.[\w.]+/citations\?(?:hl=.+&)?user=([\w-]+)(?:&hl=.+)?",
    ),
    ProfileLink.Kind.X: ("X", r"(?:www\.)?(?:x|twitter)\.com/(\w+)/?"),
    ProfileLink.Kind.BLUESKY: ("Bluesky", r"bsky\.app/profile/((?:[a-zA-Z0-9-]+\.)+[a-zA-Z0-9]+)"),
}
REQUIRED = ("area", "authors", "url")  # though they are empty
MAX_DEGREE_LENGTH = 8  # letters that fit where RenderCV's themes set a degree
Values = dict[str, Any]


class PlainDumper(yaml.SafeDumper):
    """Writes dates and safe strings as the texts that they are, and what stands twice twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


PlainDumper.add_multi_representer(str, lambda dumper, text: dumper.represent_str(str(text)))


def rendercv_yaml(person: Person, site: str) -> str:
    """Return what is public of a member; ``site`` completes addresses within the site."""
    with override(settings.LANGUAGE_CODE):
        facts = CVFacts.of(person, site)
        sections = {title: rows for title, entries in _sections(facts) if (rows := list(entries))}
        cv = _header(facts) | {"sections": sections}
    written = yaml.dump(
        {"cv": stated(cv, REQUIRED)}, Dumper=PlainDumper, allow_unicode=True, sort_keys=False, width=1000
    )
    return f"# yaml-language-server: $schema={SCHEMA}\n{written}"


def escaped(text: str) -> str:
    """Return plain text as RenderCV shows just that; a backtick, which it can't show, becomes an apostrophe."""
    lines = (MARKUP.sub(r"\\\1", line.strip()) for line in text.replace("`", "'").splitlines())
    return "\n".join(COMMANDS.sub(lambda match: f"{match[0]}{JOINER}", line) for line in lines)


def marked_up(text: Text) -> str:
    """Return a text with its strong and emphasised words and its links."""
    marked = ""
    for span in text:
        words = escaped(span.text) if span.text.strip() else ""
        for mark in (span.is_strong and "**", span.is_emphasised and "*"):
            words = f"{mark}{words}{mark}" if mark and words else words
        words = f"[{words}](<{span.href}>)" if span.href.startswith("http") and words else words
        before, after = span.text[:1].isspace(), span.text[-1:].isspace()
        marked += f"{' ' * before}{words}{' ' * after}" if words else " "
    return " ".join(marked.split())


def _header(facts: CVFacts) -> Values:
    person, social, others = facts.person, [], []
    if person.orcid:
        social.append({"network": "ORCID", "username": person.orcid})
    for link in facts.person.shown_links:
        network, shape = NETWORKS.get(ProfileLink.Kind(link.kind), ("", ""))
        if match := re.fullmatch(f"https?://{shape}", link.url):
            social.append({"network": network, "username": match[1]})
        elif link.url != facts.homepage:
            others.append({"fontawesome_icon": "link", "placeholder": str(link), "url": link.url})
    emails, phones = facts.details(ContactDetail.Kind.EMAIL), facts.details(ContactDetail.Kind.PHONE)
    return {
        "name": person.name,
        "headline": escaped(person.headline),
        "location": escaped(next(iter(facts.details(ContactDetail.Kind.ADDRESS)), "")),
        "email": emails[0] if len(emails) == 1 else emails,
        "website": facts.homepage,
        "social_networks": social,
        "custom_connections": [{"fontawesome_icon": "phone", "placeholder": each, "url": None} for each in phones]
        + others,
    }


def _sections(facts: CVFacts) -> Iterator[tuple[str, Iterable[Any]]]:
    """Yield the sections that the member shows, in their order."""
    person = facts.person
    by_name: dict[str, tuple[tuple[str, Iterable[Any]], ...]] = {
        "interests": (
            ("Research", _texts(person.research_statement_html, facts.site)),
            ("Research interests", [{"bullet": escaped(line)} for line in lines_of(person.interests)]),
        ),
        "about": (("About", _texts(person.biography_html, facts.site)),),
        "positions": (("Positions", [_position(row, facts) for row in facts.steps]),),
        "education": (("Education", map(_degree, person.education.all())),),
        "awards": (("Awards", [_award(row) for row in person.awards.all()]),),
        "publications": (("Publications", _papers(facts)),),
        "talks": (("Talks", _talks(facts)),),
        "service": (("Professional service", _services(facts)),),
        "teaching": (("Teaching", map(_course, person.teaching.all())),),
        "projects": (("Projects", [_project(row, facts.site) for row in person.projects.all()]),),
        "skills": (("Skills", _skills(lines_of(person.skills))),),
        "references": (("References", map(_reference, person.references.all())),),
    }
    for name in facts.choices.shown:
        yield from by_name.get(name, ())


def _texts(html: str, site: str) -> list[str]:
    paragraphs, points = texts_and_points(html, site)
    return list(map(marked_up, [*paragraphs, *points]))


def _period(row: Any) -> Values:
    start, end, is_ongoing, words = stated_period(row)
    return {"date": words, "start_date": _date(start), "end_date": "present" if is_ongoing else _date(end)}


def _date(date: str) -> str | int:
    """Return a date; a year is a number, as RenderCV takes one in quotes for its January."""
    return int(date) if date.isdecimal() else date


def _position(row: Any, facts: CVFacts) -> Values:
    if isinstance(row, Membership):
        return {"company": escaped(facts.lab.name), "position": escaped(row.get_role_display()), **_period(row)}
    paragraphs, points = texts_and_points(row.text_html, facts.site)
    step = _step(row, list(map(marked_up, points)), "\n".join(map(marked_up, paragraphs)))
    return {"company": escaped(employer(row)), "position": escaped(row.title), **step}


def _degree(row: Any) -> Values:
    title = {"area": escaped(row.field), "degree": escaped(row.degree)}
    if len(row.degree) > MAX_DEGREE_LENGTH:
        others = {"field": title["area"], "degree_in_full": title["degree"]}
        title = {"area": escaped(row.title), "degree": "", **others}
    remarks = {"Honours": row.honours, "GPA": row.gpa}
    points = [f"{label}: {escaped(words)}" for label, words in remarks.items() if words]
    return {"institution": escaped(employer(row)), **title, **_step(row, points)}


def _step(row: Any, points: list[str], summary: str = "") -> Values:
    """Return what is said of a position and a degree behind their names, with those who advised as the last point."""
    names = [escaped(advisor.name) for advisor in row.advised_by]
    advised = [f"{'Advisors' if len(names) > 1 else 'Advisor'}: {', '.join(names)}"] if names else []
    where, beside = {"location": escaped(row.place)}, {"highlights": [*points, *advised], "unit": escaped(row.unit)}
    return {**_period(row), **where, "summary": summary, **beside}


def _award(row: Any) -> Values:
    """Return an award of their own; those of papers stand with these."""
    years = (
        {"start_date": row.year, "end_date": row.until} if row.until not in (None, row.year) else {"date": row.year}
    )
    return {"name": escaped(row.title), **years, "location": escaped(row.organisation), "summary": escaped(row.note)}


def _papers(facts: CVFacts) -> Iterator[Values]:
    for paper in facts.papers:
        authors = [(escaped(row.display_name), row.person.slug) for row in paper.authorships.all()]
        names = [f"**{name}**" if slug == facts.person.slug else name for name, slug in authors]
        yield {
            "title": escaped(paper.title),
            "authors": names,
            "journal": escaped(place_of(paper)),
            "date": _date(appeared(paper.year, paper.month)),
            "doi": paper.doi,
            "url": address_of(paper, facts.site),
            "summary": "; ".join(escaped(award.title) for award in paper.awards.all()),
        }


def _talks(facts: CVFacts) -> Iterator[Values]:
    for talk in facts.person.talks.with_occasions():
        title = {"name": escaped(talk.title)}
        for row in talk.occasions.all():
            host = escaped(row.host)
            yield title | {"date": _date(row.date), "location": escaped(row.place), "summary": host, "host": host}
        if not talk.occasions.all():
            yield title


def _services(facts: CVFacts) -> Iterator[Values]:
    for role in facts.person.services.by_role():
        stints = []
        for stint in role.stints:
            service = stint.service
            host = f"at {service.host.short_name}" if service.host else ""
            parts = (service.venue.short_name, stint.when.replace("\N{NO-BREAK SPACE}", " "), host, service.note)
            stints.append(" ".join(filter(None, parts)))
        yield {"label": escaped(role.name), "details": escaped("; ".join(stints))}


def _course(row: Any) -> Values:
    values = {"date": _date(row.term), "location": escaped(row.place)}
    return {"name": escaped(row.course), **values, **dict.fromkeys(("summary", "role"), escaped(row.role))}


def _project(row: Any, site: str) -> Values:
    name = f"[{escaped(row.title)}]({site}{row.get_absolute_url()})"
    return {"name": name, **_period(row), "summary": escaped(row.summary)}


def _skills(lines: list[str]) -> list[Values]:
    """Return skills with their headings, or as mere points, as entries of a section are of one type."""
    parted = [line.partition(": ") for line in lines]
    if all(words for _, _, words in parted):
        return [{"label": escaped(heading), "details": escaped(words)} for heading, _, words in parted]
    return [{"bullet": escaped(line)} for line in lines]


def _reference(row: Any) -> Values:
    affiliation = ", ".join(filter(None, [row.title, *lines_of(row.affiliation)]))
    return {"name": escaped(row.referee.name), "summary": escaped(affiliation)}
