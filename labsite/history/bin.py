"""The bin: things whose last version says that they were deleted."""

from django.db.models import Exists, QuerySet
from reversion.models import Version

from .models import Change
from .versions import later_ones


def deleted() -> QuerySet[Version]:
    """Return the versions that say so, the newest first."""
    gone = Version.objects.filter(change__kind=Change.Kind.REMOVED).exclude(Exists(later_ones()))
    return gone.select_related("change", "content_type", "revision__user__person").order_by("-pk")
