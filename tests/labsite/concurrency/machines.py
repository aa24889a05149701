"""Several machines on this one: nodes of the site with nginx in front, PostgreSQL, Redis and a bucket."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from glob import glob
from pathlib import Path

import boto3
from django.conf import settings

from tests.labsite.concurrency.server import SETTINGS, command_of, free_port, options_of_the_service, wait_for

PATIENCE = 300  # seconds until a program must have started
MAKE_THE_LAB = """
import django
from django.conf import settings
django.setup()
from django.apps import apps
from django.core.management import call_command
settings.MIGRATION_MODULES = dict.fromkeys(app.label for app in apps.get_app_configs())
call_command("migrate", run_syncdb=True, verbosity=0)
from {maker.__module__} import {maker.__name__}
{maker.__name__}()
"""


def binaries():
    """Return where PostgreSQL's programs are, the newest ones; None if they are nowhere."""
    return max(map(Path, glob("/usr/lib/postgresql/*/bin")), default=None)


def lacking():
    """Name the programs that aren't installed here."""
    found = {name: shutil.which(name) for name in ("nginx", "redis-server")} | {"postgresql": binaries()}
    return ", ".join(name for name, path in found.items() if not path)


def as_somebody_else(*command):
    """Return a command as a user whom PostgreSQL accepts: not as root."""
    return [*(["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []), *map(str, command)]


class Machines:
    """What runs: programs by their names, each with a port of its own; ``maker`` makes what they show."""

    def __init__(self, folder, maker=None):
        self.folder, self.maker, self.running = folder, maker, {}
        self.data = Path(tempfile.mkdtemp())  # of PostgreSQL's user, who may not enter the folder
        self.ports = {name: free_port() for name in ("postgres", "redis", "bucket", "nginx", "node-a", "node-b")}
        self.variables = {
            "ALLOWED_HOSTS": f"127.0.0.1:{self.ports['nginx']}",
            "BEHIND_PROXY": "on",
            "DJANGO_SETTINGS_MODULE": SETTINGS["DJANGO_SETTINGS_MODULE"],
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{self.ports['postgres']}/postgres",
            "CACHE_URL": f"redis://127.0.0.1:{self.ports['redis']}/0",
            "S3_BUCKET": "lab",
            "S3_ENDPOINT_URL": self.address("bucket"),
            "S3_ACCESS_KEY": "ada",
            "S3_SECRET_KEY": "wombat",
            "STATIC_ROOT": str(folder / "static"),
        }
        self.site = self.address("nginx")

    def __enter__(self):
        with ThreadPoolExecutor() as pool:
            collected = pool.submit(self.manage, "manage.py", "collectstatic", "--no-input", "--verbosity", "0")
            pool.submit(self.start, "redis").result()
            bucket = pool.submit(self._make_bucket)
            self._make_database()
            self.manage("-c", MAKE_THE_LAB.format(maker=self.maker))
            collected.result()
            bucket.result()
            self.write_nginx()
            list(pool.map(self.start, ("node-a", "node-b", "nginx")))
        return self

    def __exit__(self, *error):
        for name in reversed(list(self.running)):
            with suppress(FileNotFoundError):  # what didn't start
                self.kill(name)
        shutil.rmtree(self.data)

    def address(self, name):
        return f"http://127.0.0.1:{self.ports[name]}"

    def start(self, name):
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        node = {"MEDIA_ROOT": str(folder / "media")} if name.startswith("node") else {}
        with open(folder / "log", "a") as log:
            self.running[name] = subprocess.Popen(
                self._command(name),
                cwd=settings.BASE_DIR,
                env=os.environ | self.variables | node,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait_for_port(name)
        if name.startswith("node"):
            wait_for(self.address(name), self.running[name])

    def kill(self, name):
        """End a program and all of its processes at once, as a power cut does."""
        process = self.running.pop(name)
        if name == "postgres":  # whose processes have sessions of their own
            os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def manage(self, *arguments):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=settings.BASE_DIR,
            env=os.environ | self.variables,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _command(self, name):
        port = str(self.ports[name])
        if name == "postgres":
            options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
            return as_somebody_else(binaries() / "postgres", "-D", self.data, *options.split())
        return {
            "redis": ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", ""],
            "bucket": [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", port],
            "nginx": ["nginx", "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)],
        }.get(name) or command_of(self.address(name), options_of_the_service())

    def _make_database(self):
        if os.geteuid() == 0:
            shutil.chown(self.data, "postgres")
        initialise = "--username postgres --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync"
        command = as_somebody_else(binaries() / "initdb", "--pgdata", self.data, *initialise.split())
        subprocess.run(command, cwd="/", check=True, capture_output=True)
        self.start("postgres")

    def _make_bucket(self):
        self.start("bucket")
        boto3.client(
            "s3",
            endpoint_url=self.address("bucket"),
            aws_access_key_id="ada",
            aws_secret_access_key="wombat",
            region_name="us-east-1",
        ).create_bucket(Bucket="lab")

    def write_nginx(self):
        """Write what deploy/nginx.conf says for two machines, at other addresses and without HTTPS."""
        told = (Path(settings.BASE_DIR) / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        nodes = "".join(f"server 127.0.0.1:{self.ports[name]} max_fails=0; " for name in ("node-a", "node-b"))
        told = re.sub(r"(?:    server 127.0.0.1:8000 max_fails=0;\n)+", nodes, told)
        told = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", told, flags=re.DOTALL)
        told = re.sub(r" +(ssl_certificate.*|listen \[::\].*)\n", "", told)
        told = told.replace("listen 443 ssl http2", f"listen 127.0.0.1:{self.ports['nginx']}")
        told = told.replace("$host;", "$http_host;").replace("/srv/labsite", str(settings.BASE_DIR))
        told = told.replace("/dev/shm/", f"{self.folder}/")
        temporary = "".join(f"{each}_temp_path {self.folder}; " for each in ("client_body", "proxy"))
        (self.folder / "nginx.conf").write_text(
            f"daemon off; user root; error_log stderr; pid {self.folder}/nginx.pid;\nevents {{}}\n"
            f"http {{ access_log off; {temporary}\n{told}}}\n"
        )

    def _wait_for_port(self, name):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.running[name].poll() is None:
            with closing(socket.socket()) as asked:
                if asked.connect_ex(("127.0.0.1", self.ports[name])) == 0:
                    return
            time.sleep(0.05)
        raise RuntimeError(f"{name} doesn't start: {(self.folder / name / 'log').read_text()}")
