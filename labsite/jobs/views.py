"""The page of a job that somebody started: how far it is, and what came of it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from labsite import roles
from labsite.texts.stored import translated

from .models import JobRun


@never_cache
@require_safe
def job(request: HttpRequest, pk: int) -> HttpResponse:
    return show(request, get_object_or_404(JobRun.objects.visible_to(request.user), pk=pk))


def show(request: HttpRequest, run: JobRun) -> HttpResponse:
    """Show how far a job is; once it is over or broken off, what came of it, with the way back to where it began."""
    context: dict[str, Any] = admin.site.each_context(request) | {"title": translated(run.words), "run": run}
    context["may_see_step"] = roles.may_open(request.user, "step")
    return render(request, "admin/job.html", context)
