"""A hostile run: whatever somebody sends who may not, nothing changes."""

import pytest
from django.urls import reverse

from labsite.models import User
from labsite.roles import Role
from people.models import Person
from publications.models import Authorship, Publication
from tests import cast
from tests.editing import address, form_data, form_of, undrawn
from tests.labsite.hostile.world import OUTSIDERS, content, insist, pages_of, unchanged
from tests.labsite.modelling.test_pictures import upload

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PASSWORDS = dict.fromkeys(("password1", "password2"), "quokka wombat 12")
ORDERS = ("post", "delete", "approve", "withdraw", "_save", "different", "merge", "add", "apply", "undo")


class AskingTests:
    @pytest.mark.parametrize("who", ["visitor", Role.MEMBER, Role.ADMINISTRATOR])
    def test_no_question_changes_anything(self, world, who):
        browser = world.browser(who)
        assert len(world.addresses) > 80
        with unchanged(), undrawn():
            for each in world.addresses:
                assert browser.get(each, dict.fromkeys(ORDERS, "1")).status_code < 500, each

    @pytest.mark.parametrize("method", ["head", "put", "delete", "patch", "options", "trace"])
    def test_other_methods_change_nothing(self, world, method):
        browser = world.browser(Role.EDITOR)
        with unchanged():
            for each in pages_of(world.others["publications.publication"]):
                assert getattr(browser, method)(each).status_code < 500


class OutsiderTests:
    @pytest.mark.parametrize("who", OUTSIDERS)
    def test_forms_sent_everywhere(self, world, who):
        browser, forms = world.browser(who), world.forms
        with unchanged():
            for row, form in forms.items():
                lists = [address(type(row), page) for page in ("changelist", "add")]
                order = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
                for each in [*pages_of(row), *lists]:
                    assert browser.post(each, form | order).status_code in (302, 403), each

    @pytest.mark.parametrize("who", OUTSIDERS)
    def test_places_and_uploads(self, world, who):
        browser = world.browser(who)
        data = {"post": "yes", "text": "@article{a, title={A}, author={B}}", "add": "1", "content": "x", "pair": "1"}
        with unchanged():
            for each in world.addresses:
                assert browser.post(each, data).status_code in (302, 403, 404, 405) or each == "/admin/", each
            for where in ("markdown-upload", "markdown-preview"):
                assert browser.post(reverse(where), {"image": upload(), "content": "*x*"}).status_code == 403


class MemberTests:
    """What a member adds to a form that is theirs to send, or sends to one that isn't."""

    FIXED = [
        ("people.person", {"slug": "prof", "login": "", "former_slugs": "x", "sort_key": "a", "pk": 1, "id": 1}),
        ("people.person", {"memberships-0-role": "lead", "memberships-0-start": "1990", "memberships-0-DELETE": "on"}),
        ("people.person", {"memberships-TOTAL_FORMS": 2, "memberships-1-role": "lead", "memberships-1-start": "1999"}),
        ("publications.publication", {"slug": "x", "citation_key": "x", "is_selected": "on", "added_by": 1}),
        ("publications.publication", {"former_slugs": " x ", "search_text": "x", "added_at": "2001-01-01"}),
        ("services.service", {"folded": "x", "id": 1}),
    ]
    WHOSE = [("services.service", "person"), ("publications.talk", "speaker"), ("people.award", "person")]
    ACTIONS = [
        *("delete_selected", "publish_selected", "draft_selected", "back_to_draft"),
        *("approve", "set_venue", "add_author", "merge_two"),
    ]

    @pytest.mark.parametrize(("label", "sent"), FIXED)
    def test_fields_that_are_not_theirs_stay(self, world, member, label, sent):
        row = world.own[label]
        form = form_of(member, address(type(row), "change", row.pk))
        with unchanged(content):
            insist(member, address(type(row), "change", row.pk), form | sent)

    @pytest.mark.parametrize(("label", "whose"), WHOSE)
    def test_nothing_is_given_to_somebody_else(self, world, member, label, whose):
        row = world.own[label]
        form = form_of(member, address(type(row), "change", row.pk))
        given = form | {whose: world.maren.pk, "title": "A new one", "seen": ""}
        with unchanged(content):
            for where in (address(type(row), "change", row.pk), address(type(row), "add")):
                assert insist(member, where, given).status_code == 200

    @pytest.mark.parametrize("seen", ["kept", "", "forged"])
    @pytest.mark.parametrize("label", ["people.position", "people.contactdetail", "people.profilelink"])
    def test_rows_of_another_are_not_reached_through_ones_own_form(self, world, member, label, seen):
        theirs = world.others[label]
        rows = type(theirs).objects.filter(person=world.maren).order_by("pk").values()
        form = form_of(member, address(Person, "change", world.zoe.pk))
        prefix = theirs._meta.get_field("person").remote_field.related_name
        form |= {f"{prefix}-0-id": theirs.pk, f"{prefix}-0-person": world.maren.pk}
        form |= {"seen": {"kept": form["seen"], "": "", "forged": form["seen"][:-3] + "abc"}[seen]}
        before = list(rows.all())
        for extra in ({}, {f"{prefix}-0-DELETE": "on"}):
            insist(member, address(Person, "change", world.zoe.pk), form | extra)
            assert list(rows.all()) == before

    def test_authors_of_another_paper_are_not_reached_through_ones_own(self, world, member):
        paper, theirs = world.own["publications.publication"], world.others["publications.authorship"]
        rows = Authorship.objects.exclude(publication=paper).order_by("pk").values()
        form = form_of(member, address(Publication, "change", paper.pk))
        form |= {"authorships-0-id": theirs.pk, "authorships-0-person": world.zoe.pk}
        before = list(rows.all())
        for extra in ({"authorships-0-publication": theirs.publication_id}, {"authorships-0-DELETE": "on"}):
            insist(member, address(Publication, "change", paper.pk), form | extra)
            assert list(rows.all()) == before

    def test_rows_of_others_are_neither_changed_nor_deleted(self, world, member):
        forms = world.forms
        with unchanged():
            for row, form in forms.items():
                for button in ("_save", "_back_to_form"):
                    answer = member.post(address(type(row), "change", row.pk), form | {"title": "Mine", button: "1"})
                    assert answer.status_code in (302, 403)
                assert member.post(address(type(row), "delete", row.pk), {"post": "yes"}).status_code in (302, 403)

    def test_a_copy_by_another_button_takes_nothing_from_another(self, world, member):
        row = world.others["publications.publication"]
        form = world.forms[row]
        papers, authors = Publication.objects.filter(pk=row.pk).values(), row.authorships.order_by("pk").values()
        before = [*papers.all(), *authors.all()]
        member.post(address(Publication, "change", row.pk), form | {"_saveasnew": "1", "title": "Copied"})
        assert [*papers.all(), *authors.all()] == before

    def test_where_papers_are_approved_nobody_publishes_their_own(self, world, member):
        type(world.lab).objects.update(needs_approval=True)
        paper = cast.make_publication("Waiting", authors=[world.zoe], state="waiting", added_by=world.login)
        where = address(Publication, "change", paper.pk)
        form = form_of(member, where) | {"state": "published"}
        insist(member, where, form)
        insist(member, where, form | {"publish_from_0": "2001-01-01", "seen": ""})
        decision = {"approve": "1", "seen": paper.changed_at.isoformat()}
        member.post(reverse("admin:decide-on-paper", args=[paper.pk]), decision)
        assert Publication.objects.get(pk=paper.pk).state == "waiting"
        data = form_of(member, address(Publication, "add")) | {"title": "New", "state": "published"}
        member.post(address(Publication, "add"), data)
        assert not Publication.objects.filter(title="New", state="published").exists()

    @pytest.mark.parametrize("action", ACTIONS)
    def test_actions_on_others_papers(self, world, member, action):
        theirs = [world.others["publications.publication"].pk, world.draft.pk]
        Publication.objects.exclude(pk__in=theirs).delete()
        sent = {"venue": world.own["publications.venue"].pk, "person": world.zoe.pk}
        data = {"action": action, "_selected_action": theirs, **sent}
        with unchanged():
            for extra in ({}, {"index": "0"}, {"index": "0", "select_across": "1"}, {"post": "yes", "apply": "1"}):
                assert member.post(address(Publication, "changelist"), data | extra).status_code < 500

    def test_roles_and_logins(self, world, member):
        with unchanged():
            for login in (world.login, world.other_login):
                sent = {"email": login.email, "is_superuser": "on", "is_staff": "on", "role": "3", "groups": [1, 2]}
                own = address(User, "change", login.pk)
                for page in (own, own.replace("change", "password"), address(User, "add")):
                    assert member.post(page, sent | PASSWORDS).status_code in (302, 403)
            assert_nobody_is_let_in_or_out(world, member)


class EditorTests:
    def test_logins_and_settings_are_not_theirs(self, world):
        editor = world.browser(Role.EDITOR)
        person, lab = (address(type(row), "change", row.pk) for row in (world.maren, world.lab))
        with unchanged(content):
            editor.post(person, form_of(editor, person) | {"login": world.login.pk})
            editor.post(lab, form_of(editor, lab) | {"accent": "#000000", "language": "zh-hans"})
        with unchanged():
            for page in (address(User, "change", world.login.pk), address(User, "add"), address(User, "changelist")):
                sent = {"email": "x@lab.example", "role": "3", "is_superuser": "on"}
                assert editor.post(page, sent | PASSWORDS).status_code in (302, 403)
            assert_nobody_is_let_in_or_out(world, editor)


def assert_nobody_is_let_in_or_out(world, browser):
    for place in ("invite", "leave"):
        where = reverse(f"admin:{place}", args=[world.maren.pk])
        assert browser.post(where, {"role": "3", "email": "x@lab.example"}).status_code == 403


def test_no_form_makes_a_superuser(world):
    boss, where = world.browser(Role.ADMINISTRATOR), address(User, "change", world.login.pk)
    sent = {"is_superuser": "on", "is_staff": "on", "groups": [1], "user_permissions": [1], "password": "x"}
    boss.post(where, form_of(boss, where) | sent)
    login = User.objects.get(pk=world.login.pk)
    assert (login.is_superuser, login.password) == (False, world.login.password)
    assert list(login.user_permissions.all()) == []


@pytest.mark.parametrize("who", [Role.MEMBER, Role.ADMINISTRATOR])
@pytest.mark.parametrize("token", [None, "", "x" * 64, "of another session"])
def test_nothing_is_sent_from_elsewhere(world, who, token):
    browser, row = world.browser(who, enforce_csrf_checks=True), world.own["publications.publication"]
    where = address(Publication, "change", row.pk)
    form = form_data(browser.get(where))
    sent = {"post": "yes", "action": "delete_selected", "_selected_action": [row.pk]}
    if token == "of another session":
        token = browser.cookies.pop("csrftoken").value
    sent |= {} if token is None else {"csrfmiddlewaretoken": token}
    # Which address asks for the token doesn't depend on what the token is, so all of them are sent one kind only.
    addresses = [*world.addresses, reverse("account_logout")] if token is None else [where]
    with unchanged():
        for each in addresses:
            assert browser.post(each, form | sent).status_code == 403, each
