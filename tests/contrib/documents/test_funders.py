"""What funders ask for: NIH's and NSF's sketches, and NSF's tables of collaborators, cell by cell."""

import csv
import io
import re
import shlex
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from labsite.contrib.documents.funders.biosketch import MAX_STATEMENT, FormChoices, biosketch
from labsite.contrib.documents.funders.collaborators import Collaborators, collaborators_nsf, months_before
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.parts import DocumentTable, Entries, words
from labsite.roles import Role
from people.models import ContactDetail, Education, Person, Position, Reference
from tests import cast
from tests.contrib.documents.whole import texts

pytestmark = pytest.mark.django_db

AT = date(2026, 11, 23)
SITE = "https://lab.example"
QUERIES_OF_SKETCH, QUERIES_OF_TABLES = 10, 16


def study(person, organisation="Quokka University", degree="Ph.D.", advisors=(), **fields):
    row = Education.objects.create(person=person, organisation=organisation, degree=degree, **fields)
    row.advisors.add(*advisors)
    return row


def work(person, title="Professor", organisation="Quokka University", advisors=(), **fields):
    row = Position.objects.create(person=person, title=title, organisation=organisation, **fields)
    row.advisors.add(*advisors)
    return row


def section(document, name):
    sections = [*document.sections, *(part for each in document.sections for part in each.parts)]
    return next(each for each in sections if each.name == name)


def table(document, name):
    [found] = [block for block in section(document, name).blocks if isinstance(block, DocumentTable)]
    return [[words(cell) for cell in row] for row in found.rows]


def entries(document, name):
    [found] = [block for block in section(document, name).blocks if isinstance(block, Entries)]
    return [(row.label, *map(words, row.lines)) for row in found.rows]


def said(document, name):
    return [words(block.text) for block in section(document, name).blocks]


def nih(person, **choices):
    return biosketch("nih", person, SITE, FormChoices(AT, **choices))


def rows(person, number, at=AT, **choices):
    """Return the rows of one of the five tables, as texts and dates."""
    found = Collaborators(person, FormChoices(at, **choices)).tables()[number - 1]
    return [[cell.value for cell in row] for row in found]


def checks(person, number):
    found = Collaborators(person, FormChoices(AT)).tables()[number - 1]
    return [[cell.check for cell in row] for row in found]


class SketchTests:
    def test_both_sketches_have_the_sections_of_the_common_form_in_its_order(self):
        zoe = cast.student()
        common = [
            "Identifying Information, Organization and Location",
            "Professional Preparation",
            "Appointments and Positions",
            "Products",
        ]
        supplement, certification = "NIH Biographical Sketch Supplement", "Certification"
        choices = FormChoices(AT)
        of_nih, of_nsf = biosketch("nih", zoe, SITE, choices), biosketch("nsf", zoe, SITE, choices)
        assert [each.heading for each in of_nih.sections] == [*common, supplement, certification]
        assert [each.heading for each in of_nsf.sections] == [*common, certification]
        parts = [each.heading for each in section(of_nih, "supplement").parts]
        assert parts == ["Personal Statement", "Honors", "Contributions to Science"]

    def test_an_empty_profile_is_marked_and_nothing_is_invented(self):
        document = nih(cast.make_person("Ivo Brandt"))
        assert table(document, "identity") == [
            ["Name", "Ivo Brandt"],
            ["Persistent identifier (PID)", "[not given: ORCID iD]"],
            ["Position title", "[not given: position title]"],
            ["Organization and location", "[not given: primary organization and its location]"],
        ]
        assert said(document, "preparation") == ["[not given: education and training]"]
        assert said(document, "appointments") == ["[not given: appointments and positions]"]
        assert said(document, "related") == ["[not given: up to 5 products, which you choose]"]
        assert said(document, "honors") == ["[not given: honors, or “Nothing to Report”]"]
        assert said(document, "contributions")[0].startswith("[not given: up to 5 contributions of at most 2,000")

    def test_who_it_is_comes_from_the_position_held_on_the_day(self):
        zoe = cast.student(orcid="0000-0002-1825-0097")
        work(zoe, "Intern", "Wombat Inc.", start="2025-06", end="2025-09", place="Perth, Australia")
        work(zoe, "Research fellow", ongoing=True, start="2026-01", place="Perth, Australia")
        assert table(nih(zoe), "identity")[1:] == [
            ["Persistent identifier (PID)", "https://orcid.org/0000-0002-1825-0097"],
            ["Position title", "Research fellow"],
            ["Organization and location", "Quokka University, Perth, Australia"],
        ]

    def test_training_stands_latest_start_first_with_postdocs_among_it(self):
        zoe = cast.student()
        study(zoe, degree="B.Sc.", field="Physics", start="2014-09", end="2018-06", place="Perth")
        study(zoe, field="Computing", start="2018", end="2022-12", place="Perth")
        work(zoe, "Postdoctoral researcher", "Wombat Institute", start="2023-01", ongoing=True, place="Bern")
        work(zoe, "Intern", "Wombat Inc.", start="2024")
        assert table(nih(zoe), "preparation") == [
            [
                *("Wombat Institute, Bern", "Postdoctoral researcher", "01/2023"),
                *("[not given: expected completion]", "[not given: field of study]"),
            ],
            ["Quokka University, Perth", "Ph.D.", "2018 [not given: month]", "12/2022", "Computing"],
            ["Quokka University, Perth", "B.Sc.", "09/2014", "06/2018", "Physics"],
        ]

    def test_appointments_stand_latest_start_first_and_lacking_facts_are_marked(self):
        zoe = cast.student()
        work(zoe, "Intern", "Wombat Inc.", start="2024-06", end="2024-08", place="Bern")
        work(zoe, "Professor", unit="Computing", start="2025", ongoing=True, place="Perth")
        work(zoe, "Adviser", "Zoo")
        assert entries(nih(zoe), "appointments") == [
            ("2025 – Present", "Professor", "Computing, Quokka University, Perth"),
            ("2024", "Intern", "Wombat Inc., Bern"),
            ("", "Adviser", "Zoo, [not given: location]", "[not given: start or end]"),
        ]

    def test_roles_in_the_lab_are_appointments_that_no_position_tells_of(self):
        cast.make_lab("Leisure Lab", parent="Quokka University")
        ada = cast.pi()
        work(ada, "Intern", "Zoo", start="2009", end="2009", place="Bern")
        assert entries(nih(ada), "appointments") == [
            ("2010 – Present", "Principal investigator", "Leisure Lab, Quokka University"),
            ("2009", "Intern", "Zoo, Bern"),
        ]
        assert table(nih(ada), "identity")[2:] == [
            ["Position title", "Principal investigator"],
            ["Organization and location", "Leisure Lab, Quokka University"],
        ]

    def test_products_are_the_papers_that_were_chosen_each_citable(self):
        zoe, venue = cast.student(), cast.make_venue("SYSCON", name="Symposium on Systems")
        one = cast.make_publication("Quokka", ["Ivo Brandt", zoe], venue, 2024, month=6, doi="10.1000/182")
        two = cast.make_publication("Wombat", [zoe], year=None, status="submitted")
        document = nih(zoe, related=(one.pk,), other=(two.pk,))
        assert entries(document, "related") == [
            (
                "1",
                "Ivo Brandt, Zoë Lindqvist",
                "Quokka",
                "Symposium on Systems, June 2024",
                "https://doi.org/10.1000/182",
            )
        ]
        address = f"{SITE}/publications/wombat/"
        unsaid = "In submission, [not given: date of publication]"
        assert entries(document, "other") == [("1", "Zoë Lindqvist", "Wombat", unsaid, address)]

    def test_a_sixth_product_is_said_to_be_too_many(self):
        zoe = cast.student()
        keys = [cast.make_publication(f"Paper {number}", [zoe]).pk for number in range(6)]
        document = nih(zoe, related=tuple(keys), other=tuple(keys[:5]))
        assert words(section(document, "related").note) == "6 of 5 products: 1 too many"
        assert words(section(document, "other").note) == "5 of 5 products"

    def test_a_statement_is_taken_from_the_profile_only_when_the_member_says_so(self):
        zoe = cast.student(research_statement="I *rest*.\n\n- well\n- [long](https://quokka.example)")
        assert said(nih(zoe), "statement") == [
            "[not given: why you are well suited for your role in this project, in 3,500 characters at most]"
        ]
        document = nih(zoe, statement="research_statement")
        assert said(document, "statement") == ["I rest.", "well", "long"]
        assert words(section(document, "statement").note) == "17 of 3,500 characters"

    def test_a_statement_at_its_limit_is_not_too_long_and_one_beyond_it_is(self):
        for length, note in ((MAX_STATEMENT, ""), (MAX_STATEMENT + 1, ": 1 too many")):
            zoe = cast.make_person("Zoë", biography="x" * length)
            assert words(section(nih(zoe, statement="biography"), "statement").note) == (
                f"{length:,} of 3,500 characters{note}"
            )

    def test_honors_are_of_the_person_their_papers_and_degrees_in_nihs_supplement_alone(self):
        zoe = cast.student()
        cast.make_award(zoe, "Golden Quokka", 2023, organisation="Quokka Foundation")
        paper = cast.make_publication(authors=[zoe])
        paper.awards.add(cast.make_award(None, "Best Paper", None))
        study(zoe, degree="B.Sc.", end="2024-06", honours="First class")
        assert entries(nih(zoe), "honors") == [
            ("2024", "First class", "Quokka University"),
            ("2023", "Golden Quokka", "Quokka Foundation"),
            ("", "Best Paper", "[not given: organization]", "[not given: year]"),
        ]
        assert "Golden Quokka" not in list(texts(biosketch("nsf", zoe, SITE, FormChoices(AT))))

    def test_synergistic_activities_are_services_as_facts_in_american_english(self):
        zoe, venue = cast.student(), cast.make_venue()
        for year in (2022, 2023, 2024):
            cast.make_service(zoe, venue, year=year)
        with translation.override("zh-hans"):
            document = biosketch("nsf-activities", zoe, SITE, FormChoices(AT))
        [bullets] = section(document, "activities").blocks
        assert [words(item) for item in bullets.items] == [
            "Program committee: SYSCON 2022\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}2024"
        ]

    def test_it_says_that_nothing_is_certified(self):
        assert [words(each) for each in nih(cast.student()).lines] == [
            "Working paper as of November 23, 2026, not certified: biographical sketches are prepared and certified "
            "in SciENcv."
        ]

    def test_more_papers_ask_no_more_queries(self, django_assert_num_queries):
        cast.make_lab()
        zoe = cast.student()
        keys = [cast.make_publication(f"Paper {number}", [zoe, f"Author {number}"]).pk for number in range(2)]
        nih(Person.objects.get(pk=zoe.pk), related=tuple(keys))
        for chosen in (keys[:1], keys):
            zoe = Person.objects.get(pk=zoe.pk)
            with django_assert_num_queries(QUERIES_OF_SKETCH):
                nih(zoe, related=tuple(chosen))


class CollaboratorsTests:
    @pytest.mark.parametrize(
        ("year", "month", "counts"),
        [
            (2022, 11, True),  # may be of its last day, a week inside
            (2022, 10, False),
            (2022, None, True),  # may be of 31 December
            (2021, None, False),
            (2027, 1, True),  # accepted, to appear
        ],
    )
    def test_a_paper_counts_by_the_last_day_that_its_date_can_mean(self, year, month, counts):
        zoe = cast.student()
        cast.make_publication(authors=[zoe, "Ivo Brandt"], year=year, month=month)
        assert bool(rows(zoe, 4)) is counts

    def test_forty_eight_months_are_counted_to_the_day(self):
        zoe = cast.student()
        cast.make_publication(authors=[zoe, "Ivo Brandt"], year=2022, month=11)
        assert [len(rows(zoe, 4, at)) for at in (date(2026, 11, 30), date(2026, 12, 1))] == [1, 0]
        assert months_before(date(2104, 2, 29), 48) == date(2100, 2, 28)

    def test_each_co_author_has_one_row_with_the_newest_date_by_family_name(self):
        zoe, ivo = cast.student(), cast.stranger(given_name="Ivo", family_name="Brandt")
        cast.make_publication("Old", [zoe, ivo], year=2023)
        cast.make_publication("New", [ivo, zoe, "Maren Q. Aalto"], year=2025, month=3)
        cast.make_publication("Undated", [ivo, zoe], year=None)
        assert rows(zoe, 4) == [
            ["A:", "Aalto, Maren Q.", "", "", "03/2025"],
            ["A:", "Brandt, Ivo", "", "", "03/2025"],
        ]

    def test_dates_may_stand_as_days_as_nsf_takes_them_none_later_than_the_day(self):
        zoe = cast.student()
        cast.make_publication("New", [zoe, "A Aalto"], year=2026)
        cast.make_publication("Old", [zoe, "B Brandt"], year=2024, month=2)
        assert [row[4] for row in rows(zoe, 4, in_days=True)] == [AT, date(2024, 2, 29)]

    def test_a_paper_without_a_date_counts_and_its_date_is_a_marked_empty_cell(self):
        zoe = cast.student()
        cast.make_publication("Quokka", [zoe, "Ivo Brandt"], year=None)
        assert rows(zoe, 4) == [["A:", "Brandt, Ivo", "", "", ""]]
        assert checks(zoe, 4)[0][4] == "“Quokka” has no date here: please fill in, or delete the row if it is older."

    def test_drafts_name_no_collaborators(self):
        zoe = cast.student()
        cast.make_publication("Draft", [zoe, "Ivo Brandt"], year=2026, state="draft")
        assert rows(zoe, 4) == []

    def test_a_guessed_family_name_and_an_unknown_organisation_are_marked(self):
        zoe, ivo = cast.student(), cast.stranger()
        ivo.family_is_guess = True
        ivo.save()
        cast.make_publication(authors=[zoe, ivo, "QUOKKA"], year=2026)
        guess, single = (
            "The family name is guessed from “Ivo Brandt”: please check.",
            "This name has only one part: is it a group, or is a part missing?",
        )
        unknown = "Not on this site: please fill in the organization."
        assert checks(zoe, 4) == [["", guess, unknown, "", ""], ["", single, unknown, "", ""]]
        assert [row[1:3] for row in rows(zoe, 4)] == [["Brandt, Ivo", ""], ["QUOKKA", ""]]

    def test_organisations_come_from_positions_the_lab_and_references_and_a_headline_is_a_hint(self):
        cast.make_lab("Leisure Lab", parent="Quokka University")
        zoe, ada = cast.student(), cast.pi()
        held = cast.stranger(headline="Postdoc at Zoo")
        work(held, organisation="Wombat Institute", unit="Burrows", ongoing=True)
        referee, headed = cast.make_person("Otto Carl"), cast.make_person("Uma Dahl", headline="Postdoc at Zoo")
        Reference.objects.create(person=zoe, referee=referee, affiliation="Computing\nBilby University")
        cast.make_publication(authors=[zoe, held, referee, headed, ada], year=2026)
        assert [row[1:4] for row in rows(zoe, 4)] == [
            ["Brandt, Ivo", "Wombat Institute", "Burrows"],
            ["Carl, Otto", "Computing, Bilby University", ""],
            ["Dahl, Uma", "", ""],
            ["Quill, Ada", "Leisure Lab, Quokka University", ""],
        ]
        hint = "Not on this site: please fill in the organization. The site says “Postdoc at Zoo”."
        assert [row[2] for row in checks(zoe, 4)] == ["", "", hint, ""]

    def test_only_addresses_that_everyone_may_see_are_given(self):
        zoe, ivo = cast.student(), cast.stranger()
        for value, visibility in (("ivo@zoo.example", "public"), ("ivo@home.example", "private")):
            ContactDetail.objects.create(person=ivo, value=value, visibility=visibility)
        cast.make_publication(authors=[zoe, ivo], year=2026)
        assert [row[3] for row in rows(zoe, 4)] == ["ivo@zoo.example"]

    def test_people_on_the_same_projects_are_collaborators_unless_they_are_co_authors(self):
        zoe, ada, ivo, maren = cast.student(), cast.pi(), cast.stranger(), cast.alumna()
        cast.make_publication(authors=[zoe, ada], year=2026)
        cast.make_project("Now", [zoe, ada, ivo], start="2024")
        cast.make_project("Ended", [zoe, maren, ivo], start="2020", end="2023-05")
        cast.make_project("Long ago", [zoe, cast.make_person("Old Friend")], end="2022-10")
        cast.make_project("Undated", [zoe, cast.make_person("Una Unsure")])
        assert [(row[0], row[1], row[4]) for row in rows(zoe, 4)] == [
            ("C:", "Brandt, Ivo", ""),
            ("C:", "Hale, Maren", "05/2023"),
            ("A:", "Quill, Ada", "2026"),
            ("C:", "Unsure, Una", ""),
        ]
        undated = "“Undated” has no dates here: please check, and fill in if it has ended."
        assert [row[4] for row in checks(zoe, 4)] == ["", "", "", undated]

    def test_advisors_and_advisees_of_doctorates_alone_stand_in_table_3(self):
        zoe, ada, ivo, maren = cast.student(), cast.pi(), cast.stranger(), cast.alumna()
        study(zoe, degree="PhD", advisors=[ada])
        study(zoe, "Zoo", "M.Sc.", advisors=[ivo])
        work(zoe, "Post-doctoral researcher", "Zoo", advisors=[ivo])
        work(zoe, "Doctoral student", "Zoo", advisors=[cast.make_person("Dora Docs")])
        study(zoe, "Burrow", "", advisors=[cast.make_person("Una Unsure")])
        study(maren, degree="Doctor of Philosophy", advisors=[zoe])
        assert [row[:2] for row in rows(zoe, 3)] == [
            ["G:", "Docs, Dora"],
            ["G:", "Quill, Ada"],
            ["G:", "Unsure, Una"],
            ["T:", "Hale, Maren"],
        ]
        unsaid = "The degree at Burrow isn’t on this site: keep the row if it was a Ph.D."
        assert [row[1] for row in checks(zoe, 3)] == ["", "", unsaid, ""]

    def test_an_advisor_that_nobody_named_is_a_marked_empty_cell(self):
        zoe = cast.student()
        study(cast.alumna(), advisors=[zoe])
        assert [row[:2] for row in rows(zoe, 3)] == [["G:", ""], ["T:", "Hale, Maren"]]
        assert checks(zoe, 3)[0][1:3] == [
            "This site has no Ph.D. advisor: please fill one in, or delete the row.",
            "Not on this site: please fill in the organization.",
        ]

    def test_table_1_has_the_organisations_of_the_last_twelve_months(self):
        zoe = cast.student()
        study(zoe, ongoing=True, start="2022")
        work(zoe, "Intern", "Wombat Inc.", start="2025-06", end="2025-11")
        work(zoe, "Intern", "Zoo", start="2025-01", end="2025-10")
        work(zoe, "Consultant", "Nobody knows until when", start="2024")
        assert rows(zoe, 1) == [
            ["", "Lindqvist, Zoë", "Quokka University", "", ""],
            ["", "", "Wombat Inc.", "11/2025", ""],
        ]

    def test_table_5_has_journals_whose_editor_in_chief_is_to_be_filled_in_and_co_editors(self):
        zoe, ada = cast.student(), cast.pi()
        journal, old = cast.make_venue("JL", name="Journal of Leisure"), cast.make_venue("JO", name="Old Journal")
        cast.make_service(zoe, journal, "editor", 2025)
        cast.make_service(zoe, old, "editor", 2023)
        cast.make_service(zoe, cast.make_venue(), "reviewer", 2026)
        cast.make_service(ada, journal, "editor", None)
        cast.make_service(ada, old, "editor", 2026)
        assert [[row[0], row[1], *row[3:]] for row in rows(zoe, 5)] == [
            ["E:", "Quill, Ada", "Journal of Leisure", ""],
            ["B:", "", "Journal of Leisure", "2025"],
        ]
        assert checks(zoe, 5)[0][1] == "Please keep the row if you directly interacted."
        assert checks(zoe, 5)[1][1:3] == [
            "This site has no editor-in-chief: please fill in name and organization.",
            "Not on this site: please fill in the organization.",
        ]

    def test_more_co_authors_ask_no_more_queries(self, django_assert_max_num_queries):
        cast.make_lab()
        zoe = cast.student()
        cast.make_publication("One", [zoe, "Ivo Brandt"], year=2026)
        with django_assert_max_num_queries(QUERIES_OF_TABLES):
            Collaborators(zoe, FormChoices(AT)).tables()
        cast.make_publication("Many", [zoe, *(f"Author {number}" for number in range(20))], year=2026)
        with django_assert_max_num_queries(QUERIES_OF_TABLES):
            assert len(rows(zoe, 4)) == 21


def workbook(person, **choices):
    return load_workbook(io.BytesIO(collaborators_nsf(person, FormChoices(AT, **choices))))


def header_row(sheet, number):
    return next(cell.row for cell in sheet["A"] if cell.value == str(number))


class WorkbookTests:
    def test_the_five_tables_stand_in_the_columns_of_nsfs_template(self):
        sheet = workbook(cast.student())["NSF COA Template"]
        found = [[cell.value or "" for cell in sheet[header_row(sheet, number)]] for number in range(1, 6)]
        optional = "Optional  (email, Department)"
        assert found == [
            ["1", "Your Name:", "Your Organizational Affiliation(s), last 12 mo", "Last Active Date", ""],
            ["2", "Name", "Type of Relationship", optional, "Last Active"],
            ["3", "Advisor/Advisee Name:", "Organizational Affiliation", optional, ""],
            ["4", "Name:", "Organizational Affiliation", optional, "Last Active"],
            ["5", "Name:", "Organizational Affiliation", "Journal/Collection", "Last Active"],
        ]
        assert {key: round(sheet.column_dimensions[key].width) for key in "ABCDE"} == {
            **{"A": 5, "B": 23, "C": 40, "D": 30, "E": 13}
        }
        setup = sheet.page_setup
        assert (sheet.sheet_properties.pageSetUpPr.fitToPage, setup.fitToHeight, setup.paperSize) == (True, 0, 1)

    def test_rows_are_read_back_as_they_were_written_and_unknown_cells_are_marked(self):
        zoe = cast.student()
        cast.make_publication(authors=[zoe, cast.stranger()], year=2025, month=3)
        sheet = workbook(zoe)["NSF COA Template"]
        row = sheet[header_row(sheet, 4) + 1]
        assert [cell.value for cell in row] == ["A:", "Brandt, Ivo", None, None, "03/2025"]
        assert [cell.fill.fgColor.rgb for cell in row[1:4]] == ["00000000", "FFFFF2CC", "00000000"]
        assert row[2].comment.text == "Not on this site: please fill in the organization."

    def test_dates_as_days_are_dates_in_nsfs_format(self):
        zoe = cast.student()
        cast.make_publication(authors=[zoe, "Ivo Brandt"], year=2025, month=3)
        sheet = workbook(zoe, in_days=True)["NSF COA Template"]
        cell = sheet.cell(header_row(sheet, 4) + 1, 5)
        assert (cell.value.date(), cell.number_format) == (date(2025, 3, 31), "mm/dd/yyyy")

    def test_a_second_sheet_says_what_to_check_in_which_cells(self):
        zoe = cast.student()
        cast.make_publication(authors=[zoe, "Ivo Brandt", "Otto Carl"], year=2025)
        book = workbook(zoe)
        first, checked = header_row(book["NSF COA Template"], 4) + 1, book["To check"]
        said = {row[0]: row[1] for row in checked.iter_rows(values_only=True)}
        assert any("NSF takes mm/dd/yyyy" in words for words in said)
        advisors = header_row(book["NSF COA Template"], 3) + 1
        cells = f"C{advisors}, C{first}, C{first + 1}"
        assert said["Not on this site: please fill in the organization."] == cells
        assert checked.freeze_panes == "A2"

    @pytest.mark.parametrize("evil", ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "{=1}"])
    def test_what_looks_like_a_formula_stays_text(self, evil):
        zoe = cast.student()
        ivo = cast.make_person("Ivo Brandt", given_name="Ivo", family_name=evil)
        work(ivo, organisation=evil, ongoing=True)
        cast.make_publication(authors=[zoe, ivo], year=2025)
        sheet = workbook(zoe)["NSF COA Template"]
        row = sheet[header_row(sheet, 4) + 1]
        assert [(cell.value, cell.data_type) for cell in row[1:3]] == [(f"{evil}, Ivo", "s"), (evil, "s")]
        assert [cell.quotePrefix for cell in row[1:3]] == [True, True]

    def test_libreoffice_opens_it(self, tmp_path):
        if not (soffice := shutil.which("soffice")):
            pytest.skip("LibreOffice isn't installed")
        zoe = cast.student()
        cast.make_publication(authors=[zoe, "Zoë =1+1 Brandt"], year=2025)
        source = tmp_path / "coa.xlsx"
        source.write_bytes(collaborators_nsf(zoe, FormChoices(AT)))
        profile = f"-env:UserInstallation=file://{tmp_path}/profile"
        convert = [
            soffice,
            profile,
            "--headless",
            "--convert-to",
            "csv:Text - txt - csv (StarCalc):44,34,76",
            "--outdir",
            tmp_path,
            source,
        ]
        subprocess.run(convert, check=True, capture_output=True, timeout=120)
        lines = list(csv.reader((tmp_path / "coa.csv").read_text(encoding="utf-8").splitlines()))
        assert ["A:", "Brandt, Zoë =1+1", "", "", "2025"] in lines


def page(person, file="", **asked):
    return reverse("admin:for-funders", args=[person.pk], query={"at": AT, "file": file, **asked} if file else None)


class PageTests:
    @pytest.mark.parametrize("form", ["admin:people_person_change", "admin:cv"])
    def test_the_forms_of_the_profile_and_of_the_cv_lead_to_it(self, client, form):
        zoe = cast.student()
        client.force_login(cast.make_login(zoe, Role.MEMBER))
        html = client.get(reverse(form, args=[zoe.pk])).content.decode()
        assert f'<a href="{page(zoe)}">For funders</a>' in html

    def test_a_member_and_an_editor_get_the_files_and_nobody_else(self, client):
        zoe = cast.student()
        cast.make_login(zoe, Role.MEMBER)
        answers = {}
        stranger, editor = cast.make_login(cast.alumna(), Role.MEMBER), cast.make_login(role=Role.EDITOR)
        for name, login in {"own": zoe.login, "another": stranger, "editor": editor}.items():
            client.force_login(login)
            files = ("", "nih.md", "nsf-collaborators.xlsx")
            answers[name] = [client.get(page(zoe, file)).status_code for file in files]
        client.logout()
        answers["visitor"] = [client.get(page(zoe, file)).status_code for file in ("", "nsf-collaborators.xlsx")]
        assert answers == {"own": [200] * 3, "another": [403] * 3, "editor": [200] * 3, "visitor": [302] * 2}

    def test_the_file_holds_what_was_ticked(self, admin_client):
        zoe = cast.student()
        one, two = (cast.make_publication(title, [zoe]).pk for title in ("Quokka", "Wombat"))
        answer = admin_client.get(page(zoe, "nsf.md", related=one, other=two))
        text = answer.content.decode()
        related, _heading, other = text.partition("Other significant products")
        assert ("Quokka" in related, "Wombat" in related, "Quokka" in other, "Wombat" in other) == (
            True,
            False,
            False,
            True,
        )
        assert answer["Content-Disposition"] == f'attachment; filename="{zoe.slug}-nsf.md"'

    def test_the_table_is_a_workbook_as_of_the_day(self, admin_client):
        zoe = cast.student()
        cast.make_publication(authors=[zoe, "Ivo Brandt"], year=2022, month=11)
        names = []
        for day in ("2026-11-30", "2026-12-01"):
            answer = admin_client.get(page(zoe, "nsf-collaborators.xlsx", at=day))
            sheet = load_workbook(io.BytesIO(answer.content))["NSF COA Template"]
            names.append(sheet.cell(header_row(sheet, 4) + 1, 2).value)
        assert names == ["Brandt, Ivo", None]

    def test_a_wrong_day_is_said_and_ticks_stay(self, admin_client):
        zoe = cast.student()
        key = cast.make_publication("Quokka", [zoe]).pk
        answer = admin_client.get(page(zoe, "nih.md", at="tomorrow", related=key))
        html = answer.content.decode()
        assert answer.status_code == 200 and "Enter a valid date." in html
        assert re.search(rf'name="related" value="{key}" checked', html)

    def test_a_paper_ticked_in_both_columns_is_named(self, admin_client):
        zoe = cast.student()
        key = cast.make_publication("Quokka", [zoe]).pk
        html = admin_client.get(page(zoe, "nih.md", related=key, other=key)).content.decode()
        assert "A product can be in only one of the two lists. You ticked these in both: Quokka" in html

    def test_papers_of_others_and_drafts_can_be_neither_ticked_nor_asked_for(self, admin_client):
        zoe = cast.student()
        for paper in (cast.make_publication("Theirs", ["Ivo"]), cast.make_publication("Secret", [zoe], state="draft")):
            html = admin_client.get(page(zoe, "nih.md", related=paper.pk)).content.decode()
            assert "is not one of the available choices" in html and paper.title not in html

    def test_papers_of_the_short_cv_else_selected_ones_are_ticked_to_begin_with(self, admin_client):
        zoe = cast.student()
        selected = cast.make_publication("Quokka", [zoe], is_selected=True).pk
        own = cast.make_publication("Wombat", [zoe]).pk
        ticked = re.compile(r'name="(\w+)" value="(\d+)" checked')
        assert ticked.findall(admin_client.get(page(zoe)).content.decode()) == [("other", str(selected))]
        CVSettings.objects.create(person=zoe).selected.add(own)
        assert ticked.findall(admin_client.get(page(zoe)).content.decode()) == [("other", str(own))]

    def test_a_file_that_nobody_makes_is_not_found(self, admin_client):
        zoe = cast.student()
        for file in ("nih.exe", "tax.pdf", "nsf-collaborators.pdf"):
            assert admin_client.get(page(zoe, file)).status_code == 404

    def test_the_page_is_chinese_and_the_forms_stay_english(self, admin_client):
        zoe = cast.student()
        admin_client.cookies["django_language"] = "zh-hans"
        assert "面向资助方" in admin_client.get(page(zoe)).content.decode()
        assert "Professional Preparation" in admin_client.get(page(zoe, "nsf.md")).content.decode()


class CommandTests:
    def test_the_commands_of_the_documentation_write_their_files(self, tmp_path, monkeypatch, capsys):
        zoe = cast.student(slug="ada-quill")
        for slug in ("quokka", "wombat"):
            cast.make_publication(slug.title(), [zoe], slug=slug)
        monkeypatch.chdir(tmp_path)
        printed = (Path(settings.BASE_DIR) / "docs/documents.md").read_text(encoding="utf-8")
        commands = re.findall(r"^ {4}manage\.py (biosketch .+)$", printed, re.MULTILINE)
        for command in commands:
            call_command(*shlex.split(command))
        written = sorted(path.name for path in tmp_path.iterdir() if path.stat().st_size)
        assert written == ["ada-collaborators.xlsx", "ada-nih.pdf", "ada-nsf.docx"]
        assert len(capsys.readouterr().out.splitlines()) == len(commands)

    @pytest.mark.parametrize(
        ("asked", "error"),
        [
            ("nobody --form nih --output a.md", "There is no person at “nobody”."),
            ("zoe --form nih --output a.xlsx", "The name of the output must end in one of .pdf, .docx, .md, .tex."),
            ("zoe --form coa --output a.pdf", "The name of the output must end in one of .xlsx."),
            ("zoe --form nih --output a.md --related quokka", "Zoë Lindqvist has no published paper at quokka."),
        ],
    )
    def test_what_cannot_be_written_is_said(self, asked, error):
        cast.student(slug="zoe")
        with pytest.raises(CommandError, match=re.escape(error)):
            call_command("biosketch", *asked.split())
