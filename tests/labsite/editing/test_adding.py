"""What somebody may have, they give at once, in one form, and see it then where it stands on the site."""

import pytest

from labsite.models import Lab, NewsItem
from labsite.roles import Role
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
        client.force_login(cast.make_login(member, Role.MEMBER))
        other = cast.student()
        answer = add(client, Talk, speaker=other.pk, **self.VALUES)
        assert (answer.status_code, TalkOccasion.objects.count()) == (200, 0)


class LandingTests:
    def test_an_award_that_was_added_is_seen_on_the_page_of_its_recipient(self, typist, member):
        answer = add(typist, Award, person=member.pk, title="Golden Quokka", year=2023)
        assert answer.url == member.get_absolute_url()
        assert "“Golden Quokka, 2023” has been added." in typist.get(answer.url).content.decode()

    def test_a_service_that_was_added_is_seen_on_the_page_of_who_did_it(self, typist, member):
        venue = cast.make_venue("SYSCON")
        answer = add(typist, Service, person=member.pk, venue=venue.pk, kind="pc", year=2024)
        assert answer.url == member.get_absolute_url()

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


class PanelTests:
    """A new row in a panel over any page of the site, from the bar there."""

    @pytest.mark.parametrize(
        ("model", "part", "fields"),
        [
            (Talk, "talk", {"title", "speaker", "publication", "occasions"}),
            (Award, "award", {"title", "organisation", "year", "until", "note", "person"}),
            (Service, "service", {"person", "kind", "title", "venue", "year", "note"}),
            (NewsItem, "text", {"title", "title_second", "date", "text", "text_second"}),
        ],
    )
    def test_it_is_a_small_form_which_any_page_leads_to(self, typist, model, part, fields):
        assert f'href="{address(model, "add")}?part={part}&amp;back=%2Fpeople%2F"' in typist.get("/people/").text
        shown = typist.get(f"{address(model, 'add')}?part={part}&framed=1").context
        rows = [each.formset.prefix for each in shown["inline_admin_formsets"]]
        assert {*shown["adminform"].form.fields, *rows} == fields

    def test_what_was_added_is_shown_on_the_page_that_it_is_on(self, typist, member):
        answer = add(typist, Talk, "?part=talk&framed=1&back=/people/", speaker=member.pk, **TalkTests.VALUES)
        assert TalkOccasion.objects.get().talk.speaker == member
        page = typist.get(answer.url)
        assert page["X-Frame-Options"] == "SAMEORIGIN"
        assert f'data-saved="{member.get_absolute_url()}"' in page.text

    def test_it_shows_no_page_of_another_site(self, typist):
        page = typist.get(address(Talk, "add") + "?part=talk&framed=1&saved=https://elsewhere.example/")
        assert "data-saved" not in page.text

    def test_a_part_that_lacks_what_a_new_row_needs_adds_none(self, typist):
        assert {"date", "state"} <= form_of(typist, address(NewsItem, "add") + "?part=about").keys()


class NewsTests:
    """Whoever has a role may tell news; where the lab asks for approval, that of members waits for an editor."""

    def tell(self, typist, part="?part=text&framed=1"):
        add(typist, NewsItem, part, title="We moved", date="June 2026", text="To the garden.")
        return NewsItem.objects.get()

    @pytest.mark.parametrize("part", ["", "?part=text&framed=1"])
    def test_it_is_published_at_once(self, typist, login, part):
        news = self.tell(typist, part)
        assert (news.is_published(), news.added_by) == (True, login)

    @pytest.mark.parametrize("part", ["", "?part=text&framed=1"])
    def test_where_the_lab_asks_for_approval_it_waits_for_an_editor(self, client, typist, role, part):
        Lab.objects.update(needs_approval=True)
        news = self.tell(typist, part)
        assert news.state == ("waiting" if role is Role.MEMBER else "published")
        client.force_login(cast.make_login(role=Role.EDITOR))
        assert ("We moved" in client.get("/admin/inbox/?kind=waiting").text) == (role is Role.MEMBER)
        page = address(NewsItem, "change", news.pk)
        client.post(page, form_of(client, page) | {"state": "published"})
        news.refresh_from_db()
        assert news.is_published()

    def test_a_member_changes_their_own_and_nobody_elses(self, client, member):
        client.force_login(cast.make_login(member, Role.MEMBER))
        news, others = self.tell(client), cast.make_news("Theirs")
        values = form_of(client, address(NewsItem, "change", news.pk)) | {"title": "Changed"}
        for row in (news, others):
            client.post(address(NewsItem, "change", row.pk), values)
        assert {*NewsItem.objects.values_list("title", flat=True)} == {"Changed", "Theirs"}

    def test_a_member_publishes_none_that_waits(self, client, member):
        Lab.objects.update(needs_approval=True)
        client.force_login(cast.make_login(member, Role.MEMBER))
        page = address(NewsItem, "change", self.tell(client).pk)
        client.post(page, form_of(client, page) | {"state": "published"})
        assert NewsItem.objects.get().state == "waiting"
