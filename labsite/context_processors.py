from django.utils.functional import SimpleLazyObject

from .models import Lab


def lab(request):
    """Give every template the lab's row as ``lab``: fetched only where a template uses it, once a page."""
    return {"lab": SimpleLazyObject(Lab.objects.current)}
