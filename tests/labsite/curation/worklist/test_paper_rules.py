"""What counts as missing or odd about papers, their links and their authors, and what doesn't."""

import datetime

import pytest
from django.utils import timezone

from people.models import NameVariant
from publications.models import Link, Publication
from tests import cast
from tests.labsite.curation.worklist.finding import pictured, said, subjects

pytestmark = [pytest.mark.django_db, pytest.mark.once]

THIS_YEAR = timezone.localdate().year


def link(paper, kind="pdf", url="https://lab.example/paper", **fields):
    return Link.objects.create(publication=paper, kind=kind, url=url, **fields)


class MissingTests:
    def test_a_paper_appeared_somewhere(self):
        for kind in ("conference", "journal", "preprint", "thesis", "software"):
            cast.make_publication(kind.title(), kind=kind)
        cast.make_publication("On its way", status="submitted")
        cast.make_publication("At home", venue=cast.make_venue())
        assert said("no-venue") == [
            ("Conference", "No venue is given.", "id_venue"),
            ("Journal", "No venue is given.", "id_venue"),
        ]

    def test_a_paper_that_is_out_has_a_year(self):
        cast.make_publication("Out", year=None)
        cast.make_publication("On its way", year=None, status="submitted")
        cast.make_publication("Dated")
        assert said("no-year") == [("Out", "No year is given.", "id_year")]

    def test_something_leads_to_a_paper(self):
        cast.make_publication("Nothing")
        cast.make_publication("DOI", doi="10.1000/1")
        cast.make_publication("ArXiv", arxiv_id="2401.00001")
        cast.make_publication("On its way", status="submitted")
        link(cast.make_publication("Code"), kind="code")
        link(cast.make_publication("Lost"), url="")
        link(cast.make_publication("Upload"), url="", file="documents/slides.pptx")
        assert said("no-link") == [
            ("Nothing", "Readers can’t reach this paper: it has no DOI, link or file.", "id_doi")
        ]

    def test_a_paper_that_can_be_found_can_be_read(self):
        cast.make_publication("DOI", doi="10.1000/1")
        cast.make_publication("ArXiv", arxiv_id="2401.00001", doi="10.1000/2")
        cast.make_publication("Software", kind="software", doi="10.1000/3")
        cast.make_publication("Nothing")
        link(cast.make_publication("PDF"))
        link(cast.make_publication("A file"), kind="page", url="https://lab.example/paper.PDF")
        link(cast.make_publication("A place"), kind="page", url="https://arxiv.org/pdf/2401.00002")
        link(cast.make_publication("Code"), kind="code")
        link(cast.make_publication("Upload"), url="", file="documents/paper.pdf")
        assert said("no-pdf") == [
            ("Code", "There is no PDF to read.", "links-group"),
            ("DOI", "There is no PDF to read.", "links-group"),
        ]

    def test_a_link_that_a_document_lost_is_named_with_its_row(self):
        paper = cast.make_publication()
        link(paper, kind="figure", label="quokka.png", url="")
        link(paper, kind="code", url="")
        link(paper)
        link(paper, kind="slides", url="", file="documents/slides.pptx")
        assert said("lost-link") == [
            ("Quokka: Scheduling at Leisure", "The link “Code” has no address.", "id_links-1-url"),
            ("Quokka: Scheduling at Leisure", "The link “quokka.png” (Figure) has no address.", "id_links-3-url"),
        ]
        Link.objects.filter(kind="figure").update(order=1)
        assert said("lost-link")[0][2] == "id_links-0-url"

    def test_a_teaser_has_a_description(self):
        pictured(cast.make_publication("Bare"), "teaser")
        pictured(cast.make_publication("Described"), "teaser", teaser_alt="A quokka at rest")
        cast.make_publication("Without")
        assert said("teaser-words") == [("Bare", "The teaser image has no description.", "id_teaser_alt")]


class StandingTests:
    def test_what_was_to_appear_is_out(self):
        for year in (THIS_YEAR - 1, THIS_YEAR, None):
            cast.make_publication(f"In {year}", year=year, status="accepted")
        cast.make_publication("Out", year=THIS_YEAR - 1)
        words = f"It is “to appear” in {THIS_YEAR - 1}: is it out?"
        assert said("to-appear") == [(f"In {THIS_YEAR - 1}", words, "id_status")]

    def test_an_abstract_has_no_hyphens_of_line_ends(self):
        cast.make_publication("Good", abstract="Pre- and post-training of well-known models.")
        cast.make_publication("Bad", abstract="Our ap- proaches.")
        assert said("line-ends") == [("Bad", "The abstract says “ap- proaches”.", "id_abstract")]

    def test_a_submission_comes_to_an_end(self):
        cast.make_publication("Old", year=THIS_YEAR - 2, status="submitted")
        cast.make_publication("New", year=THIS_YEAR - 1, status="submitted")
        cast.make_publication("Undated", year=None, status="submitted")
        cast.make_publication("Out", year=THIS_YEAR - 2)
        assert subjects("in-submission") == ["Old"]
        Publication.objects.update(added_at=timezone.now() - datetime.timedelta(days=400))
        assert subjects("in-submission") == ["New", "Old", "Undated"]

    def test_nothing_is_published_in_years_to_come(self):
        cast.make_publication("Early", year=THIS_YEAR + 1)
        cast.make_publication("To appear", year=THIS_YEAR + 1, status="accepted")
        cast.make_publication("Now", year=THIS_YEAR)
        words = f"It is marked as published, but in {THIS_YEAR + 1}."
        assert said("future-year") == [("Early", words, "id_year")]

    def test_a_paper_is_of_a_kind_that_its_venue_has(self):
        venues = {kind: cast.make_venue(kind.upper(), kind=kind) for kind in ("conference", "journal", "preprints")}
        for kind in ("conference", "journal", "preprint"):
            for name, venue in venues.items():
                cast.make_publication(f"{kind} at {name}", kind=kind, venue=venue)
        assert said("kind-of-venue") == [
            ("conference at preprints", "A conference paper doesn’t appear at PREPRINTS.", "id_kind"),
            ("journal at preprints", "A journal article doesn’t appear at PREPRINTS.", "id_kind"),
            ("preprint at conference", "A preprint doesn’t appear at CONFERENCE.", "id_kind"),
        ]


class AuthorTests:
    def test_a_paper_has_authors_of_whom_one_is_or_was_here(self):
        cast.make_publication("By nobody")
        cast.make_publication("By strangers", ["Ivo Brandt"])
        cast.make_publication("By an alumna", [cast.alumna(), "Otto"])
        assert said("no-authors") == [("By nobody", "It has no authors.", "authorships-group")]
        words = "None of its authors is or was in the lab."
        assert said("no-member") == [("By strangers", words, "authorships-group")]

    def test_a_name_is_printed_as_some_name_of_its_person(self):
        student = cast.student()
        NameVariant.objects.create(person=student, name="Zoe Berg")
        printed = ("Z. Lindqvist", "Lindqvist Z", "林佐伊", "Zoe", "ZOË LINDQVIST", "Z. Berg")
        for number, name in enumerate(printed):
            paper = cast.make_publication(f"Paper {number}")
            cast.add_author(paper, cast.make_person("Ivo Brandt"), order=1)
            cast.add_author(paper, student, order=2, printed_name=name)
        assert subjects("printed-name") == []

    def test_a_name_of_somebody_else_is_doubted(self):
        paper = cast.make_publication(authors=["Ivo Brandt"])
        cast.add_author(paper, cast.pi(), order=2, printed_name="Z. Lindqvist")
        words = "“Z. Lindqvist” doesn’t look like Ada Quill: is this the right person?"
        assert said("printed-name") == [
            ("Quokka: Scheduling at Leisure", words, "id_authorships-1-printed_name"),
        ]

    def test_equal_contribution_is_that_of_two(self):
        both = cast.make_publication("Both")
        alone = cast.make_publication("Alone")
        for paper in (both, alone):
            cast.add_author(paper, f"First of {paper}", order=1, is_equal=paper == both)
            cast.add_author(paper, f"Second of {paper}", order=2, is_equal=True)
        words = "Only Second of Alone is marked with equal contribution."
        assert said("equal-alone") == [("Alone", words, "id_authorships-1-is_equal")]

    def test_a_mentor_is_an_author(self):
        mentor = cast.pi()
        good = cast.make_publication("Good", [mentor])
        cast.add_author(good, cast.student(), order=2, mentor=mentor)
        bad = cast.make_publication("Bad", ["Ivo Brandt"])
        cast.add_author(bad, cast.alumna(), order=2, mentor=mentor)
        words = "Maren Hale is the mentee of someone who isn’t among the authors."
        assert said("mentor-absent") == [("Bad", words, "id_authorships-1-mentor")]
