"""Who asks for it is erased: afterwards nothing says the name but the papers, and what others have written."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from labsite import history
from labsite.contrib.link_checking.models import LinkCheck
from labsite.editing import stashed_uploads
from labsite.models import Invitation, SettledPair, Step, TextPicture, User, Version
from labsite.privacy.erasing import erase, foreseen
from labsite.roles import Role
from people.models import Award, ContactDetail, NameVariant, Person, ProfileLink, Reference
from publications.models import Authorship, Import, ImportedEntry, Publication, Talk
from services.models import Service
from tests import cast

pytestmark = pytest.mark.django_db

EMAIL, PHONE, HOME = "wilhelmina@private.example", "+41 55 0199 777", "https://brandywine.example/home"
SECRETS = ["Wilhelmina", "Brandywine", "布兰迪", "wilhelmina@private", "0199 777", "0000-0002-1825-0097"]


def png():
    content = BytesIO()
    Image.new("RGB", (600, 750), "teal").save(content, "PNG")
    return SimpleUploadedFile("me.png", content.getvalue(), "image/png")


@pytest.fixture
def world(plain_settings, django_capture_on_commit_callbacks):
    """Somebody with a trace in every place, a colleague, and an administrator."""
    with django_capture_on_commit_callbacks(execute=True):
        cast.make_lab()
        person = cast.make_member("Wilhelmina Brandywine", native_name="布兰迪", orcid="0000-0002-1825-0097")
        login = cast.make_login(person, Role.MEMBER, email=EMAIL, first_name="Wilhelmina", last_name="Brandywine")
        boss = cast.make_administrator(email="boss@lab.example")
        everything_of(person, login, boss)
    return person, login, boss


def everything_of(person, login, boss):
    ada, venue = cast.pi(), cast.make_venue()
    with history.step(login, "Wilhelmina Brandywine wrote"):
        picture = TextPicture.objects.create(image=png(), uploaded_by=login)
        person.biography = f"I, Wilhelmina Brandywine, rest. ![me]({picture.image.url})"
        person.photo = png()
        person.save()
        ContactDetail.objects.create(person=person, kind="phone", value=PHONE)
        NameVariant.objects.create(person=person, name="W. M. Brandywine")
        ProfileLink.objects.create(person=person, kind="homepage", url=HOME)
        Reference.objects.create(person=ada, referee=person)
        person.name_variants.create(name="Mina Brandywine")
    with history.step(login, ""):
        person.photo = png()  # the first stays for the history
        person.save()
        paper = cast.make_publication("Quokka", [person, ada], venue)
        cast.add_author(paper, "Ivo Brandt", mentor=person, order=3)
        talk, gone = cast.make_talk(person, "Brandywine speaks"), cast.make_talk(person, "Wilhelmina spoke")
        award = cast.make_award(person, "Medal of the Paper")
        award.publications.add(paper)
        cast.make_award(person, "Medal of Wilhelmina")
        cast.make_service(person, venue)
        cast.rows_of_apps(person, "for Brandywine", says=PHONE, is_private=True, is_hidden=True)
        news = cast.make_news("We rested", text="As Wilhelmina Brandywine says.")
        news.people.add(person)
        cast.make_project(people=[person])
    with history.step(login, ""):
        gone.delete()
        talk.title = "Rest"
        talk.save()
    records(person, login, boss, paper)


def records(person, login, boss, paper):
    entry = {"title": "Quokka", "authors": ["Brandywine, Wilhelmina"]}
    Import.objects.create(source="file", label="Of Wilhelmina", entries=[entry], by=login)
    Import.objects.create(source="orcid:0000-0002-1825-0097", label="ORCID", person=person)
    Import.objects.create(source="file", label="Another's", entries=[entry], by=boss, state="done")
    ImportedEntry.objects.create(identity="a", publication=paper, said=entry)
    LinkCheck.objects.create(url=HOME)
    pair = {"kind": "people", "first": person.pk, "second": person.pk + 99}
    SettledPair.objects.create(**pair, words="Wilhelmina Brandywine and W. Brandywine")
    sent = {"sent_at": "2024-01-01T00:00Z", "expires_at": "2024-01-08T00:00Z"}
    Invitation.objects.create(person=person, email=EMAIL, role=1, fingerprint="f", sent_by=boss, **sent)
    EmailAddress.objects.create(user=login, email=EMAIL)
    cast.make_second_factors(login)
    Client().force_login(login)
    stashed_uploads.stash(login, "people.Person.photo", png())


def texts():
    """Return every text of the database, with where it stands: table, column and key."""
    return {
        (model._meta.label, column.name, row[model._meta.pk.attname]): json.dumps(
            row[column.attname], ensure_ascii=False, default=str
        )
        for model in apps.get_models(include_auto_created=True)
        for row in model._base_manager.values()
        for column in model._meta.concrete_fields
    }


def saying(*words):
    told = [where for where, text in texts().items() if any(word.lower() in text.lower() for word in words)]
    return sorted({(label, column) for label, column, _ in told})


def uploads(media):
    return sorted(str(path.relative_to(media)) for path in Path(media).rglob("*") if path.is_file())


@pytest.fixture
def erased(world, django_capture_on_commit_callbacks):
    person, _, boss = world
    with django_capture_on_commit_callbacks(execute=True):
        done = erase(person, boss)
    return done


def test_nothing_says_the_name_but_papers_and_what_others_wrote(erased):
    assert saying(*SECRETS, HOME) == [
        ("labsite.NewsItem", "search_text"),
        ("labsite.NewsItem", "text"),
        ("labsite.NewsItem", "text_html"),
        ("labsite.Version", "serialized_data"),
        ("publications.Authorship", "folded"),
        ("publications.Authorship", "printed_name"),
        ("publications.ImportedEntry", "said"),
    ]
    papers = Version.objects.filter(serialized_data__contains="Brandywine")
    assert {each.content_type.model for each in papers} == {"publication"}
    assert [words for words, _ in erased.left] == ["News item “We rested”: text"]


def test_no_file_of_theirs_stays(world, erased, settings):
    assert uploads(settings.MEDIA_ROOT) == []


def test_papers_keep_the_name_that_they_print_and_lead_to_nobody(erased, client):
    assert [str(row) for row in Publication.objects.get().authorships.all()] == [
        "Wilhelmina Brandywine",
        "Ada Quill",
        "Ivo Brandt",
    ]
    page = client.get("/publications/quokka/").content.decode()
    assert "Wilhelmina Brandywine" in page
    assert "/people/wilhelmina" not in page
    assert client.get("/people/wilhelmina-brandywine/").status_code == 404
    assert "Brandywine, Wilhelmina" in client.get("/publications/quokka.bib").content.decode()


def test_a_paper_goes_back_with_the_name_that_it_printed(erased):
    paper = Publication.objects.get()
    first = Version.objects.of(Publication, paper.pk).last()
    with history.step(None):
        paper.title = "Wombat"
        paper.save()
    history.go_back(first, User.objects.get(), Version.objects.of(Publication, paper.pk).first().pk)
    assert Publication.objects.get().title == "Quokka"
    assert str(Publication.objects.get().authorships.first()) == "Wilhelmina Brandywine"


def test_awards_of_papers_stay_with_these_and_all_else_goes(erased):
    assert [str(award.person) for award in Award.objects.all()] == ["None"]
    assert (Talk.objects.count(), Service.objects.count(), Reference.objects.count()) == (0, 0, 0)
    assert Authorship.objects.filter(mentor__isnull=False).count() == 0


def test_the_login_ends_with_its_sessions(world, erased):
    assert [str(login) for login in User.objects.all()] == ["boss@lab.example"]
    assert [each for each in Session.objects.all() if each.get_decoded().get(SESSION_KEY) == str(world[1].pk)] == []


def test_the_history_says_that_it_was_done_and_not_whom(world, erased):
    step = Step.objects.first()
    assert (step.comment, step.user) == ("Erased somebody at their request", world[2])
    assert not step.versions.exists()


def test_to_foresee_it_changes_nothing(world, settings):
    before, files = texts(), uploads(settings.MEDIA_ROOT)
    assert ("papers, which keep the name that they print", 1) in foreseen(world[0]).lines
    assert texts() == before
    assert uploads(settings.MEDIA_ROOT) == files


def test_who_wrote_nothing_is_simply_gone(world, erased):
    stranger = cast.make_person("Odd Stranger")
    number = Person.objects.count()
    erase(stranger, world[2])
    assert Person.objects.count() == number - 1


def test_somebody_of_the_same_name_keeps_everything(world, django_capture_on_commit_callbacks):
    person, _, boss = world
    with history.step(boss, "Wilhelmina Brandywine the younger came"):
        twin = cast.make_member("Wilhelmina Brandywine")
        twin.headline = "The younger."
        twin.save()
    done = erase(person, boss)
    assert Version.objects.of(Person, twin.pk).count() == 1
    assert Person.objects.get(pk=twin.pk).name == "Wilhelmina Brandywine"
    assert Step.objects.filter(comment="Wilhelmina Brandywine the younger came").exists()
    assert "Person “Wilhelmina Brandywine”: name" in [words for words, _ in done.left]


class PageTests:
    @pytest.fixture
    def boss(self, world, client):
        client.force_login(world[2])
        return client

    def test_it_says_what_goes_and_asks_for_the_name(self, world, boss):
        where = f"/admin/erase/{world[0].pk}/"
        page = boss.get(where).content.decode()
        assert "This can’t be undone" in page
        assert "We rested" in page
        for typed in ("", "wilhelmina"):
            assert "Nothing has been erased" in boss.post(where, {"name": typed}).content.decode()
        assert Person.objects.filter(pk=world[0].pk).exists()
        answer = boss.post(where, {"name": "Wilhelmina Brandywine"})
        assert "What still mentions the name" in answer.content.decode()
        assert not Person.objects.filter(pk=world[0].pk).exists()

    def test_nobody_erases_themselves(self, world, boss):
        own = cast.make_person("Boss", login=world[2])
        assert "ask another administrator" in boss.post(f"/admin/erase/{own.pk}/", {"name": "Boss"}).content.decode()
        assert User.objects.filter(pk=world[2].pk).exists()

    def test_editors_do_not(self, world, client):
        client.force_login(cast.make_login(role=Role.EDITOR))
        assert client.post(f"/admin/erase/{world[0].pk}/", {"name": "Wilhelmina Brandywine"}).status_code == 403
