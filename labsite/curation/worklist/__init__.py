"""What is missing or odd, for each member and for the lab, each point with the way to put it right."""

from .finding import dismissed, open_points, points
from .point import Point
from .summary import summary

__all__ = ["Point", "dismissed", "open_points", "points", "summary"]
