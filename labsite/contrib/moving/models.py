"""What comes in and what stays of it: imports of sites, their old addresses, and what a lab is still asked."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from labsite.contrib.moving.addresses.targets import bare_address, is_answered, page_at
from labsite.modelling.natural_keys import NaturalKeyed
from people.models import Person

MAX_LENGTH = 500  # characters of an address
MAX_TITLE_LENGTH = 200  # characters
MAX_TEXT = 20_000  # characters of what stood at an address that leads nowhere


class OldAddress(NaturalKeyed):
    """An address of the old site, bare of what it may end in, and the page of this site to which it leads.

    A page that gets another slug is found by the one of before, so the target stays right. An address without a
    target is that of a page that didn't come: its text is kept, to be made a page, unless ``is_left`` settles that.
    """

    path = models.CharField(
        _("old address"),
        max_length=MAX_LENGTH,
        unique=True,
        help_text=_("From the first slash on; it is found with and without .html or a slash at its end."),
    )
    target = models.CharField(
        _("leads to"),
        max_length=MAX_LENGTH,
        blank=True,
        help_text=_("A page of this site, such as /people/ or /news/moved/."),
    )

    title = models.CharField(_("what was there"), max_length=MAX_TITLE_LENGTH, blank=True, db_default="", default="")
    text = models.TextField(blank=True, editable=False, db_default="", default="")
    why = models.CharField(_("why it is missing"), max_length=MAX_LENGTH, blank=True, db_default="", default="")
    is_left = models.BooleanField(_("needed no more"), db_default=False, default=False)

    natural_key_fields = ("path",)

    class Meta:
        ordering = ["path"]
        verbose_name = _("old address")
        verbose_name_plural = _("old addresses")

    def __str__(self) -> str:
        return self.path

    def clean(self) -> None:
        self.path = bare_address(self.path)
        page = page_at(self.target)
        if not page:
            words = gettext("The site has no page at this address. Enter one of this site, from the first slash on.")
            raise ValidationError({"target": words})
        self.target = page
        if bare_address(page) == self.path or ("?" not in self.path and is_answered(self.path)):
            raise ValidationError({"path": gettext("This site has a page of its own at this address.")})


class NameOfMember(models.Model):
    """Another name under which a member's papers stand: one that was taken for theirs, or an author who may be them.

    It stays until an editor says whether it is so. ``author`` is the primary key of an author who may be gone by then.
    """

    member = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200, blank=True)
    author = models.BigIntegerField(null=True)
    authorships = models.JSONField(default=list, help_text="The primary keys of those that were taken.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or str(self.author)


class SiteImport(models.Model):
    """Something of a lab that an editor uploaded, pasted or named, and what came of it.

    It belongs to the installation, like imports of papers: neither fixtures nor the history of the content tell of it.
    """

    class State(models.TextChoices):
        READING = "reading", _("Being read")
        READY = "ready", _("Waiting to be reviewed")
        IMPORTING = "importing", _("Under way")
        DONE = "done", _("Done")
        FAILED = "failed", _("Interrupted")

    label = models.CharField(max_length=300, help_text="What it is, for people: a file’s name, or an address.")
    address = models.URLField(max_length=500, blank=True, help_text="Of the site, where it was fetched from one.")
    stored = models.CharField(max_length=200, blank=True, help_text="The archive in the storage.")
    family = models.CharField(max_length=40, blank=True, help_text="What it is read as.")
    plan = models.JSONField(default=dict, help_text="What would become of each item.")
    choices = models.JSONField(default=dict, help_text="Which items are ticked otherwise than proposed, and kinds.")
    report = models.JSONField(default=dict, help_text="What became of it, once it is done.")

    state = models.CharField(max_length=20, choices=State, default=State.READING)
    trouble = models.TextField(blank=True, help_text="Why it was refused or broke off, in words.")
    step = models.PositiveBigIntegerField(null=True, help_text="The step of the history that it became.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.label
