"""The fields of one entry while a format reads them, so that nothing of it is lost on the way."""

from collections.abc import Callable, Iterable


def anything(value: str) -> bool:
    return True


class Fields:
    """Names and values of one entry. Each value is taken once; what nobody took is left over in the end."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, list[str]] = {}
        for name, value in pairs:
            self.add(name, value)

    def add(self, name: str, value: str) -> None:
        if value:
            self._values.setdefault(name, []).append(value)

    def values(self, *names: str) -> list[str]:
        """Return all values of the names, in the order of the names, and leave them."""
        return [value for name in names for value in self._values.get(name, ())]

    def take(self, *names: str, fits: Callable[[str], object] = anything) -> str:
        """Return the first value that fits, and take it out; an empty text if there is none."""
        for name in names:
            for place, value in enumerate(self._values.get(name, ())):
                if fits(value):
                    return self._values[name].pop(place)
        return ""

    def take_all(self, *names: str, fits: Callable[[str], object] = anything) -> list[str]:
        """Return all values that fit, and take them out."""
        taken = []
        for name in names:
            values = self._values.pop(name, [])
            fitting = [bool(fits(value)) for value in values]
            taken += [value for value, is_taken in zip(values, fitting, strict=True) if is_taken]
            self._values[name] = [value for value, is_taken in zip(values, fitting, strict=True) if not is_taken]
        return taken

    def forget(self, said: str, *names: str) -> None:
        """Drop what only repeats a value that was taken."""
        if said:
            self.take_all(*names, fits=lambda value: value.casefold() == said.casefold())

    def left(self) -> tuple[tuple[str, str], ...]:
        """Return what nobody took, by its names: several values of one name on a line each."""
        return tuple(sorted((name, "\n".join(values)) for name, values in self._values.items() if values))
