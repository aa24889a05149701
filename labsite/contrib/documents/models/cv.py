"""What a member chooses for their CV, and the versions of it that they keep under a name."""

from collections.abc import Iterable
from itertools import count
from typing import Any, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from labsite.contrib.documents.cv.choices import SECTIONS, Choices
from labsite.contrib.documents.parts import Document, from_data
from labsite.modelling import content_version
from labsite.modelling.addresses import slug_of
from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.texts.plain_text import lines_of
from people.models import ContactDetail, Person

MAX_FROZEN = 50  # versions of a person
MAX_DOCUMENT_SIZE = 1_000_000  # bytes of a version as JSON
ALL_KINDS = "\n".join(ContactDetail.Kind.values)


class CVSettingsQuerySet(NaturalKeyQuerySet):
    def public(self) -> Self:
        """All of them leave with what everyone may see: else a CV that somebody hides would be seen elsewhere."""
        return self.all()


class CVSettings(NaturalKeyed):
    """What a person chose for their CV; who has no such row has the usual one, which everyone may fetch."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="cv_settings")
    sections = models.TextField(_("order of the sections"), blank=True, help_text=_("One a line, hidden ones too."))
    hidden_sections = models.TextField(_("sections left out"), blank=True, help_text=_("One a line."))
    selected = models.ManyToManyField(
        "publications.Publication", verbose_name=_("papers of the short CV"), blank=True, related_name="+"
    )
    by_year = models.BooleanField(_("papers by year"), default=False)
    max_authors = models.PositiveSmallIntegerField(_("authors named of a paper"), default=0)
    style = models.CharField(_("style of citations"), max_length=60, blank=True)
    private_kinds = models.TextField(
        _("in the private variant"),
        blank=True,
        default=ALL_KINDS,
        help_text=_("Kinds of contact details, one a line."),
    )
    # So called that of two people who are merged the more careful choice wins.
    is_hidden = models.BooleanField(_("only for the person and editors"), default=False)

    natural_key_fields = ("person__slug",)

    objects = CVSettingsQuerySet.as_manager()

    class Meta:
        verbose_name = _("choices for a CV")
        verbose_name_plural = _("choices for CVs")
        constraints = [models.UniqueConstraint(fields=["person"], name="one_cv_settings_a_person")]

    def __str__(self) -> str:
        return gettext("CV of %(name)s") % {"name": self.person}

    @classmethod
    def of(cls, person: Person) -> "CVSettings":
        """Return what a person chose, else the usual choices, not saved."""
        return next(iter(person.cv_settings.all()), None) or cls(person=person)

    @property
    def arranged(self) -> list[str]:
        """All sections in the person's order; one that they have never seen follows the one that usually precedes."""
        names = [name for name in lines_of(self.sections) if name in SECTIONS]
        for index, name in enumerate(SECTIONS):
            if name not in names:
                names.insert(names.index(SECTIONS[index - 1]) + 1 if index else 0, name)
        return names

    def choices(
        self, *, is_short: bool = False, is_private: bool = False, selected: Iterable[int] | None = None
    ) -> Choices:
        """Return them for one variant; ``selected`` are papers that aren't saved yet, for a short one."""
        hidden = lines_of(self.hidden_sections)
        if selected is None:
            selected = self.selected.order_by("pk").values_list("pk", flat=True) if is_short and self.pk else ()
        return Choices(
            sections=tuple(name for name in self.arranged if name not in hidden),
            is_short=is_short,
            by_year=self.by_year,
            max_authors=self.max_authors,
            style=self.style,
            selected=tuple(selected),
            is_private=is_private,
            private_kinds=tuple(lines_of(self.private_kinds)),
        )


def members_with_cv() -> Any:
    """Return the members whose CV is for everyone."""
    return Person.objects.members().exclude(cv_settings__is_hidden=True)


class FrozenCVQuerySet(NaturalKeyQuerySet):
    def public(self) -> Self:
        """Those that everyone may read."""
        return self.filter(is_public=True)


class FrozenCV(NaturalKeyed):
    """A CV as it was on one day, under a name; what changes later leaves it as it is."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="frozen_cvs", editable=False)
    name = models.CharField(max_length=100, help_text=_("What it was for, for example “2026 application”."))
    slug = models.SlugField(_("address"), max_length=80, editable=False)
    language = models.CharField(max_length=10, editable=False)
    is_short = models.BooleanField(_("short"), default=False, editable=False)
    is_private = models.BooleanField(_("private"), default=False, editable=False)
    frozen_at = models.DateTimeField(_("frozen on"), default=timezone.now, editable=False)
    document = models.JSONField(editable=False)
    is_public = models.BooleanField(
        _("everyone may read it"), default=False, help_text=_("At its own address, and linked from the CV.")
    )

    natural_key_fields = ("person__slug", "slug")

    objects = FrozenCVQuerySet.as_manager()

    class Meta:
        verbose_name = _("frozen CV")
        verbose_name_plural = _("frozen CVs")
        ordering = ["-frozen_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["person", "slug"], name="unique_frozen_cv"),
            models.CheckConstraint(
                condition=~models.Q(is_public=True, is_private=True), name="private_cv_isnt_public"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        if self.is_public and self.is_private:
            words = gettext("It says what only you and editors see, such as a telephone number, so it stays private.")
            raise ValidationError({"is_public": words}, code="private")

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Give it an address that is free among the person's, also once two people are one."""
        self.slug = self._free_slug()
        super().save(*args, **kwargs)

    def _free_slug(self) -> str:
        content_version.wait_for_write_lock()
        stem = self.slug or slug_of(self.name)
        others = FrozenCV.objects.filter(person=self.person_id, slug__startswith=stem).exclude(pk=self.pk)
        taken = set(others.values_list("slug", flat=True))
        numbered = (f"{stem}-{number}" if number > 1 else stem for number in count(1))
        return next(slug for slug in numbered if slug not in taken)

    def get_absolute_url(self) -> str:
        return reverse("documents:frozen-cv", args=[self.person.slug, self.slug])

    @property
    def contents(self) -> Document:
        return from_data(self.document)

    @property
    def kind(self) -> str:
        """Which CV it is, in words: English, short, private."""
        parts = (dict(settings.LANGUAGES).get(self.language, self.language),)
        parts += (gettext("short"),) if self.is_short else ()
        return ", ".join((*parts, gettext("private")) if self.is_private else parts)

    @property
    def file_name(self) -> str:
        """What its files are called, without an extension."""
        return f"{self.person.slug}-cv-{self.slug}"
