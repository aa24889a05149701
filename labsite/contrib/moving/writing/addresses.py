"""Writes the addresses of the old site, each with the page here that shows what stood there."""

import re
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db.models import Model
from django.urls import reverse
from django.utils.translation import override

from labsite.contrib.moving.addresses.jekyll import ENDINGS
from labsite.contrib.moving.addresses.targets import bare_address, is_answered
from labsite.contrib.moving.models import MAX_LENGTH, MAX_TEXT, MAX_TITLE_LENGTH, OldAddress
from labsite.contrib.moving.outcomes import FileOutcomes, SiteReading, SourcePage
from labsite.contrib.moving.site import LISTS, SiteContent
from labsite.contrib.moving.texts import with_addresses
from publications.citations.names import without_html

from .context import MoveContext, MoveNote, Pieces

# What a page of Jekyll lists: https://jekyllrb.com/docs/variables/
LISTED = re.compile(r"\{%[^%]*\b(?:site(?:\.data)?|paginator)\.(\w+)")


def bring_addresses(context: MoveContext) -> Pieces:
    """Write the addresses at which this site has nothing of its own; those that lead on already stay.

    Those of pages that didn't come are kept with what stood there.
    """
    here = {row.path: row for row in OldAddress.objects.all()}
    context.outcomes.settle_rest()
    missed = dict(context.outcomes.missed())
    own = context.site.lab.path
    for path in dict.fromkeys((*context.source.files(), *context.pages, own)):  # a file may contain several pages
        addresses = context.site.addresses(path)
        target = _target(context, path, addresses[0]) if addresses else ""
        for address in map(bare_address, addresses if target else addresses[:1] if path in missed else ()):
            row = here.get(address) or OldAddress(path=address)
            if row.target or len(address) > MAX_LENGTH or bare_address(target) == address or is_answered(address):
                continue
            if not target and not row.pk:
                _describe(context, row, path, f"{path}: {missed[path]}")
            if target or not row.pk:
                here[address], row.target = row, target
                page = context.pages.get(path)
                row.title = row.title or (str(page)[:MAX_TITLE_LENGTH] if isinstance(page, Model) else "")
                context.added["old addresses"] += 1
                row.save()
        yield None


def _describe(context: MoveContext, row: OldAddress, path: str, why: str) -> None:
    """Say what stood at an address that leads nowhere, with its text as far as there is room, without pictures."""
    page = next(SiteReading(context.source).pages([path]), SourcePage(path))
    # What is lost of it is no news.
    apart = MoveContext(SiteContent(FileOutcomes([])), context.source, None, is_rehearsal=True)
    text = with_addresses(apart.text(page.body, path), lambda each: each.words if each.is_picture else str(each))
    heading = re.search(r"^#+\s+(.+?)[\s#]*$", text, re.MULTILINE)
    title = page.line("title", "name") or (heading[1] if heading else "") or row.path.rpartition("/")[2]
    row.title, row.text, row.why = without_html(title)[:MAX_TITLE_LENGTH], text[:MAX_TEXT], why[:MAX_LENGTH]
    context.note(MoveNote.NOWHERE, f"{row.path}: {row.title}")


def _target(context: MoveContext, path: str, address: str) -> str:
    """Return where a page of the source is now: its row, or the list of the same; empty for nothing."""
    is_home, is_list = path == context.site.lab.path, path in context.site.lists
    page: Any = "/" if is_home else "" if is_list else context.pages.get(path, "")
    listed = context.site.lists.get(path) or LISTS.get(bare_address(address).rpartition("/")[2], "")
    if not (page or listed) and path.endswith(ENDINGS):
        listed = next(filter(None, map(LISTS.get, LISTED.findall(context.source.text(path)))), "")
    with override(settings.LANGUAGE_CODE):
        if page or not listed:
            return quote(page) if isinstance(page, str) else quote(page.get_absolute_url())
        return reverse(listed)
