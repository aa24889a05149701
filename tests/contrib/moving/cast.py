"""What the app for moving in adds to the cast, for tests of the core: see tests/cast.py."""

from labsite.contrib.moving.models import NameOfMember


def rows_about(person, *args, **fields):
    """Ask whether papers of another name are somebody's; the row has no form of the admin, so it isn't returned."""
    NameOfMember.objects.create(member=person, name=f"{person.name} Jr.")
    return []
