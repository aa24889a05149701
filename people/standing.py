"""What stands under a member's name: where they are now and their time in the lab, nothing said twice."""

from dataclasses import dataclass

from django.utils.translation import gettext as _, override

from labsite.modelling.periods import PartialDate
from labsite.texts.folding import fold


def present_positions(person, at):
    """Return each position held on the day ``at`` in words, without what the headline says already."""
    held = [position for position in person.positions.all() if position.is_held(at)]
    return list(filter(None, (_position(position, person.headline) for position in held)))


@dataclass(frozen=True)
class Stay:
    """A time in the lab, in words, and where it led."""

    words: str
    went_to: str


def stays(person, at):
    """Return the person's times in the lab, latest first; a role without a time only if it isn't named already."""
    named = " ".join([person.headline, *present_positions(person, at)])
    return [
        Stay(_role(membership, at), membership.went_to)
        for membership in person.memberships.all()
        if membership.years or membership.went_to or not _is_named(membership, named)
    ]


def is_said(words, text):
    """Say whether the text has all these words, however they are written; what isn't ASCII may be part of a word."""
    folded = fold(text)
    in_text = set(folded.split())
    return all(word in in_text or (not word.isascii() and word in folded) for word in fold(words).split())


def _is_named(membership, text):
    """Say whether a text names the role, in the reader's language or in English."""
    with override("en"):
        in_english = membership.get_role_display()
    return is_said(membership.get_role_display(), text) or is_said(in_english, text)


def _position(position, headline):
    """A position whose organisation the headline names is the headline's own."""
    if is_said(position.organisation, headline):
        return ""
    title = "" if is_said(position.title, headline) else position.title
    return ", ".join(filter(None, [title, position.unit, position.organisation]))


def _role(membership, at):
    shape, date = _time(membership, at)
    return shape % {"role": membership.get_role_display(), "date": date}


def _time(membership, at):
    """Return how a role's time is said, and with which date."""
    start, end = membership.start, membership.end
    if start and end:
        return _("%(role)s, %(date)s"), membership.years
    if end:
        return _("%(role)s until %(date)s"), PartialDate(end).words
    if start:
        has_begun = PartialDate(start).first <= at
        return _("%(role)s since %(date)s") if has_begun else _("%(role)s from %(date)s"), PartialDate(start).words
    return "%(role)s", ""
