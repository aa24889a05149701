"""Files as text, whatever program wrote them."""

import codecs

# The longer marks first: UTF-16's begins UTF-32's.
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
SAMPLE = 4096  # bytes, which say how the whole is written


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 or UTF-32, in which each byte that isn't any is Windows-1252.

    NUL isn't part of any text, and no database keeps it: it is left out.
    """
    mark = next((mark for mark in MARKS if data.startswith(mark)), b"")
    encoding = MARKS.get(mark) or _unmarked(data[:SAMPLE])
    errors = "windows-1252" if encoding == "utf-8" else "replace"
    return data[len(mark) :].decode(encoding, errors).replace("\0", "")


def _unmarked(sample: bytes) -> str:
    """Return the encoding that the zeros of a text show, in which most letters are Latin ones."""
    zeros = "".join("0" if _has_zeros(sample[place::4]) else "a" for place in range(4))
    known = {"a000": "utf-32-le", "000a": "utf-32-be", "a0a0": "utf-16-le", "0a0a": "utf-16-be"}
    return known.get(zeros, "utf-8")


def _has_zeros(sample: bytes) -> bool:
    return sample.count(0) > len(sample) / 4


def _windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("windows-1252", "replace"), error.end


codecs.register_error("windows-1252", _windows_1252)
