import os
import socket
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from labsite import registry
from labsite.leaving.rows import some_content
from labsite.management.commands import start_lab
from labsite.management.jobs import BesideTheServer
from labsite.models import User
from labsite.site_folder import IS_CHECKOUT

# Ctrl+C reaches the worker too, which granian would then wait for without end.
SERVER = ["--interface=wsgi", "--host=127.0.0.1", "--workers=1", "--workers-kill-timeout=1", "--log-level=error"]
WSGI = "labsite.wsgi:application"


class Command(BaseCommand):
    help = "Run the site on this machine; first migrate its database, and start a lab if there is none."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lab", choices=["new", "example"], help="start with an empty lab, or with the example")
        start_lab.Command().add_arguments(parser)

    def handle(self, *, port: int, lab: str | None, **options: Any) -> None:
        if not is_free(port):
            raise CommandError(f"Port {port} is taken; choose another, such as {port + 1}.")
        call_command("migrate", verbosity=0)
        if lab and some_content():
            raise CommandError(f"A lab has already been started here: leave out “{lab}”, or see empty_lab.")
        fixtures = settings.BASE_DIR / "fixtures" if lab == "example" else settings.FIXTURES
        if lab == "new" or not (fixtures or some_content() or User.objects.exists()):
            call_command("start_lab", **{name: options[name] for name in ("name", "address", "email", "password")})
        elif fixtures:
            call_command("seed", fixtures)
        call_command("collectstatic", interactive=False, verbosity=0)
        address = f"https://{settings.ALLOWED_HOSTS[0]}/" if settings.HTTPS else f"http://localhost:{port}/"
        self.stdout.write(f"\nThe site is at {address} and is edited at {address}admin/")
        if not User.objects.filter(is_superuser=True).exists():
            command = "make admin" if IS_CHECKOUT else "labsite createsuperuser"
            self.stdout.write(f"{command}, in another terminal, creates an administrator.")
        self.stdout.write("Ctrl+C stops the site.\n\n")
        self.stdout.flush()
        if IS_CHECKOUT:
            os.chdir(settings.BASE_DIR)  # from which the server imports labsite
        os.environ["SITE_ADDRESS"] = address.rstrip("/")  # for links in e-mails
        for beside in registry.added(BesideTheServer):
            if beside.is_wanted():
                subprocess.Popen([sys.executable, "-m", "labsite", *beside.arguments])
        os.execv(sys.executable, [sys.executable, "-m", "granian", *SERVER, "--port", str(port), WSGI])


def is_free(port: int) -> bool:
    """Tell whether a server can listen at a port, though the address may still settle after one that has stopped."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            free.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
