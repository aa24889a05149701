"""The rule by which two people's changes of one thing become one."""

from typing import Any, Literal

Outcome = Literal["mine", "theirs", "taken", "ask"]


def settle(base: Any, theirs: Any, mine: Any, asked: bool = False, choice: str = "") -> Outcome:
    """Say which version holds, of three that can be compared; None is a row that isn't there.

    "taken" is theirs because nobody else changed it; "theirs" because that was chosen. What was ``asked`` about needs
    a choice, and a choice of one's own version holds only against the version that was shown beside it, the ``base``.
    """
    if theirs == mine:
        return "mine"
    if asked:
        return _chosen(choice, theirs == base)
    if theirs == base:
        return "mine"
    return "taken" if mine == base else "ask"


def _chosen(choice: str, is_as_shown: bool) -> Outcome:
    if choice == "theirs":
        return "theirs"
    return "mine" if choice == "mine" and is_as_shown else "ask"
