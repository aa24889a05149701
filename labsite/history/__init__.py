"""The history: every change has an author, a time and a before, and can be undone."""

from .restoring import UndoRefused
from .steps import OpenStep, current, step
from .undoing import bring_back, go_back, undo
from .versions import steps_since

__all__ = ["UndoRefused", "OpenStep", "bring_back", "current", "go_back", "step", "steps_since", "undo"]
