from labsite.contrib.moving.words import SAMPLES
from labsite.texts.folding import fold

NOT_FOLDED = ("folders", "papers")  # paths and identifiers


def test_samples_of_templates_are_written_folded_as_they_are_compared():
    samples = {
        (family, name, each)
        for family, rows in SAMPLES.items()
        for name, held in rows.items()
        for each in held
        if name not in NOT_FOLDED and fold(each) != each
    }
    assert samples == set()
