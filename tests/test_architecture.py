"""How the project is divided: imports run one way, and names say what things are."""

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

ROOT = Path(settings.BASE_DIR)
APPS = ("labsite", "people", "publications", "services")

# What the apps stand on: these folders of labsite import no app, and nothing of labsite that isn't among them; and
# what publications say of identifiers and records, which is plain Python.
FOUNDATIONS = {
    f"labsite.{name}"
    for name in (
        "registry",
        "texts",
        "drawing",
        "modelling",
        "roles",
        "web",
        "jobs",
        "history",
        "editing",
        "search",
    )
} | {"publications.citations"}
FLOORS = ("foundations", "people", "publications", "services", "labsite", "contrib")
CONTRIB = "labsite.contrib."
# What apps that can be left out may use of each other: these are no apps themselves, and so always there.
SHARED_BY_CONTRIB = {"labsite.contrib.http", "labsite.contrib.reading"}
PURE = ("publications.citations", "publications.formats")
# What a DOI, an arXiv id, an ORCID iD, an ISBN or a PubMed Central id looks like as a regular expression.
IDENTIFIER = re.compile(
    r"10\\?\.\\d|10\[\.\]|\\d\{4\}\\\.\\d\{4|arxiv.{0,20}\\d|doi\\\.org|arxiv\\\.org/\("
    r"|\\d\{4\}\)?-\??\(?\\d\{4\}|\\d\{3\}\[\\dx|97\[89|pmc\\d",
    re.IGNORECASE,
)
# What would be a second place for a rule that stands in one, by how a pattern for it is written.
RULES = {
    "publications.matching.papers": r"Supplement.{0,20}(?:Fig|Table|Data)|Front.{0,10}Matter",
    "labsite.texts.email_addresses": r"\[\^[^\]\n]*\]\+@|\bvalidate_email\b",
    "people.models.career": r'start\[:4\] == (?!end)|def _\w*same_(?:row|step)|\("organisation", "(?:title|degree)"',
    "labsite.contrib.reading.wording": r"(?i)\b_?(?:is_)?(?:post_?)?doctor(?:al|ate)\w* = "
    r"|\bdef _?(?:is_(?:post_?)?doctor|tells_of_then)",
    "publications.citations.dates": r"19\|20|1\[89\]",
    "publications.citations.names": r"""["']van["'],|\|van\||\bvan von\b""",
}
VAGUE = {"utils", "util", "helpers", "common", "core", "logic", "misc"}


def module_name(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {
    module_name(path): path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts
}


def floor(module):
    if module.startswith(CONTRIB):
        return FLOORS.index("contrib")
    return FLOORS.index("foundations" if room(module) in FOUNDATIONS else module.partition(".")[0])


def room(module):
    """Return the folder or loose module of an app that a module is, or is in."""
    return ".".join(module.split(".")[: 3 if module.startswith(CONTRIB) else 2])


def imports(module):
    """Return the project's own modules that a module imports, wherever in it the import stands."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] in APPS)
        elif isinstance(node, ast.ImportFrom):
            yield from _imported_from(node, package)


def _imported_from(node, package):
    up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    origin = ".".join([*up, *filter(None, [node.module])])
    for alias in node.names:
        submodule = f"{origin}.{alias.name}"
        name = submodule if submodule in MODULES else origin
        if name.split(".")[0] in APPS:
            yield name


@pytest.fixture(scope="module")
def imported():
    """What each module imports."""
    return {module: set(imports(module)) for module in MODULES}


def test_imports_run_one_way(imported):
    upwards = [(module, name) for module in MODULES for name in imported[module] if floor(name) > floor(module)]
    assert upwards == []


def test_every_foundation_is_there():
    assert FOUNDATIONS - {room(module) for module in MODULES} == set()


def test_no_two_rooms_import_each_other(imported):
    arrows = {(room(module), room(name)) for module in imported for name in imported[module]}
    assert [pair for pair in arrows if pair[0] < pair[1] and pair[::-1] in arrows] == []


def test_apps_that_can_be_left_out_do_without_each_other(imported):
    arrows = {(room(module), room(name)) for module in imported for name in imported[module]}
    between = {pair for pair in arrows if all(each.startswith(CONTRIB) for each in pair) and pair[0] != pair[1]}
    assert {other for _, other in between} - SHARED_BY_CONTRIB == set()


def test_only_the_settings_name_apps_that_can_be_left_out():
    """Neither as an import nor as a string, nor the addresses and templates of one."""
    apps = "|".join(app for app in settings.CONTRIB if "." not in app)
    named = re.compile(rf"labsite\.contrib|['\"](?:admin:)?(?:{apps})(?:[:_]|/\w)")
    core = [path for name, path in MODULES.items() if floor(name) != FLOORS.index("contrib")]
    files = [path for path in (*core, *(ROOT / "templates").rglob("*.html")) if named.search(path.read_text("utf-8"))]
    assert [str(path.relative_to(ROOT)) for path in files] == ["labsite/settings.py"]


def test_citations_and_formats_are_plain_python(imported):
    pure = [name for name in MODULES if name.startswith(PURE)]
    own = {name for module in pure for name in imported[module] if not name.startswith(PURE)}
    assert own == set()
    assert [name for name in pure if re.search(r"^\s*(?:from|import) django", MODULES[name].read_text(), re.M)] == []


def test_a_rule_that_stands_in_one_module_is_written_in_no_other():
    doubled = {
        name: rule
        for rule, pattern in RULES.items()
        for name, path in MODULES.items()
        if name != rule and re.search(pattern, path.read_text(encoding="utf-8"))
    }
    assert doubled == {}


def test_only_one_module_knows_what_identifiers_look_like():
    spelling = [name for name, path in MODULES.items() if IDENTIFIER.search(path.read_text(encoding="utf-8"))]
    assert spelling == ["publications.citations.identifiers"]


def test_imports_are_seen_in_every_form():
    assert "labsite.drawing.colours" in imports("labsite.contrib.cards.cards")
    assert "labsite.modelling.content_version" in imports("labsite.apps")
    assert "people.models.career" in imports("people.models.person")
    assert "labsite.modelling.periods" in imports("labsite.models.pages")


def test_names_of_modules_say_what_they_are_for():
    parts = {part for module in MODULES for part in module.split(".")}
    assert parts & VAGUE == set()
    assert [module for module in MODULES if module.endswith(".services")] == []


def test_every_folder_of_tests_is_a_package():
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


@pytest.mark.django_db
def test_the_migrations_say_all_that_the_models_do(capsys):
    call_command("makemigrations", check_changes=True, dry_run=True)
    assert capsys.readouterr().out == "No changes detected\n"
