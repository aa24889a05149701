"""Three versions of one form put together: as it was opened, as others have saved it since, and as it was sent."""

from .forms import Merge, opened_now
from .opened import Opened, read, write
from .rows import read_rows, stored_group
from .values import stored

__all__ = ["Merge", "Opened", "opened_now", "read", "read_rows", "stored", "stored_group", "write"]
