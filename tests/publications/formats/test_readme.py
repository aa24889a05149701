"""The README of the citation engine: what it prints, and that it does without Django."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import publications

FOLDER = Path(publications.__file__).parent
README = FOLDER / "citations/README.md"


def test_its_examples_print_what_it_says():
    ran = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert (ran.failed, ran.attempted) == (0, 12)


def test_it_names_every_module():
    modules = {path.stem for name in ("citations", "formats") for path in (FOLDER / name).glob("*.py")}
    named = set(re.findall(r"(\w+)\.py", README.read_text(encoding="utf-8")))
    assert modules - named == set()


def test_it_is_read_where_there_is_no_django():
    code = "import sys; sys.modules['django'] = None; from publications import formats; print(*formats.FORMATS)"
    ran = subprocess.run([sys.executable, "-c", code], cwd=FOLDER.parent, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("bib ris json dblp nbib orcid csv\n", "")
