"""Old addresses lead on: asked where the site has no page, and listed for a static copy."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import translate_url
from django.utils.translation import get_language_from_path, override

from labsite.contrib.moving.addresses.targets import ENDING, bare_address, public_targets
from labsite.contrib.moving.models import OldAddress
from people.models import Person

PEOPLE = "/people/"


def answer(request: HttpRequest) -> HttpResponse | None:
    """Return a permanent redirect from an old address to the page that it leads to, in the reader's language."""
    if request.method not in ("GET", "HEAD"):
        return None
    language = get_language_from_path(request.path_info)
    address = bare_address(request.get_full_path_info())
    address = address.removeprefix(f"/{language}") if language else address
    old = OldAddress.objects.filter(path=address).exclude(target="").first()
    # It may be a page of this site, at its address without ".html".
    target = old.target if old else f"{quote(address.rstrip('/'))}/" if ENDING.search(request.path_info) else ""
    # What is an old address itself is no target, so that there is no way in a circle.
    goes_on = old and OldAddress.objects.filter(path=bare_address(unquote(target))).exists()
    if not target or goes_on or not public_targets([target]):
        return None
    with override(settings.LANGUAGE_CODE):
        return HttpResponsePermanentRedirect(translate_url(target, language or settings.LANGUAGE_CODE))


def all_addresses() -> Iterator[tuple[str, str]]:
    """Yield the old addresses that are paths and lead to something public, with where they lead."""
    yield from OldAddress.objects.filter(leads_somewhere()).exclude(path__contains="?").values_list("path", "target")


def leads_somewhere() -> Q:
    """Return the condition that an old address leads to what visitors may see."""
    return Q(target__in=public_targets(OldAddress.objects.values_list("target", flat=True)))


def forget_addresses_of_nobody(**kwargs: Any) -> None:
    """Delete the old addresses of profiles, which say names, of those who have been erased."""
    slugs = {row.pk: unquote(row.target).split("/")[2] for row in OldAddress.objects.filter(target__startswith=PEOPLE)}
    known = Person.objects.at_each(slugs.values()) if slugs else {}
    OldAddress.objects.filter(pk__in=[pk for pk, slug in slugs.items() if slug and slug not in known]).delete()
