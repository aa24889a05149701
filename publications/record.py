"""One publication as plain data: what every citation format reads and writes, without the database."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Name:
    """An author's name in its parts; ``literal`` stands alone where there are none, as for a collaboration."""

    given: str = ""
    family: str = ""
    suffix: str = ""
    literal: str = ""


@dataclass(frozen=True)
class Record:
    """What a citation says. ``kind`` and ``status`` hold the values of the publication's choices; empty is unknown."""

    key: str
    title: str
    kind: str = "other"
    status: str = "published"
    authors: tuple[Name, ...] = ()

    year: int | None = None
    month: int | None = None

    venue: str = ""
    acronym: str = ""
    proceedings: str = ""
    volume: str = ""
    number: str = ""
    article: str = ""
    pages: str = ""
    publisher: str = ""

    doi: str = ""
    arxiv_id: str = ""
    url: str = ""
    note: str = ""
