"""Service, talks and awards as JSON values."""

from typing import Any

from labsite.data.references import Absolute, Values, person_reference, publication_reference, values, venue_reference


def service(row: Any, absolute: Absolute) -> Values:
    """Return a service. Expects with_people()."""
    return {
        "person": person_reference(row.person, absolute, row.has_page),
        "kind": row.kind,
        "role": row.role,
        "venue": venue_reference(row.venue, absolute),
        "year": row.year,
        "host": venue_reference(row.host, absolute) if row.host else None,
        **values(row, "note"),
    }


def talk(row: Any, absolute: Absolute) -> Values:
    """Return a talk with its occasions, the latest first. Expects with_occasions()."""
    return {
        "title": row.title,
        "speaker": person_reference(row.speaker, absolute, row.has_page),
        "publication": publication_reference(row.paper, absolute) if row.paper else None,
        "occasions": [occasion(each, absolute) for each in row.occasions.all()],
    }


def occasion(row: Any, absolute: Absolute) -> Values:
    """Return one time that a talk was given."""
    venue = venue_reference(row.venue, absolute) if row.venue else None
    return values(row, "host", "place", "date") | {"venue": venue}


def award(row: Any, absolute: Absolute) -> Values:
    """Return an award with the person or the papers that received it. Expects with_recipients()."""
    return values(row, "title", "organisation", "year", "until", "note") | {
        "person": person_reference(row.person, absolute, row.has_page) if row.person else None,
        "publications": [publication_reference(paper, absolute) for paper in row.publications.all()],
    }
