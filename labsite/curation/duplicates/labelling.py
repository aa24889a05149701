"""Links that are called the same but lead elsewhere: both are kept, the second under a longer name."""

from collections.abc import Container
from itertools import chain, count
from typing import Any
from urllib.parse import urlsplit

MAX_LABEL_LENGTH = 100  # characters


def leads_elsewhere(link: Any, other: Any) -> bool:
    """Say whether two rows are links to different places."""
    return hasattr(link, "label") and "" not in (_target(link), _target(other)) and _target(link) != _target(other)


def _target(link: Any) -> str:
    """Where a link leads: an address, or a file that was uploaded."""
    return link.url or str(getattr(link, "file", ""))


def free_label(link: Any, taken: Container[tuple[str, str]]) -> str:
    """Return what to call a link, by where it leads; ``taken`` are the kinds and labels of others."""
    stem = f"{link} ({urlsplit(link.url).hostname or 'file'})"
    labels = (f"{stem[: MAX_LABEL_LENGTH - 4]}{number}" for number in chain([""], map(" {}".format, count(2))))
    return next(label for label in labels if (link.kind, label) not in taken)
