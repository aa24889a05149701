import pytest

from labsite.texts.markdown import render
from labsite.texts.plain_text import first_sentences, lines_of, plain, sentences, shortened, summary


def test_a_rendered_text_is_read_as_its_words():
    table = [
        ("We *rest*, **all** of us.", "We rest, all of us."),
        ("One.\n\nTwo.", "One. Two."),
        ("- a\n- b", "a b"),
        ("a  \nb", "a b"),
        ("Q&A: 1 < 2", "Q&A: 1 < 2"),
        ("A fact[^1].\n\n[^1]: Its source.", "A fact."),
        ("In $O(n)$ steps", "In O(n) steps"),
        ("[a link](https://code.example)", "a link"),
        ("", ""),
    ]
    assert [
        (markdown, answer, words) for markdown, words in table if (answer := plain(render(markdown))) != words
    ] == []


def test_what_fits_is_left_as_it_is():
    assert shortened("We rest.", 8) == "We rest."


def test_what_is_too_long_ends_with_a_whole_word_and_an_ellipsis():
    assert shortened("We rest, and we sleep.", 16) == "We rest, and we…"
    assert shortened("We rest, and we sleep.", 10) == "We rest…"


def test_a_text_without_spaces_is_cut_where_it_has_to_be():
    assert shortened("大模型训练系统研究", 6) == "大模型训练…"


@pytest.mark.parametrize(
    ("text", "two"),
    [
        ("One. Two. Three.", "One. Two."),
        (
            "Prof. Ada and Dr. A. B. Oak, e.g. Ada, rest. Two! Three.",
            "Prof. Ada and Dr. A. B. Oak, e.g. Ada, rest. Two!",
        ),
        ("My Ph.D. Advisor rests. It takes 3.5 hours. Three.", "My Ph.D. Advisor rests. It takes 3.5 hours."),
        ("我休息。我睡觉。我做梦。", "我休息。我睡觉。"),
        ("One only", "One only"),
        ("", ""),
    ],
)
def test_the_first_sentences_end_at_points_that_end_one(text, two):
    assert first_sentences(text, 2) == two


def test_a_summary_is_no_longer_than_asked():
    assert len(summary("<p>" + "word " * 100 + "</p>", 50)) <= 50


def test_sentences_end_as_sentences_do():
    assert sentences("PhD student", "", "I rest.", "Why?", "大模型。") == "PhD student. I rest. Why? 大模型。"
    assert sentences("博士生", "大模型。", "Rest") == "博士生。大模型。Rest."


def test_a_mark_in_a_value_of_a_tag_ends_no_tag():
    assert plain('<p>A <a href="/?a=>b" title="t > u">link</a> to a &lt; b</p>') == "A link to a < b"


def test_lists_are_the_lines_that_say_something():
    assert lines_of(" Quokkas \n\n\r\nWombats") == ["Quokkas", "Wombats"]
    assert lines_of("") == []
