"""The site with one app more; of the site's own modules, only these settings would name it."""

from labsite.settings import *  # noqa: F403
from labsite.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.instruments"]
