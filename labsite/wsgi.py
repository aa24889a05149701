"""The WSGI application that a server such as granian loads: ``labsite.wsgi:application``."""

import gc
import os
import sys
from argparse import ArgumentParser
from importlib import import_module
from typing import Any

import django
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

from labsite import read_settings

read_settings()


class Request(WSGIRequest):
    """A request whose Content-Type may be anything: Django reads it where no error page could be shown yet."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]  # a private method of HttpRequest
        except (LookupError, ValueError):  # a parameter in a charset that doesn't exist, for example
            self.content_type, self.content_params = "", {}


class Handler(WSGIHandler):
    request_class = Request

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Refuse to stand under a path, where style and canonical links would lead elsewhere."""
        if prefix := environ.get("SCRIPT_NAME", "").rstrip("/"):
            start_response("500 Internal Server Error", [("Content-Type", "text/plain; charset=utf-8")])
            return [f"The site stands at the root of a name of its own, not under {prefix}.\n".encode()]
        return super().__call__(environ, start_response)


def blocking_threads() -> int:
    """Return how many requests a worker answers at once: granian's workers have its command line."""
    options = ArgumentParser(add_help=False, allow_abbrev=False)
    options.add_argument("--blocking-threads", type=int, default=os.environ.get("GRANIAN_BLOCKING_THREADS", 8))
    return options.parse_known_args()[0].blocking_threads


django.setup(set_prefix=False)
import_module(settings.ROOT_URLCONF)  # now, rather than while the first visitor waits
if not getattr(staticfiles_storage, "hashed_files", True):
    sys.exit("The style and the scripts aren't collected yet: run manage.py collectstatic, then start again.")
import_module("labsite.modelling.write_waits").limit_waits(blocking_threads())
application = import_module("labsite.pages.front").Front(Handler())
# What is loaded stays for good: no collection during a request goes through it, which takes a tenth of a second.
gc.collect()
gc.freeze()
