"""An editor makes the annual report, takes it along, saves it and lets everyone read it; a visitor sees only that."""

import csv

import pytest
from playwright.sync_api import expect

from labsite.contrib.documents.models import Report
from labsite.roles import Role
from tests import cast
from tests.contrib.documents import cast as documents_cast


@pytest.fixture
def lab():
    cast.make_lab()
    member = cast.student()
    for year in (2023, 2024):
        cast.make_publication(f"Leisure in {year}", authors=[member], venue=cast.make_venue(f"V{year}"), year=year)
    cast.make_talk(member, "On Leisure", [("SYSCON", "2024-06")])
    cast.make_project(people=[member], start="2024", funding="Example Fund 12")


def choose_dates(page, start, end):
    page.get_by_label("Period:").select_option("Between two dates")
    page.get_by_label("From:").fill(start)
    page.get_by_label("Until:").fill(end)


def test_an_editor_makes_an_annual_report_takes_it_along_and_lets_everyone_read_it(signed_in, visitor, lab, tmp_path):
    page = signed_in(cast.make_login(role=Role.EDITOR))
    page.goto("/admin/")
    page.get_by_role("link", name="Reports", exact=True).first.click()
    page.locator("#content").get_by_role("link", name="Make a report").click()
    page.get_by_role("link", name="Annual report").click()
    page.get_by_label("Name:").fill("Our year")
    choose_dates(page, "2024-01", "2024-12")
    page.get_by_role("button", name="Show the report").click()
    report = page.locator("#report")
    expect(report.get_by_role("heading", name="Our year")).to_be_in_viewport()
    expect(report.get_by_text("Leisure in 2024")).to_be_visible()
    expect(report.get_by_text("Leisure in 2023")).to_have_count(0)
    for name, beginning in (("PDF", b"%PDF"), ("CSV", b"\xef\xbb\xbf")):
        with page.expect_download() as download:
            report.get_by_role("link", name=name, exact=True).click()
        download.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(beginning)
    rows = list(csv.DictReader((tmp_path / "CSV").read_text("utf-8-sig").splitlines()))
    assert ("Publications", "Leisure in 2024") in {(row["Part"], row["Title"]) for row in rows}
    report.get_by_role("link", name="Save this report").click()
    page.get_by_label("Everyone may read it").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("has been added")).to_be_visible()
    documents_cast.make_report("Not for all")
    visitor.goto("/")
    visitor.get_by_role("link", name="Reports").click()
    expect(visitor.get_by_role("link", name="Not for all")).to_have_count(0)
    visitor.get_by_role("link", name="Our year").click()
    expect(visitor.get_by_text("Leisure in 2024")).to_be_visible()


def test_the_form_asks_only_for_what_the_report_is_about(signed_in, lab):
    page = signed_in(cast.make_login(role=Role.MEMBER))
    page.goto("/admin/report/")
    expect(page.get_by_label("Funder:")).to_be_hidden()
    page.get_by_label("A funder").check()
    expect(page.get_by_label("Funder:")).to_be_visible()
    expect(page.get_by_label("From:")).to_be_hidden()
    page.get_by_label("Funder:").fill("example fund")
    choose_dates(page, "2024", "2025")
    page.get_by_role("button", name="Show the report").click()
    expect(page.locator("#report").get_by_text("Example Fund 12").first).to_be_visible()


def test_parts_are_put_in_order_and_stay_so(signed_in, lab):
    page = signed_in(cast.make_login(role=Role.EDITOR))
    page.goto("/admin/report/?begin=grant")
    parts = page.locator(".ordered-choices tr")
    expect(parts.first).to_contain_text("At a glance")
    parts.nth(1).get_by_role("button").first.click()
    page.get_by_label("The lab").check()
    choose_dates(page, "2024", "2024")
    page.get_by_role("button", name="Show the report").click()
    headings = page.locator("#report .document > section > h3")
    expect(headings.nth(0)).to_have_text("Projects and funding")
    expect(headings.nth(1)).to_have_text("At a glance")
    expect(parts.first).to_contain_text("Projects and funding")


@pytest.mark.parametrize("address", ["/reports/", "/reports/annual-report/", "/zh-hans/reports/annual-report/"])
def test_a_report_is_accessible_and_fits_small_screens(visitor, axe, fits, lab, address):
    documents_cast.make_report(
        period="dates", parts="numbers\ncharts\npapers\ntalks\nprojects\npeople", is_public=True
    )
    assert Report.objects.public().count() == 1
    visitor.goto(address)
    axe(visitor)
    fits(visitor, 320, 390, 1280)
