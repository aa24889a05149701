"""Well-known venues come out right however they are printed, and none is taken for another of a like name."""

import csv

import pytest

from publications.citations.entry import Entry
from publications.citations.record import Record
from publications.importing import apply, plan_of
from publications.matching.venue_names import strict_form
from publications.matching.venues import match_venues
from publications.matching.well_known import TABLE, well_known_venues
from publications.models import Venue
from tests import cast
from tests.worlds import undone

pytestmark = pytest.mark.django_db


def match(printed, kind):
    place = "venue" if kind in ("journal", "preprint") else "proceedings"
    [found] = match_venues([Record("naps", "Naps", kind=kind, **{place: printed})])
    return found


def test_conference():
    table = [
        ("Proceedings of the 37th International Conference on Machine Learning, ICML 2020, 13-18 July", "ICML", ""),
        ("Int. Conf. on Machine Learning", "ICML", "International Conference on Machine Learning"),
        ("ICLR 2021", "ICLR", "International Conference on Learning Representations"),
        ("2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", "CVPR", ""),
        ("2019 IEEE/CVF International Conference on Computer Vision (ICCV)", "ICCV", ""),
        ("2020 IEEE International Conference on Robotics and Automation", "ICRA", ""),
        ("Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics", "ACL", ""),
        ("Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing", "EMNLP", ""),
        ("Proceedings of the AAAI Conference on Artificial Intelligence", "AAAI", ""),
        (
            "Proc. 43rd International ACM SIGIR Conference on Research and Development in Information Retrieval",
            "SIGIR",
            "",
        ),
        (
            "Proceedings of the 26th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining",
            "KDD",
            "",
        ),
        ("Proceedings of the 13th International Conference on Web Search and Data Mining", "WSDM", ""),
        ("14th USENIX Symposium on Operating Systems Design and Implementation (OSDI 20)", "OSDI", ""),
        ("Proceedings of the 2020 CHI Conference on Human Factors in Computing Systems", "CHI", ""),
        ("Advances in Neural Information Processing Systems 33", "NeurIPS", ""),
        ("NIPS", "NeurIPS", "Conference on Neural Information Processing Systems"),
        ("Proceedings of the 2019 International Symposium on Symbolic and Algebraic Computation (ISSAC)", "ISSAC", ""),
        ("European Conference on Computer Vision", "ECCV", ""),
        ("IEEE INFOCOM 2021 - IEEE Conference on Computer Communications", "INFOCOM", ""),
        ("2018 IEEE/RSJ International Conference on Intelligent Robots and Systems (IROS)", "IROS", ""),
        ("Robotics: Science and Systems", "RSS", "Robotics: Science and Systems"),
        (
            "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th "
            "International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)",
            "EMNLP",
            "",
        ),
        ("Advances in Cryptology – EUROCRYPT 2019", "EUROCRYPT", ""),
        ("Advances in Cryptology — CRYPTO’ 99", "CRYPTO", "Annual International Cryptology Conference"),
        ("Computer Vision – ECCV 2020", "ECCV", "European Conference on Computer Vision"),
        ("Medical Image Computing and Computer Assisted Intervention – MICCAI 2019", "MICCAI", ""),
        ("Advances in Information Retrieval", "ECIR", "European Conference on Information Retrieval"),
        ("Proceedings of the 12th ACM SIGCOMM Conference on Internet Measurement", "IMC", ""),
        ("Proceedings of the 27th National Conference on Artificial Intelligence", "AAAI", ""),
        ("IEEE Conference on Computer Communications, Paris, France, 2 and 3 May 2019", "INFOCOM", ""),
        ("Proceedings of the 2021 Designing Interactive Systems Conference", "DIS", ""),
        ("2019 49th Annual IEEE/IFIP International Conference on Dependable Systems and Networks (DSN)", "DSN", ""),
        ("2015 IEEE-RAS 15th International Conference on Humanoid Robots (Humanoids)", "Humanoids", ""),
        ("ACM CCS 2023", "CCS", ""),
        ("USENIX NSDI", "NSDI", ""),
        ("IEEE ICRA", "ICRA", ""),
        ("USENIX Security 2022", "USENIX Security", ""),
        ("IEEE-RAS International Conference on Robotics and Automation (ICRA)", "ICRA", ""),
        (
            "Proceedings of the 33rd Annual ACM SIGCHI Conference on Human Factors in Computing Systems (CHI)",
            "CHI",
            "",
        ),
        ("2020 IEEE Symposium on Security and Privacy (SP)", "S&P", ""),
        ("IEEE/ACM Joint Conference on Digital Libraries", "JCDL", ""),
        ("Coling 2010: Posters", "COLING", ""),
        ("INFOCOM (CCF-A)", "INFOCOM", ""),
        ("IEEE INFOCOM - The IEEE International Conference on Computer Communications", "INFOCOM", ""),
        ("Proceedings of the 16th ACM Conference on Embedded Network Sensor Systems CD-ROM", "SenSys", ""),
        ("ACM-MM 2022", "MM", ""),
        ("Proceedings of the 12th annual conference on Genetic and evolutionary computation", "GECCO", ""),
    ]
    found = {printed: match(printed, "conference") for printed, *_ in table}
    assert {printed: (each.candidates, each.new.acronym, each.new.kind) for printed, each in found.items()} == {
        printed: ((), acronym, "conference") for printed, acronym, _ in table
    }
    assert [printed for printed, _, name in table if name not in (found[printed].new.name, "")] == []


def test_journal():
    table = [
        ("PLoS Comput Biol", "", "PLOS Computational Biology"),
        ("plos one", "", "PLOS ONE"),
        ("Nat. Commun.", "", "Nature Communications"),
        ("SCIENTIFIC REPORTS", "", "Scientific Reports"),
        ("Proceedings of the National Academy of Sciences", "PNAS", "Proceedings of the National Academy of Sciences"),
        ("Proc. Natl. Acad. Sci. U.S.A.", "PNAS", "Proceedings of the National Academy of Sciences"),
        ("J. Mach. Learn. Res.", "JMLR", "Journal of Machine Learning Research"),
        ("IEEE Trans. Pattern Anal. Mach. Intell.", "TPAMI", ""),
        ("Phys. Rev. Lett.", "PRL", "Physical Review Letters"),
        ("Mathematical programming", "", "Mathematical Programming"),
        ("J Clin Invest", "", "Journal of Clinical Investigation"),
        ("Proc. R. Soc. B", "", "Proceedings of the Royal Society B: Biological Sciences"),
        ("IEEE Trans. Wireless Commun.", "TWC", "IEEE Transactions on Wireless Communications"),
        ("IEEE Trans. Wirel. Commun.", "TWC", "IEEE Transactions on Wireless Communications"),
        ("Ann. Statist.", "", "The Annals of Statistics"),
        ("Annals of Statistics", "", "The Annals of Statistics"),
        ("A&A", "A&A", "Astronomy & Astrophysics"),
        ("ApJ", "ApJ", "The Astrophysical Journal"),
        ("Nat. Rev. Mol. Cell Biol.", "", "Nature Reviews Molecular Cell Biology"),
        (
            "Clinical cancer research : an official journal of the American Association for Cancer Research",
            "",
            "Clinical Cancer Research",
        ),
        (
            "Restful medicine : official journal of the American College of Restful Medicine",
            "",
            "Restful medicine",
        ),
    ]
    found = {printed: match(printed, "journal") for printed, *_ in table}
    assert {printed: (each.candidates, each.new.acronym, each.new.kind) for printed, each in found.items()} == {
        printed: ((), acronym, "journal") for printed, acronym, _ in table
    }
    assert [printed for printed, _, name in table if name not in (found[printed].new.name, "")] == []


def test_one_is_never_taken_for_the_other():
    table = [
        ("Science", "Science Advances", "journal"),
        ("Machine Learning", "International Conference on Machine Learning", "conference"),
        ("Artificial Intelligence", "Proceedings of the AAAI Conference on Artificial Intelligence", "conference"),
        ("Pattern Recognition", "International Conference on Pattern Recognition", "conference"),
        ("Computational Linguistics", "International Conference on Computational Linguistics", "conference"),
        ("Journal of Cardiology", "International Journal of Cardiology", "journal"),
        ("Physical Review", "Physical Review A", "journal"),
        ("Mathematics", "Advances in Mathematics", "journal"),
        ("ACM Transactions on Multimedia", "IEEE Transactions on Multimedia", "journal"),
        ("Bioinformatics", "International Conference on Bioinformatics", "conference"),
        ("NeuroImage", "NeuroImage: Clinical", "journal"),
        ("Genetics", "Nature Reviews Genetics", "journal"),
        ("Science", "Proceedings of Science", "journal"),
        ("SciPost Physics", "SciPost Physics Proceedings", "journal"),
        ("Transplantation", "Transplantation Proceedings", "journal"),
        ("Materials Today", "Materials Today: Proceedings", "journal"),
        ("Proceedings of the IEEE", "IEEE", "journal"),
        ("The Astrophysical Journal", "The Astrophysical Journal Letters", "journal"),
    ]
    found = []
    for here, printed, kind in table:
        with undone():
            Venue.objects.create(name=here, kind="journal")
            each = match(printed, kind)
        found.append((here, each.venue, strict_form(each.new.name)))
    assert found == [(here, None, strict_form(printed)) for here, printed, _ in table]


@pytest.mark.parametrize(
    ("acronym", "name", "kind", "printed"),
    [
        ("", "PLOS ONE", "journal", "plos one"),
        ("NIPS", "Neural Information Processing Systems", "conference", "NeurIPS 2020"),
        ("CML", "International Conference on Machine Learning", "conference", "ICML"),
        ("", "Nature Communications", "journal", "Nat Commun"),
    ],
)
def test_a_venue_of_the_site_is_known_by_every_spelling(acronym, name, kind, printed):
    venue = Venue.objects.create(acronym=acronym, name=name, kind=kind)
    assert match(printed, kind).venue == venue.pk


def test_what_two_kinds_are_called_is_each_of_its_own_kind():
    cast.make_venue("ICML", kind="conference")
    assert match("ICML", "journal").venue is None


@pytest.mark.parametrize(
    "printed",
    [
        "Italian Convention of Mellow Lounging (ICML)",
        "ICML Workshop on Naps",
        "Workshop on Naps - International Conference on Machine Learning",
    ],
)
def test_an_acronym_beside_another_name_says_nothing(printed):
    assert match(printed, "conference").new.name != "International Conference on Machine Learning"


BESIDE = [
    ("ICML", "ICML Workshops"),
    ("ICML", "International Conference on Machine Learning Workshops (ICML)"),
    ("DSN", "51st IEEE/IFIP International Conference on Dependable Systems and Networks Workshops (DSN-W)"),
    ("WWW", "Companion Proceedings of the ACM Web Conference 2023"),
    ("WWW", "WWW '23 Companion: Companion Proceedings of the ACM Web Conference 2023"),
    (
        "UbiComp",
        "Adjunct Proceedings of the 2019 ACM International Joint Conference on Pervasive and Ubiquitous Computing",
    ),
    ("CHI", "CHI EA '20: Extended Abstracts of the 2020 CHI Conference on Human Factors in Computing Systems"),
    ("ACL", "ACL 2020: System Demonstrations"),
    (
        "ACL",
        "58th Annual Meeting of the Association for Computational Linguistics: System Demonstrations",
    ),
    ("ACL", "ACL (Findings)"),
    ("EMNLP", "Conference on Empirical Methods in Natural Language Processing: Industry Track"),
    ("HPDC", "HPDC: Doctoral Consortium"),
    ("SIGMOD", "International Conference on Management of Data (COMAD)"),
    ("SIGMOD", "International Conference on Management of Data, COMAD 2016, Pune, India, March 11-13, 2016"),
    ("ICSE", "International Conference on Systems Engineering (ICSE)"),
    ("DAC", "ASME Design Automation Conference"),
]


def test_what_is_held_beside_a_meeting_or_has_another_acronym_is_asked_about():
    found = []
    for acronym, printed in BESIDE:
        [row] = {row for row, _ in well_known_venues() if row.acronym == acronym and row.kind == "conference"}
        with undone():
            venue = Venue.objects.create(**vars(row))
            each = match(printed, "conference")
        found.append((printed, each.venue, venue.pk in each.candidates))
    assert found == [(printed, None, True) for _, printed in BESIDE]


def test_nor_is_it_the_well_known_one_where_nobody_has_that_yet():
    found = [(acronym, match(printed, "conference")) for acronym, printed in BESIDE if acronym != "ICSE"]
    assert [(acronym, each) for acronym, each in found if each.is_well_known or each.new.acronym == acronym] == []


def test_the_acronym_that_tells_it_from_the_well_known_one_keeps_both_apart():
    texts = ("International Conference on Management of Data (COMAD)", "SIGMOD 2020")
    papers = [Entry(text, Record(text, f"Naps at {text}", "conference", venue=text)) for text in texts]
    first = plan_of(papers)
    assert {venue.acronym for venue in first.new_venues.values()} == {"COMAD", "SIGMOD"}
    apply(first, None, "An import")
    assert plan_of(papers).changes_nothing
    assert [match(text, "conference").venue for text in texts] == [
        Venue.objects.get(acronym=acronym).pk for acronym in ("COMAD", "SIGMOD")
    ]


def test_a_name_without_a_kind_is_known_behind_its_proceedings():
    [found] = match_venues([Record("naps", "Naps", venue="Proceedings of COLING")])
    assert found.new.acronym == "COLING"


@pytest.mark.parametrize(
    "printed",
    [
        "5th International Conference on Image Processing, Theory, Tools and Applications 2015, IPTA 2015",
        "International Conference on Machine Learning, Optimization, and Data Science",
        "2015 International Conference on Robotics, Automation, Control & Embedded Systems, Chennai",
        "2018 IEEE 4th International Conference on Computer and Communications (ICCC)",
    ],
)
def test_the_beginning_of_an_enumeration_is_no_name(printed):
    assert match(printed, "conference").new.publisher == ""
    assert match(printed, "conference").new.acronym in ("", "ICCC")


def test_findings_are_no_paper_of_the_conference_beside_them():
    venue = cast.make_venue("EMNLP", name="Conference on Empirical Methods in Natural Language Processing")
    found = match("Findings of the Association for Computational Linguistics: EMNLP 2021", "conference")
    assert (found.venue, found.candidates, found.is_near) == (None, (venue.pk,), True)


def test_each_spelling_means_one_venue_of_a_kind():
    meant = [
        (venue.kind, form) for venue, names in well_known_venues() for form in {strict_form(name) for name in names}
    ]
    assert sorted(meant) == sorted(set(meant))


def test_no_spelling_of_a_venue_says_again_what_another_says():
    with TABLE.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            forms = [strict_form(name) for name in (row["name"], *row["spellings"].split("|")) if name]
            assert sorted(forms) == sorted(set(forms)), row["name"]


def test_the_columns_hold_each_of_them():
    for venue, _ in well_known_venues():
        Venue(**vars(venue)).clean_fields(exclude=["slug"])


@pytest.mark.parametrize("acronym", ["ISCA", "ICS", "FSE", "ISWC", "SOCC", "DIS"])
def test_an_acronym_of_several_communities_says_nothing_alone(acronym):
    found = match(acronym, "conference")
    assert (found.new.acronym, found.new.name, found.new.publisher) == (acronym, "", "")


@pytest.mark.parametrize("acronym", ["PRL", "JASA"])
def test_nor_does_one_of_several_journals(acronym):
    found = match(acronym, "journal")
    assert (found.new.acronym, found.new.name, found.new.publisher) == ("", acronym, "")


@pytest.mark.parametrize(
    ("printed", "kind", "publisher"),
    [
        ("Geophysical Research Letters", "journal", ""),
        ("Electronics", "journal", ""),
        ("International Conference on Machine Learning", "conference", ""),
        ("ICAPS 2019", "conference", "AAAI Press"),
        ("European Conference on Artificial Intelligence", "conference", "IOS Press"),
        ("Nature Reviews Genetics", "journal", "Nature Portfolio"),
        ("Journal of Virology", "journal", "American Society for Microbiology"),
    ],
)
def test_a_publisher_is_stated_where_it_is_one(printed, kind, publisher):
    assert match(printed, kind).new.publisher == publisher
