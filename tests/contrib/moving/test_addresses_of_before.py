"""Every address of the old site answers here: with a permanent redirect to what became of its page."""

from functools import partial

import pytest
from django.core.exceptions import ValidationError

from labsite import history
from labsite.contrib.moving import writing
from labsite.contrib.moving.addresses.jekyll import JekyllAddresses
from labsite.contrib.moving.addresses.targets import bare_address
from labsite.contrib.moving.families import NAMES, module_of
from labsite.contrib.moving.hugoblox.content import HugoAddresses, HugoContent
from labsite.contrib.moving.models import OldAddress
from labsite.contrib.moving.source import FolderSource
from labsite.models import Step
from labsite.pages import moments
from labsite.roles import Role
from tests import cast
from tests.contrib.moving.test_families import SITES
from tests.editing import address as form, form_of
from tests.visiting import Visitor

MOVED = "/blog/moved"


def written(folder, files):
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return FolderSource(folder)


def page(**fields):
    return "\n".join(["---", *(f"{name}: {value}" for name, value in fields.items()), "---", "Words."])


def test_one_page_has_one_bare_address():
    forms = {
        MOVED: f"{MOVED} {MOVED}/ {MOVED}.html {MOVED}/index.html {MOVED}/index blog/moved.htm //blog/moved",
        "/": "/ /index.html https://old.example https://old.example/#team // /..",
        "/team/Ada Quill": "/team/Ada%20Quill/ https://old.example/team//Ada%20Quill?a=b#top /../team/Ada%20Quill",
        "/?p=12": "/?p=12 /index.php?p=12&preview=1 https://old.example/?p=12",
        "/paper.pdf": "/paper.pdf /paper.pdf/ \\paper.pdf",
    }
    pairs = [(address, bare) for bare, all_forms in forms.items() for address in all_forms.split()]
    assert [(address, bare_address(address)) for address, bare in pairs if bare_address(address) != bare] == []


def test_the_addresses_of_a_jekyll_site_follow_from_its_settings(tmp_path):
    config = """
permalink: /blog/:year/:title/
include: [_pages]
collections:
  members: {output: true}
  publications: {output: true, permalink: "/:collection/:path/"}
  talks: {output: true, permalink: "/talks/:year-:month-:day-:slug/"}
  books: {output: false}
defaults:
  - {scope: {path: "", type: "members"}, values: {layout: member}}
  - {scope: {path: "hidden"}, values: {published: false}}
"""
    expected = {
        "_posts/2024-05-09-A_Nap & more.md": ["/blog/2024/A_Nap-&-more/"],
        "rest/_posts/2023-1-2-slow.md": ["/blog/2023/quick/"],
        "_members/ada.quill.md": ["/members/ada.quill"],
        "_publications/2024/ledger.md": ["/publications/2024/ledger/", "/old", "/older.html"],
        "_talks/2022-03-04-On Rest.md": ["/talks/2022-03-04-on-rest/"],
        "_pages/join.md": ["/join-us/"],
        "_pages/contact.md": ["/_pages/contact"],
        "tools/index.md": ["/tools/"],
        "about.html": ["//about"],
        "index.md": ["//"],
        **dict.fromkeys(["_books/one.md", "hidden/x.md", "_data/x.yml", "_layouts/page.html", "moved.md"], []),
    }
    fields = {
        "rest/_posts/2023-1-2-slow.md": {"slug": "quick"},
        "_publications/2024/ledger.md": {"redirect_from": "[/old, /older.html]"},
        "_pages/join.md": {"permalink": "/join-us/"},
        "moved.md": {"redirect_to": "https://other.example"},
    }
    files = {path: page(**fields.get(path, {"title": "x"})) for path in expected}
    addresses = JekyllAddresses(written(tmp_path, {"_config.yml": config, **files}))
    assert {path: addresses(path) for path in expected} == expected


def test_posts_of_jekyll_stand_under_their_day_and_categories_unless_it_is_set_otherwise(tmp_path):
    path = "lab/_posts/2024-05-09-moved.md"
    files = {path: page(date="2024-06-01 10:00", categories="News Rest")}
    addresses = {}
    for style in ("", "none", "ordinal", "/:categories/:i_month-:short_year-:title:output_ext"):
        written(tmp_path, {"_config.yml": f"permalink: {style}", **files})
        [addresses[style]] = map(bare_address, JekyllAddresses(FolderSource(tmp_path))(path))
    assert addresses == {
        "": "/lab/news/rest/2024/06/01/moved",
        "none": "/lab/news/rest/moved",
        "ordinal": "/lab/news/rest/2024/153/moved",
        "/:categories/:i_month-:short_year-:title:output_ext": "/lab/news/rest/6-24-moved",
    }


def test_the_addresses_of_a_hugo_site_follow_from_its_folders_and_settings(tmp_path):
    settings = "permalinks:\n  authors: /author/:slug/\n  news: /:year/:month/:slugorfilename/\n"
    fields = {
        "content/post/A Nap/index.md": {"aliases": "[/old/nap, nap2]"},
        "content/publication/ledger/index.md": {"slug": "the-ledger"},
        "content/news/slow.md": {"date": "2024-05-09", "title": "Slow"},
        "content/authors/ada/_index.md": {"title": "Ada M. Quill", "aliases": "[Ada Quill]"},
        "content/authors/三/_index.md": {"title": "张三"},
        "content/join/_index.md": {"title": "Join"},
        "content/contact.md": {"url": "/reach-us/"},
        "content/_index.md": {"title": "Home"},
    }
    files = {path: page(**each) for path, each in fields.items()}
    source = written(tmp_path, {"hugo.yaml": settings, "data/authors/zoe.yaml": "name: {display: Zoe}", **files})
    addresses = HugoAddresses(HugoContent(source))
    assert {path: addresses(path) for path in [*files, "data/authors/zoe.yaml", "static/x.md"]} == {
        "content/post/A Nap/index.md": ["/post/a-nap", "/old/nap", "/post/nap2"],
        "content/publication/ledger/index.md": ["/publication/the-ledger"],
        "content/news/slow.md": ["/2024/05/slow"],
        "content/authors/ada/_index.md": ["/author/ada-m.-quill"],
        "content/authors/三/_index.md": ["/author/张三"],
        "content/join/_index.md": ["/join"],
        "content/contact.md": ["/reach-us/"],
        "content/_index.md": ["/"],
        "data/authors/zoe.yaml": ["/authors/zoe"],
        "static/x.md": [],
    }


@pytest.fixture
def lab(db, plain_settings):
    return cast.make_lab()


def lead(path, target):
    return OldAddress.objects.create(path=path, target=target)


def led(client, address):
    answer = client.get(address)
    return answer.status_code, answer.get("Location", "")


@pytest.mark.parametrize("end", ["", "/", ".html", "/index.html", "?utm_source=x"])
def test_an_old_address_leads_on_however_it_ends(client, lab, end):
    lead(MOVED, cast.make_news().get_absolute_url())
    assert led(client, f"{MOVED}{end}") == (301, "/news/a-paper-was-accepted/")


def test_a_reader_of_chinese_is_led_to_chinese(client, lab):
    lead("/crew", "/people/")
    assert led(client, "/zh-hans/crew/") == (301, "/zh-hans/people/")


def test_a_page_of_wordpress_is_found_by_its_number_and_home_is_home_with_any_other(client, lab):
    lead("/?p=12", "/people/")
    assert led(client, "/?p=12") == (301, "/people/")
    assert led(client, "/?p=13") == led(client, "/?page=2") == (200, "")


def test_a_page_of_today_is_found_as_html_too(client, lab):
    cast.make_page("Tides")
    assert led(client, "/tides.html") == led(client, "/tides/index.html") == (301, "/tides/")
    assert led(client, "/nothing.html")[0] == 404


def test_who_is_called_otherwise_now_is_found_at_the_old_address(client, lab):
    ada = cast.pi()
    lead("/members/ada", ada.get_absolute_url())
    ada.slug = "ada-brandt"
    ada.save()
    answer = client.get("/members/ada", follow=True)
    assert (answer.status_code, answer.redirect_chain[-1]) == (200, ("/people/ada-brandt/", 301))


def test_nothing_leads_to_what_visitors_do_not_see_nor_in_a_circle(client, lab):
    lead("/draft-news", cast.make_news("Soon", state="draft").get_absolute_url())
    lead("/stranger", cast.stranger().get_absolute_url())
    for path, target in (("/gone", "/news/gone/"), ("/a", "/publications/years/1850/"), ("/admin-of-old", "/admin/")):
        lead(path, target)
    lead("/publications/years/1850", "/a/")
    lead("/elsewhere", "https://other.example/")
    lead("/elsewhere2", "//other.example/")
    asked = [*OldAddress.objects.values_list("path", flat=True), "/%2Fother.example/", "/%2F%2Fother.example.html"]
    assert [(path, led(client, path)) for path in asked if client.get(path, follow=True).status_code != 404] == []
    assert led(client, "/draft-news")[1] in ("", "/draft-news/")


def test_a_page_of_today_is_never_shadowed(client, lab):
    ada = cast.pi()
    lead("/people/ada-quill", "/news/")
    assert led(client, ada.get_absolute_url()) == (200, "")


def test_a_page_that_is_there_asks_nothing_of_old_addresses(client, lab, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr("labsite.contrib.moving.addresses.leading.answer", lambda request: pytest.fail("asked"))
    assert led(client, "/people/") == (200, "")


def test_an_address_that_led_nowhere_leads_on_once_it_is_added(lab, monkeypatch):
    monkeypatch.setattr(moments, "HOLDS_SECONDS", 0)
    visitor = Visitor()
    assert [visitor.get(each).status_code for each in (f"{MOVED}/x", "/?p=12")] == [404, 200]
    lead(f"{MOVED}/x", "/people/")
    lead("/?p=12", "/people/")
    assert [visitor.get(each).status_code for each in (f"{MOVED}/x", "/?p=12")] == [301, 301]


@pytest.mark.parametrize("role", Role)
def test_editors_list_and_edit_old_addresses_and_members_see_none(client, lab, role):
    row = lead(MOVED, "/people/")
    client.force_login(cast.make_login(role=role))
    where = form(OldAddress, "change", row.pk)
    if role is Role.MEMBER:
        assert [client.get(each).status_code for each in (where, form(OldAddress, "changelist"))] == [403, 403]
        assert b"ld address" not in client.get("/admin/").content
        return
    assert MOVED.encode() in client.get(form(OldAddress, "changelist")).content
    sent = form_of(client, where) | {"path": "https://old.example/crew/index.html", "target": "/zh-hans/news"}
    assert client.post(where, sent).status_code == 302
    row.refresh_from_db()
    assert (row.path, row.target) == ("/crew", "/news/")


def test_an_old_address_leads_to_a_page_of_this_site_from_where_there_is_none(lab):
    refused = {
        "target": [(MOVED, "https://other.example/"), (MOVED, "//other.example/"), (MOVED, "/nobody/")]
        + [(MOVED, "/admin/"), (MOVED, "people"), (MOVED, "/static/x.css")],
        "path": [("/people.html", "/news/"), ("/", "/news/"), ("https://old.example", "/news/")],
    }
    for field, pairs in refused.items():
        for path, target in pairs:
            with pytest.raises(ValidationError) as error:
                OldAddress(path=path, target=target).full_clean()
            assert (path, target, [*error.value.message_dict]) == (path, target, [field])


MADE_UP = {
    "_config.yaml": "title: Tide Lab\ncollections: {members: {output: true}}",
    "_members/ada.md": page(name="Ada Quill", role="pi", redirect_from="/boss"),
    "_members/sample.md": page(name="John Doe") + "\nLorem ipsum",
    "_posts/2024-05-09-moved.md": page(title="We moved"),
    "tides/index.md": page(title="Tides"),
    "team/index.md": '---\ntitle: Team\n---\n{% include list.html data="members" %}',
    "research/index.md": '---\ntitle: Research\n---\n{% include list.html data="citations" %}',
    "_pages/404.md": page(title="Page not found", permalink="/404.html"),
    "what-is-new.md": "---\ntitle: Chronicle\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}",
    "cards/index.md": '---\ntitle: Cards\n---\n{% include list.html data="tools" component="card" %}',
    "_data/tools.yaml": "- {title: Gauge, image: images/x.png, description: Measures., repo: tide/gauge}",
}


def moved(folder, family="lab-website-template"):
    source = FolderSource(folder)
    return writing.bring(module_of(family).read(source), source, family)


def test_what_a_move_takes_over_keeps_its_addresses_and_undoing_it_takes_them_away(lab, tmp_path, client):
    written(tmp_path, MADE_UP)
    step = moved(tmp_path).step
    assert dict(OldAddress.objects.values_list("path", "target")) == {
        "/2024/05/09/moved": "/news/we-moved/",
        "/boss": "/people/ada-quill/",
        "/cards": "/projects/",
        "/members/ada": "/people/ada-quill/",
        "/research": "/publications/",
        "/team": "/people/",
        "/what-is-new": "/news/",
    }
    assert led(client, "/2024/05/09/moved.html") == (301, "/news/we-moved/")
    OldAddress.objects.filter(path="/boss").update(target="/news/")
    assert moved(tmp_path).changes_nothing
    assert OldAddress.objects.get(path="/boss").target == "/news/"
    OldAddress.objects.filter(path="/boss").update(target="/people/ada-quill/")
    history.undo(Step.objects.get(pk=step), cast.make_administrator())
    assert not OldAddress.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize("family", NAMES)
def test_every_page_of_a_site_of_each_family_answers_at_its_old_address(lab, client, family):
    folder = SITES / family.replace("-", "_")
    moved(folder, family)
    source = FolderSource(folder)
    site = module_of(family).read(source)
    rows = [*site.people, *site.papers, *site.news, *site.projects, *site.pages]
    asked = [address for row in rows for address in site.addresses(row.path)]
    get = partial(client.get, follow=True)
    assert [each for each in asked if get(bare_address(each)).status_code != 200] == []
