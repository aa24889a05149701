"""From a plan to the database: what is written, that it is what saving one by one would write, and all or nothing."""

import pytest

from labsite import history, roles
from labsite.models import Lab, Step
from people.models import Person
from publications.citations.entry import Entry
from publications.citations.record import Name, Record, RecordLink
from publications.importing import StalePlan, apply, plan_of
from publications.importing.plan import Fate
from publications.models import (
    Authorship,
    EarlierVersion,
    ExtraField,
    Identifier,
    ImportedEntry,
    Link,
    Publication,
    Venue,
    VenueAlias,
)
from tests import cast

pytestmark = pytest.mark.django_db

ADA, ZOE, UNA = Name("Ada", "Quill"), Name("Zoë", "Lindqvist"), Name("Una", "Vale")


def entry(title="Naps at Scale", **said):
    return Entry("line 1", Record(**{"key": "", "title": title, "kind": "conference", "year": 2024, **said}))


def bring(*entries, user=None, decisions=None, source="file", words="An import"):
    plan = plan_of(entries, source=source, user=user, decisions=decisions)
    return apply(plan, user, words, decisions=decisions)


def undo(words="An import"):
    return history.undo(Step.objects.get(comment=words), cast.make_administrator())


def test_what_is_no_paper_is_not_logged_whatever_was_decided():
    data = Entry("line 9", no_paper="Data of a program.")
    bring(entry(authors=(ADA,)), data, decisions={"items": {"": {"fate": "skip"}}})
    assert ImportedEntry.objects.count() == 1


def full_entry(**said):
    return entry(
        key="Quill2024",
        authors=(ADA, Name("Zoë", "Lindqvist*"), UNA),
        month=5,
        venue="Conference on Resting Systems",
        acronym="REST",
        proceedings="Proceedings of the 3rd Conference on Resting Systems",
        volume="3",
        pages="1–9",
        publisher="ACM",
        doi="10.1000/naps",
        url="https://naps.example/paper.pdf",
        note="Invited",
        abstract="We rest for $x^2$ hours_and_more.",
        ids=(("dblp", "conf/rest/Quill24"),),
        links=(RecordLink("code", "https://code.example/naps"),),
        entry_type="inproceedings+",
        extra=(("keywords", "naps, rest"),),
        **said,
    )


class CreatingTests:
    def test_a_paper_comes_with_all_that_its_entry_says(self):
        ada = cast.pi()
        applied = bring(full_entry())
        paper = Publication.objects.get(pk=applied.publications[0])
        assert {
            name: getattr(paper, name) for name in ("title", "kind", "year", "month", "volume", "pages", "doi")
        } == {
            "title": "Naps at Scale",
            "kind": "conference",
            "year": 2024,
            "month": 5,
            "volume": "3",
            "pages": "1–9",
            "doi": "10.1000/naps",
        }
        assert (paper.notes, paper.abstract) == ("Invited", r"We rest for $x^2$ hours\_and\_more.")
        assert (paper.citation_key, paper.slug, paper.state) == ("Quill2024", "naps-at-scale", "published")
        assert [(row.order, row.display_name, row.marks()) for row in paper.authorships.all()] == [
            (1, "Ada Quill", ""),
            (2, "Zoë Lindqvist", "*"),
            (3, "Una Vale", ""),
        ]
        assert paper.authorships.first().person == ada

    def test_its_rows_come_too(self):
        paper = Publication.objects.get(pk=bring(full_entry()).publications[0])
        assert [(row.kind, row.url) for row in paper.links.all()] == [
            ("code", "https://code.example/naps"),
            ("pdf", "https://naps.example/paper.pdf"),
        ]
        assert [(row.scheme, row.value) for row in paper.identifiers.all()] == [("dblp", "conf/rest/Quill24")]
        assert [(row.name, row.value) for row in paper.extra_fields.all()] == [
            ("entry type", "inproceedings+"),
            ("keywords", "naps, rest"),
        ]

    def test_an_unknown_venue_is_made_once_and_known_by_what_was_printed(self):
        bring(full_entry(), entry("Beds", acronym="REST", venue="Conference on Resting Systems", authors=(UNA,)))
        venue = Venue.objects.get()
        assert (venue.acronym, venue.name, venue.publisher) == ("REST", "Conference on Resting Systems", "ACM")
        assert [paper.venue for paper in Publication.objects.all()] == [venue, venue]
        assert [paper.publisher for paper in Publication.objects.all()] == ["", ""]

    def test_somebody_who_is_new_is_one_person_on_all_papers(self):
        bring(entry("Naps", authors=(UNA, ZOE)), entry("Beds", authors=(ZOE, UNA)))
        assert sorted(map(str, Person.objects.all())) == ["Una Vale", "Zoë Lindqvist"]
        assert Authorship.objects.count() == 4

    def test_a_preprint_in_the_same_source_becomes_an_earlier_version(self):
        preprint = entry(authors=(ADA,), kind="preprint", status="preprint", year=2023, arxiv_id="2301.00001")
        bring(preprint, entry(authors=(ADA,)))
        paper = Publication.objects.get()
        assert (paper.year, paper.arxiv_id) == (2024, "2301.00001")
        assert ImportedEntry.objects.filter(publication=paper).count() == 2

    def test_the_key_of_the_source_is_taken_if_no_other_paper_has_it(self):
        cast.make_publication("Beds", citation_key="quill2024")
        applied = bring(entry(key="Quill2024", authors=(ADA,)), entry("Cots", key="no key", authors=(UNA,)))
        assert [Publication.objects.get(pk=pk).citation_key for pk in applied.publications.values()] == [
            "quill2024naps",
            "vale2024cots",
        ]
        assert applied.remarks == {
            0: ["It is cited as quill2024naps: the key Quill2024 belongs to another paper."],
            1: ["It is cited as vale2024cots: BibTeX doesn’t accept the key no key."],
        }

    def test_who_is_named_twice_is_one_author_if_surely_one_and_it_is_said(self):
        twice = Name("Wei", "Zhang")
        applied = bring(entry(authors=(ADA, twice, ADA, twice)))
        assert [row.display_name for row in Publication.objects.get().authorships.all()] == [
            "Ada Quill",
            "Wei Zhang",
            "Wei Zhang",
        ]
        assert applied.remarks[0] == [
            "Named twice among the authors, but listed once: Ada Quill (3).",
            "Wei Zhang is named twice among the authors, and became two people here: merge them if they are the same.",
        ]

    def test_all_of_it_is_one_step_that_can_be_undone(self):
        cast.pi()
        applied = bring(full_entry(), entry("Beds", authors=(UNA,)))
        assert Step.objects.get(pk=applied.step).comment == "An import"
        undo()
        for model in (Publication, Venue, Authorship, Link, Identifier, ExtraField, ImportedEntry, VenueAlias):
            assert model.objects.count() == 0
        assert [str(person) for person in Person.objects.all()] == ["Ada Quill"]

    def test_what_was_undone_can_be_brought_in_again(self):
        entries = full_entry(), entry("Beds", authors=(UNA,))
        bring(*entries)
        undo()
        assert [item.fate for item in plan_of(entries, source="file").items] == [Fate.CREATE, Fate.CREATE]

    def test_a_member_brings_in_what_waits_for_approval_where_the_lab_wants_that(self):
        cast.make_lab(needs_approval=True)
        member = cast.make_login(cast.pi(), roles.Role.MEMBER)
        bring(entry(authors=(ADA,)), user=member)
        paper = Publication.objects.get()
        assert (paper.state, paper.added_by) == ("waiting", member)
        Lab.objects.update(needs_approval=False)
        bring(entry("Beds", authors=(ADA,)), user=member)
        assert Publication.objects.get(title="Beds").state == "published"


class SavingAloneTests:
    """Writing many rows at once writes what saving each would."""

    NOT_COMPARED = {"id", "changed_at", "added_at", "publication", "person", "venue", "imported_at"}

    def rows(self, model):
        fields = [field for field in model._meta.concrete_fields if field.name not in self.NOT_COMPARED]
        return sorted(str([getattr(row, field.attname) for field in fields]) for row in model._base_manager.all())

    def test_rows_are_the_same_as_if_each_was_saved(self):
        cast.make_publication("Naps at Scale", [cast.pi()])
        bring(full_entry(), full_entry(status="submitted"), entry("Naps at Scale", authors=(UNA,), year=1999))
        models = (Publication, Person, Venue, VenueAlias, Authorship, Link, Identifier, ExtraField, EarlierVersion)
        written = {model: self.rows(model) for model in models}
        for model in models:
            for row in model._base_manager.all():
                row.save()
        assert {model: self.rows(model) for model in models} == written

    def test_addresses_and_keys_are_those_that_saving_one_after_another_gives(self):
        for title in ("Naps", "Naps", "Naps"):
            cast.make_publication(title, year=2020)
        alone = list(Publication.objects.order_by("pk").values_list("slug", "citation_key"))
        Publication.objects.all().delete()
        bring(*(entry("Naps", year=2020, doi=f"10.1000/{number}", publisher="Rest") for number in range(3)))
        assert list(Publication.objects.order_by("pk").values_list("slug", "citation_key")) == alone


class UpdatingTests:
    def test_gaps_are_filled_and_what_differs_stays(self):
        paper = cast.make_publication("Naps at Scale", [cast.pi()], pages="2–3", doi="10.1000/naps")
        links = (RecordLink("pdf", "https://n.example/"),)
        applied = bring(entry(authors=(ADA,), doi="10.1000/naps", pages="1–9", volume="3", links=links))
        paper.refresh_from_db()
        assert applied.publications == {0: paper.pk}
        assert (paper.volume, paper.pages, [link.url for link in paper.links.all()]) == (
            "3",
            "2–3",
            ["https://n.example/"],
        )

    def test_what_differs_is_taken_if_somebody_says_so(self):
        paper = cast.make_publication("Naps at Scale", [cast.pi()], pages="2–3")
        entries = (entry(authors=(ADA, UNA), pages="1–9", doi="10.1000/naps"),)
        [item] = plan_of(entries, source="file").items
        decisions = {"items": {item.identity: {"fate": "same", "publication": paper.pk, "take": ["pages", "authors"]}}}
        bring(*entries, decisions=decisions)
        paper.refresh_from_db()
        assert paper.pages == "1–9"
        assert [(row.order, str(row)) for row in paper.authorships.all()] == [(1, "Ada Quill"), (2, "Una Vale")]

    def test_undoing_puts_the_paper_back_and_what_was_known_of_its_entry(self):
        cast.pi()
        bring(entry(authors=(ADA,), doi="10.1000/naps", volume="1"), words="First")
        said = ImportedEntry.objects.get().said
        bring(entry(authors=(ADA,), doi="10.1000/naps", volume="2"), words="Second")
        assert Publication.objects.get().volume == "2"
        undo("Second")
        assert (Publication.objects.get().volume, ImportedEntry.objects.get().said) == ("1", said)

    def test_the_second_time_nothing_changes(self):
        cast.pi()
        entries = full_entry(), entry("Beds", authors=(UNA,))
        bring(*entries)
        plan = plan_of(entries, source="file")
        assert [item.fate for item in plan.items] == [Fate.MATCH, Fate.MATCH]
        assert apply(plan, None, "Again").step is None


class LeavingOutTests:
    def test_an_entry_that_is_left_out_is_remembered(self):
        [item] = plan_of([entry()]).items
        decisions = {"items": {item.identity: {"fate": "skip"}}}
        applied = bring(entry(), decisions=decisions)
        assert (applied.step, Publication.objects.count()) == (None, 0)
        assert [(row.publication, row.identity) for row in ImportedEntry.objects.all()] == [(None, item.identity)]
        assert [each.fate for each in plan_of([entry()], source="file").items] == [Fate.SKIP]


class OvertakenTests:
    def test_what_would_happen_otherwise_now_has_to_be_looked_at_again(self):
        plan = plan_of([entry(doi="10.1000/naps")], source="file")
        cast.make_publication("Naps at Scale", doi="10.1000/naps", volume="7")
        with pytest.raises(StalePlan, match="line 1 “Naps at Scale” is now: nothing new"):
            apply(plan, None, "An import")
        assert Publication.objects.count() == 1

    def test_what_has_changed_elsewhere_stands_in_nobodys_way(self):
        plan = plan_of([entry(doi="10.1000/naps", authors=(ADA,))], source="file")
        cast.make_publication("Beds")
        assert apply(plan, None, "An import").step


def test_what_a_source_does_not_say_is_what_a_paper_is_without_it():
    bring(entry(kind="", status="", authors=(ADA,)))
    assert Publication.objects.values_list("kind", "status").get() == ("", "published")


def test_what_the_site_cannot_hold_is_told_and_stops_nothing_else():
    plan = plan_of([entry("Beds", authors=(ADA,)), entry("Naps", authors=(ADA,))], source="file")
    first = plan.items[0]
    broken = first.__class__(**{**vars(first), "record": Record(key="", title="Beds", volume="9" * 21)})
    applied = apply(plan.__class__((broken, plan.items[1]), "file"), None, "An import")
    assert applied.failed == {
        0: "The site can’t store this: volume: Ensure this value has at most 20 characters (it has 21)."
    }
    assert [paper.title for paper in Publication.objects.all()] == ["Naps"]
