"""Curricula vitae in files: what each form says is understood, and what isn't is said."""

from labsite.contrib.reading.career import StatedAward, StatedLink, StatedOccasion, StatedPosition, StatedTeaching
from labsite.contrib.reading.curriculum import span_of
from labsite.contrib.reading.cv_header import curriculum_in
from labsite.contrib.reading.front_matter import PageFields, read_yaml

AL_FOLIO = """
- title: Education
  type: time_table
  contents:
    - {title: PhD in Rest, institution: Quokka University, year: 2014 - 2018, description: [On naps]}
- title: Honors and Awards
  contents:
    - {year: 2019, items: [Golden Quokka, Silver Quokka]}
- title: Other Interests
  contents: [Chess]
- title: General Information
  contents: [{name: Languages, value: English}]
"""
RENDERCV = """
cv:
  name: Ada Quill
  email: [ada@lab.example, quill@lab.example]
  website: https://ada.example
  social_networks:
    - {network: Mastodon, username: "@ada@social.example"}
    - {network: ORCID, username: 0000-0002-1825-0097}
    - {network: GitHub, username: ada}
    - {network: Nowhere, username: ada}
  sections:
    Experience:
      - {company: Clockworks, position: Engineer, start_date: 2020-01, summary: "On **time**", highlights: [Ticked]}
    Invited talks:
      - {name: On Time, date: 2024-05, location: Oslo}
    Teaching:
      - {name: Clocks 101, role: Lecturer, date: Spring 2024}
    Languages:
      - {label: English, details: fluent}
    Selected papers:
      - {title: Why Clocks Stop, authors: ["**Ada Quill**", Bo Li], journal: Journal of Rest, date: 2023-06,
         doi: 10.1000/1}
    Hobbies: [Sailing]
"""


def test_al_folios_own_form_is_read():
    found = curriculum_in(read_yaml(AL_FOLIO))
    [degree] = found.education
    assert (degree.degree, degree.field, degree.start, degree.end) == ("PhD", "Rest", "2014", "2018")
    assert found.awards == [StatedAward("Golden Quokka", year=2019), StatedAward("Silver Quokka", year=2019)]
    assert found.interests == ["Chess"]
    assert found.left == [("Quokka University", "On naps"), ("General Information", "Languages, English")]


def test_rendercvs_form_is_read_with_its_head():
    found = curriculum_in(read_yaml(RENDERCV))
    assert (found.name, found.orcid) == ("Ada Quill", "0000-0002-1825-0097")
    assert found.emails == ["ada@lab.example", "quill@lab.example"]
    assert found.links == [
        StatedLink("https://ada.example", "homepage"),
        StatedLink("https://social.example/@ada", "mastodon"),
        StatedLink("https://github.com/ada", "github"),
    ]
    text = "On **time**\n\n- Ticked"
    assert found.positions == [StatedPosition("Engineer", "Clockworks", start="2020-01", ongoing=True, text=text)]
    assert found.talks[0].occasions == [StatedOccasion("Oslo", date="2024-05")]
    assert found.teaching == [StatedTeaching("Clocks 101", role="Lecturer", term="Spring 2024")]
    assert found.skills == ["English – fluent"]
    assert found.left == [("Nowhere", "ada"), ("Hobbies", "Sailing")]


def test_papers_are_entries_of_a_source():
    [entry] = curriculum_in(read_yaml(RENDERCV)).papers
    record = entry.record
    assert (record.title, record.venue, record.year, record.month) == ("Why Clocks Stop", "Journal of Rest", 2023, 6)
    assert (list(map(str, record.authors)), record.doi) == (["Ada Quill", "Bo Li"], "10.1000/1")


def test_a_paper_whose_authors_nobody_names_has_the_owner_and_says_so():
    resume = {"basics": {"name": "Ada Quill"}, "publications": [{"name": "Naps", "publisher": "In submission"}]}
    [entry] = curriculum_in(resume).papers
    assert (list(map(str, entry.record.authors)), entry.names_all_authors) == (["Ada Quill"], False)
    assert (entry.record.status, entry.record.venue) == ("submitted", "")


def test_a_time_is_as_precise_as_it_is_said():
    table = [
        ({"startDate": "2018", "endDate": "2020-06"}, ("2018", "2020-06", False)),
        ({"startDate": "2018"}, ("2018", "", True)),
        ({"start_date": 2018, "end_date": "present"}, ("2018", "", True)),
        ({"date": "2018 – ?"}, ("2018", "", False)),
        ({"date": "present"}, ("", "", True)),
        ({"date": "2023-09 – 2023"}, ("2023-09", "2023", False)),
        ({"year": "2014-2018"}, ("2014", "2018", False)),
        ({"year": "Sept 2014 to June 2018"}, ("2014-09", "2018-06", False)),
        ({"date": 2018}, ("", "2018", False)),
        ({"date": "2018-05"}, ("", "2018-05", False)),
        ({}, ("", "", False)),
    ]
    assert [(held, answer, span) for held, span in table if (answer := span_of(PageFields(held))) != span] == []
