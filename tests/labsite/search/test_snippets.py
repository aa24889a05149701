import time
import unicodedata

from labsite.search.snippets import begun, excerpt, mark, missing
from labsite.texts.folding import words

ABSTRACT = (
    "Training on long sequences is slow, because attention costs the square of the length. We present Quokka, "
    "which schedules at leisure: it splits a sequence over machines and lets each rest in turn. On a thousand "
    "machines it is no slower than others and uses half the power, as eight experiments with five models show."
)


def test_words_are_marked_where_search_finds_them():
    table = [
        ("muller", "Erik Müller", "Erik <mark>Müller</mark>"),
        ("müller", "Muller, E.", "<mark>Muller</mark>, E."),
        ("muller", "Mu\u0308ller", "<mark>Mu\u0308ller</mark>"),
        ("e", "e\u0301tude", "<mark>e\u0301</mark>tude"),
        ("strasse", "Hohe Straße 1", "Hohe <mark>Straße</mark> 1"),
        ("stras", "Straße", "<mark>Straß</mark>e"),
        ("fi", "eﬃcient ﬁne", "eﬃcient <mark>ﬁ</mark>ne"),
        ("llm", "An ＬＬＭ", "An <mark>ＬＬＭ</mark>"),
        ("aesir", "Þórður Æsir", "Þórður <mark>Æsir</mark>"),
        ("long sequence", "On Long-Sequence Training", "On <mark>Long-Sequence</mark> Training"),
        ("sequence long", "On Long-Sequence Training", "On <mark>Long-Sequence</mark> Training"),
        ("long training", "Long-Sequence Training", "<mark>Long</mark>-Sequence <mark>Training</mark>"),
        ("snake", "snake_case", "<mark>snake</mark>_case"),
        ("大模型", "面向大模型的训练", "面向<mark>大模型</mark>的训练"),
        ("林佐伊", "林 佐伊", "<mark>林 佐伊</mark>"),
        ("林 佐伊", "林佐伊", "<mark>林佐伊</mark>"),
        ("が", "か\u3099く", "<mark>か\u3099</mark>く"),
        ("한국", "\u1112\u1161\u11ab국어", "<mark>\u1112\u1161\u11ab국</mark>어"),
        ("c++", "In C++, C+ and C", "In <mark>C++</mark>, C+ and C"),
        ("c++", "图网络的C++程序分析", "图网络的<mark>C++</mark>程序分析"),
        ("train", "Training trains constraints", "<mark>Train</mark>ing <mark>train</mark>s constraints"),
        ("train", "Constraints", "Cons<mark>train</mark>ts"),
        ("quo quokka", "Quokka", "<mark>Quokka</mark>"),
        ("ab abc bcd", "abcd", "<mark>abcd</mark>"),
        ("b", "<b>Q&A</b>", "&lt;<mark>b</mark>&gt;Q&amp;A&lt;/<mark>b</mark>&gt;"),
        ("amp", "Q&amp; \"R\" 'S'", "Q&amp;<mark>amp</mark>; &quot;R&quot; &#x27;S&#x27;"),
        ("x", "{x} {0}", "{<mark>x</mark>} {0}"),
        ("wombat", "Quokka & co", "Quokka &amp; co"),
        ("?!", "Quokka", "Quokka"),
        ("quokka", "", ""),
    ]
    assert [
        (query, text, answer, html) for query, text, html in table if (answer := mark(text, words(query))) != html
    ] == []


def test_a_word_that_begins_one_of_several_texts_is_not_marked_inside_words_of_the_others():
    asked = begun(["Qinghao Hu", "Massachusetts"], ["hu", "sett", "wombat"])
    assert asked == [" hu", "sett", "wombat"]
    assert mark("Massachusetts", asked) == "Massachu<mark>sett</mark>s"
    assert mark("Qinghao Hu", asked) == "Qinghao <mark>Hu</mark>"
    assert missing("Massachusetts", asked) == [" hu", "wombat"]


def test_words_that_a_text_lacks_are_known():
    assert missing("Erik Müller, 2024", words("muller wombat erik 2024 nap")) == ["wombat", "nap"]


class ExcerptTests:
    def test_a_short_text_is_whole(self):
        assert excerpt("We rest.\n\nA  lot.", ["lot"]) == "We rest. A <mark>lot</mark>."

    def test_a_text_without_the_words_gives_nothing(self):
        assert excerpt(ABSTRACT, ["wombat"]) == ""

    def test_it_begins_and_ends_between_words_and_says_that_there_is_more(self):
        shown = excerpt(ABSTRACT, ["schedules"], longest=80)
        assert (
            shown == "… square of the length. We present Quokka, which <mark>schedules</mark> at leisure: it splits …"
        )

    def test_it_shows_the_part_with_most_of_the_words(self):
        shown = excerpt(ABSTRACT, words("machines power"), longest=140)
        assert "<mark>machines</mark> it is no slower than others and uses half the <mark>power</mark>" in shown

    def test_near_the_end_of_a_text_the_room_goes_to_what_comes_before(self):
        shown = excerpt(ABSTRACT, ["show"], longest=100)
        assert shown.startswith("… it is no slower than others and uses half")
        assert shown.endswith("with five models <mark>show</mark>.")

    def test_near_the_start_of_a_text_nothing_is_left_out_before(self):
        assert excerpt(ABSTRACT, ["sequences"], longest=60).startswith(
            "Training on long <mark>sequences</mark> is slow"
        )

    def test_chinese_is_cut_between_characters(self):
        shown = excerpt("大模型" * 200 + "训练" + "系统" * 200, ["训练"], longest=60)
        assert shown.startswith("… ") and shown.endswith(" …")
        assert shown.count("大") == 16 and shown.count("<mark>训练</mark>") == 1

    def test_a_letter_is_not_cut_from_its_accents(self):
        text = "か\u3099" * 300 + "訓" + "か\u3099" * 300
        shown = excerpt(text, ["訓"], longest=61)
        assert unicodedata.normalize("NFC", shown).count("か") == 0

    def test_an_endless_word_is_cut_at_the_match(self):
        assert excerpt("x" * 500 + "needle" + "x" * 500, ["needle"]) == "… <mark>needle</mark> …"

    def test_it_is_escaped(self):
        assert excerpt("<script>alert(1)</script>", ["alert"]) == "&lt;script&gt;<mark>alert</mark>(1)&lt;/script&gt;"

    def test_a_long_text_full_of_matches_takes_no_time(self):
        begun = time.process_time()
        assert excerpt("a b " * 12_000, ["a", "b"]).startswith("<mark>a b a b")
        assert time.process_time() - begun < 5
