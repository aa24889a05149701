"""Typed lists of papers, as labs and people write them in any style: parted into entries."""

from .authors import authors_at, with_marks
from .containers import kind_in
from .lists import typed_entries
from .reference import looks_like_reference, read_reference

__all__ = ["authors_at", "kind_in", "looks_like_reference", "read_reference", "typed_entries", "with_marks"]
