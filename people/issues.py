"""What is missing or odd on the pages of people and in their careers, and what to say of it on the worklist."""

import datetime
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _, pgettext

from labsite.editing.form_anchors import defer_long_texts, field, numbered, row_field, section
from labsite.editing.issues import Issue, IssueRules, Scope
from labsite.modelling.periods import PartialDate
from labsite.roles import Role
from people.models import Award, Education, Membership, Person, Position, ProfileLink

A_YEAR = 365  # days
STEPS = (Position, Education)
NOT_STATED = _("Role not stated")

RULES = IssueRules(Person)
AWARD_RULES = IssueRules(Award)


def members(scope: Scope) -> Any:
    """Everyone with a page, whose form can be changed."""
    return defer_long_texts(scope.rows(Person).members())


def here(scope: Scope) -> Any:
    """Those who are in the lab or about to be: the ones who keep their page."""
    return members(scope).exclude(pk__in=Person.objects.alumni(scope.at).values("pk"))


def rows_of(people: Any, model: Any = Membership) -> Iterator[tuple[int, Any]]:
    """Yield the stays in the lab, or other rows, of people, with their numbers in the forms."""
    return numbered(defer_long_texts(model.objects.filter(person__in=people.values("pk")), "person"), "person")


_together = lazy(lambda roles: pgettext("roles that are held at once", " and ").join(map(str, roles)), str)


def _role(stay: Membership) -> Any:
    """Return the role in words of whoever reads them, nothing where it isn't stated."""
    return Membership.Role(stay.role).label if stay.role else ""


@RULES.add(
    "lost-profile-link",
    _("Pages elsewhere without an address"),
    _("A document named the link, but its address was lost. Fill it in, or delete the link."),
    order=40,
)
def lost_links(scope: Scope) -> Iterable[Issue]:
    """Of co-authors too."""
    of = scope.rows(Person).filter(links__url="").values("pk")
    links = defer_long_texts(ProfileLink.objects.filter(person__in=of), "person")
    return [
        Issue(link, without_address(link), row_field(link, "person", number, "url"), link.person)
        for number, link in numbered(links, "person")
        if not link.url
    ]


def without_address(link: Any) -> Any:
    """Say what a link is called, and its kind where the name is another."""
    kind = link.Kind(link.kind).label
    if link.label and str(kind) not in link.label:
        return format_lazy(_("The link “{name}” ({kind}) has no address."), name=link.label, kind=kind)
    return format_lazy(_("The link “{name}” has no address."), name=link.label or kind)


@RULES.add(
    "family-guess",
    _("Family names that are a guess"),
    _("A source didn’t say where it begins. Save the form if it is right, and else correct it."),
    order=90,
)
def guessed_families(scope: Scope) -> Iterable[Issue]:
    """Of co-authors too."""
    return [
        Issue(
            person, format_lazy(_("Is “{name}” the whole family name?"), name=person.family_name), field("family_name")
        )
        for person in defer_long_texts(scope.rows(Person)).filter(family_is_guess=True)
    ]


@RULES.add("no-photo", _("Members without a photo"), _("The page shows initials instead."), order=40)
def without_photo(scope: Scope) -> Iterable[Issue]:
    return [Issue(person, _("There is no photo."), field("photo")) for person in here(scope).filter(photo="")]


@RULES.add(
    "photo-words",
    _("Photos without a description"),
    _("Say in a few words what the photo shows, for those who don’t see it."),
    order=40,
)
def photo_without_words(scope: Scope) -> Iterable[Issue]:
    shown = members(scope).exclude(photo="").filter(photo_alt="")
    return [Issue(person, _("The photo has no description."), field("photo_alt")) for person in shown]


@RULES.add(
    "no-orcid",
    _("Members without an ORCID iD"),
    _("It tells people of the same name apart, and finds their papers. It is free, at orcid.org."),
    order=40,
)
def without_orcid(scope: Scope) -> Iterable[Issue]:
    return [Issue(person, _("There is no ORCID iD."), field("orcid")) for person in here(scope).filter(orcid="")]


@RULES.add(
    "no-words", _("Pages that say nothing"), _("A headline or a few interests are enough to begin with."), order=40
)
def without_words(scope: Scope) -> Iterable[Issue]:
    silent = here(scope).filter(headline="", biography="", interests="", research_statement="")
    return [Issue(person, _("The page says nothing in words."), field("headline")) for person in silent]


@RULES.add(
    "native-language",
    _("Native names without a language"),
    _("Fonts and screen readers need to know it, such as zh, ja or ko."),
    order=40,
)
def native_name_without_language(scope: Scope) -> Iterable[Issue]:
    named = members(scope).exclude(native_name="").filter(native_language="")
    return [
        Issue(
            person,
            format_lazy(_("The language of “{name}” isn’t given."), name=person.native_name),
            field("native_language"),
        )
        for person in named
    ]


@RULES.add(
    "role-unstated",
    _("Members and alumni whose role isn’t stated"),
    _("Say what they are or were in the lab, if somebody knows."),
    Role.EDITOR,
    order=40,
)
def roles_not_stated(scope: Scope) -> Iterable[Issue]:
    for number, stay in rows_of(members(scope)):
        if not stay.role:
            yield Issue(stay, _("The role isn’t stated."), row_field(stay, "person", number, "role"), stay.person)


@RULES.add(
    "two-roles",
    _("Members with two roles at once"),
    _("If one led to the other, give the earlier one an end."),
    Role.EDITOR,
    order=40,
)
def two_roles(scope: Scope) -> Iterable[Issue]:
    """A role that led to the next one, and was left without an end."""
    held = Membership.objects.filter(person__in=members(scope).values("pk")).current(scope.at)
    roles: dict[Person, list[Any]] = {}
    for stay in defer_long_texts(held, "person"):
        roles.setdefault(stay.person, []).append(_role(stay) or _("one not stated"))
    return [
        Issue(
            person,
            format_lazy(_("Has two roles in the lab at once: {roles}."), roles=_together(names)),
            section(Membership, "person"),
        )
        for person, names in roles.items()
        if len(names) > 1
    ]


# In years: who has been one for longer has mostly become something else.
MAX_LENGTH: dict[str, int] = {
    Membership.Role.VISITOR: 2,
    Membership.Role.MASTER_STUDENT: 4,
    Membership.Role.UNDERGRADUATE: 6,
    Membership.Role.POSTDOC: 7,
    Membership.Role.PHD_STUDENT: 8,
}


@RULES.add(
    "long-role",
    _("Roles that have lasted long"),
    _("Give the role an end, and say where they went."),
    Role.EDITOR,
    order=40,
)
def long_roles(scope: Scope) -> Iterable[Issue]:
    for number, stay in rows_of(members(scope)):
        year = stay.start[:4]
        if year and stay.is_current(scope.at) and scope.at.year - int(year) > MAX_LENGTH.get(stay.role, 100):
            words = format_lazy(_("{role} since {year}: has that ended?"), role=_role(stay) or NOT_STATED, year=year)
            yield Issue(stay, words, row_field(stay, "person", number, "end"), stay.person)


@RULES.add(
    "went-to",
    _("Alumni without a next step"),
    _("Say what came next: those who think of joining look for it."),
    Role.EDITOR,
    order=40,
)
def alumni_without_next_step(scope: Scope) -> Iterable[Issue]:
    """Only the last time in the lab leads somewhere else."""
    alumni = members(scope).filter(pk__in=Person.objects.alumni(scope.at).values("pk"))
    last: dict[int, tuple[int, Membership]] = {}
    for number, stay in rows_of(alumni):
        if stay.person_id not in last or stay.when_left() > last[stay.person_id][1].when_left():
            last[stay.person_id] = number, stay
    return [
        Issue(stay, _("Where they went isn’t said."), row_field(stay, "person", number, "went_to"), stay.person)
        for number, stay in last.values()
        if not stay.went_to
    ]


@RULES.add(
    "role-years",
    _("Roles in the lab without a year"),
    _("Say when they joined or left, if somebody knows."),
    Role.EDITOR,
    order=40,
)
def roles_without_years(scope: Scope) -> Iterable[Issue]:
    """A start that nobody knows, and the end of what is over."""
    joined, left = (
        _("{role}: the year in which they joined isn’t given."),
        _("{role}: the year in which they left isn’t given."),
    )
    for number, stay in rows_of(members(scope)):
        unknown = {"start": not stay.start and joined, "end": stay.has_left and not stay.end and left}
        for name, said in unknown.items():
            if said:
                words = format_lazy(said, role=_role(stay) or NOT_STATED)
                yield Issue(stay, words, row_field(stay, "person", number, name), stay.person, about=name)


@RULES.add(
    "outlasts-lab",
    _("“Until now”, though they left"),
    _("Give the position or the degree its end, or its true start."),
    order=10,
)
def outlasting_the_lab(scope: Scope) -> Iterable[Issue]:
    """What began well before someone left and still lasts was mostly their time here."""
    alumni = members(scope).filter(pk__in=Person.objects.alumni(scope.at).values("pk"))
    # Visitors keep their position elsewhere.
    stays = Membership.objects.filter(person__in=alumni.values("pk")).exclude(role=Membership.Role.VISITOR)
    stays = stays.exclude(person__in=Membership.objects.filter(has_left=True, end="").values("person"))
    left: dict[int, datetime.date] = {}
    for person, end in stays.values_list("person", "end"):
        left[person] = max(PartialDate(end).last, left.get(person, datetime.date.min))
    words = _("“{step}” lasts “until now”, though they left the lab: has it ended?")
    for model in STEPS:
        steps = defer_long_texts(model.objects.filter(person__in=list(left)), "person")
        for number, step in numbered(steps, "person"):
            lasts = step.ongoing and step.start
            if lasts and (left[step.person_id] - PartialDate(step.start).first).days > A_YEAR:
                words = format_lazy(
                    _("“{step}” lasts “until now”, though they left the lab: has it ended?"), step=step
                )
                yield Issue(step, words, row_field(step, "person", number, "end"), step.person)


@RULES.add(
    "all-ended",
    _("Members whose positions have all ended"),
    _("Add the present one, or give their role in the lab an end."),
    order=10,
)
def all_ended(scope: Scope) -> Iterable[Issue]:
    """Someone in the lab has something that lasts, unless it is left out as a whole."""
    people = members(scope).filter(pk__in=Person.objects.current(scope.at).values("pk"))
    for person in people.with_careers():
        positions, education = person.positions.all(), person.education.all()
        if positions and all(step.end and not step.is_lasting(scope.at) for step in [*positions, *education]):
            yield Issue(person, _("Every position on the page has ended."), section(Position, "person"))


@RULES.add(
    "not-begun",
    _("“Until now”, though not begun"),
    _("Correct the start, or take away the tick until it has begun."),
    order=10,
)
def until_now_in_future(scope: Scope) -> Iterable[Issue]:
    for model in STEPS:
        for number, step in rows_of(members(scope), model):
            if step.ongoing and step.start and PartialDate(step.start).first > scope.at:
                words = format_lazy(_("“{step}” lasts “until now”, yet begins later."), step=str(step))
                yield Issue(step, words, row_field(step, "person", number, "start"), step.person)


@AWARD_RULES.add("award-year", _("Awards without a year"), _("Say when it was given."), order=90)
def awards_without_year(scope: Scope) -> Iterable[Issue]:
    return [Issue(award, _("No year is given."), field("year")) for award in scope.rows(Award).filter(year=None)]
