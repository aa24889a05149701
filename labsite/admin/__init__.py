"""Forms and lists of what belongs to the lab as a whole, and of the logins."""

from . import lab, logins

__all__ = ["lab", "logins"]
