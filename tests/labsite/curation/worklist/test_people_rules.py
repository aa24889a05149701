"""What counts as missing or odd on the pages of members, and what doesn't."""

import pytest
from django.utils import timezone

from labsite.roles import Role
from people.models import Education, Membership, Person, Position, ProfileLink
from tests import cast
from tests.labsite.curation.worklist.finding import pictured, said, subjects

pytestmark = [pytest.mark.django_db, pytest.mark.once]

THIS_YEAR = timezone.localdate().year


class ProfileTests:
    def test_those_who_are_here_have_a_photo(self):
        pictured(cast.pi(), "photo")
        cast.alumna(), cast.stranger(), cast.newcomer(), cast.student()
        assert said("no-photo") == [
            ("Zoë Lindqvist", "There is no photo.", "id_photo"),
            ("Noor Sato", "There is no photo.", "id_photo"),
        ]

    def test_a_photo_has_a_description_an_alumnas_too(self):
        pictured(cast.pi(), "photo", photo_alt="Ada at a desk")
        cast.student()
        pictured(cast.alumna(), "photo")
        assert said("photo-words") == [("Maren Hale", "The photo has no description.", "id_photo_alt")]

    def test_those_who_are_here_have_an_orcid_id(self):
        cast.pi(orcid="0000-0002-1825-0097")
        cast.alumna(), cast.stranger(), cast.student()
        assert said("no-orcid") == [("Zoë Lindqvist", "There is no ORCID iD.", "id_orcid")]

    def test_a_page_says_something(self):
        cast.pi(headline="Rests")
        cast.student(interests="Sleep")
        cast.alumna()
        cast.newcomer()
        assert said("no-words") == [("Noor Sato", "The page has no text.", "id_headline")]

    def test_a_native_name_has_a_language(self):
        cast.pi(native_name="艾达", native_language="")
        cast.student()
        assert said("native-language") == [
            ("Ada Quill", "The language of “艾达” isn’t given.", "id_native_language"),
        ]

    def test_a_link_that_a_document_lost_is_named_with_its_row(self):
        person = cast.stranger()
        ProfileLink.objects.create(person=person, kind="homepage", url="https://ivo.example")
        ProfileLink.objects.create(person=person, kind="code")
        ProfileLink.objects.create(person=person, kind="organisation", label="Bakery")
        assert said("lost-profile-link") == [
            ("Ivo Brandt", "The link “Code” has no address.", "id_links-1-url"),
            ("Ivo Brandt", "The link “Bakery” (Organisation) has no address.", "id_links-2-url"),
        ]


class MembershipTests:
    def test_an_alumna_went_somewhere(self):
        alumna = cast.alumna()
        cast.student()
        told = cast.make_member("Tove Berg", end="2020")
        Membership.objects.filter(person=told).update(went_to="Bakery")
        assert said("went-to") == [("Maren Hale", "It isn’t stated where they went next.", "id_memberships-0-went_to")]
        Membership.objects.create(person=alumna, role="visitor", start="2020", end="2021", went_to="Bakery")
        assert subjects("went-to") == []

    def test_only_the_last_time_in_the_lab_leads_somewhere(self):
        alumna = cast.alumna()
        Membership.objects.create(person=alumna, role="postdoc", start="2018-07", end="2020")
        assert said("went-to") == [("Maren Hale", "It isn’t stated where they went next.", "id_memberships-0-went_to")]

    def test_the_years_that_nobody_gave_are_asked_for_with_their_fields(self):
        cast.pi(), cast.alumna(), cast.newcomer()
        maren = Membership.objects.get(person__name="Maren Hale")
        Membership.objects.create(person=maren.person, role="master", start="2010", has_left=True)
        cast.make_member("Tove Berg", "phd", start="", has_left=True)
        cast.make_member("Una Berg", "postdoc", start="")
        cast.make_member("Vera Berg", "visitor", start="2020", end="2021", has_left=True)
        assert said("role-years") == [
            ("Maren Hale", "Master’s student: the year they left isn’t given.", "id_memberships-1-end"),
            ("Tove Berg", "PhD student: the year they joined isn’t given.", "id_memberships-0-start"),
            ("Tove Berg", "PhD student: the year they left isn’t given.", "id_memberships-0-end"),
            ("Una Berg", "Postdoc: the year they joined isn’t given.", "id_memberships-0-start"),
        ]

    def test_a_role_that_nobody_stated_is_asked_for_of_members_and_alumni(self):
        cast.pi(), cast.stranger()
        una = cast.make_member("Una Berg", "", start="2020")
        cast.make_member("Vera Berg", "", start="", has_left=True)
        Membership.objects.create(person=una, role="phd", start="2022")
        assert said("role-unstated") == [
            ("Una Berg", "The role isn’t stated.", "id_memberships-1-role"),
            ("Vera Berg", "The role isn’t stated.", "id_memberships-0-role"),
        ]
        assert said("role-unstated", cast.make_login(una, Role.MEMBER)) == []

    def test_a_stay_in_no_stated_role_is_named_so_by_other_rules(self):
        una = cast.make_member("Una Berg", "", start="", has_left=True)
        assert [sentence for _, sentence, _ in said("role-years")] == [
            "Role not stated: the year they joined isn’t given.",
            "Role not stated: the year they left isn’t given.",
        ]
        una.memberships.update(has_left=False)
        Membership.objects.create(person=una, role="phd", start="2022")
        words = "Has two roles in the lab at once: PhD student and one not stated."
        assert said("two-roles") == [("Una Berg", words, "memberships-group")]

    def test_nobody_has_two_roles_at_once(self):
        cast.pi()
        student = cast.student()
        Membership.objects.create(person=student, role="visitor", start="2020", end="2021")
        assert subjects("two-roles") == []
        Membership.objects.create(person=student, role="postdoc", start="2023")
        words = "Has two roles in the lab at once: Postdoc and PhD student."
        assert said("two-roles") == [("Zoë Lindqvist", words, "memberships-group")]

    def test_some_roles_come_to_an_end(self):
        cast.make_member("Old Student", "phd", start="2010-09")
        cast.make_member("Undated Student", "phd", start="")
        cast.make_member("Former Student", "phd", start="2000", end="2005")
        cast.pi(), cast.newcomer()
        words = "PhD student since 2010: has that ended?"
        assert said("long-role") == [("Old Student", words, "id_memberships-0-end")]


class CareerTests:
    def position(self, person, **fields):
        return Position.objects.create(person=person, **{"title": "Baker", "organisation": "Bakery", **fields})

    def test_what_began_here_doesnt_outlast_the_lab(self):
        alumna = cast.alumna()
        self.position(alumna, start="2018-09", ongoing=True)
        self.position(alumna, start="2012", end="2018", title="Student")
        Education.objects.create(person=alumna, organisation="University", degree="Ph.D.", start="2012", ongoing=True)
        words = "“Ph.D., University” is marked as current, but they have left the lab: has it ended?"
        assert said("outlasts-lab") == [("Maren Hale", words, "id_education-0-end")]

    def test_who_is_here_or_was_a_visitor_keeps_a_position(self):
        self.position(cast.student(), start="2010", ongoing=True)
        self.position(cast.make_member("Vera", "visitor", start="2015", end="2016"), start="2010", ongoing=True)
        assert subjects("outlasts-lab") == []

    def test_who_left_at_a_time_that_nobody_knows_isnt_judged(self):
        alumna = cast.alumna()
        Membership.objects.create(person=alumna, role="postdoc", has_left=True)
        self.position(alumna, start="2012", ongoing=True)
        assert subjects("outlasts-lab") == []

    def test_a_position_of_long_ago_without_a_start_isnt_judged(self):
        self.position(cast.alumna(), ongoing=True)
        assert subjects("outlasts-lab") == []

    def test_someone_in_the_lab_has_a_position_that_lasts(self):
        ended, studying, silent = cast.pi(), cast.student(), cast.make_member("Silent")
        self.position(ended, start="2010", end="2015")
        self.position(studying, start="2010", end="2015")
        Education.objects.create(person=studying, organisation="University", start="2022", ongoing=True)
        unknown = cast.make_member("Unknown End")
        self.position(unknown, start="2019")
        self.position(cast.alumna(), start="2012", end="2018")
        words = "Every position on the page has ended."
        assert said("all-ended") == [("Ada Quill", words, "positions-group")]
        assert silent.positions.count() == 0

    def test_until_now_has_begun(self):
        person = cast.pi()
        self.position(person, start=f"{THIS_YEAR + 1}", ongoing=True)
        self.position(person, start=f"{THIS_YEAR + 1}", title="Cook")
        words = "“Baker, Bakery” is marked as current, but begins later."
        assert said("not-begun") == [("Ada Quill", words, "id_positions-0-start")]


def test_a_person_without_a_membership_is_nobodys_worry():
    pictured(cast.stranger(native_name="X"), "photo")
    assert [kind for kind in ("no-photo", "photo-words", "no-orcid", "native-language") if subjects(kind)] == []
    assert Person.objects.count() == 1
