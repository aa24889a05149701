"""What is missing or looks wrong in numbers, on the first page; and what a form says of its own row."""

import pytest
from django.utils import timezone

from labsite.contrib.link_checking.models import LinkCheck
from labsite.curation import worklist
from labsite.curation.inbox import tasks_for
from labsite.models import Dismissal
from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.editing import address

ADDRESS = "/admin/inbox/?kind=worklist"

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def member():
    """A member about whose page and paper there is one thing each to say."""
    person = cast.student(headline="Rests", photo_alt="x", orcid="0000-0002-1825-0097")
    cast.make_publication(authors=[person], year=None, arxiv_id="2401.00001", kind="preprint")
    return person


def numbers(login):
    """Return how many points are somebody's own, and how many they could settle in all."""
    tasks = [task for task in tasks_for(login) if task.address == ADDRESS]
    return (tasks[0].own, tasks[0].number) if tasks else (0, 0)


class SummaryTests:
    def test_tells_ones_own_from_the_labs(self, member):
        login = cast.make_login(member, Role.EDITOR)
        assert numbers(login) == (2, 2)
        cast.make_publication("Wombat", authors=[cast.alumna()], year=None, arxiv_id="2401.00002", kind="preprint")
        assert numbers(login) == (2, 4)
        assert numbers(cast.make_login(role=Role.EDITOR)) == (0, 4)

    def test_of_a_member_all_is_their_own(self, member):
        cast.make_publication("Wombat", authors=[cast.alumna()], year=None)
        assert numbers(cast.make_login(member, Role.MEMBER)) == (2, 2)

    def test_of_someone_without_a_role_there_is_nothing(self, member):
        assert numbers(cast.make_login(member)) == (0, 0)

    def test_costs_little_while_nothing_changes(self, member, django_assert_num_queries):
        login = cast.make_login(member, Role.MEMBER)
        tasks_for(login)
        with django_assert_num_queries(14):  # of which six ask what is theirs, of six models
            tasks_for(login)

    def test_is_right_again_after_every_change(self, member):
        login = cast.make_login(member, Role.MEMBER)
        assert numbers(login) == (2, 2)
        paper = Publication.objects.get()
        dismissal = Dismissal.objects.create(rule="no-year", model="publications.publication", row=paper.pk)
        assert numbers(login) == (1, 1)
        dismissal.delete()
        assert numbers(login) == (2, 2)
        now = timezone.now()
        LinkCheck.objects.create(url="https://arxiv.org/abs/2401.00001", state="broken", checked_at=now)
        assert numbers(login) == (3, 3)
        Publication.objects.update(year=2024)
        assert numbers(login) == (2, 2)

    def test_is_on_the_first_page(self, client, member):
        client.force_login(cast.make_login(member, Role.MEMBER))
        assert f'href="{ADDRESS}"' in client.get("/admin/").text


class FormTests:
    def said(self, client, row):
        page = client.get(address(type(row), "change", row.pk))
        assert page.status_code == 200
        return "No year is given." in page.text

    def test_a_form_says_what_is_missing_to_those_who_may_put_it_right(self, client, member):
        own = Publication.objects.get()
        foreign = cast.make_publication("Wombat", authors=["Ivo Brandt"], year=None)
        client.force_login(cast.make_login(member, Role.MEMBER))
        assert self.said(client, own) is True
        assert self.said(client, foreign) is False
        client.force_login(cast.make_login(role=Role.EDITOR))
        assert self.said(client, foreign) is True

    def test_what_is_no_problem_isnt_said(self, client, member):
        paper = Publication.objects.get()
        Dismissal.objects.create(rule="no-year", model="publications.publication", row=paper.pk)
        client.force_login(cast.make_administrator())
        assert self.said(client, paper) is False

    def test_of_a_row_that_is_being_added_nothing_is_said(self, client, member):
        client.force_login(cast.make_administrator())
        assert "open-points" not in client.get(address(Person, "add")).text

    def test_one_forms_points_are_those_of_its_row(self, member):
        login = cast.make_administrator()
        paper = Publication.objects.get()
        cast.make_publication("Wombat", year=None)
        of_the_form = worklist.open_issues(login, only=paper)
        assert [point.key for point in of_the_form] == [
            point.key for point in worklist.open_issues(login) if point.subject == paper
        ]
        assert {point.subject for point in worklist.open_issues(login, only=member)} == {member}
