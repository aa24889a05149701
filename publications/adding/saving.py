"""The new paper with all that belongs to it, saved in one step of the history."""

from datetime import timedelta

from django.utils import timezone

from labsite import history
from labsite.modelling import content_version
from labsite.texts.folding import fold
from publications.models import Authorship, Link, Publication, Venue, VenueAlias

from .sheet import duplicates_of, unseen_by

SAME_SUBMISSION = timedelta(hours=1)


class Overtaken(Exception):
    """Between looking and saving somebody else added something that has to be looked at first."""


def save(sheet):
    """Save a valid sheet once: a second click on the button finds what the first one saved. Raises Overtaken."""
    with history.step(sheet.user, f"Added {sheet.paper.cleaned_data['title']}"):
        content_version.claim_write_lock()
        if twin := saved_before(sheet.typed, sheet.user):
            return twin
        if unseen_by(sheet.typed, duplicates_of(sheet.typed)):
            raise Overtaken
        return _saved(sheet)


def saved_before(typed, user):
    """Return the paper that the same person saved out of the same form a moment ago."""
    recent = Publication.objects.filter(
        pk__in=[each.publication for each in unseen_by(typed, duplicates_of(typed))],
        added_by=user,
        added_at__gte=timezone.now() - SAME_SUBMISSION,
    )
    title = fold(str(typed.paper.get("title")))
    return next((paper for paper in recent if fold(paper.title) == title), None)


def _saved(sheet):
    paper = sheet.paper.save(commit=False)
    paper.added_by = sheet.user
    paper.venue = _venue(sheet)
    paper.save()
    for order, form in enumerate(sheet.authors, start=1):
        _save_author(paper, order, form)
    for form in sheet.links:
        if form.cleaned_data.get("url"):
            Link.objects.create(publication=paper, **form.cleaned_data)
    # The first author's name is part of the key, and the authors have only just been saved.
    paper.citation_key = ""
    paper.save()
    return paper


def _venue(sheet):
    form = sheet.venue
    if form.instance:
        form.instance.save()
    venue = form.instance or (Venue.objects.get(pk=form.key) if form.key else None)
    if venue and form.cleaned_data.get("remember") and form.spelling not in (venue.acronym, venue.name):
        VenueAlias.objects.get_or_create(venue=venue, name=form.spelling)
    return venue


def _save_author(paper, order, form):
    values = form.cleaned_data
    if form.instance:
        form.instance.save()
    name = form.instance.name if form.instance else form.chosen_name
    Authorship.objects.create(
        publication=paper,
        person_id=form.instance.pk if form.instance else form.key,
        order=order,
        printed_name="" if values["printed_name"] == name else values["printed_name"],
        **{mark: values[mark] for mark in ("is_equal", "is_lead", "is_corresponding")},
    )
