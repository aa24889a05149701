"""What a page of the history shows of a change: who, when, what, and what it was before."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .comparison import Comparison, compare, contents
from .documents import Document
from .models import Version
from .others import Others
from .versions import document_of

Kind = Version.Kind


@dataclass(frozen=True)
class Entry:
    """A version of a thing, beside the one before it; ``is_whole`` where there is nothing to put it beside."""

    version: Version
    comparison: Comparison | None
    is_whole: bool

    @property
    def who(self) -> str:
        return who(self.version.step.user) if self.kind != Kind.FOUND else ""

    @property
    def when(self) -> datetime:
        return self.version.step.date_created

    @property
    def kind(self) -> str:
        return self.version.kind

    @property
    def words(self) -> str:
        return self.version.step.comment


def who(user: Any) -> str:
    """Return what somebody is called: the name of their page, else the login's."""
    if user is None:
        return "Someone without a login"
    person = getattr(user, "person", None)
    return person.name if person else user.get_full_name() or user.email


def entries_of(versions: Sequence[Version]) -> list[Entry]:
    """Return entries for versions of one thing, newest first; the last is only what the one above is compared with."""
    documents = [document_of(version) for version in versions]
    others = Others(documents)
    pairs = zip(versions, documents, [*documents[1:], Document()], strict=False)
    return [_entry(version, earlier, held, others) for version, held, earlier in pairs]


def entries_of_step(documents: Iterable[tuple[Version, Document, Document]]) -> list[Entry]:
    """Return entries for the things that one step changed, from triples of version, before and after."""
    triples = list(documents)
    others = Others(document for _, *pair in triples for document in pair)
    return [_entry(version, before, after, others) for version, before, after in triples]


def _entry(version: Version, before: Document, after: Document, others: Others) -> Entry:
    if before and after:
        return Entry(version, compare(before, after, others), is_whole=False)
    held = before or after
    return Entry(version, contents(held, others) if held else None, is_whole=True)
