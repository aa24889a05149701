"""Importing: entries of a source become a plan, somebody looks at it, then all of it is written in one step."""

from .applying import Applied, apply
from .plan import StalePlan
from .planning import plan_of

__all__ = ["Applied", "StalePlan", "apply", "plan_of"]
