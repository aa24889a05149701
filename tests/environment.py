"""The environment of a test run, set before the settings are read. DATABASE_URL stays the caller's."""

import os
from pathlib import Path

os.environ |= {
    "ENV_FILE": os.devnull,
    "SECRET_KEY": "for-tests-only-" + "x" * 50,
    "DEBUG": "off",
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    "HTTPS": "off",
    # The university's way to sign in is set up, so that its pages are tested; nobody gets there.
    "SSO_CLIENT_ID": "labsite",
    "SSO_CLIENT_SECRET": "quokka",
    "SSO_ISSUER": "https://sso.example",
    "SSO_NAME": "Example University",
    # WhiteNoise warns of a folder that doesn't exist; a test run collects none, and serves files from where they are.
    "STATIC_ROOT": str(Path(__file__).resolve().parent.parent / "labsite" / "static"),
}
