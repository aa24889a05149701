"""The history: every change has an author, a time and a before, and can be undone."""

from .long_steps import take_back_broken_off, undo, write_in_parts
from .restoring import UndoRefused
from .steps import OpenStep, current, step
from .undoing import bring_back, go_back
from .versions import steps_since

__all__ = [
    "OpenStep",
    "UndoRefused",
    "bring_back",
    "current",
    "go_back",
    "step",
    "steps_since",
    "take_back_broken_off",
    "undo",
    "write_in_parts",
]
