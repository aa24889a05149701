"""Several links that lead nowhere at once: they are deleted, or get a new address."""

import pytest

from labsite import history
from labsite.contrib.link_checking.models import LinkCheck
from labsite.models import Step
from labsite.roles import Role
from people.models import Person, ProfileLink
from publications.models import Link, Publication
from tests import cast
from tests.labsite.curation.worklist.test_several import PAGE, SETTLE, treat

pytestmark = [pytest.mark.django_db, pytest.mark.once]

GONE = "https://gone.example/a"


@pytest.fixture
def editor(client):
    cast.make_lab()
    for title in ("Koalas", "Quolls", "Wombats"):
        cast.make_publication(title, [cast.make_member(f"Author of {title}")], year=None)
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


class LinkTests:
    @pytest.fixture
    def mentions(self, editor):
        """The same dead address as a link of a paper, a project's text, and in two links of one text."""
        LinkCheck.objects.create(url=GONE, state=LinkCheck.State.BROKEN, words="Not found.")
        link = Link.objects.create(publication=Publication.objects.first(), kind="code", url=GONE)
        project = cast.make_project(text=f"See [the code]({GONE}) and [this part]({GONE}#part), or https://a.example.")
        return link, project

    def test_lost_links_are_deleted_as_one_step_that_can_be_undone(self, editor):
        for person in Person.objects.members():
            person.links.create(kind="github")
        treat(editor, "delete-links", kind="lost-profile-link")
        assert not ProfileLink.objects.exists()
        history.undo(Step.objects.latest("pk"), None)
        assert ProfileLink.objects.count() == 3

    def test_a_new_address_is_put_wherever_the_old_one_stood(self, editor, mentions):
        link, project = mentions
        between, _ = treat(editor, "readdress", kind="unreachable", address="https://new.example/b")
        assert len(between.context["rows"]) == 2
        link.refresh_from_db(), project.refresh_from_db()
        new = "https://new.example/b"
        assert link.url == new
        assert project.text == f"See [the code]({new}) and [this part]({new}#part), or https://a.example."

    def test_an_address_in_a_text_goes_and_its_words_stay(self, editor, mentions):
        link, project = mentions
        treat(editor, "delete-links", kind="unreachable")
        project.refresh_from_db()
        assert project.text == "See the code and this part, or https://a.example."
        assert not Link.objects.exists()

    def test_what_is_no_link_is_left_alone(self, editor):
        page = editor.post(SETTLE, {"action": "delete-links", "kind": "no-year"}, follow=True)
        assert "None of the ticked items allows this" in page.text

    def test_an_address_that_is_none_is_refused_beside_its_field(self, editor, mentions):
        page = treat(editor, "readdress", kind="unreachable", address="b c")[1]
        assert page.context["form"].errors == {"address": ["Enter a valid URL."]}
        assert mentions[0].url == GONE

    def test_only_where_there_are_such_links_they_are_offered(self, editor, mentions):
        page = editor.get(PAGE).text
        assert page.count('class="part of-links"') == 1
        assert 'value="readdress">New address…</button>' in page
