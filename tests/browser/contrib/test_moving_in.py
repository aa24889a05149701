"""A lab whose site is written by hand moves in: people, news and pages as an archive, papers as they are typed."""

import pytest
from playwright.sync_api import expect

from labsite import history, jobs
from labsite.jobs.background import carry_out
from labsite.models import NewsItem, Page
from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.browser.test_frequent_tasks import COUNT
from tests.contrib.moving.handwritten import PAGES, PEOPLE, TITLES, archive, references

MAX_CLICKS = 10  # besides those in the window in which a file is chosen
SITE = {"name": "leisure-lab.zip", "mimeType": "application/zip", "buffer": archive()}


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Do in the request what goes on in the background: the site's threads share one connection here."""

    def start(run, work, failed=lambda words: None):
        carry_out(work, jobs.Progress(run), failed)

    monkeypatch.setattr(jobs, "start", start)
    monkeypatch.setattr(history.views, "start", start)


@pytest.fixture
def clicks():
    return []


@pytest.fixture
def page(signed_in, live_server, clicks):
    cast.make_lab()
    page = signed_in(cast.make_login(role=Role.EDITOR))
    page.context.expose_binding("countClick", lambda source: clicks.append(source["page"].url))
    page.context.add_init_script(COUNT)
    page.goto(f"{live_server.url}/admin/import/")
    return page


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def section(page, name):
    return page.locator(f"#{name} > summary")


def test_a_lab_with_a_handwritten_site_and_a_typed_list_of_papers_is_here_in_a_few_clicks(page, clicks, axe):
    page.get_by_role("link", name="More than papers? Move in").click()
    axe(page)
    page.get_by_label("Choose files").set_input_files(SITE)
    button(page, "See what would happen").click()
    expect(section(page, "people")).to_contain_text("30 of 30")
    expect(section(page, "news")).to_contain_text("60 of 60")
    expect(section(page, "pages")).to_contain_text("10 of 10")
    assert not Person.objects.exists()
    axe(page)
    page.get_by_role("checkbox", name=PEOPLE[-1]).click()
    button(page, "Import what is ticked").click()
    expect(page.locator(".lead")).to_contain_text("New here:")
    axe(page)

    page.get_by_role("navigation", name="Breadcrumbs").get_by_role("link", name="Move in").click()
    page.get_by_label("Paste text").click()
    page.keyboard.insert_text(references())
    button(page, "See what would happen").click()
    expect(section(page, "papers")).to_contain_text("100 of 100")
    button(page, "Import what is ticked").click()
    expect(page.locator(".lead")).to_contain_text("papers (100)")
    assert len(clicks) <= MAX_CLICKS

    assert {str(each) for each in Person.objects.members()} == {*PEOPLE[:-1]}
    assert (NewsItem.objects.count(), {each.title for each in Page.objects.all()}) == (60, {*PAGES})
    assert {each.title for each in Publication.objects.all()} == {*TITLES}
    lead = Person.objects.get(name=PEOPLE[0])
    assert lead.authorships.count() == sum(PEOPLE[0] in line for line in references().splitlines())
    page.goto(lead.get_absolute_url())
    expect(page.get_by_role("heading", level=1)).to_contain_text(PEOPLE[0])

    page.goto("/admin/move-in/")
    page.get_by_role("link", name="Pasted text").click()
    button(page, "Undo this import").click()
    page.goto("/admin/move-in/")
    expect(page.locator(".imports li").first).to_contain_text("Waiting to be reviewed")
    assert (Publication.objects.count(), Person.objects.members().count()) == (0, 29)
