"""The people of a lab: a page for each in ``_members``."""

from collections.abc import Iterator

from labsite.moving.outcomes import DEMO_CONTENT, SourcePage
from labsite.moving.plain_values import has_ended, line_of
from labsite.moving.site import SiteLink, SitePerson, SitePosition, SiteRole
from labsite.texts.folding import fold
from publications.citations.identifiers import orcid_in

from .template import SAMPLE_PEOPLE, LabTemplateReading, is_unwritten

NO_PERSON = ("mascot", "pet", "dog", "cat")
LINK_KINDS = {"home-page": "homepage", "website": "homepage", "google-scholar": "scholar"}


def read_people(site: LabTemplateReading) -> Iterator[SitePerson]:
    """Yield everybody who has a page."""
    for page in site.pages(site.source.files("_members", ".md", ".markdown", ".html")):
        name, role = page.line("name", "title"), page.line("role")
        if fold(name) in SAMPLE_PEOPLE and (not page.body.strip() or is_unwritten(page.body)):
            site.left_out(page.path, DEMO_CONTENT)
        elif role.casefold() in NO_PERSON:
            site.left_out(page.path, f"{name} is a {role}, for which there is no role here")
        elif not name:
            site.not_understood(page.path, "a member without a name")
        else:
            yield _person(site, page, name, role)


def _person(site: LabTemplateReading, page: SourcePage, name: str, role: str) -> SitePerson:
    is_alumnus = has_ended(f"{page.line('group')} {role}")
    title, employer = page.line("description") or site.described(role), page.line("affiliation")
    person = SitePerson(
        name=name,
        other_spellings=page.fields.lines("aliases"),
        roles=[SiteRole(site.role(role, page.line("description")), has_ended=is_alumnus)],
        photo=site.source.resolve(page.line("image"), base=page.path),
        headline=title,
        biography="" if is_unwritten(page.body) else page.body.strip(),
        positions=[SitePosition(title, employer, ongoing=True)] if employer and title and not is_alumnus else [],
        path=page.path,
    )
    for kind, value in page.fields.mapping("links").items():
        _add_link(person, kind, line_of(value), site)
    if not person.photo and page.line("image"):
        site.not_understood(page.path, f"its picture {page.fields['image']} isn’t in the source")
    return person


def _add_link(person: SitePerson, kind: str, value: str, site: LabTemplateReading) -> None:
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
    elif address := site.address(kind, value):
        person.links.append(
            SiteLink(address, LINK_KINDS.get(kind, ""), "" if kind in LINK_KINDS else site.label(kind))
        )
