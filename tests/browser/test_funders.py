"""A member gets what funders ask for."""

from io import BytesIO
from pathlib import Path

from openpyxl import load_workbook

from labsite.roles import Role
from tests import cast


def test_a_member_chooses_products_and_takes_the_files_along(signed_in, live_server, axe, fits):
    zoe = cast.student()
    for title in ("Quokka", "Wombat"):
        cast.make_publication(title, [zoe, cast.make_person(f"Ivo {title}")], year=2190)
    page = signed_in(cast.make_login(zoe, Role.MEMBER))
    page.goto(f"{live_server.url}/admin/people/person/{zoe.pk}/change/")
    page.get_by_role("link", name="For funders").click()
    axe(page)
    fits(page, 320, 390, 820, 1280)
    page.get_by_label("Closely related: Wombat").check()
    page.get_by_label("Other significant: Quokka").check()
    sketch = _downloaded(page, "NSF biographical sketch (.md)", "zoe-lindqvist-nsf.md").decode()
    assert sketch.index("Wombat") < sketch.index("Other significant products") < sketch.index("Quokka")
    button = "NSF collaborators and other affiliations (.xlsx)"
    sheet = load_workbook(BytesIO(_downloaded(page, button, "zoe-lindqvist-nsf-collaborators.xlsx"))).worksheets[0]
    assert {"Quokka, Ivo", "Wombat, Ivo"} <= {cell.value for cell in sheet["B"]}
    assert page.get_by_label("Closely related: Wombat").is_checked()


def _downloaded(page, button, name):
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename == name
    return Path(download.value.path()).read_bytes()


def test_a_column_of_a_spreadsheet_is_pasted_into_the_affiliations_and_saved_at_once(
    signed_in, live_server, axe, fits
):
    zoe = cast.student()
    cast.make_publication("Quokka", [zoe, *(f"Author {letter}" for letter in "ABC")], year=2190)
    page = signed_in(cast.make_login(zoe, Role.MEMBER))
    page.goto(f"{live_server.url}/admin/for-funders/{zoe.pk}/collaborators/")
    axe(page)
    fits(page, 320, 390, 820, 1280)
    fields = page.locator("form.affiliations input[type=text]")
    fields.nth(0).fill("Burrow")
    fields.nth(0).press("Enter")
    page.keyboard.insert_text("Hollow")
    fields.nth(1).evaluate(PASTE, "Quokka University\tBrisbane\r\nZoo\r\n")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved.").wait_for()
    saved = [row.organisation for row in zoe.kept_affiliations.order_by("person__sort_key")]
    assert saved == ["Burrow", "Quokka University", "Zoo"]


PASTE = """(field, text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""
