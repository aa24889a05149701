"""Forms and lists of what belongs to the lab as a whole, and of the logins."""

from . import lab, left_out, logins

__all__ = ["lab", "left_out", "logins"]
