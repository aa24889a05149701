from django.apps import AppConfig


class CopyingConfig(AppConfig):
    """Writes the site as files, by ``manage.py export_site``."""

    name = "labsite.contrib.copying"
    verbose_name = "Copying"
