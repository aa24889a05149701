"""A file of a row is found where its page is, and moves along with it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from labsite.modelling.publishing import PublishableQuerySet
from labsite.web import previews


def at_its_address(rows: Callable[[], Any]) -> Callable[..., Any]:
    """Let a view of ``(request, row, …)`` be asked by slug; a slug of earlier times leads to the one of today."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @require_safe
        @wraps(view)
        def find(request: Any, slug: str, **rest: Any) -> Any:
            row = _find(request, rows(), slug)
            if row.slug != slug:
                return redirect(request.resolver_match.view_name, permanent=True, slug=row.slug, **rest)
            return view(request, row, **rest)

        return find

    return decorate


def _find(request: Any, rows: Any, slug: str) -> Any:
    is_publishable = isinstance(rows, PublishableQuerySet)
    return previews.find_or_404(request, rows, slug) if is_publishable else rows.find_or_404(slug)
