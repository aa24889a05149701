"""What a pasted text says of a paper, in a form that the site can hold."""

from publications.adding.reading import read
from publications.citations.record import Name


def test_a_publisher_in_the_place_of_a_journal_is_no_venue():
    [pasted] = read("@article{quokka, title={Quokka}, journal={Elsevier}, author={Quill, Ada}}").papers
    assert (pasted.record.venue, pasted.record.publisher) == ("", "Elsevier")
    [pasted] = read("@article{quokka, title={Quokka}, journal={Journal of Naps}, note={Under review}}").papers
    assert (pasted.record.venue, pasted.record.publisher) == ("Journal of Naps", "")


def test_who_is_named_twice_is_one_author_and_it_is_said():
    [pasted] = read("@article{quokka, title={Quokka}, author={Quill, Ada and Brandt, Ivo and Quill, Ada}}").papers
    assert pasted.record.authors == (Name("Ada", "Quill"), Name("Ivo", "Brandt"))
    assert (len(pasted.marks), pasted.left_over) == (2, (("named_twice", "Ada Quill (3)"),))
