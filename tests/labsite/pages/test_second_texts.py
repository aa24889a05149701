import pytest

from labsite.models import Lab
from tests import cast
from tests.editing import address
from tests.reading import source, text

pytestmark = pytest.mark.django_db


def test_a_chinese_page_says_what_the_lab_wrote_in_chinese_and_an_english_one_what_it_wrote_in_english(client):
    cast.make_lab(name_second="闲适实验室", tagline="We study leisure.", tagline_second="我们研究闲适。")
    assert "<h1>我们研究闲适。</h1>" in source(client, "/zh-hans/")
    assert "闲适实验室" in text(client, "/zh-hans/people/")
    assert "<h1>We study leisure.</h1>" in source(client, "/")
    assert "闲适" not in text(client, "/")


def test_what_has_no_second_text_is_shown_in_the_first_and_marked_as_such(client):
    cast.make_lab(tagline="We study leisure.")
    cast.make_project(title="Leisure at Scale", title_second="大规模闲适", text="With *quokkas*.")
    page = source(client, "/zh-hans/projects/leisure-at-scale/")
    assert "<h1>大规模闲适</h1>" in page
    assert '<div class="section prose" lang="en"><p>With <em>quokkas</em>.</p>' in page
    assert '<h1 lang="en">We study leisure.</h1>' in source(client, "/zh-hans/")


@pytest.mark.parametrize(
    ("make", "where"),
    [
        (cast.make_news, "/zh-hans/news/"),
        (cast.make_news, "/zh-hans/news/ours/"),
        (cast.make_project, "/zh-hans/projects/"),
        (cast.make_opening, "/zh-hans/join/"),
        (cast.make_opening, "/zh-hans/openings/ours/"),
        (cast.make_page, "/zh-hans/ours/"),
    ],
)
def test_lists_and_pages_show_second_titles_without_another_language(client, make, where):
    cast.make_lab()
    make(title="Ours", title_second="我们的", slug="ours")
    assert "我们的" in text(client, where)
    assert "Ours" not in text(client, where)


def test_a_kind_of_applicant_and_the_page_that_stands_above_it_are_said_in_chinese(client):
    cast.make_lab()
    cast.make_applicant_kind(title_second="博士生", text_second="请来信。")
    cast.make_page(title="Join", slug="join", text="Come.", text_second="欢迎加入。")
    found = text(client, "/zh-hans/join/")
    assert all(words in found for words in ("博士生", "请来信。", "欢迎加入。"))


def test_the_menu_and_the_heads_of_lists_have_chinese_names_and_introductions(client):
    cast.make_lab()
    cast.make_news()
    cast.make_page(title="Values", title_second="价值观", place=70)
    cast.make_section(name="Log", name_second="日志", introduction="Done.", introduction_second="我们做了什么。")
    found = text(client, "/zh-hans/news/")
    assert all(words in found for words in ("价值观", "日志", "我们做了什么。"))
    assert "Log" in text(client, "/news/")


def test_a_member_is_described_in_chinese_among_the_people_and_on_the_own_page(client):
    cast.make_lab()
    person = cast.pi(headline="Keeper of quokkas", headline_second="饲养员", biography_second="她**很**闲适。")
    cast.make_project(people=[person], title_second="大规模闲适")
    page = source(client, f"/zh-hans{person.get_absolute_url()}")
    assert '<p class="headline">饲养员</p>' in page
    assert '<div class="prose"><p>她<strong>很</strong>闲适。</p>' in page
    assert "大规模闲适" in page
    assert '<p class="role">饲养员</p>' in source(client, "/zh-hans/people/")
    assert "饲养员" not in text(client, "/people/")


def test_the_other_language_of_a_chinese_lab_is_english_and_files_say_the_same_in_every_language(client):
    cast.make_lab(name="闲适实验室", name_second="Leisure Lab", language="zh")
    assert "Leisure Lab" in text(client, "/people/")
    assert "闲适实验室" in text(client, "/zh-hans/people/")
    assert "<title>闲适实验室</title>" in client.get("/feed.xml").content.decode()
    described = client.get("/lab.json").json()
    assert (described["name"], described["translation"]) == ("闲适实验室", {"name": "Leisure Lab"})


@pytest.mark.parametrize("path", ["/search/", "/zh-hans/search/"])
@pytest.mark.parametrize("query", ["leisure", "闲适", "quokka", "袋鼠"])
def test_both_texts_are_found_by_search_on_pages_of_both_languages(client, path, query):
    cast.make_lab()
    cast.make_project(title_second="大规模闲适", text="The quokka.", text_second="袋鼠。")
    hit = "大规模闲适" if "zh" in path else "Leisure at Scale"
    assert f">{hit}</a>" in source(client, f"{path}?q={query}").replace("<mark>", "").replace("</mark>", "")


@pytest.mark.parametrize(("language", "heading"), [("en", "In Simplified Chinese"), ("zh-Hans", "In English")])
def test_a_form_folds_away_the_texts_in_the_other_language(client, language, heading):
    lab = cast.make_lab(language=language)
    client.force_login(cast.make_administrator())
    page = client.get(f"{address(Lab, 'change', lab.pk)}?part=sentence")
    folded = next(part for part in page.context["adminform"] if part.name == heading)
    assert "collapse" in folded.classes
    assert folded.fields == ["name_second", "tagline_second", "about_second", "parent_second"]
    assert f"For the pages {heading.lower()[:2]}{heading[2:]}." in page.content.decode()
