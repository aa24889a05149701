"""Projects in lists: each row as HTML by a function, as there may be dozens with five faces each."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from labsite.modelling.pictures import rendition_url, srcset
from labsite.models import Project
from labsite.templatetags.site import content_lang
from labsite.texts.plain_text import lines_of
from labsite.texts.second import lang_for
from people.models import Person
from people.person_html import portrait

register = template.Library()

MAX_FACES = 5
FACE_WIDTH, FACE_PIXELS = 2, 160  # rem, as projects.css says too
PICTURE_PIXELS = 480


@register.simple_tag(takes_context=True)
def project_rows(context: Context, projects: Iterable[Project], heading: str) -> SafeString:
    """Show projects, from in_brief(), in short: ``heading`` is the element of their names."""
    lang = content_lang(context)
    return mark_safe("".join(_row(project, heading, lang) for project in projects))


def _row(project: Any, heading: str, lang: str) -> SafeString:
    address = project.get_absolute_url()
    when = project.years if project.end else project.start and gettext("from %(date)s") % {"date": project.years}
    facts = [fact for fact in (when, *lines_of(project.funding)) if fact]
    if project.paper_count:
        words = ngettext("%(n)s paper", "%(n)s papers", project.paper_count) % {"n": project.paper_count}
        facts.append(format_html('<a href="{}#papers">{}</a>', address, words))
    facts_html = format_html_join("", "<li>{}</li>", ((fact,) for fact in facts))
    of_sentence = lang_for(project.summary or project.text_html, lang)
    return format_html(
        '<article class="project">\n  <div>\n    <{0} class="title"{1}><a href="{2}">{3}</a></{0}>\n'
        "{4}{5}{6}  </div>\n{7}</article>\n",
        *(mark_safe(heading), lang_for(project.title, lang), address, project.title),
        format_html("    <p{}>{}</p>\n", of_sentence, project.sentence) if project.sentence else "",
        format_html('    <ul class="facts inline-list">{}</ul>\n', facts_html) if facts else "",
        _faces(project.people.all(), address),
        _picture(project),
    )


def _faces(people: Iterable[Person], address: str) -> SafeString:
    """Return the faces of the first few, and a link to where the others are."""
    everyone = list(people)
    linked = [
        (person.get_absolute_url(), person.name, portrait(person, FACE_WIDTH, widest=FACE_PIXELS))
        for person in everyone[:MAX_FACES]
    ]
    if others := len(everyone) - len(linked):
        words = ngettext("%(n)s more person", "%(n)s more people", others) % {"n": others}
        linked.append((address, words, format_html("<span>+{}</span>", others)))
    items = format_html_join(
        "",
        '<li><a href="{}" aria-label="{}" title="{}">{}</a></li>',
        ((url, name, name, face) for url, name, face in linked),
    )
    return format_html('    <ul class="faces" aria-label="{}">{}</ul>\n', gettext("People"), items) if items else items


def _picture(project: Project) -> SafeString:
    picture: Any = project.picture
    if not picture:
        return mark_safe("")
    return format_html(
        '  <span class="figure"><picture><source type="image/webp" srcset="{}" sizes="9.5rem">'
        '<img src="{}" width="{}" height="{}" alt="{}" loading="lazy" decoding="async"></picture></span>\n',
        *(srcset(picture, "webp", PICTURE_PIXELS), rendition_url(picture, PICTURE_PIXELS)),
        *(project.picture_width, project.picture_height, project.picture_alt),
    )
