"""Places that know papers: what they say of one paper, or of everything that an author wrote.

``recognise`` says which source knows what somebody typed, ``find`` asks it. Each source is one module with ``fetch``,
which alone asks anybody, and ``entries``, which reads the reply and is tested with replies kept in tests/data/sources.
"""

from publications.citations.identifiers import mistyped_orcid, recognise

from .asking import Unavailable
from .finding import Found, find
from .members import decisions_of

__all__ = ["Found", "Unavailable", "decisions_of", "find", "mistyped_orcid", "recognise"]
