"""A visitor at the site's front door, which Django's own test client doesn't go through."""

from dataclasses import dataclass

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http.cookie import SimpleCookie
from django.test import RequestFactory

from labsite.pages.front import Front


@dataclass
class Seen:
    """An answer as it came over the line."""

    status: str
    headers: list
    content: bytes

    @property
    def status_code(self):
        return int(self.status[:3])

    @property
    def text(self):
        return self.content.decode()

    def __getitem__(self, name):
        return dict(self.headers)[name]

    def get(self, name):
        return dict(self.headers).get(name)


class Visitor:
    """Asks for addresses; ``cookies`` are those of a test client that has signed in, for example."""

    def __init__(self, cookies=None):
        self.cookies = cookies or SimpleCookie()
        self.front = Front(WSGIHandler())

    def get(self, address, method="GET", data=None, **options):
        factory = RequestFactory()
        factory.cookies = self.cookies
        environ = factory.generic(method, address, data or b"", **options).environ
        environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")  # which a request has decoded
        told = []
        signals = (request_started, request_finished)
        for signal in signals:
            signal.disconnect(close_old_connections)  # that of the test stays, as with Django's client
        try:
            body = self.front(environ, lambda *said: told.append(said))
            content = b"".join(body)
            if hasattr(body, "close"):
                body.close()
        finally:
            for signal in signals:
                signal.connect(close_old_connections)
        return Seen(*told[0], content)

    def head(self, address, **options):
        return self.get(address, "HEAD", **options)

    def post(self, address, **options):
        return self.get(address, "POST", **options)
