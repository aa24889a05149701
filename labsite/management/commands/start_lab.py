import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from labsite.leaving.rows import some_content
from labsite.models import Lab


class Command(BaseCommand):
    help = "Start a lab of your own on a site without content: its name, and its first administrator."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--name", help="the name of the lab")
        parser.add_argument("--address", help="the lab’s postal address; “” for none")
        parser.add_argument("--email", help="the e-mail address of the first administrator")
        parser.add_argument(
            "--password", help="the administrator’s password; others on this machine may see it in the command"
        )

    def handle(self, **options: Any) -> None:
        if plural := some_content():
            raise CommandError(
                f"A lab has already been started here: there is content, such as {plural}. See empty_lab."
            )
        lab = Lab(is_published=False, shows_first_steps=True)
        lab.name = self._answer(options, "name", "Name of the lab: ")
        lab.address = self._answer(options, "address", "Its postal address (Enter for none): ")
        user = get_user_model()(email=self._answer(options, "email", "Your e-mail address: "))
        password = self._answer(options, "password", "Your password: ", is_secret=True)
        try:
            lab.full_clean()
            user.full_clean(exclude=["password"])
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        with transaction.atomic():
            lab.save()
            get_user_model()._default_manager.create_superuser(user.email, password)
        self.stdout.write(f"{lab.name} is ready. Sign in as {user.email} at /admin/ to fill and publish it.")

    def _answer(self, options: Any, name: str, question: str, *, is_secret: bool = False) -> str:
        """Return what an option says, else what somebody answers: a secret twice, and without showing it."""
        if options[name] is not None:
            return str(options[name]).strip()
        if not sys.stdin.isatty():
            raise CommandError(f"There is nobody to ask here. Add --{name}.")
        if not is_secret:
            return input(question).strip()
        while (answer := getpass(question)) != getpass("Again: "):
            self.stderr.write("They differ.")
        return answer.strip()
