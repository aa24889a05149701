import pytest

from labsite.contrib.reading.front_matter import BrokenFile, read_front_matter, read_json, read_toml, read_yaml
from labsite.modelling.periods import partial_date


def test_a_page_has_fields_in_yaml_toml_or_json_and_a_body():
    fields = {"title": "Quokka", "date": "2024-06-01"}
    assert read_front_matter("---\ntitle: Quokka\ndate: 2024-06-01\n---\nText\n") == (fields, "Text\n")
    assert read_front_matter("+++\ntitle = 'Quokka'\ndate = 2024-06-01\n+++\nText") == (fields, "Text")
    assert read_front_matter('{"title": "Quokka",\n"date": "2024-06-01"}\n\nText') == (fields, "Text")


def test_a_page_without_fields_is_all_body():
    for text in ("Text", "", "{{ content }} and more", "# Heading\n---\nText"):
        assert read_front_matter(text) == ({}, text)
    assert read_front_matter("---\n---\nText") == ({}, "Text")


def test_line_ends_and_marks_of_windows_are_read():
    assert read_front_matter("\ufeff---\r\ntitle: Quokka\r\n---\r\nText\r\n") == ({"title": "Quokka"}, "Text\n")


def test_dates_numbers_and_times_stay_as_precise_as_they_are_written():
    assert read_yaml("a: 2024-06-01\nb: 12:30\nc: 010\nd: 7\ne: 1.5") == {
        **{"a": "2024-06-01", "b": "12:30", "c": "010"},
        **{"d": 7, "e": 1.5},
    }


def test_yaml_that_lacks_quotes_is_understood():
    text = 'title: Quokka: Scheduling\nnote: "an "odd" one"\nsite: {{ site.title }}\nby: @ada\nyear: 2024\ntab:\tx'
    assert read_yaml(text) == {
        **{"title": "Quokka: Scheduling", "note": 'an "odd" one', "site": "{{ site.title }}"},
        **{"by": "@ada", "year": 2024, "tab": "x"},
    }


def test_what_no_database_stores_is_taken_out():
    assert read_json('{"a": "x\\u0000y \\ud800"}') == {"a": "xy ?"}
    assert read_yaml('a: "x\\0y"') == {"a": "xy"}


def test_of_fields_given_twice_the_last_counts_and_unknown_tags_are_passed_over():
    assert read_yaml("a: 1\na: !ruby/object {b: 2}") == {"a": {"b": 2}}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("---\na: b\n  c: d\n---\n", "line 3: its YAML can’t be read: mapping values are not allowed in this context"),
        ("---\ntitle: Quokka\n", "line 1: its front matter doesn’t end: there is no line “---”"),
        ("---\n- a\n---\n", "line 1: its front matter has no fields"),
    ],
)
def test_a_broken_page_says_where_and_why(text, why):
    with pytest.raises(BrokenFile) as caught:
        read_front_matter(text, "a.md")
    assert (str(caught.value), caught.value.path) == (why, "a.md")


def test_broken_toml_and_json_say_so():
    for read in (read_toml, read_json):
        with pytest.raises(BrokenFile, match="can’t be read"):
            read("[")


def test_yaml_bombs_are_refused():
    doubling = "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 10)}]\n" for at in range(1, 10))
    for bomb in (f"a0: &a0 [x]\n{doubling}b: *a9", "&a [*a]", "[" * 100_000, "- " * 10_000):
        with pytest.raises(BrokenFile):
            read_yaml(bomb)


def test_dates_are_read_as_precisely_as_they_are_written():
    table = [
        *(("2024-06-26T10:00:00Z", "2024-06-26"), ("2024-6-2", "2024-06-02"), ("2024/06", "2024-06")),
        *(("June 26, 2024", "2024-06-26"), ("26th Jun 2024", "2024-06-26"), ("Sept. 2024", "2024-09")),
        *(
            (2024, "2024"),
            ("2024-02-31", "2024"),
            ("06/2024", "2024-06"),
            ("26. May 2024", "2024-05-26"),
            ("soon", ""),
        ),
        (None, ""),
    ]
    assert [(written, answer, meant) for written, meant in table if (answer := partial_date(written)) != meant] == []
