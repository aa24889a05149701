"""What a CV is made of: the person with their rows, in the language of the CV."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from django.utils import timezone

from labsite.contrib.documents.models import Choices
from labsite.contrib.documents.parts import Span, Text, text
from labsite.modelling.publishing import with_public
from labsite.models import Lab
from people.models import Membership, Person
from people.models.career import latest_first, may_begin_alike
from people.profile import PersonFacts, attach_mentors, names_all

ROWS = ("memberships", "links", "contact_details", "positions", "education", "teaching", "references", "projects")
NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class CVFacts(PersonFacts):
    """A person with all rows that a CV tells of, the lab, and what was chosen; ``site`` completes addresses."""

    lab: Any
    site: str
    choices: Choices

    @classmethod
    def of(cls, person: Person, site: str, choices: Choices) -> Self:
        """Fetch all of it anew: it says what it does in the present language, and isn't to be saved."""
        lab = Lab.objects.current()
        member = with_public(Person.objects.filter(pk=person.pk), *ROWS).get()
        lab.in_page_language([lab, member, *member.projects.all()])
        attach_mentors([*member.positions.all(), *member.education.all()], member.references.all())
        return cls(member, lab, site.rstrip("/"), choices)

    @cached_property
    def steps(self) -> list[Any]:
        """Their positions, and in their places their times in the lab that these don't say."""

        def rank(step: Any) -> tuple[bool, tuple[int, ...]]:
            is_present = lasts(step) if isinstance(step, Membership) else step.ongoing
            return not is_present, latest_first(step.start)

        steps = list(self.person.positions.all())
        for stay in other_stays(self.person, self.lab.name):
            behind = (index for index, step in enumerate(steps) if rank(step) > rank(stay))
            steps.insert(next(behind, len(steps)), stay)
        return steps

    def named(self, person: Any) -> Text:
        """Return somebody's name with their title, in the language of the page where it is known, and their page."""
        href = f"{self.site}{person.get_absolute_url()}" if person.has_page else ""
        name = text(Span(f"{person.honorific}{NBSP}{person.name}".strip(), href))
        return text(Span(person.native_name_as_written, href), " ", name) if person.native_name_is_first else name

    def link(self, words: str, path: str, is_strong: bool = False) -> Span:
        """Return words that lead to a page of the site."""
        return Span(words, f"{self.site}{path}", is_strong)


def other_stays(person: Person, lab: str) -> list[Membership]:
    """Return the times in the lab with a date, without those that a position or a degree tells of.

    It does if it names the lab or the role, and may have begun then.
    """
    steps: list[Any] = [*person.positions.all(), *person.education.all()]

    def is_told(stay: Membership) -> bool:
        then = [step for step in steps if may_begin_alike(step.start, stay.start)]
        return any(
            names_all(f"{step.organisation} {step.unit}", lab)
            or any(names_all(step.title, role) for role in stay.role_names)
            for step in then
        )

    return [stay for stay in person.memberships.all() if (stay.start or stay.end) and not is_told(stay)]


def lasts(stay: Membership) -> bool:
    """Say whether a time in the lab goes on, as far as anybody knows."""
    return bool(stay.start) and not stay.end and stay.is_current(timezone.localdate())
