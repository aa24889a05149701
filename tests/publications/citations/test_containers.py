import pytest

from publications.citations.containers import cut_numbers, in_parts, with_numbers
from publications.citations.record import Record


@pytest.mark.parametrize(
    ("printed", "parts"),
    [
        ("Applied Tides 598, 153715", ("Applied Tides", "598", "", "153715", "", "")),
        ("Annals of Tidal Surfaces 640, 158424, 2023", ("Annals of Tidal Surfaces", "640", "", "158424", "", "2023")),
        ("Tidal Science 521 (7553), 436-444", ("Tidal Science", "521", "7553", "", "436–444", "")),
        ("Tidal Science 378 (6624), eabc1234", ("Tidal Science", "378", "6624", "eabc1234", "", "")),
        ("Tides: Conference Series 2021 (1), 012034", ("Tides: Conference Series", "2021", "1", "012034", "", "")),
        ("Tide. Rev. B 98, 115", ("Tide. Rev. B", "98", "", "", "115", "")),
        ("Tide. Rev. B 97, 241115(R) (2018)", ("Tide. Rev. B", "97", "", "241115(R)", "", "2018")),
        ("Tides, 87(7 Supplement 1), pp. S31-S39", ("Tides", "87", "7 Supplement 1", "", "S31–S39", "")),
        ("J. Tide. Chem. C 2020, 124, 1234–1240", ("J. Tide. Chem. C", "124", "", "", "1234–1240", "2020")),
        ("Trans. on Tides, vol. 12, no. 3, pp. 123-130, 2020", ("Trans. on Tides", "12", "3", "", "123–130", "2020")),
        ("Journal of Tides, 12(3), 1–10.", ("Journal of Tides", "12", "3", "", "1–10", "")),
        ("Journal of Tides. 2020;12(3):1-10", ("Journal of Tides", "12", "3", "", "1–10", "2020")),
        ("潮汐学报 (理学版), 2020, 31(5): 1200-1215", ("潮汐学报 (理学版)", "31", "5", "", "1200–1215", "2020")),
        ("2019 IEEE Conference on Tides (ICT), 1-6", ("2019 IEEE Conference on Tides (ICT)", "", "", "", "1–6", "")),
    ],
)
def test_a_container_is_parted_from_the_numbers_behind_it(printed, parts):
    name, numbers, date = in_parts(printed)
    fields = ("volume", "number", "article", "pages")
    assert (name, *(numbers.get(field, "") for field in fields), str(date.get("year", ""))) == parts


@pytest.mark.parametrize(
    "printed",
    [
        *("Tides", "Advances in Tides 30", "Workshop on Tides 2, 13-14", "ICT 2007, 1-12", "Tides 12, 2020"),
        *("US Patent 1,234,567", "Tides, 1998-2003", "tideRxiv, 2021.01.01.123456", "Web 2.0, 12", "Graphics 2019"),
        *("Conf. on Tides, Vienna, 12-16 June", "arXiv preprint arXiv:2606.17041"),
    ],
)
def test_a_number_that_may_be_anything_stays_in_the_name(printed):
    assert in_parts(printed) == (printed, {}, {})


def test_what_a_record_says_itself_is_not_replaced_by_what_its_container_prints():
    record = Record("", "Ebb", "journal", venue="Applied Tides 598, 153715", volume="12")
    assert with_numbers(record) == record


def test_an_arxiv_number_that_stands_in_place_of_a_venue_is_the_papers():
    assert with_numbers(Record("", "Ebb", venue="arXiv preprint arXiv:2606.17041")).arxiv_id == "2606.17041"


def test_a_month_may_stand_between_an_issue_and_pages_whose_end_is_cut():
    record = Record("", "Ebb", year=2007, month=4, venue="Tidal Genetics", volume="38", number="2", pages="120–125")
    assert with_numbers(Record("", "Ebb", year=2007, venue="Tidal Genetics 38 (2) (April): 120–5")) == record
    assert with_numbers(Record("", "Ebb", year=2007, venue="Tidal Genetics 38 (2) (April 12): 120–5")) == record
    assert cut_numbers("Tides 2 (1) (August 2): 4")[0] == {"volume": "2", "number": "1", "month": 8, "pages": "4"}


def test_behind_the_year_of_a_meeting_stands_a_page():
    assert cut_numbers("Alt.Tide 2022: 9")[0] == {"year": 2022, "pages": "9"}


@pytest.mark.parametrize("run", [",", " ", "1", "1,", "a1", "(", "1-", "\u30001", "Jan "])
def test_a_long_run_of_signs_is_no_container_with_numbers(run):
    printed = f"Tides {run * 100_000} 2, 3-4"
    assert in_parts(printed) == (printed, {}, {})


def test_the_days_of_a_meeting_are_no_pages():
    numbers, left, _ = cut_numbers("Proceedings of Tidal Tests, Oslo, October 19-23")
    assert (numbers, left) == ({"month": 10}, "Proceedings of Tidal Tests, Oslo\0")
