"""Whatever is in a file of a source, reading it ends well: with what it says, or with a word on what is wrong."""

from contextlib import suppress

from hypothesis import given, settings, strategies as st

from labsite.contrib.moving.citations import names_in, read_citation
from labsite.contrib.moving.texts import plain_markdown, references
from labsite.contrib.reading.front_matter import BrokenFile, read_front_matter, read_yaml
from labsite.modelling.periods import partial_date

PIECES = st.sampled_from(
    [
        *(
            "<div>",
            "</div>",
            "<a href='x'>",
            "</a>",
            "<li>",
            "<",
            ">",
            "{%",
            "%}",
            "{{",
            "}}",
            "{{<",
            ">}}",
            "`",
            "```",
        ),
        *("![", "](", ")", "[", "]", "\n", "\n\n", "---\n", "+++\n", ": ", "- ", "&", "*", "'", '"', "#", "|", "\t"),
        *("Quill, A.", " and ", ", ", "et al.", "(2024)", "“", "”", "Jr.", "van", "A.", "é", "林", "\x00", "\udfff"),
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join)
few = settings(max_examples=50, deadline=None, database=None)


@few
@given(TEXTS)
def test_texts_become_markdown(text):
    plain = plain_markdown(text)
    assert all(isinstance(each.address, str) for each in references(plain.text))


@few
@given(TEXTS, TEXTS)
def test_references_are_read(text, title):
    names, _ = names_in(text)
    assert all(str(name).strip() for name in names)
    assert all(str(name).strip() for name in read_citation(text, title).record.authors)


@few
@given(TEXTS)
def test_front_matter_is_read_or_broken(text):
    with suppress(BrokenFile):
        fields, body = read_front_matter(f"---\n{text}")
        assert isinstance(fields, dict) and isinstance(body, str)
    with suppress(BrokenFile):
        read_yaml(text)


@few
@given(TEXTS | st.integers() | st.none())
def test_dates_are_read_or_none(value):
    date = partial_date(value)
    assert not date or date.first
