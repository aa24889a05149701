"""What stands before and behind the names of people on sites."""

from labsite.contrib.reading.wording import without_titles


def test_titles_and_letters_are_no_part_of_a_name():
    table = [
        ("Dr. Ada Quill, OC, OBC, PhD, FRS(C), FCAHS", "Ada Quill", "Dr.", "OC, OBC, PhD, FRS(C), FCAHS"),
        ("Prof. Dr. Ada Quill", "Ada Quill", "Prof.", "Dr."),
        ("Associate Professor Ada B. Quill, FRS", "Ada B. Quill", "Prof.", "Associate, FRS"),
        ("Ada Quill, M.D., Ph.D.", "Ada Quill", "", "M.D., Ph.D."),
        ("Ada Quill PhD", "Ada Quill", "", "PhD"),
        ("Ada Quill, III", "Ada Quill, III", "", ""),
        ("QUILL, ADA", "QUILL, ADA", "", ""),
        ("de la Cruz, ANA", "de la Cruz, ANA", "", ""),
        ("Li MA", "Li MA", "", ""),
        ("Dr. Quill", "Dr. Quill", "", ""),
        ("Drew Hale", "Drew Hale", "", ""),
        ("Dr. rer. nat. Ada Quill", "Ada Quill", "Dr.", "rer. nat."),
        ("Univ.-Prof. Dr. med. Ada Quill", "Ada Quill", "Prof.", "Univ.- Dr. med."),
        ("PD Dr. Ada Quill", "Ada Quill", "Dr.", "PD"),
        ("Dr. h.c. Ada Quill", "Ada Quill", "Dr.", "h.c."),
        ("Dr. C. Quill", "C. Quill", "Dr.", ""),
        ("Dr. Nat Quill", "Nat Quill", "Dr.", ""),
    ]
    assert [
        (printed, name, honorific, rest, answer)
        for printed, name, honorific, rest in table
        if (answer := without_titles(printed)) != (name, honorific, rest)
    ] == []
