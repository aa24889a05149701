"""The way from the admin's door to the one page for signing in."""

from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache


@never_cache
def admin_login(request):
    """Lead to the page for signing in; who is signed in and has nothing to edit is told so, not led in circles."""
    if request.user.is_authenticated and not admin.site.has_permission(request):
        return render(request, "account/no_role.html", {"without_role": True}, status=403)
    return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index"))
