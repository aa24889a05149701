import pytest

from publications.citation_keys import citation_key, free_citation_key
from tests import cast


def test_a_key_is_name_year_and_first_telling_word():
    table = [
        ("Quill", 2024, "Quokka: Scheduling at Leisure", "quill2024quokka"),
        ("Quill", 2024, "On the Leisure of Clusters", "quill2024leisure"),
        ("Żyła", 2023, "Étude d’un système", "zyla2023etude"),
        ("van der Berg", 2023, "Long-sequence models", "vanderberg2023long"),
        ("O’Brien", 2020, "C++ considered slow", "obrien2020c"),
        ("林", 2021, "大模型", "lin2021damoxing"),
        ("", 2021, "3D Quokkas", "20213d"),
        ("Quill", None, "Quokka", "quillquokka"),
        ("Quill", 2024, "Of the and", "quill2024untitled"),
        ("Quill", 2024, "…", "quill2024untitled"),
        ("Quill", 2024, "x" * 400, "quill2024" + "x" * 61),
    ]
    assert [
        (family_name, year, title, answer, key)
        for family_name, year, title, key in table
        if (answer := citation_key(family_name, year, title)) != key
    ] == []


@pytest.mark.django_db
def test_a_new_paper_is_given_a_key():
    assert cast.make_publication("Quokka: Scheduling at Leisure").citation_key == "2024quokka"


@pytest.mark.django_db
def test_the_first_authors_name_is_in_the_key():
    paper = cast.make_publication("Quokka", authors=["Zoë Lindqvist", "Ivo Brandt"])
    assert free_citation_key(paper) == "lindqvist2024quokka"


@pytest.mark.django_db
def test_papers_alike_have_keys_with_letters():
    keys = [cast.make_publication("Quokka").citation_key for _ in range(4)]
    assert keys == ["2024quokka", "2024quokkaa", "2024quokkab", "2024quokkac"]


@pytest.mark.django_db
def test_many_papers_alike_have_keys_with_numbers():
    keys = [cast.make_publication("Quokka").citation_key for _ in range(29)]
    assert keys[26:] == ["2024quokkaz", "2024quokka-27", "2024quokka-28"]


@pytest.mark.django_db
def test_a_key_stays_when_title_and_year_change():
    paper = cast.make_publication("Quokka")
    paper.title, paper.year = "Wombat", 2025
    paper.save()
    assert paper.citation_key == "2024quokka"
