"""From the database to a citation: the one place that turns a publication's rows into a record."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import attrgetter

from django.db.models import Prefetch, QuerySet

from labsite.texts.plain_text import lines_of, plain
from publications.citations.identifiers import arxiv_url
from publications.citations.names import cut_suffix, split_printed
from publications.citations.record import STATUS_NOTES, UNSTATED, Name, Record, RecordLink
from publications.formats.bibtex import is_private
from publications.formats.program_fields import own_fields
from publications.models import Authorship, ExtraField, Publication

Absolute = Callable[[str], str]

PARTS = ("links", "identifiers", "extra_fields")  # that only files of citations have
NAMES = ("name", "given_name", "family_name")
# Columns that may be long and that no citation needs.
NOT_CITED = ("abstract", "search_text")
# A longer list is cited without abstracts: to make words of them takes longer than all else. The page /data/ says so.
MAX_WITH_ABSTRACTS = 1000
AT_ONCE = 500  # publications of which rows are in memory


def nowhere(path: str) -> str:
    """Return no address for the path of an uploaded file, where nobody knows the name of the site."""
    return ""


def record_of(publication: Publication, absolute: Absolute = nowhere, with_abstract: bool = True) -> Record:
    """Return a publication as a record, as far as one cites it. Queries nothing if it comes from ``with_authors()``.

    ``absolute`` makes a whole address of the path of an uploaded file, as a request does.
    """
    venue = publication.venue
    # Where to read it: the publisher's page; else, without a DOI that leads there, arXiv or a PDF.
    links = {link.kind: link for link in reversed(publication.links.all()) if link.address}
    link = links.get("page") or (None if publication.doi or publication.arxiv_id else links.get("pdf"))
    url = "" if publication.doi else arxiv_url(publication.arxiv_id)
    return Record(
        key=publication.citation_key,
        title=publication.title,
        kind=publication.kind or UNSTATED,
        status=publication.status,
        authors=authors_of(publication),
        year=publication.year,
        month=publication.month,
        venue=venue.full_name if venue else "",
        acronym=venue.acronym if venue else "",
        proceedings=publication.proceedings,
        volume=publication.volume,
        number=publication.number,
        article=publication.article,
        pages=publication.pages,
        publisher=publication.publisher_name,
        doi=publication.doi,
        arxiv_id=publication.arxiv_id,
        url=(link.url or absolute(link.address)) if link else url,
        note=STATUS_NOTES.get(publication.status, ""),
        abstract=plain(publication.abstract_html) if with_abstract else "",
    )


def authors_of(publication: Publication) -> tuple[Name, ...]:
    """Return the authors of a publication, each under the name as printed, in their order."""
    names = []
    for row in publication.authorships.all():
        name, given, family = attrgetter(*NAMES)(row.person)
        family, suffix = cut_suffix(family)
        if row.printed_name:
            names.append(split_printed(row.printed_name, family))
        else:
            names.append(Name(given, family, suffix) if given else Name(literal=name))
    return tuple(names)


def records_of(
    publications: QuerySet[Publication], absolute: Absolute = nowhere, with_abstracts: bool | None = None
) -> Iterator[Record]:
    """Yield the publications of a queryset as records that hold all that is known of them, as files do.

    Not all rows are in memory at once.
    """
    keys = list(publications.values_list("pk", flat=True))
    if with_abstracts is None:
        with_abstracts = len(keys) <= MAX_WITH_ABSTRACTS
    unneeded = NOT_CITED if with_abstracts else (*NOT_CITED, "abstract_html")
    rows = with_parts(Publication.objects.defer(*unneeded))
    for first in range(0, len(keys), AT_ONCE):
        some = keys[first : first + AT_ONCE]
        for row in map(rows.in_bulk(some).get, some):
            if row:
                yield _complete(row, record_of(row, absolute, with_abstracts), absolute)


def with_parts(publications: QuerySet[Publication]) -> QuerySet[Publication]:
    """Fetch all that files of citations say of publications, with the venue and the authors."""
    names = ("publication", "printed_name", *(f"person__{name}" for name in NAMES))
    authorships = Authorship.objects.select_related("person").only(*names)
    return publications.select_related("venue").prefetch_related(Prefetch("authorships", authorships), *PARTS)


def _complete(publication: Publication, record: Record, absolute: Absolute) -> Record:
    """Return a record with what else is known of its publication, without what programs keep for their users."""
    extra = {row.name: row.value for row in publication.extra_fields.all() if not is_private(row.name)}
    links = [
        RecordLink(row.kind, row.url or absolute(row.address), row.label)
        for row in publication.links.all()
        if row.address
    ]
    # What the arXiv id leads to goes without saying.
    arxiv_pdf = f"//arxiv.org/pdf/{record.arxiv_id}" if record.arxiv_id else None
    stated = ("", record.url)
    venue = publication.venue
    known = (venue.acronym, venue.name, venue.kind, venue.publisher) if venue else ("",) * 4
    own = own_fields(replace(record, known_venue=known), lines_of(publication.notes), links)
    return replace(
        record,
        known_venue=known,
        ids=tuple((row.scheme, row.value) for row in publication.identifiers.all()),
        links=tuple(link for link in links if link.url not in stated and not (arxiv_pdf and arxiv_pdf in link.url)),
        entry_type=extra.pop(ExtraField.ENTRY_TYPE, ""),
        extra=(*extra.items(), *own),
    )
