"""What is missing or odd on the pages of people and in their careers, and what to say of it on the worklist."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _, pgettext

from labsite.editing.form_anchors import field, section
from labsite.editing.issues import EditedRow, Issue, IssueRules, Scope
from labsite.modelling.periods import PartialDate
from labsite.roles import Role
from people.models import Award, Education, Membership, Person, Position, ProfileLink, has_page

A_YEAR = 365  # days
STEPS = (Position, Education)
NOT_STATED = _("Role not stated")

RULES = IssueRules(Person, order=40)
AWARD_RULES = IssueRules(Award)


IS_MEMBER = Q(has_page("pk"))

Rows = dict[int, list[EditedRow]]  # by the primary key of the person


def is_here(scope: Scope) -> Q:
    """The condition that somebody is in the lab or about to be: one of those who keep their page."""
    return Q(Exists(Membership.objects.filter(person=OuterRef("pk")).lasting(scope.at)))


def rows_of_people(scope: Scope, model: Any) -> Rows:
    """Return the positions, degrees or stays in the lab of those whose forms can be changed."""
    rows: Rows = {}
    for each in scope.inline_rows(model, "person"):
        rows.setdefault(each.row.person_id, []).append(each)
    return rows


def alumni(scope: Scope) -> Rows:
    """Return the stays of those whose stays have all ended."""
    members = rows_of_people(scope, Membership).items()
    return {pk: stays for pk, stays in members if not any(stay.row.is_lasting(scope.at) for stay in stays)}


_together = lazy(lambda roles: pgettext("roles that are held at once", " and ").join(map(str, roles)), str)


def _role(stay: Membership) -> Any:
    """Return the role in words of whoever reads them, nothing where it isn't stated."""
    return Membership.Role(stay.role).label if stay.role else ""


@RULES.add(
    "lost-profile-link",
    _("Links without an address"),
    _("The link comes from a document, but its address was lost. Fill in the address, or delete the link."),
)
def lost_links(scope: Scope) -> Iterable[Issue]:
    """Of co-authors too."""
    links = scope.inline_rows(ProfileLink, "person")
    return [link.issue(without_address(link.row), "url") for link in links if not link.row.url]


def without_address(link: Any) -> Any:
    """Say what a link is called, and its kind where the name is another."""
    kind = link.Kind(link.kind).label
    if link.label and str(kind) not in link.label:
        return format_lazy(_("The link “{name}” ({kind}) has no address."), name=link.label, kind=kind)
    return format_lazy(_("The link “{name}” has no address."), name=link.label or kind)


RULES.add_where(
    "family-guess",  # of co-authors too
    Q(family_is_guess=True),
    lambda person: format_lazy(_("Is “{name}” the whole family name?"), name=person.family_name),
    field("family_name"),
    _("Guessed family names"),
    _("The source didn’t say where the family name begins. If it is right, just save the form; if not, correct it."),
    order=90,
)
RULES.add_where(
    "no-photo",
    lambda scope: is_here(scope) & Q(photo=""),
    _("There is no photo."),
    field("photo"),
    _("Members without a photo"),
    _("The page shows initials instead."),
)
RULES.add_where(
    "photo-words",
    IS_MEMBER & ~Q(photo="") & Q(photo_alt=""),
    _("The photo has no description."),
    field("photo_alt"),
    _("Photos without a description"),
    _("Describe in a few words what the photo shows, for people who can’t see it."),
)
RULES.add_where(
    "no-orcid",
    lambda scope: is_here(scope) & Q(orcid=""),
    _("There is no ORCID iD."),
    field("orcid"),
    _("Members without an ORCID iD"),
    _("It tells people with the same name apart and helps to find their papers. It is free, at orcid.org."),
)
RULES.add_where(
    "no-words",
    lambda scope: is_here(scope) & Q(headline="", biography="", interests="", research_statement=""),
    _("The page has no text."),
    field("headline"),
    _("Pages without text"),
    _("A headline or a few interests are enough to start with."),
)
RULES.add_where(
    "native-language",
    IS_MEMBER & ~Q(native_name="") & Q(native_language=""),
    lambda person: format_lazy(_("The language of “{name}” isn’t given."), name=person.native_name),
    field("native_language"),
    _("Native names without a language"),
    _("Fonts and screen readers need it, for example zh, ja or ko."),
)


@RULES.add(
    "role-unstated",
    _("Members and alumni whose role isn’t stated"),
    _("Say what they are or were in the lab, if known."),
    Role.EDITOR,
)
def roles_not_stated(scope: Scope) -> Iterable[Issue]:
    for stay in scope.inline_rows(Membership, "person"):
        if not stay.row.role:
            yield stay.issue(_("The role isn’t stated."), "role")


@RULES.add(
    "two-roles",
    _("Members with two roles at once"),
    _("If one led to the other, give the earlier one an end date."),
    Role.EDITOR,
)
def two_roles(scope: Scope) -> Iterable[Issue]:
    """A role that led to the next one, and was left without an end."""
    for stays in rows_of_people(scope, Membership).values():
        held = [stay.row for stay in stays if stay.row.is_current(scope.at)]
        if len(held) > 1:
            roles = _together([_role(stay) or _("one not stated") for stay in held])
            words = format_lazy(_("Has two roles in the lab at once: {roles}."), roles=roles)
            yield Issue(held[0].person, words, section(Membership, "person"))


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
    _("Give the role an end date, and say where they went next."),
    Role.EDITOR,
)
def long_roles(scope: Scope) -> Iterable[Issue]:
    for each in scope.inline_rows(Membership, "person"):
        stay, year = each.row, each.row.start[:4]
        if year and stay.is_current(scope.at) and scope.at.year - int(year) > MAX_LENGTH.get(stay.role, 100):
            words = format_lazy(_("{role} since {year}: has that ended?"), role=_role(stay) or NOT_STATED, year=year)
            yield each.issue(words, "end")


@RULES.add(
    "went-to",
    _("Alumni without a next step"),
    _("Say what came next: people who are thinking of joining look for it."),
    Role.EDITOR,
)
def alumni_without_next_step(scope: Scope) -> Iterable[Issue]:
    """Only the last time in the lab leads somewhere else."""
    for stays in alumni(scope).values():
        last = max(stays, key=lambda stay: stay.row.when_left())
        if not last.row.went_to:
            yield last.issue(_("It isn’t stated where they went next."), "went_to")


@RULES.add(
    "role-years",
    _("Roles in the lab without a year"),
    _("Say when they joined or left, if known."),
    Role.EDITOR,
)
def roles_without_years(scope: Scope) -> Iterable[Issue]:
    """A start that nobody knows, and the end of what is over."""
    joined, left = (
        _("{role}: the year they joined isn’t given."),
        _("{role}: the year they left isn’t given."),
    )
    for each in scope.inline_rows(Membership, "person"):
        stay = each.row
        unknown = {"start": not stay.start and joined, "end": stay.has_left and not stay.end and left}
        for name, said in unknown.items():
            if said:
                yield each.issue(format_lazy(said, role=_role(stay) or NOT_STATED), name, about=name)


@RULES.add(
    "outlasts-lab",
    _("Marked as current, but they have left"),
    _("Give the position or degree its end date, or correct its start date."),
    order=10,
)
def outlasting_the_lab(scope: Scope) -> Iterable[Issue]:
    """What began well before someone left and still lasts was mostly their time here."""
    words = _("“{step}” is marked as current, but they have left the lab: has it ended?")
    left: dict[int, datetime.date] = {}  # by person, where it is known; visitors keep their position elsewhere
    for pk, stays in alumni(scope).items():
        ends = [stay.row.end for stay in stays if stay.row.role != Membership.Role.VISITOR]
        if ends and all(stay.row.end for stay in stays):
            left[pk] = max(PartialDate(end).last for end in ends)
    for model in STEPS:
        for each in scope.inline_rows(model, "person"):
            step, day = each.row, left.get(each.row.person_id)
            if day and step.ongoing and step.start and (day - PartialDate(step.start).first).days > A_YEAR:
                yield each.issue(format_lazy(words, step=str(step)), "end")


@RULES.add(
    "all-ended",
    _("Members whose positions have all ended"),
    _("Add the current one, or give their role in the lab an end date."),
    order=10,
)
def all_ended(scope: Scope) -> Iterable[Issue]:
    """Someone in the lab has something that lasts, unless it is left out as a whole."""
    positions, education = rows_of_people(scope, Position), rows_of_people(scope, Education)
    for pk, stays in rows_of_people(scope, Membership).items():
        steps = [each.row for each in (*positions.get(pk, ()), *education.get(pk, ()))]
        is_over = all(step.end and not step.is_lasting(scope.at) for step in steps)
        if positions.get(pk) and is_over and any(stay.row.is_current(scope.at) for stay in stays):
            yield Issue(stays[0].row.person, _("Every position on the page has ended."), section(Position, "person"))


@RULES.add(
    "not-begun",
    _("Marked as current, but not yet begun"),
    _("Correct the start date, or untick “current” until it has begun."),
    order=10,
)
def until_now_in_future(scope: Scope) -> Iterable[Issue]:
    members = rows_of_people(scope, Membership)
    for model in STEPS:
        for each in scope.inline_rows(model, "person"):
            step = each.row
            is_later = step.ongoing and step.start and PartialDate(step.start).first > scope.at
            if is_later and step.person_id in members:
                words = format_lazy(_("“{step}” is marked as current, but begins later."), step=str(step))
                yield each.issue(words, "start")


AWARD_RULES.add_where(
    "award-year",
    Q(year=None),
    _("No year is given."),
    field("year"),
    _("Awards without a year"),
    _("Say when it was given."),
    order=90,
)
