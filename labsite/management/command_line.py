"""Django's command line, where a command starts without loading all pages in order to check them."""

import sys

from django.core.checks import Tags
from django.core.management import ManagementUtility
from django.core.management.base import ALL_CHECKS, BaseCommand

from labsite import read_settings
from labsite.site_folder import complete_env_file

CHECKING_ALL = {"runserver"}  # beside `check`, which asks for its checks itself


class CommandLine(ManagementUtility):
    """Lets commands that would have everything checked first check the models and the database alone."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        command = super().fetch_command(subcommand)
        if command.requires_system_checks == ALL_CHECKS and subcommand not in CHECKING_ALL:
            command.requires_system_checks = [Tags.models, Tags.database]
        return command


def main() -> None:
    """Run manage.py, or the command labsite of an installed package."""
    if sys.argv[1:2] == ["run"]:
        complete_env_file()
    read_settings()
    CommandLine(sys.argv).execute()
