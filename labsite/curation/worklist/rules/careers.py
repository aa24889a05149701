"""Positions and degrees that say something else than the time in the lab."""

from labsite.curation.worklist.point import Point, Rule
from labsite.editing.form_anchors import defer_long_texts, numbered, row_field, section
from labsite.modelling.periods import PartialDate
from people.models import Education, Membership, Person, Position

from .people import members

A_YEAR = 365  # days
STEPS = (Position, Education)


def outlasting_the_lab(scope):
    """What began well before someone left and still lasts was mostly their time here."""
    left = _leaving_days(members(scope).filter(pk__in=Person.objects.alumni(scope.at).values("pk")))
    return [
        Point(step, _still(step), row_field(step, "person", number, "end"), step.person)
        for model in STEPS
        for number, step in numbered(defer_long_texts(model.objects.filter(person__in=list(left)), "person"), "person")
        if step.ongoing and step.start and (left[step.person_id] - PartialDate(step.start).first).days > A_YEAR
    ]


def _still(step):
    return f"“{step}” lasts “until now”, though they left the lab: has it ended?"


def _leaving_days(alumni):
    """Return the last day in the lab of each; visitors keep their position elsewhere."""
    stays = Membership.objects.filter(person__in=alumni.values("pk")).exclude(role=Membership.Role.VISITOR)
    days = {}
    for person, end in stays.values_list("person", "end"):
        days[person] = max(PartialDate(end).last, days.get(person, PartialDate(end).last))
    return days


def all_ended(scope):
    """Someone in the lab has something that lasts, unless it is left out as a whole."""
    people = members(scope).filter(pk__in=Person.objects.current(scope.at).values("pk"))
    return [
        Point(person, "Every position on the page has ended.", section(Position, "person"))
        for person in people.with_careers()
        if person.positions.all() and _have_ended([*person.positions.all(), *person.education.all()], scope.at)
    ]


def _have_ended(steps, at):
    return all(step.end and not step.is_lasting(at) for step in steps)


def until_now_in_future(scope):
    steps = [
        defer_long_texts(model.objects.filter(person__in=members(scope).values("pk")), "person") for model in STEPS
    ]
    return [
        Point(step, _not_begun(step), row_field(step, "person", number, "start"), step.person)
        for rows in steps
        for number, step in numbered(rows, "person")
        if step.ongoing and step.start and PartialDate(step.start).first > scope.at
    ]


def _not_begun(step):
    return f"“{step}” lasts “until now”, yet begins later."


RULES = (
    Rule(
        "outlasts-lab",
        "“Until now”, though they left",
        "Give the position or the degree its end, or its true start.",
        (Person,),
        outlasting_the_lab,
    ),
    Rule(
        "all-ended",
        "Members whose positions have all ended",
        "Add the present one, or give their role in the lab an end.",
        (Person,),
        all_ended,
    ),
    Rule(
        "not-begun",
        "“Until now”, though not begun",
        "Correct the start, or take away the tick until it has begun.",
        (Person,),
        until_now_in_future,
    ),
)
