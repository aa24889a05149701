"""The settings of a server in a test: the site's own, but for passwords, which are quick to check here as well."""

from labsite.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
