"""A file of a source that can't be read."""


class BrokenFile(ValueError):
    """The message says what is wrong with it and, where it is known, in which line."""

    def __init__(self, path: str, why: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.path = path
        self.line = line
