"""How much of a long list of authors is seen at first: the first names and every member of the lab."""

from typing import Any, NamedTuple

MAX_AUTHORS = 10  # a list this long is still shown whole
ALWAYS_SHOWN = 7  # of a longer one
MIN_FOLDED = 3  # fewer names take no more room than the control that hides them


class Author(NamedTuple):
    """One author in a list: whether the name is folded away, and at the first such name how many are."""

    authorship: Any
    name: str
    is_folded: bool = False
    folds: int = 0


def author_list(authorships: Any, may_fold: bool = True) -> list[Author]:
    """Return the authors of one publication in the order of the paper. Expects with_people()."""
    folded = [row for row in authorships[ALWAYS_SHOWN:] if not row.has_page]
    if not may_fold or len(authorships) <= MAX_AUTHORS or len(folded) < MIN_FOLDED:
        return [Author(row, row.display_name) for row in authorships]
    return [Author(row, row.display_name, row in folded, _folds(row, folded)) for row in authorships]


def _folds(row: Any, folded: list[Any]) -> int:
    return len(folded) if row is folded[0] else 0
