from django.shortcuts import render
from django.views.decorators.http import require_safe

from services.models import Service


@require_safe
def services(request):
    """Show the lab's professional service twice: by venue and by person."""
    found = list(Service.objects.with_people())
    context = {
        "by_venue": sorted(found, key=lambda service: service.venue.acronym.casefold()),
        "by_person": sorted(found, key=lambda service: service.person.sort_key),
    }
    return render(request, "services/list.html", context)
