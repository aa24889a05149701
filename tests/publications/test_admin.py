import pytest

from publications.models import Authorship, Publication, Talk, Venue
from tests import cast
from tests.editing import address, column, form_of, found, queries_of, suggested

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def editor(client):
    client.force_login(cast.make_administrator())
    return client


def post_orders(editor, paper, *orders):
    """Save a paper's form with these numbers in its author rows, "" for none."""
    page = address(Publication, "change", paper.pk)
    data = form_of(editor, page)
    data |= {f"authorships-{row}-order": order for row, order in enumerate(orders)}
    answer = editor.post(page, data)
    assert answer.status_code == 302, answer.context["errors"]


def authors(paper):
    return [(author.order, str(author)) for author in Authorship.objects.filter(publication=paper)]


def added_rows(*people, orders):
    """Return what new author rows send."""
    rows = {"authorships-TOTAL_FORMS": len(people), "authorships-INITIAL_FORMS": 0}
    for row, (person, order) in enumerate(zip(people, orders, strict=True)):
        rows |= {f"authorships-{row}-person": person.pk if person else "", f"authorships-{row}-order": order}
    return rows


class AuthorRowTests:
    @pytest.fixture
    def paper(self):
        return cast.make_publication(authors=["Una", "Vic", "Wes"])

    def test_are_stored_in_the_order_they_were_given(self, editor, paper):
        post_orders(editor, paper, 2, 3, 1)
        assert authors(paper) == [(1, "Wes"), (2, "Una"), (3, "Vic")]

    def test_without_numbers_are_stored_as_they_stand_in_the_form(self, editor, paper):
        post_orders(editor, paper, 0, 0, "")
        assert authors(paper) == [(1, "Una"), (2, "Vic"), (3, "Wes")]

    def test_with_gaps_and_repeats_are_numbered_from_one(self, editor, paper):
        post_orders(editor, paper, 7, 7, 3)
        assert authors(paper) == [(1, "Wes"), (2, "Una"), (3, "Vic")]

    def test_new_without_a_number_follow_those_before_them(self, editor, paper):
        page = address(Publication, "change", paper.pk)
        new = {
            "authorships-TOTAL_FORMS": "4",
            "authorships-0-order": "2",
            "authorships-1-order": "1",
            "authorships-3-person": cast.make_person("Xi").pk,
            "authorships-3-order": "0",
        }
        editor.post(page, form_of(editor, page) | new)
        assert authors(paper) == [(1, "Vic"), (2, "Una"), (3, "Wes"), (4, "Xi")]

    def test_of_a_new_paper_without_numbers_are_stored_as_they_stand(self, editor):
        people = [cast.make_person(name) for name in ("Una", "Vic", "Wes")]
        data = form_of(editor, address(Publication, "add")) | {"title": "A Paper"}
        editor.post(address(Publication, "add"), data | added_rows(*people, orders=[0, 0, 0]))
        assert authors(Publication.objects.get()) == [(1, "Una"), (2, "Vic"), (3, "Wes")]

    def test_in_which_nothing_but_the_place_is_filled_in_are_left_out(self, editor):
        una = cast.make_person("Una")
        data = form_of(editor, address(Publication, "add")) | {"title": "A Paper"}
        answer = editor.post(address(Publication, "add"), data | added_rows(None, una, orders=[1, 2]))
        assert answer.status_code == 302
        assert authors(Publication.objects.get()) == [(1, "Una")]

    def test_that_are_deleted_leave_no_gap(self, editor, paper):
        page = address(Publication, "change", paper.pk)
        editor.post(page, form_of(editor, page) | {"authorships-1-DELETE": "on"})
        assert authors(paper) == [(1, "Una"), (2, "Wes")]

    def test_with_the_same_person_twice_are_refused_in_words(self, editor):
        una = cast.make_person("Una")
        data = form_of(editor, address(Publication, "add")) | {"title": "A Paper"}
        answer = editor.post(address(Publication, "add"), data | added_rows(una, una, orders=[1, 2]))
        assert "Please correct the duplicate data" in answer.content.decode()
        assert Publication.objects.count() == 0


class PublicationListTests:
    @pytest.mark.parametrize("query", ["quokka", "zoe", "LINDQVIST syscon", "2024 leisure"])
    @pytest.mark.both
    def test_search_finds_words_of_the_title_an_author_a_venue_and_a_year(self, editor, query):
        cast.make_publication(authors=[cast.student(), cast.pi()], venue=cast.make_venue())
        cast.make_publication("Another", year=2001)
        assert found(editor, Publication, query) == ["Quokka: Scheduling at Leisure"]

    def test_search_finds_a_title_in_another_script(self, editor):
        cast.make_publication("大模型 at Rest")
        assert found(editor, Publication, "大模型") == ["大模型 at Rest"]

    def test_counts_authors(self, editor):
        cast.make_publication("One", ["Una", "Vic", "Wes"])
        cast.make_publication("Two")
        assert column(editor, Publication, "number_of_authorships") == {"One": 3, "Two": 0}

    def test_marks_papers_with_a_link_without_an_address(self, editor):
        paper = cast.make_publication()
        paper.links.create(kind="pdf")
        paper.links.create(kind="code", url="https://code.example/")
        page = editor.get(address(Publication, "changelist")).content.decode()
        assert '<td class="field-missing">Address: PDF</td>' in page

    @pytest.mark.both
    def test_filter_finds_papers_with_a_link_without_an_address(self, editor):
        cast.make_publication("One").links.create(kind="pdf")
        cast.make_publication("Two").links.create(kind="pdf", url="https://pdf.example/")
        page = editor.get(address(Publication, "changelist"), {"links": "missing"})
        assert [str(paper) for paper in page.context["cl"].result_list] == ["One"]

    @pytest.mark.both
    def test_found_papers_can_be_deleted_together(self, editor):
        paper = cast.make_publication(authors=["Una"])
        chosen = {"action": "delete_selected", "_selected_action": paper.pk, "post": "yes", "choice": "all"}
        editor.post(address(Publication, "changelist") + "?q=una", chosen)
        assert Publication.objects.count() == 0

    def test_costs_the_same_for_more_rows(self, editor):
        venue = cast.make_venue()
        cast.make_publication("One", ["Una"], venue), cast.make_publication("Two", ["Vic"], venue)
        before = queries_of(editor, address(Publication, "changelist"))
        for number in range(4):
            paper = cast.make_publication(f"No. {number}", ["Wes", "Xi"], cast.make_venue(f"V{number}"))
            paper.links.create(kind="pdf")
        assert queries_of(editor, address(Publication, "changelist")) == before


class PublicationFormTests:
    def test_names_the_talks_about_it(self, editor):
        paper = cast.make_publication()
        talk = cast.make_talk(cast.pi(), publication=paper)
        page = editor.get(address(Publication, "change", paper.pk)).content.decode()
        assert f'<a href="/admin/publications/talk/{talk.pk}/change/">On Leisure</a>' in page

    def test_can_be_viewed_on_the_site(self, editor):
        page = editor.get(address(Publication, "change", cast.make_publication().pk)).content.decode()
        assert '<a href="/publications/quokka/" class="viewsitelink">' in page

    def test_text_is_edited_with_a_preview(self, editor):
        page = editor.get(address(Publication, "add")).content.decode()
        assert 'data-markdownx-urls-path="/admin/markdown/preview/"' in page

    @pytest.mark.both
    def test_autocomplete_finds_a_venue_by_an_alias(self, editor):
        cast.make_venue().aliases.create(name="Symposium für Konfiguration")
        assert suggested(editor, Publication, "venue", "fur konfiguration") == ["SYSCON"]


class VenueListTests:
    def test_counts_papers_and_services(self, editor):
        venue, ada = cast.make_venue(), cast.pi()
        for title in ("One", "Two"):
            cast.make_publication(title, venue=venue)
        for year in (2022, 2023, 2024):
            cast.make_service(ada, venue, year=year)
        assert column(editor, Venue, "number_of_publications") == {"SYSCON": 2}
        assert column(editor, Venue, "number_of_services") == {"SYSCON": 3}

    def test_costs_the_same_for_more_rows(self, editor):
        cast.make_venue("ONE"), cast.make_venue("TWO")
        before = queries_of(editor, address(Venue, "changelist"))
        for number in range(4):
            cast.make_publication(f"No. {number}", venue=cast.make_venue(f"V{number}"))
        assert queries_of(editor, address(Venue, "changelist")) == before


class TalkListTests:
    def test_says_when_a_talk_was_last_given(self, editor):
        cast.make_talk(cast.pi(), occasions=[("SYSCON", "2023-05"), ("A seminar", "2024-06-26"), ("A class", "")])
        page = editor.get(address(Talk, "changelist")).content.decode()
        assert '<td class="field-last_given">26 June 2024</td>' in page

    @pytest.mark.parametrize("query", ["leisure", "zoe", "seminar"])
    def test_search_finds_a_title_a_speaker_and_a_host(self, editor, query):
        cast.make_talk(cast.student(), occasions=[("A seminar", "2023"), ("Another seminar", "2024")])
        cast.make_talk(cast.pi(), title="On Work")
        assert found(editor, Talk, query) == ["On Leisure"]

    def test_costs_the_same_for_more_rows(self, editor):
        cast.make_talk(cast.make_person("Una"), publication=cast.make_publication())
        cast.make_talk(cast.make_person("Vic"))
        before = queries_of(editor, address(Talk, "changelist"))
        for name in ("Wes", "Xi", "Yan"):
            cast.make_talk(cast.make_person(name), publication=cast.make_publication(f"By {name}"))
        assert queries_of(editor, address(Talk, "changelist")) == before


class CitationKeyTests:
    def test_is_made_of_the_first_author_of_a_new_paper(self, editor):
        una = cast.make_person("Una Vale")
        data = form_of(editor, address(Publication, "add")) | {"title": "A Paper", "year": 2024}
        editor.post(address(Publication, "add"), data | added_rows(una, orders=[1]))
        assert Publication.objects.get().citation_key == "vale2024paper"

    def test_stays_as_an_editor_typed_it(self, editor):
        una = cast.make_person("Una Vale")
        data = form_of(editor, address(Publication, "add")) | {"title": "A Paper", "citation_key": "mine"}
        editor.post(address(Publication, "add"), data | added_rows(una, orders=[1]))
        assert Publication.objects.get().citation_key == "mine"

    def test_does_not_change_with_the_authors(self, editor):
        paper = cast.make_publication(authors=["Una Vale", "Vic Wood"], citation_key="vale2024quokka")
        post_orders(editor, paper, 2, 1)
        paper.refresh_from_db()
        assert paper.citation_key == "vale2024quokka"
