from io import BytesIO
from pathlib import Path

import pytest
from django.core import serializers
from django.db import transaction
from django.utils import timezone
from PIL import Image

from labsite import history
from labsite.contrib.moving import writing
from labsite.contrib.moving.outcomes import FileOutcome, FileOutcomes
from labsite.contrib.moving.report import papers_of
from labsite.contrib.moving.site import (
    SiteContent,
    SiteFile,
    SiteLab,
    SiteNews,
    SitePage,
    SitePaper,
    SitePerson,
    SiteProject,
    SiteRole,
    SiteSponsor,
    SiteVenue,
)
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.moving.writing.context import MoveNote
from labsite.contrib.reading.career import (
    StatedAward,
    StatedDegree,
    StatedLink,
    StatedOccasion,
    StatedPosition,
    StatedTalk,
    StatedTeaching,
)
from labsite.models import ApplicantKind, Lab, NewsItem, Page, Project, Section, Sponsor, Step, TextPicture
from people.models import ContactDetail, Education, Membership, NameVariant, Person
from publications.citations.entry import Entry
from publications.citations.names import in_order
from publications.citations.record import Name, Record
from publications.models import Link, Publication, Talk, Venue
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PDF = b"%PDF-1.7\n%%EOF"


def png(colour):
    out = BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def source(tmp_path):
    files = {
        "ada.md": b"",
        "papers.bib": b"",
        "news.md": b"",
        "img/ada.png": png("red"),
        "img/quokka.png": png("blue"),
        "img/nothing.png": b"no picture",
        "img/text.png": png("green"),
        "files/quokka.pdf": PDF,
        "files/evil.pdf": b"MZ",
        "theme.scss": b"",
    }
    for path, content in files.items():
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_bytes(content)
    source = FolderSource(tmp_path / "site")
    source.own_address = "https://quill.example.org"
    return source


def paper(title="Quokka: Scheduling at Leisure", authors=("Ada Quill", "Ivo Brandt"), **fields):
    names = tuple(Name(*name.rsplit(" ", 1)) for name in authors)
    record = Record(key="quokka", title=title, kind="conference", authors=names, year=2024, acronym="SYSCON")
    return SitePaper(Entry("line 1", record), path="papers.bib", **fields)


def site(source):
    """A whole site, read anew."""
    ada = SitePerson(
        name="Ada Quill",
        roles=[SiteRole("lead", "2010")],
        photo="img/ada.png",
        biography="Ada.\n\n![A green field](img/text.png) <b>Bold</b> {% for x in y %}z{% endfor %}",
        emails=["ada@quill.example.org"],
        links=[StatedLink("https://github.com/ada", label="Github"), StatedLink("https://quill.example.org/blog")],
        other_spellings=["A. Quill"],
        education=[StatedDegree("Example University", "PhD", "Systems", end="2009")],
        positions=[StatedPosition("Professor", "Example University", start="2010", ongoing=True)],
        awards=[StatedAward("Prize", "Academy", 2012)],
        teaching=[StatedTeaching("Systems", term="Spring 2024", path="ada.md")],
        talks=[StatedTalk("On Leisure", [StatedOccasion("SYSCON", "Oslo", "2024-06-01")], "words", path="ada.md")],
        path="ada.md",
    )
    maren = SitePerson(name="Maren Hale", roles=[SiteRole("phd", "2012", has_ended=True, went_to="Elsewhere")])
    files = [SiteFile("pdf", "files/quokka.pdf"), SiteFile("slides", "files/evil.pdf")]
    return SiteContent(
        FileOutcomes(source.files()),
        SiteLab(name="Quill Lab", about="We rest.", links=["https://github.com/quill"], path="ada.md"),
        [ada, maren],
        [
            paper(teaser="img/quokka.png", files=files, is_selected=True),
            SitePaper(Entry("line 9", problem="line 9: no closing brace"), path="papers.bib"),
        ],
        [SiteVenue("SYSCON", "https://syscon.example", path="papers.bib")],
        [SiteNews("2024-06-02", "Quokka is out. [See](files/quokka.pdf).", people=["Ada Quill"], papers=["quokka"])],
        [SiteProject("Leisur&#101;", "Rest.", "Long.", "img/nothing.png", people=["Ada Quill", "Noor Sato"])],
        [SitePage("Joining", "Write to us.", path="news.md")],
    )


def bring(source, made=None, **options):
    made = made or site(source)
    return writing.bring(made, source, "fabricated", **options), {path: notes for path, _, notes in made.outcomes}


def state(settings):
    """All rows and files, to compare."""
    rows = serializers.serialize(
        "json", [row for model in (Lab, Person, Publication, NewsItem) for row in model.objects.order_by("pk")]
    )
    return rows, sorted(str(path) for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file())


def test_the_face_of_a_lab_comes_with_it_once(source, tmp_path):
    made = site(source)
    made.lab.about = "We rest.\n\n![At the lake](img/group-photo.png)\n\nA lot."
    made.lab.logo = "img/logo.png"
    made.lab.sponsors = [SiteSponsor("Rest Fund", "https://fund.example", "img/fund.png")]
    made.pages.append(SitePage("Papers", "All that we *wrote*.", "publications", path="news.md"))
    for name in ("group-photo", "logo", "fund"):
        (tmp_path / f"site/img/{name}.png").write_bytes(png("red"))
    source = FolderSource(tmp_path / "site")
    bring(source, made)
    assert bring(source, made)[0].changes_nothing
    lab = Lab.objects.get()
    assert (lab.about, bool(lab.logo), bool(lab.picture)) == ("We rest.\n\nA lot.", True, True)
    assert lab.picture_caption == "At the lake"
    assert [(row.name, row.url, bool(row.logo)) for row in Sponsor.objects.all()] == [
        ("Rest Fund", "https://fund.example", True)
    ]
    assert [(row.page, row.introduction) for row in Section.objects.all()] == [
        ("publications:list", "All that we *wrote*.")
    ]


def test_a_move_says_which_venue_becomes_of_what_a_paper_prints(source):
    moved, _ = bring(source)
    assert next(papers_of(moved))[2] == "new: isn’t on the site yet; printed as “SYSCON” → venue: SYSCON"


def test_a_site_comes_over_whole(source):
    moved, _ = bring(source)
    assert moved.added == {
        **{"people": 2, "memberships": 2, "name variants": 1, "contact details": 1, "profile links": 2},
        **{"venues": 1, "papers": 1, "files of papers": 1, "education": 1, "positions": 1, "awards": 1},
        **{"teaching": 1, "talks": 1, "occasions of talks": 1, "news": 1, "projects": 1, "pages": 1},
    }
    ada = Person.objects.get(name="Ada Quill")
    quokka = Publication.objects.get()
    assert [author.person for author in quokka.authorships.all()] == [ada, Person.objects.get(name="Ivo Brandt")]
    assert (quokka.venue.url, quokka.is_selected, quokka.citation_key) == ("https://syscon.example", True, "quokka")
    assert [str(link) for link in ada.links.all()] == ["GitHub", "quill.example.org"]
    assert (Lab.objects.get().name, Page.objects.get().slug) == ("Quill Lab", "joining")
    assert (Talk.objects.get().speaker, quokka.venue) == (ada, Venue.objects.get())
    news = NewsItem.objects.get()
    assert (news.title, list(news.people.all()), list(news.publications.all())) == ("Quokka is out", [ada], [quokka])


def test_the_lab_is_begun_by_itself_so_that_the_move_can_be_undone(source):
    moved, _ = bring(source)
    begun, brought = Step.objects.order_by("pk")
    assert (begun.comment, brought.pk, moved.filled["the lab"]) == ("Began the lab", moved.step, 1)
    history.undo(brought, None)
    assert (Lab.objects.get().about, Person.objects.count()) == ("", 0)


def test_pictures_and_documents_are_kept_as_the_site_keeps_them(source):
    bring(source)
    ada, quokka = Person.objects.get(name="Ada Quill"), Publication.objects.get()
    assert (ada.photo_width, quokka.teaser_width) == (40, 40)
    assert ada.biography == f"Ada.\n\n![A green field]({TextPicture.objects.get().image.url}) **Bold**"
    assert [(link.kind, bool(link.file)) for link in Link.objects.all()] == [("pdf", True)]


@pytest.mark.both
def test_an_award_of_a_paper_is_the_papers_once(source):
    made = site(source)
    made.papers[0].awards = [StatedAward("Best Paper", "SYSCON", 2024)]
    bring(source, made)
    bring(source, made)
    (award,) = Publication.objects.get().awards.all()
    assert (award.title, award.organisation, award.year, award.person) == ("Best Paper", "SYSCON", 2024, None)


def test_every_file_of_the_source_is_accounted_for(source):
    _, outcomes = bring(source)
    assert {path: [f"{fate.value}: {why}" for fate, why in notes] for path, notes in outcomes.items()} == {
        "ada.md": [
            "imported: the lab’s own texts",
            "not understood: a list that was made of other files is missing from its text",
            "imported: Ada Quill",
            "imported: a course",
            "imported: a talk",
            "skipped: its text: talks have none here",
        ],
        "files/evil.pdf": [
            "not understood: Slides of “Quokka: Scheduling at Leisure”: This file’s content doesn’t match its "
            "name. Export it again as a PDF, .pptx or .odp, and "
            "choose that file."
        ],
        "files/quokka.pdf": [
            "imported: PDF of “Quokka: Scheduling at Leisure”",
            "skipped: a text links to it, but texts can’t have files here",
        ],
        "img/ada.png": ["imported: the photo of Ada Quill"],
        "img/nothing.png": [
            "not understood: the picture of the project Leisure: "
            "This file is not a readable JPEG, PNG or WebP picture."
        ],
        "img/quokka.png": ["imported: the image of “Quokka: Scheduling at Leisure”"],
        "img/text.png": ["imported: a picture in a text"],
        "news.md": ["imported: a page"],
        "papers.bib": [
            "imported: a venue",
            "imported: a paper",
            "not understood: an entry: line 9: no closing brace",
        ],
        "theme.scss": ["not needed: style"],
    }


def test_links_into_the_old_site_lead_there_still(source):
    bring(source)
    assert "[See](https://quill.example.org/files/quokka.pdf)" in NewsItem.objects.get().text


def test_what_is_brought_twice_changes_nothing_the_second_time(source, settings):
    bring(source)
    before = state(settings)
    moved, _ = bring(source)
    assert moved.changes_nothing and moved.step is None
    assert state(settings) == before


def test_a_rehearsal_says_the_same_and_writes_nothing(source, settings):
    before = state(settings)
    rehearsed, outcomes = bring(source, is_rehearsal=True)
    assert state(settings) == before
    moved, same_outcomes = bring(source)
    assert (rehearsed.added, rehearsed.notes, outcomes) == (moved.added, moved.notes, same_outcomes)


def test_all_of_it_is_one_step_that_can_be_undone(source):
    moved, _ = bring(source)
    step = Step.objects.get(pk=moved.step)
    assert step.comment == "Brought over the site of Quill Lab"
    history.undo(step, None)
    assert [model.objects.count() for model in (Publication, Membership, NewsItem, Project, Page, Talk)] == [0] * 6


def test_two_degrees_of_one_university_are_two_each_time(source):
    for _ in range(2):
        made = site(source)
        made.people[0].education = [
            StatedDegree("Example University", "BSc", field) for field in ("Rest", "Sleep", "")
        ]
        bring(source, made)
    assert sorted(Education.objects.values_list("degree", "field")) == [("BSc", "Rest"), ("BSc", "Sleep")]


def test_what_is_here_stays_and_the_difference_is_told(source):
    ada = cast.pi(headline="Mine", biography="Mine")
    moved, _ = bring(source)
    ada.refresh_from_db()
    assert (ada.biography, Person.objects.filter(name="Ada Quill").count()) == ("Mine", 1)
    assert moved.notes[MoveNote.KEPT] == [
        "Ada Quill, biography: “Mine” here, “Ada. ![A green field](img/text.png) **Bold**” there"
    ]


def test_a_paper_that_has_its_picture_is_not_written_again(source):
    bring(source)
    before = Publication.objects.get().changed_at
    bring(source)
    assert Publication.objects.get().changed_at == before


def test_of_long_texts_what_both_begin_with_is_not_told(source):
    cast.pi(biography=f"{'Ada naps. ' * 50}Mine.")
    made = site(source)
    made.people[0].biography = f"{'Ada naps. ' * 50}Theirs, {'and more ' * 50}"
    moved, _ = bring(source, made)
    assert moved.notes[MoveNote.KEPT] == [
        "Ada Quill, biography: “… Ada naps. Ada naps. Ada naps. Mine.” here, "
        "“… Ada naps. Ada naps. Ada naps. Theirs, and more and more and…” there"
    ]


def test_people_are_found_by_their_e_mail_address(source):
    ada = cast.make_member("Ada Q.", "lead", start="2010")
    ContactDetail.objects.create(person=ada, kind="email", value="ada@quill.example.org")
    bring(source)
    assert Publication.objects.get().authorships.first().person == ada
    assert not Person.objects.filter(name="Ada Quill").exists()


def test_who_has_left_is_an_alumnus_though_nobody_knows_when(source, settings):
    moved, _ = bring(source)
    maren = Person.objects.get(name="Maren Hale").memberships.get()
    assert (maren.went_to, maren.end, maren.has_left) == ("Elsewhere", "", True)
    assert [person.name for person in Person.objects.alumni(timezone.localdate())] == ["Maren Hale"]
    assert moved.notes.get(MoveNote.CHECK) is None


def bring_people(source, *people):
    """Bring people over; return whether that changed nothing."""
    moved = writing.bring(SiteContent(FileOutcomes([]), people=list(people)), source, "al-folio")
    return moved.changes_nothing


def wei(slug, **fields):
    return SitePerson("Wei Lin", roles=[SiteRole("phd")], path=f"_people/{slug}.md", **fields)


@pytest.mark.parametrize("fields", [{}, {"links": [StatedLink("https://one.example/wei")]}])
def test_two_pages_of_one_name_are_two_people_each_time(source, fields):
    assert not bring_people(source, wei("wei-lin"), wei("wei-lin-2", **fields))
    assert Person.objects.filter(name="Wei Lin").count() == 2
    assert bring_people(source, wei("wei-lin"), wei("wei-lin-2", **fields))


def test_a_namesake_who_is_here_already_is_taken_for_neither_of_two_pages(source):
    here = cast.make_person("Wei Lin")
    bring_people(source, wei("wei-lin"), wei("wei-lin-2"))
    assert Person.objects.filter(name="Wei Lin").count() == 3
    assert not here.memberships.exists()


@pytest.mark.parametrize(
    "other",
    [
        {"path": "_data/people.yml"},
        {"path": "_people/wei-2.md", "photo": "wei.png"},
        {"path": "_alumni/wei.md"},
        {"path": "_people/wei/index.md"},
    ],
)
def test_what_a_site_says_of_somebody_in_two_places_is_of_one_person(source, other):
    bring_people(source, SitePerson("Wei Lin", path="_people/wei.md", photo="wei.png"), SitePerson("wei lin", **other))
    assert Person.objects.count() == 1


def test_what_is_no_e_mail_address_identifies_nobody_and_is_not_kept(source):
    people = [SitePerson(name, emails=["temp"]) for name in ("Maren Hale", "Noor Sato", "Ivo Brandt")]
    bring_people(source, *people[:1])
    assert not bring_people(source, *people[1:])
    assert Person.objects.count() == 3 and not ContactDetail.objects.exists()


def test_titles_without_a_place_here_are_named(source):
    person = SitePerson("Ada Quill", honorific="Prof.", other_titles="Dr., FRS", path="_people/ada.md")
    content = SiteContent(FileOutcomes([]), people=[person])
    bring(source, content)
    [(_, _, notes)] = content.outcomes
    words = "“Dr., FRS” around the name of Ada Quill: no place for it here"
    assert (FileOutcome.LEFT_OUT, words) in notes


def test_an_e_mail_address_identifies_in_any_case(source):
    bring_people(source, SitePerson("Ada Quill", emails=["Ada@Quill.example.org"]))
    bring_people(source, SitePerson("A. Quill", emails=["ada@quill.example.org"]))
    assert [person.name for person in Person.objects.all()] == ["Ada Quill"]


def test_a_member_whom_a_paper_lists_twice_in_another_case_is_one_at_the_second_run(source):
    def again():
        people = [SitePerson("Maren Hale", roles=[SiteRole("phd")], path="_people/maren.md")]
        papers = [paper(authors=("Maren Hale", "MAREN HALE"))]
        return writing.bring(SiteContent(FileOutcomes(["papers.bib"]), people=people, papers=papers), source, "x")

    again()
    assert (again().changes_nothing, Membership.objects.count()) == (True, 1)


def test_a_family_name_that_was_a_guess_gives_way_to_a_paper_that_is_here_already(source):
    def moved(name):
        record = Record(key="quokka", title="Quokka: Scheduling at Leisure", authors=(name,), doi="10.5555/1")
        return bring(source, SiteContent(FileOutcomes([]), papers=[SitePaper(Entry("line 1", record))]))[0]

    moved(in_order("Juan Carlos García Márquez"))
    assert moved(in_order("Juan Carlos García Márquez")).changes_nothing
    assert moved(Name("Juan Carlos", "García Márquez")).filled == {"names in their parts": 1}
    assert Person.objects.get().family_name == "García Márquez"
    assert moved(Name("Juan Carlos", "García Márquez")).changes_nothing


def test_a_role_that_is_a_guess_is_only_for_who_has_none(source):
    cast.make_member("Noor Sato", "phd")
    made = SiteContent(FileOutcomes([]), people=[SitePerson("Noor Sato", roles=[SiteRole("lead", is_guess=True)])])
    bring(source, made)
    assert [row.role for row in Membership.objects.all()] == ["phd"]


def test_a_value_longer_than_its_column_never_costs_the_paper_and_is_named(source):
    names, long = ("venue", "acronym", "proceedings", "publisher", "abstract"), "ebb and flow " * 2000
    papers = [
        SitePaper(Entry("", Record(key=name, title=f"Tide {name}", authors=(Name("Ada", "Quill"),), **{name: long})))
        for name in names
    ]
    moved, _ = bring(source, SiteContent(FileOutcomes([]), papers=papers))
    assert Publication.objects.count() == len(papers)
    assert moved.notes[MoveNote.CHECK] == [
        f"Tide {name}: its {name} is too long for its field; the whole text is kept with the paper" for name in names
    ]


def test_values_that_no_field_takes_are_told_and_stop_nothing(source):
    made = SiteContent(
        FileOutcomes([]), people=[SitePerson("Ada Quill", headline="x" * 300, links=[StatedLink("nowhere")])]
    )
    moved, _ = bring(source, made)
    assert Person.objects.get().headline == ""
    assert [words.partition(":")[0] for words in moved.notes[MoveNote.LOST]] == [
        f"Ada Quill, headline “{'x' * 59}…”",
        "Ada Quill, address “nowhere”",
    ]


def test_an_exception_leaves_no_row_and_no_file(source, settings, monkeypatch):
    before = state(settings)
    monkeypatch.setattr("labsite.contrib.moving.writing.bring_pages", lambda moving: 1 / 0)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        bring(source)
    assert state(settings) == before


def test_a_page_about_joining_becomes_kinds_of_applicant_and_the_words_around_them(source):
    text = "We are many.\n\n## PhD students\n\nWrite.\n\n### When\n\nIn May.\n\n"
    text += "## How\n\nBy mail.\n\n## **Postdocs**\n\nCome."
    for _ in range(2):
        pages = [SitePage("Join us!", text, slug="join-us", path="news.md")]
        bring(source, SiteContent(FileOutcomes(["news.md"]), pages=pages))
    kinds = [("PhD students", "Write.\n\n### When\n\nIn May."), ("Postdocs", "Come.")]
    assert list(ApplicantKind.objects.values_list("title", "text")) == kinds
    page = Page.objects.get()
    assert (page.slug, page.title, page.text) == ("join", "Join us!", "We are many.\n\n## How\n\nBy mail.")
    assert Page.objects.at("join-us") == page


def test_two_pages_of_one_address_are_two_and_a_copy_is_left_out(source):
    def twice():
        texts = ("What we share.", "Tools.", "What we share.")
        pages = [SitePage("Software", text, slug="software", path="papers.bib") for text in texts]
        outcomes = FileOutcomes(["papers.bib"])
        moved = writing.bring(SiteContent(outcomes, pages=pages), source, "al-folio")
        [(_, _, notes)] = outcomes
        return moved.changes_nothing, [words for _, words in notes]

    assert twice() == (False, ["a page", "a copy of another page"])
    assert twice() == (True, ["a page", "a copy of another page"])
    assert dict(Page.objects.values_list("slug", "text")) == {
        "software": "What we share.",
        "software-page": "Tools.",
    }


def test_a_page_whose_address_the_site_uses_itself_gets_one_of_its_own(source):
    bring(source, SiteContent(FileOutcomes([]), pages=[SitePage("People", "Who we are.")]))
    assert Page.objects.get().slug == "people-page"


def test_the_title_of_news_has_no_markup_and_a_long_one_goes_on_in_the_text(source):
    words = " ".join(["Quokka"] * 40)
    news = [SiteNews("2024-06", title="<b>Quokka</b>&#58; it rests"), SiteNews("2024-05", title=words, text="Soon.")]
    bring(source, SiteContent(FileOutcomes([]), news=news))
    short, long = NewsItem.objects.order_by("-date")
    assert (short.title, long.title[-1], len(long.title) <= 120) == ("Quokka: it rests", "…", True)
    assert long.text == f"{words}\n\nSoon."


def roles_of(source, *roles):
    """Bring these roles of one person; return start and end of all that she has then."""
    bring_people(source, SitePerson("Maren Hale", roles=list(roles), path="_people/maren.md"))
    return sorted(Membership.objects.values_list("start", "end"))


def test_years_that_a_site_knows_fill_those_that_nobody_knew(source):
    cast.make_member("Maren Hale", "phd", start="", has_left=True)
    assert roles_of(source, SiteRole("phd", "2012", "2018", has_ended=True)) == [("2012", "2018")]


@pytest.mark.both
def test_what_lasts_here_is_not_ended_by_a_site(source):
    cast.make_member("Maren Hale", "phd", start="2012")
    assert roles_of(source, SiteRole("phd", end="2018", has_ended=True)) == [("2012", "")]


@pytest.mark.parametrize(
    ("start", "end", "role"),
    [("", "2012", SiteRole("visitor", "2020")), ("2020", "", SiteRole("visitor", end="2012", has_ended=True))],
)
def test_a_role_that_began_after_another_ended_is_another(source, start, end, role):
    cast.make_member("Maren Hale", "visitor", start=start, end=end)
    assert roles_of(source, role) == [("", "2012"), ("2020", "")]


def moved_with(source, *roles):
    """Bring these roles of Maren Hale; return what she has then, and what the report says of it."""
    people = [SitePerson("Maren Hale", roles=list(roles), path="_people/maren.md")]
    moved = writing.bring(SiteContent(FileOutcomes([]), people=people), source, "al-folio")
    here = sorted(Membership.objects.values_list("role", "start", "end", "has_left"))
    return here, dict(moved.notes), moved.changes_nothing


@pytest.mark.parametrize(
    ("role", "here"),
    [
        (SiteRole(), ("", "", "", False)),
        (SiteRole(is_guess=True), ("", "", "", False)),
        (SiteRole("", "2012", "2018", True), ("", "2012", "2018", False)),
        (SiteRole(has_ended=True), ("", "", "", True)),
    ],
)
def test_a_role_that_no_source_tells_is_not_stated_and_reported_once(source, role, here):
    assert moved_with(source, role) == ([here], {MoveNote.CHECK: ["role not stated: Maren Hale"]}, False)
    assert moved_with(source, role) == ([here], {}, True)


@pytest.mark.parametrize(
    ("settled", "role"),
    [
        ({"role": "phd"}, SiteRole()),
        ({"role": "phd"}, SiteRole(is_guess=True)),
        ({"role": "phd", "start": "2012", "end": "2018", "has_left": False}, SiteRole(has_ended=True)),
        ({"role": "phd", "start": "2012"}, SiteRole("", "", "2018", True)),
    ],
)
@pytest.mark.both
def test_a_role_that_an_editor_settled_stays_and_gets_none_beside_it(source, settled, role):
    moved_with(source, role)
    Membership.objects.update(**settled)
    before = sorted(Membership.objects.values_list("role", "start", "end", "has_left"))
    assert moved_with(source, role) == (before, {}, True)


def test_a_stay_without_a_role_at_another_time_than_here_is_told_and_not_added(source):
    cast.make_member("Maren Hale", "postdoc", start="2020")
    here, notes, is_same = moved_with(source, SiteRole("", "", "2012", True))
    assert (here, is_same) == ([("postdoc", "2020", "", False)], True)
    assert notes == {MoveNote.KEPT: ["Maren Hale: ? – 2012 in the lab there, without a role"]}


def test_a_role_that_a_source_tells_fills_one_that_is_not_stated_here(source):
    cast.make_member("Maren Hale", "", start="2012")
    assert moved_with(source, SiteRole("phd", "2012-09")) == (
        [("phd", "2012", "", False)],
        {MoveNote.KEPT: ["Maren Hale, 2012, start: “2012” here, “2012-09” there"]},
        False,
    )
    assert moved_with(source, SiteRole("phd", "2012"))[2]


def test_a_guess_fills_no_role_that_is_not_stated_here(source):
    cast.make_member("Maren Hale", "", start="")
    assert moved_with(source, SiteRole("faculty", is_guess=True)) == ([("", "", "", False)], {}, True)


def test_the_stay_of_the_role_that_a_source_tells_goes_before_one_that_is_not_stated(source):
    maren = cast.make_member("Maren Hale", "", start="2015")
    maren.memberships.create(role="phd", start="")
    here, _, _ = moved_with(source, SiteRole("phd"))
    assert here == [("", "2015", "", False), ("phd", "", "", False)]


def test_of_stays_without_a_start_the_one_that_ended_then_is_meant(source):
    maren = cast.make_member("Maren Hale", "phd", start="", has_left=True)
    maren.memberships.create(role="phd", start="", end="2018")
    here, _, is_same = moved_with(source, SiteRole("phd", "", "2018", True))
    assert (here, is_same) == ([("phd", "", "", True), ("phd", "", "2018", False)], True)


def test_two_pages_of_one_person_of_which_one_tells_the_role_make_one_stay(source):
    people = [
        SitePerson("Maren Hale", roles=[SiteRole(role)], path=path) for role, path in (("", "a.yml"), ("phd", "b"))
    ]
    bring_people(source, *people)
    assert [row.role for row in Membership.objects.all()] == ["phd"]


def test_a_role_that_a_site_says_of_its_owner_is_to_be_checked(source):
    assert moved_with(source, SiteRole("faculty", is_guess=True))[1] == {
        MoveNote.CHECK: ["Maren Hale is taken for “Faculty”, as the site describes them"]
    }


@pytest.mark.parametrize("roles", [[SiteRole()], [SiteRole(has_ended=True)]])
def test_namesakes_share_nothing_where_no_role_is_told_of_either(source, roles):
    def pages():
        return [SitePerson("Wei Lin", roles=list(roles), path=f"_people/{each}.md") for each in ("wei", "lin")]

    bring_people(source, *pages())
    assert Person.objects.count() == 2


def test_an_alumnus_of_no_role_is_known_from_a_namesake_when_moved_again(source):
    def pages():
        roles = {"wei": SiteRole("phd"), "lin": SiteRole(has_ended=True)}
        return [SitePerson("Wei Lin", roles=[role], path=f"_people/{each}.md") for each, role in roles.items()]

    bring_people(source, *pages())
    assert bring_people(source, *pages())


def native(name, **fields):
    return SitePerson(name, roles=[SiteRole("phd")], path="_people/zoe.md", **fields)


@pytest.mark.parametrize(
    "person",
    [
        native("Zoë Lindqvist (林佐伊)"),
        native("林佐伊", given_name="Zoë", family_name="Lindqvist"),
        native("林佐伊", other_spellings=["Z. Lindqvist", "Zoë Lindqvist"]),
        native("林佐伊", given_name="佐伊", family_name="林", other_spellings=["Zoë Lindqvist"]),
        native("Zoë Lindqvist", other_spellings=["林佐伊"]),
        native("Zoë Lindqvist", native_name="林佐伊"),
        native("Zoë Lindqvist", given_name="佐伊", family_name="林"),
    ],
)
def test_whoever_is_named_in_two_scripts_is_one_person_with_both(source, person):
    bring_people(source, person)
    zoe = Person.objects.get()
    assert (zoe.name, zoe.native_name, zoe.native_language) == ("Zoë Lindqvist", "林佐伊", "zh")
    assert (zoe.given_name, zoe.family_name) == ("Zoë", "Lindqvist")
    assert not zoe.name_variants.filter(name__in=["Zoë Lindqvist", "林佐伊"]).exists()
    assert bring_people(source, person)


def test_whoever_is_here_in_one_script_is_found_by_a_page_in_both(source):
    here = cast.make_person("林佐伊")
    bring_people(source, native("Zoë Lindqvist (林佐伊)"))
    assert Person.objects.get() == here
    assert [variant.name for variant in here.name_variants.all()] == ["Zoë Lindqvist"]


def test_two_places_that_name_somebody_in_different_scripts_are_of_one_person(source):
    both = native("Zoë Lindqvist (林佐伊)")
    bring_people(source, both, SitePerson("林佐伊", path="_data/people.yml"))
    assert Person.objects.values_list("name", "native_name").get() == ("Zoë Lindqvist", "林佐伊")
    assert not NameVariant.objects.exists()


def test_two_of_one_latin_name_whose_native_names_differ_are_two_people(source):
    bring_people(source, native("Na Li (李娜)"), SitePerson("Na Li (李那)", path="_data/people.yml"))
    assert sorted(Person.objects.values_list("name", "native_name")) == [("Na Li", "李娜"), ("Na Li", "李那")]


def test_a_name_all_in_its_own_script_stays_whole(source):
    bring_people(source, native("林 佐伊"))
    assert Person.objects.values_list("name", "native_name").get() == ("林 佐伊", "")
