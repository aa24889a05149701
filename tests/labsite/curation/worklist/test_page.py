"""What is missing or looks wrong, in the inbox: who sees what, what no problem is, and what it costs."""

from urllib.parse import urlencode

import pytest

from labsite.curation.worklist import issues, listed
from labsite.curation.worklist.rules import all_rules
from labsite.modelling import content_version
from labsite.models import Dismissal
from labsite.roles import Role
from people.models import Person
from publications.models import Link, Venue
from tests import cast
from tests.editing import address, form_of, queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAGE = "/admin/inbox/"
SETTLE = "/admin/worklist/"


@pytest.fixture
def lab():
    cast.make_lab()
    member, other = cast.student(), cast.pi()
    cast.make_publication("Quokka: Scheduling at Leisure", [member, "Ivo Brandt"], year=None)
    cast.make_publication("Wombat: A Slow Cache", [other], year=None)
    return member, other


def sign_in(client, role, person=None):
    login = cast.make_login(person, role)
    client.force_login(login)
    return login


def points(page):
    return [row for section in page.context["sections"] for row, _people in section.rows]


def subjects(page):
    return [row.what for row in points(page)]


def of_kind(client, kind, **query):
    return subjects(client.get(PAGE, {"kind": kind, **query}))


def sent(page, subject):
    """Return what the button beside a point sends."""
    return dict(next(row for row in points(page) if row.what == subject).hidden)


class WhoSeesWhatTests:
    def test_a_member_is_shown_what_is_theirs(self, client, lab):
        sign_in(client, Role.MEMBER, lab[0])
        assert of_kind(client, "no-year") == ["Quokka: Scheduling at Leisure"]
        assert of_kind(client, "no-photo") == ["Zoë Lindqvist"]

    def test_an_editor_is_shown_the_whole_lab(self, client, lab):
        sign_in(client, Role.EDITOR)
        assert of_kind(client, "no-year") == ["Quokka: Scheduling at Leisure", "Wombat: A Slow Cache"]

    def test_an_editor_can_narrow_it_to_one_member(self, client, lab):
        sign_in(client, Role.EDITOR)
        assert of_kind(client, "no-year", person="zoe-lindqvist") == ["Quokka: Scheduling at Leisure"]

    def test_what_is_nobodys_own_can_be_shown_alone(self, client, lab):
        cast.make_opening(closes="2020-01-01")
        sign_in(client, Role.EDITOR)
        page = client.get(PAGE, {"person": "lab"})
        assert "A PhD student" in subjects(page)
        assert "Zoë Lindqvist" not in subjects(page)

    def test_a_member_isnt_shown_what_only_editors_settle(self, client, lab):
        member = cast.alumna()
        sign_in(client, Role.MEMBER, member)
        assert of_kind(client, "went-to") == []
        sign_in(client, Role.EDITOR)
        assert of_kind(client, "went-to") == ["Maren Hale"]

    def test_a_login_without_a_role_is_refused(self, client, lab):
        client.force_login(cast.make_login())
        assert client.get(PAGE, follow=True).status_code == 403

    def test_whoever_isnt_signed_in_is_asked_to(self, client, lab):
        assert client.get(PAGE).headers["Location"].startswith("/admin/login/")

    @pytest.mark.both
    def test_with_nothing_to_do_it_says_so(self, client):
        sign_in(client, Role.MEMBER, cast.stranger())
        page = client.get(PAGE)
        assert "Nothing needs your attention" in page.text
        assert "Nothing is missing, and nothing looks wrong. Thank you!" in page.text

    def test_the_heading_counts_what_is_open(self, client, lab):
        sign_in(client, Role.MEMBER, lab[0])
        number = len(points(client.get(PAGE)))
        assert f"<h1>{number} things need your attention</h1>" in client.get(PAGE).text


class ThereAndBackTests:
    def test_who_came_from_the_list_is_back_there_once_the_form_is_saved(self, client, lab):
        sign_in(client, Role.EDITOR)
        page = client.get(PAGE, {"kind": "no-year", "person": "zoe-lindqvist"})
        there = points(page)[0].address
        paper = lab[0].publications.get()
        narrowed = "kind%3Dno-year%26person%3Dzoe-lindqvist"
        assert there == f"/admin/publications/publication/{paper.pk}/change/?worklist={narrowed}#id_year"
        form = form_of(client, there) | {"year": "2024"}
        back = client.post(there.partition("#")[0], form)
        assert back.headers["Location"] == f"{PAGE}?kind=no-year&person=zoe-lindqvist"

    @pytest.mark.parametrize("query", ["https://evil.example/", "//evil.example", "\r\nX: y", "&#x2f;"])
    def test_nobody_is_led_elsewhere(self, client, lab, query):
        sign_in(client, Role.EDITOR)
        form = address(Person, "change", lab[0].pk)
        back = client.post(f"{form}?{urlencode({'worklist': query})}", form_of(client, form))
        assert back.status_code == 302
        assert back.headers["Location"].startswith(f"{PAGE}?")

    def test_others_are_led_to_the_page_of_the_row(self, client, lab):
        sign_in(client, Role.EDITOR)
        form = address(Person, "change", lab[0].pk)
        back = client.post(form, form_of(client, form))
        assert back.headers["Location"] == lab[0].get_absolute_url()


class NoProblemTests:
    def dismiss(self, client, subject="Quokka: Scheduling at Leisure", kind="no-year", **more):
        page = client.get(PAGE, {"kind": kind})
        return client.post(f"{SETTLE}?kind={kind}", sent(page, subject) | more, follow=True)

    def test_what_is_no_problem_is_off_the_list_for_everybody(self, client, lab):
        sign_in(client, Role.MEMBER, lab[0])
        self.dismiss(client)
        assert of_kind(client, "no-year") == []
        sign_in(client, Role.EDITOR)
        assert of_kind(client, "no-year") == ["Wombat: A Slow Cache"]

    def test_it_says_so_and_keeps_what_the_list_is_narrowed_to(self, client, lab):
        sign_in(client, Role.MEMBER, lab[0])
        page = self.dismiss(client)
        assert "Not a problem: Quokka: Scheduling at Leisure – No year is given." in page.text
        assert page.redirect_chain == [(f"{PAGE}?kind=no-year", 302)]

    def test_it_can_be_taken_back(self, client, lab):
        sign_in(client, Role.MEMBER, lab[0])
        self.dismiss(client)
        page = client.get(PAGE, {"kind": "worklist", "settled": "1"})
        assert subjects(page) == ["Quokka: Scheduling at Leisure"]
        client.post(
            f"{SETTLE}?kind=worklist&settled=1", sent(page, "Quokka: Scheduling at Leisure") | {"take-back": ""}
        )
        assert of_kind(client, "no-year") == ["Quokka: Scheduling at Leisure"]
        assert not Dismissal.objects.exists()

    def test_who_said_so_is_remembered(self, client, lab):
        login = sign_in(client, Role.MEMBER, lab[0])
        self.dismiss(client)
        assert Dismissal.objects.get().by == login

    @pytest.mark.both
    def test_twice_is_once(self, client, lab):
        sign_in(client, Role.EDITOR)
        page = client.get(PAGE, {"kind": "no-year"})
        for _ in range(2):
            client.post(SETTLE, sent(page, "Quokka: Scheduling at Leisure"))
        assert Dismissal.objects.count() == 1

    def test_a_member_cant_settle_what_isnt_theirs(self, client, lab):
        sign_in(client, Role.EDITOR)
        foreign = sent(client.get(PAGE, {"kind": "no-year"}), "Wombat: A Slow Cache")
        sign_in(client, Role.MEMBER, lab[0])
        client.post(SETTLE, foreign)
        client.post(SETTLE, foreign | {"take-back": ""})
        assert not Dismissal.objects.exists()

    def test_nonsense_settles_nothing(self, client, lab):
        sign_in(client, Role.EDITOR)
        for nonsense in ({}, {"rule": "no-year", "row": "x"}, {"rule": "no-such-rule", "row": "1", "model": "a.b"}):
            assert client.post(SETTLE, nonsense).status_code == 302
        assert not Dismissal.objects.exists()

    def test_a_get_settles_nothing(self, client, lab):
        sign_in(client, Role.EDITOR)
        client.get(SETTLE, sent(client.get(PAGE, {"kind": "no-year"}), "Wombat: A Slow Cache"))
        assert not Dismissal.objects.exists()

    def test_no_public_page_is_made_anew_for_it(self, client, lab):
        sign_in(client, Role.MEMBER, lab[0])
        before = content_version.current()
        self.dismiss(client)
        assert content_version.current() == before


class CostTests:
    def test_more_rows_need_no_more_queries(self, client, lab):
        sign_in(client, Role.EDITOR)
        fill("Fox")
        client.get(PAGE)
        fill("Ferret")  # all that begin so are candidates for duplicates
        before = queries_of(client, PAGE)
        for name in ("Falcon", "Finch", "Frog"):
            fill(name)
        assert queries_of(client, PAGE) <= before

    def test_a_long_list_comes_in_pages(self, client, lab):
        sign_in(client, Role.EDITOR)
        for number in range(60):
            cast.make_publication(f"Paper {number}", year=None)
        first = client.get(PAGE, {"kind": "no-year"})
        assert len(points(first)) == 50
        assert '<a rel="next" href="?kind=no-year&amp;page=2">' in first.text
        assert len(points(client.get(PAGE, {"kind": "no-year", "page": "2"}))) == 12


@pytest.mark.both
@pytest.mark.parametrize("role", Role)
def test_what_is_listed_after_edits_is_what_a_look_at_everything_finds(lab, role):
    login = cast.make_login(lab[0], role)
    paper = lab[0].publications.get()
    for edit in (
        lambda: fill("first"),
        lambda: paper.authorships.update(printed_name="N. Obody"),
        lambda: type(paper).objects.update(title="Wombat: TODO", year=2024),
        lambda: lab[0].memberships.update(role=""),
        lambda: Person.objects.filter(name="Member first").update(name="Una Vale", biography="TODO"),
        lambda: Venue.objects.update(kind="preprints", name=""),
        lambda: paper.delete(),
        lambda: lab[1].memberships.all().delete(),
    ):
        edit()
        kept = listed.listed(login)
        assert sorted((each.key, each.subject, each.sentence, each.anchor) for each in kept) == sorted(
            (each.key, str(each.subject), each.sentence, each.anchor) for each in issues(login)
        )


def fill(name):
    """Add what many rules find something about."""
    person = cast.make_member(f"Member {name}")
    paper = cast.make_publication(f"Paper {name}", [person, f"Author {name}"], year=None, abstract="# TODO")
    Link.objects.create(publication=paper, kind="code")
    cast.add_author(paper, cast.make_person(f"Other {name}"), printed_name="N. Obody", is_equal=True, order=3)
    cast.make_member(f"Alumnus {name}", end="2021")
    cast.make_talk(person, f"Talk {name}", occasions=())
    cast.make_opening(f"Opening {name}", closes="2020-01-01")
    cast.make_service(person, cast.make_venue(f"V {name}"), year=None)
    cast.make_award(person, f"Prize {name}", year=None)


def test_kinds_are_told_apart():
    kinds = [rule.kind for rule in all_rules()]
    assert len(kinds) == len(set(kinds))
    assert max(map(len, kinds)) <= Dismissal._meta.get_field("rule").max_length


def test_what_was_found_for_an_english_reader_is_said_in_chinese_to_a_chinese_one(client, lab):
    lab[0].biography = "TODO: write this."
    lab[0].save()
    sign_in(client, Role.EDITOR)
    english, chinese, again = (
        client.get(PAGE, {"kind": "placeholder"}, headers={"Accept-Language": to}).text for to in ("en", "zh-CN", "en")
    )
    assert "“Biography” says “TODO”." in english
    assert "中写着“TODO”" in chinese
    assert "“Biography” says “TODO”." in again
