"""One settings file, read from the environment (and ``.env``, or the file ENV_FILE); a wrong value stops the start.

Every variable is described in docs/deploying.md.
"""

import logging.config
import os
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import dj_email_url
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from environs import Env, validate

from labsite import __version__ as VERSION
from labsite.site_folder import BASE_DIR, DEFAULT_FOLDER, IS_CHECKOUT, PACKAGE, env_file

env = Env()
env.read_env(env_file(), recurse=False)
SITE_FOLDER = Path(env.str("SITE_FOLDER", default="") or DEFAULT_FOLDER).resolve()

DEBUG = env.bool("DEBUG", default=False)
not_empty = validate.Length(min=1, error="It must not be empty.")
SECRET_KEY = env.str("SECRET_KEY", validate=not_empty)
earlier_keys: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
SECRET_KEY_FALLBACKS = [key for key in earlier_keys if key]
MIN_SECRET, MIN_SECRET_LETTERS = 50, 5  # characters, and different ones among them, as Django's own check counts
if DEBUG:
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
else:
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", validate=not_empty)
# A port is part of every address that a page names; those of HTTP and of the server itself need not be said.
ALLOWED_PORTS = {"80", "443"} | {port for host in ALLOWED_HOSTS if (port := host.rpartition(":")[2]).isdecimal()}
first_host = ALLOWED_HOSTS[0].lstrip("*.") or "localhost"
ALLOWED_HOSTS = [re.sub(r":\d+$", "", host) for host in ALLOWED_HOSTS]
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# Apps that a lab can do without; with the first part of a name all that begins with it is left out.
CONTRIB = (
    *("documents", "documents.exchange", "documents.funders", "documents.reports"),
    *("beginning", "cards", "copying", "link_checking", "looks", "mail", "moving", "sources"),
)
of_contrib = validate.ContainsOnly(["", *CONTRIB], error=f"It can name {', '.join(CONTRIB)}.")
APPS_LEFT_OUT: list[str] = env.list("APPS_LEFT_OUT", default=[], validate=of_contrib)
INSTALLED_APPS = [
    "labsite",
    *(f"labsite.contrib.{app}" for app in CONTRIB if not {app, app.partition(".")[0]}.intersection(APPS_LEFT_OUT)),
    "people",
    "publications",
    "services",
    "markdownx",
    "labsite.apps.LabAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "labsite.web.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "labsite.web.middleware.PolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "labsite.accounts.sessions.ReadableSessionMiddleware",
    "labsite.web.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "labsite.web.middleware.PageMiddleware",
    *(["labsite.contrib.looks.views.SeenLookMiddleware"] if "labsite.contrib.looks" in INSTALLED_APPS else []),
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "labsite.urls"
WSGI_APPLICATION = "labsite.wsgi.application"

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # widgets may have templates of the project

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SITE_FOLDER / "templates", BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "labsite.web.middleware.lab",
            ],
        },
    }
]

# The folder whose rows `seed` plants; none for a lab that begins empty.
has_fixtures = IS_CHECKOUT and (BASE_DIR / "fixtures").is_dir()
fixtures = env.str("FIXTURES", default=str(BASE_DIR / "fixtures") if has_fixtures else "")
FIXTURES = Path(fixtures) if fixtures else None

DATABASES = {"default": env.dj_db_url("DATABASE_URL", default=f"sqlite:///{SITE_FOLDER / 'lab.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # An open connection still reads where a full disk lets nobody open another.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    # Writers queue up (IMMEDIATE) for at most the timeout, in seconds, instead of failing halfway: long enough for a
    # whole lab that saves at once on a slow machine, as SQLite lets them in by chance, not by turn. Write-ahead
    # logging is a lasting property of the file, so a migration sets it once.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 60,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA synchronous=NORMAL",
    }
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What all workers must know, on however many machines, and a restart not forget: tries of signing in, used codes.
SHARED_CACHE = {
    "BACKEND": "labsite.web.database_cache.DatabaseCache",
    "LOCATION": "labsite_sharedvalue",
    "OPTIONS": {"MAX_ENTRIES": 10_000},
}
CACHES = {
    "default": SHARED_CACHE,
    # What a worker has worked out and may work out again: rendered pages, plans.
    "memory": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2000}},
}
of_redis = validate.Regexp(r"$|(rediss?|unix)://", error="It must begin with redis:// or rediss://")
CACHE_URL = env.str("CACHE_URL", default="", validate=of_redis)
if CACHE_URL:
    CACHES |= {
        "default": {
            "BACKEND": "labsite.web.shared_cache.SharedCache",
            "LOCATION": CACHE_URL,
            "KEY_PREFIX": "labsite",
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},  # seconds, until the database is asked
        },
        "database": SHARED_CACHE,
    }

LANGUAGE_CODE = env.str("ENGLISH", default="en-gb", validate=validate.OneOf(["en-gb", "en-us"]))
LEFT_TO_RIGHT = sorted(code for code, about in LANG_INFO.items() if about.get("bidi") is False and code[:2] != "en")
SECOND_LANGUAGE = env.str("SECOND_LANGUAGE", default="zh-hans", validate=validate.OneOf(LEFT_TO_RIGHT))
# Each page in the second at /zh-hans/…
LANGUAGES = [(LANGUAGE_CODE, "English"), (SECOND_LANGUAGE, LANG_INFO[SECOND_LANGUAGE]["name_local"])]
LOCALE_PATHS = [PACKAGE / "locale", *filter(Path.is_dir, [SITE_FOLDER / "locale"])]
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = env.path("STATIC_ROOT", default=(BASE_DIR if IS_CHECKOUT else SITE_FOLDER) / "staticfiles")
own_static = SITE_FOLDER / "static"
STATICFILES_DIRS = [own_static] if own_static.is_dir() and own_static != STATIC_ROOT else []
MEDIA_URL = "/media/"
MEDIA_ROOT = env.path("MEDIA_ROOT", default=SITE_FOLDER / "media")
STORAGES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        # Whatever the mask of the service: the group of MEDIA_ROOT may be that of the web server in front.
        "OPTIONS": {"directory_permissions_mode": 0o750},
    },
    "staticfiles": {"BACKEND": "labsite.web.static_files.JoinedStaticFiles"},
}
if DEBUG:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
S3_BUCKET = env.str("S3_BUCKET", default="")
S3_ENDPOINT_URL = env.str("S3_ENDPOINT_URL", default="") or None
if S3_BUCKET:
    STORAGES["default"] = {
        "BACKEND": "labsite.modelling.bucket.Bucket",
        "OPTIONS": {
            "bucket_name": S3_BUCKET,
            "endpoint_url": S3_ENDPOINT_URL,
            "region_name": env.str("S3_REGION", default="us-east-1"),
            "access_key": env.str("S3_ACCESS_KEY", default="") or None,
            "secret_key": env.str("S3_SECRET_KEY", default="") or None,
        },
    }
for setting, package in {CACHE_URL: "redis", S3_BUCKET: "storages"}.items():
    if setting and not find_spec(package):
        raise ImproperlyConfigured("CACHE_URL and S3_BUCKET need the packages of deploy/requirements.txt")
FILE_UPLOAD_HANDLERS = [
    "labsite.web.media.BoundedUploads",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000  # a paper with three hundred authors is one form of thousands of fields

# The markdownx *widget* is used; never its own addresses: see labsite.admin_site.views.
MARKDOWNX_URLS_PATH = "/admin/markdown/preview/"
MARKDOWNX_UPLOAD_URLS_PATH = "/admin/markdown/upload/"

# HTTPS=off is for a machine of one's own: it drops the redirect to https and lets cookies travel over http.
HTTPS = env.bool("HTTPS", default=not DEBUG)
# Where links in e-mails lead that nobody's request sends.
SITE_ADDRESS = env.str("SITE_ADDRESS", default="") or f"{'https' if HTTPS else 'http'}://{first_host}"
IS_OF_ONES_OWN = not HTTPS or {"localhost", "127.0.0.1", "[::1]"}.issuperset(ALLOWED_HOSTS)
if not IS_OF_ONES_OWN and (len(SECRET_KEY) < MIN_SECRET or len(set(SECRET_KEY)) < MIN_SECRET_LETTERS):
    raise ImproperlyConfigured(f"SECRET_KEY is too easy to guess: it must be random, {MIN_SECRET} characters or more")
SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    # No other host of the same domain can set a cookie of such a name: https://www.rfc-editor.org/rfc/rfc6265#section-5.3
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-django_language"
SESSION_ENGINE = "labsite.accounts.sessions"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
an_hour = validate.Range(min=1, error="It must be one hour or more.")
SESSION_COOKIE_AGE = env.int("SESSION_HOURS", default=14 * 24, validate=an_hour) * 3600
SESSION_IDLE_SECONDS = env.int("SESSION_IDLE_HOURS", default=3 * 24, validate=an_hour) * 3600
ADMINISTRATORS_SESSION_HOURS = env.int("ADMINISTRATORS_SESSION_HOURS", default=12, validate=an_hour)
SECOND_FACTOR_REQUIRED = env.bool("SECOND_FACTOR_REQUIRED", default=not IS_OF_ONES_OWN)  # of administrators
# What browsers have been told can't be taken back: so little at first, and nothing of other names.
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=3600) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # which ask for the other names too
a_contact = validate.Regexp(r"$|(mailto:|https:)\S+$", error="It must begin with mailto: or https:")
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="", validate=a_contact)
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # the client's address is the last of X-Forwarded-For, which the proxy wrote
MEDIA_BY_PROXY = env.bool("MEDIA_BY_PROXY", default=False)
if MEDIA_BY_PROXY and (S3_BUCKET or not BEHIND_PROXY):
    raise ImproperlyConfigured("MEDIA_BY_PROXY needs BEHIND_PROXY=on, and uploads in a folder, not in a bucket")
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "labsite.pages.errors.refused_token"
SECURE_CSP = {
    "default-src": ["'none'"],
    **{f"{kind}-src": ["'self'"] for kind in ("connect", "font", "manifest", "script", "style")},
    "img-src": ["'self'", "data:"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: [] for name in ("camera", "geolocation", "microphone", "payment", "usb")
}

# Signing in, by django-allauth; labsite.accounts.urls says which of its pages there are.
AUTH_USER_MODEL = "labsite.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# None asks for a kind of character: https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "labsite.accounts.forms.NotTheLabsWords"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "admin:index"  # who signs in without a page of this site to go to
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_ADAPTER = "labsite.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "labsite.accounts.forms.SignInForm",
    "reset_password": "labsite.accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "labsite.accounts.forms.LinkedPasswordForm",
    "set_password": "labsite.accounts.forms.FirstPasswordForm",
    "change_password": "labsite.accounts.forms.ChangedPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # nobody signs up: an administrator knows the address, or the invitation got there
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# allauth's own would write down each address that it makes a link for, as one yet to be verified.
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"
# Each limit is of one client's address, so that nobody can keep others from signing in; "key" is an e-mail address as
# typed at a client's address (see AccountAdapter), and for a second factor the login whose password was right.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "reset_password": "5/m/ip,20/h/ip",
    "reset_password_from_key": "20/m/ip",
    "accept_invitation": "20/m/ip",
    "test_mail": "3/m/user",
}
MFA_ADAPTER = "labsite.accounts.adapters.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "labsite.accounts.forms.SecondStepForm",
    "reauthenticate": "labsite.accounts.forms.ConfirmedStepForm",
    "activate_totp": "labsite.accounts.forms.NewAppForm",
    "add_webauthn": "labsite.accounts.forms.NewPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_TOTP_TOLERANCE = 1  # steps of half a minute that a telephone's clock may be off

# Signing in by the university, where any of these is set.
SSO_NAME = env.str("SSO_NAME", default="your university")
a_header = validate.Regexp(
    r"$|REMOTE_USER$|[A-Za-z][A-Za-z0-9-]*$", error="It must be a header's name, or REMOTE_USER."
)
REMOTE_USER_HEADER = env.str("REMOTE_USER_HEADER", default="", validate=a_header)
if REMOTE_USER_HEADER not in ("", "REMOTE_USER") and not BEHIND_PROXY:
    raise ImproperlyConfigured("REMOTE_USER_HEADER names a header, which anyone can send: it needs BEHIND_PROXY=on")
if any(env.str(name, default="") for name in ("SSO_CLIENT_ID", "SSO_CLIENT_SECRET", "SSO_ISSUER")):
    INSTALLED_APPS += ["allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"]
    SSO = {
        "provider_id": "sso",
        "name": SSO_NAME,
        "client_id": env.str("SSO_CLIENT_ID", validate=not_empty),
        "secret": env.str("SSO_CLIENT_SECRET", validate=not_empty),
        "settings": {
            "server_url": env.str("SSO_ISSUER", validate=validate.URL(schemes={"https"})).rstrip("/"),
            "verified_email": env.bool("SSO_TRUST_EMAIL", default=False),
        },
    }
    SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [SSO]}}
    SOCIALACCOUNT_ADAPTER = "labsite.accounts.sso.UniversityAdapter"
    SOCIALACCOUNT_EMAIL_AUTHENTICATION = True

# Without EMAIL_URL a machine of one's own writes e-mails to the terminal; any other site says where it would send one.
of_email = validate.Regexp(r"$|(smtp|submission|console|file):", error="It must begin with submission:// or smtp://.")
EMAIL_URL = env.str("EMAIL_URL", default="" if HTTPS else "console:", validate=of_email)
SENDS_EMAIL = bool(EMAIL_URL)
ACCOUNT_EMAIL_NOTIFICATIONS = SENDS_EMAIL
EMAIL_BACKEND = "labsite.accounts.letters.NoEmailBackend"
if SENDS_EMAIL:
    vars().update(dj_email_url.parse(EMAIL_URL))
if EMAIL_URL.startswith("console:"):
    EMAIL_BACKEND = "labsite.accounts.letters.ReadableBackend"
EMAIL_TIMEOUT = 10  # seconds, for which somebody waits
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL", default=f"noreply@{ALLOWED_HOSTS[0].lstrip('.*') or 'localhost'}"
)

# Places that know papers: whom they may write to about this site's questions, and what they ask it for.
SOURCES_EMAIL = env.str("SOURCES_EMAIL", default="")
OPENALEX_KEY = env.str("OPENALEX_KEY", default="")

# Who is told of errors, and what is written of requests.
ERROR_MAIL: list[str] = env.list("ERROR_MAIL", default=[])
ADMINS = [("", address) for address in ERROR_MAIL]
EMAIL_SUBJECT_PREFIX = f"[{ALLOWED_HOSTS[0].lstrip('.*') or 'localhost'}] "
NO_HANDLER = {"class": "logging.NullHandler"}
LOG_FORMAT = env.str("LOG_FORMAT", default="text", validate=validate.OneOf(["text", "json"]))
a_dsn = validate.Regexp(r"$|https?://\S+@\S+/\d+$", error="It must look like https://KEY@sentry.example/1.")
SENTRY_DSN = env.str("SENTRY_DSN", default="", validate=a_dsn)
if SENTRY_DSN:
    try:
        import sentry_sdk
    except ImportError as error:
        raise ImproperlyConfigured("SENTRY_DSN is set, but the package sentry-sdk isn't installed") from error
    from labsite.web.error_reports import without_content

    sentry_sdk.init(
        SENTRY_DSN,
        release=VERSION,
        before_send=without_content,
        include_local_variables=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        send_default_pii=False,
    )

LOGGING_CONFIG = None
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "labsite.web.log.RequestFilter"}},
    "formatters": {
        "text": {"()": "labsite.web.log.TextFormatter"},
        "json": {"()": "labsite.web.log.JSONFormatter"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "filters": ["request"], "formatter": LOG_FORMAT},
        "requests": {"class": "labsite.web.log.GatheringHandler", "formatter": LOG_FORMAT},
        "mail": {"class": "labsite.web.error_reports.ErrorMail", "level": "ERROR"} if ADMINS else NO_HANDLER,
    },
    "loggers": {
        # Each request has a line, so that one that isn't found needs no second; runserver writes its own.
        "labsite.requests": {"handlers": ["requests"], "propagate": False, "level": "WARNING" if DEBUG else "NOTSET"},
        "django.request": {"level": "ERROR"},
    },
    "root": {"handlers": ["stderr", "mail"], "level": env.log_level("LOG_LEVEL", default=logging.INFO)},
}
logging.config.dictConfig(LOGGING)

SETTINGS_TOLD = sorted(name for name in env.dump() if name in os.environ)  # whose names a backup keeps
