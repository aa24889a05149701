"""What the parts of a CV are made of: the person with their rows, in the language of the CV."""

from dataclasses import dataclass
from typing import Any, Self

from django.utils.text import capfirst

from labsite.contrib.documents.cv.choices import Choices
from labsite.contrib.documents.parts import Block, Bullets, DocumentEntry, Entries, Span, Text, joined, text
from labsite.modelling.prepared import prepared
from labsite.modelling.publishing import with_public
from labsite.models import Lab
from people.models import Person
from people.profile import attach_mentors

ROWS = ("memberships", "links", "contact_details", "positions", "education", "teaching", "references", "projects")
NBSP = "\N{NO-BREAK SPACE}"


@prepared
def _with_lists(person: Any) -> Any:
    return with_public(Person.objects.filter(pk=person), *ROWS)


@dataclass(frozen=True)
class MadeOf:
    """A person with all rows that a CV tells of, the lab, and what was chosen; ``site`` completes addresses."""

    person: Any
    lab: Any
    site: str
    choices: Choices

    @classmethod
    def of(cls, person: Person, site: str, choices: Choices) -> Self:
        """Fetch all of it anew: it says what it does in the present language, and isn't to be saved."""
        lab = Lab.objects.current()
        member = _with_lists.first(person.pk)
        lab.in_page_language([lab, member, *member.projects.all()])
        attach_mentors([*member.positions.all(), *member.education.all()], member.references.all())
        return cls(member, lab, site.rstrip("/"), choices)

    def named(self, person: Any) -> Text:
        """Return somebody's name with their title, in the language of the page where it is known, and their page."""
        href = f"{self.site}{person.get_absolute_url()}" if person.has_page else ""
        name = text(Span(f"{person.honorific}{NBSP}{person.name}".strip(), href))
        return text(Span(person.native_name_as_written, href), " ", name) if person.native_name_is_first else name

    def address(self, url: str) -> Text:
        """Return an address elsewhere, written out as a reader of paper needs it."""
        return text(Span(url.partition("://")[2].removeprefix("www.").rstrip("/"), url))

    def link(self, words: str, path: str, is_strong: bool = False) -> Span:
        """Return words that lead to a page of the site."""
        return Span(words, f"{self.site}{path}", is_strong)


def strong(words: str) -> Span:
    return Span(words, is_strong=True)


def period(words: str) -> str:
    """Return a period that breaks behind its dash alone, as it stands in the column of labels."""
    return capfirst(words.replace(" ", NBSP).replace(f"–{NBSP}", "– "))


def entries(*rows: DocumentEntry) -> tuple[Block, ...]:
    """Return rows as a block, none without any; where each is but a line, they are a plain list."""
    if any(row.label or row.points or len(row.lines) > 1 for row in rows):
        return (Entries(rows),)
    items = tuple(joined(row.lines) for row in rows)
    return (Bullets(items),) if items else ()
