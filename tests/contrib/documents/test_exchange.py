"""A member as other systems write a curriculum vitae: each fact in its field, and nothing that isn't public."""

import json
import os
import shutil
import subprocess
from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command

from labsite.contrib.documents.exchange.json_resume import json_resume
from labsite.contrib.documents.exchange.rendercv import JOINER, escaped, marked_up, rendercv_yaml
from labsite.contrib.documents.parts import Span, text
from people.models import ContactDetail, Education, Person, Position, ProfileLink, Reference, Teaching
from tests import cast, corpora

pytestmark = pytest.mark.django_db
SITE = "https://lab.example"
SCHEMAS = Path(settings.BASE_DIR) / "tests" / "data" / "schemas"
RENDERCV, READER = shutil.which("rendercv"), shutil.which("pdftotext")


def resume(person):
    """Return the member's résumé, once it has been found valid."""
    import jsonschema  # which takes two seconds, each time that tests are collected if above

    read = json.loads(json_resume(person, SITE))
    schema = json.loads((SCHEMAS / "json_resume.json").read_text(encoding="utf-8"))
    jsonschema.validate(read, schema, jsonschema.Draft4Validator, format_checker=jsonschema.FormatChecker())
    return read


def rendercv(person):
    """Return the member's ``cv`` for RenderCV, once it has been found valid."""
    import jsonschema

    read = yaml.safe_load(rendercv_yaml(person, SITE))
    jsonschema.validate(read, json.loads((SCHEMAS / "rendercv.json").read_text(encoding="utf-8")))
    return read["cv"]


def both(person):
    return resume(person), rendercv(person)["sections"]


@pytest.fixture
def person():
    return cast.student(headline="Studies leisure", orcid="0000-0002-1825-0097")


class HeadTests:
    def test_it_has_the_name_the_headline_and_the_address_of_the_page(self, person):
        basics = resume(person)["basics"]
        assert (basics["name"], basics["nativeName"], basics["label"]) == (
            "Zoë Lindqvist",
            "林佐伊",
            "Studies leisure",
        )
        assert basics["url"] == "https://lab.example/people/zoe-lindqvist/"
        head = rendercv(person)
        assert (head["name"], head["headline"], "website" in head) == ("Zoë Lindqvist", "Studies leisure", False)

    def test_it_has_public_contact_details_in_use_alone(self, person):
        for kind, value, fields in (
            ("email", "zoe@lab.example", {}),
            ("email", "old@lab.example", {"is_former": True}),
            ("email", "home@lab.example", {"visibility": "private"}),
            ("phone", "+46 8 123", {}),
            ("address", "Lab Street 1\n123 45 Perth", {}),
        ):
            ContactDetail.objects.create(person=person, kind=kind, value=value, **fields)
        basics, head = resume(person)["basics"], rendercv(person)
        assert (basics["email"], "phone" in basics) == ("zoe@lab.example", False)
        assert basics["location"] == {"address": "Lab Street 1 123 45 Perth"}
        assert (head["email"], head["location"]) == ("zoe@lab.example", "Lab Street 1 123 45 Perth")
        assert "home@" not in json_resume(person, SITE) + rendercv_yaml(person, SITE)

    def test_links_are_profiles_and_of_networks_that_rendercv_knows_usernames(self, person):
        for kind, url in (
            ("homepage", "https://zoe.example/"),
            ("github", "https://github.com/zoe"),
            ("scholar", "https://scholar.google.com/citations?user=abc&hl=en"),
            ("dblp", "https://dblp.org/pid/1/2"),
            ("code", ""),
        ):
            ProfileLink.objects.create(person=person, kind=kind, url=url)
        basics, head = resume(person)["basics"], rendercv(person)
        assert basics["url"] == "https://zoe.example/"
        assert [profile["network"] for profile in basics["profiles"]] == [
            *("ORCID", "Homepage", "Google Scholar", "dblp", "GitHub"),
        ]
        assert head["website"] == "https://zoe.example/"
        assert head["social_networks"] == [
            {"network": "ORCID", "username": "0000-0002-1825-0097"},
            {"network": "Google Scholar", "username": "abc"},
            {"network": "GitHub", "username": "zoe"},
        ]
        assert [(each["placeholder"], each["url"]) for each in head["custom_connections"]] == [
            ("dblp", "https://dblp.org/pid/1/2")
        ]


class CareerTests:
    def test_a_position_has_its_place_its_time_and_its_points(self, person):
        step = Position.objects.create(
            person=person,
            title="Postdoc",
            organisation="Quokka University",
            unit="Department of Leisure",
            place="Perth",
            start="2020-09",
            ongoing=True,
            text="On **leisure**.\n\n- Rested\n- Slept [here](https://bed.example)",
        )
        step.advisors.add(cast.stranger())
        told, sections = both(person)
        assert told["work"][-1] == {
            "name": "Department of Leisure, Quokka University",
            "position": "Postdoc",
            "location": "Perth",
            "startDate": "2020-09",
            "summary": "On leisure.",
            "highlights": ["Rested", "Slept here"],
            "unit": "Department of Leisure",
            "advisors": ["Ivo Brandt"],
        }
        assert sections["Positions"][-1] == {
            "company": "Department of Leisure, Quokka University",
            "position": "Postdoc",
            "start_date": "2020-09",
            "end_date": "present",
            "location": "Perth",
            "summary": "On **leisure**.",
            "highlights": ["Rested", "Slept [here](<https://bed.example>)", "Advisor: Ivo Brandt"],
            "unit": "Department of Leisure",
        }

    @pytest.mark.parametrize(
        "known, told, shown",
        [
            (
                {"start": "2018", "end": "2020-06"},
                {"startDate": "2018", "endDate": "2020-06"},
                (2018, "2020-06", None),
            ),
            ({"end": "2020"}, {"endDate": "2020"}, (None, 2020, None)),
            ({"start": "2018"}, {"date": "2018 – ?"}, (None, None, "2018 – ?")),
            ({"ongoing": True}, {"date": "present"}, (None, None, "present")),
            ({"start": "2023-09", "end": "2023"}, {"date": "2023-09 – 2023"}, (None, None, "2023-09 – 2023")),
            ({}, {}, (None, None, None)),
        ],
    )
    def test_no_date_is_more_precise_than_it_is_known_and_no_end_is_invented(self, person, known, told, shown):
        Education.objects.create(person=person, organisation="Quokka University", degree="Ph.D.", **known)
        degree, entry = resume(person)["education"][0], rendercv(person)["sections"]["Education"][0]
        assert {name: degree[name] for name in ("startDate", "endDate", "date") if name in degree} == told
        assert tuple(entry.get(name) for name in ("start_date", "end_date", "date")) == shown

    def test_a_degree_has_its_field_honours_and_grade(self, person):
        Education.objects.create(
            person=person, organisation="Quokka University", degree="B.Sc.", field="Rest", honours="Prize", gpa="3.8/4"
        )
        told, sections = both(person)
        assert told["education"] == [
            {
                "institution": "Quokka University",
                "area": "Rest",
                "studyType": "B.Sc.",
                "score": "3.8/4",
                "honours": "Prize",
            }
        ]
        assert sections["Education"] == [
            {
                "institution": "Quokka University",
                "area": "Rest",
                "degree": "B.Sc.",
                "highlights": ["Honours: Prize", "GPA: 3.8/4"],
            }
        ]

    def test_a_degree_too_long_for_its_column_stands_with_the_field(self, person):
        Education.objects.create(person=person, organisation="Quokka University", degree="Exchange student")
        entry = rendercv(person)["sections"]["Education"][0]
        assert (entry["area"], entry["degree_in_full"], "degree" in entry) == (
            *("Exchange student", "Exchange student"),
            False,
        )

    def test_a_time_in_the_lab_that_no_position_tells_is_a_position(self, person):
        cast.make_lab()
        told, sections = both(person)
        assert told["work"] == [{"name": "Leisure Lab", "position": "PhD student", "startDate": "2022-09"}]
        assert sections["Positions"][0]["end_date"] == "present"

    def test_awards_have_their_years_and_those_of_papers_name_the_papers(self, person):
        cast.make_award(person, organisation="Quokka Society", until=2025, note="Twice")
        paper = cast.make_publication(authors=[person])
        paper.awards.add(cast.make_award(None, title="Best Paper Award", year=2024))
        told, sections = both(person)
        assert told["awards"] == [
            {
                "title": "Golden Quokka",
                "date": "2023",
                "endDate": "2025",
                "awarder": "Quokka Society",
                "summary": "Twice",
            },
            {"title": "Best Paper Award", "date": "2024", "summary": paper.title, "publications": [paper.title]},
        ]
        assert sections["Awards"] == [
            {
                "name": "Golden Quokka",
                "start_date": 2023,
                "end_date": 2025,
                "location": "Quokka Society",
                "summary": "Twice",
            }
        ]
        assert sections["Publications"][0]["summary"] == "Best Paper Award"


class WorkTests:
    def test_a_paper_has_its_authors_with_the_members_own_name_strong(self, person):
        venue = cast.make_venue(name="Symposium on Quokkas")
        paper = cast.make_publication(authors=[person, "Ivo Brandt"], venue=venue, month=6, doi="10.1000/1")
        told, sections = both(person)
        assert told["publications"] == [
            {
                "name": paper.title,
                "publisher": "Symposium on Quokkas",
                "releaseDate": "2024-06",
                "url": "https://doi.org/10.1000/1",
                "authors": ["Zoë Lindqvist", "Ivo Brandt"],
                "doi": "10.1000/1",
            }
        ]
        assert sections["Publications"] == [
            {
                "title": paper.title,
                "authors": ["**Zoë Lindqvist**", "Ivo Brandt"],
                "journal": "Symposium on Quokkas",
                "date": "2024-06",
                "doi": "10.1000/1",
                "url": "https://doi.org/10.1000/1",
            }
        ]

    def test_a_draft_is_in_neither_file(self, person):
        cast.make_publication("A secret", [person], state="draft")
        assert "A secret" not in json_resume(person, SITE) + rendercv_yaml(person, SITE)

    def test_service_talks_courses_projects_and_references_have_their_places(self, person):
        venue = cast.make_venue()
        for year in (2021, 2023, 2024):
            cast.make_service(person, venue, year=year)
        cast.make_talk(person)
        Teaching.objects.create(person=person, course="Rest 101", role="Lecturer", term="Autumn 2024")
        cast.make_project(people=[person], summary="Rest for all", start="2020")
        Reference.objects.create(person=person, referee=cast.stranger(), title="Professor", affiliation="A\nB")
        told, sections = both(person)
        served = {"organization": "SYSCON", "position": "Programme committee"}
        assert told["volunteer"] == [
            {**served, "startDate": "2023", "endDate": "2024"},
            {**served, "startDate": "2021", "endDate": "2021"},
        ]
        assert [(each["name"], each.get("type")) for each in told["projects"]] == [
            *(("Leisure at Scale", None), ("On Leisure", "talk"), ("Rest 101", "teaching")),
        ]
        assert told["references"] == [{"name": "Ivo Brandt", "reference": "Professor, A, B"}]
        assert sections["Professional service"] == [
            {"label": "Programme committee", "details": "SYSCON 2023 – 2024, 2021"}
        ]
        assert sections["Talks"] == [{"name": "On Leisure", "date": "2024-06", "summary": "SYSCON", "host": "SYSCON"}]
        assert sections["Teaching"] == [
            {"name": "Rest 101", "date": "Autumn 2024", "summary": "Lecturer", "role": "Lecturer"}
        ]
        assert sections["Projects"][0]["name"] == "[Leisure at Scale](https://lab.example/projects/leisure-at-scale/)"
        assert sections["References"] == [{"name": "Ivo Brandt", "summary": "Professor, A, B"}]

    def test_skills_with_headings_keep_them(self, person):
        person.skills, person.interests = "Systems: Ray, vLLM\nLanguages: Python", "Rest\nSleep"
        person.save()
        told, sections = both(person)
        assert told["skills"][0] == {"name": "Systems", "keywords": ["Ray", "vLLM"]}
        assert told["interests"] == [{"name": "Rest"}, {"name": "Sleep"}]
        assert sections["Skills"][0] == {"label": "Systems", "details": "Ray, vLLM"}
        person.skills += "\nSleeping"
        person.save()
        assert rendercv(person)["sections"]["Skills"][2] == {"bullet": "Sleeping"}


class EscapingTests:
    @pytest.mark.parametrize(
        "plain, written",
        [
            ("2*3 a_b [x] \\", r"2\*3 a\_b \[x\] \\"),
            ("C# and #read(x)", f"C# and #{JOINER}read(x)"),
            ("<b>a < b", f"<{JOINER}b>a < b"),
            ("$$x$$", f"${JOINER}$x${JOINER}$"),
            ("- a `b`", f"{JOINER}- a 'b'"),
            ("AT&T &lt;", f"AT&T &{JOINER}lt;"),
        ],
    )
    def test_no_text_is_markup_or_a_command(self, plain, written):
        assert escaped(plain) == written

    def test_strong_words_and_links_stay(self):
        said = text(Span("See "), Span("it", "https://a.example", is_strong=True), Span(" now", is_emphasised=True))
        assert marked_up(said) == "See [**it**](<https://a.example>) *now*"

    def test_payloads_come_out_as_they_went_in(self):
        payloads = [" ".join(payload.replace("\0", "").split()) for _name, payload in corpora.payloads()]
        skills = "\n".join(filter(None, payloads))
        for headline in payloads[::100]:
            person = cast.make_member("Quokka", headline=headline[:200].strip())
            assert resume(person)["basics"].get("label", "") == person.headline
            assert rendercv(person)["name"] == person.name
            person.delete()
        person = cast.make_member("Quokka", skills=skills)
        assert resume(person)["skills"]
        assert rendercv(person)["sections"]


class RenderingTests:
    """RenderCV's own PDF; a bullet stands in for its icons, which Typst would download."""

    def rendered(self, person, folder):
        icons = folder / "typst" / "packages" / "preview" / "fontawesome" / "0.6.0"
        icons.mkdir(parents=True)
        (icons / "typst.toml").write_text(
            'package = {name = "fontawesome", version = "0.6.0", entrypoint = "lib.typ"}'
        )
        (icons / "lib.typ").write_text("#let fa-icon(name, ..rest) = [•]")
        (folder / "cv.yaml").write_text(rendercv_yaml(person, SITE), encoding="utf-8")
        done = subprocess.run(
            [RENDERCV, "render", "cv.yaml", "-nohtml", "-nopng", "-pdf", "cv.pdf"],
            cwd=folder,
            env=os.environ | {"XDG_CACHE_HOME": str(folder)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        written = subprocess.run(
            [READER, "cv.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True
        ).stdout
        unseen = {ord(JOINER): None, 0xFE0E: None}  # of ours, and what RenderCV puts behind an asterisk
        return " ".join(written.translate(unseen).split())

    @pytest.mark.skipif(not (RENDERCV and READER), reason="needs the programs rendercv (2.8 or later) and pdftotext")
    def test_rendercv_sets_each_text_as_it_was_typed(self, person, tmp_path):
        person.headline = "AT&T #read(x) $$x$$ <b> 2*3 a_b [x]"
        person.skills = "Systems: C#, vLLM\nRest: = 1. none"
        person.save()
        venue = cast.make_venue()
        cast.make_publication("Numbat: 10% at $5", [person], venue=venue, month=3, doi="10.1234/numbat")
        cast.make_talk(person)
        cast.make_service(person, venue, year=2023)
        Education.objects.create(person=person, organisation="Quokka University", degree="B.Sc.", end="2021")
        read = self.rendered(person, tmp_path)
        assert "AT&T #read(x) $$x$$ <b> 2*3 a_b [x]" in read
        for words in (
            "Zoë Lindqvist",
            "Quokka University",
            "Numbat: 10% at $5",
            "On Leisure",
            "Programme committee: SYSCON 2023",
            "Systems: C#, vLLM",
            "Rest: = 1. none",
        ):
            assert words in read


class FileTests:
    @pytest.mark.parametrize(
        "name, media_type",
        [("resume.json", "application/json"), ("rendercv.yaml", "application/yaml; charset=utf-8")],
    )
    def test_the_files_have_addresses_of_their_own(self, client, person, name, media_type):
        response = client.get(f"/people/zoe-lindqvist/{name}")
        assert (response.status_code, response["Content-Type"]) == (200, media_type)
        assert "Zoë Lindqvist" in response.content.decode()

    def test_somebody_without_a_page_has_none(self, client):
        cast.stranger()
        assert client.get("/people/ivo-brandt/resume.json").status_code == 404

    def test_the_page_of_the_cv_leads_to_them(self, client, person):
        page = client.get("/people/zoe-lindqvist/cv/").content.decode()
        assert 'type="application/json" href="/people/zoe-lindqvist/resume.json"' in page
        assert 'type="application/yaml" href="/people/zoe-lindqvist/rendercv.yaml"' in page

    @pytest.mark.parametrize(
        "form, name", [("json-resume", "zoe-lindqvist-cv.json"), ("rendercv", "zoe-lindqvist-cv.yaml")]
    )
    def test_the_command_writes_them(self, person, tmp_path, monkeypatch, form, name):
        monkeypatch.chdir(tmp_path)
        call_command("cv", "zoe-lindqvist", format=form, stdout=StringIO())
        assert "Zoë Lindqvist" in (tmp_path / name).read_text(encoding="utf-8")

    def test_the_members_of_the_fixtures_have_valid_files(self):
        call_command("seed", verbosity=0)
        people = list(Person.objects.members())
        assert [resume(person)["basics"]["name"] for person in people] == [person.name for person in people]
        assert [rendercv(person)["name"] for person in people] == [person.name for person in people]
