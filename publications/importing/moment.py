"""What the site is at: as long as that is the same, a plan says what would happen."""

from django.db.models import Max

from labsite.modelling import content_version
from publications.models import ImportedEntry


def moment() -> str:
    """Return what the content and the memory of imports are at: two queries."""
    imported = ImportedEntry.objects.aggregate(last=Max("pk"), at=Max("imported_at"))
    return f"{content_version.current()} {imported['last']} {imported['at']}"
