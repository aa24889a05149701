"""What became of each file of a source: none is passed over in silence."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from fnmatch import fnmatchcase
from typing import Any

from labsite.contrib.moving.words import WORDS
from labsite.contrib.reading.front_matter import BrokenFile, PageFields, mapping_in
from labsite.modelling.periods import PartialDate, partial_date

from .source import SiteSource

DEMO_CONTENT = "demo content of the template"


class FileOutcome(Enum):
    """What became of a file; the value is shown to people. A file with several counts as the first in this order."""

    BROUGHT = "imported"
    NOT_UNDERSTOOD = "not understood"
    LEFT_OUT = "skipped"
    NOT_NEEDED = "not needed"


# What folders and files of people are called, whatever a template makes of them.
LIKE_PEOPLE = re.compile(
    r"(?:^|[\W_])(?:people|persons?|members?|team|staff|students?|faculty|postdocs?|alumn(?:i|us|a|ae)|visitors?)"
    r"(?=$|[\W_]).*\.(?:md|markdown|html|ya?ml|json|toml|csv|tsv)$",
    re.IGNORECASE,
)
PEOPLE_LEFT = "looks like people, but this template keeps them elsewhere"
MAX_REASONS = 3  # that are all named
# What visitors saw of a site by themselves: its pages, its lists, and its logo in a form that can't be read.
SEEN = re.compile(
    r"(?i)(?!.*(?:^|/)(?:\.|404\.|google[0-9a-f]{16}\.)|(?-i:[A-Z_]+\.md)"
    r"|(?:assets|static|images|lighthouse_results)/(?!.*\blogo\.svg))"
    r".*(?:\.(?:md|markdown|html)|(?<=_data/)[^/]+\.(?:ya?ml|json|csv)|\blogo\.svg)"
)
UNSEEN = re.compile("demo content|a draft|^left out of that site|no page of that site|sample person|a copy of another")


class FileOutcomes:
    """The notes on what became of each file; a file may have several."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._notes: dict[str, list[tuple[FileOutcome, str]]] = {path: [] for path in paths}

    def brought(self, path: str, what: str) -> None:
        """Record what a file gave to the site, such as "a talk"."""
        self._note(path, FileOutcome.BROUGHT, what)

    def not_understood(self, path: str, why: str) -> None:
        """Record what in a file can't be read and so is lost."""
        self._note(path, FileOutcome.NOT_UNDERSTOOD, why)

    def left_out(self, path: str, why: str) -> None:
        """Record that part of a file was read but left out, such as demo content of the template."""
        self._note(path, FileOutcome.LEFT_OUT, why)

    def not_needed(self, path: str, why: str) -> None:
        """Record that a file serves a purpose that this site fulfils in another way."""
        self._note(path, FileOutcome.NOT_NEEDED, why)

    @contextmanager
    def reading(self, path: str) -> Iterator[None]:
        """Record a BrokenFile raised in the block, and go on after it."""
        try:
            yield
        except BrokenFile as error:
            self.not_understood(error.path or path, str(error))

    def is_settled(self, path: str) -> bool:
        return bool(self._notes.get(path))

    def settle_rest(self) -> None:
        """Record an outcome for every file that has none yet."""
        for path, notes in self._notes.items():
            if not notes:
                named = {path, path.rpartition("/")[2]}
                shapes = ((shape, why) for why, shapes in WORDS["not_needed"].items() for shape in shapes)
                why = next((why for shape, why in shapes if any(fnmatchcase(each, shape) for each in named)), "")
                outcome = FileOutcome.NOT_NEEDED if why else FileOutcome.LEFT_OUT
                left = PEOPLE_LEFT if LIKE_PEOPLE.search(path) else "nothing imported refers to it"
                notes.append((outcome, why or left))

    def settle(self, paths: Iterable[str], why: str) -> None:
        """Record for those of some files that have no outcome yet why they aren't needed."""
        for path in paths:
            if not self._notes.get(path):
                self.not_needed(path, why)

    def __iter__(self) -> Iterator[tuple[str, FileOutcome, list[tuple[FileOutcome, str]]]]:
        """Yield each file with its overall outcome and all of its notes."""
        for path, notes in self._notes.items():
            outcomes = [outcome for outcome, _ in notes]
            yield path, min(outcomes, key=list(FileOutcome).index, default=FileOutcome.LEFT_OUT), notes

    def missed(self) -> Iterator[tuple[str, str]]:
        """Yield the pages and lists of which nothing came over, though visitors saw them, and why."""
        for path, outcome, notes in self:
            whys = [why for each, why in notes if each is outcome and not UNSEEN.search(why)]
            if whys and outcome in (FileOutcome.NOT_UNDERSTOOD, FileOutcome.LEFT_OUT) and SEEN.fullmatch(path):
                yield path, "; ".join(dict.fromkeys(whys[:MAX_REASONS]))

    def _note(self, path: str, outcome: FileOutcome, words: str) -> None:
        notes = self._notes.setdefault(path, []) if path else []
        if (outcome, words) not in notes:
            notes.append((outcome, words))


@dataclass(frozen=True)
class SourcePage:
    """A text file of a source: its front matter and its body."""

    path: str
    fields: PageFields = field(default_factory=PageFields)
    body: str = ""

    def line(self, *names: str) -> str:
        """Return the first of the named fields that says anything, as one line of text."""
        return self.fields.line(*names)

    @property
    def date(self) -> PartialDate:
        """The date of the page, from its fields or else from the name of its file."""
        return self.fields.date("date") or partial_date(self.path.rpartition("/")[2][:10])


class SiteReading(FileOutcomes):
    """A source while it is read: what a file that can't be read would have said is empty, and noted."""

    def __init__(self, source: SiteSource) -> None:
        super().__init__(source.files())
        self.source = source

    def values(self, *paths: str) -> Any:
        """Return what the first of these data files holds that exists; None for none."""
        for path in filter(self.source.exists, paths):
            with self.reading(path):
                return self.source.values(path)
        return None

    def page(self, *paths: str) -> SourcePage | None:
        """Return the first of these pages that exists and can be read."""
        return next(self.pages(filter(self.source.exists, paths)), None)

    def pages(self, paths: Iterable[str]) -> Iterator[SourcePage]:
        """Yield the pages that can be read."""
        for path in paths:
            with self.reading(path):
                fields, body = self.source.front_matter(path)
                yield SourcePage(path, PageFields(fields), body)

    def own_pages(self, paths: Iterable[str], is_demo: Callable[[SourcePage], bool]) -> Iterator[SourcePage]:
        """Yield the pages that are no drafts and not the template's; those are noted."""
        for page in self.pages(paths):
            if is_demo(page):
                self.left_out(page.path, DEMO_CONTENT)
            elif page.fields.is_set("draft") or page.fields.get("published") is False:
                self.left_out(page.path, "a draft")
            else:
                yield page

    def settings_in(self, paths: Iterable[str], what: str) -> PageFields:
        """Return what the first of these files of settings holds that exists and can be read; ``what`` says why."""
        for path in filter(self.source.exists, paths):
            with self.reading(path):
                held = mapping_in(self.source.values(path))
                self.brought(path, what)
                return held
        return PageFields()
