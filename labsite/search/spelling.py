"""What a query that found nothing may have meant: words of names on the site that are spelt nearly so."""

from itertools import chain

from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import extractOne

from labsite import registry
from labsite.modelling.ranking import folded_names
from labsite.search.results import Searched

MAX_WORDS = 8  # of a query; each is compared with all names
LONG = 6  # letters of a word, from which on two of them may be wrong instead of one


def corrected(words: list[str]) -> str:
    """Return a query of folded ``words``, each as the nearest word of a name; "" where one has none, or all are right.

    A name is what a row is called: a person, a title, a venue. The first letter is taken to be right.
    """
    if len(words) > MAX_WORDS:
        return ""
    names = chain.from_iterable(folded_names(kind.rows()) for kind in registry.facets(Searched).values())
    known = sorted(set(chain.from_iterable(map(str.split, names))))
    meant = [_nearest(word, known) for word in words]
    return " ".join(meant) if all(meant) and meant != words else ""


def _nearest(word: str, known: list[str]) -> str:
    if any(name.startswith(word) for name in known):
        return word
    alike = [name for name in known if name[0] == word[0]]
    near = extractOne(word, alike, scorer=Levenshtein.distance, score_cutoff=2 if len(word) >= LONG else 1)
    return near[0] if near else ""
