"""What members say of their own role in the lab waits in the inbox until an editor carries it out, or answers."""

import pytest
from django.urls import reverse

from labsite import history
from labsite.models import Question, Step
from labsite.roles import Role
from people.models import Membership
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]
LEFT = {"role": "left", "month": "June 2026", "went_to": "Tide Institute", "words": "It was a good time."}
EDITORS = pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])


@pytest.fixture
def una():
    cast.make_lab()
    return cast.make_member("Una Vale", role="phd", start="2022-09")


@pytest.fixture
def member(client, una):
    client.force_login(cast.make_login(una, Role.MEMBER))
    return client


def ask(member, **values):
    return member.post(reverse("admin:my-role"), {**LEFT, **values})


def settle(client, role, button="carry-out", **values):
    client.force_login(cast.make_login(role=role))
    return client.post(reverse("admin:questions"), {"question": Question.objects.get().pk, button: "1", **values})


def roles_of(person):
    return [*person.memberships.order_by("start").values_list("role", "start", "end", "went_to")]


def test_the_plan_stands_in_the_question_in_words(member):
    assert ask(member).url == reverse("admin:inbox") + "?kind=questions&settled=1"
    assert Question.objects.get().text.splitlines() == [
        "PhD student until Jun 2026.",
        "Now: Tide Institute.",
        "It was a good time.",
    ]


def test_nothing_changes_before_an_editor_has_looked(member, una):
    ask(member)
    assert roles_of(una) == [("phd", "2022-09", "", "")]


@EDITORS
def test_who_has_left_is_an_alumnus_by_one_click(member, una, role):
    ask(member)
    settle(member, role)
    assert roles_of(una) == [("phd", "2022-09", "2026-06", "Tide Institute")]
    assert Question.objects.get().answered_at is not None
    assert Step.objects.latest("pk").comment == "Changed the role of Una Vale, as they asked"


@EDITORS
def test_a_new_role_begins_where_the_old_one_ends(member, una, role):
    ask(member, role="postdoc", month="2026-07", went_to="")
    settle(member, role)
    assert roles_of(una) == [("phd", "2022-09", "2026-07", ""), ("postdoc", "2026-07", "", "")]


@EDITORS
def test_an_answer_in_words_changes_no_role(member, una, role):
    ask(member)
    settle(member, role, "done", answer="Stay!")
    assert (roles_of(una), Question.objects.get().answer) == ([("phd", "2022-09", "", "")], "Stay!")


def test_carrying_it_out_is_one_step_that_can_be_undone(member, una):
    ask(member, role="postdoc", month="2026-07")
    settle(member, Role.EDITOR)
    history.undo(Step.objects.latest("pk"), cast.make_login(role=Role.EDITOR))
    assert roles_of(una) == [("phd", "2022-09", "", "")]


def test_the_second_of_two_editors_changes_nothing_more(member, una):
    ask(member, role="postdoc", month="2026-07", went_to="")
    settle(member, Role.EDITOR)
    Membership.objects.filter(role="postdoc").delete()
    settle(member, Role.EDITOR)
    assert [row[0] for row in roles_of(una)] == ["phd"]


@EDITORS
@pytest.mark.parametrize("change", [{"role": "postdoc", "start": "2026-07"}, {"end": "2025-01"}])
def test_what_roles_that_changed_meanwhile_forbid_is_said_and_waits(member, una, role, change):
    ask(member)
    una.memberships.update(**change)
    before = roles_of(una)
    settle(member, role)
    assert (roles_of(una), Question.objects.get().answered_at) == (before, None)


def test_members_carry_nothing_out(member, una):
    ask(member)
    settle(member, Role.MEMBER)
    assert roles_of(una) == [("phd", "2022-09", "", "")]


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"month": "2021"}, "__all__", "This is before “PhD student” began."),
        ({"role": "phd"}, "__all__", "The site already says: PhD student Sep 2022."),
        ({"role": ""}, "role", "This field is required."),
        ({"month": "soon"}, "month", None),
    ],
)
def test_what_cannot_be_is_said_at_once(member, values, field, words):
    errors = ask(member, **values).context["form"].errors[field]
    assert words is None or errors == [words]
    assert not Question.objects.exists()


def test_nobody_leaves_who_has_no_role_now(member, una):
    una.memberships.update(end="2025-01")
    assert ask(member).context["form"].errors["__all__"] == ["The site lists no current role for you."]


@EDITORS
def test_who_has_no_page_is_told_so(client, role):
    client.force_login(cast.make_login(role=role))
    page = client.get(reverse("admin:my-role"), follow=True)
    assert "Your login has no page in the lab, and therefore no role." in page.text


class WaysTests:
    """From where a member gets there."""

    def test_the_own_page_and_its_form_and_still_true_lead_there(self, member, una):
        way = f'href="{reverse("admin:my-role")}"'
        pages = [
            una.get_absolute_url(),
            reverse("admin:people_person_change", args=[una.pk]),
            reverse("admin:still-true"),
        ]
        assert [page for page in pages if way not in member.get(page).content.decode()] == []

    def test_the_form_of_a_colleague_leads_to_the_question(self, member):
        other = cast.student()
        page = member.get(reverse("admin:people_person_change", args=[other.pk])).content.decode()
        assert reverse("admin:my-role") not in page
        assert reverse("admin:ask", args=["people.person", other.pk]) in page

    @EDITORS
    def test_editors_have_a_pencil_of_their_own(self, client, una, role):
        client.force_login(cast.make_login(una, role))
        page = client.get(una.get_absolute_url()).content.decode()
        assert (reverse("admin:my-role") in page, "part=roles" in page) == (False, True)
