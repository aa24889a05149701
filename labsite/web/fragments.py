"""Pieces of pages: signs of places and e-mail addresses, and what is kept in memory under all that it is made of."""

from collections import Counter
from collections.abc import Callable, Iterable
from sys import getsizeof
from typing import Generic, TypeVar

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

Piece = TypeVar("Piece", str, bytes)


class Fragments(Generic[Piece]):
    """Pieces of HTML, or files, by texts: at most ``max_bytes`` of both. Those not asked for for longest make room.

    One that is found by what it is made of can't be out of date, so that nothing invalidates it.

    They are kept in two halves: a full one becomes the older, and what is asked for out of the older moves on. Threads
    that meet here may lose a piece and make it once more.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._newer: dict[tuple[str, ...], Piece] = {}
        self._older: dict[tuple[str, ...], Piece] = {}
        self._bytes = 0

    def get(self, texts: tuple[str, ...], make: Callable[[], Piece]) -> Piece:
        """Return the piece that is made of these texts, made now if there is none."""
        piece = self._newer.get(texts)
        if piece is not None:
            return piece
        piece = self._older.get(texts) or make()
        size = getsizeof(texts) + getsizeof(piece) + sum(map(getsizeof, texts))
        if self._bytes + size > self.max_bytes / 2:
            self._newer, self._older, self._bytes = {}, self._newer, 0
        if size <= self.max_bytes / 2:
            self._newer[texts] = piece
            self._bytes += size
        return piece

    def clear(self) -> None:
        """Forget all pieces."""
        self._newer, self._older, self._bytes = {}, {}, 0


def icon(name: str) -> SafeString:
    """Show a sign beside words that say the same: a symbol of icons.svg."""
    sign = '<svg class="icon" aria-hidden="true" width="16" height="16"><use href="{}#{}"></use></svg>'
    return format_html(sign, static("labsite/img/icons.svg"), name)


# Where labs are elsewhere: the end of the host's name, the icon, and what the place is called.
NETWORKS = (
    ("github.com", "github", "GitHub"),
    ("gitlab.com", "gitlab", "GitLab"),
    ("huggingface.co", "code", "Hugging Face"),
    ("scholar.google.com", "scholar", "Google Scholar"),
    ("orcid.org", "orcid", "ORCID"),
    ("dblp.org", "dblp", "dblp"),
    ("openalex.org", "openalex", "OpenAlex"),
    ("arxiv.org", "arxiv", "arXiv"),
    ("linkedin.com", "linkedin", "LinkedIn"),
    ("bsky.app", "bluesky", "Bluesky"),
    ("x.com", "x", "X"),
    ("twitter.com", "x", "X"),
    ("youtube.com", "video", "YouTube"),
    ("researchgate.net", "organisation", "ResearchGate"),
    ("zenodo.org", "data", "Zenodo"),
    ("osf.io", "data", "OSF"),
    ("instagram.com", "homepage", "Instagram"),
    ("facebook.com", "homepage", "Facebook"),
)


def elsewhere(addresses: Iterable[str]) -> SafeString:
    """Show where else somebody is, as items of a list: each by icon and name, two of one name also by their own."""
    places = []
    for url in addresses:
        host, _, path = url.partition("://")[2].removeprefix("www.").partition("/")
        known = ((sign, name) for end, sign, name in NETWORKS if host == end or host.endswith(f".{end}"))
        unknown = ("mastodon", "Mastodon") if path.startswith("@") else ("homepage", host)
        places.append((url, *next(known, unknown)))
    numbers = Counter(name for _url, _icon, name in places)
    items = [
        (url, icon(sign), f"{name} ({url.rstrip('/').rpartition('/')[2]})" if numbers[name] > 1 else name)
        for url, sign, name in places
    ]
    return format_html_join("", '<li><a href="{}" rel="me">{} <span>{}</span></a></li>', items)


def email_words(address: str) -> SafeString:
    """Write an e-mail address in words, which a script turns into a link: no harvester finds it in the page."""
    user, _, host = address.partition("@")
    dot = format_html(" <i>{}</i> ", pgettext("in an e-mail address", "dot"))
    user_words, host_words = (
        format_html_join(dot, "{}", [[word] for word in part.split(".")]) for part in (user, host)
    )
    return format_html(
        '<span class="email" data-email="{}" data-host="{}"><span>{} <i>{}</i> {}</span></span>',
        *(user, host, user_words, pgettext("in an e-mail address", "at"), host_words),
    )
