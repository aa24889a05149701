from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from people.groups import by_role
from people.models import Award, Person
from people.profile import profile, with_profile_rows


@require_safe
def people(request):
    """Show who is in the lab by role, then those who were."""
    today = timezone.localdate()
    context = {
        "groups": by_role(Person.objects.current(today).with_roles(), today),
        "joining": Person.objects.joining(today).with_roles(),
        "alumni": Person.objects.alumni(today).with_roles(),
    }
    return render(request, "people/list.html", context)


@require_safe
def person(request, slug):
    """Show everything the site knows of one member."""
    found = with_profile_rows(Person.objects.members()).find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    return render(request, "people/detail.html", profile(found))


@require_safe
def awards(request):
    """Show the awards of members and of papers, newest first."""
    return render(request, "people/awards.html", {"awards": Award.objects.with_recipients()})
