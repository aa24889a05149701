"""The whole site with the lab's own content, walked from the home page along every link.

There are rules that hold on every page, and every fact of the fixtures stands on the page that it is about.

Of the links with a query, which can be combined without end, one stands for all with the same names on one path.
"""

import html
import json
import re
from collections import Counter, defaultdict
from functools import cached_property
from pathlib import Path
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from django.urls import resolve
from django.utils import translation
from justhtml import JustHTML

from labsite.modelling.periods import PartialDate
from labsite.texts.markdown import render
from people.models import Person
from tests.worlds import lasting

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.smoke]

HOST, CHINESE = "http://testserver", "/zh-hans/"
NOT_WALKED = re.compile(r"/(admin|static)/|.*[?&]language=")  # a choice of language is kept in a cookie
MAX_PAGE_SIZE = 300_000  # bytes of HTML

FIXTURES = sorted((Path(settings.BASE_DIR) / "fixtures").glob("*.json"))
ROWS = [row for file in FIXTURES for row in json.loads(file.read_text(encoding="utf-8"))]
# What is for programs or editors rather than for readers, or is shown as something else.
UNSHOWN = {"slug", "former_slugs", "given_name", "family_name", "native_language", "citation_key", "order"}
UNSHOWN |= {
    "kind",
    "status",
    "state",
    "visibility",
    "role",
    "ongoing",
    "month",
    "typefaces",
    "look",
    "finds_papers_at",
}
UNSHOWN |= {"earlier_wording"}  # for those who edit
MARKDOWN = {"biography", "research_statement", "life", "text", "abstract", "about", "contact"}
DATES = {"start", "end", "date"}


class NotWalked:
    """Matches, beside NOT_WALKED, Chinese pages after the first few of a view: they show what the English ones do."""

    FEW = 3

    def __init__(self):
        self.walked = defaultdict(set)

    def match(self, link):
        path = urlsplit(link).path
        if NOT_WALKED.match(link) or not path.startswith(CHINESE):
            return NOT_WALKED.match(link)
        walked = self.walked[view_of(path)]
        if len(walked) < self.FEW:
            walked.add(path)
        return path not in walked


def view_of(path):
    with translation.override("zh-hans" if path.startswith(CHINESE) else "en-gb"):
        return resolve(path).view_name


class Visit:
    """What was found at an address."""

    def __init__(self, address, response):
        self.address = address
        self.status, self.headers = response.status_code, response.headers
        self.content = response.getvalue()
        self.is_page = response.get("Content-Type", "").startswith("text/html")

    @cached_property
    def document(self):
        return JustHTML(self.content.decode(), collect_errors=True, sanitize=False) if self.is_page else None

    def __getitem__(self, selector):
        return self.document.query(selector)

    @property
    def links(self):
        """Addresses on this site that the page leads to, with their fragments."""
        found = {urljoin(HOST + self.address, link.attrs["href"]) for link in self["a[href], link[href]"]}
        return {link.removeprefix(HOST) for link in found if link.startswith(f"{HOST}/")}


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, tmp_path_factory):
    """Every visited address of the site that the fixtures make."""
    with lasting(django_db_blocker, tmp_path_factory):
        call_command("loaddata", *map(str, FIXTURES), verbosity=0)
        yield walk(Client(), "/", "/zh-hans/", "/robots.txt", past=NotWalked())


def walk(client, *begin, past=NOT_WALKED):
    """Visit what can be reached from some addresses, without what matches ``past``."""
    visits, ahead = {}, list(begin)
    while ahead:
        address = ahead.pop()
        if kind_of(address) in visits:
            continue
        visit = visits[kind_of(address)] = Visit(address, client.get(address, follow=False))
        if visit.is_page and not urlsplit(address).query:
            ahead += sorted(urldefrag(link).url for link in visit.links if not past.match(link))
    return visits


def kind_of(address):
    """Return the address, and of its query the names alone."""
    path, _, query = address.partition("?")
    return path, tuple(sorted(dict.fromkeys(name for name, _ in parse_qsl(query))))


@pytest.fixture(scope="module")
def pages(site):
    return [visit for visit in site.values() if visit.is_page]


def offenders(pages, selector):
    return [(page.address, element.to_html(pretty=False)[:200]) for page in pages for element in page[selector]]


def test_every_kind_of_page_is_reached(site):
    for address in ("/people/", "/publications/", "/venues/", "/services/", "/talks/", "/awards/"):
        assert (address, ()) in site
        assert (f"/zh-hans{address}", ()) in site
    shown = [path for (path, _), visit in site.items() if visit.is_page]
    chinese = {view_of(path) for path in shown if path.startswith(CHINESE)}
    assert chinese == {view_of(path) for path in shown if not path.startswith(CHINESE)}


def test_every_link_leads_somewhere(site):
    assert [(visit.address, visit.status) for visit in site.values() if visit.status != 200] == []


def test_every_fragment_is_on_its_page(pages):
    ids = {page.address: {element.attrs["id"] for element in page["[id]"]} for page in pages}
    links = {(page.address, *urldefrag(link)) for page in pages for link in page.links if urldefrag(link).fragment}
    assert [link for link in links if link[1] in ids and link[2] not in ids[link[1]]] == []


def test_every_page_is_well_formed(pages):
    assert [(page.address, str(page.document.errors[0])) for page in pages if page.document.errors] == []


def test_every_id_is_there_once(pages):
    counts = ((page.address, Counter(element.attrs["id"] for element in page["[id]"])) for page in pages)
    assert [(address, id, n) for address, count in counts for id, n in count.items() if n > 1] == []


def test_every_page_has_one_main_heading(pages):
    assert [page.address for page in pages if len(page["h1"]) != 1] == []


def test_every_page_has_a_title_and_a_description(pages):
    without = [page.address for page in pages if not page["title"] or not page["title"][0].to_text().strip()]
    descriptions = {
        page.address: [meta.attrs["content"].strip() for meta in page['meta[name="description"]']] for page in pages
    }
    assert without == []
    assert [address for address, found in descriptions.items() if len(found) != 1 or not found[0]] == []


def test_no_page_is_larger_than_a_phone_likes(pages):
    assert [(page.address, len(page.content)) for page in pages if len(page.content) > MAX_PAGE_SIZE] == []


def test_every_picture_has_its_size_and_its_words(pages):
    assert offenders(pages, "img:not([width]), img:not([height]), img:not([alt])") == []


def test_nothing_is_written_inline_that_the_policy_forbids(pages):
    assert offenders(pages, "[style], style, [onclick], [onload]") == []
    scripts = [(page.address, script.attrs) for page in pages for script in page["script:not([src])"]]
    assert [script for script in scripts if script[1].get("type") != "application/ld+json"] == []


def test_nothing_is_loaded_from_elsewhere(pages):
    loaded = [
        (page.address, element.attrs.get("src") or element.attrs.get("href"))
        for page in pages
        for element in page['[src], link[rel="stylesheet"], link[rel="preload"], link[rel="icon"], use']
    ]
    assert [found for found in loaded if not found[1].startswith("/")] == []


def test_every_file_that_a_page_needs_is_there(pages):
    """Style sheets, scripts, fonts and pictures; whether a browser may load them is for the tests in one."""
    names = {name for page in pages for name in re.findall(rb'(?:href|src)="/static/([^"#?]*)', page.content)}
    assert [name for name in names if not finders.find(name.decode())] == []
    core = {name for name in names if name.startswith(b"labsite/")}  # apps that can be left out have their own
    assert len(core) == 6  # the style and what a lab adds to it, the script, the icons, the site's own icon and a font


@pytest.fixture(scope="module")
def read(site):
    """What a reader sees of each page, and the slugs of the members."""
    seen = {
        path: words_of(visit.content.decode()) for (path, names), visit in site.items() if visit.is_page and not names
    }
    return seen, set(Person.objects.members().values_list("slug", flat=True))


def words_of(page):
    """Return what a reader sees of a page, in one line."""
    text = re.sub(r"<(script|style).*?</\1>|</?(i|sup|strong|em)\b[^>]*>", "", page, flags=re.DOTALL)
    # Addresses count as seen where a link leads to them.
    linked = " ".join(re.findall(r'href="([^"]*)"', text))
    return plain(re.sub(r"<[^>]+>", " ", text) + " " + linked)


def plain(text):
    squeezed = " ".join(html.unescape(str(text)).replace("\N{NO-BREAK SPACE}", " ").split())
    return re.sub(r" (?=[,.;:)”])", "", squeezed)


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


def test_every_fact_is_on_the_page_it_is_about(read):
    found, members = read
    missing = [
        f"{where}: {statement}"
        for row in ROWS
        if not hidden(row) and (where := place(row, members))
        for statement in statements(row)
        if statement not in found[where]
    ]
    assert missing == []


def test_every_author_of_a_paper_is_on_its_page_in_order(read):
    found, _ = read
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


def test_a_paper_is_in_the_list_of_every_member_who_wrote_it(read):
    found, members = read
    titles = {row["fields"]["slug"]: row["fields"]["title"] for row in ROWS if "citation_key" in row["fields"]}
    written = [row["fields"] for row in ROWS if row["model"] == "publications.authorship"]
    own = [(f["person"][0], titles[f["publication"][0]]) for f in written if f["person"][0] in members]
    assert len(own) == 52
    assert [pair for pair in own if plain(pair[1]) not in found[f"/people/{pair[0]}/publications/"]] == []


def test_no_telephone_number_and_no_plain_e_mail_address_is_public(read):
    found, _ = read
    text = " ".join(found.values())
    assert "8305" not in text
    assert "857-209" not in text
    assert re.findall(r"[\w.]+@[\w.]+", text) == []


def test_no_page_has_markup_of_the_sources(read):
    found, _ = read
    marks = ("**", "[‡]", "^{", "(#)", "{%", "<u>", "📌", "🏆", "Èô")
    assert [(where, mark) for where, text in found.items() for mark in marks if mark in text] == []


def test_no_page_has_a_dead_link(read):
    found, _ = read
    assert [where for where, text in found.items() if re.search(r" (#|None)( |$)", text)] == []
