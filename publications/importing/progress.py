"""How far a long job is, told now and then to whoever waits for it."""

from collections.abc import Callable

Progress = Callable[[int, int], None]

PASSES = 4  # through all entries
EVERY = 250  # entries


class Tally:
    """Counts the entries gone through in each pass, and tells how many of all that comes to."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total = total
        self.progress = progress
        self.finished = 0
        self.count = 0
        self._tell()

    def one_more(self) -> None:
        """Count an entry of this pass."""
        self.count += 1
        if self.count % EVERY == 0:
            self._tell()

    def end_pass(self) -> None:
        """Begin the next pass, whether or not this one went through all entries."""
        self.finished += 1
        self.count = 0
        self._tell()

    def _tell(self) -> None:
        done = (min(self.finished, PASSES) * self.total + min(self.count, self.total)) // PASSES
        if self.progress:
            self.progress(min(done, self.total), self.total)
