"""Who may be a member is asked, once for each name, and nobody is made a new person without an answer."""

from dataclasses import replace

import pytest

from people.models import Person
from publications.citations.record import Name
from publications.importing import apply, plan_of
from publications.importing.plan import Fate
from publications.importing.report import report_of
from publications.models import Publication
from tests import cast

from .test_planning import PAPER, entries

pytestmark = pytest.mark.django_db

BRANDT = Name("Ivo", "Brandt")
ANSWERS = [("new", "A. Quill"), ("member", "Ada Quill")]


def naps(*lists):
    """Return entries of papers by these authors, with nothing else in common."""
    return entries(
        *(
            replace(PAPER, key=f"naps{n}", doi=f"10.5555/{n}", title=f"{'Naps ' * n}end", authors=authors)
            for n, authors in enumerate(lists)
        )
    )


def fate_of(*authors, **options):
    [item] = plan_of(naps(authors), **options).items
    return item.fate, item.reason


@pytest.fixture
def ada():
    return cast.pi()


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        (Name("A.", "Quill"), "A. Quill"),
        (Name("A", "Quill"), "A Quill"),
        (Name("A. B.", "Quill"), "A. B. Quill"),
        (Name("Ada B.", "Quill"), "Ada B. Quill"),
        (Name("Quill", "Ada"), "Quill Ada"),
        (Name("Quill", "A."), "Quill A."),
        (Name("Quill", "A"), "Quill A"),
        (Name("QUILL", "A"), "QUILL A"),
        (Name("Quill", "AB"), "Quill AB"),
        (Name("Quill A.", "B."), "Quill A. B."),
        (Name(literal="A. Quill"), "A. Quill"),
        (Name(literal="Quill A."), "Quill A."),
        (Name("A.", "Quill*"), "A. Quill"),
    ],
)
def test_initials_and_other_orders_are_asked(ada, name, printed):
    assert fate_of(name, BRANDT) == (Fate.DECIDE, f"“{printed}” may be Ada Quill")


@pytest.mark.parametrize(
    "name",
    [
        Name("Ava", "Quill"),
        Name("B.", "Quill"),
        Name("Quill", "B."),
        Name("A.", "Quillon"),
        Name("Quill", "Ab"),
        Name(literal="The Quill Team"),
        Name(literal="Quill"),
    ],
)
def test_other_names_are_new(ada, name):
    assert fate_of(name, BRANDT)[0] is Fate.CREATE


def test_a_name_that_only_the_member_has_is_the_member(ada):
    for name in (Name("Ada", "Quill"), Name("Ada", "QUILL"), Name(literal="Ada Quill")):
        [item] = plan_of(naps([name])).items
        assert (item.fate, item.authors[0].match.person) == (Fate.CREATE, ada.pk)


def test_a_coauthor_who_is_no_member_is_not_asked_about():
    cast.stranger()
    assert fate_of(Name("I.", "Brandt"))[0] is Fate.CREATE


def test_a_member_and_a_namesake_are_both_named(ada):
    cast.make_member("Anna Quill")
    cast.make_person("Abel Quill")
    assert fate_of(Name("A.", "Quill")) == (Fate.DECIDE, "“A. Quill” may be Ada Quill or Anna Quill")


def test_who_is_an_author_under_the_full_name_is_not_meant_by_initials_too(ada):
    short, full = Name("A.", "Quill"), Name("Ada", "Quill")
    for authors in ((short, full), (full, short)):
        assert fate_of(*authors)[0] is Fate.CREATE


@pytest.mark.parametrize(("answer", "name"), ANSWERS)
def test_an_answer_is_for_all_papers_and_not_asked_for_again(ada, answer, name):
    source = naps([Name("A.", "Quill"), BRANDT], [Name("A", "Quill")])
    assert [item.fate for item in plan_of(source).items] == [Fate.DECIDE] * 2
    decisions = {"people": {"aquill": ada.pk if answer == "member" else "new"}}
    plan = plan_of(source, decisions=decisions)
    assert [item.fate for item in plan.items] == [Fate.CREATE] * 2
    apply(plan, None, "Imported", decisions=decisions)
    assert {paper.authorships.first().person.name for paper in Publication.objects.all()} == {name}
    assert [item.fate for item in plan_of(source).items] == [Fate.MATCH] * 2


def test_an_answer_makes_nobody_an_author_twice(ada):
    source = naps([Name("A.", "Quill")], [Name("A.", "Quill"), Name("Ada", "Quill")])
    first, second = plan_of(source, decisions={"people": {"aquill": ada.pk}}).items
    assert [author.match.person for author in first.authors] == [ada.pk]
    assert [author.match.person for author in second.authors] == [None, ada.pk]
    assert (first.fate, second.fate) == (Fate.CREATE, Fate.CREATE)


@pytest.mark.parametrize("who", ["new", "member"])
def test_an_answer_may_be_for_one_paper_alone(ada, who):
    source = naps([Name("A.", "Quill")], [Name("A.", "Quill")])
    items = plan_of(source).items
    said = {"authors": {"0": ada.pk if who == "member" else "new"}}
    first, second = plan_of(source, decisions={"items": {items[0].identity: said}}).items
    assert (first.fate, second.fate) == (Fate.CREATE, Fate.DECIDE)


def test_two_of_one_name_on_a_paper_are_one_question(ada):
    source = naps([Name("A.", "Quill"), Name("A.", "Quill")])
    assert [each["entries"] for each in report_of(plan_of(source))["asked"]] == [1]
    [item] = plan_of(source, decisions={"people": {"aquill": ada.pk}}).items
    assert (item.fate, [author.match.person for author in item.authors]) == (Fate.CREATE, [ada.pk, None])


def test_an_answer_that_names_nobody_is_none(ada):
    for nobody in (99999, "x", "", None, ["new"]):
        assert fate_of(Name("A.", "Quill"), decisions={"people": {"aquill": nobody}})[0] is Fate.DECIDE


def test_all_of_them_may_be_said_to_be_new(ada):
    assert fate_of(Name("A.", "Quill"), decisions={"alike": {"people": "new"}})[0] is Fate.CREATE


def test_a_paper_of_the_site_gets_its_authors_once_it_is_said_who_they_are(ada):
    cast.make_publication(PAPER.title, doi=PAPER.doi)
    source = entries(replace(PAPER, authors=(Name("A.", "Quill"),)))
    [item] = plan_of(source).items
    assert (item.fate, item.reason) == (Fate.DECIDE, "“A. Quill” may be Ada Quill")
    plan = plan_of(source, decisions={"people": {"aquill": ada.pk}})
    assert plan.items[0].fate is Fate.UPDATE
    apply(plan, None, "Imported", decisions={"people": {"aquill": ada.pk}})
    assert list(Publication.objects.get().authorships.values_list("person", "printed_name")) == [(ada.pk, "A. Quill")]


def test_a_paper_that_is_known_asks_nothing(ada):
    cast.make_publication(PAPER.title, doi=PAPER.doi, authors=[ada])
    assert plan_of(entries(replace(PAPER, authors=(Name("A.", "Quill"),)))).items[0].fate is not Fate.DECIDE


def test_a_report_names_who_is_asked_about_once(ada):
    short = Name("A.", "Quill")
    plan = plan_of(naps([short], [short, BRANDT], [BRANDT], [Name("Quill", "A")]))
    assert report_of(plan)["asked"] == [
        {"name": "A. Quill", "may_be": "Ada Quill", "entries": 2},
        {"name": "Quill A", "may_be": "Ada Quill", "entries": 1},
    ]
    apply(plan, None, "Imported")
    assert sorted(Person.objects.values_list("name", flat=True)) == ["Ada Quill", "Ivo Brandt"]
