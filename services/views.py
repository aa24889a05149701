from django.shortcuts import render
from django.views.decorators.http import require_safe

from services.listing import ServiceList
from services.models import Service


@require_safe
def services(request):
    """Show the lab's professional service by role, by venue or by person."""
    found = ServiceList(request.GET, Service.objects.with_people())
    return render(request, "services/list.html", {"list": found})
