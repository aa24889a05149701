"""JSON as other programs write it."""

import json
import re
from typing import Any

from publications.record import Unreadable

# Written as escapes these get past whatever looked at the file, and no database keeps them.
NO_LETTERS = re.compile("[\0\ud800-\udfff]")
ESCAPED = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)


def value_of(text: str) -> Any:
    """Return what a JSON text says. Raises Unreadable for any other text."""
    try:
        value = json.loads(text.removeprefix("\ufeff"))
        return _cleaned(value) if ESCAPED.search(text) else value
    except RecursionError as error:
        raise Unreadable("This is not JSON: it is nested too deeply.") from error
    except ValueError as error:
        raise Unreadable(f"This is not JSON: {error}.") from error


def _cleaned(value: Any) -> Any:
    if isinstance(value, dict):
        return {_cleaned(name): _cleaned(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    return NO_LETTERS.sub("", value) if isinstance(value, str) else value
