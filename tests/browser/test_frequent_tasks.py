"""What visitors, members and editors do most in a lab that was moved in, from the home page, in four clicks at most.

On a phone, where a menu has to be opened first, as on a desktop. `pytest -rP` shows the number of each.

Words are typed, and choices from a list made, by keys.
"""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from playwright.sync_api import expect

from labsite.models import Invitation, NewsItem, Page, Question
from labsite.roles import Role
from people.models import Award, Person
from publications.models import Publication, TalkOccasion
from tests import cast
from tests.browser.test_file_inputs import picture

SITE = Path(settings.BASE_DIR) / "tests" / "data" / "sites" / "lab_website_template"
MAX_CLICKS = 4
COUNT = "addEventListener('pointerdown', (event) => { if (event.isTrusted) window.countClick(); }, true);"
BIBTEX = "@inproceedings{a, title={Naps}, author={Lindqvist, Zoë}, booktitle={SYSCON}, year=2024}"


@pytest.fixture
def zoe(transactional_db):
    call_command("import_site", SITE, yes=True, verbosity=0)
    cast.make_page("House rules", place=1)
    person = Person.objects.get(name__startswith="Zoë")
    person.memberships.update(has_left=False, end="")  # the site has her among the alumni
    return person


@pytest.fixture(params=[1280, 390])
def task(signed_in, visitor, request):
    """Return a function with which somebody begins tasks on the home page, their clicks counted to the end of each."""

    def window(login=None):
        page, clicks = signed_in(login) if login else visitor, []
        page.set_viewport_size({"width": request.param, "height": 844})
        page.context.expose_binding("countClick", lambda source: clicks.append(source["page"].url))
        page.context.add_init_script(COUNT)

        @contextmanager
        def begin(what):
            clicks.clear()
            page.goto("/")
            yield page
            print(f"{what}, {request.param} pixels wide: {len(clicks)} clicks")
            assert (what, 1 <= len(clicks) <= MAX_CLICKS) == (what, True), clicks

        return begin

    return window


def press(page, name, role="link"):
    target = page.get_by_role(role, name=name, exact=True)
    folded = page.locator("details:not([open])", has=page.get_by_text(name, exact=True))
    ways = folded.locator("summary").filter(visible=True)
    if not target.count() and ways.count():
        ways.first.click()
    target.click()


def in_panel(page):
    panel = page.frame_locator("dialog[open] iframe")
    expect(panel.get_by_role("button", name="Save")).to_be_visible()
    return panel


def save(page, panel, words):
    panel.get_by_role("button", name="Save").click()
    expect(page.locator(".what-was-saved")).to_contain_text(words)


def test_what_a_member_does_most(task, zoe):
    begin = task(cast.make_login(zoe, Role.MEMBER))
    own_page = re.compile(re.escape(zoe.get_absolute_url()) + "$")
    with begin("mend a typo on my page") as page:
        press(page, "My page")
        press(page, "Edit: About")
        panel = in_panel(page)
        panel.get_by_role("textbox", name="Biography:").fill("Rests a lot.")
        save(page, panel, "Saved: About.")
        expect(page.locator("#about")).to_contain_text("Rests a lot.")
    with begin("change my photo") as page:
        press(page, "My page")
        press(page, "Edit: Photo and headline")
        panel = in_panel(page)
        with page.expect_file_chooser() as chooser:
            panel.get_by_label("Photo:", exact=True).click()
        chooser.value.set_files(picture(800, 1000))
        panel.locator(".crop-stage").wait_for()
        panel.get_by_role("textbox", name="Photo description:").fill("Zoë in a hammock")
        save(page, panel, "Saved: Photo and headline.")
        expect(page.get_by_role("img", name="Zoë in a hammock").first).to_be_visible()
    with begin("add a paper") as page:
        press(page, "Add a paper")
        page.get_by_label("BibTeX, a DOI, or a title").fill(BIBTEX)
        press(page, "Read it", "button")
        press(page, "Add this paper", "button")
        expect(page.get_by_role("heading", level=1)).to_have_text("Naps")
        assert Publication.objects.filter(title="Naps").count() == 1
    with begin("add a talk with its date and place") as page:
        press(page, "Add a talk")
        panel = in_panel(page)
        panel.locator("#id_title").fill("On Leisure")
        for field, value in {"host": "SYSCON", "place": "Perth", "date": "June 2024"}.items():
            panel.locator(f"#id_occasions-0-{field}").fill(value)
        save(page, panel, "“On Leisure” has been added.")
        expect(page).to_have_url(own_page)
        expect(page.locator("#talks")).to_contain_text("Perth")
        assert str(TalkOccasion.objects.get(host="SYSCON").date) == "2024-06"
    with begin("mend a talk") as page:
        press(page, "My page")
        press(page, "Edit: On Leisure")
        panel = in_panel(page)
        panel.locator("#id_title").fill("On Rest")
        save(page, panel, "Saved: On Rest.")
        expect(page.locator("#talks")).to_contain_text("On Rest")
    with begin("add an award") as page:
        press(page, "Add an award")
        panel = in_panel(page)
        panel.locator("#id_title").fill("Golden Quokka")
        panel.locator("#id_year").fill("2024")
        save(page, panel, "“Golden Quokka, 2024” has been added.")
        expect(page).to_have_url(own_page)
        assert Award.objects.get(title="Golden Quokka").person == zoe
    with begin("tell news") as page:
        press(page, "I have news")
        panel = in_panel(page)
        panel.locator("#id_title").fill("We moved the hammocks")
        panel.locator("#id_text").fill("To the garden.")
        save(page, panel, "“We moved the hammocks” has been added.")
        expect(page.get_by_role("heading", level=1)).to_have_text("We moved the hammocks")
        assert NewsItem.objects.get(title="We moved the hammocks").is_published()
    with begin("say that I have left") as page:
        press(page, "My page")
        press(page, "Edit: Roles in the lab")
        page.get_by_label("What has changed?").select_option("left")
        page.get_by_label("As of").fill("June 2026")
        press(page, "Request this change", "button")
        expect(page.locator(".messagelist")).to_contain_text("An editor has been asked to change this.")
        assert Question.objects.get().proposal["role"] == "left"


def test_what_an_editor_does_most(task, zoe):
    invites = task(cast.make_login(role=Role.ADMINISTRATOR))
    with invites("invite somebody new") as page:
        press(page, "Everything else")
        page.locator("#content a[href='/admin/people/person/add/']").click()
        page.locator("#id_name").fill("Nora Newcomer")
        page.get_by_label("Role:").select_option("PhD student")
        page.get_by_label("E-mail address").fill("nora@lab.example")
        page.get_by_label("Invite").press("Space")
        press(page, "Save", "button")
        expect(page.get_by_role("heading", level=1)).to_have_text("Nora Newcomer")
        assert Invitation.objects.get().email == "nora@lab.example"
    begin = task(cast.make_login(role=Role.EDITOR))
    with begin("put the menu in order") as page:
        press(page, "Everything else")
        page.locator("#content a[href='/admin/labsite/section/']").click()
        labels = page.locator("#result_list tr.form-row .inline_label")
        expect(labels.nth(1)).to_be_visible()
        first, second = labels.all_text_contents()[:2]
        page.locator("#result_list tr.form-row").nth(1).get_by_role("button", name="Up").press("Enter")
        press(page, "Save", "button")
        expect(page.locator(".messagelist")).to_be_visible()
        assert labels.all_text_contents()[:2] == [second, first]
    with begin("hide a page") as page:
        press(page, "House rules")
        press(page, "Edit this page")
        page.get_by_label("Draft: only people who can edit it see it").press("Space")
        with page.expect_navigation():
            press(page, "Save", "button")
        expect(page.get_by_role("heading", level=1)).to_have_text("House rules")
        assert Page.objects.get(title="House rules").state == "draft"


def open_menu(page, name=""):
    """On a phone all places and the search are behind a word, elsewhere those that don't fit in a line."""
    folded = page.get_by_role("banner").locator("details:not([open])", has_text=name).locator("summary:visible")
    if folded.count():
        folded.first.click()


def test_what_a_visitor_looks_for_most(task, zoe):
    cast.alumna().memberships.update(went_to="Tide Institute")
    cast.make_opening("A PhD student in rest")
    cast.make_news("We rested")
    begin = task()

    @contextmanager
    def begin_in_menu(what, place):
        with begin(what) as page:
            target = page.get_by_role("banner").get_by_role("link", name=place, exact=True).locator("visible=true")
            if not target.count():
                open_menu(page, place)
            target.click()
            yield page, page.get_by_role("main")

    with begin_in_menu("the newest paper of a person", "People") as (page, main):
        main.get_by_role("link", name=zoe.name).first.click()
        main.locator("#publications h3 a").first.click()
        expect(main.get_by_role("link", name="DOI").first).to_be_visible()
    with begin("copy BibTeX") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator("main .publication h3 a").first.click()
        press(page, "Copy", "button")
        expect(page.get_by_role("status").get_by_text("Copied")).to_be_visible()
    with begin_in_menu("where the lab publishes most", "Venues") as (page, main):
        main.locator("tbody a").first.click()
        expect(main.locator(".publication").first).to_be_visible()
    with begin_in_menu("where alumni went", "People") as (page, main):
        expect(main.locator("#alumni")).to_contain_text("Tide Institute")
    with begin_in_menu("join", "Join us") as (page, main):
        expect(main).to_contain_text("A PhD student in rest")
    with begin_in_menu("follow the news", "News") as (page, main):
        expect(main.get_by_role("link", name="Feed")).to_be_visible()
    with begin("find somebody by a mistyped name") as page:
        if page.viewport_size["width"] < 1000:
            open_menu(page)
        field = page.get_by_role("banner").get_by_role("searchbox").locator("visible=true")
        field.click()
        field.fill("Lindqvsit")
        field.press("Enter")
        page.get_by_role("main").get_by_role("link", name="Lindqvist", exact=True).click()
        expect(page.get_by_role("main").get_by_role("link", name=zoe.name).first).to_be_visible()
    with begin("read it in Chinese") as page:
        press(page, "简体中文")
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
