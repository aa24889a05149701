"""All that is looked for: what is asked of somebody first, then what is wrong, then what is missing."""

from .point import Rule
from .rules import activities, authors, careers, drafts, links, papers, people, texts

RULES: tuple[Rule, ...] = (
    *drafts.RULES,
    *links.RULES,
    *texts.RULES,
    *careers.RULES,
    *authors.RULES,
    *papers.RULES,
    *people.RULES,
    *activities.RULES,
)
