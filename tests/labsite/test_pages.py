import gzip
import logging

import pytest
from django.core.exceptions import ValidationError
from django.urls import path

from labsite import urls
from labsite.models import Page
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


class HomeTests:
    def test_it_shows_members_latest_papers_and_venues(self, client):
        cast.make_lab(tagline="We study rest.")
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        page = text(client, "/")
        order = ["<h1>We study rest.</h1>", "Zoë Lindqvist", "Quokka: Scheduling at Leisure", "Where we publish"]
        assert sorted(order, key=page.index) == order

    def test_it_says_what_current_members_study_each_thing_once(self, client):
        cast.pi(interests="Sleep\nNaps")
        cast.student(interests="naps\nHammocks")
        cast.alumna(interests="Work")
        page = text(client, "/")
        assert "<li>naps</li><li>Hammocks</li><li>Sleep</li>" in page.replace("> <", "><")
        assert "Work" not in page

    def test_an_empty_database_still_has_a_home_page_without_empty_sections(self, client):
        page = text(client, "/")
        assert "<h1>Research Lab</h1>" in page
        assert "<h2" not in page

    def test_alumni_are_not_among_the_people(self, client):
        cast.alumna()
        assert "Maren Hale" not in text(client, "/")

    def test_news_leads_to_its_place_on_the_news_page(self, client):
        cast.make_news("We rested")
        assert '<a href="/news/#we-rested">We rested</a>' in text(client, "/")
        assert 'id="we-rested"' in text(client, "/news/")


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

    def test_robots_are_told_of_the_site_map_and_kept_from_the_admin(self, client):
        response = client.get("/robots.txt")
        assert response["Content-Type"] == "text/plain"
        assert "Disallow: /admin/" in response.content.decode().splitlines()
        assert "Sitemap: http://testserver/sitemap.xml" in response.content.decode().splitlines()


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
