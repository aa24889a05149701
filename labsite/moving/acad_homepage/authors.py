"""The authors of a paper among the words about it: what is a list of names, and whose page it is among them."""

import re
from dataclasses import dataclass

from labsite.texts.folding import fold
from publications.citations.names import split_printed
from publications.citations.record import Name

from .page import LINK

PARTED = re.compile(r"\s*(?:[,;，、；]|(?<=[\s\W])and\b|(?<=\s)&)\s*")
OTHERS = re.compile(r"\bet\.?\s*al\b|\betc\b|(?:^|\s)\.\.\.|…|\b(?:and )?others\b", re.IGNORECASE)
SIGNS = r"*†‡§#¶✉📧∗\\\d^+~⁎²³¹⁰-⁹"
NAME = re.compile(
    rf"(?:\d+\s+)?(?P<words>[^\W\d_][\w.'’`\-·‐]*(?:\s+\(?[\"“]?[^\W\d_][\w.'’`\-·‐]*[\"”]?\)?){{0,5}})\s*[{SIGNS}\s()]*\.?"
)
PARTICLES = {
    *(
        "van",
        "de",
        "der",
        "den",
        "von",
        "da",
        "di",
        "del",
        "la",
        "le",
        "bin",
        "al",
        "el",
        "dos",
        "du",
        "zu",
        "ter",
        "y",
    ),
}
NO_NAMES = re.compile(
    r"\b(?:conference|proceedings|journal|transactions|ieee|acm|arxiv|workshop|symposium|letters|university|accepted"
    r"|oral|spotlight|submitted|review|preprint|press|appear|paper|award|best|code|project|pdf|slides|video|poster|dataset"
    r"|under|in|on|of|for|the|nature|neurips|icml|iclr|cvpr|impact|journal|press|vol|early|access|corresponding|equal)\b",
    re.IGNORECASE,
)

SURE = 1000  # names that would weigh as much as the one whose page it is


@dataclass(frozen=True)
class PrintedAuthors:
    """The names in order, where their words end, and whether all are named."""

    names: tuple[Name, ...] = ()
    end: int = 0
    are_all: bool = True

    def weight(self, own: set[str]) -> int:
        """How likely it is that these are the authors: the one whose page it is counts most."""
        is_own = any(fold(re.sub(rf"[{SIGNS}]", "", str(name))) in own for name in self.names)
        return len(self.names) + (SURE if is_own else 0)


def authors_in(text: str) -> PrintedAuthors:
    """Return the names that a text begins with."""
    bare = _without_emphasis(text)
    names: list[Name] = []
    end, are_all = 0, True
    for piece, place in _pieces(bare):
        if OTHERS.search(piece):
            leading = _name(OTHERS.split(piece)[0])
            names += [leading] if leading else []
            end, are_all = place, False
            break
        name = _name(piece)
        if piece and not name:
            break
        names += [name] if name else []
        end = place
    return PrintedAuthors(tuple(names), end, are_all)


def rest_after(text: str, authors: PrintedAuthors) -> str:
    """Return what stands behind the names."""
    return _without_emphasis(text)[authors.end :]


def _pieces(text: str) -> list[tuple[str, int]]:
    """Return what commas and "and" part, each with where it ends."""
    pieces, start = [], 0
    for found in PARTED.finditer(text):
        if found.end() > found.start():
            pieces.append((text[start : found.start()].strip(), found.end()))
            start = found.end()
    last = text[start:].strip()
    # Behind the last name there may be a point and something else.
    point = re.search(r"(?<!\b\w)(?<!\bJr)\.\s", last)
    piece = last[: point.start()] if point else last
    return [*pieces, (piece.strip(), start + len(piece))]


def _name(piece: str) -> Name | None:
    piece = piece.strip(" .:")
    found = NAME.fullmatch(piece)
    if not found or NO_NAMES.search(piece) or len(piece) > 60:
        return None
    words = found["words"].split()
    is_cased = all(not word[0].islower() or word.lower() in PARTICLES for word in words)
    is_chinese = re.fullmatch(r"[\u4e00-\u9fff·]{2,6}", words[0])  # one word is a whole name
    if not is_cased or (len(words) == 1 and not is_chinese):
        return None
    signs = piece[found.end("words") :].replace("\\", "")
    name = split_printed(found["words"], words[-1]) if len(words) > 1 else Name(literal=found["words"])
    marked = re.sub(r"[\s\d()^]", "", signs).rstrip(".")
    if name.literal:
        return Name(literal=name.literal + marked)
    return Name(name.given, name.family + marked, name.suffix)


def _without_emphasis(text: str) -> str:
    """Return a text without bold and italic signs; a star behind a name is a mark, and stays."""
    text = LINK.sub(lambda found: found["words"], text)
    text = re.sub(r"\*\*|__", "", text.strip()).replace("`", "")
    whole = re.fullmatch(r"([*_])(.*)\1[.,]?", text, re.DOTALL)
    return " ".join((whole[2] if whole else text).replace("\\", "").split())
