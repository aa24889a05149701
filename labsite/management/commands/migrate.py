from typing import Any

from django.apps import apps
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from labsite import history
from labsite.modelling import content_version
from labsite.modelling.write_waits import one_at_a_time

NOT_FOR_ALL = ("app_label", "check_unapplied", "fake", "plan", "prune")


class Command(migrate.Command):
    """Django's own; whoever comes while it runs waits, and finds nothing left to do.

    As a site begins with it, what broke off when the site ended is taken back after it.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        with one_at_a_time(connection):
            if not any(options[name] for name in NOT_FOR_ALL):
                make_todays_tables(connection)
            super().handle(*args, **options)
        if options["database"] == DEFAULT_DB_ALIAS and not options["app_label"]:
            history.take_back_broken_off()


def make_todays_tables(connection: BaseDatabaseWrapper) -> None:
    """Make the tables of an empty database as the models are, instead of by one migration after another.

    Which takes a tenth of the time. Of rows that migrations bring along there are those alone at which writers wait.
    """
    if connection.introspection.table_names():
        return
    if connection.vendor == "sqlite":  # readers and writers work side by side; the file remembers it
        connection.cursor().execute("PRAGMA journal_mode=WAL")
    loader, recorder = MigrationLoader(connection), MigrationRecorder(connection)
    models = [model for model in apps.get_models() if model._meta.app_label in loader.migrated_apps]
    with connection.schema_editor() as editor:
        tables: list[Any] = [recorder.Migration, *models]
        for model in tables:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        done = [recorder.Migration(app=app, name=name) for app, name in loader.disk_migrations]
        recorder.migration_qs.bulk_create(done)
        if models and connection.alias == DEFAULT_DB_ALIAS:  # else no app has migrations, or a backup brings them
            content_version.bump(*sorted({*content_version.groups_by_table().values()}))  # writers wait at these rows
