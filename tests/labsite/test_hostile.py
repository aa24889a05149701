"""A hostile run: whatever somebody sends who may not, nothing changes, and what isn't theirs to read isn't said."""

from contextlib import suppress

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, reverse

from labsite.models import TextPicture, User
from labsite.roles import PLACES, Role
from people.models import Award, ContactDetail, Person
from publications.models import Authorship, Publication, Talk, Venue
from services.models import Service
from tests import cast
from tests.editing import address, chosen, form_data
from tests.labsite.test_permission_matrix import rows_about
from tests.labsite.test_pictures import upload

pytestmark = pytest.mark.django_db

OUTSIDERS = ("visitor", "login without a role")
EVERYONE = (*OUTSIDERS, Role.MEMBER, Role.EDITOR, Role.ADMINISTRATOR)
# What a write brings along by itself, and says nothing of a row.
BESIDE = {"changed_at", "last_login"}
KEPT_BY_THE_SITE = {"ContentVersion", "LogEntry", "Revision", "Version", "Change"}


class World:
    """A member who means no good, what is theirs, and what is another's."""

    def __init__(self):
        self.lab = cast.make_lab()
        self.zoe, self.maren = cast.student(), cast.alumna()
        self.login = cast.make_login(self.zoe, Role.MEMBER)
        self.other_login = cast.make_login(self.maren, Role.MEMBER)
        self.own, self.others = rows_about(self.zoe, "own"), rows_about(self.maren, "other")
        self.secret = ContactDetail.objects.create(
            person=self.maren, kind="phone", value="+1 555 0199", visibility="hidden"
        )
        self.draft = cast.make_publication("Hushed Quolls", authors=[self.maren], state="draft")
        self.talk = cast.make_talk(self.maren, "A Talk", publication=self.draft)

    def edited(self):
        """Return what is another's and has a form of its own."""
        rows = [*self.others.values(), self.draft, self.talk]
        return [row for row in rows if type(row) in admin.site._registry and type(row) is not TextPicture]

    def browser(self, who, **options):
        client = Client(raise_request_exception=False, **options)
        if who == Role.MEMBER:
            client.force_login(self.login)
        elif who != "visitor":
            client.force_login(cast.make_login(role=who if isinstance(who, Role) else None))
        return client


@pytest.fixture
def world():
    return World()


@pytest.fixture
def member(world):
    return world.browser(Role.MEMBER)


def everything():
    """Return the whole database but for the sessions."""
    models = [model for model in apps.get_models(include_auto_created=True) if model is not Session]
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models}


def content():
    """Return what the rows say, whoever saved them and when."""
    told = {label: rows for label, rows in everything().items() if label.partition(".")[2] not in KEPT_BY_THE_SITE}
    return {label: [_said(row) for row in rows] for label, rows in told.items()}


def _said(row):
    return {name: value for name, value in row.items() if name not in BESIDE}


def refused(before, answer):
    """Say whether somebody was turned away and left everything as it was."""
    assert answer.status_code < 500
    assert everything() == before
    return True


def insisted(browser, where, answer):
    """Choose one's own version of whatever a page asks about, and return the answer to that."""
    if "conflicts" not in (answer.context or {}):
        return answer
    return browser.post(where, chosen(answer, **{each.key: "mine" for each in answer.context["conflicts"]}))


def pages_of(row):
    return [address(type(row), page, row.pk) for page in ("change", "delete", "history")]


def all_addresses(world):
    """Return every address of the editing side that a GET can be sent to."""
    rows = [*world.own.values(), *world.others.values(), world.lab, world.draft, world.talk]
    rows = [row for row in rows if type(row) in admin.site._registry]
    lists = [address(model, page) for model in admin.site._registry for page in ("changelist", "add")]
    return [*lists, *(page for row in rows for page in pages_of(row)), *_places(world)]


def _places(world):
    """Yield the addresses of the pages that are no row's, with whatever keys somebody could guess."""
    for name in (*PLACES, "index", "autocomplete"):
        for args in ([], [world.maren.pk], [world.draft.pk], ["people", world.zoe.pk, world.maren.pk]):
            for place in (f"admin:{name}", name):
                with suppress(NoReverseMatch):
                    yield reverse(place, args=args)


class AskingTests:
    @pytest.mark.parametrize("who", EVERYONE)
    def test_no_get_changes_anything(self, world, who):
        browser, addresses = world.browser(who), all_addresses(world)
        assert len(addresses) > 80
        for query in (
            "",
            "?post=yes&delete=1&approve=1&withdraw=1&action=delete_selected&_save=1&different=1&merge=1",
        ):
            before = everything()
            for each in addresses:
                if "logout" not in each:
                    assert browser.get(each + query).status_code < 500, each
                    assert browser.head(each + query).status_code < 500, each
            assert everything() == before

    @pytest.mark.parametrize("who", OUTSIDERS)
    def test_outsiders_see_nothing_of_the_editing_side(self, world, who):
        browser = world.browser(who)
        for each in all_addresses(world):
            answer = browser.get(each)
            assert answer.status_code in (302, 403, 404, 405) or "login" in each or "jsi18n" in each, each

    @pytest.mark.parametrize("method", ["put", "delete", "patch", "options", "trace"])
    def test_other_methods_change_nothing(self, world, method):
        browser = world.browser(Role.EDITOR)
        before = everything()
        for each in pages_of(world.others["publications.publication"]):
            assert getattr(browser, method)(each).status_code < 500
        assert everything() == before


class OutsiderTests:
    @pytest.mark.parametrize("who", OUTSIDERS)
    def test_forms_sent_everywhere_change_nothing(self, world, who):
        boss, browser = world.browser(Role.ADMINISTRATOR), world.browser(who)
        rows = [
            row for row in world.others.values() if type(row) in admin.site._registry and type(row) is not TextPicture
        ]
        forms = {row: form_data(boss.get(address(type(row), "change", row.pk))) for row in rows}
        before = everything()
        for row, form in forms.items():
            for page in pages_of(row):
                refused(before, browser.post(page, form | {"post": "yes"}))
            for page in ("changelist", "add"):
                data = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
                refused(before, browser.post(address(type(row), page), form | data))

    @pytest.mark.parametrize("who", OUTSIDERS)
    def test_places_and_uploads(self, world, who):
        browser = world.browser(who)
        before = everything()
        data = {"post": "yes", "text": "@article{a, title={A}, author={B}}", "add": "1", "content": "x", "pair": "1"}
        for each in all_addresses(world):
            if "log" not in each:
                refused(before, browser.post(each, data))
        for where in ("markdown-upload", "markdown-preview"):
            assert refused(before, browser.post(reverse(where), {"image": upload(), "content": "*x*"}))


class MemberTests:
    """What a member adds to a form that is theirs to send."""

    FIXED = [
        ("people.person", {"slug": "prof", "login": "", "former_slugs": "x", "sort_key": "a", "pk": 1, "id": 1}),
        ("people.person", {"memberships-0-role": "lead", "memberships-0-start": "1990", "memberships-0-DELETE": "on"}),
        ("people.person", {"memberships-TOTAL_FORMS": 2, "memberships-1-role": "lead", "memberships-1-start": "1999"}),
        ("publications.publication", {"slug": "x", "citation_key": "x", "is_selected": "on", "added_by": 1}),
        ("publications.publication", {"former_slugs": " x ", "search_text": "x", "added_at": "2001-01-01"}),
        ("services.service", {"folded": "x", "id": 1}),
    ]

    @pytest.mark.parametrize(("label", "sent"), FIXED)
    def test_fields_that_are_not_theirs_stay(self, world, member, label, sent):
        row = world.own[label]
        form = form_data(member.get(address(type(row), "change", row.pk)))
        before = content()
        answer = member.post(address(type(row), "change", row.pk), form | sent)
        assert answer.status_code in (200, 302)
        assert content() == before

    @pytest.mark.parametrize(
        ("label", "whose"),
        [("services.service", "person"), ("publications.talk", "speaker"), ("people.award", "person")],
    )
    def test_nothing_is_given_to_somebody_else(self, world, member, label, whose):
        row = world.own[label]
        form = form_data(member.get(address(type(row), "change", row.pk)))
        before = content()
        for page in ("change", "add"):
            where = address(type(row), page, *([row.pk] if page == "change" else []))
            answer = member.post(where, form | {whose: world.maren.pk, "title": "A new one", "seen": ""})
            if "conflicts" in (answer.context or {}):
                answer = member.post(
                    where, chosen(answer, **{each.key: "mine" for each in answer.context["conflicts"]})
                )
            assert answer.status_code == 200
        assert content() == before

    @pytest.mark.parametrize("seen", ["kept", "", "forged"])
    @pytest.mark.parametrize(
        "label", ["people.position", "people.contactdetail", "people.education", "people.profilelink"]
    )
    def test_another_persons_rows_are_not_reached_through_ones_own_form(self, world, member, label, seen):
        own, theirs = world.own[label], world.others[label]
        form = form_data(member.get(address(Person, "change", world.zoe.pk)))
        prefix = own._meta.get_field("person").remote_field.related_name
        form |= {f"{prefix}-0-id": theirs.pk, f"{prefix}-0-person": world.maren.pk}
        form |= {"seen": {"kept": form["seen"], "": "", "forged": form["seen"][:-3] + "abc"}[seen]}
        before = list(type(theirs).objects.filter(person=world.maren).order_by("pk").values())
        for extra in ({}, {f"{prefix}-0-DELETE": "on"}):
            answer = member.post(address(Person, "change", world.zoe.pk), form | extra)
            insisted(member, address(Person, "change", world.zoe.pk), answer)
            assert list(type(theirs).objects.filter(person=world.maren).order_by("pk").values()) == before

    def test_authors_of_another_paper_are_not_reached_through_ones_own(self, world, member):
        paper, theirs = world.own["publications.publication"], world.others["publications.authorship"]
        form = form_data(member.get(address(Publication, "change", paper.pk)))
        before = list(Authorship.objects.exclude(publication=paper).order_by("pk").values())
        for extra in ({"authorships-0-publication": theirs.publication_id}, {"authorships-0-DELETE": "on"}):
            stolen = {"authorships-0-id": theirs.pk, "authorships-0-person": world.zoe.pk}
            answer = member.post(address(Publication, "change", paper.pk), form | stolen | extra)
            insisted(member, address(Publication, "change", paper.pk), answer)
            assert list(Authorship.objects.exclude(publication=paper).order_by("pk").values()) == before

    def test_rows_of_others_are_neither_changed_nor_deleted(self, world, member):
        boss = world.browser(Role.ADMINISTRATOR)
        rows = [
            row for row in world.others.values() if type(row) in admin.site._registry and type(row) is not TextPicture
        ]
        forms = {row: form_data(boss.get(address(type(row), "change", row.pk))) for row in [*rows, world.draft]}
        before = everything()
        for row, form in forms.items():
            for button in ("_save", "_continue", "_addanother", "_back_to_form"):
                answer = member.post(address(type(row), "change", row.pk), form | {"title": "Mine", button: "1"})
                assert answer.status_code in (302, 403)
                assert everything() == before
            refused(before, member.post(address(type(row), "delete", row.pk), {"post": "yes"}))

    def test_a_copy_of_anothers_row_by_another_button(self, world, member):
        row = world.others["publications.publication"]
        form = form_data(world.browser(Role.ADMINISTRATOR).get(address(Publication, "change", row.pk)))
        before = content()
        member.post(address(Publication, "change", row.pk), form | {"_saveasnew": "1", "title": "Copied"})
        after = content()
        assert [each for each in after["publications.Publication"] if each["id"] == row.pk] == [
            each for each in before["publications.Publication"] if each["id"] == row.pk
        ]
        theirs = [each for each in before["publications.Authorship"] if each["publication_id"] == row.pk]
        assert [each for each in after["publications.Authorship"] if each["publication_id"] == row.pk] == theirs

    def test_where_papers_are_approved_nobody_publishes_their_own(self, world, member):
        type(world.lab).objects.update(needs_approval=True)
        paper = cast.make_publication("Waiting", authors=[world.zoe], state="waiting", added_by=world.login)
        form = form_data(member.get(address(Publication, "change", paper.pk)))
        for sent in ({"state": "published"}, {"state": "published", "publish_from_0": "2001-01-01", "seen": ""}):
            answer = member.post(address(Publication, "change", paper.pk), form | sent)
            insisted(member, address(Publication, "change", paper.pk), answer)
            assert Publication.objects.get(pk=paper.pk).state == "waiting"
        data = form_data(member.get(address(Publication, "add"))) | {"title": "New", "state": "published"}
        member.post(address(Publication, "add"), data)
        assert not Publication.objects.filter(title="New", state="published").exists()
        member.post(
            reverse("admin:decide-on-paper", args=[paper.pk]), {"approve": "1", "seen": paper.changed_at.isoformat()}
        )
        assert Publication.objects.get(pk=paper.pk).state == "waiting"

    ACTIONS = [
        "delete_selected",
        "publish_selected",
        "draft_selected",
        "back_to_draft",
        "approve",
        "set_venue",
        "add_author",
        "merge_two",
    ]

    @pytest.mark.parametrize("action", ACTIONS)
    @pytest.mark.parametrize("extra", [{}, {"select_across": "1"}, {"post": "yes", "apply": "1"}])
    def test_actions_on_others_papers(self, world, member, action, extra):
        theirs = [world.others["publications.publication"].pk, world.draft.pk]
        Publication.objects.exclude(pk__in=theirs).delete()
        data = {"action": action, "_selected_action": theirs, "venue": world.own["publications.venue"].pk}
        before = everything()
        refused(
            before,
            member.post(address(Publication, "changelist"), data | {"index": "0", "person": world.zoe.pk} | extra),
        )
        refused(before, member.post(address(Publication, "changelist"), data | {"person": world.zoe.pk} | extra))

    def test_roles_and_logins(self, world, member):
        before = everything()
        for login in (world.login, world.other_login):
            sent = {"email": login.email, "is_superuser": "on", "is_staff": "on", "role": "3", "groups": [1, 2, 3]}
            for page in (
                address(User, "change", login.pk),
                address(User, "add"),
                f"/admin/labsite/user/{login.pk}/password/",
            ):
                refused(
                    before,
                    member.post(page, sent | {"password1": "quokka wombat 12", "password2": "quokka wombat 12"}),
                )
        for place in ("invite", "leave"):
            refused(
                before,
                member.post(reverse(f"admin:{place}", args=[world.maren.pk]), {"role": "3", "email": "x@lab.example"}),
            )


class EditorTests:
    def test_logins_and_settings_are_not_theirs(self, world):
        editor = world.browser(Role.EDITOR)
        form = form_data(editor.get(address(Person, "change", world.maren.pk)))
        before = content()
        editor.post(address(Person, "change", world.maren.pk), form | {"login": world.login.pk})
        lab = form_data(editor.get(address(type(world.lab), "change", world.lab.pk)))
        editor.post(
            address(type(world.lab), "change", world.lab.pk),
            lab | {"accent": "#000000", "language": "zh-hans", "needs_approval": "on"},
        )
        assert content() == before
        before = everything()
        for page in (address(User, "change", world.login.pk), address(User, "add"), address(User, "changelist")):
            refused(before, editor.post(page, {"email": "x@lab.example", "role": "3", "is_superuser": "on"}))
        for place in ("invite", "leave"):
            refused(
                before,
                editor.post(reverse(f"admin:{place}", args=[world.maren.pk]), {"role": "3", "email": "x@lab.example"}),
            )


class AdministratorTests:
    def test_a_superuser_is_made_by_no_form(self, world):
        boss = world.browser(Role.ADMINISTRATOR)
        form = form_data(boss.get(address(User, "change", world.login.pk)))
        sent = {"is_superuser": "on", "is_staff": "on", "groups": [1], "user_permissions": [1], "password": "x"}
        boss.post(address(User, "change", world.login.pk), form | sent)
        login = User.objects.get(pk=world.login.pk)
        assert (login.is_superuser, login.password) == (False, world.login.password)
        assert list(login.user_permissions.all()) == []


class TokenTests:
    @pytest.mark.parametrize("who", [Role.MEMBER, Role.EDITOR, Role.ADMINISTRATOR])
    @pytest.mark.parametrize("token", [None, "", "x" * 64, "old"])
    def test_nothing_is_sent_from_elsewhere(self, world, who, token):
        browser = world.browser(who, enforce_csrf_checks=True)
        row = world.own["publications.publication"]
        form = form_data(browser.get(address(Publication, "change", row.pk)))
        old = browser.cookies["csrftoken"].value if token == "old" else ""
        if token == "old":
            browser.cookies.pop("csrftoken")
        sent = {} if token is None else {"csrfmiddlewaretoken": old or token}
        sent |= {"post": "yes", "action": "delete_selected", "_selected_action": [row.pk]}
        before = everything()
        for each in [*all_addresses(world), reverse("account_logout")]:
            assert browser.post(each, form | sent).status_code == 403, each
        assert everything() == before


class ReadingTests:
    """What isn't somebody's to read is said nowhere, whatever they ask."""

    def test_members_read_nothing_of_others_drafts_and_private_details(self, world, member):
        cache.clear()
        for each in all_addresses(world):
            if "logout" in each:
                continue
            said = member.get(each).content.decode(errors="replace")
            assert "Hushed" not in said, each
            assert "hushed" not in said, each
            assert "555 0199" not in said, each

    @pytest.mark.parametrize("model", [Talk, Award, Publication, Person, Service, Venue])
    def test_members_export_nothing_of_them(self, world, member, model):
        world.others["people.award"].publications.add(world.draft)
        for action in ("export_csv", "export_bibtex"):
            rows = list(model.objects.values_list("pk", flat=True))
            answer = member.post(
                address(model, "changelist"), {"action": action, "_selected_action": rows, "index": "0"}
            )
            said = answer.content.decode()
            assert "Hushed" not in said
            assert "555 0199" not in said

    @pytest.mark.parametrize("who", [*OUTSIDERS, Role.MEMBER])
    def test_suggestions(self, world, who):
        browser = world.browser(who)
        for model, admin_of in admin.site._registry.items():
            options = model._meta
            for name in [*admin_of.autocomplete_fields, "person", "publication", "login", "contact_details"]:
                for term in ("", "hushed", "555", "login"):
                    where = {"app_label": options.app_label, "model_name": options.model_name, "field_name": name}
                    answer = browser.get(reverse("admin:autocomplete"), where | {"term": term})
                    assert answer.status_code in (200, 302, 403)
                    said = answer.content.decode()
                    assert "Hushed" not in said, (model, name)
                    assert "@lab.example" not in said, (model, name)

    @pytest.mark.parametrize(
        "query",
        [
            *("contact_details__value__startswith=%2B1", "contact_details__value=x", "login__password__startswith=p"),
            *("login__email=x", "login__email__contains=lab", "authorships__publication__title=Hushed+Quolls"),
            *("publications__title__startswith=Hushed", "talks__publication__title=x", "login__is_superuser=1"),
        ],
    )
    def test_questions_about_what_is_hidden_have_no_answer(self, world, member, query):
        answer = member.get(f"{address(Person, 'changelist')}?{query}")
        assert answer.status_code in (302, 400)

    def test_guessed_addresses_of_drafts_lead_nowhere(self, world, member):
        kind = ContentType.objects.get_for_model(Publication)
        answer = member.get(f"/admin/r/{kind.pk}/{world.draft.pk}/")
        assert "hushed" not in answer.get("Location", "")

    def test_a_host_that_somebody_made_up_is_in_no_page(self, world):
        for header in (
            "HTTP_X_FORWARDED_HOST",
            "HTTP_X_FORWARDED_SERVER",
            "HTTP_FORWARDED",
            "HTTP_X_HOST",
            "HTTP_X_ORIGINAL_URL",
        ):
            for who in ("visitor", Role.EDITOR):
                browser = world.browser(who)
                for each in ("/", "/admin/", "/account/sign-in/", address(Publication, "changelist")):
                    answer = browser.get(each, **{header: "evil.example"})
                    assert "evil.example" not in answer.content.decode() + answer.get("Location", "")
        assert world.browser("visitor").get("/", HTTP_HOST="evil.example").status_code == 400
