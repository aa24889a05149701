from django.utils import timezone

from labsite.models import Lab


def lab_of(request):
    """Return the lab's row, fetched once a request; the page cache has usually done so already."""
    if not hasattr(request, "lab"):
        request.lab = Lab.objects.current(timezone.localdate())
    return request.lab


def lab(request):
    """Give every template the lab's row as ``lab``."""
    return {"lab": lab_of(request)}
