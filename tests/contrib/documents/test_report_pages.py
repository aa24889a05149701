"""Where reports are made, saved and read: by whom, at which addresses, and what becomes of what was chosen."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from labsite.contrib.documents.models import Report
from labsite.history.models import Version
from labsite.models import Question
from labsite.roles import Role
from tests import cast
from tests.contrib.documents import cast as documents_cast
from tests.editing import address, form_of
from tests.reading import text

pytestmark = pytest.mark.django_db

MAKE = "/admin/report/"
FILES = {"pdf": b"%PDF", "docx": b"PK", "md": b"# ", "tex": b"\\", "csv": b"\xef\xbb\xbf"}
ASKED = {"subject": "lab", "period": "dates", "start": "2024", "end": "2024", "parts": ["papers", "numbers"]}


def browser(role=Role.MEMBER, person=None):
    client = Client()
    client.force_login(cast.make_login(person, role))
    return client


@pytest.fixture
def papers():
    return [cast.make_publication(f"Of {year}", year=year) for year in (2023, 2024)]


def test_a_report_that_is_not_public_is_nowhere(client, papers):
    documents_cast.make_report("Annual report")
    for path in ("/reports/annual-report/", *(f"/reports/annual-report.{extension}" for extension in FILES)):
        assert client.get(path).status_code == 404
        assert browser(Role.ADMINISTRATOR).get(path).status_code == 404
    assert "annual-report" not in text(client, "/reports/")
    assert "/reports/" not in re.findall('href="([^"]*)"', text(client, "/"))


def test_a_public_report_has_a_page_files_and_a_place_in_the_list_and_the_menu(client, papers):
    documents_cast.make_report("Annual report", period="dates", start="2024", end="2024", is_public=True)
    page = text(client, "/reports/annual-report/")
    assert "Of 2024" in page
    assert "Of 2023" not in page
    assert 'href="/reports/annual-report/"' in text(client, "/reports/")
    assert 'href="/reports/"' in text(client, "/")
    assert "/reports/annual-report/" in text(client, "/sitemap-reports.xml")


@pytest.mark.parametrize("extension", FILES)
def test_a_public_report_can_be_had_in_every_format(client, papers, extension):
    documents_cast.make_report("Annual report", is_public=True)
    answer = client.get(f"/reports/annual-report.{extension}")
    assert answer.status_code == 200
    assert answer.content.startswith(FILES[extension])
    assert f"annual-report.{extension}" in answer["Content-Disposition"]
    assert f'href="/reports/annual-report.{extension}"' in text(client, "/reports/annual-report/")


def test_there_is_no_file_of_another_kind(client):
    documents_cast.make_report("Annual report", is_public=True)
    assert client.get("/reports/annual-report.exe").status_code == 404


def test_a_report_whose_address_changed_is_found_at_the_former(client):
    report = documents_cast.make_report("Annual report", is_public=True)
    report.slug = "yearly"
    report.save()
    assert client.get("/reports/annual-report/").headers["Location"] == "/reports/yearly/"
    assert client.get("/reports/annual-report.csv").headers["Location"] == "/reports/yearly.csv"


def test_a_report_has_the_language_of_its_page_unless_it_has_one_of_its_own(client, papers):
    documents_cast.make_report("Annual", period="dates", is_public=True)
    documents_cast.make_report("Chinese", period="dates", is_public=True, language="zh-hans")
    assert "## 论文" in text(client, "/zh-hans/reports/annual.md")
    assert "## Publications" in text(client, "/reports/annual.md")
    assert "## 论文" in text(client, "/reports/chinese.md")


def test_no_page_of_the_lab_can_take_the_address():
    form = form_of(browser(Role.EDITOR), "/admin/labsite/page/add/") | {"title": "Our reports", "slug": "reports"}
    answer = browser(Role.EDITOR).post("/admin/labsite/page/add/", form)
    assert "already has a page at this address" in answer.content.decode()


def test_a_member_makes_a_report_and_takes_it_along(papers):
    client = browser()
    page = client.get(MAKE, ASKED).content.decode()
    assert "Of 2024" in page
    assert page.index("Publications</h3>") < page.index("At a glance</h3>")
    for extension, beginning in FILES.items():
        answer = client.get(reverse("admin:report-file", args=[extension]), ASKED)
        assert answer.content.startswith(beginning)
        assert "attachment" in answer["Content-Disposition"]


def test_numbers_put_parts_in_order(papers):
    places = {"parts-place-papers": "2", "parts-place-numbers": "1"}
    page = browser().get(MAKE, ASKED | places).content.decode()
    assert page.index("At a glance</h3>") < page.index("Publications</h3>")


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"subject": "project"}, "Choose the project."),
        ({"subject": "member"}, "Choose the member."),
        ({"subject": "funder", "funder": " "}, "Enter words from the funder’s name."),
        ({"start": "2025", "end": "2024"}, "The end is before the start."),
        ({"start": "soon"}, "Enter a date such as 2024, 2024-06, Sept 2024 or 26 June 2024."),
        ({"parts": []}, "This field is required."),
    ],
)
def test_what_is_missing_or_wrong_is_said(chosen, words):
    client = browser()
    assert words in client.get(MAKE, ASKED | chosen).content.decode().replace("&#x27;", "'")
    assert client.get(reverse("admin:report-file", args=["csv"]), ASKED | chosen).status_code == 404


def test_only_who_is_or_was_in_the_lab_can_have_a_report():
    stranger = cast.stranger()
    page = browser(Role.EDITOR).get(MAKE, ASKED | {"subject": "member", "person": stranger.pk}).content.decode()
    assert "Only members and alumni can have a report." in page


def test_a_preset_fills_the_form_and_asks_nothing_yet():
    page = browser().get(MAKE, {"begin": "tenure"})
    form = page.context["form"]
    assert not form.is_bound
    assert form.initial["subject"] == "member"
    assert form.initial["parts"][:2] == ("numbers", "papers")


def test_what_was_chosen_is_saved_under_a_name():
    project = cast.make_project()
    client = browser(Role.EDITOR)
    query = ASKED | {"subject": "project", "project": project.pk, "name": "For the fund"}
    link = re.search(r'href="(/admin/documents/report/add/\?[^"]*)"', client.get(MAKE, query).content.decode())[1]
    form = form_of(client, link.replace("&amp;", "&"))
    assert form["parts"] == ["papers", "numbers"]
    assert client.post(address(Report, "add"), form).status_code == 302
    saved = Report.objects.get()
    assert (saved.name, saved.project, saved.start, saved.end, saved.is_public) == (
        "For the fund",
        project,
        "2024",
        "2024",
        False,
    )
    assert saved.chosen_parts == ("papers", "numbers")
    again = client.get(f"{MAKE}?{saved.query}")
    assert again.context["form"].is_valid()
    assert again.context["document"].title == "For the fund"


def test_members_share_reports_and_change_their_own_only():
    zoe = cast.make_login(cast.student(), Role.MEMBER)
    own, others = documents_cast.make_report("Own", added_by=zoe), documents_cast.make_report("Another’s")
    client = Client()
    client.force_login(zoe)
    for report, changed in ((own, "Renamed"), (others, "Another’s")):
        form = form_of(client, address(Report, "change", report.pk)) | {"name": "Renamed", "is_public": "on"}
        client.post(address(Report, "change", report.pk), form)
        report.refresh_from_db()
        assert (report.name, report.is_public) == (changed, False)


class PublicReportTests:
    """A member asks for a report to be public, and an editor makes it so."""

    @pytest.fixture
    def zoe(self):
        return cast.make_login(cast.student(), Role.MEMBER)

    @pytest.fixture
    def member(self, zoe):
        client = Client()
        client.force_login(zoe)
        return client

    @pytest.fixture(params=[Role.EDITOR, Role.ADMINISTRATOR])
    def editor(self, request):
        return browser(request.param)

    @staticmethod
    def save(client, report, **fields):
        """Send the form of a report, of a new one without one, with some fields; those that are None are left out."""
        page = address(Report, "change", report.pk) if report else address(Report, "add")
        form = {name: value for name, value in (form_of(client, page) | fields).items() if value is not None}
        answer = client.post(page, form, follow=True)
        saved = Report.objects.latest("pk")
        return saved, [str(message) for message in answer.context["messages"]]

    def test_an_editor_publishes_at_once_and_nobody_is_asked(self, editor, client):
        report, _told = self.save(editor, None, name="Annual report", is_public="on")
        assert client.get(report.get_absolute_url()).status_code == 200
        assert not Question.objects.exists()

    def test_a_member_saves_a_report_that_stays_in_the_lab(self, member):
        report, told = self.save(member, None, name="Annual report")
        assert (report.name, report.is_public, len(told)) == ("Annual report", False, 1)
        assert not Question.objects.exists()

    def test_what_a_member_wants_public_waits_for_an_editor(self, member, zoe, client):
        report, told = self.save(member, None, name="Annual report", is_public="on")
        assert client.get(report.get_absolute_url()).status_code == 404
        assert "The editors have been asked" in told[0]
        question = Question.objects.get()
        assert (question.subject(), question.asked_by, question.text) == (
            report,
            zoe,
            "May everyone read this report?",
        )

    def test_who_asks_again_asks_once(self, member, zoe):
        report = documents_cast.make_report(added_by=zoe)
        self.save(member, report, is_public="on")
        self.save(member, report, is_public="on")
        assert Question.objects.count() == 1

    def test_an_editor_who_publishes_it_answers_the_question(self, member, editor, zoe, client):
        report, _told = self.save(member, None, name="Annual report", is_public="on")
        assert "Annual report" in editor.get("/admin/inbox/?kind=questions").content.decode()
        self.save(editor, report, is_public="on")
        assert client.get(report.get_absolute_url()).status_code == 200
        assert [question.subject() for question in Question.objects.answered_for(zoe)] == [report]

    def test_what_a_member_changes_of_it_is_looked_at_again(self, member, zoe, client):
        report = documents_cast.make_report(added_by=zoe, is_public=True)
        self.save(member, report)
        assert client.get(report.get_absolute_url()).status_code == 200
        pi = cast.pi()
        self.save(member, report, name="The truth", subject="member", person=pi.pk)
        report.refresh_from_db()
        assert (report.name, report.person, report.is_public) == ("The truth", pi, False)
        assert client.get(report.get_absolute_url()).status_code == 404
        assert Question.objects.open().get().subject() == report

    def test_a_member_takes_it_off_the_site_and_asks_nobody(self, member, zoe, client):
        report = documents_cast.make_report(added_by=zoe, is_public=True)
        self.save(member, report, is_public=None)
        assert client.get(report.get_absolute_url()).status_code == 404
        assert not Question.objects.exists()

    def test_no_earlier_version_makes_it_public_again(self, member, editor, zoe):
        report = documents_cast.make_report(added_by=zoe)
        self.save(editor, report, name="Public", is_public="on")
        self.save(member, report, name="Withdrawn", is_public=None)
        public = Version.objects.of(Report, report.pk).get(object_repr="Public")
        page = reverse("admin:version", args=[public.pk])
        newest = Version.objects.of(Report, report.pk).first()
        assert member.post(page, {"newest": newest.pk}).status_code == 302
        report.refresh_from_db()
        assert (report.name, report.is_public) == ("Public", False)


def test_who_added_a_report_stays_who_did():
    zoe = cast.make_login(cast.student(), Role.MEMBER)
    report = documents_cast.make_report("Own", added_by=zoe)
    editor = browser(Role.EDITOR)
    editor.post(
        address(Report, "change", report.pk),
        form_of(editor, address(Report, "change", report.pk)) | {"name": "Renamed", "is_public": "on"},
    )
    report.refresh_from_db()
    assert (report.name, report.added_by, report.is_public) == ("Renamed", zoe, True)


def test_visitors_are_asked_to_sign_in(client):
    for path in (MAKE, reverse("admin:report-file", args=["pdf"])):
        assert client.get(path).headers["Location"].startswith("/admin/login/")
