from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from labsite.management.turns import one_at_a_time


class Command(migrate.Command):
    """Django's own; whoever comes while it runs waits, and finds nothing left to do."""

    def handle(self, *args: Any, **options: Any) -> None:
        with one_at_a_time(connections[options["database"]]):
            super().handle(*args, **options)
