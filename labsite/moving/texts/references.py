"""Pictures and links in Markdown: where they lead, and how to make them lead elsewhere."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

REFERENCE = re.compile(
    r"(?P<picture>!?)\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\(\s*(?:<(?P<bracketed>[^<>\n]*)>|(?P<address>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*))"
    r"(?P<title>\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)"
)


class Reference(NamedTuple):
    """A picture or a link in a text."""

    is_picture: bool
    words: str
    address: str


def references(text: str) -> Iterator[Reference]:
    """Yield the pictures and links of a text; of a picture that is a link, both."""
    for found in REFERENCE.finditer(text):
        yield _reference(found)
        yield from references(found["words"])


def with_addresses(text: str, written: Callable[[Reference], str]) -> str:
    """Return a text with each picture and link written anew."""
    return REFERENCE.sub(lambda found: written(_with_words(_reference(found), written)), text)


def _reference(found: re.Match[str]) -> Reference:
    address = found["bracketed"] if found["bracketed"] is not None else found["address"]
    return Reference(bool(found["picture"]), found["words"], address.strip())


def _with_words(reference: Reference, written: Callable[[Reference], str]) -> Reference:
    return reference._replace(words=with_addresses(reference.words, written))
