"""Texts that the database or the memory keeps in English, and that are said in the reader's language when shown.

A template with places to fill in is recognised again by what stands between these.
"""

import re
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from django.utils.translation import get_language, gettext, pgettext

from publications.citations.record import MARKED, gettext_noop

__all__ = ["gettext_noop", "translated"]

# What is filled in and may be such a text itself; anything else is a name, a title or a number.
NESTED = {"advice", "fate", "label", "parts", "place", "scheme", "wait", "what", "why"}
LETTER, FIELD = re.compile(r"[a-z]"), re.compile(r"{\w*}")
GROUPS: dict[str | None, str] = {"place": r"((?:(?![:,] ).)*)"}  # it ends where more is said
MAX_REMEMBERED = 256  # texts
SENTENCE_END = re.compile(r"(?<=[.?!]) ")


def translated(text: Any) -> str:
    """Return a text, or several with semicolons or spaces between them, in the language of the reader.

    What was never marked stays as it is.
    """
    return _in_language(str(text), get_language(), len(MARKED))


@lru_cache(MAX_REMEMBERED)
def _in_language(text: str, language: str | None, number: int) -> str:
    """Return it in a language, as so many templates are known: the inbox says a few things of many rows."""
    clauses = list(map(_translated, text.split("; ")))
    if clauses[1:] and all(clauses):
        return pgettext("between clauses", "; ").join(clauses)
    if sentence := _translated(text):
        return sentence
    sentences = list(map(_translated, SENTENCE_END.split(text)))
    return " ".join(sentences).replace("。 ", "。") if all(sentences) else text


def _translated(text: str) -> str:
    """Return a text in the language of the reader; nothing of one that isn't known."""
    for known in (text, text[:1].lower() + text[1:]):
        words = gettext(known)
        if known in MARKED or (known.endswith(".") and words != known):  # a sentence of a function that has not run
            return words
    for template, pattern in _patterns(len(MARKED)):
        words = gettext(template)
        if words != template and (match := pattern.fullmatch(text)):
            names = _names(template)
            pairs = zip(names, match.groups(), strict=True)
            values = [translated(value) if name in NESTED else value for name, value in pairs]
            if not LETTER.search(FIELD.sub("", template)) and values == [*match.groups()]:
                continue  # nothing shows that it is this one
            return words.format(*values, **dict(zip(names, values, strict=True)))
    return ""


def _names(template: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(template) if name is not None]


@cache
def _patterns(number: int) -> list[tuple[str, re.Pattern[str]]]:
    """Return the templates, those that say most first, each with what it looks like when it is filled in."""
    patterns = []
    for template in MARKED:
        if _names(template):
            parts = [(re.escape(text), name) for text, name, _, _ in Formatter().parse(template)]
            pattern = "".join(text + GROUPS.get(name, "" if name is None else "(.*)") for text, name in parts)
            patterns.append((template, re.compile(pattern, re.DOTALL)))
    return sorted(patterns, key=lambda each: (-len(each[1].pattern), each[0]))
