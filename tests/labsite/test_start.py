"""What a command needs not load, it doesn't."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

# Each takes long to load, and only pages, forms and some commands need it.
HEAVY = {
    *("PIL", "fido2", "latex2mathml", "markdown_it", "mdit_py_plugins", "nh3", "qrcode", "urllib3", "yaml"),
    *("allauth.account.forms", "labsite.admin_site.site", "labsite.drawing.typesetting", "labsite.urls"),
    *("people.admin", "publications.admin", "publications.importing", "publications.matching.candidates"),
}


@pytest.mark.once
def test_a_command_loads_nothing_heavy_before_it_begins():
    loaded = "import django, sys; django.setup(); print(*sys.modules)"
    variables = {"ENV_FILE": os.devnull, "SECRET_KEY": "x", "ALLOWED_HOSTS": "localhost"}
    process = subprocess.run(
        [sys.executable, "-c", loaded],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "labsite.settings", **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    assert HEAVY & set(process.stdout.split()) == set()
