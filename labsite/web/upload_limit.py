"""No request brings more in files than the largest form needs, whoever sends it."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

MAX_BYTES = 200 * 1024 * 1024


class BoundedUploads(FileUploadHandler):
    """Stands before the handlers that store files, and refuses what is too large before anything is read."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:
        if content_length > MAX_BYTES:
            raise RequestDataTooBig(f"A request of {content_length} bytes.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
