import datetime
import gzip
import logging
import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import path

from labsite import urls
from labsite.models import Lab, Page
from publications.models import Publication
from tests import cast
from tests.reading import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class HomeTests:
    def test_it_says_what_the_lab_studies_then_shows_papers_people_and_venues(self, client):
        cast.make_lab(tagline="We study rest.")
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        cast.make_news()
        page = text(client, "/")
        order = ["<h1>We study rest.</h1>", "Quokka: Scheduling at Leisure", 'id="people"', "Where we publish"]
        assert sorted(order, key=page.index) == order

    def test_venues_stand_beside_the_papers_where_there_is_no_news(self, client):
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        page = text(client, "/")
        assert page.count("Where we publish") == 1
        assert page.index('id="papers"') < page.index("Where we publish") < page.index('id="people"')

    def test_the_papers_are_the_selected_ones_or_else_the_newest(self, client):
        cast.make_publication("Quokka", year=2010, is_selected=True)
        cast.make_publication("Wombat", year=2024)
        page = text(client, "/")
        assert "Selected publications" in page
        assert "Wombat" not in page
        Publication.objects.update(is_selected=False)
        page = text(client, "/")
        assert "Latest publications" in page
        assert page.index("Wombat") < page.index("Quokka")

    def test_those_who_lead_the_lab_come_first(self, client):
        cast.student()
        cast.pi()
        people = text(client, "/").partition('id="people"')[2]
        assert people.index("Ada Quill") < people.index("Zoë Lindqvist")

    def test_a_large_lab_shows_some_faces_and_leads_to_all(self, client):
        for number in range(18):
            cast.make_member(f"Member {number:02}")
        people = text(client, "/").partition('id="people"')[2].partition("</section>")[0]
        assert people.count("<li>") == 16
        assert '<a class="more" href="/people/">All 18 members</a>' in people

    def test_projects_that_last_and_openings_that_are_open_are_shown(self, client):
        cast.make_project("Leisure now", start="2020")
        cast.make_project("Leisure then", start="2010", end="2012")
        cast.make_opening("A sleeper")
        cast.make_opening("A waker", closes=datetime.date(2020, 1, 1))
        page = text(client, "/")
        assert ("Leisure now" in page, "Leisure then" in page) == (True, False)
        assert ("A sleeper" in page, "A waker" in page) == (True, False)

    def test_it_says_how_to_reach_the_lab(self, client):
        cast.make_lab(contact="Just *knock*.", address="Hall of Rest", email="hello@lab.example")
        section = text(client, "/").partition("Join or reach us")[2].partition("</section>")[0]
        for words in (
            "<p>Just <em>knock</em>.</p>",
            "<address>Hall of Rest</address>",
            'data-email="hello lab.example"',
        ):
            assert words in section

    def test_it_says_what_current_members_study_each_thing_once(self, client):
        cast.pi(interests="Sleep\nNaps")
        cast.student(interests="naps\nHammocks")
        cast.alumna(interests="Work")
        page = text(client, "/")
        assert "<li>Sleep</li><li>Naps</li><li>Hammocks</li>" in page.replace("> <", "><")
        assert "Work" not in page

    def test_an_empty_database_still_has_a_home_page_without_empty_sections(self, client):
        page = text(client, "/")
        assert "<h1>Research Lab</h1>" in page
        assert "<h2" not in page
        assert "There is nothing to read here yet." in page

    def test_alumni_are_not_among_the_people(self, client):
        cast.alumna()
        assert "Maren Hale" not in text(client, "/")

    def test_news_leads_to_its_page(self, client):
        cast.make_news("We rested")
        assert '<a href="/news/we-rested/">We rested</a>' in text(client, "/")


class NewsTests:
    def test_news_names_its_people_and_papers(self, client):
        item = cast.make_news("We rested", text="*Well*.")
        item.people.add(cast.student(), cast.stranger())
        item.publications.add(cast.make_publication("Quokka"))
        for address in ("/news/", "/news/we-rested/"):
            page = text(client, address)
            for words in (
                "<p><em>Well</em>.</p>",
                '<a href="/people/zoe-lindqvist/">Zoë Lindqvist</a>',
                '<a href="/publications/quokka/">Quokka</a>',
                "May 2024",
            ):
                assert words in page
            assert "Ivo Brandt" not in page

    @pytest.mark.both
    def test_a_long_list_comes_in_pages(self, client):
        for number in range(52):
            cast.make_news(f"News {number:02}", date=f"{1950 + number}")
        first, second = text(client, "/news/"), text(client, "/news/?page=2")
        assert ("News 51" in first, "News 01" in first) == (True, False)
        assert ("News 51" in second, "News 01" in second) == (False, True)
        assert '<a rel="next" href="?page=2">Next</a>' in first
        assert '<a rel="prev" href=".">Previous</a>' in second

    @pytest.mark.parametrize("number", ["0", "99", "x", "-1", "", "9" * 400])
    def test_a_page_that_is_not_there_is_the_nearest_that_is(self, client, number):
        cast.make_news("We rested")
        assert "We rested" in text(client, f"/news/?page={number}")

    def test_an_old_address_leads_to_the_new_one_for_ever(self, client):
        item = cast.make_news("We rested")
        item.slug = "rested"
        item.save()
        response = client.get("/news/we-rested/")
        assert (response.status_code, response["Location"]) == (301, "/news/rested/")


class NavigationTests:
    def in_line(self, client):
        return text(client, "/").partition('<nav aria-label="Main">')[2].partition("<details")[0]

    def test_what_has_no_room_in_the_line_is_behind_a_word(self, client):
        cast.make_lab()
        cast.make_project()
        cast.make_opening()
        cast.make_page(place=1)
        line = self.in_line(client)
        assert re.findall(r'<a href="([^"]+)"', line) == [
            *("/people/", "/publications/", "/projects/", "/openings/", "/join-us/", "/venues/")
        ]

    def test_openings_are_there_while_one_is_open(self, client):
        cast.make_lab()
        assert "/openings/" not in self.in_line(client)
        cast.make_opening()
        assert "/openings/" in self.in_line(client)


class FootTests:
    def test_it_names_the_lab_elsewhere_and_the_licence_of_its_content(self, client):
        cast.make_lab(links="https://code.example/leisure", licence="CC BY-SA 4.0")
        foot = text(client, "/").partition("<footer")[2]
        assert '<a href="https://code.example/leisure" rel="me">code.example/leisure</a>' in foot
        assert '<a href="https://creativecommons.org/licenses/by-sa/4.0/" rel="license">CC BY-SA 4.0</a>' in foot

    def test_it_leads_to_the_same_page_in_the_other_language(self, client):
        cast.make_lab()
        foot = text(client, "/people/?x=1").partition("<footer")[2]
        assert '<a href="/zh-hans/people/?x=1&amp;language=zh-Hans"' in foot


class ProjectTests:
    def test_the_list_is_in_the_navigation_once_there_is_a_project(self, client):
        assert 'href="/projects/"' not in text(client, "/").partition("</header>")[0]
        cast.make_project()
        assert 'href="/projects/"' in text(client, "/").partition("</header>")[0]

    def test_a_project_names_its_people_papers_and_funding(self, client):
        student = cast.student()
        paper = cast.make_publication()
        fields = {"summary": "Rest, but more.", "start": "2023", "end": "2026", "funding": "Rest Fund, 42\nEU"}
        cast.make_project(people=[student, cast.stranger()], publications=[paper], **fields)
        page = text(client, "/projects/leisure-at-scale/")
        for fact in (
            "Rest, but more.",
            "2023 – 2026",
            "Zoë Lindqvist",
            "/publications/quokka/",
            "<li>Rest Fund, 42</li>",
        ):
            assert fact in page
        assert "Ivo Brandt" not in page

    def test_a_project_is_on_the_page_of_each_member_in_it(self, client):
        cast.make_project(people=[cast.student()])
        link = '<a href="/projects/leisure-at-scale/">Leisure at Scale</a>'
        assert link in text(client, "/people/zoe-lindqvist/")

    def test_an_old_address_leads_to_the_new_one_for_ever(self, client):
        project = cast.make_project()
        project.slug = "rest"
        project.save()
        response = client.get("/projects/leisure-at-scale/")
        assert (response.status_code, response["Location"]) == (301, "/projects/rest/")


class LabPageTests:
    def test_a_page_with_a_place_is_in_the_navigation_in_that_order(self, client):
        cast.make_lab()
        cast.make_page("Contact", place=2)
        cast.make_page("Join us", place=1)
        cast.make_page("Imprint")
        header = text(client, "/").partition("</nav>")[0]
        assert header.index('<a href="/join-us/">Join us</a>') < header.index('<a href="/contact/">Contact</a>')
        assert "Imprint" not in header

    def test_its_text_is_rendered_from_markdown(self, client):
        cast.make_page(text="Write to *us*.")
        assert "<p>Write to <em>us</em>.</p>" in text(client, "/join-us/")

    @pytest.mark.parametrize("title", ["People", "Admin", "News", "Search"])
    def test_it_cannot_hide_another_page_of_the_site(self, title):
        with pytest.raises(ValidationError, match="another page at this address"):
            Page(title=title).full_clean()

    def test_an_old_address_leads_to_the_new_one_for_ever(self, client):
        page = cast.make_page()
        page.slug = "jobs"
        page.save()
        response = client.get("/join-us/")
        assert (response.status_code, response["Location"]) == (301, "/jobs/")


class MachinePageTests:
    def test_the_site_map_lists_members_papers_venues_and_lists(self, client):
        cast.stranger()
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        page = text(client, "/sitemap.xml")
        for address in ("/", "/people/zoe-lindqvist/", "/publications/quokka/", "/venues/syscon/", "/services/"):
            assert f"<loc>http://testserver{address}</loc>" in page
        assert "ivo-brandt" not in page

    def test_robots_are_told_of_the_site_map_and_kept_from_what_has_no_end(self, client):
        response = client.get("/robots.txt")
        assert response["Content-Type"] == "text/plain; charset=utf-8"
        assert response.content.decode().splitlines() == [
            "User-agent: *",
            "Disallow: /admin/",
            "Disallow: /account/",
            "Disallow: /search/",
            "Disallow: /zh-hans/search/",
            "Disallow: /publications.*?",
            "Sitemap: http://testserver/sitemap.xml",
        ]


class DeliveryTests:
    def test_a_page_is_compressed_for_those_who_can_read_that(self, client):
        cast.make_publication("Quokka " * 50)
        page = client.get("/publications/", headers={"Accept-Encoding": "gzip"})
        assert page["Content-Encoding"] == "gzip"
        assert gzip.decompress(page.content) == client.get("/publications/").content

    def test_a_compressed_page_that_has_not_changed_is_a_304(self, client):
        etag = client.get("/publications/", headers={"Accept-Encoding": "gzip"})["ETag"]
        headers = {"Accept-Encoding": "gzip", "If-None-Match": etag}
        assert client.get("/publications/", headers=headers).status_code == 304


class ErrorPageTests:
    def test_an_unknown_address_is_a_404_with_a_way_on(self, client):
        cast.make_lab("Leisure Lab")
        response = client.get("/nowhere/")
        assert response.status_code == 404
        assert "There is no page at this address" in response.content.decode()
        assert "Leisure Lab" in response.content.decode()

    @pytest.mark.urls(__name__)
    def test_a_failure_is_a_500_that_names_the_request_and_is_logged_under_it(self, client, caplog):
        client.raise_request_exception = False
        with caplog.at_level(logging.ERROR):
            response = client.get("/broken/")
        assert response.status_code == 500
        assert response["X-Request-ID"] in response.content.decode()
        (record,) = (record for record in caplog.records if record.name == "django.request")
        assert record.request.id == response["X-Request-ID"]
        assert "kaput" in str(record.exc_info[1])


def broken(request):
    raise RuntimeError("kaput")


urlpatterns = [path("broken/", broken), *urls.urlpatterns]
handler500 = urls.handler500


@pytest.mark.parametrize("address", ["/", "/news/", "/search/", "/robots.txt"])
def test_a_page_only_answers_reading(client, address):
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("line", ["javascript:alert(1)", "code.example", "mailto:a@b.example"])
def test_the_lab_is_elsewhere_only_at_addresses_of_pages(line):
    with pytest.raises(ValidationError, match="is no address of a page"):
        Lab(name="Leisure Lab", links=f"https://code.example/a\n{line}").full_clean()
