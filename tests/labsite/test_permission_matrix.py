"""Every role, every kind of row, every action: what the admin answers is what its rights say, cell by cell.

A model without rights, or an address of the editing side that no table knows, fails here.
"""

from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from labsite import registry
from labsite.modelling import content_version
from labsite.modelling.publishing import Publishable
from labsite.models import Lab, NewsItem, Page, TextPicture, User
from labsite.registry import content_apps
from labsite.roles import ModelRights, Role, admin_pages, rights_of
from people.models import ContactDetail, Education, NameVariant, Person, Position, ProfileLink, Reference, Teaching
from publications.models import (
    Authorship,
    EarlierVersion,
    ExtraField,
    Identifier,
    Link,
    Publication,
    Venue,
    VenueAlias,
)
from tests import cast
from tests.editing import address, form_of, undrawn
from tests.labsite.modelling.test_pictures import upload
from tests.worlds import lasting, undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]

WHO = ("visitor", "login without a role", *Role)
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
OWN, BEGUN, ADDED, OTHERS, DRAFT = "own", "begun by them", "just added by them", "another’s", "another’s draft"
MAKERS = {Publication: cast.make_publication, NewsItem: cast.make_news, Page: cast.make_page}
LAB_FORM = "/admin/labsite/lab/1/change/"  # where the list of the one lab leads
ROWS_OF_PAPERS = (Authorship, EarlierVersion, ExtraField, Identifier, Link)
ADDED_ELSEWHERE = (TextPicture, *chain(*cast.of_apps("ADDED_ELSEWHERE")))  # not by an empty form
PROTECTED = (Lab, Person, Venue)  # whose rows hold on to these rows
# What the site keeps for itself: written by its own doing, in no form.
KEPT = (
    "contentversion",
    "dismissal",
    "draftlink",
    "invitation",
    "jobrun",
    "plantedrow",
    "settledpair",
    "step",
)
KEPT += ("question", "sharedvalue", "version")
KEPT_OF_PAPERS = ("import", "importedentry")
ROW_PAGES = {"changelist", "add", "change", "delete", "history"}
PLACES_OF_ONES_OWN = {
    "bring-cv",
    "collaborators",
    "cv",
    "for-funders",
    "rename",
}  # which a member opens for themself alone
# Pages of Django's admin that show nothing of their own: they lead on, or list what one may see.
SHARED_PAGES = {"index", "login", "logout", "password_change", "password_change_done", "autocomplete", "jsi18n"}
SHARED_PAGES |= {"view_on_site", "app_list", None}


def rows_about(person, tag):
    """Make a row of each kind that is this person's own, and return them by model label."""
    venue = cast.make_venue(f"CONF{tag}")
    paper = cast.make_publication(f"Paper {tag}", authors=[person], venue=venue)
    talk = cast.make_talk(person, f"Talk {tag}")
    about = {"person": person}
    rows = [
        *(person, person.memberships.get(), venue, paper, paper.authorships.get(), talk, talk.occasions.get()),
        *(cast.make_service(person, venue), cast.make_award(person), person.login),
        *(cast.make_news(f"News {tag}", added_by=person.login), cast.make_project(f"Project {tag}")),
        *(cast.make_opening(f"Opening {tag}"), cast.make_page(f"Page {tag}")),
        cast.make_applicant_kind(f"Kind {tag}"),
        *(cast.make_section({"own": "news", "other": "explore"}[tag]), cast.make_sponsor(f"Sponsor {tag}")),
        TextPicture.objects.create(image=upload(), uploaded_by=person.login),
        ContactDetail.objects.create(**about, kind="phone", value=f"+1 {tag}"),
        Position.objects.create(**about, title="Intern", organisation=f"Firm {tag}"),
        Education.objects.create(**about, degree="Ph.D.", organisation=f"School {tag}"),
        Teaching.objects.create(**about, course=f"Course {tag}"),
        ProfileLink.objects.create(**about, url=f"https://{tag}.example"),
        NameVariant.objects.create(**about, name=f"Name {tag}"),
        Reference.objects.create(**about, referee=cast.make_person(f"Referee {tag}")),
        *cast.rows_of_apps(person, tag),
        *(Link.objects.create(publication=paper), EarlierVersion.objects.create(publication=paper, title="Older")),
        Identifier.objects.create(publication=paper, scheme="dblp", value=f"conf/{tag}"),
        ExtraField.objects.create(publication=paper, name="keywords", value=tag),
        VenueAlias.objects.create(venue=venue, name=f"Alias {tag}"),
    ]
    return {row._meta.label_lower: row for row in rows}


@dataclass(frozen=True)
class Asked:
    """What one role's browser was answered about one row, whose that is for a member, by its form and its history."""

    who: object
    whose: str
    form: object
    history: int


@dataclass(frozen=True)
class Walk:
    """What each role was answered about a model: its list, its empty form, and the pages of its rows."""

    lists: dict
    empty_forms: dict
    asked: list
    changed: list  # the roles whose asking changed something
    rows: list


class World:
    """Somebody's rows and another's, seen by each role."""

    def __init__(self, media):
        self.media = media
        zoe, maren, lab = cast.student(), cast.alumna(), {"labsite.lab": cast.make_lab()}
        self.member = cast.make_login(zoe, Role.MEMBER)
        cast.make_login(maren)
        self.own, self.others = rows_about(zoe, "own") | lab, rows_about(maren, "other") | lab
        self.clients = {who: self._browser(who) for who in WHO}
        self.walks = {}

    def client(self, who):
        return self.clients[who]

    def _browser(self, who):
        client = Client(raise_request_exception=False)
        if who != "visitor":
            person = cast.make_person(f"Somebody {who}") if role(who) else None
            client.force_login(self.member if who == Role.MEMBER else cast.make_login(person, role(who)))
        return client

    def rows_of(self, models):
        """Return the rows of some models to act on, and whose each is for a member."""
        return [(model, row, whose) for model in REGISTERED if model in models for row, whose in self.rows(model)]

    def rows(self, model):
        """Return a row that is a member's own, one that isn't, and of what has drafts one of theirs and another's."""
        rows = [(self.own[model._meta.label_lower], OWN), (self.others[model._meta.label_lower], OTHERS)]
        if issubclass(model, Publishable):
            rows.append((MAKERS[model]("Another’s draft", state="draft"), DRAFT))
        if rights_of(model).deletes_drafts_only:
            rows.append((MAKERS[model]("Begun", state="draft", added_by=self.member), BEGUN))
            rows.append((MAKERS[model]("Added", authors=["Una Vale"], added_by=self.member), ADDED))
        return rows

    def walk(self, model):
        """Ask once for each page of a model as each role; every test looks at the answers in its own way."""
        if model not in self.walks:
            with undone(), undrawn():
                self.walks[model] = self._walk(model, self.rows(model))
        return self.walks[model]

    def asked_of(self, models):
        """Return what each role was answered about each row of some models."""
        return [(model, asked) for model in models for asked in self.walk(model).asked]

    def _walk(self, model, rows):
        lists, empty_forms, asked, changed = {}, {}, [], []
        for who, client in self.clients.items():
            before = content()
            lists[who] = client.get(address(model, "changelist"))
            empty_forms[who] = client.get(address(model, "add")).status_code
            for row, whose in rows:
                form, history = (client.get(address(model, page, row.pk)) for page in ("change", "history"))
                client.get(address(model, "delete", row.pk))
                asked.append(Asked(who, whose, form, history.status_code))
            if content() != before:
                changed.append(who)
        return Walk(lists, empty_forms, asked, changed, rows)


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker, tmp_path_factory):
    """The world is made once; each test takes back what it writes."""
    with lasting(django_db_blocker, tmp_path_factory) as media:
        yield World(media)


@pytest.fixture(autouse=True)
def media_of_the_world(plain_settings, settings, world):
    settings.MEDIA_ROOT = world.media


def role(who):
    return who if isinstance(who, Role) else None


def letters_of(who, model):
    return getattr(rights_of(model), who.name.lower()) if role(who) else ""


def expected(who, model, action, whose=OWN):
    """Return what the rights say; what of a kind has drafts is deleted by who began it, as long as it is one."""
    rights = rights_of(model)
    kinds = (BEGUN,) if action == "delete" and rights.deletes_drafts_only else (OWN, BEGUN, ADDED)
    letters = letters_of(who, model)
    return action[0].upper() in letters or (action[0] in letters and who == Role.MEMBER and whose in kinds)


def visible(who, model, whose=OWN):
    views = "v" in letters_of(who, model).lower()
    if views and rights_of(model).parts is not None:
        return True  # a row here is named by what everyone sees
    is_public = views and whose != DRAFT and (issubclass(model, Publishable) or model in ROWS_OF_PAPERS)
    return is_public or expected(who, model, "view", whose) or expected(who, model, "change", whose)


def content():
    """Return what moves with every write of content, and all of the logins that a form could change."""
    logins = User.objects.order_by("pk").values_list("pk", "email", "is_staff", "is_active", "groups")
    return content_version.current(), list(logins)


USED_DAILY = [Person, Publication]
EACH = pytest.mark.parametrize(
    "models",
    [
        pytest.param(USED_DAILY, marks=pytest.mark.smoke, id="people and papers"),
        pytest.param([model for model in REGISTERED if model not in USED_DAILY], id="all others"),
    ],
)


def wrong(cells):
    """Return the cells of the matrix, each with its answer and with the expected one, in which these differ."""
    return [cell for cell in cells if cell[-2] != cell[-1]]


@EACH
class MatrixTests:
    """Each test goes through all roles and the models of a part of the matrix, and names every cell that is wrong."""

    def test_the_list_is_for_those_who_may_view(self, world, models):
        cells = (
            (model, who, answer.status_code == 200 or answer.get("Location") == LAB_FORM, visible(who, model))
            for model in models
            for who, answer in world.walk(model).lists.items()
        )
        assert wrong(cells) == []

    def test_the_list_holds_what_they_may_view(self, world, models):
        cells = []
        for model in models:
            walk = world.walk(model)
            for who, answer in walk.lists.items():
                if model is not Lab and visible(who, model, OWN):
                    shown = {row.pk for row in answer.context_data["cl"].result_list}
                    cells += [
                        (model, who, whose, row.pk in shown, visible(who, model, whose)) for row, whose in walk.rows
                    ]
        assert wrong(cells) == []

    def test_the_form_is_for_those_who_may_view(self, world, models):
        cells = []
        for model, asked in world.asked_of(models):
            cell, is_shown = (model, asked.who, asked.whose), asked.form.status_code == 200
            cells.append((*cell, is_shown, visible(asked.who, model, asked.whose)))
            if is_shown:
                may = expected(asked.who, model, "change", asked.whose)
                cells.append((*cell, "change", asked.form.context_data["has_change_permission"], may))
        assert wrong(cells) == []

    def test_only_those_who_may_change_save(self, world, models):
        boss, cells = world.client(Role.ADMINISTRATOR), []
        for model, row, whose in world.rows_of(set(models) - {TextPicture}):
            where = address(model, "change", row.pk)
            values = form_of(boss, where)
            field = next(name for name in ("name", "title", "note", "first_name", "path") if name in values)
            for who in WHO:
                with undone(), undrawn():
                    world.client(who).post(where, values | {field: "/changed-here"})
                    changed = getattr(model._base_manager.get(pk=row.pk), field) == "/changed-here"
                cells.append((who, row, whose, changed, expected(who, model, "change", whose)))
        assert wrong(cells) == []

    def test_the_empty_form_is_for_those_who_may_add(self, world, models):
        cells = (
            (model, who, status == 200, expected(who, model, "add", OWN) and model not in (Lab, *ADDED_ELSEWHERE))
            for model in models
            for who, status in world.walk(model).empty_forms.items()
        )
        assert wrong(cells) == []

    def test_only_those_who_may_delete_do(self, world, models):
        cells = []
        for model, row, whose in world.rows_of(models):
            for who in WHO:
                may = expected(who, model, "delete", whose)
                if may and model in PROTECTED:
                    continue
                with undone(), undrawn():
                    world.client(who).post(address(model, "delete", row.pk), {"post": "yes"})
                    is_gone = not model._base_manager.filter(pk=row.pk).exists()
                cells.append((who, model, row.pk, whose, is_gone, may))
        assert wrong(cells) == []

    def test_others_delete_nothing_from_the_list(self, world, models):
        cells = []
        for model in models:
            row = world.others[model._meta.label_lower]
            data = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
            for who in (who for who in WHO if not expected(who, model, "delete", OTHERS)):
                before = content()
                world.client(who).post(address(model, "changelist"), data)
                cells.append((model, who, content(), before))
        assert wrong(cells) == []

    def test_the_history_is_for_no_more_than_those_who_may_view(self, world, models):
        cells = (
            (model, asked.who, asked.whose, True, visible(asked.who, model, asked.whose))
            for model, asked in world.asked_of(models)
            if asked.history == 200
        )
        assert wrong(cells) == []

    def test_asking_changes_nothing(self, world, models):
        assert {model: walk.changed for model in models if (walk := world.walk(model)).changed} == {}

    def test_rows_of_a_form_are_edited_by_those_who_may(self, world, models):
        cells = []
        for parent, asked in world.asked_of(models):
            if role(asked.who) is not None and visible(asked.who, parent, asked.whose):
                for inline in admin.site._registry[parent].inlines:
                    cells += cells_of_inline(parent, inline.model, asked)
        assert wrong(cells) == []


def cells_of_inline(parent, model, asked):
    """Yield what somebody may do with the rows of a form of a row, and whether any are shown."""
    who, whose = asked.who, asked.whose
    shown = [each for each in asked.form.context_data["inline_admin_formsets"] if each.opts.model is model]
    for action in ("add", "change", "delete"):
        may = expected(who, parent, "change", whose) and expected(who, model, action, whose)
        answers = [getattr(each, f"has_{action}_permission") for each in shown]
        yield parent, model, who, whose, action, answers, [may] if may or shown else []
    if whose in (OWN, OTHERS):
        rows = sum(each.formset.initial_form_count() for each in shown)
        yield parent, model, who, whose, "rows", rows > 0, visible(who, model, whose)


def test_every_model_of_content_has_rights():
    models = {model for app in content_apps() for model in apps.get_app_config(app).get_models()}
    with_rights = registry.facets(ModelRights).keys()
    assert {model._meta.label_lower for model in models - with_rights} == {
        *(f"labsite.{name}" for name in KEPT),
        *(f"publications.{name}" for name in KEPT_OF_PAPERS),
        *(["link_checking.linkcheck"] if apps.is_installed("labsite.contrib.link_checking") else []),
        *(["mail.mailsettings", "mail.notice"] if apps.is_installed("labsite.contrib.mail") else []),
        *(["moving.nameofmember", "moving.siteimport"] if apps.is_installed("labsite.contrib.moving") else []),
    }
    assert with_rights - models == set()


def test_every_model_of_the_admin_has_rights():
    assert set(REGISTERED) - registry.facets(ModelRights).keys() == set()


def test_every_page_of_the_editing_side_is_known():
    known = {
        f"{model._meta.app_label}_{model._meta.model_name}_{page}" for model in REGISTERED for page in ROW_PAGES
    } | {"auth_user_password_change"}
    own = [pattern for pattern in get_resolver().url_patterns if str(pattern.pattern).startswith("admin/")]
    patterns = [each for pattern in own for each in getattr(pattern, "url_patterns", [pattern])]
    names = {each.name for pattern in patterns for each in getattr(pattern, "url_patterns", [pattern])}
    assert names - known - SHARED_PAGES - admin_pages().keys() == set()
    assert admin_pages().keys() - names == set()


def test_a_place_is_for_its_role_and_those_above(world):
    cells = []
    for place in sorted(admin_pages()):
        whose = world.own if place in PLACES_OF_ONES_OWN else world.others
        for who in WHO:
            with undrawn():
                status = world.client(who).get(_of(place, whose["people.person"])).status_code
            may = role(who) is not None and role(who) >= admin_pages()[place].role
            if status != 405:
                cells.append((place, who, status not in (302, 403), may))
    assert wrong(cells) == []


def _of(place, row):
    """Return a place's address, of a place about one row or two that of this one."""
    for name in (f"admin:{place}", place):
        for args in ([], [row.pk], [row.pk, row.pk], ["people", row.pk, row.pk]):
            with suppress(NoReverseMatch):
                return reverse(name, args=args)
    raise AssertionError(f"{place} has no address")
