"""People: members with their pages, and everyone else by name."""

from datetime import date

from labsite.data.linked_data.nodes import Node, Site, named, node
from labsite.modelling.pictures import rendition_url

ABOUT_THE_PERSON = {"homepage", "scholar", "dblp", "openalex", "github", "linkedin", "mastodon", "bluesky", "x"}
MAX_NUMBER = 20  # interests, or awards: a page's head is to stay small
PHOTO_WIDTH = 960  # pixels


def person_in_brief(person, site: Site, has_page: bool = True, name: str = "") -> Node:
    """Return a person as other things name them: under the name as printed there."""
    if not has_page:
        return node("Person", name=name or person.name)
    return node("Person", site.identity(person), name=name or person.name, url=site.address(person))


def person(person, awards, site: Site, at: date) -> Node:
    """Return a member as of the day ``at``, with these awards. Asks for all that a profile shows."""
    membership = person.membership(at)
    is_member = bool(membership and membership.is_current(at))
    role = membership.get_role_display() if is_member else ""
    titles = [position.title for position in person.positions.all() if position.is_held(at)]
    return person_in_brief(person, site) | node(
        "Person",
        givenName=person.given_name,
        familyName=person.family_name,
        honorificPrefix=person.honorific,
        alternateName=_other_names(person),
        description=person.headline,
        image=site.at(rendition_url(person.photo, PHOTO_WIDTH)) if person.photo else "",
        jobTitle=titles or role,
        affiliation=[*_lab(site, is_member), *_present(person, site, at)],
        alumniOf=[*_lab(site, membership and not is_member), *_alma_maters(person, at)],
        knowsAbout=person.interest_list[:MAX_NUMBER],
        award=[str(award) for award in awards][:MAX_NUMBER],
        identifier=node("PropertyValue", propertyID="ORCID", value=person.orcid) if person.orcid else None,
        sameAs=_same_as(person),
    )


def _other_names(person):
    return list(dict.fromkeys(filter(None, [person.native_name, *map(str, person.name_variants.all())])))


def _lab(site, is_theirs):
    """The lab, of those for whom it is or was theirs."""
    return [{"@id": site.identity(site.lab), **named("ResearchOrganization", site.lab.name)}] if is_theirs else []


def _present(person, site, at):
    """Where else the person works or studies on the day ``at``."""
    steps = [*person.positions.all(), *person.education.all()]
    names = dict.fromkeys(step.organisation for step in steps if step.is_held(at))
    return [named("Organization", name) for name in names if name != site.lab.name]


def _alma_maters(person, at):
    names = dict.fromkeys(step.organisation for step in person.education.all() if not step.is_held(at))
    return [named("EducationalOrganization", name) for name in names]


def _same_as(person):
    links = [link.url for link in person.links.all() if link.url and link.kind in ABOUT_THE_PERSON]
    return [f"https://orcid.org/{person.orcid}", *links] if person.orcid else links
