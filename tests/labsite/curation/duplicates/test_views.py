import pytest
from django.urls import reverse

from labsite import history, roles
from labsite.curation.duplicates import merge_plan, views
from labsite.jobs import Progress
from labsite.jobs.background import carry_out
from labsite.models import JobRun, SettledPair, Step
from people.models import Person
from publications.models import Authorship, Publication, Venue
from tests import cast
from tests.editing import address, queries_of

from . import rich_rows

pytestmark = [pytest.mark.django_db, pytest.mark.once]

LIST, INBOX = reverse("admin:duplicates"), reverse("admin:inbox")
ALL = f"{INBOX}?kind=duplicates"
SETTLED = f"{ALL}&settled=1"


@pytest.fixture(autouse=True)
def lab():
    return cast.make_lab()


@pytest.fixture
def editor(client):
    login = cast.make_login(email="editor@lab.example")
    roles.give(login, roles.Role.EDITOR)
    client.force_login(login)
    return client


def compared(*rows):
    kind = {Person: "people", Publication: "papers", Venue: "venues"}[type(rows[0])]
    return reverse("admin:compare", args=[kind, *(row.pk for row in rows)])


def filled_in(page, **changed):
    """Return what the browser would send if somebody pressed Merge."""
    return {bound.name: bound.value() for bound in page.context["form"]} | changed


def settled_words(client):
    return [row.words for section in client.get(SETTLED).context["sections"] for row, _people in section.rows]


def messages(answer):
    return [str(message) for message in answer.context["messages"]]


@pytest.mark.both
class ListTests:
    def test_what_looks_like_one_is_shown_with_its_reason(self, editor):
        cast.make_publication("Naps", ["Jin Park", "Una Vale"])
        cast.make_publication("Beds", ["J. Park", Person.objects.get(name="Una Vale")])
        [section] = editor.get(INBOX, {"kind": "people"}).context["sections"]
        [(row, _)] = section.rows
        assert row.what == "Jin Park (1 paper) and J. Park (1 paper)"
        assert row.words == "One name may be short for the other; both wrote with one person"

    def test_a_member_is_not_shown_what_looks_like_one(self, client):
        cast.make_venue("SYSCON"), cast.make_venue("Sys Con")
        client.force_login(cast.make_login(role=roles.Role.MEMBER))
        assert "Sys Con" not in client.get(INBOX).text
        client.force_login(cast.make_login(role=roles.Role.EDITOR))
        assert "SYSCON and Sys Con" in client.get(INBOX).text

    def test_any_two_can_be_chosen(self, editor):
        one, other = cast.make_person("Una Vale"), cast.make_person("Ivo Brandt")
        answer = editor.get(LIST, {"kind": "people", "one": one.pk, "other": other.pk})
        assert answer.url == compared(one, other)

    def test_a_list_puts_two_ticked_rows_side_by_side(self, editor):
        rows = [cast.make_venue(acronym) for acronym in ("SYSCON", "WREST", "NAPS")]
        ticked = {"action": "merge_two", "_selected_action": [rows[0].pk, rows[2].pk]}
        assert editor.post(address(Venue, "changelist"), ticked).url == compared(rows[0], rows[2])
        ticked["_selected_action"].append(rows[1].pk)
        answer = editor.post(address(Venue, "changelist"), ticked, follow=True)
        assert messages(answer) == ["Tick exactly two to merge them: you ticked 3."]

    def test_more_candidates_need_no_more_queries(self, editor):
        for _ in range(3):
            cast.make_person("Jin Park")
        editor.get(ALL)
        cast.make_person("Jin Park")
        few = queries_of(editor, ALL)
        for _ in range(6):
            cast.make_person("Jin Park")
        assert queries_of(editor, ALL) == few


class MergeTests:
    def test_the_fuller_values_are_chosen_beforehand(self, editor):
        kept, gone = cast.pi(interests="Sleep"), cast.make_person("A. Quill", headline="Rests", interests="Naps")
        chosen = filled_in(editor.get(compared(gone, kept)))
        del chosen["seen"]
        assert chosen == {
            "stays": "other",
            "name": "other",
            "honorific": "other",
            "headline": "one",
            "interests": "both",
        }

    @pytest.mark.parametrize("pair", [rich_rows.people, rich_rows.papers, rich_rows.venues])
    @pytest.mark.both
    def test_one_press_merges(self, pair, editor):
        kept, gone = pair()
        where = compared(kept, gone)
        answer = editor.post(where, filled_in(editor.get(where)), follow=True)
        left = type(kept).objects.get(pk__in=[kept.pk, gone.pk])
        step = reverse("admin:step", args=[Step.objects.latest("pk").pk])
        assert f"have been merged into {left}." in messages(answer)[0]
        assert f'<a href="{step}">See what was changed, or undo it</a>' in messages(answer)[0]

    def test_what_is_chosen_holds(self, editor):
        kept, gone = cast.pi(interests="Sleep"), cast.make_person("A. Quill", headline="Rests", interests="Naps")
        where = compared(kept, gone)
        editor.post(where, filled_in(editor.get(where), stays="other", name="other", headline="one"))
        person = Person.objects.get()
        assert (person.pk, person.slug, person.name, person.family_name) == (gone.pk, "a-quill", "A. Quill", "Quill")
        assert (person.headline, person.interests, person.honorific) == ("", "Naps\nSleep", "Prof.")

    @pytest.mark.both
    def test_the_old_address_leads_on(self, editor):
        kept, gone = rich_rows.papers()
        where = compared(kept, gone)
        editor.post(where, filled_in(editor.get(where)))
        answer = editor.get(f"/publications/{gone.slug}/")
        assert (answer.status_code, answer.url) == (301, "/publications/quokka/")
        assert editor.get(f"/publications/{gone.slug}.bib").url == "/publications/quokka.bib"

    def test_an_earlier_author_list_can_be_kept(self, editor):
        kept, gone = rich_rows.papers()
        where = compared(kept, gone)
        editor.post(where, filled_in(editor.get(where), authors="both"))
        assert [str(row) for row in kept.authorships.all()] == ["Ada Quill", "Zoë Lindqvist", "Una Vale"]

    def test_a_page_that_is_out_of_date_merges_nothing(self, editor):
        kept, gone = rich_rows.people()
        where = compared(kept, gone)
        data = filled_in(editor.get(where))
        gone.headline = "Rests"
        gone.save()
        answer = editor.post(where, data)
        assert "One of the two was changed while you were looking." in answer.content.decode()
        assert Person.objects.filter(pk__in=[kept.pk, gone.pk]).count() == 2
        assert editor.post(where, filled_in(answer)).status_code == 302

    def test_rows_that_came_to_belong_to_one_make_it_out_of_date_too(self, editor):
        kept, gone = rich_rows.people()
        where = compared(kept, gone)
        data = filled_in(editor.get(where))
        cast.make_publication("Newest", [gone])
        assert editor.post(where, data).status_code == 200

    def test_two_logins_are_refused_in_plain_words(self, editor):
        kept, gone = cast.pi(), cast.make_person("A. Quill")
        where = compared(kept, gone)
        data = filled_in(editor.get(where))
        for person in (kept, gone):
            cast.make_login(person)
        answer = editor.post(where, data)
        assert "Each has a login, but one person can have only one" in answer.content.decode()
        assert Person.objects.count() == 2

    def test_what_was_merged_meanwhile_is_said(self, editor):
        kept, gone = cast.pi(), cast.make_person("A. Quill")
        where = compared(kept, gone)
        gone.delete()
        assert messages(editor.get(where, follow=True)) == [
            "One of the two no longer exists: somebody merged or deleted it."
        ]

    def test_neither_one_row_twice_nor_another_kind_can_be_compared(self, editor):
        ada = cast.pi()
        assert editor.get(compared(ada, ada)).status_code == 404
        assert editor.get(reverse("admin:compare", args=["talks", 1, 2])).status_code == 404

    def test_looking_changes_nothing(self, editor):
        kept, gone = rich_rows.people()
        before = Person.objects.values_list().order_by("pk")
        rows = list(before)
        editor.get(compared(kept, gone))
        assert list(before.all()) == rows
        assert not Step.objects.exists()

    def test_what_cannot_be_kept_is_said_beforehand(self, editor):
        page = editor.get(compared(*rich_rows.people()))
        assert page.context["left_out"] == ["reference “Ada Quill”: it can’t refer to itself"]


class LongMergeTests:
    """What takes long to merge goes on in the background, and a page says what came of it."""

    @pytest.fixture(params=[roles.Role.EDITOR, roles.Role.ADMINISTRATOR])
    def editor(self, request, client):
        client.force_login(cast.make_login(role=request.param))
        return client

    @pytest.fixture
    def meanwhile(self, monkeypatch):
        """What happens before the thread begins: it is called in place of a thread, as the merge is afterwards."""
        deeds = []

        def start(run, work):
            for deed in deeds:
                deed()
            carry_out(work, Progress(run))

        monkeypatch.setattr(merge_plan, "LONG", 1)
        monkeypatch.setattr(views, "start", start)
        return deeds

    @pytest.fixture
    def pair(self, meanwhile):
        short, full = cast.make_person("U. Vale"), cast.make_person("Una Vale")
        for number in range(2):
            cast.make_publication(f"Naps {number}", [short])
        return full, short

    @staticmethod
    def merge(editor, pair):
        where = compared(*pair)
        return editor.post(where, filled_in(editor.get(where)), follow=True)

    def test_whoever_begins_it_is_led_to_a_page_that_says_what_came_of_it(self, editor, pair):
        answer = self.merge(editor, pair)
        run = JobRun.objects.get()
        assert answer.redirect_chain == [(run.get_absolute_url(), 302)]
        assert [person.name for person in Person.objects.all()] == ["Una Vale"]
        assert Person.objects.get().authorships.count() == 2
        assert "U. Vale and Una Vale have been merged into Una Vale." in answer.content.decode()
        assert Step.objects.get(pk=run.step).comment == "Merged U. Vale into Una Vale"

    def test_where_one_was_changed_meanwhile_nothing_is_merged(self, editor, pair, meanwhile):
        meanwhile.append(lambda: Person.objects.filter(name="U. Vale").update(headline="Naps"))
        assert "check them again" in self.merge(editor, pair).content.decode()
        assert Person.objects.count() == 2

    def test_where_one_is_gone_meanwhile_it_is_said(self, editor, pair, meanwhile):
        meanwhile.append(lambda: (Authorship.objects.all().delete(), pair[1].delete()))
        self.merge(editor, pair)
        assert JobRun.objects.get().has_failed
        assert Person.objects.get() == pair[0]

    def test_what_breaks_off_in_the_middle_has_changed_nothing(self, editor, pair, monkeypatch):
        monkeypatch.setattr(Person, "delete", lambda person: 1 / 0)
        assert "nothing was changed" in self.merge(editor, pair).content.decode()
        assert [person.authorships.count() for person in pair] == [0, 2]


class DifferentTests:
    @pytest.mark.both
    def test_not_the_same_is_remembered_and_can_be_taken_back(self, editor):
        one, other = cast.make_person("Jin Park"), cast.make_person("Jin Park")
        answer = editor.post(compared(one, other), {"different": "Not the same"}, follow=True)
        assert messages(answer) == ["Jin Park and Jin Park are not the same: you won’t be asked again."]
        assert answer.context["sections"] == []
        assert settled_words(editor) == ["are not the same · editor@lab.example"]
        editor.post(LIST, {"pair": SettledPair.objects.get().pk})
        assert len(editor.get(ALL).context["sections"]) == 1

    def test_a_merge_is_not_taken_back_like_that(self, editor):
        one, other = cast.make_person("Jin Park"), cast.make_person("Jin Park")
        where = compared(one, other)
        editor.post(where, filled_in(editor.get(where)))
        assert editor.post(LIST, {"pair": SettledPair.objects.get().pk}).status_code == 404

    def test_a_merge_is_listed_with_the_way_to_undo_it(self, editor):
        kept, gone = cast.pi(headline="Rests"), cast.make_person("A. Quill", headline="Sleeps")
        where = compared(kept, gone)
        editor.post(where, filled_in(editor.get(where)))
        page = editor.get(SETTLED).content.decode()
        pair = SettledPair.objects.get()
        assert reverse("admin:step", args=[pair.revision]) in page
        assert "headline: Sleeps" in page
        history.undo(Step.objects.get(pk=pair.revision), None)
        assert Person.objects.count() == 2
        assert settled_words(editor) == ["were merged, and the merge was undone · editor@lab.example"]


class PermissionTests:
    @pytest.mark.parametrize("role", [roles.Role.MEMBER, None])
    def test_duplicates_are_for_editors(self, role, client):
        one, other = cast.make_person("Jin Park"), cast.make_person("Jin Park")
        login = cast.make_login(one)
        roles.give(login, role)
        client.force_login(login)
        for where in (LIST, compared(one, other)):
            assert client.get(where).status_code in (302, 403)
            assert client.post(where, {"different": "x"}).status_code in (302, 403)
        assert not SettledPair.objects.exists()

    @pytest.mark.both
    def test_a_member_does_not_merge_from_a_list(self, client):
        login = cast.make_login(cast.pi())
        roles.give(login, roles.Role.MEMBER)
        client.force_login(login)
        page = client.get(address(Person, "changelist"))
        assert "merge_two" not in page.content.decode()
