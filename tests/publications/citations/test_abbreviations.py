"""Names of series as ISO 4 abbreviates them."""

import pytest

from publications.citations.abbreviations import iso4


def test_words_of_the_list_are_cut_and_small_words_go():
    table = [
        ("Proceedings of the National Academy of Sciences", "Proc. Natl. Acad. Sci."),
        ("PLOS Computational Biology", "PLOS Comput. Biol."),
        ("Journal of Machine Learning Research", "J. Mach. Learn. Res."),
        ("IEEE Transactions on Pattern Analysis and Machine Intelligence", "IEEE Trans. Pattern Anal. Mach. Intell."),
        ("The New England Journal of Medicine", "New Engl. J. Med."),
        ("Journal of the American Chemical Society", "J. Am. Chem. Soc."),
        ("Annual Review of Statistics and Its Application", "Annu. Rev. Stat. Appl."),
        ("NeuroImage: Clinical", "NeuroImage: Clin."),
        ("International Conference on Machine Learning", "Int. Conf. Mach. Learn."),
        ("Theory of Computing Systems", "Theory Comput. Syst."),
        ("Physical Review A", "Phys. Rev. A"),
        ("Physical Review E", "Phys. Rev. E"),
        ("Journal of Physics A: Mathematical and Theoretical", "J. Phys. A: Math. Theor."),
        ("In Vitro Cellular and Developmental Biology", "In Vitro Cell. Dev. Biol."),
        ("Annual Review of Genomics and Human Genetics", "Annu. Rev. Genom. Hum. Genet."),
        ("Cytogenetic and Genome Research", "Cytogenet. Genome Res."),
        ("Current Opinion in Chemical Biology", "Curr. Opin. Chem. Biol."),
        ("Journal of Magnetic Resonance", "J. Magn. Reson."),
        ("Bulletin of the Seismological Society of America", "Bull. Seismol. Soc. Am."),
        ("Zeitschrift für Physik", "Z. Phys."),
        ("IEEE Transactions on Systems, Man, and Cybernetics", "IEEE Trans. Syst. Man Cybern."),
        ("Comptes Rendus Physique", "C. R. Phys."),
        ("American Political Science Review", "Am. Polit. Sci. Rev."),
    ]
    assert [(name, answer, short) for name, short in table if (answer := iso4(name)) != short] == []


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Journal of Alloys and Compounds", "J. Alloys Compd."),
        ("Skin Research and Technology", "Skin Res. Technol."),
        ("Ocean Modelling", "Ocean Model."),
        ("Discrete Mathematics", "Discrete Math."),
    ],
)
def test_no_word_loses_one_letter_alone(name, short):
    assert iso4(name) == short


@pytest.mark.parametrize("name", ["Nature", "The Lancet", "Napping Quilts", "计算机学报", ""])
def test_one_word_and_words_that_are_not_in_the_list_stay_whole(name):
    assert iso4(name) == name


def test_capitals_stay_as_they_are():
    assert iso4("annals of IEEE statistics") == "ann. IEEE stat."
