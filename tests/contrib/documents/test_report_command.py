import pytest
from django.core.management import CommandError, call_command

from tests import cast
from tests.contrib.documents import cast as documents_cast

pytestmark = pytest.mark.django_db


def report(capsys, *arguments):
    call_command("report", *arguments)
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def papers():
    return [cast.make_publication(f"Of {year}", year=year) for year in (2023, 2024)]


def test_a_report_of_the_lab_is_shown(capsys):
    said = report(capsys, "--from", "2024-01", "--to", "2024-12", "--parts", "papers")
    assert said.startswith("# Report on")
    assert "Of 2024" in said
    assert "Of 2023" not in said


@pytest.mark.parametrize("option", ["--project", "--member", "--funder", "--saved"])
def test_a_report_is_about_what_was_named(capsys, option, papers):
    member = cast.student()
    cast.add_author(papers[0], member)
    cast.make_project("Leisure", publications=papers[:1], funding="Example Fund 12")
    documents_cast.make_report("Of earlier", period="dates", start="2023", end="2023", parts="papers")
    named = {"--project": "leisure", "--member": member.slug, "--funder": "example fund", "--saved": "of-earlier"}
    said = report(capsys, option, named[option])
    assert "Of 2023" in said
    assert "Of 2024" not in said


def test_a_saved_report_is_of_another_period_if_one_is_given(capsys):
    documents_cast.make_report("Of earlier", period="dates", start="2023", end="2023", parts="papers")
    assert "Of 2024" in report(capsys, "--saved", "of-earlier", "--from", "2024")


def test_a_report_is_written_in_the_format_that_its_name_ends_with(capsys, tmp_path):
    for name, beginning in (("r.csv", b"\xef\xbb\xbf"), ("r.docx", b"PK"), ("r.pdf", b"%PDF")):
        said = report(capsys, "--output", str(tmp_path / name))
        content = (tmp_path / name).read_bytes()
        assert content.startswith(beginning)
        assert said == f"{tmp_path / name}: {len(content):,} bytes.\n"


def test_addresses_in_a_report_begin_with_that_of_the_site(capsys, settings):
    settings.SITE_ADDRESS = "https://lab.example:8443"
    said = report(capsys, "--from", "2024", "--parts", "papers")
    assert "https://lab.example:8443/publications/of-2024/" in said and "localhost" not in said


def test_a_report_speaks_the_language_that_was_asked_for(capsys):
    assert "## 论文" in report(capsys, "--language", "zh-Hans", "--parts", "papers")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--project", "nosuch"], "There is no project at “nosuch”."),
        (["--member", "ivo"], "There is no member at “ivo”."),
        (["--saved", "nosuch"], "There is no report at “nosuch”."),
        (["--funder", " "], "Enter words from the funder’s name."),
        (["--from", "soon"], "“soon” isn’t a date: write it as 2025, 2025-01 or 2025-01-31."),
        (["--from", "2025", "--to", "2024"], "The end is before the start."),
        (["--parts", "papers,books"], "There is no part called “books”."),
        (["--format", "pdf"], "Use --output to name the pdf file."),
        (["--output", "report.doc"], "The name of the output must end in one of .pdf, .docx, .md, .tex, .csv."),
        (["--output", "/nosuch/r.md"], "/nosuch/r.md can’t be written: No such file or directory."),
    ],
)
def test_what_is_wrong_is_said(arguments, words):
    with pytest.raises(CommandError) as refused:
        call_command("report", *arguments)
    assert str(refused.value).startswith(words)
