"""What counts as missing or odd about all else: drafts, the lab, venues, talks, service, awards, openings."""

import datetime

import pytest
from django.utils import timezone

from labsite.roles import Role
from publications import approval
from publications.models import Publication
from tests import cast
from tests.labsite.curation.worklist.finding import pictured, said, subjects

pytestmark = pytest.mark.django_db


class DraftTests:
    def test_what_waits_is_for_editors(self):
        member = cast.student()
        cast.make_publication("Waiting", [member], state="waiting")
        cast.make_publication("Draft", [member], state="draft")
        cast.make_news("News", state="waiting")
        assert said("waiting") == [
            ("Waiting", "It is awaiting an editor’s approval.", "id_state"),
            ("News", "It is awaiting an editor’s approval.", "id_state"),
        ]
        assert subjects("waiting", cast.make_login(member, Role.MEMBER)) == []

    def test_what_came_back_says_why(self):
        member = cast.student()
        paper = cast.make_publication("Returned", [member], state="waiting")
        cast.make_publication("Draft", [member], state="draft")
        login = cast.make_login(member, Role.MEMBER)
        assert subjects("returned", login) == []
        approval.give_back(paper, "Who is the third author?")
        words = "An editor says: “Who is the third author?”"
        assert said("returned", login) == [("Returned", words, "id_state")]

    def test_a_draft_isnt_forgotten(self):
        member = cast.student()
        cast.make_publication("Old", [member], state="draft")
        cast.make_publication("Published", [member])
        long_ago = timezone.now() - datetime.timedelta(days=31)
        Publication.objects.update(changed_at=long_ago)
        cast.make_publication("New", [member], state="draft")
        login = cast.make_login(member, Role.MEMBER)
        words = "It has been a draft for over a month."
        assert said("forgotten-draft", login) == [("Old", words, "id_state")]


class OtherTests:
    def test_a_lab_says_who_it_is_and_how_to_reach_it(self):
        cast.make_lab("Research Lab", email="lab@lab.example", tagline="We rest.")
        assert said("lab-says-little") == [
            ("Research Lab", "It still has the default name of a new site.", "id_name"),
            ("Research Lab", "There is no postal address.", "id_address"),
        ]

    def test_a_venue_with_papers_has_a_full_name(self):
        for acronym, fields in {"BARE": {}, "NAMED": {"name": "Named"}, "SERVER": {"kind": "preprints"}}.items():
            cast.make_publication(f"At {acronym}", venue=cast.make_venue(acronym, **fields))
        cast.make_venue("UNUSED")
        assert said("venue-name") == [("BARE", "Its full name isn’t given.", "id_name")]

    def test_a_talk_was_given_some_day(self):
        member = cast.student()
        cast.make_talk(member, "Dated")
        cast.make_talk(member, "Undated", [("SYSCON", "")])
        cast.make_talk(member, "Nowhere", [])
        words = "No occasion has a date."
        assert said("talk-date") == [("Nowhere", words, "occasions-group"), ("Undated", words, "occasions-group")]

    def test_only_a_journals_service_has_no_year(self):
        member = cast.student()
        cast.make_service(member, cast.make_venue("JOURNAL", kind="journal"), year=None)
        cast.make_service(member, cast.make_venue("DATED"))
        cast.make_service(member, cast.make_venue("UNDATED"), year=None)
        assert said("service-year") == [("Programme committee, UNDATED", "No year is given.", "id_year")]

    def test_an_award_has_a_year(self):
        cast.make_award(cast.pi())
        cast.make_award(cast.student(), "Bronze Quokka", year=None)
        assert said("award-year") == [("Bronze Quokka", "No year is given.", "id_year")]

    def test_an_opening_isnt_past_its_closing_date(self):
        today = timezone.localdate()
        cast.make_opening("Always")
        cast.make_opening("Today", closes=today)
        cast.make_opening("Closed", closes=datetime.date(2024, 6, 26))
        assert said("closed-opening") == [("Closed", "It closed on 26 June 2024.", "id_closes")]

    def test_a_projects_picture_has_a_description(self):
        pictured(cast.make_project("Bare"), "picture")
        pictured(cast.make_project("Described"), "picture", picture_alt="A quokka")
        cast.make_project("Without")
        assert said("project-words") == [("Bare", "The picture has no description.", "id_picture_alt")]
