"""Whatever happens to a browser, a session or a connection, what was typed is there again.

A test is one mishap. It happens to a member, an editor and an administrator, at a desk and on a phone by turns, in
the forms of a profile, of a paper and of a talk that is being added, which go round too.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Error, expect

from labsite.roles import Role
from people.models import Person, Position
from publications.models import Publication, Talk
from tests import cast
from tests.browser.test_kept_forms import bring_back, press_save, sign_in, stale_session, wait_until_kept
from tests.browser.test_pencils import opened
from tests.browser.test_sign_in import PASSWORD
from tests.editing import address

ROLES = (Role.MEMBER, Role.EDITOR, Role.ADMINISTRATOR)
SCREENS = {
    "desktop": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
CONFLICT = "Two people changed this"


@dataclass
class Form:
    """A long form, with the field that is typed into."""

    model: Any
    name: str
    field: str

    @property
    def row(self):
        """The row that the form is about, None where it is for another."""
        return None if self.model is Talk else self.model.objects.get()

    @property
    def path(self):
        if self.row:
            return address(self.model, "change", self.row.pk)
        return f"{address(self.model, 'add')}?speaker={Person.objects.get().pk}"

    def saved(self):
        return list(self.model.objects.values_list(self.field, flat=True))


PROFILE, PAPER, TALK = (
    Form(Person, "profile", "headline"),
    Form(Publication, "paper", "title"),
    Form(Talk, "talk", "title"),
)


@dataclass
class Desk:
    """Where somebody with a role types into a form."""

    role: Role
    screen: str
    form: Form
    login: Any
    page: Any = None

    def __str__(self):
        return f"{self.role.name.lower()}, {self.screen}, {self.form.name}"

    @property
    def words(self):
        return f"Sleeps as {self.role.name.lower()}"

    @property
    def field(self):
        return self.page.locator(f"#id_{self.form.field}")

    def begin(self, context, url):
        client = Client()
        client.force_login(self.login)
        context.clear_cookies()
        context.add_cookies(
            [{"name": name, "value": cookie.value, "url": url} for name, cookie in client.cookies.items()]
        )
        self.page = context.new_page()

    def type(self):
        self.page.goto(self.form.path)
        self.field.fill(self.words)
        wait_until_kept(self.page, self.words)

    def another_page(self):
        """Close the page, and go on in another."""
        context = self.page.context
        self.page.close(run_before_unload=False)
        self.page = context.new_page()

    def expect_restored(self):
        self.page.goto(self.form.path)
        bring_back(self.page)
        expect(self.field).to_have_value(self.words)

    def expect_saved(self):
        expect(self.page.locator(".what-was-saved, .messagelist").first).to_be_visible()
        assert self.words in self.form.saved()


@pytest.fixture
def contexts(new_context):
    """A window of each screen, in which no script fails."""
    contexts = {screen: new_context(**options) for screen, options in SCREENS.items()}
    errors = []
    for context in contexts.values():
        context.on("dialog", lambda dialog: dialog.accept())
        context.on("weberror", lambda fault: errors.append(str(fault.error)))
    yield contexts
    assert errors == []


@pytest.fixture
def logins(transactional_db):
    """A login of each role; the member has a profile, a position and a paper."""
    cast.make_lab()
    member = cast.student(headline="Rests", biography="Rests.")
    Position.objects.create(person=member, title="Miller", organisation="Mill", start="2020")
    cast.make_publication(authors=[member])
    return {
        role: cast.make_typist(role, member, email=f"{role.name.lower()}@lab.example", password=PASSWORD)
        for role in ROLES
    }


@pytest.fixture
def run(contexts, logins, base_url):
    """Return a function that lets something happen to each role, beginning with another screen and form each time."""

    def run_all(happen, turn, forms):
        lost = {}
        for role, screen, form in islice(zip(cycle(ROLES), turned(SCREENS, turn), turned(forms, turn)), len(ROLES)):
            desk = Desk(role, screen, form, logins[role])
            context = contexts[screen]
            try:
                desk.begin(context, base_url)
                happen(desk)
            except (AssertionError, Error) as fault:
                lost[str(desk)] = str(fault)
            finally:
                context.set_offline(False)
                for page in context.pages:
                    page.close(run_before_unload=False)
        assert lost == {}

    return run_all


def turned(each, turn):
    return islice(cycle(each), turn % len(each), None)


def session_gone_on_save(desk):
    desk.type()
    desk.page.context.clear_cookies()
    press_save(desk.page)
    with desk.page.expect_navigation():
        sign_in(desk.page.frame_locator("dialog iframe"), desk.login.email)
    desk.expect_saved()


def session_gone_and_page_opened_anew(desk):
    desk.type()
    desk.page.context.clear_cookies()
    desk.page.goto(desk.form.path)
    sign_in(desk.page, desk.login.email)
    expect(desk.field).to_be_visible()
    bring_back(desk.page)
    expect(desk.field).to_have_value(desk.words)


def network_down_on_save(desk):
    desk.type()
    desk.page.context.set_offline(True)
    press_save(desk.page)
    expect(desk.page.get_by_role("heading", name="Not saved: the site can’t be reached")).to_be_visible()
    desk.page.context.set_offline(False)
    with desk.page.expect_navigation():
        desk.page.get_by_role("button", name="Try again").click()
    desk.expect_saved()


def refuse(status, route):
    """Answer a form that is sent by an error, as a server does that can't pass it on."""
    if route.request.method == "POST":
        route.fulfill(status=status, content_type="text/html", body="<!doctype html><title>Error</title>")
    else:
        route.continue_()


def refused_by_the_server(status, desk):
    desk.type()
    desk.page.route("**/admin/**", partial(refuse, status))
    with desk.page.expect_navigation():
        press_save(desk.page)
    desk.page.unroute_all()
    desk.expect_restored()


def connection_broken_while_sending(desk):
    desk.type()
    desk.page.route(
        "**/admin/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    with desk.page.expect_event("requestfailed"):
        press_save(desk.page)
    desk.page.unroute_all()
    desk.another_page()
    desk.expect_restored()


def tab_closed(desk):
    desk.type()
    desk.another_page()
    desk.expect_restored()


def renderer_killed(desk):
    desk.type()
    with suppress(Error):
        desk.page.goto("chrome://crash")
    desk.another_page()
    desk.expect_restored()


def two_tabs(desk):
    desk.type()
    other = desk.page.context.new_page()
    other.goto(desk.form.path)
    other.locator(f"#id_{desk.form.field}").fill("Naps")
    wait_until_kept(other, "Naps")
    with other.expect_navigation():
        press_save(other)
    assert "Naps" in desk.form.saved()
    desk.another_page()
    desk.expect_restored()


def stale_token(desk):
    desk.page.route("**/account/session/", lambda route: route.fulfill(json=stale_session(desk.page)))
    desk.type()
    press_save(desk.page)
    expect(desk.page.get_by_role("heading", name="The form was not accepted")).to_be_visible()
    with desk.page.expect_navigation():
        desk.page.get_by_role("button", name="Send it again").click()
    desk.expect_saved()


def restored_and_saved(desk):
    desk.type()
    desk.page.reload()
    bring_back(desk.page)
    expect(desk.page.get_by_text("Nothing is saved yet. Change what you like, then save.")).to_be_visible()
    expect(desk.field).to_have_value(desk.words)
    assert desk.words not in desk.form.saved()
    with desk.page.expect_navigation():
        press_save(desk.page)
    desk.expect_saved()


def in_conflict(desk):
    desk.type()
    desk.form.model.objects.update(**{desk.form.field: f"Naps beside {desk.role.name}"})
    with desk.page.expect_navigation():
        press_save(desk.page)
    expect(desk.page.get_by_role("heading", name=CONFLICT)).to_be_visible()


def conflict_and_back_to_the_form(desk):
    in_conflict(desk)
    with desk.page.expect_navigation():
        desk.page.get_by_role("button", name="Back to the form").click()
    expect(desk.field).to_have_value(desk.words)
    with desk.page.expect_navigation():
        press_save(desk.page)
    expect(desk.page.get_by_role("heading", name=CONFLICT)).to_be_visible()


def conflict_and_tab_closed(desk):
    in_conflict(desk)
    desk.another_page()
    desk.expect_restored()


def type_into_panel(desk, name="Edit: About", field="#id_biography"):
    """Type into the panel of a pencil on the member's page, and return the panel's field."""
    desk.page.goto(Person.objects.get().get_absolute_url())
    panel = opened(desk.page, name)
    if "-1-" in field:
        panel.get_by_role("button", name="Add another Position").click()
    panel.locator(field).fill(desk.words)
    wait_until_kept(desk.page, desk.words)
    return panel.locator(field)


def panel_closed_by_its_button(desk):
    words = type_into_panel(desk)
    desk.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    opened(desk.page, "Edit: About")
    expect(words).to_have_value(desk.words)


def panel_closed_by_a_key(desk):
    words = type_into_panel(desk)
    desk.page.keyboard.press("Escape")
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    opened(desk.page, "Edit: About")
    expect(words).to_have_value(desk.words)


def panel_with_words_and_tab_closed(desk, name="Edit: About", field="#id_biography"):
    type_into_panel(desk, name, field)
    desk.another_page()
    desk.page.goto(Person.objects.get().get_absolute_url())
    panel = opened(desk.page, name)
    panel.get_by_role("button", name="Restore it").click()
    expect(panel.locator(field)).to_have_value(desk.words)


def panel_with_rows_and_tab_closed(desk):
    panel_with_words_and_tab_closed(desk, "Edit: Positions", "#id_positions-1-title")


def session_gone_on_save_of_a_panel(desk):
    type_into_panel(desk)
    desk.page.context.clear_cookies()
    panel = desk.page.frame_locator("dialog[open] iframe")
    panel.get_by_role("button", name="Save").click()
    sign_in(panel.frame_locator("dialog iframe"), desk.login.email)
    expect(desk.page.locator(".what-was-saved")).to_have_text("Saved: About.")
    assert Person.objects.get().biography == desk.words


ALL, ONLY_PROFILE, WITH_ROWS = (PROFILE, PAPER, TALK), (PROFILE,), (PROFILE, PAPER)
MISHAPS = (
    (session_gone_on_save, ALL),
    (session_gone_and_page_opened_anew, ALL),
    (network_down_on_save, ALL),
    *((partial(refused_by_the_server, status), ALL) for status in (503, 502, 413)),
    (connection_broken_while_sending, ALL),
    (tab_closed, ALL),
    (renderer_killed, ALL),
    (two_tabs, ALL),
    (stale_token, ALL),
    (restored_and_saved, ONLY_PROFILE),
    (conflict_and_back_to_the_form, WITH_ROWS),
    (conflict_and_tab_closed, WITH_ROWS),
    (session_gone_on_save_of_a_panel, ONLY_PROFILE),
    (panel_closed_by_its_button, ONLY_PROFILE),
    (panel_closed_by_a_key, ONLY_PROFILE),
    (panel_with_words_and_tab_closed, ONLY_PROFILE),
    (panel_with_rows_and_tab_closed, ONLY_PROFILE),
)


def name_of(happen):
    status = happen.args[0] if isinstance(happen, partial) else ""
    return f"{getattr(happen, 'func', happen).__name__}{status}"


@pytest.mark.parametrize(
    ("turn", "happen", "forms"),
    [pytest.param(turn, *mishap, id=name_of(mishap[0])) for turn, mishap in enumerate(MISHAPS)],
)
def test_what_was_typed_is_kept(run, turn, happen, forms):
    run(happen, turn, forms)
