"""The parts of a plan and of its report: entries by what becomes of them, with the words for each."""

from dataclasses import dataclass

from publications.importing.plan import Fate


@dataclass(frozen=True)
class Section:
    """Entries with one fate: its heading, the words behind the numbers of the plan and of the report, and advice."""

    name: str
    fate: Fate
    title: str
    many: str
    became: str
    about: str

    def words(self, number: int) -> str:
        """Say how many will have this fate, without the number."""
        return self.fate.value if number == 1 else self.many


# In the order in which people should look at them.
SECTIONS = (
    Section(
        *("decide", Fate.DECIDE, "To decide", "need a decision", "left undecided"),
        "They look like a paper that is known already. Without a decision they are left out.",
    ),
    Section(
        *("new", Fate.CREATE, "New", "new", "added"),
        "They will be added, each with its authors and its venue.",
    ),
    Section(
        *("adds", Fate.UPDATE, "Known, with something to add", "add to a paper", "changed"),
        "They are on the site. What is ticked will be taken over, what isn’t stays as it is.",
    ),
    Section(
        *("broken", Fate.FAIL, "Can’t be read", "can’t be read", "not brought in"),
        "Put them right where they come from, and bring them in again.",
    ),
    Section(
        *("left-out", Fate.SKIP, "Left out", "left out", "left out"),
        "Nothing becomes of them.",
    ),
    Section(
        *("known", Fate.MATCH, "Nothing new", "nothing new", "nothing new"),
        "They are on the site. Where they say something else, what is here stays, unless you tick it.",
    ),
)
BY_NAME = {section.name: section for section in SECTIONS}
BY_FATE = {section.fate: section for section in SECTIONS}
PLACES = {section.fate: place for place, section in enumerate(SECTIONS)}


@dataclass(frozen=True)
class Tab:
    """A part of a plan or a report, with how much there is in it."""

    name: str
    words: str
    number: int
    is_current: bool
