"""The moment that a page is made for: what it says holds until content changes, or until the clock changes it."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import Any

from django.apps import apps
from django.db.models import Min
from django.utils import timezone

from labsite.modelling import content_version
from labsite.modelling.content_version import Versions
from labsite.modelling.publishing import Publishable
from labsite.models import Lab

HOLDS_SECONDS = 0.02  # for which a worker doesn't ask again, so that a crowd doesn't ask as often as it comes
MAY_BE_OLD_SECONDS = 1.0  # for which visitors get the page of before while the new one is made


@dataclass(eq=False)
class Moment:
    """Versions of the content, until a day ends or a row appears at its time: in seconds since 1970.

    All its pages share the ``lab``, of which ``frame`` is the digest, with the day. It was last seen to be the present
    moment at ``seen_at``.
    """

    versions: Versions
    since: float
    until: float
    lab: Any
    frame: bytes
    seen_at: float

    @classmethod
    def at(cls, now: float, versions: Versions) -> "Moment":
        """Look at what the pages of a moment share, which follows from content of these versions or newer."""
        lab, until = Lab.objects.current(), _end(now)
        columns = [getattr(lab, field.attname) for field in lab._meta.concrete_fields]
        shown = repr((datetime.date.fromtimestamp(now), columns, lab.frame))
        return cls(versions, now, until, lab, blake2b(shown.encode(), digest_size=16).digest(), now)

    @property
    def time(self) -> datetime.datetime:
        """When it was first seen to be the present moment."""
        return datetime.datetime.fromtimestamp(self.since, datetime.UTC)

    def includes(self, now: float) -> bool:
        """Say whether the clock has changed nothing since."""
        return self.since <= now < self.until

    def holds_for(self, groups: Iterable[str], now: "Moment") -> bool:
        """Say whether what was made at this moment of the content of some groups would be made the same at another."""
        return self is now or (
            self.frame == now.frame
            and self.includes(now.seen_at)
            and all(self.versions.get(group) == now.versions.get(group) for group in groups)
        )

    def held_lately(self, now: float) -> bool:
        """Say whether it was still the present one less than MAY_BE_OLD_SECONDS ago."""
        return 0 <= now - self.seen_at < MAY_BE_OLD_SECONDS


class Present:
    """The moment that it is, as a worker has seen it last."""

    def __init__(self) -> None:
        self._last: Moment | None = None
        self._turn = Lock()

    def moment(self, now: float, is_exact: bool) -> Moment:
        """Return the moment that it is: one raw read of the content version, as long as that stays the same.

        Unless it must be exact, it may be the one of HOLDS_SECONDS before. Raises django.db.Error while the database
        can't be asked.
        """
        last = self._last
        if last and not is_exact and last.includes(now) and 0 <= now - last.seen_at < HOLDS_SECONDS:
            return last
        versions = content_version.read()
        if last and last.includes(now) and last.versions == versions:
            last.seen_at = now
            return last
        may_be_old = last and not is_exact and last.held_lately(now)
        if not self._turn.acquire(blocking=not may_be_old) and last:
            return last  # another thread looks at the new one
        try:
            self._last = moment = Moment.at(now, versions)
        finally:
            self._turn.release()
        return moment

    def has(self, moment: Moment, now: float) -> bool:
        """Say whether a moment is the one that it is, as far as this worker has seen just now."""
        return moment is self._last and now - moment.seen_at <= HOLDS_SECONDS


def _end(now: float) -> float:
    """Return when the clock next changes what pages say."""
    today = datetime.datetime.fromtimestamp(now, timezone.get_current_timezone())
    midnight = today.replace(hour=0, minute=0, second=0, microsecond=0, fold=0) + datetime.timedelta(days=1)
    times = [
        model.objects.filter(publish_from__gt=today).aggregate(first=Min("publish_from"))["first"]
        for model in apps.get_models()
        if issubclass(model, Publishable)
    ]
    return min([midnight, *filter(None, times)]).timestamp()
