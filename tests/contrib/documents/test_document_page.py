"""Documents as pages of the site, which print as documents of their own."""

import html
import re

import pytest
from django.template.loader import render_to_string

from labsite.contrib.documents.cv import views
from labsite.contrib.documents.parts import (
    Bullets,
    Chart,
    DocumentEntry,
    DocumentSection,
    DocumentTable,
    Entries,
    Span,
    text,
)
from labsite.contrib.documents.templatetags.documents import document_lang
from tests import cast

from .whole import HOSTILE, WHOLE, missing


@pytest.fixture
def page(db, client, monkeypatch):
    """The page of a member's CV, which says everything that a document can say."""
    monkeypatch.setattr(views, "cv_of", lambda *_, **__: WHOLE)
    return client.get(f"/people/{cast.student().slug}/cv/").content.decode()


def shown(*blocks, level=2, **fields):
    section = DocumentSection("odd", "Odd", blocks, **fields)
    made = render_to_string("documents/_section.html", {"section": section, "level": level})
    return re.sub(r"\s*\n\s*", "", made)


def words_of(source):
    source = re.sub(r'<span class="email" data-email="(\S+)" data-host="(\S+)">.*?</span></span>', r"\1@\2", source)
    return html.unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", "", source, flags=re.DOTALL))


@pytest.mark.database
def test_every_text_is_shown_in_its_order(page):
    article = page.partition("<article")[2].partition("</article>")[0]
    assert missing(WHOLE, words_of(article)) == []


@pytest.mark.database
def test_headings_stand_below_each_other(page):
    headings = re.findall(r"<h([1-6])[^>]*>(.*?)</h\1>", page.partition("<article")[2])
    assert [level for level, words in headings if words in ("Publications", "Journal papers", "Accepted")] == [
        "2",
        "3",
        "4",
    ]
    assert [level for level, _ in headings].count("1") == 1


def test_a_document_in_another_language_than_the_page_says_so():
    assert (document_lang("zh-hans"), document_lang("en-gb")) == (' lang="zh-Hans"', "")


@pytest.mark.parametrize("words", HOSTILE)
def test_markup_in_a_text_is_words(words):
    said = text(words)
    made = shown(
        Entries((DocumentEntry(words, (said,), (said,)),)),
        Bullets((said,)),
        DocumentTable((words,), ((said,),)),
        Chart(words, ((words, 1),)),
    )
    assert words_of(made).count(words) == 8
    assert "<script" not in made and "<b>" not in made


def test_a_text_shows_its_looks_and_links():
    said = text(
        Span("Zoë", "https://a.example/?a=1&b", is_strong=True),
        Span("†", is_raised=True),
        Span("x", is_emphasised=True),
    )
    assert '<p><a href="https://a.example/?a=1&amp;b"><strong>Zoë</strong></a><sup>†</sup><em>x</em></p>' in shown(
        Entries((DocumentEntry("", (said,)),))
    )


def test_an_entry_without_a_label_has_no_empty_one():
    assert "when" not in shown(Entries((DocumentEntry("", (text("What"),)),)))


def test_lists_are_numbered_where_their_order_says_something():
    made = shown(Bullets((text("a"),)), Bullets((text("b"),), is_numbered=True))
    assert '<ul class="bullets"><li>a</li></ul>' in made
    assert '<ol class="bullets"><li>b</li></ol>' in made


def test_a_chart_by_year_is_drawn_with_its_numbers_as_a_table():
    made = shown(Chart("Papers per year", (("2021", 1), ("2023", 12))))
    assert made.count('class="mark"') == 2
    assert 'role="img" aria-label="Papers per year"' in made
    assert '<th scope="row">2023</th><td class="number">12</td>' in made


def test_a_chart_of_anything_else_is_a_table_with_bars():
    made = shown(Chart("By kind", (("Talks", 3), ("Papers", 12))))
    assert re.findall(r'class="mark" width="([^"]*)"', made) == ["25.0%", "100.0%"]
    assert '<th scope="row">Talks</th><td class="number">3</td>' in made


def test_a_wide_table_can_be_scrolled_by_keys():
    assert 'tabindex="0"' in shown(DocumentTable(tuple("abcde"), ()))
    assert 'tabindex="0"' not in shown(DocumentTable(tuple("abcd"), ()))
