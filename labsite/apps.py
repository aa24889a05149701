from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.db.backends.sqlite3.base import DatabaseWrapper


class LabsiteConfig(AppConfig):
    name = "labsite"
    verbose_name = "The lab"

    def ready(self):
        from labsite import content_version

        content_version.watch_writes()
        _take_json_for_granted()


class LabAdminConfig(admin_apps.AdminConfig):
    """Django's admin with the lab's own name at its head."""

    default = False
    default_site = "labsite.admin_site.LabAdminSite"


def _take_json_for_granted():
    """Keep Django from asking each new connection whether SQLite has JSON functions, as all since 3.38 have.

    It asks in a transaction, ours take the write lock, and so a reader would wait for whoever is writing.
    """
    DatabaseWrapper.features_class.supports_json_field = True
