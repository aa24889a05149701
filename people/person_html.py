"""People as HTML, by functions: a page may show hundreds, and a template for each takes longer than all else on it."""

from collections.abc import Iterable
from typing import Any

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from labsite.drawing.images import WIDTHS
from labsite.modelling.pictures import rendition_url, srcset
from labsite.texts.plain_text import first_sentences, lines_of, plain, shortened
from labsite.texts.second import lang_for
from labsite.web.fragments import email_words, icon
from people.models import Person, ProfileLink
from people.profile import MAX_LEAD
from people.roster import Alumnus

PORTRAIT_RATIO = 4 / 5  # width by height
FALLBACK_WIDTH = 480  # pixels, for browsers without srcset

CARD_WIDTH = 4.6  # rem, of a portrait beside the words; see people.css
FACE_WIDTH = 11  # of one above the name
LARGE_CARD_WIDTH, LARGE_FACE_WIDTH = 6.6, 13  # of those who lead the lab, on pages of either
MAX_INTERESTS = 3


def portrait(
    person: Person, width: float, on_phones: float = 0, loading: str = "lazy", widest: int = max(WIDTHS)
) -> SafeString:
    """Return a photo, or initials in its place, that are shown ``width`` rem wide, on phones ``on_phones``.

    ``widest`` are the pixels of the widest copy that a browser may choose.
    """
    photo: Any = person.photo
    if not photo:
        tile = '<span class="tile tone-{}" aria-hidden="true"><span>{}</span></span>'
        return format_html(tile, person.tone, person.initials)
    # A photo that is wider than a portrait is shown by its height, and cut at the sides.
    scale = max(1, photo.stored_width / photo.stored_height / PORTRAIT_RATIO)
    sizes = f"{width * scale:.3g}rem"
    if on_phones:
        sizes = f"(max-width: 45rem) {on_phones * scale:.3g}rem, {sizes}"
    return format_html(
        '<span class="portrait"><picture><source type="image/webp" srcset="{}" sizes="{}">'
        '<img src="{}" srcset="{}" sizes="{}" width="{}" height="{}" alt="{}" loading="{}" decoding="async">'
        "</picture></span>",
        *(
            srcset(photo, "webp", widest),
            sizes,
            rendition_url(photo, min(FALLBACK_WIDTH, widest)),
            srcset(photo, "jpg", widest),
            sizes,
        ),
        *(photo.stored_width, photo.stored_height, person.photo_alt, loading),
    )


def both_names(person: Person) -> tuple[SafeString, SafeString]:
    """Return the name to begin with and the other, if there is one: who reads Chinese reads the Chinese name first."""
    name, native, language = escape(person.name), person.native_name_as_written, person.native_language
    if not native:
        return name, mark_safe("")
    if person.native_name_is_first:
        first = format_html('<span lang="{}">{}</span>', language, native)
        return first, format_html(' <span class="other-name">{}</span>', name)
    return name, format_html(' <span class="other-name" lang="{}">{}</span>', language, native)


def linked_names(person: Person) -> SafeString:
    """Return both names, the first as a link to the page of a member."""
    first, other = both_names(person)
    return format_html('<a href="{}">{}</a>{}', person.get_absolute_url(), first, other)


def linked_name(person: Person, has_page: bool) -> SafeString:
    """Return a name within a line, linked where there is a page; the other name only where it follows a native one."""
    first, other = both_names(person)
    if has_page:
        first = format_html('<a href="{}">{}</a>', person.get_absolute_url(), first)
    return format_html("{}{}", first, other) if person.native_name_is_first else first


def faces(people: Iterable[Person], width: float, on_phones: float = 0) -> SafeString:
    """Return portraits with the names under them, each a link, as items of a list."""
    return format_html_join(
        "\n",
        '<li><a href="{}">{}<span class="name">{}{}</span></a></li>',
        ((person.get_absolute_url(), portrait(person, width, on_phones), *both_names(person)) for person in people),
    )


def card(person: Person, paragraphs: Iterable[SafeString], width: float = CARD_WIDTH) -> SafeString:
    """Return a portrait with the names and what is said of the person."""
    return format_html(
        '<article class="card">{}<div><h3>{}</h3>{}</div></article>\n',
        *(portrait(person, width), linked_names(person), mark_safe("".join(paragraphs))),
    )


def short_card(person: Person, lang: str) -> SafeString:
    """Return a card with the headline; ``lang`` is the attribute of what the lab writes."""
    return card(person, [_paragraph(person.headline, lang)])


def member_card(person: Person, lang: str, width: float) -> SafeString:
    """Return a card of those in the lab, from ``people.roster``: what they are and study, and who advises them."""
    return card(person, [*_role(person, lang), _interests(person, lang), _advisors(person)], width)


def large_card(person: Person, lang: str, width: float) -> SafeString:
    """Return a card of those who lead the lab: with their first two sentences, and where to reach them."""
    words = shortened(first_sentences(plain(person.biography_html), 2), MAX_LEAD)
    said = [
        *_role(person, lang),
        _paragraph(words, lang_for(person.biography_html, lang)),
        _interests(person, lang),
        _advisors(person),
    ]
    return card(person, [*said, _contacts(person)], width)


def alumnus_item(alumnus: Alumnus, lang: str) -> SafeString:
    """Return what someone was in the lab, when, and where they went, as an item of a list."""
    parts = [linked_names(alumnus.person)]
    if alumnus.roles:
        parts.append(format_html('<span class="muted">{}</span>', ", ".join(alumnus.roles)))
    if alumnus.years:
        parts.append(format_html('<span class="when">{}</span>', alumnus.years))
    if alumnus.went_to:
        arrow = '<span class="visually-hidden">{}</span>{} <span{}>{}</span>'
        parts.append(format_html(arrow, gettext("Went to"), icon("next"), lang, alumnus.went_to))
    return format_html("<li>{}</li>\n", mark_safe(" ".join(parts)))


def _role(person: Person, lang: str) -> Iterable[SafeString]:
    return _paragraph(person.role_now, lang, "role"), _paragraph(person.joins)


def _interests(person: Person, lang: str) -> SafeString:
    return _paragraph("\N{NO-BREAK SPACE}· ".join(lines_of(person.interests)[:MAX_INTERESTS]), lang, "interests muted")


def _advisors(person: Person) -> SafeString:
    names = advisors(person.advisors_now)
    return format_html('<p class="advisors muted">{} {}</p>', gettext("Advised by"), names) if names else names


def advisors(people: Iterable[Person]) -> SafeString:
    """Return advisors with their titles, linked where they have a page."""
    return format_html_join(", ", "{}", ([_advisor(person)] for person in people))


def _advisor(advisor: Any) -> SafeString:
    name = f"{advisor.honorific} {advisor.name}".strip()
    return format_html('<a href="{}">{}</a>', advisor.get_absolute_url(), name) if advisor.has_page else escape(name)


def _contacts(person: Person) -> SafeString:
    """Return the public ways to reach a person: the addresses in words, the pages elsewhere as signs."""
    emails = [detail.value for detail in person.contact_details.all() if detail.is_public_email]
    items = [format_html('<span class="mail">{} {}</span>', icon("email"), email_words(value)) for value in emails]
    pages = [("orcid", "ORCID", f"https://orcid.org/{person.orcid}")] if person.orcid else []
    links = sorted(person.links.all(), key=ProfileLink.rank)
    pages += [(link.kind, str(link), link.url) for link in links if link.url]
    sign = '<a class="sign" href="{}" title="{}" rel="me">{}<span class="visually-hidden">{}</span></a>'
    items += [format_html(sign, url, name, icon(kind), f"{name}: {person.name}") for kind, name, url in pages]
    listed = format_html_join("", "<li>{}</li>", ([item] for item in items))
    return format_html('<ul class="contacts">{}</ul>', listed) if items else listed


def _paragraph(text: str, lang: str = "", names: str = "") -> SafeString:
    """Return a text as a paragraph of these classes; nothing if it is empty."""
    classes = format_html(' class="{}"', names) if names else ""
    return format_html("<p{}{}>{}</p>", classes, lang_for(text, lang), text) if text else mark_safe("")
