"""What members choose for their documents, and the versions that they keep."""

from .cv import CVSettings, FrozenCV
