from typing import Any

from django.core.checks import Tags
from django.core.management.commands import migrate
from django.db import connections

from labsite.management.turns import one_at_a_time


class Command(migrate.Command):
    """Django's own; whoever comes while it runs waits, and finds nothing left to do.

    It checks models and the database, and loads no page for that.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        with one_at_a_time(connections[options["database"]]):
            super().handle(*args, **options)

    def check(self, *args: Any, **kwargs: Any) -> None:
        super().check(*args, **{"tags": [Tags.models, Tags.database], **kwargs})
