"""The CVs of the lab's members hold every fact of the documents that the site was made from.

The facts stand in ``tests/data/cv_facts.toml``, in the words of the documents, with all that a CV says differently.
"""

import re
import shutil
import subprocess
import tomllib
import unicodedata

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction

from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.models import CVSettings
from people.models import Person
from tests.contrib.documents.cast import FULL, SHORT
from tests.contrib.documents.whole import texts

pytestmark = pytest.mark.django_db
DATA = tomllib.loads((settings.BASE_DIR / "tests/data/cv_facts.toml").read_text(encoding="utf-8"))
DIFFERENCES = sorted(DATA["differences"], key=lambda each: -len(each["source"]))  # what is said in more words first
DOCUMENTS = DATA["documents"]
PRIVATE = CVSettings().variant(is_private=True)
MAX_BETWEEN = 400  # characters between two pieces of a fact, such as a role and the last venue of it
BROKEN = re.compile(r"[\s\u00ad-]|[\u2010-\u2013]")  # white space, and what parts words at the end of a line

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=[each["name"] for each in DOCUMENTS])
each_language = pytest.mark.parametrize("language", ["en-gb", "zh-hans"])


@pytest.fixture(scope="module", autouse=True)
def content(django_db_setup, django_db_blocker):
    """Load the fixtures once for all tests of this file, and take them back afterwards."""
    files = sorted((settings.BASE_DIR / "fixtures").glob("*.json"))
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("loaddata", *map(str, files), verbosity=0)
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def pdf_text(tmp_path_factory):
    """Return what gives the text of somebody's CV as PDF, made once for each language."""
    if not shutil.which("pdftotext"):
        pytest.skip("pdftotext (poppler-utils) is not on this machine.")
    folder, made = tmp_path_factory.mktemp("cvs"), {}

    def text(person, language):
        if (person, language) not in made:
            path = folder / f"{person}.pdf"
            path.write_bytes(FORMATS["pdf"].write(cv(person, language)))
            command = ["pdftotext", "-nopgbrk", str(path), "-"]
            made[person, language] = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return made[person, language]

    return text


def cv(person, language, choices=FULL):
    return cv_of(Person.objects.get(slug=person), "https://lab.example", choices, language)


def squeezed(text):
    """Return a text without what lines do to it; a comma is one in every script."""
    return BROKEN.sub("", unicodedata.normalize("NFKC", text))


def in_words_of_cvs(piece, language):
    for each in DIFFERENCES:
        said = each.get("zh", each["cv"]) if language == "zh-hans" else each["cv"]
        piece = piece.replace(each["source"], said)
    return piece


def untrue(facts, text, language):
    """Return the facts that a text doesn't hold, or that it holds though they are no longer so."""
    text, found = squeezed(text), []
    for fact in facts:
        pieces = [squeezed(in_words_of_cvs(piece, language)) for piece in fact]
        shape = f".{{0,{MAX_BETWEEN}}}?".join(map(re.escape, filter(None, pieces)))
        is_there = bool(shape and re.search(shape, text))
        is_gone = not shape and not any(squeezed(piece) in text for piece in fact)
        if not (is_there or is_gone):
            found.append(fact)
    return found


@each_language
@each_document
def test_the_cv_holds_every_fact(document, language):
    text = "\n".join(texts(cv(document["person"], language))).replace(document.get("unmarked", "\0"), "")
    assert untrue(document["facts"], text, language) == []


@each_language
@each_document
def test_the_text_of_the_pdf_holds_every_fact(document, language, pdf_text):
    text = pdf_text(document["person"], language).replace(document.get("unmarked", "\0"), "")
    assert untrue(document["facts"], text, language) == []


@pytest.mark.parametrize("document", [each for each in DOCUMENTS if "private" in each], ids=lambda each: each["name"])
def test_what_is_private_stands_in_a_private_cv_alone(document):
    own = "\n".join(texts(cv(document["person"], "en-gb", PRIVATE)))
    public = "\n".join(texts(cv(document["person"], "en-gb")))
    assert untrue(document["private"], own, "en-gb") == []
    assert untrue(document["private"], public, "en-gb") == document["private"]


def test_every_difference_is_one_of_a_fact():
    pieces = [piece for each in DOCUMENTS for fact in each["facts"] for piece in fact]
    assert [each["source"] for each in DIFFERENCES if not any(each["source"] in piece for piece in pieces)] == []


def test_what_is_not_there_is_found_missing():
    facts = [["Ada Quill", "2024"], ["Ada Quill", "2025"], ["qinghao.hu@ntu.edu.sg"]]
    assert untrue(facts, "Ada Qu-\nill, 2024, qinghao.hu@ntu.edu.sg", "en-gb") == facts[1:]


@each_language
@pytest.mark.parametrize(
    "choices", [FULL, SHORT, CVSettings(by_year=True, max_authors=3)], ids=["full", "short", "by year"]
)
def test_nothing_stands_between_separators_or_is_left_of_what_is_unknown(choices, language):
    stray = re.compile(r"\s[,，、]|[,，、·] *[,，、·]|^\s*[,，、·]|[,，、·]\s*$|\(\)|（）|%\(|\bNone\b")
    said = [line for each in DOCUMENTS for line in texts(cv(each["person"], language, choices))]
    assert [line for line in said if line and stray.search(line)] == []
