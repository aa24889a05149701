"""What the worklist says of links that lead nowhere, and what is done to several: deleted, or given a new address."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from django import forms
from django.db.models import Max, URLField
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry, roles
from labsite.contrib.link_checking.mentions import leads_outside, mentions, spelled
from labsite.contrib.link_checking.models import LinkCheck
from labsite.curation.worklist.views import Treatment, change_each
from labsite.editing.issues import Curated, Issue, IssueRule, Scope
from labsite.texts.markdown import markdown_fields
from labsite.texts.stored import gettext_noop, translated

KINDS = ("lost-link", "lost-profile-link", "unreachable")  # the rules that find such links


class NewAddressForm(forms.Form):
    address = forms.URLField(label=_("New address"), max_length=500, assume_scheme="https")


def rules() -> list[IssueRule]:
    return [
        IssueRule(
            "unreachable",
            _("Broken links"),
            _("Open the link yourself: if the page is gone, enter its new address, or delete the link."),
            tuple(filter(leads_outside, registry.facets(Curated))),
            unreachable,
            order=3,
            state=lambda: LinkCheck.objects.aggregate(last=Max("checked_at"))["last"],
        )
    ]


def unreachable(scope: Scope) -> Iterator[Issue]:
    broken = {check.url: check for check in LinkCheck.objects.filter(state=LinkCheck.State.BROKEN)}
    for url, row, name in mentions(scope) if broken else ():
        if check := broken.get(url):
            yield row.issue(_in_words(url, check.words), name, about=url, since=check.failing_since)


_in_words = lazy(  # of whoever reads them
    lambda url, words: (
        gettext("%(url)s can’t be reached: %(why)s.") % {"url": url, "why": translated(words).rstrip(".。")}
    ),
    str,
)


def readdress(user: Any, issue: Issue, address: str = "") -> str:
    """Give a link its new address, or without one delete it; return why it is left, if it is."""
    row = issue.row
    is_link = hasattr(type(row)._default_manager, "lost")  # and nothing but a link
    if not is_link or not (address or not getattr(row, "file", None)):
        return _replace(issue, address)
    if not address:
        if not roles.may(user, "delete", row):
            return gettext("not yours to change")
        row.delete()
        return ""
    row.url = address
    row.save()
    return ""


def _replace(issue: Issue, address: str) -> str:
    """Put another address, or none, in the place of one in a field or in a text."""
    # As it is by now: two points may be about one text.
    row, is_found = type(issue.row)._base_manager.get(pk=issue.row.pk), False
    for column in row._meta.fields:
        if isinstance(column, URLField) and spelled(getattr(row, column.name)) == issue.about:
            if not (address or column.blank):
                return gettext("this link can’t be without an address")
            setattr(row, column.name, address)
            is_found = True
    there = rf"{re.escape(issue.about)}(#[^\s)>\]]*)?(?=[\s)>\]]|$)"
    for column in markdown_fields(type(row)):
        text = str(getattr(row, column.name))
        if address:
            changed = re.sub(there, lambda match: address + (match[1] or ""), text)
        else:  # the words of the link stay
            changed = re.sub(rf"(?<!!)\[([^\]]*)\]\({there}[^)]*\)", r"\1", text)
        if changed != text:
            setattr(row, column.name, changed)
            is_found = True
    if not is_found:
        return gettext("the address is written differently there: open it")
    row.save()
    return ""


TREATMENTS = {
    "delete-links": Treatment(
        _("Delete links"),
        _("Delete these links"),
        partial(change_each, gettext_noop("Deleted broken links"), readdress),
        kinds=KINDS,
    ),
    "readdress": Treatment(
        _("New address of links"),
        _("Use this address"),
        partial(change_each, gettext_noop("Changed the address of links"), readdress),
        NewAddressForm,
        KINDS,
    ),
}
