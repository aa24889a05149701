"""The lab as linked data, with its site and what it announces: news, openings and projects."""

from collections.abc import Iterable

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override

from labsite.modelling.pictures import rendition_url
from labsite.models import NewsItem, Opening, Project
from labsite.texts.languages import TAGS
from labsite.texts.plain_text import lines_of, summary
from labsite.web.head import Node, Site, node
from people.models import Person
from people.profile import person_in_brief

MAX_MEMBERS = 20  # of the lab or a project: a page's head is to stay small
MAX_JOB_LENGTH = 1500  # characters of its description
PICTURE_WIDTH = 960  # pixels


def lab_in_brief(site: Site) -> Node:
    """Return the lab as other nodes name it."""
    lab = site.request.lab
    return node("ResearchOrganization", site.address(lab, "#lab"), name=lab.name, url=site.address(lab))


def lab_node(site: Site, members: Iterable[Person], interests: Iterable[str]) -> Node:
    """Return the lab with its current members and what they study."""
    lab = site.request.lab
    funders = [each for each in lab.sponsors if each.kind == each.Kind.SPONSOR]
    return lab_in_brief(site) | node(
        "ResearchOrganization",
        slogan=lab.tagline,
        description=summary(lab.about_html),
        logo=site.at(rendition_url(lab.logo, PICTURE_WIDTH) if lab.logo else static("labsite/img/icon.svg")),
        image=site.at(rendition_url(lab.picture, PICTURE_WIDTH)) if lab.picture else "",
        parentOrganization=node("Organization", name=lab.parent, url=lab.parent_url),
        funder=[node("Organization", name=each.name, url=each.url) for each in funders],
        hasMap=lab.map_url,
        address=", ".join(lines_of(lab.address)),
        sameAs=lines_of(lab.links),
        knowsAbout=list(interests),
        member=[person_in_brief(person, site) for person in list(members)[:MAX_MEMBERS]],
    )


def website_node(site: Site) -> Node:
    """Return the site itself, with how to search it."""
    lab = site.request.lab
    with override(settings.LANGUAGE_CODE):
        search = site.at(reverse("search"))
    action = node("SearchAction", target=node("EntryPoint", urlTemplate=f"{search}?q={{query}}"))
    return node(
        "WebSite",
        site.address(lab, "#site"),
        name=lab.name,
        url=site.address(lab),
        inLanguage=list(TAGS.values()),
        publisher={"@id": site.address(lab, "#lab")},
        potentialAction=action | {"query-input": "required name=query"},
    )


def news_node(item: NewsItem, site: Site) -> Node:
    return node(
        "NewsArticle",
        headline=item.title,
        datePublished=str(item.date),
        url=site.address(item),
        publisher={"@id": site.address(site.request.lab, "#lab")},
    )


def job_node(opening: Opening, site: Site) -> Node:
    """Return an opening: a position in the lab that one can apply for."""
    return node(
        "JobPosting",
        site.address(opening, "#opening"),
        title=opening.title,
        description=summary(opening.text_html, MAX_JOB_LENGTH) or opening.title,
        url=site.address(opening),
        datePosted=opening.added_at.date().isoformat(),
        validThrough=opening.closes.isoformat() if opening.closes else "",
        hiringOrganization=lab_in_brief(site),
        jobLocation=node("Place", address=", ".join(lines_of(site.request.lab.address))),
    )


def project_node(project: Project, people: Iterable[Person], site: Site) -> Node:
    """Return a project with the members who work on it."""
    return node(
        "ResearchProject",
        site.address(project, "#project"),
        name=project.title,
        description=project.summary,
        url=site.address(project),
        image=site.at(rendition_url(project.picture, PICTURE_WIDTH)) if project.picture else "",
        parentOrganization={"@id": site.address(site.request.lab, "#lab")},
        member=[person_in_brief(person, site) for person in list(people)[:MAX_MEMBERS]],
        funding=[node("Grant", name=grant) for grant in lines_of(project.funding)],
    )
