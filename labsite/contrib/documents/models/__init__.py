"""What members choose for their documents, the versions that they keep, and the reports of the lab."""

from .cv import CVSettings, FrozenCV
from .reports import Report
