"""The addresses for signing in by the university, which exist only where that is set up."""

from allauth.socialaccount import views as socialaccount
from django.urls import path

from labsite.accounts import sso

urlpatterns = [
    path("", sso.begin, name="sso"),
    path("callback/", sso.come_back, {"provider_id": sso.PROVIDER}, name="openid_connect_callback"),
    path("cancelled/", socialaccount.login_cancelled, name="socialaccount_login_cancelled"),
]
