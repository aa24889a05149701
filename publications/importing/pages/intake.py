"""What somebody brings in, read: a text, a file, or what a source answers about an identifier."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from publications import formats, sources
from publications.citations.entry import Entry, packed
from publications.formats import tables
from publications.importing.plan import Decisions, file_source
from publications.models import Import

MAX_ENTRIES = 2000  # of one import on a page, which is made in a few seconds; the command takes more
MAX_PROBLEMS = 20  # that anyone reads
MAX_LABEL_LENGTH = 300
FILE = "file"
PASTED_TABLE = "Pasted table"

NOTHING = "There is no paper in this."
TOO_MANY = (
    "These are {number:,} entries, and a page takes {most:,} at a time. Bring them in in parts, or ask whoever runs "
    "the site: the command “manage.py import_publications” takes any number."
)


class Refused(ValueError):
    """Nothing that a plan could be made of; ``problems`` says why, in sentences."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = list(problems)


class AsksColumns(Exception):
    """A table with headers that nobody understands but whoever made it."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(name)
        self.text, self.name = text, name


@dataclass(frozen=True)
class Brought:
    """Entries with where they come from, in words for programs and for people."""

    entries: list[Entry]
    source: str
    label: str
    decisions: Decisions = field(default_factory=dict)

    def save(self, user) -> Import:
        """Make an import of it, which waits for a look."""
        return Import.objects.create(
            source=self.source,
            label=self.label[:MAX_LABEL_LENGTH],
            entries=[packed(each) for each in self.entries],
            decisions=self.decisions,
            by=user,
        )


def from_text(text: str) -> Brought:
    """Return what a pasted text says; an identifier is as good here as in its own field.

    Raises Refused, or AsksColumns of a table.
    """
    if "\n" not in text.strip() and sources.recognise(text):
        return from_identifier(text)
    _ask_about_columns(text, PASTED_TABLE)
    entries = _checked(formats.read(text))
    return Brought(entries, FILE, f"Pasted: {_first_title(entries)}")


def from_file(data: bytes, name: str) -> Brought:
    """Return what a file holds. Raises Refused, or AsksColumns of a table."""
    _ask_about_columns(formats.decode(data), name)
    return Brought(_checked(formats.read(data, name=name)), file_source(name), name)


def from_table(text: str, name: str, mapping: Mapping[str, str]) -> Brought:
    """Return what a table holds, of which somebody said what its columns are. Raises Refused."""
    return Brought(_checked(tables.read(text, mapping)), file_source(name), name)


def _ask_about_columns(text: str, name: str) -> None:
    """Raise AsksColumns for a table of whose columns some aren't understood."""
    if formats.detect(text, name) == "csv" and not all(column.field for column in tables.columns(text)):
        raise AsksColumns(text, name)


def from_identifier(identifier: str) -> Brought:
    """Return what a source answers about what an identifier or an address names. Raises Refused."""
    try:
        found = sources.find(identifier)
    except sources.Unavailable as closed:
        raise Refused(str(closed)) from closed
    return Brought(_checked(list(found.entries)), found.source, found.label, sources.decisions_of(found))


def _checked(entries: list[Entry]) -> list[Entry]:
    """Return the entries if there is a paper among them, and no more of them than a page takes. Raises Refused."""
    if len(entries) > MAX_ENTRIES:
        raise Refused(TOO_MANY.format(number=len(entries), most=MAX_ENTRIES))
    if any(entry.record for entry in entries):
        return entries
    problems = [_said(entry) for entry in entries if entry.problem or entry.no_paper]
    more = len(problems) - MAX_PROBLEMS
    problems = [*problems[:MAX_PROBLEMS], *([f"And {more:,} more of this sort."] if more > 0 else [])]
    raise Refused(*(problems or [NOTHING]))


def _said(entry: Entry) -> str:
    return entry.problem or f"{entry.place}: {entry.no_paper}"


def _first_title(entries: list[Entry]) -> str:
    titles = [entry.record.title for entry in entries if entry.record]
    more = len(titles) - 1
    return f"“{titles[0]}”" + (f" and {more} more" if more else "")
