"""Static files as browsers get them: a style sheet that imports others is one file with them."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)


class StyleSheets:
    """Style sheets by name, each with those that it imports where it does; paths in all of them are its own."""

    def __init__(self, places: dict[str, Any]) -> None:
        self._places = places

    def open(self, name: str) -> ContentFile:
        """Return a style sheet as one file. Raises KeyError for an import that leads nowhere."""
        return ContentFile(self._text(name).encode(), name)

    def _text(self, name: str) -> str:
        storage, path = self._places[name]
        with storage.open(path) as file:
            text = file.read().decode()
        folder = posixpath.dirname(name)
        return IMPORT.sub(lambda found: self._text(posixpath.normpath(posixpath.join(folder, found[1]))), text)


class JoinedStaticFiles(CompressedManifestStaticFilesStorage):
    """What collectstatic fills: files by their contents' hash, style sheets joined, and compressed.

    Brotli takes its time: a name with a hash is compressed once, as it holds the same for ever, and no other, as none
    is asked for; so what scripts import is named by hash too.
    """

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], *args: Any, **kwargs: Any) -> Iterator[Any]:
        sheets = StyleSheets(paths)
        joined = {name: (sheets, name) if name.endswith(".css") else place for name, place in paths.items()}
        return super().post_process(joined, *args, **kwargs)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        extensions, named = (".br", ".gz"), set(self.hashed_files.values())
        new = (path for path in paths if path in named and not all(self.exists(path + each) for each in extensions))
        return super().compress_files(new)
