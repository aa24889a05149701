"""Who is told of what, and when: each is a Notice, written in the transaction of a change, or when it is time."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from labsite.contrib.mail.models import MailSettings, Notice
from labsite.curation import still_true
from labsite.history.models import Step
from labsite.history.tracked import Key, by_model
from labsite.history.versions import Snapshot, key_of
from labsite.modelling.publishing import Publishable
from labsite.models import Invitation, Question, User
from labsite.roles import Role, rights_of
from people.models import Person

Kind, State = Notice.Kind, Publishable.State
Changes = Mapping[Key, tuple[Snapshot, Snapshot]]

GATHERED = timedelta(hours=1)  # in which further changes by others join the same e-mail
REMINDED_BEFORE = timedelta(days=2)  # the end of an invitation
A_WEEK = timedelta(days=7)
HOUR = 6  # of Mondays, where the site is: after the week's look for papers, before people begin


def readers(lowest: Role = Role.MEMBER) -> QuerySet[User]:
    """Return the logins of those who can sign in and have a role or a higher one."""
    groups = [role.group for role in Role if role >= lowest]
    may = Q(is_superuser=True) | Q(pk__in=User.objects.filter(groups__name__in=groups).values("pk"))
    return User.objects.filter(may, is_active=True, is_staff=True).order_by("pk")


def next_monday(now: datetime) -> datetime:
    """Return when the next digests are due."""
    local = timezone.localtime(now)
    monday = (local - timedelta(days=local.weekday())).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return monday if local < monday else monday + A_WEEK


def notice_changes(step: Step, changes: Changes) -> None:
    """Write down whom the changes of a step are told to; called by the history as it writes the step.

    Each reader is told of a change once: at once, on Monday as of their own, or as an editor of the rest.
    """
    if not settings.SENDS_EMAIL:
        return
    kinds = {key: kind for key, pair in changes.items() if (kind := _kind(key, *pair))}
    editors = list(readers(Role.EDITOR).exclude(pk=step.user_id or 0).values_list("pk", flat=True))
    recipients = [(key, editor) for key, kind in kinds.items() if kind == Kind.WAITING for editor in editors]
    recipients += _owners({key: kind for key, kind in kinds.items() if kind != Kind.WAITING}, changes)
    recipients = [each for each in dict.fromkeys(recipients) if each[1] != step.user_id]
    now, of_step = timezone.now(), step.versions.filter(object_id__in={str(key.pk) for key, _ in recipients})
    pks = {key_of(version): version.pk for version in of_step.defer("serialized_data")}
    versions: dict[tuple[int, Notice.Kind], list[int]] = defaultdict(list)
    for key, login in recipients:
        versions[login, kinds[key]].append(pks[key])
    due_at = {Kind.CHANGED: now + GATHERED, Kind.DIGEST: next_monday(now)}
    notices = [
        Notice(kind=kind, to_id=login, due_at=due_at.get(kind, now), versions=each)
        for (login, kind), each in versions.items()
    ]
    known = Counter(login for _, login in recipients)
    people = [key.pk for key in changes if key.model is Person]
    elsewhere = Q(kind=Kind.LEFT, person__in=people) | Q(kind=Kind.OVERVIEW, step=step)  # of one in parts by the first
    know = {*Notice.objects.filter(elsewhere).values_list("to", flat=True)}
    know |= {editor for editor in editors if changes and known[editor] == len(changes)}
    monday: dict[str, Any] = {"kind": Kind.OVERVIEW, "step": step, "due_at": next_monday(now)}
    Notice.objects.bulk_create([*notices, *(Notice(to_id=pk, **monday) for pk in editors if pk not in know)])


def notice_leaving(person: Person, by: User, **kwargs: Any) -> None:
    """Write down that the other editors are told that somebody has left; called as it is noted."""
    _notice_editors(Kind.LEFT, [by.pk, person.login_id or by.pk], person=person)


def notice_question(instance: Question, created: bool, **kwargs: Any) -> None:
    """Write down that the editors are told of a question, or who asked of the answer; called as it is saved."""
    if created:
        _notice_editors(Kind.ASKED, [instance.asked_by_id], question=instance)
    elif settings.SENDS_EMAIL and instance.answered_at and not instance.is_seen:
        Notice.objects.create(kind=Kind.ANSWERED, to_id=instance.asked_by_id, question=instance)


def _notice_editors(kind: Notice.Kind, others_than: list[int], **about: Any) -> None:
    if settings.SENDS_EMAIL:
        editors = readers(Role.EDITOR).exclude(pk__in=others_than)
        Notice.objects.bulk_create(Notice(kind=kind, to=editor, **about) for editor in editors)


def note_language(login: User, language: str, **kwargs: Any) -> None:
    """Write down in which language somebody uses the site: the next e-mails to them are in it."""
    MailSettings.objects.update_or_create(login_id=login.pk, defaults={"language": language})


@transaction.atomic
def queue_reminders(now: datetime) -> None:
    """Write down, once for each invitation, that it is about to end and hasn't been accepted."""
    ending = Invitation.objects.open(now).filter(reminded_at=None, expires_at__lte=now + REMINDED_BEFORE)
    invitations = list(ending.select_for_update())
    Notice.objects.bulk_create(Notice(kind=Kind.INVITATION, invitation=each) for each in invitations)
    Invitation.objects.filter(pk__in=[each.pk for each in invitations]).update(reminded_at=now)


@transaction.atomic
def queue_weekly(now: datetime) -> None:
    """On Mondays, write down once for each reader that a digest is due, which also has what waits for it."""
    begin = next_monday(now) - A_WEEK
    if timezone.localdate(now) != timezone.localdate(begin):
        return
    MailSettings.objects.bulk_create((MailSettings(login=each) for each in readers()), ignore_conflicts=True)
    unconfirmed = {*still_true.due(timezone.localdate(now)).values_list("login", flat=True)}
    notices, changed = [], []
    for each in MailSettings.objects.select_for_update().filter(login__in=readers()).order_by("pk"):
        kinds: list[Notice.Kind] = []
        if each.digest_at is None or each.digest_at < begin:
            kinds, each.digest_at = [Kind.DIGEST], now
        if each.login_id in unconfirmed and (each.asked_at is None or each.asked_at < now - still_true.TERM):
            kinds, each.asked_at = [*kinds, Kind.CONFIRMING], now
        notices += [Notice(kind=kind, to_id=each.login_id) for kind in kinds]
        changed += [each] if kinds else []
    Notice.objects.bulk_create(notices)
    MailSettings.objects.bulk_update(changed, ["digest_at", "asked_at"])


def _kind(key: Key, before: Snapshot, after: Snapshot) -> Notice.Kind | None:
    """Return what a change of an object is to those whom it concerns; None where it concerns nobody else."""
    was, now = (snapshot.rows[key].get("state") if snapshot else None for snapshot in (before, after))
    if now == State.WAITING != was:
        return Kind.WAITING
    if before and now and was != now and now in (State.PUBLISHED, State.DRAFT) and was != State.PUBLISHED:
        return Kind.DECIDED
    if not rights_of(key.model).own:
        return None
    return Kind.CHANGED if before else Kind.DIGEST


def _owners(kinds: Mapping[Key, Notice.Kind], changes: Changes) -> Iterator[tuple[Key, int]]:
    """Yield with each object the logins whose it was or is, and of one that is decided who handed it in."""
    people = {key: {pk for snapshot in changes[key] for pk in _people(key, snapshot)} for key in kinds}
    named = {pk for pks in people.values() for pk in pks}
    logins = dict(Person.objects.filter(pk__in=named, login__in=readers()).values_list("pk", "login")) if named else {}
    for key, pks in people.items():
        yield from ((key, logins[pk]) for pk in sorted(pks) if pk in logins)
    decided = (key for key, kind in kinds.items() if kind == Kind.DECIDED and hasattr(key.model, "added_by"))
    for model, some in by_model(decided):
        added = model._base_manager.filter(pk__in=some, added_by__in=readers())
        yield from ((Key(model, pk), login) for pk, login in added.values_list("pk", "added_by"))


def _people(key: Key, snapshot: Snapshot) -> Iterator[int]:
    """Yield the people by whose logins an object is theirs, as the rights of its model say."""
    for lookup in rights_of(key.model).own:
        *path, last = lookup.split("__")
        if last != "login" or not snapshot:
            continue
        if not path:
            yield key.pk
        elif len(path) == 1:
            yield snapshot.rows[key][path[0]]
        else:
            related: Any = key.model._meta.get_field(path[0]).related_model
            yield from (row[path[1]] for row in snapshot.rows_of(related).values())
