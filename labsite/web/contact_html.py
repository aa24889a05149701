"""Signs of places and e-mail addresses, as pages show them."""

from collections import Counter
from collections.abc import Iterable

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext


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
    places = [(url, *_network(url)) for url in addresses]
    numbers = Counter(name for _url, _icon, name in places)
    items = [
        (url, icon(sign), f"{name} ({url.rstrip('/').rpartition('/')[2]})" if numbers[name] > 1 else name)
        for url, sign, name in places
    ]
    return format_html_join("", '<li><a href="{}" rel="me">{} <span>{}</span></a></li>', items)


def _network(url: str) -> tuple[str, str]:
    """Return the icon and the name of the place that an address leads to; of one that nobody knows, its host."""
    host, _, path = url.partition("://")[2].removeprefix("www.").partition("/")
    known = ((sign, name) for end, sign, name in NETWORKS if host == end or host.endswith(f".{end}"))
    return next(known, ("mastodon", "Mastodon") if path.startswith("@") else ("homepage", host))


def email_words(address: str) -> SafeString:
    """Write an e-mail address in words, which a script turns into a link: no harvester finds it in the page."""
    user, _, host = address.partition("@")
    dot = format_html(" <i>{}</i> ", pgettext("in an e-mail address", "dot"))
    user_words, host_words = (
        format_html_join(dot, "{}", [[word] for word in part.split(".")]) for part in (user, host)
    )
    return format_html(
        '<span class="email" data-email="{} {}">{} <i>{}</i> {}</span>',
        *(user, host, user_words, pgettext("in an e-mail address", "at"), host_words),
    )
