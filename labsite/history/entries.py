"""What the pages of the history list: entries of an object's history, and steps across the site."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from labsite.modelling.values_in_words import enumerated, listed
from labsite.texts.stored import gettext_noop, translated

from .comparison import SnapshotComparer, SnapshotComparison
from .models import Step, Version
from .tracked import tracked_models
from .versions import Snapshot, history_address, snapshot_of

NAMED = 4  # objects of a step that a line names
LAST = 6  # steps, of one person
FIRST = 20  # objects of a step that a line may name or lead to
LOGINS = "logins"  # the steps that say in words what they did, because no version of a login is kept
COUNTED = re.compile(r"(.+): (\d+)", re.DOTALL)  # what an action did, and to how many rows
YEARS = range(1970, 2200)  # what lies outside can't be counted in every time zone
Kind = Version.Kind
DONE = {
    Kind.ADDED: gettext_noop("Added {names}"),
    Kind.CHANGED: gettext_noop("Changed {names}"),
    Kind.REMOVED: gettext_noop("Deleted {names}"),
    Kind.FOUND: gettext_noop("Already there: {names}"),
}


@dataclass(frozen=True)
class VersionEntry:
    """A version of an object, beside the one before it; ``is_whole`` where there is nothing to put it beside."""

    version: Version
    comparison: SnapshotComparison | None
    is_whole: bool

    @property
    def who(self) -> str:
        return who(self.version.step.user) if self.version.kind != Kind.FOUND else ""

    @property
    def words(self) -> str:
        """What the step is called; of one without a name what it did, if it added or deleted the object."""
        if self.version.step.comment:
            return name_of(self.version.step)
        if not self.is_whole:
            return ""
        return gettext("deleted it") if self.version.kind == Kind.REMOVED else gettext("added it")


def who(user: Any) -> str:
    """Return what somebody is called who did something."""
    return user.get_full_name() if user else gettext("the site itself")


def entries_of(versions: Sequence[Version]) -> list[VersionEntry]:
    """Return entries for versions of one object, newest first, each compared with the next one."""
    snapshots = [snapshot_of(version) for version in versions]
    earlier = [*snapshots[1:], Snapshot()]
    return entries_of_step(list(zip(versions, earlier, snapshots, strict=False)))


def entries_of_step(snapshots: Sequence[tuple[Version, Snapshot, Snapshot]]) -> list[VersionEntry]:
    """Return entries for the objects that one step changed, from triples of version, before and after."""
    comparer = SnapshotComparer(snapshot for _, *pair in snapshots for snapshot in pair)
    entries = []
    for version, before, after in snapshots:
        if before and after:
            entries.append(VersionEntry(version, comparer.compare(before, after), is_whole=False))
        else:
            held = before or after
            entries.append(VersionEntry(version, comparer.contents(held) if held else None, is_whole=True))
    return entries


def name_of(step: Step) -> str:
    """Return what a step is called, which is stored in English, in the reader's language."""
    if counted := COUNTED.fullmatch(step.comment):
        return gettext("%(done)s: %(number)s") % {"done": translated(counted[1]), "number": counted[2]}
    return translated(step.comment)


def words_of(step: Step, versions: Sequence[Version] | None = None, number: int | None = None) -> str:
    """Return what a step did, in words: its own, or what became of the first of the objects that it changed.

    Asks for its first ``versions`` and their ``number`` unless they are known already.
    """
    if step.comment:
        name = {"step": name_of(step)}
        return gettext("%(step)s (in progress, or interrupted)") % name if step.is_under_way else name["step"]
    versions = list(step.versions.order_by("pk")[:NAMED]) if versions is None else versions[:NAMED]
    number = step.versions.count() if number is None else number
    named: dict[str, list[str]] = {}
    for version in versions:
        named.setdefault(version.kind, []).append(version.object_repr)
    sentences = [gettext(DONE[Kind(kind)]).format(names=listed(names)) for kind, names in named.items()]
    more = number - NAMED
    sentences += [ngettext("%(more)d more", "%(more)d more", more) % {"more": more}] if more > 0 else []
    return pgettext("between clauses", "; ").join(sentences)


@dataclass(frozen=True)
class StepLine:
    """A step in a list: who did when what to which objects."""

    step: Step
    versions: list[Version]  # the first of them
    number: int

    @property
    def who(self) -> str:
        return who(self.step.user)

    @property
    def day(self) -> date:
        return timezone.localdate(self.step.date_created)

    @property
    def words(self) -> str:
        return words_of(self.step, self.versions, self.number)

    @property
    def detail(self) -> str:
        """What changed of the one object, or how many there are."""
        if self.number == 1:
            return parts_in_words(self.versions[0].changed_parts)
        number = {"number": f"{self.number:,}"}
        return ngettext("%(number)s item", "%(number)s items", self.number) % number if self.number else ""

    @property
    def history(self) -> str:
        """Where the history of the first object is that is still there, if any is."""
        there = (each for each in self.versions if each.kind != Version.Kind.REMOVED)
        return next(map(history_address, there), "")


def parts_in_words(parts: str) -> str:
    """Return what changed of an object, such as "Headline, links", which is stored in English."""
    first, *others = parts.split(", ")
    names = [first[:1].lower() + first[1:], *others]
    return capfirst(enumerated(gettext(name) for name in names)) if parts else ""


class RecentChanges:
    """The steps that a query asks for; what it says wrongly narrows nothing."""

    def __init__(self, query: dict[str, str]) -> None:
        self.by = query.get("by", "") if query.get("by") in dict(self.people) else ""
        self.kind = query.get("kind", "") if query.get("kind") in dict(self.kinds) else ""
        self.day: date | None = None
        with suppress(ValueError):
            day = parse_date(query.get("day", ""))
            self.day = day if day and day.year in YEARS else None

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """What the query says, for the addresses of the other pages."""
        values = {"by": self.by, "kind": self.kind, "day": self.day.isoformat() if self.day else ""}
        return [(name, value) for name, value in values.items() if value]

    @cached_property
    def kinds(self) -> list[tuple[str, str]]:
        models_with_history = [
            (model._meta.label_lower, str(capfirst(model._meta.verbose_name_plural))) for model in tracked_models()
        ]
        return [*models_with_history, (LOGINS, gettext("Logins"))]

    @cached_property
    def people(self) -> list[tuple[str, str]]:
        """Those who ever changed anything, by name."""
        users = get_user_model().objects.filter(Exists(Step.objects.filter(user=OuterRef("pk"))))
        return sorted(((str(user.pk), who(user)) for user in users.select_related("person")), key=lambda pair: pair[1])

    def steps(self) -> QuerySet[Step]:
        """The steps, newest first."""
        versions: Any = Version.objects.made().filter(step=OuterRef("pk"))
        without_versions = ~Exists(Version.objects.filter(step=OuterRef("pk")))
        if self.kind not in ("", LOGINS):
            versions = versions.filter(content_type=ContentType.objects.get_by_natural_key(*self.kind.split(".")))
        which = {"": Exists(versions) | without_versions, LOGINS: without_versions}.get(self.kind, Exists(versions))
        steps = Step.objects.filter(which).exclude(is_under_way=True, comment="").order_by("-date_created", "-pk")
        if self.by:
            steps = steps.filter(user=int(self.by))
        if self.day:
            steps = steps.filter(date_created__gte=_start(self.day), date_created__lt=_start(self.day, later=1))
        return steps


def last_by(user: Any) -> list[StepLine]:
    """Return what somebody did last, newest first."""
    return lines_of(Step.objects.filter(user=user).order_by("-date_created", "-pk")[:LAST])


def lines_of(steps: Any) -> list[StepLine]:
    """Return a page of steps as lines: as many queries for many as for one."""
    versions = Version.objects.defer("serialized_data").order_by("pk")[:FIRST]
    number = Version.objects.order_by().filter(step=OuterRef("pk")).values("step").annotate(n=Count("pk"))
    fetched = steps.annotate(number=Coalesce(Subquery(number.values("n")), 0)).select_related("user__person")
    with_first = fetched.prefetch_related(Prefetch("versions", versions, to_attr="first_versions"))
    return [StepLine(step, step.first_versions, step.number) for step in with_first]


def _start(day: date, later: int = 0) -> datetime:
    """Return when a day, or one so many days later, begins where the site is."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=later), time.min))
