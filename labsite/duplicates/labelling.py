"""Links of two rows that are called the same but lead elsewhere: both are kept, the second under a longer name."""

from itertools import chain, count
from urllib.parse import urlsplit

LONGEST_LABEL = 100  # characters


def keep_both(kept, gone):
    """Give the links of ``gone`` labels that don't collide with other links of ``kept``."""
    ours = {(link.kind, link.label): _target(link) for link in kept.links.all()}
    theirs = {(link.kind, link.label) for link in gone.links.all()}
    for link in gone.links.all():
        if _target(link) and ours.get((link.kind, link.label)) not in (None, "", _target(link)):
            link.label = _free_label(link, ours.keys() | theirs)
            theirs.add((link.kind, link.label))
            link.save()


def _target(link):
    """Where a link leads: an address, or a file that was uploaded."""
    return link.url or str(getattr(link, "file", ""))


def _free_label(link, taken):
    stem = f"{link} ({urlsplit(link.url).hostname or 'file'})"
    labels = (f"{stem[: LONGEST_LABEL - 4]}{number}" for number in chain([""], map(" {}".format, count(2))))
    return next(label for label in labels if (link.kind, label) not in taken)
