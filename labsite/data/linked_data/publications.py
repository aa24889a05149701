"""Publications, as the kinds of works that search engines and reference managers know."""

from labsite.data.linked_data.nodes import Node, Site, named, node
from labsite.data.linked_data.people import person_in_brief
from labsite.data.linked_data.venues import venue_in_brief
from labsite.modelling.pictures import rendition_url
from labsite.texts.plain_text import summary
from publications.citation_tags import page_range

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
TEASER_WIDTH = 960  # pixels


def publication(publication, record, site: Site, events: list[Node]) -> Node:
    """Return a paper from its rows and its record; ``events`` are the talks about it."""
    kind = KINDS.get(publication.kind, ARTICLE)
    return node(
        kind,
        site.identity(publication),
        name=record.title,
        headline=record.title if kind in (ARTICLE, "Report") else "",
        url=site.address(publication),
        author=_authors(publication, site),
        datePublished=_date(record),
        creativeWorkStatus=publication.standing,
        inLanguage=site.lab.language,
        description=summary(publication.abstract_html),
        image=site.at(rendition_url(publication.teaser, TEASER_WIDTH)) if publication.teaser else "",
        publisher=named("Organization", record.publisher) if record.kind != "thesis" else None,
        sourceOrganization=named("Organization", record.publisher or record.venue) if kind == "Thesis" else None,
        isPartOf=_whole(publication, record, site),
        award=[str(award) for award in publication.awards.all()],
        identifier=_identifiers(record),
        sameAs=_same_as(publication, site),
        subjectOf=events,
        **(_pages(record) if kind in PAGED else {}),
        **_files(publication, kind, site),
    )


def _authors(publication, site):
    return [
        person_in_brief(authorship.person, site, authorship.has_page, authorship.display_name)
        for authorship in publication.authorships.all()[:MAX_AUTHORS]
    ]


def _date(record):
    """As precise as it is known: ``2024`` or ``2024-06``."""
    month = f"-{record.month:02}" if record.month else ""
    return f"{record.year:04}{month}" if record.year else ""


def _pages(record):
    first, last = page_range(record)
    return {"pagination": record.pages, "pageStart": first, "pageEnd": last}


def _whole(publication, record, site):
    """What it is part of: a journal's issue and volume, a meeting's proceedings, or simply a series."""
    series = venue_in_brief(publication.venue, site) if publication.venue else None
    if record.kind == "journal":
        volume = _part("PublicationVolume", series, volumeNumber=record.volume)
        return _part("PublicationIssue", volume, issueNumber=record.number)
    if record.kind in ("thesis", "preprint", "software", "dataset"):
        return series if record.kind != "thesis" else None
    return _part("PublicationVolume", series, name=record.proceedings, volumeNumber=record.volume)


def _part(kind, whole, **properties):
    """A part of ``whole`` if anything tells it apart, else the whole itself."""
    return node(kind, **properties, isPartOf=whole) if any(properties.values()) else whole


def _identifiers(record):
    known = (("DOI", record.doi), ("arXiv", record.arxiv_id))
    return [node("PropertyValue", propertyID=name, value=value) for name, value in known if value]


def _same_as(publication, site):
    return [site.at(address) for kind, _, address in publication.public_links if kind in ("doi", "arxiv", "page")]


def pdf_url(publication, site: Site) -> str:
    """Return where the paper itself is, or nothing."""
    return _first_link(publication, "pdf", site)


def _files(publication, kind, site):
    """The paper itself as a PDF, and the repository of software."""
    pdf = node("MediaObject", contentUrl=pdf_url(publication, site), encodingFormat="application/pdf")
    code = _first_link(publication, "code", site) if kind == "SoftwareSourceCode" else ""
    return {"encoding": pdf if "contentUrl" in pdf else None, "codeRepository": code}


def _first_link(publication, kind, site):
    return next((site.at(address) for each, _, address in publication.public_links if each == kind), "")
