"""Candidates of the whole site: read with a few queries however much there is, and kept until the content changes."""

from dataclasses import dataclass

from django.core.cache import caches
from django.utils.text import capfirst

from labsite.modelling import content_version
from labsite.models import SettledPair

from .kinds import KINDS, Kind
from .settling import different


@dataclass(frozen=True)
class Candidate:
    """Two rows of a kind, by their primary keys, that may be one: the higher the rank, the likelier."""

    one: int
    other: int
    rank: int
    reasons: tuple[str, ...]

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.one, self.other))

    @property
    def why(self) -> str:
        return capfirst("; ".join(self.reasons))


def open_candidates() -> dict[str, list[Candidate]]:
    """Return by kind what looks like one and isn't settled, the likeliest first.

    Two queries while nothing has changed, else some fifteen.
    """
    settled = SettledPair.objects.order_by("-settled_at").values_list("settled_at", flat=True).first()
    version = f"{content_version.current()} {settled} {SettledPair.objects.count()}"
    kept = caches["memory"].get("duplicates")
    if kept is None or kept[0] != version:
        kept = (version, {name: _open_candidates_of(kind) for name, kind in KINDS.items()})
        caches["memory"].set("duplicates", kept, None)
    return kept[1]


def _open_candidates_of(kind: Kind) -> list[Candidate]:
    existing, pairs = kind.alike()
    settled = different(kind.name, existing)
    found = [Candidate(one, other, alike.rank, alike.reasons) for one, other, alike in pairs]
    ordered = sorted(found, key=lambda each: (-each.rank, each.one, each.other))
    return [each for each in ordered if each.pair not in settled]
