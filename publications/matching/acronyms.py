"""Acronyms that look made up: the first letters of a full name, or a name of several words, that nobody prints so."""

import re

from publications.models import Venue

from .venue_names import are_initials, strict_form
from .venues import venues_by_form
from .well_known import MAX_ACRONYM_LENGTH, looks_like_acronym

NUMBER = re.compile(r" \d+$")  # that told two of one acronym apart


def settled_names(venue: Venue) -> tuple[str, str] | None:
    """Return the acronym and the full name that a venue should have, None where its acronym doesn't look made up."""
    bare = NUMBER.sub("", venue.acronym)
    kinds = Venue.Kind.values if venue.kind in ("", Venue.Kind.OTHER) else [venue.kind]
    form = strict_form(venue.name or bare)
    known = next((well_known.new for kind in kinds if (well_known := venues_by_form().get((kind, form)))), None)
    is_name = not venue.name and " " in bare and not looks_like_acronym(bare)
    if (known and known.acronym == venue.acronym) or not (is_name or are_initials(bare, venue.name)):
        return None
    if known:
        return known.acronym[:MAX_ACRONYM_LENGTH], known.name
    return "", venue.name or bare
