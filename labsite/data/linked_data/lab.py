"""The lab and its site."""

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override

from labsite.data.linked_data.nodes import Node, Site, node
from labsite.data.linked_data.people import person_in_brief
from labsite.texts.languages import TAGS
from labsite.texts.lines import lines_of
from labsite.texts.plain_text import summary

MAX_MEMBERS = 20  # of the lab or a project: a page's head is to stay small


def lab_in_brief(site: Site) -> Node:
    """Return the lab as other things name it."""
    return node("ResearchOrganization", site.identity(site.lab), name=site.lab.name, url=site.address(site.lab))


def lab(site: Site, members, interests) -> Node:
    """Return the lab with its current members and what they study."""
    return lab_in_brief(site) | node(
        "ResearchOrganization",
        slogan=site.lab.tagline,
        description=summary(site.lab.about_html),
        logo=site.at(static("labsite/img/icon.svg")),
        address=", ".join(lines_of(site.lab.address)),
        sameAs=site.lab.link_list,
        knowsAbout=list(interests),
        member=[person_in_brief(person, site) for person in list(members)[:MAX_MEMBERS]],
    )


def website(site: Site) -> Node:
    """Return the site itself, with how to search it."""
    with override(settings.LANGUAGE_CODE):
        search = site.at(reverse("search"))
    action = node("SearchAction", target=node("EntryPoint", urlTemplate=f"{search}?q={{query}}"))
    return node(
        "WebSite",
        f"{site.address(site.lab)}#site",
        name=site.lab.name,
        url=site.address(site.lab),
        inLanguage=list(TAGS.values()),
        publisher={"@id": site.identity(site.lab)},
        potentialAction=action | {"query-input": "required name=query"},
    )
