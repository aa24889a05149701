"""Whether two papers, people or venues are the same, alike or different: the one answer that everything asks for.

Forms that add papers, imports, movers and the page of duplicates compare fingerprints by the same thresholds, which
stand at the head of papers, people and venues. Nothing here writes anything, and each part asks the database for what
it needs with a constant number of queries, however many the records and their authors are.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Alike:
    """How alike two rows are: the higher the rank, the likelier they are one; ``reasons`` say why, in words."""

    rank: int
    reasons: tuple[str, ...]
