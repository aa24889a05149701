"""Names that say nothing of what they hold or do: ``make lint`` refuses more of them than CONTRIBUTING.md allows."""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
APPS = ("labsite", "people", "publications", "services")
VAGUE_NAMES = {"said", "told", "asked", "made", "kept", "found", "place", "whole", "fate"}


def vague_names(source):
    """Yield the line and the name of each variable, argument and function of a module that is called so."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) if name in VAGUE_NAMES:
                yield node.lineno, name
            case ast.FunctionDef(name=name) if name.strip("_") in VAGUE_NAMES:
                yield node.lineno, name


def main():
    """Return what is wrong in one text, with all that are named so: whoever adds one finds it among them."""
    paths = [path for app in APPS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts]
    vague = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in vague_names(path.read_text(encoding="utf-8"))
    ]
    [most] = re.findall(r"there may be (\d+)\.", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    if len(vague) > int(most):
        return "\n".join([*vague, f"{len(vague)} names say nothing, and there may be {most}: name what it holds."])


if __name__ == "__main__":
    sys.exit(main())
