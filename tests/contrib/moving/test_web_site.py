"""Any web site as it is: pages in HTML, of which only what is certain becomes people, news and papers."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from labsite.contrib.moving import web_site, writing
from labsite.contrib.moving.models import OldAddress
from labsite.contrib.moving.outcomes import FileOutcome
from labsite.contrib.moving.site import SiteFile, SiteRole
from labsite.contrib.moving.source import FolderSource
from labsite.models import Page
from people.models import Person
from publications.citations.names import without_marks

SITE = Path(__file__).parents[2] / "data" / "sites" / "web_site"


@pytest.fixture(scope="module")
def site():
    return web_site.read(FolderSource(SITE))


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a site of these pages."""

    def read_site(**pages):
        for name, text in pages.items():
            data = text if isinstance(text, bytes) else text.encode()
            (tmp_path / f"{name}.html").write_bytes(data)
        return web_site.read(FolderSource(tmp_path))

    return read_site


def person(site, name):
    return next(each for each in site.people if each.name == name)


def test_people_are_names_that_stand_alike_below_roles_each_with_what_is_beside_the_name(site):
    assert {each.name: each.roles for each in site.people} == {
        "Ada Quill": [SiteRole("lead")],
        "Bo Lindqvist": [SiteRole("postdoc", "2023")],
        "Chiara Moreau": [SiteRole("postdoc")],
        "Dai Watanabe": [SiteRole("phd", "2022")],
        "Eun-ji Park": [SiteRole("phd")],
        "Femi Adeyemi": [SiteRole("master", "2024")],
        "Gita Rao": [SiteRole("undergraduate")],
        "Hana Novak": [SiteRole("phd", "2018", "2022", went_to="Tide Institute")],
        "Ivo Petrov": [SiteRole("postdoc", "2019", "2021", went_to="lecturer at Coast University")],
        "Kofi Mensah": [SiteRole("engineer", "2020")],
    }
    assert {each.name: each.photo for each in site.people if each.photo} == {
        "Ada Quill": "images/ada.png",
        "Bo Lindqvist": "images/bo.png",
        "Dai Watanabe": "images/dai.png",
        "Eun-ji Park": "images/eun.png",
    }


def test_a_page_of_somebodys_own_is_their_biography(site):
    ada = person(site, "Ada Quill")
    assert (ada.path, ada.honorific, ada.orcid, ada.emails) == (
        "people/ada.html",
        "Prof.",
        "0000-0002-1825-0097",
        ["ada@tides.example"],
    )
    assert ada.biography == (
        "Professor of Tidal Computing\n\n"
        "Ada has computed tides since 2001, see [the tank](../equipment.html).\n\n"
        "- Tides\n    - Spring tides\n- Currents"
    )
    assert [link.kind for link in ada.links] == ["scholar"]


def test_news_are_entries_that_begin_with_a_date_in_whatever_they_stand(site):
    assert [(item.date, item.title, item.text) for item in site.news] == [
        ("2024-01-15", "How ice sounds", "Like a *cello*.\n\nTwice."),
        ("2024-03-12", "", "Our paper on **slow tides** is out."),
        ("2024-02", "", "Bo is here."),
        ("2023-12-24", "", "The tank froze."),
        ("2023-11", "", "Ada spoke in [Oslo](https://oslo.example/)."),
        ("2023-05-02", "", "A new buoy."),
        ("2022-06", "", "Hana graduated."),
        ("2022-05-03", "", "We moved to Harbour Road."),
    ]


def test_papers_are_references_cards_bibtex_and_pages_with_tags_of_their_own(site):
    records = [paper.entry.record for paper in site.papers]
    assert [(record.title, record.year, [str(name) for name in record.authors]) for record in records] == [
        ("Buoys in the dark", 2020, ["Eun-ji Park", "Ada Quill"]),
        ("Slow tides in large tanks", 2024, ["A. Quill", "B. Lindqvist"]),
        ("Counting waves at night", 2024, ["D. Watanabe", "A. Quill"]),
        ("Buoys that talk", 2024, ["Eun-ji Park", "Bo Lindqvist", "Ada Quill"]),
        ("A tank for everyone", 2024, ["Kofi Mensah", "Ada Quill"]),
        ("Spring tides, revisited", 2022, ["Hana Novak", "Ada Quill"]),
        ("Neap tides", 2022, ["H. Novak", "I. Petrov", "A. Quill"]),
        ("Ebb without flow", 2021, ["Ivo Petrov", "Ada Quill"]),
    ]
    slow = site.papers[1]
    assert slow.files == [SiteFile("pdf", "papers/slow.pdf")]
    assert (slow.entry.record.doi, [link.kind for link in slow.entry.record.links]) == ("10.1000/slow", ["code"])


def test_what_is_left_are_pages_the_lab_itself_and_introductions_of_lists(site):
    [equipment] = site.pages
    assert (equipment.title, equipment.slug, equipment.place) == ("Equipment", "equipment", 5)
    assert equipment.text == (
        "Our equipment\n\nTwo tanks:  \nthe long one  \nthe round one\n\n"
        "| Tank | Length |\n| --- | --- |\n| Long | 40 m |\n| Round | 9 m \\| 3 m |\n\n"
        "Book it in the [rules](papers/rules.pdf), ask [us](team.html), see \\*here\\* and 1. there."
    )
    lab = site.lab
    assert (lab.name, lab.tagline, lab.email, lab.logo) == (
        "Tidal Computing Lab",
        "We compute tides.",
        "lab@tides.example",
        "images/logo.png",
    )
    assert [(each.page, each.text) for each in lab.introductions] == [
        ("publications:list", "## More\n\nPosters hang in our corridor."),
        ("people:list", "## Friends of the lab\n\nJun Sato (Wave Works) builds our buoys."),
    ]


@pytest.mark.django_db
def test_links_between_pages_lead_to_what_became_of_them_and_old_addresses_answer(client, site):
    source = FolderSource(SITE)
    writing.bring(web_site.read(source), source, "web-site")
    assert "[us](/team.html)" in Page.objects.get(slug="equipment").text
    assert {row.path: row.target for row in OldAddress.objects.all()} == {
        "/news/ice": "/news/how-ice-sounds/",
        "/papers/slow": "/publications/buoys-in-the-dark/",
        "/people/ada": Person.objects.get(name="Ada Quill").get_absolute_url(),
        "/team": "/people/",
    }
    for path in source.files("", ".html"):
        assert client.get(f"/{path}", follow=True).status_code == 200, path


EAST_ASIAN = {
    "gb2312": (
        "<meta charset=gb2312><title>成员</title><h2>博士生</h2><ul><li>李雷（2021年9月至今）<li>韩梅梅</ul>"
        "<h2>毕业生</h2><ul><li>王五，硕士，2018-2021，现就职于潮汐公司</ul>",
        [("李雷", "phd", ""), ("韩梅梅", "phd", ""), ("王五", "master", "潮汐公司")],
    ),
    "euc-kr": (
        '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr"><title>구성원</title>'
        "<h3>박사과정</h3><table><tr><td><b>홍길동</b><br>조류<td><b>김유신</b><br>해류</table>",
        [("홍길동", "phd", ""), ("김유신", "phd", "")],
    ),
    "shift_jis": (
        "<meta charset=Shift_JIS><title>メンバー</title><h2>修士課程</h2><p>山田 太郎<br>佐藤 花子",
        [("山田 太郎", "master", ""), ("佐藤 花子", "master", "")],
    ),
    "windows-1252": (
        "<meta charset=iso-8859-1><title>Team</title><h2>Doktoranden</h2><ul><li>Jörg Müller<li>Zoë Weiß</ul>",
        [("Jörg Müller", "phd", ""), ("Zoë Weiß", "phd", "")],
    ),
}


@pytest.mark.parametrize("encoding", EAST_ASIAN)
def test_pages_in_old_encodings_are_read_by_what_they_say_of_themselves(read, encoding):
    text, people = EAST_ASIAN[encoding]
    site = read(index="<title>Home</title><p>Hello", people=text.encode(encoding))
    roles = [(each.name, each.roles[0].role, each.roles[0].went_to) for each in site.people]
    assert roles == people


NOBODY = [
    "<title>People</title><h2>Research topics</h2><ul><li>Machine Learning<li>Computer Vision</ul>",
    "<title>Join</title><h2>PhD students</h2><p>Grace Hopper was a pioneer.</p><p>Apply now.</p>",
    "<title>People</title><h2>Collaborators</h2><ul><li>Ada Quill, professor<li>Bo Lindqvist</ul>",
    "<title>People</title><h2>PhD students</h2><ul><li>Department of Physics<li>Harbour University</ul>",
    "<title>Seminar</title><h2>2024</h2><ul><li>3 May: Ada Quill, Slow tides</ul>",
]


@pytest.mark.parametrize("page", NOBODY)
def test_what_isnt_certain_stays_a_page(read, page):
    site = read(index="<title>Home</title><p>Hello", other=page)
    assert (site.people, site.news, site.papers) == ([], [], [])
    assert [each.path for each in site.pages] == ["other.html"]


def test_people_are_told_by_what_a_page_says_to_machines(read):
    site = read(
        index='<title>Home</title><div class="h-card"><b class="p-name">Ada Quill</b> rules</div>'
        '<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Bo Lindqvist</span></div>'
        '<script type="application/ld+json">{"@graph": [{"@type": "ResearchOrganization", "member": ['
        '{"@type": "Person", "name": "Chiara Moreau", "jobTitle": "PhD student"}]},'
        '{"@type": "Person", "name": "An Author"}]}</script>'
    )
    assert [each.name for each in site.people] == ["Chiara Moreau", "Ada Quill", "Bo Lindqvist"]


def test_of_frames_the_page_that_says_most_introduces_the_lab(read):
    site = read(
        index="<title>Tidal Lab</title><frameset><frame src=menu.html><frame src=main.html></frameset>",
        menu="<a href=main.html>Home</a><br><a href=tank.html>Tank</a>",
        main="<p>We compute tides.",
        tank="<h1>Tank</h1><p>It is long.",
    )
    assert (site.lab.about, site.lab.path) == ("We compute tides.", "main.html")
    assert [(page.title, page.text) for page in site.pages if page.path == "tank.html"] == [("Tank", "It is long.")]


def test_degrees_are_no_roles_portraits_name_people_and_places_are_nobody(read):
    site = read(
        people="<title>People</title><h2>Lab Director</h2><div><img src=q.png><p><b>Ada Quill, Ph.D.</b></p>"
        "<p>Professor of Tides<br>Tide Medical School</p></div><h2>Former members</h2><p>Noor Hale, M.D.</p>"
        "<p>Ivo Brandt, Ph.D.</p>"
        "<h2>Postdocs</h2><div><img src=s.png alt='Portrait of Dr. Bim Okafor'><p>Room 4</p></div>",
    )
    assert [(person.name, [role.role for role in person.roles]) for person in site.people] == [
        ("Ada Quill", ["lead"]),
        ("Noor Hale", [""]),
        ("Ivo Brandt", [""]),
        ("Bim Okafor", ["postdoc"]),
    ]


ODD = {
    "empty": "",
    "nothing but tags": "<p></p><ul><li></ul><table><tr></table>",
    "deep": "<div>" * 1000 + "<b>" * 300 + "<ul><li>" * 300 + "text",
    "unclosed": "<a href='x.html'><img src=//[><td><h1>People<li>Ada Quill<!--",
    "scripts": "<script>alert(1)</script><a href='javascript:x'>Ada</a><img src=x onerror=y>",
    "frames": "<frameset><frame src=menu.html><frame src=http://[></frameset>",
    "not HTML": b"\x89PNG\r\n\x1a\n\0\0\xff\xfe",
    "zero years": "<title>News</title><ul><li>0000-00: x<li>31/31/2024 y<li>2024-13 z</ul>",
    "large": "<title>People</title><h2>PhD students</h2><ul>" + "<li>Ada Quill, 2024–</li>" * 2_000,
}


@pytest.mark.parametrize("name", ODD)
def test_no_page_is_too_odd_to_be_read(read, name):
    site = read(index=ODD[name], people=ODD[name])
    assert all(outcome in FileOutcome for _, outcome, _ in site.outcomes)


def test_a_site_comes_from_a_zip_too(tmp_path):
    from labsite.contrib.moving.source import opened

    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("lab.example/index.html", "<title>Tidal Lab</title><p>Hello")
    (tmp_path / "site.zip").write_bytes(packed.getvalue())
    with opened(tmp_path / "site.zip") as source:
        assert web_site.read(source).lab.about == "Hello"


def test_headings_with_nothing_below_them_are_words_of_the_page(read):
    cards = "".join(f"<article><h3>{name}</h3></article>" for name in ("Gauge", "Buoy", "Boat"))
    site = read(
        index="<h1>Tide Lab</h1><p>We measure tides.</p>",
        tools=f"<h1>Tools</h1><p>Ours are old.</p><h2>Instruments</h2>{cards}<h2>Shared</h2>{cards}",
        people="<h1>Team</h1><h2>PhD students</h2><h3>Bo Lindqvist</h3><p>PhD student</p>"
        "<h2>Postdocs</h2><h3>Chiara Moreau</h3><p>Postdoc</p>",
    )
    (page,) = site.pages
    assert page.text.count("### Buoy") == 2 and page.text.endswith("## Shared\n\n### Gauge\n\n### Buoy\n\n### Boat")
    assert len(site.people) == 2 and site.lab.introductions == []


def test_what_a_label_beside_a_name_announces_stays_with_the_person(read):
    def card(name, *lines):
        return f"<article><h3>{name}</h3>{''.join(lines)}</article>"

    current = "<div><span class=label>Current affiliation</span>Tide Institute</div>"
    interests = "<p>Research interests: tides and quokkas</p>"
    site = read(
        index="<h1>Tide Lab</h1><p>We measure tides.</p>",
        people="<h1>Team</h1><h2>PhD students</h2>"
        + card("Bo Lindqvist", "<p>PhD student</p>", interests, "<p>Office: Room 3.14</p>")
        + card("Chiara Moreau", "<p>PhD student</p>", "<p>Currently: at the harbour</p>")
        + "<h2>Alumni</h2>"
        + card("Dai Watanabe", current)
        + card("Femi Adeyemi", current),
    )
    assert person(site, "Bo Lindqvist").biography == "Research interests: tides and quokkas\n\nOffice: Room 3.14"
    assert person(site, "Chiara Moreau").biography == "at the harbour"
    assert person(site, "Dai Watanabe").roles == [SiteRole("", has_ended=True, went_to="Tide Institute")]


def test_references_in_cards_keep_their_numbers_and_the_authors_as_they_are_typed(read):
    def card(title, place):
        authors = "Bo Lindqvist, Chiara Moreau, Dai Watanabe"
        return f"<article><div>2007 · 7</div><h3>{title}</h3><div>{authors} · {place}</div></article>"

    site = read(
        index="<h1>Tide Lab</h1><p>We measure tides.</p>",
        publications="<h1>Publications</h1>"
        + card("Neap tides and what they are", "J. Tides Ebbs 301, 2064 (2007)")
        + card("Controlling the phases of tides through the engineering of harbours", "Tides 9, 024202 (2007)")
        + card("Rapid tides and slow ones", "Tide. Rev. B 97, 241115(R) (2007)")
        + card("Spring tides and others", "Tides 97, 24 (2007), Perspective, “Erased”, Ebbs 34, 13 (2007)"),
    )
    neap, phases, rapid, spring = (paper.entry.record for paper in site.papers)
    assert (neap.volume, neap.pages, neap.year, phases.article) == ("301", "2064", 2007, "024202")
    assert (rapid.venue, rapid.volume, rapid.article) == ("Tide. Rev. B", "97", "241115(R)")
    assert spring.extra[0][1].startswith("Bo Lindqvist, Chiara Moreau, Dai Watanabe. **Spring tides and others**.")


def test_bars_belong_to_a_name_that_is_printed_as_one_and_a_group_stands_among_authors(read):
    names = "Quill A, Brandt I, The Assessment of Long Waves, Sato N, Hu J."
    site = read(
        index="<h1>Tide Lab</h1><p>We measure tides.</p>",
        publications=f"<h1>Publications</h1><h2>2017</h2><p>{names} Slow tides of many ports. <em>T3: Tides | Ebbs |"
        " Floods</em>. 6(12) 40-47.</p><p>Quill A, Sato N. Rapid tides of ports. Harbourside. Feb 25.</p>",
    )
    slow, rapid = (paper.entry.record for paper in site.papers)
    assert (slow.venue, slow.number, slow.pages) == ("T3: Tides | Ebbs | Floods", "12", "40–47")
    assert [*map(str, slow.authors)] == ["A Quill", "I Brandt", "Assessment of Long Waves", "N Sato", "J Hu"]
    assert (rapid.title, rapid.venue) == ("Rapid tides of ports", "Harbourside")


def test_signs_of_authors_say_what_the_page_says_of_them_and_years_in_titles_and_awards_are_none(read, db):
    def item(title, authors):
        return f"<li><b>{title}</b><br>{authors} · Tides 9, 24</li>"

    site = read(
        index="<h1>Tide Lab</h1><p>We measure tides.</p>",
        publications="<h1>Publications</h1><p>* Equal contribution † marks corresponding authors</p><h2>2017</h2><ul>"
        + item("Tides that reach the goals of 2020 and of others", "Bo Lindqvist*, Chiara Moreau*†, Dai Watanabe†")
        + "</ul><h2>Awards</h2><ul><li>Harbour 2019 Certificate of Merit. Bo Lindqvist and Dai Watanabe, <i>Old tides"
        " of ports</i>.</li></ul>",
    )
    (paper,) = site.papers
    record = paper.entry.record
    _, marks = without_marks(record.authors)
    assert record.year == 2017
    assert [(each.is_equal, each.is_corresponding, each.is_lead) for each in marks] == [
        (True, False, False),
        (True, True, False),
        (False, True, False),
    ]
