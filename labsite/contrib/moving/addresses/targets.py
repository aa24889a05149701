"""Pages of this site as targets: whether there is one at an address, and whether visitors may see it.

The addresses that one page of an old site answered at have one form.
"""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.translation import get_language_from_path, override

from labsite.modelling.publishing import PublishableQuerySet

ENDING = re.compile(r"(?:/index)?\.(?:html?|php)$|/index$", re.IGNORECASE)
NUMBER = re.compile(r"(?:p|page_id)=\d{1,12}")  # a page of WordPress


def bare_address(address: str) -> str:
    """Return the path of an address from its first slash on, without ``index``, ``.html`` or a slash at its end.

    Of a query only the number of a page of WordPress stays. "/" is the home page, and what no address is.
    """
    address = address.strip()
    try:
        parts = urlsplit(address if "://" in address.partition("?")[0] else f"//old.example/{address}")
    except ValueError:
        return "/"
    path = posixpath.normpath(re.sub(r"[/\\]+", "/", f"/{unquote(parts.path)}"))
    number = NUMBER.search(parts.query)
    return (ENDING.sub("", path).rstrip("/") or "/") + (f"?{number[0]}" if number else "")


NO_PAGES = ("/admin/", "/account/", "/draft/", settings.STATIC_URL, settings.MEDIA_URL)


def page_at(address: str) -> str:
    """Return the path of the page at an address of this site, in no language, with drafts; empty for none."""
    if not address.startswith("/") or address.startswith(("//", "/\\")):
        return ""
    path = unquote(urlsplit(address).path)
    language = get_language_from_path(path)
    path = path.removeprefix(f"/{language}") if language else path
    for each in (path, f"{path}/"):
        match = _match(each)
        if match and (not hasattr(match.func, "rows") or match.func.rows().at(match.kwargs["slug"])):
            return quote(each)
    return ""


def is_answered(path: str) -> bool:
    """Return whether visitors find a page of this site at a path, with or without a slash at its end."""
    return bool(public_targets([quote(path), quote(f"{path.rstrip('/')}/")]))


def public_targets(paths: Iterable[str]) -> set[str]:
    """Return those of some paths at which visitors find something: one query for each kind of row."""
    shown = set()
    of_views: dict[Any, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in dict.fromkeys(paths):
        match = _match(unquote(path))
        if match and hasattr(match.func, "rows"):
            of_views[match.func][match.kwargs["slug"]].append(path)
        elif match:
            shown.add(path)
    for view, slugs in of_views.items():
        rows = view.rows()
        public = rows.published() if isinstance(rows, PublishableQuerySet) else rows
        shown.update(path for slug in public.at_each(slugs) for path in slugs[slug])
    return shown


def _match(path: str) -> ResolverMatch | None:
    """Return what answers at a path without a language, if that is something public."""
    with override(settings.LANGUAGE_CODE):
        try:
            return None if path.startswith(NO_PAGES) else resolve(path)
        except Resolver404:
            return None
