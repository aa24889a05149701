import pytest
from django.db import transaction

from labsite.curation.duplicates.merge_plan import links_to
from labsite.curation.duplicates.merging import TWO_LOGINS, Decision, merge, objection
from people.models import Education, Person, Position, Reference
from publications.models import Authorship, ExtraField, Identifier, ImportedEntry, Publication, Talk, Venue
from services.models import Service
from tests import cast

from . import rich_rows

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAIRS = pytest.mark.parametrize("pair", [rich_rows.people, rich_rows.papers, rich_rows.venues])


def merged(kept, gone, authors="kept", **values):
    with transaction.atomic():
        left_out = merge(Decision(kept, gone, values, authors))
    return type(kept).objects.get(pk=kept.pk), left_out


def number_leading_to(model, pk):
    return {
        f"{link.model._meta.label}.{link.name}": link.model._base_manager.filter(**{link.attname: pk}).count()
        for link in links_to(model)
    }


@PAIRS
def test_everything_that_can_lead_to_a_row_does_before_it_is_merged(pair):
    kept, gone = pair()
    assert [name for name, number in number_leading_to(type(gone), gone.pk).items() if not number] == []


@PAIRS
def test_nothing_leads_to_the_row_that_went(pair):
    kept, gone = pair()
    pk = gone.pk
    merged(kept, gone)
    assert not type(kept).objects.filter(pk=pk).exists()
    assert sum(number_leading_to(type(kept), pk).values()) == 0


@PAIRS
def test_nothing_else_is_lost(pair):
    kept, gone = pair()
    before, pk = number_leading_to(type(gone), gone.pk), gone.pk
    merged(kept, gone)
    after = number_leading_to(type(kept), kept.pk)
    expected_none = {"people.Reference.person", "publications.EarlierVersion.publication"}
    assert [name for name in before if not after[name] and name not in expected_none] == []
    assert pk != kept.pk


@PAIRS
def test_old_addresses_lead_to_the_row_that_stayed(pair):
    kept, gone = pair()
    slug = gone.slug
    gone.slug = "moved-on"
    gone.save()
    merged(kept, gone)
    assert type(kept).objects.at(slug) == kept
    assert type(kept).objects.at("moved-on") == kept


class PersonTests:
    def test_names_as_printed_stay(self):
        kept, gone = rich_rows.people()
        merged(kept, gone)
        printed = Authorship.objects.filter(person=kept).order_by("publication__title")
        assert [(row.publication.title, str(row)) for row in printed] == [
            ("Beds", "Ada Quill"),
            ("Naps", "A. Quill"),
            ("Sleeping Twice", "Ada Quill"),
        ]

    def test_a_name_that_is_taken_over_stays_off_the_papers_that_print_the_other(self):
        kept, gone = rich_rows.people()
        kept, _ = merged(kept, gone, name="A. Quill", given_name="A.", family_name="Quill")
        printed = Authorship.objects.filter(person=kept).order_by("publication__title")
        assert [str(row) for row in printed] == ["Ada Quill", "A. Quill", "Ada Quill"]
        assert [str(row) for row in kept.name_variants.all()] == ["Ada Q.", "Ada Quill"]

    def test_the_other_name_becomes_another_spelling(self):
        kept, _ = merged(*rich_rows.people())
        assert [str(row) for row in kept.name_variants.all()] == ["A. Quill", "Ada Q."]

    def test_of_an_author_who_is_on_a_paper_twice_the_first_place_stays(self):
        kept, gone = rich_rows.people()
        merged(kept, gone)
        paper = Publication.objects.get(title="Sleeping Twice")
        assert [(row.order, str(row)) for row in paper.authorships.all()] == [(1, "Ada Quill"), (2, "Zoë Lindqvist")]

    def test_nobody_becomes_their_own_mentor_or_referee(self):
        kept, gone = rich_rows.people()
        student = Person.objects.get(name="Zoë Lindqvist")
        _, left_out = merged(kept, gone)
        assert Authorship.objects.get(publication__title="Beds", person=kept).mentor is None
        assert Authorship.objects.get(publication__title="Beds", person=student).mentor == kept
        assert [(row.person, row.referee) for row in Reference.objects.all()] == [(student, kept)]
        assert left_out == ["reference “Ada Quill”: it can’t refer to itself"]

    def test_nobody_becomes_their_own_advisor(self):
        kept, gone = cast.pi(), cast.stranger()
        own = Position.objects.create(person=kept, title="Intern", organisation="Idle")
        other = Position.objects.create(person=gone, title="Guest", organisation="Idle")
        own.advisors.add(gone)
        other.advisors.add(kept)
        merged(kept, gone)
        assert list(own.advisors.all()) == list(other.advisors.all()) == []

    @pytest.mark.parametrize("kept_is_there", [False, True])
    def test_an_advisor_stays_in_their_place(self, kept_is_there):
        kept, gone, other = cast.make_person("Ann Kept"), cast.make_person("A. Kept"), cast.make_person("Zoe Other")
        step = Education.objects.create(person=cast.pi(), organisation="Idle")
        step.advisors.set([gone, other, *([kept] if kept_is_there else [])])
        merged(kept, gone)
        assert list(step.advisors.all()) == [kept, other]

    def test_the_same_talk_becomes_one_with_the_occasions_of_both(self):
        kept, gone = rich_rows.people()
        merged(kept, gone)
        talk = Talk.objects.get()
        assert [str(row) for row in talk.occasions.all()] == ["NAPS, 2025", "SYSCON, Jun 2024"]

    def test_what_two_rows_of_the_same_thing_say_differently_is_kept_as_earlier_wording(self):
        kept, gone = rich_rows.people()
        kept, _ = merged(kept, gone)
        position = kept.positions.get()
        assert (position.place, position.earlier_wording) == ("Ada Quill", "A. Quill")

    def test_links_to_different_places_are_both_kept(self):
        kept, _ = merged(*rich_rows.people())
        assert [(str(link), link.url) for link in kept.links.order_by("label")] == [
            ("Homepage", "https://new.example/"),
            ("Homepage (old.example)", "https://old.example/"),
        ]

    def test_a_login_moves(self):
        kept, gone = cast.pi(), cast.stranger()
        login = cast.make_login(gone)
        kept, _ = merged(kept, gone)
        assert kept.login == login

    def test_two_logins_are_refused(self):
        kept, gone = cast.pi(), cast.stranger()
        cast.make_login(kept)
        assert objection(kept, gone) == ""
        cast.make_login(gone)
        assert objection(kept, gone) == TWO_LOGINS

    def test_a_person_is_not_merged_with_themself(self):
        ada = cast.pi()
        assert objection(ada, Person.objects.get()) == "These two have already been merged."

    def test_words_that_were_not_chosen_are_said(self):
        kept, gone = cast.pi(headline="Rests"), cast.stranger(headline="Sleeps", biography="Once.")
        _, left_out = merged(kept, gone, biography="Once.")
        assert left_out == ["headline: Sleeps"]


class PaperTests:
    def test_a_preprint_becomes_an_earlier_version(self):
        kept, gone = rich_rows.papers()
        kept, _ = merged(kept, gone, arxiv_id="2301.00001")
        assert [(row.title, row.authors, row.status, row.arxiv_id) for row in kept.earlier_versions.all()] == [
            ("Sleeping at Scale", "", "", ""),
            ("Resting at Scale", "Zoë Lindqvist, Ada Quill, Una Vale", "Preprint, 2023", "2301.00001"),
        ]

    def test_the_authors_of_one_stay(self):
        kept, gone = rich_rows.papers()
        kept, _ = merged(kept, gone)
        assert [(row.order, str(row)) for row in kept.authorships.all()] == [(1, "Ada Quill"), (2, "Zoë Lindqvist")]

    def test_the_authors_of_the_other_stay_if_somebody_says_so(self):
        kept, gone = rich_rows.papers()
        kept, _ = merged(kept, gone, "gone")
        assert [(row.order, str(row)) for row in kept.authorships.all()] == [
            (1, "Zoë Lindqvist"),
            (2, "Ada Quill"),
            (3, "Una Vale"),
        ]

    def test_or_the_authors_of_both(self):
        kept, gone = rich_rows.papers()
        kept, _ = merged(kept, gone, "both")
        assert [str(row) for row in kept.authorships.all()] == ["Ada Quill", "Zoë Lindqvist", "Una Vale"]

    def test_marks_and_mentors_of_an_author_on_both_come_together(self):
        ada, zoe = cast.pi(), cast.student()
        kept, gone = cast.make_publication("Naps", [ada]), cast.make_publication("Naps")
        cast.add_author(gone, ada, is_lead=True, mentor=zoe, printed_name="A. Q.")
        merged(kept, gone)
        author = kept.authorships.get()
        assert (author.is_lead, author.mentor, author.printed_name) == (True, zoe, "")

    def test_links_of_the_same_kind_are_both_kept(self):
        kept, _ = merged(*rich_rows.papers())
        assert [(str(link), link.url) for link in kept.links.order_by("pk")] == [
            ("PDF", "https://syscon.example/quokka.pdf"),
            ("PDF (arxiv.example)", "https://arxiv.example/1.pdf"),
            ("Code", "https://code.example/quokka"),
        ]

    @pytest.mark.both
    def test_a_doi_that_does_not_stay_becomes_another_identifier(self):
        kept, gone = rich_rows.papers()
        gone.doi = "10.1000/preprint"
        gone.save()
        kept, _ = merged(kept, gone)
        assert list(kept.identifiers.values_list("scheme", "value")) == [
            ("dblp", "journals/corr/abs-2301-00001"),
            ("doi", "10.1000/preprint"),
        ]

    def test_identifiers_that_both_have_become_one_and_other_fields_stay(self):
        kept, gone = rich_rows.papers()
        Identifier.objects.create(publication=kept, scheme="dblp", value="journals/corr/abs-2301-00001")
        ExtraField.objects.create(publication=kept, name="keywords", value="sleep")
        _, left_out = merged(kept, gone)
        assert [str(row) for row in kept.identifiers.all()] == ["dblp: journals/corr/abs-2301-00001"]
        assert [row.value for row in kept.extra_fields.all()] == ["sleep"]
        assert "extra field “keywords”: text “rest”" in left_out

    def test_what_was_imported_as_either_is_known_to_be_the_one_that_stays(self):
        kept, gone = rich_rows.papers()
        ImportedEntry.objects.create(publication=kept, identity="resting", source="file")
        merged(kept, gone)
        assert [(row.publication, row.identity) for row in ImportedEntry.objects.all()] == [(kept, "resting")]

    def test_a_copy_that_says_the_same_leaves_no_earlier_version(self):
        kept, gone = cast.make_publication("Naps"), cast.make_publication("Naps")
        kept, _ = merged(kept, gone)
        assert not kept.earlier_versions.exists()

    def test_a_title_that_does_not_stay_is_an_earlier_one(self):
        kept, gone = cast.make_publication("Naps"), cast.make_publication("Naps, Revisited")
        kept, _ = merged(kept, gone, title="Naps, Revisited")
        assert [str(row) for row in kept.earlier_versions.all()] == ["Naps"]


class VenueTests:
    def test_names_that_do_not_stay_become_aliases(self):
        kept, gone = rich_rows.venues()
        kept, _ = merged(kept, gone, name="Conference on Systems")
        assert [str(row) for row in kept.aliases.all()] == ["ACM SYSCON", "Systems Con"]

    def test_the_acronym_of_the_other_may_stay(self):
        kept, gone = rich_rows.venues()
        kept, _ = merged(kept, gone, acronym="Systems Con")
        assert (kept.acronym, [str(row) for row in kept.aliases.all()]) == (
            "Systems Con",
            ["ACM SYSCON", "Conference on Systems", "SYSCON"],
        )

    @pytest.mark.both
    def test_the_same_service_becomes_one(self):
        kept, gone = rich_rows.venues()
        merged(kept, gone)
        assert sorted(map(str, Service.objects.filter(venue=kept))) == [
            "Chair, SYSCON 2024",
            "Programme committee, SYSCON 2024",
        ]

    def test_a_service_is_not_co_located_with_its_own_venue(self):
        kept, gone = rich_rows.venues()
        merged(kept, gone)
        assert Service.objects.get(kind="chair").host is None
        assert Service.objects.get(venue__acronym="WREST").host == kept
        assert Venue.objects.count() == 2


def test_stays_without_a_start_become_one_only_where_they_ended_together():
    kept, gone = cast.make_member("Ada Quill", "", start="", end="2015"), cast.make_member("A. Quill", "", start="")
    for end, went_to in (("2015", "Bakery"), ("2020", "")):
        gone.memberships.create(role="", start="", end=end, went_to=went_to)
    _, left_out = merged(kept, gone)
    assert sorted(kept.memberships.values_list("end", "went_to")) == [("", ""), ("2015", "Bakery"), ("2020", "")]
    assert left_out == []
