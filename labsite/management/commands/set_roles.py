from typing import Any

from django.core.management.base import BaseCommand

from labsite import roles


class Command(BaseCommand):
    help = "Make the groups Members, Editors and Administrators hold what the table of roles says; seed does so too."

    def handle(self, **options: Any) -> None:
        roles.set_roles()
        for role in roles.Role:
            self.stdout.write(f"{role.group}: {roles.permissions_of(role).count()} permissions")
