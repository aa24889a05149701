"""The menu of each role: short, each list once, and nothing out of reach from the first page."""

import re
from collections import Counter
from datetime import date
from html import unescape
from urllib.parse import urldefrag, urljoin

import pytest
from django.contrib import admin
from django.http import QueryDict
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from labsite import history, roles
from labsite.jobs import JobRun
from labsite.models import Question, TextPicture
from labsite.roles import Role
from publications.models import Import
from tests import cast

pytestmark = pytest.mark.django_db

MAX_ENTRIES = 19
UPKEEP = {Role.MEMBER: ["Inbox"], Role.EDITOR: ["Inbox", "Recent changes"]}
UPKEEP[Role.ADMINISTRATOR] = [*UPKEEP[Role.EDITOR], "The site"]
LISTS = {
    "People": ["People", "Awards"],
    "Publications": ["Publications", "Venues", "Talks"],
    "Professional service": ["Service roles"],
    "The lab": ["The lab", "Menu and introductions", "News items", "Projects", "Openings", "Pages"],
    "Documents": ["Reports"],
}
OF_A_MEMBER = {
    "Yours": ["My profile", "My CV", "My papers", "My service", "My talks", "My awards"],
    "People": ["People"],
    "Publications": ["Venues"],
    "The lab": LISTS["The lab"],
    "Documents": ["Reports"],
}
OF_AN_EDITOR = {"Yours": ["My profile", "My CV"], **LISTS}
TODAY = date.today().isoformat()
MAX_VISITS = 2  # of addresses of one name
# Of a form that was refused, of ticked people, and of e-mails that nobody took.
ELSEWHERE = {
    *("kept-picture", "invite-several", "my-role", "tell-again", "approve-news", "move-in-one", "move-in-picture"),
    *("look", "see-look", "take-look"),  # in a part of the lab's form
}
LINK = re.compile(r'(?:href|action)="([^"]+)"')


def signed_in(role, person=None):
    client = Client()
    client.force_login(cast.make_login(person, role))
    return client


def menu_of(client):
    groups = client.get("/admin/").context["app_list"]
    return {str(group["name"]): [str(entry["name"]) for entry in group["models"]] for group in groups}


@pytest.mark.parametrize(
    ("role", "menu"),
    [
        (Role.MEMBER, OF_A_MEMBER),
        (Role.EDITOR, OF_AN_EDITOR),
        (Role.ADMINISTRATOR, OF_AN_EDITOR | {"Users": ["Users"]}),
    ],
)
def test_the_menu_of_each_role_has_each_list_once(role, menu):
    shown = menu_of(signed_in(role, cast.student()))
    assert shown == menu | {"Keeping it up to date": UPKEEP[role]}
    assert sum(map(len, shown.values())) <= MAX_ENTRIES


def test_a_member_without_a_page_finds_everybodys_lists():
    assert menu_of(signed_in(Role.MEMBER)) == LISTS | {"Keeping it up to date": UPKEEP[Role.MEMBER]}


BAR = re.compile(r'<nav class="own-bar".*?</nav>', re.DOTALL)
WAYS = ["Add a paper", "Add a service role", "Add a talk", "Add an award", "I have news", "Inbox", "Everything else"]


@pytest.mark.parametrize("role", Role)
def test_every_page_of_the_site_leads_who_edits_to_what_is_theirs(role):
    cast.make_lab()
    zoe = cast.student()
    client = signed_in(role, zoe)
    for path in ("/", "/people/", zoe.get_absolute_url(), "/search/?q=rest", "/nowhere/"):
        page = client.get(path).text
        [bar] = BAR.findall(page)
        assert re.findall(r">([^<\n]+)</a>", bar) == ["My page", *WAYS], path
        assert "<summary>Add</summary>" in bar  # what phones have of the ways to add something
        assert "Member sign-in" not in page
    assert f'href="{zoe.get_absolute_url()}">My page' in bar
    assert f'href="{zoe.get_absolute_url()}">My page' in client.get("/admin/").text


def test_the_bar_of_who_has_no_page_leads_to_none():
    cast.make_lab()
    [bar] = BAR.findall(signed_in(Role.EDITOR).get("/people/").text)
    assert re.findall(r">([^<\n]+)</a>", bar) == WAYS


def test_visitors_and_logins_without_a_role_have_no_bar():
    cast.make_lab()
    assert BAR.findall(Client().get("/").text + signed_in(None, cast.student()).get("/").text) == []


@pytest.fixture
def lab():
    """A lab with one of all that a page of the admin is about, and an administrator who began a job."""
    cast.make_lab(needs_approval=True)
    zoe, maren = cast.student(), cast.alumna()
    login = cast.make_login(zoe, Role.ADMINISTRATOR)
    venue = cast.make_venue()
    with history.step(login, "Added a paper"):
        paper = cast.make_publication(authors=[zoe, maren], venue=venue, state="waiting")
        gone = cast.make_talk(zoe)
    with history.step(login, "Changed a profile and deleted a talk"):
        zoe.headline = "Rests"
        zoe.save()
        gone.delete()
    cast.make_publication(authors=[zoe], venue=venue, state="draft", title="On Rest", kind="")
    cast.make_news(), cast.make_project(people=[zoe]), cast.make_opening(), cast.make_page()
    cast.make_service(zoe, venue), cast.make_award(zoe), cast.make_talk(zoe, publication=paper)
    cast.make_person("Jin Park"), cast.make_person("Jin Park"), cast.make_member("Una Vale", start=TODAY)
    cast.rows_of_apps(zoe)
    TextPicture.objects.create(image="text/a.jpg", width=200, height=100)
    Import.objects.create(source="bibtex", label="A list", state=Import.State.DONE, by=login)
    Question.objects.ask(login, zoe, "What is it?")
    now = timezone.now()
    JobRun.objects.create(
        command="undo 1", words="Undoing", address="/admin/changes/", user=login, started_at=now, ended_at=now
    )
    return login


def within_reach(client, *beginning):
    """Return the names of the pages of the admin that links and forms lead to; of each some addresses are followed."""
    visits, ahead = Counter(), [*beginning]
    seen = set()
    while ahead:
        address = ahead.pop(0)
        path, _, query = address.partition("?")
        name = resolve(path).url_name
        kind = name, QueryDict(query).get("kind")
        if address in seen or visits[kind] == MAX_VISITS:
            continue
        seen.add(address)
        visits[kind] += 1
        page = client.get(address, follow=True)
        if page.headers["Content-Type"].startswith("text/html"):
            at = page.redirect_chain[-1][0] if page.redirect_chain else address
            links = (urldefrag(urljoin(at, unescape(link))).url for link in LINK.findall(page.text))
            ahead += [link for link in links if link.startswith("/admin/") and "language=" not in link]
    return {name for name, _kind in visits}


@pytest.mark.once
def test_every_page_and_every_list_is_in_reach_of_the_first_page(lab):
    client = Client()
    client.force_login(lab)
    client.post("/admin/import/", {"text": "@inproceedings{a, title={Beds}, author={Zoë Lindqvist}, year=2024}"})
    reached = within_reach(client, "/admin/")
    lists = {f"{model._meta.app_label}_{model._meta.model_name}_changelist" for model in admin.site._registry}
    pages = {page.name for page in roles.admin_pages().values() if not page.for_scripts}
    assert lists - reached == set()
    assert pages - reached == ELSEWHERE
