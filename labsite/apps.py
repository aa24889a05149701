from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class LabsiteConfig(AppConfig):
    name = "labsite"
    verbose_name = "The lab"

    def ready(self):
        from labsite import content_version, refolding
        from labsite.history import watching

        content_version.watch_writes()
        refolding.refold_after_migrations()
        watching.watch_rows()


class LabAdminConfig(admin_apps.AdminConfig):
    """Django's admin with the lab's own name at its head."""

    default = False
    default_site = "labsite.admin_site.LabAdminSite"
