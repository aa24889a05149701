"""What is missing or odd on the pages of people and in their careers, and what to say of it on the worklist."""

import datetime
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from labsite.editing.form_anchors import defer_long_texts, field, numbered, row_field, section
from labsite.editing.issues import Issue, IssueRule, Scope
from labsite.modelling.periods import PartialDate
from labsite.roles import Role
from people.models import Award, Education, Membership, Person, Position, ProfileLink

A_YEAR = 365  # days
STEPS = (Position, Education)


def members(scope: Scope) -> Any:
    """Everyone with a page, whose form can be changed."""
    return defer_long_texts(scope.rows(Person).members())


def here(scope: Scope) -> Any:
    """Those who are in the lab or about to be: the ones who keep their page."""
    return members(scope).exclude(pk__in=Person.objects.alumni(scope.at).values("pk"))


def without_photo(scope: Scope) -> Iterable[Issue]:
    return [Issue(person, "There is no photo.", field("photo")) for person in here(scope).filter(photo="")]


def photo_without_words(scope: Scope) -> Iterable[Issue]:
    shown = members(scope).exclude(photo="").filter(photo_alt="")
    return [Issue(person, "The photo has no description.", field("photo_alt")) for person in shown]


def without_orcid(scope: Scope) -> Iterable[Issue]:
    return [Issue(person, "There is no ORCID iD.", field("orcid")) for person in here(scope).filter(orcid="")]


def without_words(scope: Scope) -> Iterable[Issue]:
    silent = here(scope).filter(headline="", biography="", interests="", research_statement="")
    return [Issue(person, "The page says nothing in words.", field("headline")) for person in silent]


def native_name_without_language(scope: Scope) -> Iterable[Issue]:
    named = members(scope).exclude(native_name="").filter(native_language="")
    return [
        Issue(person, f"The language of “{person.native_name}” isn’t given.", field("native_language"))
        for person in named
    ]


def lost_links(scope: Scope) -> Iterable[Issue]:
    """Of co-authors too."""
    of = scope.rows(Person).filter(links__url="").values("pk")
    links = defer_long_texts(ProfileLink.objects.filter(person__in=of), "person")
    return [
        Issue(link, without_address(link), row_field(link, "person", number, "url"), link.person)
        for number, link in numbered(links, "person")
        if not link.url
    ]


def without_address(link: Any) -> str:
    """Say what a link is called, and its kind where the name is another."""
    kind = link.get_kind_display()
    what = f"“{link}” ({kind})" if link.label and kind not in link.label else f"“{link}”"
    return f"The link {what} has no address."


def alumni_without_next_step(scope: Scope) -> Iterable[Issue]:
    """Only the last time in the lab leads somewhere else."""
    alumni = Person.objects.alumni(scope.at).values("pk")
    stays = defer_long_texts(
        Membership.objects.filter(person__in=members(scope).filter(pk__in=alumni).values("pk")), "person"
    )
    return [
        Issue(stay, "Where they went isn’t said.", row_field(stay, "person", number, "went_to"), stay.person)
        for number, stay in _last_of_each(numbered(stays, "person"))
        if not stay.went_to
    ]


def _last_of_each(stays: Iterator[tuple[int, Membership]]) -> Iterable[tuple[int, Membership]]:
    last: dict[int, tuple[int, Membership]] = {}
    for number, stay in stays:
        ends = last[stay.person_id][1].end if stay.person_id in last else ""
        last[stay.person_id] = (number, stay) if stay.end > ends else last[stay.person_id]
    return last.values()


def two_roles(scope: Scope) -> Iterable[Issue]:
    """A role that led to the next one, and was left without an end."""
    held = Membership.objects.filter(person__in=members(scope).values("pk")).current(scope.at)
    return [
        Issue(person, f"Has two roles in the lab at once: {_in_words(roles)}.", section(Membership, "person"))
        for person, roles in _by_person(defer_long_texts(held, "person")).items()
        if len(roles) > 1
    ]


def _by_person(stays: Iterable[Membership]) -> dict[Person, list[Membership]]:
    people: dict[Person, list[Membership]] = {}
    for stay in stays:
        people.setdefault(stay.person, []).append(stay)
    return people


def _in_words(stays: list[Membership]) -> str:
    return " and ".join(stay.get_role_display() for stay in stays)


# In years: who has been one for longer has mostly become something else.
MAX_LENGTH: dict[str, int] = {
    Membership.Role.VISITOR: 2,
    Membership.Role.MASTER_STUDENT: 4,
    Membership.Role.UNDERGRADUATE: 6,
    Membership.Role.POSTDOC: 7,
    Membership.Role.PHD_STUDENT: 8,
}


def long_roles(scope: Scope) -> Iterable[Issue]:
    stays = defer_long_texts(Membership.objects.filter(person__in=members(scope).values("pk")), "person")
    return [
        Issue(
            stay,
            f"{stay.get_role_display()} since {stay.start[:4]}: has that ended?",
            row_field(stay, "person", number, "end"),
            stay.person,
        )
        for number, stay in numbered(stays, "person")
        if stay.is_current(scope.at) and _is_long(stay, scope.at)
    ]


def _is_long(stay: Membership, at: datetime.date) -> bool:
    return bool(stay.start) and at.year - int(stay.start[:4]) > MAX_LENGTH.get(stay.role, 100)


def outlasting_the_lab(scope: Scope) -> Iterable[Issue]:
    """What began well before someone left and still lasts was mostly their time here."""
    left = _leaving_days(members(scope).filter(pk__in=Person.objects.alumni(scope.at).values("pk")))
    return [
        Issue(step, _still(step), row_field(step, "person", number, "end"), step.person)
        for model in STEPS
        for number, step in numbered(defer_long_texts(model.objects.filter(person__in=list(left)), "person"), "person")
        if step.ongoing and step.start and (left[step.person_id] - PartialDate(step.start).first).days > A_YEAR
    ]


def _still(step: Position | Education) -> str:
    return f"“{step}” lasts “until now”, though they left the lab: has it ended?"


def _leaving_days(alumni: QuerySet[Person]) -> dict[int, datetime.date]:
    """Return the last day in the lab of each; visitors keep their position elsewhere."""
    stays = Membership.objects.filter(person__in=alumni.values("pk")).exclude(role=Membership.Role.VISITOR)
    days: dict[int, datetime.date] = {}
    for person, end in stays.values_list("person", "end"):
        days[person] = max(PartialDate(end).last, days.get(person, PartialDate(end).last))
    return days


def all_ended(scope: Scope) -> Iterable[Issue]:
    """Someone in the lab has something that lasts, unless it is left out as a whole."""
    people = members(scope).filter(pk__in=Person.objects.current(scope.at).values("pk"))
    return [
        Issue(person, "Every position on the page has ended.", section(Position, "person"))
        for person in people.with_careers()
        if person.positions.all() and _have_ended([*person.positions.all(), *person.education.all()], scope.at)
    ]


def _have_ended(steps: Iterable[Position | Education], at: datetime.date) -> bool:
    return all(step.end and not step.is_lasting(at) for step in steps)


def until_now_in_future(scope: Scope) -> Iterable[Issue]:
    steps = [
        defer_long_texts(model.objects.filter(person__in=members(scope).values("pk")), "person") for model in STEPS
    ]
    return [
        Issue(step, _not_begun(step), row_field(step, "person", number, "start"), step.person)
        for rows in steps
        for number, step in numbered(rows, "person")
        if step.ongoing and step.start and PartialDate(step.start).first > scope.at
    ]


def _not_begun(step: Position | Education) -> str:
    return f"“{step}” lasts “until now”, yet begins later."


def awards_without_year(scope: Scope) -> Iterable[Issue]:
    return [Issue(award, "No year is given.", field("year")) for award in scope.rows(Award).filter(year=None)]


RULES = (
    IssueRule(
        "outlasts-lab",
        "“Until now”, though they left",
        "Give the position or the degree its end, or its true start.",
        (Person,),
        outlasting_the_lab,
        order=10,
    ),
    IssueRule(
        "all-ended",
        "Members whose positions have all ended",
        "Add the present one, or give their role in the lab an end.",
        (Person,),
        all_ended,
        order=10,
    ),
    IssueRule(
        "not-begun",
        "“Until now”, though not begun",
        "Correct the start, or take away the tick until it has begun.",
        (Person,),
        until_now_in_future,
        order=10,
    ),
    IssueRule(
        "lost-profile-link",
        "Pages elsewhere without an address",
        "A document named the link, but its address was lost. Fill it in, or delete the link.",
        (Person,),
        lost_links,
        order=40,
    ),
    IssueRule(
        "no-photo",
        "Members without a photo",
        "The page shows initials instead.",
        (Person,),
        without_photo,
        order=40,
    ),
    IssueRule(
        "photo-words",
        "Photos without a description",
        "Say in a few words what the photo shows, for those who don’t see it.",
        (Person,),
        photo_without_words,
        order=40,
    ),
    IssueRule(
        "no-orcid",
        "Members without an ORCID iD",
        "It tells people of the same name apart, and finds their papers. It is free, at orcid.org.",
        (Person,),
        without_orcid,
        order=40,
    ),
    IssueRule(
        "no-words",
        "Pages that say nothing",
        "A headline or a few interests are enough to begin with.",
        (Person,),
        without_words,
        order=40,
    ),
    IssueRule(
        "native-language",
        "Native names without a language",
        "Fonts and screen readers need to know it, such as zh, ja or ko.",
        (Person,),
        native_name_without_language,
        order=40,
    ),
    IssueRule(
        "two-roles",
        "Members with two roles at once",
        "If one led to the other, give the earlier one an end.",
        (Person,),
        two_roles,
        Role.EDITOR,
        order=40,
    ),
    IssueRule(
        "long-role",
        "Roles that have lasted long",
        "Give the role an end, and say where they went.",
        (Person,),
        long_roles,
        Role.EDITOR,
        order=40,
    ),
    IssueRule(
        "went-to",
        "Alumni without a next step",
        "Say what came next: those who think of joining look for it.",
        (Person,),
        alumni_without_next_step,
        Role.EDITOR,
        order=40,
    ),
)
AWARD_RULES = (
    IssueRule(
        "award-year", "Awards without a year", "Say when it was given.", (Award,), awards_without_year, order=90
    ),
)
