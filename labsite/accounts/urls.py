"""The addresses around logins: those of allauth's that this site needs, and the invitation."""

from typing import Any

from allauth.account import views as account
from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView

from labsite.accounts import views


def never_cache_any(patterns: list[Any]) -> None:
    """Keep what is shown to one person, secrets among it, out of every cache."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            never_cache_any(pattern.url_patterns)
        else:
            pattern.callback = never_cache(pattern.callback)


urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-in/", account.login, name="account_login"),
    path("sign-out/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("confirm/", account.reauthenticate, name="account_reauthenticate"),
    path("password/change/", account.password_change, name="account_change_password"),
    path("password/set/", account.password_set, name="account_set_password"),
    path("password/forgotten/", account.password_reset, name="account_reset_password"),
    path("password/forgotten/sent/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("password/new/done/", account.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    path("invitation/<str:token>/", views.invitation, name="invitation"),
    path("security/webauthn/", RedirectView.as_view(pattern_name="mfa_index"), name="mfa_list_webauthn"),
    path("security/", include("allauth.mfa.urls")),
]

if "allauth.socialaccount" in settings.INSTALLED_APPS:
    urlpatterns.append(path("sso/", include("labsite.accounts.sso")))

never_cache_any(urlpatterns)

# Within the admin, in the place of its own pages for the same.
IN_THE_ADMIN = [
    path("admin/login/", views.admin_login),
    path("admin/logout/", account.logout),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/password_change/done/", RedirectView.as_view(pattern_name="mfa_index")),
]
