"""What is public and what isn't yet: drafts, what waits for approval, what appears later; when a row last changed."""

import datetime
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import models
from django.db.models import Prefetch, Q
from django.db.models.functions import Coalesce, Greatest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.modelling.addresses import Addressed
from labsite.modelling.prepared import Late

Time = datetime.datetime

_as_of: ContextVar[Time | None] = ContextVar("as_of", default=None)
RIGHT_NOW = Late(lambda values: _as_of.get() or timezone.now(), models.DateTimeField())
TODAY = Late(lambda values: timezone.localdate(), models.DateField())


@contextmanager
def as_of(at: Time) -> Iterator[None]:
    """Let queries find what is public at a time, instead of now."""
    token = _as_of.set(at)
    try:
        yield
    finally:
        _as_of.reset(token)


class ChangedAtField(models.DateTimeField):
    """The time of a row's last save; it belongs to one installation, so fixtures don't hold it.

    Not ``auto_now``, which leaves it empty where a fixture is loaded.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        own = {"default": timezone.now, "editable": False, "serialize": False}
        super().__init__(*args, **{**own, **kwargs})

    def pre_save(self, model_instance: models.Model, add: bool) -> Time:
        now = timezone.now()
        setattr(model_instance, self.attname, now)
        return now


def is_public(relation: str = "", at: Time | None = None) -> Q:
    """The condition that a row, or the one at a lookup, may be seen by everyone at a time, else now."""
    column = f"{relation}__publish_from" if relation else "publish_from"
    has_come = Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__lte": at or RIGHT_NOW})
    return Q(**{f"{relation}__state" if relation else "state": Publishable.State.PUBLISHED}) & has_come


def last_change(relation: str = "") -> Greatest:
    """Return when a public row with ``changed_at``, or the one at a lookup, last changed or appeared, to annotate."""
    changed, appeared = (f"{relation}__{name}" if relation else name for name in ("changed_at", "publish_from"))
    time = models.DateTimeField()
    return Greatest(changed, Coalesce(appeared, changed, output_field=time), output_field=time)


def public_since() -> Coalesce:
    """Return since when a public row with ``added_at`` is there for everyone, to annotate."""
    return Coalesce("publish_from", "added_at")


class PublishableQuerySet(models.QuerySet):
    def published(self, at: Time | None = None) -> Any:
        """Those that everyone may see at a time, else now. The twin of Publishable.is_published."""
        return self.filter(is_public(at=at))

    def unpublished(self, at: Time | None = None) -> Any:
        """All that published() leaves out."""
        return self.exclude(is_public(at=at))

    def scheduled(self, at: Time | None = None) -> Any:
        """Those that become public by themselves, at a time to come. The twin of Publishable.is_scheduled."""
        return self.filter(publish_from__gt=at or RIGHT_NOW, state=Publishable.State.PUBLISHED)

    def waiting(self) -> Any:
        """Those that an editor is asked to publish."""
        return self.filter(state=Publishable.State.WAITING)


def with_public(queryset: models.QuerySet[Any], *names: str) -> Any:
    """Prefetch the lists in ``names``: reverse foreign keys or many-to-many fields.

    Of what may be unpublished a list holds what is public.
    """
    lists: list[Any] = []
    for name in names:
        model: Any = queryset.model._meta.get_field(name).related_model
        rows = model._default_manager.all()
        lists.append(Prefetch(name, rows.published()) if isinstance(rows, PublishableQuerySet) else name)
    return queryset.prefetch_related(*lists)


class Publishable(Addressed):
    """A row that is public, or isn't yet: a public page shows it only while it is published."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        WAITING = "waiting", _("Awaiting approval")
        PUBLISHED = "published", _("Published")

    state = models.CharField(_("on the site"), max_length=10, choices=State, default=State.PUBLISHED)
    publish_from = models.DateTimeField(_("appears on"), null=True, blank=True)

    compared = (*Addressed.compared, "state")

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        was_hidden = self.in_database.get("state", self.State.PUBLISHED) != self.State.PUBLISHED
        is_saved = update_fields is None or "state" in update_fields
        if was_hidden and self.state == self.State.PUBLISHED and is_saved:
            # Nobody of the public can have seen it before now.
            self.publish_from = max(filter(None, [self.publish_from, timezone.now()]))
            update_fields = update_fields and {*update_fields, "publish_from"}
        super().save(*args, update_fields=update_fields, **kwargs)
        self.in_database = {**self.in_database, "state": self.state}

    def is_published(self, at: Time | None = None) -> bool:
        """Say whether everyone may see it at a time, else now. The twin of PublishableQuerySet.published."""
        has_come = self.publish_from is None or self.publish_from <= (at or timezone.now())
        return self.state == self.State.PUBLISHED and has_come

    def is_scheduled(self, at: Time | None = None) -> bool:
        """Say whether it becomes public by itself, at a time to come."""
        return self.state == self.State.PUBLISHED and not self.is_published(at)

    @property
    def form_url(self) -> str:
        """Where it is edited."""
        return reverse(f"admin:{self._meta.app_label}_{self._meta.model_name}_change", args=[self.pk])
