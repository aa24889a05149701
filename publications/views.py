from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from labsite.web.previews import find_or_404
from publications.citing import citations_of
from publications.models import Publication
from publications.related import related


@require_safe
def publication(request, slug):
    """Show everything the site knows of one publication."""
    everything = Publication.objects.with_authors().prefetch_related("earlier_versions")
    found = find_or_404(request, everything, slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    context = {
        "publication": found,
        "alone": [found],
        "citations": citations_of(found, request.build_absolute_uri),
        "talks": found.talks.newest_first().with_occasions(),
        "news": found.news.published(),
        "projects": found.projects.all(),
        "related": related(found).with_authors(),
    }
    return render(request, "publications/detail.html", context)
