"""The addresses around logins: those of allauth's that this site needs, and the invitation."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account
from django.conf import settings
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView

from labsite.accounts import views
from labsite.privacy import views as privacy
from labsite.web.middleware import content_security_policy

WAIT_SECONDS = 300  # as the words say: five minutes
TOO_MANY = {"too_many_login_attempts", "rate_limited"}


# The steps of signing in, which a form that waits to be saved shows in a frame.
IN_PLACE = {"account_login", "mfa_authenticate", "signed-in"}


def guard(patterns: list[Any]) -> None:
    """Keep what is shown to one person, secrets among it, out of every cache; say of too many tries that they are."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            guard(pattern.url_patterns)
        else:
            pattern.callback = never_cache(guarded(pattern.callback, is_framed=pattern.name in IN_PLACE))


def guarded(view: Callable[..., Any], is_framed: bool) -> Callable[..., Any]:
    """Answer 429 with Retry-After where there were too many tries, also where a form says so in words.

    Pages of this very site, and no others, may show what ``is_framed`` in a frame.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response = view(request, *args, **kwargs)
        form = (getattr(response, "context_data", None) or {}).get("form")
        if form and TOO_MANY & {error.code for errors in form.errors.as_data().values() for error in errors}:
            response.status_code = 429
        if response.status_code == 429:
            response["Retry-After"] = str(WAIT_SECONDS)
        if is_framed:
            response["X-Frame-Options"] = "SAMEORIGIN"
            response["Content-Security-Policy"] = content_security_policy({"frame-ancestors": ["'self'"]})
        return response

    return answer


urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-in/", account.login, name="account_login"),
    path("session/", views.session, name="session"),
    path("signed-in/", views.signed_in, name="signed-in"),
    path("sign-out/", views.sign_out, name="account_logout"),
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
    path("data/", privacy.my_data, name="my-data"),
]

if "allauth.socialaccount" in settings.INSTALLED_APPS:
    urlpatterns.append(path("sso/", include("labsite.accounts.sso")))
if settings.REMOTE_USER_HEADER:
    urlpatterns += [
        path("to-university/", views.set_out_for_university, name="to-remote-user"),
        path("university/", views.sign_in_by_web_server, name="remote_user"),
    ]

guard(urlpatterns)

# Within the admin, in the place of its own pages for the same.
IN_THE_ADMIN = [
    path("admin/login/", views.admin_login),
    path("admin/logout/", views.sign_out),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/password_change/done/", RedirectView.as_view(pattern_name="mfa_index")),
]
