"""Previews: an unpublished row at the address it is going to have, for who may change it or has its link."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from labsite import roles
from labsite.modelling.prepared import prefetch_lists
from labsite.modelling.publishing import PublishableQuerySet


def at_its_address(rows: Callable[[], Any]) -> Callable[..., Any]:
    """Let a view of ``(request, row, …)`` be asked by slug; a slug of earlier times leads to the one of today.

    A row that isn't published is there only as a preview, which the request then has as ``preview``, so that
    PageMiddleware lets nobody keep the page.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @require_safe
        @wraps(view)
        def find(request: Any, slug: str, **rest: Any) -> Any:
            known = rows()
            lookups, known = known._prefetch_related_lookups, known.prefetch_related(None)
            is_publishable = isinstance(known, PublishableQuerySet)
            row = (known.published() if is_publishable else known).at(slug)
            if is_publishable and (row is None or row.slug != slug):
                shared, user = getattr(request, "shared", None), request.user
                draft = known.at(slug) if shared or roles.may(user, "change", known.model) else None
                is_draft = draft is not None and not draft.is_published()
                is_shown = is_draft and (draft == shared or roles.may(user, "change", draft))
                request.preview = draft if is_shown else None
                row = request.preview or row
            if row is None:
                raise Http404(f"No {known.model._meta.verbose_name} is or was at {slug!r}.")
            if row.slug == slug:
                prefetch_lists(row, lookups)
                return view(request, row, **rest)
            match = request.resolver_match
            # Where a page stands at an address of the site's own, there is no slug in that.
            kwargs = {"slug": row.slug, **rest} if "slug" in match.kwargs else {}
            return redirect(match.view_name if kwargs else row, permanent=True, **kwargs)

        find.rows = rows  # type: ignore[attr-defined]
        return find

    return decorate
