"""Texts in one plain form for comparing, and messages in English for whoever shows them to translate."""

import re
import unicodedata
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Concatenate, TypeVar

from anyascii import anyascii

ACCENTS = re.compile("[\u0300-\u036f]")
WORD = re.compile(r"[^\W_]+(?:[+#]+(?![^\W\u2e80-\uffef]))?")  # C++ and C# are words, in Chinese too

MAX_REMEMBERED_LENGTH = 500  # characters, which names and titles have room in

R = TypeVar("R")

MARKED: set[str] = set()  # the messages, and templates of messages for ``str.format``


def fold(text: str) -> str:
    """Return the words of ``text`` in lower case and without accents, a space between them; CJK stays as it is."""
    return " ".join(WORD.findall(plain_letters(text)))


def plain_letters(text: str) -> str:
    """Return a text in lower case and without accents, with its spaces and signs."""
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold()
    # Latin letters that have no decomposition are spelt in ASCII: ø, ł, æ and their like.
    spelt = "".join(anyascii(c).lower() if "\x7f" < c < "\u0370" else c for c in bare)
    return unicodedata.normalize("NFC", spelt)


def remembered(derive: Callable[Concatenate[str, ...], R]) -> Callable[Concatenate[str, ...], R]:
    """Remember what a function makes of names and titles, as each plan of an import asks for all of them again.

    What it makes of longer texts isn't kept: whatever somebody sends in their place would stay in memory.
    """
    cached = lru_cache(maxsize=16384)(derive)

    @wraps(derive)
    def derived(text: str, *args: Hashable, **kwargs: Hashable) -> R:
        if len(text) > MAX_REMEMBERED_LENGTH:
            return derive(text, *args, **kwargs)
        return cached(text, *args, **kwargs)

    return derived


def gettext_noop(text: str) -> str:
    """Mark a message, or a template of some, for translation, and return it as it is."""
    MARKED.add(text)
    return text
