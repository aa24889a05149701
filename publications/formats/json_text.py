"""JSON as other programs write it."""

import json
import re
from typing import Any

from publications.citations.record import Unreadable

# Written as escapes these get past whatever looked at the file, and no database keeps them.
NO_LETTERS = re.compile("[\0\ud800-\udfff]")
DEEPEST = 50  # lists and objects in each other
TOO_DEEP = "This JSON is nested too deeply."
ESCAPED = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)


def value_of(text: str) -> Any:
    """Return what a JSON text says. Raises Unreadable for any other text."""
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except RecursionError as error:
        raise Unreadable(TOO_DEEP) from error
    except ValueError as error:
        raise Unreadable(f"This is not JSON: {error}.") from error
    return _checked(value, is_clean=not ESCAPED.search(text))


def _checked(value: Any, is_clean: bool, depth: int = 0) -> Any:
    """Return a value without what is no letter. Raises Unreadable where it would be too deep for whoever reads it."""
    if depth > DEEPEST:
        raise Unreadable(TOO_DEEP)
    if isinstance(value, dict):
        return {_checked(name, is_clean): _checked(each, is_clean, depth + 1) for name, each in value.items()}
    if isinstance(value, list):
        return [_checked(each, is_clean, depth + 1) for each in value]
    return value if is_clean or not isinstance(value, str) else NO_LETTERS.sub("", value)
