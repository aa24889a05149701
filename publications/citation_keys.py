"""BibTeX keys such as ``quill2024scheduling``: made once, unique, and never changed behind anyone's back."""

import re

from anyascii import anyascii

from labsite import content_version
from labsite.folding import fold

LONGEST = 70  # characters, and room in the column for a suffix
SMALL_WORDS = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"}


def citation_key(family_name, year, title):
    """Return family name, year and the title's first word that says something, in plain ASCII letters and digits."""
    telling = [word for word in _ascii_words(title) if word not in SMALL_WORDS]
    key = "".join(_ascii_words(family_name)) + str(year or "") + (telling or ["untitled"])[0]
    return key[:LONGEST]


def free_citation_key(publication):
    """Return a key that no other publication has; a paper saved before its authors has none of them in its key."""
    content_version.take_turn()
    first = publication.authorships.select_related("person").first() if publication.pk else None
    stem = citation_key(first.person.family_name if first else "", publication.year, publication.title)
    others = type(publication)._default_manager.exclude(pk=publication.pk)
    taken = set(others.filter(citation_key__startswith=stem).values_list("citation_key", flat=True))
    suffixes = ("", *"abcdefghijklmnopqrstuvwxyz", *(f"-{n}" for n in range(27, len(taken) + 28)))
    return next(stem + suffix for suffix in suffixes if stem + suffix not in taken)


def _ascii_words(text):
    return re.findall("[a-z0-9]+", fold(anyascii(text)))
