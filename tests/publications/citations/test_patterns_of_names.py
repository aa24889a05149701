"""A name is read in steps that grow with its length alone, whatever stands in it."""

import re

import pytest

from publications.citations import names
from publications.citations.names import cut_suffix

PATTERNS = {name: value for name, value in vars(names).items() if isinstance(value, re.Pattern)}


def first_parts(parsed):
    """Yield what each branch of a pattern begins with."""
    operation, held = parsed[0]
    if str(operation) == "BRANCH":
        for branch in held[1]:
            yield from first_parts(branch)
    elif str(operation) == "SUBPATTERN":
        yield from first_parts(held[-1])
    else:
        yield operation, held


def test_no_pattern_begins_with_a_repetition():
    """Else it would be tried at every character of a long run, and read the rest of the run each time."""
    assert [name for name, pattern in PATTERNS.items() if begins_without_end(pattern)] == []


def begins_without_end(pattern):
    beginnings = first_parts(re._parser.parse(pattern.pattern, pattern.flags))
    return any(str(each) == "MAX_REPEAT" and held[1] is re._parser.MAXREPEAT for each, held in beginnings)


@pytest.mark.parametrize("pattern", [r"\s+x", r",|\s+x", r"(?:,|\s*x)"])
def test_one_that_does_is_recognised(pattern):
    assert "MAX_REPEAT" in [str(operation) for operation, _ in first_parts(re._parser.parse(pattern))]


def test_a_suffix_is_the_last_word():
    table = [
        ("Ada Quill Jr.", "Ada Quill", "Jr."),
        ("Ada Quill, III", "Ada Quill", "III"),
        ("Quill ,  Sr", "Quill ", "Sr"),
        ("Ada Quilliii", "Ada Quilliii", ""),
        ("Ada Quill V", "Ada Quill V", ""),
        ("Jr.", "Jr.", ""),
        ("", "", ""),
        ("   ", "   ", ""),
    ]
    assert [
        (name, whole, suffix, answer)
        for name, whole, suffix in table
        if (answer := cut_suffix(name)) != (whole, suffix)
    ] == []
