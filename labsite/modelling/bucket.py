"""Uploads in a bucket that speaks S3, for a site of several machines; its packages are those of the extra ``servers``.

The bucket stays private: the site reads from it and serves what it read as it serves a folder (labsite.web.media).
"""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urljoin

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.core.files.base import File
from django.utils.encoding import filepath_to_uri
from storages.backends.s3 import S3Storage

CONNECT_SECONDS, READ_SECONDS, TRIES = 3, 10, 2
MAX_IN_MEMORY = 2 * 1024 * 1024  # bytes of a file that is read; what is longer goes through a temporary file


@contextmanager
def _asking() -> Iterator[None]:
    """Raise for a bucket what a folder raises: FileNotFoundError, or that its disk failed."""
    try:
        yield
    except (Boto3Error, BotoCoreError, ClientError) as error:
        status = getattr(error, "response", {}).get("ResponseMetadata", {}).get("HTTPStatusCode")
        if status in (400, 404):  # the former for what can't be the name of a file
            raise FileNotFoundError(f"There is no such file in the bucket: {error}") from error
        raise OSError(errno.EIO, f"The bucket of uploads can't be used: {error}") from error


class Bucket(S3Storage):
    """A private bucket, whose files have the addresses that they would have in a folder."""

    def get_default_settings(self) -> dict[str, Any]:
        addressing = {"addressing_style": "path" if settings.S3_ENDPOINT_URL else "auto"}
        return super().get_default_settings() | {
            "file_overwrite": False,
            "max_memory_size": MAX_IN_MEMORY,
            "transfer_config": TransferConfig(use_threads=False),
            # Checksums only where S3 wants them: not everything that speaks S3 understands the newer ones.
            "client_config": Config(
                connect_timeout=CONNECT_SECONDS,
                read_timeout=READ_SECONDS,
                retries={"total_max_attempts": TRIES, "mode": "standard"},
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
                signature_version="s3v4",
                s3=addressing,
            ),
        }

    def url(self, name: str | None, *args: Any, **kwargs: Any) -> str:
        return urljoin(settings.MEDIA_URL, filepath_to_uri(name or "").lstrip("/"))

    @_asking()
    def _open(self, name: str, mode: str = "rb") -> File:
        """Return the file once it is here, so that whatever fails does so before an answer has begun."""
        opened = super()._open(name, mode)
        opened.seek(0)
        return opened

    _save: Callable[..., str] = _asking()(S3Storage._save)
    delete: Callable[..., None] = _asking()(S3Storage.delete)
    exists: Callable[..., bool] = _asking()(S3Storage.exists)
    listdir: Callable[..., tuple[list[str], list[str]]] = _asking()(S3Storage.listdir)
    size: Callable[..., int] = _asking()(S3Storage.size)
    get_modified_time: Callable[..., Any] = _asking()(S3Storage.get_modified_time)
