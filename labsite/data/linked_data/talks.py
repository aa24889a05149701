"""Talks: each time that one was given is an event."""

from labsite.data.linked_data.nodes import Node, Site, named, node
from labsite.data.linked_data.people import person_in_brief


def events(talk, site: Site, has_page: bool) -> list[Node]:
    """Return the dated occasions of a talk; ``has_page`` says whether its speaker has one."""
    performer = person_in_brief(talk.speaker, site, has_page)
    paper = {"@id": site.identity(talk.paper)} if talk.paper else None
    return [
        node(
            "Event",
            name=talk.title,
            startDate=str(occasion.date),
            location=node("Place", name=occasion.place or occasion.host, address=occasion.place),
            performer=performer,
            workFeatured=paper,
            **_host(occasion),
        )
        for occasion in talk.occasions.all()
        if occasion.date
    ]


def _host(occasion):
    """A venue's talk is part of its meeting; any other was organised by whoever is named."""
    if occasion.venue:
        return {"superEvent": named("Event", occasion.host)}
    return {"organizer": named("Organization", occasion.host)}
