"""Work that takes long: what a request begins goes on in the background, and a page says how far it is."""

from .background import JobRefused, Progress, begin, claim, start
from .models import JobRun

__all__ = ["JobRefused", "JobRun", "Progress", "begin", "claim", "start"]
