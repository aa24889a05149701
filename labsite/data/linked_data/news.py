"""What the lab announces: news, openings and projects."""

from labsite.data.linked_data.lab import MAX_MEMBERS, lab_in_brief
from labsite.data.linked_data.nodes import Node, Site, named, node
from labsite.data.linked_data.people import person_in_brief
from labsite.modelling.pictures import rendition_url
from labsite.texts.lines import lines_of
from labsite.texts.plain_text import summary

MAX_JOB_LENGTH = 1500  # characters of its description
PICTURE_WIDTH = 960  # pixels


def news_item(item, site: Site) -> Node:
    """Return a piece of news."""
    return node(
        "NewsArticle",
        headline=item.title,
        datePublished=str(item.date),
        url=site.address(item),
        publisher={"@id": site.identity(site.lab)},
    )


def job(opening, site: Site) -> Node:
    """Return a place in the lab that one can apply for."""
    address = ", ".join(lines_of(site.lab.address))
    return node(
        "JobPosting",
        site.identity(opening),
        title=opening.title,
        description=summary(opening.text_html, MAX_JOB_LENGTH) or opening.title,
        url=site.address(opening),
        datePosted=opening.added_at.date().isoformat(),
        validThrough=opening.closes.isoformat() if opening.closes else "",
        hiringOrganization=lab_in_brief(site),
        jobLocation=node("Place", address=address) if address else None,
    )


def project(project, people, site: Site) -> Node:
    """Return a project with the members who work on it."""
    return node(
        "ResearchProject",
        site.identity(project),
        name=project.title,
        description=project.summary,
        url=site.address(project),
        image=site.at(rendition_url(project.picture, PICTURE_WIDTH)) if project.picture else "",
        parentOrganization={"@id": site.identity(site.lab)},
        member=[person_in_brief(person, site) for person in list(people)[:MAX_MEMBERS]],
        funding=[named("Grant", grant) for grant in project.funding_list],
    )
