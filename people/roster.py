"""Who is in the lab, who will be and who was, as the list of people shows them."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.modelling.publishing import with_public
from labsite.texts.folding import fold
from labsite.texts.plain_text import lines_of
from people.models import Membership, Person
from people.models.career import CareerStep
from people.profile import attach_mentors, names_all, present_positions, stays

CARD_ROWS = ("memberships", "positions", "education", "links", "contact_details")
PLURAL = re.compile(r"(?<=[^s\W])s\b")
MIN_WITH_PHOTO = 0.4  # of those who are listed, for faces to be shown
MAX_LARGE = 2  # people, who as the only ones in the lab are shown as large as those who lead it


@dataclass(frozen=True)
class RosterGroup:
    """People under one heading; those who lead the lab, or are nearly alone in it, are shown large."""

    heading: str | Promise
    people: list[Person]
    anchor: str = ""
    is_large: bool = False


def roster(today: date, lab: Any) -> dict[str, Any]:
    """Return those in the lab by role, those who will be, and those who were: the last to leave first."""
    current = people_at(today, "current", *CARD_ROWS)
    joining = people_at(today, "joining", *CARD_ROWS)
    present = lab.in_page_language([*current, *joining])
    _attach_present(present, today)
    for person in joining:
        person.joins = " · ".join(stay.words for stay in stays(person, today))
    leading, are_few = Membership.PLURALS[Membership.Role.LEAD], len(present) <= MAX_LARGE
    groups = [
        RosterGroup(heading, people, is_large=heading == leading or are_few)
        for heading, people in by_role(current, today)
    ]
    if joining:
        groups.append(RosterGroup(_("Joining"), joining, "joining", is_large=are_few))
    alumni = [Alumnus.of(person) for person in people_at(today, "alumni", "memberships")]
    return {
        "groups": groups,
        "alumni": sorted(alumni, key=lambda alumnus: alumnus.end, reverse=True),
        "has_faces": _have_faces(present),
        "alumni_have_faces": _have_faces([alumnus.person for alumnus in alumni]),
    }


def _have_faces(people: list[Person]) -> bool:
    return sum(bool(person.photo) for person in people) >= MIN_WITH_PHOTO * len(people)


def people_at(day: date, standing: str, *lists: str) -> list[Person]:
    """Return those who are "current", "joining" or "alumni" on a day, with these lists that belong to them."""
    return list(with_public(getattr(Person.objects, standing)(day), *lists))


def by_role(people: Iterable[Person], today: date) -> list[tuple[str | Promise, list[Person]]]:
    """Return (heading, people) for each role that somebody has on the day ``today``. Expects their memberships."""
    held = {person: membership.role for person in people if (membership := person.membership(today))}
    headings = [*Membership.PLURALS.items(), ("", _("Members"))]  # nothing more is said of who has no role
    groups = ((heading, [p for p in held if held[p] == role]) for role, heading in headings)
    return [(heading, members) for heading, members in groups if members]


def interests_of(people: Iterable[Person]) -> dict[str, int]:
    """Return the research interests of these people with how many of them have each, the commonest first.

    Those that differ in capitals or plurals are one, and "Systems for learning" is "Learning systems".
    """
    spellings: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for person in people:
        own = {}
        for line in lines_of(person.interests):
            what, _, whose = fold(line).partition(" for ")
            own[PLURAL.sub("", f"{whose} {what}".strip())] = line
        spellings = own | spellings
        numbers.update(own.keys())
    return {spellings[likened]: number for likened, number in numbers.most_common()}


def _attach_present(people: Iterable[Person], today: date) -> None:
    """Give each person, as ``role_now`` and ``advisors_now``, what they are and who advises them today.

    What the name of their role in the lab says already is left out.
    """
    held: dict[Person, list[CareerStep]] = {}
    for person in people:
        steps = [*person.positions.all(), *person.education.all()]
        held[person] = [step for step in steps if step.is_held(today)]
    attach_mentors([step for steps in held.values() for step in steps])
    for person, steps_now in held.items():
        said = person.headline or next(iter(present_positions(person, today)), "")
        membership = person.membership(today)
        person.role_now = "" if membership and any(names_all(role, said) for role in membership.role_names) else said
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
        """Sum up a person with memberships."""
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
