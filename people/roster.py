"""Who is in the lab, who will be and who was, as the list of people shows them."""

from dataclasses import dataclass
from typing import Any

from labsite.modelling.periods import span
from people.groups import by_role
from people.mentors import attach_mentors
from people.models import Person
from people.standing import present_positions, stays


def roster(today):
    """Return those in the lab by role, those who will be, and those who were: the last to leave first."""
    current, joining = (
        list(people.with_roles().with_careers())
        for people in (Person.objects.current(today), Person.objects.joining(today))
    )
    _attach_present([*current, *joining], today)
    alumni = [Alumnus.of(person) for person in Person.objects.alumni(today).with_roles()]
    return {
        "groups": by_role(current, today),
        "joining": [(person, stays(person, today)) for person in joining],
        "alumni": sorted(alumni, key=lambda alumnus: alumnus.end, reverse=True),
    }


def _attach_present(people, today):
    """Give each person, as ``positions_now`` and ``advisors_now``, what they are and who advises them today."""
    held = {person: [step for step in _steps(person) if step.is_held(today)] for person in people}
    attach_mentors([step for steps in held.values() for step in steps])
    for person, steps in held.items():
        person.positions_now = present_positions(person, today)
        person.advisors_now = list(dict.fromkeys(advisor for step in steps for advisor in step.advised_by))


def _steps(person):
    return [*person.positions.all(), *person.education.all()]


@dataclass(frozen=True)
class Alumnus:
    """A member of earlier times: from when to when, in which roles, and where they went."""

    person: Any
    start: str
    end: str
    roles: list[str]
    went_to: str

    @classmethod
    def of(cls, person):
        """Sum up a person with_roles()."""
        memberships = sorted(person.memberships.all(), key=lambda row: row.end)
        return cls(
            person=person,
            start=min(row.start for row in memberships),
            end=memberships[-1].end,
            roles=list(dict.fromkeys(row.get_role_display() for row in reversed(memberships))),
            went_to=memberships[-1].went_to,
        )

    @property
    def years(self):
        return span(self.start[:4], self.end[:4])
