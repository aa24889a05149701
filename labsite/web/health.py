"""Whether the site can do its work: what ``/healthz`` answers to probes, and the page *The site* in more words."""

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from os import W_OK, access
from pathlib import Path
from typing import NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.timesince import timesince
from django.utils.translation import gettext, override

from labsite.registry import SiteFacet

logger = logging.getLogger(__name__)

PATH = "/healthz"
ALL = "all"  # /healthz?all
MIN_FREE = 200 * 2**20  # bytes, of which an upload takes 40 MB and an import some dozens
METHODS = ("GET", "HEAD")


class Check(NamedTuple):
    """What was looked at, whether it is in order, and what there is to say of it."""

    name: str
    is_fine: bool
    words: str


@dataclass(frozen=True)
class SiteCheck(SiteFacet):
    """What an app has looked at that runs with the site, for the page *The site*."""

    check: Callable[[], Check]


@dataclass(frozen=True)
class CheckedPart(SiteFacet):
    """What an app has looked at on the page *The site*, as a part of its own; without checks it isn't shown."""

    heading: str | Promise
    checks: Callable[[], Iterable[Check]]


def answer(request: HttpRequest) -> HttpResponse:
    """Tell a probe whether pages can be made, and no more; the log says what is wrong.

    With ``?all`` also whether there is room to write and the jobs of every night and week ran: who asks without it may
    take the site out of service, and a full disk would end what it still does. It is answered before anything looks at
    the host's name, which probes don't know, the session or the language.
    """
    if request.method not in METHODS:
        return HttpResponseNotAllowed(METHODS)
    asked = [database, disks, jobs] if request.META.get("QUERY_STRING") == ALL else [database]
    with override(None):  # the log is in English, and the thread may still speak the language of its last visitor
        failed = [check for checks in asked for check in checks() if not check.is_fine]
    response = HttpResponse(
        "not ok\n" if failed else "ok\n",
        status=503 if failed else 200,
        content_type="text/plain; charset=utf-8",
        headers={
            "Cache-Control": "no-store",
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
        },
    )
    if failed:
        names, words = ", ".join(check.name for check in failed), " ".join(f"{c.name}: {c.words}" for c in failed)
        logger.error(f"Not ok: {names}. %s", words)
        setattr(response, "_has_been_logged", True)  # noqa: B010  (so Django marks what it need not log)
    return response


def database() -> Iterator[Check]:
    """Ask the database for something, and whether it is at the state that this code expects."""
    rows = "SELECT app, name FROM django_migrations"
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            yield Check(
                gettext("Database"), True, gettext("%(database)s answers.") % {"database": connection.display_name}
            )
            cursor.execute(rows)
            lacking = _newest_migrations() - set(cursor.fetchall())
    except Error as error:
        yield Check(gettext("Database"), False, gettext("It can’t be queried: %(why)s") % {"why": _first_line(error)})
        return
    words = gettext("Run migrate: %(migrations)s.") % {
        "migrations": ", ".join(sorted(".".join(each) for each in lacking)),
    }
    words = words if lacking else gettext("All applied.")
    yield Check(gettext("Migrations"), not lacking, words)


@cache
def _newest_migrations() -> set[tuple[str, str]]:
    """Return the last migration of each app, which stays while the process runs."""
    from django.db.migrations.loader import MigrationLoader

    return set(MigrationLoader(None).graph.leaf_nodes())


def disks() -> Iterator[Check]:
    """Look whether there is room where the site writes, and whether it may write there."""
    folders = {} if settings.S3_BUCKET else {gettext("Uploads"): Path(settings.MEDIA_ROOT)}
    if connection.vendor == "sqlite":
        folders[gettext("Database file")] = Path(connection.settings_dict["NAME"]).parent
    for name, folder in folders.items():
        try:
            while not folder.exists() and folder != folder.parent:
                folder = folder.parent
            free, is_open = shutil.disk_usage(folder).free, access(folder, W_OK)
        except OSError as error:
            words = gettext("%(folder)s can’t be checked: %(why)s.") % {"folder": folder, "why": error.strerror}
            yield Check(name, False, words)
            continue
        words = gettext("%(free)s GB free in %(folder)s.") % {"free": f"{free / 2**30:.1f}", "folder": folder}
        if not is_open:
            words = " ".join([gettext("%(folder)s can’t be written to.") % {"folder": folder}, words])
        yield Check(name, is_open and free >= MIN_FREE, words)


def jobs() -> Iterator[Check]:
    """Say of each command that a timer starts when it ran and what came of it."""
    model, now = apps.get_model("labsite.JobRun"), timezone.now()
    try:
        runs = {run.command: run for run in model.objects.all()}
        migrations = MigrationRecorder(connection).applied_migrations().values()
        begun = min((each.applied for each in migrations), default=now)
    except Error as error:
        yield Check(gettext("Jobs"), False, _first_line(error))
        return
    for command in model.days():
        run = runs.get(command) or model(command=command)
        is_late = run.is_late(now, begun)
        if run.started_at is None:
            words = gettext("It has never run.") if is_late else gettext("It hasn’t run yet: the site is new.")
        elif run.ended_at is None:
            words = gettext("Started %(time)s ago, and not finished.") % {"time": timesince(run.started_at, now)}
        else:
            failed, well = gettext("%(time)s ago it failed: %(outcome)s"), gettext("%(time)s ago: %(outcome)s")
            words = (failed if run.has_failed else well) % {
                "time": timesince(run.ended_at, now),
                "outcome": run.outcome,
            }
        yield Check(command, not run.has_failed and not is_late, words)


def _first_line(error: Error) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
