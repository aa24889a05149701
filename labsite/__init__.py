import os
import sys


def read_settings() -> None:
    """Read the settings, before anything else needs one; a wrong one ends the process with one sentence about it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labsite.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from environs import EnvError

    try:
        getattr(settings, "DEBUG")  # noqa: B009  (reading one reads them all)
    except (EnvError, ImproperlyConfigured, ValueError) as error:
        sys.exit(f"{str(error).rstrip('.')}. docs/deploying.md describes each variable; it may also stand in .env.")
