"""How publications, venues and talks are searched, and what a search shows of them."""

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from labsite.modelling.publishing import with_public
from labsite.search.results import Hit, Searched
from labsite.texts.plain_text import lines_of, plain
from publications.models import Authorship, Publication, Talk, Venue


def publication_hit(paper: Any, words: list[str]) -> Hit:
    authors = paper.comma_of_authors.join(authorship.display_name for authorship in paper.authorships.all())
    texts = [
        *(_("Earlier title: {title}").format(title=version.title) for version in paper.earlier_versions.all()),
        *map(_other_names, paper.authorships.all()),
        paper.proceedings,
        str(paper.venue or ""),
        *lines_of(paper.notes),
        plain(paper.abstract_html),
        paper.doi,
        paper.arxiv_id,
    ]
    return Hit.of(paper, words, paper.title, authors, texts)


def _other_names(authorship: Authorship) -> str:
    """Return the printed name with the author's other names, "" where there are none."""
    person = authorship.person
    others = {person.name, person.native_name} - {authorship.display_name, ""}
    return f"{authorship.display_name} ({', '.join(sorted(others))})" if others else ""


def venue_hit(venue: Venue, words: list[str]) -> Hit:
    texts = [*(alias.name for alias in venue.aliases.all()), venue.publisher]
    return Hit.of(venue, words, venue.short_name, venue.longer_name, texts, beside=venue.get_kind_display())


def talk_hit(talk: Any, words: list[str]) -> Hit:
    page = talk.paper or (talk.speaker if talk.has_page else None)
    url = page.get_absolute_url() if page else reverse("publications:talks")
    texts = map(str, talk.occasions.all())
    return Hit.of(talk, words, talk.title, talk.speaker.shown_name, texts, beside=talk.years, url=url)


PUBLICATIONS = Searched(
    "publications",
    gettext_lazy("Publications"),
    lambda: Publication.objects.published().only("pk"),
    publication_hit,
    most=10,
    details=lambda: with_public(
        Publication.objects.select_related("venue").prefetch_related(
            Prefetch("authorships", Authorship.objects.select_related("person"))
        ),
        "earlier_versions",
    ),
    list_page="publications:list",
    order=60,
)
VENUES = Searched(
    "venues", gettext_lazy("Venues"), lambda: with_public(Venue.objects.public(), "aliases"), venue_hit, order=20
)
TALKS = Searched("talks", gettext_lazy("Talks"), lambda: Talk.objects.with_occasions(), talk_hit, order=80)
