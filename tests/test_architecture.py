"""How the project is divided: imports run one way, and names say what things are."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

ROOT = Path(settings.BASE_DIR)
APPS = ("labsite", "people", "publications", "services")

# What the apps stand on: these import each other and no app. All other rooms of labsite import freely.
FOUNDATIONS = {
    f"labsite.{name}" for name in ("texts", "drawing", "modelling", "roles", "web", "http", "history", "editing")
}
LAYERS = ("leaf", "people", "publications", "services", "labsite")
VAGUE = {"utils", "util", "helpers", "common", "core", "logic", "misc"}


def module_name(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {
    module_name(path): path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts
}


def layer(module):
    leaf = any(module == name or module.startswith(f"{name}.") for name in FOUNDATIONS)
    return LAYERS.index("leaf" if leaf else module.partition(".")[0])


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


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_run_one_way(module):
    assert [name for name in imports(module) if layer(name) > layer(module)] == []


def test_every_foundation_is_a_module():
    assert FOUNDATIONS - MODULES.keys() == set()


def test_imports_are_seen_in_every_form():
    assert "labsite.texts.mathml" in imports("labsite.texts.markdown")
    assert "labsite.modelling.content_version" in imports("labsite.apps")
    assert "people.models.membership" in imports("people.models.person")
    assert "labsite.modelling.periods" in imports("labsite.models.project")


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
