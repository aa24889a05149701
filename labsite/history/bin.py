"""The bin: things whose last version says that they were deleted."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from reversion.models import Version

from .models import Change


def deleted() -> QuerySet[Version]:
    """Return the versions that say so, the newest first."""
    later: Any = Version.objects.filter(
        content_type=OuterRef("content_type"), object_id=OuterRef("object_id"), pk__gt=OuterRef("pk")
    )
    gone = Version.objects.filter(change__kind=Change.Kind.REMOVED).exclude(Exists(later))
    return gone.select_related("change", "content_type", "revision__user__person").order_by("-pk")
