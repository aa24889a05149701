"""The settings of a server in a test of faults: the site's own error pages, without collected files."""

from tests.labsite.concurrency.settings import *  # noqa: F403

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # noqa: F405
