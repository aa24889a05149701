"""Somebody new is given a role, and invited; several people get a role, leave, or are invited at once."""

import pytest
from django.core import mail
from django.test import Client

from labsite import history
from labsite.models import Invitation, Step
from labsite.roles import Role
from people.models import Membership, Person
from tests import cast
from tests.editing import address, form_of, queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ADD, LIST = address(Person, "add"), address(Person, "changelist")


@pytest.fixture
def administrator(client):
    cast.make_lab()
    client.force_login(cast.make_administrator(email="boss@lab.example"))
    return client


@pytest.fixture
def editor():
    cast.make_lab()
    client = Client()
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


def add(client, follow=True, **fields):
    return client.post(ADD, form_of(client, ADD) | {"name": "Zoë Lindqvist"} | fields, follow=follow)


def act(client, action, people, **data):
    sent = {"action": action, "_selected_action": [person.pk for person in people], **data}
    return client.post(LIST, sent if "apply" in data else sent | {"index": 0})


def told(client):
    return [str(message) for message in client.get("/admin/").context["messages"]]


class NewPersonTests:
    def test_a_role_is_asked_for(self, editor):
        page = add(editor)
        assert page.context["adminform"].form.errors == {"role": ["This field is required."]}
        assert not Person.objects.exists()

    def test_a_role_and_its_start_become_a_membership(self, editor):
        page = add(editor, role="phd", start="Sept 2024")
        assert Membership.objects.values_list("person__name", "role", "start").get() == (
            "Zoë Lindqvist",
            "phd",
            "2024-09",
        )
        assert page.redirect_chain == [("/people/zoe-lindqvist/", 302)]
        assert "“Zoë Lindqvist” has been added." in page.text

    def test_a_role_may_be_not_stated(self, editor):
        add(editor, role="unsaid")
        assert Membership.objects.get().role == ""

    def test_a_co_author_is_said_to_have_no_page_with_the_way_to_one(self, editor):
        page = add(editor, role="co-author")
        form = address(Person, "change", Person.objects.get().pk)
        assert f'has no page, because they have no role in the lab. <a href="{form}#memberships-group">' in page.text
        assert not Membership.objects.exists()

    def test_an_editor_isnt_offered_to_invite(self, editor):
        assert "invite" not in editor.get(ADD).context["adminform"].form.fields

    def test_a_member_adds_co_authors_without_being_asked(self, client):
        client.force_login(cast.make_login(cast.pi(), Role.MEMBER))
        assert not {"role", "email"} & client.get(ADD).context["adminform"].form.fields.keys()
        add(client, name="Ivo Brandt")
        assert not Person.objects.get(name="Ivo Brandt").memberships.exists()

    def test_with_a_tick_they_are_invited_by_the_same_save(self, administrator):
        add(administrator, role="phd", email="zoe@lab.example", invite="on")
        invitation = Invitation.objects.get()
        assert (invitation.person.name, invitation.email, invitation.role) == (
            "Zoë Lindqvist",
            "zoe@lab.example",
            Role.MEMBER,
        )
        assert [message.to for message in mail.outbox] == [["zoe@lab.example"]]
        assert invitation.person.contact_details.values_list("value", "visibility").get() == (
            "zoe@lab.example",
            "private",
        )

    def test_without_the_tick_nobody_is_invited(self, administrator):
        add(administrator, role="phd", email="zoe@lab.example")
        assert not Invitation.objects.exists()
        assert mail.outbox == []

    @pytest.mark.parametrize(
        ("fields", "field", "words"),
        [
            ({"role": "phd"}, "email", "Which address should the invitation go to?"),
            ({"role": "phd", "email": "boss@lab.example"}, "email", "already has this address"),
            ({"role": "co-author", "email": "z@lab.example"}, "invite", "have a page to edit"),
        ],
    )
    def test_who_cant_be_invited_isnt_saved_either(self, administrator, fields, field, words):
        page = add(administrator, invite="on", **fields)
        assert words in page.context["adminform"].form.errors[field][0]
        assert not Person.objects.exists()

    def test_where_the_mail_cant_be_sent_they_are_saved_and_not_invited(self, administrator, monkeypatch):
        def refuse(*args):
            raise OSError("no route")

        monkeypatch.setattr("labsite.accounts.logins.invite", refuse)
        page = add(administrator, role="phd", email="zoe@lab.example", invite="on")
        assert "these people haven’t been invited yet: Zoë Lindqvist. The mail server replied: no route" in page.text
        assert Person.objects.exists() and not Invitation.objects.exists()


class SeveralTests:
    def test_a_role_is_added_as_one_step_that_can_be_undone(self, editor):
        una, ivo = cast.make_member("Una Berg", "phd", start="2020"), cast.stranger()
        page = act(editor, "add_role", [una, ivo])
        assert page.context["rows"] == ["Una Berg (PhD student 2020)", "Ivo Brandt"]
        act(editor, "add_role", [una, ivo], apply="1", role="phd", start="2020")
        assert ivo.memberships.values_list("role", "start").get() == ("phd", "2020")
        assert una.memberships.count() == 1
        assert "Left unchanged: “Una Berg” (has this role already)." in told(editor)
        history.undo(Step.objects.latest("pk"), None)
        assert not ivo.memberships.exists()

    def test_those_who_left_are_alumni_as_of_the_month(self, editor):
        zoe, ivo = cast.student(), cast.stranger()
        assert act(editor, "end_roles", [zoe, ivo]).context["rows"] == [
            "Zoë Lindqvist: PhD student Sep 2022",
            "Ivo Brandt: not in the lab now",
        ]
        act(editor, "end_roles", [zoe, ivo], apply="1", month="June 2025")
        assert zoe.memberships.get().end == "2025-06"
        assert "Left unchanged: “Ivo Brandt” (not in the lab now)." in told(editor)

    def test_who_signs_in_is_left_to_an_administrator(self, editor):
        zoe = cast.student()
        login = cast.make_login(zoe, Role.MEMBER)
        act(editor, "end_roles", [zoe], apply="1", month="2025-06")
        assert zoe.memberships.get().end == ""
        client = Client()
        client.force_login(cast.make_administrator())
        act(client, "end_roles", [zoe], apply="1", month="2025-06")
        login.refresh_from_db()
        assert (zoe.memberships.get().end, login.is_active) == ("2025-06", False)

    def test_a_month_to_come_is_refused_for_each(self, editor):
        zoe = cast.student()
        act(editor, "end_roles", [zoe], apply="1", month="2190-06")
        assert zoe.memberships.get().end == ""
        assert any("This month is in the future." in words for words in told(editor))

    def test_members_have_none_of_it(self, client):
        zoe = cast.student()
        client.force_login(cast.make_login(zoe, Role.MEMBER))
        for action in ("add_role", "end_roles", "invite"):
            act(client, action, [zoe], apply="1", role="lead", month="2020")
        assert zoe.memberships.values_list("role", "end").get() == ("phd", "")


class InvitingTests:
    @pytest.fixture
    def page(self, administrator):
        self.una, self.vera = cast.make_member("Una Berg"), cast.make_member("Vera Berg")
        self.una.contact_details.create(kind="email", value="una@lab.example")
        cast.make_login(ada := cast.pi(), email="ada@lab.example")
        return act(administrator, "invite", [self.una, self.vera, ada, cast.stranger()]).url

    def sent(self, una, vera):
        return {f"email-{self.una.pk}": una, f"email-{self.vera.pk}": vera}

    def test_the_page_says_who_would_be_invited_where_and_who_not(self, administrator, page):
        shown = administrator.get(page)
        assert {field.label: field.value() for field in shown.context["form"]} == {
            "Una Berg": "una@lab.example",
            "Vera Berg": "",
        }
        assert "These people already have a login: Ada Quill." in shown.text
        assert "no page to edit: Ivo Brandt." in shown.text

    def test_those_with_an_address_are_invited(self, administrator, page):
        administrator.post(page, self.sent("una@lab.example", ""))
        assert list(Invitation.objects.values_list("person__name", "email")) == [("Una Berg", "una@lab.example")]
        assert told(administrator) == ["1 invitation is on the way."]

    @pytest.mark.parametrize("wrong", ["una", "ada@lab.example", "una@lab.example"])
    def test_nobody_is_while_one_address_is_wrong(self, administrator, page, wrong):
        shown = administrator.post(page, self.sent("una@lab.example", wrong))
        assert list(shown.context["form"].errors) == [f"email-{self.vera.pk}"]
        assert not Invitation.objects.exists()

    def test_it_costs_the_same_for_more_people(self, administrator):
        people = [cast.make_member(name) for name in ("Una Berg", "Vera Berg")]
        before = queries_of(administrator, act(administrator, "invite", people).url)
        people += [cast.make_member(name) for name in ("Wes Berg", "Xi Berg")]
        assert queries_of(administrator, act(administrator, "invite", people).url) == before
