"""Importing: entries of a source become a plan, somebody looks at it, then all of it is written in one step."""

from .applying import Applied, apply
from .overtaking import Overtaken
from .planning import plan_of

__all__ = ["Applied", "Overtaken", "apply", "plan_of"]
