"""Adding a paper: from a text to the saved rows, by way of a page on which everything can be put right."""

import pytest

from labsite import history
from labsite.contrib.sources import lookup
from labsite.contrib.sources.client import Unavailable
from labsite.models import Step
from labsite.roles import Role
from people.models import Person
from publications.adding import views
from publications.adding.reading import OF_SOMEBODY
from publications.citations.entry import Entry
from publications.citations.record import Name, Record
from publications.elsewhere import SourceEntries
from publications.models import Authorship, Publication, Venue
from tests import cast
from tests.editing import form_of
from tests.publications.adding.steps import QUOKKA, add, address, read, send

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def ada():
    return cast.pi()


@pytest.fixture
def member(client, ada):
    """A client of the member Ada Quill."""
    cast.make_lab()
    client.force_login(cast.make_login(ada, Role.MEMBER))
    return client


@pytest.fixture
def editor(client):
    cast.make_lab()
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


def authors(paper=None):
    """Return person and printed name of each author in order."""
    rows = Authorship.objects.filter(publication=paper or Publication.objects.get()).order_by("order")
    return [(row.person.name, row.printed_name) for row in rows]


def closed(text, get):
    raise Unavailable("Crossref is having a rest.")


class FirstStepTests:
    def test_a_member_is_asked_for_a_text(self, member):
        page = member.get(address())
        assert page.context["title"] == "Add a paper"
        assert "Paste the paper’s BibTeX" in page.content.decode()

    def test_nothing_pasted(self, member):
        assert read(member, " ").context["form"].errors["text"] == [
            "Paste a BibTeX entry here, or type the paper’s DOI or title."
        ]

    def test_a_broken_entry_is_reported_with_its_line_and_the_text_is_kept(self, member):
        text = "My papers:\n@misc{a,\n year=2024}"
        page = read(member, text)
        assert page.context["form"].errors["text"] == ["Line 2: this entry has no title. Add one."]
        assert text in page.content.decode()

    def test_many_broken_entries_are_not_all_listed(self, member):
        errors = read(member, "@misc{a, year=2024}\n" * 30).context["form"].errors["text"]
        assert (len(errors), errors[-1]) == (21, "And 10 more problems like this.")

    def test_whoever_likes_goes_on_with_what_could_be_read(self, member):
        text = "@misc{a,\n year=2024}\n@misc{b, title={Second}}"
        assert "Continue with the 1 that could be read" in read(member, text).content.decode()
        page = member.post(address(), {"text": text, "go-on": "1"})
        assert page.context["sheet"].paper["title"].value() == "Second"

    def test_a_huge_text_is_refused_in_plain_words(self, member):
        page = read(member, "x" * 100_001)
        assert page.context["form"].errors["text"] == [
            "This text is too long: the limit is 100,000 characters, about a hundred papers. Paste part of it."
        ]

    def test_an_address_is_no_title(self, member):
        error = read(member, "https://lab.example/quokka.html").context["form"].errors["text"][0]
        assert error.startswith("This is an address, not a title")

    def test_a_paper_is_fetched_by_its_doi(self, member, monkeypatch):
        record = Record("q", "Quokka", "journal", authors=(Name("Ada", "Quill"),), year=2024, doi="10.5555/quokka")
        found = SourceEntries([Entry("item 1", record)], "doi:10.5555/quokka", "Crossref 10.5555/quokka")
        monkeypatch.setattr(lookup, "find", lambda text, get: found)
        page = read(member, "https://doi.org/10.5555/quokka")
        sheet = page.context["sheet"]
        assert (sheet.paper["title"].value(), sheet.paper["doi"].value()) == ("Quokka", "10.5555/quokka")
        add(member, "10.5555/quokka")
        assert Publication.objects.get().doi == "10.5555/quokka"

    def test_a_source_that_is_closed_says_so(self, member, monkeypatch):
        monkeypatch.setattr(lookup, "find", closed)
        errors = read(member, "10.5555/quokka").context["form"].errors["text"]
        assert errors == ["Crossref is having a rest."]

    @pytest.mark.parametrize(
        ("typed", "field", "value"),
        [
            ("https://doi.org/10.5555/quokka", "doi", "10.5555/quokka"),
            ("arXiv:2401.01234", "arxiv_id", "2401.01234"),
        ],
    )
    def test_what_no_source_answers_for_is_carried_into_a_form_to_fill_in(
        self, member, monkeypatch, typed, field, value
    ):
        monkeypatch.setattr(lookup, "find", closed)
        page = read(member, typed)
        assert 'value="Fill in the rest yourself"' in page.text
        page = member.post(address(), {"text": typed, "go-on": "1"})
        assert page.context["sheet"].paper[field].value() == value
        send(member, send(member, page, "look", title="Quokka", more="Ada Quill"))
        paper = Publication.objects.get()
        assert (getattr(paper, field), paper.title) == (value, "Quokka")

    def test_a_doi_of_no_paper_says_what_it_is_of(self, member, monkeypatch):
        entry = Entry("DOI 10.5555/naps", no_paper="This is a journal, not a paper.")
        found = SourceEntries([entry], "doi:10.5555/naps", "Crossref 10.5555/naps")
        monkeypatch.setattr(lookup, "find", lambda text, get: found)
        page = read(member, "10.5555/naps")
        assert page.context["form"].errors["text"] == ["This is a journal, not a paper."]
        assert "Fill in the rest yourself" not in page.text

    def test_whoever_names_an_author_is_led_to_imports(self, member):
        errors = read(member, "https://dblp.org/pid/65/9612").context["form"].errors["text"]
        assert errors == [OF_SOMEBODY]

    def test_back_to_the_text_keeps_it(self, member):
        page = send(member, read(member), "back")
        assert page.context["form"]["text"].value().replace("\r\n", "\n") == QUOKKA


@pytest.mark.both
class SavingTests:
    def test_pasted_paper_is_saved_with_what_the_site_knows(self, member, ada):
        zoe, venue = cast.student(), cast.make_venue("SYSCON")
        answer = add(member)
        paper = Publication.objects.get()
        assert answer.url == paper.get_absolute_url()
        assert (paper.title, paper.kind, paper.status) == (
            "Quokka: Scheduling at Leisure",
            "conference",
            "published",
        )
        assert (paper.venue, paper.year, paper.month, paper.pages) == (venue, 2024, 6, "12–34")
        assert (paper.doi, paper.citation_key, paper.slug) == ("10.5555/quokka", "quill2024quokka", "quokka")
        assert paper.proceedings == "Proceedings of the 28th Symposium on Systems (SYSCON '24)"
        assert (paper.state, paper.added_by) == ("published", ada.login)
        assert authors() == [("Ada Quill", ""), ("Zoë Lindqvist", "")]
        assert Person.objects.filter(pk__in=[ada.pk, zoe.pk]).count() == Person.objects.count()

    def test_authors_who_are_known_are_found_by_their_names_at_once(self, member):
        cast.student()
        add(member)
        assert [row.folded.split() for row in Publication.objects.get().authorships.all()] == [
            ["ada", "quill", "ada", "quill"],
            ["zoe", "lindqvist", "zoe", "lindqvist"],
        ]

    def test_nothing_is_saved_before_it_is_confirmed(self, member):
        read(member)
        send(member, read(member), "look")
        assert (Publication.objects.count(), Person.objects.count(), Venue.objects.count()) == (0, 1, 0)

    def test_unknown_authors_and_venue_are_created_on_confirming(self, member):
        add(member)
        assert authors() == [("Ada Quill", ""), ("Zoë Lindqvist", "")]
        zoe = Person.objects.get(name="Zoë Lindqvist")
        assert (zoe.given_name, zoe.family_name, zoe.memberships.count()) == ("Zoë", "Lindqvist", 0)
        venue = Venue.objects.get()
        assert (venue.acronym, venue.name, venue.kind) == ("SYSCON", "Symposium on Systems", "conference")

    def test_somebody_new_has_each_script_s_name(self, member):
        add(member, QUOKKA.replace('Lindqvist, Zo{\\"e}', "Hale, Maren (海玛伦) and 李, 四"))
        names = ("name", "given_name", "family_name", "native_name")
        assert Person.objects.values_list(*names).get(name="Maren Hale") == ("Maren Hale", "Maren", "Hale", "海玛伦")
        assert Person.objects.values_list(*names).get(name="李四") == ("李四", "四", "李", "")

    def test_printed_name_is_kept_where_it_differs(self, member, ada):
        ada.name_variants.create(name="A. B. Quill")
        add(member, QUOKKA.replace("Quill, Ada and", "Quill, A. B. and"))
        assert authors() == [("Ada Quill", "A. B. Quill"), ("Zoë Lindqvist", "")]

    def test_everything_is_editable(self, member):
        add(
            member,
            title="Another\r\nTitle",
            year="2023",
            month="",
            venue__who="none",
            authors__1__family="Lind",
            authors__1__printed_name="Zoë Lind",
        )
        paper = Publication.objects.get()
        assert (paper.title, paper.year, paper.month, paper.venue) == ("Another Title", 2023, None, None)
        assert authors() == [("Ada Quill", ""), ("Zoë Lind", "")]

    def test_authors_are_saved_in_the_order_of_their_places(self, member):
        add(member, authors__0__order="2", authors__1__order="1")
        assert authors() == [("Zoë Lindqvist", ""), ("Ada Quill", "")]

    def test_removed_author_is_gone(self, member):
        add(member, authors__1__DELETE="on")
        assert authors() == [("Ada Quill", "")]

    def test_signs_behind_names_become_marks(self, member):
        add(member, QUOKKA.replace("Quill, Ada", "Quill*, Ada").replace('Zo{\\"e}', 'Zo{\\"e}$^{*,\\dagger}$'))
        rows = Authorship.objects.order_by("order")
        assert [(row.display_name, row.marks()) for row in rows] == [("Ada Quill", "*"), ("Zoë Lindqvist", "*†")]

    def test_a_title_is_enough_to_begin_with(self, member, ada):
        page = read(member, "Naps:\nA Study")
        assert page.context["sheet"].paper["title"].value() == "Naps: A Study"
        page = send(member, page, "look", more="Ada Quill\nIvo Brandt")
        assert [form.shown_name for form in page.context["sheet"].authors] == ["Ada Quill", "New: Ivo Brandt"]
        send(member, page)
        assert authors() == [("Ada Quill", ""), ("Ivo Brandt", "")]

    def test_authors_may_follow_the_title(self, member):
        page = read(member, "Naps: A Study\n\nAda Quill\nIvo Brandt")
        assert [form.shown_name for form in page.context["sheet"].authors] == ["Ada Quill", "New: Ivo Brandt"]

    def test_address_becomes_a_link(self, member):
        add(member, QUOKKA.replace("year =", "url = {https://press.example/q.pdf}, year ="))
        assert list(Publication.objects.get().links.values_list("kind", "url")) == [
            ("pdf", "https://press.example/q.pdf")
        ]

    def test_step_of_the_history_says_what_was_added(self, member):
        add(member)
        assert [each.comment for each in Step.objects.exclude(comment="")] == ["Added Quokka: Scheduling at Leisure"]

    def test_an_editor_can_undo_it_with_all_that_it_created(self, member, ada):
        add(member)
        history.undo(Step.objects.exclude(comment="").get(), cast.make_login(role=Role.EDITOR))
        assert (Publication.objects.count(), Venue.objects.count()) == (0, 0)
        assert list(Person.objects.all()) == [ada]

    def test_authors_that_were_only_listed_are_not_lost(self, member):
        page = send(member, read(member), more="Ivo Brandt*")
        assert "The authors you listed have been added to the others." in page.content.decode()
        assert [form.shown_name for form in page.context["sheet"].authors][2:] == ["New: Ivo Brandt"]
        send(member, page)
        assert authors()[2:] == [("Ivo Brandt", "")]
        assert Authorship.objects.get(person__name="Ivo Brandt").is_equal is True

    def test_editor_may_have_a_spelling_of_the_venue_remembered(self, editor):
        journal = cast.make_venue("JR", name="Journal of Rest", kind="journal")
        text = "@article{a, title={Naps}, author={Quill, Ada}, journal={Rest and Its Sciences}, year={2024}}"
        page = read(editor, text)
        assert "Recognise “Rest and Its Sciences” as this venue from now on" in page.content.decode()
        send(editor, page, venue__who="other", venue__other=str(journal.pk), venue__remember="on")
        assert [alias.name for alias in journal.aliases.all()] == ["Rest and Its Sciences"]
        page = read(editor, text.replace("Naps", "More Naps"))
        assert page.context["sheet"].venue.chosen == str(journal.pk)
        assert "from now on" not in page.content.decode()

    def test_member_changes_no_venue(self, member):
        journal = cast.make_venue("JR", name="Journal of Rest", kind="journal")
        text = "@article{a, title={Naps}, author={Quill, Ada}, journal={Rest and Its Sciences}, year={2024}}"
        add(member, text, venue__who="other", venue__other=str(journal.pk), venue__remember="on")
        assert (Publication.objects.get().venue, journal.aliases.count()) == (journal, 0)


class RefusalTests:
    def test_what_was_typed_is_kept_and_the_error_stands_by_its_field(self, member):
        page = add(member, title="", pages="7", doi="nonsense")
        sheet = page.context["sheet"]
        assert sheet.paper.errors == {
            "title": ["Every paper needs a title."],
            "doi": ["Write it as 10.1145/3292500.3330701, without an address."],
        }
        assert (sheet.paper["pages"].value(), sheet.paper["doi"].value()) == ("7", "nonsense")
        assert Publication.objects.count() == 0

    def test_an_author_in_doubt_has_to_be_chosen(self, member):
        first, second = cast.make_person("Zoë Lindqvist"), cast.make_person("Zoe Lindqvist")
        page = read(member)
        form = page.context["sheet"].authors[1]
        assert (form.shown_name, form.needs_a_look, form.offered) == ("Who is it?", True, [first.pk, second.pk])
        page = send(member, page)
        assert page.context["sheet"].authors[1].errors == {"who": ["Say who this is."]}
        send(member, page, authors__1__who=str(second.pk))
        assert authors() == [("Ada Quill", ""), ("Zoe Lindqvist", "Zoë Lindqvist")]

    def test_nobody_is_an_author_twice(self, member, ada):
        page = add(member, authors__1__who="other", authors__1__other=str(ada.pk))
        assert page.context["sheet"].authors[1].errors == {"who": ["Ada Quill is already author 1."]}

    def test_a_paper_has_authors(self, member):
        page = add(member, "Naps")
        assert page.context["sheet"].authors.non_form_errors() == ["Name at least one author."]

    def test_somebody_new_who_is_known_by_now_is_offered(self, member):
        page = read(member)
        zoe = cast.student()
        page = send(member, page)
        form = page.context["sheet"].authors[1]
        assert form.errors == {
            "who": ["The site already has someone with this name. Choose who it is, or save again."]
        }
        assert form.offered == [zoe.pk]
        send(member, page, authors__1__who=str(zoe.pk))
        assert Person.objects.filter(name="Zoë Lindqvist").count() == 1

    def test_somebody_new_may_share_a_known_name(self, member):
        page = read(member)
        cast.student()
        send(member, send(member, page))
        assert Person.objects.filter(name="Zoë Lindqvist").count() == 2

    def test_keys_of_what_does_not_exist_are_refused(self, member):
        page = add(member, authors__1__who="other", authors__1__other="4711", venue__who="4711")
        assert list(page.context["sheet"].authors[1].errors) == ["other"]
        assert list(page.context["sheet"].venue.errors) == ["who"]


class DuplicateTests:
    def test_same_doi_is_shown_and_never_added_again(self, member):
        paper = cast.make_publication("Something Else", year=2001, doi="10.5555/QUOKKA")
        page = read(member)
        assert "This paper is already on the site" in page.content.decode()
        assert f"/admin/publications/publication/{paper.pk}/change/" in page.content.decode()
        send(member, page, another="on")
        assert Publication.objects.count() == 1

    def test_same_title_is_added_once_somebody_says_that_it_is_another_paper(self, member):
        cast.make_publication("Quokka — scheduling at leisure", year=2023)
        page = read(member)
        assert "Is it one of these?" in page.content.decode()
        page = send(member, page)
        assert "it may be on the site already" in page.content.decode()
        send(member, page, another="on")
        assert Publication.objects.count() == 2

    def test_one_that_was_not_on_the_page_is_shown_first(self, member):
        page = read(member)
        cast.make_publication("Quokka: Scheduling at Leisure")
        assert Publication.objects.count() == 1
        page = send(member, page, another="on")
        assert "Is it one of these?" in page.content.decode()
        assert Publication.objects.count() == 1

    def test_a_second_click_saves_nothing_and_says_the_same(self, member):
        page = read(member)
        first, second = send(member, page), send(member, page)
        assert first.url == second.url
        assert (Publication.objects.count(), Person.objects.count(), Venue.objects.count()) == (1, 2, 1)

    @pytest.mark.parametrize("step", ["look_again", "save"])
    def test_a_click_that_another_one_overtakes_says_the_same(self, member, monkeypatch, step):
        page, first = read(member), []
        usual = getattr(views, step)

        def overtaken(given):
            monkeypatch.setattr(views, step, usual)
            first.append(send(member, page))
            return usual(given)

        monkeypatch.setattr(views, step, overtaken)
        assert send(member, page).url == first[0].url
        assert (Publication.objects.count(), Person.objects.count(), Venue.objects.count()) == (1, 2, 1)


class SeveralPapersTests:
    TEXT = (
        "@misc{a, title={First}, author={Quill, Ada}}\n@misc{b, title={Second}, author={Quill, Ada and Brandt, Ivo}}"
    )

    def test_they_come_one_after_the_other(self, member):
        page = read(member, self.TEXT)
        assert page.context["title"] == "Check paper 1 of 2"
        page = send(member, page)
        assert page.context["title"] == "Check paper 2 of 2"
        assert page.context["sheet"].paper["title"].value() == "Second"
        send(member, page)
        assert list(Publication.objects.values_list("title", flat=True)) == ["First", "Second"]

    def test_all_are_listed_with_those_that_look_known(self, member):
        cast.make_publication("Second", authors=["Ivo Brandt"])
        page = read(member, self.TEXT)
        assert page.context["pile"].overview == [("First", True, False), ("Second", False, True)]
        assert page.content.decode().count("looks like one that is already on the site") == 1

    def test_one_can_be_left_out(self, member):
        send(member, send(member, read(member, self.TEXT), "skip"))
        assert [paper.title for paper in Publication.objects.all()] == ["Second"]


class RoleTests:
    def test_who_has_no_role_is_refused(self, client):
        client.force_login(cast.make_login())
        assert client.get(address(), follow=True).status_code == 403

    @pytest.mark.both
    def test_member_is_warned_of_a_paper_that_is_not_theirs(self, member):
        assert "You aren’t among the authors." not in read(member).content.decode()
        cast.student()
        page = read(member, QUOKKA.replace("Quill, Ada and", ""))
        assert "You aren’t among the authors." in page.content.decode()
        assert send(member, page).url == "/publications/quokka/"

    @pytest.mark.both
    def test_member_is_told_of_a_paper_of_nobody_and_may_correct_it(self, member):
        page = read(member, QUOKKA.replace("Quill, Ada", "Quill, Aaron"))
        assert "so the paper won’t be on anybody’s page. Is “Aaron Quill” you?" in page.content.decode()
        answer = send(member, page)
        paper = Publication.objects.get()
        assert answer.url == paper.get_absolute_url()
        where = f"/admin/publications/publication/{paper.pk}/change/"
        sent = form_of(member, where) | {
            "title": "Naps",
            "authorships-0-person": str(Person.objects.members().get().pk),
        }
        member.post(where, sent)
        assert [row.person.name for row in paper.authorships.all()] == ["Ada Quill", "Zoë Lindqvist"]
        assert Publication.objects.get().title == "Naps"

    def test_member_is_told_before_it_is_saved(self, member):
        page = send(member, read(member), authors__0__who="new", authors__0__family="Vale", authors__0__given="Una")
        assert "The paper isn’t saved yet: please read this first." in page.content.decode()
        assert Publication.objects.count() == 0
        send(member, page)
        assert Publication.objects.count() == 1

    def test_an_editor_is_not_told(self, client):
        client.force_login(cast.make_login(role=Role.EDITOR))
        assert "on anybody’s page" not in read(client).content.decode()
        assert add(client).status_code == 302

    @pytest.mark.both
    def test_message_leads_to_the_page_of_the_paper(self, member):
        page = member.get(add(member).url)
        assert (
            '“<a href="/publications/quokka/">Quokka: Scheduling at Leisure</a>” has been added'
            in page.content.decode()
        )

    def test_draft(self, member):
        add(member, state="draft")
        assert Publication.objects.get().state == "draft"

    def test_member_asks_for_approval_where_the_lab_wants_it(self, member):
        lab = cast.Lab.objects.get()
        lab.needs_approval = True
        lab.save()
        page = read(member)
        assert "Ask an editor to publish it" in page.content.decode()
        assert send(member, page, state="published").context["sheet"].paper.errors["state"]
        send(member, page)
        assert Publication.objects.get().state == "waiting"

    def test_editor_needs_no_approval(self, editor):
        cast.Lab.objects.update(needs_approval=True)
        add(editor)
        assert Publication.objects.get().state == "published"


class EntryTests:
    def test_the_list_and_the_first_page_lead_here(self, member):
        for page in ("/admin/", "/admin/publications/publication/"):
            assert f'href="{address()}"' in member.get(page).content.decode()


class GuessedFamilyTests:
    PAPER = "@misc{a, title={On Rest}, author={García Márquez, Gabriel}, year=2024}"

    @pytest.fixture
    def gabriel(self):
        return cast.make_member("Gabriel García Márquez")

    def parts(self, person):
        person.refresh_from_db()
        return person.given_name, person.family_name, person.family_is_guess

    def test_a_paper_that_parts_a_name_settles_what_was_a_guess(self, editor, gabriel):
        assert self.parts(gabriel) == ("Gabriel García", "Márquez", True)
        add(editor, self.PAPER)
        assert authors() == [("Gabriel García Márquez", "")]
        assert self.parts(gabriel) == ("Gabriel", "García Márquez", False)

    def test_what_somebody_said_of_a_name_stands(self, editor, gabriel):
        Person.objects.update(family_is_guess=False)
        add(editor, self.PAPER)
        assert self.parts(gabriel) == ("Gabriel García", "Márquez", False)

    def test_members_part_no_names_of_others(self, member, gabriel):
        add(member, self.PAPER)
        assert self.parts(gabriel) == ("Gabriel García", "Márquez", True)

    @pytest.mark.parametrize(
        ("typed", "parts"),
        [("", ("Gabriel García", "Márquez", True)), ("García Márquez", ("Gabriel", "García Márquez", False))],
    )
    def test_a_form_without_a_family_name_leaves_a_guess(self, editor, gabriel, typed, parts):
        form = f"/admin/people/person/{gabriel.pk}/change/"
        editor.post(form, form_of(editor, form) | {"given_name": "", "family_name": typed})
        assert self.parts(gabriel) == parts
