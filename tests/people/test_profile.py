"""What a profile shows of a member: sections, counts and links; all of much in a page of bearable length."""

import re

import pytest

from people.models import Education, Person, Position, ProfileLink, Teaching
from people.profile import MAX_COUNTED, MAX_FOLDED
from publications.models import Authorship, Publication
from tests import cast
from tests.reading import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PROFILE = "/people/zoe-lindqvist/"


def section(client, name, address=PROFILE):
    """Return the source of one section of a profile."""
    parts = re.split(r'<section class="section" id="', text(client, address).partition("</main>")[0])
    return next(part for part in parts if part.startswith(f'{name}"')).partition("</section>")[0]


def make_much(member):
    """Give a member one of everything that has a section."""
    pi, venue = cast.pi(), cast.make_venue(name="Symposium on Systems")
    paper = cast.make_publication(authors=[member, pi], venue=venue)
    Position.objects.create(person=member, title="Miller", organisation="Mill", start="2020")
    Education.objects.create(person=member, degree="Ph.D.", organisation="Uni", ongoing=True)
    Teaching.objects.create(person=member, course="Slow Systems")
    member.references.create(referee=pi)
    cast.make_service(member, venue)
    cast.make_talk(member, publication=paper)
    cast.make_award(member)
    cast.make_project(people=[member])
    cast.make_news().people.add(member)
    return paper


class SectionTests:
    def test_every_section_is_in_the_index_and_every_link_of_the_index_leads_to_a_section(self, client):
        member = cast.student(biography="Hello.", research_statement="Rest.", skills="Patience", life="Naps.")
        make_much(member)
        page = text(client, PROFILE)
        index = page.partition('class="profile-index"')[2].partition("</nav>")[0]
        linked = re.findall(r'href="#([^"]+)"', index)
        assert linked == re.findall(r'<section class="section" id="([^"]+)"', page)
        assert len(linked) == 16

    def test_one_section_needs_no_index(self, client):
        cast.student(biography="Hello.")
        page = text(client, PROFILE)
        assert 'id="about"' in page
        assert "profile-index" not in page

    def test_of_whom_only_the_name_is_known_there_is_no_section(self, client):
        cast.make_member("Noor Sato", start="")
        page = text(client, "/people/noor-sato/")
        assert "<h1>Noor Sato</h1>" in page
        assert '<section class="section"' not in page

    def test_the_newest_news_come_first_and_no_more_than_five(self, client):
        member = cast.student()
        for year in range(2010, 2017):
            cast.make_news(f"News of {year}", date=str(year)).people.add(member)
        assert re.findall("News of (....)", section(client, "news")) == ["2016", "2015", "2014", "2013", "2012"]


class LinkTests:
    def test_links_come_in_the_order_of_their_kinds_each_with_its_icon(self, client):
        member = cast.student(orcid="0000-0002-1825-0097")
        for kind in ("x", "github", "homepage", "scholar"):
            ProfileLink.objects.create(person=member, kind=kind, url=f"https://{kind}.example")
        contacts = text(client, PROFILE).partition('class="contacts"')[2].partition("</ul>")[0]
        assert re.findall(r'icons\.svg#(\w+)"', contacts) == ["orcid", "homepage", "scholar", "github", "x", "pdf"]
        assert 'href="https://orcid.org/0000-0002-1825-0097"' in contacts


class PaperTests:
    def shown(self, client):
        return re.findall(r"<h3><a[^>]*>(.*?)</a></h3>", section(client, "publications"))

    def test_the_five_latest_are_shown_and_what_is_in_submission_if_there_is_room(self, client):
        member = cast.student()
        cast.make_publication("Nap of None", authors=[member], year=None, status="submitted")
        for year in (2020, 2024, 2022):
            cast.make_publication(f"Nap of {year}", authors=[member], year=year)
        assert self.shown(client) == ["Nap of 2024", "Nap of 2022", "Nap of 2020", "Nap of None"]
        for year in (2019, 2018):
            cast.make_publication(f"Nap of {year}", authors=[member], year=year)
        assert self.shown(client) == [f"Nap of {year}" for year in (2024, 2022, 2020, 2019, 2018)]
        assert "Latest publications" in section(client, "publications")
        assert "All 6 publications to search and filter" in section(client, "publications")

    def test_three_that_editors_selected_are_shown_instead(self, client):
        member = cast.student()
        for year in range(2018, 2025):
            cast.make_publication(f"Nap of {year}", authors=[member], year=year, is_selected=year < 2020)
        assert len(self.shown(client)) == 5
        Publication.objects.filter(year=2021).update(is_selected=True)
        assert self.shown(client) == ["Nap of 2021", "Nap of 2019", "Nap of 2018"]
        assert "Selected publications" in section(client, "publications")

    def test_long_texts_follow_the_papers_but_for_a_short_first_paragraph_in_the_head(self, client):
        member = cast.student(biography="I rest.", research_statement="We nap. " * 300)
        cast.make_publication(authors=[member])
        names = ["about", "publications", "research"]
        assert re.findall('<section class="section" id="([^"]+)"', text(client, PROFILE)) == names
        for first, is_lead in (("I rest. I nap.", True), ("I rest. I nap. " * 50, False)):
            member.biography = f"{first}\n\n{'It takes all day. ' * 80}"
            member.save()
            page = text(client, PROFILE)
            assert re.findall('<section class="section" id="([^"]+)"', page) == ["publications", "about", "research"]
            assert ('<div class="lead"><p>I rest. I nap.</p></div>' in page) is is_lead
            assert len(re.findall(r"<p>I rest\.", page)) == 1


class CoauthorTests:
    def test_a_co_author_comes_with_the_number_of_papers_written_together(self, client):
        member, pi = cast.student(), cast.pi()
        ivo = cast.stranger()
        for number, others in enumerate(([pi, ivo], [pi], [ivo, pi], [])):
            cast.make_publication(f"Quokka {number}", authors=[member, *others])
        cast.make_publication("Not hers", authors=[pi, ivo])
        found = re.findall(
            r'>([\w ]+?)(?:</a>|</span>) <(?:a|span) class="count"[^>]*>(\d+)<', section(client, "coauthors")
        )
        assert [(name.strip(), count) for name, count in found] == [("Ada Quill", "3"), ("Ivo Brandt", "2")]

    def test_the_number_of_papers_with_a_member_leads_to_them(self, client):
        member, pi = cast.student(), cast.pi()
        cast.make_publication(authors=[member, pi, cast.stranger()])
        cast.make_publication("Wombat", authors=[member])
        assert text(client, "/publications/?member=zoe-lindqvist&member=ada-quill").count("<article") == 1
        page = section(client, "coauthors")
        query = "/publications/?member=zoe-lindqvist&amp;member=ada-quill"
        assert f'<a class="count" href="{query}" aria-label="1 paper with Ada Quill">1</a>' in page
        assert '<span class="count">1</span>' in page

    @pytest.mark.both
    def test_of_many_the_first_are_seen_at_once_some_are_unfolded_and_the_rest_is_counted(self, client):
        number = MAX_FOLDED + 7
        cast.make_publication(authors=[cast.student(), *(f"Person {n}" for n in range(number))])
        page = section(client, "coauthors")
        assert f'<span class="count">{number}</span></div>' in page
        assert f"<summary>{number - MAX_COUNTED} more</summary>" in page
        assert "And 7 others" in page
        assert page.count("<li>") == MAX_FOLDED

    def test_who_wrote_alone_has_no_co_authors(self, client):
        cast.make_publication(authors=[cast.student()])
        assert 'id="coauthors"' not in text(client, PROFILE)


class VenueTests:
    @pytest.mark.both
    def test_venues_come_with_the_member_s_own_papers_there(self, client):
        member, pi = cast.student(), cast.pi()
        naps, syscon = cast.make_venue("NAPS"), cast.make_venue("SYSCON")
        for number, (author, venue) in enumerate([(member, naps), (member, syscon), (member, naps), (pi, syscon)]):
            cast.make_publication(f"Quokka {number}", authors=[author], venue=venue)
        assert text(client, "/publications/?venue=naps&member=zoe-lindqvist").count("<article") == 2
        page = section(client, "venues")
        assert re.findall(r'aria-label="([^"]+)"', page) == ["2 papers at NAPS", "1 paper at SYSCON"]
        assert 'href="/publications/?venue=naps&amp;member=zoe-lindqvist"' in page


class AwardTests:
    def test_an_award_to_a_paper_names_the_paper_and_nobody_on_an_author_s_page(self, client):
        paper = cast.make_publication(authors=[cast.student()])
        paper.awards.add(cast.make_award(None, "Best Paper"))
        page = section(client, "awards")
        assert "Best Paper" in page
        assert 'for <a href="/publications/quokka/">Quokka: Scheduling at Leisure</a>' in page

    def test_the_newest_award_comes_first_whether_a_person_s_or_a_paper_s(self, client):
        member = cast.student()
        cast.make_award(member, "Old", 2001)
        cast.make_publication(authors=[member]).awards.add(cast.make_award(None, "Middle", 2010))
        cast.make_award(member, "New", 2020)
        cast.make_award(cast.pi(), "Another's", 2021)
        assert re.findall("<h3>(.*?)</h3>", section(client, "awards")) == ["New", "Middle", "Old"]


class MuchTests:
    @pytest.fixture
    def page(self, client):
        """The page of a member with 500 papers over 25 years, each with seven of 600 others, at 20 venues."""
        member = cast.student()
        venues = [cast.make_venue(f"VENUE{number}") for number in range(20)]
        others = Person.objects.bulk_create(
            Person(name=f"Collaborator {number} of a Long Name", slug=f"other-{number}") for number in range(600)
        )
        papers = Publication.objects.bulk_create(
            Publication(
                title=f"Quokka {number}: A Title of Ordinary Length",
                year=2024 - number // 20,
                venue=venues[number % 20],
                doi=f"10.1145/{number}",
                slug=f"quokka-{number}",
                citation_key=f"quokka{number}",
            )
            for number in range(500)
        )
        Authorship.objects.bulk_create(
            Authorship(publication=paper, person=author, order=order)
            for number, paper in enumerate(papers)
            for order, author in enumerate([member, *(others[(7 * number + n) % 600] for n in range(7))])
        )
        return text(client, PROFILE)

    def test_a_page_of_500_papers_shows_five_and_counts_everything(self, page):
        assert len(page.encode()) < 100_000
        assert page.count("<article") == 5
        assert 'Publications</h2><span class="count">500</span>' in page
        assert 'Co-authors</h2><span class="count">600</span>' in page
        assert 'Venues</h2><span class="count">20</span>' in page
        assert len(re.findall(r'aria-label="\d{4}: 20 papers"', page)) == 25

    def test_the_chart_leads_to_years_of_the_list_of_all(self, page):
        assert 'href="/people/zoe-lindqvist/publications/?year=2021"' in page
        assert "All 500 publications to search and filter" in page
