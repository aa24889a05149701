from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections

from labsite import history
from labsite.modelling.write_waits import one_at_a_time


class Command(migrate.Command):
    """Django's own; whoever comes while it runs waits, and finds nothing left to do.

    As a site begins with it, what broke off when the site ended is taken back after it.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        with one_at_a_time(connections[options["database"]]):
            super().handle(*args, **options)
        if options["database"] == DEFAULT_DB_ALIAS and not options["app_label"]:
            history.take_back_broken_off()
