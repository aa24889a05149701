"""Texts that are yet to be written: what is taken for one, and which honest texts aren't."""

import pytest

from labsite.curation.worklist.rules import empty_heading
from labsite.roles import Role
from people.models import Membership, Position
from tests import cast
from tests.labsite.curation.worklist.finding import said, subjects

PICTURE = "/media/text/quokka.jpg"


@pytest.mark.django_db
class PlaceholderTests:
    def test_is_found(self):
        table = [
            *("Lorem ipsum dolor sit amet.", "TODO", "Results: TBD.", "We XXX the scheduler.", "Code coming soon!"),
            *("Insert your text here", "[placeholder]", "Placeholder", "asdf", "This section is under construction."),
            *(
                "Add a short biography here.",
                "Abstract to be written.",
                "(insert name)",
                "[Your Name]",
                "FIXME: units",
            ),
        ]
        papers = {
            str(cast.make_publication(f"Paper {number}", abstract=text)): text for number, text in enumerate(table)
        }
        assert set(map(papers.get, subjects("placeholder"))) == set(table)

    def test_an_honest_text_is_left_alone(self):
        table = [
            *("A todo list for schedulers.", "Placeholder tokens are pruned.", "Jobs are to be scheduled.", "Método"),
            *("Here we insert a cache line.", "Your cluster, here and now.", "We add a queue to what is known here."),
            *("An xxx-large job", "It is to be expected.", "XX chromosomes", "Let [x] be a name."),
        ]
        papers = {
            str(cast.make_publication(f"Paper {number}", abstract=text)): text for number, text in enumerate(table)
        }
        assert list(map(papers.get, subjects("placeholder"))) == []

    def test_it_says_which_field_and_which_words(self):
        cast.make_publication(notes="TBA", abstract="Lorem ipsum")
        words = "“Abstract” says “Lorem ipsum”."
        assert said("placeholder") == [("Quokka: Scheduling at Leisure", words, "id_abstract")]

    def test_in_every_kind_of_text(self):
        student = cast.student(headline="TODO")
        cast.make_lab(tagline="TODO")
        cast.make_news("TODO")
        cast.make_page(text="TODO")
        cast.make_project(summary="TODO")
        cast.make_opening(text="TODO")
        cast.make_award(student, note="TODO")
        cast.make_venue(name="TODO")
        cast.make_talk(student, "TODO")
        assert sorted(place for _, _, place in said("placeholder")) == [
            *("id_headline", "id_name", "id_note", "id_summary", "id_tagline"),
            *("id_text", "id_text", "id_title", "id_title"),
        ]

    def test_in_the_rows_of_a_form(self):
        student = cast.student()
        Position.objects.create(person=student, title="Cook", organisation="Bakery", start="2023")
        Position.objects.create(person=student, title="Baker", organisation="Bakery", start="2020", text="TBD")
        Membership.objects.filter(person=student).update(went_to="TBD")
        assert said("placeholder") == [
            ("Zoë Lindqvist", "“Where they went” says “TBD”.", "id_memberships-0-went_to"),
            ("Zoë Lindqvist", "“Description” says “TBD”.", "id_positions-1-text"),
        ]

    def test_what_the_lab_says_of_a_member_is_for_editors(self):
        student = cast.student()
        Membership.objects.filter(person=student).update(went_to="TBD")
        assert subjects("placeholder", cast.make_login(student, Role.MEMBER)) == []
        assert subjects("placeholder", cast.make_login(role=Role.EDITOR)) == ["Zoë Lindqvist"]


class HeadingTests:
    @pytest.mark.parametrize(
        ("text", "heading"),
        [
            ("# Skills", "Skills"),
            ("# Skills\n\n# Teaching\n\nA course.", "Skills"),
            ("Words.\n\n## Skills ##\n", "Skills"),
            ("#\n\nWords.", ""),
            ("Words.\n\n###   \n", ""),
            ("# One\n## Two\n# Three\nWords.", "Two"),
        ],
    )
    def test_with_nothing_under_it(self, text, heading):
        assert empty_heading(text) == heading

    def test_an_honest_one_is_left_alone(self):
        table = [
            *("", "Words.", "# Skills\nBaking.", "# Skills\n## Baking\nBread.", "#hashtag", "C# and F#"),
            *("# Code\n```\n# comment\n```", "```\n# comment\n```", "~~~\n#\n~~~"),
        ]
        assert [(text, answer) for text in table if (answer := empty_heading(text)) is not None] == []

    @pytest.mark.django_db
    def test_is_on_the_list(self):
        cast.student(biography="## Hobbies\n", life="#")
        words = "“Biography” has a heading “Hobbies” with nothing under it."
        assert said("empty-heading") == [("Zoë Lindqvist", words, "id_biography")]

    @pytest.mark.django_db
    def test_without_words_is_on_the_list(self):
        cast.student(biography="#")
        words = "“Biography” has an empty heading."
        assert said("empty-heading") == [("Zoë Lindqvist", words, "id_biography")]


@pytest.mark.django_db
class PictureTests:
    def test_a_picture_in_a_text_has_a_description(self):
        cast.make_page("Bare", text=f"![]({PICTURE})")
        cast.make_page("Described", text=f"![A quokka]({PICTURE})")
        cast.make_page("Without", text="Words.")
        words = "A picture in “Text” has no description."
        assert said("text-picture-words") == [("Bare", words, "id_text")]

    def test_in_a_position_too(self):
        Position.objects.create(
            person=cast.student(), title="Baker", organisation="Bakery", start="2020", text=f"![]({PICTURE})"
        )
        assert [place for _, _, place in said("text-picture-words")] == ["id_positions-0-text"]
