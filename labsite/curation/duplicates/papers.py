"""What a merge of two papers takes beside moving their rows: one list of authors, and what it was called before."""

from typing import NamedTuple

from publications.citations.identifiers import arxiv_in
from publications.models import EarlierVersion, Identifier, Publication


class Version(NamedTuple):
    """How a paper was printed: the title, who wrote it, where, and its arXiv id."""

    title: str
    authors: tuple[str, ...]
    status: str
    arxiv_id: str
    is_preprint: bool


def version_of(paper):
    names = tuple(row.display_name for row in paper.authorships.select_related("person").order_by("order", "pk"))
    is_preprint = Publication.Kind.PREPRINT in (paper.kind, paper.status)
    return Version(paper.title, names, status_of(paper, is_preprint), paper.arxiv_id, is_preprint)


def status_of(paper, is_preprint):
    """Return what a paper was, as an earlier version says it: ``Preprint, 2023`` or ``NSDI 2024``."""
    year = str(paper.year or "")
    if is_preprint:
        return ", ".join(filter(None, ["Preprint", year]))
    return " ".join(filter(None, [paper.venue.acronym if paper.venue else "", year]))


def settle_authors(kept, gone, choice):
    """Leave on the two papers only the authors that the merged one has: those of one of them, or of ``both``."""
    ours, theirs = ({row.person_id: row for row in paper.authorships.all()} for paper in (kept, gone))
    if choice != "both":
        _delete_others(*((ours, theirs) if choice == "gone" else (theirs, ours)))
    for person in ours.keys() & theirs.keys():
        _print_alike(*((ours[person], theirs[person]) if choice == "gone" else (theirs[person], ours[person])))
    if choice == "both":
        last = max((row.order for row in ours.values()), default=0)
        for row in (row for person, row in theirs.items() if person not in ours):
            row.order += last
            row.save()


def _delete_others(rows, wanted):
    for person in rows.keys() - wanted.keys():
        rows[person].delete()


def _print_alike(row, model):
    row.order, row.printed_name = model.order, model.printed_name
    row.save()


def remember(kept, versions, dois):
    """Write down as earlier versions how the paper was printed before, where that differs, and its other DOIs."""
    now = version_of(kept)
    for version in versions:
        if _says_more(version, now):
            _remember(kept, version, now)
    for doi in dois:
        if doi and doi.casefold() != kept.doi.casefold() and not arxiv_in(doi):
            Identifier.objects.get_or_create(publication=kept, scheme=Identifier.Scheme.DOI, value=doi)


def _says_more(version, now):
    other_words = (version.title, version.authors) != (now.title, now.authors)
    other_id = version.arxiv_id not in ("", now.arxiv_id)
    return other_words or other_id or (version.is_preprint and not now.is_preprint)


def _remember(kept, version, now):
    said = {
        "authors": "" if version.authors == now.authors else ", ".join(version.authors),
        "status": version.status,
        "arxiv_id": version.arxiv_id,
    }
    earlier, _ = EarlierVersion.objects.get_or_create(publication=kept, title=version.title)
    for name, value in said.items():
        setattr(earlier, name, getattr(earlier, name) or value)
    earlier.save()
