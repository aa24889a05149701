import datetime
import gzip
import logging
import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import path

from labsite import urls
from labsite.models import Lab, Page, Project, TextPicture
from publications.models import Publication
from tests import cast
from tests.labsite.modelling.test_pictures import upload
from tests.reading import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class HomeTests:
    def test_it_says_what_the_lab_studies_then_shows_papers_people_and_venues(self, client):
        cast.make_lab(tagline="We study rest.")
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        cast.make_news()
        page = text(client, "/")
        order = ["<h1>We study rest.</h1>", 'id="news"', "Quokka: Scheduling at Leisure"]
        order += ["Where we publish", 'id="people"']
        assert sorted(order, key=page.index) == order

    def test_a_group_picture_stands_under_the_sentence_and_what_is_new_beside_both(self, client):
        cast.make_lab(picture=upload(), picture_alt="All of us", picture_caption="At the lake")
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        cast.make_news()
        page = text(client, "/")
        order = ['alt="All of us"', "At the lake", 'id="news"', 'id="papers"', "Where we publish", 'id="people"']
        assert sorted(order, key=page.index) == order

    def test_the_lab_chooses_which_lists_are_shown_and_in_which_order(self, client):
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        cast.make_lab(), cast.make_project(start="2020"), cast.make_news()
        cast.make_section("projects", home=1)
        cast.make_section("publications:venues", home=None)
        cast.make_section("news", home=None)
        page = text(client, "/")
        assert re.findall(r'<h2 id="(\w+)"', page) == ["projects", "papers", "people"]

    def test_lists_have_the_names_that_the_lab_gave_them(self, client):
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        cast.make_lab(), cast.make_project(start="2020"), cast.make_news(), cast.make_opening("A sleeper")
        names = {
            "publications:list": "Our record",
            "publications:venues": "Where to hear us",
            "people:list": "Team",
            "projects": "What we build",
            "news": "Diary",
            "openings": "Jobs",
        }
        for place, (page, name) in enumerate(names.items(), 1):
            cast.make_section(page, home=place, name=name)
        page = text(client, "/")
        headings = ["Diary", "Jobs", "Our record", "Where to hear us", "Team", "What we build"]
        assert re.findall(r'<h2 id="\w+">(.*?)</h2>', page)[: len(headings)] == headings
        ways_on = ["Diary", "Jobs", "Our record", "Our member", "What we build"]
        assert re.findall(r'<a class="more" [^>]*>(.*?)</a>', page) == ways_on

    def test_a_talk_that_is_to_come_is_announced(self, client):
        cast.make_talk(cast.student(), "Rest for all", [("Leisure Seminar", "2090-05-04")])
        section = text(client, "/").partition("Next talk")[2].partition("</section>")[0]
        assert "4 May 2090" in section
        assert "Zoë Lindqvist, Leisure Seminar" in section

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

    def test_the_latest_are_papers_each_once_and_none_in_submission(self, client):
        for title, fields in {
            "Quokka from Naps": {},
            "Supplementary Table 2 from Quokka from Naps": {},
            "Tides, part 1": {},
            "Tides, part 2": {},
            "Tables of tides": {"kind": "dataset"},
            "Wombat": {"status": "submitted"},
        }.items():
            cast.make_publication(title, **fields)
        page = text(client, "/")
        assert re.findall(r"<h3><a [^>]*>([^<]*)</a></h3>", page) == ["Quokka from Naps", "Tides, part 1"]

    def test_those_who_lead_the_lab_come_first(self, client):
        cast.student()
        cast.pi()
        people = text(client, "/").partition('id="people"')[2]
        assert people.index("Ada Quill") < people.index("Zoë Lindqvist")

    def test_a_large_lab_shows_some_faces_and_leads_to_all(self, client):
        for number in range(18):
            cast.make_member(f"Member {number:02}")
        people = text(client, "/").partition('id="people"')[2].partition("</section>")[0]
        assert people.count("<li>") == 12
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
            'data-email="hello" data-host="lab.example"',
        ):
            assert words in section

    def themes(self, client):
        listed = text(client, "/").partition('<ul class="themes')[2].partition("</ul>")[0]
        return re.findall(r'<li><a href="([^"]+)">([^<]+)', listed)

    def test_it_says_what_current_members_study_each_thing_once_and_the_commonest_first(self, client):
        cast.pi(interests="Sleep systems\nSystems for rest\nNap")
        cast.student(interests="naps\nrest system\nRest for systems")
        cast.alumna(interests="Work")
        assert self.themes(client) == [
            ("/search/?q=Systems+for+rest", "Systems for rest"),
            ("/search/?q=Nap", "Nap"),
            ("/search/?q=Sleep+systems", "Sleep systems"),
            ("/search/?q=Rest+for+systems", "Rest for systems"),
        ]

    def test_projects_are_the_themes_where_members_name_few(self, client):
        cast.pi(interests="Sleep")
        cast.make_project(start="2020")
        assert self.themes(client) == [("/projects/leisure-at-scale/", "Leisure at Scale")]

    def test_an_empty_database_still_has_a_home_page_without_empty_sections(self, client):
        page = text(client, "/")
        assert "<h1>Research Lab</h1>" in page
        assert "<h2" not in page
        assert "There is nothing to read here yet." in page
        assert ">Member sign-in</a></p>" in page

    def test_an_empty_home_page_leads_who_has_signed_in_to_the_first_steps(self, admin_client):
        assert '<a href="/admin/">Set up your lab</a></p>' in text(admin_client, "/")

    @pytest.mark.parametrize("address", ["/publications/", "/venues/", "/services/"])
    def test_an_empty_list_offers_nothing_to_narrow_or_draw(self, client, address):
        page = text(client, address).split("<main")[1].split("</main>")[0]
        assert ("<form" in page, "/explore/" in page, "Grouped by" in page) == (False, False, False)

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

    @pytest.mark.parametrize(
        ("text_of_it", "shown", "is_cut"),
        [
            ("", "", False),
            ("We *rested*.", "<p>We <em>rested</em>.</p>", False),
            ("We rested.\n\n- A lot", "<p>We rested.</p>", True),
            ("![A bed](/media/bed.png)\n\nWe rested.", "<p>We rested.</p>", True),
            ("Rest is *good* " * 30, f"<p>{'Rest is good ' * 22}Rest is good…</p>", True),
        ],
    )
    def test_a_list_shows_how_an_item_begins(self, client, text_of_it, shown, is_cut):
        cast.make_news("We rested", text=text_of_it)
        page = text(client, "/news/")
        assert shown in page
        assert ("Read on" in page) == is_cut

    def test_a_picture_of_its_text_is_shown_on_the_page_and_by_each_list_in_small_copies(self, client):
        url = TextPicture.objects.create(image=upload(640, 400)).image.url
        cast.make_news("We rested", text=f"Well.\n\n![A bed]({url})")
        cast.make_news("We slept", date="2024-04", text="![No longer there](/media/text/0.jpg)")
        small, copies = url.replace(".jpg", "-480.jpg"), url.replace(".jpg", "-640.jpg 640w")
        for address in ("/", "/news/"):
            figures = re.findall(
                r'<a class="figure" href="(.*?)".*?<img src="(.*?)"', text(client, address), re.DOTALL
            )
            assert figures == [("/news/we-rested/", small)]
        page = text(client, "/news/we-rested/")
        shown = re.search(
            rf'<img src="{url}" width="640" height="400" srcset="([^"]+)" sizes="[^"]+" alt="A bed"', page
        )
        assert shown[1].endswith(copies)
        others = page.partition("More news</h2>")[2].partition("</aside>")[0]
        assert re.findall('href="(.*?)"', others) == ["/news/we-slept/"]

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

    def entries(self, client):
        line = text(client, "/").partition('<nav aria-label="Main">')[2].partition("</nav>")[0]
        return re.findall(r'<a href="([^"]+)">([^<]+)', line)

    def test_only_what_has_content_is_in_it_and_what_has_no_room_in_the_line_is_behind_a_word(self, client):
        cast.make_lab()
        assert self.entries(client) == []
        cast.make_award(cast.student())
        cast.make_publication(venue=cast.make_venue())
        for make in (cast.make_project, cast.make_opening, cast.make_news):
            make()
        cast.make_page("Our boats", place=25)
        assert self.entries(client) == [
            ("/people/", "People"),
            ("/publications/", "Publications"),
            ("/our-boats/", "Our boats"),
            ("/projects/", "Projects"),
            ("/news/", "News"),
            ("/join/", "Join us"),
            ("/venues/", "Venues"),
            ("/awards/", "Awards"),
            ("/explore/", "Explore"),
        ]
        assert self.in_line(client).count("<a ") == 6

    def test_the_lab_orders_names_and_hides_its_sections(self, client):
        cast.make_lab()
        for make in (cast.student, cast.make_publication, cast.make_project, cast.make_news):
            make()
        cast.make_section("projects", place=1, name="Research")
        cast.make_section("news", place=2, shown="hidden")
        cast.make_section("people:list", place=3, shown="more")
        entries = [("/projects/", "Research"), ("/publications/", "Publications")]
        assert self.entries(client) == [*entries, ("/explore/", "Explore"), ("/people/", "People")]
        assert "<h1>Research</h1>" in text(client, "/projects/")

    def test_a_list_that_has_only_an_introduction_is_in_it(self, client):
        cast.make_lab()
        cast.make_section("openings", place=50, introduction="We *always* look for sleepers.")
        assert self.entries(client) == [("/join/", "Join us")]
        assert "<p>We <em>always</em> look for sleepers.</p>" in text(client, "/join/")

    def test_how_to_join_is_there_while_a_place_is_open_or_one_can_write(self, client):
        cast.make_lab()
        assert "/join/" not in self.in_line(client)
        opening = cast.make_opening()
        assert "/join/" in self.in_line(client)
        opening.delete()
        Lab.objects.update(email="lab@lab.example")
        assert "/join/" in self.in_line(client)


class FootTests:
    def test_it_names_the_lab_elsewhere_and_the_licence_of_its_content(self, client):
        hub = "https://github.com/"
        links = f"https://code.example/leisure\n{hub}rest\n{hub}naps\nhttps://social.example/@rest"
        cast.make_lab(links=links, licence="CC BY-SA 4.0")
        foot = text(client, "/").partition("<footer")[2]
        links = re.findall(r'<a href="([^"]+)" rel="me">.*?#(\w+)".*?<span>([^<]+)', foot)
        assert links == [
            ("https://code.example/leisure", "homepage", "code.example"),
            ("https://github.com/rest", "github", "GitHub (rest)"),
            ("https://github.com/naps", "github", "GitHub (naps)"),
            ("https://social.example/@rest", "mastodon", "Mastodon"),
        ]
        assert '<a href="https://creativecommons.org/licenses/by-sa/4.0/" rel="license">CC BY-SA 4.0</a>' in foot

    def test_it_says_where_the_lab_belongs_and_is_and_who_supports_it(self, client):
        cast.make_lab(
            parent="Leisure University", parent_url="https://u.example", address="Hall", map_url="https://map.example"
        )
        cast.make_sponsor("Rest Fund", url="https://fund.example", logo=upload(800, 100))
        cast.make_sponsor("Nap Council")
        head, _, foot = text(client, "/people/").partition("<footer")
        assert '<a href="https://u.example">Leisure University</a>' in foot
        assert '<a href="https://map.example">On a map</a>' in foot
        assert re.search(r'<a href="https://fund.example">\s*<img class="logo on-paper" [^>]*alt="Rest Fund"', foot)
        assert re.search(r'-160.webp" width="128" height="16" alt="Rest Fund" loading="lazy"', foot)
        assert "<li>Nap Council</li>" in foot

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

    def test_the_list_says_of_each_what_it_is_about_and_who_made_what(self, client):
        members = [cast.make_member(f"Quinn {letter}") for letter in "ABCDEFG"]
        papers = [cast.make_publication(), cast.make_publication("Draft", state="draft")]
        text_of_it = "[Its page](https://rest.example)\n\nWhy we rest. And how.\n\nMore."
        cast.make_project(people=members, publications=papers, summary="Rest", text=text_of_it, start="2023-05")
        page = text(client, "/projects/")
        assert "<p>Rest. Why we rest.</p>" in page
        assert "<li>from May 2023</li><li>" in page
        assert '<a href="/projects/leisure-at-scale/#papers">1 paper</a>' in page
        assert page.count('class="tile') == 5
        assert 'aria-label="2 more people"' in page

    def test_those_that_have_ended_stand_apart(self, client):
        cast.make_project("Rest", start="2020")
        cast.make_project("Nap")
        assert "Current" not in text(client, "/projects/")
        cast.make_project("Doze", start="2018", end="2019")
        before, _, after = text(client, "/projects/").partition(">Finished<")
        assert ("/rest/" in before, "/nap/" in before, "/doze/" in before, "/doze/" in after) == (
            True,
            True,
            False,
            True,
        )

    def test_its_links_are_called_by_what_they_lead_to(self, client):
        paper = cast.make_publication()
        paper.links.create(kind="data", url="https://zenodo.org/1")
        cast.make_talk(cast.student(), publication=paper)
        links = "https://github.com/lab/rest\nSimulator: https://rest.example/sim\nhttps://www.nap.example/"
        cast.make_project(publications=[paper], links=links)
        page = text(client, "/projects/leisure-at-scale/")
        found = re.findall(r'<a href="(https://(?!creative)[^"]*)"[^>]*>([^<]+)</a>', page)
        assert found[:2] == [("https://zenodo.org/1", "Data")] * 2  # in the row of its paper, and among code and data
        assert found[2:5] == [
            ("https://github.com/lab/rest", "Code"),
            ("https://rest.example/sim", "Simulator"),
            ("https://www.nap.example/", "nap.example"),
        ]
        assert '<h2 id="talks">' in page

    def test_a_link_without_an_address_is_refused(self):
        with pytest.raises(ValidationError, match="doesn’t end with the address"):
            Project(title="Rest", links="our code").full_clean()

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
        with pytest.raises(ValidationError, match="already has a page at this address"):
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
            "Disallow: /*/references/",
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
    with pytest.raises(ValidationError, match="isn’t the address of a page"):
        Lab(name="Leisure Lab", links=f"https://code.example/a\n{line}").full_clean()
