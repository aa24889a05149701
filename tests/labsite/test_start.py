"""What a command needs not load, it doesn't."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.checks import Tags
from django.core.management import get_commands
from django.core.management.base import ALL_CHECKS

from labsite.management.command_line import CommandLine

# Each takes long to load, and only pages, forms and some commands need it. Checking models loads Pillow.
HEAVY = {
    *("fido2", "latex2mathml", "markdown_it", "mdit_py_plugins", "nh3", "qrcode", "urllib3", "yaml"),
    *("allauth.account.forms", "labsite.admin_site.site", "labsite.contrib.cards.typesetting", "labsite.urls"),
    *("people.admin", "publications.admin", "publications.importing", "publications.formats", "publications.matching"),
}


# What of pages only some need that few ask for.
RARE = {"docx", "justhtml", "lxml", "openpyxl", "rapidfuzz", "typst", "xlsxwriter", "labsite.contrib.moving.web_site"}


def loaded_by(code):
    """Return the names of all modules that a process of its own has loaded once it has run some code."""
    variables = {"ENV_FILE": os.devnull, "SECRET_KEY": "x", "ALLOWED_HOSTS": "localhost"}
    process = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"],
        cwd=settings.BASE_DIR,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "labsite.settings",
            "DATABASE_URL": "sqlite://:memory:",
            **variables,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return set(process.stdout.split())


@pytest.mark.once
def test_a_command_loads_nothing_heavy_before_it_begins():
    run = "CommandLine(['manage.py', 'showmigrations', 'sessions']).execute()"
    loaded = loaded_by(f"from labsite.management.command_line import CommandLine; {run}")
    assert {"labsite.models", "people.content"} <= loaded
    assert HEAVY & loaded == set()


@pytest.mark.once
def test_a_worker_loads_only_when_it_is_needed_what_rarely_is():
    loaded = loaded_by("import django; django.setup(); import labsite.urls")
    assert {"labsite.contrib.moving.door.views", "labsite.search.query"} <= loaded
    assert RARE & loaded == set()


@pytest.mark.once
def test_only_those_commands_check_every_page_whose_purpose_that_is():
    commands = {name: CommandLine(["manage.py"]).fetch_command(name) for name in get_commands()}
    assert [name for name, command in commands.items() if command.requires_system_checks == ALL_CHECKS] == [
        "runserver"
    ]
    assert commands["seed"].requires_system_checks == [Tags.models, Tags.database]
    assert commands["check"].requires_system_checks == []  # it asks for them itself
    assert commands["collectstatic"].requires_system_checks == [Tags.staticfiles]
