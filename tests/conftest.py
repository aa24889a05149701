import gc

import hypothesis
import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.management.color import no_style
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation

from labsite import roles, urls  # noqa: F401  (the second registers the forms of the admin)
from labsite.curation import news_proposals
from labsite.pages import kept, moments
from labsite.templatetags import site
from publications.templatetags import papers
from tests.labsite.leaving.installations import run
from tests.worlds import made_once

DATABASE_FIXTURES = {"db", "transactional_db"}
LONG = {"once", "browser"}
# About what kinds of database answer each in its own way: locks, transactions, constraints, folded words, JSON, order,
# large files. What a plan decides or a page shows of the same rows is no such thing.
BOTH = tuple(
    f"tests/{begin}"
    for begin in (
        *("labsite/concurrency/", "labsite/curation/duplicates/", "labsite/curation/worklist/", "labsite/history/"),
        *("labsite/jobs/", "labsite/leaving/", "labsite/management/", "labsite/privacy/", "labsite/search/"),
        *("labsite/modelling/test_content_version", "labsite/modelling/test_folded_lookups"),
        *("labsite/modelling/test_natural_keys", "labsite/modelling/test_o", "labsite/modelling/test_p"),
        *("labsite/test_import", "labsite/test_seed", "labsite/accounts/test_at_once", "labsite/pages/test_explore"),
        *("labsite/web/test_health", "labsite/web/test_shared_cache", "labsite/data/test_large_files"),
        *("people/test_affiliations", "people/test_person", "people/test_standing"),
        *(
            "publications/test_counts",
            "publications/test_data",
            "publications/test_filters",
            "publications/test_models",
        ),
        *("publications/test_rows", "publications/importing/test_applying", "publications/importing/test_changes"),
        *("publications/importing/test_interruptions", "publications/importing/test_running"),
        *("publications/matching/test_duplicates", "publications/matching/test_people"),
        *("publications/matching/test_venues", "contrib/documents/test_report_subjects"),
        *("contrib/mail/test_notices", "contrib/mail/test_sending", "contrib/sources/test_members"),
    )
)

# The same examples each time: what fails here fails everywhere, and not by chance.
hypothesis.settings.register_profile("same", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("same")


def pytest_itemcollected(item):
    """Mark what asks the database, and of it what a second kind of database is tested with."""
    if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(item.fixturenames):
        item.add_marker("database")
    if item.nodeid.startswith(BOTH) and item.get_closest_marker("database") and not item.get_closest_marker("once"):
        item.add_marker("both")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Begin with the files that take long, of which workers get one at a time: at the end none waits for another."""
    long = {item.path for item in items if LONG & set(item.keywords)}
    items.sort(key=lambda item: item.path not in long)


def pytest_collection_finish():
    """Keep the collector of garbage from looking, again and again, at what stays until the end."""
    gc.collect()
    gc.freeze()


# What follows from the models and from nothing else: to make that again for each test takes longer.
MADE_OF_MODELS = {ContentType, Permission, Group, Group.permissions.through}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Make the groups of the roles together with the database, and let Django know the types as after a first page."""
    with django_db_blocker.unblock():
        ContentType.objects.get_for_models(*apps.get_models())
        Group.objects.bulk_create(Group(name=role.group) for role in roles.Role)


def empty_the_database(test_case):
    """Leave nothing of a test that commits, but what is made of the models."""
    models = {model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy}
    tables = [model._meta.db_table for model in models - MADE_OF_MODELS]
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables))


TransactionTestCase._fixture_teardown = empty_the_database


@pytest.fixture(scope="session")
def empty(tmp_path_factory):
    """The address of a database of SQLite that is up to date and has no rows of its own, made once for all workers."""

    def migrate(path):
        done = run("manage.py", "migrate", "--verbosity", "0", database=f"sqlite:///{path}")
        assert done.returncode == 0, done.stderr

    return f"sqlite:///{made_once(tmp_path_factory, 'empty.sqlite3', migrate)}"


@pytest.fixture(params=roles.Role, ids=lambda role: role.name.lower())
def role(request):
    """Each role: for what is so whoever edits."""
    return request.param


@pytest.fixture(autouse=True)
def plain_settings(settings, tmp_path):
    """Keep uploads in a folder of the test's own, and do without hashed file names and slow passwords.

    Static files are looked for when they are asked for, not all of them whenever a client is made.
    """
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.WHITENOISE_AUTOREFRESH = True
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def own_language():
    """A page asked for in another language leaves that behind in the thread, for the next file's fixtures too."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def empty_cache():
    caches["memory"].clear()
    kept.forget_all()
    papers.fragments.clear()
    site.fragments.clear()
    news_proposals.forget()
    moments.MAY_BE_OLD_SECONDS = 0  # as the thread that makes pages anew doesn't see what a test hasn't committed
