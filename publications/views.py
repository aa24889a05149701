from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from publications.citing import citations_of
from publications.editions import editions
from publications.models import Publication, Talk, Venue
from publications.related import related


@require_safe
def publication(request, slug):
    """Show everything the site knows of one publication."""
    everything = Publication.objects.with_authors().prefetch_related("earlier_versions")
    found = everything.find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    context = {
        "publication": found,
        "alone": [found],
        "citations": citations_of(found),
        "talks": found.talks.newest_first().with_occasions(),
        "news": found.news.all(),
        "projects": found.projects.all(),
        "related": related(found).with_authors(),
    }
    return render(request, "publications/detail.html", context)


@require_safe
def venues(request):
    """Show every venue with how much appeared there and was done for it."""
    return render(request, "publications/venues.html", {"venues": Venue.objects.with_counts()})


@require_safe
def venue(request, slug):
    """Show our papers, our service and our talks at one venue, edition by edition."""
    found = Venue.objects.prefetch_related("aliases").find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    papers = found.publications.with_authors()
    services = found.services.with_people()
    context = {
        "venue": found,
        "papers": papers,
        "services": services,
        "editions": editions(papers, services, found.talk_occasions.with_talks()),
        "hosted": found.hosted_services.with_people(),
    }
    return render(request, "publications/venue.html", context)


@require_safe
def talks(request):
    """Show the talks by the year in which each was last given."""
    return render(request, "publications/talks.html", {"talks": Talk.objects.newest_first().with_occasions()})
