from labsite.models import Lab


def lab(request):
    """Give every template the lab's row as ``lab``; the page cache has usually fetched it already."""
    if not hasattr(request, "lab"):
        request.lab = Lab.objects.current()
    return {"lab": request.lab}
