"""The statements that institutions must show: each is made of what is true of the site, after the lab's own words."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.models.lab import STATEMENTS
from labsite.pages.views import page
from labsite.web.head import Head
from labsite.web.requests import LabRequest


@require_safe
def statement(request: LabRequest, name: str) -> HttpResponse:
    """Show one of the STATEMENTS where the lab wants it; else what the lab has at this address."""
    if name not in request.lab.statements:
        return page(request, name)
    title = str(STATEMENTS[name])
    head = Head(
        request, title=title, description=_("%(title)s of %(lab)s.") % {"title": title, "lab": request.lab.name}
    )
    context = {
        "head": head,
        "words": getattr(request.lab, f"{name}_html"),
        "facts": f"labsite/statements/_{name}.html",
        "days": settings.SESSION_COOKIE_AGE // 86400 or 1,
    }
    return render(request, "labsite/statement.html", context)
