"""A CV as a file is brought in: what is new is ticked and added, and nothing that is here is overwritten."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.exchange.json_resume import json_resume
from labsite.contrib.documents.exchange.plan import plan_of
from labsite.contrib.documents.exchange.rendercv import rendercv_yaml
from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.reading.cv_header import curriculum_in
from labsite.contrib.reading.front_matter import read_yaml
from labsite.history import undo
from labsite.models import Step
from labsite.roles import Role
from people.models import Award, ContactDetail, Education, Person, Position, ProfileLink, Teaching
from publications.elsewhere import Unavailable
from publications.models import Import, Publication, VenueAlias
from services.models import Service
from tests import cast
from tests.contrib.sources.replies import KEPT

pytestmark = pytest.mark.django_db
SITE = "https://lab.example"
RESUME = {
    "basics": {"label": "Studies leisure", "email": "zoe@lab.example", "profiles": []},
    "work": [{"name": "Quokka University", "position": "Postdoc", "location": "Perth", "startDate": "2020-09"}],
    "education": [{"institution": "Quokka University", "area": "Rest", "studyType": "Ph.D.", "endDate": "2019"}],
    "awards": [{"title": "Golden Quokka", "date": "2023", "awarder": "Society"}],
    "skills": [{"name": "Systems", "keywords": ["Ray", "vLLM"]}],
    "publications": [{"name": "On Rest", "publisher": "Symposium on Quokkas", "releaseDate": "2020"}],
    "hobbies": [{"name": "Chess"}],
}


@pytest.fixture
def zoe():
    return cast.student()


@pytest.fixture
def client(zoe):
    client = Client()
    client.force_login(cast.make_login(zoe, Role.MEMBER))
    return client


def address(person):
    return f"/admin/bring-cv/{person.pk}/"


def upload(client, person, content, name="resume.json"):
    """Send a file, and return the page that answers."""
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    return client.post(address(person), {"file": SimpleUploadedFile(name, content)})


def facts(page):
    """Return the facts that the page shows, each with whether it can be ticked."""
    return [(fact.group, fact.words, bool(fact.save)) for fact in page.context["plan"].facts]


def take(client, person, page, left_out=()):
    """Press the button with all facts ticked but some."""
    plan, read = page.context["plan"], page.context["read"]
    ticked = [n for n, fact in enumerate(plan.facts) if fact.save and fact.words not in left_out]
    sent = {"text": read["text"], "name": read["name"], "fact": ticked, "take": "", "papers": "on"}
    return client.post(address(person), sent)


def values(rows, *names):
    return sorted(rows.values_list(*names))


def own(person):
    """Return what the formats carry of a person, by what it is of."""
    return {
        "person": (person.headline, person.interests, person.skills, person.orcid),
        "positions": values(
            person.positions, "title", "organisation", "unit", "place", "start", "end", "ongoing", "text"
        ),
        "education": values(
            *(person.education, "degree", "field", "organisation", "unit", "place"),
            *("start", "end", "ongoing", "honours", "gpa"),
        ),
        "awards": values(person.awards, "title", "organisation", "year", "until", "note"),
        "links": values(person.links, "kind", "url"),
        "teaching": values(person.teaching, "course", "role", "place", "term"),
        "talks": values(person.talks, "title", "occasions__host", "occasions__place", "occasions__date"),
    }


def make_career(person):
    """Give a person a row of each sort, with awkward dates and signs."""
    for fields in (
        {"title": "Postdoc", "organisation": "Quokka University", "unit": "Dept. of Rest", "start": "2020-09"},
        {"title": "Intern", "organisation": "C# & *Co*", "place": "Perth", "start": "2018-05", "end": "2018-08"},
        {"title": "Fellow", "organisation": "Academy", "start": "2023", "ongoing": True, "text": "- Rested\n- Slept"},
    ):
        Position.objects.create(person=person, **fields)
    for fields in (
        {"degree": "Ph.D.", "field": "Rest", "start": "2014-09", "end": "2018", "honours": "Prize", "gpa": "4.0/4"},
        {"degree": "Exchange student", "start": "2013", "end": "2013-06"},
        {"degree": "B.Sc.", "field": "Sleep", "unit": "College", "end": "2014"},
    ):
        Education.objects.create(person=person, organisation="Quokka University", **fields)
    cast.make_award(person, organisation="Society", until=2025, note="Twice")
    cast.make_award(person, title="Silver Quokka", year=None)
    for kind, url in (("homepage", "https://zoe.example/"), ("github", "https://github.com/zoe")):
        ProfileLink.objects.create(person=person, kind=kind, url=url)
    ProfileLink.objects.create(person=person, kind="dblp", url="https://dblp.org/pid/1/2")
    Teaching.objects.create(person=person, course="Rest 101", role="Lecturer", place="Perth", term="Autumn 2024")
    cast.make_talk(person, occasions=(("SYSCON", "2024-06"), ("Seminar", "2023")))


class RoundTripTests:
    @pytest.mark.parametrize("write", [json_resume, rendercv_yaml])
    def test_what_a_file_says_of_a_member_is_the_same_in_an_empty_person(self, write):
        person = cast.make_person(
            "Zoë Lindqvist",
            headline="Studies leisure",
            interests="Rest\nSleep",
            skills="Systems: Ray, vLLM\nWeb: Django",
            orcid="0000-0002-1825-0097",
        )
        make_career(person)
        other = cast.make_person("Somebody Else")
        said = curriculum_in(read_yaml(write(person, SITE)))  # of which JSON is a part
        plan = plan_of(other, said, cast.make_administrator(), SITE)
        assert [fact.why for fact in plan.facts if not fact.save] == []
        for fact in plan.facts:
            fact.save()
        assert own(other) == own(person)
        again = plan_of(other, curriculum_in(read_yaml(write(person, SITE))), None, SITE)
        assert [fact.words for fact in again.facts if fact.save] == []


class PageTests:
    def test_a_file_shows_what_is_new_before_anything_is_saved(self, client, zoe):
        page = upload(client, zoe, RESUME)
        assert facts(page) == [
            ("Headline", "Studies leisure", True),
            ("Skills", "Systems: Ray, vLLM", True),
            ("Positions", "Postdoc, Quokka University, Sep 2020 – present", True),
            ("Education", "Ph.D. in Rest, Quokka University, 2019", True),
            ("Awards", "Golden Quokka, Society, 2023", True),
            ("Contact details", "E-mail: zoe@lab.example (visible only to people who can edit this page)", True),
        ]
        assert page.context["plan"].left == [("hobbies", "Chess")]
        zoe.refresh_from_db()
        assert (zoe.headline, zoe.skills, zoe.positions.count(), Step.objects.count()) == ("", "", 0, 0)

    def test_what_is_ticked_is_saved_as_one_step_that_can_be_undone(self, client, zoe):
        page = take(client, zoe, upload(client, zoe, RESUME), left_out=["Studies leisure"])
        zoe.refresh_from_db()
        assert (zoe.headline, zoe.skills) == ("", "Systems: Ray, vLLM")
        assert values(zoe.positions, "title", "place", "start", "ongoing") == [("Postdoc", "Perth", "2020-09", True)]
        assert ContactDetail.objects.get().visibility == "private"
        assert "Chess" in page.content.decode()
        step = Step.objects.get(user=zoe.login)
        undo(step, zoe.login)
        zoe.refresh_from_db()
        assert (zoe.skills, zoe.positions.count(), zoe.education.count(), Award.objects.count()) == ("", 0, 0, 0)

    def test_nothing_that_is_here_is_overwritten(self, client, zoe):
        zoe.headline = "Sleeps"
        zoe.save()
        here = Position.objects.create(
            person=zoe, title="postdoc", organisation="Quokka University", place="Sydney", start="2020", end="2021"
        )
        page = upload(client, zoe, RESUME)
        assert facts(page)[0] == ("Headline", "Studies leisure", False)
        assert ("Positions", "Postdoc, Quokka University, Sep 2020 – present", False) in facts(page)
        take(client, zoe, page)
        here.refresh_from_db()
        zoe.refresh_from_db()
        assert (zoe.headline, here.place, here.start, here.ongoing) == ("Sleeps", "Sydney", "2020", False)

    def test_what_a_row_here_lacks_can_be_filled_in(self, client, zoe):
        here = Position.objects.create(person=zoe, title="Postdoc", organisation="Quokka University", ongoing=True)
        take(client, zoe, upload(client, zoe, RESUME))
        here.refresh_from_db()
        assert (zoe.positions.count(), here.place, here.start, here.ongoing) == (1, "Perth", "2020-09", True)

    def test_an_address_with_letters_of_its_own_is_known(self, client, zoe):
        ProfileLink.objects.create(person=zoe, kind="github", url="https://github.com/zoë")
        page = client.get("/people/zoe-lindqvist/resume.json")
        again = upload(client, zoe, page.content)
        assert [why for fact in again.context["plan"].facts if (why := fact.why) != "Already here"] == [
            "A role in this lab: ask an editor to add it"
        ]

    @pytest.mark.parametrize("name, is_asked", [("Zoe Lindqvist", False), ("林佐伊", False), ("Ada Quill", True)])
    def test_a_cv_of_somebody_else_is_asked_about(self, client, zoe, name, is_asked):
        page = upload(client, zoe, {"basics": {"name": name}, "skills": [{"name": "Rest"}]})
        assert (
            f"This file is the CV of {name}. Are you sure that it belongs to Zoë Lindqvist?" in page.content.decode()
        ) == is_asked

    def test_a_second_time_nothing_is_new(self, client, zoe):
        take(client, zoe, upload(client, zoe, RESUME))
        page = upload(client, zoe, RESUME)
        assert [words for _group, words, is_new in facts(page) if is_new] == []

    def test_two_stays_at_one_place_are_two(self, client, zoe):
        work = [{"name": "Lab", "position": "Intern", "startDate": y, "endDate": y} for y in ("2018", "2020")]
        take(client, zoe, upload(client, zoe, {"work": work}))
        assert values(zoe.positions, "start") == [("2018",), ("2020",)]

    def test_papers_go_on_to_the_import_of_papers(self, client, zoe):
        cast.make_publication("On Rest", [zoe], year=2020)
        page = take(client, zoe, upload(client, zoe, RESUME))
        row = Import.objects.get()
        assert f"/admin/import/{row.pk}/" in page.content.decode()
        assert (row.entries[0]["record"]["title"], row.by) == ("On Rest", zoe.login)
        assert Publication.objects.count() == 1

    def test_service_comes_in_where_the_venue_is_known(self, client, zoe):
        cast.make_venue()
        served = {"position": "Reviewer", "startDate": "2023", "endDate": "2024"}
        sent = {"volunteer": [served | {"organization": "syscon"}, served | {"organization": "Red Cross"}]}
        page = upload(client, zoe, sent)
        assert [(words, is_new) for _group, words, is_new in facts(page)] == [
            *(("Reviewer, syscon 2023", True), ("Reviewer, syscon 2024", True)),
            *(("Reviewer, Red Cross 2023", False), ("Reviewer, Red Cross 2024", False)),
        ]
        take(client, zoe, page)
        assert values(Service.objects, "kind", "year", "title") == [("reviewer", 2023, ""), ("reviewer", 2024, "")]


class HiddenTests:
    def test_what_is_hidden_from_the_cv_is_in_no_file(self, zoe, client):
        make_career(zoe)
        zoe.skills = "Resting"
        zoe.save()
        CVSettings.objects.create(person=zoe, hidden_sections="skills\nawards\nteaching\npositions")
        for name in ("resume.json", "rendercv.yaml"):
            said = client.get(f"/people/zoe-lindqvist/{name}").content.decode()
            assert [word for word in ("Resting", "Golden Quokka", "Rest 101", "Postdoc") if word in said] == []
            assert "Exchange student" in said

    def test_a_cv_that_is_not_for_everyone_has_no_files(self, zoe):
        CVSettings.objects.create(person=zoe, is_hidden=True)
        statuses = [
            Client().get(f"/people/zoe-lindqvist/{name}").status_code for name in ("resume.json", "rendercv.yaml")
        ]
        assert statuses == [404, 404]


class RightsTests:
    def test_editors_bring_in_for_everyone_and_members_for_themselves(self, client, zoe):
        other = cast.pi()
        editor = Client()
        editor.force_login(cast.make_login(role=Role.EDITOR))
        assert client.get(address(zoe)).status_code == 200
        assert client.get(address(other)).status_code == 403
        assert client.post(address(other), {"text": json.dumps(RESUME), "take": ""}).status_code == 403
        assert editor.get(address(other)).status_code == 200

    def test_the_form_of_a_person_leads_to_it(self, client, zoe):
        assert address(zoe) in client.get(f"/admin/people/person/{zoe.pk}/change/").content.decode()


class HostileTests:
    @pytest.mark.parametrize(
        "content, words",
        [
            (b"", "The submitted file is empty."),
            (b"{", "This is not JSON"),
            (b"cv: [", "its YAML can"),
            (b"just words", "No CV was found in this file."),
            (b"[" * 100_000, "nested too deeply"),
            (b'{"a":' * 100_000, "nested too deeply"),
            (b"x" * 500_001, "This file is too large"),
            (b"\xff\xfe\x00\xd8", "No CV was found in this file"),
            (b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
                b"%c: &%c [%s]\n" % (n + 1, n + 1, b",".join([b"*%c" % n] * 9)) for n in range(97, 110)
            ), "repeats parts of itself too often"),
            (json.dumps({"skills": [f"skill {n}" for n in range(1001)]}).encode(), "This file contains more than"),
        ],
    )  # fmt: skip
    def test_what_cannot_be_read_is_said(self, client, zoe, content, words):
        page = upload(client, zoe, content, "cv.yaml")
        assert page.status_code == 200
        assert words in page.content.decode()

    @pytest.mark.parametrize("value", [None, 1, "x", [], {}, [1], [[1]], [{"a": {"b": [None]}}], True, {"name": [1]}])
    def test_wrong_types_are_passed_over(self, client, zoe, value):
        keys = ("basics", "work", "education", "awards", "skills", "publications", "cv", "languages", "interests")
        for key in keys:
            assert upload(client, zoe, {key: value}).status_code == 200
        inner = dict.fromkeys(("name", "position", "startDate", "highlights", "summary", "url", "keywords"), value)
        page = upload(client, zoe, {key: [inner] for key in keys})
        assert page.status_code == 200

    def test_an_address_that_is_none_is_said_and_left(self, client, zoe):
        profiles = [{"network": "Evil", "url": "javascript:alert(1)"}, {"network": "Good", "url": "https://a.example"}]
        page = upload(client, zoe, {"basics": {"profiles": profiles}})
        assert facts(page) == [("Profile links", "Good: https://a.example", True)]
        assert page.context["plan"].left == [("Evil", "javascript:alert(1)")]

    def test_html_in_texts_is_shown_as_text_and_never_runs(self, client, zoe):
        evil = "Rested <script>alert(1)</script><img src=x onerror=alert(1)>"
        work = [{"name": "Lab", "position": "<b>Intern</b>", "highlights": [evil, "[x](javascript:alert(1))"]}]
        page = upload(client, zoe, {"work": work, "basics": {"label": evil}})
        assert "<script>alert" not in page.content.decode()
        take(client, zoe, page)
        position = Position.objects.get()
        assert position.title == "Intern"
        assert "<script" not in position.text_html
        assert "javascript:" not in position.text_html.split("href")[-1] or "href" not in position.text_html

    def test_a_text_that_is_too_long_is_said(self, client, zoe):
        page = upload(client, zoe, {"awards": [{"title": "x" * 201}]})
        [fact] = page.context["plan"].facts
        assert (fact.save, fact.why) == (None, "Title: Ensure this value has at most 200 characters (it has 201).")


SERVED = {"volunteer": [{"organization": "Quokka Meeting", "position": "Reviewer", "startDate": "2024"}]}


def plan(person, resume):
    return plan_of(person, curriculum_in(resume), None, SITE)


def test_a_venue_is_known_by_every_name_that_imports_know(zoe):
    venue = cast.make_venue("SYSCON", name="Conference on Quokka Systems")
    VenueAlias.objects.create(venue=venue, name="Quokka Meeting")
    [fact] = plan(zoe, SERVED).facts
    assert (fact.words, fact.why, fact.is_new) == ("Reviewer, Quokka Meeting 2024", "", True)
    fact.save()
    assert Service.objects.get().venue == venue


def test_an_unknown_venue_is_to_be_added_by_hand(zoe):
    [fact] = plan(zoe, SERVED).facts
    assert (fact.why, fact.is_new) == ("This venue isn’t on the site yet: add it by hand", False)


def test_what_has_no_room_is_left_out_and_named_and_the_degree_stays(zoe):
    resume = {
        "education": [{"institution": "Rest University", "studyType": "Ph.D.", "score": "3.9 of 4.0, the best of all"}]
    }
    [fact] = plan(zoe, resume).facts
    assert fact.why == "Not imported, as it doesn’t fit the field: GPA: 3.9 of 4.0, the best of all"
    fact.save()
    assert Education.objects.values_list("degree", "gpa").get() == ("Ph.D.", "")


@pytest.mark.parametrize(
    ("start", "end", "kept"),
    [
        ("1933-01-01", "1955-01-01", ("1933", "1955")),
        ("1933-01-01", "1955-06-30", ("1933-01-01", "1955-06-30")),
        ("1933-02-01", "1955-01-01", ("1933-02-01", "1955-01-01")),
    ],
)
def test_from_one_first_of_january_until_another_are_years(zoe, start, end, kept):
    work = {"name": "Rest Inc.", "position": "Baker", "startDate": start, "endDate": end}
    [fact] = plan(zoe, {"work": [work]}).facts
    fact.save()
    assert Position.objects.values_list("start", "end").get() == kept


def test_where_every_date_is_a_first_of_january_a_program_made_days_of_years(zoe):
    study = {"institution": "Rest University", "studyType": "Ph.D.", "endDate": "1955-01-01"}
    fellow = {"name": "Rest Inc.", "position": "Fellow", "startDate": "1960-01-01"}
    work = {"name": "Rest Inc.", "position": "Baker", "startDate": "1956-02-01", "endDate": "1957-01-01"}
    for held, dates in (
        ({"education": [study], "work": [fellow]}, ["1960", "1955"]),
        ({"education": [study], "work": [work]}, ["1956-02-01", "1955-01-01"]),
    ):
        read = curriculum_in(held)
        assert [read.positions[0].start, read.education[0].end] == dates
    rendered = "cv: {sections: {education: [{institution: U, area: Rest, end_date: 1955-01-01}]}}"
    assert curriculum_in(read_yaml(rendered)).education[0].end == "1955"


@pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR, Role.ADMINISTRATOR])
def test_who_advised_is_linked_known_or_new_and_undone_with_the_rest(zoe, role):
    browser, login = Client(), cast.make_login(zoe, role)
    browser.force_login(login)
    pi = cast.pi()
    degree = {"institution": "U", "studyType": "Ph.D.", "highlights": [f"Advisors: Prof. {pi.name} and Ivo Brandt"]}
    work = {"name": "Inc.", "position": "Intern", "highlights": ["Supervisor: Ivo Brandt", "Rested"]}
    page = upload(browser, zoe, {"education": [degree], "work": [work]})
    assert [words for _group, words, _new in facts(page)] == [
        "Intern, Inc.; Advised by Ivo Brandt",
        f"Ph.D., U; Advised by {pi.name}, Ivo Brandt",
    ]
    take(browser, zoe, page)
    advised = [[str(each) for each in row.advisors.all()] for row in (zoe.positions.get(), zoe.education.get())]
    assert (advised, zoe.positions.get().text) == ([["Ivo Brandt"], [pi.name, "Ivo Brandt"]], "- Rested")
    assert [new for _group, _words, new in facts(upload(browser, zoe, {"education": [degree]}))] == [False]
    undo(Step.objects.get(user=login), login)
    stays = role is Role.MEMBER  # who may delete no people
    assert (Person.objects.filter(name="Ivo Brandt").exists(), zoe.education.count()) == (stays, 0)


def test_an_advisor_is_added_to_a_degree_that_is_here_and_a_namesake_is_left_to_people(zoe):
    here = Education.objects.create(person=zoe, organisation="U", degree="Ph.D.")
    cast.make_person("Ivo Brandt")
    cast.make_person("Ivo Brandt", slug="ivo-brandt-2")
    degree = {"institution": "U", "studyType": "Ph.D.", "advisors": ["Ivo Brandt", "Mia Fern"]}
    [fact] = plan(zoe, {"education": [degree]}).facts
    why = "Several people on the site could be Ivo Brandt: choose by hand"
    assert (fact.words, fact.why) == ("Ph.D., U; Advised by Mia Fern", why)
    fact.save()
    assert list(here.advisors.values_list("name", flat=True)) == ["Mia Fern"]


def test_invited_talks_that_are_but_a_line_have_their_occasions(zoe):
    sections = """
    invited_talks:
      - reversed_number: Scaling Naps — Stanford Symposium (2024)
      - reversed_number: 'Rest: Lessons — from Naps — Syscon Workshop (2023)'
      - On Slow Clocks
    """
    rows = plan_of(zoe, curriculum_in(read_yaml(f"cv:\n  sections:{sections}")), None, SITE)
    assert rows.left == []
    for fact in rows.facts:
        fact.save()
    assert values(zoe.talks, "title", "occasions__host", "occasions__date") == [
        ("On Slow Clocks", None, None),
        ("Rest: Lessons — from Naps", "Syscon Workshop", "2023"),
        ("Scaling Naps", "Stanford Symposium", "2024"),
    ]


@pytest.mark.parametrize(
    ("title", "date", "becomes"),
    [
        ("Innovators Under 35 (2024)", "", ("Innovators Under 35", 2024, None)),
        ("Golden Fellowship, 2019–2021", "", ("Golden Fellowship", 2019, 2021)),
        ("Golden Fellowship – 2019", "2019", ("Golden Fellowship", 2019, None)),
        ("Golden Fellowship (2018)", "2019", ("Golden Fellowship (2018)", 2019, None)),
        ("Best Paper of SYSCON 2023", "", ("Best Paper of SYSCON 2023", 2023, None)),
    ],
)
def test_years_behind_the_title_of_an_award_are_its_date(title, date, becomes):
    [award] = curriculum_in({"selected_honors": [{"bullet": title, "date": date}]}).awards
    assert (award.title, award.year, award.until) == becomes


@pytest.mark.parametrize(("name", "ticked"), [("Zoë Lindqvist", True), ("Ivo Brandt", False)])
def test_of_somebody_else_nothing_is_ticked(client, zoe, name, ticked):
    page = upload(client, zoe, RESUME | {"basics": {"name": name}}).text
    boxes = re.findall('<input type="checkbox" name="(?:fact|papers)"[^>]*>', page)
    assert len(boxes) > 3
    assert {" checked" in box for box in boxes} == {ticked}


def test_the_career_in_a_word_file_of_the_site_comes_back_whoever_brings_it_in(zoe, role):
    olive = cast.make_person("Olive Tarn", skills="Sleep\nSailing")
    make_career(olive)
    olive.positions.filter(title="Intern").delete()
    olive.positions.filter(title="Postdoc").update(end="2022")
    olive.education.filter(degree="Exchange student").delete()
    word = FORMATS["docx"].write(cv_of(olive, SITE, CVSettings(person=olive)))
    browser, login = Client(), cast.make_login(zoe if role is Role.MEMBER else None, role)
    browser.force_login(login)
    page = upload(browser, zoe, word, "cv.docx")
    assert not Position.objects.filter(person=zoe).exists()
    take(browser, zoe, page)
    zoe.refresh_from_db()
    parts = ("positions", "education", "awards", "talks")
    assert {name: own(zoe)[name] for name in parts} == {name: own(olive)[name] for name in parts}
    assert zoe.skills == olive.skills
    undo(Step.objects.latest("pk"), cast.make_administrator())
    assert not Position.objects.filter(person=zoe).exists()


ORCID = "0000-0002-1825-0097"


def from_orcid(browser, person, monkeypatch, reply):
    """Press *Read it from ORCID*, which answers with a record or with trouble."""

    def get(client, place, address, accept):
        assert (place, address) == ("ORCID", f"https://pub.orcid.org/v3.0/{ORCID}/record")
        if isinstance(reply, Exception):
            raise reply
        return reply

    monkeypatch.setattr("labsite.contrib.sources.client.SourceClient.get", get)
    return browser.post(address(person), {"orcid": "Read it from ORCID"})


def test_employment_and_education_at_orcid_are_confirmed_fact_by_fact_whoever_asks(zoe, role, monkeypatch):
    zoe.orcid = ORCID
    zoe.save()
    browser = Client()
    browser.force_login(cast.make_login(zoe if role is Role.MEMBER else None, role))
    assert 'name="orcid" value="Read it from ORCID"' in browser.get(address(zoe)).content.decode()
    page = from_orcid(browser, zoe, monkeypatch, (KEPT / "orcid_record.json").read_bytes())
    assert facts(page) == [
        ("Biography", "Studies leisure.", True),
        ("Research interests", "scheduling", True),
        ("Positions", "Postdoc, Quokka University, Sep 2020 – present", True),
        ("Education", "PhD in Rest, Quokka University, 2014 – 2019", True),
        ("Awards", "Golden Quokka, Society, 2023", True),
        ("Profile links", "My page: https://zoe.example", True),
    ]
    assert not zoe.positions.exists()
    take(browser, zoe, page)
    assert values(zoe.positions, "title", "unit", "place", "start", "ongoing") == [
        ("Postdoc", "Dept. of Rest", "Perth, AU", "2020-09", True)
    ]
    assert values(zoe.education, "degree", "field", "end") == [("PhD", "Rest", "2019")]


def test_if_orcid_does_not_answer_it_is_said_and_without_an_id_it_is_not_offered(client, zoe, monkeypatch):
    assert 'name="orcid"' not in client.get(address(zoe)).content.decode()
    zoe.orcid = ORCID
    zoe.save()
    page = from_orcid(client, zoe, monkeypatch, Unavailable("ORCID can’t be reached at the moment."))
    assert "ORCID can’t be reached at the moment." in page.content.decode()
    assert "This is not JSON" in from_orcid(client, zoe, monkeypatch, b"<html>").content.decode()
