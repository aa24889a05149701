"""The people of a lab: a page for each in ``_members``."""

from collections.abc import Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import has_ended, line_of, lines_in, mapping_in
from labsite.moving.site import SiteLink, SitePerson, SitePosition, SiteRole
from labsite.moving.source import SiteSource
from publications.citations.identifiers import orcid_in

from .template import KINDS, TemplateTypes, is_sample_person, is_unwritten

NO_PERSON = ("mascot", "pet", "dog", "cat")


def read_people(source: SiteSource, outcomes: FileOutcomes, types: TemplateTypes) -> Iterator[SitePerson]:
    """Yield everybody who has a page."""
    for path in source.files("_members", ".md", ".markdown", ".html"):
        with outcomes.reading(path):
            fields, body = source.front_matter(path)
            name, role = line_of(fields.get("name") or fields.get("title")), line_of(fields.get("role"))
            if is_sample_person(name, body):
                outcomes.left_out(path, DEMO_CONTENT)
            elif role.casefold() in NO_PERSON:
                outcomes.left_out(path, f"{name} is a {role}, for which there is no role here")
            elif not name:
                outcomes.not_understood(path, "a member without a name")
            else:
                yield _person(source, outcomes, types, path, fields, body)


def _person(
    source: SiteSource, outcomes: FileOutcomes, types: TemplateTypes, path: str, fields: dict[str, Any], body: str
) -> SitePerson:
    role, description = line_of(fields.get("role")), line_of(fields.get("description"))
    called = description or types.described(role)
    person = SitePerson(
        name=line_of(fields.get("name") or fields.get("title")),
        other_spellings=lines_in(fields.get("aliases")),
        roles=[SiteRole(types.role(role, description), has_ended=_is_alumnus(fields))],
        photo=source.resolve(line_of(fields.get("image")), base=path),
        headline=called,
        biography="" if is_unwritten(body) else body.strip(),
        positions=list(_positions(fields, called)),
        path=path,
    )
    for kind, value in mapping_in(fields.get("links")).items():
        _add_link(person, kind, line_of(value), types)
    if not person.photo and line_of(fields.get("image")):
        outcomes.not_understood(path, f"its picture {fields['image']} isn’t in the source")
    return person


def _is_alumnus(fields: dict[str, Any]) -> bool:
    return has_ended(f"{line_of(fields.get('group'))} {line_of(fields.get('role'))}")


def _positions(fields: dict[str, Any], title: str) -> Iterator[SitePosition]:
    organisation = line_of(fields.get("affiliation"))
    if organisation and title and not _is_alumnus(fields):
        yield SitePosition(title, organisation, ongoing=True)


def _add_link(person: SitePerson, kind: str, value: str, types: TemplateTypes) -> None:
    if not value:
        return
    if kind == "orcid" and orcid_in(value):
        person.orcid = orcid_in(value)
    elif kind == "email":
        person.emails.append(value.removeprefix("mailto:"))
    elif kind == "phone":
        person.phones.append(value)
    elif kind == "address" and "://" not in value:
        person.addresses.append(value)
    elif address := types.address(kind, value):
        person.links.append(SiteLink(address, KINDS.get(kind, ""), "" if kind in KINDS else types.label(kind)))
