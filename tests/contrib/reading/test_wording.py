"""What titles and degrees say of a career."""

from labsite.contrib.reading.wording import is_doctoral, is_postdoctoral, tells_of_then

DOCTORAL = [
    "Ph.D.",
    "PhD in Systems",
    "Ph. D.",
    "DPhil",
    "D.Phil.",
    "Doctor of Philosophy",
    "Dr. rer. nat.",
    "Sc.D.",
    "博士",
]
POSTDOCTORAL = ["Postdoc", "Post-doctoral Fellow", "Postdoctoral Researcher", "Post Doc", "博士后"]
NEITHER = ["", "M.Sc.", "Bachelor of Science", "Director", "Drama", "Professor"]


def test_a_doctorate_and_what_comes_after_it_are_told_apart():
    table = [
        *((words, True, False) for words in DOCTORAL),
        *((words, False, True) for words in POSTDOCTORAL),
        *((words, False, False) for words in NEITHER),
    ]
    assert [
        (words, doctoral, postdoctoral, answer)
        for words, doctoral, postdoctoral in table
        if (answer := (is_doctoral(words), is_postdoctoral(words))) != (doctoral, postdoctoral)
    ] == []


def test_words_about_somebody_who_left_are_of_then_unless_they_name_a_place():
    then = ["PhD student, 2019", "Former postdoc at SUS", "Master student", "PhD student, Ph.D. 2020"]
    later = ["Engineer at SUS", "PhD student, SUS", "Postdoc @ SUS", "PhD from SUS", "Retired"]
    assert [words for words in (*then, *later) if tells_of_then(words)] == then
