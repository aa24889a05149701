import re
from collections import Counter

import pytest
from django.contrib.admin.utils import flatten_fieldsets
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite.roles import Role
from people.models import Award, Membership, Person, ProfileLink
from publications.models import Authorship
from tests import cast
from tests.editing import address, column, form_data, form_of, found, queries_of, suggested

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def editor(client):
    client.force_login(cast.make_administrator())
    return client


class PersonListTests:
    @pytest.mark.parametrize("query", ["zoe", "Zoë", "ZOE lindqvist", "林佐伊", "林 佐伊"])
    @pytest.mark.both
    def test_search_finds_a_name_without_its_accents_and_in_its_own_script(self, editor, query):
        cast.student(), cast.pi()
        assert found(editor, Person, query) == ["Zoë Lindqvist"]

    def test_search_finds_another_spelling(self, editor):
        cast.student().name_variants.create(name="Zoe Müller")
        assert found(editor, Person, "muller") == ["Zoë Lindqvist"]

    def test_search_for_nothing_but_signs_finds_nobody(self, editor):
        cast.pi()
        assert found(editor, Person, "+++") == []

    def test_names_the_role_of_today_before_one_to_come(self, editor):
        cast.student().memberships.create(role="postdoc", start="2190")
        page = editor.get(address(Person, "changelist")).content.decode()
        assert "PhD student Sep 2022" in page
        assert "Postdoc 2190" not in page

    def test_counts_what_each_person_did(self, editor):
        ada, zoe, venue = cast.pi(), cast.student(), cast.make_venue()
        cast.make_publication("One", [ada, zoe])
        cast.make_publication("Two", [ada])
        cast.make_service(ada, venue, year=2023)
        cast.make_service(ada, venue, year=2024)
        cast.make_service(ada, venue, year=2025)
        assert column(editor, Person, "number_of_authorships") == {"Zoë Lindqvist": 1, "Ada Quill": 2}
        assert column(editor, Person, "number_of_services") == {"Zoë Lindqvist": 0, "Ada Quill": 3}

    @pytest.mark.parametrize(
        ("standing", "expected"),
        [
            ("members", ["Maren Hale", "Ada Quill", "Noor Sato"]),
            ("current", ["Ada Quill"]),
            ("alumni", ["Maren Hale"]),
            ("others", ["Ivo Brandt"]),
            ("unstated", []),
        ],
    )
    @pytest.mark.both
    def test_filter_tells_members_alumni_and_others_apart(self, editor, standing, expected):
        cast.pi(), cast.alumna(), cast.newcomer(), cast.stranger()
        page = editor.get(address(Person, "changelist"), {"standing": standing})
        assert [str(person) for person in page.context["cl"].result_list] == expected

    def test_shows_members_before_co_authors(self, editor):
        cast.make_person("Ana Abel"), cast.make_member("Una Zeal"), cast.stranger(), cast.pi()
        page = editor.get(address(Person, "changelist"))
        people = [str(person) for person in page.context["cl"].result_list]
        assert people == ["Ada Quill", "Una Zeal", "Ana Abel", "Ivo Brandt"]

    def test_calls_those_without_a_role_co_authors(self, editor):
        cast.pi(), cast.stranger()
        page = editor.get(address(Person, "changelist"))
        assert re.findall(r'class="field-role">([^<]+)<', page.text) == ["Principal investigator 2010", "co-author"]

    def test_filter_finds_who_has_a_link_without_an_address(self, editor):
        cast.pi().links.create(kind="github", url="https://github.example/")
        cast.student().links.create(kind="github")
        page = editor.get(address(Person, "changelist"), {"links": "missing"})
        assert [str(person) for person in page.context["cl"].result_list] == ["Zoë Lindqvist"]

    def test_costs_the_same_for_more_rows(self, editor):
        cast.make_member("Una"), cast.make_member("Vic")
        before = queries_of(editor, address(Person, "changelist"))
        for name in ("Wes", "Xi", "Yan", "Zed"):
            cast.make_publication(f"By {name}", [cast.make_member(name)])
        assert queries_of(editor, address(Person, "changelist")) == before


class PersonFormTests:
    def test_a_member_can_be_viewed_on_the_site(self, editor):
        page = editor.get(address(Person, "change", cast.student().pk)).content.decode()
        assert '<a href="/people/zoe-lindqvist/" class="viewsitelink">' in page

    def test_someone_without_a_page_cannot_be_viewed_on_the_site(self, editor):
        page = editor.get(address(Person, "change", cast.stranger().pk)).content.decode()
        assert "viewsitelink" not in page

    def test_saving_it_unchanged_keeps_everything(self, editor):
        zoe = cast.student(biography="I *rest*.")
        zoe.positions.create(organisation="Leisure Lab", title="Intern").advisors.add(cast.pi())
        zoe.education.create(organisation="Quokka University", degree="B.Sc.")
        page = address(Person, "change", zoe.pk)
        assert editor.post(page, form_of(editor, page)).status_code == 302
        zoe = Person.objects.get(pk=zoe.pk)
        assert (zoe.biography, zoe.slug, zoe.memberships.count()) == ("I *rest*.", "zoe-lindqvist", 1)
        assert [str(advisor) for advisor in zoe.positions.get().advisors.all()] == ["Ada Quill"]

    def test_a_web_address_without_a_scheme_is_taken_for_https(self, editor):
        page = address(Person, "change", cast.student().pk)
        links = {"links-TOTAL_FORMS": "1", "links-0-kind": "github", "links-0-url": "github.example/zoe"}
        editor.post(page, form_of(editor, page) | links)
        assert ProfileLink.objects.get().url == "https://github.example/zoe"

    def test_a_link_without_an_address_says_who_sees_it(self, editor):
        zoe = cast.student()
        zoe.links.create(kind="github")
        page = editor.get(address(Person, "change", zoe.pk)).content.decode()
        assert '<strong class="missing">editors: address missing</strong>' in page

    def test_each_input_of_a_row_says_its_columns_name(self, editor):
        page = editor.get(address(Person, "change", cast.student().pk))
        roles = page.context["inline_admin_formsets"][0].formset
        labels = {name: field.widget.attrs.get("aria-label") for name, field in roles.forms[0].fields.items()}
        del labels["id"], labels["person"]
        assert labels == {
            "role": "Role",
            "start": "Start",
            "end": "End",
            "has_left": None,  # a checkbox has a label beside it
            "went_to": "Where they went",
            "DELETE": "Delete PhD student Sep 2022",
        }


TWICE = "This role is listed twice with the same start or end date."


class RoleRowTests:
    """The rows of a form that say when somebody was in the lab, and as what."""

    def sent(self, editor, person, *rows):
        where = address(Person, "change", person.pk)
        fields = {f"memberships-{at}-{name}": value for at, row in enumerate(rows) for name, value in row.items()}
        return editor.post(where, form_of(editor, where) | {"memberships-TOTAL_FORMS": len(rows)} | fields)

    def test_a_role_may_be_not_stated_which_is_said_in_words(self, editor):
        zoe = cast.student()
        page = editor.get(address(Person, "change", zoe.pk))
        field = page.context["inline_admin_formsets"][0].formset.forms[0].fields["role"]
        assert (field.required, field.choices[0]) == (False, ("", "Not stated"))
        assert self.sent(editor, zoe, {"role": ""}).status_code == 302
        assert zoe.memberships.get().role == ""

    @pytest.mark.both
    def test_two_stays_without_a_start_are_kept_where_they_ended_at_different_times(self, editor):
        ivo = cast.stranger()
        rows = {"end": "2015"}, {"end": "2020"}, {"role": "phd", "end": "2020"}
        assert self.sent(editor, ivo, *rows).status_code == 302
        assert sorted(ivo.memberships.values_list("role", "end")) == [("", "2015"), ("", "2020"), ("phd", "2020")]

    @pytest.mark.parametrize(
        "rows",
        [
            ({"role": "phd", "start": "2020"}, {"role": "phd", "start": "2020", "end": "2021"}),
            ({"role": "phd", "end": "2020"}, {"role": "phd", "end": "2020"}),
            ({"end": "2020"}, {"end": "2020", "went_to": "Bakery"}),
        ],
    )
    def test_a_stay_that_is_added_twice_is_refused_in_words(self, editor, rows):
        ivo = cast.stranger()
        page = self.sent(editor, ivo, *rows)
        assert page.context["inline_admin_formsets"][0].formset.errors == [{}, {"__all__": [TWICE]}]
        assert not ivo.memberships.exists()

    def test_a_stay_that_takes_the_place_of_a_deleted_one_is_kept(self, editor):
        ivo = cast.stranger()
        rows = {"role": "phd", "end": "2020", "DELETE": "on"}, {"role": "phd", "end": "2020"}
        assert self.sent(editor, ivo, *rows).status_code == 302
        assert ivo.memberships.count() == 1

    def test_a_stay_that_is_there_is_refused_once_more(self, editor):
        una = cast.make_member("Una Berg", "", start="", end="2020")
        page = self.sent(editor, una, {}, {"end": "2020"})
        assert page.context["inline_admin_formsets"][0].formset.errors == [{}, {"__all__": [TWICE]}]

    @pytest.mark.parametrize("went_to", ["", "Mill"])
    def test_a_stay_that_somebody_else_added_meanwhile_is_there_once(self, editor, went_to):
        ivo = cast.stranger()
        where = address(Person, "change", ivo.pk)
        mine = {"memberships-TOTAL_FORMS": 1, "memberships-0-end": "2020", "memberships-0-went_to": "Bakery"}
        stale = form_of(editor, where) | mine
        Membership.objects.create(person=ivo, role="", start="", end="2020", went_to=went_to)
        assert editor.post(where, stale).status_code in (200, 302)
        assert ivo.memberships.count() == 1

    @pytest.mark.both
    def test_stays_do_not_exchange_their_ends_at_once(self, editor):
        una = cast.make_member("Una Berg", "", start="", end="2015")
        una.memberships.create(role="", start="", end="2020")
        page = self.sent(editor, una, {"end": "2020"}, {"end": "2015"})
        assert page.context["inline_admin_formsets"][0].formset.errors == [{"__all__": [TWICE]}] * 2

    @pytest.mark.both
    def test_a_stay_takes_the_place_of_one_that_is_deleted(self, editor):
        una = cast.make_member("Una Berg", "", start="", end="2015")
        assert self.sent(editor, una, {"DELETE": "on"}, {"end": "2015", "went_to": "Bakery"}).status_code == 302
        assert una.memberships.get().went_to == "Bakery"

    def test_the_list_is_narrowed_to_those_whose_role_is_not_stated(self, editor):
        cast.student(), cast.stranger()
        una = cast.make_member("Una Berg", "")
        una.memberships.create(role="", start="2010", end="2012")
        page = editor.get(address(Person, "changelist"), {"standing": "unstated"})
        assert [str(person) for person in page.context["cl"].result_list] == ["Una Berg"]

    def test_the_list_names_the_time_of_who_has_no_stated_role(self, editor):
        cast.make_member("Una Berg", "", start="2020"), cast.make_member("Vera Berg", "", start="")
        page = editor.get(address(Person, "changelist")).content.decode()
        assert re.findall('class="field-role[^"]*">(.*?)<', page) == ["2020", "Role not stated"]


@pytest.mark.both
def test_members_are_suggested_first_and_of_them_whom_the_words_fit_best(editor):
    for name in ("Ana Lin", "Lin Ana", "Bo Malin"):
        cast.make_person(name)
    cast.make_member("Zia Lin"), cast.make_member("Lin Zia"), cast.make_member("Amalin Ode")
    names = ["Zia Lin", "Lin Zia", "Amalin Ode", "Ana Lin", "Lin Ana", "Bo Malin"]
    assert suggested(editor, Authorship, "person", "lin") == names


def test_members_are_suggested_before_anything_is_typed(editor):
    cast.make_person("Ana Lin"), cast.make_member("Zia Lin")
    assert suggested(editor, Authorship, "person", "") == ["Zia Lin", "Ana Lin"]


def test_autocomplete_of_authors_folds_accents(editor):
    cast.student(), cast.pi()
    assert suggested(editor, Authorship, "person", "zoe") == ["Zoë Lindqvist"]


class AwardAdminTests:
    @pytest.mark.parametrize("query", ["golden", "zoe", "quokka lindqvist", "Zoë"])
    @pytest.mark.both
    def test_search_finds_a_title_and_its_recipient(self, editor, query):
        cast.make_award(cast.student())
        cast.make_award(cast.pi(), title="Silver Wombat")
        assert found(editor, Award, query) == ["Golden Quokka, 2023"]

    def test_names_the_papers_it_was_given_to(self, editor):
        award, paper = cast.make_award(None), cast.make_publication()
        paper.awards.add(award)
        page = editor.get(address(Award, "change", award.pk)).content.decode()
        assert f'<a href="/admin/publications/publication/{paper.pk}/change/">{paper.title}</a>' in page

    def test_is_viewed_on_its_recipients_page(self, editor):
        page = editor.get(address(Award, "change", cast.make_award(cast.student()).pk)).content.decode()
        assert '<a href="/people/zoe-lindqvist/" class="viewsitelink">' in page


class MemberFormTests:
    """What a member sees of people: their own page to edit, others to read."""

    @pytest.fixture
    def zoe(self, client):
        zoe = cast.student()
        client.force_login(cast.make_login(zoe, Role.MEMBER))
        return zoe

    def fields(self, client, *where):
        page = client.get(address(Person, *where))
        return flatten_fieldsets(page.context["adminform"].fieldsets)

    def test_a_coauthor_is_added_by_name_alone(self, zoe, client):
        shown = self.fields(client, "add")
        assert shown == ["name", "given_name", "family_name", "native_name", "native_language", "orcid"]
        assert client.get(address(Person, "add")).context["inline_admin_formsets"] == []

    def test_a_login_is_not_shown_to_those_who_see_none(self, zoe, client):
        assert "login" not in self.fields(client, "change", zoe.pk)
        client.force_login(cast.make_administrator())
        assert "login" in self.fields(client, "change", zoe.pk)

    def test_their_address_and_their_time_in_the_lab_are_shown_and_stay(self, zoe, client):
        page = client.get(address(Person, "change", zoe.pk))
        sent = form_data(page) | {"slug": "boss", "memberships-0-start": "1999", "memberships-0-role": "lead"}
        assert client.post(address(Person, "change", zoe.pk), sent).status_code == 302
        zoe.refresh_from_db()
        assert zoe.slug == "zoe-lindqvist"
        assert [(row.role, row.start) for row in zoe.memberships.all()] == [("phd", "2022-09")]

    def test_rows_of_a_page_are_there_to_edit_and_of_anothers_to_read(self, zoe, client):
        for person in (zoe, cast.pi()):
            person.positions.create(title="Intern", organisation="Example")
            person.contact_details.create(kind="phone", value="+1 555")
        assert self.rows(client, zoe) == {"memberships": 1, "positions": 1, "contact_details": 1}
        assert self.rows(client, Person.objects.get(name="Ada Quill")) == {"memberships": 1, "positions": 1}

    def rows(self, client, person):
        inlines = client.get(address(Person, "change", person.pk)).context["inline_admin_formsets"]
        counts = {inline.formset.prefix: inline.formset.initial_form_count() for inline in inlines}
        return {name: count for name, count in counts.items() if count}

    def test_anothers_page_is_for_reading(self, zoe, client):
        page = client.get(address(Person, "change", cast.pi().pk))
        assert page.context["has_change_permission"] is False
        assert 'name="_save"' not in page.content.decode()

    def test_a_page_asks_whether_it_is_ones_own_not_for_each_kind_of_row_in_it(self, zoe, client):
        with CaptureQueriesContext(connection) as queries:
            page = client.get(address(Person, "change", zoe.pk))
        asked = Counter(query["sql"] for query in queries)
        assert max(asked.values()) < len(page.context["inline_admin_formsets"])

    @pytest.mark.both
    def test_ones_own_rows_can_be_listed(self, zoe, client):
        cast.pi()
        page = client.get(address(Person, "changelist"), {"whose": "mine"})
        assert list(page.context["cl"].result_list) == [zoe]
        assert page.context["title"] == "My people"


class PositionOrderTests:
    """Positions keep the order of their dates until somebody numbers them."""

    @pytest.fixture
    def member(self):
        member = cast.student()
        for title, start in (("Baker", "2018"), ("Smith", "2020"), ("Miller", "2022")):
            member.positions.create(title=title, organisation="Ulm", start=start)
        return member

    @staticmethod
    def send(editor, member, **changes):
        where = address(Person, "change", member.pk)
        assert editor.post(where, form_of(editor, where) | changes).status_code == 302
        return [(row.title, row.order) for row in member.positions.all()]

    def test_unnumbered_they_stay_in_order_of_their_dates(self, editor, member):
        assert self.send(editor, member, headline="Rests") == [("Miller", 0), ("Smith", 0), ("Baker", 0)]

    def test_one_number_puts_the_others_around_it_by_their_dates(self, editor, member):
        found = self.send(editor, member, **{"positions-1-order": 1})
        assert found == [("Miller", 1), ("Smith", 2), ("Baker", 3)]

    def test_numbers_are_kept_and_a_new_row_goes_where_its_date_belongs(self, editor, member):
        numbers = {"positions-0-order": 3, "positions-1-order": 2, "positions-2-order": 1}
        new = {"positions-3-title": "Cook", "positions-3-organisation": "Ulm", "positions-3-start": "2019"}
        found = self.send(editor, member, **numbers, **new, **{"positions-TOTAL_FORMS": 4})
        assert found == [("Cook", 1), ("Baker", 2), ("Smith", 3), ("Miller", 4)]

    def test_without_any_number_they_go_back_to_their_dates(self, editor, member):
        member.positions.filter(title="Baker").update(order=1)
        places = {f"positions-{index}-order": 0 for index in range(3)}
        assert self.send(editor, member, **places) == [("Miller", 0), ("Smith", 0), ("Baker", 0)]

    def test_profile_and_its_file_follow_the_chosen_order(self, client, member):
        member.positions.filter(title="Baker").update(order=1)
        member.positions.filter(title="Miller").update(order=2)
        member.positions.filter(title="Smith").update(order=3)
        data = client.get("/people/zoe-lindqvist.json").json()
        assert [row["title"] for row in data["positions"]] == ["Baker", "Miller", "Smith"]
        page = client.get("/people/zoe-lindqvist/").text
        assert page.index("Baker") < page.index("Miller") < page.index("Smith")
