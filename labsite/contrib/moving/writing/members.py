"""Writes the people of a site with their profiles, careers and talks, new or as rows that are here already.

Somebody is known by ORCID iD or e-mail address, or by a name that only one can mean.
"""

from collections.abc import Iterator
from typing import Any

from labsite.contrib.moving.mistaken import called, is_one, own_of, plain_address
from labsite.contrib.moving.site import SitePerson, SiteRole
from labsite.contrib.reading.career import StatedTalk
from labsite.contrib.reading.networks import host_of, kind_of
from labsite.texts.folding import fold
from people.models import ContactDetail, Membership, NameVariant, Person, ProfileLink
from people.models.career import TOLD_APART_BY, may_begin_alike, row_like
from publications.citations.names import NATIVE
from publications.citations.record import Name
from publications.matching.people import Reason, match_authors
from publications.models import Publication, Talk, TalkOccasion

from .context import MoveContext, MoveNote, Pieces, as_now

LINES = ("interests", "skills")


def bring_people(context: MoveContext) -> Pieces:
    """Write the people of the site; authors of papers are matched with them later."""
    people = context.site.people
    for number, (person, row) in enumerate(zip(people, rows_of(people), strict=True)):
        same = (known for other, known in zip(people, context.rows, strict=False) if is_one(other, person))
        row = as_now(next(same, None) or (None if row in context.rows else row))
        context.rows.append(_bring(context, person, row))
        context.pages[person.path] = context.rows[-1]
        for name in called(person):
            if context.people.setdefault(name, context.rows[number]) != context.rows[number]:
                context.people[name] = None
                words = f"{person.name}: several people have this name, and each gets a page here"
                context.note(MoveNote.CHECK, words)
        yield None


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
            has_namesake = any(fold(each.name) == fold(person.name) and not is_one(each, person) for each in people)
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
    values = {*own_of(person), fold(person.headline)}
    values |= {f"{role.role} {role.start}{' left' * bool(role.has_ended or role.end)}" for role in person.roles}
    here = {row.orcid, fold(row.headline)}
    here |= {f"{role.role} {role.start}{' left' * bool(role.has_left or role.end)}" for role in row.memberships.all()}
    here |= {detail.value.casefold() for detail in row.contact_details.all()}
    return values & (here | {plain_address(link.url) for link in row.links.all()}) - {"", " "}


def _bring(context: MoveContext, person: SitePerson, row: Person | None) -> Person:
    is_new = row is None
    names = ("given_name", "family_name", "native_name", "native_language", "honorific", "headline", "orcid")
    values = {name: getattr(person, name) for name in names}
    if row and row.name == person.native_name:
        values["native_name"] = ""
    if row and row.family_is_guess and person.given_name and person.family_name:
        row.given_name, row.family_name, row.family_is_guess = "", "", False
    values["biography"] = context.text(person.biography, person.path)
    values |= {name: "\n".join(getattr(person, name)) for name in LINES}
    row = context.put(row or Person(name=person.name), values, person.name, "people")
    context.put_picture(row, "photo", person.photo, f"the photo of {person.name}")
    if row.pk is None:  # it is only planned
        return row
    names_here = {"", row.name, row.native_name, *row.name_variants.values_list("name", flat=True)}
    spelt = (name for name in dict.fromkeys([person.name, *person.other_spellings]) if name not in names_here)
    spellings = (NameVariant(person=row, name=name) for name in spelt)
    kinds = ContactDetail.Kind
    details = {value.casefold() for value in row.contact_details.values_list("value", flat=True)}
    visibility = ContactDetail.Visibility.PRIVATE if person.has_private_contacts else ""
    given = ((kinds.EMAIL, person.emails), (kinds.PHONE, person.phones), (kinds.ADDRESS, person.addresses))
    contacts = (
        ContactDetail(person=row, kind=kind, value=value, visibility=visibility)
        for kind, values in given
        for value in dict.fromkeys(values)
        if value.casefold() not in details
    )
    parts = (_roles(context, person, row), spellings, contacts, _links(person, row))
    for each in (each for rows in parts for each in rows):
        fields = [field.name for field in each._meta.fields if field.name not in ("id", "person") and field.editable]
        values = {name: getattr(each, name) for name in fields if getattr(each, name)}
        if all(context.fits(each, name, value, person.name) for name, value in values.items()):
            context.save(each)
            context.added[str(each._meta.verbose_name_plural)] += 1
    if person.other_titles:
        words = f"“{person.other_titles}” around the name of {person.name}: no place for it here"
        context.outcomes.left_out(person.path, words)
    context.outcomes.brought(person.path, f"{person.name}{'' if is_new else ', who is here already'}")
    return row


def _roles(context: MoveContext, person: SitePerson, row: Person) -> Iterator[Membership]:
    held = list(row.memberships.all())
    for role in person.roles:
        if role.is_guess and held:
            continue
        alike = sorted(held, key=lambda each: (each.role != role.role, each.start != role.start, each.end != role.end))
        same = next((each for each in alike if _may_be(role, each)), None)
        values = {"role": role.role, "start": role.start, "end": role.end, "went_to": role.went_to}
        membership = Membership(person=row, has_left=role.has_ended and not role.end, **values)
        if same:
            end = role.end if same.has_left or same.end else ""  # what lasts here isn't ended by another site
            role_told = "" if same.role else role.role
            context.put(same, values | {"role": role_told, "end": end}, f"{person.name}, {same}", "roles")
        elif held and not role.role:
            if membership.years:
                context.note(MoveNote.KEPT, f"{person.name}: {membership.years} in the lab there, without a role")
        else:
            if role.is_guess or not role.role:
                known = f"{person.name} is taken for “{membership.get_role_display()}”, as the site describes them"
                context.note(MoveNote.CHECK, known if role.role else f"role not stated: {person.name}")
            held.append(membership)
            yield membership


def _may_be(role: SiteRole, here: Membership) -> bool:
    """Say whether a role of the source is one that somebody has here, as far as roles and years say."""
    if here.role and role.role and here.role != role.role:
        return False
    if here.start and role.start:
        return may_begin_alike(here.start, role.start)
    return not (here.end and role.start[:4] > here.end[:4]) and not (role.end and here.start[:4] > role.end[:4])


def _links(person: SitePerson, row: Person) -> Iterator[ProfileLink]:
    links = list(row.links.all())
    known = {plain_address(link.url) for link in links}
    taken = {(link.kind, link.label) for link in links}
    for link in person.links:
        if plain_address(link.url) in known:
            continue
        kind, host = link.kind or kind_of(link.url), host_of(link.url)
        named = "" if fold(link.label) == fold(str(ProfileLink.Kind(kind).label)) else link.label  # not “Github”
        named = named or (host if kind == ProfileLink.Kind.OTHER else "")
        labels = (named, host, *(f"{host} {number}" for number in range(2, 100)))
        label = next(label for label in labels if (kind, label) not in taken)
        known.add(plain_address(link.url))
        taken.add((kind, label))
        yield ProfileLink(person=row, kind=kind, label=label, url=link.url)


def bring_careers(context: MoveContext) -> Pieces:
    """Fill the rows of each person's career that say the same, or add some; papers of talks must be here before."""
    for person, row in zip(context.site.people, context.rows, strict=True):
        if row.pk is None:  # it is only planned
            yield None
            continue
        for relation in TOLD_APART_BY:  # which a SitePerson has lists of, with fields of the same names
            model: Any = Person._meta.get_field(relation).related_model
            key = TOLD_APART_BY[relation]
            for fields in map(vars, getattr(person, relation)):
                values = {name: value for name, value in fields.items() if name != "path"}
                if "text" in values:
                    values["text"] = context.text(values["text"], person.path)
                step = row_like(model.objects.filter(person=row), relation, values) or model(person=row)
                if step.pk or all(context.fits(step, name, values[name], person.name) for name in key if values[name]):
                    context.put(step, values, f"{person.name}, {values[key[0]]}", str(model._meta.verbose_name_plural))
                if "path" in fields:
                    context.outcomes.brought(fields["path"], "a course")
        for talk in person.talks:
            _bring_talk(context, talk, row)
        yield None


def _bring_talk(context: MoveContext, talk: StatedTalk, speaker: Person) -> None:
    if not context.fits(Talk(), "title", talk.title, "A talk"):
        context.outcomes.not_understood(talk.path, "a talk whose title is too long")
        return
    rows = {fold(row.title): row for row in Talk.objects.filter(speaker=speaker)}
    papers = list(Publication.objects.filter(title__iexact=talk.title)[:2])
    new = Talk(speaker=speaker, title=talk.title, publication=papers[0] if len(papers) == 1 else None)
    row = context.put(rows.get(fold(talk.title), new), {}, talk.title, "talks")
    for occasion in talk.occasions:
        values = {"host": occasion.host or occasion.place, "date": occasion.date, "place": occasion.place}
        held = TalkOccasion.objects.filter(talk=row.pk, host=values["host"], date=occasion.date)
        here = held.first() or TalkOccasion(talk=row)
        if values["host"] and context.fits(here, "host", values["host"], talk.title):
            context.put(here, values, talk.title, "occasions of talks")
    context.outcomes.brought(talk.path, "a talk")
    if talk.text.strip():
        context.outcomes.left_out(talk.path, "its text: talks have none here")
    for path in talk.files:
        context.outcomes.left_out(path, f"a file of the talk “{talk.title}”: talks have none here")
