"""What the environment makes of the settings: read anew in this process, and started where only a start can tell."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from unittest import mock

import django.conf
import pytest
from django.conf import LazySettings, settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import send_mail

import labsite
from labsite.site_folder import complete_env_file
from tests.labsite.leaving.installations import copied

PRODUCTION = {"SECRET_KEY": "between-quokkas-and-wombats-0123456789-abcdefghijklm", "ALLOWED_HOSTS": "lab.example"}
SSO = {"SSO_CLIENT_ID": "labsite", "SSO_CLIENT_SECRET": "quokka", "SSO_ISSUER": "https://sso.example/"}
DEVELOPMENT = {"SECRET_KEY": "x", "DEBUG": "on"}


def run(*arguments, **variables):
    environment = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull} | variables
    return subprocess.run(
        [sys.executable, *arguments], cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True
    )


@contextmanager
def fresh_settings(**variables):
    """Give the settings that a start in an environment has, and nothing else of this process."""
    environment = {"ENV_FILE": os.devnull} | variables
    fresh = LazySettings()
    with (
        mock.patch.dict(os.environ, environment, clear=True),
        mock.patch.dict(sys.modules),
        mock.patch.object(labsite, "settings", None),
        mock.patch.object(django.conf, "settings", fresh),
        mock.patch("logging.config.dictConfig"),  # the log of this process stays as it is
    ):
        del sys.modules["labsite.settings"]
        labsite.read_settings()
        yield fresh


def values_of(names, **variables):
    """Return what a start in an environment makes of some settings; None where there is none."""
    with fresh_settings(**variables) as fresh:
        return [getattr(fresh, name, None) for name in names]


def value_of(name, **variables):
    return values_of([name], **variables)[0]


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({}, 'Environment variable "SECRET_KEY" not set'),
        ({"DEBUG": "on"}, 'Environment variable "SECRET_KEY" not set'),
        (PRODUCTION | {"REMOTE_USER_HEADER": "X-Remote-User"}, "it needs BEHIND_PROXY=on"),
        (PRODUCTION | {"MEDIA_BY_PROXY": "on"}, "MEDIA_BY_PROXY needs BEHIND_PROXY=on"),
        (PRODUCTION | {"REMOTE_USER_HEADER": "X_Remote_User"}, "It must be a header's name"),
        (PRODUCTION | {"CACHE_URL": "memcached://x"}, "It must begin with redis:// or rediss://"),
        (PRODUCTION | {"SECRET_KEY": ""}, "Environment variable \"SECRET_KEY\" invalid: ['It must not be empty.']"),
        ({"SECRET_KEY": "x"}, 'Environment variable "ALLOWED_HOSTS" not set'),
        (PRODUCTION | {"ALLOWED_HOSTS": ""}, 'Environment variable "ALLOWED_HOSTS" invalid'),
        (PRODUCTION | {"DEBUG": "perhaps"}, 'Environment variable "DEBUG" invalid: Not a valid boolean.'),
        (PRODUCTION | {"HTTPS": "perhaps"}, 'Environment variable "HTTPS" invalid: Not a valid boolean.'),
        (PRODUCTION | {"BEHIND_PROXY": "2"}, 'Environment variable "BEHIND_PROXY" invalid: Not a valid boolean.'),
        (PRODUCTION | {"HSTS_SECONDS": "long"}, 'Environment variable "HSTS_SECONDS" invalid: Not a valid integer.'),
        (PRODUCTION | {"LOG_LEVEL": "loud"}, 'Environment variable "LOG_LEVEL" invalid'),
        (PRODUCTION | {"LOG_FORMAT": "xml"}, 'Environment variable "LOG_FORMAT" invalid'),
        (PRODUCTION | {"SENTRY_DSN": "sentry.example"}, "It must look like https://KEY@sentry.example/1."),
        (PRODUCTION | {"DATABASE_URL": "lab.sqlite3"}, "DATABASE_URL"),
        (PRODUCTION | {"DATABASE_URL": ""}, 'Environment variable "DATABASE_URL" invalid'),
        (PRODUCTION | {"EMAIL_URL": "mail.lab.example"}, "It must begin with submission:// or smtp://."),
        (PRODUCTION | {"SSO_CLIENT_ID": "x"}, 'Environment variable "SSO_CLIENT_SECRET" not set'),
        (PRODUCTION | {"SSO_ISSUER": "https://sso.example"}, 'Environment variable "SSO_CLIENT_ID" not set'),
        (PRODUCTION | SSO | {"SSO_ISSUER": "http://sso.example"}, 'Environment variable "SSO_ISSUER" invalid'),
        (PRODUCTION | SSO | {"SSO_TRUST_EMAIL": "perhaps"}, 'Environment variable "SSO_TRUST_EMAIL" invalid'),
        (
            PRODUCTION | {"SECRET_KEY": "0123456789" * 4 + "012345678"},
            "SECRET_KEY is too easy to guess: it must be random",
        ),
        (PRODUCTION | {"SECRET_KEY": "abcd" * 20}, "SECRET_KEY is too easy to guess: it must be random"),
        (PRODUCTION | {"SESSION_HOURS": "0"}, "It must be one hour or more."),
        (PRODUCTION | {"SECURITY_CONTACT": "security@lab.example"}, "It must begin with mailto: or https:"),
        (PRODUCTION | {"TIME_ZONE": "Mars/Olympus"}, "Incorrect timezone setting: Mars/Olympus"),
    ],
)
def test_a_wrong_environment_stops_the_start_and_says_which_variable(variables, words):
    with pytest.raises(SystemExit) as stop, fresh_settings(**variables):
        pass
    assert words in stop.value.code
    assert stop.value.code.endswith("docs/deploying.md describes each variable; you can also set it in .env.")


def test_a_start_that_is_stopped_says_one_sentence():
    process = run("manage.py", "check", **PRODUCTION | {"HTTPS": "perhaps"})
    assert process.returncode == 1
    assert process.stderr == (
        'Environment variable "HTTPS" invalid: Not a valid boolean. '
        "docs/deploying.md describes each variable; you can also set it in .env.\n"
    )


def test_a_production_environment_passes_djangos_deployment_check():
    variables = PRODUCTION | {"EMAIL_URL": "submission://127.0.0.1:9"}
    process = run("manage.py", "check", "--deploy", "--tag", "security", "--fail-level", "WARNING", **variables)
    assert (process.returncode, process.stdout.strip()) == (
        0,
        "System check identified no issues (2 silenced).",
    ), process.stderr


def test_debug_is_off_unless_asked_for():
    assert value_of("DEBUG", **PRODUCTION) is False


def test_a_machine_of_ones_own_needs_no_hosts():
    assert value_of("ALLOWED_HOSTS", **DEVELOPMENT) == ["localhost", "127.0.0.1", "[::1]"]


def test_hosts_are_separated_by_commas():
    assert value_of("ALLOWED_HOSTS", **PRODUCTION | {"ALLOWED_HOSTS": "lab.example,www.lab.example"}) == [
        "lab.example",
        "www.lab.example",
    ]


def test_the_environment_file_is_read_and_the_environment_wins(tmp_path):
    file = tmp_path / "environment"
    file.write_text(f"SECRET_KEY=from-the-file{PRODUCTION['SECRET_KEY']}\nALLOWED_HOSTS=file.example\n")
    variables = {"ENV_FILE": str(file), "ALLOWED_HOSTS": "lab.example"}
    assert value_of("SECRET_KEY", **variables).startswith("from-the-file")
    assert value_of("ALLOWED_HOSTS", **variables) == ["lab.example"]


def test_cookies_travel_over_https_only_in_production():
    names = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
    assert values_of(names, **PRODUCTION) == [True, True, True, 3600]
    assert values_of(names, **PRODUCTION | {"HTTPS": "off"}) == [False, False, False, 0]
    assert values_of(names, **DEVELOPMENT) == [False, False, False, 0]


def test_no_other_host_sets_the_cookies_of_a_site_with_https():
    names = (
        *("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME"),
        *("SESSION_COOKIE_PATH", "SESSION_COOKIE_DOMAIN"),
    )
    assert values_of(names, **PRODUCTION) == [
        *("__Host-sessionid", "__Host-csrftoken", "__Host-django_language", "/", None),
    ]
    assert values_of(names[:3], **PRODUCTION | {"HTTPS": "off"}) == ["sessionid", "csrftoken", "django_language"]


def test_browsers_are_told_of_other_names_and_of_years_only_where_somebody_says_so():
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    asked = {"HSTS_SECONDS": "31536000", "HSTS_SUBDOMAINS": "on", "HSTS_PRELOAD": "on"}
    assert values_of(names, **PRODUCTION) == [3600, False, False]
    assert values_of(names, **PRODUCTION | asked) == [31536000, True, True]
    assert values_of(names, **PRODUCTION | asked | {"HTTPS": "off"}) == [0, False, False]


@pytest.mark.parametrize("own", [{"HTTPS": "off"}, {"DEBUG": "on"}, {"ALLOWED_HOSTS": "localhost,127.0.0.1"}])
def test_a_machine_of_ones_own_starts_with_any_key_and_asks_for_no_second_factor(own):
    names = ("SECRET_KEY", "SECOND_FACTOR_REQUIRED")
    assert values_of(names, **PRODUCTION | {"SECRET_KEY": "x"} | own) == ["x", False]


def test_a_site_requires_a_second_factor_of_administrators_unless_it_says_otherwise():
    assert value_of("SECOND_FACTOR_REQUIRED", **PRODUCTION) is True
    assert value_of("SECOND_FACTOR_REQUIRED", **PRODUCTION | {"SECOND_FACTOR_REQUIRED": "off"}) is False


def test_a_key_just_long_and_varied_enough_starts():
    assert value_of("SECRET_KEY", **PRODUCTION | {"SECRET_KEY": "abcde" * 10}) == "abcde" * 10


def test_what_an_earlier_key_signed_counts_as_long_as_somebody_says_so():
    assert value_of("SECRET_KEY_FALLBACKS", **PRODUCTION) == []
    assert value_of("SECRET_KEY_FALLBACKS", **PRODUCTION | {"SECRET_KEY_FALLBACKS": "one,,two,"}) == ["one", "two"]


def test_sessions_last_two_weeks_or_three_idle_days_and_administrators_half_a_day():
    names = ("SESSION_COOKIE_AGE", "SESSION_IDLE_SECONDS", "ADMINISTRATORS_SESSION_HOURS")
    assert values_of(names, **PRODUCTION) == [14 * 24 * 3600, 3 * 24 * 3600, 12]
    changed = {"SESSION_HOURS": "8", "SESSION_IDLE_HOURS": "2", "ADMINISTRATORS_SESSION_HOURS": "1"}
    assert values_of(names, **PRODUCTION | changed) == [8 * 3600, 2 * 3600, 1]


def test_a_proxys_word_on_https_is_taken_only_if_there_is_one():
    behind = PRODUCTION | {"BEHIND_PROXY": "on"}
    assert value_of("SECURE_PROXY_SSL_HEADER", **PRODUCTION) is None
    assert value_of("SECURE_PROXY_SSL_HEADER", **behind) == ("HTTP_X_FORWARDED_PROTO", "https")


def test_the_address_of_a_client_is_the_proxys_word_only_if_there_is_a_proxy():
    assert value_of("ALLAUTH_TRUSTED_PROXY_COUNT", **PRODUCTION) is None
    assert value_of("ALLAUTH_TRUSTED_PROXY_COUNT", **PRODUCTION | {"BEHIND_PROXY": "on"}) == 1


def test_e_mail_goes_where_the_environment_says():
    names = ("EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD")
    url = "submission://site%40lab.example:quo%2Fkka@mail.example"
    assert values_of(names, **PRODUCTION | {"EMAIL_URL": url}) == [
        "django.core.mail.backends.smtp.EmailBackend",
        "mail.example",
        587,
        True,
        "site@lab.example",
        "quo/kka",
    ]


def test_without_a_server_e_mail_goes_to_the_terminal_of_ones_own_machine_and_nowhere_else():
    names = ("EMAIL_BACKEND", "SENDS_EMAIL")
    assert values_of(names, **DEVELOPMENT)[0] == "labsite.accounts.letters.ReadableBackend"
    assert values_of(names, **PRODUCTION | {"HTTPS": "off"})[0] == "labsite.accounts.letters.ReadableBackend"
    assert values_of(names, **PRODUCTION) == ["labsite.accounts.letters.NoEmailBackend", False]


def test_a_site_that_is_to_send_no_e_mail_does_not_lose_any_in_silence(settings):
    [settings.EMAIL_BACKEND] = values_of(["EMAIL_BACKEND"], **PRODUCTION)
    with pytest.raises(ImproperlyConfigured, match=r"This site sends no e-mail: EMAIL_URL is not set"):
        send_mail("a", "b", None, ["c@lab.example"])


def test_the_check_before_deploying_says_that_no_e_mail_is_sent(settings):
    [settings.SENDS_EMAIL] = values_of(["SENDS_EMAIL"], **PRODUCTION)
    [warning] = [each for each in run_checks(include_deployment_checks=True) if each.id == "labsite.W001"]
    assert warning.msg == "EMAIL_URL is not set: nobody can be invited by e-mail or ask for a new password."


def test_e_mails_come_from_the_site_unless_the_environment_says_from_whom():
    assert value_of("DEFAULT_FROM_EMAIL", **PRODUCTION) == "noreply@lab.example"
    sender = {"DEFAULT_FROM_EMAIL": "Lab <site@lab.example>"}
    assert value_of("DEFAULT_FROM_EMAIL", **PRODUCTION | sender) == "Lab <site@lab.example>"


def test_the_university_is_only_there_where_it_is_set_up():
    asking = "import django; django.setup(); from django.urls import resolve; print(resolve('/account/sso/').url_name)"
    environment = {"DJANGO_SETTINGS_MODULE": "labsite.settings"}
    without = run("-c", asking, **PRODUCTION | environment)
    assert "Resolver404" in without.stderr
    assert run("-c", asking, **PRODUCTION | environment | SSO).stdout == "sso\n"
    names = ("INSTALLED_APPS", "SOCIALACCOUNT_PROVIDERS")
    apps, providers = values_of(names, **PRODUCTION)
    assert ([app for app in apps if "social" in app], providers) == ([], None)
    [app] = values_of(names, **PRODUCTION | SSO)[1]["openid_connect"]["APPS"]
    assert app == {
        "provider_id": "sso",
        "name": "your university",
        "client_id": "labsite",
        "secret": "quokka",
        "settings": {"server_url": "https://sso.example", "verified_email": False},
    }


def test_sqlite_is_the_default_and_its_writers_wait_for_each_other():
    database = value_of("DATABASES", **PRODUCTION)["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(settings.BASE_DIR / "lab.sqlite3")
    assert database["OPTIONS"] == {
        "timeout": 60,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA synchronous=NORMAL",
    }


def test_what_is_a_labs_own_lies_in_its_folder(tmp_path):
    (tmp_path / "static").mkdir()
    (tmp_path / ".env").write_text("SECRET_KEY=x\nDEBUG=on\nTIME_ZONE=Europe/Zurich\n")
    names = ["TIME_ZONE", "MEDIA_ROOT", "STATICFILES_DIRS", "DATABASES", "TEMPLATES"]
    zone, media, static, databases, templates = values_of(names, ENV_FILE="", SITE_FOLDER=str(tmp_path))
    assert (zone, media, static) == ("Europe/Zurich", tmp_path / "media", [tmp_path / "static"])
    assert databases["default"]["NAME"] == str(tmp_path / "lab.sqlite3")
    assert templates[0]["DIRS"] == [tmp_path / "templates", settings.BASE_DIR / "templates"]


def test_a_machine_of_ones_own_gets_its_settings_once(tmp_path, monkeypatch, capsys):
    path = tmp_path / ".env"
    path.write_text("ALLOWED_HOSTS=lab.example")
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "HTTPS"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("ENV_FILE", str(path))
    complete_env_file()
    text = path.read_text()
    assert re.fullmatch(r"ALLOWED_HOSTS=lab\.example\nSECRET_KEY=\S{60,}\nHTTPS=off\n", text)
    complete_env_file()
    assert path.read_text() == text
    assert capsys.readouterr().out == "Wrote what this machine needs into .env.\n"


def test_postgresql_works_by_its_address():
    address = "postgres://lab:quokka@db.example:5433/site"
    database = value_of("DATABASES", **PRODUCTION, DATABASE_URL=address)["default"]
    assert {name: database[name] for name in ("ENGINE", "USER", "PASSWORD", "HOST", "PORT", "NAME")} == {
        "ENGINE": "django.db.backends.postgresql",
        "USER": "lab",
        "PASSWORD": "quokka",
        "HOST": "db.example",
        "PORT": 5433,
        "NAME": "site",
    }
    assert database.get("OPTIONS", {}) == {}
    assert database["CONN_HEALTH_CHECKS"] is True


def test_a_new_sqlite_file_keeps_a_write_ahead_log(empty, tmp_path):
    variables = PRODUCTION | {"DATABASE_URL": copied(empty, tmp_path)}
    pragma = "from django.db import connection as c; c.ensure_connection(); cursor = c.cursor(); "
    pragma += "print(*(cursor.execute(f'PRAGMA {name}').fetchone()[0] for name in ('journal_mode', 'busy_timeout')))"
    assert run("manage.py", "shell", "-v0", "-c", pragma, **variables).stdout.strip() == "wal 60000"


def test_a_port_of_the_site_may_be_named_with_its_host():
    names = ["ALLOWED_HOSTS", "ALLOWED_PORTS"]
    given = "lab.example:8443,www.lab.example,[::1]:8080,[::1]"
    assert values_of(names, **PRODUCTION | {"ALLOWED_HOSTS": given}) == [
        ["lab.example", "www.lab.example", "[::1]", "[::1]"],
        {"80", "443", "8443", "8080"},
    ]


def test_no_server_starts_before_the_static_files_are_collected(tmp_path):
    started = run("-c", "import labsite.wsgi", **PRODUCTION, STATIC_ROOT=str(tmp_path))
    assert (started.returncode, started.stdout) == (1, "")
    assert started.stderr == (
        "The style and the scripts aren't collected yet: run manage.py collectstatic, then start again.\n"
    )


def test_what_all_machines_share_is_in_redis_where_there_is_one_and_else_in_the_database():
    assert value_of("CACHES", **PRODUCTION).keys() == {"default", "memory"}
    caches = value_of("CACHES", **PRODUCTION, CACHE_URL="redis://cache.lab.example/0")
    assert caches["default"]["LOCATION"] == "redis://cache.lab.example/0"
    assert caches["database"] == value_of("CACHES", **PRODUCTION)["default"]


def test_uploads_are_in_a_folder_or_in_a_bucket():
    assert value_of("STORAGES", **PRODUCTION)["default"]["BACKEND"].endswith("FileSystemStorage")
    bucket = {
        "S3_BUCKET": "lab",
        "S3_ENDPOINT_URL": "https://s3.lab.example",
        "S3_ACCESS_KEY": "a",
        "S3_SECRET_KEY": "b",
    }
    assert value_of("STORAGES", **PRODUCTION, **bucket)["default"]["OPTIONS"] == {
        "bucket_name": "lab",
        "endpoint_url": "https://s3.lab.example",
        "region_name": "us-east-1",
        "access_key": "a",
        "secret_key": "b",
    }


def test_several_machines_need_packages_of_their_own():
    with (
        mock.patch("importlib.util.find_spec", return_value=None),
        pytest.raises(SystemExit, match="need the packages of deploy/requirements.txt"),
    ):
        value_of("STORAGES", **PRODUCTION, S3_BUCKET="lab")


def test_errors_are_e_mailed_only_to_those_who_are_named():
    assert value_of("LOGGING", **PRODUCTION)["handlers"]["mail"]["class"] == "logging.NullHandler"
    names = ["ADMINS", "EMAIL_SUBJECT_PREFIX"]
    told, prefix = values_of(names, **PRODUCTION, ERROR_MAIL="ops@lab.example,pi@lab.example")
    assert ([address for _, address in told], prefix) == (["ops@lab.example", "pi@lab.example"], "[lab.example] ")


def test_sentry_needs_its_package():
    with mock.patch.dict(sys.modules, {"sentry_sdk": None}), pytest.raises(SystemExit) as stop:
        value_of("SENTRY_DSN", **PRODUCTION, SENTRY_DSN="https://key@sentry.example/1")
    assert stop.value.code.startswith("SENTRY_DSN is set, but the package sentry-sdk isn't installed. ")


def test_sentry_is_told_nothing_of_people():
    sentry = mock.Mock()
    with mock.patch.dict(sys.modules, {"sentry_sdk": sentry}):
        value_of("SENTRY_DSN", **PRODUCTION, SENTRY_DSN="https://key@sentry.example/1")
    (options,) = [call.kwargs for call in sentry.init.call_args_list]
    assert options["before_send"].__name__ == "without_content"
    assert (options["send_default_pii"], options["include_local_variables"]) == (False, False)
    assert (options["max_request_body_size"], options["max_breadcrumbs"]) == ("never", 0)


def test_english_pages_are_british_unless_a_lab_wants_them_american():
    assert value_of("LANGUAGES", **DEVELOPMENT)[0] == ("en-gb", "English")
    shown = 'from labsite.texts.languages import OPEN_GRAPH_LOCALES as of, TAGS; print(TAGS["en-us"], of["en-us"])'
    assert run("manage.py", "shell", "-v", "0", "-c", shown, ENGLISH="en-us", **DEVELOPMENT).stdout == "en en_US\n"
