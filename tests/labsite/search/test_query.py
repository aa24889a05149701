import pytest
from django.utils import translation

from labsite.models import Opening
from labsite.search.query import find
from people.models import Position
from publications.models import EarlierVersion, Publication, VenueAlias
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


def found(query, kind):
    """Return the names of what a query finds of a kind, in order."""
    return [str(hit.row) for group in find(query).groups if group.kind.name == kind for hit in group.hits]


def hit(query):
    """Return the best hit of a query."""
    return find(query).groups[0].hits[0]


class PersonTests:
    @pytest.mark.parametrize("query", ["zoe", "ZOË LINDQVIST", "lindqvist zoe", "林佐伊", "林 佐伊", "佐伊", "lind"])
    def test_a_member_is_found_however_the_name_is_typed(self, query):
        cast.student()
        assert found(query, "people") == ["Zoë Lindqvist"]

    def test_collaborators_are_found_by_their_papers_only(self):
        cast.make_publication(authors=[cast.stranger()])
        assert [group.kind.name for group in find("brandt").groups] == ["publications"]

    def test_a_member_is_found_by_where_they_have_been(self):
        student = cast.student()
        Position.objects.create(person=student, title="Intern", organisation="Hammock Works", place="Lund")
        assert found("hammock lund", "people") == ["Zoë Lindqvist"]
        assert hit("hammock intern").excerpts == ("<mark>Intern, Hammock</mark> Works, Lund.",)

    def test_another_spelling_is_shown_where_it_is_what_was_asked_for(self):
        cast.student().name_variants.create(name="Zoe Y. Lin")
        assert hit("zoe lin").excerpts == ()
        assert hit("Y. Lin").excerpts == ("Also written Zoe <mark>Y. Lin</mark>",)

    def test_the_name_in_its_own_script_is_marked(self):
        cast.student()
        assert hit("佐伊").other_name == "林<mark>佐伊</mark>"


class PublicationTests:
    @pytest.mark.parametrize(
        "query", ["quokka", "scheduling leisure", "Brandt", "syscon", "Conference on Systems", "wombat", "2024"]
    )
    def test_a_paper_is_found_by_title_author_venue_earlier_title_and_year(self, query):
        venue = cast.make_venue(name="Conference on Systems")
        paper = cast.make_publication(authors=["Ivo Brandt"], venue=venue)
        EarlierVersion.objects.create(publication=paper, title="Wombat")
        assert found(query, "publications") == ["Quokka: Scheduling at Leisure"]

    def test_a_paper_is_found_by_another_spelling_or_script_of_its_author(self):
        student = cast.student()
        student.name_variants.create(name="Zoe Lin")
        cast.make_publication(authors=[student])
        for query in ("zoe lin", "佐伊"):
            assert found(query, "publications") == ["Quokka: Scheduling at Leisure"]

    def test_a_paper_is_found_once_whatever_the_number_of_its_authors(self):
        brandt, sato = cast.stranger(), cast.make_person("Ivo Sato")
        for person in (brandt, sato):
            person.name_variants.create(name=f"Ivo {person.family_name[0]}")
        cast.make_publication(authors=[brandt, sato])
        assert find("ivo").total == 1

    def test_words_of_the_title_and_of_authors_are_marked(self):
        cast.make_publication("Long-Sequence Naps", authors=["Erik Müller", "Ivo Brandt"])
        shown = hit("long sequence muller")
        assert shown.title == "<mark>Long-Sequence</mark> Naps"
        assert shown.byline == "Erik <mark>Müller</mark>, Ivo Brandt"
        assert shown.excerpts == ()

    def test_what_neither_title_nor_authors_have_is_shown_in_its_context(self):
        cast.make_publication(abstract="We *rest* a lot & well.")
        assert hit("quokka rest").excerpts == ("We <mark>rest</mark> a lot &amp; well.",)


class OtherKindTests:
    def test_a_venue_is_found_by_an_alias(self):
        VenueAlias.objects.create(venue=cast.make_venue(name="Conference on Systems"), name="Wombat Days")
        assert hit("wombat conference").excerpts == ("<mark>Wombat</mark> Days",)

    def test_news_and_projects_are_found_by_their_words_and_the_people_in_them(self):
        student = cast.student()
        cast.make_news("We rested").people.add(student)
        cast.make_project(people=[student], funding="Rest Fund 42")
        assert found("rested", "news") == found("lindqvist", "news") == ["We rested"]
        assert found("fund 42", "projects") == found("佐伊", "projects") == ["Leisure at Scale"]

    def test_pages_are_found_by_their_text(self):
        cast.make_page(text="Write to **us** by *post*.")
        assert hit("post").excerpts == ("Write to us by <mark>post</mark>.",)

    def test_openings_are_found_until_they_close(self):
        Opening.objects.create(title="Two PhD students")
        Opening.objects.create(title="Two visitors", closes="2020-01-01")
        assert found("two", "openings") == ["Two PhD students"]

    def test_talks_awards_and_services_are_found_by_the_person_too(self):
        student = cast.student()
        cast.make_talk(student, "Resting")
        cast.make_award(student)
        cast.make_service(student, cast.make_venue())
        kinds = [group.kind.name for group in find("lindqvist").groups]
        assert kinds == ["people", "talks", "awards", "services"]
        assert found("syscon 2024", "talks") == ["Resting"]

    def test_a_service_is_found_by_role_venue_and_year_together(self):
        cast.make_service(cast.student(), cast.make_venue(), kind="pc", year=2024)
        assert hit("programme committee syscon 2024").title == "<mark>Programme committee, SYSCON 2024</mark>"

    def test_a_service_is_found_by_its_role_in_the_language_of_the_page(self):
        cast.make_service(cast.student(), cast.make_venue(), kind="reviewer")
        with translation.override("zh-hans"):
            assert hit("审稿 syscon").title == "<mark>审稿</mark>人，<mark>SYSCON</mark> 2024"

    def test_the_words_of_a_role_are_folded_in_english_whatever_the_language_of_the_page(self):
        with translation.override("zh-hans"):
            cast.make_service(cast.student(), cast.make_venue(), kind="pc")
        assert found("committee", "services") != []


class OrderTests:
    def test_names_come_before_their_beginnings_and_these_before_words_and_parts_of_words(self):
        titles = ["Aquokka", "Naps", "A quokka", "Quokkas", "Quokka"]
        for title in titles:
            cast.make_publication(title, abstract="Like quokkas." if title == "Naps" else "")
        assert found("quokka", "publications") == ["Quokka", "Quokkas", "A quokka", "Naps", "Aquokka"]

    @pytest.mark.parametrize("query", ["quokka", "QUOKKA", "quokka: scheduling at leisure", "Wombat"])
    def test_a_paper_that_is_called_so_comes_before_newer_ones(self, query):
        paper = cast.make_publication(year=2010)
        EarlierVersion.objects.create(publication=paper, title="Wombat")
        cast.make_publication(f"{query} or not", year=2024)
        assert found(query, "publications")[0] == "Quokka: Scheduling at Leisure"

    def test_the_venue_of_exactly_this_acronym_comes_first(self):
        for acronym in ("ASC", "HPSC", "SC", "SCA"):
            cast.make_venue(acronym)
        assert found("sc", "venues") == ["SC", "SCA", "ASC", "HPSC"]

    def test_a_venue_called_so_by_an_alias_comes_before_one_that_begins_so(self):
        VenueAlias.objects.create(venue=cast.make_venue("ZZZ"), name="SC")
        cast.make_venue("SCA")
        assert found("sc", "venues") == ["ZZZ", "SCA"]

    def test_a_family_name_comes_before_names_that_begin_so(self):
        cast.make_member("Linus Aalto")
        cast.make_member("Zoë Lin")
        assert found("lin", "people") == ["Zoë Lin", "Linus Aalto"]

    def test_equally_good_papers_come_newest_first(self):
        for year in (2020, 2024, 2022):
            cast.make_publication(f"Naps in {year}", year=year)
        assert found("naps", "publications") == ["Naps in 2024", "Naps in 2022", "Naps in 2020"]

    def test_equally_good_talks_come_newest_first(self):
        student = cast.student()
        for title, date in (("A nap", "2022"), ("B nap", "2024"), ("C nap", "2023")):
            cast.make_talk(student, title, occasions=[("SYSCON", date)])
        assert found("nap", "talks") == ["B nap", "C nap", "A nap"]

    def test_the_kind_with_the_best_match_comes_first(self):
        cast.make_member("Ada Napier")
        cast.make_publication("Nap")
        assert [group.kind.name for group in find("nap").groups] == ["publications", "people"]

    def test_the_best_match_is_found_among_many(self):
        many = [Publication(title=f"Naps {n}", slug=f"naps-{n}", citation_key=f"k{n}", year=2024) for n in range(50)]
        Publication.objects.bulk_create(many)
        cast.make_publication("Naps", year=1999, slug="other")
        assert found("naps", "publications")[0] == "Naps"


class BoundTests:
    def test_every_word_must_be_found(self):
        cast.make_publication()
        assert find("quokka wombat").total == 0

    def test_each_kind_shows_a_few_and_leads_to_the_rest(self, client):
        for n in range(12):
            cast.make_publication(f"Naps {n}")
            cast.make_news(f"Naps {n}")
        page = text(client, "/search/?q=naps")
        assert '<a class="more" href="/publications/?q=naps">See all 12</a>' in page
        assert '<a class="more" href="/search/?q=naps&amp;kind=news">See all 12</a>' in page
        assert page.count('href="/news/naps-') == 5
        assert text(client, "/search/?q=naps&kind=news").count('href="/news/naps-') == 12

    def test_one_kind_alone_keeps_the_numbers_of_the_others(self, client):
        cast.make_publication("Naps")
        cast.make_news("Naps")
        page = text(client, "/search/?q=naps&kind=news")
        assert '<a href="/search/?q=naps">All <span class="count">2</span></a>' in page
        assert '<section class="section" id="publications">' not in page

    def test_a_kind_that_is_not_there_is_ignored(self):
        cast.make_publication()
        assert [group.kind.name for group in find("quokka", "gnus").shown] == ["publications"]
        assert [group.kind.name for group in find("quokka", "news").shown] == ["publications"]


class AnyInputTests:
    def test_no_query_is_an_error(self, client):
        cast.make_publication()
        table = [
            *("", " ", "%", "_", "C++", "'", '"', '"><b>', "\\", "%00", "\0", "🦘", "👩‍🔬", "x" * 10_000, "*" * 300),
            *("%ED%A0%80", "\ud800", "%ff%fe", "-", "…!?", "a\nb", "\u0301", "AND OR NOT", "q:(x)", "ﷺ" * 400),
            *("x " * 5000, "大" * 10_000, "{x}", "%(x)s", "{{ x }}", "<script>alert(1)</script>"),
        ]
        addresses = (
            f"/search/?q={query}".encode("utf-8", "surrogatepass").decode("utf-8", "replace") for query in table
        )
        pages = {address: text(client, address) for address in addresses}
        assert [query for query, page in pages.items() if "<script>alert" in page or '"><b>' in page] == []

    @pytest.mark.parametrize("address", ["/search/?kind=%00&q=%00", "/search/?q=a&q=b", "/search/?kind=news"])
    def test_no_address_is_an_error(self, client, address):
        assert client.get(address).status_code == 200

    @pytest.mark.parametrize("query", ["%25", "_", "?", "*", "%F0%9F%A6%98"])
    def test_a_query_without_a_letter_or_digit_finds_nothing(self, client, query):
        cast.make_publication("A*B_C%D 🦘?")
        assert "Nothing found for" in text(client, f"/search/?q={query}")


class PageTests:
    def test_without_a_query_it_says_what_can_be_asked_for(self, client):
        page = text(client, "/search/")
        assert "Accents and capitals don’t matter" in page and 'href="/people/"' in page.partition("<main")[2]

    def test_where_nothing_is_found_each_word_can_be_tried_alone(self, client):
        page = text(client, "/search/?q=Quokka wombät")
        assert "Nothing found for “Quokka wombät”." in page
        assert '<a href="/search/?q=wombat">wombat</a>' in page

    def test_it_says_how_much_was_found(self, client):
        cast.make_publication()
        assert "1 result for “quokka”." in text(client, "/search/?q=quokka")
        cast.make_publication()
        assert "2 results for “quokka”." in text(client, "/search/?q=quokka")


class SpellingTests:
    """What a query may have meant that finds nothing."""

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("lindqist", "Lindqvist"),
            ("Zoe Lindkwist", "Zoë Lindqvist"),
            ("liesure", "Leisure"),
            ("林佐佐", "林佐伊"),
            ("lindqvist", ""),  # nothing is wrong with it
            ("zoo lindqvist", "Zoë Lindqvist"),
            ("lxxdqxxst", ""),  # too much is
            ("indqvist lindqist", ""),  # a word without a neighbour
            (" ".join(f"lindqis{letter}" for letter in "abcdefghi"), ""),  # more than a person types
        ],
    )
    def test_the_nearest_names_are_meant(self, typed, meant):
        cast.student()
        cast.make_publication("Leisure at Scale")
        assert find(typed).meant == meant

    def test_only_what_finds_something_is_offered(self, client):
        cast.student()
        cast.make_publication("Leisure at Scale")
        page = text(client, "/search/?q=lindqist")
        assert '<a href="/search/?q=Lindqvist">Lindqvist</a>' in page
        assert "Did you mean" not in text(client, "/search/?q=lindqvist+liesure")
