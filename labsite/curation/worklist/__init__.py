"""What is missing or odd, for each member and for the lab, each issue with the way to put it right."""

from .listed import issues, open_issues

__all__ = ["issues", "open_issues"]
