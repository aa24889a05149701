__version__ = "0.1.0"

import os
import sys

from labsite.site_folder import IS_CHECKOUT, env_file


def read_settings() -> None:
    """Read the settings, before anything else needs one; a wrong one ends the process with one sentence about it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labsite.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from environs import EnvError

    try:
        getattr(settings, "DEBUG")  # noqa: B009  (reading one reads them all)
    except (EnvError, ImproperlyConfigured, ValueError) as error:
        begin = "" if IS_CHECKOUT or env_file().exists() else " In an empty folder, labsite run writes one."
        hint = "docs/deploying.md describes each variable; you can also set it in .env."
        sys.exit(f"{str(error).rstrip('.')}. {hint}{begin}")
