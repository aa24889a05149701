"""Which venue is meant is decided in publications.matching alone, as it knows aliases and other spellings."""

import ast
from pathlib import Path

from django.conf import settings

NAMES = {"acronym", "short_name"}
# What folds such names for other reasons than to find the venue that somebody means.
OTHERS = {
    "labsite/contrib/moving/completing.py",  # do a page and its BibTeX print the same?
    "publications/importing/site.py",  # what venues that nobody knows yet are called
    "publications/importing/read.py",  # publishers in the place of a venue
}


def folds_names_of_venues(path):
    """Say whether a function of a module calls fold() and looks at a venue's acronym or short name."""
    functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        nodes = [*ast.walk(function)]
        folds = any(isinstance(node, ast.Call) and getattr(node.func, "id", "") == "fold" for node in nodes)
        if folds and NAMES & {node.attr for node in nodes if isinstance(node, ast.Attribute)}:
            return True
    return False


def test_no_other_module_finds_venues_by_their_names():
    modules = [
        path
        for app in ("labsite", "people", "publications", "services")
        for path in Path(settings.BASE_DIR, app).rglob("*.py")
    ]
    found = {str(path.relative_to(settings.BASE_DIR)) for path in modules if folds_names_of_venues(path)}
    assert {path for path in found if not path.startswith("publications/matching/")} - OTHERS == set()
