"""BibTeX keys such as ``quill2024scheduling``: made once, unique, and never changed behind anyone's back."""

import re
from itertools import count
from string import ascii_lowercase
from typing import Any

from anyascii import anyascii
from django.db.models import QuerySet

from labsite.modelling import content_version
from labsite.texts.folding import fold
from publications.citations.record import KEY

MAX_KEY_LENGTH = 80  # characters
MAX_LENGTH = 70  # with room for a suffix
SMALL_WORDS = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"}


def citation_key(family_name: str, year: int | None, title: str) -> str:
    """Return family name, year and the title's first word that says something, in plain ASCII letters and digits."""
    telling = [word for word in _ascii_words(title) if word not in SMALL_WORDS]
    key = "".join(_ascii_words(family_name)) + str(year or "") + (telling or ["untitled"])[0]
    return key[:MAX_LENGTH]


def free_citation_key(publication: Any) -> str:
    """Return a key that no other publication has; a paper saved before its authors has none of them in its key."""
    content_version.wait_for_write_lock()
    first = publication.authorships.select_related("person").first() if publication.pk else None
    stem = citation_key(first.person.family_name if first else "", publication.year, publication.title)
    others = type(publication)._default_manager.exclude(pk=publication.pk)
    taken = set(others.filter(citation_key__startswith=stem).values_list("citation_key", flat=True))
    return next(key for number in count() if (key := _numbered(stem, number)) not in taken)


def is_key(text: str) -> bool:
    """Whether a text is a key that BibTeX takes and that a paper has room for."""
    return len(text) <= MAX_KEY_LENGTH and re.fullmatch(KEY, text) is not None


class FreeKeys:
    """Keys for many new papers: the same that they would get if they were saved one after another.

    It knows the keys that are taken from one query; nobody else may write while it is used.
    """

    def __init__(self, publications: QuerySet[Any]) -> None:
        self.taken = set(publications.order_by().values_list("citation_key", flat=True))
        self.in_small_letters = {key.casefold() for key in self.taken}
        self.next: dict[str, int] = {}

    def is_free(self, key: str) -> bool:
        """Whether no key is the same but for capital letters: BibTeX takes such two for one."""
        return key.casefold() not in self.in_small_letters

    def take(self, key: str) -> str:
        self.taken.add(key)
        self.in_small_letters.add(key.casefold())
        return key

    def make(self, family_name: str, year: int | None, title: str) -> str:
        stem = citation_key(family_name, year, title)
        numbers = count(self.next.get(stem, 0))
        number = next(each for each in numbers if _numbered(stem, each) not in self.taken)
        self.next[stem] = number + 1
        return self.take(_numbered(stem, number))


def _numbered(stem: str, number: int) -> str:
    """Return a stem with a letter behind it from the second on, with a number once the letters are used up."""
    if number > len(ascii_lowercase):
        return f"{stem}-{number}"
    return stem + ("" if number == 0 else ascii_lowercase[number - 1])


def _ascii_words(text: str) -> list[str]:
    return re.findall("[a-z0-9]+", fold(anyascii(text)))
