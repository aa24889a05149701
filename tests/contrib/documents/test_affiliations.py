"""The page on which a member writes down where their collaborators work."""

import re

import pytest
from django.urls import reverse

from labsite import registry
from labsite.history.models import Step
from labsite.roles import Role
from people.affiliations import WrittenAffiliation, write_down
from people.models import Affiliation, Education, Position
from publications import elsewhere
from publications.elsewhere import AffiliationSources
from tests import cast
from tests.contrib.documents.test_funders import checks, rows
from tests.reading import text

pytestmark = pytest.mark.django_db

MAX_QUERIES = 40


@pytest.fixture
def zoe():
    cast.make_lab()
    return cast.student()


@pytest.fixture
def ivo(zoe):
    ivo = cast.stranger(given_name="Ivo", family_name="Brandt")
    cast.make_publication(authors=[zoe, ivo], year=2190, doi="10.5555/quokka")
    return ivo


@pytest.fixture
def typist(client, role, zoe):
    client.force_login(cast.make_typist(role, zoe))
    return client


def page(person):
    return reverse("admin:collaborators", args=[person.pk])


def written():
    return [(row.person.name, row.organisation, row.source) for row in Affiliation.objects.order_by("pk")]


def say(keeper, person, organisation, date="2190-03", source="OpenAlex"):
    write_down(keeper, [WrittenAffiliation(person.pk, organisation, date, source)])


@pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR, Role.ADMINISTRATOR])
class PageTests:
    def test_what_is_typed_is_written_down_as_of_today_and_stands_in_the_table(self, typist, zoe, ivo):
        answer = typist.post(page(zoe), {f"at-{ivo.pk}": " Quokka University ", f"initial-at-{ivo.pk}": ""})
        assert answer.headers["Location"] == page(zoe)
        assert written() == [("Ivo Brandt", "Quokka University", "")]
        assert (rows(zoe, 4)[0][2], checks(zoe, 4)[0][2]) == ("Quokka University", "")

    def test_what_a_source_says_is_marked_until_it_is_confirmed(self, typist, zoe, ivo):
        say(zoe, ivo, "Wombat Institute", "2026-03")
        asked = {f"at-{ivo.pk}": "Wombat Institute", f"initial-at-{ivo.pk}": "Wombat Institute"}
        typist.post(page(zoe), asked)
        assert written() == [("Ivo Brandt", "Wombat Institute", "OpenAlex")]
        assert checks(zoe, 4)[0][2] == "OpenAlex, 2026-03: please check."
        typist.post(page(zoe), asked | {f"confirm-{ivo.pk}": "on"})
        assert written()[1:] == [("Ivo Brandt", "Wombat Institute", "")]
        assert checks(zoe, 4)[0][2] == ""


@pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
def test_one_save_of_many_rows_is_one_step_that_can_be_undone(typist, zoe):
    others = [cast.make_person(f"Author {number}") for number in range(3)]
    cast.make_publication("Together", [zoe, *others], year=2190)
    typist.post(page(zoe), {f"at-{each.pk}": f"Zoo {each.pk}" for each in others})
    assert len(written()) == 3
    typist.post(reverse("admin:step", args=[Step.objects.latest("pk").pk]), {"undo": "1"})
    assert written() == []


class RowsTests:
    def test_advisors_and_advisees_come_first_and_nobody_twice(self, admin_client, zoe, ivo):
        degree = Education.objects.create(person=zoe, organisation="Zoo", degree="Ph.D.")
        degree.advisors.add(cast.make_person("Yara Zander"), ivo)
        cast.make_publication("More", [zoe, "Abe Aalto"], year=2190)
        labels = re.findall(r'<th scope="row">([^<]*)</th>', text(admin_client, page(zoe)))
        assert [label for label in labels if label[1:2].islower()][-3:] == ["Ivo Brandt", "Yara Zander", "Abe Aalto"]

    def test_a_row_says_what_it_rests_on_and_who_says_otherwise_since(self, admin_client, zoe, ivo):
        say(zoe, ivo, "Quokka University", "2189-01-15", "")
        say(zoe, ivo, "Wombat Institute")
        html = text(admin_client, page(zoe))
        assert "Zoë Lindqvist, 15 January 2189" in html and "OpenAlex, Mar 2190: Wombat Institute" in html

    def test_a_row_that_was_changed_meanwhile_is_not_overwritten_in_silence(self, admin_client, zoe, ivo):
        say(zoe, ivo, "Quokka University", "2190-01", "")
        asked = {f"at-{ivo.pk}": "Zoo", f"initial-at-{ivo.pk}": "Burrow"}
        html = admin_client.post(page(zoe), asked).content.decode()
        assert "Somebody else has changed this to “Quokka University”" in html and 'value="Zoo"' in html
        assert written() == [("Ivo Brandt", "Quokka University", "")]

    def test_a_row_left_empty_is_written_down_by_nobody(self, admin_client, zoe, ivo):
        admin_client.post(page(zoe), {f"at-{ivo.pk}": ""})
        assert written() == []

    def test_other_members_cannot_open_it(self, client, zoe, ivo):
        client.force_login(cast.make_login(cast.pi(), Role.MEMBER))
        assert client.get(page(zoe)).status_code == 403
        assert client.post(page(zoe), {f"at-{ivo.pk}": "Zoo"}).status_code == 403
        assert written() == []

    def test_nobody_but_collaborators_can_be_written_about(self, admin_client, zoe, ivo):
        admin_client.post(page(zoe), {f"at-{cast.pi().pk}": "Zoo"})
        assert written() == []

    def test_more_collaborators_ask_no_more_queries(self, admin_client, zoe, ivo, django_assert_max_num_queries):
        with django_assert_max_num_queries(MAX_QUERIES):
            admin_client.get(page(zoe))
        others = [cast.make_person(f"Author {number}") for number in range(20)]
        cast.make_publication("Many", [zoe, *others], year=2190)
        for other in others:
            say(zoe, other, "Zoo")
        with django_assert_max_num_queries(MAX_QUERIES):
            assert text(admin_client, page(zoe)).count('value="Zoo"') == 40  # with what each was before


class SourcesTests:
    def test_sources_are_asked_for_all_and_trouble_is_told(self, admin_client, zoe, ivo, monkeypatch):
        Position.objects.create(person=cast.make_person("Una"), title="Professor", organisation="Zoo")

        def affiliations(papers, people):
            assert (list(papers), people) == ([zoe.publications.get().pk], [ivo.pk])
            return [WrittenAffiliation(ivo.pk, "Wombat Institute", "2190-03", "OpenAlex")], ["ORCID can’t be reached."]

        monkeypatch.setattr(elsewhere, "affiliations", affiliations)
        html = admin_client.post(page(zoe), {"ask": "1"}, follow=True).content.decode()
        assert "Found the affiliation of 1 person." in html and "ORCID can’t be reached." in html
        assert 'value="Wombat Institute"' in html and "OpenAlex, Mar 2190" in html
        assert written() == [("Ivo Brandt", "Wombat Institute", "OpenAlex")]

    def test_a_lab_without_sources_has_the_page_without_the_button(self, admin_client, zoe, ivo, monkeypatch):
        assert 'name="ask"' in text(admin_client, page(zoe))
        others = [each for each in registry._of_the_site if not isinstance(each, AffiliationSources)]
        monkeypatch.setattr(registry, "_of_the_site", others)
        assert 'name="ask"' not in text(admin_client, page(zoe))
        assert elsewhere.affiliations([], []) == ([], [])
