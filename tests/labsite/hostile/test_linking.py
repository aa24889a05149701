"""A hostile run: nothing becomes somebody's to change or delete by being linked to something of theirs."""

import pytest
from django.contrib import admin
from django.forms import ModelChoiceField, ModelMultipleChoiceField

from labsite import registry, roles
from labsite.history.undoing import go_back
from labsite.modelling import content_version
from labsite.models import User, Version
from labsite.roles import ModelRights, Role
from people.models import Award, Person
from publications.models import Authorship, Import, Publication, Venue
from tests import cast
from tests.editing import address, form_data, form_of, suggested, undrawn
from tests.labsite.hostile.world import insist
from tests.publications.adding.steps import read, send
from tests.publications.importing.pages.ways import NEW, address as plan_address, bring
from tests.worlds import undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]

LINKING = sorted(admin.site._registry, key=lambda model: model._meta.label)
SOMEBODY_ELSES = "Nothing was saved: one of these awards is somebody else’s, and only an editor can add it here."


def theirs(login):
    """Return every row that a login may change and every row that it may delete."""
    user, models = User.objects.get(pk=login.pk), registry.facets(ModelRights)
    return {
        (action, model._meta.label, pk)
        for action in ("change", "delete")
        for model in models
        for pk in roles.reached(user, action, model._base_manager.all()).values_list("pk", flat=True)
    }


def links_of(page):
    """Return the name, the field and the model of the rows of each link in the forms of a page."""
    context = page.context_data
    forms = [context["adminform"].form, *(form for each in context["inline_admin_formsets"] for form in each.forms)]
    fields = [(bound.html_name, bound.field) for form in forms for bound in form]
    return [(name, field) for name, field in fields if isinstance(field, ModelChoiceField)]


@pytest.fixture
def nobodys():
    """An award of nobody and without papers, which an editor may have prepared."""
    return cast.make_award(None, "Nobody’s Medal")


@pytest.mark.parametrize("model", LINKING)
def test_a_link_gives_no_right_over_what_it_names(world, member, nobodys, model):
    row = {"labsite.lab": world.lab, **world.own}[model._meta.label_lower]
    if not roles.may(world.login, "change", row):
        return
    where = address(model, "change", row.pk)
    with undrawn():
        page = member.get(where)
    sent = form_data(page)
    before, version = theirs(world.login), content_version.current()
    for name, field in links_of(page):
        for pk in field.queryset.model._base_manager.values_list("pk", flat=True):
            with undone():
                value = [pk] if isinstance(field, ModelMultipleChoiceField) else pk
                insist(member, where, sent | {name: value})
                # What wasn't saved gave nobody anything.
                assert content_version.current() == version or theirs(world.login) - before == set(), (name, pk)


class AwardTests:
    @pytest.fixture
    def paper(self, world):
        return world.own["publications.publication"]

    @pytest.fixture
    def another(self, world):
        return world.others["people.award"]

    def give(self, member, paper, *awards):
        where = address(Publication, "change", paper.pk)
        return insist(member, where, form_of(member, where) | {"awards": [award.pk for award in awards]})

    def take(self, member, award):
        """Try to change and to delete an award; return what is left of it."""
        where = address(Award, "change", award.pk)
        member.post(where, {"title": "Taken", "organisation": "", "year": "", "until": "", "note": "", "person": ""})
        member.post(address(Award, "delete", award.pk), {"post": "yes"})
        return Award.objects.filter(pk=award.pk).values_list("title", "person").first()

    def test_anothers_isnt_put_on_a_paper(self, world, member, paper, another, nobodys):
        for award in (another, nobodys):
            answer = self.give(member, paper, award)
            assert answer.context_data["adminform"].form.errors == {"awards": [SOMEBODY_ELSES]}
            assert self.take(member, award) == (award.title, award.person_id)
        assert paper.awards.count() == 0

    def test_nor_on_a_new_paper(self, member, another):
        where = address(Publication, "add")
        new = form_of(member, where) | {"title": "New", "kind": "conference", "status": "published"}
        answer = insist(member, where, new | {"awards": [another.pk]})
        assert answer.context_data["adminform"].form.errors == {"awards": [SOMEBODY_ELSES]}
        assert not Publication.objects.filter(title="New").exists()

    def test_it_isnt_suggested(self, world, member, nobodys):
        world.own["people.award"].person.awards.update(title="Golden Wombat")
        nobodys.publications.add(world.draft)
        assert suggested(member, Publication, "awards", "golden") == ["Golden Wombat, 2023"]
        assert suggested(world.browser(Role.EDITOR), Publication, "awards", "medal") == ["Nobody’s Medal, 2023"]

    def test_one_that_an_editor_put_on_the_paper_stays_and_is_its_authors(self, world, member, paper, nobodys):
        paper.awards.add(nobodys)
        assert self.give(member, paper, nobodys).status_code == 302
        assert list(paper.awards.all()) == [nobodys]
        assert self.take(member, nobodys) is None

    def test_one_that_is_a_persons_or_another_papers_too_is_not(self, world, member, paper, another, nobodys):
        paper.awards.add(another, nobodys)
        world.others["publications.publication"].awards.add(nobodys)
        for award in (another, nobodys):
            assert self.take(member, award) == (award.title, award.person_id)
        assert self.give(member, paper, another, nobodys).status_code == 302

    def test_going_back_puts_none_of_another_on_it(self, world, paper, nobodys):
        editor = world.browser(Role.EDITOR)
        self.give(editor, paper, nobodys)
        with_award = Version.objects.of(Publication, paper.pk).first()
        self.give(editor, paper)
        go_back(with_award, world.login)
        assert paper.awards.count() == 0
        go_back(with_award, cast.make_login(role=Role.EDITOR))
        assert list(paper.awards.all()) == [nobodys]

    def test_a_new_one_for_a_paper_is_theirs_who_add_it(self, world, member, paper):
        new = form_of(member, address(Award, "add")) | {"title": "Best Paper", "person": ""}
        insist(member, address(Award, "add"), new)
        award = Award.objects.get(title="Best Paper")
        assert (award.person, award.added_by) == (None, world.login)
        assert [roles.may(user, "change", award) for user in (world.login, world.other_login)] == [True, False]
        assert self.give(member, paper, award).status_code == 302
        assert list(paper.awards.all()) == [award]

    def test_an_editor_may_put_any_award_on_any_paper(self, world, paper, another):
        assert self.give(world.browser(Role.EDITOR), paper, another).status_code == 302
        assert list(paper.awards.all()) == [another]


class HiddenTests:
    """What nobody but a draft of others names is not there for a member."""

    @pytest.fixture
    def named(self, world):
        """A person, a venue and an award that one of Maren's drafts alone names."""
        person, venue = cast.make_person("Ivo Hush"), cast.make_venue("HUSH", name="Hush Days")
        cast.add_author(world.draft, person, order=2)
        Publication.objects.filter(pk=world.draft.pk).update(venue=venue)
        award = cast.make_award(None, "Hush Medal")
        award.publications.add(world.draft)
        return {Authorship: ("person", person), Publication: ("venue", venue)}, award

    def seen(self, world, rows):
        return [[roles.may(user, "view", row) for user in (world.login, world.other_login)] for row in rows]

    @pytest.mark.parametrize(
        "hidden", [{"state": "draft"}, {"state": "waiting"}, {"publish_from": "2190-01-01T00:00Z"}]
    )
    def test_it_is_seen_by_authors_alone_until_it_is_published(self, world, named, hidden):
        links, award = named
        rows = [*(row for _, row in links.values()), award]
        papers = Publication.objects.filter(pk=world.draft.pk)
        papers.update(**{"state": "published", **hidden})
        assert self.seen(world, rows) == [[False, True]] * 3
        papers.update(state="published", publish_from=None)
        assert self.seen(world, rows) == [[True, True]] * 3

    def test_it_is_neither_listed_nor_found_nor_suggested_nor_taken(self, world, member, named):
        links, award = named
        for model, (name, row) in links.items():
            assert suggested(member, model, name, "hush") == []
            assert suggested(world.browser(Role.EDITOR), model, name, "hush") == [str(row)]
        for row in [*(row for _, row in links.values()), award]:
            for query in ({}, {"q": "hush"}):
                page = member.get(address(type(row), "changelist"), query)
                assert row not in page.context["cl"].result_list
            assert member.get(address(type(row), "change", row.pk)).status_code == 302
        where = address(Publication, "change", world.own["publications.publication"].pk)
        sent = form_of(member, where) | {"venue": links[Publication][1].pk}
        assert insist(member, where, sent).context_data["adminform"].form.errors.keys() == {"venue"}

    def test_a_forged_key_shows_nobody_in_the_form_that_adds_a_paper(self, world, member, named):
        (_, person), (_, venue) = named[0].values()
        page = read(member)
        forged = {"authors-0-candidates": person.pk, "authors-0-who": "other", "authors-0-other": person.pk}
        forged |= {"venue-candidates": venue.pk, "venue-who": "other", "venue-other": venue.pk}
        for button in ("look", "add"):
            answer = send(member, page, button, **forged)
            assert "hush" not in answer.content.decode().lower()
        assert not person.authorships.filter(publication__title__startswith="Quokka: Sch").exists()

    def test_a_forged_key_shows_nobody_in_the_plan_of_an_import(self, world, member, named):
        (_, person), (_, venue) = named[0].values()
        row = bring(member, NEW)
        forged = {"who": "other", "other": person.pk, "candidates": person.pk}
        for where in (plan_address(row), f"{plan_address(row)}?show=people", f"{plan_address(row)}?show=venues"):
            key = venue.pk if where.endswith("venues") else person.pk
            forms = member.get(where).context["shown"].forms
            told = {f"{form.prefix}-{name}": key for form in forms for name in ("other", "candidates")}
            told |= {f"{form.prefix}-who": "other" for form in forms}
            for answer in (member.post(where, told | {"keep": "1"}, follow=True), member.get(where)):
                assert "hush" not in answer.content.decode().lower()
        entry = plan_address(row, 0)
        told = {f"author-0-{name}": value for name, value in forged.items()}
        assert "hush" not in member.post(entry, told, follow=True).content.decode().lower()

    def test_whom_a_source_means_is_not_named(self, world, member, named):
        (_, person), _ = named[0].values()
        row = bring(member, NEW.replace("Hale, Una", "Hush, I."))
        forms = member.get(f"{plan_address(row)}?show=people").context["shown"].forms
        decided = {"people": {form.newcomer.key: person.pk for form in forms}}
        Import.objects.filter(pk=row.pk).update(decisions=decided)
        assert "Ivo Hush" not in member.get(plan_address(row)).content.decode()
        assert "Ivo Hush" in world.browser(Role.EDITOR).get(plan_address(row)).content.decode()

    def test_what_is_hidden_is_not_counted(self, world, member):
        def papers(browser):
            rows = browser.get(address(Person, "changelist")).context["cl"].result_list
            return next(row.number_of_authorships for row in rows if row == world.maren)

        seen, there = papers(member), papers(world.browser(Role.EDITOR))
        assert there - seen == world.maren.authorships.exclude(publication__state="published").count() == 1

    def test_a_draft_is_not_told_of_by_choosing_it_for_a_talk(self, world, member):
        talk = world.own["publications.talk"]
        where = address(type(talk), "change", talk.pk)
        answer = insist(member, where, form_of(member, where) | {"publication": world.draft.pk})
        assert answer.context_data["adminform"].form.errors.keys() == {"publication"}
        talk.refresh_from_db()
        assert talk.publication is None

    def test_whatever_else_names_it_shows_it(self, world, named):
        links, award = named
        (_, person), (_, venue) = links.values()
        cast.make_service(person, venue)
        award.publications.add(world.others["publications.publication"])
        assert self.seen(world, [person, venue, award]) == [[True, True]] * 3

    def test_other_spellings_and_what_a_form_holds_of_it_dont(self, world, named):
        (_, person), (_, venue) = named[0].values()
        person.name_variants.create(name="I. Hush")
        person.links.create(url="https://hush.example")
        venue.aliases.create(name="Days of Hush")
        assert self.seen(world, [person, venue]) == [[False, True]] * 2

    def test_what_nothing_names_is_seen(self, world):
        rows = [cast.make_person("Ada Nobody"), Venue.objects.create(acronym="NONE"), cast.make_award(None, "None")]
        assert self.seen(world, rows) == [[True, True]] * 3
