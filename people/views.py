from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from people.models import Award, Person
from people.profile import profile, with_profile_rows
from people.roster import roster


@require_safe
def people(request):
    """Show who is in the lab by role, then those who were."""
    return render(request, "people/list.html", roster(timezone.localdate()))


@require_safe
def person(request, slug):
    """Show everything the site knows of one member."""
    found = with_profile_rows(Person.objects.members()).find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    return render(request, "people/detail.html", profile(found, timezone.localdate()))


@require_safe
def awards(request):
    """Show the awards of members and of papers, newest first."""
    return render(request, "people/awards.html", {"awards": Award.objects.public().with_recipients()})
