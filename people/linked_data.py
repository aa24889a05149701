"""People as linked data: members with their pages, and everyone else by name."""

from collections.abc import Iterable
from datetime import date

from labsite.modelling.pictures import rendition_url
from labsite.texts.plain_text import lines_of
from labsite.web.head import Node, Site, node
from people.models import Award, Person, ProfileLink

Kind = ProfileLink.Kind
ABOUT_THE_PERSON = {
    *(Kind.HOMEPAGE, Kind.SCHOLAR, Kind.DBLP, Kind.OPENALEX),
    *(Kind.GITHUB, Kind.LINKEDIN, Kind.MASTODON, Kind.BLUESKY, Kind.X),
}
MAX_NUMBER = 20  # interests, or awards: a page's head is to stay small
PHOTO_WIDTH = 960  # pixels


def person_in_brief(person: Person, site: Site, has_page: bool = True, name: str = "") -> Node:
    """Return a person as other nodes name them: under the name as printed there."""
    if not has_page:
        return node("Person", name=name or person.name)
    address = site.address(person)
    return node("Person", f"{address}#person", name=name or person.name, url=address)


def profile_page(person: Person, awards: Iterable[Award], site: Site, at: date) -> Node:
    """Return the page of a member as of the day ``at``, with these awards. Asks for all that a profile shows."""
    membership = person.membership(at)
    is_member = bool(membership and membership.is_current(at))
    positions, education = person.positions.all(), person.education.all()
    lab = {"@id": site.identity(site.request.lab), "@type": "ResearchOrganization", "name": site.request.lab.name}
    present = dict.fromkeys(step.organisation for step in [*positions, *education] if step.is_held(at))
    schools = dict.fromkeys(step.organisation for step in education if not step.is_held(at))
    elsewhere = [node("Organization", name=name) for name in present if name not in ("", lab["name"])]
    attended = [node("EducationalOrganization", name=name) for name in schools if name]
    links = [link.url for link in person.links.all() if link.url and link.kind in ABOUT_THE_PERSON]
    member = node(
        "Person",
        site.identity(person),
        name=person.name,
        url=site.address(person),
        givenName=person.given_name,
        familyName=person.family_name,
        honorificPrefix=person.honorific,
        alternateName=list(dict.fromkeys(filter(None, [person.native_name, *map(str, person.name_variants.all())]))),
        description=person.headline,
        image=site.at(rendition_url(person.photo, PHOTO_WIDTH)) if person.photo else "",
        jobTitle=[position.title for position in positions if position.is_held(at)]
        or (membership.get_role_display() if membership and is_member else ""),
        affiliation=[lab, *elsewhere] if is_member else elsewhere,
        alumniOf=[lab, *attended] if membership and not is_member else attended,
        knowsAbout=lines_of(person.interests)[:MAX_NUMBER],
        award=[str(award) for award in awards][:MAX_NUMBER],
        identifier=node("PropertyValue", propertyID="ORCID", value=person.orcid) if person.orcid else None,
        sameAs=[f"https://orcid.org/{person.orcid}", *links] if person.orcid else links,
    )
    return node(
        "ProfilePage",
        site.address(person),
        url=site.address(person),
        dateModified=person.changed_at.date().isoformat(),
        mainEntity=member,
    )
