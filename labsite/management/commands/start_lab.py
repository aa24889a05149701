import sys
from argparse import ArgumentParser
from collections.abc import Callable
from getpass import getpass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import models, transaction

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
        lab, user = Lab(is_published=False, shows_first_steps=True), get_user_model()()
        self._answer(options, "name", "Name of the lab: ", filling(lab, "name"))
        self._answer(options, "address", "Its postal address (Enter for none): ", filling(lab, "address"))
        self._answer(options, "email", "Your e-mail address: ", filling(user, "email"))
        password = self._answer(
            options, "password", "Your password: ", lambda answer: validate_password(answer, user), is_secret=True
        )
        with transaction.atomic():
            lab.save()
            get_user_model()._default_manager.create_superuser(user.email, password)
        self.stdout.write(f"{lab.name} is ready. Sign in as {user.email} at /admin/ to fill and publish it.")

    def _answer(
        self,
        options: Any,
        name: str,
        question: str,
        check: Callable[[str], object],
        *,
        is_secret: bool = False,
    ) -> str:
        """Return what an option says, else what somebody answers, asked again until it passes: a secret without show.

        Raises a CommandError for an option that doesn't pass, or where there is nobody to ask.
        """
        given = options[name]
        if given is None and not sys.stdin.isatty():
            raise CommandError(f"This isn’t an interactive terminal. Add --{name}.")
        while True:
            answer = (given if given is not None else (getpass if is_secret else input)(question)).strip()
            try:
                check(answer)
            except ValidationError as error:
                if given is not None:
                    raise CommandError(f"--{name}: {' '.join(error.messages)}") from error
                self.stderr.write(" ".join(error.messages))
                continue
            if given is not None or not is_secret or getpass("Again: ").strip() == answer:
                return answer
            self.stderr.write("They differ.")


def filling(row: models.Model, name: str) -> Callable[[str], object]:
    """Return what puts an answer into a field of a new row; one that can't be there is a ValidationError."""

    def fill(answer: str) -> None:
        setattr(row, name, answer)
        row.full_clean(exclude={field.name for field in row._meta.fields} - {name})

    return fill
