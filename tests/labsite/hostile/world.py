"""Whom the hostile run attacks: a member who means no good, what is theirs, and what is another's."""

from contextlib import contextmanager, suppress
from functools import cached_property

from django.apps import apps
from django.contrib import admin
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import NoReverseMatch, reverse

from labsite.models import TextPicture
from labsite.roles import Role, admin_pages
from people.models import ContactDetail
from tests import cast
from tests.editing import address, chosen, form_of, undrawn
from tests.labsite.test_permission_matrix import rows_about

OUTSIDERS = ("visitor", "login without a role")
# What a write brings along by itself, and says nothing of a row.
BESIDE = {"changed_at", "last_login"}
KEPT_BY_THE_SITE = {"ContentVersion", "LogEntry", "Step", "Version"}


class World:
    def __init__(self, media):
        self.media = media
        self.lab = cast.make_lab()
        self.zoe, self.maren = cast.student(), cast.alumna()
        self.login = cast.make_login(self.zoe, Role.MEMBER)
        self.other_login = cast.make_login(self.maren, Role.MEMBER)
        self.own, self.others = rows_about(self.zoe, "own"), rows_about(self.maren, "other")
        hidden = {"kind": "phone", "value": "+1 555 0199", "visibility": "hidden"}
        self.secret = ContactDetail.objects.create(person=self.maren, **hidden)
        self.draft = cast.make_publication("Hushed Quolls", authors=[self.maren], state="draft")
        self.talk = cast.make_talk(self.maren, "A Talk", publication=self.draft)
        for label in ("labsite.newsitem", "labsite.project", "people.award"):
            self.others[label].publications.add(self.draft)

    def browser(self, who, **options):
        client = Client(raise_request_exception=False, **options)
        if who == Role.MEMBER:
            client.force_login(self.login)
        elif who != "visitor":
            client.force_login(cast.make_login(role=who if isinstance(who, Role) else None))
        return client

    @cached_property
    def forms(self):
        """Return what the forms of another's rows would send, by row."""
        rows = [*self.others.values(), self.draft, self.talk]
        edited = [row for row in rows if type(row) in admin.site._registry and type(row) is not TextPicture]
        boss = self.browser(Role.ADMINISTRATOR)
        return {row: form_of(boss, address(type(row), "change", row.pk)) for row in edited}

    @cached_property
    def addresses(self):
        """Return the addresses of the editing side: of every list, of every row's pages, of all other places."""
        rows = [*self.own.values(), *self.others.values(), self.lab, self.draft, self.talk]
        lists = [address(model, page) for model in admin.site._registry for page in ("changelist", "add")]
        pages = [page for row in rows if type(row) in admin.site._registry for page in pages_of(row)]
        return [*lists, *pages, *self.places()]

    def places(self):
        guessed = ([], [self.maren.pk], [self.draft.pk], ["people", self.zoe.pk, self.maren.pk])
        for name in (*admin_pages(), "index", "autocomplete"):
            for place, keys in ((place, keys) for place in (f"admin:{name}", name) for keys in guessed):
                with suppress(NoReverseMatch):
                    yield reverse(place, args=keys)


def pages_of(row):
    return [address(type(row), page, row.pk) for page in ("change", "delete", "history")]


def everything():
    """Return the whole database but for the sessions, and for what looks have found, which follows from the rest."""
    models = [model for model in apps.get_models(include_auto_created=True) if model is not Session]
    told = {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models}
    shared = [row for row in told["labsite.SharedValue"] if ":look:" not in row["cache_key"]]
    return told | {"labsite.SharedValue": shared}


def content():
    """Return what the rows say, whoever saved them and when."""
    told = {label: rows for label, rows in everything().items() if label.partition(".")[2] not in KEPT_BY_THE_SITE}
    return {label: [_said(row) for row in rows] for label, rows in told.items()}


def _said(row):
    return {name: value for name, value in row.items() if name not in BESIDE}


@contextmanager
def unchanged(told=everything):
    """Fail unless everything is afterwards as it was."""
    before = told()
    yield
    after = told()
    assert {label: rows for label, rows in after.items() if rows != before[label]} == {}


def insist(browser, where, data):
    """Send a form, and choose one's own version of whatever that asks about; return the last answer."""
    with undrawn():
        answer = browser.post(where, data)
        context = getattr(answer, "context_data", None) or {}
        if "conflicts" in context:
            mine = {each.key: "mine" for each in context["conflicts"]}
            answer = browser.post(where, chosen(answer, **mine))
    assert answer.status_code < 500
    return answer
