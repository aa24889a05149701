"""What somebody may have, they give at once, in one form, and see it then where it stands on the site."""

import pytest

from people.models import Award
from publications.models import Talk, TalkOccasion
from services.models import Service
from tests import cast
from tests.editing import address, form_of

pytestmark = pytest.mark.once


def add(typist, model, query="", **values):
    page = address(model, "add") + query
    return typist.post(page, form_of(typist, page) | values)


class TalkTests:
    VALUES = {"title": "On Leisure", "occasions-0-host": "SYSCON", "occasions-0-date": "June 2024"}

    def test_one_blank_occasion_is_open(self, typist):
        values = form_of(typist, address(Talk, "add"))
        assert (values["occasions-TOTAL_FORMS"], values["occasions-INITIAL_FORMS"]) == (1, 0)

    def test_a_talk_has_its_date_and_place_at_once(self, typist, member):
        answer = add(typist, Talk, speaker=member.pk, **self.VALUES)
        assert answer.url == member.get_absolute_url()
        assert TalkOccasion.objects.values_list("talk__speaker__name", "host").get() == ("Una Vale", "SYSCON")
        assert str(TalkOccasion.objects.get().date) == "2024-06"

    def test_no_blank_occasion_is_open_in_the_form_of_one_that_is_there(self, typist, member):
        talk = cast.make_talk(member)
        values = form_of(typist, address(Talk, "change", talk.pk))
        assert (values["occasions-TOTAL_FORMS"], values["occasions-INITIAL_FORMS"]) == (1, 1)

    def test_a_member_adds_none_for_somebody_else(self, client, member):
        client.force_login(cast.make_login(member, cast.roles.Role.MEMBER))
        other = cast.student()
        answer = add(client, Talk, speaker=other.pk, **self.VALUES)
        assert (answer.status_code, TalkOccasion.objects.count()) == (200, 0)


class LandingTests:
    def test_an_award_that_was_added_is_seen_on_the_page_of_its_recipient(self, typist, member):
        answer = add(typist, Award, person=member.pk, title="Golden Quokka", year=2023)
        assert answer.url == member.get_absolute_url()
        assert "“Golden Quokka, 2023” has been added." in typist.get(answer.url).content.decode()

    def test_a_service_that_was_added_is_seen_on_the_page_of_its_venue(self, typist, member):
        venue = cast.make_venue("SYSCON")
        answer = add(typist, Service, person=member.pk, venue=venue.pk, kind="pc", year=2024)
        assert answer.url == venue.get_absolute_url()

    def test_what_was_changed_is_seen_where_it_stands(self, typist, member):
        page = address(Award, "change", cast.make_award(member).pk)
        answer = typist.post(page, form_of(typist, page) | {"title": "Silver Quokka"})
        assert answer.url == member.get_absolute_url()
        assert "Silver Quokka" in typist.get(answer.url).content.decode()

    def test_a_form_opened_from_a_narrowed_list_leads_back_to_it(self, typist, member):
        query = "?_changelist_filters=q%3Dquokka"
        page = address(Award, "change", cast.make_award(member).pk) + query
        answer = typist.post(page, form_of(typist, page))
        assert answer.url == address(Award, "changelist") + "?q=quokka"
