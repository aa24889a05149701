from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from publications.models import Talk
from publications.talk_list import given, upcoming


@require_safe
def talks(request):
    """Show the talks that are to come, then all others by the year in which each was last given."""
    found, today = Talk.objects.newest_first().with_occasions(), timezone.localdate()
    context = {"talks": found, "upcoming": upcoming(found, today), "years": given(found, today)}
    return render(request, "publications/talks.html", context)
