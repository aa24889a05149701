"""Writing a site of another system into the database: what is empty here is filled, what differs stays and is told."""

from .bringing import Moved, bring

__all__ = ["Moved", "bring"]
