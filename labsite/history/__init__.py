"""The history: every change has an author, a time and a before, and can be undone."""

from .restoring import Refused
from .steps import Step, step
from .undoing import go_back, undo

__all__ = ["Refused", "Step", "go_back", "step", "undo"]
