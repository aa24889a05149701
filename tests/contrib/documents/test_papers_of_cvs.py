"""The papers of a CV: numbered by kind, with their authors and marks, selected for a short one."""

import datetime

import pytest
from django.utils import timezone

from labsite.contrib.documents.cv.views import CVForm
from labsite.contrib.documents.facts import paper_lines
from labsite.contrib.documents.lists.references import STYLES
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.parts import words
from people.models import Education, Position
from publications.models import Publication
from tests import cast
from tests.contrib.documents.cast import SHORT
from tests.contrib.documents.test_cv import lines, made, section
from tests.contrib.documents.whole import texts

pytestmark = pytest.mark.django_db
WAITING = {"publish_from": timezone.now() + datetime.timedelta(days=9)}


def numbers(document):
    """Return the headings and the numbers with titles."""
    listed = lines(document, "publications")
    return [line if line.startswith("#") else " ".join(line.split(" | ")[:2]) for line in listed]


def papers_of(person, *kinds, **fields):
    return [cast.make_publication(f"Paper {n}", [person], kind=kind, **fields) for n, kind in enumerate(kinds, 1)]


class NumberTests:
    def test_each_kind_has_its_letter_and_of_two_main_kinds_the_larger_is_first(self):
        person = cast.student()
        papers_of(person, "journal", "conference", "conference", "workshop", "thesis", "dataset", "preprint", "poster")
        cast.make_publication("Sent", [person], kind="conference", status="submitted", year=None)
        assert numbers(made(person)) == [
            *("# Conference papers", "[C2] Paper 3", "[C1] Paper 2", "# Journal articles", "[J1] Paper 1"),
            *("# Workshop papers", "[W1] Paper 4", "# Theses", "[T1] Paper 5"),
            *("# Preprints and papers in submission", "[P2] Sent", "[P1] Paper 7"),
            *("# Posters and abstracts", "[A1] Paper 8", "# Datasets", "[D1] Paper 6"),
        ]

    @pytest.mark.parametrize(
        ("kinds", "listed"),
        [
            (
                ("conference", "conference", "journal", ""),
                ["# Conference and other papers", "[C3] Paper 4", "[C2] Paper 2", "[C1] Paper 1"],
            ),
            (("", "journal"), ["# Journal articles and other papers", "[J2] Paper 2", "[J1] Paper 1"]),
            (("", "thesis"), ["# Papers", "[1] Paper 1", "# Theses", "[T1] Paper 2"]),
        ],
    )
    def test_papers_of_which_nobody_says_the_kind_stand_with_most_others(self, kinds, listed):
        person = cast.student()
        papers_of(person, *kinds)
        assert numbers(made(person))[: len(listed)] == listed

    @pytest.mark.parametrize(("first_kind", "letters"), [("", "CCJ"), ("journal", "JCC"), ("conference", "CCJ")])
    def test_the_person_chooses_which_kind_comes_first(self, first_kind, letters):
        person = cast.student()
        papers_of(person, "journal", "conference", "conference")
        listed = numbers(made(person, CVSettings(first_kind=first_kind)))
        assert "".join(line[1] for line in listed if line[0] == "[") == letters

    def test_papers_of_which_nobody_says_the_kind_need_no_heading_alone(self):
        person = cast.student()
        papers_of(person, "", "")
        assert numbers(made(person)) == ["[2] Paper 2", "[1] Paper 1"]

    def test_a_new_paper_leaves_the_numbers_of_the_others(self):
        person = cast.student()
        cast.make_publication("B of May", [person], month=5)
        cast.make_publication("Old", [person], year=2020)
        before = numbers(made(person))
        assert before[1:] == ["[C2] B of May", "[C1] Old"]
        cast.make_publication("A of June", [person], month=6)
        cast.make_publication("Accepted", [person], year=None, status="accepted")
        assert numbers(made(person))[1:] == ["[C4] Accepted", "[C3] A of June", *before[1:]]

    def test_by_year_they_keep_their_numbers(self):
        person = cast.student()
        cast.make_publication("Old", [person], year=2020)
        cast.make_publication("Article", [person], kind="journal")
        cast.make_publication("Sent", [person], status="submitted", year=None)
        cast.make_publication("Undated", [person], year=None)
        assert numbers(made(person, CVSettings(by_year=True))) == [
            *("# In progress", "[P1] Sent", "# 2024", "[J1] Article", "# 2020", "[C2] Old"),
            *("# Undated", "[C1] Undated"),
        ]


class AuthorTests:
    def test_marks_are_relative_to_the_owner_and_the_legend_says_those_used(self):
        student, pi, other = cast.student(), cast.pi(), cast.stranger()
        paper = cast.make_publication(authors=[other])
        cast.add_author(paper, student, mentor=pi, is_equal=True, order=2)
        cast.add_author(paper, pi, order=3, is_corresponding=True)
        own, pis = (section(made(person), "publications") for person in (student, pi))
        assert words(own.note) == "*\N{NO-BREAK SPACE}equal contribution · ✉\N{NO-BREAK SPACE}corresponding author"
        assert "‡\N{NO-BREAK SPACE}mentee of Ada Quill" in words(pis.note)
        assert lines(made(student), "publications")[1].split(" | ")[2] == "Ivo Brandt, Zoë Lindqvist*, Ada Quill✉"
        assert lines(made(pi), "publications")[1].split(" | ")[2] == "Ivo Brandt, Zoë Lindqvist*‡, Ada Quill✉"

    def test_of_a_paper_the_own_name_alone_is_strong_and_elsewhere_its_title(self):
        person = cast.student()
        paper = cast.make_publication(authors=[person, cast.pi()])
        strong = [
            [span.text for line in paper_lines(paper, "", whose) for span in line if span.is_strong]
            for whose in (person, None)
        ]
        assert strong == [["Zoë Lindqvist"], ["Quokka: Scheduling at Leisure"]]

    def test_the_own_name_is_strong_however_it_is_printed(self):
        person = cast.student()
        cast.add_author(cast.make_publication(authors=["Ivo Brandt"]), person, printed_name="Z. Lindqvist")
        [row] = section(made(person), "publications").parts[0].blocks[0].rows
        assert [span.text for span in row.lines[1] if span.is_strong] == ["Z. Lindqvist"]

    @pytest.mark.parametrize(
        ("longest", "said"),
        [
            (0, "A A, B B, C C, D D, Zoë Lindqvist, E E"),
            (2, "A A, B B, …, Zoë Lindqvist, and 3 more"),
            (4, "A A, B B, C C, D D, Zoë Lindqvist, E E"),
        ],
    )
    def test_a_long_list_is_shortened_where_wished_and_never_by_the_owner(self, longest, said):
        person = cast.student()
        paper = cast.make_publication(authors=["A A", "B B", "C C", "D D"])
        cast.add_author(paper, person, order=5)
        cast.add_author(paper, "E E", order=6)
        shown = lines(made(person, CVSettings(max_authors=longest)), "publications")[1]
        assert shown.split(" | ")[2] == said


class PlaceTests:
    def test_a_paper_says_where_and_when_it_appeared_and_what_came_of_it(self):
        person, venue = cast.student(), cast.make_venue(name="Systems Conference")
        facts = {"pages": "1–9", "doi": "10.1145/1.2", "notes": "Invited", "shows_notes": True, "month": 6}
        paper = cast.make_publication(authors=[person], venue=venue, **facts)
        paper.awards.add(cast.make_award(None, "Best Paper"))
        assert lines(made(person), "publications")[1].split(" | ")[3] == (
            "Systems Conference (SYSCON), pp. 1–9, June 2024 · Best Paper · Invited · doi:10.1145/1.2"
        )

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"kind": "preprint", "status": "preprint", "arxiv_id": "2406.18485"}, "arXiv 2406.18485, 2024"),
            ({"kind": "preprint", "status": "preprint"}, "2024 · Preprint"),
            ({"status": "accepted"}, "2024 · To appear"),
            ({"kind": "poster"}, "2024 · Poster"),
        ],
    )
    def test_what_is_not_out_says_how_far_it_is(self, fields, said):
        person = cast.student()
        cast.make_publication(authors=[person], **fields)
        assert lines(made(person), "publications")[1].split(" | ")[3] == said

    def test_a_style_of_citations_says_it_in_its_way(self):
        person = cast.student()
        cast.make_publication(authors=[person])
        [heading, row] = lines(made(person, CVSettings(style="apa")), "publications")
        assert row == "[C1] | Lindqvist, Z. (2024). Quokka: Scheduling at Leisure."

    def test_where_a_style_leaves_the_owner_out_the_cv_names_them(self):
        person = cast.student()
        paper = cast.make_publication(authors=[f"Author A{n}" for n in range(9)])
        cast.add_author(paper, person, order=10)
        [heading, row] = lines(made(person, CVSettings(style="vancouver")), "publications")
        assert "et al." in row and row.endswith(" | Zoë Lindqvist is author 10 of 10")


class ShortTests:
    def test_it_has_the_selected_papers_with_the_newest_and_the_number_of_all(self):
        person = cast.student()
        papers = papers_of(person, *["conference"] * 9)
        Publication.objects.filter(pk=papers[0].pk).update(is_selected=True)
        document = made(person, SHORT)
        assert words(section(document, "publications").note) == "9 publications in all"
        shown = [row.split(" | ")[0] for row in lines(document, "publications")]
        assert shown == ["[C9]", "[C8]", "[C7]", "[C6]", "[C5]", "[C1]"]

    def test_it_has_what_the_person_chose(self):
        person = cast.student()
        papers = papers_of(person, *["conference"] * 9)
        strangers = cast.make_publication("Not theirs", ["Ivo Brandt"])
        chosen = CVSettings().variant(is_short=True, papers=(papers[1].pk, papers[4].pk, strangers.pk))
        shown = [row.split(" | ")[0] for row in lines(made(person, chosen), "publications")]
        assert shown == ["[C5]", "[C2]"]

    def test_of_many_venues_it_names_the_first(self):
        person = cast.student()
        for n in range(10, 20):
            cast.make_service(person, cast.make_venue(f"V{n}"), year=2000 + n)
        [said] = lines(made(person, SHORT), "service")
        assert said.startswith("Programme committee: V19 2019, V18 2018, ") and said.endswith(", V12 2012, and 2 more")

    def test_it_leaves_out_what_is_long(self):
        person = cast.student(biography="Born.", skills="Napping")
        cast.make_talk(person)
        for year in range(2010, 2020):
            cast.make_award(person, year=year)
        cast.make_service(person, cast.make_venue(), year=2023)
        cast.make_service(person, cast.make_venue("JSYS"), year=None)
        document = made(person, SHORT)
        assert [each.name for each in document.sections] == ["positions", "awards", "service"]
        assert len(lines(document, "awards")) == 5
        assert lines(document, "service") == ["Programme committee: SYSCON 2023, JSYS"]


class HiddenTests:
    """Nothing of what isn't public is on a CV."""

    @pytest.mark.parametrize(
        "hidden", [{"state": "draft"}, {"state": "waiting"}, WAITING], ids=lambda each: [*each][0]
    )
    def test_an_unpublished_paper_is_nowhere(self, hidden):
        person, mentee = cast.student(), cast.stranger()
        paper = cast.make_publication("Secret", [person], **hidden)
        cast.add_author(paper, mentee, mentor=person)
        paper.awards.add(cast.make_award(None, "Hidden Prize"), cast.make_award(person, "Own Prize"))
        cast.make_talk(person, "Talk of it", publication=paper)
        text = "\n".join(texts(made(person)))
        assert "Own Prize" in text and "Talk of it" in text
        assert [word for word in ("Secret", "Hidden Prize", "Ivo Brandt", "[C1]") if word in text] == []
        assert "Secret" not in "\n".join(texts(made(person, CVSettings().variant(is_short=True, papers=(paper.pk,)))))

    def test_people_without_a_page_are_not_linked_and_their_steps_not_told(self):
        person, other = cast.pi(), cast.stranger()
        Education.objects.create(person=other, degree="Ph.D.", organisation="Idle").advisors.set([person])
        Position.objects.create(person=person, title="Guest", organisation="Idle").advisors.set([other])
        document = made(person)
        assert section(document, "mentees") is None
        rows = section(document, "positions").blocks[0].rows
        spans = [span for row in rows for line in row.lines for span in line]
        assert [span.href for span in spans if span.text == "Ivo Brandt"] == [""]


def test_the_form_of_a_cv_offers_every_style_of_citations():
    form = CVForm(cast.student())
    assert [name for name, _label in form.fields["style"].choices] == ["", *STYLES]
