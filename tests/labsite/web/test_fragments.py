"""Pieces of pages are kept within a bound."""

from labsite.templatetags.site import cached_include
from labsite.web.fragments import Fragments

ROOM = 10_000  # bytes


def made(fragments, name, size=100):
    """Ask for a piece; return whether it was made for this."""
    calls = []
    fragments.get((name,), lambda: calls.append(name) or "x" * size)
    return bool(calls)


def test_a_piece_is_made_once_for_the_same_texts():
    fragments = Fragments(ROOM)
    assert [made(fragments, name) for name in ("a", "a", "b", "a")] == [True, False, True, False]


def test_what_is_asked_for_stays_while_the_rest_makes_room():
    fragments = Fragments(ROOM)
    made(fragments, "asked for")
    made(fragments, "forgotten")
    for number in range(200):
        made(fragments, f"another {number}")
        assert not made(fragments, "asked for")
    assert made(fragments, "forgotten")


def test_what_is_larger_than_half_the_room_is_not_kept():
    fragments = Fragments(ROOM)
    assert [made(fragments, "large", size=ROOM) for _ in range(2)] == [True, True]
    assert [made(fragments, "small") for _ in range(2)] == [True, False]


def test_what_every_page_shares_is_rendered_again_once_it_shows_something_else():
    shown = [cached_include("includes/_place.html", place={"url": "/news/", "label": label}) for label in ("a", "b")]
    assert shown == ['<li><a href="/news/">a</a></li>\n', '<li><a href="/news/">b</a></li>\n']
