"""What stays of a move: the addresses of the old site, and what a lab that has moved in is still asked."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext, gettext_lazy as _

from labsite.contrib.moving.addresses.bare import bare_address
from labsite.contrib.moving.addresses.targets import is_answered, page_at
from labsite.modelling.natural_keys import NaturalKeyed
from people.models import Person

MAX_LENGTH = 500  # characters of an address


class OldAddress(NaturalKeyed):
    """An address of the old site, bare of what it may end in, and the page of this site to which it leads.

    A page that gets another slug is found by the one of before, so the target stays right.
    """

    path = models.CharField(
        _("old address"),
        max_length=MAX_LENGTH,
        unique=True,
        help_text=_("From the first slash on; it is found with and without .html or a slash at its end."),
    )
    target = models.CharField(
        _("leads to"), max_length=MAX_LENGTH, help_text=_("A page of this site, such as /people/ or /news/moved/.")
    )

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
