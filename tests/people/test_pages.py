import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from people.models import (
    ContactDetail,
    Education,
    Membership,
    NameVariant,
    Person,
    Position,
    ProfileLink,
    Reference,
)
from people.templatetags.members import portrait
from tests import cast
from tests.reading import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]


PHOTO = {"photo": "people/0a1b.jpg", "photo_width": 600, "photo_height": 750}


class PeopleListTests:
    def test_members_are_grouped_by_role(self, client):
        cast.pi()
        cast.student()
        page = text(client, "/people/")
        headings = ["Principal investigators", "Ada Quill", "PhD students", "Zoë Lindqvist"]
        assert sorted(headings, key=page.index) == headings

    def test_members_without_a_stated_role_follow_under_a_heading_that_claims_none(self, client):
        cast.make_member("Ash Oak", "", start="")
        cast.make_member("Elm Oak", "staff")
        page = text(client, "/people/")
        assert [re.sub("<.*", "", each).strip() for each in page.split("<h2>")[1:]] == ["Staff", "Members"]
        assert page.index("Elm Oak") < page.index("Members <") < page.index("Ash Oak")
        assert "Not stated" not in page and "<p></p>" not in page

    def test_an_alumna_without_a_stated_role_is_listed_without_one(self, client):
        maren = cast.make_member("Maren Hale", "", start="2012", end="2018")
        assert '</a> <span class="when">' in text(client, "/people/")
        Membership.objects.create(person=maren, role="postdoc", start="2018", end="2020")
        page = text(client, "/people/")
        assert '<span class="muted">Postdoc</span>' in page
        assert "2012 – 2020</span>" in page

    def test_who_joins_in_no_stated_role_says_when(self, client):
        cast.make_member("Noor Sato", "", start="2190-09")
        assert "<p>From Sep 2190</p>" in text(client, "/people/")

    def test_an_alumna_stands_apart_with_her_years(self, client):
        cast.pi()
        cast.alumna()
        page = text(client, "/people/")
        listed = page[page.index("Alumni") :]
        assert "2012 – 2018</span>" in listed
        assert listed.index("Maren Hale") < listed.index("PhD student") < listed.index("2012 – 2018</span>")

    def test_the_years_of_an_alumna_are_open_where_nobody_knows_them(self, client):
        cast.make_member("Maren Hale", start="2012", has_left=True)
        cast.make_member("Old Ash", start="", end="2005")
        cast.make_member("Mid Oak", start="", has_left=True)
        page = text(client, "/people/")
        years = [
            page[page.index(name) :].partition("</li>")[0].partition('class="when">')[2].partition("<")[0]
            for name in ("Maren Hale", "Old Ash", "Mid Oak")
        ]
        assert years == ["2012 – ?", "? – 2005", ""]

    def test_the_years_of_an_alumna_don_t_end_before_her_last_role_did(self, client):
        alumna = cast.alumna()
        Membership.objects.create(person=alumna, role="postdoc", start="2018-07", has_left=True)
        assert "2012 – ?</span>" in text(client, "/people/")

    def test_an_alumna_s_last_membership_says_where_she_went(self, client):
        alumna = cast.alumna()
        Membership.objects.create(person=alumna, role="master", start="2010", end="2012", went_to="A PhD here")
        alumna.memberships.filter(role="phd").update(went_to="Baker in Ruhestadt")
        page = text(client, "/people/")
        assert "2010 – 2018</span>" in page
        assert "PhD student, Master’s student" in page
        assert "<span>Baker in Ruhestadt</span>" in page
        assert "A PhD here" not in page

    def test_the_membership_whose_end_nobody_knows_is_the_last(self, client):
        alumna = cast.make_member("Maren Hale", start="2012", has_left=True)
        alumna.memberships.update(went_to="Baker in Ruhestadt")
        Membership.objects.create(person=alumna, role="master", start="2010", end="2012", went_to="A PhD here")
        page = text(client, "/people/")
        assert "<span>Baker in Ruhestadt</span>" in page
        assert "A PhD here" not in page

    def test_who_left_last_is_the_first_of_the_alumni(self, client):
        cast.make_member("Old Ash", start="2001", end="2005")
        cast.make_member("Late Elm", start="2001", end="2015-06")
        cast.make_member("Mid Oak", start="2009", end="2015")
        page = text(client, "/people/")
        assert page.index("Late Elm") < page.index("Mid Oak") < page.index("Old Ash")

    def test_alumni_have_faces_where_two_in_five_of_them_have_a_photo(self, client):
        cast.student()
        gone = [cast.make_member(f"Former {name}", start="2001", end="2005") for name in ("Ash", "Elm", "Oak")]
        shown = []
        for person in gone[:2]:
            Person.objects.filter(pk=person.pk).update(**PHOTO)
            page = text(client, "/people/").partition('id="alumni"')[2]
            shown.append((page.count("<img "), page.count('class="tile')))
        assert shown == [(0, 0), (2, 1)]

    @pytest.mark.both
    def test_a_student_s_advisors_are_linked_where_they_have_a_page(self, client):
        student = cast.student()
        step = Education.objects.create(person=student, degree="Ph.D.", organisation="Uni", ongoing=True)
        step.advisors.add(cast.stranger(), cast.pi())
        past = Education.objects.create(person=student, degree="M.Sc.", organisation="Uni", end="2022")
        past.advisors.add(cast.make_person("Past Master"))
        page = text(client, "/people/")
        assert 'Advised by Ivo Brandt, <a href="/people/ada-quill/">Prof. Ada Quill</a>' in page
        assert "Past Master" not in page

    @pytest.mark.both
    def test_a_member_without_a_headline_is_known_by_the_present_position(self, client):
        Position.objects.create(person=cast.student(), title="Miller", organisation="Mill", ongoing=True)
        assert '<p class="role">Miller, Mill</p>' in text(client, "/people/")

    def test_the_first_three_interests_are_said(self, client):
        cast.student(interests="Rest\nSleep\nIdling\nNaps")
        assert "Rest · Sleep · Idling</p>" in text(client, "/people/")

    def test_a_newcomer_is_joining(self, client):
        cast.newcomer()
        page = text(client, "/people/")
        assert page.index("Joining") < page.index("Noor Sato") < page.index("PhD student from Sep 2190")
        assert "PhD students" not in page

    def test_who_leads_the_lab_is_shown_large_with_two_sentences_and_ways_to_reach_them(self, client):
        pi = cast.pi(biography="Prof. Quill rests. She leads by example. She naps.", orcid="0000-0002-1825-0097")
        cast.student(), cast.newcomer()
        ContactDetail.objects.create(person=pi, value="ada@lab.example")
        ContactDetail.objects.create(person=pi, value="gone@lab.example", is_former=True)
        ProfileLink.objects.create(person=pi, kind="github", url="https://github.example")
        large = text(client, "/people/").partition('class="roster large"')[2].partition("</section>")[0]
        assert "<p>Prof. Quill rests. She leads by example.</p>" in large
        assert re.findall(r'href="(https:[^"]+)"', large) == [
            "https://orcid.org/0000-0002-1825-0097",
            "https://github.example",
        ]
        assert "ada <i>at</i> lab" in large and "gone" not in large

    def test_what_the_heading_says_is_not_said_of_each(self, client):
        for name, headline in (("Ash Oak", "PhD Student"), ("Elm Oak", "PhD student of rest"), ("Oak Ash", "")):
            cast.make_member(name, "phd", headline=headline)
        assert re.findall('class="role">(.*?)<', text(client, "/people/")) == ["PhD student of rest"]

    def test_the_page_shows_faces_if_two_in_five_have_a_photo(self, client):
        for name in ("Ash", "Elm", "Oak", "Yew", "Fir"):
            cast.make_member(name, "phd")
        Person.objects.filter(name="Ash").update(**PHOTO)
        assert 'class="rosters"' in text(client, "/people/")
        Person.objects.filter(name="Elm").update(**PHOTO)
        assert 'class="rosters with-faces"' in text(client, "/people/")

    def test_a_collaborator_is_not_listed(self, client):
        cast.stranger()
        assert "Ivo Brandt" not in text(client, "/people/")

    def test_an_empty_lab_says_so(self, client):
        assert "Nobody is listed yet." in text(client, "/people/")


class ProfileTests:
    def test_a_collaborator_has_no_page(self, client):
        cast.stranger()
        assert client.get("/people/ivo-brandt/").status_code == 404

    def test_an_alumna_keeps_her_page(self, client):
        cast.alumna()
        assert "Maren Hale" in text(client, "/people/maren-hale/")

    def test_an_old_address_leads_to_the_new_one_for_ever(self, client):
        person = cast.student()
        person.slug = "zoe"
        person.save()
        response = client.get("/people/zoe-lindqvist/")
        assert (response.status_code, response["Location"]) == (301, "/people/zoe/")

    @pytest.mark.parametrize(("fields", "said"), [({"start": "", "end": ""}, []), ({}, ["2018 – 2021"])])
    def test_a_time_in_no_stated_role_stands_alone(self, client, fields, said):
        cast.make_member("Ada Quill", "", **{"start": "2018", "end": "2021", **fields})
        page = text(client, "/people/ada-quill/")
        assert re.findall('<p class="stay"><span class="muted">(.*?)</span></p>', page) == said
        assert page.count('class="stay"') == len(said)

    def test_where_somebody_went_from_no_stated_role_stands_without_an_empty_line(self, client):
        cast.make_member("Ada Quill", "", start="").memberships.update(went_to="Bakery")
        stay = text(client, "/people/ada-quill/").partition('<p class="stay">')[2].partition("</p>")[0]
        assert '<span class="muted"></span>' not in stay
        assert "<span>Bakery</span>" in stay

    def test_the_native_name_is_marked_as_such(self, client):
        cast.student()
        page = text(client, "/people/zoe-lindqvist/")
        assert 'Zoë Lindqvist <span class="other-name" lang="zh">林佐伊</span></h1>' in page

    def test_who_reads_chinese_reads_the_chinese_name_first(self, client):
        cast.student()
        names = '<span lang="zh">林佐伊</span> <span class="other-name">Zoë Lindqvist</span></h1>'
        page = text(client, "/zh-hans/people/zoe-lindqvist/")
        assert names in page
        assert "<title>林佐伊 Zoë Lindqvist – " in client.get("/zh-hans/people/zoe-lindqvist/").content.decode()
        cast.make_service(Person.objects.get(), cast.make_venue())
        link = '<a href="/zh-hans/people/zoe-lindqvist/"><span lang="zh">林佐伊</span></a>'
        assert link in text(client, "/zh-hans/venues/syscon/")

    def test_an_e_mail_address_is_not_in_the_page_as_text(self, client):
        ContactDetail.objects.create(person=cast.student(), value="zoe.l@lab.example")
        page = text(client, "/people/zoe-lindqvist/")
        assert "zoe.l@lab.example" not in page
        assert "zoe <i>dot</i> l <i>at</i> lab <i>dot</i> example" in page

    def test_a_former_address_is_folded_at_the_end(self, client):
        ContactDetail.objects.create(person=cast.student(), kind="address", value="Old Mill 1", is_former=True)
        page = text(client, "/people/zoe-lindqvist/")
        assert page.index("<summary>Formerly</summary>") < page.index("Old Mill 1")

    def test_a_telephone_number_is_private_unless_somebody_says_otherwise(self, client):
        person = cast.student()
        ContactDetail.objects.create(person=person, kind="phone", value="+1 555 0100")
        assert "555 0100" not in text(client, "/people/zoe-lindqvist/")
        ContactDetail.objects.update(visibility="public")
        assert "555 0100" in text(client, "/people/zoe-lindqvist/")

    def test_a_link_without_an_address_is_not_shown(self, client):
        ProfileLink.objects.create(person=cast.student(), kind="code", label="Lost and found")
        assert "Lost and found" not in text(client, "/people/zoe-lindqvist/")

    def test_an_address_of_a_page_elsewhere_is_shown_without_its_scheme(self, client):
        ProfileLink.objects.create(person=cast.student(), url="https://www.zoe.example/")
        page = text(client, "/people/zoe-lindqvist/")
        link = page[page.index('<a href="https://www.zoe.example/" rel="me">') :]
        assert link.partition("</a>")[0].endswith("<span>zoe.example</span>")

    def test_positions_are_newest_first_and_the_present_one_leads(self, client):
        person = cast.student()
        Position.objects.create(person=person, title="Baker", organisation="Bakery", start="2023", end="2024")
        Position.objects.create(person=person, title="Miller", organisation="Mill", start="2019", ongoing=True)
        page = text(client, "/people/zoe-lindqvist/").partition('id="positions"')[2]
        assert page.index("2019 – present") < page.index("Miller") < page.index("2023 – 2024") < page.index("Baker")

    def test_education_names_advisors_with_their_titles(self, client):
        step = Education.objects.create(person=cast.student(), degree="Ph.D.", field="Rest", organisation="Uni")
        step.advisors.add(cast.pi())
        page = text(client, "/people/zoe-lindqvist/")
        assert "Ph.D. in Rest" in page
        assert 'Advised by <a href="/people/ada-quill/">Prof. Ada Quill</a>' in page

    def test_an_unknown_degree_leaves_the_organisation_said_once(self, client):
        Education.objects.create(person=cast.student(), organisation="Hollow College", end="2023")
        assert text(client, "/people/zoe-lindqvist/").count("Hollow College") == 1

    @pytest.mark.both
    def test_a_reference_is_named_with_title_and_affiliation(self, client):
        referee = cast.make_person("Rhea Fee")
        fields = {"title": "Reader", "affiliation": "Department of Rest\nUni"}
        Reference.objects.create(person=cast.student(), referee=referee, **fields)
        page = text(client, "/people/zoe-lindqvist/")
        assert "Rhea Fee" in page
        assert "Department of Rest<br>Uni" in page

    def test_other_spellings_are_said(self, client):
        NameVariant.objects.create(person=cast.student(), name="Zoe Lindquist")
        page = text(client, "/people/zoe-lindqvist/")
        assert page.index("Also written") < page.index("Zoe Lindquist")

    def test_the_page_s_own_person_is_emphasised_among_the_authors_and_others_are_linked(self, client):
        pi, student = cast.pi(), cast.student()
        cast.make_publication(authors=[student, pi, "Ivo Brandt"])
        page = text(client, "/people/zoe-lindqvist/")
        assert '<a href="/people/zoe-lindqvist/" class="self">Zoë Lindqvist</a>' in page
        assert '<a href="/people/ada-quill/">Ada Quill</a>, Ivo Brandt</div>' in page

    def test_an_award_to_a_paper_is_on_the_page_of_every_member_who_wrote_it(self, client):
        pi, student = cast.pi(), cast.student()
        cast.make_publication(authors=[student, pi]).awards.add(cast.make_award(pi))
        for address in ("/people/zoe-lindqvist/", "/people/ada-quill/"):
            assert text(client, address).count("<h3>Golden Quokka</h3>") == 1

    def test_a_section_without_content_is_not_there(self, client):
        cast.student()
        page = text(client, "/people/zoe-lindqvist/")
        names = ["Positions", "Education", "Publications", "Talks", "Awards", "Skills", "References", "Life"]
        assert [name for name in names if f"<h2>{name}</h2>" in page] == []

    def test_only_those_who_may_change_a_person_are_shown_a_way_to_edit(self, client):
        cast.student()
        assert "Edit this page" not in text(client, "/people/zoe-lindqvist/")
        client.force_login(cast.make_login())
        assert "Edit this page" not in text(client, "/people/zoe-lindqvist/")
        client.force_login(cast.make_administrator())
        pk = Person.objects.get().pk
        assert f'<a href="/admin/people/person/{pk}/change/">Edit this page</a>' in text(
            client, "/people/zoe-lindqvist/"
        )


class AwardsPageTests:
    def test_an_award_names_its_recipient_and_its_paper(self, client):
        student = cast.student()
        cast.make_publication(authors=[student]).awards.add(cast.make_award(student))
        page = text(client, "/awards/")
        assert page.index("<h2>2023</h2>") < page.index("Golden Quokka") < page.index("Zoë Lindqvist")
        assert 'for <a href="/publications/quokka/">Quokka: Scheduling at Leisure</a>' in page

    def test_a_collaborator_s_award_has_no_link_to_a_page(self, client):
        cast.make_award(cast.stranger())
        page = text(client, "/awards/")
        assert "Ivo Brandt" in page
        assert "/people/ivo-brandt/" not in page


@pytest.mark.parametrize("address", ["/people/", "/people/zoe-lindqvist/", "/awards/"])
def test_a_page_only_answers_reading(client, address):
    cast.student()
    assert client.post(address).status_code == 405


class PortraitTests:
    @pytest.fixture
    def member(self):
        out = BytesIO()
        Image.new("RGB", (600, 750), "teal").save(out, "JPEG")
        return cast.student(photo=SimpleUploadedFile("me.jpg", out.getvalue()), photo_alt="Zoë in a hammock")

    def test_a_photo_stands_in_place_of_the_initials_with_its_size_and_description(self, client, member):
        page = text(client, "/people/zoe-lindqvist/")
        assert 'width="600" height="750" alt="Zoë in a hammock" loading="eager"' in page
        assert 'class="tile' not in page

    def test_a_card_offers_smaller_copies(self, client, member):
        page = text(client, "/people/")
        assert member.photo.url.replace(".jpg", "-160.webp 160w") in page
        assert 'sizes="13rem"' in page

    def test_a_photo_that_is_cut_at_its_sides_is_offered_as_wide_as_it_is_shown(self, member):
        Person.objects.update(photo_width=1200, photo_height=750)
        assert 'sizes="22rem"' in portrait(Person.objects.get(), 11)

    def test_without_a_photo_the_initials_stand_on_a_tone_of_ones_own(self, client):
        cast.student()
        tile = '<span class="tile tone-6" aria-hidden="true"><span>ZL</span></span>'
        assert tile in text(client, "/people/")
        assert tile in text(client, "/people/zoe-lindqvist/")
