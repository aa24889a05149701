"""Some days in the life of a lab's site, lived through its pages, and what its makers leave behind.

Run as a program, with a site of its own in the environment, it fills that site's empty database, and writes into the
folder that it is given what the rows don't tell: the links of e-mails, and the cookies of those who are signed in.
"""

import json
import sys
import time
from datetime import timedelta
from io import StringIO
from pathlib import Path
from smtplib import SMTPServerDisconnected
from unittest import mock

import django
from django.apps import apps

if not apps.ready:  # a program of its own
    django.setup()

from django.conf import settings  # noqa: E402
from django.core import mail  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import override_settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from labsite.history.tracked import tracked_lists, watched_models  # noqa: E402
from labsite.models import DraftLink, Lab, Step, User, Version  # noqa: E402
from labsite.roles import Role  # noqa: E402
from people.models import Person  # noqa: E402
from publications.models import Import, Publication, Venue  # noqa: E402
from tests import cast  # noqa: E402
from tests.benchmarks import corpus  # noqa: E402
from tests.labsite.leaving.world import picture  # noqa: E402
from tests.upgrades.somebody import PASSWORD, Somebody, field, messages, path_in  # noqa: E402
from tests.upgrades.tables import rows  # noqa: E402
from tests.worlds import PLAIN_FILES, undone  # noqa: E402

PAPERS, IMPORTED = 200, 100
LONG = 200  # versions of a step that may go back in the background
MOVED = Path(__file__).parent.parent / "data" / "sites" / "academicpages"
ENTRY = """@inproceedings{{brought{number}, title = {{Brought in as Number {number} of the Old List}},
  author = {{Abara, Ada and Newcomer, Nina and Other, Otto{number}}}, booktitle = {{{venue}}},
  year = {{{year}}}, doi = {{10.5555/brought.{number}}}}}"""


def live(folder):
    """Live those days; what becomes of them is in the database, in the folder of the uploads and in ``folder``."""
    mails = {"EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend"}
    with override_settings(STORAGES=settings.STORAGES | PLAIN_FILES, **mails):
        mail.outbox = []
        call_command("migrate", verbosity=0)
        call_command("seed", verbosity=0, stdout=StringIO())
        corpus.make_lab(PAPERS)
        Lab.objects.update(needs_approval=True)
        Venue.objects.create(slug="idle", name="Symposium on Idling")
        boss, editor, member = somebodies()
        left, last = {"beginning": rows(tables_of_the_history())}, Step.objects.latest("pk")
        for days in (additions(editor), imports(editor, member), edits(editor, member), deletions(editor)):
            left |= days
        left |= drafts(editor, member) | documents(editor, member) | letters(boss, editor, member)
        made = Step.objects.filter(pk__gt=last.pk, user__isnull=False) | Step.objects.filter(pk=left["moved"])
        left["steps"] = [[step.pk, str(step), is_undone_alone(editor, step)] for step in made.order_by("pk")]
        left["sessions"] = {each.email: each.cookie for each in (boss, editor, member)}
        call_command("export_lab", str(folder / "archive.zip"), stdout=StringIO())
        left |= killed_under_way(editor)
        left["made at"] = timezone.now().isoformat()
        call_command("backup", str(folder), stdout=StringIO())
    (folder / "left.json").write_text(json.dumps(left))


def somebodies():
    """Return an administrator, an editor and a member, all signed in."""
    User.objects.create_superuser("root@lab.example", PASSWORD)
    boss, found = Somebody("root@lab.example"), []
    for slug, email, role in (
        ("person-0", "ada@lab.example", Role.EDITOR),
        ("person-1", "bo@lab.example", Role.MEMBER),
    ):
        person = Person.objects.get(slug=slug)
        boss.send(f"/admin/invite/{person.pk}/", email=email, role=role.value)
        Somebody().send(path_in(mail.outbox[-1].body, "invitation"), password1=PASSWORD, password2=PASSWORD)
        found.append(Somebody(email))
    cast.make_second_factors(User.objects.create_superuser("second@lab.example", PASSWORD))
    return boss, *found


def additions(editor):
    """Add one of each kind by its form, and a whole site."""
    ada, rosa = (Person.objects.get(slug=slug).pk for slug in ("person-0", "person-2"))
    added = {
        "labsite/page": {"title": "Visiting us", "slug": "visiting-us", "text": "Come by *tram*."},
        "labsite/newsitem": {"title": "A prize for rest", "slug": "a-prize", "date": "2026-03", "text": "We won."},
        "labsite/project": {"title": "Rest at Scale", "slug": "rest-at-scale", "summary": "Resting."},
        "people/person": {"name": "Wanda Wombat", "given_name": "Wanda", "family_name": "Wombat", "role": "phd"},
        "people/award": {"title": "Golden Quokka", "year": "2025", "person": rosa},
        "publications/venue": {"name": "Workshop on Naps", "acronym": "WNAPS", "slug": "wnaps"},
        "publications/publication": {"title": "A Paper by the Form", "slug": "by-the-form", "year": "2026"},
        "publications/talk": {"title": "On Leisure", "speaker": ada},
        "services/service": {"person": ada, "venue": Venue.objects.get(slug="v0").pk, "kind": "pc", "year": "1999"},
    }
    for model, values in added.items():
        editor.send(f"/admin/{model}/add/", "_save", **values)
    call_command("import_site", str(MOVED), "--yes", stdout=StringIO())
    return {"moved": Step.objects.latest("pk").pk}


def imports(editor, member):
    """Bring in a hundred papers; leave an import that waits for each of two, and one that was declined."""
    entries = [entry(number) for number in range(IMPORTED + 3)]
    brought = take_in(editor, "\n".join(entries[:IMPORTED]), "apply")
    left = {"import": brought.pk, "imported": brought.step}
    for name, somebody, button in (
        ("waiting", editor, "keep"),
        ("own", member, "keep"),
        ("declined", editor, "decline"),
    ):
        left[name] = take_in(somebody, entries.pop(), button).pk
    return left


def entry(number):
    known, new = f"VEN{number % corpus.VENUES}", f"Workshop on {corpus.THINGS[number // 10 % 14].title()}"
    return ENTRY.format(number=number, year=2000 + number % 20, venue=known if number % 10 else new)


def take_in(somebody, text, button):
    somebody.send("/admin/import/", text=text)
    row = Import.objects.latest("pk")
    somebody.send(f"/admin/import/{row.pk}/", button, seen=None)
    deadline = time.monotonic() + 300
    while button == "apply" and row.state != Import.State.DONE:
        assert time.monotonic() < deadline and row.state != Import.State.FAILED, row.trouble
        time.sleep(0.2)
        row.refresh_from_db()
    return row


def edits(editor, member):
    """Change one paper three times, a member's own page twice, and the lab; and choose a photo in a refused form."""
    paper, own = Publication.objects.get(slug="paper-7").pk, Person.objects.get(slug="person-1").pk
    for title in ("A First Wording", "A Second Wording", "A Third Wording"):
        editor.send(f"/admin/publications/publication/{paper}/change/", "_save", title=title)
    page = f"/admin/people/person/{own}/change/"
    member.send(page, "_save", headline="Studies rest", biography="Since *2019*.")
    member.send(page, "_save", headline="Studies naps", photo=picture(), photo_alt="Bo")
    editor.send(f"/admin/labsite/lab/{Lab.objects.get().pk}/change/?part=sentence", "_save", tagline="We study naps.")
    member.send(page, "_save", is_refused=True, name="", photo=picture("green"))
    return {"edited": paper, "own page": own, "kept photo": field(member.last, "photo-kept")[0]}


def deletions(editor):
    """Delete a paper with its authors, a news item and a venue without papers: they are in the bin."""
    kinds = (
        ("publications", "publication", "paper-9"),
        ("labsite", "newsitem", "news-9"),
        ("publications", "venue", "idle"),
    )
    for app, model, slug in kinds:
        pk = apps.get_model(app, model).objects.get(slug=slug).pk
        editor.send(f"/admin/{app}/{model}/{pk}/delete/", post="yes")
    gone = Version.objects.filter(kind=Version.Kind.REMOVED).order_by("pk")
    return {"bin": {version.object_repr: version.pk for version in gone}}


def drafts(editor, member):
    """A member adds a paper, which waits for an editor and is shown to others by a link."""
    member.send("/admin/add-paper/", "read", text=entry(1000))
    member.send("", "add", index="0")
    draft = Publication.objects.get(title__contains="Number 1000 ").pk
    editor.send(f"/admin/share/publications.publication/{draft}/")
    return {"draft": draft, "draft link": DraftLink.objects.get().get_absolute_url()}


def documents(editor, member):
    """Choose a CV, freeze it for everyone and for oneself, and save a report."""
    own = Person.objects.get(slug="person-1").pk
    member.send(f"/admin/cv/{own}/", "freeze", name="2026 application", max_authors="3")
    member.send(f"/admin/cv/{own}/", "freeze", name="For the dean", is_private="on")
    public = apps.get_model("documents", "FrozenCV").objects.get(name="2026 application").pk
    member.send(f"/admin/documents/frozencv/{public}/change/", "_save", is_public="on")
    report = {"name": "Annual report", "period": "dates", "start": "2020", "end": "2024", "is_public": "on"}
    editor.send("/admin/documents/report/add/", "_save", **report)
    return {}


def letters(boss, editor, member):
    """Get digests; then leave an invitation that nobody accepted, and e-mails that could not be or weren't sent."""
    now = timezone.now()
    send_mail(now.replace(hour=8) - timedelta(days=now.weekday()))
    send_mail(timezone.now())
    left = {"unsubscribing": path_in("".join(letter.body for letter in mail.outbox), "mails/off")}
    boss.send(f"/admin/invite/{Person.objects.get(slug='person-3').pk}/", email="chidi@lab.example", role="1")
    left["invitation"] = path_in(mail.outbox[-1].body, "invitation")
    paper = Publication.objects.filter(authorships__person__slug="person-1").order_by("-pk")[0]
    editor.send(f"/admin/publications/publication/{paper.pk}/change/", "_save", title="Changed by Another")
    with mock.patch("django.core.mail.backends.locmem.EmailBackend.send_messages", side_effect=SMTPServerDisconnected):
        send_mail(timezone.now() + timedelta(hours=2))
    member.send(f"/admin/ask/publications.publication/{paper.pk}/", text="Is this right?")
    return left


def send_mail(moment):
    with mock.patch.object(timezone, "now", lambda: moment):
        call_command("send_mail", stdout=StringIO())


def killed_under_way(editor):
    """Leave an import as it is once its process was killed after the first of its pieces: migrate takes that back."""
    before = rows(tables_of_the_history())
    row = take_in(editor, entry(2000), "apply")
    written = {table: [*found.keys() - before[table].keys()] for table, found in rows(before).items()}
    Step.objects.filter(pk=row.step).update(is_under_way=True)
    Import.objects.filter(pk=row.pk).update(state=Import.State.APPLYING, step=None, finished_at=None, report={})
    apps.get_model("labsite", "JobRun").objects.filter(command=f"import {row.pk}").update(ended_at=None)
    return {"killed": row.pk, "written by the killed": {table: keys for table, keys in written.items() if keys}}


def tables_of_the_history():
    """Return the tables whose rows the history keeps."""
    lists = (many.remote_field.through for model in watched_models() for many in tracked_lists(model))
    return {model._meta.db_table for model in (*watched_models(), *lists)}


def is_undone_alone(editor, step):
    """Whether today's code undoes a step while what came after it stays; None for one that it undoes bit by bit."""
    if step.versions.count() > LONG:
        return None
    with undone():
        return "Undone." in " ".join(messages(editor.send(f"/admin/changes/{step.pk}/")))


if __name__ == "__main__":
    live(Path(sys.argv[1]))
