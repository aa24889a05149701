import pytest
from django.urls import reverse

from labsite import history, roles
from labsite.models import Step
from people.models import NameVariant, Person
from people.renaming import Renaming, rename
from publications.models import Authorship, EarlierVersion
from tests import cast
from tests.editing import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def ada():
    """Someone called Adam Quill on three papers, once by an initial and once in another spelling."""
    person = cast.make_member("Adam Quill", "lead", start="2010")
    cast.make_publication("Naps", [person], year=2020)
    cast.add_author(cast.make_publication("Beds", year=2021), person, printed_name="A. Quill")
    cast.add_author(cast.make_publication("Sofas", year=2022), person, printed_name="Adam R. Quill")
    NameVariant.objects.create(person=person, name="Quill, Adam")
    return person


def names(name="Ada Stone", native_name="", native_language=""):
    given, _, family = name.rpartition(" ")
    return {
        "name": name,
        "given_name": given,
        "family_name": family,
        "native_name": native_name,
        "native_language": native_language,
    }


def renamed(person, **wishes):
    rename(Renaming(Person.objects.get(pk=person.pk), **{"names": names(), **wishes}), user=None)
    return Person.objects.get(pk=person.pk)


def printed(person):
    rows = Authorship.objects.filter(person=person).order_by("publication__year")
    return [row.display_name for row in rows]


def spellings(person):
    return [str(row) for row in person.name_variants.all()]


class RenameTests:
    def test_papers_go_on_printing_what_they_print(self, ada):
        person = renamed(ada)
        assert (person.name, person.family_name) == ("Ada Stone", "Stone")
        assert printed(person) == ["Adam Quill", "A. Quill", "Adam R. Quill"]
        assert spellings(person) == ["Adam Quill", "Quill, Adam"]

    @pytest.mark.both
    def test_papers_that_are_chosen_print_the_new_name(self, ada):
        rows = Authorship.objects.filter(publication__title__in=["Naps", "Beds"])
        person = renamed(ada, following=frozenset(rows.values_list("pk", flat=True)))
        assert printed(person) == ["Ada Stone", "Ada Stone", "Adam R. Quill"]
        assert Authorship.objects.get(publication__title="Naps").printed_name == ""

    def test_the_old_address_leads_to_the_new_one(self, ada, client):
        assert renamed(ada).slug == "ada-stone"
        assert client.get("/people/adam-quill/").url == "/people/ada-stone/"

    def test_the_address_may_stay(self, ada):
        assert renamed(ada, new_address=False).slug == "adam-quill"

    def test_bibtex_keys_stay_unless_asked(self, ada):
        assert ada.publications.get(title="Naps").citation_key == "2020naps"
        for paper in ada.publications.all():
            paper.citation_key = ""
            paper.save()
        person = renamed(ada)
        assert sorted(person.publications.values_list("citation_key", flat=True)) == [
            "quill2020naps",
            "quill2021beds",
            "quill2022sofas",
        ]
        history.undo(Step.objects.latest("pk"), None)
        person = renamed(ada, new_keys=True)
        assert sorted(person.publications.values_list("citation_key", flat=True)) == [
            "stone2020naps",
            "stone2021beds",
            "stone2022sofas",
        ]

    def test_a_native_name_is_kept_as_a_spelling_too(self, ada):
        ada.native_name = "林 佐伊"
        ada.save()
        assert spellings(renamed(ada)) == ["Adam Quill", "Quill, Adam", "林 佐伊"]

    def test_it_is_one_step_that_can_be_undone(self, ada):
        columns = Person.objects.values_list("name", "slug", "family_name")
        before = list(columns), printed(ada), spellings(ada)
        renamed(ada, forgets=True)
        step = Step.objects.latest("pk")
        assert step.comment == "Changed a name to Ada Stone"
        history.undo(step, None)
        person = Person.objects.get()
        assert (list(columns.all()), printed(person), spellings(person)) == before


class ForgetTests:
    def test_papers_and_spellings_lose_the_old_name(self, ada):
        person = renamed(ada, forgets=True)
        assert printed(person) == ["Ada Stone", "Ada Stone", "Ada Stone"]
        assert spellings(person) == []

    def test_what_the_old_and_the_new_name_share_stays(self, ada):
        NameVariant.objects.create(person=ada, name="A. Q.")
        person = renamed(ada, names=names("Ada Quill"), forgets=True)
        assert printed(person) == ["Ada Quill", "A. Quill", "Ada Quill"]
        assert spellings(person) == ["A. Q."]

    def test_nobody_finds_it_and_nothing_shows_it(self, ada, client):
        cast.make_lab()
        paper = ada.publications.get(title="Naps")
        EarlierVersion.objects.create(publication=paper, title="Naps, a Draft", authors="Zoë Lindqvist, Adam Quill")
        renamed(ada, forgets=True)
        pages = ("/people/ada-stone/", "/publications/naps/", "/publications/naps.bib", "/people.json")
        for where in (*pages, "/publications.json", "/publications.bib"):
            assert "Adam" not in client.get(where).content.decode()
        for query in ("adam", "adam quill", "quill"):
            assert client.get("/search/", {"q": query}).context["found"].groups == []
        assert EarlierVersion.objects.get().authors == "Zoë Lindqvist, Ada Stone"

    def test_the_old_address_still_works(self, ada, client):
        renamed(ada, forgets=True)
        assert client.get("/people/adam-quill/").url == "/people/ada-stone/"

    def test_texts_with_the_old_name_are_named(self, ada):
        ada.biography = "Adam rests."
        ada.save()
        news = cast.make_news("Adam Quill wins")
        news.people.add(ada)
        ada.contact_details.create(kind="email", value="adam@lab.example")
        cast.make_news("Ada wins").people.add(ada)
        wish = Renaming(ada, names(), forgets=True)
        assert wish.mentions() == [
            ("Your own texts: biography", f"/admin/people/person/{ada.pk}/change/"),
            ("News item “Adam Quill wins”: title", f"/admin/labsite/newsitem/{news.pk}/change/"),
            ("Contact detail “E-mail: adam@lab.example”: value", f"/admin/people/person/{ada.pk}/change/"),
        ]

    def test_nothing_is_named_where_the_old_name_is_kept(self, ada):
        ada.biography = "Adam rests."
        ada.save()
        assert Renaming(ada, names()).mentions() == []


class PageTests:
    @pytest.fixture
    def member(self, ada, client):
        cast.make_lab()
        login = cast.make_login(ada)
        roles.give(login, roles.Role.MEMBER)
        client.force_login(login)
        return client

    def where(self, person):
        return reverse("admin:rename", args=[person.pk])

    def sent(self, **changed):
        return {
            "name": "Ada Stone",
            "given_name": "Adam",
            "family_name": "Quill",
            "native_name": "",
            "native_language": "",
            "papers": "none",
            "old_name": "keep",
            "new_address": "on",
            **changed,
        }

    def test_the_persons_form_leads_there(self, member, ada):
        page = member.get(reverse("admin:people_person_change", args=[ada.pk]))
        assert self.where(ada) in page.content.decode()

    def test_what_will_change_is_shown_before_it_does(self, member, ada):
        page = member.post(self.where(ada), self.sent(preview="x", papers="all"))
        assert page.context["renaming"].names == names()
        assert [(each.now, each.then) for each in page.context["renaming"].printed_names()] == [
            ("Adam R. Quill", "Ada Stone"),
            ("A. Quill", "Ada Stone"),
            ("Adam Quill", "Ada Stone"),
        ]
        assert Person.objects.get().name == "Adam Quill"

    def test_then_one_press_changes_it(self, member, ada):
        answer = member.post(self.where(ada), self.sent(change="x"), follow=True)
        assert [str(message) for message in answer.context["messages"]] == ["The name is now Ada Stone."]
        assert (Person.objects.get().slug, Person.objects.get().family_name) == ("ada-stone", "Stone")

    def test_a_name_that_is_the_same_is_refused(self, member, ada):
        page = member.post(self.where(ada), self.sent(name="Adam Quill", change="x"))
        assert page.context["form"].errors["name"] == ["This is the current name. Enter the new one."]

    def test_a_paper_of_somebody_else_cannot_be_chosen(self, member, ada):
        cast.make_publication("Other", ["Una Vale"])
        other = Authorship.objects.get(publication__title="Other")
        page = member.post(self.where(ada), self.sent(papers="some", chosen=[other.pk], change="x"))
        assert "chosen" in page.context["form"].errors
        assert Authorship.objects.get(pk=other.pk).display_name == "Una Vale"

    def test_papers_are_ticked_where_they_are_asked_for_and_only_there(self, member, ada):
        ticked = [ada.authorships.first().pk]
        page = member.post(self.where(ada), self.sent(chosen=ticked, preview="x"))
        assert page.context["form"].errors["chosen"] == [
            "You have ticked papers. Choose “on the papers ticked below” above, or untick them."
        ]
        page = member.post(self.where(ada), self.sent(papers="some", preview="x"))
        assert page.context["form"].errors["chosen"] == ["Tick the papers that should print the new name."]

    def test_nobody_renames_another_but_an_editor(self, member, client):
        other = cast.alumna()
        assert member.get(self.where(other)).status_code == 403
        assert member.post(self.where(other), self.sent(change="x")).status_code == 403
        editor = cast.make_login()
        roles.give(editor, roles.Role.EDITOR)
        client.force_login(editor)
        assert client.get(self.where(other)).status_code == 200

    def test_more_papers_need_no_more_queries(self, member, ada):
        few = queries_of(member, self.where(ada))
        for number in range(5):
            cast.make_publication(f"Nap {number}", [ada])
        assert queries_of(member, self.where(ada)) == few
