"""The labs that are measured: each made once, in a database that is kept; and those who edit them on the site."""

import gzip
import json
import sys
import threading
import time
from contextlib import contextmanager
from urllib.parse import urlencode

from lxml import html

from tests.benchmarks import servers

SEEDED = 44  # papers: those of the fixtures
TOKEN = "a" * 32  # against forged requests: of a cookie, which a browser would have been given


def database(options, papers):
    """Return the address of a lab's database, which is made if it isn't there."""
    if options.postgres:
        address = f"{options.postgres.rpartition('/')[0]}/benchmark_{papers}"
        _create(options.postgres, f"benchmark_{papers}")
    else:
        address = f"sqlite:///{options.folder}/lab-{papers}.sqlite3"
    if address not in _logins:
        command = [sys.executable, "-m", "tests.benchmarks.corpus", str(papers)]
        variables = {"DATABASE_URL": address, "MEDIA_ROOT": str(options.folder / "media"), "LOG_LEVEL": "ERROR"}
        _logins[address] = json.loads(servers.output_of(command, variables).splitlines()[-1])
    return address


_logins = {}


def _create(server, name):
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(f"CREATE DATABASE {name}")


class Editor:
    """Somebody signed in, who opens forms in the admin and saves them."""

    def __init__(self, server, options, papers, role="administrator"):
        self.keys = _logins[database(options, papers)]
        self.visitor, self.number = servers.Visitor(server), 0
        self.headers = {"Cookie": f"sessionid={self.keys[role]}; csrftoken={TOKEN}", "Accept_Encoding": "gzip"}
        self.forms = {
            "lab": f"/admin/labsite/lab/{self.keys['lab']}/change/?part=sentence",
            "paper": f"/admin/publications/publication/{self.keys['paper']}/change/",
            "large": f"/admin/publications/publication/{self.keys['large']}/change/",
        }

    def open(self, path):
        """Return a page of the admin, as it is once unpacked. Raises RuntimeError for any other answer."""
        status, _ = self.visitor.ask(path, **self.headers)
        if status != 200:
            raise RuntimeError(f"{path} is answered {status}")
        return gzip.decompress(self.visitor.read)

    def send(self, name, page, **changes):
        """Send the form that a page has, with some fields changed."""
        [form] = [form for form in html.fromstring(page.decode()).forms if form.get("id", "").endswith("_form")]
        changes["_save"] = "Save"
        fields = [pair for pair in form.form_values() if pair[0] not in changes] + [*changes.items()]
        status, _ = self.visitor.ask(self.forms[name], urlencode(fields).encode(), **self.headers)
        if status != 302:
            raise RuntimeError(f"{self.forms[name]} isn't saved, but answered {status}")

    def save(self, name="paper"):
        """Open the form of a paper, or of the lab, which every page shows, and save it with other words in it."""
        self.number += 1
        changes = {"tagline": f"We study rest, part {self.number}"} if name == "lab" else {}
        self.send(
            name, self.open(self.forms[name]), **changes or {"title": f"Paper {self.number} of {time.time_ns()}"}
        )

    @contextmanager
    def saving_each_second(self):
        """Open and save a paper, and look at the list that this leads to, once a second."""
        done = threading.Event()

        def go():
            while not done.wait(1):
                self.save()
                self.open("/admin/publications/publication/")

        thread = threading.Thread(target=go)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
