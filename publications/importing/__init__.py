"""Importing: entries of a source become a plan, somebody looks at it, then all of it is written in one step."""

from .planning import plan_of

__all__ = ["plan_of"]
