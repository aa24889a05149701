"""A member as JSON Resume 1.0.0 (https://jsonresume.org/schema).

The schema allows further properties; what it has none for stands in such: ``unit``, ``advisors``, ``honours``,
``authors``, ``doi`` and ``date``, a period in words.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.encoding import iri_to_uri
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
from labsite.contrib.documents.parts import stated, words
from labsite.modelling.pictures import rendition_url
from labsite.texts.plain_text import lines_of
from people.models import ContactDetail, Membership, Person

SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
PHOTO_WIDTH = 960  # pixels
# What the sections of a CV are called there; talks and courses are among the projects.
SECTIONS = {"work": "positions", "volunteer": "service", "publications": "publications"}
SECTIONS |= {name: name for name in ("education", "awards", "skills", "interests", "references")}
Values = dict[str, Any]


def json_resume(person: Person, site: str) -> str:
    """Return what is public of a member; ``site`` completes addresses within the site."""
    with override(settings.LANGUAGE_CODE):
        facts = CVFacts.of(person, site)
        person = facts.person
        resume = {
            "$schema": SCHEMA,
            "basics": _basics(facts),
            "work": [_position(row, facts) for row in facts.steps],
            "volunteer": list(_services(facts)),
            "education": [_degree(row) for row in person.education.all()],
            "awards": list(_awards(facts)),
            "publications": [
                {
                    "name": paper.title,
                    "publisher": place_of(paper),
                    "releaseDate": appeared(paper.year, paper.month),
                    "url": iri_to_uri(address_of(paper, facts.site)),
                    "authors": [row.display_name for row in paper.authorships.all()],
                    "doi": paper.doi,
                }
                for paper in facts.papers
            ],
            "skills": [
                {"name": name, "keywords": keywords.split(", ")}
                for name, _colon, keywords in (line.partition(": ") for line in lines_of(person.skills))
            ],
            "interests": [{"name": line} for line in lines_of(person.interests)],
            "references": [
                {
                    "name": row.referee.name,
                    "reference": ", ".join(filter(None, [row.title, *lines_of(row.affiliation)])),
                }
                for row in person.references.all()
            ],
            "projects": list(_projects(facts)),
            "meta": {"canonical": site + reverse("data:resume", args=[person.slug]), "version": "v1.0.0"},
        }
    shown = {name: value for name, value in resume.items() if SECTIONS.get(name) in (None, *facts.choices.shown)}
    return json.dumps(stated(shown), ensure_ascii=False, indent=2) + "\n"


def _basics(facts: CVFacts) -> Values:
    person, site = facts.person, facts.site
    orcid = {"network": "ORCID", "username": person.orcid, "url": f"https://orcid.org/{person.orcid}"}
    photo = rendition_url(person.photo, PHOTO_WIDTH) if person.photo else ""
    paragraphs, points = texts_and_points(person.biography_html, site)
    links = [
        {"network": str(link), "url": iri_to_uri(link.url), "kind": link.kind if link.label else ""}
        for link in person.shown_links
    ]
    return {
        "name": person.name,
        "nativeName": next((name for name in person.both_names if name != person.name), ""),
        "label": person.headline,
        "image": f"{site}{photo}" if photo.startswith("/") else photo,
        "email": next(iter(facts.details(ContactDetail.Kind.EMAIL)), ""),
        "phone": next(iter(facts.details(ContactDetail.Kind.PHONE)), ""),
        "url": iri_to_uri(facts.homepage or site + person.get_absolute_url()),
        "summary": "\n\n".join(map(words, [*paragraphs, *points])) if "about" in facts.choices.shown else "",
        "location": {"address": next(iter(facts.details(ContactDetail.Kind.ADDRESS)), "")},
        "profiles": [orcid] * bool(person.orcid) + links,
    }


def _period(row: Any) -> Values:
    start, end, _is_ongoing, words_for_it = stated_period(row)
    return {"startDate": start, "endDate": end, "date": words_for_it}


def _step(row: Any, remarks: Values) -> Values:
    """Return what is said of a position and a degree behind their names."""
    advisors = [advisor.name for advisor in row.advised_by]
    return {"location": row.place, **_period(row), **remarks, "unit": row.unit, "advisors": advisors}


def _position(row: Any, facts: CVFacts) -> Values:
    if isinstance(row, Membership):
        return {"name": facts.lab.name, "position": row.get_role_display(), **_period(row)}
    paragraphs, points = texts_and_points(row.text_html, facts.site)
    remarks = {"summary": "\n\n".join(map(words, paragraphs)), "highlights": list(map(words, points))}
    return {"name": employer(row), "position": row.title, **_step(row, remarks)}


def _degree(row: Any) -> Values:
    degree = {"institution": employer(row), "area": row.field, "studyType": row.degree}
    return degree | _step(row, {"score": row.gpa, "honours": row.honours})


def _awards(facts: CVFacts) -> Iterator[Values]:
    """Yield their own awards, then those of their papers."""
    for award in sorted(facts.awards, key=lambda award: award.person_id != facts.person.pk):
        is_own = award.person_id == facts.person.pk
        titles = [] if is_own else [paper.title for paper in award.publications.all()]
        yield {
            "title": award.title,
            "date": str(award.year or ""),
            "endDate": str(award.until or "") if is_own else "",
            "awarder": award.organisation,
            "summary": award.note if is_own else "; ".join(titles),
            "publications": titles,
        }


def _services(facts: CVFacts) -> Iterator[Values]:
    for role in facts.person.services.by_role():
        for stint in role.stints:
            venue, host, note = stint.service.venue, stint.service.host, stint.service.note
            values = {
                "organization": venue.short_name,
                "position": role.name,
                "summary": "; ".join(filter(None, [f"at {host.short_name}" if host else "", note])),
            }
            if not stint.years:
                yield values
            for run in stint.runs:
                yield values | {"startDate": str(run[-1]), "endDate": str(run[0])}


def _projects(facts: CVFacts) -> Iterator[Values]:
    """Yield the projects, and as ``type`` says what is none: talks and courses."""
    sections = facts.choices.shown
    for project in facts.person.projects.all() if "projects" in sections else ():
        url = iri_to_uri(facts.site + project.get_absolute_url())
        yield {"name": project.title, "description": project.summary, **_period(project), "url": url}
    for talk in facts.person.talks.with_occasions() if "talks" in sections else ():
        for occasion in talk.occasions.all() or [None]:
            given = {"entity": occasion.host, "location": occasion.place} if occasion else {}
            dates = {"startDate": occasion.date, "endDate": occasion.date} if occasion else {}
            yield {"name": talk.title, **given, **dates, "type": "talk"}
    for course in facts.person.teaching.all() if "teaching" in sections else ():
        values = {"roles": [course.role], "entity": course.place, "date": course.term}
        yield {"name": course.course, **values, "type": "teaching"}
