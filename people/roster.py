"""Who is in the lab, who will be and who was, as the list of people shows them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.texts.folding import fold
from labsite.texts.plain_text import lines_of
from people.models import Membership, Person
from people.models.career import CareerStep
from people.profile import attach_mentors, present_positions, stays


def roster(today: date) -> dict[str, Any]:
    """Return those in the lab by role, those who will be, and those who were: the last to leave first."""
    current = list(Person.objects.current(today).with_roles().with_careers())
    joining = list(Person.objects.joining(today).with_roles().with_careers())
    _attach_present([*current, *joining], today)
    alumni = [Alumnus.of(person) for person in Person.objects.alumni(today).with_roles()]
    return {
        "groups": by_role(current, today),
        "joining": [(person, stays(person, today)) for person in joining],
        "alumni": sorted(alumni, key=lambda alumnus: alumnus.end, reverse=True),
    }


def by_role(people: Iterable[Person], today: date) -> list[tuple[str | Promise, list[Person]]]:
    """Return (heading, people) for each role that somebody has on the day ``today``. Expects with_roles()."""
    held = {person: membership.role for person in people if (membership := person.membership(today))}
    headings = [*Membership.PLURALS.items(), ("", _("Members"))]  # nothing more is said of who has no role
    groups = ((heading, [p for p in held if held[p] == role]) for role, heading in headings)
    return [(heading, members) for heading, members in groups if members]


def interests_of(people: Iterable[Person]) -> list[str]:
    """Return the research interests of these people, each once however it is capitalised."""
    once: dict[str, str] = {}
    for person in people:
        for interest in lines_of(person.interests):
            once.setdefault(fold(interest), interest)
    return list(once.values())


def _attach_present(people: Iterable[Person], today: date) -> None:
    """Give each person, as ``positions_now`` and ``advisors_now``, what they are and who advises them today."""
    held: dict[Person, list[CareerStep]] = {}
    for person in people:
        steps = [*person.positions.all(), *person.education.all()]
        held[person] = [step for step in steps if step.is_held(today)]
    attach_mentors([step for steps in held.values() for step in steps])
    for person, steps_now in held.items():
        person.positions_now = present_positions(person, today)
        person.advisors_now = list(dict.fromkeys(advisor for step in steps_now for advisor in step.advised_by))


@dataclass(frozen=True)
class Alumnus:
    """A member of earlier times: from when to when, in which roles, and where they went."""

    person: Person
    start: str
    end: str
    roles: list[str]
    went_to: str

    @classmethod
    def of(cls, person: Person) -> "Alumnus":
        """Sum up a person with_roles()."""
        memberships = sorted(person.memberships.all(), key=Membership.when_left)
        return cls(
            person=person,
            start=min(row.start for row in memberships),
            end=memberships[-1].end,
            roles=list(dict.fromkeys(row.get_role_display() for row in reversed(memberships) if row.role)),
            went_to=memberships[-1].went_to,
        )

    @property
    def years(self) -> str:
        """For people: ``2018 – 2022``, ``2022``, ``2018 – ?`` or, where neither is known, nothing."""
        start, end = self.start[:4], self.end[:4]
        return " – ".join(dict.fromkeys([start or "?", end or "?"])) if start or end else ""
