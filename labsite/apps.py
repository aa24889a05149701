from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.core import checks
from django.utils.module_loading import autodiscover_modules


class LabsiteConfig(AppConfig):
    name = "labsite"
    verbose_name = "The lab"

    def ready(self):
        from labsite.accounts import email
        from labsite.history.pruning import is_in_a_version
        from labsite.history.steps import watch_rows
        from labsite.modelling import content_version, refolding
        from labsite.modelling.row_files import file_keepers

        autodiscover_modules("content")
        content_version.watch_writes()
        refolding.refold_after_migrations()
        watch_rows()
        file_keepers.append(is_in_a_version)
        checks.register(email.check_that_e_mail_is_sent, checks.Tags.security, deploy=True)


class LabAdminConfig(admin_apps.AdminConfig):
    """Django's admin with the lab's own name at its head."""

    default = False
    default_site = "labsite.admin_site.site.LabAdminSite"
