import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def plain_settings(settings, tmp_path):
    """Keep uploads in a folder of the test's own, and do without hashed file names and slow passwords."""
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()
