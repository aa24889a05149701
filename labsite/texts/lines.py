"""Lists that editors write one thing a line."""


def lines_of(text: str) -> list[str]:
    """Return the lines that say something, without the spaces around them."""
    return [line.strip() for line in text.splitlines() if line.strip()]
