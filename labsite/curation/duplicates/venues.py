"""What a merge of two venues takes beside moving their rows: every name that either went by is an alias."""

from publications.models import VenueAlias


def spellings(kept, gone):
    return list(dict.fromkeys(filter(None, [kept.acronym, kept.name, gone.acronym, gone.name])))


def after(kept, spelt):
    """Write down as aliases the names that the venue doesn't go by."""
    kept.aliases.filter(name__in=[kept.acronym, kept.name]).delete()
    for name in spelt:
        if name not in (kept.acronym, kept.name):
            VenueAlias.objects.get_or_create(venue=kept, name=name)
