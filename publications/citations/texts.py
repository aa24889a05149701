"""Texts in one plain form for comparing, and messages in English for whoever shows them to translate."""

import re
import unicodedata

from anyascii import anyascii

ACCENTS = re.compile("[\u0300-\u036f]")
WORD = re.compile(r"[^\W_]+(?:[+#]+(?!\w))?")  # C++ and C# are words

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


def gettext_noop(text: str) -> str:
    """Mark a message, or a template of some, for translation, and return it as it is."""
    MARKED.add(text)
    return text
