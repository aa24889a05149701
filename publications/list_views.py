"""The lists of publications: all of them, and those of a year, a member or a venue, each narrowed by its address."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from people.models import Person
from publications.listing import Listing
from publications.models import Publication, Venue


@require_safe
def publications(request):
    """Show all publications."""
    listing = Listing(request.GET, Publication.objects.published())
    return _show(request, "list", _("Publications"), listing)


@require_safe
def year(request, year):
    """Show the publications of one year."""
    years = Publication.objects.published().years()
    if year not in dict(years):
        raise Http404(f"Nothing was published in {year}.")
    listing = Listing(request.GET, Publication.objects.published().in_years([year]), ("year", str(year)))
    heading = _("Publications of {year}").format(year=year)
    return _show(request, "year", heading, listing, year=year, years=years)


@require_safe
def of_member(request, slug):
    """Show what one member has published."""
    member = Person.objects.members().find_or_404(slug)
    if member.slug != slug:
        return redirect("publications:of-member", member.slug, permanent=True)
    listing = Listing(request.GET, member.publications.published(), ("member", slug))
    heading = _("Publications of {name}").format(name=member.name)
    return _show(request, "of_member", heading, listing, owner=member)


@require_safe
def at_venue(request, slug):
    """Show what has appeared at one venue."""
    venue = Venue.objects.public().find_or_404(slug)
    if venue.slug != slug:
        return redirect("publications:at-venue", venue.slug, permanent=True)
    listing = Listing(request.GET, venue.publications.published(), ("venue", slug))
    heading = _("Publications at {venue}").format(venue=venue.acronym)
    return _show(request, "at_venue", heading, listing, venue=venue)


def _show(request, template, heading, listing, **more):
    return render(request, f"publications/{template}.html", {"heading": heading, "listing": listing} | more)
