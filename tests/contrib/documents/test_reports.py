"""What a report says: of what is public, in its period and of its subject, the same numbers as the site."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite.contrib.documents.models import Report
from labsite.contrib.documents.parts import Chart, DocumentTable, words
from labsite.contrib.documents.reports.activity import HEADINGS
from labsite.contrib.documents.reports.document import PARTS
from labsite.contrib.documents.reports.periods import ReportPeriod
from labsite.contrib.documents.reports.subjects import of_funder, of_member, of_project
from labsite.contrib.documents.reports.views import file_of
from labsite.pages.explore import members_by_role, papers_by_kind
from people.models import Education, Teaching
from publications.models import Link, Talk
from tests import cast
from tests.contrib.documents.reporting import SPRING, TODAY, YEAR, maker, named, numbers, section, titles
from tests.contrib.documents.whole import texts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *args: TODAY)


def test_papers_stand_by_status_and_kind():
    for title, fields in {
        "A": {"kind": "conference", "month": 1},
        "B": {"kind": "conference", "month": 2},
        "C": {"kind": "journal"},
        "D": {"kind": "journal", "status": "accepted"},
        "E": {"kind": "preprint", "status": "preprint"},
        "F": {"kind": "conference", "status": "submitted"},
    }.items():
        cast.make_publication(title, **fields)
    assert named("papers") == [
        ("Journal articles", "C", ""),
        ("Conference papers", "B", ""),
        ("Conference papers", "A", ""),
        ("Journal articles: To appear", "D", ""),
        ("Conference papers: In submission", "F", ""),
        ("Preprints", "E", ""),
    ]
    headings = [part.heading for part in section(maker().document(), "papers").parts]
    assert headings[:2] == ["Journal articles (1)", "Conference papers (2)"]


def test_papers_of_the_months_at_both_ends_are_in_and_those_beside_are_not():
    for month in (2, 3, 5, 6):
        cast.make_publication(f"Month {month}", month=month)
    assert titles("papers", SPRING) == ["Month 5", "Month 3"]


def test_a_paper_without_a_month_is_in_a_period_that_cuts_its_year_and_that_is_said():
    cast.make_publication("Some day of 2024")
    for year in (2023, 2025):
        cast.make_publication(f"Of {year}", year=year)
    assert named("papers", SPRING) == [("Conference papers", "Some day of 2024", "in 2024, month unknown")]
    assert named("papers") == [("Conference papers", "Some day of 2024", "")]


def test_papers_without_a_year_are_a_number_with_a_link():
    cast.make_publication("When?", year=None, status="submitted")
    cast.make_publication("Here")
    own = section(maker().document(), "papers").blocks
    assert [words(block.text) for block in own] == ["1 without a date isn’t listed"]
    assert own[0].text[0].href == "https://lab.example/publications/?year=none"
    assert titles("papers", ReportPeriod()) == ["Here", "When?"]


def test_a_paper_says_where_to_read_it():
    paper = cast.make_publication("Quokka", doi="10.5555/q", arxiv_id="2406.00001")
    Link.objects.create(publication=paper, kind="pdf", url="https://lab.example/q.pdf")
    [(_part, item)] = maker(parts=["papers"]).items()
    assert (item.doi, item.open_access) == ("10.5555/q", "https://arxiv.org/abs/2406.00001")
    hrefs = {span.href for line in item.entry().lines for span in line}
    assert {"https://doi.org/10.5555/q", item.open_access, "https://lab.example/q.pdf"} <= hrefs


def test_nothing_that_is_not_public_is_in_a_report():
    hidden, member = cast.make_publication("Hidden wombat", state="draft"), cast.student()
    cast.add_author(hidden, member, mentor=cast.pi())
    hidden.awards.add(cast.make_award(None, "Wombat prize", year=2024))
    news, seen = cast.make_news("Wombat news", state="draft"), cast.make_publication("Seen")
    news.people.add(member), news.publications.add(seen)
    cast.make_talk(member, "On leisure", publication=hidden)
    project = cast.make_project(people=[member], publications=[hidden], funding="Wombat fund 7", start="2024")
    project.publications.add(seen)
    for subject in (None, of_project(project), of_member(member), of_member(hidden.authorships.get().mentor)):
        said = " ".join(texts(maker(ReportPeriod(), subject).document()))
        assert "Hidden wombat" not in said
        assert "Wombat news" not in said
        assert "Wombat prize" not in said


def test_theses_are_listed_once():
    cast.make_publication("On Leisure", kind="thesis", authors=[cast.alumna()])
    both = maker(parts=["papers", "theses"]).items()
    assert [(part, item.title) for part, item in both] == [("Theses and degrees", "On Leisure")]
    assert titles("papers") == ["On Leisure"]
    assert numbers()["– Theses"] == 1


def test_degrees_are_those_finished_in_the_lab():
    member, other = cast.make_member("Maren Hale", start="2020-09", end="2024"), cast.student()
    for person, degree, end in (
        (member, "Ph.D.", "2024-06"),
        (member, "M.Sc.", "2020"),  # with which she came
        (other, "B.Sc.", "2022-06"),
        (other, "Ph.D.", "2190"),  # to come
    ):
        Education.objects.create(person=person, degree=degree, organisation="Example University", end=end)
    Education.objects.get(degree="Ph.D.", end="2024-06").advisors.add(cast.pi())
    found = named("theses", ReportPeriod("2019", "2200"))
    assert found == [("Degrees", "Ph.D.", "advised by Ada Quill")]


def test_talks_are_counted_each_time_they_were_given():
    speaker = cast.student()
    cast.make_talk(speaker, "On Leisure", [("SYSCON", "2024-03"), ("Example Inc.", "2024"), ("Elsewhere", "2023-12")])
    Talk.objects.create(speaker=speaker, title="When?").occasions.create(host="Nobody knows")
    assert named("talks", SPRING) == [
        ("", "On Leisure", ""),
        ("", "On Leisure", "in 2024, month unknown"),
    ]
    assert maker().found("talks").undated == 1


def test_an_award_of_several_years_is_one_of_each():
    person = cast.student()
    cast.make_award(person, "Fellowship", year=2022, until=2024)
    cast.make_award(person, "Prize", year=2025)
    cast.make_award(person, "Undated", year=None)
    assert titles("awards") == ["Fellowship"]
    assert titles("awards", ReportPeriod("2023", "2023")) == ["Fellowship"]
    assert titles("awards", ReportPeriod("2021", "2021")) == []
    assert named("awards", SPRING) == [("", "Fellowship", "in 2024, month unknown")]
    assert maker().found("awards").undated == 1


def test_service_stands_by_role():
    venue, person = cast.make_venue(), cast.student()
    for kind, year in (("reviewer", 2024), ("pc", 2024), ("pc", 2023), ("editor", None)):
        cast.make_service(person, venue, kind=kind, year=year)
    assert [(group, title) for group, title, _note in named("service")] == [
        ("Programme committee", "Programme committee, SYSCON 2024"),
        ("Reviewer", "Reviewer, SYSCON 2024"),
    ]
    assert maker().found("service").undated == 1


def test_news_and_projects_of_the_period():
    cast.make_news("In spring", date="2024-05-31")
    cast.make_news("In summer", date="2024-06-01")
    cast.make_project("Over", start="2020", end="2024-02")
    cast.make_project("Lasting", start="2020", funding="Example Fund 12")
    cast.make_project("Undated")
    assert titles("news", SPRING) == ["In spring"]
    assert titles("projects", SPRING) == ["Lasting"]
    assert maker(SPRING).found("projects").undated == 1


def test_the_numbers_are_those_that_the_site_shows(client):
    member = cast.student()
    for title, year, kind in (("A", 2023, "journal"), ("B", 2024, "journal"), ("C", 2024, ""), ("D", 2024, "thesis")):
        cast.make_publication(title, year=year, kind=kind, authors=[member], month=year - 2018)
    cast.make_publication("Hidden", state="draft", authors=[member])
    cast.make_member("Una Vale", "postdoc", start="2024-12")
    cast.make_member("Ivo Brandt", "postdoc", start="2015", end="2023-12")
    cast.make_member("Unknown", "", start="", has_left=True)
    found = numbers()
    [explored] = [stack for stack in papers_by_kind().stacks if stack.slot.year == 2024]
    assert found["Publications"] == explored.count == 3
    of_explore = {f"– {HEADINGS[part.kind.key.replace('none', '')]}": part.count for part in explored.segments}
    assert of_explore == {label: found[label] for label in of_explore}
    assert of_explore == {"– Journal articles": 1, "– Papers": 1, "– Theses": 1}
    people, unknown = members_by_role()
    [members] = [stack for stack in people.stacks if stack.slot.year == 2024]
    assert (found["People in the lab"], maker().found("people").undated) == (members.count, unknown) == (2, 1)
    assert found["– Postdocs"] == 1
    for subject, address in (
        (None, "/publications/?year=2024"),
        (of_member(member), "/people/zoe-lindqvist/publications/?year=2024"),
    ):
        listed = client.get(address).content.decode()
        shown = [title for title in "abcd" if f'href="/publications/{title}/"' in listed]
        assert numbers(YEAR, subject)["Publications"] == len(shown)


def test_charts_say_papers_by_year_kind_and_venue():
    venue = cast.make_venue()
    for year in (2020, 2022, 2022, 2024):
        cast.make_publication(f"Of {year}", year=year, venue=venue)
    charts = section(maker(ReportPeriod("2022", "2024"), parts=["charts"]).document(), "charts").blocks
    assert charts == (
        Chart("Papers per year", (("2022", 2), ("2023", 0), ("2024", 1))),
        Chart("Papers by kind", (("Conference papers", 3),)),
        Chart("Venues", (("SYSCON", 3),)),
    )


def test_a_chart_of_a_year_has_its_months_and_is_left_out_where_one_is_unknown():
    for title, year, month in (("Of April", 2024, 4), ("Of May", 2024, 5), ("Of 2023", 2023, None)):
        cast.make_publication(title, year=year, month=month)
    first, *_rest = section(maker(SPRING, parts=["charts"]).document(), "charts").blocks
    assert first == Chart("Papers per month", (("Mar", 0), ("Apr", 1), ("May", 1)))
    whole = section(maker(ReportPeriod("2024-01", "2024-12"), parts=["charts"]).document(), "charts").blocks[0]
    assert [label for label, _number in whole.bars][::4] == ["Jan", "May", "Sep"]
    earlier = section(maker(ReportPeriod("2023", "2023"), parts=["charts"]).document(), "charts").blocks
    assert [chart.label for chart in earlier] == ["Papers by kind"]


def test_a_chart_of_an_open_period_goes_from_the_first_paper_until_today():
    cast.make_publication("Of 2023", year=2023)
    [by_year, _kinds] = section(maker(ReportPeriod(), parts=["charts"]).document(), "charts").blocks
    assert by_year == Chart("Papers per year", (("2023", 1), ("2024", 0), ("2025", 0)))


def test_a_part_that_has_only_things_without_a_date_is_a_line_and_no_section():
    cast.make_member("Ivo Brandt", start="", has_left=True)
    cast.make_member("Una Vale", start="2020", has_left=True)
    cast.make_publication("When?", year=None)
    document = maker(parts=["people", "papers"]).document()
    assert document.sections == ()
    assert [words(line) for line in document.lines[2:]] == [
        "People: 2 stays in the lab without known dates",
        "Publications: 1 without a date isn’t listed",
    ]
    assert document.lines[2][1].href == "https://lab.example/people/"


def test_parts_stand_in_the_order_that_was_chosen():
    cast.make_publication("A"), cast.make_news("B", date="2024")
    document = maker(parts=["news", "nonsense", "papers", "news"]).document()
    assert [each.name for each in document.sections] == ["news", "papers"]
    assert isinstance(section(maker().document(), "numbers").blocks[0], DocumentTable)


def test_a_report_speaks_chinese():
    cast.make_lab(name_second="闲暇实验室")
    cast.make_publication("A", kind="journal")
    cast.make_news("News", date="2024", title_second="新闻一则")
    report = Report(period="dates", start="2024", end="2024", parts="papers\nnews", language="zh-hans")
    said = file_of(report, "https://lab.example", "md").decode()
    for expected in ("闲暇实验室", "## 论文", "新闻一则", "https://lab.example/zh-hans/publications/a/"):
        assert expected in said


def test_the_table_has_a_row_for_everything_and_no_formula():
    cast.make_publication('=HYPERLINK("evil")', doi="10.5555/q", authors=["+Ivo"], month=3)
    cast.make_news("News", date="2024-05")
    report = Report(period="dates", start="2024", end="2024", parts="numbers\npapers\nnews")
    content = file_of(report, "https://lab.example", "csv")
    assert content.startswith("\N{ZERO WIDTH NO-BREAK SPACE}".encode())
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert [(row["Part"], row["Title"], row["Date"]) for row in rows] == [
        ("Publications", '\'=HYPERLINK("evil")', "2024-03"),
        ("News", "News", "2024-05"),
    ]
    assert (rows[0]["People"], rows[0]["DOI"], rows[0]["Kind"]) == ("'+Ivo", "10.5555/q", "Conference papers")


@pytest.mark.parametrize("extension", ["pdf", "docx", "md", "tex"])
def test_every_format_writes_a_report(extension):
    cast.make_publication("Quokka: Scheduling at Leisure", authors=[cast.student()])
    report = Report(period="dates", start="2024", end="2024", parts="\n".join(PARTS))
    assert len(file_of(report, "https://lab.example", extension)) > 100


def test_a_report_asks_no_more_for_more_rows():
    def fill(name):
        person = cast.make_member(f"Member {name}", start="2024", end="2024-11")
        pi.projects.add(cast.make_project(f"Project {name}", people=[person], start="2024", funding="Fund 1"))
        paper = cast.make_publication(f"Paper {name}", authors=[pi, person], venue=venue)
        paper.awards.add(cast.make_award(None, f"Award {name}", year=2024))
        cast.make_award(pi, f"Medal {name}", year=2024)
        cast.make_talk(pi, f"Talk {name}", [("SYSCON", "2024")], publication=paper)
        cast.make_service(pi, venue, title=name)
        cast.make_news(f"News {name}", date="2024")
        degree = Education.objects.create(person=person, degree="Ph.D.", organisation="X", start="2023", end="2024-10")
        degree.advisors.add(pi)
        cast.add_author(paper, f"Mentee {name}", mentor=pi, order=9)
        Teaching.objects.create(person=pi, course=name, term="2024")

    def asked():
        found = []
        for subject in (None, of_member(pi), of_funder("fund")):
            with CaptureQueriesContext(connection) as queries:
                maker(YEAR, subject).document()
            found.append(len(queries))
        return found

    cast.make_lab()
    pi, venue = cast.pi(), cast.make_venue()
    fill("first")
    before = asked()
    for name in ("second", "third", "fourth"):
        fill(name)
    assert asked() == before
    assert max(before) <= 20


def test_a_report_of_nothing_is_a_document_all_the_same():
    document = maker(YEAR).document()
    assert (document.title, document.subtitle) == ("Report on Research Lab", "2024")
