"""A person's career as plain data, as files say it: the fields are named as those of the models.

Texts are Markdown. Dates are partial: "", "2024", "2024-06" or "2024-06-26" (labsite.modelling.periods).
"""

from dataclasses import dataclass, field

from labsite.registry import SiteFacet


@dataclass
class StatedLink:
    """A page elsewhere. ``kind`` is a value of ProfileLink.Kind; if empty, it is derived from the address."""

    url: str
    kind: str = ""
    label: str = ""


@dataclass
class StatedPosition:
    title: str
    organisation: str
    place: str = ""
    start: str = ""
    end: str = ""
    ongoing: bool = False
    text: str = ""
    unit: str = ""


@dataclass
class StatedDegree:
    organisation: str
    degree: str = ""
    field: str = ""
    place: str = ""
    start: str = ""
    end: str = ""
    ongoing: bool = False
    unit: str = ""
    honours: str = ""
    gpa: str = ""


@dataclass
class StatedAward:
    title: str
    organisation: str = ""
    year: int | None = None
    until: int | None = None
    note: str = ""


@dataclass
class StatedTeaching:
    course: str
    role: str = ""
    place: str = ""
    term: str = ""
    path: str = ""


@dataclass
class StatedOccasion:
    host: str
    place: str = ""
    date: str = ""


@dataclass
class StatedTalk:
    """A talk. The Talk model has no fields for its text and files, which are reported as left out."""

    title: str
    occasions: list[StatedOccasion] = field(default_factory=list)
    text: str = ""
    files: list[str] = field(default_factory=list)
    path: str = ""


@dataclass
class StatedService:
    """What was done for a venue; ``years`` are its first and its last, 0 where none is given."""

    role: str
    venue: str
    years: tuple[int, int] = (0, 0)
    note: str = ""


@dataclass(kw_only=True)
class StatedCareer:
    """What a source says of somebody beside the name."""

    headline: str = ""
    biography: str = ""
    interests: list[str] = field(default_factory=list)
    skills: list[str] = field(default_factory=list)
    orcid: str = ""
    emails: list[str] = field(default_factory=list)
    phones: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    links: list[StatedLink] = field(default_factory=list)

    education: list[StatedDegree] = field(default_factory=list)
    positions: list[StatedPosition] = field(default_factory=list)
    awards: list[StatedAward] = field(default_factory=list)
    teaching: list[StatedTeaching] = field(default_factory=list)
    talks: list[StatedTalk] = field(default_factory=list)


@dataclass(frozen=True)
class CareerSource(SiteFacet):
    """An app that asks ORCID, by the dotted name of a function: it returns a record, or raises Unavailable."""

    fetch: str
