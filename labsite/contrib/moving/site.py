"""A site of another system as plain data, without the database: what each family's reader returns.

``path`` is always the source file that says something, and files are given by their paths in the source, as
``SiteSource.resolve`` returns them. Texts are Markdown as the source has it: pictures, Liquid, shortcodes and HTML in
them are dealt with on writing. Dates are partial: "", "2024", "2024-06" or "2024-06-26" (see front_matter.py).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from labsite.contrib.moving.words import WORDS
from labsite.contrib.reading.career import StatedAward, StatedCareer, StatedLink
from labsite.contrib.reading.curriculum import Curriculum
from labsite.contrib.reading.front_matter import language_of
from labsite.contrib.reading.wording import without_titles
from publications.citations.entry import Entry
from publications.citations.identifiers import orcid_in
from publications.citations.names import LATIN, NATIVE, inverted, name_and_native
from publications.citations.record import Name

from .outcomes import FileOutcomes

LISTS_OF_CURRICULUM = ("education", "positions", "awards", "teaching", "talks", "interests", "skills", "links")
NO_PLACE = ("", "papers", "services", "projects", "research_statement")  # papers come with the bibliography


@dataclass
class SiteFile:
    """A file of the source that belongs to a paper. ``kind`` is a value of the publication's Link.Kind."""

    kind: str
    path: str
    label: str = ""


@dataclass
class SiteRole:
    """A time in the lab. ``role`` is a value of Membership.Role, or empty where the source tells none.

    ``has_ended`` says that it is over where no ``end`` is known, as of someone listed among the alumni.
    ``is_guess``: the source says so of the person, maybe elsewhere: only who has no role yet gets it, to be checked.
    """

    role: str = ""
    start: str = ""
    end: str = ""
    has_ended: bool = False
    went_to: str = ""
    is_guess: bool = False


@dataclass
class SitePerson(StatedCareer):
    """Someone who belongs to the source's lab: with a role, so with a page.

    Collaborators who only wrote papers come with the papers. ``photo`` is a path in the source.
    """

    name: str
    given_name: str = ""
    family_name: str = ""
    other_spellings: list[str] = field(default_factory=list)
    native_name: str = ""
    native_language: str = ""
    honorific: str = ""
    other_titles: str = ""  # around the name, for which there is no place here
    is_owner: bool = False  # of the site
    roles: list[SiteRole] = field(default_factory=list)

    photo: str = ""
    path: str = ""
    has_private_contacts: bool = False  # as those of a list that was never on a site

    def __post_init__(self) -> None:
        """Tell the name from titles and from the one in its own script, whichever of them the source puts first."""
        self.name, native = name_and_native(self.name)
        self.name, honorific, titles = without_titles(self.name)
        if re.fullmatch(r"\w+,\s?[\w-]+", self.name):
            self.name = str(inverted(self.name))
        self.honorific, self.other_titles = self.honorific or honorific, self.other_titles or titles
        in_parts = str(Name(self.given_name, self.family_name))
        spelt = (in_parts, *sorted(self.other_spellings, key=len, reverse=True))
        latin = [each for each in spelt if LATIN.search(each) and not NATIVE.search(each)]
        if NATIVE.fullmatch(self.name) and latin:
            self.name, native = latin[0], self.name
        if NATIVE.fullmatch(in_parts) and not NATIVE.fullmatch(self.name):
            self.given_name = self.family_name = ""
        natives = (self.native_name, native, *filter(NATIVE.fullmatch, (*self.other_spellings, in_parts)))
        letters = sorted(self.name.replace(" ", ""))  # of its parts, in either order
        self.native_name = next((each for each in natives if each and sorted(each.replace(" ", "")) != letters), "")
        self.native_language = self.native_language or language_of(self.native_name)
        here = (self.name, self.native_name)
        self.other_spellings = [each for each in self.other_spellings if each not in here]

    def add_contact(self, kind: str, value: str, link: StatedLink) -> None:
        """Add what somebody is reached by, which is a link unless its kind or its address says something else."""
        mail = value.partition("?")[0].removeprefix("mailto:") if value.startswith("mailto:") else value
        if kind == "orcid" and orcid_in(value):
            self.orcid = self.orcid or orcid_in(value)
        elif mail and (kind == "email" or mail != value):
            self.emails += [mail] if mail not in self.emails else []
        elif kind == "phone" and value:
            self.phones.append(value)
        elif kind == "address" and value and "://" not in value:
            self.addresses.append(value)
        elif link.url:
            self.links.append(link)

    def take_curriculum(self, curriculum: Curriculum, path: str, outcomes: FileOutcomes) -> None:
        """Add what a curriculum vitae says beside what is known, and note what becomes of each of its parts."""
        for name in ("headline", "biography", "orcid"):
            setattr(self, name, getattr(self, name) or getattr(curriculum, name))
        for name in LISTS_OF_CURRICULUM:
            getattr(self, name).extend(getattr(curriculum, name))
        for course in curriculum.teaching:
            course.path = path
        for heading, kind in sorted(curriculum.headings, key=lambda pair: pair[1] in NO_PLACE):
            if kind in NO_PLACE:
                outcomes.left_out(path, f"“{heading}”: no place for it here")
            else:
                outcomes.brought(path, f"{heading} of {self.name}")
        unplaced = [heading.replace("_", " ") for heading, kind in curriculum.headings if kind in NO_PLACE]
        advisors = [(step.organisation, f"Advised by {', '.join(names)}") for step, names in curriculum.advisors]
        for heading, words in curriculum.left + advisors:
            if heading not in unplaced:
                outcomes.left_out(path, f"“{words}” of “{heading}”: no place for it here")


@dataclass
class SitePaper:
    """A paper, or an entry that isn't one or can't be read; ``entry`` says which.

    ``teaser`` is the path of an image; ``files`` become links with an uploaded file; ``awards`` are the paper's own.
    ``is_hidden`` says that no page of the source lists it, ``is_part`` that it seems to be a
    supplement of a paper, or front matter. ``is_separate``: an editor says that it is none of those that it resembles.
    """

    entry: Entry
    teaser: str = ""
    teaser_alt: str = ""
    files: list[SiteFile] = field(default_factory=list)
    awards: list[StatedAward] = field(default_factory=list)
    is_selected: bool = False
    is_hidden: bool = False
    is_part: bool = False
    is_separate: bool = False
    path: str = ""


@dataclass
class SiteVenue:
    """The web page of a series."""

    acronym: str
    url: str = ""
    path: str = ""


@dataclass
class SiteNews:
    """``title`` may be empty: then it is made of the text. ``people`` are names; ``papers`` are citation keys."""

    date: str
    text: str = ""
    title: str = ""
    people: list[str] = field(default_factory=list)
    papers: list[str] = field(default_factory=list)
    path: str = ""


@dataclass
class SiteProject:
    title: str
    summary: str = ""
    text: str = ""
    picture: str = ""
    picture_alt: str = ""
    start: str = ""
    links: list[str] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    papers: list[str] = field(default_factory=list)
    path: str = ""


@dataclass
class SitePage:
    """A page of free text; ``slug`` is its old address without slashes, ``place`` its position in the navigation."""

    title: str
    text: str
    slug: str = ""
    place: int | None = None
    path: str = ""


@dataclass
class SiteSponsor:
    """Who supports the lab; ``logo`` is a path in the source."""

    name: str
    url: str = ""
    logo: str = ""


LISTS: dict[str, str] = WORDS["lists"]
MAX_INTRODUCTION = 1200  # characters: a page that says more than its list is a page


@dataclass
class SiteIntroduction:
    """The lab's the introduction of a list, and maybe its own name of it: ``page`` is its address's name here."""

    page: str
    text: str
    path: str = ""
    name: str = ""


@dataclass
class SiteLab:
    name: str = ""
    tagline: str = ""
    about: str = ""
    address: str = ""
    email: str = ""
    contact: str = ""
    links: list[str] = field(default_factory=list)
    logo: str = ""
    picture: str = ""
    picture_caption: str = ""
    sponsors: list[SiteSponsor] = field(default_factory=list)
    introductions: list[SiteIntroduction] = field(default_factory=list)
    path: str = ""


@dataclass
class SiteContent:
    """The content of a site; ``outcomes`` records what became of each of its files.

    ``addresses`` tells which addresses a file had as a page there, ``lists`` which page here lists the same as a page.
    """

    outcomes: FileOutcomes
    lab: SiteLab = field(default_factory=SiteLab)
    people: list[SitePerson] = field(default_factory=list)
    papers: list[SitePaper] = field(default_factory=list)
    venues: list[SiteVenue] = field(default_factory=list)
    news: list[SiteNews] = field(default_factory=list)
    projects: list[SiteProject] = field(default_factory=list)
    pages: list[SitePage] = field(default_factory=list)
    addresses: Callable[[str], list[str]] = lambda path: []
    lists: dict[str, str] = field(default_factory=dict)
