"""What a CV shows of what is known, and how."""

from dataclasses import dataclass

# The parts of a CV in their usual order, by the names that are the same in every language.
SECTIONS = (
    *("interests", "about", "positions", "education", "awards", "publications", "talks", "service", "teaching"),
    *("mentees", "projects", "skills", "references"),
)


@dataclass(frozen=True)
class Choices:
    """What somebody chose for a CV; without a choice it is the full one that everybody may see.

    ``style`` is the name of a style of citations, empty for the site's own. ``selected`` are the keys of the papers
    that a short CV has; without any they are those that editors selected, else the newest. Of the authors of a paper
    the first ``max_authors`` are named, all if it is 0, and the person wherever they stand.
    """

    sections: tuple[str, ...] = SECTIONS
    is_short: bool = False
    by_year: bool = False  # the papers; else by kind
    style: str = ""
    selected: tuple[int, ...] = ()
    max_authors: int = 0
    is_private: bool = False  # with contact details that only the person and editors see
    private_kinds: tuple[str, ...] = ("email", "phone", "address")  # which of these


FULL, SHORT = Choices(), Choices(is_short=True)
