"""The answer to a form whose token isn't that of the session: it can be sent again as it is, with one that is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

TOKEN = "csrfmiddlewaretoken"


def refused_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show what was sent in hidden inputs, with a button that sends it again; only what a form of the admin sent.

    Browsers say which site a form is from. One of another site, whose fields its author chose, gets no such button.
    """
    is_own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    context = {}
    if is_own and request.path.startswith("/admin/"):
        sent = [(name, value) for name, values in request.POST.lists() if name != TOKEN for value in values]
        context = {"sent": sent, "files": [file.name for _, files in request.FILES.lists() for file in files]}
    return render(request, "403_csrf.html", context, status=403)
