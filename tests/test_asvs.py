"""The sheet of requirements in docs/asvs.md names tests that there are, and counts its own rows."""

import ast
import re
from collections import Counter
from functools import cache

from django.conf import settings

SHEET = settings.BASE_DIR / "docs" / "asvs.md"
STATES = {"met", "partly", "not met"}


def rows():
    """Return number, level, state, how and tests of each requirement."""
    lines = SHEET.read_text(encoding="utf-8").splitlines()
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| \d", line)]
    assert {len(row) for row in found} == {5}
    return found


def not_applicable():
    """Return the numbers of requirements about what the site doesn't have, from ranges such as 1.2.6–8."""
    text = SHEET.read_text(encoding="utf-8").partition("## Not applicable")[2]
    ranges = re.findall(r"(\d+\.\d+)\.(\d+)(?:–(\d+))?", text)
    return [f"{section}.{n}" for section, first, last in ranges for n in range(int(first), int(last or first) + 1)]


@cache
def names_in(path):
    tree = ast.parse((settings.BASE_DIR / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def test_every_test_that_the_sheet_names_exists():
    named = [each for row in rows() for each in re.findall(r"`(tests/[\w/]+\.py)((?:::\w+)+)`", row[4])]
    assert named
    lacking = [path + names for path, names in named if not set(names.split("::")[1:]) <= names_in(path)]
    assert lacking == []


def test_tests_are_named_in_one_way():
    for number, _, _, _, tests in rows():
        assert re.fullmatch(r"–|`tests/[\w/]+\.py(::\w+)+`(, `tests/[\w/]+\.py(::\w+)+`)*", tests), number


def test_each_requirement_stands_once_with_a_state():
    numbers = [row[0] for row in rows()] + not_applicable()
    assert len(set(numbers)) == len(numbers) == 253
    assert {row[2] for row in rows()} <= STATES


def test_the_sheet_counts_its_rows():
    counts = Counter(row[2] for row in rows())
    stated = re.search(
        r"Of (\d+) requirements (\d+) are met, (\d+) in part, and (\d+) are not; (\d+) are about",
        SHEET.read_text(encoding="utf-8"),
    )
    expected = [counts.total() + len(not_applicable()), *(counts[state] for state in ("met", "partly", "not met"))]
    assert [int(number) for number in stated.groups()] == [*expected, len(not_applicable())]
