from labsite.history.comparison import AROUND, MAX_TOKENS, pieces


def test_words_that_differ_are_told_from_words_that_stay():
    assert pieces("I sleep a lot.", "I rest a lot.") == [
        ("same", "I "),
        ("removed", "sleep"),
        ("added", "rest"),
        ("same", " a lot."),
    ]


def test_texts_with_little_in_common_stand_in_each_others_place():
    assert pieces("Conference paper", "Journal article") == [
        ("removed", "Conference paper"),
        ("added", "Journal article"),
    ]


def test_nothing_is_no_piece():
    assert pieces("", "All new") == [("added", "All new")]
    assert pieces("All gone", "") == [("removed", "All gone")]


def test_long_stretches_that_stay_are_cut_short():
    calm = "word " * 100
    found = pieces(f"{calm}old {calm}old {calm}", f"{calm}new {calm}new {calm}")
    assert [piece.kind for piece in found] == ["same", "removed", "added", "same", "removed", "added", "same"]
    first, middle, last = (piece.text for piece in found if piece.kind == "same")
    assert first.startswith("… word") and first.endswith("word ")
    assert last.startswith(" word") and last.endswith("word …")
    assert " … " in middle
    assert max(map(len, (first, middle, last))) < 2 * AROUND + 10


def test_characters_of_any_script_are_compared():
    assert pieces("林 佐伊 rests", "林 佐藤 rests")[1:3] == [("removed", "佐伊"), ("added", "佐藤")]


def test_very_long_texts_are_not_compared_word_by_word():
    old, new = "a " * MAX_TOKENS, "b " + "a " * MAX_TOKENS
    assert [piece.kind for piece in pieces(old, new)] == ["removed", "added"]
