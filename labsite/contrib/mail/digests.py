"""The digests of Mondays: a member's, of what is new about what is theirs; an editor's, of what others changed."""

from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from labsite.contrib.mail.letters import MAX_LINES, Letter, LetterPart, Line, absolute, lines_of_changes
from labsite.contrib.mail.links import found_address
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.contrib.mail.noticing import readers
from labsite.curation import still_true
from labsite.curation.inbox import waiting_about
from labsite.curation.worklist.listed import ListedIssue
from labsite.editing.inbox import inbox_address
from labsite.history.entries import RecentChanges, lines_of
from labsite.history.models import Version
from labsite.history.tracked import tracked_models
from labsite.models import Lab, User
from labsite.roles import Role, rights_of
from publications.importing.pages.base import proposals

Kind = Notice.Kind
HOUR = time(6)  # of Mondays, where the site is: after the week's look for papers, before people begin
A_WEEK = timedelta(days=7)
MONDAY = 0
UNREACHABLE = "unreachable"  # the rule of the worklist about links that broke


@transaction.atomic
def queue_weekly(now: datetime) -> None:
    """On Mondays, write down once for each reader that they are to be told of the time since the last digest.

    Once a term somebody is asked as well whether their page is still true.
    """
    local = timezone.localtime(now)
    begin = local.replace(hour=HOUR.hour, minute=0, second=0, microsecond=0)
    if local.weekday() != MONDAY or local < begin:
        return
    MailSettings.objects.bulk_create((MailSettings(login=each) for each in readers()), ignore_conflicts=True)
    editors = {*readers(Role.EDITOR).values_list("pk", flat=True)}
    unconfirmed = {*still_true.due(timezone.localdate(now)).values_list("login", flat=True)}
    notices, changed = [], []
    for each in MailSettings.objects.select_for_update().filter(login__in=readers()).order_by("pk"):
        kinds: list[Notice.Kind] = []
        since = each.digest_at or now - A_WEEK
        if each.digest_at is None or each.digest_at < begin:
            kinds, each.digest_at = [Kind.DIGEST, *([Kind.OVERVIEW] if each.login_id in editors else [])], now
        if each.login_id in unconfirmed and (each.asked_at is None or each.asked_at < now - still_true.TERM):
            kinds, each.asked_at = [*kinds, Kind.CONFIRMING], now
        notices += [Notice(kind=kind, to_id=each.login_id, since=since) for kind in kinds]
        changed += [each] if kinds else []
    Notice.objects.bulk_create(notices)
    MailSettings.objects.bulk_update(changed, ["digest_at", "asked_at"])


def digest(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell a member what is new; what a digest has told before, and they have left as it is, is none."""
    person = getattr(login, "person", None)
    if person is None:
        return None
    settings, _ = MailSettings.objects.get_or_create(login=login)
    imports = proposals(login).filter(person=person).order_by("pk")
    papers = {f"import {row.pk} {len(row.entries)}": row for row in imports}
    waiting = waiting_about(login, person.pk)
    issues = {" ".join(map(str, each.key)): each for _kind, each in waiting if isinstance(each, ListedIssue)}
    earlier = set(settings.told)
    found_for = [
        Line(row.label, found_address(login, row), gettext("Say whether they are yours."))
        for key, row in papers.items()
        if key not in earlier
    ]
    broken: list[Line] = []
    missing: list[Line] = []
    for key, issue in issues.items():
        if key not in earlier:
            line = Line(issue.subject, absolute(issue.address_from("")), str(issue.sentence))
            (broken if issue.kind == UNREACHABLE else missing).append(line)
    since = min(notice.since for notice in notices if notice.since)
    parts = [
        LetterPart(gettext("Found for you"), found_for),
        LetterPart(gettext("New on what is yours"), lines_of_changes(login, list(_changes(login, settings, since)))),
        LetterPart(gettext("Links that lead nowhere any more"), broken),
        LetterPart(gettext("What is missing or odd"), missing),
    ]
    shown = [LetterPart(heading, lines[:MAX_LINES]) for heading, lines in parts if lines]
    if not shown:
        return None
    subject = gettext("Your week at %(lab)s") % {"lab": Lab.objects.current().shown_at("/").name}
    lead = gettext("This is new since the last digest about your page and what is yours.")
    address = absolute(inbox_address(person=person.slug))
    words = ngettext("%(number)d thing to look at", "%(number)d things to look at", len(waiting))
    button = Line(words % {"number": len(waiting)}, address) if waiting else None
    return Letter(subject, lead, shown, button, told=[*papers, *issues])


def overview(login: User, notices: Sequence[Notice]) -> Letter | None:
    """Tell an editor what others changed, each step with the page that undoes it."""
    since = min(notice.since for notice in notices if notice.since)
    steps = RecentChanges({}).steps().filter(date_created__gte=since).exclude(user=login)
    number = steps.count()
    if not number:
        return None
    lines = [
        Line(line.words, absolute(reverse("admin:step", args=[line.step.pk])), f"{line.who}. {line.detail}".strip())
        for line in lines_of(steps[:MAX_LINES])
    ]
    subject = gettext("The week at %(lab)s") % {"lab": Lab.objects.current().shown_at("/").name}
    lead = ngettext(
        "Others made %(number)d change. Its page shows it with the words before and after, and undoes it.",
        "Others made %(number)d changes. The page of each shows it with the words before and after, and undoes it.",
        number,
    )
    button = Line(gettext("All changes"), absolute(reverse("admin:changes")))
    return Letter(subject, lead % {"number": number}, [LetterPart("", lines)], button)


def _changes(login: User, settings: MailSettings, since: datetime) -> Iterator[Version]:
    """Yield what others did to what is somebody's: what they weren't told at once."""
    versions: Any = Version.objects.made().filter(step__date_created__gte=since)
    if Kind.CHANGED not in settings.unwanted:
        versions = versions.filter(kind=Version.Kind.ADDED)
    for model in tracked_models():
        if own := [lookup for lookup in rights_of(model).own if lookup.endswith("login")]:
            rows = model._base_manager.filter(Q(*((lookup, login) for lookup in own), _connector=Q.OR))
            of_model = versions.of(model, *rows.order_by().values_list("pk", flat=True).distinct())
            yield from of_model.exclude(step__user=login).select_related("step__user__person").order_by("pk")
