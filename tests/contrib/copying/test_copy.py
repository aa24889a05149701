"""A copy of a small lab's site, file by file against what the site answers, and again after edits."""

import json
import re
import shutil
from html.parser import HTMLParser
from types import SimpleNamespace
from urllib.parse import quote, unquote, urljoin, urlsplit
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.test import Client
from pypdf import PdfReader

from labsite.contrib.copying.copy import VisitedSite, asking, copy_site
from labsite.contrib.copying.folder import NOTES, CopyFolder
from labsite.contrib.copying.places import FORMATS
from labsite.contrib.copying.rewriting import SiteAnswer
from labsite.models import NewsItem
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.labsite.test_every_page import NOT_WALKED, walk
from tests.worlds import lasting, undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]

BASE = "http://testserver"
BELOW = f"{BASE}/lab"
ADDRESS = ("href", "src", "srcset", "action", "content")
NOT_COPIED = re.compile(rf"{NOT_WALKED.pattern}|.*/references/")  # lists in a style of citations
PAGE = 2  # publications on a page of a list, of which there are three


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker, tmp_path_factory):
    """A lab with one of everything, its site copied to the root of a host and below one, and all that it answers."""
    with lasting(django_db_blocker, tmp_path_factory) as media, pytest.MonkeyPatch.context() as patch:
        patch.setattr("publications.pages.lists.PAGE_SIZE", PAGE)
        make_lab()
        root, below = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("below")
        yield SimpleNamespace(
            media=media,
            root=root,
            below=below,
            copied=copy_site(root, BASE, formats=FORMATS),
            copied_below=copy_site(below, BELOW, ("en-gb",)),
            live=walk(Client(), "/", "/zh-hans/", "/robots.txt", past=NOT_COPIED),
        )


def make_lab():
    lab = {"email": "hello@lab.example", "accent": "#8a2c1c", "name_second": "闲适实验室"}
    cast.make_lab(**lab, contact="[Join](/join-us/) [all](http://testserver/)")
    ada, zoe, ivo = cast.pi(), cast.student(), cast.stranger()
    venue = cast.make_venue()
    paper = cast.make_publication(authors=[ada, zoe, ivo], venue=venue, abstract="On naps.")
    for number in range(PAGE):
        cast.make_publication(f"Nap {number}", [ada], venue, 2000, kind="journal")
    paper.slug = "quokka-at-leisure"
    paper.save()  # which was at another address
    cast.make_publication("Wombat: Not Yet", [ada], venue, state="draft")
    cast.make_service(zoe, venue)
    cast.make_talk(ada)
    cast.make_award(zoe)
    for make_rows in cast.of_apps("make_rows_to_copy"):
        make_rows(ada, zoe)
    cast.make_page(place=1, text="Look at [them](/people/) and [nothing](/nowhere/).")
    cast.make_project(people=[zoe], publications=[paper])
    cast.make_opening()
    name = default_storage.save("text/林 1.pdf", ContentFile(b"%PDF quokka"))
    cast.make_news(text=f"As [here](/media/{name.replace(' ', '%20')}).")


def files_of(folder):
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: body for name, body in found.items() if not name.startswith(NOTES)}


class Parts(HTMLParser):
    """A page in parts: its texts, and its tags with their attributes."""

    def __init__(self, page):
        super().__init__()
        self.parts = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.parts.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.parts.append(data)


def without_addresses(page):
    """Return the parts of a page but the values of addresses."""
    without = []
    for part in Parts(page).parts:
        if isinstance(part, tuple):
            part = (part[0], {name: value for name, value in part[1].items() if name not in ADDRESS})
        without.append(part)
    return without


def expected(page):
    """Return a page of the site without what only a server can do: editing, and filters as the site has them."""
    page = re.sub(r'<li><a href="/admin/">Member sign-in</a></li>|<li><a href="/admin/">成员登录</a></li>', "", page)
    page = re.sub(r"<li data-needs-server>.*?</li>\s*", "", page)
    if " data-listing>" in page:
        page = page.replace("</head>", '<script type="module" data-index></script></head>', 1)
    return page.replace(" data-listing>", " data-copied-listing>")


def name_of(path):
    return unquote(path).lstrip("/") + ("index.html" if path.endswith("/") else "")


def test_every_address_of_the_site_has_its_file_with_the_same_content(world):
    copied = files_of(world.root)
    for (path, names), visit in world.live.items():
        if names or visit.status != 200:
            continue
        found = copied[name_of(path)]
        if not visit.is_page:
            assert (path, found) == (path, visit.content)
        elif not path.endswith("/search/"):
            page = re.sub('data-index="[^"]*"', "data-index", found.decode())
            assert without_addresses(page) == without_addresses(expected(visit.content.decode())), path


def test_pages_of_a_list_and_choices_are_files(world):
    client = Client()
    for address, name in {
        "/publications/?page=2": "publications/page/2/index.html",
        "/zh-hans/people/ada-quill/publications/?page=2": "zh-hans/people/ada-quill/publications/page/2/index.html",
        "/services/?by=person": "services/by/person/index.html",
        "/venues/?sort=acronym": "venues/sort/acronym/index.html",
    }.items():
        page = re.sub('data-index="[^"]*"', "data-index", (world.root / name).read_text())
        assert without_addresses(page) == without_addresses(expected(client.get(address).content.decode()))
    assert 'rel="canonical" href="http://testserver/publications/page/2/"' in (
        (world.root / "publications/page/2/index.html").read_text()
    )


def dead_links(folder, base):
    """Return the addresses in the pages of a copy that lead nowhere in it, each with the page that has it."""
    prefix, names = urlsplit(base).path, files_of(folder)
    dead = set()
    for name, body in names.items():
        if not name.endswith(".html"):
            continue
        here = f"{base}/{name.removesuffix('index.html')}"
        for tag, attributes in (part for part in Parts(body.decode()).parts if isinstance(part, tuple)):
            values = [attributes.get(each) or "" for each in ("href", "src", "action")]
            values += [each.split()[0] for each in (attributes.get("srcset") or "").split(",") if each.strip()]
            values += [attributes["content"]] if (attributes.get("content") or "").startswith("http") else []
            for target in (urlsplit(urljoin(here, value)) for value in values if value):
                is_own = target.netloc == "testserver"
                inside = target.path.startswith(f"{prefix}/")
                if is_own and not (inside and name_of(target.path.removeprefix(prefix)) in names):
                    dead.add((name, tag, target.path))
    return dead


def test_no_link_leads_nowhere_but_those_that_do_so_on_the_site(world):
    assert {path for _, _, path in dead_links(world.root, BASE)} == {"/nowhere/"}
    assert {path for _, _, path in dead_links(world.below, BELOW)} == {"/lab/nowhere/"}
    assert world.copied_below.dead == {"/nowhere/": "/join-us/"}


def test_whole_addresses_name_the_place_of_the_copy(world):
    for name, body in files_of(world.below).items():
        if not name.endswith((".png", ".woff2", ".pdf", ".docx", ".svg")):
            found = re.findall(rb"http://testserver(?!/lab(?:[/\"#<]|$))[^\s\"<]*", body)
            assert (name, found) == (name, [])
    assert b"Sitemap: http://testserver/lab/sitemap.xml" in (world.below / "robots.txt").read_bytes()
    assert b'"http://testserver/lab/people/ada-quill/"' in (world.below / "people.json").read_bytes()


@pytest.mark.skipif(not apps.is_installed("labsite.contrib.documents"), reason="There are no CVs without documents.")
def test_cvs_for_everyone_are_in_a_copy_as_pdf_and_in_the_formats_asked_for_and_name_its_place(world):
    own = {f"people/ada-quill/cv{each}" for each in ("", "-short", "/tenure")}
    cvs = {name for name in files_of(world.below) if "/cv" in name}
    assert cvs == {f"{each}{end}" for each in own for end in ("/index.html", ".pdf")}
    assert "cv.docx" not in (world.below / "people/ada-quill/cv/index.html").read_text()
    cvs |= {f"{each}.{extension}" for each in own for extension in FORMATS}
    assert {name.removeprefix("zh-hans/") for name in files_of(world.root) if "/cv" in name} == cvs
    word = ZipFile(world.root / "people/ada-quill/cv.docx").read("word/_rels/document.xml.rels").decode()
    assert f'"{BASE}/people/ada-quill/"' in word
    page = f"{BELOW}/people/ada-quill/"
    pdf = PdfReader(world.below / "people/ada-quill/cv.pdf")
    links = [each.get_object()["/A"]["/URI"] for sheet in pdf.pages for each in sheet.get("/Annots", ())]
    assert page in links
    assert "testserver/lab/people/ada-quill" in "".join(sheet.extract_text() for sheet in pdf.pages)


def test_a_copy_of_one_language_has_no_way_to_another(world):
    assert not (world.below / "zh-hans").exists()
    pages = {name: body for name, body in files_of(world.below).items() if name.endswith((".html", ".xml"))}
    assert [name for name, body in pages.items() if b"/zh-hans/" in body] == []
    assert b'class="languages"' not in (world.below / "index.html").read_bytes()


def test_addresses_of_before_lead_on(world):
    page = (world.root / "publications/quokka/index.html").read_text()
    assert 'http-equiv="refresh" content="0; url=http://testserver/publications/quokka-at-leisure/"' in page
    names = ("publications/quokka.bib", "publications/quokka-at-leisure.bib")
    assert len({(world.root / name).read_bytes() for name in names}) == 1


def test_addresses_of_an_old_site_lead_on(world):
    """The pages that moving leaves to its cast: https://docs.netlify.com/routing/redirects/ has the file."""
    names = ("members/ada/index.html", "members/ada.html", "team/林/index.html")
    pages = [(world.below / name).read_text() for name in names]
    targets = [re.search(r'content="0; url=(.+?)"', page)[1] for page in pages]
    assert targets == [f"{BELOW}/people/ada-quill/", f"{BELOW}/people/ada-quill/", f"{BELOW}/people/"]
    assert (world.below / "_redirects").read_text().splitlines() == [
        "/lab/members/ada /lab/people/ada-quill/ 301",
        "/lab/people/news /lab/news/ 301",
        "/lab/team/%E6%9E%97 /lab/people/ 301",
    ]


def test_nothing_of_a_draft_and_no_way_to_edit_is_in_a_copy(world):
    for body in [*files_of(world.root).values(), *files_of(world.below).values()]:
        assert not re.search(rb"[wW]ombat|hello@lab|/admin/(?!\n)|/account/(?!\n)", body)


def test_what_is_not_there_has_a_page_in_each_language(world):
    assert "There is no page at this address" in (world.root / "404.html").read_text()
    assert 'lang="zh-Hans"' in (world.root / "zh-hans/404.html").read_text()
    assert 'href="/lab/people/"' in (world.below / "404.html").read_text()


def test_uploads_are_in_a_copy_also_where_a_web_server_sends_them(world, settings):
    settings.MEDIA_BY_PROXY, settings.MEDIA_ROOT = True, world.media
    [name] = [name for name in files_of(world.root) if name.startswith("media/text/")]
    with asking(BASE) as site:
        assert site.ask("/" + quote(name)).body == (world.root / name).read_bytes() == b"%PDF quokka"
    assert settings.MEDIA_BY_PROXY


def test_web_servers_are_told_of_headers_and_types(world):
    policy = Client().get("/").headers["Content-Security-Policy"]
    assert f'Content-Security-Policy "{policy}"' in (world.root / ".htaccess").read_text()
    assert f"/lab/*\n  Content-Security-Policy: {policy}" in (world.below / "_headers").read_text()
    assert "ErrorDocument 404 /lab/404.html" in (world.below / ".htaccess").read_text()
    assert r"RedirectMatch 404 /\.copy-of-labsite(/|$)" in (world.below / ".htaccess").read_text()
    assert (world.root / ".nojekyll").read_bytes() == b""


@pytest.fixture
def asked(monkeypatch):
    """The addresses that copies ask the site for."""
    addresses, ask = [], VisitedSite.ask
    monkeypatch.setattr(VisitedSite, "ask", lambda site, address: addresses.append(address) or ask(site, address))
    return addresses


@pytest.fixture
def again(world, tmp_path, settings):
    """A copy that is to be made again."""
    settings.MEDIA_ROOT = world.media
    return shutil.copytree(world.below, tmp_path / "again")


def test_a_copy_made_again_equals_a_new_one(again, tmp_path, asked):
    """After a paper less, a person at another address, and a page more; after less, most isn't asked for."""
    with undone():
        Publication.objects.filter(title="Nap 0").update(pages="7–9")
        copy_site(again, BELOW, ("en-gb",))
        assert {"/publications/nap-0/", "/publications/nap-0.bib", "/publications.bib"} <= set(asked)
        assert not {"/people/", "/services/", "/publications/nap-1.bib", "/publications/nap-1.png"} & set(asked)
        asked.clear()
        NewsItem.objects.update(title="Rested")
        copy_site(again, BELOW, ("en-gb",))
        assert {"/", "/news/"} <= set(asked)
        assert not {"/people/", "/publications/", "/publications/nap-0/", "/venues/"} & set(asked)
        Publication.objects.get(title="Nap 0").delete()
        person = Person.objects.get(slug="zoe-lindqvist")
        person.slug = "zoe"
        person.save()
        cast.make_page("Reading", place=2)
        outcome = copy_site(again, BELOW, ("en-gb",))
        copy_site(tmp_path / "new", BELOW, ("en-gb",))
    assert files_of(again) == files_of(tmp_path / "new")
    assert 0 < outcome.written < outcome.files
    assert not (again / "publications/nap-0").exists()
    assert "/lab/people/zoe/" in (again / "people/zoe-lindqvist/index.html").read_text()


def test_a_copy_of_what_has_not_changed_asks_for_nothing_and_writes_nothing(again, world, asked):
    def times():
        return {str(path): path.stat().st_mtime_ns for path in [again, *again.rglob("*")]}

    with undone():
        for is_edited in (False, True):
            if is_edited:
                Publication.objects.filter(title="Nap 0").update(pages="7–9")
                copy_site(again, BELOW, ("en-gb",))
                asked.clear()
            before = times()
            assert copy_site(again, BELOW, ("en-gb",)) == world.copied_below._replace(written=0)
            assert (asked, times().items() ^ before.items()) == ([], set())


def test_a_copy_by_newer_software_asks_for_everything_again(again, asked, monkeypatch):
    monkeypatch.setattr("labsite.contrib.copying.copy.software", lambda: "newer")
    outcome = copy_site(again, BELOW, ("en-gb",))
    assert len(asked) > outcome.files / 2
    assert outcome.written == 0


def test_a_copy_on_another_day_asks_for_what_looks_at_the_clock(again, asked):
    notes = again / NOTES / "questions.json"
    until = json.loads(notes.read_text())["until"]
    notes.write_text(notes.read_text().replace(str(until), "1"))  # as if the day had ended
    assert copy_site(again, BELOW, ("en-gb",)).written == 0
    assert {"/", "/people/", "/people/ada-quill/cv.pdf"} <= set(asked)
    assert not {"/publications/", "/publications/nap-0/", "/publications.bib", "/services/"} & set(asked)


def test_no_statement_that_somebody_else_has_put_into_the_notes_reaches_the_database(again, asked):
    notes = json.loads((again / NOTES / "questions.json").read_text())
    questions = {name: each for asked in notes["statements"].values() for name, each in asked.items()}
    notes |= {"until": 1, "statements": {"DELETE FROM labsite_newsitem": questions}}
    (again / NOTES / "questions.json").write_text(json.dumps(notes))
    assert copy_site(again, BELOW, ("en-gb",)).written == 0
    assert NewsItem.objects.exists()
    assert {"/", "/news/", "/publications/nap-0/"} <= set(asked)


def test_a_copy_that_was_cut_off_is_gone_on_with(world, tmp_path, settings, asked, monkeypatch):
    settings.MEDIA_ROOT = world.media
    monkeypatch.setattr("labsite.contrib.copying.copy.MAX_AGAIN", 1)
    put, number = CopyFolder.put, iter(range(1000))

    def cut_off(folder, name, body):
        if next(number) == 60:
            raise KeyboardInterrupt  # as with kill, nothing is tidied up
        return put(folder, name, body)

    monkeypatch.setattr(CopyFolder, "put", cut_off)
    with pytest.raises(KeyboardInterrupt):
        copy_site(tmp_path, BELOW, ("en-gb",))
    assert files_of(tmp_path) == {}
    first = set(asked)
    asked.clear()
    monkeypatch.setattr(CopyFolder, "put", put)
    copy_site(tmp_path, BELOW, ("en-gb",))
    assert len(first & set(asked)) <= 2
    assert files_of(tmp_path) == files_of(world.below)


def test_a_site_that_cannot_answer_leaves_the_copy_as_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(VisitedSite, "ask", lambda site, address: SiteAnswer(503, {}, b""))
    with pytest.raises(CommandError, match="answers 503 at /"):
        copy_site(tmp_path, BASE)
    assert files_of(tmp_path) == {}


def test_the_command_writes_nothing_that_has_not_changed_and_says_what_leads_nowhere(world, capsys):
    call_command("export_site", str(world.below), "--base-url", f"{BELOW}/", "--language", "en")
    said, warned = capsys.readouterr()
    assert re.fullmatch(r".*: \d+ files, of which 0 were written; 0 were removed\.\n", said)
    assert warned == "/join-us/ links to /nowhere/, where the site has nothing.\n"


def test_the_command_refuses_what_is_no_address(tmp_path):
    with pytest.raises(CommandError, match="lab.example isn’t an address for a copy"):
        call_command("export_site", str(tmp_path / "copy"), "--base-url", "lab.example")
