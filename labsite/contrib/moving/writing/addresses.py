"""Writes the addresses of the old site, each with the page here that shows what stood there."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from labsite.contrib.moving.addresses.bare import bare_address
from labsite.contrib.moving.addresses.targets import is_answered
from labsite.contrib.moving.models import MAX_LENGTH, OldAddress
from labsite.contrib.moving.site import LISTS

from .context import MoveContext, Pieces


def bring_addresses(context: MoveContext) -> Pieces:
    """Write the addresses at which this site has nothing of its own; those that are here already stay."""
    here = set(OldAddress.objects.values_list("path", flat=True))
    own = context.site.lab.path
    for path in dict.fromkeys((*context.source.files(), *context.pages, own)):  # a file may contain several pages
        addresses = context.site.addresses(path)
        target = _target(context, path, addresses[0]) if addresses else ""
        for address in map(bare_address, addresses if target else ()):
            if address in here or len(address) > MAX_LENGTH or bare_address(target) == address or is_answered(address):
                continue
            here.add(address)
            OldAddress.objects.create(path=address, target=target)
            context.added["old addresses"] += 1
        yield None


def _target(context: MoveContext, path: str, address: str) -> str:
    """Return where a page of the source is now: its row, or the list of the same; empty for nothing."""
    is_home, is_list = path == context.site.lab.path, path in context.site.lists
    page: Any = "/" if is_home else "" if is_list else context.pages.get(path, "")
    listed = context.site.lists.get(path) or LISTS.get(bare_address(address).rpartition("/")[2], "")
    with override(settings.LANGUAGE_CODE):
        if page or not listed:
            return quote(page) if isinstance(page, str) else quote(page.get_absolute_url())
        return reverse(listed)
