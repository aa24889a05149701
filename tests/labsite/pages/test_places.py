"""The site's own places are found by what visitors call them."""

import pytest

from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


def places(client, query):
    """Return what a search shows above its results."""
    shown = text(client, f"/search/?q={query}").partition('class="places-found"')[2].partition("</nav>")[0]
    return [part.partition("<")[0].partition(">")[2] for part in shown.split("<a ")[1:]]


def test_a_place_that_has_something_is_found_by_any_of_its_names(client):
    table = [
        ("join", ["Join us"]),
        ("how to apply for a phd", ["Join us"]),
        ("applying", ["Join us"]),
        ("招生", ["Join us"]),
        ("如何申请", ["Join us"]),
        ("contact", ["Contact"]),
        ("e-mail address", ["Contact"]),
        ("联系", ["Contact"]),
        ("Team", ["People"]),
        ("diary", ["Diary"]),
        ("news", ["Diary"]),
        ("privacy", ["Privacy"]),
        ("subscribe", ["Feed"]),
        ("订阅", ["Feed"]),
        ("alumni", ["People"]),
        ("往届", ["People"]),
        ("talks", []),
        ("newspaper", []),
        ("how to", []),
        ("pe", []),
    ]
    cast.make_lab(email="lab@lab.example", shows_privacy=True)
    cast.student(), cast.make_opening(), cast.make_news(), cast.make_section("news", name="Diary")
    assert [(query, places(client, query)) for query, _ in table] == table


def test_in_chinese_it_has_its_chinese_name(client):
    cast.make_lab()
    cast.make_opening("Come")
    page = text(client, "/zh-hans/search/?q=加入")
    assert '<a href="/zh-hans/join/">加入我们</a>' in page
    assert "没有找到" not in page and "未找到" not in page


def test_what_is_not_there_is_not_promised(client):
    cast.make_lab()
    assert places(client, "join") == places(client, "contact") == places(client, "people") == []
    assert "Nothing found" in text(client, "/search/?q=join")
