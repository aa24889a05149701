"""Which people of a site are here already: by ORCID iD or e-mail address, or by a name that only one can mean."""

from labsite.contrib.moving.mistaken import is_one, own_of, plain_address
from labsite.contrib.moving.site import SitePerson
from labsite.texts.folding import fold
from people.models import ContactDetail, Person
from publications.citations.names import NATIVE
from publications.citations.record import Name
from publications.matching.people import Reason, match_authors


def rows_of(people: list[SitePerson]) -> list[Person | None]:
    """Return the existing row of each person, by ORCID iD or e-mail address, or by a name that only one has."""
    matches = [match for [match] in match_authors([[_name_of(person)] for person in people])]
    keys = {key for match in matches for key in (match.person, *match.candidates) if key}
    rows = Person.objects.prefetch_related("memberships", "contact_details", "links").in_bulk(keys)
    emails = ContactDetail.objects.filter(kind=ContactDetail.Kind.EMAIL).select_related("person")
    by_email = {detail.value.casefold(): detail.person for detail in emails}
    found: list[Person | None] = []
    for person, match in zip(people, matches, strict=True):
        known = [rows[key] for key in (match.person, *match.candidates) if key]
        row = next(filter(None, (by_email.get(email.casefold()) for email in person.emails)), None)
        if not row and match.reason is Reason.ORCID:
            row = known[0]
        elif not row:
            has_namesake = any(_is_namesake(each, person) for each in people)
            free = [each for each in known if each not in found]
            row = _meant(person, free, has_namesake, match.reason is Reason.NAME)
        found.append(row)
    return found


def _name_of(person: SitePerson) -> Name:
    """Return the name of somebody, with the one in its own script behind it.

    One that is itself in its own script is whole: its parts may be given in either order.
    """
    native = f" ({person.native_name})" if person.native_name else ""
    if person.given_name and person.family_name and not NATIVE.fullmatch(person.name):
        return Name(person.given_name + native, person.family_name, orcid=person.orcid)
    return Name(literal=person.name + native, orcid=person.orcid)


def _is_namesake(one: SitePerson, other: SitePerson) -> bool:
    return fold(one.name) == fold(other.name) and not is_one(one, other)


def _meant(person: SitePerson, rows: list[Person], has_namesake: bool, is_known: bool) -> Person | None:
    """Return who of those whom a name may mean is meant.

    Of namesakes whoever the page says most of, else the only one known by the name, else the only member who is. Of
    those whom only papers and lists of co-authors name, it is the only one who is called just so.
    """
    if has_namesake:
        likeliest = max(rows, key=lambda row: len(_shared(person, row)), default=None)
        return likeliest if likeliest and _shared(person, likeliest) else None
    if is_known:
        return next(iter(rows), None)
    called = [
        row for row in rows if fold(row.name) == fold(person.name) and (row.memberships.all() or not person.roles)
    ]
    return called[0] if len(called) == 1 else None


def _shared(person: SitePerson, row: Person) -> set[str]:
    """Return what a page and a row both say of somebody."""
    values = {*own_of(person), fold(person.headline), *(f"{role.role} {role.start}".strip() for role in person.roles)}
    here = {row.orcid, fold(row.headline), *(f"{role.role} {role.start}".strip() for role in row.memberships.all())}
    here |= {detail.value.casefold() for detail in row.contact_details.all()}
    return values & (here | {plain_address(link.url) for link in row.links.all()}) - {""}
