from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from publications.editions import venue_page
from publications.models import Venue
from publications.venue_index import VenueIndex


@require_safe
def venues(request):
    """Show the venues in the order and of the kind that the query asks for."""
    index = VenueIndex(Venue.objects.public().with_counts(), request.GET)
    return render(request, "publications/venues.html", {"index": index})


@require_safe
def venue(request, slug):
    """Show our papers, our service and our talks at one venue, edition by edition."""
    found = Venue.objects.public().prefetch_related("aliases").find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    return render(request, "publications/venue.html", venue_page(found))
