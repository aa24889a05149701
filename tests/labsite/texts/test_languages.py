"""Pages in the site's languages."""

import pytest
from django.utils import translation

from people.models import Position
from services.models import Service, ServiceStint
from tests import cast
from tests.reading import head, text

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_page_without_a_prefix_is_english(client):
    assert '<html lang="en">' in head(client, "/people/")


def test_a_page_with_the_prefix_is_chinese(client):
    assert '<html lang="zh-Hans">' in head(client, "/zh-hans/people/")


def test_each_page_names_itself_in_both_languages(client):
    cast.pi()
    for page in ("/people/ada-quill/", "/zh-hans/people/ada-quill/"):
        source = head(client, page)
        assert '<link rel="alternate" hreflang="en" href="http://testserver/people/ada-quill/">' in source
        assert '<link rel="alternate" hreflang="zh-Hans" href="http://testserver/zh-hans/people/ada-quill/">' in source
        assert '<link rel="alternate" hreflang="x-default" href="http://testserver/people/ada-quill/">' in source


@pytest.mark.parametrize(("language", "marked"), [("zh", ""), ("zh-Hant", ""), ("en", ' lang="en"')])
def test_content_in_the_language_of_the_page_is_not_marked_whatever_script_its_tag_adds(client, language, marked):
    cast.make_lab(language=language)
    assert f'<a class="wordmark" href="/zh-hans/"{marked}>' in text(client, "/zh-hans/people/")


class ChoiceTests:
    CHINESE = {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8"}

    @pytest.mark.parametrize(
        ("address", "twin"),
        [
            ("/", "/zh-hans/"),
            ("/people/", "/zh-hans/people/"),
            ("/publications/quokka/", "/zh-hans/publications/quokka/"),
            ("/search/?q=%E5%A4%A7&kind=news", "/zh-hans/search/?q=%E5%A4%A7&kind=news"),
            ("/no-such-page/", "/zh-hans/no-such-page/"),
        ],
    )
    @pytest.mark.parametrize("method", ["get", "head"])
    def test_a_browser_that_prefers_chinese_is_led_to_the_chinese_page(self, client, method, address, twin):
        response = getattr(client, method)(address, headers=self.CHINESE)
        assert (response.status_code, response["Location"]) == (302, twin)
        assert response["Vary"] == "Accept-Language, Cookie"

    @pytest.mark.parametrize(
        "wanted",
        [
            "",
            "*",
            "en",
            "en-US,en;q=0.9,zh-CN;q=0.8",
            "de",
            "de,*;q=0.1",
            "x" * 5000,
            ",;=",
            "\xff",
            "en;q=a",
        ],
    )
    def test_other_browsers_and_crawlers_get_english(self, client, wanted):
        response = client.get("/people/", headers={"Accept-Language": wanted} if wanted else {})
        assert response.status_code == 200
        assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))

    @pytest.mark.parametrize("wanted", ["zh", "zh-CN", "zh-Hans", "zh-SG", "zh-TW", "ZH-cn", "de,zh;q=0.5,en;q=0.3"])
    def test_chinese_is_known_by_many_tags(self, client, wanted):
        assert client.get("/", headers={"Accept-Language": wanted})["Location"] == "/zh-hans/"

    @pytest.mark.parametrize(
        "address",
        [
            "/robots.txt",
            "/feed.xml",
            "/sitemap.xml",
            "/publications.bib",
            "/people.json",
            "/media/x.png",
            "/admin/login/",
        ],
    )
    def test_files_and_the_admin_are_the_same_for_all(self, client, address):
        wanted = client.get(address, headers=self.CHINESE)
        assert wanted.status_code == client.get(address).status_code
        assert "/zh-hans/" not in wanted.get("Location", "")

    def test_a_file_is_one_for_the_readers_of_every_language(self, client):
        response = client.get("/publications.bib")
        assert "Accept-Language" not in response.get("Vary", "")
        assert not response.has_header("Content-Language")

    def test_a_chinese_address_is_chinese_whatever_the_browser_prefers(self, client):
        for wanted in ("en", "zh-CN"):
            assert client.get("/zh-hans/people/", headers={"Accept-Language": wanted}).status_code == 200

    def test_the_language_of_the_visitor_before_does_not_matter(self, client):
        with translation.override("zh-hans"):
            assert client.get("/people/", headers=self.CHINESE)["Location"] == "/zh-hans/people/"
        assert client.get("/zh-hans/people/?language=en")["Location"] == "/people/"

    def test_a_form_that_is_sent_is_never_led_elsewhere(self, client):
        assert client.post("/people/", headers=self.CHINESE).status_code == 405

    def test_the_switch_remembers_english_for_a_chinese_browser(self, client):
        response = client.get("/people/?language=en", headers=self.CHINESE)
        assert (response.status_code, response["Location"]) == (302, "/people/")
        assert "no-store" in response["Cache-Control"]
        assert client.get("/people/", headers=self.CHINESE).status_code == 200

    def test_the_switch_remembers_chinese_for_an_english_browser(self, client):
        response = client.get("/zh-hans/people/?language=zh-Hans")
        assert response["Location"] == "/zh-hans/people/"
        assert client.get("/venues/")["Location"] == "/zh-hans/venues/"

    @pytest.mark.parametrize("path", ["/media/a%20b.png", "/people/%3F", "/zh-hans/people/%3F"])
    def test_the_switch_leaves_an_address_of_that_language_as_it_is(self, client, path):
        choice = "zh-Hans" if path.startswith("/zh-hans/") else "en"
        assert client.get(f"{path}?language={choice}")["Location"] == path

    def test_the_switch_keeps_the_rest_of_an_address(self, client):
        response = client.get("/publications/?year=2024&language=zh-Hans&year=2023")
        assert response["Location"] == "/zh-hans/publications/?year=2024&year=2023"

    @pytest.mark.parametrize("choice", ["", "de", "zh-hans", "%00", "//evil.example", "x" * 3000])
    def test_a_choice_of_no_language_is_ignored(self, client, choice):
        response = client.get(f"/people/?language={choice}")
        assert response.status_code == 200
        assert not response.cookies

    @pytest.mark.parametrize("path", ["//evil.example/", "/%2F/evil.example/", "/\\evil.example/"])
    def test_nobody_is_led_to_another_site(self, client, path):
        response = client.get(f"{path}?language=zh-Hans", headers=self.CHINESE)
        assert not response.get("Location", "").startswith(("//", "/\\"))

    def test_a_spoilt_cookie_is_ignored(self, client):
        client.cookies["django_language"] = "../../etc"
        assert client.get("/people/").status_code == 200

    def test_kept_pages_are_shared_by_readers_of_both_languages(self, client):
        english = client.get("/people/").content
        assert client.get("/people/", headers=self.CHINESE).status_code == 302
        assert client.get("/people/").content == english

    def test_a_browser_that_holds_the_english_page_is_still_led(self, client):
        etag = client.get("/people/")["ETag"]
        response = client.get("/people/", headers={**self.CHINESE, "If-None-Match": etag})
        assert response.status_code == 302
        client.get("/people/?language=en")
        response = client.get("/people/", headers={**self.CHINESE, "If-None-Match": etag})
        assert response.status_code == 304

    def test_each_page_links_to_itself_in_the_other_language_as_a_choice(self, client):
        page = text(client, "/zh-hans/search/?q=a%26b")
        assert 'href="/search/?q=a%26b&amp;language=en" rel="nofollow" lang="en"' in page


class WordsTests:
    @pytest.mark.parametrize(
        ("start", "end", "words"),
        [
            ("2024-06-26", "", "2024年6月26日"),
            ("2024-06", "", "2024年6月"),
            ("2024", "", "2024年"),
            ("2024-02", "2024-04", "2024年2月 – 4月"),
            ("2023-09", "2024-04", "2023年9月 – 2024年4月"),
        ],
    )
    def test_dates_and_periods_are_written_as_in_china(self, start, end, words):
        with translation.override("zh-hans"):
            assert Position(start=start, end=end).years == words

    def test_what_still_lasts_is_said_so(self):
        with translation.override("zh-hans"):
            assert Position(start="2024-08", ongoing=True).years == "2024年8月 – 至今"

    def test_lists_and_references_have_chinese_commas(self, client):
        cast.make_publication(volume="36", number="2", month=6, venue=cast.make_venue("TPDS"), kind="journal")
        with translation.override("zh-hans"):
            assert ServiceStint([Service(year=2026), Service(year=2024)]).when == "2026、2024"
        assert "第36卷，第2期</span><span>，2024年6月" in text(client, "/zh-hans/publications/")

    def test_roles_and_kinds_are_in_chinese_and_content_says_its_own_language(self, client):
        cast.make_service(cast.student(), cast.make_venue(name="Conference on Systems"))
        page = text(client, "/zh-hans/people/zoe-lindqvist/")
        assert "程序委员会委员" in page and "博士生" in page
        assert 'lang="en">Conference on Systems' in page

    def test_a_number_of_things_needs_no_plural(self, client):
        cast.make_publication()
        assert "“quokka”共有 1 条结果。" in text(client, "/zh-hans/search/?q=quokka")

    @pytest.mark.parametrize("address", ["/zh-hans/nowhere/", "/zh-hans/people/nobody/"])
    def test_an_unknown_address_is_said_in_chinese(self, client, address):
        assert "此网址没有对应的页面" in client.get(address).content.decode()
