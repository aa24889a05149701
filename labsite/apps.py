from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.contrib.admin import apps as admin_apps, autodiscover, checks as admin_checks
from django.core import checks
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import pre_migrate
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class LabsiteConfig(AppConfig):
    name = "labsite"
    verbose_name = _("The lab")

    def ready(self):
        from labsite.accounts import events, letters
        from labsite.history.steps import watch_rows
        from labsite.history.versions import is_in_a_version
        from labsite.modelling import content_version, names
        from labsite.modelling.row_files import file_keepers
        from labsite.texts import folding

        autodiscover_modules("content")
        names.translate_names(apps.get_models())
        content_version.watch_writes()
        folding.refold_after_migrations()
        pre_migrate.connect(take_off_triggers, dispatch_uid="triggers")
        watch_rows()
        events.log_events()
        file_keepers.add(is_in_a_version)
        checks.register(check_the_machine, deploy=True)
        checks.register(check_what_is_left_out, checks.Tags.database)
        checks.register(letters.check_that_e_mail_is_sent, checks.Tags.security, deploy=True)


def take_off_triggers(using: str, plan: Any = (), **kwargs: Any) -> None:
    """Take off the triggers of earlier versions of the site: SQLite rebuilds no table that one of them names."""
    connection = connections[using]
    if plan and connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")


def check_the_machine(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Try what the site needs, with what no other command has to load."""
    from labsite.management.trying import check_by_trying

    return check_by_trying(app_configs)


def check_what_is_left_out(databases: Sequence[str] | None = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Refuse to leave out an app whose tables are there: their rows would hold people whom somebody deletes."""
    applied: set[str] = set()
    for alias in databases or ():
        applied |= {app for app, _ in MigrationRecorder(connections[alias]).applied_migrations()}
    return [
        checks.Error(
            f"APPS_LEFT_OUT names {app}, whose tables are in the database.",
            f"Unset that, delete the tables and their content with manage.py migrate {app} zero, and set it again.",
            id="labsite.E007",
        )
        for app in settings.APPS_LEFT_OUT
        if app in applied
    ]


class LabAdminConfig(admin_apps.SimpleAdminConfig):
    """Django's admin with the lab's own name at its head; its forms are loaded with the pages, for labsite.urls."""

    default = False
    default_site = "labsite.admin_site.site.LabAdminSite"

    def ready(self) -> None:
        checks.register(admin_checks.check_dependencies, checks.Tags.admin)
        checks.register(check_forms, checks.Tags.admin)


def check_forms(**kwargs: Any) -> list[checks.CheckMessage]:
    """Check the forms of the admin, whether or not they are loaded yet."""
    autodiscover()
    return admin_checks.check_admin_app(**kwargs)
