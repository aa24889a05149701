"""The environment of a test run, set before the settings are read. DATABASE_URL is the caller's: SQLite or PostgreSQL."""

import os

os.environ |= {
    "ENV_FILE": os.devnull,
    "SECRET_KEY": "for-tests-only-" + "x" * 50,
    "DEBUG": "off",
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    "HTTPS": "off",
}
