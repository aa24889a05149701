"""Who may do what, said in words; the rights are gone through cell by cell in test_permission_matrix."""

import pytest
from django.contrib.auth.models import AnonymousUser, Group, Permission

from labsite import roles
from labsite.models import Lab, NewsItem, User
from labsite.roles import Role, may
from people.models import ContactDetail, Membership, Person, Position
from publications.models import Publication, Venue
from services.models import Service
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe():
    return cast.student()


@pytest.fixture
def member(zoe):
    return cast.make_login(zoe, Role.MEMBER)


class RoleTests:
    def test_visitors_and_logins_without_a_group_have_none(self):
        assert roles.role_of(AnonymousUser()) is None
        assert roles.role_of(cast.make_login()) is None

    def test_a_group_gives_a_role(self):
        assert [roles.role_of(cast.make_login(role=role)) for role in Role] == list(Role)

    def test_a_superuser_is_an_administrator(self):
        assert roles.role_of(cast.make_administrator()) is Role.ADMINISTRATOR

    @pytest.mark.parametrize("field", ["is_active", "is_staff"])
    def test_a_login_that_was_ended_has_none(self, field):
        login = cast.make_login(role=Role.EDITOR)
        setattr(login, field, False)
        assert roles.role_of(login) is None

    def test_the_highest_of_several_holds(self):
        login = cast.make_login(role=Role.EDITOR)
        login.groups.add(Group.objects.get_or_create(name="Members")[0])
        assert roles.role_of(User.objects.get(pk=login.pk)) is Role.EDITOR

    def test_a_new_role_takes_the_place_of_the_old_one(self):
        login = cast.make_login(role=Role.ADMINISTRATOR)
        roles.give(login, Role.MEMBER)
        assert [group.name for group in login.groups.all()] == ["Members"]
        assert roles.role_of(login) is Role.MEMBER

    def test_without_a_role_nobody_is_staff(self):
        login = cast.make_login(role=Role.MEMBER)
        roles.give(login, None)
        login.refresh_from_db()
        assert (login.is_staff, login.groups.count()) == (False, 0)

    def test_roles_are_asked_for_once(self, member, django_assert_num_queries):
        member = User.objects.get(pk=member.pk)
        with django_assert_num_queries(1):
            assert [may(member, "view", model) for model in (Person, Venue, Service)] == [True, True, True]


def test_djangos_permissions_are_the_rights():
    asked = ("people.view_person", "people.change_person", "people.delete_person", "labsite.add_lab", "auth.add_group")
    held = {role: [cast.make_login(role=role).has_perm(each) for each in asked] for role in (None, *Role)}
    assert held == {
        None: [False] * 5,
        Role.MEMBER: [True, True, False, False, False],
        Role.EDITOR: [True, True, True, False, False],
        Role.ADMINISTRATOR: [True, True, True, True, False],
    }


class MemberTests:
    def test_their_own_page_is_theirs(self, member, zoe):
        assert may(member, "change", zoe) is True
        assert may(member, "delete", zoe) is False

    def test_nobody_elses_is(self, member):
        assert may(member, "change", cast.pi()) is False

    def test_without_a_page_nothing_is_theirs(self):
        assert may(cast.make_login(role=Role.MEMBER), "change", cast.stranger()) is False

    def test_what_hangs_on_their_page_is_theirs(self, member, zoe):
        own, other = (Position.objects.create(person=each, title="Intern") for each in (zoe, cast.pi()))
        assert may(member, "delete", own) is True
        assert may(member, "change", other) is False

    def test_their_time_in_the_lab_is_the_labs_to_say(self, member, zoe):
        assert may(member, "view", zoe.memberships.get()) is True
        assert may(member, "change", zoe.memberships.get()) is False

    def test_papers_they_wrote_are_theirs_to_correct(self, member, zoe):
        assert may(member, "change", cast.make_publication(authors=[cast.pi(), zoe])) is True

    def test_papers_of_others_are_not(self, member):
        assert may(member, "change", cast.make_publication(authors=["Una Reed"])) is False

    def test_into_a_link_that_would_make_a_row_theirs_they_put_none_that_is_not(self, member, zoe):
        paper, awards = cast.make_publication(authors=[zoe]), Publication._meta.get_field("awards")
        own, others = cast.make_award(zoe), cast.make_award(cast.pi(), "Another’s Medal")
        assert may(member, "view", others) is True
        assert set(roles.choices(member, awards)) == {own}
        paper.awards.add(others)  # by an editor
        assert set(roles.choices(member, awards)) == {own, others}

    def test_private_contact_details_of_others_are_hidden(self, member, zoe):
        pi = cast.pi()
        details = [
            ContactDetail.objects.create(person=person, kind=kind, value="1")
            for person in (zoe, pi)
            for kind in ("email", "phone")
        ]
        seen = roles.reached(member, "view", ContactDetail.objects.all())
        assert set(seen) == {details[0], details[1], details[2]}

    @pytest.mark.parametrize("model", [NewsItem, Publication, Venue, Service, Person])
    def test_they_may_add(self, member, model):
        assert may(member, "add", model) is True

    @pytest.mark.parametrize("model", [Membership, User, Lab])
    def test_they_may_not_add(self, member, model):
        assert may(member, "add", model) is False


def test_what_a_login_may_do_is_asked_once_until_the_form_is_saved(zoe, member, django_assert_num_queries):
    paper = cast.make_publication(authors=[zoe])
    roles.settle(member)
    assert may(member, "change", paper)
    with django_assert_num_queries(0):
        assert may(member, "change", paper)
    paper.authorships.all().delete()
    roles.settle(member, False)
    assert not may(member, "change", paper)
    Publication.objects.update(added_by=member, state="draft")
    assert may(member, "change", paper)


class OtherRolesTests:
    def test_editors_change_all_content(self):
        login = cast.make_login(role=Role.EDITOR)
        assert may(login, "change", cast.pi()) is True
        assert may(login, "delete", cast.make_news()) is True

    def test_editors_see_no_logins(self):
        assert may(cast.make_login(role=Role.EDITOR), "view", User) is False

    def test_administrators_change_logins(self):
        assert may(cast.make_login(role=Role.ADMINISTRATOR), "change", User) is True

    def test_nobody_may_delete_their_own_login(self):
        login, other = cast.make_administrator(), cast.make_login(role=Role.EDITOR)
        assert [may(login, "delete", each) for each in (login, other, User)] == [False, True, True]

    def test_a_fixed_field_is_fixed_for_lower_roles_too(self):
        assert "login" in roles.fixed_fields(cast.make_login(role=Role.MEMBER), Person)
        assert roles.fixed_fields(cast.make_login(role=Role.EDITOR), Person) == ("login",)
        assert roles.fixed_fields(cast.make_login(role=Role.ADMINISTRATOR), Person) == ()

    def test_nobody_may_do_anything_with_what_is_not_registered(self):
        assert may(cast.make_administrator(), "view", Permission) is False
