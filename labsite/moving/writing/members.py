"""Writes the people of a site: matched with existing rows or new, with everything on their profiles."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from labsite.moving.site import SiteLink, SitePerson, SiteRole
from labsite.texts.folding import fold
from people.models import ContactDetail, Membership, NameVariant, Person, ProfileLink
from publications.citations.record import Name
from publications.matching.people import Reason, match_authors

from .context import MoveContext, MoveNote, fits, put

SURE = (Reason.ORCID, Reason.NAME)
TEXTS = ("biography", "research_statement", "life")
LINES = ("interests", "skills")
HOSTS = {
    "scholar.google": ProfileLink.Kind.SCHOLAR,
    "dblp": ProfileLink.Kind.DBLP,
    "github.com": ProfileLink.Kind.GITHUB,
    "linkedin.com": ProfileLink.Kind.LINKEDIN,
    "bsky.app": ProfileLink.Kind.BLUESKY,
    "twitter.com": ProfileLink.Kind.X,
    "x.com": ProfileLink.Kind.X,
}


def bring_people(context: MoveContext) -> None:
    """Write the people of the site; authors of papers are matched with them later."""
    found = _found(context.site.people)
    for person, row in zip(context.site.people, found, strict=True):
        known = context.people.get(fold(person.name))
        if not row and known and not (person.orcid and known.orcid and person.orcid != known.orcid):
            row = known
        context.people[fold(person.name)] = _bring(context, person, row)


def _found(people: list[SitePerson]) -> list[Person | None]:
    """Return the existing row of each person, matched by ORCID iD, e-mail address or a unique name."""
    names = [
        Name(person.given_name, person.family_name, orcid=person.orcid)
        if person.given_name and person.family_name
        else Name(literal=person.name, orcid=person.orcid)
        for person in people
    ]
    matches = [match for [match] in match_authors([[name] for name in names])]
    rows = Person.objects.in_bulk(match.person for match in matches if match.person and match.reason in SURE)
    by_email = _by_email(people)
    return [
        by_email.get(_address_of(person)) or (rows.get(match.person) if match.person else None)
        for person, match in zip(people, matches, strict=True)
    ]


def _by_email(people: list[SitePerson]) -> dict[str, Person]:
    wanted = {_address_of(person) for person in people} - {""}
    details = ContactDetail.objects.filter(kind=ContactDetail.Kind.EMAIL, value__in=wanted).select_related("person")
    return {detail.value.lower(): detail.person for detail in details}


def _address_of(person: SitePerson) -> str:
    return person.emails[0].lower() if person.emails else ""


def _bring(context: MoveContext, person: SitePerson, row: Person | None) -> Person:
    is_new = row is None
    row = row or Person(name=person.name)
    row = put(context, row, _values(context, person), person.name, "people")
    _bring_photo(context, person, row)
    for rows in (_roles(context, person, row), _spellings(person, row), _contacts(person, row), _links(person, row)):
        for each in rows:
            _add(context, each, person)
    context.outcomes.brought(person.path, f"{person.name}{'' if is_new else ', who is here already'}")
    return row


def _values(context: MoveContext, person: SitePerson) -> dict[str, str]:
    names = ("given_name", "family_name", "native_name", "native_language", "honorific", "headline", "orcid")
    values = {name: getattr(person, name) for name in names}
    values |= {name: context.text(getattr(person, name), person.path) for name in TEXTS}
    return values | {name: "\n".join(getattr(person, name)) for name in LINES}


def _bring_photo(context: MoveContext, person: SitePerson, row: Person) -> None:
    if not person.photo:
        return
    if row.photo:
        context.outcomes.left_out(person.photo, f"{person.name} has a photo here")
    elif photo := context.picture(person.photo, f"the photo of {person.name}"):
        row.photo = photo
        row.save()


def _add(context: MoveContext, row: Any, person: SitePerson) -> None:
    """Save a row of a person's if its fields accept their values."""
    names = [field.name for field in row._meta.fields if field.name not in ("id", "person") and field.editable]
    if all(fits(context, row, name, getattr(row, name), person.name) for name in names if getattr(row, name)):
        row.save()
        context.added[str(row._meta.verbose_name_plural)] += 1


def _roles(context: MoveContext, person: SitePerson, row: Person) -> Iterator[Membership]:
    held = list(row.memberships.all())
    for role in person.roles:
        if role.is_guess and held:
            continue
        same = (each for each in held if each.role == role.role)
        here = next(
            (each for each in same if not (each.start and role.start) or each.start[:4] == role.start[:4]), None
        )
        if here:
            put(context, here, {"went_to": role.went_to, "start": role.start}, f"{person.name}, {here}", "roles")
            continue
        membership = Membership(
            person=row, role=role.role, start=role.start, end=_end(context, person, role), went_to=role.went_to
        )
        if role.is_guess:
            words = f"{person.name} is taken for “{membership.get_role_display()}”: the source names no role"
            context.note(MoveNote.CHECK, words)
        held.append(membership)
        yield membership


def _end(context: MoveContext, person: SitePerson, role: SiteRole) -> str:
    """Return when a role ended; if it is over but its end unknown, the last year it can have lasted."""
    if role.end or not role.has_ended:
        return role.end
    end = max(str(context.today.year - 1), role.start[:4])
    context.note(MoveNote.CHECK, f"{person.name} has left, the source doesn’t say when: {end} stands for it")
    return end


def _spellings(person: SitePerson, row: Person) -> Iterator[NameVariant]:
    known = {row.name, *row.name_variants.values_list("name", flat=True)}
    for name in dict.fromkeys([person.name, *person.other_spellings]):
        if name and name not in known:
            yield NameVariant(person=row, name=name)


def _contacts(person: SitePerson, row: Person) -> Iterator[ContactDetail]:
    kinds = ContactDetail.Kind
    known = {detail.value.casefold() for detail in row.contact_details.all()}
    given = ((kinds.EMAIL, person.emails), (kinds.PHONE, person.phones), (kinds.ADDRESS, person.addresses))
    for kind, values in given:
        for value in dict.fromkeys(values):
            if value.casefold() not in known:
                yield ContactDetail(person=row, kind=kind, value=value)


def _links(person: SitePerson, row: Person) -> Iterator[ProfileLink]:
    links = list(row.links.all())
    known = {_plain_address(link.url) for link in links}
    taken = {(link.kind, link.label) for link in links}
    for link in person.links:
        kind = link.kind or kind_of(link.url)
        label = _free_label(link, kind, taken)
        if _plain_address(link.url) not in known:
            known.add(_plain_address(link.url))
            taken.add((kind, label))
            yield ProfileLink(person=row, kind=kind, label=label, url=link.url)


def _free_label(link: SiteLink, kind: str, taken: set[tuple[str, str]]) -> str:
    host = (urlsplit(link.url).hostname or "").removeprefix("www.")
    named = link.label or (host if kind == ProfileLink.Kind.OTHER else "")
    wanted = (named, host, *(f"{host} {number}" for number in range(2, 100)))
    return next(label for label in wanted if (kind, label) not in taken)


def kind_of(url: str) -> str:
    """Return the kind of profile link for a URL."""
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    for part, kind in HOSTS.items():
        if f".{part}." in f".{host}." if "." in part else part in host:
            return kind
    return ProfileLink.Kind.OTHER


def _plain_address(url: str) -> str:
    return url.partition("://")[2].removeprefix("www.").rstrip("/").casefold()
