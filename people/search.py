"""How people and awards are searched, and what a search shows of them."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from labsite.modelling.publishing import with_public
from labsite.search.results import Hit, Searched
from labsite.texts.plain_text import lines_of, plain
from people.models import Award, Education, Person, Position, has_page

ROWS = ("name_variants", "positions", "education", "teaching")


def person_hit(person: Any, words: list[str]) -> Hit:
    texts = [
        *(_("Also written {name}").format(name=variant.name) for variant in person.name_variants.all()),
        " · ".join(lines_of(person.interests)),
        plain(person.biography_html),
        plain(person.research_statement_html),
        person.headline_second,
        plain(person.biography_second_html),
        " · ".join(lines_of(person.skills)),
        *map(_step, person.positions.all()),
        *map(_step, person.education.all()),
        *(_joined(course.role, course.course, course.place, course.term) for course in person.teaching.all()),
    ]
    first, other = person.both_names
    return Hit.of(person, words, first, person.headline, texts, other_name=other)


def award_hit(award: Any, words: list[str]) -> Hit:
    byline = _joined(award.person.shown_name if award.person else "", award.organisation)
    url = award.person.get_absolute_url() if award.person and award.has_page else reverse("people:awards")
    texts = [award.note, award.earlier_wording]
    return Hit.of(award, words, award.title, byline, texts, beside=award.years, url=url)


def _step(step: Position | Education) -> str:
    where = _joined(step.title, step.organisation, step.unit, step.place)
    return f"{where}. {plain(getattr(step, 'text_html', ''))}".strip()


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))


PEOPLE = Searched(
    "people",
    gettext_lazy("People"),
    lambda: with_public(Person.objects.members(), *ROWS),
    person_hit,
    most=8,
    order=10,
)
AWARDS = Searched(
    "awards",
    gettext_lazy("Awards"),
    lambda: Award.objects.public().select_related("person").annotate(has_page=has_page("person")),
    award_hit,
    order=90,
)
