"""A lab's own list of papers says whose they are, where names alone wouldn't; and never two people's as one's."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from labsite import history
from labsite.contrib.moving.models import NameOfMember
from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.site import SiteContent, SitePaper, SitePerson, SiteRole
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.moving.writing import bring
from labsite.contrib.moving.writing.context import MoveNote
from labsite.contrib.moving.writing.own_papers import Certainty, same_name
from labsite.models import Step
from labsite.roles import Role
from people.models import Person
from publications.citations.entry import Entry
from publications.citations.names import in_order, parts_of
from publications.citations.record import Record
from publications.models import Publication
from tests import cast

SURE = [
    ("Gregory Way", "Gregory P. Way"),
    ("Gregory P. Way", "Gregory Way"),
    ("Greg Way", "Gregory P. Way"),
    ("Katie Hale", "Kathryn Hale"),
    ("Ayşe Nur Öztürk", "Ayse N. Ozturk"),
    ("Ayşe Nur Öztürk", "A. Nur Ozturk"),
    ("Mohammad Sadeghi", "Mohamad Sadeghi"),
    ("Sergei Volkov", "Sergey Volkov"),
    ("Jörg Mueller", "Jörg K. Müller"),
    ("Dan Brandt", "Dan S. Brandt"),
    ("Xiaoming Wang", "Xiaoming B. Wang"),
]
MAYBE = [
    ("Gregory Way", "G. Way"),
    ("Gregory Way", "G. P. Way"),
    ("Ayşe Nur Öztürk", "Ayse Ozturk"),
    ("Wei Zhang", "Wei J. Zhang"),
    ("Min Kim", "Min J. Kim"),
    ("Xiao-Ming Wang", "Xiao Wang"),
]
NO = [
    ("Gregory P. Way", "Gregory T. Way"),
    ("Gregory Way", "Gordon Way"),
    ("Xiaomin Wang", "Xiaoming Wang"),
    ("Xuemei Lin", "Xumei Lin"),
    ("Jian Wang", "Jia Wang"),
    ("Thu Nguyen", "Tu Nguyen"),
    ("Xiao Wang", "Xiaoming Wang"),
    ("Ken Sato", "Kenji Sato"),
    ("Mohammad Sadeghi", "Mohamad Sadegi Ali"),
    ("John Quill Jr.", "John A. Quill III"),
]


def named(name):
    return parts_of(in_order(name))


@pytest.mark.parametrize(("expected", "pairs"), [(Certainty.SURE, SURE), (Certainty.MAYBE, MAYBE), (Certainty.NO, NO)])
def test_how_surely_an_author_of_the_labs_papers_is_a_member_follows_from_the_names(expected, pairs):
    found = {pair: (same_name(*map(named, pair)), same_name(*map(named, reversed(pair)))) for pair in pairs}
    assert found == dict.fromkeys(pairs, (expected, expected))


def content(members, papers):
    """Return a site with members and papers, each of which is a title and the names of its authors."""
    people = [SitePerson(name, roles=[SiteRole("lead")], path=f"{name}.md") for name in members]
    entries = [
        Entry(title, Record(key=title, title=title, year=2020, authors=tuple(map(in_order, names))))
        for title, names in papers.items()
    ]
    return SiteContent(FileOutcomes([]), people=people, papers=[SitePaper(entry) for entry in entries])


def moved_in(folder, members, papers):
    """Move a site in; return what is taken, what is asked, and how many papers each person has."""
    notes = bring(content(members, papers), FolderSource(Path(folder)), "al-folio").notes
    held = {person.name: person.authorships.count() for person in Person.objects.order_by("name")}
    taken = [words.partition(": not so?")[0] for words in notes.get(MoveNote.TAKEN, ())]
    return taken, notes.get(MoveNote.ALIKE, []), held


PAPERS = {
    "Naps": ("Gregory P. Way", "Ivo Brandt"),
    "Siestas": ("Gregory P. Way", "Noor Sato"),
    "Bunks": ("Gregory Way", "Ivo Brandt"),
    "Hammocks": ("G. Way", "Bim Okafor"),
}


@pytest.mark.django_db
def test_papers_under_a_middle_initial_are_the_members_and_moved_again_nothing_changes(tmp_path):
    for taken in (["2 papers of Gregory P. Way taken for Gregory Way’s"], []):
        assert moved_in(tmp_path, ["Gregory Way"], PAPERS) == (
            taken,
            ["Gregory Way: G. Way (1 paper)"],
            {"Bim Okafor": 1, "G. Way": 1, "Gregory Way": 3, "Ivo Brandt": 2, "Noor Sato": 1},
        )
    assert [row.display_name for row in Publication.objects.get(title="Naps").authorships.order_by("order")] == [
        "Gregory P. Way",
        "Ivo Brandt",
    ]


APART = {"Bim Okafor": 1, "G. Way": 1, "Gregory P. Way": 2, "Gregory Way": 1, "Ivo Brandt": 2, "Noor Sato": 1}


def inbox(role):
    """Return the client of somebody of a role, and what the inbox asks of members' papers."""
    cast.make_lab()
    client = Client()
    client.force_login(cast.make_login(role=role))
    page = client.get(reverse("admin:inbox"), {"kind": "names-of-members"})
    rows = [row for section in page.context["sections"] for row, _names in section.rows]
    return client, [(row.what, str(row.words), [str(action.label) for action in row.actions]) for row in rows], rows


def click(client, row, name):
    return client.post(row.post, {"name": [key for _, key in row.hidden], name: "x"})


@pytest.mark.django_db
@pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
def test_what_was_taken_for_a_member_is_parted_by_one_click_and_not_taken_again(tmp_path, role):
    moved_in(tmp_path, ["Gregory Way"], PAPERS)
    client, asked, rows = inbox(role)
    assert asked == [
        ("Gregory Way", "2 papers of Gregory P. Way", ["The same", "Not the same"]),
        ("Gregory Way", "G. Way", ["The same", "Not the same", "Compare with G. Way"]),
    ]
    click(client, rows[0], "different")
    assert moved_in(tmp_path, ["Gregory Way"], PAPERS) == ([], ["Gregory Way: G. Way (1 paper)"], APART)
    history.undo(Step.objects.latest("pk"), None)
    assert Person.objects.get(name="Gregory Way").authorships.count() == 3


@pytest.mark.django_db
@pytest.mark.parametrize(("answer", "held"), [("different", 3), ("same", 5)])
def test_what_may_be_a_member_is_one_question_that_is_asked_once(tmp_path, answer, held):
    papers = PAPERS | {"Rests": ["G. P. Way"]}
    moved_in(tmp_path, ["Gregory Way"], papers)
    client, asked, rows = inbox(Role.EDITOR)
    assert [(what, words) for what, words, _ in asked] == [
        ("Gregory Way", "2 papers of Gregory P. Way"),
        ("Gregory Way", "G. P. Way; G. Way"),
    ]
    click(client, rows[0], "same")
    click(client, rows[1], answer)
    assert moved_in(tmp_path, ["Gregory Way"], papers)[:2] == ([], [])
    assert Person.objects.get(name="Gregory Way").authorships.count() == held
    assert not NameOfMember.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("member", "papers", "taken"),
    [
        ("Ada Quill", {"Naps": ["Ada Bea Quill"]}, ["1 paper of Ada Bea Quill"]),
        ("Ada Quill", {f"Naps {n}": ["A. B. Quill"] for n in range(5)}, ["5 papers of A. B. Quill"]),
        # too few to tell from a stranger's
        ("Ada Quill", {f"Naps {n}": ["A. B. Quill"] for n in range(4)}, []),
        # others of that name, of whom one may have these initials
        ("Ada Quill", {"Naps": ["Ada Bea Quill"], "Bunks": ["Arthur Quill"]}, ["1 paper of Ada Bea Quill"]),
        (
            "Ada Quill",
            {f"Naps {n}": ["A. Quill"] if n < 5 else ["Ivo Brandt"] for n in range(7)} | {"Bunks": ["Arthur Quill"]},
            [],
        ),
        ("Ada Quill", {"Naps": ["Ada Bea Quill"], "Bunks": ["Ada Cora Quill"]}, []),
        (
            "Ada Quill",
            {f"Naps {n}": ["A. Quill"] if n < 5 else ["Ada Quill", "Arthur Quill"] for n in range(10)},
            ["5 papers of A. Quill"],  # on each of the lab's papers under one name or the other
        ),
        # a namesake whom one of the many papers names, too
        (
            "Ada Quill",
            {f"Naps {n}": ["A. Quill"] if n else ["A. Quill", "A. Quill"] for n in range(10)},
            ["10 papers of A. Quill"],
        ),
        # names that many bear, on a sixth and on a fifth of the papers
        ("Wei Zhang", {f"Naps {n}": ["W. Zhang" if n < 5 else "Ivo Brandt"] for n in range(30)}, []),
        ("Min Kim", {f"Naps {n}": ["M. Kim" if n < 5 else "Ivo Brandt"] for n in range(30)}, []),
        ("Ada Smith", {f"Naps {n}": ["A. Smith" if n < 5 else "Ivo Brandt"] for n in range(30)}, []),
        (
            "Ada Smith",
            {f"Naps {n}": ["A. Smith" if n < 6 else "Ivo Brandt"] for n in range(30)},
            ["6 papers of A. Smith"],
        ),
    ],
)
def test_without_a_namesake_who_may_be_meant_an_uncommon_family_name_is_the_members(tmp_path, member, papers, taken):
    assert moved_in(tmp_path, [member], papers)[0] == [f"{words} taken for {member}’s" for words in taken]


@pytest.mark.django_db
def test_members_are_not_asked_whose_papers_are_whose(tmp_path):
    moved_in(tmp_path, ["Gregory Way"], PAPERS)
    client, asked, _ = inbox(Role.MEMBER)
    assert (asked, client.post(reverse("admin:names-of-members"), {"same": "x"}).status_code) == ([], 403)


@pytest.mark.django_db
def test_a_move_is_undone_as_a_whole_with_what_was_taken_for_members(tmp_path):
    moved = bring(content(["Gregory Way"], PAPERS), FolderSource(tmp_path), "al-folio")
    history.undo(Step.objects.get(pk=moved.step), None)
    assert not Publication.objects.exists() and not Person.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("members", "papers", "asked"),
    [
        # two members whom the author may be
        (["Gregory Way", "Greg Way"], {"Naps": ["Gregory P. Way"]}, ["Greg Way", "Gregory Way"]),
        (["Ada Quill", "Ada B. Quill"], {"Naps": ["A. Quill"]}, ["Ada B. Quill", "Ada Quill"]),
        # two authors who can't both be the member
        (["Ada Quill"], {"Naps": ["Ada B. Quill"], "Bunks": ["Ada C. Quill"]}, ["Ada Quill"]),
        (["Ada Quill"], {"Naps": ["Ada B. Quill", "Ada Bea Quill"]}, ["Ada Quill"]),
        # a paper that names both
        (["Ada Quill"], {"Naps": ["Ada B. Quill", "Ada Quill"]}, ["Ada Quill"]),
    ],
)
def test_nobody_is_taken_for_a_member_where_it_may_be_somebody_else(tmp_path, members, papers, asked):
    taken, questions, _ = moved_in(tmp_path, members, papers)
    assert (taken, sorted(words.partition(":")[0] for words in questions)) == ([], asked)
