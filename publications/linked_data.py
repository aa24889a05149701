"""Papers, venues and talks as linked data: the kinds of works that search engines and reference managers know."""

from collections.abc import Iterable, Mapping
from itertools import islice

from labsite.modelling.pictures import rendition_url
from labsite.texts.plain_text import shortened
from labsite.web.head import Node, Site, node
from people.profile import person_in_brief
from publications.citations.record import Record
from publications.formats.citation_tags import page_range
from publications.models import Publication, Talk, Venue

KINDS = {
    "thesis": "Thesis",
    "book": "Book",
    "chapter": "Chapter",
    "report": "Report",
    "software": "SoftwareSourceCode",
    "dataset": "Dataset",
}
ARTICLE = "ScholarlyArticle"
PAGED = {ARTICLE, "Report", "Chapter"}  # the types that have pages in a volume
MAX_AUTHORS = 100
MAX_EVENTS = 5  # of talks about a paper, or of all talks the newest
TEASER_WIDTH = 960  # pixels


def publication_node(
    publication: Publication, record: Record, addresses: Mapping[str, str], site: Site, events: list[Node]
) -> Node:
    """Return a paper from its rows, its record and its ``addresses`` by their kind; ``events`` are the talks about it.

    Expects with_authors().
    """
    kind = KINDS.get(publication.kind, ARTICLE)
    identifiers = (("DOI", record.doi), ("arXiv", record.arxiv_id))
    links = publication.public_links
    first, last = page_range(record)
    pages = {"pagination": record.pages, "pageStart": first, "pageEnd": last} if kind in PAGED else {}
    pdf, month = addresses.get("pdf"), f"-{record.month:02}" if record.month else ""
    return node(
        kind,
        site.address(publication, "#publication"),
        name=record.title,
        headline=record.title if kind in (ARTICLE, "Report") else "",
        url=site.address(publication),
        author=[
            person_in_brief(row.person, site, row.has_page, row.display_name)
            for row in publication.authorships.all()[:MAX_AUTHORS]
        ],
        datePublished=f"{record.year:04}{month}" if record.year else "",  # as precise as it is known
        creativeWorkStatus=publication.standing,
        inLanguage=site.request.lab.language,
        description=shortened(record.abstract),
        image=site.at(rendition_url(publication.teaser, TEASER_WIDTH)) if publication.teaser else "",
        publisher=node("Organization", name=record.publisher) if record.kind != "thesis" else None,
        sourceOrganization=node("Organization", name=record.publisher or record.venue) if kind == "Thesis" else None,
        isPartOf=_container(publication, record, site),
        award=[str(award) for award in publication.awards.all()],
        identifier=[node("PropertyValue", propertyID=name, value=value) for name, value in identifiers if value],
        sameAs=[site.at(address) for kind_of_link, _, address in links if kind_of_link in ("doi", "arxiv", "page")],
        subjectOf=events,
        **pages,
        encoding=node("MediaObject", contentUrl=pdf, encodingFormat="application/pdf") if pdf else None,
        codeRepository=addresses.get("code") if kind == "SoftwareSourceCode" else "",
    )


def _container(publication: Publication, record: Record, site: Site) -> Node | None:
    """What it is part of: a journal's issue and volume, a meeting's proceedings, or simply a series."""
    series = venue_in_brief(publication.venue, site) if publication.venue else None
    if record.kind == "journal":
        volume = _part("PublicationVolume", series, volumeNumber=record.volume)
        return _part("PublicationIssue", volume, issueNumber=record.number)
    if record.kind in ("thesis", "preprint", "software", "dataset"):
        return series if record.kind != "thesis" else None
    return _part("PublicationVolume", series, name=record.proceedings, volumeNumber=record.volume)


def _part(kind: str, container: Node | None, **properties: str) -> Node | None:
    """A part of ``container`` if anything tells it apart, else the container itself."""
    return node(kind, **properties, isPartOf=container) if any(properties.values()) else container


def venue_in_brief(venue: Venue, site: Site) -> Node:
    """Return a venue, the series that papers are parts of, as its papers name it."""
    return node(
        "Periodical" if venue.kind == venue.Kind.JOURNAL else "CreativeWorkSeries",
        site.address(venue, "#venue"),
        name=venue.full_name,
        alternateName=venue.acronym if venue.name else "",
        url=site.address(venue),
    )


def venue_node(venue: Venue, site: Site) -> Node:
    """Return a venue as its own page shows it. Asks for all aliases."""
    brief = venue_in_brief(venue, site)
    names = [venue.acronym, *map(str, venue.aliases.all())]
    return brief | node(
        brief["@type"],
        alternateName=[name for name in dict.fromkeys(names) if name not in ("", venue.full_name)],
        publisher=node("Organization", name=venue.publisher),
        sameAs=venue.url,
    )


def newest_events(talks: Iterable[Talk], site: Site) -> list[Node]:
    """Return the first dated occasions of talks with_occasions(): each time that a talk was given is an event."""
    return list(islice((event for talk in talks for event in _events(talk, site)), MAX_EVENTS))


def _events(talk: Talk, site: Site) -> list[Node]:
    performer = person_in_brief(talk.speaker, site, talk.has_page)
    paper = {"@id": site.address(talk.paper, "#publication")} if talk.paper else None
    return [
        node(
            "Event",
            name=talk.title,
            startDate=str(occasion.date),
            # What stands before the place may be its host or its organiser: that isn't said.
            location=node(
                "Place", name=(occasion.place if occasion.venue else "") or occasion.host, address=occasion.place
            ),
            performer=performer,
            workFeatured=paper,
            superEvent=node("Event", name=occasion.host) if occasion.venue else None,
        )
        for occasion in talk.occasions.all()
        if occasion.date
    ]
