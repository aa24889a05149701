"""What a page costs at least: a project as startproject makes it, whose one page says hello."""

from django.http import HttpResponse
from django.urls import path

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
APPS = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")

urlpatterns = [path("", lambda request: HttpResponse("Hello"))]


def make():
    """Return its WSGI application, for a server that runs nothing else."""
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application

    settings.configure(
        SECRET_KEY="for-benchmarks-only",
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF=__name__,
        MIDDLEWARE=MIDDLEWARE,
        INSTALLED_APPS=[f"django.contrib.{app}" for app in APPS],
    )
    return get_wsgi_application()
