"""Every fact of the fixtures stands on a public page: on the page of the member, paper or venue that it is about."""

import html
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings

from labsite.modelling.periods import PartialDate
from labsite.texts.markdown import render
from people.models import Person
from publications.models import Publication, Venue

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FIXTURES = sorted((Path(settings.BASE_DIR) / "fixtures").glob("*.json"))
ROWS = [row for file in FIXTURES for row in json.loads(file.read_text(encoding="utf-8"))]
# What is for programs or editors rather than for readers, or is shown as something else.
UNSHOWN = {"slug", "former_slugs", "given_name", "family_name", "native_language", "citation_key", "order"}
UNSHOWN |= {"kind", "status", "state", "visibility", "role", "ongoing", "month"}
MARKDOWN = {"biography", "research_statement", "life", "text", "abstract", "about", "contact"}
DATES = {"start", "end", "date"}
PLAIN_FILES = settings.STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


def words_of(page):
    """Return what a reader sees of a page, in one line."""
    text = re.sub(r"<(script|style).*?</\1>|</?(i|sup|strong|em)\b[^>]*>", "", page, flags=re.DOTALL)
    # Addresses count as seen where a link leads to them.
    linked = " ".join(re.findall(r'href="([^"]*)"', text))
    return plain(re.sub(r"<[^>]+>", " ", text) + " " + linked)


def plain(text):
    squeezed = " ".join(html.unescape(str(text)).replace("\N{NO-BREAK SPACE}", " ").split())
    return re.sub(r" (?=[,.;:)”])", "", squeezed)


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker):
    """Every public page of the site with its real content, as a visitor reads it."""
    with django_db_blocker.unblock(), override_settings(STORAGES=PLAIN_FILES), transaction.atomic():
        call_command("loaddata", *map(str, FIXTURES), verbosity=0)
        rows = [*Person.objects.members(), *Publication.objects.all(), *Venue.objects.all()]
        lists = ["/", "/people/", "/publications/", "/venues/", "/services/", "/talks/", "/awards/"]
        addresses = lists + [row.get_absolute_url() for row in rows]
        client = Client()
        found = {address: words_of(client.get(address).content.decode()) for address in addresses}
        members = set(Person.objects.members().values_list("slug", flat=True))
        transaction.set_rollback(True)
    return found, members


def place(row, members):
    """Return the address of the page that must show the row, or None for what no visitor is to see."""
    model, fields = row["model"], row["fields"]
    about = {"people.person": "slug", "publications.publication": "slug", "publications.venue": "slug"}
    if model in about:
        return address(model, fields["slug"], members)
    owners = {
        "speaker": "people.person",
        "talk": "people.person",  # a talk's natural key begins with its speaker
        "publication": "publications.publication",
        "person": "people.person",
        "venue": "publications.venue",
    }
    owner = next((name for name in owners if fields.get(name)), None)
    return address(owners[owner], fields[owner][0], members) if owner else "/"


def address(model, slug, members):
    if model == "people.person":
        return f"/people/{slug}/" if slug in members else None
    return f"/{'venues' if model.endswith('venue') else 'publications'}/{slug}/"


def hidden(row):
    fields = row["fields"]
    lost_link = row["model"].endswith("link") and not fields["url"]
    return lost_link or fields.get("visibility") == "private"


def statements(row):
    for name, value in row["fields"].items():
        if name in UNSHOWN or isinstance(value, list | bool) or value in ("", None):
            continue
        if name in MARKDOWN:
            yield plain(re.sub(r"<[^>]+>", "", render(value)))
        elif name in DATES:
            yield PartialDate(value).words.split()[0]
        elif row["model"] == "people.contactdetail" and row["fields"]["kind"] == "email":
            user, host = value.split("@")
            yield f"{user.replace('.', ' dot ')} at {host.replace('.', ' dot ')}"
        else:
            yield from (plain(line) for line in str(value).splitlines())


def test_every_fact_is_on_the_page_it_is_about(pages):
    found, members = pages
    missing = [
        f"{where}: {statement}"
        for row in ROWS
        if not hidden(row) and (where := place(row, members))
        for statement in statements(row)
        if statement not in found[where]
    ]
    assert missing == []


def test_every_author_of_a_paper_is_on_its_page_in_order(pages):
    found, _ = pages
    names = {row["fields"]["slug"]: row["fields"]["name"] for row in ROWS if row["model"] == "people.person"}
    for paper in (row["fields"]["slug"] for row in ROWS if row["model"] == "publications.publication"):
        authorships = [
            row["fields"]
            for row in ROWS
            if row["model"] == "publications.authorship" and row["fields"]["publication"] == [paper]
        ]
        ordered = sorted(authorships, key=lambda fields: fields["order"])
        printed = [re.escape(fields["printed_name"] or names[fields["person"][0]]) for fields in ordered]
        assert re.search(r"[*†‡✉ ]*, ".join(printed), found[f"/publications/{paper}/"]), paper


def test_a_paper_is_on_the_page_of_every_member_who_wrote_it(pages):
    found, members = pages
    titles = {row["fields"]["slug"]: row["fields"]["title"] for row in ROWS if "citation_key" in row["fields"]}
    written = [row["fields"] for row in ROWS if row["model"] == "publications.authorship"]
    own = [(f["person"][0], titles[f["publication"][0]]) for f in written if f["person"][0] in members]
    assert len(own) == 52
    assert [pair for pair in own if plain(pair[1]) not in found[f"/people/{pair[0]}/"]] == []


def test_no_telephone_number_and_no_plain_e_mail_address_is_public(pages):
    found, _ = pages
    text = " ".join(found.values())
    assert "8305" not in text
    assert "857-209" not in text
    assert re.findall(r"[\w.]+@[\w.]+", text) == []


def test_no_page_has_markup_of_the_sources(pages):
    found, _ = pages
    marks = ("**", "[‡]", "^{", "(#)", "{%", "<u>", "📌", "🏆", "Èô")
    assert [(where, mark) for where, text in found.items() for mark in marks if mark in text] == []


def test_no_page_has_a_dead_link(pages):
    found, _ = pages
    assert [where for where, text in found.items() if re.search(r" (#|None)( |$)", text)] == []
