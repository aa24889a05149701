"""What the core does with rows in general is done with those of documents: they are merged, listed, looked through."""

import json

import pytest
from django.db import transaction

from labsite.curation.duplicates.merging import Decision, merge
from labsite.roles import Role
from people.models import Person, Position
from people.renaming import Renaming
from tests import cast
from tests.contrib.documents.cast import make_frozen_cv, make_report, rows_about
from tests.contrib.documents.test_cv import lines, made
from tests.labsite.data.test_sitemaps import urls
from tests.labsite.privacy.test_own_data import download
from tests.people.test_renaming import names

pytestmark = pytest.mark.django_db


def test_of_two_people_who_are_one_frozen_cvs_of_one_name_stay_two_and_a_hidden_cv_stays_hidden():
    kept, gone = cast.pi(), cast.make_member("A. Quill", "postdoc", start="2008", end="2009")
    for person in (kept, gone):
        rows_about(person, says=person.name, is_hidden=person == gone)
    with transaction.atomic():
        merge(Decision(kept, gone, {}, "kept"))
    kept = Person.objects.get(pk=kept.pk)
    frozen = kept.frozen_cvs.order_by("pk")
    assert [(row.name, row.slug, row.contents.title) for row in frozen] == [
        ("2026 application", "2026-application", "Ada Quill"),
        ("2026 application", "2026-application-2", "A. Quill"),
    ]
    assert [row.is_hidden for row in kept.cv_settings.all()] == [True]


def test_a_frozen_cv_with_an_old_name_is_named():
    adam = cast.make_member("Adam Quill", "lead", start="2010")
    kept = make_frozen_cv(adam, "Tenure", says="Papers by Adam Quill.")
    mentions = Renaming(adam, names(), forgets=True).mentions()
    assert mentions == [("Saved CV “Tenure”: document", f"/admin/documents/frozencv/{kept.pk}/change/")]


def test_what_a_member_takes_along_has_their_choices_and_frozen_cvs(client):
    cast.make_lab()
    zoe = cast.student()
    rows_about(zoe, says="+41 55 0199 777", is_private=True, is_hidden=True)
    client.force_login(cast.make_login(zoe, Role.MEMBER))
    data, _ = download(client)
    assert data["person"]["cvsettings, person"][0]["is_hidden"] is True
    assert "+41 55 0199 777" in json.dumps(data["person"]["frozencv, person"][0]["document"])


def test_the_site_map_has_reports_that_everyone_may_read(client):
    make_report(is_public=True), make_report("Hidden")
    listed = {path for path in urls(client) if path.startswith("/reports/")}
    assert listed == {"/reports/", "/reports/annual-report/"}


def test_a_cv_says_an_original_wording_behind_what_is_said_now():
    person, venue = cast.student(), cast.make_venue()
    earlier = {"title": "Workshop Organizer", "earlier_wording": "Publicity Chair"}
    cast.make_service(person, venue, kind="organiser", **earlier)
    cast.make_service(person, venue, kind="organiser", year=2023, title="Workshop Organizer")
    cast.make_service(person, venue, year=2022, title="PC Member", earlier_wording="PC Members of SYSCON")
    cast.make_award(person, "Best Nap", earlier_wording="Youth Nap Award")
    Position.objects.create(person=person, title="Visitor", organisation="Idle", earlier_wording="Guest of Idle")
    document = made(Person.objects.get())
    assert lines(document, "service") == [
        *("# Workshop Organizer", "2024 | SYSCON, Original wording: Publicity Chair", "2023 | SYSCON"),
        *("# PC Member", "2022 | SYSCON"),
    ]
    assert lines(document, "awards") == ["2023 | Best Nap (Original wording: Youth Nap Award)"]
    assert lines(document, "positions")[1:] == [" | Visitor | Idle | Original wording: Guest of Idle"]
